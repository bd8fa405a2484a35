/* floors: a floor plan, on which bodies of several sizes find their ways in one navigation graph. */

const floors = new Figure("floors", {
  window: [-16, -16, 1040, 656],
  state: { from: [120, 120], to: [950, 560], size: 1 },
  handles: { from: "start of the path", to: "end of the path" },
  ask({ from, to, size }) {
    const chosen = clamp(size, 0, floors.sizes.length - 1);
    put(0, from, FLOOR, to, FLOOR);
    const n = core.page_path(chosen), path = Array.from({ length: Math.max(n, 0) }, (_, i) => take(3 * i, 2));
    use("floors", square(2)); // only now, because it puts numbers, too
    return { chosen, n, path,
      walls: readTree(SHIFT, floors.window, FLOOR), lintels: readTree(SHIFT, floors.window, LINTEL), max: { size: floors.sizes.length - 1 } };
  },
  draw({ picture: pen }, { from, to }, { chosen, n, path, walls, lintels }, lit) {
    const { box: [x], areas } = floors.sizes[chosen], isLit = lit === "areas";
    floors.sizes.forEach((size, i) => {
      for (const area of size.areas) pen.path(area, { fill: `layer${clamp(2 - i, 0, 2)}`, stroke: `layer${clamp(2 - i, 0, 2)}`, width: 0.7 });
    });
    for (const area of areas) pen.path(area, { stroke: "onion", width: isLit ? 2.5 : 0.8 });
    drawWalls(pen, lintels, { fill: "near", alpha: 0.8 });
    drawWalls(pen, walls);
    if (lit !== "areas") for (const p of path) pen.dot(p, 4, { fill: "truth" });
    pen.path(path, { stroke: "truth", width: 4, close: false });
    [from, to].forEach((p, i) => pen.body(p, -2 * x, { stroke: n === -1 - i ? "shift" : "truth", width: 3 }));
  },
  say({ from, to }, { chosen, n, path }) {
    const { box: [x, , z, , , top], areas, name } = floors.sizes[chosen];
    const body = `The box “${name}” is ${units(-2 * x)} wide and ${units(top - z)} high, and has ${areas.length} areas.`;
    if (n < 0) return `${body} It does not fit at the ${n === -1 ? "start" : "end"} of the path.`;
    if (!n) return `${body} No path leads there: the doors are too low or too narrow.`;
    const far = path.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - path[i][0], p[1] - path[i][1]), 0);
    const straight = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return `${body} Its path has ${path.length - 1} straight part${path.length === 2 ? "" : "s"} and ${units(Math.round(far))}, ` +
      `${round(far / straight, 2)} times the straight line.`;
  },
});

const FLOOR = 24, LINTEL = 60; // units; FLOOR is the height of a standing box's origin, and LINTEL is a height above the low door

/** Loads the level and its graph. */
async function loadFloors() {
  const level = await unpackText(get("floors-data")), graph = new Uint8Array(await unpack(get("graph-data")));
  select("floors"); // only now, because a frame may select another level while this function waits
  readWorld(JSON.parse(level));
  grow();
  const n = core.page_floors(copyIn(graph), graph.length);
  floors.sizes = Array.from({ length: n }, (_, i) => {
    const nAreas = core.page_areas(i), all = numbers(), box = take(0, 6), areas = [];
    for (let at = 6; areas.length < nAreas;) areas.push(pairs(all.subarray(at + 1, at += 1 + 2 * all[at])));
    return { box, areas, name: text(core.page_walker(i)) };
  });
}
