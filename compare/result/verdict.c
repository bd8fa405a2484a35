/* verdict: finds the best method for each use from the rows of a result. The records become
 * sentences in result/words.c.
 *
 * A method is best for a use if it is right there and no other method is measurably faster. Among
 * several such methods, it is the one that needs least memory. Its runner-up is the fastest of the
 * others. */
#include "result/result.h"

/* A use, for which the best method is found. It needs a few boxes that are known when the trees are
 * built, or boxes of any size, or all shapes. Its answers may or may not be early. */
typedef struct {
    const char *kind;
    gboolean all_shapes, any_size, may_be_early;
} Use;

static const Use uses[] = { { "boxes", FALSE, FALSE, FALSE },
                            { "any boxes", FALSE, TRUE, FALSE },
                            { "any shape", TRUE, TRUE, FALSE },
                            { "roughly", TRUE, TRUE, TRUE } };

/* A method's time as a multiple of the reference's time, with its interval. */
typedef struct {
    json_object *row;
    double bytes, ns, ratio, ends[2]; /* `ends` are zeros if there are too few repetitions */
    gboolean is_of_many;              /* `bytes` are those for COMPARE_MANY_BOXES boxes */
} Candidate;

/* Returns whether the use needs boxes of any size. */
static gboolean is_of_many(const Use *use)
{
    return use->any_size && !use->all_shapes;
}

/* --- which methods are right for a use --- */

static gboolean has_text(json_object *object, const char *array, const char *text)
{
    for (guint i = 0; i < compare_length_at(object, array); i++)
        if (g_strcmp0(json_object_get_string(compare_item_at(object, array, i)), text) == 0)
            return TRUE;
    return FALSE;
}

/* Returns whether the shape is one of the boxes that the scenario knows in advance. */
static gboolean is_space(json_object *result, const char *shape)
{
    return has_text(json_object_object_get(result, "scenario"), "spaces", shape);
}

/* Returns whether the method does not guarantee exact answers for the shape, even if all its
 * answers are exact here.
 */
static gboolean may_be_early(json_object *result, const char *method, const char *shape)
{
    return has_text(compare_find_row(result, "notes", method, "kind", "conservative"), "shapes",
                    shape);
}

/* Returns whether the method takes all shapes of the use that moved, and gives the answers that the
 * use needs. */
static gboolean is_right(json_object *result, json_object *row, const Use *use)
{
    const char *method = compare_text_at(row, "method");
    for (guint i = 0; i < compare_length_at(result, "errors"); i++) {
        const char *shape = compare_text_at(compare_item_at(result, "errors", i), "shape");
        json_object *own = compare_find_row(result, "errors", method, "shape", shape);
        if (!use->all_shapes && !is_space(result, shape))
            continue;
        if (!own || compare_number_at(own, "late") > 0 ||
            (!use->may_be_early &&
             (compare_number_at(own, "early") > 0 || may_be_early(result, method, shape))))
            return FALSE;
    }
    return TRUE;
}

/* Returns whether the method may be recommended at all. It must answer moving objects, by the
 * program's own clock, and never through solid. */
static gboolean is_candidate(json_object *result, json_object *row, const Use *use)
{
    if (compare_is_true_at(row, "contestant") || compare_is_true_at(row, "stationary") ||
        compare_text_at(row, "rest_of") || compare_number_at(row, "moves") == 0 ||
        compare_number_at(row, "late") > 0 || compare_number_at(row, "wrong") > 0)
        return FALSE;
    if (is_of_many(use) && !compare_is_true_at(row, "any_size"))
        return FALSE;
    return (!use->all_shapes || compare_is_true_at(row, "conservative") == use->may_be_early) &&
           is_right(result, row, use);
}

/* Returns whether a shape of the use moved. It is a space, or, if the use is any shape, a shape
 * that is not a space. */
static gboolean has_moved(json_object *result, const Use *use)
{
    for (guint i = 0; i < compare_length_at(result, "errors"); i++)
        if (is_space(result, compare_text_at(compare_item_at(result, "errors", i), "shape")) !=
            use->all_shapes)
            return TRUE;
    return FALSE;
}

/* Returns whether a method of the result takes boxes of sizes that were unknown when its tree was
 * built. */
static gboolean is_any_size_measured(json_object *result)
{
    for (guint i = 0; i < compare_length_at(result, "methods"); i++)
        if (compare_is_true_at(compare_item_at(result, "methods", i), "any_size"))
            return TRUE;
    return FALSE;
}

/* --- which of them is fastest --- */

/* Returns "walk", or "shot" if more of the moves are shots. */
static const char *frequent_group(json_object *result)
{
    json_object *scenario = json_object_object_get(result, "scenario");
    double walks = compare_number_at(scenario, "walks");
    return 2 * walks < compare_number_at(scenario, "moves") ? "shot" : "walk";
}

/* Returns the method's memory for COMPARE_MANY_BOXES boxes instead of those of the scenario. */
static double bytes_for_many(json_object *result, json_object *row)
{
    guint n = compare_length_at(json_object_object_get(result, "scenario"), "spaces");
    return compare_number_at(row, "bytes") +
           compare_number_at(row, "box_bytes") *
               (COMPARE_MANY_BOXES - (double)MIN(n, COMPARE_MANY_BOXES));
}

static Candidate candidate_of(json_object *result, json_object *row, const char *group)
{
    gboolean is_reference =
        g_strcmp0(compare_text_at(row, "method"), compare_text_at(result, "reference")) == 0;
    g_autofree char *ns = g_strconcat(group, "_ns_median", NULL);
    g_autofree char *ratio = g_strconcat(group, "_ratio", NULL);
    g_autofree char *interval = g_strconcat(group, "_ratio_ci95", NULL);
    Candidate c = { row,  compare_number_at(row, "bytes"), compare_number_at(row, ns), 1, { 1, 1 },
                    FALSE };
    if (is_reference)
        return c;
    c.ratio = compare_number_at(row, ratio);
    compare_interval_at(row, interval, c.ends);
    return c;
}

/* Sorts the smallest ratio first. Sorts methods without times by their memory. */
static int by_cost(gconstpointer a, gconstpointer b)
{
    const Candidate *x = a, *y = b;
    if (x->ratio > 0 && y->ratio > 0 && x->ns > 0 && y->ns > 0)
        return (x->ratio > y->ratio) - (x->ratio < y->ratio);
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static GArray *candidates_for(json_object *result, const Use *use)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Candidate));
    for (guint i = 0; i < compare_length_at(result, "methods"); i++) {
        json_object *row = compare_item_at(result, "methods", i);
        if (!is_candidate(result, row, use))
            continue;
        Candidate c = candidate_of(result, row, frequent_group(result));
        c.is_of_many = is_of_many(use) && json_object_object_get(row, "box_bytes");
        if (c.is_of_many)
            c.bytes = bytes_for_many(result, row);
        g_array_append_val(all, c);
    }
    g_array_sort(all, by_cost);
    return all;
}

/* Returns the index of the smallest of the candidates that are not measurably slower than the
 * first. */
static guint find_best(const GArray *all)
{
    const Candidate *c = (const Candidate *)(gconstpointer)all->data;
    double ends[2];
    guint best = 0;
    for (guint i = 1; i < all->len; i++)
        if (c[i].bytes < c[best].bytes &&
            compare_quotient(c[i].ratio, c[i].ends, c[0].ratio, c[0].ends, ends) &&
            compare_is_about_one(ends))
            best = i;
    return best;
}

/* --- records --- */

static json_object *add_record(json_object *records, const char *kind)
{
    json_object *record = compare_json_object();
    compare_json_add(record, "kind", compare_json_text(kind));
    compare_json_append(records, record);
    return record;
}

/* Adds a method, and its memory if that is for other boxes than the scenario's. */
static void set_method(json_object *record, const char *key, const char *bytes_key,
                       const Candidate *c)
{
    compare_json_add(record, key, compare_json_text(compare_text_at(c->row, "method")));
    if (c->is_of_many)
        compare_json_add(record, bytes_key, compare_json_exact(c->bytes));
}

static void add_second(json_object *record, const Candidate *second, const Candidate *best)
{
    double ends[2];
    set_method(record, "second", "second_bytes", second);
    if (compare_quotient(second->ratio, second->ends, best->ratio, best->ends, ends))
        compare_json_add(record, "ratio_ci95", compare_json_numbers(ends, 2));
}

static void add_use(json_object *records, json_object *result, const Use *use)
{
    g_autoptr(GArray) all = candidates_for(result, use);
    const Candidate *c = (const Candidate *)(gconstpointer)all->data;
    if (use->may_be_early && all->len == 0)
        return;
    json_object *record = add_record(records, use->kind);
    compare_json_add(record, "moved", compare_json_boolean(has_moved(result, use)));
    if (is_of_many(use) && !is_any_size_measured(result))
        compare_json_add(record, "unmeasured", compare_json_text(compare_shift_box.name));
    if (all->len == 0)
        return;
    guint best = find_best(all);
    set_method(record, "method", "bytes", &c[best]);
    if (all->len > 1)
        add_second(record, &c[best == 0 ? 1 : 0], &c[best]);
}

json_object *compare_verdict(json_object *result)
{
    json_object *records = compare_json_array();
    if (compare_result_is_noisy(result)) {
        add_record(records, "noisy");
        return records;
    }
    for (guint i = 0; i < G_N_ELEMENTS(uses); i++)
        add_use(records, result, &uses[i]);
    return records;
}
