/* city: streets and blocks of houses between walls, under a sky.
 *
 * A block is four lots by two, and seven lots in eight are built on. A house is a box, often with a
 * pitched roof, and some houses are rotated. Houses that fill their lots share walls with their
 * neighbours. */
#include "generate/dice.h"
#include "generate/generated.h"

/* Units. A street is wide enough for each box of the generated scenarios. */
enum {
    LOT = 192,
    STREET = 128,
    LOTS_X = 4,
    LOTS_Y = 2,
    PITCH_X = LOTS_X * LOT + STREET,
    PITCH_Y = LOTS_Y * LOT + STREET,
    STOREY = 16,
    SKY = 1152,
    EYES = 32 /* height of starts above the ground */
};

/* Two perpendicular axes of whole numbers: u, and v, a quarter turn to its left. */
typedef struct {
    gint ux, uy;
    gint percent; /* the length of u in hundredths, rounded up */
    gint pitch;   /* rise of a roof over one length of u */
} Frame;

static const Frame straight[] = { { 1, 0, 100, 1 }, { 0, 1, 100, 1 } };
static const Frame askew[] = {
    { 1, 1, 142, 1 }, { 2, 1, 224, 2 }, { 1, 2, 224, 1 }, { 3, 1, 317, 2 },
    { 1, 3, 317, 3 }, { 3, 2, 361, 2 }, { 2, 3, 361, 3 },
};

/* A house extends `along` times u and `across` times v to both sides of its centre. */
typedef struct {
    const Frame *frame;
    gint x, y; /* the centre */
    gint along, across, height;
} House;

typedef struct {
    CompareWorldText *text;
    GRand *rand;
    guint nx, ny;              /* blocks */
    guint lots, houses, roofs; /* not written yet */
    gint left, front;          /* position of the border walls: the smallest x and y */
} City;

/* Plans a city of n_brushes brushes; a quarter of them are roofs. */
static City city_of(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    City city = { .text = text, .rand = rand };
    guint n = n_brushes - 6;
    city.roofs = n / 4;
    city.houses = n - city.roofs;
    guint blocks = (city.houses - 1) / 7 + 1;
    city.nx = MAX(compare_generate_root(blocks * PITCH_Y / PITCH_X), 1);
    city.ny = (blocks - 1) / city.nx + 1;
    city.lots = city.nx * city.ny * LOTS_X * LOTS_Y;
    city.left = -(gint)(city.nx * PITCH_X + STREET) / 2;
    city.front = -(gint)(city.ny * PITCH_Y + STREET) / 2;
    return city;
}

/* --- houses --- */

static gint square_of(const Frame *frame)
{
    return frame->ux * frame->ux + frame->uy * frame->uy;
}

/* The house's extent from its centre along x or y. */
static gint reach_x(const House *house)
{
    return house->along * house->frame->ux + house->across * house->frame->uy;
}

static gint reach_y(const House *house)
{
    return house->along * house->frame->uy + house->across * house->frame->ux;
}

static CompareGridPlane wall_plane(const House *house, gint nx, gint ny, gint reach)
{
    gint dist = nx * house->x + ny * house->y + reach * square_of(house->frame);
    return (CompareGridPlane){ { nx, ny, 0 }, dist };
}

/* The four walls, without floor and ceiling. */
static void walls_of(const House *house, CompareGridPlane walls[4])
{
    gint ux = house->frame->ux, uy = house->frame->uy;
    walls[0] = wall_plane(house, ux, uy, house->along);
    walls[1] = wall_plane(house, -ux, -uy, house->along);
    walls[2] = wall_plane(house, -uy, ux, house->across);
    walls[3] = wall_plane(house, uy, -ux, house->across);
}

static void write_body(CompareWorldText *text, const House *house)
{
    if (square_of(house->frame) == 1) {
        gint rx = reach_x(house), ry = reach_y(house);
        compare_world_text_box(text, (CompareGridVec){ house->x - rx, house->y - ry, 0 },
                               (CompareGridVec){ house->x + rx, house->y + ry, house->height });
        return;
    }
    CompareGridPlane planes[6] = {
        [4] = { { 0, 0, 1 }, house->height }, [5] = { { 0, 0, -1 }, 0 }
    };
    walls_of(house, planes);
    compare_world_text_planes(text, planes, G_N_ELEMENTS(planes));
}

/* Writes a gable roof: the walls along the ridge lean inward from the top of the house's body. */
static void write_roof(CompareWorldText *text, const House *house)
{
    const Frame *frame = house->frame;
    gint square = square_of(frame);
    CompareGridPlane planes[5] = { [4] = { { 0, 0, -1 }, -house->height } };
    walls_of(house, planes);
    for (guint i = 0; i < 2; i++) {
        CompareGridPlane *slope = &planes[i];
        *slope = (CompareGridPlane){ { frame->pitch * slope->normal.x,
                                       frame->pitch * slope->normal.y, square },
                                     frame->pitch * slope->dist + square * house->height };
    }
    compare_world_text_planes(text, planes, G_N_ELEMENTS(planes));
}

static gint draw_height(GRand *rand)
{
    gint height = STOREY * compare_generate_draw(rand, 4, 20);
    return compare_generate_draw(rand, 1, 12) == 1 ? 3 * height : height; /* a tower */
}

/* A house in the lot with the corner (x, y). Sizes and positions are multiples of eight, so that
 * walls line up as in built levels. */
static House draw_house(GRand *rand, gint x, gint y)
{
    /* One statement each, because the order of evaluation in an initializer is the compiler's. */
    House house = { .frame = &straight[compare_generate_draw(rand, 0, 1)] };
    house.height = draw_height(rand);
    gint most = LOT / 2;
    if (compare_generate_draw(rand, 1, 6) == 1) {
        house.frame = &askew[compare_generate_draw(rand, 0, G_N_ELEMENTS(askew) - 1)];
        most = LOT / 3; /* so that its corners stay in the lot */
    }
    house.along = 8 * compare_generate_draw(rand, 5, most / 8) * 100 / house.frame->percent;
    house.across = 8 * compare_generate_draw(rand, 5, most / 8) * 100 / house.frame->percent;
    gint spare_x = (LOT / 2 - reach_x(&house)) / 8, spare_y = (LOT / 2 - reach_y(&house)) / 8;
    house.x = x + LOT / 2 + 8 * compare_generate_draw(rand, -spare_x, spare_x);
    house.y = y + LOT / 2 + 8 * compare_generate_draw(rand, -spare_y, spare_y);
    return house;
}

static void write_house(City *city, gint x, gint y)
{
    House house = draw_house(city->rand, x, y);
    write_body(city->text, &house);
    if (compare_generate_choose(city->rand, city->roofs, city->houses)) {
        write_roof(city->text, &house);
        city->roofs--;
    }
    city->houses--;
}

static void write_lot(City *city, gint x, gint y)
{
    if (compare_generate_choose(city->rand, city->houses, city->lots))
        write_house(city, x, y);
    city->lots--;
}

/* --- the whole --- */

static void write_block(City *city, gint x, gint y)
{
    for (gint j = 0; j < LOTS_Y; j++)
        for (gint i = 0; i < LOTS_X; i++)
            write_lot(city, x + i * LOT, y + j * LOT);
}

static void write_city(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    City city = city_of(text, rand, n_brushes);
    compare_world_text_shell(text, (CompareGridVec){ city.left, city.front, 0 },
                             (CompareGridVec){ -city.left, -city.front, SKY });
    for (guint j = 0; j < city.ny; j++)
        for (guint i = 0; i < city.nx; i++)
            write_block(&city, city.left + STREET + (gint)i * PITCH_X,
                        city.front + STREET + (gint)j * PITCH_Y);
    compare_world_text_end_brushes(text);
    /* at crossings of streets, also along the border walls */
    compare_generate_starts(
        text, (CompareGridVec){ city.left + STREET / 2, city.front + STREET / 2, EYES }, PITCH_X,
        PITCH_Y, city.nx + 1, city.ny + 1);
}

const CompareWorldKind compare_world_city = {
    .name = "city",
    .summary = "streets and blocks of houses between walls, under a sky",
    .write = write_city,
};
