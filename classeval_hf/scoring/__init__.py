"""Scoring as users call it: the metric, floors, the public harness's rules, and tables for the terminal.

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `runs`. Start reading
at [`classeval_hf.scoring.compute`]."""

from classeval_hf.scoring.compute import compute_scores

__all__ = ["compute_scores"]
