/* cones: the union of convex cones with one apex. Solid looks like that close to a contact. */
#include "oracle/cones.h"

#include "bsp-plane.h"

/* Radians. A narrower sector of a plane is no face: within a unit of the contact it is nowhere
 * wider than BSP_TOUCHED. Rounding opens such sectors between planes that are meant to be one. */
#define NARROW 1e-5

/* Radians. A direction is tested on both sides, at this angle from it. */
#define ASIDE 1e-5

CompareCones *compare_cones_new(void)
{
    CompareCones *cones = g_new(CompareCones, 1);
    cones->normals = g_array_new(FALSE, FALSE, sizeof(BspVec));
    cones->starts = g_array_new(FALSE, FALSE, sizeof(guint));
    return cones;
}

void compare_cones_free(CompareCones *cones)
{
    if (!cones)
        return;
    g_array_unref(cones->normals);
    g_array_unref(cones->starts);
    g_free(cones);
}

void compare_cones_clear(CompareCones *cones)
{
    g_array_set_size(cones->normals, 0);
    g_array_set_size(cones->starts, 0);
}

void compare_cones_begin(CompareCones *cones)
{
    g_array_append_val(cones->starts, cones->normals->len);
}

void compare_cones_add_normal(CompareCones *cones, BspVec normal)
{
    g_array_append_val(cones->normals, normal);
}

/* The normals of a cone are [*first, the result). */
static guint cone_end(const CompareCones *cones, guint cone, guint *first)
{
    *first = g_array_index(cones->starts, guint, cone);
    return cone + 1 < cones->starts->len ? g_array_index(cones->starts, guint, cone + 1)
                                         : cones->normals->len;
}

static const BspVec *normal_at(const CompareCones *cones, guint i)
{
    return &g_array_index(cones->normals, BspVec, i);
}

/* Whether a point beside the plane is inside the plane of another normal. The point lies along
 * `along`, which is in the plane, and a vanishing distance in front of the plane or behind it. It
 * is inside if it is deeper than `slack` (a sine). */
static gboolean is_inside(BspVec other, BspVec normal, BspVec along, gboolean front, double slack)
{
    if (bsp_same_normal(other, normal))
        return !front;
    if (bsp_same_normal(other, bsp_vec_neg(normal)))
        return front;
    return bsp_vec_dot(other, along) < -slack;
}

/* Whether any cone holds the point beside the plane, see is_inside(). */
static gboolean hold_beside(const CompareCones *cones, BspVec normal, BspVec along, gboolean front,
                            double slack)
{
    for (guint c = 0; c < cones->starts->len; c++) {
        guint first, end = cone_end(cones, c, &first), i = first;
        while (i < end && is_inside(*normal_at(cones, i), normal, along, front, slack))
            i++;
        if (i == end)
            return TRUE;
    }
    return FALSE;
}

void compare_span_plane(BspVec normal, BspVec *u, BspVec *v)
{
    int least = fabs(normal.x) < fabs(normal.y) ? 0 : 1;
    least = fabs(normal.z) < fabs(normal.v[least]) ? 2 : least;
    *u = bsp_vec_unit(bsp_vec_cross(normal, bsp_vec_axis(least)));
    *v = bsp_vec_cross(normal, *u);
}

static gint compare_angles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The angles of the lines that the other planes cut into the plane, both ways along each, sorted.
 */
static GArray *cut_angles(const CompareCones *cones, BspVec normal, BspVec u, BspVec v)
{
    GArray *angles = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < cones->normals->len; i++) {
        BspVec other = *normal_at(cones, i);
        if (bsp_same_normal(other, normal) || bsp_same_normal(other, bsp_vec_neg(normal)))
            continue;
        BspVec line = bsp_vec_cross(normal, other);
        double angle = atan2(bsp_vec_dot(line, v), bsp_vec_dot(line, u));
        double back = angle > 0 ? angle - G_PI : angle + G_PI;
        g_array_append_val(angles, angle);
        g_array_append_val(angles, back);
    }
    g_array_sort(angles, compare_angles);
    return angles;
}

gboolean compare_cones_have_face(const CompareCones *cones, BspVec normal)
{
    BspVec u, v;
    compare_span_plane(normal, &u, &v);
    g_autoptr(GArray) angles = cut_angles(cones, normal, u, v);
    if (angles->len == 0)
        return hold_beside(cones, normal, u, FALSE, 0) && !hold_beside(cones, normal, u, TRUE, 0);
    for (guint i = 0; i < angles->len; i++) {
        double a = g_array_index(angles, double, i);
        double b = i + 1 < angles->len ? g_array_index(angles, double, i + 1)
                                       : g_array_index(angles, double, 0) + 2 * G_PI;
        double middle = (a + b) / 2;
        BspVec along = bsp_vec_mad(bsp_vec_scale(u, cos(middle)), sin(middle), v);
        if (b - a >= NARROW && hold_beside(cones, normal, along, FALSE, 0) &&
            !hold_beside(cones, normal, along, TRUE, 0))
            return TRUE;
    }
    return FALSE;
}

gboolean compare_cones_block(const CompareCones *cones, BspVec normal, BspVec along, double slack)
{
    if (hold_beside(cones, normal, along, TRUE, slack))
        return TRUE;
    /* The direction may run in the seam of two cones. The union blocks it if it blocks both sides
     * of it. */
    BspVec aside = bsp_vec_scale(bsp_vec_cross(normal, along), ASIDE);
    return hold_beside(cones, normal, bsp_vec_add(along, aside), TRUE, slack) &&
           hold_beside(cones, normal, bsp_vec_sub(along, aside), TRUE, slack);
}
