/* noise: whether other work on the machine may have disturbed the times. */
#include "run/noise.h"

static void add(GString *why, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void add(GString *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_string_append(why, why->len ? "; " : "");
    g_string_append_vprintf(why, format, arguments);
    va_end(arguments);
}

char *compare_noise_tell(const CompareNoise *noise)
{
    g_autoptr(GString) why = g_string_new(NULL);
    if (noise->load > noise->cores)
        add(why, "load %.1f on %u core%s", noise->load, noise->cores, noise->cores == 1 ? "" : "s");
    if (noise->waited > COMPARE_NOISE_WAITED)
        add(why, "queries had no processor for %.0f%% of the time", 100 * noise->waited);
    if (noise->widest > COMPARE_NOISE_WIDTH)
        add(why, "the interval of the %s of %s is %.0f%% of their median wide",
            noise->widest_is_shot ? "shots" : "walks", noise->widest_of, 100 * noise->widest);
    return why->len ? g_strdup(why->str) : NULL;
}
