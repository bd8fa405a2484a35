/* q1-cells: finds the cells into which the nodes of a tree of Quake or GoldSrc divide space. */
#include "world/q1-cells.h"

#include "bsp-brush-table.h"
#include "geometry/brush.h"

/* The maximum number of faces of all cells is FACES_PER_NODE times the number of nodes, plus
 * FACES_AT_LEAST. Cells of real levels have about ten faces. Each visit of a node makes a cell of
 * at least four faces, so the number of visits is limited, too. FACES_AT_LEAST allows a brush with
 * 700 sides in a small level, whose sides each add a face to the cell behind, 245,000 in all. */
#define FACES_PER_NODE 64
#define FACES_AT_LEAST 262144

typedef struct {
    BspQ1Level *level;
    BspQ1Cells *cells;
    guint hull;
    guint nodes; /* the lump of the hull's nodes */
    guint32 wanted;
} Walk;

/* --- leaves --- */

enum { SOLID = -2, SKY = -6 };

/* Sets *contents to the contents of a leaf. In a clip hull, a leaf is not the number of a record,
 * but a negative number that stands for contents. Only solid stops a move there; sky does not stop
 * it (SV_RecursiveHullCheck, PM_RecursiveHullCheck). */
static gboolean leaf_contents(const Walk *walk, gint32 leaf, guint32 *contents)
{
    const BspLumps *lumps = &walk->level->lumps;
    if (walk->hull) {
        *contents = leaf == SOLID ? BSP_CONTENTS_SOLID : 0;
        walk->cells->n_sky += leaf == SKY;
        return TRUE;
    }
    guint number = (guint) - (leaf + 1);
    if (!bsp_lumps_in_tree(lumps, BSP_Q1_LEAVES, number))
        return FALSE;
    *contents = bsp_q1_contents(bsp_lumps_int(lumps, BSP_Q1_LEAVES, number, 0));
    return TRUE;
}

/* Adds the cell of a leaf if its contents are wanted, otherwise frees it. */
static gboolean add_cell(const Walk *walk, gint32 leaf, BspCell *cell)
{
    BspQ1Cells *cells = walk->cells;
    guint32 contents = 0;
    gboolean ok = leaf_contents(walk, leaf, &contents);
    gboolean is_solid = (contents & BSP_CONTENTS_SOLID) != 0;
    if (bsp_cell_ends_in_box(cell))
        cells->n_endless[is_solid]++;
    if (ok && contents & walk->wanted) {
        g_ptr_array_add(cells->cells, bsp_cell_copy(cell));
        g_array_append_val(cells->contents, contents);
    }
    bsp_cell_free(cell);
    return ok;
}

/* --- nodes --- */

static gboolean read_plane(const Walk *walk, guint node, BspPlane *plane)
{
    const BspLumps *lumps = &walk->level->lumps;
    gint32 index = bsp_lumps_int(lumps, walk->nodes, node, 0);
    g_autofree char *problem = bsp_lumps_plane(lumps, BSP_Q1_PLANES, index, plane);
    if (problem)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "%s %u: %s", lumps->kinds[walk->nodes].record,
                              node, problem);
    double length = bsp_vec_length(plane->normal);
    plane->normal = bsp_vec_scale(plane->normal, 1 / length);
    plane->dist /= length;
    return TRUE;
}

static gboolean check_node(const Walk *walk, guint node, guint depth)
{
    const BspLumps *lumps = &walk->level->lumps;
    const char *what = lumps->kinds[walk->nodes].record;
    if (!bsp_lumps_in_tree(lumps, walk->nodes, node))
        return FALSE;
    if (depth >= BSP_MAX_DEPTH)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT, "%s %u: the tree is deeper than %d levels",
                              what, node, BSP_MAX_DEPTH);
    guint64 n_faces = walk->level->n_faces[walk->hull != 0];
    return n_faces <= (guint64)FACES_PER_NODE * lumps->lumps[walk->nodes].n + FACES_AT_LEAST ||
           bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                          "%s %u: the cells of the tree have %" G_GUINT64_FORMAT
                          " faces, more than %d for each node",
                          what, node, n_faces, FACES_PER_NODE);
}

/* Adds the cells of the leaves below a node. `child` is the node or a leaf. Consumes `cell`, from
 * which the cells are cut. The cell is NULL if it is empty. */
static gboolean visit(const Walk *walk, gint32 child, BspCell *cell, guint depth)
{
    if (!cell)
        return TRUE;
    walk->level->n_faces[walk->hull != 0] += cell->n_faces;
    if (child < 0)
        return add_cell(walk, child, cell);
    guint node = (guint)child;
    BspPlane plane;
    BspCell *front = NULL, *back = NULL;
    gboolean ok = check_node(walk, node, depth) && read_plane(walk, node, &plane);
    if (ok)
        bsp_cell_split(cell, &plane, 0, &front, &back);
    bsp_cell_free(cell);
    if (ok && visit(walk, bsp_q1_level_child(walk->level, walk->nodes, node, 0), front, depth + 1))
        return visit(walk, bsp_q1_level_child(walk->level, walk->nodes, node, 1), back, depth + 1);
    bsp_cell_free(back);
    return FALSE;
}

/* --- the region --- */

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

/* Cuts the region out of all cells. Bounded cells are cut, too. Outside a level there are some that
 * end far away, at wedges of the level's planes. These cells differ between hulls. */
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

/* Units. The cells are cut from a cube with this half edge around the origin, or from the region if
 * that reaches farther. Cells that end at the cube are unbounded in the tree. Coordinates of Quake
 * and GoldSrc have 16 bits, so they are within half of the cube. */
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
    const Walk walk = { level, cells, hull, hull ? BSP_Q1_CLIP_NODES : BSP_Q1_NODES, wanted };
    BspBounds region;
    if (!find_region(level, model, box, &region))
        return FALSE;
    BspBounds cube = region;
    for (guint k = 0; k < 3; k++) {
        cube.mins.v[k] = fmin(cube.mins.v[k], -CUBE_HALF);
        cube.maxs.v[k] = fmax(cube.maxs.v[k], CUBE_HALF);
    }
    if (!visit(&walk, bsp_q1_level_head(level, model, hull), bsp_cell_new_box(&cube), 0))
        return FALSE;
    if (cells->n_endless[TRUE])
        cut_cells(cells, &region);
    return TRUE;
}

void bsp_q1_cells_clear(BspQ1Cells *cells)
{
    g_ptr_array_unref(cells->cells);
    g_array_unref(cells->contents);
}
