"""Routes, the session cookie, templates and words: what a browser speaks with."""
