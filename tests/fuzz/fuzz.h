/* fuzz: what the fuzz targets share: the entry that libFuzzer calls, and how a finding is told.
 *
 * A target is a program. Configured with --enable-fuzzing it is libFuzzer's, which makes inputs and
 * mutates them; else standalone.c's, which runs the files that it is given. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-world.h"

/* Runs one input. A finding ends the program; there is nothing to return but 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints a line about what was found on standard error, and aborts. */
void fuzz_found(const char *format, ...) G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

/* Whether the environment variable BSP_FUZZ_LEAVE_OUT, a list with commas, has this name. It leaves
 * out checks that are known to fail, so that a search finds other failures. */
gboolean fuzz_is_left_out(const char *name);

typedef BspWorld *(*FuzzWorldReader)(const char *path, const char *text, gsize length,
                                     const BspWorldOptions *options, GError **error);

/* Reads the bytes as a world, from memory that ends where they end. */
void fuzz_world(FuzzWorldReader read, const uint8_t *data, size_t size);

/* Demands that reading gave either a result or an error of the toolkit, which names the file in one
 * line. Frees neither. */
void fuzz_demand_result_or_error(gconstpointer result, const GError *error, const char *path);

#endif
