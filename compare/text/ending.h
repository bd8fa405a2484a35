/* ending: what is still done when a signal ends the program: HUP, INT, QUIT, TERM, XCPU, or GLib's
 * where memory ran out. SIGKILL lets nothing be done. */
#ifndef COMPARE_ENDING_H
#define COMPARE_ENDING_H

/* Has the function called before a signal ends the program; again changes nothing. It may do only
 * what POSIX lets a signal handler do. For the main thread, and at most four functions. */
void compare_at_ending(void (*function)(void));

#endif
