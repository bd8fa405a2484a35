/* graphs: builds navigation graphs of made-up rooms. */
#include "graphs.h"

#include <criterion/criterion.h>

#include "onion-build.h"
#include "scenes.h"

const double two_skins[2] = { 0, 0.125 };

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

BspNavWalker jumper_of(double skin, double drop, double jump)
{
    BspNavWalker walker = walker_of(30, 56, skin);
    walker.drop = drop;
    walker.jump = jump;
    return walker;
}

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

Graph graph_of_solid(BspSolid *solid, BspNavWalker walker)
{
    Graph g = graph_of(solid, NULL, &walker, 1);
    bsp_solid_free(solid);
    return g;
}

Graph graph_of_boxes(const double (*boxes)[6], guint n, BspNavWalker walker)
{
    return graph_of_solid(scene_boxes(boxes, n), walker);
}

Graph graph_with_entities(const double (*boxes)[6], guint n, BspNavWalker walker,
                          const BspNavEntity *entities, guint n_entities)
{
    BspNavBuildOptions build = { .entities = entities, .n_entities = n_entities };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, n);
    return graph_with(solid, NULL, &walker, 1, &build);
}

Graph graph_with_entity(const double (*boxes)[6], guint n, BspNavWalker walker, BspNavEntity entity)
{
    return graph_with_entities(boxes, n, walker, &entity, 1);
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

bool has_path(const Graph *g, guint size, BspVec from, BspVec to, const BspNavCosts *costs)
{
    BspNavPoint a, b;
    BspNavPath path;
    g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g->nav, size));
    return bsp_navigation_find(g->nav, size, from, 1, &a) &&
           bsp_navigation_find(g->nav, size, to, 1, &b) &&
           bsp_navigation_path(g->nav, &a, &b, costs, memory, &path);
}

BspNavPoint point_at(const Graph *g, BspVec at, double within)
{
    BspNavPoint p;
    cr_assert(bsp_navigation_find(g->nav, 0, at, within, &p));
    return p;
}

BspNavPoint random_point_of(const Graph *g, guint64 k)
{
    BspNavPoint p;
    cr_assert(bsp_navigation_random(g->nav, 0, k, &p));
    return p;
}

static CompareNavigatorCounts count_at_rate(const Graph *g, guint size, guint n, double rate,
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
    return count_at_rate(g, size, n, 60, seed);
}

void check_graph(const Graph *g, guint size, guint n, const char *what)
{
    static const double rates[] = { 60, 30, 125 };
    for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
        CompareNavigatorCounts c = count_at_rate(g, size, n, rates[i], 7 + i);
        cr_expect(c.in_solid == 0 && c.no_floor == 0,
                  "%s: of %u points %u are in solid and %u without floor", what, c.points,
                  c.in_solid, c.no_floor);
        cr_expect_eq(c.uncovered, 0, "%s: %u of %u places where a body can stand are on no area",
                     what, c.uncovered, c.standing);
        cr_expect_eq(c.arrived, c.paths, "%s, %g frames a second: %u of %u bodies arrived", what,
                     rates[i], c.arrived, c.paths);
        cr_expect_geq(c.paths, n / 20, "%s: only %u paths", what, c.paths);
    }
}

guint corners_of(const Graph *g, BspVec from, BspVec to, BspNavCorner corners[16])
{
    BspNavPoint a = point_at(g, from, 1), b = point_at(g, to, 1);
    BspNavPath path;
    g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g->nav, 0));
    cr_assert(bsp_navigation_path(g->nav, &a, &b, NULL, memory, &path));
    guint n = bsp_navigation_corners(g->nav, &path, corners, 16);
    cr_assert_leq(n, 16);
    return n;
}
