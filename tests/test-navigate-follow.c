/* test-navigate-follow: bodies that follow corners, whatever these are, and rays. */
#include <criterion/criterion.h>

#include "graphs.h"
#include "scenes.h"
