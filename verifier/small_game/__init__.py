"""Every game of a small pack, played by the engine alone: what the other meanings are held against. Shares nothing with the questions."""

from verifier.small_game.game import SmallGame
from verifier.small_game.rules import Irreducible, reduce

__all__ = ["Irreducible", "SmallGame", "reduce"]
