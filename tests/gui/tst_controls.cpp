#include "mapsettings.h"
#include "tests/support/inkedpixels.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <cstdlib>

using namespace rocport;

/// The controls that all areas are made of.
class TestControls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_provider.attach(*qApp); }
    void init() { m_provider.setChoice(ThemeChoice::Light); }
    void segments();
    void verdicts();
    void searchField();
    void errorPanel();
    void progressNeverInvents();
    void elidedLabel();
    void focusRing();
    void questionsHaveOwnMark();
    void chevronStandsApart();
    void statesSheet();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void TestControls::segments()
{
    SegmentedControl control(m_provider);
    control.setAccessibleName(QStringLiteral("Changes to show"));
    control.addSegment(QStringLiteral("Open"));
    control.addSegment(QStringLiteral("Needs a look"), Glyph::MarkAttention);
    control.addSegment(QStringLiteral("All"));
    control.setCount(0, 175);
    control.resize(control.sizeHint());
    QSignalSpy spy(&control, &SegmentedControl::currentChanged);
    QTest::mouseClick(&control, Qt::LeftButton, {}, QPoint(control.width() - 6, 10));
    QCOMPARE(control.current(), 2);
    QTest::keyClick(&control, Qt::Key_Left);
    QCOMPARE(control.current(), 1);
    QTest::keyClick(&control, Qt::Key_Home);
    QTest::keyClick(&control, Qt::Key_Left);
    QCOMPARE(control.current(), 0);
    QCOMPARE(spy.count(), 3);
    QCOMPARE(control.accessibleName(), QStringLiteral("Changes to show"));
    QCOMPARE(control.accessibleDescription(),
             QStringLiteral("Open 175, chosen of Open 175, Needs a look, All"));
}

void TestControls::verdicts()
{
    VerdictLabel label(m_provider);
    label.setVerdict(Verdict::Projected,
                     QStringLiteral("All 1,204 tokens of the NVIDIA path are unchanged"));
    QCOMPARE(label.text(), QStringLiteral("NVIDIA path unchanged: proved"));
    QCOMPARE(label.toolTip(), QStringLiteral("All 1,204 tokens of the NVIDIA path are unchanged"));
    label.setVerdict(Verdict::Unproved, {});
    QCOMPARE(label.text(), QStringLiteral("Needs a look"));
    label.setVerdict(Verdict::Violated, {});
    QCOMPARE(label.text(), QStringLiteral("NVIDIA path would change"));
    for (const auto verdict : {Verdict::Equivalent, Verdict::Identical, Verdict::Compiled}) {
        QCOMPARE(verdictText(verdict), QStringLiteral("NVIDIA path unchanged: proved"));
    }
}

void TestControls::searchField()
{
    SearchField field(m_provider, QStringLiteral("Filter files"), QStringLiteral("/"));
    QTest::keyClicks(&field, QStringLiteral("warp"));
    QCOMPARE(field.text(), QStringLiteral("warp"));
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.text().isEmpty());
    QSignalSpy down(&field, &SearchField::downPressed);
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(down.count(), 1);
    QCOMPARE(field.accessibleName(), QStringLiteral("Filter files"));
}

void TestControls::errorPanel()
{
    ErrorPanel panel(m_provider);
    panel.setError({ErrorCode::NotARepository, {}, QStringLiteral("/tmp/x")},
                   QStringLiteral("Recent projects can still be opened."));
    QVERIFY(panel.message().contains(QStringLiteral("/tmp/x is not inside a git repository")));
    QVERIFY(panel.message().endsWith(QStringLiteral("can still be opened.")));
    QSignalSpy retry(&panel, &ErrorPanel::retryRequested);
    panel.retryButton()->click();
    QCOMPARE(retry.count(), 1);
    panel.detailsButton()->click();
    QCOMPARE(panel.detailsButton()->text(), QStringLiteral("Hide details"));
    const auto buttons = panel.findChildren<QPushButton*>();
    for (auto* button : buttons) {
        if (button->text() == QStringLiteral("Copy details")) {
            QVERIFY(!button->isHidden());
            button->click();
        }
    }
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("NotARepository\n/tmp/x"));
}

void TestControls::progressNeverInvents()
{
    ThinProgressBar bar(m_provider);
    bar.resize(100, 4);
    bar.setProgress(5, 0);
    const auto accentAt = [&](int x) {
        return bar.grab().toImage().pixelColor(x, 2) == m_provider.theme().accent;
    };
    QVERIFY(!accentAt(20));
    bar.setProgress(61, 100);
    QVERIFY(accentAt(50));
    QVERIFY(!accentAt(75));
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("61 of 100"));
}

void TestControls::elidedLabel()
{
    ElidedLabel label(m_provider, TextStep::Code, QStringLiteral("a/very/long/path/to/kernel.cu"));
    label.resize(60, 20);
    label.grab(); // delivers the resize
    QCOMPARE(label.toolTip(), QStringLiteral("a/very/long/path/to/kernel.cu"));
    label.resize(600, 20);
    label.grab();
    QVERIFY(label.toolTip().isEmpty());
}

void TestControls::focusRing()
{
    QWidget window;
    auto* button = makeButton(QStringLiteral("Probe"), ButtonKind::Normal, &window);
    button->move(10, 10);
    button->adjustSize();
    window.resize(200, 60);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    button->clearFocus();
    const auto ring = [&] {
        return button->grab().toImage().pixelColor(button->width() / 2, 1) ==
               m_provider.theme().accent;
    };
    QVERIFY(!ring());
    const QSize before = button->sizeHint();
    button->setFocus();
    QTRY_VERIFY(ring());
    QCOMPARE(button->sizeHint(), before);
}

/// Questions have a mark of the theme, in its colour.
void TestControls::questionsHaveOwnMark()
{
    QWidget window;
    window.show();
    QMessageBox* box = questionBox(QStringLiteral("Quit?"), QStringLiteral("It runs."), &window);
    box->open();
    const auto* icon = box->findChild<QLabel*>(QStringLiteral("qt_msgboxex_icon_label")) != nullptr
                           ? box->findChild<QLabel*>(QStringLiteral("qt_msgboxex_icon_label"))
                           : box->findChild<QLabel*>(QStringLiteral("qt_msgbox_icon_label"));
    const QImage picture = (icon != nullptr ? icon->pixmap() : box->iconPixmap())
                               .toImage()
                               .convertToFormat(QImage::Format_ARGB32);
    int opaque = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (qAlpha(picture.pixel(x, y)) == 255) {
                ++opaque;
                QCOMPARE(QColor::fromRgb(picture.pixel(x, y)).name(),
                         m_provider.theme().warn.name());
            }
        }
    }
    QVERIFY(opaque > 0);
}

/// The text of a button that opens a menu stands in the middle of what its chevron leaves.
void TestControls::chevronStandsApart()
{
    QWidget window;
    auto* button = makeButton(QStringLiteral("All phases"), ButtonKind::Normal, &window);
    button->setProperty("compact", true);
    button->setProperty("chevron", true);
    button->setMenu(new QMenu(button));
    window.resize(300, 80);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    button->resize(button->sizeHint());
    const QImage picture = button->grab().toImage();
    // Columns that have ink between the frame's edges.
    const QRgb ground = picture.pixel(5, picture.height() / 2);
    QVector<bool> ink;
    for (int x = 4; x < picture.width() - 4; ++x) {
        bool any = false;
        for (int y = 4; y < picture.height() - 4; ++y) {
            any = any || std::abs(qGray(picture.pixel(x, y)) - qGray(ground)) > 40;
        }
        ink.append(any);
    }
    const auto left = ink.indexOf(true);
    const auto right = ink.lastIndexOf(true); // of the chevron
    qsizetype gap = 0;                        // ahead of it, the widest blank
    qsizetype run = 0;
    for (qsizetype x = left; x < right; ++x) {
        run = ink[x] ? 0 : run + 1;
        gap = x > right - 24 ? std::max(gap, run) : 0;
    }
    QVERIFY2(gap >= 5, qPrintable(QString::number(gap)));
    QVERIFY2(left <= 12, qPrintable(QString::number(left)));
}

/// All states on one sheet, as in the design; saved where ROCPORT_SHOTS says.
void TestControls::statesSheet()
{
    for (const auto choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        m_provider.setChoice(choice);
        Surface sheet(m_provider, &ThemeColours::window);
        auto* grid = new QGridLayout(&sheet);
        int row = 0;
        const auto line = [&](const QString& name, const QVector<QWidget*>& widgets) {
            grid->addWidget(new TextLabel(m_provider, TextStep::Body, name, &ThemeColours::text2),
                            row, 0);
            auto* box = new QHBoxLayout;
            for (auto* widget : widgets) {
                box->addWidget(widget);
            }
            box->addStretch();
            grid->addLayout(box, row++, 1);
        };
        auto* off = makeButton(QStringLiteral("Probe"));
        off->setEnabled(false);
        auto* offPrimary = makeButton(QStringLiteral("Run all"), ButtonKind::Primary);
        offPrimary->setEnabled(false);
        auto* primary = makeButton(QStringLiteral("Run all"), ButtonKind::Primary);
        auto* combo = new QComboBox;
        combo->addItem(QStringLiteral("Not used in the ROCm build"));
        auto* menuButton = makeButton(QStringLiteral("Side by side"));
        menuButton->setProperty("chevron", true);
        menuButton->setIcon(m_provider.icon(Glyph::SplitView));
        line(QStringLiteral("Button"), {makeButton(QStringLiteral("Probe")), off, menuButton,
                                        makeButton(QStringLiteral("Locate…"), ButtonKind::Link),
                                        makeButton(QStringLiteral("Flat"), ButtonKind::Flat)});
        line(QStringLiteral("Primary"),
             {primary, offPrimary,
              makeButton(QStringLiteral("Cancel job"), ButtonKind::Destructive)});
        auto* error = new QLineEdit(QStringLiteral("gfx94"));
        error->setProperty("error", true);
        auto* disabled = new QLineEdit(QStringLiteral("Filter files"));
        disabled->setEnabled(false);
        auto* focused = new QLineEdit(QStringLiteral("warp"));
        line(QStringLiteral("Field"),
             {new SearchField(m_provider, QStringLiteral("Filter files"), QStringLiteral("/")),
              focused, disabled, error, combo});
        auto* check = new QCheckBox(QStringLiteral("PDF"));
        check->setChecked(true);
        line(QStringLiteral("Check"), {check, new QCheckBox(QStringLiteral("HTML"))});
        QVector<QWidget*> marks;
        for (int g = int(Glyph::MarkTodo); g < kGlyphCount; ++g) {
            if (g == int(Glyph::Menu)) {
                line(QStringLiteral("Marks"), marks);
                marks.clear();
            }
            marks.append(new GlyphLabel(m_provider, static_cast<Glyph>(g)));
        }
        line(QStringLiteral("Icons"), marks);
        auto* proved = new VerdictLabel(m_provider);
        proved->setVerdict(Verdict::Projected, {});
        line(QStringLiteral("Verdict"), {proved, new VerdictLabel(m_provider)});
        line(QStringLiteral("Severity"),
             {new SeverityChip(m_provider, Severity::Critical),
              new SeverityChip(m_provider, Severity::Warning),
              new SeverityChip(m_provider, Severity::Info),
              new Chip(m_provider, QStringLiteral("WF-002"), ChipTone::Accent),
              new KeyCap(m_provider, QStringLiteral("Ctrl+K"))});
        auto* segments = new SegmentedControl(m_provider);
        segments->addSegment(QStringLiteral("Open"));
        segments->addSegment(QStringLiteral("Needs a look"), Glyph::MarkAttention,
                             &ThemeColours::warn);
        segments->addSegment(QStringLiteral("All"));
        segments->setCount(0, 175);
        auto* bar = new ThinProgressBar(m_provider);
        bar->setProgress(61, 100);
        bar->setFixedWidth(120);
        line(QStringLiteral("Segments"), {segments, bar});
        auto* empty = new EmptyState(m_provider, Glyph::Server, QStringLiteral("No nodes yet"),
                                     QStringLiteral("Add a node to build and verify."));
        empty->addAction(QStringLiteral("Add node"), true);
        empty->addAction(QStringLiteral("Import SSH config"));
        auto* failed = new ErrorPanel(m_provider);
        failed->setError({ErrorCode::NotARepository, {}, QStringLiteral("/tmp/x")});
        line(QStringLiteral("Empty"), {empty, failed});
        sheet.resize(900, 700);
        sheet.show();
        QVERIFY(QTest::qWaitForWindowActive(&sheet));
        focused->setFocus();
        QTRY_VERIFY(focused->hasFocus());
        const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
        if (!folder.isEmpty()) {
            QDir().mkpath(folder);
            sheet.grab().save(folder + (choice == ThemeChoice::Dark
                                            ? QStringLiteral("/states-dark.png")
                                            : QStringLiteral("/states-light.png")));
            primary->setFocus();
            QTest::qWait(50);
            sheet.grab().save(folder + (choice == ThemeChoice::Dark
                                            ? QStringLiteral("/states-dark2.png")
                                            : QStringLiteral("/states-light2.png")));
        }
        QVERIFY(test::inkedPixels(sheet.grab().toImage()) > 10000);
    }
}

QTEST_MAIN(TestControls)
#include "tst_controls.moc"
