/* pass-plain: the passage of a moving box, in plain C, one number at a time. */
#define BYTES 8
#define WIDE bsp_wide_plain
#include "table/pass-wide.h"
