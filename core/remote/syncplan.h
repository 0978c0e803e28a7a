#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"

#include <QHash>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>

namespace rocport {

/// One file of a tree as it shall be on a node.
struct SyncFile
{
    enum class Kind : quint8 { File, Executable, Link };
    RepoPath path;
    /// Changes whenever the content may have: the blob id of git where there is one. Any bytes.
    QByteArray identity;
    Kind kind = Kind::File;
    qint64 size = -1; ///< bytes; -1: not known before reading
    /// The content (of a link: where it leads). Called from a worker thread.
    std::function<Result<QByteArray>()> read;
};

/// Git's id of a content: SHA-1 of "blob N", a NUL and the bytes; hex.
QByteArray blobIdentity(const QByteArray& content);

/// Name of a project's tree on nodes: the project's name, made plain, and a short hash of
/// `unique` (the project file's path, its id), so that two projects of one name share no tree.
QString treeName(const QString& project, const QByteArray& unique);

/// Whether a link at `path` to `target` stays in its tree.
bool linkStaysInside(const RepoPath& path, const QByteArray& target);

/// A tree's list of files, as both sides compare it.
struct SyncList
{
    QVector<SyncFile> files; ///< by path
    QByteArray ids;          ///< a line each: kind, identity
    QByteArray names;        ///< "./path" and NUL each, in the same order
    QByteArray digest;       ///< hex, of both
};
/// Errors: InvalidArgument (an empty path, one that leaves the tree or names git's own folder, the
/// same path twice, a file where another's folder is).
Result<SyncList> makeSyncList(QVector<SyncFile> files);

/// What the node says about its tree (docs/sync.md).
struct SyncAnswer
{
    enum class State : quint8 { None, Same, Other, Done } state = State::None;
    QByteArray folder; ///< of the tree, there
    QByteArray base;   ///< the node's name of its list; empty: none
    struct Entry
    {
        QByteArray id; ///< kind and identity
        bool changed = false;
    };
    QHash<QByteArray, Entry> files; ///< by "./path"
    QVector<QByteArray> pending;    ///< "./path" that an interrupted sync may have left behind
};
/// Errors: ParseFailed, `object` empty. The node is not trusted: any bytes are taken.
Result<SyncAnswer> parseSyncAnswer(const QByteArray& bytes);

/// What has to travel.
struct SyncPlan
{
    std::shared_ptr<const SyncList> list;
    QByteArray base;         ///< of the answer; empty: none
    QVector<qsizetype> send; ///< indices in list->files
    QByteArray removals;     ///< "./path" and NUL each
    QByteArray additions;    ///< those of `send` that the node did not have, likewise
    int removed = 0;         ///< files that the list no longer has
    int restored = 0;        ///< files that were changed or removed on the node
};
SyncPlan planSync(std::shared_ptr<const SyncList> list, const SyncAnswer& answer);

/// The members of the stream before and after the files' own ("files/…").
QByteArray syncStreamHead(const SyncPlan& plan);
QByteArray syncStreamTail(const SyncPlan& plan);
/// One file's member.
QByteArray syncStreamFile(const SyncFile& file, const QByteArray& content);

} // namespace rocport
