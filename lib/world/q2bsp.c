/* q2bsp: reads worlds from Quake II .bsp files (IBSP, version 38).
 *
 * Brushes do not refer to their model. The brushes of a model are those that the leaves of its tree
 * list. Brushes have contents. The tag of a side is the flags of its texinfo. The world consists of
 * the brushes of model 0, or of the selected model, that stop a player. Their contents include
 * SOLID, WINDOW or PLAYERCLIP. With BSP_WORLD_ALL_CONTENTS, it consists of all brushes with any
 * contents. */
#include "world/file-brushes.h"

#define CONTENTS_WINDOW 0x2

enum {
    PLANES = 1,
    NODES = 4,
    TEXINFO = 5,
    LEAVES = 8,
    LEAF_BRUSHES = 10,
    MODELS = 13,
    BRUSHES = 14,
    SIDES = 15
};

/* A level while it is read. */
typedef struct {
    BspReadLevel *level;
    const BspLumps *lumps;
    BspFileBrushes brushes;
    guint n_models; /* number of models read so far, including the one that is being read */
    guint *marks;   /* marks of nodes: 2 n_models while the node's children are read, 2 n_models + 1
                       afterwards */
    GArray *found;  /* the brushes (guint) that the leaves of the model list; a brush may occur
                       several times */
} Reading;

/* Adds n nodes, or n brushes that a leaf lists, to the records that the models have read. Returns
 * FALSE with an error if the models share too many records. */
static gboolean count_records(Reading *r, guint n)
{
    guint n_in_file = r->lumps->lumps[NODES].n + r->lumps->lumps[LEAF_BRUSHES].n;
    return bsp_level_count_records(r->level, n, n_in_file);
}

/* Finds the brushes that a leaf lists. Returns FALSE with an error if the leaf or its list does not
 * exist. */
static gboolean find_brushes(Reading *r, guint number)
{
    const BspLumps *lumps = r->lumps;
    if (!bsp_lumps_in_tree(lumps, LEAVES, number))
        return FALSE;
    guint first = bsp_lumps_short(lumps, LEAVES, number, 24);
    guint n = bsp_lumps_short(lumps, LEAVES, number, 26);
    if (first + n > lumps->lumps[LEAF_BRUSHES].n)
        return bsp_lumps_fail(
            lumps, BSP_ERROR_VALUE,
            "leaf %u: it has %u leaf brushes from number %u on, but the file has only %u", number,
            n, first, lumps->lumps[LEAF_BRUSHES].n);
    if (!count_records(r, n))
        return FALSE;
    for (guint i = first; i < first + n; i++) {
        guint brush = bsp_lumps_short(lumps, LEAF_BRUSHES, i, 0);
        if (brush >= lumps->lumps[BRUSHES].n)
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                                  "leaf %u: brush %u is out of range; there are %u brushes", number,
                                  brush, lumps->lumps[BRUSHES].n);
        g_array_append_val(r->found, brush);
    }
    return TRUE;
}

/* Finds the brushes that the leaves below a node list. `child` is the node, or a leaf. */
static gboolean find_brushes_below(Reading *r, gint32 child, guint depth)
{
    const BspLumps *lumps = r->lumps;
    if (child < 0)
        return find_brushes(r, (guint) - (child + 1));
    guint node = (guint)child, on_path = 2 * r->n_models, done = on_path + 1;
    if (!bsp_lumps_in_tree(lumps, NODES, node))
        return FALSE;
    if (r->marks[node] == done)
        return TRUE;
    if (r->marks[node] == on_path)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "node %u is below itself in the tree", node);
    if (depth == BSP_MAX_DEPTH)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT, "node %u: the tree is deeper than %d levels",
                              node, BSP_MAX_DEPTH);
    r->marks[node] = on_path;
    if (!count_records(r, 1) ||
        !find_brushes_below(r, bsp_lumps_int(lumps, NODES, node, 4), depth + 1) ||
        !find_brushes_below(r, bsp_lumps_int(lumps, NODES, node, 8), depth + 1))
        return FALSE;
    r->marks[node] = done;
    return TRUE;
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    guint p = *(const guint *)a, q = *(const guint *)b;
    return p < q ? -1 : p > q;
}

/* Reads the brushes of a model in the order of their numbers. This is a BspModelFunc. */
static gboolean read_model(guint model, gpointer user_data)
{
    Reading *r = user_data;
    r->n_models++;
    g_array_set_size(r->found, 0);
    if (!find_brushes_below(r, bsp_lumps_int(r->lumps, MODELS, model, 36), 0))
        return FALSE;
    g_array_sort(r->found, compare_numbers);
    const guint *found = (const guint *)(void *)r->found->data;
    for (guint i = 0; i < r->found->len; i++)
        if ((i == 0 || found[i] != found[i - 1]) &&
            !bsp_file_brushes_read(&r->brushes, found[i],
                                   (guint32)bsp_lumps_int(r->lumps, BRUSHES, found[i], 8)))
            return FALSE;
    return TRUE;
}

BspWorld *bsp_q2bsp_read(BspReadLevel *level)
{
    static const BspBrushLumps of = { BRUSHES, SIDES, PLANES, TEXINFO, 32, 40, 32 };
    Reading r = { .level = level,
                  .lumps = level->lumps,
                  .brushes = bsp_file_brushes_new(level, &of),
                  .marks = g_new0(guint, level->lumps->lumps[NODES].n + 1),
                  .found = g_array_new(FALSE, FALSE, sizeof(guint)) };
    BspWorld *world = NULL;
    level->wanted |= CONTENTS_WINDOW;
    level->stopping = "neither SOLID nor WINDOW nor PLAYERCLIP";
    if (bsp_level_read_entities(level, MODELS) && bsp_models_read(&level->models, read_model, &r)) {
        bsp_file_brushes_count_others(&r.brushes);
        world = bsp_level_make_world(level);
        bsp_level_report_left_out(level, world);
    }
    bsp_file_brushes_clear(&r.brushes);
    g_array_unref(r.found);
    g_free(r.marks);
    return world;
}
