#include "core/project/session/projectsources.h"

#include "core/base/cancelscope.h"
#include "core/base/place.h"
#include "core/process/editorcommand.h"
#include "core/project/port/folderproposal.h"
#include "core/project/proof/prooftexts.h"
#include "core/project/session/filetexts.h"
#include "core/project/session/inventoryplaces.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/sourcereader.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrent>

namespace rocport {

QFuture<Result<FileTexts>> ProjectSources::loadFile(const RepoPath& targetPath) const
{
    return QtConcurrent::run(
        &m_project.pool(), [state = m_project.state(), targetPath]() -> Result<FileTexts> {
            if (!state || !state->scan) {
                return Error{ErrorCode::FileNotFound, {}, targetPath.display()};
            }
            FileTexts texts;
            texts.path = targetPath;
            texts.language = languageOfFile(targetPath.fileName());
            RepoPath source = targetPath;
            for (const Hunk& hunk : state->scan->hunks) {
                if (hunk.targetPath == targetPath) {
                    source = hunk.sourcePath;
                    texts.hunks.append(hunk);
                }
            }
            std::stable_sort(
                texts.hunks.begin(), texts.hunks.end(),
                [](const Hunk& a, const Hunk& b) { return a.firstLine < b.firstLine; });
            if (!source.isEmpty()) {
                auto original = sourceReader(*state)(source);
                if (!original) {
                    return original.error();
                }
                texts.original = *std::move(original);
            }
            return texts;
        });
}

QFuture<Result<QByteArray>> ProjectSources::loadSource(const RepoPath& path) const
{
    return QtConcurrent::run(&m_project.pool(),
                             [state = m_project.state(), path]() -> Result<QByteArray> {
                                 if (!state || !state->scan) {
                                     return Error{ErrorCode::FileNotFound, {}, path.display()};
                                 }
                                 return sourceReader(*state)(path);
                             });
}

QFuture<Result<InventoryPlaces>> ProjectSources::inventoryPlaces(const InventoryCount& count,
                                                                 const CancelToken& cancel) const
{
    return QtConcurrent::run(
        &m_project.pool(), [state = m_project.state(), count, cancel]() -> Result<InventoryPlaces> {
            if (!state || !state->scan) {
                return InventoryPlaces();
            }
            return rocport::inventoryPlaces(count, *state->scan, state->meta.target,
                                            sourceReader(*state), cancel);
        });
}

QFuture<Result<QByteArray>> ProjectSources::patchOf(const QVector<QByteArray>& hunkKeys) const
{
    return QtConcurrent::run(
        &m_project.pool(), [state = m_project.state(), hunkKeys]() -> Result<QByteArray> {
            QVector<Hunk> hunks;
            QHash<QByteArray, QByteArray> edited;
            const QVector<QByteArray> keys =
                state && state->scan ? withNeeded(state->scan->hunks, state->hunkIndex, hunkKeys)
                                     : QVector<QByteArray>();
            for (const QByteArray& key : keys) {
                const Hunk* hunk = state->hunk(key);
                if (hunk == nullptr) {
                    continue;
                }
                hunks.append(*hunk);
                const Decision* decision = state->decisions.decision(key);
                if (decision != nullptr && decision->kind == DecisionKind::Edited) {
                    edited.insert(key, decision->editedText);
                }
            }
            if (hunks.isEmpty()) {
                return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such change"),
                             QString::fromLatin1(hunkKeys.value(0))};
            }
            const auto files = buildPort(hunks, edited, sourceReader(*state));
            if (!files) {
                return files.error();
            }
            return portPatch(*files);
        });
}

QFuture<Result<ProofTexts>> ProjectSources::proofTexts(const QByteArray& hunkKey,
                                                       const CancelToken& cancel) const
{
    return QtConcurrent::run(
        &m_project.pool(), [state = m_project.state(), hunkKey, cancel]() -> Result<ProofTexts> {
            const CancelScope scope(cancel);
            if (!state || !state->scan) {
                return Error{ErrorCode::NotPossibleNow, QStringLiteral("no project is open"), {}};
            }
            Result<ProofTexts> texts = rocport::proofTexts(*state, hunkKey, sourceReader(*state));
            return cancel.isCancelled() ? Error{ErrorCode::Cancelled, {}, {}} : std::move(texts);
        });
}

Result<QString> ProjectSources::localFile(const Place& place) const
{
    const auto state = m_project.state();
    if (!state) {
        return Error{ErrorCode::FileNotFound, {}, place.path.display()};
    }
    QStringList folders;
    if (place.side == PlaceSide::Port && !state->meta.worktree.isEmpty()) {
        folders.append(state->meta.worktree);
    }
    folders.append(state->meta.repositoryRoot);
    for (const QString& folder : std::as_const(folders)) {
        const QString root = folder.isEmpty() ? QString() : QFileInfo(folder).canonicalFilePath();
        const QFileInfo file(QDir(root).absoluteFilePath(QFile::decodeName(place.path.bytes())));
        // No link and no ".." leads out of the folder: paths come from a repository.
        if (!root.isEmpty() && file.isFile() && file.canonicalFilePath().startsWith(root + u'/')) {
            return file.canonicalFilePath();
        }
    }
    return Error{ErrorCode::FileNotFound,
                 QStringLiteral("the checkout does not have this file; a file that the port adds "
                                "is there once it is committed"),
                 place.path.display()};
}

Result<void> ProjectSources::openInEditor(const Place& place, const QString& command) const
{
    const Result<QString> file = localFile(place);
    if (!file) {
        return file.error();
    }
    const Result<EditorCommand> made = editorCommand(command, *file, place.line);
    if (!made) {
        return made.error();
    }
    return startEditor(*made, m_project.state()->meta.repositoryRoot);
}

} // namespace rocport
