/* terrain: hills of prisms under a sky, with rocks sunk into them.
 *
 * The ground is a square grid of points of different heights. Each square is two prisms with
 * triangular tops. A rock is a wedge, sunk into all the prisms under it. So faces have all slopes,
 * and solids overlap everywhere after expansion. */
#include "generate/dice.h"
#include "generate/generated.h"

/* Units. PITCH is the distance between points of the grid, LEAST_HEIGHT that of the ground. A rock
 * is sunk by SUNK below the highest point of its square, and extends by at most MOST_REACH from its
 * middle: less than to the next square but one. EYES is the height of starts above all ground and
 * rocks nearby. */
enum { PITCH = 128, LEAST_HEIGHT = 32, SKY = 1152, SUNK = 64, MOST_REACH = 96, EYES = 32 };

/* Hills, hummocks and bumps: their period in squares, and their height. */
static const struct {
    gint period, height;
} octaves[] = { { 8, 384 }, { 4, 160 }, { 2, 64 } };

typedef struct {
    CompareWorldText *text;
    guint64 salt; /* varies the heights with the seed */
    gint nx, ny;  /* squares */
    gint stride;  /* squares between starts */
} Terrain;

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

/* Interpolates in each octave between the four nearest points of its grid. */
static gint height_at(const Terrain *terrain, gint i, gint j)
{
    gint height = LEAST_HEIGHT;
    for (guint octave = 0; octave < G_N_ELEMENTS(octaves); octave++) {
        gint period = octaves[octave].period;
        gint x = i % period, y = j % period, u = i / period, v = j / period, sides[2];
        for (gint k = 0; k < 2; k++)
            sides[k] = chance_at(terrain, octave, u, v + k) * (period - x) +
                       chance_at(terrain, octave, u + 1, v + k) * x;
        height += (sides[0] * (period - y) + sides[1] * y) / (period * period) *
                  octaves[octave].height / 1024;
    }
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

/* --- the ground --- */

static BspVec point_at(const Terrain *terrain, gint i, gint j, gint z)
{
    return bsp_vec(-terrain->nx * PITCH / 2 + i * PITCH, -terrain->ny * PITCH / 2 + j * PITCH, z);
}

/* Writes a prism under three points of the grid. */
static void write_prism(const Terrain *terrain, const gint at[3][2])
{
    BspVec points[6];
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
    gint other = compare_generate_draw(terrain->text->rand, 0, 1);
    write_prism(terrain, (const gint[3][2]){ { i, j }, { i + 1, j }, { i + other, j + 1 } });
    write_prism(terrain,
                (const gint[3][2]){ { i, j + 1 }, { i + 1, j + 1 }, { i + 1 - other, j } });
}

/* --- rocks --- */

/* The maximum height of a rock in the square that leaves all starts clear. */
static gint most_height(const Terrain *terrain, gint i, gint j)
{
    gint height = SKY - PITCH;
    for (gint v = MAX(j - 1, 0); v <= j + 1; v++)
        for (gint u = MAX(i - 1, 0); u <= i + 1; u++)
            if (u % terrain->stride == 0 && v % terrain->stride == 0)
                height = MIN(height, highest_at(terrain, u, v, 1));
    return height;
}

/* Writes a rock: a gable with its ridge at a random place over its base, along x or y. */
static void write_rock(const Terrain *terrain)
{
    GRand *rand = terrain->text->rand;
    gint i = compare_generate_draw(rand, 0, terrain->nx - 1);
    gint j = compare_generate_draw(rand, 0, terrain->ny - 1);
    BspVec middle = point_at(terrain, i, j, highest_at(terrain, i, j, 0));
    middle.x += 8 * compare_generate_draw(rand, 0, PITCH / 8);
    middle.y += 8 * compare_generate_draw(rand, 0, PITCH / 8);
    gint rx = 8 * compare_generate_draw(rand, 3, MOST_REACH / 8);
    gint ry = 8 * compare_generate_draw(rand, 3, MOST_REACH / 8);
    double top = middle.z + 8 * compare_generate_draw(rand, 0, 16);
    top = fmin(top, most_height(terrain, i, j));
    gboolean along_x = compare_generate_draw(rand, 0, 1) == 1;
    gint reach = along_x ? ry / 8 : rx / 8, ridge = 8 * compare_generate_draw(rand, -reach, reach);

    double bottom = fmax(middle.z - SUNK, 0);
    double x0 = middle.x - rx, x1 = middle.x + rx, y0 = middle.y - ry, y1 = middle.y + ry;
    const BspVec points[6] = {
        bsp_vec(x0, y0, bottom),
        bsp_vec(x1, y0, bottom),
        bsp_vec(x1, y1, bottom),
        bsp_vec(x0, y1, bottom),
        bsp_vec(along_x ? x0 : middle.x + ridge, along_x ? middle.y + ridge : y0, top),
        bsp_vec(along_x ? x1 : middle.x + ridge, along_x ? middle.y + ridge : y1, top),
    };
    compare_world_text_points(terrain->text, points, G_N_ELEMENTS(points));
}

/* --- the whole --- */

/* Three brushes in eleven are rocks. So are the brushes that remain because the squares must fill a
 * rectangle. */
static void write_terrain(CompareWorldText *text, guint n_brushes)
{
    guint squares = MAX((n_brushes - 6) * 4 / 11, 1);
    Terrain terrain = { .text = text, .nx = (gint)compare_generate_root(squares) };
    terrain.salt = (guint64)g_rand_int(text->rand) << 32;
    terrain.salt |= g_rand_int(text->rand);
    terrain.ny = (gint)squares / terrain.nx;
    terrain.stride = (gint)compare_generate_stride((guint)terrain.nx, (guint)terrain.ny);
    guint n_rocks = n_brushes - 6 - 2 * (guint)(terrain.nx * terrain.ny);
    compare_world_text_shell(text, point_at(&terrain, 0, 0, 0),
                             point_at(&terrain, terrain.nx, terrain.ny, SKY));
    for (gint i = 0; i < terrain.nx * terrain.ny; i++)
        write_square(&terrain, i % terrain.nx, i / terrain.nx);
    for (guint k = 0; k < n_rocks; k++)
        write_rock(&terrain);
    compare_world_text_end_brushes(text);
    for (gint j = 0; j < terrain.ny; j += terrain.stride)
        for (gint i = 0; i < terrain.nx; i += terrain.stride) {
            BspVec at = point_at(&terrain, i, j, highest_at(&terrain, i, j, 1) + EYES);
            compare_world_text_start(text, bsp_vec(at.x + PITCH / 2, at.y + PITCH / 2, at.z));
        }
}

const CompareWorldKind compare_world_terrain = {
    .name = "terrain",
    .summary = "hills of prisms under a sky, with rocks sunk into them",
    .write = write_terrain,
};
