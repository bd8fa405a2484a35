/* floors: finds the faces of a level that look up, as a plan shows them, without the roof. */
#include "draw/floors.h"

#include "tools/bsp-inspect.h"

/* A face is a wall if the absolute z of its normal, which is a sine, is smaller than this. The
 * value is that of about 3 degrees, so that a vertical face with rounding errors is a wall. */
#define LEAST_RISE 0.05

/* A fraction of an area. A face is covered if a larger fraction of it has solid above it. A level
 * has a roof if a larger fraction of all its floors has solid above it. With a quarter, bridges and
 * beams do not make a roof. */
#define COVERED 0.25

static void clear_floor(gpointer data)
{
    g_free(((CompareFloor *)data)->flat);
}

static GArray *new_pieces(void)
{
    GArray *pieces = g_array_new(FALSE, FALSE, sizeof(CompareFloor));
    g_array_set_clear_func(pieces, clear_floor);
    return pieces;
}

static const CompareFloor *floor_at(const GArray *pieces, guint i)
{
    return &g_array_index(pieces, CompareFloor, i);
}

/* --- all faces that look up, and all that look down --- */

typedef struct {
    GArray *pieces; /* an array of CompareFloor */
    BspHierarchy *hierarchy;
} Faces;

/* Returns the part of the face inside the view, projected to z = 0 and seen from above. Returns
 * NULL if there is no such part. */
static BspPolygon *lay_down(const CompareSection *ground, const BspUnionFace *face)
{
    g_autofree BspPolygon *view = compare_section_view(ground);
    const BspPolygon *p = face->polygon;
    BspPolygon *flat = bsp_polygon_new(p->v, p->n);
    for (guint i = 0; i < flat->n; i++) {
        flat->v[i] = p->v[face->plane.normal.z > 0 ? i : p->n - 1 - i];
        flat->v[i].z = 0;
    }
    BspPolygon *seen = compare_section_common(ground, flat, view);
    g_free(flat);
    return seen;
}

/* Finds the faces that look up, if `direction` is 1, or down, if it is -1. */
static Faces find_faces(const BspSurface *surface, const CompareSection *ground, double direction)
{
    Faces faces = { new_pieces(), NULL };
    for (guint i = 0; surface && i < surface->faces->len; i++) {
        const BspUnionFace *face = &g_array_index(surface->faces, BspUnionFace, i);
        BspPolygon *flat =
            direction * face->plane.normal.z > LEAST_RISE ? lay_down(ground, face) : NULL;
        CompareFloor piece = { flat, face->plane, bsp_polygon_centre(face->polygon).z,
                               face->brush };
        if (flat)
            g_array_append_val(faces.pieces, piece);
    }
    g_autofree BspBounds *bounds = g_new(BspBounds, MAX(faces.pieces->len, 1));
    for (guint i = 0; i < faces.pieces->len; i++)
        bounds[i] = bsp_polygon_bounds(floor_at(faces.pieces, i)->flat);
    faces.hierarchy = bsp_hierarchy_new(bounds, faces.pieces->len);
    return faces;
}

static void clear_faces(Faces *faces)
{
    g_array_unref(faces->pieces);
    bsp_hierarchy_free(faces->hierarchy);
}

/* --- the roof --- */

/* A search for faces above or below one face. */
typedef struct {
    const CompareSection *ground;
    const GArray *others; /* an array of CompareFloor */
    const CompareFloor *face;
    double direction; /* 1 to search for faces above, -1 for faces below */
    GPtrArray *parts; /* an array of BspPolygon, the parts of the face that have another face above
                         or below them */
} Search;

static gboolean add_part(guint item, gpointer data)
{
    Search *search = data;
    const CompareFloor *face = search->face, *other = floor_at(search->others, item);
    BspPolygon *common = compare_section_common(search->ground, face->flat, other->flat);
    if (!common)
        return TRUE;
    BspVec c = bsp_polygon_centre(common);
    double rise = compare_floor_height(&other->plane, c.x, c.y) -
                  compare_floor_height(&face->plane, c.x, c.y);
    if (search->direction * rise > BSP_BRACKET)
        g_ptr_array_add(search->parts, common);
    else
        g_free(common);
    return TRUE;
}

/* Returns the parts of the face that have no other face above or below them, as convex polygons
 * that do not overlap. */
static GPtrArray *find_free_parts(const CompareSection *ground, const CompareFloor *face,
                                  const Faces *others, double direction)
{
    g_autoptr(GPtrArray) whole = g_ptr_array_new(), parts = compare_polygons_new();
    Search search = { ground, others->pieces, face, direction, parts };
    BspBounds box = bsp_polygon_bounds(face->flat);
    g_ptr_array_add(whole, face->flat);
    bsp_hierarchy_overlapping(others->hierarchy, &box, add_part, &search);
    return compare_cover_minus(ground, whole, parts, 0);
}

/* Sets covered[i] for each floor. Returns TRUE if the level has a roof. */
static gboolean find_covered(const CompareSection *ground, const Faces *floors,
                             const Faces *ceilings, gboolean *covered)
{
    double inside = 0, all = 0;
    for (guint i = 0; i < floors->pieces->len; i++) {
        const CompareFloor *piece = floor_at(floors->pieces, i);
        g_autoptr(GPtrArray) open = find_free_parts(ground, piece, ceilings, 1);
        double area = bsp_polygon_area(piece->flat), under = area - compare_cover_sum(open);
        covered[i] = under > COVERED * area;
        inside += under;
        all += area;
    }
    return inside > COVERED * all;
}

/* Returns the floors, except the parts of uncovered floors that have another floor below them. */
static GArray *remove_roof(const CompareSection *ground, const Faces *floors,
                           const gboolean *covered)
{
    GArray *pieces = new_pieces();
    for (guint i = 0; i < floors->pieces->len; i++) {
        CompareFloor piece = *floor_at(floors->pieces, i);
        if (covered[i]) {
            piece.flat = bsp_polygon_new(piece.flat->v, piece.flat->n);
            g_array_append_val(pieces, piece);
            continue;
        }
        g_autoptr(GPtrArray) left = find_free_parts(ground, &piece, floors, -1);
        for (guint k = 0; k < left->len; k++) {
            piece.flat = left->pdata[k];
            g_array_append_val(pieces, piece);
        }
        g_ptr_array_set_free_func(left, NULL);
    }
    return pieces;
}

/* --- all together --- */

/* Compares two pieces, to sort lower ones before higher ones. Pieces of the same height and brush
 * follow one another. */
static int compare_pieces(const void *a, const void *b)
{
    const CompareFloor *one = a, *other = b;
    if (one->z != other->z)
        return one->z < other->z ? -1 : 1;
    return one->brush < other->brush ? -1 : one->brush > other->brush;
}

GArray *compare_floors_new(const BspWorld *world, const BspBounds *view)
{
    CompareSection ground = { 2, 0, *view };
    ground.view.mins.z = ground.view.maxs.z = 0;
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspSurface) surface = bsp_surface_new(world->solid, &options, NULL);
    Faces floors = find_faces(surface, &ground, 1), ceilings = find_faces(surface, &ground, -1);
    g_autofree gboolean *covered = g_new0(gboolean, MAX(floors.pieces->len, 1));
    GArray *pieces = find_covered(&ground, &floors, &ceilings, covered)
                         ? remove_roof(&ground, &floors, covered)
                         : g_array_ref(floors.pieces);
    clear_faces(&floors);
    clear_faces(&ceilings);
    g_array_sort(pieces, compare_pieces);
    return pieces;
}
