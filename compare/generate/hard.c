/* hard: generates random groups of brushes with nearly equal planes, and worlds of them. */
#include "generate/hard.h"

typedef struct {
    GRand *rand;
    BspVec middle;
    CompareHardFunc func;
    gpointer data;
    guint n; /* the number of brushes that were made so far */
} Group;

/* --- drawing --- */

static gint draw_number(Group *g, gint lo, gint hi)
{
    return compare_draw_whole(g->rand, lo, hi);
}

/* Draws 0, or 1e-12 to 1e-3 of either sign, with every order of magnitude equally likely. */
static double draw_hair(Group *g)
{
    static const double powers[] = { 0,    1e-12, 1e-11, 1e-10, 1e-9, 1e-8,
                                     1e-7, 1e-6,  1e-5,  1e-4,  1e-3 };
    double h = powers[draw_number(g, 0, G_N_ELEMENTS(powers) - 1)];
    if (draw_number(g, 0, 1))
        h *= g_rand_double_range(g->rand, 0.1, 1);
    return draw_number(g, 0, 1) ? h : -h;
}

/* Draws a length, which is a whole number, or a number with all its binary digits. */
static double draw_length(Group *g, gint lo, gint hi)
{
    return draw_number(g, 0, 1) ? draw_number(g, lo, hi) : g_rand_double_range(g->rand, lo, hi);
}

/* Draws a point. Each draw has a statement of its own, because the arguments of a call may be
 * evaluated in any order. */
static BspVec draw_point(Group *g, gint lo, gint hi)
{
    BspVec p;
    for (guint axis = 0; axis < 3; axis++)
        p.v[axis] = draw_number(g, lo, hi);
    return p;
}

static BspVec draw_lengths(Group *g, gint lo, gint hi)
{
    BspVec v;
    for (guint axis = 0; axis < 3; axis++)
        v.v[axis] = draw_length(g, lo, hi);
    return v;
}

/* --- boxes with changed planes --- */

static BspVec axis_of(guint side)
{
    BspVec n = bsp_vec(0, 0, 0);
    n.v[side / 2] = side & 1 ? 1 : -1;
    return n;
}

/* Computes the six planes of a box around the group's middle, in the order of sides 0 to 5, which
 * face -x, +x, -y, +y, -z and +z. */
static void box_planes(const Group *g, BspVec mins, BspVec maxs, BspPlane planes[6])
{
    BspVec a = bsp_vec_add(g->middle, mins), b = bsp_vec_add(g->middle, maxs);
    for (guint side = 0; side < 6; side++) {
        guint axis = side / 2;
        planes[side] = (BspPlane){ axis_of(side), side & 1 ? b.v[axis] : -a.v[axis] };
    }
}

/* Returns the plane of a side through the point. Its normal is an axis, tilted towards the two
 * other axes. */
static BspPlane tilt_plane(guint side, BspVec through, double tilt_1, double tilt_2)
{
    BspVec n = axis_of(side);
    guint axis = side / 2;
    n.v[(axis + 1) % 3] = tilt_1;
    n.v[(axis + 2) % 3] = tilt_2;
    n = bsp_vec_unit(n);
    return (BspPlane){ n, bsp_vec_dot(n, through) };
}

static void emit_brush(Group *g, const BspPlane *planes, guint n)
{
    g_autoptr(BspBrush) brush = bsp_brush_new_planes(planes, n, NULL);
    if (!brush)
        return;
    g->func(planes, n, g->data);
    g->n++;
}

static void emit_box(Group *g, BspVec mins, BspVec maxs)
{
    BspPlane planes[6];
    box_planes(g, mins, maxs, planes);
    emit_brush(g, planes, 6);
}

/* --- the kinds --- */

/* Emits a plate between two level or sloping planes, at least 1/1024 unit thick. */
static void emit_plate(Group *g)
{
    BspPlane planes[8];
    BspVec at = draw_point(g, -48, 48);
    BspVec half = draw_lengths(g, 4, 64);
    double slope = draw_number(g, 0, 1) ? draw_hair(g) : draw_number(g, -1, 1) / 64.0;
    guint side = 2 * (guint)draw_number(g, 0, 2);
    box_planes(g, bsp_vec_sub(at, half), bsp_vec_add(at, half), planes);
    at = bsp_vec_add(at, g->middle);
    planes[6] = tilt_plane(side, at, slope, draw_hair(g));
    planes[7] = (BspPlane){ bsp_vec_neg(planes[6].normal), -planes[6].dist };
    planes[7].dist += 1.0 / (1 << draw_number(g, 4, 10));
    emit_brush(g, planes, 8);
}

/* Emits a pyramid up to a thousand times as high as it is wide. */
static void emit_needle(Group *g)
{
    BspPlane planes[5];
    guint up = (guint)draw_number(g, 0, 2);
    double thick = 1.0 / (1 << draw_number(g, 0, 7)), high = draw_length(g, 16, 100);
    BspVec at = draw_point(g, -16, 16);
    at = bsp_vec_add(at, g->middle);
    for (guint i = 0; i < 4; i++) {
        BspVec n = bsp_vec(0, 0, 0), foot = at;
        guint axis = (up + 1 + i / 2) % 3;
        foot.v[axis] += i & 1 ? thick : -thick;
        n.v[axis] = i & 1 ? 1 : -1;
        n.v[up] = thick / high;
        n = bsp_vec_unit(n);
        planes[i] = (BspPlane){ n, bsp_vec_dot(n, foot) };
    }
    planes[4] = (BspPlane){ axis_of(2 * up), -at.v[up] };
    emit_brush(g, planes, 5);
}

static void emit_slivers(Group *g)
{
    double gap = 1.0 / (1 << draw_number(g, 6, 10)), x = draw_number(g, -48, 0),
           wide = draw_length(g, 8, 32);
    emit_plate(g);
    emit_needle(g);
    emit_box(g, bsp_vec(x, -32, -64), bsp_vec(x + wide, 32, -8));
    emit_box(g, bsp_vec(x + wide + gap, -32, -64), bsp_vec(x + wide + 40, 32, -8));
    emit_plate(g);
}

/* Emits two bricks with a wedge-shaped gap between them, side by side or one above the other. A
 * third brick closes the wide end. */
static void fill_wedges(Group *g)
{
    BspPlane planes[7];
    double far = draw_length(g, 32, 96),
           angle = fabs(draw_hair(g)) + (draw_number(g, 0, 1) ? 1e-4 : 0);
    double turn = draw_number(g, 0, 2) ? 0 : draw_hair(g);
    BspVec edge = g->middle;
    emit_box(g, bsp_vec(0, -40, -24), bsp_vec(far, 40, 0));
    box_planes(g, bsp_vec(0, -40, 0), bsp_vec(far, 40, 24), planes);
    /* The bottom of the upper brick, below which the gap becomes wider along x. */
    planes[4] = tilt_plane(4, edge, angle, turn);
    emit_brush(g, planes, 6);
    if (draw_number(g, 0, 1)) { /* adds a brush that fills the gap, if the gap is thick enough */
        box_planes(g, bsp_vec(0, -40, 0), bsp_vec(far, 40, 24), planes);
        planes[5] = (BspPlane){ bsp_vec_neg(tilt_plane(4, edge, angle, turn).normal), 0 };
        planes[5].dist = bsp_vec_dot(planes[5].normal, edge);
        emit_brush(g, planes, 6);
    }
    emit_box(g, bsp_vec(far, -40, -24), bsp_vec(far + 16, 40, 24));
}

static void near_axial(Group *g)
{
    for (gint i = draw_number(g, 2, 4); i > 0; i--) {
        BspPlane planes[6];
        BspVec at = bsp_vec_scale(draw_point(g, -6, 6), 8);
        BspVec half = draw_lengths(g, 4, 60);
        box_planes(g, bsp_vec_sub(at, half), bsp_vec_add(at, half), planes);
        for (guint side = 0; side < 6; side++) {
            BspVec corner = bsp_vec_add(g->middle, at);
            for (guint k = 0; k < 3; k++)
                corner.v[k] += k == side / 2 ? (side & 1 ? half.v[k] : -half.v[k])
                                             : draw_number(g, -1, 1) * half.v[k];
            double tilt = draw_hair(g), other = draw_number(g, 0, 1) ? draw_hair(g) : 0;
            if (draw_number(g, 0, 2))
                planes[side] = tilt_plane(side, corner, tilt, other);
        }
        emit_brush(g, planes, 6);
    }
}

static void near_coplanar(Group *g)
{
    gint n = draw_number(g, 3, 6);
    double wide = draw_number(g, 4, 16),
           step = draw_number(g, 0, 2) ? wide + draw_number(g, 0, 16) : wide;
    double bottom = draw_number(g, -64, -8), top = draw_number(g, 0, 64);
    for (gint i = 0; i < n; i++) {
        BspPlane planes[6];
        double x = -64 + i * step;
        box_planes(g, bsp_vec(x, -16, bottom), bsp_vec(x + wide, 16, top), planes);
        for (guint side = 2; side < 6; side++) { /* the sides along the row */
            BspVec corner = bsp_vec_add(g->middle, bsp_vec(x, side & 1 ? 16 : -16, top));
            corner.z = side == 4 ? g->middle.z + bottom : corner.z;
            double tilt = draw_hair(g), other = draw_hair(g);
            planes[side] = tilt_plane(side, corner, tilt, other);
            planes[side].dist += draw_hair(g);
        }
        emit_brush(g, planes, 6);
    }
}

static void fill_bricks(Group *g)
{
    gint n_rows = draw_number(g, 1, 3), n = draw_number(g, 2, 3);
    double wide = draw_length(g, 8, 32), deep = draw_length(g, 8, 32), high = draw_length(g, 4, 16);
    /* If set, the row has pillars with gaps, otherwise bricks. */
    gboolean apart = draw_number(g, 0, 2) == 0;
    double step = apart ? wide + draw_number(g, 1, 8) : wide;
    for (gint row = 0; row < n_rows; row++)
        for (gint i = 0; i < n; i++) {
            double x = -64 + i * step + (row % 2) * 0.5 * wide, z = row * high;
            emit_box(g, bsp_vec(x, -0.5 * deep, z), bsp_vec(x + wide, 0.5 * deep, z + high));
        }
}

void compare_hard_group(CompareHardKind kind, GRand *rand, BspVec middle, CompareHardFunc func,
                        gpointer user_data)
{
    static void (*const fill[])(Group *) = { emit_slivers, fill_wedges, near_axial, near_coplanar,
                                             fill_bricks };
    Group g = { .rand = rand, .middle = middle, .func = func, .data = user_data };
    while (g.n == 0)
        fill[kind](&g);
}

/* --- worlds of groups of brushes with nearly equal planes --- */

/* The groups are side by side in a flat closed box. The box may be anywhere within the limits of
 * the world, so that the rounding of large coordinates matters. */

/* The sizes and distances of a world of groups, in units. A group reaches COMPARE_HARD_REACH from
 * its centre, so it stays within its square and clear of the start. */
enum {
    PITCH = 512, /* distance between groups */
    /* The distance along x and y from the corner of a square to its group's centre, as the position
     * of a group's centre in its square, along x and y. */
    GROUP = 320,
    GROUP_Z = 192,     /* height of a group's centre */
    START = 96,        /* the distance along each axis from the corner of a square to its start */
    HEIGHT = 384,      /* height of the box */
    FARTHEST = 3900000 /* the limit for the box's corners along an axis; the expanded planes stay
                          within BSP_WORLD_HALF */
};

typedef struct {
    CompareWorldText *text;
    guint left; /* the number of brushes that must still be written */
} Wanted;

static void write_brush(const BspPlane *planes, guint n, gpointer user_data)
{
    Wanted *wanted = user_data;
    if (wanted->left == 0)
        return;
    compare_world_text_planes(wanted->text, planes, n);
    wanted->left--;
}

/* Returns the position of the box along an axis, from the origin to as far away as the limits
 * allow. */
static gint draw_origin(GRand *rand, gint size)
{
    static const gint origins[] = { 0, 0, 1024, 65536, 1000000, FARTHEST };
    gint origin = origins[compare_draw_whole(rand, 0, G_N_ELEMENTS(origins) - 1)];
    origin = MIN(origin, FARTHEST - size);
    return compare_draw_whole(rand, 0, 1) ? origin : -origin - size;
}

void compare_write_hard(CompareWorldText *text, guint n_brushes, CompareHardKind kind)
{
    GRand *rand = text->rand;
    /* The number of squares. A group usually has at least two brushes, and four or five on average.
     * Empty squares at the end do no harm, but two groups in one square would. */
    guint n = (n_brushes - 6) / 2 + 1, nx = compare_generate_root(n), ny = (n + nx - 1) / nx;
    Wanted wanted = { text, n_brushes - 6 };
    gint wide = (gint)nx * PITCH, deep = (gint)ny * PITCH;
    BspVec at = bsp_vec(draw_origin(rand, wide), 0, 0);
    at.y = draw_origin(rand, deep);
    at.z = draw_origin(rand, HEIGHT);
    compare_world_text_shell(text, at, bsp_vec(at.x + wide, at.y + deep, at.z + HEIGHT));
    for (guint i = 0; wanted.left; i = (i + 1) % (nx * ny)) {
        BspVec middle = bsp_vec(at.x + (gint)(i % nx) * PITCH + GROUP,
                                at.y + (gint)(i / nx) * PITCH + GROUP, at.z + GROUP_Z);
        compare_hard_group(kind, rand, middle, write_brush, &wanted);
    }
    compare_world_text_end_brushes(text);
    compare_generate_starts(text, bsp_vec(at.x + START, at.y + START, at.z + START), PITCH, PITCH,
                            nx, ny);
}
