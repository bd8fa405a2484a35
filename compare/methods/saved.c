/* saved: loads trees from files instead of building them. */
#include "methods/saved.h"

#include <stdio.h>
#include <string.h>

#include "bsp-saved.h"
#include "shift-tree.h"
#include "text/need.h"
#include "tools/bsp-file.h"

/* --- reading --- */

static gboolean is_magic(const void *bytes)
{
    return memcmp(bytes, BSP_SAVED_MAGIC, sizeof BSP_SAVED_MAGIC - 1) == 0;
}

gboolean compare_saved_is(const char *path)
{
    char first[sizeof BSP_SAVED_MAGIC - 1];
    /* Only regular files are read, because a pipe can be read only once. */
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL;
    if (!file)
        return FALSE;
    gsize n = fread(first, 1, sizeof first, file);
    fclose(file);
    return n == sizeof first && is_magic(first);
}

static char *hex_digits(const unsigned char sha256[32])
{
    GString *out = g_string_new(NULL);
    gboolean known = FALSE;
    for (guint i = 0; i < 32; i++) {
        g_string_append_printf(out, "%02x", sha256[i]);
        known = known || sha256[i];
    }
    return g_string_free(out, !known);
}

/* Loads the file. Returns NULL, or a static text with the reason why it cannot be loaded. */
static const char *load_file(CompareSaved *saved)
{
    const char *why = NULL;
    if (!bsp_saved_info(saved->bytes, saved->length, &saved->info, &why))
        return why;
    saved->sha256 = hex_digits(saved->info.sha256);
    if (saved->info.kind == BSP_SAVED_ONION)
        saved->onion = onion_tree_load(saved->bytes, saved->length, &why);
    else
        saved->shift = shift_tree_load(saved->bytes, saved->length, &why);
    if (!why && saved->info.has_sides)
        bsp_brush_table_free(bsp_brush_table_load(saved->bytes, saved->length, &why));
    return why;
}

/* Returns a text that says why the file cannot be loaded and what to do. */
static char *explain_failure(const CompareSaved *saved, const char *why)
{
    BspSavedStart start;
    if (saved->length < BSP_SAVED_HEADER || !is_magic(saved->bytes))
        return g_strdup_printf("%s; use a file that bsplevel build has made", why);
    memcpy(&start, saved->bytes, sizeof start);
    if (start.version != BSP_SAVED_VERSION)
        return g_strdup_printf("its format is version %u, not %u; build the tree again",
                               start.version, BSP_SAVED_VERSION);
    return g_strdup_printf("%s; copy it again, or build it again", why);
}

CompareSaved *compare_saved_read(const char *path, GError **error)
{
    g_autoptr(CompareSaved) saved = g_new0(CompareSaved, 1);
    saved->path = g_strdup(path);
    saved->bytes = bsp_read_file(path, &saved->length, error);
    const char *why = saved->bytes ? load_file(saved) : NULL;
    if (why) {
        g_autofree char *text = explain_failure(saved, why);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: cannot be loaded: %s", path, text);
    }
    return saved->bytes && !why ? g_steal_pointer(&saved) : NULL;
}

void compare_saved_free(CompareSaved *saved)
{
    if (!saved)
        return;
    onion_tree_free(saved->onion);
    shift_tree_free(saved->shift);
    g_free(saved->sha256);
    g_free(saved->bytes);
    g_free(saved->path);
    g_free(saved);
}

/* --- whether it fits --- */

/* Returns a text about a tree and a scenario that use different parts of the world's file, such as
 * its patches. The arguments are flags as in BspWorld. */
static char *explain_parts(guint32 of_tree, guint32 of_scenario)
{
    if (of_tree >> 16 != of_scenario >> 16)
        return g_strdup_printf(
            "it was built from model %u of the file, but the scenario's world is model %u "
            "(0: the level)",
            of_tree >> 16, of_scenario >> 16);
    if ((of_tree ^ of_scenario) & BSP_WORLD_PATCHES)
        return g_strdup_printf(
            "it was built %s the level's patches: run the scenario %s --world '#patches'",
            of_tree & BSP_WORLD_PATCHES ? "with" : "without",
            of_tree & BSP_WORLD_PATCHES ? "with" : "without");
    return g_strdup_printf("it was built from %s, but the scenario has %s",
                           of_tree & BSP_WORLD_ALL_CONTENTS ? "brushes of all contents"
                                                            : "the brushes that stop a player",
                           of_tree & BSP_WORLD_ALL_CONTENTS ? "no masks" : "masks");
}

/* Returns NULL if the tree is of this world, else a text with the reason. */
static char *check_world(const CompareSaved *saved, const BspWorld *world)
{
    if (!saved->sha256)
        return g_strdup("its world is unknown");
    if (!world->sha256)
        return g_strdup(
            "the scenario's world is not a file, so it cannot be compared with the tree's");
    if (strcmp(saved->sha256, world->sha256) != 0)
        return g_strdup_printf(
            "it was built from another world, %s (sha256 %.8s...), not from %s (%.8s...)",
            saved->info.world ? saved->info.world : "without a name", saved->sha256, world->name,
            world->sha256);
    return saved->info.flags != world->flags ? explain_parts(saved->info.flags, world->flags)
                                             : NULL;
}

static char *check_spaces(const OnionTree *tree, const CompareScenario *s)
{
    if (onion_tree_n_spaces(tree) != s->spaces->len)
        return g_strdup_printf("it has %u spaces, but the scenario has %u",
                               onion_tree_n_spaces(tree), s->spaces->len);
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        if (!compare_same_box(&onion_tree_space(tree, i)->box, &space->shape.bounds))
            return g_strdup_printf("its box of space %u, %s, is not the scenario's", i,
                                   space->name);
        if (onion_tree_space(tree, i)->mask != space->mask)
            return g_strdup_printf("its mask of space %u, %s, is not the scenario's", i,
                                   space->name);
    }
    return NULL;
}

static guint n_filled(const CompareSaved *saved)
{
    OnionStats onion;
    ShiftStats shift;
    if (saved->shift) {
        shift_tree_stats(saved->shift, &shift);
        return shift.filled;
    }
    onion_tree_stats(saved->onion, &onion);
    return onion.filled;
}

static char *check_fill(const CompareSaved *saved, BspFillMode fill)
{
    guint n = n_filled(saved);
    if (n && fill == BSP_FILL_OFF)
        return g_strdup("its outside is filled: use --fill auto");
    if (!n && fill == BSP_FILL_ON)
        return g_strdup("its outside is not filled, but --fill on requires that");
    return NULL;
}

/* Returns NULL if the tree fits the scenario, else a text with the reason. */
static char *find_misfit(const CompareSaved *saved, const CompareScenario *s,
                         const CompareTrees *trees)
{
    char *why = check_world(saved, s->world);
    if (!why && saved->onion)
        why = check_spaces(saved->onion, s);
    return why ? why : check_fill(saved, trees->build.fill);
}

gboolean compare_saved_check(const CompareSaved *saved, const CompareScenario *scenario,
                             const CompareTrees *trees, GError **error)
{
    g_autofree char *why = find_misfit(saved, scenario, trees);
    if (why)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: cannot be used as a tree of %s: %s",
                    saved->path, scenario->path, why);
    return !why;
}

/* --- which --- */

/* Whether the tree was built with these options. The angle matters only to edge and spike bevels.
 */
static gboolean has_options(const ShiftTree *tree, const ShiftOptions *options)
{
    guint by_angle = SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES;
    double angle;
    unsigned bevels = shift_tree_bevels(tree, &angle);
    return shift_tree_mask(tree) == options->mask &&
           bevels == (options->bevels & ~(guint)SHIFT_BEVEL_NONE) &&
           (!(bevels & by_angle) || angle == options->bevel_angle) &&
           shift_tree_has_cells(tree) == (options->exact_cells ? true : false);
}

/* Finds a saved tree that fits the scenario, and marks its file as used. options: those of the
 * shift tree; NULL: find an onion. */
static const CompareSaved *find_saved(const CompareScenario *scenario, const CompareTrees *trees,
                                      const ShiftOptions *options)
{
    for (guint i = 0; trees->saved && i < trees->saved->len; i++) {
        CompareSaved *saved = trees->saved->pdata[i];
        if (options ? !saved->shift || !has_options(saved->shift, options) : !saved->onion)
            continue;
        g_autofree char *why = find_misfit(saved, scenario, trees);
        if (why)
            continue;
        saved->used = TRUE;
        return saved;
    }
    return NULL;
}

OnionTree *compare_saved_onion(const CompareScenario *scenario, const CompareTrees *trees)
{
    const CompareSaved *saved = find_saved(scenario, trees, NULL);
    return saved ? compare_need(onion_tree_load(saved->bytes, saved->length, NULL)) : NULL;
}

ShiftTree *compare_saved_shift(const CompareScenario *scenario, const CompareTrees *trees,
                               const ShiftOptions *options)
{
    const CompareSaved *saved = find_saved(scenario, trees, options);
    return saved ? compare_need(shift_tree_load(saved->bytes, saved->length, NULL)) : NULL;
}
