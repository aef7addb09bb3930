"""The form of prompts and the records of generation, for all families of tasks; nothing here runs a model. Start
reading at [`classeval_hf.prompting.steps`]."""
