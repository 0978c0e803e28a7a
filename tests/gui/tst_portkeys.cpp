// The keys of a port review where the tree stands on a file, has several rows selected, or is
// filtered.

#include "tests/gui/portreviewfixture.h"

#include <QLabel>

using namespace rocport;

class PortKeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { fixture = std::make_unique<PortReviewFixture>(); }
    void cleanup() { fixture.reset(); }

    void fromTheRowsOfFiles();
    void severalRows();
    void rowsThatDoNotCount();
    void whatHidesAHunkIsDropped();

private:
    void select(const QModelIndex& index, QItemSelectionModel::SelectionFlags how) const
    {
        fixture->tree().tree().selectionModel()->setCurrentIndex(index,
                                                                 how | QItemSelectionModel::Rows);
    }
    [[nodiscard]] bool isEnabled(const char* command) const
    {
        return fixture->page().commands().at(QLatin1String(command)).isEnabled();
    }

    std::unique_ptr<PortReviewFixture> fixture;
};

void PortKeysTest::fromTheRowsOfFiles()
{
    fixture->openPort();
    const HunksModel& model = fixture->tree().model();
    const QVector<QByteArray> ids = model.listed(); // README.md, and two of row_sum.cu
    QCOMPARE(ids.size(), 3);
    QSignalSpy said(&fixture->page(), &PortReviewPage::said);
    const auto from = [&](int file, const char* key) {
        select(model.index(file, 0), QItemSelectionModel::ClearAndSelect);
        fixture->tree().tree().setFocus();
        QCOMPARE(fixture->tree().current(), QByteArray());
        fixture->press(key);
    };
    from(1, "N");
    QCOMPARE(fixture->tree().current(), ids[1]);
    from(1, "P");
    QCOMPARE(fixture->tree().current(), ids[0]);
    from(0, "N");
    QCOMPARE(fixture->tree().current(), ids[0]);
    from(0, "]");
    QCOMPARE(fixture->tree().current(), ids[1]);
    from(1, "[");
    QCOMPARE(fixture->tree().current(), ids[0]);
    QVERIFY(said.isEmpty());
    from(0, "P");
    QCOMPARE(fixture->tree().current(), QByteArray()); // it stays
    QCOMPARE(said.last()[0].toString(), QStringLiteral("This is the first hunk that is listed."));
    from(1, "]");
    QCOMPARE(said.last()[0].toString(), QStringLiteral("This is the last file that is listed."));
    // One that is folded is opened on the way.
    fixture->tree().tree().collapse(model.index(1, 0));
    from(1, "N");
    QCOMPARE(fixture->tree().current(), ids[1]);
    QVERIFY(fixture->tree().tree().isExpanded(model.index(1, 0)));
}

void PortKeysTest::severalRows()
{
    fixture->openPort();
    const HunksModel& model = fixture->tree().model();
    const QVector<QByteArray> ids = model.listed();
    QSignalSpy said(&fixture->page(), &PortReviewPage::said);
    fixture->choose(ids[0]);
    select(model.indexOf(ids[2]), QItemSelectionModel::Select);
    QVERIFY(!isEnabled("portReopen"));
    fixture->press("A");
    QCOMPARE(fixture->reviews().state()->count(DecisionKind::Accepted), 2);
    QCOMPARE(fixture->reviews().state()->kindOf(ids[1]), DecisionKind::Open);
    QCOMPARE(said.last()[0].toString(), QStringLiteral("2 hunks: accepted."));
    fixture->press("R");
    QCOMPARE(fixture->reviews().state()->count(DecisionKind::Rejected), 2);
    fixture->press("O");
    QCOMPARE(fixture->reviews().state()->count(DecisionKind::Open), 3);
    QVERIFY(!isEnabled("portReopen"));
    // The current one is open, another that is selected is not.
    fixture->reviews().decide({ids[0]}, DecisionKind::Accepted);
    QCOMPARE(fixture->tree().current(), ids[2]);
    QVERIFY(isEnabled("portReopen"));
    fixture->press("O");
    QCOMPARE(fixture->reviews().state()->count(DecisionKind::Open), 3);
    // What is selected changes alone.
    fixture->reviews().decide({ids[0]}, DecisionKind::Accepted);
    fixture->tree().tree().selectionModel()->select(
        model.indexOf(ids[0]), QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    QVERIFY(!isEnabled("portReopen"));
}

void PortKeysTest::rowsThatDoNotCount()
{
    fixture->openPort();
    const HunksModel& model = fixture->tree().model();
    const QVector<QByteArray> ids = model.listed();
    // From a file down to its first hunk: that one, not the whole file.
    select(model.index(1, 0), QItemSelectionModel::ClearAndSelect);
    fixture->tree().tree().setFocus();
    QTest::keyClick(&fixture->tree().tree(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(fixture->tree().chosen(), QVector<QByteArray>({ids[1]}));
    // The same rows, and the file is current.
    select(model.indexOf(ids[1]), QItemSelectionModel::ClearAndSelect);
    select(model.index(1, 0), QItemSelectionModel::Select);
    QCOMPARE(fixture->tree().current(), QByteArray());
    QCOMPARE(fixture->tree().chosen(), QVector<QByteArray>({ids[1]}));
    QVERIFY(isEnabled("portAccept"));
    // Everything, with a file that is folded: its hunks are meant.
    fixture->tree().tree().collapse(model.index(1, 0));
    fixture->tree().tree().selectAll();
    QCOMPARE(fixture->tree().chosen(), ids);
    // A file alone.
    select(model.index(1, 0), QItemSelectionModel::ClearAndSelect);
    QCOMPARE(fixture->tree().chosen(), QVector<QByteArray>({ids[1], ids[2]}));
}

void PortKeysTest::whatHidesAHunkIsDropped()
{
    fixture->openPort();
    HunkTree& tree = fixture->tree();
    const QByteArray readme = fixture->hunkIn("README.md");
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    const QByteArray shuffle = fixture->hunkIn("csrc/reduce/row_sum.cu", 7);
    const Phase phase = fixture->reviews().state()->hunk(shuffle)->phase;
    QSignalSpy said(&fixture->page(), &PortReviewPage::said);
    fixture->choose(readme);
    fixture->press("A");
    HunkFilter filter;
    filter.status = HunkStatus::All;
    filter.text = QStringLiteral("row_sum");
    filter.phase = phase;
    tree.setFilter(filter);
    tree.setCurrent(shuffle); // it is listed: the filter stays
    QCOMPARE(tree.filter(), filter);
    QVERIFY(said.isEmpty() || !said.last()[0].toString().contains(QStringLiteral("filter")));
    fixture->tree().tree().setFocus();
    fixture->press("U"); // leads to README.md, which the words hide
    QTRY_COMPARE(tree.current(), readme);
    QCOMPARE(said.last()[0].toString(),
             QStringLiteral("The filter hid this hunk, so it lists more now."));
    QCOMPARE(tree.filter().text, QString());
    QCOMPARE(tree.field().text(), QString());
    QCOMPARE(tree.filter().phase, fixture->reviews().state()->hunk(readme)->phase == phase
                                      ? std::optional(phase)
                                      : std::nullopt);
    // Only what hides it goes.
    filter = HunkFilter();
    filter.status = HunkStatus::Open;
    filter.nvidia = NvidiaPath::Unchanged;
    filter.text = QStringLiteral("row_sum");
    tree.setFilter(filter);
    QCOMPARE(tree.model().listed(), QVector<QByteArray>({shuffle}));
    tree.setCurrent(scale); // its NVIDIA path changed
    QCOMPARE(tree.current(), scale);
    filter.nvidia.reset();
    QCOMPARE(tree.filter(), filter);
    QCOMPARE(tree.model().listed(), QVector<QByteArray>({shuffle, scale}));
}

QTEST_MAIN(PortKeysTest)
#include "tst_portkeys.moc"
