// A repository of 2,700 files and 25 MB: scan, plan, scan again. Baseline: reading the same blobs
// only.

#include "core/plan/plan.h"
#include "core/vcs/repository.h"
#include "tests/bench/benchscale.h"
#include "tests/bench/synthetic.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>

using namespace rocport;

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    const test::ScratchRepository scratch;
    test::fillSynthetic(scratch, test::benchSize(2700), test::benchSize<qint64>(25'000'000));
    auto repository = Repository::open(scratch.path());
    auto tree = (*repository)->treeAt((*repository)->info()->headCommit);
    const auto rules = std::make_shared<const RuleSet>(std::move(RuleSet::load().rules));

    QElapsedTimer timer;
    timer.start();
    qint64 bytes = 0;
    const auto entries = (*tree)->list({});
    for (const TreeEntry& entry : *entries) {
        bytes += (*tree)->read(entry, kMaxAnalysedBytes)->size();
    }
    const double reading = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    std::printf("read %lld files, %.1f MB, one thread: %.0f ms (baseline)\n",
                static_cast<long long>(entries->size()), static_cast<double>(bytes) / 1e6, reading);

    timer.restart();
    const auto first = scanTree(**tree, rules, {}, nullptr, {});
    const double scanning = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    timer.restart();
    const Plan plan = makePlan(**first);
    const double planning = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    qsizetype findings = 0;
    for (const auto& file : (*first)->files) {
        findings += file->findings.size();
    }
    std::printf("scan: %.0f ms (%.1f times the baseline; %lld findings, %lld changes); plan: %.0f "
                "ms; goal: 2000 ms together\n",
                scanning, scanning / reading, static_cast<long long>(findings),
                static_cast<long long>((*first)->hunks.size()), planning);

    timer.restart();
    const auto second = scanTree(**tree, rules, {}, *first, {});
    const double again = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    std::printf("scan again, nothing changed: %.0f ms (%d files reused; %.2f times the first)\n",
                again, (*second)->reusedFiles, again / scanning);
    return 0;
}
