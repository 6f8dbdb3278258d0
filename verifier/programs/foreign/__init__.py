"""Other people's programs, asked case by case and held against a rule set.

    process   a program that is never trusted: one line out, one line in, hard limits
    replies   what a line in says
    judge     cases put to it, and which rows of the rules it breaks
    fit       which rule set it plays by instead
"""
