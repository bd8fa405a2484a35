/* fill: makes the space solid that cannot be reached from a world's starts. */
#include "build/fill.h"

enum { EMPTY, SOLID, REACHED };

/* Units. Narrower openings count as closed; a polygon within this of a plane is on both sides. An
 * error that reaches too much is safe, since it only fills less. */
#define OPENING (10 * BSP_CELL_EPSILON)

/* --- flooding --- */

typedef struct {
    BspBuildNode *leaf;
    guint from;    /* queue index of the leaf from which it was reached */
    BspVec middle; /* middle of the opening between the two leaves */
} Reached;

typedef struct {
    BspFill *fill;
    GArray *queue; /* Reached, in the order of discovery */
    guint from;
} Flood;

static void reach_leaf(Flood *f, BspBuildNode *leaf, BspVec middle)
{
    if (leaf->value != EMPTY)
        return;
    Reached reached = { leaf, f->from, middle };
    leaf->value = REACHED;
    f->fill->n_reached++;
    g_array_append_val(f->queue, reached);
}

/* Marks every empty leaf that borders on the opening, which is a face of a leaf's cell. */
static void pass_through(Flood *f, BspBuildNode *node, const BspPolygon *opening)
{
    while (!bsp_build_node_is_leaf(node)) {
        BspPolygon *front, *back;
        switch (bsp_polygon_side(opening, &node->plane, OPENING)) {
        case BSP_SIDE_FRONT:
            node = node->child[0];
            break;
        case BSP_SIDE_BACK:
            node = node->child[1];
            break;
        case BSP_SIDE_ON:
            pass_through(f, node->child[0], opening);
            node = node->child[1];
            break;
        case BSP_SIDE_STRADDLE:
            bsp_polygon_split(opening, &node->plane, OPENING, &front, &back);
            if (front)
                pass_through(f, node->child[0], front);
            if (back)
                pass_through(f, node->child[1], back);
            g_free(front);
            g_free(back);
            return;
        }
    }
    reach_leaf(f, node, bsp_polygon_centre(opening));
}

/* Whether the leaf borders on the box of the tree. *outside receives the centre of the nearest such
 * face. It is outside the world, because the box is larger. */
static gboolean is_outermost(const BspBuildNode *leaf, BspVec *outside)
{
    BspVec middle = bsp_cell_interior_point(leaf->cell);
    double nearest = HUGE_VAL;
    for (guint i = 0; i < leaf->cell->n_faces; i++) {
        if (leaf->cell->faces[i].tag != BSP_CELL_BOX_TAG)
            continue;
        g_autoptr(BspPolygon) face = bsp_cell_face_polygon(leaf->cell, i);
        BspVec centre = bsp_polygon_centre(face);
        double away = bsp_vec_length(bsp_vec_sub(centre, middle));
        if (away < nearest) {
            nearest = away;
            *outside = centre;
        }
    }
    return nearest < HUGE_VAL;
}

/* The path from a start to the leaf and on to `outside`. Each segment lies in one convex leaf, so
 * none crosses a solid. */
static GArray *leak_path(const GArray *queue, guint at, BspVec outside)
{
    GArray *path = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_val(path, outside);
    for (;;) {
        const Reached *r = &g_array_index(queue, Reached, at);
        BspVec inside = bsp_cell_interior_point(r->leaf->cell);
        g_array_prepend_val(path, inside);
        g_array_prepend_val(path, r->middle);
        if (r->from == at)
            return path;
        at = r->from;
    }
}

static BspBuildNode *leaf_of(BspBuildNode *node, BspVec p)
{
    while (!bsp_build_node_is_leaf(node))
        node = node->child[bsp_plane_distance(&node->plane, p) <= 0];
    return node;
}

static void flood_leaves(Flood *f, BspJob *job)
{
    for (guint i = 0; i < f->queue->len && bsp_job_goes_on(job); i++) {
        const BspBuildNode *leaf = g_array_index(f->queue, Reached, i).leaf;
        BspVec outside;
        f->from = i;
        if (!f->fill->leak && is_outermost(leaf, &outside))
            f->fill->leak = leak_path(f->queue, i, outside);
        for (guint k = 0; k < leaf->cell->n_faces; k++) {
            g_autoptr(BspPolygon) opening = bsp_cell_face_polygon(leaf->cell, k);
            if (!bsp_polygon_is_sliver(opening, OPENING))
                pass_through(f, f->fill->root, opening);
        }
    }
}

static guint count_empty(const BspBuildNode *node)
{
    if (bsp_build_node_is_leaf(node))
        return node->value == EMPTY ? 1 : 0;
    return count_empty(node->child[0]) + count_empty(node->child[1]);
}

/* Frees the cells, which only flooding needs: they take more memory than the rest of the tree.
 * Marks the branches above reached leaves. */
static void finish_node(BspBuildNode *node)
{
    g_clear_pointer(&node->cell, bsp_cell_free);
    for (guint k = 0; k < 2 && !bsp_build_node_is_leaf(node); k++) {
        finish_node(node->child[k]);
        if (node->child[k]->value == REACHED)
            node->value = REACHED;
    }
}

BspFill *bsp_fill_new(BspBuildNode *root, const GArray *starts, BspJob *job)
{
    BspFill *fill = g_new0(BspFill, 1);
    fill->root = root;
    fill->n_empty = count_empty(root);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(Reached));
    Flood f = { .fill = fill, .queue = queue };
    for (guint i = 0; i < starts->len; i++) {
        BspVec start = g_array_index(starts, BspVec, i);
        BspBuildNode *leaf = leaf_of(root, start);
        f.from = queue->len; /* its own index: a path begins here */
        fill->n_starts += leaf->value != SOLID ? 1 : 0;
        reach_leaf(&f, leaf, start);
    }
    flood_leaves(&f, job);
    finish_node(root);
    return fill;
}

void bsp_fill_free(BspFill *fill)
{
    if (!fill)
        return;
    bsp_build_node_free(fill->root);
    if (fill->leak)
        g_array_unref(fill->leak);
    g_free(fill);
}

/* --- cells --- */

/* A part of a cell during the descent, and the last plane that cut it. */
typedef struct {
    const BspCell *cell;
    const BspPlane *cut;
} Part;

/* Whether the part contains reached space that extends more than BSP_DOUBT beyond the planes.
 * part->cut then receives the last plane that cut off the reached part. */
static gboolean holds_reached(const BspBuildNode *node, Part *part)
{
    while (node->value == REACHED && !bsp_build_node_is_leaf(node)) {
        double least, most;
        bsp_cell_range(part->cell, &node->plane, &least, &most);
        if (most > BSP_DOUBT && least < -BSP_DOUBT)
            break;
        node = node->child[most < -least];
    }
    if (node->value != REACHED || bsp_build_node_is_leaf(node))
        return node->value == REACHED;
    BspCell *halves[2];
    bsp_cell_split(part->cell, &node->plane, 0, &halves[0], &halves[1]);
    gboolean found = FALSE;
    for (guint k = 0; k < 2 && !found; k++) {
        Part half = { halves[k], &node->plane };
        found = halves[k] && holds_reached(node->child[k], &half);
        if (found)
            part->cut = half.cut;
    }
    bsp_cell_free(halves[0]);
    bsp_cell_free(halves[1]);
    return found;
}

BspOccupancy bsp_fill_in_cell(const BspFill *fill, const BspSolidity *solidity, const BspCell *cell,
                              BspPlane *plane)
{
    if (leaf_of(fill->root, bsp_cell_interior_point(cell))->value == REACHED) {
        if (!bsp_solidity_reaches(solidity, cell, plane))
            return BSP_CELL_EMPTY;
        gboolean cuts = plane->normal.x != 0 || plane->normal.y != 0 || plane->normal.z != 0;
        return cuts ? BSP_CELL_MIXED : BSP_CELL_SOLID;
    }
    Part whole = { cell, NULL };
    if (!holds_reached(fill->root, &whole))
        return BSP_CELL_SOLID;
    if (!whole.cut)
        return BSP_CELL_EMPTY;
    *plane = *whole.cut;
    return BSP_CELL_MIXED;
}

/* --- faces --- */

/* Units. A face is tested this far in front of itself, beyond planes that the tree may have merged
 * with its own. */
#define IN_FRONT (2 * (BSP_THIN + BSP_ON_PLANE))

static gboolean touches_reached(const BspBuildNode *node, const BspPolygon *polygon)
{
    while (!bsp_build_node_is_leaf(node)) {
        BspPolygon *front, *back;
        gboolean found;
        switch (bsp_polygon_side(polygon, &node->plane, BSP_ON_PLANE)) {
        case BSP_SIDE_FRONT:
            node = node->child[0];
            break;
        case BSP_SIDE_BACK:
            node = node->child[1];
            break;
        case BSP_SIDE_ON:
            if (touches_reached(node->child[0], polygon))
                return TRUE;
            node = node->child[1];
            break;
        case BSP_SIDE_STRADDLE:
            bsp_polygon_split(polygon, &node->plane, BSP_ON_PLANE, &front, &back);
            found = (front && touches_reached(node->child[0], front)) ||
                    (back && touches_reached(node->child[1], back));
            g_free(front);
            g_free(back);
            return found;
        }
    }
    return node->value == REACHED;
}

GArray *bsp_fill_faces(const BspFill *fill, const GArray *faces, BspJob *job)
{
    GArray *out = bsp_union_faces_new();
    for (guint i = 0; i < faces->len && bsp_job_goes_on(job); i++) {
        BspUnionFace face = g_array_index(faces, BspUnionFace, i);
        g_autoptr(BspPolygon) moved = bsp_polygon_new(face.polygon->v, face.polygon->n);
        for (guint k = 0; k < moved->n; k++)
            moved->v[k] = bsp_vec_mad(moved->v[k], IN_FRONT, face.plane.normal);
        if (!touches_reached(fill->root, moved))
            continue;
        face.polygon = bsp_polygon_new(face.polygon->v, face.polygon->n);
        g_array_append_val(out, face);
    }
    return out;
}
