"""ClassEval in the libraries of others: Inspect AI, TRL, and transformers' `Trainer`. Start reading at
[`classeval_hf.integrations.trl`]."""
