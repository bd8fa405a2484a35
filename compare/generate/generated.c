/* generated: generates random worlds and scenarios from a seed. */
#include "generate/generated.h"

#include <math.h>
#include <string.h>

#include "bsp-hull.h"

const CompareWorldKind compare_world_kinds[] = {
    { "city", .write = compare_write_city },
    { "rooms", .write = compare_write_rooms },
    { "slivers", .hard = COMPARE_HARD_SLIVERS },
    { "wedges", .hard = COMPARE_HARD_WEDGES },
    { "near-axial", .hard = COMPARE_HARD_AXIAL },
    { "near-coplanar", .hard = COMPARE_HARD_COPLANAR },
    { "bricks", .hard = COMPARE_HARD_BRICKS },
    { .name = NULL },
};

const CompareWorldKind *compare_world_kind_find(const char *name)
{
    for (const CompareWorldKind *kind = compare_world_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

char *compare_generate_world(const CompareWorldKind *kind, guint n_brushes, guint64 seed)
{
    g_autofree char *name = g_strdup_printf("%s of %u brushes from seed %" G_GUINT64_FORMAT,
                                            kind->name, n_brushes, seed);
    GRand *rand = compare_rand_new(seed);
    CompareWorldText text = compare_world_text_begin(name, rand);
    if (kind->write)
        kind->write(&text, n_brushes);
    else
        compare_write_hard(&text, n_brushes, kind->hard);
    g_rand_free(rand);
    return compare_world_text_end(&text);
}

/* --- shared by the kinds --- */

/* The maximum number of starts. A walk restarts every 128 moves, so a usual run does not need
 * more. */
#define MAX_STARTS 256

/* Returns the smallest k with which at most MAX_STARTS starts stand at every k-th position of a
 * grid of nx by ny positions. */
static guint find_stride(guint nx, guint ny)
{
    guint k = 1;
    while (((nx - 1) / k + 1) * ((ny - 1) / k + 1) > MAX_STARTS)
        k++;
    return k;
}

void compare_generate_starts(CompareWorldText *text, BspVec first, gint pitch_x, gint pitch_y,
                             guint nx, guint ny)
{
    guint stride = find_stride(nx, ny);
    for (guint j = 0; j < ny; j += stride)
        for (guint i = 0; i < nx; i += stride)
            compare_world_text_start(
                text, bsp_vec(first.x + (gint)i * pitch_x, first.y + (gint)j * pitch_y, first.z));
}

guint compare_generate_root(guint n)
{
    return (guint)sqrt(n); /* rounding down gives the exact root of whole numbers this small */
}

/* --- spaces and shapes --- */

typedef struct {
    const char *name;
    double mins[3], maxs[3];
} GenerateSpace;

/* The spaces of data/scenarios/real-level.json. Most games have the first two. */
static const GenerateSpace usual[] = {
    { "stand", { -15, -15, -24 }, { 15, 15, 32 } }, { "crouch", { -15, -15, -24 }, { 15, 15, 16 } },
    { "point", { 0, 0, 0 }, { 0, 0, 0 } },          { "small", { -4, -4, -4 }, { 4, 4, 4 } },
    { "big", { -40, -40, -24 }, { 40, 40, 72 } },
};

/* Spaces that are flat, or nearly flat, along one, two or three axes. */
static const GenerateSpace thin_spaces[] = {
    { "sheet", { -15, -15, 0 }, { 15, 15, 0 } },
    { "pane", { 0, -15, -24 }, { 0, 15, 32 } },
    { "pole", { 0, 0, 0 }, { 0, 0, 56 } },
    { "spot", { 3, -2, 1 }, { 3, -2, 1 } },
    { "sheet 1e-3", { -15, -15, 0 }, { 15, 15, 1e-3 } },
    { "pane 1e-5", { -5e-6, -15, -24 }, { 5e-6, 15, 32 } },
    { "pole 1e-7", { 0, 0, 0 }, { 1e-7, 1e-7, 56 } },
};

/* Thin upright cylinders, whose bottom is at z = 0. */
static const struct {
    const char *name;
    double radius, top;
} thin_cylinders[] = {
    { "disc 1e-7", 12, 1e-7 },
    { "disc 1e-6", 12, 1e-6 },
    { "disc 1e-3", 12, 1e-3 },
    { "needle", 1e-3, 56 },
};

static void add_spaces(CompareScenario *s, const GenerateSpace *spaces, guint n)
{
    for (guint i = 0; i < n; i++) {
        const double *a = spaces[i].mins, *b = spaces[i].maxs;
        BspShape shape = compare_space_shape(bsp_vec(a[0], a[1], a[2]), bsp_vec(b[0], b[1], b[2]));
        compare_add_shape(s, spaces[i].name, shape, NULL);
    }
}

void compare_generate_usual_spaces(CompareScenario *scenario)
{
    add_spaces(scenario, usual, G_N_ELEMENTS(usual));
}

static void add_thin_shapes(CompareScenario *s)
{
    const BspVec corners[] = {
        { { -8, -8, 0 } }, { { 8, -8, 0 } }, { { 0, 8, 0 } }, { { 0, 0, 1e-3 } }
    };
    for (guint i = 0; i < G_N_ELEMENTS(thin_cylinders); i++) {
        BspShape disc = bsp_shape_cylinder(thin_cylinders[i].radius, 0, thin_cylinders[i].top);
        compare_add_shape(s, thin_cylinders[i].name, disc, NULL);
    }
    BspHull *splinter = bsp_hull_new(corners, G_N_ELEMENTS(corners), NULL);
    compare_add_shape(s, "splinter", bsp_shape_hull(splinter), splinter);
}

/* Adds a random space that is in no direction larger than "big". */
static void add_drawn_space(CompareScenario *s, GRand *rand)
{
    BspVec mins, maxs;
    for (guint k = 0; k < 3; k++) {
        mins.v[k] = -compare_draw_whole(rand, 1, k == 2 ? 24 : 40);
        maxs.v[k] = compare_draw_whole(rand, 1, k == 2 ? 72 : 40);
    }
    g_autofree char *name = g_strdup_printf("box %u", s->spaces->len + 1);
    compare_add_shape(s, name, compare_space_shape(mins, maxs), NULL);
}

/* --- trajectories --- */

/* Units. The steps of walks are shorter than 40 units, because reports count longer moves as
 * shots. */
static const double walk_step[] = { 2, 32 }, shot_step[] = { 40, 2000 };

static void add_random(CompareScenario *s, gint mover, const char *what, const double step[2],
                       guint n, guint32 seed)
{
    CompareTrajectory t = { .mover = mover,
                            .source = COMPARE_RANDOM,
                            .response = step == walk_step ? COMPARE_SLIDE : COMPARE_BOUNCE,
                            .start_is_starts = TRUE,
                            .seed = seed,
                            .n_moves = n,
                            .step_min = step[0],
                            .step_max = step[1] };
    t.name = g_strdup_printf("%s %s", compare_mover(s, mover)->name, what);
    if (n)
        g_array_append_val(s->trajectories, t);
    else
        compare_trajectory_clear(&t);
}

/* Adds a walk and shots of the mover, which is encoded as in CompareTrajectory.mover. Draws two
 * seeds even if it uses only one, so that the moves of the next mover stay the same. */
static void add_moves(CompareScenario *s, gint mover, guint n_walks, guint n_shots, GRand *rand)
{
    guint32 walk_seed = g_rand_int(rand), shot_seed = g_rand_int(rand);
    add_random(s, mover, "walk", walk_step, n_walks, walk_seed);
    add_random(s, mover, "shot", shot_step, n_shots, shot_seed);
}

void compare_generate_moves(CompareScenario *scenario, guint n_spaces, guint n_shapes,
                            guint n_moves, guint64 seed)
{
    GRand *rand = compare_rand_new(seed);
    guint n_shots = n_moves / 5;
    for (guint i = n_spaces; i < scenario->spaces->len; i++)
        add_moves(scenario, (gint)i, n_moves - n_shots, n_shots, rand);
    for (guint i = n_shapes; i < scenario->shapes->len; i++)
        add_moves(scenario, ~(gint)i, n_moves - n_shots, n_shots, rand);
    g_rand_free(rand);
}

static void add_aimed_moves(CompareScenario *s, const CompareGenerateScenario *wanted)
{
    g_autoptr(CompareAim) aim = compare_aim_new(wanted->solid, wanted->seed);
    guint n = wanted->n_walks + wanted->n_shots;
    for (guint i = 0; i < compare_n_movers(s); i++)
        compare_aim_add(aim, s, wanted->aim, compare_mover_at(s, i), n);
}

/* --- scenarios --- */

CompareScenario *compare_generate_scenario(const CompareGenerateScenario *wanted)
{
    CompareScenario *s = compare_scenario_new("");
    GRand *rand = compare_rand_new(wanted->seed);
    s->name = g_strdup(wanted->name);
    if (wanted->solid && wanted->aim == COMPARE_AIM_KINDS) {
        add_spaces(s, thin_spaces, G_N_ELEMENTS(thin_spaces));
        add_thin_shapes(s);
    } else
        add_spaces(s, usual, MIN(wanted->n_spaces, G_N_ELEMENTS(usual)));
    for (guint i = G_N_ELEMENTS(usual); !s->shapes->len && i < wanted->n_spaces; i++)
        add_drawn_space(s, rand);
    if (wanted->solid)
        add_aimed_moves(s, wanted);
    for (guint i = 0; !wanted->solid && i < s->spaces->len; i++)
        add_moves(s, (gint)i, wanted->n_walks, wanted->n_shots, rand);
    g_rand_free(rand);
    return s;
}
