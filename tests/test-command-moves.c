/* test-command-moves: the command convert, for logs and scenarios. */
#include "test-program.h"

TestSuite(command_moves, .init = set_up, .fini = tear_down);

static const char log_text[] = "2410001 -15 -15 -24 15 15 32  -32 0 25 32 0 25\n"
                               "1       0   0   0   0  0  0   -32 0 25 -32 0 -25\n"
                               "2410001 -15 -15 -24 15 15 32  -32 0 25 -32 0 24\n";

static const char scenario_of_log[] =
    "{ \"format\": \"bsp-scenario\", \"version\": 1, \"name\": \"room\",\n"
    "  \"world\": \"w.json\",\n"
    "  \"spaces\": [\n"
    "    { \"name\": \"30x30x56\", \"mins\": [-15,-15,-24], \"maxs\": [15,15,32] },\n"
    "    { \"name\": \"point\", \"mins\": [0,0,0], \"maxs\": [0,0,0] } ],\n"
    "  \"trajectories\": [\n"
    "    { \"name\": \"30x30x56 under 2410001\", \"space\": \"30x30x56\", \"mask\": \"2410001\",\n"
    "      \"order\": [0,2],\n"
    "      \"moves\": [\n"
    "        [[-32,0,25],[32,0,25]],\n"
    "        [[-32,0,25],[-32,0,24]] ] },\n"
    "    { \"name\": \"point under 1\", \"space\": \"point\", \"mask\": \"1\",\n"
    "      \"order\": [1],\n"
    "      \"moves\": [\n"
    "        [[-32,0,25],[-32,0,-25]] ] } ] }\n";

Test(command_moves, a_log_becomes_a_scenario)
{
    write_file("l.txt", log_text);
    g_auto(Outcome) printed = shell("convert l.txt --world w.json");
    expect_good(&printed);
    cr_expect_str_eq(printed.out, scenario_of_log);
    g_auto(Outcome) piped = shell("convert /dev/stdin -w w.json -o m.json <l.txt");
    expect_good(&piped);
    g_autofree char *text = read_file("m.json");
    cr_expect_str_eq(text, scenario_of_log);
    g_auto(Outcome) named = shell("convert l.txt -w w.json --limit 1 --name 'a \"b\"'");
    expect_good(&named);
    cr_expect_not_null(strstr(named.out, "\"name\": \"a \\\"b\\\"\",\n"), "%s", named.out);
    cr_expect_null(strstr(named.out, "point"));
}

/* The moves run in the log's order with correct answers. A compressed scenario gives the same
 * results. */
Test(command_moves, it_runs)
{
    write_file("l.txt", log_text);
    g_auto(Outcome) made = shell("convert l.txt -w w.json -o m.json && "
                                 "\"$BSPCOMPARE\" convert l.txt -w w.json -o m.json.gz && "
                                 "\"$BSPCOMPARE\" convert l.txt -w w.json -o n.json.gz && "
                                 "cmp m.json.gz n.json.gz && gzip -dc m.json.gz | cmp - m.json");
    expect_good(&made);
    g_auto(Outcome) plain = shell("run --no-timing --moves-out p.csv -m onion,onion-named m.json");
    g_auto(Outcome) packed = shell("run --no-timing --moves-out c.csv -m onion,onion-named "
                                   "m.json.gz && cmp p.csv c.csv");
    expect_good(&plain);
    expect_good(&packed);
    cr_expect_str_eq(packed.out, plain.out);
    g_autofree char *csv = read_file("p.csv");
    g_auto(GStrv) rows = g_strsplit(csv, "\n", -1); /* a header, then two methods for each move */
    static const char *const names[] = { "30x30x56 under 2410001,0,", "point under 1,0,",
                                         "30x30x56 under 2410001,1," };
    for (guint i = 0; i < 6; i++)
        cr_expect(g_str_has_prefix(rows[1 + i], names[i / 2]), "%s", rows[1 + i]);
    g_auto(Outcome) regress = shell("regress m.json.gz");
    expect_good(&regress);
    g_auto(Outcome) sweep = shell("sweep --vary spaces=1,2 --no-timing m.json.gz");
    expect_good(&sweep);
    g_auto(Outcome) kept =
        shell("convert --resolve m.json.gz -o kept.json"); /* masks and order are kept */
    expect_good(&kept);
    g_auto(Outcome) own = shell("run --no-timing -m onion m.json.gz");
    g_auto(Outcome) again = shell("run --no-timing -m onion kept.json");
    cr_expect_str_eq(strstr(own.out, "\nhash of moves"), strstr(again.out, "\nhash of moves"));
    g_autofree char *text = read_file("kept.json");
    cr_expect_not_null(strstr(text, "\"mask\": \"2410001\""));
}

Test(command_moves, positions)
{
    write_file("p.csv", "t,x,y,z\n0,-32,0,25\n1,-30,0,25\n");
    g_auto(Outcome) outcome = shell("convert p.csv -w w.json --positions "
                                    "--boxes orc=-8,-8,-16:8,8,16,bee=0,0,0:0,0,0");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "{ \"name\": \"orc\", \"mins\": [-8,-8,-16], "
                                           "\"maxs\": [8,8,16] },\n"
                                           "    { \"name\": \"bee\", \"mins\": [0,0,0]"));
    cr_expect_not_null(strstr(outcome.out, "{ \"name\": \"bee\", \"space\": \"bee\",\n"
                                           "      \"moves\": [\n"
                                           "        [[-32,0,25],[-30,0,25]] ] } ] }\n"));
}

Test(command_moves, refused)
{
    static const char *const cases[][2] = {
        { "", "no input given; see 'bspcompare convert --help'" },
        { "l.txt --limit 1", "no --world given, in which the moves of the log were made" },
        { "l.txt -w w.json --positions", "--positions: no --boxes or --shapes given, which "
                                         "went there" },
        { "l.txt -w w.json --boxes a=0,0,0:1,1,1",
          "--boxes and --shapes: only with --positions or --resolve, other logs name boxes" },
        { "l.txt -w w.json --positions --shapes a=capsule:4,0,6",
          "--shapes: 'a=capsule:4,0,6': a capsule of radius 4 is at least 8 high, not 6" },
        { "l.txt -w w.json --positions --boxes a=0,0,0:1,1,1 --shapes a=sphere:4",
          "--shapes: l.txt has a space 'a' already" },
        { "l.txt -w w.json --positions --boxes a=0,0,0:1,1,1,a=0,0,0:2,2,2",
          "--boxes: l.txt has a space 'a' already" },
        { "l.txt -w w.json --positions --boxes a=1,1,1",
          "--boxes: 'a=1,1,1' is not NAME=minx,miny,minz:maxx,"
          "maxy,maxz[:CONTENTS], with mins up to maxs" },
        { "l.txt -w w.json --limit 0", "--limit: 0 is out of range, 1 to 1000000" },
        { "l.txt -w w.json --name ''", "--name: the name is empty" },
        { "none.txt -w w.json", "none.txt: cannot read: No such file or directory" },
        { "l.txt -w none.json", "none.json: cannot read: No such file or directory" },
        { "bad.txt -w w.json", "bad.txt:1: field 2, \"x\", is not a number" },
        { "l.txt -w w.json -o l.txt",
          "l.txt: cannot be written: it is the input, which would be lost" },
        { "l.txt -w w.json -o w.json",
          "w.json: cannot be written: it is the input, which would be lost" },
        { "l.txt -w w.json -o no/m.json",
          "no/m.json: cannot be written: No such file or directory" },
    };
    write_file("l.txt", log_text);
    write_file("bad.txt", "1 x 0 0 0 0 0 0 0 0 0 0 0\n");
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *arguments = g_strdup_printf("convert %s", cases[i][0]);
        expect_refused(arguments, cases[i][1]);
    }
    g_autofree char *files = listing();
    cr_expect_str_eq(files, "bad.txt l.txt s.json w.json");
}

/* If moves are left out, the command reports it. */
Test(command_moves, too_many)
{
    g_autoptr(GString) log = g_string_new(NULL);
    for (guint i = 0; i <= 500000; i++)
        g_string_append(log, "0 0 25\n1 0 25\n\n");
    write_file("p.txt", log->str);
    expect_refused("convert p.txt -w w.json --positions --boxes a=0,0,0:0,0,0,b=0,0,0:1,1,1",
                   "p.txt: more than 1000000 moves; --limit takes the first of them");
    g_auto(Outcome) fewer = shell("convert p.txt -w w.json --positions --boxes a=0,0,0:0,0,0,"
                                  "b=0,0,0:1,1,1 --limit 2 -o m.json");
    expect_good(&fewer);
    g_string_truncate(log, 0);
    for (guint i = 0; i <= 1000000; i++)
        g_string_append(log, "1 0 0 0 0 0 0 1 1 1 2 2 2\n");
    write_file("l.txt", log->str);
    expect_refused("convert l.txt -w w.json",
                   "l.txt: more than 1000000 moves; --limit takes the first of them");
    g_string_truncate(log, 0);
    for (guint i = 0; i < 1000000; i++)
        g_string_append(log, "1 0 0 0 0 0 0 0.123456789 0.123456789 0.123456789 "
                             "0.123456789 0.123456789 0.123456789\n");
    write_file("l.txt", log->str);
    g_auto(Outcome) long_text = shell("convert l.txt -w w.json");
    cr_expect_eq(long_text.status, 2);
    cr_expect_not_null(
        strstr(long_text.err, "67108864 are the limit; convert --limit takes the first"), "%s",
        long_text.err);
}

/* --- scenarios --- */

/* The recorded moves equal those that a run computes, so the hash is the same. */
Test(command_moves, moves_recorded)
{
    static const char *const names[] = { "two-rooms", "nested", "stationary", "spike-end" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *record = g_strdup_printf(
            "convert --resolve \"$DATA/scenarios/%s.json\" -o recorded.json", names[i]);
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

/* The command can give the moves to another shape, also in a scenario that contains its world. */
Test(command_moves, moves_of_another_shape)
{
    g_auto(Outcome) ball = shell("convert --resolve s.json --shape ball");
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
    g_auto(Outcome) held = shell("convert --resolve in.json --space stand -o held.json");
    expect_good(&held);
    g_auto(Outcome) again = shell("run --no-timing -m brushes held.json");
    expect_good(&again);
    cr_expect(g_str_has_prefix(again.out, "in: world room (2 brushes), 1 space, 1 shape;"), "%s",
              again.out);
}

/* The command can give the moves to a new box. */
Test(command_moves, moves_of_a_new_box)
{
    g_auto(Outcome) giant =
        shell("convert --resolve s.json --space giant=-30,-30,0:30,30,90 -o giant.json.gz");
    expect_good(&giant);
    g_auto(Outcome) run = shell("run --no-timing -m onion --by-shape -f csv giant.json.gz");
    expect_good(&run);
    cr_expect_eq(count_csv_rows(run.out, "scenario,"), 1u);
    cr_expect_not_null(strstr(run.out, "\nsmall,onion,giant,21,"), "%s", run.out);
    g_auto(Outcome) again = shell("convert --resolve giant.json.gz --space giant=0,0,0:1,1,1");
    cr_expect(again.status == 2 &&
              strstr(again.err, "--space: giant.json.gz has a space 'giant' already"));
}

Test(command_moves, moves_of_a_new_shape)
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
        g_autofree char *moves =
            g_strdup_printf("convert --resolve s.json --shape %s", wrong[i][0]);
        g_auto(Outcome) refused = shell(moves);
        cr_expect_eq(refused.status, 2);
        cr_expect_not_null(strstr(refused.err, wrong[i][1]), "%s", refused.err);
    }
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        g_autofree char *moves =
            g_strdup_printf("convert --resolve s.json --shape %s -o man.json", good[i]);
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
Test(command_moves, moves_keep_what_they_are_asked_of)
{
    g_auto(Outcome) moves = shell("convert --resolve \"$DATA/scenarios/two-rooms.json\"");
    cr_expect_null(strstr(moves.out, "\"masks\""));
    g_autoptr(GString) text = g_string_new(scenario_text);
    cr_assert(g_string_replace(text, "\"repeat\":3", "\"masks\":true", 0) == 1);
    cr_assert(g_string_replace(text, "[-32,0,25]", "[-32,-0.0,25]", 0) == 1);
    cr_assert(g_string_replace(text, "\"ball\"", "\"ball=4\"", 0) == 2);
    write_file("masks.json", text->str);
    g_auto(Outcome) kept = shell("convert --resolve masks.json");
    expect_good(&kept);
    cr_expect_not_null(strstr(kept.out, "\"masks\": true"), "%s", kept.out);
    cr_expect_not_null(strstr(kept.out, "[-32, -0.0, 25]"), "%s", kept.out);
    g_auto(Outcome) named = shell("convert --resolve masks.json --shape ball=4");
    expect_good(&named);
}
