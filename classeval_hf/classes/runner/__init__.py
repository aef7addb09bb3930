"""Running candidates of class tasks against their test suites, judged by the parent. Start reading at
[`classeval_hf.classes.runner.unittest_suite`], the parent's side; [`classeval_hf.classes.runner.child`] runs inside,
with what observes and compares values there ([`classeval_hf.classes.runner.observe`],
[`classeval_hf.classes.runner.comparing`]); [`classeval_hf.classes.runner.withheld`] takes expected values out."""
