/* test-saved-harm: tests that damaged and malicious files do no harm. Either they are rejected, or
 * their trees can be queried safely. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "format-rows.h"
#include "onion/saved.h"
#include "saved-files.h"
#include "saved/save.h"
#include "table/brush-table.h"

/* --- foreign files --- */

static const char *refusal(const guint8 *bytes, gsize length)
{
    const char *why = NULL;
    OnionTree *tree = onion_tree_load(bytes, length, &why);
    cr_assert(!tree && why);
    return why;
}

Test(saved_harm, other_files_are_refused)
{
    g_auto(SavedFile) file = saved_file_of(saved_example(1));
    guint8 *copy = saved_copy(file.data, file.length);
    cr_expect_str_eq(refusal(copy, 0),
                     "it is not a saved tree; bsplevel build makes one of a level");
    cr_expect_str_eq(refusal(NULL, 0), "it is empty");
    static const _Alignas(8) guint8 json[] = "{ \"format\": \"bsp-world\" } and so on";
    cr_expect_str_eq(refusal(json, 16),
                     "it is not a saved tree; bsplevel build makes one of a level");
    BspSavedHeader *header = (gpointer)copy;
    header->version++;
    cr_expect_str_eq(refusal(copy, file.length),
                     "it has another version of the format; build the tree again");
    header->mark = GUINT32_SWAP_LE_BE(header->mark);
    cr_expect_str_eq(refusal(copy, file.length), "it was written with another byte order");
    guint8 *aside = malloc(file.length + 1);
    memcpy(aside + 1, file.data, file.length);
    cr_expect_str_eq(refusal(aside + 1, file.length),
                     "the bytes do not begin at a multiple of 8 in memory");
    free(aside);
    free(copy);
}

/* Files that are cut off at any length are rejected, even if the header has the length and the
 * checksum of the rest. */
Test(saved_harm, files_that_end_early_are_refused)
{
    Random r = random_seeded(1);
    for (guint i = 0; i < SAVED_EXAMPLES; i++) {
        g_auto(SavedFile) file = saved_file_of(saved_example(i));
        gsize step = file.length > 20000 ? 61 : 1;
        for (gsize length = 0; length < file.length; length += step) {
            guint8 *copy = saved_copy(file.data, length);
            cr_assert_eq(saved_load_and_query(&r, copy, length, 1), 0u, "%zu of %zu bytes", length,
                         file.length);
            free(copy);
        }
        for (gsize length = BSP_SAVED_ALIGN; length < file.length; length += BSP_SAVED_ALIGN) {
            guint8 *copy = saved_copy(file.data, length);
            if (length >= sizeof(BspSavedHeader))
                ((BspSavedHeader *)(gpointer)copy)->length = length;
            saved_seal(copy, length);
            saved_load_and_query(&r, copy, length, 1);
            free(copy);
        }
    }
}

/* --- damage --- */

/* A change of one bit or word is detected anywhere. */
Test(saved_harm, damage_is_noticed)
{
    Random r = random_seeded(2);
    g_auto(SavedFile) file = saved_file_of(saved_example(1));
    for (guint i = 0; i < 2000; i++) {
        guint8 *copy = saved_copy(file.data, file.length);
        gsize at = random_below(&r, (guint)file.length);
        if (i % 2)
            saved_damage(&r, copy, file.length);
        else
            copy[at] ^= (guint8)(1 << random_below(&r, 8));
        if (memcmp(copy, file.data, file.length) != 0)
            cr_assert_eq(saved_load_and_query(&r, copy, file.length, 0), 0u, "byte %zu", at);
        free(copy);
    }
}

/* The checksum of each damaged file is made correct. Either the file is rejected, or its trees can
 * be queried. The variable BSP_SAVED_DAMAGED sets the number of files to try. */
Test(saved_harm, what_is_made_to_harm_does_none)
{
    const char *asked = g_getenv("BSP_SAVED_DAMAGED");
    guint n = asked ? (guint)g_ascii_strtoull(asked, NULL, 10) : 5000, n_loaded = 0, n_refused = 0;
    SavedFile files[SAVED_EXAMPLES];
    for (guint i = 0; i < SAVED_EXAMPLES; i++)
        files[i] = saved_file_of(saved_example(i));
    for (guint i = 0; i < n; i++) {
        Random r = random_seeded(i);
        const SavedFile *file = &files[i % SAVED_EXAMPLES];
        guint8 *copy = saved_copy(file->data, file->length);
        saved_damage(&r, copy, file->length);
        saved_seal(copy, file->length);
        guint loaded = saved_load_and_query(&r, copy, file->length, 8);
        n_loaded += loaded > 0;
        n_refused += loaded == 0;
        free(copy);
    }
    for (guint i = 0; i < SAVED_EXAMPLES; i++)
        g_bytes_unref(files[i].bytes);
    cr_expect(n_loaded > n / 10 && n_refused > n / 10, "%u loaded, %u refused", n_loaded,
              n_refused);
}

/* --- made by hand --- */

/* A node with the plane x = 0. */
#define NODE_AT_X_0(front, back)                                                                   \
    {                                                                                              \
        .dist = 0, .link = { 4 * (front), 4 * (back) }                                             \
    }

/* Returns an onion of one space with the given nodes and proof, valid or not. */
static GBytes *by_hand(const BspNode *nodes, const BspSavedProof *proof, guint n, guint depth)
{
    static const BspVec axes[] = { { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
    static const guint64 descriptors[] = { 0, 1 };
    static const BspExactPlane none = { 0 };
    BspSaving *s = bsp_saving_new(BSP_SAVED_ONION, NULL);
    BspSavedTree tree = { .first_space_node = 2, .depth = depth };
    OnionSavedSpace space = { .name = ONION_SAVED_NO_NAME };
    bsp_saving_add(s, "spaces", &space, sizeof space, 1);
    bsp_saving_add(s, "names", "", 1, 0);
    bsp_saving_add(s, "descriptors", descriptors, sizeof descriptors[0], 2);
    bsp_saving_add(s, "tree", &tree, sizeof tree, 1);
    bsp_saving_add(s, "nodes", nodes, sizeof *nodes, n);
    bsp_saving_add(s, "exact", &none, sizeof none, 0);
    bsp_saving_add(s, "normals", axes, sizeof axes[0], 3);
    bsp_saving_add(s, "rows", &none, 4, 0);
    bsp_saving_add(s, "proof", proof, sizeof *proof, n);
    GBytes *bytes = bsp_saving_finish(s, NULL);
    bsp_saving_free(s);
    return bytes;
}

static void demand_by_hand(const BspNode *nodes, const BspSavedProof *proof, guint n, guint depth,
                           const char *wanted)
{
    g_auto(SavedFile) file = saved_file_of(by_hand(nodes, proof, n, depth));
    const char *why = "";
    OnionTree *tree = onion_tree_load(file.data, file.length, &why);
    cr_expect_str_eq(why, wanted);
    cr_expect_eq(!tree, *wanted != '\0');
    onion_tree_free(tree);
}

Test(saved_harm, circles_are_refused)
{
    const char *why = "section proof: the proof of a node does not match its children";
    const BspNode good[] = { NODE_AT_X_0(1, ~0), NODE_AT_X_0(~0, ~1) };
    const BspSavedProof proof[] = { { 3, 2 }, { 2, 1 } };
    demand_by_hand(good, proof, 2, 2, "");
    const BspNode itself[] = { NODE_AT_X_0(0, ~0) };
    demand_by_hand(itself, (const BspSavedProof[]){ { 2, 1 } }, 1, 1, why);
    const BspNode two[] = { NODE_AT_X_0(1, ~0), NODE_AT_X_0(0, ~1) };
    demand_by_hand(two, proof, 2, 2, why);
    const BspSavedProof large[] = { { 0, 0xffffffff }, { 0xffffffff, 0xfffffffe } };
    demand_by_hand(two, large, 2, 2, why);
}

Test(saved_harm, nodes_without_a_valid_plane_are_refused)
{
    const BspSavedProof proof[] = { { 2, 1 } };
    BspNode node = NODE_AT_X_0(~0, ~1);
    demand_by_hand(&node, proof, 1, 1, "");
    node.dist = -INFINITY;
    demand_by_hand(&node, proof, 1, 1, "section nodes: the plane of a node is invalid");
    node.exact = 0; /* because the table is empty */
    node.link[0] |= BSP_NODE_EXACT;
    demand_by_hand(&node, proof, 1, 1, "section nodes: the plane of a node is invalid");
}

/* Both children of each node are the next node, which makes 2^n paths. */
Test(saved_harm, more_ways_than_can_be_walked_are_refused)
{
    BspNode nodes[24];
    BspSavedProof proof[24];
    for (guint n = 8; n <= 24; n += 8) {
        for (guint i = 0; i < n; i++) {
            gint32 below = i + 1 < n ? (gint32)i + 1 : ~0;
            nodes[i] = (BspNode)NODE_AT_X_0(below, below);
            proof[i] = (BspSavedProof){ 1u << (n - i), n - i };
        }
        demand_by_hand(nodes, proof, n, n,
                       n > 16 ? "section tree: the number of paths exceeds the limit" : "");
    }
}

Test(saved_harm, deep_trees_are_refused)
{
    guint n = BSP_MAX_DEPTH + 1;
    g_autofree BspNode *nodes = g_new0(BspNode, n);
    g_autofree BspSavedProof *proof = g_new(BspSavedProof, n);
    for (guint i = 0; i < n; i++) {
        nodes[i] = (BspNode)NODE_AT_X_0(i + 1 < n ? (gint32)i + 1 : ~0, ~1);
        proof[i] = (BspSavedProof){ n - i + 1, n - i };
    }
    const char *why =
        "section tree: the depth of the tree is above the limit, or is not the stored depth";
    demand_by_hand(nodes, proof, n, n, why);
    bsp_node_set_child(&nodes[n - 2], 0, ~0);
    for (guint i = 0; i < n - 1; i++)
        proof[i] = (BspSavedProof){ n - i, n - 1 - i };
    demand_by_hand(nodes, proof, n - 1, n - 1, "");
    demand_by_hand(nodes, proof, n - 1, n - 2, why);
}

/* Expects that a valid file with one changed number is rejected for this reason. */
static void demand_refused(guint example, const char *section, gsize word, guint32 value,
                           const char *wanted)
{
    gsize n;
    Random r = random_seeded(0);
    g_auto(SavedFile) file = saved_file_of(saved_example(example));
    guint8 *copy = saved_copy(file.data, file.length);
    guint32 *words = saved_array(copy, section, &n);
    cr_assert_gt(n, 0u, "%s", section);
    words[word] = value;
    saved_seal(copy, file.length);
    const char *why = NULL;
    BspBrushTable *sides = bsp_brush_table_load(copy, file.length, &why);
    if (sides)
        why = NULL;
    OnionTree *onion = why ? NULL : onion_tree_load(copy, file.length, &why);
    BspSavedInfo info;
    bsp_saved_info(copy, file.length, &info, NULL);
    ShiftTree *shift =
        info.kind == BSP_SAVED_SHIFT ? shift_tree_load(copy, file.length, &why) : NULL;
    cr_expect(why && strcmp(why, wanted) == 0, "%s[%zu] = %x: %s", section, word, value,
              why ? why : "loaded");
    saved_load_and_query(&r, copy, file.length, 4);
    shift_tree_free(shift);
    onion_tree_free(onion);
    bsp_brush_table_free(sides);
    free(copy);
}

Test(saved_harm, numbers_out_of_range_are_refused)
{
    g_autoptr(GPtrArray) rows = format_table("saved.rows");
    guint n = 0;
    for (guint i = 0; i < rows->len; i++) {
        const FormatRow *row = rows->pdata[i];
        for (guint k = 0; k < row->lines->len; k++, n++) {
            const FormatLine *line = &g_array_index(row->lines, FormatLine, k);
            char section[32], value[16];
            guint example, word;
            cr_assert_str_eq(line->key, "word");
            cr_assert_eq(sscanf(line->value, "%u %31s %u %15s", &example, section, &word, value),
                         4);
            demand_refused(example, section, word, (guint32)g_ascii_strtoull(value, NULL, 0),
                           row->name);
        }
    }
    cr_expect_geq(n, 35u);
}
