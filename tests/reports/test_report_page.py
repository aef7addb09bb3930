"""The report's page in a real browser."""

from pathlib import Path
from typing import Any

import pytest
from browser import open_file
from report_runs import ANALYSIS, NUCLEUS, make_project_run, make_run

from classeval_hf.reports.runs import Run
from classeval_hf.reports.writing import write_report

SCRIPT = "window.hacked = true"
HOSTILE = "\n".join(
    [
        f"</script><script>{SCRIPT}</script>",
        f"<!-- <script>{SCRIPT}//",
        f"<img src=x onerror='{SCRIPT}'><svg onload='{SCRIPT}'>",
        f"<iframe srcdoc='<script>parent.hacked = true</script>'></iframe><a href='javascript:{SCRIPT}'>x</a>",
        f"{{{{ {SCRIPT} }}}} ${{{SCRIPT}}} ]]> &lt;b&gt; `",
        "\x1b[31mred\x1b[0m \x07\x00 \u2028\u2029 \u202eright to left \ud800",
        "x" * 300_000,
        "last line",
    ]
)
TESTS = f"<b>Box</b></script><script>{SCRIPT}</script>"


def hostile_run() -> Run:
    failure = {"test": HOSTILE[:200], "outcome": "error", "error_type": TESTS, "message": HOSTILE}
    verdict = {"passed": False, "tests": 1, "run": 1, "counts": {}, "message": HOSTILE, "judged_by": "child"}
    test_classes = {TESTS: {**verdict, "failures": [failure]}}
    sample = {"class_passed": False, "methods": {TESTS: False}, "test_classes": test_classes}
    scores = {"n_tasks": 1, "n_samples": 1, "results": {TESTS: [sample]}, "class_pass@1": 0.0}
    scores["error_distribution"] = {TESTS: 1.0}
    return make_run("hostile", scores, label=TESTS, completions={TESTS: [HOSTILE]}, data_version=TESTS, note=TESTS)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    answers = {"box": ["class Box:\n    pass", "class Box:\n    ..."], "bag": ["class Bag: ...", ""]}
    runs = [
        make_run("alpha,holistic,greedy", ANALYSIS, completions=answers),
        make_run("beta,incremental,nucleus", {**NUCLEUS, "class_pass@1": 0.5}, note="they were lost"),
        make_run("gamma,holistic,nucleus", {**NUCLEUS, "class_pass@1": 0.125}, completions=answers),
        hostile_run(),
    ]
    folder = tmp_path_factory.mktemp("report")
    write_report(runs, folder, paper=True)
    return folder / "report.html"


def models(page: Any) -> list[str]:
    """Models of the leaderboard's visible rows, from the top."""
    return [text.strip() for text in page.locator("#board tbody tr:visible th").all_inner_texts()]


def test_page_loads_clean(opened: Any, report: Path, screen: dict[str, Any]) -> None:
    """Each figure is as wide as what it stands in, needs no scroll bar, and says its numbers in words."""
    page, width = opened(report, **screen), screen["viewport"]["width"]
    assert page.title() == "ClassEval-HF report"
    shown = page.evaluate("[...document.images].map((image) => image.complete && image.naturalWidth > 0)")
    assert shown == [True] * 5, "every figure is in the page"
    assert page.screenshot(full_page=True).startswith(b"\x89PNG")
    for figure in page.locator("figure").all():
        figure.locator("summary").click()
        assert figure.evaluate("(node) => node.scrollWidth <= node.clientWidth")
        box, around = figure.locator("img").bounding_box(), figure.bounding_box()
        assert around["x"] <= box["x"] and box["x"] + box["width"] <= around["x"] + around["width"] <= width
        words = figure.locator("details p")
        assert words.is_visible() and words.inner_text().strip(".") in figure.locator("img").get_attribute("alt")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out to the side"


def test_sorting_and_filters(page: Any) -> None:
    assert models(page) == ["beta", "alpha", "gamma", "hostile"]
    head = page.locator("#board thead th[aria-sort]")
    assert (head.inner_text(), head.get_attribute("aria-sort")) == ("class@1", "descending")
    head.locator("button").press("Enter")  # with the keyboard
    assert models(page) == ["hostile", "gamma", "alpha", "beta"] and head.get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="Model").click()
    assert models(page) == ["alpha", "beta", "gamma", "hostile"]
    assert head.inner_text() == "Model", "only one column is said to be sorted"
    for _ in range(2):
        page.get_by_role("button", name="DEP(F)").click()
        assert models(page)[0] == "alpha", "runs without a value come last in both directions"
    page.get_by_role("button", name="Model").click()
    heads = page.locator("#map thead th")
    assert heads.count() == 6
    holistic = page.get_by_role("button", name="holistic", exact=True)
    holistic.click()
    assert holistic.get_attribute("aria-pressed") == "true" and models(page) == ["alpha", "gamma"]
    page.get_by_role("button", name="nucleus", exact=True).click()
    assert models(page) == ["gamma"] and page.locator("#shown").inner_text() == "1 of 4 runs shown"
    assert heads.all_inner_texts() == ["Task", "Mean", "gamma, holistic, nucleus"]
    for button in page.locator("button[data-set][data-value='']").all():
        button.click()
    assert len(models(page)) == 4
    further = page.locator("#board th", has_text="test class@1")
    assert not further.is_visible()
    page.locator("button[data-set=columns][data-value=all]").click()
    assert further.is_visible()


def test_heat_map_and_samples(page: Any) -> None:
    cells = page.locator("#map tbody tr").first.locator("td")
    assert cells.all_inner_texts() == ["50", "50", "50", "50", "\u2013"], "the mean comes first"
    page.get_by_role("button", name="hardest first").click()
    assert page.locator("#map tbody th").all_inner_texts()[-1] == "box"
    page.get_by_role("button", name="box, alpha, holistic, greedy: 1 of 2 samples pass").click()
    dialog = page.locator("dialog")
    dialog.wait_for()
    assert "The sample passes" in dialog.inner_text()
    assert page.locator(".text-of-completion").inner_text() == "class Box:\n    pass"
    page.get_by_role("button", name="Sample 2, fails").click()
    page.locator(".first").wait_for()
    assert page.locator(".first").inner_text().split("\n")[0] == "First failing assertion"
    assert "1 != 2" in page.locator(".first").inner_text()
    assert page.locator(".text-of-completion").inner_text() == "class Box:\n    ..."
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.get_by_role("button", name="box, beta, incremental, nucleus: 1 of 2 samples pass").click()
    dialog.wait_for()
    assert "Unavailable: they were lost." in dialog.inner_text()
    page.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")


def test_hostile_text_is_shown_and_never_run(page: Any) -> None:
    page.locator("#map tbody tr", has=page.locator("th", has_text="<b>Box</b>")).locator("button").click()
    shown = page.locator(".text-of-completion").text_content()
    for line in HOSTILE.split("\n")[:5]:
        assert line in shown, "as it is"
    assert "\u241b[31mred\u241b[0m \u2407\u2400 \\u2028\\u2029 \\u202eright to left \\ud800" in shown
    assert not set(shown) & set("\x1b\x07\x00\u2028\u2029\u202e") and max(map(len, shown.split("\n"))) <= 2_000
    assert "Shown are the first 100,000 of" in page.locator("#sample").inner_text()
    assert SCRIPT in page.locator(".first").inner_text()
    page.wait_for_timeout(200)  # for what an image or a frame might still do
    assert page.locator("dialog img, dialog svg, dialog iframe, dialog a, dialog script, dialog b").count() == 0
    assert page.locator("h1, h2, td, th, li").locator("img, svg, iframe, script, b").count() == 0


def test_policy_stops_a_script_that_got_in(browser: Any, report: Path, tmp_path: Path) -> None:
    """The second line: even markup that was let in by mistake would not run, nor load anything."""
    broken = tmp_path / "broken.html"
    injected = f"<script>{SCRIPT}</script><img src='x' onerror='{SCRIPT}'><img src='https://example.org/x'>"
    broken.write_text(report.read_text(encoding="utf-8").replace("<main", f"{injected}<main", 1), encoding="utf-8")
    watched = open_file(browser, broken)
    watched.page.wait_for_timeout(200)
    assert watched.page.evaluate("typeof window.hacked") == "undefined"
    assert any("Content Security Policy" in complaint for complaint in watched.complaints)
    assert len(models(watched.page)) == 4, "and the page still works"


def test_a_large_report_stays_usable(opened: Any, tmp_path: Path) -> None:
    """100 tasks x 5 samples x 4 runs, with answers of a megabyte among them."""
    results = make_run("any").scores.to_dict()["results"]["box"][:1] * 5
    tasks = [f"task_{number}" for number in range(100)]
    answers = {task: ["print('x')\n" * 100_000 if task == "task_7" else "class Box: ...\n" * 60] * 5 for task in tasks}
    scores = {**NUCLEUS, "n_tasks": 100, "n_samples": 500, "results": dict.fromkeys(tasks, results)}
    write_report([make_run(f"model{index}", scores, completions=answers) for index in range(4)], tmp_path)
    path = tmp_path / "report.html"
    assert path.stat().st_size < 1_000_000
    page = opened(path)
    assert page.locator("#map tbody button").count() == 400
    page.get_by_role("button", name="task_7, model0: 5 of 5").click()
    page.locator(".text-of-completion").wait_for()
    assert "Shown are the first 100,000 of 1,100,000" in page.locator("#sample").inner_text()


def test_suspicious_samples_of_projects_are_marked(opened: Any, tmp_path: Path) -> None:
    """In the leaderboard, at the sample's tab and above its completion; the sample that has no mark has none."""
    write_report([make_project_run("mine")], tmp_path)
    page = opened(tmp_path / "report.html")
    assert page.locator("#board td.suspicious").all_inner_texts() == ["1, 1 pass"]
    page.get_by_role("button", name="tests", exact=True).click()
    assert page.locator("#map tbody td").all_inner_texts() == ["a-1.0", "100", "100", "b-1.0", "50", "50"]
    page.get_by_role("button", name="OpenRepo_a_0, mine: 2 of 2 tests pass").click()
    dialog = page.locator("dialog")
    dialog.wait_for()
    assert "The sample passes" in dialog.inner_text()
    assert "Suspicious: frames, gc." in page.locator("p.suspicious").inner_text()
    assert page.get_by_role("button", name="Sample 1, passes, suspicious").is_visible()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.get_by_role("button", name="OpenRepo_b_0, mine: 1 of 2 tests pass").click()
    dialog.wait_for()
    assert page.locator("p.suspicious").count() == 0
    assert "tests/test_b.py::test_2" in page.locator(".first").inner_text() and "Test file" in dialog.inner_text()


def test_the_main_columns_fit_a_screen(opened: Any, tmp_path: Path) -> None:
    """All of them, also of runs with unsound tasks; of intervals that of class@1 is shown, as at a terminal."""
    names = [f"{level}_pass@{k}" for level in ("class", "method", "test_class") for k in (1, 3, 5)]
    names += ["dep_f", "dep_m", "test_rate", "class_pass@1_sound"]
    scores = {**dict.fromkeys(names, 0.262), "intervals": {name: [0.123, 0.345] for name in names[:-1]}}
    scores |= {"no_interval": {names[-1]: "2 tasks"}, "unsound_tasks": {"box": "a test fails"}}
    runs = [make_run(f"someone/a-model-{number},holistic,nucleus", scores, label=f"{number}") for number in range(2)]
    write_report(runs, tmp_path)
    page = opened(tmp_path / "report.html", viewport={"width": 1440, "height": 900})
    assert page.locator("#board").evaluate("({parentElement: board}) => board.scrollWidth <= board.clientWidth")
    row = page.locator("#board tbody tr").first
    assert row.locator(".interval:visible").all_inner_texts() == ["12.3 to 34.5"]
    assert "n/a: 2 tasks" in (row.locator(".interval").all_text_contents())
    headings = page.locator("#board thead th:visible").all_inner_texts()
    assert "class@1 (sound)" in [" ".join(text.split()) for text in headings]
