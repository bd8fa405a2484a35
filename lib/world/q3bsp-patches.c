/* q3bsp-patches: makes thin brushes from the curved surfaces of id Tech 3 .bsp files. */
#include "world/q3bsp-patches.h"

#include "world/patch-brush.h"
#include "world/reading.h"

#define FACE_PATCH 2

/* The surface flag of surfaces that do not stop anything. */
#define SURFACE_NONSOLID 0x4000

/* Limit of cells of all patches together, which take some seconds. Real levels have some thousand.
 */
#define MAX_CELLS 65536

/* Offsets of a face's fields, in bytes. */
enum { TEXTURE = 0, TYPE = 8, VERTEX = 12, WIDTH = 96, HEIGHT = 100 };

static gboolean is_patch(const BspLumps *level, guint face)
{
    return bsp_lumps_int(level, Q3BSP_FACES, face, TYPE) == FACE_PATCH;
}

guint q3bsp_count_patches(const BspLumps *level, guint first, guint n)
{
    guint n_patches = 0;
    for (guint i = 0; i < n; i++)
        n_patches += is_patch(level, first + i) ? 1 : 0;
    return n_patches;
}

typedef struct {
    const BspLumps *level;
    Q3bspPatches *out;
    BspPatches *surfaces;
    guint n_points; /* control points of the patches so far */
} Reading;

static gboolean read_size(Reading *r, guint face, guint n, guint *width, guint *height)
{
    gint32 w = bsp_lumps_int(r->level, Q3BSP_FACES, face, WIDTH),
           h = bsp_lumps_int(r->level, Q3BSP_FACES, face, HEIGHT);
    if (w < 3 || h < 3 || w % 2 == 0 || h % 2 == 0 || (gint64)w * h != n)
        return bsp_lumps_fail(r->level, BSP_ERROR_VALUE,
                              "patch %u: %d times %d control points are invalid, the patch has %u: "
                              "both must be odd, and 3 or more",
                              face, w, h, n);
    /* Patches must not share points: a small file could otherwise cause much work. */
    r->n_points += n;
    if (r->n_points > r->level->lumps[Q3BSP_VERTICES].n)
        return bsp_lumps_fail(
            r->level, BSP_ERROR_VALUE,
            "patch %u: the patches up to this one have %u control points, but the file has only %u",
            face, r->n_points, r->level->lumps[Q3BSP_VERTICES].n);
    *width = (guint)w;
    *height = (guint)h;
    return TRUE;
}

static gboolean read_points(Reading *r, guint face, guint first, guint n, BspVec *points)
{
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < 3; k++) {
            points[i].v[k] = bsp_lumps_float(r->level, Q3BSP_VERTICES, first + i, 4 * k);
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                return bsp_lumps_fail(
                    r->level, BSP_ERROR_VALUE,
                    "patch %u: vertex %u: the coordinate %g is out of range, +-%g", face, first + i,
                    points[i].v[k], BSP_WORLD_HALF);
        }
    }
    return TRUE;
}

static gboolean read_patch(Reading *r, guint face)
{
    guint first, n, width = 0, height = 0;
    guint32 contents, flags;
    if (!bsp_lumps_range(r->level, Q3BSP_FACES, face, VERTEX, Q3BSP_VERTICES, "face", &first, &n) ||
        !q3bsp_read_texture(r->level, Q3BSP_FACES, face, TEXTURE, "face", &contents, &flags) ||
        !read_size(r, face, n, &width, &height))
        return FALSE;
    g_autofree BspVec *points = g_new(BspVec, n);
    if (!read_points(r, face, first, n, points))
        return FALSE;
    if ((contents & r->out->wanted) && !(flags & SURFACE_NONSOLID)) {
        r->out->n++;
        bsp_patches_add(r->surfaces, points, width, height, face);
    } else
        r->out->n_hollow++;
    return TRUE;
}

/* --- brushes --- */

static void add_brush(Reading *r, const guint *neighbours, guint piece)
{
    guint face = g_array_index(r->surfaces->pieces, BspPatchPiece, piece).patch;
    BspBrush *brush = bsp_patch_brush(r->surfaces, neighbours, piece, BSP_PATCH_THICKNESS, NULL);
    BspBrushPlace place = { .number = face, .is_patch = TRUE };
    guint32 contents = 0, flags = 0;
    if (!brush) {
        r->out->n_degenerate++;
        return;
    }
    q3bsp_read_texture(r->level, Q3BSP_FACES, face, TEXTURE, "face", &contents, &flags);
    bsp_brush_set_contents(brush, contents);
    for (guint i = 0; i < bsp_brush_n_sides(brush); i++)
        bsp_brush_set_tag(brush, i, flags);
    g_ptr_array_add(r->out->brushes, brush);
    g_array_append_val(r->out->places, place);
    r->out->n_brushes++;
}

static gboolean make_brushes(Reading *r)
{
    guint largest = 0;
    if (!bsp_patches_divide(r->surfaces, BSP_PATCH_ERROR, BSP_PATCH_FLAT, MAX_CELLS, &largest))
        return bsp_lumps_fail(
            r->level, BSP_ERROR_LIMIT,
            "patch %u: the patches need more than %d flat cells to come within %g "
            "units, this one the most",
            largest, MAX_CELLS, BSP_PATCH_ERROR);
    g_autofree guint *neighbours = bsp_patches_neighbours(r->surfaces);
    for (guint i = 0; i < r->surfaces->pieces->len; i++)
        add_brush(r, neighbours, i);
    r->out->n_degenerate += r->surfaces->n_degenerate;
    return TRUE;
}

gboolean q3bsp_read_patches(const BspLumps *level, guint first, guint n, Q3bspPatches *patches)
{
    g_autoptr(BspPatches) surfaces = bsp_patches_new();
    Reading r = { level, patches, surfaces, 0 };
    for (guint i = 0; i < n; i++)
        if (is_patch(level, first + i) && !read_patch(&r, first + i))
            return FALSE;
    return make_brushes(&r);
}

void q3bsp_report_patches(BspWorld *world, const Q3bspPatches *patches)
{
    world->n_patches = patches->n;
    world->n_patch_brushes = patches->n_brushes;
    bsp_world_leave_out(world, patches->n_hollow,
                        "patches (curved surfaces) left out: %u: their contents do not stop a "
                        "player, or their surface is NONSOLID",
                        patches->n_hollow);
    if (patches->n_degenerate)
        bsp_world_remark(world, "pieces of patches left out: %u: they are too narrow",
                         patches->n_degenerate);
}
