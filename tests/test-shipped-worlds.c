/* test-shipped-worlds: tests that the worlds of data/ are sealed, and that their starts are
 * clear. */
#include "brush-by-brush.h"
#include "test-world-files.h"

/* Returns whether a flood fill from the starts stays within the bounds. It steps 8 units at a time,
 * which is too little to jump over walls. */
static gboolean is_sealed(const BspWorld *world)
{
    const BspBounds *b = &world->solid->bounds;
    guint size[3], total = 1;
    for (guint k = 0; k < 3; k++) {
        size[k] = (guint)((b->maxs.v[k] - b->mins.v[k]) / 8) + 1;
        total *= size[k];
    }
    g_autofree guint8 *seen = g_new0(guint8, total);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < world->starts->len; i++) {
        BspVec p = bsp_vec_sub(g_array_index(world->starts, BspVec, i), b->mins);
        guint at = ((guint)(p.z / 8) * size[1] + (guint)(p.y / 8)) * size[0] + (guint)(p.x / 8);
        g_array_append_val(queue, at);
    }
    for (guint i = 0; i < queue->len; i++) {
        guint at = g_array_index(queue, guint, i);
        guint cell[3] = { at % size[0], at / size[0] % size[1], at / size[0] / size[1] };
        guint stride[3] = { 1, size[0], size[0] * size[1] };
        BspVec p = b->mins;
        for (guint k = 0; k < 3; k++)
            p.v[k] += 8 * cell[k] + 3.7;
        if (seen[at] || brushes_contain(world->solid, p))
            continue;
        seen[at] = 1;
        for (guint k = 0; k < 3; k++) {
            if (cell[k] == 0 || cell[k] + 1 == size[k])
                return FALSE;
            guint lower = at - stride[k], upper = at + stride[k];
            g_array_append_val(queue, lower);
            g_array_append_val(queue, upper);
        }
    }
    return TRUE;
}

Test(shipped_worlds, are_sealed_and_their_starts_clear)
{
    g_autofree char *path = shipped_path("worlds", NULL);
    g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);
    cr_assert_not_null(directory);
    BspBounds stand = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    const char *name;
    while ((name = g_dir_read_name(directory))) {
        g_autofree char *file = shipped_path("worlds", name);
        g_autoptr(BspWorld) world = load_or_fail(file);
        g_autoptr(BspSolid) expanded = bsp_solid_expand(world->solid, &stand, NULL);
        cr_expect(world->starts->len > 0 || g_str_has_suffix(name, ".obj"));
        /* A degenerate world has only the brushes of its case, without a shell. */
        if (g_str_has_prefix(name, "degenerate-"))
            continue;
        for (guint i = 0; i < world->starts->len; i++)
            cr_expect_not(brushes_contain(expanded, g_array_index(world->starts, BspVec, i)),
                          "%s: start %u", name, i);
        cr_expect(is_sealed(world), "%s", name);
    }
}
