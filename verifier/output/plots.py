"""Simulated games as a picture for print: what totals there were, and what the rules changed, seat by seat.

Made to be read in grey and on paper: lines differ by their dashes, intervals have caps, and no colour carries a meaning alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulespec.diagnostics import fault
from verifier.evenings.estimates import Estimate
from verifier.evenings.many import Played
from verifier.evenings.simulate import Pair
from verifier.output.simulate_report import WORDS

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.typing import RcKeyType
    from numpy.typing import NDArray

KINDS = ("pdf", "png", "svg")
DIFFERENCES = ("totals", "made", "premiums")  # what a pair is compared in, a panel each
COLOURS, DASHES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000"), ("-", "--", "-.", ":")
MARKS = "osD^vP"
WIDTH, HEAD, LINE = 7.0, 2.9, 0.24  # inches: the picture, a row of panels, a line of a seat
BINS = 60
FONT = 8
STYLE: dict[RcKeyType, Any] = {
    "font.size": FONT, "axes.titlesize": FONT + 1, "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.6,
    "lines.linewidth": 1.2, "pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "jokeri", "savefig.dpi": 300,
}  # fmt: skip


def kind_of(path: Path) -> str:
    """The kind of picture by the name of its file. Raises Faults, also where nothing is there to draw with."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise fault("RV139", f"`{path}` is no name of a picture", help=f"let it end with {', '.join(f'`.{one}`' for one in KINDS)}")
    if find_spec("matplotlib") is None:
        raise fault("RV139", "pictures need Matplotlib, which is not installed", help="install the extra `plots`: python -m pip install 'jokeri[plots]'")
    return kind


def picture(played: Sequence[Played], pairs: Sequence[Pair], kind: str) -> bytes:
    """The picture as a file of that kind; equal games give equal bytes."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        heights = [HEAD, *(0.75 + LINE * (len(pair.seats) + 1) for pair in pairs)]
        figure = Figure((WIDTH, sum(heights)), layout="constrained")
        FigureCanvasAgg(figure)
        parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
        distributions(parts[0], played)
        for part, pair in zip(parts[1:], pairs, strict=True):
            differences(part, pair, labels(played))
        out = BytesIO()
        dates: dict[str, Any] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}
        figure.savefig(out, format=kind, metadata=dates[kind])
        return out.getvalue()


def labels(played: Sequence[Played]) -> dict[int, str]:
    """What each rule set is called; two of one name are told apart by their fingerprints."""
    names = [one.ruleset.id for one in played]
    return {id(one.ruleset): one.ruleset.id if names.count(one.ruleset.id) == 1 else f"{one.ruleset.id} {one.ruleset.fingerprint[:6]}" for one in played}


def distributions(part: Any, played: Sequence[Played]) -> None:
    """Totals of all seats as outlines over one another, a rule set each, and the shares of places beside them."""
    axes, winners = part.subplots(1, 2, width_ratios=[2.2, 1])
    named, drawn = labels(played), [one for one in played if one.whole.any()]
    edges = shared_edges(drawn)
    for one, colour, dash in zip(drawn, cycle(COLOURS), cycle(DASHES)):
        totals = one.counts[one.whole][:, :, 0].ravel()
        shares = _shares(totals, edges)
        axes.stairs(100 * shares, edges, color=colour, linestyle=dash, label=f"{named[id(one.ruleset)]}, mean {totals.mean():,.0f}")
        axes.axvline(totals.mean(), color=colour, linestyle=dash, linewidth=0.7)
    axes.set(title=f"Totals of a game, {len(played[0].ended):,} games, all seats", xlabel="points", ylabel=f"% of totals, in steps of {_step(edges):,.0f}")
    axes.set_ylim(bottom=0)
    if drawn:
        axes.legend(frameon=False, fontsize=FONT - 1)
    _first_places(winners, drawn, named)


def shared_edges(played: Sequence[Played]) -> NDArray[np.float64]:
    """Steps of one round width for all rule sets: 1, 2 or 5 times a power of ten, and no finer than totals lie."""
    import numpy as np

    totals = [one.counts[one.whole][:, :, 0] for one in played]
    low, high = (min(t.min() for t in totals), max(t.max() for t in totals)) if totals else (0, 1)
    wide = max(10.0, (high - low) / BINS)
    power = 10.0 ** np.floor(np.log10(wide))
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= wide)
    edges: NDArray[np.float64] = np.arange(np.floor(low / step), np.floor(high / step) + 2) * step
    return edges


def _step(edges: NDArray[np.float64]) -> float:
    return float(edges[1] - edges[0])


def _shares(totals: Any, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    found: NDArray[np.float64] = np.histogram(totals, edges)[0] / max(len(totals), 1)
    return found


def _first_places(axes: Any, played: Sequence[Played], named: dict[int, str]) -> None:
    """How often each seat comes first, with its interval."""
    from verifier.evenings.simulate import summarize

    for place, (one, colour, mark) in enumerate(zip(played, cycle(COLOURS), cycle(MARKS))):
        seats = summarize(one).seats
        _points(axes, [seat.places[0] for seat in seats], place, len(played), colour, mark, 100)
        axes.set_yticks(range(len(seats)), [seat.name for seat in seats])
    axes.invert_yaxis()
    axes.set(title="Comes first", xlabel="% of games")


def differences(part: Any, pair: Pair, named: dict[int, str]) -> None:
    """The right rule set less the left one: a panel a number, a line a seat, with 95 % intervals and the line of no difference."""
    part.suptitle(f"{named[id(pair.right)]} less {named[id(pair.left)]}, the same {pair.games:,} games, 95 % intervals; filled where they do not hold 0", fontsize=FONT + 1)
    axes = part.subplots(1, len(DIFFERENCES), sharey=True)
    for panel, name in zip(axes, DIFFERENCES, strict=True):
        panel.axvline(0, color="0.4", linewidth=0.7)
        _points(panel, [seat.counted[name] for seat in pair.seats], 0, 1, "black", "o", 1)
        panel.set_xlabel(f"{WORDS[name]}, a game")
        panel.margins(x=0.15, y=0.2)
        panel.locator_params(axis="x", nbins=4)
    axes[0].set_yticks(range(len(pair.seats)), [seat.name for seat in pair.seats])
    axes[0].invert_yaxis()


def _points(axes: Any, estimates: Sequence[Estimate], place: int, of: int, colour: str, mark: str, by: int) -> None:
    """Estimates one under the other; those of several rule sets stand close together. What has no interval has no bar."""
    for line, one in enumerate(estimates):
        if one.value is None:
            continue
        at = line + 0.5 * ((place + 0.5) / of - 0.5)
        low, high = (one.value if bound is None else bound for bound in (one.low, one.high))
        bar = [[by * (one.value - min(low, one.value))], [by * (max(high, one.value) - one.value)]]
        filled = colour if one.clear or by != 1 else "white"
        axes.errorbar([by * one.value], [at], xerr=bar, fmt=mark, color=colour, markerfacecolor=filled, markersize=3.5, capsize=2, linewidth=0.9)
