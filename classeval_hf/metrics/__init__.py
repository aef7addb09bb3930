"""What all averages share: terms, pass@k, intervals, provenance, comparisons, and the record of scores. Start reading
at [`classeval_hf.metrics.scores`]."""
