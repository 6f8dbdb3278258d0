"""Witnesses as people read them: the game, what the rules make of it, words for cards and plays."""
