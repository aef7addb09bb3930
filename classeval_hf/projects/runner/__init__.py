"""Running candidates for a file of a real project against its own tests, with pytest, judged by the parent from the
reports of a plugin. Tests share their process with the candidate, which proves less than the withheld values of
[`classeval_hf.classes.runner`] do: see `docs/design/project-tests.md`. Start reading at
[`classeval_hf.projects.runner.pytest_suite`], the parent's side; `child` runs inside."""
