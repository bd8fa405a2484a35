/* bsp-levels: compiles .bsp files of Quake, GoldSrc and Quake II in memory from brushes. */
#include "bsp-levels.h"

#include <string.h>

#include "put-bytes.h"
#include "world/q1-hulls.h"

/* --- bytes --- */

static void put_short(GByteArray *out, gint value)
{
    guint16 bits = GUINT16_TO_LE((guint16)value);
    g_byte_array_append(out, (const guint8 *)&bits, 2);
}

/* Returns the type of a plane, by which games shorten their tests: 0 to 2 if the normal is the
 * axis, and otherwise 3 plus the axis to which the normal is nearest. */
static gint plane_type(const BspPlane *plane)
{
    gint most = 0;
    for (gint k = 0; k < 3; k++) {
        if (plane->normal.v[k] == 1)
            return k;
        if (fabs(plane->normal.v[k]) > fabs(plane->normal.v[most]))
            most = k;
    }
    return 3 + most;
}

static void put_plane(GByteArray *out, const BspPlane *plane, gboolean with_type)
{
    for (guint k = 0; k < 3; k++)
        put_float(out, plane->normal.v[k]);
    put_float(out, plane->dist);
    if (with_type)
        put_int(out, plane_type(plane));
}

/* Levels of Quake II have the most lumps of all formats. */
#define MAX_LUMPS 19

/* Joins the magic number, the directory and the lumps into a file. Frees the lumps. */
static GByteArray *assemble(const GByteArray *magic, GByteArray **lumps, guint n)
{
    GByteArray *file = g_byte_array_new();
    g_byte_array_append(file, magic->data, magic->len);
    guint offset = magic->len + 8 * n;
    for (guint i = 0; i < n; i++) {
        put_int(file, (gint32)offset);
        put_int(file, (gint32)lumps[i]->len);
        offset += (lumps[i]->len + 3) & ~3u;
    }
    for (guint i = 0; i < n; i++) {
        g_byte_array_append(file, lumps[i]->data, lumps[i]->len);
        put_zeros(file, -lumps[i]->len & 3u);
        g_byte_array_unref(lumps[i]);
    }
    return file;
}

static gint32 get_int(const GByteArray *file, guint at)
{
    gint32 value;
    memcpy(&value, file->data + at, 4);
    return GINT32_FROM_LE(value);
}

guint level_record(const GByteArray *file, guint at, guint lump, guint size, guint record)
{
    return (guint)get_int(file, at + 8 * lump) + size * record;
}

guint level_lump_length(const GByteArray *file, guint at, guint lump)
{
    return (guint)get_int(file, at + 8 * lump + 4);
}

/* --- trees --- */

enum { ENTITIES, PLANES, NODES = 5, CLIP_NODES = 9, LEAVES, MODELS = 14, N_Q1_LUMPS };

enum {
    SOLID_LEAF,
    EMPTY_LEAF,
    WATER_LEAF
}; /* the contents of leaves of hull 0; the other hulls treat water as empty */

typedef struct {
    gint32 plane, children[2];
} Node;

typedef struct {
    GByteArray *planes;
    GArray *nodes; /* an array of Node, in the file's order */
    gboolean clip;
} Tree;

static gint32 leaf_of(const Tree *tree, guint leaf)
{
    return tree->clip ? (leaf == SOLID_LEAF ? -2 : -1) : -1 - (gint32)leaf;
}

/* Returns the first face that has a part of the region in front of it. Returns n_faces if there is
 * none. */
static guint cutting_face(const BspCell *region, const BspBrush *brush)
{
    guint f = 0;
    while (f < brush->cell->n_faces) {
        BspSide side = bsp_cell_side(region, &brush->cell->faces[f].plane, BSP_CELL_EPSILON);
        if (side == BSP_SIDE_FRONT || side == BSP_SIDE_STRADDLE)
            return f;
        f++;
    }
    return f;
}

static gboolean is_apart(const BspCell *region, const BspBrush *brush)
{
    for (guint f = 0; f < brush->cell->n_faces; f++)
        if (bsp_cell_side(region, &brush->cell->faces[f].plane, BSP_CELL_EPSILON) == BSP_SIDE_FRONT)
            return TRUE;
    return FALSE;
}

/* Builds the subtree of a region for the brushes from `first` on. Takes ownership of the region. */
static gint32 grow(Tree *tree, BspCell *region, const GPtrArray *brushes, guint first)
{
    if (!region)
        return leaf_of(tree, SOLID_LEAF);
    while (first < brushes->len && is_apart(region, brushes->pdata[first]))
        first++;
    if (first == brushes->len) {
        bsp_cell_free(region);
        return leaf_of(tree, EMPTY_LEAF);
    }
    const BspBrush *brush = brushes->pdata[first];
    guint f = cutting_face(region, brush);
    if (f == brush->cell->n_faces) {
        bsp_cell_free(region);
        return leaf_of(tree, bsp_brush_contents(brush) & 1 ? SOLID_LEAF : WATER_LEAF);
    }
    const BspPlane *plane = &brush->cell->faces[f].plane;
    guint index = tree->nodes->len;
    Node node = { (gint32)tree->planes->len / 20, { 0, 0 } };
    put_plane(tree->planes, plane, TRUE);
    g_array_append_val(tree->nodes, node);
    BspCell *parts[2];
    bsp_cell_split(region, plane, 0, &parts[0], &parts[1]);
    bsp_cell_free(region);
    for (guint i = 0; i < 2; i++) {
        gint32 child = grow(tree, parts[i], brushes, first);
        g_array_index(tree->nodes, Node, index).children[i] = child;
    }
    return (gint32)index;
}

/* Returns the brush, expanded by the box. The expansion ends at face `unmoved` of the brush's cell,
 * or at no face for G_MAXUINT. */
static BspBrush *expanded(const BspBrush *brush, const BspBounds *box, gboolean no_edge_bevels,
                          guint unmoved)
{
    guint n;
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &n);
    guint kept = 0;
    for (guint i = 0; i < n; i++) {
        if (no_edge_bevels && i >= brush->cell->n_faces && bsp_plane_axis(&planes[i]) < 0)
            continue;
        planes[kept] = planes[i];
        for (guint k = 0; k < 3 && i != unmoved; k++) {
            double normal = planes[i].normal.v[k];
            planes[kept].dist += fmax(-normal * box->mins.v[k], -normal * box->maxs.v[k]);
        }
        kept++;
    }
    return bsp_brush_new_planes(planes, kept, NULL);
}

/* Units. The trees of levels that are not filled divide space up to this distance from the solid,
 * which is farther than any box of the tests reaches.
 */
#define AROUND 512

/* Builds the tree of a hull. Hull 0 has all brushes. The other hulls have the solid ones, expanded
 * by the box. */
static gint32 add_hull(Tree *tree, const BspSolid *solid, const BspBounds *box,
                       const LevelOptions *options)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    BspBounds region = { bsp_vec_sub(solid->bounds.mins, box->maxs),
                         bsp_vec_sub(solid->bounds.maxs, box->mins) };
    if (!options->filled)
        region = bsp_bounds_grown(&region, AROUND);
    for (guint i = (tree->clip ? options->holes : options->clips) ? 1 : 0; i < solid->brushes->len;
         i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        if (tree->clip && !(bsp_brush_contents(brush) & 1))
            continue;
        BspBrush *copy = tree->clip ? expanded(brush, box, options->no_edge_bevels,
                                               options->bevel && i == 0 ? 0 : G_MAXUINT)
                                    : bsp_brush_new_cell(bsp_cell_copy(brush->cell), NULL);
        bsp_brush_set_contents(copy, bsp_brush_contents(brush));
        g_ptr_array_add(brushes, copy);
    }
    return grow(tree, bsp_cell_new_box(&region), brushes, 0);
}

/* --- Quake and GoldSrc --- */

static void put_nodes(GByteArray *out, const Tree *tree, LevelFormat format)
{
    gboolean narrow = format == LEVEL_QUAKE || format == LEVEL_GOLDSRC;
    guint rest = tree->clip ? 0 : narrow ? 16 : format == LEVEL_2PSB ? 20 : 32;
    for (guint i = 0; i < tree->nodes->len; i++) {
        const Node *node = &g_array_index(tree->nodes, Node, i);
        put_int(out, node->plane);
        for (guint k = 0; k < 2; k++) {
            if (narrow)
                put_short(out, node->children[k]);
            else
                put_int(out, node->children[k]);
        }
        put_zeros(out, rest);
    }
}

static void put_leaves(GByteArray *out, LevelFormat format)
{
    static const gint32 contents[] = { -2, -1, -3 };
    guint size = format == LEVEL_BSP2 ? 44 : format == LEVEL_2PSB ? 32 : 28;
    for (guint i = 0; i < G_N_ELEMENTS(contents); i++) {
        put_int(out, contents[i]);
        put_zeros(out, size - 4);
    }
}

static void put_model(GByteArray *out, const BspBounds *bounds, const gint32 *heads)
{
    for (guint k = 0; k < 3; k++)
        put_float(out, bounds->mins.v[k]);
    for (guint k = 0; k < 3; k++)
        put_float(out, bounds->maxs.v[k]);
    put_zeros(out, 12);
    for (guint h = 0; h < BSP_Q1_HULLS; h++)
        put_int(out, heads[h]);
    put_zeros(out, 12);
}

static void put_entities(GByteArray *out, const char *entities)
{
    static const char plain[] = "{\n\"classname\" \"worldspawn\"\n\"message\" \"compiled\"\n}\n"
                                "{\n\"classname\" \"info_player_start\"\n"
                                "\"origin\" \"1 2 300\"\n}\n";
    const char *text = entities ? entities : plain;
    g_byte_array_append(out, (const guint8 *)text, (guint)strlen(text) + 1);
}

static void put_magic(GByteArray *out, LevelFormat format)
{
    if (format == LEVEL_QUAKE || format == LEVEL_GOLDSRC)
        put_int(out, format == LEVEL_QUAKE ? 29 : 30);
    else
        g_byte_array_append(out, (const guint8 *)(format == LEVEL_2PSB ? "2PSB" : "BSP2"), 4);
}

static void add_model(GByteArray *out, Tree *trees, const BspSolid *solid,
                      const LevelOptions *options)
{
    gint32 version = options->format == LEVEL_GOLDSRC ? 30 : 29;
    gint32 heads[BSP_Q1_HULLS] = { 0 };
    for (guint h = 0; h < BSP_Q1_HULLS && bsp_q1_hull_usual_box(version, h); h++)
        heads[h] = add_hull(&trees[h > 0], solid, bsp_q1_hull_usual_box(version, h), options);
    BspBounds stored = bsp_bounds_grown(&solid->bounds, version == 29 ? -1 : 0);
    put_model(out, &stored, heads);
}

GByteArray *level_q1(const BspSolid *solid, const LevelOptions *options)
{
    GByteArray *lumps[N_Q1_LUMPS];
    g_autoptr(GByteArray) magic = g_byte_array_new();
    for (guint i = 0; i < N_Q1_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    Tree trees[2] = { { lumps[PLANES], g_array_new(FALSE, FALSE, sizeof(Node)), FALSE },
                      { lumps[PLANES], g_array_new(FALSE, FALSE, sizeof(Node)), TRUE } };
    add_model(lumps[MODELS], trees, solid, options);
    LevelOptions open = *options; /* only the world has an outside to fill */
    open.filled = FALSE;
    for (guint i = 0; i < options->n_models; i++)
        add_model(lumps[MODELS], trees, options->models[i], &open);
    put_nodes(lumps[NODES], &trees[0], options->format);
    put_nodes(lumps[CLIP_NODES], &trees[1], options->format);
    put_leaves(lumps[LEAVES], options->format);
    put_entities(lumps[ENTITIES], options->entities);
    put_magic(magic, options->format);
    for (guint i = 0; i < 2; i++)
        g_array_unref(trees[i].nodes);
    return assemble(magic, lumps, N_Q1_LUMPS);
}

/* --- BSPX --- */

void level_add_bspx(GByteArray *file, const char *name, const GByteArray *lump)
{
    char padded[24] = { 0 };
    memcpy(padded, name, strlen(name));
    guint at = file->len;
    g_byte_array_append(file, (const guint8 *)"BSPX", 4);
    put_int(file, 1);
    g_byte_array_append(file, (const guint8 *)padded, sizeof padded);
    put_int(file, (gint32)at + 40);
    put_int(file, (gint32)lump->len);
    g_byte_array_append(file, lump->data, lump->len);
}

static void put_listed(GByteArray *out, const BspBrush *brush)
{
    guint n = 0;
    for (guint f = 0; f < brush->cell->n_faces; f++)
        n += bsp_plane_axis(&brush->cell->faces[f].plane) < 0;
    for (guint k = 0; k < 3; k++)
        put_float(out, brush->bounds.mins.v[k]);
    for (guint k = 0; k < 3; k++)
        put_float(out, brush->bounds.maxs.v[k]);
    put_short(out, -2);
    put_short(out, (gint)n);
    for (guint f = 0; f < brush->cell->n_faces; f++)
        if (bsp_plane_axis(&brush->cell->faces[f].plane) < 0)
            put_plane(out, &brush->cell->faces[f].plane, FALSE);
}

static void put_list(GByteArray *out, gint32 model, gint32 n)
{
    put_int(out, 1);
    put_int(out, model);
    put_int(out, n);
    put_int(out, 0);
}

GByteArray *level_brushlist(const BspSolid *const *models, guint n)
{
    GByteArray *out = g_byte_array_new();
    for (guint m = 0; m < n; m++) {
        put_list(out, (gint32)m, (gint32)models[m]->brushes->len);
        for (guint i = 0; i < models[m]->brushes->len; i++)
            put_listed(out, bsp_solid_brush(models[m], i));
    }
    return out;
}

/* --- Quake II --- */

enum {
    Q2_PLANES = 1,
    Q2_NODES = 4,
    Q2_TEXINFO,
    Q2_LEAVES = 8,
    Q2_LEAF_BRUSHES = 10,
    Q2_MODELS = 13,
    Q2_BRUSHES,
    Q2_SIDES,
    N_Q2_LUMPS = 19
};

static void put_q2_leaf(GByteArray *leaves, gint first, gint n)
{
    put_zeros(leaves, 24);
    put_short(leaves, first);
    put_short(leaves, n);
}

/* Writes the trees. The tree of the world has one node. The leaf in front of it has all brushes of
 * the world. Each other model is one leaf. */
static void put_q2_trees(GByteArray **lumps, const LevelBrush *brushes, guint n)
{
    put_int(lumps[Q2_NODES], 0);
    put_int(lumps[Q2_NODES], -1);
    put_int(lumps[Q2_NODES], -2);
    put_zeros(lumps[Q2_NODES], 16);
    for (guint first = 0, end = 0; first < n; first = end) {
        guint model = brushes[first].model;
        while (end < n && brushes[end].model == model) {
            put_short(lumps[Q2_LEAF_BRUSHES], (gint)end);
            end++;
        }
        put_q2_leaf(lumps[Q2_LEAVES], (gint)first, (gint)(end - first));
        if (!model)
            put_q2_leaf(lumps[Q2_LEAVES], 0, 0);
        put_zeros(lumps[Q2_MODELS], 36);
        put_int(lumps[Q2_MODELS], model ? -2 - (gint)model : 0);
        put_zeros(lumps[Q2_MODELS], 8);
    }
}

static void put_q2_brush(GByteArray **lumps, const LevelBrush *brush)
{
    put_int(lumps[Q2_BRUSHES], (gint32)lumps[Q2_SIDES]->len / 4);
    put_int(lumps[Q2_BRUSHES], (gint32)brush->n);
    put_int(lumps[Q2_BRUSHES], brush->contents);
    for (guint k = 0; k < brush->n; k++) {
        put_short(lumps[Q2_SIDES], (gint)(brush->first + k));
        put_short(lumps[Q2_SIDES], k % 4 == 3 ? -1 : (gint)(k % 4));
    }
}

GByteArray *level_q2_models(const BspPlane *planes, guint n_planes, const LevelBrush *brushes,
                            guint n, const char *entities)
{
    GByteArray *lumps[N_Q2_LUMPS];
    g_autoptr(GByteArray) magic = g_byte_array_new();
    for (guint i = 0; i < N_Q2_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    for (guint i = 0; i < n_planes; i++)
        put_plane(lumps[Q2_PLANES], &planes[i], TRUE);
    for (gint i = 0; i < 3; i++) {
        put_zeros(lumps[Q2_TEXINFO], 32);
        put_int(lumps[Q2_TEXINFO], i + 1);
        put_zeros(lumps[Q2_TEXINFO], 40);
    }
    for (guint i = 0; i < n; i++)
        put_q2_brush(lumps, &brushes[i]);
    put_q2_trees(lumps, brushes, n);
    put_entities(lumps[ENTITIES], entities);
    g_byte_array_append(magic, (const guint8 *)"IBSP", 4);
    put_int(magic, 38);
    return assemble(magic, lumps, N_Q2_LUMPS);
}

GByteArray *level_q2(const BspPlane *sides, guint n)
{
    return level_q2_models(sides, n, &(LevelBrush){ 0, n, 1, 0 }, 1, NULL);
}
