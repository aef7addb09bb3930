"""Strengthening the tests of class tasks: call sequences from the tests, mutated, filtered, and reduced to a suite.

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `task_quality`. Start
reading at [`classeval_hf.strengthening.sequences`], which says what a sequence is;
[`classeval_hf.strengthening.pipeline`] has the steps in their order."""
