// Text that is not ours stays text at the widget: labels, tips, message boxes, titles, buttons and
// documents of our own markup.
#include "tests/gui/mapsettings.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/rocportstyle.h"
#include "ui/theme/widgets.h"

#include <QDesktopServices>
#include <QHeaderView>
#include <QHelpEvent>
#include <QInputDialog>
#include <QMessageBox>
#include <QProgressDialog>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <QUrl>

using namespace rocport;

namespace {

// Read as rich text it would be read to the end of memory.
const auto kHostile = QStringLiteral("<img src=/dev/zero><b>bold</b> \u202e");
const auto kShown = QStringLiteral("<img src=/dev/zero><b>bold</b> \\u202e");

QLabel* tipLabel()
{
    const QWidgetList widgets = QApplication::topLevelWidgets();
    for (QWidget* widget : widgets) {
        if (widget->inherits("QTipLabel") && widget->isVisible()) {
            return qobject_cast<QLabel*>(widget);
        }
    }
    return nullptr;
}

bool askTip(QWidget& widget, const QPoint& pos)
{
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, pos, widget.mapToGlobal(pos));
    return QApplication::sendEvent(&widget, &event);
}

/// Whether the last tip shows `text` letter by letter.
bool tipShows(const QString& text)
{
    const QLabel* label = tipLabel();
    return label != nullptr && label->textFormat() == Qt::PlainText && label->text() == text;
}

class Opened : public QObject
{
    Q_OBJECT

public Q_SLOTS:
    void open(const QUrl& url) { urls.append(url); }

public:
    QList<QUrl> urls;
};

} // namespace

class TestPlainText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void labelsDoNotGuess();
    void ownLabelsEscapeHiddenCharacters();
    void qtsOwnLabelsDoNotGuess();
    void tipsOfItems();
    void tipsOfWidgets();
    void tipsOfWhoeverShowsThem();
    void longTipsAreWrappedAndCut();
    void questionsArePlain();
    void textsForButtonsAndTitles();
    void documentsLoadNothing();
    void documentsOpenTheWebOnly();
    void itemsAreDrawnWithoutHiddenCharacters();

private:
    MapSettings m_settings;
    std::unique_ptr<ThemeProvider> m_theme;
};

void TestPlainText::initTestCase()
{
    m_theme = std::make_unique<ThemeProvider>(m_settings);
    m_theme->attach(*qApp);
}

void TestPlainText::labelsDoNotGuess()
{
    QLabel label(kHostile);
    QCOMPARE(label.textFormat(), Qt::AutoText); // as Qt makes it
    label.show();
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QCOMPARE(label.text(), kHostile);
    QVERIFY(label.findChildren<QTextDocument*>().isEmpty());
    label.setText(QStringLiteral("<i>later</i>"));
    QVERIFY(label.findChildren<QTextDocument*>().isEmpty());
    QVERIFY(label.sizeHint().width() >
            label.fontMetrics().horizontalAdvance(QStringLiteral("<i>")));
}

void TestPlainText::ownLabelsEscapeHiddenCharacters()
{
    TextLabel text(*m_theme, TextStep::Body, kHostile);
    QCOMPARE(text.textFormat(), Qt::PlainText);
    QCOMPARE(text.text(), kShown);
    text.setText(QStringLiteral("a\nb\u200b"));
    QCOMPARE(text.text(), QStringLiteral("a\nb\\u200b"));
    ElidedLabel elided(*m_theme, TextStep::Body, kHostile);
    QCOMPARE(elided.text(), kShown);
    Chip chip(*m_theme, kHostile);
    QCOMPARE(chip.text(), kShown);
    MarkupLabel markup(*m_theme, TextStep::Body);
    markup.setMarkup(QStringLiteral("<b>%1</b>").arg(markupOf(kHostile)));
    QCOMPARE(markup.textFormat(), Qt::RichText);
    QCOMPARE(markup.text(),
             QStringLiteral("<b>&lt;img src=/dev/zero&gt;&lt;b&gt;bold&lt;/b&gt; \\u202e</b>"));
}

void TestPlainText::qtsOwnLabelsDoNotGuess()
{
    QMessageBox box(QMessageBox::Question, QStringLiteral("a"), kHostile);
    box.setInformativeText(kHostile);
    QInputDialog input;
    input.setLabelText(kHostile);
    QProgressDialog progress(kHostile, {}, 0, 1);
    for (QDialog* dialog : std::initializer_list<QDialog*>{&box, &input, &progress}) {
        dialog->show();
        int hostile = 0;
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            if (label->text().contains(QLatin1String("<img"))) {
                ++hostile;
                QCOMPARE(label->textFormat(), Qt::PlainText);
            }
        }
        QVERIFY(hostile > 0);
        dialog->hide();
    }
}

void TestPlainText::tipsOfItems()
{
    QStandardItemModel model(2, 2);
    model.setData(model.index(0, 0), kHostile, Qt::ToolTipRole);
    model.setHeaderData(1, Qt::Horizontal, kHostile, Qt::ToolTipRole);
    QTableView view;
    view.setModel(&model);
    view.resize(400, 200);
    view.show();
    QVERIFY(askTip(*view.viewport(), view.visualRect(model.index(0, 0)).center()));
    QVERIFY(tipShows(kShown));
    QHeaderView* header = view.horizontalHeader();
    const QPoint second(header->sectionViewportPosition(1) + 4, 4);
    QVERIFY(askTip(*header->viewport(), second));
    QVERIFY(tipShows(kShown));
    QToolTip::hideText();
    QTRY_VERIFY(tipLabel() == nullptr);
    askTip(*view.viewport(), view.visualRect(model.index(1, 1)).center());
    QVERIFY(tipLabel() == nullptr);
}

void TestPlainText::tipsOfWidgets()
{
    QPushButton button;
    button.setToolTip(kHostile);
    button.show();
    QVERIFY(askTip(button, {2, 2}));
    QVERIFY(tipShows(kShown));
    SegmentedControl segments(*m_theme);
    segments.addSegment(QStringLiteral("one"));
    segments.setSegmentToolTip(0, kHostile);
    segments.show();
    QVERIFY(askTip(segments, segments.rect().center()));
    QVERIFY(tipShows(kShown));
}

// Qt's own and anyone's: the label of tips takes no markup.
void TestPlainText::tipsOfWhoeverShowsThem()
{
    QTabBar tabs;
    tabs.addTab(QStringLiteral("one"));
    tabs.setTabToolTip(0, kHostile);
    tabs.show();
    askTip(tabs, tabs.tabRect(0).center());
    QVERIFY(tipShows(kHostile));
    QToolTip::hideText();
    QToolTip::showText({10, 10}, QStringLiteral("<u>x</u>"), &tabs);
    QVERIFY(tipShows(QStringLiteral("<u>x</u>")));
    QVERIFY(tipLabel()->findChildren<QTextDocument*>().isEmpty());
}

void TestPlainText::longTipsAreWrappedAndCut()
{
    const QString tip = tipText(QString(100'000, u'x') + QStringLiteral("\nend"));
    QVERIFY(tip.size() < 2100);
    for (const QString& line : tip.split(u'\n')) {
        QVERIFY(line.size() <= 110);
    }
    QCOMPARE(tipText(QStringLiteral("a\nb")), QStringLiteral("a\nb"));
    const QString words = tipText(QStringLiteral("word ").repeated(60));
    QVERIFY(words.contains(u'\n') && !words.contains(QLatin1String("wor\n")));
}

void TestPlainText::questionsArePlain()
{
    QWidget parent;
    const std::unique_ptr<QMessageBox> box(questionBox(QStringLiteral("a [*]"), kHostile, &parent));
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QCOMPARE(box->text(), kShown);
    QCOMPARE(box->windowTitle(), QStringLiteral("a [*][*]"));
}

void TestPlainText::textsForButtonsAndTitles()
{
    QCOMPARE(withoutMnemonic(QStringLiteral("a&b\u202e")), QStringLiteral("a&&b\\u202e"));
    QCOMPARE(titleText(QStringLiteral("[*]\n")), QStringLiteral("[*][*]\\n"));
}

void TestPlainText::documentsLoadNothing()
{
    const QString image = QStringLiteral(":/rocport/theme/rocport.svg"); // which is there
    MarkupBrowser browser;
    browser.setMarkup(QStringLiteral("<p>a<img src=\"%1\"><img src=\"qrc%1\"></p>").arg(image));
    browser.show();
    QVERIFY(!browser.grab().isNull());
    for (const QString& name :
         {image, QStringLiteral("qrc") + image, QStringLiteral("file:///etc/passwd")}) {
        const QVariant picture =
            browser.document()->resource(QTextDocument::ImageResource, QUrl(name));
        QCOMPARE(picture.value<QImage>().size(), QSize(1, 1));
        QCOMPARE(browser.document()->resource(QTextDocument::StyleSheetResource, QUrl(name)),
                 QVariant(QByteArray("")));
    }
}

void TestPlainText::documentsOpenTheWebOnly()
{
    Opened opened;
    for (const char* scheme : {"https", "http", "file", "javascript", "mailto", "smb"}) {
        QDesktopServices::setUrlHandler(QLatin1String(scheme), &opened, "open");
    }
    MarkupBrowser browser;
    browser.setMarkup(QStringLiteral("<p>text</p>"));
    for (const char* link : {"file:///etc/passwd", "javascript:alert(1)", "/etc/passwd",
                             "smb://host/share", "mailto:a@b.c", "#place", "data:text/html,x"}) {
        Q_EMIT browser.anchorClicked(QUrl(QString::fromLatin1(link)));
        QVERIFY2(opened.urls.isEmpty(), link);
        QCOMPARE(browser.toPlainText(), QStringLiteral("text"));
    }
    Q_EMIT browser.anchorClicked(QUrl(QStringLiteral("https://rocm.docs.amd.com/")));
    QCOMPARE(opened.urls.size(), 1);
    for (const char* scheme : {"https", "http", "file", "javascript", "mailto", "smb"}) {
        QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    }
}

// Two items whose texts are drawn the same: one with the character, one with its escape.
void TestPlainText::itemsAreDrawnWithoutHiddenCharacters()
{
    QStandardItemModel model(2, 1);
    model.setData(model.index(0, 0), QStringLiteral("abc\u202edef"));
    model.setData(model.index(1, 0), QStringLiteral("abc\\u202edef"));
    QTableView view;
    view.setModel(&model);
    view.setShowGrid(false);
    view.setColumnWidth(0, 300);
    view.resize(400, 200);
    view.show();
    const auto picture = [&](int row) {
        return view.viewport()->grab(view.visualRect(model.index(row, 0))).toImage();
    };
    view.setFocusPolicy(Qt::NoFocus);
    view.setCurrentIndex({});
    QVERIFY(picture(0) == picture(1));
}

QTEST_MAIN(TestPlainText)
#include "tst_plaintext.moc"
