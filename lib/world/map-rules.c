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
 * - Call of Duty: the words and names in maps; the compiler's source is not public.
 *
 * Shaders of Quake III, materials of Doom 3 and Call of Duty, and .wal files of Quake II are other
 * files, and decide there. In place of them, the names that mean the same in every level decide. */
#include "world/map-rules.h"

#include <stdlib.h>
#include <string.h>

/* --- names --- */

gboolean bsp_map_name_fits(const char *pattern, const char *name)
{
    const char *star = NULL, *after_star = NULL; /* the last `*`, and where its text may end */
    for (;;) {
        if (*pattern == '*') {
            star = ++pattern;
            after_star = name;
            if (!*pattern)
                return TRUE;
            continue;
        }
        gboolean any = *pattern == '?';
        const char *letter = *pattern == '\\' ? pattern + 1 : pattern;
        if (!*name && !*letter)
            return TRUE;
        if (*name && (any || *letter == *name)) {
            pattern = letter + 1;
            name++;
        } else if (star && *after_star) {
            pattern = star;
            name = ++after_star;
        } else {
            return FALSE;
        }
    }
}

/* A texture's name, in lower case, and its meaning. The first name of a table that fits counts. */
typedef struct {
    const char *pattern;
    BspMapContents contents;
} Name;

/* Sets the contents to those of the name, if the table, which ends with NULL, has the name. */
static gboolean find_name(const Name *names, const char *name, BspMapContents *contents)
{
    for (; names->pattern; names++) {
        if (bsp_map_name_fits(names->pattern, name)) {
            *contents = names->contents;
            return TRUE;
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
    const BspMapFace *in;
    char *name; /* its texture in lower case */
    BspMapContents contents;
    gboolean is_guessed; /* no table has the texture, but its shader may be hollow */
} Face;

typedef struct {
    const BspMapEntity *entity;
    const BspMapBrush *in;
    Face *faces; /* in the order of the file; at least one */
    guint n;
} Brush;

/* Sets the contents of a face. */
typedef void (*FaceRule)(Face *face);

/* Returns the contents of a brush, by those of its faces. */
typedef BspMapVerdict (*BrushRule)(const Brush *brush);

gboolean bsp_map_contents_stop(BspMapContents contents)
{
    return contents == BSP_MAP_SOLID || contents == BSP_MAP_CLIP;
}

/* The verdict that face number i decides. */
static BspMapVerdict verdict_of_face(const Brush *brush, guint i)
{
    return (BspMapVerdict){ .contents = brush->faces[i].contents,
                            .is_guessed = brush->faces[i].is_guessed };
}

/* Whether the name of any face fits the pattern. */
static gboolean has_name(const Brush *brush, const char *pattern)
{
    for (guint i = 0; i < brush->n; i++)
        if (bsp_map_name_fits(pattern, brush->faces[i].name))
            return TRUE;
    return FALSE;
}

/* --- GoldSrc: hlcsg --- */

/* hlcsg compares only the beginnings of names. */
static const Name goldsrc_names[] = {
    /* ParseBrush() renames these, to SKIP and to NULL. */
    { "clip*", BSP_MAP_SKIP },
    { "noclip*", BSP_MAP_NULL },
    { "nullnoclip*", BSP_MAP_NULL },
    { "bevel*", BSP_MAP_NULL },
    /* TextureContents() */
    { "contentwater*", BSP_MAP_LIQUID },
    { "contentempty*", BSP_MAP_EMPTY },
    { "contentsky*", BSP_MAP_SKY },
    { "content*", BSP_MAP_SOLID },
    { "sky*", BSP_MAP_SKY },
    { "env_sky*", BSP_MAP_SKY },
    { "!cur_*", BSP_MAP_CURRENT },
    { "!*", BSP_MAP_LIQUID },
    { "?!lava*", BSP_MAP_LIQUID },
    { "?!slime*", BSP_MAP_LIQUID },
    { "origin*", BSP_MAP_ORIGIN },
    { "boundingbox*", BSP_MAP_BOX },
    { "solidhint*", BSP_MAP_NULL },
    { "splitface*", BSP_MAP_SPLIT },
    { "hint*", BSP_MAP_SKIP },
    { "skip*", BSP_MAP_SKIP },
    { "translucent*", BSP_MAP_TRANSLUCENT },
    { "@*", BSP_MAP_TRANSLUCENT },
    { "null*", BSP_MAP_NULL },
    { NULL, BSP_MAP_SOLID },
};

static void goldsrc_face(Face *face)
{
    find_name(goldsrc_names, face->name, &face->contents);
}

/* If no face decides alone, the first of these that a face has is the brush's. */
static const BspMapContents goldsrc_order[] = {
    BSP_MAP_SOLID,       BSP_MAP_LIQUID, BSP_MAP_SKY,  BSP_MAP_ORIGIN, BSP_MAP_CURRENT,
    BSP_MAP_TRANSLUCENT, BSP_MAP_SPLIT,  BSP_MAP_NULL, BSP_MAP_BOX,    BSP_MAP_SKIP,
};

static gboolean goldsrc_decides_alone(const Face *face)
{
    return bsp_map_name_fits("content*", face->name) || bsp_map_name_fits("skip*", face->name) ||
           bsp_map_name_fits("clip*", face->name);
}

/* Whether hlcsg refuses brushes in which this face differs from the brush. */
static gboolean goldsrc_compares(const Face *face, gboolean one_decides)
{
    if (!one_decides)
        return face->contents != BSP_MAP_SKY && face->contents != BSP_MAP_NULL;
    return goldsrc_decides_alone(face) || face->contents == BSP_MAP_ORIGIN ||
           face->contents == BSP_MAP_SPLIT || face->contents == BSP_MAP_BOX;
}

/* CheckBrushContents() */
static BspMapVerdict goldsrc_contents(const Brush *brush)
{
    guint deciding = 0, rank = G_N_ELEMENTS(goldsrc_order);
    while (deciding < brush->n && !goldsrc_decides_alone(&brush->faces[deciding]))
        deciding++;
    gboolean one_decides = deciding < brush->n;
    for (guint i = 0; i < brush->n && !one_decides; i++)
        for (guint k = 0; k < rank; k++)
            if (goldsrc_order[k] == brush->faces[i].contents)
                rank = k;
    BspMapVerdict verdict = { .contents = one_decides ? brush->faces[deciding].contents
                                                      : goldsrc_order[rank] };
    for (guint i = 0; i < brush->n; i++)
        verdict.is_mixed |= brush->faces[i].contents != verdict.contents &&
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
    gboolean is_noclip =
        (key && atoi(key)) || has_name(brush, "noclip*") || has_name(brush, "nullnoclip*");
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
static const Name quake_names[] = {
    { "region", BSP_MAP_REGION }, { "hint", BSP_MAP_SPLIT }, { "hintskip", BSP_MAP_SPLIT },
    { "origin", BSP_MAP_ORIGIN }, { "clip", BSP_MAP_CLIP },  { "\\**", BSP_MAP_LIQUID },
    { "sky*", BSP_MAP_SKY },      { NULL, BSP_MAP_SOLID },
};

static void quake_face(Face *face)
{
    find_name(quake_names, face->name, &face->contents);
}

/* One hint face makes the brush a hint, and one face of a region makes it a region. Else the first
 * face that is not SKIP decides. */
static BspMapVerdict quake_faces(const Brush *brush)
{
    BspMapVerdict verdict = { .contents = BSP_MAP_SKIP };
    for (guint i = 0; i < brush->n; i++) {
        BspMapContents face = brush->faces[i].contents;
        if (face == BSP_MAP_SPLIT || face == BSP_MAP_REGION)
            return verdict_of_face(brush, i);
        if (verdict.contents == BSP_MAP_SKIP)
            verdict = verdict_of_face(brush, i);
        verdict.is_mixed |= face != BSP_MAP_SKIP && face != verdict.contents;
    }
    return verdict;
}

/* In other compilers, such as id's qbsp3 and TyrUtils, the first face alone decides. */
static BspMapVerdict quake_brush(const Brush *brush)
{
    BspMapVerdict verdict = quake_faces(brush);
    verdict.is_mixed |=
        bsp_map_contents_stop(brush->faces[0].contents) != bsp_map_contents_stop(verdict.contents);
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
static const Name quake2_names[] = {
    { "region", BSP_MAP_REGION },  { "*lavarock*", BSP_MAP_SOLID }, { "hint*", BSP_MAP_SPLIT },
    { "skip", BSP_MAP_SKIP },      { "clip", BSP_MAP_CLIP },        { "origin", BSP_MAP_ORIGIN },
    { "*water*", BSP_MAP_LIQUID }, { "*wter*", BSP_MAP_LIQUID },    { "*lava*", BSP_MAP_LIQUID },
    { "*slime*", BSP_MAP_LIQUID }, { "*sewer*", BSP_MAP_LIQUID },   { NULL, BSP_MAP_SOLID },
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

/* The brush's rule is that of Quake. */
static void quake2_face(Face *face)
{
    if (face->in->has_flags)
        face->contents = quake2_contents(face->in->contents, face->in->flags);
    else
        face->is_guessed = !find_name(quake2_names, last_part(face->name), &face->contents);
}

/* --- Quake III: q3map2 --- */

/* Patterns of names, in lower case, that have the same contents. A NULL follows the last pattern.
 * The last row of a table has no patterns. */
typedef struct {
    BspMapContents contents;
    const char *patterns[32];
} Tools;

/* Textures in the editors' directories: common/, and system/ in Jedi Knight. From the public
 * shaders of these directories, scripts/common.shader and the like, of Quake III, OpenArena,
 * Xonotic, Unvanquished, Urban Terror, Return to Castle Wolfenstein, Enemy Territory, Medal of
 * Honor and Jedi Knight. If games differ, the meaning in most games counts: nodraw is solid only in
 * Unvanquished. */
static const Tools quake3_tools[] = {
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
static const Name quake3_names[] = {
    { "system/trigger", BSP_MAP_HOLLOW },
    { "system/ladder", BSP_MAP_HOLLOW },
    { "system/outside", BSP_MAP_HOLLOW },
    { "system/fog*", BSP_MAP_FOG },
    { "liquids/*", BSP_MAP_LIQUID },
    { "liquid/*", BSP_MAP_LIQUID },
    { "fogs/*", BSP_MAP_FOG },
    { "fog/*", BSP_MAP_FOG },
    { "sfx/*fog*", BSP_MAP_FOG },
    { NULL, BSP_MAP_SOLID },
};

/* In any directory, by the last part of the name. In 73 public maps the shaders of 121 brushes with
 * such names are liquids, and those of 3 are solid. */
static const Name quake3_liquids[] = {
    { "*water*", BSP_MAP_LIQUID },
    { "*lava*", BSP_MAP_LIQUID },
    { "*slime*", BSP_MAP_LIQUID },
    { NULL, BSP_MAP_SOLID },
};

/* --- Doom 3: dmap --- */

/* Materials in common/ and editor/. */
static const Tools doom3_tools[] = {
    { BSP_MAP_CLIP, { "clip", "full_clip", "player_clip", "playerclip" } },
    { BSP_MAP_SOLID, { "nodrawsolid" } },
    { BSP_MAP_HOLLOW, { "nodraw*", "trig*", "aas*" } },
    { BSP_MAP_AREAPORTAL, { "visportal" } },
    { BSP_MAP_MONSTERCLIP, { "monster_clip", "monsterclip" } },
    { BSP_MAP_HOLLOW, { "ik_clip", "movable_clip", "moveableclip", "shadow*" } },
    { BSP_MAP_SOLID, { "caulk", "collision*", "slick", "cushion" } },
    { BSP_MAP_SOLID, { NULL } },
};

static const Name doom3_names[] = {
    { "decals/*", BSP_MAP_HOLLOW },
    { "water*", BSP_MAP_LIQUID },
    { NULL, BSP_MAP_SOLID },
};

/* Sets the contents to those of the name, if the table has the name. */
static gboolean find_tool(const Tools *tools, const char *name, BspMapContents *contents)
{
    for (; tools->patterns[0]; tools++) {
        for (guint i = 0; tools->patterns[i]; i++) {
            if (bsp_map_name_fits(tools->patterns[i], name)) {
                *contents = tools->contents;
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Finds a shader: by its whole name or, if it is in a directory of tools, by its last part. */
static void find_shader(Face *face, const Tools *tools, const Name *names)
{
    static const char *const directories[] = { "common/", "editor/", "system/" };
    const char *name = face->name;
    if (g_str_has_prefix(name, "textures/"))
        name += strlen("textures/");
    face->is_guessed = !find_name(names, name, &face->contents);
    for (guint i = 0; i < G_N_ELEMENTS(directories) && face->is_guessed; i++)
        if (g_str_has_prefix(name, directories[i]))
            face->is_guessed = !find_tool(tools, last_part(name), &face->contents);
}

static void quake3_face(Face *face)
{
    find_shader(face, quake3_tools, quake3_names);
    if (face->is_guessed)
        face->is_guessed = !find_name(quake3_liquids, last_part(face->name), &face->contents);
}

/* Only the shader of the first face counts. */
static BspMapVerdict quake3_brush(const Brush *brush)
{
    BspMapVerdict verdict = verdict_of_face(brush, 0);
    for (guint i = 1; i < brush->n && !bsp_map_contents_stop(verdict.contents); i++)
        verdict.is_mixed |= bsp_map_contents_stop(brush->faces[i].contents);
    return verdict;
}

static void doom3_face(Face *face)
{
    find_shader(face, doom3_tools, doom3_names);
}

/* One face that stops a player is enough. If there is none, the first face decides. */
static BspMapVerdict doom3_brush(const Brush *brush)
{
    guint deciding = 0;
    gboolean is_mixed = FALSE, first = bsp_map_contents_stop(brush->faces[0].contents);
    for (guint i = 1; i < brush->n; i++) {
        gboolean stops = bsp_map_contents_stop(brush->faces[i].contents);
        is_mixed |= stops != first;
        if (stops && !bsp_map_contents_stop(brush->faces[deciding].contents))
            deciding = i;
    }
    BspMapVerdict verdict = verdict_of_face(brush, deciding);
    verdict.is_mixed = is_mixed;
    return verdict;
}

/* --- Call of Duty --- */

static const Name cod_names[] = {
    { "clip_missile*", BSP_MAP_SHOTCLIP },
    { "clip_shot*", BSP_MAP_SHOTCLIP },
    { "clip_weap*", BSP_MAP_SHOTCLIP },
    { "clip_vehicle*", BSP_MAP_HOLLOW },
    { "clip_item*", BSP_MAP_HOLLOW },
    { "clip_monster*", BSP_MAP_MONSTERCLIP },
    { "clip*", BSP_MAP_CLIP },
    { "caulk*", BSP_MAP_SOLID },
    { "hint*", BSP_MAP_SPLIT },
    { "skip*", BSP_MAP_SPLIT },
    { "origin*", BSP_MAP_ORIGIN },
    { "portal*", BSP_MAP_HOLLOW },
    { "trigger*", BSP_MAP_HOLLOW },
    { "nodraw*", BSP_MAP_HOLLOW },
    { "lightgrid_*", BSP_MAP_HOLLOW },
    { "volume*", BSP_MAP_HOLLOW },
    { "water*", BSP_MAP_LIQUID },
    { NULL, BSP_MAP_SOLID },
};

/* Words after `contents` in a brush. Others, such as detail, do not change what is solid. */
static const Name cod_words[] = {
    { "*noncolliding*", BSP_MAP_HOLLOW },
    { "*weaponclip*", BSP_MAP_SHOTCLIP },
    { "*clipshot*", BSP_MAP_SHOTCLIP },
    { "*missileclip*", BSP_MAP_SHOTCLIP },
    { NULL, BSP_MAP_SOLID },
};

static void cod_face(Face *face)
{
    face->is_guessed = !find_name(cod_names, last_part(face->name), &face->contents);
}

/* The words after `contents` decide before the material of the first face. */
static BspMapVerdict cod_brush(const Brush *brush)
{
    BspMapVerdict verdict = verdict_of_face(brush, 0);
    g_autofree char *words = g_ascii_strdown(brush->in->keywords ? brush->in->keywords : "",
                                             (gssize)brush->in->keywords_length);
    find_name(cod_words, words, &verdict.contents);
    return verdict;
}

/* --- classes of entities --- */

/* A bit for each game. */
#define Q1 (1u << BSP_GAME_QUAKE)
#define Q2 (1u << BSP_GAME_QUAKE2)
#define HL (1u << BSP_GAME_GOLDSRC)
#define ALL (~0u)

/* Entities whose brushes the compilers of these games merge into the world. */
static const struct {
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

/* Whether the entity is merged; *contents receives the contents of its solid brushes. */
static gboolean find_world_class(BspGame game, const BspMapEntity *entity, BspMapContents *contents)
{
    for (guint i = 0; i < G_N_ELEMENTS(world_classes); i++) {
        if ((world_classes[i].games & 1u << game) && entity->classname &&
            strcmp(entity->classname, world_classes[i].name) == 0) {
            *contents = world_classes[i].contents;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean bsp_map_entity_is_world(BspGame game, const BspMapEntity *entity)
{
    BspMapContents contents;
    return find_world_class(game, entity, &contents);
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
    int flags = key ? atoi(key) : 0;
    for (guint i = 0; i < G_N_ELEMENTS(classes); i++)
        if (game == classes[i].game && g_strcmp0(entity->classname, classes[i].classname) == 0)
            return (flags & classes[i].hides) && !(flags & classes[i].shows);
    return FALSE;
}

/* --- verdicts --- */

#define FIRST_FACE                                                                                 \
    "a hint decides, else the first with any contents; other versions of the compiler may choose " \
    "another"

/* The rules of the games, and two parts of messages: `mixed` says what is done with a brush whose
 * faces differ, `guess` what could make a brush hollow that counts as solid. */
static const struct {
    FaceRule face;
    BrushRule brush;
    const char *mixed, *guess;
} rules[] = {
    [BSP_GAME_UNKNOWN] = { quake_face, quake_brush, FIRST_FACE, NULL },
    [BSP_GAME_QUAKE] = { quake_face, quake_brush, FIRST_FACE, NULL },
    [BSP_GAME_QUAKE2] = { quake2_face, quake_brush, FIRST_FACE,
                          "the .wal file of a face without numbers" },
    [BSP_GAME_QUAKE3] = { quake3_face, quake3_brush,
                          "the first is not solid and decides; netradiant's q3map2 may decide "
                          "otherwise",
                          "the shader of their first face, which is not in the .map," },
    [BSP_GAME_GOLDSRC] = { goldsrc_face, goldsrc_brush, "hlcsg refuses such a map", NULL },
    [BSP_GAME_DOOM3] = { doom3_face, doom3_brush,
                         "the whole brush is solid here; Doom 3 stops a player only at its solid "
                         "faces",
                         "the materials of their faces, which are not in the .map," },
    [BSP_GAME_COD] = { cod_face, cod_brush, NULL,
                       "the material of their first face, which is not in the .map," },
};

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
    switch (contents) {
    case BSP_MAP_SKY: /* the hulls of the games are solid there */
    case BSP_MAP_NULL:
        return BSP_MAP_SOLID;
    case BSP_MAP_SKIP:
        return BSP_MAP_SPLIT;
    case BSP_MAP_CURRENT:
        return BSP_MAP_LIQUID;
    default:
        return contents;
    }
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
    Brush brush = { entity, in, g_new0(Face, in->n_faces), in->n_faces };
    for (guint i = 0; i < brush.n; i++) {
        const BspMapFace *face = &g_array_index(entity->faces, BspMapFace, in->first_face + i);
        brush.faces[i].in = face;
        brush.faces[i].name = g_ascii_strdown(face->texture, (gssize)face->texture_length);
        rules[game].face(&brush.faces[i]);
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
    BspMapContents merged;
    verdict.contents = simplify(verdict.contents);
    if (!find_world_class(game, entity, &merged))
        verdict.contents = entity_contents(game, entity, verdict.contents);
    else if (bsp_map_contents_stop(verdict.contents) && merged != BSP_MAP_SOLID)
        verdict.contents = merged;
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
