"""Who obeys whom, and how well: Formations, HQs, Command Radius, OBJ, Mixing, SNAFU."""
