"""Reading a class in Java in a completion, and the bodies without the reference."""

from pathlib import Path

import pytest
from java_here import require_parser

from classeval_hf.core.repository_tasks import JAVA, ProjectRelease, RepositoryTask, Target

require_parser()

from classeval_hf.core.errors import UserError  # noqa: E402
from classeval_hf.projects.java.reading import assemble_java  # noqa: E402
from classeval_hf.projects.java.source import JavaSource, classes_of_tests, removed, types_with_tests, without_body  # noqa: E402  # noqa: E402
from classeval_hf.projects.reading import Assembly, read_repository_completions  # noqa: E402
from classeval_hf.reading.records import Ruling  # noqa: E402
from classeval_hf.sandbox.limited_calls import LimitedCalls  # noqa: E402

FILE = """package shop;

import java.util.List;

/** A purse. */
public class Purse {
    List<String> coins;
}

class Coin {
    List<String> marks;
}
"""
TARGET = Target("Purse", "class")
CODE = """import java.util.Map;
import static java.lang.Math.max;

@Deprecated
public final class Purse<T extends Comparable<T>> {
    private final char quote = '"'; // it's one

    int total() { return 1; }
}
"""
KEPT = "class Coin {\n    List<String> marks;\n}\n"
READ = (
    "package shop;\n\nimport java.util.Map;\nimport static java.lang.Math.max;\nimport java.util.List;\n\n"
    + CODE.partition("\n\n")[2]
    + f"\n{KEPT}"
)


def read(completion: str, file: str = FILE) -> Assembly:
    return assemble_java(file, TARGET, completion, {})


@pytest.mark.parametrize(
    "completion",
    [
        CODE,
        f"package other.place;\n{CODE}",
        f"Here's the class; it doesn't need more:\n\n```java\npackage wrong;\n\n{CODE}```\nThat's it.",
        f"<think>class Purse {{ }} won't do</think>\n```\n{CODE}```",
        f"```java\nclass Purse {{ int total( }}\n```\nNo, that is wrong. Rather:\n```java\n{CODE}```",
        f"Here is my answer.\n\n{CODE}\nI hope that it's right.",
    ],
)
def test_a_class_is_found_with_its_imports_in_the_package_of_the_file(completion: str) -> None:
    found = read(completion)
    assert (found.source, found.ruling) == (READ, None)
    assert found.code == CODE.partition("\n\n")[2].strip()
    assert READ.splitlines()[found.line - 1] == "@Deprecated"


def test_types_beside_the_class_come_along() -> None:
    found = read("```java\nrecord Helper(int x) {}\nclass Purse { Helper one; }\nenum Coin { A }\n```")
    types = JavaSource(found.source).types
    assert list(types) == ["Helper", "Purse", "Coin"] and "marks" not in found.source


def test_what_is_cut_off_is_left_to_javac() -> None:
    found = read(f"```java\n{CODE[:-14]}")
    assert found.ruling is None and found.source.startswith("package shop;\n\nimport java.util.Map;")
    assert "public final class Purse<T extends Comparable<T>> {" in found.source


MISSING = "the completion does not define the class 'Purse'"


@pytest.mark.parametrize(
    ("completion", "sign", "ruling"),
    [
        ("", "empty", Ruling("EmptyCompletion", "the completion is empty")),
        (
            "I'm sorry, I can't do that.",
            "refusal",
            Ruling("NameError", MISSING),
        ),
        ("Use a list.", "no code", Ruling("NameError", MISSING)),
        (
            "```java\npublic class Wallet { }\n```",
            "no class",
            Ruling("NameError", f"{MISSING}; it defines Wallet instead"),
        ),
    ],
)
def test_what_holds_no_class_fails_with_the_reason(completion: str, sign: str, ruling: Ruling) -> None:
    found = read(completion)
    assert (found.signs.kind, found.ruling, found.source) == (sign, ruling, "")


def test_completions_are_read_within_limits() -> None:
    task = RepositoryTask("a", ProjectRelease("shop"), "src/main/java/shop/Purse.java", TARGET, language=JAVA)
    deep = "class Purse { int x = " + "(" * 50_000 + "1" + ")" * 50_000 + "; }"
    with LimitedCalls() as calls:
        right, long, nested = read_repository_completions(
            [(task, FILE, CODE), (task, FILE, "x" * 300_000), (task, FILE, deep)], calls
        )
    assert (right.source, right.used) == (READ, None)
    assert long.ruling is not None and long.ruling.error_type == "UnreadableAnswer"
    assert nested.source or nested.ruling is not None


STUBS = """package a;
public class Foo<T> extends Bar {
    private final int x;
    static final int Y = 1;
    Foo(int x) { super(x); this.x = x; }
    public int[] many() { return new int[] {x}; }
    int one() { return x; }
    boolean is() { return x > 0; }
    void go() { System.exit(1); }
    <U> U same(U u) { return u; }
    static class Inner { char c() { return new Object() { char d() { return 'd'; } }.d(); } }
}
record Other(int a) { int b() { return a; } }
"""


def test_stubs_do_nothing_and_compile() -> None:
    assert (
        without_body(STUBS, Target("Foo", "class"))
        == """package a;
public class Foo<T> extends Bar {
    private  int x;
    static final int Y = 1;
    Foo(int x) { super(x); }
    public int[] many() { return null; }
    int one() { return 0; }
    boolean is() { return false; }
    void go() { }
    <U> U same(U u) { return null; }
    static class Inner { char c() { return 0; } }
}
record Other(int a) { int b() { return a; } }
"""
    )
    assert removed(STUBS, Target("Other", "class")) == STUBS.replace(STUBS.splitlines()[-1], "")


def test_a_target_is_a_type_at_the_top_of_its_file() -> None:
    with pytest.raises(UserError, match=r"Foo\.Inner is a class within another: a target in Java is a type"):
        JavaSource(STUBS).target("Foo.Inner")
    with pytest.raises(UserError, match="Wallet is none of Foo, Other"):
        JavaSource(STUBS).target("Wallet")


SOURCES = {
    "Cart": "/** Holds lines. */\n// @Immutable\nclass Cart { int size() { return 1; } }",
    "CartLine": "class CartLine { int price() { return 1; } }",
    "TestCart_Size": "class TestCart_Size extends junit.framework.TestCase { Cart one; }",
    "CartLinePriceTest": "class CartLinePriceTest { @Test void a(CartLine one, Cart two) { } }",
    "CartographyTest": "class CartographyTest { @Test void a(Cart one) { } }",
    "CartTest": "@RunWith(Suite.class) @SuiteClasses(TestCart_Size.class) class CartTest { @Test Cart one; }",
    "AllTests": "class AllTests extends TestCase { public static Test suite() { return null; } Cart one; }",
    "Helper": "class Helper { Cart one; }",
}


def test_a_test_class_is_named_after_the_longest_type_that_it_begins_with(tmp_path: Path) -> None:
    """`CartographyTest` begins with no whole word, and suites have no tests of their own."""
    files = [tmp_path / f"{name}.java" for name in SOURCES]
    for file in files:
        file.write_text(SOURCES[file.stem], encoding="utf-8")
    classes = classes_of_tests(tmp_path, files[2:])
    assert [name.rpartition("::")[2] for name in classes] == ["TestCart_Size", "CartLinePriceTest", "CartographyTest"]
    found = types_with_tests(tmp_path, files[:2], {name: [f"{name}/a"] for name in classes})
    own = {one.name: [test.partition("::")[2] for test in one.own_tests] for one in found}
    assert own == {"Cart": ["TestCart_Size/a"], "CartLine": ["CartLinePriceTest/a"]}
    others = {name: [f"{name}/a"] for name in classes if "Cartography" in name}
    (cart,) = types_with_tests(tmp_path, files[:2], others)
    assert (cart.name, cart.own_tests, cart.summary) == ("Cart", (), "Holds lines.")
    assert [test.partition("::")[2] for test in cart.tests] == ["CartographyTest/a"]
