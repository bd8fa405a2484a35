/* clip: rewrites the clip hulls of a Quake or GoldSrc level for boxes of other sizes. */
#include "level/clip.h"

#include <string.h>

#include "bsp-brush-table.h"
#include "level/clip-file.h"
#include "level/clip-nodes.h"
#include "level/uncovered.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"
#include "world/q1-cells.h"
#include "world/q1-hulls.h"
#include "world/reading.h"

/* Units. If a cell of the old hull reaches farther than this beyond the expansion of hull 0, it
 * comes from a clip brush or the like. Engines keep about this distance from planes, and the errors
 * of compilers are smaller. */
#define UNEXPLAINED 0.125

/* Units. The planes of the guard lie this far inside the solid that surrounds a filled world, so
 * that rounding cannot open a gap. */
#define GUARD_INSIDE 1

typedef struct {
    BspQ1Level level;
    const LevelClipFile *file;
    const BspWorld *world; /* the world with the brushes of all models, if there is a BRUSHLIST */
    guint n_listed; /* the number of these brushes that belong to the models that were processed */
    const BspBuildOptions *options;
    LevelClipReport *report;
    LevelClipNodes out;
    GByteArray *models;          /* the new lump of models, with the numbers of new root nodes */
    BspBounds old[BSP_Q1_HULLS]; /* the box of each hull in the old file */
    GError **error;
} Replacing;

/* --- boxes --- */

/* Returns the hull that the game takes for a mover of this size (SV_HullForEntity,
 * SV_HullForBsp). */
static guint usual_hull(gint32 version, const BspBounds *box)
{
    double x = box->maxs.x - box->mins.x, z = box->maxs.z - box->mins.z;
    if (version == 29)
        return x < 3 ? 0 : x <= 32 ? 1 : 2;
    return x <= 8 ? 0 : x > 36 ? 2 : z <= 36 ? 3 : 1;
}

static BspBounds box_made_for(gint32 version, const LevelClipBox *box)
{
    if (box->as_given)
        return box->box;
    BspVec mins = bsp_q1_hull_usual_box(version, box->hull)->mins;
    return (BspBounds){ mins, bsp_vec_add(mins, bsp_vec_sub(box->box.maxs, box->box.mins)) };
}

/* Returns the report of a hull that is replaced. Returns NULL if the hull stays. */
static LevelClipHull *find_hull(const Replacing *r, guint hull)
{
    for (guint i = 0; i < r->report->n_hulls; i++)
        if (r->report->hulls[i].hull == hull)
            return &r->report->hulls[i];
    return NULL;
}

static gboolean check_box(Replacing *r, const LevelClipBox *box)
{
    const BspLumps *lumps = &r->level.lumps;
    if (!box->hull || !bsp_q1_hull_usual_box(r->level.version, box->hull))
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "hull %u cannot be replaced: the level has the clip hulls 1 to %d",
                              box->hull, r->level.version == 30 ? 3 : 2);
    if (find_hull(r, box->hull))
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "hull %u is given twice", box->hull);
    for (guint k = 0; k < 3; k++) {
        double least = box->box.mins.v[k], most = box->box.maxs.v[k], limit = BSP_Q1_HULL_HALF / 2;
        if (!(least <= most && least >= -limit && most <= limit))
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                                  "hull %u: along %c the box goes from %g to %g, but both must be "
                                  "within +-%g, and the first must not exceed the second",
                                  box->hull, 'x' + (int)k, least, most, limit);
    }
    return TRUE;
}

static gboolean add_boxes(Replacing *r, const LevelClipBox *boxes, guint n)
{
    for (guint i = 0; i < n; i++) {
        if (!check_box(r, &boxes[i]))
            return FALSE;
        r->report->hulls[r->report->n_hulls++] =
            (LevelClipHull){ .hull = boxes[i].hull,
                             .usual = usual_hull(r->level.version, &boxes[i].box),
                             .box = boxes[i].box,
                             .made_for = box_made_for(r->level.version, &boxes[i]) };
    }
    for (guint h = 0; h < BSP_Q1_HULLS && bsp_q1_hull_usual_box(r->level.version, h); h++)
        if (!bsp_q1_hull_box(&r->level, h, &r->old[h]))
            return FALSE;
    return TRUE;
}

/* Sets the root node of a model's tree for a hull. */
static void set_head(Replacing *r, guint model, guint hull, gint32 head)
{
    gint32 little = GINT32_TO_LE(head);
    guint size = r->level.lumps.kinds[BSP_Q1_MODELS].size;
    memcpy(r->models->data + model * size + BSP_Q1_MODEL_HEADS + 4 * hull, &little, 4);
}

/* --- the solids of a model --- */

typedef struct {
    guint number;
    BspSolid *solid;     /* the model's solid, not expanded */
    BspBounds region;    /* bounds that contain the solid of hull 0 */
    gboolean is_guarded; /* if set, all space outside of the region is solid */
    gboolean is_listed;  /* if set, the solid has the brushes of the BRUSHLIST */
} Model;

/* Makes brushes of the cells, and leaves out cells that are too thin. Adds the number of these to
 * *n_thin. */
static BspSolid *solid_of_cells(const GPtrArray *cells, guint *n_thin)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < cells->len; i++) {
        BspBrush *brush = bsp_brush_new_cell(bsp_cell_copy(cells->pdata[i]), NULL);
        if (brush)
            g_ptr_array_add(brushes, brush);
        *n_thin += !brush;
    }
    return bsp_solid_new(brushes);
}

/* Returns the brushes that the BRUSHLIST has for the next model. The world owns them. */
static GPtrArray *take_listed(Replacing *r, guint model)
{
    const GArray *places = r->world->places->brushes;
    GPtrArray *listed = g_ptr_array_new();
    for (; r->report->brushes_given && r->n_listed < places->len &&
           g_array_index(places, BspBrushPlace, r->n_listed).model == model;
         r->n_listed++)
        g_ptr_array_add(listed, (gpointer)bsp_solid_brush(r->world->solid, r->n_listed));
    return listed;
}

/* Makes the model's solid of its brushes in the BRUSHLIST or, if it has none there, of the
 * cells. */
static void make_solid(Replacing *r, Model *model, const GPtrArray *cells, guint *n_thin)
{
    g_autoptr(GPtrArray) listed = take_listed(r, model->number);
    model->is_listed = listed->len > 0;
    model->solid =
        model->is_listed ? bsp_solid_new(g_steal_pointer(&listed)) : solid_of_cells(cells, n_thin);
}

static gboolean read_model(Replacing *r, Model *model, guint *n_thin)
{
    BspQ1Cells cells;
    gboolean ok =
        bsp_q1_cells_read(&cells, &r->level, model->number, 0, &r->old[0], BSP_CONTENTS_SOLID);
    if (ok) {
        BspBounds stored = bsp_q1_level_bounds(&r->level, model->number);
        model->region = bsp_bounds_grown(&stored, BSP_Q1_MARGIN);
        model->is_guarded = cells.n_endless[TRUE] && !cells.n_endless[FALSE];
        r->report->half_open |= cells.n_endless[TRUE] && cells.n_endless[FALSE];
        make_solid(r, model, cells.cells, n_thin);
    }
    bsp_q1_cells_clear(&cells);
    return ok;
}

/* --- the solids of a hull --- */

static void count_lost(LevelClipHull *hull, double distance, BspVec at, guint model)
{
    hull->n_lost++;
    if (distance <= hull->lost)
        return;
    hull->lost = distance;
    hull->lost_at = at;
    hull->lost_model = model;
}

/* Adds the cells of the old hull that stay, expanded for the new box. Each cell is the sum of some
 * solid and the old box O. The new box contains O, so the new box is the sum of O and a box D. So
 * the sum of the cell and D is exactly the sum of that solid and the new box. */
static gboolean keep_cells(Replacing *r, GPtrArray *to, const GPtrArray *cells, LevelClipHull *hull)
{
    const BspBounds *old = &r->old[hull->hull];
    const BspBounds more = { bsp_vec_sub(hull->made_for.mins, old->mins),
                             bsp_vec_sub(hull->made_for.maxs, old->maxs) };
    g_autoptr(BspSolid) solid = solid_of_cells(cells, &hull->n_thin);
    hull->n_kept += bsp_solid_n_brushes(solid);
    return level_add_expanded(to, solid, &more, &(LevelUnmoved){ 0 }, r->error);
}

/* Adds those cells of the old hull that hull 0 does not explain, such as cells of clip brushes,
 * which hull 0 does not have. */
static gboolean add_old_cells(Replacing *r, GPtrArray *to, const Model *model,
                              const GPtrArray *cells, LevelClipHull *hull)
{
    const BspBounds *old = &r->old[hull->hull];
    g_autoptr(BspSolid) exact = bsp_solid_expand(model->solid, old, r->error);
    g_autoptr(BspTree) tree = exact ? bsp_tree_new(exact, NULL, r->options, r->error) : NULL;
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; tree && i < cells->len; i++) {
        BspVec at;
        double distance = level_cell_uncovered(cells->pdata[i], exact, tree, &at);
        if (distance > UNEXPLAINED && bsp_bounds_hold(&hull->made_for, old))
            g_ptr_array_add(kept, cells->pdata[i]);
        else if (distance > UNEXPLAINED)
            count_lost(hull, distance, at, model->number);
    }
    return tree && keep_cells(r, to, kept, hull);
}

/* Adds the solid expanded for the new box. In GoldSrc, the cells of the old hull show which faces
 * are not moved. */
static gboolean add_solid(Replacing *r, GPtrArray *to, const Model *model, const GPtrArray *cells,
                          LevelClipHull *hull)
{
    guint n_thin = 0;
    g_autoptr(BspSolid) old = r->level.version == 30 ? solid_of_cells(cells, &n_thin) : NULL;
    g_autoptr(BspBrushTable) table = old ? bsp_brush_table_new(old, BSP_TABLE_BOXES) : NULL;
    LevelUnmoved unmoved = { .hull = table, .box = r->old[hull->hull] };
    gboolean ok = level_add_expanded(to, model->solid, &hull->made_for, &unmoved, r->error);
    hull->n_unmoved += unmoved.n;
    return ok;
}

/* --- the trees --- */

static gboolean add_tree(Replacing *r, GPtrArray *brushes, const Model *model, LevelClipHull *hull)
{
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    g_autoptr(BspTree) tree = bsp_tree_new(solid, NULL, r->options, r->error);
    if (!tree) {
        g_prefix_error(r->error, "%s: model %u, hull %u: ", r->file->path, model->number,
                       hull->hull);
        return FALSE;
    }
    BspBounds guard = { bsp_vec_sub(model->region.mins, hull->made_for.maxs),
                        bsp_vec_sub(model->region.maxs, hull->made_for.mins) };
    guard = bsp_bounds_grown(&guard, -GUARD_INSIDE);
    guint before = r->out.nodes->len;
    gint32 head;
    if (!level_clip_nodes_add(&r->out, bsp_tree_nodes(tree), model->is_guarded ? &guard : NULL,
                              &head))
        return bsp_lumps_fail(&r->level.lumps, BSP_ERROR_LIMIT,
                              "model %u: hull %u: a plane is farther than 65536 units from the "
                              "origin, where the floats of the file are too coarse",
                              model->number, hull->hull);
    set_head(r, model->number, hull->hull, head);
    hull->after += r->out.nodes->len - before;
    return TRUE;
}

/* Makes the new tree of a model in a hull. It consists of the brushes of the BRUSHLIST alone, or of
 * the expanded cells of hull 0 and cells of the old hull. */
static gboolean replace_hull(Replacing *r, const Model *model, LevelClipHull *hull)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    BspQ1Cells cells;
    gboolean ok;
    if (model->is_listed) {
        ok = level_add_expanded(brushes, model->solid, &hull->made_for, &(LevelUnmoved){ 0 },
                                r->error);
    } else {
        ok = bsp_q1_cells_read(&cells, &r->level, model->number, hull->hull, &r->old[hull->hull],
                               BSP_CONTENTS_SOLID) &&
             add_solid(r, brushes, model, cells.cells, hull) &&
             add_old_cells(r, brushes, model, cells.cells, hull);
        bsp_q1_cells_clear(&cells);
    }
    return ok && add_tree(r, g_steal_pointer(&brushes), model, hull);
}

static gboolean replace_model(Replacing *r, guint number)
{
    Model model = { .number = number };
    gboolean ok = read_model(r, &model, &r->report->hulls[0].n_thin);
    for (guint i = 0; ok && i < r->report->n_hulls; i++)
        ok = replace_hull(r, &model, &r->report->hulls[i]);
    bsp_solid_free(model.solid);
    return ok;
}

/* --- nodes of old hulls --- */

/* Keeps the nodes of all hulls that are not replaced, and counts the nodes of the other hulls. */
static gboolean keep_hulls(Replacing *r)
{
    for (guint h = 1; h < BSP_Q1_HULLS && bsp_q1_hull_usual_box(r->level.version, h); h++) {
        LevelClipHull *replaced = find_hull(r, h);
        LevelClipNodes old;
        level_clip_nodes_init(&old, &r->level);
        gboolean ok = TRUE;
        for (guint m = 0; ok && m < r->report->n_models; m++) {
            gint32 head = bsp_q1_level_head(&r->level, m, h);
            ok = level_clip_nodes_keep(replaced ? &old : &r->out, &r->level, &head);
            if (!replaced)
                set_head(r, m, h, head);
        }
        if (replaced)
            replaced->before = old.nodes->len;
        level_clip_nodes_clear(&old);
        if (!ok)
            return FALSE;
    }
    return TRUE;
}

/* --- the new file --- */

static void put_le(GByteArray *out, gint32 value, guint bytes)
{
    gint32 little = GINT32_TO_LE(value);
    g_byte_array_append(out, (const guint8 *)&little, bytes); /* the low bytes come first */
}

static GByteArray *nodes_lump(const Replacing *r)
{
    GByteArray *out = g_byte_array_new();
    for (guint i = 0; i < r->out.nodes->len; i++) {
        const LevelClipNode *node = &g_array_index(r->out.nodes, LevelClipNode, i);
        put_le(out, node->plane, 4);
        for (guint k = 0; k < 2; k++)
            put_le(out, node->child[k], r->level.narrow ? 2 : 4);
    }
    return out;
}

/* Returns the lump of entities with the boxes of the new hulls and a final NUL. Returns NULL with
 * an error. */
static GByteArray *entities_lump(const Replacing *r)
{
    const BspLumps *lumps = &r->level.lumps;
    char *text = g_strndup(lumps->data + lumps->lumps[BSP_Q1_ENTITIES].offset,
                           lumps->lumps[BSP_Q1_ENTITIES].n);
    for (guint i = 0; i < r->report->n_hulls && text; i++) {
        char *more =
            level_clip_file_add_box(text, r->report->hulls[i].hull, &r->report->hulls[i].made_for);
        g_free(text);
        text = more;
    }
    if (text)
        return g_byte_array_new_take((guint8 *)text, strlen(text) + 1);
    bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "lump %d (entities): there is no worldspawn",
                   BSP_Q1_ENTITIES);
    return NULL;
}

/* Checks that the format can store the numbers of nodes and planes. */
static gboolean check_limits(Replacing *r)
{
    LevelClipReport *report = r->report;
    report->n_nodes = r->out.nodes->len;
    report->n_planes = r->out.planes->len / r->level.lumps.kinds[BSP_Q1_PLANES].size;
    report->n_new_planes = report->n_planes - r->level.lumps.lumps[BSP_Q1_PLANES].n;
    report->most = r->level.narrow ? G_MAXINT16 : G_MAXINT32;
    g_autoptr(GString) parts = g_string_new(NULL);
    guint kept = report->n_nodes;
    for (guint i = 0; i < report->n_hulls; i++) {
        g_string_append_printf(parts, "%shull %u has %u clip nodes", i ? ", " : "",
                               report->hulls[i].hull, report->hulls[i].after);
        kept -= report->hulls[i].after;
    }
    if (report->n_nodes > report->most)
        return bsp_lumps_fail(
            &r->level.lumps, BSP_ERROR_LIMIT,
            "%s, and the kept hulls have %u; the sum of %u is more than the %u clip nodes of the "
            "format; compile the level as BSP2, or replace fewer hulls",
            parts->str, kept, report->n_nodes, report->most);
    return report->n_planes <= report->most ||
           bsp_lumps_fail(&r->level.lumps, BSP_ERROR_LIMIT,
                          "%u planes, of which %u are new, are more than the %u planes of the "
                          "format; compile the level as BSP2, or replace fewer hulls",
                          report->n_planes, report->n_new_planes, report->most);
}

static GBytes *write_file(Replacing *r)
{
    const GByteArray *lumps[BSP_Q1_LUMPS] = { NULL };
    g_autoptr(GByteArray) entities = entities_lump(r);
    if (!entities)
        return NULL;
    g_autoptr(GByteArray) nodes = nodes_lump(r);
    lumps[BSP_Q1_ENTITIES] = entities;
    lumps[BSP_Q1_PLANES] = r->out.planes;
    lumps[BSP_Q1_CLIP_NODES] = nodes;
    lumps[BSP_Q1_MODELS] = r->models;
    return level_clip_file_write(&r->level, lumps);
}

/* Returns whether the reader can read the cells of all models in the hull. */
static gboolean check_readable(const LevelClipFile *file, guint hull, GError **error)
{
    BspQ1Level level;
    BspBounds box;
    gboolean ok = bsp_q1_level_open(&level, file->path, file->data, file->length, error) &&
                  bsp_q1_hull_box(&level, hull, &box);
    for (guint m = 0; ok && m < level.lumps.lumps[BSP_Q1_MODELS].n; m++) {
        BspQ1Cells cells;
        ok = bsp_q1_cells_read(&cells, &level, m, hull, &box, BSP_CONTENTS_SOLID);
        bsp_q1_cells_clear(&cells);
    }
    return ok;
}

/* Checks that the reader accepts all clip hulls of the new file, except hulls that it did not
 * accept in the old file. The reader's limit of faces depends on the number of clip nodes, which
 * may be smaller now. */
static gboolean check_file(Replacing *r, GBytes *bytes)
{
    LevelClipFile new;
    new.data = g_bytes_get_data(bytes, &new.length);
    for (guint h = 1; h < BSP_Q1_HULLS && bsp_q1_hull_usual_box(r->level.version, h); h++) {
        g_autoptr(GError) error = NULL;
        gboolean is_new = find_hull(r, h) != NULL;
        g_autofree char *path = g_strdup_printf("%s: the %s hull %u cannot be read back",
                                                r->file->path, is_new ? "new" : "kept", h);
        new.path = path;
        if (check_readable(&new, h, &error) || (!is_new && !check_readable(r->file, h, NULL)))
            continue;
        g_propagate_error(r->error, g_steal_pointer(&error));
        return FALSE;
    }
    return TRUE;
}

/* --- the whole level --- */

static GBytes *replace(Replacing *r, const LevelClipBox *boxes, guint n)
{
    const BspLumps *lumps = &r->level.lumps;
    guint n_models = lumps->lumps[BSP_Q1_MODELS].n;
    if (!add_boxes(r, boxes, n))
        return NULL;
    r->report->n_models = n_models;
    r->models = g_byte_array_new();
    g_byte_array_append(r->models, (const guint8 *)lumps->data + lumps->lumps[BSP_Q1_MODELS].offset,
                        n_models * lumps->kinds[BSP_Q1_MODELS].size);
    level_clip_nodes_init(&r->out, &r->level);
    gboolean ok = keep_hulls(r);
    for (guint m = 0; ok && m < n_models; m++)
        ok = replace_model(r, m);
    g_autoptr(GBytes) bytes = ok && check_limits(r) ? write_file(r) : NULL;
    level_clip_nodes_clear(&r->out);
    g_byte_array_unref(r->models);
    return bytes && check_file(r, bytes) ? g_steal_pointer(&bytes) : NULL;
}

/* Reads the level as a world, so that an unusable level is rejected with the same message
 * everywhere. */
static BspWorld *read_world(const LevelClipFile *file, GError **error)
{
    const BspWorldOptions options = { .flags = BSP_WORLD_LISTS };
    g_autoptr(BspWorld) world =
        bsp_world_read_bsp(file->path, file->data, file->length, &options, error);
    if (!world || world->report.n_hulls)
        return g_steal_pointer(&world);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: only levels of Quake and GoldSrc have clip hulls", file->path);
    return NULL;
}

GBytes *level_clip_replace(const LevelClipFile *file, const LevelClipBox *boxes, guint n,
                           const BspBuildOptions *options, LevelClipReport *report, GError **error)
{
    *report = (LevelClipReport){ .n_hulls = 0 };
    g_autoptr(BspWorld) world = read_world(file, error);
    if (!world)
        return NULL;
    report->brushes_given = world->report.brushes_given;
    BspBuildOptions build = *options;
    build.fill = BSP_FILL_OFF;
    build.plain = FALSE;
    Replacing r = {
        .file = file, .world = world, .options = &build, .report = report, .error = error
    };
    return bsp_q1_level_open(&r.level, file->path, file->data, file->length, error)
               ? replace(&r, boxes, n)
               : NULL;
}
