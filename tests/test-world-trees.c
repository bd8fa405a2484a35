/* test-world-trees: tests that the cells and clip hulls of Quake's trees give the solid from which
 * the tree was compiled, and that trees that would cause too much work are rejected.
 * tests/formats/quake.rows has damaged trees. */
#include <time.h>

#include "brush-by-brush.h"
#include "bsp-levels.h"
#include "level-text.h"
#include "scenes.h"
#include "test-world-files.h"
#include "text/selection.h"
#include "world/q1-hulls.h"

/* Returns a solid like the corner of a room. It has a floor, a wall, a wedge on the floor, and a
 * pool away from them. */
static BspSolid *make_solid(void)
{
    const BspVec wedge[] = { bsp_vec(0, 0, 16),  bsp_vec(64, 0, 16), bsp_vec(64, 48, 16),
                             bsp_vec(0, 48, 16), bsp_vec(64, 0, 56), bsp_vec(64, 32, 56) };
    BspBrush *pool = scene_box(-128, -128, 16, -64, -64, 40);
    bsp_brush_set_contents(pool, 0x20);
    BspBrush *brushes[] = { scene_box(-128, -128, 0, 128, 128, 16),
                            scene_box(-128, 96, 16, 128, 128, 200),
                            scene_hull_brush(wedge, G_N_ELEMENTS(wedge)), pool };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

/* Expects that both solids agree about random points, except near a face. */
static void expect_same(const BspSolid *a, const BspSolid *b, const BspBounds *region, guint32 mask)
{
    Random r = random_seeded(11);
    guint n_in = 0, n_out = 0;
    for (guint i = 0; i < 4000; i++) {
        BspVec p = random_point(&r, region);
        double in_a = brushes_distance(a, p, mask), in_b = brushes_distance(b, p, mask);
        if ((in_a == 0) == (in_b == 0))
            (*(in_a == 0 ? &n_in : &n_out))++;
        else /* the file has float coordinates */
            cr_expect(fmax(in_a, in_b) < 1e-3, "%g %g %g: %g, %g", p.x, p.y, p.z, in_a, in_b);
    }
    cr_expect(n_in > 400 && n_out > 400, "%u in, %u out", n_in, n_out);
}

Test(world_trees, cells_and_hulls)
{
    static const BspBounds pool = { { { -128, -128, 16 } }, { { -32, -32, 60 } } };
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_BSP2; format++) {
        gint version = format == LEVEL_GOLDSRC ? 30 : 29;
        g_autoptr(BspSolid) solid = make_solid();
        g_autoptr(GByteArray) file = level_q1(solid, &(LevelOptions){ .format = format });
        g_autoptr(BspWorld) world =
            read_or_fail("a.bsp", file->data, file->len, BSP_WORLD_ALL_CONTENTS);
        expect_same(world->solid, solid, &solid->bounds, 1);
        expect_same(world->solid, solid, &pool, 0x20);
        for (guint h = 1; bsp_q1_hull_usual_box(version, h); h++) {
            g_autofree char *name = g_strdup_printf("a.bsp#hull%u", h);
            g_autoptr(BspWorld) hull = read_or_fail(name, file->data, file->len, 0);
            g_autoptr(BspSolid) exact =
                bsp_solid_expand(solid, bsp_q1_hull_usual_box(version, h), NULL);
            for (guint i = 0; i < solid->brushes->len; i++)
                bsp_brush_set_contents((BspBrush *)bsp_solid_brush(exact, i),
                                       bsp_brush_contents(bsp_solid_brush(solid, i)));
            expect_same(hull->solid, exact, &exact->bounds, 1);
        }
    }
}

/* --- too much work --- */

/* Nodes in a row. The plane of each node splits the space behind the plane of the previous one. */
typedef struct {
    LevelFormat format; /* the format of the level; LEVEL_2PSB stands for clip nodes */
    guint n;
    double turn; /* radians by which the planes turn from the first to the last; 0 if all are across
                    z */
    double step; /* units between planes */
    gboolean twice;    /* both children of a node are the next node */
    const char *error; /* NULL if the level can be read, as one brush */
} Chain;

static GByteArray *make_chain(const Chain *chain)
{
    gboolean clip = chain->format == LEVEL_2PSB;
    g_autoptr(BspSolid) solid = scene_one_box(-128, -128, -128, 128, 128, 128);
    GByteArray *file = level_q1(solid, &(LevelOptions){ .format = chain->format, .filled = clip });
    g_autoptr(GString) planes = g_string_new("lump 1 is");
    g_autoptr(GString) nodes = g_string_new(clip ? "lump 9 is" : "lump 5 is");
    for (guint i = 0; i < chain->n; i++) {
        double angle = chain->turn * i / chain->n;
        gboolean last = i + 1 == chain->n, flat = chain->turn == 0 || (!chain->twice && i == 0);
        g_string_append_printf(planes, " float %.9g %.9g %d %.9g int 0", flat ? 0 : cos(angle),
                               flat ? 0 : sin(angle), flat, 100 - chain->step * i);
        gint next = last ? -1 : (gint)i + 1;
        gboolean both = chain->twice || (chain->turn > 0 && i == 0);
        g_string_append_printf(nodes, " int %u %d %d zeros %d", i, both && !last ? next : -2, next,
                               clip ? 0 : 32);
    }
    level_text_change(file, planes->str);
    level_text_change(file, nodes->str);
    level_text_change(file, "lump 14 at 36 int 0 0 0");
    return file;
}

/* Cells get more and more faces. So the total number of faces and the time must be limited. */
Test(world_trees, chains_are_limited_in_faces_and_time)
{
    static const Chain chains[] = {
        { LEVEL_BSP2, 1024, 0, 0.01, FALSE, NULL },
        { LEVEL_BSP2, 1025, 0, 0.01, FALSE,
          "a.bsp: node 1024: the tree is deeper than 1024 levels" },
        { LEVEL_BSP2, 1000, 2 * G_PI, 0, FALSE, "* faces, more than 64 for each node*" },
        { LEVEL_2PSB, 600, G_PI, 0, TRUE, "a.bsp: clip node * faces, more than 64 for each node" },
        { LEVEL_2PSB, 600, 0, 0, TRUE, NULL },
    };
    for (guint i = 0; i < G_N_ELEMENTS(chains); i++) {
        g_autoptr(GByteArray) file = make_chain(&chains[i]);
        g_autoptr(GError) error = NULL;
        clock_t begin = clock();
        const char *name = chains[i].format == LEVEL_2PSB ? "a.bsp#hull1" : "a.bsp";
        g_autoptr(BspWorld) world = compare_world_read(name, file->data, file->len, 0, &error);
        cr_expect_lt(clock() - begin, 5 * CLOCKS_PER_SEC);
        cr_expect_eq(world != NULL, chains[i].error == NULL, "%u: %s", i,
                     error ? error->message : "read");
        cr_expect(!world || world->solid->brushes->len == 1, "%u: %u", i,
                  world ? world->solid->brushes->len : 0);
        cr_expect(!error || (error->code == (gint)BSP_ERROR_LIMIT &&
                             g_pattern_match_simple(chains[i].error, error->message)),
                  "%u: %s", i, error ? error->message : "");
    }
}
