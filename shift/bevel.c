/* bevel: finds planes that keep a solid cell from protruding when its faces move out.
 *
 * If two faces of a solid cell meet at a sharp angle, and both move out, their edge moves much
 * farther (Melax 2000, section 5). A bevel is a plane that touches the cell along the edge or at a
 * vertex, and moves out with the faces. A plane that touches the cell is safe, because it cuts
 * nothing from the sum of cell and shape. */
#include "geometry/brush.h"
#include "shift/shift-private.h"

/* Degrees. This is added to the bevel angle, because rounding to floats makes some of a level's
 * many right angles slightly larger than 90 degrees. */
#define SAME_ANGLE 0.1

/* The maximum number of planes considered at one vertex. All corners of three planes are tried, so
 * 32 planes take 4960 trials. */
#define MOST_AT_VERTEX 32

typedef struct {
    const BspCell *faces; /* the cell, whose planes the tree already has */
    const BspCell *cell; /* the cell to bevel, which is `faces` or its replacement (sharp-cell.c) */
    const BspCell *endless; /* the cell with those faces removed that only bound the tree's region.
                               NULL if the cell has no such face */
    GArray *planes;         /* the bevels (BspPlane) so far */
    double angle;           /* radians; edges whose faces meet at a larger angle are beveled */
    double cosine;          /* cosine of `angle` */
    gboolean half_way;
    BspJob *job;
} Beveling;

/* Returns the plane with that normal that touches the cell from outside. First the normal is
 * rounded, then the distance, so that the cells along one edge get the same plane. The steps of
 * rounding are far coarser than floating-point errors and far finer than BSP_TOUCH. */
static BspPlane touching_plane(const BspCell *cell, BspVec normal)
{
    const double fine = 4398046511104.0, coarse = 1073741824.0; /* 2^42, 2^30 */
    for (int i = 0; i < 3; i++)
        normal.v[i] = rint(normal.v[i] * fine) / fine;
    double support = bsp_cell_support(cell, normal);
    return (BspPlane){ normal, ceil(support * coarse - 0.25) / coarse };
}

/* Returns a cell of the filled outside without the faces of the tree's region. Such a cell is
 * unbounded, but its leaf has only the part in the tree's region. The result extends to the limits
 * of coordinates. It is NULL if the cell is bounded. The caller frees it. */
static BspCell *endless_cell(const BspCell *cell)
{
    const double far = 2 * BSP_WORLD_HALF;
    const BspBounds all = { bsp_vec(-far, -far, -far), bsp_vec(far, far, far) };
    if (!bsp_cell_ends_in_box(cell))
        return NULL;
    BspCell *endless = bsp_cell_new_box(&all);
    for (guint f = 0; f < cell->n_faces; f++) {
        BspCell *behind = NULL;
        if (cell->faces[f].tag != BSP_CELL_BOX_TAG)
            bsp_cell_split(endless, &cell->faces[f].plane, 0, NULL, &behind);
        if (!behind)
            continue; /* a larger cell is safe, because it allows fewer bevels */
        bsp_cell_free(endless);
        endless = behind;
    }
    return endless;
}

/* Returns whether a bevel with that normal would cut off solid beyond the tree's region. A bevel
 * touches the cell. But a cell of the filled outside goes on beyond the region (endless_cell()),
 * and that part of it may be in front of the bevel. */
static gboolean cuts_outside(const Beveling *b, BspVec normal)
{
    return b->endless &&
           bsp_cell_support(b->endless, normal) > bsp_cell_support(b->cell, normal) + BSP_TOUCH;
}

/* Returns whether a face of the cell already serves as a bevel with that normal. */
static gboolean has_face(const Beveling *b, BspVec normal)
{
    for (guint f = 0; f < b->faces->n_faces; f++)
        if (bsp_same_normal(b->faces->faces[f].plane.normal, normal))
            return TRUE;
    return FALSE;
}

/* Adds the plane with that normal that touches the cell from outside. Does nothing if the cell
 * already has such a plane, if the plane would cut off part of the filled outside, or if there are
 * more than BSP_MAX_DEPTH planes, which bevel_leaf() reports as an error. Returns the number of
 * planes added. */
static guint add_bevel(Beveling *b, BspVec normal)
{
    if (has_face(b, normal) || cuts_outside(b, normal) || b->planes->len > BSP_MAX_DEPTH)
        return 0;
    for (guint i = 0; i < b->planes->len; i++)
        if (bsp_same_normal(g_array_index(b->planes, BspPlane, i).normal, normal))
            return 0;
    BspPlane plane = touching_plane(b->cell, normal);
    g_array_append_val(b->planes, plane);
    return 1;
}

/* --- edges --- */

/* The turn between two faces that meet in an edge. The normals of the edge's bevels lie between the
 * normals of the faces. */
typedef struct {
    /* The first face's normal, and the unit vector perpendicular to it that points towards the
     * second face's normal. */
    BspVec n1, across;
    double between; /* radians between the normals of the two faces */
} Turn;

/* Finds the turn between two faces. Returns FALSE if their edge is not sharp. */
static gboolean find_sharp_turn(const Beveling *b, BspVec n1, BspVec n2, Turn *turn)
{
    double cosine = bsp_vec_dot(n1, n2);
    if (cosine >= b->cosine)
        return FALSE;
    BspVec across = bsp_vec_mad(n2, -cosine, n1);
    double sine = bsp_vec_length(across);
    BSP_ASSERT(sine > 0); /* opposite faces have no common edge */
    *turn = (Turn){ n1, bsp_vec_scale(across, 1 / sine), atan2(sine, cosine) };
    return TRUE;
}

static BspVec normal_between(const Turn *turn, double by)
{
    return bsp_vec_mad(bsp_vec_scale(turn->n1, cos(by)), sin(by), turn->across);
}

/* Returns the angle, in radians from the first normal, of the first axis behind the angle `after`.
 * If no axis lies before the second normal, returns the angle of that normal. */
static double next_axis(const Turn *turn, double after, BspVec *axis)
{
    double next = turn->between;
    for (guint i = 0; i < 6; i++) {
        BspVec a = bsp_vec(0, 0, 0);
        a.v[i / 2] = i % 2 ? -1 : 1;
        double x = bsp_vec_dot(a, turn->n1), y = bsp_vec_dot(a, turn->across);
        double at = atan2(y, x);
        if (x * x + y * y < 1 - BSP_SAME_NORMAL || at <= after || at >= next)
            continue; /* the axis is not in the plane of the normals, or not between them */
        next = at;
        *axis = a;
    }
    return next;
}

/* Returns the lowest number of equal steps that divide an angle into parts of at most the bevel
 * angle. With the option half_way it is a power of two. */
static guint steps_of(const Beveling *b, double angle)
{
    guint steps = 1;
    if (!b->half_way)
        return (guint)ceil(angle / b->angle);
    while (angle > steps * b->angle)
        steps *= 2;
    return steps;
}

/* Adds bevels through an edge that divide the turn evenly between the angles `from` and `to`.
 * Returns the number added. */
static guint divide_turn(Beveling *b, const Turn *turn, double from, double to)
{
    guint steps = steps_of(b, to - from), added = 0;
    for (guint i = 1; i < steps; i++)
        added += add_bevel(b, bsp_vec_unit(normal_between(turn, from + (to - from) * i / steps)));
    return added;
}

/* Adds bevels through an edge, so that neighbours among its faces and bevels differ by at most the
 * bevel angle. Each axis between the faces is always a bevel, because it bounds boxes, and many
 * cells share its plane. So a smaller angle never removes an axis. In the paper, the whole turn is
 * divided. */
static guint bevel_edge(Beveling *b, BspVec n1, BspVec n2)
{
    Turn turn;
    if (!find_sharp_turn(b, n1, n2, &turn))
        return 0;
    guint added = 0;
    for (double at = 0, next; at < turn.between; at = next) {
        BspVec axis;
        next = b->half_way ? turn.between : next_axis(&turn, at, &axis);
        added += divide_turn(b, &turn, at, next);
        if (next < turn.between)
            added += add_bevel(b, axis);
    }
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

/* Collects the normals of the faces and bevels that touch the vertex. Returns their number. */
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

/* Finds the corner of three planes with these normals, each one unit from the origin. Returns FALSE
 * if the planes have no single common point. */
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

/* Returns whether the vertex is the cell's farthest point in the direction of the corner. Otherwise
 * the corner belongs to another part of the cell. */
static gboolean is_above(const BspCell *cell, BspVec vertex, BspVec corner)
{
    BspVec up = bsp_vec_unit(corner);
    return bsp_cell_support(cell, up) - bsp_vec_dot(up, vertex) < BSP_TOUCH;
}

/* Returns the displacement of the vertex when all its planes move out by one unit. The vertex then
 * moves to the farthest of the corners that lie above it. */
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

/* Bevels the vertex until it is no longer a spike. A vertex is a spike if it moves farther than 2 /
 * (1 + cosine) times the distance of its planes, although its edges are beveled. For a bevel angle
 * of 90 degrees the factor is 2. */
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

/* Adds a level bevel at the top of the cell, if needed. Melax 2000, section 8: "for any solid cell
 * that was not topped with a nearly level plane, we added a node with plane normal z=1". */
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
    /* The cell's own faces come first and are skipped, because the tree already has them. It does
     * not have the faces of a replacement. */
    for (guint i = b->faces == b->cell ? b->cell->n_faces : 0; i < n && bsp_job_goes_on(b->job);
         i++)
        added += add_bevel(b, planes[i].normal);
    return added;
}

/* Compares two planes, so that the bevels of all cells are in the same order. Cells can then share
 * equal chains of nodes. */
static int compare_planes(gconstpointer a, gconstpointer b)
{
    const BspPlane *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->normal.v[i] != y->normal.v[i])
            return x->normal.v[i] < y->normal.v[i] ? -1 : 1;
    return x->dist < y->dist ? -1 : x->dist > y->dist;
}

GArray *shift_cell_bevels(const BspCell *cell, const BspCell *beveled, const ShiftOptions *options,
                          BspJob *job, ShiftStats *stats)
{
    double angle = MIN(options->bevel_angle + SAME_ANGLE, 180) * G_PI / 180;
    g_autoptr(BspCell) endless = endless_cell(beveled);
    Beveling b = { .faces = cell,
                   .cell = beveled,
                   .endless = endless,
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
        stats->spike_bevels += bevel_spikes(&b); /* last, because it considers the other bevels */
    g_array_sort(b.planes, compare_planes);
    return b.planes;
}
