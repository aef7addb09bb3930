"""Whether tasks are good tasks: the construction rules of the paper, coverage, and the tables of its statistics. It
may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `scoring`. Start reading
at [`classeval_hf.task_quality.validation`]."""
