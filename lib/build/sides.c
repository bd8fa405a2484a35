/* sides: the table that tells what was hit, made of a solid. */
#include "trace/sides.h"
#include "build/cast-body.h"
#include "build/solid.h"
#include "geometry/float-bounds.h"

G_STATIC_ASSERT(BSP_SIDES_MAX_DEPTH >= BSP_BVH_MAX_DEPTH);

/* --- the hierarchy: that of the solid, eight at once in place of two --- */

/* A child to be: a node of the solid's hierarchy, or one of its items. */
typedef struct {
    guint node;
    gboolean is_item;
    guint item;
} Child;

typedef struct {
    const BspBvh *bvh;
    const BspBounds *boxes; /* of its items */
    const guint *brushes;   /* the items' numbers; NULL: they are brushes themselves */
    GArray *nodes;          /* BspSidesNode */
} Widening;

/* The parts of a child: two nodes, or up to four items; n = 0: it has none. */
static guint parts_of(const BspBvh *bvh, const Child *child, Child *parts)
{
    const BspBvhNode *node = &bvh->nodes[child->node];
    if (child->is_item)
        return 0;
    if (node->n == 0) {
        parts[0] = (Child){ .node = node->child };
        parts[1] = (Child){ .node = node->child + 1 };
        return 2;
    }
    for (guint i = 0; i < node->n; i++)
        parts[i] = (Child){ .is_item = TRUE, .item = bvh->items[node->child + i] };
    return node->n;
}

/* Opens up the first child whose parts there is room for, and those after it; FALSE: none. */
static gboolean open_children(const BspBvh *bvh, Child *children, guint *n)
{
    gboolean opened = FALSE;
    for (guint i = 0, before = *n; i < before; i++) {
        Child parts[BSP_SIDES_WIDE];
        guint n_parts = parts_of(bvh, &children[i], parts);
        if (n_parts == 0 || *n + n_parts - 1 > BSP_SIDES_WIDE)
            continue;
        children[i] = parts[0];
        for (guint k = 1; k < n_parts; k++)
            children[(*n)++] = parts[k];
        opened = TRUE;
    }
    return opened;
}

static void set_bounds(BspSidesNode *node, guint i, const BspBounds *b)
{
    BspFloatBounds outward = bsp_float_bounds(b);
    for (guint k = 0; k < 3; k++) {
        node->least[k][i] = outward.mins[k];
        node->most[k][i] = outward.maxs[k];
    }
}

static gint32 widen(Widening *w, guint root)
{
    Child children[BSP_SIDES_WIDE] = { { .node = root } };
    guint n = 1, at = w->nodes->len;
    while (open_children(w->bvh, children, &n))
        ;
    BspSidesNode node = { 0 };
    const BspBounds none = bsp_bounds_empty();
    g_array_append_val(w->nodes, node);
    for (guint i = 0; i < BSP_SIDES_WIDE; i++) {
        const Child *child = &children[i];
        set_bounds(&node, i,
                   i >= n           ? &none
                   : child->is_item ? &w->boxes[child->item]
                                    : &w->bvh->nodes[child->node].bounds);
        if (i < n && child->is_item)
            node.child[i] = ~(gint32)(w->brushes ? w->brushes[child->item] : child->item);
        else if (i < n)
            node.child[i] = widen(w, child->node);
    }
    g_array_index(w->nodes, BspSidesNode, at) = node;
    return (gint32)at;
}

/* --- the planes --- */

typedef struct {
    GArray *brushes; /* BspSidesBrush */
    GArray *planes;  /* BspPlane */
    GArray *names;   /* BspSidesName */
    GArray *vertices, *first;
} Listing;

static void list_brush(Listing *list, const BspBrush *brush)
{
    BspSidesBrush b = { .first = list->planes->len,
                        .n_own = brush->cell->n_faces,
                        .contents = brush->contents };
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &b.n);
    g_array_append_vals(list->planes, planes, b.n);
    g_array_append_val(list->brushes, b);
    for (guint i = 0; i < b.n; i++) {
        BspSidesName name = { -1, 0 };
        if (i < b.n_own) {
            guint side = bsp_brush_side_of_face(brush, i);
            name = (BspSidesName){ (gint32)side, bsp_brush_tag(brush, side) };
        }
        g_array_append_val(list->names, name);
    }
    if (list->vertices)
        bsp_cast_add_body(list->vertices, list->first, brush->cell);
}

/* --- groups of brushes with a side on one plane --- */

/* A side by the key of its plane. */
typedef struct {
    BspSidesKey key;
    guint brush;
    BspBounds box; /* of its face */
} Keyed;

/* How far two planes that are one but for rounding, and are touched in one place, may differ. */
#define NORMAL_MARGIN (2 * BSP_SAME_NORMAL)
#define DIST_MARGIN (4 * BSP_WORLD_HALF * BSP_SAME_NORMAL + 2 * BSP_TOUCHED)

static void add_keyed(GArray *all, Keyed *side, const BspSidesKey *least, const BspSidesKey *most,
                      guint i)
{
    if (i == G_N_ELEMENTS(side->key.cell)) {
        g_array_append_vals(all, side, 1);
        return;
    }
    for (side->key.cell[i] = least->cell[i]; side->key.cell[i] <= most->cell[i];
         side->key.cell[i]++)
        add_keyed(all, side, least, most, i + 1);
}

static void add_side(GArray *all, guint b, const BspBrush *brush, guint f)
{
    const BspCellFace *face = &brush->cell->faces[f];
    BspVec n = face->plane.normal, by = bsp_vec(NORMAL_MARGIN, NORMAL_MARGIN, NORMAL_MARGIN);
    Keyed side = { .brush = b, .box = bsp_bounds_empty() };
    BspSidesKey least, most;
    for (guint k = 0; k < face->n; k++)
        bsp_bounds_add_point(&side.box, brush->cell->vertices[brush->cell->loop[face->first + k]]);
    if (bsp_sides_key(bsp_vec_sub(n, by), face->plane.dist - DIST_MARGIN, &least) &&
        bsp_sides_key(bsp_vec_add(n, by), face->plane.dist + DIST_MARGIN, &most))
        add_keyed(all, &side, &least, &most, 0);
}

static gint compare_keyed(gconstpointer a, gconstpointer b)
{
    const Keyed *x = a, *y = b;
    guint32 hash_x = bsp_sides_hash(&x->key), hash_y = bsp_sides_hash(&y->key);
    if (hash_x != hash_y)
        return hash_x < hash_y ? -1 : 1;
    return x->brush < y->brush ? -1 : x->brush > y->brush;
}

static GArray *sides_by_key(const BspSolid *solid)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Keyed));
    for (guint i = 0; i < solid->brushes->len; i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        for (guint f = 0; f < brush->cell->n_faces; f++)
            add_side(all, i, brush, f);
    }
    g_array_sort(all, compare_keyed);
    return all;
}

/* How many sides from the first on have its hash. */
static guint group_size(const GArray *all, guint first)
{
    guint32 hash = bsp_sides_hash(&g_array_index(all, Keyed, first).key);
    guint n = 1;
    while (first + n < all->len &&
           bsp_sides_hash(&g_array_index(all, Keyed, first + n).key) == hash)
        n++;
    return n;
}

/* Room for the groups, twice as many slots as there are. */
static void make_slots(BspSides *sides, const GArray *all)
{
    guint n_groups = 0;
    for (guint i = 0; i < all->len; i += group_size(all, i))
        n_groups++;
    sides->n_slots = 1;
    while (sides->n_slots < 2 * n_groups + 1)
        sides->n_slots *= 2;
    sides->groups = g_new0(BspSidesGroup, sides->n_slots);
}

/* A hierarchy of their faces; its root. */
static guint add_group_nodes(GArray *nodes, const Keyed *side, guint n)
{
    g_autofree BspBounds *boxes = g_new(BspBounds, n);
    g_autofree guint *brushes = g_new(guint, n);
    for (guint i = 0; i < n; i++) {
        boxes[i] = side[i].box;
        brushes[i] = side[i].brush;
    }
    g_autoptr(BspBvh) bvh = bsp_bvh_new(boxes, n);
    return (guint)widen(&(Widening){ bvh, boxes, brushes, nodes }, 0);
}

static void add_groups(BspSides *sides, const BspSolid *solid, GArray *nodes)
{
    g_autoptr(GArray) all = sides_by_key(solid);
    g_autoptr(GArray) listed = g_array_new(FALSE, FALSE, sizeof(guint32));
    make_slots(sides, all);
    for (guint i = 0, n; i < all->len; i += n) {
        const Keyed *side = &g_array_index(all, Keyed, i);
        n = group_size(all, i);
        BspSidesGroup group = { bsp_sides_hash(&side->key), listed->len, n };
        if (n > BSP_SIDES_LISTED)
            group.first = add_group_nodes(nodes, side, n);
        for (guint k = 0; k < n && n <= BSP_SIDES_LISTED; k++)
            g_array_append_val(listed, side[k].brush);
        guint at = group.hash & (sides->n_slots - 1);
        while (sides->groups[at].n > 0)
            at = (at + 1) & (sides->n_slots - 1);
        sides->groups[at] = group;
    }
    sides->n_listed = listed->len;
    sides->listed = g_memdup2(listed->data, listed->len * sizeof(guint32));
}

/* --- the whole --- */

static gpointer stolen(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

BspSides *bsp_sides_new(const BspSolid *solid, guint flags)
{
    gboolean all = (flags & BSP_SIDES_ALL_SHAPES) != 0;
    BspSides *sides = g_new0(BspSides, 1);
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(BspSidesNode));
    Listing list = { .brushes = g_array_new(FALSE, FALSE, sizeof(BspSidesBrush)),
                     .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                     .names = g_array_new(FALSE, FALSE, sizeof(BspSidesName)),
                     .vertices = all ? g_array_new(FALSE, FALSE, sizeof(BspVec)) : NULL,
                     .first = all ? g_array_new(FALSE, TRUE, sizeof(guint)) : NULL };
    if (all)
        g_array_set_size(list.first, 1);
    if (solid->brushes->len)
        widen(&(Widening){ solid->bvh, solid->boxes, NULL, nodes }, 0);
    add_groups(sides, solid, nodes);
    for (guint i = 0; i < solid->brushes->len; i++)
        list_brush(&list, bsp_solid_brush(solid, i));
    sides->n_nodes = nodes->len;
    sides->n_brushes = list.brushes->len;
    sides->n_planes = list.planes->len;
    sides->nodes = stolen(nodes);
    sides->brushes = stolen(list.brushes);
    sides->planes = stolen(list.planes);
    sides->names = stolen(list.names);
    sides->vertices = stolen(list.vertices);
    sides->first = stolen(list.first);
    return sides;
}
