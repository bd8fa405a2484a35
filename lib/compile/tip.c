/* tip: planes that cut off the sharp corners of an empty leaf. */
#include "compile/tip.h"

#include "geometry/cell.h"

/* The greatest number of faces considered at a vertex. More faces make a corner blunter, so
 * ignoring some is safe. */
#define MOST_FACES 8

/* Pure number: the greatest distance that a band may reach beyond a corner, in units of BSP_TOUCH.
 */
#define BLUNT (BSP_TIP / BSP_TOUCH)

/* The greatest number of tips per cell. No real cell needs more. */
#define MOST_TIPS 32

/* Units. Corners are searched in the cell's bounds grown by this. */
#define ROOM 2.0

/* Units. Most trees are within this distance of the origin. Brushes expanded for boxes may reach to
 * twice BSP_WORLD_HALF, and the region of a tree one percent of its size farther. For a cell beyond
 * this distance, the search uses a box twice as large. Other cells keep the smaller box, because
 * its size changes the last bits of the corners. */
#define FAR (2 * BSP_WORLD_HALF)

/* --- test for sharp corners: most cells have none --- */

/* Whether a face belongs to the initial box, beyond which the leaf continues. */
static gboolean is_box_face(const BspCellFace *face)
{
    return face->tag == BSP_CELL_BOX_TAG;
}

static guint normals_at(const BspCell *cell, guint vertex, BspVec normals[MOST_FACES])
{
    guint n = 0;
    for (guint f = 0; f < cell->n_faces && n < MOST_FACES; f++) {
        const BspCellFace *face = &cell->faces[f];
        for (guint k = 0; k < face->n && !is_box_face(face); k++)
            if (cell->loop[face->first + k] == vertex) {
                normals[n++] = face->plane.normal;
                break;
            }
    }
    return n;
}

/*  */
gboolean bsp_is_sharp_corner(BspVec a, BspVec b, BspVec c)
{
    double volume;
    BspVec corner = bsp_corner_of_normals(a, b, c, &volume);
    return bsp_vec_dot(corner, corner) >= BLUNT * BLUNT * volume * volume;
}

/* Faces of the initial box do not count, so a vertex there may have only two faces. A plane across
 * the edge of these two then takes the place of the third face. */
gboolean bsp_cell_may_be_sharp(const BspCell *cell)
{
    for (guint v = 0; v < cell->n_vertices; v++) {
        BspVec n[MOST_FACES];
        guint count = normals_at(cell, v, n);
        if (count == 2 && bsp_is_sharp_corner(n[0], n[1], bsp_vec_cross(n[0], n[1])))
            return TRUE;
        for (guint i = 2; i < count; i++)
            for (guint j = 1; j < i; j++)
                for (guint k = 0; k < j; k++)
                    if (bsp_is_sharp_corner(n[i], n[j], n[k]))
                        return TRUE;
    }
    return FALSE;
}

/* --- tips of a cell with sharp corners --- */

typedef struct {
    const BspCell *cell;
    BspBounds room;
    gboolean open; /* the cell ends at its initial box, but its leaf continues */
    BspCell *leaf; /* the part of the leaf inside the room */
    GArray *tips;
} Search;

/* The part of the room behind all faces of the cell and all tips, each moved outward by `by`. */
static BspCell *widened_leaf(const Search *s, double by)
{
    BspCell *wide = bsp_cell_new_box(&s->room);
    for (guint f = 0; f < s->cell->n_faces && wide; f++)
        if (!is_box_face(&s->cell->faces[f]))
            wide = bsp_cell_take_behind(wide, &s->cell->faces[f].plane, -by, 0);
    return bsp_cell_take_behind_all(wide, (const BspPlane *)(gpointer)s->tips->data, s->tips->len,
                                    -by);
}

/* Whether the vertex lies on the border of the room, and so is not a corner of the leaf. */
static gboolean is_end_of_room(const Search *s, BspVec p)
{
    double end = s->room.maxs.x - BSP_TIP; /* the room of an open leaf is a cube about the origin */
    return s->open && (fabs(p.x) > end || fabs(p.y) > end || fabs(p.z) > end);
}

/* Adds a tip for the corner of the widened leaf that is farthest from the leaf. Returns FALSE if no
 * corner is farther than 1.5 BSP_TIP. */
static gboolean add_tip(Search *s)
{
    BspCell *wide = widened_leaf(s, BSP_TOUCH);
    double farthest = 1.5 * BSP_TIP;
    BspPlane plane = { 0 }, tip = { 0 };
    for (guint v = 0; wide && v < wide->n_vertices; v++) {
        if (is_end_of_room(s, wide->vertices[v]))
            continue;
        double d = bsp_cell_before(s->leaf, wide->vertices[v], &plane);
        if (d > farthest) {
            farthest = d;
            tip = (BspPlane){ plane.normal, plane.dist + BSP_TIP };
        }
    }
    bsp_cell_free(wide);
    if (farthest == 1.5 * BSP_TIP)
        return FALSE;
    g_array_append_val(s->tips, tip);
    return TRUE;
}

/* The box (room) in which corners are searched. For an open leaf it is the whole world, because far
 * from the cell the leaf may reach in front of a tip. */
static BspBounds room_for(const Search *s)
{
    BspBounds near = bsp_cell_bounds(s->cell),
              all = { bsp_vec(-FAR, -FAR, -FAR), bsp_vec(FAR, FAR, FAR) };
    if (!s->open)
        return bsp_bounds_grown(&near, ROOM);
    for (int i = 0; i < 3; i++)
        if (near.mins.v[i] < ROOM - FAR || near.maxs.v[i] > FAR - ROOM)
            return (BspBounds){ bsp_vec_scale(all.mins, 2), bsp_vec_scale(all.maxs, 2) };
    return all;
}

GArray *bsp_cell_tips(const BspCell *cell)
{
    if (!bsp_cell_may_be_sharp(cell))
        return NULL;
    Search s = { .cell = cell, .open = bsp_cell_ends_in_box(cell) };
    s.tips = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    s.room = room_for(&s);
    /* A closed cell is copied, because corners of nearly parallel faces would differ if they were
     * computed again. */
    s.leaf = s.open ? widened_leaf(&s, 0) : bsp_cell_copy(cell);
    while (s.leaf && s.tips->len < MOST_TIPS && add_tip(&s))
        ;
    bsp_cell_free(s.leaf);
    if (s.tips->len > 0)
        return s.tips;
    g_array_unref(s.tips);
    return NULL;
}
