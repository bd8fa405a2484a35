/* find-leak: finds the widest opening of a world, and the brushes beside it (bsp-inspect.h).
 *
 * The search grows and floods the world again and again, and so finds ever better bounds of the
 * growth at which the world is just sealed. A start that the growth buries is moved, because
 * otherwise the search would find its distance from the nearest wall. The path out at the lower
 * bound passes the opening at the place where the world grown by the upper bound is closed. */
#include "compile/space.h"
#include "geometry/order.h"
#include "tools/bsp-inspect.h"

/* The width is found to within this factor. A mapper needs no better precision, and each halving of
 * the error costs one more flood. */
#define PRECISION 1.05

/* Units. Half the width of the narrowest opening that counts as an opening, which is
 * BSP_CELL_EPSILON wide, and of the widest opening that is measured. A wider opening is seen
 * without a search. */
#define NARROWEST 5e-8
#define WIDEST 64

/* Units. An opening may look closed if it is wider than the flood's result by at most this. The
 * faces of a union close gaps of BSP_ON_PLANE, and a flood does not enter openings narrower than
 * BSP_FLOOD_OPENING. */
#define ROUNDING (BSP_FLOOD_OPENING + BSP_ON_PLANE)

/* The number of samples on each segment of the path out. More samples would find the narrowest
 * point more exactly, in more time. */
#define SAMPLES 256

typedef struct {
    const BspSolid *solid; /* the solid, expanded for the box */
    const BspBuildOptions *options;
    BspJob *job;
    BspFlood *open;   /* the flood at the lower bound, which leaks; NULL without an opening */
    BspFlood *closed; /* the flood at the upper bound, which is sealed; NULL if no start is free */
    double lower, upper; /* bounds of the growth at which the world is sealed */
    GPtrArray *trails;   /* for each start, a GArray of the positions (BspVec) from which the flood
                            began, at ever greater growth; the first is the start as given */
} Search;

static BspVec last_place(const GArray *trail)
{
    return g_array_index(trail, BspVec, trail->len - 1);
}

/* Returns the positions at which the next flood begins. */
static GArray *places_of(const GPtrArray *trails)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (guint i = 0; i < trails->len; i++) {
        BspVec place = last_place(trails->pdata[i]);
        g_array_append_val(places, place);
    }
    return places;
}

static GPtrArray *trails_new(const GArray *starts)
{
    GPtrArray *trails = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < starts->len; i++) {
        GArray *trail = g_array_new(FALSE, FALSE, sizeof(BspVec));
        g_array_append_val(trail, g_array_index(starts, BspVec, i));
        g_ptr_array_add(trails, trail);
    }
    return trails;
}

/* Adds the trail of a start to the flood's leak, so that the leak begins at the start as given.
 * Appends the points at which this flood began to the trails. */
static void extend_trails(Search *s, BspFlood *flood)
{
    BspVec first = g_array_index(flood->leak, BspVec, 0);
    gboolean is_whole = FALSE;
    for (guint i = 0; i < s->trails->len; i++) {
        GArray *trail = s->trails->pdata[i];
        BspVec begin = g_array_index(flood->starts, BspVec, i);
        if (!is_whole && bsp_is_same_point(first, last_place(trail))) {
            g_array_prepend_vals(flood->leak, trail->data, trail->len - 1);
            is_whole = TRUE;
        }
        if (!bsp_is_same_point(begin, last_place(trail)))
            g_array_append_val(trail, begin);
    }
}

static void set_open_flood(Search *s, BspFlood *flood, double grown)
{
    extend_trails(s, flood);
    bsp_flood_free(s->open);
    s->open = flood;
    s->lower = grown;
}

static void set_closed_flood(Search *s, BspFlood *flood, double grown)
{
    bsp_flood_free(s->closed);
    s->closed = flood->n_starts > 0 ? flood : NULL;
    s->upper = grown;
    if (!s->closed)
        bsp_flood_free(flood);
}

/* Floods the world grown by `grown` units, which becomes the new lower or upper bound. Returns
 * FALSE with an error.
 *
 * A start that was free at the lower bound is at least that far from the walls. So the difference
 * limits the distance that the start is moved. It gets out of the grown part, but not through an
 * opening that is to be found. (Only if the start is less than a unit from the opening, and the
 * wall is thin, the other side of the wall may be nearer than the room.) */
static gboolean try_growth(Search *s, double grown, GError **error)
{
    g_autoptr(GArray) places = places_of(s->trails);
    BspBuildOptions options = *s->options;
    BspGrowth growth = { .grown = grown, .reach = BSP_REACH_OF_GROWTH * fabs(grown - s->lower) };
    options.starts = places;
    BspFlood *flood =
        bsp_flood_new_grown(s->solid, &growth, &options, (BspJobPart){ s->job, 0 }, error);
    if (!flood)
        return FALSE;
    if (flood->leak)
        set_open_flood(s, flood, MAX(grown, NARROWEST));
    else
        set_closed_flood(s, flood, grown);
    return TRUE;
}

/* Sets both bounds. If no start is free or there is no opening, one of them stays unset. */
static gboolean find_bounds(Search *s, GError **error)
{
    s->upper = HUGE_VAL;
    if (!try_growth(s, bsp_fill_crack(s->options) / 2, error))
        return FALSE;
    if (!s->open)
        return !s->closed || try_growth(s, 0, error);
    for (double grown = 1; grown <= WIDEST && s->upper == HUGE_VAL; grown *= 2)
        if (!try_growth(s, grown, error))
            return FALSE;
    return TRUE;
}

static gboolean narrow_bounds(Search *s, GError **error)
{
    while (s->open && s->upper < HUGE_VAL && s->upper > PRECISION * s->lower)
        if (!try_growth(s, sqrt(s->lower * s->upper), error))
            return FALSE;
    return TRUE;
}

/* --- the place of the opening --- */

/* Returns the signed distance of the point from the brush's farthest plane, which is a lower bound
 * of the distance from the brush. *normal receives the normal of that plane. */
static double distance_from_brush(const BspSolid *solid, guint brush, BspVec p, BspVec *normal)
{
    const BspCell *cell = bsp_solid_brush(solid, brush)->cell;
    double most = -HUGE_VAL;
    for (guint i = 0; i < cell->n_faces; i++) {
        double d = bsp_plane_distance(&cell->faces[i].plane, p);
        if (d > most) {
            most = d;
            *normal = cell->faces[i].plane.normal;
        }
    }
    return most;
}

typedef struct {
    guint brush;
    double distance;
    BspVec normal; /* normal of the brush's plane that the point is farthest in front of */
} Near;

typedef struct {
    const BspSolid *solid;
    BspVec p;
    double within;
    GArray *near; /* the brushes found (Near) */
} NearSearch;

static gboolean add_near(guint brush, gpointer near_search)
{
    NearSearch *s = near_search;
    Near near = { .brush = brush };
    near.distance = distance_from_brush(s->solid, brush, s->p, &near.normal);
    if (near.distance < s->within)
        g_array_append_val(s->near, near);
    return TRUE;
}

static gint order_near(gconstpointer a, gconstpointer b)
{
    const Near *x = a, *y = b;
    return BSP_ORDER(x->distance, y->distance) ?: BSP_ORDER(x->brush, y->brush);
}

/* Returns the brushes nearer to the point than `within`, the nearest first. */
static GArray *brushes_near(const BspSolid *solid, BspVec p, double within)
{
    NearSearch s = { solid, p, within, g_array_new(FALSE, FALSE, sizeof(Near)) };
    BspBounds box = { p, p };
    box = bsp_bounds_grown(&box, within);
    bsp_solid_overlapping(solid, &box, add_near, &s);
    g_array_sort(s.near, order_near);
    return s.near;
}

/* Returns the path's points, at even steps along each segment. */
static GArray *sample_path(const GArray *path)
{
    GArray *samples = g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (guint i = 1; i < path->len; i++) {
        for (guint k = 0; k < SAMPLES; k++) {
            BspVec p = bsp_vec_lerp(g_array_index(path, BspVec, i - 1),
                                    g_array_index(path, BspVec, i), (double)k / SAMPLES);
            g_array_append_val(samples, p);
        }
    }
    return samples;
}

static guint leaf_value_at(const BspFlood *flood, const GArray *samples, guint i)
{
    return bsp_flood_leaf(flood, g_array_index(samples, BspVec, i))->value;
}

/* Returns whether a brush that is already listed lies in about the same direction. */
static gboolean has_direction(const GArray *near, const guint *listed, guint n, BspVec normal)
{
    for (guint i = 0; i < n; i++)
        if (bsp_vec_dot(g_array_index(near, Near, listed[i]).normal, normal) > 0.99)
            return TRUE;
    return FALSE;
}

/* Returns half the width at a point of an opening, which is between brushes on two sides. The
 * result is the distance of the nearest brush that does not lie in the same direction as the
 * nearest brush of all. It is at most twice the upper bound. */
static double clearance_at(const Search *s, BspVec p)
{
    g_autoptr(GArray) near = brushes_near(s->solid, p, 2 * s->upper);
    const guint nearest = 0;
    for (guint i = 1; i < near->len; i++) {
        const Near *item = &g_array_index(near, Near, i);
        if (!has_direction(near, &nearest, 1, item->normal))
            return item->distance;
    }
    return 2 * s->upper;
}

/* Returns the middle of the narrowest stretch among the samples from number `first` to end - 1. */
static BspVec find_narrowest(const Search *s, const GArray *samples, guint first, guint end)
{
    BSP_ASSERT(first < end);
    g_autofree double *clearance = g_new(double, end - first);
    double least = HUGE_VAL;
    for (guint i = first; i < end; i++) {
        clearance[i - first] = clearance_at(s, g_array_index(samples, BspVec, i));
        least = MIN(clearance[i - first], least);
    }
    double most = least + (PRECISION - 1) * s->upper;
    guint begin = first;
    while (begin + 1 < end && clearance[begin - first] > most)
        begin++;
    guint last = begin;
    while (last + 1 < end && clearance[last + 1 - first] <= most)
        last++;
    return g_array_index(samples, BspVec, (begin + last) / 2);
}

/* Returns a point of the path out that is in the opening. It comes after the last point that is
 * reached in the closed world. */
static BspVec find_place(const Search *s)
{
    g_autoptr(GArray) samples = sample_path(s->open->leak);
    guint first = samples->len - 1;
    while (first > 0 && leaf_value_at(s->closed, samples, first - 1) != BSP_FLOOD_REACHED)
        first--;
    guint end = first;
    while (end < samples->len && leaf_value_at(s->closed, samples, end) == BSP_FLOOD_SOLID)
        end++;
    return end > first ? find_narrowest(s, samples, first, end)
                       : g_array_index(samples, BspVec, first);
}

/* Returns the last point of the path out that is within the bounds of the world. This is near the
 * opening, if the search did not find where the world must be closed. */
static BspVec find_exit(const Search *s)
{
    g_autoptr(GArray) samples = sample_path(s->open->leak);
    guint i = samples->len - 1;
    while (i > 0 && !bsp_bounds_contain(&s->solid->bounds, g_array_index(samples, BspVec, i)))
        i--;
    return g_array_index(samples, BspVec, i);
}

static void list_brushes(const Search *s, BspLeak *leak)
{
    double within = s->closed ? 0.9 * leak->most : leak->least;
    g_autoptr(GArray) near = brushes_near(s->solid, leak->place, within);
    guint listed[BSP_LEAK_BRUSHES];
    for (guint i = 0; i < near->len && leak->n_brushes < BSP_LEAK_BRUSHES; i++) {
        const Near *item = &g_array_index(near, Near, i);
        if (has_direction(near, listed, leak->n_brushes, item->normal))
            continue;
        listed[leak->n_brushes] = i;
        leak->brushes[leak->n_brushes++] = item->brush;
    }
}

/* --- the result --- */

static void describe_opening(const Search *s, BspLeak *leak)
{
    leak->has_start = s->open || s->closed;
    if (!s->open)
        return;
    leak->path = g_array_ref(s->open->leak);
    leak->least = 2 * s->lower;
    leak->most = s->closed ? 2 * s->upper + ROUNDING : HUGE_VAL;
    leak->place = s->closed ? find_place(s) : find_exit(s);
    list_brushes(s, leak);
}

/* Fills the solid like a builder. */
static gboolean try_to_fill(const BspSolid *solid, const BspBounds *box,
                            const BspBuildOptions *options, BspJob *job, BspLeak *leak,
                            GError **error)
{
    BspBuildOptions fill_options = *options;
    fill_options.fill = BSP_FILL_AUTO;
    BspSpace space;
    BspSpaceSource source = { .solid = solid, .is_expanded = TRUE, .box = *box };
    gboolean ok = bsp_space_init(&space, &source, &fill_options, (BspJobPart){ job, 1 }, error);
    leak->filled = ok && space.fill;
    leak->n_reached = leak->filled ? space.fill->n_reached : 0;
    leak->n_empty = leak->filled ? space.fill->n_empty : 0;
    bsp_space_clear(&space);
    return ok;
}

BspLeak *bsp_leak_find(const BspSolid *solid, const BspBounds *box, const BspBuildOptions *given,
                       GError **error)
{
    BspBuildOptions of_box = *given, *options = &of_box;
    g_autoptr(BspJob) job = bsp_build_job(options);
    g_autoptr(BspLeak) leak = g_new0(BspLeak, 1);
    g_autoptr(BspSolid) expanded =
        bsp_solid_expand_part(solid, box, 0, (BspJobPart){ job, 0 }, error);
    if (!expanded || !try_to_fill(solid, box, options, job, leak, error))
        return NULL;
    g_autoptr(GArray) starts =
        bsp_flood_starts_of_box(expanded, &(BspGrowth){ .grown = 0 }, box, given->starts);
    of_box.starts = starts;
    g_autoptr(GPtrArray) trails = trails_new(options->starts);
    Search s = { .solid = expanded, .options = options, .job = job, .trails = trails };
    gboolean ok = options->starts->len == 0 || (find_bounds(&s, error) && narrow_bounds(&s, error));
    if (ok)
        describe_opening(&s, leak);
    for (guint i = 0; solid->numbers && i < leak->n_brushes; i++)
        leak->brushes[i] = solid->numbers[leak->brushes[i]];
    bsp_flood_free(s.open);
    bsp_flood_free(s.closed);
    return ok ? g_steal_pointer(&leak) : NULL;
}

void bsp_leak_free(BspLeak *leak)
{
    if (!leak)
        return;
    g_clear_pointer(&leak->path, g_array_unref);
    g_free(leak);
}
