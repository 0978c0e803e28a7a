#include "core/process/runprocess.h"
#include "core/remote/connectionfacts.h"
#include "core/remote/container.h"
#include "core/remote/nodekinds.h"
#include "core/remote/slurm.h"

#include <QTest>

using namespace rocport;

namespace {

using State = ConnectionStep::State;

Node containerNode(ContainerSettings::Use use)
{
    Node node;
    node.id = QStringLiteral("n");
    node.name = QStringLiteral("n");
    node.of<SshHost>().host = QStringLiteral("h");
    node.of<ContainerSettings>().use = use;
    node.of<ContainerSettings>().image = QStringLiteral("rocm/pytorch:latest");
    node.of<ContainerSettings>().container = QStringLiteral("box");
    return node;
}

ContainerSettings containerSettings(ContainerSettings::Use use)
{
    return containerNode(use).of<ContainerSettings>();
}

InsideRun exampleRun()
{
    InsideRun run;
    run.workspace = QStringLiteral("/w");
    run.runFolder = QStringLiteral("/w/jobs/1");
    run.name = QStringLiteral("rocport-1");
    run.environmentNames = {QStringLiteral("A"), QStringLiteral("HF_TOKEN")};
    return run;
}

const QStringList& inner()
{
    static const QStringList words{QStringLiteral("sh"), QStringLiteral("a b")};
    return words;
}

ConnectionStep judged(const Node& node, const QString& id, const ConnectionFacts& facts)
{
    ConnectionStep step;
    step.id = id;
    return judgedStep(*transportOf(node), facts, step);
}

} // namespace

/// What is made for containers and Slurm, and what is read of them; sentences of the connection
/// test.
class TestNodePlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noContainer();
    void containerRun();
    void containerOptions();
    void containerExec();
    void engineList();
    void sbatch();
    void sbatchArray();
    void arrayTasks_data();
    void arrayTasks();
    void refusals_data();
    void refusals();
    void slurmOthers();
    void sbatchNumber_data();
    void sbatchNumber();
    void squeue();
    void sacct();
    void sentences();
    void facts_data();
    void facts();
    void factLines();
};

void TestNodePlaces::noContainer()
{
    const ContainerSettings settings = containerSettings(ContainerSettings::Use::None);
    QCOMPARE(containerCommand(settings, exampleRun(), inner()), inner());
    QVERIFY(containerStopCommand(settings, QStringLiteral("x")).isEmpty());
}

void TestNodePlaces::containerRun()
{
    const ContainerSettings settings = containerSettings(ContainerSettings::Use::Run);
    QCOMPARE(containerCommand(settings, exampleRun(), inner()).join(u'|'),
             QStringLiteral("docker|run|--rm|--name=rocport-1|--label=rocport=rocport-1|"
                            "--device=/dev/kfd|--device=/dev/dri|--group-add=video|"
                            "--group-add=render|--shm-size=16g|--volume=/w:/w|--env=A|"
                            "--env=HF_TOKEN|--workdir=/w/jobs/1|rocm/pytorch:latest|sh|a b"));
    QCOMPARE(containerStopCommand(settings, QStringLiteral("rocport-1")).join(u' '),
             QStringLiteral("docker rm --force rocport-1"));
}

void TestNodePlaces::containerOptions()
{
    ContainerSettings settings = containerSettings(ContainerSettings::Use::Run);
    settings.engine = QStringLiteral("podman");
    settings.sharedMemory = QStringLiteral("host");
    settings.mounts = {QStringLiteral("/data:/data:ro")};
    InsideRun run = exampleRun();
    run.runFolder = QStringLiteral("/elsewhere");
    run.interactive = true;
    QStringList words = containerCommand(settings, run, inner());
    QCOMPARE(words.first(), QStringLiteral("podman"));
    for (const char* word : {"--group-add=keep-groups", "--ipc=host", "--volume=/data:/data:ro",
                             "--volume=/w:/w", "--volume=/elsewhere:/elsewhere", "--interactive"}) {
        QVERIFY2(words.contains(QString::fromLatin1(word)), word);
    }
    QVERIFY(!words.join(u' ').contains(QStringLiteral("--shm-size")));
    // The user's groups take the place of those that Rocport would name.
    settings.options = {QStringLiteral("--group-add"), QStringLiteral("109")};
    words = containerCommand(settings, run, inner());
    QCOMPARE(words.join(u' ').count(QStringLiteral("--group-add")), 1);
}

void TestNodePlaces::containerExec()
{
    const ContainerSettings settings = containerSettings(ContainerSettings::Use::Exec);
    QCOMPARE(containerCommand(settings, exampleRun(), inner()).join(u'|'),
             QStringLiteral("docker|exec|--env=A|--env=HF_TOKEN|--workdir=/w/jobs/1|box|sh|a b"));
    QVERIFY(containerStopCommand(settings, QStringLiteral("x")).isEmpty());
}

void TestNodePlaces::engineList()
{
    QCOMPARE(parseEngineList("rocm/pytorch:latest\n<none>:<none>\nrocm/vllm:<none>\n"
                             "localhost/a:1\r\nrocm/pytorch:latest\n\nError: no such\n"),
             (QStringList{QStringLiteral("rocm/pytorch:latest"), QStringLiteral("localhost/a:1")}));
    QCOMPARE(parseEngineList("one\ntwo,alias\n"),
             (QStringList{QStringLiteral("one"), QStringLiteral("two")}));
}

namespace {

SlurmSettings exampleSlurm()
{
    SlurmSettings slurm;
    slurm.use = true;
    slurm.partition = QStringLiteral("mi300x");
    slurm.account = QStringLiteral("me");
    slurm.gpus = QStringLiteral("2");
    slurm.timeLimit = QStringLiteral("02:00:00");
    slurm.options = {QStringLiteral("--qos=long")};
    return slurm;
}

SlurmJob exampleJob()
{
    SlurmJob job;
    job.name = QStringLiteral("build");
    job.workingFolder = QStringLiteral("/w/1");
    job.output = QStringLiteral("/w/1/out");
    job.script = QStringLiteral("/w/1/run.sh");
    job.arguments = {QStringLiteral("a b")};
    return job;
}

} // namespace

void TestNodePlaces::sbatch()
{
    QCOMPARE(sbatchCommand(exampleSlurm(), exampleJob()).join(u' '),
             QStringLiteral("sbatch --parsable --job-name=build --chdir=/w/1 --output=/w/1/out "
                            "--open-mode=append --no-requeue --partition=mi300x --account=me "
                            "--gpus=2 --time=02:00:00 --qos=long /w/1/run.sh a b"));
    SlurmJob job = exampleJob();
    job.nodeName = QStringLiteral("gpu07");
    QVERIFY(sbatchCommand({}, job).contains(QStringLiteral("--nodelist=gpu07")));
    QVERIFY(!sbatchCommand({}, job).join(u' ').contains(QStringLiteral("--gpus")));
}

void TestNodePlaces::sbatchArray()
{
    const QStringList words = sbatchArrayCommand(exampleSlurm(), exampleJob(), 3, 2);
    QVERIFY(words.contains(QStringLiteral("--array=0-2%2")));
    QCOMPARE(words.mid(words.size() - 2).join(u'|'), QStringLiteral("/w/1/run.sh|a b"));
    QVERIFY(sbatchArrayCommand({}, exampleJob(), 1).contains(QStringLiteral("--array=0-0")));
    QCOMPARE(slurmFileName(QStringLiteral("/w%a/log")), QStringLiteral("/w%%a/log"));
}

void TestNodePlaces::arrayTasks_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QVector<int>>("tasks");
    QTest::newRow("one") << QStringLiteral("123_4") << QVector<int>{4};
    QTest::newRow("waiting") << QStringLiteral("123_[2-4,7%2]") << QVector<int>{2, 3, 4, 7};
    QTest::newRow("steps") << QStringLiteral("123_[0-6:3]") << QVector<int>{0, 3, 6};
    QTest::newRow("no array") << QStringLiteral("123") << QVector<int>{};
    QTest::newRow("backwards") << QStringLiteral("123_[4-2]") << QVector<int>{};
    QTest::newRow("cut") << QStringLiteral("123_[1-3,...]") << QVector<int>{1, 2, 3};
}

void TestNodePlaces::arrayTasks()
{
    QFETCH(const QString, id);
    QTEST(slurmTasks(id), "tasks");
    QCOMPARE(slurmTasks(QStringLiteral("1_[0-999999999]")).size(), 10000); // bounded
}

/// What sbatch of Slurm 22.05 and 23.11 writes when it takes no job.
void TestNodePlaces::refusals_data()
{
    QTest::addColumn<QByteArray>("errors");
    QTest::addColumn<QString>("sentence");
    const QByteArray failed("sbatch: error: Batch job submission failed: ");
    const auto row = [&failed](const char* name, const QByteArray& errors, const char* sentence) {
        QTest::newRow(name) << errors << QString::fromUtf8(sentence);
    };
    row("array", failed + "Invalid job array specification\nMaxArraySize            = 6\n",
        "Slurm takes arrays of at most 6 tasks here (MaxArraySize); choose fewer cells.");
    row("array, unknown limit", failed + "Invalid job array specification\n",
        "Slurm took no array of this size; choose fewer cells.");
    row("qos",
        "sbatch: error: QOSMaxSubmitJobPerUserLimit\n" + failed +
            "Job violates accounting/QOS policy (job submit limit, user's size and/or time "
            "limits)\n",
        "Slurm refused the job: your quality of service allows no more submitted jobs, and each "
        "task of an array counts; choose fewer cells or wait for some to end.");
    row("account", failed + "Invalid account or account/partition combination specified\n",
        "Slurm refused the job: the account may not use this partition; change the account or the "
        "partition of the node.");
    row("partition",
        "sbatch: error: invalid partition specified: nowhere\n" + failed +
            "Invalid partition name specified\n",
        "Slurm refused the job: there is no such partition; sinfo lists those that there are.");
    row("unknown", failed + "The moon is full.\n",
        "Slurm refused the job: Batch job submission failed: The moon is full.");
    row("of a site", "Please read the rules.\n", "");
}

void TestNodePlaces::refusals()
{
    QFETCH(const QByteArray, errors);
    QTEST(slurmRefusal(errors), "sentence");
}

void TestNodePlaces::slurmOthers()
{
    QCOMPARE(srunCommand(exampleSlurm(), QStringLiteral("x"), inner()).join(u'|'),
             QStringLiteral("srun|--ntasks=1|--job-name=x|--partition=mi300x|--account=me|--gpus=2|"
                            "--time=02:00:00|--qos=long|sh|a b"));
    const QStringList ids{QStringLiteral("1"), QStringLiteral("2")};
    QVERIFY(squeueCommand(ids).contains(QStringLiteral("--jobs=1,2")));
    QVERIFY(sacctCommand(ids).contains(QStringLiteral("--jobs=1,2")));
    QCOMPARE(scancelCommand(QStringLiteral("7")).join(u' '), QStringLiteral("scancel 7"));
    QCOMPARE(scancelCommand(QStringLiteral("7"), QStringLiteral("TERM")).join(u' '),
             QStringLiteral("scancel --full --signal=TERM 7"));
    QCOMPARE(sinfoCommand().first(), QStringLiteral("sinfo"));
}

void TestNodePlaces::sbatchNumber_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("id");
    QTest::newRow("plain") << QByteArray("123\n") << QStringLiteral("123");
    QTest::newRow("cluster") << QByteArray("123;alpha\n") << QStringLiteral("123");
    QTest::newRow("site's words") << QByteArray("Welcome\n55\n") << QStringLiteral("55");
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("words") << QByteArray("Submitted batch job 5\n") << QString();
    QTest::newRow("option") << QByteArray("-5\n") << QString();
}

void TestNodePlaces::sbatchNumber()
{
    QFETCH(QByteArray, output);
    QFETCH(QString, id);
    const auto parsed = parseSbatch(output);
    QCOMPARE(parsed.ok(), !id.isEmpty());
    if (parsed) {
        QCOMPARE(*parsed, id);
    } else {
        QCOMPARE(parsed.error().code, ErrorCode::ParseFailed);
    }
}

void TestNodePlaces::squeue()
{
    const auto states =
        parseSqueue("123|RUNNING|1-02:03:04|gpu[1-2]|None\n124|PENDING|0:00||Resources\n"
                    "125_[0-3%2]|PENDING|0:00||Priority\n126_1|COMPLETING|12:34|gpu3|None\n"
                    "garbage\nslurm_load_jobs error|x|y|z|w\n");
    QCOMPARE(states.size(), 4);
    QCOMPARE(states[0].phase, SlurmPhase::Running);
    QCOMPARE(states[0].elapsed.count(), ((24 + 2) * 60 + 3) * 60 + 4);
    QCOMPARE(states[0].nodes, QStringLiteral("gpu[1-2]"));
    QCOMPARE(states[1].phase, SlurmPhase::Pending);
    QCOMPARE(states[1].reason, QStringLiteral("Resources"));
    QCOMPARE(states[2].id, QStringLiteral("125_[0-3%2]"));
    QCOMPARE(states[3].phase, SlurmPhase::Running);
    QCOMPARE(states[3].elapsed.count(), 12 * 60 + 34);
}

void TestNodePlaces::sacct()
{
    const auto states = parseSacct(
        "123|COMPLETED|00:10:00|gpu1|0:0\n124|FAILED|00:00:01|gpu1|7:0\n"
        "125|CANCELLED by 1000|00:00:00|None assigned|0:0\n126|TIMEOUT|01:00:00|g|0:15\n"
        "127|OUT_OF_ME+|00:01:00|g|0:9\n128|NODE_FAIL|00:01:00|g|1:0\n129|FAILED|1:00|g|0:11\n"
        "130|WONDERFUL|1:00|g|0:0\n");
    QCOMPARE(states.size(), 8);
    const QVector<SlurmPhase> phases{SlurmPhase::Succeeded,   SlurmPhase::Failed,
                                     SlurmPhase::Cancelled,   SlurmPhase::TimedOut,
                                     SlurmPhase::OutOfMemory, SlurmPhase::NodeFailed,
                                     SlurmPhase::Failed,      SlurmPhase::Unknown};
    for (qsizetype i = 0; i < states.size(); ++i) {
        QVERIFY2(states[i].phase == phases[i], qPrintable(states[i].word));
    }
    QCOMPARE(states[1].exitCode, 7);
    QVERIFY(states[2].nodes.isEmpty());
    QCOMPARE(states[6].signal, 11);
}

void TestNodePlaces::sentences()
{
    const auto all =
        parseSqueue("1|PENDING|0:00||Resources\n2|PENDING|0:00||None\n3|PENDING|0:00||Strange\n"
                    "4|RUNNING|0:01|g|None\n5|SUSPENDED|0:01|g|None\n") +
        parseSacct("6|COMPLETED|0:01|g|0:0\n7|FAILED|0:01|g|7:0\n8|FAILED|0:01|g|0:9\n"
                   "9|CANCELLED|0:01|g|0:0\n10|TIMEOUT|0:01|g|0:0\n11|OUT_OF_MEMORY|0:01|g|0:0\n"
                   "12|PREEMPTED|0:01|g|0:0\n13|X|0:01|g|0:0\n");
    QCOMPARE(all.size(), 13);
    QSet<QString> different;
    for (const SlurmState& state : all) {
        const QString sentence = slurmSentence(state);
        QVERIFY(sentence.startsWith(QStringLiteral("Slurm job ") + state.id));
        QVERIFY2(sentence.endsWith(u'.') && !sentence.contains(u'%'), qPrintable(sentence));
        different.insert(sentence.section(u' ', 3));
    }
    QCOMPARE(different.size(), all.size());
}

void TestNodePlaces::facts_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<int>("use"); // of the container
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* id, const char* facts, State state,
                        const char* part, int use = 0) {
        QTest::newRow(name) << QString::fromLatin1(id) << QByteArray(facts) << use << state
                            << QString::fromUtf8(part);
    };
    row("nothing", "disk", "", State::Waiting, "");
    row("shell", "shell", "shell=Linux 6.1 x86_64", State::Passed, "Linux 6.1");
    row("disk", "disk", "disk-writable=yes;disk-folder=/w;disk-free=100000000", State::Passed,
        "102.4 GB is free in /w");
    row("full", "disk", "disk-writable=yes;disk-folder=/w;disk-free=1000", State::Warning, "Only");
    row("read only", "disk",
        "disk-writable=no: sh: cannot create /w/x: Read-only file "
        "system;disk-folder=/w;disk-free=9",
        State::Failed, "Read-only file system");
    row("tools", "tools", "tools-missing=;tools-optional=", State::Passed, "All");
    row("no tar", "tools", "tools-missing= tar gzip;tools-optional= git", State::Failed,
        "tar, gzip");
    row("no git", "tools", "tools-missing=;tools-optional= git", State::Warning, "git");
    row("no engine", "container", "engine=missing", State::Failed, "docker is not installed", 1);
    row("engine denied", "container",
        "engine=error: permission denied while trying to connect to the Docker daemon socket",
        State::Failed, "permission denied", 1);
    row("image", "container", "engine=yes;target=yes", State::Passed, "rocm/pytorch", 1);
    row("no image", "container", "engine=yes;target=no", State::Warning,
        "docker pull rocm/pytorch:latest", 1);
    row("engine first", "container", "engine=yes", State::Waiting, "", 1);
    row("runs", "container", "engine=yes;target=true", State::Passed, "box is running", 2);
    row("stopped", "container", "engine=yes;target=false", State::Failed, "docker start box", 2);
    row("no container", "container", "engine=yes;target=no", State::Failed, "no container box", 2);
    row("gpus", "gpu", "gpu-device=yes;gpu-names=gfx942 gfx942 gfx1100 ", State::Passed,
        "2 × gfx942, gfx1100");
    row("denied", "gpu",
        "gpu-device=denied;gpu-owner=render;gpu-groups=me;gpu-names=", State::Failed,
        "group render");
    row("no kfd", "gpu", "gpu-device=missing;gpu-names=none", State::Failed, "amdgpu driver");
    row("no kfd inside", "gpu", "gpu-device=missing;gpu-names=none", State::Failed, "container", 1);
    row("wsl", "gpu", "gpu-device=missing;gpu-names=gfx1100 ", State::Passed, "gfx1100");
    row("nvidia", "gpu", "gpu-device=missing;gpu-nvidia=NVIDIA H200;gpu-names=none", State::Passed,
        "NVIDIA H200");
    row("no rocminfo", "gpu", "gpu-device=yes;gpu-names=none", State::Warning,
        "rocminfo is not installed");
    row("no gpu", "gpu", "gpu-device=yes;gpu-names=", State::Warning, "lists no GPU");
    row("rocm", "rocm", "rocm=6.4.1-83;hipcc=yes", State::Passed, "6.4.1");
    row("no hipcc", "rocm", "rocm=6.4.1;hipcc=no", State::Warning, "without hipcc");
    row("no rocm", "rocm", "rocm=;hipcc=no", State::Warning, "ROCm was not found");
    row("nvidia rocm", "rocm", "rocm=;hipcc=no;gpu-nvidia=H200", State::Skipped, "NVIDIA");
    row("torch", "torch", "torch=2.7.0+rocm6.3|6.3.42131||8", State::Passed, "8 GPUs");
    row("torch blind", "torch", "torch=2.7.0+rocm6.3|6.3.42131||0", State::Warning, "no GPU");
    row("torch cuda", "torch", "torch=2.7.0+cu126||12.6|0", State::Failed, "not a ROCm build");
    row("torch nvidia", "torch", "torch=2.7.0||12.6|1;gpu-nvidia=H200", State::Passed, "CUDA 12.6");
    row("no torch", "torch", "torch=missing", State::Warning, "PyTorch is not installed");
    row("no python", "torch", "torch=no-python", State::Warning, "python3");
    row("torch broken", "torch", "torch=error: libamdhip64.so: cannot open", State::Failed,
        "libamdhip64");
    row("torch hangs", "torch", "torch=", State::Failed, "five minutes");
}

void TestNodePlaces::facts()
{
    QFETCH(QString, id);
    QFETCH(QByteArray, facts);
    QFETCH(int, use);
    QFETCH(State, state);
    QFETCH(QString, part);
    ConnectionFacts map;
    for (const QByteArray& fact : facts.split(';')) {
        const qsizetype equals = fact.indexOf('=');
        if (equals > 0) {
            map.insert(QString::fromUtf8(fact.left(equals)),
                       QString::fromUtf8(fact.mid(equals + 1)));
        }
    }
    const ConnectionStep step =
        judged(containerNode(static_cast<ContainerSettings::Use>(use)), id, map);
    QCOMPARE(step.state, state);
    QVERIFY2(step.detail.contains(part), qPrintable(step.detail));
    if (state != State::Waiting && !part.startsWith(QStringLiteral("docker "))) {
        QVERIFY2(step.detail.endsWith(u'.'), qPrintable(step.detail));
    }
}

void TestNodePlaces::factLines()
{
    QCOMPARE(connectionFact("@@rocport\tdisk-free\t12"),
             qMakePair(QStringLiteral("disk-free"), QStringLiteral("12")));
    QCOMPARE(connectionFact("prompt> @@rocport\tshell\ta\x1b[31mb\tc\r").second,
             QStringLiteral("a[31mb\tc"));
    QVERIFY(connectionFact("Welcome to the cluster").first.isEmpty());
    QCOMPARE(newConnectionTest().size(), 10);
}

QTEST_GUILESS_MAIN(TestNodePlaces)
#include "tst_nodeplaces.moc"
