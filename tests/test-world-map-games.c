/* test-world-map-games: features of .map files of single games: brush primitives, comments,
 * versions, classes. */
#include "test-world-map-text.h"

#include "world/map.h"

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

/* --- brush primitives --- */

Test(world_map_games, brush_primitives)
{
    static const char *const texts[] = {
        WORLD(PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall 0 0 0"))),
        WORLD(PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall"))),
        WORLD(PRIMITIVE("brushDef", PRIMITIVE_FACES("base/wall 134217728 0 0"))),
        WORLD(PRIMITIVE("brushdef", PRIMITIVE_FACES("base/wall 0 0 0 7"))),
        "Version 2\n" WORLD(PRIMITIVE("brushDef3", PLANE_FACES(WALL, WALL))),
        "version 3\n" WORLD(PRIMITIVE("brushDef3", PLANE_FACES("\"a/b\"", "\"a/b\""))),
        WORLD(PRIMITIVE("brushDef2", PLANE_FACES(WALL, WALL))),
        WORLD(PRIMITIVE("brushDef3", "\"key\" \"value\"\n" PLANE_FACES(WALL, WALL))),
        WORLD(PRIMITIVE("brushDef3", "( 0 0 0 5 ) " MATRIX WALL "\n" PLANE_FACES(WALL, WALL))),
        WORLD(PRIMITIVE("brushDef", "( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) " MATRIX
                                    "a 0 0 0\n" PRIMITIVE_FACES("a 0 0 0"))),
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        expect_cube(texts[i], 1);
}

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

Test(world_map_games, patches_between_primitives)
{
    g_autoptr(BspWorld) world = load_text(
        "Version 2\n" WORLD("// primitive 0\n" PRIMITIVE(
            "patchDef2", "\"textures/common/caulk\"\n( 3 3 0 0 0 )\n( ( ( 0 0 0 0 0 ) "
                         ") )\n") "//"
                                  " primitive 1\n" PRIMITIVE("brushDef3", PLANE_FACES(WALL, WALL))
                                      PRIMITIVE("patchDef3", "\"a\" /* } */\n( 3 3 1 1 0 0 0 ) # "
                                                             "}\n( ( ( 0 0 0 0 0 ) ) )\n")));
    cr_expect_eq(world->solid->brushes->len, 1u);
    cr_expect_eq(world->n_skipped, 2u);
    expect_message(world, "patches (curved surfaces) left out: 2: they are not brushes");
}

/* One face with a portal texture, in any position, makes the brush a portal between areas. */
Test(world_map_games, portals_of_doom_3)
{
    static const char none[] = "Version 2\n" WORLD(
        PRIMITIVE("brushDef3", PLANE_FACES("\"textures/common/caulk\" 0 0 0",
                                           "\"textures/editor/visportal\" 0 0 0")));
    static const char version_1[] =
        WORLD(PRIMITIVE("brushDef3", PLANE_FACES("\"editor/visportal\" 0 0 0", "\"a/b\" 0 0 0")));
    expect_cube(none, 0);
    expect_cube(version_1, 0);
    expect_cube(WORLD(PRIMITIVE("brushDef3", PLANE_FACES("\"textures/editor/aassolid\"", WALL))),
                0);
    expect_cube(
        WORLD(PRIMITIVE("brushDef3", PLANE_FACES("\"textures/common/monster_clip\"", WALL))), 0);
    expect_cube(WORLD(PRIMITIVE("brushDef3", PLANE_FACES("\"textures/common/clip\"", WALL))), 1);
}

/* --- between the tokens --- */

Test(world_map_games, comments)
{
    static const char *const texts[] = {
        "; by hand\n" WORLD("; brush 0 {\n" BRUSH("w 0 0 0 1 1 ; {")),
        "# by hand\n" WORLD("# brush 0 {\n" BRUSH("w 0 0 0 1 1 # {")),
        "/* by\nhand { */" WORLD("/**/ /* { *//* } */" BRUSH("w /* shift */ 0 0 0 1 1")),
        WORLD(BRUSH("w 0 0 0 1 1 //TX1 { }")),
        WORLD(BRUSH("#sign 0 0 0 1 1")),
        WORLD(BRUSH(";odd 0 0 0 1 1")),
        WORLD(BRUSH("a/*b 0 0 0 1 1")),
        "\xef\xbb\xbf" WORLD(BRUSH("w 0 0 0 1 1")),
        "\xef\xbb\xbf// a comment\r\n" WORLD(BRUSH("w 0 0 0 1 1")),
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        expect_cube(texts[i], 1);
}

Test(world_map_games, more_on_a_line)
{
    static const char *const texts[] = {
        WORLD(BRUSH("w 0 0 0 1 1 0 0 0 0 0 0")),
        WORLD(BRUSH("w 0 0 0 1 1 0 0 0 255 128 0 detail")),
        WORLD(BRUSH("w 0 0 0 1 1 [ 1 0 0 0 ] surfaceparm")),
        WORLD(BRUSH("w [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 0 0 0 +surf -light")),
        WORLD("{ ( 0 1 0 ) ( 0 0 0 ) ( 1 0 0 ) w 0 0 0 1 1 0 0 0 more ( 1 0 64 ) ( 0 0 64 )"
              " ( 0 1 64 ) w 0 0 0 1 1 more\n" CUBE("w 0 0 0 1 1 1 1 1 more") "}"),
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        expect_cube(texts[i], 1);
    expect_cube(WORLD(BRUSH("w 0 0 0 1 1 32 0 0 what the contents say still counts")), 0);
}

/* --- brushes and entities --- */

Test(world_map_games, empty_brushes)
{
    g_autoptr(BspWorld) world =
        load_text(WORLD("{\n}\n" BRUSH("w 0 0 0 1 1") "{ }\n" PRIMITIVE("brushDef3", "")) "{ {} }");
    cr_expect_eq(world->solid->brushes->len, 1u);
    cr_expect_eq(world->n_skipped, 4u);
    expect_message(world, "brushes left out: 3: they have no faces");
    expect_message(world, "brushes left out: 1: they belong to entities that move, trigger or are "
                          "otherwise not part of the world: no class 1");
}

Test(world_map_games, classes)
{
    static const struct {
        const char *name;
        guint n;
    } classes[] = {
        { "worldspawn", 1 },        { "WorldSpawn", 1 },
        { "func_group", 1 },        { "Func_Group", 1 },
        { "func_detail", 1 },       { "func_detail_wall", 1 },
        { "func_detail_fence", 1 }, { "func_detail_illusionary", 0 },
        { "func_illusionary", 0 },  { "func_door", 0 },
        { "trigger_once", 0 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(classes); i++) {
        g_autofree char *text =
            g_strdup_printf("{\"classname\" \"%s\"\n" BRUSH("w 0 0 0 1 1") "}", classes[i].name);
        expect_cube(text, classes[i].n);
    }
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

/* --- wrong input --- */

Test(world_map_games, errors)
{
    static const BadText cases[] = {
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
    cr_expect_eq(world->n_skipped, 12u);
    expect_message(world,
                   "brushes left out: 12: they belong to entities that move, trigger or are "
                   "otherwise not part of the world: func_5 3, func_0 2, func_1 1, func_2 1, "
                   "func_3 1, func_4 1, func_6 1, func_7 1 and 1 more");
}
