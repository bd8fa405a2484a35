/* oracle: the truth about a move, straight from the brushes, with no tree. */
#include "oracle/oracle.h"

#include "oracle/sum.h"

/* How much the obstacles are grown for each of the questions asked of them. */
enum { GROWN, AS_IS, TOUCHED, SHRUNK, N_LEVELS };
static const double grow[N_LEVELS] = { BSP_BRACKET, 0, -BSP_TOUCH, -BSP_BRACKET };

/* The sums of every brush with one shape, made when first asked for. */
typedef struct {
    BspShape shape;
    CompareSum *(*sums)[N_LEVELS];
} ShapeSums;

struct CompareOracle {
    const BspSolid *solid;
    GPtrArray *shapes; /* ShapeSums */
};

CompareOracle *compare_oracle_new(const BspSolid *solid)
{
    CompareOracle *oracle = g_new(CompareOracle, 1);
    oracle->solid = solid;
    oracle->shapes = g_ptr_array_new();
    return oracle;
}

void compare_oracle_free(CompareOracle *oracle)
{
    if (!oracle)
        return;
    for (guint s = 0; s < oracle->shapes->len; s++) {
        ShapeSums *sums = oracle->shapes->pdata[s];
        for (guint b = 0; b < oracle->solid->brushes->len; b++)
            for (guint level = 0; level < N_LEVELS; level++)
                compare_sum_free(sums->sums[b][level]);
        g_free(sums->sums);
        g_free(sums);
    }
    g_ptr_array_unref(oracle->shapes);
    g_free(oracle);
}

static gboolean same_shape(const BspShape *a, const BspShape *b)
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
        if (same_shape(&sums->shape, shape))
            return sums;
    }
    ShapeSums *sums = g_new(ShapeSums, 1);
    sums->shape = *shape;
    sums->sums = g_malloc0_n(MAX(oracle->solid->brushes->len, 1), sizeof *sums->sums);
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

/* Each sum holds the next smaller one, so what is found in that bounds the time from above: the
 * pieces of a sum meet without overlapping, and rounding may let a segment through between two.
 * Times are 2 where nothing is met. */
static CompareTruth ask_brush(CompareSum *const sums[N_LEVELS], BspVec from, BspVec delta)
{
    double t_lo, t_hi = 2, t = 2, found;
    BspVec normal = bsp_vec(0, 0, 0), n;
    if (compare_sum_enter(sums[SHRUNK], from, delta, &found, &normal))
        t = t_hi = found;
    if (compare_sum_enter(sums[TOUCHED], from, delta, &found, &n) && found <= t) {
        t = found;
        normal = n;
    }
    /* The time of contact is the surface's own, but only if the move goes in deeper than touch. */
    if (t <= 1 && compare_sum_enter(sums[AS_IS], from, delta, &found, NULL))
        t = MIN(t, found);
    t_lo = t;
    if (compare_sum_enter(sums[GROWN], from, delta, &found, NULL))
        t_lo = MIN(t_lo, found);
    return (CompareTruth){ t_lo, t, t_hi, normal };
}

/* One question, asked of the brushes in whatever order they are found. */
typedef struct {
    const BspSolid *solid;
    const BspShape *shape;
    CompareSum *(*sums)[N_LEVELS];
    BspBounds swept;
    BspVec from, delta;
    CompareTruth truth;
    guint brush; /* that was hit at truth.t */
} Search;

static gboolean ask(guint b, gpointer user_data)
{
    Search *search = user_data;
    const BspBrush *brush = bsp_solid_brush(search->solid, b);
    if (!bsp_bounds_overlap(&brush->bounds, &search->swept))
        return TRUE;
    CompareSum **sums = search->sums[b];
    for (guint level = 0; level < N_LEVELS && !sums[N_LEVELS - 1]; level++)
        sums[level] = compare_sum_new(brush, search->shape, grow[level]);
    CompareTruth own = ask_brush(sums, search->from, search->delta), *truth = &search->truth;
    truth->t_lo = MIN(truth->t_lo, own.t_lo);
    truth->t_hi = MIN(truth->t_hi, own.t_hi);
    /* Of several that are hit at once the one with the lowest number, whichever is found first. */
    if (own.t < truth->t || (own.t == truth->t && own.t < 1 && b < search->brush)) {
        truth->t = own.t;
        truth->normal = own.normal;
        search->brush = b;
    }
    return TRUE;
}

CompareTruth compare_oracle_move(CompareOracle *oracle, const BspShape *shape, BspVec from,
                                 BspVec to)
{
    Search search = { .solid = oracle->solid,
                      .shape = shape,
                      .sums = sums_of(oracle, shape)->sums,
                      .swept = compare_swept_bounds(shape, from, to),
                      .from = from,
                      .delta = bsp_vec_sub(to, from),
                      .truth = { 1, 1, 1, bsp_vec(0, 0, 0) } };
    bsp_bvh_overlapping(oracle->solid->bvh, &search.swept, ask, &search);
    return search.truth;
}
