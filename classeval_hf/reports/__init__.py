"""
The report: scored runs as Markdown, a page to browse, tables and figures.

Read it in this order: [`run_names`] and [`runs`] (what is reported on), [`leaderboard`] and [`breakdowns`] (the
numbers), [`paper`] and [`comparison`] (published numbers), [`figures`] and [`figure_style`], [`samples`] and
[`display`] (samples, escaped for display), [`task_sheets`] and [`highlighting`] (what the page shows beside a sample),
[`content`] (all of it together), [`markdown`] and [`html`] (the two documents), [`writing`] (the folder), [`command`]
(`classeval-hf report`).
"""
