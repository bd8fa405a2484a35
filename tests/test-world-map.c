/* test-world-map: worlds from Quake .map files. */
#include "brush-by-brush.h"
#include "test-world-files.h"

#include "compile/tree.h"
#include "world/map-parse.h"

/* The six faces of the cube of edge 64 in the positive octant, with a texture and its mapping. */
#define CUBE(texture)                                                                              \
    "( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) " texture "\n"                                                \
    "( 64 64 0 ) ( 64 0 0 ) ( 64 0 64 ) " texture "\n"                                             \
    "( 64 0 0 ) ( 0 0 0 ) ( 0 0 64 ) " texture "\n"                                                \
    "( 0 64 64 ) ( 0 64 0 ) ( 64 64 0 ) " texture "\n"                                             \
    "( 0 64 0 ) ( 0 0 0 ) ( 64 0 0 ) " texture "\n"                                                \
    "( 64 0 64 ) ( 0 0 64 ) ( 0 64 64 ) " texture "\n"
#define WORLD(text) "{\n\"classname\" \"worldspawn\"\n" text "}\n"
#define BRUSH(texture) "{\n" CUBE(texture) "}\n"

static BspWorld *load_text(const char *text)
{
    return read_or_fail("a.map", text, strlen(text), 0);
}

/* The faces of the cube of edge 64 in the formats of Quake III and Doom 3, for a texture and the
 * rest of the line. */
#define MATRIX "( ( 0.03125 0 0 ) ( 0 0.03125 -1.5 ) ) "
#define PRIMITIVE_FACES(texture)                                                                   \
    "( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) " MATRIX texture "\n"                                         \
    "( 64 64 0 ) ( 64 0 0 ) ( 64 0 64 ) " MATRIX texture "\n"                                      \
    "( 64 0 0 ) ( 0 0 0 ) ( 0 0 64 ) " MATRIX texture "\n"                                         \
    "( 0 64 64 ) ( 0 64 0 ) ( 64 64 0 ) " MATRIX texture "\n"                                      \
    "( 0 64 0 ) ( 0 0 0 ) ( 64 0 0 ) " MATRIX texture "\n"                                         \
    "( 64 0 64 ) ( 0 0 64 ) ( 0 64 64 ) " MATRIX texture "\n"
#define PLANE_FACES(first, others)                                                                 \
    "( 0 0 1 -64 ) " MATRIX first "\n"                                                             \
    "( 0 0 -1 0 ) " MATRIX others "\n"                                                             \
    "( 2 0 0 -128 ) " MATRIX others "\n"                                                           \
    "( -1 0 0 -0 ) " MATRIX others "\n"                                                            \
    "( 0 1 0 -64 ) " MATRIX others "\n"                                                            \
    "( 0 -0.5 0 0 ) " MATRIX others "\n"
#define PRIMITIVE(form, faces) "{\n" form "\n{\n" faces "}\n}\n"
#define WALL "\"textures/base_wall/wall\" 0 0 0"

#define PATCH "{\npatchDef2\n{\n( ( 1 ) )\n}\n}\n"
#define START "{\n\"classname\" \"info_player_start\"\n\"origin\" \"1 2 3\"\n}\n"
#define ENTITY(name) "{\"classname\" \"" name "\"\n" BRUSH("w 0 0 0 1 1") "}"

/* A map, the numbers of its brushes that are kept and left out, and a message or NULL. The bounds
 * of the brushes that are kept are those of the cube. */
typedef struct {
    const char *text;
    guint n, n_skipped;
    const char *message;
} Row;

static const Row rows[] = {
    { WORLD(BRUSH("base/wall 0 0 0 0.5 0.5")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall 0 0 0 0.5 0.5 0 0 0")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall 1.5 -2 90 -0.5 1e-1 134217728 0 0")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall 0 0 0 1 1 0 128")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall 0 0 0 1 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall [ 1 0 0 -16 ] [ 0 -1 0 8 ] 0 0.5 0.5")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall [ 1 0 0 -16 ] [ 0 -1 0 8 ] 0 0.5 0.5 0 0 0")), 1, 0, NULL },
    { WORLD(BRUSH("base/wall [1 0 0 -16][0 -1 0 8]0 .5 +0.5")), 1, 0, NULL },
    { WORLD(BRUSH("\"base/the wall\" 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("{grate 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("+0(button)[2] 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("a//b 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("-4 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("} 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("wall 0 0 0 1 1 // a comment }")), 1, 0, NULL },
    { WORLD(BRUSH("wall\t0\t0\t0\r\n1 1")), 1, 0, NULL },
    { "// first\n" WORLD("// brush 0\n" BRUSH("w 0 0 0 1 1")) "// last", 1, 0, NULL },
    { "{ \"classname\" \"worldspawn\" } { \"classname\" \"func_group\"" BRUSH("w 0 0 0 1 1") "}", 1,
      0, NULL },
    { "{" BRUSH("w 0 0 0 1 1") "\"classname\" \"func_detail\" }", 1, 0, NULL },
    { WORLD(PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall 0 0 0"))), 1, 0, NULL },
    { WORLD(PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall"))), 1, 0, NULL },
    { WORLD(PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall 134217728 0 0"))), 1, 0, NULL },
    { WORLD(PRIMITIVE("brushdef", PRIMITIVE_FACES("base/wall 0 0 0 7"))), 1, 0, NULL },
    { "Version 2\n" WORLD(PRIMITIVE("brushDef3", PLANE_FACES(WALL, WALL))), 1, 0, NULL },
    { "version 3\n" WORLD(PRIMITIVE("brushDef3", PLANE_FACES("\"a/b\"", "\"a/b\""))), 1, 0, NULL },
    { WORLD(PRIMITIVE("brushDef2", PLANE_FACES(WALL, WALL))), 1, 0, NULL },
    { WORLD(PRIMITIVE("brushDef3", "\"key\" \"value\"\n" PLANE_FACES(WALL, WALL))), 1, 0, NULL },
    { WORLD(PRIMITIVE("brushDef3", "( 0 0 0 5 ) " MATRIX WALL "\n" PLANE_FACES(WALL, WALL))), 1, 0,
      NULL },
    { WORLD(PRIMITIVE("brushDef", "( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) " MATRIX
                                  "a 0 0 0\n" PRIMITIVE_FACES("a 0 0 0"))),
      1, 0, NULL },
    { "; by hand\n" WORLD("; brush 0 {\n" BRUSH("w 0 0 0 1 1 ; {")), 1, 0, NULL },
    { "# by hand\n" WORLD("# brush 0 {\n" BRUSH("w 0 0 0 1 1 # {")), 1, 0, NULL },
    { "/* by\nhand { */" WORLD("/**/ /* { *//* } */" BRUSH("w /* shift */ 0 0 0 1 1")), 1, 0,
      NULL },
    { WORLD(BRUSH("w 0 0 0 1 1 //TX1 { }")), 1, 0, NULL },
    { WORLD(BRUSH("#sign 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH(";odd 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("a/*b 0 0 0 1 1")), 1, 0, NULL },
    { "\xef\xbb\xbf" WORLD(BRUSH("w 0 0 0 1 1")), 1, 0, NULL },
    { "\xef\xbb\xbf// a comment\r\n" WORLD(BRUSH("w 0 0 0 1 1")), 1, 0, NULL },
    { WORLD(BRUSH("w 0 0 0 1 1 0 0 0 0 0 0")), 1, 0, NULL },
    { WORLD(BRUSH("w 0 0 0 1 1 0 0 0 255 128 0 detail")), 1, 0, NULL },
    { WORLD(BRUSH("w 0 0 0 1 1 [ 1 0 0 0 ] surfaceparm")), 1, 0, NULL },
    { WORLD(BRUSH("w [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 0 0 0 +surf -light")), 1, 0, NULL },
    { WORLD("{ ( 0 1 0 ) ( 0 0 0 ) ( 1 0 0 ) w 0 0 0 1 1 0 0 0 more ( 1 0 64 ) ( 0 0 64 )"
            " ( 0 1 64 ) w 0 0 0 1 1 more\n" CUBE("w 0 0 0 1 1 1 1 1 more") "}"),
      1, 0, NULL },
    { WORLD(BRUSH("w 0 0 0 1 1 32 0 0 what the contents say still counts")), 0, 1, NULL },
    /* The first face decides, as in q3map. */
    { WORLD("{\n( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) common/caulk 0 0 0 1 1\n" CUBE(
          "common/nodraw 0 0 0 1 1") "}\n"),
      1, 0, NULL },
    { WORLD("{\n( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) common/nodraw 0 0 0 1 1\n" CUBE(
          "common/caulk 0 0 0 1 1") "}\n"),
      0, 1, NULL },
    /* Flat faces are dropped. */
    { WORLD("{\n( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) a 0 0 0 1 1\n( 5 5 5 ) ( 5 5 5 ) ( 5 5 5 ) a 0 0 0 1 "
            "1\n" CUBE("a 0 0 0 1 1") "}\n"),
      1, 0, NULL },
    { WORLD(BRUSH("a 0 0 0 1 1") "{\n( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) a 0 0 0 1 1\n}\n"
                                 "{\n( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) a 0 0 0 1 1\n}\n"),
      1, 2,
      "brushes left out: 2: entity 0, brush 1 (line 11): the solid is unbounded, or reaches beyond "
      "4.1943e+06 units: its 1 planes do not close it" },
    { "Version 2\n" WORLD(
          PRIMITIVE("patchDef2",
                    "\"textures/common/caulk\"\n( 3 3 0 0 0 )\n( ( ( 0 0 0 0 0 ) ) )\n")
              PRIMITIVE("brushDef3", PLANE_FACES(WALL, WALL)) PRIMITIVE(
                  "patchDef3", "\"a\" /* } */\n( 3 3 1 1 0 0 0 ) # }\n( ( ( 0 0 0 0 0 ) ) )\n")),
      1, 2, "patches (curved surfaces) left out: 2: they are not brushes" },
    { WORLD("{\n}\n" BRUSH("w 0 0 0 1 1") "{ }\n" PRIMITIVE("brushDef3", "")) "{ {} }", 1, 4,
      "brushes left out: 3: they have no faces" },
    { WORLD("{\n}\n" BRUSH("w 0 0 0 1 1") "{ }\n" PRIMITIVE("brushDef3", "")) "{ {} }", 1, 4,
      "brushes left out: 1: they belong to entities that move, trigger or are otherwise not part "
      "of the world: no class 1; the first is entity 1, brush 0 (line 20)" },
    { ENTITY("worldspawn"), 1, 0, NULL },
    { ENTITY("WorldSpawn"), 1, 0, NULL },
    { ENTITY("func_group"), 1, 0, NULL },
    { ENTITY("Func_Group"), 1, 0, NULL },
    { ENTITY("func_detail"), 1, 0, NULL },
    { ENTITY("func_detail_wall"), 1, 0, NULL },
    { ENTITY("func_detail_fence"), 1, 0, NULL },
    { ENTITY("func_detail_illusionary"), 0, 1, NULL },
    { ENTITY("func_illusionary"), 0, 1, NULL },
    { ENTITY("func_door"), 0, 1, NULL },
    { ENTITY("trigger_once"), 0, 1, NULL },
};

static void expect_row(const Row *row)
{
    g_autoptr(BspWorld) world = read_or_fail("a.map", row->text, strlen(row->text), 0);
    cr_expect(world->solid->brushes->len == row->n && world->report.n_skipped == row->n_skipped,
              "%u kept, %u left out: %s", world->solid->brushes->len, world->report.n_skipped,
              row->text);
    const BspBounds *b = &world->solid->bounds;
    cr_expect(!row->n || (b->mins.x == 0 && b->mins.y == 0 && b->mins.z == 0 && b->maxs.x == 64 &&
                          b->maxs.y == 64 && b->maxs.z == 64),
              "bounds: %s", row->text);
    if (row->message)
        expect_message(world, row->message);
}

Test(world_map, rows)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        expect_row(&rows[i]);
}

/* tests/transcripts/bad-world-map.t has more messages. */
Test(world_map, errors)
{
    static const BadText cases[] = {
        { "x", BSP_ERROR_SYNTAX, "@:1:1: expected '{', found 'x'" },
        { "{\"classname\" \"info_player_start\" \"origin\" \"1 2\"}", BSP_ERROR_VALUE,
          "@: entity 0 (line 1): the origin '1 2' is not three numbers within +-4.1943e+06" },
        { "Version\n{}", BSP_ERROR_SYNTAX, "@:2:1: expected a number, found '{'" },
        { "{} Version 2", BSP_ERROR_SYNTAX, "@:1:4: expected '{', found 'Version'" },
        { "\xef\xbb\xbfx", BSP_ERROR_SYNTAX, "@:1:1: expected '{', found 'x'" },
        { "{}\n /* a\n * b", BSP_ERROR_SYNTAX, "@:2:2: the comment does not end" },
        { "{ /* }", BSP_ERROR_SYNTAX, "@:1:3: the comment does not end" },
        { "{ /*/ }", BSP_ERROR_SYNTAX, "@:1:3: the comment does not end" },
        { "{} ; /*\n}", BSP_ERROR_SYNTAX, "@:2:1: expected '{', found '}'" },
        { "{} /*\n\n*/ }", BSP_ERROR_SYNTAX, "@:3:4: expected '{', found '}'" },
        { WORLD("{\nbrushDef\n( 0"), BSP_ERROR_SYNTAX, "@:5:1: expected '{', found '('" },
        { WORLD("{ brushDef {\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) wall 0 0 0 1 1\n} }"),
          BSP_ERROR_SYNTAX, "@:4:31: expected '(', found 'wall'" },
        { WORLD("{ brushDef {\n( 0 0 0 1 ) ( ( 1 0 0 ) ( 0 1 0 ) ) wall\n} }"), BSP_ERROR_SYNTAX,
          "@:4:9: expected ')', found '1'" },
        { WORLD("{ brushDef3 {\n( 0 0 1 ) ( ( 1 0 0 ) ( 0 1 0 ) ) wall\n} }"), BSP_ERROR_SYNTAX,
          "@:4:9: expected a number, found ')'" },
        { WORLD("{ brushDef3 {\n( 0 0 1 1e999 ) ( ( 1 0 0 ) ( 0 1 0 ) ) wall\n} }"),
          BSP_ERROR_VALUE, "@: entity 0, brush 0 (line 3): the plane (0 0 1 inf) is out of range" },
        { WORLD("{ brushDef3 {\n( 0 0 1e300 1 ) ( ( 1 0 0 ) ( 0 1 0 ) ) wall\n} }"),
          BSP_ERROR_VALUE,
          "@: entity 0, brush 0 (line 3): the plane (0 0 1e+300 1) is out of range" },
        { WORLD("{ brushDef3 {\n( 0 0 1 1 ) ( ( 1 0 0 ) ( 0 1 0 )"), BSP_ERROR_SYNTAX,
          "@:4:34: expected ')', found '}'" },
        { WORLD("{ brushDef3 { \"key\" 1 } }"), BSP_ERROR_SYNTAX,
          "@:3:21: expected a value in quotes, found '1'" },
        { WORLD("{ brushDef3 { } }\n}"), BSP_ERROR_SYNTAX, "@:4:2: expected '{', found '}'" },
        { WORLD("{ brushDef3 { }\n{ } }"), BSP_ERROR_SYNTAX, "@:4:1: expected '}', found '{'" },
        { "{ {\nbrushDef3\n{\n", BSP_ERROR_SYNTAX,
          "@:4:1: the file ends before the brush of line 1 is closed" },
        { WORLD("{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1 more { }\n}"), BSP_ERROR_SYNTAX,
          "@:4:48: expected '(' or '}', found '{'" },
    };
    expect_bad_texts("bad.map", cases, G_N_ELEMENTS(cases));
}

Test(world_map, windows_line_ends)
{
    g_auto(GStrv) lines = g_strsplit(WORLD(BRUSH("base/wall 0 0 0 1 1 0 0 0")), "\n", -1);
    g_autofree char *text = g_strjoinv("\r\n", lines);
    expect_row(&(Row){ text, 1, 0, NULL });
}

Test(world_map, what_is_left_out)
{
    g_autofree char *path = shipped_path("worlds", "courtyard.map");
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_str_eq(world->name, "courtyard");
    cr_expect_eq(world->solid->brushes->len, 10u);
    cr_expect_eq(world->starts->len, 2u);
    cr_expect_eq(world->report.n_skipped, 4u);
    cr_expect_eq(world->report.messages->len, 6u);
    expect_message(world, "patches (curved surfaces) left out: 1: they are not brushes");
    expect_message(
        world, "brushes left out: 1: they belong to entities that move, trigger or are "
               "otherwise not part of the world: trigger_hurt 1; the first is entity 2, brush 0 "
               "(line 142)");
    expect_message(
        world, "brushes left out: 1: they are liquids; the first is entity 0, brush 8 (line 81)");
    expect_message(world, "brushes left out: 1: they only split the compiler's tree (hint, skip); "
                          "the first is entity 0, brush 9 (line 90)");
    expect_message(world, "brushes are solid by the rules of quake3 (brushDef or patchDef2)");
    expect_message(world, "brushes that count as solid, although the shader of their first "
                          "face, which is not in the .map, could make them hollow: 9");
    BspVec column = bsp_vec(104, 8, 100), pool = bsp_vec(-200, -200, 4);
    cr_expect(brushes_contain(world->solid, column));
    cr_expect(brushes_contain(world->solid, bsp_vec(32, -56, 15)));
    cr_expect_not(brushes_contain(world->solid, pool));
}

Test(world_map, starts)
{
    g_autoptr(BspWorld) world = load_text("{ \"classname\" \"worldspawn\" }\n"
                                          "{ \"classname\" \"info_player_start\" }\n"
                                          "{ \"classname\" \"info_player_deathmatch\""
                                          " \"origin\" \"1 -2.5 3e1\" }\n"
                                          "{ \"origin\" \" 4  5 6 \" "
                                          "\"classname\" \"team_CTF_redspawn\" }\n"
                                          "{ \"classname\" \"team_CTF_blueplayer\""
                                          " \"origin\" \"7 8 9\" }\n"
                                          "{ \"classname\" \"info_player_intermission\""
                                          " \"origin\" \"nonsense\" }\n"
                                          "{ \"classname\" \"team_CTF_redflag\""
                                          " \"origin\" \"1 1 1\" }\n"
                                          "{ \"classname\" \"light\" \"origin\" \"1 1 1\" }\n");
    BspVec expected[] = { bsp_vec(0, 0, 0), bsp_vec(1, -2.5, 30), bsp_vec(4, 5, 6),
                          bsp_vec(7, 8, 9) };
    cr_assert_eq(world->starts->len, G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        BspVec start = g_array_index(world->starts, BspVec, i);
        cr_expect(start.x == expected[i].x && start.y == expected[i].y && start.z == expected[i].z,
                  "start %u", i);
    }
    cr_expect_eq(world->inside->len, G_N_ELEMENTS(expected) + 1); /* and the flag */
    cr_expect_eq(world->inside_names->len, world->inside->len);
    cr_expect_str_eq(g_ptr_array_index(world->inside_names, 4),
                     "team_ctf_redflag, entity 6 (line 7)");
    cr_expect_str_eq(world->name, "a");
}

/* Appends a brush that is a box. Bit k of a corner's number selects the greater coordinate along
 * axis k. */
static void append_box(GString *text, const BspBounds *box)
{
    static const guint faces[6][3] = { { 4, 0, 2 }, { 3, 1, 5 }, { 1, 0, 4 },
                                       { 6, 2, 3 }, { 2, 0, 1 }, { 5, 4, 6 } };
    g_string_append(text, "{\n");
    for (guint f = 0; f < 6; f++) {
        for (guint p = 0; p < 3; p++) {
            guint c = faces[f][p];
            g_string_append_printf(text, "( %g %g %g ) ", c & 1 ? box->maxs.x : box->mins.x,
                                   c & 2 ? box->maxs.y : box->mins.y,
                                   c & 4 ? box->maxs.z : box->mins.z);
        }
        g_string_append(text, "x 0 0 0 1 1\n");
    }
    g_string_append(text, "}\n");
}

/* The start of a level. The text lacks the end of worldspawn. */
static GString *level_of(const BspBounds *walls, guint n)
{
    GString *text = g_string_new("// Game: Quake\n{ \"classname\" \"worldspawn\"\n");
    for (guint i = 0; i < n; i++)
        append_box(text, &walls[i]);
    return text;
}

/* Two closed rooms beside each other. */
static const BspBounds two_rooms[] = {
    { { { 0, 0, -16 } }, { { 528, 256, 0 } } },   { { { 0, 0, 128 } }, { { 528, 256, 144 } } },
    { { { 0, -16, -16 } }, { { 528, 0, 144 } } }, { { { 0, 256, -16 } }, { { 528, 272, 144 } } },
    { { { -16, 0, -16 } }, { { 0, 256, 144 } } }, { { { 528, 0, -16 } }, { { 544, 256, 144 } } },
    { { { 256, 0, 0 } }, { { 272, 256, 128 } } },
};

/* The game puts players and monsters into rooms that no player can walk to. The target of a
 * teleporter is on the floor. */
Test(world_map, filling_reaches_bodies)
{
    static const char *const entities[] = { "monster_ogre\" \"origin\" \"400 128 24",
                                            "info_teleport_destination\" \"origin\" \"400 128 0",
                                            "light\" \"origin\" \"400 128 24" };
    static const BspBounds boxes[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                       { { { -16, -16, -24 } }, { { 16, 16, 32 } } } };
    for (guint i = 0; i < G_N_ELEMENTS(entities); i++) {
        g_autoptr(GString) text = level_of(two_rooms, G_N_ELEMENTS(two_rooms));
        g_string_append_printf(
            text,
            "}\n{ \"classname\" \"info_player_start\" \"origin\" \"64 64 24\" }\n"
            "{ \"classname\" \"%s\" }\n",
            entities[i]);
        g_autoptr(BspWorld) world = load_text(text->str);
        BspBuildOptions options = bsp_world_build_options(world);
        for (guint k = 0; k < G_N_ELEMENTS(boxes); k++) {
            g_autoptr(BspTree) tree = bsp_tree_new_map(world->solid, &boxes[k], &options, NULL);
            BspVec near = bsp_vec(64, 64, 60), far = bsp_vec(400, 128, 60);
            BspTransitionClass in_near = bsp_tree_first_transition(tree, near, near, NULL).type;
            BspTransitionClass in_far = bsp_tree_first_transition(tree, far, far, NULL).type;
            cr_expect_eq(in_near, BSP_EMPTY);
            cr_expect_eq(in_far, i < 2 ? BSP_EMPTY : BSP_SOLID, "%s, box %u", entities[i], k);
        }
    }
}

/* A room whose roof has a slit, which a box cannot pass: an item in the slit is not raised through
 * it, or the room would leak. */
Test(world_map, bodies_are_not_raised_through_slits)
{
    static const BspBounds walls[] = {
        { { { 0, 0, -16 } }, { { 256, 256, 0 } } },
        { { { 0, -16, -16 } }, { { 256, 0, 136 } } },
        { { { 0, 256, -16 } }, { { 256, 272, 136 } } },
        { { { -16, 0, -16 } }, { { 0, 256, 136 } } },
        { { { 256, 0, -16 } }, { { 272, 256, 136 } } },
        { { { 0, 0, 128 } }, { { 91, 256, 136 } } },
        { { { 101, 0, 128 } }, { { 256, 256, 136 } } },
    };
    static const BspBounds box = { { { -16, -16, -24 } }, { { 16, 16, 32 } } };
    g_autoptr(GString) text = level_of(walls, G_N_ELEMENTS(walls));
    g_string_append(text, "}\n{ \"classname\" \"info_player_start\" \"origin\" \"64 64 24\" }\n"
                          "{ \"classname\" \"item_cells\" \"origin\" \"96 96 132\" }\n");
    g_autoptr(BspWorld) world = load_text(text->str);
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspTree) tree = bsp_tree_new_map(world->solid, &box, &options, NULL);
    BspVec inside = bsp_vec(64, 64, 60), outside = bsp_vec(96, 96, 200);
    cr_expect_eq(bsp_tree_first_transition(tree, inside, inside, NULL).type, BSP_EMPTY);
    cr_expect_eq(bsp_tree_first_transition(tree, outside, outside, NULL).type, BSP_SOLID);
}

Test(world_map, strings)
{
    g_autoptr(BspWorld) world = load_text("{ \"classname\" \"worldspawn\"\n"
                                          "\"path\" \"c:\\maps\\\"\n"
                                          "\"message\" \"a \\\"b\\\" // {c}\" }");
    cr_expect_str_eq(world->name, "a \\\"b\\\" // {c}");
    g_autoptr(BspWorld) nothing = load_text("");
    cr_expect_eq(nothing->solid->brushes->len, 0u);
}

Test(world_map, too_long)
{
    g_autoptr(GError) error = NULL;
    cr_expect_not(bsp_map_parse("f", "", BSP_MAP_MAX_BYTES + 1, NULL, NULL, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "f: 134217729 bytes of map are more than the limit of 134217728");
}

Test(world_map, fuzz)
{
    /* small files, so that most damage hits an important place */
    static const char standard[] = WORLD(BRUSH("base/wall 0 0 0 0.5 0.5 0 0 0") PATCH) START;
    static const char valve[] = WORLD(BRUSH("base/wall [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1"));
    fuzz(bsp_world_read_map, standard, strlen(standard), 5000, 2);
    fuzz(bsp_world_read_map, valve, strlen(valve), 3000, 3);
}

/* The place of each brush in the file. The second brush is in the second entity, after one that
 * is left out. */
Test(world_map, places)
{
    static const char text[] =
        WORLD(BRUSH("base/wall 0 0 0 1 1")) "{\n\"classname\" \"func_group\"\n" BRUSH(
            "common/hint 0 0 0 1 1") BRUSH("base/wall 0 0 0 1 1") "}\n";
    g_autoptr(BspWorld) world = load_text(text);
    cr_assert_eq(world->solid->brushes->len, 2u);
    g_autofree char *first = bsp_world_brush_place(world, 0),
                    *second = bsp_world_brush_place(world, 1),
                    *none = bsp_world_brush_place(world, 2);
    cr_expect_str_eq(first, "entity 0, brush 0 (line 3)");
    cr_expect_str_eq(second, "entity 1, brush 1 (line 22)");
    cr_expect_null(none);
}

/* --- single games: brush primitives, comments, versions, classes --- */

/* Doom 3's plane is ax + by + cz + d = 0. Its normal points from solid into empty space and may
 * have any length. */
Test(world_map_games, planes_of_doom_3)
{
    g_autoptr(BspWorld) world =
        load_text("Version 2\n" WORLD(PRIMITIVE("brushDef3", "( 0 0 1 -604 ) " MATRIX WALL "\n"
                                                             "( 0 0 -1 600 ) " MATRIX WALL "\n"
                                                             "( 0 1 0 -1528 ) " MATRIX WALL "\n"
                                                             "( 0 -1 0 1520 ) " MATRIX WALL "\n"
                                                             "( 3 0 4 -2560 ) " MATRIX WALL "\n"
                                                             "( -1 0 0 -100 ) " MATRIX WALL "\n")));
    cr_assert_eq(world->solid->brushes->len, 1u);
    const BspBrush *brush = bsp_solid_brush(world->solid, 0);
    const BspBounds *b = &brush->bounds;
    cr_expect(b->mins.y == 1520 && b->maxs.y == 1528 && b->mins.z == 600 && b->maxs.z == 604);
    cr_expect_float_eq(b->mins.x, -100, 1e-9);
    cr_expect_float_eq(b->maxs.x, 160.0 / 3, 1e-9);
    BspPlane slope = brush->cell->faces[4].plane;
    cr_expect(slope.normal.x == 0.6 && slope.normal.y == 0 && slope.normal.z == 0.8);
    cr_expect_eq(slope.dist, 512.0);
}

Test(world_map_games, case_of_keys_and_classes)
{
    g_autoptr(BspWorld) world =
        load_text("{ \"ClassName\" \"WorldSpawn\" \"Message\" \"The Edge\" }\n"
                  "{ \"CLASSNAME\" \"Info_Player_Deathmatch\" \"Origin\" \"1 2 3\" }\n"
                  "{ \"classname\" \"team_ctf_RedPlayer\" \"origin\" \"4 5 6\" }\n"
                  "{ \"classname\" \"INFO_PLAYER_INTERMISSION\" \"origin\" \"nonsense\" }\n");
    cr_expect_str_eq(world->name, "The Edge");
    cr_assert_eq(world->starts->len, 2u);
    BspVec first = g_array_index(world->starts, BspVec, 0);
    cr_expect(first.x == 1 && first.y == 2 && first.z == 3);
}

Test(world_map_games, fuzz)
{
    static const char quake_3[] =
        "; q3\n" WORLD("/* 0 */" PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall 0 0 0 more")));
    static const char doom_3[] = "\xef\xbb\xbfVersion 2\n" WORLD(
        PRIMITIVE("brushDef3", PLANE_FACES(WALL, WALL)) "{ }\n" PRIMITIVE("patchDef3", "( 1 )\n"));
    fuzz(bsp_world_read_map, quake_3, strlen(quake_3), 5000, 4);
    fuzz(bsp_world_read_map, doom_3, strlen(doom_3), 5000, 5);
}

/* The message lists the most frequent classes first, and counts the others. */
Test(world_map_games, classes_that_are_left_out)
{
    g_autoptr(GString) text = g_string_new(WORLD(BRUSH("w 0 0 0 1 1")));
    for (guint i = 0; i < 10; i++)
        g_string_append_printf(text, "{\n\"classname\" \"func_%u\"\n" BRUSH("w 0 0 0 1 1") "%s}\n",
                               i % 9, i == 5 ? BRUSH("w 0 0 0 1 1") BRUSH("w 0 0 0 1 1") : "");
    g_autoptr(BspWorld) world = load_text(text->str);
    cr_expect_eq(world->report.n_skipped, 12u);
    expect_message(world,
                   "brushes left out: 12: they belong to entities that move, trigger or are "
                   "otherwise not part of the world: func_0 2, func_1 1, func_2 1, func_3 1, "
                   "func_4 1, func_5 1, func_6 1, func_7 1 and 1 more; the first is entity 1, "
                   "brush 0 (line 14)");
}
