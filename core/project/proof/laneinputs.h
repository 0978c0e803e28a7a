#pragma once

#include "core/lanes/laneverify.h"
#include "core/project/port/folderproposal.h"
#include "core/project/session/projectstate.h"

#include <functional>

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

/// The target of a port for `lanes` lanes: a port for 64 alone may say so, and one for 32 is for a
/// GPU that has them, unless the user names architectures.
TargetSettings targetForLanes(int lanes, TargetSettings target, bool namesArchitectures);

/// A folder as it is, of which ports are run.
struct FolderLanes
{
    QString root;
    TargetSettings target;
    bool namesArchitectures = false; ///< see targetForLanes()
    HunkChoice choice;
    QVector<int> lanes;
    /// Scans the folder for a target.
    std::function<Result<FolderScan>(const TargetSettings&)> scan;
};

/// The original of a folder and its port, with the chosen changes, on each of its lanes. Errors:
/// those of `scan`, originalInput() and gateInput().
Result<LaneInputs> laneInputs(const FolderLanes& folder);

/// The original and the accepted port of a project, on each of `lanes`. Errors: those of
/// gateInput().
Result<LaneInputs> laneInputs(const ProjectState& state, const QVector<int>& lanes);

} // namespace rocport
