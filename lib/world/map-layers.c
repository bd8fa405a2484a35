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

#include <string.h>

static gboolean is_worldspawn(const BspMapEntity *entity)
{
    return g_strcmp0(entity->classname, "worldspawn") == 0;
}

static gboolean is_omitted(const BspMapEntity *layer)
{
    return g_strcmp0(bsp_map_entity_value(layer, "_tb_layer_omit_from_export"), "1") == 0;
}

/* Layers and groups have keys such as "_tb_layer 3". The default layer is "_tb_layer ". */
static char *key_of(const char *type, const char *number)
{
    return g_strconcat(type, " ", number, NULL);
}

GHashTable *bsp_map_layers(const BspMapFile *map)
{
    GHashTable *layers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < map->entities->len; i++) {
        BspMapEntity *entity = &g_array_index(map->entities, BspMapEntity, i);
        gboolean is_default = is_worldspawn(entity);
        const char *type = is_default ? "_tb_layer" : bsp_map_entity_value(entity, "_tb_type");
        const char *number = is_default ? "" : bsp_map_entity_value(entity, "_tb_id");
        if (type && number && (strcmp(type, "_tb_layer") != 0 || is_omitted(entity)))
            g_hash_table_replace(layers, key_of(type, number), entity);
    }
    return layers;
}

/* Returns NULL if there is none, or number is NULL. */
static const BspMapEntity *find(GHashTable *layers, const char *type, const char *number)
{
    g_autofree char *key = key_of(type, number);
    return number ? g_hash_table_lookup(layers, key) : NULL;
}

/* Groups may be nested this deep. A limit ends the search if a group is inside itself. */
#define MAX_DEPTH 64

gboolean bsp_map_layers_omit(GHashTable *layers, const BspMapEntity *entity)
{
    if (g_strcmp0(bsp_map_entity_value(entity, "_tb_type"), "_tb_layer") == 0 ||
        is_worldspawn(entity))
        return is_omitted(entity);
    for (guint depth = 0; entity && depth < MAX_DEPTH; depth++) {
        const char *layer = bsp_map_entity_value(entity, "_tb_layer");
        const char *group = bsp_map_entity_value(entity, "_tb_group");
        if (find(layers, "_tb_layer", layer || group ? layer : ""))
            return TRUE;
        entity = find(layers, "_tb_group", group);
    }
    return FALSE;
}
