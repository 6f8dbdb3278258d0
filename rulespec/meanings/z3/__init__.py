"""The meaning for proofs: bit-vectors, no quantifiers, no uninterpreted functions.

A condition is a Bool, a number a signed bit-vector just wide enough for its bounds, a suit its
index (one past the last for none), a level a Bool (true for high), a card or a set of cards a
bit-vector with one bit a card, an option's value its index.
"""
