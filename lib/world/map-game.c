/* map-game: finds the game for which a .map was made, by what is in the file.
 *
 * The rules for brushes differ between games, see map-rules.c. Maps do not say their game, except
 * those of TrenchBroom, in a comment. Other clues are the syntax, keys, classes, the names of wads
 * and textures, and the numbers at the end of faces. `// Format: Valve` is no clue: Quake, Quake II
 * and Half-Life all use this format. */
#include "world/map-game.h"

#include <fnmatch.h>
#include <string.h>

/* --- clues --- */

enum {
    DOOM3_SYNTAX = 1 << 1,
    QUAKE3_SYNTAX = 1 << 2,
    GOLDSRC_ENTITY = 1 << 3,
    GOLDSRC_WAD = 1 << 4,
    GOLDSRC_TEXTURE = 1 << 5,
    SLASH = 1 << 6, /* in the name of a texture */
    VALVE = 1 << 7,
    WAD = 1 << 8,
    EPISODE = 1 << 9, /* a directory such as e1u1/ */
    NUMBERS = 1 << 10,
    QUAKE2_NUMBERS = 1 << 11,
    QUAKE3_TOOL = 1 << 12, /* a texture of the editor whose shader has the contents */
};

/* In the order in which they count. All bits of `all` must have been seen, and none of `none`. */
static const struct {
    guint all, none;
    BspGame game;
    const char *evidence;
} rules[] = {
    { DOOM3_SYNTAX, 0, BSP_GAME_DOOM3, "brushDef3 or Version" },
    { QUAKE3_SYNTAX, 0, BSP_GAME_QUAKE3, "brushDef or patchDef2" },
    { GOLDSRC_ENTITY, 0, BSP_GAME_GOLDSRC, "classes and keys" },
    { GOLDSRC_WAD, 0, BSP_GAME_GOLDSRC, "names of wads" },
    { GOLDSRC_TEXTURE | VALVE, SLASH, BSP_GAME_GOLDSRC, "names of textures" },
    { WAD, 0, BSP_GAME_QUAKE, "the key wad" },
    { QUAKE3_TOOL, 0, BSP_GAME_QUAKE3, "names of textures" },
    { QUAKE2_NUMBERS, 0, BSP_GAME_QUAKE2, "contents and flags of faces" },
    { EPISODE, 0, BSP_GAME_QUAKE2, "names of textures" },
    { NUMBERS, 0, BSP_GAME_QUAKE3, "three numbers after faces" },
    { SLASH, 0, BSP_GAME_QUAKE3, "names of textures" },
};

BspGame bsp_map_clues_game(const BspMapClues *clues, char **evidence)
{
    *evidence = NULL;
    if (clues->named) {
        *evidence = g_strdup_printf("comment \"Game: %s\"", clues->comment);
        return clues->named;
    }
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        if ((clues->seen & rules[i].all) == rules[i].all && !(clues->seen & rules[i].none)) {
            *evidence = g_strdup(rules[i].evidence);
            return rules[i].game;
        }
    }
    return BSP_GAME_QUAKE;
}

/* --- the comment --- */

/* Names of games in TrenchBroom's comment, in lower case: patterns of fnmatch(), of which the first
 * that fits counts. Other names, such as "Generic", are no clue. */
static const struct {
    const char *pattern;
    BspGame game;
} names[] = {
    { "half-life*", BSP_GAME_GOLDSRC },  { "quake", BSP_GAME_QUAKE },
    { "hexen*2", BSP_GAME_QUAKE },       { "quake*2*", BSP_GAME_QUAKE2 },
    { "kingpin", BSP_GAME_QUAKE2 },      { "daikatana", BSP_GAME_QUAKE2 },
    { "heretic*2", BSP_GAME_QUAKE2 },    { "quake*3*", BSP_GAME_QUAKE3 },
    { "wolf*", BSP_GAME_QUAKE3 },        { "xonotic", BSP_GAME_QUAKE3 },
    { "unvanquished", BSP_GAME_QUAKE3 },
};

static void add_name(BspMapClues *clues, const char *name, gsize length)
{
    g_autofree char *copy = g_strstrip(g_strndup(name, MIN(length, sizeof clues->comment - 1)));
    g_autofree char *lower = g_ascii_strdown(copy, -1);
    for (guint i = 0; i < G_N_ELEMENTS(names) && !clues->named; i++)
        if (fnmatch(names[i].pattern, lower, 0) == 0)
            clues->named = names[i].game;
    g_strlcpy(clues->comment, copy, sizeof clues->comment);
}

void bsp_map_clues_add_text(BspMapClues *clues, const char *text)
{
    static const char mark[] = "// Game:";
    if (g_str_has_prefix(text, "\xef\xbb\xbf"))
        text += 3;
    while (*text && *text != '{') {
        gsize length = strcspn(text, "\r\n");
        if (g_ascii_strncasecmp(text, mark, strlen(mark)) == 0)
            add_name(clues, text + strlen(mark), length - strlen(mark));
        text += length + (text[length] != '\0');
    }
}

/* --- entities --- */

typedef enum { KEY, WORLD_KEY, CLASS, WAD_NAME, TEXTURE, TOOL } Where;

/* Patterns of fnmatch() in lower case. WORLD_KEY: a key of worldspawn. TOOL: the texture of a face
 * whose numbers say no contents. */
static const struct {
    Where where;
    guint clue;
    const char *patterns[13]; /* the rest is NULL */
} patterns[] = {
    { KEY, GOLDSRC_ENTITY, { "zhlt_*" } },
    { WORLD_KEY, GOLDSRC_ENTITY, { "skyname", "maxrange" } },
    { CLASS,
      GOLDSRC_ENTITY,
      { "info_compile_parameters", "info_hullshape", "infodecal", "light_environment",
        "multi_manager", "trigger_auto" } },
    { WAD_NAME,
      GOLDSRC_WAD,
      { "halflife.wad", "liquids.wad", "xeno.wad", "decals.wad", "zhlt.wad", "sdhlt.wad",
        "opfor.wad", "tfc*.wad", "cs_*.wad", "cstrike.wad", "ravelin.wad", "barney.wad" } },
    { TEXTURE,
      GOLDSRC_TEXTURE,
      { "null", "aaatrigger", "content*", "cliphull*", "clipbevel*", "noclip", "solidhint",
        "splitface", "bevel", "!*" } },
    { TEXTURE, SLASH, { "*/*" } },
    { TEXTURE, EPISODE, { "e?u?/*" } },
    { TOOL, QUAKE3_TOOL, { "common/caulk", "common/clip", "common/hint", "common/skip" } },
};

static guint clues_in_name(Where where, const char *name, gsize length)
{
    g_autofree char *lower = g_ascii_strdown(name, (gssize)length);
    guint seen = 0;
    for (guint i = 0; i < G_N_ELEMENTS(patterns); i++)
        for (guint k = 0; patterns[i].where == where && patterns[i].patterns[k]; k++)
            if (fnmatch(patterns[i].patterns[k], lower, 0) == 0)
                seen |= patterns[i].clue;
    return seen;
}

/* wads: paths of wads, separated by semicolons. */
static guint wad_clues(const char *wads)
{
    g_auto(GStrv) parts = g_strsplit_set(wads, ";/\\", -1);
    guint seen = *wads ? WAD : 0;
    for (char **part = parts; *part; part++)
        seen |= clues_in_name(WAD_NAME, *part, strlen(*part));
    return seen;
}

/* Clues in the keys of an entity. */
static guint key_clues(const BspMapEntity *entity)
{
    const char *class = entity->classname ? entity->classname : "";
    guint seen = clues_in_name(CLASS, class, strlen(class));
    for (guint i = 0; i + 1 < entity->pairs->len; i += 2) {
        const char *key = entity->pairs->pdata[i];
        seen |= clues_in_name(KEY, key, strlen(key));
        if (strcmp(class, "worldspawn") != 0)
            continue;
        seen |= clues_in_name(WORLD_KEY, key, strlen(key));
        if (strcmp(key, "wad") == 0 || strcmp(key, "_wad") == 0)
            seen |= wad_clues(entity->pairs->pdata[i + 1]);
    }
    return seen;
}

/* Bit of a face's contents: detail. Quake III writes it, too. */
#define DETAIL 0x8000000

static guint face_clues(const BspMapFace *face)
{
    guint seen = clues_in_name(TEXTURE, face->texture, face->texture_length);
    if (!face->has_flags)
        return seen;
    seen |= NUMBERS;
    gboolean has_contents = (face->contents & ~(guint32)DETAIL) != 0;
    if (has_contents || face->flags)
        seen |= QUAKE2_NUMBERS;
    if (!has_contents)
        seen |= clues_in_name(TOOL, face->texture, face->texture_length);
    return seen;
}

void bsp_map_clues_add_entity(BspMapClues *clues, const BspMapEntity *entity)
{
    static const struct {
        guint form, clue;
    } forms[] = { { BSP_MAP_VERSION | BSP_MAP_PLANES, DOOM3_SYNTAX },
                  { BSP_MAP_PRIMITIVE | BSP_MAP_PATCH, QUAKE3_SYNTAX },
                  { BSP_MAP_VALVE, VALVE } };
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++)
        if (entity->forms & forms[i].form)
            clues->seen |= forms[i].clue;
    clues->seen |= key_clues(entity);
    for (guint i = 0; i < entity->faces->len; i++)
        clues->seen |= face_clues(&g_array_index(entity->faces, BspMapFace, i));
}
