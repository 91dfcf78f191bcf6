"""What can a card do: hands and piles, activations, events, reserves, replacements."""
