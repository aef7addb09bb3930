"""Withholds the expected values of tests; start reading at [`classeval_hf.classes.runner.withheld.withholding`]."""
