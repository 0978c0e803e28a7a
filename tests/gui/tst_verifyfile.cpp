#include "tests/gui/verifyfixture.h"
#include "tests/gui/windowfixture.h"
#include "ui/theme/texttable.h"
#include "ui/theme/widgets.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/pyramid.h"

#include <QAction>
#include <QListView>

using namespace rocport;

/// L1 for one file: asked for in Review or at a check, shown as what it is.
class VerifyFileTest : public QObject, protected test::VerifyFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void ofACheck();
    void leavesItsLevel();
    void ofTheFileInReview();
};

void VerifyFileTest::ofACheck()
{
    VerifyRun whole;
    whole.id = QStringLiteral("static-1");
    whole.level = VerifyLevel::Static;
    whole.time = QDateTime::currentDateTimeUtc();
    whole.checks = {{.id = QStringLiteral("static:open"),
                     .name = QStringLiteral("Critical findings are answered"),
                     .state = CheckState::Passed},
                    {.id = QStringLiteral("static:isolation:a/k.cu"),
                     .name = QStringLiteral("NVIDIA path unchanged"),
                     .state = CheckState::Passed,
                     .file = QStringLiteral("a/k.cu")}};
    m_remote->now->runs = {whole};
    Q_EMIT m_remote->runsChanged();
    m_area->showLevel(VerifyLevel::Static);
    auto* table = part<TextTable>("checkTable");
    QAction* const action = m_area->command(QStringLiteral("checkFile"));
    QVERIFY(table->setCurrentId(QStringLiteral("static:open"))); // of no file
    QVERIFY(!action->isEnabled());
    QVERIFY(table->setCurrentId(QStringLiteral("static:isolation:a/k.cu")));
    QVERIFY(action->isEnabled());
    QVERIFY(table->actions().contains(action)); // in its menu
    action->trigger();
    QCOMPARE(m_remote->verifications.size(), 1);
    QCOMPARE(m_remote->verifications[0].level, VerifyLevel::Static);
    QCOMPARE(m_remote->verifications[0].files, QVector<RepoPath>{RepoPath("a/k.cu")});
    // One at a time.
    Q_EMIT m_remote->verificationProgress(QStringLiteral("Static checks"), 0, 1);
    QVERIFY(!action->isEnabled());
    Q_EMIT m_remote->verificationProgress({}, 0, 0);
    QVERIFY(action->isEnabled());
}

/// What it finds is shown, and neither state nor time of its level changes.
void VerifyFileTest::leavesItsLevel()
{
    VerifyRun whole;
    whole.id = QStringLiteral("static-1");
    whole.level = VerifyLevel::Static;
    whole.title = QStringLiteral("Static checks");
    whole.portKey = m_remote->now->portKey;
    whole.time = QDateTime::currentDateTimeUtc().addSecs(-60);
    whole.checks = {{.id = QStringLiteral("static:isolation:b.cu"),
                     .name = QStringLiteral("NVIDIA path unchanged"),
                     .state = CheckState::Failed,
                     .file = QStringLiteral("b.cu")}};
    m_remote->now->runs = {whole};
    Q_EMIT m_remote->runsChanged();
    m_area->showLevel(VerifyLevel::Static);
    m_area->checkFile(RepoPath("a.cu"));
    VerifyRun part = whole;
    part.id = QStringLiteral("static-2");
    part.title = QStringLiteral("Static checks of a.cu");
    part.part = true;
    part.time = QDateTime::currentDateTimeUtc();
    part.checks.first() = {.id = QStringLiteral("static:isolation:a.cu"),
                           .name = QStringLiteral("NVIDIA path unchanged"),
                           .state = CheckState::Passed,
                           .file = QStringLiteral("a.cu")};
    m_remote->now->runs = {part, whole};
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(VerifyFixture::part<ElidedLabel>("runTitle")->text(), part.title);
    QCOMPARE(VerifyFixture::part<Chip>("caveatChip")->text(), QStringLiteral("Some files only"));
    auto* pyramid = VerifyFixture::part<Pyramid>("pyramid");
    QCOMPARE(pyramid->level(VerifyLevel::Static).state(), CheckState::Failed);
    QVERIFY(!pyramid->level(VerifyLevel::Static).isChecked());
    // A click on the level leads back to its own newest run.
    auto* levels = VerifyFixture::part<QListView>("levelList");
    levels->setCurrentIndex(levels->model()->index(LevelsModel::rowOf(VerifyLevel::Static), 0));
    QCOMPARE(VerifyFixture::part<ElidedLabel>("runTitle")->text(), whole.title);
    QVERIFY(!VerifyFixture::part<Chip>("caveatChip")->isVisible());
}

void VerifyFileTest::ofTheFileInReview()
{
    WindowFixture window;
    window.project.write(QStringLiteral("k.cu"),
                         "#include <cuda_runtime.h>\nvoid f(int** p) {\n  cudaMalloc(p, 4);\n}\n");
    window.open();
    window.showReview();
    QVERIFY(window.review().command(QStringLiteral("checkFile"))->isEnabled());
    window.review().command(QStringLiteral("checkFile"))->trigger();
    QCOMPARE(window.remote.verifications.size(), 1);
    QCOMPARE(window.remote.verifications[0].files, QVector<RepoPath>{RepoPath("k.cu")});
    QTRY_VERIFY(!window.review().isVisible()); // Verify is shown
}

QTEST_MAIN(VerifyFileTest)
#include "tst_verifyfile.moc"
