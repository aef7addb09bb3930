"""Terms of the averages over class tasks, by the suite `base` and by further ones: see `docs/reference/metric.md`."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum

from classeval_hf.core.tasks import ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.metrics.averages import DROP, Judged, WeightedTerm, WeightedTerms, pass_at_k_term, passed_fraction

JudgedByTwo = Mapping[str, Sequence[tuple[CandidateVerdict, CandidateVerdict | None]]]
"""Per task id, the verdicts on its samples by `base` and by a further suite, `None` where the task lacks it."""
_Passes = Callable[[CandidateVerdict, Sequence[str]], bool]
_UnitOfTwo = tuple[Sequence[str], Sequence[str]]  # test classes of `base`, and those that a further suite adds to them


def verdict_terms(tasks: Sequence[ClassTask], judged: Judged, ks: Sequence[int]) -> dict[str, WeightedTerms]:
    """pass@k, partial success and test rate by the suite `base`; `docs/reference/metric.md` says what each counts."""
    correct = {
        kind: {
            task.task_id: [
                sum(passes(verdict, names) for verdict in judged[task.task_id]) for names in units(task.suite())
            ]
            for task in tasks
        }
        for kind, (passes, units) in _KINDS.items()
    }  # per list of test classes, the number of samples that pass it
    averages: dict[str, WeightedTerms] = {
        f"{kind}@{k}": {task: pass_at_k_term(len(judged[task]), counts, k) for task, counts in by_task.items()}
        for k in ks
        for kind, by_task in correct.items()
    }
    rates = {task.task_id: list(map(passed_fraction, judged[task.task_id])) for task in tasks}
    averages["test_rate"] = {task: (fsum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in rates.items()}
    return averages


def further_terms(
    tasks: Sequence[ClassTask], judged: JudgedByTwo, ks: Sequence[int], suite: str
) -> dict[str, WeightedTerms]:
    """pass@k by `base` and a further suite together, and its drop from `base`: see `docs/reference/metric.md`."""
    averages: dict[str, WeightedTerms] = {}
    for kind, units in _UNITS_OF_TWO.items():
        # By task, per unit and sample, whether it passes the test classes of `base`, and those of both suites.
        passed = {
            task.task_id: [
                [
                    (ok := base.passed(names), ok and (not added or further is None or further.passed(added)))
                    for base, further in judged[task.task_id]
                ]
                for names, added in units(task, suite)
            ]
            for task in tasks
        }
        for k in ks:
            both: dict[str, WeightedTerm] = {}
            drops: dict[str, WeightedTerm] = {}
            for task_id, of_units in passed.items():
                samples = len(judged[task_id])
                before, _ = pass_at_k_term(samples, [sum(by_base for by_base, _ in unit) for unit in of_units], k)
                after, weight = pass_at_k_term(samples, [sum(by_both for _, by_both in unit) for unit in of_units], k)
                both[task_id], drops[task_id] = (after, weight), (before - after, weight)
            averages |= {f"{kind}_{suite}@{k}": both, f"{kind}_{suite}{DROP}@{k}": drops}
    return averages


def _test_classes_of_two(task: ClassTask, suite: str) -> list[_UnitOfTwo]:
    """Each test class of `base`, with the further ones of its methods, or of the class if it tests no method."""
    base, further = task.suite(), task.suites.get(suite)
    if further is None:
        return [([name], ()) for name in base.listed]
    of_methods = {name for names in further.methods.values() for name in names}
    of_class = [name for name in further.required if name not in of_methods]
    units: list[_UnitOfTwo] = []
    for listed in base.listed:
        methods = [method for method, names in base.methods.items() if listed in names]
        added = [name for method in methods for name in further.methods.get(method, ())]
        # A test class of no declared method is not required of a class, and nothing is added to it.
        units.append(([listed], added if methods else of_class if listed in base.required else ()))
    return units


def _one_by_one(suite: TestSuite) -> list[Sequence[str]]:
    return [[name] for name in suite.listed]


def _partly_passed(verdict: CandidateVerdict, names: Sequence[str]) -> bool:
    by_name = {item.test_class: item for item in verdict.test_classes}
    return bool(names) and all(name in by_name and by_name[name].count(Outcome.PASS) > 0 for name in names)


_KINDS: Mapping[str, tuple[_Passes, Callable[[TestSuite], list[Sequence[str]]]]] = {
    "class_pass": (CandidateVerdict.passed, lambda suite: [suite.required]),
    "method_pass": (CandidateVerdict.passed, lambda suite: [names for names in suite.methods.values() if names]),
    "test_class_pass": (CandidateVerdict.passed, _one_by_one),
    "class_partial_success": (_partly_passed, lambda suite: [suite.required]),
    "test_class_partial_success": (_partly_passed, _one_by_one),
}  # the averages over a suite: whether a sample passes a list of test classes, and the lists to average over
_UNITS_OF_TWO: Mapping[str, Callable[[ClassTask, str], list[_UnitOfTwo]]] = {
    "class_pass": lambda task, suite: [
        (task.suite().required, task.suite(suite).required if suite in task.suites else ())
    ],
    "method_pass": lambda task, suite: [
        (names, task.suite(suite).methods.get(method, ()) if suite in task.suites else ())
        for method, names in task.suite().methods.items()
        if names
    ],
    "test_class_pass": _test_classes_of_two,
}  # the averages over `base` and a further suite: what to average over
