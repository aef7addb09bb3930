"""The folders of `hub_cards/` as published, with the name of the repository filled in."""

from importlib import metadata, util
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.verdicts import METRIC_VERSION

METRIC_NAME = "classeval_metric"  # also of the Space's repository: `evaluate` looks for a file of its name
_DATASET_PLACEHOLDER = "<org>/classeval"
_SPACE_PLACEHOLDER = "<org>/classeval_metric"


def module_file(name: str) -> Path:
    spec = util.find_spec(name)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The module {name} is missing: reinstall classeval-hf.")
    return Path(spec.origin)


def cards_directory() -> Path:
    """The folder `hub_cards` of the checkout that this package is installed from."""
    folder = Path(__file__).resolve().parents[2] / "hub_cards"
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} does not exist: dataset and Space are published from a checkout that is installed with "
            "`pip install -e .`."
        )
    return folder


def dataset_files(repo_id: str) -> dict[str, bytes]:
    return _with_name(_read_folder(cards_directory() / "dataset"), _DATASET_PLACEHOLDER, repo_id)


def space_files(repo_id: str, requirement: str = "") -> dict[str, bytes]:
    if repo_id.rpartition("/")[2] != METRIC_NAME:
        raise UserError(
            f"The Space must be called {METRIC_NAME}, not {repo_id.rpartition('/')[2]}: evaluate.load looks for a "
            "file with the name of the repository."
        )
    files = _with_name(_read_folder(cards_directory() / "metric"), _SPACE_PLACEHOLDER, repo_id)
    files["README.md"] = files["README.md"].replace(b"<metric_version>", METRIC_VERSION.encode())
    lines = files["requirements.txt"].decode().rstrip("\n")
    requirement = requirement or f"classeval-hf[tasks]=={metadata.version('classeval-hf')}"
    files["requirements.txt"] = f"{lines}\n{requirement}\n".encode()
    files[f"{METRIC_NAME}.py"] = module_file(METRIC_NAME).read_bytes()
    return files


def _read_folder(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    }


def _with_name(files: dict[str, bytes], placeholder: str, repo_id: str) -> dict[str, bytes]:
    return {**files, "README.md": files["README.md"].decode().replace(placeholder, repo_id).encode()}
