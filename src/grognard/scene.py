"""What a page or a picture can draw, whatever the title."""
