"""From verdicts to scores, without running anything: pass@k, DEP, intervals, provenance, warnings, comparisons.

It may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`,
`reading`, `repository_tools`. Of the sandbox it takes records alone. Start reading at
[`classeval_hf.scoring.aggregation`]."""
