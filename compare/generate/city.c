/* city: generates streets and blocks of houses between walls, under a sky.
 *
 * A block is four lots by two, and seven lots in eight are built on. A house is a box, often with a
 * pitched roof, and some houses are rotated. Houses that fill their lots share walls with their
 * neighbours. */
#include "generate/generated.h"

/* Units. A street is wide enough for each box of the generated scenarios. The other sizes are like
 * those in levels made by people. EYES is the height of starts above the ground. */
enum { LOT = 192, STREET = 128, STOREY = 16, SKY = 1152, EYES = 32 };
enum { LOTS_X = 4, LOTS_Y = 2, PITCH_X = LOTS_X * LOT + STREET, PITCH_Y = LOTS_Y * LOT + STREET };

/* Two perpendicular axes u and v, with whole numbers as coordinates. v is u turned left by a
 * quarter turn. */
typedef struct {
    gint ux, uy;
    gint percent; /* the length of u in hundredths, rounded up */
    gint pitch;   /* the rise of a roof over one length of u */
} Frame;

static const Frame straight[] = { { 1, 0, 100, 1 }, { 0, 1, 100, 1 } };
static const Frame askew[] = {
    { 1, 1, 142, 1 }, { 2, 1, 224, 2 }, { 1, 2, 224, 1 }, { 3, 1, 317, 2 },
    { 1, 3, 317, 3 }, { 3, 2, 361, 2 }, { 2, 3, 361, 3 },
};

/* A house extends `along` times u and `across` times v to both sides of its centre (x, y). */
typedef struct {
    Frame frame;
    gint x, y, along, across, height;
    /* The distances along x and y from its centre to its farthest corner. */
    gint reach_x, reach_y;
} House;

/* Draws a house in the lot with the corner (x, y). Sizes and positions are multiples of eight, so
 * that walls line up as in built levels. */
static House draw_house(GRand *rand, gint x, gint y)
{
    House house = { .frame = straight[compare_draw_whole(rand, 0, 1)] };
    house.height = STOREY * compare_draw_whole(rand, 4, 20);
    if (compare_draw_whole(rand, 1, 12) == 1) /* one house in 12 is a tower */
        house.height *= 3;
    gint most = LOT / 2;
    if (compare_draw_whole(rand, 1, 6) == 1) {
        house.frame = askew[compare_draw_whole(rand, 0, G_N_ELEMENTS(askew) - 1)];
        most = LOT / 3; /* its corners must stay in the lot */
    }
    const Frame *f = &house.frame;
    house.along = 8 * compare_draw_whole(rand, 5, most / 8) * 100 / f->percent;
    house.across = 8 * compare_draw_whole(rand, 5, most / 8) * 100 / f->percent;
    house.reach_x = house.along * f->ux + house.across * f->uy;
    house.reach_y = house.along * f->uy + house.across * f->ux;
    gint spare_x = (LOT / 2 - house.reach_x) / 8, spare_y = (LOT / 2 - house.reach_y) / 8;
    house.x = x + LOT / 2 + 8 * compare_draw_whole(rand, -spare_x, spare_x);
    house.y = y + LOT / 2 + 8 * compare_draw_whole(rand, -spare_y, spare_y);
    return house;
}

/* Writes the box of the house and, if has_roof, a gable roof over it, which is a brush whose two
 * sides along the ridge lean inward. */
static void write_house(CompareWorldText *text, const House *house, gboolean has_roof)
{
    gint ux = house->frame.ux, uy = house->frame.uy, square = ux * ux + uy * uy;
    const gint walls[4][3] = { { ux, uy, house->along },
                               { -ux, -uy, house->along },
                               { -uy, ux, house->across },
                               { uy, -ux, house->across } };
    BspPlane planes[6] = {
        [4] = { bsp_vec(0, 0, 1), house->height }, [5] = { bsp_vec(0, 0, -1), 0 }
    };
    for (guint i = 0; i < 4; i++) {
        gint nx = walls[i][0], ny = walls[i][1];
        planes[i].normal = bsp_vec(nx, ny, 0);
        planes[i].dist = nx * house->x + ny * house->y + walls[i][2] * square;
    }
    if (square == 1)
        compare_world_text_box(
            text, bsp_vec(house->x - house->reach_x, house->y - house->reach_y, 0),
            bsp_vec(house->x + house->reach_x, house->y + house->reach_y, house->height));
    else
        compare_world_text_planes(text, planes, 6);
    if (!has_roof)
        return;
    for (guint i = 0; i < 2; i++) {
        gint pitch = house->frame.pitch;
        BspVec n = planes[i].normal;
        planes[i].normal = bsp_vec(pitch * n.x, pitch * n.y, square);
        planes[i].dist = pitch * planes[i].dist + square * house->height;
    }
    planes[4] = (BspPlane){ bsp_vec(0, 0, -1), -house->height };
    compare_world_text_planes(text, planes, 5);
}

/* Returns TRUE if an item is chosen, to choose n random items out of `of`. Call this function for
 * each item. After each call reduce `of` by 1, and after each TRUE also n. */
static gboolean choose(GRand *rand, guint n, guint of)
{
    return g_rand_int_range(rand, 0, (gint32)of) < (gint32)n;
}

/* Writes a city. A quarter of the brushes are roofs. */
void compare_write_city(CompareWorldText *text, guint n_brushes)
{
    guint roofs = (n_brushes - 6) / 4, houses = n_brushes - 6 - roofs;
    gint n_blocks = (gint)(houses - 1) / 7 + 1;
    gint nx = MAX((gint)compare_generate_root((guint)(n_blocks * PITCH_Y / PITCH_X)), 1);
    gint ny = (n_blocks - 1) / nx + 1, n_lots = nx * ny * LOTS_X * LOTS_Y;
    gint left = -(nx * PITCH_X + STREET) / 2, front = -(ny * PITCH_Y + STREET) / 2;
    compare_world_text_shell(text, bsp_vec(left, front, 0), bsp_vec(-left, -front, SKY));
    for (gint i = 0; i < n_lots; i++) {
        gint block = i / (LOTS_X * LOTS_Y), lot = i % (LOTS_X * LOTS_Y);
        if (!choose(text->rand, houses, (guint)(n_lots - i)))
            continue;
        House house =
            draw_house(text->rand, left + STREET + block % nx * PITCH_X + lot % LOTS_X * LOT,
                       front + STREET + block / nx * PITCH_Y + lot / LOTS_X * LOT);
        gboolean has_roof = choose(text->rand, roofs, houses--);
        write_house(text, &house, has_roof);
        roofs -= has_roof ? 1 : 0;
    }
    compare_world_text_end_brushes(text);
    /* Starts are at crossings of streets, and along the border walls. */
    compare_generate_starts(text, bsp_vec(left + STREET / 2, front + STREET / 2, EYES), PITCH_X,
                            PITCH_Y, (guint)nx + 1, (guint)ny + 1);
}
