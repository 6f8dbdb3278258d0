"""Situations that tell edited rules from the rules they were: found quickly, or proved not to exist.

    pool     situations of a section to try first: all of them where they are few
    table    what the rows of a section answer in situations, rows that several rule sets share evaluated once
    proof    the solver, for what no situation of the pool shows
    shrink   a smaller situation that shows the same
    section  all edits of one section together
"""
