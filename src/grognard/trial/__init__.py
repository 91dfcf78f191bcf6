"""What holds the titles to their rules: fuzz, golden games, the ledger."""
