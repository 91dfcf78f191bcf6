"""Environments for agents: any title as a PettingZoo, Gymnasium or OpenSpiel game.

Needs the extra `research`; nothing of the engine asks for this package.
"""
