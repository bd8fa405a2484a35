/* picture: shows the coordinates under the mouse in an SVG of a level. Two clicks print the command
 * that explains the move between them. The <g> around the script has the picture's scale and the
 * command as data attributes. Texts from files are only ever set as text. */
(function () {
    "use strict";
    const group = document.currentScript.parentNode, svg = group.ownerSVGElement, data = group.dataset;
    const [where, line, asked] = ["where", "command", "asked"].map((name) => group.querySelector("." + name));
    const [left, top, width, height, scale] = data.map.split(" ").map(Number);
    const [across, up] = data.axes.split(" ").map(Number);
    const [least, most] = data.corner.split(" ").map(Number);
    /* At least two decimals, and as many as a pixel needs. */
    const unit = Math.pow(10, Math.max(2, Math.ceil(Math.log10(scale))));
    const round = (x) => Math.round(x * unit) / unit + 0;
    let ends = [];

    /* Returns [x, y, z] under the mouse, or null outside of the map. In a plan the third is the height at
     * which the mover stands on the floor there, rounded up; NaN without a floor. */
    function place(event) {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
        const x = at.x - left, y = at.y - top, p = [NaN, NaN, NaN];
        if (!(x >= 0 && y >= 0 && x <= width && y <= height))
            return null;
        p[across] = round(least + x / scale);
        p[up] = round(most - y / scale);
        const floor = event.target.closest("[data-floor]");
        if (data.at) {
            p[3 - across - up] = Number(data.at);
        } else if (floor) {
            const [a, b, c] = floor.dataset.floor.split(" ").map(Number);
            p[2] = Math.ceil((a + b * p[0] + c * p[1]) * unit - 1e-6) / unit;
        }
        return p;
    }

    svg.addEventListener("mousemove", function (event) {
        const p = place(event);
        where.textContent = !p ? "" : isNaN(p[2]) ? "no floor here"
            : p.map((x, i) => "xyz"[i] + " = " + round(x)).join(", ");
    });

    svg.addEventListener("click", function (event) {
        const p = place(event);
        if (!p || p.some(isNaN))
            return;
        ends = ends.length === 1 ? [ends[0], p] : [p];
        const spots = [ends[0], p].map((e) => [left + (e[across] - least) * scale, top + (most - e[up]) * scale]);
        asked.setAttribute("d", "M" + spots.join("L"));
        line.textContent = ends.length === 1 ? "from " + p.join(",") + ": click where the move ends"
            : data.command + " --from " + ends[0].join(",") + " --to " + p.join(",");
        if (ends.length === 2 && navigator.clipboard)
            navigator.clipboard.writeText(line.textContent).then(() => { where.textContent = "copied"; }, () => {});
    });

    where.textContent = "two clicks make an explain command";
})();
