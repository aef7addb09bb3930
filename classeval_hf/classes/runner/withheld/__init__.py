"""Withholds the expected values of tests, which no process of a sample ever holds: the parent compares them. Start
reading at [`classeval_hf.classes.runner.withheld.withholding`]."""
