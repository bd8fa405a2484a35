/* core: has the queries of page/*.c as functions. All answers and all trees that the page shows come from
 * them. */
"use strict";

const ONION = 0, SHIFT = 1, TABLE = 2;
const EMPTY = 0, SOLID = 1, HIT = 2; // classes of a trace
const NODE = 0, BEVEL = 1, LEAF = 2; // kinds of items of a tree
const STEP = { front: 0, back: 1, cut: 2, far: 3, empty: 4, solid: 5, transition: 6 };
const levels = new Map(); // maps the name of a level to its number in the core

let core, memory;

const unpackText = async (element) => new TextDecoder().decode(await unpack(element));
const numbers = () => new Float64Array(memory.buffer, core.page_numbers(), 131072);
const put = (at, ...values) => numbers().set(values.flat(), at);
const take = (at, n) => Array.from(numbers().subarray(at, at + n));

/** Copies bytes to the core, with a NUL behind them. */
function copyIn(bytes) {
  const at = core.page_allocate(bytes.length + 1);
  if (!at) throw new Error("too little memory");
  new Uint8Array(memory.buffer).set(bytes, at);
  new Uint8Array(memory.buffer)[at + bytes.length] = 0;
  return at;
}

function text(pointer) {
  const bytes = new Uint8Array(memory.buffer, pointer);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

/** Starts the core and loads all trees of the page. */
async function startCore() {
  const module = await WebAssembly.compile(await unpack(document.getElementById("wasm-data")));
  const imports = {}; // functions for files, which must exist, although no query calls them
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] = imports[from] || {};
    imports[from][name] = () => 8; // "bad file descriptor"
  }
  core = (await WebAssembly.instantiate(module, imports)).exports;
  memory = core.memory;
  if (core._initialize) core._initialize();
  for (const element of document.querySelectorAll("[data-level]")) {
    select(element.dataset.level.split(".")[0]);
    loadTree(await unpack(element));
  }
}

/** Selects a level without a body. */
function select(name) {
  if (!levels.has(name)) levels.set(name, levels.size);
  used.key = "";
  core.page_use(levels.get(name));
}

/** Loads a saved tree. Throws an error with the reason if it cannot be used. */
function loadTree(buffer) {
  const at = copyIn(new Uint8Array(buffer));
  used.key = "";
  const why = core.page_load(at, buffer.byteLength);
  if (why) throw new Error(text(why));
}

/** Gives the selected level the brushes of a document of the format bsp-world. */
function readWorld({ name = "", brushes, starts = [] }) {
  if (!Array.isArray(brushes)) throw new Error("it is no level in JSON");
  if (brushes.some(({ box, planes }) => !box && !planes)) throw new Error("it has a brush of points, which only bsplevel reads");
  for (const { box, planes } of brushes) {
    put(0, ...(box || planes));
    core.page_brush(planes ? planes.length : 0);
  }
  for (const start of starts) { put(0, start); core.page_start(); }
  used.key = "";
  core.page_take_brushes(copyIn(new TextEncoder().encode(name)));
}

/** Gives the selected level the brushes of a .map or a .bsp. Throws an error with the reason if it
 * cannot be read. */
function readFile(name, buffer) {
  used.key = "";
  const why = core.page_read(copyIn(new TextEncoder().encode(name)), copyIn(new Uint8Array(buffer)), buffer.byteLength);
  if (why) throw new Error(text(why));
}

/** Builds the tree for plane shifting of the selected level, or an onion of some boxes. */
function grow(boxes = []) {
  used.key = "";
  put(0, ...boxes.flatMap(({ mins, maxs }) => [mins, maxs]));
  core.page_grow(boxes.length);
}

/** Selects the level and the body, { radius } or { mins, maxs }, of the next queries. Returns the
 * number of the onion's space for the body. */
function use(name, body) {
  const key = [name, body.radius, body.mins, body.maxs].join();
  if (key !== used.key) {
    core.page_use(levels.get(name));
    if (body.radius === undefined) put(0, body.mins, body.maxs); else put(0, body.radius);
    Object.assign(used, { key, space: core.page_set_body(body.radius === undefined ? 0 : 1) });
  }
  return used.space;
}

const used = { key: "", space: 0 };

/** Returns the box for a figure: in its plane a square of this width, and 80 units high, as in page/scenes. */
const square = (width) => ({ mins: [-width / 2, -width / 2, -40], maxs: [width / 2, width / 2, 40] });

/** Traces the body, which turns by `degrees` while it moves. Returns the answer. */
function trace(method, from, to, degrees = 0) {
  put(0, from, to);
  core.page_trace(method, degrees);
  const [type, t] = take(8, 2), length = Math.hypot(...to.map((x, i) => x - from[i]));
  return { type, t, length, units: (type === 1 || type === 3 ? 0 : t) * length, point: take(10, 3),
    normal: take(13, 3), dist: take(16, 1)[0], nodes: take(17, 1)[0], brush: take(18, 1)[0],
    contacts: Array.from({ length: take(19, 1)[0] }, (_, i) => take(20 + 3 * i, 3)) };
}

/** Traces the body in the plane of a figure. */
const traceFlat = (method, from, to, degrees) => trace(method, [...from, 0], [...to, 0], degrees);

const pairs = (list) => Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);

/** Returns the nodes and leaves of a tree, cut at height z, in the rectangle [x0, y0, x1, y1]. A node is
 * hidden if only one of its sides is in the picture. */
function readTree(method, [x0, y0, x1, y1], z = 0) {
  put(0, x0, y0, z, x1, y1);
  const n = core.page_tree(method), all = numbers(), items = [];
  for (let at = 0; items.length < n;) {
    const [kind, parent, side, a, b, c, over, under, solid, px, py, nCell, nGrown] = all.subarray(at, at += 13);
    const cell = pairs(all.subarray(at, at += 2 * nCell)), grown = pairs(all.subarray(at, at += 2 * nGrown));
    items.push({ kind, parent, side, line: [a, b, c], over, under, solid, point: [px, py], cell, grown,
      child: [-1, -1], number: items.length });
    if (parent >= 0) items[parent].child[side] = items.length - 1;
  }
  for (const item of items) item.isHidden = item.kind === NODE && item.child.includes(-1);
  return items;
}

/** Returns the steps of a query of the tree that readTree() has read last. */
function readSteps(from, to) {
  put(0, from, 0, to, 0);
  const n = core.page_steps(), all = take(0, 4 * n);
  return Array.from({ length: n }, (_, i) => {
    const [item, kind, start, end] = all.slice(4 * i, 4 * i + 4);
    return { item, kind, from: start, to: end };
  });
}

const isInside = (polygon, [x, y]) => polygon.length > 2 && polygon.every(([ax, ay], i) => {
  const [bx, by] = polygon[(i + 1) % polygon.length];
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
});

/** Returns the leaf that contains the point, or undefined outside of the picture. */
const leafAt = (items, p) => items.find((item) => item.kind === LEAF && isInside(item.cell, p));

/** Returns the items from the root to the item. */
function pathTo(items, item) {
  const path = [];
  for (let at = item; at; at = items[at.parent]) path.unshift(at);
  return path;
}
