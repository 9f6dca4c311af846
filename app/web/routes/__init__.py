"""The routes, one page or action a file.

They are plain routes of Starlette, each a function of the request. FastAPI's own prepare
dependencies, validation and their cleaning up, which nothing here needs, at every request.
"""
