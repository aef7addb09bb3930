"""Installing dataset and metric, and publishing them and the results of models on the Hub. Start reading at
[`classeval_hf.hub.publishing`]; [`classeval_hf.hub.install`] is `classeval-hf install`."""
