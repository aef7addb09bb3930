"""Tasks that ask for a part of a real project: installing projects, reading tasks and completions, running a project's
own tests, averages, prompts, and the tools of agents. It imports nothing from [`classeval_hf.classes`], the other
family of tasks. Start reading at [`classeval_hf.projects.located_tasks`]."""
