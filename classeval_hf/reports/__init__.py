"""The report: scored runs as Markdown, a page to browse, tables and figures; and comparisons of runs.

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `hub`. Start reading
at [`classeval_hf.reports.runs`] (what is reported on) and [`classeval_hf.reports.leaderboard`] (the numbers).
[`classeval_hf.reports.content`] gathers all of it once, [`classeval_hf.reports.markdown`] and
[`classeval_hf.reports.html`] make the two documents of it, and [`classeval_hf.reports.writing`] writes the folder."""
