#pragma once

#include "core/base/finding.h"
#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Both sides of one file for the diff.
struct FileTexts
{
    RepoPath path; ///< target path
    Language language = Language::Other;
    QByteArray original; ///< empty for a new file
    QVector<Hunk> hunks; ///< of this target file, by position
};

} // namespace rocport
