"""Withholds the expected values of tests, which no process of a sample ever holds: the parent compares them. It may
import what `unittest_runner` may, and [`classeval_hf.unittest_runner.observe`] and
[`classeval_hf.unittest_runner.comparing`]. Start reading at [`classeval_hf.unittest_runner.withheld.withholding`]."""
