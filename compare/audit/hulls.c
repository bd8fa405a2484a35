/* hulls: audits the clip hulls of a Quake or GoldSrc level. Their cells are compared with the exact
 * expansion of the level, in both directions. */
#include "audit/far.h"
#include "audit/found.h"

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
        if (!compare_far_uncovered(bsp_brush_cell(bsp_solid_brush(solid, i)), other,
                                   &finding.distance, &finding.at))
            audit->n_undecided++;
        finding.open = finding.distance;
        if (finding.distance > audit->least)
            compare_audit_add(audit, finding);
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

CompareAudit *compare_audit_hulls(const char *path, const BspWorld *base, const BspWorld *brushes,
                                  const BspWorld *const *hulls, guint n, double least,
                                  GError **error)
{
    g_autoptr(CompareAudit) audit = compare_audit_open(path, base, least);
    for (guint i = 0; i < n; i++)
        if (!audit_hull(audit, base, brushes, hulls[i], i + 1, error))
            return NULL;
    compare_audit_close(audit);
    return g_steal_pointer(&audit);
}
