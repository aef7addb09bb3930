"""Scores of class tasks during training with transformers' `Trainer` and `Seq2SeqTrainer`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from accelerate.utils import broadcast_object_list, gather_object
from transformers import EvalPrediction, Trainer, TrainerCallback

from classeval_hf.classes.prompts import ClassPrompts
from classeval_hf.core.errors import UserError, require_consent, warn_user
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.terminal import counted
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.generation import generating
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.model_loading import context_limit
from classeval_hf.generation.engines.transformers_backend import TransformersBackend, batches_for
from classeval_hf.generation.run_folder import RunFolder
from classeval_hf.integrations.class_samples import ProcessJudge, TaskSource, make_writer, read_tasks
from classeval_hf.prompting.steps import Strategy
from classeval_hf.sandbox.limited_calls import available_cores
from classeval_hf.scoring.compute import ScoreOptions, score

SCORES = ("class_pass@1", "method_pass@1", "test_class_pass@1", "test_rate", "dep_f", "dep_m")  # that are logged
_NO_LABEL = -100  # padding of predictions in trainers


class ClassEvalCallback(TrainerCallback):
    """At each evaluation, lets the model write classes greedily, and adds their [`SCORES`] to log and metrics."""

    def __init__(
        self,
        trainer: Trainer,  # with the tokenizer as its `processing_class`; neither FSDP nor DeepSpeed
        tasks: TaskSource = "open",  # a split, a file, or tasks, rows and task ids; class tasks only
        *,
        strategy: str = "holistic",  # one for class tasks
        prompt: str = "auto",  # `"instruct"`, `"base"`, `"fim"`, or by default the one that fits the model
        max_new_tokens: int = 1024,  # maximum length of a completion
        batch_size: int | None = None,  # prompts at a time; by default as many as fit into the memory of the device
        **judging: Any,  # arguments of `Judge`, such as `timeout`, `num_workers` and `isolation`
    ) -> None:
        require_consent()
        known = [item.value for item in ClassPrompts.strategies]
        if strategy not in known:
            raise UserError(f"strategy is one of {', '.join(known)}, not {strategy!r}.")
        if trainer.processing_class is None:
            raise UserError("The trainer has no tokenizer: pass it as processing_class.")
        if trainer.is_deepspeed_enabled or trainer.is_fsdp_enabled:
            raise UserError("Weights divided by FSDP or DeepSpeed cannot generate: score checkpoints after training.")
        self._trainer: Any = trainer
        self._tasks = list(read_tasks(tasks).values())
        self._strategy, self._batch_size = Strategy(strategy), batch_size
        model: Any = trainer.model
        window = min(filter(None, (generating.DEFAULT_MAX_LENGTH, context_limit(model.config))))
        self._window, self._max_new_tokens = window, max_new_tokens
        self._writer = make_writer(trainer.processing_class, prompt, self._strategy, context_length=window)
        self._judging = ProcessJudge(JudgeOptions(**{"num_workers": available_cores(), "progress": False, **judging}))
        if trainer.accelerator.is_main_process:
            self._judging.enter()  # raises errors now

    def on_evaluate(self, args: Any, state: Any, control: Any, metrics: Any = None, **_: Any) -> None:
        accelerator = self._trainer.accelerator
        own = self._tasks[accelerator.process_index :: accelerator.num_processes]
        model: Any = accelerator.unwrap_model(self._trainer.model)
        # A run needs a folder, but nothing is written to it here.
        run = generating.Run(self._strategy, RunFolder(Path(args.output_dir)), self._writer, ClassPrompts())
        jobs, finished = (generating.GenerationJob(run, task, 0) for task in own), list[generating.Finished]()
        queue = generating.StepQueue(jobs, Sampling(), self._window, self._max_new_tokens, keep=finished.append)
        was_training = model.training
        model.eval()
        tokenizer = self._trainer.processing_class
        batches = batches_for(model, tokenizer, self._window)
        backend = TransformersBackend(model, tokenizer, self._batch_size, batches=batches)
        try:
            for request, completion in backend.generate(queue):
                queue.receive(request, completion)
        finally:
            backend.close()
            model.train(was_training)
        samples = [step.sample for step in finished if step.sample is not None]
        written = dict(gather_object([(sample.task_id, sample.completion) for sample in samples]))
        result: list[Any] = [None]
        if accelerator.is_main_process:
            result[0] = _scores(self._judging, self._tasks, [[written[task.task_id]] for task in self._tasks])
        scores = {f"eval_{name}": value for name, value in broadcast_object_list(result)[0].items()}
        if metrics is not None:
            metrics.update(scores)
        self._trainer.log(scores)


class ClassEvalMetrics:
    """A `compute_metrics` for `Seq2SeqTrainer` with `predict_with_generate=True`: the [`SCORES`] of its classes."""

    def __init__(
        self,
        tokenizer: Any,
        eval_dataset: Any,  # with `task_id`, and `input_ids` of the prompt alone; rows of one task are its samples
        tasks: TaskSource = "open",
        **judging: Any,
    ) -> None:
        require_consent()
        if missing := [name for name in ("task_id", "input_ids") if name not in eval_dataset.column_names]:
            raise UserError(f"The evaluation dataset has no column {' and no '.join(missing)}.")
        self._tokenizer = tokenizer
        known = read_tasks(tasks)
        self._task_ids = list(eval_dataset["task_id"])
        if unknown := [name for name in self._task_ids if name not in known]:
            raise UserError(f"Unknown task {unknown[0]!r} in the evaluation dataset: pass it as tasks.")
        self._tasks = [known[name] for name in dict.fromkeys(self._task_ids)]
        self._padding = (_NO_LABEL, tokenizer.pad_token_id)
        self._prompts = [[token for token in row if token not in self._padding] for row in eval_dataset["input_ids"]]
        self._judging = ProcessJudge(JudgeOptions(**{"num_workers": available_cores(), "progress": False, **judging}))
        self._judging.enter()

    def __call__(self, prediction: EvalPrediction) -> dict[str, float]:
        rows: Any = prediction.predictions
        rows = rows[0] if isinstance(rows, tuple) else rows
        if rows.ndim != 2 or not np.issubdtype(rows.dtype, np.integer):
            raise UserError(
                "The predictions are not token ids: use Seq2SeqTrainer with predict_with_generate=True, or for a "
                "causal language model ClassEvalCallback."
            )
        if len(rows) != len(self._task_ids):
            raise UserError(f"There are {len(rows)} predictions for the {len(self._task_ids)} rows of the dataset.")
        texts: dict[str, list[str]] = {}
        for task_id, prompt, row in zip(self._task_ids, self._prompts, rows.tolist(), strict=True):
            ids = [token for token in row if token not in self._padding]
            new = ids[len(prompt) :] if ids[: len(prompt)] == prompt else ids
            texts.setdefault(task_id, []).append(self._tokenizer.decode(new, skip_special_tokens=True))
        return _scores(self._judging, self._tasks, [texts[task.task_id] for task in self._tasks])


def _scores(judging: ProcessJudge, tasks: Sequence[ClassTask], texts: Sequence[Sequence[str]]) -> dict[str, float]:
    with judging.alone() as judge:
        scores = score(tasks, texts, ScoreOptions(k=1, resampling=None, allow_infrastructure_errors=True), judge)
    if scores.n_infrastructure_errors:
        warn_user(
            f"{scores.n_infrastructure_errors} of {counted(scores.n_samples, 'sample')} could not be run, and do not "
            "count."
        )
    return {name: scores.averages[name] for name in SCORES if name in scores.averages}
