#include "core/remote/container.h"
#include "core/remote/firstrun.h"
#include "core/remote/jobscript.h"
#include "core/remote/slurm.h"
#include "core/remote/tarfile.h"
#include "tests/support/jobfixture.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

using Files = QVector<QPair<QString, QByteArray>>;

QByteArray fileOf(const Files& files, const QString& name)
{
    for (const auto& [one, bytes] : files) {
        if (one == name) {
            return bytes;
        }
    }
    return "(missing)";
}

/// Output of `sh -n` on a script; empty: it can be read.
QByteArray syntaxError(const QByteArray& script, const QStringList& shell)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(shell.first(), shell.mid(1) + QStringList{QStringLiteral("-n")});
    process.write(script);
    process.closeWriteChannel();
    process.waitForFinished();
    return process.exitCode() == 0 ? QByteArray() : process.readAll() + "!";
}

} // namespace

class tst_JobScript : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptsCanBeRead_data();
    void scriptsCanBeRead();
    void tarUnpacks();
    void secretsAreMasked();
    void whatIsRefused_data();
    void whatIsRefused();
    void slurmAndContainerCommands();
    void expectedTimes();
};

void tst_JobScript::scriptsCanBeRead_data()
{
    QTest::addColumn<QString>("odd");
    QTest::newRow("plain") << QStringLiteral("abc");
    QTest::newRow("quotes") << QStringLiteral("it's \"odd\"");
    QTest::newRow("shell") << QStringLiteral("$(touch x) `y` ${z} ; & | < > * ?");
    QTest::newRow("lines") << QStringLiteral("one\ntwo\n");
    QTest::newRow("backslash") << QStringLiteral("\\ \\n \\");
    QTest::newRow("dash") << QStringLiteral("-rf");
    QTest::newRow("umlaut") << QStringLiteral("\u00fc\u4e16");
}

void tst_JobScript::scriptsCanBeRead()
{
    QFETCH(const QString, odd);
    JobSpec job = jobOf(jobNode(QStringLiteral("/tmp/ws ' ") + QString(odd).replace(u'\n', u' ')),
                        QStringLiteral("true"));
    job.title = odd;
    job.environment = {{QStringLiteral("ODD"), odd}, {QStringLiteral("MY_KEY"), odd}};
    job.setup = QStringLiteral("export X=1");
    const Result<Files> files = composeJobFiles(job, job.node.workspace);
    if (!files) {
        // The node itself is refused: its workspace is no path.
        QVERIFY(!nodeProblems(job.node).isEmpty());
        return;
    }
    for (const auto& [name, bytes] : *files) {
        if (name.endsWith(QLatin1StringView(".sh"))) {
            QCOMPARE(syntaxError(bytes, {QStringLiteral("sh")}), QByteArray());
            if (!QStandardPaths::findExecutable(QStringLiteral("busybox")).isEmpty()) {
                QCOMPARE(syntaxError(bytes, {QStringLiteral("busybox"), QStringLiteral("sh")}),
                         QByteArray());
            }
        }
    }
    // What the shell makes of the value is the value.
    QProcess process;
    process.start(QStringLiteral("sh"), {});
    process.write(fileOf(*files, QStringLiteral(".rocport/secrets.sh")) + "printf %s \"$MY_KEY\"");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()), odd);
}

void tst_JobScript::tarUnpacks()
{
    const QTemporaryDir folder;
    QByteArray large(1234567, 'x');
    large[700000] = '\0';
    const Files files{{QStringLiteral(".rocport/a b.sh"), "one\n"},
                      {QStringLiteral("sub/folder/empty"), {}},
                      {QString(120, u'n'), "a name of more bytes than a header has"},
                      {QStringLiteral("large"), large}};
    QProcess tar;
    tar.start(QStringLiteral("tar"),
              {QStringLiteral("-xf"), QStringLiteral("-"), QStringLiteral("-C"), folder.path()});
    tar.write(makeTar(files));
    tar.closeWriteChannel();
    QVERIFY(tar.waitForFinished());
    QCOMPARE(tar.exitCode(), 0);
    for (const auto& [name, bytes] : files) {
        QCOMPARE(fileBytes(folder.filePath(name)), bytes);
        QCOMPARE(QFile::permissions(folder.filePath(name)) &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOwner),
                 QFile::Permissions());
    }
}

void tst_JobScript::secretsAreMasked()
{
    JobSpec job = jobOf(jobNode(QStringLiteral("/tmp/ws")), QStringLiteral("HF_TOKEN=abcdef run"));
    job.environment = {{QStringLiteral("HF_TOKEN"), QStringLiteral("hush-1")},
                       {QStringLiteral("PLAIN"), QStringLiteral("seen")}};
    const JobPreview preview = composePreview(job);
    QVERIFY(!preview.script.contains(QStringLiteral("hush-1")));
    QVERIFY(!preview.script.contains(QStringLiteral("abcdef")));
    QVERIFY(preview.script.contains(QStringLiteral("seen")));
    QCOMPARE(preview.environment.at(0).second, QStringLiteral("•••"));
    QCOMPARE(preview.environment.at(1).second, QStringLiteral("seen"));
    const Result<Files> files = composeJobFiles(job, QStringLiteral("/tmp/ws"));
    QVERIFY(files.ok());
    QVERIFY(!fileOf(*files, QStringLiteral(".rocport/run.sh")).contains("hush-1"));
    QVERIFY(fileOf(*files, QStringLiteral(".rocport/secrets.sh")).contains("hush-1"));
}

void tst_JobScript::whatIsRefused_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"file ..", "file /", "file .rocport", "file long", "variable", "stage",
                             "twice", "tree", "limit"}) {
        QTest::newRow(what) << QString::fromLatin1(what);
    }
}

void tst_JobScript::whatIsRefused()
{
    QFETCH(const QString, what);
    JobSpec job = jobOf(jobNode(QStringLiteral("/tmp/ws")), QStringLiteral("true"));
    QVERIFY(composeJobFiles(job, QStringLiteral("/tmp/ws")).ok());
    if (what == QLatin1StringView("file ..")) {
        job.files = {{QStringLiteral("a/../../b"), {}}};
    } else if (what == QLatin1StringView("file /")) {
        job.files = {{QStringLiteral("/etc/x"), {}}};
    } else if (what == QLatin1StringView("file .rocport")) {
        job.files = {{QStringLiteral(".rocport/run.sh"), {}}};
    } else if (what == QLatin1StringView("file long")) {
        job.files = {{QString(91, u'a'), {}}};
    } else if (what == QLatin1StringView("variable")) {
        job.environment = {{QStringLiteral("A;B"), {}}};
    } else if (what == QLatin1StringView("stage")) {
        job.stages[0].id = QStringLiteral("a b");
    } else if (what == QLatin1StringView("twice")) {
        job.stages.append(job.stages.first());
    } else if (what == QLatin1StringView("tree")) {
        job.tree = QStringLiteral("../x");
    } else {
        job.timeLimit = std::chrono::seconds(30);
    }
    const Result<Files> files = composeJobFiles(job, QStringLiteral("/tmp/ws"));
    QVERIFY(!files.ok());
    QCOMPARE(files.error().code, ErrorCode::InvalidArgument);
}

void tst_JobScript::slurmAndContainerCommands()
{
    JobSpec job = jobOf(jobNode(QStringLiteral("/tmp/ws")), QStringLiteral("true"));
    job.node.of<SlurmSettings>().use = true;
    job.node.of<SlurmSettings>().partition = QStringLiteral("mi300");
    job.node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    job.node.of<ContainerSettings>().image = QStringLiteral("rocm/pytorch");
    const JobPreview preview = composePreview(job);
    QVERIFY2(preview.command.contains(QStringLiteral("sbatch")), qPrintable(preview.command));
    QVERIFY(preview.command.contains(QStringLiteral("mi300")));
    const Result<Files> files = composeJobFiles(job, QStringLiteral("/tmp/ws"));
    QVERIFY(files.ok());
    const QByteArray submit = fileOf(*files, QStringLiteral(".rocport/submit.sh"));
    for (const char* part : {"--parsable", "--no-requeue", "--open-mode=append", "rocport-"}) {
        QVERIFY2(submit.contains(part), submit.constData());
    }
    QVERIFY(fileOf(*files, QStringLiteral(".rocport/launch.sh")).contains("rocm/pytorch"));
    QVERIFY(fileOf(*files, QStringLiteral(".rocport/stop.sh")).contains("kill"));
}

void tst_JobScript::expectedTimes()
{
    using std::chrono::seconds;
    const ExpectedTime cold = expectedFrom({}, QStringLiteral("torch.compile"), true);
    QCOMPARE(cold.least, seconds(120));
    QCOMPARE(cold.most, seconds(300));
    QVERIFY(!cold.sentence.contains(QStringLiteral("hung")));
    QVERIFY(expectedFrom({}, QStringLiteral("torch.compile"), false).sentence.isEmpty());
    QVERIFY(expectedFrom({}, QStringLiteral("unknown"), true).sentence.isEmpty());
    const ExpectedTime own = expectedFrom({seconds(40), seconds(70), seconds(50)},
                                          QStringLiteral("torch.compile"), true);
    QCOMPARE(own.samples, 3);
    QCOMPARE(own.least, seconds(40));
    QCOMPARE(own.most, seconds(70));
}

QTEST_GUILESS_MAIN(tst_JobScript)
#include "tst_jobscript.moc"
