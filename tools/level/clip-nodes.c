/* clip-nodes: makes the clip nodes and planes of a new file, from trees of the old file that stay,
 * and from new trees. */
#include "level/clip-nodes.h"

#include <string.h>

enum { EMPTY = -1, SOLID = -2 };

/* Units. Floats of this size differ by 1/128, which is less than the distance that engines keep
 * from planes. */
#define FARTHEST 65536.0

/* --- planes --- */

/* A record of the lump of planes, as the file has it: the normal and the distance, which are
 * floats, and the type. In types 0 to 2, the normal is +x, +y or +z, and engines ignore the stored
 * normal. In types 3 to 5, x, y or z is the largest component of the normal. */
typedef struct {
    guint32 words[5];
} Record;

/* Makes the record of a plane or of the reversed plane, and sets *swapped to TRUE if it is the
 * reversed one. */
static Record make_record(const BspPlane *plane, gboolean *swapped)
{
    float values[4] = { (float)plane->normal.x, (float)plane->normal.y, (float)plane->normal.z,
                        (float)plane->dist };
    guint most = 0, n = 0;
    for (guint k = 0; k < 3; k++) {
        most = fabsf(values[k]) > fabsf(values[most]) ? k : most;
        n += fpclassify(values[k]) != FP_ZERO;
    }
    *swapped = values[most] < 0;
    for (guint k = 0; k < 4; k++)
        values[k] = (*swapped ? -values[k] : values[k]) + 0.0f; /* adding 0.0f turns -0 into 0 */
    Record record = { { [4] = n == 1 ? most : 3 + most } };
    memcpy(record.words, values, sizeof values);
    for (guint k = 0; k < 5; k++)
        record.words[k] = GUINT32_TO_LE(record.words[k]);
    return record;
}

static gint32 find_plane(LevelClipNodes *out, const BspPlane *plane, gboolean *swapped)
{
    Record record = make_record(plane, swapped);
    g_autoptr(GBytes) key = g_bytes_new(&record, sizeof record);
    gpointer number;
    if (g_hash_table_lookup_extended(out->known, key, NULL, &number))
        return GPOINTER_TO_INT(number);
    gint32 next = (gint32)(out->planes->len / sizeof(Record));
    g_byte_array_append(out->planes, g_bytes_get_data(key, NULL), sizeof(Record));
    g_hash_table_insert(out->known, g_steal_pointer(&key), GINT_TO_POINTER(next));
    return next;
}

void level_clip_nodes_init(LevelClipNodes *out, const BspQ1Level *level)
{
    const BspLumps *lumps = &level->lumps;
    const char *planes = lumps->data + lumps->lumps[BSP_Q1_PLANES].offset;
    guint n = lumps->lumps[BSP_Q1_PLANES].n;
    *out = (LevelClipNodes){ .planes = g_byte_array_new(),
                             .known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                                            (GDestroyNotify)g_bytes_unref, NULL),
                             .nodes = g_array_new(FALSE, FALSE, sizeof(LevelClipNode)),
                             .heads = g_hash_table_new(NULL, NULL) };
    g_byte_array_append(out->planes, (const guint8 *)planes, n * (guint)sizeof(Record));
    for (guint i = n; i-- > 0;) /* backwards, so that the first of equal planes stays */
        g_hash_table_replace(out->known, g_bytes_new(planes + i * sizeof(Record), sizeof(Record)),
                             GUINT_TO_POINTER(i));
}

void level_clip_nodes_clear(LevelClipNodes *out)
{
    g_byte_array_unref(out->planes);
    g_hash_table_unref(out->known);
    g_array_unref(out->nodes);
    g_hash_table_unref(out->heads);
}

/* --- trees --- */

/* Returns the new number of a node of an old tree, or the contents of a leaf. A node that is met
 * for the first time is appended. Until it is copied, its `plane` is its number in the old tree. So
 * the number of each node is below the numbers of the new nodes under it. */
static gint32 number_of(LevelClipNodes *out, GHashTable *numbers, gint32 old)
{
    gpointer number;
    /* In a file of 16-bit nodes, a smaller number would be out of range. */
    if (old < 0 && old >= G_MININT16)
        return old;
    if (g_hash_table_lookup_extended(numbers, GINT_TO_POINTER(old), NULL, &number))
        return GPOINTER_TO_INT(number);
    gint32 next = (gint32)out->nodes->len;
    g_hash_table_insert(numbers, GINT_TO_POINTER(old), GINT_TO_POINTER(next));
    g_array_append_val(out->nodes, ((LevelClipNode){ .plane = old }));
    return next;
}

/* Old trees may share nodes, and get copies of their own. The copies may have at most this factor
 * times the nodes of the file. In real levels trees share no nodes, so a file that needs more is
 * damaged. */
#define MOST_COPIES 4

gboolean level_clip_nodes_keep(LevelClipNodes *out, const BspQ1Level *level, gint32 *head)
{
    const BspLumps *lumps = &level->lumps;
    guint n = lumps->lumps[BSP_Q1_CLIP_NODES].n;
    gint32 old = *head;
    gpointer known;
    if (g_hash_table_lookup_extended(out->heads, GINT_TO_POINTER(old), NULL, &known)) {
        *head = GPOINTER_TO_INT(known);
        return TRUE;
    }
    g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
    guint i = out->nodes->len;
    *head = number_of(out, numbers, old);
    g_hash_table_insert(out->heads, GINT_TO_POINTER(old), GINT_TO_POINTER(*head));
    for (; i < out->nodes->len; i++) {
        if (out->nodes->len / MOST_COPIES > n)
            return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                                  "the hulls share clip nodes too often; without sharing, more "
                                  "than %d times %u nodes are needed",
                                  MOST_COPIES, n);
        guint at = (guint)g_array_index(out->nodes, LevelClipNode, i).plane;
        if (at >= n)
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                                  "a tree has clip node %d, but the file has only %u", (gint32)at,
                                  n);
        LevelClipNode node = { .plane = bsp_lumps_int(lumps, BSP_Q1_CLIP_NODES, at, 0) };
        for (guint k = 0; k < 2; k++)
            node.child[k] =
                number_of(out, numbers, bsp_q1_level_child(level, BSP_Q1_CLIP_NODES, at, k));
        g_array_index(out->nodes, LevelClipNode, i) = node;
    }
    return TRUE;
}

/* Returns the number of a child of a new tree, by the rule of number_of(), or the contents of a
 * leaf. */
static gint32 new_child(LevelClipNodes *out, GHashTable *numbers, const BspNodes *tree, gint32 at)
{
    at = bsp_nodes_in(tree, at, 0);
    return at < 0 ? (~at ? SOLID : EMPTY) : number_of(out, numbers, at);
}

/* Appends six nodes, which make everything outside of the bounds solid. The last one leads to the
 * node that is appended next. */
static void append_guard(LevelClipNodes *out, const BspBounds *guard)
{
    for (guint k = 0; k < 6; k++) {
        BspPlane plane = { .dist = k < 3 ? guard->maxs.v[k] : guard->mins.v[k - 3] };
        plane.normal.v[k % 3] = 1;
        gboolean swapped, is_solid_in_front = k < 3;
        LevelClipNode node = { .plane = find_plane(out, &plane, &swapped) };
        node.child[!is_solid_in_front] = SOLID;
        node.child[is_solid_in_front] = (gint32)out->nodes->len + 1;
        g_array_append_val(out->nodes, node);
    }
}

gboolean level_clip_nodes_add(LevelClipNodes *out, const BspNodes *tree, const BspBounds *guard,
                              gint32 *head)
{
    g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
    gboolean is_near = TRUE;
    *head = (gint32)out->nodes->len;
    if (guard)
        append_guard(out, guard);
    guint i = out->nodes->len;
    gint32 root = new_child(out, numbers, tree, bsp_nodes_root(tree));
    /* The head must be a node. If the head of a hull is the last node of the file, GoldSrc takes
     * the hull for empty (PM_HullPointContents). So only a tree of one leaf has a head without
     * nodes after it. */
    if (root < 0) {
        const LevelClipNode leaf = { 0, { root, root } };
        g_array_append_val(out->nodes, leaf);
        return TRUE;
    }
    for (; i < out->nodes->len; i++) {
        BspNodeView view = bsp_nodes_view(tree, g_array_index(out->nodes, LevelClipNode, i).plane);
        gboolean swapped;
        LevelClipNode node = { .plane = find_plane(out, &view.plane, &swapped) };
        is_near = is_near && fabs(view.plane.dist) <= FARTHEST;
        for (guint k = 0; k < 2; k++)
            node.child[swapped ? !k : k] = new_child(out, numbers, tree, view.child[k]);
        g_array_index(out->nodes, LevelClipNode, i) = node;
    }
    return is_near;
}
