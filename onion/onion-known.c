/* onion-known: what each node says of spaces that are all solid or all empty below it.
 *
 * Most planes of an onion belong to one space; the others' queries would walk on below nodes where
 * nothing is left to learn for them. BspNode.extra holds two bits for each of 16 groups of spaces
 * (space i is in group i % 16, so up to 16 spaces have a group each): whether the whole subtree is
 * solid for all of the group, and whether it is empty. */
#include "onion-private.h"

#define ALL_GROUPS ((1u << ONION_GROUPS) - 1)

/* The bits of one leaf: solid groups in the upper half, empty ones in the lower. */
static guint32 leaf_bits(const guint64 *descriptor, guint n_spaces)
{
    guint32 solid = ALL_GROUPS, empty = ALL_GROUPS;
    for (guint i = 0; i < n_spaces; i++) {
        guint32 group = 1u << (i % ONION_GROUPS);
        if (bsp_bit(descriptor, i))
            empty &= ~group;
        else
            solid &= ~group;
    }
    return solid << ONION_GROUPS | empty;
}

/* A subtree is known for a group where both of its children are, and agree. */
guint32 onion_mark_known(BspBuildNode *node, const guint64 *descriptors, guint n_spaces)
{
    if (bsp_build_node_is_leaf(node))
        return leaf_bits(descriptors + (gsize)node->value * bsp_bit_words(n_spaces), n_spaces);
    node->extra = onion_mark_known(node->child[0], descriptors, n_spaces) &
                  onion_mark_known(node->child[1], descriptors, n_spaces);
    return node->extra;
}
