/* patch: divides curved surfaces, biquadratic Bezier patches, into flat pieces. */
#include "world/patch.h"

#include <math.h>

#include "geometry/sets.h"

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

/* An estimate of the distance of the surface from a triangle, perpendicular to it: the greatest
 * distance at the middle of an edge. corner: the triangle's corners, in cells of the grid. */
static double triangle_deviation(const BspPatchSquare *s, const double corner[3][2])
{
    BspVec p[3];
    double most = 0;
    for (guint i = 0; i < 3; i++)
        p[i] = bsp_patch_square_point(s, corner[i][0] / s->n[0], corner[i][1] / s->n[1]);
    BspVec normal = bsp_vec_cross(bsp_vec_sub(p[1], p[0]), bsp_vec_sub(p[2], p[0]));
    double length = bsp_vec_length(normal);
    for (guint i = 0; i < 3 && length > 0; i++) {
        const double *a = corner[i], *b = corner[(i + 1) % 3];
        BspVec middle =
            bsp_patch_square_point(s, 0.5 * (a[0] + b[0]) / s->n[0], 0.5 * (a[1] + b[1]) / s->n[1]);
        most = MAX(most, fabs(bsp_vec_dot(normal, bsp_vec_sub(middle, p[0]))));
    }
    return length > 0 ? most / length : 0;
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

/* The greatest second difference of the control points along rows (way 0) or columns (way 1). */
static double greatest_bend(const BspPatchSquare *s, guint way)
{
    double most = 0;
    for (guint k = 0; k < 3; k++) {
        BspVec a = way ? s->p[0][k] : s->p[k][0], b = way ? s->p[1][k] : s->p[k][1],
               c = way ? s->p[2][k] : s->p[k][2];
        most = MAX(most, bsp_vec_length(bsp_vec_sub(bsp_vec_sub(c, b), bsp_vec_sub(b, a))));
    }
    return most;
}

/* With more cells than this, the direction in which a square needs cells is found from its control
 * points, which is quicker. Patches of real levels have fewer cells. */
#define MANY_CELLS 256

/* The direction in which more cells help most; much: whether twice as many are needed. */
static guint choose_way(const BspPatchSquare *s, gboolean much)
{
    double by[2];
    for (guint way = 0; way < 2; way++) {
        BspPatchSquare refined = refine_square(s, way, much);
        double n = s->n[way];
        by[way] = s->n[0] * s->n[1] > MANY_CELLS ? -greatest_bend(s, way) / (n * n)
                                                 : surface_deviation(&refined);
    }
    return by[0] < by[1] || (by[0] == by[1] && s->n[0] <= s->n[1]) ? 0 : 1;
}

/* Adds cells to the square until the surface is within the error of its pieces. Returns FALSE if
 * this takes more than `most` cells. */
static gboolean add_cells(BspPatchSquare *s, double error, double flat, guint most)
{
    while ((guint64)s->n[0] * s->n[1] <= most) {
        double found = 0;
        if (bsp_patch_is_square_near(s, error, flat, &found))
            return TRUE;
        gboolean much = found > 8 * error;
        *s = refine_square(s, choose_way(s, much), much);
    }
    return FALSE;
}

/* The least number of cells of a square: as many as its outline needs. */
static void start_cells(BspPatchSquare *s, double error, double flat)
{
    s->n[0] = s->n[1] = 1;
    for (guint k = 0; k < 3; k += 2) {
        s->n[0] = MAX(s->n[0], outline_cuts(s->p[k][0], s->p[k][1], s->p[k][2], error, flat));
        s->n[1] = MAX(s->n[1], outline_cuts(s->p[0][k], s->p[1][k], s->p[2][k], error, flat));
    }
}

/* Adds cells to each square independently, to those that it has. Returns FALSE if the squares up to
 * one of *patch need more than max_cells. */
static gboolean add_all_cells(BspPatches *patches, double error, double flat, guint max_cells,
                              guint *patch)
{
    guint left = max_cells;
    for (guint i = 0; i < patches->squares->len; i++) {
        BspPatchSquare *s = square_at(patches, i);
        *patch = s->patch;
        if (!add_cells(s, error, flat, left))
            return FALSE;
        left -= s->n[0] * s->n[1];
    }
    return TRUE;
}

/* --- equal edges --- */

/* An edge of a square, with its lesser end first. It belongs to square number way / 2, whose cells
 * along direction way % 2 (0: rows, 1: columns) divide it. */
typedef struct {
    BspVec p[3];
    guint way;
} Edge;

static int compare_edges(const void *x, const void *y)
{
    const Edge *a = x, *b = y;
    return bsp_patch_compare_points(a->p, b->p, 3);
}

/* Adds an edge, unless it is a single point, which has no neighbours. */
static void add_edge(GArray *edges, BspVec a, BspVec b, BspVec c, guint way)
{
    Edge edge = { { a, b, c }, way };
    if (bsp_patch_compare_points(&a, &c, 1) > 0) {
        edge.p[0] = c;
        edge.p[2] = a;
    }
    if (bsp_patch_compare_points(&a, &b, 1) != 0 || bsp_patch_compare_points(&a, &c, 1) != 0)
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

/* Divides equal edges equally, all as the one with most cells. Returns whether a square gained
 * cells. */
static gboolean equalize_neighbours(BspPatches *patches)
{
    guint n = 2 * patches->squares->len;
    g_autoptr(GArray) edges = edges_of_squares(patches);
    /* sets of ways (Edge.way) that must be divided equally */
    g_autofree guint *same = bsp_sets_new(n);
    for (guint i = 0; i + 1 < edges->len; i++) {
        const Edge *edge = &g_array_index(edges, Edge, i);
        if (compare_edges(edge, edge + 1) == 0)
            bsp_sets_join(same, edge->way, edge[1].way);
    }
    for (guint i = 0; i < n; i++) {
        guint *most =
            &square_at(patches, bsp_sets_find(same, i) / 2)->n[bsp_sets_find(same, i) % 2];
        *most = MAX(*most, square_at(patches, i / 2)->n[i % 2]);
    }
    gboolean gained = FALSE;
    for (guint i = 0; i < n; i++) {
        guint most = square_at(patches, bsp_sets_find(same, i) / 2)->n[bsp_sets_find(same, i) % 2],
              *own = &square_at(patches, i / 2)->n[i % 2];
        gained |= *own < most;
        *own = most;
    }
    return gained;
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

gboolean bsp_patch_piece_normal(const BspPatches *patches, BspPatchPiece *piece)
{
    BspVec p[BSP_PATCH_MAX_CORNERS];
    for (guint i = 0; i < piece->n; i++)
        p[i] = g_array_index(patches->vertices, BspVec, piece->v[i]);
    return bsp_patch_is_wide(p, piece->n, &piece->normal);
}

typedef struct {
    BspPatches *patches;
    const guint *vertex; /* vertex number of each point of the square's grid, row by row */
    const BspPatchSquare *square;
    double flat;
} Cutting;

/* Adds a piece with these vertices, which are all different. */
static void add_piece(Cutting *c, const guint *corners, guint n)
{
    BspPatchPiece piece = { .n = n, .patch = c->square->patch };
    for (guint i = 0; i < n; i++)
        piece.v[i] = corners[i];
    if (bsp_patch_piece_normal(c->patches, &piece))
        g_array_append_val(c->patches->pieces, piece);
    else
        c->patches->n_degenerate++;
}

static void add_cell(Cutting *c, guint i, guint k)
{
    guint wide = c->square->n[0] + 1, at = k * wide + i;
    const guint corners[4] = { c->vertex[at], c->vertex[at + 1], c->vertex[at + wide + 1],
                               c->vertex[at + wide] };
    BspVec p[4];
    bsp_patch_cell_corners(c->square, i, k, p);
    BspPatchCell pieces = bsp_patch_divide_cell(c->square, i, k, p, c->flat);
    for (guint j = 0; j < pieces.n; j++) {
        guint v[4];
        for (guint m = 0; m < pieces.n_corners; m++)
            v[m] = corners[pieces.corner[j][m]];
        add_piece(c, v, pieces.n_corners);
    }
    c->patches->n_degenerate += pieces.n ? 0 : 1;
}

typedef struct {
    BspVec p;
    guint at;
} Corner;

static int compare_corners(const void *x, const void *y)
{
    const Corner *a = x, *b = y;
    return bsp_patch_compare_points(&a->p, &b->p, 1);
}

/* Makes the vertices. Returns the vertex number of each point of the grids of all squares, in
 * order. Points with equal coordinates become one vertex. */
static guint *make_vertices(BspPatches *patches)
{
    g_autoptr(GArray) corners = g_array_new(FALSE, FALSE, sizeof(Corner));
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = square_at(patches, i);
        for (guint at = 0; at < (s->n[0] + 1) * (s->n[1] + 1); at++) {
            Corner corner = { bsp_patch_grid_point(s, at % (s->n[0] + 1), at / (s->n[0] + 1)),
                              corners->len };
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

/* Sets the number of cells of each square. Returns FALSE if more than max_cells are needed; *patch
 * then receives the patch that needs the most. */
static gboolean set_cells(BspPatches *patches, double error, double flat, guint max_cells,
                          guint *patch)
{
    for (guint i = 0; i < patches->squares->len; i++)
        start_cells(square_at(patches, i), error, flat);
    do { /* other cells may need to be more, though there are more of them already */
        if (!add_all_cells(patches, error, flat, max_cells, patch))
            return FALSE;
    } while (equalize_neighbours(patches) && check_cells(patches, max_cells, patch));
    return check_cells(patches, max_cells, patch);
}

gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch)
{
    /* `flat` for the planes of pieces, and `flat` for straight edges */
    if (!set_cells(patches, error - 2 * flat, flat, max_cells, patch))
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
    bsp_patches_merge(patches, flat);
    return TRUE;
}

/* --- thin brushes of the pieces --- */

static const BspPatchPiece *piece_at(const BspPatches *patches, guint i)
{
    return &g_array_index(patches->pieces, BspPatchPiece, i);
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
    guint *neighbours = g_new(guint, MAX(BSP_PATCH_MAX_CORNERS * patches->pieces->len, 1));
    for (guint i = 0; i < BSP_PATCH_MAX_CORNERS * patches->pieces->len; i++)
        neighbours[i] = G_MAXUINT;
    for (guint i = 0, n; i < edges->len; i += n) {
        const PieceEdge *edge = &g_array_index(edges, PieceEdge, i);
        for (n = 1;
             i + n < edges->len && edge[n].least == edge->least && edge[n].most == edge->most;)
            n++;
        if (n != 2 || edge[0].forward == edge[1].forward)
            continue;
        neighbours[BSP_PATCH_MAX_CORNERS * edge[0].piece + edge[0].edge] = edge[1].piece;
        neighbours[BSP_PATCH_MAX_CORNERS * edge[1].piece + edge[1].edge] = edge[0].piece;
    }
    return neighbours;
}

/* --- prisms --- */

BspBrush *bsp_patch_brush(const BspPatches *patches, const guint *neighbours, guint piece,
                          double thickness, GError **error)
{
    const BspPatchPiece *p = piece_at(patches, piece);
    BspPrismFront front = { .points = (const BspVec *)(void *)patches->vertices->data,
                            .n = p->n,
                            .corners = p->v,
                            .normal = p->normal };
    for (guint i = 0; i < p->n; i++) {
        guint beside = neighbours[BSP_PATCH_MAX_CORNERS * piece + i];
        front.beside[i] = beside == G_MAXUINT ? p->normal : piece_at(patches, beside)->normal;
    }
    return bsp_prism_new(&front, thickness, error);
}
