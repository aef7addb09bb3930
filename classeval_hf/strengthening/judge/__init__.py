"""Which sequences become tests, and what they expect: the reference, plausible solutions, and what people decided. It
may import what `strengthening` may, and of that room all but `reduce`. Start reading at
[`classeval_hf.strengthening.judge.expectations`]."""
