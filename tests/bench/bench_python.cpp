// 1,000 Python files and 10 MB through all rules, then again with ten of them changed. A folder as
// the first argument stands for the generated files. Baseline: reading the same files only.

#include "core/rules/rule.h"
#include "core/scan/scanner.h"
#include "core/vcs/repository.h"
#include "tests/bench/benchscale.h"
#include "tests/bench/synthetic.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>

#include <cstdio>

using namespace rocport;

namespace {

const int kFiles = test::benchSize(1000, 20);
const qint64 kBytes = test::benchSize<qint64>(10'000'000, 200'000);

/// Generated files: every one has a place for some rule.
void fillGenerated(const test::ScratchRepository& repository)
{
    for (int i = 0; i < kFiles; ++i) {
        repository.write(QStringLiteral("pkg%1/m%2.py").arg(i % 40).arg(i),
                         test::syntheticTorch(i, kBytes / kFiles));
    }
}

/// The first 1,000 files of a folder, or fewer when they hold 10 MB.
void fillFrom(const test::ScratchRepository& repository, const QString& folder)
{
    QDirIterator files(folder, {QStringLiteral("*.py")}, QDir::Files, QDirIterator::Subdirectories);
    qint64 bytes = 0;
    for (int i = 0; i < kFiles && bytes < kBytes && files.hasNext(); ++i) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            const QByteArray text = file.readAll();
            bytes += text.size();
            repository.write(QDir(folder).relativeFilePath(file.fileName()), text);
        }
    }
}

std::unique_ptr<SourceTree> headOf(const Repository& repository)
{
    auto tree = repository.treeAt(repository.info()->headCommit);
    return std::move(*tree);
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    const test::ScratchRepository scratch;
    if (argc > 1) {
        fillFrom(scratch, QString::fromLocal8Bit(argv[1]));
    } else {
        fillGenerated(scratch);
    }
    scratch.commitAll();
    auto repository = Repository::open(scratch.path());
    const auto tree = headOf(**repository);
    const auto rules = std::make_shared<const RuleSet>(std::move(RuleSet::load().rules));

    QElapsedTimer timer;
    timer.start();
    qint64 bytes = 0;
    const auto entries = tree->list({});
    for (const TreeEntry& entry : *entries) {
        bytes += tree->read(entry, kMaxAnalysedBytes)->size();
    }
    const double reading = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    std::printf("read %lld files, %.1f MB, one thread: %.0f ms (baseline)\n",
                static_cast<long long>(entries->size()), static_cast<double>(bytes) / 1e6, reading);

    timer.restart();
    const auto first = scanTree(*tree, rules, {}, nullptr, {});
    const double scanning = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    qsizetype findings = 0;
    for (const auto& file : (*first)->files) {
        findings += file->findings.size();
    }
    std::printf("all rules: %.0f ms (%.1f times the baseline; %lld findings, %lld changes); goal: "
                "2000 ms on two cores\n",
                scanning, scanning / reading, static_cast<long long>(findings),
                static_cast<long long>((*first)->hunks.size()));

    int changed = 0;
    for (const TreeEntry& entry : *entries) {
        if (entry.path.suffix() == "py" && changed < 10) {
            scratch.write(entry.path.display(), scratch.read(entry.path.display()) + "# changed\n");
            ++changed;
        }
    }
    scratch.commitAll();
    const auto later = headOf(**repository);
    timer.restart();
    const auto second = scanTree(*later, rules, {}, *first, {});
    const double again = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    std::printf("again, %d files changed: %.0f ms (%d files reused; %.2f times the first); goal: "
                "200 ms\n",
                changed, again, (*second)->reusedFiles, again / scanning);
    return 0;
}
