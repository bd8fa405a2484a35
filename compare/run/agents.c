/* agents: judges navigation graphs of a scenario's world by bodies that walk along their paths. */
#include "run/agents.h"

#include "bsp-navigate-build.h"
#include "onion-build.h"
#include "run/machine.h"
#include "text/strings.h"

/* The walker of id Tech 3, at the frame rate of most games. */
#define FRAME (1.0 / 60) /* seconds */
static const BspNavWalker usual = { .stepping = { 18, 0.7 }, .speed = 320, .gravity = 800 };

static OnionTree *build_tree(const CompareScenario *s, const BspNavWalker *walker, GError **error)
{
    OnionSpace spaces[2];
    OnionOptions options = { .build = bsp_world_build_options(s->world) };
    guint n = bsp_navigation_spaces(walker, 1, spaces);
    return onion_tree_build(s->world->solid, spaces, n, &options, error);
}

static gboolean find_places(CompareAgentsWorld *w, GError **error)
{
    if (w->asked->places) {
        w->places = g_array_ref(w->asked->places);
        return TRUE;
    }
    GRand *random = compare_rand_new(w->asked->seed);
    w->places = compare_standing_places(&w->ground, random, 2 * w->asked->n_pairs);
    g_rand_free(random);
    return w->places->len >= 2 ||
           compare_wrong(error, "agents \"%s\": the world has no place where the body can stand",
                         w->asked->name);
}

/* A world without a place for a body has no graph, so the places are drawn before the graph is
 * built. */
gboolean compare_agents_open(CompareAgentsWorld *w, const CompareScenario *s,
                             const CompareAgents *asked, GError **error)
{
    const CompareMover *mover = compare_mover(s, asked->mover);
    *w = (CompareAgentsWorld){ .asked = asked, .ground = { .walker = usual, .frame = FRAME } };
    w->ground.walker.name = mover->name;
    w->ground.walker.box = mover->shape.bounds;
    w->ground.walker.mask = mover->mask;
    w->ground.walker.skin = asked->skin;
    double start = compare_clock_wall();
    w->ground.tree = build_tree(s, &w->ground.walker, error);
    double tree_ms = (compare_clock_wall() - start) / 1e6;
    w->ground.table = bsp_brush_table_new(s->world->solid, BSP_TABLE_BOXES);
    if (!w->ground.tree || !find_places(w, error))
        return FALSE;
    start = compare_clock_wall();
    w->nav = bsp_navigation_build(w->ground.tree, w->ground.table, &w->ground.walker, 1, NULL, NULL,
                                  error);
    w->build_ms = tree_ms + (compare_clock_wall() - start) / 1e6;
    return w->nav != NULL;
}

void compare_agents_clear(CompareAgentsWorld *w)
{
    onion_tree_free((OnionTree *)(gsize)w->ground.tree);
    bsp_brush_table_free((BspBrushTable *)(gsize)w->ground.table);
    bsp_navigation_free(w->nav);
    g_clear_pointer(&w->places, g_array_unref);
}

static double percent(guint part, guint all)
{
    return all > 0 ? 100.0 * part / all : 0;
}

void compare_agents_judge(const CompareAgentsWorld *w, const CompareNavigator *navigator,
                          gboolean is_timed, CompareAgentsRow *row)
{
    CompareNavigatorCounts *c = &row->counts;
    compare_judge_points(&w->ground, navigator, w->asked->n_pairs, c);
    compare_judge_paths(&w->ground, navigator, w->places, c);
    row->covered = percent(c->standing - c->uncovered, c->standing);
    row->no_body = percent(c->no_body, c->points);
    row->us = is_timed ? c->search_ns / 1e3 / MAX(c->pairs, 1) : 0;
    row->build_ms = is_timed ? row->build_ms : 0;
}

CompareAgentsRow compare_agents_graph(const CompareAgentsWorld *w, gboolean is_timed)
{
    guint first;
    CompareAgentsRow row = { .name = w->asked->name,
                             .method = "graph",
                             .areas = bsp_navigation_areas(w->nav, 0, &first),
                             .bytes = bsp_navigation_bytes(w->nav),
                             .build_ms = w->build_ms };
    CompareGraph graph;
    CompareNavigator navigator = compare_graph_init(&graph, w->nav, 0, 1);
    compare_agents_judge(w, &navigator, is_timed, &row);
    compare_graph_clear(&graph);
    return row;
}
