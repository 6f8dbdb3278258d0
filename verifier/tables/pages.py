"""The reference pages with the tables of all shipped rule sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from rulespec.library import shipped
from rulespec.pipeline import load

if TYPE_CHECKING:
    from verifier.tables.lead_table import LeadTable

FOLDER = "docs/tables"


def pages() -> Mapping[str, Callable[[], str]]:
    """The paths of the pages from the root of the project, and what makes each."""
    own = {f"{FOLDER}/{name}.md": _page_of(name) for name in concrete()}
    return own | {f"{FOLDER}/compare.md": compare_page}


def concrete() -> tuple[str, ...]:
    """The shipped rule sets that have chosen all their options."""
    return tuple(name for name in shipped() if not load(name).open_options)


def _page_of(name: str) -> Callable[[], str]:
    return lambda: profile_page(name)


def profile_page(name: str) -> str:
    """Scores and led jokers of one rule set."""
    from verifier.output.formats.markdown import inline
    from verifier.output.formats.markdown import write as as_markdown
    from verifier.tables.lead_report import lead_report
    from verifier.tables.score_report import score_report

    ruleset = load(name)
    parts = [
        f"# Tables of {inline(ruleset.name)}",
        f"As `jokeri table scores {name}` and `jokeri table joker-leads {name}` print them.",
        as_markdown(score_report(ruleset), level=2),
        as_markdown(lead_report(_lead_tables()[name]), level=2),
    ]
    return "\n\n".join(parts) + "\n"


@cache
def compare_page() -> str:
    from verifier.output.formats.markdown import write as as_markdown
    from verifier.output.names import LANGUAGES, worded
    from verifier.tables.compare import compare_report
    from verifier.work.cache import Answers
    from verifier.work.disk import Store

    report = compare_report(concrete(), kept=Answers(Store()), of_a_run=False)
    return as_markdown(worded(report, LANGUAGES[0])) + "\n"


@cache
def _lead_tables() -> dict[str, LeadTable]:
    """Those of all pages at once: rule sets with the same tricks share their proofs."""
    from verifier.tables.lead_table import lead_tables

    names = concrete()
    return dict(zip(names, lead_tables([load(name) for name in names]), strict=True))
