#include "tests/gui/reviewfixture.h"
#include "ui/report/exporttable.h"
#include "ui/report/reportarea.h"
#include "ui/report/reportpreview.h"
#include "ui/report/sectionhead.h"
#include "ui/report/summaryeditor.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>

using namespace rocport;

class ReportAreaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void summariesAreSavedAndReset();
    void tooLongIsSaidAndKept();
    void previewShowsTheReport();
    void previewLoadsNothing();
    void previewFitsItsPage();
    void smallWindowsKeepWords();
    void sectionsOfTheRest();
    void headingIsSoughtInTheReportToCome();
    void headerCutsNothing();
    void previewGrows();
    void formatsMarkdown_data();
    void formatsMarkdown();
    void writesPdf();
    void exportsAndTheirAge();
    void folderIsTheProjects();
    void noProject();
    void screenshots();

private:
    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReportArea> m_area;
};

void ReportAreaTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->copySample();
    m_fixture->commitAll();
    m_fixture->open();
    m_area =
        std::make_unique<ReportArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1240, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
}

void ReportAreaTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void ReportAreaTest::summariesAreSavedAndReset()
{
    m_area->setPhaseFilter(Phase::Wavefront);
    auto* editor = m_area->findChild<SummaryEditor*>(QStringLiteral("summary3"));
    QVERIFY(editor->isOpen());
    QCOMPARE(editor->stateText(), QStringLiteral("Generated"));
    auto* text = editor->findChild<QPlainTextEdit*>(QStringLiteral("summaryText"));
    const QString generated = text->toPlainText();
    QVERIFY(!generated.isEmpty());
    text->setFocus();
    text->selectAll();
    QTest::keyClicks(text, QStringLiteral("Own words"));
    QCOMPARE(m_fixture->session->state()->summary(Phase::Wavefront), generated); // still typing
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Wavefront),
                 QStringLiteral("Own words"));
    QTRY_COMPARE(editor->stateText(), QStringLiteral("Edited"));
    auto* reset = editor->findChild<QPushButton*>(QStringLiteral("summaryReset"));
    QVERIFY(reset->isEnabled());
    reset->click();
    QTRY_COMPARE(editor->stateText(), QStringLiteral("Generated"));
    QCOMPARE(text->toPlainText(), generated);
}

void ReportAreaTest::tooLongIsSaidAndKept()
{
    m_area->setPhaseFilter(Phase::Wavefront);
    auto* editor = m_area->findChild<SummaryEditor*>(QStringLiteral("summary3"));
    auto* text = editor->findChild<QPlainTextEdit*>(QStringLiteral("summaryText"));
    const QString before = m_fixture->session->state()->summary(Phase::Wavefront);
    QString paragraph(kLongestSummary / 100, QLatin1Char('x'));
    paragraph.append(QLatin1Char('\n'));
    text->selectAll();
    text->insertPlainText(paragraph.repeated(100));
    QCOMPARE(m_area->prepareToLeave(Leaving::Project).size(), 1); // who leaves is asked
    const auto said = [&] {
        const auto labels = editor->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("Too long")) &&
                   label->text().contains(QStringLiteral("200,000"));
        });
    };
    QVERIFY(said());
    m_fixture->session->setSummary(Phase::Build, QStringLiteral("Another one.")); // a new state
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Build),
                 QStringLiteral("Another one."));
    QVERIFY(text->toPlainText().size() > kLongestSummary);
    QCOMPARE(m_fixture->session->state()->summary(Phase::Wavefront), before);
    text->selectAll();
    text->insertPlainText(QStringLiteral("Short."));
    QVERIFY(m_area->prepareToLeave(Leaving::Project).isEmpty());
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Wavefront), QStringLiteral("Short."));
}

void ReportAreaTest::previewShowsTheReport()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(preview->toPlainText().contains(m_fixture->session->state()->meta.name));
    m_fixture->session->setSummary(Phase::Wavefront,
                                   QStringLiteral("Words that only this report has."));
    QTRY_VERIFY(
        preview->toPlainText().contains(QStringLiteral("Words that only this report has.")));
}

void ReportAreaTest::previewLoadsNothing()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(!preview->toPlainText().isEmpty());
    // Given nothing, Qt would read the file itself: an empty picture stands for every name.
    const QUrl file = QUrl::fromLocalFile(QStringLiteral("/etc/hostname"));
    QCOMPARE(preview->loadResource(QTextDocument::ImageResource, file).value<QImage>().size(),
             QSize(1, 1));
    QCOMPARE(
        preview->document()->resource(QTextDocument::ImageResource, file).value<QImage>().size(),
        QSize(1, 1));
}

/// Nothing is out of the page; a pixel is rounding.
static bool isOnPage(const ReportPreview& preview)
{
    return preview.horizontalScrollBar()->maximum() <= 1;
}

static QString widths(const ReportPreview& preview)
{
    return QStringLiteral("%1 in %2")
        .arg(preview.document()->size().width())
        .arg(preview.viewport()->width());
}

/// Nothing of the report is out of the page at any width of the window, and the facts stand side by
/// side.
void ReportAreaTest::previewFitsItsPage()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(!preview->toPlainText().isEmpty());
    for (const int width : {1240, 920}) {
        m_area->resize(width, 830);
        QTRY_VERIFY2(isOnPage(*preview), qPrintable(widths(*preview)));
    }
    const auto topOf = [preview](const QString& words) {
        const QTextCursor found = preview->document()->find(words);
        return found.isNull() ? -1 : preview->cursorRect(found).top();
    };
    const int facts = topOf(QStringLiteral("Changes decided"));
    QVERIFY(facts >= 0);
    QCOMPARE(topOf(QStringLiteral("NVIDIA path proved")), facts);
    QCOMPARE(topOf(QStringLiteral("Targets")), facts);
    // The marks of the phases' states are pictures of the document's own.
    QVERIFY(preview->toHtml().contains(reportMarkName(PhaseState::Skipped)));
}

/// Words of tables are whole and most of the report is in sight, in a small window too.
void ReportAreaTest::smallWindowsKeepWords()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(!preview->toPlainText().isEmpty());
    m_area->resize(1080, 600); // what a window of 1280 by 720 leaves
    QTRY_VERIFY(preview->height() > m_area->height() / 2);
    QTRY_VERIFY2(isOnPage(*preview), qPrintable(widths(*preview)));
    for (const char* word : {"Committed", "Environment", "Accepted", "Libraries"}) {
        const QTextCursor found =
            preview->document()->find(QLatin1String(word), 0, QTextDocument::FindCaseSensitively);
        QVERIFY2(!found.isNull(), word);
        QTextCursor start(preview->document());
        start.setPosition(found.selectionStart() + 1);
        QTextCursor end(preview->document());
        end.setPosition(found.selectionEnd() - 1);
        QVERIFY2(preview->cursorRect(start).top() == preview->cursorRect(end).top(), word);
    }
    // Nothing is cut off at the side, and formats that have no room are scrolled to.
    const auto* button = m_area->findChild<ExportTable*>()->findChildren<QPushButton*>().last();
    QVERIFY(button->mapTo(m_area.get(), QPoint(button->width(), 0)).x() <= m_area->width());
    auto* pdf = m_area->findChild<QCheckBox*>(QStringLiteral("export-pdf"));
    auto* patches = m_area->findChild<QCheckBox*>(QStringLiteral("export-patches"));
    QVERIFY(!pdf->visibleRegion().isEmpty());
    auto* scroll = m_area->findChild<ExportTable*>()->findChild<QScrollArea*>();
    scroll->ensureWidgetVisible(patches);
    QVERIFY(!patches->visibleRegion().isEmpty());
    m_area->resize(1240, 830);
    QTRY_VERIFY(!pdf->visibleRegion().isEmpty() && !patches->visibleRegion().isEmpty());
}

void ReportAreaTest::headingIsSoughtInTheReportToCome()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    auto* environment = m_area->findChild<ReportSection*>(QStringLiteral("environmentSection"));
    QVERIFY(preview->toPlainText().isEmpty()); // it is being made
    environment->setOpen(true);
    environment->findChild<QPushButton*>(QStringLiteral("showSection"))->click();
    QTRY_VERIFY(preview->toPlainText().contains(QStringLiteral("Environment record")));
    const QTextCursor heading = preview->document()->find(QStringLiteral("Environment record"));
    QTRY_VERIFY(preview->verticalScrollBar()->value() > 0);
    QVERIFY(preview->viewport()->rect().intersects(preview->cursorRect(heading)));
}

/// Words of the header give way to what is clicked, whatever else has to be said.
void ReportAreaTest::headerCutsNothing()
{
    auto* problem = m_area->findChild<Chip*>(QStringLiteral("reportProblem"));
    Q_EMIT m_fixture->session->failed(
        Error{ErrorCode::FileWriteFailed, QStringLiteral("a test"), QStringLiteral("x")});
    QVERIFY(problem->isVisible());
    const auto& header = *qobject_cast<const PanelHeader*>(problem->parentWidget());
    const auto all = header.findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    const QLayout& row = *header.row();
    for (int width = 1600; width >= 1160; width -= 40) {
        m_area->resize(width, 830);
        QTRY_COMPARE(m_area->width(), width);
        const QByteArray where = QByteArray::number(width);
        int free = header.width() - row.contentsMargins().left() - row.contentsMargins().right();
        const QLabel* title = nullptr;
        for (const QWidget* part : all) {
            const auto* label = qobject_cast<const QLabel*>(part);
            title = label != nullptr && label->text() == QStringLiteral("Report") ? label : title;
            if (part->isVisible()) {
                free -= part->sizeHint().width() + row.spacing();
                QTRY_VERIFY2(part->width() >= part->sizeHint().width(), where.constData());
                QVERIFY2(part->geometry().right() < header.width(), where.constData());
            }
        }
        // Nor is anything out of sight that has room.
        QVERIFY(title != nullptr);
        QVERIFY2(title->isVisible() || free < title->sizeHint().width() + row.spacing(),
                 where.constData());
    }
}

void ReportAreaTest::sectionsOfTheRest()
{
    auto* decisions = m_area->findChild<ReportSection*>(QStringLiteral("decisionSection"));
    auto* environment = m_area->findChild<ReportSection*>(QStringLiteral("environmentSection"));
    QCOMPARE(decisions->stateText(), QStringLiteral("Generated, 0 decisions"));
    m_area->setPhaseFilter(Phase::Wavefront);
    auto* editor = m_area->findChild<SummaryEditor*>(QStringLiteral("summary3"));
    QVERIFY(editor->isOpen());
    environment->setOpen(true);
    QVERIFY(!editor->isOpen()); // one at a time
    QStringList said;
    for (const QLabel* label : environment->findChildren<QLabel*>()) {
        said.append(label->isVisible() ? label->text() : QString());
    }
    const TargetSettings& target = m_fixture->session->state()->meta.target;
    QVERIFY2(said.contains(target.rocm.toString()), qPrintable(said.join(u'|')));
    QVERIFY(said.contains(target.guardMacro));
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(preview->toPlainText().contains(QStringLiteral("Environment record")));
    QCOMPARE(preview->verticalScrollBar()->value(), 0);
    environment->findChild<QPushButton*>(QStringLiteral("showSection"))->click();
    const QTextCursor heading = preview->document()->find(QStringLiteral("Environment record"));
    QVERIFY(preview->viewport()->rect().intersects(preview->cursorRect(heading)));
    const QByteArray key = m_fixture->session->state()->scan->hunks.first().key;
    QVERIFY(m_fixture->session->decide({key}, DecisionKind::Rejected, QStringLiteral("one")).ok());
    QTRY_COMPARE(decisions->stateText(), QStringLiteral("Generated, 1 decision"));
    decisions->findChild<QPushButton*>(QStringLiteral("showSection"))->click();
    QVERIFY(m_area->findChild<QWidget*>(QStringLiteral("decisionsPage"))->isVisible());
    QVERIFY(!preview->isVisible());
}

void ReportAreaTest::previewGrows()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    auto* button = m_area->findChild<QPushButton*>(QStringLiteral("reportZoom"));
    QTRY_VERIFY(!preview->toPlainText().isEmpty());
    QCOMPARE(button->text(), QStringLiteral("100 %"));
    const int before = preview->document()->defaultFont().pixelSize();
    const auto wheel = [preview](int delta) {
        const QPointF at = preview->viewport()->rect().center();
        QWheelEvent event(at, preview->viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(preview->viewport(), &event);
    };
    wheel(120);
    QCOMPARE(button->text(), QStringLiteral("125 %"));
    QTRY_VERIFY(preview->document()->defaultFont().pixelSize() > before);
    button->menu()->actions().last()->trigger();
    QCOMPARE(button->text(), QStringLiteral("200 %"));
    wheel(120); // the largest
    QCOMPARE(button->text(), QStringLiteral("200 %"));
    QTRY_COMPARE(preview->document()->defaultFont().pixelSize(), 2 * before);
    QTRY_VERIFY2(isOnPage(*preview), qPrintable(widths(*preview)));
    ReportArea again(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    QCOMPARE(again.findChild<QPushButton*>(QStringLiteral("reportZoom"))->text(),
             QStringLiteral("200 %"));
}

void ReportAreaTest::formatsMarkdown_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("selected");
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("toggles"); // a second click takes it back
    const auto row = [](const char* name, const char* button, const char* before,
                        const char* selected, const char* after, bool toggles) {
        QTest::newRow(name) << QString::fromLatin1(button) << QString::fromLatin1(before)
                            << QString::fromLatin1(selected) << QString::fromLatin1(after)
                            << toggles;
    };
    row("bold", "bold", "one two three", "two", "one **two** three", true);
    row("italic in bold", "italic", "one **two**", "two", "one ***two***", true);
    row("bold in italic", "bold", "one *two*", "two", "one ***two***", true);
    row("code", "code", "a warpSize b", "warpSize", "a `warpSize` b", true);
    row("marks selected too", "bold", "one **two** three", "**two**", "one two three", true);
    row("list", "list", "one\ntwo\nthree", "one\ntwo", "- one\n- two\nthree", true);
    row("rest of a list", "list", "- one\ntwo", "- one\ntwo", "- one\n- two", false);
    row("link", "link", "see docs now", "docs", "see [docs](https://) now", false);
    row("table", "table", "", "", "| Column | Column |\n|---|---|\n|  |  |\n", false);
}

void ReportAreaTest::formatsMarkdown()
{
    QFETCH(QString, button);
    QFETCH(QString, before);
    QFETCH(QString, selected);
    QFETCH(QString, after);
    QFETCH(bool, toggles);
    m_area->setPhaseFilter(Phase::Wavefront);
    auto* editor = m_area->findChild<SummaryEditor*>(QStringLiteral("summary3"));
    auto* text = editor->findChild<QPlainTextEdit*>(QStringLiteral("summaryText"));
    auto* made = editor->findChild<QPushButton*>(QStringLiteral("format-") + button);
    text->setPlainText(before);
    QTextCursor cursor = text->textCursor();
    const int from = static_cast<int>(before.indexOf(selected));
    cursor.setPosition(from);
    cursor.setPosition(from + static_cast<int>(selected.size()), QTextCursor::KeepAnchor);
    text->setTextCursor(cursor);
    QTest::mouseClick(made, Qt::LeftButton);
    QCOMPARE(text->toPlainText(), after);
    QVERIFY(text->hasFocus()); // typing goes on
    if (toggles) {
        QTest::mouseClick(made, Qt::LeftButton);
        QCOMPARE(text->toPlainText(), before);
        QTest::mouseClick(made, Qt::LeftButton);
    }
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Wavefront), after);
    text->setFocus();
    text->undo(); // one step
    QCOMPARE(text->toPlainText(), before);
}

void ReportAreaTest::writesPdf()
{
    auto* table = m_area->findChild<ExportTable*>();
    auto* open = table->findChild<QPushButton*>(QStringLiteral("openFolder"));
    QVERIFY(!open->isEnabled()); // there is no such folder yet
    Q_EMIT table->exportRequested({QStringLiteral("pdf")});
    QTRY_VERIFY_WITH_TIMEOUT(
        table->stateOf(QStringLiteral("pdf")).startsWith(QStringLiteral("Written")), 20000);
    QVERIFY(open->isEnabled());
    QSignalSpy opened(m_area.get(), &ReportArea::folderOpenRequested);
    open->click();
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), table->folder());
    const QString path = m_fixture->session->state()->exports.last().path;
    QVERIFY(path.endsWith(QStringLiteral("-rocm-port.pdf")));
    if (const QString shots = qEnvironmentVariable("ROCPORT_SCREENSHOTS"); !shots.isEmpty()) {
        QFile::copy(path, shots + QStringLiteral("/report.pdf"));
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith("%PDF-"));
    QVERIFY(bytes.contains("%%EOF"));
    const qsizetype pages = bytes.count("/Type /Page\n");
    QVERIFY2(pages >= 2, QByteArray::number(pages).constData());
    const QString program = QStandardPaths::findExecutable(QStringLiteral("gs"));
    if (program.isEmpty()) {
        return; // its text is looked at where a reader of PDF is there
    }
    QProcess reader;
    reader.start(program,
                 {QStringLiteral("-q"), QStringLiteral("-dNOPAUSE"), QStringLiteral("-dBATCH"),
                  QStringLiteral("-sDEVICE=txtwrite"), QStringLiteral("-sOutputFile=-"), path});
    QVERIFY(reader.waitForFinished());
    const QString text = QString::fromUtf8(reader.readAllStandardOutput()).simplified();
    QVERIFY2(text.contains(QStringLiteral("Porting report: ")), qPrintable(text.left(400)));
    QVERIFY2(text.contains(QStringLiteral("1 of %1").arg(pages)), qPrintable(text.left(2000)));
}

void ReportAreaTest::exportsAndTheirAge()
{
    auto* table = m_area->findChild<ExportTable*>();
    QCOMPARE(table->stateOf(QStringLiteral("md")), QStringLiteral("Not written"));
    QVERIFY(!table->chosen().contains(QStringLiteral("patches"))); // nothing is committed yet
    m_area->findChild<QPushButton*>(QStringLiteral("exportChosen"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(
        table->stateOf(QStringLiteral("sarif")).startsWith(QStringLiteral("Written")), 20000);
    QTRY_VERIFY(table->stateOf(QStringLiteral("md")).startsWith(QStringLiteral("Written")));
    for (const RecordedExport& record : m_fixture->session->state()->exports) {
        QVERIFY2(QFileInfo(record.path).size() > 0, qPrintable(record.path));
    }
    const QByteArray key = m_fixture->session->state()->scan->hunks.first().key;
    QVERIFY(m_fixture->session->decide({key}, DecisionKind::Rejected, QStringLiteral("one")).ok());
    QTRY_VERIFY(table->stateOf(QStringLiteral("md")).endsWith(QStringLiteral("out of date")));
}

/// Projects that lie together do not write into each other's files, and a folder that was chosen is
/// that of the next start too.
void ReportAreaTest::folderIsTheProjects()
{
    auto* table = m_area->findChild<ExportTable*>();
    const QFileInfo project(m_fixture->session->state()->projectFile);
    QVERIFY2(table->folder().startsWith(project.absolutePath() + u'/'),
             qPrintable(table->folder()));
    QVERIFY2(table->folder().endsWith(u'/' + project.completeBaseName()),
             qPrintable(table->folder()));
    const QTemporaryDir chosen;
    m_area->findChild<QPushButton*>(QStringLiteral("changeFolder"))->click();
    auto* chooser = m_area->findChild<QFileDialog*>();
    QVERIFY(chooser != nullptr);
    Q_EMIT chooser->fileSelected(chosen.path());
    chooser->close();
    QCOMPARE(table->folder(), chosen.path());
    ReportArea again(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    again.show();
    QTRY_COMPARE(again.findChild<ExportTable*>()->folder(), chosen.path());
}

void ReportAreaTest::noProject()
{
    m_fixture->session->close();
    QTRY_VERIFY(!m_area->findChild<ExportTable*>()->isVisible());
}

void ReportAreaTest::screenshots()
{
    const QString folder = qEnvironmentVariable("ROCPORT_SCREENSHOTS");
    if (folder.isEmpty()) {
        QSKIP("ROCPORT_SCREENSHOTS names no folder");
    }
    m_area->setPhaseFilter(Phase::Wavefront);
    for (const bool dark : {false, true}) {
        m_fixture->provider.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
        QTest::qWait(900);
        m_area->grab().save(folder + (dark ? QStringLiteral("/report-dark.png")
                                           : QStringLiteral("/report-light.png")));
    }
}

QTEST_MAIN(ReportAreaTest)
#include "tst_reportarea.moc"
