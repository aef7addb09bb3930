"""Answers in which something else looks like the answer, hides it or stands in it, each kind in a few texts."""

from __future__ import annotations

import ast
from itertools import product
from textwrap import dedent

import pytest
from answer_forms import BAD, FILE, GOOD, METHODS, OUTLINE, TASK
from counted_parses import counted_parses

from classeval_hf.classes.readings import _read, extract_class
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.projects.reading import assemble
from classeval_hf.reading.completion_blocks import answer_text
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, MAX_PARSES, extract_code
from classeval_hf.reading.method_extraction import extract_method
from classeval_hf.reading.outlines import outline_class

METHOD, BAD_METHOD = METHODS["definition"]
BODY, _ = METHODS["body"]
INDENTED = f"    {METHOD}".replace("\n", "\n    ")
HEAD, _, MEMBERS = GOOD.partition("    def add")
KINDS = GOOD.replace("    def add", "    kinds = {}\n\n    def add", 1)


def fenced(code: str) -> str:
    return f"```python\n{code}\n```\n"


def class_of(text: str) -> str:
    """The class read of a text for a task, run by itself: a class of the answer's behaviour."""
    code = extract_class(text, OUTLINE, "Till").code
    scope: dict[str, type] = {}
    exec(compile(code, "till", "exec"), scope)
    till = scope["Till"]()
    assert (till.add(2.5), till.total()) == (2, 2), code
    return code


def method_of(text: str, *, in_file: bool = False) -> str:
    """The method read of a text, with what comes along; it must be the answer, and compile."""
    if in_file:
        code = assemble(FILE, Target("Till.total", "method"), 0, text).source
    else:
        method = extract_method(text, OUTLINE, "total", "Till")
        code = "\n".join([*method.preamble, f"class _:\n{method.source}"])
    compile(code, "till", "exec")
    assert "sum(coins)" in ast.unparse(ast.parse(code)) and "-1" not in code, code
    return code


ELSEWHERE = {  # a whole class with a wrong method, and where it stands beside the method that was answered
    "think": "<think>\n{bad}</think>\n{good}",
    "analysis": "<|channel|>analysis<|message|>{bad}<|end|><|start|>assistant<|channel|>final<|message|>{good}",
    "echo": "### Instruction:\n{bad}\n### Response:\n{good}",
    "invented turn": "{good}<|im_end|>\n<|im_start|>user\nNo.<|im_end|>\n<|im_start|>assistant\n{bad}",
    "user's header": "<|start_header_id|>user<|end_header_id|>\n\n{bad}<|eot_id|>"
    "<|start_header_id|>assistant<|end_header_id|>\n\n{good}",
    "closing tag alone": "So:\n{bad}</think>\n\n{good}",
}


@pytest.mark.parametrize("code", [fenced(METHOD), f"{METHOD}\n", f"{INDENTED}\n"])
@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_whole_class_elsewhere_is_no_answer(place: str, code: str) -> None:
    method_of(ELSEWHERE[place].format(bad=fenced(BAD), good=code))


@pytest.mark.parametrize("in_file", [False, True])
@pytest.mark.parametrize(
    "head",
    [
        *("import decimal as X\n\n", "import decimal as X\n", "from fractions import Fraction as X\n"),
        *("from fractions import (\n    Fraction as X,\n)\n\n", "from fractions import \\\n    Fraction as X\n"),
        *("@vars\ndef X(): return 1\n\n", "class X(Exception): pass\n", "from os import *\nX = sep\n\n"),
        *("from fractions import (Decimal,\n        Fraction as X)\nimport os\n", "X, Y = (\n    1,\n    2,\n)\n"),
        "from os import (\r\n\tpath as X,\r\n)\r\n",
    ],
)
@pytest.mark.parametrize("form", ["{}", "```python\n{}\n```", "Here it is:\n\n{}\n\nThat is all."])
def test_a_line_above_an_indented_method_is_of_the_module(form: str, head: str, in_file: bool) -> None:
    method = INDENTED.replace("sum(coins)", "X and sum(coins)").replace("and sum(coins)", "and sum(coins) # x")
    text = form.format(head + method)
    code = assemble(FILE, Target("Till.total", "method"), 0, text).source.partition("class Till")[0]
    above = (
        code.removeprefix("import math")
        if in_file
        else "\n".join(extract_method(text, OUTLINE, "total", "Till").preamble)
    )
    assert ast.unparse(ast.parse(above)) == ast.unparse(ast.parse(head.replace("import os\n", "")))


def test_a_constant_above_an_indented_method_is_where_it_is_used() -> None:
    helped = f"def X():\n    return 1\n\n{INDENTED}".replace("sum(coins)", "X() and sum(coins)")
    assert all("def X()" in method_of(helped, in_file=in_file) for in_file in (False, True))
    kind = "@property\ndef kind(self): return 1\n\n    def total(self):\n        return self.kind\n"
    assert "    @property\n    def kind(self): return 1" in extract_method(kind, OUTLINE, "total", "Till").source
    text = "RATE = 2\n\n    def total(self):\n        return {}\n"
    assert extract_method(text.format("RATE"), OUTLINE, "total", "Till").preamble == ("RATE = 2",)
    assert extract_method(text.format("self.RATE"), OUTLINE, "total", "Till").source.startswith("    RATE = 2\n")


SHELF_SKELETON = """class Shelf:
    @staticmethod
    def label(amount):
        'Text.'

    @classmethod
    def make(cls):
        'One.'

    @property
    @abstractmethod
    def size(self):
        'How many.'
"""
SHELF = outline_class(
    ClassTask(
        "shelf", "Shelf", "", (), skeleton=SHELF_SKELETON, methods_info=tuple(map(Method, ("label", "make", "size")))
    )
)


@pytest.mark.parametrize(
    ("name", "signature", "decorator"),
    [
        *(("label", "amount", "staticmethod"), ("make", "cls", "classmethod"), ("size", "self", "property")),
        *(("label", "self, amount", ""), ("size", "shelf", "")),
    ],
)
@pytest.mark.parametrize("form", ["{}", "```python\n{}\n```", "class Shelf:\n    {}"])
def test_decorators_of_the_contract_are_put_back(form: str, name: str, signature: str, decorator: str) -> None:
    source = extract_method(form.format(f"def {name}({signature}): return 1"), SHELF, name, "Shelf").source
    assert source.startswith(f"    @{decorator}\n    def" if decorator else "    def")


OPEN = 'class Till:\n    def add(self, coin):\n        """Adds.\n\n'


@pytest.mark.parametrize(
    "text",
    [
        *(f"{OPEN}{INDENTED}\n", OPEN + INDENTED.replace("\n", '\n        """Sums."""\n', 1)),
        *(f"{OPEN}### Response:\n{fenced(METHOD)}", f"{OPEN}### Response:\n{INDENTED}\n"),
        *(f"{OPEN}### Response:\n{BODY}\n", f"### Instruction:\n{OPEN}### Response:\n{METHOD}\n"),
        f"<|im_start|>user\n{OPEN}<|im_end|>\n<|im_start|>assistant\n{METHOD}\n",
        *(f"{OPEN}### Response: {METHOD}\n", f"{OPEN}<|assistant|>{METHOD}\n", f"x = '''\n[/INST] {METHOD}\n"),
    ],
)
def test_an_open_string_hides_nothing_where_nothing_else_is_found(text: str) -> None:
    method_of(text)
    if "### Response" in text:
        class_of(f"{text.partition('### Response')[0]}### Response:\n{fenced(GOOD)}")
    for mark in ("### Response: ", "<|assistant|>", "[/INST] "):
        if mark in text:
            assert class_of(text.partition(mark)[0] + mark + GOOD).startswith("import math\n")


@pytest.mark.parametrize(
    "text",
    [
        "### Analysis\n{bad}### Response\n{good}",
        "<think>\nIt is <|im_start|>user here.\n{bad}</think>\n{good}",
        "<think>\nSo.\nHuman: wants a till.\n{bad}</think>\n{good}",
        "So.\nHuman: wants a till.\n{bad}</think>\n{good}",
        "<think>\nuser\nUser: a till\n### Response:\nAssistant: well\n{bad}</think>\n{good}",
        "{good}\n\nHuman: Another.\n\nAssistant: Let me think.\n{bad}</think>\n{bad}",
        "### Response:\n{good}### Explanation\nIt adds.\n\n### Response:\n{bad}",
        "### Task 1: think\nSo.\n\n### Task 2: write\n**Output:**\n{good}",
        "## Solution\n\n{good}\n### Notes\n\nQuestion: More?\nAnswer:\n{bad}",
        f"Complete this:\n\n{OUTLINE.source}\n### Response:\nWell.\n\nHuman: what?\n\n{{good}}",
    ],
)
def test_words_in_an_answer_open_no_turn(text: str) -> None:
    class_of(text.format(good=fenced(GOOD), bad=fenced(BAD)))
    method_of(text.format(good=fenced(METHOD), bad=fenced(BAD_METHOD)))


@pytest.mark.parametrize(
    "heading", ["### Task 2: the methods\n**Output:**\n", "### Response\n", "Task 2:\nSolution:\n"]
)
@pytest.mark.parametrize("above", ["", "### Task 1: the fields\n"])
def test_a_heading_between_parts_of_a_class_parts_nothing(above: str, heading: str) -> None:
    class_of(f"{above}{fenced(HEAD.rstrip())}{heading}{fenced(f'    def add{MEMBERS}')}")
    helped = GOOD.replace("sum(", "add_up(")
    assert class_of(f"{above}{fenced('add_up = sum')}{heading}{fenced(helped)}").startswith("add_up = sum\n")


@pytest.mark.parametrize(
    "other", ["```json\n{{a{}: }} x\n```\n", "```python\nprint({}) x\n```\n", "```\n$ pip {}\n```\n"]
)
@pytest.mark.parametrize("in_file", [False, True])
def test_many_blocks_behind_the_method_hide_nothing(other: str, in_file: bool) -> None:
    many = "".join(map(other.format, range(62)))
    helper = fenced("def double(value):\n    return value")
    code = method_of(helper + fenced(METHOD.replace("return", "return double(0) +")) + many, in_file=in_file)
    assert "def double" in code
    method_of(fenced(f"    {BODY.strip()}") + many, in_file=in_file)


PROSE = (
    "locker.py",
    "src/locker.py",
    "Language: Python",
    "- store\n- fee",
    "* fee",
    "Time: O(n)",
    "Time - O(n)",
    "[DONE]",
    "python",
    *("Result = total", "Total = amount * rate", "Result += total"),
)


@pytest.mark.parametrize("prose", PROSE)
def test_prose_that_is_python_by_accident_is_left_out(prose: str) -> None:
    between = GOOD.replace("class Till", f"{prose}\nclass Till")
    for code in (f"{prose}\n{GOOD}", f"{prose}\n\n{GOOD}\n\n{prose}", between):
        assert prose not in class_of(code) and prose not in class_of(f"Sure.\n\n{fenced(code)}")
    for answer in (METHOD, INDENTED, *(() if "\n" in prose else (BODY, BODY.replace("    ", "")))):
        assert prose not in method_of(f"{prose}\n{answer}\n") and prose not in method_of(fenced(f"{prose}\n{answer}"))


EXAMPLES = (
    *("unittest.main()", "import sys\nsys.exit(main())", "input()", "assert Till().total() == 5", "main()"),
    *("import sys\nfor line in sys.stdin:\n    print(int(line))", "name = input()\nprint(name)"),
    *(
        *(
            "while True:\n    if input() == 'q':\n        break",
            "from till import Till",
            "import till\nx = till.Till()",
        ),
        *(
            "import argparse as a\nargs = a.ArgumentParser().parse_args(['x'])",
            "from .till import Till as T\nT().nope()",
        ),
        "till = Till()\ndel till\nTill().nope()",
    ),
    "import argparse\nparser = argparse.ArgumentParser()\narguments = parser.parse_args()\nprint(arguments)",
    "def main():\n    Till().nope()\n\n\nmain()",
    "import unittest\nfrom till import Till\n\n\nclass TillTest(unittest.TestCase):\n    pass\n\n\nunittest.main()",
)
UNLOADABLE = (  # what needs a name that nothing binds
    "class TillTest(unittest.TestCase):\n    def test(self):\n        self.assertEqual(1, 1)\n\n\nunittest.main()",
    "class Base(TestCase):\n    pass\n\n\nclass TillTest(Base):\n    def test(self):\n        Till()",
    "@pytest.fixture\ndef till():\n    return Till()\n\n\ndef test_total(till):\n    assert till.total() == 0",
    "@given(integers())\ndef test_add(n):\n    Till().add(n)",
)
PROGRAM = (
    *("import sys\nsys.settrace(None)", "name = input('Name: ')", "import os\nos.write(1, b'')"),
    "import socket\na, b = socket.socketpair()\na.send(b'')",
)
ACTS = (
    *(
        *("math.seed(3)", "setattr(Till, 'x', 1)", "Till.register(int)", "LIMIT = 3"),
        "for n in 'ab':\n    setattr(Till, n, 1)",
    ),
    *("app = make()\n\n\n@app.route\ndef show():\n    pass", "handler = make()\nTill.register(handler)"),
    "if __name__ == '__main__':\n    unittest.main()",
)


@pytest.mark.parametrize("example", [*EXAMPLES, *UNLOADABLE])
@pytest.mark.parametrize("form", [fenced("{}"), "{}\n", "\r\n{}"])
def test_what_only_calls_below_a_class_is_left_out(form: str, example: str) -> None:
    class_of(form.format(f"{GOOD}\n\n\n{example}"))


@pytest.mark.parametrize("code", ["raise ValueError", *PROGRAM])
def test_what_else_a_program_does_is_left_out_of_a_block_alone(code: str) -> None:
    class_of(fenced(f"{GOOD}\n\n\n{code}"))
    whole = f"{GOOD}\n\n\n{code}\n"
    assert extract_code(whole, "Till", ["add", "total"]).code == whole, "what is Python as a whole stays"


@pytest.mark.parametrize("code", ACTS)
@pytest.mark.parametrize("form", [fenced("{}"), "{}"])
def test_what_changes_a_class_or_what_it_uses_stays(form: str, code: str) -> None:
    found = extract_code(form.format(f"{GOOD}\n\n\n{code}"), "Till", ["add", "total"]).code
    assert found.rstrip().endswith(code)


def test_what_cannot_be_loaded_stays_where_the_class_needs_it() -> None:
    helped = GOOD.replace("math.floor(coin)", "Coin.floor(coin)") + "\n\n\nclass Coin(Base):\n    floor = math.floor"
    assert "class Coin" in extract_code(fenced(helped), "Till", ["add", "total"]).code
    other = f"{GOOD}\n\n\nclass Other(Base):\n    pass\n"
    assert extract_code(other, "Till", ["add", "total"]).code == other, "a part of a program"
    acting = "def mark(cls):\n    cls.rate = RATE()\n    return cls\n\n\nRATE = int\nTill = mark(Till)"
    assert "RATE = int" in class_of(fenced(f"{GOOD}\n\n\n{acting}"))
    acting = (
        "def mark(cls):\n    cls.rate = rate()\n    return cls\n\n\nrate = lambda: whole()\nwhole = int.__call__\n"
    )
    assert "whole = int" in class_of(fenced(f"{GOOD}\n\n\n{acting}Till = mark(Till)"))


def test_what_sets_a_part_of_a_class_stays_whatever_it_calls() -> None:
    for line in ("Till.first = Till()", "Till.kinds |= made()", "Till.limits: dict = made()"):
        assert line in class_of(fenced(f"def made():\n    return {{}}\n\n\n{KINDS}\n{line}"))


def test_a_statement_that_shares_a_line_is_left_whole() -> None:
    code = class_of(fenced(f"{GOOD}\nprint(\n    Till()); LIMIT = 2\n"))
    assert "LIMIT = 2" in code


@pytest.mark.parametrize("line", ["self.kinds = Unknown(1)", "kinds['a'] = made", "kind = Made(self)"])
def test_what_sets_a_part_of_an_object_or_calls_is_no_prose(line: str) -> None:
    for text in (f"{BODY.replace('coins =', line + chr(10) + '    coins =', 1)}\n", fenced(f"    {line}\n{BODY}")):
        assert line.partition(" = ")[2] in method_of(text)


def test_names_of_a_class_above_it_and_calls_are_prose() -> None:
    for prose in ("Class: Till", "Note = done()", "O(n)", "Class = Till"):
        assert prose not in class_of(f"{prose}\n{GOOD}") and prose not in class_of(fenced(f"{prose}\n\n{GOOD}"))


def test_a_constant_of_names_in_another_block_stays() -> None:
    rate = "import math\n\nRATE = BASE * 2"
    text = f"{fenced('BASE = 1')}{fenced(rate)}{fenced(GOOD.replace('sum(', 'RATE and sum('))}"
    assert "RATE = BASE * 2" in class_of(text)


@pytest.mark.parametrize("code", [GOOD, METHOD, INDENTED, BODY])
@pytest.mark.parametrize("fence", ["\t", "    ", "  "])
def test_tabs_and_blanks_in_a_list(fence: str, code: str) -> None:
    """By columns, where one line begins with a tab and another with blanks."""
    lines = code.split("\n")
    mixed = "\n".join(("\t" if number % 2 else "    ") + line if line else line for number, line in enumerate(lines))
    tabs = "\n".join(f"\t{line}".replace("    ", "\t") for line in lines)
    for inner in (mixed, tabs):
        text = f"1.\tSo:\n\n{fence}```python\n{inner}\n{fence}```"
        (class_of if code == GOOD else method_of)(text)


@pytest.mark.parametrize("tag", ["plan", "order", "fix", "tool_calls"])
def test_text_between_tags_that_no_format_names_is_a_part_of_it(tag: str) -> None:
    text = f'<{tag}>\n["add", "total"]\n</{tag}>\n\nEach after those that it calls.'
    assert answer_text(text) == text


def test_a_turn_that_repeats_another_is_read() -> None:
    assert answer_text("[/INST] foo bar [/INST] foo bar [/INST] foo bar ").strip() == "foo bar"


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        *(('<parameter name="file_text">', "</parameter>"), ("<arg_value>", "</arg_value>")),
        ('<pre><code class="language-python">', "</code></pre>"),
        ("<function=write>\n<parameter=text>", "</parameter>\n</function>"),
        *(("<write><path>till.py</path><text>", "</text></write>"), ("<![CDATA[", "]]>")),
        *(("<text><![cdata[\n", "\n]]></text>"), ("<answer>\n<![CDATA[\n", "\n]]>\n</answer>")),
    ],
)
def test_code_in_the_line_of_an_unknown_tag_or_in_cdata(opening: str, closing: str) -> None:
    helped = f"import decimal\n\n{METHOD.replace('sum(coins)', 'decimal and sum(coins)')}".replace("decimal and ", "")
    for before, end, behind in product(("", "Sure:\n\n"), ("", "\n"), ("", "\nThat is all.")):
        assert class_of(f"{before}{opening}{GOOD}{end}{closing}{behind}").startswith("import math\n")
        method_of(f"{before}{opening}{helped}{end}{closing}{behind}")


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        *(("<analysis>", "</analysis>"), ('<details type="reasoning">', "</details>")),
        *(("<|thought_start|>", "<|thought_end|>"), ("<\u601d\u8003>", "</\u601d\u8003>")),
    ],
)
def test_a_draft_in_tags_that_no_format_names(opening: str, closing: str) -> None:
    for draft in (f"{BAD}\n", fenced(BAD)):
        class_of(f"{opening}\n{draft}{closing}\n\n{GOOD}")
    method_of(f"{opening}\n{fenced(BAD_METHOD)}{closing}\n{METHOD}")
    class_of(f"{opening}\n{fenced(GOOD)}{closing}\nThat is all.")


@pytest.mark.parametrize(
    "chat",
    [
        *(" <sep> human: More. <sep> assistant: ", "<reserved_106>More.<reserved_107>"),
        "\n<SPECIAL_12>\n<SPECIAL_11>User\nMore.\n<SPECIAL_11>Assistant\n<think></think>",
    ],
)
def test_turns_of_further_formats(chat: str) -> None:
    class_of(GOOD + chat + BAD)
    method_of(fenced(METHOD) + chat + fenced(BAD_METHOD))


@pytest.mark.parametrize(
    "prose",
    [
        *("For comparison, the naive version, which is wrong:", "Don't do this:", "Before it was:"),
        *("The original code was:", "Never write it like this:", "Avoid this:", "Previously:", "Before the change:"),
        *("Rather than this:", "Incorrect:", "Anti-pattern:", "This won't work:", "The original, for reference:"),
        *("What not to do:", "Not like this:", "The code you had:", "Original (buggy):", "Here's what was wrong:"),
    ],
)
def test_the_last_version_is_no_answer_where_prose_disowns_it(prose: str) -> None:
    class_of(f"{fenced(GOOD)}\n{prose}\n\n{fenced(BAD)}")
    method_of(f"{fenced(METHOD)}\n{prose}\n\n{fenced(BAD_METHOD)}")
    method_of(f"{fenced(METHOD)}\n{prose}\n\n{fenced(BAD)}")
    method_of(f"{fenced(BODY)}\n{prose}\n\n{fenced(METHODS['body'][1])}")


@pytest.mark.parametrize(
    "prose",
    [
        *("First fix, `total`:", "Oops, I forgot the coins, so `total` is:", "Use this `total` instead:"),
        *("**Update `total`**:", "`total` must be:", "Second attempt at `total`:", "The right `total`:"),
        *("On second thought, `total`:", "Update `total`:", "Wait, that is wrong. `total`:"),
    ],
)
def test_further_corrections(prose: str) -> None:
    wrong = GOOD.replace("sum(self.coins)", "-1")
    class_of(f"{fenced(wrong)}\n{prose}\n\n{fenced(METHOD)}")


def test_a_skeleton_echoed_is_no_answer_in_a_file() -> None:
    for mark in ("<|assistant|>\n", "\n### Response:\n", "\nSo:\n"):
        for answer in (fenced(METHOD), fenced(BODY)):
            method_of(fenced(OUTLINE.source) + mark + answer, in_file=True)
    empty = assemble(FILE, Target("Till.total", "method"), 0, fenced("def total(self):\n    pass"))
    assert "pass" in empty.source


@pytest.mark.parametrize("prose", ["`till.py`", "Time complexity: O(n)", "> till.py", "The body of `total`:\n"])
def test_a_body_below_prose_in_a_fence(prose: str) -> None:
    for in_file in (False, True):
        method_of(fenced(f"{prose}\n{BODY}"), in_file=in_file)
    broken = fenced("coins = total(\n    [0],\n  return -1")
    assert extract_method(broken, OUTLINE, "total", "Till").empty


def test_methods_alone_are_put_into_the_skeleton_where_some_are_missing() -> None:
    for text in (INDENTED, fenced(INDENTED), f"The method:\n\n{fenced(METHOD)}"):
        found = extract_class(text, OUTLINE, "Till")
        scope: dict[str, type] = {}
        exec(found.code, scope)
        assert (scope["Till"]().total(), scope["Till"]().add(1), found.note.block) == (0, None, "members")
    explained = f"<think>\n{fenced(GOOD)}</think>\nThe method:\n{fenced(BAD_METHOD)}"
    assert extract_class(explained, OUTLINE, "Till").note.block == "reasoning"
    assert extract_class(fenced("def helper(self):\n    return 1"), OUTLINE, "Till").note.block != "members"


LONG = GOOD.replace(
    "    def add(self, coin):\n",
    '''    @property
    def kinds(self):
        """
        All kinds.
        """
        kinds = {
            "a": [1, 2],
        }
        try:
            text = f"{kinds} {self.coins}" if kinds else """
never"""
        except (KeyError, ValueError) as error:
            raise TypeError from error
        else:
            return text

    def add(self, coin):
''',
)


@pytest.mark.parametrize("form", ["{}", "Sure:\n```python\n{}", "Here it is:\n\n{}"])
def test_a_class_that_is_cut_off_is_read_up_to_its_last_whole_statement(form: str) -> None:
    """Wherever it is cut, it has all methods above, and is Python."""
    for end in range(LONG.index("= []") + 4, len(LONG)):
        reading = _read(TASK, form.format(LONG[:end]))
        assert reading["ruling"] is None, LONG[:end]
        assert reading["source"].count("def ") >= LONG[:end].count("def ") - 1


@pytest.mark.parametrize(
    "line", ["self.coins.append((1", "x = 'abc", '"""Doc', "return x y", "return 1 +", "foo bar", "x = {1:\n    2"]
)
def test_a_class_with_an_error_is_not_cut_back(line: str) -> None:
    """Where more follows, or the fence is closed, or the line is whole, nothing was cut off."""
    last = f"{GOOD}\n        {line}\n"
    texts = [GOOD.replace("        return self.total()", f"        {line}\n        return self.total()"), fenced(last)]
    for text in [*texts, fenced(texts[0]), *[last] * (line in ("return x y", "return 1 +", "foo bar"))]:
        assert _read(TASK, text)["ruling"] is not None, text


ODD_LINES = [
    *("class Till", "clas Till:", "Class Till", "cls Till:", "classTill:", "def Till:", "struct Till:", "Till:"),
    *("class Till {", "public class Till", "class Till -> None:", "class Till extends Base:", "class Till(object)"),
    *("class Otherthing", "claass Otherthing:", "class Otherthing # of coins", "class Other-thing:", "class Till;"),
]


@pytest.mark.parametrize("line", ODD_LINES)
@pytest.mark.parametrize("form", ["{}", "```python\n{}\n```", "Here it is:\n\n{}\n\nDone.", "So:\n```\n{}\n"])
def test_methods_below_a_broken_class_line_are_not_put_into_the_skeleton(form: str, line: str) -> None:
    flat = "\n".join([HEAD.partition("class")[0] + line, dedent("    def add" + MEMBERS)])
    documented = GOOD.replace("class Till:", f'@final\n{line}\n    """A till."""\n\n    coins = None')
    for code in (GOOD.replace("class Till:", line), documented, flat):
        ruling = _read(TASK, form.format(code))["ruling"]
        assert ruling is not None and ruling["error_type"] in ("SyntaxError", "IndentationError"), code


@pytest.mark.parametrize("head", ["The methods:", "Add this to the class Till:", "till.py", "# Till", "## class Till"])
def test_prose_and_python_above_methods_are_no_class_line(head: str) -> None:
    class_of(f"{head}\n\n    def add{MEMBERS}".replace("math.floor", "int"))
    imports = "import sys\nfrom math import (\n    floor,\n)\nRATE = [\n    2,\n]\n\n"
    class_of(f"{head}\n{fenced(imports + '    def add' + MEMBERS).replace('math.floor', 'floor')}")


TURNS = (
    *("<|channel|>analysis<|message|>x<|end|>", "### Response:\n", "Human: x\n\nAssistant: y\n\n", "<a>import b\n"),
    *("~~~\n```\n", fenced("def total(self):\n    return ("), "### Task 2: x\n**Output:**\n", "<think>x</think>\n"),
)


@pytest.mark.parametrize("unit", [*TURNS[:2], *(pytest.param(unit, marks=pytest.mark.slow) for unit in TURNS[2:])])
def test_many_turns_are_read_within_bounds(unit: str) -> None:
    """Where each takes a look at the whole text, this takes minutes."""
    text = "Sure:\n" + unit * ((MAX_COMPLETION_CHARS - 6) // len(unit))
    with counted_parses() as lengths:
        extract_method(text, OUTLINE, "total", "Till")
        extract_class(text, OUTLINE, "Till")
        assemble(FILE, Target("Till.total", "method"), 0, text)
    assert len(lengths) <= 6 * MAX_PARSES
