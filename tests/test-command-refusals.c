/* test-command-refusals: command lines that bspcompare rejects, with a message and status 2. No
 * file is written. */
#include <criterion/criterion.h>
#include <string.h>

#include "methods/method.h"
#include "test-program.h"

TestSuite(command_refusals, .init = set_up, .fini = tear_down);

/* A command, and the expected message. */
typedef struct {
    const char *arguments, *message;
} Refusal;

static void expect_all_refused(const Refusal *all, guint n)
{
    for (guint i = 0; i < n; i++)
        expect_refused(all[i].arguments, all[i].message);
}

Test(command_refusals, commands)
{
    static const char list[] =
        "the commands are run, regress, sweep, report, diff, build, moves, import, "
        "import-moves, info, audit, generate, explain, draw; see 'bspcompare "
        "--help'";
    static const char *const wrong[][2] = { { "", "no command given" },
                                            { "dance", "unknown command dance" },
                                            { "--dance", "unknown option --dance" } };
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *message = g_strdup_printf("%s: %s", wrong[i][1], list);
        expect_refused(wrong[i][0], message);
    }
}

Test(command_refusals, names_and_arguments)
{
    static const Refusal all[] = {
        { "sweeep", "unknown command sweeep; did you mean sweep? See 'bspcompare --help'" },
        { "--hepl", "unknown option --hepl; did you mean --help? See 'bspcompare --help'" },
        { "run --metods onion s.json",
          "Unknown option --metods; did you mean --methods? See 'bspcompare run --help'" },
        { "run", "no scenario given; see 'bspcompare run --help'" },
        { "regress", "no scenario given; see 'bspcompare regress --help'" },
        { "import", "no world given; see 'bspcompare import --help'" },
        { "info", "no world given; see 'bspcompare info --help'" },
        { "info w.json w.json",
          "w.json: one world is wanted, not 2; see 'bspcompare info --help'" },
        { "run --fast s.json", "Unknown option --fast; see 'bspcompare run --help'" },
        { "run -z s.json", "Unknown option -z; see 'bspcompare run --help'" },
        { "run s.json --format", "Missing argument for --format; see 'bspcompare run --help'" },
    };
    expect_all_refused(all, G_N_ELEMENTS(all));
}

Test(command_refusals, values)
{
    static const Refusal all[] = {
        { "generate scenario w.json --moving 6", "--moving: 6 is out of range, 0 to 5" },
        { "run --format xml s.json",
          "--format: 'xml' is none of table, markdown, csv, json, html" },
        { "run --builder slow s.json", "--builder: 'slow' is none of fast, counting, listing2" },
        { "regress --fill full s.json", "--fill: 'full' is none of off, auto, on" },
        { "sweep --threads=-1 --vary size=1 s.json", "--threads: -1 is less than 0" },
    };
    expect_all_refused(all, G_N_ELEMENTS(all));
}

Test(command_refusals, what_does_not_go_together)
{
    static const Refusal all[] = {
        { "generate scenario w.json --moving 3 --kind graze",
          "--moving: moves that are aimed are of all spaces, with --kind graze" },
        { "run --errors -f json s.json", "--errors: not in the format json" },
        { "run --closed-loop -f json s.json", "--closed-loop: not in the format json" },
        { "run --errors --closed-loop -f csv s.json",
          "csv holds one table: --by-shape, --errors and --closed-loop are one each" },
        { "regress --methods onion,onion s.json", "--methods: 'onion' is named twice" },
    };
    expect_all_refused(all, G_N_ELEMENTS(all));
}

Test(command_refusals, sweeps)
{
    static const Refusal all[] = {
        { "sweep s.json", "no --vary given; see 'bspcompare sweep --help'" },
        { "sweep s.json s.json --vary size=1",
          "s.json: one scenario is wanted, not 2; see 'bspcompare sweep --help'" },
        { "sweep s.json --vary colour=1",
          "--vary: 'colour=1' is not WHAT=VALUE,..., where WHAT is one of bevel-angle, "
          "part-at-faces, size, spaces, brushes" },
        { "sweep s.json --vary brushes=1,3", "--vary brushes: 3 is too many: the scenario has 2" },
        { "sweep s.json --vary spaces=1..4*2", "--vary spaces: 2 is too many: the scenario has 1; "
                                               "'bspcompare generate scenario --spaces' "
                                               "makes scenarios of more" },
        { "sweep s.json --vary size=1 -v brushes=1",
          "--vary is given 2 times: one parameter is varied at a time" },
        { "sweep s.json --vary size=1 --asked ball,bell",
          "--asked: no trajectory moves a space or shape 'bell'" },
        { "sweep s.json --vary spaces=1 --asked stand,bell",
          "--asked: no trajectory moves 'bell' as one of the first 1 of the spaces, the only ones "
          "present at every value" },
    };
    expect_all_refused(all, G_N_ELEMENTS(all));
}

Test(command_refusals, movers)
{
    static const Refusal all[] = {
        { "moves s.json --space ball", "--space: s.json has no space 'ball': it has stand" },
        { "moves s.json --shape stnd", "--shape: s.json has no shape 'stnd': it has stand, ball" },
        { "moves s.json --shape ball --space stand",
          "--space and --shape: only one of them can move" },
    };
    expect_all_refused(all, G_N_ELEMENTS(all));
}

Test(command_refusals, where_things_are_written)
{
    static const Refusal all[] = {
        { "run --moves-out m.csv s.json s.json", "--moves-out takes one scenario, not 2" },
        { "import w.json -o w.obj",
          "w.obj: what is written is JSON, and no .obj: the name must end in .json" },
        { "generate world city -o a.MAP",
          "a.MAP: what is written is JSON, and no .map: the name must end in .json" },
        { "moves s.json -o a.zip",
          "a.zip: what is written is JSON, and no .zip: the name must end in .json" },
        { "run --moves-out m.csv --only wrong s.json",
          "--only: 'wrong' is none of early, late, outside, solid, planes" },
        { "run --only early s.json",
          "--only says which answers --moves-out writes, which is not given" },
        { "run -o x.csv --moves-out ./x.csv s.json",
          "--moves-out and the comparison would go to the same place, ./x.csv" },
    };
    expect_all_refused(all, G_N_ELEMENTS(all));
}

Test(command_refusals, unknown_methods)
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

Test(command_refusals, bad_input)
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
    expect_refused("report broken.json",
                   "broken.json:2:13: unexpected character; results are read as "
                   "--format json writes them");
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "broken.json far.json plan.json s.json w.json");
}

/* A user may try a level in place of a scenario. */
Test(command_refusals, levels_are_no_scenarios)
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

/* Names are UTF-8, whatever the locale is. */
Test(command_refusals, names_in_any_script)
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

/* A line break in a name must not split a message into two lines. */
Test(command_refusals, messages_are_one_line)
{
    expect_refused("run \"$(printf 'a\\nb.json')\"",
                   "a?b.json: cannot read: No such file or directory");
}
