"""Rules as a module for other programs: one readable file without dependencies, printed from the typed core.

    data.py         what stands at the head of a module: the pack, the rows with their sources, the sentences
    module.py       the parts in order: data, sets of cards, the rows, then the templates of the language
    javascript/     `rules.mjs` and `rules.d.mts`: the text that is the same for all rules
    python/         `rules.py`, beside it
    sentences.yaml  why a move is refused, in three languages

The rows themselves are printed by the text meaning, `rulespec/meanings/text`.
"""

from verifier.programs.build.module import build, of_file, target_of

__all__ = ["build", "of_file", "target_of"]
