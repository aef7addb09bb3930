"""Withholds the expected values of tests, which no process of a sample ever holds: the parent compares them. It may
import what `unittest_runner` may, and [`classeval_hf.classes.runner.observe`] and
[`classeval_hf.classes.runner.comparing`]. Start reading at [`classeval_hf.classes.runner.withheld.withholding`]."""
