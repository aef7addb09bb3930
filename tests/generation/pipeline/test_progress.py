"""What a run shows of how far it is, from the first prompt on."""

import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny_models import PAD, tiny_model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.classes.prompts import ClassPrompts, PromptWriter
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation import generating, run_folder
from classeval_hf.generation.distributed import Counts, Progress
from classeval_hf.generation.engines import continuous_backend, transformers_backend
from classeval_hf.generation.engines.backend import Backend, Sampling
from classeval_hf.generation.engines.transformers_backend import counted_prefill
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import Completion, StepTarget, Strategy
from classeval_hf.runs.run_records import ModelIdentity

WINDOW = 4096


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock() -> Clock:
    return Clock()


def ten_methods() -> generating.Amount:
    return generating.Amount(Counter({StepTarget.METHOD: 10}), prompt_tokens=1000)


def shown(clock: Clock, stream: io.StringIO, **options: Any) -> Progress:
    return Progress("Generating", ten_methods(), stream=stream, clock=clock, **options)


def unseen(clock: Clock, **options: Any) -> Progress:
    return shown(clock, io.StringIO(), shown=False, **options)


def test_the_rest_is_told(clock: Clock) -> None:
    pace = unseen(clock)
    clock.now += 500  # the model is loaded
    with pace:
        assert pace.seconds_left() is None and pace.tokens_per_second() == ("tokens/s", 0.0)
        clock.now += 1
        pace.count(100, 0)
        assert pace.tokens_per_second() == ("prompt tokens/s", 100.0)
        # 900 tokens to read at 100 a second, and 10 answers of 150 tokens, thought to be written a quarter as fast.
        assert pace.seconds_left() == pytest.approx(9 + 1500 / 25)
        clock.now += 2
        pace.count(0, 20)
        assert pace.tokens_per_second() == ("tokens/s", 10.0) and pace.seconds_left() == pytest.approx(9 + 1480 / 10)
        assert pace.total.steps == 0, "all this before the first step has its answer"
    lefts = []
    with unseen(clock) as pace:
        for _ in range(10):
            clock.now += 1
            pace.count(100, 0)
            clock.now += 10
            pace.count(0, 300)  # twice as long as usual
            pace.finish(StepTarget.METHOD, 300)
            lefts.append(pace.seconds_left())
    # At 30 tokens a second and 11 seconds a step, of which nine are left; it may not be told much too early.
    assert lefts[4] == pytest.approx(5 * 11, rel=0.35) and lefts[-1] == 0.0
    told: list[Counts] = []

    def exchange(new: Counts) -> Counts:
        told.append(new)
        return Counts(read=100)

    with unseen(clock, processes=2, exchange=exchange) as pace, unseen(clock) as alone:
        clock.now += 1
        for one in (pace, alone):
            one.count(100, 0)
        assert pace.seconds_left() == pytest.approx((alone.seconds_left() or 0) / 2)
        assert pace.tokens_per_second()[1] == 2 * alone.tokens_per_second()[1]
        clock.now += 1
        pace.count(0, 0)
        assert told == [Counts(read=100), Counts()]


def test_terminals_and_files(clock: Clock) -> None:
    with shown(clock, stream := Terminal()) as progress:
        clock.now += 1
        progress.count(100, 0)
        bar = stream.getvalue().split("\r")[-1]
        assert re.search(r"Generating: +0%\|.*\| 0/10 steps \[\d\d:\d\d, about 1:09 left, 100 prompt tokens/s\]", bar)
        clock.now += 2
        progress.count(0, 20)
        progress.finish(StepTarget.METHOD, 20)
        clock.now += 1
        progress.count(0, 10)
        bar = stream.getvalue().split("\r")[-1]
        assert "10%|" in bar and "| 1/10 steps [" in bar
        assert re.search(r"about \d+:\d\d left, 10 tokens/s, 30 tokens\]", bar)
    with shown(clock, stream := io.StringIO()) as progress:
        for _ in range(400):
            clock.now += 1
            progress.count(0, 1)
    lines = stream.getvalue().splitlines()
    assert re.fullmatch(r"Generating: 0/10 steps after 0:05, about \d+:\d\d left, 1 tokens/s, 5 tokens", lines[0])
    assert len(lines) < 15 and lines[-1].startswith("Generating: 0/10 steps in 6:40, 1 tokens/s, 400 tokens")
    told: list[Counts] = []

    def exchange(new: Counts) -> Counts:
        told.append(new)
        return Counts(steps=3, read=300)

    with shown(clock, stream := io.StringIO(), shown=False, exchange=exchange) as progress:
        clock.now += 9
        progress.count(100, 0)
    assert not stream.getvalue() and told[0] == Counts(read=100)


def make_run(strategy: Strategy, tokenizer: Tokenizer) -> generating.Run:
    choice = choose_prompt("m", tokenizer, "base", strategy)
    writer = PromptWriter(choice, tokenizer, context_length=WINDOW, completion_room=9)
    return generating.Run(strategy, run_folder.RunFolder(Path("nowhere")), writer, ClassPrompts())


@pytest.mark.parametrize("kind", ["continuous", "padded"])
def test_tokens_are_counted_as_they_come(kind: str, tokenizer: Tokenizer, open_tasks: list[ClassTask]) -> None:
    """Prompts layer by layer, answers token by token, and in the end as many as there were."""
    run, told = make_run(Strategy.HOLISTIC, tokenizer), []

    def count(read: int, written: int) -> None:
        told.append((read, written))

    model = tiny_model("llama", tokenizer)
    assert tokenizer.pad_token == PAD
    backend: Backend = transformers_backend.TransformersBackend(model, tokenizer, 4, count=count)
    if kind == "continuous":
        backend = continuous_backend.ContinuousBackend(model, tokenizer, WINDOW, 4, count=count)
    jobs = [generating.GenerationJob(run, task, 0) for task in open_tasks[:4]]
    queue = generating.StepQueue(iter(jobs), Sampling(), WINDOW, 9)
    completions = []
    for request, completion in backend.generate(queue):
        queue.receive(request, completion)
        completions.append(completion)
    assert sum(read for read, _ in told) == sum(completion.prompt_tokens for completion in completions)
    first_answer = next(index for index, (_, written) in enumerate(told) if written)
    assert first_answer > 1, "prompts are told of more than once, for each has two layers to pass"
    tokens = sum(completion.completion_tokens for completion in completions)
    assert sum(written for _, written in told) >= tokens - len(completions)
    assert len([1 for _, written in told if written]) >= 8


def test_signs_end_when_the_pass_does(tokenizer: Tokenizer) -> None:
    told: list[int] = []
    model, ids = tiny_model("llama", tokenizer), torch.arange(10)[None]
    with torch.inference_mode():
        with counted_prefill(model, 101, lambda read, _: told.append(read)):
            model(ids)
        assert told == [50, 51]
        model(ids)
        assert told == [50, 51]
        with (
            pytest.raises(KeyError),
            counted_prefill(model, 101, lambda read, _: told.append(read)),
        ):
            raise KeyError
        assert told == [50, 51], "a pass that failed has read nothing"
        with counted_prefill(torch.nn.Linear(2, 2), 7, lambda read, _: told.append(read)):
            pass
    assert told == [50, 51, 7]


@pytest.mark.parametrize("strategy", list(Strategy))
def test_amounts_are_known_beforehand(strategy: Strategy, tokenizer: Tokenizer, open_tasks: list[ClassTask]) -> None:
    run, tasks = make_run(strategy, tokenizer), open_tasks[:2]
    facts = generating.ModelFacts(ModelIdentity("model"), tokenizer, WINDOW)
    check = generating.check_prompts([run], tasks, facts)
    jobs = [generating.GenerationJob(run, task, sample) for task in tasks for sample in range(3)]
    amount = check.amount(jobs, {})
    stepwise = strategy in (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)
    planned = strategy in (Strategy.BOTTOM_UP, Strategy.TOP_DOWN)
    steps = sum(len(task.methods_info) for task in tasks) if stepwise else 4 if planned else 2
    assert amount.steps.total() == 3 * steps and amount.prompt_tokens > 1000
    if stepwise or planned:
        known = {(tasks[0].task_id, 1, 0): run_folder.KnownStep("", Completion("", prompt_tokens=100))}
        less = check.amount(jobs, {strategy: known})
        assert less.steps.total() == 3 * steps - 1 and less.prompt_tokens == amount.prompt_tokens - 100


def test_no_end_is_told_where_further_steps_may_follow() -> None:
    """An agent's number of steps is not known: neither a total nor the time left is claimed."""
    amount = generating.Amount(Counter({StepTarget.CODE: 3}), 300, open_ended=True)
    pace = Progress("Generating", amount, shown=False)
    pace.count(100, 0)
    pace.count(0, 10)
    assert pace.seconds_left() is None
    with Progress("Generating", amount, stream=(stream := io.StringIO())) as progress:
        progress.finish(StepTarget.CODE, 4)
    assert stream.getvalue().startswith("Generating: 1 step in")
