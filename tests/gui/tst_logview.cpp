#include "tests/gui/runsfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/runs/diagnosticsmodel.h"
#include "ui/runs/logcells.h"
#include "ui/runs/logcolours.h"
#include "ui/runs/runpanel.h"
#include "ui/theme/whynot.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTreeView>

using namespace rocport;
using test::kLog;
using test::RunsFixture;

/// The log and the diagnostics of a job as their user sees them.
class LogViewTest : public QObject, protected RunsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void followStopsOnScrollUp();
    void growsWhileFollowed();
    void searches();
    void selectsAndCopies();
    void wraps();
    void readsEachLineOnce();
    void growthAsksForTimesOnce();
    void timesStandBesideLines();
    void savesTheLog();
    void accessible();
    void cells_data();
    void cells();
    void coloursCanBeRead();
    void logAndDiagnosticsAreLinked();
    void opensPlacesAndChanges();
};

void LogViewTest::followStopsOnScrollUp()
{
    const JobEntry job =
        makeJob(QStringLiteral("1"), JobState::Running, QByteArray("line\n").repeated(5000));
    put({job});
    show();
    QTRY_COMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
    QVERIFY(view().follow());
    QSignalSpy follow(&view(), &LogView::followChanged);
    view().verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    QVERIFY(!view().follow());
    QCOMPARE(follow.count(), 1);
    QVERIFY(!child<QPushButton>("followLog")->isChecked());
    const qint64 top = view().firstVisibleLine();
    append(job, QByteArray("more\n").repeated(100));
    Q_EMIT m_remote->logGrew(QStringLiteral("1"));
    QTRY_COMPARE(log().lineCount(), 5100);
    QCOMPARE(view().firstVisibleLine(), top);
    child<QPushButton>("followLog")->click();
    QCOMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
}

void LogViewTest::growsWhileFollowed()
{
    const JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "first\n");
    put({job});
    show();
    for (int i = 0; i < 20; ++i) {
        append(job, QByteArray("text of a line\n").repeated(500) + QByteArray::number(i) + '\n');
        Q_EMIT m_remote->logGrew(QStringLiteral("1"));
        Q_EMIT m_remote->logGrew(QStringLiteral("another"));
    }
    QTRY_COMPARE_WITH_TIMEOUT(log().lineCount(), 1 + 20 * 501, 20000);
    QVERIFY(view().follow());
    QTRY_COMPARE(view().visibleText().last(), QStringLiteral("19"));
}

void LogViewTest::searches()
{
    QByteArray bytes;
    for (int i = 0; i < 2000; ++i) {
        bytes += i % 500 == 499 ? "a needle here\n" : "hay\n";
    }
    put({makeJob(QStringLiteral("1"), JobState::Succeeded, bytes)});
    show();
    m_area->command(QStringLiteral("findInLogCommand"))->trigger();
    auto* field = child<QLineEdit>("logSearchField");
    QVERIFY(field->isVisible());
    field->setText(QStringLiteral("NEEDLE"));
    auto* count = child<ElidedLabel>("logSearchCount");
    QTRY_COMPARE(count->text(), QStringLiteral("1 of 4"));
    QCOMPARE(view().currentLine(), 499);
    QVERIFY(!view().follow());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(count->text(), QStringLiteral("2 of 4"));
    QVERIFY(view().isVisibleLine(999));
    child<QPushButton>("logSearchPrevious")->click();
    child<QPushButton>("logSearchPrevious")->click();
    QCOMPARE(count->text(), QStringLiteral("4 of 4"));
    child<QPushButton>("logSearchCase")->click();
    QTRY_COMPARE(count->text(), QStringLiteral("No matches"));
    child<QPushButton>("logSearchExpression")->click();
    field->setText(QStringLiteral("(needle"));
    QVERIFY(count->text().startsWith(QStringLiteral("The expression is not valid")));
    QTest::keyClick(field, Qt::Key_Escape);
    field->clear();
    child<QPushButton>("logSearchClose")->click();
    QVERIFY(!field->isVisible());
    QVERIFY(log().hits().isEmpty());
}

void LogViewTest::selectsAndCopies()
{
    put({makeJob(QStringLiteral("1"), JobState::Succeeded, kLog)});
    show();
    QTRY_COMPARE(view().visibleText().size(), 8);
    view().setFocus();
    view().selectAll();
    QVERIFY(view().hasSelection());
    view().copy();
    QTRY_VERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("[1/3] Building HIP")));
    QVERIFY(QApplication::clipboard()->text().endsWith(QStringLiteral("\n100%")));
    // A double click takes a word.
    QFont font = m_theme->theme().font(TextStep::Code);
    font.setKerning(false);
    const qreal cell = QFontMetricsF(font).horizontalAdvance(QString(100, u'm')) / 100;
    QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, {qRound(24 + (4 + 9) * cell), 8});
    view().copy();
    QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("Building"));
}

void LogViewTest::wraps()
{
    put({makeJob(QStringLiteral("1"), JobState::Succeeded,
                 QByteArray("0123456789").repeated(60) + "\nlast\n")});
    show();
    QTRY_VERIFY(view().horizontalScrollBar()->maximum() > 0);
    child<QPushButton>("wrapLog")->click();
    QVERIFY(view().wrap());
    QCOMPARE(view().horizontalScrollBar()->maximum(), 0);
    QVERIFY(m_settings->value(QStringLiteral("runs/wrap"), false).toBool());
}

/// What is in sight is read once, also where long lines go on and the end is looked for.
void LogViewTest::readsEachLineOnce()
{
    put({makeJob(QStringLiteral("1"), JobState::Running, QByteArray("line\n").repeated(5000))});
    show();
    QTRY_COMPARE(log().lineCount(), 5000);
    QTRY_VERIFY(view().visibleText().size() > 3);
    child<QPushButton>("wrapLog")->click();
    QVERIFY(view().wrap() && view().follow());
    const qint64 before = view().linesRead();
    view().setTimes(!view().times()); // laid out once more
    const qint64 read = view().linesRead() - before;
    QVERIFY2(read > 0 && read <= view().visibleText().size(), qPrintable(QString::number(read)));
    QCOMPARE(view().visibleText().last(), QStringLiteral("line"));
    // Away from the end too, what is shown is what is there.
    view().goToLine(100);
    QVERIFY(!view().follow());
    QCOMPARE(view().visibleText().first(), QStringLiteral("line"));
    QVERIFY(view().isVisibleLine(100));
}

/// Commands are looked at when it becomes known whether there are times, not at each growth.
void LogViewTest::growthAsksForTimesOnce()
{
    const JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "first\n");
    put({job});
    show();
    QTRY_COMPARE(log().lineCount(), 1);
    auto* panel = m_area->findChild<RunPanel*>();
    QSignalSpy known(panel, &RunPanel::timesKnown);
    for (int i = 0; i < 5; ++i) {
        append(job, "more\n");
        Q_EMIT m_remote->logGrew(QStringLiteral("1"));
        QTRY_COMPARE(log().lineCount(), i + 2);
        QTRY_VERIFY(log().isCaughtUp());
    }
    QCOMPARE(known.count(), 0);
}

void LogViewTest::timesStandBesideLines()
{
    const auto painted = [this] {
        QStringList texts;
        test::TextRecorder recorder;
        QPainter painter(&recorder);
        view().viewport()->render(&painter);
        painter.end();
        for (const test::PaintedText& one : recorder.texts()) {
            texts.append(one.text);
        }
        return texts;
    };
    const JobEntry job = makeJob(QStringLiteral("1"), JobState::Succeeded, "early\none\ntwo\n");
    QFile times(job.folder + QStringLiteral("/log.times"));
    QVERIFY(times.open(QIODevice::WriteOnly));
    times.write("0 -\n6 1700000000100\n10 1700000063000\n");
    times.close();
    put({job, makeJob(QStringLiteral("2"), JobState::Succeeded, "no times\n")});
    show();
    auto* button = child<QPushButton>("logTimes");
    QTRY_VERIFY(button->isEnabled());
    QVERIFY(button->isChecked());
    const QString form = QStringLiteral("HH:mm:ss");
    const QString one = QDateTime::fromMSecsSinceEpoch(1700000000100).toString(form);
    const QString two = QDateTime::fromMSecsSinceEpoch(1700000063000).toString(form);
    QTRY_COMPARE(view().visibleTimes(), (QStringList{QString(), one, two}));
    QVERIFY2(painted().contains(one) && painted().contains(two), qPrintable(painted().join(u'|')));
    // The key takes them away, and gives their room to the lines.
    m_area->command(QStringLiteral("times"))->trigger();
    QVERIFY(!button->isChecked());
    QVERIFY(!painted().contains(one));
    QVERIFY(painted().contains(QStringLiteral("one")));
    m_area->command(QStringLiteral("times"))->trigger();
    QVERIFY(painted().contains(one));
    // A log whose times nobody noted has no column, and the key says so.
    m_area->showJob(QStringLiteral("2"));
    QTRY_COMPARE(log().lineCount(), 1);
    QTRY_VERIFY(!button->isEnabled());
    QVERIFY(view().visibleTimes().isEmpty());
    QVERIFY(!m_area->command(QStringLiteral("times"))->isEnabled());
    QVERIFY(
        whyNot(*m_area->command(QStringLiteral("times"))).contains(QStringLiteral("not noted")));
}

void LogViewTest::savesTheLog()
{
    put({makeJob(QStringLiteral("1"), JobState::Succeeded, kLog)});
    show();
    const QString copy = m_dir->filePath(QStringLiteral("copy.log"));
    m_area->panel().saveLog(copy);
    QFile file(copy);
    QTRY_VERIFY(file.exists());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), kLog);
    m_area->panel().saveLog(m_dir->filePath(QStringLiteral("no/such/copy.log")));
    QTRY_VERIFY(m_area->findChild<ErrorPanel*>()->isVisible());
}

void LogViewTest::accessible()
{
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QTRY_COMPARE(view().visibleText().size(), 8);
    view().goToLine(7);
    QAccessibleInterface* log = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(log != nullptr);
    QCOMPARE(log->text(QAccessible::Value), QStringLiteral("Line 8: 100%"));
    QAccessibleInterface* line =
        QAccessible::queryAccessibleInterface(child<QWidget>("stageTimeline"));
    QVERIFY(line->text(QAccessible::Value).contains(QStringLiteral("Build extension, done")));
    for (const char* name : {"jobList", "jobFilter", "logSearchField", "diagnosticsTable"}) {
        QVERIFY2(!child<QWidget>(name)->accessibleName().isEmpty(), name);
    }
}

void LogViewTest::cells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("columns");
    QTest::addColumn<QVector<int>>("rows"); // at four cells
    QTest::newRow("plain") << QStringLiteral("abcdef") << 6 << QVector<int>{0, 4};
    QTest::newRow("empty") << QString() << 0 << QVector<int>{0};
    QTest::newRow("wide") << QStringLiteral("a中文b") << 6 << QVector<int>{0, 2};
    QTest::newRow("combining") << QStringLiteral("e\u0301x") << 2 << QVector<int>{0};
    QTest::newRow("two units") << QStringLiteral("\U0001f600ab") << 4 << QVector<int>{0};
}

void LogViewTest::cells()
{
    QFETCH(QString, text);
    QFETCH(int, columns);
    QFETCH(QVector<int>, rows);
    QCOMPARE(logcells::columnOf(text, static_cast<int>(text.size())), columns);
    QCOMPARE(logcells::wrap(text, 4), rows);
    QCOMPARE(logcells::indexAt(text, 1000), static_cast<int>(text.size()));
    QCOMPARE(logcells::indexAt(text, 0), 0);
}

void LogViewTest::coloursCanBeRead()
{
    for (const bool dark : {false, true}) {
        const Theme theme = Theme::make(dark, 1);
        for (quint32 value = 0; value < 16; ++value) {
            for (quint32 back = 0; back < 16; ++back) {
                AnsiStyle style;
                style.text = {AnsiColour::Kind::Named, value};
                style.back = {AnsiColour::Kind::Named, back};
                QVERIFY(contrastOf(logTextColour(theme, style), logBackColour(theme, style)) >=
                        4.5);
            }
        }
        for (const quint32 rgb : {0x000000U, 0xffffffU, 0x808080U, 0xff0000U, 0x0000ffU}) {
            AnsiStyle style;
            style.text = {AnsiColour::Kind::Rgb, rgb};
            QVERIFY(contrastOf(logTextColour(theme, style), theme.base) >= 4.5);
        }
    }
}

void LogViewTest::logAndDiagnosticsAreLinked()
{
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QTRY_COMPARE(log().lineCount(), 8);
    QVERIFY(view().visibleText().contains(QStringLiteral("100%")));
    auto* table = child<QTreeView>("diagnosticsTable");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    const auto text = [&](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    QCOMPARE(text(0, DiagnosticsModel::SeverityColumn), QStringLiteral("Warning"));
    QCOMPARE(text(0, DiagnosticsModel::LocationColumn),
             QStringLiteral("csrc/topk_kernel.hip:112:19"));
    QCOMPARE(text(1, DiagnosticsModel::LineColumn), QStringLiteral("5"));
    table->setCurrentIndex(table->model()->index(1, 0));
    QCOMPARE(view().currentLine(), 4);
    view().goToLine(1);
    QCOMPARE(table->currentIndex().row(), 0);
    auto* severities = child<SegmentedControl>("diagnosticSeverities");
    severities->setCurrent(1);
    QCOMPARE(table->model()->rowCount(), 1);
}

void LogViewTest::opensPlacesAndChanges()
{
    m_remote->hunks.insert(QStringLiteral("csrc/scan.hip:7"), "0123456789abcdef");
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QSignalSpy places(m_area.get(), &RunsArea::showPlaceRequested);
    QSignalSpy changes(m_area.get(), &RunsArea::showHunkRequested);
    auto* table = child<QTreeView>("diagnosticsTable");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    QCOMPARE(table->model()->index(1, DiagnosticsModel::ChangeColumn).data().toString(),
             QStringLiteral("Open change"));
    QCOMPARE(table->model()->index(0, DiagnosticsModel::ChangeColumn).data().toString(), QString());
    table->setCurrentIndex(table->model()->index(1, 0));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(places.count(), 1);
    QCOMPARE(places[0][0].value<Place>(), (Place{RepoPath("csrc/scan.hip"), 7, PlaceSide::Port}));
    child<QPushButton>("openInReview")->click();
    QCOMPARE(changes.count(), 1);
    QCOMPARE(changes[0][0].toByteArray(), QByteArray("0123456789abcdef"));
    view().setFocus();
    view().goToLine(1);
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(places.count(), 2);
    const JobEntry job = m_area->panel().job();
    QCOMPARE(repositoryPath(job, QStringLiteral("/home/u/.cache/trees/seqkernels/a/b.hip")).bytes(),
             QByteArray("a/b.hip"));
    QCOMPARE(repositoryPath(job, QStringLiteral("../csrc/x.hip")).bytes(),
             QByteArray("csrc/x.hip"));
    QVERIFY(repositoryPath(job, QStringLiteral("/opt/rocm/include/x.h")).isEmpty());
    QVERIFY(repositoryPath(job, QStringLiteral("../..")).isEmpty());
}

QTEST_MAIN(LogViewTest)
#include "tst_logview.moc"
