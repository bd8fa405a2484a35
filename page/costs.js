/* costs: draws the costs of the methods from results of "bspcompare sweep" that the page contains. */

const CURVES = [["onion", "onion"], ["multi", "truth"], ["shift", "shift"], ["shift-box", "shift", [7, 4]], ["onion-article", "cell"], ["brushes", "ink", [2, 3]]];
const powers = (from, factor) => Array.from({ length: 12 }, (_, i) => from * factor ** i);
const TICKS = { bytes: powers(4096, 4), walk_nodes_mean: powers(5, 2), walk_ns_median: powers(12.5, 2) };
const UNITS = { bytes: "bytes of the trees", walk_nodes_mean: "nodes visited in a short move", walk_ns_median: "nanoseconds for a short move" };
const BOXES = [1, 2, 4, 8, 16, 32, 64, 125, 250, 500];
const MOST = 500; // the largest measured number of boxes
const LARGE = 2; // a factor; an onion at most this many times as large as plane shifting is still the better choice
const NOISE = 0.1; // a fraction by which times of two builds of a page differ (docs/measurements.md)

const sweeps = []; // results of bspcompare sweep

/** Unpacks the sweeps. */
async function loadCosts() {
  for (const element of document.querySelectorAll("[data-costs]")) {
    const some = await unpackText(element); // some lines of the document, so that a comma may stand before a bracket
    sweeps.push(JSON.parse(some.replace(/,(\s*[\]}])/g, "$1")));
  }
}

/** Returns the rows of the sweeps, as a list of { boxes, bytes, ... } for each method. */
function readCosts() {
  const rows = sweeps.flatMap((sweep) => sweep.rows).map((row) => ({ ...row, boxes: +row.value }));
  return new Map(CURVES.map(([method]) => [method, rows.filter((row) => row.method === method)]));
}

/** Returns the measured points before and after a number of boxes. */
function around(curve, boxes) {
  const i = clamp(curve.findIndex((row) => row.boxes >= boxes), 1, curve.length - 1);
  return [curve[i - 1], curve[i]];
}

/** Returns the value of a curve at a number of boxes, on a line between measured points with both axes
 * logarithmic. */
function valueAt(curve, boxes, what) {
  const [a, b] = around(curve, boxes), part = Math.log(boxes / a.boxes) / Math.log(b.boxes / a.boxes);
  return Math.exp(Math.log(a[what]) + part * Math.log(b[what] / a[what]));
}

/** Returns the bytes that one further box adds. */
function stepAt(curve, boxes) {
  const [a, b] = around(curve, Math.min(boxes + 1, MOST));
  return (b.bytes - a.bytes) / (b.boxes - a.boxes);
}

/** Returns the number of boxes at which an onion has as many bytes as a shift tree with all bevels. */
function crossover(curves) {
  let low = 1, high = MOST;
  for (let i = 0; i < 30; i++) {
    const middle = Math.sqrt(low * high);
    if (quotient(curves, middle, "bytes") > 1) high = middle; else low = middle;
  }
  return high;
}

const kilobytes = (bytes) => bytes < 1000 ? `${Math.round(bytes)} bytes` : bytes < 1e4 ? `${round(bytes / 1024)} KiB`
  : bytes < 1e6 ? `${Math.round(bytes / 1024)} KiB` : `${round(bytes / 1048576)} MiB`;

const duration = (ms) => ms < 1000 ? `${round(ms, ms < 10 ? 1 : 0)} ms` : `${round(ms / 1000)} s`;

/** Draws the grid of a plot of the cost `what`. Returns the functions x(boxes) and y(value), which place
 * points. */
function drawGrid(pen, what, [low, high]) {
  const { clientWidth: width, clientHeight: height } = pen.canvas, left = 58, right = 16, top = 34, bottom = 40;
  const x = (n) => left + (width - left - right) * Math.log(n) / Math.log(MOST);
  const y = (v) => -(height - bottom - (height - top - bottom) * Math.log(v / low) / Math.log(high / low));
  pen.scale = 1;
  pen.shift = [0, 0];
  pen.label(UNITS[what], [8, -16], { align: "left", patch: false });
  for (const n of BOXES) {
    pen.line([x(n), y(low)], [x(n), y(high)], { stroke: "line", width: 0.7 });
    pen.label(String(n), [x(n), -(height - bottom + 13)], { patch: false, size: 12, colour: "quiet" });
  }
  pen.label("boxes", [x(MOST), -(height - 9)], { align: "right", patch: false, size: 13, colour: "quiet" });
  for (const value of TICKS[what].filter((v) => v > low && v < high)) {
    pen.line([left, y(value)], [width - right, y(value)], { stroke: "line", width: 0.7 });
    pen.label(what === "bytes" ? kilobytes(value) : String(value), [left - 5, y(value)], { align: "right", patch: false, size: 12, colour: "quiet" });
  }
  return [x, y];
}

function drawPlot(pen, curves, what, { boxes, lit }) {
  const shown = CURVES.filter(([method]) => method !== "brushes" || what !== "walk_nodes_mean"); // the table has nodes of another kind
  const all = shown.flatMap(([method]) => curves.get(method)).map((row) => row[what]), range = [Math.min(...all) / 1.5, Math.max(...all) * 1.5];
  const [x, y] = drawGrid(pen, what, range), chosen = x(clamp(boxes, 1, MOST));
  pen.line([chosen, y(range[0])], [chosen, y(range[1])], { stroke: "lit", width: 2, dash: [4, 3] });
  for (const [method, colour, dash] of shown) {
    const points = curves.get(method).map((row) => [x(row.boxes), y(row[what])]), isLit = lit === method, alpha = lit && !isLit ? 0.35 : 1;
    pen.path(points, { stroke: colour, width: isLit ? 5 : 2.5, close: false, alpha, dash });
    for (const p of points) pen.dot(p, isLit ? 5 : 3, { fill: colour, alpha });
  }
  return [x, y];
}

/** Returns the quotient of the values of two methods. */
const quotient = (curves, n, what, a = "onion", b = "shift-box") => valueAt(curves.get(a), n, what) / valueAt(curves.get(b), n, what);

/** Returns a text that recommends a method for n boxes, with the reason. */
function advise(curves, n) {
  const times = quotient(curves, n, "bytes"), isFaster = quotient(curves, n, "walk_ns_median") < 1 - NOISE;
  const isTableBetter = (method) => quotient(curves, n, "bytes", "brushes", method) <= 1 && quotient(curves, n, "walk_ns_median", "brushes", method) < 1 + NOISE;
  if (isTableBetter(times <= LARGE ? "onion" : "shift-box")) {
    return `The table without a tree has ${kilobytes(valueAt(curves.get("brushes"), n, "bytes"))}, is exact, and is not slower here: take a tree only if you have measured that it helps.`;
  }
  if (times <= LARGE) {
    return `If that table is too slow or too large, and you know all sizes when you build the level, take the onion: it is exact, and compared with plane shifting ${isFaster ? "faster and " : ""}${times <= 1
      ? "not larger" : `only ${round(times)} times as large`}.`;
  }
  return `Take plane shifting with all bevels: it is exact for boxes too, and the onion is ${round(times)} times as large.` +
    (isFaster ? ` If time matters more than memory, take ${isTableBetter("onion") ? "the table" : "the onion, but it takes longer to build"}.` : "");
}

/** Returns a text that explains the circle, and names the source of the numbers. */
function tellSource(cross) {
  const { environment: { cpu, command }, noise } = sweeps[0];
  return `The circle: an onion of ${round(cross)} boxes has as many bytes as the tree of plane shifting with all bevels. ` +
    `Results of “${command}”, measured on ${cpu} while this page was built. Bytes and nodes are the same on every machine; nanoseconds are not` +
    (noise?.noisy ? ". That machine was busy, so do not trust small differences of its times." : ".");
}

const costs = new Figure("costs", {
  window: [0, 0, 1, 1],
  state: { boxes: 3, shapes: "boxes", measure: "walk_ns_median" },
  ask() {
    const curves = readCosts(), cross = crossover(curves);
    const [times, source] = this.find(".measured");
    source.textContent = tellSource(cross);
    times.textContent = round(1 / quotient(curves, MOST, "walk_ns_median"));
    return { curves, cross };
  },
  draw({ bytes, time }, { boxes, measure }, { curves, cross }, lit) {
    const [x, y] = drawPlot(bytes, curves, "bytes", { boxes, lit }), p = [x(cross), y(valueAt(curves.get("shift-box"), cross, "bytes"))];
    bytes.dot(p, 7, { fill: null, stroke: "ink" });
    bytes.label(`○ same bytes at ${round(cross)} boxes`, [bytes.canvas.clientWidth, -16], { align: "right", size: 13, patch: false });
    drawPlot(time, curves, TICKS[measure] ? measure : "walk_ns_median", { boxes, lit });
  },
  say({ boxes, shapes }, { curves }) {
    const n = clamp(Math.round(boxes) || 1, 1, MOST), of = (value) => (method) => kilobytes(value(curves.get(method), n, "bytes"));
    const cost = of(valueAt), step = of(stepAt), time = (method, what) => valueAt(curves.get(method), n, what);
    const ms = (method) => duration(time(method, "build_ms")), ns = (method) => `${round(time(method, "walk_ns_median"), 0)} ns`;
    const about = curves.get("onion").some((row) => row.boxes === n) ? "" : "about ";
    if (shapes !== "boxes") {
      return "You have balls, capsules or other shapes. Take the table of the walls (the method brushes): it is exact for every convex shape. " +
        "The onion knows only boxes. Plane shifting has fewer bytes, but may stop early at corners.";
    }
    return `You have ${n} size${n === 1 ? "" : "s"}: ${about}${cost("onion")} for the onion, ${cost("multi")} for a tree for each box, ${cost("shift-box")} for plane ` +
      `shifting with all bevels, and ${cost("brushes")} for the table without a tree. One further box adds about ${step("onion")} to the onion, ${step("multi")} to the trees, but ${step("shift-box")} to plane shifting. ` +
      `Building takes ${ms("onion")} for the onion, ${ms("shift-box")} for the tree with all bevels, and ${ms("brushes")} for the table without a tree. ` +
      `A short move takes ${ns("onion")} by the onion, ${ns("shift-box")} with all bevels, and ${ns("brushes")} by the table. ${advise(curves, n)}`;
  },
  few: () => ({ boxes: 3, shapes: "boxes" }),
  many: () => ({ boxes: 500, shapes: "boxes" }),
  any: () => ({ shapes: "any" }),
});
