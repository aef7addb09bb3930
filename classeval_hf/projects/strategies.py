"""Strategies for repository-level tasks: RepoClassBench's (algorithm 1, table 8) and DevEval's (section 3.1); and the
oracle of the former: deterministic feedback of tests on an attempt (appendix E.2)."""

from __future__ import annotations

import queue
import re
from collections.abc import Collection, Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.util import find_spec
from typing import Any

from classeval_hf.core.command_line import option_field
from classeval_hf.core.errors import InfrastructureError, UserError, did_you_mean, require_consent
from classeval_hf.core.repository_tasks import JAVA, RepositoryTask
from classeval_hf.core.verdicts import PROMPT_TOO_LONG, Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.projects import prompts
from classeval_hf.projects.family import compiles
from classeval_hf.projects.located_tasks import available_tasks
from classeval_hf.projects.prompts import DESCRIPTIONS, SETTINGS, ProjectContext, ProjectStep
from classeval_hf.projects.tools.retrieval import load_retriever
from classeval_hf.projects.tools.tools import TOOL_NAMES, parse_tool_calls
from classeval_hf.prompting import steps
from classeval_hf.prompting.prompt_choice import PromptChoice
from classeval_hf.prompting.prompt_form import PromptFamily
from classeval_hf.prompting.steps import GeneratedSample, SampleStep, ToolOutput
from classeval_hf.reading.completion_blocks import answer_text
from classeval_hf.sandbox.limited_calls import LimitedCalls, own_cores

WITH_ORACLE = (steps.Strategy.REFLEXION, steps.Strategy.RRR)  # strategies that get feedback on attempts
OPEN_ENDED = (*WITH_ORACLE, steps.Strategy.REPOCODER)  # strategies with an unknown number of steps
WITH_RETRIEVAL = (steps.Strategy.NAIVE_RAG, steps.Strategy.REPOCODER, steps.Strategy.RRR)  # show similar code
_REPOCLASSBENCH = (steps.Strategy.BASIC, steps.Strategy.REFLEXION, *WITH_RETRIEVAL)  # its table 3, in its order
_LIBRARIES = ("bm25s", "pyflakes")  # required by tools and retrieval
AGENTS = "repository-level tasks"  # group of their options
ORACLES = ("tests", "compiler", "none")  # judges of attempts: tests, the compiler in Java, or a check of the code
_MAX_THOUGHT_CHARS = 2000
_MAX_REFLECTION_CHARS = 4000  # a few sentences are asked for; more would fill later prompts
_MAX_ERRORS, _MAX_NAMED = 5, 10  # different errors in feedback, and tests that are named for each
_MAX_FEEDBACK_CHARS, _MAX_CODE_CHARS = 4000, 40_000
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_TEMPORARY = re.compile(r"/tmp/[\w.-]+")
_OUTSIDE = re.compile(r"\n  at (?:<host>|/)[^\n]*")  # frames outside the project's files, such as pytest's
_NO_CALLS = 'No call of a tool was found. A call looks like get_class_info("Name"), on a line of its own.'


_agent = partial(option_field, AGENTS)


@dataclass(frozen=True)
class AgentOptions:
    """Options of strategies for repository-level tasks. The defaults are RepoClassBench's, where its paper has one."""

    description: str = _agent(DESCRIPTIONS[0], "of classes (default: {})", choices=DESCRIPTIONS)
    oracle: str = _agent(ORACLES[0], "judge of attempts (default: {})", choices=ORACLES)
    max_calls: int = _agent(5, "calls of the oracle per sample (default: {})", least=1)  # algorithm 1, table 11
    max_tool_calls: int = _agent(3, "tool calls per attempt (default: {})", least=1)  # appendix G, the tool prompt
    snippets: int = _agent(5, "retrieved pieces of code (default: {})", least=1)  # section 4.2, table 2
    iterations: int = _agent(2, "generations of repocoder (default: {})", least=1)  # the paper does not say
    max_total_tokens: int | None = _agent(None, "tokens per sample after which no attempt begins", least=1)
    without_tools: tuple[str, ...] = _agent((), "leave these tools out", metavar="NAME")
    retriever: str = _agent("bm25", "an embedding model of the Hub (default: {})", metavar="MODEL|bm25")
    projects: tuple[str, ...] = _agent((), "only the tasks of these projects", metavar="NAME", free=True)
    installed_projects: bool = _agent(False, "leave out projects that are not installed", free=True)


@dataclass(frozen=True)
class _Reply:
    """The reply to a step: the model's text, which is empty if the prompt did not fit, or the oracle's feedback."""

    text: str = ""
    feedback: steps.Feedback | None = None
    was_asked: bool = True


_Step = ProjectStep | steps.OracleStep


@dataclass(eq=False, repr=False)
class ProjectChain:
    task: RepositoryTask
    strategy: steps.Strategy
    sample: int  # index of the sample, from 0
    material: prompts.ProjectMaterial
    options: AgentOptions

    def __post_init__(self) -> None:
        self._records: list[SampleStep] = []
        self._tool_outputs: tuple[ToolOutput, ...] = ()
        self._completion, self.finished = "", False
        self._flow = self._run()
        self._waiting: _Step | None = next(self._flow)

    def ready_steps(self) -> tuple[_Step, ...]:
        """The step that can be asked now, if it was not handed out yet."""
        waiting, self._waiting = self._waiting, None
        return (waiting,) if waiting is not None else ()

    def receive(self, step: _Step, asked: Any, reply: Any) -> None:
        """Takes the reply to the step in progress."""
        if self.finished or self._waiting is not None or step.index != len(self._records):
            raise ValueError(f"Step {step.index} of task {self.task.task_id}, sample {self.sample}, is complete.")
        if isinstance(step, steps.OracleStep):
            shown = self.material.shown
            feedback = replace(reply, code=shown(reply.code), text=shown(reply.text))
            record = SampleStep("oracle", extracted=feedback.text, finish_reason="stop")
            record = replace(record, tests_passed=feedback.tests_passed, tests=feedback.tests)
            known = _Reply(feedback=feedback)
        else:
            said = asked.answer(reply.raw)
            text = answer_text(said)
            if step.target is steps.StepTarget.CODE:
                text = text if text.strip() else said  # a draft in reasoning that never ended
                name = step.task.target.name.rpartition(".")[2]
                was_begun = self.strategy in SETTINGS and asked.kind is not steps.PromptKind.INSTRUCT
                if was_begun and step.task.target.kind == "class" and not text.lstrip().startswith(f"class {name}"):
                    text = f"{prompts.opening(step.context)}\n{text}" if text.strip() else ""
            record = steps.recorded(step, asked, reply, text, not text.strip())
            known = _Reply(text, was_asked=reply.finish_reason != PROMPT_TOO_LONG)
        self._records.append(record)
        try:
            self._waiting = self._flow.send(known)
        except StopIteration as end:
            self._completion, self.finished = end.value, True
        self._records[-1] = replace(record, tool_outputs=self._tool_outputs)  # of calls in the reply, if any
        self._tool_outputs = ()

    def result(self) -> GeneratedSample:
        """The finished sample; a `ValueError` before that."""
        if not self.finished:
            raise ValueError(f"Sample {self.sample} of task {self.task.task_id} is not finished.")
        return GeneratedSample(
            self.task.task_id,
            self.sample,
            strategy=self.strategy.value,
            completion=self._completion,
            steps=tuple(self._records),
        )

    def _step(self, target: steps.StepTarget, context: ProjectContext) -> ProjectStep:
        return ProjectStep(self.task, self.strategy, target, len(self._records), context)

    def _run(self) -> Generator[_Step, _Reply, str]:
        """Runs the strategy: algorithm 1 of the paper, or a part of it (table 8)."""
        context = replace(self.material.context(self.strategy), max_tool_calls=self.options.max_tool_calls)
        if self.strategy in WITH_RETRIEVAL and self.options.snippets:
            context = replace(context, fragments=self.material.related(context.description, self.options.snippets))
        candidate = (yield self._step(steps.StepTarget.CODE, context)).text
        if self.strategy is steps.Strategy.REPOCODER:  # asked again, with code like the last attempt
            for _ in range(self.options.iterations - 1):
                if not self._is_spent():
                    similar = self.material.related(candidate, self.options.snippets)
                    reply = yield self._step(steps.StepTarget.CODE, replace(context, fragments=similar))
                    candidate = reply.text if reply.was_asked else candidate
        if self.strategy not in WITH_ORACLE:
            return candidate
        context = replace(context, fragments=())
        for _ in range(self.options.max_calls):
            reply = yield steps.OracleStep(self.task, len(self._records), candidate)
            assert reply.feedback is not None
            if reply.feedback.passed or self._is_spent():
                break
            shown = replace(context, attempt=reply.feedback.code, feedback=reply.feedback.text)
            # The next attempt: tool calls, a reflection, and code (section 4.1).
            if self.strategy is steps.Strategy.RRR and shown.tools:
                thought = yield self._step(steps.StepTarget.TOOL_CALLS, shown)
                if thought.was_asked:
                    calls, tools = parse_tool_calls(thought.text, self.options.max_tool_calls), self.material.tools
                    said = thought.text[:_MAX_THOUGHT_CHARS]
                    results = [tools.call(call, candidate=shown.attempt, thought=said) for call in calls]
                    # Kept for the record of the step.
                    outputs = (ToolOutput(one.call.name, one.call.arguments, one.output, one.ok) for one in results)
                    self._tool_outputs = tuple(outputs)
                    told = [f"{self.material.shown(result.call.text)}\n{result.output}" for result in results]
                    shown = replace(shown, observations="\n\n".join(told) or _NO_CALLS)
            reflection = yield self._step(steps.StepTarget.REFLECTION, shown)
            hint = reflection.text.strip().removeprefix("Reflection:").strip()
            shown = replace(shown, reflection=hint[:_MAX_REFLECTION_CHARS])
            corrected = yield self._step(steps.StepTarget.CODE, shown)
            if not corrected.was_asked:
                break
            candidate = corrected.text
        return candidate

    def _is_spent(self) -> bool:
        limit = self.options.max_total_tokens
        used = sum(record.prompt_tokens + record.completion_tokens for record in self._records)
        return limit is not None and used >= limit


@dataclass(eq=False, repr=False)
class ProjectPrompts(PromptFamily):
    title = AGENTS
    strategies = (*_REPOCLASSBENCH, *SETTINGS)
    option_record = AgentOptions

    options: AgentOptions = AgentOptions()

    def __post_init__(self) -> None:
        asked = set(self.asked)
        checks_code = self.options.oracle == "none"
        with_retrieval = not asked.isdisjoint(WITH_RETRIEVAL)
        with_oracle = not asked.isdisjoint(WITH_ORACLE)
        # Whether tools or retrieval are needed, by prompts or by a check of the code.
        self._uses_tools = with_retrieval or (with_oracle and checks_code)
        # Whether attempts are run while the model writes others.
        self._asks_tests = with_oracle and not checks_code

    def __enter__(self) -> ProjectPrompts:
        retriever = load_retriever(self.options.retriever) if self._uses_tools else None
        self._entered = ExitStack()
        calls = self._entered.enter_context(LimitedCalls())
        self.materials = prompts.Materials(retriever, calls, self.options.description, self.options.without_tools)
        self._waiting: queue.SimpleQueue[tuple[steps.OracleStep, Future[steps.Feedback]]] = queue.SimpleQueue()
        self._thread = ThreadPoolExecutor(1, "oracle")
        self._entered.callback(self._thread.shutdown, cancel_futures=True)
        return self

    def __exit__(self, *error: Any) -> None:
        self._entered.__exit__(*error)

    @classmethod
    def compared(cls, split: str) -> tuple[steps.Strategy, ...]:
        return {"deveval": SETTINGS, "open_repo": cls.strategies}.get(split, _REPOCLASSBENCH)

    def check(self, strategy: str, runs: bool) -> None:
        tools = ("get_related_snippets", *TOOL_NAMES)
        for name in self.options.without_tools:
            if name not in tools:
                hint = did_you_mean(name, tools)
                raise UserError(f"--without-tools: there is no tool {name}; there are {', '.join(tools)}.{hint}")
        missing = [name for name in _LIBRARIES if find_spec(name) is None] if self._uses_tools else []
        if missing:
            raise UserError(
                f"--strategy {strategy} needs {', '.join(missing)}, which is not installed: "
                "`pip install 'classeval-hf[agent]'`."
            )
        if runs and self._asks_tests:
            try:
                require_consent()
            except UserError as error:
                raise UserError(f"--strategy {strategy} runs attempts: {error} Or use --oracle none.") from error

    def available(self, tasks: Sequence[RepositoryTask], shown: bool) -> list[RepositoryTask]:
        if shown:
            return available_tasks(tasks)
        return available_tasks(tasks, self.options.projects or None, leave_out=self.options.installed_projects)

    @property
    def label(self) -> str:
        return self.options.description if self.options.description != DESCRIPTIONS[0] else ""

    def writer(self, choice: PromptChoice, tokenizer: Any, style: str, **sizes: Any) -> prompts.ProjectPromptWriter:
        return prompts.ProjectPromptWriter(choice, tokenizer, **sizes)

    def start(self, task: RepositoryTask, strategy: steps.Strategy, sample: int) -> ProjectChain:
        """Starts a sample; a `ValueError` if the project is not installed, or the task has no description."""
        if self.options.oracle == "compiler" and task.language != JAVA:
            raise UserError(f"--oracle compiler is for tasks in Java, and {task.task_id} is not: use tests or none.")
        return ProjectChain(task, strategy, sample, self.materials.of(task), self.options)

    def trial(self, task: RepositoryTask, strategy: steps.Strategy) -> tuple[ProjectChain, bool]:
        """The first step without retrieved code, which takes time to find and is left out where it does not fit."""
        only_first = replace(self.options, snippets=0, iterations=1, max_calls=0)
        return ProjectChain(task, strategy, 0, self.materials.of(task), only_first), strategy in OPEN_ENDED

    def stand_in(self, step: ProjectStep, with_reference: bool) -> str:
        return f"(the {step.asked.replace('_', ' ')})"

    @cached_property
    def _judge(self) -> Judge:
        """Of attempts. It is left before the thread that uses it: running tests end, so that nothing is waited for."""
        return self._entered.enter_context(Judge(num_workers=own_cores()))

    def prepare_oracle(self, tasks: Sequence[RepositoryTask]) -> Mapping[str, float]:
        """Runs references whose outcome is not known."""
        if not self._asks_tests:
            return {}
        by_task = self._judge.soundness(tasks)
        self._judge.progress = False
        return {task_id: sum(soundness.seconds.values()) for task_id, soundness in by_task.items()}

    def ask_oracle(self, step: steps.OracleStep) -> Future[steps.Feedback]:
        """Runs the tests on an attempt, or checks it for invalid Python and undefined names. The future raises an
        [`InfrastructureError`] if the tests could not be run."""
        future: Future[steps.Feedback] = Future()
        if self._asks_tests:
            self._waiting.put((step, future))
            self._thread.submit(self._judge_waiting, self._judge)
        else:
            future.set_result(self.materials.of(step.task).check(step.candidate))
        return future

    def _judge_waiting(self, judge: Judge) -> None:
        """Judges all waiting attempts in one batch; an earlier call may have taken them."""
        batch = []
        while not self._waiting.empty():
            batch.append(self._waiting.get())
        if not batch:
            return
        try:
            tasks = list({step.task.task_id: step.task for step, _ in batch}.values())
            predictions = [[step.candidate for step, _ in batch if step.task.task_id == one.task_id] for one in tasks]
            known = judge.soundness(tasks)
            judged = {name: iter(samples) for name, samples in judge.judge(tasks, predictions).items()}
            only_compiles = self.options.oracle == "compiler"  # an attempt is right as soon as it compiles (table 6)
            for step, future in batch:
                sample, unsound = next(judged[step.task.task_id]), known[step.task.task_id].failing
                feedback = feedback_on(sample, unsound, only_compiles)
                if isinstance(feedback, InfrastructureError):
                    future.set_exception(feedback)
                else:
                    future.set_result(feedback)
        except BaseException as error:  # of the judge itself; those that wait raise it
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)

    def oracle_calls(self, strategy: steps.Strategy) -> int:
        return self.options.max_calls if strategy in WITH_ORACLE else 0


def feedback_on(
    sample: Sample, unsound: Collection[str] = (), only_compiles: bool = False
) -> steps.Feedback | InfrastructureError:
    """Feedback for the model on a judged attempt. Tests that the reference fails (`unsound`) do not count; with
    `only_compiles` no test counts."""
    verdict = sample.verdict
    if isinstance(verdict, InfrastructureError):
        return verdict
    code, ruling = sample.reading.code[:_MAX_CODE_CHARS], sample.reading.ruling
    if only_compiles and compiles(verdict):
        return steps.Feedback(True, code, "The attempt compiles.")
    cases = [case for item in verdict.test_classes for case in item.cases if case.test not in unsound]
    passed = sum(case.outcome is Outcome.PASS for case in cases)
    errors: dict[str, list[str]] = {}  # different errors, each with the tests or files that fail with it
    for item in verdict.test_classes:
        counted = [case for case in item.cases if case.test not in unsound]
        if item.error_type and counted:
            said = ": ".join(filter(None, (item.error_type, item.message)))
            errors.setdefault(said, []).append(item.test_class)
        for case in counted:
            if case.outcome is not Outcome.PASS and (case.error_type or not item.error_type):
                said = ": ".join(filter(None, (case.error_type or case.outcome.value, case.message)))
                said = "The test did not end in time." if case.outcome is Outcome.TIMEOUT else said
                errors.setdefault(said, []).append(case.test)
    if ruling is not None:
        why = ": ".join(filter(None, (ruling.error_type, ruling.message)))
        text = f"The attempt cannot be run.\n\n{why}"
    elif errors:
        told = [f"{len(cases) - passed} of {len(cases)} tests fail."]
        for error, tests in list(errors.items())[:_MAX_ERRORS]:
            more = [f"and {len(tests) - _MAX_NAMED} more"] if len(tests) > _MAX_NAMED else []
            told.append("\n".join([*tests[:_MAX_NAMED], *more, error]))
        told += [f"There are {len(errors) - _MAX_ERRORS} other errors."] if len(errors) > _MAX_ERRORS else []
        text = "\n\n".join(told)
    else:
        return steps.Feedback(True, code, f"{passed} of {len(cases)} tests pass.", passed, len(cases))
    text = _TEMPORARY.sub("/tmp", _ADDRESS.sub("0x...", _OUTSIDE.sub("", text)))
    short = text if len(text) <= _MAX_FEEDBACK_CHARS else f"{text[:_MAX_FEEDBACK_CHARS]} ..."
    return steps.Feedback(False, code, short, passed, len(cases))
