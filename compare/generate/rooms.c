/* rooms: a grid of rooms with doorways between them, pillars and stairs.
 *
 * Each corner of a room has a pillar, a pillar on a plinth, stairs, or nothing. The middle of the
 * room and the ways to its doors stay clear. */
#include "generate/dice.h"
#include "generate/generated.h"

/* The sizes and distances of a world of rooms, in units. */
enum {
    ROOM = 512,
    WALL = 16,
    PITCH = ROOM + WALL,
    CEILING = 256,
    DOOR = 128, /* its width */
    LINTEL = 144,
    CORNER = 160, /* side of the square for furniture */
    STEP = 16,
    EYES = 32 /* height of starts above the floor */
};

#define MOST_STEPS 8

/* Brushes of each room: two walls with a door each, and the furniture of its corners. */
enum { WALL_BRUSHES = 3, FURNITURE = 4, ROOM_BRUSHES = 2 * WALL_BRUSHES + FURNITURE };

typedef struct {
    CompareWorldText *text;
    GRand *rand;
    guint nx, ny;
    guint rooms, furniture; /* not written yet: rooms, and brushes of furniture */
    gint left, front;       /* smallest x and y of the inside */
} Rooms;

static Rooms rooms_of(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    Rooms rooms = { .text = text, .rand = rand };
    guint n = n_brushes - 6;
    rooms.nx = MAX(compare_generate_root(n / ROOM_BRUSHES), 1);
    rooms.ny = MAX(n / ROOM_BRUSHES / rooms.nx, 1);
    rooms.rooms = rooms.nx * rooms.ny;
    guint walls = (rooms.nx - 1) * rooms.ny + rooms.nx * (rooms.ny - 1);
    rooms.furniture = n - WALL_BRUSHES * walls;
    rooms.left = -(gint)(rooms.nx * PITCH - WALL) / 2;
    rooms.front = -(gint)(rooms.ny * PITCH - WALL) / 2;
    return rooms;
}

static void write_box(const Rooms *rooms, gint x, gint y, gint z, gint size_x, gint size_y,
                      gint size_z)
{
    compare_world_text_box(rooms->text, (CompareGridVec){ x, y, z },
                           (CompareGridVec){ x + size_x, y + size_y, z + size_z });
}

/* --- walls --- */

/* Writes the wall of the room at (x, y) towards larger x: both sides of the door and the lintel. */
static void write_wall_along_y(const Rooms *rooms, gint x, gint y)
{
    gint side = (ROOM - DOOR) / 2;
    write_box(rooms, x + ROOM, y, 0, WALL, side, CEILING);
    write_box(rooms, x + ROOM, y + side + DOOR, 0, WALL, side, CEILING);
    write_box(rooms, x + ROOM, y + side, LINTEL, WALL, DOOR, CEILING - LINTEL);
}

/* Writes the wall of the room at (x, y) towards larger y. Walls along x overlap the ends of walls
 * along y, so that no gap is left where four rooms meet. */
static void write_wall_along_x(const Rooms *rooms, gint x, gint y, gboolean last)
{
    gint side = (ROOM - DOOR) / 2, end = last ? 0 : WALL;
    write_box(rooms, x, y + ROOM, 0, side, WALL, CEILING);
    write_box(rooms, x + side + DOOR, y + ROOM, 0, side + end, WALL, CEILING);
    write_box(rooms, x + side, y + ROOM, LINTEL, DOOR, WALL, CEILING - LINTEL);
}

/* --- furniture --- */

/* Writes a pillar around (x, y), with eight sides or four. */
static void write_pillar(const Rooms *rooms, gint x, gint y, gint bottom, gint radius)
{
    if (compare_generate_draw(rooms->rand, 0, 1)) {
        write_box(rooms, x - radius, y - radius, bottom, 2 * radius, 2 * radius, CEILING - bottom);
        return;
    }
    static const gint sides[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                      { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
    CompareGridPlane planes[10] = {
        [8] = { { 0, 0, 1 }, CEILING }, [9] = { { 0, 0, -1 }, -bottom }
    };
    for (guint i = 0; i < 8; i++) {
        gint reach = i % 2 ? radius + radius / 2 : radius; /* diagonal planes have normals of length
                                                              root 2 */
        gint nx = sides[i][0], ny = sides[i][1];
        planes[i] = (CompareGridPlane){ { nx, ny, 0 }, nx * x + ny * y + reach };
    }
    compare_world_text_planes(rooms->text, planes, G_N_ELEMENTS(planes));
}

/* Writes n boxes side by side along x or y, each a step higher than its neighbour, from either end.
 */
static void write_stairs(const Rooms *rooms, gint x, gint y, guint n)
{
    gboolean turned = compare_generate_draw(rooms->rand, 0, 1);
    gboolean back = compare_generate_draw(rooms->rand, 0, 1);
    gint depth = CORNER / (gint)n;
    for (gint i = 0; i < (gint)n; i++) {
        gint height = STEP * (back ? (gint)n - i : i + 1);
        if (turned)
            write_box(rooms, x, y + i * depth, 0, CORNER, depth, height);
        else
            write_box(rooms, x + i * depth, y, 0, depth, CORNER, height);
    }
}

/* Writes n brushes into the corner with these smallest x and y. */
static void write_corner(const Rooms *rooms, gint x, gint y, guint n)
{
    gint radius = 8 * compare_generate_draw(rooms->rand, 2, 6);
    gint middle_x = x + CORNER / 2, middle_y = y + CORNER / 2;
    if (n > 2) {
        write_stairs(rooms, x, y, n);
        return;
    }
    if (n == 2)
        write_box(rooms, middle_x - radius - 16, middle_y - radius - 16, 0, 2 * radius + 32,
                  2 * radius + 32, 2 * STEP);
    if (n > 0)
        write_pillar(rooms, middle_x, middle_y, n == 2 ? 2 * STEP : 0, radius);
}

/* --- the whole --- */

/* Draws how many of the `left` brushes the next of `places` equal places receives. A place holds at
 * most `most`, so the result is large enough for the remaining brushes to fit the remaining places.
 */
static guint draw_share(GRand *rand, guint left, guint places, guint most)
{
    guint others = (places - 1) * most;
    guint least = left > others ? left - others : 0;
    guint drawn = (guint)compare_generate_draw(rand, 0, (gint)(2 * left / places));
    return CLAMP(drawn, least, MIN(most, left));
}

static void furnish_room(Rooms *rooms, gint x, gint y)
{
    guint n = draw_share(rooms->rand, rooms->furniture, rooms->rooms, 4 * MOST_STEPS);
    rooms->furniture -= n;
    rooms->rooms--;
    for (guint corner = 0; corner < 4; corner++) {
        guint k = draw_share(rooms->rand, n, 4 - corner, MOST_STEPS);
        write_corner(rooms, corner & 1 ? x + ROOM - CORNER : x, corner & 2 ? y + ROOM - CORNER : y,
                     k);
        n -= k;
    }
}

static void write_room(Rooms *rooms, guint i, guint j)
{
    gint x = rooms->left + (gint)i * PITCH, y = rooms->front + (gint)j * PITCH;
    gboolean last_x = i + 1 == rooms->nx, last_y = j + 1 == rooms->ny;
    if (!last_x)
        write_wall_along_y(rooms, x, y);
    if (!last_y)
        write_wall_along_x(rooms, x, y, last_x);
    furnish_room(rooms, x, y);
}

static void write_rooms(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    Rooms rooms = rooms_of(text, rand, n_brushes);
    compare_world_text_shell(text, (CompareGridVec){ rooms.left, rooms.front, 0 },
                             (CompareGridVec){ -rooms.left, -rooms.front, CEILING });
    for (guint j = 0; j < rooms.ny; j++)
        for (guint i = 0; i < rooms.nx; i++)
            write_room(&rooms, i, j);
    compare_world_text_end_brushes(text);
    compare_generate_starts(text,
                            (CompareGridVec){ rooms.left + ROOM / 2, rooms.front + ROOM / 2, EYES },
                            PITCH, PITCH, rooms.nx, rooms.ny);
}

const CompareWorldKind compare_world_rooms = {
    .name = "rooms",
    .summary = "a grid of rooms with doorways, pillars and stairs",
    .write = write_rooms,
};
