"""
Files that hold runs: completions, score files, and what names and published scores say of them.

It may import `core` and `tasks`. Start reading at [`classeval_hf.runs.sample_files`].
"""
