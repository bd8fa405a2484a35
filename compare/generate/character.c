/* character: lets a character run and jump through a level (Melax 2000, section 8). */
#include "generate/character.h"

#include "run/resolve.h"
#include "shift-build.h"
#include "tools/bsp-inspect.h"

/* Frames per second. This was a common rate of games at that time. */
#define FPS 30

/* Units, units per second, and units per second squared. The values are those of id Tech games, for
 * which the available levels were made. */
#define RADIUS 16.0
#define HALF_HEIGHT 28.0
#define SPEED 320.0
#define JUMP 270.0
#define GRAVITY 800.0
#define STEP 18.0

/* The minimum normal.z of a surface on which the character can stand, as in id Tech games. */
#define FLOOR 0.7

/* Units. Starts are raised by this distance, because some shapes extend farther down than the
 * player's. */
#define RAISED 8.0

/* The maximum number of moves along surfaces in one frame. In a corner, three surfaces stop a
 * slide. One more move uses up the rest. */
#define MOST_SLIDES 4

static const double dt = 1.0 / FPS;

typedef struct {
    const BspWorld *world;
    ShiftTree *tree;
    BspBrushTable *table;
    BspShape shape;
    GRand *rand;
    BspVec at, speed, heading; /* `heading` is a unit vector along the floor */
    gboolean on_floor;
    /* The number of frames until the character turns, and until it jumps. */
    guint until_turn, until_jump;
    CompareCharacterRun *run;
} Character;

void compare_character_run_free(CompareCharacterRun *run)
{
    if (!run)
        return;
    g_array_unref(run->moves);
    g_free(run);
}

static BspTransition query_character(const Character *c, BspVec from, BspVec to)
{
    return shift_tree_hit_check_exact(c->tree, c->table, &c->shape, from, to, NULL);
}

static void draw_heading(Character *c)
{
    /* The heading is one of eight directions, so that the result does not depend on a machine's
     * sine function. */
    static const double eighth[] = { 1, M_SQRT1_2, 0, -M_SQRT1_2, -1, -M_SQRT1_2, 0, M_SQRT1_2 };
    gint i = compare_draw_whole(c->rand, 0, 7);
    c->heading = bsp_vec(eighth[i], eighth[(i + 6) % 8], 0);
    c->until_turn = (guint)compare_draw_whole(c->rand, 20, 60);
}

/* --- a frame --- */

/* Tries to climb a step by moving up, along and down again. Returns FALSE if the character makes no
 * progress. */
static gboolean climb_step(Character *c, BspVec rest)
{
    BspVec up = bsp_vec(c->at.x, c->at.y, c->at.z + STEP);
    if (query_character(c, c->at, up).type != BSP_EMPTY)
        return FALSE;
    BspVec along = bsp_vec(up.x + rest.x, up.y + rest.y, up.z);
    if (query_character(c, up, along).type != BSP_EMPTY)
        return FALSE;
    BspTransition down = query_character(c, along, bsp_vec(along.x, along.y, along.z - STEP));
    if (down.type != BSP_EMPTY_TO_SOLID || down.plane.normal.z < FLOOR)
        return FALSE;
    c->at = down.point;
    c->run->n_steps++;
    return TRUE;
}

static void touch_surface(Character *c, BspVec normal)
{
    if (normal.z >= FLOOR)
        c->on_floor = TRUE;
    if (normal.z * c->speed.z < 0)
        c->speed.z = 0;
    if (fabs(normal.z) < FLOOR) {
        c->run->n_blocked++;
        c->until_turn = MIN(c->until_turn, 3);
    }
}

/* Moves as far as possible towards the wanted position. Returns FALSE if the character is stuck. */
static gboolean move_character(Character *c, BspVec wanted)
{
    CompareContacts contacts = { .n = 0 };
    BspVec rest = wanted;
    gboolean was_on_floor = c->on_floor;
    c->on_floor = FALSE;
    for (guint i = 0; i < MOST_SLIDES && bsp_vec_length(rest) > BSP_TOUCH; i++) {
        BspVec to = bsp_vec_add(c->at, rest);
        BspTransition tr = query_character(c, c->at, to);
        if (tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY)
            return FALSE;
        c->at = tr.point;
        if (tr.type == BSP_EMPTY)
            return TRUE;
        rest = bsp_vec_scale(rest, 1 - tr.t);
        if (was_on_floor && fabs(tr.plane.normal.z) < FLOOR && climb_step(c, rest)) {
            c->on_floor = TRUE;
            return TRUE;
        }
        touch_surface(c, tr.plane.normal);
        rest = compare_respond(COMPARE_SLIDE, &contacts, rest, tr.plane.normal);
    }
    return TRUE;
}

static gboolean enter_level(Character *c)
{
    const GArray *starts = c->world->starts;
    guint first = starts->len ? (guint)compare_draw_whole(c->rand, 0, (gint)starts->len - 1) : 0;
    for (guint i = 0; i < starts->len; i++) {
        BspVec at = g_array_index(starts, BspVec, (first + i) % starts->len);
        at.z += RAISED;
        if (query_character(c, at, at).type != BSP_EMPTY)
            continue;
        c->at = at;
        c->speed = bsp_vec(0, 0, 0);
        c->on_floor = FALSE;
        draw_heading(c);
        return TRUE;
    }
    return FALSE;
}

static void run_frame(Character *c)
{
    if (c->until_turn-- == 0)
        draw_heading(c);
    if (c->until_jump > 0)
        c->until_jump--;
    else if (c->on_floor) {
        c->speed.z = JUMP;
        c->until_jump = (guint)compare_draw_whole(c->rand, 15, 60);
        c->run->n_jumps++;
    }
    c->speed = bsp_vec(SPEED * c->heading.x, SPEED * c->heading.y, c->speed.z - GRAVITY * dt);
    BspVec wanted = bsp_vec_scale(c->speed, dt);
    CompareMove asked = { c->at, bsp_vec_add(c->at, wanted) };
    g_array_append_val(c->run->moves, asked);
    if (!move_character(c, wanted) || c->at.z < bsp_solid_bounds(c->world->solid)->mins.z) {
        c->run->n_falls++;
        enter_level(c); /* this cannot fail, because it succeeded before */
    }
}

/* --- the whole run --- */

CompareCharacterRun *compare_character_run(const BspWorld *world, guint64 seed, guint n_frames,
                                           GError **error)
{
    const ShiftOptions options = { .names_brushes = TRUE, .build = bsp_world_build_options(world) };
    g_autoptr(ShiftTree) tree = shift_tree_build(world->solid, &options, error);
    if (!tree)
        return NULL;
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(world->solid, 0);
    g_autoptr(CompareCharacterRun) run = g_new0(CompareCharacterRun, 1);
    run->moves = g_array_new(FALSE, FALSE, sizeof(CompareMove));
    Character c = { .world = world,
                    .tree = tree,
                    .table = table,
                    .shape = bsp_shape_cylinder(RADIUS, -HALF_HEIGHT, HALF_HEIGHT),
                    .rand = compare_rand_new(seed),
                    .run = run };
    gboolean entered = enter_level(&c);
    for (guint i = 0; i < n_frames && entered; i++)
        run_frame(&c);
    g_rand_free(c.rand);
    if (entered)
        return g_steal_pointer(&run);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: no start is clear for a character 32 units wide and 56 high", world->name);
    return NULL;
}

/* --- as a scenario --- */

static void add_mover(CompareScenario *s, const char *name, BspShape shape, const GArray *moves)
{
    CompareTrajectory t =
        compare_trajectory_recorded(g_strdup(name), compare_add_shape(s, name, shape, NULL));
    g_array_append_vals(t.moves, moves->data, moves->len);
    g_array_append_val(s->trajectories, t);
}

CompareScenario *compare_generate_character(const CompareGenerateScenario *wanted,
                                            const CompareCharacterRun *run)
{
    CompareScenario *s = compare_scenario_new("");
    s->name = g_strdup_printf("%s: %u jumps, %u steps climbed, blocked %u times", wanted->name,
                              run->n_jumps, run->n_steps, run->n_blocked);
    add_mover(s, "ray", bsp_shape_point(), run->moves);
    add_mover(s, "sphere", bsp_shape_sphere(HALF_HEIGHT), run->moves);
    add_mover(s, "cylinder", bsp_shape_cylinder(RADIUS, -HALF_HEIGHT, HALF_HEIGHT), run->moves);
    return s;
}
