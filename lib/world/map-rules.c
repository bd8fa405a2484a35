/* map-rules: finds the brushes of a .map that stop a player.
 *
 * A .map gives each face of a brush a texture and, for some games, numbers. The compiler of each
 * game decides by these whether a brush is solid. Here each game has a table. Each face gets the
 * contents and the traits of the first row that fits it. The traits decide which face gives the
 * brush its contents, and whether the faces contradict each other. The sources of the rules:
 *
 * - GoldSrc: SDHLT, sdHLCSG: brush.cpp, TextureContents() and CheckBrushContents(); map.cpp,
 *   ParseBrush() and ParseMapEntity().
 * - Quake: ericw-tools: bspfile.cc, face_get_contents(); map.cc, Brush_GetContents() and
 *   IsWorldBrushEntity(); brush.cc, Brush_LoadEntity().
 * - Quake II: For the contents of a face, id's qbsp3, map.c, ParseBrush(). For the contents of a
 * brush, ericw-tools, as above. In qbsp3, BrushContents(), the first face always decides.
 * - Quake III: GtkRadiant's q3map2: map.c, SetBrushContents() and ParseMapEntity().
 * - Doom 3: dmap/map.cpp, SetBrushContents(); cm/CollisionModel_load.cpp, ConvertBrush().
 *
 * Shaders of Quake III, materials of Doom 3, and .wal files of Quake II decide there, but they are
 * other files. In place of them, the names that mean the same in every level decide. */
#include "world/map-rules.h"

#include <fnmatch.h>
#include <string.h>

/* --- rows --- */

/* A row is compared with a name in lower case or with a number. PATH is the name without
 * "textures/". TOOL is the last part of a path in a directory of the editors. LAST_PART is the last
 * part of any name. FLAGS and CONTENTS are the numbers of a face, if it has numbers. */
typedef enum { NAME, PATH, TOOL, LAST_PART, N_NAMES, FLAGS = N_NAMES, CONTENTS } Subject;

/* The traits that a row gives a face. */
enum {
    DECIDES = 1 << 0,      /* the first face with this trait gives the brush its contents */
    YIELDS = 1 << 1,       /* the face gives the brush its contents only if all faces yield */
    MUST_AGREE = 1 << 2,   /* the face must have the contents of the face that decides */
    MAY_DIFFER = 1 << 3,   /* if no face decides, the face may have other contents than the brush */
    IS_GUESSED = 1 << 4,   /* files that are not read, such as shaders, may make the face hollow */
    STOPS_BOXES = 1 << 5,  /* one such face makes the brush stop boxes of any size */
    STOPS_HULL_1 = 1 << 6, /* one such face makes the brush stop a standing player's box */
    STOPS_OTHERS = 1 << 7, /* the brush stops a standing player's box only if a face STOPS_HULL_1 */
    STOPS_NO_BOX = 1 << 8, /* one such face makes a solid brush stop points only */
    IS_BEVEL = 1 << 9      /* clip hulls are not expanded at the face */
};

typedef struct {
    Subject subject;
    BspMapContents contents;
    guint traits;
    guint32 bits; /* the number must have one of these bits; with 0 any number fits */
    /* Patterns of fnmatch(), followed by NULL. Without a pattern, any name fits. */
    const char *patterns[32];
} Row;

/* --- GoldSrc, by hlcsg --- */

/* The source of traits is CheckBrushContents(). hlcsg compares only the beginnings of names.
 * CLIPHULL1, CLIPHULL2 and CLIPHULL3 are for one hull each. A standing player has hull 1. */
static const Row goldsrc_rows[] = {
    /* ParseBrush() renames the textures of these rows to SKIP and NULL. */
    { NAME, BSP_MAP_SKIP, DECIDES | MUST_AGREE | STOPS_BOXES | STOPS_HULL_1,
      .patterns = { "cliphull1*" } },
    { NAME, BSP_MAP_SKIP, DECIDES | MUST_AGREE | STOPS_BOXES | STOPS_OTHERS,
      .patterns = { "cliphull2*", "cliphull3*" } },
    { NAME, BSP_MAP_SKIP, DECIDES | MUST_AGREE | STOPS_BOXES, .patterns = { "clip*" } },
    { NAME, BSP_MAP_NULL, MAY_DIFFER | STOPS_NO_BOX, .patterns = { "noclip*", "nullnoclip*" } },
    { NAME, BSP_MAP_NULL, MAY_DIFFER | IS_BEVEL, .patterns = { "bevel*" } },
    /* The rows below follow TextureContents() of hlcsg. */
    { NAME, BSP_MAP_LIQUID, DECIDES | MUST_AGREE, .patterns = { "contentwater*" } },
    { NAME, BSP_MAP_EMPTY, DECIDES | MUST_AGREE, .patterns = { "contentempty*" } },
    { NAME, BSP_MAP_SKY, DECIDES | MUST_AGREE, .patterns = { "contentsky*" } },
    { NAME, BSP_MAP_SOLID, DECIDES | MUST_AGREE, .patterns = { "content*" } },
    { NAME, BSP_MAP_SKY, MAY_DIFFER, .patterns = { "sky*", "env_sky*" } },
    { NAME, BSP_MAP_CURRENT, .patterns = { "!cur_*" } },
    { NAME, BSP_MAP_LIQUID, .patterns = { "!*", "?!lava*", "?!slime*" } },
    { NAME, BSP_MAP_ORIGIN, MUST_AGREE, .patterns = { "origin*" } },
    { NAME, BSP_MAP_BOX, MUST_AGREE, .patterns = { "boundingbox*" } },
    { NAME, BSP_MAP_NULL, MAY_DIFFER, .patterns = { "solidhint*" } },
    { NAME, BSP_MAP_SPLIT, MUST_AGREE, .patterns = { "splitface*" } },
    { NAME, BSP_MAP_SKIP, DECIDES | MUST_AGREE, .patterns = { "skip*" } },
    { NAME, BSP_MAP_SKIP, .patterns = { "hint*" } },
    { NAME, BSP_MAP_TRANSLUCENT, .patterns = { "translucent*", "@*" } },
    { NAME, BSP_MAP_NULL, MAY_DIFFER, .patterns = { "null*" } },
    { NAME, BSP_MAP_SOLID, .traits = 0 },
};

/* --- Quake, by qbsp --- */

/* A single hint face makes the brush a hint, and a single region face makes it a region. In other
 * compilers, such as id's qbsp3 and TyrUtils, the first face alone decides. The names skip, null,
 * bevel, trigger, aaatrigger and nodraw have no row, so they are solid. */
static const Row quake_rows[] = {
    { NAME, BSP_MAP_REGION, DECIDES, .patterns = { "region" } },
    { NAME, BSP_MAP_SPLIT, DECIDES, .patterns = { "hint", "hintskip" } },
    { NAME, BSP_MAP_ORIGIN, .patterns = { "origin" } },
    { NAME, BSP_MAP_CLIP, .patterns = { "clip" } },
    { NAME, BSP_MAP_LIQUID, .patterns = { "\\**" } },
    { NAME, BSP_MAP_SKY, .patterns = { "sky*" } },
    { NAME, BSP_MAP_SOLID, .traits = 0 },
};

/* --- Quake II, by ericw-tools and qbsp3 --- */

/* Faces without numbers have the numbers of the .wal file. Here names stand for them. */
static const Row quake2_rows[] = {
    { FLAGS, BSP_MAP_SPLIT, DECIDES, .bits = 0x100 },            /* hint */
    { FLAGS, BSP_MAP_SKIP, YIELDS | MAY_DIFFER, .bits = 0x200 }, /* skip */
    { CONTENTS, BSP_MAP_SOLID, .bits = 0x1 | 0x2 },              /* solid, window */
    { CONTENTS, BSP_MAP_CLIP, .bits = 0x10000 },                 /* player clip */
    { CONTENTS, BSP_MAP_ORIGIN, .bits = 0x1000000 },             /* origin */
    { CONTENTS, BSP_MAP_AREAPORTAL, .bits = 0x8000 },            /* area portal */
    { CONTENTS, BSP_MAP_LIQUID, .bits = 0x8 | 0x10 | 0x20 },     /* lava, slime, water */
    { CONTENTS, BSP_MAP_FOG, .bits = 0x4 | 0x40 },               /* aux, mist */
    { CONTENTS, BSP_MAP_MONSTERCLIP, .bits = 0x20000 },          /* monster clip */
    { CONTENTS, BSP_MAP_HOLLOW, .bits = 0x2000 | 0x4000 },       /* two clips of the remaster */
    { CONTENTS, BSP_MAP_SOLID, .bits = 0 },
    { LAST_PART, BSP_MAP_REGION, DECIDES, .patterns = { "region" } },
    { LAST_PART, BSP_MAP_SOLID, .patterns = { "*lavarock*" } },
    { LAST_PART, BSP_MAP_SPLIT, DECIDES, .patterns = { "hint*" } },
    { LAST_PART, BSP_MAP_SKIP, YIELDS | MAY_DIFFER, .patterns = { "skip" } },
    { LAST_PART, BSP_MAP_CLIP, .patterns = { "clip" } },
    { LAST_PART, BSP_MAP_ORIGIN, .patterns = { "origin" } },
    { LAST_PART, BSP_MAP_LIQUID,
      .patterns = { "*water*", "*wter*", "*lava*", "*slime*", "*sewer*" } },
    { LAST_PART, BSP_MAP_SOLID, .traits = IS_GUESSED },
};

/* --- Quake III, by q3map2 --- */

/* Only the shader of the first face counts. The tools are textures in the editors' directories:
 * common/, and system/ in Jedi Knight. They are from the public shaders of these directories,
 * scripts/common.shader and the like, of Quake III, OpenArena, Xonotic, Unvanquished, Urban Terror,
 * Return to Castle Wolfenstein, Enemy Territory, Medal of Honor and Jedi Knight. If games differ,
 * the meaning in most games counts. For example, nodraw is solid only in Unvanquished. */
static const Row quake3_rows[] = {
    /* These rows are for names that differ from common/, and for directories. */
    { PATH, BSP_MAP_HOLLOW, .patterns = { "system/trigger", "system/ladder", "system/outside" } },
    { PATH, BSP_MAP_FOG, .patterns = { "system/fog*" } },
    { PATH, BSP_MAP_LIQUID, .patterns = { "liquids/*", "liquid/*" } },
    { PATH, BSP_MAP_FOG, .patterns = { "fogs/*", "fog/*", "sfx/*fog*" } },
    /* These rows are for tools. */
    { TOOL, BSP_MAP_SOLID, .patterns = { "nodraw_solid", "nodraw_slime" } },
    { TOOL, BSP_MAP_LIQUID,
      .patterns = { "nodrawwater", "watercaulk", "slimecaulk", "lavacaulk", "caulk_water",
                    "caulk_lava", "caulk_acid", "waterskip", "lavaskip", "slimeskip" } },
    { TOOL, BSP_MAP_CLIP,
      .patterns = { "clip",        "clipall",     "clipfull",    "clip_metal",
                    "clipmissile", "full_clip",   "missileclip", "metalclip",
                    "ladderclip",  "playerclip",  "player_clip", "slickplayerclip",
                    "blockplayer", "ladder",      "outside",     "ai_nosight_shoot_through",
                    "nowalljump*", "no_walljump", "tankclip",    "grillclip" } },
    { TOOL, BSP_MAP_SPLIT, .patterns = { "hint*", "subtlehint", "skip", "vis" } },
    { TOOL, BSP_MAP_ORIGIN, .patterns = { "origin" } },
    { TOOL, BSP_MAP_AREAPORTAL, .patterns = { "areaportal" } },
    { TOOL, BSP_MAP_MONSTERCLIP,
      .patterns = { "monsterclip", "monster_clip", "clipmonster*", "monster", "blocknpc" } },
    { TOOL, BSP_MAP_SHOTCLIP, .patterns = { "clipshot", "shotonlyclip", "foliageclip", "weapon" } },
    { TOOL, BSP_MAP_HOLLOW,
      .patterns = { "nodraw*",        "nonsolid",   "caulk_nonsolid", "nodrop",
                    "botclip",        "donotenter", "do_not_enter",   "clusterportal",
                    "cluster_portal", "antiportal", "lightgrid",      "alpha_*",
                    "aas*",           "ai_*",       "nobuild",        "noalienbuild",
                    "nohumanbuild",   "inside",     "weatherzone",    "vehicleclip" } },
    { TOOL, BSP_MAP_SOLID,
      .patterns = { "caulk",        "caulkterrain", "hullcaulk",    "forcecaulk", "weapclip",
                    "clipweap*",    "fullclip",     "physics_clip", "slick",      "cushion",
                    "slip_*",       "trigger",      "terrain*",     "lmterrain*", "mirror*",
                    "dirtymirror*", "portal",       "portal_*",     "timportal",  "invisible",
                    "noimpact",     "nolightmap",   "black" } },
    /* In 73 public maps, the shaders of 121 brushes with such names are liquids, and 3 are solid.
     */
    { LAST_PART, BSP_MAP_LIQUID, .patterns = { "*water*", "*lava*", "*slime*" } },
    { NAME, BSP_MAP_SOLID, .traits = IS_GUESSED },
};

/* --- Doom 3, by dmap --- */

/* The first face that stops a player decides. If no face stops a player, the first face decides.
 * The tools are materials in common/ and editor/. */
static const Row doom3_rows[] = {
    { PATH, BSP_MAP_HOLLOW, .patterns = { "decals/*" } },
    { PATH, BSP_MAP_LIQUID, .patterns = { "water*" } },
    { TOOL, BSP_MAP_CLIP, DECIDES,
      .patterns = { "clip", "full_clip", "player_clip", "playerclip" } },
    { TOOL, BSP_MAP_SOLID, DECIDES, .patterns = { "nodrawsolid" } },
    { TOOL, BSP_MAP_HOLLOW, .patterns = { "nodraw*", "trig*", "aas*" } },
    { TOOL, BSP_MAP_AREAPORTAL, .patterns = { "visportal" } },
    { TOOL, BSP_MAP_MONSTERCLIP, .patterns = { "monster_clip", "monsterclip" } },
    { TOOL, BSP_MAP_HOLLOW, .patterns = { "ik_clip", "movable_clip", "moveableclip", "shadow*" } },
    { TOOL, BSP_MAP_SOLID, DECIDES, .patterns = { "caulk", "collision*", "slick", "cushion" } },
    { NAME, BSP_MAP_SOLID, .traits = DECIDES | IS_GUESSED },
};

/* --- games --- */

#define FIRST_FACE                                                                                 \
    "a face with a hint decides, otherwise the first face with any contents; other versions of "   \
    "the compiler may choose another face"

/* Reasons why a brush is mixed, as bits. */
enum {
    OTHER_CONTENTS = 1 << 0, /* a face has other contents than the brush; see MUST_AGREE */
    FIRST_DIFFERS = 1 << 1,  /* only one of the brush and its first face stops a player */
    SOLID_FACE = 1 << 2,     /* the brush does not stop a player, but a face stops one */
    HOLLOW_FACE = 1 << 3     /* the brush stops a player, but a face stops none */
};

/* Two parts of messages. `mixed` tells the treatment of a brush whose faces differ. `guess` tells
 * the file that could make a brush hollow that counts as solid; it is NULL if no file could. */
static const struct {
    const Row *rows;
    gboolean by_order; /* if no face decides, the brush has the lowest contents of its faces,
                          instead of the first face's contents */
    guint mixes;       /* the reasons that make a brush mixed */
    const char *mixed, *guess;
} games[] = {
    [BSP_GAME_UNKNOWN] = { quake_rows, FALSE, OTHER_CONTENTS | FIRST_DIFFERS, FIRST_FACE, NULL },
    [BSP_GAME_QUAKE] = { quake_rows, FALSE, OTHER_CONTENTS | FIRST_DIFFERS, FIRST_FACE, NULL },
    [BSP_GAME_QUAKE2] = { quake2_rows, FALSE, OTHER_CONTENTS | FIRST_DIFFERS, FIRST_FACE,
                          "the .wal file of a face without numbers" },
    [BSP_GAME_QUAKE3] = { quake3_rows, FALSE, SOLID_FACE,
                          "their first face decides, and is not solid; netradiant's q3map2 may "
                          "decide otherwise",
                          "the shader of their first face, which is not in the .map," },
    [BSP_GAME_GOLDSRC] = { goldsrc_rows, TRUE, OTHER_CONTENTS, "hlcsg refuses such a map", NULL },
    [BSP_GAME_DOOM3] = { doom3_rows, FALSE, HOLLOW_FACE,
                         "here the whole brush is solid, but Doom 3 stops a player only at its "
                         "solid faces",
                         "the materials of their faces, which are not in the .map," },
};

const char *bsp_map_mixed_text(BspGame game)
{
    return games[game].mixed;
}

const char *bsp_map_guess_text(BspGame game)
{
    return games[game].guess;
}

/* --- classes of entities --- */

/* A bit for each game. */
#define Q1 (1u << BSP_GAME_QUAKE)
#define Q2 (1u << BSP_GAME_QUAKE2)
#define HL (1u << BSP_GAME_GOLDSRC)
#define ALL (~0u)

/* Classes of entities whose brushes the compilers of these games merge into the world. */
static const struct WorldClass {
    const char *name;
    guint games;
    BspMapContents contents; /* the contents that solid brushes of the entity get */
} world_classes[] = {
    { "worldspawn", ALL, BSP_MAP_SOLID },
    { "func_group", ALL, BSP_MAP_SOLID },
    { "func_detail", Q1 | Q2 | HL, BSP_MAP_SOLID },
    { "func_detail_wall", Q1 | Q2, BSP_MAP_SOLID },
    { "func_detail_fence", Q1 | Q2, BSP_MAP_SOLID },
    { "func_detail_illusionary", Q1 | Q2, BSP_MAP_ILLUSIONARY },
    { "func_illusionary_visblocker", Q1 | Q2, BSP_MAP_ILLUSIONARY },
    { "func_areaportal", Q2, BSP_MAP_AREAPORTAL },
};

/* Returns the row of the entity's class. Returns NULL if the entity is not merged into the
 * world. */
static const struct WorldClass *find_world_class(BspGame game, const BspMapEntity *entity)
{
    for (guint i = 0; i < G_N_ELEMENTS(world_classes); i++)
        if ((world_classes[i].games & 1u << game) &&
            g_strcmp0(entity->classname, world_classes[i].name) == 0)
            return &world_classes[i];
    return NULL;
}

gboolean bsp_map_entity_is_world(BspGame game, const BspMapEntity *entity)
{
    return find_world_class(game, entity) != NULL;
}

/* Returns whether the entity is a model. hlcsg erases the brushes of info_hullshape, and of
 * entities with zhlt_usemodel. */
gboolean bsp_map_entity_is_model(BspGame game, const BspMapEntity *entity)
{
    if (!entity->n_all_brushes || bsp_map_entity_is_world(game, entity))
        return FALSE;
    return game != BSP_GAME_GOLDSRC || (g_strcmp0(entity->classname, "info_hullshape") != 0 &&
                                        !bsp_map_entity_value(entity, "zhlt_usemodel"));
}

/* Returns whether the entity is hidden at first, by the bits of its spawnflags. Sources: Quake II,
 * game/g_misc.c, SP_func_wall() and others; the Half-Life SDK, dlls/bmodels.cpp. */
gboolean bsp_map_entity_starts_hidden(BspGame game, const BspMapEntity *entity)
{
    static const struct {
        BspGame game;
        const char *classname;
        int hides, shows; /* bits of the key spawnflags */
    } classes[] = {
        { BSP_GAME_QUAKE2, "func_wall", 1 | 2, 4 },
        { BSP_GAME_QUAKE2, "func_object", 1, 0 },
        { BSP_GAME_QUAKE2, "func_explosive", 1, 0 },
        { BSP_GAME_GOLDSRC, "func_wall_toggle", 1, 0 },
    };
    const char *key = bsp_map_entity_value(entity, "spawnflags");
    gint64 flags = key ? g_ascii_strtoll(key, NULL, 10) : 0;
    for (guint i = 0; i < G_N_ELEMENTS(classes); i++)
        if (game == classes[i].game && g_strcmp0(entity->classname, classes[i].classname) == 0)
            return (flags & classes[i].hides) && !(flags & classes[i].shows);
    return FALSE;
}

/* --- faces --- */

static gboolean row_fits(const Row *row, const BspMapSurface *surface, const char *const *names)
{
    if (row->subject >= N_NAMES) {
        guint32 number = row->subject == FLAGS ? surface->flags : surface->contents;
        return surface->has_flags && (!row->bits || (number & row->bits));
    }
    const char *name = names[row->subject];
    for (guint i = 0; name && row->patterns[i]; i++)
        if (fnmatch(row->patterns[i], name, 0) == 0)
            return TRUE;
    return !row->patterns[0];
}

static const Row *find_row(BspGame game, const BspMapSurface *surface)
{
    g_autofree char *name = g_ascii_strdown(surface->texture, -1);
    const char *path = name;
    if (g_str_has_prefix(name, "textures/"))
        path += strlen("textures/");
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    gboolean is_tool = g_str_has_prefix(path, "common/") || g_str_has_prefix(path, "editor/") ||
                       g_str_has_prefix(path, "system/");
    const char *const names[N_NAMES] = {
        [NAME] = name, [PATH] = path, [TOOL] = is_tool ? last : NULL, [LAST_PART] = last
    };
    const Row *row = games[game].rows;
    while (!row_fits(row, surface, names))
        row++;
    return row;
}

/* Returns the row of the face. It is looked up once for each surface, because many faces share
 * one. */
static const Row *face_row(BspGame game, const BspMapFace *face)
{
    if (!face->surface->rule)
        face->surface->rule = find_row(game, face->surface);
    return face->surface->rule;
}

gboolean bsp_map_contents_stop(BspMapContents contents)
{
    return contents == BSP_MAP_SOLID || contents == BSP_MAP_CLIP;
}

/* --- brushes --- */

/* Returns the rank of a face. The face with the lowest rank gives the brush its contents. */
static guint rank(BspGame game, const Row *face)
{
    if (face->traits & (DECIDES | YIELDS))
        return face->traits & DECIDES ? 0 : G_MAXUINT;
    return 1 + (games[game].by_order ? (guint)face->contents : 0);
}

/* Returns the reasons why this face makes a brush mixed. `brush` is the face that gave the brush
 * its contents. */
static guint mix(const Row *brush, const Row *face, gboolean is_first)
{
    gboolean brush_stops = bsp_map_contents_stop(brush->contents);
    gboolean face_stops = bsp_map_contents_stop(face->contents);
    gboolean must_agree =
        brush->traits & DECIDES ? (face->traits & MUST_AGREE) != 0 : !(face->traits & MAY_DIFFER);
    guint mixes = must_agree && face->contents != brush->contents ? OTHER_CONTENTS : 0;
    if (face_stops != brush_stops)
        mixes |= (is_first ? FIRST_DIFFERS : 0) | (face_stops ? SOLID_FACE : HOLLOW_FACE);
    return mixes;
}

/* Returns the contents for which there is a reason in messages. */
static BspMapContents simplify(BspMapContents contents)
{
    /* The hulls of games are solid in sky and NULL. */
    if (contents == BSP_MAP_SKY || contents == BSP_MAP_NULL)
        return BSP_MAP_SOLID;
    if (contents == BSP_MAP_SKIP)
        return BSP_MAP_SPLIT;
    return contents == BSP_MAP_CURRENT ? BSP_MAP_LIQUID : contents;
}

/* Returns the contents of a brush, given the traits of its faces together. */
static BspMapContents apply_traits(BspMapContents contents, guint traits)
{
    if (contents == BSP_MAP_ORIGIN || contents == BSP_MAP_BOX)
        return contents;
    if (traits & STOPS_BOXES)
        return traits & STOPS_OTHERS && !(traits & STOPS_HULL_1) ? BSP_MAP_OTHER_CLIP
                                                                 : BSP_MAP_CLIP;
    return traits & STOPS_NO_BOX && contents == BSP_MAP_SOLID ? BSP_MAP_NOCLIP : contents;
}

/* Returns the contents of a brush of this entity. The model of a Quake entity is solid as a whole.
 * The model of a trigger is not drawn, but has a shape. */
static BspMapContents entity_contents(BspGame game, const BspMapEntity *entity,
                                      BspMapContents contents)
{
    const struct WorldClass *merged = find_world_class(game, entity);
    if (merged)
        return bsp_map_contents_stop(contents) && merged->contents != BSP_MAP_SOLID
                   ? merged->contents
                   : contents;
    gboolean is_trigger = entity->classname && g_str_has_prefix(entity->classname, "trigger");
    if ((game == BSP_GAME_QUAKE && contents == BSP_MAP_LIQUID) ||
        (is_trigger && contents == BSP_MAP_HOLLOW))
        return BSP_MAP_SOLID;
    return contents;
}

BspMapVerdict bsp_map_brush_verdict(BspGame game, const BspMapEntity *entity,
                                    const BspMapBrush *brush)
{
    const Row *winner = face_row(game, &brush->faces[0]);
    gboolean is_noclip =
        game == BSP_GAME_GOLDSRC && entity->noclip && g_ascii_strtoll(entity->noclip, NULL, 10);
    guint traits = is_noclip ? STOPS_NO_BOX : 0, mixes = 0;
    for (guint i = 0; i < brush->n_faces; i++) {
        const Row *face = face_row(game, &brush->faces[i]);
        traits |= face->traits;
        if (rank(game, face) < rank(game, winner))
            winner = face;
    }
    for (guint i = 0; i < brush->n_faces; i++)
        mixes |= mix(winner, face_row(game, &brush->faces[i]), i == 0);
    BspMapContents contents =
        entity_contents(game, entity, apply_traits(simplify(winner->contents), traits));
    return (BspMapVerdict){ .contents = contents,
                            .is_mixed = (mixes & games[game].mixes) != 0,
                            .has_bevel = (traits & IS_BEVEL) != 0,
                            .is_guessed = (winner->traits & IS_GUESSED) != 0 &&
                                          bsp_map_contents_stop(contents) };
}

const char *bsp_map_contents_reason(BspMapContents contents)
{
    static const char *const reasons[BSP_MAP_N_CONTENTS] = {
        [BSP_MAP_LIQUID] = "they are liquids",
        [BSP_MAP_ORIGIN] = "they only mark an origin",
        [BSP_MAP_BOX] = "they only mark a bounding box",
        [BSP_MAP_REGION] = "they only mark a region, to which the compiler crops the map",
        [BSP_MAP_TRANSLUCENT] = "they are translucent (TRANSLUCENT, @)",
        [BSP_MAP_SPLIT] = "they only split the compiler's tree (hint, skip)",
        [BSP_MAP_EMPTY] = "they are empty (CONTENTEMPTY)",
        [BSP_MAP_FOG] = "they are fog or mist",
        [BSP_MAP_ILLUSIONARY] = "their class is not solid (func_detail_illusionary, "
                                "func_illusionary_visblocker)",
        [BSP_MAP_NOCLIP] = "they stop points, but not boxes (NOCLIP, zhlt_noclip)",
        [BSP_MAP_OTHER_CLIP] = "they stop only boxes of another size (CLIPHULL2, CLIPHULL3)",
        [BSP_MAP_MONSTERCLIP] = "they stop only monsters",
        [BSP_MAP_SHOTCLIP] = "they stop only shots",
        [BSP_MAP_AREAPORTAL] = "they are portals between areas",
        [BSP_MAP_HOLLOW] = "their texture or contents mark them as not solid",
    };
    return reasons[contents];
}
