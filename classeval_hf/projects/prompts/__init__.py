"""Prompts for tasks of projects, what they show of a project, and the strategies, agents among them."""
