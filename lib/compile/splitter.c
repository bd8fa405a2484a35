/* splitter: chooses the plane that splits a region and its faces. */
#include "compile/splitter.h"

#include <string.h>

#include "geometry/cell.h"
#include "trace/compiler.h"

/* Returns the weights of a rule. In counting, one split face outweighs eight faces on the plane.
 * The other weights hardly matter. With a quarter of the candidates, a quarter of the faces, or
 * `volume` 0 or 1, queries of onions on two levels visit at most 9 percent fewer or more nodes.
 * With four times the candidates, a build takes 14 percent more time, and queries visit up to 4
 * percent fewer nodes. `spaces` counts only above space nodes. */
BspSplitWeights bsp_split_weights(BspSplitRule rule)
{
    if (rule == BSP_SPLIT_COUNTING)
        return (BspSplitWeights){ .on = 1, .split = 8, .balance = 1, .max_candidates = 32 };
    return (BspSplitWeights){ .split = 1,
                              .likely = 1,
                              .volume = 0.5,
                              .spaces = 0.9,
                              .max_candidates = 64,
                              .max_faces = 1024 };
}

/* Faces count as parallel if the absolute cosine of the angle between them is at least this, so the
 * angle is at most 2.6 degrees. With 0.8 or 8 degrees, queries of two levels visit the same
 * nodes. */
#define PARALLEL 0.999

/* Returns the side on which the polygon reaches farther from the plane. */
static BspSide farther_side(const BspPolygon *p, const BspPlane *plane)
{
    double farthest = 0;
    for (guint i = 0; i < p->n; i++) {
        double d = bsp_plane_distance(plane, p->v[i]);
        if (fabs(d) > fabs(farthest))
            farthest = d;
    }
    return farthest > 0 ? BSP_SIDE_FRONT : BSP_SIDE_BACK;
}

static BspCompileFace face_of(BspPolygon *polygon, guint plane, guint space)
{
    BspBounds bounds = bsp_polygon_bounds(polygon);
    return (BspCompileFace){ polygon, bsp_float_bounds(&bounds), plane, space };
}

/* Does the same as bsp_polygon_side(), for an axial plane. Uses the face's rounded bounds, or the
 * polygon if the rounding could change the result. */
static BspSide side_along_axis(const BspCompileFace *face, const BspPlane *plane, int axis,
                               double near)
{
    double lo = (double)face->bounds.mins[axis], hi = (double)face->bounds.maxs[axis];
    if (plane->normal.v[axis] < 0) {
        double mirrored = -lo;
        lo = -hi;
        hi = mirrored;
    }
    double least = lo - plane->dist, most = hi - plane->dist;
    /* The values may be wrong because the bounds are rounded. */
    gboolean front = most > near, back = least < -near;
    if ((front && most - BSP_FLOAT_STEP * fabs(hi) <= near) ||
        (back && least + BSP_FLOAT_STEP * fabs(lo) >= -near))
        return bsp_polygon_side(face->polygon, plane, near);
    return bsp_side_reached(front, back);
}

/* Does the same as bsp_polygon_side(), for an oblique plane. Uses the bounds if they are entirely
 * on one side, else the polygon. */
static BspSide side_of_oblique(const BspCompileFace *face, const BspPlane *plane, double near)
{
    double least, most;
    BspBounds bounds = bsp_bounds_of_float(&face->bounds);
    bsp_plane_range_of_bounds(plane, &bounds, &least, &most);
    if (least > near)
        return BSP_SIDE_FRONT;
    if (most < -near)
        return BSP_SIDE_BACK;
    return bsp_polygon_side(face->polygon, plane, near);
}

/* Corrects the side of a face that is within `near` of the plane but not parallel to it. Such a
 * face is on the side where it reaches farther. */
static inline BspSide corrected_side(BspSide side, const BspCompileFace *face,
                                     const BspPlane *planes, const BspPlane *plane)
{
    if (side == BSP_SIDE_ON &&
        fabs(bsp_vec_dot(planes[face->plane].normal, plane->normal)) < PARALLEL)
        return farther_side(face->polygon, plane);
    return side;
}

/* Returns the side of the plane on which a face lies. The face's own plane is planes[face->plane].
 * A face is on the plane if it is nearly parallel to the plane and within `near` of it.
 *
 * A narrow face that is within `near` of the plane but not parallel is on the side where it reaches
 * farther. Such a face must not be dropped, because it may cut off the tip of a needle. */
static BspSide face_side(const BspCompileFace *face, const BspPlane *planes, const BspPlane *plane,
                         double near)
{
    int axis = bsp_plane_axis(plane);
    BspSide side =
        axis < 0 ? side_of_oblique(face, plane, near) : side_along_axis(face, plane, axis, near);
    return corrected_side(side, face, planes, plane);
}

/* Returns the step of a loop that visits at most `most` of n items, or all if `most` is 0. */
static guint step_through(guint n, guint most)
{
    return most ? (n - 1) / most + 1 : 1;
}

static guint64 space_bit(const BspCompileFace *face)
{
    return G_GUINT64_CONSTANT(1) << (face->space % 64);
}

/* The faces against which every candidate plane is scored. Their boxes are stored by coordinate, so
 * that the processor computes several boxes at a time. */
typedef struct {
    const BspCompileFace **faces;
    /* Centres and half sizes of the faces' boxes along each axis, padded to whole blocks. */
    double *middle[3], *half[3];
    guint n;
    guint64 spaces; /* set of the faces' spaces, as in Tally */
} Sample;

/* Number of faces in a block. The distances of a block take 512 bytes, which stay in the nearest
 * cache, and are whole vectors. */
#define BLOCK 32

/* Takes at most max_faces faces, at even steps, or all faces if max_faces is 0. The caller frees
 * sample.faces, whose memory block contains the other arrays. */
static Sample sample_new(const BspSplitWeights *weights, const BspCompileFace *faces, guint n)
{
    guint step = step_through(n, weights->max_faces);
    Sample sample = { .n = (n - 1) / step + 1 };
    gsize room = (sample.n + BLOCK - 1) / BLOCK * BLOCK;
    sample.faces = g_malloc0(room * (sizeof *sample.faces + 6 * sizeof **sample.middle));
    for (guint k = 0; k < 3; k++) {
        sample.middle[k] = (double *)(gpointer)(sample.faces + room) + 2 * k * room;
        sample.half[k] = sample.middle[k] + room;
    }
    for (guint i = 0; i < sample.n; i++) {
        const BspCompileFace *face = sample.faces[i] = &faces[i * step];
        sample.spaces |= space_bit(face);
        for (guint k = 0; k < 3; k++) {
            double lo = (double)face->bounds.mins[k], hi = (double)face->bounds.maxs[k];
            sample.middle[k][i] = 0.5 * (lo + hi);
            sample.half[k][i] = 0.5 * (hi - lo);
        }
    }
    return sample;
}

/* For each box of a block, the signed distance of its centre from a plane, and half its extent
 * along the plane's normal. */
typedef struct {
    double middle[BLOCK], reach[BLOCK];
} Distances;

/* Computes the distances of a block of boxes, like bsp_plane_range_of_bounds(). */
static void measure_block(const Sample *sample, guint first, const BspPlane *plane, Distances *d)
{
    double nx = plane->normal.x, ny = plane->normal.y, nz = plane->normal.z;
    const double *x = sample->middle[0] + first, *y = sample->middle[1] + first,
                 *z = sample->middle[2] + first, *rx = sample->half[0] + first,
                 *ry = sample->half[1] + first, *rz = sample->half[2] + first;
    for (guint i = 0; i < BLOCK; i++) {
        d->middle[i] = -plane->dist + nx * x[i] + ny * y[i] + nz * z[i];
        d->reach[i] = fabs(nx) * rx[i] + fabs(ny) * ry[i] + fabs(nz) * rz[i];
    }
}

/* Counts of faces for each BspSide, which is the side of a plane on which they lie. */
typedef struct {
    guint faces[4];
    guint64 spaces[4]; /* set of the spaces (modulo 64) with faces on that side */
} Tally;

static void count_face(Tally *tally, BspSide side, const BspCompileFace *face)
{
    tally->faces[side]++;
    tally->spaces[side] |= space_bit(face);
}

/* Counts the faces of one block for an oblique plane. Uses a face's box if the box is entirely on
 * one side, else the polygon. */
static void count_oblique(Tally *tally, const Sample *sample, guint first, const BspPlane *planes,
                          const BspPlane *plane, double near)
{
    Distances d;
    guint n = MIN(BLOCK, sample->n - first);
    measure_block(sample, first, plane, &d);
    for (guint i = 0; i < n; i++) {
        const BspCompileFace *face = sample->faces[first + i];
        BspSide side = d.middle[i] - d.reach[i] > near ? BSP_SIDE_FRONT
                       : d.middle[i] + d.reach[i] < -near
                           ? BSP_SIDE_BACK
                           : bsp_polygon_side(face->polygon, plane, near);
        count_face(tally, corrected_side(side, face, planes, plane), face);
    }
}

static void count_along_axis(Tally *tally, const Sample *sample, guint first,
                             const BspPlane *planes, const BspPlane *plane, int axis, double near)
{
    guint end = MIN(first + BLOCK, sample->n);
    for (guint i = first; i < end; i++) {
        const BspCompileFace *face = sample->faces[i];
        BspSide side = side_along_axis(face, plane, axis, near);
        count_face(tally, corrected_side(side, face, planes, plane), face);
    }
}

static double front_share(const double part[2])
{
    double all = part[0] + part[1];
    return all > 0 ? CLAMP(part[0] / all, 0, 1) : 0.5;
}

static double count_bits(guint64 bits)
{
    return __builtin_popcountll(bits);
}

/* Returns the probability that a query of the cell is in front of the plane. */
static double front_probability(const BspSplitWeights *weights, BspCellMeasure *cell,
                                const BspPlane *plane)
{
    BspCellSplit cut = bsp_cell_measure_split(cell, plane);
    return (1 - weights->volume) * front_share(cut.area) +
           weights->volume * front_share(cut.volume);
}

/* Returns the mean number of faces that a query still meets, which is in front of the plane with
 * the probability `in_front`. For an incomplete tally, the result is a lower bound. */
static double expected_faces(const BspSplitWeights *weights, const Tally *tally, guint64 all_spaces,
                             double in_front)
{
    const guint64 *spaces = tally->spaces;
    double n_spaces = count_bits(all_spaces);
    static const BspSide sides[2] = { BSP_SIDE_FRONT, BSP_SIDE_BACK };
    double expected = 0;
    for (guint k = 0; k < 2; k++) {
        double here = count_bits(spaces[sides[k]] | spaces[BSP_SIDE_STRADDLE]) / n_spaces;
        double n = tally->faces[sides[k]] + tally->faces[BSP_SIDE_STRADDLE];
        expected +=
            (k ? 1 - in_front : in_front) * n * (1 - weights->spaces + weights->spaces * here);
    }
    return expected;
}

static double score_tally(const BspSplitWeights *weights, const Tally *tally, guint64 all_spaces,
                          double in_front)
{
    const guint *n = tally->faces;
    double difference = fabs((double)n[BSP_SIDE_FRONT] - (double)n[BSP_SIDE_BACK]);
    double counted = weights->on * n[BSP_SIDE_ON] - weights->split * n[BSP_SIDE_STRADDLE] -
                     weights->balance * difference;
    if (weights->likely == 0)
        return counted;
    return counted - weights->likely * expected_faces(weights, tally, all_spaces, in_front);
}

/* Returns whether a score can only fall as more faces are counted. */
static gboolean scores_only_fall(const BspSplitWeights *weights)
{
    return weights->on == 0 && weights->balance == 0 && weights->split >= 0 &&
           weights->likely >= 0 && weights->volume >= 0 && weights->volume <= 1 &&
           weights->spaces >= 0 && weights->spaces <= 1;
}

/* The state of a choice. */
typedef struct {
    const BspSplitWeights *weights;
    const BspPlane *planes;
    BspCellMeasure *cell;
    Sample sample;
    double best_score;
    gboolean only_falls;
} Choice;

/* Returns the plane's score. If the score is certainly below the best score, the result may be any
 * value below the best score. */
static double score_plane(const Choice *c, const BspPlane *plane)
{
    const Sample *sample = &c->sample;
    Tally tally = { { 0 }, { 0 } };
    int axis = bsp_plane_axis(plane);
    double near = bsp_split_near(c->weights);
    double enough =
        c->best_score - 1e-6 * (1 + fabs(c->best_score)); /* 1e-6 is more than rounding */
    double in_front = c->weights->likely != 0 ? front_probability(c->weights, c->cell, plane) : 0;
    double s = -HUGE_VAL;
    for (guint first = 0; first < sample->n; first += BLOCK) {
        if (axis < 0)
            count_oblique(&tally, sample, first, c->planes, plane, near);
        else
            count_along_axis(&tally, sample, first, c->planes, plane, axis, near);
        s = score_tally(c->weights, &tally, sample->spaces, in_front);
        if (c->only_falls && s < enough)
            return s;
    }
    return s;
}

/* The number of planes that a choice remembers. A candidate that equals one of them is not scored
 * again, because coplanar faces may have different plane numbers. If only one plane is remembered,
 * the build of a level takes 5 percent longer. */
#define MOST_REMEMBERED 64

/* The number of comparisons of a face with a plane after which the job is checked. They take 0.5
 * ms. At the root of a city of 1,000 brushes, 64 planes took 2.7 ms, 2.6 percent of the build. */
#define LOOKS_EACH 100000

guint bsp_choose_splitter(const BspSplitWeights *weights, const BspCell *cell,
                          const BspPlane *planes, const BspCompileFace *faces, guint n, BspJob *job)
{
    BSP_ASSERT(n >= 1);
    guint step = step_through(n, weights->max_candidates);
    guint best = faces[0].plane, tried[MOST_REMEMBERED], n_tried = 0, work = 0;
    Choice c = { .weights = weights,
                 .planes = planes,
                 .cell = bsp_cell_measure_new(cell),
                 .sample = sample_new(weights, faces, n),
                 .best_score = -HUGE_VAL,
                 .only_falls = scores_only_fall(weights) };
    for (guint i = 0; i < n; i += step) {
        if (work >= LOOKS_EACH) {
            work = 0;
            if (!bsp_job_goes_on(job))
                break;
        }
        guint plane = faces[i].plane, known = 0;
        while (known < MIN(n_tried, MOST_REMEMBERED) &&
               memcmp(&planes[tried[known]], &planes[plane], sizeof *planes) != 0)
            known++;
        gboolean is_known = known < MIN(n_tried, MOST_REMEMBERED);
        work += is_known ? MOST_REMEMBERED : c.sample.n;
        if (is_known)
            continue;
        tried[n_tried++ % MOST_REMEMBERED] = plane;
        double s = score_plane(&c, &planes[plane]);
        if (s > c.best_score) {
            c.best_score = s;
            best = plane;
        }
    }
    g_free(c.sample.faces);
    bsp_cell_measure_free(c.cell);
    return best;
}

/* --- all faces of a region --- */

void bsp_face_set_clear(BspFaceSet *faces)
{
    for (guint i = 0; i < faces->n; i++)
        g_free(faces->v[i].polygon);
    g_free(faces->v);
    *faces = (BspFaceSet){ NULL, 0 };
}

void bsp_face_set_add(BspFaceSet *faces, BspPolygon *polygon, const BspCompileFace *of)
{
    if (polygon)
        faces->v[faces->n++] = face_of(polygon, of->plane, of->space);
}

void bsp_face_set_partition(BspFaceSet *faces, const BspPlane *planes, const BspPlane *plane,
                            guint number, double near, BspFaceSet sides[2])
{
    g_autofree guint8 *where = g_malloc(faces->n); /* BspSide of each face */
    guint count[4] = { 0 };
    for (guint i = 0; i < faces->n; i++) {
        where[i] = faces->v[i].plane == number
                       ? BSP_SIDE_ON
                       : (guint8)face_side(&faces->v[i], planes, plane, near);
        count[where[i]]++;
    }
    BspFaceSet front = { g_new(BspCompileFace, count[BSP_SIDE_FRONT] + count[BSP_SIDE_STRADDLE]),
                         0 };
    BspFaceSet back = { faces->v, 0 };
    for (guint i = 0; i < faces->n; i++) {
        BspCompileFace face = faces->v[i];
        BspPolygon *pieces[2] = { NULL, NULL };
        if (where[i] == BSP_SIDE_FRONT) {
            front.v[front.n++] = face;
        } else if (where[i] == BSP_SIDE_BACK) {
            back.v[back.n++] = face;
        } else {
            if (where[i] == BSP_SIDE_STRADDLE)
                bsp_polygon_split(face.polygon, plane, near, &pieces[0], &pieces[1]);
            bsp_face_set_add(&front, pieces[0], &face);
            bsp_face_set_add(&back, pieces[1], &face);
            g_free(face.polygon);
        }
    }
    BSP_ASSERT(front.n <= count[BSP_SIDE_FRONT] + count[BSP_SIDE_STRADDLE]);
    BSP_ASSERT(back.n <= count[BSP_SIDE_BACK] + count[BSP_SIDE_STRADDLE]);
    back.v = g_renew(BspCompileFace, back.v, back.n);
    *faces = (BspFaceSet){ NULL, 0 };
    sides[0] = front;
    sides[1] = back;
}

BspFaceSet bsp_face_set_take_space(BspFaceSet *faces, guint space)
{
    BspFaceSet taken = { g_new(BspCompileFace, faces->n), 0 };
    for (guint i = 0; i < faces->n; i++)
        if (faces->v[i].space == space) {
            taken.v[taken.n++] = faces->v[i];
            faces->v[i].polygon = NULL;
        }
    taken.v = g_renew(BspCompileFace, taken.v, taken.n);
    return taken;
}
