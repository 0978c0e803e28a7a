#pragma once

#include "core/project/session/projectstate.h"
#include "core/remote/jobrunner.h"
#include "core/remote/synctree.h"

class QThreadPool;

namespace rocport {

/// Sends a project's sources with the accepted port to a node before a job starts there: the files
/// of the port branch (or of the scanned commit), with what is accepted and not committed yet on
/// top.
class SyncPreparation : public JobPreparation
{
    Q_OBJECT

public:
    /// `runner` runs programs on the node's host; `pool` outlives this.
    SyncPreparation(std::shared_ptr<const ProjectState> state, Node node, QString tree,
                    std::shared_ptr<const ProcessRunner> runner, QThreadPool& pool,
                    QObject* parent = nullptr);

    void start() override;
    void cancel() override;

private:
    void send(const SyncSources& sources);

    std::shared_ptr<const ProjectState> m_state;
    Node m_node;
    QString m_tree;
    std::shared_ptr<const ProcessRunner> m_runner;
    QThreadPool& m_pool;
    CancelToken m_cancel;
    std::unique_ptr<TreeSync> m_sync;
};

/// Likewise, for a folder as it is, of the command line.
class FolderPreparation : public JobPreparation
{
    Q_OBJECT

public:
    FolderPreparation(QString folder, Node node, QString tree,
                      std::shared_ptr<const ProcessRunner> runner, QObject* parent = nullptr);

    void start() override;
    void cancel() override;

private:
    QString m_folder;
    Node m_node;
    QString m_tree;
    std::shared_ptr<const ProcessRunner> m_runner;
    CancelToken m_cancel;
    std::unique_ptr<TreeSync> m_sync;
};

/// What a sync did, as a sentence.
QString syncSentence(const SyncSummary& summary);

} // namespace rocport
