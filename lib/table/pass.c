/* pass: compares a moving box with the brushes of a table. */
#include "table/pass.h"

#include "table/vectors.h"

const BspWide *bsp_wide(unsigned bytes)
{
#ifdef BSP_VECTORS_64
    if (bytes == 64)
        return &bsp_wide_64;
    if (bytes == 32)
        return &bsp_wide_32;
#endif
#ifdef BSP_VECTORS_16
    if (bytes == 16)
        return &bsp_wide_16;
#endif
    (void)bytes; /* 0, for plain C */
    return &bsp_wide_plain;
}

void bsp_brush_table_use_vectors(BspBrushTable *table, unsigned bytes)
{
    table->wide = bsp_wide(bytes);
    table->hierarchy.search = table->wide->search;
}
