"""Live matches: who sits there, what they do, which bots think for them."""
