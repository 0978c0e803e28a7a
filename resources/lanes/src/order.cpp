#include "order.h"

#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace rocport_lanes {

namespace {

std::uint64_t seed()
{
    static const std::uint64_t given = [] {
        const char* text = std::getenv("LANES_SEED");
        return text == nullptr ? 0ULL : std::strtoull(text, nullptr, 10);
    }();
    return given;
}

std::uint64_t mixed(std::uint64_t what)
{
    std::uint64_t x = seed() * 0x9e3779b97f4a7c15ULL + what * 0xd1b54a32d192ed03ULL;
    x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9ULL;
    return x ^ (x >> 29);
}

} // namespace

bool isShuffled()
{
    return seed() != 0;
}

unsigned long long inOrder(unsigned long long position, unsigned long long count, unsigned what)
{
    if (!isShuffled() || count < 2) {
        return position;
    }
    const std::uint64_t random = mixed(what);
    std::uint64_t step = (random >> 8) % count;
    while (std::gcd(step, count) != 1) {
        ++step;
    }
    const auto number = static_cast<unsigned __int128>(position) * step + (random & 0xffffff);
    return static_cast<unsigned long long>(number % count);
}

unsigned inTurn(unsigned position, unsigned count, unsigned what)
{
    if (!isShuffled() || count < 2) {
        return position;
    }
    const std::uint64_t random = mixed(what);
    const auto end = static_cast<unsigned>((random >> 8) % count);
    const bool isPower = (count & (count - 1)) == 0;
    if (isPower && (random & 1) != 0) {
        return position ^ (end == 0 ? count - 1 : end);
    }
    return (end + count - position) % count;
}

} // namespace rocport_lanes
