"""Files of runs: records, completions and scores; and names of runs and published scores.

Each kind of file is read and written here alone, as a type: `run.json` as `RunRecord`, samples as `GeneratedSample`
and `Sample`, scores as `Scores`. Start reading at [`classeval_hf.runs.run_records`]."""
