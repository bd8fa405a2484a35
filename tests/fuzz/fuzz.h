/* fuzz: functions that the fuzz targets share, such as the entry that libFuzzer calls, and the
 * report of a finding.
 *
 * A target is a program. If it is configured with --enable-fuzzing, libFuzzer makes and mutates its
 * inputs. Otherwise standalone.c runs it on the files of the command line. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-world.h"

/* Runs one input. A finding ends the program, so the function always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints a line about the finding on standard error, and aborts. */
void fuzz_found(const char *format, ...) G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

/* Returns whether the environment variable BSP_FUZZ_LEAVE_OUT, a list with commas, has this name.
 * The variable leaves out checks that are known to fail, so that a search finds other failures. */
gboolean fuzz_is_left_out(const char *name);

typedef BspWorld *(*FuzzWorldReader)(const char *path, const char *text, gsize length,
                                     const BspWorldOptions *options, GError **error);

/* Reads the bytes as a world, from memory that ends after them. */
void fuzz_world(FuzzWorldReader read, const uint8_t *data, size_t size);

/* Demands that reading gave either a result or an error of the toolkit, which names the file in one
 * line. The caller frees both. */
void fuzz_demand_result_or_error(gconstpointer result, const GError *error, const char *path);

#endif
