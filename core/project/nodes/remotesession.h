#pragma once

#include "core/project/nodes/remoteservice.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "core/remote/sshclient.h"

#include <memory>

namespace rocport {

/// Where a RemoteSession keeps the user's own data, and how it reaches nodes. A value type.
struct RemoteOptions
{
    QString nodesFile; ///< the user's list ("~/.config/rocport/nodes.json")
    QString sshConfig; ///< the user's OpenSSH configuration, for its aliases
    QString askpass;   ///< program that passes ssh's questions to this process; empty: none
    QString cli;       ///< rocport-cli, which runs programs on lanes; empty: none
    SshSettings ssh;   ///< the other ssh settings; controlFolder and ask* are filled in here
};
/// The user's own: below XDG_CONFIG_HOME, ~/.ssh/config, and rocport-askpass and
/// rocport-cli beside the program.
RemoteOptions userRemoteOptions();

/// Nodes, probes, jobs and verification of the open project. Records of jobs are in the folder
/// "<project file>.runs" (runsFolderOf()); probes, runs and choices are in the project file's
/// journal. Without a project, nodes can be tested and probed, and nothing is kept.
class RemoteSession : public RemoteService
{
    Q_OBJECT

public:
    /// `session` outlives this.
    RemoteSession(ProjectSession& session, RemoteOptions options, QObject* parent = nullptr);
    /// Detaches from running jobs, ends tests and probes, and waits for work in the pool.
    ~RemoteSession() override;

    [[nodiscard]] std::shared_ptr<const RemoteState> state() const override;

    Result<QString> saveNode(const Node& node) override;
    Result<void> removeNode(const QString& id) override;
    void setCurrentNode(const QString& id) override;
    [[nodiscard]] QFuture<QStringList> knownHosts() override;
    [[nodiscard]] QFuture<Result<QStringList>> listImages(const Node& node) override;
    [[nodiscard]] QFuture<Result<QStringList>> listContainers(const Node& node) override;
    void testConnection(const QString& nodeId) override;
    void probe(const QString& nodeId) override;
    void cancelNode(const QString& nodeId) override;
    Result<void> exportEnvironment(const QString& nodeId, const QString& file) override;
    Result<void> openTerminal(const QString& nodeId, const QString& command) override;

    [[nodiscard]] QFuture<Result<JobPreview>> previewJob(const JobRequest& request) override;
    Result<QString> startJob(const JobRequest& request) override;
    void cancelJob(const QString& jobId) override;
    void detachJob(const QString& jobId) override;
    void reattachJob(const QString& jobId) override;
    [[nodiscard]] QFuture<Result<void>> saveRun(const QString& jobId,
                                                const QString& folder) override;
    [[nodiscard]] QFuture<Result<QString>> openRun(const QString& folder) override;
    [[nodiscard]] QFuture<Result<MatrixPreview>>
    previewMatrix(const MatrixRequest& request) override;
    [[nodiscard]] QFuture<Result<QString>> startMatrix(const MatrixRequest& request) override;
    void cancelMatrix(const QString& matrixId) override;
    [[nodiscard]] QByteArray hunkAt(const QString& path, int line) const override;
    [[nodiscard]] QByteArray changeOf(const QString& path, int first, int last) const override;

    [[nodiscard]] QFuture<Result<JobPreview>>
    previewVerification(const VerifyRequest& request) override;
    Result<QString> startVerification(const VerifyRequest& request) override;
    void cancelVerification() override;
    void compareFiles(const QString& reference, const QString& candidate) override;
    Result<void> setTolerance(const QString& tensor,
                              const std::optional<Tolerance>& tolerance) override;
    void answer(int askId, const std::optional<QString>& text) override;

private:
    struct Private;
    friend struct Private;
    std::unique_ptr<Private> d;
};

/// Folder of the records of a project's jobs.
QString runsFolderOf(const QString& projectFile);

} // namespace rocport
