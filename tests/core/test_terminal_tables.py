"""Tables at a terminal: they fit its width, break no number, and say nothing by colour alone."""

import re
import subprocess
from collections.abc import Callable

import pytest

from classeval_hf.core.tables import Figure, terminal_table

HEADER = ["run", "tasks", "n", "class@1", "method@1", "DEP(F)", "DEP(M)"]
ROWS = [
    ["GPT-3.5-turbo, holistic, nucleus", 100, 5, Figure("32.0 (23.0-41.0)"), Figure("65.7"), None, Figure("68.3")],
    ["someone/a-model-of-a-very-long-name-15b-instruct-v0.1", 100, 1, Figure("2.0*"), Figure("9.7"), 0.5, None],
]
NUMBERS = ["32.0 (23.0-41.0)", "65.7", "68.3", "2.0*", "9.7", "0.5000"]
SHOWN = """
from classeval_hf.core.tables import Figure, terminal_table
print(terminal_table(["run", "p"], [["GPT-4", Figure("0.0010*")], ["GPT-3", Figure("0.5000")]]))
"""


@pytest.mark.parametrize("width", [200, 100, 80, 60, 46, 38])
@pytest.mark.parametrize("transposable", [True, False])
def test_it_fits_and_breaks_no_number(width: int, transposable: bool) -> None:
    shown = terminal_table(HEADER, ROWS, width=width, transposable=transposable)
    lines = shown.split("\n")
    assert max(map(len, lines)) <= width
    for number in NUMBERS:
        assert any(re.search(rf"(^|\s){re.escape(number)}(\s|$)", line) for line in lines), (number, shown)
    for heading in HEADER[1:]:
        assert any(heading in line.split() for line in lines), heading


def test_each_part_of_a_table_names_its_rows() -> None:
    """By all the columns that do, and not by the first alone, which may be the same in each row."""
    rows = [["a run", rule, 1, 2, 3, ", ".join(["ClassEval_1"] * 4)] for rule in ("no imports", "fences")]
    shown = terminal_table(["run", "rule", "classes up", "down", "test classes", "tasks"], rows, names=2, width=46)
    parts = shown.split("\n\n")
    assert len(parts) > 1
    assert all(name in part for part in parts for name in ("a run", "rule", "no imports", "fences"))


def test_numbers_stand_on_the_right_and_rows_become_columns_where_that_fits() -> None:
    first, _, *rows = terminal_table(["run", "class@1"], [["a", Figure("2.0")], ["b", Figure("32.0")]]).split("\n")
    assert {len(line) for line in (first, *rows)} == {len(first)} and rows[0].endswith("  2.0")
    turned = terminal_table(HEADER, ROWS[:1], width=50, transposable=True).split("\n")
    assert turned[0].split()[0] == "run" and [line.split()[0] for line in turned if line.startswith("class@1")]
    assert len(turned) == len(HEADER) + 1


def test_names_break_where_their_parts_end() -> None:
    """And only after all else has given way: headings of two words wrap before."""
    row = ["test_class_partial_success@1", *(Figure("-0.5000") for _ in range(3))]
    shown = terminal_table(["metric", "A", "B", "0.95 low"], [row], width=57).split("\n")
    assert any(line.startswith("test_class_partial_success@1  ") for line in shown)
    narrow = [line.split()[0] for line in terminal_table(["metric", "A", "B", "low"], [row], width=46).split("\n")]
    assert narrow[-2:] == ["test_class_partial_", "success@1"]


def test_what_takes_fewer_lines_is_chosen() -> None:
    """Many scores of few runs stand below one another, few scores of many runs do not, wherever neither fits."""
    header = ["run", *(f"{name}_pass@{k}" for name in ("class", "method", "test_class") for k in range(1, 8))]
    few = [[f"a run of some name, {index}", *(0.5 for _ in header[1:])] for index in range(4)]
    assert "\nclass_pass@1 " in terminal_table(header, few, width=60, transposable=True)
    many = [[f"someone-s-model-{index:02}", *(0.5 for _ in range(5))] for index in range(20)]
    assert terminal_table(header[:6], many, width=60, transposable=True).split("\n")[0].split()[1] == "class_pass@1"


def test_what_a_terminal_would_obey_is_shown_as_text() -> None:
    shown = terminal_table(["run", "n"], [["\x1b[31mred\x07 [bold]b[/bold]\u202e\nnext", 1]])
    assert "\\x1b[31mred\\x07 [bold]b[/bold]\\u202e next" in shown and "\x1b" not in shown
    assert terminal_table(["run", "n"], []).split("\n")[0] == "run  n"
    assert terminal_table(["run", "n"], [["a", None]]).split("\n")[-1] == "a"


def test_a_pipe_gets_no_escape_sequence(run_python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Nor does FORCE_COLOR, which continuous integration sets for others, bring any; 80 columns are assumed."""
    found = run_python(SHOWN, FORCE_COLOR="1", TERM="xterm-256color")
    assert found.returncode == 0, found.stderr
    assert "\x1b" not in found.stdout and re.search(r"GPT-4 +0.0010\*\n", found.stdout)


@pytest.mark.parametrize(("variables", "styled"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_gets_bold_and_the_mark(
    variables: dict[str, str], styled: bool, on_a_terminal: Callable[..., str]
) -> None:
    shown = on_a_terminal(SHOWN, **variables)
    bold = re.search(r"\x1b\[1m *0\.0010\*", shown)  # older versions of rich have the blanks within
    assert (bold is not None) == styled and ("\x1b" in shown) == styled
    assert "0.0010*" in shown and "\x1b[1m0.5000" not in shown
