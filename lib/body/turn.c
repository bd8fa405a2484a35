/* turn: bodies that turn while they move. */
#include "bsp-turn.h"

#include "trace/move.h"

BspTurn bsp_turn_of(BspVec axis, double degrees)
{
    return (BspTurn){ { 1, 0, 0, 0 }, axis, degrees, { { { 0, 0, 0 } } } };
}

bool bsp_brush_table_trace_turning(const BspBrushTable *table, const BspMove *move,
                                   const BspTurn *turn, BspTrace *answer)
{
    (void)turn;
    bsp_trace_begin(answer, table);
    answer->tr = bsp_transition_solid(move->from);
    return false;
}
