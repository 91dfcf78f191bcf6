"""A second reading of the rules of the Ardennes, held against the first."""
