/* fill: makes the space that no start reaches count as solid (outside fill). */
#include "compile/fill.h"

#include <pthread.h>

/* --- cells --- */

BspOccupancy bsp_fill_in_cell(const BspSpace *space, const BspCell *cell, BspPlane *plane)
{
    if (bsp_flood_leaf(space->fill, bsp_cell_interior_point(cell))->value == BSP_FLOOD_REACHED) {
        if (!bsp_solidity_reaches(space->solidity, cell, plane))
            return BSP_CELL_EMPTY;
        gboolean cuts = plane->normal.x != 0 || plane->normal.y != 0 || plane->normal.z != 0;
        return cuts ? BSP_CELL_MIXED : BSP_CELL_SOLID;
    }
    const BspPlane *cut = NULL;
    if (!bsp_flood_parts(space->fill->root, cell, BSP_FLOOD_HAS_REACHED, &cut))
        return BSP_CELL_SOLID;
    if (!cut)
        return BSP_CELL_EMPTY;
    *plane = *cut;
    return BSP_CELL_MIXED;
}

/* --- faces --- */

/* Units. To test whether a face borders on reached space, it is moved forward by this distance. It
 * is then in front of all planes that the tree may have merged with the face's own plane. */
#define IN_FRONT (2 * (BSP_TOUCH + BSP_ON_PLANE))

static gboolean is_reached(BspBuildNode *leaf, const BspPolygon *part, gpointer user_data)
{
    (void)part;
    (void)user_data;
    return leaf->value == BSP_FLOOD_REACHED;
}

/* Copies the faces (array of BspUnionFace) that border on reached space. Returns a new array that
 * frees its polygons; it is incomplete if the job stopped. */
static GArray *fill_faces(const BspFlood *fill, const GArray *faces, BspJob *job)
{
    GArray *out = bsp_union_faces_new();
    for (guint i = 0; i < faces->len && bsp_job_goes_on(job); i++) {
        BspUnionFace face = g_array_index(faces, BspUnionFace, i);
        g_autoptr(BspPolygon) moved = bsp_polygon_new(face.polygon->v, face.polygon->n);
        for (guint k = 0; k < moved->n; k++)
            moved->v[k] = bsp_vec_mad(moved->v[k], IN_FRONT, face.plane.normal);
        if (!bsp_flood_visit(fill->root, moved, BSP_ON_PLANE, is_reached, NULL))
            continue;
        face.polygon = bsp_polygon_new(face.polygon->v, face.polygon->n);
        g_array_append_val(out, face);
    }
    return out;
}

/* --- closing cracks ---
 *
 * Compiled levels hold their planes as floats, so brushes that should meet leave cracks of up to
 * 0.0005 unit. If the flood of the true solid leaks, the solid is grown by half the width of a
 * crack and flooded again. This closes all cracks, whatever planes the tree has.
 *
 * The filled tree keeps the true planes; only leaves that the second flood did not reach become
 * solid. A move that such a leaf stops has left the reached space through the border of the grown
 * solid. So it was at most crack / 2 * sqrt 3 from a brush, which is inside the bracket if the
 * crack is BSP_BRACKET wide. */
/* A search for a sealed flood of the grown solid. If no start is free for the space's own box,
 * smaller boxes are tried. Space that a smaller box does not reach is not reached by a larger box
 * either. */
typedef struct {
    const BspSpaceSource *source;
    const BspBuildOptions *options;
    BspJob *job;
    GError **error;
    BspFlood *flood; /* the result, a sealed flood or NULL */
    GArray *leak;    /* the path of the leak of the space's own box, if there is one; else NULL */
    gboolean failed; /* a flood failed, and error is set */
} Search;

/* Floods the empty space around the solid, after the solid was grown for the box. Stores the flood
 * if it is sealed, otherwise the leak. Returns whether the box is free at a start. */
static gboolean flood_box(Search *s, const BspBounds *box, BspJobPart part)
{
    double grown = bsp_fill_crack(s->options) / 2;
    BspGrowth growth = { *box, grown, BSP_REACH_OF_GROWTH * grown };
    BspFlood *flood = bsp_flood_new_grown(s->source->solid, &growth, s->options, part, s->error);
    if (!flood) {
        s->failed = TRUE;
        return FALSE;
    }
    gboolean has_start = flood->n_starts > 0;
    g_clear_pointer(&s->leak, g_array_unref);
    if (bsp_flood_is_sealed(flood)) {
        s->flood = flood;
        return TRUE;
    }
    s->leak = g_steal_pointer(&flood->leak);
    bsp_flood_free(flood);
    return has_start;
}

static gboolean box_is_inside(const BspBounds *inner, const BspBounds *outer)
{
    gboolean is_empty = !bsp_bounds_contain(inner, inner->mins);
    return !is_empty && bsp_bounds_hold(outer, inner);
}

/* Tries the box scaled toward its point nearest to the origin. The first scaled box for which a
 * start is free decides, because a leak of a box is a leak of all boxes inside it. */
static void try_scaled_boxes(Search *s, const BspBounds *box)
{
    static const double scales[] = { 0.75, 0.5, 0.25, 0 };
    BspVec centre = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 3; k++)
        centre.v[k] = CLAMP(0, box->mins.v[k], box->maxs.v[k]);
    for (guint i = 0; i < G_N_ELEMENTS(scales) && !s->failed; i++) {
        BspBounds scaled = { bsp_vec_lerp(centre, box->mins, scales[i]),
                             bsp_vec_lerp(centre, box->maxs, scales[i]) };
        if (flood_box(s, &scaled, (BspJobPart){ s->job, 0 }))
            return;
    }
}

/* Tries smaller boxes until one is sealed: the build's other boxes inside the space's own box, each
 * before its scaled boxes, and then the scaled boxes of the space's own box. All boxes that are
 * tried for a box are tried for larger boxes of the same build, too. So if a box is filled, all
 * larger boxes are filled. */
static void try_smaller_boxes(Search *s)
{
    const BspBounds *own = &s->source->box;
    for (guint i = 0; i < s->source->n_boxes && !s->flood && !s->failed; i++) {
        const BspBounds *box = &s->source->boxes[i];
        gboolean is_smaller = box_is_inside(box, own) && !box_is_inside(own, box);
        if (is_smaller && !flood_box(s, box, (BspJobPart){ s->job, 0 }) && !s->failed)
            try_scaled_boxes(s, box);
    }
    if (!s->flood && !s->failed)
        try_scaled_boxes(s, own);
}

/* Finds a sealed flood of the grown solid, for the space's own box or a smaller one. */
static BspFillOutcome search_flood(Search *s, BspJobPart part)
{
    if (!s->options->starts || s->options->starts->len == 0)
        return BSP_FILL_NO_START;
    if (flood_box(s, &s->source->box, part))
        return s->flood ? BSP_FILL_DONE : BSP_FILL_LEAKS;
    if (!s->failed)
        try_smaller_boxes(s);
    g_clear_pointer(&s->leak, g_array_unref);
    return s->failed ? BSP_FILL_NOT_GROWN : s->flood ? BSP_FILL_AS_SMALLER : BSP_FILL_NO_START;
}

/* --- filling a solid --- */

static void report_outcome(const BspBuildOptions *options, const BspFillNote *note)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    if (!options->filled)
        return;
    pthread_mutex_lock(&one_at_a_time);
    options->filled(note, options->filled_data);
    pthread_mutex_unlock(&one_at_a_time);
}

static void set_error_of_outcome(const BspFillNote *note, GError **error)
{
    if (note->outcome == BSP_FILL_LEAKS)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "cannot fill the outside, because the world leaks%s, from the start (%g, %g, "
                    "%g) to (%g, %g, %g)",
                    note->box ? "" : " for a point", note->from.x, note->from.y, note->from.z,
                    note->to.x, note->to.y, note->to.z);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "cannot fill the outside, because no start lies in empty space");
}

/* Reports the outcome of filling. Returns FALSE with an error if the options demand filling and the
 * solid was not filled. not_grown is the error of growing, or NULL; the function takes ownership of
 * it. */
static gboolean finish_fill(const BspSpace *space, const BspSpaceSource *source,
                            const BspBuildOptions *options, BspFillOutcome outcome,
                            GError *not_grown, GError **error)
{
    BspFillNote note = { .outcome = outcome };
    note.box = source->is_expanded ? &source->box : NULL;
    if (space->leak) {
        note.from = g_array_index(space->leak, BspVec, 0);
        note.to = g_array_index(space->leak, BspVec, space->leak->len - 1);
    }
    for (guint i = 0; i < MAX(source->n_names, 1); i++) {
        note.space = source->n_names ? source->names[i] : NULL;
        report_outcome(options, &note);
    }
    if (space->fill || options->fill == BSP_FILL_AUTO) {
        g_clear_error(&not_grown);
        return TRUE;
    }
    if (not_grown)
        g_propagate_error(error, not_grown);
    else
        set_error_of_outcome(&note, error);
    return FALSE;
}

/* Fills the space by the sealed flood. Takes ownership of the flood. */
static void apply_fill(BspSpace *space, BspFlood *flood, BspJob *job)
{
    bsp_flood_finish(flood);
    GArray *faces = fill_faces(flood, space->faces, job);
    g_array_unref(space->faces);
    space->faces = faces;
    space->fill = flood;
}

/* Tries to fill the space by a flood of the grown solid. If that flood is not sealed, sets
 * space->leak. Takes ownership of `flood`, the flood of the true solid. Returns FALSE with an error
 * if the job stopped, or if the space was not filled and options->fill is not BSP_FILL_AUTO. */
static gboolean fill_grown(BspSpace *space, const BspSpaceSource *source, BspFlood *flood,
                           const BspBuildOptions *options, BspJobPart part, GError **error)
{
    g_autoptr(GError) failure = NULL;
    Search s = { .source = source, .options = options, .job = part.job, .error = &failure };
    BspFillOutcome outcome = search_flood(&s, part);
    space->leak = s.leak;
    if (s.flood && bsp_flood_mark_by(flood, s.flood, part.job))
        apply_fill(space, g_steal_pointer(&flood), part.job);
    bsp_flood_free(s.flood);
    bsp_flood_free(flood);
    return bsp_job_check(part.job, error) &&
           finish_fill(space, source, options, outcome, g_steal_pointer(&failure), error);
}

gboolean bsp_fill(BspSpace *space, const BspSpaceSource *source, const BspBuildOptions *options,
                  BspJobPart part, GError **error)
{
    /* The approximate share of the time for the flood of the true solid. */
    const double true_share = 0.6;
    BspJobPart rest = bsp_job_part_of(part, 1 - true_share);
    g_autoptr(GArray) starts = bsp_flood_starts_of_box(space->solid, &(BspGrowth){ .grown = 0 },
                                                       &source->box, options->starts);
    BspBuildOptions of_box = *options;
    of_box.starts = starts;
    BspFlood *flood = bsp_flood_new(space->solid, space->solidity, space->faces, &of_box,
                                    bsp_job_part_of(part, true_share), error);
    if (!flood)
        return FALSE;
    if (!bsp_flood_is_sealed(flood))
        return fill_grown(space, source, flood, options, rest, error);
    bsp_job_part_done(rest);
    apply_fill(space, flood, part.job);
    return bsp_job_check(part.job, error) &&
           finish_fill(space, source, options, BSP_FILL_DONE, NULL, error);
}
