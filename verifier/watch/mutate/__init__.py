"""Are the rules watched? Every small edit of a rule set is tried, and somebody must notice.

    edits ──> apply ──> judge ──> run ──> report
      │ formulas, data    │ killed by an example or a property, proved equivalent, or a survivor

An edit is what an author might do in the file; a mutant is the rule set it gives. Mutants that mean
the same as the rules are proved to, so the score leaves them out and is exact.
"""

from verifier.watch.mutate.run import Mutant, Mutation, Request, mutate

__all__ = ["Mutant", "Mutation", "Request", "mutate"]
