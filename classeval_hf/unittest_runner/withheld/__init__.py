"""Expected values of the tests, which no process of a sample ever holds: withheld here, compared by the parent. It may
import what `unittest_runner` may, and of that room [`classeval_hf.unittest_runner.observe`], which says how observed
values are encoded, and [`classeval_hf.unittest_runner.comparing`], which says how tests compare. Start reading at
[`classeval_hf.unittest_runner.withheld.withholding`]."""
