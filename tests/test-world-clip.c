/* test-world-clip: trees of .bsp files with nodes that several paths share, and the bounds of
 * models in levels of Quake and GoldSrc. */
#include <stdlib.h>

#include "bsp-levels.h"
#include "bsp-nodes.h"
#include "level/audit.h"
#include "scenes.h"
#include "test-world-files.h"
#include "world/reading.h"

enum { PLANES = 1, NODES = 5, CLIP_NODES = 9, LEAVES = 10, MODELS = 14 };

static void put_int(GByteArray *file, guint at, gint32 value)
{
    value = GINT32_TO_LE(value);
    memcpy(file->data + at, &value, 4);
}

static void put_float(GByteArray *file, guint at, double value)
{
    const float narrow = (float)value;
    gint32 bits;
    memcpy(&bits, &narrow, 4);
    put_int(file, at, bits);
}

/* A level of one box, from -128 to 128, with room for n records of a lump at its end. *at: where
 * the records begin. */
static GByteArray *with_lump(GByteArray *file, guint lump, guint size, guint n, guint *at)
{
    if (!file) {
        BspBrush *brushes[] = { scene_box(-128, -128, -128, 128, 128, 128) };
        g_autoptr(BspSolid) solid = scene_solid(brushes, 1);
        file = level_q1(solid, &(LevelOptions){ .format = LEVEL_2PSB, .filled = TRUE });
    }
    *at = file->len;
    g_byte_array_set_size(file, *at + size * n);
    memset(file->data + *at, 0, size * n);
    put_int(file, 4 + 8 * lump, (gint32)*at);
    put_int(file, 8 + 8 * lump, (gint32)(size * n));
    return file;
}

typedef struct {
    guint plane;
    gint32 front, back;
} Node;

/* A 2PSB level whose hulls have these clip nodes. Node 0 is the root. */
static GByteArray *make_clip(const BspPlane *planes, guint n_planes, const Node *nodes, guint n)
{
    guint at;
    GByteArray *file = with_lump(NULL, PLANES, 20, n_planes, &at);
    for (guint i = 0; i < n_planes; i++) {
        for (guint k = 0; k < 3; k++)
            put_float(file, at + 20 * i + 4 * k, planes[i].normal.v[k]);
        put_float(file, at + 20 * i + 12, planes[i].dist);
    }
    with_lump(file, CLIP_NODES, 12, n, &at);
    for (guint i = 0; i < n; i++) {
        put_int(file, at + 12 * i, (gint32)nodes[i].plane);
        put_int(file, at + 12 * i + 4, nodes[i].front);
        put_int(file, at + 12 * i + 8, nodes[i].back);
    }
    for (guint hull = 1; hull < 3; hull++)
        put_int(file, level_record(file, 4, MODELS, 64, 0) + 36 + 4 * hull, 0);
    return file;
}

static const BspPlane axes[] = { { { { 1, 0, 0 } }, 0 },
                                 { { { 0, 0, 1 } }, 0 },
                                 { { { 0, 1, 0 } }, 0 } };

static void expect_limit(const GByteArray *file, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_read("a.bsp#hull1", file->data, file->len, 0, &error);
    cr_assert_null(world, "read, where '%s' was expected", message);
    cr_expect(g_str_has_prefix(error->message, "a.bsp: clip node ") &&
                  g_str_has_suffix(error->message, message),
              "found    %s\nexpected %s", error->message, message);
    cr_expect_eq(error->code, (gint)code);
}

/* --- shared nodes --- */

/* Two paths lead to node 2: x >= 0, and x <= 0 with y >= 0. */
Test(world_clip, a_node_that_two_paths_share)
{
    static const Node nodes[] = { { 0, 2, 1 }, { 2, 2, -2 }, { 1, -1, -2 } };
    g_autoptr(GByteArray) file = make_clip(axes, 3, nodes, 3);
    for (guint hull = 1; hull < 3; hull++) {
        static const struct {
            double x, y, t;
            BspTransitionClass type;
        } moves[] = { { 64, 64, 0.5, BSP_EMPTY_TO_SOLID },
                      { -64, 64, 0.5, BSP_EMPTY_TO_SOLID },
                      { 64, -64, 0.5, BSP_EMPTY_TO_SOLID },
                      { -64, -64, 1, BSP_SOLID } };
        g_autofree char *name = g_strdup_printf("a.bsp#hull%u", hull);
        g_autoptr(BspWorld) world = read_or_fail(name, file->data, file->len, 0);
        cr_assert_eq(world->solid->brushes->len, 3u);
        expect_message(world,
                       "the outside is solid without end: it is cut 8 units outside the bounds of "
                       "model 0");
        const BspBuildOptions build = { 0 };
        g_autoptr(BspTree) tree = bsp_tree_new(world->solid, &build, NULL);
        for (guint i = 0; i < G_N_ELEMENTS(moves); i++) {
            BspTransition hit =
                bsp_tree_first_transition(tree, bsp_vec(moves[i].x, moves[i].y, 64),
                                          bsp_vec(moves[i].x, moves[i].y, -64), NULL);
            cr_expect_eq(hit.type, moves[i].type, "hull %u, move %u: type %d", hull, i,
                         (int)hit.type);
            /* a point stops BSP_TOUCH before the face */
            cr_expect(hit.type == BSP_SOLID || hit.t == moves[i].t - BSP_TOUCH / 128, "%g", hit.t);
        }
    }
}

/* Cycles of one to three nodes are refused, even if no part of space leads to them: behind z = 0,
 * the plane of node 3 has only its front. */
Test(world_clip, cycles)
{
    static const struct {
        Node nodes[5];
        guint n;
    } cases[] = {
        { { { 0, -1, 0 } }, 1 },
        { { { 0, 1, -1 }, { 1, 0, -1 } }, 2 },
        { { { 0, 1, -2 }, { 1, -1, 2 }, { 2, 0, -1 } }, 3 },
        { { { 0, 1, 1 }, { 1, -1, 2 }, { 1, 3, -1 }, { 2, -2, 4 }, { 0, 3, -1 } }, 5 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = make_clip(axes, 3, cases[i].nodes, cases[i].n);
        expect_limit(file, BSP_ERROR_VALUE, " is below itself in the tree");
    }
}

/* Both children of each node are the next node. With n different planes, the tree has 2^n paths or,
 * if the planes are parallel, n parts of space. */
static GByteArray *make_doubling(guint n, gboolean turned, gboolean same)
{
    g_autofree BspPlane *planes = g_new0(BspPlane, n);
    g_autofree Node *nodes = g_new0(Node, n);
    for (guint i = 0; i < n; i++) {
        double angle = turned ? 3.14159265 * i / n : 0;
        planes[i] = (BspPlane){ bsp_vec(cos(angle), sin(angle), 0), same ? 0 : i % 7 };
        nodes[i] = (Node){ i, i + 1 < n ? (gint32)i + 1 : -1, i + 1 < n ? (gint32)i + 1 : -2 };
    }
    return make_clip(planes, n, nodes, n);
}

Test(world_clip, many_paths)
{
    g_autoptr(GByteArray) many = make_doubling(600, TRUE, FALSE);
    gint64 begin = g_get_monotonic_time();
    expect_limit(many, BSP_ERROR_LIMIT,
                 " faces, more than 64 for each node: too many paths lead to shared nodes");
    cr_expect_lt(g_get_monotonic_time() - begin, 5 * G_TIME_SPAN_SECOND);
    g_autoptr(GByteArray) same = make_doubling(600, FALSE, TRUE);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp#hull1", same->data, same->len, 0);
    cr_expect_eq(world->solid->brushes->len, 1u);
}

/* --- Quake II --- */

/* A tree of Quake II lists brushes in its leaves. A shared node lists its brushes once. */
Test(world_clip, a_shared_node_of_quake_2)
{
    enum { Q2_NODES = 4, Q2_MODELS = 13 };
    BspPlane planes[6];
    const LevelBrush brush = { 0, 6, 1, 0 };
    for (guint k = 0; k < 6; k++) {
        planes[k] = (BspPlane){ bsp_vec(0, 0, 0), 16 };
        planes[k].normal.v[k % 3] = k < 3 ? 1 : -1;
    }
    g_autoptr(GByteArray) file = level_q2(planes, 6, &brush, 1);
    guint at = file->len;
    g_byte_array_set_size(file, at + 3 * 28);
    memset(file->data + at, 0, 3 * 28);
    static const gint32 children[3][2] = { { 1, 2 }, { 2, 2 }, { -1, -2 } };
    for (guint i = 0; i < 3; i++)
        for (guint k = 0; k < 2; k++)
            put_int(file, at + 28 * i + 4 + 4 * k, children[i][k]);
    put_int(file, 8 + 8 * Q2_NODES, (gint32)at);
    put_int(file, 12 + 8 * Q2_NODES, 3 * 28);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
    cr_expect_eq(world->solid->brushes->len, 1u);
}

/* --- contents of clip hulls --- */

Test(world_clip, only_solid_stops)
{
    static const Node nodes[] = { { 0, -6, 1 }, { 2, -3, 2 }, { 1, -2, -15 } };
    g_autoptr(GByteArray) file = make_clip(axes, 3, nodes, 3);
    g_autoptr(BspWorld) world =
        read_or_fail("a.bsp#hull1", file->data, file->len, BSP_WORLD_ALL_CONTENTS);
    cr_assert_eq(world->solid->brushes->len, 1u);
    BspBounds bounds = bsp_solid_brush(world->solid, 0)->bounds;
    cr_expect_float_eq(bounds.mins.z, 0, 1e-9);
    expect_message(world, "sky of the hull: 1 parts: sky stops nothing in a clip hull");
}

/* --- bounds --- */

static void expect_bounds(const BspBounds *found, double min, double max)
{
    for (guint k = 0; k < 3; k++) {
        cr_expect_float_eq(found->mins.v[k], min, 1e-9, "%g, not %g", found->mins.v[k], min);
        cr_expect_float_eq(found->maxs.v[k], max, 1e-9, "%g, not %g", found->maxs.v[k], max);
    }
}

/* The cells of a level with an empty outside are exact, however wrong its bounds are. */
Test(world_clip, bounds_that_are_short)
{
    static const double sizes[] = { 32, 1, 0.5 };
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_BSP2; format++)
        for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
            for (guint wrong = 0; wrong < 2; wrong++) {
                double half = sizes[i];
                BspBrush *brushes[] = { scene_box(-half, -half, -half, half, half, half) };
                g_autoptr(BspSolid) solid = scene_solid(brushes, 1);
                g_autoptr(GByteArray) file = level_q1(solid, &(LevelOptions){ .format = format });
                guint at = level_record(file, 4, MODELS, 64, 0);
                if (wrong)
                    put_float(file, at + 12, -half);
                g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
                expect_bounds(&world->solid->bounds, -half, half);
                g_autoptr(BspWorld) hull = read_or_fail("a.bsp#hull1", file->data, file->len, 0);
                cr_expect_eq(hull->solid->bounds.maxs.x, half + 16);
                cr_expect_eq(hull->solid->bounds.mins.z,
                             -half - (format == LEVEL_GOLDSRC ? 36 : 32));
            }
}

/* A closed room whose outside is solid: all hulls end at the same distance from the bounds. */
Test(world_clip, a_solid_outside)
{
    BspBrush *brushes[] = {
        scene_box(-96, -96, -96, 96, 96, -64), scene_box(-96, -96, 64, 96, 96, 96),
        scene_box(-96, -96, -64, -64, 96, 64), scene_box(64, -96, -64, 96, 96, 64),
        scene_box(-64, -96, -64, 64, -64, 64), scene_box(-64, 64, -64, 64, 96, 64)
    };
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    const LevelOptions options = { .format = LEVEL_GOLDSRC, .filled = TRUE };
    g_autoptr(GByteArray) file = level_q1(solid, &options);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
    expect_bounds(&world->solid->bounds, -96 - 8, 96 + 8);
    g_autoptr(CompareAudit) audit =
        compare_audit_level("a.bsp", (char *)file->data, file->len, NULL, 0.125, NULL);
    cr_expect_eq(audit->n[COMPARE_AUDIT_BOUNDS], 0u, "the outside has no end");
    g_autoptr(BspWorld) hull = read_or_fail("a.bsp#hull2", file->data, file->len, 0);
    expect_bounds(&hull->solid->bounds, -96 - 8 - 32, 96 + 8 + 32);
    expect_message(hull,
                   "the outside is solid without end: it is cut 8 units outside the bounds of "
                   "model 0");
}
