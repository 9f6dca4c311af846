"""The routes, one page or action a file."""
