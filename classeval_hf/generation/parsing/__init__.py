"""
From a completion to a method, and from methods to a class.

It may import `steps` and `prompts`. Start reading at [`classeval_hf.generation.parsing.assembly`].
"""
