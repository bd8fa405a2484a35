/* hard-world: worlds of groups of brushes with nearly equal planes.
 *
 * The groups are side by side in a flat closed box. The box may be anywhere within the limits of
 * the world, so that the rounding of large coordinates matters. */
#include "generate/draw.h"
#include "generate/generate.h"
#include "generate/hard.h"

/* Units. */
enum {
    PITCH = 512,       /* distance between groups */
    GROUP = 320,       /* position of a group's centre in its square, along x and y */
    GROUP_Z = 192,     /* height of a group's centre */
    START = 96,        /* position of a start in its square, along all three axes */
    HEIGHT = 384,      /* height of the box */
    FARTHEST = 3900000 /* limit for the box's corners along an axis, which leaves room for planes */
};

typedef struct {
    CompareWorldText *text;
    guint left; /* brushes still to write */
} Wanted;

static void write_brush(const BspPlane *planes, guint n, gpointer user_data)
{
    Wanted *wanted = user_data;
    if (wanted->left == 0)
        return;
    compare_world_text_exact_planes(wanted->text, planes, n);
    wanted->left--;
}

/* The position of the box along an axis: at the origin, or as far away as the limits allow. */
static gint draw_origin(GRand *rand, gint size)
{
    static const gint origins[] = { 0, 0, 1024, 65536, 1000000, FARTHEST };
    gint origin = origins[compare_generate_draw(rand, 0, G_N_ELEMENTS(origins) - 1)];
    origin = MIN(origin, FARTHEST - size);
    return compare_generate_draw(rand, 0, 1) ? origin : -origin - size;
}

/* The number of squares for n_brushes brushes. A group usually has at least two brushes, and four
 * or five on average. Empty squares at the end do no harm, but two groups in one square would. */
static guint squares_for(guint n_brushes)
{
    return n_brushes / 2 + 1;
}

static void write_hard(CompareHardKind kind, CompareWorldText *text, GRand *rand, guint n_brushes)
{
    guint n = squares_for(n_brushes - 6), nx = compare_generate_root(n), ny = (n + nx - 1) / nx;
    Wanted wanted = { text, n_brushes - 6 };
    gint wide = (gint)nx * PITCH, deep = (gint)ny * PITCH;
    CompareGridVec at = { draw_origin(rand, wide), 0, 0 };
    at.y = draw_origin(rand, deep);
    at.z = draw_origin(rand, HEIGHT);
    compare_world_text_shell(text, at, (CompareGridVec){ at.x + wide, at.y + deep, at.z + HEIGHT });
    for (guint i = 0; wanted.left; i = (i + 1) % (nx * ny)) {
        BspVec middle = bsp_vec(at.x + (gint)(i % nx) * PITCH + GROUP,
                                at.y + (gint)(i / nx) * PITCH + GROUP, at.z + GROUP_Z);
        compare_hard_group(kind, rand, middle, write_brush, &wanted);
    }
    compare_world_text_end_brushes(text);
    guint stride = compare_generate_stride(nx, ny);
    for (guint y = 0; y < ny; y += stride)
        for (guint x = 0; x < nx; x += stride)
            compare_world_text_start(text, (CompareGridVec){ at.x + (gint)x * PITCH + START,
                                                             at.y + (gint)y * PITCH + START,
                                                             at.z + START });
}

static void write_slivers(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    write_hard(COMPARE_HARD_SLIVERS, text, rand, n_brushes);
}

static void write_wedges(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    write_hard(COMPARE_HARD_WEDGES, text, rand, n_brushes);
}

static void write_axial(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    write_hard(COMPARE_HARD_AXIAL, text, rand, n_brushes);
}

static void write_coplanar(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    write_hard(COMPARE_HARD_COPLANAR, text, rand, n_brushes);
}

static void write_bricks(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    write_hard(COMPARE_HARD_BRICKS, text, rand, n_brushes);
}

const CompareWorldKind compare_world_slivers = {
    .name = "slivers",
    .summary = "plates, needles and gaps, 1/1024 to 1/16 unit thick",
    .write = write_slivers,
};
const CompareWorldKind compare_world_wedges = {
    .name = "wedges",
    .summary = "bricks that close in on each other at next to no angle",
    .write = write_wedges,
};
const CompareWorldKind compare_world_near_axial = {
    .name = "near-axial",
    .summary = "boxes with planes tilted by 1e-12 to 1e-3, near the origin or far away",
    .write = write_axial,
};
const CompareWorldKind compare_world_near_coplanar = {
    .name = "near-coplanar",
    .summary = "rows of pillars in the air, their ends nearly in one plane",
    .write = write_coplanar,
};
const CompareWorldKind compare_world_bricks = {
    .name = "bricks",
    .summary = "touching bricks in rows, seam upon seam, and pillars in the air",
    .write = write_bricks,
};
