"""DEP and Recall@k: against classes labelled by hand, and against enumeration."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classeval_hf.classes import family as dep
from classeval_hf.classes.family import ClassFamily
from classeval_hf.core.tasks import ClassTask, Dependencies, Method
from classeval_hf.metrics.averages import average, recall_at_k

REFERENCE = """
class Shop:
    def __init__(self):
        self.stock = {}
        self.sold = 0
    def add(self, item): self.stock[item] = self.count(item) + 1
    def count(self, item): return self.stock.get(item, 0)
    def sell(self, item):
        if self.count(item):
            self.stock[item] -= 1
            self.sold += 1
            self.log(item)
    def log(self, item): print(item)
"""
# Dependencies of REFERENCE by hand: add has the field stock and the method count; count the field stock; sell the
# fields stock and sold and the methods count and log; log has none. That is 4 on fields and 3 on methods.
NAMES = ("add", "count", "sell", "log")
TASK = ClassTask("shop", "Shop", "", (), solution_code=REFERENCE, methods_info=tuple(map(Method, NAMES)))
# By hand: add has the field stock, and cache, which it does not need; count has its field; sell has sold and log, and
# the helper _take, which is nobody's dependency; what the helper uses is not sell's. 3 of 4 fields, 1 of 3 methods;
# by count 4 fields and 2 methods.
OTHER = """
class Shop:
    def __init__(self):
        self.stock = {}
        self.sold = 0
    def add(self, item): self.stock[item] = self.cache = 1
    def count(self, item): return self.stock[item] or self.stock[0]
    def sell(self, item):
        self._take(item)
        self.sold += 1
        self.log(item)
    def _take(self, item): self.stock[item] -= self.count(item)
    def log(self, item): print(item)
"""
AVERAGES = {"dep_f", "dep_f_count", "dep_m", "dep_m_count", "recall@1", "recall_field@1", "recall_method@1"}


def read(sources: list[str], task: ClassTask = TASK) -> list[dict[str, Dependencies] | None]:
    return [dep.read_dependencies(source, task.class_name, task.declared_methods) for source in sources]


def values(sources: list[str], task: ClassTask = TASK, ks: tuple[int, ...] = (1,)) -> dict[str, float | None]:
    reference = {task.task_id: ClassFamily().reference_dependencies(task)}
    found = {task.task_id: read(sources, task)}
    averages = dep.dependency_terms([task], reference, found, ks)
    return {name: average(summands) for name, summands in averages.items()}


def test_a_class_labelled_by_hand() -> None:
    assert values([REFERENCE]) == dict.fromkeys(AVERAGES, 1.0)
    found = values([OTHER])
    assert (found["dep_f"], found["dep_m"]) == (3 / 4, 1 / 3)
    assert (found["dep_f_count"], found["dep_m_count"]) == (4 / 4, 2 / 3)
    # Per method with a dependency: add 1 of 2, count 1 of 1, sell 2 of 4; by kind (1, 1, 1/2) and (0, 1/2).
    assert found["recall@1"] == pytest.approx((1 / 2 + 1 + 2 / 4) / 3)
    assert found["recall_field@1"] == pytest.approx((1 + 1 + 1 / 2) / 3)
    assert found["recall_method@1"] == pytest.approx((0 + 1 / 2) / 2)
    # A count may exceed the reference, where a recall does not.
    greedy = REFERENCE.replace("print(item)", "print(self.a, self.b, self.c, self.d, self.e)")
    found = values([greedy])
    assert (found["dep_f"], found["dep_f_count"]) == (1.0, 9 / 4)


@pytest.mark.parametrize("source", ["", "class Shop:\n    def add(self\n", "class Till:\n    pass\n", "x = '\0'"])
def test_what_is_not_there_depends_on_nothing(source: str) -> None:
    assert set(values([source]).values()) == {0.0}
    # Half of all dependencies, though one of two samples is no Python; the other is the best of two.
    both = values([source, REFERENCE], ks=(1, 2))
    assert (both["dep_f"], both["dep_m_count"], both["recall@1"], both["recall@2"]) == (0.5, 0.5, 0.5, 1.0)


def test_only_no_python_is_told_apart() -> None:
    broken, lacking, whole, reference, again = read(["class Shop:\n  def", "x = 1", OTHER, REFERENCE, OTHER])
    assert (broken, lacking) == (None, {}) and whole is not None and tuple(whole) == NAMES
    assert whole == again != reference
    # Names that the task declares are methods even where they are missing.
    (found,) = read(["class Shop:\n    def add(self, item): return map(self.count, item)\n"])
    assert found is not None and found["add"].method_dependencies == ("count",)


def test_tasks_without_a_reference_count_with_what_they_declare() -> None:
    method = Method("add", dependencies=Dependencies(False, (), ("self.stock",), ("count",)))
    for solution in ("", "class Shop:\n    def add(self\n"):
        task = replace(TASK, solution_code=solution, methods_info=(method, Method("log")))
        found = values([OTHER], task)
        assert (found["dep_f"], found["dep_m"], found["recall@1"]) == (1.0, 0.0, 0.5)


def test_tasks_that_declare_no_methods_count_with_all_of_the_reference() -> None:
    task = replace(TASK, methods_info=(Method("ShopTest", test_classes=("ShopTest",)),))
    assert values([OTHER], task) == values([OTHER])
    nothing_to_depend_on = replace(TASK, solution_code="class Shop:\n    def log(self, item): pass\n")
    assert set(values([OTHER], nothing_to_depend_on).values()) == {None}


def enumerated(recalls: list[float], k: int) -> float:
    draws = list(combinations(recalls, k))
    return sum(map(max, draws)) / len(draws)


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=8).flatmap(lambda x: st.tuples(st.just(x), st.integers(1, len(x))))
)
def test_recall_equals_enumeration(case: tuple[list[float], int]) -> None:
    recalls, k = case
    assert recall_at_k(recalls, k) == pytest.approx(enumerated(recalls, k))


@pytest.mark.parametrize(("recalls", "k"), [([], 1), ([0.5], 0), ([0.5], 2)])
def test_recall_of_more_samples_than_there_are(recalls: list[float], k: int) -> None:
    with pytest.raises(ValueError, match=r"Recall@"):
        recall_at_k(recalls, k)


FIELDS = st.sets(st.sampled_from(["self.a", "self.b", "self.c"])).map(lambda names: tuple(sorted(names)))
METHODS = st.sets(st.sampled_from(["f", "g", "h"])).map(lambda names: tuple(sorted(names)))
RECORDS = st.builds(lambda fields, methods: Dependencies(False, (), fields, methods), FIELDS, METHODS)
CLASSES = st.dictionaries(st.sampled_from(["f", "g", "h"]), RECORDS)


@given(CLASSES, st.lists(CLASSES | st.none(), min_size=1, max_size=5), st.integers(1, 5))
def test_of_any_classes(reference: dep.ClassDependencies, samples: list[dep.ClassDependencies | None], k: int) -> None:
    """All averages written out with plain loops."""
    k = min(k, len(samples))
    averages = dep.dependency_terms([TASK], {"shop": reference}, {"shop": samples}, [k])
    found = {name: average(summands) for name, summands in averages.items()}
    for kind, share in (("field", "dep_f"), ("method", "dep_m")):
        hits = total = counted = 0
        best = []
        for name, wanted in reference.items():
            want = set(getattr(wanted, f"{kind}_dependencies"))
            recalls = []
            for sample in samples:
                have = set(getattr((sample or {}).get(name, Dependencies()), f"{kind}_dependencies"))
                hits, counted, total = hits + len(want & have), counted + len(have), total + len(want)
                recalls.append(len(want & have) / len(want) if want else 0)
            if want:
                best.append(enumerated(recalls, k))
        assert found[share] == (pytest.approx(hits / total) if total else None)
        assert found[f"{share}_count"] == (pytest.approx(counted / total) if total else None)
        assert found[f"recall_{kind}@{k}"] == (pytest.approx(sum(best) / len(best)) if best else None)
        assert (found[share] or 0) <= min(1, found[f"{share}_count"] or 0)
