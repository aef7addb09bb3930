"use strict";
// The report is in a frame, and is loaded again when a newer one is there. What it shows is in its address, which this
// page repeats in its own, so that a new report, a reload and a copied link all lead back to it.

const frame = document.getElementById("report");
let shown = 0; // version of the report in the frame

const viewed = () => frame.contentWindow;
const isReading = () => new URLSearchParams(viewed().location.hash.slice(1)).has("task"); // a sample is open

// How far the reader has scrolled, and what has the focus: no address states that.
function placeOfReader() {
  const { document: page, scrollX, scrollY } = viewed();
  const map = page.querySelector(".map-scroll");
  const { id, dataset } = page.activeElement ?? { dataset: {} };
  const cell = dataset?.task ? `#map [data-task="${dataset.task}"][data-run="${dataset.run}"]` : "";
  return { scrollX, scrollY, left: map?.scrollLeft, top: map?.scrollTop, focus: id ? `#${CSS.escape(id)}` : cell };
}

function goTo({ scrollX, scrollY, left, top, focus }) {
  const page = viewed().document;
  page.querySelector(".map-scroll")?.scrollTo({ left, top, behavior: "instant" });
  viewed().scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  if (focus) page.querySelector(focus)?.focus({ preventScroll: true });
}

// Without a step that the back button would have to undo.
function load(hash) {
  viewed().location.replace(`report.html?${shown}${hash || "#"}`);
}

function showReport(version) {
  const [place, hash] = shown ? [placeOfReader(), viewed().location.hash] : [null, location.hash];
  shown = version;
  frame.hidden = false;
  if (place) frame.addEventListener("load", () => goTo(place), { once: true });
  load(hash);
}

async function look() {
  const note = document.getElementById("note");
  try {
    const state = await (await fetch("state.json", { cache: "no-store" })).json();
    const items = state.runs.map((run) => {
      const scored = run.scored ? ", scored" : "";
      return Object.assign(document.createElement("li"), {
        textContent: `${run.name}: ${run.done} of ${run.total} samples${scored}`,
      });
    });
    document.getElementById("runs").replaceChildren(...items);
    const isNew = state.version > 0 && state.version !== shown;
    const waits = isNew && shown > 0 && isReading();
    if (isNew && !waits) showReport(state.version);
    note.textContent = [state.note, waits ? "A newer report is shown when the sample is closed." : ""].filter(Boolean).join(" ");
  } catch {
    note.textContent = "The server has ended.";
  }
  setTimeout(look, 2000);
}

setInterval(() => {
  if (!shown || viewed().document.readyState !== "complete") return;
  const { hash } = viewed().location;
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
}, 300);

window.addEventListener("hashchange", () => {
  if (shown) load(location.hash);
});

look();
