"""Running candidates of class tasks against their test suites, judged by the parent:
[`classeval_hf.classes.runner.unittest_suite`] is its side, [`classeval_hf.classes.runner.withholding`] keeps expected
values there, and [`classeval_hf.classes.runner.child`] runs inside."""
