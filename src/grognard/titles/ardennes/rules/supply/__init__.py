"""Who is joined to a source: supply."""
