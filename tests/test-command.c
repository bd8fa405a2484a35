/* test-command: the output of bspcompare: runs, sweeps and regressions. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "methods/method.h"
#include "test-program.h"
#include "trace/node.h"

TestSuite(command, .init = set_up, .fini = tear_down);

static json_object *parse(const char *text)
{
    json_object *value = json_tokener_parse(text);
    cr_assert_not_null(value, "not JSON: %s", text);
    return value;
}

static json_object *get(json_object *object, const char *key)
{
    json_object *value = NULL;
    cr_assert(json_object_object_get_ex(object, key, &value), "no \"%s\"", key);
    return value;
}

static void expect_members(json_object *object, const char *names)
{
    g_auto(GStrv) split = g_strsplit(names, " ", -1);
    for (char **name = split; *name; name++)
        cr_expect(json_object_object_get_ex(object, *name, NULL), "no \"%s\"", *name);
}

Test(command, json)
{
    g_auto(Outcome) outcome = shell("run -f json s.json");
    expect_good(&outcome);
    json_object *root = parse(outcome.out);
    expect_members(root, "format version scenario environment constants methods hash");
    json_object *methods = get(root, "methods");
    guint n = 0;
    while (compare_methods[n] && !compare_methods[n]->on_demand)
        n++;
    cr_assert_eq(json_object_array_length(methods), n);
    for (guint i = 0; i < n; i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        expect_members(method, "method nodes leaves depth bytes build_ms peak_build_bytes moves "
                               "skipped walk shot outside early late max_early_units hash");
        cr_expect_str_eq(json_object_get_string(get(method, "method")), compare_methods[i]->name);
        int moves = json_object_get_int(get(method, "moves"));
        cr_expect_eq(moves + json_object_get_int(get(method, "skipped")), 21);
        json_object *walk = get(method, "walk");
        cr_expect_eq(walk == NULL, moves == 0, "%s", compare_methods[i]->name);
        if (!walk)
            continue;
        expect_members(walk, "moves ns_median ns_median_shuffled ns_p99 ns_ci95 nodes_mean "
                             "nodes_max");
        cr_expect(json_object_get_double(get(walk, "ns_median")) > 0);
    }
    json_object_put(root);

    g_auto(Outcome) both = shell("run -f json --no-timing -m onion s.json s.json");
    json_object *array = parse(both.out);
    cr_assert(json_object_is_type(array, json_type_array));
    cr_expect_eq(json_object_array_length(array), 2u);
    json_object_put(array);
}

Test(command, without_timing_every_run_is_the_same)
{
    static const char *const formats[] = { "table", "markdown", "csv", "json" };
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *arguments = g_strdup_printf("run --no-timing -f %s s.json", formats[i]);
        g_auto(Outcome) first = shell(arguments), second = shell(arguments);
        expect_good(&first);
        cr_expect_str_eq(first.out, second.out);
    }
}

/* The world's checksum is that of the file. Data that differ from run to run are printed only
 * with times. */
Test(command, where_results_come_from)
{
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, world_text, -1);
    g_auto(Outcome) timed = shell("run -f json -m onion --repeat 5 s.json");
    g_auto(Outcome) plain = shell("run -f json -m onion --no-timing s.json");
    json_object *root = parse(timed.out), *other = parse(plain.out);
    cr_expect_str_eq(json_object_get_string(get(get(root, "scenario"), "world_sha256")), sum);
    cr_expect_str_eq(json_object_get_string(get(get(other, "scenario"), "world_sha256")), sum);
    cr_expect_eq(json_object_get_int(get(get(root, "scenario"), "repeat")), 5);
    json_object *environment = get(root, "environment"), *bare = get(other, "environment");
    cr_expect_str_eq(json_object_get_string(get(environment, "command")),
                     "bspcompare run -f json -m onion --repeat 5 s.json");
    cr_expect_eq(json_object_get_string_len(get(environment, "date")), 20);
    static const char *const varies[] = {
        "command", "date", "cpu", "cores", "caches", "load", "os"
    };
    for (guint i = 0; i < G_N_ELEMENTS(varies); i++)
        cr_expect_null(get(bare, varies[i]), "%s", varies[i]);
    cr_expect_not_null(get(bare, "program"));
    cr_expect_str_eq(json_object_get_string(get(root, "reference")), "onion");
    json_object *noise = get(root, "noise");
    cr_expect_eq(json_object_get_boolean(get(noise, "noisy")), get(noise, "why") != NULL);
    json_object_put(root);
    json_object_put(other);
}

Test(command, repetitions)
{
    g_autofree char *message =
        g_strdup_printf("--repeat: '0' is no whole number from 1 to %d", COMPARE_MAX_REPEAT);
    expect_refused("run --repeat 0 s.json", message);
    g_auto(Outcome) sweep = shell("sweep --repeat 1 -v spaces=1 -f csv s.json");
    expect_good(&sweep);
    cr_expect_not_null(strstr(sweep.out, "\n# command: bspcompare sweep --repeat 1 "));
    cr_expect_not_null(strstr(sweep.out, "\n# sha256 of world room: "));
}

Test(command, threads_change_nothing)
{
    g_autofree char *file = shipped_path("scenarios", "two-rooms.json");
    static const char *const commands[] = { "run --no-timing -f json -m onion,multi,shift",
                                            "regress -m onion",
                                            "sweep --no-timing -f csv --vary spaces=1" };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *one = g_strdup_printf("%s --threads 1 '%s'", commands[i], file);
        g_autofree char *five = g_strdup_printf("%s --threads 5 '%s'", commands[i], file);
        g_auto(Outcome) alone = shell(one), shared = shell(five);
        expect_good(&alone);
        cr_expect_str_eq(alone.out, shared.out);
    }
}

Test(command, csv_of_two_scenarios)
{
    g_auto(Outcome) outcome = shell("run --no-timing -f csv -m multi,onion s.json s.json");
    expect_good(&outcome);
    g_auto(GStrv) lines = g_strsplit(below_comments(outcome.out), "\n", -1);
    cr_assert_eq(g_strv_length(lines), 6u); /* the last one is empty */
    cr_expect(g_str_has_prefix(lines[0], "scenario,method,"));
    cr_expect(g_str_has_prefix(lines[1], "small,multi,"));
    cr_expect(g_str_has_prefix(lines[2], "small,onion,"));
    cr_expect_str_eq(lines[3], lines[1]);
    cr_expect_str_eq(lines[4], lines[2]);
}

Test(command, moves)
{
    g_auto(Outcome) outcome = shell("run --no-timing -m onion,brushes s.json --moves-out m.csv");
    expect_good(&outcome);
    g_autofree char *text = read_file("m.csv");
    cr_assert_not_null(text);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    cr_expect_str_eq(lines[0], "trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes,"
                               "from_x,from_y,from_z,to_x,to_y,to_z,length,at_x,at_y,at_z,brush,"
                               "plane");
    /* 20 moves of "stand" by two methods, and one of "ball" by one */
    cr_assert_eq(g_strv_length(lines), 1u + 40 + 1 + 1);
    for (guint i = 1; i <= 41; i++) {
        g_auto(GStrv) fields = g_strsplit(lines[i], ",", -1);
        cr_assert_eq(g_strv_length(fields), 24u, "%s", lines[i]);
        cr_expect(strcmp(fields[4], "E") == 0 || strcmp(fields[4], "S") == 0 ||
                      strcmp(fields[4], "E2S") == 0 || strcmp(fields[4], "S2E") == 0,
                  "%s", lines[i]);
        double t = g_ascii_strtod(fields[5], NULL);
        cr_expect(t >= 0 && t <= 1);
        cr_expect((strcmp(fields[4], "E") == 0) == (t == 1) || t < 1, "%s", lines[i]);
    }
    cr_expect(g_str_has_prefix(lines[1], "walk,0,stand,onion,"), "%s", lines[1]);
    cr_expect(g_str_has_prefix(lines[2], "walk,0,stand,brushes,"), "%s", lines[2]);
    cr_expect(g_str_has_prefix(lines[41], "roll,0,ball,brushes,"), "%s", lines[41]);
}

Test(command, another_world)
{
    write_file("w2.json", "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"other\",\"brushes\":"
                          "[{\"box\":[[-64,-64,-8],[64,64,0]]},{\"box\":[[-64,-64,90],[64,64,99]]},"
                          "{\"box\":[[60,-64,0],[64,64,90]]}],\"starts\":[[0,0,25]]}");
    g_auto(Outcome) outcome = shell("run --no-timing -m onion --world w2.json s.json");
    expect_good(&outcome);
    cr_expect(g_str_has_prefix(outcome.out, "small: world other (3 brushes)"), "%s", outcome.out);
}

Test(command, builders)
{
    g_auto(Outcome) fast = shell("run --no-timing -m onion -b fast s.json");
    g_auto(Outcome) plain = shell("run --no-timing -m onion s.json");
    g_auto(Outcome) listing2 = shell("run --no-timing -m onion -b listing2 s.json");
    expect_good(&fast);
    expect_good(&listing2);
    cr_expect_str_eq(fast.out, plain.out);
    /* sweep builds its trees with the same options as run */
    static const char *const ways[] = { "", "--plain", "-b listing2" };
    g_auto(GStrv) nodes = g_new0(char *, G_N_ELEMENTS(ways) + 1);
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *arguments =
            g_strdup_printf("sweep --no-timing -f csv -m onion -v part-at-faces=0 %s "
                            "\"$DATA/scenarios/stairs.json\"",
                            ways[i]);
        g_auto(Outcome) sweep = shell(arguments);
        expect_good(&sweep);
        nodes[i] = g_strdup(sweep.out);
        cr_expect(i == 0 || strcmp(nodes[i], nodes[0]) != 0, "%s changes nothing", ways[i]);
    }
}

/* --- regress --- */

Test(command, regress)
{
    g_auto(Outcome) outcome = shell("regress s.json");
    expect_good(&outcome);
    cr_expect(g_str_has_prefix(outcome.out, "small: world room, 21 moves\n"), "%s", outcome.out);
    for (guint i = 0; compare_methods[i] && !compare_methods[i]->on_demand; i++) {
        g_autofree char *start = g_strdup_printf("\n%s ", compare_methods[i]->name);
        cr_expect_not_null(strstr(outcome.out, start), "%s", compare_methods[i]->name);
    }
    cr_expect_not_null(strstr(outcome.out, "\nfind-first-transition (onion) against HitCheckBSP "
                                           "(shift-box): 20 moves, "));
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "s.json w.json"); /* no reproducer is written if nothing is wrong */
    g_auto(Outcome) some = shell("regress -m multi,brushes s.json");
    expect_good(&some);
    cr_expect_null(strstr(some.out, "find-first-transition"));
}

/* The scenarios of data/ over worlds of data/: all methods are right on all of them. */
Test(command, regress_of_all_small_scenarios)
{
    g_autoptr(GPtrArray) paths = shipped_scenarios();
    for (guint i = 0; i < paths->len; i++) {
        g_autofree char *name = g_path_get_basename(paths->pdata[i]);
        g_autofree char *arguments = g_strdup_printf("regress \"$DATA/scenarios/%s\"", name);
        g_auto(Outcome) outcome = shell(arguments);
        cr_expect_eq(outcome.status, 0, "%s: status %d\n%s%s", name, outcome.status, outcome.out,
                     outcome.err);
        cr_expect_str_eq(outcome.err, "");
        cr_expect_eq(count_long_lines(outcome.out), 0u, "%s:\n%s", name, outcome.out);
    }
}

/* Every table fits a terminal, also with times, except with all columns. */
Test(command, tables_fit_a_terminal)
{
    static const char *const tables[] = {
        "run --repeat 5 --errors --closed-loop \"$DATA/scenarios/stand-and-crouch.json\"",
        "run --repeat 1 --errors --closed-loop \"$DATA/scenarios/pillars.json\" s.json",
        "run --repeat 1 -m onion,onion-named-batch,shift \"$DATA/scenarios/ramp.json\"",
        "sweep --repeat 1 -v bevel-angle=60,90,none,box \"$DATA/scenarios/pillars.json\"",
        "sweep --repeat 1 -v spaces=1,3 \"$DATA/scenarios/nested.json\"",
        "sweep --repeat 1 -v size=0.5,1 -m onion,shift \"$DATA/scenarios/pillars.json\"",
        "run --repeat 1 --by-shape \"$DATA/scenarios/stationary.json\"",
        "regress --wide \"$DATA/scenarios/two-rooms.json\"",
    };
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_auto(Outcome) brief = shell(tables[i]);
        expect_good(&brief);
        cr_expect_eq(count_long_lines(brief.out), 0u, "%s:\n%s", tables[i], brief.out);
    }
    g_auto(Outcome) wide = shell("run --wide s.json");
    expect_good(&wide);
    cr_expect_gt(count_long_lines(wide.out), 0u);
    cr_expect_not_null(strstr(wide.out, "  walk shuffled  "));
    g_auto(Outcome) sweep = shell("sweep --wide -v bevel-angle=60,none s.json");
    cr_expect_not_null(strstr(sweep.out, "  edge bevels  "));
    g_auto(Outcome) errors = shell("run --no-timing --errors --wide s.json");
    cr_expect_not_null(strstr(errors.out, "  % of moves  "));
}

/* The scenario contains its world. Errors in that world name their place in the scenario. */
Test(command, a_world_inside_of_a_scenario)
{
    GString *text = g_string_new(scenario_text);
    g_string_replace(text, "\"w.json\"", world_text, 1);
    write_file("inside.json", text->str);
    g_auto(Outcome) inside = shell("run --no-timing inside.json");
    g_auto(Outcome) outside = shell("run --no-timing s.json");
    expect_good(&inside);
    g_autofree char *one = without_origin(inside.out), *other = without_origin(outside.out);
    cr_expect_str_eq(one, other);
    g_auto(Outcome) over = shell("run --no-timing -w w.json inside.json");
    cr_expect_str_eq(over.out, outside.out);

    g_string_replace(text, "[[16,-64,0],[64,64,64]]", "[[16,-64,0],[64,64]]", 1);
    write_file("inside.json", text->str);
    expect_refused("regress inside.json",
                   "inside.json: /world/brushes/1/box/1: expected 3 numbers, found 2 items");
    g_string_free(text, TRUE);
}

/* --- errors, closed loop, sweep --- */

Test(command, errors_by_shape)
{
    g_auto(Outcome) csv = shell("run --errors -f csv -m onion,shift s.json");
    expect_good(&csv);
    /* the onion cannot answer the ball */
    cr_expect_eq(count_csv_rows(csv.out, "scenario,method,shape,moves,hits,early,"), 3u);
    cr_expect_not_null(strstr(csv.out, "\nsmall,onion,stand,20,"));
    cr_expect_not_null(strstr(csv.out, "\nsmall,shift,ball,1,1,"));
    g_auto(Outcome) plain = shell("run --no-timing s.json");
    g_auto(Outcome) table = shell("run --no-timing --errors s.json");
    expect_good(&table);
    /* the text before the legend is the same; the legend comes last and describes both tables */
    gsize length = (gsize)(strstr(plain.out, "\n\nmemory: ") - plain.out);
    cr_expect_eq(strncmp(table.out, plain.out, length), 0);
    cr_expect_not_null(strstr(table.out, "\n\nErrors by shape\n\nmethod "));
    g_auto(Outcome) markdown = shell("run --no-timing --errors -f markdown s.json");
    cr_expect_not_null(strstr(markdown.out, "\n### Errors by shape\n\n| method | shape "));
    g_auto(Outcome) regress = shell("regress s.json");
    cr_expect_not_null(strstr(regress.out, "\n\nErrors by shape\n\nmethod "));
}

Test(command, closed_loop)
{
    g_auto(Outcome) csv = shell("run --closed-loop -f csv -m multi,brushes s.json");
    expect_good(&csv);
    /* one of the two trajectories is random */
    cr_expect_eq(count_csv_rows(csv.out, "scenario,trajectory,method,movements,apart_mean_units,"),
                 2u);
    cr_expect_not_null(strstr(csv.out, "\nsmall,walk,multi,20,"));
    g_auto(Outcome) table = shell("run --no-timing --closed-loop -m multi s.json");
    expect_good(&table);
    cr_expect_not_null(strstr(table.out, "\n\nClosed loop\n\ntrajectory  method  movements "));
}

Test(command, sweep)
{
    g_auto(Outcome) csv = shell("sweep s.json --vary bevel-angle=60,none,box -f csv");
    expect_good(&csv);
    cr_expect_eq(count_csv_rows(csv.out, "value,method,nodes,edge_bevels,"), 3u);
    cr_expect_not_null(strstr(csv.out, "\nnone,shift,"));
    g_auto(Outcome) first = shell("sweep --no-timing s.json -v size=0.5,1 -m onion,shift-exact");
    g_auto(Outcome) second = shell("sweep --no-timing s.json -v size=0.5,1 -m onion,shift-exact");
    expect_good(&first);
    cr_expect_str_eq(first.out, second.out);
    g_auto(Outcome) json = shell("sweep --no-timing s.json -v spaces=1 -f json -o out.json");
    expect_good(&json);
    g_autofree char *text = read_file("out.json");
    json_object *root = parse(text);
    expect_members(root, "format version scenario file world vary asked rows growth");
    cr_expect_eq(json_object_array_length(get(root, "rows")), 2u); /* onion, multi */
    json_object_put(root);
}

/* A trajectory of a body too large for the room is left out, with a warning. */
Test(command, sweep_of_a_size_that_finds_no_start)
{
    g_auto(Outcome) outcome = shell("sweep --no-timing s.json -v size=80 -m brushes -f csv");
    cr_expect_eq(outcome.status, 0);
    cr_expect_str_eq(
        outcome.err,
        "bspcompare: size 80: \"walk\" finds no start, so it is left out at all sizes\n");
    cr_expect_eq(count_csv_rows(outcome.out, "value,"), 1u);
}

/* In CSV the parts replace the comparison; in JSON both are printed. Both have times. */
Test(command, by_shape)
{
    g_auto(Outcome) wide = shell("run -m onion,shift --by-shape --wide --repeat 5 s.json");
    expect_good(&wide);
    cr_expect_not_null(strstr(wide.out, "  walk x  ")); /* two groups share one title */
    cr_expect_not_null(strstr(wide.out, "  walk 95%  "));
    cr_expect_not_null(strstr(wide.out, "  walk cold  "));
    g_auto(Outcome) csv = shell("run -m onion,shift --by-shape -f csv s.json");
    expect_good(&csv);
    cr_expect_eq(count_csv_rows(csv.out, "scenario,method,shape,moves,clear,stopped,in_solid,"), 3u,
                 "%s", csv.out);
    cr_expect_not_null(strstr(csv.out, "\nsmall,onion,stand,20,"));
    cr_expect_not_null(strstr(csv.out, "\nsmall,shift,ball,1,0,1,0,0,,")); /* a shot */
    g_auto(Outcome) json = shell("run -m onion,shift --by-shape --no-timing -f json s.json");
    expect_good(&json);
    json_object *root = parse(json.out), *rows = get(root, "by_shape");
    cr_assert_eq(json_object_array_length(rows), 3u);
    cr_expect_str_eq(json_object_get_string(get(json_object_array_get_idx(rows, 2), "shape")),
                     "ball");
    json_object_put(root);
}

/* A method that answers no moves has no row in tables for people. It has one in the formats for
 * programs. */
Test(command, idle_methods_have_no_row)
{
    g_auto(Outcome) table = shell("run --no-timing -m multi,merge s.json");
    expect_good(&table);
    cr_expect_null(strstr(table.out, "\nmerge "), "%s", table.out);
    cr_expect_not_null(strstr(table.out, "\nno row, stationary objects only: merge\n"));
    g_auto(Outcome) csv = shell("run --no-timing -m multi,merge -f csv s.json");
    cr_expect_not_null(strstr(csv.out, "\nsmall,merge,"));
    g_auto(Outcome) alone = shell("run --no-timing -m merge s.json");
    cr_expect_not_null(strstr(alone.out, "\nmerge "));
    g_auto(Outcome) still = shell("run --no-timing \"$DATA/scenarios/stationary.json\"");
    cr_expect_not_null(strstr(still.out, "\nmerge "));
}
