/* generated: random worlds and scenarios from a seed. */
#include "generate/generated.h"

#include <math.h>
#include <string.h>

#include "bsp-hull.h"
#include "generate/dice.h"
#include "text/json-value.h"

typedef struct {
    char name[16];
    BspBounds box;
} CompareGenerateSpace;

const CompareWorldKind *const compare_world_kinds[] = {
    &compare_world_city,       &compare_world_rooms,
    &compare_world_random,     &compare_world_terrain,
    &compare_world_slivers,    &compare_world_wedges,
    &compare_world_near_axial, &compare_world_near_coplanar,
    &compare_world_bricks,     NULL
};

const CompareWorldKind *compare_world_kind_find(const char *name)
{
    for (guint i = 0; compare_world_kinds[i]; i++)
        if (strcmp(compare_world_kinds[i]->name, name) == 0)
            return compare_world_kinds[i];
    return NULL;
}

char *compare_generate_world(const CompareWorldKind *kind, guint n_brushes, guint64 seed)
{
    g_autofree char *name = g_strdup_printf("%s of %u brushes from seed %" G_GUINT64_FORMAT,
                                            kind->name, n_brushes, seed);
    GRand *rand = compare_generate_rand(seed);
    CompareWorldText text;
    compare_world_text_begin(&text, name);
    kind->write(&text, rand, n_brushes);
    g_rand_free(rand);
    return compare_world_text_end(&text);
}

/* --- shared by the kinds --- */

/* The most starts. A walk restarts rarely, so a run does not use more. */
#define MAX_STARTS 256

guint compare_generate_stride(guint nx, guint ny)
{
    guint k = 1;
    while (((nx - 1) / k + 1) * ((ny - 1) / k + 1) > MAX_STARTS)
        k++;
    return k;
}

void compare_generate_starts(CompareWorldText *text, CompareGridVec first, gint pitch_x,
                             gint pitch_y, guint nx, guint ny)
{
    guint stride = compare_generate_stride(nx, ny);
    for (guint j = 0; j < ny; j += stride)
        for (guint i = 0; i < nx; i += stride)
            compare_world_text_start(text,
                                     (CompareGridVec){ first.x + (gint)i * pitch_x,
                                                       first.y + (gint)j * pitch_y, first.z });
}

guint compare_generate_root(guint n)
{
    return (guint)sqrt(n); /* exact for whole numbers this small when rounded down */
}

/* --- parts of a scenario --- */

void compare_generate_string(GString *out, const char *key, const char *string)
{
    g_autofree char *value = compare_json_print(compare_json_text(string), JSON_C_TO_STRING_PLAIN);
    g_string_append_printf(out, "  \"%s\": %s,\n", key, value);
}

void compare_generate_number(GString *out, double number)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, g_ascii_dtostr(digits, sizeof digits, number));
}

static void write_triple(GString *out, const double p[3])
{
    g_string_append(out, "[");
    for (guint k = 0; k < 3; k++) {
        compare_generate_number(out, p[k]);
        g_string_append(out, k < 2 ? ", " : "]");
    }
}

static void write_space(GString *out, const CompareGenerateSpace *space, gboolean last)
{
    g_string_append_printf(out, "    { \"name\": \"%s\", \"mins\": ", space->name);
    write_triple(out, space->box.mins.v);
    g_string_append(out, ", \"maxs\": ");
    write_triple(out, space->box.maxs.v);
    g_string_append(out, last ? " }\n" : " },\n");
}

/* --- thin spaces and shapes, to which moves are aimed --- */

/* Spaces that are flat, or nearly so, in one, two and three axes. */
static const CompareGenerateSpace thin_spaces[] = {
    { "sheet", { { { -15, -15, 0 } }, { { 15, 15, 0 } } } },
    { "pane", { { { 0, -15, -24 } }, { { 0, 15, 32 } } } },
    { "pole", { { { 0, 0, 0 } }, { { 0, 0, 56 } } } },
    { "spot", { { { 3, -2, 1 } }, { { 3, -2, 1 } } } },
    { "sheet 1e-3", { { { -15, -15, 0 } }, { { 15, 15, 1e-3 } } } },
    { "pane 1e-5", { { { -5e-6, -15, -24 } }, { { 5e-6, 15, 32 } } } },
    { "pole 1e-7", { { { 0, 0, 0 } }, { { 1e-7, 1e-7, 56 } } } },
};

typedef struct {
    const char *name;
    double radius, top;  /* of an upright cylinder whose bottom is 0; if radius is 0: */
    double points[4][3]; /* of a hull */
} ThinShape;

static const ThinShape thin_shapes[] = {
    { "disc 1e-7", 12, 1e-7, { { 0 } } },
    { "disc 1e-6", 12, 1e-6, { { 0 } } },
    { "disc 1e-3", 12, 1e-3, { { 0 } } },
    { "needle", 1e-3, 56, { { 0 } } },
    { "splinter", 0, 0, { { -8, -8, 0 }, { 8, -8, 0 }, { 0, 8, 0 }, { 0, 0, 1e-3 } } },
};

static GArray *thin_spaces_new(void)
{
    GArray *spaces = g_array_new(FALSE, FALSE, sizeof(CompareGenerateSpace));
    return g_array_append_vals(spaces, thin_spaces, G_N_ELEMENTS(thin_spaces));
}

static void write_shape(GString *out, const ThinShape *shape)
{
    if (shape->radius > 0) {
        g_string_append(out, "\"cylinder\": { \"radius\": ");
        compare_generate_number(out, shape->radius);
        g_string_append(out, ", \"bottom\": 0, \"top\": ");
        compare_generate_number(out, shape->top);
        g_string_append(out, " }");
        return;
    }
    g_string_append(out, "\"hull\": [");
    for (guint i = 0; i < G_N_ELEMENTS(shape->points); i++) {
        g_string_append(out, i ? ", " : "");
        write_triple(out, shape->points[i]);
    }
    g_string_append(out, "]");
}

static void write_thin_shapes(GString *out)
{
    g_string_append(out, "  \"shapes\": [\n");
    for (guint i = 0; i < G_N_ELEMENTS(thin_shapes); i++) {
        g_string_append_printf(out, "    { \"name\": \"%s\", ", thin_shapes[i].name);
        write_shape(out, &thin_shapes[i]);
        g_string_append(out, i + 1 < G_N_ELEMENTS(thin_shapes) ? " },\n" : " }\n");
    }
    g_string_append(out, "  ],\n");
}

static BspHull *hull_of(const ThinShape *shape)
{
    BspVec points[4];
    for (guint i = 0; i < 4; i++)
        points[i] = bsp_vec(shape->points[i][0], shape->points[i][1], shape->points[i][2]);
    return bsp_hull_new(points, 4, NULL);
}

/* --- trajectories of aimed moves --- */

/* The data shared by all trajectories. */
typedef struct {
    GString *out;
    const CompareGenerateScenario *wanted;
    CompareAim *aim;
} Writer;

static void write_trajectory(Writer *w, const char *is, const char *name, const BspShape *shape,
                             gboolean last)
{
    CompareAimKind kind = w->wanted->aim;
    const char *what = kind < COMPARE_AIM_KINDS ? compare_aim_kind_name(kind) : "anything";
    g_string_append_printf(w->out,
                           "    { \"name\": \"aimed at %s: %s\", \"%s\": \"%s\", \"moves\": [\n",
                           what, name, is, name);
    guint n = w->wanted->n_walks + w->wanted->n_shots;
    for (guint i = 0; i < n; i++) {
        CompareAimKind one =
            kind < COMPARE_AIM_KINDS ? kind : (CompareAimKind)(i % COMPARE_AIM_KINDS);
        CompareMove move = compare_aim_move(w->aim, one, shape);
        g_string_append(w->out, "      [");
        write_triple(w->out, move.from.v);
        g_string_append(w->out, ", ");
        write_triple(w->out, move.to.v);
        g_string_append(w->out, i + 1 < n ? "],\n" : "]\n");
    }
    g_string_append(w->out, last ? "    ] }\n" : "    ] },\n");
}

static void write_aimed_moves(GString *out, const CompareGenerateScenario *wanted,
                              const GArray *spaces)
{
    g_autoptr(CompareAim) aim = compare_aim_new(wanted->solid, wanted->seed);
    Writer w = { out, wanted, aim };
    gboolean is_thin = wanted->aim == COMPARE_AIM_KINDS;
    for (guint i = 0; i < spaces->len; i++) {
        const CompareGenerateSpace *space = &g_array_index(spaces, CompareGenerateSpace, i);
        BspShape shape = bsp_shape_box(space->box.mins, space->box.maxs);
        write_trajectory(&w, "space", space->name, &shape, !is_thin && i + 1 == spaces->len);
    }
    for (guint i = 0; is_thin && i < G_N_ELEMENTS(thin_shapes); i++) {
        const ThinShape *thin = &thin_shapes[i];
        g_autoptr(BspHull) hull = thin->radius > 0 ? NULL : hull_of(thin);
        BspShape shape =
            hull ? bsp_shape_hull(hull) : bsp_shape_cylinder(thin->radius, 0, thin->top);
        write_trajectory(&w, "shape", thin->name, &shape, i + 1 == G_N_ELEMENTS(thin_shapes));
    }
}

/* --- scenarios --- */

/* The spaces of data/scenarios/real-level.json. The first two exist in every game. */
static const CompareGenerateSpace usual[] = {
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } } },
    { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } } },
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } } },
    { "small", { { { -4, -4, -4 } }, { { 4, 4, 4 } } } },
    { "big", { { { -40, -40, -24 } }, { { 40, 40, 72 } } } },
};

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

/* Units. Walks are shorter than 40 units, the report's limit between walks and shots. */
#define WALK_MIN 2
#define WALK_MAX 32
#define SHOT_MIN 40
#define SHOT_MAX 2000
#define STEP(min, max) "[" G_STRINGIFY(min) ", " G_STRINGIFY(max) "]"

static void write_trajectories(GString *out, const CompareGenerateScenario *wanted,
                               const char *space, GRand *rand, gboolean last)
{
    static const char format[] =
        "    { \"name\": \"%s %s\", \"space\": \"%s\", \"response\": \"%s\",\n"
        "      \"random\": { \"seed\": %u, \"moves\": %u, \"step\": %s, \"start\": \"starts\" } "
        "}%s\n";
    guint seed = g_rand_int(rand);
    if (wanted->n_walks)
        g_string_append_printf(out, format, space, "walk", space, "slide", seed, wanted->n_walks,
                               STEP(WALK_MIN, WALK_MAX), last && !wanted->n_shots ? "" : ",");
    seed = g_rand_int(rand);
    if (wanted->n_shots)
        g_string_append_printf(out, format, space, "shot", space, "bounce", seed, wanted->n_shots,
                               STEP(SHOT_MIN, SHOT_MAX), last ? "" : ",");
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

static void write_walks(GString *out, const CompareGenerateScenario *wanted, const GArray *spaces,
                        GRand *rand)
{
    guint n = wanted->n_moving ? MIN(wanted->n_moving, spaces->len) : spaces->len;
    for (guint i = 0; i < n; i++)
        write_trajectories(out, wanted, g_array_index(spaces, CompareGenerateSpace, i).name, rand,
                           i + 1 == n);
}

char *compare_generate_scenario(const CompareGenerateScenario *wanted)
{
    GString *out = g_string_new(NULL);
    GRand *rand = compare_generate_rand(wanted->seed);
    gboolean is_thin = wanted->solid && wanted->aim == COMPARE_AIM_KINDS;
    g_autoptr(GArray) spaces = is_thin ? thin_spaces_new() : draw_spaces(rand, wanted->n_spaces);
    g_string_append(out, "{\n  \"format\": \"bsp-scenario\",\n  \"version\": 1,\n");
    compare_generate_string(out, "name", wanted->name);
    compare_generate_string(out, "world", wanted->world);
    g_string_append(out, "  \"spaces\": [\n");
    for (guint i = 0; i < spaces->len; i++)
        write_space(out, &g_array_index(spaces, CompareGenerateSpace, i), i + 1 == spaces->len);
    g_string_append(out, "  ],\n");
    if (is_thin)
        write_thin_shapes(out);
    g_string_append(out, "  \"trajectories\": [\n");
    if (wanted->solid)
        write_aimed_moves(out, wanted, spaces);
    else
        write_walks(out, wanted, spaces, rand);
    g_string_append_printf(out, "  ],\n  \"options\": { \"repeat\": %u }\n}\n", wanted->repeat);
    g_rand_free(rand);
    return g_string_free(out, FALSE);
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
