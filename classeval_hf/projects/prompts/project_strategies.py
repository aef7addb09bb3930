"""Strategies for repository-level tasks: RepoClassBench's (algorithm 1, table 8) and DevEval's (section 3.1)."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial

from classeval_hf.core.option_fields import option_field
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.projects.prompts.project_material import DESCRIPTIONS, Materials, ProjectMaterial
from classeval_hf.projects.prompts.project_writer import SETTINGS, opening
from classeval_hf.projects.tools.tool_calls import parse_tool_calls
from classeval_hf.prompting import steps
from classeval_hf.prompting.sample_records import GeneratedSample, SampleStep, ToolOutput
from classeval_hf.reading.completion_blocks import answer_text

WITH_ORACLE = (steps.Strategy.REFLEXION, steps.Strategy.RRR)  # strategies that learn how an attempt came out
OPEN_ENDED = (*WITH_ORACLE, steps.Strategy.REPOCODER)  # strategies with an unknown number of steps
WITH_RETRIEVAL = (steps.Strategy.NAIVE_RAG, steps.Strategy.REPOCODER, steps.Strategy.RRR)  # show similar code
AGENTS = "repository-level tasks"  # group of their options
ORACLES = ("tests", "none")  # judges of attempts: the project's tests, or a check of the code
_MAX_THOUGHT_CHARS = 2000
_MAX_REFLECTION_CHARS = 4000  # of a few sentences that are asked for; more would fill later prompts
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


@dataclass(frozen=True)
class _Reply:
    """The reply to a step: a model's text, empty if the prompt did not fit, or feedback of the tests."""

    text: str = ""
    feedback: steps.Feedback | None = None
    was_asked: bool = True


_Step = steps.ProjectStep | steps.OracleStep
_Flow = Generator[_Step, _Reply, str]


@dataclass(eq=False, repr=False)
class ProjectChain:
    task: RepositoryTask
    strategy: steps.Strategy
    sample: int  # index of the sample, from 0
    material: ProjectMaterial
    options: AgentOptions

    def __post_init__(self) -> None:
        self._records: list[SampleStep] = []
        self._tool_outputs: tuple[ToolOutput, ...] = ()
        self._completion: str | None = None
        self._flow = self._run()
        self._waiting: _Step | None = next(self._flow)

    def ready_steps(self) -> tuple[_Step, ...]:
        """The step that can be asked now, if it was not handed out yet."""
        waiting, self._waiting = self._waiting, None
        return (waiting,) if waiting is not None else ()

    def receive(self, step: steps.ProjectStep, prompt: steps.Prompt, completion: steps.Completion) -> None:
        """Takes the completion of the step in progress, if it asks the model."""
        if self.finished or step.index != len(self._records):
            raise ValueError(f"Step {step.index} of task {self.task.task_id}, sample {self.sample}, is complete.")
        said = prompt.answer(completion.raw)
        text = answer_text(said)
        if step.target is steps.StepTarget.CODE:
            text = text if text.strip() else said  # a draft in reasoning that never ended
            name = step.task.target.name.rpartition(".")[2]
            was_begun = self.strategy in SETTINGS and prompt.kind is not steps.PromptKind.INSTRUCT
            if was_begun and step.task.target.kind == "class" and not text.lstrip().startswith(f"class {name}"):
                text = f"{opening(step.context)}\n{text}" if text.strip() else ""
        record = steps.recorded(step, prompt, completion, text, not text.strip())
        self._records.append(record)
        self._next_step(_Reply(text, was_asked=completion.finish_reason != PROMPT_TOO_LONG))
        self._records[-1] = replace(record, tool_outputs=self._tool_outputs)
        self._tool_outputs = ()

    def receive_feedback(self, feedback: steps.Feedback) -> None:
        """Takes the reply to the step in progress, if it asks the oracle."""
        if self.finished or self._waiting is not None:
            raise ValueError(f"Task {self.task.task_id}, sample {self.sample}, has not asked the oracle.")
        shown = self.material.shown
        feedback = replace(feedback, code=shown(feedback.code), text=shown(feedback.text))
        record = SampleStep("oracle", extracted=feedback.text, finish_reason="stop")
        self._records.append(replace(record, tests_passed=feedback.tests_passed, tests=feedback.tests))
        self._next_step(_Reply(feedback=feedback))

    @property
    def finished(self) -> bool:
        return self._completion is not None

    def result(self) -> GeneratedSample:
        """The finished sample; a `ValueError` before that."""
        if self._completion is None:
            raise ValueError(f"Sample {self.sample} of task {self.task.task_id} is not finished.")
        steps_made = tuple(self._records)
        return GeneratedSample(self.task.task_id, self.sample, self.strategy.value, self._completion, steps_made)

    def _next_step(self, reply: _Reply) -> None:
        try:
            self._waiting = self._flow.send(reply)
        except StopIteration as end:
            self._completion = end.value

    def _step(self, target: steps.StepTarget, context: steps.ProjectContext) -> steps.ProjectStep:
        return steps.ProjectStep(self.task, self.strategy, target, len(self._records), context)

    def _run(self) -> _Flow:
        """Runs the strategy: algorithm 1 of the paper, or a part of it (table 8)."""
        context = replace(self.material.context(self.strategy), max_tool_calls=self.options.max_tool_calls)
        if self.strategy in WITH_RETRIEVAL:
            context = replace(context, fragments=self.material.related(context.description, self.options.snippets))
        candidate = (yield self._step(steps.StepTarget.CODE, context)).text
        if self.strategy is steps.Strategy.REPOCODER:  # asked again, with code like the last attempt
            for _ in range(self.options.iterations - 1):
                if self._is_spent():
                    break
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
                    self._tool_outputs = tuple(  # kept for the record of the step
                        ToolOutput(result.call.name, result.call.arguments, result.output, result.ok)
                        for result in results
                    )
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


@dataclass(frozen=True)
class ProjectChains:
    materials: Materials
    options: AgentOptions = AgentOptions()

    def start(self, task: RepositoryTask, strategy: steps.Strategy, sample: int) -> ProjectChain:
        """Starts a sample; a `ValueError` if the project is not installed, or the task has no description."""
        return ProjectChain(task, strategy, sample, self.materials.of(task), self.options)

    def check(self, step: steps.OracleStep) -> Future[steps.Feedback]:
        """An oracle that runs nothing: checks an attempt for invalid Python and undefined names."""
        future: Future[steps.Feedback] = Future()
        future.set_result(self.materials.of(step.task).check(step.candidate))
        return future
