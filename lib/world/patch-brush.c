/* patch-brush: makes thin brushes from the flat pieces of curved surfaces. */
#include "world/patch-brush.h"

#include <stdlib.h>

/* The cosine of 120 degrees, the least angle between normals at which an edge is not mitred. */
#define MITRED -0.5

#define MAX_PLANES 6

static const BspPatchPiece *piece_at(const BspPatches *patches, guint i)
{
    return &g_array_index(patches->pieces, BspPatchPiece, i);
}

static BspVec vertex_at(const BspPatches *patches, guint i)
{
    return g_array_index(patches->vertices, BspVec, i);
}

/* --- neighbours --- */

typedef struct {
    guint least, most; /* vertices, ordered */
    gboolean forward;  /* the edge goes from least to most */
    guint piece, edge;
} Edge;

static int compare_edges(const void *x, const void *y)
{
    const Edge *a = x, *b = y;
    if (a->least != b->least)
        return a->least < b->least ? -1 : 1;
    if (a->most != b->most)
        return a->most < b->most ? -1 : 1;
    return a->piece < b->piece ? -1 : a->piece > b->piece;
}

static GArray *edges_of_pieces(const BspPatches *patches)
{
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(Edge));
    for (guint i = 0; i < patches->pieces->len; i++) {
        const BspPatchPiece *piece = piece_at(patches, i);
        for (guint e = 0; e < piece->n; e++) {
            guint a = piece->v[e], b = piece->v[(e + 1) % piece->n];
            Edge edge = { MIN(a, b), MAX(a, b), a < b, i, e };
            g_array_append_val(edges, edge);
        }
    }
    g_array_sort(edges, compare_edges);
    return edges;
}

guint *bsp_patches_neighbours(const BspPatches *patches)
{
    g_autoptr(GArray) edges = edges_of_pieces(patches);
    guint *neighbours = g_new(guint, MAX(4 * patches->pieces->len, 1));
    for (guint i = 0; i < 4 * patches->pieces->len; i++)
        neighbours[i] = G_MAXUINT;
    for (guint i = 0, n; i < edges->len; i += n) {
        const Edge *edge = &g_array_index(edges, Edge, i);
        for (n = 1;
             i + n < edges->len && edge[n].least == edge->least && edge[n].most == edge->most;)
            n++;
        if (n != 2 || edge[0].forward == edge[1].forward)
            continue;
        neighbours[4 * edge[0].piece + edge[0].edge] = edge[1].piece;
        neighbours[4 * edge[1].piece + edge[1].edge] = edge[0].piece;
    }
    return neighbours;
}

/* --- prisms --- */

/* The outward plane through the edge. The planes of two neighbours are opposite, to the last bit.
 */
static BspPlane side_plane(const BspPatches *patches, const BspPatchPiece *piece, guint edge,
                           guint neighbour)
{
    guint from = piece->v[edge], to = piece->v[(edge + 1) % piece->n];
    BspVec a = vertex_at(patches, from), b = vertex_at(patches, to), across = piece->normal;
    if (neighbour != G_MAXUINT &&
        bsp_vec_dot(across, piece_at(patches, neighbour)->normal) > MITRED)
        across = bsp_vec_add(across, piece_at(patches, neighbour)->normal);
    BspVec normal = bsp_vec_unit(bsp_vec_cross(bsp_vec_sub(b, a), across));
    return (BspPlane){ normal, bsp_vec_dot(normal, from < to ? a : b) };
}

BspBrush *bsp_patch_brush(const BspPatches *patches, const guint *neighbours, guint piece,
                          double thickness, GError **error)
{
    const BspPatchPiece *p = piece_at(patches, piece);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (guint i = 0; i < p->n; i++) {
        double along = bsp_vec_dot(p->normal, vertex_at(patches, p->v[i]));
        least = MIN(least, along);
        most = MAX(most, along);
    }
    BspPlane planes[MAX_PLANES] = { { p->normal, most },
                                    { bsp_vec_neg(p->normal), thickness - least } };
    for (guint i = 0; i < p->n; i++)
        planes[2 + i] = side_plane(patches, p, i, neighbours[4 * piece + i]);
    return bsp_brush_new_planes(planes, 2 + p->n, error);
}
