#pragma once

#include "core/rules/rule.h"

namespace rocport {

/// Whether a project's versions and GPUs are among those to which the rule applies. Whether it is
/// switched off does not matter.
bool isForTarget(const Rule& rule, const TargetSettings& target);

} // namespace rocport
