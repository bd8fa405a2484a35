"""Collision queries of saved onion and shift trees, over arrays.

    tree = onion_bsp.load("level.onion")
    answers = tree.trace(start, end, space="stand")    # float64 arrays of N rows x, y, z
    answers.t, answers.kind, answers.normal, answers.brush

The loop over the rows runs in C, without the interpreter's lock. threads=2 divides the rows between two threads.
threads=0 uses every processor, and a number of threads above the number of processors uses no more. Answers do not
depend on the number of threads. Trees and tables do not change, so any number of threads may use them. A row with a
number that is not finite gets the kind SOLID. z is up, and units are those of the level."""
import enum
import operator
import os
import subprocess
import threading
from typing import NamedTuple

import numpy as np

from ._core import ffi, lib

__version__ = "0.1.0"
__all__ = ["Error", "Kind", "GroundKind", "Space", "Traces", "Slides", "Grounds", "Crossings", "Transitions", "Box", "Sphere", "Capsule",
           "Cylinder", "Point", "OnionTree", "ShiftTree", "BrushTable", "load", "build"]


class Error(ValueError):
    """Raised if a file cannot be loaded or built, or if a tree or table does not support a query."""


class Kind(enum.IntEnum):
    """How a move ends, in Traces.kind."""
    EMPTY = 0  # the move stays in empty space
    SOLID = 1  # the move stays in solid
    HIT = 2  # the move starts in empty space, and hits something at t
    LEAVES = 3  # the move starts in solid, and leaves it at t


class GroundKind(enum.IntEnum):
    """The kind of the ground below a body, in Grounds.kind."""
    NONE = 0
    STEEP = 1
    WEDGED = 2  # the ground is steep on all sides, but the body cannot get lower
    WALKABLE = 3
    SOLID = 4  # the body is in solid


class Space(NamedTuple):
    """A space of an onion: the box that moves in it, and the contents that stop the box."""
    name: str
    mins: tuple
    maxs: tuple
    mask: int  # the contents that stop the box; 0 selects every brush
    filled: bool  # whether the outside of the level is solid


def _short_repr(rows):
    """Returns a repr of results that has only the number of rows."""
    return f"<onion_bsp.{type(rows).__name__} of {len(rows[0])} rows>"


class Traces(NamedTuple):
    """Answers to N moves, as arrays of N rows."""
    t: np.ndarray  # the time at which the move is stopped, or leaves solid; 0 at the start, 1 at the end of the move
    kind: np.ndarray  # a Kind
    normal: np.ndarray  # the normal of the plane that was hit, N x 3
    dist: np.ndarray  # the distance of that plane; normal . x = dist for positions x of the reference point on it
    point: np.ndarray  # the position at t, N x 3
    brush: np.ndarray  # the number of the brush that was hit; -1 if none is known
    contents: np.ndarray  # the contents of the brush; 0 if none is known

    __repr__ = _short_repr


class Slides(NamedTuple):
    """Bodies after moves along the surfaces that they meet."""
    point: np.ndarray  # the position, N x 3
    delta: np.ndarray  # the displacement that remains of the wanted displacement, N x 3
    climbed: np.ndarray  # the height gained by climbing a step
    stuck: np.ndarray  # whether the start is in solid
    n_contacts: np.ndarray
    n_traces: np.ndarray

    __repr__ = _short_repr


class Grounds(NamedTuple):
    """The ground below bodies."""
    kind: np.ndarray  # a GroundKind
    point: np.ndarray  # the position of a body that stands there, N x 3; without ground, the given point
    normal: np.ndarray  # the normal of the contact with the ground, N x 3; zero without ground
    dist: np.ndarray

    __repr__ = _short_repr


class Crossings(NamedTuple):
    """All brushes that N moves meet, with `most` columns for each row, in the order of entering."""
    count: np.ndarray  # the number of brushes that the move meets, which may exceed `most`; N
    enter: np.ndarray  # the t at which the move enters the brush, N x most; 0 if it starts inside; 2 without a brush
    leave: np.ndarray  # the t at which the move leaves the brush; 2 if it ends inside
    normal: np.ndarray  # the normal of the side through which it enters, N x most x 3
    dist: np.ndarray
    brush: np.ndarray  # the number of the brush; -1 without a brush
    side: np.ndarray  # the side of the brush; -1 for an edge or a corner
    contents: np.ndarray  # the contents of the brush

    __repr__ = _short_repr


class Transitions(NamedTuple):
    """All transitions of N moves through a tree, with `most` columns for each row, in order."""
    count: np.ndarray  # the number of transitions, which may exceed `most`; 0 for a move that stays in empty space; N
    t: np.ndarray  # the time of the transition, N x most; 2 without a transition
    kind: np.ndarray  # HIT and LEAVES in turn; SOLID, alone, for a move that stays in solid; EMPTY without one
    normal: np.ndarray  # the normal of the plane that was crossed, facing the empty side, N x most x 3
    dist: np.ndarray

    __repr__ = _short_repr


def _three(values, what):
    numbers = tuple(float(value) for value in values)
    if len(numbers) != 3 or not np.isfinite(numbers).all():
        raise ValueError(f"{what} must be three finite numbers, not {values!r}")
    return numbers


class Shape:
    """A shape that moves. Use Point(), Box(), Sphere(), Cylinder() or Capsule()."""

    def __init__(self, kind, **members):
        self.kind = kind
        self.members = members

    def __repr__(self):
        values = ", ".join(f"{name}={value}" for name, value in self.members.items())
        return f"{('Point', 'Box', 'Sphere', 'Cylinder', 'Capsule')[self.kind]}({values})"


def Point():
    return Shape(0)


def Box(mins, maxs):
    """A box with edges parallel to the axes. mins and maxs are relative to its reference point."""
    mins, maxs = _three(mins, "mins"), _three(maxs, "maxs")
    if any(low > high for low, high in zip(mins, maxs)):
        raise ValueError(f"mins {mins} exceed maxs {maxs}")
    return Shape(1, mins=mins, maxs=maxs)


def _radius(radius):
    if not 0 <= radius < float("inf"):
        raise ValueError(f"a radius must be a finite number from 0 on, not {radius!r}")
    return float(radius)


def Sphere(radius):
    """A sphere around its reference point."""
    return Shape(2, radius=_radius(radius))


def _upright(kind, radius, bottom, top):
    radius, (bottom, top, _) = _radius(radius), _three((bottom, top, 0), "bottom, top, 0")
    if top - bottom < (2 * radius if kind == 4 else 0):
        raise ValueError(f"from {bottom} to {top} there is no room for the shape")
    return Shape(kind, radius=radius, bottom=bottom, top=top)


def Cylinder(radius, bottom, top):
    """A cylinder around the z axis, from z = bottom to z = top."""
    return _upright(3, radius, bottom, top)


def Capsule(radius, bottom, top):
    """A capsule around the z axis, whose round caps touch z = bottom and z = top."""
    return _upright(4, radius, bottom, top)


# --- arrays ---


def _rows(*arrays, widths=()):
    """Returns the arrays as float64 arrays with equal numbers of rows. A single row stands for all rows. `widths` are
    the numbers of columns of the arrays, by default 3."""
    rows = [np.atleast_2d(np.asarray(array, dtype=np.float64)) for array in arrays]
    widths = widths or [3] * len(rows)
    for array, width in zip(rows, widths):
        if array.ndim != 2 or array.shape[1] != width:
            raise ValueError(f"an array must have the shape (N, {width}), not {array.shape}")
    n = max((len(array) for array in rows if len(array) != 1), default=1)
    if any(len(array) not in (1, n) for array in rows):
        raise ValueError("arrays have " + " and ".join(str(len(array)) for array in rows) + " rows")
    return n, [np.ascontiguousarray(np.broadcast_to(array, (n, array.shape[1]))) for array in rows]


def _finite(value, what):
    if not np.isfinite(value):
        raise ValueError(f"{what} must be a finite number, not {value!r}")
    return float(value)


def _input(array):
    return ffi.from_buffer("double[]", array)


_TRACES = dict(t="double", kind="uint8_t", normal="double 3", dist="double", point="double 3", brush="int32_t",
               contents="uint32_t")
_SLIDES = dict(point="double 3", delta="double 3", climbed="double", stuck="bool", n_contacts="uint8_t",
               n_traces="uint8_t")
_GROUNDS = dict(kind="uint8_t", point="double 3", normal="double 3", dist="double")
_CROSSINGS = dict(count="uint32_t", enter="double most", leave="double most", normal="double most 3",
                  dist="double most", brush="int32_t most", side="int32_t most", contents="uint32_t most")
_TRANSITIONS = dict(count="uint32_t", t="double most", kind="uint8_t most", normal="double most 3",
                    dist="double most")
_DTYPES = {"double": np.float64, "uint8_t": np.uint8, "int32_t": np.int32, "uint32_t": np.uint32, "bool": np.bool_}


def _output(kind, members, struct, n, out, most=1):
    """Returns new arrays for n rows of `most` answers, or the arrays of `out`. Also returns a list with the C struct
    that points to the arrays, and with all objects to which the struct points. Whoever uses the struct must hold the
    list."""
    if out is not None and not isinstance(out, kind):
        raise ValueError(f"out must be the {kind.__name__} of an earlier call, not {type(out).__name__}")
    pointers = ffi.new(struct)
    arrays = []
    keep = [pointers]
    for name, text in members.items():
        c_type, *columns = text.split()
        shape = (n, *(most if column == "most" else 3 for column in columns))
        array = np.empty(shape, _DTYPES[c_type]) if out is None else getattr(out, name)
        if array.shape != shape or array.dtype != _DTYPES[c_type] or not array.flags.c_contiguous:
            raise ValueError(f"out.{name} must be an array of {n} rows from an earlier call")
        buffer = ffi.from_buffer(c_type + "[]", array, require_writable=True)
        setattr(pointers, name, buffer)
        keep.append(buffer)
        arrays.append(array)
    return kind(*arrays), keep


def _run(n, threads, answer):
    """Divides n rows into ranges, one for each thread, and calls answer(first, end) for each. During the calls, cffi
    releases the interpreter's lock. An exception, such as that of Ctrl-C, may leave threads running, so `answer` must
    hold all objects that it uses."""
    threads, processors = operator.index(threads), os.cpu_count() or 1
    if threads < 0:
        raise ValueError("threads must be 0 or more")
    threads = max(1, min(threads or processors, processors, n // 64))
    ends = [n * i // threads for i in range(threads + 1)]
    started = []
    try:
        for i in range(1, threads):
            thread = threading.Thread(target=answer, args=ends[i:i + 2])
            thread.start()
            started.append(thread)
        answer(ends[0], ends[1])
    finally:
        for thread in started:
            thread.join()


class _Bodies:
    """The queries that trees and tables share. A subclass makes the body from the options."""

    def _body(self, **options):
        raise NotImplementedError

    def trace(self, start, end, *, threads=1, out=None, **options):
        """Moves a body from each row of `start` to the same row of `end`. Returns Traces.

        `out` may be the result of an earlier call with the same number of rows. Its arrays are filled again. They
        must not overlap each other, nor other rows of the input."""
        body = self._body(**options)
        n, (start, end) = _rows(start, end)
        traces, keep = _output(Traces, _TRACES, "ArrayTraces *", n, out)
        froms, tos = _input(start), _input(end)
        _run(n, threads, lambda first, last: lib.array_trace(body.c, froms, tos, first, last, keep[0]))
        return traces

    def slide(self, start, delta, *, step=0.0, walkable=0.7, threads=1, out=None, **options):
        """Moves bodies by the rows of `delta` along the surfaces that they meet. They climb steps up to the height
        `step`. Bodies stand on ground whose normal has a z of at least `walkable`. Returns Slides."""
        body = self._body(**options)
        n, (start, delta) = _rows(start, delta)
        slides, keep = _output(Slides, _SLIDES, "ArraySlides *", n, out)
        step, walkable = _finite(step, "step"), _finite(walkable, "walkable")
        if step < 0:
            raise ValueError(f"step must be at least 0, not {step!r}")
        froms, deltas = _input(start), _input(delta)
        _run(n, threads, lambda first, last: lib.array_slide(
            body.c, froms, deltas, step, walkable, first, last, keep[0]))
        return slides

    def ground(self, points, depth, *, walkable=0.7, threads=1, out=None, **options):
        """Finds the ground at most `depth` units straight below bodies. Returns Grounds."""
        body = self._body(**options)
        n, (points,) = _rows(points)
        grounds, keep = _output(Grounds, _GROUNDS, "ArrayGrounds *", n, out)
        depth, walkable = _finite(depth, "depth"), _finite(walkable, "walkable")
        rows = _input(points)
        _run(n, threads, lambda first, last: lib.array_ground(
            body.c, rows, depth, walkable, first, last, keep[0]))
        return grounds

    def free(self, points, *, threads=1, **options):
        """Returns an array of bool. An item is True if a body at the point is in no solid."""
        body = self._body(**options)
        n, (points,) = _rows(points)
        is_free = np.empty(n, np.bool_)
        rows, pointer = _input(points), ffi.from_buffer("bool[]", is_free, require_writable=True)
        _run(n, threads, lambda first, last: lib.array_free(body.c, rows, first, last, pointer))
        return is_free


def _list_all(function, body, start, end, kind, members, most, threads, out):
    """Lists up to `most` answers for each row by a function of the core. `kind` is the class of the result, such as
    Crossings."""
    most = operator.index(most)
    if not 1 <= most <= lib.ARRAY_MOST:
        raise ValueError(f"most must be 1 to {lib.ARRAY_MOST}, not {most!r}")
    n, (start, end) = _rows(start, end)
    found, keep = _output(kind, members, f"Array{kind.__name__} *", n, out, most)
    froms, tos = _input(start), _input(end)
    _run(n, threads, lambda first, last: function(body.c, froms, tos, first, last, most, keep[0]))
    return found


def _trace_turning(body, start, end, axis, degrees, *, orientation=(1, 0, 0, 0), pivot=(0, 0, 0), threads=1, out=None):
    degrees = np.reshape(np.asarray(degrees, dtype=np.float64), (-1, 1))
    n, (start, end, *turns) = _rows(start, end, orientation, axis, degrees, pivot, widths=(3, 3, 4, 3, 1, 3))
    turns = np.hstack(turns)
    traces, keep = _output(Traces, _TRACES, "ArrayTraces *", n, out)
    froms, tos, rows = _input(start), _input(end), _input(turns)
    why = ffi.new("const char **")
    bad = lib.array_bad_turn(rows, n, why)
    if bad < n:
        must = ffi.string(why[0]).decode()
        columns = {"orientation": slice(0, 4), "axis": slice(4, 7), "degrees": 7, "pivot": slice(8, 11)}
        raise ValueError(f"row {bad}: {must}, not {turns[bad, columns[must.split()[0]]].tolist()}")
    _run(n, threads, lambda first, last: lib.array_trace_turning(body.c, froms, tos, rows, first, last, keep[0]))
    return traces


class _Body:
    """The ArrayBody of C, with the objects to which it points."""

    def __init__(self, *owners, **members):
        self.owners = owners
        self.c = ffi.new("ArrayBody *", members)


def _mask(mask):
    if not 0 <= mask < 1 << 32:
        raise ValueError("a mask has 32 bits")
    return mask


def _shape_members(shape, mask, skin):
    """Returns the body for a shape. A shape of None is a point, which makes a move a ray."""
    shape = Point() if shape is None else shape
    if not isinstance(shape, Shape):
        raise TypeError(f"a shape is Point(), Box(), Sphere(), Cylinder() or Capsule(), not {shape!r}")
    if not 0 <= skin < float("inf"):
        raise ValueError("a skin is a finite number from 0 on")
    return dict(kind=shape.kind, mask=_mask(mask), skin=skin, **shape.members)


class BrushTable(_Bodies):
    """The brushes of a level, which answer traces with a skin and a mask, for every shape, without a tree.

    trace(), slide(), ground() and free() take shape=, and mask=, which is 0 to select every brush. All except free()
    take skin=, the distance that the shape keeps from brushes."""
    def __init__(self, handle):
        self._handle = handle

    def __repr__(self):
        return f"<onion_bsp.BrushTable of {self.n_brushes} brushes>"

    @property
    def n_brushes(self):
        return lib.bsp_brush_table_n_brushes(self._handle)

    @property
    def bytes(self):
        """The bytes of memory that queries of the table use."""
        return lib.bsp_brush_table_bytes(self._handle)

    @property
    def bounds(self):
        """The corners (mins, maxs) of the box around all brushes."""
        corners = ffi.new("double[6]")
        lib.array_bounds(self._handle, corners)
        return tuple(corners[0:3]), tuple(corners[3:6])

    def _body(self, shape=None, mask=0, skin=0.0):
        body = _Body(self, table=self._handle, **_shape_members(shape, mask, skin))
        if not lib.array_can_tell(body.c):
            raise Error(f"the table is for boxes and points only; build it without --sides boxes for {shape!r}")
        return body

    def trace_turning(self, start, end, axis, degrees, *, shape, mask=0, skin=0.0, **turns):
        """Moves a body for each row of the arrays: its pivot goes from `start` to `end`, while the body turns about
        `axis` by `degrees`, which is at most 180. Returns Traces.

        `orientation` has the quaternions (w, x, y, z) of the body at the start. Their length must be 1, within 1e-4.
        `pivot` is in the body's coordinates. A single row stands for all rows. An invalid turn (bsp-turn.h) is a
        ValueError."""
        if not lib.bsp_brush_table_can_turn(self._handle):
            raise Error("the table is for boxes and points only; build it without --sides boxes for bodies that turn")
        return _trace_turning(self._body(shape, mask, skin), start, end, axis, degrees, **turns)

    def trace_all(self, start, end, *, shape=None, mask=0, most=16, threads=1, out=None):
        """Finds every brush that a body meets on its way from each row of `start` to the same row of `end`, as if it went
        through all of them, for example for a bullet that goes through glass, or for a line of sight. Stores the first
        `most` brushes of each row. Returns Crossings."""
        return _list_all(lib.array_trace_all, self._body(shape, mask), start, end, Crossings, _CROSSINGS, most,
                         threads, out)

    def contents(self, points, *, threads=1):
        """Returns an array of uint32. An item has the bits of contents of all brushes that contain the point."""
        n, (points,) = _rows(points)
        found = np.empty(n, np.uint32)
        rows, pointer = _input(points), ffi.from_buffer("uint32_t[]", found, require_writable=True)
        _run(n, threads, lambda first, last: lib.array_contents(self._handle, rows, first, last, pointer))
        return found


class _Tree(_Bodies):
    """A saved tree and its brush table. `table` is None if the file has none."""

    def __init__(self, handle, table):
        self._handle = handle
        self.table = table

    def transitions(self, start, end, *, most=16, threads=1, out=None, **options):
        """Finds all transitions from empty to solid and back along each move, by the tree. Stores the first `most`
        transitions of each row. Takes space= for an onion, or shape= and mask= for a shift tree. Returns
        Transitions."""
        body = self._tree_body(**options)
        return _list_all(lib.array_transitions, body, start, end, Transitions, _TRANSITIONS, most, threads, out)

    def _needs_table(self, what):
        if self.table is None:
            raise Error(f"{what} needs a brush table, and the file was built with --sides none")
        return self.table

    def contents(self, points, *, threads=1):
        """Returns an array of uint32. An item has the bits of contents of all brushes that contain the point."""
        return self._needs_table("contents()").contents(points, threads=threads)


class OnionTree(_Tree):
    """An onion, which has spaces for several boxes in one tree.

    trace(), slide(), ground() and free() take space=, the name or the number of the space whose box moves. It may be
    left out if the onion has one space. names=False does not look up the brush that was hit. With shape=, mask= and
    skin=, the brush table answers."""

    def __init__(self, handle, table):
        super().__init__(handle, table)
        box, mask = ffi.new("double[6]"), ffi.new("uint32_t *")
        self.spaces = []
        for number in range(lib.onion_tree_n_spaces(handle)):
            name = lib.array_space(handle, number, box, mask)
            self.spaces.append(Space(ffi.string(name).decode() if name else "", tuple(box[0:3]), tuple(box[3:6]),
                                     mask[0], lib.onion_tree_space_is_filled(handle, number)))

    def __repr__(self):
        return f"<onion_bsp.OnionTree of {', '.join(space.name or '?' for space in self.spaces)}>"

    @property
    def bytes(self):
        """The bytes of memory that queries of the tree use, without the brush table."""
        return lib.array_onion_bytes(self._handle)

    def space(self, name):
        """Returns the number of the space of this name. A number of a space is returned unchanged."""
        names = [space.name for space in self.spaces]
        if name is None and len(names) == 1:
            return 0
        if isinstance(name, str) and name in names:
            return names.index(name)
        if not isinstance(name, str) and name is not None and 0 <= operator.index(name) < len(names):
            return operator.index(name)
        wrong = "say which space" if name is None else f"there is no space {name!r}"
        raise Error(f"{wrong}: the onion has {', '.join(names)}")

    def hit_check(self, *_args, **_options):
        """Raises Error, because only shift trees have hit_check()."""
        raise Error("hit_check() belongs to shift trees: an onion has trace()")

    def _body(self, space=None, shape=None, mask=0, skin=0.0, names=True):
        if shape is None:
            if mask or skin:
                raise Error("mask and skin belong to a shape; a space has its own mask")
            number = self.space(space)
            table = self.table._handle if self.table is not None and names else ffi.NULL
            of = self.spaces[number]
            return _Body(self, onion=self._handle, table=table, space=number, kind=1, mins=of.mins,
                         maxs=of.maxs, mask=of.mask)
        if space is not None:
            raise Error("give a space or a shape, not both, because a space moves its own box")
        return self._needs_table("a shape of your own")._body(shape, mask, skin)

    def _tree_body(self, space=None):
        return self._body(space)

    def free(self, points, *, threads=1, shape=None, **options):
        """Returns an array of bool. An item is True if a body at the point is in no solid. With shape=, the outside of
        the level counts as free (bsp-brush-table.h)."""
        if shape is None:
            return super().free(points, threads=threads, **options)
        return self._needs_table("a shape of your own").free(points, threads=threads, shape=shape,
                                                             mask=options.get("mask", 0))


class ShiftTree(_Tree):
    """A shift tree, which answers for every shape by dynamic plane shifting.

    hit_check(), slide(), ground() and free() take shape=, mask= (the tree's `mask`), exact= and names=. exact=True
    needs a tree that names brushes (build(method="shift-exact")). Without it, answers may be early for some shapes."""

    @property
    def mask(self):
        """The contents that stop a shape. 0 selects all brushes."""
        return lib.shift_tree_mask(self._handle)

    @property
    def names_brushes(self):
        return lib.shift_tree_names_brushes(self._handle)

    @property
    def bytes(self):
        """The bytes of memory that queries of the tree use, without the brush table."""
        return lib.array_shift_bytes(self._handle)

    def __repr__(self):
        return f"<onion_bsp.ShiftTree {'with' if self.names_brushes else 'without'} names of brushes>"

    def _body(self, shape=None, mask=0, exact=False, names=True, skin=0.0):
        members = _shape_members(shape, mask, skin)
        if mask != self.mask:
            raise Error(f"the tree's mask is {self.mask:#x}, not {mask:#x}")
        elif skin:
            raise Error("a skin needs trace(), which the brush table answers")
        elif exact and not self.names_brushes:
            raise Error("exact answers need a tree that names brushes: build(method='shift-exact')")
        table = self.table._handle if self.table is not None and names else ffi.NULL
        if table != ffi.NULL:
            check = _Body(table=table, **members)
            table = table if lib.array_can_tell(check.c) else ffi.NULL
        return _Body(self, shift=self._handle, table=table, exact=exact, **members)

    def _tree_body(self, shape=None, mask=0):
        return self._body(shape, mask)

    def hit_check(self, shape, start, end, *, threads=1, out=None, **options):
        """Moves the shape from each row of `start` to the same row of `end`, by plane shifting. Returns Traces."""
        return super().trace(start, end, threads=threads, out=out, shape=shape, **options)

    def hit_check_turning(self, shape, start, end, axis, degrees, *, mask=0, exact=False, **turns):
        """Moves a body that turns, like trace_turning() of the brush table, but by plane shifting. Answers are never
        late, and are exact only with exact=True. The answers name no brushes."""
        body = self._body(shape, mask, exact)
        return _trace_turning(body, start, end, axis, degrees, **turns)

    def trace(self, start, end, *, shape, mask=0, skin=0.0, threads=1, out=None):
        """Traces moves by the brush table. Returns Traces."""
        return self._needs_table("trace()").trace(start, end, threads=threads, out=out, shape=shape, mask=mask,
                                                  skin=skin)


# --- files ---


def _why(path, why):
    return Error(f"{path}: {ffi.string(why[0]).decode() if why[0] else 'it cannot be loaded'}")


def load(path):
    """Loads a tree that `bsplevel build` has saved, and returns an OnionTree or a ShiftTree. The file may be replaced or
    removed afterwards, because the tree holds its bytes in memory until the tree and its table are freed."""
    path = os.fspath(path)
    data = np.fromfile(path, np.uint8)
    bytes_of_file = ffi.from_buffer(data)
    why, has_table = ffi.new("const char **"), ffi.new("bool *")
    kind = lib.array_saved_kind(bytes_of_file, len(data), has_table, why)
    if not kind:
        raise _why(path, why)

    def loaded(load_function, free_function):
        handle = load_function(bytes_of_file, len(data), why)
        if handle == ffi.NULL:
            raise _why(path, why)
        # The bytes must outlive the handle, so the function that frees the handle owns them, too.
        return ffi.gc(handle, lambda pointer, owned=bytes_of_file: free_function(pointer))

    table = BrushTable(loaded(lib.bsp_brush_table_load, lib.bsp_brush_table_free)) if has_table[0] else None
    if kind == 1:
        return OnionTree(loaded(lib.onion_tree_load, lib.onion_tree_free), table)
    return ShiftTree(loaded(lib.shift_tree_load, lib.shift_tree_free), table)


def build(level, boxes, out, *, method="onion", options=()):
    """Builds the tree of a level, saves it in the file `out`, and loads it.

    `level` is a file that bsplevel reads, such as "level.map". `boxes` is {"stand": (mins, maxs)}; {} uses the boxes
    of a scenario. `method` is onion, shift, shift-box or shift-exact. `options` are further options of `bsplevel
    build`. The program is the one in the variable BSPLEVEL, or else bsplevel in PATH."""
    program = os.environ.get("BSPLEVEL") or "bsplevel"
    command = [program, "build", os.fspath(level), "--method", method, "-o", os.fspath(out), *options]
    texts = []
    for name, (mins, maxs) in boxes.items():
        corners = (",".join(repr(value) for value in _three(corner, name)) for corner in (mins, maxs))
        texts.append(f"{name}={':'.join(corners)}")
    if texts:
        command += ["--shapes", ",".join(texts)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Error(f"{program} cannot run ({error.strerror}): set BSPLEVEL to the program of the build") from error
    if ran.returncode:
        raise Error(ran.stderr.strip() or f"{program}: exit status {ran.returncode}")
    return load(out)
