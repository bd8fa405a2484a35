/* tree: draws the picture of a tree, with its nodes in columns and rows. Hidden nodes, whose planes lie above
 * or below the plane of the picture, are ticks on the lines. */

/** Returns the nodes that cut the picture, level by level. */
function breadthFirst(items) {
  const order = [], waiting = items.length ? [items[0]] : [];
  for (let item; (item = waiting.shift());) {
    if (item.kind === LEAF) continue;
    if (!item.isHidden) order.push(item);
    waiting.push(...item.child.filter((child) => child >= 0).map((child) => items[child]));
  }
  return order;
}

/** Returns the items that are the cells of the picture if only some nodes are shown. */
function frontier(items, shown) {
  const cells = [];
  const walk = (item) => {
    const next = item.child.filter((child) => child >= 0).map((child) => items[child]);
    if (item.kind !== LEAF && (item.isHidden || shown.has(item))) next.forEach(walk);
    else cells.push(item);
  };
  if (items.length) walk(items[0]);
  return cells;
}

/** Places the items in columns (from 0) and rows (from 0). Nothing is drawn below the items in `ends`. */
function layOut(items, ends = []) {
  const places = new Map(), stop = new Set(ends);
  let column = 0, rows = 0;
  const walk = (item, row) => {
    const below = stop.has(item) ? [] : item.child.filter((child) => child >= 0).map((child) => items[child]);
    const xs = below.map((child) => walk(child, row + (item.isHidden ? 0.5 : 1)));
    const x = xs.length ? xs.reduce((a, b) => a + b) / xs.length : column++;
    rows = Math.max(rows, row);
    places.set(item, [x, row]);
    return x;
  };
  if (items.length) walk(items[0], 0);
  return { items, places, columns: column, rows, on: new Map(),
    find(p) {
      let found = null, least = 18;
      for (const [item, [x, y]] of this.on) {
        const far = Math.hypot(x - p[0], y - p[1]);
        if (far < least && !item.isHidden) { least = far; found = item; }
      }
      return found;
    } };
}

/** Draws a tree. style(item) returns fill, label, radius, isLit and isNow. */
function drawTree(pen, tree, style) {
  const { clientWidth: width, clientHeight: height } = pen.canvas, { places, columns, rows, items } = tree;
  pen.scale = 1;
  pen.shift = [0, 0];
  const margin = 20;
  for (const [item, [x, row]] of places) {
    tree.on.set(item, [columns > 1 ? margin + x * (width - 2 * margin) / (columns - 1) : width / 2,
      -(margin + row * Math.min((height - 2 * margin) / Math.max(rows, 1), 60))]);
  }
  for (const [item, p] of tree.on) {
    const parent = items[item.parent];
    if (!parent) continue;
    const { isLit } = style(item);
    pen.line(tree.on.get(parent), p, { stroke: isLit ? "lit" : "line", width: isLit ? 3 : 1.5 });
  }
  for (const [item, p] of tree.on) {
    const { fill = "room", label = "", radius = 11, isLit, isNow } = style(item);
    if (item.isHidden) { pen.dot(p, 2.5, { fill: isLit ? "lit" : "quiet" }); continue; }
    const stroke = isLit || isNow ? "lit" : item.kind === LEAF ? "onion" : "quiet";
    if (item.kind === LEAF) pen.body(p, radius * 1.5, { fill, stroke, width: isNow ? 4 : 1.5 });
    else pen.dot(p, radius, { fill, stroke, width: isNow ? 4 : 1.5 });
    if (label) pen.label(String(label), p, { patch: false, size: 12, colour: isLit ? "lit" : "ink" });
  }
}
