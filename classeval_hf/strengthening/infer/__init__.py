"""What a task lets a reader expect: contracts of parameters and attributes, inferred from tests and docstrings."""
