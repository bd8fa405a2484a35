/* sanitized: whether this is compiled with AddressSanitizer or ThreadSanitizer: everything takes
 * some ten times as long then, and the sanitizer has a malloc of its own. */
#ifndef SANITIZED_H
#define SANITIZED_H

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#endif
