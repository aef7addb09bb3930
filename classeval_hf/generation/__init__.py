"""
Generation of classes by language models.

Runs from a checkout as `generation/run.py` and is installed as `classeval_hf.generation`; it needs the extra
`generation`. Its modules: `steps` (what is asked), `strategies` (in which order), `prompts` (in which words),
`method_extraction` and `assembly` (what becomes of the answers), `run_folder` (what is kept), and one module per
backend.
"""
