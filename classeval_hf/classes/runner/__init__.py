"""Running candidates of class tasks against their test suites: isolated, and judged by the parent. It may import what
stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `metrics`. Start reading at
[`classeval_hf.classes.runner.unittest_suite`], the parent's side; [`classeval_hf.classes.runner.child`] is what runs
inside, with what observes and compares values there ([`classeval_hf.classes.runner.observe`],
[`classeval_hf.classes.runner.comparing`]); [`classeval_hf.classes.runner.withheld`] takes expected values out."""
