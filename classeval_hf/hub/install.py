"""Installs dataset and metric into the caches of `datasets` and `evaluate`: both load without the Hub."""

import errno
import hashlib
import inspect
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from urllib.error import HTTPError

import datasets
import evaluate
from evaluate.loading import LocalEvaluationModuleFactory, init_dynamic_modules

from classeval_hf.classes.tasks.files import CLASSEVAL, plus_path
from classeval_hf.classes.tasks.libraries import require_libraries
from classeval_hf.core.downloads import PublicFile, file_sha256
from classeval_hf.core.errors import UserError, causes, warn_user
from classeval_hf.core.files import cache_directory, write_whole
from classeval_hf.core.terminal import ProgressBar
from classeval_hf.projects.tasks.files import DEVEVAL, REPOCLASSBENCH, repoclassbench_language
from classeval_hf.tasks.splits import SPLITS, load_split

DATASET_NAME = "classeval"
METRIC_CACHE_NAME = "evaluate-metric/classeval_metric"  # the metric's name on the Hub, and in the cache of `evaluate`
_BUILDER = "classeval_dataset"
DEFAULT = "default"  # the config that is loaded where none is named


def check_metric_loading(module_file: str) -> None:
    """Checks how the metric is loaded; warns of a dataset that the cache of another one hides, and repairs that."""
    # The `revision` that `evaluate.load` was called with, which the library does not pass on.
    frame = inspect.currentframe()
    while frame is not None and frame.f_code is not evaluate.load.__code__:
        frame = frame.f_back
    revision = None if frame is None else frame.f_locals.get("revision")
    if revision is not None and METRIC_CACHE_NAME.replace("/", "--") in Path(module_file).parts:
        raise UserError(
            f"revision={revision!r} cannot be honoured: this is the metric that `classeval-hf install` keeps, of the "
            "version of classeval-hf that is installed. Leave revision out, or install that version of classeval-hf."
        )
    if message := local_folder():
        warn_user(message)
    # The default config is put first again.
    prepared, own = _prepared(), []
    for folder, info in prepared.items():
        alike = folder.parents[2].glob(f"*/{folder.parent.name}/{folder.name}")
        is_default = info.get("builder_name") == _BUILDER and info.get("config_name") == DEFAULT == folder.parts[-3]
        if is_default and len(list(alike)) == 1:  # not its copy with the hash of other configs
            own.append(folder)
    newest, default = (max(folders, key=os.path.getmtime, default=None) for folders in (prepared, own))
    if default is not None and newest != default:
        then = "That is repaired: load the dataset again."
        try:
            os.utime(default)  # without a config, `datasets` takes the folder that was changed last
        except PermissionError:
            then = f'Name the config, load_dataset("{DATASET_NAME}", "{DEFAULT}"), or remove that folder.'
        warn_user(f'load_dataset("{DATASET_NAME}") did not take the tasks, since {newest} was changed later. {then}')


def local_folder() -> str:
    """A warning if a folder in the working directory is loaded instead of the dataset; empty if not."""
    folder = Path(DATASET_NAME)
    shown = f'load_dataset("{DATASET_NAME}") loads the folder {folder.absolute()}, and not the tasks'
    return f"In this directory {shown}: rename it, or work in another directory." if folder.is_dir() else ""


def _prepared() -> dict[Path, dict[str, object]]:
    """What is prepared under the dataset's name: each folder with its info."""
    root = Path(datasets.config.HF_DATASETS_CACHE).expanduser() / DATASET_NAME
    found: dict[Path, dict[str, object]] = {folder: {} for folder in root.glob("*/*/*") if folder.is_dir()}
    for folder in found:
        with suppress(OSError, ValueError):  # of another writer: ours are whole
            info = json.loads((folder / "dataset_info.json").read_text(encoding="utf-8"))
            found[folder] = info if isinstance(info, dict) else {}
    return found


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # disk, quota, or limit on file sizes


@dataclass(frozen=True)
class InstallReport:
    splits: dict[str, int]  # number of tasks per split of class tasks
    dataset: Path  # folder of the prepared dataset of class tasks
    metric: Path  # file of the metric
    notes: tuple[str, ...]  # notes for the user, a line each
    repository_splits: dict[str, dict[str, int]] = field(default_factory=dict)  # per config of repository-level tasks
    warnings: tuple[str, ...] = ()  # data that could be loaded in place of the dataset, a line each


def install(
    classeval_file: str | Path | None = None,  # local copy of `ClassEval_data.json`
    repoclassbench_files: Sequence[str | Path] = (),  # of `python_data.json`, `java_data.json`, `csharp_data.json`
    deveval_file: str | Path | None = None,  # of `data.tar.gz`, or of `data.jsonl` in it
) -> InstallReport:
    """Installs dataset and metric below `HF_HOME`; without a local copy data is fetched, not if `HF_HUB_OFFLINE=1`."""
    try:
        given = [(REPOCLASSBENCH[repoclassbench_language(path)], path) for path in repoclassbench_files]
        single = ((CLASSEVAL, classeval_file), (DEVEVAL, deveval_file))
        given += [(file, path) for file, path in single if path is not None]
        for file, path in given:
            file.store(path)
        notes, unreachable = [], ""
        if datasets.config.HF_HUB_OFFLINE:
            unreachable = "was not asked, since HF_HUB_OFFLINE keeps this command off the network: unset it"
        many = list(REPOCLASSBENCH.values())
        benchmarks = {  # by split, where it is, its files, and their licence
            "test": ("Split 'test' (ClassEval's 100 tasks)", [CLASSEVAL], "ClassEval's data, under CC BY-NC 4.0."),
            "repoclassbench": ("Config 'repoclassbench'", many, "RepoClassBench's data, under the MIT licence."),
            "deveval": ("Config 'deveval'", [DEVEVAL], "DevEval's data, which states no licence."),
        }
        for split, (label, files, _) in benchmarks.items():
            problems = {}
            for source in files:
                if source.cached is None:
                    problems[Path(source.path).name], unreachable = _download(source, unreachable)
            left_out = [name for name, problem in problems.items() if problem]
            if left_out:
                of = f" ({', '.join(left_out)})" if len(files) > 1 else ""
                notes.append(f"{label}{of} is left out: {problems[left_out[0]]}; to add it, {SPLITS[split].how}.")
        in_the_way = [  # the preparation removes these folders
            f"{folder} held other data of the name {DATASET_NAME}, from a folder of that name most likely. It was "
            "removed, since it could be loaded in place of the tasks."
            for folder, info in _prepared().items()
            if info.get("builder_name") != _BUILDER
        ]
        in_the_way += filter(None, [local_folder()])
        for label, files, data in benchmarks.values():
            notes += [f"{label.partition(' (')[0]} is {data}"] * any(file.cached is not None for file in files)
        shows_bars = not datasets.utils.are_progress_bars_disabled()
        datasets.disable_progress_bars()  # of a step that takes a second
        try:
            builders = _prepare_dataset()
        finally:
            if shows_bars:
                datasets.enable_progress_bars()
        splits = {
            config: {name: info.num_examples for name, info in (builder.info.splits or {}).items()}
            for config, builder in builders.items()
        }
        folder = Path(builders[DEFAULT].cache_dir)
        return InstallReport(splits.pop(DEFAULT), folder, _install_metric(), tuple(notes), splits, tuple(in_the_way))
    except Exception as error:  # `datasets` hides disk errors behind its own
        of_system = [one for one in causes(error) if isinstance(one, OSError)]
        if any(one.errno in _FULL or os.strerror(errno.ENOSPC) in str(one) for one in of_system):
            raise OSError(
                f"The disk of the caches is full: free about 100 MB below {cache_directory().parent}, or set HF_HOME "
                "to a folder on another disk, and install again."
            ) from error
        raise


def _download(file: PublicFile, unreachable: str) -> tuple[str, str]:
    """Downloads a file; returns the problem, empty for none, and the problem of all files on the server."""
    if unreachable:
        return f"{file.url} {unreachable}", unreachable
    try:
        file.download()
    except (HTTPError, ValueError) as error:
        return f"{file.url} does not give it ({error})", ""
    except OSError as error:
        unreachable = f"cannot be reached ({error})"
        return f"{file.url} {unreachable}", unreachable  # one server has all files
    return "", ""


def _prepare_dataset() -> dict[str, datasets.DatasetBuilder]:
    from classeval_dataset import ClassEval  # a top-level module, not part of this package

    # Hashes of everything that a config depends on: any change prepares it again.
    package, module = Path(__file__).parent.parent, _module_file(_BUILDER)
    files = sorted(path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    repositories, hashes = [*REPOCLASSBENCH.values(), DEVEVAL], dict[str, str]()
    for names, data in (((DEFAULT,), [CLASSEVAL]), (("open_repo", "repoclassbench", "deveval"), repositories)):
        digest = hashlib.sha256()
        for path in filter(None, [*files, module, *(file.cached for file in data)]):
            digest.update(path.name.encode() + b"\0" + file_sha256(path).encode())
        digest.update(" ".join(file.cache_stem for file in data).encode())
        hashes |= dict.fromkeys(names, digest.hexdigest())
    if DEVEVAL.cached is None:
        del hashes["deveval"]
    if all(file.cached is None for file in REPOCLASSBENCH.values()):
        del hashes["repoclassbench"]
    builders = {name: ClassEval(dataset_name=DATASET_NAME, config_name=name, hash=key) for name, key in hashes.items()}
    copy = ClassEval(dataset_name=DATASET_NAME, config_name=DEFAULT, hash=hashes["open_repo"])
    for builder in (copy, *builders.values()):
        builder.download_and_prepare()
    # The libraries take the config whose folder was changed last. Older contents are removed.
    for other in _prepared().keys() - {Path(builder.cache_dir) for builder in (copy, *builders.values())}:
        shutil.rmtree(other)
    os.utime(builders[DEFAULT].cache_dir)
    return builders


def _module_file(name: str) -> Path:
    spec = util.find_spec(name)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The module {name} is missing: reinstall classeval-hf.")
    return Path(spec.origin)


def _install_metric() -> Path:
    source = _module_file("classeval_metric")
    root = Path(init_dynamic_modules()) / "metrics" / METRIC_CACHE_NAME.replace("/", "--")
    if [path.read_bytes() for path in root.glob("*/classeval_metric.py")] != [source.read_bytes()]:
        shutil.rmtree(root, ignore_errors=True)
        factory = LocalEvaluationModuleFactory(str(source))
        factory.name = METRIC_CACHE_NAME
        factory.get_module()
    return next(root.glob("*/classeval_metric.py"))


@dataclass(frozen=True)
class PlusReport:
    path: Path  # the file of suites
    tests: Mapping[str, int]  # strengthened tests by task
    missing: Mapping[str, Mapping[str, str]]  # reasons by task and by hash of a test that differs from its review


def install_plus(progress: bool = True) -> PlusReport:
    """Makes the strengthened tests of `test` from recipes, below `HF_HOME`: ClassEval's licence bars the package."""
    # Slow to load, and `evaluate.load` imports this module.
    from classeval_hf.sandbox.pool import SandboxPool
    from classeval_hf.strengthening.pipeline import read_recipes, remake_suite
    from classeval_hf.strengthening.running import ReferenceRunner

    recipes = read_recipes()
    tasks = [task for task in load_split("test") if task.task_id in recipes.tasks]
    require_libraries(tasks)
    path = plus_path("test")
    rows, tests, missing = [], {}, {}
    with SandboxPool() as pool, ProgressBar("Strengthened tests", len(tasks), "task", shown=progress) as bar:
        for task in tasks:
            made = remake_suite(task, recipes, ReferenceRunner(pool))
            tests[task.task_id] = made.tests
            if made.missing:
                missing[task.task_id] = made.missing
            if made.suite is not None:
                suite = {"suite": made.suite.to_row(), "why": dict(made.why)}
                rows.append({"task_id": task.task_id, "tests_hash": task.tests_hash(), **suite})
            bar.update()
    write_whole(path, "".join(json.dumps(row) + "\n" for row in rows))
    return PlusReport(path, tests, missing)
