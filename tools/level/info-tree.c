/* info-tree: describes a saved tree for people. */
#include "level/info.h"

#include "bsp-nodes.h"
#include "level/saved.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

static void describe_world(GString *out, const CompareSaved *saved)
{
    g_autofree char *world =
        saved->info.world ? compare_escape_terminal(saved->info.world) : g_strdup("unknown");
    g_string_append_printf(out, "world    %s\n", world);
    if (saved->sha256)
        g_string_append_printf(out, "sha256   %s\n", saved->sha256);
    gboolean all = saved->info.flags & BSP_WORLD_ALL_CONTENTS ? TRUE : FALSE;
    gboolean patches = saved->info.flags & BSP_WORLD_PATCHES ? TRUE : FALSE;
    if (all || patches)
        g_string_append_printf(out, "read     %s%s%s\n", all ? "all contents" : "",
                               all && patches ? ", " : "", patches ? "patches" : "");
}

static void describe_nodes(GString *out, const BspNodes *nodes, guint64 hash, gsize bytes)
{
    BspNodesSize size = bsp_nodes_size(nodes);
    g_string_append_printf(out,
                           "nodes    %u, %u leaves, %u deep, %u planes\n"
                           "shared   %u nodes before equal subtrees were merged\n"
                           "resident %" G_GSIZE_FORMAT " bytes, without the lines below\n"
                           "hash     %016" G_GINT64_MODIFIER "x\n",
                           size.nodes, size.leaves, size.depth, size.planes, size.built, bytes,
                           hash);
}

static void describe_onion(GString *out, const OnionTree *tree)
{
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    g_string_append_printf(out, "spaces   %u; the outside is filled in %u\n",
                           onion_tree_n_spaces(tree), stats.filled);
    for (guint i = 0; i < onion_tree_n_spaces(tree); i++) {
        const OnionSpace *space = onion_tree_space(tree, i);
        g_autofree char *name = compare_escape_terminal(space->name ? space->name : "");
        g_autofree char *mins = compare_leak_point(space->box.mins),
                        *maxs = compare_leak_point(space->box.maxs);
        g_string_append_printf(out, "         %s: %s to %s", name, mins, maxs);
        g_autofree char *mask = bsp_contents_text(space->mask);
        if (space->mask)
            g_string_append_printf(out, ", stopped by %s", mask);
        g_string_append(out, onion_tree_space_is_filled(tree, i) ? ", filled\n" : "\n");
    }
    describe_nodes(out, onion_tree_nodes(tree), stats.hash, stats.bytes);
}

static void describe_bevels(GString *out, const ShiftTree *tree)
{
    static const struct {
        guint bevel;
        const char *name;
    } names[] = { { SHIFT_BEVEL_EDGES, "edges" },
                  { SHIFT_BEVEL_SPIKES, "spikes" },
                  { SHIFT_BEVEL_LEVEL_TOP, "level tops" },
                  { SHIFT_BEVEL_BOX, "boxes" },
                  { SHIFT_BEVEL_HALF_WAY, "half way" } };
    double angle;
    unsigned bevels = shift_tree_bevels(tree, &angle);
    g_string_append(out, "bevels  ");
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (bevels & names[i].bevel)
            g_string_append_printf(out, " %s,", names[i].name);
    g_string_append_printf(out, " from %g degrees\n", angle);
}

static void describe_mask(GString *out, const ShiftTree *tree)
{
    if (shift_tree_mask(tree) == 0)
        return;
    g_autofree char *contents = bsp_contents_text(shift_tree_mask(tree));
    g_string_append_printf(out, "mask     of contents that stop: %s\n", contents);
}

static void describe_shift(GString *out, const ShiftTree *tree)
{
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    describe_bevels(out, tree);
    describe_mask(out, tree);
    g_string_append_printf(out, "outside  %s\n", stats.filled ? "filled" : "as it is");
    describe_nodes(out, shift_tree_nodes(tree), stats.hash, stats.bytes);
    if (shift_tree_has_cells(tree))
        g_string_append_printf(out, "cells    %u\n", shift_tree_n_cells(tree));
}

static void describe_sides(GString *out, const CompareSaved *saved)
{
    if (!saved->info.has_sides) {
        g_string_append(out, "sides    none: the brush that is hit is unknown\n");
        return;
    }
    const BspShape ball = bsp_shape_sphere(1);
    BspBrushTable *sides = bsp_brush_table_load(saved->bytes, saved->length, NULL);
    g_string_append_printf(out, "sides    of %u brushes, for %s: %" G_GSIZE_FORMAT " bytes\n",
                           bsp_brush_table_n_brushes(sides),
                           bsp_brush_table_can_tell(sides, &ball) ? "all shapes" : "boxes",
                           bsp_brush_table_bytes(sides));
    bsp_brush_table_free(sides);
}

char *compare_info_tree(const char *path, GError **error)
{
    g_autoptr(CompareSaved) saved = compare_saved_read(path, error);
    if (!saved)
        return NULL;
    g_autofree char *file = compare_escape_terminal(path);
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out, "file     %s\nholds    %s, %" G_GSIZE_FORMAT " bytes of format version %u\n", file,
        saved->onion ? "an onion tree" : "a shift tree", saved->length, saved->info.version);
    describe_world(out, saved);
    if (saved->onion)
        describe_onion(out, saved->onion);
    else
        describe_shift(out, saved->shift);
    describe_sides(out, saved);
    return g_string_free(out, FALSE);
}
