"""
ClassEval in the harnesses of others: Inspect AI.

It may import all rooms but the command line. Start reading at
[`classeval_hf.integrations.inspect_task`].
"""
