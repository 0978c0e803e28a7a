#pragma once

#include "core/project/review/rocmchecks.h"

class QJsonObject;

namespace rocport {

/// The same with sentences cut to what is kept of them.
ArmChecks fitToKeep(ArmChecks checks);

/// Whether a project file takes all of it: hunks, sentences, and their length.
bool mayBeKept(const ArmChecks& checks);

/// Characters of all sentences.
qsizetype textOf(const ArmChecks& checks);

QJsonObject armChecksToJson(const ArmChecks& checks);
/// Parts in an unknown form are left out; all of it, where it is more than may be kept.
ArmChecks armChecksFromJson(const QJsonObject& object);

} // namespace rocport
