"""
In which words a model is asked: chat, bare code, prefix and suffix.

It may import `steps`. Start reading at [`classeval_hf.generation.prompts.writer`].
"""
