"""Strengthens the tests of class tasks: call sequences of the tests are mutated, filtered, and reduced to a suite.
Start reading at [`classeval_hf.strengthening.sequences`], which defines sequences;
[`classeval_hf.strengthening.pipeline`] runs the steps in their order."""
