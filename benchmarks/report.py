"""
The size of a report's page, the time to write it, and the time until a browser first paints it.

    python benchmarks/report.py
    python benchmarks/report.py --runs 20 --tasks 100 --samples 5 --seed 1

It prints Markdown. The tasks are copies of those of `open`, with their skeletons, tests and references. The
completions are those that come with them, each with some of its names replaced, so that no two are alike. The browser
is Chromium by playwright, if both are installed (or CHROMIUM names one).
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from classeval_hf.classes.tasks import files
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.samples import Sample
from classeval_hf.metrics.scores import SCHEMA_VERSION, Scores
from classeval_hf.reports.runs import Run
from classeval_hf.reports.writing import write_report
from classeval_hf.runs.run_records import RunName

__all__ = ["main"]

_NAME = re.compile(r"\b[a-z_]{4,}\b")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark with these arguments, by default those of the process, and prints its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("runs", 20), ("tasks", 100), ("samples", 5), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    arguments = parser.parse_args(argv)
    rng = random.Random(arguments.seed)
    tasks = _tasks(arguments.tasks)
    runs = [_run(rng, number, tasks, arguments.samples) for number in range(arguments.runs)]
    characters = sum(
        len(sample.completion) for run in runs for of_task in (run.samples or {}).values() for sample in of_task
    )
    with tempfile.TemporaryDirectory() as folder:
        start, start_cpu, start_children = time.perf_counter(), time.process_time(), _children()
        write_report(runs, folder)
        seconds, cpu = time.perf_counter() - start, time.process_time() - start_cpu
        page = Path(folder) / "report.html"
        rows = [
            ["completions", arguments.runs * arguments.tasks * arguments.samples],
            ["their characters", characters],
            ["bytes of report.html", page.stat().st_size],
            ["seconds to write", f"{seconds:.1f}"],
            ["processor time of the writing process", f"{cpu:.1f}"],
            ["processor time of the processes that read code", f"{_children() - start_children:.1f}"],
            *([what, f"{value:.0f} ms"] for what, value in _paints(page).items()),
        ]
    print(format_table(["what", "value"], rows))
    return 0


Example = files.ExampleCompletion


def _tasks(count: int) -> list[tuple[ClassTask, list[Example]]]:
    """Tasks with the completions that come with them; beyond the number of those that are shipped, copies."""
    folders = files.task_folders(files.OPEN_TASKS)
    shipped = [(files.read_task_folder(folder), files.read_example_completions(folder)) for folder in folders]
    usable = [(task, examples) for task, examples in shipped if examples]
    chosen = [usable[number % len(usable)] for number in range(count)]
    return [(replace(task, task_id=f"Task_{number}"), examples) for number, (task, examples) in enumerate(chosen)]


def _run(rng: random.Random, number: int, tasks: Sequence[tuple[ClassTask, list[Example]]], samples: int) -> Run:
    chosen = {task.task_id: [rng.choice(examples) for _ in range(samples)] for task, examples in tasks}
    passing = sum(example.passes for of_task in chosen.values() for example in of_task)
    scores: dict[str, Any] = {
        "n_tasks": len(tasks),
        "n_samples": len(tasks) * samples,
        "schema_version": SCHEMA_VERSION,
        "metric_version": "",
        "class_pass@1": passing / (len(tasks) * samples),
        "results": {
            task.task_id: [_result(rng, task, example.passes) for example in chosen[task.task_id]] for task, _ in tasks
        },
    }
    texts = {
        task_id: [Sample(task_id, index, _varied(rng, example.text)) for index, example in enumerate(of_task)]
        for task_id, of_task in chosen.items()
    }
    name = RunName(f"model-{number}", "holistic", "nucleus")
    known = {task.task_id: task for task, _ in tasks}
    return Run(path=Path(), name=name, label=str(name), scores=Scores.from_dict(scores), samples=texts, tasks=known)


def _result(rng: random.Random, task: ClassTask, passes: bool) -> dict[str, Any]:
    """Verdicts by test class. Of a sample that fails, half of the tests do."""
    verdicts = {}
    for test_class in task.test_classes:
        tests = declared_tests(task.test).by_class.get(test_class, ())
        failing = [] if passes else [test for test in tests if rng.random() < 0.5]
        failures = [
            {"test": test, "outcome": "fail", "error_type": "AssertionError", "message": f"{rng.random()} != 2"}
            for test in failing
        ]
        counts = {"pass": len(tests) - len(failing), "fail": len(failing)}
        verdict = {"passed": not failing, "tests": len(tests), "counts": counts, "message": "", "judged_by": "parent"}
        verdicts[test_class] = {**verdict, "failures": failures}
    return {"class_passed": passes, "methods": {"run": passes}, "test_classes": verdicts}


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
