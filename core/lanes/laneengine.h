#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace rocport {

/// Writes the engine and the headers with the vendors' names, which are built into this program
/// (resources/lanes), to `folder`, which is created. Errors: those of writing, Internal.
Result<void> writeLaneEngine(const QString& folder);

/// Names of the engine's sources, without ".cpp": one that includes most of the others, that of
/// mathematics, the one with the GPU that is played, and those for PTX where there is some.
QStringList laneEngineSources(bool playsPtx);

} // namespace rocport
