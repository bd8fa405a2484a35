/* textures: stores the names of the textures of brush sides in a level's file. */
#include "world/textures.h"

#include <stdlib.h>

#include "geometry/order.h"
#include "world/names.h"

typedef struct {
    guint brush, side;
    const char *name;
} Side;

struct BspTextures {
    GTree *names;  /* the different names; each name is the key and the value */
    GArray *sides; /* the sides (Side), in ascending order of brushes and sides */
};

BspTextures *bsp_textures_new(void)
{
    BspTextures *textures = g_new(BspTextures, 1);
    textures->names = bsp_names_new(NULL);
    textures->sides = g_array_new(FALSE, FALSE, sizeof(Side));
    return textures;
}

void bsp_textures_free(BspTextures *textures)
{
    if (!textures)
        return;
    g_tree_unref(textures->names);
    g_array_unref(textures->sides);
    g_free(textures);
}

static int compare_sides(const void *x, const void *y)
{
    const Side *a = x, *b = y;
    return BSP_ORDER(a->brush, b->brush) ?: BSP_ORDER(a->side, b->side);
}

void bsp_textures_add(BspTextures *textures, guint brush, guint side, const char *name,
                      gsize length)
{
    g_autofree char *valid = g_utf8_make_valid(name, (gssize)length);
    Side added = { brush, side, NULL };
    GArray *sides = textures->sides;
    g_return_if_fail(!sides->len ||
                     compare_sides(&g_array_index(sides, Side, sides->len - 1), &added) < 0);
    if (!*valid)
        return;
    added.name = g_tree_lookup(textures->names, valid);
    if (!added.name) {
        added.name = valid;
        g_tree_insert(textures->names, valid, valid);
        valid = NULL;
    }
    g_array_append_val(sides, added);
}

const char *bsp_textures_find(const BspTextures *textures, guint brush, guint side)
{
    const Side wanted = { brush, side, NULL };
    const GArray *sides = textures->sides;
    const Side *found =
        sides->len ? bsearch(&wanted, sides->data, sides->len, sizeof wanted, compare_sides) : NULL;
    return found ? found->name : NULL;
}
