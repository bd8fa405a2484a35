/* clip-nodes: the clip nodes and planes of a new file: those that are kept, and those of new trees.
 */
#include "level/clip-nodes.h"

#include <string.h>

enum { EMPTY = -1, SOLID = -2 };

/* Units. Floats of this size differ by 1/128. */
#define FARTHEST 65536.0

/* --- planes --- */

#define PLANE_BYTES 20

/* A record of the planes lump. Types 0 to 2: the normal is +x, +y or +z. Engines then ignore the
 * normal. Types 3 to 5: x, y or z is its largest component. */
typedef struct {
    float normal[3], dist;
    gint32 type;
} Record;

static GBytes *record_bytes(const Record *record)
{
    guint8 bytes[PLANE_BYTES];
    for (guint i = 0; i < 4; i++) {
        guint32 bits;
        float value = (i < 3 ? record->normal[i] : record->dist) + 0.0f; /* + 0: no -0 */
        memcpy(&bits, &value, 4);
        bits = GUINT32_TO_LE(bits);
        memcpy(bytes + 4 * i, &bits, 4);
    }
    gint32 type = GINT32_TO_LE(record->type);
    memcpy(bytes + 16, &type, 4);
    return g_bytes_new(bytes, sizeof bytes);
}

static guint largest(const float *normal)
{
    guint most = 0;
    for (guint k = 1; k < 3; k++)
        if (fabsf(normal[k]) > fabsf(normal[most]))
            most = k;
    return most;
}

/* Makes the record of a plane, or of its back if *swapped. */
static Record make_record(const BspPlane *plane, gboolean *swapped)
{
    Record record = { .dist = (float)plane->dist };
    for (guint k = 0; k < 3; k++)
        record.normal[k] = (float)plane->normal.v[k];
    guint most = largest(record.normal), n = 0;
    *swapped = record.normal[most] < 0;
    for (guint k = 0; k < 3; k++) {
        record.normal[k] *= *swapped ? -1.0f : 1.0f;
        n += fpclassify(record.normal[k]) != FP_ZERO;
    }
    record.dist *= *swapped ? -1.0f : 1.0f;
    record.type = n == 1 ? (gint32)most : 3 + (gint32)most;
    if (n == 1)
        record.normal[most] = 1;
    return record;
}

/* Whether the type of a plane of the file is as make_record() has it. Compilers also write planes
 * with opposite normals, which no node uses. */
static gboolean is_usual(const Record *record)
{
    BspPlane plane = { .dist = (double)record->dist };
    for (guint k = 0; k < 3; k++)
        plane.normal.v[k] = (double)record->normal[k];
    gboolean swapped;
    Record usual = make_record(&plane, &swapped);
    return !swapped && usual.type == record->type &&
           memcmp(usual.normal, record->normal, sizeof usual.normal) == 0;
}

static void know_plane(BspClipNodes *out, const Record *record, guint number)
{
    GBytes *key = record_bytes(record);
    if (g_hash_table_contains(out->known, key))
        g_bytes_unref(key);
    else
        g_hash_table_insert(out->known, key, GUINT_TO_POINTER(number));
}

static gint32 find_plane(BspClipNodes *out, const BspPlane *plane, gboolean *swapped)
{
    Record record = make_record(plane, swapped);
    g_autoptr(GBytes) bytes = record_bytes(&record);
    gpointer number;
    if (g_hash_table_lookup_extended(out->known, bytes, NULL, &number))
        return (gint32)GPOINTER_TO_UINT(number);
    guint next = out->planes->len / PLANE_BYTES;
    g_byte_array_append(out->planes, g_bytes_get_data(bytes, NULL), PLANE_BYTES);
    know_plane(out, &record, next);
    out->n_new_planes++;
    return (gint32)next;
}

void bsp_clip_nodes_init(BspClipNodes *out, const BspQ1Level *level)
{
    const BspLumps *lumps = &level->lumps;
    guint n = lumps->lumps[BSP_Q1_PLANES].n;
    *out = (BspClipNodes){ .planes = g_byte_array_new(),
                           .known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                                          (GDestroyNotify)g_bytes_unref, NULL),
                           .nodes = g_array_new(FALSE, FALSE, sizeof(BspClipNode)) };
    g_byte_array_append(out->planes,
                        (const guint8 *)lumps->data + lumps->lumps[BSP_Q1_PLANES].offset,
                        n * PLANE_BYTES);
    for (guint i = 0; i < n; i++) {
        Record record = { .type = bsp_lumps_int(lumps, BSP_Q1_PLANES, i, 16),
                          .dist = (float)bsp_lumps_float(lumps, BSP_Q1_PLANES, i, 12) };
        for (guint k = 0; k < 3; k++)
            record.normal[k] = (float)bsp_lumps_float(lumps, BSP_Q1_PLANES, i, 4 * k);
        if (is_usual(&record))
            know_plane(out, &record, i);
    }
}

void bsp_clip_nodes_clear(BspClipNodes *out)
{
    g_byte_array_unref(out->planes);
    g_hash_table_unref(out->known);
    g_array_unref(out->nodes);
}

/* --- nodes that are kept --- */

#define UNREACHED G_MAXUINT32

/* Marks the nodes below the head with 0. */
static gboolean mark_reached(const BspQ1Level *level, gint32 head, guint32 *numbers)
{
    g_autoptr(GArray) waiting = g_array_new(FALSE, FALSE, sizeof(gint32));
    guint n = level->lumps.lumps[BSP_Q1_CLIP_NODES].n;
    g_array_append_val(waiting, head);
    while (waiting->len) {
        gint32 node = g_array_index(waiting, gint32, waiting->len - 1);
        g_array_set_size(waiting, waiting->len - 1);
        if (node < 0 && node >= G_MININT16)
            continue;
        if ((guint)node >= n)
            return bsp_lumps_fail(&level->lumps, BSP_ERROR_VALUE,
                                  "clip node %d is in a tree, but out of range, there are %u", node,
                                  n);
        if (numbers[node] != UNREACHED)
            continue;
        numbers[node] = 0;
        for (guint i = 0; i < 2; i++) {
            gint32 child = bsp_tree_walk_child(&level->trees[1], (guint)node, i);
            g_array_append_val(waiting, child);
        }
    }
    return TRUE;
}

static gint32 new_number(const guint32 *numbers, gint32 node)
{
    return node < 0 ? node : (gint32)numbers[node];
}

/* The new numbers have the order of the old ones, so a head still has the smallest of its tree. */
static void copy_reached(BspClipNodes *out, const BspQ1Level *level, guint32 *numbers)
{
    guint n = level->lumps.lumps[BSP_Q1_CLIP_NODES].n, next = out->nodes->len;
    for (guint i = 0; i < n; i++)
        if (numbers[i] != UNREACHED)
            numbers[i] = next++;
    for (guint i = 0; i < n; i++) {
        if (numbers[i] == UNREACHED)
            continue;
        BspClipNode node = { .plane = bsp_lumps_int(&level->lumps, BSP_Q1_CLIP_NODES, i, 0) };
        for (guint k = 0; k < 2; k++)
            node.child[k] = new_number(numbers, bsp_tree_walk_child(&level->trees[1], i, k));
        g_array_append_val(out->nodes, node);
    }
}

gboolean bsp_clip_nodes_keep(BspClipNodes *out, const BspQ1Level *level, gint32 *heads,
                             guint n_heads)
{
    guint n = level->lumps.lumps[BSP_Q1_CLIP_NODES].n;
    g_autofree guint32 *numbers = g_new(guint32, n + 1);
    memset(numbers, 0xff, (n + 1) * sizeof *numbers); /* UNREACHED */
    for (guint i = 0; i < n_heads; i++)
        if (!mark_reached(level, heads[i], numbers))
            return FALSE;
    copy_reached(out, level, numbers);
    for (guint i = 0; i < n_heads; i++)
        heads[i] = new_number(numbers, heads[i]);
    return TRUE;
}

/* --- new trees --- */

#define UNKNOWN G_MININT32

typedef struct {
    BspClipNodes *out;
    const BspNodes *tree;
    gint32 *reduced; /* of each node: see reduce() */
    gint32 *numbers; /* of each node: its number in the new lump, or UNKNOWN */
    gboolean too_far;
} Copying;

/* Returns the node or leaf that stands for this one. A node whose children are equal divides
 * nothing. The depth of the recursion is that of the tree, which builders limit. */
static gint32 reduce(Copying *c, gint32 at)
{
    at = bsp_nodes_in(c->tree, at, 0);
    if (at < 0 || c->reduced[at] != UNKNOWN)
        return at < 0 ? at : c->reduced[at];
    BspNodeView node = bsp_nodes_view(c->tree, at);
    gint32 front = reduce(c, node.child[0]);
    c->reduced[at] = front == reduce(c, node.child[1]) ? front : at;
    return c->reduced[at];
}

static gint32 copy_node(Copying *c, gint32 at);

/* Appends a node and then its children, so that a node's number is below those of new nodes under
 * it. */
static gint32 append_node(Copying *c, const BspPlane *plane, gint32 front, gint32 back, gint32 at)
{
    gboolean swapped;
    BspClipNode node = { .plane = find_plane(c->out, plane, &swapped) };
    guint number = c->out->nodes->len;
    c->too_far |= fabs(plane->dist) > FARTHEST;
    g_array_append_val(c->out->nodes, node);
    if (at >= 0)
        c->numbers[at] = (gint32)number;
    node.child[swapped] = copy_node(c, front);
    node.child[!swapped] = copy_node(c, back);
    g_array_index(c->out->nodes, BspClipNode, number) = node;
    return (gint32)number;
}

/* Copies the subtree and returns the number of its root, or its contents. */
static gint32 copy_node(Copying *c, gint32 at)
{
    at = reduce(c, at);
    if (at < 0)
        return ~at ? SOLID : EMPTY;
    if (c->numbers[at] != UNKNOWN)
        return c->numbers[at];
    BspNodeView node = bsp_nodes_view(c->tree, at);
    return append_node(c, &node.plane, node.child[0], node.child[1], at);
}

/* Appends the six nodes outside of whose planes all is solid. The last one leads to the tree. */
static void append_guard(Copying *c, const BspBounds *guard)
{
    for (guint k = 0; k < 6; k++) {
        BspPlane plane = { .dist = k < 3 ? guard->maxs.v[k] : guard->mins.v[k - 3] };
        plane.normal.v[k % 3] = 1;
        gboolean swapped, is_solid_in_front = k < 3;
        BspClipNode node = { .plane = find_plane(c->out, &plane, &swapped) };
        node.child[!is_solid_in_front] = SOLID;
        node.child[is_solid_in_front] = (gint32)c->out->nodes->len + 1;
        g_array_append_val(c->out->nodes, node);
    }
}

gboolean bsp_clip_nodes_add(BspClipNodes *out, const BspNodes *tree, const BspBounds *guard,
                            gint32 *head)
{
    static const BspPlane any = { { { 1, 0, 0 } }, 0 };
    guint n = bsp_nodes_size(tree).nodes;
    g_autofree gint32 *reduced = g_new(gint32, n + 1), *numbers = g_new(gint32, n + 1);
    for (guint i = 0; i <= n; i++)
        reduced[i] = numbers[i] = UNKNOWN;
    Copying c = { out, tree, reduced, numbers, FALSE };
    *head = (gint32)out->nodes->len;
    if (guard)
        append_guard(&c, guard);
    gint32 root = reduce(&c, bsp_nodes_root(tree));
    if (root < 0)
        append_node(&c, &any, root, root, -1);
    else
        copy_node(&c, root);
    return !c.too_far;
}

void bsp_clip_nodes_pad(BspClipNodes *out)
{
    const BspClipNode node = { 0, { EMPTY, EMPTY } };
    g_array_append_val(out->nodes, node);
}
