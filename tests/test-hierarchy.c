/* test-hierarchy: hierarchies of boxes against a search through all boxes. */
#include <criterion/criterion.h>
#include <string.h>

#include "compile/hierarchy.h"
#include "scenes.h"

typedef struct {
    guint *seen; /* for each item: how often it was found */
    guint n, stop_after;
} Found;

static gboolean note(guint item, gpointer user_data)
{
    Found *found = user_data;
    found->seen[item]++;
    found->n++;
    return found->n != found->stop_after;
}

static BspBounds some_box(Random *r, double size)
{
    const BspBounds room = { bsp_vec(-100, -100, -100), bsp_vec(100, 100, 100) };
    const BspBounds extent = { bsp_vec(0, 0, 0), bsp_vec(size, size, size) };
    BspVec at = random_point(r, &room);
    return (BspBounds){ at, bsp_vec_add(at, random_point(r, &extent)) };
}

static void check(const BspBounds *boxes, guint n, guint64 seed)
{
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, n);
    Random r = random_seeded(seed);
    BspBounds all = bsp_bounds_empty();
    guint64 found = 0, overlapping = 0;
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&all, &boxes[i]);
    for (guint q = 0; q < 200; q++) {
        BspBounds box = some_box(&r, q % 3 ? 10 : 80);
        if (q % 4 == 0) /* a point */
            box.maxs = box.mins;
        if (q % 10 == 1 && n) /* touches one of them */
            box.mins = boxes[(guint)random_int(&r, 0, (int)n - 1)].maxs, box.maxs = box.mins;
        g_autofree guint *seen = g_new0(guint, MAX(n, 1));
        Found f = { seen, 0, G_MAXUINT };
        cr_assert(bsp_hierarchy_overlapping(hierarchy, &box, note, &f));
        for (guint i = 0; i < n; i++) {
            cr_assert(seen[i] <= 1, "found twice");
            gboolean overlaps = bsp_bounds_overlap(&boxes[i], &box);
            cr_assert(!overlaps || seen[i] == 1, "box %u of %u was missed", i, n);
            overlapping += overlaps ? 1 : 0;
        }
        if (bsp_bounds_overlap(&all, &box)) /* else items at the rim may be found */
            found += f.n;
    }
    /* Bounds are rounded outwards, by less than 1/100 unit here. */
    cr_assert(found <= overlapping + overlapping / 100 + 10, "%g found, %g overlap", (double)found,
              (double)overlapping);
}

Test(hierarchy, finds_every_box_that_overlaps)
{
    static const guint sizes[] = { 0, 1, 2, 3, 4, 5, 7, 16, 33, 100, 500, 3000 };
    for (guint s = 0; s < G_N_ELEMENTS(sizes); s++) {
        Random r = random_seeded(s);
        g_autofree BspBounds *boxes = g_new(BspBounds, MAX(sizes[s], 1));
        for (guint i = 0; i < sizes[s]; i++)
            boxes[i] = some_box(&r, i % 50 ? 8 : 60);
        check(boxes, sizes[s], s);
    }
}

Test(hierarchy, equal_boxes)
{
    BspBounds boxes[300];
    for (guint i = 0; i < 300; i++)
        boxes[i] = (BspBounds){ bsp_vec(1, 2, 3), bsp_vec(4, 5, 6) };
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, 300);
    guint seen[300] = { 0 };
    Found f = { seen, 0, G_MAXUINT };
    BspBounds at = { bsp_vec(4, 5, 6), bsp_vec(4, 5, 6) };
    cr_assert(bsp_hierarchy_overlapping(hierarchy, &at, note, &f));
    cr_assert(f.n == 300);
}

Test(hierarchy, a_search_can_be_stopped)
{
    BspBounds boxes[64];
    for (guint i = 0; i < 64; i++)
        boxes[i] = (BspBounds){ bsp_vec(i, 0, 0), bsp_vec(i + 1, 1, 1) };
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, 64);
    guint seen[64] = { 0 };
    Found f = { seen, 0, 5 };
    BspBounds all = { bsp_vec(0, 0, 0), bsp_vec(64, 1, 1) };
    cr_assert(!bsp_hierarchy_overlapping(hierarchy, &all, note, &f));
    cr_assert(f.n == 5);
}

/* --- boxes in a row --- */

static guint place_in_row(guint i, guint n, guint order)
{
    switch (order) {
    case 0:
        return i;
    case 1:
        return n - 1 - i;
    case 2:
        return i % 2 ? i / 2 : n - 1 - i / 2; /* from both ends */
    case 3:
        return i % 2 ? n / 2 + i / 2 : n / 2 - 1 - i / 2; /* from the middle */
    default:
        return (guint)(i * G_GUINT64_CONSTANT(7919) % n); /* shuffled: the factor is coprime to
                                                           * each n below */
    }
}

/* Whatever the order of the boxes is, each node of the binary tree separates its boxes, and the
 * tree is not deep. */
Test(hierarchy, a_row_is_divided)
{
    static const guint sizes[] = { 10, 18, 64, 1000, 20000 };
    for (guint k = 0; k < 5 * G_N_ELEMENTS(sizes); k++) {
        guint n = sizes[k / 5], depth = 0;
        g_autofree BspBounds *boxes = g_new(BspBounds, n);
        for (guint i = 0; i < n; i++) {
            double x = 2.0 * place_in_row(i, n, k % 5);
            boxes[i] = (BspBounds){ bsp_vec(x, 0, 0), bsp_vec(x + 1, 1, 1) };
        }
        g_autofree BspBinary *nodes = bsp_binary_new(boxes, n);
        g_autofree guint *depths = g_new0(guint, 2 * n);
        cr_assert(nodes[0].bounds.mins.x == 0 && nodes[0].bounds.maxs.x == 2.0 * n - 1);
        for (guint i = 0; i < 2 * n - 1; i++) {
            guint child = nodes[i].child;
            depth = MAX(depth, depths[i]);
            if (child == 0)
                continue;
            depths[child] = depths[child + 1] = depths[i] + 1;
            cr_assert(nodes[child].bounds.maxs.x < nodes[child + 1].bounds.mins.x,
                      "%u boxes, order %u", n, k % 5);
        }
        cr_assert(depth <= 1.5 * log2(n) + 2, "%u boxes, order %u: depth %u", n, k % 5, depth);
    }
}

Test(bounds, an_empty_box_adds_nothing)
{
    const BspBounds box = { { { 1, 2, 3 } }, { { 4, 5, 6 } } }, none = bsp_bounds_empty();
    BspBounds sum = box;
    bsp_bounds_add(&sum, &none);
    cr_expect(memcmp(&sum, &box, sizeof box) == 0);
    sum = none;
    bsp_bounds_add(&sum, &box);
    cr_expect(memcmp(&sum, &box, sizeof box) == 0);
}
