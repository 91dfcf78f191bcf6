"""Who is joined to a source: supply, and communication."""
