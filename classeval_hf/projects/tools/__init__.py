"""Tools over a project, for agents that write a part of it: the masked project, retrieval, and the tools of
Retrieve-Repotools-Reflect (Deshpande et al., arXiv 2405.01573, section 4.2 and appendix F). All of them read a
`MaskedProject`, so none reaches the target's own code. `project_index` reads the whole project, for the metrics of
dependencies. `retrieval` and `tools` need the extra `agent`. Start reading at
[`classeval_hf.projects.tools.masked_project`]."""
