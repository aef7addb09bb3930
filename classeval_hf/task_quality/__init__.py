"""Whether tasks are good tasks: the construction rules of the paper, coverage, and the tables of its statistics. Start
reading at [`classeval_hf.task_quality.validation`]."""
