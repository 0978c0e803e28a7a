#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"

#include <QHash>
#include <QVector>

#include <functional>

namespace rocport {

/// One file of the port, with a set of hunks applied.
struct PortFile
{
    RepoPath path;       ///< target path
    RepoPath source;     ///< file it was made from; empty for a generated one
    QByteArray original; ///< text of `source`; empty for a generated file
    QByteArray content;
    bool isNew = false; ///< `path` is not a scanned file
};

/// Returns the scanned text of a file. Errors: FileNotFound, FileUnreadable.
using ReadSource = std::function<Result<QByteArray>(const RepoPath&)>;

/// The files that `hunks` write, by path. `edited`: replacement lines by hunk key. Errors: those of
/// `read`, EditOverlap, EditStale (with the path).
Result<QVector<PortFile>> buildPort(const QVector<Hunk>& hunks,
                                    const QHash<QByteArray, QByteArray>& edited,
                                    const ReadSource& read);

/// `keys` and, transitively, the hunks they need; in the order of `hunks`; each once.
QVector<QByteArray> withNeeded(const QVector<Hunk>& hunks,
                               const QHash<QByteArray, qsizetype>& index,
                               const QVector<QByteArray>& keys);

} // namespace rocport
