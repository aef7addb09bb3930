"""Strengthening the tests of class tasks: call sequences from the tests, mutated, filtered, and reduced to a suite.
Start reading at [`classeval_hf.strengthening.sequences`], which says what a sequence is;
[`classeval_hf.strengthening.pipeline`] has the steps in their order."""
