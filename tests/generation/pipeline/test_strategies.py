"""Chains of steps: which are ready when, what each is shown, and what is kept of the answers."""

import ast

import pytest

from classeval_hf.classes.prompts import ClassChain, ClassStep, method_context
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.prompting.steps import Completion, Prompt, PromptKind, SampleStep, StepTarget, Strategy
from classeval_hf.reading.records import ReadingNote

SKELETON = '''import math

class Till:
    """A till."""

    def __init__(self):
        self.coins = []

    def add(self, coin):
        """Adds a coin."""

    @staticmethod
    def label(amount: int) -> str:
        """Text of an amount."""

    def total(self):
        """Sum of all coins."""
'''
METHODS = tuple(Method(method_name=name) for name in ("add", "label", "total"))
TASK = ClassTask("till", "Till", "", (), skeleton=SKELETON, methods_info=METHODS)
COMPLETIONS = {
    "add": "def add(self, coin):\n    self.coins.append(coin)",
    "label": "@staticmethod\ndef label(amount):\n    return str(amount)",
    "total": "def total(self):\n    return sum(self.coins)",
}


def receive(chain: ClassChain, step: ClassStep, text: str, kind: PromptKind = PromptKind.INSTRUCT) -> None:
    answer = Completion(text, "length", 7, 5)
    chain.receive(step, Prompt(kind, "", trimmed=("add",) if step.index == 2 else ()), answer)


@pytest.mark.parametrize(
    ("strategy", "order"),
    [(Strategy.BOTTOM_UP, ("total", "label", "add")), (Strategy.TOP_DOWN, ("add", "label", "total"))],
)
def test_a_plan_gives_the_order(strategy: Strategy, order: tuple[str, ...]) -> None:
    chain = ClassChain(TASK, strategy, 0)
    (plan,) = chain.ready_steps()
    assert plan.target is StepTarget.PLAN
    receive(chain, plan, '["total", "label", "add"]')
    (whole,) = chain.ready_steps()
    assert (whole.target, whole.order, whole.index) == (StepTarget.CLASS, order, 1)
    receive(chain, whole, "```python\nclass Till:\n    x = 1\n```")
    result = chain.result()
    assert result.completion == "class Till:\n    x = 1\n"
    assert not result.plan_failed and [record.target for record in result.steps] == ["plan", "class"]


def test_steps_of_strategies() -> None:
    chain = ClassChain(TASK, Strategy.COMPOSITIONAL, 0)
    steps = chain.ready_steps()
    assert [step.method for step in steps] == [*METHODS] and chain.ready_steps() == () and not chain.finished
    for step, said in zip(reversed(steps), reversed(COMPLETIONS.values()), strict=True):  # in any order
        assert step.written == ()
        receive(chain, step, said)
    result = chain.result()
    assert [record.method for record in result.steps] == ["add", "label", "total"]
    namespace: dict[str, type] = {}
    exec(result.completion, namespace)
    till = namespace["Till"]()
    till.add(2)
    assert (till.total(), till.label(3)) == (2, "3")
    chain = ClassChain(TASK, Strategy.INCREMENTAL, 3)
    (first,) = chain.ready_steps()
    assert chain.ready_steps() == ()
    receive(chain, first, COMPLETIONS["add"])
    (second,) = chain.ready_steps()
    written = '    def add(self, coin):\n        """Adds a coin."""\n        self.coins.append(coin)'
    assert second.written == (("add", written),)
    receive(chain, second, "I do not know.")
    (third,) = chain.ready_steps()
    assert [name for name, _ in third.written] == ["add", "label"]
    receive(chain, third, COMPLETIONS["total"])
    result = chain.result()
    assert (result.task_id, result.sample, result.strategy) == ("till", 3, Strategy.INCREMENTAL)
    asked = {"target": "method", "method": "label", "prompt_tokens": 7}
    said = {"raw": "I do not know.", "empty": True, "finish_reason": "length", "completion_tokens": 5}
    assert result.steps[1] == SampleStep(**asked, **said, reading=ReadingNote(problem="no method"))
    assert result.steps[2].trimmed == ("add",)
    assert ast.parse(result.completion)  # the method that is missing keeps its contract
    chain = ClassChain(TASK, Strategy.HOLISTIC, 0)
    (step,) = chain.ready_steps()
    with pytest.raises(ValueError, match="Sample 0 of task till is not finished: 0 of 1"):
        chain.result()
    receive(chain, step, "class Till:\n    pass")
    assert chain.finished and chain.result().completion == "class Till:\n    pass"
    with pytest.raises(ValueError, match="ClassStep 0 of task till, sample 0, is complete"):
        receive(chain, step, "again")
    chain = ClassChain(TASK, Strategy.TOP_DOWN, 0)
    (plan,) = chain.ready_steps()
    receive(chain, plan, "First add, then total.")
    (whole,) = chain.ready_steps()
    assert whole.order == ()
    receive(chain, whole, "")
    result = chain.result()
    assert result.plan_failed and result.completion == "" and [record.empty for record in result.steps] == [True, True]


HEAD = 'import math\n\nclass Till:\n    """A till."""\n\n    def __init__(self):\n        self.coins = []\n\n'
ADD, TOTAL = "    def add(self, coin):\n        pass\n\n", "    def total(self):\n        pass\n"
LABEL = '    @staticmethod\n    def label(amount: int) -> str:\n        """Text of an amount."""'


def test_what_steps_are_given() -> None:
    bare = ClassTask("bare", "Till", "", (), skeleton=SKELETON)
    with pytest.raises(ValueError, match="Task bare lists no methods"):
        ClassChain(bare, Strategy.INCREMENTAL, 0)
    nameless = ClassTask("nameless", "Till", "", (), skeleton=SKELETON, methods_info=(Method("TillTest"),))
    with pytest.raises(ValueError, match="Task nameless states no contract of TillTest"):
        ClassChain(nameless, Strategy.COMPOSITIONAL, 0)
    for task in (bare, nameless):
        chain = ClassChain(task, Strategy.HOLISTIC, 0)
        (step,) = chain.ready_steps()
        receive(chain, step, "        return 5", PromptKind.BASE)  # goes on with the last method of the skeleton
        assert chain.result().completion == f"{SKELETON}        return 5\n"
    chain = ClassChain(TASK, Strategy.COMPOSITIONAL, 0)
    for step, name in zip(chain.ready_steps(), COMPLETIONS, strict=True):
        receive(chain, step, f"import re\nimport math\ndef {name}(self):\n    return re, math")
    result = chain.result()
    assert result.completion.startswith("import math\nimport re\n\nclass Till:")
    assert result.steps[0].extracted == (
        'import re\n    def add(self):\n        """Adds a coin."""\n        return re, math'
    )
    step = ClassChain(TASK, Strategy.COMPOSITIONAL, 0).ready_steps()[1]
    assert method_context(step) == (f"{HEAD}{ADD}{TOTAL}\n{LABEL}", "")
    assert method_context(step, is_hole=True) == (f"{HEAD}{ADD}{LABEL}\n", f"\n\n{TOTAL}")
    chain = ClassChain(TASK, Strategy.INCREMENTAL, 0)
    (step,) = chain.ready_steps()
    receive(chain, step, COMPLETIONS["add"])
    (step,) = chain.ready_steps()
    written = '    def add(self, coin):\n        """Adds a coin."""\n        self.coins.append(coin)\n\n'
    assert method_context(step) == (HEAD + written + LABEL, "")
    assert method_context(step, is_hole=True) == (f"{HEAD}{written}{LABEL}\n", f"\n\n{TOTAL}")
    assert method_context(step, ["add"]) == (f"{HEAD}{ADD}{LABEL}", "")
