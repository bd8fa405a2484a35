/* sharp-cell: replaces a solid cell whose corners are too sharp to be accurate.
 *
 * The planes of a cell come from several brushes, each accurate within the tolerances of building.
 * If brushes are near copies of one another, three such planes may meet at a corner that no brush
 * has. The error of such a needle-like corner is ten thousand times the error of the planes.
 *
 * The error does not matter for points, because planes stop them. But bevels and the bodies of
 * exact tests are made from corners. If a cell's corners are far from the corners of the brushes,
 * its bevels and body are made from a brush that contains the cell, within the tolerances. If there
 * is no such brush, the cell is cut until each piece is in one brush. */
#include "bsp-brush-table.h"
#include "compile/solid.h"
#include "geometry/cell.h"
#include "shift/shift-private.h"

/* The tag of faces that were made by cutting. */
#define CUT_TAG (BSP_CELL_BOX_TAG - 1)

/* A cell, and the results of a search among the brushes. */
typedef struct {
    const BspCell *cell;
    const ShiftBrushes *brushes;
    guint8 *met;    /* for each vertex of the cell, whether a brush is within BSP_BRUSH_THICKNESS */
    gboolean lacks; /* set if a brush extends beyond a corner of the cell by more than
                       BSP_BRUSH_THICKNESS */
    /* The part of a brush that contains the cell; NULL if no brush contains it. */
    BspCell *replacement;
    double best; /* units, the thickness of the thinner of the two parts that `cut` makes */
    BspPlane cut;
} Search;

/* Units. The maximum distance of a plane of a cell from the same plane of a brush. A leaf may
 * differ from the brushes by BSP_TOUCH, and its planes by another BSP_TOUCH. */
#define APART (2 * BSP_TOUCH)

/* The maximum number of faces considered at a vertex. More faces make a corner blunter, so ignoring
 * some is safe. */
#define MOST_FACES 8

/* Dimensionless. A corner is sharp if it moves farther than this times the movement of its planes.
 * So no corner of a blunt cell moves farther than BSP_BRUSH_THICKNESS if its planes move by
 * BSP_TOUCH. */
#define BLUNT (BSP_BRUSH_THICKNESS / BSP_TOUCH)

/* --- a quick test for sharp corners, which most cells do not have --- */

/* Returns whether a face belongs to the initial box, beyond which the leaf continues. */
static gboolean is_box_face(const BspCellFace *face)
{
    return face->tag == BSP_CELL_BOX_TAG;
}

static guint normals_at(const BspCell *cell, guint vertex, BspVec normals[MOST_FACES])
{
    guint n = 0;
    for (guint f = 0; f < cell->n_faces && n < MOST_FACES; f++) {
        const BspCellFace *face = &cell->faces[f];
        for (guint k = 0; k < face->n && !is_box_face(face); k++)
            if (cell->loop[face->first + k] == vertex) {
                normals[n++] = face->plane.normal;
                break;
            }
    }
    return n;
}

static gboolean is_sharp_corner(BspVec a, BspVec b, BspVec c)
{
    double volume;
    BspVec corner = bsp_corner_of_normals(a, b, c, &volume);
    return bsp_vec_dot(corner, corner) >= BLUNT * BLUNT * volume * volume;
}

/* Returns whether the cell may have sharp corners. Faces of the initial box do not count. */
static gboolean may_be_sharp(const BspCell *cell)
{
    for (guint v = 0; v < cell->n_vertices; v++) {
        BspVec n[MOST_FACES];
        guint count = normals_at(cell, v, n);
        for (guint i = 2; i < count; i++)
            for (guint j = 1; j < i; j++)
                for (guint k = 0; k < j; k++)
                    if (is_sharp_corner(n[i], n[j], n[k]))
                        return TRUE;
    }
    return FALSE;
}

/* --- two cells --- */

/* Returns whether p is within BSP_BRUSH_THICKNESS of the cell. Nearly always a comparison of p with
 * the planes suffices. */
static gboolean is_near(const BspCell *cell, BspVec p)
{
    double most = -HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++)
        most = MAX(most, bsp_plane_distance(&cell->faces[f].plane, p));
    return most <= 0 ||
           (most <= BSP_BRUSH_THICKNESS && bsp_cell_distance(cell, p, NULL) <= BSP_BRUSH_THICKNESS);
}

/* Returns the part of the cell that is behind all planes of `other`, each moved out by `by` units;
 * NULL if that part is empty. */
static BspCell *part_inside(const BspCell *cell, const BspCell *other, double by)
{
    BspCell *part = bsp_cell_copy(cell);
    for (guint f = 0; f < other->n_faces && part; f++)
        part = bsp_cell_take_behind(part, &other->faces[f].plane, -by, CUT_TAG);
    return part;
}

/* --- one brush --- */

/* Returns whether a vertex of a part of a brush is a vertex of the brush itself, or lies on a sharp
 * edge of the brush. Otherwise the vertex comes from cutting, and the brush continues in other
 * cells. */
static gboolean is_brush_vertex(const BspCell *part, guint vertex)
{
    BspVec normal[2];
    guint n = 0;
    for (guint f = 0; f < part->n_faces; f++)
        for (guint k = 0; k < part->faces[f].n && part->faces[f].tag != CUT_TAG; k++)
            if (part->loop[part->faces[f].first + k] == vertex && n++ < 2)
                normal[n - 1] = part->faces[f].plane.normal;
    return n > 2 ||
           (n == 2 && is_sharp_corner(normal[0], normal[1], bsp_vec_cross(normal[0], normal[1])));
}

static gboolean extends_beyond(const BspCell *part, const BspCell *cell)
{
    for (guint i = 0; i < part->n_vertices; i++)
        if (is_brush_vertex(part, i) && !is_near(cell, part->vertices[i]))
            return TRUE;
    return FALSE;
}

/* Compares the cell with the planes of the brush. Sets *holds to whether the brush contains the
 * cell. Sets *best and *cut if a plane cuts the cell better than *best. Returns FALSE if the brush
 * does not contain the cell and at most touches it. */
static gboolean compare_to_brush(const BspCell *cell, const BspCell *brush, gboolean *holds,
                                 double *best, BspPlane *cut)
{
    gboolean apart = FALSE;
    *holds = TRUE;
    for (guint f = 0; f < brush->n_faces; f++) {
        double under, over;
        bsp_cell_range(cell, &brush->faces[f].plane, &under, &over);
        *holds = *holds && over <= APART;
        apart = apart || under >= -APART;
        if (MIN(over, -under) > *best) {
            *best = MIN(over, -under);
            *cut = brush->faces[f].plane;
        }
    }
    return *holds || !apart;
}

static gboolean examine_brush(guint b, gpointer user_data)
{
    Search *s = user_data;
    const BspBrush *brush = bsp_solid_brush(s->brushes->solid, b);
    gboolean holds;
    double best = s->best;
    BspPlane cut = s->cut;
    if (!bsp_mask_selects(s->brushes->mask, brush->contents))
        return TRUE;
    for (guint i = 0; i < s->cell->n_vertices; i++)
        s->met[i] = s->met[i] || is_near(brush->cell, s->cell->vertices[i]);
    if (!compare_to_brush(s->cell, brush->cell, &holds, &best, &cut))
        return TRUE;
    s->best = best;
    s->cut = cut;
    BspCell *part = part_inside(brush->cell, s->cell, APART);
    s->lacks = s->lacks || (part && extends_beyond(part, s->cell));
    if (part && holds && !s->replacement)
        s->replacement = part;
    else
        bsp_cell_free(part);
    return TRUE;
}

/* --- all brushes of the mask --- */

/* Returns whether the cell's corners are far from the corners of the brushes that the mask selects.
 */
static gboolean has_stray_corners(Search *s, const ShiftBrushes *brushes, const BspCell *cell)
{
    g_autofree guint8 *met = g_new0(guint8, cell->n_vertices);
    BspBounds bounds = bsp_cell_bounds(cell);
    gboolean off = FALSE;
    bounds = bsp_bounds_grown(&bounds, BSP_BRUSH_THICKNESS);
    *s = (Search){ .cell = cell, .brushes = brushes, .met = met, .best = BSP_TOUCH };
    bsp_solid_overlapping(brushes->solid, &bounds, examine_brush, s);
    for (guint i = 0; i < cell->n_vertices; i++)
        off = off || !met[i];
    s->met = NULL;
    return off || s->lacks;
}

gboolean shift_cell_cut(const BspCell *cell, const ShiftBrushes *brushes, BspPlane *plane)
{
    if (!may_be_sharp(cell))
        return FALSE;
    Search s;
    gboolean off = has_stray_corners(&s, brushes, cell), has_replacement = s.replacement != NULL;
    bsp_cell_free(s.replacement);
    *plane = s.cut;
    return off && !has_replacement && s.best > BSP_TOUCH;
}

BspCell *shift_cell_replacement(const BspCell *cell, const ShiftBrushes *brushes)
{
    Search s;
    if (!may_be_sharp(cell))
        return NULL;
    if (!has_stray_corners(&s, brushes, cell))
        g_clear_pointer(&s.replacement, bsp_cell_free);
    return s.replacement;
}

/* --- cutting cells until each part is in one brush --- */

typedef struct {
    const ShiftBrushes *brushes;
    BspJob *job;
    guint left; /* number of cuts of the leaf that are still allowed */
} Cutting;

/* Turns the leaf into a branch with two leaves of the leaf's value. Returns FALSE if the plane does
 * not cut the leaf's cell. */
static gboolean cut_leaf(BspBuildNode *leaf, const BspPlane *plane)
{
    BSP_ASSERT(bsp_build_node_is_leaf(leaf) && leaf->cell);
    BspCell *cells[2];
    bsp_cell_split(leaf->cell, plane, 0, &cells[0], &cells[1]);
    if (!cells[0] || !cells[1]) {
        bsp_cell_free(cells[0]);
        bsp_cell_free(cells[1]);
        return FALSE;
    }
    for (guint k = 0; k < 2; k++) {
        leaf->child[k] = g_new0(BspBuildNode, 1);
        leaf->child[k]->value = leaf->value;
        leaf->child[k]->cell = cells[k];
    }
    leaf->plane = *plane;
    leaf->value = 0;
    g_clear_pointer(&leaf->cell, bsp_cell_free);
    return TRUE;
}

/* The maximum number of cuts in one leaf, which limits the time for many almost equal brushes. */
#define MOST_CUTS 64

/* Cuts a leaf whose corners are too sharp to be accurate, until each piece is in one brush. */
static void cut_sharp_leaf(Cutting *c, BspBuildNode *leaf, guint depth)
{
    BspPlane plane;
    if (c->left == 0 || depth >= BSP_MAX_DEPTH || !bsp_job_goes_on(c->job) ||
        !shift_cell_cut(leaf->cell, c->brushes, &plane) || !cut_leaf(leaf, &plane))
        return;
    c->left--;
    for (guint k = 0; k < 2; k++)
        cut_sharp_leaf(c, leaf->child[k], depth + 1);
}

static void cut_sharp_leaves(Cutting *c, BspBuildNode *node, guint depth)
{
    c->left = MOST_CUTS;
    if (!bsp_build_node_is_leaf(node))
        for (guint k = 0; k < 2; k++)
            cut_sharp_leaves(c, node->child[k], depth + 1);
    else if (node->value)
        cut_sharp_leaf(c, node, depth);
}

void shift_cut_sharp(const ShiftBrushes *brushes, BspBuildNode *root, BspJob *job)
{
    cut_sharp_leaves(&(Cutting){ brushes, job, 0 }, root, 0);
}
