/* test-skin-slides: placeholder */
#include <criterion/criterion.h>
Test(slides, none) {}
