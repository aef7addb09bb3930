"""The paper's Figures 5 to 9 for any runs. They show all runs; the paper's show each model's best strategy."""

import io
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
from classeval_hf.metrics.averages import MIN_UNITS, GroupKind
from classeval_hf.metrics.scores import samples_text
from classeval_hf.reports import tables
from classeval_hf.reports.display import NAME_LIMIT, clip
from classeval_hf.reports.runs import Run
from classeval_hf.runs.run_records import STRATEGIES
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
class Bar:
    value: float | None = None  # its length, `None` for no bar
    interval: Sequence[float] | None = None  # shown as an error bar
    published: float | None = None  # shown as a diamond
    faint: bool = False  # a bar of few tasks, shown grey with its number in brackets


Series = Mapping[str, Sequence[Bar]]  # by name in the legend, a bar for each row


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


def draw_bars(axes: Axes, rows: Sequence[str], series: Series, others: Sequence[Bar] = ()) -> None:
    """Draws the bars of rows, and for the first panel the legend; `others` are the bars of all panels, if several."""
    thickness, fills = 0.8 / len(series), _SETTINGS["axes.prop_cycle"].by_key()["color"]
    paper, ink = _SETTINGS["figure.facecolor"], _SETTINGS["text.color"]
    published = {"marker": "D", "markerfacecolor": paper, "markeredgecolor": ink, "linestyle": ""}
    every = [bar for bars in series.values() for bar in bars]
    ends = [(bar.value, bar.published, bar.interval[1] if bar.interval else None) for bar in (*every, *others)]
    top = max([0.02, *(end for of_bar in ends for end in of_bar if end is not None)])
    for index, (name, bars) in enumerate(series.items()):
        places = [row + (index - (len(series) - 1) / 2) * thickness for row in range(len(rows))]
        look = {"hatch": HATCHES[index % len(HATCHES)], "edgecolor": ink, "linewidth": 0.6}
        lengths = [0.0 if bar.faint else bar.value or 0.0 for bar in bars]
        axes.barh(places, lengths, height=thickness * 0.92, color=fills[index % len(fills)], label=name, **look)
        for place, bar in zip(places, bars, strict=True):
            if bar.value is None:
                continue
            end = bar.value
            if bar.faint:
                axes.barh(place, bar.value, height=thickness * 0.92, color=_SETTINGS["grid.color"])
            if bar.interval is not None:
                low, high = bar.interval
                errors = [[max(bar.value - low, 0.0)], [max(high - bar.value, 0.0)]]
                seen = [withStroke(linewidth=2.8, foreground=paper)]  # on a bar
                look = {"fmt": "none", "ecolor": ink, "elinewidth": 1.1, "capsize": 0, "path_effects": seen}
                axes.errorbar(bar.value, place, xerr=errors, **look)
                end = max(end, high)
            if bar.published is not None:
                axes.plot([bar.published], [place], markersize=5, **published)
                end = max(end, bar.published + top * 0.008)
            words = f"({bar.value * 100:.1f})" if bar.faint else f"{bar.value * 100:.1f}"
            words += "" if bar.published is None else f"  (\u25c7 {bar.published * 100:.1f})"
            axes.text(end + top * 0.012, place, words, va="center", fontsize=8.5)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    marked = any(bar.published is not None for bar in every)
    axes.set_xlim(0, max(top * (1.34 if marked else 1.16), 0.1))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(axis="x", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    figure = axes.get_figure()
    if isinstance(figure, Figure) and axes is figure.axes[0]:
        handles, _ = axes.get_legend_handles_labels()
        if any(bar.published is not None for bar in (*every, *others)):
            handles.append(Line2D([], [], label="published", **published))
        figure.legend(handles=handles, loc="outside lower left", ncols=5, frameon=False, fontsize=9, handlelength=2.2)


def wrapped(label: str, width: int = 30) -> str:
    """A label on as many lines as it needs, at most three."""
    return "\n".join(textwrap.wrap(label, width, max_lines=3, placeholder="\u2026"))


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
    """Figures 5 to 9, and the titles of those that are left out, each with what the runs lack."""
    drawn, missing = list[DrawnFigure](), list[tuple[str, str]]()
    for name, title, draw in _FIGURES:
        images = []
        try:
            for theme, kinds in ((LIGHT, ("svg", "png")), (DARK, ("svg",))):
                with matplotlib.rc_context(theme):
                    figure, description = draw(runs, published, title)
                    for kind in kinds:
                        metadata = {"Date": None} if kind == "svg" else {"Software": None}
                        target = io.BytesIO()
                        figure.savefig(target, format=kind, dpi=160, metadata=metadata)
                        images.append(target.getvalue())
        except _NoData as reason:
            missing.append((title, str(reason)))
        else:
            svg, png, dark_svg = images
            drawn.append(DrawnFigure(name, title, description, svg, dark_svg, png))
    return drawn, missing


def _figure_5(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    level, heading = ("method_pass@1", "method@1")
    if published is not None:  # as published
        level, heading = ("test_class_pass@1", "test class@1, public harness")
    how = "no run with pass@1 is known to be greedy (a label states it: MODEL,STRATEGY,greedy=RUN)"
    chosen = _choose(runs, how, "class_pass@1", level, keep=lambda run: run.name.sampling == "greedy")
    columns = {"class@1": "class_pass@1", heading: level}
    series = {name: _metric_bars(chosen, metric, published) for name, metric in columns.items()}
    return _bar_figure(title, _subtitle(chosen, *columns.values()), chosen, series, sampling=False)


def _figure_6(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    level, of_methods = ("method_pass@5", "method@5")
    if published is not None:
        level, of_methods = ("test_class_pass@5", "test class@5, public harness")
    how = "no run has pass@5 and a known strategy (at least five samples per task are needed)"
    chosen = _choose(runs, how, "class_pass@5", level, keep=lambda run: bool(run.name.strategy))
    with_sampling = len({run.name.sampling for run in chosen}) > 1
    rows = list(dict.fromkeys(_label(run, with_sampling, strategy=False) for run in chosen))
    strategies = [name for name in STRATEGIES if any(run.name.strategy == name for run in chosen)]
    by_name = {(_label(run, with_sampling, strategy=False), run.name.strategy): run for run in reversed(chosen)}
    panels = {
        heading: {
            strategy.replace("_", "-"): _metric_bars([by_name.get((row, strategy)) for row in rows], metric, published)
            for strategy in strategies
        }
        for heading, metric in (("class@5", "class_pass@5"), (of_methods, level))
    }
    subtitle = _subtitle(chosen, "class_pass@5", level)
    figure = new_figure(title, subtitle, 0.95 + (_BAR * len(strategies) + 0.2) * len(rows))
    every = [bar for series in panels.values() for bars in series.values() for bar in bars]
    for axes, (heading, series) in zip(figure.subplots(1, 2, sharey=True), panels.items(), strict=True):
        draw_bars(axes, [wrapped(row) for row in rows], series, every)
        axes.set_title(heading, loc="left", fontsize=9.5)
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
    names = {"DEP(F), fields": "dep_f", "DEP(M), methods": "dep_m"}
    series = {name: _metric_bars(chosen, metric) for name, metric in names.items()}
    return _bar_figure(title, _subtitle(chosen, "dep_f", "dep_m"), chosen, series)


def _figure_8(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    how = "no run has method_pass_by_dependencies (score it with this version)"
    kind: GroupKind = "method_pass_by_dependencies"
    chosen = _choose(runs, how, keep=lambda run: bool(run.scores.error_analysis.get(kind)))
    of_runs = [run.scores.error_analysis.get(kind, {}) for run in chosen]
    series: dict[str, list[Bar]] = {}
    for count in sorted({int(count) for groups in of_runs for count in groups})[:_MAX_DEPENDENCIES]:
        size = tables.group_size(chosen, kind, str(count)).removesuffix(" methods")
        bars = series[counted(count, "other method") + (f" (n = {size})" if size else "")] = []
        for group in (groups.get(str(count), {}) for groups in of_runs):
            is_small = group.get("tasks", group.get("methods", MIN_UNITS)) < MIN_UNITS
            bars.append(Bar(group.get("share"), group.get("interval"), faint=is_small))
    every = [bar for bars in series.values() for bar in bars]
    subtitle = _subtitle(chosen) + (f"; {_ERROR_BARS}" if any(bar.interval for bar in every) else "")
    subtitle += f"; grey: fewer than {MIN_UNITS} tasks" if any(bar.faint for bar in every) else ""
    return _bar_figure(title, subtitle, chosen, series)


def _figure_9(runs: Sequence[Run], published: Published | None, title: str) -> tuple[Figure, str]:
    chosen = [run for run in tables.ranked(runs) if run.scores.error_analysis.get("error_distribution")]
    if not chosen:
        old = [run.label for run in runs if "error_distribution" not in run.scores.error_analysis]
        raise _NoData(f"{old[0]}: score it with this version" if old else "no test ended in another error")
    types, of_types = tables.common_errors(chosen, _ERROR_COLUMNS)
    shares = [list(of_run.values()) for of_run in of_types]
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
    title: str, subtitle: str, runs: Sequence[Run], series: Series, sampling: bool = True
) -> tuple[Figure, str]:
    rows = [_label(run, sampling) for run in runs]
    figure = new_figure(title, subtitle, 0.75 + (_BAR * len(series) + 0.2) * len(rows))
    draw_bars(figure.subplots(), [wrapped(row) for row in rows], series)
    return figure, _in_words(rows, series)


def _metric_bars(runs: Sequence[Run | None], metric: str, published: Published | None = None) -> list[Bar]:
    marks = {label: one.scores.get(metric) for label, one in (published or {}).items()}
    return [
        Bar(run.value(metric), run.scores.intervals.get(metric), marks.get(run.label)) if run else Bar()
        for run in runs
    ]


def _label(run: Run, sampling: bool = True, strategy: bool = True) -> str:
    of_strategy = run.name.strategy.replace("_", "-") * strategy
    parts = run.name.model, run.distinction, of_strategy, run.name.sampling * sampling
    return ", ".join(_safe(part) for part in parts if part)


def _safe(text: str, limit: int = NAME_LIMIT) -> str:
    return clip(" ".join(visible(text).split()), limit)


def _subtitle(runs: Sequence[Run], *metrics: str) -> str:
    """Samples, sampling and data version, each once; `metrics` are those that may have error bars."""
    versions = {run.data_version or "version not stated" for run in runs}
    facts = [
        {samples_text(run.scores) for run in runs},
        {run.name.sampling or "sampling not stated" for run in runs},
        versions if len(versions) < 3 else {f"{len(versions)} versions"},
        {run.scores.metric_version for run in runs},
    ]
    n, samplings, task_data, metric = (_safe(" and ".join(sorted(values)), 160) for values in facts)
    tasks = sorted({run.scores.n_tasks for run in runs})
    numbers = f"{' and '.join(map(str, tasks))} {plural('task', tasks[-1])}"
    parts = [f"n = {n} per task, {numbers}", samplings, f"task data: {task_data}", f"metric {metric}"]
    parts += [_ERROR_BARS] if any(metric in run.scores.intervals for run in runs for metric in metrics) else []
    return "; ".join(parts)


def _in_words(rows: Sequence[str], series: Series) -> str:
    sentences = []
    for index, row in enumerate(rows):
        values = []
        for name, bar in ((name, bars[index]) for name, bars in series.items()):
            if bar.value is not None:
                values.append(f"{name} {bar.value * 100:.1f}%" + " (few tasks)" * bar.faint)
        sentences.append(f"{row}: {', '.join(values)}")
    return ". ".join(sentences) + "."
