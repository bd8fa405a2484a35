/* test-world-levels: compares the .map and the .bsp of real levels.
 *
 * Random points must be solid or empty in both, and boxes must hit at the same time. A .map does
 * not show which shaders are solid, because the compiler stores that in the .bsp. So for a brush
 * whose shader decides, the test uses the compiler's decision.
 *
 * Planes differ, too. The compiler rounds distances to whole units if they are within 0.01, uses
 * one plane for several nearly equal ones, and stores floats. Points this near to a surface are
 * counted separately.
 *
 * BSP_LEVELS names the archive (data/fetch-levels). Without it the tests are skipped, or fail if
 * BSP_REQUIRE_LEVELS is set. */
#include "brush-by-brush.h"
#include "build-trees.h"
#include "real-levels.h"
#include "sanitized.h"
#include "test-world-files.h"

#include "bsp-brush-table.h"
#include "compile/tree.h"
#include "oracle/oracle.h"
#include "tools/bsp-file.h"
#include "world/map-rules.h"

#define POINTS 100000

/* Units. The compiler rounds a plane's distance by up to 0.01 and its normal by 1e-5. At 4000 units
 * from the origin, 1e-5 of a normal moves the plane by 0.04. */
#define ROUNDED 0.05

/* --- the brushes that the compiler made solid --- */

/* Maps each shader's name to TRUE if a brush with it is solid. Names are in lower case, without
 * "textures/". */
static GHashTable *read_textures(const char *path)
{
    gsize length;
    g_autofree char *data = bsp_read_file(path, &length, NULL);
    cr_assert_not_null(data);
    GHashTable *textures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gint32 lump[2], contents;
    memcpy(lump, data + 16, sizeof lump);
    for (gint32 i = 0; i < lump[1] / 72; i++) {
        const char *record = data + lump[0] + 72 * i;
        g_autofree char *name = g_strndup(record, 64);
        memcpy(&contents, record + 68, sizeof contents);
        char *key = g_ascii_strdown(g_str_has_prefix(name, "textures/") ? name + 9 : name, -1);
        /* One name may have two records, because q3map2 makes variants of a shader. */
        gboolean solid = (contents & 0x10001) || g_hash_table_lookup(textures, key);
        g_hash_table_replace(textures, key, GINT_TO_POINTER(solid));
    }
    return textures;
}

typedef struct {
    GHashTable *textures;
    GPtrArray *brushes;
    guint n_hollow; /* the number of brushes that only the shader makes hollow */
} MapBrushes;

/* Returns whether a brush is solid by the rules of the .map and, if these guess, by its shader. */
static gboolean is_solid(MapBrushes *map, const BspMapVerdict *verdict, const char *texture)
{
    gpointer solid = GINT_TO_POINTER(TRUE);
    gboolean known = g_hash_table_lookup_extended(map->textures, texture, NULL, &solid);
    if (!bsp_map_contents_stop(verdict->contents))
        return known && solid; /* the shader makes solid what the naming convention says is not */
    gboolean hollow = verdict->is_guessed && !solid;
    map->n_hollow += hollow ? 1 : 0;
    return !hollow;
}

static void add_map_brushes(MapBrushes *map, const BspMapEntity *entity)
{
    for (guint i = 0; i < entity->n_brushes; i++) {
        const BspMapBrush *in = &entity->brushes[i];
        BspMapVerdict verdict = bsp_map_brush_verdict(BSP_GAME_QUAKE3, entity, in);
        g_autofree char *texture = g_ascii_strdown(in->faces[0].surface->texture, -1);
        BspBrush *brush = bsp_brush_new_planes(in->planes, in->n_planes, NULL);
        if (brush && verdict.contents == BSP_MAP_CLIP)
            bsp_brush_set_contents(brush, BSP_CONTENTS_PLAYERCLIP);
        if (brush && bsp_map_entity_is_world(BSP_GAME_QUAKE3, entity) &&
            is_solid(map, &verdict, texture))
            g_ptr_array_add(map->brushes, brush);
        else
            bsp_brush_free(brush);
    }
}

/* Returns the solid of the world's brushes in the .map. The rules for a .map decide which brushes
 * are solid. If these rules guess, the shaders in the .bsp decide, as they did for the compiler.
 * *n_hollow receives the number of brushes that only shaders make hollow. */
static BspSolid *compiled_solid(const char *map, const char *bsp, guint *n_hollow)
{
    gsize length;
    g_autofree char *text = bsp_read_file(map, &length, NULL);
    cr_assert_not_null(text);
    MapBrushes brushes = { read_textures(bsp), bsp_world_brushes_new(), 0 };
    g_autoptr(BspMapFile) parsed = bsp_map_parse(map, text, length, NULL);
    cr_assert_not_null(parsed);
    for (guint i = 0; i < parsed->entities->len; i++)
        add_map_brushes(&brushes, &g_array_index(parsed->entities, BspMapEntity, i));
    g_hash_table_unref(brushes.textures);
    *n_hollow = brushes.n_hollow;
    return bsp_solid_new(brushes.brushes);
}

/* --- the comparison --- */

typedef struct {
    const char *name;
    BspWorld *map, *bsp;
    BspSolid *compiled;
    guint n_hollow; /* the number of brushes of the .map that only shaders make hollow */
    guint n_points, n_rounded;
} Level;

static void compare_point(Level *level, BspVec p)
{
    gboolean in_map = brushes_contain(level->compiled, p);
    level->n_points++;
    /* The reader does not know the shaders, so it agrees only if they make no brush hollow. */
    cr_expect(level->n_hollow || brushes_contain(level->map->solid, p) == in_map);
    if (in_map == brushes_contain(level->bsp->solid, p))
        return;
    level->n_rounded++;
    cr_expect(brushes_end_near(level->compiled, p, ROUNDED) ||
                  brushes_end_near(level->bsp->solid, p, ROUNDED),
              "%s: %.17g %.17g %.17g: solid in the .%s only", level->name, p.x, p.y, p.z,
              in_map ? "map" : "bsp");
}

/* Compares points. Half of them are anywhere, and half near brushes, because most of a level's
 * bounds is void. */
static void compare_points(Level *level)
{
    Random r = random_seeded(46);
    const GPtrArray *map = level->map->solid->brushes;
    BspBounds all = level->bsp->solid->bounds;
    bsp_bounds_add(&all, &level->map->solid->bounds);
    for (guint i = 0; i < POINTS / 2; i++) {
        compare_point(level, random_point(&r, &all));
        const BspBrush *brush = map->pdata[random_below(&r, map->len)];
        BspBounds near = bsp_bounds_grown(&brush->bounds, 8);
        compare_point(level, random_point(&r, &near));
    }
}

#define MOVES (SHORT ? 1000 : 10000)

/* Moves a player's box through both worlds. For each, the oracle returns a bracket for the time of
 * the hit, by growing and shrinking all brushes by ROUNDED. The two brackets must overlap. */
static void compare_moves(const Level *level)
{
    Random r = random_seeded(47);
    const BspShape shape = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    g_autoptr(CompareOracle) map = compare_oracle_new_sharp(level->compiled, ROUNDED);
    g_autoptr(CompareOracle) bsp = compare_oracle_new_sharp(level->bsp->solid, ROUNDED);
    const GPtrArray *brushes = level->map->solid->brushes;
    guint n = 0;
    while (n < MOVES) {
        const BspBrush *brush = brushes->pdata[random_below(&r, brushes->len)];
        BspBounds near = bsp_bounds_grown(&brush->bounds, 64), far = bsp_bounds_grown(&near, 256);
        BspVec from = random_point(&r, &near), to = random_point(&r, &far);
        guint32 mask =
            n % 2 ? BSP_CONTENTS_SOLID
                  : 0; /* BSP_CONTENTS_SOLID is the mask of a shot, and 0 that of a player */
        CompareTruth a = compare_oracle_move(map, &shape, mask, from, to);
        CompareTruth b = compare_oracle_move(bsp, &shape, mask, from, to);
        if (a.inside || b.inside)
            continue;
        n++;
        cr_expect(a.t_lo <= b.t_hi && b.t_lo <= a.t_hi,
                  "%s: from %.17g %.17g %.17g to %.17g %.17g %.17g: %g to %g, %g to %g",
                  level->name, from.x, from.y, from.z, to.x, to.y, to.z, a.t_lo, a.t_hi, b.t_lo,
                  b.t_hi);
    }
}

static void expect_same_starts(const Level *level)
{
    const GArray *map = level->map->starts, *bsp = level->bsp->starts;
    cr_assert(map->len == bsp->len && bsp->len > 0, "%s", level->name);
    cr_expect_eq(memcmp(map->data, bsp->data, map->len * sizeof(BspVec)), 0, "%s", level->name);
    for (guint i = 0; i < bsp->len; i++)
        cr_expect_not(brushes_contain(level->bsp->solid, g_array_index(bsp, BspVec, i)));
}

static void compare_level(Level *level)
{
    g_autofree char *map = real_level_map(level->name);
    g_autofree char *bsp = real_level_bsp(level->name);
    level->map = load_or_fail(map);
    level->bsp = load_or_fail(bsp);
    level->compiled = compiled_solid(map, bsp, &level->n_hollow);
    compare_points(level);
    compare_moves(level);
    cr_expect_leq(level->n_rounded, level->n_points / 10000, "%s", level->name);
    cr_expect_eq(level->compiled->brushes->len, level->bsp->solid->brushes->len, "%s", level->name);
    cr_expect_eq(level->map->solid->brushes->len - level->n_hollow, level->bsp->solid->brushes->len,
                 "%s", level->name);
    expect_same_starts(level);
    expect_lossless(level->map, map);
    expect_lossless(level->bsp, bsp);
    bsp_world_free(level->map);
    bsp_world_free(level->bsp);
    bsp_solid_free(level->compiled);
}

Test(world_levels, map_and_bsp_agree)
{
    for (guint i = 0; i < N_REAL_LEVELS; i += SHORT ? 4 : 1) {
        Level level = { .name = real_levels[i].name };
        compare_level(&level);
    }
}

/* --- models --- */

/* The maximum number of models that are read in a level. Few levels have more, and reading more
 * takes long. */
#define MODELS 24

static BspWorld *load_model(const char *path, guint number)
{
    g_autofree char *name = g_strdup_printf("%s#%u", path, number);
    return load_or_fail(name);
}

/* Compares the brushes of a model, which must be the same in both files. Brushes may differ if
 * their shader is not solid, which only the .bsp knows. Triggers are solid only in the .map. */
static void compare_model(const char *map, const char *bsp, const BspWorldModel *in_map,
                          const BspWorldModel *in_bsp)
{
    cr_assert_eq(in_map->number, in_bsp->number);
    cr_expect_str_eq(in_map->classname, in_bsp->classname, "%s#%u", map, in_map->number);
    BspVec apart = bsp_vec_sub(in_map->origin, in_bsp->origin);
    cr_expect_lt(bsp_vec_length(apart), ROUNDED, "%s#%u", map, in_map->number);
    apart = bsp_vec_sub(in_map->target_at, in_bsp->target_at);
    cr_expect_eq(in_map->has_target, in_bsp->has_target);
    cr_expect_lt(bsp_vec_length(apart), ROUNDED, "%s#%u", map, in_map->number);
    cr_expect_lt(bsp_vec_length(bsp_vec_sub(in_map->direction, in_bsp->direction)), ROUNDED);
    if (strcmp(in_map->classname, "trigger_push") == 0 ||
        strcmp(in_map->classname, "trigger_teleport") == 0)
        cr_expect(in_map->has_target, "%s#%u leads nowhere", map, in_map->number);
    if (in_map->number > MODELS || g_str_has_prefix(in_map->classname, "trigger"))
        return;
    g_autoptr(BspWorld) a = load_model(map, in_map->number);
    g_autoptr(BspWorld) b = load_model(bsp, in_map->number);
    guint n = b->solid->brushes->len;
    cr_expect(n == a->solid->brushes->len || n == 0, "%s#%u: %u and %u", map, in_map->number,
              a->solid->brushes->len, n);
    for (guint k = 0; k < 3 && n > 0; k++) {
        cr_expect_float_eq(a->solid->bounds.mins.v[k], b->solid->bounds.mins.v[k], ROUNDED);
        cr_expect_float_eq(a->solid->bounds.maxs.v[k], b->solid->bounds.maxs.v[k], ROUNDED);
    }
}

Test(world_levels, models_of_map_and_bsp_agree)
{
    guint n_models = 0;
    for (guint i = 0; i < N_REAL_LEVELS; i += SHORT ? 4 : 1) {
        g_autofree char *map = real_level_map(real_levels[i].name);
        g_autofree char *bsp = real_level_bsp(real_levels[i].name);
        g_autoptr(BspWorld) a = load_or_fail(map);
        g_autoptr(BspWorld) b = load_or_fail(bsp);
        cr_assert_eq(a->models->len, b->models->len, "%s", map);
        for (guint k = 0; k < a->models->len; k++)
            compare_model(map, bsp, &g_array_index(a->models, BspWorldModel, k),
                          &g_array_index(b->models, BspWorldModel, k));
        n_models += a->models->len;
    }
    cr_expect_gt(n_models, 0u);
}

/* --- bodies --- */

/* Returns whether the tree reports a body as in solid at this position, and also 1 unit higher, so
 * that a body that only touches the floor does not count. */
static gboolean is_in_solid(const BspTree *tree, BspVec p)
{
    BspVec above = bsp_vec_add(p, bsp_vec(0, 0, 1));
    return bsp_tree_first_transition(tree, p, p, NULL).type == BSP_SOLID &&
           bsp_tree_first_transition(tree, above, above, NULL).type == BSP_SOLID;
}

/* Expects that filling the outside of a level puts no more bodies of entities into solid than
 * without it. Returns the number of bodies. */
static guint expect_bodies_as_unfilled(const char *path)
{
    g_autoptr(BspWorld) world = load_or_fail(path);
    const BspBuildOptions filled = bsp_world_build_options(world);
    g_autoptr(BspTree) with = build_tree_with(world->solid, NULL, &filled),
                       without = build_tree(world->solid, NULL);
    for (guint i = 0; i < world->inside->len; i++) {
        BspVec p = g_array_index(world->inside, BspVec, i);
        cr_expect_eq(is_in_solid(with, p), is_in_solid(without, p), "%s: %s", path,
                     (const char *)world->inside_names->pdata[i]);
    }
    return world->inside->len;
}

/* The variable BSP_MAPS may name a folder with more maps. */
Test(world_levels, bodies_are_in_solid_as_unfilled)
{
    g_autofree char *rooms =
        shipped_path("..", "tests/fuzz/corpus/map/two-rooms-by-teleporter.map");
    guint n = expect_bodies_as_unfilled(rooms);
    for (guint i = 0; i < N_REAL_LEVELS && real_levels_archive(); i += SHORT ? 4 : 1) {
        g_autofree char *path = real_level_bsp(real_levels[i].name);
        n += expect_bodies_as_unfilled(path);
    }
    const char *folder = g_getenv("BSP_MAPS");
    g_autoptr(GDir) dir = folder ? g_dir_open(folder, 0, NULL) : NULL;
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        n += expect_bodies_as_unfilled(path);
    }
    cr_expect_gt(n, 2u);
}
