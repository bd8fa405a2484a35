/* contract-mutate: mutates the contract's inputs by changing one record, or the order of records.
 * libFuzzer's own mutations shift bytes, and so would change the meaning of all later records. */
#include <string.h>

#include "contract-scene.h"
#include "fuzz.h"
#include "random.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max_size, unsigned seed);

typedef struct {
    uint8_t *data;
    size_t n, max; /* numbers of records; the header is the first and stays first */
    Random *random;
} Records;

static uint8_t *record(const Records *r, size_t i)
{
    return r->data + i * CONTRACT_RECORD;
}

/* Returns the index of a random record, at least `from`. Record 0 is the header. */
static size_t any(const Records *r, size_t from)
{
    return from + random_below(r->random, (guint)(r->n - from));
}

/* Inserts an empty record at i. The caller ensures that n < max. */
static uint8_t *insert(Records *r, size_t i)
{
    memmove(record(r, i + 1), record(r, i), (r->n - i) * CONTRACT_RECORD);
    r->n++;
    return record(r, i);
}

static void insert_new(Records *r)
{
    uint8_t *added = insert(r, 1 + random_below(r->random, (guint)r->n));
    for (int k = 0; k < CONTRACT_RECORD; k++) /* zeros are the simplest values */
        added[k] = random_below(r->random, 3) ? (uint8_t)random_below(r->random, 256) : 0;
    added[0] = (uint8_t)random_below(r->random, CONTRACT_KINDS);
}

static void insert_copy(Records *r)
{
    uint8_t copy[CONTRACT_RECORD];
    memcpy(copy, record(r, any(r, 1)), sizeof copy);
    copy[1 + random_below(r->random, CONTRACT_RECORD - 1)] = (uint8_t)random_below(r->random, 256);
    memcpy(insert(r, 1 + random_below(r->random, (guint)r->n)), copy, sizeof copy);
}

static void leave_out(Records *r)
{
    size_t i = any(r, 1);
    memmove(record(r, i), record(r, i + 1), (r->n - i - 1) * CONTRACT_RECORD);
    r->n--;
}

static void swap(Records *r)
{
    uint8_t kept[CONTRACT_RECORD], *a = record(r, any(r, 1)), *b = record(r, any(r, 1));
    memcpy(kept, a, sizeof kept);
    memmove(a, b, sizeof kept);
    memcpy(b, kept, sizeof kept);
}

/* Changes one byte of a record, or applies libFuzzer's mutation to the record. */
static void change(Records *r)
{
    uint8_t *changed = record(r, any(r, 0));
    if (random_below(r->random, 2))
        changed[1 + random_below(r->random, CONTRACT_RECORD - 1)] =
            (uint8_t)random_below(r->random, 256);
    else
        LLVMFuzzerMutate(changed, CONTRACT_RECORD, CONTRACT_RECORD);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    Random stream = random_seeded(seed);
    Records r = { data, size / CONTRACT_RECORD, max_size / CONTRACT_RECORD, &stream };
    if (r.max < 3)
        return size;
    while (r.n < 3)
        memset(record(&r, r.n++), 0, CONTRACT_RECORD);
    guint what = random_below(&stream, 8);
    if (what == 0 && r.n < r.max)
        insert_new(&r);
    else if (what == 1 && r.n < r.max)
        insert_copy(&r);
    else if (what == 2 && r.n > 3)
        leave_out(&r);
    else if (what == 3)
        swap(&r);
    else
        change(&r);
    return r.n * CONTRACT_RECORD;
}

/* Combines some records of a with some of b, in their order, under the header of a. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
    Random stream = random_seeded(seed);
    const uint8_t *from[] = { a, b };
    const size_t n[] = { a_size / CONTRACT_RECORD, b_size / CONTRACT_RECORD };
    size_t most = max_size / CONTRACT_RECORD, used = 0;
    for (size_t i = 0; i < MAX(n[0], n[1]); i++)
        for (guint k = 0; k < 2; k++)
            if (i < n[k] && used < most && (i == 0 ? k == 0 : random_below(&stream, 2)))
                memcpy(out + used++ * CONTRACT_RECORD, from[k] + i * CONTRACT_RECORD,
                       CONTRACT_RECORD);
    return used * CONTRACT_RECORD;
}
