"""What models say, cut to the one method asked for. The published code's bugs are cases here, each named so."""

from __future__ import annotations

import ast
from itertools import product
from textwrap import dedent

import pytest
from counted_parses import counted_parses
from slow_and_full import one_in, slow

from classeval_hf.classes.prompts import parse_plan
from classeval_hf.classes.readings import TextForm, assemble_class
from classeval_hf.classes.readings import extract_class as read_class
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, MAX_PARSED_CHARS, MAX_PARSES
from classeval_hf.reading.method_extraction import ExtractedMethod, extract_method
from classeval_hf.reading.outlines import ClassOutline, outline_class, parsable_skeleton

SKELETON = '''import math

class Till:
    """A till."""

    def __init__(self):
        self.coins = []

    def add(self, coin: int, times: int = 1) -> int:
        """
        Adds a coin.
        >>> Till().add(2)
        2
        """

    @staticmethod
    def label(amount: int) -> str:
        """Text of an amount."""

    def total(self) -> int:
        """Sum of all coins."""
'''
TASK = ClassTask(
    task_id="till",
    class_name="Till",
    test="import unittest\nclass TillTest(unittest.TestCase):\n    def test(self):\n        pass\n",
    test_classes=("TillTest",),
    skeleton=SKELETON,
    methods_info=tuple(Method(method_name=name) for name in ("add", "label", "total")),
)
OUTLINE = outline_class(TASK)


def extract(text: str, name: str = "add", continuation: bool = False) -> ExtractedMethod:
    return extract_method(text, OUTLINE, name, "Till", continuation)


def extract_class(text: str, form: TextForm) -> str:
    return read_class(text, OUTLINE, "Till", form).code


def built(method: ExtractedMethod, name: str = "add") -> type:
    """The class with this method in it, which is ours and not a model's."""
    namespace: dict[str, type] = {}
    exec(assemble_class(OUTLINE, {name: method}), namespace)
    return namespace["Till"]


BODY = "        self.coins += [coin] * times\n        return sum(self.coins)\n"
METHOD = f"    def add(self, coin: int, times: int = 1) -> int:\n{BODY}"
OTHER = "    def total(self):\n        return 0\n"
CLASS = f"class Till:\n    def __init__(self):\n        self.coins = []\n\n{METHOD}\n{OTHER}"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(METHOD, id="method, indented"),
        pytest.param(dedent(METHOD), id="method, dedented"),
        pytest.param(METHOD.lstrip(), id="method, its first line dedented"),
        pytest.param(f"```python\n{METHOD}```", id="fence"),
        pytest.param(f"```python\n{METHOD}", id="unclosed fence"),
        pytest.param(f"~~~\n{dedent(METHOD)}~~~\nThat's it.", id="tildes"),
        pytest.param(f"Here's the method:\n\n{METHOD}\nIt doesn't do more.", id="prose around bare code"),
        pytest.param(f"Sure!\n\n```python\n{CLASS}```\n\nHope it's useful.", id="whole class in prose"),
        pytest.param(f"1. It:\n\n   ```python\n{METHOD}   ```\n", id="fence in a list"),
        pytest.param(f"[PYTHON]\n{METHOD}[/PYTHON] isn't it", id="CodeLlama's tags"),
        pytest.param(f"```python\n{SKELETON}```\nbecomes\n```python\n{METHOD}```", id="skeleton echoed first"),
        pytest.param(f"{SKELETON}\n\n{METHOD}", id="skeleton echoed without a fence"),
        pytest.param(f"```python\n{CLASS}\n\n    def broken(self:\n        return\n```", id="another method broken"),
        pytest.param(f"{METHOD}\n    def total(self):\n        return (1 +", id="next method cut off"),
        pytest.param(METHOD.replace("    ", "\t"), id="tabs"),
        pytest.param(METHOD.replace("        ", "\t\t"), id="tabs among spaces"),
        pytest.param(METHOD.replace("        ", "    \t"), id="spaces and tabs in a line"),
        pytest.param(METHOD.replace("\n", "\r\n"), id="other line ends"),
        pytest.param(f"The body is:\n```python\n{dedent(BODY)}```", id="body alone in a fence"),
        pytest.param(BODY, id="body alone"),
        pytest.param(METHOD.replace("        return", "    \n        return"), id="line of blanks ends nothing"),
        pytest.param(METHOD.replace("        return", "# a remark\n        return"), id="comment in column 0"),
        pytest.param(METHOD.replace("def add(", "def add ("), id="blank before the parenthesis"),
        pytest.param(
            METHOD.replace(
                "self, coin: int, times: int = 1", "\n        self,\n        coin: int,\n        times=1,\n    "
            ),
            id="signature over several lines",
        ),
        pytest.param(
            METHOD.replace("(self, coin: int, times: int = 1)", "(self, coin, sep=(1, 2), times=1)"),
            id="parentheses in the signature",
        ),
        pytest.param(
            f'class Till:\n    def total(self):\n        """Not def add(self):\n    def add(self): nor"""\n\n{METHOD}',
            id="def in a docstring",
        ),
        pytest.param(
            f'    def total(self):\n        return """\n    def add(self):\n        """ + (\n\n{METHOD}',
            id="def in a string of source that does not parse",
        ),
        pytest.param(
            f"class Till:\n    def total(self):\n        def add():\n            pass\n        return add\n\n{METHOD}",
            id="def nested in another method",
        ),
        pytest.param(
            METHOD.replace(BODY, f'        """\n        Add.\n        """\n{BODY}'),
            id="docstring closes on its own line",
        ),
        pytest.param(
            METHOD.replace(BODY, f'        """Add.\n        """\n{BODY}'), id="docstring opens in its line, odd quotes"
        ),
        pytest.param(
            f"```python\nimport decimal\n```\nand\n```python\n{METHOD}```", id="first fence holds an import only"
        ),
        pytest.param(f"### Response:\n{METHOD}\n### Response:\n    def add(self): return 0", id="marker repeated"),
        pytest.param(
            METHOD.replace("        return", '        x = "### Response:"\n        return'), id="marker in a string"
        ),
        pytest.param(
            METHOD.replace("        return", '        x = "[/INST]"\n        return'), id="closing tag in a string"
        ),
        pytest.param(
            METHOD.replace(f"\n{BODY}", " self.coins += [coin] * times; return sum(self.coins)\n"), id="one line"
        ),
    ],
)
def test_the_method_is_found(text: str) -> None:
    method = extract(text)
    assert not method.empty
    till = built(method)()
    assert (till.add(2), till.add(5, times=2)) == (2, 12)
    docstring = type(till).add.__doc__
    assert docstring is not None and "Add" in docstring


def test_the_contract_is_put_in_where_the_answer_has_no_docstring() -> None:
    contract = OUTLINE.contract("add")
    assert extract(METHOD).source == f"{contract.source}\n{BODY.rstrip()}"
    shallow = extract("def add(self, coin, times=1):\n  return coin")
    assert ast.parse(f"class _:\n{shallow.source}")
    assert built(extract("def add(self, coin): return coin"))().add(3) == 3


def test_decorators_stay() -> None:
    text = "```python\n@staticmethod\n@functools.cache\ndef label(amount):\n    return str(amount)\n```"
    method = extract(f"```python\nimport functools\n```\n{text}", "label")
    assert method.source.startswith("    @staticmethod\n    @functools.cache\n    def label(amount):")
    outdented = extract("Here:\n@staticmethod\n    def label(amount):\n        return str(amount)\n\nDone.", "label")
    assert outdented.source.startswith("    @staticmethod\n    def label(amount):")
    assert method.preamble == ("import functools",)
    assert built(method, "label").label(3) == "3"
    plain = extract("def label(self_made):\n    return 'self, cls'", "label")
    assert "@staticmethod" not in plain.source  # nothing is guessed from the text of the line


def test_property_and_setter_stay_together() -> None:
    text = (
        "@property\ndef total(self):\n    return 1\n\n@total.setter\ndef total(self, new):\n    self.coins = [new]\n"
    )
    till = built(extract(text, "total"), "total")()
    till.total = 4
    assert (till.total, till.coins) == (1, [4])


def test_strings_keep_their_text() -> None:
    text = 'def add(self, coin):\n    return """a\n  b\nc"""\n'
    assert built(extract(text))().add(1) == "a\n  b\nc"
    assert (
        built(
            extract(f"class Till:\n    {METHOD.split(':')[0].strip()}: int) -> str:\n        return '''x\ny'''")
        )().add(1)
        == "x\ny"
    )


def test_type_parameters_are_found() -> None:
    method = extract("def add[T](self, coin: T) -> T:\n    return coin")
    try:
        ast.parse("def f[T](): pass")
    except SyntaxError:
        assert method.empty
    else:
        assert "def add[T]" in method.source


@pytest.mark.parametrize(
    "text",
    [
        *("", "   \n", "I cannot do that.", "```python\n```", SKELETON, "def add(self, coin):"),
        "def addition(self): return 1",
    ],
)
def test_an_answer_without_the_method_is_flagged(text: str) -> None:
    method = extract(text)
    assert method.empty
    assert built(method)().add(1) is None  # the contract alone


def test_what_a_limit_cut_off_costs_the_end_of_the_method_only() -> None:
    text = "def add(self, coin):\n    for times in range(2):\n        self.coins.append(coin)\n    return self.total("
    till = built(extract(text))()
    till.add(7)
    assert till.coins == [7, 7]
    cut_at_once = extract("    def add(self, coin):\n        return sum(")
    assert cut_at_once.empty


@pytest.mark.parametrize("every", [3, slow(1)])
@pytest.mark.parametrize("continuation", [False, True])
def test_an_answer_cut_anywhere_makes_a_class_that_parses(continuation: bool, every: int) -> None:
    completions = [f"```python\n{CLASS}```\n", BODY + METHOD, METHOD.replace("return", 'x = """a\nb"""; return')]
    for completion in completions:
        for end in range(0, len(completion), every):
            for start in (0, end // 2):
                method = extract(completion[start:end], continuation=continuation)
                assert ast.parse(assemble_class(OUTLINE, {"add": method}))


def test_what_the_method_uses_comes_along() -> None:
    text = dedent("""
        ```python
        import re
        from typing import List
        LIMIT = 3
        UNUSED = 4

        def clip(value):
            return min(value, LIMIT)

        class Till:
            FACTOR = 2

            def __init__(self):
                self.coins = ["mine"]

            def add(self, coin):
                return self._scaled(clip(coin))

            def _scaled(self, value):
                return value * self.FACTOR

            def total(self):
                return "not asked for"

        till = Till()
        print(till.add(3))
        ```
    """)
    method = extract(text)
    assert method.preamble == ("LIMIT = 3", "def clip(value):\n    return min(value, LIMIT)")
    till = built(method)()
    assert (till.add(9), till.coins, till.total()) == (6, [], None)


def test_names_of_the_task_and_local_names_bring_nothing_along() -> None:
    text = (
        "import math\ncoin = 1\nresult = 2\n\ndef add(self, coin):\n    result = math.floor(coin)\n    return result\n"
    )
    assert extract(text).preamble == ()


def test_usage_is_no_helper_where_a_field_has_its_name() -> None:
    usage = "```python\ntill = Till()\ncoins = till.total()\n```"
    method = extract(f"```python\n{dedent(METHOD)}```\nUse it:\n{usage}")
    assert method.preamble == ()


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(BODY, id="body"), pytest.param(f"\n{BODY}", id="body after a line end")),
        pytest.param(BODY.lstrip(), id="first line without its indent"),
        pytest.param(f" {BODY.lstrip()}", id="first line with a blank"),
        pytest.param(dedent(BODY), id="body dedented"),
        pytest.param(dedent(BODY).replace("\n", "\n\n"), id="body dedented, blank lines"),
        pytest.param(f"{BODY}\n    def total(self):\n        return 1\n\n\nclass Other:\n    pass\n", id="runs on"),
        pytest.param(f"{BODY.lstrip()}\n    def total(self):\n        return 1\n", id="no indent, runs on"),
        pytest.param(f"{BODY}\n    def add(self, coin):\n        return 'again'\n", id="repeats itself"),
        pytest.param(f"{BODY}\n    def total(self):\n        return 'unended", id="cut off later"),
        pytest.param(f"{BODY}\nprint('in column 0')\n", id="goes on in column 0"),
        pytest.param(f"{BODY}That's how it's done.", id="prose in column 0"),
        pytest.param(f"        # a remark\n{BODY}", id="comment first"),
        pytest.param(f"        import math\n{BODY}", id="import in the body"),
        pytest.param(BODY.replace("        ", "\t\t"), id="tabs"),
        pytest.param(f"\n{METHOD}", id="states the signature again"),
        pytest.param(f"\n```python\n{METHOD}```\n", id="answers in a fence"),
        pytest.param(f"\n\n{CLASS}", id="states the class again"),
    ],
)
def test_a_continuation_is_a_body(text: str) -> None:
    method = extract(text, continuation=True)
    till = built(method)()
    assert (till.add(2), till.add(5, times=2)) == (2, 12)
    assert not method.empty


def test_a_continuation_may_nest_and_dedent() -> None:
    text = "        def add(value):\n            return value + 1\n        return add(coin)\n"
    assert built(extract(text, continuation=True))().add(1) == 2
    one_liner = "return coin\n\n    def total(self):\n        return 3"
    assert built(extract(one_liner, continuation=True))().add(5) == 5
    assert extract("\n\n    def total(self):\n        return 3", continuation=True).empty


@pytest.mark.parametrize("continuation", [False, True])
@pytest.mark.parametrize("head", ["        return -1", "```python\n        return -1\n```"], ids=["bare", "fenced"])
@pytest.mark.parametrize("body", [BODY, f"    {BODY}", BODY[4:]], ids=["as it is", "first line deeper", "less deep"])
def test_the_last_body_in_a_fence_is_taken(body: str, head: str, continuation: bool) -> None:
    text = f"{head}\nBetter so:\n\n```python\n{body}```\n"
    method = extract(text, continuation=continuation and head.startswith("`"))
    assert built(method)().add(5, times=2) == 10


def test_a_contract_with_a_decorator_goes_on() -> None:
    method = extract("        return f'{amount} cents'", "label", continuation=True)
    assert built(method, "label").label(3) == "3 cents"


def test_a_whole_class_from_each_kind_of_model() -> None:
    instruct = extract_class(f"Sure.\n```python\n{CLASS}```", TextForm.ANSWER)
    assert "return sum(self.coins)" in instruct and "Sure" not in instruct
    restated = extract_class(f"\n\n{CLASS}\nprint(1", TextForm.CONTINUATION)
    assert restated.startswith("class Till:") and ast.parse(restated)
    continued = extract_class(f"        return 5\n\n{METHOD}\n\n# Usage\nTill().to", TextForm.CONTINUATION)
    namespace: dict[str, type] = {}
    exec(continued, namespace)
    till = namespace["Till"]()
    assert (till.add(2), till.total()) == (2, 5)
    shallow = dedent(f"{METHOD}\n    def total(self):\n        return 5\n")
    assert "return 5" in extract_class(f"{shallow}\nTill().add(", TextForm.HOLE)
    draft = "<|channel|>analysis<|message|>A draft:\n\ndef total(self):\n    return 1\n\n<|end|><|start|>assistant"
    assert "return 5" in extract_class(f"{draft}<|channel|>final<|message|>\n{shallow}", TextForm.HOLE)
    behind = "```\nSo:\n```python\ndef total(self):\n    return 6\n```"
    assert "return 5" in extract_class(f"{shallow}{behind}", TextForm.HOLE)
    hole = extract_class(f"{METHOD}\n    def total(self):\n        return 5\n\nTill().add(", TextForm.HOLE)
    exec(hole, namespace)
    assert namespace["Till"]().add(2) == 2
    methods_only = extract_class(f"```\n{METHOD}\n```\n```\ndef total(self):\n    return 5\n```", TextForm.ANSWER)
    exec(methods_only, namespace)
    assert (namespace["Till"]().add(2), namespace["Till"]().total()) == (2, 5)


@pytest.mark.parametrize("kind", TextForm)
def test_an_answer_without_class_or_method_gives_nothing(kind: TextForm) -> None:
    assert extract_class("", kind) == ""
    assert extract_class("I'm sorry, but I can't help.", kind) == ""


def test_a_skeleton_is_taken_apart_and_put_together() -> None:
    assert OUTLINE.preamble == "import math"
    assert OUTLINE.class_level.endswith("        self.coins = []")
    assert OUTLINE.contract("label").passing == ("    @staticmethod\n    def label(amount: int) -> str:\n        pass")
    assert ast.dump(ast.parse(OUTLINE.source)) == ast.dump(ast.parse(SKELETON))
    assert parsable_skeleton(TASK) == SKELETON


def test_signatures_that_the_published_code_gets_wrong() -> None:
    """It splits at `):`, which swallows the docstring after `-> int:`, and a signature over lines."""
    source = SKELETON.replace(
        "coin: int, times: int = 1", "\n        coin: int,  # which :\n        times: int = 1\n    "
    )
    source = source.replace("self, \n", "self,\n")
    outline = outline_class(ClassTask(**{**vars(TASK), "skeleton": source}))
    assert outline.contract("add").signature.endswith("    ) -> int:")
    assert '"""' not in outline.contract("add").signature
    assert outline.contract("total").signature == "    def total(self) -> int:"


def broken(**changes: object) -> ClassOutline:
    fields = {
        "skeleton": SKELETON.replace(
            '        """Sum of all coins."""', "        “”“\n        It's the sum.\n\n        "
        ),
        "import_statement": ("import math",),
        "class_constructor": "class Till: \n    def __init__(self):\n        self.coins = []\n\n",
        "class_description": '    """\n    A till.\n    """\n',
        "methods_info": (
            Method("add", 'def add(self, coin: int) -> int:\n        """\n        Adds.\n        """'),
            Method("label", '@staticmethod\n    def label(amount):\n        """Text."""'),
            Method("total", "def total(self):\n        “”“\n        It's the sum.\n\n        "),
        ),
    }
    return outline_class(ClassTask(**{**vars(TASK), **fields, **changes}))


def test_a_skeleton_that_does_not_parse_is_built_of_the_other_fields() -> None:
    outline = broken()
    tree = ast.parse(outline.source)
    (till,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    methods = {node.name: node for node in till.body if isinstance(node, ast.FunctionDef)}
    assert list(methods) == ["__init__", "add", "label", "total"]
    assert ast.get_docstring(methods["total"]) == "It's the sum."
    assert methods["label"].decorator_list and ast.get_docstring(till) == "A till."
    assert outline.contract("add").body_indent == " " * 8


def test_what_is_missing_is_named() -> None:
    with pytest.raises(ValueError, match="Task till has no skeleton"):
        outline_class(ClassTask(**{**vars(TASK), "skeleton": ""}))
    with pytest.raises(ValueError, match=r"Task till: .* method gone"):
        broken(methods_info=(Method("gone", "anything"),))


@pytest.mark.parametrize(
    "text",
    [
        *('["total", "add"]', 'Sure: ```json\n{"order": ["total()", "add"]}\n``` as {x} shows'),
        *('{"add": ["total"], "total": ["__init__"]}', '{"dependencies": {"add": ["total", "add"], "total": []}}'),
        *('[{"name": "total"}, {"method": "add"}]', '["__init__", "total", "add"]'),
        '["add"] is wrong, it is ["total", "add"]',
    ],
)
def test_plans_are_read(text: str) -> None:
    assert parse_plan(text, ["add", "total"]) == ("total", "add")


@pytest.mark.parametrize(
    "text",
    [
        *("", "total, add", '["total"]', '["total", "add", "add"]', '{"add": ["total"], "total": ["add"]}'),
        *("[" * 3000, "[3]", ("[" + "1," * 130) * 990 + '["total", "add"]'),
    ],
)
def test_what_is_no_plan_is_none(text: str) -> None:
    assert parse_plan(text, ["add", "total"]) is None


def many(form: str, separator: str = "\n", count: int = 4_000) -> str:
    return separator.join(form.format(n=n) for n in range(count))


ADD = "def add(self, coin, times=1):\n"
LARGE = {
    "lines that go on": ADD + "    self.coins += [coin]\n" + "    (coin) \\\n" * 2_000,
    "prose and lines that go on": f"Sure thing:\n{ADD}    self.coins += [coin]\n" + "    (coin) \\\n" * 2_000,
    "definitions within one another": "\n".join(" " * n + ADD.rstrip() for n in range(600))
    + "\n"
    + " " * 700
    + "pass",
    "fields over many lines": f'{ADD}    self.coins += [f"""' + ("{coin}" + "\n" * 100) * 1_000 + '"""]',
    "helpers": many("def help{n}(): return {n}") + f"\n{ADD}    self.coins += [\n" + many("help{n}(),") + "\n    ]",
    "constants": many("C{n} = {n}") + f"\n{ADD}    self.coins += [" + many("C{n}", ", ") + "]",
    "setters": f"class Till:\n    @property\n    {ADD}        return 1\n"
    + f"    @add.setter\n    {ADD}        pass\n" * 4_000,
    "conditions": f"{ADD}    if coin: pass\n"
    + "    elif coin: pass\n" * 900
    + "    else:\n"
    + "        coin\n" * 9_000,
    "definitions": f"{ADD}    pass\n" * 5_000 + f"{ADD}    self.coins += [coin]\n",
    "tags": f"{' ' * 200_000}x\n[PYTHON]\n{ADD}    self.coins += [coin]\n[/PYTHON]",
}


@pytest.mark.parametrize(
    "name", [slow(name) if name in ("definitions within one another", "setters") else name for name in LARGE]
)
def test_large_answers_take_no_longer_than_their_length(name: str) -> None:
    """Where a step takes quadratic time, one or the other of these takes hours."""
    with counted_parses() as lengths:
        method = extract(LARGE[name])
    assert len(lengths) <= MAX_PARSES + 5  # those of the task's own text aside
    assert sum(lengths) <= 2 * MAX_PARSED_CHARS
    assert method.empty is (name == "definitions within one another") and "def add(self" in method.source
    if name in ("helpers", "constants"):
        assert len(method.preamble) == 4_000 and method.preamble[77].endswith("77")
    if name == "setters":
        assert method.source.count("@add.setter") == 4_000


UNITS = ("```\n", "    x\n", "    def add(\n", "### Response:\n", "(", "'''\n", "\\\n", "a;", "\t\t\n")


@pytest.mark.parametrize(("kind", "unit"), one_in(10, product(TextForm, UNITS)))
def test_the_longest_answers_are_read(unit: str, kind: TextForm) -> None:
    text = "Sure:\n" + unit * ((MAX_COMPLETION_CHARS - 6) // len(unit))
    with counted_parses() as lengths:
        extract_class(text, kind)
    assert len(lengths) <= (len(TASK.methods_info) + 2) * MAX_PARSES
    assert sum(lengths) <= 4 * MAX_PARSED_CHARS


def test_answers_that_are_too_long_are_not_read() -> None:
    text = f"{ADD}    self.coins += [coin]\n"
    padded = text + "#" * (MAX_COMPLETION_CHARS - len(text))
    assert not extract(padded).empty
    too_long = extract(f"{padded}#")
    assert (too_long.source, too_long.empty) == (OUTLINE.contract("add").stub, True)
    assert too_long.note.problem == "the completion has 262145 characters, more than the maximum of 262144"
    for kind in TextForm:
        assert extract_class(f"class Till:\n{padded}", kind) == ""


def test_a_method_that_goes_on_to_a_blank_line() -> None:
    method = extract(f"{ADD}    self.coins += [coin] \\\n\n    return times \\\n    \n")
    assert method.source.endswith("    return times")
    assert built(method)().add(2, 3) == 3


def test_a_method_as_deep_as_can_be_parsed() -> None:
    """Within the class it is one level deeper, and need not be Python any more."""
    deepest, too_deep = 1, 20_000
    while too_deep - deepest > 1:
        depth = (deepest + too_deep) // 2
        method = extract(f"{ADD}    return coin{'(1)' * depth}\n")
        deepest, too_deep = (deepest, depth) if method.empty else (depth, too_deep)
    assert deepest > 50


@pytest.mark.parametrize("indent", [4, 8])
@pytest.mark.parametrize("fence", ["```python\n{}\n```", "{}"])
def test_variables_of_an_indented_body_are_no_attributes(indent: int, fence: str) -> None:
    body = "coins = self.coins\nif coins:\n    return sum(coins)\nreturn 0"
    text = fence.format("\n".join(" " * indent + line for line in body.split("\n")))
    source = extract(text, "total").source
    (read,) = ast.parse(f"class _:\n{source}").body
    assert isinstance(read, ast.ClassDef)
    assert [type(item) for item in read.body] == [ast.FunctionDef]
    assert ast.unparse(read).endswith("return 0")


@pytest.mark.parametrize(
    "code",
    [
        "from math import *\n\ndef add(self, coin):\n    return floor(2.5)",
        "import sys\nif sys.version_info > (3,):\n    import json\n\ndef add(self, coin):\n    return json.loads('2')",
        "LOW, HIGH = 1, 2\n\ndef add(self, coin):\n    return HIGH",
        "from __future__ import annotations\n\ndef add(self, coin: Missing) -> Till:\n    return 2",
        "def add(self, coin):\n    return sum([coin, 1])\n```\nUse it:\n```\nsum = till.add(1)",
    ],
)
def test_what_a_method_needs_of_the_module(code: str) -> None:
    assert built(extract(f"```python\n{code}\n```\n"))().add(1) == 2


def test_a_counter_of_the_module_and_an_example_that_imports_all() -> None:
    text = "calls = 0\n\ndef add(self, coin):\n    global calls\n    calls += coin\n    return calls + unknown\n"
    method = extract(f"```python\n{text}```\nUse it:\n```python\nfrom till import *\n```\n")
    assert method.preamble == ("calls = 0",)


@pytest.mark.parametrize("continuation", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "        return [2, coin][0]\n\n\ntill = Till()\nprint(till.add(1))\n",
        "two = [2, coin]\n        return two[0]\n\ntill = Till()\nprint(till.add(1))\n",
        "return [2, coin][0]\n\nassert Till().add(1) == 2\nassert Til",
        "        return [2, coin][0]\n\n\nif __name__ == '__main__':\n    till = Till()\n",
    ],
)
def test_examples_of_use_behind_a_body_are_no_part_of_it(text: str, continuation: bool) -> None:
    method = extract(text, continuation=continuation)
    assert method.source.endswith("[0]")
    assert built(method)().add(1) == 2


@pytest.mark.parametrize(
    "text",
    [
        "```\ndef add(self, coin):\n    return -1\n```\nBetter:\n```\ndef add(self, coin):\n    return 2\n```\n",
        "    def add(self, coin):\n        return 2\n\n\nclass Other:\n    def add(self, coin):\n        return -1\n",
        "import math\n\ndef add(self, coin):\n    return 2\n\n\nif __name__ == '__main__':\n    pass\n",
        "py\n\n def add(self, coin):\n    return 1 + \\\n        1",
        '"""Adds.\n\n        :return: int\n        """\n        return 2<|im_end|>\n<|im_start|>user\nok',
    ],
)
def test_continuations_that_begin_again(text: str) -> None:
    assert built(extract(text, continuation=True))().add(1) == 2


def test_blanks_in_strings_of_a_text_that_is_cut_off_stay() -> None:
    text = '        text = """\n a\n \n        """\n        return text\n        if se'
    assert built(extract(text, continuation=True))().add(1) == "\n a\n \n        "
