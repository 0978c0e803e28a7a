// The list of changes and what narrows it; without the area.
#include "tests/gui/partsfixture.h"

#include <QLineEdit>

using namespace rocport;

class TestChangeList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void choosingARowTells();
    void rowFollowsTheCurrentChange();
    void fileWithoutChange();
    void severalRows();
    void textNarrows();
    void nothingMatches();
    void statusAndCounts();
    void groupingKeepsTheChange();
    void chipsAreCommands();
    void enterReadsOrFolds();
    void enterInTheFieldGoesToTheFirst();

private:
    [[nodiscard]] QTreeView& tree() const { return m_parts->list->tree(); }
    [[nodiscard]] QLineEdit* field() const
    {
        return m_parts->list->findChild<QLineEdit*>(QStringLiteral("reviewFilter"));
    }
    /// The row of the change at a line of src/reduce.cu, its file unfolded.
    [[nodiscard]] QModelIndex rowAt(int line) const
    {
        const int change = m_parts->changeAt(line);
        ReviewFilter& filter = m_parts->desk->filter();
        const ReviewModel& model = m_parts->desk->model();
        tree().expand(filter.mapFromSource(model.fileIndexOfChange(change)));
        return filter.mapFromSource(model.indexOfChange(change));
    }

    std::unique_ptr<PartsFixture> m_parts;
};

void TestChangeList::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_parts->navigator->disconnect(m_parts->list); // what the list tells is looked at alone
    m_parts->list->disconnect(m_parts->navigator.get());
}

void TestChangeList::cleanup()
{
    m_parts.reset();
}

void TestChangeList::choosingARowTells()
{
    const QSignalSpy chosen(m_parts->list, &ChangeList::changeChosen);
    const QModelIndex row = rowAt(11);
    QVERIFY(row.isValid());
    tree().setCurrentIndex(row);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toInt(), m_parts->changeAt(11));
    // A file stands for its first change that is open; a group for none.
    tree().setCurrentIndex(row.parent());
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[1][0].toInt(),
             m_parts->desk->model().changesOfFile(DeskFixture::path()).first());
    tree().setCurrentIndex(m_parts->desk->filter().index(0, 0));
    QCOMPARE(chosen.size(), 2);
}

void TestChangeList::rowFollowsTheCurrentChange()
{
    const QSignalSpy chosen(m_parts->list, &ChangeList::changeChosen);
    (void)rowAt(7); // unfolds the file
    m_parts->choose(11);
    m_parts->list->select(m_parts->changeAt(11));
    QCOMPARE(tree().currentIndex(), rowAt(11));
    QCOMPARE(m_parts->list->selected(), QVector<int>{m_parts->changeAt(11)});
    QVERIFY(chosen.isEmpty()); // nobody chose it here
    m_parts->list->select(-1);
    QCOMPARE(tree().currentIndex(), rowAt(11));
    // Who clicks where no row is has the current change again.
    tree().clearSelection();
    QTRY_COMPARE(m_parts->list->selected(), QVector<int>{m_parts->changeAt(11)});
}

void TestChangeList::fileWithoutChange()
{
    m_parts->list->selectFile(DeskFixture::path());
    QCOMPARE(m_parts->list->selected(), m_parts->desk->model().changesOfFile(DeskFixture::path()));
    m_parts->list->selectFile(RepoPath("nowhere.cu"));
    QVERIFY(m_parts->list->selected().isEmpty());
}

void TestChangeList::severalRows()
{
    const QSignalSpy changed(m_parts->list, &ChangeList::selectionChanged);
    tree().setCurrentIndex(rowAt(7));
    QVERIFY(!m_parts->list->keysMeanSelected());
    tree().selectionModel()->select(rowAt(11), QItemSelectionModel::Select);
    QCOMPARE(m_parts->list->selected(),
             (QVector<int>{m_parts->changeAt(7), m_parts->changeAt(11)}));
    QVERIFY(changed.size() >= 2);
    tree().setFocus();
    QVERIFY(m_parts->list->keysMeanSelected());
    field()->setFocus();
    QVERIFY(!m_parts->list->keysMeanSelected());
}

void TestChangeList::textNarrows()
{
    const QSignalSpy filtered(m_parts->list, &ChangeList::filtered);
    const int all = m_parts->desk->filter().accepted();
    m_parts->list->setText(QStringLiteral("reduce"));
    QCOMPARE(filtered.size(), 1);
    const int ofFile =
        static_cast<int>(m_parts->desk->model().changesOfFile(DeskFixture::path()).size());
    QCOMPARE(m_parts->desk->filter().accepted(), ofFile);
    QVERIFY(ofFile < all);
    // What is chosen passes the filter, or is not counted.
    m_parts->list->setText({});
    tree().selectAll();
    QCOMPARE(m_parts->list->selected().size(), all);
    m_parts->run("filter");
    QVERIFY(field()->hasFocus());
    QTest::keyClick(field(), Qt::Key_Escape); // with nothing typed: back
    QVERIFY(tree().hasFocus());
}

void TestChangeList::nothingMatches()
{
    QCOMPARE(m_parts->list->entry(), &tree());
    m_parts->list->setText(QStringLiteral("no such file"));
    auto* noMatch = m_parts->list->findChild<EmptyState*>(QStringLiteral("noMatch"));
    QVERIFY(noMatch->isVisible());
    QVERIFY2(noMatch->text().contains(QStringLiteral("matches the filter")),
             qPrintable(noMatch->text()));
    QVERIFY(m_parts->list->entry() != &tree());
    const QSignalSpy phases(m_parts->list, &ChangeList::allPhasesRequested);
    noMatch->findChild<QPushButton*>()->click();
    QCOMPARE(phases.size(), 1);
    QVERIFY(field()->text().isEmpty());
    QVERIFY(tree().isVisible());
    m_parts->list->setStatus(ReviewStatus::Decided);
    QVERIFY2(noMatch->text().contains(QStringLiteral("in this state")),
             qPrintable(noMatch->text()));
}

void TestChangeList::statusAndCounts()
{
    const ReviewCounts& counts = m_parts->desk->model().totals();
    m_parts->list->refresh();
    QVERIFY(counts.total > 0);
    QCOMPARE(m_parts->list->statusSwitch().accessibleDescription(),
             QStringLiteral("Open %1, chosen of Open %1, Needs a look %2, Decided 0, All %1")
                 .arg(counts.total)
                 .arg(counts.needsLook));
    m_parts->run("showAll");
    QCOMPARE(m_parts->desk->filter().status(), ReviewStatus::All);
    QCOMPARE(m_parts->list->statusSwitch().current(), static_cast<int>(ReviewStatus::All));
    QCOMPARE(m_parts->desk->filter().accepted(), counts.total);
    m_parts->run("showDecided");
    QCOMPARE(m_parts->desk->filter().accepted(), 0);
    m_parts->run("showNeedsLook");
    QCOMPARE(m_parts->desk->filter().accepted(), counts.needsLook);
    m_parts->run("showOpen");
    QCOMPARE(m_parts->desk->filter().accepted(), counts.open());
}

void TestChangeList::groupingKeepsTheChange()
{
    m_parts->choose(11);
    m_parts->run("groupChanges");
    QCOMPARE(m_parts->desk->model().grouping(), ReviewGrouping::Rules);
    QVERIFY(m_parts->list->selected().contains(m_parts->changeAt(11)));
    m_parts->list->setGrouping(ReviewGrouping::Files);
    QCOMPARE(m_parts->desk->model().grouping(), ReviewGrouping::Files);
    QVERIFY(m_parts->list->selected().contains(m_parts->changeAt(11)));
}

void TestChangeList::chipsAreCommands()
{
    m_parts->run("filter-kind-edit");
    QCOMPARE(m_parts->desk->filter().chips().kinds, QSet<int>{static_cast<int>(ChangeKind::Edit)});
    m_parts->run("filter-kind-edit");
    QVERIFY(m_parts->desk->filter().chips().isEmpty());
    m_parts->run("filter-severity-critical");
    QCOMPARE(m_parts->desk->filter().chips().severities,
             QSet<int>{static_cast<int>(Severity::Critical)});
    m_parts->run("clearFilters");
    QVERIFY(m_parts->desk->filter().chips().isEmpty());
}

void TestChangeList::enterReadsOrFolds()
{
    const QSignalSpy read(m_parts->list, &ChangeList::readRequested);
    tree().setCurrentIndex(rowAt(7));
    QTest::keyClick(&tree(), Qt::Key_Return);
    QCOMPARE(read.size(), 1);
    const QModelIndex group = m_parts->desk->filter().index(0, 0);
    QVERIFY(tree().isExpanded(group));
    tree().setCurrentIndex(group);
    QTest::keyClick(&tree(), Qt::Key_Return);
    QVERIFY(!tree().isExpanded(group));
    QCOMPARE(read.size(), 1);
    m_parts->list->expandGroups();
    QVERIFY(tree().isExpanded(group));
    m_parts->run("collapseAll");
    QVERIFY(!tree().isExpanded(group));
    m_parts->run("expandAll");
    QVERIFY(tree().isExpanded(group));
}

void TestChangeList::enterInTheFieldGoesToTheFirst()
{
    const QSignalSpy wanted(m_parts->list, &ChangeList::matchWanted);
    m_parts->list->setText(QStringLiteral("reduce"));
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].toInt(), m_parts->desk->filter().next(-1, 1, false));
    m_parts->list->setText(QStringLiteral("no such file"));
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(m_parts->said, QStringList{QStringLiteral("No change matches the filter.")});
}

QTEST_MAIN(TestChangeList)
#include "tst_changelist.moc"
