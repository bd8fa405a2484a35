/* fill-notes: why the outside of some spaces of a method is not filled. */
#include "methods/fill-notes.h"

#include <math.h>
#include <string.h>

#include "text/strings.h"

struct CompareFillNotes {
    const CompareScenario *scenario;
    GPtrArray *reasons; /* char *, in alphabetical order, each once */
    gboolean leaks;
};

CompareFillNotes *compare_fill_notes_new(const CompareScenario *scenario)
{
    CompareFillNotes *notes = g_new(CompareFillNotes, 1);
    *notes = (CompareFillNotes){ scenario, g_ptr_array_new_with_free_func(g_free), FALSE };
    return notes;
}

void compare_fill_notes_free(CompareFillNotes *notes)
{
    if (!notes)
        return;
    g_ptr_array_unref(notes->reasons);
    g_free(notes);
}

static gboolean boxes_are_equal(const BspBounds *a, const BspBounds *b)
{
    for (guint i = 0; i < 3; i++)
        if (a->mins.v[i] != b->mins.v[i] || a->maxs.v[i] != b->maxs.v[i])
            return FALSE;
    return TRUE;
}

/* Returns the name of the space. Map trees report only their box, and shift trees none: a shift
 * tree can be queried with any shape, so its outside is filled for a point. */
static const char *name_of(const CompareScenario *s, const BspFillNote *note)
{
    if (note->space)
        return note->space;
    for (guint i = 0; note->box && i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        if (boxes_are_equal(&space->shape.bounds, note->box))
            return space->name;
    }
    return "a point (which decides for a shift tree)";
}

/* Returns "x y z" to 0.1 unit. */
static char *rounded_point(BspVec p)
{
    char *words[4] = { NULL };
    for (guint i = 0; i < 3; i++)
        words[i] = compare_number_exact(round(p.v[i] * 10) / 10 + 0.0);
    char *text = g_strjoinv(" ", words);
    for (guint i = 0; i < 3; i++)
        g_free(words[i]);
    return text;
}

/* Returns NULL if the space is filled as usual. */
static char *reason_of(const CompareScenario *s, const BspFillNote *note)
{
    const char *name = name_of(s, note);
    if (note->outcome == BSP_FILL_LEAKS) {
        g_autofree char *from = rounded_point(note->from);
        g_autofree char *to = rounded_point(note->to);
        return g_strdup_printf("%s leaks from %s to %s", name, from, to);
    }
    if (note->outcome == BSP_FILL_NO_START)
        return g_strdup_printf("no start is free for %s", name);
    if (note->outcome == BSP_FILL_NOT_GROWN)
        return g_strdup_printf("cracks cannot be closed for %s", name);
    if (note->outcome == BSP_FILL_AS_SMALLER)
        return g_strdup_printf("no start is free for %s, so a smaller box filled it", name);
    return NULL;
}

void compare_fill_notes_add(const BspFillNote *note, gpointer fill_notes)
{
    CompareFillNotes *notes = fill_notes;
    char *reason = reason_of(notes->scenario, note);
    guint at = 0;
    if (!reason)
        return;
    notes->leaks = notes->leaks || note->outcome == BSP_FILL_LEAKS;
    while (at < notes->reasons->len && strcmp(notes->reasons->pdata[at], reason) < 0)
        at++;
    if (at < notes->reasons->len && strcmp(notes->reasons->pdata[at], reason) == 0)
        g_free(reason);
    else
        g_ptr_array_insert(notes->reasons, (gint)at, reason);
}

char *compare_fill_notes_text(const CompareFillNotes *notes)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < notes->reasons->len; i++)
        g_string_append_printf(out, "%s%s", i ? "; " : "", (const char *)notes->reasons->pdata[i]);
    return out->len ? g_strdup(out->str) : NULL;
}

gboolean compare_fill_notes_leak(const CompareFillNotes *notes)
{
    return notes->leaks;
}
