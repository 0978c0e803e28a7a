// Runs the harness as a node would, with this machine's python3 and a stand-in for torch
// (tests/fixtures/harness). tests/device/harness_three_ways.py does it with the real one and a GPU.
#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/verify/harness.h"
#include "core/verify/harnessresult.h"
#include "core/verify/harnessrun.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

QString fixtures()
{
    return QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/harness");
}

bool put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

class TestHarness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void archiveIsTheSameEachTime();
    void modulesHaveAnOrder();
    void load_data();
    void load();
    void failures_data();
    void failures();
    void limitEndsOneCheckOnly();
    void crashCostsOneCaseOnly();
    void captureAndCompare();
    void alteredWeights();
    void stability();
    void convert();
    void wrongPlans_data();
    void wrongPlans();

private:
    HarnessResults run(const QString& action, const QJsonObject& plan, const QString& gpu = {},
                       const QStringList& more = {});
    static QStringList failedOf(const HarnessResults& results);
    [[nodiscard]] QString out() const { return m_folder.filePath(QStringLiteral("out")); }

    QString m_python;
    QTemporaryDir m_folder;
    int m_exit = -1;
    QByteArray m_errors;
};

void TestHarness::initTestCase()
{
    m_python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (m_python.isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST there is no python3 on this machine");
    }
    QVERIFY(put(m_folder.filePath(QStringLiteral("harness.pyz")), harnessArchive()));
}

HarnessResults TestHarness::run(const QString& action, const QJsonObject& plan, const QString& gpu,
                                const QStringList& more)
{
    const QString planFile = m_folder.filePath(QStringLiteral("plan.json"));
    put(planFile, QJsonDocument(plan).toJson());
    QDir(out()).removeRecursively();
    ProcessCommand command;
    command.program = m_python;
    command.arguments = {m_folder.filePath(QStringLiteral("harness.pyz")),
                         action,
                         QStringLiteral("--plan"),
                         planFile,
                         QStringLiteral("--out"),
                         out()};
    command.arguments += more;
    command.workingFolder = fixtures() + QStringLiteral("/tree");
    command.environment = {{QStringLiteral("PYTHONPATH"), fixtures()},
                           {QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1")},
                           {QStringLiteral("ROCPORT_FAKE_GPU"), gpu}};
    command.timeout = std::chrono::minutes(4);
    const LocalProcessRunner runner;
    const auto ended = runProcess(runner, command, {});
    m_exit = ended ? ended->outcome.exitCode : -1;
    m_errors = ended ? ended->errors : ended.error().detail.toUtf8();
    QFile file(out() + QStringLiteral("/harness.jsonl"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray bytes = file.readAll();
    const auto results = readHarness(bytes);
    return results ? *results : HarnessResults();
}

QStringList TestHarness::failedOf(const HarnessResults& results)
{
    QStringList ids;
    for (const VerifyCheck& check : results.checks) {
        if (check.state == CheckState::Failed) {
            ids.append(check.id);
        }
    }
    return ids;
}

void TestHarness::archiveIsTheSameEachTime()
{
    QCOMPARE(storedZip({{QStringLiteral("a"), "x"}}), storedZip({{QStringLiteral("a"), "x"}}));
    const QByteArray archive = harnessArchive();
    QVERIFY(archive.contains("__main__.py"));
    QVERIFY(archive.contains("rocport_harness/children.py"));
}

/// Each module imports those below it, at its top: taken away from the bottom up, none is left.
void TestHarness::modulesHaveAnOrder()
{
    const QDir folder(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/node/harness/rocport_harness"));
    const QStringList files = folder.entryList({QStringLiteral("*.py")}, QDir::Files);
    static const QRegularExpression all(
        QStringLiteral("^( *)from \\.(?: import ([\\w, ]+)|(\\w+) import )"),
        QRegularExpression::MultilineOption);
    QMap<QString, QStringList> imports;
    for (const QString& file : files) {
        QFile source(folder.filePath(file));
        QVERIFY(source.open(QIODevice::ReadOnly));
        QStringList& own = imports[file.chopped(3)];
        auto found = all.globalMatch(QString::fromUtf8(source.readAll()));
        while (found.hasNext()) {
            const QRegularExpressionMatch one = found.next();
            QVERIFY2(one.captured(1).isEmpty(), qPrintable(file + u' ' + one.captured()));
            own += one.captured(3) + one.captured(2).remove(u' ').replace(u',', u'\n');
        }
        own = own.join(u'\n').split(u'\n', Qt::SkipEmptyParts);
    }
    QVERIFY(imports.value(QStringLiteral("cases")).contains(QStringLiteral("golden")));
    for (bool removes = true; removes;) {
        removes = false;
        for (const QString& module : imports.keys()) {
            const bool above =
                std::any_of(imports[module].cbegin(), imports[module].cend(),
                            [&](const QString& one) { return imports.contains(one); });
            removes = removes || !above;
            if (!above) {
                imports.remove(module);
            }
        }
    }
    QCOMPARE(imports.keys(), QStringList());
}

void TestHarness::load_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QStringList>("shapes");
    const QStringList one{QStringLiteral("2,4")};
    QTest::newRow("function") << QStringLiteral("sample:scale") << one;
    QTest::newRow("two inputs") << QStringLiteral("sample:pair")
                                << QStringList{QStringLiteral("2,4"), QStringLiteral("2,4")};
    QTest::newRow("module class") << QStringLiteral("sample:Scale") << one;
    QTest::newRow("factory") << QStringLiteral("sample:factory") << QStringList();
    QTest::newRow("file of the user's") << QStringLiteral("case.py") << QStringList();
}

void TestHarness::load()
{
    QFETCH(QString, target);
    QFETCH(QStringList, shapes);
    const QJsonObject plan{{QStringLiteral("target"), target},
                           {QStringLiteral("shapes"), QJsonArray::fromStringList(shapes)},
                           {QStringLiteral("dtypes"), QJsonArray{QStringLiteral("bfloat16")}}};
    const HarnessResults amd = run(QStringLiteral("load"), plan, QStringLiteral("gfx942"));
    QVERIFY2(failedOf(amd).isEmpty(),
             qPrintable(failedOf(amd).join(u' ') + QString::fromUtf8(m_errors)));
    QVERIFY(amd.complete);
    QCOMPARE(m_exit, 0);
    QVERIFY(amd.environment.onAmdGpu());
    QCOMPARE(amd.environment.gfx, QStringLiteral("gfx942"));
    QCOMPARE(amd.checks.size(), 9);
    // The same inputs wherever they are made.
    const HarnessResults cpu = run(QStringLiteral("load"), plan);
    QVERIFY(!cpu.environment.onAmdGpu());
    QVERIFY(!cpu.inputHashes.isEmpty());
    QCOMPARE(cpu.inputHashes, amd.inputHashes);
    const HarnessResults nvidia = run(QStringLiteral("load"), plan, QStringLiteral("sm_90"));
    QVERIFY(!nvidia.environment.onAmdGpu());
    QCOMPARE(nvidia.inputHashes, amd.inputHashes);
}

void TestHarness::failures_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* target, const char* check,
                        const char* words) {
        QTest::newRow(name) << QString::fromLatin1(target) << QString::fromLatin1(check)
                            << QString::fromLatin1(words);
    };
    row("no such module", "nosuch:f", "load:import", "There is no module 'nosuch'");
    row("no such name", "sample:scal", "load:import", "did you mean scale");
    row("missing package", "needs_package:f", "load:import", "no_such_package");
    row("ends at import", "exits:f", "load:import", "ends the program");
    row("not callable", "sample:number", "load:import", "cannot be called");
    row("no file", "nothere.py", "load:import", "is not in the tree");
    row("needs arguments", "sample:NeedsSize", "load:inputs:float32_0", "write a factory");
    row("by name only", "sample:needs_name", "load:inputs:float32_0", "by name");
    row("number of shapes", "sample:pair", "load:inputs:float32_0", "takes 2 inputs");
    row("infinity", "sample:hundredfold", "load:finite:float32_0", "8 Inf among 8");
    row("out of memory", "sample:memory", "load:forward:float32_0", "memory ran out");
    row("crash", "sample:crash", "load:forward:float32_0", "SIGABRT");
}

void TestHarness::failures()
{
    QFETCH(QString, target);
    QFETCH(QString, check);
    QFETCH(QString, words);
    const HarnessResults results = run(
        QStringLiteral("load"), {{QStringLiteral("target"), target},
                                 {QStringLiteral("shapes"), QJsonArray{QStringLiteral("2,4")}}});
    QCOMPARE(m_exit, 1);
    QVERIFY(results.complete);
    bool found = false;
    for (const VerifyCheck& one : results.checks) {
        if (one.state == CheckState::Failed && one.id == check) {
            found = true;
            QVERIFY2(one.detail.contains(words), qPrintable(one.detail));
        }
    }
    QVERIFY2(found, qPrintable(failedOf(results).join(u' ')));
}

void TestHarness::limitEndsOneCheckOnly()
{
    const HarnessResults results =
        run(QStringLiteral("load"), {{QStringLiteral("target"), QStringLiteral("sample:slow")},
                                     {QStringLiteral("shapes"), QJsonArray{QStringLiteral("2,4")}},
                                     {QStringLiteral("limitSeconds"), 5}});
    QCOMPARE(failedOf(results), QStringList{QStringLiteral("load:forward:float32_0")});
    QVERIFY(results.complete);
    QVERIFY(results.checks.last().detail.contains(QLatin1StringView("Not finished after")));
    QVERIFY(m_errors.contains("in slow")); // the Python stack is in the log
}

void TestHarness::crashCostsOneCaseOnly()
{
    // Two types are two cases: each has a process of its own.
    const HarnessResults results =
        run(QStringLiteral("load"),
            {{QStringLiteral("target"), QStringLiteral("sample:crash_in_half")},
             {QStringLiteral("shapes"), QJsonArray{QStringLiteral("2,4")}},
             {QStringLiteral("dtypes"),
              QJsonArray{QStringLiteral("float16"), QStringLiteral("float32")}}});
    QCOMPARE(failedOf(results), QStringList{QStringLiteral("load:forward:float16_0")});
    QVERIFY(results.complete);
    QCOMPARE(results.checks.last().id, QStringLiteral("load:cpu:float32_0"));
    QCOMPARE(results.checks.last().state, CheckState::Passed);
}

void TestHarness::captureAndCompare()
{
    const QString golden = m_folder.filePath(QStringLiteral("golden"));
    const QJsonObject plan{{QStringLiteral("target"), QStringLiteral("sample:Scale")},
                           {QStringLiteral("shapes"), QJsonArray{QStringLiteral("2,4")}},
                           {QStringLiteral("dtypes"),
                            QJsonArray{QStringLiteral("float32"), QStringLiteral("bfloat16")}}};
    const HarnessResults captured = run(QStringLiteral("capture"), plan, QStringLiteral("sm_90"));
    QVERIFY2(failedOf(captured).isEmpty(), m_errors.constData());
    QDir(golden).removeRecursively();
    QVERIFY(QDir().rename(out() + QStringLiteral("/bundle"), golden));
    QVERIFY(QFile::exists(golden + QStringLiteral("/reproduce.sh")));
    const HarnessResults again = run(QStringLiteral("compare"),
                                     {{QStringLiteral("target"), QStringLiteral("sample:Scale")},
                                      {QStringLiteral("reference"), QStringLiteral("golden")}},
                                     QStringLiteral("gfx942"));
    QVERIFY2(failedOf(again).isEmpty(), m_errors.constData());
    QCOMPARE(again.files.size(), 4); // outputs and gradients of two cases
    QCOMPARE(again.inputHashes, captured.inputHashes);
    // What the node wrote, compared here.
    JobEntry job;
    job.folder = m_folder.filePath(QStringLiteral("job"));
    QDir(job.folder).removeRecursively();
    QVERIFY(QDir().mkpath(job.folder));
    QVERIFY(QDir().rename(out(), job.folder + QStringLiteral("/results")));
    job.status.state = JobState::Succeeded;
    VerifyRequest request;
    request.level = VerifyLevel::Numerical;
    request.reference = golden;
    const auto run = readVerification(job, request);
    QVERIFY(run.ok());
    QCOMPARE(run->state(), CheckState::Passed);
    QVERIFY(run->onGpu);
    const auto tensors =
        std::count_if(run->checks.begin(), run->checks.end(),
                      [](const VerifyCheck& check) { return check.comparison.has_value(); });
    QCOMPARE(tensors, 6); // per case: the output, and gradients of input and weight
}

void TestHarness::alteredWeights()
{
    const QString golden = m_folder.filePath(QStringLiteral("golden"));
    QVERIFY(QDir(golden).exists()); // of captureAndCompare()
    QFile state(golden + QStringLiteral("/float32_0.state.safetensors"));
    QVERIFY(state.open(QIODevice::ReadWrite));
    QVERIFY(state.seek(state.size() - 4));
    QCOMPARE(state.write("\x00\x00\x80\x3f", 4), 4);
    state.close();
    const HarnessResults results =
        run(QStringLiteral("compare"), {{QStringLiteral("target"), QStringLiteral("sample:Scale")},
                                        {QStringLiteral("reference"), QStringLiteral("golden")}});
    QCOMPARE(failedOf(results), QStringList{QStringLiteral("golden:inputs:float32_0")});
}

void TestHarness::stability()
{
    const HarnessResults results =
        run(QStringLiteral("stability"),
            {{QStringLiteral("target"), QStringLiteral("sample:Scale")},
             {QStringLiteral("shapes"), QJsonArray{QStringLiteral("2,4")}},
             {QStringLiteral("iterations"), 7}},
            QStringLiteral("gfx942"));
    QVERIFY2(failedOf(results).isEmpty(), m_errors.constData());
    QCOMPARE(results.samples.size(), 7);
    QVERIFY(results.samples.last().equalToFirst);
    QVERIFY(results.samples.last().memoryMb > 0);
    const HarnessResults drifting = run(
        QStringLiteral("stability"), {{QStringLiteral("target"), QStringLiteral("sample:drift")},
                                      {QStringLiteral("shapes"), QJsonArray{QStringLiteral("2,4")}},
                                      {QStringLiteral("iterations"), 5}});
    QCOMPARE(failedOf(drifting), QStringList{QStringLiteral("stability:repeat:float32_0")});
    QVERIFY(!drifting.samples.last().equalToFirst);
}

void TestHarness::convert()
{
    const QString file = m_folder.filePath(QStringLiteral("w.pt"));
    QVERIFY(put(file, R"({"layer.weight":[1.0,2.0],"bias":[3.0]})"));
    const HarnessResults results =
        run(QStringLiteral("convert"),
            {{QStringLiteral("files"), QJsonArray{file, QStringLiteral("/no/such.pt")}}});
    QCOMPARE(failedOf(results), QStringList{QStringLiteral("convert:1")});
    const auto opened = TensorFile::open(out() + QStringLiteral("/converted/w.safetensors"));
    QVERIFY(opened.ok());
    QCOMPARE(opened->tensors().size(), 2);
    QVERIFY(opened->indexOf(QStringLiteral("layer.weight")) >= 0);
}

void TestHarness::wrongPlans_data()
{
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no target") << QByteArray("{}") << QByteArray("no target");
    QTest::newRow("not JSON") << QByteArray("{") << QByteArray("is not JSON");
    QTest::newRow("shape") << QByteArray(R"({"target":"a:b","shapes":["2x3"]})")
                           << QByteArray("not a list of numbers");
    QTest::newRow("type") << QByteArray(R"({"target":"a:b","dtypes":["int4"]})")
                          << QByteArray("not an element type");
    QTest::newRow("seed") << QByteArray(R"({"target":"a:b","seed":"x"})")
                          << QByteArray("whole number");
    QTest::newRow("too large") << QByteArray(R"({"target":"a:b","shapes":["999999,999999"]})")
                               << QByteArray("more than");
}

void TestHarness::wrongPlans()
{
    QFETCH(QByteArray, plan);
    QFETCH(QByteArray, words);
    const QString file = m_folder.filePath(QStringLiteral("wrong.json"));
    QVERIFY(put(file, plan));
    run(QStringLiteral("load"), {}, {}, {QStringLiteral("--plan"), file});
    QCOMPARE(m_exit, 2);
    QVERIFY2(m_errors.contains(words), m_errors.constData());
}

QTEST_GUILESS_MAIN(TestHarness)
#include "tst_harness.moc"
