"""Scoring as users call it: the metric, stub baselines, the public harness's rules, and tables for the terminal. Start
reading at [`classeval_hf.scoring.compute`]."""

from classeval_hf.scoring.compute import compute_scores

__all__ = ["compute_scores"]
