// picture: draws a trail seen from above. Solid is hatched. Each hatch line is traced through the
// tree like a move, from one transition to the next.
#include "trail.h"

#include <cstdio>

// Units.
constexpr double MARGIN = 48, HATCH = 4;

// Draws the solid parts of the line from a to b. The number of transitions is limited, because a
// line along a face may hit the face again and again without advancing.
static void hatch(std::FILE *file, const OnionTree *tree, BspVec a, BspVec b)
{
    BspVec in = a;
    bool solid = false;
    for (int i = 0; i < 1000 && a.x < b.x; i++) {
        const BspTransition tr = onion_tree_first_transition(tree, POINT, a, b, nullptr);
        if (i == 0)
            solid = tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY;
        const BspVec end = tr.type == BSP_SOLID ? b : tr.point;
        if (solid)
            std::fprintf(file, "M%.3f %.3fH%.3f", in.x, -in.y, end.x);
        if (tr.type == BSP_EMPTY || tr.type == BSP_SOLID)
            return;
        solid = tr.type == BSP_EMPTY_TO_SOLID;
        in = tr.point;
        a = bsp_vec(tr.point.x + 1e-3, tr.point.y, tr.point.z);
    }
}

static void draw_slice(std::FILE *file, const OnionTree *tree, const BspBounds &area)
{
    std::fprintf(file, "<path class=\"solid\" d=\"");
    for (double y = area.mins.y; y <= area.maxs.y; y += HATCH)
        hatch(file, tree, bsp_vec(area.mins.x, y, area.mins.z),
              bsp_vec(area.maxs.x, y, area.mins.z));
    std::fprintf(file, "\"/>\n");
}

static const char *const style =
    "<style>path{fill:none}.solid{stroke:#999;stroke-width:1.5}.walk{stroke:#06c}"
    ".crouch{stroke:#c60}.air{stroke:#0a0;stroke-dasharray:3 2}"
    ".walk,.crouch,.air{stroke-width:2}circle{fill:#0a0}</style>\n";

bool Trail::draw(const char *path) const
{
    std::FILE *file = std::fopen(path, "w");
    if (!file || places_.empty())
        return false;
    BspBounds area = bsp_bounds_empty();
    for (const Place &place : places_)
        bsp_bounds_add_point(&area, place.at);
    area = bsp_bounds_grown(&area, MARGIN);
    area.mins.z = area.maxs.z = places_.front().at.z;
    std::fprintf(
        file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.3f %.3f %.3f %.3f\">\n%s",
        area.mins.x, -area.maxs.y, area.maxs.x - area.mins.x, area.maxs.y - area.mins.y, style);
    draw_slice(file, level_.tree(), area);
    for (std::size_t i = 1, first = 0; i < places_.size(); i++) {
        const Place &now = places_[i];
        const bool ends = i + 1 == places_.size() || places_[i + 1].crouched != now.crouched ||
                          places_[i + 1].on_ground != now.on_ground;
        if (!ends)
            continue;
        const char *kind = !now.on_ground ? "air" : now.crouched ? "crouch" : "walk";
        std::fprintf(file, "<path class=\"%s\" d=\"M", kind);
        for (std::size_t k = first; k <= i; k++)
            std::fprintf(file, "%.3f %.3f ", places_[k].at.x, -places_[k].at.y);
        std::fprintf(file, "\"/>\n");
        first = i;
    }
    for (const std::size_t mark : marks_)
        std::fprintf(file, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"3\"/>\n", places_[mark].at.x,
                     -places_[mark].at.y);
    std::fprintf(file, "</svg>\n");
    return std::fclose(file) == 0;
}
