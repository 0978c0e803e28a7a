#pragma once

#include "core/project/session/projectstate.h"
#include "core/remote/jobrunner.h"
#include "core/remote/synctree.h"

class QThreadPool;

namespace rocport {

/// Sends a project's sources with the accepted port to a node before a job starts there: the files
/// of the port branch (or of the scanned commit), with what is accepted but not committed yet on
/// top.
class SyncPreparation : public JobPreparation
{
    Q_OBJECT

public:
    /// `tree` is its name on the node; `pool` outlives this.
    SyncPreparation(std::shared_ptr<const ProjectState> state,
                    std::shared_ptr<const Transport> transport, QString tree, QThreadPool& pool,
                    QObject* parent = nullptr);

    void start() override;
    void cancel() override;

private:
    void send(const SyncSources& sources);

    std::shared_ptr<const ProjectState> m_state;
    std::shared_ptr<const Transport> m_transport;
    QString m_tree;
    QThreadPool& m_pool;
    CancelToken m_cancel;
    std::unique_ptr<TreeSync> m_sync;
};

/// The same for a folder as it is, for the command line.
class FolderPreparation : public JobPreparation
{
    Q_OBJECT

public:
    FolderPreparation(QString folder, std::shared_ptr<const Transport> transport, QString tree,
                      QObject* parent = nullptr);

    void start() override;
    void cancel() override;

private:
    QString m_folder;
    std::shared_ptr<const Transport> m_transport;
    QString m_tree;
    CancelToken m_cancel;
    std::unique_ptr<TreeSync> m_sync;
};

/// What a sync did, as a sentence.
QString syncSentence(const SyncSummary& summary);

} // namespace rocport
