"""Real projects as tasks: which there are, their pinned sources, and an environment for each to run its tests in. It
may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`. Start reading at
[`classeval_hf.projects.install.catalogue`], which says what a project is; [`classeval_hf.projects.install.installation`] puts one
below `HF_HOME`."""
