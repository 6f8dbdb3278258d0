"""Cases that no edited version of a rule set answers all alike: chosen by proof, few and small.

    rivals ──> vectors      other rule sets to be told apart; cases for every edit
                  └── kept           chosen once, as long as nothing they rest on changes
"""

from verifier.programs.vectors.chosen import Counts, Vectors, vectors

__all__ = ["Counts", "Vectors", "vectors"]
