"""A Java project's own tests: the plan of a task's run, its form for the sandbox, and the expected reports."""

import os
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import TestClassVerdict
from classeval_hf.projects.java.child import CANDIDATE
from classeval_hf.projects.java.compilation import HEAPS, MAIN, SOURCE, TESTS, CompiledProject
from classeval_hf.projects.java.source import JavaSource
from classeval_hf.projects.java.tools import PAYLOAD, processing
from classeval_hf.projects.runner.pytest_reports import ExpectedGroup, failed_run, judge_run
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox.folders import TREE
from classeval_hf.sandbox.jobs import SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings
from classeval_hf.sandbox.tiers import Limits

COMPILE_ERROR = "CompileError"  # type of the error of a candidate that javac refuses
_FINISHED = b'"event":"finished"'
_KEY_BYTES, _OPEN_FILES, _PROCESSES = 32, 1024, 4000
_THREADS = 200  # which a JVM can start besides its own
_OUTPUT_CHARS = 300  # of a JVM that does not start
_FLAGS = (
    *("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=128m"),
    *("-XX:CompressedClassSpaceSize=256m", "-XX:-UsePerfData", "-XX:-UseContainerSupport"),
    *(
        "-XX:+DisplayVMOutputToStderr",
        "-Xlog:disable",
        "-Xlog:all=warning:stderr",
        "-XX:+SuppressFatalErrorMessage",
        "-XX:+DisableAttachMechanism",
        "-Djava.awt.headless=true",
    ),
    *("-Dfile.encoding=UTF-8", "-Duser.timezone=UTC", "-Duser.language=en", "-Duser.country=US"),
)
"""Of a JVM that fits into a sample's address space, writes only reports to its output, and loads no agent later."""


def chained(key: bytes) -> Callable[[bytes], str]:
    """A function that returns for each line a digest of all lines so far under the key, as `Runner.java` does."""
    text, last = key.hex().encode(), b""

    def digest(line: bytes) -> str:
        nonlocal last
        inner = sha256(text + last + line).hexdigest().encode()
        last = sha256(text + inner).hexdigest().encode()
        return last.decode()

    return digest


@dataclass(frozen=True, eq=False)
class JavaTests:
    """The tests of a project that decide about candidates for one of its files."""

    task_id: str
    project: CompiledProject
    target: str  # path of the file that the candidate takes the place of
    tests: Mapping[str, tuple[str, ...]]  # ids of tests by path of the test file; a class stands for all of its tests

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """All test files run in one process, since starting and compiling take longer than most tests."""
        return (tuple(self.tests),)

    @cached_property
    def lines(self) -> list[tuple[str, str]]:
        """What the order says of files: how frames of a traceback name the target and the test files, each with its
        path, and the classes of tests with path, declared name, and name of the class."""
        found = []
        for file in (self.target, *self.tests):
            package = JavaSource(self.project.text(file)).package
            found.append(("place", f"{PurePosixPath(*package.split('.'), PurePosixPath(file).name)}\t{file}"))
            names = dict.fromkeys(test.partition("::")[2].partition("/")[0] for test in self.tests.get(file, ()))
            prefix = f"{package}." if package else ""
            found += [("test", f"{file}\t{name}\t{name if '.' in name else prefix + name}") for name in names]
        return found

    @cached_property
    def stale(self) -> list[str]:
        """The compiled classes of the reference, which no sample may find."""
        source = JavaSource(self.project.text(self.target))
        package, own = PurePosixPath(*source.package.split(".")), set(source.types)
        # Types that processors made: their names contain that of a type, of which the longest counts.
        known = {*own, *(file.stem for file in (self.project.tree / self.target).parent.glob("*.java"))}
        made = [Path(one).stem for one in self.project.generated if PurePosixPath(one).parent == package]
        own |= {one for one in made if max((name for name in known if name in one), key=len, default="") in own}
        names = sorted(path.name for path in (self.project.folder / MAIN / package).glob("*.class"))
        return [str(MAIN / package / name) for name in names if re.split(r"[$.]", name)[0] in own]

    def check(self) -> None:
        """Raises `UserError`, naming what is wrong, for a plan that cannot be carried out."""
        for name in (self.target, *self.tests):
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise UserError(f"{name} of task {self.task_id} must be a path in the project's folder.")
            if not (self.project.tree / name).is_file():
                raise UserError(f"The project of task {self.task_id} has no file {name}: install it again.")
            if name in self.project.left_out:
                raise UserError(f"{name} of task {self.task_id} does not compile here: {self.project.left_out[name]}")


@dataclass(frozen=True)
class JunitSuite:
    """The test classes of a task, in one JVM on a private copy of the project."""

    tests: JavaTests
    seconds: float  # the most seconds of processor time that the tests may have
    discover: bool = False  # for references: whether all tests of the classes are run, which `collected` then lists

    judge = staticmethod(judge_run)

    @property
    def task_id(self) -> str:
        return self.tests.task_id

    @property
    def name(self) -> str:
        return BASE

    @staticmethod
    def is_same_test(declared: str, found: str) -> bool:
        """Whether an id may be that of a declared test: a test class stands for all of its tests."""
        return found == declared or found.startswith(f"{declared}/")

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Raises `UserError` too if no JVM starts here; otherwise its project states the heap with which one does."""
        self.tests.check()
        found = self.tests.project.heap
        if not found:
            found.append(self._working_heap(pool.sandbox(self.settings(""), is_reference)))

    def _working_heap(self, sandbox: Sandbox) -> int:
        """The largest heap of which a JVM with many threads can use all here."""
        for size in HEAPS:
            flags = f"-Xmx{size}m", f"-Xms{size}m", "-XX:+AlwaysPreTouch", "-XX:-SuppressFatalErrorMessage"
            (step,) = sandbox.run(self.control(*flags)).steps
            if _FINISHED in step.report:
                return size
        said = f"{step.report.decode('utf-8', 'replace')}\n{step.output}".splitlines()
        why = " ".join(line.strip("# ") for line in said if not line.startswith("{")).strip()[:_OUTPUT_CHARS]
        limits = sandbox.settings.limits
        raise UserError(
            f"No JVM starts here with the {limits.memory_bytes >> 20} MiB and {limits.processes} threads of a sample, "
            f"even with a heap of {size} MiB and {_THREADS} threads: {why or step.limit or 'it does not say why'}"
        )

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate, the same for all of a project."""
        limits = Limits(cpu_seconds=self.seconds, open_files=_OPEN_FILES, processes=_PROCESSES)
        project = self.tests.project
        readable = (*project.tools.readable, *project.class_path)
        return SandboxSettings(PAYLOAD, limits, tree=str(project.folder), readable=readable)

    def prepare(self, source: str, is_reference: bool = False) -> tuple[SandboxJob, tuple[ExpectedGroup, ...]]:
        """The job for a candidate, the whole file that takes the target's place; and the expected tests."""
        tests, expected = self.tests, self._expected()
        known = [("known", test) for test in expected.tests] + [("discover", "true")] * self.discover
        step = {
            "name": expected.name,
            "order": [("key", expected.key), *known],
            "protected": [TESTS, *(f"{SOURCE}/{name}" for name in tests.tests)],
        }
        place = f"{SOURCE}/{tests.target}"
        files = {f"{TREE}/{name}": "" for name in tests.stale} | {f"{TREE}/{place}": source}
        order = [("source", f"{TREE}:{place}"), ("target", tests.target), *tests.lines]
        return SandboxJob(files, self._shared(order, tests.stale), (step,)), (expected,)

    def control(self, *flags: str) -> SandboxJob:
        """A JVM that compiles and runs nothing."""
        step = {"name": "control", "order": [("key", secrets.token_hex(_KEY_BYTES)), ("threads", str(_THREADS))]}
        return SandboxJob({}, self._shared([], [], flags), (step,))

    def _shared(
        self, order: list[tuple[str, str]], stale: Sequence[str], flags: Sequence[str] = ()
    ) -> dict[str, object]:
        project, tools = self.tests.project, self.tests.project.tools
        # Classes of the project come first: the candidate adds classes, and replaces none but those of its file.
        path = [f"{TREE}:{TESTS}", f"{TREE}:{MAIN}", *project.class_path, f"{TREE}:{CANDIDATE}"]
        options = [("path", one) for one in path] + [("output", f"{TREE}:{CANDIDATE}")]
        options += [("option", one) for one in processing(tools.processors)] + [("agent", one) for one in tools.agents]
        agents = [f"-javaagent:{jar}" for jar in tools.agents]
        class_path = os.pathsep.join([*tools.class_path, *path])
        heap = f"-Xmx{(project.heap or HEAPS)[0]}m"
        parts = PurePosixPath(self.tests.target).parts
        module = parts[: parts.index("src")] if "src" in parts else ()  # the folder where its tests expect to run
        return {
            "command": [*tools.command, *_FLAGS, heap, *flags, *agents, "-cp", class_path, "classeval.Runner"],
            "libraries": f"{tools.home}/lib",
            "folder": str(PurePosixPath(SOURCE, *module)),
            "order": [*order, *options],
            "stale": list(stale),
        }

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        return failed_run([self._expected()], ruling)

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """Marks by the runner, of what the candidate's classes name of the test machinery."""
        return tuple(reported or ())

    def _expected(self) -> ExpectedGroup:
        tests = tuple(test for of_file in self.tests.tests.values() for test in of_file)
        key = secrets.token_hex(_KEY_BYTES)
        files = tuple(self.tests.tests)
        return ExpectedGroup(
            files, self.tests.target, tests, key, discover=self.discover, digests=chained, one_by_one=True
        )
