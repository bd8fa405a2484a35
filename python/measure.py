"""Measures the processor time of one call for a million moves, and of the same loop in C (measure.c). Both fill arrays
that have been filled before. The last figure is for a call that makes new arrays.

usage: measure.py BUILD [LEVEL.onion [MOVES [TRIES]]], with the build folder of the project"""
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import onion_bsp

HERE = os.path.dirname(os.path.abspath(__file__))


def random_moves(tree, n):
    """Returns walks and shots from random free positions of the level."""
    random = np.random.default_rng(1)
    start = np.empty((0, 3))
    while len(start) < n:
        points = random.uniform(*tree.table.bounds, (n, 3))
        start = np.concatenate((start, points[tree.free(points, space=0)]))[:n]
    return start, start + random.normal(0, 1, (n, 3)) * random.choice([10, 300], (n, 1))


def checksum(found):
    """Returns the checksum that measure.c prints. The numbers are added in the same order."""
    return np.cumsum(found.t + found.kind + found.dist + found.brush + found.contents)[-1]


def tries_in_c(build, tree, moves, n, tries):
    """Yields the seconds of each try in C, and the checksum. After each one, the caller makes its own try."""
    folder = os.path.dirname(moves)
    program = os.path.join(folder, "measure")
    subprocess.run([os.environ.get("CC", "gcc"), "-std=c11", "-O2", "-ffp-contract=off",
                    "-I", os.path.join(HERE, "..", "lib", "include"), os.path.join(HERE, "measure.c"),
                    os.path.join(build, "libbsptrace.a"), "-lm", "-o", program], check=True)
    for _ in range(tries):
        ran = subprocess.run([program, tree, moves, str(n), "0", "1"], check=True, capture_output=True, text=True)
        seconds, total = ran.stdout.splitlines()[0].split()
        yield float(seconds), float(total)


def main(build, path=None, n="1000000", tries="15"):
    n, tries = int(n), int(tries)
    with tempfile.TemporaryDirectory() as folder:
        if path is None:
            os.environ.setdefault("BSPLEVEL", os.path.join(build, "bsplevel"))
            path = os.path.join(folder, "level.onion")
            onion_bsp.build(os.path.join(HERE, "..", "data", "worlds", "pillars.json"),
                            {"stand": ((-15, -15, -24), (15, 15, 32))}, path)
        tree = onion_bsp.load(path)
        start, end = random_moves(tree, n)
        moves = os.path.join(folder, "moves")
        np.concatenate((start, end)).tofile(moves)
        out = tree.trace(start, end, space=0)
        in_python, in_c, new, totals = [], [], [], set()
        for seconds, total in tries_in_c(build, path, moves, n, tries):
            in_c.append(seconds)
            tree.trace(start, end, space=0, out=out)  # the program in C also warms the caches first
            begin = time.process_time()
            found = tree.trace(start, end, space=0, out=out)
            in_python.append(time.process_time() - begin)
            begin = time.process_time()
            tree.trace(start, end, space=0)
            new.append(time.process_time() - begin)
            totals |= {f"{total:.17g}", f"{checksum(found):.17g}"}
    c, python = min(in_c), min(in_python)
    print(f"{n} moves, the best of {tries} tries: {1e9 * c / n:.1f} ns a move in C, "
          f"{1e9 * python / n:.1f} in Python: {100 * (python / c - 1):+.1f} percent; "
          f"{np.mean(found.kind == onion_bsp.Kind.HIT):.0%} hit; "
          f"checksums {'equal' if len(totals) == 1 else 'DIFFER: ' + ' '.join(totals)}; "
          f"{1e9 * min(new) / n:.1f} ns with new arrays")
    return len(totals) != 1


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
