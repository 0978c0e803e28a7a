#pragma once

#include "core/base/words.h"

#include <QByteArray>

#include <optional>

namespace rocport {

/// The parsed value of one of the variables of PyTorch's caching allocator.
struct AllocatorSettings
{
    bool expandable = false;  ///< expandable_segments:True
    std::optional<int> split; ///< max_split_size_mb
    QByteArray rest;          ///< the value without expandable_segments, entries as written
    QByteArrayList unknown;   ///< keys that no torch from 2.2 to 2.14 knows
};

/// Splits "a:1,b:[x:1,y:2]" at its top-level commas.
AllocatorSettings readAllocatorSettings(const QByteArray& value);

/// What to set on ROCm in place of a value that has both expandable_segments and max_split_size_mb:
/// the same without expandable_segments, which is the newer of the two there and has an open issue
/// about a hang (pytorch 192259), while max_split_size_mb is read in every release. Null: the value
/// does not have both.
QByteArray safeAllocatorValue(const AllocatorSettings& settings);

/// Whether ROCm builds of this torch honour expandable_segments: upstream from 2.12 on, AMD's own
/// builds from 2.11 on, with ROCm 7.0 or newer. Empty versions count as new.
enum class ExpandableSegments { Ignored, OnlyAmd, Acts };
ExpandableSegments expandableSegments(const Version& torch, const Version& rocm);

/// The variables that a ROCm build of this torch reads, the first one first. Up to 2.7 hipify had
/// renamed the string; 2.8 was not examined, so that both must be set: then, and for an empty
/// version, the list is empty.
QByteArrayList allocatorVariablesOf(const Version& torch);

} // namespace rocport
