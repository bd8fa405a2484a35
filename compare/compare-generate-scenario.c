/* compare-generate-scenario: what to compare in a world, made up from a seed. */

#include "compare-generate.h"
#include "compare-json.h"

typedef struct {
    char name[16];
    gint mins[3], maxs[3];
} Space;

/* Those of data/scenarios/real-level.json, the two that every game has first. */
static const Space usual[] = {
    { "stand", { -15, -15, -24 }, { 15, 15, 32 } }, { "crouch", { -15, -15, -24 }, { 15, 15, 16 } },
    { "point", { 0, 0, 0 }, { 0, 0, 0 } },          { "small", { -4, -4, -4 }, { 4, 4, 4 } },
    { "big", { -40, -40, -24 }, { 40, 40, 72 } },
};

/* No wider, deeper or higher than "big". */
static Space draw_space(GRand *rand, guint number)
{
    Space space;
    g_snprintf(space.name, sizeof space.name, "box %u", number);
    for (guint k = 0; k < 3; k++) {
        space.mins[k] = -compare_generate_draw(rand, 1, k == 2 ? 24 : 40);
        space.maxs[k] = compare_generate_draw(rand, 1, k == 2 ? 72 : 40);
    }
    return space;
}

static void write_space(CompareOutput *out, const Space *space, gboolean last)
{
    compare_output_print(
        out, "    { \"name\": \"%s\", \"mins\": [%d, %d, %d], \"maxs\": [%d, %d, %d] }%s\n",
        space->name, space->mins[0], space->mins[1], space->mins[2], space->maxs[0], space->maxs[1],
        space->maxs[2], last ? "" : ",");
}

/* Walks are shorter than the report's limit of 40 units between walks and shots. */
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
                             "[2, 32]", last && !wanted->n_shots ? "" : ",");
    seed = g_rand_int(rand);
    if (wanted->n_shots)
        compare_output_print(out, format, space, "shot", space, "bounce", seed, wanted->n_shots,
                             "[40, 2000]", last ? "" : ",");
}

/* As JSON writes it, quotes and all. */
static void write_string(CompareOutput *out, const char *key, const char *string)
{
    g_autofree char *value =
        compare_json_print(compare_json_text(string), JSON_C_TO_STRING_NOSLASHESCAPE);
    compare_output_print(out, "  \"%s\": %s,\n", key, value);
}

static GArray *draw_spaces(GRand *rand, guint n)
{
    GArray *spaces = g_array_new(FALSE, FALSE, sizeof(Space));
    g_array_append_vals(spaces, usual, MIN(n, G_N_ELEMENTS(usual)));
    for (guint i = G_N_ELEMENTS(usual); i < n; i++) {
        Space space = draw_space(rand, i + 1);
        g_array_append_val(spaces, space);
    }
    return spaces;
}

void compare_generate_scenario(const CompareGenerateScenario *wanted, CompareOutput *out)
{
    GRand *rand = compare_generate_rand(wanted->seed);
    g_autoptr(GArray) spaces = draw_spaces(rand, wanted->n_spaces);
    compare_output_text(out, "{\n  \"format\": \"bsp-scenario\",\n  \"version\": 1,\n");
    write_string(out, "name", wanted->name);
    write_string(out, "world", wanted->world);
    compare_output_text(out, "  \"spaces\": [\n");
    for (guint i = 0; i < spaces->len; i++)
        write_space(out, &g_array_index(spaces, Space, i), i + 1 == spaces->len);
    compare_output_text(out, "  ],\n  \"trajectories\": [\n");
    for (guint i = 0; i < spaces->len; i++)
        write_trajectories(out, wanted, g_array_index(spaces, Space, i).name, rand,
                           i + 1 == spaces->len);
    compare_output_print(out, "  ],\n  \"options\": { \"repeat\": %u }\n}\n", wanted->repeat);
    g_rand_free(rand);
}
