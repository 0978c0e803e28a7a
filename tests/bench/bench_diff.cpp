#include "core/text/sourcebuffer.h"
#include "core/text/worddiff.h"
#include "tests/bench/benchscale.h"
#include "tests/gui/mapsettings.h"
#include "ui/review/difflayout.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewfilter.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

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

enum class Kind : quint8 { Names, Indented, Moved, Rewritten };

/// A file of `lines` lines, half of which differ in one way or another, in hunks of 20 lines.
FileTexts makeChanged(int lines, Kind kind)
{
    QByteArray original;
    for (int i = 1; i <= lines; ++i) {
        const QByteArray number = QByteArray::number(i);
        original += i % 50 == 1    ? "__global__ void kernel" + number + "(float* values)\n"
                    : i % 50 == 2  ? QByteArray("{\n")
                    : i % 50 == 49 ? QByteArray("}\n")
                    : i % 50 == 0
                        ? QByteArray("\n")
                        : "    check(cudaMemcpy(&values" + number + ", source, " + number +
                              " * sizeof(float), cudaMemcpyDeviceToHost)); // copy\n";
    }
    const SourceBuffer buffer(original);
    FileTexts file{RepoPath("csrc/changed.cu"), Language::Cuda, original, {}};
    const auto textOf = [&](int first, int last) {
        return original.mid(buffer.lineRange(first).begin,
                            buffer.lineRange(last).end + 1 - buffer.lineRange(first).begin);
    };
    for (int first = 5; first + 40 < lines; first += 40) {
        const int from = kind == Kind::Moved && first + 80 < lines ? first + 40 : first;
        QByteArray text = textOf(from, from + 19);
        if (kind == Kind::Names) {
            text.replace("cudaMemcpy", "hipMemcpy");
        } else if (kind == Kind::Rewritten) {
            text.replace("check(", "verify_all(first, ").replace("source", "target[index]");
        } else {
            text.replace("    ", "\t\t");
        }
        Hunk hunk;
        hunk.key = QByteArray::number(first).rightJustified(16, '0');
        hunk.targetPath = hunk.sourcePath = file.path;
        hunk.firstLine = first;
        hunk.lastLine = first + 19;
        hunk.ruleIds = {QStringLiteral("hipify-api")};
        hunk.verdict = Verdict::Projected;
        hunk.edits = {
            {{buffer.lineRange(first).begin, buffer.lineRange(first + 19).end + 1}, text}};
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

/// What a plain editor takes to show a text for the first time, and to go to another line.
std::pair<double, double> measurePlain(const QByteArray& text)
{
    QsciScintilla editor;
    editor.setUtf8(true);
    editor.resize(1140, 560);
    editor.show();
    editor.grab();
    QElapsedTimer timer;
    timer.start();
    editor.SendScintilla(QsciScintillaBase::SCI_SETTEXT, text.constData());
    editor.grab();
    const double shown = ms(timer);
    QVector<double> steps;
    for (int i = 1; i < 50; ++i) {
        timer.restart();
        editor.SendScintilla(QsciScintillaBase::SCI_SETFIRSTVISIBLELINE,
                             static_cast<unsigned long>(i) * 40);
        editor.grab();
        steps.append(ms(timer));
    }
    std::sort(steps.begin(), steps.end());
    return {shown, steps[steps.size() / 2]};
}

void measureStyle(DiffView& view, const FileTexts& file, const DiffStyle& style, const char* name,
                  std::pair<double, double> plain)
{
    QElapsedTimer timer;
    const std::clock_t before = std::clock();
    timer.start();
    DiffLayout layout = layOutDiff(file, {}, style);
    const double laidOut = ms(timer);
    const QVector<DiffScene::Info> info(
        layout.changes.size(),
        {DecisionKind::Open, Verdict::Projected, QStringLiteral("hipify-api"), {}});
    const auto moves = layout.moves.size();
    const auto merged = layout.merged.size();
    view.setScene(std::move(layout), {}, info, 0, false);
    view.grab();
    const double shown = ms(timer);
    // What it takes on a machine that does other things too.
    const double processor = 1000.0 * double(std::clock() - before) / CLOCKS_PER_SEC;
    QVector<double> steps;
    for (int i = 1; i < std::min<int>(100, int(info.size())); ++i) {
        timer.restart();
        view.setCurrent(i);
        view.grab();
        steps.append(ms(timer));
    }
    std::sort(steps.begin(), steps.end());
    const double step = steps.isEmpty() ? 0 : steps[steps.size() * 95 / 100];
    std::printf("%-28s laid out %6.1f ms, shown %6.1f ms (%.1f of processor time; %.1f "
                "times plain) %s; next change, 95 %%: "
                "%5.1f ms (%.1f times plain) %s; %lld moved, %lld merged\n",
                name, laidOut, shown, processor, shown / plain.first, shown <= 100 ? "ok" : "OVER",
                step, step / plain.second, step <= 16 ? "ok" : "OVER", qlonglong(moves),
                qlonglong(merged));
}

void measureStyles(ThemeProvider& provider)
{
    SyntaxRepository syntax;
    while (!syntax.isReady()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    DiffView view(provider, syntax);
    view.resize(1140, 560);
    view.show();
    view.grab();
    const int lines = test::benchSize(10000, 500);
    const auto plain = measurePlain(makeChanged(lines, Kind::Names).original);
    std::printf("%d lines in a plain editor: shown %.1f ms, another line %.1f ms (baseline)\n",
                lines, plain.first, plain.second);
    const std::array modes = {std::pair(DiffMode::SideBySide, "side by side"),
                              std::pair(DiffMode::Unified, "unified"),
                              std::pair(DiffMode::Inline, "inline")};
    const std::array kinds = {
        std::pair(Kind::Names, "names"), std::pair(Kind::Indented, "indented"),
        std::pair(Kind::Moved, "moved"), std::pair(Kind::Rewritten, "rewritten")};
    for (const auto& [kind, kindName] : kinds) {
        const FileTexts file = makeChanged(lines, kind);
        for (const auto& [mode, modeName] : modes) {
            for (const bool blanks : {false, true}) {
                const QByteArray name =
                    QByteArray(kindName) + ", " + modeName + (blanks ? ", no blanks" : "");
                measureStyle(view, file, {mode, blanks}, name.constData(), plain);
            }
        }
    }
    // What a line costs that is as long as lines get in which words are looked for.
    const QByteArray left = makeChanged(60, Kind::Names).original.simplified().left(4000);
    const QByteArray right = QByteArray(left).replace("cuda", "hip");
    QElapsedTimer timer;
    timer.start();
    const auto words = diffWords(left, right).left.size();
    std::printf("words of a line of %lld bytes: %.2f ms, %lld differ\n", qlonglong(left.size()),
                ms(timer), qlonglong(words));
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
    measureStyles(provider);
    measureTree(test::benchSize(10000));
    measureTree(test::benchSize(100000));
    return 0;
}
