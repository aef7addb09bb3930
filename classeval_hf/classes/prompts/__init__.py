"""Prompts for class tasks, and the strategies that ask for a class in one or several steps."""
