/* page: what a report does: tables sort, and the results can be read and saved. */
"use strict";

/* What a cell is sorted by: its first number, else its text; nothing comes last. */
function valueOf(row, column) {
    const value = row.cells[column].dataset.value;
    if (value === "")
        return null;
    const number = Number(value.split(" ")[0]);
    return Number.isNaN(number) ? value : number;
}

function compareValues(a, b) {
    if (typeof a !== typeof b)
        return typeof a === "number" ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
}

function sortBy(table, column) {
    const titles = table.tHead.rows[0].cells;
    const down = titles[column].getAttribute("aria-sort") === "ascending";
    const rows = Array.from(table.tBodies[0].rows, (row) => ({ row, value: valueOf(row, column) }));
    const there = rows.filter((one) => one.value !== null);
    there.sort((a, b) => compareValues(a.value, b.value) * (down ? -1 : 1));
    for (const title of titles)
        title.removeAttribute("aria-sort");
    titles[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...there.map((one) => one.row),
        ...rows.filter((one) => one.value === null).map((one) => one.row));
}

for (const table of document.querySelectorAll("table.sorts"))
    for (const title of table.tHead.rows[0].cells)
        title.querySelector("button").addEventListener("click",
            () => sortBy(table, title.cellIndex));

const results = document.getElementById("results").textContent;
const raw = document.getElementById("raw");
const save = document.getElementById("save");
raw.addEventListener("toggle", () => { 
    raw.querySelector("pre").textContent = JSON.stringify(JSON.parse(results), null, 2);
 });
save.href = URL.createObjectURL(new Blob([results], { type: "application/json" }));
save.hidden = false;
