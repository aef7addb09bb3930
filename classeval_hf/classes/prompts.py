"""Strategies for classes as chains of steps, and their prompts: those of ClassEval (sections 4.2 and 4.3), and with a
plan, those of ClassEval-Pro. Prompts that are too long lose the bodies generated before, the oldest first."""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

from classeval_hf.classes.readings import TextForm, assemble_class, extract_class
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.prompting import steps
from classeval_hf.prompting.prompt_choice import ALPACA, MAGICODER, MAGICODER_AS_PUBLISHED, PromptChoice
from classeval_hf.prompting.prompt_form import PromptFamily, PromptForm, sections
from classeval_hf.reading.completion_blocks import answer_text
from classeval_hf.reading.method_extraction import ExtractedMethod, extract_method
from classeval_hf.reading.outlines import outline_class, parsable_skeleton
from classeval_hf.reading.records import ReadingNote

STEPWISE = (steps.Strategy.INCREMENTAL, steps.Strategy.COMPOSITIONAL)  # strategies that ask for method after method
TEXT_FORMS = {
    steps.PromptKind.INSTRUCT: TextForm.ANSWER,
    steps.PromptKind.BASE: TextForm.CONTINUATION,
    steps.PromptKind.FIM: TextForm.HOLE,
}  # how completions of prompts for a whole class are read
PLANNED = (steps.Strategy.BOTTOM_UP, steps.Strategy.TOP_DOWN)  # strategies that begin with a plan


@dataclass(frozen=True)
class ClassStep(steps.Step):
    task: ClassTask
    index: int = 0
    method: Method | None = None  # the method asked for, where `target` is a method
    # Names and sources of the methods generated so far (incremental), indented, with decorators and contracts.
    written: tuple[tuple[str, str], ...] = ()
    order: tuple[str, ...] = ()  # order in which the methods are to be written, where a plan was made

    @property
    def method_name(self) -> str | None:
        return self.method.method_name if self.method is not None else None


class ClassChain:
    def __init__(self, task: ClassTask, strategy: steps.Strategy, sample: int) -> None:
        self.task = task
        self.strategy = strategy
        self.sample = sample
        self._outline = outline_class(task)
        names = {contract.name for contract in self._outline.contracts}
        unknown = [method.method_name for method in task.methods_info if method.method_name not in names]
        if strategy not in STEPWISE:
            target = steps.StepTarget.PLAN if strategy in PLANNED else steps.StepTarget.CLASS
            self._waiting = [ClassStep(task, strategy, target)]
        elif unknown or not task.methods_info:
            lack = f"states no contract of {', '.join(unknown)}" if unknown else "lists no methods (methods_info)"
            raise UserError(f"Task {task.task_id} {lack}: it can only be generated holistically.")
        else:
            first = task.methods_info[: 1 if strategy is steps.Strategy.INCREMENTAL else None]
            self._waiting = [ClassStep(task, strategy, steps.StepTarget.METHOD, *pair) for pair in enumerate(first)]
        self._count = len(task.methods_info) if strategy in STEPWISE else 2 if strategy in PLANNED else 1
        self._records: dict[int, steps.SampleStep] = {}
        self._methods: dict[str, ExtractedMethod] = {}
        self._class = ""
        self._plan_failed = False

    def ready_steps(self) -> tuple[ClassStep, ...]:
        ready = tuple(self._waiting)
        self._waiting.clear()
        return ready

    def receive(self, step: ClassStep, prompt: steps.Prompt, completion: steps.Completion) -> None:
        if step.index in self._records:
            raise ValueError(f"ClassStep {step.index} of task {self.task.task_id}, sample {self.sample}, is complete.")
        text = prompt.answer(completion.raw)
        note: ReadingNote | None = None
        if step.target is steps.StepTarget.PLAN:
            plan = parse_plan(answer_text(text), [contract.name for contract in self._outline.contracts])
            self._plan_failed = empty = plan is None
            order = (plan or ())[:: 1 if self.strategy is steps.Strategy.BOTTOM_UP else -1]
            self._waiting.append(
                ClassStep(self.task, self.strategy, steps.StepTarget.CLASS, step.index + 1, order=order)
            )
            extracted = ", ".join(order)
        elif step.target is steps.StepTarget.CLASS:
            extraction = extract_class(text, self._outline, self.task.class_name, TEXT_FORMS[prompt.kind])
            self._class, note = extraction.code, extraction.note
            extracted, empty = self._class, not self._class
        else:
            assert step.method is not None
            name, continuation = step.method.method_name, prompt.kind is not steps.PromptKind.INSTRUCT
            method = extract_method(text, self._outline, name, self.task.class_name, continuation)
            self._methods[name] = method
            if self.strategy is steps.Strategy.INCREMENTAL and step.index + 1 < self._count:
                following, written = step.index + 1, (*step.written, (name, method.source))
                target = steps.StepTarget.METHOD, following, self.task.methods_info[following]
                self._waiting.append(ClassStep(self.task, self.strategy, *target, written))
            extracted = "" if method.empty else "\n".join([*method.preamble, method.source])
            empty, note = method.empty, method.note
        self._records[step.index] = replace(steps.recorded(step, prompt, completion, extracted, empty), reading=note)

    @property
    def finished(self) -> bool:
        return len(self._records) == self._count

    def result(self) -> steps.GeneratedSample:
        """The finished sample; a `ValueError` before that."""
        if not self.finished:
            raise ValueError(
                f"Sample {self.sample} of task {self.task.task_id} is not finished: {len(self._records)} of "
                f"{self._count} steps are complete."
            )
        completion = assemble_class(self._outline, self._methods) if self.strategy in STEPWISE else self._class
        if all(record.finish_reason == PROMPT_TOO_LONG for record in self._records.values()):
            completion = ""  # nothing was asked, so there is nothing to score
        made, strategy = tuple(self._records[index] for index in sorted(self._records)), self.strategy.value
        return steps.GeneratedSample(self.task.task_id, self.sample, strategy, completion, made, self._plan_failed)


class ClassPrompts(PromptFamily):
    title = "class tasks"
    strategies = (steps.Strategy.HOLISTIC, *STEPWISE, *PLANNED)
    start = staticmethod(ClassChain)

    @classmethod
    def compared(cls, split: str) -> tuple[steps.Strategy, ...]:
        return steps.Strategy.HOLISTIC, *STEPWISE  # ClassEval, section 4.2

    def writer(self, choice: PromptChoice, tokenizer: Any, style: str, **sizes: Any) -> "PromptWriter":
        return PromptWriter(choice, tokenizer, instruction_style=style, **sizes)

    def stand_in(self, step: ClassStep, with_reference: bool) -> str:
        if step.target is steps.StepTarget.PLAN:  # a plan as a model may give it: the methods in the order of the task
            return json.dumps([method.method_name for method in step.task.methods_info])
        shown = step.task.solution_code if step.method is None else step.method.solution_code
        return shown if with_reference else ""

    def step_counts(self, task: ClassTask, strategy: steps.Strategy) -> tuple[int, int]:
        methods = len(task.methods_info) if strategy in STEPWISE else 1
        return methods, methods or 1 if strategy is steps.Strategy.COMPOSITIONAL else 1


_MAX_BRACKETS = 500
_MAX_CHARS_READ = 2_000_000  # a completion of nothing but brackets would take quadratic time


def parse_plan(text: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """The methods, callees first, by the first outer list or object of JSON in a text that names each of them once."""
    decoder = json.JSONDecoder()
    position = read = 0
    for _ in range(_MAX_BRACKETS):
        starts = [start for start in (text.find("[", position), text.find("{", position)) if start >= 0]
        position = min(starts, default=len(text))
        read += len(text) - position
        if not starts or read > max(_MAX_CHARS_READ, len(text)):
            return None
        try:
            value, position = decoder.raw_decode(text, position)
        except ValueError:
            position += 1
            continue
        except RecursionError:
            return None
        lists = [value, *(value.values() if isinstance(value, dict) else ())]
        orders = [[_name(item) for item in one] for one in lists if isinstance(one, list)]
        for graph in lists if isinstance(value, dict) else ():
            # A map from each method to those that it calls, callees first.
            if isinstance(graph, dict) and all(isinstance(calls, list) for calls in graph.values()):
                calls_of = {name: [_name(one) for one in calls if _name(one) != name] for name, calls in graph.items()}
                with suppress(CycleError):
                    orders.append(list(TopologicalSorter(calls_of).static_order()))
        for order in orders:
            known = [name for name in order if name in names]
            if sorted(known) == sorted(names):
                return tuple(known)
    return None


def _name(item: object) -> str:
    """The name in an item of a list; the item may be an object with a key for it."""
    if isinstance(item, dict):
        item = item.get("name", item.get("method", item.get("method_name")))
    return item.strip().removesuffix("()") if isinstance(item, str) else ""


def method_context(step: ClassStep, left_out: Collection[str] = (), *, is_hole: bool = False) -> tuple[str, str]:
    """The code up to the target's contract: class level, then other methods; those `left_out` have no body. And, for a
    hole in the place of the body, the later methods, each with the body `pass`."""
    outline = outline_class(step.task)
    position = [contract.name for contract in outline.contracts].index(step.asked)
    members = [contract.passing for contract in outline.contracts if contract.name != step.asked]
    later = [contract.passing for contract in outline.contracts[position + 1 :]]
    if step.strategy is steps.Strategy.INCREMENTAL:
        members = [outline.contract(name).passing if name in left_out else source for name, source in step.written]
    elif is_hole:
        members = [contract.passing for contract in outline.contracts[:position]]
    code = "\n\n".join([outline.class_level, *members, outline.contracts[position].source])
    return (f"{code}\n", "".join(f"\n\n{member}" for member in later) + "\n") if is_hole else (code, "")


SYSTEM_PROMPT = (  # the paper's (section 4.3)
    "Provided below is an instruction detailing a task. Compose a response that aptly fulfills the request."
)
_UPSTREAM_SYSTEM_PROMPT = "You are a helpful assistant."  # of the published code, with OpenAI's models
_FILE_ENDS = ("\nif __name__", "\nprint(", "\nassert ", "\n```")
CLASS_ENDS = (*_FILE_ENDS, "\nclass ", "\ndef ", "\nasync def ", "\n@", "\nimport ", "\nfrom ")


@dataclass(eq=False, repr=False)
class PromptWriter(PromptForm[ClassStep]):
    left_out = "the bodies generated before"

    instruction_style: str = field(default="paper", kw_only=True)  # wording: section 4.3, or `upstream` (its code)

    def __post_init__(self) -> None:
        if self.instruction_style not in ("paper", "upstream"):
            raise UserError(f"--instruction-style is paper or upstream, not {self.instruction_style!r}.")
        super().__post_init__()

    def prompts(self, step: ClassStep) -> Iterator[steps.Prompt]:
        names = tuple(name for name, _ in step.written)
        for count in range(len(names) + 1):
            yield replace(self._compose(step, names[:count]), trimmed=names[:count])

    def _compose(self, step: ClassStep, left_out: Sequence[str]) -> steps.Prompt:
        name, style = step.task.class_name, self.instruction_style
        if self.choice.kind is steps.PromptKind.INSTRUCT:
            if step.target is steps.StepTarget.METHOD:
                shown, _ = method_context(step, left_out)
                request = _REQUESTS[f"method_{style}"].format(method=step.asked, name=name)
            else:
                shown = step.task.skeleton or outline_class(step.task).source
                how = "each method before those that it calls"
                if step.strategy is steps.Strategy.BOTTOM_UP:
                    how = "so that no method calls one that comes later"
                order = f" Implement its methods in this order, {how}: {', '.join(step.order)}." if step.order else ""
                request = _REQUESTS["plan" if step.target is steps.StepTarget.PLAN else f"class_{style}"]
                request = request.format(name=name, order=order)
            instruction = request + shown
            if style != "upstream":
                return self.instruction(SYSTEM_PROMPT, instruction)
            if self.choice.format == "chat":
                asked = ALPACA.text.replace("{instruction}", instruction)
                return self.instruction("", instruction, turns=(("system", _UPSTREAM_SYSTEM_PROMPT), ("user", asked)))
            form = MAGICODER_AS_PUBLISHED if self.choice.instruction is MAGICODER else ALPACA
            return self.instruction(SYSTEM_PROMPT, instruction, form)
        outline = outline_class(step.task)
        shown = (parsable_skeleton(step.task) or outline.source).rstrip()
        # A body ends at the next member of the class, or code in column 0.
        method_ends = (*CLASS_ENDS, *(f"\n{' ' * outline.indent}{start}" for start in ("def ", "async def ", "@")))
        in_order = f"\n\n\n# The class, with its methods in this order: {', '.join(step.order)}" if step.order else ""
        if self.choice.kind is steps.PromptKind.FIM and step.target is not steps.StepTarget.PLAN:
            if step.target is steps.StepTarget.METHOD:
                return self.hole(*method_context(step, left_out, is_hole=True), method_ends)
            return self.hole(f"{shown}{in_order}\n\n\n{outline.class_level}\n\n", "\n", CLASS_ENDS)
        if step.target is steps.StepTarget.METHOD:
            return self.code(method_context(step, left_out)[0], method_ends)
        if step.target is steps.StepTarget.CLASS:
            return self.code(f"{shown}{in_order}", _FILE_ENDS)
        code = f"{shown}\n\n\n# The methods above as a JSON list, each after those that it calls:\nORDER ="
        return self.text(steps.PromptKind.BASE, self.choice.lead + code, ("\n\n", *CLASS_ENDS))


_REQUESTS = sections("class_requests.txt")  # by target and style
