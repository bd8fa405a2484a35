/* test-walkers: characters that walk with every tracer, through places in which they once got
 * stuck.
 *
 * Each frame is compared with the ideal (walk/ideal.h). A test fails if a walker is stuck or
 * ends in solid, or if more frames are lost than one in 10,000 and one besides. It then writes the
 * frame as a scenario, with as few brushes as possible.
 *
 * There is one test for each place. Choose places with --filter 'walkers/ring_*', and by
 * environment variables:
 *
 *     BSP_WALKER_TRACERS  tracers, as patterns: "onion,skin-*"; "onion/step" with one gait
 *     BSP_WALKER_FRAMES   frames in each place, over all tracers
 *     BSP_WALKER_SEED     seed of the first place
 *     BSP_WALKER_TABLE    if set, print the results of each tracer
 *     BSP_WALKER_OUTPUT   directory for reproductions; the default is the temporary one */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "build/solid.h"
#include "real-levels.h"
#include "sanitized.h"
#include "text/file.h"
#include "walk-tracers.h"

/* Frames of one tracer in one place. */
#define FRAMES 250

/* At most one frame in this many may be lost. */
#define LOST_OF 10000

static guint64 number_of(const char *name, guint64 otherwise)
{
    const char *text = g_getenv(name);
    return text ? g_ascii_strtoull(text, NULL, 10) : otherwise;
}

/* --- counts --- */

typedef struct {
    CompareWalks walks;
    const ComparePlaceKind *kind; /* of the worst frame; NULL for a level */
    guint64 seed;
} Tally;

typedef struct {
    const char *place;
    Tally tallies[32][COMPARE_N_GAITS];
} Board;

static gboolean is_chosen(const WalkTracer *tracer, CompareGait gait)
{
    const char *wanted = g_getenv("BSP_WALKER_TRACERS");
    if (!wanted)
        return TRUE;
    g_autofree char *name = g_strdup_printf("%s/%s", tracer->name, compare_gait_names[gait]);
    g_auto(GStrv) patterns = g_strsplit(wanted, ",", 0);
    for (guint i = 0; patterns[i]; i++)
        if (g_pattern_match_simple(patterns[i], tracer->name) ||
            g_pattern_match_simple(patterns[i], name))
            return TRUE;
    return FALSE;
}

static gboolean is_bad(const CompareWalks *w)
{
    return w->stuck || w->in_solid || w->too_near || w->lost > 1 + w->frames / LOST_OF;
}

/* Walks through the place with each chosen tracer. Returns the number of frames. */
static guint walk_place(Board *board, const ComparePlace *place, const ComparePlaceKind *kind,
                        guint64 seed, guint n_frames)
{
    g_autoptr(WalkWorld) world = walk_world_new(place->solid);
    guint n = 0;
    for (guint i = 0; walk_tracers[i].name; i++)
        for (CompareGait gait = 0; gait < COMPARE_N_GAITS; gait++) {
            if (!is_chosen(&walk_tracers[i], gait))
                continue;
            Tally *tally = &board->tallies[i][gait];
            gboolean was_stuck = tally->walks.stuck > 0;
            BspVec was = tally->walks.worst.delta;
            CompareWalker walker = walk_world_walker(world, &walk_tracers[i], gait);
            n += compare_walk(&walker, place, seed, n_frames, &tally->walks);
            BspVec is = tally->walks.worst.delta;
            if (!was_stuck && memcmp(&was, &is, sizeof is) != 0) {
                tally->kind = kind;
                tally->seed = seed;
            }
        }
    return n;
}

/* --- reproductions --- */

static BspSolid *solid_of(const BspSolid *solid, const gboolean *kept)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < solid->brushes->len; i++) {
        const BspCell *cell = bsp_solid_brush(solid, i)->cell;
        g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
        for (guint f = 0; f < cell->n_faces; f++)
            planes[f] = cell->faces[f].plane;
        BspBrush *brush = kept[i] ? bsp_brush_new_planes(planes, cell->n_faces, NULL) : NULL;
        if (brush)
            g_ptr_array_add(brushes, brush);
    }
    return bsp_solid_new(brushes);
}

static gboolean shows(const BspSolid *solid, const WalkTracer *tracer, CompareGait gait,
                      CompareFrame *frame)
{
    if (solid->brushes->len == 0)
        return FALSE;
    g_autoptr(WalkWorld) world = walk_world_new(solid);
    CompareWalker walker = walk_world_walker(world, tracer, gait);
    CompareFrame again = compare_walk_frame(&walker, frame->from, frame->delta);
    if (again.lost < frame->lost || again.in_solid < frame->in_solid ||
        again.too_near < frame->too_near)
        return FALSE;
    *frame = again;
    return TRUE;
}

/* Removes brushes as long as the frame still goes wrong, first all far ones and then one by one.
 * Returns NULL if the frame is right with copies of the same brushes. */
static BspSolid *shrunk(const BspSolid *solid, const WalkTracer *tracer, CompareGait gait,
                        CompareFrame *frame)
{
    guint n = solid->brushes->len;
    g_autofree gboolean *kept = g_new0(gboolean, n);
    BspBounds near = bsp_bounds_empty();
    bsp_bounds_add_point(&near, frame->from);
    near = bsp_bounds_grown(&near, 80 + bsp_vec_length(frame->delta));
    for (guint i = 0; i < n; i++)
        kept[i] = bsp_bounds_overlap(&bsp_solid_brush(solid, i)->bounds, &near);
    BspSolid *best = solid_of(solid, kept);
    if (!shows(best, tracer, gait, frame)) {
        bsp_solid_free(best);
        return NULL;
    }
    for (guint i = 0; i < n; i++) {
        if (!kept[i])
            continue;
        kept[i] = FALSE;
        g_autoptr(BspSolid) less = solid_of(solid, kept);
        kept[i] = !shows(less, tracer, gait, frame);
        if (!kept[i]) {
            bsp_solid_free(best);
            best = g_steal_pointer(&less);
        }
    }
    return best;
}

static void print_brushes(GString *s, const BspSolid *solid)
{
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        g_string_append(s, "    { \"planes\": [ ");
        for (guint f = 0; f < cell->n_faces; f++) {
            const BspPlane *p = &cell->faces[f].plane;
            g_string_append_printf(s, "%s[%.17g, %.17g, %.17g, %.17g]", f ? ", " : "", p->normal.x,
                                   p->normal.y, p->normal.z, p->dist);
        }
        g_string_append(s, b + 1 < solid->brushes->len ? " ] },\n" : " ] } ] },\n");
    }
}

/* The tracer's shape (walk-tracers.c) as a mover of a scenario. */
static const char *mover_of(const WalkTracer *tracer)
{
    switch (tracer->kind) {
    case BSP_SHAPE_SPHERE:
        return "\"shapes\": [ { \"name\": \"body\", \"sphere\": { \"radius\": 16 } } ],\n"
               "  \"trajectories\": [ { \"name\": \"frame\", \"shape\": ";
    case BSP_SHAPE_CAPSULE:
        return "\"shapes\": [ { \"name\": \"body\", \"capsule\": "
               "{ \"radius\": 15, \"bottom\": -24, \"top\": 32 } } ],\n"
               "  \"trajectories\": [ { \"name\": \"frame\", \"shape\": ";
    default:
        return "\"spaces\": [ { \"name\": \"body\", \"mins\": [-15, -15, -24], "
               "\"maxs\": [15, 15, 32] } ],\n"
               "  \"trajectories\": [ { \"name\": \"frame\", \"space\": ";
    }
}

/* A scenario with the move that the body intends. */
static char *scenario_of(const BspSolid *solid, const char *name, const WalkTracer *tracer,
                         const CompareFrame *frame)
{
    BspVec a = frame->from, b = bsp_vec_add(a, frame->delta);
    GString *s = g_string_new(NULL);
    g_string_append_printf(s,
                           "{ \"format\": \"bsp-scenario\", \"version\": 1, \"name\": \"%s\",\n"
                           "  \"world\": { \"format\": \"bsp-world\", \"version\": 1, \"name\": "
                           "\"%s\", \"brushes\": [\n",
                           name, name);
    print_brushes(s, solid);
    g_string_append_printf(s,
                           "  %s\"body\",\n    \"moves\": [ [[%.17g, %.17g, %.17g], "
                           "[%.17g, %.17g, %.17g]] ] } ] }\n",
                           mover_of(tracer), a.x, a.y, a.z, b.x, b.y, b.z);
    return g_string_free(s, FALSE);
}

/* Writes the reproduction. Returns a message about it; free with g_free(). */
static char *reproduce(const char *place, const BspSolid *solid, const WalkTracer *tracer,
                       CompareGait gait, CompareFrame f)
{
    const char *directory = g_getenv("BSP_WALKER_OUTPUT");
    g_autofree char *name =
        g_strdup_printf("walker-%s-%s-%s", place, tracer->name, compare_gait_names[gait]);
    g_autofree char *path =
        g_strdup_printf("%s/%s.json", directory ? directory : g_get_tmp_dir(), name);
    g_autoptr(BspSolid) less = shrunk(solid, tracer, gait, &f);
    g_autofree char *text = scenario_of(less ? less : solid, name, tracer, &f);
    gboolean written = g_file_set_contents(path, text, -1, NULL);
    return g_strdup_printf("  from %.17g %.17g %.17g\n  by   %.17g %.17g %.17g\n"
                           "  to   %.17g %.17g %.17g\n  ideal %.9g %.9g %.9g%s%s%s\n  %s%s%s\n",
                           f.from.x, f.from.y, f.from.z, f.delta.x, f.delta.y, f.delta.z, f.to.x,
                           f.to.y, f.to.z, f.ideal.x, f.ideal.y, f.ideal.z, f.lost ? ", lost" : "",
                           f.in_solid ? ", in solid" : "", f.too_near ? ", too near" : "",
                           written ? "" : "could not write ", path,
                           less ? "" : " (all brushes: shrunk, it does not show)");
}

/* --- a place --- */

static void print_tally(const char *place, const WalkTracer *tracer, CompareGait gait,
                        const CompareWalks *w)
{
    g_printerr("%-12s %-20s %-6s %9" G_GUINT64_FORMAT " %7" G_GUINT64_FORMAT " %6" G_GUINT64_FORMAT
               " %6" G_GUINT64_FORMAT " %6" G_GUINT64_FORMAT "\n",
               place, tracer->name, compare_gait_names[gait], w->frames, w->lost, w->stuck,
               w->in_solid, w->too_near);
}

static void conclude_tally(const Board *board, const WalkTracer *tracer, CompareGait gait,
                           const Tally *tally, BspSolid *level)
{
    const CompareWalks *w = &tally->walks;
    if (w->frames && (is_bad(w) || g_getenv("BSP_WALKER_TABLE")))
        print_tally(board->place, tracer, gait, w);
    if (!is_bad(w))
        return;
    g_autoptr(ComparePlace) place =
        tally->kind ? compare_place_new(tally->kind, tally->seed) : NULL;
    g_autofree char *about =
        reproduce(board->place, place ? place->solid : level, tracer, gait, w->worst);
    cr_expect_fail("%s, %s, %s: of %" G_GUINT64_FORMAT " frames %" G_GUINT64_FORMAT
                   " lost, %" G_GUINT64_FORMAT " walkers stuck, %" G_GUINT64_FORMAT
                   " in solid, %" G_GUINT64_FORMAT " too near; seed %" G_GUINT64_FORMAT "\n%s",
                   board->place, tracer->name, compare_gait_names[gait], w->frames, w->lost,
                   w->stuck, w->in_solid, w->too_near, tally->seed, about);
}

static void conclude(const Board *board, BspSolid *level)
{
    g_printerr("%-12s %-20s %-6s %9s %7s %6s %6s %6s\n", "place", "tracer", "moves", "frames",
               "lost", "stuck", "solid", "near");
    for (guint i = 0; walk_tracers[i].name; i++)
        for (CompareGait gait = 0; gait < COMPARE_N_GAITS; gait++)
            conclude_tally(board, &walk_tracers[i], gait, &board->tallies[i][gait], level);
}

static void check_place(const char *name)
{
    const ComparePlaceKind *kind = compare_place_find(name);
    guint64 wanted = number_of("BSP_WALKER_FRAMES", SANITIZED ? 5000 : 60000), n = 0;
    guint64 seed = number_of("BSP_WALKER_SEED", 1);
    Board board = { .place = name };
    cr_assert_not_null(kind);
    for (guint empty = 0; n < wanted && empty < 10; seed++) {
        g_autoptr(ComparePlace) place = compare_place_new(kind, seed);
        guint walked = walk_place(&board, place, kind, seed, FRAMES);
        empty = walked ? 0 : empty + 1;
        n += walked;
    }
    cr_assert_geq(n, wanted, "nowhere to walk");
    conclude(&board, NULL);
}

#define PLACE(id, name)                                                                            \
    Test(walkers, id)                                                                              \
    {                                                                                              \
        check_place(name);                                                                         \
    }

PLACE(ring_inside, "ring-inside")
PLACE(ring_outside, "ring-outside")
PLACE(tower, "tower")
PLACE(row, "row")
PLACE(lattice, "lattice")
PLACE(near_level, "near-level")
PLACE(ramp_tops, "ramp-tops")
PLACE(terrain, "terrain")
PLACE(creases, "creases")
PLACE(blocks, "blocks")
PLACE(stairs, "stairs")

/* --- levels --- */

ParameterizedTestParameters(level_walkers, levels)
{
    return cr_make_param_array(RealLevel, real_levels, N_REAL_LEVELS);
}

ParameterizedTest(const RealLevel *level, level_walkers, levels)
{
    g_autoptr(CompareScenario) scenario = real_level_scenario(level->name);
    BspSolid *solid = scenario->world->solid;
    guint64 wanted = number_of("BSP_WALKER_FRAMES", SANITIZED ? 500 : 5000), n = 0;
    guint64 seed = number_of("BSP_WALKER_SEED", 1);
    g_autoptr(ComparePlace) place = compare_place_new_level(solid, scenario->world->starts);
    Board board = { .place = level->name };
    guint64 tracers = 0;
    for (guint i = 0; walk_tracers[i].name; i++)
        for (CompareGait gait = 0; gait < COMPARE_N_GAITS; gait++)
            tracers += is_chosen(&walk_tracers[i], gait) ? 1 : 0;
    n = walk_place(&board, place, NULL, seed, (guint)(wanted / MAX(tracers, 1)) + 1);
    cr_assert_geq(n, wanted, "nowhere to walk");
    conclude(&board, solid);
}
