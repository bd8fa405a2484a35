/* merge: merges adjacent brushes whose union is convex.
 *
 * If the union of two brushes is convex and they touch, they have one whole face in common. In each
 * round the pairs with the largest common faces are merged. A pair is merged if the volume of the
 * result is the sum of the volumes. Then the planes of one brush, without the common face, cut
 * nothing off the other. */
#include "geometry/merge.h"

#include <stdlib.h>

#include "bsp-constants.h"
#include "geometry/brush.h"
#include "table/hierarchy.h"

/* Units. Planes this close count as one. It is eight times the tolerance of the cuts that made the
 * brushes, because several cuts may have moved a vertex. */
#define SAME_PLANE (8 * BSP_CELL_EPSILON)

/* In all rounds, the maximum number of pairs of brushes that are compared is MAX_COMPARED, and
 * COMPARED_PER_BRUSH more for each brush. Brushes that all overlap would otherwise need the square
 * of their number. 10 million comparisons take about 1 s. */
#define MAX_COMPARED 1000000
#define COMPARED_PER_BRUSH 512

/* A pair of brushes a and b, whose faces a_face and b_face coincide. */
typedef struct {
    guint a, b, a_face, b_face;
    double area;
} Pair;

typedef struct {
    const GPtrArray *brushes;
    guint first, a;
    GArray *pairs; /* the pairs (Pair) */
    gint64 *left;  /* number of comparisons that may still be made */
} PairSearch;

static const BspCell *cell_of(const GPtrArray *brushes, guint i)
{
    return ((const BspBrush *)brushes->pdata[i])->cell;
}

static double area_of_face(const BspCell *cell, guint face)
{
    g_autoptr(BspPolygon) polygon = bsp_cell_face_polygon(cell, face);
    return bsp_polygon_area(polygon);
}

static gboolean are_opposite(const BspPlane *a, const BspPlane *b)
{
    return bsp_same_normal(a->normal, bsp_vec_neg(b->normal)) &&
           fabs(a->dist + b->dist) <= SAME_PLANE;
}

static gboolean add_pairs_with(guint i, gpointer data)
{
    PairSearch *search = data;
    guint b = search->first + i;
    if (--*search->left < 0)
        return FALSE;
    if (b <= search->a)
        return TRUE;
    const BspCell *cell = cell_of(search->brushes, search->a), *other = cell_of(search->brushes, b);
    for (guint f = 0; f < cell->n_faces; f++)
        for (guint g = 0; g < other->n_faces; g++) {
            if (!are_opposite(&cell->faces[f].plane, &other->faces[g].plane))
                continue;
            Pair pair = { search->a, b, f, g, area_of_face(cell, f) };
            /* This test only saves time. Two faces with different areas do not coincide. Because of
             * rounding, the areas of a narrow common face may differ by more than 1e-6 of the
             * area. */
            if (fabs(pair.area - area_of_face(other, g)) <= 1e-2 * pair.area)
                g_array_append_val(search->pairs, pair);
        }
    return TRUE;
}

static int compare_pairs(const void *x, const void *y)
{
    const Pair *a = x, *b = y;
    if (a->area != b->area)
        return a->area > b->area ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* Returns the pairs that may be merged, in descending order of the areas of their common faces. */
static GArray *find_pairs(const GPtrArray *brushes, guint first, gint64 *left)
{
    guint n = brushes->len - first;
    GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        boxes[i] =
            bsp_bounds_grown(&((const BspBrush *)brushes->pdata[first + i])->bounds, SAME_PLANE);
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, n);
    PairSearch search = { .brushes = brushes, .first = first, .pairs = pairs, .left = left };
    for (guint i = 0; i < n && *left >= 0; i++) {
        search.a = first + i;
        bsp_hierarchy_overlapping(hierarchy, &boxes[i], add_pairs_with, &search);
    }
    if (pairs->len)
        qsort(pairs->data, pairs->len, sizeof(Pair), compare_pairs);
    return pairs;
}

/* Appends the planes of the cell, except the plane of face `except`, and planes that the array has
 * already. */
static void add_planes(GArray *planes, const BspCell *cell, guint except)
{
    guint n = planes->len;
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspPlane *plane = &cell->faces[f].plane;
        gboolean is_new = f != except;
        for (guint i = 0; i < n && is_new; i++) {
            const BspPlane *other = &g_array_index(planes, BspPlane, i);
            is_new = !bsp_same_normal(other->normal, plane->normal) ||
                     fabs(other->dist - plane->dist) > SAME_PLANE;
        }
        if (is_new)
            g_array_append_val(planes, *plane);
    }
}

/* Returns the union, or NULL if it is not convex. */
static BspBrush *merge_pair(const GPtrArray *brushes, const Pair *pair)
{
    BSP_ASSERT(pair->a < pair->b && pair->b < brushes->len);
    const BspCell *a = cell_of(brushes, pair->a), *b = cell_of(brushes, pair->b);
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    add_planes(planes, a, pair->a_face);
    add_planes(planes, b, pair->b_face);
    if (planes->len > BSP_BRUSH_MAX_SIDES)
        return NULL;
    g_autoptr(BspBrush) merged =
        bsp_brush_new_planes((const BspPlane *)(void *)planes->data, planes->len, NULL);
    double sum = bsp_cell_volume(a) + bsp_cell_volume(b);
    if (!merged || fabs(bsp_cell_volume(merged->cell) - sum) > 1e-9 * sum + 1e-9)
        return NULL;
    return g_steal_pointer(&merged);
}

/* Merges pairs of brushes, each brush at most once. Returns whether any were merged. */
static gboolean merge_round(GPtrArray *brushes, guint first, gint64 *left)
{
    g_autoptr(GArray) pairs = find_pairs(brushes, first, left);
    g_autofree gboolean *merged = g_new0(gboolean, brushes->len + 1);
    gboolean any = FALSE;
    for (guint i = 0; i < pairs->len; i++) {
        const Pair *pair = &g_array_index(pairs, Pair, i);
        if (merged[pair->a] || merged[pair->b])
            continue;
        BspBrush *both = merge_pair(brushes, pair);
        if (!both)
            continue;
        any = merged[pair->a] = merged[pair->b] = TRUE;
        bsp_brush_free(brushes->pdata[pair->a]);
        bsp_brush_free(brushes->pdata[pair->b]);
        brushes->pdata[pair->a] = both;
        brushes->pdata[pair->b] = NULL;
    }
    guint n = first;
    for (guint i = first; i < brushes->len; i++)
        if (brushes->pdata[i])
            brushes->pdata[n++] = brushes->pdata[i];
    for (guint i = n; i < brushes->len; i++)
        brushes->pdata[i] = NULL; /* so that the array does not free them */
    g_ptr_array_set_size(brushes, (gint)n);
    return any;
}

void bsp_brushes_merge(GPtrArray *brushes, guint first)
{
    gint64 left = MAX_COMPARED + (gint64)COMPARED_PER_BRUSH * (brushes->len - first);
    while (left >= 0 && merge_round(brushes, first, &left))
        continue;
}
