"""2048 for the browser, with the rules on the server."""
