#include "tests/gui/verifyfixture.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/requestdialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace rocport;

/// What a user asks of a node in the area Verify, and how it is previewed and stopped.
class VerifyRequestTest : public QObject, protected test::VerifyFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void requestIsPreviewedFirst();
    void requestSaysWhatIsMissing();
    void previewThatFails();
    void stopsTheJob();
};

void VerifyRequestTest::requestIsPreviewedFirst()
{
    m_area->command(QStringLiteral("runNumerical"))->trigger();
    auto* dialog = part<RequestDialog>("requestDialog");
    line(dialog, "requestTarget")->setText(QStringLiteral("model.block:forward"));
    line(dialog, "requestShapes")->setText(QStringLiteral("2,128,64; 2,64,64"));
    line(dialog, "requestTypes")->setText(QStringLiteral("float32;bfloat16"));
    line(dialog, "requestSeed")->setText(QStringLiteral("7"));
    line(dialog, "requestReference")->setText(QStringLiteral("/data/golden/block"));
    dialog->findChild<QSpinBox*>(QStringLiteral("requestIterations"))->setValue(100);
    QCOMPARE(button(dialog, "requestNext")->text(), QStringLiteral("Preview"));
    button(dialog, "requestNext")->click();
    QTRY_COMPARE(button(dialog, "requestNext")->text(), QStringLiteral("Start"));
    QVERIFY(m_remote->verifications.isEmpty()); // nothing yet
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("previewCommand"))->text(),
             QStringLiteral("ssh mi300x-07 sh run.sh"));
    QVERIFY(dialog->findChild<QPlainTextEdit*>(QStringLiteral("previewScript"))
                ->toPlainText()
                .contains(QStringLiteral("harness.py")));
    QCOMPARE(
        dialog->findChild<QPlainTextEdit*>(QStringLiteral("previewEnvironment"))->toPlainText(),
        QStringLiteral("HIP_VISIBLE_DEVICES=0"));
    button(dialog, "requestNext")->click();
    QCOMPARE(m_remote->verifications.size(), 1);
    const VerifyRequest& asked = m_remote->verifications[0];
    QCOMPARE(asked.level, VerifyLevel::Numerical);
    QCOMPARE(asked.nodeId, QStringLiteral("mi300x-07"));
    QCOMPARE(asked.target, QStringLiteral("model.block:forward"));
    QCOMPARE(asked.shapes, (QStringList{QStringLiteral("2,128,64"), QStringLiteral("2,64,64")}));
    QCOMPARE(asked.dtypes, (QStringList{QStringLiteral("float32"), QStringLiteral("bfloat16")}));
    QCOMPARE(asked.seed, qint64(7));
    QCOMPARE(asked.iterations, 100);
    QCOMPARE(asked.reference, QStringLiteral("/data/golden/block"));
    QVERIFY(!asked.capture);
    QVERIFY(part<QLabel>("verifySaid")->text().contains(QStringLiteral("job-1")));
}

void VerifyRequestTest::requestSaysWhatIsMissing()
{
    VerifyRequest start;
    start.level = VerifyLevel::Numerical;
    RequestDialog dialog(*m_remote, *m_provider, start, m_area.get());
    dialog.show();
    QPushButton* next = button(&dialog, "requestNext");
    QVERIFY(dialog.problem().contains(QStringLiteral("module:callable")));
    QVERIFY(!next->isEnabled());
    line(&dialog, "requestTarget")->setText(QStringLiteral("m:f"));
    QVERIFY(dialog.problem().contains(QStringLiteral("reference")));
    dialog.findChild<QCheckBox*>(QStringLiteral("requestCapture"))->setChecked(true);
    QVERIFY(dialog.problem().contains(QStringLiteral("folder")));
    line(&dialog, "requestReference")->setText(QStringLiteral("/data/new"));
    QCOMPARE(dialog.problem(), QString());
    QVERIFY(next->isEnabled());
    line(&dialog, "requestSeed")->setText(QStringLiteral("many"));
    QVERIFY(dialog.problem().contains(QStringLiteral("whole number")));
    dialog.findChild<QComboBox*>(QStringLiteral("requestKind"))->setCurrentIndex(1);
    QVERIFY(dialog.problem().contains(QStringLiteral("command line")));
    QVERIFY(!line(&dialog, "requestTarget")->isVisible());
    line(&dialog, "requestCommand")->setText(QStringLiteral("./a --b"));
    QVERIFY(dialog.problem().contains(QStringLiteral("files")));
    line(&dialog, "requestOutputs")->setText(QStringLiteral("out.npz"));
    QCOMPARE(dialog.problem(), QString());
    QCOMPARE(dialog.request().outputs, QStringList{QStringLiteral("out.npz")});
    QVERIFY(dialog.request().target.isEmpty());
    m_remote->now = std::make_shared<RemoteState>();
    start.level = VerifyLevel::Build;
    const RequestDialog none(*m_remote, *m_provider, start, m_area.get());
    QVERIFY(none.problem().contains(QStringLiteral("Add a node")));
}

void VerifyRequestTest::previewThatFails()
{
    m_remote->refusal =
        Error{ErrorCode::NodeUnreachable, QStringLiteral("timed out"), QStringLiteral("mi300x-07")};
    m_area->command(QStringLiteral("runBuild"))->trigger();
    auto* dialog = part<RequestDialog>("requestDialog");
    button(dialog, "requestNext")->click();
    QTRY_VERIFY(dialog->problem().contains(QStringLiteral("mi300x-07")));
    QCOMPARE(button(dialog, "requestNext")->text(), QStringLiteral("Preview"));
    QVERIFY(button(dialog, "requestNext")->isEnabled()); // try again
    QVERIFY(m_remote->verifications.isEmpty());
}

void VerifyRequestTest::stopsTheJob()
{
    JobEntry job;
    job.spec.id = QStringLiteral("job-9");
    job.spec.title = QStringLiteral("Load model");
    job.spec.purpose = QStringLiteral("load");
    job.spec.node.name = QStringLiteral("mi300x-07");
    job.status.state = JobState::Running;
    m_remote->now->jobs = {job};
    Q_EMIT m_remote->jobsChanged();
    QCOMPARE(part<QLabel>("verifyActivity")->text(), QStringLiteral("Load model on mi300x-07"));
    QCOMPARE(part<Pyramid>("pyramid")->level(VerifyLevel::Load).state(), CheckState::Running);
    QVERIFY(!m_area->command(QStringLiteral("runLevel"))->isEnabled());
    m_area->command(QStringLiteral("stopVerification"))->trigger();
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("cancelJob job-9")});
    m_remote->now->jobs[0].status.state = JobState::Cancelled;
    Q_EMIT m_remote->jobsChanged();
    QVERIFY(!part<QPushButton>("stopButton")->isVisible());
}

QTEST_MAIN(VerifyRequestTest)
#include "tst_verifyrequest.moc"
