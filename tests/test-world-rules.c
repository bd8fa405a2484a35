/* test-world-rules: which brushes of a .map are solid, by the rules of each game's compiler.
 *
 * Each case is a small map in short form. `|` separates brushes, boxes that stand side by side, and
 * entities: a part that begins with `$` is the class of the next entity, with its keys. A brush is
 * the textures of its faces; the last one stands for all other faces. In Quake II and III, numbers
 * may follow a texture: `a:contents,flags`. */
#include "test-world-files.h"

#include "bsp-brush-table.h"
#include "tools/bsp-file.h"

/* --- maps in short form --- */

typedef enum { STANDARD, VALVE, NUMBERED, PLANES } Style;

/* Appends the plane of side i of box number `box`. Sides are +x -x +y -y +z -z. */
static void append_plane(GString *out, Style style, guint box, guint i)
{
    static const char *const points[] = {
        "( %u -64 -16 ) ( %u -64 0 ) ( %u 64 -16 ) ",
        "( %u -64 -16 ) ( %u 64 -16 ) ( %u -64 0 ) ",
    };
    static const char *const rest[] = {
        "( 0 64 -16 ) ( 64 64 -16 ) ( 0 64 0 ) ",
        "( 0 -64 -16 ) ( 0 -64 0 ) ( 64 -64 -16 ) ",
        "( 0 -64 0 ) ( 0 64 0 ) ( 64 -64 0 ) ",
        "( 0 -64 -16 ) ( 64 -64 -16 ) ( 0 64 -16 ) ",
    };
    static const char *const planes[] = { "( 0 1 0 -64 ) ", "( 0 -1 0 -64 ) ", "( 0 0 1 0 ) ",
                                          "( 0 0 -1 -16 ) " };
    guint x = box * 128 + (i == 0 ? 64 : 0);
    if (i >= 2)
        g_string_append(out, style == PLANES ? planes[i - 2] : rest[i - 2]);
    else if (style == PLANES)
        g_string_append_printf(out, "( %d 0 0 %d ) ", i ? -1 : 1, i ? (int)x : -(int)x);
    else if (i == 0)
        g_string_append_printf(out, points[0], x, x, x);
    else
        g_string_append_printf(out, points[1], x, x, x);
}

/* Appends the texture and what follows it. */
static void append_texture(GString *out, Style style, const char *texture)
{
    g_auto(GStrv) parts = g_strsplit(style == NUMBERED ? texture : "", ":", 2);
    g_auto(GStrv) numbers = g_strsplit(parts[0] && parts[1] ? parts[1] : "0,0", ",", 2);
    switch (style) {
    case STANDARD:
        g_string_append_printf(out, "%s 0 0 0 1 1\n", texture);
        break;
    case VALVE:
        g_string_append_printf(out, "%s [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n", texture);
        break;
    case NUMBERED:
        g_string_append_printf(out, "%s 0 0 0 1 1 %s %s 0\n", parts[0], numbers[0], numbers[1]);
        break;
    case PLANES:
        g_string_append_printf(out, "( ( 1 0 0 ) ( 0 1 0 ) ) \"%s\" 0 0 0\n", texture);
        break;
    }
}

static void append_box(GString *out, Style style, guint box, char **words)
{
    g_string_append(out, style == PLANES ? "{\nbrushDef3\n{\n" : "{\n");
    for (guint i = 0; i < 6; i++) {
        append_plane(out, style, box, i);
        append_texture(out, style, *words);
        words += words[1] ? 1 : 0;
    }
    g_string_append(out, style == PLANES ? "}\n}\n" : "}\n");
}

/* Appends the head of an entity: "$class key=value". Returns its number of words. */
static void append_head(GString *out, char **words)
{
    g_string_append_printf(out, "{\n\"classname\" \"%s\"\n", *words + 1);
    for (words++; *words; words++) {
        g_auto(GStrv) pair = g_strsplit(*words, "=", 2);
        g_string_append_printf(out, "\"%s\" \"%s\"\n", pair[0], pair[1]);
    }
}

/* Makes the whole map. It begins with worldspawn, unless the short form does with an entity. */
static char *make_map(Style style, const char *header, const char *brushes, guint *n)
{
    GString *out = g_string_new(header);
    g_auto(GStrv) parts = g_strsplit(brushes, "|", -1);
    gboolean open = FALSE;
    *n = 0;
    for (char **part = parts; *part; part++) {
        g_auto(GStrv) words = g_strsplit(g_strstrip(*part), " ", -1);
        if (**words == '$' && open)
            g_string_append(out, "}\n");
        if (**words == '$')
            append_head(out, words);
        else if (!open)
            g_string_append(out, "{\n\"classname\" \"worldspawn\"\n");
        open = TRUE;
        if (**words != '$')
            append_box(out, style, (*n)++, words);
    }
    g_string_append(out, "}\n");
    return g_string_free(out, FALSE);
}

/* --- the rules --- */

#define HALF_LIFE VALVE, "// Game: Half-Life\n// Format: Valve\n"
#define QUAKE STANDARD, "// Game: Quake\n// Format: Standard\n"
#define QUAKE2 NUMBERED, "// Game: Quake 2\n// Format: Quake2\n"
#define QUAKE3 NUMBERED, "// Game: Quake 3\n// Format: Quake3\n"
#define DOOM3 PLANES, "Version 2\n"

/* A group in a group in a layer that is left out. Members precede the layer. */
#define NESTED                                                                                     \
    "plank | $func_wall _tb_group=5 | plank | $func_group _tb_type=_tb_group _tb_id=5 "            \
    "_tb_group=2 | plank | $func_group _tb_type=_tb_layer _tb_id=1 "                               \
    "_tb_layer_omit_from_export=1 | plank | $func_group _tb_type=_tb_group _tb_id=2 _tb_layer=1 "  \
    "| plank | $func_group _tb_type=_tb_layer _tb_id=3 | plank"

#define REGION "they only mark a region, to which the compiler crops the map"
#define ELSEWHERE "their brushes are in other files (misc_external_map, solid misc_model)"
#define SPLIT "they only split the compiler's tree (hint, skip)"
#define LIQUID "they are liquids"
#define HOLLOW "their texture or contents mark them as not solid"
#define ORIGIN "they only mark an origin"
#define ENTITY "they belong to entities"
#define MONSTER "they stop only monsters"
#define SHOTS "they stop only shots"
#define GUESSED "brushes that count as solid, although "
#define PORTAL "they are portals between areas"
#define MIXED "brushes with faces of different contents"

typedef struct {
    Style style;
    const char *header;
    BspGame game;
    const char *brushes; /* the map in short form */
    guint kept, n;       /* number of brushes that are kept, and that are left out for the reason */
    const char *reason;  /* NULL: all are kept */
} Rule;

static const Rule rules[] = {
    /* GoldSrc: NULL hides no contents, SKIP and CONTENT* decide alone. */
    { HALF_LIFE, BSP_GAME_GOLDSRC, "NULL NULL NULL NULL plank NULL", 1, 0, NULL },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "NULL | AAATRIGGER | SOLIDHINT plank | BEVEL plank | *water", 5,
      0, NULL },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "plank plank SKIP plank | HINT SKIP | SPLITFACE", 0, 3, SPLIT },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "CLIP | plank CLIP plank | CLIPBEVEL | CLIPHULL1", 4, 0, NULL },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "CLIPHULL2 | CLIPHULL3", 0, 2,
      "they stop only boxes of another size (CLIPHULL2, CLIPHULL3)" },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "NOCLIP plank | $func_detail zhlt_noclip=1 | plank", 0, 2,
      "they stop points, but not boxes (NOCLIP, zhlt_noclip)" },
    { HALF_LIFE, BSP_GAME_GOLDSRC,
      "plank CONTENTWATER plank | !water1 | !lava | !slime | !cur_90 | +!lava1", 0, 6, LIQUID },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "plank CONTENTEMPTY plank", 0, 1,
      "they are empty (CONTENTEMPTY)" },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "!water CONTENTSOLID !water | sky", 2, 0, NULL },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "TRANSLUCENT | @glass", 0, 2,
      "they are translucent (TRANSLUCENT, @)" },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "plank !water plank | HINT plank", 2, 2, MIXED },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "plank | $func_rotating | ORIGIN | plank", 1, 2, ENTITY },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "plank | ORIGIN", 1, 1, ORIGIN },
    { HALF_LIFE, BSP_GAME_GOLDSRC, "plank | BOUNDINGBOX", 1, 1, "they only mark a bounding box" },
    { HALF_LIFE, BSP_GAME_GOLDSRC,
      "plank | $func_detail zhlt_detaillevel=1 | plank | $func_group | plank", 3, 0, NULL },
    { HALF_LIFE, BSP_GAME_GOLDSRC,
      "plank | $func_detail_wall | plank | $func_detail_illusionary | plank | $func_wall "
      "zhlt_usemodel=a | plank | $info_hullshape | plank",
      1, 4, ENTITY },
    /* Quake: tools' textures are solid, except hint and hintskip. */
    { QUAKE, BSP_GAME_QUAKE, "skip | skip rock | null | trigger | aaatrigger | nodraw | clip", 7, 0,
      NULL },
    { QUAKE, BSP_GAME_QUAKE, "sky1 | !water | {fence | +0button", 4, 0, NULL },
    { QUAKE, BSP_GAME_QUAKE,
      "hint | hint hintskip | hintskip | rock hint rock | rock hintskip rock", 0, 5, SPLIT },
    { QUAKE, BSP_GAME_QUAKE, "*lava1 | *slime0 | *water1", 0, 3, LIQUID },
    { QUAKE, BSP_GAME_QUAKE, "region | rock region", 0, 2, REGION },
    { QUAKE, BSP_GAME_QUAKE, "rock *water1 rock", 1, 1, MIXED },
    { QUAKE, BSP_GAME_QUAKE, "origin | rock", 1, 1, ORIGIN },
    { QUAKE, BSP_GAME_QUAKE,
      "rock | $func_detail | rock | $func_detail_wall | rock | $func_detail_fence | {fence | "
      "$func_detail_illusionary | rock | $func_illusionary_visblocker | rock",
      4, 2, "their class is not solid (func_detail_illusionary, func_illusionary_visblocker)" },
    { QUAKE, BSP_GAME_QUAKE,
      "rock | $func_wall | rock | $func_door | rock | $func_illusionary | rock | $trigger_once | "
      "trigger",
      1, 4, ENTITY },
    { QUAKE, BSP_GAME_QUAKE, "rock | $func_detail _omitbrushes=1 | rock", 1, 1,
      "their entity has the key _omitbrushes" },
    { QUAKE, BSP_GAME_QUAKE, "rock | $misc_external_map _external_map=a.map", 1, 1, ELSEWHERE },
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/caulk | $misc_model model=a.md3 spawnflags=2 | $misc_model model=b.md3", 1, 1,
      ELSEWHERE },
    /* Quake II: the numbers decide, not the names. */
    { QUAKE2, BSP_GAME_QUAKE2, "e1u1/skip:1,128 | e1u1/trigger:0,128 | e1u1/clip:1,0", 3, 0, NULL },
    { QUAKE2, BSP_GAME_QUAKE2, "e1u1/a:0,256 | e1u1/a:0,512 | e1u1/a:0,256 e1u1/a:0,512", 0, 3,
      SPLIT },
    { QUAKE2, BSP_GAME_QUAKE2,
      "e1u1/a:0,512 e1u1/a | e1u1/a:2,0 | e1u1/a:1,16 | e1u1/a:-2147483648,0", 4, 0, NULL },
    { QUAKE2, BSP_GAME_QUAKE2, "a:8,9 | a:16,8 | a:32,24 | a:134217760,8", 0, 4, LIQUID },
    { QUAKE2, BSP_GAME_QUAKE2, "a:64,0 | a:4,0", 0, 2, "they are fog or mist" },
    { QUAKE2, BSP_GAME_QUAKE2, "clip:65536,128 | clip:196608,128 | clip:131072,128", 2, 1,
      MONSTER },
    { QUAKE2, BSP_GAME_QUAKE2, "a:536870912,0 | a:134217728,0", 2, 0, NULL },
    { QUAKE2, BSP_GAME_QUAKE2, "a | $func_areaportal | trigger:32768,128", 1, 1, PORTAL },
    { QUAKE2, BSP_GAME_QUAKE2, "a | $func_door_rotating | origin:16777216,0 | a", 1, 2, ENTITY },
    { QUAKE2, BSP_GAME_QUAKE2, "a:32,0 a:1,0", 0, 1, MIXED },
    /* id's qbsp3 lets the first face decide */
    { QUAKE2, BSP_GAME_QUAKE2, "a:0,512 a:1,0 | a:0,512 a:0,0", 2, 2, MIXED },
    { QUAKE2, BSP_GAME_QUAKE2, "a:0,0 a:0,256 | a:0,512 a:0,256 a:0,512", 0, 1, MIXED },
    { STANDARD, "// Game: Quake 2\n", BSP_GAME_QUAKE2, "a/lavarock1 | a/lava1", 1, 1, LIQUID },
    { STANDARD, "// Game: Quake 2\n", BSP_GAME_QUAKE2, "a | REGION", 1, 1, REGION },
    { STANDARD, "// Game: Quake 2\n", BSP_GAME_QUAKE2, "e1u1/a | e1u1/water4 | e1u1/clip", 2, 1,
      LIQUID },
    /* Quake III: the shader of the first face decides. */
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/caulk | common/clip | common/full_clip | common/weapclip | common/slick | "
      "common/cushion | common/trigger | common/missileclip",
      8, 0, NULL },
    { QUAKE3, BSP_GAME_QUAKE3, "common/hint | common/hintskip | common/skip | common/hintlocal", 0,
      4, SPLIT },
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/nodraw | common/nodrawnonsolid | common/nodrop | common/botclip | "
      "common/donotenter | common/clusterportal | common/antiportal | common/lightgrid",
      0, 8, HOLLOW },
    { QUAKE3, BSP_GAME_QUAKE3, "common/areaportal", 0, 1, PORTAL },
    { QUAKE3, BSP_GAME_QUAKE3, "common/origin | textures/common/origin", 0, 2, ORIGIN },
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/watercaulk | common/slimecaulk | common/lavacaulk | liquids/water1", 0, 4, LIQUID },
    { QUAKE3, BSP_GAME_QUAKE3, "ctf/clear_water1 | lava_base/wall", 1, 1, LIQUID },
    { QUAKE3, BSP_GAME_QUAKE3, "sfx/xblackfog | fogs/any", 0, 2, "they are fog or mist" },
    /* tools of Wolfenstein, Medal of Honor, Unvanquished and Jedi Knight */
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/ai_nosight | common/ai_nopass | common/ai_nopasslarge | common/nobuild | "
      "system/trigger | system/ladder | system/do_not_enter | system/caulk_nonsolid",
      0, 8, HOLLOW },
    { QUAKE3, BSP_GAME_QUAKE3, "common/clipmonster | common/clipmonster2 | system/blocknpc", 0, 3,
      MONSTER },
    { QUAKE3, BSP_GAME_QUAKE3, "common/clipshot | system/shotonlyclip", 0, 2, SHOTS },
    { QUAKE3, BSP_GAME_QUAKE3, "common/subtlehint", 0, 1, SPLIT },
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/waterskip | common/lavaskip | common/slimeskip | common/nodrawwater | "
      "system/caulk_acid",
      0, 5, LIQUID },
    { QUAKE3, BSP_GAME_QUAKE3,
      "common/caulk | common/hullcaulk | common/clipweap_metal | common/clipmissile | "
      "common/ladder | common/ai_nosight_shoot_through | common/slip_m_ne | common/terrain2 | "
      "system/nodraw_solid | system/blockplayer | system/physics_clip | common/rock",
      12, 1,
      GUESSED "the shader of their first face, which is not in the .map, could make them "
              "hollow" },
    { QUAKE3, BSP_GAME_QUAKE3, "common/nodraw base_wall/a", 0, 1, MIXED },
    { QUAKE3, BSP_GAME_QUAKE3,
      "base_wall/a:134217728,0 | base/hint | base/fog | sfx/beam | base/liquids/pipe | !w | *w", 7,
      0, NULL },
    { QUAKE3, BSP_GAME_QUAKE3, "a/b | $func_group | a/b | $func_detail | a/b", 2, 1, ENTITY },
    /* Doom 3: one solid face is enough. */
    { DOOM3, BSP_GAME_DOOM3,
      "textures/base_wall/a | textures/common/caulk | textures/common/player_clip | "
      "textures/common/clip | textures/common/nodraw textures/base_wall/a",
      5, 0, NULL },
    { DOOM3, BSP_GAME_DOOM3,
      "textures/common/nodraw textures/editor/visportal textures/common/nodraw | "
      "textures/common/trigmulti | textures/editor/aassolid",
      0, 3, HOLLOW },
    { DOOM3, BSP_GAME_DOOM3, "textures/common/monster_clip", 0, 1, MONSTER },
    { DOOM3, BSP_GAME_DOOM3, "textures/common/caulk | textures/common/weapon_clip", 2, 1,
      GUESSED "the materials of their faces, which are not in the .map, could make them hollow" },
    { DOOM3, BSP_GAME_DOOM3, "textures/editor/visportal", 0, 1, PORTAL },
    /* the game, found by other clues than the comment */
    { STANDARD, "", BSP_GAME_GOLDSRC, "$worldspawn wad=\\sierra\\valve\\halflife.wad | SKIP plank",
      0, 1, SPLIT },
    { VALVE, "", BSP_GAME_GOLDSRC, "plank | $func_detail zhlt_detaillevel=1 | NULL", 2, 0, NULL },
    { VALVE, "", BSP_GAME_GOLDSRC, "plank | SKIP NULL", 1, 1, SPLIT },
    { STANDARD, "", BSP_GAME_GOLDSRC, "$worldspawn MaxRange=4096 | a | SKIP a", 1, 1, SPLIT },
    { STANDARD, "", BSP_GAME_QUAKE, "$worldspawn wad=gfx/base.wad | skip", 1, 0, NULL },
    { NUMBERED, "", BSP_GAME_QUAKE2, "a/a:32,24 | a/a", 1, 1, LIQUID },
    { STANDARD, "", BSP_GAME_QUAKE2, "e1u1/a", 1, 0, NULL },
    { NUMBERED, "", BSP_GAME_QUAKE3, "common/caulk:134217728,0 | base_wall/a", 2, 0, NULL },
    { NUMBERED, "", BSP_GAME_QUAKE3, "common/hint:0,4 | base_wall/a:0,4", 1, 1, SPLIT },
    { NUMBERED, "", BSP_GAME_QUAKE2, "common/clip:65536,0 | a/a", 2, 0, NULL },
    { STANDARD, "// Game: Generic\n", BSP_GAME_QUAKE3, "common/hint", 0, 1, SPLIT },
    { STANDARD, "", BSP_GAME_QUAKE, "skip | w", 2, 0, NULL },
    { STANDARD, "\xef\xbb\xbf// a\r\n// Game: Quake 3\r\n", BSP_GAME_QUAKE3, "*w", 1, 0, NULL },
    /* layers of TrenchBroom; their members may precede them, and groups may be nested */
    { HALF_LIFE, BSP_GAME_GOLDSRC, NESTED, 2, 4,
      "their layer is left out of exports (_tb_layer_omit_from_export)" },
    { QUAKE, BSP_GAME_QUAKE,
      "$worldspawn _tb_layer_omit_from_export=1 | a | $func_group _tb_type=_tb_group _tb_id=2 | a "
      "| $func_detail _tb_layer=4 | a | $func_group _tb_type=_tb_layer _tb_id=4 | a",
      2, 2, "their layer is left out of exports (_tb_layer_omit_from_export)" },
    { QUAKE, BSP_GAME_QUAKE,
      "a | $func_group _tb_type=_tb_group _tb_id=1 _tb_group=2 | a | $func_group "
      "_tb_type=_tb_group _tb_id=2 _tb_group=1 | a",
      3, 0, NULL },
};

/* Whether a message of the world contains the reason with its number. */
static gboolean has_reason(const BspWorld *world, guint n, const char *reason)
{
    g_autofree char *counted = g_strdup_printf("left out: %u: %s", n, reason);
    g_autofree char *remark = g_strdup_printf("%s: %u", reason, n);
    for (guint i = 0; i < world->report.messages->len; i++)
        if (strstr(world->report.messages->pdata[i], counted) ||
            g_str_has_prefix(world->report.messages->pdata[i], remark))
            return TRUE;
    return FALSE;
}

Test(world_rules, each_game)
{
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        const Rule *rule = &rules[i];
        guint n;
        g_autofree char *text = make_map(rule->style, rule->header, rule->brushes, &n);
        g_autoptr(BspWorld) world = read_or_fail("a.map", text, strlen(text), 0);
        cr_expect(world->solid->brushes->len == rule->kept, "%u kept: %s",
                  world->solid->brushes->len, rule->brushes);
        cr_expect(world->report.n_skipped == n - rule->kept, "%u left out: %s",
                  world->report.n_skipped, rule->brushes);
        cr_expect(world->game == rule->game, "%s: %s", bsp_game_name(world->game), rule->brushes);
        cr_expect(!rule->reason || has_reason(world, rule->n, rule->reason), "%u %s: %s", rule->n,
                  rule->reason, rule->brushes);
    }
}

/* Clip brushes stop players, but not shots. */
Test(world_rules, contents_of_clip_brushes)
{
    static const Rule cases[] = { { HALF_LIFE, BSP_GAME_GOLDSRC, "CLIP", 1, 0, NULL },
                                  { QUAKE, BSP_GAME_QUAKE, "clip", 1, 0, NULL },
                                  { QUAKE2, BSP_GAME_QUAKE2, "a:65536,0", 1, 0, NULL },
                                  { QUAKE3, BSP_GAME_QUAKE3, "common/clip", 1, 0, NULL },
                                  { DOOM3, BSP_GAME_DOOM3, "textures/common/clip", 1, 0, NULL } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint n;
        g_autofree char *text = make_map(cases[i].style, cases[i].header, cases[i].brushes, &n);
        g_autoptr(BspWorld) world = read_or_fail("a.map", text, strlen(text), 0);
        cr_assert_eq(world->solid->brushes->len, 1u);
        cr_expect(bsp_brush_contents(bsp_solid_brush(world->solid, 0)) == BSP_CONTENTS_PLAYERCLIP,
                  "%s", cases[i].brushes);
    }
}

/* --- games, models and classes that are chosen --- */

Test(world_rules, game_is_chosen)
{
    guint n;
    g_autofree char *text = make_map(STANDARD, "// Game: Quake\n", "SKIP", &n);
    g_autoptr(BspWorld) quake = read_or_fail("a.map", text, strlen(text), 0);
    g_autoptr(BspWorld) goldsrc = read_or_fail("a.map#goldsrc", text, strlen(text), 0);
    cr_expect_eq(quake->solid->brushes->len, 1u);
    cr_expect_eq(goldsrc->solid->brushes->len, 0u);
    cr_expect_eq(goldsrc->game, BSP_GAME_GOLDSRC);
}

static const char doors[] =
    "rock | $func_door angle=90 | rock | $func_detail | rock | $rotate_object | origin | rock | "
    "$trigger_once | trigger | *water | hint | $light";

Test(world_rules, models)
{
    static const struct {
        const char *name;
        guint n_brushes;
        double x; /* minimum x of the bounds */
    } cases[] = {
        { "a.map", 2, 0 }, { "a.map#1", 1, 128 }, { "a.map#2", 1, 96 }, { "a.map#3", 2, 640 }
    };
    guint n;
    g_autofree char *text = make_map(QUAKE, doors, &n);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(BspWorld) world = read_or_fail(cases[i].name, text, strlen(text), 0);
        cr_expect_eq(world->solid->brushes->len, cases[i].n_brushes);
        cr_expect_eq(world->solid->bounds.mins.x, cases[i].x);
        cr_expect_eq(world->report.n_skipped, 8 - cases[i].n_brushes);
        cr_assert_eq(world->models->len, 3u);
    }
    g_autoptr(BspWorld) world = read_or_fail("a.map", text, strlen(text), 0);
    const BspWorldModel *models = &g_array_index(world->models, BspWorldModel, 0);
    cr_expect_str_eq(models[0].classname, "func_door");
    cr_expect_str_eq(models[1].classname, "rotate_object");
    cr_expect(models[0].origin.x == 0 && models[1].origin.x == 416 && models[1].origin.z == -8);
}

Test(world_rules, classes_that_are_included)
{
    static const struct {
        const char *name;
        guint n_brushes;
    } cases[] = { { "a.map#+func_door", 3 },
                  { "a.map#+rotate_object,+func_door", 4 },
                  { "a.map#+Func_*", 3 },
                  { "a.map#+*", 6 } };
    guint n;
    g_autofree char *text = make_map(QUAKE, doors, &n);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(BspWorld) world = read_or_fail(cases[i].name, text, strlen(text), 0);
        cr_expect_eq(world->solid->brushes->len, cases[i].n_brushes, "%s", cases[i].name);
        cr_expect_eq(world->report.n_skipped, 8 - cases[i].n_brushes);
    }
}

/* A list of classes fails only if the level has none of them. */
Test(world_rules, classes_that_are_absent)
{
    guint n;
    g_autofree char *text = make_map(QUAKE, doors, &n);
    const char *name = "a.map#+light,+func_door,+func_wall*";
    g_autoptr(BspWorld) world = read_or_fail(name, text, strlen(text), 0);
    cr_expect_eq(world->solid->brushes->len, 3u);
    expect_message(world, "included classes that no entity with brushes has: light, func_wall*");
}

/* A wall that begins hidden is added, with a remark. */
Test(world_rules, walls_that_start_hidden)
{
    guint n;
    g_autofree char *text = make_map(
        QUAKE2, "a | $func_wall spawnflags=1 | a | $func_wall spawnflags=5 | a | $func_wall | a",
        &n);
    g_autoptr(BspWorld) world = read_or_fail("a.map#+func_wall", text, strlen(text), 0);
    cr_expect_eq(world->solid->brushes->len, 4u);
    expect_message(world, "1 entities are solid here, but not in the game until they are triggered "
                          "(spawnflags)");
}

#define THERE_ARE "; there are: func_detail 1, func_door 1, rotate_object 1, trigger_once 1"

Test(world_rules, selections_that_fail)
{
    static const struct {
        const char *name, *message;
    } cases[] = {
        { "a.map#4", "a.map: there is no model 4: the file has 4 models, of which 0 is the world" },
        { "a.map#hull1", "a.map: a .map has no hulls" },
        { "a.map#+light", "a.map: no entity with brushes has the class light" THERE_ARE },
        { "a.map#+func_wall*", "a.map: no entity with brushes has the class func_wall*" THERE_ARE },
        { "a.map#+light,+func_wall",
          "a.map: no entity with brushes has the class light, func_wall" THERE_ARE },
        { "a.map#2,+func_door",
          "a.map: cannot add models of func_door to model 2: they are added to "
          "the world only" },
    };
    guint n;
    g_autofree char *text = make_map(QUAKE, doors, &n);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        cr_assert_null(bsp_world_read(cases[i].name, text, strlen(text), 0, &error));
        cr_expect(error->code == (gint)BSP_ERROR_VALUE);
        cr_expect_str_eq(error->message, cases[i].message);
    }
}

/* An entity of an included class may be in a layer that is left out. */
Test(world_rules, included_class_is_left_out)
{
    guint n;
    g_autofree char *text =
        make_map(QUAKE, "$worldspawn _tb_layer_omit_from_export=1 | a | $func_wall | a", &n);
    g_autoptr(BspWorld) world = read_or_fail("a.map#+func_wall", text, strlen(text), 0);
    cr_expect_eq(world->report.messages->len, 2u);
    expect_message(world, "brushes left out: 2: their layer is left out of exports "
                          "(_tb_layer_omit_from_export); the first is entity 0, brush 0 (line 6)");
}

/* Later lines of messages count the line breaks in values. */
Test(world_rules, line_breaks_in_values)
{
    static const char text[] = "{\n\"classname\" \"worldspawn\"\n\"message\" \"a\r\nb\n\" x";
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = NULL;
    g_autofree char *closed = g_strndup(text, strlen(text) - 1);
    g_autofree char *whole = g_strconcat(closed, "}", NULL);
    cr_assert_null(bsp_world_read("a.map", text, strlen(text), 0, &error));
    cr_expect_str_eq(error->message, "a.map:5:3: expected a key in quotes, '{' or '}', found 'x'");
    world = read_or_fail("a.map", whole, strlen(whole), 0);
    cr_expect_str_eq(world->name, "a\r\nb\n");
}

/* Lines, and so comments, may end in CR LF or in CR alone. */
Test(world_rules, ends_of_lines)
{
    static const char *const ends[] = { "\n", "\r\n", "\r" };
    guint n;
    g_autofree char *text = make_map(HALF_LIFE, "SKIP plank | plank", &n);
    g_autofree char *bad = g_strconcat(text, "x", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1), bad_lines = g_strsplit(bad, "\n", -1);
        g_autofree char *joined = g_strjoinv(ends[i], lines);
        g_autofree char *bad_joined = g_strjoinv(ends[i], bad_lines);
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = read_or_fail("a.map", joined, strlen(joined), 0);
        cr_expect_eq(world->game, BSP_GAME_GOLDSRC);
        cr_expect_eq(world->solid->brushes->len, 1u);
        cr_assert_null(bsp_world_read("a.map", bad_joined, strlen(bad_joined), 0, &error));
        cr_expect_str_eq(error->message, "a.map:22:1: expected '{', found 'x'");
    }
}

/* --- syntax --- */

Test(world_rules, maps_of_call_of_duty_are_refused)
{
    static const char text[] = "iwmap 4\n{\n\"classname\" \"worldspawn\"\n}\n";
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_read("a.map", text, strlen(text), 0, &error));
    cr_expect_str_eq(error->message,
                     "a.map:1:1: expected '{' or Version (Call of Duty's maps are not supported), "
                     "found 'iwmap'");
}

Test(world_rules, faces_that_point_inward)
{
    guint n;
    g_autofree char *text = make_map(PLANES, "", "a", &n);
    g_autoptr(GString) out = g_string_new(NULL); /* the text with all planes turned around */
    for (const char *p = text; *p; p++) {
        gboolean plane = p > text && p[-1] == '\n' && *p == '(';
        if (plane) {
            double v[4];
            cr_assert_eq(sscanf(p, "( %lf %lf %lf %lf )", &v[0], &v[1], &v[2], &v[3]), 4);
            g_string_append_printf(out, "( %g %g %g %g )", -v[0], -v[1], -v[2], -v[3]);
            p = strchr(p, ')');
        } else {
            g_string_append_c(out, *p);
        }
    }
    g_autoptr(BspWorld) world = read_or_fail("a.map", out->str, out->len, 0);
    cr_expect_eq(world->report.n_skipped, 1u);
    expect_message(world,
                   "brushes left out: 1: their faces point inward: the three points of a face must "
                   "be clockwise seen from outside; the first is entity 0, brush 0 (line 3)");
}

Test(world_rules, fuzz)
{
    guint n;
    g_autofree char *quake = make_map(HALF_LIFE, NESTED, &n);
    fuzz(bsp_world_read_map, quake, strlen(quake), 3000, 6);
}
