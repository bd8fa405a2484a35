/* info-bodies: finds faults in the positions at which the game puts bodies into a level. */
#include "level/info.h"
#include "oracle/oracle.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"

/* Units. A body may stand exactly on the floor or hang under a ceiling, so points at this distance
 * above and below its position are tested. */
#define BESIDE 1.0

typedef struct {
    const BspWorld *world;
    CompareOracle *oracle;
    BspTree *reached; /* the tree in which all space is solid that cannot be reached from the
                         starts; NULL if the level leaks */
} Bodies;

/* Returns the map tree of a point in which all space that no player reaches is solid, or NULL if
 * the level leaks. */
static BspTree *tree_of_players(const BspWorld *world)
{
    BspBuildOptions options = bsp_world_build_options(world);
    options.fill = BSP_FILL_ON;
    options.starts = world->starts;
    return bsp_tree_new(world->solid, NULL, &options, NULL);
}

/* Returns whether the space beside a position is empty, but no player reaches it. */
static gboolean is_apart(const Bodies *b, BspVec p)
{
    const BspShape point = bsp_shape_point();
    gboolean is_empty = FALSE;
    for (double up = -BESIDE; up <= BESIDE; up += 2 * BESIDE) {
        BspVec beside = bsp_vec_add(p, bsp_vec(0, 0, up));
        if (compare_oracle_move(b->oracle, &point, 0, beside, beside).inside)
            continue;
        if (bsp_tree_first_transition(b->reached, beside, beside, NULL).type != BSP_SOLID)
            return FALSE;
        is_empty = TRUE;
    }
    return is_empty;
}

/* Returns the fault of a position, or NULL if it has none. The caller frees the text with g_free().
 */
static char *fault_of_position(const Bodies *b, BspVec p)
{
    const BspShape point = bsp_shape_point();
    guint brush;
    double depth = compare_oracle_depth(b->oracle, &point, 0, p, &brush);
    if (brush != COMPARE_NO_BRUSH) {
        g_autofree char *place = bsp_world_brush_place(b->world, brush);
        return g_strdup_printf("%.3g units deep in %s", depth, place ? place : "solid");
    }
    return b->reached && is_apart(b, p) ? g_strdup("no player can walk to it") : NULL;
}

void level_info_bodies(const BspWorld *world, GString *out)
{
    if (!world->inside_names->len)
        return;
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world->solid);
    g_autoptr(BspTree) reached = tree_of_players(world);
    Bodies bodies = { world, oracle, reached };
    g_string_append_printf(out, "bodies   %u, besides the starts\n",
                           world->inside->len - world->starts->len);
    for (guint i = 0; i < world->inside->len; i++) {
        BspVec p = g_array_index(world->inside, BspVec, i);
        g_autofree char *wrong = fault_of_position(&bodies, p);
        if (!wrong)
            continue;
        g_autofree char *at = compare_point_text(p.v, 1e6);
        g_autofree char *name = compare_escape_terminal(g_ptr_array_index(world->inside_names, i));
        g_string_append_printf(out, "         %s, at %s: %s\n", name, at, wrong);
    }
}
