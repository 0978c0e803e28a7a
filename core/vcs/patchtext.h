#pragma once

#include "core/base/repopath.h"

#include <QByteArray>

namespace rocport {

/// A git patch ("diff --git …") that turns `before` into `after`; three lines of context. `isNew`:
/// the file is added. Empty when the two are equal. Binary content gives git's "Binary files
/// differ" note.
QByteArray patchText(const RepoPath& path, const QByteArray& before, const QByteArray& after,
                     bool isNew);

} // namespace rocport
