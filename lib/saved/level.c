/* level: a brush table that owns the bytes of its file (bsp.h). */
#include <stdlib.h>

#include "bsp.h"
#include "saved/saved.h"
#include "table/brush-table.h"

BspLevel *bsp_level_of_bytes(const void *bytes, size_t length, const char **why)
{
    return bsp_brush_table_load(bytes, length, why);
}

BspLevel *bsp_level_load(const char *path, const char **why)
{
    size_t length;
    void *bytes = bsp_saved_read_file(path, &length, why);
    BspBrushTable *table = bytes ? bsp_brush_table_load(bytes, length, why) : NULL;
    if (table)
        table->file = bytes;
    else
        free(bytes);
    return table;
}
