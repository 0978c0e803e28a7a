#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/glyph.h"

namespace rocport {

/// The icon of the kind under which lists show the node.
Glyph nodeGlyph(const Node& node);

Mark nodeStateMark(NodeEntry::State state);
QString nodeStateWord(NodeEntry::State state); ///< "Ready"
/// The result of the newest probe in one line, else the address.
QString nodeSummary(const NodeEntry& entry);
/// "8 × AMD Instinct MI300X"; "No GPU".
QString gpuSummary(const ProbeReport& report);

/// A moment in local time as people write it: "Today 14:05", "12 Nov 09:30"; empty: "never".
QString shortTime(const QDateTime& time);
/// The same within a sentence: "today at 14:02".
QString timeInSentence(const QDateTime& time);
/// "12 ms", "6.2 s", "3 min 41 s".
QString shortDuration(qint64 milliseconds);

} // namespace rocport
