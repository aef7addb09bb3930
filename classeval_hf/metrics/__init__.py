"""From verdicts to scores, without running anything: pass@k, DEP, intervals, provenance, warnings, comparisons. Start
reading at [`classeval_hf.metrics.aggregation`]."""
