/* q1bsp: reads worlds from .bsp files of Quake (version 29, and BSP2 and 2PSB with wider numbers)
 * and of GoldSrc (version 30).
 *
 * These files contain trees instead of brushes. Hull 0 is the tree that is drawn; its leaves have
 * contents. Hulls 1 and higher consist of clip nodes. Each is the level expanded for one box. The
 * world consists of the brushes of the BSPX lump, if there is one. Otherwise it consists of the
 * cells of hull 0's solid leaves, within the bounds of model 0. If a hull is selected, the world
 * consists of the solid cells of that hull, within those bounds grown by its box. Its solid points
 * are the positions at which the box is in a solid in the game. Each model has a tree for each
 * hull. */
#include <string.h>

#include "compile/solid.h"
#include "world/level.h"
#include "world/q1-cells.h"
#include "world/q1-hulls.h"

/* --- the brushes that compilers store in the lump BRUSHLIST of BSPX ---
 *
 * ericw-tools stores the brushes of each model of Quake levels there, with their bounds, contents,
 * and the planes that are not axial. */

/* Bytes of the fixed parts of the lump's records, without the planes and brushes that follow. */
#define MODEL_BYTES 16
#define BRUSH_BYTES 28
#define PLANE_BYTES 16

/* The version of the lump that is read. There is no other version. */
#define LIST_VERSION 1

/* The position of a lump of BSPX in the file. */
typedef struct {
    gsize offset, length; /* 0, 0 if there is no such lump */
} BspxLump;

/* Finds the lump BRUSHLIST. *lump becomes 0, 0 if there is none. Returns FALSE with an error if the
 * directory is invalid. */
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

/* A record of the lump, which has brushes of one model. */
typedef struct {
    gint32 model;
    gsize at; /* offset of the first brush in the file */
    guint n;
    guint next; /* 1 + the number of the next record of the same model; 0 if there is none */
    gboolean is_read;
} Record;

typedef struct {
    const BspLumps *lumps;
    BspReadLevel *level;
    gsize at, end;
    GArray *records; /* the records (Record) */
    guint *first_of; /* for each model of the level, 1 + the number of its first record; 0 if there
                        is none */
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

/* Reads one brush. Adds it to the level if `wanted` is set. */
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
        planes[6 + i] = bsp_lumps_plane_at(lumps, planes_at + (gsize)i * PLANE_BYTES);
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
                      .n = (guint)MAX(bsp_lumps_int_at(list->lumps, list->at + 8), 0) };
    if (version != LIST_VERSION)
        return bsp_lumps_fail(list->lumps, BSP_ERROR_SYNTAX,
                              "BSPX lump BRUSHLIST: record %u: version %d is not supported; only "
                              "version %d is supported",
                              number, version, LIST_VERSION);
    list->at += MODEL_BYTES;
    for (guint i = 0; i < record.n; i++)
        if (!read_brush(list, i, FALSE))
            return FALSE;
    list->n_brushes += record.n;
    g_array_append_val(list->records, record);
    return TRUE;
}

/* Lists the records of the lump, and connects the records of each model. */
static gboolean list_records(List *list)
{
    guint n_models = list->lumps->lumps[BSP_Q1_MODELS].n;
    while (list->at < list->end)
        if (!list_record(list))
            return FALSE;
    for (guint i = list->records->len; i-- > 0;) {
        Record *record = &g_array_index(list->records, Record, i);
        if (record->model < 0 || (guint)record->model >= n_models)
            continue;
        record->next = list->first_of[record->model];
        list->first_of[record->model] = i + 1;
    }
    return TRUE;
}

/* Adds the brushes of a model. This is a BspModelFunc. */
static gboolean add_listed(guint model, gpointer user_data)
{
    List *list = user_data;
    for (guint at = list->first_of[model]; at;) {
        Record *record = &g_array_index(list->records, Record, at - 1);
        if (!bsp_level_count_records(list->level, record->n, list->n_brushes))
            return FALSE;
        list->at = record->at;
        for (guint i = 0; i < record->n; i++)
            if (!read_brush(list, i, TRUE))
                return FALSE;
        record->is_read = TRUE;
        at = record->next;
    }
    return TRUE;
}

/* Adds the brushes of all models. */
static gboolean add_all_listed(List *list)
{
    gboolean ok = TRUE;
    for (guint model = 0; ok && model < list->lumps->lumps[BSP_Q1_MODELS].n; model++) {
        list->level->models.number = model;
        ok = add_listed(model, list);
    }
    return ok;
}

/* Adds the brushes of the models that are read. */
static gboolean add_list(const BspLumps *lumps, const BspxLump *lump, BspReadLevel *level)
{
    g_autoptr(GArray) records = g_array_new(FALSE, FALSE, sizeof(Record));
    g_autofree guint *first_of = g_new0(guint, lumps->lumps[BSP_Q1_MODELS].n);
    List list = { .lumps = lumps,
                  .level = level,
                  .at = lump->offset,
                  .end = lump->offset + lump->length,
                  .records = records,
                  .first_of = first_of };
    gboolean all = (level->options->flags & BSP_WORLD_LISTS) != 0;
    if (!list_records(&list) ||
        !(all ? add_all_listed(&list) : bsp_models_read(&level->models, add_listed, &list)))
        return FALSE;
    for (guint i = 0; i < records->len; i++) {
        const Record *record = &g_array_index(records, Record, i);
        BspBrushPlace first = { .model = (guint)MAX(record->model, 0) };
        bsp_left_out_add(&level->others, record->is_read ? 0 : record->n, &first);
    }
    return TRUE;
}

/* --- cells --- */

/* A file that is being read, and the part of it that is read. */
typedef struct {
    BspQ1Level file;
    guint hull;
    BspBounds box;        /* the box of the hull */
    gboolean has_brushes; /* whether the file has a BRUSHLIST that is used */
    gboolean is_cut;      /* whether unbounded solid was cut */
    guint n_sky;          /* as in BspQ1Cells */
    BspReadLevel *level;
} Reading;

/* Adds the cells of a model in the hull. Brushes are numbered in the order of the traversal. This
 * is a BspModelFunc. */
static gboolean add_cells(guint model, gpointer user_data)
{
    Reading *reading = user_data;
    BspReadLevel *level = reading->level;
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

static gboolean read_solids(Reading *reading)
{
    BspReadLevel *level = reading->level;
    BspxLump list = { 0, 0 };
    if (!BSP_WORLD_HAS_HULL(level->options->flags) && !find_list(level->lumps, &list))
        return FALSE;
    reading->has_brushes = list.length > 0;
    return reading->has_brushes ? add_list(level->lumps, &list, level)
                                : bsp_models_read(&level->models, add_cells, reading);
}

static void report_cells(const Reading *reading, BspWorld *world)
{
    const BspBounds *box = &reading->box;
    if (reading->hull)
        bsp_world_remark(world,
                         "these are the positions at which a box from %g,%g,%g to %g,%g,%g is in "
                         "solid, as hull %u stores them",
                         box->mins.x, box->mins.y, box->mins.z, box->maxs.x, box->maxs.y,
                         box->maxs.z, reading->hull);
    else
        bsp_world_remark(
            world, "the level stores no brushes, so these are the solid cells of its tree; clip "
                   "brushes, which stop only players, are not in the tree, but in #hull1");
    const BspModels *models = &reading->level->models;
    guint n_read = models->included->len - models->n_again;
    if (!models->selected && world->models->len > n_read)
        bsp_world_remark(world, "models left out: %u, because they are not part of the world",
                         world->models->len - n_read);
    if (reading->is_cut)
        bsp_world_remark(world,
                         "the outside is solid without bounds, so it is cut off %d units outside "
                         "the bounds of model %u",
                         BSP_Q1_MARGIN, reading->level->models.selected);
    if (reading->n_sky)
        bsp_world_remark(world,
                         "parts of the hull that are sky: %u; sky stops nothing in a clip hull",
                         reading->n_sky);
}

static BspWorld *make_world(const Reading *reading)
{
    BspWorld *world = bsp_level_make_world(reading->level);
    bsp_level_report_left_out(reading->level, world);
    while (world->report.n_hulls < BSP_Q1_HULLS &&
           bsp_q1_hull_usual_box(reading->file.version, world->report.n_hulls))
        world->report.n_hulls++;
    world->report.brushes_given = reading->has_brushes;
    if (reading->hull)
        world->hull = g_memdup2(&reading->box, sizeof reading->box);
    if (reading->file.lumps.is_swapped)
        bsp_world_remark(
            world, "this is a level of Blue Shift, in which lumps 0 and 1 have changed places");
    if (!reading->has_brushes)
        report_cells(reading, world);
    return world;
}

BspWorld *bsp_q1bsp_read(BspReadLevel *level)
{
    Reading reading = { .file = bsp_q1_level_of(level->lumps),
                        .hull = BSP_WORLD_HULL_OF(level->options->flags),
                        .level = level };
    return bsp_q1_hull_box(&reading.file, reading.hull, &reading.box) &&
                   bsp_level_read_entities(level, BSP_Q1_MODELS) && read_solids(&reading)
               ? make_world(&reading)
               : NULL;
}
