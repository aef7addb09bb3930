"""Samples in our form and in those of other tools, and files that are none."""

import gzip
import io
import itertools
import json
import random
import re
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recorded_samples import read_samples

from classeval_hf.core import files
from classeval_hf.runs import run_records
from classeval_hf.runs.sample_files import read_sample_file

IDS = {"a", "b/c"}
SAMPLES = {"a": ["a0", "a1"], "b/c": ["b0", "b1"]}


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def document(value: Any) -> bytes:
    return json.dumps(value).encode()


def lm_eval(task_id: str, name: str, texts: list[Any], number: int = 0) -> dict[str, Any]:
    arguments = {"gen_args_0": {"arg_0": "prompt", "arg_1": {"until": []}}}
    row = {"doc_id": number, "doc": {"task_id": task_id, "test": "t"}, "target": "", "arguments": arguments}
    return {**row, "resps": [texts], "filtered_resps": texts[:1], "filter": name}


def chat(task_id: str, content: Any) -> dict[str, Any]:
    said = [("user", "?"), ("assistant", "draft"), ("assistant", content), ("user", "thanks")]
    return {"task_id": task_id, "messages": [{"role": role, "content": text} for role, text in said]}


def inspect_sample(task_id: str, epoch: int, content: Any) -> dict[str, Any]:
    choices = [{"message": {"role": "assistant", "content": content}, "stop_reason": "max_tokens"}]
    return {"id": task_id, "epoch": epoch, "input": "?", "output": {"model": "m", "choices": choices}}


LOG = {"version": 2, "status": "success", "eval": {"task": "x"}}
LOGGED = [
    inspect_sample("a", 2, "a1"),
    inspect_sample("b/c", 1, [{"type": "reasoning", "reasoning": "no"}, {"type": "text", "text": "b0"}]),
    inspect_sample("a", 1, "a0"),
    inspect_sample("b/c", 2, "b1"),
]


def archive(samples: list[Any], header: Any = LOG) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("_journal/start.json", json.dumps(LOG))
        for sample in samples:
            file.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        file.writestr("_journal/summaries/1.json", "[]")
        file.writestr("summaries.json", "[]")
        if header is not None:
            file.writestr("header.json", json.dumps(header))
    return buffer.getvalue()


TEXT_PARTS = [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "1"}]
FORMS = {
    "EvalPlus": lines(*({"task_id": task, "solution": texts[n]} for n in (0, 1) for task, texts in SAMPLES.items())),
    "lm-evaluation-harness": lines(
        *(lm_eval(task, name, SAMPLES[task], n) for n, task in enumerate(SAMPLES) for name in ("none", "code"))
    ),
    "chat": lines(chat("a", "a0"), chat("a", TEXT_PARTS), chat("b/c", "b0"), chat("b/c", "b1")),
    "Inspect in JSON": json.dumps({**LOG, "samples": LOGGED}, indent=1).encode(),
    "Inspect in one line": document({**LOG, "samples": LOGGED}),
    "Inspect": archive(LOGGED),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_other_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """Whatever the file is called, packed or not, or on standard input, its samples are those that were recorded."""
    path = tmp_path / "samples"
    for content in (FORMS[form], gzip.compress(FORMS[form])):
        path.write_bytes(content)
        found = read_samples(path, IDS)
        assert {task: sorted(texts) for task, texts in found.items()} == SAMPLES
        assert found["a"] == ["a0", "a1"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FORMS[form])))
    assert read_samples("-", IDS)["b/c"] == ["b0", "b1"]


def test_why_a_model_stopped_is_known_from_each_form(tmp_path: Path) -> None:
    """What other servers call the limit too; what is no text says nothing."""
    path = tmp_path / "samples"
    texts = ({"completion": "a0"}, {"solution": "a0"}, {"messages": [{"role": "assistant", "content": "a0"}]})
    reasons = (("length", "length"), ("max_tokens", "length"), ("stop", "stop"), (None, ""), (["length"], ""))
    for text, (value, reason) in itertools.product(texts, reasons):
        path.write_bytes(lines({"task_id": "a", **text, "finish_reason": value}))
        assert [sample.finish_reason for sample in read_sample_file(path)["a"]] == [reason], (text, value)
    path.write_bytes(archive(LOGGED))
    assert {sample.finish_reason for sample in read_sample_file(path)["a"]} == {"length"}


def test_logs_packed_with_zstandard(tmp_path: Path, run_python: Callable[..., Any]) -> None:
    """As Inspect packs them now; where the package for it is missing, the message says what to do."""
    pack = pytest.importorskip("zstandard").ZstdCompressor().compress
    path = tmp_path / "log.eval"
    path.write_bytes(as_zstandard(LOGGED, pack))
    assert read_samples(path, IDS)["b/c"] == ["b0", "b1"]
    path.write_bytes(as_zstandard(LOGGED, lambda data: pack(data)[:-9]))
    with pytest.raises(ValueError, match=r"log\.eval, header\.json is"):
        read_samples(path, IDS)
    path.write_bytes(as_zstandard(LOGGED, pack))
    script = "import sys; sys.modules['zstandard'] = None; from classeval_hf.runs.sample_files import read_sample_file"
    found = run_python(f"{script}; read_sample_file({str(path)!r}, ['a', 'b/c'])")
    assert re.search(r"UserError: .*pip install zstandard.*inspect log convert", found.stderr)


def as_zstandard(samples: list[Any], pack: Any) -> bytes:
    """A log whose members are packed by method 93, which `zipfile` does not write everywhere."""
    texts = {f"samples/{item['id']}_epoch_{item['epoch']}.json": document(item) for item in samples}
    texts["header.json"] = document(LOG)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        for name, text in texts.items():
            file.writestr(name, pack(text))
        for item in file.infolist():
            text = texts[item.filename]
            item.compress_type, item.CRC, item.file_size = 93, zlib.crc32(text), len(text)
    content = bytearray(buffer.getvalue())
    for item in zipfile.ZipFile(io.BytesIO(content)).infolist():
        content[item.header_offset + 8 : item.header_offset + 10] = (93).to_bytes(2, "little")
    return bytes(content)


@pytest.mark.parametrize("name", ["b_c", "b/c"])
def test_folder_of_samples(tmp_path: Path, name: str) -> None:
    """EvalPlus writes `_` for the `/` of an id; other files than Python's do not matter."""
    folder = tmp_path / name
    for place in (folder, tmp_path / "a" / "__pycache__", tmp_path / ".git"):
        place.mkdir(parents=True)
    for file, text in (("a/0.py", "a0"), ("a/1.py", "a1")):
        (tmp_path / file).write_text(text)
    for file in ("a/notes.txt", "a/__pycache__/x.py", "a/._0.py", "a/.2.py.gz", ".git/0.py"):
        (tmp_path / file).write_text("?")
    (folder / "0.py.gz").write_bytes(gzip.compress(b"b0"))
    assert read_samples(tmp_path, IDS) == {"a": ["a0", "a1"], "b/c": ["b0"]}
    for file, content, message in (
        ("2.py", b"b2", "task b/c lacks sample 1 of 3"),
        ("two.py", b"b2", r"two\.py is not named for a sample"),
    ):
        (folder / file).write_bytes(content)
        with pytest.raises(ValueError, match=message):
            read_samples(tmp_path, IDS)
        (folder / file).unlink()
    (folder / "1.py").write_bytes(b"# coding: latin-1\n# \xe4\n")
    assert read_samples(tmp_path, IDS)["b/c"][1] == "# coding: latin-1\n# \xe4\n"
    (folder / "1.py").write_bytes(b"# \xe4\n")
    with pytest.warns(UserWarning, match=r"1\.py is not text in the encoding"):
        assert read_samples(tmp_path, IDS)["b/c"] == ["b0", "# \ufffd\n"]


def said(**message: Any) -> bytes:
    return lines({"task_id": "a", "messages": [{"role": "assistant", **message}]})


OPEN_COMPASS = {"0": {"origin_prompt": "p", "prediction": "class A: ..."}}
IS = "this is a file of"
REPORT = [{"label": "a", "sampling": "", "scores": {"n_tasks": 1}}]
RUN = json.dumps(run_records.RunRecord().to_dict(), indent=1).encode()
NONE = "sample a of epoch 1 has no output"
NO_OUTPUT = {"id": "a", "epoch": 1, "output": {"choices": []}, "error": {"message": "it fell over"}}
HUMAN_EVAL = "line 1: this is a file of HumanEval"
BIGCODE = "record 1: .* bigcode-evaluation-harness"
BAD = [
    (lines({"task_id": "a", "messages": [{"role": "user"}]}), "line 1: messages must be"),
    (said(), "line 1: a chat message needs a content"),
    (said(content=[{"type": "text", "text": 4}]), "line 1: a text part of a chat message is a number, not a text"),
    (lines({"task_id": "a", "solution": 4}), "1: a completion of task a is a number, not a text"),
    (lines({**lm_eval("a", "none", ["x"]), "doc": {"q": 1}}), "line 1: its doc has no task_id"),
    (lines(lm_eval("a", "none", [["-1.5", "True"]])), "line 1: resps of task a must be"),
    (document({"results": {}, "configs": {}}), "--log_samples writes"),
    (json.dumps({"x": {"n_tasks": 1}}, indent=1).encode(), "record 1: this is a file of scores"),
    (lines({"task_id": "a", "skeleton": "class A: ..."}), "line 1: this is a task without completions"),
    (document(LOG), "without samples: its run has the status 'success'"),
    (archive([NO_OUTPUT]), rf"samples/a_epoch_1\.json: {NONE}, since it ended in an error \(it fell over\)"),
    (archive([inspect_sample("a", 0, "x")]), "the epoch of sample a must be"),
    (document({**LOG, "samples": [{}]}), "sample 1: a sample of Inspect AI needs an id"),
    (document({**LOG, "samples": [LOGGED[2], LOGGED[2]]}), "sample 2: sample 0 of task a is given twice"),
    (archive([]), "a log of Inspect AI without samples"),
    (archive(LOGGED)[:-30], "is damaged"),
    (lines({"task_id": "HumanEval/0", "completion": "x"}), HUMAN_EVAL),
    (lines({"task_id": "HumanEval/0", "entry_point": "f"}), HUMAN_EVAL),
    (b'task_id,completion\na,"class A:\n    pass"\n', r'is a table .*read_csv\("FILE"\)'),
    (b"\xef\xbb\xbftask_id\tcompletion\r\na\tx\n", r"is a table .*sep='\\t'"),
    (b"PAR1\x15\x04", "is a Parquet file"),
    (b"PK\x03\x04junk", "is damaged"),
    (b"\xfd7zXZ\x00\x00", "packed with xz"),
    (gzip.compress(gzip.compress(b"{}")), "packed with gzip twice"),
    (gzip.compress(random.Random(0).randbytes(9000))[:6000], "is damaged"),
    (b"\x80\x04\x95", "is a pickle"),
    ('{"task_id": "a"}'.encode("utf-16"), "is text in UTF-16"),
    (bytes(range(256)), "is a binary file"),
    (lines({"task_id": "a", "completion": "x"}) + b'{"task_id": "\xe4"}', "line 2 is not text in UTF-8"),
    (b"[" * 100_000 + b"]" * 100_000, "is nested too deeply"),
    (b'{"task_id": "a", "completion": ' + b"[" * 100_000 + b"\n", "line 1 is nested too deeply"),
    (document([["class A: ..."], ["x"]]), BIGCODE),
    (document([[["class A: ..."]]]), BIGCODE),
    (document(["class A: ..."]), "record 1: these are texts without task ids"),
    (document({"a": ["x"], "b/c": ["x"]}), "line 1: no task_id, but 'a', 'b/c'. A sample"),
    (lines({"task_id": "a", "output": "x"}), "task a has neither .* list predict, but 'output'. A"),
    (document(OPEN_COMPASS), "this is a file of OpenCompass predictions: write prediction as completion"),
    (lines({"custom_id": "a", "response": {"body": {}}}), "line 1: this is a file of OpenAI batch"),
    (document([{"question_id": "1", "code_list": ["x"]}]), "LiveCodeBench output"),
    (document({"date": "x", "hash": "y", "eval": {}}), "a file of EvalPlus results"),
    (document(REPORT), f"record 1: {IS} a report's scores: name the runs or scores that the report was made from"),
    (RUN, r"this is a file of a run's record \(run.json\): name its folder, or the samples.jsonl beside it"),
    (b"7\n", "line 1: expected a JSON object, found a number"),
]


def test_other_files_are_told_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    for content, message in BAD:
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message) as caught:
            read_samples(path, IDS)
        assert str(path) in str(caught.value)


def test_folder_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    (tmp_path / "samples.jsonl").write_bytes(lines({"task_id": "HumanEval/0", "completion": "x"}))
    assert read_samples(tmp_path, {"HumanEval/0"}) == {"HumanEval/0": ["x"]}
    (tmp_path / "run.json").unlink()
    with pytest.raises(ValueError, match="is a folder without samples"):
        read_samples(tmp_path)


def test_a_log_of_an_unfinished_run_is_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    for header in (None, {**LOG, "status": "cancelled"}):
        path.write_bytes(archive(LOGGED[2:3], header))
        with pytest.warns(UserWarning, match="has not finished"):
            assert read_samples(path, IDS) == {"a": ["a0"]}


def test_packed_files_are_read_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that unpacks to a large one is refused by its name: whole, by a line, and within an archive."""
    monkeypatch.setattr(files, "MAX_BYTES", 1 << 16)
    monkeypatch.setattr(files, "MAX_DOCUMENT_BYTES", 1 << 14)
    monkeypatch.setattr(files, "_MAX_VALUES", 1000)
    bombs = {
        "holds more than": gzip.compress(lines(*({"task_id": "a", "completion": "x"} for _ in range(2000)))),
        "has a line of more than": gzip.compress(b"{" + b" " * (3 << 14)),
        "is one document of more than": gzip.compress(b"[\n" + b" " * (1 << 15)),
        r"samples/a_epoch_1\.json unpacks to more": archive([inspect_sample("a", 1, "x" * (1 << 15))]),
        "unpacks to more than is read": archive([inspect_sample("a", n + 1, "x" * (13 << 10)) for n in range(6)]),
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


VAL = "Expecting value"
NO_JSON, CORRECT, CUT = "is not valid JSON", r"Correct it there, or [a-z ]+\.", '{"task_id": "a",\n "completion": }'


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def test_own_and_public_form(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"task_id": "a", "sample": 1, "completion": "a1"}\n\n'
        '{"task_id": "b", "completion": "b0\\u2028"}\n'
        '{"task_id": "a", "sample": 0, "completion": "a0", "more": 1}\n'
        '{"task_id": "b", "completion": "b1"}\n',
    )
    assert read_samples(path) == {"a": ["a0", "a1"], "b": ["b0\u2028", "b1"]}
    rows = [{"task_id": "a", "predict": ["x", "y"]}, {"task_id": "b", "predict": [["m", "n"], ["o"]]}]
    assert read_samples(write(tmp_path, json.dumps(rows)), {"a", "b"}) == {"a": ["x", "y"], "b": ["n", "o"]}


def test_what_is_worst_of_the_steps_counts(tmp_path: Path) -> None:
    for *reasons, worst in (
        ["stop", "stop", "stop"],
        ["stop", "length", "length"],
        ["length", "prompt too long", "stop", "prompt too long"],
        [""],
    ):
        steps = [{"finish_reason": one} for one in reasons]
        path = write(tmp_path, json.dumps({"task_id": "a", "completion": "x", "steps": steps}) + "\n")
        assert [sample.finish_reason for sample in read_sample_file(path)["a"]] == [worst]


def test_null_is_an_empty_completion(tmp_path: Path) -> None:
    for text in ('{"task_id": "a", "completion": null}', '[{"task_id": "a", "predict": [null]}]'):
        with pytest.warns(UserWarning, match="1 completion is null, such as that of task a, and counted as empty"):
            assert read_samples(write(tmp_path, text), {"a"}) == {"a": [""]}


def test_bad_file_names_the_place(tmp_path: Path) -> None:
    for text, message in (
        ("", "answers.jsonl is empty"),
        ("\n", "answers.jsonl is empty"),
        ('{"task_id": 1, "completion": "x"}', "line 1: task_id is a number, not a text: 1"),
        ('{"task_id": ["a"], "completion": "x"}', "line 1: task_id is a list, not a text"),
        ("null", "line 1: expected a JSON object, found null"),
        ("true", "line 1: expected a JSON object, found true or false"),
        ("nonsense", rf"line 1 {NO_JSON}: Expecting value at column 1\. Correct it there, or name another file\.$"),
        ('{"task_id": "a", "completion": "x"\n\n', rf"line 1 {NO_JSON}: .* at column 35\. {CORRECT}$"),
        (CUT, rf"answers\.jsonl {NO_JSON}: Expecting value at line 2, column 16\. {CORRECT}$"),
        (f"\n{CUT}", f"{NO_JSON}: Expecting value at line 3, column 16"),
        ('{"task_id": }\n{"task_id": "a", "completion": "x"}', rf"line 1 {NO_JSON}: {VAL} at column 13\. {CORRECT}$"),
        ('{"task_id": "a", "completion": "x"}\n{"completion": "x"}', "line 2: no task_id"),
        ('{"task_id": "z", "completion": "x"}', r"line 1: unknown task z\. The tasks given are others, such as a"),
        ('{"task_id": "a", "completion": 5}', "line 1: a completion of task a is a number, not a text"),
        ('{"task_id": "a"}', "line 1: task a has neither a completion nor"),
        ('[{"task_id": "a", "predict": []}]', "record 1: task a has neither"),
        ('[{"task_id": "a", "predict": [7]}]', "record 1: a completion of task a is a number, not a text"),
        ('{"task_id": "a", "sample": "0", "completion": "x"}', "line 1: sample of task a must be from 0 to"),
        ('{"task_id": "a", "sample": true, "completion": "x"}', "line 1: sample of task a must be .*, not True"),
        ('{"task_id": "a", "sample": 1.0, "completion": "x"}', "line 1: sample of task a must be from 0 to"),
        ('{"task_id": "a", "sample": -1, "completion": "x"}', "line 1: sample of task a must be from 0 to"),
        ('{"task_id": "a", "sample": 200000000, "completion": "x"}', "to 999999, not 200000000"),
        ('{"task_id": "a", "sample": 999999, "completion": "x"}', "task a lacks sample 0 of 1000000"),
        (f'{{"task_id": "a", "sample": {"7" * 4000}, "completion": "x"}}', r"not 7{18}\.\.\.7{19}\.$"),
        (f'{{"task_id": "a", "sample": {"7" * 5000}, "completion": "x"}}', "line 1 is not valid JSON"),
        ('{"task_id": "a", "completion": "x", "sample": 0}\n' * 2, "line 2: sample 0 of task a is given twice"),
        (
            '{"task_id": "a", "completion": "x", "sample": 2}',
            r"task a lacks sample 0 of 3\. Numbers begin at 0, and these at 2\.",
        ),
    ):
        path = write(tmp_path, text)
        with pytest.raises(ValueError, match=message) as caught:
            read_samples(path, {"a"})
        assert str(path) in str(caught.value)


def test_devevals_form(tmp_path: Path) -> None:
    """Lines in order of appearance are the samples of a task; those of unknown tasks are left out and counted."""
    path = write(
        tmp_path,
        '{"namespace": "a.b", "completion": "x", "idx": 0}\n'
        '{"namespace": "old.c", "completion": "y", "idx": 1}\n'
        '{"namespace": "a.b", "completion": "z", "idx": 2}\n',
    )
    with pytest.warns(UserWarning, match=r"1 line is left out.*DevEval/old\.c"):
        assert read_samples(path, {"DevEval/a.b"}) == {"DevEval/a.b": ["x", "z"]}
    assert read_samples(path) == {"DevEval/a.b": ["x", "z"], "DevEval/old.c": ["y"]}
    with pytest.raises(ValueError, match="holds no samples of the tasks that are known"):
        read_samples(path, {"other"})
    for row, message in (
        ('{"namespace": 4, "completion": "x"}\n', "line 1: namespace must be"),
        ('{"namespace": "a.b"}\n', r"line 1: a\.b has no completion"),
    ):
        with pytest.raises(ValueError, match=message):
            read_samples(write(tmp_path, row))
