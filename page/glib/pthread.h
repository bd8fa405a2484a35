/* pthread: declares locks that do nothing, because the page has only one thread. */
#ifndef PAGE_PTHREAD_H
#define PAGE_PTHREAD_H

#include <sys/types.h>

/* clang-format off */
#define PTHREAD_MUTEX_INITIALIZER { 0 }
/* clang-format on */
#define pthread_mutex_init(mutex, options) ((void)(mutex))
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define pthread_mutex_destroy(mutex) ((void)(mutex))

#endif
