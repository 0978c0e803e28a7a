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

bool isShuffle(const WaveRequest& request)
{
    return request.call != WaveCall::Vote && request.call != WaveCall::Join &&
           request.call != WaveCall::Gather && request.call != WaveCall::Together;
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
        if (!isShuffle(request)) {
            return;
        }
        const int width = request.width;
        const bool isWidth =
            width > 0 && width <= static_cast<int>(waveLanes()) && (width & (width - 1)) == 0;
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

/// What is done once for all that came.
void workTogether(const Wave& wave, std::uint64_t members)
{
    const WaveRequest& first = *wave.at[__builtin_ctzll(members)]->request;
    if (first.call != WaveCall::Together || first.work == nullptr) {
        return;
    }
    std::uint64_t values[kMostWaveLanes] = {};
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        values[lane] = wave.at[lane]->request->value;
    }
    first.work(values, members);
}

} // namespace

/// The lanes of `members` do together what they ask.
void Worker::answer(const Wave& wave, std::uint64_t members)
{
    std::uint64_t yes = 0;
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        yes |= std::uint64_t{wave.at[lane]->request->value != 0} << lane;
    }
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        WaveRequest& request = *wave.at[lane]->request;
        request.members = members;
        request.result = yes;
        if (request.call == WaveCall::Gather) {
            for (std::uint64_t all = members; all != 0; all &= all - 1) {
                const int other = __builtin_ctzll(all);
                request.values[other] = wave.at[other]->request->value;
            }
        }
        if (!isShuffle(request)) {
            continue;
        }
        const int source = sourceOf(request, lane);
        const bool isThere = isIn(members, source);
        // What a lane holds that does not take part is not defined; AMD GPUs give 0.
        request.result = isThere ? wave.at[source]->request->value : 0;
    }
    workTogether(wave, members);
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        wave.at[__builtin_ctzll(rest)]->state = State::Ready;
    }
}

void Worker::meet(BlockRun& block, const Wave& wave, std::uint64_t members)
{
    if (checks.race) {
        const auto position = static_cast<unsigned>(&wave - block.waves.data());
        joinRaces(block, waveAt(block, position), members);
    }
    tellMasks(block, wave, members);
    tellShuffles(block, wave, members);
    answer(wave, members);
}

/// Lets one group of lanes that make the same call go on: one of which nobody is missing, else, as
/// nobody else can come, the one deepest in calls and then first in the source. False: nobody waits
/// at a function of the wave, or those that are missing may still come.
bool Worker::joinLanes(BlockRun& block, Wave& wave)
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
        std::uint64_t group = 0;
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
            const Fiber& other = *wave.at[__builtin_ctzll(rest)];
            if (other.request->call == first.request->call &&
                other.request->hasMask == first.request->hasMask &&
                other.request->mask == first.request->mask &&
                (isMeeting(*first.request) || sameSite(other.request->site, first.request->site))) {
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
