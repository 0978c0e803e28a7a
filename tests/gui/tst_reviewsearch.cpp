#include "core/project/session/projectdecisions.h"
#include "tests/gui/findfixture.h"
#include "ui/review/searchmodel.h"
#include "ui/review/searchpanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QPushButton>
#include <QTreeView>

using namespace rocport;

/// Search through all changes and files, as a user does it.
class ReviewSearchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_find = std::make_unique<FindFixture>(); }
    void cleanup() { m_find.reset(); }

    void lettersGoIntoTheField();
    void findsInChangesAndInAllFiles();
    void leadsToTheLineAndItsSide();
    void leadsToAFileWithoutChanges();
    void showsTheLineAsItIs();
    void isBounded();
    void stops();
    void saysWhatIsWrong();
    void escapeGivesTheFocusBack();
    void answersTheFilterThatHidesTheDiff();
    void longLinesAreShownInPart();
    void modelKeepsTheRules();

private:
    [[nodiscard]] QLineEdit* field() const { return m_find->child<QLineEdit>("searchField"); }
    [[nodiscard]] QTreeView* table() const { return m_find->child<QTreeView>("searchTable"); }
    [[nodiscard]] SearchPanel* panel() const { return m_find->child<SearchPanel>("searchPanel"); }
    [[nodiscard]] const QVector<FoundLine>& lines() const { return panel()->model().lines(); }
    [[nodiscard]] QString status() const
    {
        return m_find->child<ElidedLabel>("searchCount")->text();
    }
    void search(const QString& text, const char* scope = nullptr) const
    {
        m_find->press("Ctrl+Shift+F");
        QVERIFY(field()->hasFocus());
        if (scope) {
            auto* control = m_find->child<SegmentedControl>("searchScope");
            while (control->text(control->current()) != QLatin1String(scope)) {
                control->setFocus();
                m_find->press(control->current() == 0 ? "Right" : "Left");
            }
            field()->setFocus();
        }
        field()->setText(text);
        QVERIFY(panel()->isSearching());
        QTRY_VERIFY(!panel()->isSearching());
    }
    [[nodiscard]] QString selected() const
    {
        const std::optional<DiffHit> hit = m_find->area->diff().selectedHit();
        return hit ? m_find->area->diff().textOf(*hit) : QString();
    }

    std::unique_ptr<FindFixture> m_find;
};

void ReviewSearchTest::lettersGoIntoTheField()
{
    m_find->press("Ctrl+Shift+F");
    m_find->type(QStringLiteral("ballot"));
    QCOMPARE(field()->text(), QStringLiteral("ballot"));
    QTRY_VERIFY(panel()->model().rowCount() > 0);
    QTRY_VERIFY(!panel()->isSearching());
    m_find->press("Down");
    QVERIFY(table()->hasFocus());
    m_find->type(QStringLiteral("_ar"));
    QVERIFY(field()->hasFocus());
    QCOMPARE(field()->text(), QStringLiteral("ballot_ar"));
    m_find->child("searchScope")->setFocus();
    m_find->type(QStringLiteral("asr"));
    m_find->child("searchCase")->setFocus();
    m_find->type(QStringLiteral("asr"));
    QCOMPARE(m_find->decided(), 0);
}

void ReviewSearchTest::findsInChangesAndInAllFiles()
{
    search(QStringLiteral("of what lies between"));
    QCOMPARE(status(), QStringLiteral("No matches")); // no change touches these lines
    search(QStringLiteral("of what lies between"), "All files");
    QCOMPARE(status(), QStringLiteral("120 lines in 1 file"));
    QCOMPARE(lines()[0].path.display(), QLatin1String(FindFixture::kFile));
    QCOMPARE(lines()[0].shownLine, 9);
    // In the changes only their removed and added lines.
    search(QStringLiteral("__ballot("), "Changes");
    QVERIFY(lines().size() >= 2);
    int files = 0;
    for (int i = 0; i < lines().size(); ++i) {
        QVERIFY(!lines()[i].key.isEmpty());
        QVERIFY(lines()[i].side != HitSide::Both);
        QVERIFY(lines()[i].text.contains(QStringLiteral("__ballot(")));
        files += i == 0 || lines()[i].path != lines()[i - 1].path ? 1 : 0;
        QVERIFY(i == 0 || !(lines()[i].path < lines()[i - 1].path)); // in order
    }
    QCOMPARE(status(), QStringLiteral("%1 lines in %2 files").arg(lines().size()).arg(files));
    // Case, words and expressions as in the bar.
    search(QStringLiteral("LAST NEEDLE"), "All files");
    QCOMPARE(lines().size(), 1);
    m_find->press("Alt+C");
    QTRY_COMPARE(status(), QStringLiteral("No matches"));
    m_find->press("Alt+C");
    m_find->press("Alt+R");
    search(QStringLiteral("^// the l\\w+ needle$"));
    QCOMPARE(lines().size(), 1);
}

void ReviewSearchTest::leadsToTheLineAndItsSide()
{
    // A line that only the port has, and one that only the original has, in another file.
    for (const HitSide side : {HitSide::Port, HitSide::Original}) {
        const bool port = side == HitSide::Port;
        m_find->showFile(port ? "csrc/compact.cu" : "train.py");
        const DiffLayout layout = m_find->scene().layout;
        int wanted = -1;
        for (int row = 0; row < layout.rows.size() && wanted < 0; ++row) {
            const DiffRow& at = layout.rows[row];
            const bool here = at.changed && (port ? at.right : at.left) > 0;
            wanted = here && lineOfHit(layout, row, side).trimmed().size() > 8 ? row : -1;
        }
        QVERIFY(wanted >= 0);
        const int line = lineNumberOf(layout, wanted, side);
        const QString text = QString::fromUtf8(lineOfHit(layout, wanted, side)).trimmed();
        m_find->showFile(FindFixture::kFile);
        search(text);
        int result = -1;
        for (int i = 0; i < lines().size(); ++i) {
            const bool here = lines()[i].path == layout.path && lines()[i].line == line;
            result = here && lines()[i].side == side ? i : result;
        }
        QVERIFY2(result >= 0, qPrintable(text));
        QCOMPARE(panel()->model().index(result, SearchModel::SideColumn).data().toString(),
                 port ? QStringLiteral("port") : QStringLiteral("original"));
        m_find->press("Return"); // into the list
        QVERIFY(table()->hasFocus());
        for (int i = 0; i < result; ++i) {
            m_find->press("Down");
        }
        QCOMPARE(table()->currentIndex().row(), result);
        m_find->press("Return");
        QTRY_COMPARE(m_find->scene().layout.path, layout.path);
        DiffView& diff = m_find->area->diff();
        DiffEditor& pane = port ? diff.rightEditor() : diff.leftEditor();
        QTRY_VERIFY(pane.hasFocus());
        QCOMPARE(selected(), text);
        const std::optional<DiffHit> hit = diff.selectedHit();
        QCOMPARE(lineNumberOf(m_find->scene().layout, hit->row, side), line);
        QVERIFY(pane.rowTop(hit->row) >= 0);
        QVERIFY(pane.rowTop(hit->row) < pane.viewport()->height());
        // The change that it belongs to is the one that a key decides.
        QCOMPARE(m_find->area->currentKey(), lines()[result].key);
        QVERIFY(panel()->isVisible());
    }
    m_find->press("A");
    QCOMPARE(m_find->decided() >= 1, true);
}

void ReviewSearchTest::leadsToAFileWithoutChanges()
{
    search(QStringLiteral("bulk"), "All files");
    QTRY_VERIFY(lines().size() > 10);
    m_find->press("Return");
    for (int i = 0; i < 7; ++i) {
        m_find->press("Down");
    }
    m_find->press("Return");
    QTRY_COMPARE(m_find->scene().layout.path.display(), QLatin1String(FindFixture::kBulk));
    QTRY_COMPARE(selected(), QStringLiteral("bulk"));
    QCOMPARE(m_find->area->diff().selectedHit()->row, 7);
    m_find->press("A"); // nothing to decide here
    QCOMPARE(m_find->decided(), 0);
}

void ReviewSearchTest::showsTheLineAsItIs()
{
    search(QStringLiteral("bold"), "All files");
    QCOMPARE(lines().size(), 1);
    const QString text = QStringLiteral("// <b>bold</b> <img src='x'>");
    QCOMPARE(lines()[0].text, text);
    QCOMPARE(text.mid(lines()[0].matches[0].start, lines()[0].matches[0].length),
             QStringLiteral("bold"));
    const QModelIndex index = panel()->model().index(0, SearchModel::TextColumn);
    QCOMPARE(index.data().toString(), text);
    const QModelIndex place = panel()->model().index(0, SearchModel::PlaceColumn);
    QCOMPARE(place.data().toString(), QStringLiteral("csrc/findme.cu:129"));
    QCOMPARE(place.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("csrc/findme.cu, line 129, both: ") + text);
    // The match is marked where the line is painted.
    table()->clearSelection();
    const QImage image = table()->viewport()->grab(table()->visualRect(index)).toImage();
    const QRgb mark = m_find->provider().theme().warnSoft.rgb();
    int marked = 0;
    for (int x = 0; x < image.width(); ++x) {
        marked += image.pixel(x, image.height() / 2) == mark ? 1 : 0;
    }
    QVERIFY(marked > 5);
    QVERIFY(marked < image.width() / 4);
}

void ReviewSearchTest::isBounded()
{
    search(QStringLiteral("bulk"), "All files");
    QCOMPARE(lines().size(), ReviewSearch::kLimit);
    QCOMPARE(status(), QStringLiteral("The first 5,000 lines; narrow the search to see the rest"));
    m_find->press("Alt+R");
    search(QStringLiteral("(\\w+\\s*)+#bulk")); // nothing hangs
    QVERIFY(status().startsWith(QStringLiteral("No matches")));
}

void ReviewSearchTest::stops()
{
    m_find->press("Ctrl+Shift+F");
    field()->setText(QStringLiteral("i"));
    m_find->press("Return");
    auto* stop = m_find->child<QPushButton>("searchStop");
    QVERIFY(stop->isVisible());
    QTest::mouseClick(stop, Qt::LeftButton);
    QVERIFY(!panel()->isSearching());
    QVERIFY(!stop->isVisible());
    QVERIFY(status().startsWith(QStringLiteral("Stopped: ")));
    const auto kept = lines().size();
    search(QStringLiteral("__ballot(")); // late results of the first are not among these
    QVERIFY(lines().size() > kept);
    for (const FoundLine& line : lines()) {
        QVERIFY(line.text.contains(QStringLiteral("__ballot(")));
    }
}

void ReviewSearchTest::saysWhatIsWrong()
{
    m_find->press("Ctrl+Shift+F");
    m_find->press("Alt+R");
    field()->setText(QStringLiteral("[a"));
    QTRY_COMPARE(
        status(),
        QStringLiteral("The expression is not valid: missing terminating ] for character class."));
    QCOMPARE(panel()->model().rowCount(), 0);
    field()->clear();
    QTRY_COMPARE(status(), QString());
}

void ReviewSearchTest::escapeGivesTheFocusBack()
{
    search(QStringLiteral("__ballot("));
    m_find->press("Return");
    QVERIFY(table()->hasFocus());
    m_find->press("Esc");
    QVERIFY(!panel()->isVisible());
    QVERIFY(m_find->area->diff().isAncestorOf(QApplication::focusWidget()));
    m_find->press("A");
    QCOMPARE(m_find->decided() >= 1, true);
}

void ReviewSearchTest::answersTheFilterThatHidesTheDiff()
{
    QVector<QByteArray> keys;
    for (const ReviewChange& change : m_find->area->model().changes()) {
        keys.append(change.hunk->key);
    }
    QVERIFY(m_find->session()
                .decisions()
                .decide(keys, DecisionKind::Rejected, QStringLiteral("all"))
                .ok());
    QTRY_VERIFY(m_find->child("allDecided")->isVisible());
    m_find->child("changeTree")->setFocus();
    search(QStringLiteral("__ballot("));
    QVERIFY(lines().size() > 0);
    const FoundLine first = lines()[0];
    m_find->press("Return");
    m_find->press("Return");
    QTRY_COMPARE(m_find->scene().layout.path, first.path);
    QTRY_VERIFY(m_find->area->diff().isVisible());
    QTRY_COMPARE(selected(), QStringLiteral("__ballot("));
    QCOMPARE(m_find->area->currentKey(), first.key);
}

/// A line of a megabyte is not laid out where it is listed.
void ReviewSearchTest::longLinesAreShownInPart()
{
    const QByteArray far(1000000, 'x');
    FileTexts texts;
    texts.path = RepoPath("wide.cu");
    texts.original =
        "// needle " + far + " needle\n// " + far + " needle " + far + "\n// y" + far + "y\n";
    const auto look = [&texts](const QString& text, bool expression) {
        const auto matcher = TextMatcher::make({text, false, false, expression});
        return searchFile(texts, {}, *matcher, FindScope::Lines, 10, CancelToken()).lines;
    };
    const QVector<FoundLine> found = look(QStringLiteral("needle"), false);
    QCOMPARE(found.size(), 2);
    QVERIFY(found[0].text.startsWith(QStringLiteral("// needle xx")));
    QVERIFY(found[1].text.startsWith(QStringLiteral("…xx")));
    QCOMPARE(found[1].start, 1000004);
    for (const FoundLine& line : found) {
        QCOMPARE(line.matches.size(), 1);
        QCOMPARE(line.text.mid(line.matches[0].start, 6), QStringLiteral("needle"));
        QVERIFY(line.text.size() < 1500);
    }
    const QVector<FoundLine> wide = look(QStringLiteral("yx+"), true);
    QCOMPARE(wide.size(), 1);
    QVERIFY(wide[0].text.size() < 1500);
}

void ReviewSearchTest::modelKeepsTheRules()
{
    SearchModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    FoundLine line;
    line.path = RepoPath("a.cu");
    line.text = QStringLiteral("x");
    model.append({line, line});
    line.path = RepoPath("b.cu");
    line.side = HitSide::Port;
    model.append({line});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.files(), 2);
    QCOMPARE(model.index(2, SearchModel::SideColumn).data().toString(), QStringLiteral("port"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.files(), 0);
}

QTEST_MAIN(ReviewSearchTest)

#include "tst_reviewsearch.moc"
