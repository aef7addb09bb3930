"""The catalogue of projects, their pinned sources, and an environment for each. Start reading at
[`classeval_hf.projects.install.installation`]."""
