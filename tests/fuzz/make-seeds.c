/* make-seeds: makes the seeds that are not text. make-seeds DIRECTORY writes DIRECTORY/bsp,
 * DIRECTORY/zip, DIRECTORY/saved and DIRECTORY/contract. The files are the same every time. */
#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsp-levels.h"
#include "contract-seeds.h"
#include "q3bsp-lumps.h"
#include "saved-files.h"
#include "scenes.h"

static void write_file(const char *directory, const char *name, gconstpointer data, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(directory, name, NULL);
    if (g_mkdir_with_parents(directory, 0777) != 0 ||
        !g_file_set_contents(path, data, (gssize)length, &error)) {
        fprintf(stderr, "%s: %s\n", path, error ? error->message : "cannot make the directory");
        exit(EXIT_FAILURE);
    }
}

/* --- .bsp --- */

/* Appends a brush from 0 to `edge` along all axes. A wedge has a tilted upper plane. */
static void append_brush(GByteArray **lumps, gint32 texture, float edge, gboolean wedge)
{
    append_int(lumps[BRUSHES], (gint32)lumps[SIDES]->len / 8);
    append_int(lumps[BRUSHES], 6);
    append_int(lumps[BRUSHES], texture);
    for (int k = 0; k < 6; k++) {
        float sign = k & 1 ? -1 : 1;
        append_int(lumps[SIDES], (gint32)lumps[PLANES]->len / 16);
        append_int(lumps[SIDES], texture);
        append_float(lumps[PLANES], k / 2 == 0 ? sign : wedge && k == 4 ? 0.6f : 0);
        append_float(lumps[PLANES], k / 2 == 1 ? sign : 0);
        append_float(lumps[PLANES], k / 2 != 2 ? 0 : wedge && k == 4 ? 0.8f : sign);
        append_float(lumps[PLANES], k & 1 ? 0 : edge);
    }
}

/* Makes a level of solid, player clip, water, a wedge, and a brush of a door. */
static GByteArray *make_level(const char *magic, gint32 version)
{
    static const char entities[] = "{\n\"classname\" \"worldspawn\"\n\"message\" \"seed\"\n}\n"
                                   "{\n\"classname\" \"info_player_deathmatch\"\n"
                                   "\"origin\" \"1 2 300\"\n}\n"
                                   "{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n"
                                   "\"origin\" \"64 0 8\"\n\"angles\" \"0 90 0\"\n}\n";
    GByteArray *lumps[N_LUMPS];
    for (guint i = 0; i < N_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    g_byte_array_append(lumps[ENTITIES], (const guint8 *)entities, sizeof entities);
    append_texture(lumps[TEXTURES], "textures/a", 0, 0x1);
    append_texture(lumps[TEXTURES], "textures/clip", 0, 0x10000);
    append_texture(lumps[TEXTURES], "textures/water", 0, 0x20);
    append_brush(lumps, 0, 64, FALSE);
    append_brush(lumps, 1, 32, TRUE);
    append_brush(lumps, 2, 16, FALSE);
    append_brush(lumps, 0, 8, FALSE);
    for (int k = 0; k < 26; k++) /* one face, a patch */
        append_int(lumps[FACES], k == 2 ? 2 : 0);
    append_model(lumps[MODELS], 0, 0, 0, 3);
    append_model(lumps[MODELS], 0, 0, 3, 1);
    return assemble_lumps_as(magic, version, lumps);
}

/* Writes levels of the games that are built on id Tech 3. */
static void write_kin(const char *directory)
{
    static const struct {
        const char *name, *magic;
        gint32 version;
    } kin[] = { { "wolf.bsp", "IBSP", 47 },
                { "raven.bsp", "RBSP", 1 },
                { "fusion.bsp", "FBSP", 1 } };
    for (guint i = 0; i < G_N_ELEMENTS(kin); i++) {
        g_autoptr(GByteArray) level = make_level(kin[i].magic, kin[i].version);
        write_file(directory, kin[i].name, level->data, level->len);
    }
}

/* Writes a filled level of GoldSrc in which two paths lead to the last clip node, and the same as a
 * level of Blue Shift. */
static void write_shared(const char *directory)
{
    BspBrush *brushes[] = { scene_box(-64, -64, 0, 64, 64, 8), scene_box(-64, -64, 8, 0, 64, 64) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    const LevelOptions options = { .format = LEVEL_GOLDSRC, .filled = TRUE };
    g_autoptr(GByteArray) level = level_q1(solid, &options);
    guint n = level_lump_length(level, 4, 9) / 8;
    gint16 last = GINT16_TO_LE((gint16)(n - 1));
    memcpy(level->data + level_record(level, 4, 9, 8, 0) + 4, &last, 2);
    write_file(directory, "shared.bsp", level->data, level->len);
    guint8 entry[8]; /* Blue Shift: lumps 0 and 1 change places */
    memcpy(entry, level->data + 4, 8);
    memmove(level->data + 4, level->data + 12, 8);
    memcpy(level->data + 12, entry, 8);
    write_file(directory, "swapped.bsp", level->data, level->len);
}

#define DOOR                                                                                       \
    "{\n\"_bsp_hull1\" // {\n\"-8 -8 -8 8 8 8\"\n\"classname\" \"func_door\"\n\"model\" "          \
    "\"*1\"\n\"origin\" \"64 0 8\"\n}\n"

/* Writes levels of the other games with the same few brushes; one has a list of brushes. */
static void write_older(const char *directory)
{
    static const char *const names[] = { "quake.bsp", "goldsrc.bsp", "2psb.bsp", "bsp2.bsp" };
    const BspVec points[] = { bsp_vec(0, 0, 8), bsp_vec(48, 0, 8), bsp_vec(0, 48, 8),
                              bsp_vec(8, 8, 56) };
    BspBrush *brushes[] = { scene_box(-64, -64, 0, 64, 64, 8), scene_hull_brush(points, 4) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_BSP2; format++) {
        const BspSolid *const models[] = { solid, solid };
        const LevelOptions options = {
            .format = format, .entities = DOOR, .models = models + 1, .n_models = 1
        };
        g_autoptr(GByteArray) level = level_q1(solid, &options);
        write_file(directory, names[format], level->data, level->len);
        if (format == LEVEL_QUAKE) {
            g_autoptr(GByteArray) list = level_brushlist_models(models, 2);
            level_add_bspx(level, "BRUSHLIST", list);
            write_file(directory, "listed.bsp", level->data, level->len);
        }
    }
    write_shared(directory);
    const BspCell *cell = bsp_solid_brush(solid, 1)->cell;
    const LevelBrush both[] = { { 0, cell->n_faces, 1, 0 }, { 0, cell->n_faces, 1, 1 } };
    g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
    for (guint f = 0; f < cell->n_faces; f++)
        planes[f] = cell->faces[f].plane;
    g_autoptr(GByteArray) level = level_q2_models(planes, cell->n_faces, both, 2, DOOR);
    write_file(directory, "quake2.bsp", level->data, level->len);
}

/* --- archives --- */

typedef struct {
    const char *name;
    const guint8 *data;
    gsize length;
} Member;

static void add_member(struct archive *archive, const Member *member)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname_utf8(entry, member->name);
    archive_entry_set_size(entry, (la_int64_t)member->length);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(archive, entry);
    archive_write_data(archive, member->data, member->length);
    archive_entry_free(entry);
}

static void write_archive(const char *directory, const char *name, const char *options,
                          const Member *members, guint n)
{
    static char buffer[1 << 16];
    size_t used = 0;
    struct archive *archive = archive_write_new();
    archive_write_set_format_zip(archive);
    archive_write_set_options(archive, options);
    archive_write_set_bytes_in_last_block(archive, 1);
    if (archive_write_open_memory(archive, buffer, sizeof buffer, &used) != ARCHIVE_OK)
        exit(EXIT_FAILURE);
    for (guint i = 0; i < n; i++)
        add_member(archive, &members[i]);
    archive_write_close(archive);
    archive_write_free(archive);
    write_file(directory, name, buffer, used);
}

static void write_archives(const char *directory, const GByteArray *level)
{
    static const char json[] =
        "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"box\":[[0,0,0],[8,8,8]]}]}";
    static const char map[] = "{\n\"classname\" \"worldspawn\"\n}\n";
    static const char obj[] = "v 0 0 0\nv 8 0 0\nv 0 8 0\nv 0 0 8\n"
                              "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    const Member members[] = { { "a.json", (const guint8 *)json, sizeof json - 1 },
                               { "maps/b.map", (const guint8 *)map, sizeof map - 1 },
                               { "maps/c.bsp", level->data, level->len },
                               { "d.obj", (const guint8 *)obj, sizeof obj - 1 } };
    write_archive(directory, "deflated.zip", "zip:compression=deflate", members, 4);
    write_archive(directory, "stored.zip", "zip:compression=store", members, 4);
    write_archive(directory, "one.zip", "zip:compression=store", members, 1);
    write_archive(directory, "zip64.zip", "zip:zip64", members, 2);
    write_archive(directory, "empty.zip", "zip:compression=store", members, 0);
}

static void write_saved(const char *directory)
{
    for (guint i = 0; i < SAVED_EXAMPLES; i++) {
        gsize length;
        g_autoptr(GBytes) bytes = saved_example(i);
        g_autofree char *name = g_strdup_printf("example-%u", i);
        gconstpointer data = g_bytes_get_data(bytes, &length);
        write_file(directory, name, data, length);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make-seeds DIRECTORY\n");
        return EXIT_FAILURE;
    }
    g_autofree char *bsp = g_build_filename(argv[1], "bsp", NULL);
    g_autofree char *zip = g_build_filename(argv[1], "zip", NULL);
    g_autofree char *saved = g_build_filename(argv[1], "saved", NULL);
    g_autofree char *contract = g_build_filename(argv[1], "contract", NULL);
    g_autoptr(GByteArray) level = make_level("IBSP", 46);
    write_file(bsp, "level.bsp", level->data, level->len);
    write_kin(bsp);
    write_older(bsp);
    write_archives(zip, level);
    write_saved(saved);
    for (guint i = 0; i < contract_n_seeds(); i++) {
        char *name;
        g_autoptr(GByteArray) seed = contract_seed(i, &name);
        write_file(contract, name, seed->data, seed->len);
        g_free(name);
    }
    return EXIT_SUCCESS;
}
