"""
Expected values of the tests, which no process of a sample ever holds: withheld here, compared by the parent.

Start reading at [`classeval_hf.unittest_runner.withheld.withholding`].
"""
