"""The reference meaning: plain Python values, obvious rather than fast.

A condition is a bool, a number an int, a suit its index or None, a level its word, a card or a set
of cards an int with one bit a card, an option's value its word.
"""
