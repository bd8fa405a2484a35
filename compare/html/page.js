/* page: draws a report from the results that the page holds.
 *
 * Every number in a table or a sentence is an element that names the JSON pointer of its value in
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
const isSweep = (pointer) => at(pointer + "/format") === "bsp-sweep";
const nameOf = (pointer) => at(pointer + (isSweep(pointer) ? "/scenario" : "/scenario/name")) ?? "";

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
const bold = (name) => make("b", {}, name);

/* --- numbers --- */

/* The unit in the name of a pointer's last key. */
function unitOf(pointer) {
    const key = pointer.split("/").pop();
    return key.includes("ratio") ? "ratio" : key.endsWith("bytes") || pointer.includes("/caches/")
        ? "bytes" : /(^|_)ns_/.test(key) ? "ns" : "plain";
}

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
    if (unit === "ratio")
        return value.toFixed(value < 9.995 ? 2 : 1);
    if (Number.isInteger(value) || Math.abs(value) >= 100 || (unit === "ns" && value >= 10))
        return value.toFixed(0);
    return String(Number(value.toPrecision(3)));
}

const exact = (value) => (Array.isArray(value) ? value.join(" ") : String(value ?? ""));

/* An element that shows the value at a pointer. */
function show(pointer, tag = "data", unit = unitOf(pointer)) {
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
const nameCell = (name, late) => make("td", { class: "text", "data-value": name },
                                      late ? make("s", {}, name) : name);

/* "~" if the ratio's interval in the JSON contains 1, so that no difference is found. */
function ratioCell(pointer) {
    const cell = show(pointer, "td"), ends = at(pointer.replace(/ratio(?=[^/]*$)/, "ratio_ci95"));
    if (ends && ends[0] <= 1 && ends[1] >= 1)
        fill(cell, { title: shown(at(pointer), "ratio") }, []).textContent = "~";
    return cell;
}

/* A row for each pointer, with columns [title, key, explanation]. Empty columns are left out. */
function tableOf(rows, columns) {
    const filled = columns.filter(([, key]) => rows.some((row) => at(`${row}/${key}`) !== null));
    const cell = (row, key) => key === "method"
        ? nameCell(at(row + "/method"), at(row + "/late") > 0)
        : /ratio(_cold|_shuffled)?$/.test(key) ? ratioCell(`${row}/${key}`)
        : show(`${row}/${key}`, "td");
    return sortable(filled.map(([title, , about]) => [title, about]), rows.map((row) => make("tr",
        { "data-method": at(row + "/method")?.replace(/ \(rest\)$/, "") }, filled.map(([, key]) => cell(row, key)))));
}

/* The keys of an object and of the objects in it: "bytes", "walk/moves". Lists other than intervals
 * are left out, because they are for charts. */
function keysOf(object, before = "") {
    return Object.entries(object).flatMap(([key, value]) => value === null || /[/~]/.test(key) ? []
        : Array.isArray(value) ? (key.includes("ci95") ? [before + key] : [])
        : typeof value === "object" ? keysOf(value, before + key + "/") : [before + key]);
}

const allKeys = (rows) => [...new Set(rows.flatMap((row) => keysOf(at(row))))];
const titleOf = (key) => key.replace(/[/_]/g, " ");
const details = (title, ...children) => make("details", {}, make("summary", {}, title), children);

/* All numbers of a result: a row for each key, a column for each method. */
function turnedTable(result) {
    const keys = allKeys(result.methods.map((m) => m.at)).filter((key) => key !== "method");
    return make("div", { class: "scrolls" }, make("table", { class: "turned" },
        make("thead", {}, make("tr", {}, make("td"), result.methods.map((m) =>
            make("th", { scope: "col", "data-method": m.name },
                 m.late > 0 ? make("s", {}, m.name) : m.name)))),
        make("tbody", {}, keys.map((key) => make("tr", {},
            make("th", { scope: "row" }, titleOf(key)), result.methods.map((m) =>
                fill(show(`${m.at}/${key}`, "td"), { "data-method": m.name }, [])))))));
}

const MEMORY = ["memory", "bytes", "what a query needs resident"];
const WALK = "a move shorter than 40 units, the median", SHOT = "a longer move, the median";
const CONFIDENCE = "the interval of confidence";
const EARLY = "answers that stop before the bracket of the oracle";
const METHODS = [["method", "method"], MEMORY, ["build ms", "build_ms"],
    ["walk ns", "walk/ns_median", WALK], ["95%", "walk/ns_ci95", CONFIDENCE],
    ["shot ns", "shot/ns_median", SHOT], ["95%", "shot/ns_ci95", CONFIDENCE],
    ["early", "early", EARLY], ["worst early", "max_early_units", "in units of distance"],
    ["late", "late", "answers through solid"],
    ["planes", "planes_wrong", "hits with a wrong plane"],
    ["skipped", "skipped", "moves of shapes that the method does not take"]];
const ERRORS = [["method", "method"], ["shape", "shape"], ["moves", "moves"],
    ["hits", "hits", "moves that truly hit something"], ["early", "early", EARLY],
    ["% of hits", "early_percent_of_hits"], ["mean", "mean_early_units", "units too early"],
    ["p99", "p99_early_units", "units too early"], ["max", "max_early_units", "units too early"],
    ["late", "late", "answers through solid"]];
const ratioColumns = (group) => [["method", "method"],
    ["in order", group + "/ratio", "in the order in which a character moves"],
    ["95%", group + "/ratio_ci95", CONFIDENCE],
    ["shuffled", group + "/ratio_shuffled", "in random order"],
    ["95%", group + "/ratio_ci95_shuffled", CONFIDENCE],
    ["cold", group + "/ratio_cold", "after other work has used the caches"],
    ["95%", group + "/ratio_ci95_cold", CONFIDENCE]];
const SWEEP = [["value", "value"], ["method", "method"], MEMORY, ["build ms", "build_ms"],
    ["walk ns", "walk_ns_median", WALK], ["95%", "walk_ns_ci95", CONFIDENCE],
    ["shot ns", "shot_ns_median", SHOT], ["95%", "shot_ns_ci95", CONFIDENCE],
    ["boxes early %", "boxes_early_percent", "of the moves of boxes"],
    ["worst", "boxes_max_early_units", "in units of distance"],
    ["round early %", "round_early_percent", "of round shapes and hulls"],
    ["worst", "round_max_early_units", "in units of distance"],
    ["late", "late", "answers through solid"]];

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

function subject(pointer) {
    const number = (key) => show(`${pointer}/scenario/${key}`);
    return make("p", {}, "World ", make("code", {}, number("world")), ", ", number("brushes"),
                " brushes; ", number("moves"), " moves on ", number("trajectories"),
                " trajectories.");
}

function ratioTables(result) {
    const rows = (group) => result.methods.map((m) => m.at).filter((m) =>
        at(`${m}/${group}/ratio`) !== null || at(m + "/method") === result.reference);
    const tables = [["walk", "Walks"], ["shot", "Shots"]].map(([group, title]) =>
        rows(group).length < 2 ? []
            : [make("h4", {}, title), tableOf(rows(group), ratioColumns(group))]).flat();
    const about = make("p", {}, "How many times as long as ", bold(result.reference),
        " a method takes for the moves that both take; ", bold("~"),
        ": no difference found, within the 95% interval.");
    return [make("h3", {}, "Ratios"),
            tables.length ? [about, tables] : missing("The results have no ratios of times.")];
}

const noTimes = () => [make("h3", {}, "Memory against time"),
                       missing("No times were measured, so there is nothing to draw.")];

function timeSections(result) {
    return [
        figures("Memory against time",
            costFigure(costSeries(result, "walk"), "walk", true,
                       "Walks: moves shorter than 40 units." + FRONT),
            costFigure(costSeries(result, "shot"), "shot", true, "Shots: longer moves.")),
        figures("Times of single queries",
            timeFigure(result, "walk", "Walks; the slowest are at the right."),
            timeFigure(result, "shot", "Shots.")),
        ratioTables(result)];
}

function errorSection(result) {
    const rows = list(result.at + "/errors").map((_, i) => `${result.at}/errors/${i}`);
    const chart = figure("How early the early answers of each method and shape are: a ring is the "
        + "mean, a bar the 99th percentile, a dot the most.", () => earlyChart(result));
    return [make("h3", {}, "Early answers"),
        make("p", {}, chart ? "An answer is early if it stops the object before the first contact "
             + "with all obstacles grown by 0.001 unit." : "No answer of any method was early."),
        chart, rows.length ? details("By method and shape", tableOf(rows, ERRORS)) : null];
}

function resultSection(pointer) {
    const result = resultAt(pointer), { methods } = result;
    return [subject(pointer), verdict(result), make("h3", {}, "The methods"),
        switches(methods.map((m) => m.name)), tableOf(methods.flatMap((m) =>
            (m.rest ? [m.at, m.at + "/rest"] : [m.at])), METHODS),
        details("All numbers", turnedTable(result)),
        result.timed ? timeSections(result) : noTimes(), errorSection(result),
        make("p", { class: "quiet" }, "Moves and answers have the hash ",
             make("code", {}, show(pointer + "/hash")), ", trees and counters the hash ",
             make("code", {}, show(pointer + "/counters_hash")),
             ". Both are the same on every machine.")];
}

/* A series for each method of a sweep: the cost at a key against memory, or against the value. */
function sweepSeries(pointer, key, againstBytes) {
    const series = new Map(), intervalKey = key.replace("_median", "_ci95");
    list(pointer + "/rows").forEach((row, i) => {
        const own = series.get(row.method) ?? { name: row.method, late: false, points: [] };
        const base = `${pointer}/rows/${i}`, x = againstBytes ? row.bytes : Number(row.value);
        series.set(row.method, own);
        own.late ||= row.late > 0;
        if (!(row[key] > 0 && Number.isFinite(x) && (!againstBytes || x > 0)))
            return;
        own.points.push(costPoint(base + (againstBytes ? "/bytes" : "/value"), `${base}/${key}`,
            intervalKey === key ? null : `${base}/${intervalKey}`,
            `at ${row.value}${againstBytes ? ", " + shown(row.bytes, "bytes") : ""}`,
            { x, label: row.value }));
    });
    return [...series.values()];
}

/* How a cost grows with the value; null if a value is not a number. */
function growthFigure(pointer, key, yTitle, caption) {
    const values = list(pointer + "/rows").map((row) => Number(row.value));
    if (!values.every(Number.isFinite) || new Set(values).size < 2)
        return null;
    const series = sweepSeries(pointer, key, false);
    return figure(caption, () => pointChart(series, { axis: valueAxis, unit: unitOf(key),
        atEnd: true, xTitle: at(pointer + "/vary"), yTitle }));
}

function sweepCharts(pointer) {
    /* One value can beat another only if both answer the same moves of the same shapes. */
    const front = ["bevel-angle", "space-node-faces"].includes(at(pointer + "/vary"));
    const captions = ["Walks; the values of a method are joined." + (front ? FRONT : ""),
                      "Shots: longer moves."];
    const costs = GROUPS.map((group, i) => costFigure(
        sweepSeries(pointer, group + "_ns_median", true), group, front, captions[i]));
    return [figures("How costs grow",
            growthFigure(pointer, "bytes", "memory that a query needs", "Memory."),
            growthFigure(pointer, "walk_ns_median", "ns a walk, median",
                         "Walks: moves shorter than 40 units. Bars are 95% intervals."),
            growthFigure(pointer, "shot_ns_median", "ns a shot, median", "Shots: longer moves.")),
        figures("Memory against time", ...costs) ?? noTimes()];
}

function sweepSection(pointer) {
    const each = (key) => list(`${pointer}/${key}`).map((_, i) => `${pointer}/${key}/${i}`);
    const rows = each("rows"), growth = each("growth").map((key) => make("li", {}, show(key)));
    const checksum = at(pointer + "/world_sha256") === null ? null
        : ["; checksum of the level: ", make("code", {}, show(pointer + "/world_sha256"))];
    return [each("notes").map((key) => (at(key).startsWith("noisy") ? warning(show(key)) : make("p", {}, show(key)))),
        growth.length ? make("ul", { class: "verdict" }, growth) : null,
        make("p", {}, "Varied: ", make("code", {}, show(pointer + "/vary")),
             "; a row for each value and method."),
        make("p", { class: "quiet" }, show(pointer + "/about"), checksum),
        switches([...new Set(rows.map((row) => at(row + "/method")))]), tableOf(rows, SWEEP),
        details("All numbers", tableOf(rows, allKeys(rows).map((key) => [titleOf(key), key]))),
        sweepCharts(pointer)];
}

/* Drawings of the level of result i. */
function picturesOf(i) {
    const own = extras.pictures.filter((picture) => picture.result === i);
    return figures("The level", ...own.map((picture) => picture.svg ? make("figure", {},
        make("img", { src: "data:image/svg+xml;base64," + picture.svg, alt: picture.caption }),
        make("figcaption", {}, picture.caption)) : missing(picture.caption)));
}

/* --- all results in one table --- */

/* Each: [name, key in the method of a result, key in a row of a sweep]. */
const MEASURES = [["ns a walk", "walk/ns_median", "walk_ns_median"],
    ["ns a shot", "shot/ns_median", "shot_ns_median"],
    ["walk, ratio to the reference", "walk/ratio", ""],
    ["shot, ratio to the reference", "shot/ratio", ""],
    ["memory", "bytes", "bytes"], ["build ms", "build_ms", "build_ms"], ["early", "early", ""],
    ["late", "late", "late"]];

/* The rows of the table: one for each result, or for each value of a sweep. `methods` maps a
 * method's name to its pointer. */
function overviewLines() {
    return pointers.flatMap((pointer, i) => {
        const rows = list(pointer + (isSweep(pointer) ? "/rows" : "/methods"))
            .map((row, k) => [row, `${pointer}/${isSweep(pointer) ? "rows" : "methods"}/${k}`]);
        const values = isSweep(pointer) ? [...new Set(rows.map(([row]) => row.value))] : [null];
        return values.map((value) => {
            const own = value === null ? rows : rows.filter(([row]) => row.value === value);
            const varied = value !== null ? { [at(pointer + "/vary")]: own[0][1] + "/value" }
                : Object.fromEntries(Object.keys(at(pointer + "/varied") ?? {})
                    .map((name) => [name, `${pointer}/varied/${name}`]));
            return { pointer, i, varied, sweep: value !== null,
                     methods: new Map(own.map(([row, where]) => [row.method, where])) };
        });
    });
}

const methodsOf = (lines) => [...new Set(lines.flatMap((line) => [...line.methods.keys()]))];

/* The pointer to a method's value in a row of the table, or null. */
function valueKey(line, name, [, key, sweepKey]) {
    const where = `${line.methods.get(name)}/${line.sweep ? sweepKey : key}`;
    return at(where) === null ? null : where;
}

function overviewTable(lines, measure) {
    const names = methodsOf(lines).filter((name) =>
        lines.some((line) => valueKey(line, name, measure)));
    const varied = [...new Set(lines.flatMap((line) => Object.keys(line.varied)))];
    const empty = () => make("td", {}, "-");
    const value = (line, name) => {
        const key = valueKey(line, name, measure);
        return fill(key ? show(key, "td") : empty(), { "data-method": name }, []);
    };
    const worldOf = ({ pointer, sweep }) => {
        const base = pointer + (sweep ? "" : "/scenario");
        return show(base + (at(base + "/world_name") === null ? "/world" : "/world_name"), "td");
    };
    const seeds = lines.some((line) => at(line.pointer + "/seed") !== null);
    return sortable([["result"], ["world"], ...(seeds ? [["seed"]] : []),
                     ...varied.map((name) => [name]), ...names.map((name) => [name, null, name])],
        lines.map((line) => make("tr", {},
            make("td", { class: "text", "data-value": nameOf(line.pointer) },
                 make("a", { href: "#r" + line.i }, nameOf(line.pointer))), worldOf(line),
            seeds ? show(line.pointer + "/seed", "td") : null,
            varied.map((name) => (line.varied[name] ? show(line.varied[name], "td") : empty())),
            names.map((name) => value(line, name)))));
}

function overview() {
    const lines = overviewLines(), holder = make("div");
    if (lines.length < 2 || pointers.length < 2)
        return null;
    const filled = MEASURES.filter((measure) => methodsOf(lines).some((name) =>
        lines.some((line) => valueKey(line, name, measure))));
    const select = make("select", { id: "measure" },
                        filled.map(([title], k) => make("option", { value: k }, title)));
    const redraw = () => {
        holder.replaceChildren(overviewTable(lines, filled[select.value]));
        hideMethods();
    };
    select.addEventListener("change", redraw);
    redraw();
    return make("section", { id: "all" }, make("h2", {}, "All results"),
        switches(methodsOf(lines)),
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
            : [make("dt", {}, title), make("dd", {}, show(where))];
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
fill(document.querySelector("main"), {}, [overview(), pointers.map((pointer, i) =>
    make("section", { id: "r" + i }, make("h2", {}, nameOf(pointer)),
         isSweep(pointer) ? sweepSection(pointer) : resultSection(pointer), picturesOf(i))),
    how(), rawResults()]);
