#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/remote/nodekinds.h"
#include "core/remote/synctree.h"
#include "tests/bench/benchscale.h"
#include "tests/support/loopbacknode.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

// Sources to a node over ssh on loopback: first time, unchanged, after one edit; and rsync with the
// same files over the same connection, in the same run.

using namespace rocport;
using rocport::test::LoopbackNode;

namespace {

const int kFiles = test::benchSize(2700, 50);
constexpr int kBytesPerFile = 25'000'000 / 2700;
const int kTries = test::benchSize(5);

QByteArray textOf(int file, int version)
{
    QByteArray text =
        "// file " + QByteArray::number(file) + " version " + QByteArray::number(version) + '\n';
    while (text.size() < kBytesPerFile) {
        text += "__global__ void kernel" + QByteArray::number(text.size() * 7919 + file) +
                "(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }\n";
    }
    return text;
}

QString nameOf(int file)
{
    return QStringLiteral("csrc/part%1/kernel%2.cu").arg(file / 60).arg(file);
}

bool writeText(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// One sync from listing the folder on, in milliseconds; -1: failed.
qint64 syncOnce(const QString& folder, const Node& node, const SshSettings& settings, int* sent)
{
    QElapsedTimer clock;
    clock.start();
    Result<std::unique_ptr<SourceTree>> tree = openFolderTree(folder);
    if (!tree) {
        return -1;
    }
    const std::shared_ptr<const SourceTree> shared = std::move(*tree);
    const Result<SyncSources> sources = collectSyncFiles(shared, {}, {});
    if (!sources) {
        return -1;
    }
    const std::unique_ptr<TreeSync> sync =
        transportOf(node, settings)->sync(QStringLiteral("bench"));
    QEventLoop loop;
    bool good = false;
    QObject::connect(sync.get(), &TreeSync::finished, &loop,
                     [&](const Result<SyncSummary>& result) {
                         good = result.ok();
                         *sent = result ? result->sent : 0;
                         if (!result) {
                             std::printf("failed: %s\n", qPrintable(result.error().detail));
                         }
                         loop.quit();
                     });
    sync->start(sources->files);
    loop.exec();
    return good ? clock.elapsed() : -1;
}

qint64 rsyncOnce(const QString& folder, const Node& node, const SshSettings& settings,
                 const QString& target)
{
    QStringList words{settings.program};
    const QStringList arguments = sshArguments(node, settings);
    words += arguments.mid(0, arguments.size() - 1); // rsync adds the host
    ProcessCommand command;
    command.program = QStringLiteral("rsync");
    words.removeAll(QStringLiteral("--"));
    command.arguments = {QStringLiteral("-a"), QStringLiteral("--delete"),
                         QStringLiteral("-e"), words.join(u' '),
                         folder + u'/',        node.of<SshHost>().host + u':' + target};
    QElapsedTimer clock;
    clock.start();
    const Result<ProcessOutput> run = runProcess(LocalProcessRunner(), command);
    if (!run || !run->outcome.succeeded()) {
        std::printf("rsync: %s\n", run ? run->errors.constData() : "cannot be started");
        return -1;
    }
    return clock.elapsed();
}

void row(const char* what, qint64 ours, qint64 theirs, int sent)
{
    std::printf("%-28s %8lld ms   rsync %8lld ms   %d files sent\n", what,
                static_cast<long long>(ours), static_cast<long long>(theirs), sent);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    LoopbackNode loopback;
    if (!loopback.start()) {
        std::printf("ROCPORT_SKIP_TEST: no sshd on loopback: %s\n", qPrintable(loopback.problem()));
        return test::isSmallBench() ? 0 : 1;
    }
    const QTemporaryDir source;
    for (int i = 0; i < kFiles; ++i) {
        if (!writeText(source.filePath(nameOf(i)), textOf(i, 0))) {
            std::printf("the files cannot be written\n");
            return 1;
        }
    }
    const Node node = loopback.node();
    const SshSettings settings = loopback.settings();
    const QString target = loopback.path(QStringLiteral("rsync-target"));
    int sent = 0;
    std::printf("%d files, %d MB\n", kFiles, kFiles * kBytesPerFile / 1'000'000);
    const qint64 first = syncOnce(source.path(), node, settings, &sent);
    row("first", first, rsyncOnce(source.path(), node, settings, target), sent);
    for (int i = 0; i < kTries; ++i) {
        const qint64 ours = syncOnce(source.path(), node, settings, &sent);
        row("unchanged", ours, rsyncOnce(source.path(), node, settings, target), sent);
    }
    for (int i = 0; i < kTries; ++i) {
        writeText(source.filePath(nameOf(i * 7)), textOf(i, i + 1));
        const qint64 ours = syncOnce(source.path(), node, settings, &sent);
        row("after one edit", ours, rsyncOnce(source.path(), node, settings, target), sent);
    }
    return first < 0 ? 1 : 0;
}
