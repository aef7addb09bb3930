"""
The size of a report's page, the time to write it, and the time until a browser first paints it.

    python benchmarks/report.py
    python benchmarks/report.py --runs 20 --tasks 100 --samples 5 --seed 1

It prints Markdown. The completions are those that come with the tasks of `open`, each with some of its names replaced,
so that no two are alike. The browser is Chromium by playwright, if both are installed (or CHROMIUM names one).
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from classeval_hf.core.tables import format_table
from classeval_hf.metrics.scores import Scores
from classeval_hf.reports.runs import Run
from classeval_hf.reports.writing import write_report
from classeval_hf.runs.run_names import RunName
from classeval_hf.tasks import folders as task_folders

__all__ = ["main"]

_NAME = re.compile(r"\b[a-z_]{4,}\b")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark with these arguments, by default those of the process, and prints its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("runs", 20), ("tasks", 100), ("samples", 5), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    arguments = parser.parse_args(argv)
    rng = random.Random(arguments.seed)
    runs = [_run(rng, number, arguments.tasks, arguments.samples) for number in range(arguments.runs)]
    characters = sum(len(text) for run in runs for texts in (run.completions or {}).values() for text in texts)
    with tempfile.TemporaryDirectory() as folder:
        start, start_cpu = time.perf_counter(), time.process_time()
        write_report(runs, folder)
        seconds, cpu = time.perf_counter() - start, time.process_time() - start_cpu
        page = Path(folder) / "report.html"
        rows = [
            ["completions", arguments.runs * arguments.tasks * arguments.samples],
            ["their characters", characters],
            ["bytes of report.html", page.stat().st_size],
            ["seconds to write", f"{seconds:.1f}"],
            ["of them processor time of the writing process", f"{cpu:.1f}"],
            *([what, f"{value:.0f} ms"] for what, value in _paints(page).items()),
        ]
    print(format_table(["what", "value"], rows))
    return 0


def _run(rng: random.Random, number: int, tasks: int, samples: int) -> Run:
    folders = task_folders.task_folders(task_folders.open_tasks_directory())
    examples = [example for folder in folders for example in task_folders.read_example_completions(folder)]
    chosen = {f"Task_{task}": [rng.choice(examples) for _ in range(samples)] for task in range(tasks)}
    results = {task: [_result(example.passes) for example in of_task] for task, of_task in chosen.items()}
    scores: dict[str, Any] = {
        "n_tasks": tasks,
        "n_samples": tasks * samples,
        "metric_version": "",
        "class_pass@1": sum(example.passes for of_task in chosen.values() for example in of_task) / (tasks * samples),
        "results": results,
    }
    completions = {task: [_varied(rng, example.text) for example in of_task] for task, of_task in chosen.items()}
    name = RunName(f"model-{number}", "holistic", "nucleus")
    return Run(name, str(name), Scores.from_dict(scores), completions=completions)


def _result(passes: bool) -> dict[str, Any]:
    failure = {"test": "test_1", "outcome": "fail", "error_type": "AssertionError", "message": "1 != 2"}
    verdict = {"passed": passes, "tests": 5, "counts": {"pass": 5 if passes else 4}, "message": ""}
    verdict |= {"judged_by": "parent", "failures": [] if passes else [failure]}
    return {
        "class_passed": passes,
        "methods": {"run": passes},
        "test_classes": dict.fromkeys(("A", "B", "C"), verdict),
    }


def _varied(rng: random.Random, text: str) -> str:
    names = sorted(set(_NAME.findall(text)))
    new = {name: f"{name}_{rng.randrange(1000)}" for name in rng.sample(names, len(names) // 3)}
    return _NAME.sub(lambda found: new.get(found.group(), found.group()), text)


def _paints(page: Path) -> dict[str, float]:
    """Milliseconds from the start of loading: to the first paint, and until the heat map is drawn."""
    browser_path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {}
    if browser_path is None:
        return {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_page()
        opened.goto(page.as_uri(), wait_until="load")
        opened.wait_for_function("performance.getEntriesByType('paint').length > 0")
        found: dict[str, float] = opened.evaluate(
            "({'first paint': performance.getEntriesByType('paint')[0].startTime,"
            " 'heat map drawn': performance.timing.domInteractive - performance.timing.navigationStart})"
        )
        browser.close()
    return found


if __name__ == "__main__":
    raise SystemExit(main())
