/* info-tree: loads a saved tree and describes it for people. */
#include <stdio.h>
#include <string.h>

#include "bsp-navigate.h"
#include "bsp-nodes.h"
#include "bsp-saved.h"
#include "level/info.h"
#include "level/level.h"
#include "text/strings.h"
#include "tools/bsp-file.h"
#include "tools/bsp-json.h"

/* --- the file --- */

typedef struct {
    char *bytes; /* the contents of the file, into which loaded trees point */
    gsize length;
    BspSavedInfo info;
    OnionTree *onion; /* at most one of onion, shift and nav is set */
    ShiftTree *shift;
    BspNavigation *nav;
    BspBrushTable *sides; /* NULL if the file has none */
} Saved;

static gboolean is_magic(const void *bytes)
{
    return memcmp(bytes, BSP_SAVED_MAGIC, sizeof BSP_SAVED_MAGIC - 1) == 0;
}

gboolean level_info_is_tree(const char *path)
{
    char first[sizeof BSP_SAVED_MAGIC - 1];
    /* Only regular files are read, because a pipe can be read only once. */
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL;
    gsize n = file ? fread(first, 1, sizeof first, file) : 0;
    if (file)
        fclose(file);
    return (n == sizeof first && is_magic(first)) || bsp_ending_is(path, BSP_FILE_TREE);
}

/* Loads the file. Returns NULL, or a static text with the reason if it cannot be loaded. */
static const char *load_tree(Saved *saved)
{
    const char *why = NULL;
    if (!bsp_saved_info(saved->bytes, saved->length, &saved->info, &why))
        return why;
    if (saved->info.kind == BSP_SAVED_ONION)
        saved->onion = onion_tree_load(saved->bytes, saved->length, &why);
    if (saved->info.kind == BSP_SAVED_SHIFT)
        saved->shift = shift_tree_load(saved->bytes, saved->length, &why);
    if (saved->info.kind == BSP_SAVED_NAVIGATION)
        saved->nav = bsp_navigation_load(saved->bytes, saved->length, &why);
    if (!why && saved->info.has_table)
        saved->sides = bsp_brush_table_load(saved->bytes, saved->length, &why);
    return why;
}

/* Returns a text with the reason why the file cannot be loaded, and advice. */
static char *explain_failure(const Saved *saved, const char *why)
{
    BspSavedStart start;
    if (saved->length < BSP_SAVED_HEADER || !is_magic(saved->bytes))
        return g_strdup(why);
    memcpy(&start, saved->bytes, sizeof start);
    if (start.version != BSP_SAVED_VERSION)
        return g_strdup_printf("its format is version %u, not %u; build the tree again",
                               start.version, BSP_SAVED_VERSION);
    return g_strdup_printf("%s; copy it again, or build it again", why);
}

static gboolean read_tree(Saved *saved, const char *path, GError **error)
{
    saved->bytes = bsp_read_file(path, &saved->length, error);
    const char *why = saved->bytes ? load_tree(saved) : NULL;
    if (why) {
        g_autofree char *text = explain_failure(saved, why);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: cannot be loaded: %s", path, text);
    }
    return saved->bytes && !why;
}

static void clear_tree(Saved *saved)
{
    onion_tree_free(saved->onion);
    shift_tree_free(saved->shift);
    bsp_navigation_free(saved->nav);
    bsp_brush_table_free(saved->sides);
    g_free(saved->bytes);
}

/* --- its description --- */

static void describe_world(GString *out, const Saved *saved)
{
    g_autofree char *world =
        saved->info.world ? compare_escape_terminal(saved->info.world) : g_strdup("unknown");
    g_string_append_printf(out, "world    %s\n", world);
    static const unsigned char unknown[32] = { 0 };
    if (memcmp(saved->info.sha256, unknown, 32) != 0) {
        g_string_append(out, "sha256   ");
        for (guint i = 0; i < 32; i++)
            g_string_append_printf(out, "%02x", saved->info.sha256[i]);
        g_string_append_c(out, '\n');
    }
    gboolean all = (saved->info.flags & BSP_WORLD_ALL_CONTENTS) != 0;
    gboolean patches = (saved->info.flags & BSP_WORLD_PATCHES) != 0;
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
        g_autofree char *box = level_box(&space->box, 1e6);
        g_string_append_printf(out, "         %s: %s", name, box);
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
    g_string_append_printf(out, "mask     %s: the contents of brushes that stop a move\n",
                           contents);
}

static void describe_shift(GString *out, const ShiftTree *tree)
{
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    describe_bevels(out, tree);
    describe_mask(out, tree);
    g_string_append_printf(out, "outside  %s\n", stats.filled ? "filled" : "as it is");
    describe_nodes(out, shift_tree_nodes(tree), stats.hash, stats.bytes);
    if (shift_tree_names_brushes(tree))
        g_string_append_printf(out, "cells    %u\n", shift_tree_n_lists(tree));
}

static void describe_navigation(GString *out, const BspNavigation *nav)
{
    for (guint i = 0; i < bsp_navigation_n_sizes(nav); i++) {
        BspNavWalker walker;
        guint first, n = bsp_navigation_areas(nav, i, &first);
        bsp_navigation_walker(nav, i, &walker);
        g_autofree char *name = compare_escape_terminal(walker.name);
        g_autofree char *box = level_box(&walker.box, 1e6);
        g_string_append_printf(out, "size     %s: %s, %u areas\n", name, box, n);
    }
    g_string_append_printf(out, "resident %" G_GSIZE_FORMAT " bytes\n", bsp_navigation_bytes(nav));
}

static void describe_sides(GString *out, const Saved *saved)
{
    if (!saved->sides) {
        g_string_append(out, "sides    none, so the brush that is hit is unknown\n");
        return;
    }
    const BspShape ball = bsp_shape_sphere(1);
    g_string_append_printf(out, "sides    of %u brushes, for %s: %" G_GSIZE_FORMAT " bytes\n",
                           bsp_brush_table_n_brushes(saved->sides),
                           bsp_brush_table_can_tell(saved->sides, &ball) ? "all shapes" : "boxes",
                           bsp_brush_table_bytes(saved->sides));
}

static char *describe_tree(const char *path, const Saved *saved)
{
    g_autofree char *file = compare_escape_terminal(path);
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out, "file     %s\nholds    %s, %" G_GSIZE_FORMAT " bytes of format version %u\n", file,
        saved->onion   ? "an onion tree"
        : saved->shift ? "a shift tree"
        : saved->nav   ? "a navigation graph"
                       : "a brush table",
        saved->length, saved->info.version);
    describe_world(out, saved);
    if (saved->onion)
        describe_onion(out, saved->onion);
    if (saved->shift)
        describe_shift(out, saved->shift);
    if (saved->nav)
        describe_navigation(out, saved->nav);
    else
        describe_sides(out, saved);
    return g_string_free(out, FALSE);
}

char *level_info_tree(const char *path, GError **error)
{
    Saved saved = { 0 };
    char *text = read_tree(&saved, path, error) ? describe_tree(path, &saved) : NULL;
    clear_tree(&saved);
    return text;
}
