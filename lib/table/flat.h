/* flat: copies a version of an editor (bsp-edit.h) to a table with arrays of its own. */
#ifndef BSP_FLAT_H
#define BSP_FLAT_H

#include "table/brush-table.h"

/* Makes a table of the same brushes with the same numbers. A brush that is missing is all zero. The
 * caller frees it with bsp_brush_table_free(). */
BspBrushTable *bsp_brush_table_flat(const BspBrushTable *table);

#endif
