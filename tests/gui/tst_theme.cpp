#include "mapsettings.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/rocportstyle.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFontInfo>
#include <QGlyphRun>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRawFont>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QTextDocument>
#include <QTextLayout>

#include <cmath>
#include <cstdlib>

using namespace rocport;

namespace {

double channel(int value)
{
    const double c = value / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double luminance(const QColor& colour)
{
    return 0.2126 * channel(colour.red()) + 0.7152 * channel(colour.green()) +
           0.0722 * channel(colour.blue());
}
QImage drawnSentence(const QString& markup, const QFont& font)
{
    QTextDocument document;
    document.setDefaultFont(font);
    document.setHtml(QStringLiteral("<span style=\"color:#000000\">%1</span>").arg(markup));
    document.setTextWidth(200);
    QImage image(200, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    document.drawContents(&painter);
    return image;
}
/// But for two shades of black that nobody can tell apart.
bool looksAlike(const QImage& a, const QImage& b)
{
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            if (std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 2) {
                return false;
            }
        }
    }
    return true;
}
double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

/// Pixels of `image` that differ from its first one.
int inked(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) != image.pixel(0, 0);
        }
    }
    return count;
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_provider.attach(*qApp); }
    void init() { m_provider.setChoice(ThemeChoice::Light); }
    void contrast_data();
    void contrast();
    void palette();
    void fonts();
    void textSize();
    void choiceIsRemembered();
    void styleSheetIsComplete();
    void glyphs_data();
    void glyphs();
    void iconFollowsTheme();
    void marksDiffer();
    void segments();
    void verdicts();
    void searchField();
    void errorPanel();
    void progressNeverInvents();
    void elidedLabel();
    void focusRing();
    void questionsHaveOwnMark();
    void depthCostsNothing();
    void chevronStandsApart();
    void statesSheet();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void TestTheme::contrast_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTheme::contrast()
{
    QFETCH(bool, dark);
    const Theme t = Theme::make(dark, 1);
    const QVector<QColor> grounds{t.window, t.base, t.alt, t.hover, t.selected};
    for (const QColor& ground : grounds) {
        for (const QColor& text : {t.text, t.text2, t.muted, t.accent, t.ok, t.warn, t.crit}) {
            QVERIFY2(::contrast(text, ground) >= 4.5,
                     qPrintable(text.name() + QLatin1Char('/') + ground.name()));
        }
        for (const QColor& mark : {t.control, t.okFill, t.warnFill, t.critFill}) {
            QVERIFY(::contrast(mark, ground) >= 3.0);
        }
    }
    QVERIFY(::contrast(t.onAccent, t.accent) >= 4.5);
    QVERIFY(::contrast(t.onAccent, t.accentHover) >= 4.5);
    QVERIFY(::contrast(t.ok, t.okSoft) >= 4.5);
    QVERIFY(::contrast(t.warn, t.warnSoft) >= 4.5);
    QVERIFY(::contrast(t.crit, t.critSoft) >= 4.5);
}

void TestTheme::palette()
{
    m_provider.setChoice(ThemeChoice::Dark);
    QCOMPARE(qApp->palette().color(QPalette::Window), QColor(0x21, 0x24, 0x29));
    QCOMPARE(qApp->palette().color(QPalette::Highlight), QColor(0x29, 0x3a, 0x5c));
    m_provider.setChoice(ThemeChoice::Light);
    QCOMPARE(qApp->palette().color(QPalette::Base), QColor(Qt::white));
    QVERIFY(!qApp->windowIcon().pixmap(32, 32).isNull());
    QCOMPARE(qApp->palette().color(QPalette::Inactive, QPalette::Highlight),
             m_provider.theme().well);
}

void TestTheme::fonts()
{
    const Theme& t = m_provider.theme();
    QCOMPARE(QFontInfo(t.font(TextStep::Body)).family(), QStringLiteral("Inter"));
    QCOMPARE(QFontInfo(t.font(TextStep::Code)).family(), QStringLiteral("JetBrains Mono"));
    QCOMPARE(t.font(TextStep::Body).pixelSize(), 13);
    QCOMPARE(t.font(TextStep::Title).pixelSize(), 20);
    QCOMPARE(t.font(TextStep::BodyStrong).weight(), QFont::DemiBold);
    // No ligatures: each character keeps a glyph of its own, in code and in names.
    const QList<QPair<TextStep, QString>> cases = {{TextStep::Code, QStringLiteral("!=")},
                                                   {TextStep::Code, QStringLiteral("->")},
                                                   {TextStep::Body, QStringLiteral("->")},
                                                   {TextStep::Body, QStringLiteral("2x8")},
                                                   {TextStep::Small, QStringLiteral("2x8")}};
    for (const auto& [step, text] : cases) {
        const QFont font = t.font(step);
        QTextLayout layout(text, font);
        layout.beginLayout();
        layout.createLine();
        layout.endLayout();
        QVector<quint32> glyphs;
        for (const QGlyphRun& run : layout.glyphRuns()) {
            glyphs += run.glyphIndexes();
        }
        QVERIFY(!glyphs.isEmpty());
        QVERIFY2(glyphs == QRawFont::fromFont(font).glyphIndexesForString(text), qPrintable(text));
    }
    // Code inside a sentence is rich text, which has the name of a font only; a change of format
    // within a ligature takes it apart.
    const QFont body = t.font(TextStep::Body);
    const QString whole = codeMarkup(t, QStringLiteral("`a->b`"));
    QString apart = whole;
    apart.replace(QStringLiteral("-&gt;"),
                  QStringLiteral("-<span style=\"color:#000001\">&gt;</span>"));
    QVERIFY(apart != whole);
    QVERIFY(looksAlike(drawnSentence(whole, body), drawnSentence(apart, body)));
    QFont withLigatures = body;
    withLigatures.setStyleStrategy(QFont::PreferDefault);
    QVERIFY(!looksAlike(drawnSentence(whole, withLigatures), drawnSentence(apart, withLigatures)));
}

void TestTheme::textSize()
{
    QSignalSpy changed(&m_provider, &ThemeProvider::changed);
    m_provider.setTextPercent(200);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_provider.theme().font(TextStep::Body).pixelSize(), 26);
    QCOMPARE(m_provider.theme().scaled(24), 48);
    QCOMPARE(qApp->font().pixelSize(), 26);
    m_provider.setTextPercent(100);
    QCOMPARE(qApp->font().pixelSize(), 13);
}

void TestTheme::choiceIsRemembered()
{
    MapSettings settings;
    {
        ThemeProvider provider(settings);
        QCOMPARE(provider.choice(), ThemeChoice::System);
        QVERIFY(!provider.theme().dark);
        provider.setChoice(ThemeChoice::Dark);
        QVERIFY(provider.theme().dark);
    }
    ThemeProvider again(settings);
    QCOMPARE(again.choice(), ThemeChoice::Dark);
    QVERIFY(again.theme().dark);
    settings.setValue(QStringLiteral("theme/choice"), QStringLiteral("nonsense"));
    ThemeProvider third(settings);
    QCOMPARE(third.choice(), ThemeChoice::System);
}

void TestTheme::styleSheetIsComplete()
{
    const QString sheet = styleSheetFor(m_provider.theme());
    QVERIFY(!sheet.contains(QLatin1Char('@')));
    QVERIFY(sheet.contains(QStringLiteral("#2559c4")));
    QVERIFY(sheet.contains(QStringLiteral("min-height: 26px")));
    // Every colour property got a value.
    QVERIFY(!sheet.contains(QStringLiteral("background: ;")));
    QVERIFY(!sheet.contains(QStringLiteral("color: ;")));
}

void TestTheme::glyphs_data()
{
    QTest::addColumn<int>("glyph");
    for (int g = 1; g < kGlyphCount; ++g) {
        QTest::newRow(qPrintable(glyphFile(static_cast<Glyph>(g)))) << g;
    }
}

void TestTheme::glyphs()
{
    QFETCH(int, glyph);
    QFile file(glyphFile(static_cast<Glyph>(glyph)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    QVERIFY(svg.contains("currentColor"));
    QVERIFY2(!svg.contains('#'), "one colour only");
    QVERIFY(QSvgRenderer(svg).isValid());
    for (const int ratio : {1, 2}) {
        QImage image(16 * ratio, 16 * ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintGlyph(painter, static_cast<Glyph>(glyph), QRectF(0, 0, 16, 16), Qt::black);
        painter.end();
        QVERIFY(inked(image) > 5 * ratio * ratio);
    }
}

void TestTheme::iconFollowsTheme()
{
    const QIcon icon = m_provider.icon(Glyph::Stop, &ThemeColours::text);
    const auto colourAt = [&icon](QIcon::Mode mode) {
        const QImage image = icon.pixmap(QSize(16, 16), 1.0, mode).toImage();
        return image.pixelColor(4, 8);
    };
    const QColor light = colourAt(QIcon::Normal);
    QVERIFY(light.lightness() < 128);
    m_provider.setChoice(ThemeChoice::Dark);
    QVERIFY(colourAt(QIcon::Normal).lightness() > 128);
    QVERIFY(colourAt(QIcon::Disabled).lightness() < colourAt(QIcon::Normal).lightness());
}

void TestTheme::marksDiffer()
{
    QVector<QImage> seen;
    const auto add = [&seen](Mark mark) {
        QImage image(16, 16, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintGlyph(painter, mark.glyph, QRectF(0, 0, 16, 16), Qt::black); // shape alone
        painter.end();
        QVERIFY(!seen.contains(image));
        seen.append(image);
    };
    for (const auto state : {PhaseState::Todo, PhaseState::InProgress, PhaseState::Done,
                             PhaseState::Attention, PhaseState::Skipped}) {
        add(phaseMark(state));
        QVERIFY(!phaseStateName(state).isEmpty());
    }
    for (const auto kind : {DecisionKind::Open, DecisionKind::Accepted, DecisionKind::Rejected,
                            DecisionKind::Edited, DecisionKind::Deferred}) {
        add(changeMark(kind, Verdict::Projected));
        QVERIFY(!decisionName(kind).isEmpty());
    }
    QCOMPARE(changeMark(DecisionKind::Open, Verdict::Unproved).glyph, Glyph::MarkAttention);
}

void TestTheme::segments()
{
    SegmentedControl control(m_provider);
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
    QVERIFY(control.accessibleName().startsWith(QStringLiteral("Open 175, chosen of")));
}

void TestTheme::verdicts()
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

void TestTheme::searchField()
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

void TestTheme::errorPanel()
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

void TestTheme::progressNeverInvents()
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

void TestTheme::elidedLabel()
{
    ElidedLabel label(m_provider, TextStep::Code, QStringLiteral("a/very/long/path/to/kernel.cu"));
    label.resize(60, 20);
    label.grab(); // delivers the resize
    QCOMPARE(label.toolTip(), QStringLiteral("a/very/long/path/to/kernel.cu"));
    label.resize(600, 20);
    label.grab();
    QVERIFY(label.toolTip().isEmpty());
}

void TestTheme::focusRing()
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

/// All states on one sheet, as in the design; saved where ROCPORT_SHOTS says.
/// Questions have a mark of the theme, in its colour.
void TestTheme::questionsHaveOwnMark()
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
    QVERIFY(!picture.isNull());
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (qAlpha(picture.pixel(x, y)) == 255) {
                QCOMPARE(QColor::fromRgb(picture.pixel(x, y)).name(),
                         m_provider.theme().warn.name());
            }
        }
    }
}

/// Another size polishes a widget as often as one at the top: the time it takes grows with the
/// number of widgets, not with their depth.
void TestTheme::depthCostsNothing()
{
    struct Counter : QObject
    {
        int count = 0;
        bool eventFilter(QObject* /*watched*/, QEvent* event) override
        {
            count += event->type() == QEvent::StyleChange ? 1 : 0;
            return false;
        }
    };
    QWidget window;
    QWidget* innermost = &window;
    for (int i = 0; i < 12; ++i) {
        innermost = new QPushButton(innermost);
    }
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    Counter top;
    Counter deep;
    window.installEventFilter(&top);
    innermost->installEventFilter(&deep);
    m_provider.setTextPercent(110);
    QVERIFY(top.count > 0);
    QCOMPARE(deep.count, top.count);
    m_provider.setTextPercent(100);
}

/// The text of a button that opens a menu stands in the middle of what its chevron leaves.
void TestTheme::chevronStandsApart()
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

void TestTheme::statesSheet()
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
        QVERIFY(inked(sheet.grab().toImage()) > 10000);
    }
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
