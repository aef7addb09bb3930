"""What a task lets a reader expect: contracts of parameters and attributes, from tests and docstrings. It may import
what `strengthening` may, and of that room `record`. Start reading at
[`classeval_hf.strengthening.infer.contracts`]; each rule of a parameter is one object, in the modules `..._rules`."""
