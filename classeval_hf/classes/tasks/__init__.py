"""Class tasks from rows, files, folders and ClassEval's data; the split `open` lies in `open_tasks/`."""
