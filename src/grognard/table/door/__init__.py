"""What stands between strangers and the table: connections, limits, turns."""
