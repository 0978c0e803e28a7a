#pragma once

#include "core/probe/probereport.h"

namespace rocport {

/// What a probed node has beside what the port is made for. ROCm is always compared where the node
/// has it, and said to be equal too; PyTorch and the GPUs are said only where they differ. None is
/// critical: the port can be right and the node another one.
QVector<ProbeFinding> targetFindings(const ProbeReport& report, const TargetSettings& target);

/// The report with targetFindings() among its findings, most severe first. Without a target: as it
/// is.
ProbeReport besideTarget(ProbeReport report, const std::optional<TargetSettings>& target);

} // namespace rocport
