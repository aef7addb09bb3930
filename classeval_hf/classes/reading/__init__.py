"""The class in a completion, its module, and its dependencies."""
