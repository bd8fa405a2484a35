/* audit: finds differences between a level's own sides or hulls and the exact expansion. */
#include "level/audit.h"

#include "bsp-shape.h"
#include "bsp-world.h"
#include "level/uncovered.h"
#include "tools/bsp-inspect.h"

const char *const compare_audit_names[COMPARE_AUDIT_KINDS] = {
    [COMPARE_AUDIT_NO_SOLID] = "no solid",  [COMPARE_AUDIT_AXIAL] = "no axial bevel",
    [COMPARE_AUDIT_EDGE] = "no edge bevel", [COMPARE_AUDIT_LOOSE] = "loose bevel",
    [COMPARE_AUDIT_SHAVED] = "shaved",      [COMPARE_AUDIT_TWICE] = "side twice",
    [COMPARE_AUDIT_PHANTOM] = "phantom",    [COMPARE_AUDIT_HOLE] = "hole",
    [COMPARE_AUDIT_BOUNDS] = "bounds",
};

const char *const compare_audit_abouts[COMPARE_AUDIT_KINDS] = {
    [COMPARE_AUDIT_NO_SOLID] = "the brush's sides enclose no volume, or do not close",
    [COMPARE_AUDIT_AXIAL] = "the brush is larger for the box: an axial bevel is missing",
    [COMPARE_AUDIT_EDGE] = "the brush is larger for the box: the bevel of an edge is missing",
    [COMPARE_AUDIT_LOOSE] = "the brush is larger for the box: a bevel is too far out, or tilted",
    [COMPARE_AUDIT_SHAVED] = "a side cuts a sliver off the brush",
    [COMPARE_AUDIT_TWICE] = "two sides lie on one plane: harmless",
    [COMPARE_AUDIT_PHANTOM] = "the hull is solid where the exact expansion is not",
    [COMPARE_AUDIT_HOLE] = "the exact expansion is solid where the hull is not",
    [COMPARE_AUDIT_BOUNDS] = "a model is solid beyond the bounds that the level has for it",
};

void compare_audit_free(CompareAudit *audit)
{
    if (!audit)
        return;
    g_free(audit->path);
    g_array_unref(audit->spaces);
    g_array_unref(audit->findings);
    g_free(audit);
}

const CompareFinding *compare_audit_worst(const CompareAudit *audit)
{
    for (guint i = 0; i < audit->findings->len; i++) {
        const CompareFinding *finding = &g_array_index(audit->findings, CompareFinding, i);
        if (finding->kind != COMPARE_AUDIT_NO_SOLID && finding->kind != COMPARE_AUDIT_TWICE &&
            finding->kind != COMPARE_AUDIT_SHAVED && finding->kind != COMPARE_AUDIT_BOUNDS)
            return finding;
    }
    return NULL;
}

/* --- collecting --- */

static void clear_space(gpointer data)
{
    CompareAuditSpace *space = data;
    g_free(space->name);
    bsp_solid_free(space->exact);
    bsp_solid_free(space->shipped);
}

static void clear_finding(gpointer data)
{
    CompareFinding *finding = data;
    g_free(finding->problem);
}

static CompareAudit *open_audit(const char *path, const BspWorld *world, double least)
{
    CompareAudit *audit = g_new0(CompareAudit, 1);
    audit->path = g_strdup(path);
    audit->world = world;
    audit->least = least;
    audit->spaces = g_array_new(FALSE, TRUE, sizeof(CompareAuditSpace));
    audit->findings = g_array_new(FALSE, FALSE, sizeof(CompareFinding));
    g_array_set_clear_func(audit->spaces, clear_space);
    g_array_set_clear_func(audit->findings, clear_finding);
    return audit;
}

/* Takes ownership of `problem`. */
static void add_finding(CompareAudit *audit, CompareFinding finding)
{
    audit->n[finding.kind]++;
    audit->n_open[finding.kind] += finding.open > 0;
    audit->worst[finding.kind] = fmax(audit->worst[finding.kind], finding.distance);
    g_array_append_val(audit->findings, finding);
}

static int worse_first(const void *a, const void *b)
{
    const CompareFinding *x = a, *y = b;
    if (x->open != y->open)
        return x->open > y->open ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance > y->distance ? -1 : 1;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    if (x->brush != y->brush)
        return x->brush < y->brush ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static void sort_findings(CompareAudit *audit)
{
    g_array_sort(audit->findings, worse_first);
}

/* --- sides --- */

/* Units. A side that cuts off less is a shaving side, because nobody draws such a corner. */
#define SLIVER 0.125

/* Two normals with a greater product point the same way, apart from differences that compilers
 * ignore (1e-5). */
#define SAME_WAY (1 - 1e-8)

/* Units. Two parallel planes that are nearer than this are the same plane twice. */
#define SAME_PLACE 1e-3

typedef struct {
    CompareAudit *audit;
    const LevelShippedBrush *brush;
    const BspPlane *sides;
    CompareAuditSpace *space;
} Brush;

static void add_brush_finding(const Brush *b, CompareFinding finding)
{
    finding.brush = b->brush->number;
    finding.index = (guint)MAX(b->brush->brush, 0);
    finding.contents = b->brush->contents;
    add_finding(b->audit, finding);
}

/* --- the sides alone --- */

static gboolean is_same(const BspPlane *a, const BspPlane *b)
{
    return bsp_vec_dot(a->normal, b->normal) > SAME_WAY && fabs(a->dist - b->dist) < SAME_PLACE;
}

static void find_twice(const Brush *b)
{
    for (guint i = 0; i < b->brush->n; i++)
        for (guint k = 0; k < i; k++)
            if (is_same(&b->sides[i], &b->sides[k])) {
                add_brush_finding(
                    b, (CompareFinding){ .kind = COMPARE_AUDIT_TWICE, .plane = b->sides[i] });
                return;
            }
}

/* Returns how far the brush would extend beyond this side if the side were removed, in units, and
 * where. 0: not at all, or without limit. */
static double cut_off(const Brush *b, guint side, BspVec *at)
{
    g_autofree BspPlane *others = g_new(BspPlane, b->brush->n);
    guint n = 0;
    for (guint i = 0; i < b->brush->n; i++)
        if (i != side && !is_same(&b->sides[i], &b->sides[side]))
            others[n++] = b->sides[i];
    g_autoptr(BspBrush) larger = bsp_brush_new_planes(others, n, NULL);
    double most = 0;
    for (guint k = 0; larger && k < bsp_brush_cell(larger)->n_vertices; k++) {
        double over = bsp_plane_distance(&b->sides[side], bsp_brush_cell(larger)->vertices[k]);
        if (over > most) {
            most = over;
            *at = bsp_brush_cell(larger)->vertices[k];
        }
    }
    return most;
}

static void find_shaved(const Brush *b, const BspBrush *solid)
{
    CompareFinding worst = { .kind = COMPARE_AUDIT_SHAVED };
    for (guint f = 0; f < bsp_brush_cell(solid)->n_faces; f++) {
        guint side = bsp_brush_side_of_face(solid, f);
        BspVec at = bsp_vec(0, 0, 0);
        double depth = cut_off(b, side, &at);
        if (depth < SLIVER && depth > worst.distance) {
            worst.distance = depth;
            worst.at = at;
            worst.plane = b->sides[side];
        }
    }
    if (worst.distance > b->audit->least)
        add_brush_finding(b, worst);
}

/* --- the sides, shifted outward for the box --- */

static BspBrush *moved_out(const Brush *b, GError **error)
{
    g_autofree BspPlane *planes = g_new(BspPlane, MAX(b->brush->n, 1));
    for (guint i = 0; i < b->brush->n; i++) {
        planes[i] = b->sides[i];
        planes[i].dist += bsp_shape_offset(&b->space->shape, planes[i].normal);
    }
    return bsp_brush_new_planes(planes, b->brush->n, error);
}

static CompareAuditKind kind_of(const Brush *b, const BspPlane *missing)
{
    for (guint i = 0; i < b->brush->n; i++)
        if (bsp_vec_dot(b->sides[i].normal, missing->normal) > SAME_WAY)
            return COMPARE_AUDIT_LOOSE;
    return bsp_plane_axis(missing) >= 0 ? COMPARE_AUDIT_AXIAL : COMPARE_AUDIT_EDGE;
}

/* Returns the cell's plane that has the point farthest in front of it. */
static BspPlane missing_plane(const BspCell *cell, BspVec p)
{
    guint most = 0;
    for (guint f = 1; f < cell->n_faces; f++)
        if (bsp_plane_distance(&cell->faces[f].plane, p) >
            bsp_plane_distance(&cell->faces[most].plane, p))
            most = f;
    return cell->faces[most].plane;
}

static void compare_sums(const Brush *b, const BspBrush *exact, const BspBrush *shipped)
{
    CompareFinding worst = { .distance = 0 };
    for (guint k = 0; k < bsp_brush_cell(shipped)->n_vertices; k++) {
        double far =
            bsp_cell_distance(bsp_brush_cell(exact), bsp_brush_cell(shipped)->vertices[k], NULL);
        if (far > worst.distance) {
            worst.distance = far;
            worst.at = bsp_brush_cell(shipped)->vertices[k];
        }
    }
    if (worst.distance <= b->audit->least)
        return;
    BspVec open_at;
    double open;
    if (!bsp_cell_uncovered(bsp_brush_cell(shipped), b->space->exact, &open, &open_at))
        b->audit->n_undecided++;
    if (open > b->audit->least) {
        worst.open = open;
        worst.at = open_at; /* the box can be here: no other solid fills the place */
    }
    worst.plane = missing_plane(bsp_brush_cell(exact), worst.at);
    worst.kind = kind_of(b, &worst.plane);
    add_brush_finding(b, worst);
}

static gboolean expand_brushes(CompareAudit *audit, CompareAuditSpace *space, GError **error)
{
    const LevelShipped *all = audit->shipped;
    GPtrArray *shipped = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    gboolean ok = TRUE;
    space->exact = bsp_solid_expand(audit->world->solid, &space->shape.bounds, error);
    for (guint i = 0; i < all->brushes->len && ok && space->exact; i++) {
        const LevelShippedBrush *brush = &g_array_index(all->brushes, LevelShippedBrush, i);
        Brush b = { audit, brush, (BspPlane *)(gpointer)all->planes->data + brush->first, space };
        BspBrush *moved = brush->brush >= 0 ? moved_out(&b, error) : NULL;
        if (moved)
            g_ptr_array_add(shipped, moved);
        ok = moved || brush->brush < 0;
    }
    space->shipped = bsp_solid_new(shipped);
    return ok && space->exact;
}

static void audit_brush(CompareAudit *audit, const LevelShippedBrush *brush,
                        CompareAuditSpace *space)
{
    const LevelShipped *all = audit->shipped;
    Brush b = { audit, brush, (BspPlane *)(gpointer)all->planes->data + brush->first, space };
    audit->n_brushes++;
    audit->n_sides += brush->n;
    if (brush->brush < 0) {
        add_brush_finding(&b, (CompareFinding){ .kind = COMPARE_AUDIT_NO_SOLID,
                                                .distance = HUGE_VAL,
                                                .open = HUGE_VAL,
                                                .problem = g_strdup(brush->problem) });
        return;
    }
    guint i = (guint)brush->brush;
    find_twice(&b);
    find_shaved(&b, bsp_solid_brush(audit->world->solid, i));
    compare_sums(&b, bsp_solid_brush(space->exact, i), bsp_solid_brush(space->shipped, i));
}

CompareAudit *compare_audit_sides(const char *path, const LevelSides *level, const char *name,
                                  const BspBounds *box, double least, GError **error)
{
    g_autoptr(CompareAudit) audit = open_audit(path, level->world, least);
    audit->shipped = level->shipped;
    g_array_set_size(audit->spaces, 1);
    CompareAuditSpace *space = &g_array_index(audit->spaces, CompareAuditSpace, 0);
    space->name = g_strdup(name);
    space->shape = bsp_shape_box(box->mins, box->maxs);
    if (!expand_brushes(audit, space, error))
        return NULL;
    const GArray *brushes = level->shipped->brushes;
    for (guint i = 0; i < brushes->len; i++)
        audit_brush(audit, &g_array_index(brushes, LevelShippedBrush, i), space);
    sort_findings(audit);
    return g_steal_pointer(&audit);
}

/* --- hulls: cells compared with the exact expansion, in both directions --- */

/* Adds the world's brushes, expanded for the box (NULL: not expanded), to `to`. */
static gboolean add_brushes(GPtrArray *to, const BspWorld *world, const BspBounds *box,
                            GError **error)
{
    for (guint i = 0; i < bsp_solid_n_brushes(world->solid); i++) {
        const BspBrush *brush = bsp_solid_brush(world->solid, i);
        BspBrush *added = box ? bsp_brush_expand(brush, box, error)
                              : bsp_brush_new_cell(bsp_cell_copy(bsp_brush_cell(brush)), error);
        if (!added)
            return FALSE;
        g_ptr_array_add(to, added);
    }
    return TRUE;
}

/* Finds the parts of each brush of one solid that the other leaves uncovered. */
static void find_uncovered(CompareAudit *audit, guint space, CompareAuditKind kind,
                           const BspSolid *solid, const BspSolid *other)
{
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        CompareFinding finding = {
            .kind = kind, .space = space, .brush = i, .index = i, .contents = 1
        };
        if (!bsp_cell_uncovered(bsp_brush_cell(bsp_solid_brush(solid, i)), other, &finding.distance,
                                &finding.at))
            audit->n_undecided++;
        finding.open = finding.distance;
        if (finding.distance > audit->least)
            add_finding(audit, finding);
    }
}

static gboolean audit_hull(CompareAudit *audit, const BspWorld *base, const BspWorld *brushes,
                           const BspWorld *hull, guint number, GError **error)
{
    GPtrArray *expanded = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    GPtrArray *cells = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    gboolean ok = add_brushes(expanded, base, hull->hull, error) &&
                  (!brushes || add_brushes(expanded, brushes, hull->hull, error)) &&
                  add_brushes(cells, hull, NULL, error);
    CompareAuditSpace space = { .name = g_strdup_printf("hull %u", number),
                                .shape = bsp_shape_box(hull->hull->mins, hull->hull->maxs),
                                .exact = bsp_solid_new(expanded),
                                .shipped = bsp_solid_new(cells) };
    g_array_append_val(audit->spaces, space);
    if (!ok)
        return FALSE;
    guint i = audit->spaces->len - 1;
    audit->n_brushes += cells->len;
    find_uncovered(audit, i, COMPARE_AUDIT_PHANTOM, space.shipped, space.exact);
    find_uncovered(audit, i, COMPARE_AUDIT_HOLE, space.exact, space.shipped);
    return TRUE;
}

/* --- the bounds of models --- */

/* Units by which engines grow the bounds of a model when they load it (Mod_LoadSubmodels). */
#define ENGINE_MARGIN 1

static void audit_bounds(CompareAudit *audit, const LevelExtent *extent)
{
    CompareFinding worst = { .kind = COMPARE_AUDIT_BOUNDS, .brush = extent->model, .contents = 1 };
    for (guint k = 0; k < 6; k++) {
        guint axis = k % 3;
        double sign = k < 3 ? 1 : -1;
        double solid = k < 3 ? extent->solid.maxs.v[axis] : extent->solid.mins.v[axis];
        double stored = k < 3 ? extent->stored.maxs.v[axis] : extent->stored.mins.v[axis];
        double beyond = sign * (solid - stored) - ENGINE_MARGIN;
        if (beyond > worst.distance) {
            worst.distance = worst.open = beyond;
            worst.at = bsp_bounds_centre(&extent->solid);
            worst.at.v[axis] = solid;
            worst.plane = (BspPlane){ bsp_vec(0, 0, 0), sign * stored + ENGINE_MARGIN };
            worst.plane.normal.v[axis] = sign;
        }
    }
    if (worst.distance > audit->least)
        add_finding(audit, worst);
}

CompareAudit *compare_audit_hulls(const char *path, const BspWorld *base, const BspWorld *brushes,
                                  const BspWorld *const *hulls, guint n, double least,
                                  GError **error)
{
    g_autoptr(CompareAudit) audit = open_audit(path, base, least);
    for (guint i = 0; i < n; i++)
        if (!audit_hull(audit, base, brushes, hulls[i], i + 1, error))
            return NULL;
    sort_findings(audit);
    return g_steal_pointer(&audit);
}

void compare_audit_extents(CompareAudit *audit, const GArray *extents)
{
    for (guint i = 0; i < extents->len; i++)
        audit_bounds(audit, &g_array_index(extents, LevelExtent, i));
    sort_findings(audit);
}
