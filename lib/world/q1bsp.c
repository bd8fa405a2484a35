/* q1bsp: worlds from .bsp files of Quake (version 29, and BSP2 and 2PSB with wider numbers) and of
 * GoldSrc (version 30).
 *
 * These files contain trees instead of brushes. Hull 0 is the tree that is drawn; its leaves have
 * contents. Hulls 1 and higher consist of clip nodes. Each is the level expanded for one box. The
 * world consists of the brushes of the BSPX lump, if there is one. Otherwise it consists of the
 * cells of hull 0's solid leaves, within the bounds of model 0. If a hull is selected, the world
 * consists of the solid cells of that hull, within those bounds grown by its box. Its solid points
 * are the positions at which the box is in a solid in the game. Each model has a tree for each
 * hull. */
#include "world/q1bsp.h"

#include <string.h>

#include "bsp-brush-table.h"
#include "compile/solid.h"
#include "tools/bsp-file.h"
#include "world/q1-level.h"
#include "world/reading.h"

const BspBounds *bsp_q1bsp_hull(gint32 version, guint n)
{
    static const BspBounds quake[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                       { { { -16, -16, -24 } }, { { 16, 16, 32 } } },
                                       { { { -32, -32, -24 } }, { { 32, 32, 64 } } } };
    static const BspBounds goldsrc[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                         { { { -16, -16, -36 } }, { { 16, 16, 36 } } },
                                         { { { -32, -32, -32 } }, { { 32, 32, 32 } } },
                                         { { { -16, -16, -18 } }, { { 16, 16, 18 } } } };
    if (version == 30)
        return n < G_N_ELEMENTS(goldsrc) ? &goldsrc[n] : NULL;
    return n < G_N_ELEMENTS(quake) ? &quake[n] : NULL;
}

/* Reads six numbers. Returns FALSE if the text is not the mins and maxs of a box. */
static gboolean parse_box(const char *text, BspBounds *box)
{
    for (guint k = 0; k < 6; k++) {
        char *end;
        double number = g_ascii_strtod(text, &end);
        if (end == text || !(fabs(number) <= BSP_Q1BSP_BOX_HALF))
            return FALSE;
        *(k < 3 ? &box->mins.v[k] : &box->maxs.v[k - 3]) = number;
        text = end;
    }
    return !text[strspn(text, " ")] && box->mins.x <= box->maxs.x && box->mins.y <= box->maxs.y &&
           box->mins.z <= box->maxs.z;
}

typedef struct {
    char key[sizeof BSP_Q1BSP_BOX_KEY + 10];
    BspBounds *box;
    gboolean is_box; /* the value, if there is one, is a box */
} BoxSearch;

/* Reads the box from worldspawn, which is the first entity. A BspMapEntityFunc. */
static gboolean find_box(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    (void)error;
    BoxSearch *search = user_data;
    const char *value = entity->number ? NULL : bsp_map_entity_value(entity, search->key);
    if (value)
        search->is_box = parse_box(value, search->box);
    return TRUE;
}

gboolean bsp_q1bsp_box(const BspQ1Level *level, guint n, BspBounds *box)
{
    const BspLumps *lumps = &level->lumps;
    const BspBounds *usual = bsp_q1bsp_hull(level->version, n);
    if (!usual)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "there is no hull %u, only 0 to %d", n,
                              level->version == 30 ? 3 : 2);
    *box = *usual;
    if (!n)
        return TRUE;
    BoxSearch search = { .box = box, .is_box = TRUE };
    g_snprintf(search.key, sizeof search.key, BSP_Q1BSP_BOX_KEY "%u", n);
    if (!bsp_lumps_parse_entities(lumps, BSP_Q1_ENTITIES, find_box, &search))
        return FALSE;
    return search.is_box ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "entity 0: " BSP_Q1BSP_BOX_KEY "%u: the value is not mins and maxs of a "
                          "box within +-%g",
                          n, BSP_Q1BSP_BOX_HALF);
}

/* --- BRUSHLIST: the brushes that compilers store in a lump of BSPX ---
 *
 * ericw-tools stores the brushes of Quake levels there: the brushes of each model, with their
 * bounds, contents, and the planes that are not axial. */

#define MODEL_BYTES 16
#define BRUSH_BYTES 28
#define PLANE_BYTES 16
#define LIST_VERSION 1

/* The bytes of a lump in the file. */
typedef struct {
    gsize offset, length; /* 0, 0: there is no such lump */
} BspxLump;

/* Finds the lump; *lump is 0, 0 if there is none. Returns FALSE with an error if the directory is
 * invalid. */
static gboolean find_list(const BspLumps *lumps, BspxLump *lump)
{
    gsize records;
    guint n;
    *lump = (BspxLump){ 0, 0 };
    if (!bsp_bspx_find(lumps, &records, &n))
        return FALSE;
    for (gsize at = records; n-- > 0; at += BSP_BSPX_RECORD)
        if (strncmp(lumps->data + at, "BRUSHLIST", BSP_BSPX_NAME) == 0)
            return bsp_lumps_extent(lumps, at + BSP_BSPX_NAME, "BSPX lump BRUSHLIST", &lump->offset,
                                    &lump->length);
    return TRUE;
}

/* The brushes of a model. */
typedef struct {
    gint32 model;
    gsize at; /* offset of the first brush in the file */
    gint32 n;
    guint next; /* the next record of the same model, from 1; 0: none */
    gboolean is_read;
} Record;

typedef struct {
    const BspLumps *lumps;
    BspLevel *level;
    gsize at, end;
    GArray *records;      /* Record */
    GHashTable *of_model; /* the number of a model -> its first record, from 1 */
    guint n_brushes;
} List;

static gboolean check_room(const List *list, gsize bytes, const char *what, guint number)
{
    return list->end - list->at >= bytes ||
           bsp_lumps_fail(list->lumps, BSP_ERROR_SYNTAX,
                          "BSPX lump BRUSHLIST: the lump ends within %s %u", what, number);
}

static BspPlane read_axial_plane(const List *list, guint k)
{
    double sign = k < 3 ? -1 : 1;
    BspPlane plane = { bsp_vec(0, 0, 0), sign * bsp_lumps_float_at(list->lumps, list->at + 4 * k) };
    plane.normal.v[k % 3] = sign;
    return plane;
}

static BspPlane read_plane(const List *list, gsize at)
{
    BspPlane plane;
    for (guint k = 0; k < 3; k++)
        plane.normal.v[k] = bsp_lumps_float_at(list->lumps, at + 4 * k);
    plane.dist = bsp_lumps_float_at(list->lumps, at + 12);
    return plane;
}

/* Reads one brush. Adds it to the level if `wanted`. */
static gboolean read_brush(List *list, guint number, gboolean wanted)
{
    const BspLumps *lumps = list->lumps;
    if (!check_room(list, BRUSH_BYTES, "brush", number))
        return FALSE;
    gint32 contents = (gint16)bsp_lumps_short_at(lumps, list->at + 24);
    guint n = bsp_lumps_short_at(lumps, list->at + 26);
    gsize planes_at = list->at + BRUSH_BYTES;
    if (n > BSP_BRUSH_MAX_SIDES - 6)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                              "BSPX brush %u: %u sides are more than the limit of %d", number,
                              n + 6, BSP_BRUSH_MAX_SIDES);
    BspPlane planes[BSP_BRUSH_MAX_SIDES];
    for (guint k = 0; k < 6; k++)
        planes[k] = read_axial_plane(list, k);
    list->at = planes_at;
    if (!check_room(list, (gsize)n * PLANE_BYTES, "brush", number))
        return FALSE;
    list->at += (gsize)n * PLANE_BYTES;
    for (guint i = 0; i < n; i++)
        planes[6 + i] = read_plane(list, planes_at + (gsize)i * PLANE_BYTES);
    if (wanted)
        bsp_level_add_brush(list->level, &(BspBrushPlace){ .number = number },
                            bsp_q1_contents(contents), planes, NULL, n + 6);
    return TRUE;
}

/* Reads the header of a record, and checks its brushes. */
static gboolean list_record(List *list)
{
    guint number = list->records->len;
    if (!check_room(list, MODEL_BYTES, "record", number))
        return FALSE;
    gint32 version = bsp_lumps_int_at(list->lumps, list->at);
    Record record = { .model = bsp_lumps_int_at(list->lumps, list->at + 4),
                      .at = list->at + MODEL_BYTES,
                      .n = MAX(bsp_lumps_int_at(list->lumps, list->at + 8), 0) };
    if (version != LIST_VERSION)
        return bsp_lumps_fail(
            list->lumps, BSP_ERROR_SYNTAX,
            "BSPX lump BRUSHLIST: record %u: version %d: only version %d is supported", number,
            version, LIST_VERSION);
    list->at += MODEL_BYTES;
    for (gint32 i = 0; i < record.n; i++)
        if (!read_brush(list, (guint)i, FALSE))
            return FALSE;
    list->n_brushes += (guint)record.n;
    g_array_append_val(list->records, record);
    return TRUE;
}

/* Lists the records of the lump, and connects those of each model. */
static gboolean list_records(List *list)
{
    while (list->at < list->end)
        if (!list_record(list))
            return FALSE;
    for (guint i = list->records->len; i-- > 0;) {
        Record *record = &g_array_index(list->records, Record, i);
        gpointer model = GINT_TO_POINTER(record->model);
        record->next = GPOINTER_TO_UINT(g_hash_table_lookup(list->of_model, model));
        g_hash_table_insert(list->of_model, model, GUINT_TO_POINTER(i + 1));
    }
    return TRUE;
}

static void list_open(List *list, const BspLumps *lumps, const BspxLump *lump, BspLevel *level)
{
    *list = (List){ .lumps = lumps,
                    .level = level,
                    .at = lump->offset,
                    .end = lump->offset + lump->length,
                    .records = g_array_new(FALSE, FALSE, sizeof(Record)),
                    .of_model = g_hash_table_new(NULL, NULL) };
}

static void list_close(List *list)
{
    g_array_unref(list->records);
    g_hash_table_unref(list->of_model);
}

/* Adds the brushes of a model. A BspModelFunc. */
static gboolean add_listed(guint model, gpointer user_data)
{
    List *list = user_data;
    gpointer key = GINT_TO_POINTER((gint)model);
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(list->of_model, key));
    while (at) {
        Record *record = &g_array_index(list->records, Record, at - 1);
        if (!bsp_level_count_records(list->level, list->lumps, (guint)record->n, list->n_brushes))
            return FALSE;
        list->at = record->at;
        for (gint32 i = 0; i < record->n; i++)
            if (!read_brush(list, (guint)i, TRUE))
                return FALSE;
        record->is_read = TRUE;
        at = record->next;
    }
    return TRUE;
}

/* Adds the brushes of the models that are read. others: receives the other brushes. */
static gboolean add_list(const BspLumps *lumps, const BspxLump *lump, BspLevel *level,
                         BspLeftOut *others)
{
    List list;
    list_open(&list, lumps, lump, level);
    gboolean ok = list_records(&list) && bsp_models_read(&level->models, add_listed, &list);
    for (guint i = 0; i < list.records->len; i++) {
        const Record *record = &g_array_index(list.records, Record, i);
        BspBrushPlace first = { .model = (guint)MAX(record->model, 0) };
        bsp_left_out_add(others, record->is_read ? 0 : (guint)record->n, &first);
    }
    list_close(&list);
    return ok;
}

/* --- cells --- */

/* A file and the part of it that is read. */
typedef struct {
    BspQ1Level file;
    guint hull;
    BspBounds box;        /* of the hull */
    gboolean has_brushes; /* the file has a BRUSHLIST, which is used */
    BspLeftOut others;    /* brushes of the BRUSHLIST that belong to models that are not read */
    gboolean is_cut;      /* solid without end was cut */
    guint n_sky;          /* see BspQ1Cells */
    BspLevel level;
} Reading;

/* Adds the cells of a model in the hull. Brushes are numbered in the order of the traversal. A
 * BspModelFunc. */
static gboolean add_cells(guint model, gpointer user_data)
{
    Reading *reading = user_data;
    BspLevel *level = &reading->level;
    BspQ1Cells cells;
    gboolean ok = bsp_q1_cells_read(&cells, &reading->file, model, reading->hull, &reading->box,
                                    level->wanted);
    guint first = level->brushes->len;
    reading->is_cut |= cells.n_endless[TRUE] > 0;
    reading->n_sky += cells.n_sky;
    for (guint i = 0; ok && i < cells.cells->len; i++) {
        const BspCell *cell = cells.cells->pdata[i];
        g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
        for (guint f = 0; f < cell->n_faces; f++)
            planes[f] = cell->faces[f].plane;
        bsp_level_add_brush(level, &(BspBrushPlace){ .number = level->brushes->len - first },
                            g_array_index(cells.contents, guint32, i), planes, NULL, cell->n_faces);
    }
    bsp_q1_cells_clear(&cells);
    return ok;
}

/* --- the world --- */

static gboolean read_solids(Reading *reading, gboolean cells_only)
{
    const BspLumps *lumps = &reading->file.lumps;
    BspxLump list = { 0, 0 };
    if (!cells_only && !find_list(lumps, &list))
        return FALSE;
    reading->has_brushes = list.length > 0;
    return reading->has_brushes ? add_list(lumps, &list, &reading->level, &reading->others)
                                : bsp_models_read(&reading->level.models, add_cells, reading);
}

static gboolean read_entities(Reading *reading)
{
    const BspLumps *lumps = &reading->file.lumps;
    reading->level.game = reading->file.version == 30 ? BSP_GAME_GOLDSRC : BSP_GAME_QUAKE;
    return bsp_level_list_models(&reading->level, lumps, BSP_Q1_MODELS) &&
           bsp_level_read_entities(&reading->level, lumps, BSP_Q1_ENTITIES);
}

static void report_cells(const Reading *reading, BspWorld *world)
{
    const BspBounds *box = &reading->box;
    if (reading->hull)
        bsp_world_remark(world,
                         "these are the positions of a box from %g,%g,%g to %g,%g,%g: hull %u",
                         box->mins.x, box->mins.y, box->mins.z, box->maxs.x, box->maxs.y,
                         box->maxs.z, reading->hull);
    else
        bsp_world_remark(world,
                         "the level has no brushes: these are the solid cells of its tree; "
                         "what stops players alone (clip brushes) is not in it, but in #hull1");
    const BspModels *models = &reading->level.models;
    guint n_read = models->included->len - models->n_again;
    if (!models->selected && world->models->len > n_read)
        bsp_world_remark(world, "models left out: %u: they are not part of the world",
                         world->models->len - n_read);
    if (reading->is_cut)
        bsp_world_remark(world,
                         "the outside is solid without end: it is cut %d units outside the bounds "
                         "of model %u",
                         BSP_Q1_MARGIN, reading->level.models.selected);
    if (reading->n_sky)
        bsp_world_remark(world, "sky of the hull: %u parts: sky stops nothing in a clip hull",
                         reading->n_sky);
}

static BspWorld *make_world(Reading *reading)
{
    BspWorld *world = bsp_level_make_world(&reading->level);
    bsp_level_report_left_out(&reading->level, world, &reading->others);
    while (world->report.n_hulls < BSP_HULLS &&
           bsp_q1bsp_hull(reading->file.version, world->report.n_hulls))
        world->report.n_hulls++;
    world->report.brushes_given = reading->has_brushes;
    if (reading->hull)
        world->hull = g_memdup2(&reading->box, sizeof reading->box);
    if (reading->file.lumps.is_swapped)
        bsp_world_remark(world, "a level of Blue Shift: lumps 0 and 1 have changed places");
    if (!reading->has_brushes)
        report_cells(reading, world);
    return world;
}

BspWorld *bsp_world_read_q1bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, const BspSidesWatch *watch,
                               GError **error)
{
    Reading reading = { .hull = BSP_WORLD_HULL_OF(options->flags) };
    BspWorld *world = NULL;
    (void)watch; /* the file has cells, not sides */
    bsp_level_open(&reading.level, path, options, BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                   "neither SOLID nor PLAYERCLIP");
    if (bsp_q1_level_open(&reading.file, path, data, length, error) &&
        bsp_q1bsp_box(&reading.file, reading.hull, &reading.box) && read_entities(&reading) &&
        read_solids(&reading, BSP_WORLD_HAS_HULL(options->flags)))
        world = make_world(&reading);
    bsp_level_close(&reading.level);
    return world;
}
