/* test-guards: inputs that need a mechanism for a special case, one row each. Each was found by
 * asking the library with and without the mechanism the same random questions (tests/mutants). */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-one.h"
#include "scenes.h"
#include "trace/cast.h"

/* --- moves past brushes --- */

#define NEXT_BRUSH                                                                                 \
    {                                                                                              \
        .dist = 0                                                                                  \
    }

typedef struct {
    const char *what;
    BspPlane planes[16]; /* of the sides; between two brushes NEXT_BRUSH, which has no normal */
    BspShapeKind kind;
    double size[6]; /* of a box the least and greatest coordinates; else radius, bottom and top */
    BspVec from, to;
    double skin;
    BspTransitionClass type; /* the answer: class, time, and the side that is named, or -1 */
    double t;
    int side;
} Row;

static const Row rows[] = {
    { "a cylinder starts overlapping a floor, within touching",
      { { { { 1, 0, 0 } }, 3000024 },
        { { { -1, 0, 0 } }, -3000008 },
        { { { 0, 1, 0 } }, -2000008.37 },
        { { { 0, -1, 0 } }, 2000024.37 },
        { { { 0, 0, 1 } }, 1000000.1 },
        { { { 0, 0, -1 } }, -999984.1 } },
      BSP_SHAPE_CYLINDER,
      { 0.0013733255518893752, -0.025333817428113654, 0.1223901203334962 },
      { { 3000015.562204616, -2000015.8576665772, 1000000.1253328638 } },
      { { 3000015.359794512, -2000031.7288557077, 999993.2359236765 } },
      0,
      BSP_EMPTY_TO_SOLID,
      0,
      4 },
    { "a capsule starts almost at a needle, and moves away",
      { { { { -0.39213595741056567, -0.6264630956807715, 0.6736270337922637 } },
          750145.6548986369 },
        { { { 0.3916081643391036, 0.626677909560211, -0.673734252722987 } }, -752265.8720552924 },
        { { { 0.39192047684296805, 0.626550417896271, -0.6736712207488078 } }, -751010.9227355256 },
        { { { 0.3919405100728424, 0.6265439229771539, -0.6736656063242641 } }, -750932.2156823502 },
        { { { 0.3922253078685546, 0.6264249446834365, -0.6736104931974941 } }, -749784.7552216337 },
        { { { 0.3921558976989303, 0.6264536443753513, -0.6736242152333799 } }, -750064.1077524162 },
        { { { -0.3916702788707285, -0.6266506873991071, 0.6737234659944332 } }, 752014.3064476148 },
        { { { -0.39148215316963536, -0.6267258410709853, 0.6737628988624503 } },
          752768.4262226921 } },
      BSP_SHAPE_CAPSULE,
      { 4.131267454518337, -11.354911999926868, 22.06136052405141 },
      { { 2999890.6732099974, -2000579.1452136561, 999411.5663961075 } },
      { { 2999890.6733918064, -2000579.1444759693, 999411.5671879665 } },
      0.03125,
      BSP_EMPTY,
      1,
      -1 },
    { "a cylinder starts touching two needles",
      { { { { 0.7101463986711916, -0.41330896964727387, -0.5699717432149125 } },
          2387085.4748471673 },
        { { { 0.49611687560662787, 0.6285423046762718, 0.5990013497234864 } }, 830267.1867801233 },
        { { { -0.9868206269181654, -0.16161883105619673, -0.008025193883486161 } },
          -2645249.3325998667 },
        { { { 0.9868196399017547, 0.16162514583551088, 0.008019385127375312 } },
          2645227.944289221 },
        NEXT_BRUSH,
        { { { -0.733349955781812, -0.3797823623042542, 0.5638822568918221 } }, -876601.4353205346 },
        { { { -0.8006129663594698, -0.5401211755687352, 0.25939929413808777 } },
          -1062197.0280180865 },
        { { { 0.7548235315268044, 0.4396473435727875, -0.4867767964301448 } }, 898400.140834338 },
        { { { 0.783762972841168, 0.3579016508199589, -0.5075647847748331 } }, 1127921.2802482352 },
        { { { -0.7916564927476866, -0.4458093697752197, 0.41777266941609953 } },
          -1065577.862549787 },
        { { { -0.7848718919177615, -0.4288282782600018, 0.4473057355344287 } },
          -1049653.0824977795 },
        { { { -0.7725180932306321, -0.31688087458302394, 0.5502747558763772 } },
          -1133516.8121421705 },
        { { { -0.7593766850135496, -0.36112460655302464, 0.5412356869236872 } },
          -1014644.4882548832 } },
      BSP_SHAPE_CYLINDER,
      { 2.3209500028534733, -0.1168528067934771, 8.656840754297946 },
      { { 2999999.6289296024, -2000001.554274116, 1000003.2897508792 } },
      { { 2999975.964414541, -2000575.1986958468, 999915.1287457077 } },
      0,
      BSP_EMPTY_TO_SOLID,
      0,
      -1 },
    { "a point passes an edge within the slack",
      { { { { 1, 0, 0 } }, -21.147044805488065 },
        { { { -1, 0, 0 } }, 36.147044805488065 },
        { { { 0, 1, 0 } }, 41.0007013941452 },
        { { { 0, -1, 0 } }, -8.000701394145203 },
        { { { 0.015623093000542114, 0, 0.9998779520346953 } }, 30.718340301757955 },
        { { { -0.015623093000542114, 0, -0.9998779520346953 } }, -23.178471284131806 } },
      BSP_SHAPE_POINT,
      { 0 },
      { { -36.19287745128401, 40.908262227673376, 23.561653982184417 } },
      { { -36.12420163564206, 41.04706676225251, 23.838265150291566 } },
      0.00011485460413086729,
      BSP_EMPTY,
      1,
      -1 },
    { "a box meets the edge of a side, in front of the side",
      { { { { 1, 0, 0 } }, 16 },
        { { { -1, 0, 0 } }, 8 },
        { { { 0, 1, 0 } }, 40 },
        { { { 0, -1, 0 } }, -16 },
        { { { 0, 0, 1 } }, 8 },
        { { { 0, 0, -1 } }, 16 } },
      BSP_SHAPE_BOX,
      { -5, -7, -3, 0, 4, 0 },
      { { 14.203297569670436, 47.00000000000953, 27 } },
      { { 25.561365838105345, 47, -8.632008158129185 } },
      1,
      BSP_EMPTY_TO_SOLID,
      0.4209698183002313,
      4 },
    { "a flat box passes a brush with few axial planes",
      { { { { -1, 0, 0 } }, -2999950 },
        { { { 1, 0, 0 } }, 2999964 },
        { { { 0, -0.999999997523144, -7.03826113650358e-05 } }, 1999945.9791902448 },
        { { { -0.000999999500000375, 0.999999500000375, 7.055578417644288e-11 } },
          -2002983.318438032 },
        { { { -9.999999950000001e-05, 9.99999995e-13, -0.999999995 } }, -1000250.0900007494 },
        { { { -3.926643405813707e-11, 1e-11, 1 } }, 1000046.0998622028 } },
      BSP_SHAPE_BOX,
      { -2.8107189400319905, -6.057016765142031, 0, 6.057016765142031, 2.8107189400319905, 0 },
      { { 2999902.9150472027, -2000121.306390106, 1000129.4865271536 } },
      { { 2999998.7585607693, -1999906.7952749443, 1000004.4067493173 } },
      1e-05,
      BSP_EMPTY,
      1,
      -1 },
    { "a capsule starts nearer than touching",
      { { { { -0.0715406356539732, -0.03638063204253413, 0.9967739899608192 } },
          24.947755594321453 },
        { { { -0.0715406356539732, 0.9967739899608192, 0.03638063204253413 } }, 26.64014620478797 },
        { { { -0.0715406356539732, -0.9967739899608192, -0.03638063204253413 } },
          -23.889574159324948 },
        { { { -0.0715406356539732, 0.03638063204253413, -0.9967739899608192 } },
          -22.197183548858433 },
        { { { 1, 0, 0 } }, 0 } },
      BSP_SHAPE_CAPSULE,
      { 1.3420706958624031, -1.3420706958624031, 3.019887133756477 },
      { { -19.319901676886747, 25.788645610616165, 24.59021800083825 } },
      { { -51.06745457459438, -31.186797411272217, -26.353094727715742 } },
      0.0002376141937985555,
      BSP_EMPTY_TO_SOLID,
      0,
      1 },
    { "a wide flat cylinder meets a needle",
      { { { { -0.6563873019233392, -0.7357642385340111, -0.16675339627205832 } },
          -0.6107378268703272 },
        { { { 0.6563786263745914, 0.7357953459142754, 0.16665025583387663 } }, 0.6438735944526144 },
        { { { 0.656289594894555, 0.7357840992584456, 0.16705007306666808 } }, 0.664601770091366 },
        { { { -0.656238803594027, -0.7359197575462184, -0.16665156198066503 } },
          -0.5428462215864442 } },
      BSP_SHAPE_CYLINDER,
      { 17.81026757772959, -0.007929830285126635, 0.010004564274233681 },
      { { -477.93643300135665, 436.51781275562826, -146.41153262286585 } },
      { { -166.51541510692618, 348.80220543804023, -206.4947246375298 } },
      0,
      BSP_EMPTY_TO_SOLID,
      3.283071757557897e-16,
      0 },
};

static BspSolid *solid_of(const Row *row)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; bsp_vec_length(row->planes[i].normal) > 0; i++) {
        guint first = i;
        while (bsp_vec_length(row->planes[i].normal) > 0)
            i++;
        g_ptr_array_add(brushes, bsp_brush_new_planes(&row->planes[first], i - first, NULL));
    }
    return bsp_solid_new(brushes);
}

static BspShape shape_of(BspShapeKind kind, const double *size)
{
    switch (kind) {
    case BSP_SHAPE_BOX:
        return bsp_shape_box(bsp_vec(size[0], size[1], size[2]),
                             bsp_vec(size[3], size[4], size[5]));
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(size[0], size[1], size[2]);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(size[0], size[1], size[2]);
    case BSP_SHAPE_SPHERE:
        return bsp_shape_sphere(size[0]);
    default:
        return bsp_shape_point();
    }
}

Test(guards, moves)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Row *row = &rows[i];
        g_autoptr(BspSolid) solid = solid_of(row);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
        BspShape shape = shape_of(row->kind, row->size);
        BspMove move = { row->from, row->to, &shape, 0, row->skin };
        BspTrace answer;
        bool named = bsp_brush_table_trace(table, &move, &answer);
        cr_assert_eq(answer.tr.type, row->type, "%s: %d", row->what, answer.tr.type);
        cr_assert_float_eq(answer.tr.t, row->t, 1e-12, "%s: %.17g", row->what, answer.tr.t);
        if (row->type != BSP_EMPTY_TO_SOLID)
            continue;
        BspVec delta = bsp_vec_sub(row->to, row->from);
        cr_assert(named && answer.hit.side == row->side, "%s: side %d", row->what, answer.hit.side);
        cr_assert_float_eq(bsp_vec_length(answer.tr.plane.normal), 1, 1e-9, "%s", row->what);
        cr_assert_lt(bsp_vec_dot(answer.tr.plane.normal, delta), 0, "%s", row->what);
    }
}

/* A point leaves a box at its end, where it is behind a face of another box, by less than touching.
 */
Test(guards, a_move_out_of_solid_ends_touching)
{
    static const double boxes[][6] = { { -8, -8, -8, 0, 8, 8 }, { 0, -8, -8, 8, 8, 8 } };
    g_autoptr(BspBrushTable) table = scene_sides(boxes, 2, 0);
    BspTrace answer;
    bsp_brush_table_trace(table, &(BspMove){ bsp_vec(4, 1, 2), bsp_vec(-1e-7, 1, 2), NULL, 0, 0 },
                          &answer);
    cr_expect_eq(answer.tr.type, BSP_SOLID_TO_EMPTY);
    cr_expect_float_eq(answer.tr.point.x, 0, 1e-12);
}

/* Near the greatest reach, rounding leaves the ball deeper than touching where it leaves solid. */
Test(guards, a_very_long_move_out_of_solid)
{
    static const BspVec axes[] = {
        { { -0.12443936147290749, 0.80748646480935671, -0.57661118135698908 } },
        { { -0.0029608812744023071, -0.58142777662257306, -0.81359263378782531 } },
        { { -0.99222279680437397, -0.099535670598127138, 0.074743372818512621 } }
    };
    BspPlane planes[6];
    for (guint i = 0; i < 6; i++)
        planes[i] = (BspPlane){ i & 1 ? bsp_vec_neg(axes[i / 2]) : axes[i / 2], 8 };
    BspBrush *brush = bsp_brush_new_planes(planes, 6, NULL);
    g_autoptr(BspSolid) solid = scene_solid(&brush, 1);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape ball = bsp_shape_sphere(14);
    BspMove move = { bsp_vec(-2, 2, 3), bsp_vec(1245927606, 5690651677, -5555591833), &ball, 0, 0 };
    BspTrace answer;
    bsp_brush_table_trace_beyond(table, &move, &answer);
    cr_expect_eq(answer.tr.type, BSP_SOLID_TO_EMPTY);
    cr_expect_lt(answer.free_at, 1e-8);
}

/* Two brushes stop a move at the same time, or are left at the same time. The answer names the
 * brush with the lower number. */
Test(guards, the_lowest_number)
{
    static const double tiles[][6] = { { -8, -8, -8, 0, 8, 0 },
                                       { 0, -8, -8, 8, 8, 0 },
                                       { -8, -8, -8, 0, 8, 0 },
                                       { -8, -8, -8, 8, 8, 0 } };
    BspShape shape = scene_cube(1);
    for (guint i = 0; i < 3; i++) {
        g_autoptr(BspBrushTable) table = scene_sides(&tiles[i], 2, 0);
        for (int k = -2; k <= 2; k++) {
            BspMove down = { bsp_vec(k / 4.0, 0, 9), bsp_vec(k / 2.0, 1, -9), &shape, 0, 0.125 };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &down, &answer));
            cr_expect_eq(answer.hit.brush, 0u, "tiles %u, %d: %u", i, k, answer.hit.brush);
        }
    }
}

/* A body that starts nearer than its skin to more brushes than a pass lists keeps its distance from
 * the nearest, whichever that is. */
Test(guards, near_many_brushes)
{
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-9, -9, 0), bsp_vec(9, 9, 4)),
                          bsp_shape_cylinder(13, 0, 4) };
    for (guint high = 0; high < 25; high++) {
        double tiles[25][6];
        for (guint i = 0; i < 25; i++) {
            double x = 4.0 * (i % 5) - 10, y = 4.0 * (i / 5) - 10;
            const double tile[] = { x, y, -8, x + 4, y + 4, i == high ? 0.25 : 0 };
            memcpy(tiles[i], tile, sizeof tile);
        }
        g_autoptr(BspBrushTable) table = scene_sides(tiles, 25, BSP_TABLE_ALL_SHAPES);
        for (guint k = 0; k < 2 * G_N_ELEMENTS(shapes); k++) {
            double skin = k & 1 ? 1 : 0;
            BspMove move = { bsp_vec(0, 0, 0.5), bsp_vec(0.5, 0.25, -2), &shapes[k / 2], 0, skin };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &move, &answer));
            cr_expect_eq(answer.hit.brush, high, "tile %u, %u: %u", high, k, answer.hit.brush);
            cr_expect_float_eq(answer.tr.t, skin > 0 ? 0 : 0.1, 1e-8, "tile %u, %u", high, k);
            cr_expect_float_eq(answer.kept, skin > 0 ? 0.25 : 0, 1e-8, "tile %u, %u", high, k);
        }
    }
}

/* A body that starts within the slack of many brushes, and moves along them, keeps its distance
 * from the nearest also where it stops. */
Test(guards, within_the_slack_of_many_brushes)
{
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-9, -9, 0), bsp_vec(9, 9, 4)),
                          bsp_shape_cylinder(13, 0, 4) };
    for (guint high = 0; high < 25; high++) {
        double boxes[26][6] = { [25] = { 32, -64, -8, 40, 64, 8 } };
        for (guint i = 0; i < 25; i++) {
            double x = 4.0 * (i % 5) - 10, y = 4.0 * (i / 5) - 10;
            const double top = (i == high ? 2 : 1) / 8192.0,
                         box[] = { x, y, -8, x + 4, y + 4, top };
            memcpy(boxes[i], box, sizeof box);
        }
        g_autoptr(BspBrushTable) table = scene_sides(boxes, 26, BSP_TABLE_ALL_SHAPES);
        for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
            BspMove move = { bsp_vec(0, 0, 1), bsp_vec(60, 0, 1), &shapes[k], 0, 1 };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &move, &answer));
            cr_expect_eq(answer.hit.brush, 25u, "tile %u, %u: %u", high, k, answer.hit.brush);
            double end = answer.tr.point.x + shapes[k].bounds.maxs.x;
            cr_expect_float_eq(end, 31 + 2 / 8192.0, 1e-7, "tile %u, %u: %.17g", high, k, end);
        }
    }
}

/* --- one moving box, and one moving shape --- */

typedef struct {
    const char *what;
    BspVec half;                 /* of the box, whose centre is at `at` and moves by `travel` */
    BspVec at, travel, from, to; /* of a point */
    BspTransitionClass type;
    double t;
} BoxRow;

static const BoxRow box_rows[] = {
    { "it passes the edge of a long flat box",
      { { 2.5170619948044095, 27.243699391489987, 2.175379755229232e-06 } },
      { { 40.207524547970351, -48.359111301204052, 39.610826068361064 } },
      { { 0, 0, 0 } },
      { { 42.724586542774965, -50.08459382443128, 39.610826068361064 } },
      { { -1.6697737844697329, 17.520155479659721, -30.696924743931874 } },
      BSP_EMPTY,
      1 },
    { "it starts in the middle of a segment",
      { { 0, 0, 24.13960080160787 } },
      { { -8961108.4849246182, 32996492.978490688, -68149426.933062911 } },
      { { 0, 0, 0 } },
      { { -8961108.4849246144, 32996492.978490688, -68149426.933062911 } },
      { { -8961108.3870950304, 32996505.122085247, -68149480.0873501 } },
      BSP_SOLID_TO_EMPTY,
      1.5706623135436359e-07 },
    { "it starts touching the edge of a flat box, and goes in",
      { { 14.204685312445001, 28.329746874473436, 0 } },
      { { 18.968128283537197, -49.642061305269046, 36.54409996555539 } },
      { { 0, 0, 0 } },
      { { 33.172813595982198, -51.726058779406515, 36.54409996555539 } },
      { { -25.887121688290534, 5.6384639456122443, 38.298850269543308 } },
      BSP_EMPTY_TO_SOLID,
      0 },
    { "only rounding starts it in a flat box",
      { { 29.398336635884309, 1.4938916168376369e-06, 29.572305788530812 } },
      { { 21.441392645365681, 14.694572749334981, 9.2987161170839059 } },
      { { -5.7448749741766036, -12.891960695379257, 19.848018560994447 } },
      { { 50.834649825954514, 14.694573703601341, 9.2987161170839059 } },
      { { -15.989486884252237, 7.6905830200586394, -33.759923863521522 } },
      BSP_EMPTY,
      1 },
};

Test(guards, one_box)
{
    for (guint i = 0; i < G_N_ELEMENTS(box_rows); i++) {
        const BoxRow *row = &box_rows[i];
        const BspBounds box = { bsp_vec_neg(row->half), row->half };
        BspFrame frame = bsp_frame_at(row->at);
        frame.travel = row->travel;
        BspTrace answer;
        bsp_box_trace(&box, &frame, &(BspMove){ row->from, row->to, NULL, 0, 0 }, &answer);
        cr_expect_eq(answer.tr.type, row->type, "%s: %d", row->what, answer.tr.type);
        cr_expect_float_eq(answer.tr.t, row->t, 1e-12, "%s: %.17g", row->what, answer.tr.t);
    }
}

/* The sum of two shapes smaller than touching is too thin to be eroded. */
Test(guards, two_tiny_shapes)
{
    BspShape ball = bsp_shape_sphere(1e-7);
    BspMove move = { bsp_vec(1, 2, 3), bsp_vec(9, 2, 3), &ball, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_shape_trace(&ball, move.from, bsp_vec(0, 0, 0), &move, &answer));
    cr_expect_eq(answer.tr.type, BSP_SOLID_TO_EMPTY);
    move = (BspMove){ bsp_vec(-9, 2, 3), bsp_vec(9, 2, 3), &ball, 0, 0 };
    cr_assert(bsp_shape_trace(&ball, bsp_vec(1, 2, 3), bsp_vec(0, 0, 0), &move, &answer));
    cr_expect_eq(answer.tr.type, BSP_EMPTY_TO_SOLID);
}

/* A triangle of GJK that is a segment, because its points are in one line, far from the origin. */
Test(guards, points_in_one_line)
{
    const double y = -180288965.89120886, z = -216607024.3709318;
    const BspVec line[] = { { { -181619095.0720543, y, z } },
                            { { -181619091.0720543, y, z } },
                            { { -181619107.0720543, y, z } } };
    const BspCastBody body = { line, line, 3, 3 };
    BspShape shape = bsp_shape_cylinder(0.25, -1, 2);
    BspVec at = bsp_vec(-181619093.05089745, -180288938.10579717, -216607006.47980368);
    double level = at.y - 0.25 - y, up = at.z - 1 - z;
    cr_expect_float_eq(bsp_cast_distance(&body, &shape, at), hypot(level, up), 1e-6);
}

/* --- shapes in solid --- */

/* A ball hardly larger than touching is not in a needle whose end it touches. */
Test(guards, a_ball_at_the_end_of_a_needle)
{
    const Row needle = {
        .planes = { { { { 0.9616239481373331, 0.009162566525641121, 0.27421785088398476 } },
                      418.83755312661395 },
                    { { { 0.06346318969738497, 0.9657027107845996, -0.2517750939563124 } },
                      0.5739700306184581 },
                    { { { -0.035125492506811434, 0.9962097538095127, 0.07957591464095137 } },
                      0.2621586498763877 },
                    { { { 0.053163793030177896, 0.9766769398057724, -0.2080282826018524 } },
                      1.267978508494739 },
                    { { { 0.017146089032991293, -0.9993798529446208, -0.030755831304986995 } },
                      0.7422896326562003 },
                    { { { -0.004435208103979311, -0.9989244293970605, 0.04615531695082921 } },
                      0.5060260087357307 },
                    { { { -0.04088625663099791, 0.9942515924148703, 0.09895496450001329 } },
                      0.25398308269312686 },
                    { { { -0.283561907047768, 0.045510251954939435, 0.9578734059563565 } },
                      0.7651344606618551 } }
    };
    g_autoptr(BspSolid) solid = solid_of(&needle);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape ball = bsp_shape_sphere(1.6064587057797879e-06);
    BspVec at = bsp_vec(-297.25352233971842, -3.1006331206682578, -89.099029472511063);
    cr_expect_eq(bsp_brush_table_inside(table, &ball, 0, at, NULL, 0), 0u);
}

/* A point amid eight turned boxes is in solid, a point on the face of four is not, however their
 * corners are rounded. */
Test(guards, contents_amid_turned_boxes)
{
    Random r = random_seeded(1);
    for (guint i = 0; i < 400; i++) {
        GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
        BspVec turn[3], middle = random_point_within(&r, 50000);
        guint n = i & 1 ? 4 : 8;
        random_turn(&r, turn);
        for (guint k = 0; k < n; k++) {
            BspPlane planes[6];
            for (guint f = 0; f < 6; f++) {
                BspVec normal = f & 1 ? bsp_vec_neg(turn[f / 2]) : turn[f / 2];
                bool is_inner = (k >> f / 2 & 1) == (f & 1);
                planes[f] = (BspPlane){ normal, bsp_vec_dot(normal, middle) + (is_inner ? 0 : 9) };
            }
            g_ptr_array_add(brushes, bsp_brush_new_planes(planes, 6, NULL));
        }
        g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
        for (guint k = 0; k < 24; k++) {
            BspVec at = bsp_vec_mad(middle, random_real(&r, -8, 8) * (k > 0), turn[k % 2]);
            cr_assert_eq(bsp_brush_table_contents(table, at), n / 8, "%u boxes, %u", n, i);
        }
    }
}

/* Two planes lead to positions equally far away. The first is behind a plane of another brush, so
 * the search must try the second. */
Test(guards, ways_out_of_equal_length)
{
    static const double floors[][6] = { { -8, -8, -16, 8, 8, 0 }, { 8, -8, -16, 24, 8, 0 } };
    g_autoptr(BspBrushTable) table = scene_sides(floors, 2, 0);
    const double keep = 0.45298898428999268;
    BspShape shape = bsp_shape_box(bsp_vec(-4.8351197810530051, -1.8620908942625238, 0),
                                   bsp_vec(1.8620908942625238, 4.8351197810530051, 0));
    BspVec at = bsp_vec(12.835119781053006, -6.1379091057374762, 0);
    BspStuck stuck = { &shape, 0, at, keep, 4, NULL, NULL };
    BspWayOut way;
    cr_assert(bsp_brush_table_way_out(table, &stuck, &way) && way.is_shortest);
    cr_expect_float_eq(way.distance, keep, 1e-12);
}

/* --- frames --- */

/* A hull cannot be turned, but a frame that is not turned needs no turned shape. */
Test(guards, a_hull_in_a_frame_that_is_not_turned)
{
    static const double box[][6] = { { -8, -8, -8, 8, 8, 8 } };
    const BspVec points[] = { { { -1, 0, 0 } }, { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
    g_autoptr(BspBrushTable) table = scene_sides(box, 1, BSP_TABLE_ALL_SHAPES);
    BspHull *hull = bsp_hull_new(points, G_N_ELEMENTS(points), NULL);
    BspShape shape = bsp_shape_hull(hull);
    BspFrame frame = bsp_frame_at(bsp_vec(100, 0, 0));
    BspMove move = { bsp_vec(100, 0, 20), bsp_vec(100, 0, 0), &shape, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_brush_table_trace_in(table, &frame, &move, &answer));
    cr_expect_float_eq(answer.tr.point.z, 8, 1e-8);
    bsp_hull_free(hull);
}
