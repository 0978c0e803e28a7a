#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QHash>
#include <QStringList>

namespace rocport {

/// Names of the settings of a target, as options of the command line have them: "rocm", "arch".
QStringList targetWordNames();

/// The target that words by these names describe; a setting without one has its default. Lists are
/// separated by commas. Errors: InvalidArgument, which names the setting with `prefix` before it.
Result<TargetSettings> targetFromWords(const QHash<QString, QString>& words, const QString& prefix);

} // namespace rocport
