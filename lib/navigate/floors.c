/* floors: finds the walkable floors of an onion's space in the leaves of its tree.
 *
 * A floor is a part of a splitting plane that is walkable, with a leaf above that is empty for the
 * space, and a leaf below that is solid. So every point of a floor is a point of the surface that
 * queries of the tree see. */
#include "navigate/floors.h"

#include "bsp-nodes.h"
#include "geometry/polygon.h"
#include "onion/tree.h"

static void clear_floor(gpointer floor)
{
    g_free(((NavFloor *)floor)->v);
}

GArray *nav_floors_new(void)
{
    GArray *floors = g_array_new(FALSE, FALSE, sizeof(NavFloor));
    g_array_set_clear_func(floors, clear_floor);
    return floors;
}

BspBounds nav_floor_bounds(const NavFloor *floor)
{
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < floor->n; i++)
        bsp_bounds_add_point(&bounds, bsp_vec(floor->v[i].x, floor->v[i].y, 0));
    return bounds;
}

/* --- sides --- */

gboolean nav_find_facing(BspNavVertex a, BspNavVertex b, BspNavVertex c, BspNavVertex d,
                         NavPart *part, BspNavVertex *p, BspNavVertex *q)
{
    double x = b.x - a.x, y = b.y - a.y;
    if ((c.x - d.x) * x + (c.y - d.y) * y <= 0)
        return FALSE; /* most sides lie in another direction */
    double length = nav_distance(a, b);
    x /= length;
    y /= length;
    double from = (d.x - a.x) * x + (d.y - a.y) * y, to = (c.x - a.x) * x + (c.y - a.y) * y;
    *part = (NavPart){ fmax(from, 0), fmin(to, length) };
    if (to <= from || part->to <= part->from)
        return FALSE;
    *p = nav_lerp(d, c, (part->from - from) / (to - from));
    *q = nav_lerp(d, c, (part->to - from) / (to - from));
    return TRUE;
}

static int order_parts(const void *a, const void *b)
{
    const NavPart *p = a, *q = b;
    return p->from < q->from ? -1 : p->from > q->from;
}

GArray *nav_uncovered(GArray *covered, double length, double least)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(NavPart));
    NavPart end = { length, length };
    double at = 0;
    g_array_sort(covered, order_parts);
    g_array_append_val(covered, end);
    for (guint i = 0; i < covered->len; i++) {
        NavPart next = g_array_index(covered, NavPart, i), part = { at, next.from };
        if (part.to > at + least)
            g_array_append_val(parts, part);
        at = fmax(at, next.to);
    }
    return parts;
}

/* --- the walk down the tree --- */

typedef struct {
    const OnionTree *tree;
    const NavFloorSpaces *spaces;
    double walkable;
    GArray *above;  /* the BspPlane of each node above, turned so that this node is in front */
    GArray *floors; /* NavFloor */
} Walk;

/* The data for sorting parts of a plane into the leaves of a space. */
typedef struct {
    guint space;
    BspPlane up;        /* the plane, turned upwards */
    gint32 over, under; /* the subtrees with the leaves over the plane, and under it */
} Sorting;

static gboolean leaf_is_solid(const Walk *walk, guint space, gint32 leaf)
{
    gsize value = (guint32)~leaf;
    return value == ONION_ALL_SOLID ||
           (value != ONION_ALL_EMPTY &&
            bsp_bit(walk->tree->descriptors + value * walk->tree->words, space));
}

static void add_floor(Walk *walk, const BspPolygon *part, const BspPlane *up)
{
    NavFloor floor = { g_new(BspNavVertex, part->n), part->n, *up };
    floor.plane.dist += BSP_TOUCH;
    if (walk->spaces->skin > 0)
        floor.plane.dist += walk->spaces->skin;
    for (guint i = 0; i < part->n; i++)
        floor.v[i] = nav_xy(part->v[i]);
    g_array_append_val(walk->floors, floor);
}

/* Planes are alike if the cosine of the angle between them is above this value. Planes that are not
 * alike are within BSP_TOUCH of each other over less than 0.002 unit, a tenth of NAV_SLIVER. */
#define ALIKE (1 - 5e-7)
/* Units. A part this near to a cut is not cut. This is a rounding error of the largest coordinates.
 */
#define ON_CUT 1e-9

/* Cuts *part by the plane, returns the piece in front, and leaves the rest in *part. Either may be
 * NULL. If the plane is nearly parallel to `up`, the plane of the part, the rest reaches BSP_TOUCH
 * beyond the plane, because the same plane of another space may lie there. So, if the planes of a
 * node and of another below it cross at a small angle, the ground between them always belongs to
 * the upper node. */
static BspPolygon *cut_front(BspPolygon **part, const BspPlane *plane, const BspPlane *up)
{
    BspPolygon *front = NULL, *back = NULL;
    BspPlane limit = *plane;
    gboolean is_alike = fabs(bsp_vec_dot(plane->normal, up->normal)) > ALIKE;
    limit.dist += is_alike ? BSP_TOUCH : 0;
    if (*part)
        bsp_polygon_split(*part, &limit, is_alike ? ON_CUT : BSP_TOUCH, &front, &back);
    if (front || back) {
        g_free(*part);
        *part = back;
    }
    return front;
}

static void sort_part(Walk *walk, BspPolygon *part, const Sorting *sorting, gint32 at,
                      gboolean is_over);

/* Adds a part of a floor of the grown box, and frees it. With a skin, adds only the parts that are
 * floors of the box itself, too, because the grown box hangs over a ledge farther than the body can
 * stand. */
static void add_part(Walk *walk, BspPolygon *part, const Sorting *sorting)
{
    const NavFloorSpaces *spaces = walk->spaces;
    if (sorting->space != spaces->grown || spaces->skin == 0) {
        add_floor(walk, part, &sorting->up);
        g_free(part);
        return;
    }
    gint32 root = bsp_nodes_root(&walk->tree->nodes);
    Sorting bare = { spaces->bare, sorting->up, root, root };
    const BspVec *n = &sorting->up.normal;
    double out = spaces->skin * (fabs(n->x) + fabs(n->y) + fabs(n->z)); /* the box grew by this */
    bare.up.dist -= out;
    for (guint i = 0; i < part->n; i++)
        part->v[i].z -= out / n->z;
    sort_part(walk, part, &bare, root, TRUE);
}

/* Sorts a part of a plane, which it frees, into the leaves over it, and then into those under it.
 * Pieces between an empty and a solid leaf are floors. The recursion is at most four times as deep
 * as the tree. */
static void sort_part(Walk *walk, BspPolygon *part, const Sorting *sorting, gint32 at,
                      gboolean is_over)
{
    at = bsp_nodes_in(&walk->tree->nodes, at, sorting->space);
    if (at >= 0) {
        BspNodeView node = bsp_nodes_view(&walk->tree->nodes, at);
        BspPlane flipped = bsp_plane_flipped(&node.plane);
        BspPolygon *front = cut_front(&part, &node.plane, &sorting->up);
        BspPolygon *back = cut_front(&part, &flipped, &sorting->up);
        if (front)
            sort_part(walk, front, sorting, node.child[0], is_over);
        if (back)
            sort_part(walk, back, sorting, node.child[1], is_over);
        /* if a part lies on the node's plane, all leaves over it are on one side of the node */
        gboolean is_front = bsp_vec_dot(node.plane.normal, sorting->up.normal) > 0;
        if (part)
            sort_part(walk, part, sorting, node.child[is_front == is_over ? 0 : 1], is_over);
        return;
    }
    if (leaf_is_solid(walk, sorting->space, at) == is_over)
        g_free(part);
    else if (is_over)
        sort_part(walk, part, sorting, sorting->under, FALSE);
    else
        add_part(walk, part, sorting);
}

/* Returns the part of the plane in the node's region; NULL if there is none. */
static BspPolygon *part_in_region(const Walk *walk, const BspPlane *plane)
{
    BspPolygon *part = bsp_polygon_new_large(plane, bsp_vec(0, 0, 0), 2 * BSP_WORLD_HALF);
    for (guint i = 0; part && i < walk->above->len; i++) {
        BspPolygon *front = cut_front(&part, &g_array_index(walk->above, BspPlane, i), plane);
        g_free(part);
        part = front;
    }
    return part;
}

static void visit_node(Walk *walk, gint32 at)
{
    guint space = walk->spaces->grown;
    at = bsp_nodes_in(&walk->tree->nodes, at, space);
    if (at < 0)
        return;
    BspNodeView node = bsp_nodes_view(&walk->tree->nodes, at);
    if (fabs(node.plane.normal.z) >= walk->walkable) {
        gboolean is_up = node.plane.normal.z > 0;
        Sorting sorting = { space, is_up ? node.plane : bsp_plane_flipped(&node.plane),
                            node.child[is_up ? 0 : 1], node.child[is_up ? 1 : 0] };
        BspPolygon *part = part_in_region(walk, &sorting.up);
        if (part)
            sort_part(walk, part, &sorting, sorting.over, TRUE);
    }
    guint depth = walk->above->len;
    g_array_append_val(walk->above, node.plane);
    visit_node(walk, node.child[0]);
    g_array_index(walk->above, BspPlane, depth) = bsp_plane_flipped(&node.plane);
    visit_node(walk, node.child[1]);
    g_array_set_size(walk->above, depth);
}

GArray *nav_floors_find(const OnionTree *tree, const NavFloorSpaces *spaces, double walkable)
{
    g_autoptr(GArray) above = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    Walk walk = { tree, spaces, walkable, above, nav_floors_new() };
    visit_node(&walk, bsp_nodes_root(&tree->nodes));
    return walk.floors;
}
