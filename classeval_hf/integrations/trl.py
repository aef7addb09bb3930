"""The tests of class tasks as a reward for reinforcement learning with TRL's `GRPOTrainer`; TRL is not imported."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from datasets import Dataset

from classeval_hf.classes.prompts import TEXT_FORMS, ClassChain
from classeval_hf.classes.readings import TextForm, extract_class
from classeval_hf.core.errors import InfrastructureError, UserError, require_consent, warn_user
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, ClassTask
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge, JudgeOptions
from classeval_hf.integrations import class_samples
from classeval_hf.metrics.averages import passed_fraction
from classeval_hf.prompting.steps import PromptKind, Strategy
from classeval_hf.reading.outlines import ClassOutline, outline_class
from classeval_hf.sandbox.limited_calls import UnreadableError, own_cores
from classeval_hf.task_quality.statistics import STUBS, stub

_KINDS = {kind.value: kind for kind in (PromptKind.INSTRUCT, PromptKind.BASE)}
_MAX_KEPT = 100_000  # outcomes that are kept in memory, each in some hundred bytes
_Key = tuple[str, str]  # id of a task, and hash of a completion
_Outcome = tuple[float, bool]  # reward of a completion, and whether it passes all required tests


class ClassEvalReward:
    """The fraction of its task's tests that a completion passes, 0 to 1; threads and later processes may call it."""

    def __init__(
        self,
        tasks: class_samples.TaskSource = "open",  # a split, a file, or tasks, rows and task ids; class tasks only
        *,
        # Test suites that count together, such as `("base", "plus")`; a task without one counts by the others.
        suites: Sequence[str] = (BASE,),
        # Seconds of processor time per test class; `"auto"`: ten times the reference's, from 1 to the metric's 5.
        timeout: float | str = AUTO_TIMEOUT,
        first_timeout_ends: bool = True,  # whether test classes after a time-out count as failed, without being run
        # Completions run at a time, by default the cores of this process: the machine's by `LOCAL_WORLD_SIZE`.
        num_workers: int | None = None,
        isolation: str = "auto",  # tier, `"T3"` to `"T0"`, or the strongest available
        min_isolation: str | None = None,  # the weakest tier to accept; by default T1, or that of `isolation`
        prompt: str = "instruct",  # how the model is asked; with `"base"` a completion may continue the skeleton
        # Whether to subtract what the best of `STUBS` passes, and to scale the rest to 1.
        subtract_floor: bool = False,
        cache: bool = False,  # whether to keep verdicts on disk, from where they are never removed
        name: str = "classeval_reward",  # its name in the logs of TRL
    ) -> None:
        require_consent()
        if prompt not in _KINDS:
            raise UserError(f"prompt is {' or '.join(map(repr, _KINDS))}, not {prompt!r}.")
        self.__name__ = name
        self._tasks = class_samples.read_tasks(tasks, suites)
        self._suites = tuple(suites)
        self._kind = _KINDS[prompt]
        self._subtract_floor = subtract_floor
        self._floors: dict[str, float] = {}
        self._kept: dict[_Key, _Outcome] = {}
        options = JudgeOptions(
            timeout=timeout,
            num_workers=num_workers or own_cores(),
            isolation=isolation,
            min_isolation=min_isolation,
            cache=cache,
            progress=False,
            first_timeout_ends=first_timeout_ends,
        )
        self._judging = class_samples.ProcessJudge(options)
        self._judging.enter()  # raises errors now, before a batch is generated

    def close(self) -> None:
        """Ends the processes that run tests; the next call starts others."""
        self._judging.close()

    def __call__(
        self,
        completions: Sequence[str | Sequence[Mapping[str, Any]]],
        task_id: Sequence[str | None] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        """Judges a batch of texts or chats; `None`, which TRL leaves out, for other tasks and for failed runs."""
        count = len(completions)
        if task_id is None or isinstance(task_id, str) or len(task_id) != count:
            raise UserError(
                f"{counted(count, 'completion')} {agreeing(count, 'needs', 'need')} a task_id each: give the dataset "
                "a column task_id, as prompt_dataset does."
            )
        if unknown := [name for name in task_id if name and name not in self._tasks]:  # rows of others name none
            warn_user(
                f"No reward for the task {unknown[0]!r}: it is not among the reward's "
                f"{counted(len(self._tasks), 'task')}; add it to `tasks` to get one."
            )
        keys: dict[int, _Key] = {}  # by place in the batch
        asked: dict[_Key, tuple[ClassTask, str]] = {}
        for place, name in enumerate(task_id):
            if name in self._tasks:
                text = class_samples.completion_text(completions[place])
                keys[place] = name, sha256(text.encode(errors="surrogatepass")).hexdigest()
                asked[keys[place]] = self._tasks[name], text
        error: InfrastructureError | None = None
        with self._judging.place().lock:  # also when nothing is judged
            outcomes = {key: self._kept[key] for key in asked if key in self._kept}
            try:
                self._judge_new({key: pair for key, pair in asked.items() if key not in outcomes}, outcomes)
            except InfrastructureError as raised:
                error = raised
            self._kept |= outcomes
            for key in list(self._kept)[: max(0, len(self._kept) - _MAX_KEPT)]:  # the oldest
                del self._kept[key]
        missing = sum(key not in outcomes for key in keys.values())
        if missing:
            some = "None" if missing == len(keys) else str(missing)
            verb = "could be run, and they get" if missing == len(keys) else "could not be run, and get"
            warn_user(f"{some} of {counted(len(keys), 'completion')} {verb} no reward: {error}.")
        if (log := columns.get("log_metric")) is not None and missing < len(keys):
            passed = [outcomes[key][1] for key in keys.values() if key in outcomes]
            log(f"{self.__name__}/class_pass", sum(passed) / len(passed))
        return [outcomes[keys[place]][0] if keys.get(place) in outcomes else None for place in range(count)]

    def _judge_new(self, asked: Mapping[_Key, tuple[ClassTask, str]], outcomes: dict[_Key, _Outcome]) -> None:
        """Judges completions and adds the results; then raises the reason if one could not be run."""
        if not asked:
            return
        pairs = list(asked.values())
        with self._judging.alone() as judge:
            unknown = {task.task_id: task for task, _ in pairs if task.task_id not in self._floors}
            if self._subtract_floor and unknown:
                stubs = [(task, stub(task, name)) for task in unknown.values() for name in STUBS]
                floors: dict[str, float] = {}
                for (task, _), verdicts in zip(stubs, self._judge(judge, stubs), strict=True):
                    if isinstance(verdicts, InfrastructureError):
                        raise verdicts
                    floors[task.task_id] = max(floors.get(task.task_id, 0.0), passed_fraction(*verdicts))
                self._floors |= floors
            wholes = pairs  # the classes to judge; unreadable texts stay as they are
            if self._kind is not PromptKind.INSTRUCT:  # a base model's text continues the skeleton
                items = [(text, outline_class(task), task.class_name, TEXT_FORMS[self._kind]) for task, text in pairs]
                codes = zip(pairs, judge.call_within_limits(_class_code, items), strict=True)
                wholes = [(task, text if isinstance(code, UnreadableError) else code) for (task, text), code in codes]
            judged = self._judge(judge, wholes)
            broken = [verdicts for verdicts in judged if isinstance(verdicts, InfrastructureError)]
            if len(broken) == len(judged):
                raise broken[0]  # so that the next batch gets a new judge
        for (key, (task, _)), verdicts in zip(asked.items(), judged, strict=True):
            if not isinstance(verdicts, InfrastructureError):
                value, floor = passed_fraction(*verdicts), self._floors.get(task.task_id, 0.0)
                above = max(0.0, (value - floor) / (1 - floor)) if floor < 1 else 0.0
                outcomes[key] = above, all(verdict.passed(task.suite(verdict.suite).required) for verdict in verdicts)
        if broken:
            raise broken[0]

    def _judge(
        self, judge: Judge, samples: Sequence[tuple[ClassTask, str]]
    ) -> list[list[CandidateVerdict] | InfrastructureError]:
        """The verdicts on each sample by the suites of its task, or why it could not be run."""
        places = grouped((task.task_id, index) for index, (task, _) in enumerate(samples))
        tasks = [self._tasks[name] for name in places]
        suites = [suite for suite in self._suites if any(suite in task.suites for task in tasks)]
        judged = judge.judge(tasks, [[samples[index][1] for index in indices] for indices in places.values()], suites)
        by_index = {index: sample for name in places for index, sample in zip(places[name], judged[name], strict=True)}
        return [
            sample.infrastructure_error
            or [verdict for verdict in sample.verdicts.values() if isinstance(verdict, CandidateVerdict)]
            for sample in (by_index[index] for index in range(len(samples)))
        ]


def prompt_dataset(
    tasks: class_samples.TaskSource = "open",
    tokenizer: Any | None = None,
    *,
    prompt: str = "auto",
    instruction_style: str = "paper",
) -> Dataset:
    """Class tasks as prompts: columns `prompt` and `task_id`; `prompt` is `"instruct"`, `"base"` or `"auto"`."""
    if prompt != "auto" and prompt not in _KINDS:
        raise UserError(f"prompt is 'auto' or {' or '.join(map(repr, _KINDS))}, not {prompt!r}.")
    writer = class_samples.make_writer(tokenizer, prompt, Strategy.HOLISTIC, instruction_style=instruction_style)
    rows = []
    for task in class_samples.read_tasks(tasks).values():
        (step,) = ClassChain(task, Strategy.HOLISTIC, 0).ready_steps()
        written = writer.write(step)
        messages = [{"role": role, "content": content} for role, content in written.messages]
        rows.append({"prompt": messages or written.text, "task_id": task.task_id})
    return Dataset.from_list(rows)


def _class_code(text: str, outline: ClassOutline, class_name: str, form: TextForm) -> str:
    return extract_class(text, outline, class_name, form).code
