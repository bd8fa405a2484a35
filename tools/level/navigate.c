/* navigate: "bsplevel navigate" builds the navigation graph of a level, and checks it. */
#include <string.h>

#include "bsp-navigate-build.h"
#include "command/command.h"
#include "command/movers.h"
#include "command/progress.h"
#include "command/report.h"
#include "level/level.h"
#include "level/navigate-detour.h"
#include "level/navigate-entities.h"
#include "level/navigate-glb.h"
#include "level/navigate-json.h"
#include "level/navigate-picture.h"
#include "onion-build.h"
#include "run/navigator.h"
#include "scenario/parse-shape.h"
#include "text/file.h"
#include "text/strings.h"

/* The options. The defaults are the values of id Tech 3. */
static struct {
    char *walkers, *picture;
    double skin, step, walkable, speed, gravity, drop, jump, rate;
    gint check;
} own = { .step = 18, .walkable = 0.7, .speed = 320, .gravity = 800, .rate = 60 };

/* --- walkers --- */

static void clear_walker(gpointer walker)
{
    g_free((gpointer)(gsize)((BspNavWalker *)walker)->name);
}

static gboolean add_walker(GArray *walkers, const char *text, GError **error)
{
    CompareMover mover = { .name = NULL };
    gboolean ok = compare_parse_space(text, &mover, error);
    if (ok) {
        BspNavWalker walker = { .name = g_strdup(mover.name),
                                .box = mover.shape.bounds,
                                .mask = mover.mask,
                                .skin = own.skin,
                                .stepping = { own.step, own.walkable },
                                .speed = own.speed,
                                .gravity = own.gravity,
                                .drop = own.drop,
                                .jump = own.jump };
        g_array_append_val(walkers, walker);
    } else {
        g_prefix_error(error, "--walkers: ");
    }
    compare_mover_clear(&mover);
    return ok;
}

/* Returns an array of BspNavWalker with the walkers of the command line. */
static GArray *read_walkers(GError **error)
{
    g_autoptr(GArray) walkers = g_array_new(FALSE, FALSE, sizeof(BspNavWalker));
    g_auto(GStrv) all = compare_split_movers(own.walkers);
    g_array_set_clear_func(walkers, clear_walker);
    for (char **text = all; *text; text++)
        if (!add_walker(walkers, *text, error))
            return NULL;
    return g_steal_pointer(&walkers);
}

/* --- the graph --- */

typedef struct {
    BspWorld *world;
    OnionTree *tree;
    BspBrushTable *table;
    BspNavigation *nav;
    GArray *entities; /* an array of BspNavEntity */
    guint n_left;     /* the number of entities of the level that are left out */
} Built;

static void built_clear(Built *b)
{
    bsp_navigation_free(b->nav);
    g_clear_pointer(&b->entities, g_array_unref);
    bsp_brush_table_free(b->table);
    onion_tree_free(b->tree);
    bsp_world_free(b->world);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Built, built_clear)

/* Builds the onion of the walkers' spaces. If the level is sealed, its outside is filled. */
static OnionTree *build_tree(const BspWorld *world, const GArray *walkers, GError **error)
{
    g_autofree OnionSpace *spaces = g_new(OnionSpace, 2 * (gsize)walkers->len);
    OnionOptions options = { .build = { .fill = BSP_FILL_AUTO,
                                        .starts = world->inside,
                                        .progress = level_report_building,
                                        .progress_data = world->name } };
    guint n =
        bsp_navigation_spaces((const BspNavWalker *)(gpointer)walkers->data, walkers->len, spaces);
    return onion_tree_build(world->solid, spaces, n, &options, error);
}

static BspNavigation *build_graph(const char *path, const GArray *walkers, Built *b, GError **error)
{
    const BspNavWalker *all = (const BspNavWalker *)(gpointer)walkers->data;
    b->entities = level_navigation_entities(path, b->world, all, walkers->len, &b->n_left);
    BspNavBuildOptions options = { .entities = (const BspNavEntity *)(gpointer)b->entities->data,
                                   .n_entities = b->entities->len };
    b->table = bsp_brush_table_new(b->world->solid, BSP_TABLE_BOXES);
    return bsp_navigation_build(b->tree, b->table, all, walkers->len, &options, NULL, error);
}

static gboolean build(const char *path, const GArray *walkers, Built *b, GError **error)
{
    const BspNavWalker *all = (const BspNavWalker *)(gpointer)walkers->data;
    guint flags = 0;
    for (guint i = 0; i < walkers->len; i++)
        flags = all[i].mask ? BSP_WORLD_ALL_CONTENTS : flags;
    b->world = compare_command_read_world(path, flags, error);
    if (!b->world || !compare_command_check_left(b->world, path, error))
        return FALSE;
    b->tree = build_tree(b->world, walkers, error);
    compare_progress_end();
    b->nav = b->tree ? build_graph(path, walkers, b, error) : NULL;
    if (!b->nav)
        g_prefix_error(error, "%s: ", path);
    return b->nav != NULL;
}

/* --- the output --- */

static gboolean write_nav(const Built *b, const char *path, GError **error)
{
    BspSaveOptions about = { .world = b->world->name,
                             .sha256 = b->world->sha256,
                             .flags = b->world->flags };
    return bsp_navigation_save(b->nav, path, &about, error);
}

static gboolean write_json(const Built *b, const char *path, GError **error)
{
    g_autofree char *text = level_navigation_json(b->nav);
    return compare_output_write(path, text, error);
}

static gboolean write_glb(const Built *b, const char *path, GError **error)
{
    g_autoptr(GBytes) bytes = level_navigation_glb(b->nav);
    return compare_output_write_bytes(path, bytes, error);
}

static gboolean write_detour(const Built *b, const char *path, GError **error)
{
    g_autoptr(GBytes) bytes = level_navigation_detour(b->nav, 0, error);
    if (!bytes)
        g_prefix_error(error, "%s: ", path);
    return bytes && compare_output_write_bytes(path, bytes, error);
}

static const struct {
    const char *ending;
    gboolean (*write)(const Built *b, const char *path, GError **error);
} formats[] = { { ".nav", write_nav },
                { ".json", write_json },
                { ".glb", write_glb },
                { ".navmesh", write_detour } };

/* Returns the index in `formats` of the format that the end of the name selects, or
 * G_N_ELEMENTS(formats). */
static guint format_of(const char *path)
{
    guint i = 0;
    while (i < G_N_ELEMENTS(formats) && !g_str_has_suffix(path, formats[i].ending))
        i++;
    return i;
}

static gboolean check_format(const char *path, const GArray *walkers, GError **error)
{
    guint i = format_of(path);
    if (i == G_N_ELEMENTS(formats))
        return compare_wrong(error, "%s: the name of a graph ends in .nav, .json, .glb or .navmesh",
                             path);
    return formats[i].write != write_detour || walkers->len == 1 ||
           compare_wrong(error, "%s: a .navmesh has one size, but --walkers names %u", path,
                         walkers->len);
}

/* Writes the graph, unless `path` is NULL, and the picture if it is asked for. The picture is made
 * first, because that may fail. */
static gboolean write_outputs(const Built *b, const char *path, GError **error)
{
    g_autofree char *picture =
        own.picture ? level_navigation_picture(b->nav, b->world, error) : NULL;
    return (!own.picture || picture) && (!path || formats[format_of(path)].write(b, path, error)) &&
           (!own.picture || compare_output_write(own.picture, picture, error));
}

/* Adds the numbers of links of the size by type, such as "2 walk, 1 step up". */
static void add_links(GString *out, const BspNavigation *nav, guint size)
{
    guint first, n = bsp_navigation_areas(nav, size, &first), of_type[BSP_NAV_N_TYPES] = { 0 };
    for (guint i = first; i < first + n; i++) {
        BspNavArea area;
        BspNavLink link;
        bsp_navigation_area(nav, i, &area);
        for (guint k = 0; k < area.n_links; k++) {
            bsp_navigation_link(nav, area.first_link + k, &link);
            of_type[link.type]++;
        }
    }
    g_string_append_printf(out, "%u areas, links:", n);
    for (guint i = 0; i < BSP_NAV_N_TYPES; i++)
        if (of_type[i] > 0 || i == BSP_NAV_WALK)
            g_string_append_printf(out, "%s %u %s", i ? "," : "", of_type[i],
                                   level_navigation_types[i]);
}

static void describe_size(GString *out, const Built *b, guint size)
{
    BspNavWalker walker;
    bsp_navigation_walker(b->nav, size, &walker);
    g_autofree char *name = compare_escape_terminal(walker.name);
    g_string_append_printf(out, "%s: ", name);
    add_links(out, b->nav, size);
    g_string_append(out, onion_tree_space_is_filled(b->tree, size)
                             ? "\n"
                             : "; the outside is not filled, and its floors count, too\n");
}

/* Adds the counts of a check. Returns whether the graph is right. */
static gboolean check_size(GString *out, const Built *b, guint size)
{
    CompareGround ground = { .tree = b->tree,
                             .space = size,
                             .table = b->table,
                             .frame = 1 / own.rate,
                             .entities = (const BspNavEntity *)(gpointer)b->entities->data,
                             .n_entities = b->entities->len };
    CompareNavigatorCounts c = compare_judge_graph(b->nav, ground, (guint)own.check, 1);
    g_string_append_printf(out,
                           "  points of areas    %u: %u in solid, %u without floor\n"
                           "  standing points    %u: %u on no area\n"
                           "  pairs              %u: %u with a path, %u did not arrive\n",
                           c.points, c.in_solid, c.no_floor, c.standing, c.uncovered, c.pairs,
                           c.paths, c.paths - c.arrived);
    return c.in_solid == 0 && c.no_floor == 0 && c.uncovered == 0 && c.arrived == c.paths;
}

/* --- the command --- */

static gboolean check_options(const CompareOptions *common, GError **error)
{
    const char *output = common->output;
    if (!own.walkers)
        return compare_wrong(error, "no --walkers given: name the boxes that walk, such as "
                                    "stand=-15,-15,-24:15,15,32");
    if (!output && !own.picture && own.check == 0)
        return compare_wrong(error, "no -o FILE given: name the file for the graph, or --check it");
    if (output && own.picture && compare_output_same(output, own.picture))
        return compare_wrong(error, "the graph and --picture would be written to the same file, %s",
                             output);
    if (own.jump > 0 && own.drop == 0)
        return compare_wrong(error, "--jump: give --drop, too, the deepest fall of a jump");
    return compare_options_check_number("--skin", own.skin, 0, 16, error) &&
           compare_options_check_number("--step", own.step, 0, 4096, error) &&
           compare_options_check_number("--walkable", own.walkable, 0.1, 1, error) &&
           compare_options_check_number("--speed", own.speed, 1, 1e6, error) &&
           compare_options_check_number("--gravity", own.gravity, 0, 1e6, error) &&
           compare_options_check_number("--drop", own.drop, 0, 1e6, error) &&
           compare_options_check_number("--jump", own.jump, 0, 1e6, error) &&
           compare_options_check_number("--rate", own.rate, 1, 10000, error) &&
           compare_options_check_integer("--check", own.check, 0, 10000000, error) &&
           level_check_file(output, common->files[0], error) &&
           level_check_file(own.picture, common->files[0], error);
}

static int run(CompareOptions *common, GError **error)
{
    g_auto(Built) b = { .world = NULL };
    g_autoptr(GString) out = g_string_new(NULL);
    gboolean is_right = TRUE;
    if (!check_options(common, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(GArray) walkers = read_walkers(error);
    if (!walkers || (common->output && !check_format(common->output, walkers, error)) ||
        !build(common->files[0], walkers, &b, error) || !write_outputs(&b, common->output, error))
        return COMPARE_EXIT_BAD;
    for (guint i = 0; i < walkers->len; i++) {
        describe_size(out, &b, i);
        if (own.check > 0)
            is_right &= check_size(out, &b, i);
    }
    if (b.n_left > 0)
        g_string_append_printf(out,
                               "entities left out: %u, because their brushes cannot be read, or "
                               "there are more than %d entities\n",
                               b.n_left, LEVEL_MOST_ENTITIES);
    if (!compare_output_write(NULL, out->str, error))
        return COMPARE_EXIT_BAD;
    return is_right ? COMPARE_EXIT_GOOD : COMPARE_EXIT_WRONG;
}

static const GOptionEntry entries[] = {
    { "walkers", 0, 0, G_OPTION_ARG_STRING, &own.walkers,
      "The boxes that walk, relative to their reference points, such as "
      "stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64",
      "NAME=MINS:MAXS[:CONTENTS],..." },
    { "skin", 0, 0, G_OPTION_ARG_DOUBLE, &own.skin,
      "The distance that the walkers keep from brushes (default: 0)", "UNITS" },
    { "step", 0, 0, G_OPTION_ARG_DOUBLE, &own.step,
      "The maximum height of a step that the walkers climb (default: 18)", "UNITS" },
    { "walkable", 0, 0, G_OPTION_ARG_DOUBLE, &own.walkable,
      "The minimum normal.z of ground to stand on (default: 0.7)", "Z" },
    { "speed", 0, 0, G_OPTION_ARG_DOUBLE, &own.speed,
      "The speed of the walkers, in units a second (default: 320)", "SPEED" },
    { "gravity", 0, 0, G_OPTION_ARG_DOUBLE, &own.gravity,
      "Gravity, in units a second squared (default: 800)", "GRAVITY" },
    { "drop", 0, 0, G_OPTION_ARG_DOUBLE, &own.drop,
      "Also link ledges to the ground below on which bodies land, if the drop is at most UNITS "
      "deep (default: 0, no drops)",
      "UNITS" },
    { "jump", 0, 0, G_OPTION_ARG_DOUBLE, &own.jump,
      "With --drop: also link the ground that a body reaches by a jump with the upward speed SPEED "
      "(default: 0, no jumps)",
      "SPEED" },
    { "check", 0, 0, G_OPTION_ARG_INT, &own.check,
      "Prove the graph at N points of areas, 2 N places where the body stands, and N paths between "
      "these places, which the body walks while the level's teleporters and pads act on it; the "
      "exit status is 1 if a proof fails",
      "N" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &own.picture,
      "Draw the level from above, with the places where each walker fits, and a path for each of "
      "two walkers",
      "FILE.svg" },
    { "rate", 0, 0, G_OPTION_ARG_DOUBLE, &own.rate,
      "Frames in a second of the paths that --check walks (default: 60)", "FRAMES" },
    { 0 },
};

const CompareCommand level_command_navigate = {
    .name = "navigate",
    .summary = "build the navigation graph of a level for boxes that walk, and prove it",
    .arguments = "LEVEL",
    .about =
        "Finds the floors on which each box can stand, as convex areas, and the links by which "
        "it walks from one to another, over steps and slopes, and is carried by the level's "
        "teleporters, pads and lifts; links through doors have the door's number. Each link "
        "between floors of different planes was crossed by the box when the graph was built. The "
        "outside of a sealed level is filled. The name of the output selects its format: a "
        "program loads .nav with bsp_navigation_load_file(), with libbsptrace alone; other "
        "programs read .json; .glb is for modelling programs; .navmesh is a tile of Detour, of one "
        "walker. An existing file is replaced whole or not at all. --walkers is required, and "
        "--output, --picture or --check.",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_FILE | COMPARE_OPTIONS_INPUT,
    .options = entries,
    .run = run,
};
