/* scenes: makes random worlds, shapes and moves for the tests. A seed determines all of them. */
#include "scenes.h"
#include "bsp-brush-table.h"
#include "bsp-hull.h"

/* --- brushes --- */

static void add(GPtrArray *brushes, BspBrush *brush)
{
    if (brush)
        g_ptr_array_add(brushes, brush);
}

BspBrush *scene_box(double x0, double y0, double z0, double x1, double y1, double z1)
{
    BspBrush *brush = bsp_brush_new_box(bsp_vec(x0, y0, z0), bsp_vec(x1, y1, z1), NULL);
    g_assert(brush);
    return brush;
}

BspBrush *scene_hull_brush(const BspVec *points, guint n)
{
    BspBrush *brush = bsp_brush_new_points(points, n, NULL);
    g_assert(brush);
    return brush;
}

BspBrush *scene_moved(const BspBrush *brush, BspVec offset)
{
    g_autofree BspPlane *planes = g_new(BspPlane, brush->cell->n_faces);
    for (guint f = 0; f < brush->cell->n_faces; f++) {
        planes[f] = brush->cell->faces[f].plane;
        planes[f].dist += bsp_vec_dot(planes[f].normal, offset);
    }
    return bsp_brush_new_planes(planes, brush->cell->n_faces, NULL);
}

GPtrArray *scene_no_brushes(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
}

GPtrArray *scene_copies(const GPtrArray *brushes, BspVec offset)
{
    GPtrArray *copies = scene_no_brushes();
    for (guint i = 0; i < brushes->len; i++)
        add(copies, scene_moved(brushes->pdata[i], offset));
    return copies;
}

void scene_add_walls(GPtrArray *brushes, const BspBounds *box)
{
    for (guint i = 0; i < 6; i++) {
        BspVec lo = box->mins, hi = box->maxs;
        if (i % 2)
            lo.v[i / 2] = hi.v[i / 2] - 8;
        else
            hi.v[i / 2] = lo.v[i / 2] + 8;
        g_ptr_array_add(brushes, bsp_brush_new_box(lo, hi, NULL));
    }
}

BspSolid *scene_solid(BspBrush **brushes, guint n)
{
    GPtrArray *array = scene_no_brushes();
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(array, brushes[i]);
    return bsp_solid_new(array);
}

static BspBrush *random_box(Random *r)
{
    const BspBounds half = { bsp_vec(0.5, 0.5, 0.5), bsp_vec(24, 24, 24) };
    BspVec c = random_point_within(r, 48), h = random_point(r, &half);
    return bsp_brush_new_box(bsp_vec_sub(c, h), bsp_vec_add(c, h), NULL);
}

/* Returns a box cut by one to three random planes. */
static BspBrush *cut_box(Random *r)
{
    g_autoptr(BspBrush) box = random_box(r);
    BspPlane planes[9];
    guint n = 6 + (guint)random_int(r, 1, 3);
    for (guint i = 0; i < 6; i++)
        planes[i] = box->cell->faces[i].plane;
    for (guint i = 6; i < n; i++) {
        planes[i].normal = random_direction(r);
        planes[i].dist = bsp_vec_dot(planes[i].normal, random_point(r, &box->bounds));
    }
    return bsp_brush_new_planes(planes, n, NULL);
}

/* Returns the hull of 4 to `most` random points, at most 12. Along each axis, they are at most
 * `half` units from the middle. */
static BspBrush *hull_around(Random *r, BspVec middle, int most, double half)
{
    BspVec points[12];
    guint n = (guint)random_int(r, 4, most);
    for (guint i = 0; i < n; i++)
        points[i] = bsp_vec_add(middle, random_point_within(r, half));
    return bsp_brush_new_points(points, n, NULL);
}

static BspBrush *random_hull(Random *r)
{
    BspVec middle = random_point_within(r, 48);
    return hull_around(r, middle, 8, 24);
}

/* Returns a plate between two parallel planes. Their slope from some axis is at most about 1 in 64
 * in each direction. */
static BspBrush *sloping_plate(Random *r, double thickness)
{
    int up = random_int(r, 0, 2);
    BspVec normal = bsp_vec(random_int(r, -1, 1) / 64.0, random_int(r, -1, 1) / 64.0,
                            random_int(r, -1, 1) / 64.0);
    normal.v[up] = 1;
    normal = bsp_vec_unit(normal);
    BspVec middle = random_point_within(r, 24);
    BspPlane planes[8];
    for (guint i = 0; i < 6; i++) {
        BspVec axis = bsp_vec_scale(bsp_vec_axis((int)i / 2), i & 1 ? -1 : 1);
        planes[i] = (BspPlane){ axis, bsp_vec_dot(axis, middle) + random_int(r, 2, 24) };
    }
    planes[6] = (BspPlane){ normal, bsp_vec_dot(normal, middle) + thickness };
    planes[7] = (BspPlane){ bsp_vec_neg(normal), -bsp_vec_dot(normal, middle) };
    return bsp_brush_new_planes(planes, 8, NULL);
}

static BspBrush *random_prism(Random *r)
{
    guint n = (guint)random_int(r, 3, 9);
    int up = random_int(r, 0, 3) ? 2 : random_int(r, 0, 1);
    double x = random_real(r, -40, 40), y = random_real(r, -40, 40);
    double bottom = random_int(r, -4, 2) * 8, top = bottom + random_int(r, 1, 6) * 8;
    double radius = random_real(r, 2, 24), turn = random_real(r, 0, 2 * G_PI);
    BspVec points[18];
    for (guint i = 0; i < n; i++) {
        double a = turn + 2 * G_PI * i / n;
        BspVec p = { { x + radius * cos(a), y + radius * sin(a), bottom } };
        BspVec q = { { p.x, p.y, top } };
        for (int k = 0; k < 3; k++) {
            points[2 * i].v[(k + up + 1) % 3] = p.v[k];
            points[2 * i + 1].v[(k + up + 1) % 3] = q.v[k];
        }
    }
    return bsp_brush_new_points(points, 2 * n, NULL);
}

static BspBrush *random_spike(Random *r)
{
    guint n = (guint)random_int(r, 3, 6);
    double x = random_real(r, -40, 40), y = random_real(r, -40, 40), z = random_int(r, -2, 2) * 8;
    double radius = random_real(r, 0.5, 6), height = radius * random_real(r, 2, 10);
    double turn = random_real(r, 0, 2 * G_PI);
    gboolean blade = random_int(r, 0, 2) == 0;
    int up = random_int(r, 0, 3) ? 2 : random_int(r, 0, 1);
    if (random_int(r, 0, 1))
        height = -height;
    BspVec points[8];
    for (guint i = 0; i <= n; i++) {
        double a = turn + 2 * G_PI * i / n;
        BspVec p = i == n ? bsp_vec(x, y, z + height)
                          : bsp_vec(x + radius * cos(a), y + radius * sin(a), z);
        for (int k = 0; k < 3; k++)
            points[i].v[(k + up + 1) % 3] = p.v[k];
    }
    points[n + 1] = points[n];
    if (blade)
        points[n + 1].v[up] += random_real(r, 4, 20);
    return bsp_brush_new_points(points, n + (blade ? 2 : 1), NULL);
}

/* --- worlds --- */

static void fill_slivers(Random *r, GPtrArray *brushes)
{
    double gap = 1 / 64.0;
    for (int i = random_int(r, 3, 6); i > 0; i--)
        add(brushes, sloping_plate(r, random_int(r, 0, 1) ? gap : random_real(r, 0.05, 8)));
    /* Adds a wall of two boxes with a slit between them, a plate beside it, and a lid above a
     * slit. */
    double x = random_int(r, -3, 3) * 8, y = random_int(r, -3, 3) * 8;
    add(brushes, scene_box(x, y, -16, x + 16, y + 8, 8));
    add(brushes, scene_box(x + 16 + gap, y, -16, x + 32, y + 8, 8));
    add(brushes, scene_box(x, y + 8, -16, x + 32, y + 8 + gap, 8));
    add(brushes, scene_box(x, y, 8 + gap, x + 32, y + 8, 8 + 2 * gap));
}

static void fill_coplanar(Random *r, GPtrArray *brushes)
{
    for (int i = random_int(r, 6, 12); i > 0; i--) {
        double lo[3], hi[3];
        for (int k = 0; k < 3; k++) {
            lo[k] = 8 * random_int(r, -4, 3);
            hi[k] = lo[k] + 8 * random_int(r, 1, 3);
        }
        add(brushes, scene_box(lo[0], lo[1], lo[2], hi[0], hi[1], hi[2]));
    }
}

static void fill_tiles(Random *r, GPtrArray *brushes)
{
    int n = random_int(r, 2, 3);
    double size = random_int(r, 0, 1) ? 16 : random_real(r, 8, 24), half = 0.5 * n * size;
    for (int i = 0; i < n * n; i++) {
        double x = i % n * size - half, y = i / n * size - half;
        double drop = random_int(r, 0, 3) ? 0 : random_int(r, 1, 2) * 4;
        add(brushes, scene_box(x, y, -16, x + size, y + size, -drop));
    }
    add(brushes, scene_box(-half, -half, 0, half, -half + 4, random_int(r, 1, 4) * 8));
    BspVec ramp[6] = { { { 0, 0, 0 } },       { { size, 0, 0 } },    { { 0, size, 0 } },
                       { { size, size, 0 } }, { { size, 0, size } }, { { size, size, size } } };
    add(brushes, bsp_brush_new_points(ramp, 6, NULL));
}

static void fill_rooms(Random *r, GPtrArray *brushes)
{
    double x = random_int(r, 3, 6) * 8, y = random_int(r, 3, 6) * 8, z = random_int(r, 2, 6) * 8,
           w = 4;
    add(brushes, scene_box(-x - w, -y - w, -z - w, x + w, y + w, -z));
    add(brushes, scene_box(-x - w, -y - w, z, x + w, y + w, z + w));
    add(brushes, scene_box(-x - w, -y - w, -z, -x, y + w, z));
    add(brushes, scene_box(x, -y - w, -z, x + w, y + w, z));
    add(brushes, scene_box(-x, -y - w, -z, x, -y, z));
    add(brushes, scene_box(-x, y, -z, x, y + w, z));
    for (int i = random_int(r, 1, 3); i > 0; i--) {
        /* Adds a ramp that rises to a wall of the room. */
        double at = random_real(r, -y, y - 8), long_ = random_real(r, 4, x),
               high = random_real(r, 1, z);
        BspVec ramp[6] = { { { -x, at, -z } },         { { -x, at + 8, -z } },
                           { { -x + long_, at, -z } }, { { -x + long_, at + 8, -z } },
                           { { -x, at, -z + high } },  { { -x, at + 8, -z + high } } };
        add(brushes, bsp_brush_new_points(ramp, 6, NULL));
    }
    add(brushes, random_prism(r));
}

const char *scene_name(SceneKind kind)
{
    static const char *const names[] = { "boxes", "wedges", "slivers", "coplanar",
                                         "tiles", "prisms", "spikes",  "rooms" };
    return names[kind];
}

static void fill(Random *r, SceneKind kind, GPtrArray *brushes)
{
    static void (*const fills[SCENE_KINDS])(Random * r, GPtrArray * brushes) = {
        [SCENE_SLIVERS] = fill_slivers,
        [SCENE_COPLANAR] = fill_coplanar,
        [SCENE_TILES] = fill_tiles,
        [SCENE_ROOMS] = fill_rooms,
    };
    int n = random_int(r, 4, 9);
    if (fills[kind]) {
        fills[kind](r, brushes);
        return;
    }
    for (int i = 0; i < n; i++) {
        if (kind == SCENE_WEDGES)
            add(brushes, i & 1 ? cut_box(r) : random_hull(r));
        else if (kind == SCENE_PRISMS)
            add(brushes, random_prism(r));
        else if (kind == SCENE_SPIKES)
            add(brushes, i == 0 ? random_box(r) : random_spike(r));
        else
            add(brushes, random_box(r));
    }
}

BspSolid *scene_new(SceneKind kind, guint64 seed, BspVec offset)
{
    Random r = random_seeded(seed * 64 + kind);
    GPtrArray *brushes = scene_no_brushes();
    fill(&r, kind, brushes);
    if (bsp_vec_length(offset) == 0)
        return bsp_solid_new(brushes);
    GPtrArray *far = scene_copies(brushes, offset);
    g_ptr_array_unref(brushes);
    return bsp_solid_new(far);
}

static void add_planes(const BspPlane *planes, guint n, gpointer brushes)
{
    BspBrush *brush = bsp_brush_new_planes(planes, n, NULL);
    g_assert(brush);
    g_ptr_array_add(brushes, brush);
}

const char *scene_hard_name(CompareHardKind kind)
{
    const CompareWorldKind *known = compare_world_kinds;
    while (known->write || known->hard != kind)
        known++;
    return known->name;
}

BspSolid *scene_hard(CompareHardKind kind, guint n_groups, guint64 seed, BspVec middle)
{
    GPtrArray *brushes = scene_no_brushes();
    g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)(seed * COMPARE_HARD_KINDS + kind));
    for (guint i = 0; i < n_groups; i++, middle.y += 72)
        compare_hard_group(kind, rand, middle, add_planes, brushes);
    return bsp_solid_new(brushes);
}

BspSolid *scene_one(BspBrush *brush)
{
    return scene_solid(&brush, 1);
}

BspSolid *scene_one_box(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return scene_one(scene_box(x0, y0, z0, x1, y1, z1));
}

BspSolid *scene_boxes(const double (*boxes)[6], guint n)
{
    g_autofree BspBrush **brushes = g_new(BspBrush *, MAX(n, 1));
    for (guint i = 0; i < n; i++) {
        const double *b = boxes[i];
        brushes[i] = scene_box(b[0], b[1], b[2], b[3], b[4], b[5]);
    }
    return scene_solid(brushes, n);
}

BspBrushTable *scene_table(BspSolid *solid, guint flags)
{
    BspBrushTable *table = bsp_brush_table_new(solid, flags);
    bsp_solid_free(solid);
    return table;
}

BspBrushTable *scene_sides(const double (*boxes)[6], guint n, guint flags)
{
    return scene_table(scene_boxes(boxes, n), flags);
}

/* --- on a grid --- */

/* Units. Editors of levels use such a grid, so faces of brushes are often in one plane. */
#define GRID 16

static BspVec grid_point(Random *r, double half)
{
    BspVec p = random_point_within(r, half);
    for (int i = 0; i < 3; i++)
        p.v[i] = GRID * floor(p.v[i] / GRID);
    return p;
}

static BspBrush *grid_box(Random *r, BspVec at)
{
    BspVec size;
    for (int i = 0; i < 3; i++)
        size.v[i] = GRID * random_int(r, 1, 5);
    return bsp_brush_new_box(at, bsp_vec_add(at, size), NULL);
}

BspSolid *scene_grid(Random *r, guint n)
{
    GPtrArray *brushes = scene_no_brushes();
    while (brushes->len < n) {
        BspVec at = grid_point(r, 200);
        add(brushes, random_flag(r) ? grid_box(r, at) : hull_around(r, at, 11, 64));
    }
    return bsp_solid_new(brushes);
}

void scene_grid_move(Random *r, BspVec *from, BspVec *to)
{
    gboolean on_grid = random_flag(r);
    *from = on_grid ? grid_point(r, 320) : random_point_within(r, 320);
    *to = on_grid ? grid_point(r, 320) : random_point_within(r, 320);
}

BspSolid *scene_nth(guint i, guint64 seed)
{
    return scene_new((SceneKind)(i % SCENE_KINDS), seed, bsp_vec(0, 0, 0));
}

/* --- shapes --- */

BspShape scene_player(void)
{
    return bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
}

BspShape scene_cube(double half)
{
    return bsp_shape_box(bsp_vec(-half, -half, -half), bsp_vec(half, half, half));
}

BspShape scene_random_box(Random *r)
{
    double w = random_real(r, 0, 8), h = random_real(r, 0, 8);
    switch (random_int(r, 0, 7)) {
    case 0:
        return scene_player();
    case 1:
        return bsp_shape_box(bsp_vec(-w, -w, -h), bsp_vec(w, w, 2 * h));
    case 2: /* flat along z */
        return bsp_shape_box(bsp_vec(-w, -h, 0), bsp_vec(h, w, 0));
    case 3: /* a line along z */
        return bsp_shape_box(bsp_vec(0, 0, -h), bsp_vec(0, 0, w));
    case 4: /* away from its reference point */
        return bsp_shape_box(bsp_vec(1, -w, 2), bsp_vec(1 + w, -0.5 * w, 2 + h));
    case 5: /* whole numbers as coordinates */
        return bsp_shape_box(
            bsp_vec(-random_int(r, 0, 8), -random_int(r, 0, 8), -random_int(r, 0, 8)),
            bsp_vec(random_int(r, 0, 8), random_int(r, 0, 8), random_int(r, 0, 8)));
    case 6: /* a single point away from its reference point */
        return bsp_shape_box(bsp_vec(3, -2, 1), bsp_vec(3, -2, 1));
    default:
        return bsp_shape_box(bsp_vec(-w, -random_real(r, 0, 8), -h),
                             bsp_vec(random_real(r, 0, 8), h, random_real(r, 0, 8)));
    }
}

BspHull *scene_random_hull(Random *r)
{
    for (;;) {
        BspVec points[12];
        guint n = (guint)random_int(r, 4, 12);
        for (guint i = 0; i < n; i++)
            points[i] = random_point_within(r, 8);
        BspHull *hull = bsp_hull_new(points, n, NULL);
        if (hull)
            return hull;
    }
}

BspShape scene_random_shape(Random *r, BspHull **hull)
{
    switch (random_int(r, 0, 5)) {
    case 0:
        return bsp_shape_point();
    case 1:
        return bsp_shape_sphere(random_real(r, 1, 24));
    case 2:
        return bsp_shape_cylinder(random_real(r, 1, 16), -random_real(r, 0, 24),
                                  random_real(r, 1, 32));
    case 3:
        return bsp_shape_capsule(random_real(r, 1, 8), -random_real(r, 8, 24),
                                 random_real(r, 8, 32));
    case 4:
        *hull = scene_random_hull(r);
        return bsp_shape_hull(*hull);
    default:
        return scene_random_box(r);
    }
}

BspShape scene_random_shape_of(Random *r, BspShapeKind kind, BspHull **hull)
{
    for (;;) {
        BspShape shape = scene_random_shape(r, hull);
        if (shape.kind == kind)
            return shape;
        g_clear_pointer(hull, bsp_hull_free);
    }
}

/* --- moves --- */

/* Returns a random point of the face, often on an edge or a vertex. */
static BspVec point_on_face(Random *r, const BspCell *cell, const BspCellFace *face)
{
    BspVec sum = bsp_vec(0, 0, 0);
    double total = 0;
    for (guint k = 0; k < face->n; k++) {
        double w = random_int(r, 0, 2) ? random_real(r, 0, 1) : 0;
        if (k + 1 == face->n && total + w == 0)
            w = 1;
        sum = bsp_vec_mad(sum, w, cell->vertices[cell->loop[face->first + k]]);
        total += w;
    }
    return bsp_vec_scale(sum, 1 / total);
}

/* Returns a random position at which the shape touches a face from outside. On an axial face the
 * coordinate is computed directly, so that it has no rounding error beyond its own. */
static BspVec touching(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *normal)
{
    const BspCell *cell =
        bsp_solid_brush(solid, (guint)random_int(r, 0, (int)solid->brushes->len - 1))->cell;
    const BspCellFace *face = &cell->faces[random_int(r, 0, (int)cell->n_faces - 1)];
    BspPlane plane = face->plane;
    BspVec p = point_on_face(r, cell, face);
    p = bsp_vec_sub(p, bsp_shape_support_point(shape, bsp_vec_neg(plane.normal)));
    int axis = bsp_plane_axis(&plane);
    if (axis >= 0)
        p.v[axis] = plane.normal.v[axis] * (plane.dist + bsp_shape_offset(shape, plane.normal));
    *normal = plane.normal;
    return p;
}

static BspVec along_face(Random *r, BspVec normal)
{
    BspVec d = random_direction(r);
    int axis = random_int(r, 0, 2);
    if (random_int(r, 0, 1) && normal.v[axis] == 0)
        return bsp_vec_scale(bsp_vec_axis(axis), random_int(r, 0, 1) ? 1 : -1);
    d = bsp_vec_mad(d, -bsp_vec_dot(d, normal), normal);
    for (int k = 0; k < 3; k++) /* so that a move along an axial face stays exactly in its plane */
        if (fabs(normal.v[k]) == 1)
            d.v[k] = 0;
    return d;
}

/* Makes a move past an edge or a vertex of a brush, which the shape touches or misses by a
 * little. */
static void graze(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *from, BspVec *to)
{
    static const double misses[] = { 0, 0, 1e-2, -1e-2, 3e-3, -3e-3, 0.5 };
    const BspCell *cell =
        bsp_solid_brush(solid, (guint)random_int(r, 0, (int)solid->brushes->len - 1))->cell;
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n_edges);
    const BspCellEdge *edge = &edges[random_int(r, 0, (int)n_edges - 1)];
    double part = random_int(r, 0, 1) ? 0 : random_real(r, 0, 1);
    BspVec at = bsp_vec_lerp(cell->vertices[edge->v[0]], cell->vertices[edge->v[1]], part);
    BspVec n = bsp_vec_add(cell->faces[edge->face[0]].plane.normal,
                           cell->faces[edge->face[1]].plane.normal);
    n = bsp_vec_unit(bsp_vec_mad(n, 1e-9, random_direction(r)));
    at = bsp_vec_sub(at, bsp_shape_support_point(shape, bsp_vec_neg(n)));
    at = bsp_vec_mad(at, misses[random_int(r, 0, G_N_ELEMENTS(misses) - 1)], n);
    BspVec d = along_face(r, n);
    *from = bsp_vec_mad(at, random_real(r, -60, -1), d);
    *to = bsp_vec_mad(at, random_real(r, 1, 60), d);
}

void scene_move(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *from, BspVec *to)
{
    BspBounds room = bsp_bounds_grown(&solid->bounds, 24);
    BspVec normal;
    int axis;
    *from = random_point(r, &room);
    switch (random_int(r, 0, 9)) {
    case 0: /* along an axis */
        axis = random_int(r, 0, 2);
        *to = *from;
        to->v[axis] = random_real(r, room.mins.v[axis], room.maxs.v[axis]);
        break;
    case 1: /* along a face */
        *from = touching(r, solid, shape, &normal);
        *to = bsp_vec_mad(*from, random_real(r, 0, 80), along_face(r, normal));
        break;
    case 2: /* onto a face */
        *to = touching(r, solid, shape, &normal);
        break;
    case 3: /* straight onto a face */
        *to = touching(r, solid, shape, &normal);
        *from = bsp_vec_mad(*to, random_real(r, 0, 60), normal);
        break;
    case 4: /* from a face to any point */
        *from = touching(r, solid, shape, &normal);
        *to = random_point(r, &room);
        break;
    case 5: /* from a face, straight in or out */
        *from = touching(r, solid, shape, &normal);
        *to = bsp_vec_mad(*from, random_real(r, -40, 40), normal);
        break;
    case 6:
        graze(r, solid, shape, from, to);
        break;
    case 7: /* a short walk */
        *to = bsp_vec_mad(*from, random_real(r, 0, 8), random_direction(r));
        break;
    case 8: /* from one face to another */
        *from = touching(r, solid, shape, &normal);
        *to = touching(r, solid, shape, &normal);
        break;
    default:
        *to = random_point(r, &room);
        break;
    }
}

/* --- printing --- */

char *scene_describe(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to)
{
    GString *s = g_string_new(NULL);
    g_string_append_printf(s, "move [[%.17g,%.17g,%.17g],[%.17g,%.17g,%.17g]]\n", from.x, from.y,
                           from.z, to.x, to.y, to.z);
    if (shape) {
        const BspBounds *b = &shape->bounds;
        g_string_append_printf(
            s,
            "shape %s [[%.17g,%.17g,%.17g],[%.17g,%.17g,%.17g]] r %.17g bottom %.17g top %.17g\n",
            bsp_shape_kind_name(shape->kind), b->mins.x, b->mins.y, b->mins.z, b->maxs.x, b->maxs.y,
            b->maxs.z, shape->radius, shape->bottom, shape->top);
        for (guint i = 0; shape->hull && i < shape->hull->n_vertices; i++)
            g_string_append_printf(s, "  [%.17g,%.17g,%.17g]\n", shape->hull->vertices[i].x,
                                   shape->hull->vertices[i].y, shape->hull->vertices[i].z);
    }
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        g_string_append_printf(s, "{\"planes\":[");
        for (guint f = 0; f < cell->n_faces; f++) {
            const BspPlane *p = &cell->faces[f].plane;
            g_string_append_printf(s, "%s[%.17g,%.17g,%.17g,%.17g]", f ? "," : "", p->normal.x,
                                   p->normal.y, p->normal.z, p->dist);
        }
        g_string_append(s, "]},\n");
    }
    return g_string_free(s, FALSE);
}

GArray *scene_starts(const BspVec *starts, guint n)
{
    GArray *array = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_vals(array, starts, n);
    return array;
}
