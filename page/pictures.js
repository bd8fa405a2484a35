/* pictures: writes the pictures of docs/pictures by the code of the page: figures as SVG, and a view of the level for
 * previews of links. Runs only in draw-pictures. */

const PICTURES = { early: ["corridor", {}], layers: ["layers", {}], "wedge-bare": ["shifting", { bevels: "none" }], wedge: ["shifting", { bevels: "90" }] };
const WIDTH = 640; // pixels

/** Has the functions of a canvas context that pens use, but writes SVG. */
class SvgInk {
  constructor() {
    this.parts = [];
    this.globalAlpha = 1;
    this.dash = [];
  }

  add(element, attributes, content = "") {
    const opacity = this.globalAlpha < 1 ? { opacity: this.globalAlpha } : {};
    const text = Object.entries({ ...attributes, ...opacity }).map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : value}"`);
    this.parts.push(`<${element}${text.join("")}${content ? `>${content}</${element}>` : "/>"}`);
  }

  setTransform() {}
  clearRect() {}
  beginPath() { this.d = ""; }
  moveTo(x, y) { this.d += `M${round(x)} ${round(y)}`; }
  lineTo(x, y) { this.d += `L${round(x)} ${round(y)}`; }
  closePath() { this.d += "Z"; }
  arc(x, y, r) { this.d += `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`; }
  setLineDash(dash) { this.dash = dash; }
  fill() { this.add("path", { d: this.d, fill: this.fillStyle }); }
  fillRect(x, y, width, height) { this.add("rect", { x, y, width, height, fill: this.fillStyle }); }
  fillText(words, x, y) { this.add("text", { x, y: y + this.size() / 3, "font-size": this.size(), fill: this.fillStyle }, words); }
  size() { return parseInt(this.font, 10); }

  stroke() {
    this.add("path", { d: this.d, fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-linejoin": "round",
      ...(this.dash.length && { "stroke-dasharray": this.dash }) });
  }

  /** Returns a guess of the width of a text. It is the same on every machine. */
  measureText(words) { return { width: words.length * this.size() * 0.52 }; }
}

/** Returns the picture of a figure as SVG. */
function drawSvg(id, change) {
  const figure = figures.get(id), [x0, y0, x1, y1] = figure.window, height = Math.round(WIDTH * (y1 - y0) / (x1 - x0)), pens = {};
  for (const name of Object.keys(figure.pens)) {
    const ink = new SvgInk();
    pens[name] = new Pen({ getContext: () => ink, clientWidth: WIDTH, clientHeight: height }, figure.window);
    pens[name].begin();
  }
  const state = { ...JSON.parse(figure.initial), ...change };
  figure.facts = figure.ask(state);
  figure.draw(pens, state, figure.facts, null);
  return [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif">`,
    `<rect width="${WIDTH}" height="${height}" fill="${colours.room}"/>`, ...pens.picture.ink.parts, "</svg>"].join("\n");
}

/** Returns a view of the level as a JPEG in base64: pillars that plane shifting grows for a ball. */
function drawPreview() {
  for (const [id, value] of [["shape", "sphere"], ["size", 4], ["method", SHIFT]]) get(id).value = value;
  Object.assign(state, { at: [-300, -100, 16], yaw: 2.5, pitch: 0, light: 1.15 });
  use("level", body());
  showView(SHARP, drawRows(SHARP, 0, SHARP, 1));
  return view.toDataURL("image/jpeg", 0.8).split(",")[1];
}

function addFile(name, type, textContent) {
  const script = document.createElement("script");
  Object.assign(script, { type, textContent: `\n${textContent}\n` }).dataset.file = name;
  document.body.append(script);
}

const waiting = setInterval(() => {
  if (!window.page) return;
  clearInterval(waiting);
  for (const [name, [id, change]] of Object.entries(PICTURES)) addFile(`${name}.svg`, "image/svg+xml", drawSvg(id, change));
  addFile("preview.jpg.text", "image/jpeg", drawPreview());
}, 20);
