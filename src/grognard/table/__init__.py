"""The web table: matches kept on a server, played in a browser."""
