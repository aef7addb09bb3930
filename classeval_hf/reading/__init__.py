"""
What is read in a completion before anything is run: its code, its dependencies, and why it can pass nothing.

All of it runs in processes with limits ([`classeval_hf.sandbox.limited_calls`]), since a model wrote the text. It may
import `core`, `sandbox` and `tasks`. Start reading at [`classeval_hf.reading.readings`].
"""
