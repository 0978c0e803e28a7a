#include "tests/gui/verifyfixture.h"
#include "ui/verify/checkrows.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/plotspane.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/tensordetail.h"
#include "ui/verify/tolerancedialog.h"
#include "ui/verify/verifytext.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDateTime>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace rocport;

/// Tensors in the area Verify: their figures and tolerances, and files that are compared by hand.
class VerifyTensorsTest : public QObject, protected test::VerifyFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void tensorsWithTheirFigures();
    void figures();
    void detailHasAllFigures();
    void toleranceNeedsAReason();
    void copiesCsv();
    void comparesFiles();
    void aComparisonIsNoRun();
};

void VerifyTensorsTest::tensorsWithTheirFigures()
{
    QCOMPARE(checks()->model()->rowCount(), 6);
    const QStringList row{QStringLiteral("attn_bwd"),     QStringLiteral("Failed"),
                          QStringLiteral("bfloat16"),     QStringLiteral("(4, 128, 64)"),
                          QStringLiteral("2.60e-01"),     QStringLiteral("1.90e+00"),
                          QStringLiteral("412"),          QStringLiteral("0.31"),
                          QStringLiteral("5e-02 + 5e-02")};
    for (int column = 0; column < row.size(); ++column) {
        QCOMPARE(cell(checks(), 1, column), row[column]);
    }
    checks()->sortByColumn(4, Qt::DescendingOrder);
    QCOMPARE(cell(checks(), 0, 0), QStringLiteral("attn_bwd"));
    checks()->sortByColumn(1, Qt::AscendingOrder);
    QCOMPARE(cell(checks(), 0, 1), QStringLiteral("Failed"));
    QCOMPARE(part<Chip>("failedChip")->text(), QStringLiteral("1 failed"));
    part<QLineEdit>("checkFilter")->setText(QStringLiteral("layer float16"));
    QCOMPARE(checks()->model()->rowCount(), 1);
}

void VerifyTensorsTest::figures()
{
    QCOMPARE(figure(0), QStringLiteral("0"));
    QCOMPARE(figure(0.00123), QStringLiteral("1.23e-03"));
    QCOMPARE(shortFigure(5e-2), QStringLiteral("5e-02"));
    QCOMPARE(shortFigure(0.00123), QStringLiteral("1.23e-03"));
    QCOMPARE(shortFigure(0), QStringLiteral("0"));
    QCOMPARE(figure(std::nan("")), QStringLiteral("NaN"));
    QCOMPARE(figure(std::numeric_limits<double>::infinity()), QStringLiteral("Inf"));
    // A share that is not 0 is not shown as 0.
    VerifyRun run = test::RemoteSample::numerical(QStringLiteral("r"), QStringLiteral("n"), true);
    run.checks[1].comparison->elements = 100000000;
    run.checks[1].comparison->mismatched = 1;
    QCOMPARE(verifyCheckRows(run)[1].cells[7].text, QStringLiteral("< 0.01"));
    run.checks[0].comparison->tolerance.reason = QStringLiteral("many layers");
    QVERIFY(verifyCheckRows(run)[0].cells[8].text.endsWith(u'*'));
    // What was not compared has none.
    run.checks[0].comparison->verdict = TensorVerdict::Missing;
    for (int column = 4; column < 9; ++column) {
        QCOMPARE(verifyCheckRows(run)[0].cells[column].text, QStringLiteral("–"));
    }
}

void VerifyTensorsTest::detailHasAllFigures()
{
    QVERIFY(checks()->setCurrentId(QStringLiteral("tensor:attn_bwd")));
    auto* detail = part<TensorDetail>("tensorDetail");
    const QString text = detail->plainText();
    for (const char* expected :
         {"attn_bwd", "Verdict: Failed", "Shape: (4, 128, 64)", "Elements: 32768",
          "Mismatched: 101", "Abs max, mean: 2.60e-01", "ULP max: 412", "First mismatch: [0, 1, 1]",
          "Worst: [1, 3, 3]", "Candidate there: 0.392578125", "Tightest: 2.60e-01"}) {
        QVERIFY2(text.contains(QString::fromLatin1(expected)), qPrintable(text));
    }
    auto* plots = part<PlotsPane>("plotsPane");
    QVERIFY(plots->isVisible());
    QVERIFY(plots->errorText().contains(QStringLiteral("101 of 32768")));
    QVERIFY(plots->stabilityText().contains(QStringLiteral("memory did not grow")));
    QVERIFY(plots->stabilityText().contains(QStringLiteral("0 with NaN")));
}

void VerifyTensorsTest::toleranceNeedsAReason()
{
    QVERIFY(checks()->setCurrentId(QStringLiteral("tensor:attn_bwd")));
    part<QPushButton>("setToleranceButton")->click();
    auto* dialog = part<ToleranceDialog>("toleranceDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(!button(dialog, "toleranceSet")->isEnabled());
    QVERIFY(dialog->problem().contains(QStringLiteral("reason")));
    line(dialog, "toleranceAbsolute")->setText(QStringLiteral("-1"));
    QVERIFY(dialog->problem().contains(QStringLiteral("numbers")));
    line(dialog, "toleranceAbsolute")->setText(QStringLiteral("3e-1"));
    line(dialog, "toleranceReason")->setText(QStringLiteral("24 layers of bfloat16"));
    QCOMPARE(dialog->tolerance()->absolute, 0.3);
    button(dialog, "toleranceSet")->click();
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("tolerance attn_bwd")});
    QVERIFY(part<QLabel>("verifySaid")->text().contains(QStringLiteral("attn_bwd")));
}

void VerifyTensorsTest::copiesCsv()
{
    m_area->command(QStringLiteral("copyCsv"))->trigger();
    const QStringList lines =
        QGuiApplication::clipboard()->text().split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines[0],
             QStringLiteral("Tensor,Verdict,dtype,Shape,Max abs,Max rel,ULP,Mism. %,Tolerance"));
    QVERIFY(
        lines[2].startsWith(QStringLiteral("attn_bwd,Failed,bfloat16,\"(4, 128, 64)\",2.60e-01")));
}

void VerifyTensorsTest::comparesFiles()
{
    const QTemporaryDir data;
    const QString golden = data.filePath(QStringLiteral("golden vectors")); // a blank in a name
    const QString sent = data.filePath(QStringLiteral("sent back"));
    const QString pickle = data.filePath(QStringLiteral("out.pt"));
    QVERIFY(QDir().mkpath(golden) && QDir().mkpath(sent));
    for (const QString& name : {golden + QStringLiteral("/bundle.json"), pickle}) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    m_area->command(QStringLiteral("compareFiles"))->trigger();
    auto* dialog = part<QDialog>("compareDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    auto* compare = dialog->findChild<QPushButton*>(QStringLiteral("compareNow"));
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("compareProblem"));
    QVERIFY(!compare->isEnabled());
    const auto choose = [&](const char* button, const QString& what) {
        QTest::mouseClick(dialog->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
        auto* chooser = dialog->findChild<QFileDialog*>(QStringLiteral("compareChooser"));
        QVERIFY(chooser != nullptr);
        Q_EMIT chooser->fileSelected(what);
        delete chooser;
    };
    choose("compareReferenceFile",
           golden + QStringLiteral("/bundle.json")); // stands for its folder
    // What cannot be compared is said before anything is read.
    auto* candidate = dialog->findChild<QLineEdit*>(QStringLiteral("compareCandidate"));
    for (const auto& [side, why] : {std::pair(pickle, "pickle"), std::pair(golden, "the same"),
                                    std::pair(sent + u'x', "does not exist")}) {
        candidate->setText(side);
        QVERIFY(!compare->isEnabled());
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QLatin1String(why)), qPrintable(problem->text()));
        QCoreApplication::processEvents();
        const auto labels = dialog->findChildren<QLabel*>();
        for (const QLabel* label : labels) { // none takes another one's room
            QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                     qPrintable(label->text()));
        }
    }
    choose("compareCandidateFolder", sent);
    QVERIFY(!problem->isVisible());
    QTest::keyClick(candidate, Qt::Key_Return);
    const QString call = QStringLiteral("compare %1 %2").arg(golden, sent);
    QCOMPARE(m_remote->calls, QStringList{call});
    // The next time both are there again, and Esc compares nothing.
    QTRY_VERIFY(part<QDialog>("compareDialog") == nullptr);
    m_area->command(QStringLiteral("compareFiles"))->trigger();
    dialog = part<QDialog>("compareDialog");
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("compareCandidate"))->text(), sent);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(part<QDialog>("compareDialog") == nullptr);
    QCOMPARE(m_remote->calls, QStringList{call});
}

/// What comes of it is shown as what it is, and no level is greener for it.
void VerifyTensorsTest::aComparisonIsNoRun()
{
    m_area->command(QStringLiteral("compareFiles"))->trigger();
    auto* dialog = part<QDialog>("compareDialog");
    dialog->findChild<QLineEdit*>(QStringLiteral("compareReference"))->setText(QDir::tempPath());
    dialog->findChild<QLineEdit*>(QStringLiteral("compareCandidate"))->setText(QDir::rootPath());
    dialog->findChild<QPushButton*>(QStringLiteral("compareNow"))->click();
    QCOMPARE(m_remote->calls.size(), 1);
    VerifyRun compared;
    compared.id = QStringLiteral("compare-1");
    compared.level = VerifyLevel::Numerical;
    compared.byHand = true;
    compared.title = QStringLiteral("out.safetensors against golden");
    compared.time = QDateTime::currentDateTimeUtc();
    VerifyCheck check;
    check.id = QStringLiteral("tensor:out");
    check.name = QStringLiteral("out");
    check.state = CheckState::Passed;
    compared.checks = {check};
    m_remote->now->runs = {compared};
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(part<ElidedLabel>("runTitle")->text(), compared.title);
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("Files compared by hand"));
    QVERIFY(part<Chip>("caveatChip")->isVisible());
    const QString notice = part<QLabel>("verifyNotice")->text();
    QVERIFY2(notice.contains(QStringLiteral("not a run of the port")), qPrintable(notice));
    QVERIFY(!notice.contains(QStringLiteral("Out of date")));
    QCOMPARE(part<Pyramid>("pyramid")->level(VerifyLevel::Numerical).state(), CheckState::NotRun);
    QVERIFY(!part<Pyramid>("pyramid")->level(VerifyLevel::Numerical).isChecked());
    auto* levels = part<QListView>("levelList");
    QVERIFY(!levels->currentIndex().isValid());
    QCOMPARE(cell(checks(), 0, 0), QStringLiteral("out"));
    // The level itself was not run.
    levels->setCurrentIndex(levels->model()->index(LevelsModel::rowOf(VerifyLevel::Numerical), 0));
    QVERIFY(!checks()->isVisible());
    QVERIFY(!part<Chip>("caveatChip")->isVisible());
    QVERIFY(part<Pyramid>("pyramid")->level(VerifyLevel::Numerical).isChecked());
}

QTEST_MAIN(VerifyTensorsTest)
#include "tst_verifytensors.moc"
