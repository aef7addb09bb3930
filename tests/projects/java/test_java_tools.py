"""Tools and prompts over a project in Java."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from java_here import require_java
from places import ROOT

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.metrics.samples import Sample
from classeval_hf.projects.prompts import Materials, ProjectPromptWriter, ProjectStep
from classeval_hf.projects.strategies import AgentOptions, ProjectChain, ProjectPrompts, feedback_on
from classeval_hf.projects.tasks.files import read_project_folder
from classeval_hf.projects.tools.retrieval import BM25Retriever
from classeval_hf.projects.tools.tools import parse_tool_calls
from classeval_hf.prompting.prompt_choice import PromptChoice
from classeval_hf.prompting.steps import Feedback, PromptKind, Strategy
from classeval_hf.reading.records import Reading
from classeval_hf.sandbox.limited_calls import LimitedCalls

ORCHARD = Path(__file__).with_name("orchard")
MAIN, TESTS = "src/main/java/orchard", "src/test/java/orchard"
FIVE = (Strategy.BASIC, Strategy.REFLEXION, Strategy.NAIVE_RAG, Strategy.REPOCODER, Strategy.RRR)


@pytest.fixture(scope="module", autouse=True)
def java() -> None:
    require_java()


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> RepositoryTask:
    folder = tmp_path_factory.mktemp("tools") / "orchard"
    shutil.copytree(ORCHARD, folder)
    (folder / "project.json").write_text('{"name": "orchard"}')
    line = {
        **{"task_id": "orchard.Barn", "language": "java", "path": f"{MAIN}/Barn.java", "target": "Barn"},
        **{
            "kind": "class",
            "tests": [f"{TESTS}/BarnTest.java::BarnTest"],
            "detailed_description": "A place for crates.",
        },
    }
    (folder / "tasks.jsonl").write_text(json.dumps(line))
    return read_project_folder(folder)[0]


@pytest.fixture(scope="module")
def materials() -> Iterator[Materials]:
    with LimitedCalls() as calls:
        yield Materials(BM25Retriever(), calls)


def said(materials: Materials, task: RepositoryTask, call: str, candidate: str = "") -> tuple[bool, str]:
    (parsed,) = parse_tool_calls(call)
    result = materials.of(task).tools.call(parsed, candidate=candidate)
    return result.ok, result.output


def test_tools_know_the_project_without_the_target(materials: Materials, task: RepositoryTask) -> None:
    found, text = said(materials, task, 'get_class_info("Crate")')
    assert found and text.startswith(f"// {MAIN}/Crate.java\n/**\n * A crate of one kind of fruit.")
    assert "public Crate with(Crate other);" in text and "does not go with" not in text
    assert said(materials, task, 'get_class_info("Barn")') == (
        *(False, "The class Barn is what is to be written: the project does not have it yet."),
    )
    assert said(materials, task, 'get_class_info("Crates")') == (
        *(False, "The project has no class Crates. The nearest names are Crate."),
    )
    nested = said(materials, task, 'get_signature("Ledger.Line", "mean")')[1]
    assert nested.startswith(f"// {MAIN}/Ledger.java, method of Ledger.Line\n/** Returns the sum")
    assert nested.endswith("public int mean();")
    body = said(materials, task, 'get_method_body("Crate", "with")')[1]
    assert "return new Crate(fruit, kilograms + other.kilograms);" in body
    assert said(materials, task, 'get_signature("Store", "take")') == (
        *(False, "The class Store has no take. It has put, heaviest."),
    )
    assert f"{MAIN}/Ledger.java" in said(materials, task, 'get_relevant_code("sum of entries by name")')[1]
    for fragment in materials.of(task).related("a barn that keeps crates", 50):
        assert "class Barn " not in fragment.text and "Test" not in fragment.path


def test_imports_are_those_that_the_project_uses(materials: Materials, task: RepositoryTask) -> None:
    code = "import java.util.List;\nclass Barn { List<Crate> all; Map<String, Optional<Crate>> rest; Store store; }"
    assert said(materials, task, "get_imports()", code) == (
        *(True, "Map: `import java.util.Map;`\nOptional: `import java.util.Optional;`"),
    )
    assert said(materials, task, "get_imports()", "class Barn { }")[1].startswith("No import of a name")


@pytest.mark.parametrize("strategy", FIVE)
def test_prompts_ask_for_java(materials: Materials, task: RepositoryTask, strategy: Strategy) -> None:
    chain = ProjectChain(task, strategy, 0, materials.of(task), AgentOptions())
    (step,) = chain.ready_steps()
    assert isinstance(step, ProjectStep)
    asked = ProjectPromptWriter(PromptChoice(PromptKind.INSTRUCT, "", "chat"), None).write(step).text
    assert asked.startswith("You write Java code for an existing project.\n\nWrite the class Barn")
    assert "as one Java block" in asked and f"File: {MAIN}/Barn.java" in asked
    assert "Its first lines:\n\n```java\npackage orchard;\n\npublic class Barn implements Store {\n```" in asked
    assert "python" not in asked.lower()
    shows_code = "Code of the project that may help:\n\n```java\n// src/main" in asked
    assert shows_code == (strategy not in (Strategy.BASIC, Strategy.REFLEXION))


def test_settings_of_functions_are_refused(materials: Materials, task: RepositoryTask) -> None:
    with pytest.raises(UserError, match=r"The strategy local_infilling is for Python, and orchard\.Barn is in Java"):
        materials.of(task).context(Strategy.LOCAL_INFILLING)


@pytest.mark.parametrize(
    ("error_type", "passed", "text"),
    [
        ("", True, "The attempt compiles."),
        ("ProcessEnded", True, "The attempt compiles."),
        ("CompileError", False, "1 of 1 tests fail.\n\nBarnTest.java\nCompileError: Barn.java:3: cannot find symbol"),
    ],
)
def test_the_compiler_may_be_the_oracle(error_type: str, passed: bool, text: str) -> None:
    case = TestCaseVerdict("BarnTest.java::BarnTest/a()", Outcome.FAIL if not error_type else Outcome.ERROR)
    message = "Barn.java:3: cannot find symbol" if error_type == "CompileError" else ""
    verdict = CandidateVerdict("a", (TestClassVerdict("BarnTest.java", (case,), error_type, message),))
    sample = Sample("a", 0, "", reading=Reading("class Barn {}"), verdicts={"base": verdict})
    feedback = feedback_on(sample, only_compiles=True)
    assert isinstance(feedback, Feedback) and (feedback.passed, feedback.text) == (passed, text)


def test_the_compiler_is_no_oracle_for_python(materials: Materials, task: RepositoryTask) -> None:
    prompts = ProjectPrompts(AgentOptions(oracle="compiler"), asked=[Strategy.REFLEXION])
    with pytest.raises(UserError, match=r"--oracle compiler is for tasks in Java, and orchard\.Barn is not"):
        prompts.start(replace(task, language="python"), Strategy.REFLEXION, 0)


@pytest.mark.slow
@pytest.mark.usefixtures("hf_home", "consent")
def test_every_strategy_is_generated_and_scored(task: RepositoryTask, tmp_path: Path) -> None:
    """A model that cannot write Java fails in every strategy, since nothing compiles, and never the run."""
    pytest.importorskip("torch")
    from classeval_hf.generation.command import main

    runs = tmp_path / "runs"
    limits = ("--max-calls", "1", "--max-new-tokens", "12", "--max-length", "2048", "--dtype", "float32")
    asked = ("--tasks", task.project.folder, "--strategy", "all", "--greedy", "--score", "--output", str(runs))
    assert main(["--model", str(ROOT / "hub_cards" / "demo_model"), *asked, *limits]) == 0
    assert {folder.name for folder in runs.iterdir()} == {strategy.value for strategy in FIVE}
    for folder in runs.iterdir():
        scores = json.loads((folder / "metrics.json").read_text())
        assert (scores["pass@1"], scores["compile_rate"], scores["test_rate"]) == (0.0, 0.0, 0.0)
        (line,) = (folder / "samples.jsonl").read_text().splitlines()
        targets = [step["target"] for step in json.loads(line)["steps"]]
        assert targets[0] == "code" and ("oracle" in targets) == (folder.name in ("reflexion", "rrr"))
        assert ("tool_calls" in targets) == (folder.name == "rrr")
