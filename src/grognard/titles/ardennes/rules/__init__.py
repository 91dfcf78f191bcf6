"""The rules of both games, a folder for each part of the day and a module for each chapter."""
