"""Publishing on the Hub: the dataset's folder, the metric's Space, and results for the repositories of models."""
