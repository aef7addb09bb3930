"""The process that runs test files of a project with pytest, a payload of [`classeval_hf.sandbox.supervisor`]. It
decides nothing, and is loaded before any code of the project, as are pytest and its plugins (see
`docs/design/project-tests.md`)."""

import importlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from typing import Any

from classeval_hf.projects.runner.comparisons import ASSERTING, COMPARED, MODULE
from classeval_hf.projects.runner.keeper import EVENT, keep
from classeval_hf.projects.runner.plugin import (
    Baseline,
    ShownModule,
    Witness,
    asserting,
    compared,
    described,
    tell_of_programs,
    tellers,
)
from classeval_hf.projects.runner.reporting import make_report
from classeval_hf.sandbox.folders import TREE

_exit = os._exit  # bound before any code of the project's
_OPTIONS_OF_PLUGINS = {
    "xdist": ["-n0"],
    "pytest_cov": ["--no-cov"],
    "pytest_randomly": ["--randomly-dont-reorganize", "--randomly-seed=0"],
    "_hypothesis_pytestplugin": ["--hypothesis-seed=0"],
}  # what keeps plugins from running tests elsewhere, in another order or with other random numbers each time


@dataclass(frozen=True)
class _Prepared:
    """Data that all test files of a sample share."""

    root: str
    target: str
    import_paths: tuple[str, ...]
    options: tuple[str, ...]
    sources: dict[str, str]


def warm() -> None:
    """Imports pytest with its plugins; called once, in the process that all samples are forked from."""
    with suppress(Exception):  # where there is no pytest, the parent is told that it is missing
        for name in importlib.import_module("_pytest.config").default_plugins:
            importlib.import_module(f"_pytest.{name}")
        for entry in metadata.entry_points(group="pytest11"):
            with suppress(Exception):
                entry.load()
        if find_spec("hypothesis") is not None:  # it is to try the same examples each time, however long they take
            hypothesis = importlib.import_module("hypothesis")  # here, since its plugin imports it late
            hypothesis.settings.register_profile(
                "classeval-hf",
                deadline=None,
                derandomize=True,
                database=None,
                report_multiple_bugs=False,
                phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
                suppress_health_check=[hypothesis.HealthCheck.too_slow],
            )
            hypothesis.settings.load_profile("classeval-hf")


def prepare(shared: dict[str, Any], folder: str) -> _Prepared:
    """Prepares data that all test files share; called by the supervisor. See `pytest_suite` for `shared`."""
    root = os.path.join(os.path.realpath(folder), TREE)
    config = os.path.join(root, shared["config"]) if shared["config"] else os.devnull
    cache = os.path.join(folder, "tmp", "pytest-cache")  # empty at first, whatever an earlier run left in the project
    options = [f"--rootdir={root}", f"--confcutdir={root}", "-c", config, "-o", f"cache_dir={cache}", "-q"]
    options += [
        "--color=no",
        "--tb=native",
        "--maxfail=0",
        "--continue-on-collection-errors",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]
    options += shared["options"]
    for plugin, more in _OPTIONS_OF_PLUGINS.items():
        if find_spec(plugin) is not None:
            options += more
    paths = tuple(os.path.normpath(os.path.join(root, path)) for path in shared["import_paths"])
    return _Prepared(root, os.path.join(root, shared["target"]), paths, tuple(options), shared["sources"])


def start(prepared: _Prepared, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns the function that runs the tests, and then exits without the project's exit handlers."""
    time.tzset()
    tempfile.tempdir = None
    sys.argv[:] = ["pytest"]
    sys.path[:0] = prepared.import_paths
    os.environ["PYTHONPATH"] = os.pathsep.join(prepared.import_paths)  # for programs that tests start
    os.chdir(prepared.root)
    sources = {os.path.join(prepared.root, path): digest for path, digest in prepared.sources.items()}
    paths = [os.path.join(prepared.root, name) for name in step["files"]]
    report = make_report(descriptor, bytes.fromhex(step.pop("key")), keep.__code__.co_filename)
    if MODULE in sys.modules:  # not where the project is pytest itself
        setattr(sys.modules[MODULE], COMPARED, compared)
        setattr(sys.modules[MODULE], ASSERTING, asserting)
    told_by = [*tellers(_run), tell_of_programs()]
    keep(report, sources, prepared.root, prepared.target, paths, told_by, ShownModule)
    discover, reach = step.get("discover", False), step.get("reach", False)
    plugins = [Witness(step["tests"], prepared.root, discover, reach), Baseline()]
    return partial(_run, [*paths, *prepared.options], plugins, prepared.root)


def _run(arguments: Sequence[str], plugins: list[object], root: str) -> None:
    """Runs pytest. A sample can see this function on the stack, so it holds nothing that reports."""
    audit = sys.audit
    status = -1
    try:
        # Imported in the process that all samples are forked from, unless the project is pytest itself.
        status = int(importlib.import_module("pytest").main(list(arguments), plugins=plugins))
    except BaseException as error:
        audit(EVENT, "load_error", described(error, root))
    audit(EVENT, "finished", status)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    _exit(0)
