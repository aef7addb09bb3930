"""What reports say of agents: cost, tools, iterations and length, checked on trajectories made by hand."""

from typing import Any

import pytest
from msgspec import structs
from report_runs import make_project_run

from classeval_hf.core.tables import Table
from classeval_hf.projects.tools.tools import TOOL_NAMES
from classeval_hf.prompting.steps import GeneratedSample, SampleStep, Strategy, ToolOutput
from classeval_hf.reports import tables
from classeval_hf.reports.runs import Run
from classeval_hf.reports.writing import match_published
from classeval_hf.runs.run_records import STRATEGIES, RunName
from classeval_hf.runs.score_files import find_published, published_for_agents

TABLES_3_AND_4 = {  # RepoClassBench, Python, in percent: P@1 and TR, detailed, then sketchy
    "basic": (1.03, 2.40, 0.00, 1.43),
    "reflexion": (7.22, 14.36, 0.00, 0.24),
    "naive_rag": (13.40, 14.08, 0.00, 13.38),
    "repocoder": (22.68, 25.59, 7.14, 10.06),
    "rrr": (27.84, 36.92, 7.14, 21.89),
}


def code(prompt: int = 100, said: int = 10) -> SampleStep:
    return SampleStep("code", extracted="class A: ...", prompt_tokens=prompt, completion_tokens=said)


def oracle(passed: int, tests: int = 2) -> SampleStep:
    return SampleStep("oracle", extracted="said", tests_passed=passed, tests=tests)


def called(*tools: str) -> SampleStep:
    outputs = tuple(ToolOutput(tool, (), "found") for tool in tools)
    return SampleStep("tool_calls", raw="thought", prompt_tokens=50, completion_tokens=5, tool_outputs=outputs)


def agent_run(samples: dict[str, list[tuple[bool, list[SampleStep]]]], name: str = "gpt-4,rrr", **fields: Any) -> Run:
    results, trajectories = {}, {}
    for task, made in samples.items():
        results[task] = [{"passed": passed, "test_rate": float(passed), "test_files": {}} for passed, _ in made]
        generated = [GeneratedSample(task, index, "rrr", "", tuple(steps)) for index, (_, steps) in enumerate(made)]
        trajectories[task] = dict(enumerate(generated))
    scores = {"results": results, "projects": dict.fromkeys(samples, "a-1.0"), "n_tasks": len(samples)}
    fields.setdefault("description", "detailed")
    return make_project_run(name, scores, trajectories=trajectories, **fields)


RUN = agent_run(
    {
        "at once": [(True, [code(), oracle(2)])],
        "second": [(True, [code(), oracle(0), called("get_imports", "get_imports", "no_tool"), code(), oracle(2)])],
        "last": [(True, [code(), oracle(0), called("get_class_info"), code(), oracle(1), called(), code()])],
        "never": [(False, [code(), oracle(0), called(*["get_signature"] * 3), code(), oracle(1), code()])],
    }
)
LENGTHS = {"at once": 5, "second": 9, "last": 20, "never": 80}
UNKNOWN = structs.replace(RUN.scores.results["never"][0], target_passed=None)
"""Of a sample that could not be run."""


def table(start: str, *runs: Run) -> Table:
    return next(item for item in tables.agent_tables(runs) if item.title.startswith(start))


def test_usage_is_the_mean_of_tasks() -> None:
    """The mean of a task's samples comes first; what could not be run and tokens that are not counted are left out."""
    usage = tables.agent_usage(RUN)
    means = [(1 + 2 + 3 + 3) / 4, (1 + 2 + 2 + 2) / 4, (100 + 250 + 400 + 350) / 4, (10 + 25 + 40 + 35) / 4]
    assert list(usage.values())[:4] == means and list(usage)[4:] == [*TOOL_NAMES, tables.OTHER_TOOLS]
    assert [usage[name] for name in ("get_imports", "get_signature", tables.OTHER_TOOLS)] == [2 / 4, 3 / 4, 1 / 4]
    run = agent_run({"a": [(True, [code()]), (False, [code()] * 3)], "b": [(True, [code()])]})
    assert tables.agent_usage(run)["attempts"] == (2 + 1) / 2
    run.scores.results["b"][0] = UNKNOWN
    assert tables.agent_usage(run)["attempts"] == 2
    assert tables.task_means(run, lambda result: result.test_rate or 0.0) == {"a": 0.5}
    run = agent_run({"a": [(True, [code(0, 0)])]})
    assert table("Usage", run).rows[0][7] == ""


def test_tools_and_oracle_calls_of_samples_that_pass() -> None:
    """Table 9 is of calls, table 10 of tasks; those that fail, or need no tool, count in neither."""
    none = dict.fromkeys(TOOL_NAMES, 0.0)
    shares, reach = tables.tools_of_passing(RUN)
    assert shares == {**none, "get_imports": 0.5, "get_class_info": 0.25, "other": 0.25}
    assert reach == {**none, "get_imports": 0.5, "get_class_info": 0.5, "other": 0.5}
    failing = agent_run({"a": [(False, [code(), oracle(0), called("get_imports"), code()])]})
    assert tables.tools_of_passing(failing) == ({}, {})

    # Table 11: it never decreases, and the attempt after the last call is not in it.
    def found(passed: bool, *steps: SampleStep) -> list[float]:
        return tables.pass_by_oracle_calls(agent_run({"a": [(passed, list(steps))]}))

    assert tables.pass_by_oracle_calls(RUN) == [0.25, 0.5] and found(True, code()) == []
    assert found(True, code(), oracle(0, tests=0)) == [], "the code alone was checked"
    around = found(False, code(), oracle(2), code())
    assert around == [0.0], "something failed around the tests, or it would have ended"


def test_length_counts() -> None:
    """Ranges are quartiles. The correlation is Spearman's, by ranks with ties; None where there is nothing to rank."""
    equal = dict.fromkeys("abcdef", 7)  # which stay together
    for lengths, spans in (({str(number): number for number in range(1, 9)}, "12 34 56 78"), (equal, "77")):
        run = agent_run({task: [(True, [code()])] for task in lengths}, reference_lines=lengths)
        assert table("By length", run).columns[2:-3] == [f"{first} to {last} lines" for first, last in spans.split()]
    few = agent_run({task: [(True, [code()])] for task in "abc"}, reference_lines={"a": 1, "b": 2, "c": 3})
    assert not [item for item in tables.agent_tables([few]) if item.title.startswith("By length")]
    lengths = {"a": 10, "b": 20, "c": 30, "d": 400, "e": 5}
    opposite = tables.length_correlation(lengths, {"a": 0.9, "b": 0.5, "c": 0.4, "d": 0.1, "unknown": 1.0})
    assert opposite is not None and opposite[0] == pytest.approx(-1.0)
    tied = tables.length_correlation(lengths, {"a": 1.0, "b": 1.0, "c": 0.0, "d": 0.0, "e": 0.0})
    assert tied is not None and 0 < tied[1] < 1 and tied[0] == pytest.approx(-0.288675, abs=1e-6)
    assert tables.length_correlation(lengths, dict.fromkeys("abcd", 0.5)) is None
    assert tables.length_correlation(lengths, {"a": 1.0, "b": 0.0}) is None


def test_tables() -> None:
    runs = [RUN, agent_run({"at once": [(True, [code()])]}, "mine,basic", reference_lines=LENGTHS)]
    usage = table("Usage", *runs)
    assert usage.columns[-6:] == ["class info", "signature", "method body", "relevant code", "imports", "other tools"]
    values = ["50.0", "75.0", "2.25", "1.75", "302: 275 + 28", "0.25", "0.75"]
    assert usage.rows[0][:10] == ["gpt-4, rrr", "detailed", "4", *values]
    published = table("Published", *runs).rows
    assert published[4] == ["GPT-4", "rrr", "detailed", "RepoClassBench, table 3", "27.8", "36.9"]
    assert len(published) == 10
    assert table("Calls by tool", *runs).rows == [["gpt-4, rrr", "25.0", "0.0", "0.0", "0.0", "50.0", "25.0"]]
    assert table("Tasks by tool", *runs).rows == [["gpt-4, rrr", "50.0", "0.0", "0.0", "0.0", "50.0", "50.0"]]
    assert table("pass@1 by", *runs).rows == [["gpt-4, rrr", "25.0", "50.0", "50.0"]]
    by_length = table("By length", *runs)
    spans = [f"{lines} to {lines} lines" for lines in (5, 9, 20, 80)]
    assert by_length.columns == ["run", "value", *spans, "rho", "p", "tasks"]
    assert by_length.rows[0] == ["mine, basic", "pass@1", "100.0", "", "", "", "", "", "1"]
    run = agent_run({task: [(lines < 50, [code()])] for task, lines in LENGTHS.items()}, reference_lines=LENGTHS)
    first, second = table("By length", run).rows
    assert first[2:6] == ["100.0", "100.0", "100.0", "0.0"] and first[6] == second[6] == "-0.77"
    assert float(first[7]) == pytest.approx(0.225, abs=0.001)
    # Other models no published values, and runs without steps none at all.
    found = tables.agent_tables([agent_run({"a": [(True, [code()])]}, "gpt-4o,rrr")])
    assert not [item for item in found if item.title.startswith("Published")]
    run = make_project_run("mine,rrr")
    assert tables.agent_tables([run]) == []


def test_published_values_are_those_of_tables_3_and_4() -> None:
    assert tuple(strategy.value for strategy in Strategy) == STRATEGIES
    # Runs are told apart by the description.
    rows = published_for_agents("openai/gpt-4-0613")
    assert len(rows) == 10
    for row in rows:
        p_1, rate = TABLES_3_AND_4[row.run.strategy][: 2 if row.description == "detailed" else 4][-2:]
        assert row.scores == pytest.approx({"pass@1": p_1 / 100, "test_rate": rate / 100})
        assert row.sources[0] == f"RepoClassBench, table {3 if row.description == 'detailed' else 4}"
    assert published_for_agents("gpt-4-turbo") == published_for_agents("gpt-4o") == []
    assert find_published(RunName("GPT-4", "rrr", "nucleus")) is None
    for description in ("sketchy", "detailed"):
        name = f"GPT-4_rrr({description})"
        run = agent_run({"a": [(True, [code()])]}, "GPT-4,rrr,nucleus", description=description)
        assert match_published([run])[run.label].name == name and find_published(name) is not None
