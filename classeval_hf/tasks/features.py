"""Types of the dataset's columns, for `datasets`."""

from __future__ import annotations

from datasets import Features, Value

__all__ = ["task_features"]


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
