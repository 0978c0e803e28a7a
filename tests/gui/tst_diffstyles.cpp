// What the diff says of lines besides that they differ: white space, moved lines, names by the
// tables; both versions in one row; and the function that the topmost line is in.
#include "core/text/sourcebuffer.h"
#include "tests/gui/mapsettings.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/review/difffind.h"
#include "ui/review/diffmarks.h"
#include "ui/review/diffrowtext.h"
#include "ui/review/diffsticky.h"
#include "ui/review/diffview.h"

#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

/// A hunk that replaces whole lines first..last (1-based; last = first - 1 inserts) by `text`.
Hunk linesHunk(const QByteArray& original, int first, int last, const QByteArray& text)
{
    const SourceBuffer buffer(original);
    const auto start = [&](int line) {
        return line <= buffer.lineCount() ? buffer.lineRange(line).begin : original.size();
    };
    Hunk hunk;
    hunk.key = "k" + QByteArray::number(first);
    hunk.targetPath = RepoPath("a.cu");
    hunk.sourcePath = hunk.targetPath;
    hunk.firstLine = first;
    hunk.lastLine = last;
    hunk.edits = {{{start(first), start(last + 1)}, text}};
    hunk.ruleIds = {QStringLiteral("WF-002")};
    hunk.verdict = Verdict::Projected;
    return hunk;
}

FileTexts fileWith(const QByteArray& original, const QVector<Hunk>& hunks,
                   Language language = Language::Cuda)
{
    return {RepoPath("a.cu"), language, original, hunks};
}

/// Lines 2 to 4 go to the end, further in; line 6 only changes its indentation.
FileTexts movedFile()
{
    const QByteArray original = "int first;\nint total = first;\ntotal += second;\nuse(total);\n"
                                "kept();\nindented(a);\nlast();\n";
    return fileWith(original,
                    {linesHunk(original, 2, 4, "none();\n"),
                     linesHunk(original, 6, 6, "    indented( a );\n"),
                     linesHunk(original, 8, 7,
                               "    int total = first;\n    total += second;\n    use(total);\n")});
}

int rowOf(const DiffLayout& layout, const QByteArray& text, bool right)
{
    for (int row = 0; row < layout.rows.size(); ++row) {
        const DiffRow& at = layout.rows[row];
        const bool wanted = (right ? at.right : at.left) > 0;
        const DiffPane& pane = right && !layout.unified ? layout.right : layout.left;
        if (wanted && pane.line(row).toByteArray().trimmed() == text) {
            return row;
        }
    }
    return -1;
}

} // namespace

class TestDiffStyles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whiteSpaceIsFoldedAway();
    void whiteSpaceInOneText();
    void fileWithOnlyWhiteSpace();
    void blanksThatMeanSomething_data();
    void blanksThatMeanSomething();
    void movedLinesHaveTheirOwnColour();
    void movedLinesTakeTheirBracesAlong();
    void movedLinesLeadToEachOther();
    void rejectedLinesWereNotMoved();
    void namesHaveTheirOwnColour();
    void bothVersionsInOneRow();
    void unlikeLinesStayApart();
    void whatIsFoundInOneRow();
    void theFunctionStaysInSight();
    void theFunctionOfAnAddedFile();
    void filesWithoutFunctions();
    void everyStyleHoldsEveryLine_data();
    void everyStyleHoldsEveryLine();

private:
    void show(const FileTexts& file, const DiffStyle& style, const DiffDecisions& decisions = {})
    {
        m_view.resize(1100, 600);
        DiffLayout layout = layOutDiff(file, decisions, style);
        const QVector<DiffScene::Info> info(
            layout.changes.size(),
            {DecisionKind::Open, Verdict::Projected, QStringLiteral("WF-002"), {}});
        m_view.setScene(std::move(layout), decisions, info, -1, false);
        m_view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&m_view));
        QCoreApplication::processEvents();
    }
    [[nodiscard]] const DiffLayout& layout() const { return m_view.scene().layout; }
    /// Text of a row that has an indicator, with '|' between ranges.
    static QByteArray marked(DiffEditor& editor, int row, int indicator)
    {
        QByteArray text;
        const auto start = editor.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, row);
        const auto end = editor.SendScintilla(QsciScintillaBase::SCI_GETLINEENDPOSITION, row);
        bool before = false;
        for (long at = start; at < end; ++at) {
            const bool has = editor.SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT,
                                                  static_cast<unsigned long>(indicator), at) != 0;
            if (has && !before && !text.isEmpty()) {
                text += '|';
            }
            if (has) {
                text += static_cast<char>(editor.SendScintilla(QsciScintillaBase::SCI_GETCHARAT,
                                                               static_cast<unsigned long>(at)));
            }
            before = has;
        }
        return text;
    }
    /// The background beside the end of a row's text.
    static QColor ground(DiffEditor& editor, int row)
    {
        const QImage image = editor.viewport()->grab().toImage();
        const qreal ratio = image.devicePixelRatio();
        return image.pixelColor(qRound((editor.viewport()->width() - 4) * ratio),
                                qRound((editor.rowTop(row) + editor.rowHeight() / 2.0) * ratio));
    }

    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
    SyntaxRepository m_syntax;
    DiffView m_view{m_provider, m_syntax};
};

void TestDiffStyles::whiteSpaceIsFoldedAway()
{
    const FileTexts file = movedFile();
    show(file, {DiffMode::SideBySide, false});
    int row = rowOf(layout(), "indented(a);", false);
    QVERIFY(layout().rows[row].changed && layout().rows[row].blanks);
    QCOMPARE(m_view.rightEditor().signOf(row), u'+');
    show(file, {DiffMode::SideBySide, true});
    row = rowOf(layout(), "indented(a);", false);
    QVERIFY(!layout().rows[row].changed);
    for (DiffEditor* editor : {&m_view.leftEditor(), &m_view.rightEditor()}) {
        QCOMPARE(editor->signOf(row), QChar(diffmarks::kBlanksSign));
        QCOMPARE(ground(*editor, row), m_provider.theme().base);
        QVERIFY(marked(*editor, row, diffmarks::AddWordBox).isEmpty());
    }
    QCOMPARE(layout().right.line(row).toByteArray(), QByteArray("    indented( a );"));
    QCOMPARE(rowFacts(m_view.scene(), row, PlaceSide::Port),
             QStringList{QStringLiteral("Differs only in white space")});
    // It stays a change that is decided.
    QCOMPARE(layout().changes.size(), 3);
    QVERIFY(!layout().onlyBlanks);
}

void TestDiffStyles::whiteSpaceInOneText()
{
    for (const DiffMode mode : {DiffMode::Unified, DiffMode::Inline}) {
        show(movedFile(), {mode, true});
        const int row = rowOf(layout(), "indented(a);", false);
        const DiffRow& at = layout().rows[row];
        QVERIFY(at.left == 6 && at.right > 0 && !at.changed && at.merged < 0);
        QCOMPARE(m_view.unifiedEditor().signOf(row), QChar(diffmarks::kBlanksSign));
        QCOMPARE(rowOf(layout(), "indented( a );", true), -1); // once, as in the original
    }
    show(movedFile(), {DiffMode::Unified, false});
    QVERIFY(rowOf(layout(), "indented( a );", true) > rowOf(layout(), "indented(a);", false));
}

void TestDiffStyles::fileWithOnlyWhiteSpace()
{
    const QByteArray original = "f(a);\ng(b);\nh(c);\n";
    const FileTexts file =
        fileWith(original, {linesHunk(original, 1, 2, "  f(a);\n\n  g( b );\n")});
    m_view.setVersions(QStringLiteral("before"), QStringLiteral("after"));
    show(file, {DiffMode::SideBySide, false});
    QVERIFY(layout().onlyBlanks);
    const auto says = [this](const QString& text) {
        const auto labels = m_view.findChildren<ElidedLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const ElidedLabel* label) { return label->text().contains(text); });
    };
    QVERIFY(says(QStringLiteral("Only white space differs")));
    QVERIFY(says(QStringLiteral("after")));
    show(file, {DiffMode::SideBySide, true});
    QVERIFY(layout().onlyBlanks);
    QVERIFY(std::none_of(layout().rows.begin(), layout().rows.end(),
                         [](const DiffRow& row) { return row.changed; }));
    show(movedFile(), {DiffMode::SideBySide, true});
    QVERIFY(!says(QStringLiteral("Only white space differs")));
}

void TestDiffStyles::blanksThatMeanSomething_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("replacement"); // of all lines but the first
    QTest::addColumn<int>("line");               // that counts, 1-based; 0: none does
    const auto row = [](const char* name, Language language, QByteArray original,
                        QByteArray replacement, int line) {
        QTest::newRow(name) << language << original << replacement << line;
        QTest::addRow("%s, CRLF", name) << language << original.replace("\n", "\r\n")
                                        << replacement.replace("\n", "\r\n") << line;
    };
    row("a line out of an if", Language::Python, "if x:\n    first()\n    second()\n",
        "    first()\nsecond()\n", 3);
    row("a block out of an if", Language::Python,
        "if x:\n    first_call()\n    second_call()\n    third_call()\n",
        "first_call()\nsecond_call()\nthird_call()\n", 2);
    row("tabs in Python", Language::Python, "if x:\n        first()\n        second()\n",
        "\tfirst()\n\tsecond()\n", 2);
    row("recipe", Language::Make, "a.o:\n\tnvcc -c a.cu\n", "nvcc -c a.cu\n", 2);
    row("empty recipe", Language::Make, "a.o:\nb:\n", "\t\nb:\n", 2);
    row("YAML", Language::Yaml, "a:\n  b: 1\n", "b: 1\n", 2);
    row("shell", Language::Shell, "set -e\nx = 1\n", "x=1\n", 2);
    row("macro", Language::Cuda, "f();\n#define SCALE (x)\n", "#define SCALE(x)\n", 2);
    row("minus", Language::Cuda, "f();\nreturn a - -b;\n", "return a--b;\n", 2);
    row("end of a macro", Language::Cuda, "#define A \\\nf()\n", "\nf()\n", 2);
    row("a block of C++", Language::Cuda, "if (x) {\n    f();\n  g( 1 );\n}\n",
        "\tf( );\n\tg(1);\n}\n", 0);
    row("a block of shell", Language::Shell, "if x; then\n    f 1\nfi\n", "\tf  1\nfi\n", 0);
}

void TestDiffStyles::blanksThatMeanSomething()
{
    QFETCH(Language, language);
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, replacement);
    QFETCH(int, line);
    const FileTexts file = fileWith(
        original, {linesHunk(original, 2, static_cast<int>(original.count('\n')), replacement)},
        language);
    for (const DiffMode mode : {DiffMode::SideBySide, DiffMode::Unified, DiffMode::Inline}) {
        for (const bool ignore : {false, true}) {
            show(file, {mode, ignore});
            QCOMPARE(layout().onlyBlanks, line == 0);
            QVERIFY(layout().moves.isEmpty());
        }
        QCOMPARE(std::any_of(layout().rows.begin(), layout().rows.end(),
                             [](const DiffRow& row) { return row.changed; }),
                 line > 0);
        const auto at =
            std::find_if(layout().rows.begin(), layout().rows.end(), [&](const DiffRow& row) {
                return row.changed && line > 0 && row.right == line;
            });
        QCOMPARE(at != layout().rows.end(), line > 0);
        if (line > 0) {
            const auto row = static_cast<int>(at - layout().rows.begin());
            DiffEditor& editor = layout().unified ? m_view.unifiedEditor() : m_view.rightEditor();
            QVERIFY(editor.signOf(row) != QChar(diffmarks::kBlanksSign));
            // In one row for both versions the words alone are marked.
            QVERIFY(mode == DiffMode::Inline || ground(editor, row) != m_provider.theme().base);
            QVERIFY(rowFacts(m_view.scene(), row, PlaceSide::Port).isEmpty());
        }
    }
}

void TestDiffStyles::movedLinesHaveTheirOwnColour()
{
    for (const DiffMode mode : {DiffMode::SideBySide, DiffMode::Unified, DiffMode::Inline}) {
        show(movedFile(), {mode, false});
        QCOMPARE(layout().moves.size(), 1);
        const bool unified = mode != DiffMode::SideBySide;
        DiffEditor& left = unified ? m_view.unifiedEditor() : m_view.leftEditor();
        DiffEditor& right = unified ? m_view.unifiedEditor() : m_view.rightEditor();
        const int away = rowOf(layout(), "total += second;", false);
        const int here = layout().moves[0].toRow + 1;
        QCOMPARE(left.signOf(away), QChar(diffmarks::kMovedAwaySign));
        QCOMPARE(right.signOf(here), QChar(diffmarks::kMovedHereSign));
        QCOMPARE(ground(left, away), m_provider.theme().moveLine);
        QCOMPARE(ground(right, here), m_provider.theme().moveLine);
        QCOMPARE(moveText(m_view.scene(), away, PlaceSide::Original),
                 QStringLiteral("Moved to line 6"));
        QCOMPARE(moveText(m_view.scene(), here, PlaceSide::Port),
                 QStringLiteral("Moved from line 2"));
        const int plain = rowOf(layout(), "none();", true);
        QCOMPARE(right.signOf(plain), u'+');
        QCOMPARE(ground(right, plain), m_provider.theme().addLine);
    }
    // Screen readers hear it with the change.
    QVERIFY(changeAccessibleText(m_view.scene(), 0).contains(QStringLiteral("moved to line 6")));
    QVERIFY(changeAccessibleText(m_view.scene(), 2).contains(QStringLiteral("moved from line 2")));
    QVERIFY(!changeAccessibleText(m_view.scene(), 1).contains(QStringLiteral("moved")));
}

void TestDiffStyles::movedLinesTakeTheirBracesAlong()
{
    const QByteArray block = "void report(int code)\n{\n    print(code);\n    flush();\n}\n";
    const QByteArray original = "void check(int error)\n{\n    fail(error);\n}\nkept();\n" + block;
    QByteArray further = "namespace tools {\n" + block + "}\n";
    further.replace("\nvoid", "\n  void").replace("\n{", "\n  {").replace("\n    ", "\n      ");
    const FileTexts file =
        fileWith(original, {linesHunk(original, 1, 4, further), linesHunk(original, 6, 10, "")});
    show(file, {DiffMode::SideBySide, false});
    QCOMPARE(layout().moves.size(), 1);
    QCOMPARE(layout().moves[0].fromLine, 6);
    QVERIFY(layout().moves[0].fromLines >= 4); // the last brace may stand beside another
    QCOMPARE(layout().moves[0].toLine, 2);
    QCOMPARE(m_view.leftEditor().signOf(rowOf(layout(), "void report(int code)", false)),
             QChar(diffmarks::kMovedAwaySign));
    QCOMPARE(m_view.rightEditor().signOf(rowOf(layout(), "void report(int code)", true)),
             QChar(diffmarks::kMovedHereSign));
}

void TestDiffStyles::movedLinesLeadToEachOther()
{
    show(movedFile(), {DiffMode::SideBySide, false});
    m_view.showLine(5, PlaceSide::Original);
    m_view.leftEditor().setFocus();
    QVERIFY(m_view.caretFacts().isEmpty());
    QVERIFY(!m_view.canGoToMoved() && !m_view.goToMoved());
    m_view.showLine(3, PlaceSide::Original);
    QCOMPARE(m_view.caretFacts(), QStringList{QStringLiteral("Moved to line 6")});
    QVERIFY(m_view.canGoToMoved() && m_view.goToMoved());
    QCOMPARE(m_view.scene().marked, layout().moves[0].toRow);
    QCOMPARE(m_view.caretFacts(), QStringList{QStringLiteral("Moved from line 2")});
    QVERIFY(m_view.goToMoved()); // and back
    QCOMPARE(m_view.scene().marked, layout().moves[0].fromRow);
    // From the current change, wherever the caret is.
    m_view.showLine(5, PlaceSide::Original);
    m_view.setCurrent(2);
    QVERIFY(m_view.goToMoved());
    QCOMPARE(m_view.scene().marked, layout().moves[0].fromRow);
}

void TestDiffStyles::rejectedLinesWereNotMoved()
{
    const DiffDecisions rejected{{"k2", {DecisionKind::Rejected, {}}}};
    show(movedFile(), {DiffMode::SideBySide, false}, rejected);
    const int here = layout().moves[0].toRow;
    QVERIFY(moveText(m_view.scene(), here, PlaceSide::Port).isEmpty());
    QCOMPARE(m_view.rightEditor().signOf(here), u'+');
    m_view.setDecisions({}, m_view.scene().info);
    QCOMPARE(m_view.rightEditor().signOf(here), QChar(diffmarks::kMovedHereSign));
}

void TestDiffStyles::namesHaveTheirOwnColour()
{
    const QByteArray original = "#include <cuda_runtime.h>\ncudaFree(p);\ncudaMalloc(&p, one);\n";
    const FileTexts file =
        fileWith(original, {linesHunk(original, 1, 1, "#include <hip/hip_runtime.h>\n"),
                            linesHunk(original, 2, 2, "hipFree(p);\n"),
                            linesHunk(original, 3, 3, "hipMalloc(&p, two);\n")});
    show(file, {DiffMode::SideBySide, false});
    DiffEditor& left = m_view.leftEditor();
    DiffEditor& right = m_view.rightEditor();
    QCOMPARE(marked(left, 0, diffmarks::NameBox), QByteArray("cuda_runtime.h"));
    QCOMPARE(marked(right, 0, diffmarks::NameBox), QByteArray("hip/hip_runtime.h"));
    QCOMPARE(marked(left, 1, diffmarks::NameBox), QByteArray("cudaFree"));
    QCOMPARE(marked(right, 1, diffmarks::NameBox), QByteArray("hipFree"));
    QVERIFY(marked(left, 1, diffmarks::DelWordBox).isEmpty());
    QCOMPARE(marked(right, 2, diffmarks::NameBox), QByteArray("hipMalloc"));
    QCOMPARE(marked(right, 2, diffmarks::AddWordBox), QByteArray("two"));
    const QString names = QStringLiteral("Only names differ, as the tables have them");
    QCOMPARE(rowFacts(m_view.scene(), 1, PlaceSide::Original), QStringList{names});
    QVERIFY(rowFacts(m_view.scene(), 2, PlaceSide::Original).isEmpty());
    show(file, {DiffMode::Inline, false});
    QCOMPARE(marked(m_view.unifiedEditor(), 2, diffmarks::NameBox), QByteArray("cudaFreehipFree"));
    QCOMPARE(marked(m_view.unifiedEditor(), 2, diffmarks::GoneText), QByteArray("cudaFree"));
}

void TestDiffStyles::bothVersionsInOneRow()
{
    const QByteArray original = "a();\nconst int lanes = warpOf(one, 32);\nb();\n";
    const FileTexts file = fileWith(
        original, {linesHunk(original, 2, 2, "const int lanes = warpOf(one, 64, more);\n")});
    show(file, {DiffMode::Inline, false});
    QCOMPARE(layout().rows.size(), 3);
    DiffEditor& editor = m_view.unifiedEditor();
    QCOMPARE(layout().left.line(1).toByteArray(),
             QByteArray("const int lanes = warpOf(one, 3264, more);"));
    QCOMPARE(marked(editor, 1, diffmarks::GoneText), QByteArray("32"));
    QCOMPARE(marked(editor, 1, diffmarks::DelWordBox), QByteArray("32"));
    QCOMPARE(marked(editor, 1, diffmarks::AddWordBox), QByteArray("64, more"));
    QCOMPARE(editor.signOf(1), QChar(diffmarks::kMergedSign));
    QCOMPARE(editor.numberText(1).simplified(), QStringLiteral("2 2"));
    QCOMPARE(layout().rows[1].number, 2);
    // Rejected: what would be added is struck, the original stands.
    const DiffDecisions rejected{{"k2", {DecisionKind::Rejected, {}}}};
    QVERIFY(!needsNewLayout(layout(), {}, rejected));
    m_view.setDecisions(rejected, m_view.scene().info);
    QVERIFY(marked(editor, 1, diffmarks::GoneText).isEmpty());
    QCOMPARE(marked(editor, 1, diffmarks::StruckLine), QByteArray("64, more"));
    QCOMPARE(editor.signOf(1), u' ');
}

void TestDiffStyles::unlikeLinesStayApart()
{
    const QByteArray original = "a();\nint alpha = beta;\nb();\n";
    const FileTexts file =
        fileWith(original, {linesHunk(original, 2, 2, "return gamma(delta, epsilon);\n")});
    show(file, {DiffMode::Inline, false});
    QCOMPARE(layout().rows.size(), 4);
    QVERIFY(layout().merged.isEmpty());
    QCOMPARE(m_view.unifiedEditor().signOf(1), u'-');
    QCOMPARE(m_view.unifiedEditor().signOf(2), u'+');
}

void TestDiffStyles::whatIsFoundInOneRow()
{
    const QByteArray original = "x = f(one, 32);\n";
    const FileTexts file = fileWith(original, {linesHunk(original, 1, 1, "x = f(one, 64);\n")});
    show(file, {DiffMode::Inline, false});
    QCOMPARE(layout().left.line(0).toByteArray(), QByteArray("x = f(one, 3264);"));
    const auto found = [this](const char* text) {
        const Result<TextMatcher> matcher =
            TextMatcher::make({QString::fromLatin1(text), false, false, false});
        QStringList texts;
        for (const DiffHit& hit : findInDiff(layout(), *matcher, FindScope::Changes, 10, {}).hits) {
            texts.append(m_view.textOf(hit));
        }
        return texts;
    };
    QCOMPARE(found("f(one"), QStringList{QStringLiteral("f(one")}); // in both: once
    QCOMPARE(found("32"), QStringList{QStringLiteral("32")});
    QCOMPARE(found("64)"), QStringList{QStringLiteral("64)")});
    QCOMPARE(found(", 64"), QStringList{QStringLiteral(", 3264")}); // across what was removed
    QVERIFY(found("3264").isEmpty());                               // in neither version
}

void TestDiffStyles::theFunctionStaysInSight()
{
    QByteArray original = "#include <x.h>\n__global__ void softmax(float* a, int n)\n{\n";
    for (int i = 0; i < 200; ++i) {
        original += "    a[" + QByteArray::number(i) + "] = n;\n";
    }
    original += "}\n\nint g;\n";
    for (int i = 0; i < 100; ++i) {
        original += "extern int g" + QByteArray::number(i) + ";\n";
    }
    const FileTexts file = fileWith(original, {linesHunk(original, 100, 100, "    b[1] = n;\n")});
    for (const DiffMode mode : {DiffMode::SideBySide, DiffMode::Unified, DiffMode::Inline}) {
        show(file, {mode, false});
        DiffSticky& sticky = m_view.sticky();
        QVERIFY(sticky.isVisible());
        m_view.showTopLine(50);
        QTRY_COMPARE(sticky.targetLine(), 2);
        QCOMPARE(sticky.label(), QStringLiteral("__global__ void softmax(float* a, int n)"));
        QCOMPARE(sticky.accessibleName(),
                 QStringLiteral("The first line is in kernel softmax, line 2"));
        QTest::mouseClick(&sticky, Qt::LeftButton);
        QCOMPARE(m_view.scene().marked, 1);
        QTRY_COMPARE(sticky.targetLine(), 0); // its line is in sight
        QVERIFY(sticky.label().isEmpty());
        m_view.showTopLine(260);
        QCOMPARE(sticky.targetLine(), 0);
        m_view.showTopLine(150);
        QVERIFY(m_view.goToFunction());
        QCOMPARE(m_view.scene().marked, 1);
    }
}

void TestDiffStyles::theFunctionOfAnAddedFile()
{
    QByteArray text = "void added()\n{\n";
    for (int i = 0; i < 200; ++i) {
        text += "    call(" + QByteArray::number(i) + ");\n";
    }
    Hunk hunk = linesHunk({}, 1, 0, text + "}\n");
    hunk.sourcePath = {};
    show(fileWith({}, {hunk}), {DiffMode::SideBySide, false});
    m_view.showRow(150);
    QTRY_COMPARE(m_view.sticky().label(), QStringLiteral("void added()"));
    QVERIFY(m_view.goToFunction());
    QCOMPARE(m_view.scene().marked, 0);
}

void TestDiffStyles::filesWithoutFunctions()
{
    const QByteArray original = "{\n}\n";
    FileTexts file = fileWith(original, {linesHunk(original, 1, 1, "[\n")});
    file.language = Language::Json;
    show(file, {DiffMode::SideBySide, false});
    QVERIFY(!m_view.sticky().isVisible());
    QVERIFY(!m_view.goToFunction());
}

void TestDiffStyles::everyStyleHoldsEveryLine_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("blanks");
    for (const DiffMode mode : {DiffMode::SideBySide, DiffMode::Unified, DiffMode::Inline}) {
        for (const bool blanks : {false, true}) {
            QTest::addRow("%d %d", int(mode), int(blanks)) << int(mode) << blanks;
        }
    }
}

void TestDiffStyles::everyStyleHoldsEveryLine()
{
    QFETCH(int, mode);
    QFETCH(bool, blanks);
    const QByteArray original = "one(a);\n\ttwo(b);\n\nthree(c, d);\nfour();\nfive();\nsix(32);";
    for (const QByteArray& text :
         {QByteArray("  one(a);\ntwo( b );\nthree(c);\n"), QByteArray(), QByteArray("\n\n\n"),
          QByteArray("if (x) {\n  one(a);\n  two(b);\n  three(c, e);\n}\n"),
          QByteArray("gr\xc3\xb6\xc3\x9f"
                     "e();\r\nthree(c, d);\r\n")}) {
        for (int last = 0; last <= 7; ++last) {
            const FileTexts file = fileWith(original, {linesHunk(original, 1, last, text)});
            show(file, {static_cast<DiffMode>(mode), blanks});
            int left = 0;
            int right = 0;
            for (const DiffRow& row : layout().rows) {
                QVERIFY(row.left == 0 || row.left == ++left);
                QVERIFY(row.right == 0 || row.right == ++right);
            }
            QCOMPARE(left, 7);
            QCOMPARE(left, layout().leftLines);
            QCOMPARE(right, layout().rightLines);
            QCOMPARE(layout().left.starts.size(), layout().rows.size() + 1);
        }
    }
}

QTEST_MAIN(TestDiffStyles)
#include "tst_diffstyles.moc"
