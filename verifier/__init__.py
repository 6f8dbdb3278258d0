"""What follows from rules: `prove`, `check`, `diff`, `count` and `vectors` take rule sets as `rulespec.load` gives them."""

from __future__ import annotations

TYPE_CHECKING = False  # a type checker takes it to be true; `typing` itself takes long to import, and the command begins here

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulespec.ir.ruleset import RuleSet
    from verifier.compare.count import SectionCount
    from verifier.compare.diff import Difference
    from verifier.programs.vectors import Vectors
    from verifier.told import Proof

__all__ = ["check", "count", "diff", "prove", "vectors"]


def prove(rules: RuleSet, property: str) -> Proof:  # noqa: A002  # the word of the command line
    """The verdict on one claim that is known of the rules, worked out in this process.

    `.verdict` is its word (`proved`, `refuted`, ...), `.witness` prints as the game that shows it. Raises
    KeyError for a claim that is not known.
    """
    from verifier.told import prove as prove_

    return prove_(rules, property)


def check(rules: RuleSet, patterns: Iterable[str] = ()) -> list[Proof]:
    """The verdicts on every claim that is known of the rules, or on those that a pattern names."""
    from verifier.told import check as check_

    return check_(rules, patterns)


def diff(left: RuleSet, right: RuleSet, sections: Iterable[str] = (), count: bool = True) -> Difference:
    """How two rule sets differ: `.different`, and `.sections` with verdicts, relations, classes and numbers."""
    from verifier.told import diff as diff_

    return diff_(left, right, sections, count)


def count(left: RuleSet, right: RuleSet, section: str) -> SectionCount | str:
    """How many situations of a section two rule sets answer differently; or in words why they are not counted."""
    from verifier.compare.count import count_section

    return count_section(left, right, section)


def vectors(rules: RuleSet, sections: Iterable[str] = (), size: str = "normal") -> Vectors:
    """Cases with answers that tell these rules from others."""
    from verifier.told import vectors as vectors_

    return vectors_(rules, sections, size)
