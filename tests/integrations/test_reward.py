"""The reward for TRL: the fraction of tests passed, whatever else is in the batch and whoever else calls."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import box_task
import pytest
from places import OPEN

from classeval_hf.core.tasks import ClassTask
from classeval_hf.integrations.class_samples import ProcessJudge
from classeval_hf.integrations.trl import ClassEvalReward, prompt_dataset
from classeval_hf.judging.judge import Judge, JudgeOptions
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.folders import open_tasks_directory, read_example_completions, task_folders
from classeval_hf.tasks.splits import load_repository_tasks

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")

IDS = ("ClassEvalOpen_4", "ClassEvalOpen_5", "ClassEvalOpen_6")
HOSTILE = {
    "ends the process": "import sys\nsys.exit(0)",
    "ends it at once": "import os\nos._exit(0)",
    "never ends": "while True:\n    pass",
    "forks without end": "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
    "takes all memory": "text = 'x'\nwhile True:\n    text += text",
    "is huge": "# " + "x" * 2_000_000,
    "is no Unicode": "'\ud800'.encode('ascii')",
}
"""What stands below a right class: without one nothing would be run."""


@pytest.fixture(scope="module")
def answers() -> list[tuple[str, str]]:
    """Task and text of recorded completions, right and wrong ones."""
    found = [item for folder in task_folders(open_tasks_directory()) for item in read_example_completions(folder)]
    return [(item.task_id, item.text) for item in found if item.task_id in IDS]


@pytest.fixture(scope="module")
def reward() -> Iterator[ClassEvalReward]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        made = ClassEvalReward([*IDS, box_task.TASK], timeout=1.0)
        yield made
        made.close()


@pytest.fixture(scope="module")
def values(reward: ClassEvalReward, answers: list[tuple[str, str]]) -> list[float | None]:
    """The rewards of the recorded completions in a batch of their own."""
    return rewards(reward, answers)


def rewards(reward: ClassEvalReward, samples: list[tuple[str, str]]) -> list[float | None]:
    """Of samples that are run, though equal ones were before."""
    with reward._judging.locked():
        reward._kept.clear()
    return reward([text for _, text in samples], task_id=[name for name, _ in samples])


def test_it_is_the_test_rate_of_the_metric(answers: list[tuple[str, str]], values: list[float | None]) -> None:
    for task_id in IDS:
        texts = [text for name, text in answers if name == task_id]
        of_task = [value for (name, _), value in zip(answers, values, strict=True) if name == task_id]
        with pytest.warns(UserWarning, match=f"{OPEN - 1} tasks missing"):
            rate = compute_scores([texts], [task_id], progress=False)["test_rate"]
        assert sum(of_task) / len(of_task) == pytest.approx(rate, abs=1e-12)
    assert max(values) == 1.0
    assert 0 < min(value for value in values if value) < 1


def test_equal_completions_are_not_run_again(open_tasks: list[ClassTask], monkeypatch: pytest.MonkeyPatch) -> None:
    """In later batches and within one; others are, and what could not be run is tried again."""
    task = next(task for task in open_tasks if task.task_id == IDS[0])
    reward = ClassEvalReward([task], timeout=1.0)
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
    reward.close()


def test_messages_count_as_what_the_assistant_said_last(reward: ClassEvalReward, open_tasks: list[ClassTask]) -> None:
    """TRL's other form of completions; what else is passed does not matter, and what is logged is a fraction."""
    (task,) = [task for task in open_tasks if task.task_id == IDS[0]]
    logged: dict[str, float] = {}
    said = {"role": "assistant", "content": task.solution_code}
    parts = {"role": "assistant", "content": [{"type": "text", "text": task.solution_code}]}
    batch = [
        [said],
        [{"role": "assistant", "content": None}, {"role": "tool", "content": "?"}, parts],
        [said, {"role": "assistant", "content": "I give up."}],
        [],
    ]
    found = reward(
        prompts=[""] * 4,
        completions=batch,
        completion_ids=[[]] * 4,
        task_id=[IDS[0]] * 4,
        log_metric=logged.__setitem__,
    )
    assert found == [1.0, 1.0, 0.0, 0.0]
    assert logged == {"classeval_reward/class_pass": 0.5}
    assert reward.__name__ == "classeval_reward"


def test_what_does_not_compile_gets_nothing(reward: ClassEvalReward) -> None:
    texts = ["", "I cannot do that.", "class Oops(:\n    pass", "x = 1"]
    assert reward(texts, task_id=[IDS[0]] * len(texts)) == [0.0] * len(texts)


def test_hostile_completions_change_no_other_value(
    reward: ClassEvalReward, answers: list[tuple[str, str]], values: list[float | None]
) -> None:
    hostile = [(box_task.TASK.task_id, f"{box_task.RIGHT}\n\n{text}\n") for text in HOSTILE.values()]
    assert rewards(reward, [(box_task.TASK.task_id, box_task.RIGHT)]) == [1.0]
    assert len(hostile) <= len(answers)
    mixed = [sample for pair in itertools.zip_longest(answers, hostile) for sample in pair if sample is not None]
    found = dict(zip(mixed, rewards(reward, mixed), strict=True))
    assert [found[sample] for sample in answers] == values
    assert [found[sample] for sample in hostile] == [0.0] * len(hostile)


@pytest.mark.slow
def test_eight_threads_get_what_one_gets(
    reward: ClassEvalReward, answers: list[tuple[str, str]], values: list[float | None]
) -> None:
    turned = [answers[number:] + answers[:number] for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda samples: rewards(reward, samples), turned))
    assert found == [values[number:] + values[:number] for number in range(8)]


@pytest.mark.slow
def test_forked_and_spawned_processes_have_judges_of_their_own(tmp_path: Path) -> None:
    """Made once, called before and after: in the parent, in a fork of it, and in a process that it was sent to."""
    script = tmp_path / "ranks.py"
    script.write_text(RANKS)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "[[1.0], [1.0, 0.0], 0, [1.0, 0.0], 0, [0.0, 1.0]]", done.stderr[-2000:]


RANKS = """
import multiprocessing
from classeval_hf import load_tasks
from classeval_hf.integrations.trl import ClassEvalReward

def judge(reward, queue):
    queue.put(reward([task.solution_code, "pass"], task_id=[task.task_id] * 2))

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
"""


def test_what_cannot_be_run_gets_no_value(open_tasks: list[ClassTask]) -> None:
    """It is no zero. The next batch is run by a new judge."""
    task = open_tasks[5]
    reward = ClassEvalReward([task])
    reward._judging.enter().__exit__()
    with pytest.warns(UserWarning, match="None of 2 completions could be run"):
        assert reward([task.solution_code, "class A:\n    pass"], task_id=[task.task_id] * 2) == [None, None]
    assert reward([task.solution_code], task_id=[task.task_id]) == [1.0]
    reward.close()


def test_after_an_interruption_there_is_a_new_judge(open_tasks: list[ClassTask]) -> None:
    judging = pickle.loads(pickle.dumps(ProcessJudge(JudgeOptions(progress=False, cache=False))))
    with pytest.raises(KeyboardInterrupt), judging.alone() as first:
        raise KeyboardInterrupt
    with judging.alone() as second:
        assert second is not first
        (sample,) = second.judge([open_tasks[5]], [[open_tasks[5].solution_code]])[open_tasks[5].task_id]
        assert sample.verdict.passed(open_tasks[5].test_classes)
    judging.close()


@pytest.mark.slow
def test_strengthened_tests_count_with_the_others(open_tasks: list[ClassTask], answers: list[tuple[str, str]]) -> None:
    """A right class passes both; one that errs passes another fraction of the tests of both than of those of one."""
    reward = ClassEvalReward(IDS, suites=("base", "plus"))
    of_both = rewards(reward, answers)
    of_base = rewards(ClassEvalReward(IDS), answers)
    solutions = [(task.task_id, task.solution_code) for task in open_tasks if task.task_id in IDS]
    assert rewards(reward, solutions) == [1.0] * 3
    assert of_both != of_base
    assert all(0 <= value <= 1 for value in of_both)


@pytest.mark.slow
def test_the_floor_can_be_subtracted(open_tasks: list[ClassTask]) -> None:
    """The best of the stubs gets 0 then, a right class 1 still, and one between the two less than before."""
    from classeval_hf.scoring.floors import STUBS, stub

    task = open_tasks[4]
    without, with_floor = ClassEvalReward([task]), ClassEvalReward([task], subtract_floor=True, cache=True)
    stubs = [(task.task_id, stub(task, name)) for name in STUBS]
    best = max(rewards(without, stubs))
    assert 0 < best < 1
    assert set(rewards(with_floor, stubs)) == {0.0}
    assert rewards(with_floor, [(task.task_id, task.solution_code)]) == [1.0]


def test_a_base_model_may_continue_the_skeleton(open_tasks: list[ClassTask]) -> None:
    """A method alone is a class for a base model, and none for an instruct model."""
    task = open_tasks[5]
    methods = [item.solution_code for item in task.methods_info]
    ids = [task.task_id]
    assert ClassEvalReward([task], prompt="base")(methods[:1], task_id=ids)[0] > 0
    assert ClassEvalReward([task])(methods[:1], task_id=ids) == [0.0]
    assert ClassEvalReward([task])(["\n\n".join(methods)], task_id=ids) == [1.0]


def test_prompts_are_those_of_generation(open_tasks: list[ClassTask]) -> None:
    chat = prompt_dataset("open")
    assert chat.column_names == ["prompt", "task_id"]
    assert chat["task_id"][:] == [task.task_id for task in open_tasks]
    assert [message["role"] for message in chat[0]["prompt"]] == ["system", "user"]
    assert chat[0]["prompt"][1]["content"].endswith(open_tasks[0].skeleton)
    code = prompt_dataset(IDS, prompt="base")
    assert len(code) == 3
    assert "class " in code[0]["prompt"]
    with pytest.raises(ValueError, match="not 'fim'"):
        prompt_dataset(prompt="fim")


def test_a_split_that_does_not_exist_is_told() -> None:
    with pytest.raises(
        FileNotFoundError, match=r"opne is no split \(test, open, .*no such file or folder. Did you mean open"
    ):
        ClassEvalReward("opne")
    with pytest.raises(FileNotFoundError, match="nosplit is no split"):
        ClassEvalReward("nosplit")


def test_errors_name_what_is_wrong(reward: ClassEvalReward, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="need a task_id each"):
        reward(["", ""])
    with pytest.warns(UserWarning, match="No reward for the task 'X'"):
        assert reward(["", [1, 2]], task_id=["X", None]) == [None, None]
    with pytest.raises(ValueError, match="decode token ids"):
        reward([[1, 2]], task_id=[IDS[0]])
    with pytest.raises(ValueError, match="not 'fim'"):
        ClassEvalReward(prompt="fim")
    with pytest.raises(ValueError, match="lacks it"):
        ClassEvalReward(suites=("plus",))
    with pytest.raises(ValueError, match="take class tasks alone"):
        ClassEvalReward(load_repository_tasks("open_repo")[:1])
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        ClassEvalReward()
