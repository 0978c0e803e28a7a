#pragma once

#include "core/probe/probereport.h"

namespace rocport {

/// What a probed node has, compared with what the port is made for. ROCm is always compared if the
/// node has it, and reported even if equal; PyTorch and the GPUs are reported only if they differ.
/// None of these is critical: the port may be right and the node the wrong one.
QVector<ProbeFinding> targetFindings(const ProbeReport& report, const TargetSettings& target);

/// The report with targetFindings() among its findings, most severe first. Without a target the
/// report is unchanged.
ProbeReport besideTarget(ProbeReport report, const std::optional<TargetSettings>& target);

} // namespace rocport
