/* graphs: builds navigation graphs of made-up rooms. */
#include "graphs.h"

#include <criterion/criterion.h>

#include "onion-build.h"
#include "scenes.h"

BspNavWalker walker_of(double width, double height, double skin)
{
    return (BspNavWalker){ .name = "walker",
                           .box = { bsp_vec(-width / 2, -width / 2, 0),
                                    bsp_vec(width / 2, width / 2, height) },
                           .skin = skin,
                           .stepping = { 18, 0.7 },
                           .speed = 320,
                           .gravity = 800 };
}

/* Builds the graph of at most 4 walkers, and names the walkers. */
Graph graph_with(const BspSolid *solid, const GArray *starts, const BspNavWalker *unnamed, guint n,
                 const BspNavBuildOptions *build)
{
    static const char *const names[] = { "walker", "second", "third", "fourth" };
    BspNavWalker walkers[4];
    Graph g = { .n_entities = build ? build->n_entities : 0 };
    g_autoptr(GError) error = NULL;
    OnionSpace spaces[8];
    OnionOptions options = {
        .build = { .fill = starts ? BSP_FILL_AUTO : BSP_FILL_OFF, .starts = starts, .n_threads = 1 }
    };
    for (guint i = 0; i < n; i++) {
        walkers[i] = unnamed[i];
        walkers[i].name = names[i];
    }
    guint n_spaces = bsp_navigation_spaces(walkers, n, spaces);
    g.tree = onion_tree_build(solid, spaces, n_spaces, &options, &error);
    g.table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    cr_assert_not_null(g.tree);
    g.entities = build ? g_memdup2(build->entities, g.n_entities * sizeof *g.entities) : NULL;
    g.nav = bsp_navigation_build(g.tree, g.table, walkers, n, build, &g.stats, &error);
    cr_assert_not_null(g.nav, "%s", error ? error->message : "");
    return g;
}

Graph graph_of(const BspSolid *solid, const GArray *starts, const BspNavWalker *walkers, guint n)
{
    return graph_with(solid, starts, walkers, n, NULL);
}

void graph_clear(Graph *g)
{
    bsp_navigation_free(g->nav);
    g_free(g->entities);
    bsp_brush_table_free(g->table);
    onion_tree_free(g->tree);
}

Graph graph_of_boxes(const double (*boxes)[6], guint n, BspNavWalker walker)
{
    g_autoptr(BspSolid) solid = scene_boxes(boxes, n);
    return graph_of(solid, NULL, &walker, 1);
}

guint n_areas(const Graph *g, guint size)
{
    guint first;
    return bsp_navigation_areas(g->nav, size, &first);
}

guint n_links(const Graph *g, BspNavLinkType type)
{
    guint first, n = bsp_navigation_areas(g->nav, 0, &first), found = 0;
    for (guint i = first; i < first + n; i++) {
        BspNavArea area;
        BspNavLink link;
        bsp_navigation_area(g->nav, i, &area);
        for (guint k = 0; k < area.n_links; k++) {
            bsp_navigation_link(g->nav, area.first_link + k, &link);
            cr_assert_eq(link.from, i);
            found += link.type == type;
        }
    }
    return found;
}

/* Returns whether a path leads from one point to another. */
bool has_path(const Graph *g, guint size, BspVec from, BspVec to, const BspNavCosts *costs)
{
    BspNavPoint a, b;
    BspNavPath path;
    g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g->nav, size));
    return bsp_navigation_find(g->nav, size, from, 1, &a) &&
           bsp_navigation_find(g->nav, size, to, 1, &b) &&
           bsp_navigation_path(g->nav, &a, &b, costs, memory, &path);
}

static CompareNavigatorCounts count_at_rate(const Graph *g, guint size, double rate, guint n,
                                            guint32 seed)
{
    CompareGround ground = { .tree = g->tree,
                             .space = size,
                             .table = g->table,
                             .frame = 1 / rate,
                             .entities = g->entities,
                             .n_entities = g->n_entities };
    return compare_judge_graph(g->nav, ground, n, seed);
}

CompareNavigatorCounts count_graph(const Graph *g, guint size, guint n, guint32 seed)
{
    return count_at_rate(g, size, 60, n, seed);
}

/* Checks the graph of a size with n points, and n pairs of points, for bodies that move at 30, 60
 * and 125 frames a second. Expects that at most `missed` of 10,000 points where a body can stand
 * are on no area, and that all bodies arrive. */
void check_graph(const Graph *g, guint size, guint n, guint missed, const char *what)
{
    static const double rates[] = { 60, 30, 125 };
    for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
        CompareNavigatorCounts c = count_at_rate(g, size, rates[i], n, 7 + i);
        cr_expect(c.in_solid == 0 && c.no_floor == 0,
                  "%s: of %u points %u are in solid and %u without floor", what, c.points,
                  c.in_solid, c.no_floor);
        cr_expect_leq(10000 * c.uncovered, missed * c.standing,
                      "%s: %u of %u places where a body can stand are on no area", what,
                      c.uncovered, c.standing);
        cr_expect_eq(c.arrived, c.paths, "%s, %g frames a second: %u of %u bodies arrived", what,
                     rates[i], c.arrived, c.paths);
        cr_expect_geq(c.paths, n / 20, "%s: only %u paths", what, c.paths);
    }
}

/* Finds the corners of the path from one point to another. Returns their number, at most 16. */
guint corners_of(const Graph *g, BspVec from, BspVec to, BspNavCorner corners[16])
{
    BspNavPoint a, b;
    BspNavPath path;
    g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g->nav, 0));
    cr_assert(bsp_navigation_find(g->nav, 0, from, 1, &a));
    cr_assert(bsp_navigation_find(g->nav, 0, to, 1, &b));
    cr_assert(bsp_navigation_path(g->nav, &a, &b, NULL, memory, &path));
    guint n = bsp_navigation_corners(g->nav, &path, corners, 16);
    cr_assert_leq(n, 16);
    return n;
}
