/* words: the sentences of a result, from its records and rows. */
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

/* The member "bytes". A file may have any number. */
static guint64 bytes_at(json_object *row)
{
    return (guint64)CLAMP(compare_number_at(row, "bytes"), 0, 0x1p53);
}

/* The member's text; "?" if it has none. */
static const char *text_at(json_object *record, const char *key)
{
    const char *text = compare_text_at(record, key);
    return text ? text : "?";
}

/* "1 move", "2 moves". */
static char *counted(guint n, const char *noun)
{
    return g_strdup_printf("%u %s%s", n, noun,
                           n == 1                         ? ""
                           : g_str_has_suffix(noun, "sh") ? "es"
                                                          : "s");
}

/* Coordinates in this format, between spaces or commas. */
static char *place_text(json_object *record, const char *key, const char *gap)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < compare_length_at(record, key); i++)
        g_string_append_printf(out, "%s%.9g", i ? gap : "",
                               json_object_get_double(compare_item_at(record, key, i)));
    return g_strdup(out->str);
}

/* Lists the texts of an array: "stand, ball". */
static char *names_text(json_object *record, const char *key)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < compare_length_at(record, key); i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "",
                               json_object_get_string(compare_item_at(record, key, i)));
    return g_strdup(out->str);
}

/* --- the subject --- */

/* The most names of movers in the description of a sweep. If there are more, the last ones are only
 * counted. */
#define NAMES 6

/* Returns a text such as "the same 600 moves of stand, crouch and 3 more". */
static char *same_moves(json_object *result, json_object *scenario)
{
    guint n = compare_length_at(result, "asked"), shown = n > NAMES ? NAMES - 1 : n;
    g_autofree char *moves = counted(count_at(scenario, "moves"), "move");
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "the same %s of ", moves);
    for (guint i = 0; i < shown; i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "",
                               json_object_get_string(compare_item_at(result, "asked", i)));
    if (shown < n)
        g_string_append_printf(out, " and %u more", n - shown);
    return g_strdup(out->str);
}

static char *about_sweep(json_object *result, json_object *scenario, const char *world)
{
    g_autofree char *same = same_moves(result, scenario);
    return g_strdup_printf("%s, %s varied; every value is asked %s", world, text_at(result, "vary"),
                           same);
}

char *compare_words_about(json_object *result)
{
    json_object *s = json_object_object_get(result, "scenario");
    guint n = count_at(s, "moves"), walks = count_at(s, "walks"),
          inside = count_at(s, "starts_in_solid");
    g_autofree char *brushes = counted(count_at(s, "brushes"), "brush"),
                    *spaces = counted(compare_length_at(s, "spaces"), "space"),
                    *shapes = counted(compare_length_at(s, "shapes"), "shape"),
                    *moves = counted(n, "move"), *walk = counted(walks, "walk"),
                    *shot = counted(n - MIN(walks, n), "shot"),
                    *hits = counted(count_at(s, "hits"), "hit"), *starts = counted(inside, "start");
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
        add_reason(why, "the interval of the %s of %s is %.0f%% of their median wide",
                   compare_is_true_at(noise, "widest_is_shot") ? "shots" : "walks",
                   text_at(noise, "widest_of"), 100 * widest);
    return g_strdup_printf("noisy machine, times may be unreliable: %s", why->str);
}

/* --- the verdict --- */

/* Returns a text such as "60 ns a walk, 200 ns a shot, 932 KiB, built in 6500 ms". */
static char *cost_text(json_object *row)
{
    double walk = compare_number_at(row, "walk_ns_median"),
           shot = compare_number_at(row, "shot_ns_median"), ms = compare_number_at(row, "build_ms");
    g_autofree char *bytes = compare_number_bytes(bytes_at(row));
    g_autofree char *build = compare_number_rounded(ms);
    g_autoptr(GString) out = g_string_new(NULL);
    if (walk > 0)
        g_string_append_printf(out, "%.0f ns a walk, ", walk);
    if (shot > 0)
        g_string_append_printf(out, "%.0f ns a shot, ", shot);
    g_string_append(out, bytes);
    if (ms > 0)
        g_string_append_printf(out, ", built in %s ms", build);
    return g_strdup(out->str);
}

/* Adds how the runner-up compares with the best. */
static void add_second(GString *out, json_object *result, json_object *record)
{
    const char *second = compare_text_at(record, "second");
    double ends[2];
    if (!second)
        return;
    g_autofree char *cost = cost_text(compare_find_method(result, second));
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
    g_autofree char *cost = cost_text(compare_find_method(result, method));
    if (unmeasured)
        g_string_append_printf(out, ": %s, which was not measured.", unmeasured);
    else if (!compare_is_true_at(record, "moved"))
        g_string_append(out, ": no such move was answered, so this run does not say.");
    else if (!method)
        g_string_append(out, ": no method answered all of their moves exactly.");
    else
        g_string_append_printf(out, ": %s, %s.", method, cost);
    if (method && compare_is_true_at(record, "moved"))
        add_second(out, result, record);
    add_line(lines, "%s", out->str);
}

/* Lists the methods with a count in this column: "shift 12 of 100"; all, or those that may be
 * early. NULL if none has. */
static char *counts_text(json_object *result, const char *key, gboolean all)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < compare_length_at(result, "methods"); i++) {
        json_object *row = compare_item_at(result, "methods", i);
        if (compare_number_at(row, key) > 0 && (all || compare_is_true_at(row, "conservative")))
            g_string_append_printf(out, "%s%s %.0f of %.0f", out->len ? ", " : "",
                                   text_at(row, "method"), compare_number_at(row, key),
                                   compare_number_at(row, "moves"));
    }
    return out->len ? g_strdup(out->str) : NULL;
}

static void add_early_and_late(GPtrArray *lines, json_object *result)
{
    g_autofree char *early = counts_text(result, "early", FALSE),
                    *late = counts_text(result, "late", TRUE);
    if (early)
        add_line(
            lines,
            "Early: %s, because planes that are shifted outward meet beyond edges and corners, "
            "farther out than a shape can touch.",
            early);
    if (late)
        add_line(lines, "Late: %s. A late answer goes through solid, which is always a bug.", late);
}

/* --- how the costs of a sweep grow --- */

/* Returns a text such as "From 1 to 64 spaces". */
static char *span_of(json_object *result)
{
    static const struct {
        const char *vary, *before, *between, *after;
    } spans[] = { { "bevel-angle", "From a bevel angle of ", " to one of ", "" },
                  { "space-node-faces", "From space-node-faces ", " to ", "" },
                  { "spaces", "From ", " to ", " spaces" } };
    guint n = compare_length_at(result, "values");
    for (guint i = 0; n && i < G_N_ELEMENTS(spans); i++)
        if (strcmp(text_at(result, "vary"), spans[i].vary) == 0)
            return g_strdup_printf(
                "%s%s%s%s%s", spans[i].before,
                json_object_get_string(compare_item_at(result, "values", 0)), spans[i].between,
                json_object_get_string(compare_item_at(result, "values", n - 1)), spans[i].after);
    return g_strdup("From the first value to the last");
}

/* Less growth than this fraction is not mentioned. */
#define SAME 0.05

/* Adds a text such as "memory grows 12.3 times, from 10 KiB to 123 KiB". */
static void add_memory(GString *out, guint64 first, guint64 last)
{
    g_autofree char *a = compare_number_bytes(first), *b = compare_number_bytes(last);
    double times = first > 0 ? (double)last / (double)first : 1;
    g_autofree char *told = compare_number_rounded(times);
    if (first == last)
        g_string_append_printf(out, " memory stays at %s", b);
    else if (fabs(times - 1) < SAME)
        g_string_append_printf(out, " memory hardly changes, from %s to %s", a, b);
    else if (times > 1)
        g_string_append_printf(out, " memory grows %s times, from %s to %s", told, a, b);
    else
        g_string_append_printf(out, " memory shrinks from %s to %s", a, b);
}

/* Adds a text such as ", a walk from 36 to 45 ns"; gives visited nodes if no times were measured.
 */
static void add_cost(GString *out, const char *group, json_object *first, json_object *last)
{
    g_autofree char *ns = g_strconcat(group, "_ns_median", NULL);
    g_autofree char *nodes = g_strconcat(group, "_nodes_mean", NULL);
    gboolean timed = compare_number_at(first, ns) > 0 && compare_number_at(last, ns) > 0;
    if (timed)
        g_string_append_printf(out, ", a %s from %.0f to %.0f ns", group,
                               compare_number_at(first, ns), compare_number_at(last, ns));
    else if (json_object_object_get(first, nodes) && json_object_object_get(last, nodes))
        g_string_append_printf(out, ", a %s from %.1f to %.1f nodes visited", group,
                               compare_number_at(first, nodes), compare_number_at(last, nodes));
}

static void add_growth(GPtrArray *lines, json_object *result)
{
    guint n = compare_length_at(result, "values"), rows = compare_length_at(result, "rows");
    guint each = n ? rows / n : 0;
    g_autofree char *span = span_of(result);
    for (guint i = 0; n > 1 && i < each; i++) {
        json_object *first = compare_item_at(result, "rows", i);
        json_object *last = compare_item_at(result, "rows", (n - 1) * each + i);
        g_autoptr(GString) out = g_string_new(span);
        g_string_append_printf(out, ", %s:", text_at(first, "method"));
        add_memory(out, bytes_at(first), bytes_at(last));
        add_cost(out, "walk", first, last);
        add_cost(out, "shot", first, last);
        if (count_at(first, "early") || count_at(last, "early"))
            g_string_append_printf(out, ", early answers from %u to %u of %u",
                                   count_at(first, "early"), count_at(last, "early"),
                                   count_at(last, "moves"));
        add_line(lines, "%s.", out->str);
    }
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
    if (compare_result_is_sweep(result))
        add_growth(lines, result);
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
    add_early_and_late(lines, result);
    return end_lines(lines);
}

/* --- notes --- */

/* The records first to end - 1 of the notes, which are of one kind. */
typedef struct {
    json_object *result;
    guint first, end;
} Records;

static json_object *record_at(const Records *records, guint i)
{
    return compare_item_at(records->result, "notes", i);
}

/* Adds "A: x, y" for all of the records. */
typedef void (*JoinFunc)(GString *out, const Records *records);

/* Names of methods or files, with their counts if there are any. */
static void join_names(GString *out, const Records *records)
{
    for (guint i = records->first; i < records->end; i++) {
        json_object *record = record_at(records, i);
        const char *file = compare_text_at(record, "file");
        g_string_append_printf(out, "%s%s", i > records->first ? ", " : "",
                               file ? file : text_at(record, "method"));
        if (json_object_object_get(record, "n"))
            g_string_append_printf(out, " %u", count_at(record, "n"));
    }
}

/* "onion, multi for ball; shift for stand, ball": methods with the same shapes are listed together.
 */
static void join_shapes(GString *out, const Records *records)
{
    for (guint i = records->first; i < records->end; i++) {
        json_object *record = record_at(records, i), *next = record_at(records, i + 1);
        gboolean is_last =
            i + 1 == records->end || !json_object_equal(json_object_object_get(record, "shapes"),
                                                        json_object_object_get(next, "shapes"));
        g_autofree char *shapes = names_text(record, "shapes");
        g_string_append(out, text_at(record, "method"));
        if (is_last)
            g_string_append_printf(out, " for %s", shapes);
        if (i + 1 < records->end)
            g_string_append(out, is_last ? "; " : ", ");
    }
}

/* In how many trees or spaces the outside was filled, and why not in the others. */
static void join_filled(GString *out, const Records *records)
{
    g_autoptr(GPtrArray) reasons = g_ptr_array_new();
    gboolean leaks = FALSE;
    for (guint i = records->first; i < records->end; i++) {
        json_object *record = record_at(records, i);
        const char *why = compare_text_at(record, "why");
        g_string_append_printf(out, "%s%s %u of %u", i > records->first ? ", " : "",
                               text_at(record, "method"), count_at(record, "n"),
                               count_at(record, "of"));
        leaks = leaks || compare_is_true_at(record, "leaks");
        if (why && !g_ptr_array_find_with_equal_func(reasons, why, g_str_equal, NULL))
            g_ptr_array_add(reasons, (gpointer)why);
    }
    for (guint i = 0; i < reasons->len; i++)
        g_string_append_printf(out, "; %s", (const char *)reasons->pdata[i]);
    g_string_append(out, leaks ? " (bsplevel info --leak FILE.pts names the hole)" : "");
}

static const struct {
    const char *kind, *head;
    JoinFunc join;
} joined[] = {
    { "conservative", "* may stop early, never late: ", join_shapes },
    { "skips", "skipped, shape not supported: ", join_shapes },
    { "skips turning", "skipped, moves that turn: ", join_names },
    { "stationary", "skipped, stationary objects only: ", join_names },
    { "idle", "no row, stationary objects only: ", join_names },
    { "wrong", "! wrong answers: ", join_names },
    { "filled", "outside filled (trees or spaces): ", join_filled },
    { "in filling",
      "early, not wrong: moves that begin in filled space, after a walk slipped through a crack: ",
      join_names },
    { "in crack", "early, not wrong: moves that stop at an opening that --crack counts as closed: ",
      join_names },
    { "loaded", "build ms is the loading time for trees from files: ", join_names },
    { "repeated walks", "too few walks, so repeated moves look too fast: ", join_names },
    { "repeated shots", "too few shots, so repeated moves look too fast: ", join_names },
};

/* Units. A position written with few digits is in solid by less than this. */
#define ROUNDED 0.05

static void tell_buried(GPtrArray *lines, json_object *r)
{
    const char *trajectory = text_at(r, "trajectory");
    double depth = compare_number_at(r, "depth");
    add_line(lines,
             "%u of %u moves of \"%s\" (%s) begin in solid: move %u begins %.3g units deep in "
             "brush %u%s; see explain --move \"%s:%u\"",
             count_at(r, "n"), count_at(r, "of"), trajectory, text_at(r, "shape"),
             count_at(r, "move"), depth, count_at(r, "brush"),
             depth < ROUNDED ? " (were positions rounded?)" : "", trajectory, count_at(r, "move"));
}

static void tell_rest(GPtrArray *lines, json_object *r)
{
    add_line(lines, "times: of moves that all methods take%s",
             strcmp(text_at(r, "kind"), "rest") == 0 ? "; (rest): of the others" : "");
}

/* Units on all sides of the drawn place. */
#define SHOWN 80.0

/* The place where a body got stuck, and the command that draws it. */
static void tell_stuck(GPtrArray *lines, json_object *r)
{
    g_autofree char *from = place_text(r, "from", " "), *delta = place_text(r, "delta", " "),
                    *to = place_text(r, "to", " "), *ideal = place_text(r, "ideal", " ");
    double at[3] = { 0 };
    for (guint i = 0; i < MIN(compare_length_at(r, "from"), 3); i++)
        at[i] = json_object_get_double(compare_item_at(r, "from", i));
    add_line(lines, "%s, %s: at %s, wants to move by %s, gets to %s, could get to %s",
             text_at(r, "shape"), text_at(r, "method"), from, delta, to, ideal);
    add_line(lines,
             "see it: bspcompare draw %s -w %s --plane z=%g --region %g,%g:%g,%g -o stuck.svg",
             text_at(r, "file"), text_at(r, "world"), at[2], at[0] - SHOWN, at[1] - SHOWN,
             at[0] + SHOWN, at[1] + SHOWN);
}

/* Returns a text such as: move 3 of "walk" (stand) */
static char *move_text(json_object *r)
{
    return g_strdup_printf("move %u of \"%s\" (%s)", count_at(r, "move"), text_at(r, "trajectory"),
                           text_at(r, "shape"));
}

static void tell_pair(GPtrArray *lines, json_object *r)
{
    g_autofree char *moves = counted(count_at(r, "moves"), "move"), *move = move_text(r);
    double units = compare_number_at(r, "bracket_units");
    add_line(lines,
             "find-first-transition (%s) against HitCheckBSP (%s): %s, %u of different class, at "
             "most %.3g units apart, %u with different normals",
             text_at(r, "method"), text_at(r, "second"), moves, count_at(r, "classes"),
             compare_number_at(r, "units"), count_at(r, "normals"));
    if (compare_text_at(r, "trajectory"))
        add_line(lines, "farthest apart: %s", move);
    if (units > 2 * BSP_BRACKET)
        add_line(lines,
                 "that move grazes: it meets solid grown by %g unit %.3g units before it meets "
                 "solid shrunk by it, or ends; any answer between these is exact",
                 BSP_BRACKET, units);
}

static void tell_planes(GPtrArray *lines, json_object *r)
{
    add_line(lines, "planes of %s: %u %s", text_at(r, "method"), count_at(r, "n"),
             text_at(r, "error"));
}

/* "late by 0.5 units: E2S at t = ...". */
static void tell_worst(GPtrArray *lines, json_object *r)
{
    gboolean late = compare_is_true_at(r, "late"), leaves = compare_is_true_at(r, "leaves");
    g_autofree char *move = move_text(r);
    const char *what = leaves ? late ? "leaves the solid that it starts in too soon"
                                     : "leaves the solid that it starts in too late"
                       : late ? "late"
                              : "early";
    add_line(lines,
             "worst: %s, %s: %s by %.6g units: %s at t = %.17g, where the bracket is [%.17g, "
             "%.17g]",
             text_at(r, "method"), move, what, compare_number_at(r, "units"), text_at(r, "class"),
             compare_number_at(r, "t"), compare_number_at(r, "t_lo"), compare_number_at(r, "t_hi"));
}

static void tell_worst_plane(GPtrArray *lines, json_object *r)
{
    g_autofree char *move = move_text(r), *normal = place_text(r, "normal", ", "),
                    *right = place_text(r, "right", ", ");
    gboolean is_known = compare_length_at(r, "right") > 0;
    add_line(lines, "worst: %s, %s: wrong plane at t = %.17g: (%s): %s; the right normal is %s%s%s",
             text_at(r, "method"), move, compare_number_at(r, "t"), normal, text_at(r, "error"),
             is_known ? "(" : "", is_known ? right : "not known", is_known ? ")" : "");
}

static const struct {
    const char *kind;
    void (*tell)(GPtrArray *lines, json_object *record);
} single[] = {
    { "buried", tell_buried },     { "rest", tell_rest },
    { "common times", tell_rest }, { "stuck", tell_stuck },
    { "pair", tell_pair },         { "planes", tell_planes },
    { "worst", tell_worst },       { "worst plane", tell_worst_plane },
};

static void tell_records(GPtrArray *lines, const Records *records, const char *kind)
{
    for (guint k = 0; k < G_N_ELEMENTS(joined); k++) {
        g_autoptr(GString) out = g_string_new(joined[k].head);
        if (strcmp(kind, joined[k].kind) != 0)
            continue;
        joined[k].join(out, records);
        add_line(lines, "%s", out->str);
    }
    for (guint k = 0; k < G_N_ELEMENTS(single); k++)
        for (guint i = records->first; i < records->end && strcmp(kind, single[k].kind) == 0; i++)
            single[k].tell(lines, record_at(records, i));
}

static gboolean has_own_times(json_object *row, double again)
{
    return compare_number_at(row, "walk_ns_median") > 0 ||
           compare_number_at(row, "shot_ns_median") > 0 || compare_number_at(row, "build_ms") > 0 ||
           (again > 0 && compare_number_at(row, "walk_ns_median_shuffled") > 0);
}

static void tell_contestant(GPtrArray *lines, json_object *row, json_object *c)
{
    const char *error = compare_text_at(c, "error");
    double skin = compare_number_at(c, "skin"), again = compare_number_at(c, "ns_again");
    g_autofree char *exact = names_text(c, "exact");
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "+ %s: a contestant", text_at(c, "method"));
    if (error)
        g_string_append_printf(out, ", without answers: %s", error);
    for (guint i = 0; !error && i < compare_length_at(c, "about"); i++)
        g_string_append_printf(out, "; %s", json_object_get_string(compare_item_at(c, "about", i)));
    if (!error && skin > 0)
        g_string_append_printf(out,
                               "; it stops up to %g unit%s short on purpose, and is early only if "
                               "it is farther than that from solid",
                               skin, skin == 1 ? "" : "s");
    if (!error)
        g_string_append_printf(out, "; guarantees %s%s", *exact ? "exact answers for " : "nothing",
                               *exact ? exact
                                      : ", so late answers are reported but not counted as wrong");
    if (!error && has_own_times(row, again))
        g_string_append(out, "; it reported its times and memory itself, by its own clock");
    else if (!error && compare_number_at(row, "bytes") > 0)
        g_string_append(out, "; it reported its memory itself");
    if (!error && again > 0 && has_own_times(row, again))
        g_string_append_printf(out, ", all moves in random order: %.0f ns", again);
    add_line(lines, "%s", out->str);
}

/* Tells that a table that was asked for has no rows. */
static void tell_empty(GPtrArray *lines, json_object *result, const char *key, const char *why)
{
    if (json_object_object_get(result, key) && compare_length_at(result, key) == 0)
        add_line(lines, "%s: %s", compare_result_name(result), why);
}

static void tell_remarks(GPtrArray *lines, json_object *result)
{
    tell_empty(lines, result, "walkers",
               "nothing walks: no box, sphere or capsule that a method supports fits at a start of "
               "the world");
    for (guint i = 0; i < compare_length_at(result, "contestants"); i++) {
        json_object *c = compare_item_at(result, "contestants", i);
        tell_contestant(lines, compare_find_method(result, text_at(c, "method")), c);
    }
}

char **compare_words_remarks(json_object *result)
{
    GPtrArray *lines = g_ptr_array_new();
    tell_remarks(lines, result);
    return end_lines(lines);
}

/* Moves whose bracket is too wide to judge answers (run/judge). */
static void tell_undecided(GPtrArray *lines, json_object *result)
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
    add_line(
        lines,
        "undecided: %u of %u moves touch or follow a surface; answers outside a narrower bracket "
        "of %g unit, which are not wrong: %s",
        n, count_at(json_object_object_get(result, "scenario"), "moves"),
        compare_number_at(undecided, "bracket"), out->str);
}

char **compare_words_notes(json_object *result)
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
        tell_records(lines, &(Records){ result, i, end }, kind);
    }
    tell_remarks(lines, result);
    tell_undecided(lines, result);
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

/* --- a diff --- */

/* The most characters of a value that are shown, because there may be many names of spaces. */
#define LONGEST 60

static char *value_text(json_object *record, const char *key)
{
    json_object *value = json_object_object_get(record, key);
    gboolean is_text = json_object_is_type(value, json_type_string);
    g_autofree char *text = is_text ? g_strdup(json_object_get_string(value))
                            : value ? compare_json_print_part(value, JSON_C_TO_STRING_PLAIN)
                                    : g_strdup("none");
    if (g_utf8_strlen(text, -1) <= LONGEST)
        return g_steal_pointer(&text);
    g_autofree char *start = g_utf8_substring(text, 0, LONGEST);
    return g_strconcat(start, "...", NULL);
}

static void tell_difference(GPtrArray *lines, json_object *note)
{
    const char *kind = text_at(note, "kind"), *file = text_at(note, "file"),
               *what = text_at(note, "what");
    g_autofree char *was = value_text(note, "was"), *is = value_text(note, "is");
    if (strcmp(kind, "untimed") == 0)
        add_line(lines, "times are not compared: %s has none", file);
    else if (strcmp(kind, "unlike") == 0)
        add_line(lines, "times are not compared, because they are of unlike %s: %s, now %s", what,
                 was, is);
    else if (strcmp(kind, "noisy") == 0)
        add_line(lines,
                 "%s: %s was measured on a noisy machine: its times are shown, but not judged",
                 file, what);
    else
        add_line(lines, "%s: not %s: %s was %s, and is %s", file,
                 strcmp(kind, "rule") == 0 ? "judged by the same rule" : "the same work", what, was,
                 is);
}

char **compare_words_diff(json_object *diff)
{
    GPtrArray *lines = g_ptr_array_new();
    json_object *counts = json_object_object_get(diff, "counts");
    guint same = count_at(counts, "same"), slight = count_at(counts, "slight"), changed = 0;
    g_autofree char *surely =
        slight ? g_strdup_printf("; of these, %u times surely differ, by less than %g percent",
                                 slight, compare_number_at(diff, "threshold"))
               : g_strdup("");
    json_object_object_foreach(counts, key, value) changed +=
        strcmp(key, "same") == 0 || strcmp(key, "slight") == 0 ? 0
                                                               : (guint)json_object_get_int(value);
    for (guint i = 0; i < compare_length_at(diff, "notes"); i++)
        tell_difference(lines, compare_item_at(diff, "notes", i));
    if (!changed)
        add_line(lines, "nothing changed: %u values compared%s", same, surely);
    else
        add_line(lines,
                 "worse: %u, missing: %u, better: %u, changed: %u, added: %u; did not change: %u%s",
                 count_at(counts, "worse"), count_at(counts, "missing"), count_at(counts, "better"),
                 count_at(counts, "changed"), count_at(counts, "added"), same, surely);
    return end_lines(lines);
}

/* --- all of them --- */

static json_object *lines_array(char **lines)
{
    json_object *array = compare_json_array();
    for (char **line = lines; *line; line++)
        compare_json_append(array, compare_json_text(*line));
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
    compare_json_add(object, "notes", lines_array(compare_words_notes(result)));
    compare_json_add(object, "methods", lines_array(compare_words_methods(result)));
    return object;
}
