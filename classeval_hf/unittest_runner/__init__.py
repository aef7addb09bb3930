"""
Running candidates of class tasks against their test suites: isolated, and judged by the parent.

It may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`,
`reading`, `repository_tools`, `metrics`. Start reading at [`classeval_hf.unittest_runner.unittest_suite`], the
parent's side; [`classeval_hf.unittest_runner.child`] is what runs inside, with what observes and compares values there
([`classeval_hf.unittest_runner.observe`], [`classeval_hf.unittest_runner.comparing`]), and
[`classeval_hf.unittest_runner.withheld`] takes expected values out of the tests.
"""
