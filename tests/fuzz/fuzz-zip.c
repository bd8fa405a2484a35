/* fuzz-zip: fuzzes worlds in zip archives. The archive is a file in memory. The members to read are
 * those of the seeds, one for each format. */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

static const char *const members[] = { "a.json", "maps/b.map", "maps/c.bsp", "d.obj",
                                       "w\303\266rld.json" };

/* Makes a file in memory with this data, and returns its descriptor. */
static int file_of(const uint8_t *data, size_t size)
{
    int fd = memfd_create("archive", MFD_CLOEXEC);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size) {
        perror("memfd_create");
        exit(EXIT_FAILURE); /* because this is a failure of the machine, not a finding */
    }
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int fd = file_of(data, size);
    for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
        g_autofree char *path = g_strdup_printf("/proc/self/fd/%d:%s", fd, members[i]);
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = bsp_world_load(path, &error);
        fuzz_demand_result_or_error(world, error, path);
    }
    close(fd);
    return 0;
}
