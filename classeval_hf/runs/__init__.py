"""
Files that hold runs: the record of a run, completions, scores; and what names and published scores say of runs.

Each kind of file is read and written here alone, as a type: `run.json` as `RunRecord`, samples as `GeneratedSample`
and `Sample`, scores as `Scores`. It may import what stands below it in the layers of `pyproject.toml`: all rooms from
`core` up to `judging`. Start reading at [`classeval_hf.runs.run_files`].
"""
