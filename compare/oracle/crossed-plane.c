/* crossed-plane: judges the plane that a tree names: one that the move crosses at its transition.
 */
#include "oracle/crossed-plane.h"

#include "oracle/oracle.h"
#include "oracle/sum.h"

/* A sine. The normal of an exact test of round shapes is off by rounding, up to 1e-8 far from the
 * origin. Planes that differ less than this count as equal, as in hit-plane.c. */
#define SLACK 1e-6

typedef struct {
    const BspSolid *solid;
    const CompareTurning *move;
    const BspPlane *plane;
    BspVec p; /* the contact */
    ComparePlaneVerdict verdict;
} Search;

/* Whether the whole sum of brush and shape is behind the plane. The plane need not be a face of the
 * sum: at an edge, the plane of a bevel is right, too. */
static gboolean is_behind(const Search *s, const BspBrush *brush)
{
    const BspCell *cell = bsp_brush_cell(brush);
    BspPlane plane = *s->plane;
    plane.dist -= bsp_shape_offset(s->move->shape, plane.normal);
    for (guint i = 0; i < cell->n_vertices; i++) {
        double from_contact = bsp_vec_length(bsp_vec_sub(cell->vertices[i], s->p));
        if (bsp_plane_distance(&plane, cell->vertices[i]) > BSP_TOUCHED + SLACK * from_contact)
            return FALSE;
    }
    return TRUE;
}

static gboolean examine_brush(guint b, gpointer user_data)
{
    Search *s = user_data;
    const BspBrush *brush = bsp_solid_brush(s->solid, b);
    double t;
    if (!bsp_mask_selects(s->move->mask, bsp_brush_contents(brush)))
        return TRUE;
    g_autoptr(CompareSum) sum = compare_sum_new(brush, s->move->shape, BSP_BRACKET);
    if (!compare_sum_enter(sum, s->p, bsp_vec(0, 0, 0), &t, NULL))
        return TRUE;
    s->verdict = is_behind(s, brush) ? COMPARE_PLANE_RIGHT : COMPARE_PLANE_NO_FACE;
    return s->verdict != COMPARE_PLANE_RIGHT;
}

/* Comparisons with NaN are false, so NaN is wrong. */
ComparePlaneVerdict compare_crossed_judge(const BspSolid *solid, const CompareTurning *move,
                                          const BspTransition *answer, gboolean is_exact)
{
    const BspPlane *plane = &answer->plane;
    BspVec p = bsp_vec_lerp(move->from, move->to, answer->t);
    BspBounds near = compare_swept_bounds(move->shape, p, p);
    Search search = { solid, move, plane, p, COMPARE_PLANE_NOTHING_TOUCHED };
    double along = bsp_vec_dot(plane->normal, bsp_vec_sub(move->to, move->from));
    if (!(fabs(bsp_vec_length(plane->normal) - 1) <= BSP_SAME_NORMAL))
        return COMPARE_PLANE_NO_UNIT;
    if (!(fabs(bsp_plane_distance(plane, p)) <= BSP_TOUCHED))
        return COMPARE_PLANE_ELSEWHERE;
    if (!move->turn && answer->type == BSP_EMPTY_TO_SOLID && !(along < 0))
        return COMPARE_PLANE_NOT_ENTERED;
    if (!move->turn && answer->type == BSP_SOLID_TO_EMPTY && !(along > 0))
        return COMPARE_PLANE_NOT_LEFT;
    if (!is_exact)
        return COMPARE_PLANE_RIGHT;
    if (move->turn)
        return compare_turn_judge(solid, move, answer).verdict;
    bsp_solid_overlapping(solid, &near, examine_brush, &search);
    return search.verdict;
}
