/* short-map: writes .map files from a short form, for the rules of each game's compiler.
 *
 * `|` separates brushes, which are boxes that stand side by side, and entities. A part that begins
 * with `$` is the class of the next entity, with its keys. A brush is the textures of its faces,
 * and the last texture stands for all other faces. In the style "numbered", numbers may follow a
 * texture, as in `a:contents,flags`. */
#ifndef SHORT_MAP_H
#define SHORT_MAP_H

#include <glib.h>

/* Appends the map. It begins with worldspawn, unless the short form begins with an entity. `style`
 * is one of "standard", "valve", "numbered" and "planes", then a blank and the header of the
 * map. */
void short_map_append(GString *out, const char *style, const char *brushes);

#endif
