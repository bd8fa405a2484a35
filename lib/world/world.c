/* world: makes and frees worlds, which are brushes and start positions of a level, and the report
 * of its reader. */
#include "world/reading.h"

GPtrArray *bsp_world_brushes_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
}

static void clear_model(gpointer model)
{
    g_free(((BspWorldModel *)model)->classname);
    g_free(((BspWorldModel *)model)->targetname);
    g_free(((BspWorldModel *)model)->target);
}

GArray *bsp_world_models_new(void)
{
    GArray *models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel));
    g_array_set_clear_func(models, clear_model);
    return models;
}

BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts)
{
    BspWorld *world = g_new0(BspWorld, 1);
    world->name = g_utf8_make_valid(name, -1); /* names in old files may be in Latin-1 */
    world->solid = bsp_solid_new(brushes);
    world->starts = starts ? starts : g_array_new(FALSE, FALSE, sizeof(BspVec));
    world->inside = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_vals(world->inside, world->starts->data, world->starts->len);
    world->inside_names = g_ptr_array_new_with_free_func(g_free);
    world->models = bsp_world_models_new();
    world->places = g_new0(BspPlaces, 1);
    world->report.messages = g_ptr_array_new_with_free_func(g_free);
    return world;
}

void bsp_world_remove_starts(BspWorld *world)
{
    g_array_set_size(world->starts, 0);
    g_array_set_size(world->inside, 0);
    g_ptr_array_set_size(world->inside_names, 0);
}

static void free_places(BspPlaces *places)
{
    if (places->brushes)
        g_array_unref(places->brushes);
    bsp_textures_free(places->textures);
    g_free(places->brushes_at);
    g_free(places);
}

void bsp_world_free(BspWorld *world)
{
    if (!world)
        return;
    g_free(world->name);
    bsp_solid_free(world->solid);
    g_array_unref(world->starts);
    g_array_unref(world->inside);
    g_ptr_array_unref(world->inside_names);
    g_ptr_array_unref(world->report.messages);
    g_array_unref(world->models);
    g_free(world->sha256);
    g_free(world->hull);
    bsp_mesh_report_free(world->report.mesh);
    free_places(world->places);
    g_free(world);
}

BspBuildOptions bsp_world_build_options(const BspWorld *world)
{
    BspBuildOptions options = { 0 };
    options.fill = BSP_FILL_AUTO;
    options.starts = world->inside;
    return options;
}

char *bsp_brush_place_text(const BspBrushPlace *place)
{
    if (place->line)
        return g_strdup_printf("entity %u, brush %u (line %u)", place->entity, place->number,
                               place->line);
    const char *what = place->is_patch ? "patch" : "brush";
    if (place->model)
        return g_strdup_printf("model %u, %s %u", place->model, what, place->number);
    return g_strdup_printf("%s %u", what, place->number);
}

char *bsp_world_brush_place(const BspWorld *world, guint i)
{
    const BspPlaces *places = world->places;
    if (places->brushes_at)
        return g_strdup_printf("%s/%u", places->brushes_at, i);
    if (!places->brushes || i >= places->brushes->len)
        return NULL;
    return bsp_brush_place_text(&g_array_index(places->brushes, BspBrushPlace, i));
}

const char *bsp_world_side_texture(const BspWorld *world, guint i, guint side)
{
    const BspTextures *textures = world->places->textures;
    return textures ? bsp_textures_find(textures, i, side) : NULL;
}

void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...)
{
    if (!n)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(world->report.messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
    world->report.n_skipped += n;
}

void bsp_left_out_add(BspLeftOut *left, guint n, const BspBrushPlace *first)
{
    if (!left->n && n)
        left->first = *first;
    left->n += n;
}

void bsp_world_report_left_out(BspWorld *world, const BspLeftOut *left, const char *reason)
{
    g_autofree char *first = bsp_brush_place_text(&left->first);
    bsp_world_leave_out(world, left->n, "brushes left out: %u, because %s; the first is %s",
                        left->n, reason, first);
}

void bsp_world_remark(BspWorld *world, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(world->report.messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}
