#include "core/text/sourcebuffer.h"
#include "tests/gui/mapsettings.h"
#include "ui/editor/editorfont.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffminimap.h"
#include "ui/review/diffview.h"

#include <QAccessible>
#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

namespace {

/// A hunk that replaces whole lines first..last (1-based; last = first - 1 inserts) by `text`.
Hunk lineHunk(const QByteArray& original, int first, int last, const QByteArray& text)
{
    const SourceBuffer buffer(original);
    const auto start = [&](int line) {
        return line <= buffer.lineCount() ? buffer.lineRange(line).begin : original.size();
    };
    Hunk hunk;
    hunk.key = "k" + QByteArray::number(first) + "_" + QByteArray::number(last);
    hunk.targetPath = RepoPath("a.cu");
    hunk.sourcePath = hunk.targetPath;
    hunk.baseHash = contentHash(original);
    hunk.firstLine = first;
    hunk.lastLine = last;
    hunk.edits = {{{start(first), start(last + 1)}, text}};
    hunk.ruleIds = {QStringLiteral("WF-002")};
    hunk.verdict = Verdict::Projected;
    return hunk;
}

FileTexts fileOf(const QByteArray& original, const QVector<Hunk>& hunks)
{
    return {RepoPath("a.cu"), Language::Cuda, original, hunks};
}

/// "8|8 -+ old / new" for each row: numbers, changed, texts.
QStringList picture(const DiffLayout& layout)
{
    QStringList lines;
    for (int row = 0; row < layout.rows.size(); ++row) {
        const DiffRow& r = layout.rows[row];
        lines.append(QStringLiteral("%1|%2%3%4 / %5")
                         .arg(r.left)
                         .arg(r.number)
                         .arg(r.changed ? QStringLiteral(" * ") : QStringLiteral("   "),
                              QString::fromUtf8(layout.left.line(row)),
                              QString::fromUtf8(layout.right.line(row))));
    }
    return lines;
}

} // namespace

class DiffViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ligaturesAreOff();
    void layout_data();
    void layout();
    void rejectedChangeKeepsNumbers();
    void twoChangesOnOneLine();
    void editsKeepEncodingAndLineEnds();
    void panesScrollAsOne();
    void wordsFarRightComeIntoSight();
    void changesAreEnteredAtTheirIndentation();
    void keysScrollBothPanesSideways();
    void jumpsKeepTheColours();
    void enterKeepsTheColours();
    void numbersAndSigns();
    void coloursFollowTheSyntax();
    void scenesOfAnySizeFollowEachOther();
    void themesHoldTheTokens();
    void marksSpeak();
    void garbageDoesNotCrash();
    void hiddenCharactersAreShown();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
    SyntaxRepository m_syntax;
};

void DiffViewTest::ligaturesAreOff()
{
    // "!=" must look like what the file holds, in whichever font is installed.
    const QFont font = editorFont(m_provider.theme().font(TextStep::Code), QWidget());
    const QFontMetricsF metrics(font);
    QCOMPARE(metrics.horizontalAdvance(QStringLiteral("!=")), 2 * metrics.horizontalAdvance(u'='));
    const auto picture = [&](const QStringList& parts) {
        QImage image(100, 40, QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setFont(font);
        qreal x = 4;
        for (const QString& part : parts) {
            painter.drawText(QPointF(x, 25), part);
            x += metrics.horizontalAdvance(part);
        }
        return image;
    };
    QCOMPARE(picture({QStringLiteral("!=")}), picture({QStringLiteral("!"), QStringLiteral("=")}));
}

void DiffViewTest::layout_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("rows");
    const auto row = [](const char* name, const char* original, int first, int last,
                        const char* text, const QStringList& rows) {
        QTest::newRow(name) << QByteArray(original) << first << last << QByteArray(text) << rows;
    };
    row("one line", "a\nb\nc\n", 2, 2, "B\n",
        {QStringLiteral("1|1   a / a"), QStringLiteral("2|2 * b / B"),
         QStringLiteral("3|3   c / c")});
    row("first line", "a\nb\n", 1, 1, "A\n",
        {QStringLiteral("1|1 * a / A"), QStringLiteral("2|2   b / b")});
    row("insertion at the top", "a\n", 1, 0, "x\ny\n",
        {QStringLiteral("0|1 *  / x"), QStringLiteral("0|2 *  / y"),
         QStringLiteral("1|3   a / a")});
    row("last line without newline", "a\nb", 2, 2, "B",
        {QStringLiteral("1|1   a / a"), QStringLiteral("2|2 * b / B")});
    row("removal", "a\nb\nc\n", 2, 2, "",
        {QStringLiteral("1|1   a / a"), QStringLiteral("2|0 * b / "),
         QStringLiteral("3|2   c / c")});
    row("guard keeps the original line", "x\ncall(1);\ny\n", 2, 2,
        "#ifdef R\nhip(1);\n#else\ncall(1);\n#endif\n",
        {QStringLiteral("1|1   x / x"), QStringLiteral("0|2 *  / #ifdef R"),
         QStringLiteral("0|3 *  / hip(1);"), QStringLiteral("0|4 *  / #else"),
         QStringLiteral("2|5   call(1); / call(1);"), QStringLiteral("0|6 *  / #endif"),
         QStringLiteral("3|7   y / y")});
    row("CRLF", "a\r\nb\r\n", 2, 2, "B\r\n",
        {QStringLiteral("1|1   a / a"), QStringLiteral("2|2 * b / B")});
    row("non-ASCII", "a\n// größe\n", 2, 2, "// Größe\n",
        {QStringLiteral("1|1   a / a"), QStringLiteral("2|2 * // größe / // Größe")});
    row("Latin-1",
        "a\n// gr\xf6\xdf"
        "e\n",
        2, 2,
        "// Gr\xf6\xdf"
        "e\n",
        {QStringLiteral("1|1   a / a"), QStringLiteral("2|2 * // größe / // Größe")});
    row("new file", "", 1, 0, "n\n", {QStringLiteral("0|1 *  / n")});
}

void DiffViewTest::layout()
{
    QFETCH(QByteArray, original);
    QFETCH(int, first);
    QFETCH(int, last);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, rows);
    const FileTexts file = fileOf(original, {lineHunk(original, first, last, text)});
    const DiffLayout side = layOutDiff(file, {}, false);
    QCOMPARE(picture(side), rows);
    QCOMPARE(side.left.text.count('\n'), side.right.text.count('\n')); // padded to equal length
    QCOMPARE(side.changes.size(), 1);
    const DiffLayout unified = layOutDiff(file, {}, true);
    QVERIFY(unified.rows.size() >= side.rows.size());
}

void DiffViewTest::rejectedChangeKeepsNumbers()
{
    const QByteArray original = "a\nb\nc\n";
    const Hunk hunk = lineHunk(original, 2, 1, "x\ny\n");
    const DiffDecisions rejected{{hunk.key, {DecisionKind::Rejected, {}}}};
    const DiffLayout layout = layOutDiff(fileOf(original, {hunk}), rejected, false);
    QVERIFY(isStruck(layout, layout.segments[0], rejected));
    QCOMPARE(layout.rows.last().number, 3); // the two lines are not in the port
    QVERIFY(!needsNewLayout(layout, rejected, {}));
    const DiffDecisions edited{{hunk.key, {DecisionKind::Edited, "z\n"}}};
    QVERIFY(needsNewLayout(layout, rejected, edited));
    QCOMPARE(layOutDiff(fileOf(original, {hunk}), edited, false).rows.size(), 4);
}

void DiffViewTest::twoChangesOnOneLine()
{
    const QByteArray original = "f(a, b);\n";
    Hunk one = lineHunk(original, 1, 1, {});
    one.edits = {{{2, 3}, "A"}};
    Hunk two = one;
    two.key = "other";
    two.edits = {{{5, 6}, "B"}};
    const FileTexts file = fileOf(original, {one, two});
    const DiffLayout both = layOutDiff(file, {}, false);
    QCOMPARE(picture(both), QStringList{QStringLiteral("1|1 * f(a, b); / f(A, B);")});
    QCOMPARE(both.changes.size(), 2);
    const DiffDecisions decisions{{two.key, {DecisionKind::Rejected, {}}}};
    QVERIFY(needsNewLayout(both, {}, decisions));
    QCOMPARE(picture(layOutDiff(file, decisions, false)),
             QStringList{QStringLiteral("1|1 * f(a, b); / f(A, b);")});
}

void DiffViewTest::editsKeepEncodingAndLineEnds()
{
    const QByteArray crlf = "a\r\nb\r\n";
    const Hunk hunk = lineHunk(crlf, 2, 2, "B\r\n");
    QCOMPARE(editableLines(crlf, hunk, {}), QByteArray("B"));
    QCOMPARE(*linesToBytes(crlf, hunk, QStringLiteral("x\ny")), QByteArray("x\r\ny\r\n"));
    const QByteArray open = "a\nb";
    QCOMPARE(*linesToBytes(open, lineHunk(open, 2, 2, "B"), QStringLiteral("x")), QByteArray("x"));
    const QByteArray latin = "a\n\xf6\n";
    const Hunk latinHunk = lineHunk(latin, 2, 2, "o\n");
    QCOMPARE(*linesToBytes(latin, latinHunk, QStringLiteral("ä")), QByteArray("\xe4\n"));
    const Result<QByteArray> refused = linesToBytes(latin, latinHunk, QStringLiteral("→"));
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
}

namespace {

FileTexts longFile(int lines)
{
    QByteArray original;
    for (int i = 1; i <= lines; ++i) {
        original +=
            "  const int v" + QByteArray::number(i) + " = f(" + QByteArray::number(i) + ");\n";
    }
    QVector<Hunk> hunks;
    for (int line = 10; line < lines; line += 50) {
        hunks.append(lineHunk(original, line, line, "  const long w = g(1);\n  use(w);\n"));
    }
    return fileOf(original, hunks);
}

QVector<DiffScene::Info> infos(const DiffLayout& layout)
{
    return QVector<DiffScene::Info>(
        layout.changes.size(), {DecisionKind::Open, Verdict::Projected, QStringLiteral("WF-002"),
                                QStringLiteral("Lane masks are 64 bits wide")});
}

} // namespace

void DiffViewTest::panesScrollAsOne()
{
    DiffView view(m_provider, m_syntax);
    view.resize(1100, 500);
    DiffLayout layout = layOutDiff(longFile(1000), {}, false);
    const QVector<DiffScene::Info> info = infos(layout);
    view.setScene(layout, {}, info, 0, false);
    view.show();
    view.setCurrent(15);
    QVERIFY(view.leftEditor().firstVisibleRow() > 0);
    QCOMPARE(view.leftEditor().firstVisibleRow(), view.rightEditor().firstVisibleRow());
    const int before = view.rightEditor().firstVisibleRow();
    QTest::keyClick(&view.rightEditor(), Qt::Key_PageDown);
    QTRY_VERIFY(view.rightEditor().firstVisibleRow() > before);
    QTRY_COMPARE(view.leftEditor().firstVisibleRow(), view.rightEditor().firstVisibleRow());
    QCOMPARE(view.minimap().firstRow(), view.leftEditor().firstVisibleRow());
    QCOMPARE(view.leftEditor().rowHeight(), view.rightEditor().rowHeight());
    Q_EMIT view.minimap().scrollRequested(300);
    QCOMPARE(view.rightEditor().firstVisibleRow(), 300);
}

// A line that would read "int adcb" stands in the order of its bytes, each hidden one in a box.
void DiffViewTest::hiddenCharactersAreShown()
{
    const QByteArray line = "int a\xe2\x80\xae"
                            "b\xe2\x80\x8b"
                            "c\xc2\x9b"
                            "d\xf3\xa0\x81\x81;";
    const QByteArray original = "first\n" + line + "\nlast\n";
    DiffView view(m_provider, m_syntax);
    view.resize(1100, 500);
    DiffLayout layout =
        layOutDiff(fileOf(original, {lineHunk(original, 3, 3, "LAST\n")}), {}, false);
    view.setScene(layout, {}, infos(layout), 0, false);
    view.show();
    for (DiffEditor* editor : {&view.leftEditor(), &view.rightEditor()}) {
        QVERIFY(editor->text().contains(QString::fromUtf8(line))); // the bytes are the file's
        const auto start = editor->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, 1UL);
        const auto x = [&](qsizetype offset) {
            return editor->SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0UL,
                                         start + static_cast<long>(offset));
        };
        const long letter = x(1) - x(0);
        QVERIFY(letter > 0);
        for (const auto& [character, size] :
             {std::pair{"\xe2\x80\xae", 3}, std::pair{"\xe2\x80\x8b", 3}, std::pair{"\xc2\x9b", 2},
              std::pair{"\xf3\xa0\x81\x81", 4}}) {
            const qsizetype at = line.indexOf(character);
            QVERIFY2(x(at + size) - x(at) > letter, character); // a box with a name
            QCOMPARE(x(at + size + 1) - x(at + size), letter);  // what follows stands behind it
        }
    }
}

void DiffViewTest::wordsFarRightComeIntoSight()
{
    const QByteArray line = "call(" + QByteArray(200, 'x') + ", ";
    const QByteArray original = line + "1);\n" + "y\n";
    DiffView view(m_provider, m_syntax);
    view.resize(900, 300);
    DiffLayout layout =
        layOutDiff(fileOf(original, {lineHunk(original, 1, 1, line + "2);\n")}), {}, false);
    view.setScene(layout, {}, infos(layout), 0, false);
    view.show();
    view.setCurrent(0);
    QVERIFY(view.leftEditor().SendScintilla(QsciScintillaBase::SCI_GETXOFFSET) > 0);
}

namespace {

/// Five changes among 60 lines: words that differ stand in these columns.
DiffLayout indentedFile(const QVector<int>& columns)
{
    QByteArray original;
    QVector<Hunk> hunks;
    QByteArrayList lines;
    for (int line = 0; line < 60; ++line) {
        lines.append("    const int value = " + QByteArray(180, 'v') + ";\n");
    }
    for (int i = 0; i < columns.size(); ++i) {
        const QByteArray before = "    " + QByteArray(columns[i] - 5, 'x') + " ";
        lines[10 * i + 2] = before + "oldWord(1, 2, 3)" + QByteArray(60, 'y') + ";\n";
    }
    original = lines.join();
    for (int i = 0; i < columns.size(); ++i) {
        const QByteArray text = QByteArray(lines[10 * i + 2]).replace("oldWord", "newWord");
        hunks.append(lineHunk(original, 10 * i + 3, 10 * i + 3, text));
    }
    return layOutDiff(fileOf(original, hunks), {}, false);
}

} // namespace

void DiffViewTest::changesAreEnteredAtTheirIndentation()
{
    DiffView view(m_provider, m_syntax);
    view.resize(1400, 700);
    view.show();
    const int cell = QFontMetrics(m_provider.theme().font(TextStep::Code)).horizontalAdvance(u'0');
    auto* bar = view.findChild<QScrollBar*>(QString(), Qt::FindDirectChildrenOnly);
    const auto load = [&](const QVector<int>& columns, int current) {
        DiffLayout layout = indentedFile(columns);
        const auto info = infos(layout);
        view.setScene(std::move(layout), {}, info, current, false);
    };
    load({8}, 0);
    const int room = bar->pageStep() / cell; // columns in sight
    QVERIFY(room > 40);
    // One far right; one that fits, and would be in sight from there too.
    const int far = room + 4;
    load({8, far, room - 20, 8, far}, 0);
    QCOMPARE(view.leftEditor().horizontalOffset(), 0);
    view.setCurrent(1);
    QVERIFY(view.leftEditor().horizontalOffset() > 0);
    QCOMPARE(view.rightEditor().horizontalOffset(), view.leftEditor().horizontalOffset());
    view.setCurrent(2);
    QCOMPARE(view.leftEditor().horizontalOffset(), 0);
    QCOMPARE(view.rightEditor().horizontalOffset(), 0);
    view.setCurrent(4);
    QVERIFY(view.leftEditor().horizontalOffset() > 0);
    view.setCurrent(3);
    QCOMPARE(view.leftEditor().horizontalOffset(), 0);
    // Where a person scrolled, the same change stays: only another one is entered.
    bar->setValue(5 * cell);
    view.setCurrent(3);
    QCOMPARE(view.leftEditor().horizontalOffset(), 5 * cell);
    // Another file, with a change or none.
    load({8, 8}, 1);
    QCOMPARE(view.leftEditor().horizontalOffset(), 0);
    bar->setValue(5 * cell);
    load({8, 8}, -1);
    QCOMPARE(view.leftEditor().horizontalOffset(), 0);
    QCOMPARE(bar->value(), 0);
}

void DiffViewTest::keysScrollBothPanesSideways()
{
    DiffView view(m_provider, m_syntax);
    view.resize(1400, 700);
    DiffLayout layout = indentedFile({8, 8, 8});
    view.setScene(layout, {}, infos(layout), 0, false);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.leftEditor().setFocus();
    QTest::keyClick(&view.leftEditor(), Qt::Key_Down);
    QTest::keyClick(&view.leftEditor(), Qt::Key_End); // of a line of 200 characters
    auto* bar = view.findChild<QScrollBar*>(QString(), Qt::FindDirectChildrenOnly);
    QTRY_VERIFY(view.rightEditor().horizontalOffset() > 0);
    QCOMPARE(view.rightEditor().horizontalOffset(), view.leftEditor().horizontalOffset());
    QCOMPARE(bar->value(), view.leftEditor().horizontalOffset());
    view.setCurrent(1);
    QTest::qWait(20);
    QCOMPARE(view.leftEditor().horizontalOffset(), 0);
    QCOMPARE(view.rightEditor().horizontalOffset(), 0);
}

void DiffViewTest::jumpsKeepTheColours()
{
    QTRY_VERIFY(m_syntax.isReady());
    DiffView view(m_provider, m_syntax);
    view.resize(1000, 400);
    DiffLayout layout = layOutDiff(longFile(6000), {}, false);
    const QVector<qint32> starts = layout.left.starts;
    view.setScene(layout, {}, infos(layout), -1, false);
    Q_EMIT view.minimap().scrollRequested(5000); // before a line above was painted
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY(view.leftEditor().diffLexer().isFinished());
    for (const int row : {2500, 0, 4000}) {
        Q_EMIT view.minimap().scrollRequested(row);
        QTest::qWait(20); // painted
        int coloured = 0;
        for (int at = row + 1; at < row + 10; ++at) {
            if (layout.left.line(at).isEmpty()) {
                continue;
            }
            const auto place = static_cast<unsigned long>(starts[at]) + 2;
            const long style =
                view.leftEditor().SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT, place);
            const int known = view.leftEditor().diffLexer().styleAt(starts[at] + 2);
            QCOMPARE(style, static_cast<long>(view.leftEditor().diffLexer().shownStyle(known)));
            QCOMPARE(view.leftEditor().diffLexer().color(static_cast<int>(style)),
                     view.leftEditor().diffLexer().color(known));
            coloured += style != 0 ? 1 : 0;
        }
        QVERIFY(coloured > 5);
    }
}

void DiffViewTest::enterKeepsTheColours()
{
    QTRY_VERIFY(m_syntax.isReady());
    DiffView view(m_provider, m_syntax);
    view.resize(1400, 700);
    DiffLayout layout = indentedFile({8});
    view.setScene(layout, {}, infos(layout), 0, false);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    EditPane& pane = view.beginEdit("    const int n = 1;\n    return n;\n");
    auto* editor = pane.findChild<QsciScintilla*>();
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(editor, Qt::Key_Return);
        QTest::qWait(20);
        for (const char* word : {"const", "return"}) {
            const qsizetype at = pane.text().toUtf8().indexOf(word);
            QVERIFY(at > i);
            QVERIFY(editor->SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT,
                                          static_cast<unsigned long>(at)) != 0);
        }
    }
}

void DiffViewTest::numbersAndSigns()
{
    DiffView view(m_provider, m_syntax);
    const QByteArray original = "a\nb\nc\n";
    const Hunk hunk = lineHunk(original, 2, 2, "B\nBB\n");
    DiffLayout layout = layOutDiff(fileOf(original, {hunk}), {}, false);
    view.setScene(layout, {}, infos(layout), 0, false);
    QCOMPARE(view.leftEditor().signOf(1), QChar(u'-'));
    QCOMPARE(view.rightEditor().signOf(1), QChar(u'+'));
    QCOMPARE(view.leftEditor().numberText(2), QString()); // filler
    QCOMPARE(view.rightEditor().numberText(3), QStringLiteral("4"));
    QVector<DiffScene::Info> info = infos(layout);
    info[0].kind = DecisionKind::Rejected;
    view.setDecisions({{hunk.key, {DecisionKind::Rejected, {}}}}, info);
    QCOMPARE(view.leftEditor().signOf(1), QChar(u' '));
    QCOMPARE(view.rightEditor().numberText(3), QStringLiteral("3"));
}

void DiffViewTest::coloursFollowTheSyntax()
{
    QTRY_VERIFY(m_syntax.isReady());
    SyntaxStyler styler(m_syntax, Language::Cuda, RepoPath("a.cu"));
    QVERIFY(styler.isActive());
    const QByteArray line = "__global__ void k(int n) { __syncthreads(); } // größe";
    const QByteArray styles = styler.next(line);
    QCOMPARE(styles.size(), line.size());
    QCOMPARE(styles[0], styler.next("return 1;")[0] == 0 ? char(-1) : styles[0]);
    QVERIFY(styles[0] != 0);
    QVERIFY(styles[line.indexOf("__syncthreads")] != 0);
    QCOMPARE(styles[line.size() - 1], styles[line.indexOf("//")]);
    for (const Language language :
         {Language::Python, Language::CMake, Language::Shell, Language::Toml, Language::Make,
          Language::Dockerfile, Language::Hip, Language::Yaml}) {
        QVERIFY2(SyntaxStyler(m_syntax, language, RepoPath("x")).isActive(),
                 qPrintable(languageName(language)));
    }
    DiffView view(m_provider, m_syntax);
    view.resize(1000, 400);
    DiffLayout layout = layOutDiff(longFile(3000), {}, false);
    view.setScene(layout, {}, infos(layout), 0, false);
    view.show();
    QTRY_VERIFY(view.leftEditor().diffLexer().isFinished());
    const int last = layout.left.starts[layout.rows.size() - 1] + 2;
    QVERIFY(view.leftEditor().diffLexer().styleAt(last) != 0); // "const" of the last line
}

void DiffViewTest::scenesOfAnySizeFollowEachOther()
{
    DiffView view(m_provider, m_syntax);
    view.resize(1000, 400);
    view.show();
    for (const int lines : {3000, 3, 4000, 1, 500, 0, 2500}) {
        for (const bool unified : {false, true, false}) {
            DiffLayout layout = layOutDiff(longFile(lines), {}, unified);
            const int rows = static_cast<int>(layout.rows.size());
            view.setScene(layout, {}, infos(layout), rows > 0 ? 0 : -1, false);
            view.leftEditor().verticalScrollBar()->setValue(rows);
            QApplication::processEvents(); // some of the colouring, some painting
            view.setDecisions({}, infos(layout));
        }
    }
    QTRY_VERIFY(view.leftEditor().diffLexer().isFinished());
    const DiffLayout last = layOutDiff(longFile(2500), {}, false);
    QCOMPARE(view.leftEditor().text().toUtf8(), last.left.text);
    QVERIFY(view.leftEditor().diffLexer().styleAt(last.left.starts[last.rows.size() - 1] + 2) != 0);
}

void DiffViewTest::themesHoldTheTokens()
{
    for (const bool dark : {false, true}) {
        QFile file(QStringLiteral(":/rocport/syntax/themes/rocport-%1.theme")
                       .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject styles = QJsonDocument::fromJson(file.readAll())
                                       .object()[QStringLiteral("text-styles")]
                                       .toObject();
        const Theme theme = Theme::make(dark, 1.0);
        const auto colour = [&](const char* style) {
            return QColor(
                styles[QLatin1String(style)].toObject()[QStringLiteral("text-color")].toString());
        };
        QCOMPARE(colour("Keyword"), theme.synKeyword);
        QCOMPARE(colour("DataType"), theme.synType);
        QCOMPARE(colour("String"), theme.synString);
        QCOMPARE(colour("DecVal"), theme.synNumber);
        QCOMPARE(colour("Comment"), theme.synComment);
        QCOMPARE(colour("Preprocessor"), theme.synPreproc);
        QCOMPARE(colour("Function"), theme.synFunction);
        QCOMPARE(colour("Normal"), theme.text);
    }
}

void DiffViewTest::marksSpeak()
{
    QAccessible::setActive(true);
    DiffView view(m_provider, m_syntax);
    view.resize(1000, 400);
    DiffLayout layout = layOutDiff(longFile(300), {}, false);
    view.setScene(layout, {}, infos(layout), 0, false);
    view.show();
    QAccessibleInterface* gutter = QAccessible::queryAccessibleInterface(&view.gutter());
    QVERIFY(gutter->childCount() >= 6);
    QCOMPARE(gutter->child(3)->text(QAccessible::Name),
             QStringLiteral("Change 4 of 6, WF-002, open, proved"));
    QSignalSpy asked(&view, &DiffView::currentRequested);
    gutter->child(3)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(asked.size(), 1);
    QAccessibleInterface* map = QAccessible::queryAccessibleInterface(&view.minimap());
    QCOMPARE(map->role(), QAccessible::ScrollBar);
    QVERIFY(map->valueInterface()->maximumValue().toInt() > 0);
}

void DiffViewTest::garbageDoesNotCrash()
{
    QByteArray bytes;
    quint32 seed = 7;
    for (int i = 0; i < 20000; ++i) {
        seed = seed * 1664525U + 1013904223U;
        bytes += char(seed >> 24U);
    }
    DiffView view(m_provider, m_syntax);
    for (const QByteArray& original : {bytes, QByteArray(bytes).replace('\0', 'x'),
                                       QByteArray(200000, '('), QByteArray("\r\r\n\n\r")}) {
        Hunk odd = lineHunk(original, 5, 3, "x"); // senseless lines
        odd.firstLine = 100000;
        odd.lastLine = 7;
        DiffLayout layout = layOutDiff(fileOf(original, {odd}), {}, false);
        view.setScene(layout, {}, infos(layout), layout.changes.isEmpty() ? -1 : 0, false);
        view.grab();
    }
}

QTEST_MAIN(DiffViewTest)
#include "tst_diffview.moc"
