"""The command `generation/run.py`, from arguments to samples and their scores."""

import gc
import json
import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass
from importlib import metadata
from itertools import product
from pathlib import Path
from platform import python_version
from typing import Any

from classeval_hf.classes.tasks.libraries import installed_version
from classeval_hf.core.command_line import RARE_GARBAGE, exit_status
from classeval_hf.core.files import write_whole
from classeval_hf.core.tasks import BASE, PLUS, Task, require_suite
from classeval_hf.core.terminal import agreeing, clock_time, counted, no_bars_in_logs, visible_output
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.engine.verdict_cache import KEY_NAME, VerdictCache
from classeval_hf.generation import generating, run_folder
from classeval_hf.generation.distributed import Progress, Ranks, SharedWork, find_ranks, say_last
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.model_loading import try_model
from classeval_hf.generation.generating import GenerationJob, ModelFacts, Run, make_backend, read_model_facts
from classeval_hf.generation.options import OPTIONS, SCRIPT, Arguments, generation_parser, read_arguments
from classeval_hf.metrics.scores import Scores
from classeval_hf.prompting.steps import StepTarget, Strategy
from classeval_hf.runs.loading import labels_of_files
from classeval_hf.runs.run_records import LongPrompt, RunRecord, TaskSet, short_names
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.runs.score_files import write_scores
from classeval_hf.sandbox.limited_calls import own_cores
from classeval_hf.scoring.compute import ScoreOptions, keep_verdicts, score
from classeval_hf.scoring.score_tables import print_notes, score_table
from classeval_hf.tasks.splits import select_tasks, strengthened

PROJECT = "classeval"
_WANDB_SETTINGS: Mapping[str, Any] = {
    **{"console": "off", "save_code": False},
    **dict.fromkeys(("disable_git", "x_disable_meta", "x_disable_stats"), True),
}  # no command line (it may hold a secret), no user name, nothing of the user's repository
_LIBRARIES = ("classeval-hf", "transformers", "tokenizers", "torch", "accelerate", "huggingface-hub")


@visible_output()
def main(argv: Sequence[str] | None = None, program: str = "") -> int:
    """Runs the command line; returns the exit status. `program` is its name in messages, by default the script."""
    if argv is None:
        gc.set_threshold(*RARE_GARBAGE)

    def work() -> None:
        carry_out(read_arguments(vars(generation_parser(program or SCRIPT).parse_args(argv))))

    return run_generation(program or Path(SCRIPT).name, work)


def run_generation(program: str, work: Callable[[], None]) -> int:
    """Runs a command that generates; returns the exit status. With several processes, messages name the process."""
    rank = os.environ.get("RANK", "0")
    interrupted = f"{program}: interrupted. Finished samples and steps are kept; the same command resumes."
    return exit_status(program if rank == "0" else f"{program}, process {rank}", work, lambda: say_last(interrupted))


def carry_out(arguments: Arguments) -> dict[str, Scores]:
    """Generates, and scores if requested; returns scores by path of the samples, only in the first process."""
    with no_bars_in_logs(quiet=True) if arguments.output.quiet else nullcontext():
        if arguments.output.show_prompt is None:
            return _run(arguments)
        with arguments.family as family:  # prints the prompts of a task, with stand-ins for completions
            asked = [arguments.output.show_prompt]
            (task,) = family.available(select_tasks(arguments.tasks.split, asked, "--show-prompt: "), shown=True)
            facts = read_model_facts(arguments)
            for run in generating.set_up_runs(arguments, facts, family):
                shown = list(generating.write_prompts(run, family.start(task, run.strategy, 0), with_reference=True))
                if len(shown) > 1 and not task.module:
                    print(
                        "In a run, later prompts contain the model's earlier text. Here the reference replaces it: no "
                        "model has seen it.\n"
                    )
                for step, prompt, problem in shown:
                    too_long = f", too long for {facts.window} with its completion" if problem is not None else ""
                    name, what = step.asked, "all of "
                    if step.target is StepTarget.METHOD:
                        name, what = f"method {step.asked}", "the bodies of "
                    count = f"{len(prompt.token_ids)} tokens" if prompt.token_ids else f"{len(prompt.text)} characters"
                    trimmed = f", without {what}{', '.join(prompt.trimmed)}" if prompt.trimmed else ""
                    where = f"{step.task.task_id}, {step.strategy.value}, step {step.index}"
                    ends = ", ".join(map(repr, prompt.stop_strings)) or "the end of text only"
                    print(f"{'=' * 10} {where}: {name}, {prompt.kind.value}, {count}{trimmed}{too_long}")
                    print(prompt.text)
                    print(f"{'=' * 10} ends at {ends}\n")
    return {}


def _run(arguments: Arguments) -> dict[str, Scores]:
    chosen, output = arguments.tasks, arguments.output
    with arguments.family as family:
        tasks = select_tasks(chosen.split, chosen.task_ids or None, "--task-ids: ")
        tasks = list(family.available(tasks, shown=False))[: chosen.limit]
        # Prompts and run records do not depend on strengthened tests; missing ones are reported before any work.
        judged_by = strengthened(tasks) if output.plus else tasks
        if output.plus:
            require_suite(judged_by, PLUS)
        facts = read_model_facts(arguments)
        runs = generating.set_up_runs(arguments, facts, family)
        check = generating.check_prompts(runs, tasks, facts, strict=output.strict)
        ranks = find_ranks()
        if arguments.model.backend == "transformers" and not all(run.folder.files.record.is_file() for run in runs):
            try_model(arguments.model)
        command = Command(arguments, facts, ranks, runs, tasks, check)
        missing = ranks.once(command.prepare)
        if any(missing.values()):
            seconds = ranks.once(lambda: family.prepare_oracle(tasks))
            for run, keys in missing.items() if ranks.index == 0 and not output.quiet else ():
                # If attempts take as long as the references.
                if total := family.oracle_calls(run) * sum(seconds.get(task_id, 0.0) for task_id, _ in keys):
                    text = f"the tests of all attempts take up to about {clock_time(total / own_cores())} here"
                    print(f"{run.value}: {text}; without the model's own time", flush=True)
        by_id = {task.task_id: task for task in tasks}
        jobs = [GenerationJob(run, by_id[name], index) for run in runs for name, index in missing[run.strategy]]
        work = SharedWork(ranks, jobs)  # keeps the store of all processes, so it must live until all have ended
        made = command.generate(work, missing)
    suites = (BASE, PLUS) if output.plus else (BASE,)
    if output.score and ranks.count > 1:
        every = {*product((task.task_id for task in tasks), range(arguments.decoding.n_samples))}
        own = {run: {*made[run], *ranks.share(sorted(every.difference(keys)))} for run, keys in missing.items()}
        command.score_own_samples(judged_by, own, suites)
    if ranks.count > 1:  # afterwards processes no longer communicate
        from accelerate import PartialState

        PartialState().wait_for_everyone()
        PartialState().destroy_process_group()
    if ranks.index > 0:
        return {}
    command.finish()
    if not output.score:
        return {}
    scores = command.score_runs(judged_by, suites)
    if output.log is not None:
        folder = runs[0].folder.path
        log_scores(scores, arguments, folder if len(runs) == 1 else folder.parent)
    return {str(run.folder.files.samples): scores[run.strategy] for run in runs}


@dataclass(frozen=True)
class Command:
    arguments: Arguments
    facts: ModelFacts
    ranks: Ranks
    runs: Sequence[Run]
    tasks: Sequence[Task]
    check: generating.PromptCheck

    def prepare(self) -> dict[Strategy, list[run_folder.SampleKey]]:
        """Creates or checks the folders, prints what will be done, and returns the missing samples by strategy."""
        arguments, facts, tasks = self.arguments, self.facts, self.tasks
        n_samples = arguments.decoding.n_samples
        notes = [*facts.notes, f"prompt and completion have up to {facts.window:,} tokens together"]
        versions = {"python": python_version(), **{name: installed_version(name) or None for name in _LIBRARIES}}
        missing: dict[Strategy, list[run_folder.SampleKey]] = {}
        for run in self.runs:
            name, decision, recorded = run.strategy.value, run.decision, arguments.recorded(run.strategy)
            run.folder.prepare(RunRecord(recorded, facts.identity, decision, TaskSet.of(tasks), versions), tasks)
            keys = run.folder.remaining([task.task_id for task in tasks], n_samples)
            missing[run.strategy] = keys
            total = len(tasks) * n_samples
            done = total - len(keys)
            steps = len(run.folder.known_steps(keys))
            further = f", and {counted(steps, 'step')} of unfinished samples" if steps else ""
            notes.append(f"{name}: {decision.kind} prompts ({decision.format}): {decision.reason}")
            present = f"{done} of {counted(total, 'sample')} {agreeing(done, 'is', 'are')} in {run.folder.path}"
            notes.append(f"{name}: {present}{further}")
            if (calls := run.family.oracle_calls(run.strategy)) and keys:
                tested = len(keys) * calls
                for_fewer = f"{'--greedy, --n-samples or ' if n_samples > 1 else ''}--max-calls"
                written = f"up to {tested + len(keys)} attempts are written, and {tested} tested"
                notes.append(f"{name}: {written}; for fewer, {for_fewer}")
        if not arguments.output.quiet:
            print(*notes, sep="\n", flush=True)
        for strategy, keys in missing.items():
            too_long: list[LongPrompt] = []
            for one in self.check.too_long[strategy] if keys else ():
                step, tokens = one.step, len(one.prompt.token_ids)
                too_long.append(LongPrompt(step.task.task_id, 0, step.index, step.method_name, tokens, one.window))
            if too_long:
                print(generating.too_long_warning(strategy, too_long), file=sys.stderr, flush=True)
        return missing

    def generate(
        self, work: SharedWork, missing: Mapping[Strategy, Sequence[run_folder.SampleKey]]
    ) -> dict[Strategy, list[run_folder.SampleKey]]:
        """Makes the missing samples together with other processes; returns those made in this one."""
        arguments, facts, ranks = self.arguments, self.facts, self.ranks
        known = {run.strategy: run.folder.known_steps(missing[run.strategy]) for run in self.runs}
        made: dict[Strategy, list[run_folder.SampleKey]] = {run.strategy: [] for run in self.runs}
        if not work.needed:
            return made
        writers: dict[Strategy, run_folder.SampleWriter] = {}

        def keep(finished: generating.Finished) -> None:
            job, key = finished.job, (finished.job.task.task_id, finished.job.sample)
            writer = writers[job.run.strategy]
            if finished.sample is not None:
                writer.write(finished.sample)
                made[job.run.strategy].append(key)
            elif finished.asked:
                writer.write_step((*key, finished.step.index), run_folder.KnownStep(finished.sha256, finished.reply))
            if finished.asked:
                progress.finish(finished.step.target, finished.reply.completion_tokens)

        decoding, prefetch = arguments.decoding, work.prefetch_factor
        window, most = facts.window, decoding.max_new_tokens
        sampling = Sampling(decoding.temperature, decoding.top_p, decoding.top_k)
        queue = generating.StepQueue(work.pull(), sampling, window, most, decoding.seed, prefetch, known, keep)
        progress = Progress(
            "Generating" if ranks.count == 1 else f"Generating ({ranks.count} processes)",
            self.check.amount(work.jobs, known),
            shown=ranks.index == 0 and not arguments.output.quiet,
            processes=ranks.count,
            exchange=work.exchange if ranks.count > 1 else None,
        )
        with ExitStack() as opened:
            for run in self.runs:
                writers[run.strategy] = opened.enter_context(closing(run_folder.SampleWriter(run.folder, ranks.index)))
            backend = make_backend(arguments, facts, work.max_concurrent_steps, progress.count)
            with progress:
                for request, completion in backend.generate(queue):
                    queue.receive(request, completion)
        return made

    def finish(self) -> None:
        """Merges the files of the processes, and exports samples if requested."""
        task_ids = [task.task_id for task in self.tasks]
        for run in self.runs:
            if missing := run.folder.remaining(task_ids, self.arguments.decoding.n_samples):
                lacking = f"{run.folder.path} lacks {counted(len(missing), 'sample')} of other processes"
                raise OSError(f"{lacking}: repeat the command with an --output that all machines share.")
            run.folder.merge(task_ids)
            too_long = [
                LongPrompt(sample.task_id, sample.sample, index, step.method, step.prompt_tokens, self.facts.window)
                for sample in run.folder.samples()
                for index, step in enumerate(sample.steps)
                if step.finish_reason == PROMPT_TOO_LONG
            ]
            run.folder.note_too_long(too_long)
            print(f"{run.strategy.value}: all samples are in {run.folder.files.samples}")
            if too_long:
                print(generating.too_long_warning(run.strategy, too_long), file=sys.stderr)
            if self.arguments.output.export_upstream:  # in the form of the public harness
                by_place = sorted(run.folder.samples(), key=lambda sample: sample.sample)
                records = []
                for task in self.tasks:
                    samples = [sample for sample in by_place if sample.task_id == task.task_id]
                    texts = [[step.raw for step in sample.steps] for sample in samples]
                    predicted = [sample.completion for sample in samples]
                    records.append({**task.to_row(), "predict": predicted, "raw_output": texts})
                write_whole(run.folder.path / "upstream.json", json.dumps(records, indent=1) + "\n")

    def score_own_samples(
        self, tasks: Sequence[Task], own: Mapping[Strategy, Collection[run_folder.SampleKey]], suites: Sequence[str]
    ) -> None:
        """Runs the samples of this process and keeps their verdicts until `score_runs` gathers them."""
        by_id = {task.task_id: task for task in tasks}
        workers, rank, quiet = own_cores(), self.ranks.index, self.arguments.output.quiet
        for run in self.runs:
            samples = [
                (by_id[sample.task_id], sample.completion)
                for sample in run.folder.samples()
                if (sample.task_id, sample.sample) in own[run.strategy]
            ]
            if samples:
                present = [suite for suite in suites if any(suite in task.suites for task, _ in samples)]
                file = run.folder.path / f"verdicts.rank{rank}.sqlite"  # until the main process gathers them
                keep_verdicts(samples, file, workers, rank == 0 and not quiet, present)
                if not quiet:
                    ran = counted(len(samples), "sample")
                    print(f"{run.strategy.value}: process {rank} has run {ran}", flush=True)

    def score_runs(self, tasks: Sequence[Task], suites: Sequence[str]) -> dict[Strategy, Scores]:
        """Scores finished runs, writes `metrics.json` into each folder, and prints table and warnings."""
        by_id, quiet = {task.task_id: task for task in tasks}, self.arguments.output.quiet
        scores: dict[Strategy, Scores] = {}
        for run in self.runs:
            if (known := VerdictCache.open({})) is not None:
                with closing(known):
                    for file in sorted(run.folder.path.glob("verdicts.rank*.sqlite")):
                        known.include(file)
                        file.unlink()
                (run.folder.path / KEY_NAME).unlink(missing_ok=True)
            samples = read_sample_file(run.folder.files.samples, by_id.keys())
            options = ScoreOptions(JudgeOptions(progress=not quiet), suites=suites)
            result = score([by_id[task_id] for task_id in samples], list(samples.values()), options)
            write_scores(run.folder.files.metrics, result)
            scores[run.strategy] = result
        short, shared = short_names(labels_of_files([run.folder.files.samples for run in self.runs]))
        labelled = dict(zip(short.values(), scores.values(), strict=True))
        print(*filter(None, (shared, score_table(labelled))), sep="\n")
        print_notes(labelled, self.arguments.output.verbose, warnings_only=quiet)
        return scores


def log_scores(scores: Mapping[Strategy, Scores], arguments: Arguments, folder: Path) -> None:
    """Logs scores, in the main process; `folder` is for the local files of a tracker."""
    from accelerate.tracking import LOGGER_TYPE_TO_CLASS

    name, run = arguments.output.log or "", "-".join(arguments.names(arguments.prompts.strategy))
    settings: dict[str, dict[str, Any]] = {
        "tensorboard": {"logging_dir": str(folder / "tensorboard")},
        "trackio": {"name": run},
        "wandb": {"name": run, "dir": str(folder), "settings": dict(_WANDB_SETTINGS)},
    }
    # The recorded arguments without secrets and local paths, and flat metrics, `holistic/class_pass@1`.
    recorded = {**arguments.recorded(arguments.strategies[0]).to_dict(), "strategy": arguments.prompts.strategy}
    config = {option: value for option, value in recorded.items() if OPTIONS[option].logged and value is not None}
    for option in ("model", "tokenizer", "split", "retriever"):
        if option in config and Path(config[option]).exists():
            config[option] = Path(config[option]).resolve().name
    plain = {option: ", ".join(value) if isinstance(value, list) else value for option, value in config.items()}
    averages = {
        f"{strategy.value}/{metric.replace('@', '_at_') if name == 'wandb' else metric}": float(value)  # takes no `@`
        for strategy, result in scores.items()
        for metric, value in result.averages.items()
    }
    try:
        tracker = LOGGER_TYPE_TO_CLASS[name](PROJECT, **settings[name])
        if hasattr(tracker, "start"):  # earlier versions of accelerate start it at once
            tracker.start()
        tracker.store_init_configuration({**plain, "classeval_hf": metadata.version("classeval-hf")})
        tracker.log(averages, step=0)
        tracker.finish()
    except Exception as error:  # of any kind, since each tracker has its own
        raise OSError(
            f"--log {name}: {type(error).__name__}: {error} The scores are in metrics.json; the same command logs "
            "them again, and generates nothing."
        ) from error
    print(f"The scores are logged with {name}: project {PROJECT}, run {run}")
