"""Backends for models: transformers with a decoding loop of our own, vLLM, a server. Start reading at
[`classeval_hf.generation.engines.backend`]."""
