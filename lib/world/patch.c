/* patch: divides curved surfaces, biquadratic Bezier patches, into flat pieces. */
#include "world/patch.h"

#include <stdlib.h>

#include "bsp-constants.h"

BspPatches *bsp_patches_new(void)
{
    BspPatches *patches = g_new0(BspPatches, 1);
    patches->squares = g_array_new(FALSE, FALSE, sizeof(BspPatchSquare));
    patches->vertices = g_array_new(FALSE, FALSE, sizeof(BspVec));
    patches->pieces = g_array_new(FALSE, FALSE, sizeof(BspPatchPiece));
    return patches;
}

void bsp_patches_free(BspPatches *patches)
{
    if (!patches)
        return;
    g_array_unref(patches->squares);
    g_array_unref(patches->vertices);
    g_array_unref(patches->pieces);
    g_free(patches);
}

static BspPatchSquare *square_at(const BspPatches *patches, guint i)
{
    return &g_array_index(patches->squares, BspPatchSquare, i);
}

/* --- squares --- */

void bsp_patches_add(BspPatches *patches, const BspVec *points, guint width, guint height,
                     guint patch)
{
    g_return_if_fail(width % 2 && height % 2 && width >= 3 && height >= 3);
    for (guint y = 0; y + 2 < height; y += 2) {
        for (guint x = 0; x + 2 < width; x += 2) {
            BspPatchSquare s = { .patch = patch };
            for (guint k = 0; k < 9; k++) /* adding 0 converts -0 to 0 */
                s.p[k / 3][k % 3] =
                    bsp_vec_add(points[(gsize)(y + k / 3) * width + x + k % 3], bsp_vec(0, 0, 0));
            g_array_append_val(patches->squares, s);
        }
    }
}

/* The point at parameter i / n of a curve. Reversing the curve gives the same point, to the last
 * bit. */
static BspVec curve_point(BspVec a, BspVec b, BspVec c, guint i, guint n)
{
    double s = (double)(n - i) / n, t = (double)i / n;
    BspVec ends = bsp_vec_add(bsp_vec_scale(a, s * s), bsp_vec_scale(c, t * t));
    return bsp_vec_add(ends, bsp_vec_scale(b, 2 * (s * t)));
}

/* A point of the grid. On an edge of the square it equals curve_point() of the edge, to the last
 * bit. */
static BspVec grid_point(const BspPatchSquare *s, guint i, guint k)
{
    BspVec row[3];
    for (guint j = 0; j < 3; j++)
        row[j] = curve_point(s->p[j][0], s->p[j][1], s->p[j][2], i, s->n[0]);
    return curve_point(row[0], row[1], row[2], k, s->n[1]);
}

/* The point of the surface with parameters u, along rows, and v, along columns, each from 0 to 1.
 */
static BspVec square_point(const BspPatchSquare *square, double u, double v)
{
    double at[2][3] = { { (1 - u) * (1 - u), 2 * u * (1 - u), u * u },
                        { (1 - v) * (1 - v), 2 * v * (1 - v), v * v } };
    BspVec p = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 9; k++)
        p = bsp_vec_mad(p, at[1][k / 3] * at[0][k % 3], square->p[k / 3][k % 3]);
    return p;
}

/* --- numbers of cells --- */

/* The number of chords of a curve such that the curve is within the error of its chords. A
 * quadratic curve is farthest from its chord in the middle, by a quarter of the second difference
 * of its control points. */
static guint outline_cuts(BspVec a, BspVec b, BspVec c, double error, double flat)
{
    BspVec chord = bsp_vec_sub(c, a), side = bsp_vec_sub(b, a);
    double length = bsp_vec_length(chord), along = bsp_vec_dot(side, chord);
    BspVec bend = bsp_vec_sub(bsp_vec_sub(c, b), side);
    double off = bsp_vec_length(bsp_vec_cross(side, chord));
    if (length > 0 && off <= flat * length && along >= 0 && along <= length * length)
        return 1; /* the curve is straight, even if its parameter is uneven */
    return MAX(1, (guint)ceil(sqrt(bsp_vec_length(bend) / (4 * error))));
}

/* An estimate of the distance of the surface from a triangle, perpendicular to it. corner: the
 * triangle's corners, in cells of the grid. The distance is almost a quadratic function with zeros
 * at the corners. Hence it is at most 4/3 of its greatest value at the middle of an edge. */
static double triangle_deviation(const BspPatchSquare *s, const double corner[3][2])
{
    BspVec p[3];
    double most = 0;
    for (guint i = 0; i < 3; i++)
        p[i] = square_point(s, corner[i][0] / s->n[0], corner[i][1] / s->n[1]);
    BspVec normal = bsp_vec_cross(bsp_vec_sub(p[1], p[0]), bsp_vec_sub(p[2], p[0]));
    double length = bsp_vec_length(normal);
    for (guint i = 0; i < 3 && length > 0; i++) {
        const double *a = corner[i], *b = corner[(i + 1) % 3];
        BspVec middle =
            square_point(s, 0.5 * (a[0] + b[0]) / s->n[0], 0.5 * (a[1] + b[1]) / s->n[1]);
        most = MAX(most, fabs(bsp_vec_dot(normal, bsp_vec_sub(middle, p[0]))));
    }
    return length > 0 ? 4 / 3.0 * most / length : 0;
}

static double surface_deviation(const BspPatchSquare *s)
{
    double most = 0;
    for (guint cell = 0; cell < s->n[0] * s->n[1]; cell++) {
        double i = cell % s->n[0], k = cell / s->n[0];
        const double low[3][2] = { { i, k }, { i + 1, k }, { i + 1, k + 1 } },
                     high[3][2] = { { i, k }, { i + 1, k + 1 }, { i, k + 1 } };
        most = MAX(most, MAX(triangle_deviation(s, low), triangle_deviation(s, high)));
    }
    return most;
}

/* Returns the square with more cells along rows (way 0) or columns (way 1): twice as many if
 * `much`. */
static BspPatchSquare refine_square(const BspPatchSquare *s, guint way, gboolean much)
{
    BspPatchSquare out = *s;
    out.n[way] += much ? out.n[way] : out.n[way] / 16 + 1;
    return out;
}

/* Sets approximately the least number of cells that keeps the surface within the error. Returns
 * FALSE if this is more than `most`. */
static gboolean set_cells(BspPatchSquare *s, double error, double flat, guint most)
{
    s->n[0] = s->n[1] = 1;
    for (guint k = 0; k < 3; k += 2) {
        s->n[0] = MAX(s->n[0], outline_cuts(s->p[k][0], s->p[k][1], s->p[k][2], error, flat));
        s->n[1] = MAX(s->n[1], outline_cuts(s->p[0][k], s->p[1][k], s->p[2][k], error, flat));
    }
    while ((guint64)s->n[0] * s->n[1] <= most) {
        double now = surface_deviation(s);
        if (now <= error)
            return TRUE;
        BspPatchSquare rows = refine_square(s, 0, now > 8 * error),
                       columns = refine_square(s, 1, now > 8 * error);
        double by_rows = surface_deviation(&rows), by_columns = surface_deviation(&columns);
        *s = by_rows < by_columns || (by_rows == by_columns && s->n[0] <= s->n[1]) ? rows : columns;
    }
    return FALSE;
}

/* Sets the number of cells of each square independently. Returns FALSE if the squares up to one of
 * *patch need more than max_cells. */
static gboolean set_all_cells(BspPatches *patches, double error, double flat, guint max_cells,
                              guint *patch)
{
    guint left = max_cells;
    for (guint i = 0; i < patches->squares->len; i++) {
        BspPatchSquare *s = square_at(patches, i);
        *patch = s->patch;
        if (!set_cells(s, error, flat, left))
            return FALSE;
        left -= s->n[0] * s->n[1];
    }
    return TRUE;
}

/* An edge of a square, with its lesser end first. It belongs to square number way / 2, whose cells
 * along direction way % 2 (0: rows, 1: columns) divide it. */
typedef struct {
    BspVec p[3];
    guint way;
} Edge;

static int compare_points(const BspVec *a, const BspVec *b, guint n)
{
    for (guint k = 0; k < 3 * n; k++)
        if (a[k / 3].v[k % 3] != b[k / 3].v[k % 3])
            return a[k / 3].v[k % 3] < b[k / 3].v[k % 3] ? -1 : 1;
    return 0;
}

static int compare_edges(const void *x, const void *y)
{
    const Edge *a = x, *b = y;
    return compare_points(a->p, b->p, 3);
}

/* Adds an edge, unless it is a single point, which has no neighbours. */
static void add_edge(GArray *edges, BspVec a, BspVec b, BspVec c, guint way)
{
    Edge edge = { { a, b, c }, way };
    if (compare_points(&a, &c, 1) > 0) {
        edge.p[0] = c;
        edge.p[2] = a;
    }
    if (compare_points(&a, &b, 1) != 0 || compare_points(&a, &c, 1) != 0)
        g_array_append_val(edges, edge);
}

static GArray *edges_of_squares(const BspPatches *patches)
{
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(Edge));
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = square_at(patches, i);
        for (guint k = 0; k < 3; k += 2) {
            add_edge(edges, s->p[k][0], s->p[k][1], s->p[k][2], 2 * i);
            add_edge(edges, s->p[0][k], s->p[1][k], s->p[2][k], 2 * i + 1);
        }
    }
    g_array_sort(edges, compare_edges);
    return edges;
}

/* The representative of the set of ways (Edge.way) that must be divided equally. */
static guint find_way(guint *same, guint way)
{
    while (same[way] != way)
        way = same[way] = same[same[way]];
    return way;
}

static void equalize_neighbours(BspPatches *patches)
{
    guint n = 2 * patches->squares->len;
    g_autoptr(GArray) edges = edges_of_squares(patches);
    g_autofree guint *same = g_new(guint, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        same[i] = i;
    for (guint i = 0; i + 1 < edges->len; i++) {
        const Edge *edge = &g_array_index(edges, Edge, i);
        if (compare_edges(edge, edge + 1) == 0)
            same[find_way(same, edge->way)] = find_way(same, edge[1].way);
    }
    for (guint i = 0; i < n; i++) {
        guint *most = &square_at(patches, find_way(same, i) / 2)->n[find_way(same, i) % 2];
        *most = MAX(*most, square_at(patches, i / 2)->n[i % 2]);
    }
    for (guint i = 0; i < n; i++)
        square_at(patches, i / 2)->n[i % 2] =
            square_at(patches, find_way(same, i) / 2)->n[find_way(same, i) % 2];
}

static gboolean check_cells(const BspPatches *patches, guint max_cells, guint *patch)
{
    guint64 sum = 0, most = 0;
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = square_at(patches, i);
        guint64 n = (guint64)s->n[0] * s->n[1];
        if (n > most)
            *patch = s->patch;
        most = MAX(most, n);
        sum += n;
    }
    return sum <= max_cells;
}

/* --- pieces --- */

/* The normal of a triangle or quad; its length is twice the area. For a quad it is the cross
 * product of the diagonals. */
static BspVec area_vector(const BspVec *p, guint n)
{
    return bsp_vec_cross(bsp_vec_sub(p[2], p[0]), bsp_vec_sub(p[n - 1], p[1]));
}

static gboolean is_convex(const BspVec *p, guint n, BspVec normal)
{
    for (guint i = 0; i < n; i++) {
        BspVec turn = bsp_vec_cross(bsp_vec_sub(p[(i + 1) % n], p[i]),
                                    bsp_vec_sub(p[(i + 2) % n], p[(i + 1) % n]));
        if (bsp_vec_dot(turn, normal) <= 0)
            return FALSE;
    }
    return TRUE;
}

static gboolean is_flat(const BspVec *p, guint n, BspVec normal, double flat)
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (guint i = 0; i < n; i++) {
        double along = bsp_vec_dot(normal, bsp_vec_sub(p[i], p[0]));
        least = MIN(least, along);
        most = MAX(most, along);
    }
    return most - least <= flat;
}

/* Whether the piece is wide enough for a brush. *normal receives its unit normal. */
static gboolean is_wide_enough(const BspVec *p, guint n, BspVec *normal)
{
    double longest = 0;
    for (guint i = 0; i < n; i++)
        longest = MAX(longest, bsp_vec_length(bsp_vec_sub(p[(i + 1) % n], p[i])));
    *normal = area_vector(p, n);
    double length = bsp_vec_length(*normal);
    *normal = bsp_vec_scale(*normal, length > 0 ? 1 / length : 0);
    return length > 2 * BSP_BRUSH_THICKNESS * longest;
}

typedef struct {
    BspPatches *patches;
    const guint *vertex; /* vertex number of each point of the square's grid, row by row */
    const BspPatchSquare *square;
    double flat;
} Cutting;

/* Adds a piece with these vertices, which are all different. Returns FALSE, without adding, if it
 * is a quad that must be divided into triangles. */
static gboolean add_piece(Cutting *c, const guint *corners, guint n)
{
    BspVec p[4];
    BspPatchPiece piece = { .n = n, .patch = c->square->patch };
    for (guint i = 0; i < n; i++) {
        piece.v[i] = corners[i];
        p[i] = g_array_index(c->patches->vertices, BspVec, corners[i]);
    }
    gboolean broad = is_wide_enough(p, n, &piece.normal);
    if (n == 4 && !(broad && is_flat(p, n, piece.normal, c->flat) && is_convex(p, n, piece.normal)))
        return FALSE;
    if (broad)
        g_array_append_val(c->patches->pieces, piece);
    else
        c->patches->n_degenerate++;
    return TRUE;
}

/* Whether the triangles on both sides of the diagonal from corner 0 face the same way. In a concave
 * quad, one diagonal lies outside the quad. */
static gboolean splits_well(const Cutting *c, const guint *v)
{
    const BspVec *at = (const BspVec *)(void *)c->patches->vertices->data;
    BspVec diagonal = bsp_vec_sub(at[v[2]], at[v[0]]);
    BspVec low = bsp_vec_cross(bsp_vec_sub(at[v[1]], at[v[0]]), diagonal),
           high = bsp_vec_cross(diagonal, bsp_vec_sub(at[v[3]], at[v[0]]));
    return bsp_vec_dot(low, high) >= 0;
}

static void add_cell(Cutting *c, guint i, guint k)
{
    guint wide = c->square->n[0] + 1, at = k * wide + i;
    const guint corners[4] = { c->vertex[at], c->vertex[at + 1], c->vertex[at + wide + 1],
                               c->vertex[at + wide] };
    guint v[4], n = 0;
    for (guint j = 0; j < 4; j++)
        if (corners[j] != corners[(j + 3) % 4] && (n == 0 || corners[j] != v[0]))
            v[n++] = corners[j];
    if (n < 3) {
        c->patches->n_degenerate++;
        return;
    }
    if (add_piece(c, v, n))
        return;
    guint d = splits_well(c, v) ? 0 : 1;
    const guint halves[2][3] = { { v[d], v[1 + d], v[2 + d] }, { v[d], v[2 + d], v[(3 + d) % 4] } };
    add_piece(c, halves[0], 3);
    add_piece(c, halves[1], 3);
}

typedef struct {
    BspVec p;
    guint at;
} Corner;

static int compare_corners(const void *x, const void *y)
{
    const Corner *a = x, *b = y;
    return compare_points(&a->p, &b->p, 1);
}

/* Makes the vertices. Returns the vertex number of each point of the grids of all squares, in
 * order. Points with equal coordinates become one vertex. */
static guint *make_vertices(BspPatches *patches)
{
    g_autoptr(GArray) corners = g_array_new(FALSE, FALSE, sizeof(Corner));
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = square_at(patches, i);
        for (guint at = 0; at < (s->n[0] + 1) * (s->n[1] + 1); at++) {
            Corner corner = { grid_point(s, at % (s->n[0] + 1), at / (s->n[0] + 1)), corners->len };
            g_array_append_val(corners, corner);
        }
    }
    g_array_sort(corners, compare_corners);
    guint *vertex = g_new(guint, MAX(corners->len, 1));
    for (guint i = 0; i < corners->len; i++) {
        const Corner *corner = &g_array_index(corners, Corner, i);
        if (i == 0 || compare_corners(corner - 1, corner) != 0)
            g_array_append_val(patches->vertices, corner->p);
        vertex[corner->at] = patches->vertices->len - 1;
    }
    return vertex;
}

gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch)
{
    if (!set_all_cells(patches, error - flat, flat, max_cells, patch))
        return FALSE;
    equalize_neighbours(patches);
    if (!check_cells(patches, max_cells, patch))
        return FALSE;
    g_autofree guint *vertex = make_vertices(patches);
    const guint *first = vertex;
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = square_at(patches, i);
        Cutting cutting = { patches, first, s, flat };
        for (guint cell = 0; cell < s->n[0] * s->n[1]; cell++)
            add_cell(&cutting, cell % s->n[0], cell / s->n[0]);
        first += (s->n[0] + 1) * (s->n[1] + 1);
    }
    return TRUE;
}

/* --- thin brushes of the pieces --- */

/* The cosine of 120 degrees. If the angle between the normals of two pieces is at least this, their
 * edge is not mitred. */
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
    guint least, most; /* its vertices; least < most */
    gboolean forward;  /* the edge goes from least to most */
    guint piece, edge;
} PieceEdge;

static int compare_piece_edges(const void *x, const void *y)
{
    const PieceEdge *a = x, *b = y;
    if (a->least != b->least)
        return a->least < b->least ? -1 : 1;
    if (a->most != b->most)
        return a->most < b->most ? -1 : 1;
    return a->piece < b->piece ? -1 : a->piece > b->piece;
}

static GArray *edges_of_pieces(const BspPatches *patches)
{
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(PieceEdge));
    for (guint i = 0; i < patches->pieces->len; i++) {
        const BspPatchPiece *piece = piece_at(patches, i);
        for (guint e = 0; e < piece->n; e++) {
            guint a = piece->v[e], b = piece->v[(e + 1) % piece->n];
            PieceEdge edge = { MIN(a, b), MAX(a, b), a < b, i, e };
            g_array_append_val(edges, edge);
        }
    }
    g_array_sort(edges, compare_piece_edges);
    return edges;
}

guint *bsp_patches_neighbours(const BspPatches *patches)
{
    g_autoptr(GArray) edges = edges_of_pieces(patches);
    guint *neighbours = g_new(guint, MAX(4 * patches->pieces->len, 1));
    for (guint i = 0; i < 4 * patches->pieces->len; i++)
        neighbours[i] = G_MAXUINT;
    for (guint i = 0, n; i < edges->len; i += n) {
        const PieceEdge *edge = &g_array_index(edges, PieceEdge, i);
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

/* The outward plane of the prism through an edge. The planes of two neighbours are exactly
 * opposite, to the last bit. */
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
