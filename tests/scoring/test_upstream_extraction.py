"""What the public harness's rules make of an answer, form by form."""

import pytest

from classeval_hf.scoring.upstream_rules import upstream_code, with_imports_in_front, with_static_methods

BOX = "class Box:\n    def size(self):\n        return 0"
INDENTED = "\n".join(f"  {line}" for line in BOX.split("\n"))


@pytest.mark.parametrize(
    ("completion", "code"),
    [
        pytest.param(f"Here:\n```python\n{BOX}\n```\nDone.", f"\n{BOX}\n", id="python fence"),
        pytest.param(f"```python3\n{BOX}\n```", f"3\n{BOX}\n", id="the rest of a language's name is code"),
        pytest.param(f"```\n{BOX}\n```\n```python\nx = 1\n```", "\nx = 1\n", id="python before other fences"),
        pytest.param(f"```scss\nx = 1\n```\n```ruby\n{BOX}\n```", f"\n{BOX}\n", id="ruby before scss"),
        pytest.param(f"```scss\n{BOX}\n```", f"\n{BOX}\n", id="scss"),
        pytest.param(f"```\n{BOX}\n```", f"\n{BOX}\n", id="bare fence"),
        pytest.param(f"```python\n{BOX}", "", id="unclosed python fence"),
        pytest.param(f"```\n{BOX}\n```\n```python\nx = 1", "", id="unclosed python fence after another"),
        pytest.param(f"[PYTHON]\n{BOX}\n[/PYTHON]", f"\n{BOX}\n", id="marked"),
        pytest.param(f"```\n{BOX}\n```[PYTHON]x[/PYTHON]", f"\n{BOX}\n", id="fence before mark"),
        pytest.param(f"a\n### Response:\n{BOX}\n### Response:\nb", BOX, id="response, the first of two"),
        pytest.param(f"class A: pass\n@@ Response:\n{BOX}", BOX, id="other response mark"),
        pytest.param(f"[INST] class A: pass [/INST]\n{BOX}", BOX, id="chat mark"),
        pytest.param(f"[/INST]x\n### Response:{BOX}", BOX, id="response before chat mark"),
        pytest.param(f"Here it is:\nimport re\n{BOX}  \n\n", f"import re\n{BOX}", id="prose goes, imports stay"),
        pytest.param(f"Hi\n\n{BOX}\n\nHi\nEnd", f"{BOX}\nEnd", id="lines like those that went go too"),
        pytest.param(INDENTED, BOX, id="indented class"),
        pytest.param(f"import re\n{INDENTED}\nx", f"import re\n{BOX}\nx", id="what has less indent gets none"),
        pytest.param("I cannot do that.\nSorry.", "", id="no class"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_code(completion: str, code: str) -> None:
    assert upstream_code(completion) == code


def test_runs_of_incoder_end_at_their_mark() -> None:
    assert upstream_code(f"{BOX}\n<|/ file |>\nmore", is_incoder=True) == f"{BOX}\n"
    assert upstream_code(f"Prose\n```python\n{BOX}\n```", is_incoder=True) == f"Prose\n```python\n{BOX}\n```"


@pytest.mark.parametrize(
    ("source", "repaired"),
    [
        ("class A:\n    def f(x):\n        pass", "class A:\n    @staticmethod\n    def f(x):\n        pass"),
        ("class A:\n@staticmethod\n    def f(x): pass", "class A:\n    @staticmethod\n    def f(x): pass"),
        ("class A:\n    @staticmethod\n    def f(self): pass", "class A:\n    def f(self): pass"),
        ("class A:\n    def f(cls, x): pass", "class A:\n    def f(cls, x): pass"),
        ("class A:\n    def myself(x): pass", "class A:\n    def myself(x): pass"),
        ("class A:\n  def f(x): pass", "class A:\n  def f(x): pass"),
        ("class A:\n    async def f(x): pass", "class A:\n    async def f(x): pass"),
        ("class A:\n    def f(\n     self): pass", "class A:\n    @staticmethod\n    def f(\n     self): pass"),
        ("def f(x): pass", "def f(x): pass"),
    ],
)
def test_static_methods(source: str, repaired: str) -> None:
    assert with_static_methods(source) == repaired


def test_module() -> None:
    """Imports stand in front of all."""
    completion = "Sure:\n```python\nclass Box:\n    def size(items):\n        return 0\n```"
    repaired = "\nclass Box:\n    @staticmethod\n    def size(items):\n        return 0\n"
    assert with_static_methods(upstream_code(completion)) == repaired
    for code in (repaired, "from __future__ import annotations"):
        assert with_imports_in_front(code, ("import re", "import os")) == f"import re\nimport os\n{code}"


def test_long_answers_take_no_long() -> None:
    """Each form at its worst: what took more than linear time would not end."""
    for form in ("```python", "[PYTHON]", "x\n", "### Response:", "  class\n"):
        upstream_code(form * 200_000)
