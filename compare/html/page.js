/* page: draws a report from the results in the page.
 *
 * Columns, with their titles, units and explanations, are in the results; sentences are in the
 * extras. Every number in a table is an element that names the JSON pointer of its value in
 * data-key, and holds the exact value in data-value. */
"use strict";

const root = JSON.parse(document.getElementById("results").textContent);
const extras = JSON.parse(document.getElementById("extras").textContent);
const pointers = Array.isArray(root) ? root.map((_, i) => "/" + i) : [""];
const GROUPS = ["walk", "shot"];
const colours = new Map(); // from a method's name to a number from 0 to 11

/* Returns the value at a JSON pointer, or null. */
function at(pointer) {
    let value = root;
    for (const key of pointer.split("/").slice(1))
        value = value?.[key];
    return value ?? null;
}

const list = (pointer) => (Array.isArray(at(pointer)) ? at(pointer) : []);
const isSweep = (pointer) => at(pointer + "/vary") !== null;
const mainOf = (pointer) => (isSweep(pointer) ? "rows" : "methods");
const nameOf = (pointer) => at(pointer + "/scenario/name") ?? "";

function colourOf(name) {
    if (!colours.has(name))
        colours.set(name, colours.size % 12);
    return `var(--s${colours.get(name)})`;
}

/* --- elements --- */

/* Replaces control characters, direction marks and other invisible characters, which could make a
 * text look like another. */
const plain = (text) => String(text)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, "?");

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (value !== null && value !== false)
            element.setAttribute(name, value === true ? "" : plain(value));
    for (const child of children.flat(Infinity))
        if (child !== null)
            element.append(child instanceof Node ? child : plain(child));
    return element;
}

const make = (tag, attributes = {}, ...children) =>
    fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const missing = (why) => make("p", { class: "missing" }, why);

/* --- numbers --- */

function shownBytes(x) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let unit = 0;
    for (; x >= (unit ? 1023.95 : 1024) && unit + 1 < units.length; unit++)
        x /= 1024;
    return (unit && x < 99.95 ? x.toFixed(1) : x.toFixed(0)) + " " + units[unit];
}

/* Returns a rounded value for people, or "-" if there is none. */
function shown(value, unit) {
    if (value === null)
        return "-";
    if (Array.isArray(value))
        return value.map((x) => shown(x, unit)).join(" to ");
    if (typeof value !== "number")
        return String(value);
    if (unit === "bytes")
        return shownBytes(value);
    if (unit === "x")
        return value.toFixed(value < 9.995 ? 2 : 1);
    if (Number.isInteger(value) || Math.abs(value) >= 100 || (unit === "ns" && value >= 10))
        return value.toFixed(0);
    return String(Number(value.toPrecision(3)));
}

const exact = (value) => (Array.isArray(value) ? value.join(" ") : String(value ?? ""));

/* Returns an element that shows the value at a pointer. */
function show(pointer, tag = "data", unit = null) {
    const value = at(pointer);
    return make(tag, { "data-key": pointer, "data-value": exact(value),
                       class: typeof value === "string" ? "text" : null }, shown(value, unit));
}

/* --- tables --- */

/* Returns the number or text by which a cell is sorted. null comes last. */
function sortValue(cell) {
    const { value } = cell.dataset;
    return value === "" || value === undefined ? null
        : cell.classList.contains("text") ? value : Number(value.split(" ")[0]);
}

function sortBy(table, column) {
    const titles = table.tHead.rows[0].cells;
    const down = titles[column].getAttribute("aria-sort") === "ascending";
    const compare = (a, b) => typeof a !== typeof b ? (typeof a === "number" ? -1 : 1)
        : a < b ? -1 : a > b ? 1 : 0;
    const rows = [...table.tBodies[0].rows].map((row) => [sortValue(row.cells[column]), row]);
    const filled = rows.filter(([value]) => value !== null);
    filled.sort(([a], [b]) => (down ? compare(b, a) : compare(a, b)));
    for (const title of titles)
        title.removeAttribute("aria-sort");
    titles[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...filled.map(([, row]) => row),
                            ...rows.filter(([value]) => value === null).map(([, row]) => row));
}

/* Returns a table of titles [title, explanation] and of rows. A click on a title sorts the rows. */
function sortable(titles, rows) {
    const table = make("table", { class: "sorts" }, make("thead", {}, make("tr", {},
        titles.map(([title, about]) => make("th", { scope: "col", title: about ?? null },
            make("button", {}, title))))),
        make("tbody", {}, rows));
    for (const title of table.tHead.rows[0].cells) {
        title.firstChild.addEventListener("click", () => sortBy(table, title.cellIndex));
        title.className = rows[0]?.cells[title.cellIndex].className ?? "";
    }
    return make("div", { class: "scrolls" }, table);
}

/* Returns a method's name with the terminal's marks. A line goes through the name of a method that
 * has a late answer. */
function nameCell(row, key) {
    const { [key]: name, contestant, conservative, wrong, late } = at(row);
    const marks = [contestant && " +", conservative && " *", wrong > 0 && " !"];
    const marked = name + marks.filter(Boolean).join("");
    return make("td", { class: "text", "data-key": `${row}/${key}`, "data-value": name },
                late > 0 ? make("s", {}, marked) : marked);
}

/* Returns a cell with its interval as a tooltip. A ratio whose interval contains 1 shows no
 * difference, so its cell is "~". */
function cellOf(row, column) {
    if (column.kind === "method")
        return nameCell(row, column.key);
    const pointer = `${row}/${column.key}`, cell = show(pointer, "td", column.unit);
    const ends = column.interval ? at(`${row}/${column.interval}`) : null;
    if (ends)
        cell.title = `${shown(at(pointer), column.unit)}, 95%: ${shown(ends, column.unit)}`;
    if (ends && column.unit === "x" && ends[0] <= 1 && ends[1] >= 1)
        cell.textContent = "~";
    return cell;
}

const columnsOf = (pointer, name) => list(`${pointer}/columns/${name}`);
const titleOf = (column) => (column.group && !(column.title ?? "").startsWith(column.group)
    ? `${column.group} ${column.title ?? column.key}` : column.title ?? column.key);
const rowsOf = (pointer, name) => list(`${pointer}/${name}`)
    .map((_, i) => `${pointer}/${name}/${i}`).filter((row) => !at(row + "/idle"));

/* Returns whether people see the column, because it is meant for them and has values. */
const isShown = (column, rows) => column.title && (column.shown === "always"
    ? rows.some((row) => at(`${row}/${column.key}`) !== null)
    : column.shown === "if any" && rows.some((row) => at(`${row}/${column.key}`)));

/* Returns a table of the result, as the terminal shows it. */
function tableOf(pointer, name) {
    const rows = rowsOf(pointer, name);
    const seen = columnsOf(pointer, name).filter((column) => isShown(column, rows));
    return sortable(seen.map((column) => [column.title, column.about]), rows.map((row) =>
        make("tr", {}, seen.map((column) => cellOf(row, column)))));
}

const details = (title, ...children) => make("details", {}, make("summary", {}, title), children);

/* Returns the table with rows and columns exchanged, without columns of points and columns without
 * values. The column `label` becomes the heading. */
function turnedTable(pointer, name, label) {
    const rows = rowsOf(pointer, name);
    const filled = columnsOf(pointer, name).filter((column) => column.kind !== "points"
        && column.key !== label && rows.some((row) => at(`${row}/${column.key}`) !== null));
    return make("div", { class: "scrolls" }, make("table", { class: "turned" },
        make("thead", {}, make("tr", {}, make("td"), rows.map((row) =>
            make("th", { scope: "col" }, nameCell(row, label).childNodes[0])))),
        make("tbody", {}, filled.map((column) => make("tr", {},
            make("th", { scope: "row", title: column.about ?? null }, titleOf(column)),
            rows.map((row) => show(`${row}/${column.key}`, "td", column.unit)))))));
}

/* --- sections --- */

const lines = (all, attributes) =>
    (all.length ? make("ul", attributes, all.map((line) => make("li", {}, line))) : null);

/* Returns the sentences that the terminal prints about the result. */
function words(i) {
    const { about, noise, verdict, notes, methods } = extras.words[i];
    return { first: [noise ? make("p", { class: "bad noise", role: "note" }, noise) : null,
                     make("p", { class: "quiet" }, about), lines(verdict, { class: "verdict" })],
             last: [lines(methods, { class: "quiet" }), lines(notes, { class: "quiet" })] };
}

const FURTHER = { regress: "Whether the methods agree", walkers: "Walkers", crowds: "Crowds", agents: "Agents",
                  edits: "Edits" };

const furtherTables = (pointer) => Object.entries(FURTHER).map(([name, title]) =>
    (list(`${pointer}/${name}`).length ? [make("h3", {}, title), tableOf(pointer, name)] : null));

function timeSections(pointer) {
    const rows = rowsOf(pointer, "methods").filter((row) => !at(row + "/rest_of"));
    return [figures("Memory against time", ...GROUPS.map((group) => costFigure(pointer, group)))
                ?? missing("No times were measured, so there is nothing to draw."),
            figures("Times of single queries", ...GROUPS.map((group) => timeFigure(rows, group)))];
}

/* Returns a chart of a cost over the varied value. null if a value is not a number. */
function growthFigure(pointer, key, yTitle, unit, caption) {
    const values = list(pointer + "/rows").map((row) => Number(row.value));
    if (!values.every(Number.isFinite) || new Set(values).size < 2)
        return null;
    return figure(caption, pointChart(seriesOf(pointer, "rows", key, "value"), { axis: valueAxis,
        unit, atEnd: true, xTitle: at(pointer + "/vary"), yTitle }));
}

const sweepCharts = (pointer) => figures("How costs grow",
    growthFigure(pointer, "bytes", "memory that a query needs", "bytes", "Memory."),
    ...GROUPS.map((group) => growthFigure(pointer, group + "_ns_median", `ns a ${group}, median`,
        "ns", `All ${group}s. Bars are 95% intervals.`)));

/* Returns the drawings of the level of result i. */
const picturesOf = (i) => figures("The level", ...extras.pictures
    .filter(({ result }) => result === i).map(({ svg, caption }) => (svg
        ? figure(caption, make("img", { src: "data:image/svg+xml;base64," + svg, alt: caption }))
        : missing(caption))));

function resultSection(pointer, i) {
    const main = mainOf(pointer), { first, last } = words(i), sweep = isSweep(pointer);
    return make("section", { id: "r" + i }, make("h2", {}, nameOf(pointer)), first,
        tableOf(pointer, main),
        details("All numbers", turnedTable(pointer, main, sweep ? "value" : "method")),
        last, furtherTables(pointer), sweep ? sweepCharts(pointer) : [timeSections(pointer),
            details("Early answers by method and shape", tableOf(pointer, "errors"))],
        picturesOf(i));
}

/* --- how it was measured --- */

/* Lists the members of an object, and of the objects in it. */
function facts(pointer, before = "") {
    return Object.entries(at(pointer) ?? {}).flatMap(([key, value]) => {
        const title = (before + key).replace(/_/g, " "), where = `${pointer}/${key}`;
        return value === null || key === "command" || /[/~]/.test(key) ? []
            : typeof value === "object" ? facts(where, title + " ")
            : [make("dt", {}, title), make("dd", {},
                show(where, "data", null))];
    });
}

const commandText = (command) => (command ? make("pre", { class: "command" }, command) : null);

/* Saved results may come from several runs. Shows each environment that differs from the previous
 * one. */
function otherRuns() {
    const environment = (pointer) => JSON.stringify(at(pointer + "/environment"));
    const isOther = (pointer, i) => i && environment(pointer) !== environment(pointers[i - 1]);
    return pointers.filter(isOther).map((pointer) => [
        make("h3", {}, "From here on: ", nameOf(pointer)),
        commandText(at(pointer + "/environment/command")),
        make("dl", {}, facts(pointer + "/environment"))]);
}

function how() {
    return make("section", { id: "how" }, make("h2", {}, "How it was measured"),
        make("p", {}, "Every method got the same moves. An oracle that works on the solids alone "
             + "checked every answer.", extras.command ? " This is the command:" : ""),
        commandText(extras.command), make("dl", {}, facts(pointers[0] + "/environment")),
        otherRuns());
}

function rawResults() {
    const text = make("pre"), all = details("Show them", text);
    const blob = new Blob([JSON.stringify(root)], { type: "application/json" });
    all.addEventListener("toggle", () => { text.textContent = JSON.stringify(root, null, 2); });
    return make("section", { id: "json" }, make("h2", {}, "JSON"), make("p", {},
        "The results: every number above is one of them. ",
        make("a", { id: "save", download: "results.json", href: URL.createObjectURL(blob) },
             "Save them")), all);
}

/* --- the page --- */

document.title = plain("bspcompare: " + nameOf(pointers[0])
    + (pointers.length > 1 ? " and more" : ""));
const contents = [...pointers.map((pointer, i) => ["#r" + i, nameOf(pointer)]),
    ["#how", "How it was measured"], ["#json", "JSON"]];
document.querySelector("header").append(make("nav", { "aria-label": "contents" }, make("ul", {},
    contents.map(([href, title]) => make("li", {}, make("a", { href }, title))))));
fill(document.querySelector("main"), {}, [pointers.map(resultSection), how(), rawResults()]);
