/* scenario: a random scenario for a world, from a seed. */

#include "generate/draw.h"
#include "generate/generate.h"
#include "scenario/mover-text.h"
#include "text/json-value.h"

/* The spaces of data/scenarios/real-level.json. The first two exist in every game. */
static const CompareGenerateSpace usual[] = {
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } } },
    { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } } },
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } } },
    { "small", { { { -4, -4, -4 } }, { { 4, 4, 4 } } } },
    { "big", { { { -40, -40, -24 } }, { { 40, 40, 72 } } } },
};

/* Units. Walks are shorter than 40 units, the report's limit between walks and shots. */
#define WALK_MIN 2
#define WALK_MAX 32
#define SHOT_MIN 40
#define SHOT_MAX 2000
#define STEP(min, max) "[" G_STRINGIFY(min) ", " G_STRINGIFY(max) "]"

/* A random space, in no direction larger than "big". */
static CompareGenerateSpace draw_space(GRand *rand, guint number)
{
    CompareGenerateSpace space;
    g_snprintf(space.name, sizeof space.name, "box %u", number);
    for (guint k = 0; k < 3; k++) {
        space.box.mins.v[k] = -compare_generate_draw(rand, 1, k == 2 ? 24 : 40);
        space.box.maxs.v[k] = compare_generate_draw(rand, 1, k == 2 ? 72 : 40);
    }
    return space;
}

void compare_generate_number(CompareOutput *out, double number)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    compare_output_text(out, g_ascii_dtostr(digits, sizeof digits, number));
}

static void write_point(CompareOutput *out, const char *key, BspVec p, const char *after)
{
    compare_output_print(out, "\"%s\": [", key);
    for (guint k = 0; k < 3; k++) {
        compare_generate_number(out, p.v[k]);
        compare_output_text(out, k < 2 ? ", " : "]");
    }
    compare_output_text(out, after);
}

void compare_generate_space(CompareOutput *out, const CompareGenerateSpace *space, gboolean last)
{
    compare_output_print(out, "    { \"name\": \"%s\", ", space->name);
    write_point(out, "mins", space->box.mins, ", ");
    write_point(out, "maxs", space->box.maxs, last ? " }\n" : " },\n");
}

static void write_trajectories(CompareOutput *out, const CompareGenerateScenario *wanted,
                               const char *space, GRand *rand, gboolean last)
{
    static const char format[] =
        "    { \"name\": \"%s %s\", \"space\": \"%s\", \"response\": \"%s\",\n"
        "      \"random\": { \"seed\": %u, \"moves\": %u, \"step\": %s, \"start\": \"starts\" } "
        "}%s\n";
    guint seed = g_rand_int(rand);
    if (wanted->n_walks)
        compare_output_print(out, format, space, "walk", space, "slide", seed, wanted->n_walks,
                             STEP(WALK_MIN, WALK_MAX), last && !wanted->n_shots ? "" : ",");
    seed = g_rand_int(rand);
    if (wanted->n_shots)
        compare_output_print(out, format, space, "shot", space, "bounce", seed, wanted->n_shots,
                             STEP(SHOT_MIN, SHOT_MAX), last ? "" : ",");
}

void compare_generate_string(CompareOutput *out, const char *key, const char *string)
{
    g_autofree char *value = compare_json_print(compare_json_text(string), JSON_C_TO_STRING_PLAIN);
    compare_output_print(out, "  \"%s\": %s,\n", key, value);
}

static GArray *draw_spaces(GRand *rand, guint n)
{
    GArray *spaces = g_array_new(FALSE, FALSE, sizeof(CompareGenerateSpace));
    g_array_append_vals(spaces, usual, MIN(n, G_N_ELEMENTS(usual)));
    for (guint i = G_N_ELEMENTS(usual); i < n; i++) {
        CompareGenerateSpace space = draw_space(rand, i + 1);
        g_array_append_val(spaces, space);
    }
    return spaces;
}

static void write_walks(CompareOutput *out, const CompareGenerateScenario *wanted,
                        const GArray *spaces, GRand *rand)
{
    guint n = wanted->n_moving ? MIN(wanted->n_moving, spaces->len) : spaces->len;
    for (guint i = 0; i < n; i++)
        write_trajectories(out, wanted, g_array_index(spaces, CompareGenerateSpace, i).name, rand,
                           i + 1 == n);
}

void compare_generate_scenario(const CompareGenerateScenario *wanted, CompareOutput *out)
{
    GRand *rand = compare_generate_rand(wanted->seed);
    gboolean is_thin = wanted->solid && wanted->aim == COMPARE_AIM_KINDS;
    g_autoptr(GArray) spaces =
        is_thin ? compare_generate_thin_spaces() : draw_spaces(rand, wanted->n_spaces);
    compare_output_text(out, "{\n  \"format\": \"bsp-scenario\",\n  \"version\": 1,\n");
    compare_generate_string(out, "name", wanted->name);
    compare_generate_string(out, "world", wanted->world);
    compare_output_text(out, "  \"spaces\": [\n");
    for (guint i = 0; i < spaces->len; i++)
        compare_generate_space(out, &g_array_index(spaces, CompareGenerateSpace, i),
                               i + 1 == spaces->len);
    compare_output_text(out, "  ],\n");
    if (is_thin)
        compare_generate_thin_shapes(out);
    compare_output_text(out, "  \"trajectories\": [\n");
    if (wanted->solid)
        compare_generate_aimed(out, wanted, spaces);
    else
        write_walks(out, wanted, spaces, rand);
    compare_output_print(out, "  ],\n  \"options\": { \"repeat\": %u }\n}\n", wanted->repeat);
    g_rand_free(rand);
}

/* --- levels in place of scenarios --- */

void compare_generate_usual_spaces(CompareScenario *scenario)
{
    for (guint i = 0; i < G_N_ELEMENTS(usual); i++) {
        CompareSpace space = { g_strdup(usual[i].name),
                               compare_space_shape(usual[i].box.mins, usual[i].box.maxs), 0 };
        g_array_append_val(scenario->spaces, space);
    }
}

/* Adds a walk and shots of the mover (see compare_scenario_mover()). Draws two seeds, as
 * write_trajectories() does, so that a level has the moves of the scenario generated over it. */
static void add_moves(CompareScenario *s, gint mover, guint n_moves, GRand *rand)
{
    const char *name = mover >= 0 ? g_array_index(s->spaces, CompareSpace, mover).name
                                  : g_array_index(s->shapes, CompareShape, ~mover).name;
    guint n_shots = n_moves / 5;
    CompareTrajectory t = { .space = mover >= 0 ? mover : -1,
                            .shape = mover >= 0 ? -1 : ~mover,
                            .source = COMPARE_RANDOM,
                            .start_is_starts = TRUE };
    t.name = g_strdup_printf("%s walk", name);
    t.response = COMPARE_SLIDE;
    t.seed = g_rand_int(rand);
    t.n_moves = n_moves - n_shots;
    t.step_min = WALK_MIN;
    t.step_max = WALK_MAX;
    g_array_append_val(s->trajectories, t);
    t.response = COMPARE_BOUNCE;
    t.seed = g_rand_int(rand);
    t.n_moves = n_shots;
    t.step_min = SHOT_MIN;
    t.step_max = SHOT_MAX;
    if (n_shots == 0)
        return;
    t.name = g_strdup_printf("%s shot", name);
    g_array_append_val(s->trajectories, t);
}

void compare_generate_moves(CompareScenario *scenario, guint n_spaces, guint n_shapes,
                            guint n_moves, guint64 seed)
{
    GRand *rand = compare_generate_rand(seed);
    for (guint i = n_spaces; i < scenario->spaces->len; i++)
        add_moves(scenario, (gint)i, n_moves, rand);
    for (guint i = n_shapes; i < scenario->shapes->len; i++)
        add_moves(scenario, ~(gint)i, n_moves, rand);
    g_rand_free(rand);
}
