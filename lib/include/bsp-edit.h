/* bsp-edit: a brush table that changes, for blocks that are built and destroyed, for debris, and
 * for doors that become part of the level.
 *
 *     BspEditor *editor = bsp_editor_new(solid, NULL);
 *     guint32 number;
 *     if (bsp_editor_add(editor, brush, &number, &error)) ...
 *     bsp_editor_remove(editor, number);
 *     BspBrushTable *level = bsp_editor_version(editor);
 *
 * One thread edits. A version is an immutable BspBrushTable of the brushes at that time. Any number
 * of threads may query any number of versions while the editor goes on, without locks. A version
 * takes microseconds, because it shares its memory with the others.
 *
 * Answers. A version answers every query to the last bit as a table that was made anew from the
 * same brushes with the same numbers (bsp-brush-table.h). Counters of work differ.
 *
 * Numbers. The brushes of the solid keep their numbers. An added brush gets the lowest number that
 * no brush has, so a number may be used again after its brush is removed; old versions still have
 * the old brush. Numbers depend on the calls alone. bsp_brush_table_n_brushes() of a version is one
 * more than the highest number; for a number without a brush bsp_brush_table_side() returns false.
 *
 * Memory. Later edits reuse memory that no version needs any more. So memory does not grow if
 * versions are freed. It grows by at most about the size of a table for each version that is kept.
 * An editor reserves address space, 11 KB for each brush that it may have, so that no edit has to
 * move an array. If the system gives less, the editor reserves less. Only the used
 * part takes memory.
 *
 * A tree does not change. To go on with one, build it anew in another thread, and answer from the
 * edited table until it is ready (docs/engine.md). Lengths are in units. */
#ifndef BSP_EDIT_H
#define BSP_EDIT_H

#include "bsp-solid.h"

G_BEGIN_DECLS

typedef struct BspEditor BspEditor;

typedef struct {
    guint most; /* the maximum number of brushes at a time, up to BSP_EDIT_MOST; 0 means twice the
                   number of the solid's brushes, and at least 4096 */
    /* The box that must contain all added brushes. It grows to contain the solid. A larger room
     * makes searches less exact. If mins equals maxs, or if it is no box of finite numbers, the
     * room is the bounds of the solid, grown on each side by half their size, and by at least 1024
     * units. */
    BspBounds room;
    guint flags; /* BspTableFlags of the versions */
} BspEditOptions;

#define BSP_EDIT_MOST (1u << 24)

/* Makes an editor whose brushes are those of the solid. It does not refer to the solid. options may
 * be NULL. Returns NULL if there is no memory for `most` brushes. */
BspEditor *bsp_editor_new(const BspSolid *solid, const BspEditOptions *options);

/* Adds a copy of the brush; *number, which may be NULL, receives its number. Returns FALSE, and
 * changes nothing, with BSP_ERROR_GEOMETRY if the brush reaches out of the room, or BSP_ERROR_LIMIT
 * if there is no room for more brushes or no memory. */
gboolean bsp_editor_add(BspEditor *editor, const BspBrush *brush, guint32 *number, GError **error);

/* Removes a brush. Returns FALSE, and changes nothing, if no brush has that number, or if there is
 * no memory. Among many equal brushes it takes time in proportion to their number, 20 microseconds
 * at 20,000. */
gboolean bsp_editor_remove(BspEditor *editor, guint32 number);

/* Returns a table of all brushes at this time. Whoever uses it last frees it with
 * bsp_brush_table_free(), in any thread and in any order, before or after bsp_editor_free(). */
BspBrushTable *bsp_editor_version(BspEditor *editor);

/* Builds the hierarchy anew by which queries find brushes. Once half of the level has been
 * replaced, queries are then up to a sixth faster. It takes about a microsecond a brush. No answer
 * changes. If there is no memory, the old hierarchy stays. */
void bsp_editor_tidy(BspEditor *editor);

/* Frees the editor. NULL is allowed. Versions may outlive the editor. */
void bsp_editor_free(BspEditor *editor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspEditor, bsp_editor_free)

G_END_DECLS

#endif
