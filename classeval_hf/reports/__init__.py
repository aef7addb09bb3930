"""The report: scored runs as Markdown, a page to browse, tables and figures; and the grades of a class. Start reading
at [`classeval_hf.reports.runs`] (the runs) and [`classeval_hf.reports.tables`] (the numbers).
[`classeval_hf.reports.writing`] gathers all of it once, makes the Markdown and the page, and writes the folder."""
