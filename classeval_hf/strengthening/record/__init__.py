"""From tests to sequences of calls: recording them on the reference, and running them again. It may import what
`strengthening` may, and of that room `infer` and `mutate`, since a model's tests give seeds where they are legal
alone. Start reading at [`classeval_hf.strengthening.record.sequences`]."""
