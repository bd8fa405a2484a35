/* map-layers: the layers and groups of TrenchBroom that its user leaves out of exports.
 *
 * The editor writes a layer as a func_group with `_tb_type` `_tb_layer` and a number, `_tb_id`. The
 * key `_tb_layer_omit_from_export` `1` leaves it out when the editor exports a map for a compiler.
 * Members refer to it by `_tb_layer`. Members of a group, another func_group, refer to that by
 * `_tb_group`, and only the outermost group refers to the layer. worldspawn stands for the default
 * layer, to which all entities without such references belong. Members may precede their layer.
 *
 * Source: TrenchBroom, IO/NodeWriter.cpp and IO/NodeSerializer.cpp. The compilers ignore these
 * keys: to read a saved map here is to export it. */
#include "world/map-layers.h"

struct BspMapLayers {
    GHashTable *omitted;              /* char *: numbers of layers */
    GHashTable *layer_of, *parent_of; /* of each group, by its number; NULL: none. char * */
    gboolean default_omitted;         /* whether the default layer is left out */
};

BspMapLayers *bsp_map_layers_new(void)
{
    BspMapLayers *layers = g_new0(BspMapLayers, 1);
    layers->omitted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    layers->layer_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    layers->parent_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return layers;
}

void bsp_map_layers_free(BspMapLayers *layers)
{
    g_hash_table_unref(layers->omitted);
    g_hash_table_unref(layers->layer_of);
    g_hash_table_unref(layers->parent_of);
    g_free(layers);
}

static gboolean is_omitted_layer(const BspMapEntity *entity)
{
    return g_strcmp0(bsp_map_entity_value(entity, "_tb_layer_omit_from_export"), "1") == 0;
}

static gboolean is_worldspawn(const BspMapEntity *entity)
{
    return g_strcmp0(entity->classname, "worldspawn") == 0;
}

void bsp_map_layers_add(BspMapLayers *layers, const BspMapEntity *entity)
{
    const char *type = bsp_map_entity_value(entity, "_tb_type");
    const char *number = bsp_map_entity_value(entity, "_tb_id");
    if (is_worldspawn(entity))
        layers->default_omitted |= is_omitted_layer(entity);
    if (number && g_strcmp0(type, "_tb_layer") == 0 && is_omitted_layer(entity))
        g_hash_table_add(layers->omitted, g_strdup(number));
    if (number && g_strcmp0(type, "_tb_group") == 0) {
        g_hash_table_replace(layers->layer_of, g_strdup(number),
                             g_strdup(bsp_map_entity_value(entity, "_tb_layer")));
        g_hash_table_replace(layers->parent_of, g_strdup(number),
                             g_strdup(bsp_map_entity_value(entity, "_tb_group")));
    }
}

/* Groups may be nested this deep. A limit ends the search if a group is inside itself. */
#define MAX_DEPTH 64

gboolean bsp_map_layers_omit(BspMapLayers *layers, const BspMapEntity *entity)
{
    const char *layer = bsp_map_entity_value(entity, "_tb_layer");
    const char *group = bsp_map_entity_value(entity, "_tb_group");
    if (g_strcmp0(bsp_map_entity_value(entity, "_tb_type"), "_tb_layer") == 0 ||
        is_worldspawn(entity))
        return is_omitted_layer(entity);
    for (guint depth = 0; depth < MAX_DEPTH; depth++) {
        if (layer && g_hash_table_contains(layers->omitted, layer))
            return TRUE;
        if (!group || !g_hash_table_contains(layers->parent_of, group))
            return !layer && !group && layers->default_omitted;
        layer = g_hash_table_lookup(layers->layer_of, group);
        group = g_hash_table_lookup(layers->parent_of, group);
    }
    return FALSE;
}
