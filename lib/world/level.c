/* level: the parts that readers of .bsp and .map files share. */
#include "world/level.h"
#include "geometry/fail.h"

#include <string.h>

/* --- lumps --- */

gboolean bsp_lumps_fail(const BspLumps *level, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bsp_fail_valist(level->error, code, level->file, format, arguments);
    va_end(arguments);
    return FALSE;
}

/* --- numbers --- */

gint32 bsp_lumps_int_at(const BspLumps *level, gsize at)
{
    gint32 value;
    memcpy(&value, level->data + at, sizeof value);
    return GINT32_FROM_LE(value);
}

guint16 bsp_lumps_short_at(const BspLumps *level, gsize at)
{
    guint16 value;
    memcpy(&value, level->data + at, sizeof value);
    return GUINT16_FROM_LE(value);
}

double bsp_lumps_float_at(const BspLumps *level, gsize at)
{
    gint32 bits = bsp_lumps_int_at(level, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* The offset in the file of byte `at` of a record, which must exist. */
static gsize offset_of(const BspLumps *level, guint lump, guint record, guint at)
{
    return level->lumps[lump].offset + (gsize)record * level->kinds[lump].size + at;
}

gint32 bsp_lumps_int(const BspLumps *level, guint lump, guint record, guint at)
{
    return bsp_lumps_int_at(level, offset_of(level, lump, record, at));
}

guint16 bsp_lumps_short(const BspLumps *level, guint lump, guint record, guint at)
{
    return bsp_lumps_short_at(level, offset_of(level, lump, record, at));
}

double bsp_lumps_float(const BspLumps *level, guint lump, guint record, guint at)
{
    return bsp_lumps_float_at(level, offset_of(level, lump, record, at));
}

/* The bytes of a record. */
static const char *record_of(const BspLumps *level, guint lump, guint record)
{
    return level->data + offset_of(level, lump, record, 0);
}

/* --- the directory --- */

gboolean bsp_lumps_extent(const BspLumps *level, gsize at, const char *name, gsize *offset,
                          gsize *length)
{
    gint32 begin = bsp_lumps_int_at(level, at), n = bsp_lumps_int_at(level, at + 4);
    *offset = (gsize)begin;
    *length = (gsize)n;
    return (begin >= 0 && n >= 0 && *offset <= level->length &&
            *length <= level->length - *offset) ||
           bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                          "%s: offset %d, length %d: out of range, the file has %" G_GSIZE_FORMAT
                          " bytes",
                          name, begin, n, level->length);
}

static gboolean read_lump(BspLumps *level, guint i, gsize at)
{
    const BspLumpKind *kind = &level->kinds[i];
    gsize offset, length;
    g_autofree char *name = g_strdup_printf("lump %u (%s)", i, kind->name);
    if (!bsp_lumps_extent(level, at, name, &offset, &length))
        return FALSE;
    level->lumps[i].offset = (guint)offset;
    level->lumps[i].n = (guint)length / kind->size;
    return length % kind->size == 0 || bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                                                      "%s: the length %" G_GSIZE_FORMAT
                                                      " is not a multiple of a record's %u bytes",
                                                      name, length, kind->size);
}

gboolean bsp_lumps_read(BspLumps *level, guint at)
{
    guint end = at + 8 * level->n_lumps;
    if (level->length < end)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                              "offset %" G_GSIZE_FORMAT
                              ": the file ends within its header of %u bytes",
                              level->length, end);
    for (guint i = 0; i < level->n_lumps; i++)
        if (!read_lump(level, i, at + 8 * (gsize)(level->is_swapped && i < 2 ? 1 - i : i)))
            return FALSE;
    return TRUE;
}

gsize bsp_lumps_end(const BspLumps *level)
{
    gsize end = 0;
    for (guint i = 0; i < level->n_lumps; i++)
        end = MAX(end, level->lumps[i].offset + (gsize)level->lumps[i].n * level->kinds[i].size);
    return end;
}

/* --- entities --- */

/* Returns "FILE: lump 0 (entities)". The caller frees it with g_free(). */
static char *lump_name(const BspLumps *level, guint lump)
{
    return g_strdup_printf("%s: lump %u (%s)", level->file, lump, level->kinds[lump].name);
}

gboolean bsp_lumps_parse_entities(const BspLumps *level, guint lump, BspMapEntityFunc func,
                                  gpointer user_data)
{
    g_autofree char *name = lump_name(level, lump);
    g_autofree char *text =
        g_strndup(level->data + level->lumps[lump].offset, level->lumps[lump].n);
    return bsp_map_parse(name, text, strlen(text), func, user_data, level->error);
}

/* --- records that refer to other records --- */

gboolean bsp_lumps_range(const BspLumps *level, guint lump, guint record, guint at, guint of,
                         const char *what, guint *first, guint *n)
{
    gint32 f = bsp_lumps_int(level, lump, record, at);
    gint32 count = bsp_lumps_int(level, lump, record, at + 4);
    if (f < 0 || count < 0 || (guint)f > level->lumps[of].n ||
        (guint)count > level->lumps[of].n - (guint)f)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "%s %u: %s %d and %d more are out of range, there are %u", what,
                              record, level->kinds[of].name, f, count, level->lumps[of].n);
    *first = (guint)f;
    *n = (guint)count;
    return TRUE;
}

gboolean bsp_lumps_in_tree(const BspLumps *level, guint lump, guint record, const char *what)
{
    return record < level->lumps[lump].n ||
           bsp_lumps_fail(level, BSP_ERROR_VALUE,
                          "%s %u is in the tree, but out of range, there are %u", what, record,
                          level->lumps[lump].n);
}

char *bsp_lumps_plane(const BspLumps *level, guint planes, gint32 index, BspPlane *plane)
{
    guint n = level->lumps[planes].n;
    if (index < 0 || (guint)index >= n)
        return g_strdup_printf("plane %d is out of range, there are %u", index, n);
    for (guint k = 0; k < 3; k++)
        plane->normal.v[k] = bsp_lumps_float(level, planes, (guint)index, 4 * k);
    plane->dist = bsp_lumps_float(level, planes, (guint)index, 12);
    double length = bsp_vec_length(plane->normal);
    if (isfinite(plane->dist) && fabs(length - 1) < 0.01)
        return NULL;
    return g_strdup_printf("plane %d is invalid: its normal is %g units long, its distance %g",
                           index, length, plane->dist);
}

/* --- entities at which the games put bodies --- */

/* Whether players start at entities of this class, in Quake, its successors or their mods:
 * info_player_start, info_player_deathmatch, info_player_team1, info_player_dd_red,
 * team_CTF_redplayer, team_CTF_bluespawn. The intermission is a camera, which may be anywhere. */
static gboolean is_start_class(const char *classname)
{
    if (g_str_has_prefix(classname, "info_player_"))
        return strcmp(classname, "info_player_intermission") != 0;
    return g_str_has_prefix(classname, "team_ctf_") &&
           (g_str_has_suffix(classname, "player") || g_str_has_suffix(classname, "spawn"));
}

/* Whether the games put another body at entities of this class. */
static gboolean is_body_class(const char *classname)
{
    static const char *const prefixes[] = { "monster_",
                                            "item_",
                                            "weapon_",
                                            "ammo_",
                                            "key_",
                                            "holdable_",
                                            "team_ctf_",
                                            "info_teleport_destination",
                                            "target_teleporter",
                                            "misc_teleporter_dest" };
    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
        if (g_str_has_prefix(classname, prefixes[i]))
            return TRUE;
    return FALSE;
}

static gboolean parse_point(const char *text, BspVec *point)
{
    for (guint k = 0; k < 3; k++) {
        char *end;
        point->v[k] = g_ascii_strtod(text, &end);
        if (end == text || !(fabs(point->v[k]) <= BSP_WORLD_HALF))
            return FALSE;
        text = end;
    }
    while (g_ascii_isspace(*text))
        text++;
    return !*text;
}

BspVec bsp_map_entity_origin(const BspMapEntity *entity)
{
    BspVec origin;
    const char *text = bsp_map_entity_value(entity, "origin");
    return text && parse_point(text, &origin) ? origin : bsp_vec(0, 0, 0);
}

BspVec bsp_map_entity_angles(const BspMapEntity *entity)
{
    BspVec angles;
    const char *three = bsp_map_entity_value(entity, "angles");
    const char *one = bsp_map_entity_value(entity, "angle");
    if (three && parse_point(three, &angles))
        return angles;
    /* An angle of -1 or -2 is a direction, up or down. */
    double yaw = one ? g_ascii_strtod(one, NULL) : 0;
    return yaw > 0 && yaw <= 360 ? bsp_vec(0, yaw, 0) : bsp_vec(0, 0, 0);
}

/* Adds the place of a body of the game, if there is one at the entity. Returns FALSE with the error
 * if the origin of a start is not a point of the world. */
static gboolean add_body(BspLevel *level, const BspMapEntity *entity, GError **error)
{
    if (!entity->classname)
        return TRUE;
    gboolean is_start = is_start_class(entity->classname);
    if (!is_start && !is_body_class(entity->classname))
        return TRUE;
    /* In the games, an entity without an origin is at 0 0 0. */
    BspVec at;
    const char *origin = bsp_map_entity_value(entity, "origin");
    if (parse_point(origin ? origin : "0 0 0", &at)) {
        g_array_append_val(is_start ? level->starts : level->bodies, at);
        g_ptr_array_add(is_start ? level->start_names : level->body_names,
                        g_strdup_printf("%s, entity %u (line %u)", entity->classname,
                                        entity->number, entity->line));
        return TRUE;
    }
    if (!is_start)
        return TRUE;
    g_autofree char *found = bsp_map_quote(origin, strlen(origin));
    return bsp_map_fail(level->file, entity, NULL, error, BSP_ERROR_VALUE,
                        "the origin %s is not three numbers within +-%g", found, BSP_WORLD_HALF);
}

/* --- a world under construction --- */

void bsp_level_open(BspLevel *level, const char *file, const BspWorldOptions *options,
                    guint32 stops, const char *stopping)
{
    gboolean all = (options->flags & BSP_WORLD_ALL_CONTENTS) != 0;
    *level = (BspLevel){ .file = file,
                         .brushes = bsp_world_brushes_new(),
                         .places = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace)),
                         .textures = bsp_textures_new(),
                         .starts = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                         .bodies = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                         .start_names = g_ptr_array_new_with_free_func(g_free),
                         .body_names = g_ptr_array_new_with_free_func(g_free),
                         .wanted = all ? G_MAXUINT32 : stops,
                         .stopping = stopping };
    bsp_models_open(&level->models, options);
}

void bsp_level_close(BspLevel *level)
{
    if (level->brushes)
        g_ptr_array_unref(level->brushes);
    if (level->places)
        g_array_unref(level->places);
    if (level->starts)
        g_array_unref(level->starts);
    g_array_unref(level->bodies);
    g_clear_pointer(&level->start_names, g_ptr_array_unref);
    g_clear_pointer(&level->body_names, g_ptr_array_unref);
    bsp_textures_free(level->textures);
    bsp_models_close(&level->models);
    g_free(level->name);
    g_free(level->degenerate);
    g_free(level->is_read);
}

gboolean bsp_level_list_models(BspLevel *level, const BspLumps *lumps, guint lump)
{
    if (!lumps->lumps[lump].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "lump %u (models): no model 0, which is the world", lump);
    bsp_models_list(&level->models, lumps->lumps[lump].n);
    g_autofree char *problem = bsp_models_check_selected(&level->models);
    return !problem || bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "%s", problem);
}

gboolean bsp_level_count_records(BspLevel *level, const BspLumps *lumps, guint n, guint n_in_file)
{
    level->n_records += n;
    return level->n_records <= (guint64)BSP_LEVEL_MOST_OFTEN * n_in_file + 65536 ||
           bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                          "model %u: the models up to this one share too much: they have "
                          "%" G_GUINT64_FORMAT " records, but the file has only %u",
                          level->models.number, level->n_records, n_in_file);
}

/* The planes of a brush in the coordinates of the world. Sets *moved to memory that the caller
 * frees. */
static const BspPlane *planes_in_world(const BspLevel *level, const BspPlane *planes, guint n,
                                       BspPlane **moved)
{
    if (!level->models.is_included) /* keeps zeros as they are: 0 + -0 is 0 */
        return planes;
    *moved = g_memdup2(planes, n * sizeof *planes);
    for (guint i = 0; i < n; i++)
        (*moved)[i].dist += bsp_vec_dot(planes[i].normal, level->models.origin);
    return *moved;
}

gboolean bsp_level_add_brush(BspLevel *level, const BspBrushPlace *place, guint32 contents,
                             const BspPlane *planes, const guint32 *tags, guint n)
{
    BspBrushPlace in_model = *place;
    in_model.model = level->models.number;
    if (!(contents & level->wanted)) {
        bsp_left_out_add(&level->hollow, 1, &in_model);
        return FALSE;
    }
    g_autoptr(GError) problem = NULL;
    g_autofree BspPlane *moved = NULL;
    planes = planes_in_world(level, planes, n, &moved);
    BspBrush *solid = bsp_brush_new_planes(planes, n, &problem);
    if (level->watch) {
        const BspSides sides = { place->number, contents, planes, n };
        level->watch->func(&sides, problem, level->watch->user_data);
    }
    if (!solid) {
        g_autofree char *where = bsp_brush_place_text(&in_model);
        if (!level->n_degenerate++)
            level->degenerate = g_strdup_printf("%s: %s", where, problem->message);
        return FALSE;
    }
    bsp_brush_set_contents(solid, contents);
    for (guint i = 0; tags && i < n; i++)
        bsp_brush_set_tag(solid, i, tags[i]);
    g_ptr_array_add(level->brushes, solid);
    g_array_append_val(level->places, in_model);
    return TRUE;
}

void bsp_level_set_texture(BspLevel *level, guint side, const char *name, gsize most)
{
    const char *end = memchr(name, 0, most);
    bsp_textures_add(level->textures, level->brushes->len - 1, side, name,
                     end ? (gsize)(end - name) : most);
}

/* --- brushes of id Tech 2 and 3 --- */

gint32 bsp_lumps_texture(const BspLumps *lumps, const BspBrushLumps *of, guint lump, guint record,
                         guint at)
{
    gint32 texture = of->is_narrow ? bsp_lumps_short(lumps, lump, record, at)
                                   : bsp_lumps_int(lumps, lump, record, at);
    return texture >= 0 && (guint)texture < lumps->lumps[of->textures].n ? texture : -1;
}

void bsp_level_set_file_texture(BspLevel *level, const BspLumps *lumps, const BspBrushLumps *of,
                                gint32 texture, guint side)
{
    if (texture >= 0)
        bsp_level_set_texture(
            level, side, record_of(lumps, of->textures, (guint)texture) + of->name_at, of->n_name);
}

static gboolean count_sides(BspLevel *level, const BspLumps *lumps, guint sides, guint brush,
                            guint n)
{
    if (n > BSP_BRUSH_MAX_SIDES)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                              "brush %u: %u sides are more than the limit of %d", brush, n,
                              BSP_BRUSH_MAX_SIDES);
    level->n_sides += n;
    guint64 limit =
        (guint64)lumps->lumps[sides].n * MIN(level->models.n_again + 1, BSP_LEVEL_MOST_OFTEN);
    return level->n_sides <= limit ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "brush %u: the brushes up to this one have %" G_GUINT64_FORMAT
                          " sides, but the file has only %u",
                          brush, level->n_sides, lumps->lumps[sides].n);
}

static gboolean read_side_plane(const BspLumps *lumps, const BspBrushLumps *of, guint brush,
                                guint side, BspPlane *plane)
{
    gint32 index = of->is_narrow ? bsp_lumps_short(lumps, of->sides, side, 0)
                                 : bsp_lumps_int(lumps, of->sides, side, 0);
    g_autofree char *problem = bsp_lumps_plane(lumps, of->planes, index, plane);
    return !problem ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "brush %u: side %u: %s", brush, side, problem);
}

gboolean bsp_level_read_brush(BspLevel *level, const BspLumps *lumps, const BspBrushLumps *of,
                              guint brush, guint32 contents)
{
    guint first, n;
    if (!level->is_read)
        level->is_read = g_new0(guint8, lumps->lumps[of->brushes].n);
    level->is_read[brush] = TRUE;
    if (!bsp_lumps_range(lumps, of->brushes, brush, 0, of->sides, "brush", &first, &n) ||
        !count_sides(level, lumps, of->sides, brush, n))
        return FALSE;
    BspPlane planes[BSP_BRUSH_MAX_SIDES];
    guint32 tags[BSP_BRUSH_MAX_SIDES] = { 0 };
    gint32 textures[BSP_BRUSH_MAX_SIDES];
    for (guint i = 0; i < n; i++) {
        if (!read_side_plane(lumps, of, brush, first + i, &planes[i]))
            return FALSE;
        textures[i] = bsp_lumps_texture(lumps, of, of->sides, first + i, of->is_narrow ? 2 : 4);
        tags[i] = textures[i] < 0 ? 0
                                  : (guint32)bsp_lumps_int(lumps, of->textures, (guint)textures[i],
                                                           of->flags_at);
    }
    BspBrushPlace place = { .number = brush };
    if (bsp_level_add_brush(level, &place, contents, planes, tags, n))
        for (guint i = 0; i < n; i++)
            bsp_level_set_file_texture(level, lumps, of, textures[i], i);
    return TRUE;
}

gboolean bsp_level_add_entity(BspLevel *level, const BspMapEntity *entity, GError **error)
{
    if (!add_body(level, entity, error))
        return FALSE;
    const char *message = bsp_map_entity_value(entity, "message");
    if (message && *message && !level->name && g_strcmp0(entity->classname, "worldspawn") == 0)
        level->name = g_strdup(message);
    return TRUE;
}

static gboolean add_entity(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    BspLevel *level = user_data;
    bsp_models_add_entity(&level->models, level->game, entity);
    return bsp_level_add_entity(level, entity, error);
}

gboolean bsp_level_read_entities(BspLevel *level, const BspLumps *lumps, guint lump)
{
    const char *file = level->file;
    g_autofree char *name = lump_name(lumps, lump);
    level->file = name; /* for messages of add_entity() */
    gboolean ok = bsp_lumps_parse_entities(lumps, lump, add_entity, level);
    level->file = file;
    if (!ok)
        return FALSE;
    g_autofree char *problem = bsp_models_check_included(&level->models);
    return !problem || bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "%s", problem);
}

BspWorld *bsp_level_make_world(BspLevel *level)
{
    g_autofree char *file_name = bsp_world_default_name(level->file);
    BspWorld *world =
        bsp_world_new(level->name ? level->name : file_name, g_steal_pointer(&level->brushes),
                      g_steal_pointer(&level->starts));
    g_array_append_vals(world->inside, level->bodies->data, level->bodies->len);
    g_ptr_array_extend_and_steal(world->inside_names, g_steal_pointer(&level->start_names));
    g_ptr_array_extend_and_steal(world->inside_names, g_steal_pointer(&level->body_names));
    world->places->brushes = g_steal_pointer(&level->places);
    world->places->textures = g_steal_pointer(&level->textures);
    world->game = level->game;
    bsp_models_finish(&level->models, world);
    return world;
}

BspLeftOut bsp_level_unread(const BspLevel *level, guint n)
{
    BspLeftOut unread = { 0 };
    for (guint i = 0; i < n; i++)
        bsp_left_out_add(&unread, level->is_read && level->is_read[i] ? 0 : 1,
                         &(BspBrushPlace){ .number = i });
    return unread;
}

void bsp_level_report_left_out(const BspLevel *level, BspWorld *world, const BspLeftOut *others)
{
    bsp_world_report_left_out(world, others,
                              level->models.selected
                                  ? "they belong to other models"
                                  : "they belong to other models than the world");
    g_autofree char *reason = level->wanted == G_MAXUINT32
                                  ? g_strdup("they have no contents")
                                  : g_strdup_printf("their contents are %s", level->stopping);
    bsp_world_report_left_out(world, &level->hollow, reason);
    bsp_level_report_degenerate(level, world);
}

void bsp_level_report_degenerate(const BspLevel *level, BspWorld *world)
{
    bsp_world_leave_out(world, level->n_degenerate,
                        "brushes left out: %u: they make no solid; the first is %s",
                        level->n_degenerate, level->degenerate);
}
