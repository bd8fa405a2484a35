/* page: draws a report from the results that the page holds.
 *
 * Columns, with their titles, units and explanations, are in the results; sentences are in the
 * extras. Every number in a table is an element that names the JSON pointer of its value in
 * data-key, and holds the exact value in data-value. */
"use strict";

const root = JSON.parse(document.getElementById("results").textContent);
const extras = JSON.parse(document.getElementById("extras").textContent);
const pointers = Array.isArray(root) ? root.map((_, i) => "/" + i) : [""];
const GROUPS = ["walk", "shot"];
const off = new Set(); // names of the methods that are switched off
const colours = new Map(); // of a method's name: a number from 0 to 11

/* The value at a JSON pointer, or null. */
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

/* A value for people: rounded; "-" if there is none. */
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

/* An element that shows the value at a pointer. */
function show(pointer, tag = "data", unit = null) {
    const value = at(pointer);
    return make(tag, { "data-key": pointer, "data-value": exact(value),
                       class: typeof value === "string" ? "text" : null }, shown(value, unit));
}

/* --- tables --- */

/* The number or text that a cell is sorted by; null comes last. */
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

/* A table of titles [title, explanation] and of rows. A click on a title sorts the rows. */
function sortable(titles, rows) {
    const table = make("table", { class: "sorts" }, make("thead", {}, make("tr", {},
        titles.map(([title, about, method]) => make("th", { scope: "col", title: about ?? null,
            "data-method": method ?? null }, make("button", {}, title))))),
        make("tbody", {}, rows));
    for (const title of table.tHead.rows[0].cells) {
        title.firstChild.addEventListener("click", () => sortBy(table, title.cellIndex));
        title.className = rows[0]?.cells[title.cellIndex].className ?? "";
    }
    return make("div", { class: "scrolls" }, table);
}

/* A method with a late answer is struck out everywhere. */
const nameCell = (row, key) => make("td", { class: "text", "data-key": `${row}/${key}`,
    "data-value": at(`${row}/${key}`) },
    at(row + "/late") > 0 ? make("s", {}, at(`${row}/${key}`)) : at(`${row}/${key}`));

/* A cell with its interval as a tooltip; "~" if it is a ratio whose interval contains 1, so that no
 * difference is found. */
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

/* Whether people see the column: it is meant for them and has values. */
const isShown = (column, rows) => column.title && (column.shown === "always"
    ? rows.some((row) => at(`${row}/${column.key}`) !== null)
    : column.shown === "if any" && rows.some((row) => at(`${row}/${column.key}`)));

/* A table of the result, as the terminal shows it. */
function tableOf(pointer, name) {
    const rows = rowsOf(pointer, name);
    const seen = columnsOf(pointer, name).filter((column) => isShown(column, rows));
    return sortable(seen.map((column) => [column.title, column.about]), rows.map((row) =>
        make("tr", { "data-method": at(row + "/rest_of") ?? at(row + "/method") },
             seen.map((column) => cellOf(row, column)))));
}

const details = (title, ...children) => make("details", {}, make("summary", {}, title), children);

/* All numbers of a table: a row for each column, a column for each row. */
function turnedTable(pointer, name, label) {
    const rows = rowsOf(pointer, name);
    const filled = columnsOf(pointer, name).filter((column) => column.kind !== "points"
        && column.key !== label && rows.some((row) => at(`${row}/${column.key}`) !== null));
    return make("div", { class: "scrolls" }, make("table", { class: "turned" },
        make("thead", {}, make("tr", {}, make("td"), rows.map((row) =>
            make("th", { scope: "col", "data-method": at(row + "/method") },
                 nameCell(row, label).childNodes[0])))),
        make("tbody", {}, filled.map((column) => make("tr", {},
            make("th", { scope: "row", title: column.about ?? null }, titleOf(column)),
            rows.map((row) => fill(show(`${row}/${column.key}`, "td", column.unit),
                                   { "data-method": at(row + "/method") }, [])))))));
}

/* --- sections --- */

function hideMethods() {
    for (const element of document.querySelectorAll("[data-method]"))
        element.hidden = off.has(element.dataset.method);
}

function setMethod(name, isOn) {
    if (isOn)
        off.delete(name);
    else
        off.add(name);
    for (const button of document.querySelectorAll("button[data-switch]"))
        button.setAttribute("aria-pressed", String(!off.has(button.dataset.switch)));
    hideMethods();
    redraws.forEach((redraw) => redraw());
}

/* Buttons with the names of methods. A click hides or shows a method in all tables and charts. */
function switches(names) {
    return make("div", { class: "switches", role: "group", "aria-label": "methods shown" },
        names.map((name) => {
            const button = make("button", { "data-switch": name, "aria-pressed": "true",
                title: "hide or show this method in tables and charts",
                style: `--colour: ${colourOf(name)}` }, name);
            button.addEventListener("click", () => setMethod(name, off.has(name)));
            return button;
        }));
}

const lines = (all, attributes) =>
    (all.length ? make("ul", attributes, all.map((line) => make("li", {}, line))) : null);

/* What the terminal tells of the result, in the same sentences. */
function words(i) {
    const { about, noise, verdict, notes, methods } = extras.words[i];
    return { first: [noise ? make("p", { class: "bad noise", role: "note" }, noise) : null,
                     make("p", { class: "quiet" }, about), lines(verdict, { class: "verdict" })],
             last: [lines(methods, { class: "quiet" }), lines(notes, { class: "quiet" })] };
}

const FURTHER = { by_shape: "By shape", regress: "Whether the methods agree",
                  closed_loop: "Closed loop", walkers: "Walkers" };

const furtherTables = (pointer) => Object.entries(FURTHER).map(([name, title]) =>
    (list(`${pointer}/${name}`).length ? [make("h3", {}, title), tableOf(pointer, name)] : null));

function errorSection(pointer) {
    const chart = figure("How early the early answers of each method and shape are: a ring is the "
        + "mean, a bar the 99th percentile, a dot the most.", () => earlyChart(pointer));
    return [make("h3", {}, "Early answers"),
        chart ?? make("p", {}, "No answer of any method was early."),
        details("By method and shape", tableOf(pointer, "errors"))];
}

function timeSections(pointer) {
    const rows = rowsOf(pointer, "methods").filter((row) => !at(row + "/rest_of"));
    const costs = (group) => costFigure(rows.map((row) => costSeries(row, group)), group,
        group === "walk", group === "walk" ? "Walks: moves shorter than 40 units." + FRONT
            : "Shots: longer moves.");
    return [figures("Memory against time", ...GROUPS.map(costs))
                ?? missing("No times were measured, so there is nothing to draw."),
            figures("Times of single queries", ...GROUPS.map((group) => timeFigure(rows, group)))];
}

/* A series for each method of a sweep: the cost at a key against memory, or against the value. */
function sweepSeries(pointer, key, againstBytes) {
    const series = new Map(), column = columnsOf(pointer, "rows").find((c) => c.key === key);
    for (const base of rowsOf(pointer, "rows")) {
        const row = at(base), x = againstBytes ? row.bytes : Number(row.value);
        const own = series.get(row.method) ?? { name: row.method, late: false, points: [] };
        series.set(row.method, own);
        own.late ||= row.late > 0;
        if (row[key] > 0 && Number.isFinite(x) && (!againstBytes || x > 0))
            own.points.push(costPoint(base + (againstBytes ? "/bytes" : "/value"), base, column,
                `at ${row.value}${againstBytes ? ", " + shown(row.bytes, "bytes") : ""}`,
                { x, label: row.value }));
    }
    return [...series.values()];
}

/* How a cost grows with the value; null if a value is not a number. */
function growthFigure(pointer, key, yTitle, unit, caption) {
    const values = list(pointer + "/rows").map((row) => Number(row.value));
    if (!values.every(Number.isFinite) || new Set(values).size < 2)
        return null;
    const series = sweepSeries(pointer, key, false);
    return figure(caption, () => pointChart(series, { axis: valueAxis, unit, atEnd: true,
        xTitle: at(pointer + "/vary"), yTitle }));
}

function sweepCharts(pointer) {
    /* One value can beat another only if both answer the same moves of the same shapes. */
    const front = ["bevel-angle", "space-node-faces"].includes(at(pointer + "/vary"));
    const costs = GROUPS.map((group) => costFigure(
        sweepSeries(pointer, group + "_ns_median", true), group, front,
        `All ${group}s; the values of a method are joined.` + (front ? FRONT : "")));
    return [figures("How costs grow",
            growthFigure(pointer, "bytes", "memory that a query needs", "bytes", "Memory."),
            ...GROUPS.map((group) => growthFigure(pointer, group + "_ns_median",
                `ns a ${group}, median`, "ns", `All ${group}s. Bars are 95% intervals.`))),
        figures("Memory against time", ...costs)];
}

function resultSection(pointer, i) {
    const main = mainOf(pointer), { first, last } = words(i), sweep = isSweep(pointer);
    const names = [...new Set(rowsOf(pointer, main).filter((row) => !at(row + "/rest_of"))
        .map((row) => at(row + "/method")))];
    return make("section", { id: "r" + i }, make("h2", {}, nameOf(pointer)), first, switches(names),
        tableOf(pointer, main), details("All numbers", turnedTable(pointer, main,
                                                                   sweep ? "value" : "method")),
        last, furtherTables(pointer),
        sweep ? sweepCharts(pointer) : [timeSections(pointer), errorSection(pointer)],
        picturesOf(i));
}

/* Drawings of the level of result i. */
function picturesOf(i) {
    const own = extras.pictures.filter((picture) => picture.result === i);
    return figures("The level", ...own.map((picture) => picture.svg ? make("figure", {},
        make("img", { src: "data:image/svg+xml;base64," + picture.svg, alt: picture.caption }),
        make("figcaption", {}, picture.caption)) : missing(picture.caption)));
}

/* --- all results in one table --- */

/* The rows of the table: one for each result, or for each value of a sweep. `methods` maps a
 * method's name to its pointer. */
function overviewLines() {
    return pointers.flatMap((pointer, i) => {
        const rows = rowsOf(pointer, mainOf(pointer)), vary = at(pointer + "/vary");
        const values = vary ? [...new Set(rows.map((row) => at(row + "/value")))] : [null];
        return values.map((value) => {
            const own = rows.filter((row) => value === null || at(row + "/value") === value);
            const varied = vary ? { [vary]: own[0] + "/value" }
                : Object.fromEntries(Object.keys(at(pointer + "/varied") ?? {})
                    .map((name) => [name, `${pointer}/varied/${name}`]));
            return { pointer, i, varied,
                     methods: new Map(own.map((row) => [at(row + "/method"), row])) };
        });
    });
}

const methodsOf = (all) => [...new Set(all.flatMap((line) => [...line.methods.keys()]))];
const valueAt = (line, name, column) =>
    (line.methods.has(name) ? at(`${line.methods.get(name)}/${column.key}`) : null);
const isMeasured = (all, column) => methodsOf(all).some((name) =>
    all.some((line) => valueAt(line, name, column) !== null));

function overviewTable(all, column) {
    const names = methodsOf(all).filter((name) =>
        all.some((line) => valueAt(line, name, column) !== null));
    const varied = [...new Set(all.flatMap((line) => Object.keys(line.varied)))];
    const empty = () => make("td", {}, "-");
    const value = (line, name) => fill(valueAt(line, name, column) === null ? empty()
        : cellOf(line.methods.get(name), column), { "data-method": name }, []);
    const worldOf = ({ pointer }) => show(pointer + "/scenario/"
        + (at(pointer + "/scenario/world_name") === null ? "world" : "world_name"), "td");
    const seeds = all.some((line) => at(line.pointer + "/seed") !== null);
    return sortable([["result"], ["world"], ...(seeds ? [["seed"]] : []),
                     ...varied.map((name) => [name]), ...names.map((name) => [name, null, name])],
        all.map((line) => make("tr", {},
            make("td", { class: "text", "data-value": nameOf(line.pointer) },
                 make("a", { href: "#r" + line.i }, nameOf(line.pointer))), worldOf(line),
            seeds ? show(line.pointer + "/seed", "td") : null,
            varied.map((name) => (line.varied[name] ? show(line.varied[name], "td") : empty())),
            names.map((name) => value(line, name)))));
}

function overview() {
    const all = overviewLines(), holder = make("div");
    if (pointers.length < 2)
        return null;
    const measures = pointers.flatMap((pointer) => columnsOf(pointer, mainOf(pointer)))
        .filter((column, i, every) => column.title && ["number", "count"].includes(column.kind)
            && every.findIndex((other) => other.key === column.key) === i
            && isMeasured(all, column));
    const select = make("select", { id: "measure" }, measures.map((column, k) =>
        make("option", { value: k, selected: column.key === "walk_ns_median" }, titleOf(column))));
    const redraw = () => {
        holder.replaceChildren(overviewTable(all, measures[select.value]));
        hideMethods();
    };
    select.addEventListener("change", redraw);
    redraw();
    return make("section", { id: "all" }, make("h2", {}, "All results"),
        switches(methodsOf(all)),
        make("p", {}, make("label", { for: "measure" }, "Shown for each method: "), select),
        holder);
}

/* --- how it was measured --- */

/* The members of an object, and of the objects in it. */
function facts(pointer, before = "") {
    return Object.entries(at(pointer) ?? {}).flatMap(([key, value]) => {
        const title = (before + key).replace(/_/g, " "), where = `${pointer}/${key}`;
        return value === null || key === "command" || /[/~]/.test(key) ? []
            : typeof value === "object" ? facts(where, title + " ")
            : [make("dt", {}, title), make("dd", {},
                show(where, "data", pointer.endsWith("/caches") ? "bytes" : null))];
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
const few = pointers.length <= 20;
const contents = [...(few ? pointers.map((pointer, i) => ["#r" + i, nameOf(pointer)])
    : [["#all", "All results"]]), ["#how", "How it was measured"], ["#json", "JSON"]];
document.querySelector("header").append(make("nav", { "aria-label": "contents" }, make("ul", {},
    contents.map(([href, title]) => make("li", {}, make("a", { href }, title))))));
fill(document.querySelector("main"), {}, [overview(), pointers.map(resultSection), how(),
    rawResults()]);
