// The window without a mouse, with large text, for screen readers. ROCPORT_TOUR_REPOSITORY: over a
// clone of that git repository; else over the sample.
#include "tests/gui/accessfixture.h"
#include "tests/gui/tourrepository.h"
#include "ui/nodes/nodeeditor.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/widgets.h"
#include "ui/theme/windowfit.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>

using namespace rocport;

namespace {

/// Pixels of a part of the window that differ between two pictures.
int difference(const QImage& a, const QImage& b)
{
    if (a.size() != b.size()) {
        return a.width() * a.height();
    }
    int count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
        }
    }
    return count;
}

/// The part of a control that is not in the way of another one: it lies in everything around it, up
/// to an area that scrolls.
bool isReachable(const QWidget& control)
{
    QRect rect = control.rect();
    const QWidget* at = &control;
    while (const QWidget* parent = at->parentWidget()) {
        rect.translate(at->pos());
        const auto* area = qobject_cast<const QScrollArea*>(parent->parentWidget());
        if (area != nullptr && area->viewport() == parent) {
            return true;
        }
        if (!parent->rect().adjusted(-1, -1, 1, 1).contains(rect)) {
            return false;
        }
        if (parent->isWindow()) {
            return true;
        }
        at = parent;
    }
    return true;
}

/// What is around a control, with the width it has and the least that it says to need.
QString chain(const QWidget& control)
{
    QString text;
    for (const QWidget* at = control.parentWidget(); at != nullptr; at = at->parentWidget()) {
        text += QStringLiteral(" < %1 %2/%3")
                    .arg(QLatin1String(at->metaObject()->className()))
                    .arg(at->width())
                    .arg(at->minimumSizeHint().width());
    }
    return text;
}

double luminance(const QColor& colour)
{
    const auto part = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) +
           0.0722 * part(colour.blueF());
}

/// WCAG 2.1, with what a half transparent colour becomes on its ground.
double contrast(const QColor& colour, const QColor& ground)
{
    const auto mix = [&](double a, double b) {
        return a * colour.alphaF() + b * (1 - colour.alphaF());
    };
    const QColor seen = QColor::fromRgbF(float(mix(colour.redF(), ground.redF())),
                                         float(mix(colour.greenF(), ground.greenF())),
                                         float(mix(colour.blueF(), ground.blueF())));
    const double a = luminance(seen) + 0.05;
    const double b = luminance(ground) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

} // namespace

class TestAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void tabReachesEverything_data() { places(); }
    void tabReachesEverything();
    void panesWithF6_data() { places(); }
    void panesWithF6();
    void everythingHasAName_data() { places(); }
    void everythingHasAName();
    void placeholdersCanBeRead_data();
    void placeholdersCanBeRead();
    void largeTextHidesNothing_data();
    void largeTextHidesNothing();
    void headersAreWhole_data();
    void headersAreWhole();
    void dialogsFitTheScreen_data();
    void dialogsFitTheScreen();

private:
    static void places()
    {
        QTest::addColumn<QString>("place");
        for (const QString& place : AccessFixture::places()) {
            QTest::newRow(qPrintable(place)) << place;
        }
    }
    QImage picture(const QWidget& part) const
    {
        QRect rect(part.mapTo(&m_window->window(), QPoint(-4, -4)), part.size() + QSize(8, 8));
        rect = rect.intersected(m_window->window().rect());
        return m_window->window().grab(rect).toImage().convertToFormat(QImage::Format_RGB32);
    }

    std::unique_ptr<AccessFixture> m_window;
};

void TestAccess::initTestCase()
{
    QApplication::setCursorFlashTime(0);
    m_window = std::make_unique<AccessFixture>();
    if (test::tourRepository().isEmpty()) {
        m_window->openSample();
    } else {
        test::cloneTourRepository(m_window->project);
        m_window->openCommitted();
        m_window->fillRemote(true);
    }
}

void TestAccess::cleanupTestCase()
{
    m_window.reset();
}

void TestAccess::tabReachesEverything()
{
    QFETCH(QString, place);
    m_window->show(place);
    MainWindow& window = m_window->window();
    QWidget* area = m_window->area();
    QVERIFY(area);
    const QList<QWidget*> wanted = AccessFixture::controls(window);
    QVERIFY(!AccessFixture::controls(*area).isEmpty());
    QWidget* first = AccessFixture::controls(*area).first();
    first->setFocus(Qt::TabFocusReason);
    QList<QWidget*> reached;
    QStringList invisible;
    bool round = false;
    for (qsizetype i = 0; i < 3 * wanted.size() + 40 && !round; ++i) {
        QWidget* now = QApplication::focusWidget();
        QVERIFY(now);
        if (!reached.contains(now)) {
            reached.append(now);
        }
        QCoreApplication::processEvents();
        const QImage with = picture(*now);
        QTest::keyClick(now, Qt::Key_Tab);
        QCoreApplication::processEvents();
        QWidget* next = QApplication::focusWidget();
        if (next != now && now->isVisible() && difference(with, picture(*now)) < 60) {
            invisible.append(AccessFixture::name(now));
        }
        round = next == first && i > 0;
    }
    QVERIFY2(round, qPrintable(QStringLiteral("Tab ends at ") +
                               AccessFixture::name(QApplication::focusWidget())));
    QStringList missed;
    for (QWidget* widget : wanted) {
        // Of buttons that exclude each other Tab has one, arrow keys the others.
        if (!reached.contains(widget) && widget->isVisible() && widget->isEnabled() &&
            (widget->focusPolicy() & Qt::TabFocus)) {
            missed.append(AccessFixture::name(widget));
        }
    }
    QVERIFY2(missed.isEmpty(), AccessFixture::lines(missed));
    QVERIFY2(invisible.isEmpty(), AccessFixture::lines(invisible));
}

void TestAccess::panesWithF6()
{
    QFETCH(QString, place);
    m_window->show(place);
    MainWindow& window = m_window->window();
    QList<QWidget*> panes;
    const auto all = window.findChildren<QWidget*>();
    for (QWidget* widget : all) {
        if (widget->property("pane").toBool() && widget->isVisible() &&
            (!AccessFixture::controls(*widget).isEmpty() || widget->focusPolicy() != Qt::NoFocus)) {
            panes.append(widget);
        }
    }
    // Every control of the area is in a pane.
    QStringList outside;
    const QList<QWidget*> controls = AccessFixture::controls(*m_window->area());
    for (QWidget* control : controls) {
        const bool in = std::any_of(panes.begin(), panes.end(), [&](const QWidget* pane) {
            return pane == control || pane->isAncestorOf(control);
        });
        if (!in) {
            outside.append(AccessFixture::name(control));
        }
    }
    QVERIFY2(outside.isEmpty(), AccessFixture::lines(outside));
    const auto walk = [&](const char* keys) {
        QSet<QWidget*> visited;
        for (qsizetype i = 0; i < panes.size(); ++i) {
            QTest::keySequence(&window, QKeySequence(QLatin1String(keys)));
            QWidget* focus = QApplication::focusWidget();
            // The innermost pane is the one that was gone to.
            QWidget* at = focus;
            while (at != nullptr && !panes.contains(at)) {
                at = at->parentWidget();
            }
            visited.insert(at);
        }
        QStringList missed;
        for (QWidget* pane : std::as_const(panes)) {
            if (!visited.contains(pane)) {
                missed.append(AccessFixture::name(pane));
            }
        }
        return missed;
    };
    const QStringList forward = walk("F6");
    QVERIFY2(forward.isEmpty(), AccessFixture::lines(forward));
    const QStringList back = walk("Shift+F6");
    QVERIFY2(back.isEmpty(), AccessFixture::lines(back));
}

void TestAccess::everythingHasAName()
{
    QFETCH(QString, place);
    m_window->show(place);
    QStringList nameless;
    const auto all = m_window->window().findChildren<QWidget*>();
    for (QWidget* widget : all) {
        const bool control = (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
        const bool container =
            widget->property("pane").toBool() || qobject_cast<QSplitter*>(widget) != nullptr ||
            qobject_cast<QStackedWidget*>(widget) != nullptr ||
            (qobject_cast<QAbstractScrollArea*>(widget) != nullptr &&
             !widget->inherits("QHeaderView") && !widget->inherits("QComboBoxListView"));
        if (!widget->isVisible() || widget->window() != &m_window->window() ||
            (!control && !container)) {
            continue;
        }
        const QAccessibleInterface* access = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(access);
        if (access->text(QAccessible::Name).trimmed().isEmpty()) {
            const QWidget* parent = widget->parentWidget();
            nameless.append(AccessFixture::name(widget) + QStringLiteral(" in ") +
                            AccessFixture::name(parent) + QStringLiteral(" in ") +
                            AccessFixture::name(parent ? parent->parentWidget() : nullptr));
        }
    }
    QVERIFY2(nameless.isEmpty(), AccessFixture::lines(nameless));
}

void TestAccess::placeholdersCanBeRead_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void TestAccess::placeholdersCanBeRead()
{
    QFETCH(ThemeChoice, theme);
    m_window->project.provider.setChoice(theme);
    const Theme& colours = m_window->project.provider.theme();
    NodeEditor editor(m_window->remote, m_window->project.provider, {}, nullptr);
    editor.show();
    QStringList weak;
    int fields = 0;
    const auto check = [&](const QWidget& field, const QString& placeholder) {
        if (placeholder.isEmpty()) {
            return;
        }
        ++fields;
        const double ratio = contrast(
            field.palette().color(QPalette::Active, QPalette::PlaceholderText), colours.base);
        if (ratio < 4.5) {
            weak.append(QStringLiteral("%1 %2").arg(placeholder).arg(ratio));
        }
    };
    const auto checkAll = [&](const QWidget& root) {
        const auto lines = root.findChildren<QLineEdit*>();
        for (const QLineEdit* line : lines) {
            check(*line, line->placeholderText());
        }
        const auto texts = root.findChildren<QPlainTextEdit*>();
        for (const QPlainTextEdit* text : texts) {
            check(*text, text->placeholderText());
        }
    };
    for (const QString& place : AccessFixture::places()) {
        m_window->show(place);
    }
    checkAll(m_window->window());
    checkAll(editor);
    QVERIFY(fields > 20);
    QVERIFY2(weak.isEmpty(), AccessFixture::lines(weak));
    // And on the screen: the darkest (or lightest) pixel of the text is that colour.
    m_window->show(QStringLiteral("review"));
    auto* filter = m_window->window().findChild<QLineEdit*>(QStringLiteral("reviewFilter"));
    m_window->review().diff().focusText();
    const QImage image = filter->grab().toImage();
    double best = 1;
    for (int y = 4; y < image.height() - 4; ++y) {
        for (int x = 30; x < image.width() / 2; ++x) {
            best = std::max(best, contrast(image.pixelColor(x, y), colours.base));
        }
    }
    QVERIFY2(best >= 4.2, qPrintable(QString::number(best))); // smoothed edges take a little
    m_window->project.provider.setChoice(ThemeChoice::Light);
}

void TestAccess::largeTextHidesNothing_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<int>("percent");
    for (const QString& place : AccessFixture::places()) {
        for (const int percent : {100, 150, 200}) {
            QTest::addRow("%s %d", qPrintable(place), percent) << place << percent;
        }
    }
}

void TestAccess::largeTextHidesNothing()
{
    QFETCH(QString, place);
    QFETCH(int, percent);
    MainWindow& window = m_window->window();
    m_window->project.provider.setTextPercent(percent);
    window.resize(1280, 720);
    m_window->show(place);
    QCoreApplication::processEvents();
    const QSize size = window.size();
    if (const QString folder = qEnvironmentVariable("ROCPORT_SHOTS"); !folder.isEmpty()) {
        QDir().mkpath(folder);
        window.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, place).arg(percent));
    }
    // Splitters in splitters take some rounds of events until each knows what it needs.
    QStringList cut{QStringLiteral("not looked at")};
    for (int round = 0; round < 20 && !cut.isEmpty(); ++round) {
        QTest::qWait(round == 0 ? 0 : 100);
        cut.clear();
        const QList<QWidget*> controls = AccessFixture::controls(window);
        for (const QWidget* control : controls) {
            const QString name = AccessFixture::name(control);
            const bool text = qobject_cast<const QLabel*>(control) != nullptr; // wraps and scrolls
            if (!text && !isReachable(*control)) {
                cut.append(name + QStringLiteral(" lies outside") + chain(*control));
            }
            const bool fixed = qobject_cast<const QAbstractButton*>(control) != nullptr ||
                               qobject_cast<const SegmentedControl*>(control) != nullptr;
            if (fixed && !control->inherits("QToolButton") &&
                (control->width() < control->minimumSizeHint().width() - 1 ||
                 control->height() < control->minimumSizeHint().height() - 1)) {
                cut.append(QStringLiteral("%1 is cut: %2 x %3 of %4 x %5")
                               .arg(name)
                               .arg(control->width())
                               .arg(control->height())
                               .arg(control->minimumSizeHint().width())
                               .arg(control->minimumSizeHint().height()) +
                           chain(*control));
            }
            for (const QWidget* other : controls) {
                if (other != control && other->parentWidget() == control->parentWidget() &&
                    other->geometry().intersects(control->geometry()) && control < other &&
                    !other->property("gutter").toBool() &&
                    control->geometry().intersected(other->geometry()).width() > 2 &&
                    !control->objectName().startsWith(QStringLiteral("diff"))) {
                    cut.append(name + QStringLiteral(" lies on ") + AccessFixture::name(other));
                }
            }
        }
    }
    m_window->project.provider.setTextPercent(100);
    window.resize(1440, 900);
    QCOMPARE(size, QSize(1280, 720));
    QVERIFY2(cut.isEmpty(), AccessFixture::lines(cut));
}

void TestAccess::headersAreWhole_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("a finding") << QStringLiteral("findings")
                               << QStringList{QStringLiteral("findingPosition")};
    QTest::newRow("a node") << QStringLiteral("nodes")
                            << QStringList{QStringLiteral("nodeName"),
                                           QStringLiteral("probeButton")};
}

/// Text at 150 % in a window of 1440 x 900: what is shown is called by its whole name.
void TestAccess::headersAreWhole()
{
    QFETCH(QString, place);
    QFETCH(QStringList, names);
    MainWindow& window = m_window->window();
    m_window->show(place);
    m_window->project.provider.setTextPercent(150);
    window.resize(1440, 900);
    const auto cut = [&] {
        QStringList all;
        for (const QString& name : names) {
            const auto* part = m_window->area()->findChild<QWidget*>(name);
            const QPoint end =
                part == nullptr ? QPoint() : part->mapTo(&window, part->rect().bottomRight());
            if (part == nullptr || !part->isVisible() || part->width() < part->sizeHint().width() ||
                !window.rect().contains(end)) {
                all.append(name);
            }
        }
        return all;
    };
    const bool whole = QTest::qWaitFor([&] { return cut().isEmpty(); }, 5000);
    const QStringList faults = cut();
    m_window->project.provider.setTextPercent(100);
    QVERIFY2(whole, AccessFixture::lines(faults));
}

void TestAccess::dialogsFitTheScreen_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("command");
    QTest::newRow("target") << QStringLiteral("plan") << QStringLiteral("target");
    QTest::newRow("shortcuts") << QStringLiteral("review") << QStringLiteral("shortcuts");
    QTest::newRow("history") << QStringLiteral("review") << QStringLiteral("history");
    QTest::newRow("node") << QStringLiteral("nodes") << QStringLiteral("addNode");
    QTest::newRow("run") << QStringLiteral("runs") << QStringLiteral("newRunCommand");
    QTest::newRow("verify") << QStringLiteral("verify") << QStringLiteral("runNumerical");
}

void TestAccess::dialogsFitTheScreen()
{
    QFETCH(QString, place);
    QFETCH(QString, command);
    MainWindow& window = m_window->window();
    m_window->show(place);
    m_window->project.provider.setTextPercent(200);
    QAction* action = window.command(command);
    for (QAction* each : window.findChildren<QAction*>(command)) {
        action = action ? action : each;
    }
    QVERIFY(action);
    action->trigger();
    QDialog* dialog = nullptr;
    const auto find = [&] {
        for (QDialog* each : window.findChildren<QDialog*>()) {
            dialog = each->isVisible() ? each : dialog;
        }
        return dialog != nullptr;
    };
    QTRY_VERIFY(find());
    fitWindow(*dialog, QRect(0, 0, 1280, 720));
    QCoreApplication::processEvents();
    const QRect placed = dialog->geometry();
    QStringList cut;
    const QList<QWidget*> controls = AccessFixture::controls(*dialog);
    for (const QWidget* control : controls) {
        if (!isReachable(*control)) {
            cut.append(AccessFixture::name(control));
        }
    }
    dialog->close();
    m_window->project.provider.setTextPercent(100);
    QVERIFY(!controls.isEmpty());
    QVERIFY2(placed.width() <= 1280 && placed.height() <= 720,
             qPrintable(QStringLiteral("%1 x %2").arg(placed.width()).arg(placed.height())));
    QVERIFY2(cut.isEmpty(), AccessFixture::lines(cut));
}

QTEST_MAIN(TestAccess)
#include "tst_access.moc"
