/* charts: the charts of a page, as SVG. They use the helpers of page.js.
 *
 * A mark has the JSON pointers of its values in data-x and data-y. */
"use strict";

const WIDTH = 480, HEIGHT = 350, LEFT = 66, TOP = 12, BOTTOM = HEIGHT - 46;
const redraws = []; // draw all charts again, after a method was switched on or off

/* A chart with its caption; null if there is nothing to draw. */
function figure(caption, drawing) {
    const chart = drawing();
    if (!chart)
        return null;
    const holder = make("div", { class: "scrolls" }, chart);
    redraws.push(() => holder.replaceChildren(
        drawing() ?? missing("All methods of this chart are switched off.")));
    return make("figure", {}, holder, make("figcaption", {}, caption));
}

function figures(title, ...all) {
    const drawn = all.filter((one) => one !== null);
    return drawn.length ? [make("h3", {}, title), make("div", { class: "figures" }, drawn)] : null;
}

/* The round numbers between two numbers, for a logarithmic axis. */
function roundNumbers(lo, hi, unit) {
    const found = [];
    if (unit === "bytes") {
        const step = Math.max(1, Math.ceil(Math.log2(hi / lo) / 5));
        for (let k = Math.ceil(Math.log2(lo)); 2 ** k <= hi; k += step)
            found.push(2 ** k);
        return found;
    }
    const steps = hi / lo > 300 ? [1] : hi / lo > 30 ? [1, 3] : [1, 2, 5];
    for (let k = Math.floor(Math.log10(lo)); 10 ** k <= hi; k++)
        found.push(...steps.map((step) => Number(`${step}e${k}`)));
    return found.filter((x) => x >= lo && x <= hi);
}

/* A logarithmic axis between two pixels, with margins beside the smallest and the largest value. */
function logAxis(values, from, to, unit) {
    const min = Math.min(...values) / 1.4, max = Math.max(...values) * 1.6;
    const more = Math.sqrt(Math.max(1, 4 * min / max)), lo = min / more, hi = max * more;
    return { from, to, place: (x) => from + (to - from) * Math.log(x / lo) / Math.log(hi / lo),
             ticks: roundNumbers(lo, hi, unit)
                 .map((x) => [x, shown(x, unit).replace(".0 ", " ")]) };
}

/* An axis of the values of a sweep. A value too close to the previous tick gets no tick. */
function valueAxis(values, from, to) {
    const all = [...new Set(values)].sort((a, b) => a - b), lo = all[0], hi = all.at(-1);
    const scale = lo > 0 && hi >= 8 * lo ? Math.log : (x) => x;
    const part = (x) => (scale(x) - scale(lo)) / (scale(hi) - scale(lo));
    const place = (x) => from + 10 + (to - from - 20) * part(x);
    let last = -Infinity;
    const isFar = (x) => place(x) - last >= 30 && (last = place(x), true);
    return { from, to, place, ticks: all.filter(isFar).map((x) => [x, String(x)]) };
}

/* An axis of shares on which 90, 99 and 99.9 percent are equally far apart. */
const shareAxis = (values, from, to) => ({ from, to,
    place: (p) => from + (to - from) * -Math.log10(1 - p) / 3,
    ticks: [0, 0.5, 0.75, 0.9, 0.99, 0.999].map((p) => [p, String(+(100 * p).toFixed(1))]) });

const line = (x1, y1, x2, y2, attributes) => draw("line", { x1, y1, x2, y2, ...attributes });

function frame(width, height, x, y, xTitle, yTitle, ...marks) {
    const middle = (axis) => (axis.from + axis.to) / 2;
    return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
                         "aria-label": yTitle ? `${yTitle}, against ${xTitle}` : xTitle },
        x.ticks.map(([value, text]) => [
            line(x.place(value), y.from, x.place(value), y.to, { class: "grid" }),
            draw("text", { class: "tick-x", "data-value": value, x: x.place(value), y: y.from + 17,
                           "text-anchor": "middle" }, text)]),
        y.ticks.map(([value, text]) => [
            line(x.from, y.place(value), x.to, y.place(value), { class: "grid" }),
            draw("text", { class: "tick-y", "data-value": value, x: x.from - 6,
                           y: y.place(value) + 4, "text-anchor": "end" }, text)]),
        draw("text", { x: middle(x), y: y.from + 37, "text-anchor": "middle" }, xTitle),
        draw("text", { transform: `translate(12 ${middle(y)}) rotate(-90)`,
                       "text-anchor": "middle" }, yTitle), marks);
}

const shortened = (text) => (text.length > 28 ? [...text].slice(0, 27).join("") + "\u2026" : text);

const nameText = (name, x, y) => draw("text", { x, y: y + 4, fill: name.colour,
    "text-decoration": name.late ? "line-through" : null }, shortened(name.text));

/* Writes names at the right edge, in the order of their lines, and moves them apart. */
function writeNamesAtEnd(names) {
    const sorted = [...names].sort((a, b) => a.y - b.y), ys = sorted.map((name) => name.y);
    for (let i = 1; i < ys.length; i++)
        ys[i] = Math.max(ys[i], ys[i - 1] + 14);
    for (let i = ys.length - 1; i >= 0; i--)
        ys[i] = Math.min(ys[i], BOTTOM - 14 * (ys.length - 1 - i));
    return sorted.map((name, i) => nameText(name, name.x + 8, ys[i]));
}

/* Writes names beside points so that none covers another; a name without room is left out. A box
 * that is taken is [left, top, right, bottom]. */
function writeNamesBeside(names, taken) {
    const overlaps = (a) => taken.some((b) =>
        a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]);
    return names.map((name) => {
        const width = 6.8 * shortened(name.text).length;
        for (let step = 0; step < 24; step++) {
            const y = name.y + (step % 2 ? -7 : 7) * Math.ceil(step / 2);
            for (const x of [name.x + 8, name.x - 8 - width, name.x - width / 2]) {
                const box = [x, y - 7, x + width, y + 6];
                if (x < LEFT || box[2] > WIDTH - 12 || y < 7 || box[3] > BOTTOM || overlaps(box))
                    continue;
                taken.push(box);
                return nameText(name, x, y);
            }
        }
        return null;
    });
}

/* The boxes along a line through these places. Names avoid them. */
const lineBoxes = (places) => places.slice(1).flatMap(([x1, y1], i) => {
    const [x0, y0] = places[i], n = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 6);
    return Array.from({ length: n }, (_, k) => [x0 + (x1 - x0) * k / n, y0 + (y1 - y0) * k / n])
        .map(([x, y]) => [x - 3, y - 3, x + 3, y + 3]);
});

/* The points that no other point beats in both costs. */
const frontOf = (points) => points.filter((p) => !points.some((q) =>
    q.x <= p.x && q.y <= p.y && (q.x < p.x || q.y < p.y))).sort((a, b) => a.x - b.x);

/* The Pareto front as steps from the top of the chart to its right edge: a path, and the boxes that
 * it occupies. */
function frontSteps(front, x, y) {
    const corners = front.map((p, i) => [
        x.place(p.x), i ? y.place(front[i - 1].y) : y.to,
        front[i + 1] ? x.place(front[i + 1].x) : x.to, y.place(p.y)]);
    return { path: draw("path", { class: "front", d: corners.map(([left, top, right, bottom], i) =>
                 `${i ? "L" : "M"}${left} ${top}V${bottom}H${right}`).join("") }),
             boxes: corners.flatMap(([left, top, right, bottom]) =>
                 [[left - 1, top, left + 1, bottom], [left, bottom - 1, right, bottom + 1]]) };
}

/* The texts at the points of a series: its name at the last point, and each point's label. If names
 * are at the right edge (at x = edge), points have no labels. */
function namesOf(series, place, edge) {
    const names = series.points.map((p, i) => {
        const last = i + 1 === series.points.length, [x, y] = place(p);
        const parts = [last ? series.name : null, edge ? null : p.label];
        return { last, x: edge ?? x, y, text: parts.filter((part) => part != null).join(" "),
                 late: series.late, colour: colourOf(series.name) };
    });
    return names.filter((name) => name.text);
}

/* The mark of a point and the bar of its interval, with its values as a tooltip. */
function pointMark(name, p, [x, y], isFull, ends) {
    return draw("g", {}, draw("title", {}, `${name}: ${p.title}`),
        ends ? line(x, ends[0], x, ends[1], { class: "interval" }) : null,
        draw("circle", { class: isFull ? "full" : "hollow", cx: x, cy: y, r: 4,
                         "data-x": p.xKey ?? null, "data-y": p.yKey ?? null }));
}

/* A chart of series of points { x, y, interval, title, label, dot, xKey, yKey }. front: show the
 * Pareto front, and hollow marks for points that are not on it. atEnd: write names at the right
 * edge. */
function pointChart(series, { axis, unit, xTitle, yTitle, front, atEnd }) {
    const seen = series.filter((s) => !off.has(s.name) && s.points.length);
    const points = seen.flatMap((s) => s.points), ys = points.map((p) => p.y);
    if (!points.length)
        return null;
    const min = Math.min(...ys) / 2, max = Math.max(...ys) * 2;
    const endsOf = (p) => (p.interval ?? []).map((end) => Math.min(max, Math.max(min, end)));
    const x = axis(points.map((p) => p.x), LEFT, WIDTH - (atEnd ? 110 : 12), "bytes");
    const y = logAxis([...ys, ...points.flatMap(endsOf)], BOTTOM, TOP, unit);
    const best = front ? frontOf(seen.filter((s) => !s.late).flatMap((s) => s.points)) : points;
    const steps = frontSteps(front ? best : [], x, y);
    const place = (p) => [x.place(p.x), y.place(p.y)];
    const byFront = (a, b) => best.includes(a) - best.includes(b); // full marks lie on hollow ones
    const names = seen.flatMap((s) => namesOf(s, place, atEnd ? x.to : null));
    names.sort((a, b) => b.last - a.last);
    const taken = [...steps.boxes, ...seen.flatMap((s) => lineBoxes(s.points.map(place))),
        ...points.map(place).map(([px, py]) => [px - 4, py - 4, px + 4, py + 4])];
    return frame(WIDTH, HEIGHT, x, y, xTitle, yTitle, steps.path, seen.map((s) =>
        draw("g", { "data-series": s.name, style: `color: ${colourOf(s.name)}` },
            draw("path", { class: "joined", d: "M" + s.points.map(place).join("L") }),
            s.points.filter((p) => p.dot).sort(byFront).map((p) => pointMark(s.name, p, place(p),
                best.includes(p), p.interval && endsOf(p).map(y.place))))),
        atEnd ? writeNamesAtEnd(names) : writeNamesBeside(names, taken));
}

/* The point whose x is at a JSON pointer, and whose cost is in this column of a row. */
function costPoint(xKey, row, { key, unit, interval: ends }, xText, more = {}) {
    const yKey = `${row}/${key}`, y = at(yKey), interval = ends ? at(`${row}/${ends}`) : null;
    return { x: at(xKey), y, interval, xKey, yKey, dot: true,
             title: `${xText}, ${shown(y, unit)}${unit === "ns" ? " ns" : ""}`
                 + (interval ? ` (${shown(interval, unit)})` : ""), ...more };
}

const FRONT = " Less is better in both. Full marks and grey steps are the Pareto front: no other "
    + "method is both smaller and faster. A method with a late answer is struck out and on no "
    + "front. Bars are 95% intervals.";

const costFigure = (series, group, front, caption) => figure(caption, () =>
    pointChart(series, { axis: logAxis, unit: "ns", front, xTitle: "memory that a query needs",
                         yTitle: `ns a ${group}, median` }));

function costSeries(row, group) {
    const m = at(row), column = { key: group + "_ns_median", unit: "ns",
                                  interval: group + "_ns_ci95" };
    return { name: m.method, late: m.late > 0, points: m.bytes > 0 && m[column.key] > 0
        ? [costPoint(row + "/bytes", row, column, shown(m.bytes, "bytes"))] : [] };
}

/* Quantiles of the times of single queries. Only some of them get dots. */
function timeSeries(row, group) {
    const all = list(`${row}/${group}_quantiles`).filter(([p, ns]) => p <= 0.9991 && ns > 0);
    const near = [0.5, 0.9, 0.99, 0.999].map((share) => all.reduce((best, pair) =>
        (!best || farFrom(share, pair) < farFrom(share, best) ? pair : best), null));
    return { name: at(row + "/method"), late: at(row + "/late") > 0, points: all.map((pair) => {
        const [p, ns] = pair, percent = shown(100 * p);
        return { x: p, y: ns, dot: near.includes(pair),
                 title: `${percent} % of ${group}s take at most ${shown(ns, "ns")} ns` };
    }) };
}

const farFrom = (share, [p]) => Math.abs(Math.log((1 - p) / (1 - share)));

const timeFigure = (rows, group) => figure(`Single ${group}s; the slowest are at the right.`, () =>
    pointChart(rows.map((row) => timeSeries(row, group)), { axis: shareAxis, unit: "ns",
        atEnd: true, xTitle: `% of ${group}s that take at most this long`, yTitle: "ns" }));

/* The line of a method and a shape in the chart of early answers. */
function earlyMarks(row, x, y) {
    const [mean, p99, most] = EARLY_UNITS.map((key) => x.place(row[key]));
    const texts = EARLY_UNITS.map((key) => shown(row[key]));
    const title = `${row.method}, ${row.shape}: ${row.early} early answers; mean ${texts[0]}, `
        + `99th percentile ${texts[1]}, most ${texts[2]} units`;
    const mark = (cx, key, kind, r) =>
        draw("circle", { cx, cy: y, r, class: kind, "data-x": `${row.at}/${key}` });
    return draw("g", { "data-series": row.method, style: `color: ${colourOf(row.method)}` },
        draw("title", {}, title), line(mean, y, most, y, { class: "interval" }),
        line(p99, y - 7, p99, y + 7, { class: "interval" }),
        mark(mean, EARLY_UNITS[0], "hollow", 6), mark(most, EARLY_UNITS[2], "full", 3));
}

const EARLY_UNITS = ["mean_early_units", "p99_early_units", "max_early_units"];

/* The chart of how early early answers are: a ring is the mean, a bar the 99th percentile, a dot
 * the maximum. */
function earlyChart(pointer) {
    const rows = list(pointer + "/errors")
        .map((row, i) => ({ ...row, at: `${pointer}/errors/${i}` }))
        .filter((row) => row.mean_early_units > 0 && !off.has(row.method)).slice(0, 40);
    if (!rows.length)
        return null;
    const units = rows.flatMap((row) => EARLY_UNITS.map((key) => row[key])).filter((u) => u > 0);
    const x = logAxis(units, 190, 466), bottom = 20 + 24 * rows.length;
    const y = { from: bottom, to: TOP, place: (i) => 24 + 24 * i,
                ticks: rows.map((row, i) => [i, shortened(`${row.method}, ${row.shape}`)]) };
    return frame(WIDTH, bottom + 46, x, y, "units too early: mean, 99th percentile, most", "",
                 rows.map((row, i) => earlyMarks(row, x, y.place(i))));
}
