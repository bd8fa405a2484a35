// stream: reads the level, the shapes and the moves, which bspcompare writes to a contestant's
// standard input (format: docs/contestants.md).
#ifndef CONTESTANTS_STREAM_HPP
#define CONTESTANTS_STREAM_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Vec {
    double x, y, z;
    double operator[](int axis) const
    {
        return axis == 0 ? x : axis == 1 ? y : z;
    }
};

inline Vec operator+(Vec a, Vec b)
{
    return { a.x + b.x, a.y + b.y, a.z + b.z };
}
inline Vec operator-(Vec a, Vec b)
{
    return { a.x - b.x, a.y - b.y, a.z - b.z };
}
inline Vec operator*(double s, Vec a)
{
    return { s * a.x, s * a.y, s * a.z };
}
inline double dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec least(Vec a, Vec b)
{
    return { fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z) };
}
inline Vec most(Vec a, Vec b)
{
    return { fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z) };
}

// The inside is n.x <= d.
struct Plane {
    Vec n;
    double d;
};

// faces[i] lists the vertices of plane i's face, counterclockwise seen from outside. It is empty if
// the plane only touches the brush.
struct Brush {
    std::vector<Plane> planes;
    std::vector<Vec> vertices;
    std::vector<std::vector<unsigned>> faces;
};

// Cylinders and capsules are upright. mins and maxs of a capsule include its caps.
struct Shape {
    enum Kind { point, box, sphere, cylinder, capsule, hull } kind;
    Vec mins, maxs;
    double radius;
    std::vector<Vec> points; // corners of a hull
};

// The turn of a shape during a move, from an orientation, which is a unit quaternion w x y z, about
// an axis through a pivot in the shape.
struct Turn {
    double orientation[4];
    Vec axis;
    double degrees;
    Vec pivot;
};

struct Move {
    unsigned shape;
    Vec from, to; // positions of the pivot, if the shape turns
    bool turns;
    Turn turn;
};

struct Moves {
    std::string hash;
    std::vector<Brush> brushes;
    std::vector<Shape> shapes;
    std::vector<Move> moves;
    std::vector<unsigned> again;
};

class Reader
{
    std::string text;
    const char *at = nullptr;

  public:
    Reader()
    {
        char some[65536];
        for (size_t n; (n = fread(some, 1, sizeof some, stdin)) > 0;)
            text.append(some, n);
        at = text.c_str();
    }

    [[noreturn]] void fail(const char *wanted) const
    {
        const long line = 1 + std::count(text.c_str(), at, '\n');
        fprintf(stderr, "standard input, line %ld: %s expected\n", line, wanted);
        exit(2);
    }

    std::string word()
    {
        at += strspn(at, " \t\r\n");
        const size_t n = strcspn(at, " \t\r\n");
        return std::string((at += n) - n, n);
    }

    void expect(const char *name)
    {
        if (word() != name)
            fail(name);
    }

    double number()
    {
        char *end;
        const double value = strtod(at, &end);
        if (end == at || !std::isfinite(value))
            fail("a number");
        at = end;
        return value;
    }

    // Reads a whole number below the limit.
    unsigned whole(size_t limit)
    {
        const double value = number();
        if (!(value >= 0 && value < double(limit) && value == floor(value)))
            fail("a whole number in its range");
        return unsigned(value);
    }

    unsigned count(const char *name)
    {
        expect(name);
        return whole(text.size());
    }

    Vec vec()
    {
        const double x = number(), y = number();
        return { x, y, number() };
    }
};

inline Brush read_brush(Reader &in)
{
    Brush brush;
    const unsigned n_planes = in.count("brush"), n_vertices = in.whole(1u << 24);
    for (unsigned i = 0; i < n_planes; i++) {
        in.expect("plane");
        const Vec n = in.vec();
        brush.planes.push_back({ n, in.number() });
    }
    for (unsigned i = 0; i < n_vertices; i++) {
        in.expect("vertex");
        brush.vertices.push_back(in.vec());
    }
    for (unsigned i = 0; i < n_planes; i++) {
        std::vector<unsigned> face(in.count("face"));
        for (unsigned &corner : face)
            corner = in.whole(n_vertices);
        brush.faces.push_back(face);
    }
    return brush;
}

inline Shape read_shape(Reader &in)
{
    Shape s = { Shape::point, {}, {}, 0, {} };
    in.expect("shape");
    const std::string kind = in.word();
    if (kind == "box") {
        s.kind = Shape::box;
        s.mins = in.vec();
        s.maxs = in.vec();
        if (s.mins.x == s.maxs.x && s.mins.y == s.maxs.y && s.mins.z == s.maxs.z)
            s.kind = Shape::point; // its position is mins
    } else if (kind == "sphere" || kind == "cylinder" || kind == "capsule") {
        s.kind = kind == "sphere"     ? Shape::sphere
                 : kind == "cylinder" ? Shape::cylinder
                                      : Shape::capsule;
        const double r = s.radius = in.number();
        const double bottom = s.kind == Shape::sphere ? -r : in.number();
        const double top = s.kind == Shape::sphere ? r : in.number();
        s.mins = { -r, -r, bottom };
        s.maxs = { r, r, top };
    } else if (kind == "hull") {
        s.kind = Shape::hull;
        s.mins = { HUGE_VAL, HUGE_VAL, HUGE_VAL };
        s.maxs = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
        for (unsigned left = in.whole(1u << 24); left > 0; left--) {
            s.points.push_back(in.vec());
            s.mins = least(s.mins, s.points.back());
            s.maxs = most(s.maxs, s.points.back());
        }
    } else if (kind != "point") {
        in.fail("a kind of shape");
    }
    return s;
}

inline Move read_move(Reader &in, size_t n_shapes)
{
    Move move = {};
    const std::string kind = in.word();
    if (kind != "move" && kind != "turn")
        in.fail("a move");
    move.turns = kind == "turn";
    move.shape = in.whole(n_shapes);
    move.from = in.vec();
    move.to = in.vec();
    if (move.turns) {
        for (double &part : move.turn.orientation)
            part = in.number();
        move.turn.axis = in.vec();
        move.turn.degrees = in.number();
        move.turn.pivot = in.vec();
    }
    return move;
}

// Version 2 has moves that turn.
inline Moves read_moves(bool may_turn = false)
{
    Reader in;
    Moves all;
    in.expect("bsp-moves");
    if (const std::string version = in.word(); version != "1" && !(may_turn && version == "2"))
        in.fail(may_turn ? "version 1 or 2" : "version 1, without moves that turn,");
    all.hash = in.word();
    for (unsigned left = in.count("brushes"); left > 0; left--)
        all.brushes.push_back(read_brush(in));
    for (unsigned left = in.count("shapes"); left > 0; left--)
        all.shapes.push_back(read_shape(in));
    for (unsigned left = in.count("moves"); left > 0; left--)
        all.moves.push_back(read_move(in, all.shapes.size()));
    for (unsigned left = in.count("again"); left > 0; left--)
        all.again.push_back(in.whole(all.moves.size()));
    in.expect("end");
    return all;
}

#endif
