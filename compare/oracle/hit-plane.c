/* hit-plane: decides whether a body can slide along the plane of a hit. */
#include "oracle/hit-plane.h"

#include <float.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-plane.h"
#include "bsp-shape.h"
#include "oracle/oracle.h"
#include "oracle/sum.h"

/* --- the union of convex cones with one apex --- */

/* Close to a contact, the solid is a union of convex cones with the contact as their apex.
 *
 * A cone consists of the directions v with normal . v <= 0 for all of its normals. The lengths of
 * these vectors do not matter, because only directions are compared. */

/* Radians. A sector of a plane narrower than this is not a face, because within a unit of the
 * contact it is nowhere wider than BSP_TOUCHED. Rounding opens such sectors between planes that are
 * meant to be equal. */
#define NARROW 1e-5

/* Radians. A direction in the seam of two cones is tested on both sides, at this angle. This is the
 * width of the narrowest sector that counts, so no face lies between the two tests. */
#define ASIDE 1e-5

typedef struct {
    GArray *normals; /* an array of BspVec: the unit normals, cone after cone */
    GArray *starts;  /* an array of guint: the index of the first normal of each cone */
} CompareCones;

/* Returns the index after the cone's last normal, and stores the index of its first in *first. */
static guint cone_range(const CompareCones *cones, guint cone, guint *first)
{
    *first = g_array_index(cones->starts, guint, cone);
    return cone + 1 < cones->starts->len ? g_array_index(cones->starts, guint, cone + 1)
                                         : cones->normals->len;
}

static const BspVec *normal_at(const CompareCones *cones, guint i)
{
    return &g_array_index(cones->normals, BspVec, i);
}

/* Returns whether a certain point is behind the plane with normal `other`. The point lies in the
 * direction `along`, which is in the plane with normal `normal`. It is a vanishing distance in
 * front of that plane if `front`, and behind it otherwise. It is behind `other` if it is deeper
 * than `slack` (a sine). */
static gboolean is_point_beside_behind(BspVec other, BspVec normal, BspVec along, gboolean front,
                                       double slack)
{
    if (bsp_same_normal(other, normal))
        return !front;
    if (bsp_same_normal(other, bsp_vec_neg(normal)))
        return front;
    return bsp_vec_dot(other, along) < -slack;
}

/* Returns whether some cone contains a certain point. The point lies in the direction `along`, a
 * vanishing distance in front of the plane with this normal if `front`, and behind it otherwise. It
 * is in a cone if it is behind all planes of the cone by more than `slack` (a sine). */
static gboolean any_contains_beside(const CompareCones *cones, BspVec normal, BspVec along,
                                    gboolean front, double slack)
{
    for (guint c = 0; c < cones->starts->len; c++) {
        guint first, end = cone_range(cones, c, &first), i = first;
        while (i < end && is_point_beside_behind(*normal_at(cones, i), normal, along, front, slack))
            i++;
        if (i == end)
            return TRUE;
    }
    return FALSE;
}

/* Finds two unit vectors that span the plane with this normal. */
static void span_plane(BspVec normal, BspVec *u, BspVec *v)
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

/* Returns the sorted angles of the lines in which the planes of the cones cut this plane. Each line
 * has two angles, one for each direction. */
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

/* Returns whether the plane through the apex with this normal has a face. It has a face if there is
 * a wide enough sector of the plane in which a cone is behind the plane, and no cone is in front of
 * it. */
static gboolean cones_have_face(const CompareCones *cones, BspVec normal)
{
    BspVec u, v;
    span_plane(normal, &u, &v);
    g_autoptr(GArray) angles = cut_angles(cones, normal, u, v);
    if (angles->len == 0)
        return any_contains_beside(cones, normal, u, FALSE, 0) &&
               !any_contains_beside(cones, normal, u, TRUE, 0);
    for (guint i = 0; i < angles->len; i++) {
        double a = g_array_index(angles, double, i);
        double b = i + 1 < angles->len ? g_array_index(angles, double, i + 1)
                                       : g_array_index(angles, double, 0) + 2 * G_PI;
        double middle = (a + b) / 2;
        BspVec along = bsp_vec_mad(bsp_vec_scale(u, cos(middle)), sin(middle), v);
        if (b - a >= NARROW && any_contains_beside(cones, normal, along, FALSE, 0) &&
            !any_contains_beside(cones, normal, along, TRUE, 0))
            return TRUE;
    }
    return FALSE;
}

/* Returns whether a move along a face, just in front of it, enters the cones. `along` is a unit
 * vector in the face's plane. The move enters a cone if it is deeper than `slack` (a sine) behind
 * all of the cone's normals. */
static gboolean cones_block(const CompareCones *cones, BspVec normal, BspVec along, double slack)
{
    if (any_contains_beside(cones, normal, along, TRUE, slack))
        return TRUE;
    /* The direction may run in the seam of two cones. The union of the cones blocks it if the union
     * blocks the directions on both sides. */
    BspVec aside = bsp_vec_scale(bsp_vec_cross(normal, along), ASIDE);
    return any_contains_beside(cones, normal, bsp_vec_add(along, aside), TRUE, slack) &&
           any_contains_beside(cones, normal, bsp_vec_sub(along, aside), TRUE, slack);
}

/* A sine. If the move enters a face less steeply than this, the face counts as parallel to the
 * move. The value is well above the rounding of unit vectors. */
#define ROUNDING 1e-9

/* A sine. A slide along the plane of the hit may enter other solid at an angle of at most this. The
 * next move then hits that solid at a nearly equal plane. */
#define SLACK 1e-6

/* A fraction of the move. If less of the move remains along a face, the face stops the move,
 * because no engine would notice the remainder. */
#define PROGRESS 1e-6

/* A sine. A direction that enters solid less steeply than this counts as parallel to its face. The
 * value allows only for rounding in a scalar product. */
#define ALONG 1e-12

/* A sine. Two planes can differ by a step of negligible height over a noticeable length only if the
 * angle between them is less than this. At a larger angle, a step of BSP_TOUCH is shorter than a
 * thousandth of a unit. */
#define NEARLY_PARALLEL 1e-3

/* --- sums --- */

/* The Minkowski sum of one brush and one shape. */
typedef struct {
    gboolean known;
    BspBrush *swept;   /* the sum as a brush; NULL for points and round shapes, for which the brush
                          itself is used */
    CompareSum *grown; /* the sum grown by BSP_TOUCHED; NULL until it is needed */
} Sum;

typedef struct {
    BspShape shape;
    Sum *sums; /* an array with a sum for each brush */
} ShapeSums;

/* A brush near the hit that is judged. */
typedef struct {
    guint brush;
    const BspCell *cell; /* the sum of brush and shape, or, for round shapes, the brush */
} Contact;

struct ComparePlanes {
    const BspSolid *solid;
    GPtrArray *shapes; /* an array of ShapeSums */
    GArray *contacts;  /* an array of Contact */
    CompareCones cones;
};

ComparePlanes *compare_planes_new(const BspSolid *solid)
{
    ComparePlanes *planes = g_new0(ComparePlanes, 1);
    planes->solid = solid;
    planes->shapes = g_ptr_array_new();
    planes->contacts = g_array_new(FALSE, FALSE, sizeof(Contact));
    planes->cones.normals = g_array_new(FALSE, FALSE, sizeof(BspVec));
    planes->cones.starts = g_array_new(FALSE, FALSE, sizeof(guint));
    return planes;
}

void compare_planes_free(ComparePlanes *planes)
{
    if (!planes)
        return;
    for (guint s = 0; s < planes->shapes->len; s++) {
        ShapeSums *sums = planes->shapes->pdata[s];
        for (guint b = 0; b < bsp_solid_n_brushes(planes->solid); b++) {
            bsp_brush_free(sums->sums[b].swept);
            compare_sum_free(sums->sums[b].grown);
        }
        g_free(sums->sums);
        g_free(sums);
    }
    g_ptr_array_unref(planes->shapes);
    g_array_unref(planes->contacts);
    g_array_unref(planes->cones.normals);
    g_array_unref(planes->cones.starts);
    g_free(planes);
}

static Sum *sums_of(ComparePlanes *planes, const BspShape *shape)
{
    for (guint i = 0; i < planes->shapes->len; i++) {
        ShapeSums *sums = planes->shapes->pdata[i];
        if (compare_same_shape(&sums->shape, shape))
            return sums->sums;
    }
    ShapeSums *sums = g_new(ShapeSums, 1);
    sums->shape = *shape;
    sums->sums = g_new0(Sum, MAX(bsp_solid_n_brushes(planes->solid), 1));
    g_ptr_array_add(planes->shapes, sums);
    return sums->sums;
}

static gboolean is_round(const BspShape *shape)
{
    return !bsp_shape_is_box(shape) && (shape->kind != BSP_SHAPE_HULL || shape->radius > 0);
}

static const CompareSum *grown_sum(const ComparePlanes *planes, const BspShape *shape, Sum *sums,
                                   guint brush)
{
    Sum *sum = &sums[brush];
    if (!sum->grown)
        sum->grown = compare_sum_new(bsp_solid_brush(planes->solid, brush), shape, BSP_TOUCHED);
    return sum->grown;
}

/* --- contacts --- */

typedef struct {
    ComparePlanes *planes;
    const BspShape *shape;
    Sum *sums;
    guint32 mask;
    BspBounds bounds;
} Search;

/* Returns the sum of brush and shape, or NULL if rounding makes it empty. For points and round
 * shapes, returns the brush. */
static const BspCell *sum_cell(const BspBrush *brush, const BspShape *shape, Sum *sum)
{
    if (shape->kind == BSP_SHAPE_POINT || is_round(shape))
        return bsp_brush_cell(brush);
    if (!sum->known)
        sum->swept = compare_sum_polytope(brush, shape);
    sum->known = TRUE;
    return sum->swept ? bsp_brush_cell(sum->swept) : NULL;
}

static gboolean add_contact(guint b, gpointer user_data)
{
    Search *search = user_data;
    const BspBrush *brush = bsp_solid_brush(search->planes->solid, b);
    if (!bsp_mask_selects(search->mask, bsp_brush_contents(brush)) ||
        !bsp_bounds_overlap(bsp_brush_bounds(brush), &search->bounds))
        return TRUE;
    Contact contact = { b, sum_cell(brush, search->shape, &search->sums[b]) };
    if (contact.cell)
        g_array_append_val(search->planes->contacts, contact);
    return TRUE;
}

/* Collects the brushes that the shape at p may touch, with some margin beyond the bracket. */
static Sum *find_contacts(ComparePlanes *planes, const BspShape *shape, guint32 mask, BspVec p)
{
    Search search = { planes, shape, sums_of(planes, shape), mask,
                      compare_swept_bounds(shape, p, p) };
    g_array_set_size(planes->contacts, 0);
    bsp_solid_overlapping(planes->solid, &search.bounds, add_contact, &search);
    return search.sums;
}

/* Returns the distance of p in front of that plane of the cell for which it is greatest. Stores the
 * plane's normal in *normal. */
static double greatest_distance(const BspCell *cell, BspVec p, BspVec *normal)
{
    double most = -HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++) {
        double distance = bsp_plane_distance(&cell->faces[f].plane, p);
        if (distance > most) {
            most = distance;
            *normal = cell->faces[f].plane.normal;
        }
    }
    return most;
}

/* --- cones at a polyhedral contact --- */

/* Units. A sum counts as touched if it is at most `front` units away. The contact counts as lying
 * on a plane if it is at most `behind` units behind the plane. */
typedef struct {
    double front, behind;
    gboolean apart; /* whether there may be steps between planes of one sum, however low; they are
                       faces of this sum, which meet beside the contact */
} Reach;

/* Returns whether there is a plane of a touched sum such that the step between it and this plane of
 * sum `own` is lower than BSP_TOUCH. Then both planes count as passing through p. */
static gboolean is_level_with_another(const ComparePlanes *planes, guint own, BspVec normal,
                                      double distance, BspVec p, Reach reach)
{
    for (guint c = 0; c < planes->contacts->len; c++) {
        const BspCell *cell = g_array_index(planes->contacts, Contact, c).cell;
        BspVec greatest;
        if ((reach.apart && c == own) || greatest_distance(cell, p, &greatest) > reach.front)
            continue;
        for (guint f = 0; f < cell->n_faces; f++) {
            double other = bsp_plane_distance(&cell->faces[f].plane, p);
            BspVec off = bsp_vec_sub(cell->faces[f].plane.normal, normal);
            if (other >= -reach.behind && fabs(other - distance) <= BSP_TOUCH &&
                bsp_vec_dot(off, off) < NEARLY_PARALLEL * NEARLY_PARALLEL)
                return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_touched(const ComparePlanes *planes, guint own, const BspCell *cell, BspVec p,
                           Reach reach)
{
    BspVec normal = bsp_vec(0, 0, 0);
    double distance = greatest_distance(cell, p, &normal);
    return distance <= reach.front ||
           (distance <= reach.front + BSP_TOUCH &&
            is_level_with_another(planes, own, normal, distance, p, reach));
}

static void make_cones(ComparePlanes *planes, BspVec p, Reach reach)
{
    CompareCones *cones = &planes->cones;
    g_array_set_size(cones->normals, 0);
    g_array_set_size(cones->starts, 0);
    for (guint c = 0; c < planes->contacts->len; c++) {
        const BspCell *cell = g_array_index(planes->contacts, Contact, c).cell;
        if (!is_touched(planes, c, cell, p, reach))
            continue;
        g_array_append_val(cones->starts, cones->normals->len);
        for (guint f = 0; f < cell->n_faces; f++) {
            BspVec normal = cell->faces[f].plane.normal;
            double distance = bsp_plane_distance(&cell->faces[f].plane, p);
            if (distance >= -reach.behind ||
                (distance >= -reach.behind - BSP_TOUCH &&
                 is_level_with_another(planes, c, normal, distance, p, reach)))
                g_array_append_val(cones->normals, normal);
        }
    }
}

/* --- judging a plane by cones --- */

/* Returns whether a part of the move remains for a slide along the face, and the slide enters no
 * solid. */
static gboolean goes_on_along(const CompareCones *cones, BspVec normal, BspVec direction,
                              double slack)
{
    BspVec along = bsp_vec_mad(direction, -bsp_vec_dot(direction, normal), normal);
    double length = bsp_vec_length(along);
    return length > PROGRESS &&
           !cones_block(cones, normal, bsp_vec_scale(along, 1 / length), slack);
}

/* Finds the right face among all faces that the move enters. If the move can continue along a face,
 * the right face is the one that removes the smallest part of the move. Otherwise it is the face
 * that the move enters most steeply. Returns the face's normal, or zero if the move enters no face.
 * Stores in *continues whether the move can continue. */
static BspVec best_face(const CompareCones *cones, BspVec direction, gboolean *continues)
{
    BspVec best = bsp_vec(0, 0, 0);
    double best_into = 0;
    *continues = FALSE;
    for (guint i = 0; i < cones->normals->len; i++) {
        BspVec normal = g_array_index(cones->normals, BspVec, i);
        double into = -bsp_vec_dot(direction, normal);
        if (into <= ROUNDING || !cones_have_face(cones, normal))
            continue;
        gboolean goes = goes_on_along(cones, normal, direction, ALONG);
        if (best_into == 0 || (goes && !*continues) ||
            (goes == *continues && (goes ? into < best_into : into > best_into))) {
            best = normal;
            best_into = into;
        }
        *continues = *continues || goes;
    }
    return best;
}

static ComparePlaneVerdict judge_face(const CompareCones *cones, BspVec normal, BspVec direction)
{
    gboolean another_goes_on;
    double into = -bsp_vec_dot(direction, normal);
    if (cones->starts->len == 0)
        return COMPARE_PLANE_NOTHING_TOUCHED;
    if (!cones_have_face(cones, normal))
        return COMPARE_PLANE_NO_FACE;
    BspVec best = best_face(cones, direction, &another_goes_on);
    if (into <= 0)
        return into >= -ROUNDING && bsp_vec_dot(best, best) == 0 ? COMPARE_PLANE_RIGHT
                                                                 : COMPARE_PLANE_NOT_ENTERED;
    return !another_goes_on || goes_on_along(cones, normal, direction, SLACK) ? COMPARE_PLANE_RIGHT
                                                                              : COMPARE_PLANE_STUCK;
}

/* Returns whether each vertex of the face is within BSP_TOUCHED of the plane. If planes differ by
 * less than this, trees keep only one of them. */
static gboolean lies_on(const BspCell *cell, const BspCellFace *face, const BspPlane *plane)
{
    if (bsp_vec_dot(face->plane.normal, plane->normal) < 0.5)
        return FALSE;
    for (guint k = 0; k < face->n; k++)
        if (fabs(bsp_plane_distance(plane, cell->vertices[cell->loop[face->first + k]])) >
            BSP_TOUCHED)
            return FALSE;
    return TRUE;
}

/* --- polyhedral sums --- */

/* Units. Rounding moves an exact contact by at most this distance. */
#define EXACT 1e-8

/* The distances that are tried, in this order. The first two are for steps slightly above touching,
 * and for an exact contact. The last two are the same for a sum with two faces that are almost
 * parallel and meet beside the contact. The others are wide. `behind` never exceeds `front`,
 * because otherwise a face behind the contact could count, while the brush that covers the face
 * does not. */
static const Reach reaches[] = {
    { 1.5 * BSP_TOUCH, 1.5 * BSP_TOUCH, FALSE },
    { EXACT, EXACT, FALSE },
    { BSP_TOUCHED, BSP_TOUCHED, FALSE },
    { 4 * BSP_TOUCH, 4 * BSP_TOUCH, FALSE },
    { BSP_TOUCHED, 1.5 * BSP_TOUCH, FALSE },
    { 1.5 * BSP_TOUCH, 1.5 * BSP_TOUCH, TRUE },
    { EXACT, EXACT, TRUE },
};

/* The distances that are tried for a contact that is farther from all brushes, but may still be
 * inside its bracket. */
static const Reach far_reaches[] = { { BSP_BRACKET, BSP_TOUCHED, FALSE },
                                     { BSP_BRACKET, BSP_BRACKET, FALSE } };

typedef struct {
    ComparePlanes *planes;
    const BspPlane *plane;
    BspVec direction; /* the direction of the move, as a unit vector */
    BspVec p;
} Hit;

/* Returns the best verdict on the faces that lie on the plane of the hit. Planes through the
 * contact that are equal up to SLACK count as one, because brushes that are meant to be coplanar
 * differ by the rounding of numbers in their file. */
static ComparePlaneVerdict judge_cones(const Hit *hit)
{
    const ComparePlanes *planes = hit->planes;
    ComparePlaneVerdict verdict = COMPARE_PLANE_NO_FACE;
    if (planes->cones.starts->len == 0)
        return COMPARE_PLANE_NOTHING_TOUCHED;
    for (guint c = 0; c < planes->contacts->len; c++) {
        const BspCell *cell = g_array_index(planes->contacts, Contact, c).cell;
        for (guint f = 0; f < cell->n_faces; f++) {
            const BspCellFace *face = &cell->faces[f];
            BspVec off = bsp_vec_sub(face->plane.normal, hit->plane->normal);
            if (bsp_vec_dot(off, off) > SLACK * SLACK && !lies_on(cell, face, hit->plane))
                continue;
            ComparePlaneVerdict own =
                judge_face(&planes->cones, face->plane.normal, hit->direction);
            if (own == COMPARE_PLANE_RIGHT)
                return own;
            verdict = MAX(verdict, own);
        }
    }
    return verdict;
}

/* Judges the plane at the contact. The contact may be beside the plane. Then also judges the plane
 * at two of its points: the nearest one, and the one through which the line of the move passes. */
static ComparePlaneVerdict judge_within(const Hit *hit, Reach reach)
{
    BspVec normal = hit->plane->normal;
    double off = bsp_plane_distance(hit->plane, hit->p);
    double way = off / -bsp_vec_dot(normal, hit->direction);
    make_cones(hit->planes, hit->p, reach);
    ComparePlaneVerdict verdict = judge_cones(hit);
    if (verdict == COMPARE_PLANE_RIGHT || off == 0)
        return verdict;
    if (fabs(off) <= reach.front) {
        make_cones(hit->planes, bsp_vec_mad(hit->p, -off, normal), reach);
        if (judge_cones(hit) == COMPARE_PLANE_RIGHT)
            return COMPARE_PLANE_RIGHT;
    }
    if (!(fabs(way) <= BSP_TOUCHED))
        return verdict;
    make_cones(hit->planes, bsp_vec_mad(hit->p, way, hit->direction), reach);
    return judge_cones(hit) == COMPARE_PLANE_RIGHT ? COMPARE_PLANE_RIGHT : verdict;
}

static ComparePlaneVerdict judge_reaches(const Hit *hit, const Reach *each, guint n,
                                         Reach *decisive)
{
    ComparePlaneVerdict verdict = COMPARE_PLANE_NOTHING_TOUCHED;
    for (guint i = 0; i < n && verdict != COMPARE_PLANE_RIGHT; i++) {
        ComparePlaneVerdict own = judge_within(hit, each[i]);
        if (own == COMPARE_PLANE_RIGHT || own > verdict) {
            *decisive = each[i];
            verdict = own;
        }
    }
    return verdict;
}

/* Returns whether the hit names a plane of a sum that the move enters, and the contact lies on it.
 */
static gboolean is_in_entered_plane(const Hit *hit)
{
    const CompareCones *cones = &hit->planes->cones;
    make_cones(hit->planes, hit->p, (Reach){ EXACT, EXACT, FALSE });
    for (guint i = 0; i < cones->normals->len; i++) {
        BspVec normal = *normal_at(cones, i);
        if (bsp_same_normal(normal, hit->plane->normal) &&
            bsp_vec_dot(hit->direction, normal) < -ROUNDING)
            return TRUE;
    }
    return FALSE;
}

/* Returns whether some face at the contact is entered by the move, or the move runs along it. If
 * `any`, returns whether there is a face at all. */
static gboolean has_face(const Hit *hit, Reach reach, gboolean any)
{
    make_cones(hit->planes, hit->p, reach);
    const CompareCones *cones = &hit->planes->cones;
    for (guint i = 0; i < cones->normals->len; i++) {
        BspVec normal = *normal_at(cones, i);
        if ((any || bsp_vec_dot(hit->direction, normal) <= ROUNDING) &&
            cones_have_face(cones, normal))
            return TRUE;
    }
    return cones->starts->len == 0;
}

/* Returns whether the contact lies in a seam of sums that solid surrounds. At such a contact no
 * plane is right, and the hit may name any. A face nearby makes this no seam, unless the move
 * leaves the face and the hit names a plane of the seam. */
static gboolean is_enclosed(const Hit *hit)
{
    gboolean any = !is_in_entered_plane(hit);
    for (guint i = 0; i < G_N_ELEMENTS(reaches); i++)
        if (has_face(hit, reaches[i], any || reaches[i].front == EXACT))
            return FALSE;
    return TRUE;
}

static ComparePlaneJudgement judge_polytopes(const Hit *hit)
{
    Reach decisive = reaches[0];
    gboolean continues;
    ComparePlaneJudgement judgement = {
        judge_reaches(hit, reaches, G_N_ELEMENTS(reaches), &decisive), bsp_vec(0, 0, 0)
    };
    if (judgement.verdict == COMPARE_PLANE_NOTHING_TOUCHED)
        judgement.verdict = judge_reaches(hit, far_reaches, G_N_ELEMENTS(far_reaches), &decisive);
    if (judgement.verdict == COMPARE_PLANE_RIGHT)
        return judgement;
    if (is_enclosed(hit))
        judgement.verdict = COMPARE_PLANE_RIGHT;
    make_cones(hit->planes, hit->p, decisive);
    judgement.right = best_face(&hit->planes->cones, hit->direction, &continues);
    return judgement;
}

/* --- round sums --- */

/* The test of a plane at a round sum looks at points in DIRECTIONS directions in the plane, BESIDE
 * units from the contact. It searches for solid ABOVE units in front of these points, and behind
 * them. At the distance BESIDE, the sum with a shape of radius 1 curves 5e-7 away from its plane.
 * For thinner shapes, a smaller distance is used. ABOVE is more than this curve plus BSP_TOUCHED,
 * by which the sum is grown. */
#define DIRECTIONS 16
#define BESIDE 1e-3
#define ABOVE 3e-5

typedef struct {
    const Hit *hit;
    const BspShape *shape;
    Sum *sums;
} Round;

static gboolean is_in_sum(const Round *round, guint brush, BspVec p)
{
    double t;
    return compare_sum_enter(grown_sum(round->hit->planes, round->shape, round->sums, brush), p,
                             bsp_vec(0, 0, 0), &t, NULL);
}

static gboolean is_in_any_sum(const Round *round, BspVec p)
{
    const GArray *contacts = round->hit->planes->contacts;
    for (guint c = 0; c < contacts->len; c++)
        if (is_in_sum(round, g_array_index(contacts, Contact, c).brush, p))
            return TRUE;
    return FALSE;
}

/* Returns whether the brush's whole sum is behind the plane, and the contact is on the plane within
 * `tolerance`. The plane may be off by the angle `slack` (a sine). */
static gboolean supports(const Round *round, const Contact *contact, double tolerance, double slack)
{
    const BspPlane *plane = round->hit->plane;
    const BspBrush *brush = bsp_solid_brush(round->hit->planes->solid, contact->brush);
    const BspBounds *bounds = bsp_brush_bounds(brush);
    double most = bsp_cell_support(bsp_brush_cell(brush), plane->normal) +
                  bsp_shape_offset(round->shape, plane->normal);
    double turned = slack * bsp_vec_length(bsp_vec_sub(bounds->maxs, bounds->mins));
    return most <= plane->dist + tolerance + turned &&
           fabs(bsp_plane_distance(plane, round->hit->p)) <= tolerance;
}

/* Returns whether, in this direction from the contact, the brush is behind the plane and no brush
 * is in front of it. */
static gboolean is_open_towards(const Round *round, guint brush, BspVec towards)
{
    BspVec normal = round->hit->plane->normal;
    double beside = MIN(BESIDE, sqrt(2 * ABOVE * round->shape->radius));
    BspVec p = bsp_vec_mad(round->hit->p, beside, towards);
    return is_in_sum(round, brush, bsp_vec_mad(p, -ABOVE, normal)) &&
           !is_in_any_sum(round, bsp_vec_mad(p, ABOVE, normal));
}

/* Returns whether is_open_towards() holds in two neighbouring directions. If a plane meets only a
 * sharp edge of the sum, the brush is behind it only in directions along that edge. */
static gboolean is_plane_open(const Round *round, guint brush)
{
    BspVec u, v;
    guint run = 0;
    span_plane(round->hit->plane->normal, &u, &v);
    for (guint i = 0; i <= DIRECTIONS && run < 2; i++) {
        double angle = 2 * G_PI * i / DIRECTIONS;
        BspVec towards = bsp_vec_mad(bsp_vec_scale(u, cos(angle)), sin(angle), v);
        run = is_open_towards(round, brush, towards) ? run + 1 : 0;
    }
    return run == 2;
}

/* Returns whether solid surrounds the contact, which then lies in a seam of sums. At such a contact
 * no plane is right. */
static gboolean is_enclosed_by_round(const Round *round)
{
    for (int i = 0; i < 27; i++) {
        BspVec off = bsp_vec(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
        if (i != 13 && !is_in_any_sum(round, bsp_vec_mad(round->hit->p, BESIDE, off)))
            return FALSE;
    }
    return TRUE;
}

/* Judges a contact that is inside its bracket, but perhaps not within BSP_TOUCHED of any brush. */
static ComparePlaneVerdict judge_support(const Round *round, double tolerance, double slack)
{
    const ComparePlanes *planes = round->hit->planes;
    ComparePlaneVerdict verdict = COMPARE_PLANE_NOTHING_TOUCHED;
    for (guint c = 0; c < planes->contacts->len && verdict != COMPARE_PLANE_RIGHT; c++) {
        const Contact *contact = &g_array_index(planes->contacts, Contact, c);
        double t;
        g_autoptr(CompareSum) sum = compare_sum_new(bsp_solid_brush(planes->solid, contact->brush),
                                                    round->shape, BSP_BRACKET);
        if (compare_sum_enter(sum, round->hit->p, bsp_vec(0, 0, 0), &t, NULL))
            verdict = supports(round, contact, tolerance, slack) ? COMPARE_PLANE_RIGHT
                                                                 : COMPARE_PLANE_NO_FACE;
    }
    return verdict;
}

/* Judges a hit of a round shape. The sum is round at edges and vertices, so any plane with the
 * whole sum behind it is right. */
static ComparePlaneJudgement judge_round(const Hit *hit, const BspShape *shape, Sum *sums)
{
    Round round = { hit, shape, sums };
    gboolean touched = FALSE, right = FALSE;
    for (guint c = 0; c < hit->planes->contacts->len && !right; c++) {
        const Contact *contact = &g_array_index(hit->planes->contacts, Contact, c);
        gboolean own = is_in_sum(&round, contact->brush, hit->p);
        touched |= own;
        right = own && supports(&round, contact, BSP_TOUCHED, 0) &&
                is_plane_open(&round, contact->brush);
    }
    ComparePlaneVerdict verdict = !touched ? judge_support(&round, BSP_BRACKET, 0)
                                  : right || is_enclosed_by_round(&round) ? COMPARE_PLANE_RIGHT
                                                                          : COMPARE_PLANE_NO_FACE;
    if (verdict == COMPARE_PLANE_RIGHT && bsp_vec_dot(hit->plane->normal, hit->direction) > SLACK)
        verdict = COMPARE_PLANE_NOT_ENTERED;
    return (ComparePlaneJudgement){ verdict, bsp_vec(0, 0, 0) };
}

/* --- planes that were crossed --- */

/* The comparisons are written so that a plane with NaN is wrong. The normal may differ from the
 * exact normal by SLACK, because exact tests of round shapes compute it with rounding. Otherwise
 * the far end of a large brush could count as in front of the plane. */
ComparePlaneVerdict compare_planes_judge_crossed(ComparePlanes *planes, const BspMove *move,
                                                 gboolean turns, const BspTransition *answer,
                                                 gboolean bounds)
{
    const BspPlane *plane = &answer->plane;
    BspVec delta = bsp_vec_sub(move->to, move->from);
    Hit hit = { planes, plane, delta, bsp_vec_lerp(move->from, move->to, answer->t) };
    double along = bsp_vec_dot(plane->normal, delta);
    /* Units. A method rounds the coordinates of points of the body, such as a box without a size
     * beside its reference point. So it may see a move in a plane as one through the plane. */
    double rounding = DBL_EPSILON * (bsp_vec_length(move->from) + bsp_vec_length(move->to));
    if (!(fabs(bsp_vec_length(plane->normal) - 1) <= BSP_SAME_NORMAL))
        return COMPARE_PLANE_NO_UNIT;
    if (!(fabs(bsp_plane_distance(plane, hit.p)) <= BSP_TOUCHED))
        return COMPARE_PLANE_ELSEWHERE;
    if (!turns && answer->type == BSP_EMPTY_TO_SOLID && !(along < rounding))
        return COMPARE_PLANE_NOT_ENTERED;
    if (!turns && answer->type == BSP_SOLID_TO_EMPTY && !(along > -rounding))
        return COMPARE_PLANE_NOT_LEFT;
    if (!bounds)
        return COMPARE_PLANE_RIGHT;
    Sum *sums = find_contacts(planes, move->shape, move->mask, hit.p);
    return judge_support(&(Round){ &hit, move->shape, sums }, BSP_TOUCHED, SLACK);
}

/* --- all shapes --- */

ComparePlaneJudgement compare_planes_judge(ComparePlanes *planes, const BspShape *shape,
                                           guint32 mask, BspVec from, BspVec to,
                                           const BspTransition *answer)
{
    BspVec delta = bsp_vec_sub(to, from), p = bsp_vec_lerp(from, to, answer->t);
    double length = bsp_vec_length(delta);
    if (!(length > 0))
        return (ComparePlaneJudgement){ COMPARE_PLANE_RIGHT, bsp_vec(0, 0, 0) };
    Hit hit = { planes, &answer->plane, bsp_vec_scale(delta, 1 / length), p };
    Sum *sums = find_contacts(planes, shape, mask, p);
    return is_round(shape) ? judge_round(&hit, shape, sums) : judge_polytopes(&hit);
}

const char *compare_plane_words(ComparePlaneVerdict verdict)
{
    static const char *const words[] = {
        [COMPARE_PLANE_RIGHT] = "right",
        [COMPARE_PLANE_NOTHING_TOUCHED] = "no brush is touched there",
        [COMPARE_PLANE_NO_FACE] = "no face of the solid",
        [COMPARE_PLANE_NOT_ENTERED] = "the move does not enter the plane",
        [COMPARE_PLANE_STUCK] = "the move could continue along another face",
        [COMPARE_PLANE_NO_UNIT] = "its normal is no unit vector",
        [COMPARE_PLANE_ELSEWHERE] = "the contact is not on the plane",
        [COMPARE_PLANE_NOT_LEFT] = "the move does not leave solid through the plane",
        [COMPARE_PLANE_NO_POINT] = "the contact is not the point of the move at t",
        [COMPARE_PLANE_OTHER_NAME] = "the brush or plane that it names is not that of the hit",
    };
    return words[verdict];
}
