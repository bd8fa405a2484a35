/* section: cuts an axial plane through solids. */
#include "draw/section.h"

#include "draw/outline.h"

GPtrArray *compare_polygons_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

BspPolygon *compare_section_view(const CompareSection *section)
{
    guint a = section->axis, b = (a + 1) % 3, c = (a + 2) % 3;
    const BspVec *corner[2] = { &section->view.mins, &section->view.maxs };
    static const guint order[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    BspVec v[4];
    for (guint i = 0; i < 4; i++) {
        v[i].v[a] = section->at;
        v[i].v[b] = corner[order[i][0]]->v[b];
        v[i].v[c] = corner[order[i][1]]->v[c];
    }
    return bsp_polygon_new(v, 4);
}

void compare_section_cut(const CompareSection *section, const BspPolygon *polygon,
                         const BspPlane *plane, BspPolygon **front, BspPolygon **back)
{
    BspPolygon *parts[2];
    bsp_polygon_split(polygon, plane, BSP_CELL_EPSILON, &parts[0], &parts[1]);
    if (!parts[0] && !parts[1])
        parts[plane->normal.v[section->axis] > 0 ? 0 : 1] = bsp_polygon_new(polygon->v, polygon->n);
    BspPolygon **wanted[2] = { front, back };
    for (guint k = 0; k < 2; k++) {
        if (wanted[k])
            *wanted[k] = parts[k];
        else
            g_free(parts[k]);
    }
}

BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush)
{
    if (!bsp_bounds_overlap(bsp_brush_bounds(brush), &section->view))
        return NULL;
    BspPolygon *inside = compare_section_view(section);
    for (guint f = 0; f < bsp_brush_cell(brush)->n_faces && inside; f++) {
        BspPolygon *whole = inside;
        compare_section_cut(section, whole, &bsp_brush_cell(brush)->faces[f].plane, NULL, &inside);
        g_free(whole);
    }
    return inside;
}

GPtrArray *compare_section_solid(const CompareSection *section, const BspSolid *solid)
{
    GPtrArray *polygons = compare_polygons_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        BspPolygon *polygon = compare_section_brush(section, bsp_solid_brush(solid, i));
        if (polygon)
            g_ptr_array_add(polygons, polygon);
    }
    return polygons;
}

/* Clips a convex outline, which was found without the view, to the view. */
static BspPolygon *in_view(const CompareSection *section, BspPolygon *outline)
{
    for (guint i = 0; i < 6 && outline; i++) {
        if (i / 2 == section->axis)
            continue;
        BspPlane plane = { bsp_vec(0, 0, 0), 0 };
        plane.normal.v[i / 2] = i % 2 ? 1 : -1;
        plane.dist = i % 2 ? section->view.maxs.v[i / 2] : -section->view.mins.v[i / 2];
        BspPolygon *whole = outline;
        compare_section_cut(section, whole, &plane, NULL, &outline);
        g_free(whole);
    }
    return outline;
}

GPtrArray *compare_section_sum(const CompareSection *section, const BspSolid *whole, guint32 mask,
                               const BspShape *shape, GError **error)
{
    g_autoptr(BspSolid) solid = bsp_solid_select(whole, mask);
    if (shape->kind == BSP_SHAPE_POINT)
        return compare_section_solid(section, solid);
    if (shape->kind == BSP_SHAPE_BOX) {
        g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &shape->bounds, error);
        return expanded ? compare_section_solid(section, expanded) : NULL;
    }
    GPtrArray *polygons = compare_polygons_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        BspBounds reach = { bsp_vec_sub(bsp_brush_bounds(brush)->mins, shape->bounds.maxs),
                            bsp_vec_sub(bsp_brush_bounds(brush)->maxs, shape->bounds.mins) };
        if (!bsp_bounds_overlap(&reach, &section->view))
            continue;
        BspPolygon *outline = compare_outline_of_sum(section->axis, section->at, brush, shape);
        outline = outline ? in_view(section, outline) : NULL;
        if (outline)
            g_ptr_array_add(polygons, outline);
    }
    return polygons;
}
