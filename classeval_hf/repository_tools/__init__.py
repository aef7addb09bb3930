"""
Tools over a project, for agents that write a part of it: what may be seen of it, retrieval, and the tools of
Retrieve-Repotools-Reflect (Deshpande et al., arXiv 2405.01573, section 4.2 and appendix F).

No tool can reach the target's own code: all of them read a [`ProjectView`]. It may import what stands below it in the
layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`, `reading`. It needs the extra `agent`. Start
reading at [`classeval_hf.repository_tools.views`].
"""

from classeval_hf.repository_tools.retrieval import (
    BM25Retriever,
    Documents,
    MissingExtraError,
    Retriever,
    load_retriever,
)
from classeval_hf.repository_tools.source_files import Snippet
from classeval_hf.repository_tools.tool_calls import TOOL_NAMES, ToolCall, ToolResult, parse_tool_calls
from classeval_hf.repository_tools.tools import RepositoryTools
from classeval_hf.repository_tools.views import ProjectSources, ProjectView

__all__ = [
    "BM25Retriever",
    "Documents",
    "MissingExtraError",
    "ProjectSources",
    "ProjectView",
    "RepositoryTools",
    "Retriever",
    "Snippet",
    "TOOL_NAMES",
    "ToolCall",
    "ToolResult",
    "load_retriever",
    "parse_tool_calls",
]
