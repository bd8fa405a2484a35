/* map-game: finds the game for which a .map was made, by the content of the file.
 *
 * The rules for brushes differ between games (map-rules.c). Only maps of TrenchBroom name their
 * game, in a comment. Other clues are the syntax, keys, classes, the names of wads and textures,
 * and the numbers at the end of faces. `// Format: Valve` is no clue, because Quake, Quake II and
 * Half-Life all use this format. */
#include "world/map-game.h"

#include <fnmatch.h>
#include <string.h>

/* Facts about a file are lines such as "class infodecal", in lower case:
 *
 *     game NAME        in a comment before the first entity, "// Game: NAME"
 *     syntax FORM      the bits of BspMapForm: faces, valve, primitive, planes, patch, version
 *     key KEY          of any entity
 *     worldspawn KEY   of worldspawn
 *     class CLASS
 *     wad NAME         part of a path in the key wad of worldspawn
 *     texture NAME
 *     plain NAME       the texture of a face whose numbers say no contents
 *     numbers N        a face has numbers; N: 1 if they say something, else 0
 *
 * The game is that of the first row that fits. A row fits if a fact matches one of its patterns (of
 * fnmatch()). The row may also need another fact, and another fact may exclude it. */
static const struct {
    BspGame game;
    const char *evidence; /* text for messages, which describes the clue; NULL for the comment */
    const char *patterns[13];
    const char *needs, *excludes;
} rows[] = {
    { BSP_GAME_GOLDSRC, NULL, .patterns = { "game half-life*" } },
    { BSP_GAME_QUAKE, NULL, .patterns = { "game quake", "game hexen*2" } },
    { BSP_GAME_QUAKE2, NULL,
      .patterns = { "game quake*2*", "game kingpin", "game daikatana", "game heretic*2" } },
    { BSP_GAME_QUAKE3, NULL,
      .patterns = { "game quake*3*", "game wolf*", "game xonotic", "game unvanquished" } },
    { BSP_GAME_DOOM3, "brushDef3 or Version", .patterns = { "syntax planes", "syntax version" } },
    { BSP_GAME_QUAKE3, "brushDef or patchDef2",
      .patterns = { "syntax primitive", "syntax patch" } },
    { BSP_GAME_GOLDSRC, "classes and keys",
      .patterns = { "key zhlt_*", "worldspawn skyname", "worldspawn maxrange",
                    "class info_compile_parameters", "class info_hullshape", "class infodecal",
                    "class light_environment", "class multi_manager", "class trigger_auto" } },
    { BSP_GAME_GOLDSRC, "names of wads",
      .patterns = { "wad halflife.wad", "wad liquids.wad", "wad xeno.wad", "wad decals.wad",
                    "wad zhlt.wad", "wad sdhlt.wad", "wad opfor.wad", "wad tfc*.wad",
                    "wad cs_*.wad", "wad cstrike.wad", "wad ravelin.wad", "wad barney.wad" } },
    { BSP_GAME_GOLDSRC, "names of textures",
      .patterns = { "texture null", "texture aaatrigger", "texture content*", "texture cliphull*",
                    "texture clipbevel*", "texture noclip", "texture solidhint",
                    "texture splitface", "texture bevel", "texture !*" },
      .needs = "syntax valve", .excludes = "texture */*" },
    { BSP_GAME_QUAKE, "the key wad", .patterns = { "wad *" } },
    { BSP_GAME_QUAKE3, "names of textures",
      .patterns = { "plain common/caulk", "plain common/clip", "plain common/hint",
                    "plain common/skip" } },
    { BSP_GAME_QUAKE2, "contents and flags of faces", .patterns = { "numbers 1" } },
    { BSP_GAME_QUAKE2, "names of textures", .patterns = { "texture e?u?/*" } },
    { BSP_GAME_QUAKE3, "three numbers after faces", .patterns = { "numbers *" } },
    { BSP_GAME_QUAKE3, "names of textures", .patterns = { "texture */*" } },
};

/* --- facts --- */

/* The state of a row after the facts read so far. It tells whether a pattern matches, whether the
 * needed fact was found, and whether an excluding fact was found. */
typedef struct {
    gboolean fits, has_needed, is_excluded;
} Clue;

/* Returns whether the fact matches the pattern. fnmatch() is slow, so the parts before the first
 * wildcard are compared first. Most facts differ in these parts. */
static gboolean matches(const char *pattern, const char *fact)
{
    for (; *pattern == *fact && *pattern && *pattern != '*'; pattern++)
        fact++;
    return strchr("*?", *pattern) && fnmatch(pattern, fact, 0) == 0;
}

/* Compares the fact with the patterns of all rows. Facts are not stored, because a file may have
 * very many. */
static void add_fact(Clue *clues, const char *kind, const char *value)
{
    g_autofree char *lower = g_ascii_strdown(value, -1),
                    *fact = g_strconcat(kind, " ", lower, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (guint k = 0; rows[i].patterns[k] && !clues[i].fits; k++)
            clues[i].fits = matches(rows[i].patterns[k], fact);
        clues[i].has_needed |= !rows[i].needs || matches(rows[i].needs, fact);
        clues[i].is_excluded |= rows[i].excludes && matches(rows[i].excludes, fact);
    }
}

/* Returns the name of the game in the comment, or NULL. The caller frees it with g_free(). */
static char *name_in_comment(const char *text)
{
    static const char mark[] = "// Game:";
    if (g_str_has_prefix(text, "\xef\xbb\xbf"))
        text += 3;
    while (*text && *text != '{') {
        gsize length = strcspn(text, "\r\n");
        if (g_ascii_strncasecmp(text, mark, strlen(mark)) == 0)
            return g_strstrip(g_strndup(text + strlen(mark), MIN(length - strlen(mark), 39)));
        text += length + (text[length] != '\0');
    }
    return NULL;
}

static void add_pair(Clue *clues, const BspMapPair *pair, gboolean is_worldspawn)
{
    add_fact(clues, "key", pair->key);
    if (!is_worldspawn)
        return;
    add_fact(clues, "worldspawn", pair->key);
    if (!*pair->value || (strcmp(pair->key, "wad") != 0 && strcmp(pair->key, "_wad") != 0))
        return;
    g_auto(GStrv) parts = g_strsplit_set(pair->value, ";/\\", -1);
    for (char **part = parts; *part; part++)
        add_fact(clues, "wad", *part);
}

static void add_surface(Clue *clues, const BspMapSurface *surface)
{
    /* Quake III also writes two bits: detail in the contents and sky in the flags. They are ignored
     * here. */
    gboolean has_contents = (surface->contents & ~(guint32)0x8000000) != 0;
    gboolean has_flags = (surface->flags & ~(guint32)4) != 0;
    add_fact(clues, "texture", surface->texture);
    if (surface->has_flags)
        add_fact(clues, "numbers", has_contents || has_flags ? "1" : "0");
    if (surface->has_flags && !has_contents)
        add_fact(clues, "plain", surface->texture);
}

static void add_facts(Clue *clues, const BspMapFile *map)
{
    static const char *const forms[] = {
        "faces", "valve", "primitive", "planes", "patch", "version"
    };
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++)
        if (map->forms & 1u << i)
            add_fact(clues, "syntax", forms[i]);
    for (guint i = 0; i < map->entities->len; i++) {
        const BspMapEntity *entity = &g_array_index(map->entities, BspMapEntity, i);
        const char *classname = entity->classname ? entity->classname : "";
        add_fact(clues, "class", classname);
        for (guint k = 0; k < entity->n_pairs; k++)
            add_pair(clues, &entity->pairs[k], strcmp(classname, "worldspawn") == 0);
    }
    for (GTreeNode *node = g_tree_node_first(map->surfaces); node; node = g_tree_node_next(node))
        add_surface(clues, g_tree_node_key(node));
}

/* --- the game --- */

BspGame bsp_map_game(const BspMapFile *map, const char *text, char **evidence)
{
    Clue clues[G_N_ELEMENTS(rows)] = { 0 };
    g_autofree char *comment = name_in_comment(text);
    *evidence = NULL;
    if (comment)
        add_fact(clues, "game", comment);
    add_facts(clues, map);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!clues[i].fits || !clues[i].has_needed || clues[i].is_excluded)
            continue;
        *evidence = rows[i].evidence ? g_strdup(rows[i].evidence)
                                     : g_strdup_printf("comment \"Game: %s\"", comment);
        return rows[i].game;
    }
    return BSP_GAME_QUAKE;
}
