"""ClassEval in the libraries of others: Inspect AI, TRL, and transformers' `Trainer`. Start reading at
[`classeval_hf.integrations.trl`]; `inspect_task` and `trainer` are the other ways in, `class_samples` what they
share."""
