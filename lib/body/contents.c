/* contents: the contents at a point, and the brushes in a box. */
#include "body/sorted.h"
#include "bsp-brush-table.h"
#include "table/sweep.h"
#include "trace/compiler.h"
#include "trace/plane.h"
#include "trace/reach.h"

/* A direction away from a point that touches brushes. The contents at the point are those that
 * every direction leads into. The touched planes divide all directions into sets that lead into the
 * same contents. Each set has directions almost along a line where two touched planes cross. So it
 * is enough to try such directions. For each pair of planes they are the two directions of the line
 * (`along`), each with an infinitesimal step (`aside`) to either side of each of the two planes. */
typedef struct {
    BspVec along, aside;
} Direction;

/* The maximum number of brushes, and of planes, that the search stores for a point, which bounds
 * its stack and time. Further planes are ignored, which is safe because the search can then only
 * report too many contents. If more brushes touch the point, it counts as inside all of them. */
#define MOST_TOUCHED 64

typedef struct {
    const BspBrushTable *table;
    BspVec p;
    uint32_t contents;              /* contents of the brushes that contain p */
    uint32_t touched[MOST_TOUCHED]; /* numbers of the brushes that p touches */
    BspVec normals[MOST_TOUCHED];   /* normals of the touched planes; only one of several parallel
                                       planes */
    /* Numbers of touched brushes, which may exceed MOST_TOUCHED, and of normals. */
    unsigned n_touched, n_normals;
    uint32_t touched_contents; /* contents of all touched brushes */
} Search;

/* --- the brushes --- */

/* Dimensionless. If the product of a unit normal and a direction is at most this, the direction is
 * along the plane, within rounding. It equals BSP_SAME_NORMAL, the error to which normals are
 * compared. */
#define ALONG 1e-9

static void add_normal(Search *s, BspVec n)
{
    for (unsigned i = 0; i < s->n_normals; i++) {
        BspVec cross = bsp_vec_cross(s->normals[i], n);
        if (bsp_vec_dot(cross, cross) <= ALONG * ALONG)
            return;
    }
    if (s->n_normals < MOST_TOUCHED)
        s->normals[s->n_normals++] = n;
}

/* Returns the largest signed distance of the point from the brush's planes; negative if the point
 * is inside. */
static double distance_to(const Search *s, const BspTableBrush *b)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(s->table, b, i);
        double d = bsp_plane_distance(&plane, s->p);
        most = BSP_MAX(most, d);
    }
    return most;
}

static void try_brush(void *point, uint32_t brush)
{
    Search *s = point;
    const BspTableBrush *b = bsp_brush_table_row(s->table, brush);
    if ((b->contents & ~s->contents) == 0)
        return;
    double d = distance_to(s, b);
    if (d > BSP_TOUCH)
        return;
    if (bsp_is_in_solid(d)) {
        s->contents |= b->contents;
        return;
    }
    uint32_t place =
        bsp_sorted_place(s->touched, sizeof *s->touched, 0, s->n_touched, MOST_TOUCHED, brush);
    if (place < MOST_TOUCHED)
        s->touched[place] = brush;
    s->n_touched++;
    s->touched_contents |= b->contents;
}

/* Finds the brushes that contain the point, and the brushes that it touches. Brushes whose contents
 * are already in s->contents are left out. */
static void find_brushes(Search *s)
{
    const BspBounds here = { s->p, s->p }, at = bsp_bounds_grown(&here, BSP_TOUCH);
    BspNear near;
    uint32_t brush;
    BspPath path = { .box = &at };
    s->touched_contents = s->n_touched = 0;
    bsp_near_begin(&near, &s->table->hierarchy, &path);
    while (bsp_near_next(&near, 0, &brush))
        try_brush(s, brush);
}

/* --- directions away from the point --- */

/* Returns whether the direction leads into the brush, which means behind all its touched planes. A
 * direction in such a plane counts as on both sides of the plane, because the search also tries
 * directions on either side. */
static bool leads_into(const Search *s, const BspTableBrush *b, const Direction *way)
{
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(s->table, b, i);
        if (bsp_is_in_solid(bsp_plane_distance(&plane, s->p)))
            continue;
        double along = bsp_vec_dot(plane.normal, way->along);
        if (fabs(along) <= ALONG)
            along = bsp_vec_dot(plane.normal, way->aside);
        if (along > ALONG)
            return false;
    }
    return true;
}

/* Returns the contents of the touched brushes that the direction leads into. */
static uint32_t contents_towards(const Search *s, Direction way)
{
    uint32_t contents = 0;
    for (unsigned i = 0; i < s->n_touched; i++) {
        const BspTableBrush *b = bsp_brush_table_row(s->table, s->touched[i]);
        if ((b->contents & ~contents) != 0 && leads_into(s, b, &way))
            contents |= b->contents;
    }
    return contents;
}

/* Returns the contents that every direction leads into that runs almost along the line where two
 * planes cross. */
static uint32_t contents_along(const Search *s, BspVec a, BspVec b)
{
    uint32_t contents = UINT32_MAX;
    BspVec line = bsp_vec_cross(a, b);
    BSP_ASSERT(bsp_vec_length(line) > 0); /* add_normal() leaves out parallel planes */
    line = bsp_vec_scale(line, 1 / bsp_vec_length(line));
    for (unsigned i = 0; i < 8 && contents; i++) {
        BspVec aside = bsp_vec_mad(bsp_vec_scale(a, i & 2 ? 1 : -1), i & 4 ? 1 : -1, b);
        contents &= contents_towards(s, (Direction){ bsp_vec_scale(line, i & 1 ? 1 : -1), aside });
    }
    return contents;
}

/* Returns the contents that every direction away from the point leads into. */
static uint32_t contents_in_all_directions(Search *s)
{
    for (unsigned k = 0; k < s->n_touched; k++) {
        const BspTableBrush *b = bsp_brush_table_row(s->table, s->touched[k]);
        for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
            BspPlane plane = bsp_brush_table_plane(s->table, b, i);
            if (!bsp_is_in_solid(bsp_plane_distance(&plane, s->p)))
                add_normal(s, plane.normal);
        }
    }
    BSP_ASSERT(s->n_normals > 0); /* a touched brush has a touched plane */
    BspVec still = bsp_vec(0, 0, 0), first = s->normals[0];
    uint32_t contents = contents_towards(s, (Direction){ first, still }) &
                        contents_towards(s, (Direction){ bsp_vec_neg(first), still });
    for (unsigned i = 1; i < s->n_normals; i++)
        for (unsigned k = 0; k < i && contents; k++)
            contents &= contents_along(s, s->normals[i], s->normals[k]);
    return contents;
}

uint32_t bsp_brush_table_contents(const BspBrushTable *table, BspVec p)
{
    if (!bsp_is_finite(bsp_vec_sum(p)))
        return UINT32_MAX;
    Search s;
    s.table = table;
    s.p = p;
    s.contents = s.n_normals = 0;
    find_brushes(&s);
    if (s.n_touched > 0 && s.contents != 0)
        find_brushes(&s); /* this leaves out brushes whose contents were found later */
    if (s.n_touched > MOST_TOUCHED)
        return s.contents | s.touched_contents;
    return s.n_touched > 1 ? s.contents | contents_in_all_directions(&s) : s.contents;
}

/* --- the brushes in a box --- */

typedef struct {
    const BspBrushTable *table;
    BspVec middle, half;
    uint32_t *brushes;
    uint32_t n_max, n;
} BoxSearch;

/* Returns whether the brush overlaps the box. The brush's planes in the table, moved out for the
 * box, bound their Minkowski sum. So they overlap if the centre of the box is inside that sum. */
static bool is_in_box(const BoxSearch *s, const BspTableBrush *b)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0, n = bsp_brush_table_n_planes(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(s->table, b, i);
        double d = bsp_plane_distance_of_box(&plane, s->middle, s->half);
        most = BSP_MAX(most, d);
    }
    return bsp_is_in_solid(most);
}

/* Restores a heap after number i has become lower. In a heap no number is lower than its two
 * children, 2 i + 1 and 2 i + 2. */
static void sink(uint32_t *heap, uint32_t n, uint32_t i)
{
    uint32_t number = heap[i];
    for (size_t child = 2 * (size_t)i + 1; child < n; child = 2 * (size_t)i + 1) {
        child += child + 1 < n && heap[child + 1] > heap[child];
        if (heap[child] <= number)
            break;
        heap[i] = heap[child];
        i = (uint32_t)child;
    }
    heap[i] = number;
}

static void make_heap(uint32_t *numbers, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sink(numbers, n, i);
}

static void sort_heap(uint32_t *heap, uint32_t n)
{
    for (; n > 1; n--) {
        uint32_t greatest = heap[0];
        heap[0] = heap[n - 1];
        heap[n - 1] = greatest;
        sink(heap, n - 1, 0);
    }
}

/* Lists the brush, if it overlaps the box. Once the list is full, it is a heap that keeps the
 * lowest numbers. */
static void add_brush(BoxSearch *s, uint32_t brush)
{
    if (!is_in_box(s, bsp_brush_table_row(s->table, brush)))
        return;
    if (s->n < s->n_max) {
        s->brushes[s->n] = brush;
        if (s->n + 1 == s->n_max)
            make_heap(s->brushes, s->n_max);
    } else if (s->n_max > 0 && brush < s->brushes[0]) {
        s->brushes[0] = brush;
        sink(s->brushes, s->n_max, 0);
    }
    s->n++;
}

uint32_t bsp_brush_table_overlap(const BspBrushTable *table, const BspBounds *box, uint32_t mask,
                                 uint32_t *brushes, uint32_t n_max)
{
    for (int i = 0; i < 3; i++)
        if (!(box->mins.v[i] <= box->maxs.v[i]))
            return 0;
    if (table->n_brushes == 0 || !bsp_vec_finite(box->mins) || !bsp_vec_finite(box->maxs))
        return 0;
    BoxSearch s = { .table = table,
                    .middle = bsp_bounds_centre(box),
                    .half = bsp_bounds_half(box),
                    .brushes = brushes,
                    .n_max = n_max };
    BspNear near;
    uint32_t brush;
    BspPath path = { .box = box };
    bsp_near_begin(&near, &table->hierarchy, &path);
    while (bsp_brush_table_next(table, mask, &near, 0, &brush))
        add_brush(&s, brush);
    if (s.n < n_max)
        make_heap(brushes, s.n);
    sort_heap(brushes, BSP_MIN(s.n, n_max));
    return s.n;
}
