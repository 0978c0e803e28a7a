// Every area in every size of window and of text: nothing scrolls sideways, no text is cut off by
// what it stands in, and what names or decides is painted whole.
//
// ROCPORT_TOUR_REPOSITORY: over a clone of that git repository; else over the sample.
// ROCPORT_SHOTS: folder for a picture of each.
#include "tests/gui/accessfixture.h"
#include "tests/gui/tourrepository.h"
#include "tests/support/paintedtext.h"
#include "ui/plan/inventorymodel.h"
#include "ui/review/diffeditor.h"
#include "ui/shell/rail.h"
#include "ui/theme/stackingsplitter.h"
#include "ui/theme/widgets.h"

#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QScrollBar>
#include <QTreeView>

using namespace rocport;

namespace {

/// What scrolls sideways, code apart, which has lines of any length.
QStringList sideways(const QWidget& window)
{
    QStringList found;
    const auto areas = window.findChildren<QAbstractScrollArea*>();
    for (const QAbstractScrollArea* area : areas) {
        const int more = area->horizontalScrollBar()->maximum();
        const bool code = qobject_cast<const DiffEditor*>(area) != nullptr ||
                          area->objectName() == QStringLiteral("reportPreview"); // breaks anywhere
        if (area->isVisible() && !code && more > 2) {
            found.append(
                QStringLiteral("%1 %2 scrolls sideways by %3")
                    .arg(QLatin1String(area->metaObject()->className()), area->accessibleName())
                    .arg(more));
        }
    }
    return found;
}

/// Labels, chips and buttons that are smaller than what they say.
QStringList cutOff(const QWidget& window)
{
    QStringList found;
    const auto widgets = window.findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* chip = qobject_cast<const Chip*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = label    ? label->text()
                             : chip   ? chip->text()
                             : button ? button->text()
                                      : QString();
        if (!widget->isVisible() || text.isEmpty() || widget->inherits("QToolButton")) {
            continue;
        }
        const bool wraps = label != nullptr && label->wordWrap();
        const int width = wraps ? 0 : widget->minimumSizeHint().width();
        const int height =
            wraps ? widget->heightForWidth(widget->width()) : widget->minimumSizeHint().height();
        if (widget->width() < width - 1 || widget->height() < height - 2) {
            found.append(QStringLiteral("%1 \"%2\" has %3 x %4 of %5 x %6")
                             .arg(widget->objectName(), text.left(40))
                             .arg(widget->width())
                             .arg(widget->height())
                             .arg(width)
                             .arg(height));
        }
    }
    return found;
}

} // namespace

class CutTextsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void everyAreaIsWhole_data();
    void everyAreaIsWhole();
    void textGrowsBehindAnotherArea();
    void filesKeepTheirNames();
    void phasesAndScanAreWhole();
    void theTopBarIsSettled();
    void panesStackAndStandBesideEachOther();

private:
    [[nodiscard]] MainWindow& window() const { return m_window->window(); }
    void setUp(QSize size, int percent) const
    {
        m_window->project.provider.setTextPercent(percent);
        window().resize(size);
    }

    std::unique_ptr<AccessFixture> m_window;
};

void CutTextsTest::initTestCase()
{
    QApplication::setQuitOnLastWindowClosed(false);
    QApplication::setCursorFlashTime(0);
    m_window = std::make_unique<AccessFixture>();
    if (test::tourRepository().isEmpty()) {
        m_window->openSample();
    } else {
        test::cloneTourRepository(m_window->project);
        m_window->openCommitted();
        m_window->fillRemote(true);
    }
    m_window->showReview();
}

void CutTextsTest::everyAreaIsWhole_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("percent");
    QTest::addColumn<bool>("dark");
    for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080)}) {
        for (const int percent : {100, 150, 200}) {
            QTest::addRow("%d at %d", size.width(), percent) << size << percent << false;
        }
    }
    QTest::addRow("1440, dark") << QSize(1440, 900) << 100 << true;
}

void CutTextsTest::everyAreaIsWhole()
{
    QFETCH(QSize, size);
    QFETCH(int, percent);
    QFETCH(bool, dark);
    m_window->project.provider.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    setUp(size, percent);
    QStringList all;
    for (const QString& place : AccessFixture::places()) {
        m_window->show(place);
        QStringList faults;
        // Layouts in layouts take some rounds of events until each knows what it needs.
        const bool whole = QTest::qWaitFor(
            [&] {
                faults = sideways(window()) + cutOff(window());
                return faults.isEmpty();
            },
            3000);
        if (!whole) {
            all.append(place + QStringLiteral(": ") + faults.join(QStringLiteral("; ")));
        }
        if (const QString folder = qEnvironmentVariable("ROCPORT_SHOTS"); !folder.isEmpty()) {
            QTest::qWait(500); // what is drawn in idle time
            QDir().mkpath(folder);
            window().grab().save(QStringLiteral("%1/%2-%3-%4%5.png")
                                     .arg(folder, place)
                                     .arg(size.width())
                                     .arg(percent)
                                     .arg(dark ? QStringLiteral("-dark") : QString()));
        }
        QCOMPARE(window().size(), size);
    }
    m_window->project.provider.setChoice(ThemeChoice::Light);
    QVERIFY2(all.isEmpty(), AccessFixture::lines(all));
}

/// A page that was hidden while the text grew shows it in full.
void CutTextsTest::textGrowsBehindAnotherArea()
{
    setUp(QSize(1440, 900), 100);
    m_window->show(QStringLiteral("findings"));
    const auto* message = window().findChild<QLabel*>(QStringLiteral("findingMessage"));
    QTRY_VERIFY(message != nullptr && message->isVisible() && !message->text().isEmpty());
    m_window->show(QStringLiteral("rules"));
    m_window->project.provider.setTextPercent(150);
    QCoreApplication::processEvents();
    m_window->show(QStringLiteral("findings"));
    QTRY_VERIFY2(message->height() >= message->heightForWidth(message->width()),
                 qPrintable(QStringLiteral("%1 of %2")
                                .arg(message->height())
                                .arg(message->heightForWidth(message->width()))));
}

/// Of a place the name of its file with the line is whole, however long the sentence beside it is.
void CutTextsTest::filesKeepTheirNames()
{
    setUp(QSize(1280, 720), 100);
    m_window->show(QStringLiteral("plan"));
    QAbstractItemView* evidence = nullptr;
    const auto views = window().findChildren<QAbstractItemView*>();
    for (QAbstractItemView* view : views) {
        evidence = view->isVisible() && view->accessibleName() == QStringLiteral("Evidence")
                       ? view
                       : evidence;
    }
    QVERIFY(evidence != nullptr);
    if (evidence == nullptr) {
        return;
    }
    QTRY_VERIFY(evidence->model()->rowCount() > 2);
    const auto cut = [evidence] {
        QStringList names;
        for (int row = 0; row < evidence->model()->rowCount(); ++row) {
            const QModelIndex index = evidence->model()->index(row, 0);
            const QString name = index.data().toString().section(u'/', -1);
            bool whole = false;
            QString painted;
            for (const test::PaintedText& one : test::paintedTexts(*evidence, index)) {
                whole = whole || one.text.endsWith(name);
                painted += one.text;
            }
            if (!whole) {
                names.append(name + u' ' + painted);
            }
        }
        return names;
    };
    QTRY_VERIFY2(cut().isEmpty(), qPrintable(cut().join(u'|')));
}

/// Why a phase is skipped, and when was scanned: whole at any width, or not there at all.
void CutTextsTest::phasesAndScanAreWhole()
{
    m_window->show(QStringLiteral("plan"));
    QListView* rail = nullptr;
    const auto lists = window().findChildren<QListView*>();
    for (QListView* list : lists) {
        rail =
            list->isVisible() && list->accessibleName() == QStringLiteral("Phases") ? list : rail;
    }
    if (rail == nullptr) {
        QFAIL("the list of phases is not shown");
    }
    QVector<QString> forms;
    int tall = 0;
    QSet<QString> names;
    for (const int width : {1600, 1440, 1280, 1120}) {
        setUp({width, 720}, 100);
        QTRY_COMPARE(window().width(), width);
        QCoreApplication::processEvents();
        for (int row = 0; row < rail->model()->rowCount(); ++row) {
            const QModelIndex index = rail->model()->index(row, 0);
            QStringList painted;
            for (const test::PaintedText& part : test::paintedTexts(*rail, index)) {
                painted.append(part.text);
            }
            const QString all = painted.join(u' ');
            QVERIFY2(!all.contains(u'…'), qPrintable(all));
            QVERIFY2(all.endsWith(index.data(RailModel::DetailRole).toString()), qPrintable(all));
            tall +=
                rail->visualRect(index).height() > rail->visualRect(index.siblingAtRow(0)).height();
        }
        // Bars give way to names.
        const auto trees = window().findChildren<QTreeView*>();
        for (QTreeView* tree : trees) {
            const auto* model = qobject_cast<const InventoryModel*>(tree->model());
            for (int row = 0; model != nullptr && row < model->rowCount(model->index(0, 0));
                 ++row) {
                const QModelIndex index = model->index(row, 0, model->index(0, 0));
                const auto painted = test::paintedTexts(*tree, index);
                QVERIFY(!painted.isEmpty());
                QCOMPARE(painted.first().text, index.data().toString());
                names.insert(painted.first().text);
            }
        }
        const auto labels = window().findChildren<ElidedLabel*>();
        for (const ElidedLabel* label : labels) {
            if (label->text().startsWith(QStringLiteral("Scan")) && label->isVisible()) {
                forms.append(label->text());
                QVERIFY2(label->width() >= label->sizeHint().width(),
                         qPrintable(QStringLiteral("%1 in %2").arg(label->text()).arg(width)));
            }
        }
    }
    QVERIFY(names.contains(QStringLiteral("pip requirements")));
    QVERIFY(tall > 0); // a reason that needs more than one line
    QVERIFY(forms.size() > 1 && forms.first().size() > forms.last().size());
    setUp({1440, 900}, 100);
}

/// What the top bar shows does not turn to and fro, at whatever width.
void CutTextsTest::theTopBarIsSettled()
{
    m_window->show(QStringLiteral("plan"));
    for (const int percent : {100, 150}) {
        for (int width = 1280; width <= 1920; width += 40) {
            setUp(QSize(width, 900), percent);
            QTRY_VERIFY2(cutOff(window()).filter(QStringLiteral("rocport/")).isEmpty() &&
                             cutOff(window()).filter(QStringLiteral("tst_cuttexts")).isEmpty(),
                         AccessFixture::lines(cutOff(window())));
            const auto texts = [this] {
                QStringList all;
                const auto buttons = window().findChildren<QPushButton*>();
                for (const QPushButton* button : buttons) {
                    if (button->property("chevron").toBool() && button->isVisible()) {
                        all.append(button->text());
                    }
                }
                return all;
            };
            QCoreApplication::processEvents();
            const QStringList before = texts();
            for (int round = 0; round < 3; ++round) {
                QCoreApplication::processEvents();
                QCOMPARE(texts(), before);
            }
        }
    }
}

void CutTextsTest::panesStackAndStandBesideEachOther()
{
    setUp(QSize(1440, 900), 100);
    m_window->show(QStringLiteral("review"));
    const auto* filter = window().findChild<SegmentedControl*>(QStringLiteral("statusFilter"));
    const auto* bar = qobject_cast<const PanelHeader*>(filter->parentWidget());
    QTRY_VERIFY(bar != nullptr && !bar->isWrapped());
    QTRY_VERIFY(std::abs(filter->geometry().center().y() - bar->rect().center().y()) <= 1);
    setUp(QSize(1920, 1080), 200);
    m_window->show(QStringLiteral("runs"));
    auto* panes = m_window->area()->findChild<StackingSplitter*>();
    QTRY_VERIFY(panes != nullptr && panes->isVisible() && !panes->isStacked());
    QTest::qWait(100); // layouts settle
    const QList<int> widths = panes->sizes();
    setUp(QSize(1280, 720), 200);
    QTRY_VERIFY(panes->isStacked());
    for (int i = 0; i < panes->count(); ++i) {
        QTRY_VERIFY(panes->widget(i)->height() > 100);
    }
    setUp(QSize(1920, 1080), 200);
    QTRY_VERIFY(!panes->isStacked());
    QTRY_COMPARE(panes->sizes(), widths);
}

QTEST_MAIN(CutTextsTest)
#include "tst_cuttexts.moc"
