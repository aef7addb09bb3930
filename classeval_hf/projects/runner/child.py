"""The process that runs test files of a project with pytest, a payload of [`classeval_hf.sandbox.supervisor`]. It
decides nothing, and is loaded before any code of the project, as are pytest and its plugins (see
`docs/design/project-tests.md`)."""

import gc
import importlib
import importlib.machinery
import inspect
import json
import marshal
import os
import select
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import PurePath
from types import CodeType
from typing import Any

from classeval_hf.projects.runner.audit_hook import EVENT, OVER, install_audit_hook, make_report
from classeval_hf.projects.runner.comparisons import ASSERTING, COMPARED, MODULE
from classeval_hf.projects.runner.plugin import (
    Baseline,
    PhaseReporter,
    StandIn,
    asserting,
    compared,
    described,
    tell_of_programs,
    tellers,
)
from classeval_hf.sandbox.folders import TREE, ready_folder, remove_tree

_LOOK_SECONDS, _WORKS_SECONDS = 0.05, 0.001
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
        inspect.getmodule(warm.__code__)  # it looks at the files of all modules once, and then at new ones alone
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
    options += ["--color=no", "--tb=native", "--maxfail=0", "--continue-on-collection-errors"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning", *shared["options"]]
    for plugin, more in _OPTIONS_OF_PLUGINS.items():
        if find_spec(plugin) is not None:
            options += more
    paths = tuple(os.path.normpath(os.path.join(root, path)) for path in shared["import_paths"])
    return _Prepared(root, paths, tuple(options), shared["sources"])


def start(prepared: _Prepared, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns the function that runs the tests, and then exits without the project's exit handlers."""
    time.tzset()
    tempfile.tempdir = None
    sys.argv[:] = ["pytest"]
    sys.path[:0] = prepared.import_paths
    os.environ["PYTHONPATH"] = os.pathsep.join(prepared.import_paths)  # for programs that tests start
    os.chdir(prepared.root)
    replaced, target = os.path.join(prepared.root, step["replaced"]), os.path.join(prepared.root, step["target"])
    sources = {os.path.join(prepared.root, path): digest for path, digest in prepared.sources.items()}
    sources.pop(replaced, None)
    paths = [os.path.join(prepared.root, name) for name in step["files"]]
    variants = _Variants(step, prepared.root, target, os.dup(descriptor)) if "variants" in step else None
    key, caller = bytes.fromhex(step.pop("key")), install_audit_hook.__code__.co_filename
    report, renew = make_report(descriptor, key, caller, waits=variants is not None)
    if MODULE in sys.modules:  # not where the project is pytest itself
        setattr(sys.modules[MODULE], COMPARED, compared)
        setattr(sys.modules[MODULE], ASSERTING, asserting)
    told_by = [*tellers(_run), tell_of_programs(), *([] if variants is None else [_Variants.find.__code__])]
    renewed = None if variants is None else renew
    install_audit_hook(report, sources, prepared.root, target, paths, told_by, StandIn, renewed)
    discover, reach = step.get("discover", False), step.get("reach", False)
    plugins = [PhaseReporter(step["tests"], prepared.root, discover, reach, variants), Baseline()]
    return partial(_run, [*paths, *prepared.options], plugins, prepared.root, variants)


class _Variants:
    """The candidates of a step of references, which are trusted. Each runs in a process that is forked from one which
    has started pytest, with the code that an earlier one compiled from the same source. No sample is run like this."""

    def __init__(self, step: dict[str, Any], root: str, target: str, descriptor: int) -> None:
        self._variants, self.share_collection = step["variants"], step["share_collection"]
        self._root, self._target, self._descriptor, self._begin = root, target, descriptor, time.monotonic()
        self._folders = [os.environ[name] for name in ("HOME", "TMPDIR")]
        self._code = os.path.join(self._folders[1], "compiled")
        self._known: dict[tuple[str, str, bytes], tuple[CodeType, float]] = {}  # with the time that it took to compile
        self._new, self._saved, self._is_loaded = dict(self._known), 0.0, False
        if self.share_collection:
            self._write(self._variants[0]["source"])
        loader, rewriting = importlib.machinery.SourceFileLoader, sys.modules[MODULE]
        of_module, of_tests = loader.source_to_code, getattr(rewriting, "_rewrite_test")  # noqa: B009 (has no type)

        def source_to_code(own: Any, data: Any, path: Any, **options: Any) -> Any:
            return self.find("module", path, data, lambda: of_module(own, data, path, **options))

        def rewrite_test(*given: Any) -> tuple[Any, CodeType]:
            path = next(str(one) for one in given if isinstance(one, PurePath))
            with open(path, "rb") as file:
                code = self.find("tests", path, file.read(), lambda: of_tests(*given)[1])
            return os.stat(path), code

        setattr(loader, "source_to_code", source_to_code)  # noqa: B010
        setattr(rewriting, "_rewrite_test", rewrite_test)  # noqa: B010

    def find(self, kind: str, path: str, source: Any, compiled: Callable[[], CodeType]) -> CodeType:
        """The code of a source; each is given once, as functions of a module that is loaded again are others."""
        self._is_loaded = self._is_loaded or path == self._target
        if type(source) is not bytes or not path.startswith(self._root):
            return compiled()
        key = kind, path, source
        code, seconds = self._known.pop(key, (None, 0.0))
        if code is not None:
            self._saved += seconds
            sys.audit(EVENT, "compiled", source, path)
            return code
        before = time.process_time()
        code = compiled()
        self._new.setdefault(key, (code, time.process_time() - before))
        return code

    def next(self) -> dict[str, Any]:
        """Forks a process for each candidate, and returns there. The process of the step ends after the last one, or
        earlier if the next one would find another project than the first one."""
        files, started = self._state(), time.monotonic() - self._begin
        gc.freeze()  # what the processes share is not looked through for garbage in each
        for variant in self._variants if self.share_collection or not self._is_loaded else ():
            begin, (alive, held) = time.monotonic(), os.pipe()
            child = os.fork()
            if child == 0:
                os.close(alive)
                os.close(self._descriptor)
                os.setsid()
                if not self.share_collection:
                    self._write(variant["source"])
                return dict(variant)
            os.close(held)
            limit = self._watch(child, alive, variant["cpu_seconds"])
            _, _, used = os.wait4(child, 0)
            cpu_seconds = time.process_time() + used.ru_utime + used.ru_stime
            over = {"limit": limit, "cpu_seconds": cpu_seconds, "seconds": started + time.monotonic() - begin}
            os.write(self._descriptor, f"\n{OVER}{json.dumps(over)}\n".encode())
            with suppress(OSError, EOFError, ValueError), open(self._code, "rb") as file:
                self._known.update(marshal.load(file))
            for folder in self._folders:
                ready_folder(folder)
                for name in os.listdir(folder):
                    remove_tree(os.path.join(folder, name))
            if self._state() != files:  # the next candidate would find what these tests left
                break
        _exit(0)

    def _write(self, source: str) -> None:
        with suppress(FileNotFoundError):  # it may be a link
            os.unlink(self._target)
        with open(self._target, "wb") as file:
            file.write(source.encode("utf-8", "surrogatepass"))

    def _watch(self, child: int, alive: int, cpu_seconds: float) -> str:
        """Waits for a process; returns the limit that it reached, if any."""
        begin, limit = time.monotonic(), ""
        used, since = 0.0, begin  # its processor time, and when it was last seen to grow
        clock = (~child << 3) | 2  # as in `sandbox.accounting`
        while not limit and not select.select([alive], [], [], _LOOK_SECONDS)[0]:
            now, before = time.monotonic(), used
            with suppress(OSError):
                used = time.clock_gettime(clock)
            since = now if used - before > _WORKS_SECONDS else since
            # A body that waits for longer than all tests may take waits forever; a reference has more time.
            waits = not self.share_collection and now - since >= cpu_seconds + 1
            limit = "cpu" if used >= cpu_seconds else "wall" if waits or now - begin >= 4 * cpu_seconds + 1 else ""
        os.close(alive)
        for kill in (os.kill, os.killpg) if limit else (os.killpg,):
            with suppress(ProcessLookupError, PermissionError):
                kill(child, signal.SIGKILL)
        return limit

    def _state(self) -> dict[str, tuple[int, int, int]]:
        """All files and folders of the project except the candidate's, with size, time and mode."""
        found = {}
        for folder, folders, names in os.walk(self._root):
            for path in (os.path.join(folder, name) for name in (*folders, *names)):
                status = os.lstat(path)
                changing = (0, 0) if stat.S_ISDIR(status.st_mode) else (status.st_size, status.st_mtime_ns)
                found[path] = *changing, status.st_mode
        found.pop(self._target, None)
        return found

    def leave(self) -> float:
        """Leaves what was compiled for the next candidate; returns the processor time that this one was spared."""
        if not self.share_collection:
            with suppress(OSError), open(self._code, "wb") as file:
                marshal.dump(self._new, file)
        return self._saved


def _run(arguments: Sequence[str], plugins: list[object], root: str, variants: _Variants | None) -> None:
    """Runs pytest. A sample can see this function on the stack, so it holds nothing that reports."""
    audit = sys.audit
    status = -1
    try:
        # Imported in the process that all samples are forked from, unless the project is pytest itself.
        status = int(importlib.import_module("pytest").main(list(arguments), plugins=plugins))
    except BaseException as error:
        audit(EVENT, "load_error", described(error, root))
    audit(EVENT, "finished", status, 0.0 if variants is None else variants.leave())
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    _exit(0)
