/* map: worlds from Quake .map files.
 *
 * The world consists of the brushes of worldspawn and of the entities whose brushes map compilers
 * merge into it as solid: func_group, func_detail, func_detail_wall and func_detail_fence. Other
 * brushes are left out: those of func_detail_illusionary, which is not solid, of doors, of triggers
 * and so on.
 *
 * A .map does not say whether a brush is solid. A compiler uses the contents of the shader (or .wal
 * file) of the brush's first face; a shader without contents is solid. Shaders are files of the
 * game or of a mod, and are often not available. So this reader decides by names
 * (bsp_map_texture_kind()): textures of the editors' tools, which mean the same in every game, and
 * directories of liquids and fogs. All other brushes count as solid, and a message reports their
 * number.
 *
 * A test with 13 levels that were published with their .map (tests/test-world-levels) shows: in 10,
 * the brushes are exactly those of the compiled .bsp. In the other three, the shaders of mods make
 * 286 of 2816 brushes hollow (gig01/water1_flow, q3j/jumppad, ...). There are no other differences.
 */
#include "world/map.h"

#include <string.h>

#include "bsp-brush-table.h"
#include "world/level.h"

/* --- the meaning of textures --- */

/* Textures of level editors that do not stop a player. Their directory is common/ in Quake III and
 * related games, common/ or editor/ in Doom 3, and e1u1/ in Quake II. In Quake and Half-Life they
 * may be in any directory. Textures that stop only monsters are listed, too. Not listed, because
 * solid: caulk, clip, full_clip, playerclip, weapclip, missileclip. */
static const char *const hollow_textures[] = {
    "aaatrigger",    "aasobstacle",     "aassolid",       "aas_obstacle",
    "aas_solid",     "antiportal",      "areaportal",     "botclip",
    "clusterportal", "cushion",         "donotenter",     "hint",
    "hintskip",      "hintskip_nodraw", "lightgrid",      "monsterclip",
    "monster_clip",  "nodraw",          "nodrawnonsolid", "nodrop",
    "null",          "nonsolid",        "origin",         "skip",
    "trigger",       "triggers",        "visportal",
};

/* Quake III's own fogs: sfx/hellfog, sfx/xblackfog, sfx/fog_intel. */
static gboolean is_fog(const char *name)
{
    return g_str_has_prefix(name, "sfx/") && strstr(name, "fog");
}

/* Directories in which every texture is a liquid or a fog. */
static const char *const fluid_directories[] = { "fogs/", "fog/", "liquids/", "liquid/" };

/* The directories of the tools' textures. */
static const char *const tool_directories[] = { "common/", "editor/", "system/", "e1u1/" };

static gboolean has_prefix(const char *text, const char *const *prefixes, guint n)
{
    for (guint i = 0; i < n; i++)
        if (g_str_has_prefix(text, prefixes[i]))
            return TRUE;
    return FALSE;
}

BspMapTextureKind bsp_map_texture_kind(const char *texture, gsize length)
{
    g_autofree char *lower = g_ascii_strdown(texture, (gssize)length);
    const char *name = lower;
    if (g_str_has_prefix(name, "textures/"))
        name += strlen("textures/");
    /* Liquids are named like *water1 in Quake, and like !water in Half-Life. */
    if (*name == '*' || *name == '!' || is_fog(name) ||
        has_prefix(name, fluid_directories, G_N_ELEMENTS(fluid_directories)))
        return BSP_MAP_TEXTURE_HOLLOW;
    gboolean is_tool = has_prefix(name, tool_directories, G_N_ELEMENTS(tool_directories));
    const char *slash = strrchr(name, '/');
    if (slash && !is_tool)
        return BSP_MAP_TEXTURE_ANY;
    for (guint i = 0; i < G_N_ELEMENTS(hollow_textures); i++)
        if (strcmp(slash ? slash + 1 : name, hollow_textures[i]) == 0)
            return BSP_MAP_TEXTURE_HOLLOW;
    return is_tool ? BSP_MAP_TEXTURE_SOLID : BSP_MAP_TEXTURE_ANY;
}

/* Contents in a .map of Quake II. CONTENTS_SOLID: solid and window. CONTENTS_FLUID: lava, slime,
 * water and mist. Quake III writes only CONTENTS_DETAIL (134217728). */
#define CONTENTS_SOLID 0x3
#define CONTENTS_FLUID 0x78

BspMapTextureKind bsp_map_brush_kind(const BspMapBrush *brush)
{
    if ((brush->contents & CONTENTS_FLUID) && !(brush->contents & CONTENTS_SOLID))
        return BSP_MAP_TEXTURE_HOLLOW;
    return bsp_map_texture_kind(brush->texture, brush->texture_length);
}

gboolean bsp_map_entity_is_world(const BspMapEntity *entity)
{
    static const char *const classes[] = { "worldspawn",       "func_group",        "func_detail",
                                           "func_detail_wall", "func_detail_fence", NULL };
    return entity->classname && g_strv_contains(classes, entity->classname);
}

/* --- the world --- */

typedef struct {
    BspLevel level;
    guint n_patches, n_empty, n_other, n_any;
    GHashTable
        *others; /* class name (char *) -> number of its brushes, which n_other counts, too */
} Reading;

static gboolean add_brush(Reading *reading, const BspMapEntity *entity, const BspMapBrush *brush,
                          GError **error)
{
    if (brush->n > BSP_WORLD_MAX_SIDES)
        return bsp_map_fail(reading->level.file, entity, brush, error, BSP_ERROR_LIMIT,
                            "%u faces are more than the limit of %d", brush->n,
                            BSP_WORLD_MAX_SIDES);
    BspMapTextureKind kind = bsp_map_brush_kind(brush);
    guint32 contents = kind == BSP_MAP_TEXTURE_HOLLOW ? 0 : BSP_CONTENTS_SOLID;
    BspBrushPlace place = { .number = brush->number,
                            .entity = entity->number,
                            .line = brush->line };
    const BspPlane *planes =
        brush->n ? &g_array_index(entity->planes, BspPlane, brush->first) : NULL;
    if (bsp_level_add_brush(&reading->level, &place, contents, planes, NULL, brush->n))
        reading->n_any += kind == BSP_MAP_TEXTURE_ANY;
    return TRUE;
}

static void count_other(Reading *reading, const BspMapEntity *entity)
{
    const char *name = entity->classname ? entity->classname : "no class";
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(reading->others, name));
    reading->n_other += entity->n_brushes;
    if (entity->n_brushes)
        g_hash_table_insert(reading->others, g_strdup(name),
                            GUINT_TO_POINTER(n + entity->n_brushes));
}

static gboolean add_entity(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    Reading *reading = user_data;
    if (!bsp_level_add_entity(&reading->level, entity, error))
        return FALSE;
    if (!bsp_map_entity_is_world(entity)) {
        count_other(reading, entity);
        return TRUE;
    }
    reading->n_patches += entity->n_patches;
    reading->n_empty += entity->n_empty;
    for (guint i = 0; i < entity->brushes->len; i++)
        if (!add_brush(reading, entity, &g_array_index(entity->brushes, BspMapBrush, i), error))
            return FALSE;
    return TRUE;
}

typedef struct {
    const char *name;
    guint n;
} Class;

static gint compare_classes(gconstpointer a, gconstpointer b)
{
    const Class *p = a, *q = b;
    return p->n != q->n ? (p->n > q->n ? -1 : 1) : strcmp(p->name, q->name);
}

/* The greatest numbers, in a message, of classes, and of bytes of a class name. Classes with the
 * most brushes are named first. */
#define CLASSES 8
#define CLASS_BYTES 64

/* Describes the brushes of other entities: "func_door 12, trigger_multiple 3". */
static char *describe_others(const Reading *reading)
{
    g_autoptr(GArray) classes = g_array_new(FALSE, FALSE, sizeof(Class));
    GHashTableIter iter;
    gpointer name, n;
    g_hash_table_iter_init(&iter, reading->others);
    while (g_hash_table_iter_next(&iter, &name, &n)) {
        Class class = { name, GPOINTER_TO_UINT(n) };
        g_array_append_val(classes, class);
    }
    g_array_sort(classes, compare_classes);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(classes->len, CLASSES); i++) {
        const Class *class = &g_array_index(classes, Class, i);
        g_string_append_printf(out, "%s%.*s %u", i ? ", " : "", CLASS_BYTES, class->name, class->n);
    }
    if (classes->len > CLASSES)
        g_string_append_printf(out, " and %u more", classes->len - CLASSES);
    return g_string_free(out, FALSE);
}

static BspWorld *make_world(Reading *reading)
{
    g_autofree char *others = describe_others(reading);
    BspWorld *world = bsp_level_make_world(&reading->level);
    bsp_world_leave_out(world, reading->n_patches,
                        "patches (curved surfaces) left out: %u: they are not brushes",
                        reading->n_patches);
    bsp_world_leave_out(world, reading->n_empty, "brushes left out: %u: they have no faces",
                        reading->n_empty);
    bsp_world_leave_out(world, reading->n_other,
                        "brushes left out: %u: they belong to entities that move, trigger or are "
                        "otherwise not part of the world: %s",
                        reading->n_other, others);
    bsp_world_leave_out(world, reading->level.n_hollow,
                        "brushes left out: %u: the texture of their first face marks them as not "
                        "solid (such as common/hint, liquids, fogs)",
                        reading->level.n_hollow);
    bsp_level_report_degenerate(&reading->level, world);
    if (reading->n_any)
        bsp_world_remark(world,
                         "%u brushes count as solid, although the shader of their first face, "
                         "which is not in the .map, could make them hollow",
                         reading->n_any);
    return world;
}

BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length,
                             G_GNUC_UNUSED const BspWorldOptions *options, GError **error)
{
    Reading reading = { .others = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    BspWorld *world = NULL;
    bsp_level_open(&reading.level, path, &(BspWorldOptions){ 0 }, BSP_CONTENTS_SOLID, NULL);
    if (bsp_map_parse(path, text, length, add_entity, &reading, error))
        world = make_world(&reading);
    bsp_level_close(&reading.level);
    g_hash_table_unref(reading.others);
    return world;
}
