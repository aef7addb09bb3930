"""Small data of our own in the forms of RepoClassBench's and DevEval's public files."""

import json
from pathlib import Path
from typing import Any

PYTHON_RECORD: dict[str, Any] = {
    "task_id": "psf__requests-1_bOAt",
    "class_name": "bOAt",
    "file": "psf__requests-1/harbour/boats.py",
    "detailed_description": "A boat with a name.",
    "sketchy_description": "A boat.",
    "repo_metadata": {"commit_id": "0" * 40, "issue_id": "psf__requests-1", "setup_details": None},
    "evaluation_metadata": {"test_directives": [f"tests/test_boats.py::test_{end}" for end in ("name[bOAt]", "b")]},
    "ground_truth_class_body": "class bOAt(Vessel):\n    def nAmE_oF(self):\n        return self.name\n",
}
DEVEVAL_RECORD: dict[str, Any] = {
    "namespace": "harbour.boats.Boat.name",
    "type": "method",
    "project_path": "Transport/harbour",
    "completion_path": "Transport/harbour/src/harbour/boats.py",
    "signature_position": [7, 8],
    "body_position": [9, 9],
    "dependency": {
        "intra_class": ["harbour.boats.Boat._name"],
        "intra_file": [],
        "cross_file": ["harbour.names.tidy"],
    },
    "requirement": {"Functionality": "Says its name.", "Arguments": ":return: String."},
    "tests": ["tests/test_boats.py::test_name"],
    "indent": 8,
}


def java_records(number: int) -> list[dict[str, Any]]:
    """Records of Java tasks, which have numbers for ids and no list of test ids."""
    record = {
        "class_name": "Boat",
        "file": "harbour/src/main/Boat.java",
        "repo_metadata": {"repo_name": "harbour"},
        "evaluation_metadata": {"test_class_name": "BoatTest", "test_file": "harbour/src/test/BoatTest.java"},
        "ground_truth_class_body": "public class Boat {}\n",
    }
    return [{"task_id": index, **record} for index in range(number)]


def write_json(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
