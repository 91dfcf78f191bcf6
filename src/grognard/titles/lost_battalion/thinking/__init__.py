"""What a bot makes of its view: an estimate, a judgement of each offer, a plan."""
