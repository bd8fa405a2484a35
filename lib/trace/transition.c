/* transition: the result of tracing a move. */
#include "bsp-move.h"

const char *bsp_transition_class_name(BspTransitionClass type)
{
    static const char *const names[] = { "E", "S", "E2S", "S2E" };
    return names[type];
}
