#include "mapsettings.h"
#include "tests/support/inkedpixels.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/rocportstyle.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QFile>
#include <QFontInfo>
#include <QGlyphRun>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QRawFont>
#include <QScreen>
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
    void depthCostsNothing();
    void longMenusScroll();

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
    for (const QColor& ground : {t.moveLine, t.renameWord}) {
        QVERIFY(::contrast(t.text, ground) >= 4.5);
        QVERIFY(::contrast(t.synKeyword, ground) >= 4.5);
    }
    QVERIFY(::contrast(t.move, t.moveLine) >= 4.5);
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
        QVERIFY(test::inkedPixels(image) > 5 * ratio * ratio);
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

/// A menu that is higher than the screen has one column, and all of it can be reached.
void TestTheme::longMenusScroll()
{
    QMenu menu;
    for (int i = 0; i < 200; ++i) {
        menu.addAction(QStringLiteral("Command %1").arg(i));
    }
    menu.popup(QPoint(0, 0));
    QTRY_VERIFY(menu.isVisible());
    const QList<QAction*> actions = menu.actions();
    QVERIFY(menu.sizeHint().height() > menu.screen()->availableGeometry().height());
    QCOMPARE(menu.actionGeometry(actions.last()).left(),
             menu.actionGeometry(actions.first()).left());
    QTest::keyClick(&menu, Qt::Key_End);
    QTRY_VERIFY(menu.activeAction() == actions.last());
    QVERIFY(menu.rect().contains(menu.actionGeometry(actions.last()).center()));
    menu.close();
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
