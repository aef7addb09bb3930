"""Tool calls are read out of free text, by a small grammar that hostile text cannot slow down."""

import pytest

from classeval_hf.repository_tools.tool_calls import TOOL_NAMES, ToolCall, parse_tool_calls


def read(text: str, limit: int = 3) -> list[tuple[str, tuple[str, ...]]]:
    return [(call.name, call.arguments) for call in parse_tool_calls(text, limit)]


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("get_imports()", "get_imports", ()),
        ("get_imports( )", "get_imports", ()),
        *((f"get_class_info({given})", "get_class_info", ("Berth",)) for given in ("Berth", '"Berth"', "`Berth`")),
        ("get_class_info (plan.Berth)", "get_class_info", ("plan.Berth",)),
        *((f"get_class_info({given})", "get_class_info", ("A", "B")) for given in ('"A", B', "['A', 'B']")),
        ("get_class_info(class_name='A')", "get_class_info", ("A",)),
        ("get_signature(A, f)", "get_signature", ("A", "f")),
        ("get_signature(method_name=f, class_name=A)", "get_signature", ("A", "f")),
        ("get_signature(None, f)", "get_signature", ("", "f")),
        ("get_method_body(method_name='f')", "get_method_body", ("", "f")),
        ("get_relevant_code(parse a (media) type, fast)", "get_relevant_code", ("parse a (media) type, fast",)),
        ("get_relevant_code('a, b')", "get_relevant_code", ("a, b",)),
        (r'get_relevant_code("say \"hi\"")', "get_relevant_code", ('say "hi"',)),
        ('get_relevant_code(\n    "query"\n)', "get_relevant_code", ("query",)),
        ('get_class_info("Berth', "get_class_info", ("Berth",)),
        ("get_class_info(Berth\nand so on", "get_class_info", ("Berth",)),
    ],
)
def test_forms_of_arguments_and_calls_that_were_cut_off(text: str, name: str, arguments: tuple[str, ...]) -> None:
    assert read(text) == [(name, arguments)]


def test_thoughts_stand_around_calls() -> None:
    """Calls are found in free text, and each comes with the thought before it; naming a tool is no call."""
    text = (
        "I could use get_class_info() or get_class_info(class_name), since Berth has no x (an AttributeError).\n"
        "Action 1: get_class_info(Berth)\nThe import fails too.\n2. `get_imports()`\nThat is all."
    )
    first, second = parse_tool_calls(text)
    assert (first.name, first.arguments, first.text) == ("get_class_info", ("Berth",), "get_class_info(Berth)")
    assert "AttributeError" in first.thought and "import fails" in second.thought
    assert "AttributeError" not in second.thought


def test_equal_calls_count_once_and_no_more_than_the_limit_are_read() -> None:
    text = "get_class_info(A)\nget_class_info('A')\nget_class_info(B)\nget_class_info(C)\nget_class_info(D)"
    assert read(text) == [("get_class_info", (name,)) for name in "ABC"]
    assert read(text, 1) == [("get_class_info", ("A",))]


def test_unknown_tools() -> None:
    """A tool that there is not is read where it stands alone in its line, if known calls leave room; code is not."""
    assert read("search_code('x')\nget_imports()") == [("search_code", ("x",)), ("get_imports", ())]
    assert read("I called search_code('x') before.\nprint(1)\nx = f(2)\nself.get_imports()") == []
    assert read("search_code('x')\nget_imports()", 1) == [("get_imports", ())]


def test_code_in_arguments_stays_text() -> None:
    assert read("get_class_info(__import__('os').abort())") == [("get_class_info", ("__import__('os').abort()",))]


@pytest.mark.parametrize(
    "text",
    [
        *("get_class_info(" * 70_000, "get_relevant_code('" * 55_000, "get_class_info(" + "(" * 10**6),
        'get_class_info("' + "x" * 10**6,
        *("- f(\n" * 200_000, "get_imports()" * 80_000, "a(" * 500_000, "\\" * 10**6, "\n" * 10**6, " " * 10**6),
    ],
    ids=lambda text: repr(text[:16]),
)
def test_hostile_text_takes_linear_time_and_gives_few_short_calls(text: str) -> None:
    calls = parse_tool_calls(text)
    assert len(calls) <= 3
    assert all(len(argument) <= 500 for call in calls for argument in call.arguments)


def test_names_are_the_papers_and_calls_plain_data() -> None:
    names = ("get_imports", "get_class_info", "get_signature", "get_method_body", "get_relevant_code")
    assert set(TOOL_NAMES) == {*names}
    assert ToolCall("get_imports") == ToolCall("get_imports", (), "", "")
