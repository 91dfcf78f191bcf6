"""The rules that play the Allies in German Solitaire, and what else only that game has.

Each decision is a procedure that can be read beside the player aid: conditions,
then criteria in their order, then a tie-break; each tells how it came about. The
chapters of the rules know none of them: they register themselves.
"""
