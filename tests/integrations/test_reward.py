"""The reward for TRL: the fraction of tests passed, whatever else is in the batch and whoever else calls."""

import itertools
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import box_task
import pytest
from places import OPEN
from programs import run_python
from slow_and_full import slow

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_example_completions, task_folders
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.integrations.trl import ClassEvalReward, prompt_dataset
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.splits import load_repository_tasks

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")

Sample = tuple[str, str]
IDS = ("ClassEvalOpen_4", "ClassEvalOpen_5", "ClassEvalOpen_6")
HOSTILE = [
    *("import sys\nsys.exit(0)", "import os\nos._exit(0)", "while True: pass", "# " + "x" * 300_000),
    "'\ud800'.encode('ascii')",
]
"""What stands below a right class: without one nothing would be run."""
FORKS = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass"
GREEDY = [FORKS, "text = 'x'\nwhile True:\n    text += text"]


@pytest.fixture
def task(open_tasks: list[ClassTask]) -> ClassTask:
    return next(task for task in open_tasks if task.task_id == IDS[0])


@pytest.fixture(scope="module")
def answers() -> list[Sample]:
    by_task = [read_example_completions(folder)[-2:] for folder in task_folders(OPEN_TASKS)]
    return [(item.task_id, item.text) for items in by_task for item in items if item.task_id in IDS]


@pytest.fixture(scope="module")
def reward() -> Iterator[ClassEvalReward]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        made = ClassEvalReward([*IDS, box_task.TASK], timeout=1.0)
        yield made
        made.close()


@pytest.fixture(autouse=True)
def nothing_is_kept(reward: ClassEvalReward) -> None:
    """Of what an earlier test had judged."""
    with reward._judging.place().lock:
        reward._kept.clear()


@pytest.fixture(scope="module")
def values(reward: ClassEvalReward, answers: list[Sample]) -> list[float | None]:
    return rewards(reward, answers)


def rewards(reward: ClassEvalReward, samples: list[Sample]) -> list[float | None]:
    """Of samples that are run, though equal ones were before."""
    with reward._judging.place().lock:
        reward._kept.clear()
    return reward([text for _, text in samples], task_id=[name for name, _ in samples])


def test_it_is_the_test_rate_of_the_metric(answers: list[Sample], values: list[float | None]) -> None:
    texts = [[text for name, text in answers if name == task_id] for task_id in IDS]
    with pytest.warns(UserWarning, match=f"{OPEN - len(IDS)} tasks missing"):
        rates = compute_scores(texts, IDS, progress=False)["per_task"]["test_rate"]
    for task_id in IDS:
        of_task = [value for (name, _), value in zip(answers, values, strict=True) if name == task_id]
        assert sum(of_task) / len(of_task) == pytest.approx(rates[task_id][0], abs=1e-12)
    assert max(values) == 1.0
    assert 0 < min(value for value in values if value) < 1


def test_equal_completions_run_once(reward: ClassEvalReward, task: ClassTask, monkeypatch: pytest.MonkeyPatch) -> None:
    """In later batches and within one; others are, and what could not be run is tried again."""
    ran: list[int] = []
    judge_class = type(reward._judging.enter())
    judge = judge_class.judge

    def counted(self: Judge, tasks: list[ClassTask], texts: list[list[str]], suites: list[str]) -> object:
        ran.append(sum(map(len, texts)))
        return judge(self, tasks, texts, suites)

    monkeypatch.setattr(judge_class, "judge", counted)
    batch = [task.solution_code, "class X: pass", task.solution_code]
    logged: list[float] = []
    for _ in range(2):
        found = reward(batch, task_id=[task.task_id] * 3, log_metric=lambda _, value: logged.append(value))
        assert (found[0], found[1] or 0.0, found[2]) == (1.0, 0.0, 1.0)
    assert ran == [2] and logged == [2 / 3, 2 / 3]
    assert reward([*batch, task.skeleton], task_id=[task.task_id] * 4)[:3] == found and ran == [2, 1]


def test_messages_count_as_what_the_assistant_said_last(reward: ClassEvalReward, task: ClassTask) -> None:
    """TRL's other form of completions; what else is passed does not matter, and what is logged is a fraction."""
    logged: dict[str, float] = {}
    said = {"role": "assistant", "content": task.solution_code}
    parts = {"role": "assistant", "content": [{"type": "text", "text": task.solution_code}]}
    no_text = [{"role": "assistant", "content": None}, {"role": "tool", "content": "?"}]
    batch = [[said], [*no_text, parts], [said, {"role": "assistant", "content": "I give up."}], []]
    more = {"prompts": [""] * 4, "completion_ids": [[]] * 4, "log_metric": logged.__setitem__}
    assert reward(completions=batch, task_id=[IDS[0]] * 4, **more) == [1.0, 1.0, 0.0, 0.0]
    assert logged == {"classeval_reward/class_pass": 0.5}
    assert reward.__name__ == "classeval_reward"
    texts = ["", "I cannot do that.", "class Oops(:\n    pass", "x = 1"]
    assert reward(texts, task_id=[IDS[0]] * len(texts)) == [0.0] * len(texts), "what does not compile gets nothing"


def test_after_a_time_out_no_other_test_class_is_run(reward: ClassEvalReward, task: ClassTask) -> None:
    """And each says so."""
    looping = f"{task.solution_code}\nwhile True: pass\n"
    (sample,) = reward._judging.enter().judge([task], [[looping]])[task.task_id]
    assert sample.verdict is not None
    first, *others = sample.verdict.test_classes
    assert {case.outcome for case in first.cases} == {Outcome.TIMEOUT} and others
    for item in others:
        assert (item.error_type, item.message.partition(",")[0]) == (
            "TimeoutError",
            "an earlier test class ran out of time",
        )
    assert rewards(reward, [(task.task_id, looping), (task.task_id, task.solution_code)]) == [0.0, 1.0]


@pytest.mark.parametrize("texts", [HOSTILE, slow(pytest.param(GREEDY))], ids=["hostile", "greedy"])
def test_hostile_completions(
    reward: ClassEvalReward, answers: list[Sample], values: list[float | None], texts: list[str]
) -> None:
    hostile = [(box_task.TASK.task_id, f"{box_task.RIGHT}\n\n{text}\n") for text in texts]
    assert rewards(reward, [(box_task.TASK.task_id, box_task.RIGHT)]) == [1.0]
    assert len(hostile) <= len(answers)
    mixed = [sample for pair in itertools.zip_longest(answers, hostile) for sample in pair if sample is not None]
    found = dict(zip(mixed, rewards(reward, mixed), strict=True))
    assert [found[sample] for sample in answers] == values
    assert [found[sample] for sample in hostile] == [0.0] * len(hostile)


@pytest.mark.slow
def test_eight_threads_get_what_one_gets(reward: ClassEvalReward, answers: list[Sample], values: list[Any]) -> None:
    turned = [answers[number:] + answers[:number] for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda samples: rewards(reward, samples), turned))
    assert found == [values[number:] + values[:number] for number in range(8)]


@pytest.mark.slow
def test_forked_and_spawned_processes_have_judges_of_their_own(tmp_path: Path) -> None:
    script = tmp_path / "ranks.py"
    script.write_text("""
import multiprocessing
from classeval_hf import load_tasks
from classeval_hf.integrations.trl import ClassEvalReward
def judge(reward, queue): queue.put(reward([task.solution_code, "pass"], task_id=[task.task_id] * 2))
task = load_tasks()[5]  # also in the process that is spawned
if __name__ == "__main__":
    reward = ClassEvalReward([task.task_id])
    found = [reward([task.solution_code], task_id=[task.task_id])]
    for method in ("fork", "spawn"):
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        process = context.Process(target=judge, args=(reward, queue))
        process.start()
        found.append(queue.get(timeout=120))
        process.join()
        found.append(process.exitcode)
    found.append(reward(["class A: pass", task.solution_code], task_id=[task.task_id] * 2))
    print(found)
""")
    done = run_python(script)
    assert done.stdout.strip() == "[[1.0], [1.0, 0.0], 0, [1.0, 0.0], 0, [0.0, 1.0]]", done.stderr[-2000:]


def test_a_judge_that_has_ended_is_replaced(open_tasks: list[ClassTask]) -> None:
    """What it could not run gets no value, which is no zero. A new one runs the next batch."""
    task = open_tasks[5]
    reward = pickle.loads(pickle.dumps(ClassEvalReward([task])))
    reward._judging.enter().__exit__()
    with pytest.warns(UserWarning, match="None of 2 completions could be run"):
        assert reward([task.solution_code, "class A:\n    pass"], task_id=[task.task_id] * 2) == [None, None]
    with pytest.raises(KeyboardInterrupt), reward._judging.alone() as first:
        raise KeyboardInterrupt
    assert reward([task.solution_code], task_id=[task.task_id]) == [1.0]
    assert reward._judging.enter() is not first
    reward.close()


@pytest.mark.slow
def test_strengthened_tests_count_with_the_others(open_tasks: list[ClassTask], answers: list[Sample]) -> None:
    reward = ClassEvalReward(IDS, suites=("base", "plus"))
    of_both = rewards(reward, answers)
    of_base = rewards(ClassEvalReward(IDS), answers)
    solutions = [(task.task_id, task.solution_code) for task in open_tasks if task.task_id in IDS]
    assert rewards(reward, solutions) == [1.0] * 3
    assert of_both != of_base
    assert all(0 <= value <= 1 for value in of_both)


@pytest.mark.slow
def test_the_floor_can_be_subtracted(open_tasks: list[ClassTask]) -> None:
    from classeval_hf.task_quality.statistics import STUBS, stub

    task = open_tasks[4]
    without, with_floor = ClassEvalReward([task]), ClassEvalReward([task], subtract_floor=True, cache=True)
    stubs = [(task.task_id, stub(task, name)) for name in STUBS]
    assert 0 < max(rewards(without, stubs)) < 1
    assert set(rewards(with_floor, stubs)) == {0.0}
    assert rewards(with_floor, [(task.task_id, task.solution_code)]) == [1.0]


def test_base_models_may_continue_the_skeleton(reward: ClassEvalReward, open_tasks: list[ClassTask]) -> None:
    """Some of the methods alone are a part of the class for any model. Prompts are those of generation."""
    task = open_tasks[5]
    methods = [item.solution_code for item in task.methods_info]
    assert ClassEvalReward([task], prompt="base")(methods[:1], task_id=[task.task_id])[0] > 0
    part, whole = reward([methods[0], "\n\n".join(methods)], task_id=[task.task_id] * 2)
    assert 0 < part < 1 == whole
    chat = prompt_dataset("open")
    assert chat.column_names == ["prompt", "task_id"]
    assert chat["task_id"][:] == [task.task_id for task in open_tasks]
    assert [message["role"] for message in chat[0]["prompt"]] == ["system", "user"]
    assert chat[0]["prompt"][1]["content"].endswith(open_tasks[0].skeleton)
    code = prompt_dataset(IDS, prompt="base")
    assert len(code) == 3 and "class " in code[0]["prompt"]


_NUMBERS: list[Any] = [5, [5], ["a", {"type": "text", "text": 5.0}]]


def test_errors_name_what_is_wrong(reward: ClassEvalReward, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.warns(UserWarning, match="No reward for the task 'X'"):
        assert reward(["", [1, 2]], task_id=["X", None]) == [None, None]
    projects = load_repository_tasks("open_repo")[:1]
    for call, message in (
        (lambda: reward(["", ""]), "need a task_id each"),
        (lambda: reward([[1, 2]], task_id=[IDS[0]]), "decode token ids"),
        *((lambda it=it: reward([[{"content": it}]], task_id=[IDS[0]]), "holds, a number") for it in _NUMBERS),
        (lambda: ClassEvalReward(prompt="fim"), "not 'fim'"),
        (lambda: prompt_dataset(prompt="fim"), "not 'fim'"),
        (lambda: ClassEvalReward(suites=("plus",)), "lacks it"),
        (lambda: ClassEvalReward(projects), "take class tasks alone"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    unknown = r"opne is neither a split \(test, open, .* nor a file or folder. Did you mean open"
    for split, message in (("opne", unknown), ("nosplit", "nosplit is neither a split")):
        with pytest.raises(FileNotFoundError, match=message):
            ClassEvalReward(split)
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        ClassEvalReward()
