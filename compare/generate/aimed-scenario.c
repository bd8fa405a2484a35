/* aimed-scenario: scenarios of recorded moves that are aimed at hard geometry. */
#include "bsp-hull.h"
#include "generate/generate.h"

/* --- thin shapes --- */

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

GArray *compare_generate_thin_spaces(void)
{
    GArray *spaces = g_array_new(FALSE, FALSE, sizeof(CompareGenerateSpace));
    return g_array_append_vals(spaces, thin_spaces, G_N_ELEMENTS(thin_spaces));
}

static void write_triple(CompareOutput *out, const double p[3])
{
    compare_output_text(out, "[");
    for (guint k = 0; k < 3; k++) {
        compare_generate_number(out, p[k]);
        compare_output_text(out, k < 2 ? ", " : "]");
    }
}

static void write_shape(CompareOutput *out, const ThinShape *shape)
{
    if (shape->radius > 0) {
        compare_output_text(out, "\"cylinder\": { \"radius\": ");
        compare_generate_number(out, shape->radius);
        compare_output_text(out, ", \"bottom\": 0, \"top\": ");
        compare_generate_number(out, shape->top);
        compare_output_text(out, " }");
        return;
    }
    compare_output_text(out, "\"hull\": [");
    for (guint i = 0; i < G_N_ELEMENTS(shape->points); i++) {
        compare_output_text(out, i ? ", " : "");
        write_triple(out, shape->points[i]);
    }
    compare_output_text(out, "]");
}

void compare_generate_thin_shapes(CompareOutput *out)
{
    compare_output_text(out, "  \"shapes\": [\n");
    for (guint i = 0; i < G_N_ELEMENTS(thin_shapes); i++) {
        compare_output_print(out, "    { \"name\": \"%s\", ", thin_shapes[i].name);
        write_shape(out, &thin_shapes[i]);
        compare_output_text(out, i + 1 < G_N_ELEMENTS(thin_shapes) ? " },\n" : " }\n");
    }
    compare_output_text(out, "  ],\n");
}

static BspHull *hull_of(const ThinShape *shape)
{
    BspVec points[4];
    for (guint i = 0; i < 4; i++)
        points[i] = bsp_vec(shape->points[i][0], shape->points[i][1], shape->points[i][2]);
    return bsp_hull_new(points, 4, NULL);
}

/* --- trajectories --- */

/* The data shared by all trajectories. */
typedef struct {
    CompareOutput *out;
    const CompareGenerateScenario *wanted;
    CompareAim *aim;
} Writer;

static void write_trajectory(Writer *w, const char *is, const char *name, const BspShape *shape,
                             gboolean last)
{
    CompareAimKind kind = w->wanted->aim;
    const char *what = kind < COMPARE_AIM_KINDS ? compare_aim_kind_name(kind) : "anything";
    compare_output_print(w->out,
                         "    { \"name\": \"aimed at %s: %s\", \"%s\": \"%s\", \"moves\": [\n",
                         what, name, is, name);
    guint n = w->wanted->n_walks + w->wanted->n_shots;
    for (guint i = 0; i < n; i++) {
        CompareAimKind one =
            kind < COMPARE_AIM_KINDS ? kind : (CompareAimKind)(i % COMPARE_AIM_KINDS);
        CompareMove move = compare_aim_move(w->aim, one, shape);
        compare_output_text(w->out, "      [");
        write_triple(w->out, move.from.v);
        compare_output_text(w->out, ", ");
        write_triple(w->out, move.to.v);
        compare_output_text(w->out, i + 1 < n ? "],\n" : "]\n");
    }
    compare_output_text(w->out, last ? "    ] }\n" : "    ] },\n");
}

void compare_generate_aimed(CompareOutput *out, const CompareGenerateScenario *wanted,
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
