// What every kind of node must do, whatever it is: one contract, run over all kinds that are at
// hand here and over kinds on top of each other. ssh is a real sshd on loopback, Slurm a real one
// where it is installed, containers are stand-ins for the engine.
#include "core/process/runprocess.h"
#include "core/remote/connectiontest.h"
#include "core/remote/container.h"
#include "core/remote/emulator.h"
#include "core/remote/slurm.h"
#include "tests/integration/syncfixture.h"
#include "tests/support/jobfixture.h"
#include "tests/support/loopbacknode.h"
#include "tests/support/loopbackslurm.h"

#include <QCryptographicHash>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kHang = 120000; // a guard; nothing here takes a tenth of it

ProcessCommand shell(const QString& script)
{
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"), script};
    return command;
}

/// A node whose emulator is the stand-in.
Node emulatedNode()
{
    Node node = *nodeOfWord(QStringLiteral("emulated"));
    node.of<EmulatorSettings>().rocm = LoopbackNode::fakeEmulatorFolder();
    return node;
}

void useContainer(Node& node, ContainerSettings::Use use)
{
    ContainerSettings& container = node.of<ContainerSettings>();
    container.use = use;
    container.image = QStringLiteral("rocm/pytorch:latest");
    container.container = QStringLiteral("box");
}

} // namespace

class TestTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void everyKindIsHere();
    void describesItself_data() { kinds(); }
    void describesItself();
    void keepsItsSettings_data() { kinds(); }
    void keepsItsSettings();
    void runsPrograms_data() { kinds(); }
    void runsPrograms();
    void saysWhatWentWrong_data() { kinds(); }
    void saysWhatWentWrong();
    void sendsATree_data() { kinds(); }
    void sendsATree();
    void jobsOutliveTheProgram_data() { kinds(); }
    void jobsOutliveTheProgram();
    void jobsAreCancelled_data() { kinds(false); }
    void jobsAreCancelled();
    void testsTheConnection_data() { kinds(); }
    void testsTheConnection();
    void refusesWrongSettings();
    void emulatorAroundJobs();
    void emulatorIsMissing();

private:
    void kinds(bool withContainers = true) const;
    [[nodiscard]] Node node() const;
    [[nodiscard]] std::shared_ptr<const Transport> transport(const Node& node) const;
    [[nodiscard]] JobCenterSettings center(const QString& name) const;

    QTemporaryDir m_folder;
    LoopbackNode m_loopback;
    LoopbackSlurm m_slurm;
    bool m_hasSsh = false;
    bool m_hasSlurm = false;
};

void TestTransport::initTestCase()
{
    const QString path = LoopbackNode::fakeEngineFolder() + u':' + qEnvironmentVariable("PATH");
    m_hasSlurm = m_slurm.start();
    // Stand-ins and the cluster are found here as they are there.
    qputenv("PATH", path.toUtf8());
    QVector<QPair<QString, QString>> there{{QStringLiteral("PATH"), path}};
    for (const auto& [name, value] : m_slurm.environment()) {
        there.append({name, value.value_or(QString())});
        qputenv(name.toUtf8().constData(), value.value_or(QString()).toUtf8());
    }
    m_loopback.setEnvironment(there);
    m_hasSsh = m_loopback.start();
}

void TestTransport::init()
{
    if (QTest::currentDataTag() == nullptr) {
        return;
    }
    QFETCH(const QString, place);
    QFETCH(const bool, slurm);
    if (place == QStringLiteral("ssh") && !m_hasSsh) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_loopback.problem()));
    }
    if (slurm && !m_hasSlurm) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_slurm.problem()));
    }
}

/// The rows, each of a place and the layers on it. The stand-in for an engine keeps no processes
/// apart, so that a signal to a container would go to all of this machine: the test containerjob
/// has one that does.
void TestTransport::kinds(bool withContainers) const
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<int>("container"); // of ContainerSettings::Use
    QTest::addColumn<bool>("slurm");
    QTest::newRow("emulated") << QStringLiteral("emulated") << 0 << false;
    const QStringList places{QStringLiteral("local"), QStringLiteral("ssh")};
    const QStringList uses{QStringLiteral("host"), QStringLiteral("new container"),
                           QStringLiteral("running container")};
    for (const QString& place : places) {
        for (int use = 0; use < (withContainers ? uses.size() : 1); ++use) {
            QTest::addRow("%s, %s", qPrintable(place), qPrintable(uses.at(use)))
                << place << use << false;
            if (use < 2) {
                QTest::addRow("%s, %s, slurm", qPrintable(place), qPrintable(uses.at(use)))
                    << place << use << true;
            }
        }
    }
}

Node TestTransport::node() const
{
    QFETCH(QString, place);
    QFETCH(int, container);
    QFETCH(bool, slurm);
    Node node = place == QStringLiteral("ssh") ? m_loopback.node() : localNode();
    if (place == QStringLiteral("emulated")) {
        node = emulatedNode();
    }
    node.name = QStringLiteral("the node");
    node.workspace = m_folder.filePath(QStringLiteral("work space"));
    if (container != 0) {
        useContainer(node, static_cast<ContainerSettings::Use>(container));
    }
    node.of<SlurmSettings>().use = slurm;
    return node;
}

std::shared_ptr<const Transport> TestTransport::transport(const Node& node) const
{
    return transportOf(node, m_loopback.settings());
}

JobCenterSettings TestTransport::center(const QString& name) const
{
    JobCenterSettings settings = centerSettings(m_folder.filePath(name));
    settings.transportFor = [this](const Node& node) { return transport(node); };
    return settings;
}

/// A kind that no row has is a kind that nobody tests.
void TestTransport::everyKindIsHere()
{
    QStringList known{QStringLiteral("local"), QStringLiteral("emulated"), QStringLiteral("ssh"),
                      QStringLiteral("container"), QStringLiteral("slurm")};
    for (const NodeKind* kind : nodeKinds()) {
        QVERIFY2(known.removeOne(kind->id), qPrintable(kind->id));
        QVERIFY(nodeKind(kind->id) == kind);
        QVERIFY(!kind->title.isEmpty() && !kind->group.isEmpty());
        QVERIFY(kind->fields != nullptr && kind->problems != nullptr && kind->make != nullptr);
        QCOMPARE(kind->isUsed == nullptr, kind->isPlace);
        QCOMPARE(kind->named == nullptr, kind->word.isEmpty());
    }
    QVERIFY(known.isEmpty());
}

void TestTransport::describesItself()
{
    QFETCH(QString, place);
    QFETCH(int, container);
    QFETCH(bool, slurm);
    const Node node = this->node();
    const auto made = transport(node);
    QVERIFY(made->node() == node);
    const NodeCapabilities can = made->capabilities();
    QCOMPARE(can.connects, place == QStringLiteral("ssh"));
    QCOMPARE(can.contained, container != 0);
    QCOMPARE(can.queues, slurm);
    QCOMPARE(can.runsHere, place == QStringLiteral("local") && container == 0 && !slurm);
    QCOMPARE(made->jobStarter().isEmpty(), !slurm);
    QCOMPARE(made->container().isEmpty(), container == 0);
    QCOMPARE(made->image().isEmpty(), container != 1);
    QVERIFY(!made->address().isEmpty());
    QCOMPARE(groupKind(node).id, slurm            ? QStringLiteral("slurm")
                                 : container != 0 ? QStringLiteral("container")
                                                  : place);
    QVERIFY(made->shell().ok());
    QVERIFY(made->typed(QStringLiteral("uptime")).contains(QStringLiteral("uptime")));
}

void TestTransport::keepsItsSettings()
{
    const Node node = this->node();
    QVERIFY(nodeProblems(node).isEmpty());
    const auto again = nodeFromJson(nodeToJson(node));
    QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : again.error().object));
    QVERIFY(*again == node);
    QCOMPARE(nodeToJson(*again), nodeToJson(node));
}

/// On the host and inside: arguments, environment, standard input, folder and exit status.
void TestTransport::runsPrograms()
{
    const auto made = transport(node());
    for (const auto& runner : {made->hostRunner(), made->insideRunner()}) {
        ProcessCommand command = shell(
            QStringLiteral("printf '%s|%s|%s|' \"$1\" \"$A\" \"${HOME-none}\"; pwd; cat; exit 7"));
        command.arguments += {QStringLiteral("sh"), QStringLiteral("it's $HOME \"x\"")};
        command.environment = {{QStringLiteral("A"), QStringLiteral("two\nlines 'x'")},
                               {QStringLiteral("HOME"), std::nullopt}};
        command.workingFolder = m_folder.path();
        command.input = QByteArray("in\0put\n", 7);
        const auto run = runProcess(*runner, command);
        QVERIFY2(run.ok(), qPrintable(run.ok() ? QString() : run.error().detail));
        QCOMPARE(run->outcome.exitCode, 7);
        QCOMPARE(run->output, "it's $HOME \"x\"|two\nlines 'x'|none|" + m_folder.path().toUtf8() +
                                  QByteArray("\nin\0put\n", 8));
    }
}

void TestTransport::saysWhatWentWrong()
{
    const auto made = transport(node());
    const auto run = runProcess(*made->insideRunner(),
                                shell(QStringLiteral("echo first >&2; echo last >&2; exit 3")));
    QVERIFY(run.ok());
    const Error error = made->explain(run->outcome, run->errors);
    QCOMPARE(error.code, ErrorCode::NodeFailed);
    QCOMPARE(error.detail, QStringLiteral("last"));
    QCOMPARE(error.object, QStringLiteral("the node"));
    ProcessOutcome cancelled;
    cancelled.end = ProcessEnd::Cancelled;
    QCOMPARE(made->explain(cancelled, {}).code, ErrorCode::Cancelled);
}

void TestTransport::sendsATree()
{
    const auto made = transport(node());
    const QString tree = QStringLiteral("tree-%1").arg(QString::fromLatin1(
        QCryptographicHash::hash(QTest::currentDataTag(), QCryptographicHash::Sha1)
            .toHex()
            .left(8)));
    const QVector<SyncFile> files{fileOf("a.cu", "one\n"), fileOf("sub/b c.h", "two\n")};
    for (const bool again : {false, true}) {
        const std::unique_ptr<TreeSync> sync = made->sync(tree);
        std::optional<Result<SyncSummary>> result;
        connect(sync.get(), &TreeSync::finished, this,
                [&](const Result<SyncSummary>& given) { result = given; });
        sync->start(files);
        QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kHang);
        QVERIFY2(result->ok(), qPrintable(result->ok() ? QString() : result->error().detail));
        QCOMPARE((*result)->unchanged, again);
        QCOMPARE((*result)->sent, again ? 0 : 2);
        QCOMPARE(contentOf(QFile::encodeName((*result)->folder) + "/sub/b c.h"),
                 QByteArray("two\n"));
    }
}

/// A job goes on while nobody follows it, is found again, and brings its log and its files.
void TestTransport::jobsOutliveTheProgram()
{
    const Node node = this->node();
    const QString gate = m_folder.filePath(QStringLiteral("gate"));
    QFile::remove(gate);
    const JobCenterSettings settings =
        center(QStringLiteral("runs %1").arg(QString::fromUtf8(QTest::currentDataTag())));
    QString id;
    {
        JobCenter first(settings);
        const auto started = first.start(
            jobOf(node, QStringLiteral("echo begun; echo kept >\"$ROCPORT_RESULTS/out.txt\"; "
                                       "while [ ! -e '%1' ]; do sleep 0.1; done; echo done; exit 4")
                            .arg(gate)));
        QVERIFY(started.ok());
        id = *started;
        QTRY_VERIFY_WITH_TIMEOUT(
            fileBytes(first.entry(id)->folder + QStringLiteral("/log")).contains("begun"), kHang);
    }
    QFile file(gate);
    QVERIFY(file.open(QIODevice::WriteOnly));
    JobCenter second(settings);
    second.load();
    QTRY_VERIFY_WITH_TIMEOUT(second.entry(id) && isEnded(second.entry(id)->status.state), kHang);
    const JobEntry entry = *second.entry(id);
    QVERIFY2(entry.status.state == JobState::Failed, qPrintable(entry.status.sentence));
    QCOMPARE(entry.status.exitCode, 4);
    QCOMPARE(fileBytes(entry.folder + QStringLiteral("/log")), QByteArray("begun\ndone\n"));
    QCOMPARE(fileBytes(entry.folder + QStringLiteral("/results/out.txt")), QByteArray("kept\n"));
    std::optional<Result<QVector<NodeJob>>> listed;
    second.jobsOn(node, this, [&](const Result<QVector<NodeJob>>& jobs) { listed = jobs; });
    QTRY_VERIFY_WITH_TIMEOUT(listed.has_value(), kHang);
    QVERIFY(listed->ok());
    QVERIFY(std::any_of((*listed)->begin(), (*listed)->end(), [&](const NodeJob& job) {
        return job.known && job.job.id == id && job.job.exitCode == 4;
    }));
    std::optional<Result<qint64>> fetched;
    const QString copy = m_folder.filePath(QStringLiteral("copy"));
    second.fetch(id, QStringLiteral("results/out.txt"), copy, this,
                 [&](const Result<qint64>& size) { fetched = size; });
    QTRY_VERIFY_WITH_TIMEOUT(fetched.has_value(), kHang);
    QVERIFY(fetched->ok());
    QCOMPARE(fileBytes(copy), QByteArray("kept\n"));
}

void TestTransport::jobsAreCancelled()
{
    JobCenter jobs(
        center(QStringLiteral("cancelled %1").arg(QString::fromUtf8(QTest::currentDataTag()))));
    const auto id = jobs.start(jobOf(node(), QStringLiteral("echo begun; sleep 600")));
    QVERIFY(id.ok());
    QTRY_VERIFY_WITH_TIMEOUT(
        fileBytes(jobs.entry(*id)->folder + QStringLiteral("/log")).contains("begun"), kHang);
    jobs.cancel(*id);
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(jobs.entry(*id)->status.state), kHang);
    QCOMPARE(jobs.entry(*id)->status.state, JobState::Cancelled);
}

void TestTransport::testsTheConnection()
{
    QFETCH(QString, place);
    QFETCH(int, container);
    QFETCH(bool, slurm);
    ConnectionTester tester;
    const QSignalSpy finished(&tester, &ConnectionTester::finished);
    tester.start(transport(node()));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kHang);
    const auto step = [&](const char* id) {
        const auto& all = tester.test();
        return *std::find_if(all.begin(), all.end(), [&](const ConnectionStep& one) {
            return one.id == QLatin1StringView(id);
        });
    };
    using State = ConnectionStep::State;
    for (const char* id : {"resolve", "shell"}) {
        QVERIFY2(step(id).state == State::Passed, qPrintable(step(id).detail));
    }
    QCOMPARE(step("login").state, place == QStringLiteral("ssh") ? State::Passed : State::Skipped);
    QVERIFY2(step("tools").state != State::Failed, qPrintable(step("tools").detail));
    QCOMPARE(step("container").state, container == 0 ? State::Skipped : State::Passed);
    QCOMPARE(step("gpu").state == State::Skipped, slurm);
    if (place == QStringLiteral("emulated")) {
        QCOMPARE(step("gpu").detail, QStringLiteral("The emulator has a MI300X (gfx942). Results "
                                                    "count there, times do not."));
    }
    for (const ConnectionStep& one : tester.test()) {
        QVERIFY2(one.state > State::Running && !one.detail.isEmpty(), qPrintable(one.id));
    }
}

void TestTransport::refusesWrongSettings()
{
    Node node = localNode();
    node.place = QStringLiteral("moon");
    QVERIFY(nodeProblems(node).join(u' ').contains(QStringLiteral("moon")));
    QVERIFY(!transportOf(node)->shell().ok());
    Node far = *nodeOfWord(QStringLiteral("me@host"));
    far.of<SshHost>().port = 2222;
    far.of<SshHost>().identityFile = QStringLiteral("/k/one two");
    QCOMPARE(transportOf(far)->typed(QStringLiteral("echo $x")),
             QStringLiteral("ssh -p 2222 -i '/k/one two' -- me@host 'echo $x'"));
    node.place = QStringLiteral("slurm"); // a layer is no place
    QVERIFY(nodeProblems(node).join(u' ').contains(QStringLiteral("slurm")));
    // What an engine would take for an option of its own never reaches it.
    Node bad = localNode();
    useContainer(bad, ContainerSettings::Use::Run);
    bad.of<ContainerSettings>().image = QStringLiteral("--privileged");
    const auto refused =
        runProcess(*transportOf(bad)->insideRunner(), shell(QStringLiteral("true")));
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!nodeOfWord(QStringLiteral("-oProxyCommand=x")).ok());
    QCOMPARE(nodeOfWord(QStringLiteral("local"))->place, QStringLiteral("local"));
    QCOMPARE(nodeOfWord(QStringLiteral("mi300x"))->of<SshHost>().host, QStringLiteral("mi300x"));
    QCOMPARE(nodeWordHelp(),
             QStringLiteral("local, emulated, a name in your list of nodes, or an ssh host"));
}

/// Everything that a job starts has the emulator around it, with the configuration of the GPU that
/// the node stands for.
void TestTransport::emulatorAroundJobs()
{
    const struct
    {
        const char* gpu;
        const char* configuration;
        bool shared;
        const char* said;
    } rows[] = {
        {"gfx942", "", false, "config=gfx942_cdna3_kmd.json"},
        {"gfx950", "", true, "config=gfx950_mi355x_kmd.json daemon"},
        {"gfx942", "/share/rocjitsu/configs/gfx942_cdna3.json", false, "config=gfx942_cdna3.json"}};
    const QString root = LoopbackNode::fakeEmulatorFolder();
    for (const auto& row : rows) {
        Node node = emulatedNode();
        auto& settings = node.of<EmulatorSettings>();
        settings.gpu = QString::fromLatin1(row.gpu);
        settings.shared = row.shared;
        if (*row.configuration != 0) {
            settings.configuration = root + QString::fromLatin1(row.configuration);
        }
        node.workspace = m_folder.filePath(QStringLiteral("emulated"));
        QVERIFY2(nodeProblems(node).isEmpty(), qPrintable(nodeProblems(node).join(u' ')));
        JobCenter jobs(center(QStringLiteral("runs emulated %1").arg(QLatin1String(row.said))));
        const auto id = jobs.start(jobOf(
            node, QStringLiteral("sh -c 'echo \"$EMULATED_BY, $HSA_ENABLE_SDMA, $ROCM_PATH\"'")));
        QVERIFY(id.ok());
        QTRY_VERIFY_WITH_TIMEOUT(isEnded(jobs.entry(*id)->status.state), kHang);
        QCOMPARE(fileBytes(jobs.entry(*id)->folder + QStringLiteral("/log")),
                 row.said + QByteArray(", 1, ") + root.toUtf8() + '\n');
        QVERIFY(transportOf(node)->capabilities().emulatesGpu);
    }
    // A queue or a container would have the emulator around its client, and not around the job.
    Node queued = emulatedNode();
    queued.of<SlurmSettings>().use = true;
    QVERIFY(nodeProblems(queued).join(u' ').contains(QStringLiteral("Slurm")));
    Node contained = emulatedNode();
    useContainer(contained, ContainerSettings::Use::Run);
    QVERIFY(nodeProblems(contained).join(u' ').contains(QStringLiteral("Container")));
}

/// What is missing is said before anything runs, and the job does not run without the emulator.
void TestTransport::emulatorIsMissing()
{
    const QString root = m_folder.filePath(QStringLiteral("no rocm"));
    Node node = emulatedNode();
    node.workspace = m_folder.filePath(QStringLiteral("emulated"));
    node.of<EmulatorSettings>().rocm = root;
    JobCenter jobs(center(QStringLiteral("runs without an emulator")));
    const auto id = jobs.start(jobOf(node, QStringLiteral("echo begun")));
    QVERIFY(id.ok());
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(jobs.entry(*id)->status.state), kHang);
    const JobEntry entry = *jobs.entry(*id);
    QCOMPARE(entry.status.state, JobState::Failed);
    const QByteArray log = fileBytes(entry.folder + QStringLiteral("/log"));
    QVERIFY(!log.contains("begun"));
    QVERIFY2((log + entry.status.sentence.toUtf8())
                 .contains("The emulator rocjitsu is not in " + root.toUtf8()),
             qPrintable(QString::fromUtf8(log) + entry.status.sentence));
    ConnectionTester tester;
    const QSignalSpy finished(&tester, &ConnectionTester::finished);
    tester.start(transport(node));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kHang);
    QCOMPARE(tester.test().constFirst().state, ConnectionStep::State::Failed);
    QVERIFY(tester.test().constFirst().detail.contains(root));
    // Of several releases it is looked for in the newest that has it, whose tools are then used.
    const QString other = m_folder.filePath(QStringLiteral("other"));
    QVERIFY(QDir().mkpath(other));
    EmulatorSettings any;
    const Emulator found = findEmulator(any, {other, LoopbackNode::fakeEmulatorFolder()});
    QCOMPARE(found.root, LoopbackNode::fakeEmulatorFolder());
    QVERIFY(found.problem.isEmpty());
    // Half of an installation, and a GPU that it does not have.
    QVERIFY(QDir().mkpath(root + QStringLiteral("/bin")));
    QVERIFY(QFile::copy(LoopbackNode::fakeEmulatorFolder() + QStringLiteral("/bin/rocjitsu"),
                        root + QStringLiteral("/bin/rocjitsu")));
    const auto problem = [&] { return findEmulator(node.of<EmulatorSettings>(), {}).problem; };
    QVERIFY2(problem().contains(QStringLiteral("librocjitsu_kmd.so")), qPrintable(problem()));
    node.of<EmulatorSettings>().rocm = LoopbackNode::fakeEmulatorFolder();
    node.of<EmulatorSettings>().gpu = QStringLiteral("gfx90a");
    QVERIFY2(problem().contains(QStringLiteral("no layout of gfx90a")), qPrintable(problem()));
    node.of<EmulatorSettings>().configuration = QStringLiteral("/nowhere/x.json");
    QVERIFY2(problem().contains(QStringLiteral("/nowhere/x.json")), qPrintable(problem()));
    node.of<EmulatorSettings>().gpu = QStringLiteral("gfx942");
    node.of<EmulatorSettings>().configuration.clear();
    QVERIFY(problem().isEmpty());
}

QTEST_GUILESS_MAIN(TestTransport)
#include "tst_transport.moc"
