"""Types of the dataset's columns, for `datasets`."""

from __future__ import annotations

from datasets import Features, Value

from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS


def task_features() -> Features:
    """Features of a row as [`classeval_hf.core.tasks.ClassTask.to_row`] writes it."""
    text = Value("string")
    dependencies = {
        "standalone": Value("bool"),
        "lib_dependencies": [text],
        "field_dependencies": [text],
        "method_dependencies": [text],
    }
    method = {
        "method_name": text,
        "method_description": text,
        "test_class": text,
        "test_code": text,
        "solution_code": text,
        "dependencies": dependencies,
        "test_classes": [text],
    }
    return Features(
        {
            "task_id": text,
            "class_name": text,
            "test": text,
            "test_classes": [text],
            "class_description": text,
            "import_statement": [text],
            "class_constructor": text,
            "fields": [text],
            "skeleton": text,
            "solution_code": text,
            "methods_info": [method],
            "topic": text,
            "class_test_classes": [text],
            "sound": Value("bool"),
            "unsound_reason": text,
        }
    )


def repository_task_features() -> Features:
    """Features of a row as [`classeval_hf.core.repository_tasks.RepositoryTask.to_row`] writes it."""
    text = Value("string")
    return Features(
        {
            "task_id": text,
            "kind": text,
            "project": {"name": text, "version": text, "file": text, "sha256": text},
            "path": text,
            "target": {"name": text, "kind": text},
            "tests": [text],
            "detailed_description": text,
            "sketchy_description": text,
            "requirement": {"functionality": text, "arguments": text},
            "reference": text,
            "dependencies": {kind: [text] for kind in DEPENDENCY_KINDS},
            "paraphrase": [{"name": text, "original": text}],
            "language": text,
            "position": Value("int64"),
            "sound": Value("bool"),
            "unsound_reason": text,
            "licence": text,
        }
    )
