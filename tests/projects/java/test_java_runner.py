"""Running JUnit against candidates in Java: what passes, what does not, and what a sample cannot do."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from java_here import require_java
from slow_and_full import one_in

from classeval_hf.core.errors import ProjectError, UserError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.executor import Execution, Executor
from classeval_hf.projects.family import check_references
from classeval_hf.projects.java import tools
from classeval_hf.projects.java.junit_suite import JunitSuite
from classeval_hf.projects.java.tools import JavaTools
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.tasks.files import read_project_folder
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.sandbox import SandboxSettings

ORCHARD = Path(__file__).with_name("orchard")
TESTS, MAIN = "src/test/java/orchard", "src/main/java/orchard"
BARN = f"{TESTS}/BarnTest.java"
TIERS = ("T3", "T2", "T1", "T0")


@pytest.fixture(scope="module", autouse=True)
def java() -> None:
    require_java()


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RepositoryTask]:
    """A task for each tested class of the project, by the name of the class."""
    folder = tmp_path_factory.mktemp("java") / "orchard"
    shutil.copytree(ORCHARD, folder)
    (folder / "project.json").write_text('{"name": "orchard"}')
    lines = [
        {
            **{"task_id": f"orchard.{name}", "language": "java", "path": f"{MAIN}/{name}.java", "target": name},
            **{"kind": "class", "tests": [f"{TESTS}/{name}Test.java::{name}Test"], "detailed_description": "A class."},
        }
        for name in ("Barn", "Crate", "Ledger")
    ]
    (folder / "tasks.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return {task.target.name: task for task in read_project_folder(folder)}


@pytest.fixture(scope="module")
def folders() -> ProjectFolders:
    return ProjectFolders()


Run = Callable[..., Execution]


@pytest.fixture
def run(tasks: dict[str, RepositoryTask], folders: ProjectFolders, executors: Callable[[str], Executor]) -> Run:
    """Runs the tests of a class against a candidate file, by default the reference with a change."""

    def run_tests(name: str, old: str = "", new: str = "", source: str | None = None, tier: str = "T3") -> Execution:
        (task,) = folders.located([tasks[name]])
        reference = folders.source(task)
        assert old in reference
        suite = folders.suite(task, discover=True)
        changed = reference.replace(old, new) if source is None else source
        limits = TimeLimits(dict.fromkeys(suite.tests.tests, 40.0))
        return executors(tier).run_suite(suite, changed, is_reference=True, limits=limits)

    return run_tests


def passing(execution: Execution) -> dict[str, bool]:
    """Whether each test passed, by its name."""
    cases = [case for item in execution.verdict.test_classes for case in item.cases]
    return {
        case.test.partition("::")[2]: case.outcome is Outcome.PASS
        for case in cases
        if case.test in execution.collected
    }


def all_pass(execution: Execution) -> bool:
    return bool(execution.collected) and all(passing(execution).values())


def around(execution: Execution) -> tuple[str, str]:
    (item,) = execution.verdict.test_classes
    return item.error_type, item.message


@pytest.mark.parametrize("tier", one_in(4, TIERS))
def test_right_passes_and_wrong_fails(run: Run, tier: str) -> None:
    tests = ("hasNoRoom", "findsTheHeaviest", "namesEachFruitOnce", "takesWhatTheFileLists")
    names = {f"BarnTest/{test}(orchard.BarnTest)" for test in tests}
    assert passing(run("Barn", tier=tier)) == dict.fromkeys(names, True)
    found = run("Barn", ".distinct()", "", tier=tier)
    assert passing(found) == {name: "Once" not in name for name in names}
    (failed,) = [case for case in found.verdict.test_classes[0].cases if "Once" in case.test]
    assert (failed.outcome, failed.error_type, failed.line, failed.test_line) == (
        Outcome.FAIL,
        "AssertionError",
        0,
        39,
    )
    assert failed.message == "expected:<[pears, plums]> but was:<[pears, plums, pears]>\n  at BarnTest.java:39 in " + (
        "namesEachFruitOnce"
    )


def test_parameters_and_nested_classes_have_ids_of_their_own(run: Run) -> None:
    prefix = "CrateTest/refuses(java.lang.String, int)"
    wrong = passing(run("Crate", "|| kilograms < 0", ""))
    assert wrong == {
        **{"CrateTest/adds()": True, "CrateTest/refusesOtherFruit()": True},
        **{f"{prefix}/#1": False, f"{prefix}/#2": True},
    }
    nested = passing(run("Ledger", "Math.floorDiv(sum, entries)", "sum"))
    assert nested == {
        **{"LedgerTest/addsUp()": True, "LedgerTest/OfAName/isMissing()": True},
        "LedgerTest/OfAName/hasAMean()": False,
    }


def test_a_compile_error_is_its_own_outcome(run: Run) -> None:
    execution = run("Barn", "crates.stream().mapToInt", "crates.flow().mapToInt")
    error_type, message = around(execution)
    assert error_type == "CompileError" and message.startswith("Barn.java:28: cannot find symbol\n")
    assert "flow()" in message and passing(execution) == {}
    error_type, message = around(run("Barn", source="package orchard; public class Other {}"))
    assert (error_type, message) == (
        "CompileError",
        "Barn.java:1: class Other is public, should be declared in a file named Other.java",
    )


CONSTRUCTOR = "        this.room = room;\n"
HOSTILE = {
    "ends the JVM": ("System.exit(0);", "ProcessEnded"),
    "halts it": ("Runtime.getRuntime().halt(0);", "ProcessEnded"),
    "crashes it": (
        'try { var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe"); field.setAccessible(true); '
        "((sun.misc.Unsafe) field.get(null)).putLong(0, 1); } catch (ReflectiveOperationException e) { }",
        "ProcessEnded",
    ),
    "writes lines of a report": (
        "try (var out = new java.io.FileOutputStream(java.io.FileDescriptor.out)) { out.write("
        '"00 {\\"event\\":\\"finished\\",\\"status\\":0,\\"read\\":[]}\\n".getBytes()); }'
        " catch (java.io.IOException e) { }",
        "TestMachineryChanged",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_sample_that_ends_or_forges_the_run_fails(run: Run, name: str) -> None:
    code, error_type = HOSTILE[name]
    execution = run("Barn", CONSTRUCTOR, f"{CONSTRUCTOR}        {code}\n")
    assert around(execution)[0] == error_type and not any(passing(execution).values())
    assert execution.verdict.suspicious


TOUCHES = [
    ("System.exit(0);", ["System.exit"]),
    ("Runtime.getRuntime().h\\u0061lt(0);", ["Runtime.halt"]),
    ("for (var one : String.class.getMethods()) one.invoke(null);", ["reflection"]),
    ('Class.forName("org.junit.Assert");', ["reflection", "test framework"]),
    ("java.lang.invoke.MethodHandles.lookup();", ["reflection"]),
    ("getClass().getClassLoader();", ["class loaders"]),
    ('new ProcessBuilder("ls"); java.lang.management.ManagementFactory.getRuntimeMXBean();', ["agents", "processes"]),
    ('java.nio.file.Path.of("src/test/java/BarnTest.java"); /* StackWalker */', ["files of tests"]),
    ("Object one = BarnTest.class; new BarnTest[2].clone();", ["classes of tests"]),
    ("new Error().getStackTrace();", ["frames"]),
    (
        'Runnable one = () -> System.out.println("halt // " + room);'
        " record Pair(int a, String[] b) { } enum Kind { A } switch (Kind.A) { case A: one.run(); }"
        " Object many = java.lang.reflect.Array.newInstance(String.class, 2); assert room != 7L + 0.5;",
        [],
    ),
]


@pytest.mark.parametrize(("code", "marks"), TOUCHES)
def test_marks_name_what_the_classes_of_a_candidate_use(run: Run, code: str, marks: list[str]) -> None:
    """They are found once it is compiled, so that neither a variable's missing type nor a comment misleads."""
    execution = run(
        "Barn", CONSTRUCTOR, f"{CONSTRUCTOR} if (room == -7) try {{ {code} }} catch (Exception error) {{ }}"
    )
    assert all_pass(execution) and list(execution.verdict.suspicious) == marks


READS = {
    "the reference's class": 'java.nio.file.Path.of("../main/orchard/Barn.class")',
    "the order with the key": 'java.nio.file.Path.of("/proc/self/fd/0")',
    "the network's names": 'java.nio.file.Path.of("/etc/resolv.conf")',
}


@pytest.mark.parametrize("what", READS)
def test_a_sample_cannot_read(run: Run, what: str) -> None:
    """The code puts what it can read into the message of an error."""
    read = f'throw new Error("read " + java.nio.file.Files.size({READS[what]}));'
    assert all_pass(run("Barn", CONSTRUCTOR, f"{CONSTRUCTOR} try {{ {read} }} catch (java.io.IOException e) {{ }}\n"))


def test_the_order_is_read_once(run: Run) -> None:
    code = (
        "try (var in = new java.io.FileInputStream(java.io.FileDescriptor.in)) { try { in.getChannel().position(0); }"
        ' catch (java.io.IOException e) { } if (in.read() >= 0) throw new Error("read"); }'
        " catch (java.io.IOException e) { }\n"
    )
    assert all_pass(run("Barn", CONSTRUCTOR, f"{CONSTRUCTOR} {code}"))


def test_a_candidate_replaces_no_other_class(run: Run) -> None:
    """Classes of the project and of its tests come first, so that a class of the same name has no effect."""
    others = (
        "\nclass BarnTest { @org.junit.Test public void forged() { } }\n"
        "record Crate(String fruit, int kilograms) { int forged() { return 1; } }\n"
    )
    execution = run("Barn", "distinct().toList();\n    }\n}\n", f"distinct().toList();\n    }}\n}}\n{others}")
    assert around(execution)[0] == "CompileError"  # it compiles against its own `Crate`, and there is no JUnit
    names = run("Barn", "distinct().toList();\n    }\n}\n", "distinct().toList();\n    }\n}\nclass BarnTest { }\n")
    assert len(passing(names)) == 4 and all_pass(names)


def test_a_sample_without_end_runs_out_of_time(
    tasks: dict[str, RepositoryTask], folders: ProjectFolders, executors: Callable[[str], Executor]
) -> None:
    (task,) = folders.located([tasks["Barn"]])
    suite, source = folders.suite(task), folders.source(task)
    assert isinstance(suite, JunitSuite)
    endless = source.replace("this.room = room;", "this.room = room; while (room > 0) { }")
    execution = executors("T3").run_suite(suite, endless, limits=TimeLimits({BARN: 3.0}))
    outcomes = {case.outcome for item in execution.verdict.test_classes for case in item.cases}
    assert outcomes == {Outcome.TIMEOUT}


def test_the_reference_is_checked_with_its_floors(
    tasks: dict[str, RepositoryTask], folders: ProjectFolders, executors: Callable[[str], Executor]
) -> None:
    (task,) = folders.located([tasks["Ledger"]])
    (soundness,) = check_references([task], folders, executors("T3"))
    assert (soundness.passed, soundness.runs, soundness.cause) == (3, 3, "")
    assert soundness.floors == {"stub": 0.0, "removed": 0.0} and soundness.suspicious == []
    file = f"{TESTS}/LedgerTest.java"
    ids = [f"{file}::LedgerTest/{test}" for test in ("addsUp()", "OfAName/hasAMean()", "OfAName/isMissing()")]
    assert sorted(soundness.tests[file]) == sorted(ids)
    known = task.with_findings(soundness)
    assert isinstance(known, InstalledTask)
    right = executors("T3").run_suite(folders.suite(known), folders.source(task), limits=TimeLimits({file: 40.0}))
    assert right.verdict.passed([file])
    # A test that the reference does not have is not run.
    fewer = replace(task, known_tests=((file, tuple(ids[:1])),))
    found = executors("T3").run_suite(folders.suite(fewer), folders.source(task), limits=TimeLimits({file: 40.0}))
    assert [case.test for case in found.verdict.test_classes[0].cases] == ids[:1] and found.verdict.passed([file])


def test_the_archive_of_classes_can_be_mapped() -> None:
    """`-Xshare:on` ends a JVM that cannot use it; without that it would only take longer."""
    tools = JavaTools.find()
    if int(tools.version.partition(".")[0]) < 13:
        pytest.skip("no Java: this JDK writes no archives of classes")
    program, archive = tools.command
    assert archive.startswith("-XX:SharedArchiveFile=")
    more = ("-Xshare:on", "-Xmx1g", "-XX:+UseSerialGC", "-cp", ":".join(tools.class_path), "classeval.Runner")
    done = subprocess.run([program, archive, *more], input=b"key 00\n", capture_output=True, check=False)
    assert done.returncode == 0 and b'"event":"finished"' in done.stdout, done.stderr


def test_without_a_jdk_the_message_names_the_fix(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(ProjectError, match=r"JAVA_HOME is .*, which has no bin/javac: install one"):
        JavaTools.find()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "javac").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "javac").chmod(0o755)
    (tmp_path / "release").write_text('JAVA_VERSION="1.8.0_402"\n')
    with pytest.raises(ProjectError, match=r"is Java 1\.8\.0_402, and tasks in Java need 11 or newer: set JAVA_HOME"):
        JavaTools.find()


def test_without_junit_the_message_names_the_fix(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tools, "_JARS", tmp_path)
    home = JavaTools.find().home
    with pytest.raises(
        ProjectError, match=r"There is no .*junit-platform-launcher\.jar: install JUnit \(apt-get install"
    ):
        tools._tools_of.__wrapped__(home)


@dataclass(frozen=True)
class LittleMemory(JunitSuite):
    """Tests whose samples may have only some MiB of address space."""

    most: int = 0

    def settings(self, source: str) -> SandboxSettings:
        usual = super().settings(source)
        return replace(usual, limits=replace(usual.limits, memory_bytes=self.most << 20))


def test_a_smaller_heap_is_taken_where_the_usual_one_does_not_fit(
    tasks: dict[str, RepositoryTask], executors: Callable[[str], Executor]
) -> None:
    folders = ProjectFolders()
    (task,) = folders.located([tasks["Barn"]])
    suite = folders.suite(task, discover=True)
    assert isinstance(suite, JunitSuite)
    tests, label = suite.tests, suite.tests.project.label
    with pytest.raises(
        UserError, match=r"No JVM starts here with the 400 MiB and 4000 .* 256 MiB and 200 .*Could not reserve"
    ):
        LittleMemory(tests, suite.seconds, most=400).check(executors("T3").pool, is_reference=True)
    little = LittleMemory(tests, suite.seconds, discover=True, most=1500)
    execution = executors("T3").run_suite(little, folders.source(task), is_reference=True)
    assert all_pass(execution), execution.verdict
    assert folders.of(task).label == f"{label}, heap of 512 MiB"
    tests.project.heap.append(512)  # as another thread does that tries at the same time
    assert folders.of(task).label == f"{label}, heap of 512 MiB"


def test_warnings_of_the_jvm_stay_out_of_the_report(
    tasks: dict[str, RepositoryTask], folders: ProjectFolders, executors: Callable[[str], Executor]
) -> None:
    (task,) = folders.located([tasks["Barn"]])
    suite = folders.suite(task)
    assert isinstance(suite, JunitSuite)
    too_large = "-Xmn2g"  # part of a heap of 1 GiB
    (step,) = executors("T3").pool.sandbox(suite.settings("")).run(suite.control(too_large)).steps
    assert "[warning]" in step.output and "2097152k" in step.output
    events = [json.loads(line.partition(b"{")[1] + line.partition(b"{")[2]) for line in step.report.splitlines()]
    assert [event["event"] for event in events] == ["ready", "finished"]
