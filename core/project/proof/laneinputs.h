#pragma once

#include "core/lanes/laneverify.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What the runs of an execution on lanes are made from.
struct LaneInputs
{
    GateInput original;
    QVector<LanePort> ports;
    QVector<LaneHint> hints;
};

/// The files of a folder as they are. Errors: those of openFolderTree().
Result<GateInput> originalInput(const QString& root, const TargetSettings& target);

/// What the rules say about warps and waves: findings, then proposed changes, the worst first.
QVector<LaneHint> laneHints(const ScanResult& scan);

/// The original and the accepted port of a project, on each of `lanes`. Errors: those of
/// gateInput().
Result<LaneInputs> laneInputs(const ProjectState& state, const QVector<int>& lanes);

} // namespace rocport
