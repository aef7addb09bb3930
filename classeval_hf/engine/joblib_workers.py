"""Calls a function on the workers of a joblib backend, and again if single workers are lost."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import InfrastructureError, UserError

_FIRST_WORKER_SECONDS = 60  # how long to wait for a Dask cluster that has no worker yet


@dataclass(frozen=True)
class JoblibWorkers:
    """The workers of a joblib backend; `ValueError` if joblib, the backend or a connection to it is missing."""

    backend: str  # `"dask"`, `"ray"`, or any other that joblib knows
    limit: int | None = None  # concurrent calls, by default as many as the backend has slots for

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise UserError(f"The number of concurrent calls must be at least 1, not {self.limit}.")
        self.count_slots()
        if self.backend == "dask":  # a worker that cannot unpickle a call hangs instead of raising an error
            client = _import_or_explain("distributed").get_client()
            for worker, version in client.run(metadata.version, "classeval-hf", on_error="return").items():
                if not isinstance(version, str):
                    raise UserError(f"The Dask worker {worker} does not have classeval-hf installed ({version!r}).")

    def count_slots(self) -> int:
        """How many calls the backend takes at a time; waits for the first worker if need be."""
        joblib = _import_or_explain("joblib")
        try:
            with joblib.parallel_config(backend=self._new_backend()):
                slots: int = joblib.effective_n_jobs(self.limit or -1)
        except (ImportError, OSError, ValueError) as error:
            known = "" if self.backend in ("dask", "ray") else " Clusters are reached by dask or ray, under Slurm too."
            raise UserError(f"The backend {self.backend!r} of joblib is unavailable: {error}.{known}") from error
        return slots

    def call(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Generator[tuple[int, Any], None, None]:
        """Index and result as they come, or [`InfrastructureError`] for a call that is lost repeatedly."""
        waiting = list(range(len(items)))
        suspected: set[int] = set()
        while waiting:
            before = len(waiting)
            try:
                for index, result in self._call_once(function, items, tuple(waiting)):
                    waiting.remove(index)
                    yield index, result
            except Exception as error:  # what a lost worker looks like is up to the backend
                if len(waiting) < before:
                    continue
                problem = InfrastructureError(f"the workers lost it: {type(error).__name__}: {error}")
                try:
                    under_way = waiting[: self.count_slots()]
                except ValueError:  # the backend as a whole is lost
                    under_way = []
                given_up = [index for index in under_way if index in suspected] if under_way else waiting
                # The others come last, and in another order: one of them may block the rest.
                again = [index for index in reversed(under_way) if index not in suspected]
                waiting = waiting[len(under_way) :] + again if under_way else []
                suspected.update(under_way)
                yield from ((index, problem) for index in given_up)

    def _call_once(
        self, function: Callable[[Any], Any], items: Sequence[Any], indices: Sequence[int]
    ) -> Iterator[tuple[int, Any]]:
        joblib = _import_or_explain("joblib")
        backend = self._new_backend()
        calls = [joblib.delayed(_numbered)(function, index, items[index]) for index in indices]
        parallel = partial(joblib.Parallel, n_jobs=self.limit or -1, backend=backend, batch_size=1)
        backends = import_module("joblib.parallel").BACKENDS
        # Ray, built on joblib's multiprocessing backend, does not give results one by one.
        if isinstance(backend, str) and not getattr(backends[backend], "supports_return_generator", True):
            size = 2 * self.count_slots()
            for start in range(0, len(calls), size):
                yield from parallel()(calls[start : start + size])
            return
        # All at once without a limit, so that workers that come later find something to do.
        results = parallel(return_as="generator_unordered", pre_dispatch=self.limit or "all")(calls)
        try:
            for result in results:  # noqa: UP028 - `yield from` would close the results outside the `with` below
                yield result
        finally:
            with warnings.catch_warnings():  # they warn of results that nobody waited for
                warnings.simplefilter("ignore", UserWarning)
                results.close()

    def _new_backend(self) -> Any:
        """The backend in joblib's form: an object with the current client for Dask, else its name."""
        if self.backend == "dask":
            from joblib._dask import DaskDistributedBackend

            limit = self.limit

            class Backend(DaskDistributedBackend):  # type: ignore[misc]  # joblib comes without types
                """Reports calls that are lost, for which joblib's own waits without end, and respects the limit."""

                def effective_n_jobs(self, n_jobs: int) -> int:
                    slots: int = super().effective_n_jobs(n_jobs)
                    # With a single slot joblib would run it in the calling process.
                    return max(2, slots if limit is None else min(limit, slots))

                def submit(self, func: Any, callback: Any = None) -> Any:
                    future = super().submit(func, callback)
                    future.add_done_callback(lambda done: done.exception() and callback(done.exception()))
                    return future

                def retrieve_result_callback(self, out: Any) -> Any:
                    if isinstance(out, BaseException):
                        raise out
                    return super().retrieve_result_callback(out)

            return Backend(wait_for_workers_timeout=_FIRST_WORKER_SECONDS)
        if self.backend == "ray":  # the cluster at RAY_ADDRESS, or a new one on this machine
            import ray
            from ray.util.joblib import register_ray

            register_ray()
            if not ray.is_initialized():
                ray.init(log_to_driver=False)
        return self.backend


@contextmanager
def connect_to_dask(scheduler: str) -> Iterator[None]:
    """Makes the backend `"dask"` use the Dask cluster at an address or of a scheduler's JSON file."""
    connect = _import_or_explain("distributed").Client
    if scheduler.endswith(".json") and not Path(scheduler).is_file():  # which Dask would wait for
        raise UserError(f"No Dask scheduler responds: its file {scheduler} is not there.")
    try:
        client = connect(scheduler_file=scheduler) if scheduler.endswith(".json") else connect(scheduler)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        raise UserError(f"No Dask scheduler responds at {scheduler}: {error}") from error
    with closing(client):
        yield


def _import_or_explain(name: str) -> Any:
    """A module of an extra that need not be installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise UserError(f"{name} is missing: pip install 'classeval-hf[cluster]' ({error})") from error


def _numbered(function: Callable[[Any], Any], index: int, item: Any) -> tuple[int, Any]:
    """Runs on a worker: a call whose result has its index."""
    return index, function(item)
