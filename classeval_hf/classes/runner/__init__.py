"""Running candidates of class tasks against their test suites, judged by the parent:
[`classeval_hf.classes.runner.unittest_suite`] is its side, and [`classeval_hf.classes.runner.child`] runs inside."""
