"""Reading completions before anything is run: their code, their dependencies, and why they cannot pass.

All of it runs in processes with limits ([`classeval_hf.sandbox.limited_calls`]), since a model wrote the text. It may
import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`. Start reading at
[`classeval_hf.classes.reading.readings`]."""
