/* solid: a set of brushes treated as one solid, without a tree of planes. */
#include "compile/solid.h"

#include "bsp-brush-table.h"

BspSolid *bsp_solid_new(GPtrArray *brushes)
{
    g_return_val_if_fail(brushes && !g_ptr_array_find(brushes, NULL, NULL), NULL);
    BspSolid *solid = g_new0(BspSolid, 1);
    solid->brushes = brushes;
    solid->bounds = bsp_bounds_empty();
    solid->boxes = g_new(BspBounds, MAX(brushes->len, 1));
    for (guint i = 0; i < brushes->len; i++) {
        solid->boxes[i] = bsp_solid_brush(solid, i)->bounds;
        bsp_bounds_add(&solid->bounds, &solid->boxes[i]);
    }
    solid->places = g_new(guint, brushes->len);
    solid->hierarchy = bsp_hierarchy_new_with_places(solid->boxes, brushes->len, solid->places);
    return solid;
}

void bsp_solid_free(BspSolid *solid)
{
    if (!solid)
        return;
    g_ptr_array_unref(solid->brushes);
    bsp_hierarchy_free(solid->hierarchy);
    g_free(solid->places);
    g_free(solid->boxes);
    g_free(solid->numbers);
    g_free(solid);
}

BspSolid *bsp_solid_select(const BspSolid *solid, guint32 mask)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new();
    guint *numbers = g_new(guint, solid->brushes->len);
    for (guint i = 0; i < solid->brushes->len; i++) {
        if (!bsp_mask_selects(mask, bsp_solid_brush(solid, i)->contents))
            continue;
        numbers[brushes->len] = i;
        g_ptr_array_add(brushes, solid->brushes->pdata[i]);
    }
    BspSolid *selected = bsp_solid_new(g_steal_pointer(&brushes));
    selected->numbers = numbers;
    return selected;
}

/* --- expansion --- */

typedef struct {
    const BspSolid *solid;
    const BspBounds *box;
    double erosion;
    BspJobPart part;    /* the part of the job for one chunk */
    GPtrArray *brushes; /* expanded brushes (BspBrush); NULL for a brush that failed or is not
                           expanded yet */
} Expansion;

static void expand_chunk(guint chunk, gpointer data)
{
    Expansion *e = data;
    guint end = MIN(BSP_SOLID_CHUNK * (chunk + 1), e->brushes->len);
    for (guint i = BSP_SOLID_CHUNK * chunk; i < end && bsp_job_goes_on(e->part.job); i++)
        e->brushes->pdata[i] =
            bsp_brush_expand_eroded(bsp_solid_brush(e->solid, i), e->box, e->erosion, NULL);
    bsp_job_part_done(e->part);
}

/* Returns whether all brushes are expanded. If not, expands the first missing brush again to get
 * its error. */
static gboolean check_expansion(const Expansion *e, GError **error)
{
    if (!bsp_job_check(e->part.job, error))
        return FALSE;
    for (guint i = 0; i < e->brushes->len; i++) {
        if (!e->brushes->pdata[i]) {
            bsp_brush_expand_eroded(bsp_solid_brush(e->solid, i), e->box, e->erosion, error);
            g_prefix_error(error,
                           "brush %u, expanded: ", e->solid->numbers ? e->solid->numbers[i] : i);
            return FALSE;
        }
    }
    return TRUE;
}

BspSolid *bsp_solid_expand_part(const BspSolid *solid, const BspBounds *box, double erosion,
                                BspJobPart part, GError **error)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_set_size(brushes, (gint)solid->brushes->len);
    guint n = bsp_solid_n_chunks(solid);
    Expansion e = { solid, box, erosion, bsp_job_part_of(part, 1.0 / MAX(n, 1)), brushes };
    bsp_job_each(part.job, n, expand_chunk, &e);
    if (!check_expansion(&e, error))
        return NULL;
    BspSolid *expanded = bsp_solid_new(g_steal_pointer(&brushes));
    BSP_ASSERT(expanded->brushes->len == solid->brushes->len);
    for (guint i = 0; i < solid->brushes->len; i++)
        expanded->places[i] = solid->places[i];
    return expanded;
}

BspSolid *bsp_solid_expand(const BspSolid *solid, const BspBounds *box, GError **error)
{
    return bsp_solid_expand_part(solid, box, 0, bsp_job_part_none(), error);
}

/* --- solidity --- */

struct BspSolidity {
    const BspHierarchy *hierarchy;
    BspHierarchy *own_hierarchy; /* equal to `hierarchy` if it is owned; else NULL */
    BspPlane *planes;            /* planes of all brushes, facing outward */
    guint *first;                /* brush i has planes[first[i] .. first[i + 1]) */
};

BspSolidity *bsp_solidity_new(const BspSolid *solid)
{
    guint n = solid->brushes->len;
    BspSolidity *solidity = g_new(BspSolidity, 1);
    *solidity = (BspSolidity){ .hierarchy = solid->hierarchy, .first = g_new0(guint, n + 1) };
    for (guint i = 0; i < n; i++)
        solidity->first[i + 1] = solidity->first[i] + bsp_solid_brush(solid, i)->cell->n_faces;
    solidity->planes = g_new(BspPlane, solidity->first[n]);
    for (guint i = 0; i < n; i++) {
        const BspCell *cell = bsp_solid_brush(solid, i)->cell;
        for (guint f = 0; f < cell->n_faces; f++)
            solidity->planes[solidity->first[i] + f] = cell->faces[f].plane;
    }
    return solidity;
}

void bsp_solidity_take_solid(BspSolidity *solidity, BspSolid *solid)
{
    g_return_if_fail(solidity->hierarchy == solid->hierarchy);
    solidity->own_hierarchy = g_steal_pointer(&solid->hierarchy);
    bsp_solid_free(solid);
}

void bsp_solidity_free(BspSolidity *solidity)
{
    if (!solidity)
        return;
    bsp_hierarchy_free(solidity->own_hierarchy);
    g_free(solidity->planes);
    g_free(solidity->first);
    g_free(solidity);
}

/* --- one brush and a cell --- */

static const BspPlane *first_plane(const BspSolidity *m, guint brush)
{
    return &m->planes[m->first[brush]];
}

static guint n_planes(const BspSolidity *m, guint brush)
{
    return m->first[brush + 1] - m->first[brush];
}

/* Returns whether the cell is in front of some plane of the brush, or at most BSP_TOUCH behind it.
 * The plane farthest from an inner point of the cell is tried first, because usually it
 * separates. */
static gboolean is_separated(const BspSolidity *m, guint brush, const BspCell *cell, BspVec inside)
{
    const BspPlane *planes = first_plane(m, brush);
    guint n = n_planes(m, brush), best = 0;
    double farthest = -HUGE_VAL, least, most;
    for (guint i = 0; i < n; i++) {
        double d = bsp_plane_distance(&planes[i], inside);
        best = d > farthest ? i : best;
        farthest = MAX(d, farthest);
    }
    for (guint i = 0; i < n; i++) {
        bsp_cell_range(cell, &planes[(best + i) % n], &least, &most);
        if (least >= -BSP_TOUCH)
            return TRUE;
    }
    return FALSE;
}

/* Returns whether the brush, with its planes moved inward by BSP_TOUCH, overlaps the cell. */
static gboolean brush_overlaps(const BspSolidity *m, guint brush, const BspCell *cell,
                               BspVec inside)
{
    if (is_separated(m, brush, cell, inside))
        return FALSE;
    BspCell *part = bsp_cell_take_behind_all(bsp_cell_copy(cell), first_plane(m, brush),
                                             n_planes(m, brush), BSP_TOUCH);
    gboolean any = part != NULL;
    bsp_cell_free(part);
    return any;
}

/* Finds the brush's plane that cuts the cell most evenly. Returns FALSE if no plane leaves more
 * than BSP_TOUCH of the cell on both sides. */
static gboolean find_best_cut(const BspSolidity *m, guint brush, const BspCell *cell,
                              BspPlane *plane)
{
    double best = BSP_TOUCH;
    for (guint i = 0; i < n_planes(m, brush); i++) {
        double least, most;
        bsp_cell_range(cell, first_plane(m, brush) + i, &least, &most);
        if (MIN(most, -least) > best) {
            best = MIN(most, -least);
            *plane = first_plane(m, brush)[i];
        }
    }
    return best > BSP_TOUCH;
}

/* --- whether a cell is empty --- */

typedef struct {
    const BspSolidity *solidity;
    const BspCell *cell;
    BspVec inside; /* a point of the cell */
    guint brush;   /* the result; a brush that reaches into the cell */
} Reach;

static gboolean note_reaching(guint brush, gpointer user_data)
{
    Reach *r = user_data;
    if (brush < r->brush && brush_overlaps(r->solidity, brush, r->cell, r->inside))
        r->brush = brush;
    return TRUE;
}

/* Finds the brush with the lowest number that reaches into the cell, not the first in the
 * hierarchy. So the trees of an onion's spaces are cut by the same brushes, and share more
 * subtrees. */
static gboolean find_reaching_brush(Reach *r)
{
    BspBounds bounds = bsp_cell_bounds(r->cell);
    r->brush = G_MAXUINT;
    bsp_hierarchy_overlapping(r->solidity->hierarchy, &bounds, note_reaching, r);
    return r->brush != G_MAXUINT;
}

gboolean bsp_solidity_reaches(const BspSolidity *solidity, const BspCell *cell, BspPlane *plane)
{
    Reach r = { solidity, cell, bsp_cell_interior_point(cell), 0 };
    if (!find_reaching_brush(&r))
        return FALSE;
    if (!find_best_cut(solidity, r.brush, cell, plane))
        plane->normal = bsp_vec(0, 0, 0);
    return TRUE;
}

/* --- whether a cell is solid --- */

typedef struct {
    const BspSolidity *solidity;
    BspVec p;
    double grow;
    guint brush; /* the result; a brush that contains the point */
} Search;

/* Returns whether the point is outside the brush with its planes moved outward by search->grow. */
static gboolean brush_misses(guint brush, gpointer user_data)
{
    Search *search = user_data;
    const BspSolidity *m = search->solidity;
    for (guint i = m->first[brush]; i < m->first[brush + 1]; i++)
        if (bsp_plane_distance(&m->planes[i], search->p) > search->grow)
            return TRUE;
    search->brush = brush;
    return FALSE;
}

static gboolean find_brush_around(Search *search)
{
    BspBounds box = { search->p, search->p };
    box = bsp_bounds_grown(&box, search->grow);
    return !bsp_hierarchy_overlapping(search->solidity->hierarchy, &box, brush_misses, search);
}

/* Adds the parts of the piece that are outside the brush to `pieces`, after the brush's planes were
 * moved outward by BSP_TOUCH. Consumes the piece. */
static void subtract_brush(const BspSolidity *m, guint brush, BspCell *piece, GPtrArray *pieces)
{
    for (guint i = 0; i < n_planes(m, brush) && piece; i++) {
        BspCell *front, *back;
        BspPlane plane = first_plane(m, brush)[i];
        plane.dist += BSP_TOUCH;
        bsp_cell_split(piece, &plane, 0, &front, &back);
        if (front)
            g_ptr_array_add(pieces, front);
        bsp_cell_free(piece);
        piece = back;
    }
    bsp_cell_free(piece);
}

/* The maximum number of pieces tested for a cell, which bounds its time. Many almost equal brushes
 * could leave too many slivers to test. */
#define MAX_PIECES 4096

/* Returns whether the brushes, moved outward by BSP_TOUCH, cover the cell. If the inner point of a
 * piece is in no brush, they do not cover it. Else the brush that contains the point is subtracted
 * from the piece, and the remaining parts are tested. If it is still unknown after MAX_PIECES
 * pieces, the function returns FALSE, so that the cell is cut. */
static gboolean is_covered(const BspSolidity *m, const BspCell *cell)
{
    g_autoptr(GPtrArray) pieces = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_cell_free);
    g_ptr_array_add(pieces, bsp_cell_copy(cell));
    for (guint looks = 0; pieces->len > 0; looks++) {
        if (looks == MAX_PIECES)
            return FALSE;
        BspCell *piece = g_ptr_array_steal_index_fast(pieces, pieces->len - 1);
        Search search = { m, bsp_cell_interior_point(piece), BSP_TOUCH, 0 };
        if (!find_brush_around(&search)) {
            bsp_cell_free(piece);
            return FALSE;
        }
        subtract_brush(m, search.brush, piece, pieces);
    }
    return TRUE;
}

BspOccupancy bsp_solidity_in_cell(const BspSolidity *solidity, const BspCell *cell, BspPlane *plane)
{
    Search middle = { solidity, bsp_cell_interior_point(cell), 0, 0 };
    gboolean solid = find_brush_around(&middle);
    if (solid && is_covered(solidity, cell))
        return BSP_CELL_SOLID;
    Reach reach = { solidity, cell, middle.p, 0 };
    if (!find_reaching_brush(&reach))
        return BSP_CELL_EMPTY;
    if (!solid && is_covered(solidity, cell))
        return BSP_CELL_SOLID;
    /* If no plane of the brush cuts the cell, the brush covers it. */
    return find_best_cut(solidity, reach.brush, cell, plane) ? BSP_CELL_MIXED : BSP_CELL_SOLID;
}
