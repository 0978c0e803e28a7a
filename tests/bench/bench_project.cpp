// A project with 100,000 findings: open its file, read all of it, derive the state; memory.
// Baseline: reading the file's bytes.

#include "core/project/session/openstate.h"
#include "core/project/session/projectlocation.h"
#include "tests/bench/benchscale.h"
#include "tests/bench/synthetic.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

using namespace rocport;

namespace {

const qsizetype kFindings = test::benchSize<qsizetype>(100'000);

double residentMegabytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) {
        return 0;
    }
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:")) {
            return line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
        }
    }
    return 0;
}

/// Kernels with inline PTX: each is a finding of its own, as plain names of the runtime are not.
QByteArray kernelsForAPerson(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i) {
        text += "__global__ void tile_" + QByteArray::number(i) +
                "()\n{\n    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                "{}, {}, {};\");\n}\n\n";
    }
    return text;
}

/// Writes a project file with at least kFindings findings, in a child so that this process stays
/// small.
int makeProject(const QString& file)
{
    const test::ScratchRepository scratch;
    for (int i = 0; i < test::benchSize(1500); ++i) {
        scratch.write(QStringLiteral("part%1/k%2.cu").arg(i % 40).arg(i),
                      test::syntheticCuda(i, 8000) + kernelsForAPerson(65));
    }
    scratch.commitAll();
    auto repository = Repository::open(scratch.path());
    auto tree = (*repository)->treeAt((*repository)->info()->headCommit);
    const auto rules = std::make_shared<const RuleSet>(std::move(RuleSet::load().rules));
    const auto scan = scanTree(**tree, rules, {}, nullptr, {});
    qsizetype findings = 0;
    for (const auto& one : (*scan)->files) {
        findings += one->findings.size();
    }
    auto project = ProjectFile::create(file, ProjectMeta{});
    const bool saved = project.ok() && (*project)->saveScan(**scan).ok();
    std::printf("project with %lld findings and %lld changes\n", static_cast<long long>(findings),
                static_cast<long long>((*scan)->hunks.size()));
    return saved && findings >= kFindings ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArray(argv[1]) == "--make") {
        return makeProject(QString::fromLocal8Bit(argv[2]));
    }
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("big.rocport"));
    const QByteArray command =
        "'" + QByteArray(argv[0]) + "' --make '" + QFile::encodeName(file) + "'";
    if (std::system(command.constData()) != 0) {
        std::fprintf(stderr, "the project could not be made\n");
        return 1;
    }
    QElapsedTimer timer;
    timer.start();
    {
        QFile raw(file);
        if (!raw.open(QIODevice::ReadOnly)) {
            return 1;
        }
        const QByteArray bytes = raw.readAll();
        std::printf("read the file's %.1f MB: %.1f ms (baseline)\n",
                    static_cast<double>(bytes.size()) / 1e6,
                    static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    const double baseline = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    timer.restart();
    auto state = openStateReadOnly(file);
    const double opening = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    std::printf("open, read, plan and count: %.0f ms (%.0f times the baseline); goal: 1000 ms\n",
                opening, opening / baseline);
    std::printf("resident: %.0f MB; goal for the whole window: 300 MB\n", residentMegabytes());
    return state.ok() ? 0 : 1;
}
