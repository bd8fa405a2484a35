"""Tests onion_bsp. Its answers must be those of `bspcompare run`, for any number of threads.

usage: BSPCOMPARE=build/bspcompare BSPLEVEL=build/bsplevel python3 -m unittest python/test_onion_bsp.py"""
import csv
import gc
import importlib.metadata
import os
import subprocess
import tempfile
import threading
import unittest
from unittest import mock

import numpy as np
import onion_bsp
from onion_bsp import Kind

DATA = os.environ.get("BSP_DATA_DIR") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
SCENARIO = os.path.join(DATA, "scenarios", "stand-and-crouch.json")
WORLD = os.path.join(DATA, "worlds", "pillars.json")
POOL = os.path.join(DATA, "worlds", "pool.json")
STAND = ((-15, -15, -24), (15, 15, 32))
CLASSES = {"E": Kind.EMPTY, "S": Kind.SOLID, "E2S": Kind.HIT, "S2E": Kind.LEAVES}
SHAPES = {"stand": onion_bsp.Box(*STAND), "crouch": onion_bsp.Box(STAND[0], (15, 15, 16)),
          "ball": onion_bsp.Sphere(12), "barrel": onion_bsp.Cylinder(12, -24, 32),
          "pill": onion_bsp.Capsule(12, -24, 32)}


def random_moves(n, seed=1):
    random = np.random.default_rng(seed)
    start = random.uniform((-550, -550, 0), (550, 550, 200), (n, 3))
    return start, start + random.normal(0, 100, (n, 3))


def built(name, level, boxes, **options):
    """Returns a tree that is built once for all tests."""
    path = os.path.join(built.folder.name, name)
    return onion_bsp.load(path) if os.path.exists(path) else onion_bsp.build(level, boxes, path, **options)


def setUpModule():
    built.folder = tempfile.TemporaryDirectory()


def tearDownModule():
    built.folder.cleanup()


def onion():
    return built("onion", WORLD, {"stand": STAND, "point": ((0, 0, 0), (0, 0, 0))})


def shift(method):
    return built(method, WORLD, {"stand": STAND}, method=method)


class Answers(unittest.TestCase):
    def equal(self, one, other):
        for name, a, b in zip(one._fields, one, other):
            np.testing.assert_array_equal(a, b, err_msg=name)

    def rows_of_program(self, method):
        """Returns the answers of bspcompare to the moves of the scenario, as a list of rows for each shape."""
        path = os.path.join(built.folder.name, "moves.csv")
        subprocess.run([os.environ.get("BSPCOMPARE") or "bspcompare", "run", SCENARIO, "--no-timing", f"--methods={method}",
                        f"--moves-out={path}"], check=True, capture_output=True)
        with open(path, encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["shape"] in SHAPES]
        return {shape: [row for row in rows if row["shape"] == shape] for shape in {row["shape"] for row in rows}}

    def same_as_program(self, method, query):
        n = 0
        for shape, rows in self.rows_of_program(method).items():
            def column(*names):
                return np.array([[float(row[name]) for name in names] for row in rows])
            start, end = column("from_x", "from_y", "from_z"), column("to_x", "to_y", "to_z")
            found = query(shape, start, end)
            kind = np.array([CLASSES[row["class"]] for row in rows])
            hit = kind == Kind.HIT
            np.testing.assert_array_equal(found.kind, kind)
            # For a move that starts in solid, the program prints t = 0.
            np.testing.assert_array_equal(np.where(kind == Kind.LEAVES, 0, found.t), column("t")[:, 0])
            np.testing.assert_array_equal(found.normal[hit], column("nx", "ny", "nz")[hit])
            np.testing.assert_array_equal(found.point[hit], column("at_x", "at_y", "at_z")[hit])
            brush = [int(row["brush"] or -1) if row["class"] == "E2S" else -1 for row in rows]
            # The program names the brush of the true contact. If a shape touches several brushes, the answer may name
            # another one.
            self.assertLessEqual((found.brush != brush).sum(), 4)
            n += hit.sum()
        self.assertGreater(n, 100)

    def test_onion_is_that_of_program(self):
        tree = built("low.onion", SCENARIO, {})
        self.same_as_program("onion", lambda shape, start, end: tree.trace(start, end, space=shape))

    def test_shift_is_that_of_program(self):
        tree = built("low.shift", SCENARIO, {}, method="shift")
        self.same_as_program("shift", lambda shape, start, end: tree.hit_check(SHAPES[shape], start, end))

    def test_exact_shift_is_that_of_program(self):
        tree = built("low.exact", SCENARIO, {}, method="shift-exact")
        self.same_as_program("shift-exact",
                             lambda shape, start, end: tree.hit_check(SHAPES[shape], start, end, exact=True))

    def test_threads_and_rows_change_nothing(self):
        tree, (start, end) = onion(), random_moves(1001)
        pill = onion_bsp.Capsule(15, -24, 32)
        for query in (lambda a, b, **n: tree.trace(a, b, space="stand", **n),
                      lambda a, b, **n: tree.slide(a, b - a, space="stand", step=18, **n),
                      lambda a, b, **n: tree.ground(a, 200, space="stand", **n),
                      lambda a, b, **n: tree.table.trace(a, b, shape=pill, skin=0.125, **n),
                      lambda a, b, **n: shift("shift").hit_check(pill, a, b, **n)):
            found = query(start, end)
            for threads in 0, 2, 7:
                self.equal(found, query(start, end, threads=threads))
            self.equal(found, type(found)(*map(np.concatenate, zip(query(start[:400], end[:400]),
                                                                   query(start[400:], end[400:])))))
            again = query(end, start)
            self.assertIs(query(start, end, out=again).point, again.point)
            self.equal(found, again)

    def test_table_agrees_with_trees(self):
        tree, (start, end) = onion(), random_moves(1000)
        own = tree.trace(start, end, space="stand")
        box, ball = onion_bsp.Box(*STAND), onion_bsp.Sphere(15)
        by_table = tree.table.trace(start, end, shape=box)
        np.testing.assert_array_equal(own.kind, by_table.kind)
        np.testing.assert_allclose(own.t, by_table.t, rtol=0, atol=1e-6)
        self.assertTrue((own.brush[own.kind == Kind.HIT] >= 0).all())
        skinned = tree.table.trace(start, end, shape=ball, skin=1)
        self.assertTrue((skinned.t < tree.table.trace(start, end, shape=ball).t).any())
        self.equal(skinned, tree.trace(start, end, shape=ball, skin=1))
        self.equal(skinned, shift("shift").trace(start, end, shape=ball, skin=1))
        exact = shift("shift-exact").hit_check(box, start, end, exact=True)
        np.testing.assert_allclose(own.t, exact.t, rtol=0, atol=1e-6)

    def test_shifting_is_early_never_late(self):
        start, end = random_moves(1000)
        ball = onion_bsp.Sphere(40)
        early = shift("shift").hit_check(ball, start, end)
        exact = shift("shift-exact").hit_check(ball, start, end, exact=True)
        both = (early.kind == Kind.HIT) & (exact.kind == Kind.HIT)
        self.assertGreater(both.sum(), 100)
        self.assertLess((early.t - exact.t)[both].max(), 1e-5)

    def test_turning(self):
        tree, (start, end) = shift("shift-exact"), random_moves(1000)
        random = np.random.default_rng(3)
        axis, degrees = random.normal(size=(1000, 3)), random.uniform(-180, 180, 1000)
        plank = onion_bsp.Box((-20, -3, -1), (20, 3, 1))
        by_table = tree.table.trace_turning(start, end, axis, degrees, shape=plank, pivot=(20, 0, 0))
        exact = tree.hit_check_turning(plank, start, end, axis, degrees, exact=True, pivot=(20, 0, 0))
        early = tree.hit_check_turning(plank, start, end, axis, degrees, pivot=(20, 0, 0), threads=0)
        hits = by_table.kind == Kind.HIT
        self.assertGreater(hits.sum(), 100)
        np.testing.assert_array_equal(by_table.kind, exact.kind)
        np.testing.assert_allclose(by_table.t, exact.t, rtol=0, atol=1e-6)
        self.assertLess((early.t - exact.t).max(), 1e-5)
        self.assertTrue((by_table.brush[hits] >= 0).all())
        still = tree.table.trace_turning(start, end, (0, 0, 1), 0, shape=plank)
        np.testing.assert_allclose(still.t, tree.table.trace(start, end, shape=plank).t, rtol=0, atol=1e-9)
        quarter = tree.table.trace_turning(start, end, (0, 0, 1), 0, shape=plank, orientation=(0.5 ** 0.5, 0, 0, 0.5 ** 0.5))
        across = tree.table.trace(start, end, shape=onion_bsp.Box((-3, -20, -1), (3, 20, 1)))
        np.testing.assert_allclose(quarter.t, across.t, rtol=0, atol=1e-9)
        five = tree.table.trace_turning(start, end, (0, 0, 1), 0, shape=plank, orientation=(0.70711, 0, 0, 0.70711))
        np.testing.assert_allclose(quarter.t, five.t, rtol=0, atol=1e-9)
        with self.assertRaises(ValueError):
            tree.table.trace_turning(start, end, axis, degrees[:7], shape=plank)
        for wrong, named in ((dict(degrees=400), "400.0"), (dict(axis=(0, 0, 0)), r"\[0.0, 0.0, 0.0\]"),
                             (dict(orientation=(0.7, 0, 0, 0.7)), "0.7"), (dict(pivot=(0, 1e10, 0)), "1e10|10000000000")):
            options = dict(axis=(0, 0, 1), degrees=90, shape=plank) | wrong
            with self.assertRaisesRegex(ValueError, f"row 0: {next(iter(wrong))} must .*{named}"):
                tree.table.trace_turning(start, end, **options)
        unknown = tree.table.trace_turning(start[:1], end[:1], (0, 0, float("nan")), 90, shape=plank)
        self.assertEqual(unknown.kind[0], Kind.SOLID)

    def test_all_brushes(self):
        table, (start, end) = onion().table, random_moves(500)
        end = start + 3 * (end - start)
        every = table.trace_all(start, end, shape=onion_bsp.Box(*STAND), most=32)
        few = table.trace_all(start, end, shape=onion_bsp.Box(*STAND), most=2, threads=0)
        first = table.trace(start, end, shape=onion_bsp.Box(*STAND))
        met = every.brush >= 0
        np.testing.assert_array_equal(met.sum(axis=1), every.count)
        self.assertGreater(every.count.max(), 2)
        np.testing.assert_array_equal(few.count, every.count)
        np.testing.assert_array_equal(few.brush, every.brush[:, :2])
        np.testing.assert_array_equal(every.count > 0, first.kind != Kind.EMPTY)
        hits = first.kind == Kind.HIT
        np.testing.assert_array_equal(every.enter[hits, 0], first.t[hits])
        self.assertTrue((np.diff(every.enter, axis=1) >= 0).all() and (every.enter <= every.leave).all())
        self.assertTrue((table.contents(start)[~met.any(axis=1)] == 0).all())
        again = table.trace_all(start, end, shape=onion_bsp.Box(*STAND), most=32, out=every)
        self.assertIs(again.enter, every.enter)
        with self.assertRaisesRegex(ValueError, "most must be 1 to 1024, not 0"):
            table.trace_all(start, end, shape=onion_bsp.Point(), most=0)

    def test_transitions(self):
        tree, (start, end) = onion(), random_moves(500)
        end = start + 3 * (end - start)
        for first, found in ((tree.trace(start, end, space="stand"), tree.transitions(start, end, space="stand")),
                             (shift("shift").hit_check(onion_bsp.Sphere(12), start, end),
                              shift("shift").transitions(start, end, shape=onion_bsp.Sphere(12)))):
            some = found.count > 0
            self.assertGreater(found.count.max(), 2)
            np.testing.assert_array_equal(some, first.kind != Kind.EMPTY)
            np.testing.assert_array_equal(found.t[some, 0], first.t[some])
            np.testing.assert_array_equal(found.kind[some, 0], first.kind[some])
            self.assertTrue((np.diff(found.t, axis=1) >= 0).all())

    def test_bodies(self):
        tree, (start, end) = onion(), random_moves(1000)
        free = tree.free(start, space="stand")
        kind = tree.trace(start, start, space="stand").kind
        np.testing.assert_array_equal(free, kind == Kind.EMPTY)
        np.testing.assert_array_equal(free, tree.table.free(start, shape=onion_bsp.Box(*STAND)))
        slid = tree.slide(start, end - start, space="stand")
        np.testing.assert_array_equal(slid.stuck, ~free)
        self.assertTrue(tree.free(slid.point, space="stand")[free].all())
        ground = tree.ground(start, 1000, space="stand")
        np.testing.assert_array_equal(ground.kind == onion_bsp.GroundKind.SOLID, ~free)
        stands = ground.kind == onion_bsp.GroundKind.WALKABLE
        self.assertTrue((ground.point[stands, 2] <= start[stands, 2]).all())
        self.assertTrue((ground.normal[stands, 2] >= 0.7).all())
        np.testing.assert_allclose((ground.normal * ground.point).sum(axis=1)[stands], ground.dist[stands])

    def test_contents_and_masks(self):
        tree = built("pool", POOL, {"stand": STAND})
        random = np.random.default_rng(2)
        points = random.uniform(-400, 400, (5000, 3))
        found = tree.contents(points)
        self.assertGreater(len(np.unique(found)), 2)
        inside = tree.table.free(points, shape=onion_bsp.Point(), mask=32)
        np.testing.assert_array_equal(inside, found & 32 == 0)

    def test_one_row_stands_for_all(self):
        tree, (start, end) = onion(), random_moves(100)
        self.equal(tree.trace(start[0], end, space="point"),
                   tree.trace(np.repeat(start[:1], 100, 0), end, space="point"))
        self.assertEqual(len(tree.trace((0, 0, 50), [9, 0, 50], space="point").t), 1)
        self.assertEqual(len(tree.trace(np.empty((0, 3)), np.empty((0, 3)), space="point").t), 0)
        self.equal(tree.trace(start.astype(int), end, space="point"),
                   tree.trace(np.trunc(start), np.asfortranarray(end), space="point"))

    def test_not_finite_is_solid(self):
        found = onion().trace((np.nan, 0, 50), (0, np.inf, 50), space="stand")
        self.assertEqual((found.kind[0], found.t[0], found.brush[0]), (Kind.SOLID, 0, -1))
        for bodies in onion(), onion().table, shift("shift"):
            self.assertFalse(bodies.free([(0, 0, np.nan), (np.inf, 0, 0)], shape=SHAPES["ball"]).any())

    def test_interrupted_call_waits_for_its_threads(self):
        p, start, started = np.zeros((400000, 3)), threading.Thread.start, []

        def fail_later(thread):
            if len(started) == 2:
                raise RuntimeError("no more threads")
            started.append(thread)
            start(thread)

        with mock.patch("os.cpu_count", lambda: 4), mock.patch("threading.Thread.start", fail_later):
            self.assertRaises(RuntimeError, onion().trace, p, p, space=0, threads=4)
        self.assertEqual([thread.is_alive() for thread in started], [False, False])

    def test_table_outlives_tree(self):
        tree = onion()
        table, start = tree.table, random_moves(100)[0]
        expected = table.contents(start)
        del tree
        gc.collect()
        _other = [np.full(100000, 255, np.uint8) for _ in range(20)]
        np.testing.assert_array_equal(table.contents(start), expected)


class Errors(unittest.TestCase):
    def refused(self, message, call, *arguments, error=onion_bsp.Error, **options):
        with self.assertRaisesRegex(error, message):
            call(*arguments, **options)

    def test_files(self):
        folder = built.folder.name
        path = os.path.join(folder, "bad.onion")
        self.refused("none", onion_bsp.load, os.path.join(folder, "none"), error=FileNotFoundError)
        for text in b"", b"no tree" * 40:
            with open(path, "wb") as file:
                file.write(text)
            self.refused("bad.onion: [a-z]", onion_bsp.load, path)
        onion()
        with open(os.path.join(folder, "onion"), "rb") as file:
            text = bytearray(file.read())
        text[len(text) // 2] ^= 1
        with open(path, "wb") as file:
            file.write(text)
        self.refused("checksum", onion_bsp.load, path)

    def test_build(self):
        self.refused("none.map: cannot read", onion_bsp.build, "none.map", {"stand": STAND}, "out")
        with mock.patch.dict(os.environ, BSPLEVEL="/none"):
            self.refused("/none cannot run .*BSPLEVEL", onion_bsp.build, WORLD, {}, "out")

    def test_queries(self):
        tree, p = onion(), (0, 0, 50)
        self.refused("no space 'fly': the onion has stand, point", tree.trace, p, p, space="fly")
        self.refused("say which space", tree.trace, p, p)
        self.refused("no space 2", tree.free, p, space=2)
        self.refused("belong to a shape", tree.trace, p, p, space=0, skin=1)
        self.refused("need a tree that names brushes", shift("shift").hit_check, SHAPES["ball"], p, p, exact=True)
        self.refused("mask is 0x0, not 0x8", shift("shift").hit_check, SHAPES["ball"], p, p, mask=8)
        bare = built("bare", WORLD, {"stand": STAND}, options=["--sides", "none"])
        self.assertIsNone(bare.table)
        self.refused("needs a brush table", bare.contents, p)
        self.assertEqual(bare.trace((0, 0, 100), (0, 0, -100)).brush[0], -1)
        boxes = built("boxes", WORLD, {"stand": STAND}, options=["--sides", "boxes"])
        self.refused("boxes and points only", boxes.table.trace, p, p, shape=SHAPES["ball"])
        for bad in np.zeros((4, 2)), np.zeros((2, 2, 3)), "text":
            self.refused("", tree.trace, bad, p, space=0, error=ValueError)
        self.refused("2 and 3 rows", tree.trace, np.zeros((2, 3)), np.zeros((3, 3)), space=0, error=ValueError)
        small = tree.trace(p, p, space=0)
        self.refused("out.t", tree.trace, np.zeros((2, 3)), p, space=0, out=small, error=ValueError)
        self.refused("threads", tree.trace, p, p, space=0, threads=-1, error=ValueError)
        self.refused("out must be the Traces", tree.trace, p, p, space=0, out=[small], error=ValueError)
        self.refused("integer", tree.trace, p, p, space=0.5, error=TypeError)
        self.refused("finite", tree.ground, p, np.inf, space=0, error=ValueError)
        self.refused("step must be at least 0", tree.slide, p, p, space=0, step=-3, error=ValueError)
        self.refused("belongs to shift trees", tree.hit_check, SHAPES["ball"], p, p)

    def test_defaults(self):
        table, start, end = onion().table, (0, 0, 100), (0, 0, -100)
        ray = table.trace(start, end)
        np.testing.assert_array_equal(ray.t, table.trace(start, end, shape=onion_bsp.Point()).t)
        self.assertEqual(repr(ray), "<onion_bsp.Traces of 1 rows>")
        self.assertEqual(onion_bsp.__version__, importlib.metadata.version("onion-bsp"))

    def test_shapes(self):
        for make, arguments in ((onion_bsp.Sphere, (-1,)), (onion_bsp.Sphere, (np.nan,)),
                                (onion_bsp.Capsule, (15, 0, 20)), (onion_bsp.Cylinder, (1, 2, 1)),
                                (onion_bsp.Box, ((0, 0, 0), (1, 1, -1))), (onion_bsp.Box, ((0, 0), (1, 1)))):
            self.refused("", make, *arguments, error=ValueError)


if __name__ == "__main__":
    unittest.main()
