"""Reads completions, in processes with limits ([`classeval_hf.sandbox.limited_calls`]), since a model wrote the text.
Start reading at [`classeval_hf.reading.extraction`]; the rooms of both kinds of task build on it."""
