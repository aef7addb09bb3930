"""
From verdicts to scores, without running anything: pass@k, DEP, intervals, provenance, warnings, comparisons.

It may import what `judging` may, and `judging` itself. Start reading at [`classeval_hf.metrics.aggregation`].
"""
