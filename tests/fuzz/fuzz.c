/* fuzz: functions that the fuzz targets share. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/solid.h"
#include "geometry/brush.h"
#include "tools/bsp-json.h"
#include "world/reading.h"

void fuzz_found(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    fprintf(stderr, "found: %s\n", message);
    abort();
}

gboolean fuzz_is_left_out(const char *name)
{
    static char **names; /* read once and never freed */
    if (!names) {
        const char *list = g_getenv("BSP_FUZZ_LEAVE_OUT");
        names = g_strsplit(list ? list : "", ",", -1);
    }
    return g_strv_contains((const char *const *)names, name);
}

void fuzz_demand_result_or_error(gconstpointer result, const GError *error, const char *path)
{
    if (!result == !error)
        fuzz_found("%s", result ? "a result, and an error beside it" : "neither result nor error");
    if (!error)
        return;
    if (error->domain != BSP_ERROR)
        fuzz_found("an error of another domain: %s", error->message);
    if (!g_str_has_prefix(error->message, path))
        fuzz_found("an error that does not name the file: %s", error->message);
    if (strchr(error->message, '\n'))
        fuzz_found("an error of more than one line: %s", error->message);
}

/* --- writing and reading back --- */

static gboolean same_vectors(const BspVec *a, const BspVec *b, guint n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

static gboolean same_cells(const BspCell *a, const BspCell *b)
{
    if (a->n_faces != b->n_faces || a->n_vertices != b->n_vertices ||
        !same_vectors(a->vertices, b->vertices, a->n_vertices))
        return FALSE;
    for (guint i = 0; i < a->n_faces; i++)
        if (memcmp(&a->faces[i].plane, &b->faces[i].plane, sizeof(BspPlane)) != 0)
            return FALSE;
    return TRUE;
}

static void demand_same(const BspWorld *a, const BspWorld *b)
{
    const GPtrArray *brushes = a->solid->brushes;
    if (strcmp(a->name, b->name) != 0)
        fuzz_found("written and read again: the name is another");
    if (a->starts->len != b->starts->len ||
        (a->starts->len &&
         !same_vectors((const BspVec *)(gpointer)a->starts->data,
                       (const BspVec *)(gpointer)b->starts->data, a->starts->len)))
        fuzz_found("written and read again: the starts are others");
    if (brushes->len != b->solid->brushes->len)
        fuzz_found("written and read again: %u brushes, not %u", b->solid->brushes->len,
                   brushes->len);
    for (guint i = 0; i < brushes->len; i++)
        if (!same_cells(bsp_solid_brush(a->solid, i)->cell, bsp_solid_brush(b->solid, i)->cell))
            fuzz_found("written and read again: brush %u is another", i);
}

/* Demands that the world, written and read again, is the same to the last bit. */
static void demand_lossless(const BspWorld *world)
{
    g_autofree char *text = bsp_world_to_json(world);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) again = bsp_world_read_json("again.json", text, strlen(text), 0, &error);
    if (!again)
        fuzz_found("written, it cannot be read again: %s", error->message);
    demand_same(world, again);
}

/* --- readers of worlds --- */

void fuzz_world(FuzzWorldReader read, const uint8_t *data, size_t size)
{
    static const char path[] = "some/file";
    /* The copy ends with a NUL, which readers may expect. So AddressSanitizer detects reads beyond
     * the end. */
    g_autofree char *text = g_malloc(size + 1);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world =
        read(path, text, size,
             &(BspWorldOptions){ .flags = BSP_WORLD_ALL_CONTENTS | BSP_WORLD_PATCHES }, &error);
    fuzz_demand_result_or_error(world, error, path);
    if (world && !fuzz_is_left_out("lossless"))
        demand_lossless(world);
}
