/* scenario: makes, copies and changes scenarios. */
#include "scenario/scenario.h"

#include "bsp-hull.h"
#include "bsp-nodes.h"
#include "onion-build.h"
#include "shift-build.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"

void compare_mover_clear(gpointer data)
{
    CompareMover *mover = data;
    g_free(mover->name);
    bsp_hull_free(mover->hull);
    compare_solid_unref(mover->solid);
}

void compare_trajectory_clear(gpointer data)
{
    CompareTrajectory *t = data;
    g_free(t->name);
    g_clear_pointer(&t->waypoints, g_array_unref);
    g_clear_pointer(&t->moves, g_array_unref);
    g_clear_pointer(&t->turns, g_array_unref);
    g_clear_pointer(&t->order, g_array_unref);
}

static void crowd_clear(gpointer data)
{
    CompareCrowd *crowd = data;
    g_free(crowd->name);
    g_clear_pointer(&crowd->goals, g_array_unref);
}

static void agents_clear(gpointer data)
{
    CompareAgents *agents = data;
    g_free(agents->name);
    g_clear_pointer(&agents->places, g_array_unref);
}

void compare_edits_clear(CompareEdits *edits)
{
    g_clear_pointer(&edits->written, g_array_unref);
    edits->n = 0;
}

gboolean compare_edit_apply(const CompareEdit *edit, GPtrArray *brushes)
{
    guint i = edit->remove;
    for (guint k = 0; edit->add && (k == 0 || brushes->pdata[k - 1]); k++) {
        if (k == brushes->len)
            g_ptr_array_add(brushes, NULL);
        i = k;
    }
    if (i >= brushes->len || (!edit->add && !brushes->pdata[i]))
        return FALSE;
    brushes->pdata[i] = edit->add;
    return TRUE;
}

CompareTrajectory compare_trajectory_recorded(char *name, gint mover)
{
    return (CompareTrajectory){ .name = name,
                                .mover = mover,
                                .source = COMPARE_RECORDED,
                                .moves = g_array_new(FALSE, FALSE, sizeof(CompareMove)) };
}

/* --- turns --- */

GRand *compare_rand_new(guint64 seed)
{
    guint32 words[2] = { (guint32)seed, (guint32)(seed >> 32) };
    return g_rand_new_with_seed_array(words, 2);
}

void compare_draw_unit_vector(GRand *rand, double *v, guint n)
{
    double square;
    do {
        square = 0;
        for (guint i = 0; i < n; i++) {
            v[i] = g_rand_double_range(rand, -1, 1);
            square += v[i] * v[i];
        }
    } while (!(square > 0.01 && square <= 1));
    for (guint i = 0; i < n; i++)
        v[i] /= sqrt(square);
}

void compare_trajectory_draw_turns(CompareTrajectory *t, const BspShape *shape)
{
    /* The third word makes these numbers independent of the numbers of the walk, which has the same
     * seed. */
    guint32 seed[3] = { (guint32)t->seed, (guint32)(t->seed >> 32), 1 };
    GRand *rand = g_rand_new_with_seed_array(seed, 3);
    g_clear_pointer(&t->turns, g_array_unref);
    t->turns = g_array_sized_new(FALSE, FALSE, sizeof(BspTurn), t->n_moves);
    for (guint i = 0; i < t->n_moves; i++) {
        BspTurn turn = { .pivot = bsp_bounds_centre(&shape->bounds) };
        compare_draw_unit_vector(rand, turn.orientation, 4);
        compare_draw_unit_vector(rand, turn.axis.v, 3);
        turn.degrees = g_rand_double_range(rand, t->turn_min, t->turn_max);
        g_array_append_val(t->turns, turn);
    }
    g_rand_free(rand);
}

gboolean compare_turn_is_none(const BspTurn *turn)
{
    const double *q = turn->orientation;
    return turn->degrees == 0 && q[0] == 1 && q[1] == 0 && q[2] == 0 && q[3] == 0 &&
           turn->pivot.x == 0 && turn->pivot.y == 0 && turn->pivot.z == 0;
}

void compare_trajectory_add(CompareTrajectory *t, CompareMove move, const BspTurn *turn)
{
    const BspTurn none = bsp_turn_of(bsp_vec(0, 0, 1), 0);
    turn = turn ? turn : &none;
    if (!t->turns && !compare_turn_is_none(turn)) {
        t->turns = g_array_new(FALSE, FALSE, sizeof(BspTurn));
        for (guint i = 0; i < t->moves->len; i++)
            g_array_append_val(t->turns, none);
    }
    if (t->turns)
        g_array_append_vals(t->turns, turn, 1);
    g_array_append_val(t->moves, move);
}

gboolean compare_scenario_turns(const CompareScenario *s)
{
    for (guint i = 0; i < s->trajectories->len; i++)
        if (compare_scenario_trajectory(s, i)->turns)
            return TRUE;
    return FALSE;
}

static GArray *new_list(guint size, GDestroyNotify clear)
{
    GArray *list = g_array_new(FALSE, TRUE, size);
    g_array_set_clear_func(list, clear);
    return list;
}

CompareScenario *compare_scenario_new(const char *path)
{
    CompareScenario *s = g_new0(CompareScenario, 1);
    s->path = g_strdup(path);
    s->spaces = new_list(sizeof(CompareMover), compare_mover_clear);
    s->shapes = new_list(sizeof(CompareMover), compare_mover_clear);
    s->trajectories = new_list(sizeof(CompareTrajectory), compare_trajectory_clear);
    s->crowds = new_list(sizeof(CompareCrowd), crowd_clear);
    s->agents = new_list(sizeof(CompareAgents), agents_clear);
    s->bevel_angle = 90;
    s->space_node_faces = ONION_SPACE_NODE_FACES;
    s->bevels = SHIFT_BEVEL_USUAL;
    s->repeat = 15;
    return s;
}

void compare_scenario_free(CompareScenario *s)
{
    if (!s)
        return;
    g_free(s->name);
    g_free(s->path);
    g_free(s->world_path);
    bsp_world_free(s->world);
    g_array_unref(s->spaces);
    g_array_unref(s->shapes);
    g_array_unref(s->trajectories);
    g_array_unref(s->crowds);
    g_array_unref(s->agents);
    compare_edits_clear(&s->edits);
    g_free(s);
}

static void mix_seed(CompareScenario *s, guint64 *own, guint64 seed)
{
    *own = bsp_hash(bsp_hash(BSP_HASH_START, own, sizeof *own), &seed, sizeof seed);
    s->has_seed = TRUE;
    s->seed = seed;
}

gboolean compare_scenario_draw_anew(CompareScenario *s, guint64 seed, GError **error)
{
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = compare_scenario_trajectory(s, i);
        if (t->source != COMPARE_RANDOM)
            continue;
        mix_seed(s, &t->seed, seed);
        if (t->turns)
            compare_trajectory_draw_turns(t, &compare_mover(s, t->mover)->shape);
    }
    for (guint i = 0; i < s->crowds->len; i++)
        mix_seed(s, &g_array_index(s->crowds, CompareCrowd, i).seed, seed);
    for (guint i = 0; i < s->agents->len; i++)
        mix_seed(s, &g_array_index(s->agents, CompareAgents, i).seed, seed);
    if (s->edits.n && !s->edits.written)
        mix_seed(s, &s->edits.seed, seed);
    return s->has_seed ||
           compare_wrong(error,
                         "%s: --seed: the scenario has nothing random, so a seed changes nothing",
                         s->path);
}

BspShape compare_space_shape(BspVec mins, BspVec maxs)
{
    gboolean point = TRUE;
    for (guint i = 0; i < 3; i++)
        point = point && mins.v[i] == 0 && maxs.v[i] == 0;
    return point ? bsp_shape_point() : bsp_shape_box(mins, maxs);
}

/* --- movers --- */

gint compare_add_mover(CompareScenario *s, CompareMover mover)
{
    gboolean is_space = bsp_shape_is_box(&mover.shape);
    GArray *list = is_space ? s->spaces : s->shapes;
    g_array_append_val(list, mover);
    return is_space ? (gint)list->len - 1 : ~((gint)list->len - 1);
}

gint compare_add_shape(CompareScenario *s, const char *name, BspShape shape, BspHull *hull)
{
    return compare_add_mover(
        s, (CompareMover){ .name = g_strdup(name), .shape = shape, .hull = hull });
}

gboolean compare_has_mover(const CompareScenario *s, const char *name, gint *mover)
{
    for (guint i = 0; i < compare_n_movers(s); i++) {
        *mover = compare_mover_at(s, i);
        if (g_strcmp0(compare_mover(s, *mover)->name, name) == 0)
            return TRUE;
    }
    return FALSE;
}

/* --- copies of a scenario with one parameter changed, for sweeps --- */

/* Copies a mover. If it has a hull, makes the hull again from its vertices, which cannot fail,
 * because they have made a hull before. */
CompareMover compare_mover_copy(const CompareMover *mover)
{
    CompareMover copy = *mover;
    copy.name = g_strdup(mover->name);
    if (mover->hull) {
        copy.hull = bsp_hull_new(mover->hull->vertices, mover->hull->n_vertices, NULL);
        copy.shape = bsp_shape_hull(copy.hull);
    }
    if (mover->solid)
        compare_solid_ref(mover->solid);
    return copy;
}

static void copy_trajectories(CompareScenario *to, const CompareScenario *from)
{
    for (guint i = 0; i < from->trajectories->len; i++) {
        CompareTrajectory t = g_array_index(from->trajectories, CompareTrajectory, i);
        t.name = g_strdup(t.name);
        GArray *const shared[] = { t.waypoints, t.moves, t.turns, t.order };
        for (guint k = 0; k < G_N_ELEMENTS(shared); k++)
            if (shared[k])
                g_array_ref(shared[k]);
        g_array_append_val(to->trajectories, t);
    }
}

GPtrArray *compare_world_brushes(const BspWorld *whole, const GArray *numbers)
{
    GPtrArray *brushes = g_ptr_array_new();
    guint n = numbers ? numbers->len : bsp_solid_n_brushes(whole->solid);
    for (guint i = 0; i < n; i++) {
        guint number = numbers ? g_array_index(numbers, guint, i) : i;
        g_ptr_array_add(brushes, (gpointer)bsp_solid_brush(whole->solid, number));
    }
    return brushes;
}

/* Returns a copy of the world that has other brushes. The copy does not own them. */
static BspWorld *world_of(const BspWorld *whole, GPtrArray *brushes)
{
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_vals(starts, whole->starts->data, whole->starts->len);
    BspWorld *world = bsp_world_new(whole->name, brushes, starts);
    g_array_set_size(world->inside, 0);
    g_array_append_vals(world->inside, whole->inside->data, whole->inside->len);
    world->flags = whole->flags;
    return world;
}

CompareScenario *compare_variant_new(const CompareScenario *s)
{
    CompareScenario *variant = compare_scenario_new(s->path);
    variant->name = g_strdup(s->name);
    variant->world_path = g_strdup(s->world_path);
    variant->world_is_inside = s->world_is_inside;
    variant->world = world_of(s->world, compare_world_brushes(s->world, NULL));
    variant->bevel_angle = s->bevel_angle;
    variant->bevels = s->bevels;
    variant->space_node_faces = s->space_node_faces;
    variant->repeat = s->repeat;
    variant->masks = s->masks;
    variant->has_seed = s->has_seed;
    variant->seed = s->seed;
    for (guint i = 0; i < compare_n_movers(s); i++)
        compare_add_mover(variant, compare_mover_copy(compare_mover(s, compare_mover_at(s, i))));
    copy_trajectories(variant, s);
    return variant;
}

/* --- turns --- */

/* Gives each turn this angle. Changes copies of the turns, because the arrays are shared. */
void compare_variant_set_angle(CompareScenario *variant, double degrees)
{
    for (guint i = 0; i < variant->trajectories->len; i++) {
        CompareTrajectory *t = compare_scenario_trajectory(variant, i);
        if (!t->turns)
            continue;
        GArray *turns = g_array_copy(t->turns);
        g_array_unref(t->turns);
        t->turns = turns;
        for (guint k = 0; k < turns->len; k++)
            g_array_index(turns, BspTurn, k).degrees = degrees;
    }
}

/* --- a part of the world or of the spaces --- */

void compare_variant_set_brushes(CompareScenario *variant, GPtrArray *brushes)
{
    BspWorld *world = world_of(variant->world, brushes);
    bsp_world_free(variant->world);
    variant->world = world;
}

void compare_variant_keep_spaces(CompareScenario *variant, guint n)
{
    g_array_set_size(variant->spaces, MIN(n, variant->spaces->len));
    for (guint i = variant->trajectories->len; i-- > 0;)
        if (compare_scenario_trajectory(variant, i)->mover >= (gint)n)
            g_array_remove_index(variant->trajectories, i);
}
