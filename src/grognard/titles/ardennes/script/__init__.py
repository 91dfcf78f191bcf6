"""The rules that play the Allies in German Solitaire (reference 4).

Each decision is a procedure that can be read beside the player aid: conditions,
then criteria in their order, then a tie-break; each tells how it came about.
"""
