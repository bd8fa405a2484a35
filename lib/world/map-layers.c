/* map-layers: finds the layers and groups of TrenchBroom that its user leaves out of exports.
 *
 * The editor writes a layer as a func_group with `_tb_type` `_tb_layer` and a number, `_tb_id`. The
 * key `_tb_layer_omit_from_export` `1` leaves it out when the editor exports a map for a compiler.
 * Members refer to it by `_tb_layer`. A group is another func_group, to which its members refer by
 * `_tb_group`. Only the outermost group refers to the layer. worldspawn stands for the default
 * layer, to which all entities without such references belong. Members may precede their layer.
 *
 * Source: TrenchBroom, IO/NodeWriter.cpp and IO/NodeSerializer.cpp. The compilers ignore these
 * keys. So reading a saved map here has the effect of an export. */
#include "world/map-layers.h"

#include <string.h>

#include "world/names.h"

static gboolean is_worldspawn(const BspMapEntity *entity)
{
    return g_strcmp0(entity->classname, "worldspawn") == 0;
}

static gboolean is_omitted(const BspMapEntity *layer)
{
    return g_strcmp0(bsp_map_entity_value(layer, "_tb_layer_omit_from_export"), "1") == 0;
}

/* Returns the number of a layer or group. Returns NULL if the entity is not of this type. */
static const char *number_of(const BspMapEntity *entity, const char *type)
{
    if (is_worldspawn(entity)) /* the default layer has no number */
        return strcmp(type, "_tb_layer") == 0 ? "" : NULL;
    gboolean has_type = g_strcmp0(bsp_map_entity_value(entity, "_tb_type"), type) == 0;
    return has_type ? bsp_map_entity_value(entity, "_tb_id") : NULL;
}

/* Whether the layer of an entity is left out, and the group that has the entity. The memberships of
 * groups are stored, because a search of all keys of a group for each of its members would take
 * long. */
typedef struct Membership {
    gboolean is_omitted; /* the entity is in a layer that is left out, not by way of a group */
    /* The membership of the group that has the entity. NULL if it is in no group. */
    const struct Membership *group;
} Membership;

struct BspMapLayers {
    GTree *omitted; /* the entities of the layers that are left out, by the layers' numbers */
    GTree *groups;  /* the memberships (Membership) of the groups, by the groups' numbers */
};

static Membership find_membership(const BspMapLayers *layers, const BspMapEntity *entity)
{
    const char *layer = bsp_map_entity_value(entity, "_tb_layer");
    const char *group = bsp_map_entity_value(entity, "_tb_group");
    if (!layer && !group)
        layer = "";
    return (Membership){ .is_omitted = layer && g_tree_lookup(layers->omitted, layer),
                         .group = group ? g_tree_lookup(layers->groups, group) : NULL };
}

/* Adds the entity if it is a layer that is left out, or a group. */
static void add_layer_or_group(BspMapLayers *layers, BspMapEntity *entity)
{
    const char *layer = number_of(entity, "_tb_layer"), *group = number_of(entity, "_tb_group");
    if (layer && is_omitted(entity))
        g_tree_insert(layers->omitted, g_strdup(layer), entity);
    if (group)
        g_tree_insert(layers->groups, g_strdup(group), g_new0(Membership, 1));
}

BspMapLayers *bsp_map_layers_new(const BspMapFile *map)
{
    BspMapLayers *layers = g_new(BspMapLayers, 1);
    layers->omitted = bsp_names_new(NULL);
    layers->groups = bsp_names_new(g_free);
    for (guint i = 0; i < map->entities->len; i++)
        add_layer_or_group(layers, &g_array_index(map->entities, BspMapEntity, i));
    for (guint i = 0; i < map->entities->len; i++) {
        const BspMapEntity *entity = &g_array_index(map->entities, BspMapEntity, i);
        const char *group = number_of(entity, "_tb_group");
        if (group)
            *(Membership *)g_tree_lookup(layers->groups, group) = find_membership(layers, entity);
    }
    return layers;
}

void bsp_map_layers_free(BspMapLayers *layers)
{
    g_tree_unref(layers->omitted);
    g_tree_unref(layers->groups);
    g_free(layers);
}

/* The maximum depth of nested groups. Without a limit, the search would not end if a group is
 * inside itself. */
#define MAX_DEPTH 64

gboolean bsp_map_layers_omit(const BspMapLayers *layers, const BspMapEntity *entity)
{
    if (g_strcmp0(bsp_map_entity_value(entity, "_tb_type"), "_tb_layer") == 0 ||
        is_worldspawn(entity))
        return is_omitted(entity);
    Membership own = find_membership(layers, entity);
    const Membership *in = &own;
    for (guint depth = 1; in->group && !in->is_omitted && depth < MAX_DEPTH; depth++)
        in = in->group;
    return in->is_omitted;
}
