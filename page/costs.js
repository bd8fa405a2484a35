/* costs: what the methods cost, drawn from results of "bspcompare sweep" that the page carries. */

const CURVES = [["onion", "onion", "onion"], ["multi", "a tree for each box", "truth"], ["shift", "plane shifting", "shift"],
  ["onion-article", "onion of the article", "cell"]];
const powers = (from, factor) => Array.from({ length: 12 }, (_, i) => from * factor ** i);
const TICKS = { bytes: powers(1024, 4), walk_ns_median: powers(12.5, 2), walk_nodes_mean: powers(5, 2) };
const UNITS = { bytes: "bytes", walk_ns_median: "nanoseconds for a short move", walk_nodes_mean: "nodes visited in a short move" };

/** Reads the rows of the sweeps: for each method a list of { boxes, bytes, ... }. */
function readCosts() {
  const lines = document.getElementById("costs-data").textContent.trim().split("\n").filter((line) => line && line[0] !== "#").map((line) => line.split(","));
  const names = lines[0], rows = lines.filter((line) => line[0] !== "value");
  const curves = new Map(CURVES.map(([method]) => [method, []]));
  for (const row of rows) {
    const values = Object.fromEntries(names.map((name, i) => [name, +row[i]]));
    curves.get(row[1]).push({ ...values, boxes: values.value });
  }
  return curves;
}

/** The value of a curve at a number of boxes: on a line between measured points, both axes logarithmic. */
function valueAt(curve, boxes, what) {
  const i = clamp(curve.findIndex((row) => row.boxes >= boxes), 1, curve.length - 1), a = curve[i - 1], b = curve[i];
  const last = boxes > curve.at(-1).boxes;
  const [p, q] = last ? curve.slice(-2) : [a, b], part = Math.log(boxes / p.boxes) / Math.log(q.boxes / p.boxes);
  return Math.exp(Math.log(p[what]) + part * Math.log(q[what] / p[what]));
}

/** The number of boxes at which an onion has as many bytes as a shift tree. */
function crossover(curves) {
  let low = 1, high = 64;
  const isLarger = (n) => valueAt(curves.get("onion"), n, "bytes") > valueAt(curves.get("shift"), n, "bytes");
  if (isLarger(low)) return low;
  for (let i = 0; i < 30; i++) {
    const middle = Math.sqrt(low * high);
    if (isLarger(middle)) high = middle; else low = middle;
  }
  return high;
}

const kilobytes = (bytes) => bytes < 1e4 ? `${round(bytes / 1024)} KiB` : bytes < 1e6 ? `${Math.round(bytes / 1024)} KiB` : `${round(bytes / 1048576)} MiB`;

/** Draws one plot: the cost `what` against the number of boxes. */
function drawPlot(pen, curves, what, { boxes, cross, lit }) {
  const { clientWidth: width, clientHeight: height } = pen.canvas, left = 58, right = 16, top = 34, bottom = 40;
  const all = [...curves.values()].flat().map((row) => row[what]).filter((x) => x > 0);
  const low = Math.min(...all) / 1.5, high = Math.max(...all) * 1.5;
  const x = (n) => left + (width - left - right) * Math.log(clamp(n, 1, 64)) / Math.log(64);
  const y = (v) => -(height - bottom - (height - top - bottom) * Math.log(v / low) / Math.log(high / low));
  pen.scale = 1;
  pen.shift = [0, 0];
  pen.label(UNITS[what], [8, -16], { align: "left", patch: false });
  for (let n = 1; n <= 64; n *= 2) {
    pen.line([x(n), y(low)], [x(n), y(high)], { stroke: "line", width: 0.7 });
    pen.label(String(n), [x(n), -(height - bottom + 13)], { patch: false, size: 13, colour: "quiet" });
  }
  pen.label("boxes", [x(64), -(height - 9)], { align: "right", patch: false, size: 13, colour: "quiet" });
  for (const value of TICKS[what].filter((v) => v > low && v < high)) {
    pen.line([left, y(value)], [width - right, y(value)], { stroke: "line", width: 0.7 });
    pen.label(what === "bytes" ? kilobytes(value) : String(value), [left - 5, y(value)], { align: "right", patch: false, size: 12, colour: "quiet" });
  }
  pen.line([x(boxes), y(low)], [x(boxes), y(high)], { stroke: "lit", width: 2, dash: [4, 3] });
  for (const [method, , colour] of CURVES) {
    const rows = curves.get(method).filter((row) => row[what] > 0), isLit = lit === method;
    pen.path(rows.map((row) => [x(row.boxes), y(row[what])]), { stroke: colour, width: isLit ? 5 : 2.5, close: false,
      alpha: lit && !isLit ? 0.35 : 1 });
    for (const row of rows) pen.dot([x(row.boxes), y(row[what])], isLit ? 5 : 3, { fill: colour, alpha: lit && !isLit ? 0.35 : 1 });
  }
  if (what !== "bytes") return;
  const p = [x(cross), y(valueAt(curves.get("shift"), cross, "bytes"))];
  pen.dot(p, 7, { fill: null, stroke: "ink" });
  pen.label(`equal at ${round(cross)} boxes`, p, { dy: -26, dx: -24, align: "left", size: 13 });
}

const costs = new Figure("costs", {
  window: [0, 0, 1, 1],
  state: { boxes: 3, shapes: "boxes", measure: "walk_ns_median" },
  ask() {
    const curves = readCosts();
    return { curves, cross: crossover(curves) };
  },
  draw({ bytes, time }, { boxes, measure }, { curves, cross }, lit) {
    drawPlot(bytes, curves, "bytes", { boxes, cross, lit });
    drawPlot(time, curves, UNITS[measure] ? measure : "walk_ns_median", { boxes, cross, lit });
  },
  say({ boxes, shapes }, { curves, cross }) {
    const n = clamp(Math.round(boxes) || 1, 1, 1000), cost = (method) => kilobytes(valueAt(curves.get(method), n, "bytes"));
    const sizes = `${n} size${n === 1 ? "" : "s"}`, beyond = n > 64 ? " (more than 64 boxes: the lines are drawn on)" : "";
    if (shapes !== "boxes") {
      return `You have balls, capsules or other shapes: take plane shifting. Its tree has ${cost("shift")}. The onion knows only boxes. ` +
        "If an early stop at a corner does harm, let plane shifting test the brushes of the cell that it reaches: then all shapes are exact.";
    }
    const bill = `You have ${sizes}${beyond}. The onion takes ${cost("onion")}, a tree for each box ${cost("multi")}, plane shifting ${cost("shift")}.`;
    if (n < cross) return `${bill} Take the onion: it is exact, and not larger than plane shifting.`;
    if (n <= 16) return `${bill} Take the onion if you know all sizes in advance and have the memory: it is exact and fast. Take plane shifting if sizes may change.`;
    return `${bill} Take plane shifting with all bevels, which is exact for boxes: its tree hardly grows with the number of sizes.`;
  },
});
