#include "core/text/sourcebuffer.h"
#include "tests/bench/benchscale.h"
#include "tests/gui/mapsettings.h"
#include "ui/review/difflayout.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewfilter.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTreeView>

#include <algorithm>
#include <cstdio>

// Figures of the review: the diff of a file of 10,000 lines, the next change, and the tree with
// 10,000 and 100,000 changes. Times are of this machine now; the limits are those of the product.

using namespace rocport;

namespace {

FileTexts makeFile(int lines)
{
    QByteArray original;
    for (int i = 1; i <= lines; ++i) {
        original += "  const unsigned kept" + QByteArray::number(i) +
                    " = __ballot_sync(0xffffffffu, keep); // lane " + QByteArray::number(i) + "\n";
    }
    const SourceBuffer buffer(original);
    FileTexts file{RepoPath("csrc/big.cu"), Language::Cuda, original, {}};
    for (int line = 5; line < lines; line += 50) {
        Hunk hunk;
        hunk.key = QByteArray::number(line).rightJustified(16, '0');
        hunk.targetPath = file.path;
        hunk.sourcePath = file.path;
        hunk.firstLine = line;
        hunk.lastLine = line;
        hunk.ruleIds = {QStringLiteral("warp-ballot-type")};
        hunk.title = QStringLiteral("Lane masks are 64 bits wide");
        hunk.verdict = Verdict::Projected;
        hunk.baseHash = contentHash(original);
        const QByteArray text(buffer.lineText(line).data(),
                              qsizetype(buffer.lineText(line).size()));
        hunk.edits = {
            {{buffer.lineRange(line).begin, buffer.lineRange(line).end},
             "#ifdef USE_ROCM\n  SK_MASK kept = __ballot(keep);\n#else\n" + text + "\n#endif\n"}};
        file.hunks.append(hunk);
    }
    return file;
}

std::shared_ptr<ProjectState> makeProject(int changes)
{
    auto scan = std::make_shared<ScanResult>();
    for (int i = 0; i < changes; ++i) {
        Hunk hunk;
        hunk.key = QByteArray::number(i).rightJustified(16, '0');
        hunk.targetPath = RepoPath("src/part" + QByteArray::number(i / 1000) + "/file" +
                                   QByteArray::number(i / 40) + ".cu");
        hunk.sourcePath = hunk.targetPath;
        hunk.phase = i < changes / 2 ? Phase::Translation : Phase::Wavefront;
        hunk.firstLine = hunk.lastLine = i % 40 + 1;
        hunk.ruleIds = {i % 3 == 0 ? QStringLiteral("warp-mask-literal")
                                   : QStringLiteral("hipify-api")};
        hunk.title = QStringLiteral("Lane masks are 64 bits wide");
        hunk.verdict = Verdict::Projected;
        scan->hunks.append(hunk);
    }
    auto state = std::make_shared<ProjectState>();
    state->scan = scan;
    return state;
}

double ms(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

void report(const char* what, double measured, double limit)
{
    std::printf("%-52s %8.2f ms   limit %6.0f ms   %s\n", what, measured, limit,
                measured <= limit ? "ok" : "OVER");
}

void measureDiff(ThemeProvider& provider)
{
    SyntaxRepository syntax;
    while (!syntax.isReady()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    DiffView view(provider, syntax);
    view.resize(1140, 560);
    view.show();
    view.grab();
    const FileTexts file = makeFile(test::benchSize(10000, 5000));
    QElapsedTimer timer;
    timer.start();
    DiffLayout layout = layOutDiff(file, {}, false);
    const double laidOut = ms(timer);
    const QVector<DiffScene::Info> info(
        layout.changes.size(),
        {DecisionKind::Open, Verdict::Projected, QStringLiteral("warp-ballot-type"), {}});
    view.setScene(std::move(layout), {}, info, 0, false);
    const double filled = ms(timer);
    view.grab();
    const double shown = ms(timer);
    std::printf("%lld changes: laid out %.2f ms (worker), filled %.2f ms\n",
                qlonglong(file.hunks.size()), laidOut, filled - laidOut);
    report("diff of a 10,000-line file, to the first picture", shown, 100);

    QVector<double> steps;
    for (int i = 1; i < 100; ++i) {
        timer.restart();
        view.setCurrent(i);
        view.grab();
        steps.append(ms(timer));
    }
    std::sort(steps.begin(), steps.end());
    report("next change with its picture, median of 99", steps[steps.size() / 2], 16);
    report("next change with its picture, 95th percentile", steps[steps.size() * 95 / 100], 16);
    timer.restart();
    while (!view.leftEditor().diffLexer().isFinished()) {
        QCoreApplication::processEvents();
    }
    std::printf("all colours in idle slices: %.0f ms\n", ms(timer));
}

void measureTree(int changes)
{
    ReviewModel model;
    ReviewFilter filter(model);
    QTreeView tree;
    tree.setUniformRowHeights(true);
    tree.resize(248, 700);
    tree.setModel(&filter);
    tree.show();
    const auto state = makeProject(changes);
    QElapsedTimer timer;
    timer.start();
    model.setState(state);
    for (int row = 0; row < filter.rowCount(); ++row) {
        tree.expand(filter.index(row, 0));
    }
    tree.grab();
    std::printf("%d changes\n", changes);
    report("  tree shown", ms(timer), 1000);
    for (const char* text : {"warp", "warp file12", "no such file", ""}) {
        timer.restart();
        filter.setText(QLatin1String(text));
        for (int row = 0; row < filter.rowCount(); ++row) {
            tree.expand(filter.index(row, 0));
        }
        tree.grab();
        report(("  filter \"" + QByteArray(text) + "\" with its picture").constData(), ms(timer),
               100);
    }
    auto decided = std::make_shared<ProjectState>(*state);
    DecisionBatch batch;
    batch.id = 1;
    batch.decisions = {{state->scan->hunks[0].key, DecisionKind::Accepted, {}, {}, {}}};
    decided->decisions.append(batch);
    timer.restart();
    model.setState(decided);
    tree.grab();
    report("  one decision with its picture", ms(timer), 50);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariableIsSet("QT_QPA_PLATFORM")
                                   ? qgetenv("QT_QPA_PLATFORM")
                                   : QByteArray("offscreen"));
    QApplication application(argc, argv);
    MapSettings settings;
    ThemeProvider provider(settings);
    provider.attach(application);
    measureDiff(provider);
    measureTree(test::benchSize(10000));
    measureTree(test::benchSize(100000));
    return 0;
}
