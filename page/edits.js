/* edits: the figure of a level of blocks that changes. This browser edits the brush table, and builds both trees anew. */

const BLOCK = 10, ACROSS = 40, DOWN = 22, WIDE = 8; // units, blocks, blocks, and units of the body
const OFTEN = 200; // edits that are measured together, because a browser's clock is coarse
const world = { blocks: "", numbers: [], edit: 0, onion: 0, shift: 0 }; // times in milliseconds

const corner = (i) => [-200 + BLOCK * (i % ACROSS), -110 + BLOCK * Math.floor(i / ACROSS)];
const corners = ([x, y]) => [x, y, -40, x + BLOCK, y + BLOCK, 40];
const blockAt = ([x, y]) => clamp(Math.floor((x + 200) / BLOCK), 0, ACROSS - 1) + ACROSS * clamp(Math.floor((y + 110) / BLOCK), 0, DOWN - 1);

function clock(func) {
  const start = performance.now();
  func();
  return performance.now() - start;
}

/** Selects the level and the body, also if the level has new trees. */
function useBlocks() {
  used.key = "";
  use("edits", square(WIDE));
}

/** Gives the core's level these blocks, which are a text of 0 and 1, and measures the times. */
function follow(blocks) {
  if (world.blocks === blocks) return;
  if (!levels.has("edits")) {
    levels.set("edits", levels.size);
    core.page_use(levels.get("edits"));
    put(0, -200, -110, -40, 200, 110, 40);
    core.page_clear();
  }
  useBlocks();
  const changed = [...blocks].map((_, i) => i).filter((i) => (blocks[i] === "1") !== (world.blocks[i] === "1"));
  for (const i of changed) {
    put(0, ...corners(corner(i)));
    if (blocks[i] === "1") world.numbers[i] = core.page_add(); else core.page_remove(world.numbers[i]);
  }
  put(0, ...corners(corner(changed[0] || 0)));
  world.edit = clock(() => core.page_edit_often(OFTEN)) / (2 * OFTEN);
  world.onion = clock(() => core.page_build(ONION));
  world.shift = clock(() => core.page_build(SHIFT));
  world.blocks = blocks;
}

const toggled = (blocks, i) => blocks.slice(0, i) + (blocks[i] === "1" ? "0" : "1") + blocks.slice(i + 1);

/** The blocks at the beginning: two walls with doors, and pillars between them. */
const FIRST = Array.from({ length: ACROSS * DOWN }, (_, i) => {
  const x = i % ACROSS, y = Math.floor(i / ACROSS);
  return +(((x === 10 || x === 29) && y % 8 > 1) || (x > 12 && x < 27 && x % 2 && y % 2));
}).join("");

const edits = new Figure("edits", {
  window: [-200, -112, 200, 112],
  state: { from: [-180, -24], to: [180, 30], at: [-38, 14], blocks: FIRST },
  handles: { from: "start of the move", to: "end of the move", at: "place of a block" },
  ask({ from, to, blocks }) {
    follow(/^[01]{880}$/.test(blocks) ? blocks : FIRST);
    useBlocks();
    const items = readTree(ONION, edits.window), [onion, shift, truth] = [ONION, SHIFT, TABLE].map((method) => traceFlat(method, from, to));
    return { grown: flatSolid(items, used.space), items: readTree(SHIFT, edits.window), onion, shift, truth };
  },
  draw({ picture: pen }, { from, to, at }, { grown, items, onion, shift, truth }, lit) {
    for (const item of grown) pen.path(item.cell, { fill: "onion-tint", stroke: "onion-tint", width: 1, alpha: lit === "onion" ? 1 : 0.4 });
    if (lit === "shift") drawEarly(pen, flatSolid(items).map(({ grown }) => grown));
    drawWalls(pen, items);
    const [x, y] = corner(blockAt(at));
    pen.path(rectangle([x, y, x + BLOCK, y + BLOCK]), { stroke: "quiet", dash: [3, 3] });
    drawMove(pen, from, to, WIDE);
    [[truth, "truth", 7], [onion, "onion", 4], [shift, "shift", 2]].forEach(([answer, colour, width]) =>
      pen.body(endOf(answer, from, to), WIDE, { stroke: colour, width: lit === colour ? 9 : width }));
  },
  say({ blocks }, { onion, shift, truth }) {
    const times = (ms) => `${round(ms, 1)} ms, ${round(ms / Math.max(world.edit, 1e-4), 0)} times as long`;
    const early = [["The onion", onion], ["Plane shifting", shift]].filter(([, answer]) => truth.units - answer.units > 0.05)
      .map(([name, answer]) => ` ${name} ${tell(answer)}${judge(answer, truth)}.`).join("");
    return `${[...blocks].filter((b) => b === "1").length} blocks. To edit the table takes ${round(world.edit, 4)} ms. To build the onion of one box ` +
      `anew takes ${times(world.onion)}; to build the tree for plane shifting, ${times(world.shift)}. The table ${tell(truth)}.${early}`;
  },
  click: (at, { blocks }) => ({ at: at.map((x) => Math.round(x)), blocks: toggled(blocks, blockAt(at)) }),
  toggle: ({ blocks, at }) => ({ blocks: toggled(blocks, blockAt(at)) }),
  first: () => JSON.parse(edits.initial),
});
