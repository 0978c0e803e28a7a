// What the list of findings leaves out, and what is gone: vendored folders, places that a scan no
// longer has.

#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/windowfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/review/findingdetail.h"
#include "ui/review/findingspage.h"
#include "ui/shell/rail.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTreeView>

using namespace rocport;

namespace {

const QByteArray kSource =
    "#include <cuda_runtime.h>\n"
    "\n"
    "__global__ void load(int* out, int v)\n"
    "{\n"
    "    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {}, {};\");\n"
    "    out[threadIdx.x] = v;\n"
    "}\n";

} // namespace

class TestFindingsList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void vendoredFoldersAreLeftOut();
    void aGonePlaceIsDone();
    void menuCopiesThePlace();
    void messagesAreReadable();
    void listKeepsItsPlace();
    void filterFits();

private:
    template <typename Widget>
    [[nodiscard]] Widget* child(const char* name) const
    {
        return m_fixture->window().findChild<Widget*>(QLatin1String(name));
    }
    [[nodiscard]] FindingsPage& page() const { return m_fixture->review().findings(); }
    [[nodiscard]] FindingsModel& model() const { return page().model(); }
    /// Rail, switch of Review and list say the same.
    void countsAgree() const
    {
        const int open = model().counts().open();
        const int total = model().counts().total;
        QCOMPARE(child<QPushButton>("railFindings")->text(),
                 QStringLiteral("%1 / %2").arg(total - open).arg(total));
        QCOMPARE(child<QLabel>("findingsDecided")->text(),
                 QStringLiteral("%1 of %2 decided").arg(total - open).arg(total));
        int phases = 0;
        for (const PhaseCounts& counts : m_fixture->state().counts) {
            phases += counts.openFindings();
        }
        QCOMPARE(phases, open);
    }
    [[nodiscard]] QStringList places() const
    {
        QStringList places;
        for (int group = 0; group < model().rowCount(); ++group) {
            const QModelIndex above = model().index(group, 0);
            for (int row = 0; row < model().rowCount(above); ++row) {
                places.append(
                    model().index(row, FindingsModel::PlaceColumn, above).data().toString());
            }
        }
        return places;
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestFindingsList::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->project.write(QStringLiteral("k.cu"), kSource);
    m_fixture->project.write(QStringLiteral("third_party/lib/m.cu"), kSource);
    m_fixture->project.write(QStringLiteral("src/Vendor/n.cu"), kSource);
    m_fixture->open();
    m_fixture->window().showFindings({});
}

void TestFindingsList::vendoredFoldersAreLeftOut()
{
    countsAgree();
    const QStringList own = places();
    QVERIFY(!own.isEmpty());
    for (const QString& place : own) {
        QVERIFY2(place.startsWith(QStringLiteral("k.cu")), qPrintable(place));
    }
    QCOMPARE(model().listed(), model().counts().open());
    auto* text = child<QLabel>("vendoredFindings");
    auto* show = child<QPushButton>("vendoredShow");
    QVERIFY(text->isVisible());
    const int vendored = 2 * static_cast<int>(own.size());
    QCOMPARE(text->text(), QStringLiteral("More: %1 in vendored folders").arg(vendored));
    // One click away, behind the others; no count changes.
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(model().listed(), model().counts().open() + vendored);
    QCOMPARE(places().mid(0, own.size()), own);
    QCOMPARE(places().filter(QStringLiteral("third_party")).size(), own.size());
    countsAgree();
    QVERIFY2(text->text().contains(QStringLiteral("not counted")), qPrintable(text->text()));
    // They can be ticked off, and do not count then either.
    const int last = model().rowCount() - 1;
    page().list()->setCurrentIndex(model().index(0, 0, model().index(last, 0)));
    page().list()->setFocus();
    m_fixture->press("X");
    QCOMPARE(model().stateOf(page().list()->currentIndex()), FindingState::Done);
    countsAgree();
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(places(), own);
    // A filter narrows them too.
    FindingsFilter none;
    none.text = QStringLiteral("nothing has this");
    page().setFilter(none);
    QVERIFY(!text->isVisible());
}

void TestFindingsList::aGonePlaceIsDone()
{
    const int total = model().counts().total;
    const int open = model().counts().open();
    QByteArray other = kSource;
    other.replace("    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {}, "
                  "{};\");\n",
                  "");
    m_fixture->project.write(QStringLiteral("k.cu"), other);
    m_fixture->project.commitAll();
    m_fixture->project.session->scanner().rescan();
    QTRY_VERIFY(m_fixture->project.session->tasks().running().isEmpty());
    QTRY_COMPARE(model().counts().open(), open - 1);
    QCOMPARE(model().counts().total, total);
    countsAgree();
    FindingsFilter done;
    done.state = FindingState::Done;
    page().setFilter(done);
    QCOMPARE(places(), QStringList{QStringLiteral("k.cu:5")});
    const QModelIndex row = model().index(0, 0, model().index(0, 0));
    const QString commit = QString::fromLatin1(m_fixture->state().scan->commit.left(7));
    QCOMPARE(row.data(FindingsModel::NoteRole).toString(), QStringLiteral("gone since ") + commit);
    // Nothing can be said of it, and the key says why.
    page().list()->setCurrentIndex(row);
    const auto commands = page().commands();
    for (QAction* action : commands) {
        if (action->objectName() == QLatin1String("findingReopen")) {
            QVERIFY(!action->isEnabled());
            QVERIFY(whyNot(*action).contains(QStringLiteral("gone")));
        }
    }
    // It is there again.
    m_fixture->project.write(QStringLiteral("k.cu"), kSource);
    m_fixture->project.commitAll();
    m_fixture->project.session->scanner().rescan();
    QTRY_COMPARE(model().counts().open(), open);
    QCOMPARE(model().counts().total, total);
    countsAgree();
}

void TestFindingsList::menuCopiesThePlace()
{
    page().list()->setFocus();
    const auto menu = [this] {
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {10, 10},
                                page().list()->viewport()->mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(page().list()->viewport(), &event);
        return page().findChild<QMenu*>(QStringLiteral("findingMenu"));
    };
    QMenu* shown = menu();
    QVERIFY(shown != nullptr);
    QStringList texts;
    const QString place =
        page().list()->currentIndex().siblingAtColumn(FindingsModel::PlaceColumn).data().toString();
    const auto actions = shown->actions();
    for (QAction* action : actions) {
        texts.append(action->text());
        if (action->objectName() == QLatin1String("copyFindingPlace")) {
            action->trigger();
        }
    }
    QCOMPARE(QGuiApplication::clipboard()->text(), place);
    for (const char* text : {"Copy path", "Unfold all groups of findings",
                             "Open the finding's place in your editor"}) {
        QVERIFY2(texts.contains(QLatin1String(text)), text);
    }
    shown->close();
}

/// A message that does not fit takes more lines and is read as a whole, at both usual sizes.
void TestFindingsList::messagesAreReadable()
{
    QTreeView& list = *page().list();
    for (const QSize size : {QSize(1440, 900), QSize(1280, 720)}) {
        m_fixture->window().resize(size);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        for (int group = 0; group < model().rowCount(); ++group) {
            const QModelIndex above = model().index(group, 0);
            for (int row = 0; row < model().rowCount(above); ++row) {
                const QModelIndex index = model().index(row, 0, above);
                QString shown;
                for (const test::PaintedText& text : test::paintedTexts(list, index)) {
                    shown += text.text;
                }
                QVERIFY2(!shown.contains(QChar(0x2026)), qPrintable(shown));
                QVERIFY2(!shown.contains(u'`'), qPrintable(shown));
            }
        }
        QVERIFY(list.columnWidth(FindingsModel::FindingColumn) * 100 >=
                list.viewport()->width() * 50);
        // Headers stand above what is below them.
        const QModelIndex place = model().index(0, FindingsModel::PlaceColumn, model().index(0, 0));
        QCOMPARE(test::paintedTexts(list, place).first().rect.left() -
                     list.visualRect(place).left(),
                 12.0);
    }
}

/// On entering, what the first findings are about is in sight; a list that was scrolled by hand
/// stays there.
void TestFindingsList::listKeepsItsPlace()
{
    const auto enter = [this](const char* area) {
        m_fixture->window().setCurrentArea(QLatin1String(area));
        for (int i = 0; i < 5; ++i) {
            QCoreApplication::processEvents();
        }
    };
    QTreeView& list = *page().list();
    QScrollBar* bar = list.verticalScrollBar();
    enter("plan");
    for (int i = 10; i < 70; ++i) {
        m_fixture->project.write(QStringLiteral("k%1.cu").arg(i), kSource);
    }
    const QString folder = m_fixture->project.folder.path();
    QVERIFY(ReviewFixture::git(folder, {QStringLiteral("add"), QStringLiteral("-A")}));
    QVERIFY(ReviewFixture::git(
        folder, {QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("many")}));
    m_fixture->project.session->scanner().rescan();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->project.session->tasks().running().isEmpty(), 30000);
    QVERIFY(!list.isVisible());
    page().setFilter({});
    enter("review");
    QTRY_VERIFY(list.isVisible());
    QTRY_VERIFY(bar->maximum() > 2 * bar->pageStep());
    QTRY_COMPARE(bar->value(), 0);
    const QModelIndex group = model().index(0, 0);
    QVERIFY(list.viewport()->rect().contains(list.visualRect(group).center()));
    bar->setValue(bar->maximum() / 2);
    const int middle = bar->value();
    enter("plan");
    enter("review");
    QCOMPARE(bar->value(), middle);
    // What is chosen out of sight is in sight then.
    enter("plan");
    const QModelIndex last = model().index(model().rowCount() - 1, 0);
    const QModelIndex wanted = model().index(model().rowCount(last) - 1, 0, last);
    QVERIFY(page().showFinding(model().finding(wanted)->id));
    enter("review");
    QTRY_VERIFY(list.viewport()->rect().contains(list.visualRect(list.currentIndex()).center()));
    QVERIFY(bar->value() > middle);
}

/// No control of the filter is cut off, however many there are.
void TestFindingsList::filterFits()
{
    for (const int width : {1120, 1280, 1440}) {
        m_fixture->window().resize(width, 720);
        QCoreApplication::processEvents();
        auto* states = child<SegmentedControl>("findingsState");
        QVERIFY2(states->width() >= states->sizeHint().width(), qPrintable(QString::number(width)));
        auto* field = child<SearchField>("findingsFilter");
        QVERIFY(field->width() >= m_fixture->project.provider.theme().scaled(160));
    }
}

QTEST_MAIN(TestFindingsList)
#include "tst_findingslist.moc"
