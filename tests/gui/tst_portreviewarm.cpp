// The checks of the ROCm arm in the review of a port, in the real window: asked for, followed,
// cancelled, and what is shown of them.

#include "tests/gui/portreviewfixture.h"
#include "tests/integration/hipcompiler.h"
#include "tests/integration/laneengine.h"
#include "tests/support/fakecompiler.h"
#include "ui/portreview/armdialog.h"
#include "ui/portreview/armfacts.h"
#include "ui/portreview/lanerundialog.h"
#include "ui/shell/statusbar.h"
#include "ui/verify/lanepane.h"

#include <QComboBox>
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
    void whatCanBeRun();
    void onLanes();

private:
    void openPortOfAProgram();
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

/// A program whose port leaves out what 64 lanes need.
void PortReviewArmTest::openPortOfAProgram()
{
    const QString folder = fixture->project.folder.path();
    const QByteArray include("#include <cuda_runtime.h>\n");
    const QByteArray shuffle(
        "  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);\n");
    const QByteArray program =
        include +
        "\n"
        "__global__ void row_sum(float* out, const float* in)\n"
        "{\n"
        "  float v = in[threadIdx.x];\n" +
        shuffle +
        "  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;\n"
        "}\n"
        "\n"
        "int main()\n"
        "{\n"
        "  float host[64], *in, *out;\n"
        "  for (int i = 0; i < 64; ++i) host[i] = 1;\n"
        "  cudaMalloc(&in, sizeof(host));\n"
        "  cudaMalloc(&out, 2 * sizeof(float));\n"
        "  cudaMemset(out, 0, 2 * sizeof(float));\n"
        "  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);\n"
        "  row_sum<<<1, 64>>>(out, in);\n"
        "  cudaMemcpy(host, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);\n"
        "  return 0;\n"
        "}\n";
    fixture->project.write(QStringLiteral("sum.cu"), program);
    fixture->project.commitAll();
    QVERIFY(PortReviewFixture::git(folder, "checkout -q -b port"));
    QByteArray ported = program;
    QByteArray names("#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n");
    for (const char* name :
         {"Malloc", "Memset", "Memcpy", "MemcpyHostToDevice", "MemcpyDeviceToHost"}) {
        names += QByteArray("#define cuda") + name + " hip" + name + '\n';
    }
    ported.replace(include, names + "#else\n" + include + "#endif\n");
    ported.replace(shuffle, "#ifdef USE_ROCM\n"
                            "  for (int o = 16; o > 0; o >>= 1) v += __shfl_down(v, o);\n"
                            "#else\n" +
                                shuffle + "#endif\n");
    fixture->project.write(QStringLiteral("sum.cu"), ported);
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

void PortReviewArmTest::whatCanBeRun()
{
    openPortOfAProgram();
    ArmDialog* dialog = ask();
    dialog->setWhat(ArmDialog::Program);
    auto* place = dialog->findChild<QComboBox*>(QStringLiteral("armPlace"));
    QTRY_COMPARE(place->currentText(), QStringLiteral("sum.cu"));
    auto* start = dialog->findChild<QPushButton*>(QStringLiteral("armStart"));
    QVERIFY(start->isEnabled());
    QCOMPARE(start->text(), QStringLiteral("Run on lanes"));
    const auto program = dialog->wishes();
    QVERIFY(program && program->execution && !program->compile);
    QCOMPARE(program->execution->sources, QVector<RepoPath>{RepoPath("sum.cu")});
    QCOMPARE(program->execution->lanes, (QVector<int>{64, 32}));
    dialog->setWhat(ArmDialog::Kernel);
    QCOMPARE(place->currentText(), QStringLiteral("sum.cu: row_sum(float* out, const float* in)"));
    QVERIFY(!start->isEnabled());
    auto* problem = dialog->findChild<QLabel*>(QStringLiteral("armProblem"));
    QCOMPARE(problem->text(), QStringLiteral("Name the kernel, its grid and its block."));
    const auto field = [dialog](const char* name) {
        return dialog->findChild<QLineEdit*>(QLatin1String(name));
    };
    QTest::keyClicks(field("armKernel"), QStringLiteral("_of_mine"));
    dialog->setWhat(ArmDialog::Program);
    dialog->setWhat(ArmDialog::Kernel);
    QCOMPARE(field("armKernel")->text(), QStringLiteral("row_sum_of_mine")); // what was typed stays
    field("armKernel")->setText(QStringLiteral("row_sum"));
    field("armGrid")->setText(QStringLiteral("1"));
    field("armBlock")->setText(QStringLiteral("64"));
    field("armArguments")->setText(QStringLiteral("float[2]=zeros; flat[64]=ones"));
    QVERIFY(!start->isEnabled());
    QVERIFY2(problem->text().contains(QStringLiteral("flat")), qPrintable(problem->text()));
    field("armArguments")->setText(QStringLiteral("float[2]=zeros; float[64]=ones"));
    QVERIFY2(start->isEnabled(), qPrintable(problem->text()));
    const auto kernel = dialog->wishes();
    QVERIFY(kernel && kernel->execution && kernel->execution->kernel);
    QCOMPARE(kernel->execution->kernel->name, QStringLiteral("row_sum"));
    QCOMPARE(kernel->execution->kernel->arguments.size(), 2);
}

void PortReviewArmTest::onLanes()
{
    if (!test::hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: no compiler, or Boost.Context is not installed "
              "(libboost-context-dev)");
    }
    openPortOfAProgram();
    const QByteArray shuffle = fixture->hunkIn("sum.cu", 17);
    fixture->choose(shuffle);
    ArmDialog* dialog = ask();
    dialog->setWhat(ArmDialog::Program);
    auto* start = dialog->findChild<QPushButton*>(QStringLiteral("armStart"));
    auto* place = dialog->findChild<QComboBox*>(QStringLiteral("armPlace"));
    QTRY_COMPARE(place->currentText(), QStringLiteral("sum.cu"));
    start->click();
    auto* button = fixture->part<QPushButton>("portCheckButton");
    QTRY_VERIFY_WITH_TIMEOUT(button->text().startsWith(QStringLiteral("Lanes: step ")), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture->reviews().isChecking(), 240000);
    QCOMPARE(armCell("sum.cu", 17), QStringLiteral("64 lanes differ"));
    QCOMPARE(armCell("sum.cu", 1), QStringLiteral("Not tried"));
    const QStringList lines = fixture->part<ArmFacts>("armFacts")->lines();
    QVERIFY2(lines.size() >= 2, qPrintable(lines.join(u'\n')));
    QCOMPARE(lines[0], QStringLiteral("64 lanes: element 1 of `out` is 0, not 32"));
    QCOMPARE(lines[1], QStringLiteral("32 lanes: equal"));
    QCOMPARE(fixture->part<QLabel>("portNoticeText")->text(),
             QStringLiteral("1 of 1 result differs on lanes."));
    // The run that says so, as Verify shows runs; also when the review is opened again.
    const QByteArray id = fixture->reviews().state()->kept.id;
    fixture->reviews().close();
    fixture->reviews().openKept(id);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() && !fixture->reviews().isOpening(), 60000);
    fixture->choose(shuffle);
    QCOMPARE(armCell("sum.cu", 17), QStringLiteral("64 lanes differ"));
    auto* show = fixture->part<QPushButton>("showInLanes");
    QVERIFY(show->isVisible());
    show->click();
    auto* run = fixture->part<LaneRunDialog>("laneRunDialog");
    QVERIFY(run != nullptr && run->isVisible());
    QCOMPARE(run->windowTitle(), QStringLiteral("Lanes: sum.cu on lanes"));
    auto* pane = run->findChild<LanePane*>();
    QVERIFY2(pane->plainText().contains(QStringLiteral("First difference")) &&
                 pane->plainText().contains(QStringLiteral("Element: [1]")),
             qPrintable(pane->plainText()));
    auto* change = run->findChild<QPushButton*>(QStringLiteral("laneChange"));
    QVERIFY(change->isVisible());
    change->click(); // back to the hunk
    QVERIFY(!run->isVisible());
    QCOMPARE(fixture->tree().current(), shuffle);
    fixture->choose(fixture->hunkIn("sum.cu", 1));
    QVERIFY(!show->isVisible()); // the run says nothing of it
}

QTEST_MAIN(PortReviewArmTest)
#include "tst_portreviewarm.moc"
