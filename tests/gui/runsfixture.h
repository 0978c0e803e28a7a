#pragma once

#include "core/remote/nodekinds.h"
#include "tests/gui/fakeremote.h"
#include "tests/gui/mapsettings.h"
#include "ui/runs/logview.h"
#include "ui/runs/newrundialog.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runsarea.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>

namespace rocport::test {

/// A log with a warning, an error, colours and a progress bar: eight lines.
inline const QByteArray kLog =
    "\x1b[34m[1/3]\x1b[0m Building HIP object csrc/attn_fwd.o\n"
    "csrc/topk_kernel.hip:112:19: \x1b[1;33mwarning:\x1b[0m implicit conversion loses integer "
    "precision: 'unsigned long long' to 'unsigned int' [-Wshorten-64-to-32]\n"
    "  112 |   unsigned hits = __ballot(pred);\n      |            ~~~~   ^~~~~~~~~~~~~~\n"
    "csrc/scan.hip:7:3: error: use of undeclared identifier '__shfl_down_sync'\n"
    "1 error generated when compiling for gfx942.\n"
    "make: *** [Makefile:51: scan.o] Error 1\n"
    "\x1b[32mdone\x1b[0m 10%\r50%\r100%\n";

/// The area Runs over a service without nodes, with jobs whose folders a test fills.
class RunsFixture
{
protected:
    void setUp()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<MapSettings>();
        m_theme = std::make_unique<ThemeProvider>(*m_settings);
        m_remote = std::make_unique<FakeRemote>();
        NodeEntry node;
        node.node.id = QStringLiteral("mi300x-07");
        node.node.name = node.node.id;
        node.node.of<SshHost>().host = node.node.id;
        m_remote->now->nodes = {node};
        m_remote->now->currentNode = node.node.id;
        m_remote->preview.script = QStringLiteral("hipcc -c csrc/scan.hip\n");
        m_remote->preview.command = QStringLiteral("sh run.sh");
        m_remote->preview.environment = {{QStringLiteral("HF_TOKEN"), QStringLiteral("•••")}};
        m_area = std::make_unique<RunsArea>(*m_remote, *m_theme, *m_settings);
        m_area->resize(1240, 800);
        m_now = QDateTime::currentDateTimeUtc();
    }

    void tearDown()
    {
        m_area.reset();
        m_remote.reset();
        m_theme.reset();
    }

    JobEntry makeJob(const QString& id, JobState state, const QByteArray& text)
    {
        JobEntry job;
        job.spec.id = id;
        job.spec.title = QStringLiteral("Build ") + id;
        job.spec.node = m_remote->now->nodes.first().node;
        job.spec.tree = QStringLiteral("seqkernels");
        job.spec.created = m_now;
        JobStage build;
        build.id = QStringLiteral("build");
        build.title = QStringLiteral("Build extension");
        build.kind = StageKind::Build;
        build.expected = std::chrono::minutes(3);
        JobStage run = build;
        run.id = QStringLiteral("run");
        run.title = QStringLiteral("First compile");
        run.kind = StageKind::Command;
        run.script = QStringLiteral("python train.py");
        run.expectation = QStringLiteral(
            "The first compilation on ROCm usually takes 2–5 minutes; this is not a hang.");
        job.spec.stages = {build, run};
        job.status.state = state;
        job.status.started = m_now.addSecs(-30);
        job.status.lastOutput = m_now.addSecs(-2);
        job.status.remotePid = 4321;
        StageProgress progress;
        progress.id = build.id;
        progress.started = job.status.started;
        progress.ended = m_now.addSecs(-20);
        progress.exitCode = 0;
        job.status.stages = {progress};
        if (isEnded(state)) {
            job.status.ended = m_now;
        }
        job.folder = m_dir->filePath(id);
        QDir().mkpath(job.folder);
        append(job, text);
        return job;
    }

    void append(const JobEntry& job, const QByteArray& bytes) const
    {
        QFile file(job.folder + QStringLiteral("/log"));
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    void put(const QVector<JobEntry>& jobs)
    {
        m_remote->now->jobs = jobs;
        Q_EMIT m_remote->jobsChanged();
    }

    [[nodiscard]] LogView& view() const { return m_area->panel().view(); }
    [[nodiscard]] JobLog& log() const { return m_area->panel().log(); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_area->findChild<T*>(QString::fromLatin1(name));
    }
    void show() const
    {
        m_area->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
        QTRY_VERIFY_WITH_TIMEOUT(log().isCaughtUp(), 20000);
    }
    [[nodiscard]] NewRunDialog* dialog() const { return m_area->findChild<NewRunDialog*>(); }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<MapSettings> m_settings;
    std::unique_ptr<ThemeProvider> m_theme;
    std::unique_ptr<FakeRemote> m_remote;
    std::unique_ptr<RunsArea> m_area;
    QDateTime m_now;
};

} // namespace rocport::test
