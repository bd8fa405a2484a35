/* test-command: the program bspcompare from outside: statuses, messages, files. Skipped where the
 * environment does not say in BSPCOMPARE where the program is. */
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

/* --- usage --- */

/* Lines that a terminal of 100 columns does not show whole, though they could be broken: the path
 * of a scenario in the command, a word alone on its line, is as long as where the tests run. */
static guint count_long_lines(const char *text)
{
    guint n = 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        n += g_utf8_strlen(*line, -1) > 100 && strchr(g_strchug(*line), ' ');
    return n;
}

static const char *const command_names[] = {
    "run",    "regress",      "sweep", "paper",          "moves",
    "import", "import-moves", "info",  "generate world", "generate scenario"
};

Test(command, help_and_version)
{
    g_auto(Outcome) help = shell("--help"), h = shell("-h"), version = shell("--version");
    expect_good(&help);
    cr_expect_str_eq(h.out, help.out);
    expect_good(&version);
    cr_expect(g_str_has_prefix(version.out, "bspcompare "));
    for (guint i = 0; i < G_N_ELEMENTS(command_names); i++) {
        int word = (int)strcspn(command_names[i], " ");
        g_autofree char *line = g_strdup_printf("\n  %.*s ", word, command_names[i]);
        cr_expect_not_null(strstr(help.out, line), "%s", command_names[i]);
        g_autofree char *ask = g_strdup_printf("%s --help", command_names[i]);
        g_auto(Outcome) own = shell(ask);
        expect_good(&own);
        g_autofree char *usage = g_strdup_printf("Usage:\n  bspcompare %s ", command_names[i]);
        cr_expect(g_str_has_prefix(own.out, usage), "%s", own.out);
        cr_expect_eq(count_long_lines(own.out), 0u, "%s", own.out);
        for (const char *c = own.out; *c; c++)
            cr_assert((guchar)*c < 0x80, "%s: --help is not plain ASCII", command_names[i]);
    }
}

/* --help of what takes methods says which there are. */
Test(command, help_has_every_method)
{
    static const char *const commands_of_methods[] = { "run", "regress", "sweep" };
    for (guint i = 0; i < G_N_ELEMENTS(commands_of_methods); i++) {
        g_autofree char *ask = g_strdup_printf("%s --help", commands_of_methods[i]);
        g_auto(Outcome) help = shell(ask);
        for (guint k = 0; compare_methods[k]; k++) {
            g_autofree char *line = g_strdup_printf("\n  %s ", compare_methods[k]->name);
            cr_expect_not_null(strstr(help.out, line), "%s", compare_methods[k]->name);
        }
    }
}

/* The manual as text with roff's marks taken out. */
static char *manual(void)
{
    g_autofree char *path = shipped_source("compare/bspcompare.1");
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        cr_skip_test("no source directory");
    GString *out = g_string_new(text);
    g_free(text);
    g_string_replace(out, "\\-", "-", 0);
    g_string_replace(out, "\\fI", "", 0);
    g_string_replace(out, "\\fR", "", 0);
    g_string_replace(out, "\"", "", 0);
    return g_string_free(out, FALSE);
}

/* Of the manual, what stands under ".SS name". */
static char *manual_section(const char *text, const char *name)
{
    g_autofree char *heading = g_strdup_printf("\n.SS %s\n", name);
    const char *start = strstr(text, heading);
    cr_assert_not_null(start, "the manual has no section %s", name);
    start += strlen(heading);
    const char *end = strstr(start, "\n.S");
    return g_strndup(start, (gsize)((end ? end : start + strlen(start)) - start));
}

Test(command, manual_has_every_option)
{
    g_autofree char *man = manual();
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(command_names); i++) {
        g_autofree char *ask = g_strdup_printf("%s --help", command_names[i]);
        g_auto(Outcome) help = shell(ask);
        g_autofree char *section = manual_section(man, command_names[i]);
        g_auto(GStrv) lines = g_strsplit(help.out, "\n", -1);
        for (char **line = lines; *line; line++) {
            /* "  -m, --methods=METHOD,...  What it is" */
            if (strspn(*line, " ") > 2) /* a description goes on */
                continue;
            g_auto(GStrv) words = g_strsplit_set(g_strstrip(*line), " =", 4);
            const char *name = words[0] && words[1] && words[0][0] == '-' && words[0][1] != '-'
                                   ? words[1]
                                   : words[0];
            if (!name || !g_str_has_prefix(name, "--"))
                continue;
            cr_expect_not_null(strstr(section, name), "the manual lacks %s %s", command_names[i],
                               name);
            if (name != words[0]) {
                g_autofree char *both = g_strdup_printf("%.2s ,  %s", words[0], name);
                cr_expect_not_null(strstr(section, both), "the manual lacks %s %s",
                                   command_names[i], both);
            }
            n++;
        }
    }
    cr_expect(n >= 12, "only %u options were found", n);
}

Test(command, manual_has_every_method)
{
    g_autofree char *man = manual();
    for (guint i = 0; compare_methods[i]; i++) {
        g_autofree char *line = g_strdup_printf("\n.B %s\n", compare_methods[i]->name);
        cr_expect_not_null(strstr(man, line), "the manual lacks %s", compare_methods[i]->name);
    }
}

Test(command, usage_errors)
{
    static const char list[] =
        "the commands are run, regress, sweep, report, diff, plan, work, merge, build, moves, "
        "paper, "
        "import, import-moves, info, audit, generate, explain, draw; see 'bspcompare --help'";
    static const char *const wrong[][2] = { { "", "no command given" },
                                            { "dance", "unknown command dance" },
                                            { "--dance", "unknown option --dance" } };
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *message = g_strdup_printf("%s: %s", wrong[i][1], list);
        expect_refused(wrong[i][0], message);
    }
    expect_refused("sweeep", "unknown command sweeep; did you mean sweep? See 'bspcompare --help'");
    expect_refused("--hepl", "unknown option --hepl; did you mean --help? See 'bspcompare --help'");
    expect_refused("run --metods onion s.json",
                   "Unknown option --metods; did you mean --methods? See 'bspcompare run --help'");
    expect_refused("run", "no scenario given; see 'bspcompare run --help'");
    expect_refused("regress", "no scenario given; see 'bspcompare regress --help'");
    expect_refused("import", "no world given; see 'bspcompare import --help'");
    expect_refused("info", "no world given; see 'bspcompare info --help'");
    expect_refused("info w.json w.json",
                   "w.json: one world is wanted, not 2; see 'bspcompare info --help'");
    expect_refused("run --fast s.json", "Unknown option --fast; see 'bspcompare run --help'");
    expect_refused("run -z s.json", "Unknown option -z; see 'bspcompare run --help'");
    expect_refused("run s.json --format",
                   "Missing argument for --format; see 'bspcompare run --help'");
    expect_refused("sweep s.json", "no --vary given; see 'bspcompare sweep --help'");
    expect_refused("sweep s.json s.json --vary size=1",
                   "s.json: one scenario is wanted, not 2; see 'bspcompare sweep --help'");
    expect_refused("sweep s.json --vary colour=1",
                   "--vary: 'colour=1' is not WHAT=VALUE,..., where "
                   "WHAT is one of bevel-angle, part-at-faces, box-cell, size, "
                   "spaces, brushes");
    expect_refused("sweep s.json --vary brushes=1,3",
                   "--vary brushes: 3 are more than there are: 2");
    expect_refused("sweep s.json --vary spaces=1..4*2",
                   "--vary spaces: 2 are more than there are: 1; 'bspcompare generate scenario "
                   "--spaces' makes scenarios of more");
    expect_refused("sweep s.json --vary size=1 -v brushes=1",
                   "--vary is given 2 times: one thing is varied at a time");
    expect_refused("sweep s.json --vary size=1 --asked ball,bell",
                   "--asked: no trajectory moves a space or shape 'bell'");
    expect_refused("sweep s.json --vary spaces=1 --asked stand,bell",
                   "--asked: no trajectory moves 'bell' as one of the first 1 of the spaces, which "
                   "alone are there at every value");
    expect_refused("generate scenario w.json --moving 3 --kind graze",
                   "--moving: moves that are aimed are of all spaces, with --kind graze");
    expect_refused("generate scenario w.json --moving 6", "--moving: 6 is out of range, 0 to 5");
    expect_refused("run --errors -f json s.json", "--errors: not in the format json");
    expect_refused("run --closed-loop -f json s.json", "--closed-loop: not in the format json");
    expect_refused("run --errors --closed-loop -f csv s.json",
                   "csv holds one table: --by-shape, --errors and --closed-loop are one each");
    expect_refused("run --format xml s.json",
                   "--format: 'xml' is none of table, markdown, csv, json, html");
    expect_refused("run --builder slow s.json",
                   "--builder: 'slow' is none of fast, counting, listing2");
    expect_refused("regress --fill full s.json", "--fill: 'full' is none of off, auto, on");
    expect_refused("sweep --threads=-1 --vary size=1 s.json", "--threads: -1 is less than 0");
    expect_refused("regress --methods onion,onion s.json", "--methods: 'onion' is named twice");
    expect_refused("run --moves-out m.csv s.json s.json", "--moves-out takes one scenario, not 2");
    expect_refused("import w.json -o w.obj",
                   "w.obj: what is written is JSON, and no .obj: the name "
                   "must end in .json");
    expect_refused("generate world city -o a.MAP",
                   "a.MAP: what is written is JSON, and no .map: the "
                   "name must end in .json");
    expect_refused("moves s.json -o a.zip", "a.zip: what is written is JSON, and no .zip: the name "
                                            "must end in .json");
    expect_refused("run --moves-out m.csv --only wrong s.json",
                   "--only: 'wrong' is none of early, late, outside, solid");
    expect_refused("run --only early s.json",
                   "--only says which answers --moves-out writes, which is not given");
    expect_refused("moves s.json --space ball",
                   "--space: s.json has no space 'ball': it has stand");
    expect_refused("moves s.json --shape stnd",
                   "--shape: s.json has no shape 'stnd': it has stand, ball");
    expect_refused("moves s.json --shape ball --space stand",
                   "--space and --shape: only one of them can move");
    expect_refused("run -o x.csv --moves-out ./x.csv s.json",
                   "--moves-out and the comparison would go to the same place, ./x.csv");
}

Test(command, unknown_methods)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; compare_methods[i]; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", compare_methods[i]->name);
    static const char *const bad[] = { "octree", "onion,octree", "" };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *arguments = g_strdup_printf("run --methods '%s' s.json", bad[i]);
        g_autofree char *message =
            g_strdup_printf("--methods: there is no method '%s': the methods are %s",
                            bad[i][0] ? "octree" : "", names->str);
        expect_refused(arguments, message);
    }
}

/* --- bad input --- */

Test(command, bad_input)
{
    static const char *const commands[] = { "run", "run -f json", "regress" };
    write_file("broken.json", "{\n  \"format\": }\n");
    write_file("plan.json", "{\"format\":\"bsp-plan\",\"version\":1}\n");
    write_file("far.json",
               "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"n\",\"world\":\"w.json\","
               "\"spaces\":[{\"name\":\"a\",\"mins\":[0,0,0],\"maxs\":[0,0,0]}],\"trajectories\":"
               "[{\"name\":\"t\",\"space\":\"a\",\"waypoints\":[[0,0,9000],[0,0,0]]}]}");
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        static const struct {
            const char *files, *message;
        } cases[] = {
            { "nothing.json", "nothing.json: cannot read: No such file or directory" },
            { "broken.json", "broken.json:2:13: unexpected character" },
            { "plan.json", "plan.json: /format: the format is \"bsp-plan\", not \"bsp-scenario\"" },
            { "s.json nothing.json", "nothing.json: cannot read: No such file or directory" },
            { "-w none.json s.json", "none.json: cannot read: No such file or directory" },
        };
        for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
            g_autofree char *arguments = g_strdup_printf("%s %s", commands[i], cases[k].files);
            expect_refused(arguments, cases[k].message);
        }
        g_autofree char *far = g_strdup_printf("%s far.json", commands[i]);
        g_auto(Outcome) outcome = shell(far);
        cr_expect_eq(outcome.status, 2);
        cr_expect(g_str_has_prefix(outcome.err, "bspcompare: far.json: /trajectories/0: "), "%s",
                  outcome.err);
        cr_expect_eq(strchr(outcome.err, '\n'), outcome.err + strlen(outcome.err) - 1);
        cr_expect_str_eq(outcome.out, "");
    }
    expect_refused("info nothing.json", "nothing.json: cannot read: No such file or directory");
    expect_refused("import broken.json -o out.json", "broken.json:2:13: unexpected character");
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "broken.json far.json plan.json s.json w.json");
}

/* The first thing to try is the level itself. */
Test(command, levels_are_no_scenarios)
{
    static const char *const commands[] = { "run", "regress", "draw --plan", "explain --move a:0",
                                            "moves" },
                             *const levels[] = { "level.bsp", "level.bsp#3", "level.MAP",
                                                 "level.obj.gz", "w.json" };
    write_file("level.bsp", "IBSP");
    write_file("level.MAP", "{\n");
    write_file("level.obj.gz", "v 0 0 0\n");
    write_file("all.pk3", "PK");
    for (guint i = 0; i < G_N_ELEMENTS(commands) * G_N_ELEMENTS(levels); i++) {
        const char *level = levels[i % G_N_ELEMENTS(levels)];
        g_autofree char *arguments =
            g_strdup_printf("%s %s", commands[i / G_N_ELEMENTS(levels)], level);
        g_autofree char *message =
            g_strdup_printf("%s: it is a level, and no scenario (.json): 'bspcompare generate "
                            "scenario' makes one over it, and --world takes it beside one",
                            level);
        expect_refused(arguments, message);
    }
    expect_refused("run all.pk3",
                   "all.pk3: it is an archive, and no scenario (.json): 'bspcompare generate "
                   "scenario' makes one over a level inside, which is named as "
                   "all.pk3:maps/NAME.bsp");
    expect_refused("run none.bsp", "none.bsp: cannot read: No such file or directory");
    write_file("unfetched.json",
               "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"n\",\"world\":"
               "\"../levels/z_oacmp-volume1-v3.pk3:maps/"
               "a.bsp\",\"spaces\":[{\"name\":\"a\",\"mins\":[0,0,0],"
               "\"maxs\":[0,0,0]}],\"trajectories\":[{\"name\":\"t\",\"space\":\"a\","
               "\"waypoints\":[[0,0,9],[0,0,0]]}]}");
    expect_refused(
        "run unfetched.json",
        "unfetched.json: /world: ../levels/z_oacmp-volume1-v3.pk3:maps/a.bsp: cannot read: "
        "No such file or directory; data/fetch-levels --link puts it into data/levels");
    expect_refused("info z_oacmp-volume1-v3.pk3:maps/a.bsp",
                   "z_oacmp-volume1-v3.pk3:maps/a.bsp: cannot read: No such file or directory; "
                   "data/fetch-levels --link puts it into data/levels");
}

/* Names are UTF-8, whatever the environment says of the person's language. */
Test(command, names_in_any_script)
{
    static const char *const languages[] = { "C", "de_DE.ISO-8859-1", "C.UTF-8" };
    for (guint i = 0; i < G_N_ELEMENTS(languages); i++) {
        g_setenv("LC_ALL", languages[i], TRUE);
        g_setenv("CHARSET", "ISO-8859-1", TRUE);
        g_auto(Outcome) moves = shell("moves s.json --space 'größe=0,0,0:1,1,1'");
        expect_good(&moves);
        cr_expect_not_null(strstr(moves.out, "\"name\": \"größe\""), "%s", moves.out);
        g_auto(Outcome) methods = shell("run --methods 'größe' s.json");
        cr_expect_not_null(strstr(methods.err, "no method 'größe'"), "%s", methods.err);
    }
    expect_refused("run --methods \"$(printf 'gr\\366')\" s.json",
                   "'gr\357\277\275': an option's value is not UTF-8");
}

/* A name with a line break in it must not make two lines of a message. */
Test(command, messages_are_one_line)
{
    expect_refused("run \"$(printf 'a\\nb.json')\"",
                   "a?b.json: cannot read: No such file or directory");
}

/* --- results --- */

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

/* The world's checksum is of the file's bytes; what differs from run to run is there only when
 * there are times. */
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
                               "from_x,from_y,from_z,to_x,to_y,to_z,length,at_x,at_y,at_z,brush");
    /* 20 moves of "stand" by two methods, and one of "ball" by one. */
    cr_assert_eq(g_strv_length(lines), 1u + 40 + 1 + 1);
    for (guint i = 1; i <= 41; i++) {
        g_auto(GStrv) fields = g_strsplit(lines[i], ",", -1);
        cr_assert_eq(g_strv_length(fields), 23u, "%s", lines[i]);
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
    /* A sweep builds its trees as a run does. */
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
    cr_expect_str_eq(left, "s.json w.json"); /* no reproducer of nothing */
    g_auto(Outcome) some = shell("regress -m multi,brushes s.json");
    expect_good(&some);
    cr_expect_null(strstr(some.out, "find-first-transition"));
}

/* The scenarios of data/ over worlds of data/: all methods agree on all of them. */
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

/* Every table does, times and all, unless all columns are wanted. */
Test(command, tables_fit_a_terminal)
{
    static const char *const tables[] = {
        "run --repeat 5 --errors --closed-loop \"$DATA/scenarios/stand-and-crouch.json\"",
        "run --repeat 1 --errors --closed-loop \"$DATA/scenarios/pillars.json\" s.json",
        "run --repeat 1 -m onion,onion-batch-portable,shift \"$DATA/scenarios/ramp.json\"",
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

/* The scenario holds its world; what is wrong in that is told by its place in the scenario. */
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

/* Every row has as many cells as the header; the number of rows. */
static guint count_csv_rows(const char *text, const char *header_start)
{
    g_auto(GStrv) lines = g_strsplit(below_comments(text), "\n", -1);
    cr_expect(g_str_has_prefix(lines[0], header_start), "%s", lines[0]);
    g_auto(GStrv) header = g_strsplit(lines[0], ",", -1);
    guint n = 0;
    for (; lines[n + 1] && *lines[n + 1]; n++) {
        g_auto(GStrv) cells = g_strsplit(lines[n + 1], ",", -1);
        cr_expect_eq(g_strv_length(cells), g_strv_length(header), "%s", lines[n + 1]);
    }
    return n;
}

Test(command, errors_by_shape)
{
    g_auto(Outcome) csv = shell("run --errors -f csv -m onion,shift s.json");
    expect_good(&csv);
    /* The onion does not take the ball. */
    cr_expect_eq(count_csv_rows(csv.out, "scenario,method,shape,moves,hits,early,"), 3u);
    cr_expect_not_null(strstr(csv.out, "\nsmall,onion,stand,20,"));
    cr_expect_not_null(strstr(csv.out, "\nsmall,shift,ball,1,1,"));
    g_auto(Outcome) plain = shell("run --no-timing s.json");
    g_auto(Outcome) table = shell("run --no-timing --errors s.json");
    expect_good(&table);
    /* The same but for the legend, which is of both tables and comes last. */
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
    /* Of the two trajectories one is random. */
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

/* What is too large for the room is left out, and that is told. */
Test(command, sweep_of_a_size_that_finds_no_start)
{
    g_auto(Outcome) outcome = shell("sweep --no-timing s.json -v size=80 -m brushes -f csv");
    cr_expect_eq(outcome.status, 0);
    cr_expect_str_eq(
        outcome.err,
        "bspcompare: size 80: \"walk\" finds no start, and is left out of all sizes\n");
    cr_expect_eq(count_csv_rows(outcome.out, "value,"), 1u);
}

/* In CSV in place of the comparison, in JSON beside it; both with times. */
Test(command, by_shape)
{
    g_auto(Outcome) wide = shell("run -m onion,shift --by-shape --wide --repeat 5 s.json");
    expect_good(&wide);
    cr_expect_not_null(strstr(wide.out, "  walk x  ")); /* of two groups with one title */
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

/* The same moves, whoever works them out: the same hash, of all there is. */
Test(command, moves_recorded)
{
    static const char *const names[] = { "two-rooms", "nested", "stationary", "spike-end" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *record =
            g_strdup_printf("moves \"$DATA/scenarios/%s.json\" -o recorded.json", names[i]);
        g_autofree char *ask =
            g_strdup_printf("run --no-timing -m multi,shift \"$DATA/scenarios/%s.json\"", names[i]);
        g_auto(Outcome) recorded = shell(record), own = shell(ask);
        expect_good(&recorded);
        g_auto(Outcome) again = shell("run --no-timing -m multi,shift recorded.json");
        expect_good(&again);
        cr_expect_not_null(strstr(own.out, "\nhash of moves, trees and answers: "));
        cr_expect_str_eq(strstr(again.out, "\nhash of moves, trees and answers: "),
                         strstr(own.out, "\nhash of moves, trees and answers: "), "%s", names[i]);
    }
}

/* Of another mover, and of a world that the scenario holds. */
Test(command, moves_of_another_shape)
{
    g_auto(Outcome) ball = shell("moves s.json --shape ball");
    expect_good(&ball);
    write_file("ball.json", ball.out);
    g_auto(Outcome) run = shell("run --no-timing -m brushes --by-shape -f csv ball.json");
    expect_good(&run);
    cr_expect_eq(count_csv_rows(run.out, "scenario,"), 1u);
    cr_expect_not_null(strstr(run.out, "\nsmall,brushes,ball,21,"), "%s", run.out);
    g_autofree char *inside = g_strdup_printf(
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"in\",\"world\":%s,%s", world_text,
        strstr(scenario_text, "\n \"spaces\""));
    write_file("in.json", inside);
    g_auto(Outcome) held = shell("moves in.json --space stand -o held.json");
    expect_good(&held);
    g_auto(Outcome) again = shell("run --no-timing -m brushes held.json");
    expect_good(&again);
    cr_expect(g_str_has_prefix(again.out, "in: world room (2 brushes), 1 space, 1 shape;"), "%s",
              again.out);
}

/* Of a box that the scenario does not know. */
Test(command, moves_of_a_new_box)
{
    g_auto(Outcome) giant = shell("moves s.json --space giant=-30,-30,0:30,30,90 -o giant.json.gz");
    expect_good(&giant);
    g_auto(Outcome) run = shell("run --no-timing -m onion --by-shape -f csv giant.json.gz");
    expect_good(&run);
    cr_expect_eq(count_csv_rows(run.out, "scenario,"), 1u);
    cr_expect_not_null(strstr(run.out, "\nsmall,onion,giant,21,"), "%s", run.out);
    g_auto(Outcome) again = shell("moves giant.json.gz --space giant=0,0,0:1,1,1");
    cr_expect(again.status == 2 &&
              strstr(again.err, "--space: giant.json.gz has a space 'giant' already"));
}

Test(command, moves_of_a_new_shape)
{
    static const char *const wrong[][2] = {
        { "man=sphere:0", "the radius must be above 0, not 0" },
        { "man=capsule:10,0,19", "a capsule of radius 10 is at least 20 high, not 19" },
        { "man=cylinder:10,5,5", "the bottom (5) must be below the top (5)" },
        { "man=cylinder:10,0", "is not NAME=sphere:RADIUS, nor " },
        { "man=cube:10", "is not NAME=sphere:RADIUS, nor " },
        { "man=sphere:nan", "is not NAME=sphere:RADIUS, nor " },
        { "man=sphere:0x10", "is not NAME=sphere:RADIUS, nor " },
        { "man=capsule:0.1,0.1,0.3", "is at least 0.2 high, not 0.19999999999999998" },
        { "=sphere:1", "is not NAME=sphere:RADIUS, nor " },
        { "ball=sphere:1", "s.json has a shape 'ball' already" },
        { "stand=sphere:1", "s.json has a space 'stand' already" },
    };
    static const char *const good[] = { "man=sphere:4", "man=cylinder:4,-8,8",
                                        "man=capsule:4,-8,8" };
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *moves = g_strdup_printf("moves s.json --shape %s", wrong[i][0]);
        g_auto(Outcome) refused = shell(moves);
        cr_expect_eq(refused.status, 2);
        cr_expect_not_null(strstr(refused.err, wrong[i][1]), "%s", refused.err);
    }
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        g_autofree char *moves = g_strdup_printf("moves s.json --shape %s -o man.json", good[i]);
        g_auto(Outcome) made = shell(moves);
        expect_good(&made);
        g_auto(Outcome) run = shell("run --no-timing -m shift-exact --by-shape -f csv man.json");
        expect_good(&run);
        cr_expect_not_null(strstr(run.out, "\nsmall,shift-exact,man,21,"), "%s", run.out);
        g_autofree char *why =
            g_strdup_printf("explain s.json --from 0,0,0 --to 0,0,9 --shape %s", good[i]);
        g_auto(Outcome) explained = shell(why);
        expect_good(&explained);
    }
}

/* Masks are of the spaces once they are read; where these have none, the option is kept. */
Test(command, moves_keep_what_they_are_asked_of)
{
    g_auto(Outcome) moves = shell("moves \"$DATA/scenarios/two-rooms.json\"");
    cr_expect_null(strstr(moves.out, "\"masks\""));
    g_autoptr(GString) text = g_string_new(scenario_text);
    cr_assert(g_string_replace(text, "\"repeat\":3", "\"masks\":true", 0) == 1);
    cr_assert(g_string_replace(text, "[-32,0,25]", "[-32,-0.0,25]", 0) == 1);
    cr_assert(g_string_replace(text, "\"ball\"", "\"ball=4\"", 0) == 2);
    write_file("masks.json", text->str);
    g_auto(Outcome) kept = shell("moves masks.json");
    expect_good(&kept);
    cr_expect_not_null(strstr(kept.out, "\"masks\": true"), "%s", kept.out);
    cr_expect_not_null(strstr(kept.out, "[-32, -0.0, 25]"), "%s", kept.out);
    g_auto(Outcome) named = shell("moves masks.json --shape ball=4");
    expect_good(&named);
}

/* No row of dashes for what takes nothing that moves; programs find it all the same. */
Test(command, idle_methods_have_no_row)
{
    g_auto(Outcome) table = shell("run --no-timing -m multi,merge s.json");
    expect_good(&table);
    cr_expect_null(strstr(table.out, "\nmerge "), "%s", table.out);
    cr_expect_not_null(strstr(table.out, "\nno row: nothing here stands still, and it takes "
                                         "stationary objects only: merge\n"));
    g_auto(Outcome) csv = shell("run --no-timing -m multi,merge -f csv s.json");
    cr_expect_not_null(strstr(csv.out, "\nsmall,merge,"));
    g_auto(Outcome) alone = shell("run --no-timing -m merge s.json");
    cr_expect_not_null(strstr(alone.out, "\nmerge "));
    g_auto(Outcome) still = shell("run --no-timing \"$DATA/scenarios/stationary.json\"");
    cr_expect_not_null(strstr(still.out, "\nmerge "));
}
