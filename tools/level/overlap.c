/* overlap: "bsplevel overlap" tests whether a prefab fits into a level. It prints each pair of a
 * brush of the level and a brush of the prefab that overlap, and the depth. */
#include <math.h>
#include <string.h>

#include "command/command.h"
#include "command/report.h"
#include "level/level.h"
#include "oracle/turn.h"
#include "scenario/parse-shape.h"
#include "scenario/solid.h"
#include "text/file.h"
#include "text/strings.h"

static struct {
    char *at, *turn;
} own;

/* --- pairs of brushes --- */

typedef struct {
    guint a, b;
    double distance; /* the distance of the two brushes, in units; below 0 if they overlap */
} Pair;

/* The search for pairs of a brush of the level and one of the prefab. */
typedef struct {
    const BspSolid *level;
    /* The position of brush `b` of the prefab, as a move without a displacement. */
    CompareTurning move;
    guint b;
    GArray *overlaps; /* an array of Pair */
    Pair nearest;
} Search;

static gboolean measure_pair(guint a, gpointer search)
{
    Search *s = search;
    const BspBrush *brush = bsp_solid_brush(s->level, a);
    Pair pair = { a, s->b, compare_turn_distance(brush, &s->move, 0, NULL) };
    if (pair.distance < -BSP_TOUCH)
        g_array_append_val(s->overlaps, pair);
    if (pair.distance < s->nearest.distance)
        s->nearest = pair;
    return TRUE;
}

static BspBounds bounds_of(const CompareTurning *move)
{
    const BspHull *hull = move->shape->hull;
    const BspMove still = { .from = move->from, .to = move->to };
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < hull->n_vertices; i++)
        bsp_bounds_add_point(&bounds, bsp_turn_point(move->turn, &still, 0, hull->vertices[i]));
    return bounds;
}

/* Measures all pairs whose bounds are at most `reach` apart. */
static void measure_pairs(Search *s, const CompareSolid *prefab, double reach)
{
    g_array_set_size(s->overlaps, 0);
    for (s->b = 0; s->b < prefab->parts->len; s->b++) {
        BspShape part = compare_solid_part(prefab, s->b);
        s->move.shape = &part;
        BspBounds near = bounds_of(&s->move);
        near = bsp_bounds_grown(&near, reach);
        bsp_solid_overlapping(s->level, &near, measure_pair, s);
    }
}

static int order_pairs(const void *a, const void *b)
{
    const Pair *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : p->b < q->b ? -1 : p->b > q->b;
}

/* Finds all overlaps, the deepest first. If there are none, finds the nearest pair, with larger and
 * larger boxes around the prefab's brushes. A brush outside of such a box is farther away than
 * `reach`. */
static void find_pairs(Search *s, const CompareSolid *prefab)
{
    s->nearest.distance = HUGE_VAL;
    for (double reach = 1; reach < 16 * BSP_WORLD_HALF && s->nearest.distance > reach / 4;
         reach *= 4)
        measure_pairs(s, prefab, reach);
    g_array_sort(s->overlaps, order_pairs);
}

/* --- sentences --- */

static char *name_of(const BspWorld *world, guint brush)
{
    char *place = bsp_world_brush_place(world, brush);
    return place ? place : g_strdup_printf("brush %u", brush);
}

static void add_pair(GString *out, const Pair *pair, const BspWorld *level, const BspWorld *prefab)
{
    g_autofree char *depth = compare_number_exact(round(fabs(pair->distance) * 1e6) / 1e6);
    g_autofree char *a = name_of(level, pair->a), *b = name_of(prefab, pair->b);
    g_string_append_printf(out, "%s units: %s of the level, %s of the prefab\n", depth, a, b);
}

static char *describe(const Search *s, const BspWorld *level, const BspWorld *prefab)
{
    GString *out = g_string_new(NULL);
    if (s->overlaps->len)
        g_string_append_printf(out, "overlap: %u pair%s of brushes, the deepest first\n",
                               s->overlaps->len, s->overlaps->len == 1 ? "" : "s");
    else if (s->nearest.distance == HUGE_VAL)
        g_string_append(out, "clear: the level has no brushes\n");
    else
        g_string_append(out, s->nearest.distance <= BSP_TOUCH
                                 ? "touching: no brushes overlap, and some touch, such as\n"
                                 : "clear: no brushes overlap or touch, and the smallest gap is\n");
    for (guint i = 0; i < s->overlaps->len; i++)
        add_pair(out, &g_array_index(s->overlaps, Pair, i), level, prefab);
    if (!s->overlaps->len && s->nearest.distance < HUGE_VAL)
        add_pair(out, &s->nearest, level, prefab);
    return g_string_free(out, FALSE);
}

/* --- the command --- */

/* Reads --turn, which is a yaw or the angles "pitch,yaw,roll" of an entity. bsp_frame_turned()
 * applies them in the order roll, pitch, yaw. */
static gboolean read_turn(BspTurn *turn, GError **error)
{
    double angles[3] = { 0 };
    BspVec all;
    *turn = bsp_turn_of(bsp_vec(0, 0, 1), 0);
    if (own.turn && compare_parse_point(own.turn, &all))
        memcpy(angles, all.v, sizeof angles);
    else if (own.turn && !compare_number_read(own.turn, &angles[1]))
        return compare_wrong(error, "--turn: '%s' is neither an angle nor pitch,yaw,roll",
                             own.turn);
    static const guint order[] = { 2, 0, 1 };
    for (guint i = 0; i < 3; i++) {
        turn->axis = bsp_vec_axis((int)i);
        turn->degrees = remainder(angles[order[i]], 360);
        *turn = bsp_turn_after(turn, 1);
        turn->degrees = 0;
    }
    return TRUE;
}

static gboolean read_place(CompareTurning *move, BspTurn *turn, GError **error)
{
    move->from = bsp_vec(0, 0, 0);
    if (own.at && !compare_parse_point(own.at, &move->from))
        return compare_wrong(error, "--at: '%s' is not a point x,y,z", own.at);
    move->to = move->from;
    move->turn = turn;
    return read_turn(turn, error);
}

static int run(CompareOptions *common, GError **error)
{
    Search s = { .level = NULL };
    BspTurn turn;
    if (!common->files[1]) {
        compare_wrong(error, "%s: only the level is named; name the prefab, too", common->files[0]);
        return COMPARE_EXIT_BAD;
    }
    if (!read_place(&s.move, &turn, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(BspWorld) level = compare_command_read_world(common->files[0], 0, error);
    BspWorld *prefab = level ? compare_command_read_world(common->files[1], 0, error) : NULL;
    g_autoptr(CompareSolid) solid = prefab ? compare_solid_new(prefab, error) : NULL;
    if (!solid) {
        if (prefab)
            g_prefix_error(error, "%s: ", common->files[1]);
        return COMPARE_EXIT_BAD;
    }
    g_autoptr(GArray) overlaps = g_array_new(FALSE, FALSE, sizeof(Pair));
    s.level = level->solid;
    s.overlaps = overlaps;
    find_pairs(&s, solid);
    g_autofree char *text = describe(&s, level, prefab);
    if (!compare_output_write(NULL, text, error))
        return COMPARE_EXIT_BAD;
    return overlaps->len ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

static const GOptionEntry entries[] = {
    { "at", 0, 0, G_OPTION_ARG_STRING, &own.at,
      "The position of the prefab's origin in the level (default: 0,0,0)", "X,Y,Z" },
    { "turn", 0, 0, G_OPTION_ARG_STRING, &own.turn,
      "The angles in degrees by which the prefab is turned about its origin: a yaw, or "
      "PITCH,YAW,ROLL like the angles of an entity (default: 0)",
      "ANGLES" },
    { 0 },
};

const CompareCommand level_command_overlap = {
    .name = "overlap",
    .summary = "find which brushes of a level and a prefab overlap",
    .arguments = "LEVEL PREFAB",
    .about = "Places a prefab, which is any world, in a level, and names each pair of brushes that "
             "overlap, with the distance by which the brush of the prefab must move to be free of "
             "the other. Touching is not overlapping. If no brushes overlap, it names the nearest "
             "pair and its gap. Exit status 0 if the prefab fits, 1 if brushes overlap.",
    .wanted = "level",
    .max = 2,
    .groups = COMPARE_OPTIONS_INPUT,
    .options = entries,
    .run = run,
};
