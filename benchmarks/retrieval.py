"""
How much of what a reference needs of its project do retrieval and tools show, and what do they cost?

Run as `python benchmarks/retrieval.py` for the tasks of all installed projects, and as `python benchmarks/retrieval.py
--time litestar-2.6.3` for seconds per call. No model takes part and no code is run.

A symbol that a reference needs is one that it uses of its project outside of its own class: by the data, where that
says so, and by our reader otherwise. It is shown if its name is a word of the text that a model would get. The numbers
are means over tasks. Calls of tools are made by a planner that knows the reference, so that they bound what a model
can get: three calls in a step, five steps (algorithm 1). Only what tools found counts, not what they say of names
that are not there. What a call names is known already to who makes it: what it adds is where the name is defined, how
it is imported and called. So it is also counted for how many undefined names of a class the right import is said.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tqdm import tqdm

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tables import format_table
from classeval_hf.projects.located_tasks import ProjectFolders
from classeval_hf.projects.tools.masked_project import MaskedProject, ProjectSources
from classeval_hf.projects.tools.name_uses import name_uses
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.projects.tools.retrieval import Retriever, load_retriever
from classeval_hf.projects.tools.tools import RepositoryTools, ToolCall
from classeval_hf.reading.definitions import find_definition
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.tasks.splits import installed_repository_splits, load_repository_tasks

CALLS_PER_STEP, STEPS = 3, 5
_WORD = re.compile(r"\w+")
_IMPORT = re.compile(r"`(?:from (\S+) )?import (\S+)(?: as \S+)?`")


@dataclass
class Found:
    """
    What is found for a task.

    Args:
        split (`str`): the split of the task.
        shares (`dict[str, float]`): share of the needed symbols by strategy.
        imports (`tuple[int, int, int]`): undefined names that the file imported, those with the right import among
            the options, and those with it as the first.
    """

    split: str
    shares: dict[str, float] = field(default_factory=dict)
    imports: tuple[int, int, int] = (0, 0, 0)


class Workplace:
    """What is shared by the tasks of a project."""

    def __init__(self, retriever: str | None, calls: LimitedCalls) -> None:
        self.folders = ProjectFolders()
        self.calls = calls
        self._name = retriever
        self._project = ""
        self.sources = ProjectSources()
        self.retriever: Retriever = load_retriever(retriever)

    def tools(self, task: RepositoryTask) -> tuple[MaskedProject, RepositoryTools]:
        """View and tools of a task; what was kept for another project is forgotten."""
        if task.project.label != self._project:
            self._project, self.sources = task.project.label, ProjectSources()
            self.retriever = load_retriever(self._name)
        masked = MaskedProject.of(task, self.folders.of(task).tree, sources=self.sources)
        return masked, RepositoryTools(masked, self.retriever, calls=self.calls)


def main(argv: Sequence[str] | None = None) -> int:
    """Measures and prints tables in Markdown."""
    parser = argparse.ArgumentParser(description="Measures what retrieval and tools show of a project.")
    parser.add_argument("--splits", nargs="+", default=list(installed_repository_splits()))
    parser.add_argument("--retriever", help="bm25 (the default) or an embedding model of the Hub")
    parser.add_argument("--limit", type=int, help="tasks per split")
    parser.add_argument("--time", metavar="PROJECT", help="measure seconds per call on this project instead")
    arguments = parser.parse_args(argv)
    with LimitedCalls() as calls:
        place = Workplace(arguments.retriever, calls)
        tasks = [(split, task) for split in arguments.splits for task in _tasks(split, place.folders, arguments.limit)]
        if arguments.time:
            print(measure_time([task for _, task in tasks if task.project.label == arguments.time], place))
            return 0
        tasks.sort(key=lambda pair: (pair[0], pair[1].project.label))
        found = [
            result for pair in tqdm(tasks, unit="task") if (result := measure(pair[0], pair[1], place)) is not None
        ]
    print(report(found))
    return 0


def _tasks(split: str, folders: ProjectFolders, limit: int | None) -> list[RepositoryTask]:
    tasks = [task for task in load_repository_tasks(split) if task.can_be_run]
    unavailable = folders.unavailable(tasks)
    return [task for task in tasks if task.task_id not in unavailable][:limit]


def measure(split: str, task: RepositoryTask, place: Workplace) -> Found | None:
    """What the strategies show for a task; `None` if its reference needs nothing, or is not in the project."""
    try:
        masked, tools = place.tools(task)
    except ValueError as error:
        print(f"{task.task_id}: {error}", file=sys.stderr)
        return None
    source = place.folders.source(task)
    index = place.folders.index(task)
    body = find_definition(source, masked.target.name, task.position).text
    needed = needed_symbols(task, masked, source, index)
    if not needed or index is None:
        return None
    names = {symbol.rpartition(".")[2] for symbol in needed}
    description = _description(task)
    said = Said(masked, tools, masked.shown(body), description)
    found = Found(split)
    for name, text in said.strategies(sorted(needed)):
        found.shares[name] = len(names & set(_WORD.findall(masked.own(text)))) / len(names)
    if task.target.kind == "class":
        found.imports = count_imports(
            tools.call(ToolCall("get_imports"), candidate=masked.shown(body)).output, masked, index
        )
    return found


def needed_symbols(task: RepositoryTask, masked: MaskedProject, source: str, index: ProjectIndex | None) -> set[str]:
    """Qualified names of what the reference uses of its project outside of its own class."""
    known = task.dependencies
    if not known.all and index is not None:
        uses = name_uses(source, masked.target.name, task.position)
        known = index.dependencies(task.path, masked.target.name, uses)
    own = masked.target.name.split(".")
    return {name for name in (*known.intra_file, *known.cross_file) if name.rpartition(".")[2] not in own}


class Said:
    """
    The texts that strategies give to a model.

    Args:
        masked ([`MaskedProject`]): what may be seen.
        tools ([`RepositoryTools`]): the tools.
        body (`str`): the reference.
        description (`str`): what the task asks for.
    """

    def __init__(self, masked: MaskedProject, tools: RepositoryTools, body: str, description: str) -> None:
        self._masked = masked
        self._tools = tools
        self._body = body
        self._description = description

    def strategies(self, needed: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Names of strategies and their texts."""
        first = "\n".join([self._description, *self._snippets(self._description)])
        yield "description", self._description
        yield "5 snippets alone", "\n".join(self._snippets(self._description))
        yield "5 snippets of the reference alone", "\n".join(self._snippets(self._body))
        yield "description and 5 snippets (naive RAG, first step of RRR)", first
        yield (
            "description and 5 snippets of the reference (RepoCoder, bound)",
            "\n".join([self._description, *self._snippets(self._body)]),
        )
        owners, callables = self._owners(needed), list(needed)
        planned: Mapping[str, list[tuple[str, ...]]] = {
            "get_imports": [()],
            "get_class_info": [(owner,) for owner in owners],
            "get_signature": [_pair(name, owners) for name in callables],
            "get_method_body": [_pair(name, owners) for name in callables],
            "get_relevant_code": [(self._description,)],
        }
        for tool, arguments in planned.items():
            said = self._call([(tool, one) for one in arguments], CALLS_PER_STEP)
            yield f"first step and {tool}", f"{first}\n{said}"
        plan = [("get_imports", ()), *(("get_class_info", one) for one in planned["get_class_info"])]
        plan += [("get_signature", one) for one in planned["get_signature"]]
        yield "first step and one step of the planner", f"{first}\n{self._call(plan, CALLS_PER_STEP)}"
        yield "first step and five steps of the planner", f"{first}\n{self._call(plan, CALLS_PER_STEP * STEPS)}"

    def _snippets(self, query: str) -> list[str]:
        return [snippet.text for snippet in self._tools.related_snippets(query)]

    def _call(self, plan: Sequence[tuple[str, tuple[str, ...]]], count: int) -> str:
        """What the first calls of a plan find."""
        results = (
            self._tools.call(ToolCall(name, arguments), candidate=self._body, thought=self._description)
            for name, arguments in plan[:count]
        )
        return "\n".join(result.output for result in results if result.ok)

    def _owners(self, needed: Sequence[str]) -> list[str]:
        """Classes of the needed symbols, those with most of them first."""
        counts: dict[str, int] = {}
        for name in needed:
            for owner in (name, name.rpartition(".")[0]):
                if self._tools.call(ToolCall("get_class_info", (owner,)), candidate="").ok:
                    counts[owner] = counts.get(owner, 0) + 1
                    break
        return sorted(counts, key=lambda owner: (-counts[owner], owner))


def _pair(name: str, owners: Sequence[str]) -> tuple[str, str]:
    """Class and method of a qualified name; no class for a function."""
    owner, _, last = name.rpartition(".")
    return (owner, last) if owner in owners else ("", name)


def _description(task: RepositoryTask) -> str:
    return task.detailed_description or f"{task.requirement.functionality}\n{task.requirement.arguments}"


def count_imports(output: str, masked: MaskedProject, index: ProjectIndex) -> tuple[int, int, int]:
    """Undefined names that the file imported, those with the right import among the options, and those first."""
    module = index.module_name(masked.path)
    known = index.module(module)
    total = among = first = 0
    for line in output.split("\n"):
        name, _, rest = line.partition(":")
        use = known.imports.get(masked.own(name)) if known is not None else None
        if use is None:
            continue
        wanted = _meaning(index, module, *use.name.split(":"))
        options = [
            _meaning(index, "", found[1] or found[2], found[2] if found[1] else "")
            for found in _IMPORT.finditer(masked.own(rest))
        ]
        total, among, first = total + 1, among + (wanted in options), first + (wanted in options[:1])
    return total, among, first


def _meaning(index: ProjectIndex, module: str, imported: str, name: str) -> tuple[str, str]:
    """What an import refers to: the place of a definition of the project, or the module and name of a library."""
    bare = imported.lstrip(".")
    level = len(imported) - len(bare)
    if level:
        kept = module.split(".")
        kept = kept[: len(kept) - level + index.paths.get(module, "").endswith("__init__.py")]
        bare = ".".join([*kept, *([bare] if bare else [])])
    if index.module(bare) is not None:
        return (index.definition(bare, name) if name else None) or (f"{bare}.{name}".rstrip("."), "")
    return bare, name


def report(found: Sequence[Found]) -> str:
    """The tables."""
    splits = list(dict.fromkeys(result.split for result in found))
    counts = {split: sum(result.split == split for result in found) for split in splits}
    rows = []
    for strategy in found[0].shares:
        shares = [[result.shares[strategy] for result in found if result.split == split] for split in splits]
        rows.append([strategy, *(f"{100 * statistics.fmean(of_split):.1f}" for of_split in shares)])
    header = ["what a model is given", *(f"{split} ({counts[split]})" for split in splits)]
    lines = [format_table(header, rows), ""]
    for split in splits:
        totals = [sum(numbers) for numbers in zip(*(r.imports for r in found if r.split == split), strict=True)]
        if totals[0]:
            lines.append(
                f"{split}: of {totals[0]} undefined names of classes that their files imported, get_imports has the "
                f"right import among its options for {totals[1]}, and as the first for {totals[2]}."
            )
    return "\n".join(lines)


def measure_time(tasks: Sequence[RepositoryTask], place: Workplace) -> str:
    """Seconds per call on the tasks of a project."""
    spent: dict[str, list[float]] = {}

    def timed(name: str, action: Callable[[], object]) -> object:
        begin = time.process_time() if name != "get_imports" else time.perf_counter()
        result = action()
        end = time.process_time() if name != "get_imports" else time.perf_counter()
        spent.setdefault(name, []).append(end - begin)
        return result

    for number, task in enumerate(tasks):
        found: list[tuple[MaskedProject, RepositoryTools]] = []
        timed(f"masked project, {'first' if not number else 'further'} task", lambda: found.append(place.tools(task)))  # noqa: B023
        masked, tools = found[0]
        text = _description(task)
        timed(f"snippets, first call, {'first' if not number else 'further'} task", partial_snippets(tools, text))
        timed("snippets, further calls", partial_snippets(tools, text))
        body = find_definition(place.folders.source(task), masked.target.name, task.position).text
        needed = sorted(needed_symbols(task, masked, place.folders.source(task), place.folders.index(task)))
        for name in needed[:10]:
            pair = name.rpartition(".")[::2]
            for tool, arguments in (
                ("get_class_info", (name,)),
                ("get_signature", pair),
                ("get_method_body", pair),
            ):
                timed(tool, partial_call(tools, tool, arguments, body, text))
        timed("get_relevant_code, first call", partial_call(tools, "get_relevant_code", (text,), body, text))
        timed("get_relevant_code", partial_call(tools, "get_relevant_code", (text[:200],), body, text))
        timed("get_imports", partial_call(tools, "get_imports", (), body, text))
    rows = [
        [name, len(seconds), *(f"{1000 * value:.1f}" for value in (statistics.median(seconds), max(seconds)))]
        for name, seconds in spent.items()
    ]
    return format_table(["what", "calls", "median, ms", "maximum, ms"], rows)


def partial_snippets(tools: RepositoryTools, text: str) -> Callable[[], object]:
    """A call of `related_snippets`."""
    return lambda: tools.related_snippets(text)


def partial_call(
    tools: RepositoryTools, tool: str, arguments: tuple[str, ...], candidate: str, thought: str
) -> Callable[[], object]:
    """A call of a tool."""
    return lambda: tools.call(ToolCall(tool, arguments), candidate=candidate, thought=thought)


if __name__ == "__main__":
    sys.exit(main())
