#include "core/process/localprocess.h"
#include "core/process/sandbox.h"
#include "core/project/session/taskinfo.h"
#include "core/verify/compilers.h"
#include "tests/gui/reviewfixture.h"
#include "tests/support/cputime.h"
#include "tests/support/fakecompiler.h"
#include "ui/review/diffview.h"
#include "ui/review/gatepanel.h"
#include "ui/review/reviewarea.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QSignalSpy>
#include <QTreeView>

using namespace rocport;

/// Review with a compiler that is a script.
class GatePanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void modelOfAResult();
    void checksInTheBackground();
    void errorLeadsToItsChange();
    void originalTextLeadsToItsLine();
    void laterDecisionsAreSaid();
    void cancelled();
    void withoutACompiler();
    void wordOfAChange();
    void proofByNvcc();
    void runsTheBuildFiles();

private:
    void start(const QByteArray& source, const QByteArray& build = "project(x LANGUAGES CXX)\n");
    [[nodiscard]] std::shared_ptr<const GateResult> gate() const
    {
        return m_fixture->session->state()->gate;
    }
    void acceptAll() const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : m_fixture->session->state()->scan->hunks) {
            keys.append(hunk.key);
        }
        QVERIFY(!keys.isEmpty());
        QVERIFY(
            m_fixture->session->decide(keys, DecisionKind::Accepted, QStringLiteral("all")).ok());
    }
    void check() const
    {
        m_area->command(QStringLiteral("checkCompiles"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(gate() != nullptr, 30000);
        QTRY_VERIFY(m_fixture->session->tasks().isEmpty());
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
};

void GatePanelTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
}

void GatePanelTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void GatePanelTest::start(const QByteArray& source, const QByteArray& build)
{
    m_fixture->write(QStringLiteral("CMakeLists.txt"), build);
    m_fixture->write(QStringLiteral("k.cu"), source);
    m_fixture->commitAll();
    const QString tools = m_fixture->data.filePath(QStringLiteral("tools"));
    QDir().mkpath(tools);
    m_fixture->settings.setValue(QStringLiteral("compile/compiler"), test::makeFakeCompiler(tools));
    m_fixture->settings.setValue(QStringLiteral("compile/rocm-path"), tools);
    test::makeFakeRocm(tools, 7, 2);
    m_fixture->open();
    m_area =
        std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1384, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
}

void GatePanelTest::modelOfAResult()
{
    GateModel model(m_fixture->provider);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto result = std::make_shared<GateResult>();
    GateFile failed;
    failed.path = RepoPath("a.cu");
    failed.status = GateStatus::Failed;
    failed.reason = QStringLiteral("no such name");
    GateDiagnostic error;
    error.message = QStringLiteral("no such name");
    error.path = error.originalPath = RepoPath("a.cu");
    error.line = 9;
    error.originalLine = 7;
    error.hunkKey = "abcd";
    GateDiagnostic plain = error;
    plain.hunkKey.clear();
    GateDiagnostic open = plain;
    open.openKeys = {"efgh"};
    result->titles.insert("efgh", QStringLiteral("A wider mask"));
    failed.diagnostics = {error, plain, open};
    GateFile left;
    left.path = RepoPath("b.cu");
    left.reason = QStringLiteral("it needs PyTorch's headers");
    result->files = {failed, left};
    model.setResult(result);
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex file = model.index(0, 0);
    QCOMPARE(file.data().toString(), QStringLiteral("a.cu"));
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("failed: no such name"));
    QCOMPARE(model.rowCount(file), 3);
    QCOMPARE(model.index(0, 1, file).data().toString(), QStringLiteral("no such name"));
    QCOMPARE(model.index(1, 1, file).data().toString(),
             QStringLiteral("no such name \u2013 Nothing was proposed here"));
    QCOMPARE(model.index(2, 1, file).data().toString(),
             QStringLiteral("no such name \u2013 Proposed and not accepted: A wider mask"));
    const QModelIndex message = model.index(0, 0, file);
    QCOMPARE(message.data().toString(), QStringLiteral("a.cu:9")); // where the compiler saw it
    QCOMPARE(message.data(GateModel::HunkKeyRole).toByteArray(), QByteArray("abcd"));
    QCOMPARE(message.data(GateModel::PlaceRole).value<Place>(),
             (Place{RepoPath("a.cu"), 9, PlaceSide::Port}));
    QVERIFY(message.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Line 7")));
    QCOMPARE(file.data(GateModel::PlaceRole).value<Place>().line, 9);
    QVERIFY(
        message.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("no such name")));
    QCOMPARE(model.index(1, 1).data().toString(),
             QStringLiteral("not checked: it needs PyTorch's headers"));
    QCOMPARE(model.rowCount(model.index(1, 0)), 0);
    model.setResult(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void GatePanelTest::checksInTheBackground()
{
    start("#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n");
    acceptAll();
    QVERIFY(!m_area->gatePanel().isVisible());
    QSignalSpy started(m_fixture->session.get(), &ProjectSession::taskStarted);
    CpuTimer clock(CpuTimer::Of::Thread);
    m_area->command(QStringLiteral("checkCompiles"))->trigger();
    QVERIFY2(clock.elapsed() < 500, "the command only starts a task");
    QCOMPARE(started.size(), 1);
    QVERIFY(m_area->gatePanel().isVisible());
    m_area->command(QStringLiteral("checkCompiles"))->trigger(); // one at a time
    QCOMPARE(started.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(gate() != nullptr, 30000);
    QCOMPARE(gate()->count(GateStatus::Failed), 0);
    QVERIFY(gate()->count(GateStatus::Passed) >= 1);
    QVERIFY(m_area->gatePanel().summary().contains(QStringLiteral("0 failed")));
    QVERIFY(m_area->gatePanel().summary().contains(QStringLiteral("gfx942")));
    QVERIFY(m_area->gatePanel().model().rowCount() >= 1);
    // The repository is as it was.
    QVERIFY(!QFile::exists(m_fixture->path(QStringLiteral("rocport_compat.h"))));
}

void GatePanelTest::errorLeadsToItsChange()
{
    start("#include <cuda_runtime.h>\n"
          "__global__ void k(int* p)\n{\n"
          "    unsigned FAIL = __ballot_sync(0xffffffff, *p > 0);\n    *p = __popc(FAIL);\n}\n");
    acceptAll();
    check();
    QVERIFY(gate()->count(GateStatus::Failed) >= 1);
    GateModel& model = m_area->gatePanel().model();
    const QModelIndex file = model.index(0, 0);
    QCOMPARE(file.data().toString(), QStringLiteral("k.cu"));
    auto* tree = m_area->findChild<QTreeView*>(QStringLiteral("gateTree"));
    QVERIFY(tree->isExpanded(file));
    QModelIndex ofChange;
    for (int row = 0; row < model.rowCount(file); ++row) {
        const QModelIndex message = model.index(row, 0, file);
        if (!message.data(GateModel::HunkKeyRole).toByteArray().isEmpty()) {
            ofChange = message;
        }
    }
    QVERIFY(ofChange.isValid());
    tree->setCurrentIndex(ofChange);
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Return);
    QTRY_COMPARE(m_area->currentKey(), ofChange.data(GateModel::HunkKeyRole).toByteArray());
    auto* word = m_area->findChild<QLabel*>(QStringLiteral("compileText"));
    QTRY_VERIFY(word->text().contains(QStringLiteral("fake failure")));
}

void GatePanelTest::originalTextLeadsToItsLine()
{
    start("#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n\nint FAIL;\n");
    acceptAll();
    check();
    GateModel& model = m_area->gatePanel().model();
    const QModelIndex message = model.index(0, 0, model.index(0, 0));
    QVERIFY(message.data(GateModel::HunkKeyRole).toByteArray().isEmpty());
    QSignalSpy asked(&m_area->gatePanel(), &GatePanel::placeRequested);
    auto* tree = m_area->findChild<QTreeView*>(QStringLiteral("gateTree"));
    tree->setCurrentIndex(message);
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    const Place place = asked[0][0].value<Place>();
    QCOMPARE(place.side, PlaceSide::Port);
    QVERIFY(place.line > 4); // the port has lines above
    const DiffScene& scene = m_area->diff().scene();
    QTRY_VERIFY(scene.marked >= 0);
    QCOMPARE(scene.layout.right.line(scene.marked).toByteArray().trimmed(),
             QByteArray("int FAIL;"));
    QVERIFY(m_area->gatePanel().isVisible());
    QTest::keyClick(tree, Qt::Key_Escape);
    QVERIFY(!m_area->gatePanel().isVisible());
}

void GatePanelTest::laterDecisionsAreSaid()
{
    start("#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n");
    acceptAll();
    check();
    const auto stale = [this] {
        for (const Chip* chip : m_area->gatePanel().findChildren<Chip*>()) {
            if (chip->text().contains(QStringLiteral("later"))) {
                return chip->isVisible();
            }
        }
        return false;
    };
    QVERIFY(!stale());
    QVERIFY(m_fixture->session->undo().ok());
    QTRY_VERIFY(stale());
}

void GatePanelTest::cancelled()
{
    start("#include <cuda_runtime.h>\n// SLEEP\n");
    acceptAll();
    QSignalSpy failed(m_fixture->session.get(), &ProjectSession::failed);
    m_area->command(QStringLiteral("checkCompiles"))->trigger();
    const QVector<TaskInfo> tasks = m_fixture->session->tasks();
    QCOMPARE(tasks.size(), 1);
    QVERIFY(tasks[0].cancellable);
    m_fixture->session->cancelTask(tasks[0].id);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->tasks().isEmpty(), 10000);
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::Cancelled);
    QVERIFY(gate() == nullptr);
}

void GatePanelTest::withoutACompiler()
{
    start("#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n");
    m_fixture->settings.setValue(QStringLiteral("compile/compiler"),
                                 QStringLiteral("/nonexistent/hipcc"));
    acceptAll();
    check();
    QVERIFY(!gate()->compilerFound);
    QCOMPARE(gate()->count(GateStatus::Passed), 0);
    QVERIFY(m_area->gatePanel().model().index(0, 1).data().toString().contains(
        QStringLiteral("no compiler")));
}

void GatePanelTest::wordOfAChange()
{
    GateResult result;
    result.architectures = {QStringLiteral("gfx942")};
    Hunk hunk;
    hunk.key = "k";
    hunk.targetPath = RepoPath("a.cu");
    QVERIFY(gateWordOf(result, hunk).text.isEmpty());
    GateFile file;
    file.path = hunk.targetPath;
    file.status = GateStatus::Passed;
    result.files = {file};
    QCOMPARE(gateWordOf(result, hunk).text, QStringLiteral("Compiles for gfx942"));
    result.files[0].status = GateStatus::Failed;
    QCOMPARE(gateWordOf(result, hunk).status, GateStatus::Failed);
    QVERIFY(gateWordOf(result, hunk).text.contains(QStringLiteral("no error is in this change")));
    GateDiagnostic error;
    error.hunkKey = "k";
    error.message = QStringLiteral("bad");
    result.files[0].diagnostics = {error};
    QCOMPARE(gateWordOf(result, hunk).text, QStringLiteral("Does not compile for gfx942: bad"));
}

void GatePanelTest::proofByNvcc()
{
    start("#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = "
          "__popc(__ballot_sync(0xffffffff, *p)); }\n");
    if (!findNvcc(CompilerSearch::fromEnvironment(), LocalProcessRunner(), {}).ok()) {
        QSKIP("nvcc is not installed");
    }
    const auto verdicts = [this] {
        int compiled = 0;
        const auto state = m_fixture->session->state();
        for (const Hunk& hunk : state->scan->hunks) {
            compiled += state->verdict(hunk) == Verdict::Compiled ? 1 : 0;
        }
        return compiled;
    };
    QCOMPARE(verdicts(), 0);
    QSignalSpy proved(m_fixture->session.get(), &ProjectSession::compilersProved);
    m_area->command(QStringLiteral("proveNvcc"))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(proved.size(), 1, 60000);
    QVERIFY(verdicts() >= 1);
    QVERIFY2(m_area->gatePanel().summary().contains(QStringLiteral("of 1 file, 1 agrees")),
             qPrintable(m_area->gatePanel().summary()));
    // The word stays over a restart, since text and edit are the same.
    const int before = verdicts();
    m_area.reset();
    m_fixture->open();
    QCOMPARE(verdicts(), before);
}

/// A unit that the ROCm build loses stands with the errors and leads to the line that names it.
void GatePanelTest::runsTheBuildFiles()
{
    const bool can = Sandbox().works(LocalProcessRunner()) &&
                     findProgram(QStringLiteral("cmake")).ok() &&
                     findProgram(QStringLiteral("make")).ok();
    if (!can) {
        QSKIP("CMake, make or bubblewrap does not work here");
    }
    m_fixture->write(QStringLiteral("lost.cpp"), "int lost() { return 1; }\n");
    m_fixture->write(QStringLiteral("more.cmake"),
                     "if(USE_ROCM)\nelse()\n  add_library(q STATIC lost.cpp)\nendif()\n");
    start("#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n",
          "cmake_minimum_required(VERSION 3.21)\nproject(x LANGUAGES CXX CUDA)\n"
          "add_library(k STATIC k.cu)\ninclude(more.cmake)\n");
    acceptAll();
    m_area->command(QStringLiteral("checkWhole"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(gate() != nullptr, 60000);
    QTRY_VERIFY(m_fixture->session->tasks().isEmpty());
    GatePanel& panel = m_area->gatePanel();
    QVERIFY(gate()->whole);
    const GateModel& model = panel.model();
    const QModelIndex lost = model.index(0, 0);
    QCOMPARE(lost.data().toString(), QStringLiteral("lost.cpp"));
    QCOMPARE(lost.data(GateModel::StatusRole).toInt(), static_cast<int>(GateStatus::Failed));
    QCOMPARE(model.rowCount(lost), 1);
    const QModelIndex message = model.index(0, 0, lost);
    QCOMPARE(message.data().toString(), QStringLiteral("more.cmake:3"));
    const QString said = message.siblingAtColumn(GateModel::TextColumn).data().toString();
    QVERIFY2(said.contains(QStringLiteral("under the else of if(USE_ROCM)")), qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("Nothing was proposed")), qPrintable(said));
    QStringList others;
    for (int row = 1; row < model.rowCount(); ++row) {
        others.append(model.index(row, 0).data().toString());
    }
    QVERIFY2(others.contains(QStringLiteral("k.cu")), qPrintable(others.join(u' ')));
    QVERIFY2(panel.summary().contains(QStringLiteral("1 failed")), qPrintable(panel.summary()));
    QSignalSpy places(&panel, &GatePanel::placeRequested);
    auto* tree = panel.findChild<QTreeView*>(QStringLiteral("gateTree"));
    tree->setCurrentIndex(message);
    QTest::keyClick(tree, Qt::Key_Return);
    QCOMPARE(places.size(), 1);
    QCOMPARE(places.at(0).at(0).value<Place>().path.display(), QStringLiteral("more.cmake"));
    QCOMPARE(places.at(0).at(0).value<Place>().line, 3);
}

QTEST_MAIN(GatePanelTest)
#include "tst_gatepanel.moc"
