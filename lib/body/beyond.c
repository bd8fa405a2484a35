/* beyond: moves that start in solid, and the first hit after they have left it. */
#include "bsp-brush-table.h"
#include "trace/arithmetic.h"

/* Rounding may leave the move slightly inside the solid that it left. The trace then lets it leave
 * again, at most MOST_LEAVES times. None of 39,000 random moves that left solid on two levels
 * needed a second time. One test needs it. */
#define MOST_LEAVES 4

bool bsp_brush_table_trace_beyond(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    bool named = bsp_brush_table_trace(table, move, answer);
    BspMove rest = *move;
    rest.skin = 0;
    for (unsigned i = 0; i < MOST_LEAVES && answer->tr.type == BSP_SOLID_TO_EMPTY; i++) {
        const BspTransition out = answer->tr;
        rest.from = out.point;
        named = bsp_brush_table_trace(table, &rest, answer);
        answer->tr.t = out.t + answer->tr.t * (1 - out.t);
        answer->free_at = out.t;
        if (answer->tr.type == BSP_EMPTY) {
            answer->tr = out;
            return false;
        }
    }
    if (answer->tr.type == BSP_SOLID) {
        answer->tr = bsp_transition_solid(move->from);
        answer->free_at = 2;
    }
    return named;
}
