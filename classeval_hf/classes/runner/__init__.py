"""Runs candidates of class tasks against their test suites: [`classeval_hf.classes.runner.unittest_suite`] is the side
of the parent, which judges; `withholding` keeps expected values there, and `child` runs inside."""
