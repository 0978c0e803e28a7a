#pragma once

#include "core/project/nodes/remotesession.h"
#include "core/remote/runrecord.h"
#include "testpaths.h"
#include "tests/integration/clifixture.h"
#include "tests/integration/laneengine.h"
#include "tests/integration/portfixture.h"

#include <QFileInfo>

namespace rocport::test {

constexpr int kLaneWait = 300'000; // it compiles, on a busy machine

/// A project of one program of the corpus with everything accepted, and the window's service.
struct LaneProject
{
    ScratchRepository repository;
    QTemporaryDir data;
    std::unique_ptr<ProjectSession> session;
    std::unique_ptr<RemoteSession> service;
    QVector<Error> failures;

    void open(const QString& program, bool accepts = true)
    {
        const QByteArray source =
            fileBytes(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/") + program);
        QVERIFY(!source.isEmpty());
        repository.write(QStringLiteral("src/main.cu"), source);
        repository.commitAll();
        session = std::make_unique<ProjectSession>(data.path());
        session->openRepository(repository.path());
        QTRY_VERIFY_WITH_TIMEOUT(session->state() && session->state()->scan &&
                                     session->tasks().running().isEmpty(),
                                 kPatience);
        QVector<QByteArray> keys;
        for (const Hunk& hunk : session->state()->scan->hunks) {
            keys.append(hunk.key);
        }
        QVERIFY(!accepts ||
                session->decisions().decide(keys, DecisionKind::Accepted, QStringLiteral("all"), {},
                                            QStringLiteral("tested")));
        start();
    }
    void start(const QString& cli = QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"))
    {
        RemoteOptions options;
        options.nodesFile = data.filePath(QStringLiteral("config/nodes.json"));
        options.sshConfig = data.filePath(QStringLiteral("none"));
        options.cli = cli;
        service = std::make_unique<RemoteSession>(*session, options);
        QObject::connect(service.get(), &RemoteService::failed, service.get(),
                         [this](const Error& error) { failures.append(error); });
        QTRY_VERIFY_WITH_TIMEOUT(!service->state()->portKey.isEmpty(), kPatience);
        Node here = localNode();
        here.workspace = data.filePath(QStringLiteral("workspace"));
        QVERIFY(service->saveNode(here).ok());
    }
    [[nodiscard]] const VerifyRun* newest() const
    {
        return service->state()->newest(VerifyLevel::Lanes);
    }
    [[nodiscard]] QByteArray log(const QString& job) const
    {
        const JobEntry* entry = service->state()->job(job);
        const auto log = entry == nullptr ? Result<QByteArray>(QByteArray("no job"))
                                          : readLogPart(entry->folder, 0);
        return log ? *log : QByteArray();
    }
};

inline VerifyRequest lanesRequest()
{
    VerifyRequest request;
    request.level = VerifyLevel::Lanes;
    return request;
}

} // namespace rocport::test
