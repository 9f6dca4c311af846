"""Tables, reads and the one writer. Knows which database it is; nothing above does."""
