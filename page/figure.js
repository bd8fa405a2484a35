/* figure: has the code that all figures share. A figure is an object with these members:
 *
 *   state      plain numbers, texts and points, which a link contains
 *   handles    the points that can be dragged, as a map from the key in the state to the name
 *   ask        asks the core, and returns the facts that the other functions need
 *   draw       draws the facts with the pens of the figure's panes
 *   hit        returns the thing under the mouse in a pane, or null
 *   click      changes the state by a click into the picture; may be missing
 *   say        returns the sentence below the picture, which is also its text alternative
 *
 * The page's elements belong to a figure by attributes: data-pane (a canvas), data-key (a control of a
 * value of the state), data-do (a button), data-lit (a word that lights up a thing). */

const figures = new Map();
const COLOURS = ["page", "ink", "quiet", "line", "wall", "near", "room", "onion", "shift", "truth", "cell", "lit", "onion-tint",
  "shift-tint", "layer0", "layer1", "layer2"];
const colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of COLOURS) colours[name] = style.getPropertyValue("--" + name).trim();
}

const round = (x, n = 1) => String(+x.toFixed(n));
const units = (x) => `${round(x)} unit${round(x) === "1" ? "" : "s"}`;
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const lerp = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);

/** A pen, which draws in one canvas, in the coordinates of a window [x0, y0, x1, y1], in which y is up. */
class Pen {
  constructor(canvas, window) {
    this.canvas = canvas;
    this.ink = canvas.getContext("2d");
    this.window = window;
  }

  /** Fits the canvas to its size on the page, and empties it. */
  begin() {
    const ratio = devicePixelRatio || 1, { clientWidth: width, clientHeight: height } = this.canvas;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.ink.clearRect(0, 0, width, height);
    const [x0, y0, x1, y1] = this.window;
    this.scale = Math.min(width / (x1 - x0), height / (y1 - y0));
    this.shift = [width / 2 - this.scale * (x0 + x1) / 2, height / 2 + this.scale * (y0 + y1) / 2];
  }

  toPage([x, y]) { return [this.shift[0] + x * this.scale, this.shift[1] - y * this.scale]; }

  fromPage([x, y]) { return [(x - this.shift[0]) / this.scale, (this.shift[1] - y) / this.scale]; }

  /** Draws a path of points. */
  path(points, { fill, stroke, width = 1.5, dash = [], alpha = 1, close = true, grow = 0 } = {}) {
    if (points.length < 2) return;
    const { ink } = this;
    ink.beginPath();
    points.map((p) => this.toPage(p)).forEach(([x, y], i) => i ? ink.lineTo(x, y) : ink.moveTo(x, y));
    if (close) ink.closePath();
    ink.globalAlpha = alpha;
    ink.lineJoin = "round";
    if (fill) { ink.fillStyle = colours[fill]; ink.fill(); }
    if (grow) { ink.strokeStyle = colours[fill]; ink.lineWidth = 2 * grow * this.scale; ink.stroke(); }
    if (stroke) { ink.strokeStyle = colours[stroke]; ink.lineWidth = width; ink.setLineDash(dash); ink.stroke(); }
    ink.setLineDash([]);
    ink.globalAlpha = 1;
  }

  /** Draws stripes in a convex polygon, so that its colour is not its only sign. The distance is in pixels. */
  hatch(polygon, colour, distance = 10) {
    const step = distance / this.scale * Math.SQRT2, sums = polygon.map(([x, y]) => x + y);
    const { ink } = this;
    ink.beginPath();
    for (let c = Math.ceil(Math.min(...sums) / step) * step; c < Math.max(...sums); c += step) {
      const ends = this.ends([1, 1, c], polygon).map((p) => this.toPage(p));
      if (ends.length === 2) { ink.moveTo(...ends[0]); ink.lineTo(...ends[1]); }
    }
    Object.assign(ink, { strokeStyle: colours[colour], lineWidth: 1, globalAlpha: 0.7 }).stroke();
    ink.globalAlpha = 1;
  }

  line(a, b, style = {}) { this.path([a, b], { close: false, stroke: "ink", ...style }); }

  /** Draws a body at p, which is a square of that width, or a circle of that diameter if isRound. */
  body(p, width, { isRound = false, ...style } = {}) {
    const r = width / 2, corners = isRound
      ? Array.from({ length: 48 }, (_, i) => [p[0] + r * Math.cos(i * Math.PI / 24), p[1] + r * Math.sin(i * Math.PI / 24)])
      : [[-r, -r], [r, -r], [r, r], [-r, r]].map(([x, y]) => [p[0] + x, p[1] + y]);
    this.path(corners, style);
  }

  /** Draws a dot whose radius is in pixels. */
  dot(p, radius, { fill = "ink", stroke, width = 2, alpha = 1 } = {}) {
    const { ink } = this, [x, y] = this.toPage(p);
    ink.globalAlpha = alpha;
    ink.beginPath();
    ink.arc(x, y, radius, 0, 7);
    if (fill) { ink.fillStyle = colours[fill]; ink.fill(); }
    if (stroke) { ink.strokeStyle = colours[stroke]; ink.lineWidth = width; ink.stroke(); }
    ink.globalAlpha = 1;
  }

  /** Writes a text dx, dy pixels from p, on a patch of the background's colour. The text stays inside the canvas. */
  label(words, p, { colour = "ink", align = "center", dx = 0, dy = 0, size = 15, patch = true } = {}) {
    const { ink } = this, { clientWidth, clientHeight } = this.canvas;
    ink.font = `${size}px system-ui, sans-serif`;
    ink.textAlign = "left";
    ink.textBaseline = "middle";
    const width = ink.measureText(words).width, [px, py] = this.toPage(p);
    const left = { left: 0, center: -width / 2, right: -width }[align];
    const x = clamp(px + dx + left, 5, Math.max(clientWidth - width - 5, 5)), y = clamp(py + dy, 10, clientHeight - 10);
    if (patch) {
      ink.globalAlpha = 0.85;
      ink.fillStyle = colours.room;
      ink.fillRect(x - 3, y - size * 0.7, width + 6, size * 1.4);
      ink.globalAlpha = 1;
    }
    ink.fillStyle = colours[colour];
    ink.fillText(words, x, y);
  }

  /** Returns the points at which the line a x + b y = c enters and leaves a convex polygon. */
  ends([a, b, c], polygon) {
    return polygon.flatMap((p, i) => {
      const q = polygon[(i + 1) % polygon.length];
      const dp = a * p[0] + b * p[1] - c, dq = a * q[0] + b * q[1] - c;
      return dp * dq < 0 ? [lerp(p, q, dp / (dp - dq))] : [];
    });
  }

  /** Draws the part of the line in a convex polygon. */
  cut(line, polygon, style) {
    const ends = this.ends(line, polygon);
    if (ends.length === 2) this.line(ends[0], ends[1], style);
  }
}

const rectangle = ([x0, y0, x1, y1]) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

/** Draws the arrow of a move, with the body at both ends. */
function drawMove(pen, from, to, width, { isRound = false, alpha = 1 } = {}) {
  pen.body(from, width, { isRound, stroke: "ink", fill: "ink", alpha: 0.16 * alpha });
  pen.body(from, width, { isRound, stroke: "ink", alpha });
  pen.body(to, width, { isRound, stroke: "ink", dash: [4, 4], alpha: 0.7 * alpha });
  pen.line(from, to, { width: 1.5, dash: [2, 4], alpha });
}

class Figure {
  constructor(id, { window, state, handles = {}, panes = {}, ...module }) {
    Object.assign(this, { id, window, handles, lit: null, facts: null }, module);
    this.initial = JSON.stringify(state);
    this.state = state;
    this.section = document.getElementById(id);
    this.pens = {};
    for (const canvas of this.section.querySelectorAll("[data-pane]")) {
      this.pens[canvas.dataset.pane] = new Pen(canvas, panes[canvas.dataset.pane] || window);
    }
    figures.set(id, this);
  }

  find(selector) { return this.section.querySelectorAll(selector); }

  start() {
    this.buttons = Object.entries(this.handles).map(([key, name]) => this.addHandle(key, name));
    for (const control of this.find("[data-key]")) {
      control.addEventListener("input", () => {
        const { type, value, checked } = control;
        this.change({ [control.dataset.key]: type === "checkbox" ? +checked : isNaN(value) ? value : +value });
      });
    }
    for (const button of this.find("[data-do]")) {
      button.addEventListener("click", () => this.change(this[button.dataset.do](this.state, this.facts) || {}));
    }
    for (const word of this.find("[data-lit]")) this.listenWord(word);
    for (const link of this.find("[data-link]")) link.addEventListener("click", (event) => this.share(event, link));
    for (const [name, pen] of Object.entries(this.pens)) this.listenPane(name, pen);
    this.touched = true;
  }

  /** Adds a button over the picture. Who drags the button moves the point state[key]. `name` is the button's label. */
  addHandle(key, name) {
    const button = document.createElement("button"), pen = this.pens.picture;
    button.type = "button";
    button.className = "handle";
    button.setAttribute("aria-label", `${name}: drag it, or press arrow keys`);
    button.title = name;
    pen.canvas.parentElement.append(button);
    const move = (p) => {
      const [x0, y0, x1, y1] = this.window;
      this.change({ [key]: [clamp(p[0], x0, x1), clamp(p[1], y0, y1)].map((x) => +x.toFixed(2)) });
    };
    let held = null;
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      const [x, y] = pen.toPage(this.state[key]);
      held = [event.clientX - x, event.clientY - y];
    });
    button.addEventListener("pointermove", (event) => {
      if (held) move(pen.fromPage([event.clientX - held[0], event.clientY - held[1]]));
    });
    for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => { held = null; });
    button.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 10 : 1, [x, y] = this.state[key];
      const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
      if (!by) return;
      event.preventDefault();
      move([x + by[0], y + by[1]]);
    });
    return { key, button };
  }

  listenWord(word) {
    const light = (what) => () => { this.lit = what; this.touched = true; redraw(); };
    for (const event of ["pointerenter", "focus"]) word.addEventListener(event, light(word.dataset.lit));
    for (const event of ["pointerleave", "blur"]) word.addEventListener(event, light(null));
  }

  listenPane(name, { canvas }) {
    const at = ({ clientX, clientY }) => {
      const box = canvas.getBoundingClientRect();
      return this.pens[name].fromPage([clientX - box.left, clientY - box.top]);
    };
    canvas.setAttribute("role", "img");
    if (this.click) canvas.addEventListener("click", (event) => this.change(this.click(at(event), this.state)));
    if (!this.hit) return;
    const light = (event) => {
      const lit = event ? this.hit(at(event), name) : null;
      if (lit === this.lit) return;
      this.lit = lit;
      this.touched = true;
      redraw();
    };
    canvas.addEventListener("pointermove", light);
    canvas.addEventListener("pointerdown", light);
    canvas.addEventListener("pointerleave", () => light(null));
  }

  /** Changes some values of the state. */
  change(values) {
    Object.assign(this.state, values);
    this.facts = null;
    this.touched = true;
    redraw();
  }

  redraw() {
    if (!this.touched) return;
    this.touched = false;
    if (!this.facts) this.facts = this.ask(this.state);
    for (const pen of Object.values(this.pens)) pen.begin();
    this.draw(this.pens, this.state, this.facts, this.lit);
    for (const { key, button } of this.buttons) {
      const [x, y] = this.pens.picture.toPage(this.state[key]);
      button.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
    for (const control of this.find("[data-key]")) {
      const value = this.state[control.dataset.key];
      if (control.type === "checkbox") control.checked = !!value; else control.value = value;
      const shown = control.parentElement.querySelector("output");
      if (shown) shown.textContent = value;
    }
    const said = this.say(this.state, this.facts);
    const place = this.section.querySelector(".said");
    if (place.textContent !== said) place.textContent = said;
    for (const [name, { canvas }] of Object.entries(this.pens)) {
      canvas.setAttribute("aria-label", `${canvas.dataset.name || name}: ${said}`);
    }
  }

  // --- links ---

  link() {
    const values = new URLSearchParams(Object.entries(this.state).map(([key, value]) => [key, String(value)]));
    return `#${this.id}?${values}`;
  }

  async share(event, link) {
    event.preventDefault();
    history.replaceState(null, "", this.link());
    link.textContent = "The address bar holds the link";
    try {
      await navigator.clipboard.writeText(location.href);
      link.textContent = "The link is copied";
    } catch { /* the link is in the address bar, too */ }
  }

  /** Restores a state from the part of a link after the question mark. */
  restore(query) {
    const state = JSON.parse(this.initial);
    for (const [key, given] of new URLSearchParams(query)) {
      const now = state[key], list = given.split(",").map(Number);
      if (Array.isArray(now) && list.length === now.length && list.every(Number.isFinite)) state[key] = list;
      else if (typeof now === "number" && given !== "" && Number.isFinite(+given)) state[key] = +given;
      else if (typeof now === "string") state[key] = given;
    }
    this.change(state);
  }
}

let isWaiting = false;

/** Draws what has changed, in the next frame. */
function redraw() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    for (const figure of figures.values()) figure.redraw();
  });
}

function redrawAll() {
  readColours();
  for (const figure of figures.values()) figure.touched = true;
  redraw();
}

/** Draws the cells in which only plane shifting stops the body. */
function drawEarly(pen, polygons, alpha = 1) {
  for (const polygon of polygons) pen.path(polygon, { fill: "shift-tint", stroke: "shift-tint", width: 1, alpha });
  for (const polygon of polygons) pen.hatch(polygon, "shift");
}

/** Draws the solid cells of a level, which are its walls. */
function drawWalls(pen, items, style = { fill: "wall" }) {
  for (const item of items) if (item.kind === LEAF && item.solid) pen.path(item.cell, { stroke: style.fill, width: 0.7, ...style });
}
