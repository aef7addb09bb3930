"""
Generation of classes by language models.

Runs from a checkout as `generation/run.py` and is installed as `classeval_hf.generation`; it needs the extra
`generation`. Its modules: `steps` (the records), `strategies` (the order of steps), `prompts` (their text),
`method_extraction` and `assembly` (from completions to classes), `run_folder` (what is kept), and one module per
backend.
"""
