"""`grognard serve`, but every match has the same dice: a test must not hang on a roll."""

import sys

from grognard import cli
from grognard.table import records

records.new_seed = lambda: "1918"
sys.exit(cli.run(["serve", *sys.argv[1:]]))
