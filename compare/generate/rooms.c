/* rooms: generates a grid of rooms with doorways between them, pillars and stairs.
 *
 * Each corner of a room has a pillar, a pillar on a plinth, stairs, or nothing. The middle of the
 * room and the paths to its doors stay clear. */
#include "generate/generated.h"

/* Units. DOOR is the width and LINTEL the height of doors, through which each box of the generated
 * scenarios fits. Furniture fills a square of side CORNER. EYES is the height of starts above the
 * floor. */
enum { ROOM = 512, WALL = 16, PITCH = ROOM + WALL, CEILING = 256, DOOR = 128, LINTEL = 144 };
enum { CORNER = 160, STEP = 16, EYES = 32, SIDE = (ROOM - DOOR) / 2 };

/* Numbers of brushes. WALL_BRUSHES is the number for a wall with a door, ROOM_BRUSHES for a room
 * with two walls and usual furniture. A corner has at most MOST_STEPS brushes. */
enum { WALL_BRUSHES = 3, ROOM_BRUSHES = 2 * WALL_BRUSHES + 4, MOST_STEPS = 8 };

static void write_box(CompareWorldText *text, gint x, gint y, gint z, const gint size[3])
{
    compare_world_text_box(text, bsp_vec(x, y, z), bsp_vec(x + size[0], y + size[1], z + size[2]));
}

/* Writes the wall of the room at (x, y) towards larger x, which consists of both sides of the door,
 * and the lintel. */
static void write_wall_along_y(CompareWorldText *text, gint x, gint y)
{
    write_box(text, x + ROOM, y, 0, (gint[]){ WALL, SIDE, CEILING });
    write_box(text, x + ROOM, y + SIDE + DOOR, 0, (gint[]){ WALL, SIDE, CEILING });
    write_box(text, x + ROOM, y + SIDE, LINTEL, (gint[]){ WALL, DOOR, CEILING - LINTEL });
}

/* Writes the wall of the room at (x, y) towards larger y. Walls along x overlap the ends of walls
 * along y, so that no gap remains where four rooms meet. */
static void write_wall_along_x(CompareWorldText *text, gint x, gint y, gboolean last)
{
    gint end = last ? 0 : WALL;
    write_box(text, x, y + ROOM, 0, (gint[]){ SIDE, WALL, CEILING });
    write_box(text, x + SIDE + DOOR, y + ROOM, 0, (gint[]){ SIDE + end, WALL, CEILING });
    write_box(text, x + SIDE, y + ROOM, LINTEL, (gint[]){ DOOR, WALL, CEILING - LINTEL });
}

/* Writes a pillar around (x, y). It has eight sides or four. */
static void write_pillar(CompareWorldText *text, gint x, gint y, gint bottom, gint radius)
{
    static const gint sides[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                      { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
    BspPlane planes[10] = {
        [8] = { bsp_vec(0, 0, 1), CEILING }, [9] = { bsp_vec(0, 0, -1), -bottom }
    };
    if (compare_draw_whole(text->rand, 0, 1)) {
        write_box(text, x - radius, y - radius, bottom,
                  (gint[]){ 2 * radius, 2 * radius, CEILING - bottom });
        return;
    }
    for (guint i = 0; i < 8; i++) {
        gint nx = sides[i][0], ny = sides[i][1];
        gint reach = i % 2 ? radius + radius / 2
                           : radius; /* a diagonal normal here has a length of root 2 */
        planes[i] = (BspPlane){ bsp_vec(nx, ny, 0), nx * x + ny * y + reach };
    }
    compare_world_text_planes(text, planes, G_N_ELEMENTS(planes));
}

/* Writes n boxes side by side along x or y, each a step higher than its neighbour. The lowest is at
 * either end.
 */
static void write_stairs(CompareWorldText *text, gint x, gint y, gint n)
{
    gboolean is_rotated = compare_draw_whole(text->rand, 0, 1);
    gboolean is_back = compare_draw_whole(text->rand, 0, 1);
    gint depth = CORNER / n;
    for (gint i = 0; i < n; i++) {
        gint height = STEP * (is_back ? n - i : i + 1);
        if (is_rotated)
            write_box(text, x, y + i * depth, 0, (gint[]){ CORNER, depth, height });
        else
            write_box(text, x + i * depth, y, 0, (gint[]){ depth, CORNER, height });
    }
}

/* Writes n brushes into the corner with these smallest x and y. They are a pillar, a pillar on a
 * plinth, or stairs. */
static void write_corner(CompareWorldText *text, gint x, gint y, gint n)
{
    gint radius = 8 * compare_draw_whole(text->rand, 2, 6), foot = 2 * radius + 32;
    if (n > 2)
        write_stairs(text, x, y, n);
    if (n == 2)
        write_box(text, x + (CORNER - foot) / 2, y + (CORNER - foot) / 2, 0,
                  (gint[]){ foot, foot, 2 * STEP });
    if (n == 1 || n == 2)
        write_pillar(text, x + CORNER / 2, y + CORNER / 2, n == 2 ? 2 * STEP : 0, radius);
}

/* Draws the number of brushes that the next corner gets, while `left` brushes and `places` corners
 * are left. A corner has at most `most`, so the result is large enough that the remaining brushes
 * fit into the remaining corners. */
static gint draw_share(GRand *rand, gint left, gint places, gint most)
{
    gint least = MAX(left - (places - 1) * most, 0);
    gint drawn = compare_draw_whole(rand, 0, 2 * left / places);
    return CLAMP(drawn, least, MIN(most, left));
}

void compare_write_rooms(CompareWorldText *text, guint n_brushes)
{
    gint n = (gint)n_brushes - 6;
    gint nx = MAX((gint)compare_generate_root((guint)n / ROOM_BRUSHES), 1);
    gint ny = MAX(n / ROOM_BRUSHES / nx, 1);
    gint left = -(nx * PITCH - WALL) / 2, front = -(ny * PITCH - WALL) / 2;
    gint furniture = n - WALL_BRUSHES * ((nx - 1) * ny + nx * (ny - 1));
    compare_world_text_shell(text, bsp_vec(left, front, 0), bsp_vec(-left, -front, CEILING));
    for (gint i = 0; i < nx * ny; i++) {
        gint x = left + i % nx * PITCH, y = front + i / nx * PITCH;
        gboolean is_last_x = i % nx == nx - 1, is_last_y = i / nx == ny - 1;
        if (!is_last_x)
            write_wall_along_y(text, x, y);
        if (!is_last_y)
            write_wall_along_x(text, x, y, is_last_x);
        gint share = draw_share(text->rand, furniture, nx * ny - i, 4 * MOST_STEPS);
        furniture -= share;
        for (gint k = 0; k < 4; k++) {
            gint some = draw_share(text->rand, share, 4 - k, MOST_STEPS);
            write_corner(text, k & 1 ? x + ROOM - CORNER : x, k & 2 ? y + ROOM - CORNER : y, some);
            share -= some;
        }
    }
    compare_world_text_end_brushes(text);
    compare_generate_starts(text, bsp_vec(left + ROOM / 2, front + ROOM / 2, EYES), PITCH, PITCH,
                            (guint)nx, (guint)ny);
}
