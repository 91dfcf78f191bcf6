"""How a combat runs: from the attack declared to the advance."""
