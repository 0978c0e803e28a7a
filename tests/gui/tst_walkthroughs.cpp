// The rules, the format and the kind of node of docs/extending.md, which walkthroughs.py has put
// into copies of the sources that its steps name, are part of the program: nothing but those steps
// was done.
#include "app/cli/commands.h"
#include "core/process/runprocess.h"
#include "core/remote/jobscript.h"
#include "core/remote/nodekinds.h"
#include "core/remote/toytransport.h"
#include "core/report/reportformats.h"
#include "core/rules/packs/packcheck.h"
#include "core/rules/rulenames.h"
#include "core/scan/scanner.h"
#include "tests/gui/fakeremote.h"
#include "tests/gui/reviewfixture.h"
#include "tests/unit/memorytree.h"
#include "ui/nodes/nodeeditor.h"
#include "ui/nodes/nodesmodel.h"
#include "ui/report/exporttable.h"
#include "ui/report/reportarea.h"
#include "ui/theme/twolinedelegate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

using namespace rocport;

namespace {

const QString kFormat = QStringLiteral("tsv");
const QString kKind = QStringLiteral("toy");

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

PackText pack(const QString& name)
{
    const QString path = QStringLiteral(ROCPORT_WALKTHROUGHS "/resources/rules/") + name;
    return {path, PackOrigin::User, contentOf(path)};
}

} // namespace

class TestWalkthroughs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ruleIsKnownAndPassesItsSamples_data();
    void ruleIsKnownAndPassesItsSamples();
    void rulesFindInAScan();
    void formatIsOfferedEverywhere();
    void formatIsWrittenByTheCommandLine();
    void formatIsWrittenByTheWindow();
    void kindOfNodeRunsJobs();
    void kindOfNodeHasAForm();
};

void TestWalkthroughs::ruleIsKnownAndPassesItsSamples_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("file");
    QTest::newRow("Python") << QStringLiteral("toy-import") << QStringLiteral("python.toml");
    QTest::newRow("C++") << QStringLiteral("toy-call") << QStringLiteral("hipify.toml");
}

void TestWalkthroughs::ruleIsKnownAndPassesItsSamples()
{
    QFETCH(QString, rule);
    QFETCH(QString, file);
    QVERIFY(isBuiltinMatcher(rule));
    QVERIFY(builtinMatcherNames().contains(rule));
    const PackCheck check = checkPack(pack(file));
    for (const Error& error : check.problems) {
        qWarning("%s: %s", qPrintable(error.object), qPrintable(error.detail));
    }
    QVERIFY(check.problems.isEmpty());
    const auto found = std::find_if(check.rules.begin(), check.rules.end(),
                                    [&](const Rule& one) { return one.id == rule; });
    QVERIFY(found != check.rules.end());
    QCOMPARE(found->samples.size(), 2);
    QVERIFY(found->samples.at(0).match && !found->samples.at(1).match);
    // A sample that says the opposite fails, so it was the analysis that was asked.
    RuleSample wrong = found->samples.at(0);
    wrong.match = false;
    QVERIFY(!sampleProblem(*found, wrong).isEmpty());
}

void TestWalkthroughs::rulesFindInAScan()
{
    const RuleSet::LoadResult loaded = RuleSet::load(QVector<PackText>{
        pack(QStringLiteral("python.toml")), pack(QStringLiteral("hipify.toml"))});
    QVERIFY(loaded.problems.isEmpty());
    MemoryTree tree;
    tree.files = {{"train.py", "import toyvision\n"},
                  {"other.py", "import torch\n"},
                  {"sum.cu", "__global__ void sum()\n{\n    toySync();\n}\n"},
                  {"host.cu", "void toySync();\n"}}; // no device code: not looked at
    const auto scan =
        scanTree(tree, std::make_shared<const RuleSet>(loaded.rules), {}, nullptr, {});
    QVERIFY(scan.ok());
    QStringList found;
    for (const auto& file : (*scan)->files) {
        for (const Finding& finding : file->findings) {
            if (finding.ruleId.startsWith(QStringLiteral("toy-"))) {
                found.append(
                    QStringLiteral("%1:%2 %3")
                        .arg(file->path.display(), QString::number(finding.line), finding.symbol));
            }
        }
    }
    found.sort();
    QCOMPARE(found, QStringList({QStringLiteral("sum.cu:3 toySync"),
                                 QStringLiteral("train.py:1 toyvision")}));
}

void TestWalkthroughs::formatIsOfferedEverywhere()
{
    QVERIFY(reportFormat(kFormat) != nullptr);
    QVERIFY(reportFormatIds().contains(kFormat));
    ReviewFixture fixture;
    const ExportTable table(fixture.provider);
    const auto* check = table.findChild<QCheckBox*>(QStringLiteral("export-") + kFormat);
    QVERIFY(check != nullptr);
    QCOMPARE(check->text(), QStringLiteral("Table"));
    QVERIFY(!table.chosen().contains(kFormat));
    // Every row of the table, and none besides.
    QCOMPARE(table.findChildren<QCheckBox*>().size(),
             static_cast<qsizetype>(reportFormats().size()));
}

void TestWalkthroughs::formatIsWrittenByTheCommandLine()
{
    ReviewFixture fixture;
    fixture.copySample();
    fixture.commitAll();
    fixture.open();
    const QString project = fixture.session->state()->projectFile;
    fixture.session.reset();
    const QString output = fixture.data.filePath(QStringLiteral("report.tsv"));
    const QStringList arguments{QStringLiteral("report"),   project,
                                QStringLiteral("--format"), kFormat,
                                QStringLiteral("-o"),       output};
    QCOMPARE(runReport(arguments), static_cast<int>(kExitDone));
    const QByteArrayList lines = contentOf(output).split('\n');
    QCOMPARE(lines.first(), QByteArray("file\tchanges\taccepted"));
    QVERIFY2(lines.size() > 3, qPrintable(output));
    QCOMPARE(runReport({QStringLiteral("report"), project, QStringLiteral("--format"),
                        QStringLiteral("pdf"), QStringLiteral("-o"), output}),
             static_cast<int>(kExitUsage));
}

void TestWalkthroughs::formatIsWrittenByTheWindow()
{
    ReviewFixture fixture;
    fixture.copySample();
    fixture.commitAll();
    fixture.open();
    ReportArea area(*fixture.session, fixture.provider, fixture.settings);
    auto* table = area.findChild<ExportTable*>();
    QCOMPARE(table->stateOf(kFormat), QStringLiteral("Not written"));
    Q_EMIT table->exportRequested({kFormat});
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.session->state()->exports.isEmpty(), 20000);
    const RecordedExport& record = fixture.session->state()->exports.last();
    QCOMPARE(record.format, kFormat);
    QVERIFY2(record.path.endsWith(QStringLiteral("-rocm-port.tsv")), qPrintable(record.path));
    QVERIFY(contentOf(record.path).startsWith("file\tchanges\taccepted\n"));
}

void TestWalkthroughs::kindOfNodeRunsJobs()
{
    const NodeKind* kind = nodeKind(kKind);
    QVERIFY(kind != nullptr);
    const Result<Node> node = nodeOfWord(kKind); // as `rocport-cli run toy` does
    QVERIFY(node.ok());
    QCOMPARE(node->place, kKind);
    QVERIFY(nodeWordHelp().startsWith(QStringLiteral("local, emulated, toy, ")));
    const Result<Node> kept = nodeFromJson(nodeToJson(*node));
    QVERIFY(kept.ok());
    QVERIFY(*kept == *node);
    QVERIFY(nodeToJson(*node).contains(kKind));
    QVERIFY(!nodeToJson(localNode()).contains(kKind));
    Node wrong = *node;
    wrong.of<ToyGpu>().profile = QStringLiteral("-x");
    QVERIFY(!nodeProblems(wrong).isEmpty());
    // What runs inside sees what the kind sets, and jobs do.
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"), QStringLiteral("printf %s \"$TOY_PROFILE\"")};
    const auto run = runProcess(*transportOf(*node)->insideRunner(), command);
    QVERIFY(run.ok());
    QCOMPARE(run->output, QByteArray("mi300x"));
    JobSpec job;
    job.node = *node;
    QVERIFY(
        jobEnvironment(job).contains({QStringLiteral("TOY_PROFILE"), QStringLiteral("mi300x")}));
    QVERIFY(!transportOf(*node)->capabilities().runsHere);
}

void TestWalkthroughs::kindOfNodeHasAForm()
{
    ReviewFixture fixture;
    test::FakeRemote remote;
    NodeEditor editor(remote, fixture.provider, {}, nullptr);
    auto* place = editor.findChild<QComboBox*>(QStringLiteral("nodeKind"));
    auto* profile = editor.findChild<QLineEdit*>(QStringLiteral("toyProfile"));
    QVERIFY(profile != nullptr);
    QVERIFY(profile->isHidden());
    editor.findChild<QLineEdit*>(QStringLiteral("nodeNameField"))->setText(QStringLiteral("mine"));
    place->setCurrentIndex(place->findText(QStringLiteral("This machine, toy GPU")));
    QVERIFY(!profile->isHidden());
    QCOMPARE(editor.node().place, kKind);
    QCOMPARE(editor.node().of<ToyGpu>().profile, QStringLiteral("mi300x"));
    QVERIFY(editor.problems().isEmpty());
    profile->setText(QStringLiteral("--x"));
    QVERIFY(!editor.problems().isEmpty());
    // Its own heading in the list of nodes.
    NodesModel model;
    auto state = std::make_shared<RemoteState>();
    state->nodes.resize(1);
    state->nodes[0].node = editor.node();
    model.setState(state);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("Toys"));
    QVERIFY(model.index(1)
                .data(TwoLineDelegate::DetailRole)
                .toString()
                .contains(QStringLiteral("toy")));
}

QTEST_MAIN(TestWalkthroughs)
#include "tst_walkthroughs.moc"
