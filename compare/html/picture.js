/* picture: shows the coordinates under the mouse in an SVG of a level. Two clicks print the command
 * that explains the move between them. The <g> around the script has the picture's scale and the
 * command as data attributes. Texts from files are only ever set as text. */
(function () {
    "use strict";
    const group = document.currentScript.parentNode;
    const svg = group.ownerSVGElement, data = group.dataset;
    const where = group.querySelector(".where"), line = group.querySelector(".command");
    const [left, top, width, height, scale] = data.map.split(" ").map(Number);
    const [across, up] = data.axes.split(" ").map(Number);
    const [least, most] = data.corner.split(" ").map(Number);
    const box = data.box.split(" ").map(Number);
    /* At least two decimals, and as many as a pixel needs. */
    const unit = Math.pow(10, Math.max(2, Math.ceil(Math.log10(scale))));
    let ends = [], marks = [];

    function round(x) {
        return Math.round(x * unit) / unit + 0;
    }

    /* The height at which the box stands on the floor a + b x + c y: no corner is below it. */
    function standing(floor, p) {
        const [a, b, c] = floor.dataset.floor.split(" ").map(Number);
        const z = a + b * p[0] + c * p[1] + Math.max(b * box[0], b * box[3]) +
            Math.max(c * box[1], c * box[4]) - box[2];
        return Math.ceil(z * unit - 1e-6) / unit;
    }

    /* Returns [x, y, z] under the mouse, or null outside of the map. In a plan without a floor
     * there, the third is NaN. */
    function place(event) {
        const at = new DOMPoint(event.clientX, event.clientY)
            .matrixTransform(svg.getScreenCTM().inverse());
        const x = at.x - left, y = at.y - top, p = [NaN, NaN, NaN];
        if (!(x >= 0 && y >= 0 && x <= width && y <= height))
            return null;
        p[across] = round(least + x / scale);
        p[up] = round(most - y / scale);
        const floor = event.target.closest("[data-floor]");
        if (data.at)
            p[3 - across - up] = Number(data.at);
        else if (floor)
            p[2] = standing(floor, p);
        return p;
    }

    function add(name, attributes) {
        const mark = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const key in attributes)
            mark.setAttribute(key, attributes[key]);
        group.appendChild(mark);
        marks.push(mark);
    }

    function spot(p) {
        return [left + (p[across] - least) * scale, top + (most - p[up]) * scale];
    }

    function mark(p) {
        const [x, y] = spot(p);
        add("circle", { cx: x, cy: y, r: 4, fill: "#d55e00", "pointer-events": "none" });
        if (ends.length < 2)
            return;
        const [x1, y1] = spot(ends[0]);
        add("line", { x1: x1, y1: y1, x2: x, y2: y, stroke: "#d55e00", "stroke-width": 1.5,
                      "pointer-events": "none" });
    }

    function show(command) {
        line.textContent = command;
        line.removeAttribute("textLength");
        if (command && line.getComputedTextLength() > Number(data.room))
            line.setAttribute("textLength", data.room);
    }

    function start_anew() {
        ends = [];
        marks.forEach((old) => old.remove());
        marks = [];
        show("");
    }

    svg.addEventListener("mousemove", function (event) {
        const p = place(event);
        where.textContent = !p ? "" : isNaN(p[2]) ? "no floor here" : "xyz".split("").map(
            (axis, i) => axis + " = " + round(p[i])).join(", ");
    });

    svg.addEventListener("click", function (event) {
        const p = place(event);
        if (!p || p.some(isNaN))
            return;
        if (ends.length === 2)
            start_anew();
        ends.push(p);
        mark(p);
        if (ends.length === 1) {
            show("from " + p.join(",") + ": click where the move ends");
            return;
        }
        const command = data.command + " --from " + ends[0].join(",") + " --to " + ends[1].join(",");
        show(command);
        if (navigator.clipboard)
            navigator.clipboard.writeText(command).then(
                () => { where.textContent = "copied"; }, () => {});
    });

    where.textContent = "two clicks make an explain command";
})();
