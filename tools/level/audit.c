/* audit: finds differences between a level's own sides or hulls and the exact expansion. */
#include "level/audit.h"

#include "level/uncovered.h"
#include "text/selection.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"
#include "world/q1-cells.h"
#include "world/q1-hulls.h"

const struct LevelAuditWord level_audit_kinds[LEVEL_AUDIT_KINDS] = {
    [LEVEL_AUDIT_NO_SOLID] = { "no solid",
                               "the brush's sides enclose no volume, or leave it open" },
    [LEVEL_AUDIT_AXIAL] = { "no axial bevel",
                            "the brush is larger for the box: an axial bevel is missing" },
    [LEVEL_AUDIT_EDGE] = { "no edge bevel",
                           "the brush is larger for the box: the bevel of an edge is missing" },
    [LEVEL_AUDIT_LOOSE] = { "loose bevel",
                            "the brush is larger for the box: a bevel is too far out, or "
                            "tilted" },
    [LEVEL_AUDIT_SHAVED] = { "shaved", "a side cuts a sliver off the brush" },
    [LEVEL_AUDIT_TWICE] = { "side twice", "two sides lie on one plane: harmless" },
    [LEVEL_AUDIT_PHANTOM] = { "phantom", "the hull is solid where the exact expansion is not" },
    [LEVEL_AUDIT_HOLE] = { "hole", "the exact expansion is solid where the hull is not" },
    [LEVEL_AUDIT_BOUNDS] = { "bounds",
                             "a model is solid beyond the bounds that the level has for it" },
};

void level_audit_free(LevelAudit *audit)
{
    if (!audit)
        return;
    g_free(audit->path);
    bsp_world_free(audit->world);
    g_ptr_array_unref(audit->spaces);
    g_array_unref(audit->findings);
    g_free(audit);
}

const LevelFinding *level_audit_worst(const LevelAudit *audit)
{
    for (guint i = 0; i < audit->findings->len; i++) {
        const LevelFinding *finding = &g_array_index(audit->findings, LevelFinding, i);
        if (finding->open > 0 && finding->kind != LEVEL_AUDIT_NO_SOLID &&
            finding->kind != LEVEL_AUDIT_BOUNDS)
            return finding;
    }
    return NULL;
}

/* --- collecting --- */

static void free_space(gpointer data)
{
    LevelAuditSpace *space = data;
    g_free(space->name);
    bsp_solid_free(space->exact);
    bsp_solid_free(space->shipped);
    g_free(space);
}

static void clear_finding(gpointer data)
{
    LevelFinding *finding = data;
    g_free(finding->problem);
}

LevelAuditSpace *level_audit_add_space(LevelAudit *audit, char *name, const BspBounds *box)
{
    LevelAuditSpace *space = g_new0(LevelAuditSpace, 1);
    space->name = name;
    space->shape = bsp_shape_box(box->mins, box->maxs);
    g_ptr_array_add(audit->spaces, space);
    return space;
}

void level_audit_add(LevelAudit *audit, LevelFinding finding)
{
    audit->n[finding.kind]++;
    audit->n_open[finding.kind] += finding.open > 0;
    audit->worst[finding.kind] = fmax(audit->worst[finding.kind], finding.distance);
    g_array_append_val(audit->findings, finding);
}

/* Compares two findings for a stable sort that puts worse ones first. Equal ones stay in their
 * order. */
static int worse_first(const void *a, const void *b)
{
    const LevelFinding *x = a, *y = b;
    if (x->open != y->open)
        return x->open > y->open ? -1 : 1;
    return x->distance > y->distance ? -1 : x->distance < y->distance;
}

/* --- compares the cells of hulls with the exact expansion, in both directions --- */

/* Finds the parts of each brush of one solid that the other solid leaves uncovered. */
static gboolean find_uncovered(LevelAudit *audit, const LevelAuditSpace *space, LevelAuditKind kind,
                               GError **error)
{
    gboolean hole = kind == LEVEL_AUDIT_HOLE;
    const BspSolid *solid = hole ? space->exact : space->shipped;
    const BspSolid *other = hole ? space->shipped : space->exact;
    g_autoptr(BspTree) tree = bsp_tree_new(other, NULL, &(BspBuildOptions){ 0 }, error);
    for (guint i = 0; tree && i < bsp_solid_n_brushes(solid); i++) {
        LevelFinding finding = {
            .kind = kind, .space = space, .brush = i, .index = i, .contents = 1
        };
        finding.distance = level_cell_uncovered(bsp_brush_cell(bsp_solid_brush(solid, i)), other,
                                                tree, &finding.at);
        finding.open = finding.distance;
        if (finding.distance > audit->least)
            level_audit_add(audit, finding);
    }
    return tree != NULL;
}

/* Audits a hull, and takes ownership of it. `brushes` is the world with the brushes of the
 * BRUSHLIST, or NULL. */
static gboolean audit_hull(LevelAudit *audit, const BspWorld *brushes, BspWorld *hull, guint number,
                           GError **error)
{
    LevelAuditSpace *space =
        level_audit_add_space(audit, g_strdup_printf("hull %u", number), hull->hull);
    GPtrArray *expanded = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_autoptr(BspBrushTable) table =
        hull->game == BSP_GAME_GOLDSRC ? bsp_brush_table_new(hull->solid, BSP_TABLE_BOXES) : NULL;
    LevelUnmoved unmoved = { .hull = table, .box = *hull->hull };
    gboolean ok =
        level_add_expanded(expanded, audit->world->solid, hull->hull, &unmoved, error) &&
        (!brushes || level_add_expanded(expanded, brushes->solid, hull->hull, &unmoved, error));
    audit->n_unmoved += unmoved.n;
    space->exact = bsp_solid_new(expanded);
    space->shipped = g_steal_pointer(&hull->solid);
    bsp_world_free(hull);
    if (!ok)
        return FALSE;
    audit->n_brushes += bsp_solid_n_brushes(space->shipped);
    return find_uncovered(audit, space, LEVEL_AUDIT_PHANTOM, error) &&
           find_uncovered(audit, space, LEVEL_AUDIT_HOLE, error);
}

/* --- the bounds of models --- */

/* Units. Engines grow the bounds of a model by this when they load it (Mod_LoadSubmodels). They
 * skip a model if the move does not meet these bounds. */
#define ENGINE_MARGIN 1

/* Compares the bounds of a model's cells in hull 0 with the bounds that the file has for the
 * model. */
static void audit_bounds(LevelAudit *audit, guint model, const GPtrArray *cells,
                         const BspBounds *stored)
{
    LevelFinding worst = { .kind = LEVEL_AUDIT_BOUNDS, .brush = model, .contents = 1 };
    BspBounds solid = bsp_bounds_empty();
    for (guint i = 0; i < cells->len; i++) {
        BspBounds bounds = bsp_cell_bounds(cells->pdata[i]);
        bsp_bounds_add(&solid, &bounds);
    }
    for (guint k = 0; k < 6; k++) {
        guint axis = k % 3;
        double sign = k < 3 ? 1 : -1, end = k < 3 ? solid.maxs.v[axis] : solid.mins.v[axis];
        double limit = sign * (k < 3 ? stored->maxs.v[axis] : stored->mins.v[axis]) + ENGINE_MARGIN;
        if (sign * end - limit > worst.distance) {
            worst.distance = worst.open = sign * end - limit;
            worst.at = bsp_bounds_centre(&solid);
            worst.at.v[axis] = end;
            worst.plane = (BspPlane){ bsp_vec(0, 0, 0), limit };
            worst.plane.normal.v[axis] = sign;
        }
    }
    if (worst.distance > audit->least)
        level_audit_add(audit, worst);
}

/* Audits the bounds of all models, except models whose solid has no end. */
static gboolean audit_models(LevelAudit *audit, const char *data, gsize length, GError **error)
{
    BspQ1Level level;
    gboolean ok = bsp_q1_level_open(&level, audit->path, data, length, error);
    for (guint m = 0; ok && m < level.lumps.lumps[BSP_Q1_MODELS].n; m++) {
        BspQ1Cells cells;
        BspBounds stored = bsp_q1_level_bounds(&level, m);
        ok = bsp_q1_cells_read(&cells, &level, m, 0, bsp_q1_hull_usual_box(level.version, 0),
                               BSP_CONTENTS_SOLID);
        if (ok && cells.cells->len && !cells.n_endless[TRUE])
            audit_bounds(audit, m, cells.cells, &stored);
        bsp_q1_cells_clear(&cells);
    }
    return ok;
}

/* Audits all hulls of the level. The path must not select a hull. */
static gboolean audit_hulls(LevelAudit *audit, const char *data, gsize length, GError **error)
{
    const char *path = audit->path;
    g_auto(BspWorldOptions) selected = { 0 };
    gsize file = compare_selection(path, &selected);
    g_autoptr(BspWorld) level = g_steal_pointer(&audit->world);
    if (bsp_world_selects_part(selected.flags)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: an audit covers all hulls of a level; leave out %s", path, path + file);
        return FALSE;
    }
    audit->world = compare_world_read(path, data, length, BSP_WORLD_HULL(0), error);
    for (guint i = 1; i < level->report.n_hulls; i++) {
        BspWorld *hull =
            audit->world ? compare_world_read(path, data, length, BSP_WORLD_HULL(i), error) : NULL;
        if (!hull || !audit_hull(audit, level->report.brushes_given ? level : NULL, hull, i, error))
            return FALSE;
    }
    return audit->world && audit_models(audit, data, length, error);
}

/* --- a level --- */

LevelAudit *level_audit_level(const char *path, const char *data, gsize length,
                              const CompareMover *box, double least, GError **error)
{
    g_autoptr(LevelAudit) audit = g_new0(LevelAudit, 1);
    g_autofree char *file = g_strndup(path, compare_selection(path, NULL));
    audit->path = g_strdup(path);
    audit->least = least;
    audit->spaces = g_ptr_array_new_with_free_func(free_space);
    audit->findings = g_array_new(FALSE, FALSE, sizeof(LevelFinding));
    g_array_set_clear_func(audit->findings, clear_finding);
    audit->world = compare_world_read(path, data, length, 0, error);
    if (!audit->world)
        return NULL;
    gboolean ok = FALSE;
    if (g_strcmp0(bsp_ending_text(file), ".bsp") != 0)
        g_set_error(
            error, BSP_ERROR, BSP_ERROR_VALUE,
            "%s: this is not a .bsp file; only a compiled level has sides or hulls to audit", path);
    else if (audit->world->report.n_hulls && box)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--space: leave out this option, because the hulls of %s have their own boxes",
                    path);
    else if (audit->world->report.n_hulls)
        ok = audit_hulls(audit, data, length, error);
    else
        ok = level_audit_sides(audit, file, data, length, box, error);
    g_array_sort(audit->findings, worse_first);
    return ok ? g_steal_pointer(&audit) : NULL;
}
