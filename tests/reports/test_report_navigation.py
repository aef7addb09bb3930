"""Finding one's way in the report's page: links, the back button, filters, keys, and what stands beside a sample."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browser import open_file, serious_findings
from report_runs import make_run

from classeval_hf.classes.tasks.files import open_tasks
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reports.runs import Run
from classeval_hf.reports.writing import write_report

TASKS = list(open_tasks().values())[:4]
TASKS[2] = replace(TASKS[2], licence="CC-BY-NC-4.0")
CARD, UNSOUND = TASKS[0], TASKS[3].task_id
ALPHA = f"task={CARD.task_id}&run=alpha, holistic, greedy&sample="


def result(task: ClassTask, passed: bool, error_type: str) -> dict[str, Any]:
    test_class = task.test_classes[0]
    failure = {"test": declared_tests(task.test).by_class[test_class][0], "outcome": "fail", "error_type": error_type}
    verdict = {"passed": passed, "tests": 1, "counts": {"pass": int(passed)}, "message": "", "judged_by": "child"}
    verdict["failures"] = [] if passed else [{**failure, "message": "1 != 2"}]
    return {"class_passed": passed, "methods": {"a": passed}, "test_classes": {test_class: verdict}}


def open_run(name: str, passing: str, **fields: Any) -> Run:
    """A run of two samples to each task: `passing` says per task how many of them pass."""
    results = {
        task.task_id: [result(task, index < int(count), f"Error{place}") for index in range(2)]
        for place, (task, count) in enumerate(zip(TASKS, passing, strict=True))
    }
    answers = {task.task_id: [task.solution_code, task.solution_code.replace("return", "yield")] for task in TASKS}
    scores = {"results": results, "n_tasks": 4, "n_samples": 8, "unsound_tasks": {UNSOUND: "a test fails"}}
    tasks = {task.task_id: task for task in TASKS}
    scores |= {"class_pass@1": sum(map(int, passing)) / 8, "class_pass@1_sound": 0.5}
    return make_run(name, scores, completions=answers, tasks=tasks, **fields)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, first = tmp_path_factory.mktemp("report"), open_run("alpha,holistic,greedy", "1200")
    twins = [open_run("beta,holistic,nucleus", "2100", label=f"beta, holistic, nucleus{end}") for end in ("", " 2")]
    write_report([first, *twins], folder)
    return folder / "report.html"


def shown_tasks(page: Any) -> list[str]:
    return page.locator("#map tbody .task-id").all_inner_texts()


def test_an_address_leads_to_a_state(page: Any, opened: Any, report: Path) -> None:
    """Sample, order and filters are in the address, and another reader who follows it sees the same. Unknown tasks,
    runs, columns and keys of an address do no harm, markup in them included."""
    for name in ("Model", "hardest first", f"{CARD.task_id}, alpha, holistic, greedy", "Sample 2, fails"):
        page.get_by_role("button", name=name).click()
    page.locator(".first").wait_for()
    address = page.url.partition("#")[2]
    wanted = {"sort=model", "order=hard", f"task={CARD.task_id}", "run=alpha%2C+holistic%2C+greedy", "sample=2"}
    assert wanted <= set(address.split("&"))
    other = opened(report, address)
    other.locator(".first").wait_for()
    chosen = other.locator("#sample-tabs [aria-pressed=true]")
    assert chosen.inner_text().startswith("2")
    assert other.locator("#board th[aria-sort=ascending]").inner_text() == "Model"
    assert other.locator("[data-set=order][data-value=hard]").get_attribute("aria-pressed") == "true"
    address = "task=nothing&run=<img src=x onerror=1>&sort=__proto__&level=x&constructor=1&sample=-9"
    other.goto(f"{report.as_uri()}#{address}")
    other.locator("dialog").wait_for(state="hidden")
    assert other.locator("#board tbody tr:visible").count() == 3
    other.goto(f"{report.as_uri()}#{ALPHA}99&with=beta&with_sample=x")
    other.locator("dialog").wait_for()
    assert chosen.inner_text().startswith("2"), "the last there is"


def test_the_back_button_undoes_each_step(page: Any) -> None:
    page.get_by_role("button", name="holistic", exact=True).click()
    page.get_by_role("button", name=f"{CARD.task_id}, alpha, holistic, greedy").click()
    page.get_by_role("button", name="Next").click()
    page.locator(".first").wait_for()
    page.go_back()
    page.locator(".verdict.passed").wait_for()
    assert page.locator("#sample-tabs [aria-pressed=true]").inner_text().startswith("1")
    page.go_back()
    page.locator("dialog").wait_for(state="hidden")
    assert page.locator("[data-value=holistic]").get_attribute("aria-pressed") == "true"
    page.go_back()
    page.locator("[data-value=holistic][aria-pressed=false]").wait_for()
    page.go_forward()
    page.locator("[data-value=holistic][aria-pressed=true]").wait_for()


def test_tasks_are_searched_and_filtered(page: Any) -> None:
    """By id, class and topic, verdict, type of error, whether runs disagree, and soundness."""
    ids = [task.task_id for task in TASKS]
    field = page.locator("#search")
    for text, found in ((CARD.class_name.lower(), 0), (TASKS[1].task_id, 1)):
        field.fill(text)
        assert ids[found] in shown_tasks(page) and len(shown_tasks(page)) < 4
    field.fill(f"{CARD.topic} {CARD.class_name}")
    assert shown_tasks(page) == [CARD.task_id] and page.locator("#found").inner_text() == "1 of 4 tasks"
    page.locator("#reset").click()
    assert shown_tasks(page) == ids
    page.locator("[data-field=verdict]").select_option("none")
    assert shown_tasks(page) == ids[2:]
    page.locator("[data-field=verdict]").select_option("all")
    assert shown_tasks(page) == []
    page.locator("#reset").click()
    page.locator("[data-field=error]").select_option("Error1")
    assert shown_tasks(page) == [ids[1]]
    page.locator("#reset").click()
    page.locator("[data-toggle=disagree]").click()
    assert shown_tasks(page) == [], "each run has a sample that passes, or none has"
    page.locator("#reset").click()
    page.locator("[data-toggle=unsound]").click()
    assert shown_tasks(page) == [UNSOUND]
    assert page.locator("#map tbody .unsound").get_attribute("title") == "a test fails"


def test_the_map_is_one_tab_stop(page: Any) -> None:
    """Arrow keys, Home and End move in it; Enter opens, and after Escape the cell has the focus again."""
    assert page.locator("#map [tabindex='0']").count() == 1

    def place() -> str:
        return page.evaluate("(({task, run}) => `${task} ${run}`)(document.activeElement.dataset)")

    page.locator("#map [tabindex='0']").focus()
    assert place() == "0 " + page.locator("#map tbody button").first.get_attribute("data-run")
    keys = {"ArrowDown": "1 0", "ArrowRight": "1 1", "ArrowUp": "0 1", "ArrowLeft": "0 0", "End": "0 2"}
    keys |= {"Control+End": "3 2", "Home": "3 0", "PageUp": "0 0"}
    for key, expected in keys.items():
        page.keyboard.press(key)
        assert place() == expected, key
        if key in ("ArrowUp", "ArrowLeft"):  # at the edge
            page.keyboard.press(key)
            assert place() == expected, key
    assert page.locator("#map [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="hidden")
    page.wait_for_function("document.activeElement.dataset.task === '0'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#map')") is None
    page.locator("#map [tabindex='0']").press("Enter")
    page.locator("dialog").wait_for()
    page.evaluate(
        "new Promise((done) => { const dialog = document.querySelector('dialog');"
        " dialog.addEventListener('close', () => setTimeout(done)); dialog.close();"
        " document.getElementById('search').focus(); })"
    )
    assert page.evaluate("document.activeElement.id") == "search", "who has gone on is not called back"


def test_next_and_previous_by_key_and_button(opened: Any, report: Path) -> None:
    """The next sample, and after the last one the next task of the map."""
    page = opened(report, f"{ALPHA}1")
    title, pressed = page.locator("#samples-title"), page.locator("#sample-tabs [aria-pressed=true]")
    page.locator("dialog").wait_for()
    assert page.get_by_role("button", name="Previous").is_disabled()
    page.keyboard.press("n")
    page.locator("#sample-tabs [data-sample='2'][aria-pressed=true]").wait_for()
    page.keyboard.press("n")
    page.get_by_role("heading", name=TASKS[1].class_name).wait_for()
    assert title.inner_text() == f"{TASKS[1].task_id}: {TASKS[1].class_name}" and pressed.inner_text().startswith("1")
    page.get_by_role("button", name="Previous").click()
    page.get_by_role("heading", name=CARD.class_name).wait_for()
    assert pressed.inner_text().startswith("2")
    page.keyboard.press("p")
    page.locator("#sample-tabs [data-sample='1'][aria-pressed=true]").wait_for()


def test_what_stands_beside_a_sample(opened: Any, report: Path) -> None:
    """Coloured code, skeleton, the failing test with the values, the reference, and in words who judged. A task under
    CC BY-NC has skeleton and tests in the page, named with the licence, and no reference."""
    page = opened(report, f"{ALPHA}2")
    page.locator(".first").wait_for()
    completion = page.locator(".text-of-completion")
    assert completion.inner_text().strip() == CARD.solution_code.replace("return", "yield").strip()
    assert "class" in completion.locator(".keyword").all_inner_texts()
    first, test = page.locator(".first"), declared_tests(CARD.test).by_class[CARD.test_classes[0]][0]
    assert f"def {test}(self)" in first.locator(".code-text").inner_text()
    assert "got and expected" in first.inner_text() and "1 != 2" in first.inner_text()
    skeleton, reference = page.locator(".sample-more > details", has=page.locator(".code-text")).all()
    assert skeleton.locator(".code-text").inner_text().strip() == CARD.skeleton.strip()
    assert "Apache-2.0" in skeleton.inner_text()
    reference.locator("summary").click()
    assert reference.locator(".code-text").inner_text().strip() == CARD.solution_code.strip()
    assert "Not withheld: these tests hold no expected value" in page.locator(".sample-more").inner_text()
    page = opened(report, f"task={TASKS[2].task_id}&sample=2")
    page.locator(".first").wait_for()
    assert page.locator(".sample-more > details > summary").all_inner_texts() == ["Skeleton"]
    assert "CC-BY-NC-4.0" in page.locator(".sample-more").inner_text()


def test_two_samples_are_compared(opened: Any, report: Path) -> None:
    """Of one run or of two; what only one has is marked, and both texts can be made again of it."""
    page = opened(report, f"{ALPHA}1")
    page.locator("#with-field").select_option(label="beta, holistic, nucleus, sample 2")
    page.locator(".whole-difference").wait_for()
    lines = page.locator(".whole-difference").text_content().rstrip("\n").split("\n")
    texts = ["\n".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" +", " -")]
    assert texts == [CARD.solution_code, CARD.solution_code.replace("return", "yield")]
    assert page.locator(".whole-difference ins").count() == len(re.findall(r".*return.*", CARD.solution_code))
    hidden = page.locator(".whole-difference").evaluate("(node) => node.scrollHeight - node.clientHeight")
    assert hidden <= 0, "all of it is there, not in a window of its own"
    assert "with=beta%2C+holistic%2C+nucleus&with_sample=2" in page.url
    page.locator("#with-field").select_option(label="beta, holistic, nucleus 2, sample 1")
    page.get_by_text("Both are the same.").wait_for()
    page.locator("#with-field").select_option("")
    page.locator(".text-of-completion").wait_for()


def test_a_completion_is_copied_and_downloaded(browser: Any, report: Path) -> None:
    watched = open_file(browser, report, permissions=["clipboard-read", "clipboard-write"])
    page = watched.page
    page.goto(f"{report.as_uri()}#{ALPHA}1")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == CARD.solution_code
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == f"{CARD.task_id}_alpha_holistic_greedy_1.txt"
    assert Path(waiting.value.path()).read_text() == CARD.solution_code
    assert [text for text in watched.complaints if "blob:" not in text] == []


def test_the_leaderboard_on_a_narrow_screen(opened: Any, report: Path) -> None:
    """The first screen has models and scores. Equal names are told apart, and unsound tasks have a column."""
    page = opened(report, viewport={"width": 390, "height": 844})

    def place(column: str) -> int:
        return page.locator(f"#board th[data-column='{column}']").evaluate("(head) => head.cellIndex")

    rows = page.locator("#board tbody tr").all()
    for row in rows:
        for cell in (row.locator("th"), row.locator("th, td").nth(place("class_pass@1"))):
            box = cell.bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
            assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    name = page.locator("#map tbody .task-id").first
    assert name.evaluate("(node) => node.getClientRects().length") == 1, "an id is not broken letter by letter"
    assert page.locator("#board tbody th .apart").all_inner_texts() == ["2"]
    assert [row.locator("th, td").nth(place("unsound")).inner_text() for row in rows] == ["1"] * 3
    assert "not sound" not in page.locator("#leaderboard").inner_text()


def test_nothing_keeps_people_from_using_it(opened: Any, report: Path, screen: dict[str, Any]) -> None:
    """axe-core finds nothing serious in the page, with a filter, with a sample open, and with two compared."""
    page = opened(report, **screen, reduced_motion="reduce")
    for address, ready in (
        ("columns=all&level=method&unsound=1", "[data-toggle=unsound][aria-pressed=true]"),
        (f"{ALPHA}2", ".first"),
        (f"{ALPHA}2&with=beta, holistic, nucleus&with_sample=1", ".whole-difference"),
    ):
        page.goto(f"{report.as_uri()}#{address}")
        page.locator(ready).wait_for()
        assert serious_findings(page) == [], address


def test_figures_follow_the_ground(opened: Any, report: Path) -> None:
    """The dark page shows other figures than the light one, and both say which column their numbers are of."""
    sources = {}
    for scheme in ("light", "dark"):
        page = opened(report, color_scheme=scheme)
        sources[scheme] = page.evaluate("[...document.images].map((image) => image.currentSrc)")
        assert "class@1" in page.locator("figure img").first.get_attribute("alt")
    assert len(sources["light"]) == len(sources["dark"]) > 0 and not set(sources["light"]) & set(sources["dark"])
