#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QFuture>
#include <QString>
#include <QVector>

namespace rocport {

class CancelToken;
class OpenProject;
class RepoPath;
struct FileTexts;
struct InventoryCount;
struct InventoryPlaces;
struct Place;
struct ProofTexts;

/// What a session reads from the scanned files: texts, places of the inventory, patches, proofs,
/// and the files on this machine that hold them. Changes nothing; what takes time runs in the pool.
class ProjectSources
{
public:
    explicit ProjectSources(OpenProject& project) : m_project(project) {}

    /// Text and hunks of one target file. Errors: FileNotFound, FileUnreadable.
    QFuture<Result<FileTexts>> loadFile(const RepoPath& targetPath) const;
    /// Bytes of a scanned file, for evidence and jumps.
    QFuture<Result<QByteArray>> loadSource(const RepoPath& path) const;
    /// What a row of the inventory counts, with its lines. Errors: those of
    /// rocport::inventoryPlaces().
    QFuture<Result<InventoryPlaces>> inventoryPlaces(const InventoryCount& count,
                                                     const CancelToken& cancel) const;
    /// Changes as a patch that `git apply` accepts on the scanned commit: as edited if they were
    /// edited, with those that they need. Errors: InvalidArgument (none of them is known), those of
    /// buildPort().
    QFuture<Result<QByteArray>> patchOf(const QVector<QByteArray>& hunkKeys) const;
    /// What a change's verdict is based on: the texts that its proof compares. Errors: those of
    /// rocport::proofTexts(); Cancelled.
    QFuture<Result<ProofTexts>> proofTexts(const QByteArray& hunkKey,
                                           const CancelToken& cancel) const;
    /// The file on this machine that holds a place: of the original in the checkout, of the port in
    /// its worktree if that has the file. An absolute path. Errors: FileNotFound.
    [[nodiscard]] Result<QString> localFile(const Place& place) const;
    /// Opens that file at the place's line in the user's editor; `command`: see editorCommand().
    /// Errors: those of localFile(), editorCommand() and startEditor().
    Result<void> openInEditor(const Place& place, const QString& command) const;

private:
    OpenProject& m_project;
};

} // namespace rocport
