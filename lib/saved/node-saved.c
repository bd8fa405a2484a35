/* node-saved: loads the nodes of a saved tree, and checks that a traversal may rely on them. */
#include "saved/saved.h"
#include "trace/compiler.h"
#include "trace/reach.h"

typedef struct {
    const BspNodes *nodes;
    const BspSavedProof *proof;
    unsigned n_values;
    bool has_bevels;
} Check;

/* Returns whether the number of a child, or of the root, is valid. */
static bool is_valid_child(const Check *c, int32_t child, unsigned n_values)
{
    const BspNodes *n = c->nodes;
    if (child >= 0)
        return (unsigned)child < n->n_nodes;
    unsigned value = (unsigned)~child;
    return value >= n->first_space_node ? value - n->first_space_node < n->n_space_nodes
                                        : value < n_values;
}

/* Returns the proof of a child. The child's number must be valid. */
static BspSavedProof proof_of(const Check *c, int32_t child)
{
    BSP_ASSERT(is_valid_child(c, child, c->n_values));
    const BspNodes *n = c->nodes;
    if (child >= 0)
        return c->proof[child];
    if (bsp_nodes_is_space_node(n, child))
        return c->proof[n->n_nodes + ((unsigned)~child - n->first_space_node)];
    return (BspSavedProof){ 1, 0 };
}

/* --- planes --- */

static bool check_tables(BspSaved *s, const BspNodes *n)
{
    bool normals = n->n_normals >= 3, exact = true;
    for (unsigned i = 0; normals && i < 9; i++)
        normals = n->normals[i / 3].v[i % 3] == (i / 3 == i % 3 ? 1 : 0);
    for (unsigned i = 0; i < n->n_exact; i++)
        exact = exact && n->exact[i].normal < n->n_normals &&
                bsp_is_finite(bsp_exact_dist(&n->exact[i]));
    return bsp_saved_demand(s, normals,
                            "section normals: the first three normals are not the axes") &&
           bsp_saved_demand(s, bsp_saved_are_unit(n->normals, n->n_normals),
                            "section normals: a normal does not have length 1") &&
           bsp_saved_demand(s, exact,
                            "section exact: the number of a normal is out of range, or a distance "
                            "is not finite");
}

/* Returns whether the plane that the node names exists, or whether the distance in the node is
 * finite. */
static bool has_plane(const BspNodes *n, const BspNode *node)
{
    if (bsp_node_axis(node) == BSP_NODE_EXACT)
        return node->exact < n->n_exact;
    return bsp_is_finite((double)node->dist);
}

/* --- nodes --- */

static bool is_proved(const Check *c, const BspNode *node, BspSavedProof stored)
{
    BspSavedProof a = proof_of(c, bsp_node_child(node, 0)),
                  b = proof_of(c, bsp_node_child(node, 1));
    return stored.paths == (uint64_t)a.paths + b.paths &&
           stored.height == (uint64_t)BSP_MAX(a.height, b.height) + 1;
}

static bool check_nodes(BspSaved *s, const Check *c)
{
    const BspNodes *n = c->nodes;
    for (unsigned i = 0; i < n->n_nodes; i++) {
        const BspNode *node = &n->nodes[i];
        bool known = c->has_bevels || bsp_node_tag(node) != BSP_TAG_BEVEL;
        if (!bsp_saved_demand(s, known, "section nodes: a node has an unknown tag") ||
            !bsp_saved_demand(s, has_plane(n, node),
                              "section nodes: the plane of a node is invalid") ||
            !bsp_saved_demand(s,
                              is_valid_child(c, bsp_node_child(node, 0), c->n_values) &&
                                  is_valid_child(c, bsp_node_child(node, 1), c->n_values),
                              "section nodes: the number of a child is out of range") ||
            !bsp_saved_demand(s, is_proved(c, node, c->proof[i]),
                              "section proof: the proof of a node does not match its children"))
            return false;
    }
    return true;
}

/* Checks the children of a space node. Each must be a node or a leaf, because a traversal does not
 * expect a space node directly below a space node. */
static bool check_row(const Check *c, const int32_t *row, BspSavedProof stored)
{
    uint32_t paths = 0, height = 0;
    for (unsigned k = 0; k < c->nodes->n_spaces; k++) {
        if (bsp_nodes_is_space_node(c->nodes, row[k]) || !is_valid_child(c, row[k], c->n_values))
            return false;
        BspSavedProof below = proof_of(c, row[k]);
        paths = BSP_MAX(paths, below.paths);
        height = BSP_MAX(height, below.height);
    }
    return stored.paths == paths && stored.height == height;
}

static bool check_space_nodes(BspSaved *s, const Check *c)
{
    const BspNodes *n = c->nodes;
    bool all = true;
    for (unsigned i = 0; all && i < n->n_space_nodes; i++)
        all = check_row(c, n->rows + (size_t)i * n->n_spaces, c->proof[n->n_nodes + i]);
    return bsp_saved_demand(
        s, all, "section rows: a row has an invalid child, or does not match its proof");
}

static bool check_root(BspSaved *s, const Check *c)
{
    const BspNodes *n = c->nodes;
    if (!bsp_saved_demand(s, is_valid_child(c, n->root, c->n_values),
                          "section tree: the number of the root is out of range"))
        return false;
    BspSavedProof proof = proof_of(c, n->root);
    return bsp_saved_demand(s, proof.height <= BSP_MAX_DEPTH && proof.height == n->depth,
                            "section tree: the depth of the tree is above the limit, or is not the "
                            "stored depth") &&
           bsp_saved_demand(s, proof.paths <= bsp_saved_max_paths(n->n_nodes),
                            "section tree: the number of paths exceeds the limit");
}

/* --- the whole tree --- */

static void load_arrays(BspSaved *s, BspNodes *n)
{
    unsigned n_rows;
    n->nodes = bsp_saved_array(s, "nodes", sizeof *n->nodes, &n->n_nodes);
    n->exact = bsp_saved_array(s, "exact", sizeof *n->exact, &n->n_exact);
    n->normals = bsp_saved_array(s, "normals", sizeof *n->normals, &n->n_normals);
    n->rows = bsp_saved_array(s, "rows", sizeof *n->rows, &n_rows);
    n->n_space_nodes = n->n_spaces ? n_rows / n->n_spaces : 0;
    bsp_saved_demand(s, n->n_nodes <= BSP_MAX_NODES,
                     "section nodes: there are more nodes than a tree may have");
    bsp_saved_demand(s, n->n_space_nodes * (size_t)n->n_spaces == n_rows,
                     "section rows: the number of rows is not a multiple of the number of spaces");
}

bool bsp_nodes_load(BspSaved *saved, BspNodes *nodes, unsigned n_spaces, unsigned n_values,
                    bool has_bevels)
{
    const BspSavedTree *tree = bsp_saved_array_of(saved, "tree", sizeof *tree, 1);
    memset(nodes, 0, sizeof *nodes);
    if (!tree ||
        !bsp_saved_demand(saved, tree->n_spaces == 0 || tree->n_spaces == n_spaces,
                          "section tree: the number of spaces does not match the other sections"))
        return false;
    nodes->n_leaves = tree->n_leaves;
    nodes->n_spaces = tree->n_spaces;
    nodes->first_space_node = tree->first_space_node;
    nodes->depth = tree->depth;
    nodes->root = tree->root;
    nodes->n_built = tree->n_built;
    nodes->n_planes = tree->n_planes;
    load_arrays(saved, nodes);
    size_t n_proofs = (size_t)nodes->n_nodes + nodes->n_space_nodes;
    Check c = { nodes, bsp_saved_array_of(saved, "proof", sizeof *c.proof, n_proofs), n_values,
                has_bevels };
    return c.proof && check_tables(saved, nodes) && check_nodes(saved, &c) &&
           check_space_nodes(saved, &c) && check_root(saved, &c);
}
