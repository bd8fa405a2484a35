/* place-kinds: generates small random worlds, of kinds in which characters have got stuck. */
#include "place-kinds.h"

#include <string.h>

/* --- numbers --- */

static double draw_real(GRand *rand, double lo, double hi)
{
    return g_rand_double_range(rand, lo, hi);
}

/* Returns a random number from lo to hi whose logarithm is evenly distributed. */
static double draw_log_real(GRand *rand, double lo, double hi)
{
    return lo * pow(hi / lo, g_rand_double(rand));
}

static gint draw_whole(GRand *rand, gint lo, gint hi)
{
    return g_rand_int_range(rand, lo, hi + 1);
}

/* --- the directions in which walkers push in addition to their heading, so that they stay at the
 * walls --- */

/* Returns the wish of a walker. The heading (1, 0, 0) points away from the z axis, and (0, 1, 0)
 * along the walls around it. `out` is the strength with which the walker pushes away from the
 * axis. */
static BspVec wish_from_axis(BspVec heading, BspVec at, double out)
{
    double length = fmax(sqrt(at.x * at.x + at.y * at.y), 1);
    BspVec away = bsp_vec(at.x / length, at.y / length, 0);
    return bsp_vec((out + heading.x) * away.x - heading.y * away.y,
                   (out + heading.x) * away.y + heading.y * away.x, heading.z);
}

static BspVec wish_out(BspVec heading, BspVec at)
{
    return wish_from_axis(heading, at, 0.7);
}

static BspVec wish_in(BspVec heading, BspVec at)
{
    return wish_from_axis(heading, at, -0.7);
}

/* Returns a wish that leads to the plane y = 0. */
static BspVec wish_to_row(BspVec heading, BspVec at)
{
    heading.y += at.y > 0 ? -0.5 : 0.5;
    return heading;
}

/* --- brushes --- */

static void add_brush(GPtrArray *brushes, BspBrush *brush)
{
    if (brush)
        g_ptr_array_add(brushes, brush);
}

static void add_box(GPtrArray *brushes, BspVec mins, BspVec maxs)
{
    add_brush(brushes, bsp_brush_new_box(mins, maxs, NULL));
}

/* Adds a prism over a polygon, from z = lo to z = hi. */
static void add_column(GPtrArray *brushes, const BspVec *polygon, guint n, double lo, double hi)
{
    BspVec points[2 * 4];
    for (guint i = 0; i < n; i++) {
        points[2 * i] = bsp_vec(polygon[i].x, polygon[i].y, lo);
        points[2 * i + 1] = bsp_vec(polygon[i].x, polygon[i].y, hi);
    }
    add_brush(brushes, bsp_brush_new_points(points, 2 * n, NULL));
}

/* Adds the tile x0 <= x <= x1, y0 <= y <= y1, from z = lo up to a plane that slopes along x. The
 * plane is at z = height at x0. */
static void add_ramp(GPtrArray *brushes, double x0, double x1, double y0, double y1, double lo,
                     double height, double slope)
{
    BspPlane planes[] = { { bsp_vec(1, 0, 0), x1 },
                          { bsp_vec(-1, 0, 0), -x0 },
                          { bsp_vec(0, 1, 0), y1 },
                          { bsp_vec(0, -1, 0), -y0 },
                          { bsp_vec(-slope, 0, 1), height - slope * x0 },
                          { bsp_vec(0, 0, -1), -lo } };
    add_brush(brushes, bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL));
}

/* --- rings --- */

/* Adds n walls around the z axis, each 32 units thick, with that inner radius. In half of the
 * rings, corners have whole coordinates. */
static void add_ring(GPtrArray *brushes, GRand *rand, guint n, double radius)
{
    gboolean whole = g_rand_boolean(rand);
    double turn = draw_real(rand, 0, 1);
    BspVec corners[2][65];
    for (guint i = 0; i <= n; i++)
        for (guint k = 0; k < 2; k++) {
            double a = 2 * G_PI * ((i % n) + turn) / n, r = radius + 32 * k;
            BspVec p = bsp_vec(r * cos(a), r * sin(a), 0);
            corners[k][i] = whole ? bsp_vec(rint(p.x), rint(p.y), 0) : p;
        }
    for (guint i = 0; i < n; i++) {
        BspVec wall[] = { corners[0][i], corners[1][i], corners[1][i + 1], corners[0][i + 1] };
        add_column(brushes, wall, 4, -200, 200);
    }
}

static void set_cube(CompareWalkPlace *place, double half, double low, double high)
{
    place->bounds = place->room =
        (BspBounds){ bsp_vec(-half, -half, low), bsp_vec(half, half, high) };
}

static void maybe_add_floor(GPtrArray *brushes, GRand *rand, double half, CompareWalkPlace *place)
{
    place->has_floor = g_rand_boolean(rand);
    if (place->has_floor)
        add_box(brushes, bsp_vec(-half, -half, -64), bsp_vec(half, half, -32));
}

static void make_ring_inside(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    double radius = draw_real(rand, 80, 400);
    add_ring(brushes, rand, (guint)draw_whole(rand, 12, 64), radius);
    maybe_add_floor(brushes, rand, 500, place);
    set_cube(place, radius, -20, 20);
    place->wish = wish_out;
}

static void make_ring_outside(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    double radius = draw_real(rand, 80, 400);
    add_ring(brushes, rand, (guint)draw_whole(rand, 12, 64), radius);
    maybe_add_floor(brushes, rand, 600, place);
    set_cube(place, radius + 150, -20, 20);
    place->wish = wish_in;
}

/* Makes a room of 12 sides with a pillar of 12 sides in its middle. */
static void make_tower(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    double radius = draw_real(rand, 100, 300);
    add_ring(brushes, rand, 12, radius);
    add_ring(brushes, rand, 12, draw_real(rand, 8, radius - 90));
    maybe_add_floor(brushes, rand, 500, place);
    set_cube(place, radius, -20, 20);
    place->wish = g_rand_boolean(rand) ? wish_out : wish_in;
}

/* --- floors --- */

static void set_floor(CompareWalkPlace *place, double half_x, double half_y, double top)
{
    place->bounds =
        (BspBounds){ bsp_vec(-half_x, -half_y, -400), bsp_vec(half_x, half_y, top + 200) };
    place->room =
        (BspBounds){ bsp_vec(-half_x, -half_y, top + 30), bsp_vec(half_x, half_y, top + 40) };
    place->has_floor = TRUE;
}

enum { TILE = 64, N_TILES = 8, HALF = TILE * N_TILES / 2 };

/* Makes a row of tiles along x whose tops meet exactly. */
static void make_row(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    gint most = 1 << draw_whole(rand, 1, 5), height = draw_whole(rand, 0, most);
    for (gint i = 0; i < N_TILES; i++) {
        gint next = draw_whole(rand, 0, most);
        double x = i * TILE - HALF;
        BspVec points[8];
        for (guint k = 0; k < 8; k++)
            points[k] = bsp_vec(x + (k & 1 ? TILE : 0), k & 2 ? 128 : -128,
                                k & 4 ? -32 : (k & 1 ? next : height));
        add_brush(brushes, bsp_brush_new_points(points, 8, NULL));
        height = next;
    }
    set_floor(place, HALF, 128, 32);
}

/* Makes a square of tiles whose tops meet exactly. A height is the sum of an x part and a y part,
 * so every top is flat. */
static void make_lattice(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    gint most = 1 << draw_whole(rand, 1, 4), a[N_TILES + 1], b[N_TILES + 1];
    for (guint i = 0; i <= N_TILES; i++) {
        a[i] = draw_whole(rand, 0, most);
        b[i] = draw_whole(rand, 0, most);
    }
    for (gint i = 0; i < N_TILES * N_TILES; i++) {
        gint x = i % N_TILES, y = i / N_TILES;
        BspVec points[8];
        for (gint k = 0; k < 8; k++) {
            gint u = x + (k & 1), v = y + (k >> 1 & 1);
            points[k] = bsp_vec(u * TILE - HALF, v * TILE - HALF, k & 4 ? -32 : a[u] + b[v]);
        }
        add_brush(brushes, bsp_brush_new_points(points, 8, NULL));
    }
    set_floor(place, HALF, HALF, 32);
}

/* Makes a row of nearly level tiles, with slopes down to 1e-8. Some are level. */
static void make_near_level(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    double height = g_rand_boolean(rand) ? 0 : draw_real(rand, -1, 1);
    double most = draw_log_real(rand, 1e-7, 4e-3);
    for (gint i = 0; i < N_TILES; i++) {
        double x = i * TILE - HALF, slope = draw_log_real(rand, 1e-8, most);
        slope *= draw_whole(rand, -1, 1);
        add_ramp(brushes, x, x + TILE, -128, 128, -32, height, slope);
        height += slope * TILE;
    }
    set_floor(place, HALF, 128, 2);
}

/* Makes ramps that each end in a gentler ramp, a floor, or a ramp in the other direction. */
static void make_ramp_tops(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    double height = 0, top = 0, slope = 0;
    for (gint i = 0; i < N_TILES; i++) {
        double x = i * 2 * TILE - 2 * HALF;
        slope = i % 2 ? slope * draw_real(rand, -0.5, 1) * draw_whole(rand, 0, 1)
                      : draw_log_real(rand, 0.01, 0.3) * (g_rand_boolean(rand) ? 1 : -1);
        add_ramp(brushes, x, x + 2 * TILE, -128, 128, -300, height, slope);
        height += slope * 2 * TILE;
        top = fmax(top, height);
    }
    set_floor(place, 2 * HALF, 128, top);
}

/* Makes two triangular prisms on each square of a lattice, with whole heights. */
static void make_terrain(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    gint heights[N_TILES + 1][N_TILES + 1];
    for (guint i = 0; i <= N_TILES; i++)
        for (guint k = 0; k <= N_TILES; k++)
            heights[i][k] = draw_whole(rand, 0, 8);
    for (gint i = 0; i < 2 * N_TILES * N_TILES; i++) {
        static const gint corners[2][3][2] = { { { 0, 0 }, { 1, 0 }, { 1, 1 } },
                                               { { 0, 0 }, { 1, 1 }, { 0, 1 } } };
        gint x = i / 2 % N_TILES, y = i / 2 / N_TILES;
        BspVec points[6];
        for (gint k = 0; k < 6; k++) {
            gint u = x + corners[i % 2][k % 3][0], v = y + corners[i % 2][k % 3][1];
            points[k] = bsp_vec(u * TILE - HALF, v * TILE - HALF, k < 3 ? heights[u][v] : -32);
        }
        add_brush(brushes, bsp_brush_new_points(points, 6, NULL));
    }
    set_floor(place, HALF, HALF, 8);
}

/* Makes flights of steps, up and down, with landings. */
static void make_stairs(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    double height = 0, top = 0, x = -HALF;
    gint rise = draw_whole(rand, 4, 16), depth = draw_whole(rand, 8, 40);
    while (x < HALF) {
        double landing = draw_whole(rand, 0, 4) ? 0 : 64;
        add_box(brushes, bsp_vec(x, -128, -200), bsp_vec(x + depth + landing, 128, height));
        height += draw_whole(rand, 0, 5) ? rise : -rise;
        top = fmax(top, height);
        x += depth + landing;
    }
    set_floor(place, HALF, 128, top);
}

/* --- creases --- */

/* Makes a chain of walls that bends to both sides, across y = 0. In half of the chains, corners
 * have whole coordinates; in half, the walls lean. */
static void make_creases(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    gboolean whole = g_rand_boolean(rand);
    double lean = g_rand_boolean(rand) ? 0 : draw_real(rand, -60, 60), was = 0;
    for (gint x = -HALF; x < HALF;) {
        gint length = draw_whole(rand, 16, 80);
        double y = draw_real(rand, -0.8, 0.8) * length;
        y = whole ? rint(y) : y;
        BspVec points[8];
        for (guint k = 0; k < 8; k++)
            points[k] = bsp_vec(x + (k & 1 ? length : 0) + (k & 4 ? lean : 0),
                                (k & 1 ? y : was) + (k & 2 ? 24 : 0) + (k & 4 ? lean : 0),
                                k & 4 ? 200 : -200);
        add_brush(brushes, bsp_brush_new_points(points, 8, NULL));
        was = y;
        x += length;
    }
    maybe_add_floor(brushes, rand, 600, place);
    set_cube(place, HALF, -20, 20);
    place->wish = wish_to_row;
}

/* Makes blocks that lean into each other over a floor, so that there are creases in any direction.
 * Every other block has whole coordinates, chosen independently. Blocks that fit exactly would
 * leave a gap of zero width, which an onion closes but a body could squeeze through. */
static void make_blocks(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place)
{
    add_box(brushes, bsp_vec(-300, -300, -64), bsp_vec(300, 300, 0));
    for (guint i = 0; i < 24; i++) {
        BspVec middle = bsp_vec(draw_real(rand, -220, 220), draw_real(rand, -220, 220),
                                draw_real(rand, -20, 40));
        BspVec points[8];
        for (guint k = 0; k < 8; k++) {
            BspVec p = bsp_vec(draw_real(rand, -60, 60), draw_real(rand, -60, 60),
                               draw_real(rand, -40, 40));
            if (i % 2)
                p = bsp_vec(rint(p.x), rint(p.y), rint(p.z));
            points[k] = bsp_vec_add(middle, p);
        }
        add_brush(brushes, bsp_brush_new_points(points, 8, NULL));
    }
    set_floor(place, 300, 300, 80);
}

static const PlaceKind place_kinds[] = {
    { "ring-inside", make_ring_inside },
    { "ring-outside", make_ring_outside },
    { "tower", make_tower },
    { "row", make_row },
    { "lattice", make_lattice },
    { "near-level", make_near_level },
    { "ramp-tops", make_ramp_tops },
    { "terrain", make_terrain },
    { "creases", make_creases },
    { "blocks", make_blocks },
    { "stairs", make_stairs },
};

const PlaceKind *place_kind_find(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(place_kinds); i++)
        if (strcmp(place_kinds[i].name, name) == 0)
            return &place_kinds[i];
    return NULL;
}

/* Shuffles the brushes, because a tracer may report the first in the list if a body meets several
 * at the same time. */
static void shuffle_brushes(GPtrArray *brushes, GRand *rand)
{
    for (gint i = (gint)brushes->len - 1; i > 0; i--) {
        gint k = draw_whole(rand, 0, i);
        gpointer swapped = brushes->pdata[i];
        brushes->pdata[i] = brushes->pdata[k];
        brushes->pdata[k] = swapped;
    }
}

Place *place_of_kind(const PlaceKind *kind, guint64 seed)
{
    guint32 words[2] = { (guint32)seed, (guint32)(seed >> 32) };
    Place *place = g_new0(Place, 1);
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_autoptr(GRand) rand = g_rand_new_with_seed_array(words, 2);
    kind->make(brushes, rand, &place->walk);
    shuffle_brushes(brushes, rand);
    place->solid = bsp_solid_new(brushes);
    return place;
}

void place_free(Place *place)
{
    if (place)
        bsp_solid_free(place->solid);
    g_free(place);
}
