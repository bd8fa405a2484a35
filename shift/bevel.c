/* bevel: planes that keep a solid cell from protruding when its faces move out.
 *
 * Melax 2000, section 5: where two faces of a solid cell meet at a sharp angle, moving both out
 * moves their edge far more. A bevel is a plane that touches the cell along the edge, or at a
 * vertex, and moves out with the faces. Every plane placed at the cell's support is conservative:
 * it cuts nothing from the sum of cell and shape. */
#include "geometry/brush.h"
#include "shift/private.h"

/* Degrees. Faces that meet at so little more than the bevel angle meet at it: levels are full of
 * right angles, which come out of floats a little off. */
#define SAME_ANGLE 0.1

/* Planes that meet in one vertex; what more there are is not looked at. */
#define MOST_AT_VERTEX 32

typedef struct {
    const BspCell *faces; /* the cell, whose planes are in the tree already */
    const BspCell *cell;  /* what it stands for */
    GArray *planes;       /* BspPlane: the bevels so far */
    double angle;         /* radians: faces that meet at more are beveled */
    double cosine;        /* of that angle */
    gboolean half_way;
    BspJob *job;
} Beveling;

/* The plane of that normal which touches the cell from outside. Rounded to steps far above what
 * computing leaves of the digits and far below BSP_TOUCH, so that the cells along one edge have one
 * plane, which they share: first the normal, which moves nothing yet, then the distance. */
static BspPlane touching_plane(const BspCell *cell, BspVec normal)
{
    const double fine = 4398046511104.0, coarse = 1073741824.0; /* 2^42, 2^30 */
    for (int i = 0; i < 3; i++)
        normal.v[i] = rint(normal.v[i] * fine) / fine;
    double support = bsp_cell_support(cell, normal);
    return (BspPlane){ normal, ceil(support * coarse - 0.25) / coarse };
}

/* Whether the cell has a face of that normal which is as good as a bevel. What it stands for may
 * end before its face does. */
static gboolean has_face(const Beveling *b, BspVec normal)
{
    for (guint f = 0; f < b->faces->n_faces; f++)
        if (bsp_same_normal(b->faces->faces[f].plane.normal, normal))
            return b->faces == b->cell ||
                   b->faces->faces[f].plane.dist - bsp_cell_support(b->cell, normal) <= BSP_DOUBT;
    return FALSE;
}

/* Adds the plane that touches the cell from outside, unless it has one of that normal already. More
 * than a tree is deep are too many, and say so. */
static guint add_bevel(Beveling *b, BspVec normal)
{
    if (has_face(b, normal) || b->planes->len > BSP_MAX_DEPTH)
        return 0;
    for (guint i = 0; i < b->planes->len; i++)
        if (bsp_same_normal(g_array_index(b->planes, BspPlane, i).normal, normal))
            return 0;
    BspPlane plane = touching_plane(b->cell, normal);
    g_array_append_val(b->planes, plane);
    return 1;
}

/* --- edges --- */

/* Two faces, and all that lies between them as one turns into the other. */
typedef struct {
    BspVec n1, across; /* unit vectors: the one face's normal, and square to it towards the other */
    double between;    /* radians from the one normal to the other */
} Turn;

/* FALSE where the edge is not sharp. */
static gboolean sharp_turn(const Beveling *b, BspVec n1, BspVec n2, Turn *turn)
{
    double cosine = bsp_vec_dot(n1, n2);
    if (cosine >= b->cosine)
        return FALSE;
    BspVec across = bsp_vec_mad(n2, -cosine, n1);
    double sine = bsp_vec_length(across);
    if (sine < BSP_SAME_NORMAL)
        return FALSE; /* the faces look away from each other: a cell without thickness */
    *turn = (Turn){ n1, bsp_vec_scale(across, 1 / sine), atan2(sine, cosine) };
    return TRUE;
}

static BspVec turned(const Turn *turn, double by)
{
    return bsp_vec_mad(bsp_vec_scale(turn->n1, cos(by)), sin(by), turn->across);
}

/* The axis nearest half way that is no farther than `angle` from either face: a plane that many
 * cells share, and that bounds boxes. */
static gboolean axis_between(const Turn *turn, double angle, BspVec *axis)
{
    double nearest = angle - 0.5 * turn->between;
    gboolean found = FALSE;
    for (guint i = 0; i < 6; i++) {
        BspVec a = bsp_vec(0, 0, 0);
        a.v[i / 2] = i % 2 ? -1 : 1;
        double x = bsp_vec_dot(a, turn->n1), y = bsp_vec_dot(a, turn->across);
        double off = fabs(atan2(y, x) - 0.5 * turn->between);
        if (x * x + y * y < 1 - BSP_SAME_NORMAL || off > nearest)
            continue; /* it does not touch along the edge, or is too far from one of the faces */
        nearest = off;
        *axis = a;
        found = TRUE;
    }
    return found;
}

/* How many steps of the bevel angle at most: any number, or halves, and halves of these. */
static guint steps_between(const Beveling *b, const Turn *turn)
{
    guint steps = 1;
    if (!b->half_way)
        return (guint)ceil(turn->between / b->angle);
    while (turn->between > steps * b->angle)
        steps *= 2;
    return steps;
}

/* Planes through an edge, turning evenly from one face to the other in steps of the bevel angle at
 * most. Where one is enough it is half way, as in the paper, unless an axis does. */
static guint bevel_edge(Beveling *b, BspVec n1, BspVec n2)
{
    Turn turn;
    if (!sharp_turn(b, n1, n2, &turn))
        return 0;
    guint steps = steps_between(b, &turn), added = 0;
    BspVec axis;
    if (steps == 2 && !b->half_way && axis_between(&turn, b->angle, &axis))
        return add_bevel(b, axis);
    for (guint i = 1; i < steps; i++)
        added += add_bevel(b, bsp_vec_unit(turned(&turn, turn.between * i / steps)));
    return added;
}

static guint bevel_edges(Beveling *b)
{
    guint n_edges, added = 0;
    g_autofree BspCellEdge *edges = bsp_cell_edges(b->cell, &n_edges);
    for (guint e = 0; e < n_edges && bsp_job_goes_on(b->job); e++)
        added += bevel_edge(b, b->cell->faces[edges[e].face[0]].plane.normal,
                            b->cell->faces[edges[e].face[1]].plane.normal);
    return added;
}

/* --- spikes --- */

/* The normals of the faces and bevels that touch the cell at the vertex; returns how many. */
static guint normals_at(const Beveling *b, BspVec vertex, BspVec *normals)
{
    guint n = 0;
    for (guint i = 0; i < b->cell->n_faces + b->planes->len && n < MOST_AT_VERTEX; i++) {
        const BspPlane *plane = i < b->cell->n_faces
                                    ? &b->cell->faces[i].plane
                                    : &g_array_index(b->planes, BspPlane, i - b->cell->n_faces);
        if (fabs(bsp_plane_distance(plane, vertex)) < BSP_TOUCH)
            normals[n++] = plane->normal;
    }
    return n;
}

/* The point one unit in front of three planes through the origin; FALSE when they have a line in
 * common. */
static gboolean corner_of(BspVec a, BspVec b, BspVec c, BspVec *corner)
{
    BspVec bc = bsp_vec_cross(b, c), ca = bsp_vec_cross(c, a), ab = bsp_vec_cross(a, b);
    double volume = bsp_vec_dot(a, bc);
    if (fabs(volume) < BSP_SAME_NORMAL)
        return FALSE;
    *corner = bsp_vec_scale(bsp_vec_add(bc, bsp_vec_add(ca, ab)), 1 / volume);
    return TRUE;
}

static gboolean is_behind_all(BspVec x, const BspVec *normals, guint n)
{
    for (guint i = 0; i < n; i++)
        if (bsp_vec_dot(normals[i], x) > 1 + BSP_SAME_NORMAL)
            return FALSE;
    return TRUE;
}

/* Whether the vertex is what of the cell lies farthest that way: else the corner is nearer to some
 * other part of the cell, an edge, than to the vertex. */
static gboolean is_above(const BspCell *cell, BspVec vertex, BspVec corner)
{
    BspVec up = bsp_vec_unit(corner);
    return bsp_cell_support(cell, up) - bsp_vec_dot(up, vertex) < BSP_TOUCH;
}

/* Where the vertex gets to, relative to where it was, when all its planes move out by one unit: the
 * farthest of the corners that they then have above it. */
static BspVec moved_vertex(const BspCell *cell, BspVec vertex, const BspVec *normals, guint n)
{
    BspVec farthest = bsp_vec(0, 0, 0), corner;
    for (guint i = 2; i < n; i++)
        for (guint j = 1; j < i; j++)
            for (guint k = 0; k < j; k++)
                if (corner_of(normals[i], normals[j], normals[k], &corner) &&
                    bsp_vec_length(corner) > bsp_vec_length(farthest) &&
                    is_behind_all(corner, normals, n) && is_above(cell, vertex, corner))
                    farthest = corner;
    return farthest;
}

/* A vertex is a spike when, beveled edges and all, it moves out farther than an edge would that
 * ends in two edges at the bevel angle: twice as far as the faces at 90 degrees. */
static guint bevel_spike(Beveling *b, BspVec vertex)
{
    double most = 2 / (1 + b->cosine);
    BspVec normals[MOST_AT_VERTEX];
    guint added = 0, n;
    while ((n = normals_at(b, vertex, normals)) < MOST_AT_VERTEX) {
        BspVec moved = moved_vertex(b->cell, vertex, normals, n);
        double length = bsp_vec_length(moved);
        if (length <= most || !add_bevel(b, bsp_vec_scale(moved, 1 / length)))
            break;
        added++;
    }
    return added;
}

static guint bevel_spikes(Beveling *b)
{
    guint added = 0;
    for (guint v = 0; v < b->cell->n_vertices && bsp_job_goes_on(b->job); v++)
        added += bevel_spike(b, b->cell->vertices[v]);
    return added;
}

/* --- level tops and boxes --- */

/* Section 8: "for any solid cell that was not topped with a nearly level plane, we added a node
 * with plane normal z=1". */
static guint bevel_level_top(Beveling *b)
{
    for (guint f = 0; f < b->faces->n_faces; f++)
        if (b->faces->faces[f].plane.normal.z >= SHIFT_NEARLY_LEVEL)
            return 0;
    return add_bevel(b, bsp_vec(0, 0, 1));
}

static guint bevel_box(Beveling *b)
{
    guint n, added = 0;
    g_autofree BspPlane *planes = bsp_cell_box_planes(b->cell, &n);
    /* The faces, which come first, are in the tree already; those of what a cell stands for not. */
    for (guint i = b->faces == b->cell ? b->cell->n_faces : 0; i < n && bsp_job_goes_on(b->job);
         i++)
        added += add_bevel(b, planes[i].normal);
    return added;
}

/* One order for all cells, so that those which end on the same bevels share the nodes. */
static int compare_planes(gconstpointer a, gconstpointer b)
{
    const BspPlane *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->normal.v[i] != y->normal.v[i])
            return x->normal.v[i] < y->normal.v[i] ? -1 : 1;
    return x->dist < y->dist ? -1 : x->dist > y->dist;
}

GArray *shift_cell_bevels(const BspCell *cell, const BspCell *matter, const ShiftOptions *options,
                          BspJob *job, ShiftStats *stats)
{
    double angle = MIN(options->bevel_angle + SAME_ANGLE, 180) * G_PI / 180;
    Beveling b = { .faces = cell,
                   .cell = matter,
                   .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                   .angle = angle,
                   .cosine = cos(angle),
                   .half_way = (options->bevels & SHIFT_BEVEL_HALF_WAY) != 0,
                   .job = job };
    if (options->bevels & SHIFT_BEVEL_BOX)
        stats->box_bevels += bevel_box(&b);
    if (options->bevels & SHIFT_BEVEL_EDGES)
        stats->edge_bevels += bevel_edges(&b);
    if (options->bevels & SHIFT_BEVEL_LEVEL_TOP)
        stats->level_top_bevels += bevel_level_top(&b);
    if (options->bevels & SHIFT_BEVEL_SPIKES)
        stats->spike_bevels += bevel_spikes(&b); /* last: it looks at what the others have done */
    g_array_sort(b.planes, compare_planes);
    return b.planes;
}
