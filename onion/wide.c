/* wide: lays an onion out in wide nodes. */
#include "onion/wide.h"

#include <stdlib.h>
#include <string.h>

#include "trace/first-transition.h"

#define PLANES 7
#define EXITS 8
#define NEVER 0x8080 /* a need that is never met, because there is no plane 7 */

/* The most spaces times nodes to lay out, which takes some seconds. The limit rejects files made to
 * take longer. Trees of real levels reach a thousandth of it. */
#define MOST_VISITS (UINT64_C(1) << 30)

#define ALIGNED 64       /* bytes: a cache line */
#define LEAST_ROOM 65536 /* bytes; larger than one node */

/* The wide nodes laid out so far, in a buffer that grows. */
typedef struct {
    uint8_t *data;
    size_t length, room;
    bool failed; /* out of memory, or larger than a mark can address */
} Bytes;

/* The state while one space's tree is laid out. */
typedef struct {
    const OnionTree *tree;
    unsigned space;
    /* for each normal of the tree its index among the common normals, or ONION_WIDE_NORMALS if it
     * is not common */
    const uint8_t *common;
    int32_t *settled; /* for each node the result of resolve_node(), or UNSETTLED */
    int32_t *marks;   /* for each node the mark of the wide node that starts at it, or NO_MARK */
    Bytes *bytes;     /* shared by all spaces */
} Layout;

/* The result of resolve_node() is a node's index or one of these. */
enum { EMPTY = -1, SOLID = -2, UNSETTLED = -3 };
#define NO_MARK (-1)

/* Returns the node or leaf that represents `node` in the layout's space. A branch whose two sides
 * are equal leaves is replaced by that leaf. */
static int32_t resolve_node(const Layout *l, int32_t node)
{
    const OnionTree *tree = l->tree;
    if (bsp_nodes_is_space_node(&tree->nodes, node))
        node = bsp_nodes_in_space(&tree->nodes, node, l->space);
    if (node < 0)
        return bsp_bit(tree->descriptors + (size_t)~node * tree->words, l->space) ? SOLID : EMPTY;
    if (l->settled[node] == UNSETTLED) {
        const BspNode *n = &tree->nodes.nodes[node];
        int32_t front = resolve_node(l, bsp_node_child(n, 0));
        int32_t back = resolve_node(l, bsp_node_child(n, 1));
        l->settled[node] = front == back && front < 0 ? front : node;
    }
    return l->settled[node];
}

/* --- one wide node --- */

/* An exit of the wide node being filled: a node or leaf below the planes added so far. */
typedef struct {
    int32_t node; /* as resolve_node() returned it */
    uint16_t need;
    unsigned depth;
} Exit;

typedef struct {
    OnionWideNode node;
    OnionWideNormals normals;
    Exit exits[EXITS];
    unsigned n_planes, n_exits;
} Filling;

static void add_plane(Filling *f, const Layout *l, Exit *from)
{
    const BspNodes *nodes = &l->tree->nodes;
    const BspNode *n = &nodes->nodes[from->node];
    unsigned k = f->n_planes++, normal = bsp_node_normal(nodes, n);
    f->node.dist[k] = bsp_node_dist(nodes, n);
    f->node.normal[k] = bsp_node_tag(n) == BSP_TAG_TIP ? ONION_WIDE_TIP : l->common[normal];
    f->node.oblique |= f->node.normal[k] >= ONION_WIDE_NORMALS;
    for (int i = 0; i < 3; i++)
        f->normals.v[i][k] = bsp_nodes_normal(nodes, normal)->v[i];
    f->node.need[14 - k] = from->need;
    Exit *back = &f->exits[f->n_exits++];
    *back = (Exit){ resolve_node(l, bsp_node_child(n, 1)), (uint16_t)(from->need | 0x100 << k),
                    from->depth + 1 };
    *from = (Exit){ resolve_node(l, bsp_node_child(n, 0)), (uint16_t)(from->need | 1 << k),
                    from->depth + 1 };
}

/* Returns the exit to replace by a plane: the branch nearest to the top. NULL if all exits are
 * leaves. */
static Exit *next_exit(Filling *f)
{
    Exit *best = NULL;
    for (unsigned i = 0; i < f->n_exits; i++)
        if (f->exits[i].node >= 0 && (!best || f->exits[i].depth < best->depth))
            best = &f->exits[i];
    return best;
}

static void fill_node(Filling *f, const Layout *l, int32_t node)
{
    memset(f, 0, sizeof *f);
    for (unsigned i = 0; i < sizeof f->node.need / sizeof *f->node.need; i++)
        f->node.need[i] = NEVER;
    f->exits[f->n_exits++].node = node;
    for (Exit *exit = f->exits; exit && f->n_planes < PLANES; exit = next_exit(f))
        add_plane(f, l, exit);
    for (unsigned i = 0; i < f->n_exits; i++)
        f->node.need[i] = f->exits[i].need;
}

static bool make_room(Bytes *bytes, size_t more)
{
    if (bytes->length + more > INT32_MAX) {
        bytes->failed = true;
    } else if (bytes->length + more > bytes->room) {
        size_t room = 2 * bytes->room + LEAST_ROOM;
        uint8_t *data = realloc(bytes->data, room);
        bytes->failed = !data;
        if (data) {
            bytes->data = data;
            bytes->room = room;
        }
    }
    return !bytes->failed;
}

/* The caller has called make_room(). */
static void append(Bytes *bytes, const void *data, size_t size)
{
    memcpy(bytes->data + bytes->length, data, size);
    bytes->length += size;
}

/* Returns the mark of a node or leaf that resolve_node() returned. Lays the node out if necessary.
 * The result is invalid if bytes->failed is set. */
static int32_t mark_of(const Layout *l, int32_t node)
{
    Bytes *bytes = l->bytes;
    if (node < 0)
        return node == SOLID ? ONION_WIDE_SOLID : ONION_WIDE_EMPTY;
    if (l->marks[node] != NO_MARK ||
        !make_room(bytes, sizeof(OnionWideNode) + sizeof(OnionWideNormals)))
        return l->marks[node];
    Filling f;
    fill_node(&f, l, node);
    size_t at = bytes->length;
    append(bytes, &f.node, sizeof f.node);
    if (f.node.oblique)
        append(bytes, &f.normals, sizeof f.normals);
    l->marks[node] = (int32_t)at | (f.node.oblique ? ONION_WIDE_OBLIQUE : ONION_WIDE_COMMON);
    for (unsigned i = 0; i < f.n_exits; i++) {
        int32_t mark = mark_of(l, f.exits[i].node);
        ((OnionWideNode *)(void *)(bytes->data + at))->exit[i] = mark;
    }
    return l->marks[node];
}

/* --- the whole --- */

static void set_all(int32_t *numbers, unsigned n, int32_t value)
{
    for (unsigned i = 0; i < n; i++)
        numbers[i] = value;
}

/* Chooses the common normals: the axes, then the most frequent others. places[i] receives the index
 * of the tree's normal i among the common normals, or ONION_WIDE_NORMALS. */
static void choose_normals(const BspNodes *nodes, unsigned *count, uint8_t *places,
                           OnionWideNormals *chosen)
{
    for (unsigned i = 0; i < nodes->n_nodes; i++)
        count[bsp_node_normal(nodes, &nodes->nodes[i])]++;
    memset(places, ONION_WIDE_NORMALS, nodes->n_normals);
    for (unsigned place = 0; place < BSP_MIN(ONION_WIDE_NORMALS, nodes->n_normals); place++) {
        unsigned best = place; /* the tree's first three normals are the axes */
        for (unsigned i = 0; place >= 3 && i < nodes->n_normals; i++)
            if (places[i] == ONION_WIDE_NORMALS &&
                (places[best] != ONION_WIDE_NORMALS || count[i] > count[best]))
                best = i;
        places[best] = (uint8_t)place;
        for (int i = 0; i < 3; i++)
            chosen->v[i][place] = bsp_nodes_normal(nodes, best)->v[i];
    }
}

/* Memory that only the layout needs. */
typedef struct {
    unsigned *count;
    uint8_t *common;
    int32_t *settled, *marks;
} Scratch;

static bool scratch_init(Scratch *scratch, const BspNodes *nodes)
{
    scratch->count = calloc((size_t)nodes->n_normals + 1, sizeof *scratch->count);
    scratch->common = malloc((size_t)nodes->n_normals + 1);
    scratch->settled = malloc(((size_t)nodes->n_nodes + 1) * sizeof *scratch->settled);
    scratch->marks = malloc(((size_t)nodes->n_nodes + 1) * sizeof *scratch->marks);
    return scratch->count && scratch->common && scratch->settled && scratch->marks;
}

static void scratch_clear(Scratch *scratch)
{
    free(scratch->count);
    free(scratch->common);
    free(scratch->settled);
    free(scratch->marks);
}

static void lay_out(OnionWide *wide, const OnionTree *tree, const Scratch *scratch, Bytes *bytes)
{
    const BspNodes *nodes = &tree->nodes;
    choose_normals(nodes, scratch->count, scratch->common, &wide->normals);
    for (unsigned i = 0; i < tree->n_spaces && !bytes->failed; i++) {
        Layout l = { tree, i, scratch->common, scratch->settled, scratch->marks, bytes };
        set_all(scratch->settled, nodes->n_nodes, UNSETTLED);
        set_all(scratch->marks, nodes->n_nodes, NO_MARK);
        wide->roots[i] = mark_of(&l, resolve_node(&l, nodes->root));
    }
}

/* Copies the nodes to memory aligned to cache lines, so that one aligned load reads a whole line.
 */
static bool copy_nodes(OnionWide *wide, const Bytes *bytes)
{
    wide->memory = malloc(bytes->length + ALIGNED);
    if (!wide->memory)
        return false;
    wide->nodes = wide->memory + (ALIGNED - (uintptr_t)wide->memory % ALIGNED);
    wide->bytes = bytes->length;
    if (bytes->length > 0)
        memcpy(wide->nodes, bytes->data, bytes->length);
    return true;
}

/* The limit bounds the time: the layout visits every node once for every space. */
static bool is_too_large(const OnionTree *tree)
{
    return (uint64_t)tree->n_spaces * tree->nodes.n_nodes > MOST_VISITS;
}

bool onion_wide_init(OnionWide *wide, const OnionTree *tree)
{
    Bytes bytes = { .data = NULL };
    Scratch scratch;
    *wide = (OnionWide){ .n_spaces = tree->n_spaces };
    wide->roots = malloc(tree->n_spaces * sizeof *wide->roots);
    bytes.failed = !scratch_init(&scratch, &tree->nodes) || !wide->roots || is_too_large(tree);
    if (!bytes.failed)
        lay_out(wide, tree, &scratch, &bytes);
    bool made = !bytes.failed && copy_nodes(wide, &bytes);
    scratch_clear(&scratch);
    free(bytes.data);
    if (!made)
        onion_wide_clear(wide);
    return made;
}

void onion_wide_clear(OnionWide *wide)
{
    free(wide->memory);
    free(wide->roots);
    *wide = (OnionWide){ 0 };
}
