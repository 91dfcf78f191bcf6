"""The table in a terminal: line by line, readable aloud, without a mouse."""
