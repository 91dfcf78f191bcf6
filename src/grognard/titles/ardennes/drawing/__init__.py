"""What a player sees drawn: the picture, answers on the map, previews."""
