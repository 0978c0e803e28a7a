#pragma once

#include "core/vcs/repository.h"
#include "tests/unit/gitfixture.h"

namespace rocport::fixture {

inline const QString kBranch = QStringLiteral("rocport/port");

inline QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

inline std::unique_ptr<Repository> openOrFail(const QString& path)
{
    Result<std::unique_ptr<Repository>> opened = Repository::open(path);
    if (!opened) {
        qFatal("open: %s", qPrintable(opened.error().detail));
    }
    return std::move(*opened);
}

/// A file as it is to be committed.
inline CommitFile file(const QByteArray& path, const QByteArray& content, bool removed = false)
{
    CommitFile changed;
    changed.path = RepoPath(path);
    changed.content = content;
    changed.removed = removed;
    return changed;
}

} // namespace rocport::fixture
