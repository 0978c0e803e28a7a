// What failed is said in one place, until the same is tried again.
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/windowfixture.h"
#include "ui/report/exporttable.h"
#include "ui/shell/noticebar.h"

#include <QDir>
#include <QFile>

using namespace rocport;

class FailuresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anExportThatFailsAndIsTriedAgain();
};

void FailuresTest::anExportThatFailsAndIsTriedAgain()
{
    WindowFixture window;
    window.project.write(QStringLiteral("a.py"), "import torch\ntorch.cuda.is_available()\n");
    window.open();
    window.window().setCurrentArea(QStringLiteral("report"));
    auto* table = window.window().findChild<ExportTable*>();
    QTRY_VERIFY(table->isVisible() && !table->folder().isEmpty());
    const NoticeBar& notice = window.window().noticeBar();
    QPushButton* pdf = nullptr;
    const auto buttons = table->findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        pdf = button->accessibleName() == QStringLiteral("Export PDF") ? button : pdf;
    }
    QVERIFY(pdf != nullptr);
    // A file stands where the folder should be.
    QVERIFY(QDir().mkpath(QFileInfo(table->folder()).path()));
    QFile inTheWay(table->folder());
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    QTest::mouseClick(pdf, Qt::LeftButton);
    QTRY_VERIFY(notice.isVisible());
    QVERIFY2(notice.text().contains(table->folder()), qPrintable(notice.text()));
    QCOMPARE(table->stateOf(QStringLiteral("pdf")), QStringLiteral("Not written"));
    // It is about no change of Review.
    window.window().setCurrentArea(QStringLiteral("review"));
    QVERIFY(!window.review().findChild<QWidget*>(QStringLiteral("reviewProblem"))->isVisible());
    // Another task says nothing about it; the same one that succeeds does.
    window.project.session->scanner().rescan();
    QTRY_VERIFY(window.project.session->tasks().running().isEmpty());
    QVERIFY(notice.isVisible());
    window.window().setCurrentArea(QStringLiteral("report"));
    QVERIFY(inTheWay.remove());
    QTest::mouseClick(pdf, Qt::LeftButton);
    QTRY_VERIFY(table->stateOf(QStringLiteral("pdf")).startsWith(QStringLiteral("Written")));
    QVERIFY(!notice.isVisible());
    QVERIFY(QFileInfo(table->folder()).isDir());
}

QTEST_MAIN(FailuresTest)
#include "tst_failures.moc"
