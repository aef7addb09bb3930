"""The report: scored runs as Markdown, a page to browse, tables and figures; and comparisons of runs. Start reading at
[`classeval_hf.reports.runs`] (what is reported on) and [`classeval_hf.reports.content`] (gathered once, for both
forms)."""
