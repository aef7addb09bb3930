"""Running candidates for a file of a real project against the project's own tests, with pytest: isolated, and judged
by the parent from what a plugin of ours reports.

The tests share their process with the candidate, so that this proves less than [`classeval_hf.classes.runner`] does
with its withheld values: see `docs/design/project-tests.md`. It may import what stands below it in the layers of
`pyproject.toml`: all rooms from `core` up to `unittest_runner`. Start reading at
[`classeval_hf.projects.runner.pytest_suite`], the parent's side; [`classeval_hf.projects.runner.child`] runs inside."""
