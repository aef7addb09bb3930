// Leaderboard

const board = document.getElementById("board");
const rankedBy = board.querySelector("th[aria-sort]")?.dataset.column ?? "";

function cellValue(row, column, kind) {
  const cell = row.cells[column];
  if (kind === "text") return cell.textContent.trim().toLowerCase();
  const value = parseFloat(cell.dataset.value ?? cell.textContent);
  return Number.isNaN(value) ? null : value;
}

// A column's name sorts upwards, with a minus downwards.
function sortOrder() {
  const wanted = state.sort || (rankedBy && `-${rankedBy}`);
  return wanted.startsWith("-") ? [wanted.slice(1), -1] : [wanted, 1];
}

function nextSort(button) {
  const { column } = button.closest("th").dataset;
  const [current, sign] = sortOrder();
  const first = button.dataset.sort === "text" ? 1 : -1;
  return (column === current ? -sign : first) < 0 ? `-${column}` : column;
}

function sortBoard() {
  const [column, sign] = sortOrder();
  const heads = [...board.tHead.rows[0].cells];
  for (const head of heads) {
    if (head.dataset.column === column) head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  }
  const place = heads.findIndex((head) => head.dataset.column === column);
  if (place < 0) return;
  const kind = heads[place].querySelector("button").dataset.sort;
  const rows = [...board.tBodies[0].rows].sort((a, b) => a.dataset.run - b.dataset.run);
  const values = new Map(rows.map((row) => [row, cellValue(row, place, kind)]));
  rows.sort((rowA, rowB) => {
    const [a, b] = [values.get(rowA), values.get(rowB)];
    if (a === null || b === null) return (a === null) - (b === null); // what is missing comes last either way
    return sign * (kind === "text" ? a.localeCompare(b, undefined, { numeric: true }) : a - b);
  });
  board.tBodies[0].append(...rows);
}

function drawBoard() {
  board.dataset.columns = state.columns === "all" ? "all" : "main";
  let shown = 0;
  for (const row of board.tBodies[0].rows) {
    row.hidden = !isShown(row.dataset);
    shown += !row.hidden;
  }
  document.getElementById("shown").textContent = shown === runs.length ? "" : `${shown} of ${runs.length} runs shown`;
  sortBoard();
}
