"""Tools over a project, for agents that write a part of it: what may be seen of it, retrieval, and the tools of
Retrieve-Repotools-Reflect (Deshpande et al., arXiv 2405.01573, section 4.2 and appendix F). None reaches the target's
own code: all of them read a `MaskedProject`. `project_index` reads the whole project, for the metrics of dependencies.
`retrieval` and `imports` need the extra `agent`. Start reading at [`classeval_hf.projects.tools.masked_project`]."""
