"""Averages over tasks of projects: pass@k, test rate and its floors, recall."""
