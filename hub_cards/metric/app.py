"""
The metric as an app: choose a task, write or paste a class, run its tests, see what passed.

What a visitor pastes is run in isolation, at tier T2 or better, or not at all; and only where the operator of the
Space has set `HF_ALLOW_CODE_EVAL=1`. All text that comes from visitors or from their code is escaped.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

# Before gradio is imported, which reads these once: nothing is reported to anyone.
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import gradio as gr

from classeval_hf.core.errors import InfrastructureError, require_consent
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.engine.judge import Judge
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.splits import load_split

MIN_TIER = "T2"
"""A visitor's code must not reach the network, nor read or write what is not its own."""

MAX_CHARS = 100_000
"""Maximum of characters of a completion."""

RUNS_AT_A_TIME = 2

TASKS = {f"{task.task_id} · {task.class_name} · {task.topic}": task for task in load_split("open")}

CSS = """
#status, #verdict, #status > *, #verdict > * { padding: 0 !important; }
.verdict table { border-collapse: collapse; width: 100%; margin: 0.3em 0 1em; }
.verdict table, .verdict tr, .verdict th, .verdict td { border: 0 !important; text-align: left; vertical-align: top; }
.verdict th, .verdict td { border-bottom: 1px solid var(--border-color-primary) !important; padding: 0.35em 0.7em; }
.verdict .mark { width: 7em; white-space: nowrap; font-weight: 600; }
.verdict pre { margin: 0.15em 0 0.5em; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85em; }
.verdict pre { background: var(--background-fill-secondary); padding: 0.4em 0.6em; border-radius: 4px; }
.verdict .pass { color: #15803d; } .dark .verdict .pass { color: #4ade80; }
.verdict .fail { color: #b91c1c; } .dark .verdict .fail { color: #f87171; }
.verdict .headline { font-size: 1.15em; font-weight: 600; margin-bottom: 0.4em; }
.verdict .note { color: var(--body-text-color-subdued); font-size: 0.9em; }
.contracts pre { white-space: pre-wrap; font-size: 0.85em; }
.contracts summary { cursor: pointer; font-family: ui-monospace, monospace; padding: 0.2em 0; }
"""

THEME = gr.themes.Default(
    # Names of fonts that a visitor's machine has: none is fetched.
    font=["ui-sans-serif", "system-ui", "sans-serif"],
    font_mono=["ui-monospace", "Consolas", "monospace"],
)


def refusal() -> str:
    """Why nothing can be run here; empty if it can."""
    try:
        require_consent()
    except ValueError:
        return (
            "This Space runs no code. Its operator can allow it by setting the variable HF_ALLOW_CODE_EVAL to 1 in "
            "the settings of the Space. Code of visitors is then run in isolation, and nothing of it is kept."
        )
    try:
        with Judge(min_isolation=MIN_TIER, cache=False, progress=False):
            return ""
    except IsolationError as error:
        return f"This machine cannot isolate foreign code well enough, so none is run. {error}"


def status(refused: str) -> str:
    """The line below the title."""
    if refused:
        return f"<div class='verdict'><b class='fail'>Nothing is run here.</b> {escape(refused)}</div>"
    return (
        "<div class='verdict note'>What you paste is run in a sandbox without network, with 5 seconds of processor "
        f"time per test class. It is not stored. Metric version {escape(METRIC_VERSION)}.</div>"
    )


def show_task(name: str) -> tuple[str, str, str, str]:
    """Skeleton, contracts and tests of a task, and the skeleton again to write into."""
    task = TASKS[name]
    contracts = "".join(
        f"<details><summary>{escape(method.method_name)}</summary><pre>{escape(method.method_description)}</pre></details>"
        for method in task.methods_info
    )
    return task.skeleton, f"<div class='contracts'>{contracts}</div>", task.test, task.skeleton


def run_tests(name: str, code: str) -> str:
    """Runs the tests of a task on a class; returns the verdict as HTML."""
    task = TASKS[name]
    if len(code) > MAX_CHARS:
        return _message(f"The completion has {len(code):,} characters; the maximum is {MAX_CHARS:,}.")
    try:
        scores = compute_scores([[code]], [task], num_workers=1, progress=False, cache=False, min_isolation=MIN_TIER)
    except (ValueError, IsolationError) as error:
        return _message(str(error))
    except InfrastructureError:
        return _message("The completion could not be run, for reasons that are not its own. Please try again.")
    return _verdict(task, scores)


def _verdict(task: ClassTask, scores: Mapping[str, Any]) -> str:
    (result,) = scores["results"][task.task_id]
    test_classes = result["test_classes"]
    methods = [(method.method_name, method.test_classes) for method in task.methods_info if method.test_classes]
    parts = [
        f"<div class='headline'>{_mark(result['class_passed'])} class {escape(task.class_name)}</div>",
        _table("method", [_row(name, [test_classes[item] for item in names]) for name, names in methods]),
        _table("whole class", [_row(name, [test_classes[name]]) for name in task.class_test_classes]),
        _dependencies(scores),
        f"<div class='note'>Isolation {escape(scores['isolation']['tier'])}.</div>",
    ]
    return f"<div class='verdict'>{''.join(parts)}</div>"


def _table(title: str, rows: Iterable[str]) -> str:
    return f"<table><tr><th class='mark'>verdict</th><th>{escape(title)}</th></tr>{''.join(rows)}</table>"


def _row(name: str, verdicts: list[Mapping[str, Any]]) -> str:
    counts = ", ".join(f"{item['counts']['pass']} of {item['tests']} tests passed" for item in verdicts)
    details = "".join(_failures(item) for item in verdicts)
    mark = _mark(all(item["passed"] for item in verdicts))
    return f"<tr><td class='mark'>{mark}</td><td><b>{escape(name)}</b>: {counts}{details}</td></tr>"


def _failures(verdict: Mapping[str, Any]) -> str:
    """What went wrong in a test class, the same thing said once."""
    found: dict[str, list[str]] = {}
    for failure in verdict["failures"]:
        found.setdefault(_reason(failure), []).append(failure["test"])
    if verdict["message"]:  # the class does not load: that is all that is wrong with its tests
        reason = ": ".join([*verdict["error_types"][:1], verdict["message"]])
        found = {reason: [failure["test"] for failure in verdict["failures"]]}
    return "".join(f"<pre>{escape(', '.join(tests))}\n{escape(reason)}</pre>" for reason, tests in found.items())


def _reason(failure: Mapping[str, Any]) -> str:
    if failure["outcome"] == "timeout":
        return "ran out of time"
    return ": ".join(part for part in (failure["error_type"], failure["message"]) if part) or "did not pass"


def _dependencies(scores: Mapping[str, Any]) -> str:
    """DEP: how many of the reference's dependencies on fields and methods the class has (ClassEval, section 4.4)."""
    shown = [
        f"DEP({kind}) {scores[key]:.0%} of the reference's dependencies on {words}"
        for key, kind, words in (("dep_f", "F", "fields"), ("dep_m", "M", "methods"))
        if key in scores
    ]
    return f"<div>{'; '.join(shown)}.</div>" if shown else ""


def _mark(passed: bool) -> str:
    return "<span class='pass'>✓ passed</span>" if passed else "<span class='fail'>✗ failed</span>"


def _message(text: str) -> str:
    return f"<div class='verdict'><div class='headline fail'>Not run</div>{escape(text)}</div>"


def _code_view(source: str) -> gr.Code:
    return gr.Code(source, language="python", interactive=False, show_label=False, max_lines=40, wrap_lines=True)


def build_app() -> gr.Blocks:
    """The page."""
    refused = refusal()
    first = next(iter(TASKS))
    skeleton, contracts, tests, _ = show_task(first)
    with gr.Blocks(title="ClassEval metric", analytics_enabled=False) as app:
        gr.Markdown("# ClassEval metric\nA class is judged by its tests, method by method and as a whole.")
        gr.HTML(status(refused), elem_id="status")
        with gr.Row():
            with gr.Column():
                task = gr.Dropdown(list(TASKS), value=first, label="Task", elem_id="task")
                with gr.Tab("Skeleton"):
                    skeleton_view = _code_view(skeleton)
                with gr.Tab("Contracts"):
                    contracts_view = gr.HTML(contracts)
                with gr.Tab("Tests"):
                    tests_view = _code_view(tests)
            with gr.Column():
                code = gr.Code(
                    skeleton,
                    language="python",
                    label="Your class",
                    interactive=True,
                    max_lines=30,
                    wrap_lines=True,
                    elem_id="code",
                )
                with gr.Row():
                    run = gr.Button("Run the tests", variant="primary", interactive=not refused, elem_id="run")
                    reference = gr.Button("Show me a class that passes", elem_id="reference")
                verdict = gr.HTML(elem_id="verdict", min_height=120)
        task.change(show_task, task, [skeleton_view, contracts_view, tests_view, code], show_progress="hidden").then(
            lambda: "", None, verdict, show_progress="hidden"
        )
        reference.click(lambda name: TASKS[name].solution_code, task, code, show_progress="hidden")
        run.click(run_tests, [task, code], verdict, concurrency_limit=RUNS_AT_A_TIME, api_name="run_tests")
    return app


if __name__ == "__main__":
    build_app().queue(max_size=20).launch(css=CSS, theme=THEME)
