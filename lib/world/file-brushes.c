/* file-brushes: reads the brushes of .bsp files of id Tech 2 and 3. */
#include "world/file-brushes.h"

BspFileBrushes bsp_file_brushes_new(BspReadLevel *level, const BspBrushLumps *of)
{
    return (BspFileBrushes){ level, of, g_new0(guint8, level->lumps->lumps[of->brushes].n + 1), 0 };
}

void bsp_file_brushes_clear(BspFileBrushes *brushes)
{
    g_free(brushes->is_read);
}

static gboolean count_sides(BspFileBrushes *brushes, guint brush, guint n)
{
    const BspLumps *lumps = brushes->level->lumps;
    guint n_in_file = lumps->lumps[brushes->of->sides].n;
    if (n > BSP_BRUSH_MAX_SIDES)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                              "brush %u: %u sides are more than the limit of %d", brush, n,
                              BSP_BRUSH_MAX_SIDES);
    brushes->n_sides += n;
    return brushes->n_sides <= bsp_level_most_records(brushes->level, n_in_file) ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "brush %u: the brushes up to this one have %" G_GUINT64_FORMAT
                          " sides, but the file has only %u",
                          brush, brushes->n_sides, n_in_file);
}

/* Returns number 0 (the plane) or 1 (the texture) of a side. */
static gint32 side_number(const BspFileBrushes *brushes, guint side, guint which)
{
    const BspLumps *lumps = brushes->level->lumps;
    guint lump = brushes->of->sides;
    return lumps->kinds[lump].size == 4 ? bsp_lumps_short(lumps, lump, side, 2 * which)
                                        : bsp_lumps_int(lumps, lump, side, 4 * which);
}

/* Finds the number of a side's texture. Returns FALSE if the side has no texture. */
static gboolean side_texture(const BspFileBrushes *brushes, guint side, guint *texture)
{
    *texture = (guint)side_number(brushes, side, 1);
    return *texture < brushes->level->lumps->lumps[brushes->of->textures].n;
}

gboolean bsp_file_brushes_read(BspFileBrushes *brushes, guint brush, guint32 contents)
{
    const BspLumps *lumps = brushes->level->lumps;
    const BspBrushLumps *of = brushes->of;
    BspRange sides;
    brushes->is_read[brush] = TRUE;
    if (!bsp_lumps_range(lumps, of->brushes, brush, 0, of->sides, &sides) ||
        !count_sides(brushes, brush, sides.n))
        return FALSE;
    BspPlane planes[BSP_BRUSH_MAX_SIDES];
    guint32 tags[BSP_BRUSH_MAX_SIDES] = { 0 };
    guint texture;
    for (guint i = 0; i < sides.n; i++) {
        guint side = sides.first + i;
        g_autofree char *problem =
            bsp_lumps_plane(lumps, of->planes, side_number(brushes, side, 0), &planes[i]);
        if (problem)
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "brush %u: side %u: %s", brush, side,
                                  problem);
        if (side_texture(brushes, side, &texture))
            tags[i] = (guint32)bsp_lumps_int(lumps, of->textures, texture, of->flags_at);
    }
    const BspBrushPlace place = { .number = brush };
    if (bsp_level_add_brush(brushes->level, &place, contents, planes, tags, sides.n))
        for (guint i = 0; i < sides.n; i++)
            if (side_texture(brushes, sides.first + i, &texture))
                bsp_file_brushes_set_texture(brushes, texture, i);
    return TRUE;
}

void bsp_file_brushes_set_texture(const BspFileBrushes *brushes, guint texture, guint side)
{
    const BspLumps *lumps = brushes->level->lumps;
    const BspBrushLumps *of = brushes->of;
    bsp_level_set_texture(brushes->level, side,
                          lumps->data + bsp_lumps_offset(lumps, of->textures, texture, of->name_at),
                          of->n_name);
}

void bsp_file_brushes_count_others(const BspFileBrushes *brushes)
{
    for (guint i = 0; i < brushes->level->lumps->lumps[brushes->of->brushes].n; i++)
        bsp_left_out_add(&brushes->level->others, brushes->is_read[i] ? 0 : 1,
                         &(BspBrushPlace){ .number = i });
}
