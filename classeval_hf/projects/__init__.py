"""Tasks that ask for a part of a real project: installing projects, reading tasks and their completions, running a
project's own tests with pytest, averages over them, prompts, and the tools of agents. It imports nothing of
[`classeval_hf.classes`], the other kind of task. Start reading at [`classeval_hf.projects.located_tasks`]."""
