"""
Strengthening the tests of class tasks: call sequences from the tests, mutated, filtered, and reduced to a suite.

It may import the rooms below it: judging, metrics and tasks among them. Start reading at
[`classeval_hf.strengthening.sequences`], which says what a sequence is; [`classeval_hf.strengthening.pipeline`] has
the steps in their order.
"""
