#include "tests/gui/findfixture.h"
#include "ui/review/editpane.h"

#include <QAction>
#include <QPushButton>

using namespace rocport;

using Sci = QsciScintillaBase;

/// Find in the diff, as a user does it: keys where the focus is, and what is painted.
class ReviewFindTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_find = std::make_unique<FindFixture>(); }
    void cleanup() { m_find.reset(); }

    void lettersGoIntoTheField();
    void lettersOnTheBarsButtonsGoIntoTheField();
    void nextAndPreviousGoAroundTheEnds();
    void caseWordAndExpression();
    void saysWhatIsWrong();
    void escapeGivesTheFocusBack();
    void matchesAreMarkedOnBothSides();
    void comesIntoView();
    void beginsWithTheSelection();
    void theChangeOfAMatchIsCurrent();
    void anEditIsKept();
    void unifiedAndOtherFiles();
    void closedWhileItIsSearchedAnew();
    void hostileExpression();
    void namedAndListed();

private:
    [[nodiscard]] QLineEdit* field() const { return m_find->child<QLineEdit>("findField"); }
    /// Matches of "needle" in the file shown, counted without the code under test.
    [[nodiscard]] int needles(Qt::CaseSensitivity sensitivity = Qt::CaseInsensitive) const
    {
        int count = 0;
        const DiffLayout& layout = m_find->scene().layout;
        for (int row = 0; row < layout.rows.size(); ++row) {
            const auto of = [&](const DiffPane& pane) {
                return static_cast<int>(
                    QString::fromUtf8(pane.line(row)).count(QStringLiteral("needle"), sensitivity));
            };
            count += of(layout.left) + (layout.rows[row].changed ? of(layout.right) : 0);
        }
        return count;
    }
    [[nodiscard]] const DiffHit& currentHit() const
    {
        return m_find->scene().hits[m_find->scene().currentHit];
    }
    /// Where a hit is painted in an editor's viewport.
    static QRect rectOf(const DiffEditor& editor, const DiffPane& pane, const DiffHit& hit)
    {
        const long at = pane.starts[hit.row] + hit.start;
        const auto ask = [&](int message, long position) {
            return static_cast<int>(
                editor.SendScintilla(static_cast<unsigned>(message), 0UL, position));
        };
        const int x = ask(Sci::SCI_POINTXFROMPOSITION, at);
        return {x, ask(Sci::SCI_POINTYFROMPOSITION, at),
                ask(Sci::SCI_POINTXFROMPOSITION, at + hit.length) - x, editor.rowHeight()};
    }
    /// Pixels of `rect` that have exactly this colour.
    static int pixels(DiffEditor& editor, const QRect& rect, const QColor& colour)
    {
        const QImage image = editor.viewport()->grab(rect).toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                count += image.pixelColor(x, y).rgb() == colour.rgb() ? 1 : 0;
            }
        }
        return count;
    }

    std::unique_ptr<FindFixture> m_find;
};

void ReviewFindTest::lettersGoIntoTheField()
{
    m_find->press("Ctrl+F");
    QVERIFY(field()->isVisible());
    QVERIFY(field()->hasFocus());
    const QByteArray key = m_find->area->currentKey();
    m_find->type(QStringLiteral("arsnpuAXc/[?"));
    QCOMPARE(field()->text(), QStringLiteral("arsnpuAXc/[?"));
    QCOMPARE(m_find->decided(), 0);
    QCOMPARE(m_find->area->currentKey(), key);
    QTRY_COMPARE(m_find->count(), QStringLiteral("No matches"));
}

void ReviewFindTest::lettersOnTheBarsButtonsGoIntoTheField()
{
    m_find->press("Ctrl+F");
    for (const char* name :
         {"findCase", "findWord", "findExpression", "findPrevious", "findNext"}) {
        field()->clear();
        m_find->child("findCase")->setFocus();
        m_find->child(name)->setFocus();
        m_find->type(QStringLiteral("ar"));
        QVERIFY(field()->hasFocus());
        QCOMPARE(field()->text(), QStringLiteral("ar"));
    }
    QCOMPARE(m_find->decided(), 0);
}

void ReviewFindTest::nextAndPreviousGoAroundTheEnds()
{
    const int all = needles();
    QVERIFY(all >= 6);
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("needle"));
    const auto says = [all](int number) { return QStringLiteral("%1 of %2").arg(number).arg(all); };
    QTRY_COMPARE(m_find->count(), says(1));
    for (int number = 2; number <= all; ++number) {
        m_find->press("Return");
        QTRY_COMPARE(m_find->count(), says(number));
    }
    m_find->press("Return");
    QTRY_COMPARE(m_find->count(), says(1));
    m_find->press("Shift+Return");
    QTRY_COMPARE(m_find->count(), says(all));
    m_find->press("F3");
    QTRY_COMPARE(m_find->count(), says(1));
    m_find->press("Shift+F3");
    QTRY_COMPARE(m_find->count(), says(all));
    QVERIFY(field()->hasFocus());
    // The same from the diff, where the bar stays.
    m_find->area->diff().focusText();
    m_find->press("F3");
    QTRY_COMPARE(m_find->count(), says(1));
    QTest::mouseClick(m_find->child("findPrevious"), Qt::LeftButton);
    QTRY_COMPARE(m_find->count(), says(all));
    // Keys that come while the search runs are not lost.
    field()->setFocus();
    field()->setText(QStringLiteral("needl"));
    m_find->press("Return");
    QTRY_COMPARE(m_find->count(), says(1)); // from the last one on
    // Without the bar F3 goes on with what was looked for.
    m_find->press("Esc");
    m_find->press("F3");
    QTRY_VERIFY(m_find->count().endsWith(QStringLiteral(" of %1").arg(all)));
    QVERIFY(!field()->hasFocus());
}

void ReviewFindTest::caseWordAndExpression()
{
    const int all = needles();
    const int sameCase = needles(Qt::CaseSensitive);
    QCOMPARE(all - sameCase, 1); // "Needle two"
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("needle"));
    const auto ends = [this](int count) {
        return m_find->count().endsWith(QStringLiteral(" of %1").arg(count));
    };
    QTRY_VERIFY(ends(all));
    m_find->press("Alt+C");
    QVERIFY(m_find->child<QPushButton>("findCase")->isChecked());
    QTRY_VERIFY(ends(sameCase));
    m_find->press("Alt+W"); // without "needles"
    QTRY_VERIFY(ends(sameCase - 1));
    m_find->press("Alt+C");
    QTRY_VERIFY(ends(all - 1));
    m_find->press("Alt+W");
    m_find->press("Alt+R");
    field()->setText(QStringLiteral("n(ee)dles?$"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 2"));
    m_find->press("Alt+R");
    QTRY_COMPARE(m_find->count(), QStringLiteral("No matches"));
    QTest::mouseClick(m_find->child("findExpression"), Qt::LeftButton);
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 2"));
    QCOMPARE(m_find->decided(), 0);
}

void ReviewFindTest::saysWhatIsWrong()
{
    m_find->press("Ctrl+F");
    m_find->press("Alt+R");
    m_find->type(QStringLiteral("needle("));
    QTRY_COMPARE(m_find->count(),
                 QStringLiteral("The expression is not valid: missing closing parenthesis."));
    QVERIFY(m_find->scene().hits.isEmpty());
    m_find->press("Return"); // does nothing
    m_find->type(QStringLiteral(")"));
    QTRY_VERIFY(m_find->count().startsWith(QStringLiteral("1 of ")));
    field()->setText(QStringLiteral("nowhere"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("No matches"));
    field()->clear();
    QTRY_COMPARE(m_find->count(), QString());
}

void ReviewFindTest::escapeGivesTheFocusBack()
{
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("votes = "));
    QTRY_VERIFY(m_find->count().startsWith(QStringLiteral("1 of ")));
    QTRY_VERIFY(m_find->scene().hits.size() <= 4);
    m_find->press("Esc");
    QVERIFY(!field()->isVisible());
    QVERIFY(m_find->area->diff().isAncestorOf(QApplication::focusWidget()));
    QVERIFY(m_find->scene().hits.isEmpty());
    const QByteArray key = m_find->area->currentKey();
    m_find->press("A");
    QCOMPARE(m_find->decided(), 1);
    QCOMPARE(m_find->session().state()->decisions.kind(key), DecisionKind::Accepted);
    // Escape in the diff closes the bar too.
    m_find->showFile(FindFixture::kFile);
    m_find->press("Ctrl+F");
    m_find->area->diff().focusText();
    m_find->press("Esc");
    QVERIFY(!field()->isVisible());
}

void ReviewFindTest::matchesAreMarkedOnBothSides()
{
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("needle"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of %1").arg(needles()));
    const Theme& theme = m_find->provider().theme();
    DiffView& diff = m_find->area->diff();
    const QVector<DiffHit> hits = m_find->scene().hits;
    QCOMPARE(hits[0].side, HitSide::Both);
    const DiffLayout& layout = m_find->scene().layout;
    const auto both = [&](const DiffHit& hit, const QColor& colour) {
        return qMakePair(
            pixels(diff.leftEditor(), rectOf(diff.leftEditor(), layout.left, hit), colour),
            pixels(diff.rightEditor(), rectOf(diff.rightEditor(), layout.right, hit), colour));
    };
    // A line that both have is marked in both, the current match with a frame in another colour.
    QVERIFY(both(hits[0], theme.warn).first > 20);
    QVERIFY(both(hits[0], theme.warn).second > 20);
    QCOMPARE(both(hits[1], theme.warn), qMakePair(0, 0));
    QVERIFY(both(hits[1], theme.warnSoft).first > 20);
    QVERIFY(both(hits[1], theme.warnSoft).second > 20);
    // A removed line is marked at the left only, an added one at the right.
    int sides = 0;
    for (const DiffHit& hit : hits) {
        if (hit.side == HitSide::Original) {
            QVERIFY(both(hit, theme.warnSoft).first > 20);
            sides |= 1;
        } else if (hit.side == HitSide::Port) {
            QVERIFY(both(hit, theme.warnSoft).second > 20);
            sides |= 2;
        }
    }
    QVERIFY2(sides >= 2, "the fixture's ballot is no change any more");
    m_find->press("Return");
    QTRY_COMPARE(m_find->count(), QStringLiteral("2 of %1").arg(needles()));
    QCOMPARE(both(hits[0], theme.warn), qMakePair(0, 0));
    QVERIFY(both(hits[1], theme.warn).first > 20);
    m_find->press("Esc");
    QCOMPARE(both(hits[2], theme.warnSoft), qMakePair(0, 0));
    QCOMPARE(both(hits[2], theme.warn), qMakePair(0, 0));
}

void ReviewFindTest::comesIntoView()
{
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("last needle"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
    DiffEditor& editor = m_find->area->diff().rightEditor();
    const int top = editor.rowTop(currentHit().row);
    QVERIFY(top >= editor.rowHeight()); // with lines above
    QVERIFY(top + editor.rowHeight() <= editor.viewport()->height());
    field()->setText(QStringLiteral("line 60 "));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
    QTRY_COMPARE(m_find->area->diff().textOf(currentHit()), QStringLiteral("line 60 "));
    QVERIFY(editor.rowTop(currentHit().row) >= 3 * editor.rowHeight());
    QVERIFY(editor.rowTop(currentHit().row) < editor.viewport()->height() - 3 * editor.rowHeight());
}

void ReviewFindTest::beginsWithTheSelection()
{
    DiffEditor& editor = m_find->area->diff().rightEditor();
    const auto selected = [this] {
        const std::optional<DiffHit> hit = m_find->area->diff().selectedHit();
        return hit ? m_find->area->diff().textOf(*hit) : QString();
    };
    editor.selectBytes(1, 14, 7); // "needles" of the second line
    QCOMPARE(selected(), QStringLiteral("needles"));
    m_find->press("Ctrl+F");
    QCOMPARE(field()->text(), QStringLiteral("needles"));
    QCOMPARE(field()->selectedText(), QStringLiteral("needles"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
    m_find->press("Esc");
    QCOMPARE(selected(), QStringLiteral("needles"));
    editor.SendScintilla(Sci::SCI_SETEMPTYSELECTION, 0UL);
    m_find->press("Ctrl+F"); // with what was looked for last
    QCOMPARE(field()->text(), QStringLiteral("needles"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
    // Several lines are nothing to look for.
    m_find->press("Esc");
    editor.selectBytes(0, 3, 30);
    m_find->press("Ctrl+F");
    QCOMPARE(field()->text(), QStringLiteral("needles"));
}

void ReviewFindTest::theChangeOfAMatchIsCurrent()
{
    m_find->showFile("csrc/compact.cu");
    const QVector<DiffChange> changes = m_find->scene().layout.changes;
    QVERIFY(changes.size() > 1);
    const DiffChange& wanted = changes.last();
    QVERIFY(m_find->area->currentKey() != wanted.key);
    const DiffRow& row = m_find->scene().layout.rows[wanted.firstRow];
    const DiffPane& pane =
        row.left > 0 ? m_find->scene().layout.left : m_find->scene().layout.right;
    const QString line = QString::fromUtf8(pane.line(wanted.firstRow)).trimmed();
    QVERIFY(!line.isEmpty());
    m_find->press("Ctrl+F");
    m_find->press("Alt+C");
    field()->setText(line);
    QTRY_VERIFY(m_find->count().startsWith(QStringLiteral("1 of ")));
    while (m_find->area->currentKey() != wanted.key &&
           !m_find->count().startsWith(m_find->count().section(u' ', 2) + u' ')) {
        m_find->press("Return");
    }
    // What is shown, framed and decided next is one change.
    QCOMPARE(m_find->area->currentKey(), wanted.key);
    QCOMPARE(m_find->area->diff().current(), int(changes.size()) - 1);
    m_find->press("Esc");
    m_find->press("A");
    QCOMPARE(m_find->session().state()->decisions.kind(wanted.key), DecisionKind::Accepted);
}

void ReviewFindTest::anEditIsKept()
{
    m_find->showFile("csrc/compact.cu");
    m_find->press("E");
    auto* pane = m_find->area->findChild<EditPane*>();
    QVERIFY(m_find->area->diff().isEditing());
    m_find->type(QStringLiteral("zz"));
    const QString edited = pane->text();
    QVERIFY(edited.contains(QStringLiteral("zz")));
    m_find->press("Ctrl+F");
    field()->setText(QStringLiteral("votes"));
    QTRY_VERIFY(m_find->count().startsWith(QStringLiteral("1 of ")));
    m_find->press("Return");
    m_find->press("Return");
    QVERIFY(m_find->area->diff().isEditing());
    QCOMPARE(pane->text(), edited);
}

void ReviewFindTest::unifiedAndOtherFiles()
{
    const int all = needles();
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("needle"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of %1").arg(all));
    m_find->press("Return");
    m_find->press("Return");
    const QString third = m_find->count();
    m_find->area->command(QStringLiteral("unified"))->trigger();
    QTRY_VERIFY(m_find->scene().layout.unified);
    QTRY_COMPARE(m_find->scene().hits.size(), all);
    QTRY_COMPARE(m_find->count(), third); // the same match in another layout
    DiffView& diff = m_find->area->diff();
    QVERIFY(pixels(diff.unifiedEditor(),
                   rectOf(diff.unifiedEditor(), m_find->scene().layout.left, currentHit()),
                   m_find->provider().theme().warn) > 20);
    // Another file is looked through as it comes; nothing scrolls by itself.
    m_find->showFile("csrc/compact.cu");
    QTRY_COMPARE(m_find->count(), QStringLiteral("No matches"));
    m_find->showFile(FindFixture::kFile);
    QTRY_VERIFY(m_find->count().endsWith(QString::number(all)) ||
                m_find->count() == QStringLiteral("%1 matches").arg(all));
}

/// The match is in a line that the next file does not have, and the bar is closed before that file
/// is searched.
void ReviewFindTest::closedWhileItIsSearchedAnew()
{
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("last needle"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
    const int row = currentHit().row;
    QVERIFY(row > 100);
    bool closed = false;
    connect(&m_find->area->diff(), &DiffView::sceneReplaced, m_find->area.get(), [&] {
        QVERIFY(m_find->scene().rows() < row);
        m_find->child<QPushButton>("findClose")->click();
        closed = true;
    });
    m_find->area->goToPlace({RepoPath("csrc/seqkernels.h")});
    QTRY_VERIFY(closed);
    QVERIFY(!field()->isVisible());
    QVERIFY(m_find->scene().hits.isEmpty());
}

void ReviewFindTest::hostileExpression()
{
    m_find->press("Ctrl+F");
    m_find->press("Alt+R");
    field()->setText(QStringLiteral("(\\w+\\s*)+#"));
    QTRY_VERIFY2(m_find->count().startsWith(QStringLiteral("No matches")),
                 qPrintable(m_find->count()));
    field()->setText(QStringLiteral("needles"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
}

void ReviewFindTest::namedAndListed()
{
    const QAction* find = m_find->area->command(QStringLiteral("find"));
    QVERIFY(m_find->area->commands().contains(find)); // the palette lists these
    QCOMPARE(find->shortcut(), QKeySequence(QStringLiteral("Ctrl+F")));
    m_find->press("Ctrl+F");
    QCOMPARE(field()->accessibleName(), QStringLiteral("Find in this file"));
    for (const char* name : {"findCase", "findWord", "findExpression"}) {
        QVERIFY(!m_find->child(name)->accessibleName().isEmpty());
        QVERIFY(m_find->child(name)->toolTip().contains(QStringLiteral("Alt+")));
    }
    // F3 is no letter: it works without single-letter keys too.
    m_find->area->setLetterKeys(false);
    QCOMPARE(m_find->area->command(QStringLiteral("findNext"))->shortcut(),
             QKeySequence(QStringLiteral("F3")));
}

QTEST_MAIN(ReviewFindTest)

#include "tst_reviewfind.moc"
