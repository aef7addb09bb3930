"""ClassEval as a task of Inspect AI, `inspect eval classeval_hf/classeval --model ...`; epochs are samples."""

import anyio
import msgspec
from inspect_ai import Task as InspectTask
from inspect_ai import task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.dataset import Sample as InspectSample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import collect

from classeval_hf.classes.prompts import ClassChain
from classeval_hf.core.errors import InfrastructureError, require_consent
from classeval_hf.core.tasks import BASE, Dependencies
from classeval_hf.core.terminal import visible
from classeval_hf.core.verdicts import METRIC_VERSION, CandidateVerdict
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.engine.task_family import family_of
from classeval_hf.integrations.class_samples import ProcessJudge, make_writer
from classeval_hf.metrics.averages import DEFAULT_KS
from classeval_hf.metrics.samples import Sample, TestFailure, plain_dependencies
from classeval_hf.prompting.steps import Completion, Strategy
from classeval_hf.reading.records import Reading
from classeval_hf.sandbox.limited_calls import available_cores
from classeval_hf.scoring.compute import aggregate
from classeval_hf.tasks.splits import load_split, require_class_tasks, select_tasks

_LEVELS = ("class_pass", "method_pass", "test_class_pass")


@task
def classeval(
    split: str = "test",
    strategy: str = "holistic",
    instruction_style: str = "paper",
    timeout: float = 5.0,
    min_isolation: str | None = None,
) -> InspectTask:
    """Class-level code generation on `test` or `open`; `timeout` is in seconds of processor time per test class."""
    require_consent()
    samples = [
        InspectSample(id=item.task_id, input=item.skeleton, metadata={"topic": item.topic})
        for item in load_split(split)
    ]
    return InspectTask(
        dataset=MemoryDataset(samples, name=f"classeval-{split}"),
        solver=class_generation(split, strategy, instruction_style),
        scorer=classeval_scorer(split, timeout, min_isolation),
    )


@solver
def class_generation(split: str, strategy: str = "holistic", instruction_style: str = "paper") -> Solver:
    """Asks for a class in the steps of the strategy; the finished class becomes the output."""
    tasks = {item.task_id: item for item in load_split(split)}
    chosen = Strategy(strategy)
    # Inspect's models take messages and apply their own templates, whatever their names are.
    writer = make_writer(None, "instruct", chosen, instruction_style=instruction_style)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        chain = ClassChain(tasks[str(state.sample_id)], chosen, state.epoch - 1)
        state.messages.clear()
        while not chain.finished:
            steps = chain.ready_steps()
            prompts = [writer.write(step) for step in steps]
            asked: list[list[ChatMessage]] = [
                [
                    ChatMessageSystem(content=said) if role == "system" else ChatMessageUser(content=said)
                    for role, said in prompt.messages
                ]
                for prompt in prompts
            ]
            outputs = await collect(*(get_model().generate(messages) for messages in asked))
            for step, prompt, messages, output in zip(steps, prompts, asked, outputs, strict=True):
                completion = Completion(output.completion, "length" if output.stop_reason == "max_tokens" else "stop")
                chain.receive(step, prompt, completion)
                state.messages += [*messages, output.message]
        result = chain.result()
        state.output = ModelOutput.from_content(str(state.model), result.completion)
        state.metadata["plan_failed"] = result.plan_failed
        state.metadata["empty_steps"] = sum(step.empty for step in result.steps)
        return state

    return solve


@metric(scores="unreduced")
def pass_at_k_of_classes() -> Metric:
    """The averages of `compute_scores` over all epochs, for each k of 1, 3 and 5 with enough samples."""

    def compute(scores: list[SampleScore]) -> dict[str, str | int | float | bool | None]:
        judged: dict[str, list[Sample]] = {}
        for item in scores:
            kept = item.score.metadata or {}
            task_id = str(item.sample_id)
            verdict = CandidateVerdict.from_dict(task_id, kept["verdict"])
            used = {
                name: Dependencies(field_dependencies=tuple(of["fields"]), method_dependencies=tuple(of["methods"]))
                for name, of in (kept["dependencies"] or {}).items()
            }
            reading = Reading("", None if kept["dependencies"] is None else used)
            known = judged.setdefault(task_id, [])
            answer = item.score.answer or ""
            known.append(Sample(task_id, len(known), answer, reading=reading, verdicts={BASE: verdict}))
        ks = [k for k in DEFAULT_KS if judged and k <= min(map(len, judged.values()))]
        averages = aggregate(require_class_tasks(select_tasks(task_ids=judged)), judged, ks).averages
        wanted = [f"{level}@{k}" for k in ks for level in _LEVELS] + ["dep_f", "dep_m"]
        return {name: averages[name] for name in wanted if name in averages}

    return compute


@scorer(metrics=[pass_at_k_of_classes()])
def classeval_scorer(split: str, timeout: float = 5.0, min_isolation: str | None = None) -> Scorer:
    """Runs a class against its tests: 1 if it passes all, else 0; failures are in the metadata."""
    tasks = {item.task_id: item for item in load_split(split)}
    judging = ProcessJudge(JudgeOptions(timeout=timeout, num_workers=1, min_isolation=min_isolation, progress=False))
    limiter = anyio.CapacityLimiter(available_cores())

    async def score(state: TaskState, target: Target) -> Score:
        item = tasks[str(state.sample_id)]
        text = state.output.completion
        judged = await anyio.to_thread.run_sync(lambda: judging.enter().judge([item], [[text]]), limiter=limiter)
        (sample,) = judged[item.task_id]
        if isinstance(sample.verdict, InfrastructureError):
            raise sample.verdict
        result = family_of(item).result(item, sample.verdict)
        lines = []
        for name, part in result.tests.items():
            if not part.passed:
                first = next(iter(part.failures), TestFailure(outcome="no tests"))
                parts = [first.error_type or first.outcome, first.message]
                if first.message.startswith("did not run"):
                    parts = [first.message]
                elif part.message:  # the class does not load, so that single tests need not be listed
                    parts = [*part.error_types[:1], part.message]
                lines.append(f"{name}: {': '.join(filter(None, parts))}")
        return Score(
            value=float(bool(result.passed)),
            answer=text,
            explanation=visible("\n".join(lines)) or "All tests pass.",
            metadata={
                "verdict": sample.verdict.to_dict(),
                "dependencies": plain_dependencies(sample.reading.dependencies),
                "methods": result.methods,
                "test_classes": msgspec.to_builtins(result.test_classes),
                "isolation": judging.enter().isolation_in_force.tier.value,
                "metric_version": METRIC_VERSION,
            },
        )

    return score
