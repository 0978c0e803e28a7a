// Following a job over ssh on loopback: how late a line of its log is here, and how fast 500 MB
// come. Baseline of the same run: `cat` of the same file through the same ssh.

#include "core/process/runprocess.h"
#include "core/remote/nodekinds.h"
#include "tests/bench/benchscale.h"
#include "tests/support/jobfixture.h"
#include "tests/support/loopbacknode.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <algorithm>
#include <cstdio>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr qint64 kMegabyte = 1000 * 1000;
const int kLines = test::benchSize(60, 3);

/// Runs the event loop until `done` or for `seconds`.
template <typename Done>
bool wait(Done done, int seconds)
{
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < seconds * 1000) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    }
    return done();
}

/// The job writes the time as it is, a line each third of a second.
void latency(const Node& node, const JobCenterSettings& settings)
{
    JobCenter center(settings);
    const Result<QString> id = center.start(
        jobOf(node, QStringLiteral("i=0; while [ $i -lt %1 ]; do i=$((i+1)); date +%s%N; "
                                   "sleep 0.31; done")
                        .arg(kLines)));
    if (!id) {
        return;
    }
    const QString log = center.entry(*id)->folder + QStringLiteral("/log");
    std::vector<double> late;
    qsizetype read = 0;
    QObject::connect(&center, &JobCenter::logGrew, &center, [&] {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const QByteArray all = fileBytes(log);
        const QByteArrayList lines = all.mid(read, all.lastIndexOf('\n') - read).split('\n');
        read = all.lastIndexOf('\n') + 1;
        for (const QByteArray& line : lines) {
            late.push_back(static_cast<double>(now) - line.toDouble() / 1e6);
        }
    });
    wait([&] { return isEnded(center.entry(*id)->status.state); }, 120);
    std::sort(late.begin(), late.end());
    if (!late.empty()) {
        std::printf("log latency over ssh: median %.0f ms, worst %.0f ms of %zu lines (goal: under "
                    "200 ms)\n",
                    late.at(late.size() / 2), late.back(), late.size());
    }
}

void throughput(const Node& node, const JobCenterSettings& settings, qint64 bytes)
{
    JobCenter center(settings);
    const Result<QString> id = center.start(
        jobOf(node, QStringLiteral("yes 'a line of a log that is long, as builds write them, "
                                   "0123456789' | head -c %1")
                        .arg(bytes)));
    if (!id) {
        return;
    }
    QElapsedTimer clock;
    clock.start();
    double longest = 0;
    QElapsedTimer step;
    while (!isEnded(center.entry(*id)->status.state) && clock.elapsed() < 300000) {
        step.start();
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
        longest = std::max(longest, static_cast<double>(step.nsecsElapsed()) / 1e6);
    }
    const double followed = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    const JobStatus status = center.entry(*id)->status;
    const QString file =
        node.workspace + QStringLiteral("/jobs/") + *id + QStringLiteral("/.rocport/log");
    ProcessCommand cat;
    cat.program = QStringLiteral("cat");
    cat.arguments = {file};
    cat.outputLimit = 2 * bytes;
    clock.restart();
    const auto runner = settings.transportFor(node)->hostRunner();
    const Result<ProcessOutput> plain = runProcess(*runner, cat);
    const double copied = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    const double size = static_cast<double>(bytes) / static_cast<double>(kMegabyte);
    std::printf("%.0f MB of log: %.0f MB/s from start to hash, %s; ssh cat of the same file: %.0f "
                "MB/s; longest turn of the event loop %.0f ms (goal: 50 MB/s)\n",
                size, size / followed, status.logBytes == bytes ? "whole" : "NOT WHOLE",
                plain && plain->output.size() == bytes ? size / copied : 0.0, longest);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    LoopbackNode loopback;
    if (!loopback.start()) {
        std::fprintf(stderr, "ROCPORT_SKIP_TEST: %s\n", qPrintable(loopback.problem()));
        return test::isSmallBench() ? 0 : 1;
    }
    const QTemporaryDir work;
    const Node node = loopback.node();
    JobCenterSettings settings =
        centerSettings(work.filePath(QStringLiteral("runs")),
                       transportOf(node, loopback.settings())->hostRunner());
    settings.runner.syncInterval = std::chrono::seconds(1);
    latency(node, settings);
    throughput(node, settings, test::benchSize(500 * kMegabyte));
    return 0;
}
