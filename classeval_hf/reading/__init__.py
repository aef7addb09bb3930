"""Reads completions: finds turns, fences, prose, and the code between. It runs in processes with limits
([`classeval_hf.sandbox.limited_calls`]), since a model wrote the text. Start reading at
[`classeval_hf.reading.extraction`]; the rooms of both kinds of task build on it."""
