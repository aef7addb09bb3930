"""Averages over class tasks: pass@k, DEP, recall, and the shares of groups."""
