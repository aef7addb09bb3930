"""Processors of annotations, which javac runs contained, and agents of the JVM: the user's, none of a candidate's."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from java_here import require_java
from slow_and_full import one_in

from classeval_hf.core.errors import ProjectError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.executor import Executor
from classeval_hf.projects.java.compilation import CompiledProject, compiled_project, copy_project, named_jars
from classeval_hf.projects.java.tools import JavaTools
from classeval_hf.projects.located_tasks import ProjectFolders
from classeval_hf.projects.tasks.files import read_project_folder, release_in

LABEL = "package shop;\npublic @interface Label { String value(); }\n"
PROCESSOR = """package shop;
import java.io.*;
import java.nio.file.*;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.*;

@SupportedAnnotationTypes("shop.Label")
public class LabelProcessor extends AbstractProcessor {
    @Override public SourceVersion getSupportedSourceVersion() { return SourceVersion.latest(); }
    @Override public boolean process(Set<? extends TypeElement> kinds, RoundEnvironment round) {
        for (Element one : round.getElementsAnnotatedWith(Label.class)) {
            String name = one.getSimpleName() + "Label", text = one.getAnnotation(Label.class).value();
            if (text.isEmpty()) throw new IllegalStateException("no text");
            try { Files.writeString(Path.of("OUTSIDE"), text); } catch (IOException e) { }
            try (Writer out = processingEnv.getFiler().createSourceFile("shop." + name).openWriter()) {
                out.write("package shop; class " + name + " { static final String TEXT = \\"" + text + "\\"; }");
            } catch (IOException e) { throw new UncheckedIOException(e); }
        }
        return true;
    }
}
"""
BELL = """package shop;

/** Rings. */
@Label("ding")
public class Bell {
    public String ring() { String text = BellLabel.TEXT; return text; }
}
"""
CHIME = 'package shop;\n@Label("chime")\nclass BellChime { String text = BellChimeLabel.TEXT; }\n'
TEST = """package shop;
import org.junit.jupiter.api.*;
@Label("test")
class BellTest {
    @Test void rings() { Assertions.assertEquals("ding", new Bell().ring()); }
    @Test void chimes() { Assertions.assertEquals("chimetest", new BellChime().text + BellTestLabel.TEXT); }
}
"""
OWN = """
class %s extends javax.annotation.processing.AbstractProcessor {
    static { if (true) throw new Error("run"); }
    @Override public boolean process(
        java.util.Set<? extends javax.lang.model.element.TypeElement> kinds,
        javax.annotation.processing.RoundEnvironment round) { return true; }
}
"""
TIERS = ("T3", "T2", "T1", "T0")
MAIN, TESTS = "src/main/java/shop", "src/test/java/shop"


@pytest.fixture(scope="module", autouse=True)
def java() -> None:
    require_java()


@pytest.fixture(scope="module")
def jar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The jar of a processor that makes a class for each class with a label, and tries to write elsewhere too."""
    folder = tmp_path_factory.mktemp("processor")
    sources = [folder / name for name in ("Label.java", "LabelProcessor.java")]
    for path, text in zip(sources, (LABEL, PROCESSOR.replace("OUTSIDE", str(folder / "outside"))), strict=True):
        path.write_text(text)
    assert JavaTools.find().compile(sources, folder / "classes", []) == ""
    with ZipFile(folder / "labels.jar", "w") as file:
        for path in sorted((folder / "classes").rglob("*.class")):
            file.write(path, path.relative_to(folder / "classes"))
        services = "META-INF/services/javax.annotation.processing.Processor"
        file.writestr(services, "# of labels\nshop.LabelProcessor\n")
    return folder / "labels.jar"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    files = {f"{MAIN}/Bell.java": BELL, f"{MAIN}/BellChime.java": CHIME, f"{TESTS}/BellTest.java": TEST}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory, shop: Path, jar: Path) -> RepositoryTask:
    folder = tmp_path_factory.mktemp("tasks") / "shop"
    copy_project(shop, folder, "shop", named_jars([], [str(jar)]))
    line = {
        **{"task_id": "shop.Bell", "language": "java", "path": f"{MAIN}/Bell.java", "target": "Bell", "kind": "class"},
        **{"tests": [f"{TESTS}/BellTest.java::BellTest"], "detailed_description": "A bell."},
    }
    (folder / "tasks.jsonl").write_text(json.dumps(line))
    (task,) = read_project_folder(folder)
    return task


Outcomes = Callable[..., tuple[dict[str, bool], str]]


@pytest.fixture
def outcomes(task: RepositoryTask, executors: Callable[[str], Executor]) -> Outcomes:
    """Runs the tests of the class against a file; returns which pass, and the error around them."""
    folders = ProjectFolders()
    (located,) = folders.located([task])

    def run(source: str, tier: str = "T3") -> tuple[dict[str, bool], str]:
        suite = folders.suite(located, discover=True)
        execution = executors(tier).run_suite(suite, source, is_reference=True)
        (found,) = execution.verdict.test_classes
        passed = {case.test.rpartition("/")[2]: case.outcome is Outcome.PASS for case in found.cases}
        return {name: passed[name] for name in passed if "()" in name}, f"{found.error_type}: {found.message}"

    return run


@pytest.mark.parametrize("tier", one_in(4, TIERS))
def test_the_processor_runs_contained(task: RepositoryTask, jar: Path, outcomes: Outcomes, tier: str) -> None:
    assert outcomes(BELL, tier) == ({"rings()": True, "chimes()": True}, ": ")
    project = ProjectFolders().of(ProjectFolders().located([task])[0])
    assert isinstance(project, CompiledProject)
    assert sorted(project.generated) == ["shop/BellChimeLabel.java", "shop/BellLabel.java"]
    assert not list((project.folder / "main").rglob("*.java"))
    outside = jar.with_name("outside")
    assert outside.exists() == (tier in ("T1", "T0")), "weaker tiers do not confine writes"
    outside.unlink(missing_ok=True)


def test_what_is_generated_is_of_the_candidate(outcomes: Outcomes) -> None:
    """The reference's generated class must not stand in, and other classes keep theirs."""
    assert outcomes(BELL.replace("ding", "dong"))[0] == {"rings()": False, "chimes()": True}
    passed, error = outcomes(BELL.replace('@Label("ding")\n', ""))
    assert passed == {} and error.startswith("CompileError: Bell.java:5: cannot find symbol")
    assert outcomes(BELL.replace("ding", ""))[1] == "CompileError: java.lang.IllegalStateException: no text"


@pytest.mark.slow
def test_tasks_are_made_with_processors(
    tmp_path: Path, shop: Path, jar: Path, ended: Callable[..., tuple[object, str, str]]
) -> None:
    options = ("--language", "java", "--processors", str(jar), "-o", str(tmp_path / "tasks"), "-q")
    status, out, err = ended("projects", "new", str(shop), *options)
    assert status == 0 and "1 task (1 class, 0 methods, 0 functions), decided by 2 tests." in out, err


@pytest.mark.parametrize("name", ["Own", "LabelProcessor"])
def test_a_candidate_brings_no_processor(outcomes: Outcomes, name: str) -> None:
    """Not even by the name of the user's."""
    assert outcomes(BELL + OWN % name) == ({"rings()": True, "chimes()": True}, ": ")


def test_processors_that_cannot_be_run_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shop: Path, jar: Path
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf_home"))
    with pytest.raises(ProjectError, match=r"There is no jar lost\.jar"):
        named_jars([], ["lost.jar"])
    with ZipFile(tmp_path / "plain.jar", "w") as file:
        file.writestr("plain/Thing.class", "")
    with pytest.raises(ProjectError, match=r"No processor of annotations in .*plain\.jar: none has a file META-INF"):
        named_jars([], [str(tmp_path / "plain.jar")])
    broken = tmp_path / "broken"
    shutil.copytree(shop, broken)
    (broken / MAIN / "Bell.java").write_text(BELL.replace("ding", ""))
    release = copy_project(broken, tmp_path / "thrown", "shop", named_jars([], [str(jar)]))
    with pytest.raises(ProjectError, match=r"Java \S+: java\.lang\.IllegalStateException: no text\. Name the jars"):
        compiled_project(release, Path(release.folder))
    copy_project(broken, tmp_path / "without", "shop", named_jars([str(jar)]))
    with pytest.raises(ProjectError, match=r"Bell\.java:6: cannot find symbol\..* \(Lombok\) by --processors, in"):
        compiled_project(release_in(tmp_path / "without"), tmp_path / "without")


AGENT = """package spy;
public class Agent {
    public static java.lang.instrument.Instrumentation instrumentation;
    public static void premain(String options, java.lang.instrument.Instrumentation given) { instrumentation = given; }
}
"""
WATCHED = """package shop;
import org.junit.jupiter.api.*;
class WatchedTest {
    @Test void watches() { Assertions.assertTrue(spy.Agent.instrumentation.isRetransformClassesSupported()); }
    @Test void rings() { Assertions.assertEquals("ding", new Watched().ring()); }
}
"""


@pytest.mark.parametrize("tier", one_in(4, TIERS))
def test_agents_change_the_jvm_of_tests(tmp_path: Path, executors: Callable[[str], Executor], tier: str) -> None:
    (tmp_path / "Agent.java").write_text(AGENT)
    assert JavaTools.find().compile([tmp_path / "Agent.java"], tmp_path / "classes", []) == ""
    jars = {name: tmp_path / f"{name}.jar" for name in ("plain", "agent")}
    for name, jar in jars.items():
        with ZipFile(jar, "w") as file:
            file.write(tmp_path / "classes/spy/Agent.class", "spy/Agent.class")
            stated = "Premain-Class: spy.Agent\nCan-Retransform-Classes: true\n" * (name == "agent")
            file.writestr("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\n{stated}")
    with pytest.raises(ProjectError, match=r"plain\.jar is no agent: its manifest names no Premain-Class"):
        named_jars([], agents=[str(jars["plain"])])
    right = 'package shop;\n\n/** Rings. */\npublic class Watched { public String ring() { return "ding"; } }\n'
    for name, text in {f"{MAIN}/Watched.java": right, f"{TESTS}/WatchedTest.java": WATCHED}.items():
        (tmp_path / "shop" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / name).write_text(text)
    identities = []
    for named in (named_jars([str(jars["agent"])]), named_jars([], agents=[str(jars["agent"])])):
        folders, folder = ProjectFolders(), tmp_path / f"tasks{len(identities)}"
        copy_project(tmp_path / "shop", folder, "shop", named)
        line = {"task_id": "shop.Watched", "language": "java", "path": f"{MAIN}/Watched.java", "target": "Watched"}
        line |= {"tests": [f"{TESTS}/WatchedTest.java::WatchedTest"], "detailed_description": "A bell."}
        (folder / "tasks.jsonl").write_text(json.dumps(line | {"kind": "class"}))
        (task,) = read_project_folder(folder)
        (located,) = folders.located([task])
        identities.append(folders.of(located).identity)
        suite = folders.suite(located, discover=True)
        execution = executors(tier).run_suite(suite, right, is_reference=True)
        passing = {
            case.test.rpartition("/")[2]
            for case in execution.verdict.test_classes[0].cases
            if case.outcome is Outcome.PASS
        }
        expected = {"rings()", "watches()"} if named.agents else {"rings()"}
        assert passing == expected, execution.verdict
        assert execution.verdict.suspicious == ()
    marked = right.replace('return "ding"', 'return spy.Agent.instrumentation == null ? "" : "ding"')
    assert executors(tier).run_suite(suite, marked, is_reference=True).verdict.suspicious == ("agents",)
    assert len(set(identities)) == 2
