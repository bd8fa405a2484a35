/* join: joins the floors of one plane into few convex floors.
 *
 * The tree cuts a floor into many parts. The outline of parts that hang together is found by
 * leaving out the sides at which two of them meet. The outline's lines cut the plane anew into
 * convex pieces, and pieces are joined over common sides while the result is convex. */
#include "navigate/floors.h"

#include <stdlib.h>
#include <string.h>

#include "geometry/order.h"
#include "geometry/polygon.h"
#include "geometry/sets.h"
#include "trace/compiler.h"

/* Units. Sides this near to a line count as on it, because cuts of one plane by different planes of
 * a tree meet within a few BSP_TOUCH. At a sharp angle they may meet less exactly. If a seam is
 * missed for this reason, its two areas are not joined, and the graph only has one area more. */
#define LINE (1.0 / 4096)
/* Units. The heights of floors in one plane differ by at most this: solids are eroded by BSP_TOUCH,
 * and planes that should be equal by up to BSP_ON_PLANE. With 1e-4, 2 percent of points of areas
 * were in solid. */
#define SAME_HEIGHT (4 * BSP_TOUCH)

typedef struct {
    BspNavVertex a, b;
} Segment;

/* --- the outline --- */

/* Returns whether the side from c to d, which has the opposite direction, lies against the side
 * from a to b. *part receives the part of the side from a to b. */
static gboolean side_covers(BspNavVertex a, BspNavVertex b, BspNavVertex c, BspNavVertex d,
                            NavPart *part)
{
    BspNavVertex p, q;
    double near = LINE * nav_distance(a, b);
    return nav_find_facing(a, b, c, d, part, &p, &q) && part->to > part->from + LINE &&
           fabs(nav_cross(a, b, p)) <= near && fabs(nav_cross(a, b, q)) <= near;
}

static gboolean are_near(const BspBounds *a, const BspBounds *b)
{
    return a->mins.x <= b->maxs.x + LINE && b->mins.x <= a->maxs.x + LINE &&
           a->mins.y <= b->maxs.y + LINE && b->mins.y <= a->maxs.y + LINE;
}

/* Returns the parts of the floors' sides against which no side of another floor lies. */
static GArray *find_outline(const NavFloor *floors, const BspBounds *bounds, guint n)
{
    GArray *outline = g_array_new(FALSE, FALSE, sizeof(Segment));
    g_autoptr(GArray) covered = g_array_new(FALSE, FALSE, sizeof(NavPart));
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < floors[i].n; k++) {
            BspNavVertex a = floors[i].v[k], b = nav_next_vertex(&floors[i], k);
            if (nav_distance(a, b) < LINE)
                continue;
            g_array_set_size(covered, 0);
            for (guint j = 0; j < n; j++)
                for (guint m = 0; j != i && are_near(&bounds[i], &bounds[j]) && m < floors[j].n;
                     m++) {
                    NavPart part;
                    if (side_covers(a, b, floors[j].v[m], nav_next_vertex(&floors[j], m), &part))
                        g_array_append_val(covered, part);
                }
            double length = nav_distance(a, b);
            g_autoptr(GArray) parts = nav_uncovered(covered, length, 2 * LINE);
            for (guint j = 0; j < parts->len; j++) {
                const NavPart *part = &g_array_index(parts, NavPart, j);
                Segment side = { nav_lerp(a, b, part->from / length),
                                 nav_lerp(a, b, part->to / length) };
                g_array_append_val(outline, side);
            }
        }
    return outline;
}

/* --- cutting the plane by the outline's lines --- */

typedef struct {
    const NavFloor *floors; /* the floors to cover */
    guint n;
    GArray *pieces; /* NavFloor */
} Cutting;

NavFloor nav_floor_left(const NavFloor *cell, BspNavVertex a, BspNavVertex b)
{
    NavFloor part = { g_new(BspNavVertex, 2 * cell->n), 0, cell->plane };
    double length = nav_distance(a, b);
    for (guint i = 0; i < cell->n; i++) {
        BspNavVertex p = cell->v[i], q = nav_next_vertex(cell, i);
        double dp = nav_cross(a, b, p) / length, dq = nav_cross(a, b, q) / length;
        if (dp >= -BSP_CELL_EPSILON)
            part.v[part.n++] = p;
        if ((dp > BSP_CELL_EPSILON && dq < -BSP_CELL_EPSILON) ||
            (dp < -BSP_CELL_EPSILON && dq > BSP_CELL_EPSILON))
            part.v[part.n++] = nav_lerp(p, q, dp / (dp - dq));
    }
    return part;
}

/* Returns the side of the line, whose length is given, on which the segment lies. The left side is
 * the front. d receives the distances of the segment's ends, positive on the left. */
static BspSide side_of_line(const Segment *s, const Segment *line, double length, double d[2])
{
    d[0] = nav_cross(line->a, line->b, s->a) / length;
    d[1] = nav_cross(line->a, line->b, s->b) / length;
    return bsp_side_reached(d[0] > LINE || d[1] > LINE, d[0] < -LINE || d[1] < -LINE);
}

/* Sorts a segment to the sides of a line, and cuts it if it crosses the line. */
static void sort_segment(const Segment *s, const Segment *line, GArray *left, GArray *right)
{
    double d[2];
    BspSide side = side_of_line(s, line, nav_distance(line->a, line->b), d);
    if (side == BSP_SIDE_STRADDLE) {
        BspNavVertex cut = nav_lerp(s->a, s->b, d[0] / (d[0] - d[1]));
        Segment first = { s->a, cut }, second = { cut, s->b };
        g_array_append_val(d[0] > 0 ? left : right, first);
        g_array_append_val(d[0] > 0 ? right : left, second);
    } else if (side != BSP_SIDE_ON) {
        g_array_append_val(side == BSP_SIDE_FRONT ? left : right, *s);
    }
}

/* Returns the cost of cutting by a line. Each segment that the line cuts costs most. The cost is
 * less if the line divides the segments equally, lies on many of them, and is long. The weights
 * gave the fewest areas on five levels. */
static double line_cost(const GArray *segments, const Segment *line)
{
    double length = nav_distance(line->a, line->b), n[4] = { 0 }, d[2];
    for (guint i = 0; i < segments->len; i++)
        n[side_of_line(&g_array_index(segments, Segment, i), line, length, d)]++;
    return 4 * n[BSP_SIDE_STRADDLE] + 0.5 * fabs(n[BSP_SIDE_FRONT] - n[BSP_SIDE_BACK]) -
           2 * n[BSP_SIDE_ON] - 0.002 * length;
}

/* At most this many lines are tried at a cut, so that a plane of thousands of parts takes no
 * quadratic time at each cut. */
#define MOST_LINES 48

static const Segment *choose_line(const GArray *segments)
{
    guint stride = segments->len / MOST_LINES + 1;
    const Segment *best = NULL;
    double least = HUGE_VAL;
    for (guint i = 0; i < segments->len; i += stride) {
        const Segment *s = &g_array_index(segments, Segment, i);
        double cost = line_cost(segments, s);
        if (cost < least) {
            least = cost;
            best = s;
        }
    }
    return best;
}

/* Returns whether the middle of the cell is on one of the floors. */
static gboolean is_covered(const Cutting *cutting, const NavFloor *cell)
{
    BspNavVertex middle = nav_middle(nav_floor_shape(cell));
    for (guint i = 0; i < cutting->n; i++)
        if (nav_inside(nav_floor_shape(&cutting->floors[i]), middle) >= -LINE)
            return TRUE;
    return FALSE;
}

/* Cuts the cell, which it frees, by the segments. Each side of a cut has fewer segments, so this
 * ends. */
static void cut_cell(Cutting *cutting, NavFloor cell, const GArray *segments)
{
    if (cell.n < 3) {
        g_free(cell.v);
        return;
    }
    if (segments->len == 0) {
        if (is_covered(cutting, &cell))
            g_array_append_val(cutting->pieces, cell);
        else
            g_free(cell.v);
        return;
    }
    const Segment *line = choose_line(segments);
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(Segment));
    g_autoptr(GArray) right = g_array_new(FALSE, FALSE, sizeof(Segment));
    for (guint i = 0; i < segments->len; i++)
        sort_segment(&g_array_index(segments, Segment, i), line, left, right);
    NavFloor before = nav_floor_left(&cell, line->a, line->b),
             after = nav_floor_left(&cell, line->b, line->a);
    g_free(cell.v);
    cut_cell(cutting, before, left);
    cut_cell(cutting, after, right);
}

/* --- joining pieces --- */

/* Removes vertices that are too near to the next, or on the line between their neighbours. */
static void remove_needless_vertices(NavFloor *floor)
{
    for (guint i = 0; i < floor->n && floor->n > 3;) {
        BspNavVertex a = floor->v[(i + floor->n - 1) % floor->n], b = floor->v[i];
        BspNavVertex c = nav_next_vertex(floor, i);
        double length = nav_distance(a, c);
        if (nav_distance(a, b) >= LINE && fabs(nav_cross(a, c, b)) > BSP_CELL_EPSILON * length) {
            i++;
            continue;
        }
        memmove(floor->v + i, floor->v + i + 1, (floor->n - i - 1) * sizeof *floor->v);
        floor->n--;
        i = i ? i - 1 : 0;
    }
}

static gboolean is_convex(const NavFloor *floor)
{
    for (guint i = 0; i < floor->n; i++) {
        BspNavVertex a = floor->v[i], b = floor->v[(i + 1) % floor->n];
        BspNavVertex c = floor->v[(i + 2) % floor->n];
        if (nav_cross(a, c, b) > 10 * BSP_CELL_EPSILON * nav_distance(a, c))
            return FALSE;
    }
    return TRUE;
}

/* Finds side i of p and side k of q, which are the same, in opposite directions. */
static gboolean find_common_side(const NavFloor *p, const NavFloor *q, guint *i, guint *k)
{
    for (*i = 0; *i < p->n; (*i)++)
        for (*k = 0; *k < q->n; (*k)++)
            if (nav_distance(p->v[*i], nav_next_vertex(q, *k)) <= LINE &&
                nav_distance(nav_next_vertex(p, *i), q->v[*k]) <= LINE)
                return TRUE;
    return FALSE;
}

/* Returns p and q joined over their common side, whose length *length receives. The result has no
 * vertices if there is no common side, or if it would not be convex. */
static NavFloor joined(const NavFloor *p, const NavFloor *q, double *length)
{
    guint i, k;
    NavFloor both = { NULL, 0, p->plane };
    if (!find_common_side(p, q, &i, &k))
        return both;
    *length = nav_distance(p->v[i], nav_next_vertex(p, i));
    both.v = g_new(BspNavVertex, p->n + q->n);
    for (guint j = 0; j < p->n; j++)
        both.v[both.n++] = p->v[(i + 1 + j) % p->n];
    for (guint j = 2; j < q->n; j++)
        both.v[both.n++] = q->v[(k + j) % q->n];
    if (!is_convex(&both)) {
        g_free(both.v);
        both = (NavFloor){ NULL, 0, p->plane };
    }
    return both;
}

/* Joins piece i with the piece that has the longest common side. Returns FALSE if there is none. */
static gboolean join_longest(GArray *pieces, BspBounds *bounds, guint i)
{
    NavFloor *p = &g_array_index(pieces, NavFloor, i);
    NavFloor best = { NULL, 0, p->plane };
    double most = 0;
    guint partner = 0;
    for (guint k = 0; p->n && k < pieces->len; k++) {
        double length = 0;
        NavFloor *q = &g_array_index(pieces, NavFloor, k);
        if (k == i || !q->n || !are_near(&bounds[i], &bounds[k]))
            continue;
        NavFloor both = joined(p, q, &length);
        if (both.n && length > most) {
            most = length;
            partner = k;
            g_free(best.v);
            best = both;
        } else {
            g_free(both.v);
        }
    }
    if (!best.n)
        return FALSE;
    remove_needless_vertices(&best);
    g_free(p->v);
    *p = best;
    bounds[i] = nav_floor_bounds(p);
    NavFloor *gone = &g_array_index(pieces, NavFloor, partner);
    g_clear_pointer(&gone->v, g_free);
    gone->n = 0;
    return TRUE;
}

static void join_pieces(GArray *pieces)
{
    g_autofree BspBounds *bounds = g_new(BspBounds, pieces->len);
    for (guint i = 0; i < pieces->len; i++) {
        remove_needless_vertices(&g_array_index(pieces, NavFloor, i));
        bounds[i] = nav_floor_bounds(&g_array_index(pieces, NavFloor, i));
    }
    for (gboolean again = TRUE; again;) {
        again = FALSE;
        for (guint i = 0; i < pieces->len; i++)
            while (join_longest(pieces, bounds, i))
                again = TRUE;
    }
}

/* --- floors of one plane --- */

double nav_floor_width(const NavFloor *floor)
{
    double least = HUGE_VAL;
    for (guint i = 0; i < floor->n; i++) {
        BspNavVertex a = floor->v[i], b = nav_next_vertex(floor, i);
        double length = nav_distance(a, b), most = 0;
        for (guint k = 0; k < floor->n; k++)
            most = fmax(most, nav_cross(a, b, floor->v[k]) / fmax(length, LINE));
        least = fmin(least, most);
    }
    return floor->n < 3 ? 0 : least;
}

/* Moves the pieces to the output, except slivers. */
static void keep_wide(GArray *pieces, GArray *out, guint *n_slivers)
{
    for (guint i = 0; i < pieces->len; i++) {
        NavFloor *piece = &g_array_index(pieces, NavFloor, i);
        if (nav_floor_width(piece) >= NAV_SLIVER) {
            g_array_append_val(out, *piece);
            piece->v = NULL;
        } else if (piece->n) {
            (*n_slivers)++;
        }
    }
}

/* Moves the vertices of a piece onto the floors. A cut takes sides within LINE of its line for
 * parts of the line, and sides shorter than LINE are ignored, so a vertex may be up to LINE deep in
 * solid. */
static void keep_on_floors(NavFloor *piece, const NavFloor *floors, const BspBounds *bounds,
                           guint n)
{
    for (guint i = 0; i < piece->n; i++) {
        BspNavVertex nearest = piece->v[i];
        BspBounds own = bsp_bounds_empty();
        double least = HUGE_VAL;
        bsp_bounds_add_point(&own, bsp_vec(nearest.x, nearest.y, 0));
        for (guint k = 0; k < n && least > 0; k++) {
            if (!are_near(&own, &bounds[k]))
                continue;
            BspNavVertex p = nav_nearest(nav_floor_shape(&floors[k]), piece->v[i]);
            if (nav_distance(p, piece->v[i]) < least) {
                least = nav_distance(p, piece->v[i]);
                nearest = p;
            }
        }
        piece->v[i] = nearest;
    }
}

/* Joins n floors that hang together. They get the height of the highest, so that no body on them is
 * in solid. */
static void join_connected(NavFloor *floors, guint n, GArray *out, guint *n_slivers)
{
    g_autoptr(GArray) pieces = nav_floors_new();
    g_autofree BspBounds *bounds = g_new(BspBounds, n);
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < n; i++) {
        bounds[i] = nav_floor_bounds(&floors[i]);
        bsp_bounds_add(&all, &bounds[i]);
        floors[0].plane.dist = fmax(floors[0].plane.dist, floors[i].plane.dist);
    }
    Cutting cutting = { floors, n, pieces };
    NavFloor cell = { g_new(BspNavVertex, 4), 4, floors[0].plane };
    cell.v[0] = nav_xy(all.mins);
    cell.v[1] = (BspNavVertex){ all.maxs.x, all.mins.y };
    cell.v[2] = nav_xy(all.maxs);
    cell.v[3] = (BspNavVertex){ all.mins.x, all.maxs.y };
    g_autoptr(GArray) outline = find_outline(floors, bounds, n);
    cut_cell(&cutting, cell, outline);
    join_pieces(pieces);
    for (guint i = 0; i < pieces->len; i++) {
        NavFloor *piece = &g_array_index(pieces, NavFloor, i);
        keep_on_floors(piece, floors, bounds, n);
        remove_needless_vertices(piece); /* two may be one now */
    }
    keep_wide(pieces, out, n_slivers);
}

/* Joins the floors of one plane. Floors whose bounds touch are joined together. */
static void join_plane(NavFloor *floors, guint n, GArray *out, guint *n_slivers)
{
    g_autofree BspBounds *bounds = g_new(BspBounds, n);
    g_autofree guint *sets = bsp_sets_new(n);
    g_autofree NavFloor *part = g_new(NavFloor, n);
    for (guint i = 0; i < n; i++) {
        bounds[i] = nav_floor_bounds(&floors[i]);
        for (guint k = 0; k < i; k++)
            if (are_near(&bounds[i], &bounds[k]))
                sets[bsp_sets_find(sets, i)] = bsp_sets_find(sets, k);
    }
    for (guint root = 0; root < n; root++) {
        guint n_part = 0;
        for (guint i = 0; i < n && sets[root] == root; i++)
            if (bsp_sets_find(sets, i) == root)
                part[n_part++] = floors[i];
        if (n_part)
            join_connected(part, n_part, out, n_slivers);
    }
}

/* --- all floors --- */

/* Rounds a coordinate of a normal, so that normals compare equal that differ only by rounding. */
static double rounded(double coordinate)
{
    return round(coordinate * 1e9);
}

static int order_floors(const void *a, const void *b)
{
    const NavFloor *p = a, *q = b;
    return BSP_ORDER(rounded(p->plane.normal.x), rounded(q->plane.normal.x)) ?:
           BSP_ORDER(rounded(p->plane.normal.y), rounded(q->plane.normal.y)) ?:
           BSP_ORDER(p->plane.dist, q->plane.dist);
}

static gboolean are_in_one_plane(const NavFloor *p, const NavFloor *q)
{
    return rounded(p->plane.normal.x) == rounded(q->plane.normal.x) &&
           rounded(p->plane.normal.y) == rounded(q->plane.normal.y) &&
           fabs(p->plane.dist - q->plane.dist) <= SAME_HEIGHT;
}

/* Multiplies the coordinates of the floors' vertices by the factor. */
static void scale_floors(GArray *floors, double factor)
{
    for (guint i = 0; i < floors->len; i++) {
        NavFloor *floor = &g_array_index(floors, NavFloor, i);
        for (guint k = 0; k < floor->n; k++)
            floor->v[k] = (BspNavVertex){ factor * floor->v[k].x, factor * floor->v[k].y };
    }
}

/* Removes floors that are thinner than LINE. Their two sides would count as on one line, and would
 * cover the sides of other floors, also at the border of all floors. */
static void remove_thin(GArray *floors)
{
    NavFloor *all = (NavFloor *)(gpointer)floors->data;
    guint n = 0;
    for (guint i = 0; i < floors->len; i++) {
        NavFloor floor = all[i];
        if (nav_floor_width(&floor) < LINE)
            continue;
        all[i] = all[n]; /* a thin floor, or the same one */
        all[n++] = floor;
    }
    g_array_set_size(floors, n);
}

GArray *nav_floors_join(GArray *floors, double scale, guint *n_slivers)
{
    GArray *out = nav_floors_new();
    NavFloor *all = (NavFloor *)(gpointer)floors->data;
    g_array_sort(floors, order_floors);
    scale_floors(floors, 1 / scale);
    remove_thin(floors);
    for (guint i = 0, end; i < floors->len; i = end) {
        for (end = i + 1; end < floors->len && are_in_one_plane(&all[i], &all[end]); end++)
            ;
        join_plane(all + i, end - i, out, n_slivers);
    }
    scale_floors(out, scale);
    return out;
}
