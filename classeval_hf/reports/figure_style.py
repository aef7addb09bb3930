"""How the figures look: colours, hatches, layout, and bars with error bars."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patheffects import withStroke
from matplotlib.rcsetup import cycler
from matplotlib.ticker import PercentFormatter

HATCHES = ("", "////", "\\\\\\\\", "xxxx", "----")  # hatches of series, so that they differ without colour too


def _style(paper: str, ink: str, faint: str, grid: str, fills: Sequence[str]) -> dict[Any, Any]:
    return {
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "figure.facecolor": paper,
        "axes.facecolor": paper,
        "axes.edgecolor": faint,
        "axes.labelcolor": ink,
        "axes.prop_cycle": cycler(color=fills),
        "grid.color": grid,
        "text.color": ink,
        "text.parse_math": False,  # a dollar sign in a name is a dollar sign
        "xtick.color": faint,
        "ytick.color": ink,
        "hatch.linewidth": 0.6,
        "svg.fonttype": "path",
        "svg.hashsalt": "classeval-hf",  # equal runs give equal files
    }


LIGHT, DARK = (
    _style("#ffffff", "#1c2733", "#5b6672", "#d9dee3", ["#16395f", "#5f9cc4", "#e6d3a3", "#f7f4ec", "#9a7b4f"]),
    _style("#171d24", "#e6ebf0", "#a3afba", "#303a45", ["#8cc3ee", "#3f7099", "#cdb87f", "#2b343d", "#86693f"]),
)
"""
Settings of matplotlib that the figures are drawn with. The colours of series differ in lightness, and in blue against
yellow, never in red against green.
"""


def setting(name: Any) -> Any:
    """The value of a setting of matplotlib, as the style in use has it."""
    return rcParams[name]


def heat_colours() -> LinearSegmentedColormap:
    """Colours of shares, from that of the paper to that of the first series."""
    fills = setting("axes.prop_cycle").by_key()["color"]
    return LinearSegmentedColormap.from_list("paper_to_ink", [setting("axes.facecolor"), fills[1], fills[0]])


WIDTH = 8.0
_BAR = 0.24
_Value = TypeVar("_Value")


@dataclass(frozen=True)
class Bars:
    """One bar per row."""

    name: str  # name in the legend
    values: Sequence[float | None]  # length per row, `None` for no bar
    intervals: Sequence[tuple[float, float] | None] = ()  # error bars
    published: Sequence[float | None] = ()  # published values, shown as diamonds


def row_height(series: int) -> float:
    """Inches that a row with a number of bars takes."""
    return _BAR * series + 0.2


def new_figure(title: str, subtitle: str, body: float) -> Figure:
    """An empty figure with its heading."""
    lines = textwrap.wrap(subtitle, 118)
    heading = 0.52 + 0.17 * len(lines)
    height = heading + body
    layout = ConstrainedLayoutEngine(rect=(0.008, 0.0, 0.984, 1 - heading / height), h_pad=0.06, w_pad=0.06)
    figure = Figure(figsize=(WIDTH, height), layout=layout)
    figure.text(0.012, 1 - 0.1 / height, title, va="top", fontsize=12.5, fontweight="bold")
    faint = setting("axes.edgecolor")
    figure.text(0.012, 1 - 0.38 / height, "\n".join(lines), va="top", fontsize=8.5, color=faint, linespacing=1.4)
    return figure


def draw_bars(axes: Axes, rows: Sequence[str], series: Sequence[Bars], top: float | None = None) -> None:
    """Draws groups of horizontal bars, first row on top, each bar with its value."""
    thickness = 0.8 / len(series)
    fills = setting("axes.prop_cycle").by_key()["color"]
    top = max_value(series) if top is None else top
    for index, bars in enumerate(series):
        offset = (index - (len(series) - 1) / 2) * thickness
        places = [row + offset for row in range(len(rows))]
        axes.barh(
            places,
            [value or 0.0 for value in bars.values],
            height=thickness * 0.92,
            color=fills[index % len(fills)],
            hatch=HATCHES[index % len(HATCHES)],
            edgecolor=setting("text.color"),
            linewidth=0.6,
            label=bars.name,
        )
        for place, value, interval, published in zip(
            places, bars.values, _padded(bars.intervals, rows), _padded(bars.published, rows), strict=True
        ):
            if value is not None:
                _annotate(axes, place, value, interval, published, top)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    marked = any(value is not None for bars in series for value in bars.published)
    axes.set_xlim(0, max(top * (1.34 if marked else 1.16), 0.1))
    _style_percent_axis(axes)


def _style_percent_axis(axes: Axes) -> None:
    """A horizontal axis in percent, with light grid lines and without a frame."""
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(axis="x", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def wrapped(label: str, width: int = 30) -> str:
    """A label on as many lines as it needs, at most three."""
    return "\n".join(textwrap.wrap(label, width, max_lines=3, placeholder="\u2026"))


def _annotate(
    axes: Axes,
    place: float,
    value: float,
    interval: tuple[float, float] | None,
    published: float | None,
    top: float,
) -> None:
    end = value
    if interval is not None:
        low, high = interval
        axes.errorbar(
            value,
            place,
            xerr=[[max(value - low, 0.0)], [max(high - value, 0.0)]],
            fmt="none",
            ecolor=setting("text.color"),
            elinewidth=1.1,
            capsize=0,
            # To be seen on a bar.
            path_effects=[withStroke(linewidth=2.8, foreground=setting("figure.facecolor"))],
        )
        end = max(end, high)
    if published is not None:
        axes.plot([published], [place], markersize=5, **published_mark())
        end = max(end, published + top * 0.008)
    words = f"{value * 100:.1f}" + ("" if published is None else f"  (\u25c7 {published * 100:.1f})")
    axes.text(end + top * 0.012, place, words, va="center", fontsize=8.5)


def published_mark() -> dict[str, Any]:
    """How a published value is marked, in bars and in the legend."""
    paper, ink = setting("figure.facecolor"), setting("text.color")
    return {"marker": "D", "markerfacecolor": paper, "markeredgecolor": ink, "linestyle": ""}


def max_value(series: Sequence[Bars]) -> float:
    """The largest value in bars, intervals and published marks."""
    values = [value for bars in series for value in (*bars.values, *bars.published) if value is not None]
    highs = [interval[1] for bars in series for interval in bars.intervals if interval]
    return max([*values, *highs, 0.02])


def _padded(values: Sequence[_Value | None], rows: Sequence[str]) -> Sequence[_Value | None]:
    return values or [None] * len(rows)
