"""Which sequences may be tests, and what they expect: the reference, plausible solutions, and what people decided."""
