"""Telling a seat by a web address that it is its turn."""
