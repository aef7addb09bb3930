"""Sequences of calls: recording tests on the reference, and running sequences on it. It may import what
`strengthening` may, and no other folder of that room. Start reading at
[`classeval_hf.strengthening.record.sequences`]."""
