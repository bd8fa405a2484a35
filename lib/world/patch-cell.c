/* patch-cell: a cell of a patch: its pieces, and whether the surface is near them.
 *
 * Half a cell, a triangle of parameters, is a quartic Bezier triangle, which lies in the convex
 * hull of its 15 control points. All points within some distance of a piece are a convex set. So if
 * all control points are within the error of a piece, then the surface is. If the control points
 * are too far away, because they are farther away than the surface, the triangle is divided. */
#include "world/patch-cell.h"

#include <math.h>

#include "bsp-constants.h"

int bsp_patch_compare_points(const BspVec *a, const BspVec *b, guint n)
{
    for (guint k = 0; k < 3 * n; k++)
        if (a[k / 3].v[k % 3] != b[k / 3].v[k % 3])
            return a[k / 3].v[k % 3] < b[k / 3].v[k % 3] ? -1 : 1;
    return 0;
}

/* The point at parameter i / n of a curve. Reversing the curve gives the same point, to the last
 * bit. */
static BspVec curve_point(BspVec a, BspVec b, BspVec c, guint i, guint n)
{
    double s = (double)(n - i) / n, t = (double)i / n;
    BspVec ends = bsp_vec_add(bsp_vec_scale(a, s * s), bsp_vec_scale(c, t * t));
    return bsp_vec_add(ends, bsp_vec_scale(b, 2 * (s * t)));
}

BspVec bsp_patch_grid_point(const BspPatchSquare *s, guint i, guint k)
{
    BspVec row[3];
    for (guint j = 0; j < 3; j++)
        row[j] = curve_point(s->p[j][0], s->p[j][1], s->p[j][2], i, s->n[0]);
    return curve_point(row[0], row[1], row[2], k, s->n[1]);
}

BspVec bsp_patch_square_point(const BspPatchSquare *square, double u, double v)
{
    double at[2][3] = { { (1 - u) * (1 - u), 2 * u * (1 - u), u * u },
                        { (1 - v) * (1 - v), 2 * v * (1 - v), v * v } };
    BspVec p = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 9; k++)
        p = bsp_vec_mad(p, at[1][k / 3] * at[0][k % 3], square->p[k / 3][k % 3]);
    return p;
}

/* --- cells --- */

/* The normal of a polygon; its length is twice the area. */
static BspVec area_vector(const BspVec *p, guint n)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint i = 1; i + 1 < n; i++)
        sum = bsp_vec_add(sum, bsp_vec_cross(bsp_vec_sub(p[i], p[0]), bsp_vec_sub(p[i + 1], p[0])));
    return sum;
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

gboolean bsp_patch_is_wide(const BspVec *p, guint n, BspVec *normal)
{
    double longest = 0;
    for (guint i = 0; i < n; i++)
        longest = MAX(longest, bsp_vec_length(bsp_vec_sub(p[(i + 1) % n], p[i])));
    *normal = area_vector(p, n);
    double length = bsp_vec_length(*normal);
    *normal = bsp_vec_scale(*normal, length > 0 ? 1 / length : 0);
    return length > 2 * BSP_BRUSH_THICKNESS * longest;
}

static gboolean is_flat_quad(const BspVec *p, double flat)
{
    BspVec normal;
    return bsp_patch_is_wide(p, 4, &normal) && is_flat(p, 4, normal, flat) &&
           is_convex(p, 4, normal);
}

/* The distance of p from the convex hull of n points in one plane: a point, an edge, or a convex
 * triangle or quad. */
static double polygon_distance(const BspVec *v, guint n, BspVec p)
{
    BspVec normal = n < 3 ? bsp_vec(0, 0, 0) : bsp_vec_unit(area_vector(v, n));
    gboolean inside = n >= 3;
    double least = HUGE_VAL;
    for (guint i = 0; i < n; i++) {
        BspVec edge = bsp_vec_sub(v[(i + 1) % n], v[i]), to = bsp_vec_sub(p, v[i]);
        double square = bsp_vec_dot(edge, edge);
        double t = square > 0 ? bsp_vec_dot(to, edge) / square : 0;
        BspVec off = bsp_vec_mad(to, -CLAMP(t, 0, 1), edge);
        inside = inside && bsp_vec_dot(bsp_vec_cross(edge, normal), to) <= 0;
        least = MIN(least, bsp_vec_length(off));
    }
    return inside ? fabs(bsp_vec_dot(normal, bsp_vec_sub(p, v[0]))) : least;
}

/* Whether the diagonal from this corner divides the quad well: the triangles on both sides face the
 * same way, and both are wide enough for a brush. In a concave quad, one diagonal lies outside the
 * quad. */
static gboolean splits_well(const BspVec *p, guint from)
{
    const BspVec low[3] = { p[from], p[from + 1], p[(from + 2) % 4] },
                 high[3] = { p[from], p[(from + 2) % 4], p[(from + 3) % 4] };
    BspVec normals[2];
    return bsp_patch_is_wide(low, 3, &normals[0]) && bsp_patch_is_wide(high, 3, &normals[1]) &&
           bsp_vec_dot(normals[0], normals[1]) >= 0;
}

/* Chooses a diagonal: the one that is nearer to the surface at the middle of the cell, if both
 * divide it well. Returns the number of the corner where it begins. */
static guint choose_diagonal(const BspVec *p, BspVec middle)
{
    const BspVec ends[2][2] = { { p[0], p[2] }, { p[1], p[3] } };
    guint best =
        polygon_distance(ends[1], 2, middle) < polygon_distance(ends[0], 2, middle) ? 1 : 0;
    return splits_well(p, best) || !splits_well(p, 1 - best) ? best : 1 - best;
}

void bsp_patch_cell_corners(const BspPatchSquare *s, guint i, guint k, BspVec *p)
{
    p[0] = bsp_patch_grid_point(s, i, k);
    p[1] = bsp_patch_grid_point(s, i + 1, k);
    p[2] = bsp_patch_grid_point(s, i + 1, k + 1);
    p[3] = bsp_patch_grid_point(s, i, k + 1);
}

BspPatchCell bsp_patch_divide_cell(const BspPatchSquare *s, guint i, guint k, const BspVec *p,
                                   double flat)
{
    BspPatchCell pieces = { .n = 1 };
    guint *v = pieces.corner[0];
    for (guint j = 0; j < 4; j++)
        if (bsp_patch_compare_points(&p[j], &p[(j + 3) % 4], 1) != 0 &&
            (pieces.n_corners == 0 || bsp_patch_compare_points(&p[j], &p[v[0]], 1) != 0))
            v[pieces.n_corners++] = j;
    if (pieces.n_corners < 3)
        pieces.n = 0;
    if (pieces.n_corners < 4 || is_flat_quad(p, flat))
        return pieces;
    guint d =
        choose_diagonal(p, bsp_patch_square_point(s, (i + 0.5) / s->n[0], (k + 0.5) / s->n[1]));
    return (BspPatchCell){ .n = 2,
                           .n_corners = 3,
                           .corner = { { d, 1 + d, 2 + d }, { d, 2 + d, (3 + d) % 4 } },
                           .diagonal = d };
}

/* --- the distance of the surface from the pieces --- */

/* How often a triangle of parameters is divided. Each time, the control points come about four
 * times nearer to the surface. */
#define MOST_DIVISIONS 4

/* The polygons of a cell. */
typedef struct {
    const BspPatchSquare *square;
    guint n, n_corners; /* number of polygons; number of corners of each: 1 to 4 */
    BspVec v[2][4];
    double error;
    double found; /* the greatest distance of the surface that was computed */
} Nearness;

/* The weights of three control points of a quadratic curve in its blossom at (s, t). */
static void blossom_weights(double s, double t, double *weights)
{
    weights[0] = (1 - s) * (1 - t);
    weights[1] = s * (1 - t) + t * (1 - s);
    weights[2] = s * t;
}

/* The surface's blossom: parameters u of the first pair of corners, parameters v of the second. */
static BspVec blossom(const BspPatchSquare *s, const double *u, const double *v)
{
    BspVec p = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 9; k++)
        p = bsp_vec_mad(p, v[k / 3] * u[k % 3], s->p[k / 3][k % 3]);
    return p;
}

/* The pairs of corners 0 to 2, and the number of each pair. */
static const guint pairs[6][2] = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 1 }, { 1, 2 }, { 2, 2 } };
static const guint pair_of[3][3] = { { 0, 1, 2 }, { 1, 3, 4 }, { 2, 4, 5 } };

#define N_CONTROLS 15

/* Sets the control points of the triangle with these parameters at its corners. The first three
 * control points are the surface at the corners. The blossom of the quartic is the mean of the
 * blossoms for all ways to give two of its four arguments to u, and the others to v. */
static void find_controls(const BspPatchSquare *s, const double corner[3][2], BspVec *controls)
{
    static const guint of[N_CONTROLS][4] = { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 },
                                             { 0, 0, 0, 1 }, { 0, 0, 0, 2 }, { 0, 0, 1, 1 },
                                             { 0, 0, 1, 2 }, { 0, 0, 2, 2 }, { 0, 1, 1, 1 },
                                             { 0, 1, 1, 2 }, { 0, 1, 2, 2 }, { 0, 2, 2, 2 },
                                             { 1, 1, 1, 2 }, { 1, 1, 2, 2 }, { 1, 2, 2, 2 } };
    static const guint ways[6][4] = { { 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 3, 1, 2 },
                                      { 1, 2, 0, 3 }, { 1, 3, 0, 2 }, { 2, 3, 0, 1 } };
    BspVec at[6][6];
    double u[6][3], v[6][3];
    for (guint i = 0; i < 6; i++) {
        blossom_weights(corner[pairs[i][0]][0], corner[pairs[i][1]][0], u[i]);
        blossom_weights(corner[pairs[i][0]][1], corner[pairs[i][1]][1], v[i]);
    }
    for (guint i = 0; i < 36; i++)
        at[i / 6][i % 6] = blossom(s, u[i / 6], v[i % 6]);
    for (guint i = 0; i < N_CONTROLS; i++) {
        controls[i] = bsp_vec(0, 0, 0);
        for (guint k = 0; k < 6; k++)
            controls[i] = bsp_vec_mad(controls[i], 1 / 6.0,
                                      at[pair_of[of[i][ways[k][0]]][of[i][ways[k][1]]]]
                                        [pair_of[of[i][ways[k][2]]][of[i][ways[k][3]]]]);
    }
}

/* Whether the control points are within the error of polygon i. */
static gboolean are_near(const Nearness *near, guint i, const BspVec *controls)
{
    for (guint k = 0; k < N_CONTROLS; k++)
        if (polygon_distance(near->v[i], near->n_corners, controls[k]) > near->error)
            return FALSE;
    return TRUE;
}

/* The distance of a point of the surface from the nearest polygon. */
static double nearest_polygon(const Nearness *near, BspVec p)
{
    double least = HUGE_VAL;
    for (guint i = 0; i < near->n; i++)
        least = MIN(least, polygon_distance(near->v[i], near->n_corners, p));
    return least;
}

/* Whether the surface is near in the triangle with these parameters at its corners. depth: how
 * often the triangle was divided. If not, near->found may receive the distance of a point that is
 * too far away. */
static gboolean is_triangle_near(Nearness *near, const double corner[3][2], guint depth)
{
    BspVec controls[N_CONTROLS];
    find_controls(near->square, corner, controls);
    for (guint i = 0; i < near->n; i++)
        if (are_near(near, i, controls))
            return TRUE;
    for (guint k = 0; k < 3; k++)
        near->found = MAX(near->found, nearest_polygon(near, controls[k]));
    if (depth == MOST_DIVISIONS || near->found > near->error)
        return FALSE;
    double middle[3][2]; /* of the side opposite each corner */
    for (guint k = 0; k < 6; k++)
        middle[k / 2][k % 2] =
            0.5 * (corner[(k / 2 + 1) % 3][k % 2] + corner[(k / 2 + 2) % 3][k % 2]);
    for (guint k = 0; k < 3; k++) {
        const double part[3][2] = { { corner[k][0], corner[k][1] },
                                    { middle[(k + 2) % 3][0], middle[(k + 2) % 3][1] },
                                    { middle[(k + 1) % 3][0], middle[(k + 1) % 3][1] } };
        if (!is_triangle_near(near, part, depth + 1))
            return FALSE;
    }
    return is_triangle_near(near, (const double(*)[2])middle, depth + 1);
}

/* Whether the surface is within the error of the pieces of the cell. A cell without breadth has no
 * pieces: there the surface must be within the error of an edge of its neighbours. */
static gboolean is_cell_near(const BspPatchSquare *s, guint i, guint k, double error, double flat,
                             double *found)
{
    BspVec p[4];
    bsp_patch_cell_corners(s, i, k, p);
    BspPatchCell pieces = bsp_patch_divide_cell(s, i, k, p, flat);
    Nearness near = { s, MAX(pieces.n, 1), MAX(pieces.n_corners, 1), { { p[0] } }, error, 0 };
    for (guint j = 0; j < near.n * pieces.n_corners; j++)
        near.v[j / pieces.n_corners][j % pieces.n_corners] =
            p[pieces.corner[j / pieces.n_corners][j % pieces.n_corners]];
    double u[4], v[4];
    for (guint j = 0; j < 4; j++) {
        u[j] = (double)(i + (j == 1 || j == 2 ? 1 : 0)) / s->n[0];
        v[j] = (double)(k + (j >= 2 ? 1 : 0)) / s->n[1];
    }
    guint d = pieces.diagonal, e = (d + 3) % 4;
    const double low[3][2] = { { u[d], v[d] }, { u[d + 1], v[d + 1] }, { u[d + 2], v[d + 2] } },
                 high[3][2] = { { u[d], v[d] }, { u[d + 2], v[d + 2] }, { u[e], v[e] } };
    gboolean is_near = is_triangle_near(&near, low, 0) && is_triangle_near(&near, high, 0);
    *found = near.found;
    return is_near;
}

gboolean bsp_patch_is_square_near(const BspPatchSquare *s, double error, double flat, double *found)
{
    for (guint cell = 0; cell < s->n[0] * s->n[1]; cell++)
        if (!is_cell_near(s, cell % s->n[0], cell / s->n[0], error, flat, found))
            return FALSE;
    return TRUE;
}
