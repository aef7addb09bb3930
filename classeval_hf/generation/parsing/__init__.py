"""
From a completion to a method, and from methods to a class.

It may import what stands below it in the layers of `pyproject.toml`: of generation `steps`, `prompts`, and all rooms
below generation. Start reading at [`classeval_hf.generation.parsing.assembly`].
"""
