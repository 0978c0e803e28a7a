// Unchanged lines that fold, long lines that wrap, and the colours of lines, in the diff.
#include "core/text/sourcebuffer.h"
#include "tests/gui/mapsettings.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewplace.h"

#include <QAccessible>
#include <QScrollBar>
#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

QByteArray lineOf(int number)
{
    return "  const int v" + QByteArray::number(number) + " = f(" + QByteArray::number(number) +
           ");\n";
}

Hunk lineHunk(const QByteArray& original, int line, const QByteArray& text)
{
    const SourceBuffer buffer(original);
    Hunk hunk;
    hunk.key = "k" + QByteArray::number(line);
    hunk.targetPath = RepoPath("a.cu");
    hunk.sourcePath = hunk.targetPath;
    hunk.firstLine = line;
    hunk.lastLine = line;
    hunk.edits = {{buffer.lineRange(line), text}};
    hunk.verdict = Verdict::Projected;
    return hunk;
}

/// 600 lines with changes at 100, 120 and 500.
FileTexts longFile(const QByteArray& longLine = {})
{
    FileTexts file{RepoPath("a.cu"), Language::Cuda, {}, {}};
    for (int i = 1; i <= 600; ++i) {
        file.original += i == 110 && !longLine.isEmpty() ? longLine : lineOf(i);
    }
    for (const int line : {100, 120, 500}) {
        file.hunks.append(lineHunk(file.original, line, "  const long w = g();\n  use(w);\n"));
    }
    return file;
}

/// Three lines, with characters of two, three and four bytes.
FileTexts speakingFile()
{
    const QByteArray original =
        "int \xC3\xA4 = 1; // \xE2\x82\xAC\nauto s = \"\xF0\x9F\x98\x80!\";\nlast line";
    return {RepoPath("a.cu"), Language::Cuda, original, {lineHunk(original, 2, "x();")}};
}

} // namespace

class TestDiffLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsFollowCharacters();
    void foldsLeaveLinesNearChanges();
    void shownLinesJoin();
    void foldedRowsTakeOneLine();
    void enterAndClicksUnfold();
    void moreAroundTheChange();
    void whatIsGoneToUnfolds();
    void anotherLayoutKeepsWhatIsShown();
    void wrappedRowsStandSideBySide();
    void theFrameLeavesOutTheNumber();
    void placesAreKeptAsText();
    void stylesThatLookAlikeAreOne();
    void screenReadersGetTheText();

private:
    void show(DiffView& view, const FileTexts& file, int current, bool unified = false) const
    {
        view.resize(1100, 600);
        DiffLayout layout = layOutDiff(file, {}, unified);
        const QVector<DiffScene::Info> info(
            layout.changes.size(),
            {DecisionKind::Open, Verdict::Projected, QStringLiteral("WF-002"), {}});
        view.setScene(std::move(layout), {}, info, current, false);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    /// The picture of a fold's line and of the row after it, in the colours of the theme.
    [[nodiscard]] bool showsFold(DiffEditor& editor, const DiffFold& fold) const
    {
        const QImage image = editor.viewport()->grab().toImage();
        const int y = editor.rowTop(fold.firstRow) + editor.rowHeight() / 2;
        const int x = editor.marginsWidth() + 2;
        return image.pixelColor(x, y) == m_provider.theme().window &&
               image.pixelColor(x, y + editor.rowHeight()) == m_provider.theme().base;
    }

    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
    SyntaxRepository m_syntax;
};

void TestDiffLines::foldsLeaveLinesNearChanges()
{
    const DiffLayout layout = layOutDiff(longFile(), {}, false);
    DiffFolding folding;
    QVERIFY(folding.foldsOf(layout).isEmpty());
    folding.setOn(true);
    const QVector<DiffFold> folds = folding.foldsOf(layout);
    // Lines 1-96, 104-116, 124-496, 504-600: three stay on each side of a change.
    QCOMPARE(folds.size(), 4);
    QVector<QPair<int, int>> lines;
    for (const DiffFold& fold : folds) {
        lines.append({layout.rows[fold.firstRow].left, layout.rows[fold.lastRow()].left});
    }
    QCOMPARE(lines, (QVector<QPair<int, int>>{{1, 96}, {104, 116}, {124, 496}, {504, 600}}));
    QCOMPARE(foldAt(folds, folds[1].lastRow()), 1);
    QCOMPARE(foldAt(folds, folds[1].lastRow() + 1), -1);
    QCOMPARE(nextShownRow(folds, folds[1].firstRow), folds[1].lastRow() + 1);
}

void TestDiffLines::shownLinesJoin()
{
    const DiffLayout layout = layOutDiff(longFile(), {}, false);
    DiffFolding folding;
    folding.setOn(true);
    folding.show(130, 139);
    folding.show(120, 129); // joins what is on show above
    folding.show(140, 141);
    const QVector<DiffFold> folds = folding.foldsOf(layout);
    QCOMPARE(layout.rows[folds[2].firstRow].left, 142);
    folding.show(142, 494); // what is left is not worth a line
    QCOMPARE(folding.foldsOf(layout).size(), 3);
    folding.show(1, 600);
    QVERIFY(folding.foldsOf(layout).isEmpty());
    folding.reset();
    QCOMPARE(folding.foldsOf(layout).size(), 4);
}

void TestDiffLines::foldedRowsTakeOneLine()
{
    DiffView view(m_provider, m_syntax);
    show(view, longFile(), 1);
    view.setFolding(true);
    QCOMPARE(view.scene().folds.size(), 4);
    for (DiffEditor* editor : {&view.leftEditor(), &view.rightEditor()}) {
        for (const DiffFold& fold : view.scene().folds) {
            QCOMPARE(editor->rowsHeight(fold.firstRow, fold.rows), editor->rowHeight());
        }
        const DiffFold& fold = view.scene().folds[1];
        QVERIFY(!editor->foldRect(fold).isEmpty());
        QVERIFY(showsFold(*editor, fold));
    }
    QCOMPARE(DiffEditor::foldText(view.scene().folds[1]), QStringLiteral("13 unchanged lines"));
    // The gutter stands beside the rows of its change.
    const DiffChange& other = view.scene().layout.changes[0];
    const QPoint mark = view.gutter().markRect(0).center();
    const int top = view.leftEditor().rowTop(other.firstRow);
    QVERIFY(top > 0);
    QVERIFY(mark.y() >= top);
    QVERIFY(mark.y() < top + view.leftEditor().rowsHeight(other.firstRow, other.rows));
    view.setFolding(false);
    QCOMPARE(view.leftEditor().rowsHeight(0, 90), 90 * view.leftEditor().rowHeight());
}

void TestDiffLines::enterAndClicksUnfold()
{
    for (const bool unified : {false, true}) {
        DiffView view(m_provider, m_syntax);
        show(view, longFile(), 1, unified);
        view.setFolding(true);
        DiffEditor& editor = unified ? view.unifiedEditor() : view.rightEditor();
        const QVector<DiffFold> folds = view.scene().folds;
        // Enter on the line of a fold shows all of it.
        editor.setFocus();
        editor.selectBytes(folds[1].firstRow, 0, 0);
        QCOMPARE(editor.caretRow(), folds[1].firstRow);
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(view.scene().folds.size(), 3);
        QCOMPARE(editor.rowsHeight(folds[1].firstRow, folds[1].rows),
                 folds[1].rows * editor.rowHeight());
        // A click at its beginning shows some; what is above stays where it is.
        const DiffFold below = view.scene().folds[1];
        view.setCurrent(1);
        const int y = editor.rowTop(below.firstRow);
        QVERIFY(y > 0);
        QVERIFY(y < editor.viewport()->height());
        QTest::mouseClick(editor.viewport(), Qt::LeftButton, {},
                          {editor.marginsWidth() + 6, y + editor.rowHeight() / 2});
        QCOMPARE(view.scene().folds.size(), 3);
        QCOMPARE(view.scene().folds[1].firstRow, below.firstRow + 20);
        QCOMPARE(editor.rowTop(below.firstRow), y);
        // At its end, what is below stays.
        view.setCurrent(2);
        const DiffFold above = view.scene().folds[1];
        const int change = editor.rowTop(above.lastRow() + 1);
        QTest::mouseClick(editor.viewport(), Qt::LeftButton, {},
                          {editor.viewport()->width() - 6,
                           editor.rowTop(above.firstRow) + editor.rowHeight() / 2});
        QCOMPARE(view.scene().folds[1].lastRow(), above.lastRow() - 20);
        QCOMPARE(editor.rowTop(above.lastRow() + 1), change);
        QCOMPARE(view.current(), 2); // a click on a fold chooses no change
    }
}

void TestDiffLines::moreAroundTheChange()
{
    DiffView view(m_provider, m_syntax);
    show(view, longFile(), 0);
    view.setFolding(true);
    const int row = view.scene().layout.changes[0].firstRow;
    QCOMPARE(view.showMore(), 20 + 13); // above, and the whole fold below
    QCOMPARE(view.scene().folds.size(), 3);
    QCOMPARE(view.scene().layout.rows[view.scene().folds[0].lastRow()].left, 76);
    QVERIFY(view.leftEditor().rowTop(row) >= 0);
    QVERIFY(view.leftEditor().rowTop(row) < view.leftEditor().viewport()->height());
    QVERIFY(view.showAllLines() > 0);
    QCOMPARE(view.showMore(), 0);
    QCOMPARE(view.showAllLines(), 0);
}

void TestDiffLines::whatIsGoneToUnfolds()
{
    DiffView view(m_provider, m_syntax);
    show(view, longFile(), 0);
    view.setFolding(true);
    const auto inSight = [&](int row) {
        return foldAt(view.scene().folds, row) < 0 && view.leftEditor().rowTop(row) >= 0 &&
               view.leftEditor().rowTop(row) < view.leftEditor().viewport()->height();
    };
    view.showLine(300, PlaceSide::Original);
    QCOMPARE(view.scene().layout.rows[view.scene().marked].left, 300);
    QVERIFY(inSight(view.scene().marked));
    QCOMPARE(view.leftEditor().firstVisibleRow(), view.rightEditor().firstVisibleRow());
    const int row = rowOfLine(view.scene().layout, {}, 50, PlaceSide::Original);
    view.setHits({{row, HitSide::Both, 2, 5}}, -1);
    QVERIFY(!inSight(row));
    view.setCurrentHit(0);
    QVERIFY(inSight(row));
}

void TestDiffLines::anotherLayoutKeepsWhatIsShown()
{
    DiffView view(m_provider, m_syntax);
    const FileTexts file = longFile();
    show(view, file, 0);
    view.setFolding(true);
    view.showLine(300, PlaceSide::Original);
    const QVector<DiffFold> before = view.scene().folds;
    const int top = view.topLine();
    DiffLayout again = layOutDiff(file, {}, false);
    view.setScene(std::move(again), {}, view.scene().info, 0, true);
    QCOMPARE(view.scene().folds, before);
    QCOMPARE(view.topLine(), top);
    FileTexts other = file;
    other.path = RepoPath("b.cu");
    DiffLayout another = layOutDiff(other, {}, false);
    view.setScene(std::move(another), {}, view.scene().info, 0, false);
    QCOMPARE(view.scene().folds.size(), 4); // nothing of it was asked for
}

void TestDiffLines::wrappedRowsStandSideBySide()
{
    QByteArray words = "  call(";
    for (int i = 0; i < 60; ++i) {
        words += "argument" + QByteArray::number(i) + ", ";
    }
    words += "0);\n";
    FileTexts file = longFile(words);           // line 110, in both versions
    file.hunks[0].edits[0].replacement = words; // line 100, in the port alone
    DiffView view(m_provider, m_syntax);
    show(view, file, 0);
    QVERIFY(view.leftEditor().contentWidth() > view.leftEditor().viewport()->width());
    view.setWrapped(true);
    for (const DiffEditor* editor : {&view.leftEditor(), &view.rightEditor()}) {
        QVERIFY(!editor->verticalScrollBar()->isVisible()); // the map is the one of both
        QVERIFY(!editor->horizontalScrollBar()->isVisible());
    }
    DiffEditor& left = view.leftEditor();
    DiffEditor& right = view.rightEditor();
    const int changed = view.scene().layout.changes[0].firstRow;
    const int same = rowOfLine(view.scene().layout, {}, 110, PlaceSide::Original);
    QTRY_VERIFY(right.rowsHeight(changed, 1) > 3 * right.rowHeight());
    QTRY_COMPARE(left.rowsHeight(changed, 1), right.rowsHeight(changed, 1)); // it is padded
    QVERIFY(left.rowsHeight(same, 1) > 3 * left.rowHeight());
    QCOMPARE(left.rowsHeight(same, 1), right.rowsHeight(same, 1));
    QTRY_COMPARE(left.lineOfRow(view.scene().rows()), right.lineOfRow(view.scene().rows()));
    for (int row = left.firstVisibleRow(); row <= left.lastVisibleRow(); ++row) {
        QCOMPARE(left.rowTop(row), right.rowTop(row));
    }
    // Within a long row the panes scroll together too.
    left.setFirstVisibleLine(left.lineOfRow(same) + 2);
    Q_EMIT left.scrolled();
    QCOMPARE(right.firstVisibleLine(), right.lineOfRow(same) + 2);
    // Another width wraps otherwise.
    const int before = left.rowsHeight(same, 1);
    view.resize(700, 600);
    QTRY_VERIFY(left.rowsHeight(same, 1) > before);
    QTRY_COMPARE(left.rowsHeight(changed, 1), right.rowsHeight(changed, 1));
    view.setWrapped(false);
    QTRY_COMPARE(left.rowsHeight(changed, 1), left.rowHeight());
    QTRY_COMPARE(left.rowsHeight(same, 1), left.rowHeight());
}

/// Of a change with few lines the frame ends within the buttons, and not in its number.
void TestDiffLines::theFrameLeavesOutTheNumber()
{
    DiffView view(m_provider, m_syntax);
    show(view, longFile(), 0);
    const QRect mark = view.gutter().currentMarkRect();
    const QImage picture = view.gutter().grab().toImage();
    const QColor frame = m_provider.theme().accent;
    int lines = 0;
    for (int y = mark.top(); y <= mark.bottom(); ++y) {
        if (picture.pixelColor(mark.right() + 2, y) == frame) {
            ++lines;
            QVERIFY(picture.pixelColor(mark.left(), y) != frame);
        }
    }
    QVERIFY(lines > 0);
}

void TestDiffLines::placesAreKeptAsText()
{
    ReviewPlace place;
    place.key = "0123abcd";
    place.path = RepoPath("src/a b.cu");
    place.topLine = 17;
    place.status = ReviewStatus::Decided;
    place.grouping = ReviewGrouping::Rules;
    place.chips.severities = {1, 2};
    place.chips.kinds = {0};
    place.text = QStringLiteral("größe rule:WF-002");
    QCOMPARE(ReviewPlace::fromText(place.toText()), place);
    // As it was kept before there were filters, and garbage.
    const ReviewPlace old = ReviewPlace::fromText(QStringLiteral("0123abcd 612e6375"));
    QCOMPARE(old.key, QByteArray("0123abcd"));
    QCOMPARE(old.path, RepoPath("a.cu"));
    QCOMPARE(old.status, ReviewStatus::Open);
    const ReviewPlace bad = ReviewPlace::fromText(QStringLiteral("k zz -5 99 x 1,77,a 8 , %%"));
    QCOMPARE(bad.topLine, 0);
    QCOMPARE(bad.status, ReviewStatus::Open);
    QCOMPARE(bad.chips.severities, QSet<int>{1});
    QVERIFY(ReviewPlace::fromText({}).path.isEmpty());
}

/// Colours count bytes, lines characters: what is not ASCII moves nothing.
void TestDiffLines::runsFollowCharacters()
{
    const QString line = QStringLiteral("ä = \U0001F600 \"ß\"; // é");
    const QByteArray bytes = line.toUtf8();
    QByteArray styles(bytes.size(), '\0');
    const auto colour = [&](const QByteArray& part, char style) {
        std::fill_n(styles.begin() + bytes.indexOf(part), part.size(), style);
    };
    colour("\"\xc3\x9f\"", 4);
    colour("// \xc3\xa9", 7);
    QStringList texts;
    QVector<int> shown;
    for (const StyledRun& run : styledRuns(line, styles)) {
        texts.append(line.mid(run.from, run.to - run.from));
        shown.append(run.style);
    }
    QCOMPARE(texts, QStringList({QStringLiteral("ä = \U0001F600 "), QStringLiteral("\"ß\""),
                                 QStringLiteral("; "), QStringLiteral("// é")}));
    QCOMPARE(shown, QVector<int>({0, 4, 0, 7}));
    // Colours of another text are none.
    const QVector<StyledRun> plain = styledRuns(line, styles.left(5));
    QCOMPARE(plain.size(), 1);
    QCOMPARE(plain.first().to, line.size());
    QCOMPARE(plain.first().style, 0);
    QVERIFY(styledRuns({}, {}).isEmpty());
}

/// What is painted in one go is not taken apart, and the colours stay.
void TestDiffLines::stylesThatLookAlikeAreOne()
{
    QTRY_VERIFY(m_syntax.isReady());
    DiffView view(m_provider, m_syntax);
    show(view, longFile("  const int v = f(1) + g; // blanks  here\n"), -1);
    QTRY_VERIFY(view.leftEditor().diffLexer().isFinished());
    view.grab();
    DiffEditor& editor = view.leftEditor();
    const DiffLexer& lexer = editor.diffLexer();
    const QByteArrayView text = view.scene().layout.left.text;
    int runs = 0;
    int kinds = 0;
    for (int at = 0; at < view.scene().layout.left.starts[20]; ++at) {
        const auto style = static_cast<int>(editor.SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT,
                                                                 static_cast<unsigned long>(at)));
        const auto before = static_cast<int>(editor.SendScintilla(
            QsciScintillaBase::SCI_GETSTYLEAT, static_cast<unsigned long>(std::max(0, at - 1))));
        runs += style != before ? 1 : 0;
        kinds += at > 0 && lexer.styleAt(at) != lexer.styleAt(at - 1) ? 1 : 0;
        if (text[at] != ' ' && text[at] != '\n') {
            QCOMPARE(lexer.color(style), lexer.color(lexer.styleAt(at)));
            QVERIFY(style == before || text[at] != text[std::max(0, at - 1)] ||
                    lexer.color(style) != lexer.color(before));
        }
    }
    QVERIFY2(3 * runs < 2 * kinds, qPrintable(QStringLiteral("%1 of %2").arg(runs).arg(kinds)));
}

void TestDiffLines::screenReadersGetTheText()
{
    DiffView view(m_provider, m_syntax);
    show(view, speakingFile(), -1);
    DiffEditor& editor = view.leftEditor();
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&editor);
    QVERIFY(interface != nullptr);
    // Not QScintilla's own, which counts the characters before the caret at every change.
    QVERIFY(interface->editableTextInterface() == nullptr);
    QCOMPARE(interface->text(QAccessible::Name), editor.accessibleName());
    QVERIFY(interface->state().readOnly);
    QAccessibleTextInterface* text = interface->textInterface();
    QVERIFY(text != nullptr);
    const QString all = QString::fromUtf8(view.scene().layout.left.text);
    QCOMPARE(text->characterCount(), static_cast<int>(all.size()));
    QCOMPARE(text->text(0, text->characterCount()), all);
    for (int at = 0; at <= all.size(); ++at) {
        if (at == all.size() || !all[at].isLowSurrogate()) {
            text->setCursorPosition(at);
            QCOMPARE(text->cursorPosition(), at);
            QCOMPARE(editor.SendScintilla(QsciScintillaBase::SCI_GETCURRENTPOS),
                     static_cast<long>(all.left(at).toUtf8().size()));
            QCOMPARE(text->text(0, at), all.left(at));
        }
    }
    const auto part = [&](auto of, int at, QAccessible::TextBoundaryType boundary) {
        int begin = 0;
        int end = 0;
        const QString words = (text->*of)(at, boundary, &begin, &end);
        return begin < 0                              ? QStringLiteral("none")
               : words == all.mid(begin, end - begin) ? words
                                                      : QStringLiteral("wrong");
    };
    constexpr auto kAt = &QAccessibleTextInterface::textAtOffset;
    constexpr auto kBefore = &QAccessibleTextInterface::textBeforeOffset;
    constexpr auto kAfter = &QAccessibleTextInterface::textAfterOffset;
    const QStringList lines = all.split(u'\n');
    const auto second = static_cast<int>(all.indexOf(lines[1]));
    QCOMPARE(part(kAt, second + 3, QAccessible::LineBoundary), lines[1] + u'\n');
    QCOMPARE(part(kBefore, second + 3, QAccessible::LineBoundary), lines[0] + u'\n');
    QCOMPARE(part(kAfter, second + 3, QAccessible::LineBoundary), lines[2]);
    QCOMPARE(part(kAfter, -1, QAccessible::LineBoundary), QStringLiteral("none"));
    QCOMPARE(part(kBefore, 0, QAccessible::CharBoundary), QStringLiteral("none"));
    QCOMPARE(part(kAt, second + 2, QAccessible::WordBoundary), QStringLiteral("auto"));
    const auto face = static_cast<int>(all.indexOf(QString::fromUcs4(U"\U0001F600")));
    QCOMPARE(part(kAt, face, QAccessible::CharBoundary), all.mid(face, 2));
    QCOMPARE(part(kAfter, face, QAccessible::CharBoundary), QStringLiteral("!"));
    QCOMPARE(text->offsetAtPoint(text->characterRect(face).center() - QPoint(2, 0)), face);
    text->setSelection(0, second, second + 4);
    QCOMPARE(text->selectionCount(), 1);
    int begin = 0;
    int end = 0;
    text->selection(0, &begin, &end);
    QCOMPARE(all.mid(begin, end - begin), QStringLiteral("auto"));
    text->removeSelection(0);
    QCOMPARE(text->selectionCount(), 0);
}

QTEST_MAIN(TestDiffLines)
#include "tst_difflines.moc"
