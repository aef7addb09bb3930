"""The report: scored runs as Markdown, a page to browse, tables and figures; and comparisons of runs. Start reading at
[`classeval_hf.reports.runs`] (the runs) and [`classeval_hf.reports.leaderboard`] (the numbers).
[`classeval_hf.reports.content`] gathers all of it once and makes the Markdown, and [`classeval_hf.reports.writing`]
makes the page and writes the folder."""
