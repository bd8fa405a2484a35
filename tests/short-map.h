/* short-map: .map files in short form, for the rules of each game's compiler.
 *
 * `|` separates brushes, boxes that stand side by side, and entities: a part that begins with `$`
 * is the class of the next entity, with its keys. A brush is the textures of its faces; the last
 * one stands for all other faces. In the style "numbered", numbers may follow a texture:
 * `a:contents,flags`. */
#ifndef SHORT_MAP_H
#define SHORT_MAP_H

#include <glib.h>

/* Appends the map. It begins with worldspawn, unless the short form does with an entity. style: one
 * of "standard", "valve", "numbered" and "planes"; a blank; and the header of the map. */
void short_map_append(GString *out, const char *style, const char *brushes);

#endif
