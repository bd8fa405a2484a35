/* oracle: finds the true answer to a move from the brushes alone, without a tree. */
#include "oracle/oracle.h"

#include "bsp-brush-table.h"
#include "oracle/sum.h"

/* The four sizes of obstacles that the oracle tests, the largest first. */
enum { GROWN, AS_IS, TOUCHED, SHRUNK, N_LEVELS };

/* The Minkowski sums of every brush with one shape. Each sum is made when it is first needed. */
typedef struct {
    BspShape shape;
    CompareSum *(*sums)[N_LEVELS];
} ShapeSums;

struct CompareOracle {
    const BspSolid *solid;
    double grow[N_LEVELS];
    gboolean entered_only; /* if set, obstacles that the move only touches do not count */
    double skin;       /* the units by which grown obstacles are grown further, with round edges */
    GPtrArray *shapes; /* an array of ShapeSums */
};

static CompareOracle *oracle_new(const BspSolid *solid, double units, gboolean entered_only)
{
    CompareOracle *oracle = g_new(CompareOracle, 1);
    *oracle = (CompareOracle){ .solid = solid,
                               .grow = { units, 0, -BSP_TOUCH, -units },
                               .entered_only = entered_only,
                               .shapes = g_ptr_array_new() };
    return oracle;
}

CompareOracle *compare_oracle_new(const BspSolid *solid)
{
    return oracle_new(solid, BSP_BRACKET, FALSE);
}

CompareOracle *compare_oracle_new_sharp(const BspSolid *solid, double units)
{
    return oracle_new(solid, units, TRUE);
}

CompareOracle *compare_oracle_new_skin(const BspSolid *solid, double skin)
{
    CompareOracle *oracle = compare_oracle_new(solid);
    oracle->skin = skin;
    return oracle;
}

void compare_oracle_free(CompareOracle *oracle)
{
    if (!oracle)
        return;
    for (guint s = 0; s < oracle->shapes->len; s++) {
        ShapeSums *sums = oracle->shapes->pdata[s];
        for (guint b = 0; b < bsp_solid_n_brushes(oracle->solid); b++)
            for (guint level = 0; level < N_LEVELS; level++)
                compare_sum_free(sums->sums[b][level]);
        g_free(sums->sums);
        g_free(sums);
    }
    g_ptr_array_unref(oracle->shapes);
    g_free(oracle);
}

gboolean compare_same_shape(const BspShape *a, const BspShape *b)
{
    return a->kind == b->kind && a->hull == b->hull && a->radius == b->radius &&
           a->bottom == b->bottom && a->top == b->top && a->bounds.mins.x == b->bounds.mins.x &&
           a->bounds.mins.y == b->bounds.mins.y && a->bounds.mins.z == b->bounds.mins.z &&
           a->bounds.maxs.x == b->bounds.maxs.x && a->bounds.maxs.y == b->bounds.maxs.y &&
           a->bounds.maxs.z == b->bounds.maxs.z;
}

static ShapeSums *sums_of(CompareOracle *oracle, const BspShape *shape)
{
    for (guint i = 0; i < oracle->shapes->len; i++) {
        ShapeSums *sums = oracle->shapes->pdata[i];
        if (compare_same_shape(&sums->shape, shape))
            return sums;
    }
    ShapeSums *sums = g_new(ShapeSums, 1);
    sums->shape = *shape;
    sums->sums = g_malloc0_n(MAX(bsp_solid_n_brushes(oracle->solid), 1), sizeof *sums->sums);
    g_ptr_array_add(oracle->shapes, sums);
    return sums;
}

BspBounds compare_swept_bounds(const BspShape *shape, BspVec from, BspVec to)
{
    BspBounds b = bsp_bounds_empty();
    bsp_bounds_add_point(&b, bsp_vec_add(from, shape->bounds.mins));
    bsp_bounds_add_point(&b, bsp_vec_add(from, shape->bounds.maxs));
    bsp_bounds_add_point(&b, bsp_vec_add(to, shape->bounds.mins));
    bsp_bounds_add_point(&b, bsp_vec_add(to, shape->bounds.maxs));
    return bsp_bounds_grown(&b, 2 * BSP_BRACKET);
}

/* Finds the times at which the move meets one brush. Times are 2 if it does not meet the brush.
 * Each sum contains the next smaller one, so the time of the smaller sum is an upper limit for the
 * larger one. The limit matters if rounding lets a segment through a gap between the pieces of a
 * sum. */
static CompareTruth find_brush_times(CompareSum *const sums[N_LEVELS], gboolean entered_only,
                                     BspVec from, BspVec delta)
{
    double t_lo, t_hi = 2, t = 2, found;
    BspVec normal = bsp_vec(0, 0, 0), n;
    if (compare_sum_enter(sums[SHRUNK], from, delta, &found, &normal))
        t = t_hi = found;
    if (compare_sum_enter(sums[TOUCHED], from, delta, &found, &n) && found <= t) {
        t = found;
        normal = n;
    }
    /* The contact is with the true surface, but it counts only if the move enters the solid deeper
     * than touching. */
    if (t <= 1 && compare_sum_enter(sums[AS_IS], from, delta, &found, NULL))
        t = MIN(t, found);
    t_lo = t;
    if ((!entered_only || t <= 1) && compare_sum_enter(sums[GROWN], from, delta, &found, NULL))
        t_lo = MIN(t_lo, found);
    return (CompareTruth){ .t_lo = t_lo,
                           .t = t,
                           .t_hi = t_hi,
                           .normal = normal,
                           .brush = COMPARE_NO_BRUSH,
                           .inside = t <= 0 && bsp_vec_dot(normal, normal) == 0 };
}

/* The times at which a move enters a sum, and leaves it. */
typedef struct {
    double enter, leave;
} Stay;

/* One query, which visits the brushes in any order. */
typedef struct {
    const BspSolid *solid;
    const BspShape *shape;
    const CompareOracle *oracle;
    guint32 mask;
    CompareSum *(*sums)[N_LEVELS];
    BspBounds swept;
    BspVec from, delta;
    CompareTruth truth;
    GArray *stays; /* an array of CompareStay; NULL until find_stays() */
} Search;

static void make_sums(const CompareOracle *oracle, const BspBrush *brush, const BspShape *shape,
                      CompareSum *sums[N_LEVELS])
{
    for (guint level = 0; level < N_LEVELS; level++)
        sums[level] = level == GROWN && oracle->skin > 0
                          ? compare_sum_new_round(brush, shape, oracle->grow[level] + oracle->skin)
                          : compare_sum_new(brush, shape, oracle->grow[level]);
}

/* Returns the sums of the brush, or NULL if the move does not come near it. */
static CompareSum *const *find_sums_near(Search *search, guint b)
{
    const BspBrush *brush = bsp_solid_brush(search->solid, b);
    if (!bsp_mask_selects(search->mask, bsp_brush_contents(brush)) ||
        !bsp_bounds_overlap(bsp_brush_bounds(brush), &search->swept))
        return NULL;
    CompareSum **sums = search->sums[b];
    if (!sums[N_LEVELS - 1])
        make_sums(search->oracle, brush, search->shape, sums);
    return sums;
}

static gboolean search_brush(guint b, gpointer user_data)
{
    Search *search = user_data;
    CompareSum *const *sums = find_sums_near(search, b);
    if (!sums)
        return TRUE;
    CompareTruth own = find_brush_times(sums, search->oracle->entered_only, search->from,
                                        search->delta),
                 *truth = &search->truth;
    truth->t_lo = MIN(truth->t_lo, own.t_lo);
    truth->t_hi = MIN(truth->t_hi, own.t_hi);
    truth->inside = truth->inside || own.inside;
    /* If several brushes are hit at once, the lowest number counts, so that the order of visits
     * does not matter. */
    if (own.t < truth->t || (own.t == truth->t && own.t < 1 && b < truth->brush)) {
        truth->t = own.t;
        truth->normal = own.normal;
        truth->brush = b;
    }
    return TRUE;
}

/* --- the time in solid --- */

static gboolean find_stay(const Search *search, const CompareSum *sum, Stay *stay)
{
    double back; /* the time at which the reversed move enters */
    if (!compare_sum_enter(sum, search->from, search->delta, &stay->enter, NULL) ||
        !compare_sum_enter(sum, bsp_vec_add(search->from, search->delta),
                           bsp_vec_neg(search->delta), &back, NULL))
        return FALSE;
    stay->leave = 1 - back;
    return TRUE;
}

/* Each sum contains the next smaller one, even if rounding says otherwise (find_brush_times()). */
static gboolean add_stay(guint b, gpointer user_data)
{
    Search *search = user_data;
    CompareSum *const *sums = find_sums_near(search, b);
    Stay in = { 2, -1 }, grown = in;
    if (!sums)
        return TRUE;
    gboolean is_in = find_stay(search, sums[SHRUNK], &in);
    if (!find_stay(search, sums[GROWN], &grown) && !is_in)
        return TRUE;
    CompareStay stay = { b, MIN(grown.enter, in.enter), in.enter, in.leave,
                         MAX(grown.leave, in.leave) };
    g_array_append_val(search->stays, stay);
    return TRUE;
}

static GArray *find_stays(Search *search)
{
    search->stays = g_array_new(FALSE, FALSE, sizeof(CompareStay));
    bsp_solid_overlapping(search->solid, &search->swept, add_stay, search);
    return search->stays;
}

/* Returns how long the move stays, from its start, inside the grown or the shrunk sums. */
static double exit_time(const GArray *stays, gboolean grown)
{
    double until = 0;
    for (gboolean goes_on = TRUE; goes_on;) {
        goes_on = FALSE;
        for (guint i = 0; i < stays->len; i++) {
            const CompareStay *stay = &g_array_index(stays, CompareStay, i);
            double enter = grown ? stay->enter_lo : stay->enter_hi;
            double leave = grown ? stay->leave_hi : stay->leave_lo;
            if (enter <= until && leave > until) {
                until = leave;
                goes_on = TRUE;
            }
        }
    }
    return until;
}

/* --- a move --- */

static Search new_search(CompareOracle *oracle, const BspShape *shape, guint32 mask, BspVec from,
                         BspVec to)
{
    BspBounds swept = compare_swept_bounds(shape, from, to);
    return (Search){ .solid = oracle->solid,
                     .shape = shape,
                     .oracle = oracle,
                     .mask = mask,
                     .sums = sums_of(oracle, shape)->sums,
                     .swept = bsp_bounds_grown(&swept, oracle->skin),
                     .from = from,
                     .delta = bsp_vec_sub(to, from),
                     .truth = { .t_lo = 1, .t = 1, .t_hi = 1, .brush = COMPARE_NO_BRUSH } };
}

CompareTruth compare_oracle_move(CompareOracle *oracle, const BspShape *shape, guint32 mask,
                                 BspVec from, BspVec to)
{
    Search search = new_search(oracle, shape, mask, from, to);
    bsp_solid_overlapping(oracle->solid, &search.swept, search_brush, &search);
    if (search.truth.inside) {
        g_autoptr(GArray) stays = find_stays(&search);
        search.truth.leave_lo = exit_time(stays, FALSE);
        search.truth.leave_hi = exit_time(stays, TRUE);
    }
    return search.truth;
}

GArray *compare_oracle_stays(CompareOracle *oracle, const BspMove *move)
{
    Search search = new_search(oracle, move->shape, move->mask, move->from, move->to);
    return find_stays(&search);
}

CompareOracleLevels compare_oracle_levels(const CompareOracle *oracle)
{
    return (CompareOracleLevels){ oracle->solid, oracle->grow[GROWN] + oracle->skin,
                                  -oracle->grow[SHRUNK], oracle->entered_only };
}

/* --- depth --- */

typedef struct {
    const BspSolid *solid;
    const BspShape *shape;
    guint32 mask;
    BspVec p;
    double depth;
    guint brush;
} Deepest;

/* The number of halvings of the interval in the search for a depth. The interval is at most 2^24
 * units long, so its last length is at most 2^-24, which is less than BSP_TOUCH. */
#define HALVINGS 48

static gboolean still_holds(const BspBrush *brush, const BspShape *shape, double shrunk, BspVec p)
{
    g_autoptr(CompareSum) sum = compare_sum_new(brush, shape, -shrunk);
    double t;
    return compare_sum_enter(sum, p, bsp_vec(0, 0, 0), &t, NULL);
}

static gboolean search_depth(guint b, gpointer user_data)
{
    Deepest *deepest = user_data;
    const BspBrush *brush = bsp_solid_brush(deepest->solid, b);
    BspVec across = bsp_vec_sub(bsp_brush_bounds(brush)->maxs, bsp_brush_bounds(brush)->mins);
    const BspBounds *own = &deepest->shape->bounds;
    double lo = deepest->depth; /* the depth in an earlier brush; smaller depths do not matter */
    double hi = bsp_vec_length(across) + bsp_vec_length(bsp_vec_sub(own->maxs, own->mins));
    if (!bsp_mask_selects(deepest->mask, bsp_brush_contents(brush)) ||
        !still_holds(brush, deepest->shape, lo, deepest->p))
        return TRUE;
    for (guint i = 0; i < HALVINGS; i++) {
        double middle = (lo + hi) / 2;
        *(still_holds(brush, deepest->shape, middle, deepest->p) ? &lo : &hi) = middle;
    }
    if (lo > deepest->depth) {
        deepest->depth = lo;
        deepest->brush = b;
    }
    return TRUE;
}

double compare_oracle_depth(CompareOracle *oracle, const BspShape *shape, guint32 mask, BspVec p,
                            guint *brush)
{
    Deepest deepest = { oracle->solid, shape, mask, p, 0, COMPARE_NO_BRUSH };
    BspBounds at = compare_swept_bounds(shape, p, p);
    bsp_solid_overlapping(oracle->solid, &at, search_depth, &deepest);
    *brush = deepest.brush;
    return deepest.depth;
}
