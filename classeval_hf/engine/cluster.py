"""Scoring on the workers of a joblib backend. A reply is bounded plain data, signed with a key that only this run's
workers have; yet backends unpickle replies, so anyone who runs a worker is trusted with this account."""

import hmac
import json
import os
import secrets
import socket
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from classeval_hf.core.errors import InfrastructureError, UserError, require_consent
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import Task
from classeval_hf.core.verdicts import METRIC_VERSION, CandidateVerdict, Soundness
from classeval_hf.engine.executor import Checked, Executor, LocalMachine, Run, expected_effort
from classeval_hf.engine.task_family import SampleJob
from classeval_hf.engine.verdict_cache import VerdictCache
from classeval_hf.sandbox.jobs import Isolation, IsolationError

_BATCHES_PER_SLOT = 4  # so that no slot waits long for the last one
_FEW_CANDIDATES, _FEW_BATCHES_PER_SLOT = 4, 2  # starting an executor takes as long as running a few candidates
_CANDIDATES_PER_BATCH = 32  # more would save few starts of an executor; an interruption loses batches in progress
_REPLY_LIMIT = 256 << 20  # bytes of a reply beyond which it is not read
_FIRST_WORKER_SECONDS = 60  # how long to wait for a Dask cluster that has no worker yet
Item = TypeVar("Item")
Work = Callable[[Executor, Any], Any]  # the work of a worker on a batch; the result can be written as JSON


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
                joblib, backend = _import_or_explain("joblib"), self._new_backend()
                calls = [joblib.delayed(_numbered)(function, index, items[index]) for index in waiting]
                parallel = partial(joblib.Parallel, n_jobs=self.limit or -1, backend=backend, batch_size=1)
                known = import_module("joblib.parallel").BACKENDS
                # Ray, built on joblib's multiprocessing backend, does not give results one by one.
                if isinstance(backend, str) and not getattr(known[backend], "supports_return_generator", True):
                    size = 2 * self.count_slots()
                    batches = (calls[start : start + size] for start in range(0, len(calls), size))
                    results = (result for batch in batches for result in parallel()(batch))
                else:  # all at once without a limit, so that workers that come later find something to do
                    everything = self.limit or "all"
                    results = parallel(return_as="generator_unordered", pre_dispatch=everything)(calls)
                try:
                    for index, result in results:
                        waiting.remove(index)
                        yield index, result
                finally:
                    with warnings.catch_warnings():  # they warn of results that nobody waited for
                        warnings.simplefilter("ignore", UserWarning)
                        results.close()
            except Exception as error:  # backends report a lost worker in different ways
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
        raise UserError(f"No Dask scheduler responds: there is no file {scheduler}.")
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


@dataclass(frozen=True)
class Worker:
    name: str  # its machine and process
    isolation_in_force: Isolation  # the isolation of its samples
    settings: str  # settings that its verdicts depend on, other than task and candidate, as JSON


@dataclass
class Cluster:
    """The workers of a joblib backend, each with an executor of its own; entering it calls every slot once."""

    workers: JoblibWorkers
    make_executor: Callable[[], Executor]  # called by the workers
    # gives the settings that an executor's verdicts depend on, with a `metric_version`; called by the workers
    settings_of: Callable[[Executor], Mapping[str, Any]]
    cache: bool  # whether to keep verdicts on this machine's disk, and to look them up
    requirements: Sequence[Callable[[], None]] = ()  # checks of what tasks need; called by the workers
    _workers_seen: dict[Worker, None] = field(default_factory=dict, init=False)
    caches: dict[str, VerdictCache] = field(default_factory=dict, init=False)  # by settings in use
    _slots: int = field(default=1, init=False)
    _secret: bytes = field(default_factory=partial(secrets.token_bytes, 32), init=False)

    def __enter__(self) -> "Cluster":
        self._slots = self.workers.count_slots()
        try:
            for _, _, result in self._spread(_run_batch, [()] * self._slots):  # nothing to run
                if isinstance(result, InfrastructureError) and not self._workers_seen:
                    raise InfrastructureError(f"The backend {self.workers.backend!r} runs nothing: {result}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for cache in self.caches.values():
            cache.close()
        self.caches.clear()

    @property
    def isolation_in_force(self) -> Isolation:
        """The weakest isolation of all workers so far, with the reason."""
        found = [(one.isolation_in_force, one.name) for one in self._workers_seen]
        in_force, name = min(found, key=lambda of: (of[0].tier.strength, -[*of[0].to_dict().values()].count("open")))
        if not in_force.reason or all(isolation == in_force for isolation, _ in found):
            return in_force
        return replace(in_force, reason=f"on {name}: {in_force.reason}")

    def run(self, jobs: Sequence[SampleJob]) -> Iterator[Run]:
        """Runs candidates in batches: a task's candidates together, since they share data; the longest batch first."""
        by_task = grouped((job.task.task_id, job) for job in jobs)
        batches = self._batches([job for of_task in by_task.values() for job in of_task])
        batches.sort(key=lambda batch: tuple(map(sum, zip(*map(expected_effort, batch), strict=True))), reverse=True)
        for batch, cache, results in self._spread(_run_batch, batches):
            for place, job in enumerate(batch):
                verdict, again = results, False
                if not isinstance(results, InfrastructureError):
                    try:
                        plain, problem, again = results[place]
                        verdict = InfrastructureError(str(problem))
                        if not problem:
                            verdict = CandidateVerdict.from_dict(job.task.task_id, plain, job.suite)
                    except (LookupError, TypeError, ValueError):
                        verdict, again = InfrastructureError("a worker's reply has no verdict for it"), False
                yield Run(job, verdict, again is True, cache)

    def check_references(self, tasks: Sequence[Task], suite: str) -> Iterator[Checked]:
        for batch, cache, results in self._spread(partial(_check_references, suite), self._batches(tasks)):
            if isinstance(results, InfrastructureError):
                raise InfrastructureError(f"The references could not be run: {results}")
            if not isinstance(results, list) or len(results) != len(batch):
                raise InfrastructureError("a worker's reply does not have a result for each reference")
            for task, result in zip(batch, results, strict=True):
                try:
                    soundness = msgspec.convert(result, Soundness)
                except (LookupError, TypeError, ValueError, AttributeError) as error:
                    lacks = f"a worker's reply has no outcome for the reference of {task.task_id}"
                    raise InfrastructureError(lacks) from error
                yield task, soundness, cache

    def _batches(self, items: Sequence[Item]) -> list[tuple[Item, ...]]:
        of_few = min(_FEW_CANDIDATES, len(items) // (_FEW_BATCHES_PER_SLOT * self._slots))
        size = min(_CANDIDATES_PER_BATCH, max(1, of_few, len(items) // (_BATCHES_PER_SLOT * self._slots)))
        return [tuple(items[start : start + size]) for start in range(0, len(items), size)]

    def _spread(
        self, work: Work, batches: Sequence[tuple[Item, ...]]
    ) -> Iterator[tuple[tuple[Item, ...], VerdictCache | None, Any]]:
        """Lets workers do batches; gives each with its worker's cache and result, or an error for a lost batch."""
        call = partial(_work, self.make_executor, self.settings_of, self._secret, self.requirements, work)
        with closing(self.workers.call(call, batches)) as replies:
            for number, reply in replies:
                if isinstance(reply, InfrastructureError):
                    yield batches[number], None, reply
                    continue
                worker, result = read_reply(reply, self._secret)
                settings = json.loads(worker.settings)
                if settings["metric_version"] != METRIC_VERSION:
                    raise UserError(
                        f"On {worker.name}: the metric's version is {settings['metric_version']}, but here it is "
                        f"{METRIC_VERSION}. Install the same version of classeval-hf on all machines."
                    )
                self._workers_seen[worker] = None
                if self.cache and worker.settings not in self.caches:
                    if cache := VerdictCache.open(settings):
                        self.caches[worker.settings] = cache
                    self.cache = cache is not None
                yield batches[number], self.caches.get(worker.settings), result


def read_reply(data: object, secret: bytes) -> tuple[Worker, Any]:
    """The worker and the result in its reply; raises the worker's error, and [`UserError`] for an invalid reply."""
    if not isinstance(data, bytes) or not 64 < len(data) <= _REPLY_LIMIT:
        raise UserError("Malformed or oversized reply of a worker; another job may share this cluster.")
    if not hmac.compare_digest(data, sign_reply(data[64:], secret)):
        raise UserError("A worker's reply has no signature of this run; another job may share this cluster.")
    worker = "a worker"
    try:
        reply = json.loads(data[64:])
        worker = str(reply["worker"])
        refusal, reason = reply.get("refusal"), reply.get("reason")
        if refusal is None:
            settings = str(reply["settings"])
            json.loads(settings)["metric_version"]
            return Worker(worker, msgspec.convert(reply["isolation"], Isolation), settings), reply["result"]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        problem = f"{type(error).__name__}: {error}"[:200]
        raise UserError(f"On {worker}: its reply is signed, but cannot be read ({problem}).") from error
    kind = IsolationError if refusal == IsolationError.__name__ else UserError
    raise kind(f"On {worker}: {reason}")


def sign_reply(reply: bytes, secret: bytes) -> bytes:
    """A worker's reply as it is sent, behind its signature; [`read_reply`] reads it."""
    return hmac.new(secret, reply, "sha256").hexdigest().encode() + reply


def _work(
    make_executor: Callable[[], Executor],
    settings_of: Callable[[Executor], Mapping[str, Any]],
    secret: bytes,
    requirements: Sequence[Callable[[], None]],
    work: Work,
    batch: Any,
) -> bytes:
    """Works on a batch, on a worker, within an executor of its own; returns a signed reply."""
    reply: dict[str, Any] = {"worker": f"the worker {socket.gethostname()}, process {os.getpid()}"}
    with ExitStack() as stack:
        try:
            require_consent()
            for require in requirements:
                require()
            executor = stack.enter_context(make_executor())
        except (UserError, IsolationError) as error:
            reply |= {"refusal": type(error).__name__, "reason": str(error)}
        else:
            settings = json.dumps(settings_of(executor), sort_keys=True)
            reply |= {"isolation": executor.isolation_in_force.to_dict(), "settings": settings}
            try:
                reply["result"] = work(executor, batch)
            except UserError as error:  # no project there, or another version of it, or tests that cannot be judged
                reply |= {"refusal": type(error).__name__, "reason": str(error)}
    return sign_reply(json.dumps(reply).encode(), secret)


def _run_batch(executor: Executor, jobs: Sequence[SampleJob]) -> list[tuple[Any, str, bool]]:
    """Runs candidates on one core; gives each verdict or problem, and whether to run the candidate again."""
    replies: dict[int, tuple[Any, str, bool]] = {}
    for run in LocalMachine(executor, workers=1).run(jobs):
        if isinstance(run.verdict, InfrastructureError):
            replies[id(run.job)] = None, str(run.verdict) or "it could not be run", run.contended
        else:
            replies[id(run.job)] = run.verdict.to_dict(), "", run.contended
    return [replies[id(job)] for job in jobs]


def _check_references(suite: str, executor: Executor, tasks: Sequence[Task]) -> list[dict[str, Any]]:
    outcomes: dict[str, dict[str, Any]] = {}
    for own in executor.together(tasks):
        found = executor.families.of(own[0]).check_references(own, suite, executor, tuple)
        outcomes |= {soundness.task_id: asdict(soundness) for soundness in found}
    return [outcomes[task.task_id] for task in tasks]


def _numbered(function: Callable[[Any], Any], index: int, item: Any) -> tuple[int, Any]:
    """A call whose result has its index."""
    return index, function(item)
