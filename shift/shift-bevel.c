/* shift-bevel: planes that keep a solid cell from protruding when its faces move out.
 *
 * Melax 2000, section 5: where two faces of a solid cell meet at a sharp angle, moving both out
 * moves their edge far more. A bevel is a plane that touches the cell along the edge, or at a
 * vertex, and moves out with the faces. Every plane placed at the cell's support is conservative:
 * it cuts nothing from the sum of cell and shape. */
#include "shift-private.h"

typedef struct {
    const BspCell *cell;
    GArray *planes; /* BspPlane */
    double cosine;  /* of the bevel angle */
    double angle;   /* radians */
} Beveling;

/* Adds the plane that touches the cell from outside, unless it has one of that normal already. */
static guint add_bevel(Beveling *b, BspVec normal)
{
    for (guint f = 0; f < b->cell->n_faces; f++)
        if (bsp_same_normal(b->cell->faces[f].plane.normal, normal))
            return 0;
    for (guint i = 0; i < b->planes->len; i++)
        if (bsp_same_normal(g_array_index(b->planes, BspPlane, i).normal, normal))
            return 0;
    BspPlane plane = { normal, bsp_cell_support(b->cell, normal) };
    g_array_append_val(b->planes, plane);
    return 1;
}

/* Planes through an edge, turning evenly from one face to the other in steps of the bevel angle at
 * most; one half way, as in the paper, where the angle is 90 degrees. */
static guint bevel_edge(Beveling *b, BspVec n1, BspVec n2)
{
    double cosine = bsp_vec_dot(n1, n2);
    if (cosine >= b->cosine - BSP_SAME_NORMAL)
        return 0;
    BspVec across = bsp_vec_mad(n2, -cosine, n1);
    double sine = bsp_vec_length(across);
    if (sine < BSP_SAME_NORMAL)
        return 0; /* the faces look away from each other: a cell without thickness */
    across = bsp_vec_scale(across, 1 / sine);
    double between = atan2(sine, cosine);
    guint steps = (guint)ceil(between / b->angle - BSP_SAME_NORMAL), added = 0;
    for (guint i = 1; i < steps; i++) {
        double turn = between * i / steps;
        BspVec normal = bsp_vec_mad(bsp_vec_scale(n1, cos(turn)), sin(turn), across);
        added += add_bevel(b, bsp_vec_unit(normal));
    }
    return added;
}

static guint bevel_edges(Beveling *b)
{
    guint n_edges, added = 0;
    g_autofree BspCellEdge *edges = bsp_cell_edges(b->cell, &n_edges);
    for (guint e = 0; e < n_edges; e++)
        added += bevel_edge(b, b->cell->faces[edges[e].face[0]].plane.normal,
                            b->cell->faces[edges[e].face[1]].plane.normal);
    return added;
}

static gboolean face_has_vertex(const BspCell *cell, guint face, guint vertex)
{
    for (guint k = 0; k < cell->faces[face].n; k++)
        if (cell->loop[cell->faces[face].first + k] == vertex)
            return TRUE;
    return FALSE;
}

/* A plane over a vertex, square to the mean of the faces' normals, if two of these faces lie
 * farther apart than the bevel angle. */
static guint bevel_spike(Beveling *b, guint vertex)
{
    const BspCell *cell = b->cell;
    BspVec sum = bsp_vec(0, 0, 0);
    gboolean sharp = FALSE;
    for (guint f = 0; f < cell->n_faces; f++) {
        if (!face_has_vertex(cell, f, vertex))
            continue;
        BspVec normal = cell->faces[f].plane.normal;
        sum = bsp_vec_add(sum, normal);
        for (guint g = 0; g < f && !sharp; g++)
            sharp =
                bsp_vec_dot(normal, cell->faces[g].plane.normal) < b->cosine - BSP_SAME_NORMAL &&
                face_has_vertex(cell, g, vertex);
    }
    double length = bsp_vec_length(sum);
    if (!sharp || length < BSP_SAME_NORMAL)
        return 0;
    return add_bevel(b, bsp_vec_scale(sum, 1 / length));
}

static guint bevel_spikes(Beveling *b)
{
    guint added = 0;
    for (guint v = 0; v < b->cell->n_vertices; v++)
        added += bevel_spike(b, v);
    return added;
}

/* Section 8: "for any solid cell that was not topped with a nearly level plane, we added a node
 * with plane normal z=1". */
static guint bevel_level_top(Beveling *b)
{
    for (guint f = 0; f < b->cell->n_faces; f++)
        if (b->cell->faces[f].plane.normal.z >= SHIFT_NEARLY_LEVEL)
            return 0;
    return add_bevel(b, bsp_vec(0, 0, 1));
}

static guint bevel_box(Beveling *b)
{
    guint n, before = b->planes->len;
    g_autofree BspPlane *planes = bsp_cell_box_planes(b->cell, &n);
    for (guint i = b->cell->n_faces; i < n; i++)
        add_bevel(b, planes[i].normal);
    return b->planes->len - before;
}

GArray *shift_cell_bevels(const BspCell *cell, const ShiftOptions *options, ShiftStats *stats)
{
    double angle = options->bevel_angle * G_PI / 180;
    Beveling b = { cell, g_array_new(FALSE, FALSE, sizeof(BspPlane)), cos(angle), angle };
    if (options->bevels & SHIFT_BEVEL_BOX)
        stats->box_bevels += bevel_box(&b);
    if (options->bevels & SHIFT_BEVEL_EDGES)
        stats->edge_bevels += bevel_edges(&b);
    if (options->bevels & SHIFT_BEVEL_SPIKES)
        stats->spike_bevels += bevel_spikes(&b);
    if (options->bevels & SHIFT_BEVEL_LEVEL_TOP)
        stats->level_top_bevels += bevel_level_top(&b);
    return b.planes;
}
