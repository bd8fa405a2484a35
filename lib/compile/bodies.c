/* bodies: converts cells into the bodies that casts need. */
#include "compile/bodies.h"

/* --- for any shape --- */

static gsize nearest_vertex(const BspVec *vertices, gsize n, BspVec p)
{
    gsize nearest = 0;
    double least = HUGE_VAL;
    for (gsize i = 0; i < n; i++) {
        BspVec apart = bsp_vec_sub(vertices[i], p);
        if (bsp_vec_dot(apart, apart) < least) {
            least = bsp_vec_dot(apart, apart);
            nearest = i;
        }
    }
    return nearest;
}

/* Eroding removes more from a sharp corner than from a blunt one, without limit, and may remove a
 * splinter completely. This function restores corners that lost more than BSP_TIP, so that they
 * lose only BSP_TIP. */
static void restore_tips(GArray *vertices, guint first, const BspCell *cell)
{
    guint n = vertices->len - first;
    for (guint i = 0; i < cell->n_vertices; i++) {
        const BspVec *eroded = &g_array_index(vertices, BspVec, first);
        BspVec tip = cell->vertices[i];
        BspVec inward = bsp_vec_sub(eroded[nearest_vertex(eroded, n, tip)], tip);
        double lost = bsp_vec_length(inward);
        if (lost <= BSP_TIP)
            continue;
        tip = bsp_vec_mad(tip, BSP_TIP / lost, inward);
        g_array_append_val(vertices, tip);
    }
}

void bsp_cast_add_body(GArray *vertices, GArray *first, const BspCell *cell)
{
    guint n;
    g_autofree BspVec *eroded = bsp_cell_eroded(cell, BSP_TOUCH, &n);
    BspVec centre = bsp_cell_interior_point(cell);
    g_array_append_vals(vertices, cell->vertices, cell->n_vertices);
    g_array_append_val(first, vertices->len);
    guint inner = vertices->len;
    g_array_append_vals(vertices, n ? eroded : &centre, n ? n : 1);
    restore_tips(vertices, inner, cell);
    g_array_append_val(first, vertices->len);
}

/* --- for round shapes, in closed form --- */

/* Units. If an edge is shorter than this in the xy plane, its direction there is only rounding. */
#define SHORT 1e-9

typedef struct {
    const BspCell *cell;
    GArray *planes, *edges;
    guint first;  /* index of the body's first plane */
    guint8 *ends; /* per vertex: flags of the edges and walls that end there */
    guint *wall;  /* per vertex: 1 + index of an upright face at the vertex; 0: none */
} Making;

enum { WALL_ENDS = 1, UPRIGHT_EDGE = 2, TWO_WALLS = 4 };

/* Records that an upright face is at the vertex. Two upright faces may share a vertex without
 * sharing an edge. */
static void note_wall(Making *m, guint vertex, guint face)
{
    if (m->cell->faces[face].plane.normal.z != 0)
        return;
    if (m->wall[vertex] != 0 && m->wall[vertex] != face + 1)
        m->ends[vertex] |= TWO_WALLS;
    m->wall[vertex] = face + 1;
}

static BspRoundEdge round_edge(const BspCell *cell, const BspCellEdge *edge)
{
    BspRoundEdge made = { .a = edge->v[0], .b = edge->v[1] & 0x3fffffff };
    for (guint k = 0; k < 2; k++) {
        double z = cell->faces[edge->face[k]].plane.normal.z;
        made.up = made.up || z > 0;
        made.down = made.down || z < 0;
    }
    if (edge->face[0] == edge->face[1]) /* the other face is unknown */
        made.up = made.down = 1;
    return made;
}

/* Adds the upright plane through the edge if the whole cell is on one side of it. The plane faces
 * away from the cell. */
static void add_wall(Making *m, const BspRoundEdge *edge)
{
    BspVec a = m->cell->vertices[edge->a], b = m->cell->vertices[edge->b];
    BspVec out = bsp_vec(b.y - a.y, a.x - b.x, 0);
    double length = bsp_vec_length(out);
    if (length < SHORT)
        return;
    out = bsp_vec_scale(out, 1 / length);
    double over = bsp_cell_support(m->cell, out);
    double under = bsp_cell_support(m->cell, bsp_vec_neg(out));
    double at = bsp_vec_dot(out, a);
    BspPlane plane =
        over - at <= under + at ? (BspPlane){ out, over } : (BspPlane){ bsp_vec_neg(out), under };
    for (guint i = m->first; i < m->planes->len; i++) {
        const BspPlane *other = &g_array_index(m->planes, BspPlane, i);
        if (bsp_same_normal(other->normal, plane.normal))
            return;
    }
    g_array_append_val(m->planes, plane);
}

static void add_edge(Making *m, const BspCellEdge *edge)
{
    BspRoundEdge made = round_edge(m->cell, edge);
    guint8 ends = made.up && made.down ? WALL_ENDS : !made.up && !made.down ? UPRIGHT_EDGE : 0;
    m->ends[made.a] |= ends;
    m->ends[made.b] |= ends;
    for (guint v = 0; v < 2; v++)
        for (guint f = 0; f < 2; f++)
            note_wall(m, edge->v[v], edge->face[f]);
    g_array_append_val(m->edges, made);
    if (ends == WALL_ENDS)
        add_wall(m, &made);
}

void bsp_round_add_body(GArray *planes, GArray *edges, GArray *first, const BspCell *cell)
{
    guint n_edges;
    g_autofree BspCellEdge *cell_edges = bsp_cell_edges(cell, &n_edges);
    g_autofree guint8 *ends = g_new0(guint8, cell->n_vertices);
    g_autofree guint *wall = g_new0(guint, cell->n_vertices);
    Making m = { cell, planes, edges, planes->len, ends, wall };
    for (guint f = 0; f < cell->n_faces; f++)
        g_array_append_val(planes, cell->faces[f].plane);
    for (guint e = 0; e < n_edges; e++)
        add_edge(&m, &cell_edges[e]);
    for (guint v = 0; v < cell->n_vertices; v++) {
        BspRoundEdge upright = { .a = v, .b = v & 0x3fffffff };
        if (ends[v] != 0 && !(ends[v] & UPRIGHT_EDGE))
            g_array_append_val(edges, upright);
    }
    g_array_append_val(first, planes->len);
    g_array_append_val(first, edges->len);
}
