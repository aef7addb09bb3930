"""A family of tasks besides those of the package: riddles, whose answer is an expression."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from classeval_hf.classes.runner.unittest_suite import UnittestSuite
from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import BASE, ClassTask, Task, TestSuite
from classeval_hf.core.verdicts import Soundness
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import Execution, TaskFamily
from classeval_hf.metrics.averages import (
    JudgedSamples,
    Resampling,
    SplitTerms,
    over_sound_tasks,
    pass_at_k_term,
    verdicts_of,
)
from classeval_hf.metrics.samples import SuiteResult, Verdict
from classeval_hf.prompting.prompt_choice import PromptChoice
from classeval_hf.prompting.prompt_form import PromptFamily, PromptForm
from classeval_hf.prompting.steps import (
    Completion,
    GeneratedSample,
    Prompt,
    PromptKind,
    SampleStep,
    Step,
    StepTarget,
    Strategy,
    recorded,
)
from classeval_hf.reading.records import Reading, Ruling
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls

TESTS = (
    "import unittest\nclass T(unittest.TestCase):\n    def test_it(self): self.assertEqual(Riddle().answer(), {})\n"
)


@dataclass(frozen=True)
class Riddle(Task):
    kind: ClassVar[str] = "riddle"
    question: str = ""
    answer: str = ""

    @property
    def suites(self) -> Mapping[str, TestSuite]:
        return {BASE: TestSuite(BASE, TESTS.format(self.answer), ("T",))}

    def tests_hash(self, suite: str = BASE) -> str:
        return self.suite(suite).source

    def reference_identity(self, suite: str = BASE) -> tuple[str, ...]:
        return self.task_id, self.tests_hash(suite)

    def python_sources(self, suite: str = BASE) -> tuple[str, ...]:
        return ()

    @property
    def reference_source(self) -> str:
        return self.answer

    def to_row(self) -> dict[str, Any]:
        return {"kind": self.kind, "task_id": self.task_id, "question": self.question, "answer": self.answer}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Riddle":
        return cls(row["task_id"], question=row["question"], answer=row["answer"])


class RiddleFamily(TaskFamily[Riddle]):
    own_split = "own_riddles"
    prompts = "riddles:RiddlePrompts"

    def from_row(self, row: Mapping[str, Any]) -> Riddle:
        return Riddle.from_row(row)

    def read(self, completions: Sequence[tuple[Riddle, str]], calls: LimitedCalls, max_chars: int) -> list[Reading]:
        no_answer = Ruling("NoAnswer", "it is empty")
        return [Reading(_module(text), ruling=None if text.strip() else no_answer) for _, text in completions]

    def prepare(self, task: Riddle, suite: str, executor: Executor) -> UnittestSuite:
        tests = ClassTask(task.task_id, "Riddle", task.suite(suite).source, ("T",))
        return UnittestSuite.of(tests, suite, executor.limits, executor.isolation_in_force.tier)

    def check_references(
        self, tasks: Sequence[Riddle], suite: str, executor: Executor, shared: Callable[[], Sequence[Execution]]
    ) -> list[Soundness]:
        runs = [executor.run(task, _module(task.answer), is_reference=True) for task in tasks]
        return [
            Soundness(task.task_id, int(run.verdict.passed(["T"])), 1, seconds=dict(run.seconds))
            for task, run in zip(tasks, runs, strict=True)
        ]

    def limits(self, task: Riddle, suite: str, soundness: Soundness) -> TimeLimits:
        return TimeLimits({"T": 1.0})

    def result(self, task: Riddle, verdict: Verdict) -> SuiteResult:
        if isinstance(verdict, InfrastructureError):
            return SuiteResult(target_passed=None, error_infrastructure=str(verdict))
        return SuiteResult(target_passed=verdict.passed(["T"]))

    def reference_dependencies(self, task: Riddle) -> dict[str, Any]:
        return {}

    def split_terms(
        self,
        tasks: Sequence[Riddle],
        judged: JudgedSamples,
        ks: Sequence[int],
        soundness: Mapping[str, Mapping[str, Soundness]],
        resampling: Resampling | None,
    ) -> SplitTerms:
        counts = {
            task: [len(verdicts), sum(verdict.passed(["T"]) for verdict in verdicts)]
            for task, verdicts in verdicts_of(tasks, judged).items()
        }
        terms = {f"pass@{k}": {task: pass_at_k_term(n, [right], k) for task, (n, right) in counts.items()} for k in ks}
        return SplitTerms({**terms, **over_sound_tasks(terms, soundness.get(BASE, {}))}, {})


class RiddlePrompts(PromptFamily):
    title = "riddles"
    strategies = (Strategy.HOLISTIC,)

    def writer(self, choice: PromptChoice, tokenizer: Any, style: str, **sizes: Any) -> "RiddleWriter":
        return RiddleWriter(choice, tokenizer, **sizes)

    def start(self, task: Riddle, strategy: Strategy, sample: int) -> "RiddleChain":
        return RiddleChain(task, strategy, sample)

    def stand_in(self, step: Step, with_reference: bool) -> str:
        return str(step.task.reference_source) if with_reference else ""


class RiddleWriter(PromptForm[Step]):
    left_out = "anything"

    def prompts(self, step: Step) -> Iterator[Prompt]:
        yield self.text(PromptKind.BASE, f"# {getattr(step.task, 'question', '')}\nanswer =", ("\n",))


@dataclass
class RiddleChain:
    """One step, whose completion is the answer."""

    task: Riddle
    strategy: Strategy
    sample: int
    asked: bool = False
    record: SampleStep | None = None

    @property
    def finished(self) -> bool:
        return self.record is not None

    def ready_steps(self) -> list[Step]:
        steps = [] if self.asked else [Step(self.task, self.strategy, StepTarget.CODE, 0)]
        self.asked = True
        return steps

    def receive(self, step: Step, asked: Prompt, reply: Completion) -> None:
        said = asked.answer(reply.raw).strip()
        self.record = recorded(step, asked, reply, said, not said)

    def result(self) -> GeneratedSample:
        assert self.record is not None
        answer = self.record.extracted
        return GeneratedSample(self.task.task_id, self.sample, self.strategy.value, answer, (self.record,))


def _module(answer: str) -> str:
    return f"class Riddle:\n    def answer(self):\n        return {answer}\n"
