/* process: runs another program's command. */
#include "contest/process.h"

#include <errno.h>
#include <gio/gio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bsp-error.h"

/* Bytes read at a time: as many as a pipe holds. */
#define CHUNK 65536

/* Standard input is a file without a name, so that nobody has to feed a pipe while the command
 * runs. Returns a descriptor, or -1 with an error. */
static int input_file(const GString *input, GError **error)
{
    FILE *file = tmpfile();
    int fd = -1;
    if (file && fwrite(input->str, 1, input->len, file) == input->len && fflush(file) == 0 &&
        lseek(fileno(file), 0, SEEK_SET) == 0)
        fd = dup(fileno(file));
    if (fd < 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "its input cannot be stored: %s",
                    g_strerror(errno));
    if (file)
        fclose(file);
    return fd;
}

static gboolean read_all(GSubprocess *command, gsize max_bytes, GString *output, GError **error)
{
    GInputStream *out = g_subprocess_get_stdout_pipe(command);
    char chunk[CHUNK];
    gssize n = 0;
    while (output->len <= max_bytes &&
           (n = g_input_stream_read(out, chunk, CHUNK, NULL, error)) > 0)
        g_string_append_len(output, chunk, n);
    if (n > 0) {
        g_subprocess_send_signal(command, SIGTERM);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "it wrote more than %" G_GSIZE_FORMAT " bytes", max_bytes);
    }
    return n == 0;
}

/* Fails if the command did not end with status 0. A shell reports a signal as a status above 128.
 */
static gboolean check_end(GSubprocess *command, GError **error)
{
    gboolean is_signal = g_subprocess_get_if_signaled(command);
    int status =
        is_signal ? g_subprocess_get_term_sig(command) : g_subprocess_get_exit_status(command);
    int number = is_signal ? status : status - 128;
    if (g_subprocess_get_successful(command))
        return TRUE;
    if (number > 0 && number < NSIG)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "it was ended by signal %d (%s)", number,
                    strsignal(number));
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "it ended with exit status %d", status);
    return FALSE;
}

gboolean compare_process_run(const char *command, const GString *input, gsize max_bytes,
                             GString *output, double *seconds, GError **error)
{
    gint64 start = g_get_monotonic_time();
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    int fd = input_file(input, error);
    if (fd < 0)
        return FALSE;
    g_subprocess_launcher_take_stdin_fd(launcher, fd);
    g_autoptr(GSubprocess) process =
        g_subprocess_launcher_spawn(launcher, error, "sh", "-c", command, NULL);
    if (!process)
        return FALSE;
    gboolean is_read = read_all(process, max_bytes, output, error);
    g_input_stream_close(g_subprocess_get_stdout_pipe(process), NULL, NULL);
    g_subprocess_wait(process, NULL, NULL);
    *seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    return is_read && check_end(process, error);
}
