/* q1-level: the records of a .bsp file of Quake or GoldSrc, and the cells of its trees. */
#include "world/q1-level.h"

#include <string.h>

#include "bsp-brush-table.h"

/* --- the header --- */

/* The names and record sizes of lumps; arguments are the sizes that differ between versions 29 and
 * 30, 2PSB, and BSP2. */
#define KINDS(node, face, clip, leaf, mark, edge)                                                  \
    {                                                                                              \
        { "entities", 1 }, { "planes", 20 }, { "textures", 1 }, { "vertices", 12 },                \
            { "visibility", 1 }, { "nodes", node }, { "texinfo", 40 }, { "faces", face },          \
            { "lighting", 1 }, { "clip nodes", clip }, { "leaves", leaf },                         \
            { "mark surfaces", mark }, { "edges", edge }, { "surface edges", 4 },                  \
            { "models", 64 },                                                                      \
    }
static const BspLumpKind narrow_kinds[BSP_Q1_LUMPS] = KINDS(24, 20, 8, 28, 2, 4);
static const BspLumpKind middle_kinds[BSP_Q1_LUMPS] = KINDS(32, 28, 12, 32, 4, 8);
static const BspLumpKind wide_kinds[BSP_Q1_LUMPS] = KINDS(44, 28, 12, 44, 4, 8);

static const struct {
    char magic[4];
    const BspLumpKind *kinds;
    gint32 version; /* the version whose rules apply */
} formats[] = {
    { { 29, 0, 0, 0 }, narrow_kinds, 29 },
    { { 30, 0, 0, 0 }, narrow_kinds, 30 },
    { { '2', 'P', 'S', 'B' }, middle_kinds, 29 },
    { { 'B', 'S', 'P', '2' }, wide_kinds, 29 },
};

static void set_tree(BspQ1Level *level, guint which, guint nodes, const char *what)
{
    level->trees[which] = (BspTreeWalk){ .lumps = &level->lumps,
                                         .nodes = nodes,
                                         .planes = BSP_Q1_PLANES,
                                         .narrow = level->narrow,
                                         .what = what };
}

/* Whether the lump in the file begins as a list of entities does. */
static gboolean has_entities(const BspLumps *lumps, guint lump)
{
    gint32 at = bsp_lumps_int_at(lumps, 4 + 8 * (gsize)lump);
    return at >= 0 && (gsize)at < lumps->length && lumps->data[at] == '{';
}

gboolean bsp_q1_level_open(BspQ1Level *level, const char *path, const char *data, gsize length,
                           GError **error)
{
    *level = (BspQ1Level){ .lumps = { .file = path,
                                      .data = data,
                                      .length = length,
                                      .n_lumps = BSP_Q1_LUMPS,
                                      .error = error } };
    guint i = 0;
    while (i < G_N_ELEMENTS(formats) && (length < 4 || memcmp(data, formats[i].magic, 4) != 0))
        i++;
    if (i == G_N_ELEMENTS(formats))
        return bsp_lumps_fail(&level->lumps, BSP_ERROR_SYNTAX,
                              "offset 0: not a Quake or GoldSrc level");
    level->lumps.kinds = formats[i].kinds;
    level->version = formats[i].version;
    level->narrow = formats[i].kinds == narrow_kinds;
    set_tree(level, 0, BSP_Q1_NODES, "node");
    set_tree(level, 1, BSP_Q1_CLIP_NODES, "clip node");
    level->lumps.is_swapped = level->version == 30 && length >= 20 &&
                              !has_entities(&level->lumps, 0) && has_entities(&level->lumps, 1);
    if (!bsp_lumps_read(&level->lumps, 4))
        return FALSE;
    return level->lumps.lumps[BSP_Q1_MODELS].n ||
           bsp_lumps_fail(&level->lumps, BSP_ERROR_VALUE,
                          "lump %d (models): no model 0, which is the world", BSP_Q1_MODELS);
}

gboolean bsp_bspx_find(const BspLumps *lumps, gsize *records, guint *n)
{
    gsize at = (bsp_lumps_end(lumps) + 3) & ~(gsize)3;
    *records = *n = 0;
    if (at + 8 > lumps->length || memcmp(lumps->data + at, "BSPX", 4) != 0)
        return TRUE;
    *records = at + 8;
    *n = (guint)bsp_lumps_int_at(lumps, at + 4);
    return *n <= (lumps->length - *records) / BSP_BSPX_RECORD ||
           bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                          "BSPX at offset %" G_GSIZE_FORMAT
                          ": %u lumps: the file ends within their directory",
                          at, *n);
}

/* --- models --- */

BspBounds bsp_q1_level_bounds(const BspQ1Level *level, guint model)
{
    BspBounds bounds;
    for (guint k = 0; k < 3; k++) {
        bounds.mins.v[k] =
            bsp_lumps_float(&level->lumps, BSP_Q1_MODELS, model, BSP_Q1_MODEL_MINS + 4 * k);
        bounds.maxs.v[k] =
            bsp_lumps_float(&level->lumps, BSP_Q1_MODELS, model, BSP_Q1_MODEL_MAXS + 4 * k);
    }
    return bounds;
}

gint32 bsp_q1_level_head(const BspQ1Level *level, guint model, guint hull)
{
    return bsp_lumps_int(&level->lumps, BSP_Q1_MODELS, model, BSP_Q1_MODEL_HEADS + 4 * hull);
}

/* --- contents --- */

enum { SOLID = -2, SKY = -6 };

guint32 bsp_q1_contents(gint32 quake)
{
    static const guint32 table[] = { 0,
                                     0, /* empty */
                                     BSP_CONTENTS_SOLID,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_SLIME,
                                     BSP_CONTENTS_LAVA,
                                     BSP_CONTENTS_SOLID, /* sky */
                                     0,                  /* origin */
                                     BSP_CONTENTS_PLAYERCLIP,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER };
    return quake < 0 && quake > -(gint32)G_N_ELEMENTS(table) ? table[-quake] : 0;
}

/* --- cells --- */

typedef struct {
    const BspLumps *lumps;
    BspQ1Cells *cells;
    gboolean clip; /* a leaf is the negative number of its contents, not of a record */
    BspBounds region;
    guint32 wanted;
} Carving;

/* In a clip hull only solid stops a move, not even sky does (SV_RecursiveHullCheck,
 * PM_RecursiveHullCheck). */
static gboolean leaf_contents(const Carving *carving, gint32 leaf, guint32 *contents)
{
    const BspLumps *lumps = carving->lumps;
    if (carving->clip) {
        *contents = leaf == SOLID ? BSP_CONTENTS_SOLID : 0;
        carving->cells->n_sky += leaf == SKY;
        return TRUE;
    }
    guint number = (guint) - (leaf + 1);
    if (!bsp_lumps_in_tree(lumps, BSP_Q1_LEAVES, number, "leaf"))
        return FALSE;
    *contents = bsp_q1_contents(bsp_lumps_int(lumps, BSP_Q1_LEAVES, number, 0));
    return TRUE;
}

/* Cuts the region out of the cell. Returns NULL if the cell is outside of the region. */
static BspCell *take_region(BspCell *cell, const BspBounds *region)
{
    BspPlane planes[6];
    for (guint k = 0; k < 6; k++) {
        planes[k] =
            (BspPlane){ bsp_vec(0, 0, 0), k < 3 ? region->maxs.v[k] : -region->mins.v[k - 3] };
        planes[k].normal.v[k % 3] = k < 3 ? 1 : -1;
    }
    return bsp_cell_take_behind_all(cell, planes, 6, 0);
}

/* Keeps the cell of a leaf, or frees it. */
static gboolean add_cell(gint32 leaf, BspCell *cell, gpointer user_data)
{
    Carving *carving = user_data;
    BspQ1Cells *cells = carving->cells;
    guint32 contents = 0;
    gboolean ok = leaf_contents(carving, leaf, &contents);
    gboolean is_solid = (contents & BSP_CONTENTS_SOLID) != 0;
    if (bsp_cell_ends_in_box(cell))
        cells->n_endless[is_solid]++;
    if (ok && contents & carving->wanted) {
        g_ptr_array_add(cells->cells, bsp_cell_copy(cell));
        g_array_append_val(cells->contents, contents);
    }
    bsp_cell_free(cell);
    return ok;
}

/* Cuts the region out of all cells. Not only the cells without end are cut: the outside of a level
 * also has cells that end far away, at wedges of its planes, at other places in each hull. */
static void cut_cells(BspQ1Cells *cells, const BspBounds *region)
{
    guint n = 0;
    for (guint i = 0; i < cells->cells->len; i++) {
        BspCell *cell = take_region(g_steal_pointer(&cells->cells->pdata[i]), region);
        if (!cell)
            continue;
        cells->cells->pdata[n] = cell;
        g_array_index(cells->contents, guint32, n++) = g_array_index(cells->contents, guint32, i);
    }
    g_ptr_array_set_size(cells->cells, (gint)n);
    g_array_set_size(cells->contents, n);
}

/* Units. The cells are cut from a cube that reaches this far from the origin on all sides, or from
 * the region if that reaches farther. Cells that end in the cube have no end in the tree. */
#define CUBE_HALF 65536.0

static gboolean find_region(const BspQ1Level *level, guint model, const BspBounds *box,
                            BspBounds *region)
{
    BspBounds stored = bsp_q1_level_bounds(level, model);
    for (guint k = 0; k < 3; k++) {
        double min = stored.mins.v[k] - BSP_Q1_MARGIN - box->maxs.v[k];
        double max = stored.maxs.v[k] + BSP_Q1_MARGIN - box->mins.v[k];
        region->mins.v[k] = fmax(min, -BSP_WORLD_HALF);
        region->maxs.v[k] = fmin(max, BSP_WORLD_HALF);
        if (!(isfinite(min) && isfinite(max) && region->mins.v[k] < region->maxs.v[k]))
            return bsp_lumps_fail(&level->lumps, BSP_ERROR_VALUE,
                                  "model %u: its bounds along %c are invalid: %g to %g", model,
                                  "xyz"[k], stored.mins.v[k], stored.maxs.v[k]);
    }
    return TRUE;
}

gboolean bsp_q1_cells_read(BspQ1Cells *cells, BspQ1Level *level, guint model, guint hull,
                           const BspBounds *box, guint32 wanted)
{
    *cells = (BspQ1Cells){ .cells = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_cell_free),
                           .contents = g_array_new(FALSE, FALSE, sizeof(guint32)) };
    Carving carving = { &level->lumps, cells, hull != 0, .wanted = wanted };
    if (!find_region(level, model, box, &carving.region))
        return FALSE;
    BspBounds cube = carving.region;
    for (guint k = 0; k < 3; k++) {
        cube.mins.v[k] = fmin(cube.mins.v[k], -CUBE_HALF);
        cube.maxs.v[k] = fmax(cube.maxs.v[k], CUBE_HALF);
    }
    if (!bsp_tree_walk(&level->trees[hull != 0], bsp_q1_level_head(level, model, hull),
                       bsp_cell_new_box(&cube), add_cell, &carving))
        return FALSE;
    if (cells->n_endless[TRUE])
        cut_cells(cells, &carving.region);
    return TRUE;
}

void bsp_q1_cells_clear(BspQ1Cells *cells)
{
    g_ptr_array_unref(cells->cells);
    g_array_unref(cells->contents);
}
