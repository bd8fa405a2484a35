/* table-move: the transition of a move among the brushes of a table. */
#ifndef TABLE_MOVE_H
#define TABLE_MOVE_H

#include "bsp-brush-table.h"

static inline BspTransition table_move(const BspBrushTable *table, const BspShape *shape,
                                       BspVec from, BspVec to)
{
    BspTrace answer;
    bsp_brush_table_trace(table, &(BspMove){ from, to, shape, 0, 0 }, &answer);
    return answer.tr;
}

#endif
