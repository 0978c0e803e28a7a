#pragma once

#include "core/project/nodes/remoteservice.h"

namespace rocport::test {

/// A RemoteService without nodes: its state is what a test puts there, and what is asked of it is
/// written down in `calls` ("probe mi300-a").
class FakeRemote : public RemoteService
{
    Q_OBJECT

public:
    using RemoteService::RemoteService;

    std::shared_ptr<RemoteState> now = std::make_shared<RemoteState>();
    QStringList calls;
    QVector<Node> saved;
    QVector<JobRequest> jobs;
    QVector<VerifyRequest> verifications;
    QVector<MatrixRequest> matrices;
    JobPreview preview; ///< what the preview calls give
    MatrixPreview matrixPreview;
    std::optional<Error> refusal; ///< what calls that can fail give
    QStringList hosts{QStringLiteral("mi300-a"), QStringLiteral("login")};
    QStringList images{QStringLiteral("rocm/pytorch:latest")};
    QHash<QString, QByteArray> hunks; ///< "path:line" -> key

    [[nodiscard]] std::shared_ptr<const RemoteState> state() const override { return now; }
    Result<QString> saveNode(const Node& node) override
    {
        saved.append(node);
        return refusal ? Result<QString>(*refusal)
                       : Result<QString>(node.id.isEmpty() ? QStringLiteral("new") : node.id);
    }
    Result<void> removeNode(const QString& id) override { return note("remove", id); }
    void setCurrentNode(const QString& id) override
    {
        (void)note("current", id);
        now->currentNode = id;
        Q_EMIT nodesChanged();
    }
    [[nodiscard]] QFuture<QStringList> knownHosts() override { return ready(hosts); }
    [[nodiscard]] QFuture<Result<QStringList>> listImages(const Node& /*node*/) override
    {
        return ready(Result<QStringList>(images));
    }
    [[nodiscard]] QFuture<Result<QStringList>> listContainers(const Node& /*node*/) override
    {
        return ready(Result<QStringList>(QStringList{QStringLiteral("trainer")}));
    }
    void testConnection(const QString& id) override { (void)note("test", id); }
    void probe(const QString& id) override { (void)note("probe", id); }
    void cancelNode(const QString& id) override { (void)note("cancelNode", id); }
    Result<void> exportEnvironment(const QString& id, const QString& file) override
    {
        return note("exportEnvironment", id + QLatin1Char(' ') + file);
    }
    Result<void> openTerminal(const QString& id, const QString& command) override
    {
        return note("openTerminal", (id + QLatin1Char(' ') + command).trimmed());
    }
    [[nodiscard]] QFuture<Result<JobPreview>> previewJob(const JobRequest& /*request*/) override
    {
        return ready(refusal ? Result<JobPreview>(*refusal) : Result<JobPreview>(preview));
    }
    Result<QString> startJob(const JobRequest& request) override
    {
        jobs.append(request);
        return refusal ? Result<QString>(*refusal) : Result<QString>(QStringLiteral("job-1"));
    }
    void cancelJob(const QString& id) override { (void)note("cancelJob", id); }
    void detachJob(const QString& id) override { (void)note("detachJob", id); }
    void reattachJob(const QString& id) override { (void)note("reattachJob", id); }
    [[nodiscard]] QFuture<Result<void>> saveRun(const QString& id, const QString& folder) override
    {
        return ready(note("saveRun", id + QLatin1Char(' ') + folder));
    }
    [[nodiscard]] QFuture<Result<QString>> openRun(const QString& folder) override
    {
        (void)note("openRun", folder);
        return ready(Result<QString>(QStringLiteral("job-1")));
    }
    [[nodiscard]] QFuture<Result<MatrixPreview>>
    previewMatrix(const MatrixRequest& request) override
    {
        matrices.append(request);
        return ready(refusal ? Result<MatrixPreview>(*refusal)
                             : Result<MatrixPreview>(matrixPreview));
    }
    [[nodiscard]] QFuture<Result<QString>> startMatrix(const MatrixRequest& request) override
    {
        matrices.append(request);
        (void)note("startMatrix", request.nodeId);
        return ready(refusal ? Result<QString>(*refusal)
                             : Result<QString>(QStringLiteral("matrix-1")));
    }
    void cancelMatrix(const QString& id) override { (void)note("cancelMatrix", id); }
    [[nodiscard]] QByteArray hunkAt(const QString& path, int line) const override
    {
        return hunks.value(QStringLiteral("%1:%2").arg(path).arg(line));
    }
    [[nodiscard]] QByteArray changeOf(const QString& path, int first, int last) const override
    {
        for (int line = first; line <= last; ++line) {
            if (const QByteArray key = hunkAt(path, line); !key.isEmpty()) {
                return key;
            }
        }
        return {};
    }
    [[nodiscard]] QFuture<Result<JobPreview>>
    previewVerification(const VerifyRequest& /*request*/) override
    {
        return ready(refusal ? Result<JobPreview>(*refusal) : Result<JobPreview>(preview));
    }
    Result<QString> startVerification(const VerifyRequest& request) override
    {
        verifications.append(request);
        return refusal ? Result<QString>(*refusal) : Result<QString>(QStringLiteral("job-1"));
    }
    void cancelVerification() override { (void)note("cancelVerification", {}); }
    void compareFiles(const QString& reference, const QString& candidate) override
    {
        (void)note("compare", reference + QLatin1Char(' ') + candidate);
    }
    Result<void> setTolerance(const QString& tensor,
                              const std::optional<Tolerance>& tolerance) override
    {
        return note(tolerance ? "tolerance" : "defaultTolerance", tensor);
    }
    void answer(int id, const std::optional<QString>& text) override
    {
        (void)note("answer", QStringLiteral("%1 %2").arg(id).arg(text.value_or(QString())));
    }

private:
    Result<void> note(const char* what, const QString& subject)
    {
        calls.append((QLatin1StringView(what) + QLatin1Char(' ') + subject).trimmed());
        return refusal ? Result<void>(*refusal) : Result<void>();
    }
    template <typename T>
    static QFuture<T> ready(const T& value)
    {
        QPromise<T> promise;
        promise.start();
        promise.addResult(value);
        promise.finish();
        return promise.future();
    }
};

} // namespace rocport::test
