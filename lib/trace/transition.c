/* transition: the answer to "how far can this move before it hits?", and what it cost. */
#include "bsp-transition.h"

const char *bsp_transition_class_name(BspTransitionClass type)
{
    static const char *const names[] = { "E", "S", "E2S", "S2E" };
    return names[type];
}
