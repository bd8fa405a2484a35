/* level: two views of a level, in which a body walks, and the answers to its moves. */

const METHODS = [["onion", "onion"], ["plane shifting", "shift"], ["brushes, exactly", "truth"]];
const SPEED = 320, GRAVITY = 800, JUMP = 270, CLIMB = 18; // units and seconds
const AHEAD = 256; // units; the length of the move that is traced ahead of the body
const EARLY = 0.01; // units; shorter distances are rounding
const SHARP = 640; // pixels; the width of the first-person view while nothing moves

const get = (id) => document.getElementById(id);
const plan = get("plan"), view = get("view");
const planInk = plan.getContext("2d"), viewInk = view.getContext("2d");
const keys = new Set();
const state = {
  at: [0, 0, 32], yaw: 0.6, pitch: -0.05, fall: 0, spaces: [], bounds: null,
  move: null, picked: null, // a move that was set by two clicks, and its first point
  centre: [0, 0], scale: 1, width: 200, viewTime: 5, path: [], recording: false, playing: -1, tick: 0, pose: "",
  slice: null, level: null, isAwake: false, isSharp: false,
};

// --- the level and the body ---

function readLevel() {
  core.page_size();
  const n = take(0, 9);
  state.bounds = [n.slice(0, 3), n.slice(3, 6)];
  state.bytes = n.slice(6, 8); // of the onion and of the shift tree
  state.spaces = [];
  for (let i = 0; i < core.page_n_spaces(); i++) {
    const name = text(core.page_space(i));
    state.spaces.push({ name: name || "space " + i, mins: take(0, 3), maxs: take(3, 3) });
  }
  if (!state.spaces.length) {
    state.spaces = [{ name: "stand", mins: [-15, -15, -24], maxs: [15, 15, 32] },
      { name: "crouch", mins: [-15, -15, -24], maxs: [15, 15, 16] }];
  }
  get("size").replaceChildren(...state.spaces.map((space, i) => new Option(space.name, i)));
  const part = (name, bytes) => bytes ? `${name}: ${kilobytes(bytes)}` : `No ${name.toLowerCase()}`;
  get("about").textContent = `${text(core.page_world()) || "A level without a name"}: ${n[8]} brushes. ` +
    `${part(`Onion of ${core.page_n_spaces()} boxes`, n[6])}. ${part("Plane shifting", n[7])}. ` +
    "Drop trees that bsplevel build has saved, of either kind or both, on this page to try them.";
  for (const option of get("method").options) option.disabled = !isLoaded(+option.value);
  if (get("method").selectedOptions[0].disabled) get("method").value = TABLE;
}

/** Returns whether the level has the tree of that method. All saved trees have the brushes, too. */
const isLoaded = (m) => m === TABLE || state.bytes[m] > 0;
const method = () => +get("method").value;
const hasSpace = () => state.space < core.page_n_spaces();
/** Returns the method by which the body walks. It is not the onion if the onion has no box for the body. */
const walkMethod = () => method() !== ONION || hasSpace() ? method() : TABLE;
const isSphere = () => get("shape").value === "sphere";
const radius = () => +get("radius").value;
const size = () => state.spaces[+get("size").value] || state.spaces[0];

function setBody() {
  state.space = use("level", isSphere() ? { radius: radius() } : size());
  get("size-label").hidden = isSphere();
  get("radius-label").hidden = !isSphere();
  get("radius-text").textContent = radius();
  state.slice = null;
  state.isSharp = false;
  wake();
  get("offer").hidden = method() !== ONION || hasSpace();
  if (!fits(state.at)) state.at = nearestFree(state.at);
}

const bodyBox = () => isSphere()
  ? [[-radius(), -radius(), -radius()], [radius(), radius(), radius()]] : [size().mins, size().maxs];
const fits = (p) => trace(TABLE, p, p).type === 0;

/** Returns a free point near p, higher or aside. */
function nearestFree(p) {
  for (let far = 1; far < 128; far++) {
    for (let i = 0; i < 9; i++) {
      const q = i ? [p[0] + far * Math.cos(i * Math.PI / 4), p[1] + far * Math.sin(i * Math.PI / 4), p[2]] : [p[0], p[1], p[2] + far];
      if (fits(q)) return q;
    }
  }
  return p;
}

/** Puts the body on the first of some points at which it fits. */
function placeBody() {
  const starts = state.level && state.level.starts || [];
  const [low, high] = state.bounds, tries = starts.map((p) => p.slice());
  for (let i = 0; i < 4000; i++) {
    tries.push(low.map((x, k) => x + (high[k] - x) * ((i * [0.7549, 0.5698, 0.3819][k] + 0.5) % 1)));
  }
  state.at = tries.find(fits) || tries[0];
  state.fall = 0;
}

/** Shows the whole level. */
function fitPlan() {
  const [low, high] = state.bounds, [w, h] = [0, 1].map((k) => high[k] - low[k]);
  centrePlan([0, 1].map((k) => (low[k] + high[k]) / 2), 1.04 * Math.max(w, h * plan.width / plan.height));
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
  if (!isStuck) state.at = onGround ? take(17, 3) : take(8, 3);
  if (onGround || (isTouching && state.fall > 0 && Math.abs(take(13, 1)[0]) < 1e-9)) state.fall = 0;
  state.stuck = isStuck !== 0;
  state.ground = onGround;
  if (onGround && keys.has(" ")) { state.fall = JUMP; state.ground = false; }
}

/** Makes one step of a recorded path, and shows its move. */
function playPath() {
  const path = state.path, i = state.playing++;
  if (i + 1 >= path.length) { stopPlaying(); return; }
  state.at = path[i + 1];
  const d = path[i + 1].map((x, k) => x - path[i][k]);
  if (Math.hypot(d[0], d[1]) > 0.1) {
    const wanted = Math.atan2(d[1], d[0]);
    state.yaw += Math.atan2(Math.sin(wanted - state.yaw), Math.cos(wanted - state.yaw)) * 0.15;
  }
  state.move = [path[i], path[i + 1]];
}

function stopPlaying() {
  state.playing = -1;
  state.move = null;
  get("play").textContent = "Play path";
}

/** Returns the positions of a path, which is a list of them, {positions: ...}, or the moves of a scenario. */
function readPath(json) {
  let list = Array.isArray(json) ? json : json.positions;
  if (!list && json.trajectories) {
    const moves = json.trajectories.flatMap((t) => t.moves || []);
    list = moves.flatMap(([from, to], i) => i ? [to] : [from, to]);
    const waypoints = json.trajectories.find((t) => t.waypoints);
    if (!list.length && waypoints) list = waypoints.waypoints;
  }
  const good = (p) => Array.isArray(p) && p.length === 3 && p.every(Number.isFinite);
  if (json.brushes) throw new Error("it is a level. Make trees of it with bsplevel build, and open those");
  if (!list || list.length < 2 || !list.every(good)) throw new Error("it is no list of positions [x, y, z]");
  return list;
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
  const [, shift, truth] = state.answers;
  state.early = shift && truth && shift.type === 2 ? truth.units - shift.units : 0;
  state.cell = state.early > EARLY ? findCell(shift.point, from, to) : null;
}

/** Draws the cell that stops plane shifting, as it is and with its planes shifted, at the height of the
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
    if (!a) return [[name, style], [m === ONION && isLoaded(ONION) ? "has no box of this size" : "not loaded"], [""], [""], [""]];
    const stop = a.type === 2 ? `${round(a.units, 2)} of ${round(a.length, 2)} units` : CLASSES[a.type];
    const plane = a.type < 2 ? "" : `${a.normal.map((x) => round(x, 3)).join(" ")}, ${round(a.dist, 2)}`;
    const space = m === ONION && isSphere() ? `, as the box "${state.spaces[state.space].name}"` : "";
    return [[name + space, style], [stop], [round(a.t, 6)], [plane], [m === TABLE ? "" : a.nodes]];
  });
  showWhy();
  const said = JSON.stringify(rows);
  if (said === state.said) return;
  state.said = said;
  get("answers").replaceChildren(...rows.map((cells) => {
    const tr = document.createElement("tr");
    tr.append(...cells.map(([value, style]) => {
      const td = document.createElement("td");
      td.textContent = value;
      if (style) td.className = style;
      return td;
    }));
    return tr;
  }));
}

/** Describes the direction of a face in words. */
function facing([x, y, z]) {
  if (Math.abs(z) > 0.99) return z > 0 ? "a floor" : "a ceiling";
  return Math.abs(z) < 0.01 ? "a wall" : z > 0.7 ? "a slope" : `a face with the normal ${[x, y, z].map((v) => round(v, 2)).join(" ")}`;
}

/** Explains why the body stops at its position. */
function tellWhy() {
  const [onion, shift, truth] = state.answers, parts = [];
  if (truth && truth.type === EMPTY) parts.push("Nothing is in the way of the body.");
  else if (truth && truth.type === HIT) {
    const name = truth.brush >= 0 ? ` of brush ${truth.brush}` : "";
    parts.push(`${facing(truth.normal)}${name} stops the body after ${units(truth.units)}.`.replace(/^a/, "A"));
  } else if (truth) parts.push("The body starts inside a wall.");
  if (state.early > EARLY) {
    parts.push(`Plane shifting stops it ${round(state.early, 2)} units early: the cell that stops it, with its planes shifted for the body, ` +
      "sticks out beyond what the body touches.");
  }
  if (onion && truth && onion.type === HIT && truth.units - onion.units > EARLY) {
    parts.push(`The onion stops it ${round(truth.units - onion.units, 2)} units early: it has only boxes, and moves a sphere as the smallest box around it.`);
  }
  const stops = state.answers.filter(Boolean).map((a) => a.units);
  if (truth && truth.type === HIT && stops.length > 1 && Math.max(...stops) - Math.min(...stops) <= EARLY) parts.push("All answers agree.");
  if (!onion && isLoaded(ONION)) parts.push("The onion has no box of this size, so it has no answer.");
  return parts.join(" ");
}

function showWhy() {
  const said = tellWhy();
  get("cell-legend").hidden = !state.cell;
  if (get("early").textContent === said) return;
  get("early").textContent = said;
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

/** Returns the colours of all bytes of a row of the slice (page_row()). */
function sliceColours() {
  const sizes = clamp(core.page_n_spaces(), 1, 15);
  return Array.from({ length: 256 }, (_, byte) => {
    if (byte & 1) return word(rgb("wall"));
    const layer = lerp(rgb("room"), rgb("onion-tint"), Math.min((byte >> 4) / sizes, 1));
    const base = byte & 2 ? lerp(layer, rgb("near"), 0.75) : layer;
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
  const points = isSphere() && !asBox
    ? Array.from({ length: 32 }, (_, i) => [p[0] + radius() * Math.cos(i * Math.PI / 16), p[1] + radius() * Math.sin(i * Math.PI / 16)])
    : [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]].map(([x, y]) => [p[0] + x, p[1] + y]);
  strokePlan(points, colour, { close: true, ...options });
}

function drawPlan() {
  planInk.putImageData(state.shown, 0, 0);
  const [from, to] = presentMove();
  if (state.path.length > 1) strokePlan(state.path, colours.quiet, { width: 1 });
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

/** Draws the view, with fewer pixels while the body moves. */
function drawView(width) {
  const height = Math.round(width * 5 / 8);
  if (view.width !== width) { view.width = width; view.height = height; }
  const [low, high] = bodyBox(), cp = Math.cos(state.pitch), sp = Math.sin(state.pitch);
  const cy = Math.cos(state.yaw), sy = Math.sin(state.yaw);
  const eye = [state.at[0], state.at[1], state.at[2] + (isSphere() ? 0 : Math.max(high[2] - 6, (low[2] + high[2]) / 2))];
  put(0, eye, [cp * cy, cp * sy, sp], [sy, -cy, 0], [-sp * cy * 5 / 8, -sp * sy * 5 / 8, cp * 5 / 8], state.light);
  const before = performance.now(), at = core.page_view(width, height);
  viewInk.putImageData(new ImageData(new Uint8ClampedArray(memory.buffer, at, 4 * width * height), width, height), 0, 0);
  if (width !== state.width) return;
  state.viewTime += (performance.now() - before - state.viewTime) * 0.1;
  if (state.viewTime > 3.5 && width > 136) setWidth(width - 32);
  else if (state.viewTime < 1.8 && width < 328) setWidth(width + 32);
}

function setWidth(width) {
  state.viewTime *= (width / state.width) ** 2;
  state.width = width;
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
  for (const event of ["keydown", "pointerdown", "pointermove", "wheel", "click", "input", "change"]) {
    get("level").addEventListener(event, wake, { passive: true });
  }
  for (const button of get("level").querySelectorAll("[data-key]")) {
    button.addEventListener("pointerdown", () => keys.add(button.dataset.key));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      button.addEventListener(end, () => keys.delete(button.dataset.key));
    }
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
    event.preventDefault();
    state.scale = Math.min(100, Math.max(1e-4, state.scale * Math.exp(-Math.sign(event.deltaY) * 0.15)));
    state.slice = null;
  }, { passive: false });
  for (const id of ["shape", "size", "method"]) {
    get(id).addEventListener("change", setBody);
  }
  get("radius").addEventListener("input", setBody);
  get("offer").querySelector("button").addEventListener("click", () => { get("method").value = SHIFT; setBody(); });
  listenButtons();
  listenFiles();
}

/** Calls moved(dx, dy, perPixel) while the pointer drags, and clicked(x, y) if it does not move. */
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
  state.picked = null;
  wake();
}

function followBody() {
  state.picked = null;
  if (state.playing < 0) state.move = null;
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

function copyPath() {
  if (state.path.every((p) => String(p) === String(state.path[0]))) say("The body did not move: walk while you record.");
  else copy(JSON.stringify({ positions: state.path }), "The path");
}

function listenButtons() {
  get("level").addEventListener("click", () => say(""), { capture: true });
  get("follow").addEventListener("click", followBody);
  get("corner").addEventListener("click", showCorner);
  get("scenario").addEventListener("click", () => copy(JSON.stringify(scenario(), null, 1), "The scenario",
    state.level ? ' It names level.json: "Save level" saves that file.' : ' Write the name of the level\'s file as its "world".'));
  get("link").addEventListener("click", () => {
    history.replaceState(null, "", hash());
    copy(location.href, "The link");
  });
  get("record").addEventListener("click", () => {
    state.recording = !state.recording;
    get("record").textContent = state.recording ? "Stop recording" : "Record path";
    if (state.recording) state.path = []; else copyPath();
  });
  get("play").addEventListener("click", () => {
    if (state.playing >= 0) { stopPlaying(); return; }
    if (state.path.length < 2) { say("Record a path first, or open one: a JSON list of positions [x, y, z]."); return; }
    state.playing = 0;
    get("play").textContent = "Stop playing";
  });
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

function readJson(buffer) {
  try {
    return JSON.parse(new TextDecoder().decode(buffer));
  } catch {
    throw new Error("it is neither a saved tree nor JSON");
  }
}

async function openFiles(files) {
  for (const file of files) {
    use("level", square(2));
    wake();
    try {
      const buffer = await file.arrayBuffer();
      if (new Uint8Array(buffer)[0] === 0x89) {
        loadTree(buffer);
        state.level = null;
        start();
        readHash();
        say(`${file.name}: loaded.`);
      } else {
        state.path = readPath(readJson(buffer));
        state.playing = 0;
        get("play").textContent = "Stop playing";
        say(`${file.name}: playing ${state.path.length} positions.`);
      }
    } catch (error) {
      say(`${file.name} cannot be used: ${error.message}`);
    }
  }
}

/** Finds a move of a sphere past a corner where plane shifting stops and the true sphere does not. */
function showCorner() {
  get("shape").value = "sphere";
  if (isLoaded(SHIFT)) get("method").value = SHIFT;
  setBody();
  const [low, high] = state.bounds;
  let best = 0, move = null; // best if the onion's box stops elsewhere
  for (let i = 1; i < 6000; i++) {
    const random = (k) => (i * [0.7549, 0.5698][k]) % 1, angle = i * 2.39996;
    const from = [0, 1].map((k) => low[k] + (high[k] - low[k]) * random(k)).concat(low[2] + 16 + 60);
    const to = [from[0] + 160 * Math.cos(angle), from[1] + 160 * Math.sin(angle), from[2]];
    const shift = trace(SHIFT, from, to), truth = trace(TABLE, from, to);
    if (shift.type !== 2 || truth.type !== 0) continue;
    const onion = state.space < core.page_n_spaces() ? trace(ONION, from, to) : shift;
    const score = Math.min(shift.t, 1 - shift.t) + (Math.abs(onion.units - shift.units) > 1 ? 1 : 0);
    if (score > best) { best = score; move = [from, to]; }
  }
  if (!move) { say("No early stop was found: this needs a shift tree."); return; }
  setMove(...move);
  state.at = move[0].slice();
  state.yaw = Math.atan2(move[1][1] - move[0][1], move[1][0] - move[0][0]);
  centrePlan([0, 1].map((k) => (move[0][k] + move[1][k]) / 2), 480);
}

// --- sharing ---

function scenario() {
  const [from, to] = presentMove();
  const shape = isSphere() ? { shapes: [{ name: "ball", sphere: { radius: radius() } }] } : {};
  return { format: "bsp-scenario", version: 1, name: "from the page", world: state.level ? "level.json" : levelName() || "level.json",
    spaces: state.spaces.map(({ name, mins, maxs }) => ({ name, mins, maxs })), ...shape,
    trajectories: [{ name: "move", ...(isSphere() ? { shape: "ball" } : { space: size().name }), moves: [[from, to]] }] };
}

const levelName = () => text(core.page_world());

function hash() {
  const list = (p) => p.join(","), [from, to] = state.move || [];
  return "#level?" + new URLSearchParams({ level: levelName(), shape: get("shape").value, size: size().name, radius: radius(),
    method: method(), at: list(state.at), look: list([state.yaw, state.pitch]),
    ...(from && { from: list(from), to: list(to) }) });
}

function readHash() {
  const [id, query] = location.hash.slice(1).split("?");
  if (id !== "level" || !query) return;
  const given = new URLSearchParams(query), level = given.get("level");
  if (level !== null && level !== levelName()) {
    say(`This link is of the level "${level}". Open its saved trees to see it.`);
    return;
  }
  const list = (name, n) => {
    const values = (given.get(name) || "").split(",").map(Number);
    return values.length === n && values.every(Number.isFinite) ? values : null;
  };
  if (["box", "sphere"].includes(given.get("shape"))) get("shape").value = given.get("shape");
  const i = state.spaces.findIndex((space) => space.name === given.get("size"));
  if (i >= 0) get("size").value = i;
  if (+given.get("radius") > 0) get("radius").value = given.get("radius");
  if (["0", "1", "2"].includes(given.get("method"))) get("method").value = given.get("method");
  setBody();
  state.at = list("at", 3) || state.at;
  [state.yaw, state.pitch] = list("look", 2) || [state.yaw, state.pitch];
  if (list("from", 3) && list("to", 3)) setMove(list("from", 3), list("to", 3));
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

const pose = () => [...state.at, state.yaw, state.pitch].map((x) => x.toFixed(2)).join();

function frame(now) {
  use("level", isSphere() ? { radius: radius() } : size());
  const begin = performance.now(), before = state.pose, seconds = clamp((now - last) / 1000, 0, 0.05);
  last = now;
  if (state.playing >= 0) playPath();
  else if (state.at[2] > state.bounds[0][2] - 100) walkBody(seconds);
  if (state.recording) state.path.push(state.at.map((x) => +x.toFixed(4)));
  answer();
  continueSlice(keys.size || state.playing >= 0 ? 2 : 8);
  drawPlan();
  state.pose = pose();
  const isStill = state.pose === before && keys.size === 0 && state.playing < 0, isSliced = state.slice.y >= plan.height;
  if (!isStill) { drawView(state.width); state.isSharp = false; }
  else if (isSliced && !state.isSharp) { drawView(SHARP); state.isSharp = true; }
  if (isStill || !(state.tick = (state.tick + 1) % 6)) showAnswers();
  get("status").textContent = state.stuck ? "The body is stuck in a wall." : "";
  state.work = performance.now() - begin;
  state.isAwake = !(isStill && isSliced && state.isSharp);
  if (state.isAwake) requestAnimationFrame(frame);
}

function start() {
  state.move = state.picked = state.shown = null;
  get("save").hidden = !state.level;
  readLevel();
  setBody();
  placeBody();
  fitPlan();
}

/** Starts the section. */
function startLevel() {
  const level = get("level-data").textContent;
  state.level = JSON.parse(level);
  get("save").href = URL.createObjectURL(new Blob([level], { type: "application/json" }));
  readLight();
  use("level", square(2));
  start();
  listen();
}
