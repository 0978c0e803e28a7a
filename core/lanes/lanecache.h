#pragma once

#include "core/process/process.h"

#include <QStringList>

namespace rocport {

/// What compilers made before, kept by ccache between jobs: the engine is the same in each, and so
/// are sources that nobody changed. Without ccache, or without a folder, everything is compiled
/// each time. A value.
class LaneCache
{
public:
    LaneCache() = default;
    /// Looks for ccache in `path`. `folder`: absolute; made where it is not there; empty: nothing
    /// is kept.
    LaneCache(const QString& folder, const QStringList& path);

    /// Absolute folder that compilers write to; empty: nothing is kept.
    [[nodiscard]] const QString& folder() const { return m_folder; }

    /// `command`, a compiler that makes one object, so that it is not run where its result is
    /// known. Paths below its working folder, which has another name in each job, do not count.
    [[nodiscard]] ProcessCommand wrapped(ProcessCommand command) const;

private:
    QString m_program; ///< ccache, absolute
    QString m_folder;
};

/// Where the user's caches are: "…/.cache/rocport/lanes".
QString laneCacheFolder();

} // namespace rocport
