/* ending: functions to call before a signal ends the program: HUP, INT, QUIT, TERM, XCPU, and
 * others, among them GLib's signal when memory runs out. Not before SIGKILL. */
#ifndef COMPARE_ENDING_H
#define COMPARE_ENDING_H

/* Calls the function before a signal ends the program. Registering a function twice has no effect.
 * The function may only do what POSIX permits in a signal handler. Call from the main thread, for
 * at most four functions. */
void compare_at_ending(void (*function)(void));

#endif
