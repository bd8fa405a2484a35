/* figures: has the figures of a corridor, a wall that grows, layers, a tree, a query, shifted planes, and a plank.
 * figure.js describes their members. */

const flatSolid = (items, bit = 0) => items.filter((item) => item.kind === LEAF && (item.solid >> bit) & 1);

/** Returns words that say how the answer of a trace ends. */
function tell({ type, t, units: far }) {
  if (type === EMPTY) return "lets the body pass";
  if (type === HIT) return `stops the body after ${units(far)}`;
  return `finds that the body begins in a wall, and ${type === SOLID ? "stays there" : `comes out at t = ${round(t, 3)}`}`;
}

const endOf = (answer, from, to) => answer.type === EMPTY ? to : answer.type === HIT ? answer.point.slice(0, 2) : from;

/** Returns words such as ": 5 units too early", or "" if the answer is not too early. */
const judge = (answer, truth) => {
  const early = truth.units - answer.units;
  return answer.type === HIT && early > 0.05 ? `: ${units(early)} too early` : "";
};

// --- 1. a corridor ---

function askCorridor({ from, to }) {
  const space = use("corridor", square(32));
  const onion = traceFlat(ONION, from, to), shift = traceFlat(SHIFT, from, to), truth = traceFlat(TABLE, from, to);
  const grown = flatSolid(readTree(ONION, corridor.window), space);
  const items = readTree(SHIFT, corridor.window), steps = readSteps(from, to);
  const last = steps.findLast(({ kind }) => kind === STEP.solid);
  return { onion, shift, truth, grown, items, cell: last && shift.type === HIT ? items[last.item] : null };
}

const corridor = new Figure("corridor", {
  window: [-200, -112, 200, 112],
  state: { from: [-150, -8], to: [160, -8] },
  handles: { from: "start of the move", to: "end of the move" },
  ask: askCorridor,
  draw({ picture: pen }, { from, to }, { onion, shift, grown, items, cell }, lit) {
    if (lit === "onion") for (const item of grown) pen.path(item.cell, { fill: "onion-tint", stroke: "onion-tint", width: 1 });
    if (lit === "shift") drawEarly(pen, flatSolid(items).map(({ grown }) => grown));
    else if (cell && lit !== "onion") drawEarly(pen, [cell.grown], 0.5);
    drawWalls(pen, items);
    if (cell && lit !== "onion") pen.path(cell.grown, { stroke: "shift", dash: [6, 4] });
    drawMove(pen, from, to, 32);
    const ends = [onion, shift].map((answer) => endOf(answer, from, to)), same = Math.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) < 0.5;
    pen.body(ends[0], 32, { stroke: "onion", fill: "onion", alpha: lit === "shift" ? 0.2 : 0.3 });
    pen.body(ends[0], 32, { stroke: "onion", width: 4, alpha: lit === "shift" ? 0.3 : 1 });
    pen.body(ends[1], 32, { stroke: "shift", width: same ? 1.5 : 4, alpha: lit === "onion" ? 0.3 : 1 });
    if (same) pen.label("both", ends[0], { dy: 34 * pen.scale });
    else {
      pen.label("onion", ends[0], { colour: "onion", dy: 28 * pen.scale });
      pen.label("plane shifting", ends[1], { colour: "shift", dy: 28 * pen.scale });
    }
  },
  say(s, { onion, shift, truth }) {
    const same = Math.abs(onion.t - shift.t) * onion.length < 0.01 && onion.type === shift.type;
    return same ? `Both methods agree. Each ${tell(onion)}${judge(onion, truth)}.`
      : `The onion ${tell(onion)}${judge(onion, truth)}. Plane shifting ${tell(shift)}${judge(shift, truth)}.`;
  },
  differ: () => JSON.parse(corridor.initial),
  agree: () => ({ from: [-150, -40], to: [160, -75] }),
});

// --- 2. a wall grows, a body shrinks ---

const wall = new Figure("wall", {
  window: [-150, -105, 150, 105],
  state: { at: [-95, 45], size: 32 },
  handles: { at: "the box" },
  ask({ at, size }) {
    use("wall", square(size));
    const isSolid = traceFlat(TABLE, at, at).type === SOLID;
    return { cell: flatSolid(readTree(SHIFT, wall.window))[0], isSolid };
  },
  draw({ picture: pen }, { at, size }, { cell, isSolid }, lit) {
    pen.path(cell.grown, { fill: "onion-tint" });
    pen.path(cell.grown, { stroke: "onion", width: lit === "grown" ? 4 : 2 });
    pen.path(cell.cell, { fill: "wall" });
    for (const corner of cell.grown) pen.body(corner, size, { stroke: "quiet", dash: [3, 3], width: 1, alpha: lit === "corners" ? 1 : 0.5 });
    pen.body(at, size, { fill: isSolid ? "shift" : "truth", alpha: 0.25 });
    pen.body(at, size, { stroke: isSolid ? "shift" : "truth", width: lit === "box" ? 5 : 2.5 });
    pen.dot(at, lit === "point" ? 9 : 5, { fill: isSolid ? "shift" : "truth" });
    pen.label("wall", cell.point, { patch: false, colour: "room", size: 14 });
  },
  say: ({ size }, { isSolid }) => isSolid
    ? `The box is ${units(size)} wide and overlaps the wall. Its point is inside the grown wall.`
    : `The box is ${units(size)} wide and free. Its point is outside the grown wall.`,
});

// --- 3. layers ---

const WIDTHS = [8, 16, 32];

const layers = new Figure("layers", {
  window: [-125, -110, 125, 120],
  state: { at: [-8, -40] },
  handles: { at: "the place that the tree is asked about" },
  ask({ at }) {
    use("layers", square(8));
    const walls = readTree(SHIFT, layers.window), items = readTree(ONION, layers.window);
    return { walls, items, leaf: leafAt(items, at), tree: layOut(items) };
  },
  draw({ picture: pen, tree: treePen }, { at }, { walls, items, leaf: own, tree }, lit) {
    const leaf = typeof lit === "number" ? items[lit] : own;
    [2, 1, 0].forEach((bit) => {
      const isDim = /^w/.test(lit) && lit !== `w${WIDTHS[bit]}`;
      for (const { cell } of flatSolid(items, bit)) {
        if (!isDim) pen.path(cell, { fill: `layer${bit}`, stroke: `layer${bit}`, width: 0.8 });
      }
    });
    if (lit === "leaf" || typeof lit === "number") for (const { kind, cell } of items) if (kind === LEAF) pen.path(cell, { stroke: "quiet", width: 0.6 });
    drawWalls(pen, walls);
    if (leaf) pen.path(leaf.cell, { stroke: "lit", width: 3 });
    WIDTHS.forEach((width, bit) => pen.body(at, width, { stroke: own && own.solid >> bit & 1 ? "shift" : "truth", width: 2 }));
    if (leaf) pen.label(bitsOf(leaf).join(" "), leaf === own ? at : leaf.point, { size: 16, dy: leaf === own ? -16 * pen.scale - 14 : 0 });
    drawTree(treePen, tree, (item) => ({ isLit: leaf && (item === leaf || pathTo(items, leaf).includes(item)), radius: 3.2,
      fill: item.kind === LEAF ? (item.solid ? `layer${item.solid === 7 ? 0 : item.solid === 6 ? 1 : 2}` : "room") : "quiet" }));
  },
  hit(p, pane) {
    const { items, tree } = this.facts;
    const found = pane === "tree" ? tree.find(p) : leafAt(items, p);
    return found && found.kind === LEAF ? found.number : null;
  },
  say(s, { items, leaf: own }) {
    const leaf = typeof this.lit === "number" ? items[this.lit] : own;
    if (!leaf) return "";
    const solid = WIDTHS.filter((w, bit) => leaf.solid >> bit & 1);
    const words = solid.length === 3 ? "It stops all three boxes" : solid.length
      ? `It stops the box${solid.length > 1 ? "es" : ""} of ${solid.join(" and ")} units, and is free for smaller ones` : "It is free for all three boxes";
    return `The bits of this leaf are ${bitsOf(leaf).join(" ")}, for the boxes of 8, 16 and 32 units. ${words}.`;
  },
});

const bitsOf = (leaf) => WIDTHS.map((w, bit) => leaf.solid >> bit & 1);

// --- 4. a tree is made of cuts ---

function askCuts({ planes, at }) {
  const space = use("cuts", square(16));
  const walls = readTree(SHIFT, cuts.window), items = readTree(ONION, cuts.window), order = breadthFirst(items);
  const shown = new Set(order.slice(0, planes)), cells = frontier(items, shown);
  return { walls, items, order, shown, cells, space, tree: layOut(items, cells), max: { planes: order.length },
    own: cells.find((item) => isInside(item.cell, at)) };
}

const cuts = new Figure("cuts", {
  window: [-130, -100, 130, 100],
  state: { planes: 3, at: [22, -60] },
  handles: { at: "the place whose cell is lit" },
  ask: askCuts,
  draw({ picture: pen, tree: treePen }, { planes, at }, facts, lit) {
    const { walls, items, order, shown, cells, tree } = facts, active = typeof lit === "number" ? items[lit] : facts.own;
    const path = new Set(active ? pathTo(items, active) : []), isDone = planes >= order.length;
    for (const item of flatSolid(items)) pen.path(item.cell, { fill: "onion-tint", stroke: "onion-tint", width: 1 });
    drawWalls(pen, walls);
    if (active) pen.path(active.cell, { fill: "lit", alpha: 0.25 });
    for (const item of shown) pen.cut(item.line, item.cell, { stroke: path.has(item) ? "lit" : "onion", width: path.has(item) ? 3 : 1.5 });
    if (active) pen.path(active.cell, { stroke: "lit", width: 1.5 });
    order.slice(0, planes).forEach((item, i) => labelPlane(pen, item, i + 1, path.has(item)));
    for (const item of cells) {
      if (item.kind !== LEAF || !(isDone || item === active || lit === "point")) continue;
      pen.dot(item.point, lit === "point" ? 7 : 4, { fill: item.solid ? "onion" : "room", stroke: "onion" });
    }
    pen.dot(at, 3);
    if (active && active.kind === LEAF) pen.label("arbitrary leaf point", active.point, { dy: 22, size: 13, colour: "onion" });
    drawTree(treePen, tree, (item) => ({ isLit: path.has(item), label: order.indexOf(item) + 1 || "", ...treeStyle(item, shown) }));
  },
  hit(p, pane) {
    const found = pane === "tree" ? this.facts.tree.find(p) : this.facts.cells.find((item) => isInside(item.cell, p));
    return found ? found.number : null;
  },
  say({ planes }, { items, order, shown, own, cells }) {
    const active = typeof this.lit === "number" ? items[this.lit] : own;
    const start = `${planes} of ${order.length} planes make ${cells.length} cell${cells.length === 1 ? "" : "s"}. `;
    if (!active) return start;
    const path = pathTo(items, active).filter((item) => shown.has(item) && item !== active);
    const way = path.length ? ` The path to it: ${path.map((item) => `${order.indexOf(item) + 1} ${sideOf(items, item, active)}`).join(", ")}.` : "";
    if (active.kind !== LEAF) return `${start}The lit cell is not finished: it still holds a part of a wall's surface.${way}`;
    return `${start}The lit cell is a leaf. It is ${active.solid ? "solid: its bit is 1" : "empty: its bit is 0"}. Its arbitrary leaf point is ` +
      `${active.solid ? "inside" : "outside"} the grown walls, as is every other point of the leaf.${way}`;
  },
});

/** Returns whether the path to an item goes in front of a node or behind it. */
function sideOf(items, node, below) {
  const path = pathTo(items, below), next = path[path.indexOf(node) + 1];
  return next && next.side ? "behind" : "in front";
}

function labelPlane(pen, item, number, isLit) {
  const ends = pen.ends(item.line, item.cell);
  if (ends.length === 2) pen.label(String(number), lerp(ends[0], ends[1], 0.5), { size: 12, colour: isLit ? "lit" : "onion" });
}

const treeStyle = (item, shown) => shown && item.kind !== LEAF && !shown.has(item) && !item.isHidden
  ? { fill: "room", label: "?" } : { fill: item.kind === LEAF ? (item.solid ? "onion" : "room") : "page" };

// --- 5. asking ---

const LINES = { [STEP.empty]: 1, [STEP.solid]: 1, [STEP.front]: 2, [STEP.back]: 3, [STEP.cut]: 4, [STEP.far]: 6, [STEP.transition]: 7 };

function askAsking({ from, to, step }) {
  const space = use("cuts", square(16));
  const walls = readTree(SHIFT, asking.window), items = readTree(ONION, asking.window);
  const steps = readSteps(from, to), answer = traceFlat(ONION, from, to);
  const done = steps.slice(0, clamp(step, 0, steps.length));
  return { space, walls, items, order: breadthFirst(items), tree: layOut(items), steps, answer, done, now: done.at(-1), max: { step: steps.length } };
}

const asking = new Figure("asking", {
  window: [-130, -100, 130, 100],
  state: { from: [-105, 62], to: [110, -25], step: 1, t: 0 },
  handles: { from: "start of the move", to: "end of the move" },
  ask: askAsking,
  draw({ picture: pen, tree: treePen }, { from, to, t }, { space, walls, items, order, tree, steps, done, now, answer }, lit) {
    for (const item of flatSolid(items, space)) pen.path(item.cell, { fill: "onion-tint", stroke: "onion-tint", width: 1 });
    drawWalls(pen, walls);
    const visited = new Set(done.map(({ item }) => items[item]));
    for (const item of visited) pen.cut(item.line, item.cell, { stroke: "onion", width: 1, alpha: 0.7 });
    if (now && items[now.item].kind === LEAF) pen.path(items[now.item].cell, { fill: "lit", alpha: 0.25 });
    if (now) pen.cut(items[now.item].line, items[now.item].cell, { stroke: "lit", width: 3 });
    drawMove(pen, from, to, 16);
    if (now) pen.line(lerp(from, to, now.from), lerp(from, to, now.to), { stroke: "lit", width: lit === "piece" ? 12 : 6 });
    for (const { kind, to: end } of done) if (kind === STEP.cut) pen.dot(lerp(from, to, end), 4, { fill: "room", stroke: "onion" });
    order.forEach((item, i) => { if (visited.has(item)) labelPlane(pen, item, i + 1, now && items[now.item] === item); });
    if (done.length === steps.length) pen.body(endOf(answer, from, to), 16, { stroke: "onion", width: 3.5 });
    if (t > 0) { pen.body(lerp(from, to, t), 16, { stroke: "truth", width: 2 }); pen.dot(lerp(from, to, t), 4, { fill: "truth" }); }
    drawTree(treePen, tree, (item) => ({ isLit: visited.has(item), isNow: lit === "nodes" ? visited.has(item) : now && items[now.item] === item,
      label: order.indexOf(item) + 1 || "", ...treeStyle(item) }));
    for (const line of this.find("[data-line]")) line.classList.toggle("now", !!now && LINES[now.kind] === +line.dataset.line);
  },
  say({ t, from, to }, { items, order, steps, done, now, answer, space }) {
    const nodes = new Set(done.filter(({ kind }) => kind < STEP.empty).map(({ item }) => item)).size;
    const leaves = done.filter(({ kind }) => kind === STEP.empty || kind === STEP.solid).length;
    const here = now ? tellStep(now, items[now.item], order) : "Press “Next step” to begin.";
    const end = done.length === steps.length ? ` The answer: the onion ${tell(answer)}${answer.type === HIT ? `, at t = ${round(answer.t, 3)}` : ""}.` : "";
    const leaf = t > 0 && leafAt(items, lerp(from, to, t));
    const at = leaf ? ` At t = ${round(t, 2)} the body's point is in ${leaf.solid >> space & 1 ? "a solid" : "an empty"} leaf.` : "";
    return `Step ${done.length} of ${steps.length}, ${nodes} of ${answer.nodes} nodes, ${leaves} lea${leaves === 1 ? "f" : "ves"}. ${here}${end}${at}`;
  },
  next: ({ step }, { steps }) => ({ step: Math.min(step + 1, steps.length) }),
  back: ({ step }) => ({ step: Math.max(step - 1, 0) }),
});

function tellStep({ kind, from, to }, item, order) {
  const name = item.isHidden ? "a plane above or below the picture" : `plane ${order.indexOf(item) + 1}`;
  const piece = `The piece from t = ${round(from, 2)} to ${round(to, 2)}`;
  return { [STEP.front]: `${piece} is in front of ${name}: go down the front side.`,
    [STEP.back]: `${piece} is behind ${name}: go down the back side.`,
    [STEP.cut]: `Plane ${order.indexOf(item) + 1} cuts the piece at t = ${round(to, 2)}. Go down with the near piece; the far piece waits.`,
    [STEP.far]: `The near piece met no change. Go down the other side of ${name} with the far piece.`,
    [STEP.empty]: `${piece} reaches an empty leaf.`, [STEP.solid]: `${piece} reaches a solid leaf.`,
    [STEP.transition]: `This leaf differs from the first one. So the change is at ${name}, where the piece begins.` }[kind];
}

// --- 6. shifting ---

const BEVELS = { none: "corridor", 150: "corridor150", 90: "corridor90", all: "corridorall" };
const bodyOf = ({ shape, radius }) => shape === "ball" ? { radius } : square(2 * radius);

function askShifting(s) {
  const { from, to, step, bevels, shape } = s, body = bodyOf(s);
  use("corridorall", square(2 * s.radius));
  const exact = flatSolid(readTree(SHIFT, shifting.window)).map(({ grown }) => grown);
  const space = use("corridor", body), hasSpace = space < core.page_n_spaces();
  const onion = hasSpace ? traceFlat(ONION, from, to) : null;
  use(BEVELS[90], body);
  const bevelsOf = (all) => all.filter(({ kind, line: [a, b] }) => kind === BEVEL && (a || b)), some = bevelsOf(readTree(SHIFT, shifting.window));
  use(BEVELS[bevels] || BEVELS.none, body);
  const shift = traceFlat(SHIFT, from, to), truth = traceFlat(TABLE, from, to);
  const items = readTree(SHIFT, shifting.window), steps = readSteps(from, to);
  const onionWidth = hasSpace ? WIDTHS_OF_CORRIDOR[space] : 0;
  return { exact: shape === "box" ? exact : null, onion, onionWidth, shift, truth, items, steps, bevels: bevels === "none" ? some : bevelsOf(items),
    done: step ? steps.slice(0, step) : [], max: { step: steps.length } };
}

const WIDTHS_OF_CORRIDOR = [16, 32, 64];

const shifting = new Figure("shifting", {
  window: [-200, -112, 200, 112],
  state: { from: [-150, -8], to: [160, -8], radius: 16, shape: "ball", bevels: "none", step: 0 },
  handles: { from: "start of the move", to: "end of the move" },
  ask: askShifting,
  draw({ picture: pen }, { from, to, radius, shape }, { exact, onion, onionWidth, shift, truth, items, bevels, done }, lit) {
    const isRound = shape === "ball", solid = flatSolid(items);
    drawEarly(pen, solid.map(({ grown }) => grown));
    if (exact) for (const polygon of exact) pen.path(polygon, { fill: "near", stroke: "near", width: 1 });
    else for (const { cell } of solid) pen.path(cell, { fill: "near", grow: radius });
    drawWalls(pen, items);
    const now = done.at(-1) && items[done.at(-1).item];
    for (const { item } of done) drawShifted(pen, items[item], items[item] === now);
    if (now && now.kind === LEAF) pen.path(now.grown, { stroke: "lit", width: 3 });
    if (lit === "bevel") for (const { line: [a, b, c], child, over, under } of bevels) {
      pen.cut([a, b, c], rectangle(this.window), { stroke: "cell", width: 1 });
      pen.cut([a, b, c + (child[1] >= 0 ? under : over)], rectangle(this.window), { stroke: "cell", width: 3 });
    }
    const last = this.facts.steps.findLast(({ kind }) => kind === STEP.solid);
    if (last && shift.type === HIT) pen.path(items[last.item].grown, { stroke: "shift", dash: [6, 4], width: lit === "shift" ? 4 : 2 });
    drawMove(pen, from, to, 2 * radius, { isRound });
    if (onion) pen.body(endOf(onion, from, to), onionWidth, { stroke: "onion", width: 2, alpha: lit === "onion" ? 1 : 0.7 });
    pen.body(endOf(truth, from, to), 2 * radius, { isRound, stroke: "truth", width: lit === "truth" ? 6 : 4 });
    pen.body(endOf(shift, from, to), 2 * radius, { isRound, stroke: "shift", width: lit === "shift" ? 5 : 2.5 });
    const isEarly = truth.units - shift.units > 0.01;
    pen.label(isEarly ? "plane shifting" : "both", endOf(shift, from, to), { colour: isEarly ? "shift" : "ink", dy: radius * pen.scale + 14 });
    if (isEarly) pen.label("truth", endOf(truth, from, to), { colour: "truth", dy: radius * pen.scale + 14 });
  },
  say({ shape, radius }, { onion, onionWidth, shift, truth, steps, done, items }) {
    const walking = done.length ? `Step ${done.length} of ${steps.length}: ${tellShift(done.at(-1), items)} ` : "";
    if (done.length && done.length < steps.length) return walking;
    const box = shape === "ball" && onion ? `The onion has no balls. It moves this one as its box of ${onionWidth} units, and ${tell(onion)}${judge(onion, truth)}.`
      : onion ? `The onion ${tell(onion)}${judge(onion, truth)}.` : `The onion has no box as large as ${units(2 * radius)}: it has no answer until it is built again.`;
    const early = truth.units - shift.units > 0.01 ? " The body touches no wall there: it is in the orange part." : "";
    return `${walking}Plane shifting ${tell(shift)}${judge(shift, truth)}.${early} ${box} Plane shifting visits ${shift.nodes} nodes.`;
  },
  next: ({ step }, { steps }) => ({ step: Math.min(step + 1, steps.length) }),
  back: ({ step }) => ({ step: Math.max(step - 1, 0) }),
});

// --- 6, continued, a plank that turns ---

const PLANK = { mins: [-44, -5, -40], maxs: [44, 5, 40] };

/** Returns the corners of the plank at time t. */
function plankAt({ from, to, degrees }, t) {
  const [x, y] = lerp(from, to, t), angle = degrees * t * Math.PI / 180, cos = Math.cos(angle), sin = Math.sin(angle);
  return [[-44, -5], [44, -5], [44, 5], [-44, 5]].map(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos]);
}

const turning = new Figure("turning", {
  window: [-200, -112, 200, 112],
  state: { from: [-140, 0], to: [160, 0], degrees: -45 },
  handles: { from: "start of the middle of the plank", to: "end of the middle of the plank" },
  ask({ from, to, degrees }) {
    use("corridorall", PLANK);
    return { items: readTree(SHIFT, turning.window), shift: traceFlat(SHIFT, from, to, degrees), truth: traceFlat(TABLE, from, to, degrees) };
  },
  draw({ picture: pen }, state, { items, shift, truth }, lit) {
    drawWalls(pen, items);
    const ends = [shift, truth].map(({ type, t }) => type === HIT || type === EMPTY ? t : 0);
    for (let t = 0; t <= 1; t += 1 / 16) pen.path(plankAt(state, t), { stroke: t <= ends[1] ? "quiet" : "line", width: lit === "turn" ? 2 : 1 });
    pen.line(state.from, state.to, { width: 1.5, dash: [2, 4] });
    pen.path(plankAt(state, 0), { stroke: "ink", fill: "near", width: 2 });
    pen.path(plankAt(state, ends[1]), { stroke: "truth", width: lit === "truth" ? 6 : 4 });
    pen.path(plankAt(state, ends[0]), { stroke: "shift", width: lit === "shift" ? 5 : 2 });
    for (const [x, y] of truth.contacts) pen.dot([x, y], lit === "contact" ? 9 : 6, { fill: "cell" });
  },
  say({ degrees }, { shift, truth }) {
    const all = Math.abs(degrees);
    const turned = truth.type === HIT ? ` There the plank has turned by ${round(all * truth.t)}° of ${all}°, and touches the wall at the dot.` : "";
    return `The exact answer ${tell(truth)}.${turned} Plane shifting ${tell(shift)}${judge(shift, truth)}.`;
  },
});

/** Draws a visited plane, and also where it is after moving it for its front, and for its back. */
function drawShifted(pen, { kind, line: [a, b, c], over, under }, isNow) {
  if (kind === LEAF || (a === 0 && b === 0)) return;
  const all = rectangle(pen.window);
  pen.cut([a, b, c], all, { stroke: "quiet", width: 1 });
  for (const by of [over, under]) pen.cut([a, b, c + by], all, { stroke: isNow ? "lit" : "cell", width: isNow ? 2.5 : 1, dash: [5, 4] });
}

function tellShift({ kind, item: number, from, to }, items) {
  const piece = `the piece from t = ${round(from, 2)} to ${round(to, 2)}`, item = items[number];
  if (kind === STEP.solid) return `${piece} reaches a solid cell.`;
  if (kind === STEP.empty) return `${piece} reaches an empty cell.`;
  const by = Math.abs(kind === STEP.back ? item.under : item.over), [a, b] = item.line, name = item.kind === BEVEL ? "bevel" : "plane";
  const where = a || b ? `with the normal (${round(a, 2)}, ${round(b, 2)})` : "above or below the picture";
  return `the ${name} ${where} moves by ${units(by)}; ${piece} is ${kind === STEP.back ? "behind" : "in front of"} it.`;
}
