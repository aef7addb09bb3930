"""
What runs a model: transformers with a decoding loop of its own, vLLM, or a server.

It may import `steps`. Start reading at [`classeval_hf.generation.engines.backend`].
"""
