"""`grognard serve`, but every match has the same dice: a test must not hang on a roll."""

import sys

from grognard import cli
from grognard.table.records import files

DICE = "--dice="
words = sys.argv[1:]
seeds = [word.removeprefix(DICE) for word in words if word.startswith(DICE)]
files.new_seed = lambda: seeds[0] if seeds else "1918"
sys.exit(cli.run(["serve", *(word for word in words if not word.startswith(DICE))]))
