/* brush-by-brush: computes answers about points, volumes and faces from a solid's brushes, by brute
 * force. */
#include "brush-by-brush.h"

#include "compile/tree.h"

double cell_depth(const BspCell *cell, BspVec p)
{
    double least = HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++)
        least = fmin(least, -bsp_plane_distance(&cell->faces[f].plane, p));
    return least;
}

typedef struct {
    const BspSolid *solid;
    BspVec p;
    double distance;
} PointSearch;

static gboolean misses_point(guint item, gpointer user_data)
{
    const PointSearch *search = user_data;
    return cell_depth(bsp_solid_brush(search->solid, item)->cell, search->p) <= search->distance;
}

gboolean brushes_contain(const BspSolid *solid, BspVec p)
{
    PointSearch search = { solid, p, BSP_TOUCH };
    BspBounds box = { p, p };
    return !bsp_solid_overlapping(solid, &box, misses_point, &search);
}

static gboolean ends_far(guint item, gpointer user_data)
{
    const PointSearch *search = user_data;
    const BspCell *cell = bsp_solid_brush(search->solid, item)->cell;
    return fabs(cell_depth(cell, search->p)) > search->distance;
}

gboolean brushes_end_near(const BspSolid *solid, BspVec p, double distance)
{
    PointSearch search = { solid, p, distance };
    BspBounds point = { p, p }, box = bsp_bounds_grown(&point, distance);
    return !bsp_solid_overlapping(solid, &box, ends_far, &search);
}

double brushes_distance(const BspSolid *solid, BspVec p, guint32 mask)
{
    double least = HUGE_VAL;
    for (guint b = 0; b < solid->brushes->len; b++)
        if (!mask || bsp_brush_contents(bsp_solid_brush(solid, b)) & mask)
            least = fmin(least, bsp_cell_distance(bsp_solid_brush(solid, b)->cell, p, NULL));
    return least;
}

gboolean brushes_are_clear(const BspSolid *solid, BspVec p, double least, double most)
{
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        for (guint f = 0; f < cell->n_faces; f++) {
            double off = fabs(bsp_plane_distance(&cell->faces[f].plane, p));
            if (off > least && off < most)
                return FALSE;
        }
    }
    return TRUE;
}

static double volume_of_leaves(const BspBuildNode *node)
{
    if (!bsp_build_node_is_leaf(node))
        return volume_of_leaves(node->child[0]) + volume_of_leaves(node->child[1]);
    return node->value && node->cell ? bsp_cell_volume(node->cell) : 0;
}

double solid_volume(const BspSolid *solid)
{
    g_autoptr(BspBuildNode) root =
        bsp_tree_compile(solid, &(BspBuildOptions){ 0 }, bsp_job_part_none(), NULL, NULL);
    return root ? volume_of_leaves(root) : 0;
}

GArray *union_faces(const BspSolid *solid)
{
    return bsp_solid_union_faces_part(solid, bsp_job_part_none(), NULL);
}
