/* make-rooms: boxes of empty space, grown in the finished tree, and the grid that finds them.
 *
 * They are empty under all masks of the tree. The tree itself tells how far a room may grow, which
 * is a box that moves. The room of a cell of the grid begins as a small cube in it and grows to all
 * sides in turn, so that it becomes no slab; one that its neighbours have already is not kept
 * twice. */
#include "build/job.h"
#include "shift/private.h"
#include "trace/shape.h"

/* Units. Edge of the grid's cells: halved it answers a twentieth more of the moves that
 * characters make, with as much memory again as the tree. */
#define EDGE 64

/* Cells, in all and for each node of the tree: where there were more they are larger. */
#define MOST_CELLS 100000
#define MOST_PER_NODE 8

/* Numbers of rooms have 16 bits. */
#define MOST_ROOMS 65536

/* Units. A room begins as a cube whose edges are twice this, and grows up to about so far. */
#define HALF 4
#define FAR 256

/* Units. What is looked up in a cell does not reach farther beyond it: beyond that two rooms may
 * differ and be the same to the cell. */
#define REACH 64

/* Units. So much more than the room is found empty, for what a query allows and what floats round
 * away. */
#define MARGIN (0.75 * BSP_TOUCH)
#define ROUNDED (BSP_TOUCH / 8)

/* Units. A box that moves into a sharp edge is told late, within the bracket: it goes back by so
 * much. */
#define BACK (1.0 / 4096)

typedef struct {
    const ShiftTree *tree;
    ShiftRooms *rooms;
    GArray *grown; /* BspBounds: the rooms, before they are rounded */
} Making;

/* --- one room --- */

static gboolean is_empty(const Making *m, const BspBounds *box)
{
    BspBounds more = bsp_bounds_grown(box, MARGIN);
    BspShape shape = bsp_shape_box(more.mins, more.maxs);
    BspVec here = bsp_vec(0, 0, 0);
    return shift_tree_hit_check_any(m->tree, &shape, UINT32_MAX, here, here, NULL).type ==
           BSP_EMPTY;
}

/* A cube in the cell: in its middle, else where there is room. */
static gboolean begin(const Making *m, BspVec middle, BspBounds *room)
{
    static const double places[] = { 0, 0.3, -0.3 };
    for (guint i = 0; i < 27; i++) {
        BspVec aside = bsp_vec(places[i % 3], places[i / 3 % 3], places[i / 9]);
        BspVec at = bsp_vec_mad(middle, m->rooms->edge, aside);
        BspBounds point = { at, at };
        *room = bsp_bounds_grown(&point, HALF);
        if (is_empty(m, room))
            return TRUE;
    }
    return FALSE;
}

static BspBounds pushed(const BspBounds *room, guint side, double by)
{
    BspBounds more = *room;
    if (side % 2)
        more.maxs.v[side / 2] += by;
    else
        more.mins.v[side / 2] -= by;
    return more;
}

/* Moves a side of the room out. FALSE when it did not get there. */
static gboolean push(const Making *m, BspBounds *room, guint side, double by)
{
    BspShape shape = bsp_shape_box(room->mins, room->maxs);
    BspVec from = bsp_vec(0, 0, 0), to = from;
    to.v[side / 2] = side % 2 ? by : -by;
    BspTransition tr = shift_tree_hit_check_any(m->tree, &shape, UINT32_MAX, from, to, NULL);
    double most = by * bsp_transition_blocking_time(&tr);
    BspBounds more = pushed(room, side, most);
    gboolean whole = tr.type == BSP_EMPTY;
    if (!whole && !is_empty(m, &more)) {
        more = pushed(room, side, MAX(most - BACK, 0));
        if (!is_empty(m, &more))
            return FALSE;
    }
    *room = more;
    return whole;
}

static void grow(const Making *m, BspBounds *room)
{
    guint open = 0x3f;
    for (double step = 2 * HALF; step < FAR; step *= 2)
        for (guint side = 6; side-- > 0;)
            if (open >> side & 1 && !push(m, room, side, step))
                open &= ~(1u << side);
}

/* --- the grid --- */

/* Towards the inside of the room, but for what MARGIN allows. */
static float rounded(double x, float inwards)
{
    float f = (float)x;
    double outside = inwards > 0 ? x - (double)f : (double)f - x;
    return outside > ROUNDED ? nextafterf(f, inwards) : f;
}

static guint keep_room(Making *m, const BspBounds *grown)
{
    guint number = m->grown->len;
    if (number == MOST_ROOMS)
        return 0;
    ShiftRoom *room = &m->rooms->rooms[number];
    for (guint i = 0; i < 3; i++) {
        room->mins[i] = rounded(grown->mins.v[i], HUGE_VALF);
        room->maxs[i] = rounded(grown->maxs.v[i], -HUGE_VALF);
    }
    g_array_append_val(m->grown, *grown);
    return number;
}

static BspBounds common(const BspBounds *a, const BspBounds *b)
{
    BspBounds both;
    for (guint i = 0; i < 3; i++) {
        both.mins.v[i] = MAX(a->mins.v[i], b->mins.v[i]);
        both.maxs.v[i] = MIN(a->maxs.v[i], b->maxs.v[i]);
    }
    return both;
}

static gboolean is_inside(const BspBounds *inner, const BspBounds *outer)
{
    for (guint i = 0; i < 3; i++)
        if (inner->mins.v[i] < outer->mins.v[i] - ROUNDED ||
            inner->maxs.v[i] > outer->maxs.v[i] + ROUNDED)
            return FALSE;
    return TRUE;
}

/* A room of the neighbours that have one which holds the box; 0: none does. */
static guint shared_room(const Making *m, const guint *near, const BspBounds *box)
{
    for (guint i = 0; i < 3; i++)
        if (near[i] && is_inside(box, &g_array_index(m->grown, BspBounds, near[i])))
            return near[i];
    return 0;
}

static guint room_of_cell(Making *m, BspVec middle, const guint *near)
{
    BspBounds point = { middle, middle };
    BspBounds wanted = bsp_bounds_grown(&point, 0.5 * m->rooms->edge + REACH), room;
    guint shared = shared_room(m, near, &wanted);
    if (shared)
        return shared;
    if (!begin(m, middle, &room))
        return 0;
    grow(m, &room);
    if (!is_empty(m, &room))
        return 0;
    wanted = common(&wanted, &room);
    shared = shared_room(m, near, &wanted);
    return shared ? shared : keep_room(m, &room);
}

static void fill_cell(Making *m, guint x, guint y, guint z)
{
    ShiftRooms *r = m->rooms;
    gsize row = r->n[0], layer = row * r->n[1], at = z * layer + y * row + x;
    guint near[3] = { x ? r->cells[at - 1] : 0, y ? r->cells[at - row] : 0,
                      z ? r->cells[at - layer] : 0 };
    BspVec aside = bsp_vec(x + 0.5, y + 0.5, z + 0.5);
    r->cells[at] = (guint16)room_of_cell(m, bsp_vec_mad(r->mins, r->edge, aside), near);
}

/* How many cells there are, of which each axis has one at least. */
static double lay_grid(ShiftRooms *r, const BspBounds *bounds, double edge)
{
    double n_cells = 1;
    *r = (ShiftRooms){ .mins = bounds->mins, .edge = edge, .per_unit = 1 / edge };
    for (guint i = 0; i < 3; i++) {
        double n = MAX(ceil((bounds->maxs.v[i] - bounds->mins.v[i]) / edge), 1);
        r->n[i] = (guint)n;
        r->last[i] = n - 1;
        n_cells *= n;
    }
    return n_cells;
}

static ShiftRooms *rooms_new(const ShiftTree *tree, const BspBounds *bounds)
{
    double most = MIN(MOST_CELLS, (double)MOST_PER_NODE * tree->nodes.n_nodes), n_cells;
    ShiftRooms *r = g_new(ShiftRooms, 1);
    for (double edge = EDGE; (n_cells = lay_grid(r, bounds, edge)) > most; edge *= 1.25)
        continue;
    r->cells = g_new0(guint16, (gsize)n_cells);
    r->rooms = g_new(ShiftRoom, MOST_ROOMS);
    return r;
}

/* Up to the last cell, or as long as the job goes on. */
static void fill_grid(Making *m, BspJobPart part)
{
    const guint *n = m->rooms->n;
    for (guint z = 0; z < n[2]; z++) {
        for (guint y = 0; y < n[1]; y++)
            for (guint x = 0; x < n[0] && bsp_job_goes_on(part.job); x++)
                fill_cell(m, x, y, z);
        bsp_job_part_done(bsp_job_part_of(part, 1.0 / n[2]));
    }
}

void shift_make_rooms(ShiftTree *tree, const BspBounds *bounds, BspJobPart part)
{
    if (tree->nodes.n_nodes == 0)
        return;
    g_autoptr(GArray) grown = g_array_new(FALSE, FALSE, sizeof(BspBounds));
    ShiftRooms *r = tree->rooms = rooms_new(tree, bounds);
    Making m = { tree, r, grown };
    BspBounds nothing = { bsp_vec(HUGE_VAL, HUGE_VAL, HUGE_VAL),
                          bsp_vec(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL) };
    keep_room(&m, &nothing);
    fill_grid(&m, part);
    r->n_rooms = grown->len;
    r->rooms = g_renew(ShiftRoom, r->rooms, r->n_rooms);
}
