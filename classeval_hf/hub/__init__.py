"""Installing dataset and metric, and publishing them and the results of models on the Hub.

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `strengthening`.
Start reading at [`classeval_hf.hub.publishing`]; [`classeval_hf.hub.install`] is `classeval-hf install`."""
