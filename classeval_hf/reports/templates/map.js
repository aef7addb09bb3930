// Heat map: one tab stop, and arrow keys within it

const map = document.getElementById("map");
const search = document.getElementById("search");
const MANY_RUNS = 8; // from here on the names of the runs stand upright

function passed(counts) {
  if (!counts) return [0, 0];
  return state.level === "method" ? [counts[2], counts[3]] : [counts[0], counts[1]];
}

function rate(counts) {
  const [good, all] = passed(counts);
  return all ? good / all : null;
}

function meanRate(task, of) {
  const rates = of.map((run) => rate(run.counts[task.number])).filter((value) => value !== null);
  return rates.length ? rates.reduce((sum, value) => sum + value, 0) / rates.length : null;
}

const VERDICTS = {
  all: (good, every) => every > 0 && good === every,
  some: (good) => good > 0,
  none: (good, every) => every > 0 && good === 0,
};

function isWanted(task, of, words, error) {
  const text = `${task.id} ${task.name} ${task.topic}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return false;
  if (state.topic && task.topic !== state.topic) return false;
  if (state.unsound && !task.unsound) return false;
  if (state.error && !of.some((run) => run.errors[task.number].includes(error))) return false;
  const judged = of.map((run) => run.counts[task.number]).filter((counts) => counts);
  if (state.disagree && !(judged.some(([good]) => good > 0) && judged.some(([good]) => good === 0))) return false;
  const sum = (place) => judged.reduce((total, counts) => total + counts[place], 0);
  const holds = VERDICTS[state.verdict];
  return !holds || holds(sum(0), sum(1));
}

function shownTasks() {
  const of = shownRuns();
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tasks.filter((task) => isWanted(task, of, words, summary.errors.indexOf(state.error)));
  if (state.order !== "hard") return found;
  const means = new Map(found.map((task) => [task, meanRate(task, of) ?? 2]));
  return found.sort((a, b) => means.get(a) - means.get(b) || a.number - b.number);
}

function heat(value) {
  return `h${Math.round(value * 10)}`;
}

function mapCell(run, task) {
  const counts = run.counts[task.number];
  const value = rate(counts);
  if (value === null) return element("td", { className: "none", title: "no verdict", tabIndex: -1 }, "–");
  const [good, all] = passed(counts);
  const words = `${task.id}, ${run.label}: ${good} of ${all} ${state.level === "method" ? run.parts : "samples"} pass`;
  const button = element("button", {
    type: "button",
    tabIndex: -1,
    className: heat(value),
    textContent: (value * 100).toFixed(0),
    title: words,
    dataset: { run: run.number, task: task.number },
    attributes: { "aria-label": `${words}, ${(value * 100).toFixed(0)} percent. Open the samples.` },
  });
  return element("td", {}, button);
}

function mapRow(task, of) {
  const head = element("th", { scope: "row" }, element("span", { className: "task-id", textContent: task.id }));
  if (task.name) head.append(element("span", { className: "task-name", textContent: task.name }));
  if (task.unsound) head.append(element("span", { className: "unsound", textContent: "unsound", title: task.unsound }));
  const cells = hasTopics ? [element("td", { className: "topic", textContent: task.topic })] : [];
  const mean = meanRate(task, of);
  cells.push(element("td", { className: "mean", textContent: mean === null ? "–" : (mean * 100).toFixed(0) }));
  return element("tr", {}, head, ...cells, ...of.map((run) => mapCell(run, task)));
}

const hasTopics = tasks.some((task) => task.topic);

function drawMap() {
  const of = shownRuns();
  const found = shownTasks();
  const heads = [
    element("th", { scope: "col" }, "Task"),
    ...(hasTopics ? [element("th", { scope: "col", className: "topic" }, summary.grouping)] : []),
    element("th", { scope: "col" }, "Mean"),
    ...of.map((run) => element("th", { scope: "col", className: "of-run" }, element("span", { textContent: run.label }))),
  ];
  map.classList.toggle("many", of.length > MANY_RUNS);
  map.tHead.replaceChildren(element("tr", {}, ...heads));
  map.tBodies[0].replaceChildren(...found.map((task) => mapRow(task, of)));
  const all = found.length === tasks.length;
  document.getElementById("found").textContent = all ? plural(tasks.length, "task") : `${found.length} of ${plural(tasks.length, "task")}`;
  tabStop(map.querySelector("tbody button"));
}

function drawFilters() {
  if (search.value !== state.q) search.value = state.q;
  for (const field of document.querySelectorAll("select[data-field]")) field.value = state[field.dataset.field];
}

function tabStop(cell) {
  for (const other of map.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
  if (cell) cell.tabIndex = 0;
}

function cellOf(row, place) {
  const cell = row?.cells[place];
  return cell && (cell.querySelector("button") ?? (cell.className === "none" ? cell : null));
}

map.addEventListener("focusin", (event) => {
  if (event.target.closest("tbody td")) tabStop(event.target);
});

map.addEventListener("keydown", (event) => {
  const here = event.target.closest("td");
  if (!here || event.altKey || event.metaKey) return;
  const rows = [...map.tBodies[0].rows];
  const [row, place, last] = [rows.indexOf(here.parentElement), here.cellIndex, here.parentElement.cells.length - 1];
  const first = last + 1 - shownRuns().length;
  const target = {
    ArrowUp: [row - 1, place],
    ArrowDown: [row + 1, place],
    ArrowLeft: [row, place - 1],
    ArrowRight: [row, place + 1],
    PageUp: [Math.max(row - 10, 0), place],
    PageDown: [Math.min(row + 10, rows.length - 1), place],
    Home: [event.ctrlKey ? 0 : row, first],
    End: [event.ctrlKey ? rows.length - 1 : row, last],
  }[event.key];
  if (!target) return;
  event.preventDefault();
  cellOf(rows[target[0]], target[1])?.focus();
});
