/* wide: laying an onion out in wide nodes. */
#include "onion/wide.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/first-transition.h"

#define PLANES 7
#define EXITS 8
#define NEVER 0x8080 /* needs a plane 7 */

/* One space's tree on the way into wide nodes. */
typedef struct {
    const OnionTree *tree;
    guint space;
    const guint8 *common; /* the place of each normal among the common ones, ONION_WIDE_NORMALS if
                             it is none */
    gint32 *settled;      /* of each node: see settle(); UNSETTLED so far */
    gint32 *marks;        /* of each node that heads a wide node; NO_MARK so far */
    GByteArray *bytes;    /* shared by all spaces */
} Layout;

/* Where a node of the onion leads in one space: to itself, or to one of these. */
enum { EMPTY = -1, SOLID = -2, UNSETTLED = -3 };
#define NO_MARK (-1)

/* The node, leaf or space node as the space sees it. */
static gint32 settle(const Layout *l, gint32 node)
{
    const OnionTree *tree = l->tree;
    if (bsp_nodes_is_space_node(&tree->nodes, node))
        node = bsp_nodes_in_space(&tree->nodes, node, l->space);
    if (node < 0)
        return bsp_bit(tree->descriptors + (gsize)~node * tree->words, l->space) ? SOLID : EMPTY;
    if (l->settled[node] == UNSETTLED) {
        const BspNode *n = &tree->nodes.nodes[node];
        gint32 front = settle(l, n->child[0]), back = settle(l, n->child[1]);
        l->settled[node] = front == back && front < 0 ? front : node;
    }
    return l->settled[node];
}

/* --- one wide node --- */

/* A node or leaf below the planes that a wide node has so far. */
typedef struct {
    gint32 node; /* settled */
    guint16 need;
    guint depth;
} Exit;

typedef struct {
    OnionWideNode node;
    OnionWideNormals normals;
    Exit exits[EXITS];
    guint n_planes, n_exits;
} Filling;

static void add_plane(Filling *f, const Layout *l, Exit *from)
{
    const BspNodes *nodes = &l->tree->nodes;
    const BspNode *n = &nodes->nodes[from->node];
    guint k = f->n_planes++, normal = bsp_node_normal(nodes, n);
    f->node.dist[k] = bsp_node_dist(nodes, n);
    f->node.normal[k] = bsp_node_tag(nodes, n) == BSP_TAG_TIP ? ONION_WIDE_TIP : l->common[normal];
    f->node.oblique |= f->node.normal[k] >= ONION_WIDE_NORMALS;
    for (int i = 0; i < 3; i++)
        f->normals.v[i][k] = nodes->normals[normal].v[i];
    f->node.need[14 - k] = from->need;
    Exit *back = &f->exits[f->n_exits++];
    *back = (Exit){ settle(l, n->child[1]), (guint16)(from->need | 0x100 << k), from->depth + 1 };
    *from = (Exit){ settle(l, n->child[0]), (guint16)(from->need | 1 << k), from->depth + 1 };
}

/* The exit that is worth a plane of its own most: the nearest to the top. NULL if all are leaves.
 */
static Exit *next_exit(Filling *f)
{
    Exit *best = NULL;
    for (guint i = 0; i < f->n_exits; i++)
        if (f->exits[i].node >= 0 && (!best || f->exits[i].depth < best->depth))
            best = &f->exits[i];
    return best;
}

static void fill(Filling *f, const Layout *l, gint32 node)
{
    memset(f, 0, sizeof *f);
    for (guint i = 0; i < G_N_ELEMENTS(f->node.need); i++)
        f->node.need[i] = NEVER;
    f->exits[f->n_exits++].node = node;
    for (Exit *exit = f->exits; exit && f->n_planes < PLANES; exit = next_exit(f))
        add_plane(f, l, exit);
    for (guint i = 0; i < f->n_exits; i++)
        f->node.need[i] = f->exits[i].need;
}

static guint append(GByteArray *bytes, const Filling *f)
{
    guint at = bytes->len;
    g_byte_array_append(bytes, (const guint8 *)&f->node, sizeof f->node);
    if (f->node.oblique)
        g_byte_array_append(bytes, (const guint8 *)&f->normals, sizeof f->normals);
    return at;
}

/* The mark of the settled node, or leaf, which is laid out if it has not been yet. */
static gint32 mark_of(const Layout *l, gint32 node)
{
    if (node < 0)
        return node == SOLID ? ONION_WIDE_SOLID : ONION_WIDE_EMPTY;
    if (l->marks[node] != NO_MARK || l->bytes->len > G_MAXINT32)
        return l->marks[node];
    Filling f;
    fill(&f, l, node);
    guint at = append(l->bytes, &f);
    l->marks[node] = (gint32)(at | (f.node.oblique ? ONION_WIDE_OBLIQUE : ONION_WIDE_COMMON));
    for (guint i = 0; i < f.n_exits; i++) {
        gint32 mark = mark_of(l, f.exits[i].node);
        ((OnionWideNode *)(gpointer)(l->bytes->data + at))->exit[i] = mark;
    }
    return l->marks[node];
}

/* --- the whole --- */

static gint32 *numbers(guint n, gint32 value)
{
    gint32 *all = g_new(gint32, n + 1);
    for (guint i = 0; i < n; i++)
        all[i] = value;
    return all;
}

static gint32 lay_out_space(const OnionTree *tree, guint space, const guint8 *common,
                            GByteArray *bytes)
{
    g_autofree gint32 *settled = numbers(tree->nodes.n_nodes, UNSETTLED);
    g_autofree gint32 *marks = numbers(tree->nodes.n_nodes, NO_MARK);
    Layout l = { tree, space, common, settled, marks, bytes };
    return mark_of(&l, settle(&l, tree->nodes.root));
}

/* Chooses the common normals: the axes, then those that most nodes have. Returns their places. */
static guint8 *choose_normals(const BspNodes *nodes, OnionWideNormals *chosen)
{
    g_autofree guint *count = g_new0(guint, nodes->n_normals);
    for (guint i = 0; i < nodes->n_nodes; i++)
        count[bsp_node_normal(nodes, &nodes->nodes[i])]++;
    guint8 *places = g_malloc(nodes->n_normals);
    memset(places, ONION_WIDE_NORMALS, nodes->n_normals);
    for (guint place = 0; place < MIN(ONION_WIDE_NORMALS, nodes->n_normals); place++) {
        guint best = place; /* the axes are the first of all normals */
        for (guint i = 0; place >= 3 && i < nodes->n_normals; i++)
            if (places[i] == ONION_WIDE_NORMALS &&
                (places[best] != ONION_WIDE_NORMALS || count[i] > count[best]))
                best = i;
        places[best] = (guint8)place;
        for (int i = 0; i < 3; i++)
            chosen->v[i][place] = nodes->normals[best].v[i];
    }
    return places;
}

bool onion_wide_init(OnionWide *wide, const OnionTree *tree)
{
    *wide = (OnionWide){ .n_spaces = tree->n_spaces };
    g_autofree guint8 *common = choose_normals(&tree->nodes, &wide->normals);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    wide->roots = g_new(gint32, tree->n_spaces);
    for (guint i = 0; i < tree->n_spaces; i++)
        wide->roots[i] = lay_out_space(tree, i, common, bytes);
    wide->bytes = bytes->len;
    wide->nodes = aligned_alloc(64, (gsize)bytes->len + 64);
    if (bytes->len > G_MAXINT32 || !wide->nodes) {
        onion_wide_clear(wide);
        return FALSE;
    }
    if (bytes->len > 0)
        memcpy(wide->nodes, bytes->data, bytes->len);
    return TRUE;
}
