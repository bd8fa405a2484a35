/* ending: what is still done when a signal ends the program. */
#include "text/ending.h"

#include <glib.h>

/* G_BREAKPOINT, which ends a program without memory, is a trap. */
static const int signals[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGXCPU,
                               SIGABRT, SIGTRAP, SIGALRM, SIGUSR1, SIGUSR2 };

/* Those behind the last are NULL. */
static void (*volatile functions[4])(void);

/* The signal, blocked while it is handled and reset to its default, then ends the program as if
 * there were no handler. */
static void end(int number)
{
    for (guint i = 0; i < G_N_ELEMENTS(functions) && functions[i]; i++)
        functions[i]();
    raise(number);
}

/* Only in the place of the default: what is ignored (nohup) stays so. */
static void catch_signals(void)
{
    static gboolean caught;
    struct sigaction action = { .sa_handler = end, .sa_flags = (int)SA_RESETHAND }, old;
    sigfillset(&action.sa_mask);
    for (guint i = 0; i < G_N_ELEMENTS(signals) && !caught; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    caught = TRUE;
}

void compare_at_ending(void (*function)(void))
{
    guint i = 0;
    while (functions[i] && functions[i] != function) {
        i++;
        g_assert(i < G_N_ELEMENTS(functions));
    }
    functions[i] = function;
    catch_signals();
}
