#include "core/text/sourcebuffer.h"
#include "core/text/worddiff.h"
#include "tests/bench/benchscale.h"
#include "tests/gui/mapsettings.h"
#include "ui/portreview/hunkdiff.h"
#include "ui/portreview/portdrafts.h"
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

// Figures of the review: the diff of a file of 10,000 lines, the next change, both in the review of
// a port too, and the tree with 10,000 and 100,000 changes. Times of the diff are the processor's,
// beside those of a plain editor in the same run; the limits are those of the product.

using namespace rocport;

namespace {

/// A file of which one line in `every` is replaced by five.
FileTexts makeFile(int lines, int every)
{
    QByteArray original;
    for (int i = 1; i <= lines; ++i) {
        original += "  const unsigned kept" + QByteArray::number(i) +
                    " = __ballot_sync(0xffffffffu, keep); // lane " + QByteArray::number(i) + "\n";
    }
    const SourceBuffer buffer(original);
    FileTexts file{RepoPath("csrc/big.cu"), Language::Cuda, original, {}};
    const QByteArray hash = contentHash(original);
    for (int line = 5; line < lines; line += every) {
        Hunk hunk;
        hunk.key = QByteArray::number(line).rightJustified(16, '0');
        hunk.targetPath = file.path;
        hunk.sourcePath = file.path;
        hunk.firstLine = line;
        hunk.lastLine = line;
        hunk.ruleIds = {QStringLiteral("warp-ballot-type")};
        hunk.title = QStringLiteral("Lane masks are 64 bits wide");
        hunk.verdict = Verdict::Projected;
        hunk.baseHash = hash;
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

/// Milliseconds of the processor, of all threads together, and by the clock.
struct Cost
{
    double processor = 0;
    double wall = 0;
};

class Meter
{
public:
    [[nodiscard]] Cost cost() const { return {now() - m_processor, ms(m_wall)}; }
    void restart()
    {
        m_processor = now();
        m_wall.start();
    }
    Meter() { restart(); }

private:
    static double now()
    {
        timespec time = {};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }
    double m_processor = 0;
    QElapsedTimer m_wall;
};

/// Of many runs that which `percent` of them do not exceed, by the processor and by the clock.
Cost percentile(QVector<Cost> costs, int percent)
{
    if (costs.isEmpty()) {
        return {};
    }
    const qsizetype at = std::min(costs.size() - 1, costs.size() * percent / 100);
    std::sort(costs.begin(), costs.end(),
              [](const Cost& a, const Cost& b) { return a.processor < b.processor; });
    const double processor = costs[at].processor;
    std::sort(costs.begin(), costs.end(),
              [](const Cost& a, const Cost& b) { return a.wall < b.wall; });
    return {processor, costs[at].wall};
}

/// What showing a text, or going to another line, costs.
struct Shown
{
    Cost first;
    Cost step;
};

/// The baseline: a plain editor shows the text for the first time, and goes to another line.
Shown measurePlain(const QByteArray& text)
{
    QsciScintilla editor;
    editor.setUtf8(true);
    editor.resize(1140, 560);
    editor.show();
    editor.grab();
    Meter meter;
    editor.SendScintilla(QsciScintillaBase::SCI_SETTEXT, text.constData());
    editor.grab();
    const Cost first = meter.cost();
    QVector<Cost> steps;
    for (int i = 1; i < 50; ++i) {
        meter.restart();
        editor.SendScintilla(QsciScintillaBase::SCI_SETFIRSTVISIBLELINE,
                             static_cast<unsigned long>(i) * 40);
        editor.grab();
        steps.append(meter.cost());
    }
    return {first, percentile(steps, 50)};
}

/// Limits are for a processor that does nothing else: what the threads took is compared with them.
void reportShown(const char* what, const Shown& shown, const Shown& plain)
{
    std::printf("%-34s asked to painted %6.1f ms (%4.1f times plain; %6.1f by the clock) %s; "
                "next, 95 %%: %5.1f ms (%4.1f times plain; %5.1f by the clock) %s\n",
                what, shown.first.processor, shown.first.processor / plain.first.processor,
                shown.first.wall, shown.first.processor <= 100 ? "ok" : "OVER",
                shown.step.processor, shown.step.processor / plain.step.processor, shown.step.wall,
                shown.step.processor <= 16 ? "ok" : "OVER");
}

QVector<DiffScene::Info> infoOf(const DiffLayout& layout)
{
    return QVector<DiffScene::Info>(
        layout.changes.size(),
        {DecisionKind::Open, Verdict::Projected, QStringLiteral("hipify-api"), {}});
}

/// Up to 99 changes from all over the file, one after the other, each with its picture.
template <typename Step>
Cost measureSteps(DiffView& view, Step step)
{
    const auto changes = static_cast<int>(view.scene().layout.changes.size());
    const int count = std::min(99, changes - 1);
    QVector<Cost> steps;
    for (int i = 1; i <= count; ++i) {
        const Meter meter;
        step(static_cast<int>(qint64(i) * (changes - 1) / count));
        view.grab();
        steps.append(meter.cost());
    }
    return percentile(steps, 95);
}

/// Asked for: what the window has read by then. Painted: all of the view once, which is the text in
/// sight with its colours, numbers, marks and map.
Shown measureView(DiffView& view, const FileTexts& file, const DiffStyle& style, const char* name,
                  const Shown& plain)
{
    Meter meter;
    DiffLayout layout = layOutDiff(file, {}, style);
    const Cost laidOut = meter.cost();
    const auto moves = layout.moves.size();
    const auto merged = layout.merged.size();
    const QVector<DiffScene::Info> info = infoOf(layout);
    view.setScene(std::move(layout), {}, info, 0, false);
    view.grab();
    Shown shown;
    shown.first = meter.cost();
    shown.step = measureSteps(view, [&view](int change) { view.setCurrent(change); });
    reportShown(name, shown, plain);
    std::printf("%-34s of it %.1f ms in a worker, %.1f ms in the window; %lld changes, %lld moved, "
                "%lld merged\n",
                "", laidOut.processor, shown.first.processor - laidOut.processor,
                qlonglong(file.hunks.size()), qlonglong(moves), qlonglong(merged));
    return shown;
}

void waitForSyntax(const SyntaxRepository& syntax)
{
    while (!syntax.isReady()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

/// A file of which every `every`-th line changes; with and without its colours, and folded.
void measureDiff(ThemeProvider& provider, int every)
{
    SyntaxRepository syntax;
    waitForSyntax(syntax);
    DiffView view(provider, syntax);
    view.resize(1140, 560);
    view.show();
    view.grab();
    const FileTexts file = makeFile(test::benchSize(10000, 5000), every);
    const Shown plain = measurePlain(file.original);
    std::printf("plain editor: %.1f ms, another line %.1f ms of the processor (baseline)\n",
                plain.first.processor, plain.step.processor);
    measureView(view, file, {}, "a line in each change", plain);
    const Meter meter;
    while (!view.leftEditor().diffLexer().isFinished() ||
           !view.rightEditor().diffLexer().isFinished()) {
        QCoreApplication::processEvents();
    }
    std::printf("%-34s all colours in idle slices: %.0f ms of the processor\n", "",
                meter.cost().processor);
    const Shown coloured = {{},
                            measureSteps(view, [&view](int change) { view.setCurrent(change); })};
    std::printf("%-34s next, 95 %%, once all is coloured: %.1f ms (%.1f times plain)\n", "",
                coloured.step.processor, coloured.step.processor / plain.step.processor);
    view.setFolding(true);
    measureView(view, file, {}, "the same, folded", plain);
}

void measureStyles(ThemeProvider& provider)
{
    SyntaxRepository syntax;
    waitForSyntax(syntax);
    DiffView view(provider, syntax);
    view.resize(1140, 560);
    view.show();
    view.grab();
    const int lines = test::benchSize(10000, 500);
    const Shown plain = measurePlain(makeChanged(lines, Kind::Names).original);
    std::printf("%d lines in a plain editor: %.1f ms, another line %.1f ms of the processor "
                "(baseline)\n",
                lines, plain.first.processor, plain.step.processor);
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
                measureView(view, file, {mode, blanks}, name.constData(), plain);
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

/// The review of a port made elsewhere, of one file with the changes of `file`.
std::shared_ptr<ReviewState> reviewOf(const FileTexts& file)
{
    ReviewFile reviewed;
    reviewed.path = reviewed.basePath = file.path;
    reviewed.language = file.language;
    reviewed.baseText = file.original;
    auto places = std::make_shared<QHash<QByteArray, QPair<int, int>>>();
    for (const Hunk& hunk : file.hunks) {
        ReviewHunk one;
        one.id = hunk.key;
        one.baseFirst = one.headFirst = hunk.firstLine;
        one.baseLast = one.headLast = hunk.lastLine;
        one.ruleIds = hunk.ruleIds;
        one.edit = hunk.edits.first();
        places->insert(one.id, {0, static_cast<int>(reviewed.hunks.size())});
        reviewed.hunks.append(one);
    }
    auto review = std::make_shared<PortReview>();
    review->files = {reviewed};
    auto state = std::make_shared<ReviewState>();
    state->kept.id = "0123456789abcdef";
    state->kept.revisions = {ReviewRevision()};
    state->review = review;
    state->places = places;
    return state;
}

/// The review of a port has the same view behind a worker of its own: from the hunk that is asked
/// for to its picture, with the way to the worker and back.
void measurePort(ThemeProvider& provider, bool unified)
{
    SyntaxRepository syntax;
    waitForSyntax(syntax);
    PortDrafts drafts;
    HunkDiff diff(provider, syntax, drafts);
    diff.resize(1140, 560);
    diff.setUnified(unified);
    diff.show();
    diff.grab();
    const FileTexts file = makeChanged(test::benchSize(10000, 500), Kind::Names);
    const Shown plain = measurePlain(file.original);
    const auto state = reviewOf(file);
    bool here = false;
    QObject::connect(&diff, &HunkDiff::shown, &diff, [&here] { here = true; });
    diff.setState(state);
    Shown shown;
    const Meter meter;
    diff.showHunk(file.hunks.first().key);
    while (!here) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    diff.grab();
    shown.first = meter.cost();
    shown.step = measureSteps(diff.view(), [&](int change) {
        diff.showHunk(diff.view().scene().layout.changes[change].key);
    });
    reportShown(unified ? "review of a port, unified" : "review of a port, side by side", shown,
                plain);
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
    measureDiff(provider, 50);
    measureDiff(provider, 4);
    measureStyles(provider);
    measurePort(provider, false);
    measurePort(provider, true);
    measureTree(test::benchSize(10000));
    measureTree(test::benchSize(100000));
    return 0;
}
