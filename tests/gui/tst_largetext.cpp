#include "tests/gui/windowfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/review/findingspage.h"
#include "ui/shell/statusbar.h"

#include <QListView>
#include <QScrollArea>
#include <QTreeView>

using namespace rocport;

/// What decides is whole in a small window with text of 200 %.
class LargeTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void namesOfTheInventory();
    void aChangeIsInSight();
    void aFindingIsInSight();
    void namesOfNodes();
    void theReportIsInSight();
    void whatGoesOnIsSaidWhole();

private:
    [[nodiscard]] MainWindow& window() const { return m_window->window(); }
    std::unique_ptr<WindowFixture> m_window;
};

void LargeTextTest::initTestCase()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.copySample();
    NodeEntry node;
    node.node.id = QStringLiteral("local");
    node.node.name = QStringLiteral("This machine");
    m_window->remote.now->nodes = {node};
    m_window->open();
    m_window->project.provider.setTextPercent(200);
    window().resize(1280, 720);
    QTRY_COMPARE(window().size(), QSize(1280, 720));
}

void LargeTextTest::cleanupTestCase()
{
    m_window->project.provider.setTextPercent(100);
    m_window.reset();
}

void LargeTextTest::namesOfTheInventory()
{
    window().setCurrentArea(QStringLiteral("plan"));
    QTreeView* inventory = nullptr;
    const auto views = window().findChildren<QTreeView*>();
    for (QTreeView* view : views) {
        inventory = view->accessibleName() == QStringLiteral("Inventory") ? view : inventory;
    }
    QVERIFY(inventory != nullptr);
    if (inventory == nullptr) {
        return;
    }
    QTRY_VERIFY(inventory->isVisible());
    const QModelIndex languages = inventory->model()->index(0, 0);
    QVERIFY(inventory->model()->rowCount(languages) >= 2);
    const auto cut = [&] {
        QStringList names;
        for (int row = 0; row < inventory->model()->rowCount(languages); ++row) {
            const QModelIndex index = inventory->model()->index(row, 0, languages);
            const QString name = index.data().toString();
            bool whole = false;
            for (const test::PaintedText& one : test::paintedTexts(*inventory, index)) {
                whole = whole || one.text == name;
            }
            if (!whole && name.size() <= 8) {
                names.append(name);
            }
        }
        return names;
    };
    QTRY_VERIFY2(cut().isEmpty(), qPrintable(cut().join(u'|')));
}

void LargeTextTest::aChangeIsInSight()
{
    m_window->showReview();
    DiffView& diff = m_window->review().diff();
    const int line = m_window->project.provider.theme().lineHeight(TextStep::Editor);
    QTRY_VERIFY2(diff.leftEditor().viewport()->height() >= 5 * line || diff.height() >= 7 * line,
                 qPrintable(QString::number(diff.height())));
}

void LargeTextTest::aFindingIsInSight()
{
    m_window->showReview();
    m_window->press("F");
    auto* page = window().findChild<FindingsPage*>();
    QTRY_VERIFY(page->isVisible());
    const int line = m_window->project.provider.theme().lineHeight(TextStep::Body);
    const QScrollArea* text = nullptr;
    const auto areas = page->findChildren<QScrollArea*>();
    for (const QScrollArea* area : areas) {
        text = area->isVisible() ? area : text;
    }
    QVERIFY(text != nullptr);
    QTRY_VERIFY2(text->height() >= 4 * line, qPrintable(QString::number(text->height())));
    m_window->press("F");
}

/// The state goes into the second line before the name is cut.
void LargeTextTest::namesOfNodes()
{
    window().setCurrentArea(QStringLiteral("nodes"));
    QListView* list = nullptr;
    const auto views = window().findChildren<QListView*>();
    for (QListView* view : views) {
        list = view->isVisible() && view->accessibleName() == QStringLiteral("Nodes by kind")
                   ? view
                   : list;
    }
    QVERIFY(list != nullptr);
    if (list == nullptr) {
        return;
    }
    QStringList painted;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        for (const test::PaintedText& one :
             test::paintedTexts(*list, list->model()->index(row, 0))) {
            painted.append(one.text);
        }
    }
    QVERIFY2(painted.contains(QStringLiteral("This machine")), qPrintable(painted.join(u'|')));
    QVERIFY2(painted.contains(QStringLiteral("Not probed")), qPrintable(painted.join(u'|')));
}

void LargeTextTest::theReportIsInSight()
{
    window().setCurrentArea(QStringLiteral("report"));
    auto* page = window().findChild<QWidget*>(QStringLiteral("reportPreview"));
    QTRY_VERIFY(page->isVisible());
    const int line = m_window->project.provider.theme().lineHeight(TextStep::Body);
    QTRY_VERIFY2(page->height() >= 6 * line, qPrintable(QString::number(page->height())));
    for (const char* name : {"reportViews", "exportChosen"}) {
        const auto* control = window().findChild<QWidget*>(QLatin1StringView(name));
        QTRY_VERIFY2(control->isVisible() && control->width() >= control->minimumSizeHint().width(),
                     name);
    }
}

/// Facts about the project give way to what goes on.
void LargeTextTest::whatGoesOnIsSaidWhole()
{
    window().setCurrentArea(QStringLiteral("plan"));
    auto* status = window().findChild<StatusBar*>();
    const ElidedLabel* task = nullptr;
    const auto labels = status->findChildren<ElidedLabel*>();
    for (const ElidedLabel* label : labels) {
        task = label->isVisible() && label->text() == status->taskText() ? label : task;
    }
    QVERIFY(task != nullptr);
    if (task == nullptr) {
        return;
    }
    QTRY_VERIFY2(
        task->width() >= task->sizeHint().width(),
        qPrintable(QStringLiteral("%1 of %2").arg(task->width()).arg(task->sizeHint().width())));
    window().resize(2400, 720);
    QTRY_VERIFY(status->findChild<QWidget*>(QStringLiteral("statusFiles"))->isVisible());
    window().resize(1280, 720);
}

QTEST_MAIN(LargeTextTest)
#include "tst_largetext.moc"
