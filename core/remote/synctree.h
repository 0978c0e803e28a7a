#pragma once

#include "core/base/cancel.h"
#include "core/process/process.h"
#include "core/remote/syncplan.h"
#include "core/remote/transport.h"
#include "core/scan/sourcetree.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QObject>
#include <QTimer>

class QThreadPool;

namespace rocport {

/// What a sync did.
struct SyncSummary
{
    bool unchanged = false; ///< the node had everything
    int files = 0;          ///< of the tree
    int sent = 0;
    int removed = 0;   ///< no longer in the list
    int restored = 0;  ///< those of `sent` that had been changed or removed on the node
    qint64 bytes = 0;  ///< bytes of content that were sent
    QString folder;    ///< of the tree on the node; absolute
    QByteArray digest; ///< of the list, hex
    qint64 elapsedMs = 0;
};

/// The files of a tree with a port on top, ready for TreeSync, and notes about what is left out.
struct SyncSources
{
    QVector<SyncFile> files;
    QStringList notes; ///< sentences: links that leave the tree, submodules, files too large
};
/// Lists `tree`; `port` replaces and adds files. Only links are read. Blocks: for worker threads.
/// Errors: Cancelled, those of the tree.
Result<SyncSources> collectSyncFiles(const std::shared_ptr<const SourceTree>& tree,
                                     const QHash<RepoPath, QByteArray>& port,
                                     const CancelToken& cancel);

/// Makes a tree on a node equal to a list of files: one program there to ask, another to send what
/// differs. Files that are not in the list (build outputs) stay; files in the list that were
/// changed there are restored. An interrupted sync is repaired by the next one. Used once;
/// asynchronous; lives in one thread with an event loop. Deleting the object ends the sync.
class TreeSync : public QObject
{
    Q_OBJECT

public:
    /// `tree` comes from treeName() and is in the node's workspace. `pool` reads and compares;
    /// null: the global one.
    TreeSync(std::shared_ptr<const Transport> transport, QString tree, QThreadPool* pool = nullptr,
             QObject* parent = nullptr);
    ~TreeSync() override;

    /// To be called once. finished() follows, also when `cancel` is cancelled.
    void start(const QVector<SyncFile>& files, const CancelToken& cancel = {});

Q_SIGNALS:
    /// Bytes of content that have left this machine, and the total, as far as known.
    void progress(qint64 done, qint64 total);
    /// The last signal. Errors: Cancelled, InvalidArgument (makeSyncList()), NodeToolMissing,
    /// NodeDiskFull, NodeFailed, ParseFailed, those of Transport::explain() and of reading the
    /// files.
    void finished(const rocport::Result<rocport::SyncSummary>& result);

private:
    struct Batch;
    void ask();
    void dropProcess();
    void answered(const ProcessOutcome& outcome);
    void send(const SyncPlan& plan);
    void pump();
    void batchRead(const Result<Batch>& batch);
    void sent(const ProcessOutcome& outcome);
    void run(const QString& verb, bool withInput,
             void (TreeSync::*ended)(const ProcessOutcome& outcome));
    void report();
    void end(const Result<SyncSummary>& result);
    [[nodiscard]] Error failure(const ProcessOutcome& outcome) const;
    template <typename Value, typename Work, typename Then>
    void inBackground(Work work, Then then);

    std::shared_ptr<const Transport> m_transport;
    std::shared_ptr<const ProcessRunner> m_runner;
    QString m_tree;
    QThreadPool* m_pool;
    CancelToken m_cancel;
    CancelToken m_stop; ///< of background work, set when this ends
    QTimer m_cancelWatch;
    QElapsedTimer m_clock;
    std::shared_ptr<const SyncList> m_list;
    SyncPlan m_plan;
    std::unique_ptr<Process> m_process;
    QByteArray m_output;
    QByteArray m_errors;
    QFuture<void> m_work;
    SyncSummary m_summary;
    qsizetype m_next = 0; ///< in m_plan.send
    qint64 m_knownBytes = 0;
    bool m_reading = false;
    bool m_inputClosed = false;
    bool m_ended = false;
    int m_tries = 0;
};

} // namespace rocport

Q_DECLARE_METATYPE(rocport::Result<rocport::SyncSummary>)
