/* aim: draws random moves from a seed. They aim at geometry on which answers go wrong. */
#include "generate/aim.h"

#include "run/resolve.h"
#include "tools/bsp-inspect.h"

struct CompareAim {
    const BspSolid *solid;
    BspBrushTable *table; /* decides whether a move is useful; the oracle does not use it */
    GRand *rand;
    const BspShape *shape;
    GPtrArray *expanded; /* an array of BspBrush: the brushes that were expanded for the shape, each
                            at its index, or NULL; owned */
    /* The other members belong to the current move. `reach` is its maximum distance in units,
     * `brush` is the obstacle, `grown` is the obstacle expanded for the shape, and `at` is the
     * target. */
    double reach;
    guint brush;
    const BspBrush *grown;
    BspVec at;
};

/* The target of a move, which is a point on an obstacle's plane. */
typedef struct {
    BspVec at;
    BspPlane plane;
    BspVec along, across; /* `along` is a direction in the plane, along an edge if the target has
                             one; `across` points out of the face over that edge */
} Target;

const char *const compare_aim_kind_names[] = { "graze", "edges", "faces", "seams", "floats" };

CompareAim *compare_aim_new(const BspSolid *solid, guint64 seed)
{
    CompareAim *aim = g_new0(CompareAim, 1);
    aim->solid = solid;
    aim->table = bsp_brush_table_new(solid, 0);
    aim->rand = compare_rand_new(seed);
    aim->expanded = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    return aim;
}

void compare_aim_set_shape(CompareAim *aim, const BspShape *shape)
{
    aim->shape = shape;
    g_ptr_array_set_size(aim->expanded, 0);
    g_ptr_array_set_size(aim->expanded, (gint)bsp_solid_n_brushes(aim->solid));
}

void compare_aim_free(CompareAim *aim)
{
    if (!aim)
        return;
    bsp_brush_table_free(aim->table);
    g_ptr_array_unref(aim->expanded);
    g_rand_free(aim->rand);
    g_free(aim);
}

/* --- drawing --- */

static guint draw_below(CompareAim *aim, guint n)
{
    return (guint)g_rand_int_range(aim->rand, 0, (gint32)n);
}

static gboolean draw_bool(CompareAim *aim)
{
    return draw_below(aim, 2) == 0;
}

/* Draws 0, or a distance from 1/16 unit to the reach, with every order of magnitude equally likely.
 */
static double draw_distance(CompareAim *aim)
{
    if (draw_below(aim, 8) == 0)
        return 0;
    double distance = aim->reach * g_rand_double_range(aim->rand, 0.5, 1);
    for (guint halvings = draw_below(aim, 15); halvings && distance > 0.0625; halvings--)
        distance /= 2;
    return distance;
}

/* Draws a distance that decides about touching, which is 0, or 1e-12 to 1e-3 unit. */
static double draw_hair(CompareAim *aim)
{
    static const double hairs[] = { 0,    0,    1e-12, 1e-11, 1e-10, 1e-9,
                                    1e-8, 1e-7, 1e-6,  1e-5,  1e-4,  1e-3 };
    double hair = hairs[draw_below(aim, G_N_ELEMENTS(hairs))];
    return draw_bool(aim) ? hair : hair * g_rand_double_range(aim->rand, 1, 10);
}

static double next_number(CompareAim *aim, double x)
{
    return nextafter(x, draw_bool(aim) ? HUGE_VAL : -HUGE_VAL);
}

/* --- obstacles --- */

static BspBrush *expand(const CompareAim *aim, guint brush)
{
    const BspBrush *b = bsp_solid_brush(aim->solid, brush);
    if (bsp_shape_is_box(aim->shape))
        return bsp_brush_expand(b, &aim->shape->bounds, NULL);
    guint n;
    g_autofree BspPlane *planes = bsp_cell_box_planes(bsp_brush_cell(b), &n);
    for (guint i = 0; i < n; i++)
        planes[i].dist += bsp_shape_offset(aim->shape, planes[i].normal);
    return bsp_brush_new_planes(planes, n, NULL);
}

/* Returns the brush with its planes moved out for the shape. For a box, this is exactly the region
 * that the shape's reference point may not enter. For other shapes it is too large at edges and
 * corners, for which corner_target() is used. Returns NULL if the result is not within the
 * world. */
static const BspBrush *expanded_brush(CompareAim *aim, guint brush)
{
    gpointer *kept = &aim->expanded->pdata[brush];
    if (!*kept)
        *kept = expand(aim, brush);
    return *kept;
}

/* Moves p onto the plane. The result is exact to the last bit for an axial plane. */
static BspVec on_plane(BspVec p, const BspPlane *plane)
{
    int axis = bsp_plane_axis(plane);
    if (axis < 0)
        return bsp_vec_mad(p, -bsp_plane_distance(plane, p), plane->normal);
    p.v[axis] = plane->normal.v[axis] * plane->dist;
    return p;
}

static BspVec unit_or(BspVec v, BspVec other)
{
    double length = bsp_vec_length(v);
    return length > 1e-9 ? bsp_vec_scale(v, 1 / length) : other;
}

/* Returns a random direction in the plane, which may be along an axis. If the plane is axial, the
 * coordinate along its normal is exactly 0. */
static BspVec direction_in(CompareAim *aim, const BspPlane *plane)
{
    BspVec d = compare_random_direction(aim->rand), n = plane->normal;
    int axis = (int)draw_below(aim, 3);
    if (draw_bool(aim) && n.v[axis] == 0) {
        d = bsp_vec(0, 0, 0);
        d.v[axis] = draw_bool(aim) ? 1 : -1;
        return d;
    }
    d = bsp_vec_mad(d, -bsp_vec_dot(d, n), n);
    axis = bsp_plane_axis(plane);
    if (axis >= 0)
        d.v[axis] = 0;
    return unit_or(d, bsp_vec(n.y, n.z, n.x));
}

/* Returns a target on the plane of a face of the expanded brush. It is inside the face, on its rim,
 * at a corner, or beyond the rim. */
static Target face_target(CompareAim *aim)
{
    const BspCell *cell = bsp_brush_cell(aim->grown);
    const BspCellFace *face = &cell->faces[draw_below(aim, cell->n_faces)];
    const guint *loop = cell->loop + face->first;
    guint k = draw_below(aim, face->n), where = draw_below(aim, 5);
    BspVec a = cell->vertices[loop[k]], b = cell->vertices[loop[(k + 1) % face->n]];
    BspVec c = cell->vertices[loop[draw_below(aim, face->n)]];
    Target target = { .plane = face->plane };
    target.along = unit_or(bsp_vec_sub(b, a), direction_in(aim, &face->plane));
    target.across = bsp_vec_cross(target.along, face->plane.normal);
    BspVec rim = bsp_vec_lerp(a, b, g_rand_double(aim->rand));
    target.at = where == 0   ? a
                : where == 1 ? bsp_vec_lerp(rim, c, g_rand_double(aim->rand))
                : where <= 3
                    ? rim
                    : bsp_vec_mad(rim, draw_bool(aim) ? draw_hair(aim) : draw_distance(aim) / 64,
                                  target.across);
    target.at = where ? on_plane(target.at, &face->plane) : target.at;
    return target;
}

/* For a box, returns a target on an edge or a corner of the expanded brush. For other shapes,
 * returns a target at which the shape touches an edge or a corner of the brush. Its normal is
 * between the normals of the two faces that meet there. */
static Target edge_target(CompareAim *aim)
{
    gboolean is_box = bsp_shape_is_box(aim->shape);
    const BspCell *cell =
        bsp_brush_cell(is_box ? aim->grown : bsp_solid_brush(aim->solid, aim->brush));
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n_edges);
    const BspCellEdge *edge = &edges[draw_below(aim, n_edges)];
    BspVec a = cell->vertices[edge->v[0]], b = cell->vertices[edge->v[1]];
    BspVec n = cell->faces[edge->face[0]].plane.normal;
    double part = draw_below(aim, 3) ? g_rand_double(aim->rand) : 1;
    n = bsp_vec_lerp(n, cell->faces[edge->face[1]].plane.normal, part);
    Target target = { .at = draw_bool(aim) ? a : bsp_vec_lerp(a, b, g_rand_double(aim->rand)) };
    n = unit_or(n, bsp_vec(0, 0, 1));
    if (!is_box)
        target.at = bsp_vec_sub(target.at, bsp_shape_support_point(aim->shape, bsp_vec_neg(n)));
    target.plane = (BspPlane){ n, bsp_vec_dot(n, target.at) };
    target.along = unit_or(bsp_vec_sub(b, a), direction_in(aim, &target.plane));
    target.across = bsp_vec_cross(target.along, n);
    return target;
}

/* --- kinds of moves --- */

/* Returns the move along d from `before` units before the point to `behind` units behind it, with
 * its ends at the heights h0 and h1 above the plane. */
static CompareMove move_past(const BspPlane *plane, BspVec at, BspVec d, double before,
                             double behind, double h0, double h1)
{
    CompareMove move = { bsp_vec_mad(at, -before, d), bsp_vec_mad(at, behind, d) };
    if (bsp_plane_axis(plane) >= 0) {
        move.from = on_plane(move.from, plane);
        move.to = on_plane(move.to, plane);
    }
    move.from = bsp_vec_mad(move.from, h0, plane->normal);
    move.to = bsp_vec_mad(move.to, h1, plane->normal);
    return move;
}

/* Returns a move along d that passes through the target or ends there, at a tiny distance from the
 * target's plane. */
static CompareMove pass_target(CompareAim *aim, const Target *target, BspVec d)
{
    double before = draw_distance(aim), behind = draw_distance(aim);
    double h0 = draw_hair(aim), h1 = draw_hair(aim), slope = draw_hair(aim);
    switch (draw_below(aim, 6)) {
    case 0: /* along the plane */
        h1 = h0;
        break;
    case 1:
        h1 = h0 = -h0;
        break;
    case 2: /* down through the plane at the target */
        h0 = slope * before;
        h1 = -slope * behind;
        break;
    case 3: /* out of the plane, or into it */
        h0 = 0;
        h1 = draw_bool(aim) ? h1 : -h1;
        break;
    case 4: /* down through the plane at any point */
        h1 = -h1;
        break;
    default: /* down to the plane */
        h1 = 0;
        break;
    }
    return move_past(&target->plane, target->at, d, before, behind, h0, h1);
}

/* Returns a move that passes down through the plane of a face beyond the rim of the face, and
 * continues towards the face. */
static CompareMove skim(CompareAim *aim)
{
    Target target = face_target(aim);
    double gap = draw_distance(aim) / 2, slope = draw_hair(aim);
    double before = draw_distance(aim), behind = gap + draw_distance(aim);
    BspVec d = bsp_vec_mad(bsp_vec_neg(target.across),
                           draw_below(aim, 3) ? 0 : g_rand_double(aim->rand), target.along);
    aim->at = bsp_vec_mad(target.at, -gap, d);
    return move_past(&target.plane, aim->at, d, before, behind, slope * before, -slope * behind);
}

static CompareMove graze(CompareAim *aim)
{
    if (draw_bool(aim))
        return skim(aim);
    Target target = draw_below(aim, 4) ? face_target(aim) : edge_target(aim);
    aim->at = target.at;
    switch (draw_below(aim, 4)) {
    case 0:
        return pass_target(aim, &target, target.along);
    case 1:
        return pass_target(aim, &target, target.across);
    case 2:
        return pass_target(aim, &target, bsp_vec_neg(target.across));
    default:
        return pass_target(aim, &target, direction_in(aim, &target.plane));
    }
}

/* Rounds x, so that it can usually be added to a coordinate and subtracted again without loss. */
static double rounded_coarsely(double x)
{
    return round(x * 256) / 256;
}

static BspVec some_direction(CompareAim *aim, const Target *target)
{
    BspVec axis = bsp_vec(0, 0, 0);
    switch (draw_below(aim, 4)) {
    case 0:
        axis.v[draw_below(aim, 3)] = draw_bool(aim) ? 1 : -1;
        return axis;
    case 1:
        return direction_in(aim, &target->plane);
    case 2:
        return target->along;
    default:
        return compare_random_direction(aim->rand);
    }
}

static CompareMove hit_edge(CompareAim *aim)
{
    Target target = edge_target(aim);
    BspVec d = some_direction(aim, &target), at = target.at;
    double before = draw_distance(aim);
    for (int k = 0; k < 3; k++)
        if (draw_below(aim, 4) == 0)
            at.v[k] = next_number(aim, at.v[k]);
    BspVec way = bsp_vec(rounded_coarsely(d.x * before), rounded_coarsely(d.y * before),
                         rounded_coarsely(d.z * before));
    CompareMove move = { bsp_vec_sub(at, way), at };
    if (draw_bool(aim))
        move.to = bsp_vec_mad(at, draw_bool(aim) ? 1 : 0.5, way);
    aim->at = at;
    return move;
}

/* Returns a move that starts or ends at a position that touches a face or edge. It leaves the face
 * or edge, goes onto it, along it, or to another one. */
static CompareMove leave_face(CompareAim *aim)
{
    Target a = draw_bool(aim) ? face_target(aim) : edge_target(aim);
    Target b = draw_bool(aim) ? face_target(aim) : edge_target(aim);
    double distance = draw_distance(aim);
    CompareMove move = { a.at, b.at };
    aim->at = a.at;
    switch (draw_below(aim, 5)) {
    case 0:
        move.to = bsp_vec_mad(a.at, draw_bool(aim) ? distance : -distance, a.plane.normal);
        break;
    case 1:
        move.to = bsp_vec_mad(a.at, distance, some_direction(aim, &a));
        break;
    case 2: /* onto the face or edge */
        move.from = bsp_vec_mad(a.at, distance, some_direction(aim, &a));
        move.to = a.at;
        break;
    case 3: /* along the face or edge */
        move.to = bsp_vec_mad(a.at, distance, direction_in(aim, &a.plane));
        if (bsp_plane_axis(&a.plane) >= 0)
            move.to = on_plane(move.to, &a.plane);
        break;
    default:
        break;
    }
    return move;
}

/* --- seams --- */

typedef struct {
    GArray *found; /* an array of guint */
    const BspSolid *solid;
    BspBounds where;
    guint but;
} Neighbours;

/* The maximum number of neighbours among which one is drawn. A brush seldom has more. */
#define MOST_NEIGHBOURS 64

static gboolean note_neighbour(guint b, gpointer user_data)
{
    Neighbours *n = user_data;
    if (b != n->but &&
        bsp_bounds_overlap(bsp_brush_bounds(bsp_solid_brush(n->solid, b)), &n->where))
        g_array_append_val(n->found, b);
    return n->found->len < MOST_NEIGHBOURS;
}

/* Returns a brush that touches this brush, or nearly touches it. Returns this brush itself if it
 * has no neighbour. */
static guint neighbour(CompareAim *aim, guint brush)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint));
    Neighbours n = { .found = found, .solid = aim->solid, .but = brush };
    n.where = bsp_bounds_grown(bsp_brush_bounds(bsp_solid_brush(aim->solid, brush)), 0.01);
    bsp_solid_overlapping(aim->solid, &n.where, note_neighbour, &n);
    return found->len ? g_array_index(found, guint, draw_below(aim, found->len)) : brush;
}

/* Picks a plane of each of two neighbours. With probability 1/2, picks two planes that nearly
 * coincide, if there are such planes. They may face opposite ways. */
static void pick_planes(CompareAim *aim, const BspCell *a, const BspCell *b, BspPlane *p,
                        BspPlane *q)
{
    guint first = draw_below(aim, a->n_faces);
    *p = a->faces[first].plane;
    *q = b->faces[draw_below(aim, b->n_faces)].plane;
    if (draw_bool(aim))
        return;
    for (guint i = 0; i < a->n_faces; i++) {
        const BspPlane *one = &a->faces[(first + i) % a->n_faces].plane;
        for (guint k = 0; k < b->n_faces; k++) {
            const BspPlane *other = &b->faces[k].plane;
            double cosine = bsp_vec_dot(one->normal, other->normal);
            if (fabs(cosine) > 0.999999 &&
                fabs(one->dist - copysign(other->dist, cosine * other->dist)) < 0.01) {
                *p = *one;
                *q = *other;
                return;
            }
        }
    }
}

/* Returns a point near both brushes, which is in the intersection of their bounds, or between the
 * bounds. */
static BspVec point_between(CompareAim *aim, const BspBounds *a, const BspBounds *b)
{
    BspVec p;
    for (int k = 0; k < 3; k++) {
        double lo = MAX(a->mins.v[k], b->mins.v[k]), hi = MIN(a->maxs.v[k], b->maxs.v[k]);
        p.v[k] = draw_below(aim, 4) ? lo + (hi - lo) * g_rand_double(aim->rand)
                 : draw_bool(aim)   ? lo
                                    : hi;
    }
    return p;
}

/* Returns the point nearest to p on both planes, or p if the planes are parallel. */
static BspVec on_both(BspVec p, const BspPlane *a, const BspPlane *b)
{
    double cosine = bsp_vec_dot(a->normal, b->normal), square = 1 - cosine * cosine;
    double x = -bsp_plane_distance(a, p), y = -bsp_plane_distance(b, p);
    if (square < 1e-12)
        return p;
    p = bsp_vec_mad(p, (x - cosine * y) / square, a->normal);
    p = bsp_vec_mad(p, (y - cosine * x) / square, b->normal);
    return on_plane(on_plane(p, a), b);
}

static CompareMove aim_at_seam(CompareAim *aim)
{
    const BspBrush *other = expanded_brush(aim, neighbour(aim, aim->brush));
    BspPlane p, q;
    if (!other)
        return graze(aim);
    pick_planes(aim, bsp_brush_cell(aim->grown), bsp_brush_cell(other), &p, &q);
    const BspBounds *here = bsp_brush_bounds(aim->grown), *there = bsp_brush_bounds(other);
    BspVec middle = point_between(aim, here, there);
    BspVec over = bsp_vec_sub(bsp_bounds_centre(there), bsp_bounds_centre(here));
    Target target = { .plane = p };
    target.along = bsp_vec_cross(p.normal, q.normal);
    if (bsp_vec_length(target.along) > 1e-3) { /* along the crease between both planes */
        target.along = unit_or(target.along, p.normal);
        target.at = on_both(middle, &p, &q);
    } else { /* the move goes from one plane over to the other */
        target.along = bsp_vec_mad(over, -bsp_vec_dot(over, p.normal), p.normal);
        target.along = unit_or(target.along, direction_in(aim, &p));
        target.at = on_plane(middle, &p);
    }
    aim->at = target.at;
    return pass_target(aim, &target, draw_below(aim, 3) ? target.along : direction_in(aim, &p));
}

/* --- all kinds --- */

/* Rounds x to a float. Does so in memory, because gcc 12 omits the rounding if it converts several
 * numbers at once. */
static double as_float(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

static BspVec as_floats(BspVec p)
{
    return bsp_vec(as_float(p.x), as_float(p.y), as_float(p.z));
}

static CompareMove make_move(CompareAim *aim, CompareAimKind kind)
{
    CompareMove move;
    switch (kind) {
    case COMPARE_AIM_EDGES:
        return hit_edge(aim);
    case COMPARE_AIM_FACES:
        return leave_face(aim);
    case COMPARE_AIM_SEAMS:
        return aim_at_seam(aim);
    case COMPARE_AIM_FLOATS:
        move = make_move(aim, (CompareAimKind)draw_below(aim, COMPARE_AIM_FLOATS));
        return (CompareMove){ as_floats(move.from), as_floats(move.to) };
    case COMPARE_AIM_GRAZE:
    case COMPARE_AIM_KINDS:
        break;
    }
    return graze(aim);
}

/* Returns whether the shape, with its reference point at p, is within the world's limits. */
static gboolean is_within(const CompareAim *aim, BspVec p)
{
    BspBounds room = { bsp_vec(-BSP_WORLD_HALF, -BSP_WORLD_HALF, -BSP_WORLD_HALF),
                       bsp_vec(BSP_WORLD_HALF, BSP_WORLD_HALF, BSP_WORLD_HALF) };
    room = bsp_bounds_grown(&room, -1);
    return bsp_bounds_contain(&room, bsp_vec_add(p, aim->shape->bounds.mins)) &&
           bsp_bounds_contain(&room, bsp_vec_add(p, aim->shape->bounds.maxs)) &&
           bsp_bounds_contain(&room, p);
}

/* Units. A move also counts as reaching its target if it hits something at most this far before the
 * target, as in a crowded corner. */
#define STRAY 1.0

/* Returns whether the move begins clear of solid and reaches its target. */
static gboolean reaches_target(const CompareAim *aim, const CompareMove *move)
{
    BspTrace answer;
    bsp_brush_table_trace(aim->table, &(BspMove){ move->from, aim->at, aim->shape, 0, 0 }, &answer);
    return answer.tr.type == BSP_EMPTY ||
           (answer.tr.type == BSP_EMPTY_TO_SOLID &&
            bsp_vec_length(bsp_vec_sub(answer.tr.point, aim->at)) < STRAY);
}

/* The maximum number of tries for a move that begins clear of solid. In a level most planes are
 * inside or behind solid, so most tries fail. Every second try halves the reach, so that the last
 * moves begin within 16 units of the target. */
#define TRIES 16

CompareMove compare_aim_move(CompareAim *aim, CompareAimKind kind)
{
    CompareMove best = { bsp_bounds_centre(bsp_solid_bounds(aim->solid)),
                         bsp_bounds_centre(bsp_solid_bounds(aim->solid)) };
    gboolean anything_goes = draw_below(aim, 16) == 0;
    aim->reach = COMPARE_AIM_REACH;
    for (guint i = 0; i < TRIES; i++, aim->reach *= i % 2 ? 1 : 0.5) {
        aim->brush = draw_below(aim, bsp_solid_n_brushes(aim->solid));
        aim->grown = expanded_brush(aim, aim->brush);
        if (!aim->grown)
            continue;
        CompareMove move = make_move(aim, kind);
        if (!is_within(aim, move.from) || !is_within(aim, move.to))
            continue;
        best = move;
        if (anything_goes || reaches_target(aim, &move))
            break;
    }
    return best;
}

/* --- scenarios --- */

void compare_aim_add(CompareAim *aim, CompareScenario *s, CompareAimKind kind, gint mover, guint n)
{
    gboolean is_any = kind == COMPARE_AIM_KINDS;
    CompareTrajectory tr = compare_trajectory_recorded(
        g_strdup_printf("aimed at %s: %s", is_any ? "anything" : compare_aim_kind_names[kind],
                        compare_mover(s, mover)->name),
        mover);
    compare_aim_set_shape(aim, &compare_mover(s, mover)->shape);
    for (guint i = 0; i < n; i++) {
        CompareAimKind one = is_any ? (CompareAimKind)(i % COMPARE_AIM_KINDS) : kind;
        CompareMove move = compare_aim_move(aim, one);
        g_array_append_val(tr.moves, move);
    }
    g_array_append_val(s->trajectories, tr);
}

void compare_aim_scenario(CompareScenario *s, guint n, guint64 seed)
{
    if (bsp_solid_n_brushes(s->world->solid) == 0)
        return;
    g_autoptr(CompareAim) aim = compare_aim_new(s->world->solid, seed);
    guint parts = compare_n_movers(s) * COMPARE_AIM_KINDS;
    for (guint part = parts, some; part > 0; part--, n -= some) {
        gint mover = compare_mover_at(s, (part - 1) / COMPARE_AIM_KINDS);
        some = (n + part - 1) / part;
        if (!compare_mover(s, mover)->solid)
            compare_aim_add(aim, s, (CompareAimKind)((part - 1) % COMPARE_AIM_KINDS), mover, some);
    }
}
