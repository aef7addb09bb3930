"""
Reinforcement learning with the tests of class tasks as the reward, for TRL's `GRPOTrainer` and what is called like it.

    reward = ClassEvalReward("open")
    trainer = GRPOTrainer(model, reward_funcs=reward, train_dataset=prompt_dataset("open", tokenizer), ...)

TRL itself is not imported. The guide `docs/guides/training.md` has an example that runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from classeval_hf.core.consent import require_consent
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import BASE, ClassTask
from classeval_hf.core.user_warnings import warn_user
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.generation.pipeline.strategies import start_chain
from classeval_hf.generation.steps import PromptKind, Strategy
from classeval_hf.integrations.class_samples import (
    TaskSource,
    completion_text,
    make_writer,
    read_tasks,
    whole_classes,
)
from classeval_hf.integrations.process_judge import ProcessJudge
from classeval_hf.judging.judge import AUTO_TIMEOUT, Judge
from classeval_hf.metrics.averages import passed_fraction
from classeval_hf.reading.judged_samples import JudgedSample
from classeval_hf.sandbox import InfrastructureError
from classeval_hf.sandbox.limited_calls import own_cores
from classeval_hf.scoring.floors import STUBS, stub

if TYPE_CHECKING:
    from datasets import Dataset

_KINDS = {kind.value: kind for kind in (PromptKind.INSTRUCT, PromptKind.BASE)}


_MAX_KEPT = 100_000
"""Outcomes that are kept in memory, each in some hundred bytes."""

_Key = tuple[str, str]
"""Id of a task, and hash of a completion."""


@dataclass(frozen=True)
class _Outcome:
    """
    What came of a completion.

    Args:
        value (`float`): its reward.
        passed (`bool`): whether it passes all required tests.
    """

    value: float
    passed: bool


class ClassEvalReward:
    """
    The fraction of its task's tests that each completion passes, from 0 to 1.

    A completion that is no Python, or does not define the class, gets 0. One that does nothing may get more, where
    tests expect `None` or an empty list: of the split `open` a skeleton passes no test, but the best stub of each task
    passes 2 to 13% of its tests. `subtract_floor` takes that away.

    It may be called from several threads, whose batches are judged one after the other, and in processes that were
    forked or spawned after it was made: each has a judge of its own. The processes that run tests are started when it
    is made, and end with the process or with [`ClassEvalReward.close`].

    Args:
        tasks (`str`, `Path` or `Sequence`, defaults to `"open"`): a split, a file of tasks, or tasks, dataset rows and
            task ids. Only class tasks.
        suites (`Sequence[str]`, defaults to `("base",)`): names of the test suites whose tests count together:
            `("base", "plus")` for strengthened tests too. A task that lacks one counts by the others.
        timeout (`float` or `"auto"`, defaults to `"auto"`): seconds of processor time per test class; `"auto"` for ten
            times what the reference takes, at least 1 and at most the metric's 5. The references of a task are run
            when it comes first. An endless loop takes this long in each test class.
        num_workers (`int`, *optional*): completions run at a time, by default the cores of this process: those of the
            machine divided by `LOCAL_WORLD_SIZE`.
        isolation (`str`, defaults to `"auto"`): tier of isolation, `"T3"` to `"T0"`, or the strongest available.
        min_isolation (`str`, *optional*): the weakest tier to accept; by default T1, or what `isolation` names.
        prompt (`str`, defaults to `"instruct"`): how the model is asked: `"instruct"`, or `"base"` where a completion
            may continue the skeleton.
        subtract_floor (`bool`, defaults to `False`): whether to take off what the best stub of
            [`classeval_hf.scoring.floors`] passes of the task, and to scale the rest to 1. The stubs of a task are run
            when it comes first. Completions below the floor get 0.
        cache (`bool`, defaults to `False`): whether to keep verdicts on disk, from where they are never removed.
            What came of a completion is kept in memory in any case, so that an equal one is not run again.
        name (`str`, defaults to `"classeval_reward"`): what TRL logs it as.

    Raises:
        `ValueError`: without consent to run code; for an unknown task, suite or kind of prompt.
        [`~classeval_hf.sandbox.IsolationError`]: if no such isolation is available.
        [`~classeval_hf.tasks.libraries.MissingLibrariesError`]: if a task imports what is not installed.
    """

    def __init__(
        self,
        tasks: TaskSource = "open",
        *,
        suites: Sequence[str] = (BASE,),
        timeout: float | str = AUTO_TIMEOUT,
        num_workers: int | None = None,
        isolation: str = "auto",
        min_isolation: str | None = None,
        prompt: str = "instruct",
        subtract_floor: bool = False,
        cache: bool = False,
        name: str = "classeval_reward",
    ) -> None:
        require_consent()
        if prompt not in _KINDS:
            raise UserError(f"prompt is {' or '.join(map(repr, _KINDS))}, not {prompt!r}.")
        self.__name__ = name
        self._tasks = read_tasks(tasks, suites)
        self._suites = tuple(suites)
        self._kind = _KINDS[prompt]
        self._subtract_floor = subtract_floor
        self._floors: dict[str, float] = {}
        self._kept: dict[_Key, _Outcome] = {}
        self._judging = ProcessJudge(
            timeout=timeout,
            num_workers=num_workers or own_cores(),
            isolation=isolation,
            min_isolation=min_isolation,
            cache=cache,
            progress=False,
        )
        self._judging.enter()  # what cannot be run is said now, and not after the first batch was generated

    def close(self) -> None:
        """Ends the processes that run tests; the next call starts others."""
        self._judging.close()

    def __call__(
        self,
        completions: Sequence[str | Sequence[Mapping[str, Any]]],
        task_id: Sequence[str] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        """
        Judges a batch.

        Args:
            completions (`Sequence`): the completions: texts, or lists of chat messages.
            task_id (`Sequence[str]`): the task of each; TRL passes the column of the dataset.
            columns: what else TRL passes. Its `log_metric` is called with the fraction of the batch that passes all
                required tests, as `NAME/class_pass`.

        Returns:
            `list[float | None]`: `None` for a completion that could not be run for reasons that are not its own, with
            a warning; TRL leaves such completions out.

        Raises:
            `ValueError`: if a completion is no text, has no task, or has one that is unknown.
        """
        texts = [completion_text(completion) for completion in completions]
        tasks = self._tasks_of(len(texts), task_id)
        if not texts:
            return []
        keys = [
            (task.task_id, sha256(text.encode(errors="surrogatepass")).hexdigest())
            for task, text in zip(tasks, texts, strict=True)
        ]
        error: InfrastructureError | None = None
        with self._judging.locked():
            asked = dict(zip(keys, zip(tasks, texts, strict=True), strict=True))
            found = {key: self._kept[key] for key in asked if key in self._kept}
            try:
                error = self._find({key: pair for key, pair in asked.items() if key not in found}, found)
            except InfrastructureError as raised:
                error = raised
            self._keep(found)
        missing = sum(key not in found for key in keys)
        if missing:
            count = "None" if missing == len(texts) else str(missing)
            verb = "could be run, and they get" if missing == len(texts) else "could not be run, and get"
            warn_user(f"{count} of {len(texts)} completions {verb} no reward: {error}.")
        if (log := columns.get("log_metric")) is not None and missing < len(keys):
            passed = [found[key].passed for key in keys if key in found]
            log(f"{self.__name__}/class_pass", sum(passed) / len(passed))
        return [found[key].value if key in found else None for key in keys]

    def _find(
        self, asked: Mapping[_Key, tuple[ClassTask, str]], found: dict[_Key, _Outcome]
    ) -> InfrastructureError | None:
        """Judges completions, and adds what comes of them; returns why one could not be run, if any could not."""
        if not asked:
            return None
        pairs = list(asked.values())
        with self._judging.alone() as judge:
            self._find_floors(judge, [task for task, _ in pairs])
            sources = whole_classes(judge, pairs, self._kind)
            samples = self._judge(judge, [(task, source) for (task, _), source in zip(pairs, sources, strict=True)])
            broken = [sample.infrastructure_error for sample in samples if sample.infrastructure_error is not None]
            if len(broken) == len(samples):
                raise broken[0]  # so that the next batch gets a new judge
        for (key, (task, _)), sample in zip(asked.items(), samples, strict=True):
            if sample.infrastructure_error is None:
                found[key] = self._outcome(task, sample)
        return broken[0] if broken else None

    def _keep(self, found: Mapping[_Key, _Outcome]) -> None:
        """For later batches; the oldest are dropped where there are very many."""
        self._kept |= found
        for key in list(self._kept)[: max(0, len(self._kept) - _MAX_KEPT)]:
            del self._kept[key]

    def _tasks_of(self, count: int, task_id: Sequence[str] | None) -> list[ClassTask]:
        if task_id is None or isinstance(task_id, str) or len(task_id) != count:
            raise UserError(
                f"The {count} completions need a task_id each: give the dataset a column task_id, as prompt_dataset "
                "does."
            )
        for name in task_id:
            if name not in self._tasks:
                raise UserError(f"Unknown task {name!r}: the reward has {len(self._tasks)} tasks; pass it as tasks.")
        return [self._tasks[name] for name in task_id]

    def _judge(self, judge: Judge, samples: Sequence[tuple[ClassTask, str]]) -> list[JudgedSample]:
        places: dict[str, list[int]] = {}
        for index, (task, _) in enumerate(samples):
            places.setdefault(task.task_id, []).append(index)
        tasks = [self._tasks[name] for name in places]
        suites = [suite for suite in self._suites if any(suite in task.suites for task in tasks)]
        judged = judge.judge(tasks, [[samples[index][1] for index in of_task] for of_task in places.values()], suites)
        found = {index: sample for name in places for index, sample in zip(places[name], judged[name], strict=True)}
        return [found[index] for index in range(len(samples))]

    def _find_floors(self, judge: Judge, tasks: Sequence[ClassTask]) -> None:
        unknown = {task.task_id: task for task in tasks if task.task_id not in self._floors}
        if not self._subtract_floor or not unknown:
            return
        samples = [(task, stub(task, name)) for task in unknown.values() for name in STUBS]
        found: dict[str, float] = {}
        for (task, _), sample in zip(samples, self._judge(judge, samples), strict=True):
            if sample.infrastructure_error is not None:
                raise sample.infrastructure_error
            found[task.task_id] = max(found.get(task.task_id, 0.0), passed_fraction(*_verdicts(sample)))
        self._floors |= found

    def _outcome(self, task: ClassTask, sample: JudgedSample) -> _Outcome:
        verdicts = _verdicts(sample)
        value, floor = passed_fraction(*verdicts), self._floors.get(task.task_id, 0.0)
        above = max(0.0, (value - floor) / (1 - floor)) if floor < 1 else 0.0
        return _Outcome(above, all(verdict.passed(task.suite(verdict.suite).required) for verdict in verdicts))


def prompt_dataset(
    tasks: TaskSource = "open",
    tokenizer: Any | None = None,
    *,
    prompt: str = "auto",
    instruction_style: str = "paper",
) -> Dataset:
    """
    Class tasks as prompts for training: those of the strategy `holistic`, which asks for the whole class at once.

    Args:
        tasks (`str`, `Path` or `Sequence`, defaults to `"open"`): as of [`ClassEvalReward`].
        tokenizer (`PreTrainedTokenizerBase`, *optional*): the model's tokenizer, by which `"auto"` chooses.
        prompt (`str`, defaults to `"auto"`): `"instruct"`, `"base"`, or what fits the model.
        instruction_style (`str`, defaults to `"paper"`): wording of the instructions, `"paper"` or `"upstream"`.

    Returns:
        `datasets.Dataset`: columns `prompt` (chat messages, or text where the model takes no chat) and `task_id`.

    Raises:
        `ValueError`: for other prompts, and for tasks as of [`ClassEvalReward`].
    """
    from datasets import Dataset

    if prompt != "auto" and prompt not in _KINDS:
        raise UserError(f"prompt is 'auto' or {' or '.join(map(repr, _KINDS))}, not {prompt!r}.")
    writer = make_writer(tokenizer, prompt, Strategy.HOLISTIC, instruction_style=instruction_style)
    rows = []
    for task in read_tasks(tasks).values():
        (step,) = start_chain(task, Strategy.HOLISTIC, 0).ready_steps()
        written = writer.write(step)
        messages = [{"role": role, "content": content} for role, content in written.messages]
        rows.append({"prompt": messages or written.text, "task_id": task.task_id})
    return Dataset.from_list(rows)


def _verdicts(sample: JudgedSample) -> list[CandidateVerdict]:
    return [verdict for verdict in sample.verdicts.values() if isinstance(verdict, CandidateVerdict)]
