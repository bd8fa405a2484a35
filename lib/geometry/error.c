/* error: the error domain of libbspworld. */
#include "bsp-error.h"

G_DEFINE_QUARK(bsp - error - quark, bsp_error)
