// The GPUs that are played: how many, which one each thread of the host uses, and who may use whose
// memory. All are of one kind, and a kernel runs to its end on whichever it is launched.

#include "lanes/engine.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

namespace rocport_lanes {

namespace {

thread_local int chosenDevice = 0;

std::mutex& peerLock()
{
    static std::mutex& lock = *new std::mutex; // outlives what programs do at their end
    return lock;
}

/// Who may use the memory of whom.
std::set<std::pair<int, int>>& peers()
{
    static auto& all = *new std::set<std::pair<int, int>>;
    return all;
}

} // namespace

int deviceCount()
{
    static const int count = [] {
        const char* const asked = std::getenv("LANES_DEVICES");
        return std::clamp(asked == nullptr ? 1 : std::atoi(asked), 1, kMostDevices);
    }();
    return count;
}

int currentDevice()
{
    return chosenDevice;
}

Code setDevice(int device)
{
    if (!isDevice(device)) {
        return Code::InvalidDevice;
    }
    chosenDevice = device;
    return Code::Success;
}

Code enablePeer(int peer)
{
    if (!isDevice(peer) || peer == chosenDevice) {
        return Code::InvalidDevice;
    }
    const std::lock_guard lock(peerLock());
    return peers().emplace(chosenDevice, peer).second ? Code::Success : Code::PeerEnabled;
}

Code disablePeer(int peer)
{
    if (!isDevice(peer)) {
        return Code::InvalidDevice;
    }
    const std::lock_guard lock(peerLock());
    return peers().erase({chosenDevice, peer}) != 0 ? Code::Success : Code::PeerNotEnabled;
}

void forgetPeers()
{
    const std::lock_guard lock(peerLock());
    std::erase_if(peers(), [](const auto& pair) { return pair.first == chosenDevice; });
}

} // namespace rocport_lanes
