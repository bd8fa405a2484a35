/* nearest: finds the name that a misspelt word stands for. */
#include "text/nearest.h"

#include <string.h>

/* Longer words are not compared. */
#define LONGEST 40

/* The number of changes that turn a into b: the optimal string alignment distance
 * (Damerau-Levenshtein with no letter changed twice). */
static guint distance(const char *a, const char *b)
{
    guint rows[3][LONGEST + 1];
    guint length = (guint)strlen(b);
    for (guint k = 0; k <= length; k++)
        rows[0][k] = k;
    for (guint i = 1; a[i - 1]; i++) {
        guint *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (guint k = 1; k <= length; k++) {
            guint other = above[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
            row[k] = MIN(other, MIN(above[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = MIN(row[k], before[k - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][length];
}

const char *compare_nearest(const char *word, const char *const *names)
{
    const char *nearest = NULL;
    gsize length = strlen(word);
    guint most = (guint)length / 3 + 1; /* changes must be fewer */
    for (guint i = 0; length >= 2 && length <= LONGEST && names[i]; i++) {
        guint changes = strlen(names[i]) <= LONGEST ? distance(word, names[i]) : most;
        if (changes < most) {
            nearest = names[i];
            most = changes;
        }
    }
    return nearest;
}
