"""The paper's Figures 5 to 9 for any runs. They show all runs; the paper's show each model's best strategy."""

import io
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import matplotlib
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.rcsetup import cycler
from matplotlib.ticker import PercentFormatter

from classeval_hf.core.terminal import counted, plural, visible
from classeval_hf.metrics.averages import GroupKind
from classeval_hf.metrics.intervals import MIN_UNITS
from classeval_hf.metrics.scores import samples_text
from classeval_hf.reports import tables
from classeval_hf.reports.display import NAME_LIMIT, clip
from classeval_hf.reports.runs import Run
from classeval_hf.runs.score_files import PublishedRun

HATCHES = ("", "////", "\\\\\\\\", "xxxx", "----")  # of series, which differ without colour too


def _style(paper: str, ink: str, faint: str, grid: str, fills: Sequence[str]) -> dict[Any, Any]:
    return {
        **{"font.family": "DejaVu Sans", "font.size": 9.5, "hatch.linewidth": 0.6, "svg.fonttype": "path"},
        **dict.fromkeys(("figure.facecolor", "axes.facecolor"), paper),
        **dict.fromkeys(("axes.labelcolor", "text.color", "ytick.color"), ink),
        **dict.fromkeys(("axes.edgecolor", "xtick.color"), faint),
        **{"axes.prop_cycle": cycler(color=fills), "grid.color": grid},
        "text.parse_math": False,  # dollar signs in names do not mark formulas
        "svg.hashsalt": "classeval-hf",  # equal runs give equal files
    }


# Colours of series differ in lightness and between blue and yellow, never between red and green.
LIGHT, DARK = (
    _style("#ffffff", "#1c2733", "#5b6672", "#d9dee3", ["#16395f", "#5f9cc4", "#e6d3a3", "#f7f4ec", "#9a7b4f"]),
    _style("#171d24", "#e6ebf0", "#a3afba", "#303a45", ["#8cc3ee", "#3f7099", "#cdb87f", "#2b343d", "#86693f"]),
)
_SETTINGS: Any = rcParams  # matplotlib's settings in the current style
WIDTH = 8.0
_BAR = 0.24


@dataclass(frozen=True)
class Bars:
    name: str  # name in the legend
    values: Sequence[float | None]  # length per row, `None` for no bar
    intervals: Sequence[Sequence[float] | None] = ()  # error bars
    published: Sequence[float | None] = ()  # published values, shown as diamonds
    faint: Sequence[bool] = ()  # bars of few tasks, shown grey with their number in brackets


def new_figure(title: str, subtitle: str, body: float) -> Figure:
    lines = textwrap.wrap(subtitle, 118)
    heading = 0.52 + 0.17 * len(lines)
    height = heading + body
    layout = ConstrainedLayoutEngine(rect=(0.008, 0.0, 0.984, 1 - heading / height), h_pad=0.06, w_pad=0.06)
    figure = Figure(figsize=(WIDTH, height), layout=layout)
    figure.text(0.012, 1 - 0.1 / height, title, va="top", fontsize=12.5, fontweight="bold")
    faint = _SETTINGS["axes.edgecolor"]
    figure.text(0.012, 1 - 0.38 / height, "\n".join(lines), va="top", fontsize=8.5, color=faint, linespacing=1.4)
    return figure


def draw_bars(axes: Axes, rows: Sequence[str], series: Sequence[Bars], others: Sequence[Bars] = ()) -> None:
    """Draws the bars of rows; `others` are those of a further panel with the same axis."""
    thickness = 0.8 / len(series)
    fills = _SETTINGS["axes.prop_cycle"].by_key()["color"]
    values = [value for bars in (*series, *others) for value in (*bars.values, *bars.published) if value is not None]
    ends = [interval[1] for bars in (*series, *others) for interval in bars.intervals if interval]
    top = max([*values, *ends, 0.02])
    for index, bars in enumerate(series):
        offset = (index - (len(series) - 1) / 2) * thickness
        places = [row + offset for row in range(len(rows))]
        axes.barh(
            places,
            [0.0 if grey else value or 0.0 for value, grey in zip_longest(bars.values, bars.faint)],
            height=thickness * 0.92,
            color=fills[index % len(fills)],
            hatch=HATCHES[index % len(HATCHES)],
            edgecolor=_SETTINGS["text.color"],
            linewidth=0.6,
            label=bars.name,
        )
        drawn = zip_longest(places, bars.values, bars.intervals, bars.published, bars.faint)
        for place, value, interval, published, grey in drawn:
            if value is not None:
                end = value
                if grey:
                    axes.barh(place, value, height=thickness * 0.92, color=_SETTINGS["grid.color"])
                if interval is not None:
                    low, high = interval
                    axes.errorbar(
                        value,
                        place,
                        xerr=[[max(value - low, 0.0)], [max(high - value, 0.0)]],
                        fmt="none",
                        ecolor=_SETTINGS["text.color"],
                        elinewidth=1.1,
                        capsize=0,
                        # To be seen on a bar.
                        path_effects=[withStroke(linewidth=2.8, foreground=_SETTINGS["figure.facecolor"])],
                    )
                    end = max(end, high)
                if published is not None:
                    axes.plot([published], [place], markersize=5, **published_mark())
                    end = max(end, published + top * 0.008)
                words = f"({value * 100:.1f})" if grey else f"{value * 100:.1f}"
                words += "" if published is None else f"  (\u25c7 {published * 100:.1f})"
                axes.text(end + top * 0.012, place, words, va="center", fontsize=8.5)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    marked = any(value is not None for bars in series for value in bars.published)
    axes.set_xlim(0, max(top * (1.34 if marked else 1.16), 0.1))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(axis="x", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def wrapped(label: str, width: int = 30) -> str:
    """A label on as many lines as it needs, at most three."""
    return "\n".join(textwrap.wrap(label, width, max_lines=3, placeholder="\u2026"))


def published_mark() -> dict[str, Any]:
    """Style of the mark of a published value, in bars and in the legend."""
    paper, ink = _SETTINGS["figure.facecolor"], _SETTINGS["text.color"]
    return {"marker": "D", "markerfacecolor": paper, "markeredgecolor": ink, "linestyle": ""}


Published = dict[str, PublishedRun]  # published scores by label of the run that they belong to
_ERROR_COLUMNS = 9
_MAX_DEPENDENCIES = 4
_ERROR_BARS = "error bars: confidence intervals over tasks"


@dataclass(frozen=True)
class DrawnFigure:
    name: str  # name of its files, without an ending
    title: str
    description: str  # its data as text, for readers who cannot see it
    svg: bytes  # the figure as SVG
    dark_svg: bytes  # the same on a dark ground
    png: bytes  # the figure as PNG


class _NoData(Exception):
    """The runs lack the data of a figure."""


def draw_figures(
    runs: Sequence[Run], published: Published | None = None
) -> tuple[list[DrawnFigure], list[tuple[str, str]]]:
    """Figures 5 to 9, and the titles of those that are left out, each with what the runs lack; with published scores,
    the method level of 5 and 6 is `test_class_pass@k`, as published."""

    def saved(figure: Figure, kind: str) -> bytes:
        target = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(target, format=kind, dpi=160, metadata=metadata)
        return target.getvalue()

    drawn, missing = list[DrawnFigure](), list[tuple[str, str]]()
    for name, title, draw in _FIGURES:
        try:
            with matplotlib.rc_context(LIGHT):
                figure, description = draw(runs, published, title)
                svg, png = saved(figure, "svg"), saved(figure, "png")
            with matplotlib.rc_context(DARK):
                dark_svg = saved(draw(runs, published, title)[0], "svg")
        except _NoData as reason:
            missing.append((title, str(reason)))
        else:
            drawn.append(DrawnFigure(name, title, description, svg, dark_svg, png))
    return drawn, missing


def _figure_5(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    level, heading = ("method_pass@1", "method@1")
    if published is not None:  # as published
        level, heading = ("test_class_pass@1", "test class@1, public harness")
    how = "no run with pass@1 is known to be greedy (a label states it: MODEL,STRATEGY,greedy=RUN)"
    chosen = _choose(runs, how, "class_pass@1", level, keep=lambda run: run.name.sampling == "greedy")
    columns = {"class@1": "class_pass@1", heading: level}
    series = [_metric_bars(name, chosen, metric, published) for name, metric in columns.items()]
    return _bar_figure(title, _subtitle(chosen, *columns.values()), chosen, series, sampling=False)


def _figure_6(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    level, of_methods = ("method_pass@5", "method@5")
    if published is not None:
        level, of_methods = ("test_class_pass@5", "test class@5, public harness")
    how = "no run has pass@5 and a known strategy (at least five samples per task are needed)"
    chosen = _choose(runs, how, "class_pass@5", level, keep=lambda run: bool(run.name.strategy))
    with_sampling = len({run.name.sampling for run in chosen}) > 1
    rows = list(dict.fromkeys(_label(run, with_sampling, strategy=False) for run in chosen))
    strategies = tables.in_strategy_order([run.name.strategy for run in chosen])
    by_name = {(_label(run, with_sampling, strategy=False), run.name.strategy): run for run in reversed(chosen)}
    panels = {
        heading: [
            _metric_bars(strategy.replace("_", "-"), [by_name.get((row, strategy)) for row in rows], metric, published)
            for strategy in strategies
        ]
        for heading, metric in (("class@5", "class_pass@5"), (of_methods, level))
    }
    subtitle = _subtitle(chosen, "class_pass@5", level)
    figure = new_figure(title, subtitle, 0.95 + (_BAR * len(strategies) + 0.2) * len(rows))
    every = [bars for series in panels.values() for bars in series]
    for axes, (heading, series) in zip(figure.subplots(1, 2, sharey=True), panels.items(), strict=True):
        draw_bars(axes, [wrapped(row) for row in rows], series, every)
        axes.set_title(heading, loc="left", fontsize=9.5)
    _legend(figure, every)
    return figure, " ".join(f"{heading}: {_in_words(rows, series)}" for heading, series in panels.items())


def _choose(
    runs: Sequence[Run], reason: str, *metrics: str, keep: Callable[[Run], bool] = lambda run: True
) -> list[Run]:
    """The runs for a figure of class tasks that have all these metrics, ranked by the first; at least one."""
    ordered = tables.ranked(runs, *metrics[:1])
    chosen = [run for run in ordered if all(run.value(metric) is not None for metric in metrics) and keep(run)]
    if not chosen:
        has_classes = any(name.startswith("class_pass@") for run in runs for name in run.scores.averages)
        raise _NoData(reason if has_classes else "it is for class tasks, and no run has class_pass@k")
    return chosen


def _figure_7(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    chosen = _choose(runs, "no run has dep_f and dep_m (score it with this version)", "dep_f", "dep_m")
    series = [_metric_bars("DEP(F), fields", chosen, "dep_f"), _metric_bars("DEP(M), methods", chosen, "dep_m")]
    return _bar_figure(title, _subtitle(chosen, "dep_f", "dep_m"), chosen, series)


def _figure_8(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    how = "no run has method_pass_by_dependencies (score it with this version)"
    chosen = _choose(runs, how, keep=lambda run: bool(tables.pass_by_dependencies(run)))
    kind: GroupKind = "method_pass_by_dependencies"
    of_runs = [run.scores.error_analysis.get(kind, {}) for run in chosen]
    series = []
    for count in sorted({count for run in chosen for count in tables.pass_by_dependencies(run)})[:_MAX_DEPENDENCIES]:
        groups = [groups.get(str(count)) for groups in of_runs]
        size = tables.group_size(chosen, kind, str(count))
        series.append(
            Bars(
                counted(count, "other method") + (f" (n = {size.removesuffix(' methods')})" if size else ""),
                [None if group is None else group["share"] for group in groups],
                [None if group is None else group.get("interval") for group in groups],
                faint=[group is not None and tables.is_small(group) for group in groups],
            )
        )
    subtitle = _subtitle(chosen)
    subtitle += f"; {_ERROR_BARS}" if any(any(bars.intervals) for bars in series) else ""
    subtitle += f"; grey: fewer than {MIN_UNITS} tasks" if any(any(bars.faint) for bars in series) else ""
    return _bar_figure(title, subtitle, chosen, series)


def _figure_9(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    chosen = [run for run in tables.ranked(runs) if run.scores.error_analysis.get("error_distribution")]
    if not chosen:
        old = [run.label for run in runs if "error_distribution" not in run.scores.error_analysis]
        raise _NoData(f"{old[0]}: score it with this version" if old else "no test ended in another error")
    types = tables.common_errors(chosen, _ERROR_COLUMNS)
    shares = [list(tables.error_shares(run, types).values()) for run in chosen]
    figure = new_figure(title, _subtitle(chosen), 1.15 + 0.42 * len(chosen))
    axes = figure.subplots()
    highest = max(max(row) for row in shares) or 1.0
    fills = _SETTINGS["axes.prop_cycle"].by_key()["color"]
    colours = LinearSegmentedColormap.from_list("paper_to_ink", [_SETTINGS["axes.facecolor"], fills[1], fills[0]])
    axes.imshow(shares, cmap=colours, vmin=0, vmax=highest, aspect="auto")
    for row, values in enumerate(shares):
        for column, value in enumerate(values):
            colour = _SETTINGS["figure.facecolor" if value > 0.6 * highest else "text.color"]
            axes.text(column, row, f"{value * 100:.1f}", ha="center", va="center", fontsize=8.5, color=colour)
    rows = [_label(run) for run in chosen]
    axes.set_yticks(range(len(rows)), [wrapped(row) for row in rows])
    names = [_safe(kind, 24) for kind in types]
    axes.set_xticks(range(len(types)), names, rotation=25, ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks([place + 0.5 for place in range(len(types) - 1)], minor=True)
    axes.set_yticks([place + 0.5 for place in range(len(rows) - 1)], minor=True)
    axes.grid(which="minor", color=_SETTINGS["figure.facecolor"], linewidth=2)
    axes.tick_params(which="minor", length=0)
    words = [
        f"{label}: " + ", ".join(f"{kind} {value * 100:.1f}%" for kind, value in zip(names, values, strict=True)) + "."
        for label, values in zip(rows, shares, strict=True)
    ]
    return figure, " ".join(words)


_FIGURES = (
    ("figure5", "Figure 5: pass@1 at class and method level, greedy", _figure_5),
    ("figure6", "Figure 6: pass@5 of the generation strategies", _figure_6),
    ("figure7", "Figure 7: dependencies of the reference found in the samples", _figure_7),
    ("figure8", "Figure 8: correct methods by number of other methods the reference calls", _figure_8),
    ("figure9", "Figure 9: errors by type, failed assertions aside, in percent", _figure_9),
)


def _bar_figure(
    title: str, subtitle: str, runs: Sequence[Run], series: Sequence[Bars], sampling: bool = True
) -> tuple[Figure, str]:
    rows = [_label(run, sampling) for run in runs]
    figure = new_figure(title, subtitle, 0.75 + (_BAR * len(series) + 0.2) * len(rows))
    draw_bars(figure.subplots(), [wrapped(row) for row in rows], series)
    _legend(figure, series)
    return figure, _in_words(rows, series)


def _metric_bars(name: str, runs: Sequence[Run | None], metric: str, published: Published | None = None) -> Bars:
    marks = [(published or {}).get(run.label) if run else None for run in runs]
    return Bars(
        name,
        [run.value(metric) if run else None for run in runs],
        [run.scores.intervals.get(metric) if run else None for run in runs],
        [mark.scores.get(metric) if mark else None for mark in marks],
    )


def _legend(figure: Figure, series: Sequence[Bars]) -> None:
    handles, _ = figure.axes[0].get_legend_handles_labels()
    if any(value is not None for bars in series for value in bars.published):
        handles = [*handles, Line2D([], [], label="published", **published_mark())]
    figure.legend(handles=handles, loc="outside lower left", ncols=5, frameon=False, fontsize=9, handlelength=2.2)


def _label(run: Run, sampling: bool = True, strategy: bool = True) -> str:
    parts = [
        run.name.model,
        run.distinction,
        run.name.strategy.replace("_", "-") if strategy else "",
        run.name.sampling if sampling else "",
    ]
    return ", ".join(_safe(part) for part in parts if part)


def _safe(text: str, limit: int = NAME_LIMIT) -> str:
    return clip(" ".join(visible(text).split()), limit)


def _subtitle(runs: Sequence[Run], *metrics: str) -> str:
    """Samples, sampling and data version, each once; `metrics` are those that may have error bars."""

    def listed(values: set[str]) -> str:
        return _safe(" and ".join(sorted(values)), 160)

    versions = {run.data_version or "version not stated" for run in runs}
    tasks = sorted({run.scores.n_tasks for run in runs})
    numbers = f"{' and '.join(map(str, tasks))} {plural('task', tasks[-1])}"
    parts = [
        f"n = {listed({samples_text(run.scores) for run in runs})} per task, {numbers}",
        listed({run.name.sampling or "sampling not stated" for run in runs}),
        f"task data: {listed(versions) if len(versions) < 3 else f'{len(versions)} versions'}",
        f"metric {listed({run.scores.metric_version for run in runs})}",
    ]
    parts += [_ERROR_BARS] if any(metric in run.scores.intervals for run in runs for metric in metrics) else []
    return "; ".join(parts)


def _in_words(rows: Sequence[str], series: Sequence[Bars]) -> str:
    sentences = []
    for index, row in enumerate(rows):
        values = [
            f"{bars.name} {value * 100:.1f}%" + (" (few tasks)" if any(bars.faint[index : index + 1]) else "")
            for bars in series
            if (value := bars.values[index]) is not None
        ]
        sentences.append(f"{row}: {', '.join(values)}")
    return ". ".join(sentences) + "."
