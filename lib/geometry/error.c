/* error: the error domain of the libraries that build trees and read worlds. */
#include "bsp-error.h"

GQuark bsp_error_quark(void)
{
    return g_quark_from_static_string("bsp-error-quark");
}
