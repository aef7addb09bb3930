"""Samples in the forms of other tools, and files that are none."""

import gzip
import io
import json
import random
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recorded_samples import read_samples

from classeval_hf.core import input_files
from classeval_hf.runs.run_records import RunRecord
from classeval_hf.runs.sample_files import read_sample_file

IDS = {"a", "b/c"}


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def lm_eval(task_id: str, name: str, texts: list[Any], number: int = 0) -> dict[str, Any]:
    return {
        "doc_id": number,
        "doc": {"task_id": task_id, "test": "t"},
        "target": "",
        "arguments": {"gen_args_0": {"arg_0": "prompt", "arg_1": {"until": []}}},
        "resps": [texts],
        "filtered_resps": texts[:1],
        "filter": name,
    }


def inspect_sample(task_id: str, epoch: int, content: Any, **more: Any) -> dict[str, Any]:
    choices = [{"message": {"role": "assistant", "content": content}, "stop_reason": "max_tokens"}]
    return {"id": task_id, "epoch": epoch, "input": "?", "output": {"model": "m", "choices": choices}, **more}


LOG = {"version": 2, "status": "success", "eval": {"task": "x"}}
LOGGED = [
    inspect_sample("a", 2, "a1"),
    inspect_sample("b/c", 1, [{"type": "reasoning", "reasoning": "no"}, {"type": "text", "text": "b0"}]),
    inspect_sample("a", 1, "a0"),
    inspect_sample("b/c", 2, "b1"),
]


def archive(samples: list[Any], header: Any = LOG, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A log as Inspect lays it out."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        file.writestr("_journal/start.json", json.dumps(LOG))
        for sample in samples:
            file.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        file.writestr("_journal/summaries/1.json", "[]")
        file.writestr("summaries.json", "[]")
        if header is not None:
            file.writestr("header.json", json.dumps(header))
    return buffer.getvalue()


FORMS = {
    "EvalPlus": lines(
        *({"task_id": text[:-1].replace("b", "b/c"), "solution": text} for text in ("a0", "b0", "a1", "b1")),
    ),
    "lm-evaluation-harness": lines(
        lm_eval("a", "none", ["a0", "a1"]),
        lm_eval("a", "code", ["a0", "a1"]),
        lm_eval("b/c", "none", ["b0", "b1"], 1),
        lm_eval("b/c", "code", ["b0", "b1"], 1),
    ),
    "chat": lines(
        *(
            {
                "task_id": task,
                "messages": [
                    {"role": "user", "content": "?"},
                    {"role": "assistant", "content": "draft"},
                    {"role": "assistant", "content": content},
                    {"role": "user", "content": "thanks"},
                ],
            }
            for task, content in [
                ("a", "a0"),
                ("a", [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "1"}]),
                ("b/c", "b0"),
                ("b/c", "b1"),
            ]
        )
    ),
    "Inspect in JSON": json.dumps({**LOG, "samples": LOGGED}, indent=1).encode(),
    "Inspect in one line": json.dumps({**LOG, "samples": LOGGED}).encode(),
    "Inspect": archive(LOGGED),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("form", FORMS)
def test_forms_of_other_tools(tmp_path: Path, form: str, packed: bool) -> None:
    """Whatever the file is called, packed or not, its samples are those that the tool recorded."""
    path = tmp_path / "samples"
    path.write_bytes(gzip.compress(FORMS[form]) if packed else FORMS[form])
    assert {task: sorted(texts) for task, texts in read_samples(path, IDS).items()} == {
        "a": ["a0", "a1"],
        "b/c": ["b0", "b1"],
    }
    assert read_samples(path, IDS)["a"] == ["a0", "a1"]


@pytest.mark.parametrize("form", FORMS)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FORMS[form])))
    assert read_samples("-", IDS)["b/c"] == ["b0", "b1"]


def test_limits_of_length_are_known_from_inspect(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(archive(LOGGED))
    assert {sample.finish_reason for sample in read_sample_file(path)["a"]} == {"length"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [("length", "length"), ("max_tokens", "length"), ("stop", "stop"), (None, ""), (["length"], "")],
)
@pytest.mark.parametrize("key", ["completion", "solution", "messages"])
def test_why_a_model_stopped_is_known_from_each_form(tmp_path: Path, key: str, value: Any, reason: str) -> None:
    """What other servers call the limit too; what is no text says nothing."""
    said: Any = [{"role": "assistant", "content": "a0"}] if key == "messages" else "a0"
    path = tmp_path / "samples.jsonl"
    path.write_bytes(lines({"task_id": "a", key: said, "finish_reason": value}))
    assert [sample.finish_reason for sample in read_sample_file(path)["a"]] == [reason]


def test_logs_packed_with_zstandard(
    tmp_path: Path, run_python: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """As Inspect packs them now; where the package for it is missing, the message says what to do."""
    zstandard = pytest.importorskip("zstandard")
    pack = zstandard.ZstdCompressor().compress
    path = tmp_path / "log.eval"
    path.write_bytes(as_zstandard(LOGGED, pack))
    assert read_samples(path, IDS)["b/c"] == ["b0", "b1"]
    path.write_bytes(as_zstandard(LOGGED, lambda data: pack(data)[:-9]))
    with pytest.raises(ValueError, match=r"log\.eval, header\.json is"):
        read_samples(path, IDS)
    path.write_bytes(as_zstandard(LOGGED, pack))
    without = (
        "import sys; sys.modules['zstandard'] = None; from classeval_hf.runs.sample_files import read_sample_file"
    )
    found = run_python(f"{without}; read_sample_file({str(path)!r}, ['a', 'b/c'])")
    assert re.search(r"UserError: .*pip install zstandard.*inspect log convert", found.stderr)


def as_zstandard(samples: list[Any], pack: Any) -> bytes:
    """A log whose members are packed by method 93, which `zipfile` does not write everywhere."""
    texts = {f"samples/{item['id']}_epoch_{item['epoch']}.json": json.dumps(item).encode() for item in samples}
    texts["header.json"] = json.dumps(LOG).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        for name, text in texts.items():
            file.writestr(name, pack(text))
        for item in file.infolist():
            item.compress_type, item.CRC, item.file_size = (
                93,
                zlib.crc32(texts[item.filename]),
                len(texts[item.filename]),
            )
    content = bytearray(buffer.getvalue())
    for item in zipfile.ZipFile(io.BytesIO(content)).infolist():
        content[item.header_offset + 8 : item.header_offset + 10] = (93).to_bytes(2, "little")
    return bytes(content)


@pytest.mark.parametrize("name", ["b_c", "b/c"])
def test_folder_of_samples(tmp_path: Path, name: str) -> None:
    """EvalPlus writes `_` for the `/` of an id; other files than Python's do not matter."""
    for place, text in (("a/0.py", "a0"), ("a/1.py", "a1"), ("a/notes.txt", "?"), ("a/__pycache__/x.py", "?")):
        path = tmp_path / "samples" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    folder = tmp_path / "samples" / name
    folder.mkdir(parents=True)
    (folder / "0.py.gz").write_bytes(gzip.compress(b"b0"))
    assert read_samples(tmp_path / "samples", IDS) == {"a": ["a0", "a1"], "b/c": ["b0"]}
    (folder / "2.py").write_text("b2")
    with pytest.raises(ValueError, match="task b/c lacks sample 1 of 3"):
        read_samples(tmp_path / "samples", IDS)
    (folder / "2.py").rename(folder / "two.py")
    with pytest.raises(ValueError, match=r"two\.py is not named for a sample"):
        read_samples(tmp_path / "samples", IDS)
    (folder / "two.py").rename(folder / "1.py")
    (folder / "1.py").write_bytes(b"# coding: latin-1\n# \xe4\n")
    assert read_samples(tmp_path / "samples", IDS)["b/c"][1] == "# coding: latin-1\n# \xe4\n"
    (folder / "1.py").write_bytes(b"# \xe4\n")
    with pytest.warns(UserWarning, match=r"1\.py is not text in the encoding"):
        assert read_samples(tmp_path / "samples", IDS)["b/c"] == ["b0", "# \ufffd\n"]


def test_folder_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    (tmp_path / "samples.jsonl").write_bytes(lines({"task_id": "a", "completion": "x"}))
    assert read_samples(tmp_path) == {"a": ["x"]}
    (tmp_path / "run.json").unlink()
    with pytest.raises(ValueError, match="is a folder without samples"):
        read_samples(tmp_path)


BAD = {
    "chat without an assistant": (lines({"task_id": "a", "messages": [{"role": "user"}]}), "line 1: messages must be"),
    "chat without content": (
        lines({"task_id": "a", "messages": [{"role": "assistant"}]}),
        "line 1: a chat message needs a content",
    ),
    "chat with an odd part": (
        lines({"task_id": "a", "messages": [{"role": "assistant", "content": [{"type": "text", "text": 4}]}]}),
        "line 1: a text part of a chat message is a number, and no text",
    ),
    "solution that is no text": (
        lines({"task_id": "a", "solution": 4}),
        "1: a completion of task a is a number, and no text",
    ),
    "lm-eval, no id": (lines({**lm_eval("a", "none", ["x"]), "doc": {"q": 1}}), "line 1: its doc has no task_id"),
    "lm-eval, likelihoods": (lines(lm_eval("a", "none", [["-1.5", "True"]])), "line 1: resps of task a must be"),
    "lm-eval, results": (json.dumps({"results": {}, "configs": {}}).encode(), "run it with --log_samples"),
    "scores": (json.dumps({"x.jsonl": {"n_tasks": 1}}, indent=1).encode(), "record 1: this is a file of scores"),
    "tasks": (lines({"task_id": "a", "skeleton": "class A: ..."}), "line 1: this is a task without completions"),
    "Inspect, header alone": (json.dumps(LOG).encode(), "without samples: its run has the status 'success'"),
    "Inspect, no output": (
        archive([{"id": "a", "epoch": 1, "output": {"choices": []}, "error": {"message": "it fell over"}}]),
        r"samples/a_epoch_1\.json: sample a of epoch 1 has no output, since it ended in an error \(it fell over\)",
    ),
    "Inspect, bad epoch": (archive([inspect_sample("a", 0, "x")]), "the epoch of sample a must be"),
    "Inspect, no id": (json.dumps({**LOG, "samples": [{}]}).encode(), "sample 1: a sample of Inspect AI needs an id"),
    "Inspect, a sample twice": (
        json.dumps({**LOG, "samples": [LOGGED[2], LOGGED[2]]}).encode(),
        "sample 2: sample 0 of task a is given twice",
    ),
    "Inspect, no samples": (archive([]), "a log of Inspect AI without samples"),
    "Inspect, cut off": (archive(LOGGED)[:-30], "is damaged"),
    "HumanEval samples": (lines({"task_id": "HumanEval/0", "completion": "x"}), "line 1: this is a file of HumanEval"),
    "HumanEval tasks": (lines({"task_id": "HumanEval/0", "entry_point": "f"}), "line 1: this is a file of HumanEval"),
    "CSV": (b'task_id,completion\na,"class A:\n    pass"\n', r'is a table .*read_csv\("FILE"\)'),
    "TSV": (b"\xef\xbb\xbftask_id\tcompletion\r\na\tx\n", r"is a table .*sep='\\t'"),
    "Parquet": (b"PAR1\x15\x04", "is a Parquet file"),
    "zip": (b"PK\x03\x04junk", "is damaged"),
    "xz": (b"\xfd7zXZ\x00\x00", "packed with xz"),
    "packed twice": (gzip.compress(gzip.compress(b"{}")), "packed with gzip twice"),
    "gzip, cut off": (gzip.compress(random.Random(0).randbytes(9000))[:6000], "is damaged"),
    "pickle": (b"\x80\x04\x95", "is a pickle"),
    "UTF-16": ('{"task_id": "a"}'.encode("utf-16"), "is text in UTF-16"),
    "binary": (bytes(range(256)), "is a binary file"),
    "Latin-1": (lines({"task_id": "a", "completion": "x"}) + b'{"task_id": "\xe4"}', "line 2 is not text in UTF-8"),
    "deep": (b"[" * 100_000 + b"]" * 100_000, "is nested too deeply"),
    "deep in a line": (b'{"task_id": "a", "completion": ' + b"[" * 100_000 + b"\n", "line 1 is nested too deeply"),
    "bigcode": (json.dumps([["class A: ..."], ["x"]]).encode(), "record 1: .* bigcode-evaluation-harness"),
    "texts alone": (json.dumps(["class A: ..."]).encode(), "record 1: these are texts without task ids"),
    "bigcode, deeper": (json.dumps([[["class A: ..."]]]).encode(), "record 1: .* bigcode-evaluation-harness"),
    "texts by task": (json.dumps({"a": ["x"], "b/c": ["x"]}).encode(), "line 1: no task_id, but 'a', 'b/c'. A sample"),
    "other keys": (lines({"task_id": "a", "output": "x"}), "task a has neither .* list predict, but 'output'. A"),
    "OpenCompass": (
        json.dumps({"0": {"origin_prompt": "p", "prediction": "class A: ..."}}).encode(),
        "this is a file of OpenCompass predictions: write prediction as completion",
    ),
    "OpenAI batch": (lines({"custom_id": "a", "response": {"body": {}}}), "line 1: this is a file of OpenAI batch"),
    "LiveCodeBench": (json.dumps([{"question_id": "1", "code_list": ["x"]}]).encode(), "LiveCodeBench output"),
    "EvalPlus, results": (json.dumps({"date": "x", "hash": "y", "eval": {}}).encode(), "a file of EvalPlus results"),
    "report": (
        json.dumps([{"label": "a", "sampling": "", "scores": {"n_tasks": 1}}]).encode(),
        "record 1: this is a file of a report's scores: name the runs or scores that the report was made from",
    ),
    "run": (
        json.dumps(RunRecord().to_dict(), indent=1).encode(),
        r"this is a file of a run's record \(run.json\): name its folder, or the samples.jsonl beside it",
    ),
    "numbers": (b"7\n", "line 1: expected a JSON object, found a number"),
}


@pytest.mark.parametrize("kind", BAD)
def test_other_files_are_told_what_they_are(tmp_path: Path, kind: str) -> None:
    """The message names the file, the place in it where there is one, and what is wrong."""
    content, message = BAD[kind]
    path = tmp_path / "answers.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        read_samples(path, IDS)
    assert str(path) in str(caught.value)


def test_own_tasks_may_be_called_like_those_of_others(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(lines({"task_id": "HumanEval/0", "completion": "x"}))
    assert read_samples(path, {"HumanEval/0"}) == {"HumanEval/0": ["x"]}


def test_a_log_of_an_unfinished_run_is_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    for header in (None, {**LOG, "status": "cancelled"}):
        path.write_bytes(archive(LOGGED[2:3], header))
        with pytest.warns(UserWarning, match="has not finished"):
            assert read_samples(path, IDS) == {"a": ["a0"]}


def test_packed_files_are_read_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that unpacks to a large one is refused by its name: whole, by a line, and within an archive."""
    monkeypatch.setattr(input_files, "MAX_BYTES", 1 << 20)
    monkeypatch.setattr(input_files, "MAX_DOCUMENT_BYTES", 1 << 18)
    monkeypatch.setattr("classeval_hf.runs.inspect_logs.MAX_DOCUMENT_BYTES", 1 << 18)
    monkeypatch.setattr("classeval_hf.runs.inspect_logs.MAX_BYTES", 1 << 20)
    monkeypatch.setattr(input_files, "_MAX_VALUES", 1000)
    bombs = {
        "holds more than": gzip.compress(lines(*({"task_id": "a", "completion": "x"} for _ in range(32_000)))),
        "has a line of more than": gzip.compress(b"{" + b" " * (3 << 18)),
        "is one document of more than": gzip.compress(b"[\n" + b" " * (1 << 19)),
        r"samples/a_epoch_1\.json unpacks to more": archive([inspect_sample("a", 1, "x" * (1 << 19))]),
        "unpacks to more than is read": archive([inspect_sample("a", n + 1, "x" * (200 << 10)) for n in range(6)]),
        "more than 1000 values": b"[" + b"[]," * 2000 + b"[]]",
    }
    path = tmp_path / "answers.jsonl"
    for message, content in bombs.items():
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message) as caught:
            read_samples(path)
        assert str(path) in str(caught.value)


@pytest.mark.filterwarnings("ignore:.*has not finished")
def test_any_bytes_give_samples_or_an_error_that_names_the_file(tmp_path: Path) -> None:
    """Files of all forms with some bytes changed, cut out or doubled: never another error than `ValueError`."""
    source = random.Random(7)
    path = tmp_path / "answers.jsonl"
    for content in FORMS.values():
        for _ in range(150):
            changed = bytearray(content)
            for _ in range(source.randint(1, 4)):
                start = source.randrange(len(changed))
                end = start + source.choice((1, 1, 4, 40))
                changed[start:end] = source.choice((b"", b"\0", b"[", b"null", changed[start:end] * 2, b"\xff"))
            path.write_bytes(gzip.compress(bytes(changed)) if source.random() < 0.2 else bytes(changed))
            try:
                read_samples(path, IDS)
            except ValueError as error:
                assert str(path) in str(error)
