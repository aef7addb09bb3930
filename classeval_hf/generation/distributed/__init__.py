"""
Several processes that share a run.

It may import `pipeline` and what that may. Start reading at [`classeval_hf.generation.distributed.work_sharing`].
"""
