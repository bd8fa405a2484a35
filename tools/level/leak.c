/* leak: "bsplevel info --leak" decides whether a world is sealed, finds the hole, and counts the
 * nodes that filling its outside saves. */
#include "level/info.h"

#include <string.h>

#include "oracle/oracle.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"

/* Points are rounded to 1/TENTHS unit, which is exact enough to follow the path. */
#define TENTHS 10

static char *path_points(const GArray *path)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < path->len; i++) {
        g_autofree char *point = compare_point_text(g_array_index(path, BspVec, i).v, TENTHS);
        g_string_append_printf(out, "%s\n", point);
    }
    return g_string_free(out, FALSE);
}

static double path_length(const GArray *path)
{
    double length = 0;
    for (guint i = 1; i < path->len; i++)
        length += bsp_vec_length(
            bsp_vec_sub(g_array_index(path, BspVec, i), g_array_index(path, BspVec, i - 1)));
    return length;
}

/* Lists curved patches that were not read, because the hole may be where a patch is missing. World
 * readers begin such messages with "patches". */
static void describe_patches(GString *out, const BspWorld *world)
{
    for (guint i = 0; i < world->report.messages->len; i++)
        if (g_str_has_prefix(world->report.messages->pdata[i], "patches "))
            g_string_append_printf(out, "         the hole may be where one of these was: %s\n",
                                   (const char *)world->report.messages->pdata[i]);
}

/* --- the hole --- */

/* The world, and the box for which a leak is searched. */
typedef struct {
    const BspWorld *world;
    const BspSolid *solid; /* the brushes that stop the box */
    const BspBounds *box;  /* NULL for a point */
    guint32 mask;          /* the contents that stop the box; 0 selects all */
    const CompareTrees *trees;
    GString *out;
} Search;

/* Adds a text such as "brush 4: /brushes/4". */
static void add_brush(const Search *s, guint brush)
{
    g_autofree char *place = bsp_world_brush_place(s->world, brush);
    g_autofree char *name = g_strdup_printf("brush %u", brush);
    gboolean says_more = place && strcmp(place, name) != 0;
    g_string_append_printf(s->out, "%s%s%s", name, says_more ? ": " : "", says_more ? place : "");
}

/* Adds a text such as "between brush 4: /brushes/4, and brush 5: /brushes/5". */
static void add_brushes(const Search *s, const BspLeak *leak)
{
    if (leak->n_brushes)
        g_string_append(s->out, leak->n_brushes > 1 ? "between " : "beside ");
    for (guint i = 0; i < leak->n_brushes; i++) {
        g_string_append(s->out, i == 0 ? "" : i + 1 == leak->n_brushes ? ", and " : ", ");
        add_brush(s, leak->brushes[i]);
    }
}

/* Units. The library does not measure wider holes (bsp-inspect.h). */
#define WIDEST 128

/* Adds the size and position of the hole, and the brushes beside it. */
static void describe_hole(const Search *s, const BspLeak *leak)
{
    const char *wide = s->box ? "wider than the box" : "wide";
    g_autofree char *least = compare_number_rounded(leak->least);
    g_autofree char *most = compare_number_rounded(leak->most);
    g_autofree char *place = compare_point_text(leak->place.v, TENTHS);
    if (leak->most < HUGE_VAL)
        g_string_append_printf(s->out, "a hole %s to %s units %s at %s\n", least, most, wide,
                               place);
    else
        g_string_append_printf(
            s->out, "a hole at least %s units %s, near %s%s\n", least, wide, place,
            leak->least >= WIDEST ? ": is there a wall or roof, and is the start below the roof?"
                                  : "");
    if (leak->n_brushes) {
        g_string_append(s->out, "         ");
        add_brushes(s, leak);
        g_string_append_c(s->out, '\n');
    }
}

static void describe_leak(const Search *s, const BspLeak *leak)
{
    const GArray *path = leak->path;
    g_autofree char *from = compare_point_text(g_array_index(path, BspVec, 0).v, TENTHS);
    g_autofree char *to = compare_point_text(g_array_index(path, BspVec, path->len - 1).v, TENTHS);
    g_string_append(s->out, "sealed   no: ");
    describe_hole(s, leak);
    if (leak->most <= BSP_MOST_CRACK)
        g_string_append_printf(s->out, "         --fill auto --crack %g counts it as closed\n",
                               ceil(leak->most * 1000) / 1000);
    g_string_append_printf(s->out,
                           "         the way out: %.1f units and %u points from %s to %s, outside "
                           "of the world\n",
                           path_length(path), path->len, from, to);
    describe_patches(s->out, s->world);
}

/* Adds the width up to which cracks count as closed, and the width of the widest crack. */
static void describe_cracks(const Search *s, const BspLeak *leak)
{
    g_string_append_printf(s->out, "         cracks narrower than %g unit count as closed",
                           s->trees->build.crack);
    if (leak->path) {
        g_autofree char *place = compare_point_text(leak->place.v, TENTHS);
        g_string_append_printf(s->out, "; the widest is %.2g units %s at %s", leak->most,
                               s->box ? "wider than the box" : "wide", place);
        g_string_append(s->out, leak->n_brushes ? ", " : "");
        add_brushes(s, leak);
    }
    g_string_append_c(s->out, '\n');
}

/* Adds the start that is least deep in solid, and its depth. */
static void add_nearest_start(const Search *s)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    BspShape shape = s->box ? bsp_shape_box(s->box->mins, s->box->maxs) : bsp_shape_point();
    double least = HUGE_VAL;
    guint nearest = COMPARE_NO_BRUSH;
    for (guint i = 0; i < s->world->inside->len; i++) {
        BspVec start = g_array_index(s->world->inside, BspVec, i);
        guint brush;
        double depth = compare_oracle_depth(oracle, &shape, s->mask, start, &brush);
        if (brush != COMPARE_NO_BRUSH && depth < least) {
            least = depth;
            nearest = brush;
        }
    }
    if (nearest == COMPARE_NO_BRUSH)
        return;
    g_string_append_printf(s->out, "; the nearest is %.3g units deep in ", least);
    add_brush(s, nearest);
}

static void describe_sealing(const Search *s, const BspLeak *leak)
{
    if (!leak->filled && leak->path) {
        describe_leak(s, leak);
        return;
    }
    const char *free_start = s->world->inside->len == 0 ? "the level has no starts"
                             : s->box                   ? "no start is free for the box"
                                                        : "no start lies in empty space";
    if (leak->filled)
        g_string_append_printf(s->out, "sealed   yes: %u of %u empty leaves are reached\n",
                               leak->n_reached, leak->n_empty);
    if (leak->filled && leak->has_start) {
        describe_cracks(s, leak);
        return;
    }
    if (leak->filled)
        g_string_append_printf(s->out, "         by a smaller box, because %s", free_start);
    else
        g_string_append_printf(s->out, "sealed   unknown: %s", free_start);
    add_nearest_start(s);
    g_string_append_c(s->out, '\n');
}

/* --- the nodes that filling saves --- */

static BspBuildOptions options_for(const Search *s, BspFillMode fill)
{
    BspBuildOptions options = s->trees->build;
    options.fill = fill;
    options.starts = s->world->inside;
    return options;
}

/* Returns the map tree of the box. The tree also has the brushes that stop a player, but that a
 * search for a point's leak ignores. */
static BspTree *make_tree(const Search *s, BspFillMode fill, GError **error)
{
    BspBuildOptions options = options_for(s, fill);
    return bsp_tree_new(s->box ? s->solid : s->world->solid, s->box, &options, error);
}

/* Returns a text with the number of nodes of the tree. If the outside can be filled, the text also
 * has the number with fill. */
static char *describe_nodes(const Search *s, gboolean *is_filled, GError **error)
{
    g_autoptr(BspTree) bare = make_tree(s, BSP_FILL_OFF, error);
    g_autoptr(BspTree) filled = bare ? make_tree(s, BSP_FILL_AUTO, error) : NULL;
    if (!filled)
        return NULL;
    guint n = bsp_nodes_size(bsp_tree_nodes(bare)).nodes;
    guint n_filled = bsp_nodes_size(bsp_tree_nodes(filled)).nodes;
    *is_filled = bsp_tree_is_filled(filled);
    if (!*is_filled)
        return g_strdup_printf("nodes    %u\n", n);
    return g_strdup_printf("nodes    %u; %u (%.0f%%) if the outside is filled\n", n, n_filled,
                           n ? 100.0 * n_filled / n : 100.0);
}

char *level_info_leak(const BspWorld *world, const CompareMover *box, const CompareTrees *trees,
                      gboolean *sealed, char **points, GError **error)
{
    static const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
    g_autoptr(GString) out = g_string_new(NULL);
    guint32 mask = box ? box->mask : BSP_CONTENTS_SOLID;
    g_autoptr(BspSolid) solid = bsp_solid_select(world->solid, mask);
    const Search s = { .world = world,
                       .solid = solid,
                       .box = box ? &box->shape.bounds : NULL,
                       .mask = mask,
                       .trees = trees,
                       .out = out };
    BspBuildOptions options = options_for(&s, BSP_FILL_AUTO);
    gboolean is_filled;
    g_autoptr(BspLeak) found = bsp_leak_find(solid, s.box ? s.box : &point, &options, error);
    g_autofree char *nodes = found ? describe_nodes(&s, &is_filled, error) : NULL;
    if (!nodes)
        return NULL;
    describe_sealing(&s, found);
    gboolean leaks = !found->filled && found->path;
    if (leaks && is_filled)
        g_string_append(out, "         closed for players by brushes that are not solid, such as "
                             "clip\n");
    *sealed = found->filled;
    *points = leaks ? path_points(found->path) : NULL;
    return g_strconcat(out->str, nodes, NULL);
}
