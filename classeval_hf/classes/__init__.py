"""Tasks that ask for a class: reading them, reading their completions, running their tests with `unittest`, averages
over them, and their prompts. It imports nothing of [`classeval_hf.projects`], the other kind of task. Start reading
at [`classeval_hf.classes.tasks.task_rows`]."""
