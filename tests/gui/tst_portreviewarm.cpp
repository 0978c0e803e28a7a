// The checks of the ROCm arm in the review of a port, in the real window: asked for, followed,
// cancelled, and what is shown of them.

#include "tests/gui/portreviewfixture.h"
#include "tests/integration/hipcompiler.h"
#include "tests/support/fakecompiler.h"
#include "ui/portreview/armdialog.h"
#include "ui/portreview/armfacts.h"
#include "ui/shell/statusbar.h"

#include <QLabel>

using namespace rocport;

class PortReviewArmTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void asksBeforeItRuns();
    void withoutACompiler();
    void resultsInTheHunks();
    void filteredByTheWord();
    void progressAndCancel();
    void openedAgain();
    void withARealCompiler();

private:
    void openPort(const QByteArray& second = "// FAIL\n");
    void useFakeCompiler();
    ArmDialog* ask();
    void compile();
    [[nodiscard]] QString armCell(const char* path, int line = 0) const;

    std::unique_ptr<PortReviewFixture> fixture;
    std::unique_ptr<QTemporaryDir> tools;
};

void PortReviewArmTest::init()
{
    fixture = std::make_unique<PortReviewFixture>();
    tools = std::make_unique<QTemporaryDir>();
}

void PortReviewArmTest::cleanup()
{
    fixture.reset();
    tools.reset();
}

/// A port with a file that compiles, one that may not, and one that is not compiled.
void PortReviewArmTest::openPort(const QByteArray& second)
{
    const QString folder = fixture->project.folder.path();
    const QByteArray kernel("#include <cuda_runtime.h>\n\n__global__ void fill(float* out)\n{\n"
                            "  out[threadIdx.x] = 1;\n}\n");
    fixture->project.write(QStringLiteral("good.cu"), kernel);
    fixture->project.write(QStringLiteral("second.cu"), kernel);
    fixture->project.write(QStringLiteral("README.md"), "# Kernels\n");
    fixture->project.commitAll();
    QVERIFY(PortReviewFixture::git(folder, "checkout -q -b port"));
    QByteArray ported = kernel;
    ported.replace("#include <cuda_runtime.h>\n",
                   "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n"
                   "#include <cuda_runtime.h>\n#endif\n");
    fixture->project.write(QStringLiteral("good.cu"), ported);
    fixture->project.write(QStringLiteral("second.cu"), ported + second);
    fixture->project.write(QStringLiteral("README.md"), "# Kernels for two vendors\n");
    QVERIFY(PortReviewFixture::git(folder, "commit -qam port"));
    QVERIFY(PortReviewFixture::git(folder, "checkout -q main"));
    fixture->openCommitted();
    fixture->window().setCurrentArea(QStringLiteral("review"));
    ReviewRequest request;
    request.range = QStringLiteral("main...port");
    fixture->reviews().open(request);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() && !fixture->reviews().isOpening(), 60000);
    QTRY_VERIFY(fixture->page().isVisible());
}

void PortReviewArmTest::useFakeCompiler()
{
    test::makeFakeRocm(tools->path(), 6, 4);
    fixture->project.settings.setValue(QStringLiteral("compile/compiler"),
                                       test::makeFakeCompiler(tools->path()));
    fixture->project.settings.setValue(QStringLiteral("compile/rocm-path"), tools->path());
}

ArmDialog* PortReviewArmTest::ask()
{
    fixture->tree().tree().setFocus();
    fixture->press("X");
    return fixture->part<ArmDialog>("armDialog");
}

void PortReviewArmTest::compile()
{
    ArmDialog* dialog = ask();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    dialog->findChild<QPushButton*>(QStringLiteral("armStart"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(!fixture->reviews().isChecking(), 60000);
    QTRY_VERIFY(fixture->part<QWidget>("portNotice")->isVisible());
}

QString PortReviewArmTest::armCell(const char* path, int line) const
{
    return fixture->tree()
        .model()
        .indexOf(fixture->hunkIn(path, line))
        .siblingAtColumn(HunksModel::RocmColumn)
        .data()
        .toString();
}

void PortReviewArmTest::asksBeforeItRuns()
{
    useFakeCompiler();
    openPort();
    QTest::qWait(50);
    QVERIFY(!fixture->reviews().isChecking()); // nothing by itself
    QVERIFY(!QFile::exists(tools->filePath(QStringLiteral("log"))));
    auto* button = fixture->part<QPushButton>("portCheckButton");
    QCOMPARE(button->text(), QStringLiteral("Check ROCm arm…"));
    QVERIFY(button->isVisible() && button->isEnabled());
    QAction* command = fixture->review().command(QStringLiteral("portCheckArm"));
    QVERIFY(command != nullptr && command->isEnabled()); // in the palette
    button->click();
    auto* dialog = fixture->part<ArmDialog>("armDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    const QString about = dialog->findChild<QLabel*>(QStringLiteral("armAbout"))->text();
    QVERIFY2(about.contains(QStringLiteral("gfx942")) &&
                 about.contains(QStringLiteral("2 files of C or C++")),
             qPrintable(about));
    auto* compiler = dialog->findChild<QLabel*>(QStringLiteral("armCompiler"));
    QTRY_VERIFY_WITH_TIMEOUT(compiler->text().startsWith(QStringLiteral("fake clang 1.0, ")),
                             20000);
    QVERIFY(compiler->text().endsWith(QStringLiteral("with headers of ROCm 6.4")));
    dialog->reject();
    QVERIFY(!fixture->reviews().isChecking());
    QCOMPARE(armCell("good.cu"), QStringLiteral("Not tried"));
}

void PortReviewArmTest::withoutACompiler()
{
    fixture->project.settings.setValue(QStringLiteral("compile/compiler"),
                                       QStringLiteral("/nowhere/hipcc"));
    openPort();
    ArmDialog* dialog = ask();
    auto* compiler = dialog->findChild<QLabel*>(QStringLiteral("armCompiler"));
    QTRY_VERIFY_WITH_TIMEOUT(compiler->text().contains(QStringLiteral("/nowhere/hipcc")), 20000);
    dialog->reject();
    QTRY_VERIFY(fixture->part<ArmDialog>("armDialog") == nullptr);
    compile();
    QCOMPARE(armCell("good.cu"), QStringLiteral("Not checked"));
    fixture->choose(fixture->hunkIn("good.cu"));
    QVERIFY(!fixture->part<ArmFacts>("armFacts")->lines().first().isEmpty());
    QVERIFY(fixture->part<QLabel>("portNoticeText")
                ->text()
                .startsWith(QStringLiteral("There is no compiler for AMD GPUs on this machine.")));
}

void PortReviewArmTest::resultsInTheHunks()
{
    useFakeCompiler();
    openPort();
    const QByteArray good = fixture->hunkIn("good.cu");
    fixture->choose(good);
    QCOMPARE(fixture->part<ArmFacts>("armFacts")->lines(),
             QStringList{QStringLiteral("Nothing was compiled or executed for it.")});
    const int looks = fixture->tree().model().counts()[static_cast<size_t>(HunkStatus::Look)];
    compile();
    QCOMPARE(fixture->tree().current(), good); // nothing jumps
    QCOMPARE(armCell("good.cu"), QStringLiteral("Compiles"));
    QCOMPARE(armCell("second.cu", 1), QStringLiteral("Build fails"));
    QCOMPARE(armCell("README.md"), QStringLiteral("Not tried"));
    QCOMPARE(fixture->part<Chip>("hunkArm")->text(), QStringLiteral("Compiles"));
    QCOMPARE(fixture->part<ArmFacts>("armFacts")->lines(),
             QStringList{QStringLiteral("Compiles for gfx942, no diagnostics")});
    const QByteArray failing = fixture->hunkIn("second.cu", 11);
    fixture->choose(failing);
    QCOMPARE(fixture->part<Chip>("hunkArm")->text(), QStringLiteral("Build fails"));
    QCOMPARE(fixture->part<ArmFacts>("armFacts")->lines(),
             (QStringList{QStringLiteral("Does not compile for gfx942: 1 error"),
                          QStringLiteral("Line 11: fake failure")}));
    QVERIFY(fixture->tree().model().counts()[static_cast<size_t>(HunkStatus::Look)] > looks);
    QCOMPARE(fixture->part<QLabel>("portNoticeText")->text(),
             QStringLiteral("1 file does not compile, 1 file compiles, for gfx942 with fake clang "
                            "1.0."));
    // What was found goes elsewhere with the comments.
    bool told = false;
    for (const ReviewComment& comment : commentsOf(*fixture->reviews().state()->review)) {
        told = told || comment.body.contains(QStringLiteral("fake failure"));
    }
    QVERIFY(told);
}

void PortReviewArmTest::filteredByTheWord()
{
    useFakeCompiler();
    openPort();
    compile();
    const HunksModel& model = fixture->tree().model();
    const QModelIndex cell =
        model.indexOf(fixture->hunkIn("second.cu", 11)).siblingAtColumn(HunksModel::RocmColumn);
    QTest::mouseClick(fixture->tree().tree().viewport(), Qt::LeftButton, {},
                      fixture->tree().tree().visualRect(cell).center());
    QCOMPARE(model.listed().size(), 2);
    QCOMPARE(fixture->part<QLabel>("hunkValuesText")->text(),
             QStringLiteral("Only ROCm arm: Build fails"));
}

void PortReviewArmTest::progressAndCancel()
{
    useFakeCompiler();
    openPort("// SLEEP\n");
    ArmDialog* dialog = ask();
    dialog->findChild<QPushButton*>(QStringLiteral("armStart"))->click();
    QVERIFY(fixture->reviews().isChecking());
    QCOMPARE(armCell("good.cu"), QStringLiteral("Checking"));
    QCOMPARE(armCell("README.md"), QStringLiteral("Not tried"));
    auto* button = fixture->part<QPushButton>("portCheckButton");
    QTRY_VERIFY_WITH_TIMEOUT(button->text().startsWith(QStringLiteral("Compiling ")) &&
                                 button->text().endsWith(QStringLiteral(" of 2 files")),
                             60000);
    auto* bar = fixture->window().findChild<StatusBar*>();
    QVERIFY(bar != nullptr);
    QVERIFY2(bar->accessibleDescription().startsWith(QStringLiteral("Compiling the port")),
             qPrintable(bar->accessibleDescription()));
    QVERIFY(!fixture->review().command(QStringLiteral("portCheckArm"))->isEnabled());
    button->click(); // ends it
    QTRY_VERIFY_WITH_TIMEOUT(!fixture->reviews().isChecking(), 30000);
    QTRY_COMPARE(bar->saidText(),
                 QStringLiteral("The check was cancelled; what was known before stays."));
    QCOMPARE(armCell("good.cu"), QStringLiteral("Not tried"));
    QCOMPARE(button->text(), QStringLiteral("Check ROCm arm…"));
    QVERIFY(fixture->review().command(QStringLiteral("portCheckArm"))->isEnabled());
}

void PortReviewArmTest::openedAgain()
{
    useFakeCompiler();
    openPort();
    compile();
    const QByteArray id = fixture->reviews().state()->kept.id;
    fixture->reviews().close();
    QTRY_VERIFY(!fixture->page().isVisible());
    fixture->reviews().openKept(id);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() && !fixture->reviews().isOpening(), 60000);
    QCOMPARE(armCell("good.cu"), QStringLiteral("Compiles"));
    QCOMPARE(armCell("second.cu", 11), QStringLiteral("Build fails"));
    fixture->choose(fixture->hunkIn("second.cu", 11));
    QVERIFY(fixture->part<ArmFacts>("armFacts")
                ->lines()
                .contains(QStringLiteral("Line 11: fake failure")));
}

void PortReviewArmTest::withARealCompiler()
{
    if (!test::hasCompiler()) {
        QSKIP("no compiler for gfx942 with ROCm headers is installed");
    }
    fixture->project.settings.setValue(QStringLiteral("compile/rocm-path"), test::headers());
    openPort("__global__ void broken(float* out) { out[0] = undeclared; }\n");
    compile();
    QCOMPARE(armCell("good.cu"), QStringLiteral("Compiles"));
    QCOMPARE(armCell("second.cu", 11), QStringLiteral("Build fails"));
    fixture->choose(fixture->hunkIn("second.cu", 11));
    const QStringList lines = fixture->part<ArmFacts>("armFacts")->lines();
    QVERIFY2(lines.size() == 2 && lines[1].startsWith(QStringLiteral("Line 11: ")) &&
                 lines[1].contains(QStringLiteral("undeclared")),
             qPrintable(lines.join(u'\n')));
}

QTEST_MAIN(PortReviewArmTest)
#include "tst_portreviewarm.moc"
