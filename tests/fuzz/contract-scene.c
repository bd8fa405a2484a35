/* contract-scene: makes a scenario from bytes. */
#include "contract-scene.h"
#include "geometry/brush.h"

#include "bsp-hull.h"
#include "onion-build.h"
#include "onion-tree.h"

typedef const guint8 *Record;

/* The state while the scenario is made. */
typedef struct {
    CompareScenario *scenario;
    GPtrArray *brushes;
    double unit;         /* size of a grid step, in units of the level */
    BspVec origin;       /* origin of the grid, in units of the level */
    gboolean is_rounded; /* coordinates are rounded to floats, as in most levels */
} Scene;

/* --- numbers --- */

/* Returns a small offset. Most offsets are 0. The others have either sign, from less than rounding
 * errors to a fraction of a unit. Many are near BSP_TOUCH, BSP_ON_PLANE and BSP_BRACKET, which the
 * tolerances must distinguish. */
static double tiny(guint8 byte)
{
    static const double sizes[] = { 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7,     5e-7, BSP_TOUCH,
                                    2e-6,  4e-6,  1e-5,  1e-4, 1e-3, 1.0 / 64, 0.1,  0.5 };
    if (byte < 128)
        return 0;
    return byte & 16 ? -sizes[byte % 16] : sizes[byte % 16];
}

/* Returns the thickness of a brush, which is whole units of the grid, or thin. */
static double thickness(const Scene *scene, guint8 byte)
{
    static const double thin[] = { 2.1e-4, 1e-3, 0.002, 0.01, 1.0 / 64, 0.1, 0.5, 0.75 };
    if (byte >= 224)
        return thin[byte % 8];
    return scene->unit * (1 + byte % 16);
}

/* Returns the extent of a mover, in units of the level. */
static double extent(guint8 nibble)
{
    static const double sizes[] = { 0,   0, 1e-7, 1e-6, 4e-6, 1e-3, 1.0 / 64, 0.5,
                                    1.0, 4, 8,    15,   16,   24,   32,       56 };
    return sizes[nibble % 16];
}

static double positive_extent(guint8 byte)
{
    return MAX(extent(byte), 1e-7);
}

/* Returns a number of grid steps, from -16 to 16. */
static int steps(guint8 byte)
{
    return byte % 33 - 16;
}

static double rounded(const Scene *scene, double x)
{
    return scene->is_rounded ? (double)(float)x : x;
}

static BspVec grid_point(const Scene *scene, Record at, Record off)
{
    BspVec p;
    for (int k = 0; k < 3; k++)
        p.v[k] = rounded(scene, scene->origin.v[k] + steps(at[k]) * scene->unit + tiny(off[k]));
    return p;
}

static BspVec axis_vector(int axis, double length)
{
    BspVec v = bsp_vec(0, 0, 0);
    v.v[axis] = length;
    return v;
}

/* --- brushes --- */

static BspVec corner(const BspBounds *b, guint bits)
{
    return bsp_vec((bits & 1 ? b->maxs : b->mins).x, (bits & 2 ? b->maxs : b->mins).y,
                   (bits & 4 ? b->maxs : b->mins).z);
}

/* Stores the axial planes of a box in the order +x -x +y -y +z -z. */
static void box_planes(const BspBounds *b, BspPlane planes[6])
{
    for (int k = 0; k < 6; k++) {
        planes[k].normal = axis_vector(k / 2, k & 1 ? -1 : 1);
        planes[k].dist = k & 1 ? -b->mins.v[k / 2] : b->maxs.v[k / 2];
    }
}

/* Returns a direction almost along an axis, or at any angle. Its length is not 1. */
static BspVec tilted(guint8 which, guint8 by)
{
    static const double tilts[] = { 0,    1e-12, 1e-10, 1e-9, 3e-9,     1e-8, 1e-7, 1e-6,
                                    1e-5, 1e-4,  1e-3,  0.01, 1.0 / 64, 0.1,  0.5,  1 };
    int axis = which % 3;
    BspVec n = axis_vector(axis, which & 4 ? -1 : 1);
    n.v[(axis + 1) % 3] = tilts[by % 16];
    n.v[(axis + 2) % 3] = which & 64 ? -tilts[by / 16] : tilts[by / 16];
    return n;
}

/* Returns a corner of the box on the side that tilted() faces. */
static BspVec corner_of_side(const BspBounds *b, guint8 which)
{
    guint bits = which >> 3, side = 1u << which % 3;
    return corner(b, which & 4 ? bits & ~side : bits | side);
}

/* Returns a box with one face tilted about one of its corners. */
static BspBrush *tilted_box(const BspBounds *b, Record r)
{
    BspPlane planes[6];
    box_planes(b, planes);
    int face = 2 * (r[14] % 3) + (r[14] & 4 ? 1 : 0);
    BspVec n = tilted(r[14], r[15]);
    planes[face] = (BspPlane){ n, bsp_vec_dot(n, corner_of_side(b, r[14])) };
    return bsp_brush_new_planes(planes, 6, NULL);
}

/* Returns the part of a box between two parallel tilted planes. */
static BspBrush *plate(const Scene *scene, const BspBounds *b, Record r)
{
    BspPlane planes[8];
    box_planes(b, planes);
    BspVec n = bsp_vec_unit(tilted(r[14], r[15]));
    double dist = bsp_vec_dot(n, corner_of_side(b, r[14]));
    planes[6] = (BspPlane){ n, dist };
    planes[7] = (BspPlane){ bsp_vec_neg(n), thickness(scene, r[13]) - dist };
    return bsp_brush_new_planes(planes, 8, NULL);
}

/* Returns the hull of some corners of a box and a point over the middle of its top. */
static BspBrush *hull(const BspBounds *b, Record r)
{
    BspVec points[9];
    guint n = 0;
    for (guint k = 0; k < 8; k++)
        if (r[14] & (1u << k))
            points[n++] = corner(b, k);
    points[n] = bsp_vec_scale(bsp_vec_add(b->mins, b->maxs), 0.5);
    points[n++].z = b->maxs.z + (b->maxs.z - b->mins.z) * (r[15] % 16) / 4 + tiny(r[13]);
    return n >= 4 ? bsp_brush_new_points(points, n, NULL) : NULL;
}

/* Returns a box at a face of an earlier brush's box, of the same size or almost. */
static BspBrush *neighbour(const Scene *scene, Record r)
{
    if (!scene->brushes->len)
        return NULL;
    BspBounds b = ((BspBrush *)scene->brushes->pdata[r[14] % scene->brushes->len])->bounds;
    int axis = r[15] % 3;
    for (int k = 0; k < 3; k++) {
        b.mins.v[k] += tiny(r[2 + k]);
        b.maxs.v[k] += tiny(r[8 + k]);
    }
    if (r[15] & 8) {
        b.maxs.v[axis] = b.mins.v[axis] + tiny(r[11]);
        b.mins.v[axis] = b.maxs.v[axis] - thickness(scene, r[5]);
    } else {
        b.mins.v[axis] = b.maxs.v[axis] + tiny(r[11]);
        b.maxs.v[axis] = b.mins.v[axis] + thickness(scene, r[5]);
    }
    return bsp_brush_new_box(b.mins, b.maxs, NULL);
}

static BspBrush *brush_of(const Scene *scene, Record r)
{
    BspBounds b;
    b.mins = grid_point(scene, r + 2, r + 8);
    for (int k = 0; k < 3; k++)
        b.maxs.v[k] = rounded(scene, b.mins.v[k] + thickness(scene, r[5 + k]) + tiny(r[11 + k]));
    switch (r[1] % 8) {
    case 1:
    case 2:
        return tilted_box(&b, r);
    case 3:
        return plate(scene, &b, r);
    case 4:
        return hull(&b, r);
    case 5:
    case 6:
        return neighbour(scene, r);
    default:
        return bsp_brush_new_box(b.mins, b.maxs, NULL);
    }
}

/* --- movers --- */

static void add_space(CompareScenario *s, BspShape shape)
{
    char *name = g_strdup_printf("space %u", s->spaces->len);
    compare_add_mover(s, (CompareMover){ .name = name, .shape = shape });
}

static BspShape space_of(Record r)
{
    BspVec mins, maxs;
    for (int k = 0; k < 3; k++) {
        double least = extent(r[1 + k] & 15), most = extent(r[1 + k] >> 4);
        /* Some boxes do not contain their reference point. */
        mins.v[k] = r[4] & (16u << k) && r[4] & 128 ? least : -least;
        maxs.v[k] = r[4] & (16u << k) && r[4] & 128 ? least + most : most;
    }
    if (bsp_vec_length(mins) == 0 && bsp_vec_length(maxs) == 0)
        return bsp_shape_point();
    return bsp_shape_box(mins, maxs);
}

static BspHull *hull_of(Record r)
{
    BspVec size = bsp_vec(positive_extent(r[2]), positive_extent(r[3]), positive_extent(r[4]));
    BspBounds b = { bsp_vec_scale(size, -0.5), bsp_vec_scale(size, 0.5) };
    BspVec points[9];
    guint n = 0;
    for (guint k = 0; k < 8; k++)
        if (r[5] & (1u << k))
            points[n++] = corner(&b, k);
    points[n++] = bsp_vec(tiny(r[6]), tiny(r[7]), b.maxs.z * (1 + r[8] % 4) + tiny(r[9]));
    return n >= 4 ? bsp_hull_new(points, n, NULL) : NULL;
}

static void add_shape(CompareScenario *s, Record r)
{
    CompareMover shape = { .hull = NULL };
    double radius = positive_extent(r[2]), bottom = -extent(r[3]);
    switch (r[1] % 4) {
    case 0:
        shape.shape = bsp_shape_sphere(radius);
        break;
    case 1:
        shape.shape = bsp_shape_cylinder(radius, bottom, bottom + positive_extent(r[4]));
        break;
    case 2:
        shape.shape = bsp_shape_capsule(radius, bottom, bottom + 2 * radius + extent(r[4]));
        break;
    default:
        shape.hull = hull_of(r);
        if (!shape.hull)
            return;
        shape.shape = bsp_shape_hull(shape.hull);
        break;
    }
    shape.name = g_strdup_printf("shape %u", s->shapes->len);
    compare_add_mover(s, shape);
}

/* --- moves --- */

/* A face, moved out by the shape. Its points are the positions of the reference point at which the
 * shape touches it.
 */
typedef struct {
    BspVec normal;
    BspVec a, b; /* two vertices, which are the ends of an edge or of a diagonal */
} Rim;

/* Finds a rim. For a box the brush is expanded, so that the faces at its edges can be chosen, too.
 */
static void rim_of(const Scene *scene, const BspShape *shape, Record r, Rim *rim)
{
    const BspBrush *brush = scene->brushes->pdata[r[3] % scene->brushes->len];
    g_autoptr(BspBrush) expanded =
        bsp_shape_is_box(shape) ? bsp_brush_expand(brush, &shape->bounds, NULL) : NULL;
    const BspCell *cell = expanded ? expanded->cell : brush->cell;
    const BspCellFace *face = &cell->faces[r[4] % cell->n_faces];
    rim->normal = face->plane.normal;
    rim->a = cell->vertices[cell->loop[face->first + r[5] % face->n]];
    rim->b = cell->vertices[cell->loop[face->first + (r[5] + 1u + r[6] % 2) % face->n]];
    if (!expanded) {
        BspVec touch = bsp_shape_support_point(shape, bsp_vec_neg(rim->normal));
        rim->a = bsp_vec_sub(rim->a, touch);
        rim->b = bsp_vec_sub(rim->b, touch);
    }
}

/* Returns a factor that makes a move end exactly at its target, just past it, or far past it. */
static double reach(guint8 byte)
{
    static const double parts[] = { 0,    0,       1,     0.5, 2,    1e-3, 1e-7, -0.5,
                                    0.25, 1.0 / 3, 1e-12, 16,  1e-5, 1,    4,    -1e-6 };
    return parts[byte % 16];
}

static BspVec off_axis(const Scene *scene, Record r)
{
    return bsp_vec(steps(r[12]) * scene->unit, steps(r[13]) * scene->unit,
                   steps(r[14]) * scene->unit);
}

/* Returns a move aimed at a rim. The move goes along the rim, across it, towards it from far away,
 * or towards it along an axis. */
static CompareMove aimed(const Scene *scene, const Rim *rim, Record r)
{
    BspVec along = bsp_vec_sub(rim->b, rim->a);
    BspVec at = bsp_vec_mad(rim->a, reach(r[7]), along);
    BspVec across = bsp_vec_cross(rim->normal, along);
    BspVec way;
    switch (r[2] % 8) {
    case 0:
    case 1:
        way = along;
        break;
    case 2:
    case 3:
        way = across;
        break;
    case 4:
        way = axis_vector(r[12] % 3, steps(r[13]) * scene->unit);
        break;
    default:
        way = off_axis(scene, r);
        break;
    }
    CompareMove move = { bsp_vec_mad(at, -reach(r[10]), way), bsp_vec_mad(at, reach(r[11]), way) };
    move.from = bsp_vec_mad(move.from, tiny(r[8]), rim->normal);
    move.to = bsp_vec_mad(move.to, tiny(r[9]), rim->normal);
    return move;
}

/* Returns a move between two points of the grid. */
static CompareMove loose(const Scene *scene, Record r)
{
    return (CompareMove){ grid_point(scene, r + 3, r + 6), grid_point(scene, r + 9, r + 12) };
}

static CompareMove move_of(const Scene *scene, const BspShape *shape, Record r)
{
    const CompareScenario *s = scene->scenario;
    Rim rim;
    rim_of(scene, shape, r, &rim);
    CompareMove move = r[2] % 8 == 7 ? loose(scene, r) : aimed(scene, &rim, r);
    if (r[15] & 1)
        move = (CompareMove){ move.to, move.from };
    if (r[15] & 2 && s->trajectories->len)
        move.from = contract_move(s, s->trajectories->len - 1).to;
    if (r[15] & 128)
        move.to = move.from;
    for (int k = 0; k < 3; k++) {
        move.from.v[k] = rounded(scene, move.from.v[k]);
        move.to.v[k] = rounded(scene, move.to.v[k]);
    }
    return move;
}

static gboolean is_inside(BspVec p)
{
    for (int k = 0; k < 3; k++)
        if (!(fabs(p.v[k]) < BSP_WORLD_HALF))
            return FALSE;
    return TRUE;
}

static void add_move(Scene *scene, Record r)
{
    CompareScenario *s = scene->scenario;
    CompareTrajectory t = { .mover = compare_mover_at(s, r[1] % compare_n_movers(s)),
                            .source = COMPARE_RECORDED };
    CompareMove move = move_of(scene, &compare_mover(s, t.mover)->shape, r);
    if (!is_inside(move.from) || !is_inside(move.to))
        return;
    t.name = g_strdup_printf("move %u", s->trajectories->len);
    t.moves = g_array_new(FALSE, FALSE, sizeof move);
    g_array_append_val(t.moves, move);
    g_array_append_val(s->trajectories, t);
}

/* --- the whole scenario --- */

CompareTrees contract_trees(const guint8 *data)
{
    CompareTrees trees = { 0 };
    compare_trees_set_builder(&trees, (CompareBuilder)(data[5] % 8 < 2 ? data[5] % 8 + 1u : 0));
    trees.build.plain = data[7] & 1;
    trees.build.n_threads = 1;
    return trees;
}

/* Reads the first record, which has the grid and options of the trees. */
static void read_header(Scene *scene, Record r)
{
    static const double units[] = { 8, 8, 8, 1, 16, 64, 1.0 / 3, 1000 };
    static const double origins[] = { 0, 0, 0, 0, 1000.1, 65536, 1e6, 4e6 };
    static const guint fans[] = { ONION_SPACE_NODE_FACES, 0, 2, G_MAXUINT };
    static const double angles[] = { 90, 90, 95, 45, 120, 180, 10, 60 };
    CompareScenario *s = scene->scenario;
    scene->unit = units[r[1] % 8];
    for (int k = 0; k < 3; k++)
        scene->origin.v[k] = r[3] & (1u << k) ? origins[r[2] % 8] : 0;
    s->space_node_faces = fans[r[4] % 4];
    s->bevel_angle = angles[r[6] % 8];
    scene->is_rounded = r[8] & 1;
}

static void read_bodies(Scene *scene, const guint8 *data, gsize n)
{
    CompareScenario *s = scene->scenario;
    for (gsize i = 1; i < n; i++) {
        Record r = data + i * CONTRACT_RECORD;
        guint kind = r[0] % CONTRACT_KINDS;
        if (kind < CONTRACT_SPACE && scene->brushes->len < CONTRACT_MAX_BRUSHES) {
            BspBrush *brush = brush_of(scene, r);
            if (brush)
                g_ptr_array_add(scene->brushes, brush);
        } else if (kind == CONTRACT_SPACE && s->spaces->len < CONTRACT_MAX_SPACES) {
            add_space(s, space_of(r));
        } else if (kind == CONTRACT_SHAPE && s->shapes->len < CONTRACT_MAX_SHAPES) {
            add_shape(s, r);
        }
    }
    if (!s->spaces->len)
        add_space(s, bsp_shape_point());
}

static void read_moves(Scene *scene, const guint8 *data, gsize n)
{
    for (gsize i = 1; i < n; i++) {
        Record r = data + i * CONTRACT_RECORD;
        if (r[0] % CONTRACT_KINDS >= CONTRACT_MOVE &&
            scene->scenario->trajectories->len < CONTRACT_MAX_MOVES)
            add_move(scene, r);
    }
}

CompareScenario *contract_scene(const guint8 *data, gsize size)
{
    gsize n = size / CONTRACT_RECORD;
    if (n < 3)
        return NULL;
    g_autoptr(CompareScenario) s = compare_scenario_new("contract.json");
    Scene scene = { .scenario = s,
                    .brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free) };
    s->name = g_strdup("contract");
    s->world_path = g_strdup("contract.json");
    s->world_is_inside = TRUE;
    read_header(&scene, data);
    read_bodies(&scene, data, n);
    s->world = bsp_world_new("contract", scene.brushes, NULL); /* because the world owns the
                                                                  brushes */
    if (scene.brushes->len)
        read_moves(&scene, data, n);
    return s->trajectories->len ? g_steal_pointer(&s) : NULL;
}
