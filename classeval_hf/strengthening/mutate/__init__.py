"""Mutations of sequences of calls, and of references (program mutants). It may import what `strengthening` may, and
of that room `infer`, and sequences and values of `record`. Start reading at
[`classeval_hf.strengthening.mutate.mutations`]."""
