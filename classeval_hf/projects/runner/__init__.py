"""Runs candidates for a file of a real project against its own tests, with pytest; the parent judges the reports of a
plugin. Tests share their process with the candidate, which proves less than withheld values do: see
`docs/design/project-tests.md`. Start reading at [`classeval_hf.projects.runner.pytest_suite`]; `child` runs inside."""
