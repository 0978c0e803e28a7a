// Places of the project: what the inventory counts, patches, proofs, files for the user's editor.
#include "core/base/cancelscope.h"
#include "core/base/place.h"
#include "core/process/editorcommand.h"
#include "core/project/port/folderproposal.h"
#include "core/project/proof/prooftexts.h"
#include "core/project/session/inventoryplaces.h"
#include "core/project/session/sessionprivate.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrent>

namespace rocport {

QFuture<Result<InventoryPlaces>> ProjectSession::inventoryPlaces(const InventoryCount& count,
                                                                 const CancelToken& cancel) const
{
    return QtConcurrent::run(
        &d->pool, [state = m_state, count, cancel]() -> Result<InventoryPlaces> {
            if (!state || !state->scan) {
                return InventoryPlaces();
            }
            return rocport::inventoryPlaces(count, *state->scan, state->meta.target,
                                            sourceReader(*state), cancel);
        });
}

QFuture<Result<QByteArray>> ProjectSession::patchOf(const QVector<QByteArray>& hunkKeys) const
{
    return QtConcurrent::run(&d->pool, [state = m_state, hunkKeys]() -> Result<QByteArray> {
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

QFuture<Result<ProofTexts>> ProjectSession::proofTexts(const QByteArray& hunkKey,
                                                       const CancelToken& cancel) const
{
    return QtConcurrent::run(&d->pool, [state = m_state, hunkKey, cancel]() -> Result<ProofTexts> {
        const CancelScope scope(cancel);
        if (!state || !state->scan) {
            return Error{ErrorCode::NotPossibleNow, QStringLiteral("no project is open"), {}};
        }
        Result<ProofTexts> texts = rocport::proofTexts(*state, hunkKey, sourceReader(*state));
        return cancel.isCancelled() ? Error{ErrorCode::Cancelled, {}, {}} : std::move(texts);
    });
}

Result<QString> ProjectSession::localFile(const Place& place) const
{
    if (!m_state) {
        return Error{ErrorCode::FileNotFound, {}, place.path.display()};
    }
    QStringList folders;
    if (place.side == PlaceSide::Port && !m_state->meta.worktree.isEmpty()) {
        folders.append(m_state->meta.worktree);
    }
    folders.append(m_state->meta.repositoryRoot);
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

Result<void> ProjectSession::openInEditor(const Place& place, const QString& command) const
{
    const Result<QString> file = localFile(place);
    if (!file) {
        return file.error();
    }
    const Result<EditorCommand> made = editorCommand(command, *file, place.line);
    if (!made) {
        return made.error();
    }
    return startEditor(*made, m_state->meta.repositoryRoot);
}

} // namespace rocport
