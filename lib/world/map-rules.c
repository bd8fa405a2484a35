/* map-rules: which brushes of a .map stop a player.
 *
 * A .map gives each face of a brush a texture and, for some games, numbers. The compiler of each
 * game decides by them. Each game has a rule in two steps here: the contents of a face, by a table
 * of names or bits, and the contents of a brush, by those of its faces. The sources of the rules:
 *
 * - GoldSrc: SDHLT, sdHLCSG: brush.cpp, TextureContents() and CheckBrushContents(); map.cpp,
 *   ParseBrush() and ParseMapEntity().
 * - Quake: ericw-tools: bspfile.cc, face_get_contents(); map.cc, Brush_GetContents() and
 *   IsWorldBrushEntity(); brush.cc, Brush_LoadEntity().
 * - Quake II: the contents of a face: id's qbsp3: map.c, ParseBrush(). The contents of a brush:
 *   ericw-tools, as above; in qbsp3, BrushContents(), the first face decides, whatever it is.
 * - Quake III: GtkRadiant's q3map2: map.c, SetBrushContents() and ParseMapEntity().
 * - Doom 3: dmap/map.cpp, SetBrushContents(); cm/CollisionModel_load.cpp, ConvertBrush().
 *
 * Shaders of Quake III, materials of Doom 3, and .wal files of Quake II are other
 * files, and decide there. In place of them, the names that mean the same in every level decide. */
#include "world/map-rules.h"

#include <fnmatch.h>
#include <string.h>

/* --- names --- */

/* Patterns of fnmatch() for names, in lower case, that have the same contents. The first pattern of
 * a table that fits counts. The last row of a table has no patterns. */
typedef struct {
    BspMapContents contents;
    const char *patterns[32]; /* the rest is NULL */
} Names;

/* Sets the contents to those of the name, if the table has it. NULL: an empty table. */
static gboolean find_name(const Names *names, const char *name, BspMapContents *contents)
{
    for (; names && names->patterns[0]; names++) {
        for (guint i = 0; names->patterns[i]; i++) {
            if (fnmatch(names->patterns[i], name, 0) == 0) {
                *contents = names->contents;
                return TRUE;
            }
        }
    }
    return FALSE;
}

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* --- faces and brushes --- */

typedef struct {
    char *name;            /* its texture in lower case */
    BspMapVerdict verdict; /* if all faces were as this one */
} Face;

typedef struct {
    const BspMapEntity *entity;
    Face *faces; /* in the order of the file; at least one */
    guint n;
} Brush;

/* Returns the contents of a brush, by those of its faces. */
typedef BspMapVerdict (*BrushRule)(const Brush *brush);

gboolean bsp_map_contents_stop(BspMapContents contents)
{
    return contents == BSP_MAP_SOLID || contents == BSP_MAP_CLIP;
}

/* Whether this face alone would make the brush stop a player. */
static gboolean stops(const Face *face)
{
    return bsp_map_contents_stop(face->verdict.contents);
}

/* Whether the name of any face fits the pattern. */
static gboolean has_name(const Brush *brush, const char *pattern)
{
    for (guint i = 0; i < brush->n; i++)
        if (fnmatch(pattern, brush->faces[i].name, 0) == 0)
            return TRUE;
    return FALSE;
}

/* --- GoldSrc: hlcsg --- */

/* hlcsg compares only the beginnings of names. */
static const Names goldsrc_names[] = {
    /* ParseBrush() renames these, to SKIP and to NULL. */
    { BSP_MAP_SKIP, { "clip*" } },
    { BSP_MAP_NULL, { "noclip*", "nullnoclip*", "bevel*" } },
    /* TextureContents() */
    { BSP_MAP_LIQUID, { "contentwater*" } },
    { BSP_MAP_EMPTY, { "contentempty*" } },
    { BSP_MAP_SKY, { "contentsky*" } },
    { BSP_MAP_SOLID, { "content*" } },
    { BSP_MAP_SKY, { "sky*", "env_sky*" } },
    { BSP_MAP_CURRENT, { "!cur_*" } },
    { BSP_MAP_LIQUID, { "!*", "?!lava*", "?!slime*" } },
    { BSP_MAP_ORIGIN, { "origin*" } },
    { BSP_MAP_BOX, { "boundingbox*" } },
    { BSP_MAP_NULL, { "solidhint*" } },
    { BSP_MAP_SPLIT, { "splitface*" } },
    { BSP_MAP_SKIP, { "hint*", "skip*" } },
    { BSP_MAP_TRANSLUCENT, { "translucent*", "@*" } },
    { BSP_MAP_NULL, { "null*" } },
    { BSP_MAP_SOLID, { NULL } },
};

static gboolean goldsrc_decides_alone(const Face *face)
{
    return g_str_has_prefix(face->name, "content") || g_str_has_prefix(face->name, "skip") ||
           g_str_has_prefix(face->name, "clip");
}

/* Whether hlcsg refuses brushes in which this face differs from the brush. */
static gboolean goldsrc_compares(const Face *face, gboolean one_decides)
{
    if (!one_decides)
        return face->verdict.contents != BSP_MAP_SKY && face->verdict.contents != BSP_MAP_NULL;
    return goldsrc_decides_alone(face) || face->verdict.contents == BSP_MAP_ORIGIN ||
           face->verdict.contents == BSP_MAP_SPLIT || face->verdict.contents == BSP_MAP_BOX;
}

/* CheckBrushContents(). If no face decides alone, the least of the faces' contents is the brush's:
 * they are enumerated in this order. */
static BspMapVerdict goldsrc_contents(const Brush *brush)
{
    BspMapVerdict verdict = brush->faces[0].verdict;
    gboolean one_decides = FALSE;
    for (guint i = 0; i < brush->n && !one_decides; i++) {
        one_decides = goldsrc_decides_alone(&brush->faces[i]);
        if (one_decides || brush->faces[i].verdict.contents < verdict.contents)
            verdict = brush->faces[i].verdict;
    }
    for (guint i = 0; i < brush->n; i++)
        verdict.is_mixed |= brush->faces[i].verdict.contents != verdict.contents &&
                            goldsrc_compares(&brush->faces[i], one_decides);
    return verdict;
}

/* A CLIP brush stops boxes, whatever its other faces are. CLIPHULL1, 2 and 3 are for one hull each;
 * a standing player has hull 1. */
static BspMapContents goldsrc_clip(const Brush *brush)
{
    gboolean one_hull = has_name(brush, "cliphull2*") || has_name(brush, "cliphull3*");
    return one_hull && !has_name(brush, "cliphull1*") ? BSP_MAP_OTHER_CLIP : BSP_MAP_CLIP;
}

static BspMapVerdict goldsrc_brush(const Brush *brush)
{
    BspMapVerdict verdict = goldsrc_contents(brush);
    const char *key = brush->entity->noclip;
    gboolean is_noclip = (key && g_ascii_strtoll(key, NULL, 10)) || has_name(brush, "noclip*") ||
                         has_name(brush, "nullnoclip*");
    gboolean is_solid = verdict.contents == BSP_MAP_SOLID || verdict.contents == BSP_MAP_SKY ||
                        verdict.contents == BSP_MAP_NULL;
    if (verdict.contents == BSP_MAP_ORIGIN || verdict.contents == BSP_MAP_BOX)
        return verdict;
    if (has_name(brush, "clip*"))
        verdict.contents = goldsrc_clip(brush);
    else if (is_noclip && is_solid)
        verdict.contents = BSP_MAP_NOCLIP;
    return verdict;
}

/* --- Quake: qbsp --- */

/* Not here, and so solid: skip, null, bevel, trigger, aaatrigger, nodraw. */
static const Names quake_names[] = {
    { BSP_MAP_REGION, { "region" } }, { BSP_MAP_SPLIT, { "hint", "hintskip" } },
    { BSP_MAP_ORIGIN, { "origin" } }, { BSP_MAP_CLIP, { "clip" } },
    { BSP_MAP_LIQUID, { "\\**" } },   { BSP_MAP_SKY, { "sky*" } },
    { BSP_MAP_SOLID, { NULL } },
};

/* One hint face makes the brush a hint, and one face of a region makes it a region. Else the first
 * face that is not SKIP decides. In other compilers, such as id's qbsp3 and TyrUtils, the first
 * face alone decides. */
static BspMapVerdict quake_brush(const Brush *brush)
{
    BspMapVerdict verdict = { .contents = BSP_MAP_SKIP };
    for (guint i = 0; i < brush->n; i++) {
        BspMapContents face = brush->faces[i].verdict.contents;
        gboolean decides = face == BSP_MAP_SPLIT || face == BSP_MAP_REGION;
        if (decides || verdict.contents == BSP_MAP_SKIP)
            verdict = brush->faces[i].verdict;
        if (decides)
            break;
        verdict.is_mixed |= face != BSP_MAP_SKIP && face != verdict.contents;
    }
    verdict.is_mixed |= stops(&brush->faces[0]) != bsp_map_contents_stop(verdict.contents);
    return verdict;
}

/* --- Quake II: ericw-tools, qbsp3 --- */

#define SURFACE_HINT 0x100
#define SURFACE_SKIP 0x200

/* Bits of a face's contents. A face without any of them is solid. */
static const struct {
    guint32 bits;
    BspMapContents contents;
} quake2_bits[] = {
    { 0x1 | 0x2, BSP_MAP_SOLID },          /* solid, window */
    { 0x10000, BSP_MAP_CLIP },             /* player clip */
    { 0x1000000, BSP_MAP_ORIGIN },         /* origin */
    { 0x8000, BSP_MAP_AREAPORTAL },        /* area portal */
    { 0x8 | 0x10 | 0x20, BSP_MAP_LIQUID }, /* lava, slime, water */
    { 0x4 | 0x40, BSP_MAP_FOG },           /* aux, mist */
    { 0x20000, BSP_MAP_MONSTERCLIP },      /* monster clip */
    { 0x2000 | 0x4000, BSP_MAP_HOLLOW },   /* no water jump and projectile clip, in the remaster */
};

/* For faces without numbers, which have those of the .wal file. Names after the last slash. */
static const Names quake2_names[] = {
    { BSP_MAP_REGION, { "region" } },
    { BSP_MAP_SOLID, { "*lavarock*" } },
    { BSP_MAP_SPLIT, { "hint*" } },
    { BSP_MAP_SKIP, { "skip" } },
    { BSP_MAP_CLIP, { "clip" } },
    { BSP_MAP_ORIGIN, { "origin" } },
    { BSP_MAP_LIQUID, { "*water*", "*wter*", "*lava*", "*slime*", "*sewer*" } },
    { BSP_MAP_SOLID, { NULL } },
};

static BspMapContents quake2_contents(guint32 contents, guint32 flags)
{
    if (flags & (SURFACE_HINT | SURFACE_SKIP))
        return flags & SURFACE_HINT ? BSP_MAP_SPLIT : BSP_MAP_SKIP;
    for (guint i = 0; i < G_N_ELEMENTS(quake2_bits); i++)
        if (contents & quake2_bits[i].bits)
            return quake2_bits[i].contents;
    return BSP_MAP_SOLID;
}

/* --- Quake III: q3map2 --- */

/* Textures in the editors' directories: common/, and system/ in Jedi Knight. From the public
 * shaders of these directories, scripts/common.shader and the like, of Quake III, OpenArena,
 * Xonotic, Unvanquished, Urban Terror, Return to Castle Wolfenstein, Enemy Territory, Medal of
 * Honor and Jedi Knight. If games differ, the meaning in most games counts: nodraw is solid only in
 * Unvanquished. */
static const Names quake3_tools[] = {
    { BSP_MAP_SOLID, { "nodraw_solid", "nodraw_slime" } },
    { BSP_MAP_LIQUID,
      { "nodrawwater", "watercaulk", "slimecaulk", "lavacaulk", "caulk_water", "caulk_lava",
        "caulk_acid", "waterskip", "lavaskip", "slimeskip" } },
    { BSP_MAP_CLIP, { "clip",        "clipall",     "clipfull",    "clip_metal",
                      "clipmissile", "full_clip",   "missileclip", "metalclip",
                      "ladderclip",  "playerclip",  "player_clip", "slickplayerclip",
                      "blockplayer", "ladder",      "outside",     "ai_nosight_shoot_through",
                      "nowalljump*", "no_walljump", "tankclip",    "grillclip" } },
    { BSP_MAP_SPLIT, { "hint*", "subtlehint", "skip", "vis" } },
    { BSP_MAP_ORIGIN, { "origin" } },
    { BSP_MAP_AREAPORTAL, { "areaportal" } },
    { BSP_MAP_MONSTERCLIP,
      { "monsterclip", "monster_clip", "clipmonster*", "monster", "blocknpc" } },
    { BSP_MAP_SHOTCLIP, { "clipshot", "shotonlyclip", "foliageclip", "weapon" } },
    { BSP_MAP_HOLLOW,
      { "nodraw*",      "nonsolid",     "caulk_nonsolid", "nodrop",         "botclip",
        "donotenter",   "do_not_enter", "clusterportal",  "cluster_portal", "antiportal",
        "lightgrid",    "alpha_*",      "aas*",           "ai_*",           "nobuild",
        "noalienbuild", "nohumanbuild", "inside",         "weatherzone",    "vehicleclip" } },
    { BSP_MAP_SOLID,
      { "caulk",     "caulkterrain", "hullcaulk", "forcecaulk",   "weapclip", "clipweap*",
        "fullclip",  "physics_clip", "slick",     "cushion",      "slip_*",   "trigger",
        "terrain*",  "lmterrain*",   "mirror*",   "dirtymirror*", "portal",   "portal_*",
        "timportal", "invisible",    "noimpact",  "nolightmap",   "black" } },
    { BSP_MAP_SOLID, { NULL } },
};

/* Names that differ from common/, and directories. */
static const Names quake3_names[] = {
    { BSP_MAP_HOLLOW, { "system/trigger", "system/ladder", "system/outside" } },
    { BSP_MAP_FOG, { "system/fog*" } },
    { BSP_MAP_LIQUID, { "liquids/*", "liquid/*" } },
    { BSP_MAP_FOG, { "fogs/*", "fog/*", "sfx/*fog*" } },
    { BSP_MAP_SOLID, { NULL } },
};

/* In any directory, by the last part of the name. In 73 public maps the shaders of 121 brushes with
 * such names are liquids, and those of 3 are solid. */
static const Names quake3_liquids[] = {
    { BSP_MAP_LIQUID, { "*water*", "*lava*", "*slime*" } },
    { BSP_MAP_SOLID, { NULL } },
};

/* --- Doom 3: dmap --- */

/* Materials in common/ and editor/. */
static const Names doom3_tools[] = {
    { BSP_MAP_CLIP, { "clip", "full_clip", "player_clip", "playerclip" } },
    { BSP_MAP_SOLID, { "nodrawsolid" } },
    { BSP_MAP_HOLLOW, { "nodraw*", "trig*", "aas*" } },
    { BSP_MAP_AREAPORTAL, { "visportal" } },
    { BSP_MAP_MONSTERCLIP, { "monster_clip", "monsterclip" } },
    { BSP_MAP_HOLLOW, { "ik_clip", "movable_clip", "moveableclip", "shadow*" } },
    { BSP_MAP_SOLID, { "caulk", "collision*", "slick", "cushion" } },
    { BSP_MAP_SOLID, { NULL } },
};

static const Names doom3_names[] = {
    { BSP_MAP_HOLLOW, { "decals/*" } },
    { BSP_MAP_LIQUID, { "water*" } },
    { BSP_MAP_SOLID, { NULL } },
};

/* Only the shader of the first face counts. */
static BspMapVerdict quake3_brush(const Brush *brush)
{
    BspMapVerdict verdict = brush->faces[0].verdict;
    for (guint i = 1; i < brush->n && !bsp_map_contents_stop(verdict.contents); i++)
        verdict.is_mixed |= stops(&brush->faces[i]);
    return verdict;
}

/* The first face that stops a player decides; if there is none, the first face. */
static BspMapVerdict doom3_brush(const Brush *brush)
{
    BspMapVerdict verdict = brush->faces[0].verdict;
    gboolean is_mixed = FALSE;
    for (guint i = 1; i < brush->n; i++) {
        is_mixed |= stops(&brush->faces[i]) != stops(&brush->faces[0]);
        if (stops(&brush->faces[i]) && !bsp_map_contents_stop(verdict.contents))
            verdict = brush->faces[i].verdict;
    }
    verdict.is_mixed = is_mixed;
    return verdict;
}

/* --- classes of entities --- */

/* A bit for each game. */
#define Q1 (1u << BSP_GAME_QUAKE)
#define Q2 (1u << BSP_GAME_QUAKE2)
#define HL (1u << BSP_GAME_GOLDSRC)
#define ALL (~0u)

/* Entities whose brushes the compilers of these games merge into the world. */
static const struct WorldClass {
    const char *name;
    guint games;
    BspMapContents contents; /* contents of their solid brushes */
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

/* Returns NULL if the entity is not merged. */
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

/* hlcsg erases the brushes of info_hullshape, and of entities with zhlt_usemodel. */
gboolean bsp_map_entity_is_model(BspGame game, const BspMapEntity *entity)
{
    if (!entity->n_brushes || bsp_map_entity_is_world(game, entity))
        return FALSE;
    return game != BSP_GAME_GOLDSRC || (g_strcmp0(entity->classname, "info_hullshape") != 0 &&
                                        !bsp_map_entity_value(entity, "zhlt_usemodel"));
}

/* Source: Quake II, game/g_misc.c, SP_func_wall() and others; the Half-Life SDK, dlls/bmodels.cpp.
 */
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

/* --- verdicts --- */

#define FIRST_FACE                                                                                 \
    "a hint decides, else the first with any contents; other versions of the compiler may choose " \
    "another"

/* The rules of the games. A name is looked up in `names`; then, if it is in a directory of tools,
 * its last part in `tools`; then its last part in `parts`. Two parts of messages: `mixed` says what
 * is done with a brush whose faces differ, `guess` what could make a brush hollow that counts as
 * solid; without it nothing could. */
static const struct {
    const Names *names, *tools, *parts;
    gboolean has_bits; /* the numbers of a face, if it has any, count in place of its name */
    BrushRule brush;
    const char *mixed, *guess;
} rules[] = {
    [BSP_GAME_UNKNOWN] = { .names = quake_names, .brush = quake_brush, .mixed = FIRST_FACE },
    [BSP_GAME_QUAKE] = { .names = quake_names, .brush = quake_brush, .mixed = FIRST_FACE },
    [BSP_GAME_QUAKE2] = { .parts = quake2_names,
                          .has_bits = TRUE,
                          .brush = quake_brush,
                          .mixed = FIRST_FACE,
                          .guess = "the .wal file of a face without numbers" },
    [BSP_GAME_QUAKE3] = { .names = quake3_names,
                          .tools = quake3_tools,
                          .parts = quake3_liquids,
                          .brush = quake3_brush,
                          .mixed = "the first is not solid and decides; netradiant's q3map2 may "
                                   "decide otherwise",
                          .guess = "the shader of their first face, which is not in the .map," },
    [BSP_GAME_GOLDSRC] = { .names = goldsrc_names,
                           .brush = goldsrc_brush,
                           .mixed = "hlcsg refuses such a map" },
    [BSP_GAME_DOOM3] = { .names = doom3_names,
                         .tools = doom3_tools,
                         .brush = doom3_brush,
                         .mixed = "the whole brush is solid here; Doom 3 stops a player only at "
                                  "its solid faces",
                         .guess = "the materials of their faces, which are not in the .map," },
};

static gboolean is_tool(const char *name)
{
    return g_str_has_prefix(name, "common/") || g_str_has_prefix(name, "editor/") ||
           g_str_has_prefix(name, "system/");
}

/* The verdict on a brush whose faces are all as this one. name: the texture in lower case. */
static BspMapVerdict judge_face(BspGame game, const BspMapFace *face, const char *name)
{
    BspMapVerdict verdict = { 0 };
    if (rules[game].has_bits && face->has_flags) {
        verdict.contents = quake2_contents(face->contents, face->flags);
        return verdict;
    }
    if (rules[game].tools && g_str_has_prefix(name, "textures/"))
        name += strlen("textures/");
    gboolean is_known =
        find_name(rules[game].names, name, &verdict.contents) ||
        (is_tool(name) && find_name(rules[game].tools, last_part(name), &verdict.contents)) ||
        find_name(rules[game].parts, last_part(name), &verdict.contents);
    verdict.is_guessed = rules[game].guess && !is_known;
    return verdict;
}

const char *bsp_map_mixed_text(BspGame game)
{
    return rules[game].mixed;
}

const char *bsp_map_guess_text(BspGame game)
{
    return rules[game].guess;
}

/* The same contents, reduced to those that have a reason in messages. */
static BspMapContents simplify(BspMapContents contents)
{
    if (contents == BSP_MAP_SKY ||
        contents == BSP_MAP_NULL) /* the hulls of games are solid there */
        return BSP_MAP_SOLID;
    if (contents == BSP_MAP_SKIP)
        return BSP_MAP_SPLIT;
    return contents == BSP_MAP_CURRENT ? BSP_MAP_LIQUID : contents;
}

/* Changes the contents of a brush that the compiler does not merge into the world. The model of a
 * Quake entity is solid as a whole; that of a trigger is not drawn, but has a shape. */
static BspMapContents entity_contents(BspGame game, const BspMapEntity *entity,
                                      BspMapContents contents)
{
    gboolean is_trigger = entity->classname && g_str_has_prefix(entity->classname, "trigger");
    if ((game == BSP_GAME_QUAKE && contents == BSP_MAP_LIQUID) ||
        (is_trigger && contents == BSP_MAP_HOLLOW))
        return BSP_MAP_SOLID;
    return contents;
}

/* Applies the game's rule to the faces and to the brush. */
static BspMapVerdict apply_rule(BspGame game, const BspMapEntity *entity, const BspMapBrush *in)
{
    Brush brush = { entity, g_new(Face, in->n_faces), in->n_faces };
    for (guint i = 0; i < brush.n; i++) {
        const BspMapFace *face = &g_array_index(entity->faces, BspMapFace, in->first_face + i);
        char *name = g_ascii_strdown(face->texture, (gssize)face->texture_length);
        brush.faces[i] = (Face){ name, judge_face(game, face, name) };
    }
    BspMapVerdict verdict = rules[game].brush(&brush);
    for (guint i = 0; i < brush.n; i++)
        g_free(brush.faces[i].name);
    g_free(brush.faces);
    return verdict;
}

BspMapVerdict bsp_map_brush_verdict(BspGame game, const BspMapEntity *entity,
                                    const BspMapBrush *brush)
{
    BspMapVerdict verdict = apply_rule(game, entity, brush);
    const struct WorldClass *merged = find_world_class(game, entity);
    verdict.contents = simplify(verdict.contents);
    if (!merged)
        verdict.contents = entity_contents(game, entity, verdict.contents);
    else if (bsp_map_contents_stop(verdict.contents) && merged->contents != BSP_MAP_SOLID)
        verdict.contents = merged->contents;
    verdict.is_guessed &= bsp_map_contents_stop(verdict.contents);
    return verdict;
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
