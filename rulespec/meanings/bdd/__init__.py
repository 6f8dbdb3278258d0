"""The meaning for exact counts: binary decision diagrams.

A condition is a diagram, a card or a set of cards a tuple of diagrams with one a card of the pack.
Everything else (a number, a suit or None, a level, an option's value) is a table from the plain
value to the diagram of where it has that value; exactly one entry holds everywhere.
"""
