/* bevel: planes that keep a solid cell from protruding when its faces move out.
 *
 * Melax 2000, section 5: if two faces of a solid cell meet at a sharp angle, moving both out moves
 * their edge much farther. A bevel is a plane that touches the cell along the edge or at a vertex,
 * and moves out with the faces. A plane that touches the cell is conservative: it cuts nothing from
 * the sum of cell and shape. */
#include "build/tip.h"
#include "geometry/brush.h"
#include "shift/shift-private.h"

/* Degrees; added to the bevel angle. Levels have many right angles, and rounding to floats makes
 * some of them slightly larger. */
#define SAME_ANGLE 0.1

/* The most planes that are considered at one vertex. */
#define MOST_AT_VERTEX 32

typedef struct {
    const BspCell *faces; /* the cell, whose planes are already in the tree */
    const BspCell *cell;  /* the cell to bevel: the same, or its replacement (matter.c) */
    GArray *planes;       /* BspPlane: the bevels so far */
    double angle;         /* radians: faces that meet at more are beveled */
    double cosine;        /* of that angle */
    gboolean half_way;
    BspJob *job;
} Beveling;

/* The plane with that normal that touches the cell from outside. First the normal is rounded, then
 * the distance. The steps are far coarser than rounding errors and far finer than BSP_TOUCH, so
 * that the cells along one edge share one plane. */
static BspPlane touching_plane(const BspCell *cell, BspVec normal)
{
    const double fine = 4398046511104.0, coarse = 1073741824.0; /* 2^42, 2^30 */
    for (int i = 0; i < 3; i++)
        normal.v[i] = rint(normal.v[i] * fine) / fine;
    double support = bsp_cell_support(cell, normal);
    return (BspPlane){ normal, ceil(support * coarse - 0.25) / coarse };
}

/* Whether the cell has a face with that normal that is as good as a bevel. The face must also touch
 * the replacement of the cell, which may be smaller. */
static gboolean has_face(const Beveling *b, BspVec normal)
{
    for (guint f = 0; f < b->faces->n_faces; f++)
        if (bsp_same_normal(b->faces->faces[f].plane.normal, normal))
            return b->faces == b->cell ||
                   b->faces->faces[f].plane.dist - bsp_cell_support(b->cell, normal) <= BSP_DOUBT;
    return FALSE;
}

/* Adds the plane that touches the cell from outside, unless there is one with that normal. Returns
 * the number of planes added. It stops at more than BSP_MAX_DEPTH planes, which bevel_leaf() then
 * reports. */
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

/* Two faces that meet in an edge, and the normals between theirs. */
typedef struct {
    BspVec n1, across; /* unit vectors: the normal of the first face, and the perpendicular towards
                          the second */
    double between;    /* radians between the normals */
} Turn;

/* Returns FALSE if the edge is not sharp. */
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

/* Finds the axis nearest to half way between the faces, and at most `angle` from either. Many cells
 * can share an axial plane, and it bounds boxes. */
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
            continue; /* its plane does not contain the edge, or is too far from a face */
        nearest = off;
        *axis = a;
        found = TRUE;
    }
    return found;
}

/* The least number of equal steps of at most the bevel angle; with half_way a power of two. */
static guint steps_between(const Beveling *b, const Turn *turn)
{
    guint steps = 1;
    if (!b->half_way)
        return (guint)ceil(turn->between / b->angle);
    while (turn->between > steps * b->angle)
        steps *= 2;
    return steps;
}

/* Adds planes through an edge that divide the angle between its faces evenly, in steps of at most
 * the bevel angle. A single plane is half way, as in the paper, or an axis if one suffices. */
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

/* Collects the normals of the faces and bevels that touch the cell at the vertex. Returns their
 * number. */
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

/* Finds the point one unit in front of three planes through the origin. Returns FALSE if the planes
 * have a line in common. */
static gboolean corner_of(BspVec a, BspVec b, BspVec c, BspVec *corner)
{
    double volume;
    BspVec sum = bsp_corner_of_normals(a, b, c, &volume);
    if (fabs(volume) < BSP_SAME_NORMAL)
        return FALSE;
    *corner = bsp_vec_scale(sum, 1 / volume);
    return TRUE;
}

static gboolean is_behind_all(BspVec x, const BspVec *normals, guint n)
{
    for (guint i = 0; i < n; i++)
        if (bsp_vec_dot(normals[i], x) > 1 + BSP_SAME_NORMAL)
            return FALSE;
    return TRUE;
}

/* Whether the vertex is the point of the cell that is farthest in the direction of the corner.
 * Otherwise the corner belongs to another part of the cell. */
static gboolean is_above(const BspCell *cell, BspVec vertex, BspVec corner)
{
    BspVec up = bsp_vec_unit(corner);
    return bsp_cell_support(cell, up) - bsp_vec_dot(up, vertex) < BSP_TOUCH;
}

/* How far the vertex moves when all its planes move out by one unit: to the farthest of the corners
 * above it that the planes then have. */
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

/* Bevels the vertex while it is a spike. A spike, with its edges beveled, moves farther than 2 / (1
 * + cosine) times its planes. That is twice as far for a bevel angle of 90 degrees. */
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
    /* The faces come first, and are already in the tree; the faces of a replacement are not. */
    for (guint i = b->faces == b->cell ? b->cell->n_faces : 0; i < n && bsp_job_goes_on(b->job);
         i++)
        added += add_bevel(b, planes[i].normal);
    return added;
}

/* All cells have their bevels in one order, so that equal chains of nodes can be shared. */
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
        stats->spike_bevels += bevel_spikes(&b); /* last: it considers the other bevels */
    g_array_sort(b.planes, compare_planes);
    return b.planes;
}
