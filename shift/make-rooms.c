/* make-rooms: grows boxes of empty space in the finished tree, and lays the grid that finds them.
 *
 * Rooms are empty under all masks of the tree. The room of a grid cell begins as a small cube in
 * the cell. Its sides are pushed out in turn, so that it does not become a slab; a query of the
 * tree, with the room as a moving box, returns how far a side may go. Neighbouring cells share a
 * room where one serves both. */
#include "build/job.h"
#include "shift/private.h"
#include "trace/shape.h"

/* Units. Edge of the grid's cells. Half as long, rooms would answer 5 percent more of the moves
 * that characters make, and take as much more memory as the whole tree. */
#define EDGE 64

/* The most cells, in all and for each node of the tree. Cells grow until there are no more. */
#define MOST_CELLS 100000
#define MOST_PER_NODE 8

/* A cell stores the number of its room in 16 bits. */
#define MOST_ROOMS 65536

/* Units. A room begins as a cube with edges of 2 * HALF, and each side moves out by about FAR at
 * most. */
#define HALF 4
#define FAR 256

/* Units. A lookup in a cell uses space up to this far outside the cell. Two rooms that differ only
 * farther away are equal for the cell. */
#define REACH 64

/* Units. The space around a room must be empty up to MARGIN. It covers the slack of a query
 * (SHIFT_ROOM_SLACK) and the rounding to floats (at most ROUNDED). */
#define MARGIN (0.75 * BSP_TOUCH)
#define ROUNDED (BSP_TOUCH / 8)

/* Units. A query may report a sharp edge late, within the bracket. A side that is not in empty
 * space then moves back by this much. */
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

/* Finds an empty cube in the cell: first at the middle, then at 26 places around it. */
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

/* Moves a side of the room out, by at most `by`. Returns FALSE if something stops it before. */
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

/* Rounds to a float. The float may lie outside of the room by at most ROUNDED, which MARGIN covers.
 */
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

/* The number of the first room among three neighbouring cells' that holds the box; 0 if none does.
 */
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

/* Lays the grid over the bounds, with at least one cell along each axis. Returns the number of
 * cells.
 */
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

/* Leaves the remaining cells without a room if the job ends. */
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
