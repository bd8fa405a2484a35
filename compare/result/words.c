/* words: makes the sentences of a result from its records and rows. */
#include "result/words.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "run/judge.h"
#include "text/strings.h"

static void G_GNUC_PRINTF(2, 3) add_line(GPtrArray *lines, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(lines, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

static char **end_lines(GPtrArray *lines)
{
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

static guint count_at(json_object *record, const char *key)
{
    return (guint)CLAMP(compare_number_at(record, key), 0, G_MAXUINT);
}

/* Returns the member "bytes". It is limited, because a file may have any number. */
static guint64 bytes_at(json_object *row)
{
    return (guint64)CLAMP(compare_number_at(row, "bytes"), 0, 0x1p53);
}

static const char *text_at(json_object *record, const char *key)
{
    const char *text = compare_text_at(record, key);
    return text ? text : "?";
}

/* Returns a text such as "1 move" or "2 moves". */
static char *count_text(guint n, const char *noun)
{
    return g_strdup_printf("%u %s%s", n, noun,
                           n == 1                         ? ""
                           : g_str_has_suffix(noun, "sh") ? "es"
                                                          : "s");
}

/* Joins the items of an array with commas or spaces. They are names, as in "stand, ball", or
 * coordinates, as in "1 0 0.5". */
static char *list_text(json_object *record, const char *key)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < compare_length_at(record, key); i++) {
        json_object *item = compare_item_at(record, key, i);
        if (json_object_is_type(item, json_type_string))
            g_string_append_printf(out, "%s%s", i ? ", " : "", json_object_get_string(item));
        else
            g_string_append_printf(out, "%s%.9g", i ? " " : "", json_object_get_double(item));
    }
    return g_strdup(out->str);
}

/* --- the subject --- */

static char *about_sweep(json_object *result, json_object *scenario, const char *world)
{
    g_autofree char *moves = count_text(count_at(scenario, "moves"), "move"),
                    *names = list_text(result, "asked");
    return g_strdup_printf("%s, %s varied; the methods answer the same %s of %s for every value",
                           world, text_at(result, "vary"), moves, names);
}

char *compare_words_about(json_object *result)
{
    json_object *s = json_object_object_get(result, "scenario");
    guint n = count_at(s, "moves"), walks = count_at(s, "walks"),
          inside = count_at(s, "starts_in_solid");
    g_autofree char *brushes = count_text(count_at(s, "brushes"), "brush"),
                    *spaces = count_text(compare_length_at(s, "spaces"), "space"),
                    *shapes = count_text(compare_length_at(s, "shapes"), "shape"),
                    *moves = count_text(n, "move"), *walk = count_text(walks, "walk"),
                    *shot = count_text(n - MIN(walks, n), "shot"),
                    *hits = count_text(count_at(s, "hits"), "hit"),
                    *starts = count_text(inside, "start");
    g_autofree char *world = g_strdup_printf("world %s (%s)", text_at(s, "world_name"), brushes);
    if (compare_result_is_sweep(result))
        return about_sweep(result, s, world);
    return g_strdup_printf("%s, %s, %s; %s: %s, %s, %s%s%s%s", world, spaces, shapes, moves, walk,
                           shot, hits, inside ? ", " : "", inside ? starts : "",
                           inside ? " in solid" : "");
}

/* --- warnings --- */

static void G_GNUC_PRINTF(2, 3) add_reason(GString *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_string_append(why, why->len ? "; " : "");
    g_string_append_vprintf(why, format, arguments);
    va_end(arguments);
}

char *compare_words_noise(json_object *result)
{
    json_object *noise = json_object_object_get(result, "noise");
    double load = compare_number_at(noise, "load"), waited = compare_number_at(noise, "waited");
    double widest = compare_number_at(noise, "widest_interval");
    guint cores = count_at(noise, "cores");
    g_autoptr(GString) why = g_string_new(NULL);
    if (!compare_result_is_noisy(result))
        return NULL;
    if (load > cores)
        add_reason(why, "load %.1f on %u core%s", load, cores, cores == 1 ? "" : "s");
    if (waited > COMPARE_NOISE_WAITED)
        add_reason(why, "queries had no processor for %.0f%% of the time", 100 * waited);
    if (widest > COMPARE_NOISE_WIDTH)
        add_reason(why, "the interval of the %s of %s is as wide as %.0f%% of their median",
                   compare_is_true_at(noise, "widest_is_shot") ? "shots" : "walks",
                   text_at(noise, "widest_of"), 100 * widest);
    return g_strdup_printf("noisy machine, times may be unreliable: %s", why->str);
}

/* --- the verdict --- */

/* Returns a text such as "60 ns a walk, 200 ns a shot, 932 KiB, built in 6500 ms". `many` is the
 * bytes for many boxes, or 0 if unknown. */
static char *cost_text(json_object *row, double many)
{
    double walk = compare_number_at(row, "walk_ns_median"),
           shot = compare_number_at(row, "shot_ns_median"), ms = compare_number_at(row, "build_ms");
    g_autofree char *bytes = compare_number_bytes(many > 0 ? (guint64)many : bytes_at(row));
    g_autofree char *build = compare_number_rounded(ms);
    g_autoptr(GString) out = g_string_new(NULL);
    if (walk > 0)
        g_string_append_printf(out, "%.0f ns a walk, ", walk);
    if (shot > 0)
        g_string_append_printf(out, "%.0f ns a shot, ", shot);
    g_string_append(out, bytes);
    if (many > 0)
        g_string_append_printf(out, " for %d boxes", COMPARE_MANY_BOXES);
    if (ms > 0)
        g_string_append_printf(out, ", built in %s ms", build);
    return g_strdup(out->str);
}

static json_object *find_method(json_object *result, const char *name)
{
    return compare_find_row(result, "methods", name, "value", NULL);
}

static void add_second(GString *out, json_object *result, json_object *record)
{
    const char *second = compare_text_at(record, "second");
    double ends[2];
    if (!second)
        return;
    g_autofree char *cost =
        cost_text(find_method(result, second), compare_number_at(record, "second_bytes"));
    compare_interval_at(record, "ratio_ci95", ends);
    g_string_append_printf(out, " Runner-up: %s", second);
    if (ends[0] > 0)
        g_string_append_printf(out, ", %.2f to %.2f times as long%s", ends[0], ends[1],
                               compare_is_about_one(ends) ? " (no difference found)" : "");
    g_string_append_printf(out, ": %s.", cost);
}

static void add_use(GPtrArray *lines, json_object *result, json_object *record, const char *use)
{
    const char *method = compare_text_at(record, "method"),
               *unmeasured = compare_text_at(record, "unmeasured");
    g_autoptr(GString) out = g_string_new(use);
    g_autofree char *cost =
        cost_text(find_method(result, method), compare_number_at(record, "bytes"));
    if (unmeasured)
        g_string_append_printf(out, ": %s, which was not measured.", unmeasured);
    else if (!compare_is_true_at(record, "moved"))
        g_string_append(out, ": no such move was answered, so this run names no method.");
    else if (!method)
        g_string_append(out, ": no method answered all of their moves exactly.");
    else
        g_string_append_printf(out, ": %s, %s.", method, cost);
    if (method && compare_is_true_at(record, "moved"))
        add_second(out, result, record);
    add_line(lines, "%s", out->str);
}

/* Returns whether any method that is allowed to be early gave an early answer. */
static gboolean is_any_early(json_object *result)
{
    for (guint i = 0; i < compare_length_at(result, "methods"); i++) {
        json_object *row = compare_item_at(result, "methods", i);
        if (compare_number_at(row, "early") > 0 && compare_is_true_at(row, "conservative"))
            return TRUE;
    }
    return FALSE;
}

char **compare_words_verdict(json_object *result)
{
    static const struct {
        const char *kind, *use;
    } uses[] = { { "boxes", "A few boxes, known in advance" },
                 { "any boxes", "Boxes of hundreds of sizes" },
                 { "any shape", "Any shape" },
                 { "roughly", "Any shape, if some answers may be early" } };
    GPtrArray *lines = g_ptr_array_new();
    for (guint i = 0; i < compare_length_at(result, "verdict"); i++) {
        json_object *record = compare_item_at(result, "verdict", i);
        const char *kind = text_at(record, "kind");
        if (strcmp(kind, "noisy") == 0)
            add_line(lines, "Which method: not judged, because the machine was noisy; with "
                            "--no-timing, memory decides.");
        for (guint k = 0; k < G_N_ELEMENTS(uses); k++)
            if (strcmp(kind, uses[k].kind) == 0)
                add_use(lines, result, record, uses[k].use);
    }
    if (compare_length_at(result, "verdict") && !compare_text_at(result, "reference"))
        add_line(lines, "No times were measured, so memory decides.");
    if (is_any_early(result))
        add_line(lines,
                 "Answers are early because planes that are shifted outward meet beyond edges and "
                 "corners, farther out than a shape can touch.");
    return end_lines(lines);
}

/* --- notes --- */

/* The notes from index `first` to `end` - 1, which are of one kind. `file` is that of
 * compare_words_notes(). */
typedef struct {
    json_object *result;
    const char *file;
    guint first, end;
} Records;

static json_object *record_at(const Records *records, guint i)
{
    return compare_item_at(records->result, "notes", i);
}

/* Joins the names of methods, with the value of a sweep and the counts, if there are any. */
static void join_names(GString *out, const Records *records)
{
    for (guint i = records->first; i < records->end; i++) {
        json_object *record = record_at(records, i);
        g_string_append_printf(out, "%s%s", i > records->first ? ", " : "",
                               text_at(record, "method"));
        if (compare_text_at(record, "value"))
            g_string_append_printf(out, " at %s", text_at(record, "value"));
        if (json_object_object_get(record, "n"))
            g_string_append_printf(out, " %u", count_at(record, "n"));
        if (json_object_object_get(record, "of"))
            g_string_append_printf(out, " of %u", count_at(record, "of"));
    }
}

/* Lists methods with the same shapes together, as in "onion, multi for ball; shift for stand,
 * ball".
 */
static void join_shapes(GString *out, const Records *records)
{
    for (guint i = records->first; i < records->end; i++) {
        json_object *record = record_at(records, i), *next = record_at(records, i + 1);
        gboolean is_last =
            i + 1 == records->end || !json_object_equal(json_object_object_get(record, "shapes"),
                                                        json_object_object_get(next, "shapes"));
        g_autofree char *shapes = list_text(record, "shapes");
        g_string_append(out, text_at(record, "method"));
        if (is_last)
            g_string_append_printf(out, " for %s", shapes);
        if (i + 1 < records->end)
            g_string_append(out, is_last ? "; " : ", ");
    }
}

static void add_times_line(GPtrArray *lines, json_object *r, const char *file)
{
    (void)file;
    add_line(lines, "times are those of the moves that all methods take%s",
             strcmp(text_at(r, "kind"), "rest") == 0 ? "; rows with (rest) have the other moves"
                                                     : "");
}

static void add_stuck_line(GPtrArray *lines, json_object *r, const char *file)
{
    (void)file;
    g_autofree char *from = list_text(r, "from"), *delta = list_text(r, "delta"),
                    *to = list_text(r, "to"), *ideal = list_text(r, "ideal");
    add_line(lines,
             "%s, %s: the body at %s wants to move by %s. It gets to %s, and could get to %s",
             text_at(r, "shape"), text_at(r, "method"), from, delta, to, ideal);
}

/* Milliseconds. Shorter work needs no sentence, because the whole measurement takes seconds. */
#define LONG_WORK 20

/* Adds a sentence about the other work before cold moves, if it took long or could not be done as
 * documented. */
static void add_cold_line(GPtrArray *lines, json_object *r, const char *file)
{
    (void)file;
    double bytes = compare_number_at(r, "bytes"), cache = compare_number_at(r, "cache_bytes");
    double ms = compare_number_at(r, "ms");
    if (cache > 0 && bytes >= 2 * cache && ms < LONG_WORK)
        return;
    add_line(lines, "cold: before each 64 moves %.0f MiB were written, in about %.0f ms; %s",
             bytes / 0x1p20, ms,
             cache <= 0 ? "the system reports no caches"
             : bytes < 2 * cache
                 ? "that is less than twice the largest cache, because memory is short"
                 : "that is twice the largest cache");
}

/* Returns the name of the move that a record is about, as in: move 3 of "walks" (stand) in
 * small.json. */
static char *move_text(json_object *r, const char *file)
{
    return g_strdup_printf("move %u of \"%s\" (%s)%s%s", count_at(r, "move"),
                           text_at(r, "trajectory"), text_at(r, "shape"), file ? " in " : "",
                           file ? file : "");
}

static void add_pair_lines(GPtrArray *lines, json_object *r, const char *file)
{
    g_autofree char *moves = count_text(count_at(r, "moves"), "move"), *move = move_text(r, file);
    add_line(
        lines,
        "find-first-transition (%s) against HitCheckBSP (%s): of %s, %u have different classes "
        "and %u different normals; the stops differ by at most %.3g units",
        text_at(r, "method"), text_at(r, "second"), moves, count_at(r, "classes"),
        count_at(r, "normals"), compare_number_at(r, "units"));
    if (json_object_object_get(r, "trajectory"))
        add_line(lines,
                 "they differ most in %s: %s answers %s after %.6g units, %s answers %s after "
                 "%.6g units",
                 move, text_at(r, "method"), text_at(r, "class"), compare_number_at(r, "at"),
                 text_at(r, "second"), text_at(r, "second_class"),
                 compare_number_at(r, "second_at"));
}

/* Returns a text about the worst answer. --reproducer writes this answer's move to a file, and
 * explain prints why the method answers so. */
static char *worst_text(json_object *r, const char *file)
{
    g_autofree char *normal = list_text(r, "normal"), *move = move_text(r, file);
    g_autofree char *how = compare_text_at(r, "reason")
                               ? g_strdup_printf(", normal %s, distance %.9g: %s", normal,
                                                 compare_number_at(r, "dist"), text_at(r, "reason"))
                               : g_strdup_printf(" by %.6g units", compare_number_at(r, "units"));
    return g_strdup_printf("worst: %s, %s: %s%s", text_at(r, "method"), move, text_at(r, "error"),
                           how);
}

static void add_worst_line(GPtrArray *lines, json_object *r, const char *file)
{
    g_ptr_array_add(lines, worst_text(r, file));
}

char *compare_words_worst(json_object *result, const char *file)
{
    for (guint i = 0; i < compare_length_at(result, "notes"); i++) {
        json_object *record = compare_item_at(result, "notes", i);
        if (strcmp(text_at(record, "kind"), "worst") == 0)
            return worst_text(record, file);
    }
    return NULL;
}

/* The sentences. Records of one kind are joined in one sentence after `head`, or `add` adds a line
 * for each record. */
static const struct {
    const char *kind, *head;
    void (*join)(GString *out, const Records *records);
    void (*add)(GPtrArray *lines, json_object *record, const char *file);
} sentences[] = {
    { "conservative", "* may stop early, never late: ", .join = join_shapes },
    { "skips", "skipped, shape not supported: ", .join = join_shapes },
    { "skips turning", "skipped, moves that turn: ", .join = join_names },
    { "skips skins", "skipped, moves that keep a skin: ", .join = join_names },
    { "idle", "skipped, moving objects: ", .join = join_names },
    { "wrong", "! wrong answers: ", .join = join_names },
    { "filled", "outside filled for trees or spaces (bsplevel info --leak finds a leak): ",
      .join = join_names },
    { "in filling",
      "early, not wrong: moves that begin in filled space, after a walk slipped "
      "through a crack: ",
      .join = join_names },
    { "in crack", "early, not wrong: moves that stop at an opening that --crack counts as closed: ",
      .join = join_names },
    { "repeated walks", "too few walks, so repeated moves look too fast: ", .join = join_names },
    { "repeated shots", "too few shots, so repeated moves look too fast: ", .join = join_names },
    { "rest", .add = add_times_line },
    { "common times", .add = add_times_line },
    { "stuck", .add = add_stuck_line },
    { "pair", .add = add_pair_lines },
    { "worst", .add = add_worst_line },
    { "cold", .add = add_cold_line },
};

static void add_record_lines(GPtrArray *lines, const Records *records, const char *kind)
{
    for (guint k = 0; k < G_N_ELEMENTS(sentences); k++) {
        if (strcmp(kind, sentences[k].kind) != 0)
            continue;
        g_autoptr(GString) out = g_string_new(sentences[k].head);
        if (sentences[k].join) {
            sentences[k].join(out, records);
            add_line(lines, "%s", out->str);
        }
        for (guint i = records->first; sentences[k].add && i < records->end; i++)
            sentences[k].add(lines, record_at(records, i), records->file);
    }
}

static void add_contestant_line(GPtrArray *lines, json_object *c)
{
    const char *error = compare_text_at(c, "error");
    double skin = compare_number_at(c, "skin"), again = compare_number_at(c, "ns_again");
    g_autofree char *exact = list_text(c, "exact");
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "+ %s: a contestant", text_at(c, "method"));
    if (error)
        g_string_append_printf(out, ", without answers: %s", error);
    for (guint i = 0; !error && i < compare_length_at(c, "about"); i++)
        g_string_append_printf(out, "; %s", json_object_get_string(compare_item_at(c, "about", i)));
    if (!error && skin > 0)
        g_string_append_printf(out, "; it stops up to %g unit%s short on purpose", skin,
                               skin == 1 ? "" : "s");
    if (!error)
        g_string_append_printf(out, "; guarantees %s%s", *exact ? "exact answers for " : "nothing",
                               exact);
    if (!error && again > 0)
        g_string_append_printf(out, "; its time for all moves in random order: %.0f ns", again);
    add_line(lines, "%s", out->str);
}

static void add_remark_lines(GPtrArray *lines, json_object *result)
{
    if (json_object_object_get(result, "walkers") && compare_length_at(result, "walkers") == 0)
        add_line(
            lines,
            "%s: nothing walks, because no box, sphere or capsule that a method supports fits at a "
            "start of the world",
            compare_result_name(result));
    for (guint i = 0; i < compare_length_at(result, "contestants"); i++)
        add_contestant_line(lines, compare_item_at(result, "contestants", i));
}

/* Adds a sentence about moves whose bracket is too wide to judge answers (run/judge). */
static void add_undecided_line(GPtrArray *lines, json_object *result)
{
    json_object *undecided = json_object_object_get(result, "undecided");
    json_object *outside = json_object_object_get(undecided, "outside");
    guint n = count_at(undecided, "moves"), still = count_at(undecided, "still");
    g_autoptr(GString) out = g_string_new(NULL);
    if (n == 0 || !json_object_is_type(outside, json_type_object))
        return;
    json_object_object_foreach(outside, name, value)
    {
        guint64 answers = json_object_get_uint64(value);
        if (answers)
            g_string_append_printf(out, "%s%s %" G_GUINT64_FORMAT, out->len ? ", " : "", name,
                                   answers);
    }
    if (!out->len)
        g_string_append(out, "none");
    if (still)
        g_string_append_printf(out, "; still undecided: %u", still);
    add_line(lines,
             "undecided: %u of %u moves touch or follow a surface; answers that are not wrong, but "
             "outside a narrower bracket of %g unit: %s",
             n, count_at(json_object_object_get(result, "scenario"), "moves"),
             compare_number_at(undecided, "bracket"), out->str);
}

char **compare_words_notes(json_object *result, const char *file)
{
    GPtrArray *lines = g_ptr_array_new();
    guint n = compare_length_at(result, "notes");
    const char *hash = compare_text_at(result, "hash"),
               *counters = compare_text_at(result, "counters_hash");
    for (guint i = 0, end; i < n; i = end) {
        const char *kind = text_at(compare_item_at(result, "notes", i), "kind");
        for (end = i + 1; end < n; end++)
            if (strcmp(text_at(compare_item_at(result, "notes", end), "kind"), kind) != 0)
                break;
        add_record_lines(lines, &(Records){ result, file, i, end }, kind);
    }
    add_remark_lines(lines, result);
    add_undecided_line(lines, result);
    if (hash && counters)
        add_line(lines, "hashes: moves and answers %s, trees and counters %s", hash, counters);
    return end_lines(lines);
}

char **compare_words_methods(json_object *result)
{
    GPtrArray *lines = g_ptr_array_new();
    for (guint i = 0; i < compare_length_at(result, "notes"); i++) {
        json_object *record = compare_item_at(result, "notes", i);
        if (strcmp(text_at(record, "kind"), "method") == 0)
            add_line(lines, "%s: %s", text_at(record, "method"), text_at(record, "about"));
    }
    return end_lines(lines);
}

/* --- all sentences --- */

static json_object *lines_array(char **lines)
{
    json_object *array = compare_json_texts(lines, g_strv_length(lines));
    g_strfreev(lines);
    return array;
}

json_object *compare_words_object(json_object *result)
{
    json_object *object = compare_json_object();
    g_autofree char *about = compare_words_about(result), *noise = compare_words_noise(result);
    compare_json_add(object, "about", compare_json_text(about));
    compare_json_add(object, "noise", compare_json_text(noise));
    compare_json_add(object, "verdict", lines_array(compare_words_verdict(result)));
    compare_json_add(object, "notes", lines_array(compare_words_notes(result, NULL)));
    compare_json_add(object, "methods", lines_array(compare_words_methods(result)));
    return object;
}
