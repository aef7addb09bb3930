"""Installing and publishing dataset, metric and results. Start reading at [`classeval_hf.hub.publishing`];
[`classeval_hf.hub.install`] is `classeval-hf install`."""
