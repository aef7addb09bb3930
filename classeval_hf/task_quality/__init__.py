"""Whether tasks are good tasks: the paper's construction rules, coverage, and the tables of its statistics. Start
reading at [`classeval_hf.task_quality.validation`]."""
