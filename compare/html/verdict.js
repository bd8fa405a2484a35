/* verdict: which method a page recommends, worked out from the results. It uses the helpers of
 * page.js. */
"use strict";

/* --- a result and its methods --- */

/* A ratio to the reference, with its interval; null if there is none. */
function ratioAt(pointer, way, isReference) {
    if (isReference)
        return { value: 1, lo: 1, hi: 1 };
    const value = at(`${pointer}/ratio${way}`), ends = at(`${pointer}/ratio_ci95${way}`);
    return value && ends && ends[0] > 0 ? { value, lo: ends[0], hi: ends[1] } : null;
}

function methodAt(pointer, reference) {
    const m = { ...at(pointer), at: pointer, name: at(pointer + "/method") ?? "" };
    m.kind = m.contestant ? "outsider" : extras.kinds[m.name] ?? "plain";
    for (const group of GROUPS) {
        const own = m[group] ?? {}, is = m.name === reference;
        m[group] = { moves: own.moves ?? 0, ns: own.ns_median ?? 0, cold_ns: own.ns_cold ?? 0,
                     fresh: own.fresh ?? true, ratio: ratioAt(`${pointer}/${group}`, "", is),
                     cold: ratioAt(`${pointer}/${group}`, "_cold", is) };
    }
    return m;
}

/* Notes which shapes moved, and which of them each method took and answered exactly. */
function findTaken(result) {
    const errors = list(result.at + "/errors"), boxes = list(result.at + "/scenario/spaces");
    const isBox = (row) => boxes.includes(row.shape);
    result.boxesMoved = errors.some(isBox);
    result.othersMoved = errors.some((row) => !isBox(row));
    for (const m of result.methods) {
        const own = errors.filter((row) => row.method === m.name);
        const took = (row) => own.some((mine) => mine.shape === row.shape);
        m.takesAll = m.moves > 0 && errors.every(took);
        m.takesBoxes = m.moves > 0 && errors.every((row) => !isBox(row) || took(row));
        m.boxesRight = own.every((row) => !isBox(row) || (row.early === 0 && row.late === 0));
    }
}

function resultAt(pointer) {
    const reference = at(pointer + "/reference");
    const all = list(pointer + "/methods")
        .map((_, i) => methodAt(`${pointer}/methods/${i}`, reference));
    /* A method that takes only stationary objects has nothing to show if every object moved. */
    const isIdle = (m) => m.kind === "stationary" && !m.moves && all.some((other) => other.moves);
    const most = (group) => Math.max(0, ...all.map((m) => m[group].moves));
    const result = { at: pointer, reference, methods: all.filter((m) => !isIdle(m)),
                     idle: all.filter(isIdle), group: most("shot") > most("walk") ? "shot" : "walk",
                     timed: all.some((m) => m.walk.ns > 0 || m.shot.ns > 0) };
    findTaken(result);
    return result;
}

/* The ratio of a's time to b's, with an interval; null if unknown. The distances to the ends of
 * both intervals are added by their squares, like independent errors. Both intervals contain the
 * noise of the reference, so the result is rather too wide. */
function quotient(a, b) {
    if (!a || !b)
        return null;
    const value = a.value / b.value;
    if (b.lo === b.hi)
        return { value, lo: a.lo / b.value, hi: a.hi / b.value };
    if (a.lo === a.hi)
        return { value, lo: a.value / b.hi, hi: a.value / b.lo };
    const down = Math.hypot(Math.log(a.value / a.lo), Math.log(b.hi / b.value));
    const up = Math.hypot(Math.log(a.hi / a.value), Math.log(b.value / b.lo));
    return { value, lo: value * Math.exp(-down), hi: value * Math.exp(up) };
}

/* Below 0 if a is faster than b, above 0 if slower, 0 if no difference was found. */
function order(a, b, group, way = "ratio") {
    const q = quotient(a[group][way], b[group][way]);
    if (q)
        return q.lo > 1 ? 1 : q.hi < 1 ? -1 : 0;
    /* Without a ratio there is no interval, so the medians decide. */
    return way === "ratio" && a[group].ns && b[group].ns ? a[group].ns - b[group].ns : 0;
}

/* --- the verdict --- */

const fitsBoxes = (m) => m.kind === "plain" && m.takesBoxes && m.boxesRight && !m.late;
const fitsAll = (m) => m.kind === "plain" && m.takesAll && !m.late && !m.early;
const fitsRoughly = (m) => m.kind === "plain" && m.takesAll && !m.late && m.early > 0;

const least = (methods, cost) =>
    methods.reduce((best, m) => (best === null || cost(m) < cost(best) ? m : best), null);

/* The method with the fewest bytes among those that are not found slower than the fastest. */
function best({ methods, group }, fits) {
    const all = methods.filter(fits);
    const ratios = all.every((m) => m[group].ratio);
    const first = least(all, (m) => (ratios ? m[group].ratio.value : m[group].ns));
    return least(all.filter((m) => m === first || order(m, first, group) === 0), (m) => m.bytes);
}

/* "86 ns a walk (cold 95) and 206 ns a shot, in 149 KiB" */
function cost(m) {
    const times = GROUPS.filter((group) => m[group].ns).map((group, i) => [
        i ? " and " : "", show(`${m.at}/${group}/ns_median`), ` ns a ${group}`,
        m[group].cold_ns ? [" (cold ", show(`${m.at}/${group}/ns_cold`), ")"] : null]);
    return [times, times.length ? ", in " : "", show(m.at + "/bytes")];
}

/* "no difference found (0.77 to 1.24)"; "as fast" only if the interval is within 5 percent. */
function difference(a, b, group) {
    const q = quotient(a[group].ratio, b[group].ratio);
    if (!q)
        return [": as many ns"];
    const ends = make("data", { "data-of": `${a.at}/${group} ${b.at}/${group}`,
                                "data-value": exact([q.lo, q.hi]) }, shown([q.lo, q.hi], "ratio"));
    return [q.lo >= 0.95 && q.hi <= 1.05 ? " is as fast (" : ": no difference found (", ends, ")"];
}

/* Sentences about other suitable methods: those as fast, one that is faster when cold, the
 * smallest. */
function others(result, m, fits) {
    const { group, timed } = result, rest = result.methods.filter((o) => fits(o) && o !== m);
    const equal = timed ? rest.filter((o) => order(o, m, group) === 0) : [];
    const faster = rest.filter((o) => order(o, m, group, "cold") < 0);
    const cold = least(faster, (o) => o[group].cold.value);
    const small = least([m, ...rest], (o) => o.bytes);
    return [
        equal.map((o) => [" ", bold(o.name), difference(o, m, group), ", in ",
                          show(o.at + "/bytes"), "."]),
        cold ? [" Cold, ", bold(cold.name), " is faster: ", show(`${cold.at}/${group}/ns_cold`),
                ` ns a ${group}.`] : null,
        small !== m && !equal.includes(small)
            ? [" The smallest is ", bold(small.name), ": ", cost(small), "."] : null];
}

const item = (when, ...text) => make("li", {}, make("span", { class: "when" }, when), " ", text);

function aboutBoxes(result) {
    const m = best(result, fitsBoxes), when = "A few sizes, known in advance.";
    if (!result.boxesMoved)
        return item(when, "No box moved here: this run does not say.");
    if (!m)
        return item(when, "No method answered all moves of boxes exactly.");
    return item(when, bold(m.name), ": ", cost(m), "; no answer to a box is early or late.",
                others(result, m, fitsBoxes));
}

/* Methods that may stop early get a sentence if one is faster or smaller than the exact method. */
function aboutRoughly(result, exactOne) {
    const m = best(result, fitsRoughly);
    if (!m || (exactOne && order(m, exactOne, result.group) >= 0 && m.bytes >= exactOne.bytes))
        return null;
    return [" If an answer may stop early sometimes, ", bold(m.name), ": ", cost(m), "; ",
            show(m.at + "/early"), " of its ", show(m.at + "/moves"),
            " answers stop early, by at most ", show(m.at + "/max_early_units"),
            " units; none is late.", others(result, m, fitsRoughly)];
}

function aboutAny(result) {
    const m = best(result, fitsAll), when = "Any shape.";
    if (!result.othersMoved)
        return item(when, "Only boxes and points moved here: this run does not say.");
    const exactOne = m ? [bold(m.name), ": ", cost(m), "; no answer to any shape is early or late.",
                          others(result, m, fitsAll)]
        : "No method took all moves and answered all of them exactly.";
    return item(when, exactOne, aboutRoughly(result, m));
}

const aboutLate = (m) => make("li", { class: "bad" }, make("s", {}, m.name), " is struck out: ",
    show(m.at + "/late"), " of its answers are late: they go through solid, always a bug.");

/* --- what limits the verdict --- */

const warning = (...text) => make("p", { class: "bad noise", role: "note" }, text);

const aboutNoise = (pointer) => (at(pointer + "/noise/why")
    ? warning("The machine was noisy, and the times may not hold: ", show(pointer + "/noise/why"),
              ".") : null);

const names = (methods) => methods.map((m, i) => [i ? ", " : "", bold(m.name)]);

/* Methods with so few timed moves that these repeat. A method that takes hardly any of the moves
 * does not count. */
function aboutStale(result, group) {
    const stale = result.methods.filter((m) => !m[group].fresh);
    const most = (methods) => Math.max(0, ...methods.map((m) => m[group].moves));
    return most(stale) > 0.1 * most(result.methods)
        ? make("li", {}, `The ${group}s are too few for `, names(stale), ": repeated moves are "
               + "faster than in a game, where no move repeats.") : null;
}

/* One line for all methods that skipped the same number of moves for the same reason. */
function aboutSkipped(result) {
    const groups = new Map();
    for (const m of result.methods.filter((m) => m.skipped > 0)) {
        const key = m.skipped + (m.kind === "stationary" ? " still" : "");
        groups.set(key, [...(groups.get(key) ?? []), m]);
    }
    return [...groups.values()].map((methods) => make("li", {}, "Skipped by ", names(methods), ": ",
        show(methods[0].at + "/skipped"), " of ", show(result.at + "/scenario/moves"),
        methods[0].kind === "stationary" ? " moves, of moving objects."
            : " moves, of shapes that are not taken. Times are of the moves that all methods "
                + "take; rows with (rest) have the times of the others."));
}

/* Contestants are in the tables, but not in the verdict: they measure with clocks of their own. */
function aboutOutsider(m) {
    if (m.error)
        return make("li", { class: "bad" }, bold(m.name), " is a contestant without answers: ",
                    show(m.at + "/error"), ".");
    return make("li", {}, bold(m.name), " is a contestant",
        list(m.at + "/contestant/about").map((_, i) =>
            ["; ", show(`${m.at}/contestant/about/${i}`)]),
        m.contestant.skin ? ["; it stops up to ", show(m.at + "/contestant/skin"),
            " units short on purpose, and is early only if it stops farther away"] : null,
        "; it reports its times and memory itself, and the verdict leaves it out.");
}

function limits(result) {
    const { methods, idle, group, timed } = result;
    return make("ul", { class: "quiet" },
        make("li", {}, timed ? `The best method has the shortest time of a ${group}, the most `
             + "frequent kind of move. If no difference is found, it has the fewest bytes. Numbers "
             + "in brackets after a name: the 95% interval of the ratio of its time to the best."
             : "No times were measured: the best method has the fewest bytes."),
        GROUPS.map((group) => aboutStale(result, group)), aboutSkipped(result),
        idle.length ? make("li", {}, "No row, because no object is stationary here, and it takes "
                           + "no others: ", names(idle), ".") : null,
        methods.filter((m) => m.kind === "outsider").map(aboutOutsider));
}

function verdict(result) {
    return [aboutNoise(result.at), make("ul", { class: "verdict" }, aboutBoxes(result),
        aboutAny(result),
        result.methods.filter((m) => m.late > 0).map(aboutLate)), limits(result)];
}
