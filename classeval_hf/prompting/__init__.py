"""The form of prompts and the records of generation, for both kinds of task; nothing here runs a model. Start reading
at [`classeval_hf.prompting.steps`]."""
