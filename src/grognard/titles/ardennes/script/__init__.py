"""The rules that play the Allies in German Solitaire (EA-S.23 to EA-S.34, EA-AA, EA-AR, EA-CT.u).

Each decision is a procedure that can be read beside the player aid: conditions,
then criteria in their order, then a tie-break; each tells how it came about.
"""
