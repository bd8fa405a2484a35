/* environment: the sample environment of Melax 2000, section 6, generated from a seed. */
#include "paper/environment.h"

#include "bsp-inspect.h"
#include "generate/dice.h"

/* Units. Shapes on one grid share planes, like those of a modeller: the paper's tree has fewer
 * branches than its environment has faces. */
enum {
    HALF = COMPARE_PAPER_WIDTH / 2,
    WALL = 16,
    GRID = 128, /* for the positions and ends of shapes */
    FINE = 64,  /* for heights */
    STEP = 16,
    STEPS = 5,
    EYES = 64,     /* height of starts above the floor */
    CLEARANCE = 40 /* of starts from shapes, along x and y */
};

typedef struct {
    GRand *rand;
    GPtrArray *brushes; /* BspBrush */
} Hall;

/* A random multiple of the step from lo to hi, which are multiples of it. */
static gint draw_multiple(const Hall *hall, gint step, gint lo, gint hi)
{
    return step * compare_generate_draw(hall->rand, lo / step, hi / step);
}

/* A random coordinate on the floor at which a shape of that width fits. */
static gint draw_place(const Hall *hall, gint wide)
{
    return draw_multiple(hall, GRID, -HALF, HALF - wide);
}

/* All brushes have volume, so there can be no error. */
static void add_brush(const Hall *hall, BspBrush *brush)
{
    g_assert(brush);
    g_ptr_array_add(hall->brushes, brush);
}

static void add_box(const Hall *hall, gint x, gint y, gint z, gint size_x, gint size_y, gint size_z)
{
    add_brush(hall, bsp_brush_new_box(bsp_vec(x, y, z), bsp_vec(x + size_x, y + size_y, z + size_z),
                                      NULL));
}

/* --- shapes --- */

static void add_crate(const Hall *hall)
{
    gint x = draw_place(hall, 2 * GRID), y = draw_place(hall, 2 * GRID),
         wide = draw_multiple(hall, GRID, GRID, 2 * GRID);
    gint deep = draw_multiple(hall, GRID, GRID, 2 * GRID),
         high = draw_multiple(hall, FINE, FINE, 4 * FINE);
    add_box(hall, x, y, -HALF, wide, deep, high);
}

/* On the floor, or upside down under the ceiling. */
static void add_pyramid(const Hall *hall, gboolean hangs)
{
    gint x = draw_place(hall, 2 * GRID), y = draw_place(hall, 2 * GRID), wide = 2 * GRID;
    gint height = draw_multiple(hall, GRID, GRID, 3 * GRID), up = hangs ? -1 : 1, base = -up * HALF;
    const BspVec points[5] = { bsp_vec(x, y, base), bsp_vec(x + wide, y, base),
                               bsp_vec(x, y + wide, base), bsp_vec(x + wide, y + wide, base),
                               bsp_vec(x + GRID, y + GRID, base + up * height) };
    add_brush(hall, bsp_brush_new_points(points, 5, NULL));
}

static void add_spire(const Hall *hall)
{
    add_pyramid(hall, FALSE);
}

static void add_lamp(const Hall *hall)
{
    add_pyramid(hall, TRUE);
}

/* Around a vertical line, with eight sides. */
static void add_pillar(const Hall *hall)
{
    gint x = draw_place(hall, 2 * GRID) + GRID, y = draw_place(hall, 2 * GRID) + GRID;
    gint radius = FINE, height = draw_multiple(hall, 4 * GRID, 4 * GRID, 2 * HALF);
    BspPlane planes[10] = {
        [8] = { bsp_vec(0, 0, 1), -HALF + height }, [9] = { bsp_vec(0, 0, -1), HALF }
    };
    static const gint sides[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                      { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
    for (guint i = 0; i < 8; i++) {
        gint nx = sides[i][0], ny = sides[i][1], reach = i % 2 ? radius + radius / 2 : radius;
        planes[i] = (BspPlane){ bsp_vec(nx, ny, 0), nx * x + ny * y + reach };
    }
    add_brush(hall, bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL));
}

/* Rises along x or y. */
static void add_ramp(const Hall *hall)
{
    gint x = draw_place(hall, 4 * GRID), y = draw_place(hall, 4 * GRID);
    gint length = draw_multiple(hall, GRID, 2 * GRID, 4 * GRID),
         width = draw_multiple(hall, GRID, GRID, 2 * GRID);
    gint height = draw_multiple(hall, FINE, FINE, 4 * FINE);
    gboolean turned = compare_generate_draw(hall->rand, 0, 1);
    const gint profile[3][2] = { { 0, 0 }, { length, 0 }, { length, height } };
    BspVec points[6];
    for (guint i = 0; i < 6; i++) {
        gint along = profile[i % 3][0], up = profile[i % 3][1] - HALF, across = i < 3 ? 0 : width;
        points[i] =
            turned ? bsp_vec(x + across, y + along, up) : bsp_vec(x + along, y + across, up);
    }
    add_brush(hall, bsp_brush_new_points(points, 6, NULL));
}

static void add_stairs(const Hall *hall)
{
    gint x = draw_place(hall, 4 * GRID), y = draw_place(hall, 4 * GRID);
    gint depth = GRID / 4, width = draw_multiple(hall, GRID, GRID, 3 * GRID);
    gboolean turned = compare_generate_draw(hall->rand, 0, 1);
    for (gint i = 0; i < STEPS; i++)
        if (turned)
            add_box(hall, x, y + i * depth, -HALF, width, depth, STEP * (i + 1));
        else
            add_box(hall, x + i * depth, y, -HALF, depth, width, STEP * (i + 1));
}

/* Extends from one of the walls. */
static void add_ledge(const Hall *hall)
{
    gint along = draw_place(hall, 4 * GRID), length = draw_multiple(hall, GRID, 2 * GRID, 4 * GRID);
    gint deep = GRID, z = draw_multiple(hall, GRID, -HALF + 2 * GRID, HALF - GRID);
    gint side = compare_generate_draw(hall->rand, 0, 3), near = side & 1 ? HALF - deep : -HALF;
    if (side & 2)
        add_box(hall, along, near, z, length, deep, FINE);
    else
        add_box(hall, near, along, z, deep, length, FINE);
}

/* From wall to wall, or from the floor to the ceiling. */
static void add_beam(const Hall *hall)
{
    gint axis = compare_generate_draw(hall->rand, 0, 2);
    gint at[3], size[3];
    for (gint i = 0; i < 3; i++) {
        at[i] =
            i == axis ? -HALF : draw_multiple(hall, 2 * GRID, -HALF + 2 * GRID, HALF - 2 * GRID);
        size[i] = i == axis ? 2 * HALF : GRID;
    }
    add_box(hall, at[0], at[1], at[2], size[0], size[1], size[2]);
}

static void add_shape(const Hall *hall, guint i)
{
    static void (*const kinds[])(
        const Hall *hall) = { add_stairs, add_crate, add_spire, add_spire, add_pillar, add_pillar,
                              add_ramp,   add_ledge, add_lamp,  add_beam,  add_beam,   add_beam };
    guint last = G_N_ELEMENTS(kinds) - 1;
    kinds[i < 2 ? 0 : (guint)compare_generate_draw(hall->rand, 0, (gint)last)](hall);
}

/* --- whole hall --- */

static void add_walls(const Hall *hall)
{
    for (guint i = 0; i < 6; i++) {
        gint out = HALF + WALL;
        BspVec lo = bsp_vec(-out, -out, -out), hi = bsp_vec(out, out, out);
        if (i % 2)
            lo.v[i / 2] = HALF;
        else
            hi.v[i / 2] = -HALF;
        add_brush(hall, bsp_brush_new_box(lo, hi, NULL));
    }
}

static gboolean is_clear(const Hall *hall, BspVec p)
{
    const BspBounds room = { bsp_vec(p.x - CLEARANCE, p.y - CLEARANCE, p.z - EYES + 1),
                             bsp_vec(p.x + CLEARANCE, p.y + CLEARANCE, p.z + EYES) };
    for (guint i = 0; i < hall->brushes->len; i++)
        if (bsp_bounds_overlap(bsp_brush_bounds(hall->brushes->pdata[i]), &room))
            return FALSE;
    return TRUE;
}

static GArray *find_starts(const Hall *hall)
{
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (gint y = -HALF + 64; y < HALF; y += 64)
        for (gint x = -HALF + 64; x < HALF; x += 64) {
            BspVec p = bsp_vec(x, y, -HALF + EYES);
            if (is_clear(hall, p))
                g_array_append_val(starts, p);
        }
    return starts;
}

BspWorld *compare_paper_environment(guint64 seed, guint n_shapes)
{
    Hall hall = { compare_generate_rand(seed),
                  g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free) };
    add_walls(&hall);
    for (guint i = 0; i < n_shapes; i++)
        add_shape(&hall, i);
    GArray *starts = find_starts(&hall);
    g_rand_free(hall.rand);
    g_autofree char *name = g_strdup_printf("hall of %u shapes", n_shapes);
    return bsp_world_new(name, hall.brushes, starts);
}

guint compare_paper_count_faces(const BspWorld *world, GError **error)
{
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspSurface) surface = bsp_surface_new(world->solid, &options, error);
    return surface ? surface->faces->len : 0;
}
