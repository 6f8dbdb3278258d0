"""The meaning for millions of hands: the tree printed as integer code, which Numba compiles.

A condition is a bool, a number an integer, a suit its index or the number of suits for none, a level 1
(high) or 0 (low), a card or a set of cards an integer with one bit a card, an option's value its place in
the list. Everything fits 64 bits, or the rule set is refused.
"""
