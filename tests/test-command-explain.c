/* test-command-explain: "bspcompare explain": one move, and the reasons for the methods'
 * answers.
 *
 * The world is a wedge with a sharp vertical edge at the origin that points towards the move.
 * The normals of its faces are 80 degrees apart, so that no bevel cuts the edge off. Moved out
 * by a ball's radius r, the faces meet at r / cos 40 from the edge. The ball truly stops at r. */
#include "test-program.h"

#include <json-c/json.h>
#include <math.h>

#include "bsp-brush-table.h"
#include "bsp-world.h"
#include "build/solid.h"

#define RADIUS 10.0
#define EARLY (RADIUS / cos(G_PI * 40 / 180) - RADIUS)

static const char wedge_text[] =
    "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[\n"
    " {\"box\":[[-100,100,-64],[100,116,64]]},\n"
    " {\"points\":[[0,0,-64],[0,0,64],[20,23.83507185,-64],[20,23.83507185,64],\n"
    "             [20,-23.83507185,-64],[20,-23.83507185,64]]}],\n"
    " \"starts\":[[-50,0,0]]}\n";

static const char moves_text[] =
    "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"wedge\",\"world\":\"wedge.json\",\n"
    " \"spaces\":[{\"name\":\"box\",\"mins\":[-8,-8,-8],\"maxs\":[8,8,8]}],\n"
    " \"shapes\":[{\"name\":\"ball\",\"sphere\":{\"radius\":10}}],\n"
    " \"trajectories\":[{\"name\":\"at:edge\",\"shape\":\"ball\",\n"
    "   \"moves\":[[[-50,40,0],[-40,40,0]],[[-50,0,0],[50,0,0]]]},\n"
    "  {\"name\":\"walk\",\"space\":\"box\",\"response\":\"slide\",\n"
    "   \"random\":{\"seed\":1,\"moves\":20,\"step\":[2,32],\"start\":\"starts\"}}]}\n";

static void set_up_wedge(void)
{
    set_up();
    write_file("wedge.json", wedge_text);
    write_file("m.json", moves_text);
}

TestSuite(explain, .init = set_up_wedge, .fini = tear_down);

/* --- JSON --- */

/* The member at a path of keys and indices, such as "answers/0/t". */
static json_object *at(json_object *object, const char *way)
{
    g_auto(GStrv) keys = g_strsplit(way, "/", -1);
    for (char **key = keys; *key; key++) {
        if (json_object_is_type(object, json_type_array))
            object = json_object_array_get_idx(object, (size_t)g_ascii_strtoull(*key, NULL, 10));
        else
            cr_assert(json_object_object_get_ex(object, *key, &object), "no %s", way);
    }
    return object;
}

static double number_at(json_object *object, const char *way)
{
    return json_object_get_double(at(object, way));
}

static const char *text_at(json_object *object, const char *way)
{
    return json_object_get_string(at(object, way));
}

static json_object *explained(const char *arguments)
{
    g_autofree char *command = g_strdup_printf("explain -f json %s", arguments);
    g_auto(Outcome) outcome = shell(command);
    expect_good(&outcome);
    json_object *object = json_tokener_parse(outcome.out);
    cr_assert_not_null(object, "%s", outcome.out);
    cr_assert_str_eq(text_at(object, "format"), "bsp-explanation");
    return object;
}

#define EXPECT_NEAR(object, way, value)                                                            \
    cr_expect_float_eq(number_at(object, way), value, 2e-5, "%s: %.9g, not %.9g", way,             \
                       number_at(object, way), (double)(value))

Test(explain, why_a_ball_stops_before_an_edge)
{
    json_object *e = explained("m.json --move at:edge:1 -m shift,shift-exact");
    EXPECT_NEAR(e, "move/units", 100);
    EXPECT_NEAR(e, "truth/t", (50 - RADIUS) / 100);
    EXPECT_NEAR(e, "truth/bracket/0", (50 - RADIUS - 0.001) / 100);
    EXPECT_NEAR(e, "truth/bracket_units/1", 50 - RADIUS + 0.001);
    cr_expect_eq(number_at(e, "truth/brush/number"), 1);
    cr_expect_str_eq(text_at(e, "truth/brush/place"), "/brushes/1");
    EXPECT_NEAR(e, "truth/normal/0", -1);
    cr_expect_str_eq(text_at(e, "answers/0/claims"), "conservative");
    cr_expect(json_object_get_boolean(at(e, "answers/0/early")));
    EXPECT_NEAR(e, "answers/0/off_units", 0.001 - EARLY);
    cr_expect_str_eq(text_at(e, "answers/0/stopped_by/by"), "face");
    cr_expect_eq(number_at(e, "answers/0/stopped_by/brush/number"), 1);
    EXPECT_NEAR(e, "answers/0/stopped_by/offset", RADIUS);
    EXPECT_NEAR(e, "answers/0/stopped_by/normal/0", -cos(G_PI * 40 / 180));
    EXPECT_NEAR(e, "answers/0/stopped_by/meets_t", (50 - RADIUS) / 100);
    cr_expect_str_eq(text_at(e, "answers/0/stopped_by/nearest/part"), "edge");
    EXPECT_NEAR(e, "answers/0/stopped_by/nearest/gap_units", EARLY);
    EXPECT_NEAR(e, "answers/0/stopped_by/nearest/away/0", -1);
    EXPECT_NEAR(e, "answers/0/stopped_by/nearest/corners/1/0", 0);
    cr_expect_not(json_object_get_boolean(at(e, "answers/1/early")));
    cr_expect_null(at(e, "answers/1/stopped_by"));
    json_object_put(e);
}

/* An early answer has no brush. A hit at an edge has no side. */
Test(explain, what_each_answer_hits)
{
    json_object *e = explained("m.json --move at:edge:1 -m shift,shift-exact");
    cr_expect_null(at(e, "answers/0/hit"));
    cr_expect_eq(number_at(e, "answers/1/hit/brush/number"), 1);
    cr_expect_eq(number_at(e, "answers/1/hit/brush/contents"), BSP_CONTENTS_SOLID);
    EXPECT_NEAR(e, "answers/1/hit/brush/maxs/0", 20);
    cr_expect_str_eq(text_at(e, "answers/1/hit/brush/place"), "/brushes/1");
    cr_expect_null(at(e, "answers/1/hit/side"));
    json_object_put(e);
    e = explained("m.json --from 0,50,0 --to 0,150,0 --space box -m onion,shift");
    for (guint i = 0; i < 2; i++) {
        json_object *answer = at(at(e, "answers"), i ? "1" : "0");
        cr_expect_eq(number_at(answer, "hit/brush/number"), 0);
        cr_expect_eq(number_at(answer, "normal/1"), -1);
        cr_expect_not_null(at(answer, "hit/side"));
        cr_expect_eq(number_at(answer, "hit/tag"), 0);
    }
    json_object_put(e);
    g_auto(Outcome) text = shell("explain m.json --from 0,50,0 --to 0,150,0 --space box -m onion");
    expect_good(&text);
    cr_expect_not_null(strstr(text.out, "\nside: which of the brush's planes, from 0 on\n"), "%s",
                       text.out);
}

Test(explain, text)
{
    static const char *const parts[] = {
        "wedge: at:edge:1, a move of ball\n",
        "\nfrom     -50 0 0\nto       50 0 0: 100 units\n",
        "\nshape    sphere, from -10 -10 -10 to 10 10 10 about the point that moves\n",
        "\nstops at whatever is there\n",
        "\nbrush    1: /brushes/1 of wedge.json\n         contents solid, from 0 -23.8351 -64 to "
        "20 "
        "23.8351 64\nnormal   -1 0 0\n",
        "\nshift stops 3.0531 units early\n",
        "It is a part of brush 1: /brushes/1 of wedge.json.",
        "There the object is 3.0541 units off the cell, whose nearest part is the edge from 0 0 ",
        " 80 degrees apart,",
        "No bevel cuts this edge off: it would have to be more than 90 degrees (bevel_angle).",
        "It would truly meet this cell 3.0541 units on.",
    };
    g_auto(Outcome) outcome = shell("explain m.json --move at:edge:1 -m shift,onion");
    expect_good(&outcome);
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        cr_expect_not_null(strstr(outcome.out, parts[i]), "'%s' is not in\n%s", parts[i],
                           outcome.out);
    cr_expect_not_null(strstr(outcome.out, "  skipped\n"), "%s", outcome.out);
}

/* The same move given by its coordinates, and another mover. */
Test(explain, a_move_of_ones_own)
{
    json_object *e = explained("m.json --from -50,0,0 --to 50,0,0 --shape ball -m shift");
    EXPECT_NEAR(e, "answers/0/off_units", 0.001 - EARLY);
    json_object_put(e);
    e = explained("m.json --move at:edge:1 --space point=0,0,0:0,0,0 -m onion,shift");
    EXPECT_NEAR(e, "truth/t", 0.5);
    EXPECT_NEAR(e, "answers/0/t", 0.5);
    cr_expect_not(json_object_get_boolean(at(e, "answers/1/early")));
    json_object_put(e);
}

Test(explain, starts_in_matter_and_places)
{
    json_object *e = explained("m.json --from 15,0,0 --shape ball -m shift,merge");
    cr_expect(json_object_get_boolean(at(e, "truth/inside")));
    cr_expect_eq(number_at(e, "truth/brush/number"), 1);
    EXPECT_NEAR(e, "truth/depth_units", 15); /* out through the back, at x = 20, plus the radius */
    cr_expect_str_eq(text_at(e, "answers/1/class"), "S");
    json_object_put(e);
    /* 2 units from the edge the ball is clear, but is reported as stuck */
    g_auto(Outcome) stuck = shell("explain m.json --from -12,0,0 --shape ball -m shift");
    expect_good(&stuck);
    cr_expect_not_null(strstr(stuck.out, "\nshift treats the place as solid\n"), "%s", stuck.out);
    cr_expect_not_null(strstr(stuck.out, "There the object is 2 units off the cell"), "%s",
                       stuck.out);
}

/* explain prints all brushes that the start is in, the way out of all, and the time when the
 * move leaves them. */
Test(explain, a_start_in_two_brushes)
{
    const char *scenario =
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"two\",\"world\":"
        "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"w\",\"brushes\":["
        "{\"box\":[[-10,-50,-10],[10,50,10]]},{\"box\":[[10,-50,-10],[20,50,10]]}]},"
        "\"spaces\":[{\"name\":\"box\",\"mins\":[-12,-12,-12],\"maxs\":[12,12,12]}],"
        "\"trajectories\":[{\"name\":\"out\",\"space\":\"box\",\"moves\":[[[0,0,0],"
        "[64,0,0]]]}]}";
    write_file("two.json", scenario);
    g_auto(Outcome) text = shell("explain two.json --move out:0 -m onion");
    expect_good(&text);
    cr_expect_not_null(strstr(text.out, "\ndeep     22 units: "), "%s", text.out);
    cr_expect_not_null(strstr(text.out, "\nalso in  1: "), "%s", text.out);
    cr_expect_not_null(strstr(text.out, "\nway out  22 units, to -22 0 0, the shortest\n"), "%s",
                       text.out);
    cr_expect_not_null(strstr(text.out, "\nleaves   t from 0.49998"), "%s", text.out);
    json_object *e = explained("two.json --move out:0 -m onion");
    EXPECT_NEAR(e, "truth/in/1/depth_units", 2);
    EXPECT_NEAR(e, "truth/way_out/units", 22);
    EXPECT_NEAR(e, "truth/leaves/1", (32 + 0.001) / 64);
    cr_expect_eq(number_at(e, "answers/0/leaves_off_units"), 0);
    json_object_put(e);
    e = explained("two.json --from 0,0,0 --space box -m onion");
    cr_expect_null(at(e, "truth/leaves"), "it never leaves");
    json_object_put(e);
}

Test(explain, undecided)
{
    g_auto(Outcome) along =
        shell("explain m.json --from -50,90,0 --to 50,90,0 --shape ball -m shift-exact");
    expect_good(&along);
    cr_expect_not_null(strstr(along.out, "\nThe bracket decides little"), "%s", along.out);
    cr_expect_not_null(strstr(along.out, "\nsharper  t from 1 to 1"), "%s", along.out);
}

/* For a level with a move on the command line, explain needs no scenario. */
Test(explain, in_a_level)
{
    write_file("w.json", "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"slab\",\"brushes\":["
                         "{\"box\":[[-64,-64,-8],[64,64,0]]},"
                         "{\"box\":[[-64,-64,0],[64,64,16]],\"contents\":\"water\"}]}");
    json_object *e =
        explained("w.json --from 0,0,90 --to 0,0,-10 --shape p=capsule:4,-8,8 -m shift-exact");
    cr_expect_eq(number_at(e, "truth/brush/number"), 1);
    json_object_put(e);
    e = explained("w.json --from 0,0,90 --to 0,0,-10 --space p=-1,-1,-1:1,1,1:solid -m onion");
    cr_expect_eq(number_at(e, "truth/brush/number"), 0);
    json_object_put(e);
    expect_refused("explain w.json --move a:1",
                   "w.json: it is a level, and no scenario (.json): 'bspcompare generate scenario' "
                   "makes one over it, and --world takes it beside one");
    expect_refused("explain w.json --from 0,0,9 --space none",
                   "--space: w.json has no space 'none', nor any other");
}

/* For a box on the command line, only the named contents stop it. */
Test(explain, contents_that_stop)
{
    json_object *e = explained("m.json --from 0,50,0 --to 0,150,0 --space s=0,0,0:0,0,0:solid,fog "
                               "-m onion");
    cr_expect_eq(number_at(e, "move/mask"), BSP_CONTENTS_SOLID | BSP_CONTENTS_FOG);
    EXPECT_NEAR(e, "truth/t", 0.5);
    json_object_put(e);
    e = explained("m.json --from 0,50,0 --to 0,150,0 --space s=0,0,0:0,0,0:water -m onion");
    cr_expect_eq(number_at(e, "truth/t"), 1);
    json_object_put(e);
    g_auto(Outcome) text =
        shell("explain m.json --from 0,50,0 --space s=0,0,0,0,0,0:water,200 -m onion");
    expect_good(&text);
    cr_expect_not_null(strstr(text.out, "\nstops at water,200\n"), "%s", text.out);
}

/* A method may hit something at which the truth has no hit: the seam of two brushes, which a
 * tree closes. */
Test(explain, another_brush)
{
    write_file("wedge.json", "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":["
                             "{\"box\":[[-8,-8,0],[0,8,8]]},{\"box\":[[0,-8,0],[8,8,8]]}],"
                             "\"starts\":[[0,0,20]]}");
    g_auto(Outcome) text =
        shell("explain m.json --from 0,0,20 --to 0,0,-20 --space p=0,0,0:0,0,0 -m onion,brushes");
    expect_good(&text);
    cr_expect_not_null(strstr(text.out, "\ntruth    hits nothing\n"), "%s", text.out);
    cr_expect_not_null(strstr(text.out, "\nbrush    0: /brushes/0 of wedge.json\n         contents "
                                        "solid, from -8 -8 0 to 0 8 8\n"),
                       "%s", text.out);
}

/* Writes a level with a cube, and a scenario over it. */
static void write_level(const char *options)
{
    write_file("l.map", "{\n\"classname\" \"worldspawn\"\n{\n"
                        "( 0 0 8 ) ( 0 8 8 ) ( 8 0 8 ) a 0 0 0 1 1\n"
                        "( 0 0 0 ) ( 8 0 0 ) ( 0 8 0 ) a 0 0 0 1 1\n"
                        "( 8 0 0 ) ( 8 0 8 ) ( 8 8 0 ) a 0 0 0 1 1\n"
                        "( 0 0 0 ) ( 0 8 0 ) ( 0 0 8 ) a 0 0 0 1 1\n"
                        "( 0 8 0 ) ( 8 8 0 ) ( 0 8 8 ) a 0 0 0 1 1\n"
                        "( 0 0 0 ) ( 0 0 8 ) ( 8 0 0 ) a 0 0 0 1 1\n}\n}\n");
    g_autofree char *text = g_strdup_printf(
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"l\",\"world\":\"l.map\",%s"
        "\"spaces\":[{\"name\":\"s\",\"mins\":[0,0,0],\"maxs\":[0,0,0]}],"
        "\"trajectories\":[{\"name\":\"t\",\"space\":\"s\",\"waypoints\":[[0,0,9],[0,0,8]]}]}",
        options);
    write_file("l.json", text);
}

/* A level is read without water, unless the scenario needs it. */
Test(explain, contents_that_were_not_read)
{
#define MOVE "l.json --from 4,4,20 --to 4,4,-20 -m onion --space p=0,0,0:0,0,0:"
    write_level("");
    expect_refused("explain " MOVE "solid,water",
                   "--space: the world of l.json was read without brushes that are neither solid "
                   "nor playerclip: its \"options\" want \"masks\": true");
    json_object *e = explained(MOVE "solid,playerclip");
    EXPECT_NEAR(e, "truth/t", 0.3);
    json_object_put(e);
    write_level("\"options\":{\"masks\":true},");
    e = explained(MOVE "solid,water");
    EXPECT_NEAR(e, "truth/t", 0.3);
    json_object_put(e);
#undef MOVE
}

/* explain reports a bracket that is wide for its kind, even if it is less than half of the move. */
Test(explain, wide)
{
    g_auto(Outcome) beside =
        shell("explain m.json --from 0,95,0 --to 1000,95,0 --space a=-5,-5,-5:5,5,5 -m onion");
    expect_good(&beside);
    cr_expect_not_null(strstr(beside.out, "\nThe bracket decides little"), "%s", beside.out);
}

/* explain answers each move as run did. */
Test(explain, moves_are_those_of_run)
{
    g_auto(Outcome) run = shell("run --no-timing -m shift-box --moves-out o.csv m.json");
    expect_good(&run);
    g_autofree char *csv = read_file("o.csv");
    g_auto(GStrv) lines = g_strsplit(g_strchomp(csv), "\n", -1);
    cr_assert_eq(g_strv_length(lines), 23u);
    for (guint i = 1; i < 23; i += 4) {
        g_auto(GStrv) fields = g_strsplit(lines[i], ",", -1);
        g_autofree char *command =
            g_strdup_printf("m.json -m shift-box --move '%s:%s'", fields[0], fields[1]);
        json_object *e = explained(command);
        cr_expect_str_eq(text_at(e, "answers/0/class"), fields[4]);
        cr_expect_eq(number_at(e, "answers/0/t"), g_ascii_strtod(fields[5], NULL), "%s", lines[i]);
        cr_expect_eq(number_at(e, "truth/bracket/0"), g_ascii_strtod(fields[9], NULL));
        cr_expect_eq(number_at(e, "answers/0/nodes"), g_ascii_strtod(fields[11], NULL));
        cr_expect_eq(number_at(e, "move/to/2"), g_ascii_strtod(fields[17], NULL));
        json_object_put(e);
    }
}

/* --- pictures --- */

Test(explain, picture)
{
    g_auto(Outcome) svg = shell("explain m.json --move at:edge:1 -m shift --picture p.svg");
    expect_good(&svg);
    g_autofree char *text = read_file("p.svg");
    cr_assert_not_null(text);
    static const char *const parts[] = { "a slice at z = 0", "brush 1, which is hit",
                                         "protrusion: solid for shift", "stops: shift",
                                         "true contact" };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        cr_expect_not_null(strstr(text, parts[i]), "%s", parts[i]);
    g_auto(Outcome) png = shell("explain m.json --move at:edge:1 -m shift --picture p.png");
    expect_good(&png);
    g_autofree char *bytes = read_file("p.png");
    cr_expect(bytes && memcmp(bytes, "\211PNG", 4) == 0);
}

/* The file is closed meshes, which read as a world: both brushes that are near, the ball's way, the
 * ball where it stops, and the cell. */
Test(explain, obj)
{
    g_auto(Outcome) outcome = shell("explain m.json --move at:edge:1 -m shift --obj p.obj");
    expect_good(&outcome);
    g_autofree char *text = read_file("p.obj"), *path = g_build_filename(directory, "p.obj", NULL);
    static const char *const parts[] = { "# /brushes/1\no brush-1-that-is-hit\nv ",
                                         "o path\nv -50 0 0\nv 50 0 0\nl ",
                                         "o swept-to-true-stop\nv ", "o stop-of-shift\nv ",
                                         "o cell-of-shift\nv " };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        cr_expect_not_null(strstr(text, parts[i]), "%s", parts[i]);
    cr_expect_null(strstr(text, "o brush-0"), "it is far away");
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "");
    BspBounds bounds = world->solid->bounds;
    cr_expect_float_eq(bounds.mins.x, -50 - RADIUS, 0.2, "%g", bounds.mins.x);
    cr_expect_float_eq(bounds.maxs.x, 20, 1e-6);
    cr_expect_float_eq(bounds.mins.z, -64, 1e-6);
}

/* --- errors --- */

Test(explain, refused)
{
    static const struct {
        const char *arguments, *message;
    } cases[] = {
        { "m.json", "one of --move and --from is wanted, not none" },
        { "m.json --move walk:1 --from 0,0,0", "one of --move and --from is wanted, not both" },
        { "m.json --to 0,0,0 --move walk:1", "--to goes with --from" },
        { "m.json --from 0,0,0", "--from: what moves? --space or --shape says" },
        { "m.json --from 0,0 --shape ball", "--from: '0,0' is no point x,y,z" },
        { "m.json --from 0,0,nan --shape ball", "--from: '0,0,nan' is no point x,y,z" },
        { "m.json --from 0,0,0 --shape cube",
          "--shape: m.json has no shape 'cube': it has box, ball" },
        { "m.json --from 0,0,0 --space box --shape ball",
          "--space and --shape: only one of them can move" },
        { "m.json --from 0,0,0 --space box=1,1,1:0,0,0",
          "--space: 'box=1,1,1:0,0,0' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with "
          "mins up to maxs" },
        { "m.json --from 0,0,0 --space box=0,0,0:1,1,1",
          "--space: m.json has a space 'box' already" },
        { "m.json --move walk", "--move: 'walk' is none such as walk:17: a trajectory, :, and a "
                                "number" },
        { "m.json --move run:1", "--move: m.json has no trajectory 'run': it has at:edge, walk" },
        { "m.json --move walk:20", "--move: walk has no move 20: it has 20, from 0 on" },
        { "m.json --move 0:2", "--move: at:edge has no move 2: it has 2, from 0 on" },
        { "m.json --move walk:1 -f html", "--format: 'html' is none of table, json" },
        { "m.json --move walk:1 --picture p.gif",
          "--picture: 'p.gif' ends neither in .svg nor in .png" },
        { "m.json --move walk:1 --obj x --picture ./x.svg -o x",
          "two outputs would go to the same place, x" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *arguments = g_strconcat("explain ", cases[i].arguments, NULL);
        expect_refused(arguments, cases[i].message);
    }
    static const char *const inputs[] = { "--obj wedge.json", "-o m.json" };
    for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
        g_autofree char *arguments = g_strconcat("explain m.json --move walk:1 ", inputs[i], NULL);
        g_auto(Outcome) outcome = shell(arguments);
        cr_expect_eq(outcome.status, 2, "%s", arguments);
    }
    g_autofree char *wedge = read_file("wedge.json"), *moves = read_file("m.json");
    cr_expect_str_eq(wedge, wedge_text);
    cr_expect_str_eq(moves, moves_text);
}
