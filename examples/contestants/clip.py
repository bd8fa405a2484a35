#!/usr/bin/env python3
"""clip: a contestant for docs/contestants.md. It clips moves against the planes of each brush, moved out by the box.

It is exact for points. Boxes stop early at slanted edges, which would need bevel planes.
"""
import sys
import time

TOUCH = 1e-5  # units; a deeper contact is a collision


def clip(planes, box, start, way):
    """Returns the time and normal at which the box enters. The time is 0 if it starts inside, 2 if it stays
    outside."""
    t_in, t_out, normal = 0.0, 1.0, (0, 0, 0)
    for *n, d in planes:
        corner = [box[k] if n[k] > 0 else box[3 + k] for k in range(3)]  # the corner that reaches the plane first
        outside = TOUCH - d + sum(n[k] * (start[k] + corner[k]) for k in range(3))
        speed = sum(n[k] * way[k] for k in range(3))
        if outside > 0 and speed >= 0:
            return 2, normal
        if speed > 0:
            t_out = min(t_out, -outside / speed)
        elif speed < 0 and -outside / speed > t_in:
            t_in, normal = -outside / speed, n
    return (t_in if t_in <= t_out else 2), normal


def main():
    brushes, boxes, moves = [], [], []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "bsp-moves":
            print("bsp-answers 1", rest[1])
        elif word == "brush":
            brushes.append([])
        elif word == "plane":
            brushes[-1].append([float(x) for x in rest])
        elif word == "shape":
            kinds = {"point": [0.0] * 6, "box": [float(x) for x in rest[1:]]}
            boxes.append(kinds.get(rest[0]))
        elif word == "move":
            moves.append((int(rest[0]), [float(x) for x in rest[1:]]))
    print("about each brush in turn, without bevels, in Python\nexact point")
    for i, (shape, (*start, x, y, z)) in enumerate(moves):
        if boxes[shape] is None:
            print("skip", i)
            continue
        way = [x - start[0], y - start[1], z - start[2]]
        began = time.perf_counter_ns()
        t, normal = min((clip(b, boxes[shape], start, way) for b in brushes),
                        default=(2, (0, 0, 0)), key=lambda hit: hit[0])
        took = time.perf_counter_ns() - began
        kind = "E" if t > 1 else "E2S" if any(normal) else "S"
        print("answer", i, kind, min(t, 1), *(normal if t <= 1 else (0, 0, 0)), took)
    print("end")


main()
