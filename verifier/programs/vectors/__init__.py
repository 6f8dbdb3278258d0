"""Cases that together exercise a rule set: every row, both sides of every clause, what other rule sets answer otherwise."""

from verifier.programs.vectors.choose import SIZES, Vectors, vectors

__all__ = ["SIZES", "Vectors", "vectors"]
