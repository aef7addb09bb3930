"""Real processes that need not import torch again, so that tests can start and kill many of them."""

import multiprocessing
import os
from collections.abc import Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from classeval_hf.generation.command import main

_PRELOADED = [
    "rare_garbage",  # first, for what the others import
    "accelerate",
    "classeval_hf.generation.command",
    "classeval_hf.generation.engines.transformers_backend",
    "transformers.models.llama.modeling_llama",
]


def start_run(arguments: Sequence[str], log: Path, **environment: str) -> ForkServerProcess:
    """Starts `generation/run.py` in the current directory, with variables beside those of the libraries as now."""
    now = {name: value for name, value in os.environ.items() if name.startswith("HF_")}
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    process = context.Process(target=_run, args=(list(arguments), str(Path.cwd()), str(log), {**now, **environment}))
    process.start()
    return process


def _run(arguments: list[str], folder: str, log: str, environment: dict[str, str]) -> None:
    import torch

    torch.set_num_threads(1)
    os.chdir(folder)
    os.environ.update(environment)
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    raise SystemExit(main(arguments))
