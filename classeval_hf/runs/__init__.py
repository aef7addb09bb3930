"""Files of runs, each read and written here alone, as a type: records of runs, completions, scores; and what names and
published scores say of runs. Start reading at [`classeval_hf.runs.run_files`]."""
