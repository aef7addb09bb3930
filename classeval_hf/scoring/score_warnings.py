"""Warnings that travel with scores, each with a count, an example and what to do, and their short forms."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from pathlib import Path

from classeval_hf.classes.tasks.libraries import install_line
from classeval_hf.core.tasks import Task
from classeval_hf.core.terminal import agreeing, counted, plural
from classeval_hf.core.verdicts import CUT_OFF, PROMPT_TOO_LONG, Outcome
from classeval_hf.engine.task_family import Families, family_of
from classeval_hf.metrics.averages import JudgedSamples
from classeval_hf.metrics.samples import Sample
from classeval_hf.metrics.scores import DEFAULT_TIMEOUT, Provenance, ScoreWarning
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.tasks.splits import is_own, released_hashes, split_of

_CHARS = 60  # of a text whose kind is not known here
_WORDS = json.loads(Path(__file__).with_name("warning_texts.json").read_text(encoding="utf-8"))
_TEXTS = _WORDS["short"]  # by kind: the counted unit, and the text around the number


@dataclass(frozen=True)
class ShortWarning:
    text: str  # with `{}` for number and unit
    unit: str  # the counted unit, in the singular
    count: int

    def __str__(self) -> str:
        return self.of([self])

    @staticmethod
    def of(alike: "Sequence[ShortWarning]") -> str:
        """One text for the warnings of several runs: `57 to 58 steps`."""
        low, high = min(short.count for short in alike), max(short.count for short in alike)
        number = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        return alike[0].text.replace("{}", f"{number} {plural(alike[0].unit, high)}")


def short_warning(warning: "ScoreWarning") -> ShortWarning:
    if warning.kind not in _TEXTS:
        message = " ".join(warning.message.split())
        return ShortWarning(message if len(message) <= _CHARS else message[: _CHARS - 3] + "...", "", warning.count)
    unit, text = _TEXTS[warning.kind]
    if warning.kind == "weaker_tier" and warning.example in (Tier.T1.value, Tier.T0.value):
        text += f"; {warning.example} does not stop a malicious sample"
    return ShortWarning(text, unit, warning.count)


PUBLISHED_TIER = Tier.T2  # the weakest tier at which scores are published
_WIDESPREAD_SHARE = 0.75  # of the tasks with several samples: from here on, repeated completions get a warning
_NO_MODULE = re.compile(r"No module named '(\w{1,60})'")  # in the words of Python's import
_NEAR_LIMIT = 0.5  # share of the time limit from which a reference counts as near it


def find_warnings(
    tasks: Sequence[Task], judged: JudgedSamples, provenance: Provenance, seconds: Mapping[str, Mapping[str, float]]
) -> list[ScoreWarning]:
    # The limits and libraries that the user chooses concern the tasks whose samples run in this interpreter.
    families = Families()
    here = {task.task_id for task in tasks if families.of(task).runs_here}
    judged_here = {task: of_task for task, of_task in judged.items() if task in here}
    return [
        *_of_task_data(tasks, provenance, families),
        *_of_environment(judged, provenance, {task: times for task, times in seconds.items() if task in here}),
        *_of_verdicts(judged_here),
        *_of_samples(tasks, judged),
        *_of_completions(tasks, judged),
        *_of_time(judged_here, provenance),
    ]


def _warning(kind: str, concerned: Sequence[str], message: str, advice: str) -> ScoreWarning:
    """A warning about tasks, samples and so on, with the first one as the example."""
    return ScoreWarning(kind, message, len(concerned), concerned[0], advice)


def _part(concerned: Sequence[object], total: int, noun: str, one: str, several: str) -> str:
    """`3 of 5 tasks have`, with the verb that goes with the first number."""
    return f"{len(concerned)} of {counted(total, noun)} {agreeing(len(concerned), one, several)}"


def _of_task_data(tasks: Sequence[Task], provenance: Provenance, families: Families) -> Iterator[ScoreWarning]:
    for split in provenance.splits:
        if not is_own(split.split):
            scored = [task.task_id for task in tasks if split_of(task) == split.split]
            released = released_hashes(split.split)
            if split.tasks < split.of:
                missing = split.of - split.tasks
                example = next((task for task in released if task not in scored), "")
                such = f"{agreeing(missing, 'is', 'are')} missing" + (f", such as {example}." if example else ".")
                which = f"Only {split.tasks} of the {split.of} tasks of the split {split.split}"
                message = f"{which} {agreeing(split.tasks, 'was', 'were')} scored: {missing} {such}"
                advice = "This is not a result of the benchmark: score samples of all its tasks."
                yield ScoreWarning("part_of_split", message, missing, example or split.split, advice)
            if not split.is_released:
                hashes = provenance.task_hashes
                known = {task for task in scored if task in released and hashes[task].startswith(released[task])}
                others = [task for task in scored if task not in known]
                which = f"The tests of {len(others)} of {counted(len(scored), 'task')} of the split {split.split}"
                message = f"{which} are not the released ones, such as {others[0]}."
                advice = "Compare only with scores on the same task data, or score against the installed split."
                yield _warning("other_task_data", others, message, advice)
    if len(provenance.splits) > 1:
        names = [split.split for split in provenance.splits]
        message = f"The tasks are of {len(names)} splits: {', '.join(names)}. There is no average over them."
        advice = "Read each split's own scores."
        yield ScoreWarning("mixed_splits", message, len(provenance.task_hashes), names[0], advice)
    for family, own in families.grouped(tasks):
        yield from family.data_warnings(own, len(tasks))


def _of_environment(
    judged: JudgedSamples, provenance: Provenance, seconds: Mapping[str, Mapping[str, float]]
) -> Iterator[ScoreWarning]:
    missing = list(provenance.missing_libraries)
    if missing:
        modules = sorted({module for names in provenance.missing_libraries.values() for module in names})
        what = f"{counted(len(missing), 'task')} {agreeing(len(missing), 'imports', 'import')} modules"
        message = f"{what} that are not installed, such as {missing[0]}: {', '.join(modules)}."
        advice = f"No sample of these tasks can pass here: {install_line(modules)}, and score again."
        yield _warning("missing_libraries", missing, message, advice)
    others = [task for task in provenance.unsound_tasks if task not in missing]
    if others:
        several = f"The references of {len(others)} tasks fail here, such as {others[0]}"
        who = several if len(others) > 1 else f"The reference of one task fails here, {others[0]}"
        advice = (
            "`..._sound` leaves them out; `classeval-hf preflight`, for projects `classeval-hf projects check`, shows "
            "why each fails."
        )
        yield _warning("unsound_tasks", others, f"{who}: {provenance.unsound_tasks[others[0]]}.", advice)
    if isinstance(provenance.timeout, (int, float)):
        limit = provenance.timeout
        near = [task for task, times in seconds.items() if any(time > _NEAR_LIMIT * limit for time in times.values())]
        than = f"more than half of the time limit of {limit:g} s here"
        message = f"The references of {len(near)} tasks take {than}, such as {near[0]}." if len(near) > 1 else ""
        message = message or f"The reference of task {''.join(near)} takes {than}."
        advice = "A correct sample may run out of time: score on a faster or less busy machine."
        yield from [_warning("reference_near_limit", near, message, advice)] if near else ()
    tier, reason = provenance.isolation.tier, provenance.isolation.reason
    if reason or tier.strength < PUBLISHED_TIER.strength:
        count = sum(map(len, judged.values()))
        who = "The sample was" if count == 1 else f"All {count} samples were"
        message = f"{who} isolated at {tier.value} only: {reason or 'no stronger tier was requested'}."
        message += " This does not stop a malicious sample." * (tier.strength < Tier.T2.strength)
        better = f"Published scores need {PUBLISHED_TIER.value} or better: `--isolation auto` takes the strongest."
        advice = "`--min-isolation T3` refuses to score so." if reason else better
        yield ScoreWarning("weaker_tier", message, count, tier.value, advice)


def _of_verdicts(judged: JudgedSamples) -> Iterator[ScoreWarning]:
    """Warns of samples that lack a library that none is given, and of test classes without any withheld value."""
    lacking: list[tuple[str, set[str]]] = []
    for task, verdict in ((task, sample.known_verdict) for task, of_task in judged.items() for sample in of_task):
        test_classes = verdict.test_classes if verdict is not None else ()
        errors = [(item.error_type, item.message) for item in test_classes]
        errors += [(case.error_type, case.message) for item in test_classes for case in item.cases]
        found = (_NO_MODULE.fullmatch(message) for kind, message in errors if kind == ModuleNotFoundError.__name__)
        if modules := {match[1] for match in found if match}:
            lacking.append((task, modules))
    if lacking:
        counts = Counter(module for _, modules in lacking for module in modules)
        named = ", ".join(f"{module} ({number})" for module, number in counts.most_common(5))
        which = named + ", ..." * (len(counts) > 5)
        yield _warning(
            "other_libraries",
            [task for task, _ in lacking],
            f"{counted(len(lacking), 'sample')} {agreeing(len(lacking), 'imports', 'import')} libraries outside "
            f"the set that samples can import, such as one of task {lacking[0][0]}: {which}.",
            "They fail whatever is installed here. If a task's text allows a library, name it by --allow-libraries "
            "(in Python: allow_libraries=[...]); do not compare scores with and without it.",
        )
    of_classes = []
    for task, of_task in judged.items():
        first = next((sample.known_verdict for sample in of_task if sample.known_verdict), None)
        of_classes += [(task, item) for item in (first.test_classes if first else ()) if item.cases]
    by_child = [f"{task} {item.test_class}" for task, item in of_classes if item.judged_by == "child"]
    if by_child:
        yield _warning(
            "judged_by_child",
            by_child,
            f"{len(by_child)} of {counted(len(of_classes), 'test class')} ({len(by_child) / len(of_classes):.0%}) "
            f"{agreeing(len(by_child), 'checks', 'check')} no value that is withheld from samples, such as "
            f"{by_child[0]}.",
            "A sample that guesses, or whose own code decides, may pass them: `judged_by` in the results names them.",
        )


def _of_samples(tasks: Sequence[Task], judged: JudgedSamples) -> Iterator[ScoreWarning]:
    counts = Counter(len(judged[task.task_id]) for task in tasks)
    if len(counts) > 1:
        usual = counts.most_common(1)[0][0]
        odd = [task.task_id for task in tasks if len(judged[task.task_id]) != usual]
        who = f"{counted(len(odd), 'task')} {agreeing(len(odd), 'has', 'have')}"
        message = f"{who} not the {usual} samples of most tasks, such as {odd[0]}."
        advice = f"pass@k is given up to k = {min(counts)} only, and averages over samples weight tasks with more."
        yield _warning("unequal_samples", odd, message, advice)
    several = [task.task_id for task in tasks if len(judged[task.task_id]) > 1]
    repeated = []  # every text several times; a single text counts only where samples have no numbers
    for task_id in several:
        texts = Counter(one.completion for one in judged[task_id])
        is_numbered = any(one.is_numbered for one in judged[task_id])
        if gcd(*texts.values()) > 1 and (len(texts) > 1 or not is_numbered):
            repeated.append(task_id)
    if repeated and len(repeated) >= _WIDESPREAD_SHARE * len(several):
        which = _part(repeated, len(several), "task", "", "").rstrip()
        has = agreeing(len(repeated), "has", "have")
        message = f"{which} with several samples {has} each completion more than once, such as {repeated[0]}."
        advice = "Were the same samples read twice? Number samples by `sample`, or leave the copies out."
        yield _warning("duplicated_answers", repeated, message, advice)


def _of_completions(tasks: Sequence[Task], judged: JudgedSamples) -> Iterator[ScoreWarning]:
    samples = [sample for task in tasks for sample in judged[task.task_id]]
    total = len(samples)
    unasked = [sample.task_id for sample in samples if sample.finish_reason == PROMPT_TOO_LONG]
    if unasked:
        what = f"{_part(unasked, total, 'sample', 'lacks', 'lack')} parts that the model was not asked"
        message = f"{what}, since their prompts did not fit: {', '.join(dict.fromkeys(unasked))}."
        advice = "Missing parts count as failed: raise --max-length, if the model allows it."
        yield _warning("prompt_too_long", unasked, message, advice)
    # What was cut off, or has no plan or no method: by step where the steps are known.
    without_plan = [sample.task_id for sample in samples if sample.steps.plan_failed]
    if without_plan:
        what = f"The plan of {len(without_plan)} of {counted(total, 'sample')} could not be read"
        advice = "Their classes were written without a plan, as by `holistic`: state this with the scores."
        yield _warning("plan_failed", without_plan, f"{what}, such as one of task {without_plan[0]}.", advice)
    steps = sum(sample.steps.methods for sample in samples)
    cut = [sample for sample in samples if sample.finish_reason == CUT_OFF or sample.steps.cut_off]
    if cut:
        of_steps = [(sample.task_id, method) for sample in cut for method in sample.steps.cut_off]
        where, what = "one of them", _part(cut, total, "completion", "was", "were")
        if of_steps:
            of_samples = f"in {len(cut)} of {counted(total, 'sample')}, {agreeing(len(of_steps), 'was', 'were')}"
            where = f"one of them at {of_steps[0][1]}"
            what = f"{len(of_steps)} of {counted(steps, 'step')}, {of_samples}"
        concerned = [task_id for task_id, _ in of_steps] or [sample.task_id for sample in cut]
        message = f"{what} cut off by the maximum length, {where} of task {concerned[0]}."
        yield _warning("truncated", concerned, message, "Raise --max-length, or --max-new-tokens.")
    empty = [(sample.task_id, method) for sample in samples for method in sample.steps.without_method]
    if empty:
        concerned, what = [task_id for task_id, _ in empty], f"{len(empty)} of {counted(steps, 'step')}"
        message = f"{what} yielded no method, one of them {empty[0][1]} of task {empty[0][0]}."
        advice = "These methods stay as in the skeleton: `classeval-hf report` shows the model's text."
        yield _warning("steps_without_method", concerned, message, advice)
    unread = [sample for sample in samples if sample.reading.problem]
    if unread:
        why = f"{unread[0].reading.problem} (task {unread[0].task_id})"
        message = f"{_part(unread, total, 'completion', 'was', 'were')} not read: {why}."
        yield _warning("unreadable", [sample.task_id for sample in unread], message, "They count as failed.")
    replaced = [sample.task_id for sample in samples if sample.has_replaced]
    if replaced:
        yield _warning(
            "replaced_characters",
            replaced,
            f"In {len(replaced)} of {counted(total, 'completion')}, lone surrogates, which files cannot contain, were "
            f"replaced by U+FFFD, such as one of task {replaced[0]}.",
            "Were bytes or parts of characters decoded one by one? Decode whole completions as UTF-8.",
        )
    yield from _of_signs({task.task_id: task for task in tasks}, samples)


_SIGNS = _WORDS["signs"]  # signs of completions, what one and several of them do, and what to do


def _of_signs(tasks: Mapping[str, Task], samples: Sequence[Sample]) -> Iterator[ScoreWarning]:
    for kind, of_one, of_several, advice in _SIGNS:
        alike = [sample.task_id for sample in samples if sample.sign == kind]
        if alike:
            part = _part(alike, len(samples), "completion", of_one, of_several).rstrip()
            message = f"{part if of_one else f'No Python found in {part}'}, one of them of task {alike[0]}."
            yield _warning(f"answers_{kind.lower().replace(' ', '_')}", alike, message, advice)
    # A class that is made as the code runs is not found by reading.
    nameless = []
    for one in (sample for sample in samples if sample.sign == "no class"):
        task, verdict = tasks[one.task_id], one.known_verdict
        if verdict is None or not family_of(task).result(task, verdict).passed:
            nameless.append(one)
    if nameless:
        sample = next((one for one in nameless if one.reading.signs.classes), nameless[0])
        task = tasks[sample.task_id]
        hold = agreeing(len(nameless), "it contains", "they contain")
        instead = f"{hold} {', '.join(sample.reading.signs.classes) or 'no class at all'}"
        count = sum(one.task_id == task.task_id for one in nameless)
        yield ScoreWarning(
            "no_class",
            f"{_part(nameless, len(samples), 'completion', 'contains', 'contain')} no class of the requested name: "
            f"{count} of {sum(one.task_id == task.task_id for one in samples)} of task {task.task_id} "
            f"{agreeing(count, 'contains', 'contain')} no class {task.asks_for}; {instead}.",
            len(nameless),
            task.task_id,
            "Are these the completions of these tasks? Names must match exactly.",
        )


def _of_time(judged: JudgedSamples, provenance: Provenance) -> Iterator[ScoreWarning]:
    timed_out = [
        [f"{task} {item.test_class}" for item in sample.known_verdict.test_classes if item.count(Outcome.TIMEOUT)]
        for task, of_task in judged.items()
        for sample in of_task
        if sample.known_verdict is not None
    ]
    samples, timeout = [names[0] for names in timed_out if names], provenance.timeout
    limit = f"{timeout:g} s" if isinstance(timeout, (int, float)) else "ten times the reference's time"
    if samples:
        run = _part(samples, len(timed_out), "sample", "runs", "run")
        message = f"{run} into the time limit of {limit}, such as in {samples[0]}."
        advice = "It counts as failed: an endless loop, or a slow machine (`--timeout`)."
        yield _warning("timed_out", samples, message, advice)
    if judged and isinstance(timeout, (int, float)) and timeout < DEFAULT_TIMEOUT:
        names = [name for of_sample in timed_out for name in of_sample]
        example = names[0] if names else next(iter(judged))
        ran_out = f"{counted(len(names), 'test class')} ran into it, such as {example}."
        none_did = f"none of {counted(len(judged), 'task')}, such as {example}, ran into it."
        limit = f"The time limit is {timeout:g} s and not the paper's {DEFAULT_TIMEOUT:g}"
        advice = "Do not compare with scores under another limit."
        yield ScoreWarning(
            "short_time_limit", f"{limit}: {ran_out if names else none_did}", len(names), example, advice
        )
