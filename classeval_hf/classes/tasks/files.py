"""Reading tasks, and JSON records in general, from files."""

from pathlib import Path
from typing import Any

from classeval_hf.classes.tasks.folders import read_task_folder, task_folders
from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import MAX_DOCUMENT_BYTES, read_records
from classeval_hf.core.tasks import ClassTask, distinct


def read_task_file(path: str | Path) -> list[ClassTask]:
    """
    Reads tasks from a JSON, JSON Lines or Parquet file of records with at least a task's required keys, or from task
    folders.

    Args:
        path (`str` or `Path`): the file, of JSON packed with gzip or not; ClassEval's data and its recorded outputs,
            which embed it, are such files. Or a task folder, or a folder of task folders.

    Returns:
        `list[ClassTask]`

    Raises:
        `OSError`: if the file cannot be read, or the folder holds no task folder.
        `ValueError`: naming file, line or position, and task.
    """
    if Path(path).is_dir():
        return distinct([read_task_folder(folder) for folder in task_folders(path)], path)
    tasks = []
    for position, row in _parquet_rows(path) if str(path).endswith(".parquet") else read_records(path):
        try:
            tasks.append(task_from_row(row))
        except ValueError as error:
            raise UserError(f"{path}, {position}: {error}") from error
        except (AttributeError, KeyError, TypeError) as error:
            raise UserError(f"{path}, {position}: a field is of another type than it must be: {error}.") from error
    if not tasks:
        raise UserError(f"{path} holds no tasks.")
    return distinct(tasks, path)


def _parquet_rows(path: str | Path) -> list[tuple[str, dict[str, Any]]]:
    import pyarrow.parquet

    rows: list[dict[str, Any]] = []
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            size = sum(file.metadata.row_group(number).total_byte_size for number in range(file.num_row_groups))
            left = MAX_DOCUMENT_BYTES - size
            # A value written once may be repeated in many rows: they are unpacked a few at a time.
            batches = file.iter_batches(max(1, min(1_000, MAX_DOCUMENT_BYTES // max(size, 1)))) if left >= 0 else ()
            for batch in batches:
                left -= batch.nbytes
                if left < 0:
                    break
                rows += batch.to_pylist()
        if left < 0:
            limit = f"{MAX_DOCUMENT_BYTES >> 20} MiB"
            raise UserError(f"{path} unpacks to more than {limit}: it is not read. Write it in several files.")
    except pyarrow.ArrowException as error:
        raise UserError(f"{path} is no Parquet file that can be read: {error}") from error
    return [(f"row {number}", row) for number, row in enumerate(rows, 1)]
