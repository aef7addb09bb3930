"""Installing and publishing: the dataset and the metric on this machine, the dataset's folder, the metric's Space, and
results for the repositories of models on the Hub.

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `strengthening`.
Start reading at [`classeval_hf.hub.publishing`]; [`classeval_hf.hub.install`] is `classeval-hf install`."""
