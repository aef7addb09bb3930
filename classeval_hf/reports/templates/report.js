// Strengthened tests: by task, those that samples fail which pass the task's own tests

function drawKilling() {
  const data = document.getElementById("killing-tests");
  if (!data) return;
  const tasks = JSON.parse(data.textContent).map(([task, tests, all]) => {
    const items = tests.map(killingTest);
    if (all > tests.length) items.push(element("p", {}, `${all - tests.length} more tests are in the score files.`));
    const words = `${summary.tasks[task]}: ${all} ${all === 1 ? "test" : "tests"}`;
    return element("details", { className: "attempt" }, element("summary", { textContent: words }), ...items);
  });
  document.getElementById("killing").replaceChildren(...tasks);
}

function killingTest([test, testClass, source, why, all, samples]) {
  const items = samples.map(([run, sample, outcome, type, message]) =>
    element(
      "li",
      {},
      element("p", {}, `${summary.runs[run].label}, sample ${sample + 1}: ${outcome}${type ? `, ${type}` : ""}`),
      element("p", { className: "message", textContent: message || "(no message)" }),
    ),
  );
  if (all > samples.length) items.push(element("li", {}, `${all - samples.length} more samples`));
  const parts = [element("h4", {}, element("code", { textContent: `${testClass}.${test}` }), ` fails ${all} ${all === 1 ? "sample" : "samples"}`)];
  if (why) parts.push(element("p", { textContent: `Why it is legal: ${why}` }));
  if (source) parts.push(listing(source));
  return element("div", {}, ...parts, element("ul", { className: "list" }, ...items));
}

// What the reader presses, and where the address leads

function show(wanted) {
  const before = state;
  state = wanted;
  const changed = (...names) => names.some((name) => before[name] !== state[name]);
  for (const button of document.querySelectorAll("button[data-set]")) {
    button.setAttribute("aria-pressed", String(state[button.dataset.set] === button.dataset.value));
  }
  for (const button of document.querySelectorAll("button[data-toggle]")) {
    button.setAttribute("aria-pressed", String(Boolean(state[button.dataset.toggle])));
  }
  if (changed("sort", "strategy", "sampling", "columns")) drawBoard();
  drawFilters();
  if (changed("strategy", "sampling", "level", "order", "q", "topic", "verdict", "error", "disagree", "unsound")) drawMap();
  if (state.at) document.getElementById(state.at)?.scrollIntoView();
  drawSample().catch((problem) => {
    document.getElementById("found").textContent = problem.message;
  });
}

function focusCell(run, task) {
  const cell = [...map.querySelectorAll("tbody button")].find(
    (button) => runs[button.dataset.run].label === run && tasks[button.dataset.task].id === task,
  );
  cell?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) {
    event.preventDefault();
    go({ at: link.hash.slice(1) });
    if (link.className === "skip") board.querySelector("button").focus();
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  const { set, toggle, value, step } = button.dataset;
  if (set) go({ [set]: value });
  else if (toggle) go({ [toggle]: state[toggle] ? "" : "1" });
  else if (step) goStep(Number(step));
  else if (button.dataset.sort) go({ sort: nextSort(button) });
  else if (button.dataset.sample) go({ sample: button.dataset.sample, with: "", with_sample: "" });
  else if (button.dataset.task) {
    const [task, run] = [tasks[button.dataset.task], runs[button.dataset.run]];
    go({ task: task.id, run: run.label, sample: "1", with: "", with_sample: "" });
  }
});

search.addEventListener("input", () => go({ q: search.value }, true));
for (const field of document.querySelectorAll("select[data-field]")) {
  field.addEventListener("change", () => go({ [field.dataset.field]: field.value }));
}
runField.addEventListener("change", () => go({ run: runField.value, sample: "1", with: "", with_sample: "" }));
withField.addEventListener("change", () => {
  const [run, sample] = withField.value ? JSON.parse(withField.value) : ["", ""];
  go({ with: run, with_sample: String(sample) });
});
document.getElementById("reset").addEventListener("click", () => {
  go({ q: "", topic: "", verdict: "", error: "", disagree: "", unsound: "" });
});

document.getElementById("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // a click outside
});
dialog.addEventListener("close", () => {
  const { run, task } = state;
  if (task) go({ task: "", run: "", sample: "", with: "", with_sample: "" });
  const focused = document.activeElement; // this comes late: the reader may have gone on by then
  if (focused === document.body || map.contains(focused)) focusCell(run, task);
});
dialog.addEventListener("keydown", (event) => {
  if (event.target.closest("select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = { n: 1, p: -1 }[event.key];
  if (step) goStep(step);
});

window.addEventListener("hashchange", () => show(stateOfAddress()));
for (const fold of document.querySelectorAll("details.filters")) fold.open = window.matchMedia("(min-width: 48rem)").matches;
drawBoard();
drawMap();
drawKilling();
show(stateOfAddress());
