// The list of changes in Review: the row that is chosen holds the change that is shown, whatever
// rows come and go under the mouse.
#include "core/project/session/projectdecisions.h"
#include "tests/gui/windowfixture.h"
#include "ui/review/reviewfilter.h"

#include <QAction>
#include <QDialog>
#include <QLineEdit>
#include <QTreeView>

using namespace rocport;

class TestReviewList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void clickChoosesTheRowThatWasHit();
    void rangeEndsAtTheRowThatWasHit();
    void clickBesideTheRowsKeepsTheChosenOne();
    void rowThatIsLeftIsTheCurrentOne();
    void groupingKeepsTheShownChange();
    void placeOnItsWayIsForgotten();
    void commitDialogOpensAgainAtOnce();

private:
    [[nodiscard]] ReviewArea& review() const { return m_window->review(); }
    [[nodiscard]] QTreeView& tree() const
    {
        return *m_window->window().findChild<QTreeView*>(QStringLiteral("changeTree"));
    }
    [[nodiscard]] QAction* command(const char* name) const
    {
        return review().command(QLatin1String(name));
    }
    /// The row of a file; invalid: the list does not have it.
    [[nodiscard]] QModelIndex row(const QString& path) const
    {
        const QVector<int> changes = review().model().changesOfFile(RepoPath(path.toUtf8()));
        return changes.isEmpty() ? QModelIndex()
                                 : review().filter().mapFromSource(
                                       review().model().fileIndexOfChange(changes.first()));
    }
    [[nodiscard]] static QString file(int number) { return QStringLiteral("k%1.cu").arg(number); }
    [[nodiscard]] QPoint middle(const QModelIndex& index) const
    {
        return tree().visualRect(index).center();
    }
    void click(const QPoint& at, Qt::KeyboardModifiers modifiers = {}) const
    {
        QVERIFY(tree().viewport()->rect().contains(at));
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, modifiers, at);
    }
    [[nodiscard]] QString shown() const
    {
        const DiffScene& scene = review().diff().scene();
        return scene.currentChange() != nullptr ? scene.layout.path.display() : QString();
    }
    /// The paths of the files that are chosen in the list.
    [[nodiscard]] QStringList chosen() const
    {
        QStringList paths;
        for (const QModelIndex& index : tree().selectionModel()->selectedRows()) {
            paths.append(review().model().pathOf(review().filter().mapToSource(index)).display());
        }
        paths.sort();
        return paths;
    }
    [[nodiscard]] QString current() const
    {
        return review()
            .model()
            .pathOf(review().filter().mapToSource(tree().currentIndex()))
            .display();
    }
    /// A file whose changes are all decided and which is shown all the same, above open ones.
    void showDecided(int number) const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : m_window->state().scan->hunks) {
            if (hunk.targetPath.display() == file(number)) {
                keys.append(hunk.key);
            }
        }
        QVERIFY(!keys.isEmpty());
        QVERIFY(m_window->project.session->decisions()
                    .decide(keys, DecisionKind::Accepted, QStringLiteral("all"), {},
                            QStringLiteral("a test"))
                    .ok());
        review().goToChange(keys.first());
        QTRY_COMPARE(shown(), file(number));
        QTRY_COMPARE(current(), file(number));
        tree().collapse(row(file(number)));
        QTRY_COMPARE(chosen(), QStringList{file(number)});
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestReviewList::init()
{
    m_window = std::make_unique<WindowFixture>();
    for (int i = 1; i <= 5; ++i) {
        m_window->project.write(file(i), "#include <cuda_runtime.h>\n"
                                         "__global__ void votes(unsigned* out, int limit)\n"
                                         "{\n"
                                         "    unsigned mask = __ballot_sync(0xffffffffu, 1);\n"
                                         "    out[blockIdx.x] = __popc(mask);\n"
                                         "}\n");
    }
    m_window->open();
    m_window->showReview();
    QTRY_VERIFY(row(file(5)).isValid());
    for (int i = 1; i <= 5; ++i) {
        tree().collapse(row(file(i)));
    }
}

void TestReviewList::cleanup()
{
    m_window.reset();
}

/// The row of the change that is left goes when another one is clicked, and those below move up.
void TestReviewList::clickChoosesTheRowThatWasHit()
{
    showDecided(1);
    click(middle(row(file(3))));
    QCOMPARE(chosen(), QStringList{file(3)});
    QTRY_VERIFY(!row(file(1)).isValid()); // it does go
    QTRY_COMPARE(shown(), file(3));
    QCOMPARE(chosen(), QStringList{file(3)});
    QCOMPARE(current(), file(3));
}

void TestReviewList::rangeEndsAtTheRowThatWasHit()
{
    showDecided(1);
    click(middle(row(file(2))), Qt::ControlModifier);
    click(middle(row(file(4))), Qt::ControlModifier);
    QTRY_COMPARE(shown(), file(4));
    QTRY_VERIFY(!row(file(1)).isValid());
    const QStringList both{file(2), file(4)};
    QVERIFY2(std::all_of(both.begin(), both.end(),
                         [this](const QString& path) { return chosen().contains(path); }),
             qPrintable(chosen().join(u' ')));
    QVERIFY2(!chosen().contains(file(3)) && !chosen().contains(file(5)),
             qPrintable(chosen().join(u' ')));
}

void TestReviewList::clickBesideTheRowsKeepsTheChosenOne()
{
    click(middle(row(file(2))));
    QTRY_COMPARE(shown(), file(2));
    click(middle(row(file(4))), Qt::ControlModifier);
    QTRY_COMPARE(shown(), file(4));
    const QPoint below(40, tree().viewport()->height() - 5);
    QVERIFY(!tree().indexAt(below).isValid());
    click(below);
    QTRY_COMPARE(chosen(), QStringList{file(4)});
    QCOMPARE(current(), file(4));
    QCOMPARE(shown(), file(4));
}

void TestReviewList::rowThatIsLeftIsTheCurrentOne()
{
    click(middle(row(file(2))));
    click(middle(row(file(4))), Qt::ControlModifier);
    QTRY_COMPARE(shown(), file(4));
    click(middle(row(file(4))), Qt::ControlModifier); // taken out again
    QTRY_COMPARE(shown(), file(2));
    QCOMPARE(chosen(), QStringList{file(2)});
    QCOMPARE(current(), file(2));
}

void TestReviewList::groupingKeepsTheShownChange()
{
    showDecided(2);
    const QByteArray key = review().currentKey();
    auto* grouping = m_window->window().findChild<SegmentedControl*>(QStringLiteral("grouping"));
    grouping->setCurrent(1);
    QTRY_COMPARE(shown(), file(2));
    QCOMPARE(review().currentKey(), key);
    const QModelIndex chosen = tree().currentIndex();
    QVERIFY(chosen.isValid());
    QVERIFY(review()
                .model()
                .changesUnder(review().filter().mapToSource(chosen))
                .contains(review().model().changeOfKey(key)));
}

/// Gone to a line of another file, then back to the one that is shown before that file is here.
void TestReviewList::placeOnItsWayIsForgotten()
{
    const QVector<int> here = review().model().changesOfFile(RepoPath("k1.cu"));
    QVERIFY(here.size() > 1);
    const QByteArray first = review().model().changes()[here.first()].hunk->key;
    review().goToChange(first);
    QTRY_COMPARE(shown(), file(1));
    review().goToPlace({RepoPath("k5.cu"), 5, PlaceSide::Original});
    review().goToChange(first);
    QCOMPARE(review().currentKey(), first);
    const bool unified = review().diff().scene().layout.unified;
    command("unified")->trigger(); // which lays the file out anew
    QTRY_VERIFY(review().diff().scene().layout.unified != unified);
    QCOMPARE(review().currentKey(), first);
    QCOMPARE(shown(), file(1));
}

void TestReviewList::commitDialogOpensAgainAtOnce()
{
    showDecided(1);
    const auto open = [this] {
        const auto dialogs = review().findChildren<QDialog*>(QStringLiteral("commitDialog"));
        return std::count_if(dialogs.begin(), dialogs.end(),
                             [](const QDialog* dialog) { return dialog->isVisible(); });
    };
    command("commit")->trigger();
    QCOMPARE(open(), 1);
    command("commit")->trigger(); // one is enough
    QCOMPARE(open(), 1);
    QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape);
    QCOMPARE(open(), 0);
    command("commit")->trigger();
    QCOMPARE(open(), 1);
}

QTEST_MAIN(TestReviewList)
#include "tst_reviewlist.moc"
