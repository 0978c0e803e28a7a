#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"

#include <QHash>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>

namespace rocport {

/// One file of a tree as it should be on a node.
struct SyncFile
{
    enum class Kind : quint8 { File, Executable, Link };
    RepoPath path;
    /// Changes whenever the content may have: git's blob id if there is one. Any bytes.
    QByteArray identity;
    Kind kind = Kind::File;
    qint64 size = -1; ///< bytes; -1: not known before reading
    /// Reads the content (for a link, its target). Called from a worker thread.
    std::function<Result<QByteArray>()> read;
};

/// Git's blob id of a content: SHA-1 of "blob N", a NUL and the bytes; hex.
QByteArray blobIdentity(const QByteArray& content);

/// Name of a project's tree on nodes: the project's name in plain characters and a short hash of
/// `unique` (the project file's path, its id), so that two projects of the same name do not share a
/// tree.
QString treeName(const QString& project, const QByteArray& unique);

/// Whether a link at `path` to `target` stays inside its tree.
bool linkStaysInside(const RepoPath& path, const QByteArray& target);

/// A tree's list of files, in the form that both sides compare.
struct SyncList
{
    QVector<SyncFile> files; ///< by path
    QByteArray ids;          ///< one line per file: kind, identity
    QByteArray names;        ///< "./path" and NUL for each, in the same order
    QByteArray digest;       ///< hex, of both the above
};
/// Errors: InvalidArgument (an empty path, one that leaves the tree or names git's own folder, the
/// same path twice, a file where another's folder is).
Result<SyncList> makeSyncList(QVector<SyncFile> files);

/// What the node says about its tree (docs/sync.md).
struct SyncAnswer
{
    enum class State : quint8 { None, Same, Other, Done } state = State::None;
    QByteArray folder; ///< of the tree, there
    QByteArray base;   ///< the node's name for its list; empty: none
    struct Entry
    {
        QByteArray id; ///< kind and identity
        bool changed = false;
    };
    QHash<QByteArray, Entry> files; ///< by "./path"
    QVector<QByteArray> pending;    ///< "./path" of files that an interrupted sync may have left
                                    ///  behind
};
/// Errors: ParseFailed, `object` empty. The node is not trusted: any bytes are accepted.
Result<SyncAnswer> parseSyncAnswer(const QByteArray& bytes);

/// What has to be sent.
struct SyncPlan
{
    std::shared_ptr<const SyncList> list;
    QByteArray base;         ///< of the answer; empty: none
    QVector<qsizetype> send; ///< indices in list->files
    QByteArray removals;     ///< "./path" and NUL for each
    QByteArray additions;    ///< files in `send` that the node did not have, likewise
    int removed = 0;         ///< files that the list no longer has
    int restored = 0;        ///< files that were changed or removed on the node
};
SyncPlan planSync(std::shared_ptr<const SyncList> list, const SyncAnswer& answer);

/// The members of the stream before and after those of the files ("files/…").
QByteArray syncStreamHead(const SyncPlan& plan);
QByteArray syncStreamTail(const SyncPlan& plan);
/// One file's member.
QByteArray syncStreamFile(const SyncFile& file, const QByteArray& content);

} // namespace rocport
