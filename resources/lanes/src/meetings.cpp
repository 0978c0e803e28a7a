// What lanes of a wave do together: who meets at a call, what each gets from the others, and what
// is told of masks and shuffles.

#include "accesses.h"

#include <cstdint>
#include <string>

namespace rocport_lanes {

namespace {

/// Whether lanes may meet at different places: those that a mask names, to go on together.
bool isMeeting(const WaveRequest& request)
{
    return request.call == WaveCall::Join && request.hasMask;
}

std::string listOf(std::uint64_t lanes)
{
    std::string text;
    for (int lane = 0; lane < static_cast<int>(kMostWaveLanes); ++lane) {
        if (((lanes >> lane) & 1) == 0) {
            continue;
        }
        int last = lane;
        while (last + 1 < static_cast<int>(kMostWaveLanes) && ((lanes >> (last + 1)) & 1) != 0) {
            ++last;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(lane) +
                (last > lane ? "-" + std::to_string(last) : "");
        lane = last;
    }
    return text;
}

bool isShuffle(WaveCall call)
{
    return call != WaveCall::Vote && call != WaveCall::Join && call != WaveCall::Gather &&
           call != WaveCall::Together;
}

/// The lane that a shuffle reads from.
int sourceOf(const WaveRequest& request, int lane)
{
    const int width = request.width;
    const int first = lane & ~(width - 1);
    switch (request.call) {
    case WaveCall::Shuffle:
        return first + (request.source & (width - 1));
    case WaveCall::ShuffleUp:
        return lane - request.source < first ? lane : lane - request.source;
    case WaveCall::ShuffleDown:
        return (lane & (width - 1)) + request.source >= width ? lane : lane + request.source;
    default:
        return (lane ^ request.source) >= first + width ? lane : lane ^ request.source;
    }
}

bool isIn(std::uint64_t members, int lane)
{
    return lane >= 0 && lane < static_cast<int>(kMostWaveLanes) && ((members >> lane) & 1) != 0;
}

/// Whether shuffles may stay within groups of so many lanes.
bool isWaveWidth(int width)
{
    return width > 0 && width <= static_cast<int>(waveLanes()) && (width & (width - 1)) == 0;
}

/// A lane that gives a mask which it is not in.
void tellMasks(const BlockRun& block, const Wave& wave, std::uint64_t members)
{
    const WaveRequest& request = *wave.at[__builtin_ctzll(members)]->request;
    const std::uint64_t strangers = request.hasMask ? members & ~request.mask : 0;
    if (strangers != 0) {
        const std::string text = "lanes " + listOf(strangers) + " are not in the mask they give";
        complain("mask", block.job->name, text.c_str(), request.site);
    }
}

/// Shuffles whose width the wave does not have, or that read from lanes that are not there.
void tellShuffles(const BlockRun& block, const Wave& wave, std::uint64_t members)
{
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        const WaveRequest& request = *wave.at[lane]->request;
        if (!isShuffle(request.call)) {
            return;
        }
        const int width = request.width;
        const bool isWidth = isWaveWidth(width);
        const int source = sourceOf(request, lane);
        if (isWidth && isIn(members, source)) {
            continue;
        }
        const auto place =
            reinterpret_cast<std::uintptr_t>(request.site.file) * 31 + request.site.line;
        if (!isFirst("shuffle", place)) {
            return;
        }
        const std::string text = isWidth ? "lane " + std::to_string(lane) + " reads from lane " +
                                               std::to_string(source) + ", which takes no part"
                                         : "a shuffle over " + std::to_string(width) +
                                               " lanes, and the wave has " +
                                               std::to_string(waveLanes());
        complain("shuffle", block.job->name, text.c_str(), request.site);
        return;
    }
}

} // namespace

/// The lanes of `members` do together what they ask, which is the same call for all. False: a
/// shuffle is to be told of. All that is asked is read before anything is answered: it lies on as
/// many stacks.
bool Worker::answer(const Wave& wave, std::uint64_t members)
{
    WaveRequest* requests[kMostWaveLanes];
    std::uint64_t values[kMostWaveLanes];
    int sources[kMostWaveLanes] = {};
    std::uint64_t yes = 0;
    bool isRight = true;
    const int first = __builtin_ctzll(members);
    const WaveCall call = wave.at[first]->request->call;
    const bool shuffles = isShuffle(call);
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        Fiber& fiber = *wave.at[lane];
        WaveRequest& request = *fiber.request;
        fiber.state = State::Ready;
        requests[lane] = &request;
        values[lane] = request.value;
        yes |= std::uint64_t{request.value != 0} << lane;
        if (shuffles) {
            const int source = sourceOf(request, lane);
            const bool isThere = isIn(members, source);
            isRight = isRight && isThere && isWaveWidth(request.width);
            sources[lane] = isThere ? source : -1;
        }
    }
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        WaveRequest& request = *requests[lane];
        request.members = members;
        // What a lane holds that does not take part is not defined; AMD GPUs give 0.
        request.result = !shuffles ? yes : sources[lane] < 0 ? 0 : values[sources[lane]];
        if (call == WaveCall::Gather) {
            for (std::uint64_t all = members; all != 0; all &= all - 1) {
                const int other = __builtin_ctzll(all);
                request.values[other] = values[other];
            }
        }
    }
    if (call == WaveCall::Together && requests[first]->work != nullptr) {
        requests[first]->work(values, members); // once for all that came
    }
    return isRight;
}

void Worker::meet(BlockRun& block, const Wave& wave, std::uint64_t members) const
{
    if (checks.race) {
        const auto position = static_cast<unsigned>(&wave - block.waves.data());
        joinRaces(block, waveAt(block, position), members);
    }
    tellMasks(block, wave, members);
    if (!answer(wave, members)) {
        tellShuffles(block, wave, members);
    }
}

/// Lets one group of lanes that make the same call go on: one of which nobody is missing, else, as
/// nobody else can come, the one deepest in calls and then first in the source. False: nobody waits
/// at a function of the wave, or those that are missing may still come.
bool Worker::joinLanes(BlockRun& block, Wave& wave) const
{
    if (block.job->ended != Code::Success) {
        return false;
    }
    std::uint64_t left = 0;
    bool othersMayCome = false;
    for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        if (wave.at[lane]->state == State::AtWave) {
            left |= std::uint64_t{1} << lane;
        } else if (wave.at[lane]->state == State::Resting ||
                   (wave.at[lane]->state == State::AtWord && !block.isStuck)) {
            othersMayCome = true;
        }
    }
    std::uint64_t chosen = 0;
    const Fiber* best = nullptr;
    while (left != 0) {
        const Fiber& first = *wave.at[__builtin_ctzll(left)];
        const WaveRequest& asked = *first.request;
        const bool meets = isMeeting(asked);
        std::uint64_t group = 0;
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
            const WaveRequest& other = *wave.at[__builtin_ctzll(rest)]->request;
            if (other.call == asked.call && other.hasMask == asked.hasMask &&
                other.mask == asked.mask && (meets || sameSite(other.site, asked.site))) {
                group |= rest & (~rest + 1);
            }
        }
        left &= ~group;
        const std::uint64_t meant =
            first.request->hasMask ? first.request->mask & wave.waiting : wave.waiting;
        if ((meant & ~group) == 0) {
            meet(block, wave, group);
            return true;
        }
        const bool isBetter =
            best == nullptr || first.depth < best->depth ||
            (first.depth == best->depth && first.request->site.line < best->request->site.line);
        if (isBetter) {
            best = &first;
            chosen = group;
        }
    }
    if (best == nullptr || othersMayCome) {
        return false;
    }
    const WaveRequest& request = *best->request;
    if (request.hasMask) {
        const std::string text = "lanes " + listOf(request.mask & wave.waiting & ~chosen) +
                                 " are named by the mask and do not come";
        complain("mask", block.job->name, text.c_str(), request.site);
    }
    meet(block, wave, chosen);
    return true;
}

} // namespace rocport_lanes
