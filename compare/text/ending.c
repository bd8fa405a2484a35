/* ending: functions to call before a signal ends the program. */
#include "text/ending.h"

#include <glib.h>

/* SIGTRAP: GLib ends the program with G_BREAKPOINT if memory runs out. */
static const int signals[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGXCPU,
                               SIGABRT, SIGTRAP, SIGALRM, SIGUSR1, SIGUSR2 };

/* Unused entries are NULL. */
static void (*volatile functions[4])(void);

/* The signal is blocked while it is handled, and its action is reset to the default. So after the
 * handler it ends the program as if there were no handler. */
static void end_by_signal(int number)
{
    for (guint i = 0; i < G_N_ELEMENTS(functions) && functions[i]; i++)
        functions[i]();
    raise(number);
}

/* Replaces only default actions: an ignored signal (nohup) stays ignored. */
static void catch_signals(void)
{
    static gboolean caught;
    struct sigaction action = { .sa_handler = end_by_signal, .sa_flags = (int)SA_RESETHAND }, old;
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
