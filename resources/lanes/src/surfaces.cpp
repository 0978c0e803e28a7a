// Where a kernel reads or writes a surface.

#include "lanes/textures.h"

namespace rocport_lanes {

char* surfaceTexel(const Image& image, long long x, long long y, long long z, std::size_t bytes,
                   int mode, const Site& site)
{
    const auto row = static_cast<long long>(image.width * image.format.bytes());
    const auto height = static_cast<long long>(std::max<std::size_t>(image.height, 1));
    const auto depth = static_cast<long long>(std::max<std::size_t>(image.depth, 1));
    const auto length = static_cast<long long>(bytes);
    const bool isOutside = x < 0 || y < 0 || z < 0 || x + length > row || y >= height || z >= depth;
    if (isOutside && mode == 1) { // clamp
        x = std::clamp(x, 0LL, row - length);
        y = std::clamp(y, 0LL, height - 1);
        z = std::clamp(z, 0LL, depth - 1);
    } else if (isOutside) {
        if (mode == 2) { // trap
            complain("surface", "a kernel", "a surface is used outside of its array", site);
        }
        return nullptr;
    }
    return image.memory +
           (static_cast<std::size_t>(z) * static_cast<std::size_t>(height) +
            static_cast<std::size_t>(y)) *
               image.pitch +
           static_cast<std::size_t>(x);
}

} // namespace rocport_lanes
