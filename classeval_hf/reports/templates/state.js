"use strict";
// What is shown is a state, which the address holds: a link leads back to it, and so does the browser's back button.
// Everything a model wrote reaches the page through `textContent`. Nothing here builds markup from strings.

const summary = JSON.parse(document.getElementById("summary").textContent);
const runs = summary.runs.map((run, number) => ({ ...run, number }));
const tasks = summary.tasks.map(([id, name, topic, unsound], number) => ({ id, name, topic, unsound, number }));

const START = {
  at: "", sort: "", strategy: "", sampling: "", columns: "main",
  level: "class", order: "id", q: "", topic: "", verdict: "", error: "", disagree: "", unsound: "",
  task: "", run: "", sample: "", with: "", with_sample: "",
};
let state = { ...START };

function element(tag, properties = {}, ...children) {
  const { dataset = {}, attributes = {}, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  Object.assign(node.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function stateOfAddress() {
  const hash = location.hash.slice(1);
  if (!hash.includes("=")) return { ...START, at: hash }; // the plain address of a section
  const given = new URLSearchParams(hash);
  return Object.fromEntries(Object.keys(START).map((name) => [name, given.get(name) ?? START[name]]));
}

function addressOf(wanted) {
  const changed = Object.entries(wanted).filter(([name, value]) => value !== START[name]);
  return `#${new URLSearchParams(changed)}`;
}

// Goes to another state. Each is a step that the back button undoes, unless it replaces the one before.
function go(changes, replaces = false) {
  const wanted = { ...state, at: "", ...changes };
  const address = addressOf(wanted);
  if (address !== (location.hash || "#")) history[replaces ? "replaceState" : "pushState"](null, "", address);
  show(wanted);
}

function isShown(run) {
  return ["strategy", "sampling"].every((kind) => !state[kind] || run[kind] === state[kind]);
}

function shownRuns() {
  return runs.filter(isShown);
}

async function unpacked(id) {
  if (!window.DecompressionStream) throw new Error("This browser is too old to unpack the samples: it lacks DecompressionStream.");
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

const kept = new Map(); // what was unpacked, by id

function part(id) {
  if (!kept.has(id)) kept.set(id, unpacked(id));
  return kept.get(id);
}

function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
