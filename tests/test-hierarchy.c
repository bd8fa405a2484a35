/* test-hierarchy: hierarchies of boxes against a search through all boxes. */
#include <criterion/criterion.h>
#include <string.h>

#include "compile/hierarchy.h"
#include "random.h"

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

/* --- boxes in a row --- */

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
