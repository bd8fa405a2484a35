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

typedef enum {
    UNKNOWN,
    OPEN, /* its state is being found */
    KEPT,
    OMITTED
} State;

typedef struct {
    char *layer, *parent; /* layer and outer group; NULL: none */
    State state;
} Group;

struct BspMapLayers {
    GHashTable *omitted;      /* char *: numbers of layers */
    GHashTable *groups;       /* number (char *) -> Group */
    gboolean default_omitted; /* whether the default layer is left out */
};

static void free_group(gpointer data)
{
    Group *group = data;
    g_free(group->layer);
    g_free(group->parent);
    g_free(group);
}

BspMapLayers *bsp_map_layers_new(void)
{
    BspMapLayers *layers = g_new0(BspMapLayers, 1);
    layers->omitted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    layers->groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_group);
    return layers;
}

void bsp_map_layers_free(BspMapLayers *layers)
{
    g_hash_table_unref(layers->omitted);
    g_hash_table_unref(layers->groups);
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
    if (!number)
        return;
    if (g_strcmp0(type, "_tb_layer") == 0 && is_omitted_layer(entity))
        g_hash_table_add(layers->omitted, g_strdup(number));
    if (g_strcmp0(type, "_tb_group") == 0) {
        Group *group = g_new0(Group, 1);
        group->layer = g_strdup(bsp_map_entity_value(entity, "_tb_layer"));
        group->parent = g_strdup(bsp_map_entity_value(entity, "_tb_group"));
        g_hash_table_replace(layers->groups, g_strdup(number), group);
    }
}

static Group *find_group(const BspMapLayers *layers, const char *number)
{
    return number ? g_hash_table_lookup(layers->groups, number) : NULL;
}

/* Whether a group is left out. Finds the state of all groups around it, too, so that all questions
 * together take linear time. */
static gboolean omits_group(BspMapLayers *layers, Group *group)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new();
    State state = KEPT;
    while (group) {
        if (group->state != UNKNOWN) {
            state = group->state == OMITTED ? OMITTED : KEPT; /* KEPT: a group inside itself */
            break;
        }
        group->state = OPEN;
        g_ptr_array_add(path, group);
        gboolean omitted = group->layer ? g_hash_table_contains(layers->omitted, group->layer)
                                        : !group->parent && layers->default_omitted;
        if (omitted)
            state = OMITTED;
        group = omitted ? NULL : find_group(layers, group->parent);
    }
    for (guint i = 0; i < path->len; i++)
        ((Group *)path->pdata[i])->state = state;
    return state == OMITTED;
}

gboolean bsp_map_layers_omit(BspMapLayers *layers, const BspMapEntity *entity)
{
    const char *type = bsp_map_entity_value(entity, "_tb_type");
    const char *layer = bsp_map_entity_value(entity, "_tb_layer");
    const char *group = bsp_map_entity_value(entity, "_tb_group");
    if (g_strcmp0(type, "_tb_layer") == 0 || is_worldspawn(entity))
        return is_omitted_layer(entity);
    if (layer && g_hash_table_contains(layers->omitted, layer))
        return TRUE;
    Group *outer = find_group(layers, group);
    return outer ? omits_group(layers, outer) : !layer && !group && layers->default_omitted;
}
