/* terrain: hills of prisms under a sky, with rocks sunk into them.
 *
 * The ground is a square grid of points of different heights. Each square is two prisms with
 * triangular tops. A rock is a wedge, sunk into all the prisms under it. So faces have all slopes,
 * and solids overlap everywhere after expansion. */
#include "generate/dice.h"
#include "generate/generated.h"

/* The sizes and distances of a terrain, in units. */
enum {
    PITCH = 128,       /* distance between points of the grid */
    LEAST_HEIGHT = 32, /* of the ground */
    SKY = 1152,
    SUNK = 64,       /* depth of a rock below the highest point of its square */
    MOST_REACH = 96, /* extent of a rock from its middle: less than to the next square but one */
    EYES = 32        /* height of starts above all ground and rocks nearby */
};

/* Hills, hummocks and bumps: their period in squares, and their height. */
static const struct {
    gint period, height;
} octaves[] = { { 8, 384 }, { 4, 160 }, { 2, 64 } };

typedef struct {
    CompareWorldText *text;
    GRand *rand;
    guint64 salt; /* varies the heights with the seed */
    gint nx, ny;  /* squares */
    gint stride;  /* squares between starts */
    gint left, front;
} Terrain;

/* Plans the terrain. Three brushes in eleven are rocks. So are the brushes that remain because the
 * squares must fill a rectangle. */
static Terrain terrain_of(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    Terrain terrain = { .text = text, .rand = rand };
    guint squares = MAX((n_brushes - 6) * 4 / 11, 1);
    terrain.salt = (guint64)g_rand_int(rand) << 32;
    terrain.salt |= g_rand_int(rand);
    terrain.nx = (gint)compare_generate_root(squares);
    terrain.ny = (gint)squares / terrain.nx;
    terrain.stride = (gint)compare_generate_stride((guint)terrain.nx, (guint)terrain.ny);
    terrain.left = -terrain.nx * PITCH / 2;
    terrain.front = -terrain.ny * PITCH / 2;
    return terrain;
}

/* --- heights --- */

/* A pseudorandom number from 0 to 1023 for a point, always the same, so that heights need not be
 * stored (the finalizer of SplitMix64). */
static gint chance_at(const Terrain *terrain, guint octave, gint i, gint j)
{
    guint64 x = terrain->salt + octave * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) +
                ((guint64)(guint32)i << 32 | (guint32)j);
    x = (x ^ x >> 30) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
    return (gint)((x ^ x >> 31) >> 54);
}

/* Interpolates between the four nearest points of the octave's grid. */
static gint octave_at(const Terrain *terrain, guint octave, gint i, gint j)
{
    gint period = octaves[octave].period;
    gint x = i % period, y = j % period, u = i / period, v = j / period;
    gint front =
        chance_at(terrain, octave, u, v) * (period - x) + chance_at(terrain, octave, u + 1, v) * x;
    gint behind = chance_at(terrain, octave, u, v + 1) * (period - x) +
                  chance_at(terrain, octave, u + 1, v + 1) * x;
    return (front * (period - y) + behind * y) / (period * period) * octaves[octave].height / 1024;
}

static gint height_at(const Terrain *terrain, gint i, gint j)
{
    gint height = LEAST_HEIGHT;
    for (guint octave = 0; octave < G_N_ELEMENTS(octaves); octave++)
        height += octave_at(terrain, octave, i, j);
    return height;
}

/* The highest grid point at the corners of the square and of all squares up to `round` away. */
static gint highest_at(const Terrain *terrain, gint i, gint j, gint round)
{
    gint height = 0;
    for (gint v = MAX(j - round, 0); v <= MIN(j + 1 + round, terrain->ny); v++)
        for (gint u = MAX(i - round, 0); u <= MIN(i + 1 + round, terrain->nx); u++)
            height = MAX(height, height_at(terrain, u, v));
    return height;
}

/* --- starts, over the middles of squares --- */

static gboolean has_start(const Terrain *terrain, gint i, gint j)
{
    return i >= 0 && j >= 0 && i % terrain->stride == 0 && j % terrain->stride == 0;
}

/* A height above all ground and rocks that a box at the square's start could meet. */
static gint floor_of_start(const Terrain *terrain, gint i, gint j)
{
    return highest_at(terrain, i, j, 1);
}

static void write_starts(const Terrain *terrain)
{
    for (gint j = 0; j < terrain->ny; j += terrain->stride)
        for (gint i = 0; i < terrain->nx; i += terrain->stride)
            compare_world_text_start(terrain->text,
                                     (CompareGridVec){ terrain->left + i * PITCH + PITCH / 2,
                                                       terrain->front + j * PITCH + PITCH / 2,
                                                       floor_of_start(terrain, i, j) + EYES });
}

/* --- the ground --- */

static CompareGridVec point_at(const Terrain *terrain, gint i, gint j, gint z)
{
    return (CompareGridVec){ terrain->left + i * PITCH, terrain->front + j * PITCH, z };
}

/* Writes a prism under three points of the grid. */
static void write_prism(const Terrain *terrain, const gint at[3][2])
{
    CompareGridVec points[6];
    for (guint k = 0; k < 3; k++) {
        gint i = at[k][0], j = at[k][1];
        points[k] = point_at(terrain, i, j, 0);
        points[3 + k] = point_at(terrain, i, j, height_at(terrain, i, j));
    }
    compare_world_text_points(terrain->text, points, G_N_ELEMENTS(points));
}

/* Cuts the square in two along one of its diagonals. */
static void write_square(const Terrain *terrain, gint i, gint j)
{
    gint other = compare_generate_draw(terrain->rand, 0, 1);
    write_prism(terrain, (const gint[3][2]){ { i, j }, { i + 1, j }, { i + other, j + 1 } });
    write_prism(terrain,
                (const gint[3][2]){ { i, j + 1 }, { i + 1, j + 1 }, { i + 1 - other, j } });
}

/* --- rocks --- */

/* The greatest height of a rock in the square that leaves all starts clear. */
static gint most_height(const Terrain *terrain, gint i, gint j)
{
    gint height = SKY - PITCH;
    for (gint v = j - 1; v <= j + 1; v++)
        for (gint u = i - 1; u <= i + 1; u++)
            if (has_start(terrain, u, v))
                height = MIN(height, floor_of_start(terrain, u, v));
    return height;
}

/* Writes a rock: a gable with its ridge at a random place over its base, along x or y. */
static void write_rock(const Terrain *terrain)
{
    GRand *rand = terrain->rand;
    gint i = compare_generate_draw(rand, 0, terrain->nx - 1);
    gint j = compare_generate_draw(rand, 0, terrain->ny - 1);
    CompareGridVec middle = point_at(terrain, i, j, highest_at(terrain, i, j, 0));
    middle.x += 8 * compare_generate_draw(rand, 0, PITCH / 8);
    middle.y += 8 * compare_generate_draw(rand, 0, PITCH / 8);
    gint rx = 8 * compare_generate_draw(rand, 3, MOST_REACH / 8);
    gint ry = 8 * compare_generate_draw(rand, 3, MOST_REACH / 8);
    gint top = middle.z + 8 * compare_generate_draw(rand, 0, 16);
    top = MIN(top, most_height(terrain, i, j));
    gboolean along_x = compare_generate_draw(rand, 0, 1) == 1;
    gint ridge = 8 * (along_x ? compare_generate_draw(rand, -ry / 8, ry / 8)
                              : compare_generate_draw(rand, -rx / 8, rx / 8));

    gint bottom = MAX(middle.z - SUNK, 0);
    CompareGridVec a = { middle.x - rx, middle.y - ry, bottom };
    CompareGridVec b = { middle.x + rx, middle.y + ry, bottom };
    CompareGridVec points[6] = { a, { b.x, a.y, bottom }, b, { a.x, b.y, bottom } };
    points[4] = along_x ? (CompareGridVec){ a.x, middle.y + ridge, top }
                        : (CompareGridVec){ middle.x + ridge, a.y, top };
    points[5] = along_x ? (CompareGridVec){ b.x, middle.y + ridge, top }
                        : (CompareGridVec){ middle.x + ridge, b.y, top };
    compare_world_text_points(terrain->text, points, G_N_ELEMENTS(points));
}

/* --- the whole --- */

static void write_terrain(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    Terrain terrain = terrain_of(text, rand, n_brushes);
    guint n_rocks = n_brushes - 6 - 2 * (guint)(terrain.nx * terrain.ny);
    compare_world_text_shell(text, point_at(&terrain, 0, 0, 0),
                             point_at(&terrain, terrain.nx, terrain.ny, SKY));
    for (gint j = 0; j < terrain.ny; j++)
        for (gint i = 0; i < terrain.nx; i++)
            write_square(&terrain, i, j);
    for (guint k = 0; k < n_rocks; k++)
        write_rock(&terrain);
    compare_world_text_end_brushes(text);
    write_starts(&terrain);
}

const CompareWorldKind compare_world_terrain = {
    .name = "terrain",
    .summary = "hills of prisms under a sky, with rocks sunk into them",
    .write = write_terrain,
};
