"use strict";
// Everything a model wrote reaches the page through `textContent`. Nothing here builds markup from strings.

const summary = JSON.parse(document.getElementById("summary").textContent);
const details = new Map(); // per run, parsed when it is first looked into
const state = { strategy: "", sampling: "", level: "class", order: "id", columns: "main" };

function element(tag, properties = {}, ...children) {
  const { dataset = {}, attributes = {}, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  Object.assign(node.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function isShown(run) {
  return ["strategy", "sampling"].every((kind) => !state[kind] || run[kind] === state[kind]);
}

// Leaderboard

const board = document.getElementById("board");

function cellValue(row, column, kind) {
  const cell = row.cells[column];
  if (kind === "text") return cell.textContent.toLowerCase();
  const value = parseFloat(cell.dataset.value ?? cell.textContent);
  return Number.isNaN(value) ? null : value;
}

function sortBoard(button) {
  const header = button.closest("th");
  const kind = button.dataset.sort;
  const before = header.getAttribute("aria-sort");
  const first = kind === "text" ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = before === first ? other : first;
  for (const cell of header.parentElement.cells) cell.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...board.tBodies[0].rows].map((row) => [cellValue(row, header.cellIndex, kind), row]);
  rows.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null); // what is missing comes last either way
    return sign * (kind === "text" ? a.localeCompare(b, undefined, { numeric: true }) : a - b);
  });
  board.tBodies[0].append(...rows.map(([, row]) => row));
}

function applyFilters() {
  let shown = 0;
  for (const row of board.tBodies[0].rows) {
    row.hidden = !isShown(row.dataset);
    shown += !row.hidden;
  }
  const all = summary.runs.length;
  document.getElementById("shown").textContent = shown === all ? "" : `${shown} of ${all} runs shown`;
  drawMap();
}

// Heat map

const map = document.getElementById("map");

function rate(counts) {
  if (!counts) return null;
  const [passed, all] = state.level === "class" ? [counts[0], counts[1]] : [counts[2], counts[3]];
  return all ? passed / all : null;
}

function meanRate(task, runs) {
  const rates = runs.map((run) => rate(run.counts[task])).filter((value) => value !== null);
  return rates.length ? rates.reduce((sum, value) => sum + value, 0) / rates.length : 2;
}

function mapCell(run, index, task) {
  const counts = run.counts[task];
  const value = rate(counts);
  if (value === null) return element("td", { className: "none", title: "no verdict" }, "–");
  const [passed, all] = state.level === "class" ? [counts[0], counts[1]] : [counts[2], counts[3]];
  const what = state.level === "class" ? "samples" : run.parts;
  const words = `${summary.tasks[task]}, ${run.label}: ${passed} of ${all} ${what} pass`;
  const button = element("button", {
    type: "button",
    className: `h${Math.round(value * 10)}`,
    textContent: (value * 100).toFixed(0),
    title: words,
    dataset: { run: index, task },
    attributes: { "aria-label": `${words}. Open the samples.` },
  });
  return element("td", {}, button);
}

function drawMap() {
  const runs = summary.runs.map((run, index) => [run, index]).filter(([run]) => isShown(run));
  const tasks = summary.tasks.map((_, index) => index);
  if (state.order === "hard") {
    const means = tasks.map((task) => meanRate(task, runs.map(([run]) => run)));
    tasks.sort((a, b) => means[a] - means[b] || a - b);
  }
  const heads = runs.map(([run]) => element("th", { scope: "col", textContent: run.label }));
  map.tHead.replaceChildren(element("tr", {}, element("th", { scope: "col", textContent: "Task" }), ...heads));
  map.tBodies[0].replaceChildren(
    ...tasks.map((task) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", textContent: summary.tasks[task] }),
        ...runs.map(([run, index]) => mapCell(run, index, task)),
      ),
    ),
  );
}

// Samples

const dialog = document.getElementById("samples");

function detailsOf(run) {
  if (!details.has(run)) details.set(run, JSON.parse(document.getElementById(`details-${run}`).textContent));
  return details.get(run);
}

function openSamples(run, task) {
  const samples = detailsOf(run).tasks[task];
  document.getElementById("samples-title").textContent = summary.tasks[task];
  document.getElementById("samples-run").textContent = summary.runs[run].label;
  const tabs = samples.map((sample, index) =>
    element("button", {
      type: "button",
      textContent: `${index + 1} ${mark(sample.passed)}${furtherMarks(sample)}${sample.suspicious.length ? " \u26a0" : ""}`,
      dataset: { sample: index },
      attributes: { "aria-label": `Sample ${index + 1}, ${verdict(sample)}${furtherWords(sample)}${sample.suspicious.length ? ", suspicious" : ""}`, "aria-pressed": "false" },
    }),
  );
  const strip = document.getElementById("sample-tabs");
  strip.replaceChildren(element("span", { className: "chips-name" }, samples.length === 1 ? "Sample" : "Samples"), ...tabs);
  strip.onclick = (event) => {
    const tab = event.target.closest("button");
    if (tab) showSample(run, samples, Number(tab.dataset.sample));
  };
  showSample(run, samples, 0);
  if (!dialog.open) dialog.showModal();
}

function mark(passed) {
  return passed === null ? "?" : passed ? "\u2713" : "\u2717";
}

function verdict(sample) {
  if (sample.passed === null) return "not judged";
  return sample.passed ? "passes" : "fails";
}

function furtherMarks(sample) {
  return sample.suites.map((suite) => ` ${suite.name} ${mark(suite.passed)}`).join("");
}

function furtherWords(sample) {
  return sample.suites.map((suite) => `, by base and ${suite.name}: ${verdict(suite)}`).join("");
}

function showSample(run, samples, index) {
  for (const tab of document.querySelectorAll("#sample-tabs button")) {
    tab.setAttribute("aria-pressed", String(Number(tab.dataset.sample) === index));
  }
  const sample = samples[index];
  const parts = [verdictLine(sample)];
  if (sample.suspicious.length) parts.push(suspicionLine(sample));
  if (sample.infrastructure) parts.push(element("p", { className: "message", textContent: sample.infrastructure }));
  if (sample.failures.length) parts.push(firstFailure(sample));
  if (sample.classes.length) parts.push(testClasses(sample));
  if (sample.failures.length > 1) parts.push(allFailures(sample));
  for (const suite of sample.suites) parts.push(...furtherSuite(suite));
  if (sample.trajectory) parts.push(...trajectory(sample));
  parts.push(element("h3", {}, "Completion"), ...completion(run, sample));
  document.getElementById("sample").replaceChildren(...parts);
}

function verdictLine(sample) {
  const methods = sample.methods.filter(([, passed]) => passed).length;
  const words = sample.methods.length ? `; ${methods} of ${sample.methods.length} methods pass` : "";
  const name = sample.passed === null ? "" : sample.passed ? "passed" : "failed";
  const further = furtherWords(sample).replace(", ", "; ");
  return element("p", {}, element("span", { className: `verdict ${name}` }, `The ${sample.target ? "target" : "class"} ${verdict(sample)}`), words, further);
}

function furtherSuite(suite) {
  const parts = [element("h3", {}, `Tests of ${suite.name}`)];
  if (suite.infrastructure) parts.push(element("p", { className: "message", textContent: suite.infrastructure }));
  if (suite.classes.length) parts.push(testClasses(suite));
  if (suite.failures.length) parts.push(allFailures(suite));
  return parts;
}

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

function suspicionLine(sample) {
  const words = `${sample.suspicious.join(", ")}. This is a mark and no verdict: read the sample before it counts.`;
  return element("p", { className: "suspicious" }, element("strong", {}, "\u26a0 Suspicious: "), words);
}

function failureLines([testClass, test, outcome, type, message]) {
  const name = test.startsWith(`${testClass}::`) ? test : `${testClass}.${test}`; // ids of pytest begin with their file
  const head = element("p", {}, element("code", {}, name), ` ${outcome}${type ? `, ${type}` : ""}`);
  return [head, element("p", { className: "message", textContent: message || "(no message)" })];
}

function firstFailure(sample) {
  const failure = sample.failures[sample.first];
  const title = failure[2] === "fail" ? "First failing assertion" : "First failure";
  return element("div", { className: "first" }, element("p", { className: "failed verdict" }, title), ...failureLines(failure));
}

function allFailures(sample) {
  const count = sample.failures.length + sample.more;
  const items = sample.failures.map((failure) => element("li", {}, ...failureLines(failure)));
  if (sample.more) items.push(element("li", {}, `${sample.more} more are in the score file.`));
  return element("details", {}, element("summary", {}, `All ${count} failures`), element("ul", { className: "list" }, ...items));
}

function testClasses(sample) {
  const around = sample.classes.some(([, , , , , message]) => message); // what failed outside the tests, if anything
  const rows = sample.classes.map(([name, passed, good, all, judged, message]) =>
    element(
      "tr",
      {},
      element("td", {}, element("code", { textContent: name })),
      element("td", { className: passed ? "passed" : "failed" }, `${mark(passed)} ${passed ? "passes" : "fails"}`),
      element("td", { className: "number" }, `${good} of ${all}`),
      element("td", {}, judged),
      ...(around ? [element("td", { className: "text" }, element("p", { className: "message", textContent: message }))] : []),
    ),
  );
  const names = [sample.target ? "Test file" : "Test class", "Verdict", "Tests passed", "Judged by", ...(around ? ["Around the tests"] : [])];
  const heads = names.map((name) => element("th", { scope: "col" }, name));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  return element("div", { className: "scroll" }, table);
}

function completion(run, sample) {
  if (sample.answer === undefined) {
    return [element("p", {}, `Unavailable: ${detailsOf(run).note || "the run came without completions"}.`)];
  }
  return [...clippedNotes(sample.notes), listing(sample.answer, "text-of-answer")];
}

function listing(text, className = "") {
  const numbers = Array.from({ length: text.split("\n").length }, (_, index) => index + 1).join("\n");
  return element(
    "div",
    { className: "listing", tabIndex: 0 },
    element("pre", { className: "lines", textContent: numbers, attributes: { "aria-hidden": "true" } }),
    element("pre", { className: `code-text ${className}`, textContent: text }),
  );
}

// Trajectory: the attempts of a sample, and what the model saw and said between them

function trajectory(sample) {
  const attempts = sample.trajectory;
  const last = attempts.map((attempt) => attempt.made).lastIndexOf(true); // the one that was scored
  const items = attempts.map((attempt, index) => oneAttempt(attempt, index + 1, index === last ? sample : null));
  return [element("h3", {}, `Trajectory, ${attempts.length} ${attempts.length === 1 ? "attempt" : "attempts"}`), ...items];
}

function oneAttempt(attempt, number, scored) {
  const [passed, all] = attempt.tests ?? [0, 0];
  const good = all > 0 && passed === all;
  const words = [
    ...(attempt.made ? [] : ["not made, the prompt was too long"]),
    ...(all ? [`${mark(good)} ${passed} of ${all} tests pass`] : scored ? [`${mark(scored.passed)} ${verdict(scored)}`] : []),
    ...(attempt.tokens ? [`${attempt.tokens.toLocaleString("en")} tokens`] : []),
  ];
  const head = element("summary", {}, `Attempt ${number}`, words.length ? ": " : "", words.join(", "));
  const parts = [];
  if (attempt.thought) parts.push(...saidPart("What the model said before it called tools", attempt.thought));
  if (attempt.thought || attempt.calls.length) parts.push(...toolCalls(attempt.calls));
  if (attempt.reflection) parts.push(...saidPart("Reflection", attempt.reflection));
  if (attempt.code) parts.push(element("h4", {}, "Completion"), ...clippedNotes(attempt.code[1]), listing(attempt.code[0]));
  if (attempt.diff) parts.push(element("h4", {}, "Completion, compared with the attempt before"), ...difference(attempt.diff));
  if (attempt.feedback) parts.push(...saidPart("Feedback", attempt.feedback));
  return element("details", { className: "attempt" }, head, ...parts);
}

function saidPart(title, [text, notes]) {
  return [element("h4", {}, title), ...clippedNotes(notes), element("pre", { className: "said", textContent: text || "(nothing)", tabIndex: 0 })];
}

function toolCalls(calls) {
  if (!calls.length) return [element("p", {}, "No call of a tool was found in it.")];
  const items = calls.map(([call, [text, notes], found]) => {
    const head = element("summary", {}, element("code", { textContent: call }), found ? "" : " found nothing");
    return element("details", {}, head, ...clippedNotes(notes), element("pre", { className: "said", textContent: text, tabIndex: 0 }));
  });
  return [element("h4", {}, "Tool calls, and what they returned"), ...items];
}

function difference([text, notes]) {
  if (!text) return [...clippedNotes(notes), element("p", {}, "The same as before.")];
  const kinds = { "+": "ins", "-": "del" };
  const lines = text.split("\n").map((line) => element(kinds[line[0]] ?? "span", { textContent: `${line}\n` }));
  return [...clippedNotes(notes), element("pre", { className: "said difference", tabIndex: 0 }, ...lines)];
}

function clippedNotes(notes) {
  return notes.map((note) => element("p", { className: "clipped", textContent: note }));
}

// What the reader presses

function press(button, kind) {
  state[kind] = button.dataset[kind] ?? button.dataset.value;
  for (const other of button.parentElement.querySelectorAll("button")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.sort) sortBoard(button);
  else if (button.dataset.filter) {
    press(button, button.dataset.filter);
    applyFilters();
  } else if (button.dataset.level || button.dataset.order) {
    press(button, button.dataset.level ? "level" : "order");
    drawMap();
  } else if (button.dataset.columns) {
    press(button, "columns");
    board.dataset.columns = state.columns;
  } else if (button.dataset.task) openSamples(Number(button.dataset.run), Number(button.dataset.task));
});
document.getElementById("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // a click outside
});
drawMap();
drawKilling();
