/* test-nearest: tests suggestions for misspelled names. */
#include <criterion/criterion.h>

#include "text/strings.h"
#include "tools/bsp-json.h"

static const char *const names[] = { "run", "regress", "sweep", "--methods", "--method", NULL };

Test(nearest, slips_are_mended)
{
    static const char *const meant[][2] = {
        { "rum", "run" },
        { "rnu", "run" },
        { "runn", "run" },
        { "swep", "sweep" },
        { "wseep", "sweep" },
        { "rergess", "regress" },
        { "--metods", "--methods" },
        { "--metod", "--method" },
        { "run", "run" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(meant); i++)
        cr_expect_str_eq(bsp_nearest_name(meant[i][0], names), meant[i][1], "%s", meant[i][0]);
}

Test(nearest, other_words_are_not)
{
    static const char *const words[] = { "", "r", "rn", "dance", "--dance", "gun shot" };
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        cr_expect_null(bsp_nearest_name(words[i], names), "%s", words[i]);
}

/* Words of the command line may be of any length. */
Test(nearest, long_words_are_compared)
{
    g_autofree char *x = g_strnfill(1000000, 'x');
    const char *const long_names[] = { x, "run", NULL };
    cr_expect_null(bsp_nearest_name(x, names));
    cr_expect_str_eq(bsp_nearest_name("rum", long_names), "run");
}
