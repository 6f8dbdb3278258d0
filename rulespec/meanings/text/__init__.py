"""The text meaning: the typed core as program text, in JavaScript and in Python.

A condition, a number and an option's word are what they are in the language; a suit is its index or
null; a level its word; a set of cards is a whole number in Python, and in JavaScript whatever the
functions named here (`both`, `any`, `highest`) make of it, since its numbers are too short for a pack.
Reserved for what stands in other programs: nothing here is run by this project's own questions.
"""
