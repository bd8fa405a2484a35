/* bodies: the points inside the level at which the games put players, monsters and items. */
#include "world/bodies.h"

#include <string.h>

#include "bsp-constants.h"

void bsp_bodies_open(BspBodies *bodies)
{
    for (guint i = 0; i < BSP_BODIES; i++) {
        bodies->at[i] = g_array_new(FALSE, FALSE, sizeof(BspVec));
        bodies->names[i] = g_ptr_array_new_with_free_func(g_free);
    }
}

void bsp_bodies_close(BspBodies *bodies)
{
    for (guint i = 0; i < BSP_BODIES; i++) {
        g_array_unref(bodies->at[i]);
        g_clear_pointer(&bodies->names[i], g_ptr_array_unref);
    }
}

/* The bodies at entities of Quake, its successors and their mods. The first row that fits a class
 * decides. An intermission is a camera, which may be anywhere. */
static const struct {
    const char *prefix, *suffix;
    BspBodyKind kind;
} classes[] = {
    { "info_player_intermission", "", BSP_BODIES },
    { "info_player_", "", BSP_BODY_PLAYER },
    { "team_ctf_", "player", BSP_BODY_PLAYER },
    { "team_ctf_", "spawn", BSP_BODY_PLAYER },
    { "team_ctf_", "", BSP_BODY_OTHER },
    { "monster_", "", BSP_BODY_OTHER },
    { "item_", "", BSP_BODY_OTHER },
    { "weapon_", "", BSP_BODY_OTHER },
    { "ammo_", "", BSP_BODY_OTHER },
    { "key_", "", BSP_BODY_OTHER },
    { "holdable_", "", BSP_BODY_OTHER },
    { "info_teleport_destination", "", BSP_BODY_OTHER },
    { "target_teleporter", "", BSP_BODY_OTHER },
    { "misc_teleporter_dest", "", BSP_BODY_OTHER },
};

/* Returns the kind of body at entities of this class, or BSP_BODIES if the games put no body
 * there. */
static BspBodyKind kind_of(const char *classname)
{
    for (guint i = 0; classname && i < G_N_ELEMENTS(classes); i++)
        if (g_str_has_prefix(classname, classes[i].prefix) &&
            g_str_has_suffix(classname, classes[i].suffix))
            return classes[i].kind;
    return BSP_BODIES;
}

gboolean bsp_bodies_add(BspBodies *bodies, const char *file, const BspMapEntity *entity,
                        GError **error)
{
    BspBodyKind kind = kind_of(entity->classname);
    const char *origin = bsp_map_entity_value(entity, "origin");
    BspVec at = bsp_vec(0, 0, 0); /* the games put an entity without an origin at 0 0 0 */
    if (kind == BSP_BODIES)
        return TRUE;
    if (!origin || bsp_map_entity_point(entity, "origin", &at)) {
        g_array_append_val(bodies->at[kind], at);
        g_ptr_array_add(bodies->names[kind],
                        g_strdup_printf("%s, entity %u (line %u)", entity->classname,
                                        entity->number, entity->line));
        return TRUE;
    }
    if (kind == BSP_BODY_OTHER)
        return TRUE;
    g_autofree char *quoted = bsp_map_quote(origin, strlen(origin));
    return bsp_map_fail(file, entity, NULL, error, BSP_ERROR_VALUE,
                        "the origin %s is not three numbers within +-%g", quoted, BSP_WORLD_HALF);
}
