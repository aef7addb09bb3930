"""Files for a repository of the Hub: what would change there, and a pull request that changes it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import CommitOperationAdd, HfApi, hf_hub_download

# `huggingface_hub.errors` has not all of these in older versions.
from huggingface_hub.utils import (  # type: ignore[attr-defined]
    EntryNotFoundError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
    validate_repo_id,
)

from classeval_hf.core.errors import UserError


class HubUnreachableError(OSError):
    """The Hub does not respond, or is switched off by `HF_HUB_OFFLINE`."""


@dataclass(frozen=True)
class Upload:
    """Files for one repository."""

    repo_id: str  # `organisation/name`
    repo_type: str  # `"model"`, `"dataset"` or `"space"`
    files: Mapping[str, bytes]  # content by path in the repository
    message: str  # title of the pull request
    description: str = ""  # its text

    def __post_init__(self) -> None:
        try:
            validate_repo_id(self.repo_id)
        except HFValidationError as error:
            raise UserError(f"{self.repo_id!r} is no name of a repository: {error}") from error
        if "/" not in self.repo_id:
            raise UserError(f"The repository {self.repo_id!r} lacks its owner: write organisation/name.")


def fetch_file(repo_id: str, repo_type: str, path: str) -> bytes | None:
    """A file as it is in a repository now."""
    try:
        return Path(hf_hub_download(repo_id, path, repo_type=repo_type)).read_bytes()
    except LocalEntryNotFoundError as error:
        raise HubUnreachableError("the Hub cannot be reached") from error
    except (EntryNotFoundError, RepositoryNotFoundError):
        return None
    except OSError as error:
        raise HubUnreachableError(str(error).partition("\n")[0]) from error


def show_upload(upload: Upload) -> str:
    """What an upload would change, as text: each file, whole or as its difference to the one that is there."""
    parts, problem = [], ""
    for path, content in upload.files.items():
        before = None
        if not problem:
            try:
                before = fetch_file(upload.repo_id, upload.repo_type, path)
            except HubUnreachableError as error:
                problem = str(error)
        parts.append(_show_file(path, before, content))
    if problem:
        parts.append(f"Not compared with what is in {upload.repo_id}: {problem}.")
    return "\n".join(parts)


def write_upload(upload: Upload, folder: Path) -> None:
    """Writes the files of an upload below a folder."""
    for path, content in upload.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def open_pull_request(upload: Upload) -> str:
    """Uploads the files as one pull request."""
    operations = [CommitOperationAdd(path, content) for path, content in upload.files.items()]
    try:
        commit = HfApi().create_commit(
            upload.repo_id,
            operations,
            commit_message=upload.message,
            commit_description=upload.description,
            repo_type=upload.repo_type,
            create_pr=True,
        )
    except RepositoryNotFoundError as error:
        sdk = " --space-sdk gradio" if upload.repo_type == "space" else ""
        raise UserError(
            f"There is no {upload.repo_type} {upload.repo_id}, or your token may not see it. Create it with "
            f"`hf repo create {upload.repo_id} --repo-type {upload.repo_type}{sdk}`, log in with `hf auth login`, and "
            "run this again."
        ) from error
    except HfHubHTTPError as error:
        raise OSError(f"The Hub refuses the upload to {upload.repo_id}: {error}") from error
    return commit.pr_url or commit.commit_url


def _show_file(path: str, before: bytes | None, content: bytes) -> str:
    if before == content:
        return f"= {path} (unchanged)"
    old, new = _lines(before or b""), _lines(content)
    if old is None or new is None:
        return f"{'+' if before is None else '~'} {path} ({len(content):,} bytes)"
    name = "/dev/null" if before is None else f"a/{path}"
    return "\n".join(difflib.unified_diff(old, new, name, f"b/{path}", lineterm=""))


def _lines(content: bytes) -> list[str] | None:
    """Lines of a text, or `None` if it is none."""
    try:
        return content.decode().splitlines()
    except UnicodeDecodeError:
        return None
