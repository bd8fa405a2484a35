/* stream: writes a scenario's world, shapes and moves for contestants. */
#include "contest/stream.h"

#include "bsp-nodes.h"
#include "tools/bsp-inspect.h"

/* Prints 17 significant digits, which identify any double. Adding 0 turns -0 into 0. */
static void add_number(GString *out, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(out, ' ');
    g_string_append(out, g_ascii_formatd(text, sizeof text, "%.17g", x + 0.0));
}

static void add_vec(GString *out, BspVec v)
{
    for (int i = 0; i < 3; i++)
        add_number(out, v.v[i]);
}

/* --- the world --- */

/* A face that is not a polygon has no corners, because its plane touches the brush only at an edge
 * or a vertex. */
static void add_face(GString *out, const BspCell *cell, const BspCellFace *face)
{
    guint n = face->n < 3 ? 0 : face->n;
    g_string_append_printf(out, "face %u", n);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, " %u", cell->loop[face->first + i]);
    g_string_append_c(out, '\n');
}

static void add_brush(GString *out, const BspCell *cell)
{
    g_string_append_printf(out, "brush %u %u\n", cell->n_faces, cell->n_vertices);
    for (guint i = 0; i < cell->n_faces; i++) {
        g_string_append(out, "plane");
        add_vec(out, cell->faces[i].plane.normal);
        add_number(out, cell->faces[i].plane.dist);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < cell->n_vertices; i++) {
        g_string_append(out, "vertex");
        add_vec(out, cell->vertices[i]);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < cell->n_faces; i++)
        add_face(out, cell, &cell->faces[i]);
}

static void add_world(GString *out, const BspSolid *solid)
{
    g_string_append_printf(out, "brushes %u\n", bsp_solid_n_brushes(solid));
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++)
        add_brush(out, bsp_brush_cell(bsp_solid_brush(solid, i)));
}

/* --- shapes --- */

static void add_hull(GString *out, const BspHull *hull)
{
    g_string_append_printf(out, " hull %u", hull->n_vertices);
    for (guint i = 0; i < hull->n_vertices; i++)
        add_vec(out, hull->vertices[i]);
}

static void add_upright(GString *out, const char *kind, const BspShape *shape)
{
    g_string_append_printf(out, " %s", kind);
    add_number(out, shape->radius);
    add_number(out, shape->bottom);
    add_number(out, shape->top);
}

static void add_shape(GString *out, const BspShape *shape)
{
    g_string_append(out, "shape");
    switch (shape->kind) {
    case BSP_SHAPE_POINT:
        g_string_append(out, " point");
        break;
    case BSP_SHAPE_BOX:
        g_string_append(out, " box");
        add_vec(out, shape->bounds.mins);
        add_vec(out, shape->bounds.maxs);
        break;
    case BSP_SHAPE_SPHERE:
        g_string_append(out, " sphere");
        add_number(out, shape->radius);
        break;
    case BSP_SHAPE_CYLINDER:
        add_upright(out, "cylinder", shape);
        break;
    case BSP_SHAPE_CAPSULE:
        add_upright(out, "capsule", shape);
        break;
    case BSP_SHAPE_HULL:
        add_hull(out, shape->hull);
        break;
    }
    g_string_append_c(out, '\n');
}

static void add_shapes(GString *out, const CompareScenario *s)
{
    g_string_append_printf(out, "shapes %u\n", compare_n_movers(s));
    for (guint i = 0; i < compare_n_movers(s); i++)
        add_shape(out, &compare_mover(s, compare_mover_at(s, i))->shape);
}

/* --- moves --- */

static void add_turn(GString *out, const BspTurn *turn)
{
    for (guint i = 0; i < G_N_ELEMENTS(turn->orientation); i++)
        add_number(out, turn->orientation[i]);
    add_vec(out, turn->axis);
    add_number(out, turn->degrees);
    add_vec(out, turn->pivot);
}

static void add_moves(GString *out, const CompareScenario *s, const GArray *moves)
{
    g_string_append_printf(out, "moves %u\n", moves->len);
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        const BspTurn *turn = compare_resolved_turn(s, move);
        gint mover = compare_scenario_trajectory(s, move->trajectory)->mover;
        g_string_append_printf(out, "%s %u", turn ? "turn" : "move", compare_mover_place(s, mover));
        add_vec(out, move->from);
        add_vec(out, move->to);
        if (turn)
            add_turn(out, turn);
        g_string_append_c(out, '\n');
    }
}

/* The value is arbitrary, but fixed, so that the order is the same in each run. */
#define SHUFFLE_SEED 1

/* Adds all moves a second time, in random order. */
static void add_random_order(GString *out, guint n)
{
    g_autofree guint *order = g_new(guint, MAX(n, 1));
    GRand *rand = g_rand_new_with_seed(SHUFFLE_SEED);
    for (guint i = 0; i < n; i++) { /* swaps each move with a random earlier move */
        guint k = (guint)g_rand_int_range(rand, 0, (gint32)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    g_rand_free(rand);
    g_string_append_printf(out, "again %u\n", n);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "%u\n", order[i]);
}

/* Returns a stream of the first line, which has the format, its version and a hash, and of the
 * rest, which is freed. */
static CompareStream *stream_of(const char *format, int version, GString *rest)
{
    CompareStream *stream = g_new0(CompareStream, 1);
    g_snprintf(stream->hash, sizeof stream->hash, "%016" G_GINT64_MODIFIER "x",
               (guint64)bsp_hash(BSP_HASH_START, rest->str, rest->len));
    stream->text = g_string_new(NULL);
    g_string_printf(stream->text, "%s %d %s\n", format, version, stream->hash);
    g_string_append_len(stream->text, rest->str, (gssize)rest->len);
    g_string_free(rest, TRUE);
    return stream;
}

CompareStream *compare_stream_new(const CompareScenario *scenario, const GArray *moves)
{
    GString *rest = g_string_new(NULL);
    add_world(rest, scenario->world->solid);
    add_shapes(rest, scenario);
    add_moves(rest, scenario, moves);
    add_random_order(rest, moves->len);
    g_string_append(rest, "end\n");
    CompareStream *stream = stream_of(
        "bsp-moves",
        compare_scenario_turns(scenario) ? COMPARE_STREAM_VERSION_OF_TURNS : COMPARE_STREAM_VERSION,
        rest);
    stream->n_moves = moves->len;
    return stream;
}

/* Navigators get no brushes, because floors that other brushes cover are no floors. */
static void add_surface(GString *out, const BspWorld *world)
{
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspSurface) surface = bsp_surface_new(world->solid, &options, NULL);
    guint n = surface ? surface->faces->len : 0;
    g_string_append_printf(out, "faces %u\n", n);
    for (guint i = 0; i < n; i++) {
        const BspPolygon *p = g_array_index(surface->faces, BspUnionFace, i).polygon;
        g_string_append_printf(out, "face %u", p->n);
        for (guint k = 0; k < p->n; k++)
            add_vec(out, p->v[k]);
        g_string_append_c(out, '\n');
    }
}

CompareStream *compare_stream_new_agents(const CompareScenario *scenario,
                                         const BspNavWalker *walker, const GArray *places)
{
    GString *rest = g_string_new(NULL);
    add_surface(rest, scenario->world);
    g_string_append(rest, "walker");
    add_vec(rest, walker->box.mins);
    add_vec(rest, walker->box.maxs);
    add_number(rest, walker->skin);
    add_number(rest, walker->stepping.height);
    add_number(rest, walker->stepping.walkable);
    g_string_append_printf(rest, "\nplaces %u\n", places->len);
    for (guint i = 0; i < places->len; i++) {
        g_string_append(rest, "place");
        add_vec(rest, g_array_index(places, BspVec, i));
        g_string_append_c(rest, '\n');
    }
    g_string_append(rest, "end\n");
    CompareStream *stream = stream_of("bsp-agents", 1, rest);
    stream->n_places = places->len;
    return stream;
}

void compare_stream_free(CompareStream *stream)
{
    if (!stream)
        return;
    g_string_free(stream->text, TRUE);
    g_free(stream);
}
