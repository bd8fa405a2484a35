/* wavefront: an explanation as a Wavefront file for 3D viewers: the brushes nearby, the move, and
 * the swept volume. */
#include "bsp-shape.h"
#include "explain/explanation.h"
#include "text/obj.h"
#include "tools/bsp-inspect.h"

/* Units around the swept volume: brushes at most this far away are written. */
#define NEAR 32.0

/* Corners around a round shape, and twice the number of steps from bottom to top. */
#define SIDES 24

/* --- brushes --- */

static void add_brushes(CompareObj *obj, const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    BspBounds swept = compare_swept_bounds(compare_explained_shape(e), move->from, move->to);
    BspBounds near = bsp_bounds_grown(&swept, NEAR);
    guint hit = move->truth.inside ? e->depth_brush : move->truth.brush;
    const BspSolid *solid = e->scenario->world->solid;
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++)
        if (bsp_bounds_overlap(bsp_brush_bounds(bsp_solid_brush(solid, i)), &near))
            compare_obj_add_brush(obj, e->world, i, i == hit ? "-that-is-hit" : "");
}

/* --- the move --- */

/* Adds points of the shape's surface, whose hull is the shape or close to it. */
static void add_points(GArray *points, const BspShape *shape, BspVec at)
{
    for (guint i = 0; i <= SIDES / 2; i++) {
        double z = -cos(i * G_PI / (SIDES / 2)), across = sqrt(MAX(1 - z * z, 0));
        for (guint k = 0; k < SIDES; k++) {
            /* Avoids directions along an axis, in which a box has several extreme points. */
            double turn = (k + 0.5) * 2 * G_PI / SIDES;
            BspVec direction = bsp_vec(across * cos(turn), across * sin(turn), z);
            BspVec p = bsp_vec_add(at, bsp_shape_support_point(shape, direction));
            g_array_append_val(points, p);
        }
    }
}

/* Adds the volume that the shape sweeps between two positions, if it is not empty. */
static void add_swept(CompareObj *obj, const char *name, const BspShape *shape, BspVec from,
                      BspVec to)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    add_points(points, shape, from);
    add_points(points, shape, to);
    g_autoptr(BspBrush) hull =
        bsp_brush_new_points((const BspVec *)(gconstpointer)points->data, points->len, NULL);
    if (!hull)
        return;
    g_string_append_printf(obj->text, "o %s\n", name);
    compare_obj_add_cell(obj, bsp_brush_cell(hull));
}

static void add_line(CompareObj *obj, const char *name, BspVec from, BspVec to)
{
    g_string_append_printf(obj->text, "o %s\n", name);
    compare_obj_add_vertex(obj, from);
    compare_obj_add_vertex(obj, to);
    g_string_append_printf(obj->text, "l %u %u\n", obj->n_vertices - 1, obj->n_vertices);
}

static void add_way(CompareObj *obj, const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    const BspShape *shape = compare_explained_shape(e);
    BspVec stop = bsp_vec_lerp(move->from, move->to, move->truth.t);
    add_line(obj, "path", move->from, move->to);
    add_swept(obj, "swept-to-true-stop", shape, move->from, stop);
    for (guint i = 0; i < e->answers->len; i++) {
        const CompareExplained *explained = &g_array_index(e->answers, CompareExplained, i);
        if (!explained->has_stop)
            continue;
        const char *method = explained->result->klass->name;
        g_autofree char *at = g_strconcat("stop-of-", method, NULL),
                        *cell = g_strconcat("cell-of-", method, NULL);
        stop = bsp_vec_lerp(move->from, move->to, explained->answer->t);
        add_swept(obj, at, shape, stop, stop);
        g_string_append_printf(obj->text, "o %s\n", cell);
        compare_obj_add_cell(obj, explained->stop.cell);
    }
}

char *compare_explanation_obj(const CompareExplanation *e)
{
    CompareObj obj = { g_string_new("# bspcompare explain: z is up\n"), 0 };
    add_brushes(&obj, e);
    add_way(&obj, e);
    return g_string_free(obj.text, FALSE);
}
