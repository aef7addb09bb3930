"""Logs of Inspect AI (`.eval` and `.json`), read without it; Zstandard needs Python 3.14 or `zstandard`."""

import io
import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError, warn_user
from classeval_hf.core.input_files import MAX_BYTES, MAX_DOCUMENT_BYTES, json_kind, open_input, parse_json
from classeval_hf.core.samples import Sample
from classeval_hf.runs.run_names import STRATEGIES, RunName
from classeval_hf.runs.sample_forms import MAX_SAMPLES, SampleRead, message_text, stop_reason

_MAX_MEMBERS = 1_000_000
_CENTRAL_ENTRY = b"PK\x01\x02"
_ZSTANDARD = 93  # number of the method in the zip format
_LOCAL_HEADER = struct.Struct("<4s22xHH")  # signature, and the lengths of name and extra field, before the data
_CHUNK = 1 << 20
_HEADERS = "header.json", "_journal/start.json"  # members that describe the run of a log
_HEAD_BYTES = 1 << 18  # the first bytes of these, which name the model
_LM_EVAL = re.compile(r"samples_.+_\d{4}-\d\d-\d\dT.*\.jsonl(\.gz)?")
_SHOWN_CHARS = 200


def is_inspect_log(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("eval"), Mapping) and "status" in value


def name_in_log(path: Path) -> RunName | None:
    """Model and strategy that a log names, or that folder and name of a file of lm-evaluation-harness's samples do."""
    if _LM_EVAL.fullmatch(path.name):
        strategy = next((name for name in STRATEGIES if name in path.name), "")
        return RunName(path.absolute().parent.name.replace("__", "/"), strategy)
    head = b""
    with suppress(Exception):  # the bytes may be anything, and the reader of the samples raises for them
        if path.suffix == ".eval":
            with zipfile.ZipFile(path) as archive:
                name = next(name for name in _HEADERS if name in archive.namelist())
                head = archive.open(name).read(_HEAD_BYTES)
        elif path.suffix == ".json":
            with open_input(path) as file:
                head = file.read(_HEAD_BYTES)
    _, is_log, of_eval = head.decode("utf-8", "replace").partition('"eval"')
    found = [re.findall(rf'"{key}"\s*:\s*"([^"\\]{{1,200}})"', of_eval) for key in ("model", "strategy")]
    models, stated = found[0], [name for name in found[1][:1] if name in STRATEGIES]
    return RunName(models[0], *stated) if is_log and models else None


def read_json_log(log: Mapping[str, Any], name: str) -> Iterator[SampleRead]:
    """The samples of a JSON log; a `ValueError` if only the header was kept."""
    samples = log.get("samples")
    if not isinstance(samples, list) or not samples:
        status = f"the status {str(log.get('status'))[:_SHOWN_CHARS]!r}"
        raise UserError(f"{name} is a log of Inspect AI without samples: its run has {status}.")
    _warn_if_unfinished(log, name)
    for number, sample in enumerate(samples, 1):
        yield _sample(sample, f"{name}, sample {number}")


def read_eval_archive(content: bytes, name: str) -> Iterator[SampleRead]:
    """The samples of a log in the format `.eval`, up to a limit of its unpacked size."""
    if content.count(_CENTRAL_ENTRY) > _MAX_MEMBERS:
        raise UserError(f"{name} holds more than {_MAX_MEMBERS} files: it is not read.")
    with _damage_named(name):
        archive = zipfile.ZipFile(io.BytesIO(content))
    members = [item for item in archive.infolist() if fnmatchcase(item.filename, "samples/*.json")]
    if not members:
        names = archive.namelist()
        if any(member in names for member in _HEADERS):
            raise UserError(f"{name} is a log of Inspect AI without samples: its run has not finished any.")
        first = f", but {names[0][:_SHOWN_CHARS]} for one" if names else ""
        raise UserError(
            f"{name} is a zip archive, and no log of Inspect AI: it has no samples/*.json{first}. Unpack it, and name "
            "what it holds."
        )
    header: Mapping[str, Any] = {}  # describes the run; empty where the log ends before it was written
    if "header.json" in archive.namelist():
        where = f"{name}, header.json"
        text = _unpacked(archive, archive.getinfo("header.json"), content, where, MAX_DOCUMENT_BYTES)
        header = _checked(parse_json(text, where), where)
    _warn_if_unfinished(header, name)
    room = MAX_BYTES
    for item in members:
        where = f"{name}, {item.filename}"
        text = _unpacked(archive, item, content, where, min(room, MAX_DOCUMENT_BYTES))
        room -= len(text)
        yield _sample(parse_json(text, where), where)


def _sample(value: Any, where: str) -> SampleRead:
    """Task id and completion of a sample; a `ValueError` if it ended before the model gave an output."""
    sample = _checked(value, where)
    task_id, epoch = sample.get("id"), sample.get("epoch", 1)
    if type(task_id) not in (str, int) or task_id == "":
        raise UserError(f"{where}: a sample of Inspect AI needs an id, which must be the task's.")
    if type(epoch) is not int or not 1 <= epoch <= MAX_SAMPLES:
        raise UserError(f"{where}: the epoch of sample {task_id} must be a number from 1 to {MAX_SAMPLES}.")
    output = sample.get("output")
    choices = output.get("choices") if isinstance(output, Mapping) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        error = sample.get("error")
        message = str(error.get("message", "")) if isinstance(error, Mapping) else ""
        why = f", since it ended in an error ({message[:_SHOWN_CHARS]})" if message else ""
        raise UserError(
            f"{where}: sample {task_id} of epoch {epoch} has no output{why}. Complete the run with `inspect "
            "eval-retry`, and name its log."
        )
    reason = stop_reason(choices[0].get("stop_reason"))
    text = message_text(choices[0].get("message"), where)
    return SampleRead(where, Sample(str(task_id), epoch - 1, text, reason[:40]))


def _checked(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UserError(f"{where}: expected a JSON object, found {json_kind(value)}.")
    return value


def _warn_if_unfinished(log: Mapping[str, Any], name: str) -> None:
    if log.get("status") != "success":
        warn_user(f"{name}: the run of this log has not finished, so that samples may be missing.")


def _unpacked(archive: zipfile.ZipFile, item: zipfile.ZipInfo, content: bytes, where: str, limit: int) -> bytes:
    with _damage_named(where):
        try:
            with archive.open(item) as file:
                text = file.read(limit + 1)
        except (NotImplementedError, ImportError):  # the latter where another package patched `zipfile`
            if item.compress_type != _ZSTANDARD:
                raise
            signature, name_length, extra_length = _LOCAL_HEADER.unpack_from(content, item.header_offset)
            if signature != b"PK\x03\x04":
                raise zipfile.BadZipFile(f"there is no file at the place of {item.filename}") from None
            if find_spec("zstandard") is None:
                raise UserError(
                    f"{where} is packed with Zstandard, which this Python reads with the package zstandard alone: pip "
                    "install zstandard. Or write the log as JSON, where Inspect AI is installed: inspect log convert "
                    "--to json --output-dir FOLDER LOG.eval"
                ) from None
            data = item.header_offset + _LOCAL_HEADER.size + name_length + extra_length
            packed = io.BytesIO(content[data : data + item.compress_size])
            zstandard: Any = import_module("zstandard")
            unpacked = bytearray()
            with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
                while len(unpacked) <= limit and (part := stream.read(min(limit + 1 - len(unpacked), _CHUNK))):
                    unpacked += part
            text = bytes(unpacked)
    if len(text) > limit:
        raise UserError(f"{where} unpacks to more than is read: {limit >> 20} MiB.")
    return text


@contextmanager
def _damage_named(where: str) -> Iterator[None]:
    """Names the archive in any error: its bytes may be anything, and lead to errors of any kind."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{where} is damaged, or packed in a way that is not read: {error}.") from error
