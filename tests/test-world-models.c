/* test-world-models: models of compiled levels, such as doors: read alone, listed, and added to the
 * world. The files are made here, in memory. */
#include "brush-by-brush.h"
#include "bsp-levels.h"
#include "q3bsp-lumps.h"
#include "scenes.h"
#include "test-world-files.h"

/* --- levels --- */

#define WORLDSPAWN "{\n\"classname\" \"worldspawn\"\n\"message\" \"with models\"\n}\n"
#define START "{\n\"classname\" \"info_player_start\"\n\"origin\" \"1 2 300\"\n}\n"
#define DOOR                                                                                       \
    "{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n\"origin\" \"1000 0 -4\"\n"                 \
    "\"angle\" \"90\"\n}\n"
#define WALL                                                                                       \
    "{\n\"classname\" \"FUNC_Wall\"\n\"model\" \"*2\"\n\"origin\" \"0 500 0\"\n"                   \
    "\"angles\" \"10 20 30\"\n}\n"
#define AGAIN "{\n\"classname\" \"func_wall\"\n\"model\" \"*1\"\n\"origin\" \"0 700 0\"\n}\n"
#define NO_MODEL "{\n\"classname\" \"func_wall\"\n\"model\" \"*9\"\n}\n"

/* Where the entities below put the models. */
static const BspVec origins[] = { { { 0, 0, 0 } }, { { 1000, 0, -4 } }, { { 0, 500, 0 } } };

static const char entities[] = WORLDSPAWN START DOOR WALL NO_MODEL;

/* The corners of a brush, and its model. The world is model 0. */
typedef struct {
    double corners[6];
    guint model;
} Box;

static const Box boxes[] = {
    { { -200, -200, -16, 200, 200, 0 }, 0 }, { { 0, 0, 0, 32, 32, 64 }, 0 },
    { { -8, -8, 0, 8, 8, 40 }, 1 },          { { -16, -4, 0, 16, 4, 20 }, 2 },
    { { -4, 4, 0, 4, 16, 20 }, 2 },
};

#define N_MODELS 3

static BspBrush *make_box(const Box *box)
{
    const double *c = box->corners;
    return scene_box(c[0], c[1], c[2], c[3], c[4], c[5]);
}

static GByteArray *make_q3(const char *text)
{
    GByteArray *lumps[N_LUMPS];
    for (guint i = 0; i < N_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    g_byte_array_append(lumps[ENTITIES], (const guint8 *)text, (guint)strlen(text) + 1);
    append_texture(lumps[TEXTURES], "textures/any", 0, 1);
    guint first = 0;
    for (guint model = 0; model < N_MODELS; model++) {
        guint n = 0;
        for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
            float corners[6];
            for (guint k = 0; k < 6; k++)
                corners[k] = (float)boxes[i].corners[k];
            if (boxes[i].model == model && ++n)
                append_box(lumps, 0, corners);
        }
        append_model(lumps[MODELS], 0, 0, (gint32)first, (gint32)n);
        first += n;
    }
    return assemble_lumps(lumps);
}

static GByteArray *make_q2(const char *text)
{
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    LevelBrush brushes[G_N_ELEMENTS(boxes)];
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        g_autoptr(BspBrush) box = make_box(&boxes[i]);
        brushes[i] = (LevelBrush){ planes->len, box->cell->n_faces, 1, boxes[i].model };
        for (guint f = 0; f < box->cell->n_faces; f++)
            g_array_append_val(planes, box->cell->faces[f].plane);
    }
    return level_q2_models((const BspPlane *)(void *)planes->data, planes->len, brushes,
                           G_N_ELEMENTS(boxes), text);
}

static BspSolid *make_model(guint model)
{
    BspBrush *brushes[G_N_ELEMENTS(boxes)];
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++)
        if (boxes[i].model == model)
            brushes[n++] = make_box(&boxes[i]);
    return scene_solid(brushes, n);
}

static GByteArray *make_q1(const char *text, LevelFormat format, gboolean with_list)
{
    g_autoptr(BspSolid) world = make_model(0);
    g_autoptr(BspSolid) door = make_model(1);
    g_autoptr(BspSolid) wall = make_model(2);
    const BspSolid *const models[] = { world, door, wall };
    const LevelOptions options = {
        .format = format, .entities = text, .models = models + 1, .n_models = 2
    };
    GByteArray *file = level_q1(world, &options);
    g_autoptr(GByteArray) list = level_brushlist_models(models, N_MODELS);
    if (with_list)
        level_add_bspx(file, "BRUSHLIST", list);
    return file;
}

static GByteArray *make_quake(const char *text)
{
    return make_q1(text, LEVEL_QUAKE, FALSE);
}

static GByteArray *make_listed(const char *text)
{
    return make_q1(text, LEVEL_QUAKE, TRUE);
}

static GByteArray *make_goldsrc(const char *text)
{
    return make_q1(text, LEVEL_GOLDSRC, FALSE);
}

static GByteArray *make_bsp2(const char *text)
{
    return make_q1(text, LEVEL_BSP2, FALSE);
}

typedef GByteArray *(*Maker)(const char *text);

static const struct {
    const char *name;
    Maker make;
    BspGame game;
} formats[] = {
    { "Quake", make_quake, BSP_GAME_QUAKE },
    { "Quake with a list of brushes", make_listed, BSP_GAME_QUAKE },
    { "GoldSrc", make_goldsrc, BSP_GAME_GOLDSRC },
    { "BSP2", make_bsp2, BSP_GAME_QUAKE },
    { "Quake II", make_q2, BSP_GAME_QUAKE2 },
    { "id Tech 3", make_q3, BSP_GAME_QUAKE3 },
};

/* --- the models alone --- */

/* Whether the volume of the world is that of these models; their boxes do not overlap. */
static void expect_models(const BspWorld *world, guint models, const char *what)
{
    double volume = 0;
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        g_autoptr(BspBrush) box = make_box(&boxes[i]);
        volume += models & 1u << boxes[i].model ? bsp_cell_volume(box->cell) : 0;
    }
    cr_expect_float_eq(world_volume(world), volume, 1e-6 * volume, "%s: %g, not %g", what,
                       world_volume(world), volume);
}

Test(world_models, selected)
{
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(entities);
        g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
        expect_models(world, 1, formats[f].name);
        cr_expect_eq(world->game, formats[f].game);
        cr_expect_eq(world->starts->len, 1u);
        const char *first = world->report.brushes_given ? "model 1, brush 0" : "brush 2";
        g_autofree char *left_out = g_strdup_printf(
            "brushes left out: 3: they belong to other models than the world; the first is %s",
            first);
        if (!world->report.n_hulls || world->report.brushes_given)
            expect_message(world, left_out);
        else
            expect_message(world, "models left out: 2: they are not part of the world");
        g_autoptr(BspWorld) wall = read_or_fail("a.bsp#2", file->data, file->len, 0);
        expect_models(wall, 1u << 2, formats[f].name);
        cr_expect_str_eq(wall->name, "with models *2");
        cr_expect_eq(wall->starts->len, 0u);
        cr_expect_eq(wall->solid->bounds.maxs.y, 16, "%s: not at its origin", formats[f].name);
        g_autofree char *place = bsp_world_brush_place(wall, 0);
        cr_expect(g_str_has_prefix(place, "model 2, brush "), "%s", place);
        g_autoptr(GError) error = NULL;
        cr_expect_null(bsp_world_read("a.bsp#3", file->data, file->len, 0, &error));
        cr_expect_str_eq(
            error->message,
            "a.bsp: there is no model 3: the file has 3 models, of which 0 is the world");
    }
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_read("a.json#1", "{}", 2, 0, &error));
    cr_expect_str_eq(error->message,
                     "a.json#1: cannot select a model or hull: a .json file has only the world");
}

Test(world_models, listed)
{
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(entities);
        g_autoptr(BspWorld) world = read_or_fail("a.bsp#1", file->data, file->len, 0);
        cr_assert_eq(world->models->len, 2u, "%s", formats[f].name);
        const BspWorldModel *models = (const BspWorldModel *)(void *)world->models->data;
        cr_expect(models[0].number == 1 && models[1].number == 2);
        cr_expect_str_eq(models[0].classname, "func_door");
        cr_expect_str_eq(models[1].classname, "func_wall");
        cr_expect(models[0].origin.x == 1000 && models[0].origin.z == -4);
        cr_expect(models[0].angles.x == 0 && models[0].angles.y == 90);
        cr_expect(models[1].angles.x == 10 && models[1].angles.z == 30);
    }
}

/* --- models added to the world --- */

/* Whether the point is in a box of the models, of which the door and the wall are at their origins.
 */
static gboolean boxes_contain(guint models, BspVec p)
{
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        const double *c = boxes[i].corners;
        BspVec q = bsp_vec_sub(p, origins[boxes[i].model]);
        if (models >> boxes[i].model & 1 && q.x > c[0] && q.x < c[3] && q.y > c[1] && q.y < c[4] &&
            q.z > c[2] && q.z < c[5])
            return TRUE;
    }
    return FALSE;
}

/* Compares the world with the boxes at random points. */
static void expect_solid(const BspWorld *world, guint models, const char *what)
{
    Random r = random_seeded(5);
    guint n_solid = 0;
    for (guint i = 0; i < 2000; i++) {
        const Box *near = &boxes[random_below(&r, G_N_ELEMENTS(boxes))];
        const double *c = near->corners;
        BspBounds around = { bsp_vec(c[0], c[1], c[2]), bsp_vec(c[3], c[4], c[5]) };
        around = bsp_bounds_grown(&around, 8);
        BspVec p = bsp_vec_add(random_point(&r, &around), origins[near->model]);
        gboolean solid = boxes_contain(models, p);
        n_solid += solid ? 1 : 0;
        cr_assert_eq(brushes_contain(world->solid, p), solid, "%s: %g %g %g", what, p.x, p.y, p.z);
    }
    cr_expect(n_solid > 200 && n_solid < 1800, "%u", n_solid);
}

Test(world_models, included)
{
    static const struct {
        const char *name;
        guint models;
        guint n_included;
        double maxs_x, maxs_y;
    } cases[] = {
        { "a.bsp#+func_wall", 1 | 1u << 2, 1, 200, 516 },
        { "a.bsp#+Func_W*", 1 | 1u << 2, 1, 200, 516 },
        { "a.bsp#+func_door", 1 | 1u << 1, 1, 1008, 200 },
        { "a.bsp#+func_door,+func_wall", 7, 2, 1008, 516 },
        { "a.bsp#+*", 7, 2, 1008, 516 },
    };
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(entities);
        for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
            g_autoptr(BspWorld) world = read_or_fail(cases[i].name, file->data, file->len, 0);
            g_autofree char *message =
                g_strdup_printf("models added to the world, because their class is included: %u",
                                cases[i].n_included);
            guint n = world->solid->brushes->len;
            expect_models(world, cases[i].models, cases[i].name);
            expect_message(world, message);
            expect_solid(world, cases[i].models, formats[f].name);
            cr_expect(world->solid->bounds.maxs.x == cases[i].maxs_x &&
                          world->solid->bounds.maxs.y == cases[i].maxs_y,
                      "%s: %s", formats[f].name, cases[i].name);
            cr_expect_eq(world->starts->len, 1u);
            g_autofree char *first = bsp_world_brush_place(world, 0);
            g_autofree char *last = bsp_world_brush_place(world, n - 1);
            cr_expect(g_str_has_prefix(first, "brush "), "%s", first);
            cr_expect(g_str_has_prefix(last, "model "), "%s", last);
        }
    }
}

/* Two entities may have the same model. Each stands at its own origin. */
Test(world_models, included_twice)
{
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(WORLDSPAWN DOOR AGAIN);
        g_autoptr(BspWorld) world = read_or_fail("a.bsp#+func_*", file->data, file->len, 0);
        guint n = world->solid->brushes->len;
        const BspBounds *door = &bsp_solid_brush(world->solid, n - 2)->bounds;
        const BspBounds *again = &bsp_solid_brush(world->solid, n - 1)->bounds;
        cr_expect(door->mins.x == 992 && door->mins.z == -4, "%s", formats[f].name);
        cr_expect(again->mins.x == -8 && again->mins.y == 692, "%s", formats[f].name);
    }
}

/* A small file must not cause much work. */
Test(world_models, included_very_often)
{
    g_autoptr(GString) text = g_string_new(WORLDSPAWN);
    for (guint i = 0; i < 8192; i++)
        g_string_append(text, AGAIN);
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(text->str);
        g_autoptr(GError) error = NULL;
        cr_expect_null(bsp_world_read("a.bsp#+func_wall", file->data, file->len, 0, &error));
        cr_assert_not_null(error, "%s", formats[f].name);
        g_clear_error(&error);
        g_string_append(text, AGAIN);
        g_autoptr(GByteArray) more = formats[f].make(text->str);
        cr_expect_null(bsp_world_read("a.bsp#+func_wall", more->data, more->len, 0, &error));
        cr_expect_str_eq(error->message,
                         "a.bsp: more than 8192 entities have a model and a class of func_wall");
    }
}

Test(world_models, cannot_be_included)
{
    static const struct {
        const char *name, *message;
    } cases[] = {
        { "a.bsp#+func_wal",
          "a.bsp: no entity with brushes has the class func_wal; there are: func_door 1, "
          "func_wall 1" },
        { "a.bsp#+func_x,+func_plat*",
          "a.bsp: no entity with brushes has the class func_x, func_plat*; there are: func_door 1, "
          "func_wall 1" },
        { "a.bsp#+info_player_start",
          "a.bsp: no entity with brushes has the class info_player_start; there are: "
          "func_door 1, func_wall 1" },
        { "a.bsp#1,+func_wall",
          "a.bsp: cannot add models of func_wall to model 1: they are added to the world only" },
    };
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(entities);
        for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
            g_autoptr(GError) error = NULL;
            cr_expect_null(bsp_world_read(cases[i].name, file->data, file->len, 0, &error));
            cr_expect_str_eq(error->message, cases[i].message, "%s: %s", formats[f].name,
                             error->message);
        }
    }
}

/* A list of classes fails only if the level has none of them. */
Test(world_models, some_cannot_be_included)
{
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autoptr(GByteArray) file = formats[f].make(entities);
        g_autoptr(BspWorld) world =
            read_or_fail("a.bsp#+func_wall,+func_plat*", file->data, file->len, 0);
        expect_message(world, "included classes that no entity with brushes has: func_plat*");
    }
}

/* A wall that the game shows when it is triggered is added, and counted. */
Test(world_models, hidden)
{
    static const char hidden[] =
        WORLDSPAWN WALL "{ \"classname\" \"func_wall\" \"model\" \"*1\" \"spawnflags\" \"1\" }";
    g_autoptr(GByteArray) file = make_q2(hidden);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp#+func_wall", file->data, file->len, 0);
    expect_models(world, 7, "hidden");
    expect_message(world, "1 entities are solid here, but not in the game until they are triggered "
                          "(spawnflags)");
}

/* Soldier of Fortune II has terrains, whose heights are in other files. */
Test(world_models, terrain)
{
    static const char text[] = WORLDSPAWN "{ \"classname\" \"terrain\" \"model\" \"*1\" }";
    g_autoptr(GByteArray) file = make_q3(text);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
    expect_message(world, "terrains left out: 1: they are maps of heights in other files");
}

/* The game turns these models. They are read as they are in the file. */
Test(world_models, turned)
{
    static const char turned[] =
        WORLDSPAWN "{ \"classname\" \"func_rotating\" \"model\" \"*2\" \"angles\" \"0 45 0\" }";
    g_autoptr(GByteArray) file = make_q2(turned);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp#2", file->data, file->len, 0);
    expect_message(world, "models that stand turned in the game, but are read unturned: 1: the "
                          "first is model 2 (func_rotating), turned by 0 45 0: place it with a "
                          "frame");
}

/* --- clip hulls of models --- */

/* The clip hull of a model is the model expanded by the box. With included models it is joined to
 * that of the world. */
Test(world_models, clip_hulls)
{
    for (guint with_list = 0; with_list < 2; with_list++) {
        g_autoptr(GByteArray) file = make_q1(entities, LEVEL_GOLDSRC, with_list != 0);
        g_autoptr(BspWorld) door = read_or_fail("a.bsp#1,hull1", file->data, file->len, 0);
        const BspBounds *bounds = &door->solid->bounds;
        cr_expect_str_eq(door->name, "with models *1");
        cr_assert_not_null(door->hull);
        cr_expect(bounds->mins.x == -8 - 16 && bounds->maxs.y == 8 + 16);
        cr_expect(bounds->mins.z == -36 && bounds->maxs.z == 40 + 36);
        cr_expect_float_eq(world_volume(door), 48 * 48 * 112, 1e-6);
        g_autoptr(BspWorld) all = read_or_fail("a.bsp#hull1,+func_door", file->data, file->len, 0);
        cr_expect_eq(all->solid->bounds.maxs.x, 1008 + 16);
        cr_expect_eq(all->solid->bounds.mins.x, -200 - 16);
    }
}

/* In Blue Shift the entities and the planes have each other's place. */
Test(world_models, blue_shift)
{
    g_autoptr(GByteArray) file = make_goldsrc(entities);
    guint8 first[8];
    memcpy(first, file->data + 4, 8);
    memcpy(file->data + 4, file->data + 12, 8);
    memcpy(file->data + 12, first, 8);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp#+func_wall", file->data, file->len, 0);
    expect_models(world, 1 | 1u << 2, "Blue Shift");
    cr_expect_str_eq(world->name, "with models");
    expect_message(world, "a level of Blue Shift: lumps 0 and 1 have changed places");
}
