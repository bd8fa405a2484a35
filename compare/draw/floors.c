/* floors: the level from above. */
#include "draw/floors.h"

#include "bsp-inspect.h"
#include "oracle/oracle.h"

/* A face whose normal has a smaller z is a wall. */
#define LEAST_RISE 0.05

typedef struct {
    BspPolygon *flat; /* projected to z = 0 */
    double z, area;   /* z: of its middle; area: seen from above */
    gboolean covered; /* there is solid above it */
} Floor;

static void clear_floor(gpointer data)
{
    g_free(((Floor *)data)->flat);
}

static gboolean is_covered(CompareOracle *oracle, const BspSolid *solid, const BspUnionFace *face)
{
    BspShape point = bsp_shape_point();
    BspVec from = bsp_polygon_centre(face->polygon), to = from;
    from.z += 2 * BSP_BRACKET;
    to.z = bsp_solid_bounds(solid)->maxs.z + 1;
    return compare_oracle_move(oracle, &point, 0, from, to).t < 1;
}

/* The part of the face inside the view, projected to z = 0; NULL if there is none. */
static BspPolygon *lay_down(const BspPolygon *polygon, const BspBounds *view)
{
    BspPolygon *flat = bsp_polygon_new(polygon->v, polygon->n);
    for (guint i = 0; i < flat->n; i++)
        flat->v[i].z = 0;
    for (guint i = 0; i < 4 && flat; i++) {
        BspPlane plane = { bsp_vec(0, 0, 0), i % 2 ? view->maxs.v[i / 2] : -view->mins.v[i / 2] };
        plane.normal.v[i / 2] = i % 2 ? 1 : -1;
        BspPolygon *whole = flat, *front;
        bsp_polygon_split(whole, &plane, BSP_CELL_EPSILON, &front, &flat);
        g_free(front);
        g_free(whole);
    }
    return flat;
}

static GArray *find_floors(const BspWorld *world, const BspBounds *view)
{
    const BspSolid *solid = world->solid;
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspSurface) surface = bsp_surface_new(solid, &options, NULL);
    GArray *floors = g_array_new(FALSE, FALSE, sizeof(Floor));
    g_array_set_clear_func(floors, clear_floor);
    for (guint i = 0; surface && i < surface->faces->len; i++) {
        const BspUnionFace *face = &g_array_index(surface->faces, BspUnionFace, i);
        BspPolygon *flat = face->plane.normal.z > LEAST_RISE ? lay_down(face->polygon, view) : NULL;
        if (!flat)
            continue;
        Floor floor = { flat, bsp_polygon_centre(face->polygon).z, bsp_polygon_area(flat),
                        is_covered(oracle, solid, face) };
        g_array_append_val(floors, floor);
    }
    return floors;
}

static gboolean has_roof(const GArray *floors)
{
    double covered = 0, all = 0;
    for (guint i = 0; i < floors->len; i++) {
        const Floor *floor = &g_array_index(floors, Floor, i);
        all += floor->area;
        covered += floor->covered ? floor->area : 0;
    }
    return covered > 0.25 * all;
}

static guint band_of(const CompareFloors *floors, double z)
{
    double height = floors->highest - floors->lowest;
    double place = height > 0 ? (z - floors->lowest) / height * COMPARE_FLOOR_BANDS : 0;
    return MIN((guint)place, COMPARE_FLOOR_BANDS - 1);
}

static void sort_into_bands(CompareFloors *floors, GArray *all, gboolean roof)
{
    floors->lowest = HUGE_VAL;
    floors->highest = -HUGE_VAL;
    for (guint i = 0; i < all->len; i++) {
        const Floor *floor = &g_array_index(all, Floor, i);
        if (roof && !floor->covered)
            continue;
        floors->lowest = fmin(floors->lowest, floor->z);
        floors->highest = fmax(floors->highest, floor->z);
    }
    for (guint i = 0; i < all->len; i++) {
        Floor *floor = &g_array_index(all, Floor, i);
        if (!roof || floor->covered)
            g_ptr_array_add(floors->bands[band_of(floors, floor->z)],
                            g_steal_pointer(&floor->flat));
    }
}

CompareFloors *compare_floors_new(const BspWorld *world, const BspBounds *view)
{
    CompareFloors *floors = g_new0(CompareFloors, 1);
    CompareSection ground = { 2, 0, *view };
    for (guint i = 0; i < COMPARE_FLOOR_BANDS; i++)
        floors->bands[i] = compare_polygons_new();
    g_autoptr(GArray) all = find_floors(world, view);
    sort_into_bands(floors, all, has_roof(all));
    for (guint i = 0; i < COMPARE_FLOOR_BANDS; i++)
        floors->outlines[i] = compare_cover_outline(&ground, floors->bands[i]);
    return floors;
}

void compare_floors_free(CompareFloors *floors)
{
    if (!floors)
        return;
    for (guint i = 0; i < COMPARE_FLOOR_BANDS; i++) {
        g_ptr_array_unref(floors->bands[i]);
        g_array_unref(floors->outlines[i]);
    }
    g_free(floors);
}
