import json
from pathlib import Path

import pytest
from recorded_samples import read_samples

from classeval_hf.runs.sample_files import read_sample_file

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
    """As of a request that failed; said, and no reason to refuse all others."""
    for text in ('{"task_id": "a", "completion": null}', '[{"task_id": "a", "predict": [null]}]'):
        with pytest.warns(UserWarning, match="1 completion is null, of task a for one, and counted as empty"):
            assert read_samples(write(tmp_path, text), {"a"}) == {"a": [""]}


def test_bad_file_names_the_place(tmp_path: Path) -> None:
    for text, message in (
        ("", "answers.jsonl is empty"),
        ("\n", "answers.jsonl is empty"),
        ('{"task_id": 1, "completion": "x"}', "line 1: task_id is a number, and not text: 1"),
        ('{"task_id": ["a"], "completion": "x"}', "line 1: task_id is a list, and not text"),
        ("null", "line 1: expected a JSON object, found null"),
        ("true", "line 1: expected a JSON object, found true or false"),
        ("nonsense", rf"line 1 {NO_JSON}: Expecting value at column 1\. Correct it there, or name another file\.$"),
        ('{"task_id": "a", "completion": "x"\n\n', rf"line 1 {NO_JSON}: .* at column 35\. {CORRECT}$"),
        (CUT, rf"answers\.jsonl {NO_JSON}: Expecting value at line 2, column 16\. {CORRECT}$"),
        (f"\n{CUT}", f"{NO_JSON}: Expecting value at line 3, column 16"),
        ('{"task_id": }\n{"task_id": "a", "completion": "x"}', rf"line 1 {NO_JSON}: .* at column 13\. {CORRECT}$"),
        ('{"task_id": "a", "completion": "x"}\n{"completion": "x"}', "line 2: no task_id"),
        ('{"task_id": "z", "completion": "x"}', r"line 1: unknown task z\. The tasks given are others, a for one"),
        ('{"task_id": "a", "completion": 5}', "line 1: a completion of task a is a number, and no text"),
        ('{"task_id": "a"}', "line 1: task a has neither a completion nor"),
        ('[{"task_id": "a", "predict": []}]', "record 1: task a has neither"),
        ('[{"task_id": "a", "predict": [7]}]', "record 1: a completion of task a is a number, and no text"),
        ('{"task_id": "a", "sample": "0", "completion": "x"}', "line 1: sample of task a must be a number"),
        ('{"task_id": "a", "sample": true, "completion": "x"}', "line 1: sample of task a must be .*, but is True"),
        ('{"task_id": "a", "sample": 1.0, "completion": "x"}', "line 1: sample of task a must be a number"),
        ('{"task_id": "a", "sample": -1, "completion": "x"}', "line 1: sample of task a must be a number from 0 to"),
        ('{"task_id": "a", "sample": 200000000, "completion": "x"}', "to 999999, but is 200000000"),
        ('{"task_id": "a", "sample": 999999, "completion": "x"}', "task a lacks sample 0 of 1000000"),
        (f'{{"task_id": "a", "sample": {"7" * 4000}, "completion": "x"}}', r"but is 7{18}\.\.\.7{19}\.$"),
        (f'{{"task_id": "a", "sample": {"7" * 5000}, "completion": "x"}}', "line 1 is not valid JSON"),
        ('{"task_id": "a", "completion": "x", "sample": 0}\n' * 2, "line 2: sample 0 of task a is given twice"),
        ('{"task_id": "a", "completion": "x", "sample": 2}', "task a lacks sample 0 of 3"),
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
