"""What the rest of the program may ask of a title, and the parts a title is made with."""
