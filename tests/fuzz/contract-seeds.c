/* contract-seeds: makes the initial inputs for fuzzing the contract. */
#include "contract-seeds.h"

#include "contract-scene.h"
#include "scenes.h"

/* --- small inputs with known problems, written by hand --- */

typedef struct {
    const char *name;
    guint n; /* the number of records */
    guint8 records[6][CONTRACT_RECORD];
} Written;

/* The inputs. A byte for grid steps is the number of steps + 16. A byte for a size is the number of
 * units - 1.
 */
static const Written written[] = {
    { "endless-build", /* a face tilted by 1e-8, a thousand units away */
      3,
      { { 0, 5 },
        { CONTRACT_BRUSH, 1, 24, 24, 16, 13, 15, 11, 0, 0, 0, 0, 0, 0, 53, 5 },
        { CONTRACT_MOVE, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 1, 20, 20, 20, 0 } } },
    { "past-a-rim", /* a move in a face's plane, a little lower at its end */
      4,
      { { 0 },
        { CONTRACT_BRUSH, 0, 16, 16, 16, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0 },
        { CONTRACT_SPACE, 0x88, 0x88, 0x80, 0 },
        { CONTRACT_MOVE, 0, 2, 0, 4, 0, 0, 3, 0, 0x9b, 0, 3, 0, 0, 0, 0 } } },
    { "flat-box", /* a box thin in z, at a tilted face */
      4,
      { { 0 },
        { CONTRACT_BRUSH, 1, 16, 16, 16, 7, 7, 7, 0, 0, 0, 0, 0, 0, 2 + 8 * 4, 0xd },
        { CONTRACT_SPACE, 0x99, 0x99, 0x02, 0 },
        { CONTRACT_MOVE, 0, 5, 0, 4, 0, 0, 3, 0, 0, 2, 2, 17, 18, 20, 0 } } },
    { "thin-cylinder",
      4,
      { { 0 },
        { CONTRACT_BRUSH, 4, 16, 16, 16, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0x0f, 4 },
        { CONTRACT_SHAPE, 1, 9, 0, 3 },
        { CONTRACT_MOVE, 1, 5, 0, 1, 0, 0, 3, 0, 0, 2, 2, 17, 18, 20, 0 } } },
    { "two-that-touch", /* two brushes that touch, and a point that moves along their seam */
      4,
      { { 0 },
        { CONTRACT_BRUSH, 0, 16, 16, 16, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0 },
        { CONTRACT_BRUSH, 5, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
        { CONTRACT_MOVE, 0, 0, 1, 4, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0 } } },
};

static GByteArray *written_seed(guint i)
{
    GByteArray *seed = g_byte_array_new();
    g_byte_array_append(seed, &written[i].records[0][0], written[i].n * CONTRACT_RECORD);
    return seed;
}

/* --- random --- */

/* A few seeds with each number of brushes suffice, because the fuzzer makes all others. */
#define N_RANDOM 32

static void append_record(GByteArray *seed, Random *r, guint8 kind)
{
    guint8 bytes[CONTRACT_RECORD];
    for (guint k = 0; k < CONTRACT_RECORD; k++) {
        /* Bytes from 128 on mean tiny offsets. Three in eight bytes are such bytes. */
        guint8 any = (guint8)random_bits(r);
        bytes[k] = random_int(r, 0, 3) ? any : any & 15;
    }
    bytes[0] = kind;
    g_byte_array_append(seed, bytes, sizeof bytes);
}

static GByteArray *random_seed(guint i)
{
    GByteArray *seed = g_byte_array_new();
    Random r = random_seeded(i);
    append_record(seed, &r, 0);
    for (guint k = 0; k < 1 + i % 8; k++)
        append_record(seed, &r, CONTRACT_BRUSH);
    for (guint k = 0; k < i % 3; k++)
        append_record(seed, &r, CONTRACT_SPACE);
    for (guint k = 0; k < i / 3 % 3; k++)
        append_record(seed, &r, CONTRACT_SHAPE);
    for (guint k = 0; k < 4; k++)
        append_record(seed, &r, CONTRACT_MOVE);
    return seed;
}

guint contract_n_seeds(void)
{
    return G_N_ELEMENTS(written) + N_RANDOM;
}

GByteArray *contract_seed(guint i, char **name)
{
    if (i < G_N_ELEMENTS(written)) {
        *name = g_strdup(written[i].name);
        return written_seed(i);
    }
    *name = g_strdup_printf("random-%02u", i - (guint)G_N_ELEMENTS(written));
    return random_seed(i - (guint)G_N_ELEMENTS(written));
}
