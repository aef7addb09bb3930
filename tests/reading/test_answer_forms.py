"""One reader for every strategy: whatever the form of an answer, each selector takes the answer and not a draft."""

from __future__ import annotations

import ast

import pytest
from answer_forms import BAD, FILE, FORMS, GOOD, METHODS, OUTLINE, Form, filled

from classeval_hf.classes.readings import extract_class
from classeval_hf.core.repository_tasks import Target
from classeval_hf.projects.reading import assemble
from classeval_hf.reading.extraction import extract_code
from classeval_hf.reading.method_extraction import extract_method

METHOD, BAD_METHOD = METHODS["definition"]
BODY, BAD_BODY = METHODS["body"]


def same(code: str, wanted: str) -> bool:
    return ast.dump(ast.parse(code)) == ast.dump(ast.parse(wanted))


def body_of(code: str, name: str = "total") -> str:
    (node,) = (item for item in ast.walk(ast.parse(code)) if isinstance(item, ast.FunctionDef) and item.name == name)
    body = [item for item in node.body if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))]
    return ast.unparse(ast.Module(body, []))


def named(forms: list[Form]) -> list[object]:
    return [pytest.param(form, id=form.name) for form in forms]


CLASS_FORMS = named([form for form in FORMS if "class" not in form.except_for])
METHOD_FORMS = named([form for form in FORMS if "method" not in form.except_for])
BODY_FORMS = named([form for form in FORMS if "body" not in form.except_for])


def test_there_are_many_forms() -> None:
    assert len(FORMS) >= 60 and len({form.name for form in FORMS}) == len(FORMS)


@pytest.mark.parametrize("form", CLASS_FORMS)
def test_the_class_is_read(form: Form) -> None:
    text = filled(form, GOOD, BAD)
    for methods in (("add", "total"), ()):
        found = extract_code(text, "Till", methods)
        assert found.defines_class and same(found.code, GOOD)
        assert extract_code(found.code, "Till", methods).code == found.code
    assert same(extract_class(text, OUTLINE, "Till").code, GOOD)


@pytest.mark.parametrize("form", CLASS_FORMS)
def test_class_and_method_are_read_alike(form: Form) -> None:
    text = filled(form, GOOD, BAD)
    for name in ("add", "total"):
        method = extract_method(text, OUTLINE, name, "Till")
        assert not method.empty
        assert body_of(f"class _:\n{method.source}", name) == body_of(GOOD, name)


@pytest.mark.parametrize("form", METHOD_FORMS)
def test_the_method_is_read(form: Form) -> None:
    method = extract_method(filled(form, METHOD, BAD_METHOD), OUTLINE, "total", "Till")
    assert not method.empty
    assert body_of(f"class _:\n{method.source}") == body_of(METHOD)
    again = extract_method(method.source, OUTLINE, "total", "Till")
    assert again.source == method.source


@pytest.mark.parametrize("form", METHOD_FORMS)
def test_the_function_is_put_into_its_file(form: Form) -> None:
    found = assemble(FILE, Target("Till.total", "method"), 0, filled(form, METHOD, BAD_METHOD))
    assert found.ruling is None, found
    assert body_of(found.source) == body_of(METHOD)


@pytest.mark.parametrize("dedent", [False, True], ids=["indented", "dedented"])
@pytest.mark.parametrize("form", BODY_FORMS)
def test_the_body_is_read(form: Form, dedent: bool) -> None:
    good, bad = ((text.replace("\n    ", "\n").strip() if dedent else text) for text in (BODY, BAD_BODY))
    text = filled(form, good, bad)
    method = extract_method(text, OUTLINE, "total", "Till")
    assert not method.empty
    assert body_of(f"class _:\n{method.source}") == body_of(METHOD)
    (read,) = ast.parse(f"class _:\n{method.source}").body
    assert isinstance(read, ast.ClassDef)
    assert len(read.body) == 1, "its statements stand in the method alone"
    found = assemble(FILE, Target("Till.total", "method"), 0, text)
    assert found.ruling is None, found
    assert body_of(found.source) == body_of(METHOD)


def test_an_apostrophe_before_any_code_hides_no_end_token() -> None:
    note = extract_code("It's late.<|im_end|> That's all.", "Till").note
    assert note.cut == ("end token <|im_end|>",)
