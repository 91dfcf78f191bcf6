"""`python -m grognard` is the command `grognard`."""

from grognard.cli import main

main()
