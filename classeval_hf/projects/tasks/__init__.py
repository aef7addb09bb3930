"""Tasks of RepoClassBench, DevEval and own projects; the projects of `open_repo` lie in `open_projects/`."""
