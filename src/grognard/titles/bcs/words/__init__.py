"""What a player reads and types: names, menus, prompts, the log."""
