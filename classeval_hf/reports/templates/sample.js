// One sample: its verdict, its completion, and next to it the task and the failures

const dialog = document.getElementById("samples");
const runField = document.getElementById("run-field");
const withField = document.getElementById("with-field");
const MAX_COMPARED = 2000; // lines: the time to compare two texts grows with the product of theirs

const named = (list, name, key) => list.find((item) => item[key] === name);
const runOf = (task) => named(runs, state.run, "label") ?? (state.run || !task ? undefined : withSamples(task)[0]);
const number = (text) => Math.max(Number.parseInt(text, 10) || 1, 1) - 1; // samples count from 1 in addresses

let drawn = 0; // the last drawing that was begun: one that unpacks slowly must not come after it

async function drawSample() {
  const task = named(tasks, state.task, "id");
  const run = runOf(task);
  if (!task || !run) {
    if (dialog.open) dialog.close();
    return;
  }
  drawn += 1;
  const mine = drawn;
  const [details, sheets] = await Promise.all([part(`details-${run.number}`), part("sheets")]);
  const other = named(runs, state.with, "label");
  const otherDetails = other ? await part(`details-${other.number}`) : null;
  if (mine !== drawn) return;
  const samples = details.tasks[task.number];
  if (!samples.length) {
    if (dialog.open) dialog.close();
    return;
  }
  const index = Math.min(number(state.sample), samples.length - 1);
  drawHead(task, run, samples, index);
  const compared = otherDetails?.tasks[task.number][number(state.with_sample)];
  drawBody({ task, run, index, sample: samples[index], sheet: sheets[task.number], note: details.note, other, compared });
  if (!dialog.open) dialog.showModal();
}

function drawHead(task, run, samples, index) {
  document.getElementById("samples-title").textContent = task.name ? `${task.id}: ${task.name}` : task.id;
  const about = document.getElementById("samples-task");
  about.replaceChildren(task.topic);
  if (task.unsound) about.append(element("span", { className: "unsound", textContent: "unsound" }), ` The reference is not sound: ${task.unsound}`);
  runField.replaceChildren(...withSamples(task).map((item) => element("option", { value: item.label, textContent: item.label })));
  runField.value = run.label;
  const tabs = samples.map((sample, place) =>
    element("button", {
      type: "button",
      textContent: `${place + 1} ${mark(sample.passed)}${furtherMarks(sample)}${sample.suspicious.length ? " \u26a0" : ""}`,
      dataset: { sample: place + 1 },
      attributes: {
        "aria-label": `Sample ${place + 1}, ${verdict(sample)}${furtherWords(sample)}${sample.suspicious.length ? ", suspicious" : ""}`,
        "aria-pressed": String(place === index),
      },
    }),
  );
  const name = element("span", { className: "chips-name" }, samples.length === 1 ? "Sample" : "Samples");
  document.getElementById("sample-tabs").replaceChildren(name, ...tabs);
  drawOthers(task, run, index);
  for (const step of [-1, 1]) document.querySelector(`[data-step="${step}"]`).disabled = !neighbour(step);
}

function withSamples(task) {
  return runs.filter((run) => run.samples[task.number]);
}

function drawOthers(task, run, index) {
  const options = withSamples(task).flatMap((item) =>
    Array.from({ length: item.samples[task.number] }, (_, place) => [item, place])
      .filter(([other, place]) => other !== run || place !== index)
      .map(([other, place]) =>
        element("option", {
          value: JSON.stringify([other.label, place + 1]),
          textContent: `${other === run ? "this run" : other.label}, sample ${place + 1}`,
        }),
      ),
  );
  withField.replaceChildren(element("option", { value: "", textContent: "nothing" }), ...options);
  withField.value = state.with ? JSON.stringify([state.with, number(state.with_sample) + 1]) : "";
}

// The sample before or after this one: of the same task, else of the next task in the map that the run has samples of.
function neighbour(step) {
  const task = named(tasks, state.task, "id");
  const run = runOf(task);
  if (!task || !run) return null;
  const place = Math.min(number(state.sample), run.samples[task.number] - 1) + step;
  if (place >= 0 && place < run.samples[task.number]) return { sample: String(place + 1) };
  const order = shownTasks().filter((item) => run.samples[item.number]);
  const next = order[order.indexOf(task) + step];
  if (!next || !order.includes(task)) return null;
  return { task: next.id, sample: String(step > 0 ? 1 : run.samples[next.number]) };
}

function goStep(step) {
  const found = neighbour(step);
  if (found) go({ ...found, with: "", with_sample: "" });
}

function drawBody(shown) {
  const { sample, sheet } = shown;
  const why = [verdictLine(sample)];
  if (sample.sign) why.push(element("p", { className: "sign", textContent: sample.sign }));
  if (sample.suspicious.length) why.push(suspicionLine(sample));
  if (sample.infrastructure) why.push(element("p", { className: "message", textContent: sample.infrastructure }));
  if (sample.failures.length) why.push(firstFailure(sample, sheet));
  const more = [];
  if (sample.classes.length) more.push(testClasses(sample));
  if (sample.failures.length > 1) more.push(allFailures(sample, sheet));
  for (const suite of sample.suites) more.push(...furtherSuite(suite, sheet));
  more.push(...taskTexts(sheet));
  if (sample.trajectory) more.push(...trajectory(sample));
  document.getElementById("sample").replaceChildren(
    element("div", { className: "sample-why" }, ...why),
    element("div", { className: "sample-completion" }, ...completionPart(shown)),
    element("div", { className: "sample-more" }, ...more),
  );
}

function completionPart({ task, run, index, sample, note, other, compared }) {
  if (sample.completion === undefined) {
    return [element("h3", {}, "Completion"), element("p", {}, `Unavailable: ${note || "the run came without completions"}.`)];
  }
  const name = `${task.id} ${run.label} ${index + 1}`.replace(/[^\w.-]+/g, "_").slice(0, 120);
  const tools = [
    textButton("Copy", (button) => copyText(sample.completion, button)),
    textButton("Download", () => download(sample.completion, `${name}.txt`)),
    textButton("Copy link", (button) => copyText(location.href, button)),
  ];
  const head = element("div", { className: "completion-head" }, element("h3", {}, "Completion"), ...tools);
  const { words, taken } = sample.reading;
  if (!other) {
    const text = listing(sample.completion, { className: "text-of-completion", kinds: sample.kinds, taken });
    return [head, ...readingNotes(words), ...clippedNotes(sample.notes), text, ...stepsPart(sample.steps ?? [])];
  }
  const about = `Compared with ${other.label}, sample ${number(state.with_sample) + 1}: lines with + are in this sample alone, lines with - in the other alone.`;
  return [head, element("p", {}, about), ...comparedTexts(compared?.completion, sample.completion)];
}

function readingNotes(words) {
  return words.length ? [element("p", { className: "reading" }, words.join(" "))] : [];
}

// What the model said in each step, with the part marked that was taken

function stepsPart(steps) {
  if (!steps.length) return [];
  const empty = steps.filter((step) => step.empty).length;
  const title = `What the model said, ${steps.length} ${steps.length === 1 ? "step" : "steps"}${empty ? `, ${empty} without a result` : ""}`;
  return [element("h3", {}, title), ...steps.map((step) => oneStep(step, steps.length === 1))];
}

function oneStep({ name, empty, text, notes, words, taken }, open) {
  const head = element("summary", {}, element("code", { textContent: name }), empty ? element("span", { className: "failed" }, " nothing was taken") : "");
  const said = text ? listing(text, { className: "text-of-step", taken }) : element("p", {}, "(nothing)");
  return element("details", { className: "attempt", open }, head, ...readingNotes(words), ...clippedNotes(notes), said);
}

function comparedTexts(before, after) {
  if (before === undefined) return [element("p", {}, "The completion of the other sample is unavailable.")];
  if (before === after) return [element("p", {}, "Both are the same.")];
  const lines = differenceOfLines(before.split("\n"), after.split("\n"));
  if (!lines) return [element("p", {}, `They are too long to be compared here: more than ${MAX_COMPARED.toLocaleString("en")} lines differ.`)];
  return [element("pre", { className: "said difference whole-difference", tabIndex: 0 }, ...lines.map(([kind, line]) => element(TAG_OF_KIND[kind], { textContent: `${kind}${line}\n` })))];
}

const TAG_OF_KIND = { "+": "ins", "-": "del", " ": "span" };

// Lines that only one of two texts has, by the longest common subsequence of what lies between equal ends.
function differenceOfLines(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (Math.max(a.length, b.length) > MAX_COMPARED) return null;
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? common[(i + 1) * width + j + 1] + 1 : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const lines = before.slice(0, start).map((line) => [" ", line]);
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([" ", a[i]]);
      [i, j] = [i + 1, j + 1];
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      lines.push(["-", a[i]]);
      i += 1;
    } else {
      lines.push(["+", b[j]]);
      j += 1;
    }
  }
  return [...lines, ...before.slice(before.length - end).map((line) => [" ", line])];
}

function textButton(words, action) {
  const button = element("button", { type: "button", textContent: words });
  button.addEventListener("click", () => action(button));
  return button;
}

async function copyText(text, button) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not copied: the browser refused";
  }
  setTimeout(() => { button.textContent = words; }, 1500);
}

function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// The parts of a task that are shown next to a sample

function taskTexts(sheet) {
  const parts = [];
  if (sheet.skeleton[0]) parts.push(folded("Skeleton", true, listing(sheet.skeleton[0], { kinds: sheet.skeleton[1] }), ...licence(sheet)));
  if (sheet.reference[0]) parts.push(folded("Reference", false, listing(sheet.reference[0], { kinds: sheet.reference[1] }), ...licence(sheet)));
  return parts;
}

function licence(sheet) {
  const words = [sheet.dataset, sheet.licence].filter(Boolean).join(", ");
  return words ? [element("p", { className: "licence" }, `Task data: ${words}`)] : [];
}

function folded(title, open, ...children) {
  return element("details", { open }, element("summary", {}, title), ...children);
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

function verdictLine(sample) {
  const methods = sample.methods.filter(([, passed]) => passed).length;
  const words = sample.methods.length ? `; ${methods} of ${sample.methods.length} methods pass` : "";
  const name = sample.passed === null ? "" : sample.passed ? "passed" : "failed";
  const further = furtherWords(sample).replace(", ", "; ");
  return element("p", {}, element("span", { className: `verdict ${name}` }, `The sample ${verdict(sample)}`), words, further);
}

function furtherSuite(suite, sheet) {
  const parts = [element("h3", {}, `Tests of ${suite.name}`)];
  if (suite.infrastructure) parts.push(element("p", { className: "message", textContent: suite.infrastructure }));
  if (suite.classes.length) parts.push(testClasses(suite));
  if (suite.failures.length) parts.push(allFailures(suite, sheet));
  return parts;
}

function suspicionLine(sample) {
  const words = `${sample.suspicious.join(", ")}. This is a mark and no verdict: read the sample before it counts.`;
  return element("p", { className: "suspicious" }, element("strong", {}, "\u26a0 Suspicious: "), words);
}

function failureLines([testClass, test, outcome, type, message, places], sheet, open) {
  const name = test.startsWith(`${testClass}::`) ? test : `${testClass}.${test}`; // ids of pytest begin with their file
  const head = element("p", {}, element("code", {}, name), ` ${outcome}${type ? `, ${type}` : ""}`);
  const lines = [head];
  if (outcome === "fail" && message.includes(" != ")) lines.push(element("p", { className: "said-of" }, "The values, as the test compares them: got and expected"));
  lines.push(element("p", { className: "message", textContent: message || "(no message)" }));
  for (const [words, code] of places) lines.push(element("p", { className: "said-of" }, `${words[0].toUpperCase()}${words.slice(1)}: `, element("code", { textContent: code })));
  const testSource = Object.hasOwn(sheet.tests, name) ? sheet.tests[name] : null;
  if (testSource) lines.push(folded("Source of the test", open, listing(testSource[0], { kinds: testSource[1] }), ...licence(sheet)));
  return lines;
}

function firstFailure(sample, sheet) {
  const failure = sample.failures[sample.first];
  const title = failure[2] === "fail" ? "First failing assertion" : "First failure";
  return element("div", { className: "first" }, element("p", { className: "failed verdict" }, title), ...failureLines(failure, sheet, true));
}

function allFailures(sample, sheet) {
  const count = sample.failures.length + sample.more;
  const items = sample.failures.map((failure) => element("li", {}, ...failureLines(failure, sheet, false)));
  if (sample.more) items.push(element("li", {}, `${sample.more} more are in the score file.`));
  return element("details", {}, element("summary", {}, `All ${count} failures`), element("ul", { className: "list" }, ...items));
}

const EXPECTED_VALUES = { parent: "withheld", "parent and child": "some withheld", child: "not withheld" };
const JUDGED_BY = {
  "parent and child":
    "Some withheld: of some tests of the class the expected values were kept from the process that ran the sample, of the others there was nothing to keep.",
  child: "Not withheld: these tests hold no expected value that could be kept from the process that ran the sample, or only ones that are easily guessed, so that process judged them itself.",
};
const FILES_OF_TESTS = "Not withheld: the project's own tests ran in the process of the sample, as they are.";

function testClasses(sample) {
  const around = sample.classes.some(([, , , , , message]) => message); // what failed outside the tests, if anything
  const rows = sample.classes.map(([name, passed, good, all, judged, message]) =>
    element(
      "tr",
      {},
      element("td", {}, element("code", { textContent: name })),
      element("td", { className: passed ? "passed" : "failed" }, `${mark(passed)} ${passed ? "passes" : "fails"}`),
      element("td", { className: "number" }, `${good} of ${all}`),
      element("td", {}, EXPECTED_VALUES[judged] ?? judged),
      ...(around ? [element("td", { className: "text" }, element("p", { className: "message", textContent: message }))] : []),
    ),
  );
  const names = [sample.files ? "Test file" : "Test class", "Verdict", "Tests passed", "Expected values", ...(around ? ["Around the tests"] : [])];
  const heads = names.map((name) => element("th", { scope: "col" }, name));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  const kinds = new Set(sample.classes.map(([, , , , judged]) => judged));
  const words = sample.files ? [FILES_OF_TESTS] : Object.keys(JUDGED_BY).filter((kind) => kinds.has(kind)).map((kind) => JUDGED_BY[kind]);
  const notes = words.map((text) => element("p", { className: "licence" }, text));
  return element("div", {}, element("div", { className: "scroll", tabIndex: 0, attributes: { role: "group", "aria-label": "Verdicts by test class" } }, table), ...notes);
}

// Code with line numbers; `kinds` are letters and lengths of its parts, from Pygments

const KIND_NAMES = { c: "comment", s: "string", m: "literal", k: "keyword", f: "defined", b: "builtin" };

function codeParts(text, kinds, ends = []) {
  const parts = [[]]; // one list of parts up to each of the ends, and one of what follows
  let start = 0;
  const add = (kind, end) => {
    while (start < end) {
      const stop = Math.min(end, ends[parts.length - 1] ?? end);
      const piece = text.slice(start, stop);
      if (piece) parts.at(-1).push(Object.hasOwn(KIND_NAMES, kind) ? element("span", { className: KIND_NAMES[kind], textContent: piece }) : piece);
      start = stop;
      while (ends[parts.length - 1] <= start) parts.push([]);
    }
  };
  while (ends[parts.length - 1] <= 0) parts.push([]);
  for (const [, kind, length] of kinds.matchAll(/([a-z])(\d+)/g)) add(kind, Math.min(start + Number(length), text.length));
  add("", text.length);
  return parts;
}

// The code in parts, those lines marked that were taken of it: `taken` has the first and last line of each run.
function markedCode(text, kinds, taken) {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  const shown = taken.filter(([first]) => first >= 1 && first <= starts.length);
  const ends = shown.flatMap(([first, last]) => [starts[first - 1], starts[last] ?? text.length]);
  const parts = codeParts(text, kinds, ends);
  return parts.flatMap((part, index) => (index % 2 ? [element("mark", { className: "taken" }, ...part)] : part));
}

function listing(text, { className = "", kinds = "", taken = [] } = {}) {
  const numbers = Array.from({ length: text.split("\n").length }, (_, index) => index + 1).join("\n");
  const code = element("pre", { className: `code-text ${className}` }, ...markedCode(text, kinds, taken));
  return element(
    "div",
    { className: "listing", tabIndex: 0, attributes: { role: "group", "aria-label": "Code" } },
    element("pre", { className: "lines", textContent: numbers, attributes: { "aria-hidden": "true" } }),
    code,
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

