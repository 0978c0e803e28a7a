// Tiles of 32 lanes in a function that asks how wide a wave is.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/faultfinders.h"
#include "core/rules/cpp/warpnumbers.h"

namespace rocport {

namespace {

/// Whether token `at` is the template of a tile of 32 lanes.
bool isTileOf32(const CppFile& file, int at)
{
    return isOneOf(file.text(at), {"tiled_partition", "thread_block_tile"}) &&
           file.is(at + 1, "<") && is32(file.text(at + 2)) &&
           (file.is(at + 3, ">") || file.is(at + 3, ","));
}

/// Whether token `at` is the built-in variable, not a member of the device's properties.
bool isWaveWidth(const CppFile& file, int at)
{
    return file.is(at, "warpSize") && !file.is(at - 1, ".") && !file.is(at - 1, "->") &&
           !file.is(at - 1, "::");
}

} // namespace

void findMixedTiles(const CppInput& input)
{
    const CppFile& file = input.file;
    for (const CppFunction& function : file.functions()) {
        int tile = -1;
        int width = -1;
        for (int i = function.paramsOpen; i < function.bodyClose && (tile < 0 || width < 0); ++i) {
            if (isWorkCancelledAt(i)) {
                return;
            }
            if (tile < 0 && isTileOf32(file, i) && isLive(input, i)) {
                tile = i;
            } else if (width < 0 && isWaveWidth(file, i) && isLive(input, i)) {
                width = i;
            }
        }
        if (tile >= 0 && width >= 0) {
            addFault(input, {width, width + 1}, "warpSize", faultLine(file, tile));
        }
    }
}

} // namespace rocport
