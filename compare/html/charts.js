/* charts: the charts of a page, as SVG. They use the helpers of page.js.
 *
 * A mark has the JSON pointers of its values in data-x and data-y. */
"use strict";

const WIDTH = 480, HEIGHT = 350, LEFT = 66, TOP = 12, BOTTOM = HEIGHT - 46;
const redraws = []; // draw all charts again, after a method was switched on or off

/* A chart with its caption; null if there is nothing to draw. */
function figure(caption, drawing) {
    if (!drawing())
        return null;
    const holder = make("div", { class: "scrolls" });
    redraws.push(() => holder.replaceChildren(
        drawing() ?? missing("All methods of this chart are switched off.")));
    redraws.at(-1)();
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

/* A logarithmic axis between two pixels, with room beside the smallest and the largest value. */
function logAxis(values, from, to, unit) {
    const min = Math.min(...values) / 1.4, max = Math.max(...values) * 1.6;
    const more = Math.sqrt(Math.max(1, 4 * min / max)), lo = min / more, hi = max * more;
    return { from, to, place: (x) => from + (to - from) * Math.log(x / lo) / Math.log(hi / lo),
             ticks: roundNumbers(lo, hi, unit)
                 .map((x) => [x, shown(x, unit).replace(".0 ", " ")]) };
}

/* An axis of the values of a sweep: a tick for each value, unless it is too near to the last one. */
function valueAxis(values, from, to) {
    const all = [...new Set(values)].sort((a, b) => a - b), lo = all[0], hi = all.at(-1);
    const scale = lo > 0 && hi >= 8 * lo ? Math.log : (x) => x;
    const place = (x) => from + 10 + (to - from - 20) * (scale(x) - scale(lo)) / (scale(hi) - scale(lo));
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

/* Writes names beside points so that none covers another; a name without room is left out. A box
 * that is taken is [left, top, right, bottom]. */
function writeNames(names, width, taken, onlyRight) {
    const overlaps = (a) => taken.some((b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]);
    return names.map(({ x, y, text, colour, late }) => {
        const label = shortened(text), w = 6.8 * label.length;
        for (let step = 0; step < 24; step++) {
            const dy = (step % 2 ? -1 : 1) * Math.ceil(step / 2) * 7;
            for (const left of onlyRight ? [x + 8] : [x + 8, x - 8 - w, x - w / 2]) {
                const box = [left, y + dy - 7, left + w, y + dy + 6];
                if (left < LEFT || box[2] > width || box[1] < 0 || box[3] > BOTTOM || overlaps(box))
                    continue;
                taken.push(box);
                return draw("text", { x: left, y: y + dy + 4, fill: colour,
                    "text-decoration": late ? "line-through" : null }, label);
            }
        }
        return null;
    });
}

/* The points that no other point beats in both costs. */
const frontOf = (points) => points.filter((p) => !points.some((q) =>
    q.x <= p.x && q.y <= p.y && (q.x < p.x || q.y < p.y))).sort((a, b) => a.x - b.x);

/* Steps from the top of the chart to its right edge: a path, and the boxes that it takes. */
function frontSteps(front, x, y) {
    const corners = front.map((p, i) => [x.place(p.x), i ? y.place(front[i - 1].y) : y.to,
                                         front[i + 1] ? x.place(front[i + 1].x) : x.to, y.place(p.y)]);
    return { path: draw("path", { class: "front", d: corners.map(([left, top, right, bottom], i) =>
                 `${i ? "L" : "M"}${left} ${top}V${bottom}H${right}`).join("") }),
             boxes: corners.flatMap(([left, top, right, bottom]) =>
                 [[left - 1, top, left + 1, bottom], [left, bottom - 1, right, bottom + 1]]) };
}

/* Series of points { x, y, interval, title, label, dot, xKey, yKey } in one chart. `front`: the
 * Pareto front is drawn, and points behind it are hollow. `atEnd`: names stand at the right edge. */
function pointChart(series, { axis, unit, xTitle, yTitle, front, atEnd }) {
    const seen = series.filter((s) => !off.has(s.name) && s.points.length);
    const points = seen.flatMap((s) => s.points);
    if (!points.length)
        return null;
    const x = axis(points.map((p) => p.x), LEFT, WIDTH - (atEnd ? 110 : 12), "bytes");
    const ys = points.map((p) => p.y), min = Math.min(...ys) / 2, max = Math.max(...ys) * 2;
    const clamp = (value) => Math.min(max, Math.max(min, value)); // wide intervals leave the chart
    const y = logAxis(points.flatMap((p) => [p.y, ...(p.interval ?? []).map(clamp)]), BOTTOM, TOP, unit);
    const best = front ? frontOf(seen.filter((s) => !s.late).flatMap((s) => s.points)) : points;
    const steps = frontSteps(front ? best : [], x, y);
    const inFront = (some) => [...some].sort((a, b) => best.includes(a) - best.includes(b));
    const place = (p) => [x.place(p.x), y.place(p.y)];
    const names = seen.flatMap((s) => s.points.map((p, i) => ({ late: s.late, colour: colourOf(s.name),
        x: atEnd ? x.to : x.place(p.x), y: y.place(p.y), last: i + 1 === s.points.length,
        text: [i + 1 === s.points.length ? s.name : null, atEnd ? null : p.label]
            .filter((part) => part != null).join(" ") }))).filter((name) => name.text)
        .sort((a, b) => b.last - a.last);
    const taken = points.filter((p) => p.dot && !atEnd).map(place)
        .map(([px, py]) => [px - 4, py - 4, px + 4, py + 4]);
    return frame(WIDTH, HEIGHT, x, y, xTitle, yTitle, steps.path, seen.map((s) => draw("g",
        { "data-series": s.name, style: `color: ${colourOf(s.name)}` },
        draw("path", { class: "joined", d: "M" + s.points.map((p) => place(p).join(" ")).join("L") },
             draw("title", {}, s.name)),
        inFront(s.points).map((p) => p.dot ? draw("g", {}, draw("title", {}, `${s.name}: ${p.title}`),
            p.interval ? line(x.place(p.x), y.place(clamp(p.interval[0])), x.place(p.x),
                              y.place(clamp(p.interval[1])), { class: "interval" }) : null,
            draw("circle", { class: best.includes(p) ? "full" : "hollow", cx: x.place(p.x), r: 4,
                cy: y.place(p.y), "data-x": p.xKey ?? null, "data-y": p.yKey ?? null })) : null))),
        writeNames(names, WIDTH - (atEnd ? 0 : 12), [...taken, ...steps.boxes], atEnd));
}

const within = (interval, unit) => (interval ? ` (${shown(interval, unit)})` : "");

/* A point of costs at two pointers, with the interval of the second. */
function costPoint(xKey, yKey, ciKey, unit, xText, more = {}) {
    const y = at(yKey), interval = at(ciKey);
    return { x: at(xKey), y, interval, xKey, yKey, dot: true, ...more,
             title: `${xText}, ${shown(y, unit)}${unit === "ns" ? " ns" : ""}${within(interval, unit)}` };
}

const FRONT = " Less is better in both. Full marks and grey steps are the Pareto front: no other method "
    + "is both smaller and faster. A method with a late answer is struck out and on no front. Bars are "
    + "95% intervals.";

function costFigure(series, group, front, caption) {
    return figure(caption, () => pointChart(series, { axis: logAxis, unit: "ns", front,
        xTitle: "memory that a query needs", yTitle: `ns a ${group}, median` }));
}

const costSeries = (result, group) => result.methods.map((m) => ({ name: m.name, late: m.late > 0,
    points: m.bytes > 0 && m[group].ns > 0 ? [costPoint(m.at + "/bytes", `${m.at}/${group}/ns_median`,
        `${m.at}/${group}/ns_ci95`, "ns", shown(m.bytes, "bytes"))] : [] }));

/* Quantiles of the times of single queries. Dots are at some of them only. */
function timeSeries(result, group) {
    return result.methods.map((m) => {
        const all = list(`${m.at}/${group}/quantiles`).filter(([p, ns]) => p <= 0.9991 && ns > 0);
        const near = [0.5, 0.9, 0.99, 0.999].map((share) =>
            least(all, ([p]) => Math.abs(Math.log((1 - p) / (1 - share)))));
        return { name: m.name, late: m.late > 0, points: all.map((pair) => ({ x: pair[0], y: pair[1],
            dot: near.includes(pair),
            title: `${shown(100 * pair[0])} % of ${group}s take at most ${shown(pair[1], "ns")} ns` })) };
    });
}

const timeFigure = (result, group, caption) => figure(caption, () =>
    pointChart(timeSeries(result, group), { axis: shareAxis, unit: "ns", atEnd: true,
        xTitle: `% of ${group}s that take at most this long`, yTitle: "ns" }));

/* How early early answers are: a ring is the mean, a bar the 99th percentile, a dot the most. */
function earlyChart(result) {
    const rows = list(result.at + "/errors").map((row, i) => ({ ...row, at: `${result.at}/errors/${i}` }))
        .filter((row) => row.mean_early_units > 0 && !off.has(row.method)).slice(0, 40);
    if (!rows.length)
        return null;
    const keys = ["mean_early_units", "p99_early_units", "max_early_units"], bottom = 20 + 24 * rows.length;
    const x = logAxis(rows.flatMap((row) => keys.map((key) => row[key]).filter((v) => v > 0)), 190, 466);
    const y = { from: bottom, to: TOP, place: (i) => 24 + 24 * i,
                ticks: rows.map((row, i) => [i, shortened(`${row.method}, ${row.shape}`)]) };
    const mark = (row, key, v) => draw("circle", { cx: x.place(row[key]), cy: y.place(v), "data-x": `${row.at}/${key}`,
        class: key === keys[0] ? "hollow" : "full", r: key === keys[0] ? 6 : 3 });
    return frame(WIDTH, bottom + 46, x, y, "units too early: mean, 99th percentile, most", "",
        rows.map((row, i) => draw("g", { "data-series": row.method, style: `color: ${colourOf(row.method)}` },
            draw("title", {}, `${row.method}, ${row.shape}: ${row.early} early answers; mean `
                + `${shown(row[keys[0]])}, 99th percentile ${shown(row[keys[1]])}, most ${shown(row[keys[2]])}`),
            line(x.place(row[keys[0]]), y.place(i), x.place(row[keys[2]]), y.place(i), { class: "interval" }),
            line(x.place(row[keys[1]]), y.place(i) - 7, x.place(row[keys[1]]), y.place(i) + 7, { class: "interval" }),
            mark(row, keys[0], i), mark(row, keys[2], i))));
}
