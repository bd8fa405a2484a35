/* test-world-map: worlds from Quake .map files. */
#include "brush-by-brush.h"
#include "test-world-map-text.h"

#include "world/map.h"

Test(world_map, kinds_of_faces)
{
    static const char *const texts[] = {
        WORLD(BRUSH("base/wall 0 0 0 0.5 0.5")),
        WORLD(BRUSH("base/wall 0 0 0 0.5 0.5 0 0 0")),
        WORLD(BRUSH("base/wall 1.5 -2 90 -0.5 1e-1 134217728 0 0")),
        WORLD(BRUSH("base/wall 0 0 0 1 1 0 128")),
        WORLD(BRUSH("base/wall 0 0 0 1 1 1")),
        WORLD(BRUSH("base/wall [ 1 0 0 -16 ] [ 0 -1 0 8 ] 0 0.5 0.5")),
        WORLD(BRUSH("base/wall [ 1 0 0 -16 ] [ 0 -1 0 8 ] 0 0.5 0.5 0 0 0")),
        WORLD(BRUSH("base/wall [1 0 0 -16][0 -1 0 8]0 .5 +0.5")),
        WORLD(BRUSH("\"base/the wall\" 0 0 0 1 1")),
        WORLD(BRUSH("{grate 0 0 0 1 1")),
        WORLD(BRUSH("+0(button)[2] 0 0 0 1 1")),
        WORLD(BRUSH("a//b 0 0 0 1 1")),
        WORLD(BRUSH("-4 0 0 0 1 1")),
        WORLD(BRUSH("} 0 0 0 1 1")),
        WORLD(BRUSH("wall 0 0 0 1 1 // a comment }")),
        WORLD(BRUSH("wall\t0\t0\t0\r\n1 1")),
        "// first\n" WORLD("// brush 0\n" BRUSH("w 0 0 0 1 1")) "// last",
        "{ \"classname\" \"worldspawn\" } { \"classname\" \"func_group\"" BRUSH("w 0 0 0 1 1") "}",
        "{" BRUSH("w 0 0 0 1 1") "\"classname\" \"func_detail\" }",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        expect_cube(texts[i], 1);
}

Test(world_map, windows_line_ends)
{
    g_auto(GStrv) lines = g_strsplit(WORLD(BRUSH("base/wall 0 0 0 1 1 0 0 0")), "\n", -1);
    g_autofree char *text = g_strjoinv("\r\n", lines);
    expect_cube(text, 1);
}

Test(world_map, textures_that_decide)
{
    static const char *const hollow[] = {
        "common/hint",    "textures/common/hint", "COMMON/Trigger", "common/origin", "skip",
        "common/botclip", "common/clusterportal", "common/nodraw",  "*lava1",        "!water",
        "liquids/any",    "sfx/xblackfog",        "SFX/Fog_1",      "fogs/any",      "trigger",
        "hintskip",       "e1u1/trigger",
    };
    static const char *const solid[] = { "common/clip", "common/caulk",      "common/weapclip",
                                         "clip",        "base/hint",         "base/fog",
                                         "sfx/beam",    "base/liquids/pipe", "common/invisible1",
                                         "skip_this" };
    for (guint i = 0; i < G_N_ELEMENTS(hollow); i++)
        cr_expect(bsp_map_texture_kind(hollow[i], strlen(hollow[i])) == BSP_MAP_TEXTURE_HOLLOW,
                  "%s", hollow[i]);
    for (guint i = 0; i < G_N_ELEMENTS(solid); i++)
        cr_expect(bsp_map_texture_kind(solid[i], strlen(solid[i])) != BSP_MAP_TEXTURE_HOLLOW, "%s",
                  solid[i]);
    cr_expect_eq(bsp_map_texture_kind("common/caulk", 12), BSP_MAP_TEXTURE_SOLID);
    cr_expect_eq(bsp_map_texture_kind("base/wall", 9), BSP_MAP_TEXTURE_ANY);
    expect_cube(WORLD(BRUSH("common/hint 0 0 0 1 1")), 0);
    expect_cube(WORLD(BRUSH("common/clip 0 0 0 1 1")), 1);
}

Test(world_map, quake_2_contents_decide)
{
    expect_cube(WORLD(BRUSH("e1u1/brwater 0 0 0 1 1 32 0 0")), 0);
    expect_cube(WORLD(BRUSH("e1u1/metal 0 0 0 1 1 1 0 0")), 1);
    expect_cube(WORLD(BRUSH("e1u1/glass 0 0 0 1 1 2 16 0")), 1);
}

/* The first face decides, as in q3map. */
Test(world_map, mixed_textures)
{
    g_autoptr(BspWorld) world =
        load_text(WORLD("{\n( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) common/caulk 0 0 0 1 1\n" CUBE(
            "common/nodraw 0 0 0 1 1") "}\n{\n( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) common/nodraw 0 0 0 "
                                       "1 1\n" CUBE("common/caulk 0 0 0 1 1") "}\n"));
    cr_expect_eq(world->solid->brushes->len, 1u);
    cr_expect_eq(world->n_skipped, 1u);
}

Test(world_map, flat_faces_are_dropped)
{
    expect_cube(WORLD("{\n( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) a 0 0 0 1 1\n"
                      "( 5 5 5 ) ( 5 5 5 ) ( 5 5 5 ) a 0 0 0 1 1\n" CUBE("a 0 0 0 1 1") "}\n"),
                1);
}

Test(world_map, what_is_left_out)
{
    g_autofree char *path = shipped_path("worlds", "courtyard.map");
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_str_eq(world->name, "courtyard");
    cr_expect_eq(world->solid->brushes->len, 10u);
    cr_expect_eq(world->starts->len, 2u);
    cr_expect_eq(world->n_skipped, 4u);
    cr_expect_eq(world->messages->len, 4u);
    expect_message(world, "patches (curved surfaces) left out: 1: they are not brushes");
    expect_message(world, "brushes left out: 1: they belong to entities that move, trigger or are "
                          "otherwise not part of the world: trigger_hurt 1");
    expect_message(world, "brushes left out: 2: the texture of their first face marks them as not "
                          "solid (such as common/hint, liquids, fogs)");
    expect_message(world, "9 brushes count as solid, although the shader of their first face, "
                          "which is not in the .map, could make them hollow");
    BspVec column = bsp_vec(104, 8, 100), pool = bsp_vec(-200, -200, 4);
    cr_expect(brushes_contain(world->solid, column));
    cr_expect(brushes_contain(world->solid, bsp_vec(32, -56, 15)));
    cr_expect_not(brushes_contain(world->solid, pool));
}

Test(world_map, degenerate_brushes_are_left_out)
{
    g_autoptr(BspWorld) world =
        load_text(WORLD(BRUSH("a 0 0 0 1 1") "{\n( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) a 0 0 0 1 1\n}\n"
                                             "{\n( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) a 0 0 0 1 1\n}\n"));
    cr_expect_eq(world->solid->brushes->len, 1u);
    cr_expect_eq(world->n_skipped, 2u);
    expect_message(world, "brushes left out: 2: entity 0, brush 1 (line 11): the solid is "
                          "unbounded, or reaches beyond 4.1943e+06 units: its 1 planes do not "
                          "close it");
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
    cr_expect_str_eq(world->name, "a");
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

/* tests/transcripts/bad-world-map.t has the messages. */
Test(world_map, codes_of_errors)
{
    static const BadText cases[] = {
        { "x", BSP_ERROR_SYNTAX, "@:1:1: expected '{', found 'x'" },
        { "{\"classname\" \"info_player_start\" \"origin\" \"1 2\"}", BSP_ERROR_VALUE,
          "@: entity 0 (line 1): the origin '1 2' is not three numbers within +-4.1943e+06" },
    };
    expect_bad_texts("bad.map", cases, G_N_ELEMENTS(cases));
}

Test(world_map, too_long)
{
    g_autoptr(GError) error = NULL;
    cr_expect_not(bsp_map_parse("f", "", BSP_MAP_MAX_BYTES + 1, NULL, NULL, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "f: 134217729 bytes of map are more than the limit of 134217728");
}

#define PATCH "{\npatchDef2\n{\n( ( 1 ) )\n}\n}\n"
#define START "{\n\"classname\" \"info_player_start\"\n\"origin\" \"1 2 3\"\n}\n"

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
