/* charts: the charts of a page, as SVG. They use the helpers of page.js.
 *
 * A mark has the JSON pointers of its values in data-x and data-y. */
"use strict";

const WIDTH = 480, HEIGHT = 350, LEFT = 66, TOP = 12, BOTTOM = HEIGHT - 46;

/* Returns a chart with its caption. null if there is nothing to draw. */
const figure = (caption, chart) => chart
    && make("figure", {}, chart, make("figcaption", {}, caption));

function figures(title, ...all) {
    const drawn = all.filter((one) => one !== null);
    return drawn.length ? [make("h3", {}, title), make("div", { class: "figures" }, drawn)] : null;
}

/* Returns the round numbers between two numbers, for a logarithmic axis. */
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

/* Writes names beside points so that no name covers another. A name that does not fit is left out.
 * An occupied box is [left, top, right, bottom]. */
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

/* Returns the points that no other point beats in both costs. */
const frontOf = (points) => points.filter((p) => !points.some((q) =>
    q.x <= p.x && q.y <= p.y && (q.x < p.x || q.y < p.y))).sort((a, b) => a.x - b.x);

/* Returns the Pareto front as steps from the top of the chart to its right edge. The result has a
 * path and the boxes that it occupies. */
function frontSteps(front, x, y) {
    const corners = front.map((p, i) => [
        x.place(p.x), i ? y.place(front[i - 1].y) : y.to,
        front[i + 1] ? x.place(front[i + 1].x) : x.to, y.place(p.y)]);
    return { path: draw("path", { class: "front", d: corners.map(([left, top, right, bottom], i) =>
                 `${i ? "L" : "M"}${left} ${top}V${bottom}H${right}`).join("") }),
             boxes: corners.flatMap(([left, top, right, bottom]) =>
                 [[left - 1, top, left + 1, bottom], [left, bottom - 1, right, bottom + 1]]) };
}

/* Returns the label of a series, which is its name, at its last point, or at x = edge if `edge` is
 * given. */
function nameOfSeries({ name, points, late }, place, edge) {
    const [x, y] = place(points.at(-1));
    return { x: edge ?? x, y, text: name, late, colour: colourOf(name) };
}

/* Draws the mark of a point and the bar of its interval, with its values as a tooltip. */
function pointMark(name, p, [x, y], isFull, ends) {
    return draw("g", {}, draw("title", {}, `${name}: ${p.title}`),
        ends ? line(x, ends[0], x, ends[1], { class: "interval" }) : null,
        draw("circle", { class: isFull ? "full" : "hollow", cx: x, cy: y, r: 4,
                         "data-x": p.xKey ?? null, "data-y": p.yKey ?? null }));
}

/* Returns a chart of series of points { x, y, interval, title, dot, xKey, yKey }. If atEnd, writes
 * names at the right edge. Otherwise each series is a point. Then the chart shows the Pareto front,
 * and hollow marks for points that are not on it. */
function pointChart(series, { axis, unit, xTitle, yTitle, atEnd }) {
    const seen = series.filter((s) => s.points.length);
    const points = seen.flatMap((s) => s.points), ys = points.map((p) => p.y);
    if (!points.length)
        return null;
    const min = Math.min(...ys) / 2, max = Math.max(...ys) * 2;
    const endsOf = (p) => (p.interval ?? []).map((end) => Math.min(max, Math.max(min, end)));
    const x = axis(points.map((p) => p.x), LEFT, WIDTH - (atEnd ? 110 : 12), "bytes");
    const y = logAxis([...ys, ...points.flatMap(endsOf)], BOTTOM, TOP, unit);
    const best = atEnd ? points : frontOf(seen.filter((s) => !s.late).flatMap((s) => s.points));
    const steps = frontSteps(atEnd ? [] : best, x, y);
    const place = (p) => [x.place(p.x), y.place(p.y)];
    const names = seen.map((s) => nameOfSeries(s, place, atEnd ? x.to : null));
    const taken = [...steps.boxes,
        ...points.map(place).map(([px, py]) => [px - 4, py - 4, px + 4, py + 4])];
    return frame(WIDTH, HEIGHT, x, y, xTitle, yTitle, steps.path, seen.map((s) =>
        draw("g", { "data-series": s.name, style: `color: ${colourOf(s.name)}` },
            draw("path", { class: "joined", d: "M" + s.points.map(place).join("L") }),
            s.points.filter((p) => p.dot).map((p) => pointMark(s.name, p, place(p),
                best.includes(p), p.interval && endsOf(p).map(y.place))))),
        atEnd ? writeNamesAtEnd(names) : writeNamesBeside(names, taken));
}

/* Returns a series for each method of a table: the numbers of the column `key` over those of the column `xKey`. */
function seriesOf(pointer, table, key, xKey) {
    const series = new Map(), column = columnsOf(pointer, table).find((c) => c.key === key) ?? {};
    for (const row of rowsOf(pointer, table).filter((one) => !at(one + "/rest_of"))) {
        const name = at(row + "/method"), yKey = `${row}/${key}`, y = at(yKey);
        const x = Number(at(`${row}/${xKey}`)), interval = at(`${row}/${column.interval}`);
        const own = series.get(name) ?? { name, late: false, points: [] };
        series.set(name, own);
        own.late ||= at(row + "/late") > 0;
        if (y > 0 && (x > 0 || xKey === "value"))
            own.points.push({ x, y, interval, xKey: `${row}/${xKey}`, yKey, dot: true,
                title: (xKey === "bytes" ? shownBytes(x) : "at " + x) + ", " + shown(y, column.unit)
                    + (column.unit === "ns" ? " ns" : "")
                    + (interval ? ` (${shown(interval, column.unit)})` : "") });
    }
    return [...series.values()];
}

const CAPTIONS = { walk: "Walks: moves shorter than 40 units. Less is better in both. Full marks "
    + "and grey steps are the Pareto front: no other method is both smaller and faster. A method "
    + "with a late answer is struck out and on no front. Bars are 95% intervals.",
                   shot: "Shots: longer moves." };

const costFigure = (pointer, group) => figure(CAPTIONS[group],
    pointChart(seriesOf(pointer, "methods", group + "_ns_median", "bytes"), { axis: logAxis,
        unit: "ns", xTitle: "memory that a query needs", yTitle: `ns a ${group}, median` }));

/* Returns the series of quantiles of the times of single queries. Only some of them get dots. */
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

const timeFigure = (rows, group) => figure(`Single ${group}s; the slowest are at the right.`,
    pointChart(rows.map((row) => timeSeries(row, group)), { axis: shareAxis, unit: "ns",
        atEnd: true, xTitle: `% of ${group}s that take at most this long`, yTitle: "ns" }));
