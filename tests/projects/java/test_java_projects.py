"""Projects in Java as tasks: made from a folder, installed from a checkout, and scored by the commands."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from benchmark_data import write_json, write_lines
from java_here import require_java

from classeval_hf.core.errors import ProjectError, UserError
from classeval_hf.core.files import cache_directory
from classeval_hf.core.repository_tasks import JAVA, ProjectRelease, RepositoryTask, Target
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.projects.family import repository_terms
from classeval_hf.projects.java.compilation import Jars, compiled_project, copy_project, jar_files, named_jars
from classeval_hf.projects.java.tools import JavaTools
from classeval_hf.projects.tasks import files as project_files
from classeval_hf.projects.tasks.files import read_project_folder
from classeval_hf.tasks.splits import load_repository_tasks

ORCHARD = Path(__file__).with_name("orchard")
MAIN, TESTS = "src/main/java/orchard", "src/test/java/orchard"
Ended = Callable[..., tuple[object, str, str]]


@pytest.fixture(scope="module", autouse=True)
def java() -> None:
    require_java()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf_home"))
    return tmp_path


@pytest.mark.slow
def test_a_project_becomes_tasks_that_are_scored(tmp_path: Path, ended: Ended, consent: None) -> None:
    folder = tmp_path / "orchard"
    shutil.copytree(ORCHARD, folder)
    (folder / TESTS / "BrokenTest.java").write_text("package orchard;\nclass BrokenTest { @Test Lost lost; }\n")
    flaw = 'class FlawTest { @org.junit.jupiter.api.Test void fails() { throw new Error("so"); } }\n'
    (folder / TESTS / "FlawTest.java").write_text(f"package orchard;\n{flaw}")
    for name in ("Idle", "Tally"):
        code = f"/** Counts. */\nclass {name} {{ int count() {{ return 1; }} }}\n"
        (folder / MAIN / f"{name}.java").write_text(f"package orchard;\n{code}")
    empty = "/** None. */\nclass Empty { int size() { return 0; } }\n"
    (folder / MAIN / "Empty.java").write_text(f"package orchard;\n{empty}")
    for name, undecided in (("Empty", "assert new Empty().size() == 0;"), ("Tally", "new Tally();")):
        test = f"@org.junit.jupiter.api.Test void made() {{ {undecided} }}"
        (folder / TESTS / f"{name}Test.java").write_text(f"package orchard;\nclass {name}Test {{ {test} }}\n")
    (folder / "src/main/resources").mkdir()
    (folder / MAIN / "tally.txt").write_text("next to the sources")
    (folder / TESTS / "OddsTest.java").write_text(
        "package orchard;\nimport org.junit.jupiter.api.*;\nclass OddsTest {\n"
        "@Test void counts() { Assertions.assertEquals(1, new Tally().count());\n"
        'Assertions.assertNotNull(Tally.class.getResource("tally.txt")); }\n'
        "@Test void names() { Idle idle = null; Tally tally = null; }\n}\n"
    )
    suite = "public static junit.framework.Test suite() { return new junit.framework.TestSuite(OldTest.class); }"
    for name, test in (
        ("OldTest", "public void testIt() { assertEquals(1, new Tally().count()); }"),
        ("AllTests", ""),
    ):
        code = f"public class {name} extends junit.framework.TestCase {{ {suite} {test} }}\n"
        (folder / TESTS / f"{name}.java").write_text(f"package orchard;\n{code}")
    tasks = tmp_path / "tasks"
    status, out, _ = ended("projects", "new", str(folder), "--language", "java", "-o", str(tasks), "-q")
    assert status == 0 and "4 tasks (4 classes, 0 methods, 0 functions), decided by 16 tests." in out
    left_out = json.loads((tasks / "left_out.json").read_text())
    why = "without a test class named after it, or a test that fails both with a stub and without it"
    assert left_out[why] == [f"Idle ({MAIN}/Idle.java)"]
    without = "whose tests all pass with a stub too, so that they decide nothing"
    assert left_out[without] == [f"Empty ({MAIN}/Empty.java)"]
    assert f"Left out: 1 {why}: Idle ({MAIN}/Idle.java)" in out
    assert left_out["tests that do not pass here"] == {
        f"{TESTS}/BrokenTest.java": "does not compile: line 2: cannot find symbol",
        f"{TESTS}/FlawTest.java::FlawTest/fails()": "Error: so",
    }
    barn, *_, tally = read_project_folder(tasks)
    old = f"{TESTS}/OldTest.java::OldTest/testIt(orchard.OldTest)"
    assert tally.tests == (f"{TESTS}/OddsTest.java::OddsTest/counts()", old)
    assert (barn.task_id, barn.path, barn.target) == (
        "orchard.orchard.Barn",
        f"{MAIN}/Barn.java",
        Target("Barn", "class"),
    )
    assert barn.sketchy_description.startswith("A store with room for a number of kilograms")
    assert "public int load();" in barn.detailed_description and "mapToInt" not in barn.detailed_description
    reference = (tasks / barn.path).read_text()
    completions = [
        f"```java\n{reference.replace('package orchard;', 'package other;')}```",
        f"```java\n{reference.replace('.distinct()', '')}```",
        f"```java\n{reference.replace('.distinct()', '.unique()')}```",
        "I would write a list.",
    ]
    rows = [{"task_id": barn.task_id, "completion": text} for text in completions]
    samples = write_lines(tmp_path / "samples.jsonl", rows)
    output = tmp_path / "scores.json"
    status, _, err = ended("score", str(samples), "--tasks", str(tasks), "-o", str(output), "-q")
    assert status == 0, err
    scores = next(iter(json.loads(output.read_text()).values()))
    assert (scores["pass@1"], scores["compile_rate"], scores["test_rate"]) == (0.25, 0.5, (1 + 3 / 4) / 4)
    assert (scores["test_rate_stub"], scores["test_rate_removed"]) == (0.0, 0.0)
    (label,) = scores["provenance"]["projects"]
    assert label == f"orchard, Java {JavaTools.find().version}"


def test_a_test_that_ends_the_process_is_named_and_loses_only_some(
    home: Path, refusal: Callable[..., str], ended: Ended
) -> None:
    folder = home / "orchard"
    shutil.copytree(ORCHARD, folder)
    (folder / TESTS / "BarnTest.java").write_text("package orchard;\nclass BarnTest { @Test Lost lost; }\n")
    leaves = "@org.junit.jupiter.api.Test void leaves() { System.exit(0); }"
    (folder / TESTS / "CrateTest.java").write_text(f"package orchard;\nclass CrateTest {{ {leaves} }}\n")
    ledger = (folder / TESTS / "LedgerTest.java").rename(home / "LedgerTest.java")
    said = refusal("projects", "new", str(folder), "--language", "java", "-o", str(home / "tasks"))
    assert f"can be a task: {TESTS}/CrateTest.java: ProcessEnded: the process of the tests ended" in said
    for number in range(24):  # so that others are run in another process
        code = f"package orchard;\nclass CrateTest{number} {{ {leaves} }}\n"
        (folder / TESTS / f"CrateTest{number}.java").write_text(code)
    ledger.rename(folder / TESTS / "LedgerTest.java")
    status, out, err = ended("projects", "new", str(folder), "--language", "java", "-o", str(home / "tasks"))
    assert status == 0 and "1 task (1 class, 0 methods, 0 functions), decided by 3 tests." in out, err


def record(task_id: int, name: str, reference: str) -> dict[str, Any]:
    return {
        **{"task_id": task_id, "class_name": name, "file": f"orchard/{MAIN}/{name}.java"},
        "repo_metadata": {"repo_name": "orchard"},
        "evaluation_metadata": {"test_class_name": f"{name}Test", "test_file": f"orchard/{TESTS}/{name}Test.java"},
        "ground_truth_class_body": reference,
    }


def listed(ended: Ended) -> tuple[str, int, str]:
    """What the list of projects states of the last one, which is in Java."""
    last = json.loads(ended("projects", "list", "--json")[1])[-1]
    return last["name"], last["tasks"], last["state"]


def test_a_checkout_is_installed_and_tasks_of_other_texts_are_refused(home: Path, ended: Ended) -> None:
    right = (ORCHARD / MAIN / "Barn.java").read_text()
    records = [record(0, "Barn", right), record(1, "Crate", "public record Crate() {}")]
    file = project_files.REPOCLASSBENCH["java"]
    cache_directory().mkdir(parents=True)
    write_json(cache_directory() / f"{file.cache_stem}-{file.commit[:7]}.json", records)
    status, _, err = ended("projects", "install", "orchard")
    assert status == 2 and "orchard --checkout orchard=FOLDER" in err
    status, out, err = ended("projects", "install", "orchard", "--checkout", f"orchard={ORCHARD}")
    assert status == 0, err
    assert f"orchard, Java {JavaTools.find().version}: 1 task of RepoClassBench can be run" in out
    assert (
        f"Task RepoClassBench/java/1: {MAIN}/Crate.java of the installed orchard does not hold the task's reference"
    ) in out
    assert [task.language for task in load_repository_tasks("repoclassbench/java")] == [JAVA, JAVA]
    status, out, err = ended("projects", "check", "orchard", "-q")  # without the refused task
    assert status == 0 and re.search(r"^orchard +1 +1 +\d+ ", out, re.MULTILINE), err
    others = cache_directory() / "projects" / "java-orchard-two-0123456789abcdef"  # of a project orchard-two
    others.mkdir()
    assert listed(ended) == ("orchard", 2, "installed")
    status, out, err = ended("projects", "remove", "orchard")
    assert status == 0 and re.fullmatch(r"orchard: \d+ MB freed\n", out), err
    assert sorted(place.name for place in others.parent.glob("*orchard*")) == [others.name]
    assert ended("projects", "remove", "orchard")[1] == "orchard was not installed.\n"
    assert listed(ended) == ("orchard", 2, "not installed")


def test_what_does_not_compile_is_named(home: Path) -> None:
    folder = home / "orchard"
    shutil.copytree(ORCHARD, folder)
    (folder / MAIN / "Barn.java").write_text("package orchard;\nclass Barn { Lost lost; }\n")
    release = copy_project(folder, home / "copy", "orchard", Jars())
    with pytest.raises(ProjectError, match=rf"{MAIN}/Barn\.java:2: cannot find symbol\. Name the jars"):
        compiled_project(release, Path(release.folder))
    with pytest.raises(ProjectError, match=r"There is no jar lost\.jar on the class path"):
        named_jars(["lost.jar"])
    (Path(release.folder) / "pom.xml").touch()
    with pytest.raises(ProjectError, match=r"by --class-path \(mvn dependency:build-classpath .* lists them\), and"):
        compiled_project(release, Path(release.folder))
    (home / "empty").mkdir()
    release = copy_project(home / "empty", home / "nothing", "empty", Jars())
    with pytest.raises(ProjectError, match="has no sources in Java in src/main/java"):
        compiled_project(release, Path(release.folder))


def test_a_jar_with_a_class_of_the_project_is_refused(home: Path) -> None:
    """The reference would be run in the candidate's place, so that every sample passed."""
    for name in ("orchard/Barn.class", "META-INF/versions/11/orchard/Barn.class"):
        jar = home / "orchard.jar"
        with ZipFile(jar, "w") as file:
            file.writestr(name, "")
        release = copy_project(ORCHARD, home / name.replace("/", "_"), "orchard", named_jars([str(jar)]))
        with pytest.raises(ProjectError, match=r"orchard\.jar holds a copy of orchard/Barn\.class of orchard, which"):
            compiled_project(release, Path(release.folder))


def test_packages_may_have_the_names_of_built_folders(home: Path) -> None:
    shutil.copytree(ORCHARD, home / "orchard")
    for name in ("target", f"{MAIN}/out"):
        (home / "orchard" / name).mkdir()
        (home / "orchard" / name / "Crop.java").touch()
    copy_project(home / "orchard", home / "copy", "orchard", Jars())
    assert [path.parent.name for path in (home / "copy").rglob("Crop.java")] == ["out"]


def test_a_class_path_is_named_in_several_ways(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "b.jar").touch()
    listed = tmp_path / "path.txt"
    listed.write_text("Resolving:\n/x/c.jar:/x/classes:/x/d.jar\n/y z/e.jar\n")
    assert jar_files(["a.jar", str(tmp_path / "lib"), str(listed)]) == [
        *("a.jar", str(tmp_path / "lib" / "b.jar"), "/x/c.jar", "/x/d.jar", "/y z/e.jar")
    ]
    listed.write_text("")
    with pytest.raises(ProjectError, match=r"path\.txt lists no jar: write it by Maven or Gradle, or name jars\."):
        jar_files([str(listed)])


def test_options_of_other_languages_are_refused(tmp_path: Path, refusal: Callable[..., str]) -> None:
    new = ["projects", "new", str(ORCHARD), "-o", str(tmp_path / "out")]
    for name in ("--class-path", "--processors", "--agents"):
        said = refusal(*new, name, "a.jar")
        assert "--class-path, --processors and --agents are for projects in Java: add --language java." in said
    said = refusal(*new, "--language", "java", "--tests", "src/test")
    assert "--tests and --python are for projects in Python" in said
    (tmp_path / "empty").mkdir()
    said = refusal("projects", "new", str(tmp_path / "empty"), "--language", "java", "-o", str(tmp_path / "out"))
    assert "has no source in Java in src/main/java and src/test/java" in said
    kotlin = tmp_path / "empty" / "src" / "main" / "kotlin" / "Barn.kt"
    kotlin.parent.mkdir(parents=True)
    kotlin.touch()
    said = refusal("projects", "new", str(tmp_path / "empty"), "--language", "java", "-o", str(tmp_path / "out"))
    assert (
        "src/main/kotlin/Barn.kt is in Kotlin, which is not compiled here: name a jar of it by --class-path." in said
    )


def test_targets_in_java_are_classes(tmp_path: Path) -> None:
    shutil.copytree(ORCHARD, tmp_path / "orchard")
    (tmp_path / "orchard" / "project.json").write_text('{"name": "orchard"}')
    line = {
        **{"task_id": "a", "language": "java", "path": f"{MAIN}/Barn.java", "target": "Barn.load", "kind": "method"},
        **{"tests": ["x"], "requirement": {"functionality": "Adds up."}},
    }
    write_lines(tmp_path / "orchard" / "tasks.jsonl", [line])
    with pytest.raises(UserError, match=r"Barn\.load is a method, and targets in Java are classes"):
        read_project_folder(tmp_path / "orchard")


def test_the_compile_rate_counts_samples_in_java() -> None:
    def verdict(error_type: str, outcome: Outcome = Outcome.PASS) -> CandidateVerdict:
        return CandidateVerdict("a", (TestClassVerdict("T.java", (TestCaseVerdict("t", outcome),), error_type),))

    samples = [verdict("CompileError", Outcome.ERROR), verdict("NameError", Outcome.ERROR), verdict("", Outcome.FAIL)]
    samples += [verdict("ProcessEnded", Outcome.ERROR), verdict("")]
    java = RepositoryTask("a", ProjectRelease("p"), "A.java", Target("A", "class"), language=JAVA)
    python = RepositoryTask("b", ProjectRelease("p"), "b.py", Target("B", "class"))
    terms = repository_terms([java, python], {"a": samples, "b": samples}, [1], {})
    assert terms["compile_rate"] == {"a": (3 / 5, 1.0)}
    assert "compile_rate" not in repository_terms([python], {"b": samples}, [1], {})
