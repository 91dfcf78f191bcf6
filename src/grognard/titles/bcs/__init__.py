"""The Battalion Combat Series: two battles for the roads of Bastogne."""
