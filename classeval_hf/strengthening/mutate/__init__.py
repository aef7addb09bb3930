"""Seeds, mutations of these sequences of calls, and mutants of references. It may import what `strengthening` may, and
of that room `record` and `infer`. Start reading at [`classeval_hf.strengthening.mutate.mutations`]."""
