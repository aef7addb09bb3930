"""Mutations: of sequences of calls, and of references (program mutants)."""
