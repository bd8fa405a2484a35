/* sanitized: decides how much the suites test. By default, and always under sanitizers, they run
 * fewer and smaller cases. BSP_LONG=1 in the environment runs all cases, which takes several times
 * as long. Under sanitizers the longest tests run fewer cases than by default. */
#ifndef SANITIZED_H
#define SANITIZED_H

#include <glib.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
/* Sanitizers make everything some ten times slower, and replace malloc. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define SHORT (SANITIZED || !getenv("BSP_LONG"))

/* Returns the number in this variable of the environment, or `otherwise` if it is not set. */
static inline guint64 number_of(const char *variable, guint64 otherwise)
{
    const char *text = g_getenv(variable);
    return text ? g_ascii_strtoull(text, NULL, 10) : otherwise;
}

#endif
