#include "core/facts/allocatorkeys.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

QByteArrayList entriesOf(const QByteArray& value)
{
    QByteArrayList result;
    QByteArray current;
    int depth = 0;
    for (const char c : value) {
        depth += c == '[' ? 1 : (c == ']' ? -1 : 0);
        if (c == ',' && depth <= 0) {
            result.append(current);
            current.clear();
        } else {
            current.append(c);
        }
    }
    result.append(current);
    return result;
}

/// CUDA's spelling and ROCm's.
bool isKnownKey(const QByteArray& key)
{
    constexpr std::array<const char*, 17> kKeys = {"max_split_size_mb",
                                                   "expandable_segments",
                                                   "garbage_collection_threshold",
                                                   "roundup_power2_divisions",
                                                   "roundup_bypass_threshold_mb",
                                                   "backend",
                                                   "release_lock_on_cudamalloc",
                                                   "release_lock_on_hipmalloc",
                                                   "max_non_split_rounding_mb",
                                                   "pinned_use_cuda_host_register",
                                                   "pinned_use_hip_host_register",
                                                   "pinned_num_register_threads",
                                                   "pinned_use_background_threads",
                                                   "pinned_reserve_segment_size_mb",
                                                   "graph_capture_record_stream_reuse",
                                                   "per_process_memory_fraction",
                                                   "large_segment_size_mb"};
    return std::any_of(kKeys.begin(), kKeys.end(), [&](const char* known) { return key == known; });
}

} // namespace

AllocatorSettings readAllocatorSettings(const QByteArray& value)
{
    AllocatorSettings result;
    QByteArrayList rest;
    for (const QByteArray& entry : entriesOf(value)) {
        const qsizetype colon = entry.indexOf(':');
        const QByteArray key = entry.left(colon < 0 ? entry.size() : colon).trimmed();
        const QByteArray setting = entry.mid(colon + 1).trimmed();
        if (key == "expandable_segments") {
            result.expandable = setting.toLower() == "true" || setting == "1";
        } else if (!entry.trimmed().isEmpty()) {
            rest.append(entry.trimmed());
            if (key == "max_split_size_mb") {
                result.split = setting.toInt();
            } else if (!isKnownKey(key)) {
                result.unknown.append(key);
            }
        }
    }
    result.rest = rest.join(',');
    return result;
}

QByteArray safeAllocatorValue(const AllocatorSettings& settings)
{
    return settings.expandable && settings.split ? settings.rest : QByteArray();
}

ExpandableSegments expandableSegments(const Version& torch, const Version& rocm)
{
    if ((!rocm.isEmpty() && rocm < Version{7, 0}) || (!torch.isEmpty() && torch < Version{2, 11})) {
        return ExpandableSegments::Ignored;
    }
    return !torch.isEmpty() && torch < Version{2, 12} ? ExpandableSegments::OnlyAmd
                                                      : ExpandableSegments::Acts;
}

QByteArrayList allocatorVariablesOf(const Version& torch)
{
    const QByteArray cuda = "PYTORCH_CUDA_ALLOC_CONF";
    const QByteArray hip = "PYTORCH_HIP_ALLOC_CONF";
    if (torch.isEmpty()) {
        return {};
    }
    if (torch < Version{2, 8}) {
        return {hip};
    }
    if (torch < Version{2, 9}) {
        return {};
    }
    if (torch < Version{2, 14}) {
        return {cuda};
    }
    return {cuda, hip, QByteArray("PYTORCH_ALLOC_CONF")};
}

} // namespace rocport
