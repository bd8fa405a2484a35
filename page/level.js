/* level: a level through which the reader walks. Each pixel of the view is a query, and so is each step. */

const METHODS = [["onion", "onion"], ["plane shifting", "shift"], ["the walls themselves", "truth"]];
const SPEED = 320, GRAVITY = 800, JUMP = 270, CLIMB = 18; // units and seconds
const AHEAD = 256; // units; the length of the move that is traced ahead of the body
const EARLY = 0.01; // units; shorter distances are rounding
const CHALLENGE = 100; // units by which the methods must differ
const LIFT = 28; // units; the eye is so far above the body's point, if the ceiling allows it
const SHARP = 960; // pixels; the width of the first-person view while nothing moves
const SOON = 400; // brushes; an onion of at most so many is built in a second
const SIZES = [["cat", 4, -8, 8], ["dog", 8, -16, 16], ["crouch", 16, -24, 16], ["stand", 16, -24, 32]]
  .map(([name, half, low, high]) => ({ name, mins: [-half, -half, low], maxs: [half, half, high] }));
const POINT = { name: "point", mins: [0, 0, 0], maxs: [0, 0, 0] };

const get = (id) => document.getElementById(id);
const plan = get("plan"), view = get("view");
const planInk = plan.getContext("2d"), viewInk = view.getContext("2d");
const keys = new Set();
const state = {
  at: [0, 0, 32], yaw: 0.6, pitch: -0.1, fall: 0, spaces: [], bounds: null,
  move: null, picked: null, // a move that was set by two clicks, and its first point
  best: { units: 0, link: "" }, isSent: false, // the reader's best move, and whether the present one came by a link
  centre: [0, 0], scale: 1, width: 320, viewTime: 5, tick: 0, pose: "", row: 0,
  slice: null, level: null, isAwake: false, isSharp: false,
};

// --- the level and the body ---

function readLevel() {
  core.page_size();
  const n = take(0, 9);
  state.bounds = [n.slice(0, 3), n.slice(3, 6)];
  state.bytes = n.slice(6, 8); // of the onion and of the shift tree
  state.spaces = Array.from({ length: core.page_n_spaces() }, (_, i) => {
    const name = text(core.page_space(i)) || (state.isGrown ? SIZES[i].name : `space ${i}`);
    return { name, mins: take(0, 3), maxs: take(3, 3) };
  });
  const volume = ({ mins, maxs }) => maxs.reduce((product, x, i) => product * (x - mins[i]), 1);
  state.sizes = [POINT, ...(state.spaces.length ? [...state.spaces].sort((a, b) => volume(a) - volume(b)) : SIZES)];
  const share = +get("size").value / +get("size").max;
  get("size").max = state.sizes.length - 1;
  get("size").value = share * (state.sizes.length - 1);
  const part = (name, bytes) => bytes ? `${name}: ${kilobytes(bytes)}` : `No ${name.toLowerCase()}`;
  state.name = text(core.page_world());
  get("about").textContent = `${state.name || "A level without a name"}: ${n[8]} brushes. ` +
    `${part(n[6] ? `Onion of ${core.page_n_spaces()} boxes` : "Onion", n[6])}. ${part("Plane shifting", n[7])}. ${state.built || ""}`;
  get("grow").hidden = !(state.isRead && !n[6]);
  for (const option of get("method").options) option.disabled = !isLoaded(+option.value);
  if (get("method").selectedOptions[0].disabled) get("method").value = TABLE;
}

/** Returns whether the level has the tree of that method. All levels have the brushes, too. */
const isLoaded = (m) => m === TABLE || state.bytes[m] > 0;
const method = () => +get("method").value;
const hasSpace = () => state.space < core.page_n_spaces();
/** Returns the method by which the body walks. It is not the onion if the onion has no box for the body. */
const walkMethod = () => method() !== ONION || hasSpace() ? method() : TABLE;
const isBall = () => get("shape").value === "sphere" && +get("size").value > 0;

/** Returns the box of the slider: one of the level's sizes, or a box between two of them. */
function size() {
  const value = +get("size").value, i = Math.min(Math.floor(value), state.sizes.length - 2);
  if (value === i + 1) return state.sizes[i + 1];
  if (value === i) return state.sizes[i];
  const [a, b] = state.sizes.slice(i, i + 2), between = (key) => lerp(a[key], b[key], value - i).map((x) => +x.toFixed(2));
  return { name: "", mins: between("mins"), maxs: between("maxs") };
}

const radius = () => size().maxs[0];
const body = () => isBall() ? { radius: radius() } : size();

/** Returns a phrase for the body, such as "the ball of radius 15". */
function tellBody() {
  const { name, mins, maxs } = size();
  if (+get("size").value === 0) return "the point";
  if (isBall()) return `the ball of radius ${round(radius())}`;
  return `the box of ${maxs.map((x, i) => round(x - mins[i])).join(" × ")} units${name ? ` (“${name}”)` : ""}`;
}

function setBody() {
  state.space = use("level", body());
  get("size-text").textContent = tellBody().replace("the ", "");
  state.slice = null;
  wake();
  pushOut();
}

const bodyBox = () => isBall() ? [[-radius(), -radius(), -radius()], [radius(), radius(), radius()]] : [size().mins, size().maxs];
const fits = (p) => trace(walkMethod(), p, p).type === EMPTY;

/** Moves the body to a free point nearby, higher or aside, if it does not fit. */
function pushOut() {
  const p = state.at;
  if (fits(p)) return;
  for (let far = 0.5; far < 128; far += Math.max(0.5, far / 16)) {
    for (let i = 0; i < 18; i++) {
      const angle = i * Math.PI / 4, [aside, up] = [[0, far], [far, 0], [far, far]][i ? 1 + (i > 8) : 0];
      const q = [p[0] + aside * Math.cos(angle), p[1] + aside * Math.sin(angle), p[2] + up];
      if (fits(q)) { state.at = q; return; }
    }
  }
  placeBody();
}

/** Tries the starts and then other points. Puts the body at the first one at which it fits. */
function placeBody() {
  const starts = [], [low, high] = state.bounds;
  for (let i = 0; core.page_get_start(i); i++) starts.push(take(0, 3));
  const tries = starts.flatMap((p) => [p, [p[0], p[1], p[2] + 8], [p[0], p[1], p[2] + 32]]);
  for (let i = 0; i < 4000; i++) {
    tries.push(low.map((x, k) => x + (high[k] - x) * ((i * [0.7549, 0.5698, 0.3819][k] + 0.5) % 1)));
  }
  state.at = tries.find(fits) || tries[0];
  state.fall = 0;
}

/** Shows the surroundings of a point. */
function centrePlan(p, span) {
  state.centre = p.slice(0, 2);
  state.scale = plan.width / span;
  state.slice = null;
}

/** Moves the plan when the body has come near its edge. */
function followInPlan() {
  const [x, y] = toPlan(state.at);
  if (Math.min(x, plan.width - x) < plan.width / 8 || Math.min(y, plan.height - y) < plan.height / 8) {
    centrePlan(state.at, plan.width / state.scale);
  }
}

// --- walking ---

function walkBody(seconds) {
  const key = (...names) => names.some((name) => keys.has(name)) ? 1 : 0;
  const ahead = key("w", "arrowup") - key("s", "arrowdown");
  const side = key("d") - key("a"), turn = key("arrowleft") - key("arrowright");
  state.yaw += turn * 2.2 * seconds;
  const cos = Math.cos(state.yaw), sin = Math.sin(state.yaw);
  const step = SPEED * seconds / (ahead && side ? Math.SQRT2 : 1);
  state.fall -= GRAVITY * seconds;
  put(0, state.at, [(ahead * cos + side * sin) * step, (ahead * sin - side * cos) * step,
    state.fall > 0 || !state.ground ? state.fall * seconds : 0], CLIMB, state.ground ? CLIMB : 1);
  core.page_walk(walkMethod());
  const [isTouching, isStuck, kind] = take(14, 3);
  const onGround = kind >= 2 && kind <= 3 && state.fall <= 0;
  if (ahead || side) followInPlan();
  if (isStuck) pushOut(); else state.at = onGround ? take(17, 3) : take(8, 3);
  if (onGround || (isTouching && state.fall > 0 && Math.abs(take(13, 1)[0]) < 1e-9)) state.fall = 0;
  state.ground = onGround;
  if (onGround && keys.has(" ")) { state.fall = JUMP; state.ground = false; }
}

// --- the present move and its answers ---

function presentMove() {
  if (state.move) return state.move;
  const to = [state.at[0] + AHEAD * Math.cos(state.yaw), state.at[1] + AHEAD * Math.sin(state.yaw), state.at[2]];
  return [state.at.slice(), to];
}

function answer() {
  const [from, to] = presentMove();
  state.answers = [ONION, SHIFT, TABLE].map((m) => {
    return isLoaded(m) && (m !== ONION || hasSpace()) ? trace(m, from, to) : null;
  });
  const [onion, shift, truth] = state.answers;
  state.early = shift && truth && shift.type === HIT ? truth.units - shift.units : 0;
  state.cell = state.early > EARLY ? findCell(shift.point, from, to) : null;
  const isFree = [onion, shift].every((a) => a && (a.type === EMPTY || a.type === HIT));
  state.apart = isFree ? Math.abs(onion.units - shift.units) : 0;
  if (state.apart > state.best.units + EARLY) state.best = { units: state.apart, link: hash(true) };
}

/** Finds the cell that stops plane shifting, as it is and with its planes shifted, at the height of the
 * stop. */
function findCell(stop, from, to) {
  const reach = 128, window = [stop[0] - reach, stop[1] - reach, stop[0] + reach, stop[1] + reach];
  const behind = stop.map((x, i) => x + 2e-3 * Math.sign(to[i] - from[i]));
  return readTree(SHIFT, window, stop[2]).find((item) => item.kind === LEAF && item.solid && isInside(item.grown, behind));
}

const CLASSES = ["nowhere: it passes", "stays in solid", "", "starts in solid, leaves it at"];

function showAnswers() {
  const rows = state.answers.map((a, m) => {
    const [name, style] = METHODS[m];
    if (!a) return [[name, style], [m === ONION && isLoaded(ONION) ? "has no box of this size" : "not built"], [""], [""], [""]];
    const stop = a.type === HIT ? `${round(a.units, 2)} of ${round(a.length, 2)} units` : CLASSES[a.type];
    const plane = a.type < HIT ? "" : `${a.normal.map((x) => round(x, 3)).join(" ")}, ${round(a.dist, 2)}`;
    return [[name + (m === ONION ? asBox() : ""), style], [stop], [round(a.t, 6)], [plane], [m === TABLE ? "" : a.nodes]];
  });
  showWhy();
  const said = JSON.stringify(rows);
  if (said === state.said) return;
  state.said = said;
  get("answers").replaceChildren(...rows.map((cells) => {
    const tr = document.createElement("tr");
    for (const [textContent, className = ""] of cells) Object.assign(tr.insertCell(), { textContent, className });
    return tr;
  }));
}

/** Returns whether the onion has a box that is the body. */
const isLayer = () => !isBall() && hasSpace() && String([size().mins, size().maxs]) === String([state.spaces[state.space].mins, state.spaces[state.space].maxs]);
const asBox = () => hasSpace() && !isLayer() ? `, as the box “${state.spaces[state.space].name}”` : "";

/** Describes the direction of a face in words. */
function facing([x, y, z]) {
  if (Math.abs(z) > 0.99) return z > 0 ? "A floor" : "A ceiling";
  return Math.abs(z) < 0.01 ? "A wall" : z > 0.7 ? "A slope" : `A face with the normal ${[x, y, z].map((v) => round(v, 2)).join(" ")}`;
}

/** Explains in a text why the body stops at this position. */
function tellWhy() {
  const [onion, shift, truth] = state.answers, parts = [], who = tellBody(), it = who.split(" of ")[0];
  if (truth.type === EMPTY) parts.push(`Nothing is in the way of ${who}.`);
  else if (truth.type === HIT) {
    parts.push(`${facing(truth.normal)}${truth.brush >= 0 ? ` of brush ${truth.brush}` : ""} stops ${who} after ${units(truth.units)}.`);
  } else parts.push(`${who.replace("t", "T")} starts inside a wall.`);
  if (state.early > EARLY) {
    parts.push(`Plane shifting stops ${it} ${round(state.early, 2)} units early: the cell that stops it, with its planes shifted for the body, ` +
      "sticks out beyond what the body touches.");
  }
  if (onion && onion.type === HIT && truth.units - onion.units > EARLY) {
    parts.push(`The onion stops ${it} ${round(truth.units - onion.units, 2)} units early, because it has no such body: it moves its box “${state.spaces[state.space].name}”.`);
  } else if (onion && onion.type !== HIT && onion.type !== EMPTY && truth.type !== SOLID) {
    parts.push(`The onion has no such body. It moves its box “${state.spaces[state.space].name}”, which does not fit at the start.`);
  }
  const stops = state.answers.filter(Boolean).map((a) => a.units);
  if (truth.type === HIT && stops.length > 1 && Math.max(...stops) - Math.min(...stops) <= EARLY) parts.push("All answers agree.");
  if (!onion && isLoaded(ONION)) parts.push("The onion has no box of this size, so it has no answer.");
  return parts.join(" ");
}

function showWhy() {
  const said = tellWhy(), { units: best } = state.best;
  get("cell-legend").hidden = !state.cell;
  const sent = state.isSent ? `Somebody sent you this move of ${tellBody()}. ` : "";
  const met = best > CHALLENGE ? "You have done it. Send the link, and ask for more." : "";
  get("differ").textContent = `${sent}On ${state.isSent ? "it" : "the present move"} they differ by ${units(state.apart)}. ` +
    (best > EARLY && !state.isSent ? `Your best move up to now: ${units(best)}. ${met}` : "");
  get("best").disabled = best <= EARLY;
  if (get("early").textContent === said) return;
  get("early").textContent = said;
  view.setAttribute("aria-label", `The level, with its walls grown for ${tellBody()}, as the body sees it. ${said}`);
  plan.setAttribute("aria-label", `Plan of the level. The body is at ${state.at.map((x) => round(x, 0)).join(", ")}. ${said}`);
}

// --- the plan ---

const toPlan = (p) => [plan.width / 2 + (p[0] - state.centre[0]) * state.scale,
  plan.height / 2 - (p[1] - state.centre[1]) * state.scale];
const fromPlan = (x, y) => [state.centre[0] + (x - plan.width / 2) / state.scale,
  state.centre[1] - (y - plan.height / 2) / state.scale, presentMove()[0][2]];

function readLight() {
  state.light = matchMedia("(prefers-color-scheme: dark)").matches ? 0.9 : 1.15;
  state.slice = null;
}

const rgb = (name) => [1, 3, 5].map((i) => parseInt(colours[name].slice(i, i + 2), 16));
const word = ([r, g, b]) => (255 << 24 | Math.round(b) << 16 | Math.round(g) << 8 | Math.round(r)) >>> 0;

/** Returns the colour of each value that a byte of page_row() may have. */
function sliceColours() {
  const sizes = clamp(core.page_n_spaces(), 1, 15);
  return Array.from({ length: 256 }, (_, byte) => {
    if (byte & 1) return word(rgb("wall"));
    const layer = lerp(rgb("room"), rgb("onion-tint"), Math.min((byte >> 4) / sizes, 1));
    const base = byte & 2 ? lerp(layer, rgb("near"), 0.6) : layer;
    return word(byte & 4 ? lerp(base, rgb("wall"), 0.3) : base);
  });
}

function startSlice() {
  const z = state.move ? state.move[0][2] : state.at[2], image = new ImageData(plan.width, plan.height);
  get("height").textContent = state.move ? `z = ${round(z, 1)}, the height of the traced move` : "the body's height";
  state.slice = { z, y: 0, image, words: new Uint32Array(image.data.buffer), method: walkMethod(), colours: sliceColours() };
}

/** Computes rows of the slice for at most some milliseconds, so that frames stay short. */
function continueSlice(budget) {
  if (!state.slice || (state.slice.y >= plan.height && Math.abs(state.slice.z - presentMove()[0][2]) > 2)) startSlice();
  const slice = state.slice, end = performance.now() + budget, [low, high] = bodyBox();
  const first = fromPlan(0.5, 0)[0];
  while (slice.y < plan.height && performance.now() < end) {
    put(0, first, fromPlan(0, slice.y + 0.5)[1], slice.z, 1 / state.scale, slice.z + (low[2] + high[2]) / 2);
    const row = new Uint8Array(memory.buffer, core.page_row(slice.method, plan.width), plan.width);
    const at = slice.y++ * plan.width;
    for (let x = 0; x < plan.width; x++) slice.words[at + x] = slice.colours[row[x]];
    if (slice.y === plan.height) state.shown = slice.image;
  }
  if (!state.shown || state.shown.width !== plan.width) state.shown = slice.image;
}

function strokePlan(points, colour, { dash = [], width = 2, close = false, fill = null } = {}) {
  planInk.beginPath();
  points.map(toPlan).forEach(([x, y], i) => i ? planInk.lineTo(x, y) : planInk.moveTo(x, y));
  if (close) planInk.closePath();
  if (fill) { planInk.globalAlpha = 0.25; planInk.fillStyle = fill; planInk.fill(); planInk.globalAlpha = 1; }
  planInk.setLineDash(dash);
  planInk.strokeStyle = colour;
  planInk.lineWidth = width;
  planInk.stroke();
  planInk.setLineDash([]);
}

/** Draws the body at p. The onion (asBox) moves a sphere as the box of one of its spaces. */
function drawBody(p, colour, { asBox = false, ...options }) {
  const space = state.spaces[state.space], [low, high] = asBox && space ? [space.mins, space.maxs] : bodyBox();
  const points = isBall() && !asBox
    ? Array.from({ length: 32 }, (_, i) => [p[0] + radius() * Math.cos(i * Math.PI / 16), p[1] + radius() * Math.sin(i * Math.PI / 16)])
    : [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]].map(([x, y]) => [p[0] + x, p[1] + y]);
  strokePlan(points, colour, { close: true, ...options });
}

function drawPlan() {
  planInk.putImageData(state.shown, 0, 0);
  const [from, to] = presentMove();
  if (state.cell) {
    strokePlan(state.cell.cell, colours.cell, { close: true, fill: colours.cell });
    strokePlan(state.cell.grown, colours.cell, { close: true, dash: [6, 4] });
  }
  strokePlan([from, to], colours.ink, { width: 1, dash: [2, 3] });
  const widths = [5, 3, 1.5];
  [ONION, SHIFT, TABLE].forEach((m) => {
    const a = state.answers[m];
    if (a) drawBody(a.type === 2 ? a.point : a.type === 0 ? to : from, colours[METHODS[m][1]], { width: widths[m], asBox: m === ONION });
  });
  drawBody(state.at, colours.ink, { fill: colours.ink });
  const nose = [state.at[0] + 34 * Math.cos(state.yaw), state.at[1] + 34 * Math.sin(state.yaw)];
  strokePlan([state.at, nose], colours.ink, { width: 3 });
  if (state.picked) drawBody(state.picked, colours.quiet, { dash: [3, 3] });
}

// --- the first-person view ---

/** Draws some rows of the view. Returns where its pixels are in the core. */
function drawRows(width, first, end, lines) {
  const cp = Math.cos(state.pitch), sp = Math.sin(state.pitch), cy = Math.cos(state.yaw), sy = Math.sin(state.yaw);
  const m = walkMethod(), up = trace(m, state.at, [state.at[0], state.at[1], state.at[2] + LIFT]);
  const eye = [state.at[0], state.at[1], state.at[2] + 0.9 * up.units], tall = 9 / 16;
  put(0, eye, [cp * cy, cp * sy, sp], [sy, -cy, 0], [-sp * cy * tall, -sp * sy * tall, cp * tall], state.light);
  return core.page_view(m, lines, width, width * tall, first, end);
}

function showView(width, at) {
  const height = width * 9 / 16;
  if (view.width !== width) { view.width = width; view.height = height; }
  viewInk.putImageData(new ImageData(new Uint8ClampedArray(memory.buffer, at, 4 * width * height), width, height), 0, 0);
}

/** Draws the view at once, with few enough pixels for sixty frames a second. */
function drawView() {
  const { width } = state, before = performance.now();
  showView(width, drawRows(width, 0, width, 1));
  state.viewTime += (performance.now() - before - state.viewTime) * 0.1;
  const better = width + (state.viewTime > 8 && width > 96 ? -32 : state.viewTime < 4 && width < 480 ? 32 : 0);
  state.viewTime *= (better / width) ** 2;
  state.width = better;
}

/** Draws rows of the view with many pixels, and the edges of all layers of the onion if it is chosen, for at most
 * some milliseconds. */
function sharpenView(budget) {
  const end = performance.now() + budget, rows = SHARP * 9 / 16, lines = walkMethod() === ONION ? 511 : 1;
  let at = 0;
  while (state.row < rows && performance.now() < end) at = drawRows(SHARP, state.row, state.row += 4, lines);
  if (state.row < rows) return;
  state.isSharp = true;
  showView(SHARP, at || drawRows(SHARP, rows, rows, 0));
}

// --- input ---

function listen() {
  get("level").addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase(), isButton = event.target.closest("a, button") && [" ", "enter"].includes(key);
    if (isButton || event.target.closest("select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.startsWith("arrow") || key === " ") event.preventDefault();
    keys.add(key);
    if (key === "escape") followBody();
  });
  addEventListener("keyup", (event) => keys.delete(event.key.toLowerCase()));
  addEventListener("blur", () => keys.clear());
  for (const event of ["keydown", "pointerdown", "pointermove", "wheel", "click", "input", "change"]) get("level").addEventListener(event, wake, { passive: true });
  for (const button of get("level").querySelectorAll("[data-key]")) {
    button.addEventListener("pointerdown", () => keys.add(button.dataset.key));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => keys.delete(button.dataset.key));
  }
  drag(view, (dx, dy) => {
    state.yaw -= dx * 0.006;
    state.pitch = Math.max(-1.4, Math.min(1.4, state.pitch - dy * 0.006));
  });
  drag(plan, (dx, dy, perPixel) => {
    state.centre[0] -= dx * perPixel / state.scale;
    state.centre[1] += dy * perPixel / state.scale;
    state.slice = null;
  }, pickPoint);
  plan.addEventListener("wheel", (event) => {
    if (document.activeElement !== plan) return; // so that the page scrolls past it
    event.preventDefault();
    state.scale = Math.min(100, Math.max(1e-4, state.scale * Math.exp(-Math.sign(event.deltaY) * 0.15)));
    state.slice = null;
  }, { passive: false });
  for (const id of ["shape", "size", "method"]) get(id).addEventListener("input", setBody);
  listenButtons();
  listenFiles();
}

/** Calls moved(dx, dy, canvas pixels per CSS pixel) during a drag, or clicked(x, y) if the pointer stays within 4 pixels. */
function drag(canvas, moved, clicked) {
  let last = null, far = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    last = [event.clientX, event.clientY];
    far = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) return;
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    far += Math.hypot(dx, dy);
    if (far > 4 || !clicked) moved(dx, dy, canvas.width / canvas.clientWidth);
    last = [event.clientX, event.clientY];
  });
  canvas.addEventListener("pointerup", (event) => {
    if (last && far <= 4 && clicked) {
      const box = canvas.getBoundingClientRect(), perPixel = canvas.width / canvas.clientWidth;
      clicked((event.clientX - box.left - canvas.clientLeft) * perPixel, (event.clientY - box.top - canvas.clientTop) * perPixel);
    }
    last = null;
  });
  canvas.addEventListener("pointercancel", () => { last = null; });
}

function pickPoint(x, y) {
  const point = fromPlan(x, y);
  if (!state.picked) { state.picked = point; return; }
  setMove(state.picked, point);
}

function setMove(from, to) {
  state.move = [from, to];
  state.isSent = false;
  state.picked = null;
  wake();
}

function followBody() {
  state.picked = state.move = null;
  state.isSent = false;
}

function say(message) {
  get("message").textContent = message;
}

async function copy(what, name, more = "") {
  try {
    await navigator.clipboard.writeText(what);
    say(name + " is in the clipboard." + more);
  } catch {
    say(name + ": " + what);
  }
}

function listenButtons() {
  get("level").addEventListener("click", () => say(""), { capture: true });
  get("follow").addEventListener("click", followBody);
  get("corner").addEventListener("click", showCorner);
  get("grow").addEventListener("click", () => { growOnion(); start(true); });
  const send = (link) => { history.replaceState(null, "", link); copy(location.href, "The link"); };
  get("best").addEventListener("click", () => send(state.best.link));
  get("link").addEventListener("click", () => send(hash()));
  get("scenario").addEventListener("click", () => copy(JSON.stringify(scenario(), null, 1), "The scenario",
    state.level ? ' It names level.json: "Save level" saves that file.' : ' Write the name of the level\'s file as its "world".'));
}

function listenFiles() {
  get("file").addEventListener("change", (event) => openFiles(event.target.files));
  addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("drop"); });
  addEventListener("dragleave", () => document.body.classList.remove("drop"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drop");
    openFiles(event.dataTransfer.files);
  });
}

/** Builds the onion of the level, of the boxes of the page. */
function growOnion() {
  select("level");
  const ms = clock(() => grow(SIZES));
  state.isGrown = true;
  state.built += ` Your browser built the onion in ${round(ms, 0)} ms.`;
}

/** Builds trees of a level that was read. An onion of many brushes waits for a button. */
function growTrees() {
  const ms = clock(() => grow());
  core.page_size();
  const isLarge = take(8, 1)[0] > SOON;
  state.isRead = true;
  state.isGrown = false;
  state.built = `Your browser built the tree for plane shifting in ${round(ms, 0)} ms.`;
  if (!isLarge) growOnion();
}

function openFile(name, buffer) {
  const first = new Uint8Array(buffer)[0], json = first === 0x7b && !/\.(map|bsp)$/i.test(name);
  if (first === 0x89) {
    loadTree(buffer);
    Object.assign(state, { isRead: false, isGrown: false, built: "" });
    return;
  }
  if (json) readWorld(JSON.parse(new TextDecoder().decode(buffer)));
  else if (/\.(map|bsp)$/i.test(name)) readFile(name.toLowerCase(), buffer);
  else throw new Error("it is neither a .map, a .bsp, a level in JSON, nor a saved tree");
  growTrees();
}

async function openFiles(files) {
  for (const file of files) {
    try {
      const buffer = await file.arrayBuffer();
      select("level");
      openFile(file.name, buffer);
      state.level = null;
      start();
      readHash();
      say(`${file.name}: loaded.`);
    } catch (error) {
      say(`${file.name} cannot be used: ${error.message}`);
    }
  }
}

/** Finds a move of a sphere past a corner where plane shifting stops, and the true sphere goes on. */
function showCorner() {
  get("shape").value = "sphere";
  get("size").value = 2.5; // the onion has no such size
  if (isLoaded(SHIFT)) get("method").value = SHIFT;
  setBody();
  const [low, high] = state.bounds;
  let best = 0, move = null; // The score is higher if the onion stops elsewhere, but not so far that this meets the challenge.
  for (let i = 1; i < 6000; i++) {
    const random = (k) => (i * [0.7549, 0.5698, 0.618][k]) % 1, angle = i * 2.39996;
    const from = [0, 1].map((k) => low[k] + (high[k] - low[k]) * random(k)).concat(low[2] + 56 + 80 * random(2));
    const to = [from[0] + 256 * Math.cos(angle), from[1] + 256 * Math.sin(angle), from[2]];
    const shift = trace(SHIFT, from, to), truth = trace(TABLE, from, to);
    if (shift.type !== HIT || truth.units < shift.units + 8) continue;
    const onion = hasSpace() ? trace(ONION, from, to) : shift, apart = Math.abs(onion.units - shift.units);
    const score = Math.min(shift.t, truth.t - shift.t) + (apart > 1 && apart < CHALLENGE ? 1 : 0);
    if (score > best && findCell(shift.point, from, to)) { best = score; move = [from, to]; }
  }
  if (!move) { say("No early stop was found: this needs a shift tree."); return; }
  setMove(...move);
  state.at = move[0].slice();
  pushOut();
  state.yaw = Math.atan2(move[1][1] - move[0][1], move[1][0] - move[0][0]);
  centrePlan([0, 1].map((k) => (move[0][k] + move[1][k]) / 2), 480);
}

// --- sharing ---

function scenario() {
  const [from, to] = presentMove();
  const shape = isBall() ? { shapes: [{ name: "ball", sphere: { radius: radius() } }] }
    : isLayer() ? {} : { shapes: [{ name: "box", box: { mins: size().mins, maxs: size().maxs } }] };
  return { format: "bsp-scenario", version: 1, name: "from the page", world: state.level ? "level.json" : state.name || "level.json",
    spaces: state.spaces.map(({ name, mins, maxs }) => ({ name, mins, maxs })), ...shape,
    trajectories: [{ name: "move", ...(isBall() ? { shape: "ball" } : isLayer() ? { space: size().name } : { shape: "box" }), moves: [[from, to]] }] };
}

/** Returns the link that restores the state. `isMove`: with the present move, even if it follows the body. */
function hash(isMove = false) {
  const list = (p) => p.join(","), [from, to] = isMove ? presentMove() : state.move || [];
  return "#level?" + new URLSearchParams({ level: state.name, shape: get("shape").value, size: get("size").value,
    method: method(), at: list(state.at.map((x) => +x.toFixed(3))), look: list([+state.yaw.toFixed(3), +state.pitch.toFixed(3)]),
    ...(from && { from: list(from), to: list(to) }) });
}

function readHash() {
  const [id, query] = location.hash.slice(1).split("?");
  if (id !== "level" || !query) return;
  const given = new URLSearchParams(query), level = given.get("level");
  if (level !== null && level !== state.name) { say(`This link is of the level "${level}". Open its file to see it.`); return; }
  const list = (name, n) => {
    const values = (given.get(name) || "").split(",").map(Number);
    return values.length === n && values.every(Number.isFinite) ? values : null;
  };
  if (["box", "sphere"].includes(given.get("shape"))) get("shape").value = given.get("shape");
  if (given.get("size") >= "0") get("size").value = given.get("size");
  if (["0", "1", "2"].includes(given.get("method"))) get("method").value = given.get("method");
  setBody();
  state.at = list("at", 3) || state.at;
  [state.yaw, state.pitch] = list("look", 2) || [state.yaw, state.pitch];
  pushOut();
  if (list("from", 3) && list("to", 3)) {
    setMove(list("from", 3), list("to", 3));
    state.isSent = true;
  }
}

// --- the loop ---

let last = 0;

/** Draws frames until everything is at rest. */
function wake() {
  if (state.isAwake) return;
  state.isAwake = true;
  last = performance.now();
  requestAnimationFrame(frame);
}

const pose = () => [...[...state.at, state.yaw, state.pitch].map((x) => x.toFixed(2)), get("size").value, get("shape").value, method()].join();

function frame(now) {
  use("level", body());
  const begin = performance.now(), before = state.pose, seconds = clamp((now - last) / 1000, 0, 0.05);
  last = now;
  if (state.at[2] > state.bounds[0][2] - 100) walkBody(seconds);
  answer();
  continueSlice(keys.size ? 2 : 6);
  drawPlan();
  state.pose = pose();
  const isStill = state.pose === before && keys.size === 0, isSliced = state.slice.y >= plan.height;
  if (!isStill) { drawView(); state.isSharp = false; state.row = 0; }
  else if (isSliced && !state.isSharp) sharpenView(10);
  if (isStill || !(state.tick = (state.tick + 1) % 6)) showAnswers();
  state.work = performance.now() - begin;
  state.isAwake = !(isStill && isSliced && state.isSharp);
  if (state.isAwake) requestAnimationFrame(frame);
}

/** Shows the selected level. */
function start(isSame = false) {
  state.move = state.picked = state.shown = null;
  state.best = { units: 0, link: "" };
  get("save").hidden = !state.level;
  readLevel();
  state.space = use("level", body());
  const [low, high] = state.bounds, [w, h] = [0, 1].map((k) => high[k] - low[k]);
  if (!isSame) {
    placeBody();
    centrePlan(lerp(low, high, 0.5), 1.04 * Math.max(w, h * plan.width / plan.height));
  }
  setBody();
}

/** Starts the section. */
async function startLevel() {
  const level = await unpackText(get("level-data"));
  state.level = JSON.parse(level);
  get("save").href = URL.createObjectURL(new Blob([level], { type: "application/json" }));
  readLight();
  select("level");
  readWorld(state.level);
  growTrees();
  start();
  listen();
}
