"""A second reading of the series rules: see `grognard.referee`."""
