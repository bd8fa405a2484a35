/* patch: divides curved surfaces, which are biquadratic Bezier patches, into flat pieces, and makes
 * thin brushes of them. */
#include "world/patch.h"

#include <math.h>
#include <string.h>

#include "bsp-constants.h"
#include "geometry/merge.h"
#include "geometry/polygon.h"
#include "geometry/prism.h"
#include "geometry/sets.h"
#include "trace/compiler.h"

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

void bsp_patches_add(BspPatches *patches, const BspVec *points, guint width, guint height,
                     guint patch)
{
    g_return_if_fail(width % 2 && height % 2 && width >= 3 && height >= 3);
    for (guint y = 0; y + 2 < height; y += 2) {
        for (guint x = 0; x + 2 < width; x += 2) {
            BspPatchSquare s = { .patch = patch, .n = { 1, 1 } };
            /* Adding 0 converts -0 to 0, so equal points have equal bytes. */
            for (guint k = 0; k < 9; k++)
                s.p[k / 3][k % 3] =
                    bsp_vec_add(points[(gsize)(y + k / 3) * width + x + k % 3], bsp_vec(0, 0, 0));
            g_array_append_val(patches->squares, s);
        }
    }
}

/* --- points --- */

/* Returns the point at the parameter t / n of a curve. Reversing the curve gives the same point, to
 * the last bit. */
static BspVec curve_point(const BspVec *p, guint t, guint n)
{
    double from = (double)(n - t) / n, to = (double)t / n;
    BspVec ends = bsp_vec_add(bsp_vec_scale(p[0], from * from), bsp_vec_scale(p[2], to * to));
    return bsp_vec_add(bsp_vec_add(ends, bsp_vec_scale(p[1], 2 * (from * to))), bsp_vec(0, 0, 0));
}

/* Finds the control points of the surface's curve in the direction of columns, at the parameter u /
 * m along rows. */
static void find_column(const BspPatchSquare *s, guint u, guint m, BspVec column[3])
{
    for (guint j = 0; j < 3; j++)
        column[j] = curve_point(s->p[j], u, m);
}

/* Returns point (i, k) of the square's grid. Both squares with a common edge give the same points
 * on it, to the last bit. */
static BspVec grid_point(const BspPatchSquare *s, guint i, guint k)
{
    BspVec column[3];
    find_column(s, i, s->n[0], column);
    return curve_point(column, k, s->n[1]);
}

/* --- polygons --- */

/* Sets the unit normal of a convex polygon. Returns whether it is wide enough for a brush. */
static gboolean find_normal(const BspVec *p, guint n, BspVec *normal)
{
    double longest = 0;
    *normal = bsp_vec(0, 0, 0);
    for (guint i = 0; i < n; i++) {
        longest = MAX(longest, bsp_vec_length(bsp_vec_sub(p[(i + 1) % n], p[i])));
        *normal = bsp_vec_add(
            *normal, bsp_vec_cross(bsp_vec_sub(p[i], p[0]), bsp_vec_sub(p[(i + 1) % n], p[0])));
    }
    double length = bsp_vec_length(*normal); /* twice the area of the polygon */
    *normal = bsp_vec_scale(*normal, length > 0 ? 1 / length : 0);
    return length > 2 * BSP_BRUSH_THICKNESS * longest;
}

/* A convex polygon, which may be as narrow as a point. */
typedef struct {
    BspVec v[4], normal;
    BspVec out[4]; /* out[i] points out across edge i, from vertex i to the next vertex; it has any
                      length */
    guint n;
    gboolean is_wide; /* whether the polygon is wide enough for a brush */
} Polygon;

static double polygon_distance(const Polygon *polygon, BspVec p)
{
    gboolean inside = polygon->is_wide;
    double least = HUGE_VAL;
    for (guint i = 0; i < polygon->n && inside; i++)
        inside = bsp_vec_dot(polygon->out[i], bsp_vec_sub(p, polygon->v[i])) <= 0;
    if (inside)
        return fabs(bsp_vec_dot(polygon->normal, bsp_vec_sub(p, polygon->v[0])));
    for (guint i = 0; i < polygon->n; i++)
        least =
            MIN(least, bsp_segment_distance(polygon->v[i], polygon->v[(i + 1) % polygon->n], p));
    return least;
}

/* --- cells --- */

/* The options of a division, and the rest of its allowed work. */
typedef struct {
    double error, flat; /* units; as in bsp_patches_divide() */
    guint64 n_cells;    /* number of cells that this square and later squares may have */
    gint64 n_samples;   /* number of samples of surfaces that may still be computed; below 0 if the
                           last square took too many */
} Division;

/* Returns whether the quad is convex, wide enough for a brush, and has all corners within `flat`
 * units. */
static gboolean is_flat_quad(const Polygon *quad, double flat)
{
    double least = 0, most = 0;
    for (guint i = 0; i < 4; i++) {
        BspVec a = quad->v[i], b = quad->v[(i + 1) % 4], c = quad->v[(i + 2) % 4];
        double along = bsp_vec_dot(quad->normal, bsp_vec_sub(a, quad->v[0]));
        BspVec turn = bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, b));
        least = MIN(least, along);
        most = MAX(most, along);
        if (bsp_vec_dot(turn, quad->normal) <= 0)
            return FALSE;
    }
    return quad->is_wide && most - least <= flat;
}

/* A cell of a square. It becomes one quad if the quad is flat. Otherwise it becomes the two
 * triangles on both sides of the diagonal from its first corner. */
typedef struct {
    BspVec p[4];
    Polygon quad, triangles[2];
    gboolean is_flat;
} Cell;

static Polygon polygon_of(const BspVec *p, guint n)
{
    BSP_ASSERT(n == 3 || n == 4);
    Polygon polygon = { .n = n };
    memcpy(polygon.v, p, n * sizeof *p);
    polygon.is_wide = find_normal(p, n, &polygon.normal);
    for (guint i = 0; i < n; i++)
        polygon.out[i] = bsp_vec_cross(bsp_vec_sub(p[(i + 1) % n], p[i]), polygon.normal);
    return polygon;
}

static Cell find_cell(const BspPatchSquare *s, guint number, double flat)
{
    BSP_ASSERT(number < s->n[0] * s->n[1]);
    guint i = number % s->n[0], k = number / s->n[0];
    Cell cell = { .p = { grid_point(s, i, k), grid_point(s, i + 1, k), grid_point(s, i + 1, k + 1),
                         grid_point(s, i, k + 1) } };
    const BspVec second[3] = { cell.p[0], cell.p[2], cell.p[3] };
    cell.quad = polygon_of(cell.p, 4);
    cell.is_flat = is_flat_quad(&cell.quad, flat);
    cell.triangles[0] = polygon_of(cell.p, 3);
    cell.triangles[1] = polygon_of(second, 3);
    return cell;
}

/* --- the distance of the surface from its pieces --- */

static guint64 count_cells(const BspPatchSquare *s)
{
    return (guint64)s->n[0] * s->n[1];
}

/* Number of cells of a patch. Patches of real levels have fewer. Above this number, speed matters
 * more than few pieces. */
#define MANY_CELLS 256

/* The number of samples in each direction of a cell. The surface is sampled at the corners of 16 x
 * 16 squares. With 8 x 8, the levels of openarena-oacmp1 have 5 percent more pieces. */
#define MOST_SAMPLES 16
static guint count_samples(const BspPatchSquare *s)
{
    return count_cells(s) > MANY_CELLS ? 4 : MOST_SAMPLES;
}

/* The samples of a cell. The first index counts along rows, the second along columns. */
typedef BspVec Samples[MOST_SAMPLES + 1][MOST_SAMPLES + 1];

static void find_samples(const BspPatchSquare *s, guint cell, Samples at)
{
    guint n = count_samples(s), i = cell % s->n[0] * n, k = cell / s->n[0] * n;
    for (guint u = 0; u <= n; u++) {
        BspVec column[3];
        find_column(s, i + u, s->n[0] * n, column);
        for (guint v = 0; v <= n; v++)
            at[u][v] = curve_point(column, k + v, s->n[1] * n);
    }
}

/* Returns the maximum of two kinds of distances. One is the distance of a sample from the piece on
 * its side of the diagonal, or from the only piece. The other is the distance of a sample at the
 * cell's outline from the straight line between corners. */
static double sampled_distance(const BspPatchSquare *s, guint number, double flat)
{
    Cell cell = find_cell(s, number, flat);
    guint end = count_samples(s);
    Samples at;
    find_samples(s, number, at);
    double most = 0;
    for (guint side = 0; side < 2; side++) {
        guint which =
            cell.triangles[side].is_wide || !cell.triangles[1 - side].is_wide ? side : 1 - side;
        const Polygon *piece = cell.is_flat ? &cell.quad : &cell.triangles[which];
        for (guint u = 0; u <= end; u++)
            for (guint v = side ? u : 0; v <= (side ? end : u); v++)
                most = MAX(most, polygon_distance(piece, at[u][v]));
    }
    for (guint t = 0; t <= end; t++) {
        const BspVec outline[4] = { at[t][0], at[end][t], at[t][end], at[0][t] };
        for (guint i = 0; i < 4; i++)
            most = MAX(most, bsp_segment_distance(cell.p[i], cell.p[(i + 1) % 4], outline[i]));
    }
    return most;
}

/* Returns the length of a - b - c + d. */
static double second_difference(BspVec a, BspVec b, BspVec c, BspVec d)
{
    return bsp_vec_length(bsp_vec_sub(bsp_vec_sub(a, b), bsp_vec_sub(c, d)));
}

/* Bounds of the bend of the surface. */
typedef struct {
    double along[2]; /* the maximum second difference of control points, along rows and along
                        columns */
    double twist;    /* the maximum mixed second difference */
} Bend;

static Bend find_bend(const BspPatchSquare *s)
{
    Bend found = { { 0, 0 }, 0 };
    for (guint k = 0; k < 3; k++) {
        const BspVec *row = s->p[k];
        found.along[0] = MAX(found.along[0], second_difference(row[0], row[1], row[1], row[2]));
        found.along[1] =
            MAX(found.along[1], second_difference(s->p[0][k], s->p[1][k], s->p[1][k], s->p[2][k]));
    }
    for (guint k = 0; k < 4; k++) {
        const BspVec *low = &s->p[k / 2][k % 2], *high = &s->p[k / 2 + 1][k % 2];
        found.twist = MAX(found.twist, second_difference(low[0], low[1], high[0], high[1]));
    }
    return found;
}

/* Returns a bound of the distance of the surface from the triangles of samples (Filip, Magedson and
 * Markot 1986, Surface algorithms using bounds on derivatives). */
static double between_samples(const BspPatchSquare *s, const Bend *bend)
{
    double m = (double)count_samples(s) * s->n[0], n = (double)count_samples(s) * s->n[1];
    return bend->along[0] / (4 * m * m) + bend->along[1] / (4 * n * n) + bend->twist / (m * n);
}

/* Returns a bound of the distance of all points of the surface from its pieces. The points within
 * some distance of a piece are a convex set. So if the corners of a triangle of samples are in this
 * set, the whole triangle is in it. Returns `enough` if the distance is at least `enough`. */
static double surface_distance(const BspPatchSquare *s, const Bend *bend, Division *division,
                               double enough)
{
    double most = 0, between = between_samples(s, bend);
    for (guint cell = 0; cell < count_cells(s) && most + between < enough; cell++) {
        most = MAX(most, sampled_distance(s, cell, division->flat));
        division->n_samples -= count_samples(s) * count_samples(s);
    }
    return MIN(most + between, enough);
}

/* --- numbers of cells --- */

static guint cells_to_add(const BspPatchSquare *s, guint way, double growth)
{
    return MAX(1, (guint)(s->n[way] * growth));
}

/* Returns the direction, 0 for rows or 1 for columns, in which `growth` times the present number of
 * cells more would reduce the distance more. With many cells, it is the direction of the larger
 * bend, which is quick to compute. */
static guint choose_way(const BspPatchSquare *s, const Bend *bend, Division *division,
                        double growth)
{
    double by[2] = { -bend->along[0] / s->n[0] / s->n[0], -bend->along[1] / s->n[1] / s->n[1] };
    for (guint way = 0; way < 2 && count_cells(s) <= MANY_CELLS; way++) {
        BspPatchSquare more = *s;
        more.n[way] += cells_to_add(s, way, growth);
        by[way] = surface_distance(&more, bend, division, HUGE_VAL);
    }
    return by[0] < by[1] || (by[0] == by[1] && s->n[0] <= s->n[1]) ? 0 : 1;
}

/* Adds cells to the square until the surface is within the error of its pieces. Returns FALSE if
 * this takes more work than is allowed. */
static gboolean add_cells(BspPatchSquare *s, Division *division)
{
    Bend bend = find_bend(s);
    double error = division->error;
    while (count_cells(s) <= division->n_cells && division->n_samples > 0) {
        /* Twice as many cells in each direction divide the distance by about 4. So the number grows
         * by the square root of the factor by which the distance is too large, and at most
         * doubles. */
        double distance = surface_distance(s, &bend, division, 16 * error);
        BSP_ASSERT(error > 0 && distance >= 0);
        double growth = sqrt(sqrt(distance / error)) - 1;
        if (distance <= error)
            return TRUE;
        guint way = choose_way(s, &bend, division, growth);
        s->n[way] += cells_to_add(s, way, growth);
    }
    return FALSE;
}

/* --- equal numbers --- */

/* Returns the number that the tree has for these bytes. Equal bytes have equal numbers, from 0
 * on. */
static guint number_of(GTree *tree, gconstpointer bytes, gsize n)
{
    guint next = (guint)g_tree_nnodes(tree);
    g_autoptr(GBytes) key = g_bytes_new(bytes, n);
    gpointer found;
    if (g_tree_lookup_extended(tree, key, NULL, &found))
        return GPOINTER_TO_UINT(found);
    g_tree_insert(tree, g_steal_pointer(&key), GUINT_TO_POINTER(next));
    return next;
}

static gint compare_bytes(gconstpointer a, gconstpointer b, gpointer unused)
{
    (void)unused;
    return g_bytes_compare(a, b);
}

/* Returns an empty tree for number_of(). It is no hash table, because the points of a file may be
 * chosen so that all have the same hash. */
static GTree *numbers_new(void)
{
    return g_tree_new_full(compare_bytes, NULL, (GDestroyNotify)g_bytes_unref, NULL);
}

/* Returns the number of an edge of a square. `way` is 0 for a row, 1 for a column. `end` is 0 for
 * the first of these, 1 for the last. Edges with the same control points have the same number. An
 * edge that is a single point has no neighbours, so it gets a number of its own. */
static guint number_edge(GTree *tree, const BspPatches *patches, guint square, guint way, guint end)
{
    const BspPatchSquare *s = square_at(patches, square);
    BspVec p[4] = { { { 0 } } };
    for (guint k = 0; k < 3; k++)
        p[k] = way ? s->p[k][2 * end] : s->p[2 * end][k];
    if (memcmp(&p[0], &p[1], sizeof *p) == 0 && memcmp(&p[0], &p[2], sizeof *p) == 0)
        p[3] = bsp_vec(square + 1, way, end);
    if (memcmp(&p[0], &p[2], sizeof *p) > 0) { /* both directions are the same edge */
        BspVec first = p[0];
        p[0] = p[2];
        p[2] = first;
    }
    return number_of(tree, p, sizeof p);
}

/* Divides equal edges into equally many cells, which is the maximum number that any of them has.
 * Returns whether a square gained cells. */
static gboolean equalize_neighbours(BspPatches *patches)
{
    guint n = 2 * patches->squares->len;
    g_autoptr(GTree) tree = numbers_new();
    g_autofree guint *same = bsp_sets_new(2 * n), *edge = g_new(guint, n + 1),
                     *most = g_new0(guint, 2 * n + 1);
    for (guint i = 0; i < n; i++) {
        edge[i] = number_edge(tree, patches, i / 2, i % 2, 0);
        bsp_sets_join(same, edge[i], number_edge(tree, patches, i / 2, i % 2, 1));
    }
    for (guint i = 0; i < n; i++) {
        guint *in_set = &most[bsp_sets_find(same, edge[i])];
        *in_set = MAX(*in_set, square_at(patches, i / 2)->n[i % 2]);
    }
    gboolean gained = FALSE;
    for (guint i = 0; i < n; i++) {
        guint *own = &square_at(patches, i / 2)->n[i % 2];
        gained |= *own < most[bsp_sets_find(same, edge[i])];
        *own = most[bsp_sets_find(same, edge[i])];
    }
    return gained;
}

/* The maximum number of samples of a division, divided by the maximum number of its cells. The
 * levels of openarena-oacmp1 take at most 5888 samples for each of their cells, but have only a
 * fifth of the maximum number of cells. At this limit the samples take about as long as the
 * brushes. */
#define SAMPLES_PER_CELL 4096

/* Sets the number of cells of each square. Returns FALSE if the squares need more than max_cells
 * cells, or too many samples. *patch is then the patch of the square that exceeded the limit. */
static gboolean set_cells(BspPatches *patches, double error, double flat, guint max_cells,
                          guint *patch)
{
    Division division = { error, flat, 0, (gint64)SAMPLES_PER_CELL * max_cells };
    do { /* repeat, because equal numbers on one edge may need more cells on another edge */
        division.n_cells = max_cells;
        for (guint i = 0; i < patches->squares->len; i++) {
            BspPatchSquare *s = square_at(patches, i);
            *patch = s->patch;
            if (!add_cells(s, &division))
                return FALSE;
            division.n_cells -= count_cells(s);
        }
    } while (equalize_neighbours(patches));
    return TRUE;
}

/* --- pieces --- */

/* Adds the polygon as a piece of the patch, if it is wide enough. `tree` has the numbers of
 * vertices. */
static void add_piece(BspPatches *patches, GTree *tree, guint patch, const Polygon *polygon)
{
    BspPatchPiece piece = { .n = polygon->n, .patch = patch, .normal = polygon->normal };
    for (guint i = 0; i < piece.n && polygon->is_wide; i++) {
        piece.v[i] = number_of(tree, &polygon->v[i], sizeof *polygon->v);
        if (piece.v[i] == patches->vertices->len)
            g_array_append_val(patches->vertices, polygon->v[i]);
        piece.beside[i] = patches->pieces->len;
    }
    if (polygon->is_wide)
        g_array_append_val(patches->pieces, piece);
}

static void add_pieces(BspPatches *patches, GTree *tree, const BspPatchSquare *s, double flat)
{
    for (guint i = 0; i < count_cells(s); i++) {
        Cell cell = find_cell(s, i, flat);
        guint before = patches->pieces->len;
        if (cell.is_flat)
            add_piece(patches, tree, s->patch, &cell.quad);
        for (guint k = 0; k < 2 && !cell.is_flat; k++)
            add_piece(patches, tree, s->patch, &cell.triangles[k]);
        patches->n_degenerate += patches->pieces->len == before;
    }
}

/* --- neighbours --- */

/* The pieces that have an edge from one vertex to another. */
typedef struct {
    guint n, last; /* number of these pieces, and the last of them */
} Edge;

static Edge *edge_of(GTree *tree, Edge *edges, guint from, guint to)
{
    const guint ends[2] = { from, to };
    return &edges[number_of(tree, ends, sizeof ends)];
}

/* Finds the neighbours of all pieces. Two pieces are neighbours if exactly these two have an edge,
 * in opposite directions. */
static void find_neighbours(BspPatches *patches)
{
    g_autoptr(GTree) tree = numbers_new();
    g_autofree Edge *edges = g_new0(Edge, 8 * (gsize)patches->pieces->len + 1);
    for (guint pass = 0; pass < 2; pass++)
        for (guint i = 0; i < patches->pieces->len; i++) {
            BspPatchPiece *piece = &g_array_index(patches->pieces, BspPatchPiece, i);
            for (guint e = 0; e < piece->n; e++) {
                guint from = piece->v[e], to = piece->v[(e + 1) % piece->n];
                Edge *own = edge_of(tree, edges, from, to);
                const Edge *other = edge_of(tree, edges, to, from);
                if (!pass)
                    *own = (Edge){ own->n + 1, i };
                else if (own->n == 1 && other->n == 1)
                    piece->beside[e] = other->last;
            }
        }
}

gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch)
{
    if (!set_cells(patches, error - flat, flat, max_cells, patch))
        return FALSE;
    g_autoptr(GTree) tree = numbers_new();
    for (guint i = 0; i < patches->squares->len; i++)
        add_pieces(patches, tree, square_at(patches, i), flat);
    find_neighbours(patches);
    return TRUE;
}

/* --- brushes --- */

static const BspPatchPiece *piece_at(const BspPatches *patches, guint i)
{
    return &g_array_index(patches->pieces, BspPatchPiece, i);
}

static BspBrush *make_prism(const BspPatches *patches, const BspPatchPiece *piece, double thickness)
{
    BspPrismFront front = { .points = (const BspVec *)(void *)patches->vertices->data,
                            .n = piece->n,
                            .corners = piece->v,
                            .normal = piece->normal };
    for (guint i = 0; i < piece->n; i++)
        front.beside[i] = piece_at(patches, piece->beside[i])->normal;
    return bsp_prism_new(&front, thickness, NULL);
}

guint bsp_patch_thicken(const BspPatches *patches, guint *piece, double thickness,
                        GPtrArray *brushes)
{
    guint patch = piece_at(patches, *piece)->patch, first = brushes->len, n_thin = 0;
    for (; *piece < patches->pieces->len && piece_at(patches, *piece)->patch == patch; ++*piece) {
        BspBrush *prism = make_prism(patches, piece_at(patches, *piece), thickness);
        if (prism)
            g_ptr_array_add(brushes, prism);
        n_thin += !prism;
    }
    bsp_brushes_merge(brushes, first);
    return n_thin;
}
