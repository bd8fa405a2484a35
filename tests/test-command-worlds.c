/* test-command-worlds: the commands that make and read worlds: generate, import, info, audit. */
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "bsp-levels.h"
#include "scenes.h"
#include "test-program.h"

TestSuite(command_worlds, .init = set_up, .fini = tear_down);

/* --- generate --- */

Test(command_worlds, generate)
{
    g_auto(Outcome) help = shell("generate --help");
    expect_good(&help);
    cr_expect(g_str_has_prefix(help.out, "Usage:\n  bspcompare generate world KIND "));
    g_auto(Outcome) world = shell("generate world city --brushes 40 --seed 3 -o city.json");
    expect_good(&world);
    cr_expect_str_eq(world.out, "");
    cr_expect_str_eq(world.err, "");
    g_auto(Outcome) same = shell("generate world city --brushes 40 --seed 3");
    g_autofree char *text = read_file("city.json");
    cr_expect_str_eq(same.out, text);
    g_auto(Outcome) other = shell("generate world city --brushes 40");
    cr_expect_str_neq(other.out, text);

    g_auto(Outcome) scenario =
        shell("generate scenario city.json --spaces 2 --moves 20 --repeat 2 -o crowd.json");
    expect_good(&scenario);
    g_auto(Outcome) run = shell("run --no-timing -m multi,brushes crowd.json");
    expect_good(&run);
    cr_expect(strstr(run.out, "40 moves: "), "%s", run.out);
}

Test(command_worlds, generate_refuses)
{
    expect_refused("generate", "generate what: world or scenario, not nothing; see 'bspcompare "
                               "generate --help'");
    expect_refused("generate town", "generate what: world or scenario, not 'town'; see "
                                    "'bspcompare generate --help'");
    expect_refused("generate world", "no kind given; see 'bspcompare generate world --help'");
    expect_refused(
        "generate world town",
        "'town' is no kind of world: the kinds are city, rooms, random, terrain, slivers, "
        "wedges, near-axial, near-coplanar, bricks");
    expect_refused("generate world city --brushes 7", "--brushes: 7 is out of range, 8 to 1000000");
    expect_refused("generate world city --brushes 1000001",
                   "--brushes: 1000001 is out of range, 8 to 1000000");
    expect_refused("generate world city --seed=-1",
                   "--seed: -1 is out of range, 0 to 9223372036854775807");
    expect_refused("generate world city -o nowhere/a.json",
                   "nowhere/a.json: cannot be written: No such file or directory");
    expect_refused("generate scenario none.json",
                   "none.json: cannot read: No such file or directory");
    expect_refused("generate scenario w.json --spaces 65", "--spaces: 65 is out of range, 1 to 64");
    expect_refused("generate scenario w.json --moves 0",
                   "--moves: 0 is out of range, 1 to 10000000");
    expect_refused("generate scenario w.json --repeat 1001",
                   "--repeat: 1001 is out of range, 1 to 1000");
    write_file("bare.json", "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[]}");
    expect_refused("generate scenario bare.json -o out.json",
                   "bare.json: the world names no starts, from which to move");
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "bare.json s.json w.json");
}

/* A world that does not fit leaves the file as it was. */
Test(command_worlds, generate_writes_all_or_nothing)
{
    if (access("/dev/full", W_OK) == 0)
        expect_refused("generate world city -o /dev/full",
                       "/dev/full: cannot be written: No space left on device");
    write_file("city.json", "as it was");
    g_auto(Outcome) outcome = shell(
        "--version; ulimit -f 64; trap '' XFSZ; \"$BSPCOMPARE\" generate world city --brushes 9000 "
        "-o city.json");
    cr_expect_eq(outcome.status, 2);
    cr_expect_str_eq(outcome.err, "bspcompare: city.json: cannot be written: File too large\n");
    g_autofree char *text = read_file("city.json");
    cr_expect_str_eq(text, "as it was");
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "city.json s.json w.json");
}

/* --- convert and info --- */

Test(command_worlds, import)
{
    g_auto(Outcome) first = shell("convert w.json");
    expect_good(&first);
    write_file("copy.json", first.out);
    g_auto(Outcome) second = shell("convert copy.json -o again.json");
    expect_good(&second);
    cr_expect_str_eq(second.out, "");
    g_autofree char *again = read_file("again.json");
    cr_expect_str_eq(again, first.out);
    g_auto(Outcome) a = shell("run --no-timing s.json"), b = shell("run --no-timing -w copy.json "
                                                                   "s.json");
    g_autofree char *one = without_origin(a.out), *other = without_origin(b.out);
    cr_expect_str_eq(one, other);
}

Test(command_worlds, info)
{
    g_auto(Outcome) outcome = shell("info w.json");
    expect_good(&outcome);
    cr_expect_str_eq(outcome.out, "file     w.json\n"
                                  "name     room\n"
                                  "brushes  2\n"
                                  "planes   12\n"
                                  "bounds   -64 -64 -8 to 64 64 64\n"
                                  "starts   1\n"
                                  "         -32 0 25\n"
                                  "skipped  0\n");
}

Test(command_worlds, names_of_no_world)
{
    static const char *const parts[] = { "level.bsp#door", "w.json#patch", "level.bsp#1,2",
                                         "level.bsp#" };
    write_file("notes.txt", "");
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *arguments = g_strdup_printf("info '%s'", parts[i]);
        g_autofree char *message =
            g_strdup_printf("%s: there is no such part of a level: after a name may come #patches, "
                            "and after that of a .bsp also #N for model N, or #hullN",
                            parts[i]);
        expect_refused(arguments, message);
    }
    expect_refused("info missing.file", "missing.file: cannot read: No such file or directory");
    expect_refused("info notes.txt", "notes.txt: not the name of a world: it must end in .json, "
                                     ".map, .bsp or .obj, optionally followed by .gz");
}

Test(command_worlds, info_of_a_leak)
{
    g_auto(Outcome) outcome = shell("info w.json --leak w.pts");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nsealed   no: "), "%s", outcome.out);
    cr_expect_not_null(strstr(outcome.out, " from -32 0 25 to "), "%s", outcome.out);
    cr_expect_null(strstr(outcome.out, "filled"));
    g_autofree char *points = read_file("w.pts");
    cr_assert_not_null(points);
    cr_expect(g_str_has_prefix(points, "-32 0 25\n"), "%s", points);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(points), "\n", -1);
    cr_assert_geq(g_strv_length(lines), 2u);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) numbers = g_strsplit(*line, " ", -1);
        cr_expect_eq(g_strv_length(numbers), 3u, "%s", *line);
    }
    expect_refused("info w.json --leak none/w.pts",
                   "none/w.pts: cannot be written: No such file or directory");
}

Test(command_worlds, info_of_a_sealed_world)
{
    g_auto(Outcome) outcome = shell("info \"$DATA/worlds/two-rooms.json\" --leak w.pts");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nsealed   yes: "), "%s", outcome.out);
    cr_expect_not_null(strstr(outcome.out, "\nfilled   "), "%s", outcome.out);
    g_autofree char *points = read_file("w.pts");
    cr_expect_null(points);
}

/* --- leaks: a box with a hole --- */

/* Six walls, the roof made of two halves that leave a hole of 8 units between them; or no roof. */
static void write_holed(const char *roof)
{
    g_autofree char *text =
        g_strdup_printf("{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[\n"
                        " {\"box\":[[-72,-72,-8],[72,72,0]]},%s\n"
                        " {\"box\":[[-72,-72,0],[-64,72,64]]},{\"box\":[[64,-72,0],[72,72,64]]},\n"
                        " {\"box\":[[-64,-72,0],[64,-64,64]]},{\"box\":[[-64,64,0],[64,72,64]]}],\n"
                        " \"starts\":[[-32.123,0,25],[0,0,-4]]}\n",
                        roof);
    write_file("holed.json", text);
}

static GArray *read_points(const char *name)
{
    g_autofree char *text = read_file(name);
    cr_assert_not_null(text);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    GArray *points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) numbers = g_strsplit(*line, " ", -1);
        BspVec p;
        cr_assert_eq(g_strv_length(numbers), 3u);
        for (guint i = 0; i < 3; i++) {
            p.v[i] = g_ascii_strtod(numbers[i], NULL);
            cr_expect_float_eq(p.v[i] * 10, round(p.v[i] * 10), 1e-9, "%s", *line);
        }
        g_array_append_val(points, p);
    }
    return points;
}

/* The leak's line must pass through the hole at the roof's height and end outside. */
static void check_line(double hole, double top)
{
    g_auto(Outcome) outcome = shell("info holed.json --leak h.pts");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "         -32.123 0 25\n         0 0 -4, in solid\n"),
                       "%s", outcome.out);
    cr_expect_not_null(strstr(outcome.out, ", outside of the world\n"), "%s", outcome.out);
    g_autoptr(GArray) points = read_points("h.pts");
    BspVec first = g_array_index(points, BspVec, 0),
           last = g_array_index(points, BspVec, points->len - 1);
    cr_expect_float_eq(first.x, -32.1, 1e-9);
    cr_expect(fabs(last.x) > 72 || fabs(last.y) > 72 || last.z < -8 || last.z > top,
              "it ends at (%g, %g, %g)", last.x, last.y, last.z);
    gboolean passes = FALSE;
    for (guint i = 1; i < points->len; i++) {
        BspVec a = g_array_index(points, BspVec, i - 1), b = g_array_index(points, BspVec, i);
        if (!(a.z < 64 && b.z >= 64))
            continue;
        BspVec there = bsp_vec_lerp(a, b, (64 - a.z) / (b.z - a.z));
        cr_expect(fabs(there.x) <= hole + 0.06 && fabs(there.y) <= 64, "(%g, %g)", there.x,
                  there.y);
        passes = TRUE;
    }
    cr_expect(passes, "it never passes the roof");
}

Test(command_worlds, leaks_leave_by_the_hole)
{
    write_holed("{\"box\":[[-72,-72,64],[-4,72,72]]},{\"box\":[[4,-72,64],[72,72,72]]},");
    check_line(4, 72);
    write_holed("");
    check_line(64, 64);
}

Test(command_worlds, whether_the_outside_was_filled)
{
    g_auto(Outcome) sealed = shell("run --no-timing --fill auto -m multi,shift,brushes "
                                   "\"$DATA/scenarios/two-rooms.json\"");
    expect_good(&sealed);
    cr_expect_not_null(strstr(sealed.out, "\noutside filled (trees or spaces): multi 3 of "
                                          "3, shift 1 of 1\n"),
                       "%s", sealed.out);
    g_auto(Outcome) open = shell("run --no-timing --fill auto -m multi,shift s.json");
    cr_expect_not_null(strstr(open.out, "multi 0 of 1, shift 0 of 1;"), "%s", open.out);
    g_auto(Outcome) off = shell("run --no-timing -m multi s.json");
    cr_expect_null(strstr(off.out, "outside filled"));
    g_auto(Outcome) json = shell("run --no-timing --fill auto -f json -m multi,brushes s.json");
    cr_expect_not_null(strstr(json.out, "\"filled\": 0"), "%s", json.out);
    cr_expect_not_null(strstr(json.out, "\"filled\": null"), "%s", json.out);
}

/* A log of positions for balls only gives a scenario without spaces, which all methods can read. */
Test(command_worlds, a_log_walked_by_balls)
{
    write_file("log.csv", "t,x,y,z\n0,-40,0,25\n1,-30,0,25\n2,40,0,25\n");
    g_auto(Outcome) made = shell("convert log.csv --positions --shapes 'sphere 4=sphere:4,sphere "
                                 "8.5=sphere:8.5' -w w.json -o balls.json");
    expect_good(&made);
    g_auto(Outcome) run = shell("run --no-timing --fill auto balls.json --moves-out balls.csv");
    expect_good(&run);
    cr_expect_not_null(strstr(run.out, " 4 moves:"), "%s", run.out);
    g_autofree char *csv = read_file("balls.csv");
    cr_expect_not_null(strstr(csv, "\nsphere 8.5,1,sphere 8.5,shift-exact,E2S,"), "%s", csv);
    g_auto(Outcome) methods =
        shell("run --no-timing balls.json -m onion,onion-article,multi,onion-batch");
    expect_good(&methods);
    expect_refused("convert log.csv --positions -w w.json",
                   "--positions: no --boxes or --shapes given, which went there");
    expect_refused("convert log.csv --shapes a=sphere:4 -w w.json",
                   "--boxes and --shapes: only with --positions or --resolve, other logs name "
                   "boxes");
    g_auto(Outcome) pill =
        shell("convert log.csv --positions --shapes pill=capsule:12,-24,32 -w w.json "
              "-o pill.json");
    expect_good(&pill);
    g_auto(Outcome) asked = shell("regress pill.json -m shift-exact,brushes");
    expect_good(&asked);
}

/* A level of Quake: a floor and a pillar. */
static void write_level(const char *name)
{
    const double boxes[][6] = { { -256, -256, -16, 256, 256, 0 }, { 64, 64, 0, 96, 96, 128 } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    const LevelOptions options = { .format = LEVEL_QUAKE };
    g_autoptr(GByteArray) file = level_q1(solid, &options);
    g_autofree char *path = g_build_filename(directory, name, NULL);
    cr_assert(g_file_set_contents(path, (const char *)file->data, file->len, NULL));
}

Test(command_worlds, audits_are_of_whole_levels)
{
    write_level("q.bsp");
    g_auto(Outcome) whole = shell("audit q.bsp");
    g_auto(Outcome) patches = shell("audit q.bsp#patches"); /* the level has no patches */
    cr_expect(whole.status < 2 && strstr(whole.out, "hull 1"), "%s%s", whole.out, whole.err);
    cr_expect(patches.status == whole.status, "%s", patches.err);
    expect_refused("audit q.bsp#hull1",
                   "q.bsp#hull1: a level with hulls is audited whole: leave out #hull1");
    expect_refused("audit q.bsp#hull0,patches",
                   "q.bsp#hull0,patches: a level with hulls is audited "
                   "whole: leave out #hull0,patches");
}

Test(command_worlds, audits_are_of_all_contents)
{
    const BspPlane planes[] = { { { { 1, 0, 0 } }, 64 }, { { { -1, 0, 0 } }, 0 },
                                { { { 0, 1, 0 } }, 64 }, { { { 0, -1, 0 } }, 0 },
                                { { { 0, 0, 1 } }, 64 }, { { { 0, 0, -1 } }, 0 } };
    const LevelBrush brush = { 0, G_N_ELEMENTS(planes), 1 };
    g_autoptr(GByteArray) file = level_q2(planes, G_N_ELEMENTS(planes), &brush, 1);
    g_autofree char *path = g_build_filename(directory, "sides.bsp", NULL);
    cr_assert(g_file_set_contents(path, (const char *)file->data, file->len, NULL));
    const char *of_all = "audit sides.bsp --space a=-16,-16,-24:16,16,32";
    g_auto(Outcome) outcome = shell(of_all);
    cr_expect_eq(outcome.status, 0, "%s%s", outcome.out, outcome.err);
    g_autofree char *of_some = g_strconcat(of_all, ":solid", NULL);
    expect_refused(of_some, "--space: an audit is of all contents, not of some");
}

/* The line of the hash; it depends on the moves, the trees and the answers. */
static char *hash_line(const char *arguments)
{
    g_auto(Outcome) outcome = shell(arguments);
    expect_good(&outcome);
    const char *hash = strstr(outcome.out, "\nhash of moves, trees and answers: ");
    cr_assert_not_null(hash, "%s: %s", arguments, outcome.out);
    return g_strndup(hash + 1, strcspn(hash + 1, "\n"));
}

/* A level has the moves of the scenario that is generated over it. */
Test(command_worlds, levels_in_place_of_scenarios)
{
    g_auto(Outcome) made = shell("generate scenario w.json --moves 20 --seed 7 -o g.json");
    expect_good(&made);
    g_autofree char *scenario = hash_line("run --no-timing g.json"),
                    *level = hash_line("run --no-timing w.json --moves 20 --seed 7"),
                    *other = hash_line("run --no-timing w.json --moves 20");
    cr_expect_str_eq(level, scenario);
    cr_expect_str_neq(level, other);
    static const char *const commands[] = {
        "regress w.json --moves 20",
        "sweep w.json --moves 20 --vary size=1,0.5 -m onion --no-timing",
        "draw w.json --moves 20 --plan",
        "explain w.json --move 'stand walk:1' -m onion",
        "convert w.json --resolve --moves 20",
        "build w.json -m onion -o t.onion",
        "build s.json -m onion -o t.onion",
    };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_auto(Outcome) outcome = shell(commands[i]);
        cr_expect_eq(outcome.status, 0, "%s: %s", commands[i], outcome.err);
    }
}

/* Boxes and shapes of the command line: a level has only these, a scenario these, too. */
Test(command_worlds, boxes_on_the_command_line)
{
    static const char given[] = " --moves 10 --boxes a=-8,-8,-8:8,8,8,b=-4,-4,-4,4,4,4:solid,water "
                                "--shapes c=sphere:4,d=capsule:4,-8,8";
    g_autofree char *run = g_strconcat("run --no-timing -m shift w.json", given, NULL);
    g_autofree char *more = g_strconcat("run --no-timing -m shift s.json", given, NULL);
    g_auto(Outcome) level = shell(run);
    expect_good(&level);
    cr_expect_not_null(strstr(level.out, " 2 spaces, 2 shapes; 40 moves:"), "%s", level.out);
    g_auto(Outcome) scenario = shell(more);
    expect_good(&scenario);
    cr_expect_not_null(strstr(scenario.out, " 3 spaces, 3 shapes; "), "%s", scenario.out);
    expect_refused("run s.json --boxes stand=0,0,0:1,1,1",
                   "--boxes: s.json has a space 'stand' already");
    expect_refused("run s.json --shapes a=cube:4",
                   "--shapes: 'a=cube:4' is not NAME=sphere:RADIUS, nor "
                   "NAME=cylinder:RADIUS,BOTTOM,TOP, nor NAME=capsule:RADIUS,BOTTOM,TOP");
}
