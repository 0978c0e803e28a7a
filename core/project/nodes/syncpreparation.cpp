#include "core/project/nodes/syncpreparation.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/proof/compilegate.h"

#include <QLocale>
#include <QtConcurrent>

namespace rocport {

namespace {

QString size(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes);
}

/// Connects what a sync says to a preparation.
void follow(TreeSync& sync, JobPreparation& preparation)
{
    QObject::connect(
        &sync, &TreeSync::progress, &preparation, [&preparation](qint64 done, qint64 total) {
            Q_EMIT preparation.progressed(
                QStringLiteral("Sending sources: %1 of %2").arg(size(done), size(total)));
        });
    QObject::connect(&sync, &TreeSync::finished, &preparation,
                     [&preparation](const Result<SyncSummary>& result) {
                         if (result) {
                             Q_EMIT preparation.progressed(syncSentence(*result));
                             Q_EMIT preparation.done();
                         } else {
                             Q_EMIT preparation.failed(result.error());
                         }
                     });
}

Result<SyncSources> portSources(const ProjectState& state, const CancelToken& cancel)
{
    const auto input = gateInput(state);
    if (!input) {
        return input.error();
    }
    QHash<RepoPath, QByteArray> port;
    for (const GateFileInput& file : input->port) {
        port.insert(file.path, file.content);
    }
    return collectSyncFiles(input->tree, port, cancel);
}

} // namespace

QString syncSentence(const SyncSummary& summary)
{
    if (summary.unchanged) {
        return summary.files == 1 ? QStringLiteral("The node already has the file.")
                                  : QStringLiteral("The node already has all %1 files.")
                                        .arg(countText(summary.files));
    }
    QString text = QStringLiteral("Sent %1 of %2 (%3)")
                       .arg(countText(summary.sent), counted(summary.files, "file", "files"),
                            size(summary.bytes));
    if (summary.removed > 0) {
        text += QStringLiteral(", removed %1").arg(summary.removed);
    }
    if (summary.restored > 0) {
        text += QStringLiteral(", restored %1 that had been changed there").arg(summary.restored);
    }
    return text + u'.';
}

SyncPreparation::SyncPreparation(std::shared_ptr<const ProjectState> state,
                                 std::shared_ptr<const Transport> transport, QString tree,
                                 QThreadPool& pool, QObject* parent)
    : JobPreparation(parent),
      m_state(std::move(state)),
      m_transport(std::move(transport)),
      m_tree(std::move(tree)),
      m_pool(pool)
{
}

void SyncPreparation::start()
{
    whenDone(
        QtConcurrent::run(
            &m_pool, [state = m_state, cancel = m_cancel] { return portSources(*state, cancel); }),
        this, [this](const Result<SyncSources>& sources) {
            if (m_cancel.isCancelled()) {
                Q_EMIT failed(Error{ErrorCode::Cancelled, {}, m_transport->node().name});
            } else if (!sources) {
                Q_EMIT failed(sources.error());
            } else {
                send(*sources);
            }
        });
}

void SyncPreparation::send(const SyncSources& sources)
{
    m_sync = m_transport->sync(m_tree, &m_pool);
    follow(*m_sync, *this);
    m_sync->start(sources.files, m_cancel);
}

void SyncPreparation::cancel()
{
    m_cancel.cancel();
}

FolderPreparation::FolderPreparation(QString folder, std::shared_ptr<const Transport> transport,
                                     QString tree, QObject* parent)
    : JobPreparation(parent),
      m_folder(std::move(folder)),
      m_transport(std::move(transport)),
      m_tree(std::move(tree))
{
}

void FolderPreparation::start()
{
    whenDone(QtConcurrent::run([folder = m_folder, cancel = m_cancel]() -> Result<SyncSources> {
                 auto tree = openFolderTree(folder);
                 if (!tree) {
                     return tree.error();
                 }
                 return collectSyncFiles(std::shared_ptr<const SourceTree>(*std::move(tree)), {},
                                         cancel);
             }),
             this, [this](const Result<SyncSources>& sources) {
                 if (!sources) {
                     Q_EMIT failed(sources.error());
                     return;
                 }
                 m_sync = m_transport->sync(m_tree);
                 follow(*m_sync, *this);
                 m_sync->start(sources->files, m_cancel);
             });
}

void FolderPreparation::cancel()
{
    m_cancel.cancel();
}

} // namespace rocport
