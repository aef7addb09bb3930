"""ClassEval in other libraries: Inspect AI, TRL, and transformers' `Trainer`. Start reading at
[`classeval_hf.integrations.trl`]; `inspect_task` and `trainer` are the other entry points; `class_samples` has
their shared code."""
