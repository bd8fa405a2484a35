"""A tutorial in the form of a script. It is about the memory that trees for several boxes need, and about early
answers of plane shifting. It draws two pictures.

usage: tutorial.py [LEVEL [FOLDER]]     BSPLEVEL names the program that builds the trees

Run it from the top folder: BSPLEVEL=build/bsplevel python3 python/tutorial.py"""
import os
import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import onion_bsp
from onion_bsp import Kind

PILLARS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "worlds", "pillars.json")

# --- 1. Build a tree, and trace moves ---
#
# A space is the level expanded for one box. An onion has several. trace() takes arrays of moves: the rows of `start`
# and `end`. Each member of the answer is an array.


def first_moves(level, folder):
    boxes = {"stand": ((-15, -15, -24), (15, 15, 32)), "crouch": ((-15, -15, -24), (15, 15, 16))}
    tree = onion_bsp.build(level, boxes, os.path.join(folder, "tutorial.onion"))
    start, end = random_moves(tree, 10000)
    for name in boxes:
        answers = tree.trace(start, end, space=name)
        hit = answers.kind == Kind.HIT
        brushes, counts = np.unique(answers.brush[hit], return_counts=True)
        print(f"{name}: {hit.mean():.0%} of the moves hit something, at t = {np.median(answers.t[hit]):.2f} in the "
              f"median; brush {brushes[counts.argmax()]} most often")
    return tree


def random_moves(tree, n, seed=1):
    """Returns moves of some 100 units from points inside the bounds of the level."""
    random = np.random.default_rng(seed)
    start = random.uniform(*tree.table.bounds, (n, 3))
    return start, start + random.normal(0, 60, (n, 3))


# --- 2. Memory against the number of boxes ---
#
# An onion shares planes between its spaces, so one onion of N boxes may be smaller than N onions of one box. A shift
# tree serves every box, so its size does not depend on the number of boxes.


def boxes_of_size(n):
    return {f"box{i}": ((-4 - 3 * i, -4 - 3 * i, -24), (4 + 3 * i, 4 + 3 * i, 8 + 6 * i)) for i in range(n)}


def memory(level, folder, most=8):
    """Returns the bytes of one onion of 1 to `most` boxes, the total bytes of an onion for each of these boxes, and
    the bytes of one shift tree."""
    path = os.path.join(folder, "memory")
    boxes = boxes_of_size(most)
    alone = np.cumsum([onion_bsp.build(level, {name: box}, path).bytes for name, box in boxes.items()])
    together = [onion_bsp.build(level, boxes_of_size(n), path).bytes for n in range(1, most + 1)]
    shift = onion_bsp.build(level, boxes, path, method="shift-box").bytes
    return np.array(together), alone, shift


def draw_memory(together, alone, shift, picture):
    n = np.arange(1, len(together) + 1)
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    axes.plot(n, alone / 1024, "o--", label="an onion for each box")
    axes.plot(n, together / 1024, "o-", label="one onion of all boxes")
    axes.axhline(shift / 1024, color="gray", label="one shift tree, exact for every box")
    axes.set(xlabel="boxes", ylabel="KiB of memory, without brush tables", ylim=0, title="Memory by number of boxes")
    axes.legend()
    figure.savefig(picture, dpi=120)


# --- 3. How early plane shifting answers, by size ---
#
# Plane shifting tests a shape by moving planes. At corners the moved planes enclose more than the shape can touch, so
# the answer may be early. Then the shape stops before it touches anything. It is never late. A larger shape sticks out
# farther. Bevels limit this (method="shift": at edges of more than 90 degrees). exact=True tests the shape itself, so
# no answer is early.


def early(level, folder, radii, n=20000):
    """Returns for each radius of a sphere the fraction of early answers among hits, and the mean distance by which
    these are early. If a move hits nothing, a wrong hit is early by the rest of the move."""
    bevelled, exact_tree = (onion_bsp.build(level, {"box": ((-1, -1, -1), (1, 1, 1))},
                                            os.path.join(folder, method), method=method)
                            for method in ("shift", "shift-exact"))
    start, end = random_moves(bevelled, n)
    length = np.linalg.norm(end - start, axis=1)
    rows = []
    for radius in radii:
        ball = onion_bsp.Sphere(radius)
        free = exact_tree.free(start, shape=ball, exact=True)
        shifted = bevelled.hit_check(ball, start[free], end[free])
        exact = exact_tree.hit_check(ball, start[free], end[free], exact=True)
        # A shape that the shifted planes enclose at its start cannot move at all.
        stop = np.where(np.isin(shifted.kind, (Kind.SOLID, Kind.LEAVES)), 0, shifted.t)
        units = (exact.t - stop) * length[free]
        is_early = units > 0.01
        rows.append((is_early.sum() / max(1, (stop < 1).sum()), np.mean(units[is_early]) if is_early.any() else 0))
        assert units.min() > -0.01, "an answer is late"
    return np.array(rows)


def draw_early(radii, rows, picture):
    figure, (part, units) = plt.subplots(2, 1, figsize=(7, 6), sharex=True, layout="constrained")
    part.plot(radii, 100 * rows[:, 0], "o-")
    part.set(ylabel="percent of hits that are early", ylim=0, title="Early answers of plane shifting, by size")
    units.plot(radii, rows[:, 1], "o-", color="tab:orange")
    units.set(xlabel="radius of the sphere, in units", ylabel="units too early, on average", ylim=0)
    figure.savefig(picture, dpi=120)


def main(level=PILLARS, folder="."):
    print(first_moves(level, folder))
    together, alone, shift = memory(level, folder)
    draw_memory(together, alone, shift, os.path.join(folder, "memory.png"))
    print(f"{len(together)} boxes: {together[-1]} bytes in one onion, {alone[-1]} in an onion each, {shift} in a "
          "shift tree")
    radii = np.array([1, 2, 4, 8, 16, 24, 32, 40, 48])
    rows = early(level, folder, radii)
    draw_early(radii, rows, os.path.join(folder, "early.png"))
    for radius, (part, units) in zip(radii, rows):
        print(f"radius {radius}: {part:.1%} of hits are early, by {units:.2f} units on average")
    print(f"pictures: {os.path.join(folder, 'memory.png')}, {os.path.join(folder, 'early.png')}")


if __name__ == "__main__":
    if len(sys.argv) > 3 or "--help" in sys.argv:
        sys.exit(__doc__)
    main(*sys.argv[1:])
