/* test-log: the engines' logs of moves, and the scenarios that are made of them. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-brush-table.h"
#include "random.h"
#include "run/resolve.h"
#include "scenario/log.h"
#include "scenario/recording.h"
#include "shipped.h"

#define ALL G_MAXUINT

static GArray *read_moves(const char *text, guint max, GError **error)
{
    return compare_log_read_moves("l.txt", text, strlen(text), max, error);
}

static GArray *read_positions(const char *text, guint max, GError **error)
{
    return compare_log_read_positions("l.txt", text, strlen(text), max, error);
}

static gboolean same(BspVec a, BspVec b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* --- logs of moves --- */

Test(log, moves)
{
    static const char text[] = "\xef\xbb\xbfmask,minx,miny,minz,maxx,maxy,maxz,x,y,z,x,y,z\r\n"
                               "2410001 -15 -15 -24  15 15 32  1 2.5 -3  452.125061 0 -0\r\n"
                               "\n"
                               "  # a remark, whatever is in it\n"
                               "fFfFfFfF,0,0,0 , 0,0,0,\t-1e2,+2,.5,1,1,1";
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) moves = read_moves(text, ALL, &error);
    cr_assert_not_null(moves, "%s", error ? error->message : "");
    cr_assert_eq(moves->len, 2u);
    const CompareLogged *a = &g_array_index(moves, CompareLogged, 0), *b = a + 1;
    cr_expect_eq(a->mask, 0x2410001u);
    cr_expect(same(a->mins, bsp_vec(-15, -15, -24)) && same(a->maxs, bsp_vec(15, 15, 32)));
    cr_expect(same(a->move.from, bsp_vec(1, 2.5, -3)));
    cr_expect(same(a->move.to, bsp_vec(452.125061, 0, 0)), "with no sign at the last 0");
    cr_expect_eq(b->mask, 0xffffffffu);
    cr_expect(same(b->mins, bsp_vec(0, 0, 0)) && same(b->move.from, bsp_vec(-100, 2, 0.5)));
}

#define MOVE "1 0 0 0 0 0 0 1 1 1 2 2 2\n"

/* Lines after the last wanted move are not read. */
Test(log, no_more_than_wanted)
{
    g_autoptr(GArray) two = read_moves(MOVE MOVE "nonsense\n", 2, NULL);
    cr_assert_not_null(two);
    cr_expect_eq(two->len, 2u);
    cr_expect_null(read_moves(MOVE MOVE "nonsense\n", 3, NULL));
    g_autoptr(GArray) one = read_positions("0 0 0\n1 1 1\nnonsense\n", 1, NULL);
    cr_assert_not_null(one);
    cr_expect_eq(one->len, 1u);
}

typedef struct {
    const char *text;
    BspErrorCode code;
    const char *message;
} Bad;

static void expect_bad(GArray *(*read)(const char *, guint, GError **), const Bad *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GArray) moves = read(cases[i].text, ALL, &error);
        cr_assert_null(moves, "read, where '%s' was expected", cases[i].message);
        cr_assert_not_null(error);
        cr_expect_str_eq(error->message, cases[i].message);
        cr_expect(error->domain == BSP_ERROR && error->code == (gint)cases[i].code);
    }
}

Test(log, bad_moves)
{
    static const Bad cases[] = {
        { "", BSP_ERROR_VALUE, "l.txt: there is no move in it" },
        { "# nothing\n\n", BSP_ERROR_VALUE, "l.txt: there is no move in it" },
        { MOVE "1 0 0 0\n", BSP_ERROR_SYNTAX,
          "l.txt:2: 4 fields, not the 13 of a move: mask, mins, maxs, start and end" },
        { "1 0 0 0 0 0 0 1 1 1 2 2 2,\n", BSP_ERROR_SYNTAX,
          "l.txt:1: 14 fields, not the 13 of a move: mask, mins, maxs, start and end" },
        { MOVE "mask 0 0 0 0 0 0 1 1 1 2 2 2\n", BSP_ERROR_SYNTAX,
          "l.txt:2: field 1, \"mask\", is not a mask of one to eight hexadecimal digits" },
        { "123456789 0 0 0 0 0 0 1 1 1 2 2 2\n", BSP_ERROR_SYNTAX,
          "l.txt:1: field 1, \"123456789\", is not a mask of one to eight hexadecimal digits" },
        { "\n\n-1 0 0 0 0 0 0 1 1 1 2 2 2\n", BSP_ERROR_SYNTAX,
          "l.txt:3: field 1, \"-1\", is not a mask of one to eight hexadecimal digits" },
        { "1,0,0,,0,0,0,1,1,1,2,2,2\n", BSP_ERROR_SYNTAX,
          "l.txt:1: field 4, \"\", is not a number" },
        { "1 0 0 0 0 0 0 nan 1 1 2 2 2\n", BSP_ERROR_SYNTAX,
          "l.txt:1: field 8, \"nan\", is not a number" },
        { "1 0 0 0 0 0 0 1 0x1 1 2 2 2\n", BSP_ERROR_SYNTAX,
          "l.txt:1: field 9, \"0x1\", is not a number" },
        { "1 0 0 0 0 0 0 1 1 1 2 2 1e999\n", BSP_ERROR_VALUE,
          "l.txt:1: field 13, 1e999, is out of range, -4194304 to 4194304" },
        { "1 0 0 0 0 0 0 1 1 1 2 2 -4194305\n", BSP_ERROR_VALUE,
          "l.txt:1: field 13, -4194305, is out of range, -4194304 to 4194304" },
        { "1 0 0 1 0 0 0 1 1 1 2 2 2\n", BSP_ERROR_VALUE,
          "l.txt:1: mins exceed maxs on the z axis (1 > 0)" },
    };
    expect_bad(read_moves, cases, G_N_ELEMENTS(cases));
}

/* Lines without an end, NUL bytes and invalid UTF-8 are ordinary errors. */
Test(log, bytes_that_are_no_text)
{
    g_autoptr(GString) line = g_string_new(NULL);
    for (guint i = 0; i < 1000; i++)
        g_string_append(line, "1,");
    g_autoptr(GError) many = NULL, nul = NULL, latin = NULL;
    cr_expect_null(read_moves(line->str, ALL, &many));
    cr_expect_str_eq(many->message, "l.txt:1: more than 256 fields");
    static const char with_nul[] = "1 0 0 0 0 0 0 1 1 1 2 2 2\0";
    cr_expect_null(compare_log_read_moves("l.txt", with_nul, sizeof with_nul - 1, ALL, &nul));
    cr_expect(g_str_has_prefix(nul->message, "l.txt:1: field 13, \"2"), "%s", nul->message);
    cr_expect_null(read_moves("\xff\xfe 0 0 0 0 0 0 1 1 1 2 2 2", ALL, &latin));
    cr_expect(g_utf8_validate(latin->message, -1, NULL));
}

/* --- logs of positions --- */

Test(log, positions)
{
    static const char text[] =
        "0 0 0\n1 0 0\n# a remark ends nothing\n1 2 0 rest\n\n9 9 9\n8 9 9\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) moves = read_positions(text, ALL, &error);
    cr_assert_not_null(moves, "%s", error ? error->message : "");
    cr_assert_eq(moves->len, 3u);
    const CompareMove *m = (const CompareMove *)(gconstpointer)moves->data;
    cr_expect(same(m[0].from, bsp_vec(0, 0, 0)) && same(m[0].to, bsp_vec(1, 0, 0)));
    cr_expect(same(m[1].from, bsp_vec(1, 0, 0)) && same(m[1].to, bsp_vec(1, 2, 0)));
    cr_expect(same(m[2].from, bsp_vec(9, 9, 9)) && same(m[2].to, bsp_vec(8, 9, 9)));
}

Test(log, positions_in_named_columns)
{
    static const char text[] = "time,Z,name,X,Y\n0.1,3,orc,1,2\n0.2,6,,4,5\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) moves = read_positions(text, ALL, &error);
    cr_assert_not_null(moves, "%s", error ? error->message : "");
    cr_assert_eq(moves->len, 1u);
    const CompareMove *m = &g_array_index(moves, CompareMove, 0);
    cr_expect(same(m->from, bsp_vec(1, 2, 3)) && same(m->to, bsp_vec(4, 5, 6)));
}

Test(log, bad_positions)
{
    static const Bad cases[] = {
        { "1 2 3\n", BSP_ERROR_VALUE,
          "l.txt: there is no move from one position to another in it" },
        { "1 2 3\n\n1 2 3\n", BSP_ERROR_VALUE,
          "l.txt: there is no move from one position to another in it" },
        { "1 2 3\n1 2\n", BSP_ERROR_SYNTAX, "l.txt:2: 2 fields, but a position has at least 3" },
        { "t x y z\n1 2 3\n", BSP_ERROR_SYNTAX,
          "l.txt:2: 3 fields, but a position has at least 4" },
        { "t x y\n1 2 3\n", BSP_ERROR_SYNTAX, "l.txt:1: no field has the name z" },
        { "1 2 3\n1 two 3\n", BSP_ERROR_SYNTAX, "l.txt:2: field 2, \"two\", is not a number" },
    };
    expect_bad(read_positions, cases, G_N_ELEMENTS(cases));
}

/* --- scenarios of them --- */

#define HEAD                                                                                       \
    "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"box\":[[-64,-64,-8],[64,64,0]]}]}"

/* Reads the recording's text again, with a world in it. */
static CompareScenario *read_again(CompareScenario *recording)
{
    recording->name = g_strdup("a \"match\"");
    g_autofree char *text = compare_recording_text(recording, "WORLD");
    g_autoptr(GString) whole = g_string_new(text);
    cr_assert_eq(g_string_replace(whole, "\"WORLD\"", HEAD, 0), 1u);
    g_autoptr(GError) error = NULL;
    CompareScenario *s = compare_scenario_read("s.json", whole->str, whole->len, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "");
    cr_expect_str_eq(s->name, "a \"match\"");
    return s;
}

static CompareScenario *recorded(const char *log)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) moves = read_moves(log, ALL, &error);
    cr_assert_not_null(moves, "%s", error ? error->message : "");
    CompareScenario *recording = compare_recording_of_moves("l.txt", moves, &error);
    cr_assert_not_null(recording, "%s", error ? error->message : "");
    return recording;
}

Test(log, a_space_for_each_box_a_trajectory_for_each_mask)
{
    g_autoptr(CompareScenario) recording =
        recorded("a 0 0 0 0 0 0  0 0 9 1 0 9\n"    /* a point */
                 "a -1 -1 -2 1 1 2  0 0 9 2 0 9\n" /* 2x2x4 */
                 "B -1 -1 -2 1 1 2  0 0 9 3 0 9\n" /* under another mask */
                 "a 0 0 0 0 0 0  0 0 9 4 0 9\n"    /* the point again */
                 "a -1 -1 -1 1 1 3  0 0 9 5 0 9\n" /* 2x2x4, but higher */
                 "a -1 -1 -2 1 1 2  0.1 0 9 6 0 452.125061\n");
    g_autoptr(CompareScenario) s = read_again(recording);
    static const char *const spaces[] = { "point", "2x2x4", "-1,-1,-1:1,1,3" };
    static const char *const names[] = { "point under a", "2x2x4 under a", "2x2x4 under b",
                                         "-1,-1,-1:1,1,3 under a" };
    static const guint order[][2] = { { 0, 3 }, { 1, 5 }, { 2, 0 }, { 4, 0 } };
    cr_assert_eq(s->spaces->len, G_N_ELEMENTS(spaces));
    for (guint i = 0; i < s->spaces->len; i++)
        cr_expect_str_eq(g_array_index(s->spaces, CompareSpace, i).name, spaces[i]);
    cr_expect_eq(g_array_index(s->spaces, CompareSpace, 0).shape.kind, BSP_SHAPE_POINT);
    cr_assert_eq(s->trajectories->len, G_N_ELEMENTS(names));
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        cr_expect_str_eq(t->name, names[i]);
        cr_expect(t->has_mask && t->mask == (i == 2 ? 0xbu : 0xau));
        cr_assert_eq(t->order->len, t->moves->len);
        for (guint k = 0; k < t->order->len; k++)
            cr_expect_eq(g_array_index(t->order, guint, k), order[i][k]);
    }
    const GArray *moves = g_array_index(s->trajectories, CompareTrajectory, 1).moves;
    const CompareMove *last = &g_array_index(moves, CompareMove, 1);
    cr_expect(same(last->from, bsp_vec(0.1, 0, 9)) && same(last->to, bsp_vec(6, 0, 452.125061)));
}

/* Random logs are the same after the way through a scenario: each bit, in the log's order. */
Test(log, every_move_comes_back_in_order)
{
    for (guint64 seed = 0; seed < 20; seed++) {
        Random r = random_seeded(seed);
        g_autoptr(GArray) log = g_array_new(FALSE, FALSE, sizeof(CompareLogged));
        for (guint i = 0; i < 200; i++) {
            double half = random_below(&r, 4);
            CompareLogged move = { .mask = 1u << random_below(&r, 3),
                                   .mins = bsp_vec(0 - half, 0 - half, 0 - half),
                                   .maxs = bsp_vec(half, half, half) };
            for (guint k = 0; k < 3; k++) {
                move.move.from.v[k] = random_real(&r, -60, 60);
                move.move.to.v[k] = random_real(&r, -60, 60);
            }
            g_array_append_val(log, move);
        }
        g_autoptr(CompareScenario) recording = compare_recording_of_moves("l", log, NULL);
        g_autoptr(CompareScenario) s = read_again(recording);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
        g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL);
        cr_assert_not_null(moves);
        cr_assert_eq(moves->len, log->len);
        for (guint i = 0; i < moves->len; i++) {
            const CompareResolved *got = &g_array_index(moves, CompareResolved, i);
            const CompareLogged *put = &g_array_index(log, CompareLogged, i);
            const CompareTrajectory *t = compare_scenario_trajectory(s, got->trajectory);
            cr_assert(same(got->from, put->move.from) && same(got->to, put->move.to),
                      "seed %u, move %u", (guint)seed, i);
            cr_assert_eq(t->mask, put->mask);
            cr_assert(same(compare_scenario_shape(s, t)->bounds.mins, put->mins));
            cr_assert(same(g_array_index(t->moves, CompareMove, got->number).from, got->from));
        }
    }
}

Test(log, too_many_boxes)
{
    g_autoptr(GString) log = g_string_new(NULL);
    for (guint i = 0; i <= COMPARE_MAX_LOGGED_BOXES; i++)
        g_string_append_printf(log, "1 0 0 0 %u 1 1 0 0 0 1 1 1\n", i + 1);
    g_autoptr(GArray) moves = read_moves(log->str, ALL, NULL);
    g_autoptr(GError) error = NULL;
    cr_expect_null(compare_recording_of_moves("l.txt", moves, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message, "l.txt: more than 1024 different boxes");
}

Test(log, positions_of_several_spaces)
{
    g_autoptr(GArray) spaces = g_array_new(FALSE, FALSE, sizeof(CompareSpace));
    CompareSpace orc, bee;
    cr_assert(compare_parse_space("orc=-1,-1,0:1,1,4", &orc, NULL));
    cr_assert(compare_parse_space("bee=0,0,0:0,0,0:solid,200", &bee, NULL));
    g_array_append_val(spaces, orc);
    g_array_append_val(spaces, bee);
    g_autoptr(GArray) moves = read_positions("0 0 9\n1 0 9\n2 0 9\n", ALL, NULL);
    g_autoptr(GArray) shapes = g_array_new(FALSE, FALSE, sizeof(CompareShape));
    CompareShape ball = { "ball", bsp_shape_sphere(2.5), NULL, 0 };
    CompareShape pill = { "pill", bsp_shape_capsule(2.5, -4.25, 8), NULL, 0 };
    g_array_append_val(shapes, ball);
    g_array_append_val(shapes, pill);
    g_autoptr(CompareScenario) recording =
        compare_recording_of_positions("l.txt", moves, spaces, shapes);
    g_autoptr(CompareScenario) s = read_again(recording);
    static const char *const names[] = { "orc", "bee", "ball", "pill" };
    cr_assert_eq(s->trajectories->len, 4u);
    cr_expect_eq(g_array_index(s->spaces, CompareSpace, 0).mask, 0u);
    cr_expect_eq(g_array_index(s->spaces, CompareSpace, 1).mask, 0x201u);
    cr_assert_eq(s->shapes->len, 2u);
    cr_expect_eq(g_array_index(s->shapes, CompareShape, 0).shape.radius, 2.5);
    const BspShape *capsule = &g_array_index(s->shapes, CompareShape, 1).shape;
    cr_expect(capsule->kind == BSP_SHAPE_CAPSULE && capsule->radius == 2.5 &&
              capsule->bottom == -4.25 && capsule->top == 8);
    for (guint i = 0; i < 4; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        cr_expect_str_eq(t->name, names[i]);
        cr_expect_eq(compare_scenario_mover(t), i < 2 ? (gint)i : ~(gint)(i - 2));
        cr_expect_eq(t->moves->len, 2u);
        cr_expect(!t->order && !t->has_mask);
    }
    g_free(orc.name);
    g_free(bee.name);
}

static void expect_bad_spaces(const char *const *texts, guint n, const char *reason)
{
    for (guint i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        CompareSpace space;
        cr_expect(!compare_parse_space(texts[i], &space, &error), "%s", texts[i]);
        cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
        cr_expect_not_null(strstr(error->message, reason), "%s", error->message);
    }
}

Test(log, contents_of_spaces)
{
    static const struct {
        const char *text;
        guint32 mask;
    } cases[] = { { "orc=0,0,0:1,1,1", 0 },
                  { "orc=0,0,0,1,1,1", 0 },
                  { "orc=0,0,0:1,1,1:solid", BSP_CONTENTS_SOLID },
                  { "orc=0,0,0,1,1,1:water,200", BSP_CONTENTS_WATER | 0x200 },
                  { "orc=0,0,0,1,1,1:0x201", 0x201 } };
    static const char *const bad[] = { "orc=0,0,0:1,1,1:", "orc=0,0,0:1,1,1:solid,",
                                       "orc=0,0,0:1,1,1:stone", "orc=0,0,0:1,1,1:solid:water" };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        CompareSpace space;
        cr_assert(compare_parse_space(cases[i].text, &space, NULL), "%s", cases[i].text);
        cr_expect_eq(space.mask, cases[i].mask, "%s", cases[i].text);
        cr_expect_eq(space.shape.bounds.maxs.z, 1);
        g_free(space.name);
    }
    expect_bad_spaces(bad, G_N_ELEMENTS(bad), "is neither contents");
}

Test(log, bad_spaces)
{
    static const char *const bad[] = {
        "",
        "orc",
        "=0,0,0:1,1,1",
        "orc=0,0,0",
        "orc=0,0:1,1,1",
        "orc=0,0,2:1,1,1",
        "orc=0,0,x:1,1,1",
        "orc=0,0,nan:1,1,1",
        "orc=0,0,0:1,1,1e9",
        "\xff=0,0,0:1,1,1",
    };
    static const char *const bad_contents[] = { "orc=0,0,0:1,1,1:2,2,x" };
    expect_bad_spaces(bad_contents, 1, "is neither contents");
    expect_bad_spaces(bad, G_N_ELEMENTS(bad), "is not NAME=");
}
