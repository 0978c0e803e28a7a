#include "core/remote/container.h"
#include "core/remote/node.h"
#include "core/remote/nodekinds.h"
#include "core/remote/slurm.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace rocport;

namespace {

Node fullNode()
{
    Node node;
    node.id = QStringLiteral("node-1");
    node.name = QStringLiteral("MI300X é");
    node.of<SshHost>().host = QStringLiteral("user@mi300");
    node.of<SshHost>().port = 2222;
    node.of<SshHost>().identityFile = QStringLiteral("~/.ssh/id_ed25519");
    node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    node.of<ContainerSettings>().engine = QStringLiteral("podman");
    node.of<ContainerSettings>().image =
        QStringLiteral("docker.io/rocm/pytorch:rocm6.4@sha256:00ff");
    node.of<ContainerSettings>().container = QStringLiteral("box_1");
    node.of<ContainerSettings>().sharedMemory = QStringLiteral("32g");
    node.of<ContainerSettings>().mounts = {QStringLiteral("/data:/data:ro"),
                                           QStringLiteral("/a b:/c")};
    node.of<ContainerSettings>().options = {QStringLiteral("--cap-add"),
                                            QStringLiteral("SYS_PTRACE")};
    node.of<SlurmSettings>().use = true;
    node.of<SlurmSettings>().partition = QStringLiteral("mi300x");
    node.of<SlurmSettings>().account = QStringLiteral("proj-1");
    node.of<SlurmSettings>().gpus = QStringLiteral("mi300x:2");
    node.of<SlurmSettings>().timeLimit = QStringLiteral("1-02:00:00");
    node.of<SlurmSettings>().options = {QStringLiteral("--qos=long")};
    node.workspace = QStringLiteral("/scratch/me");
    node.environment = {{QStringLiteral("HIP_VISIBLE_DEVICES"), QStringLiteral("0")},
                        {QStringLiteral("A"), QStringLiteral("two\nlines")}};
    return node;
}

} // namespace

class TestNode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothWays();
    void smallObject();
    void refusedJson_data();
    void refusedJson();
    void secretsAreNotWritten();
    void list();
    void badLists_data();
    void badLists();
    void unwritable();
    void local();
    void problems_data();
    void problems();
    void emptyIsMissing();
    void pageListsTheKinds();
    void oldFilesAreRead();
};

void TestNode::bothWays()
{
    const auto again = nodeFromJson(nodeToJson(fullNode()));
    QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : again.error().detail));
    QVERIFY(*again == fullNode());
    const auto localAgain = nodeFromJson(nodeToJson(localNode()));
    QVERIFY(localAgain.ok());
    QVERIFY(*localAgain == localNode());
}

void TestNode::smallObject()
{
    const auto node =
        nodeFromJson(QJsonDocument::fromJson(R"({"id":"a","name":"A","host":"alias"})").object());
    QVERIFY(node.ok());
    QCOMPARE(node->of<ContainerSettings>().engine, QStringLiteral("docker"));
    QCOMPARE(node->of<ContainerSettings>().sharedMemory, QStringLiteral("16g"));
    QVERIFY(!node->of<SlurmSettings>().use);
}

void TestNode::refusedJson_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("object");
    const auto row = [](const char* name, const char* json, const char* object) {
        QTest::newRow(name) << QByteArray(json) << QString::fromLatin1(object);
    };
    row("no id", R"({"name":"A","host":"h"})", "id");
    row("type", R"({"id":"a","name":1,"host":"h"})", "name");
    row("fraction", R"({"id":"a","name":"A","host":"h","port":1.5})", "port");
    row("huge", R"({"id":"a","name":"A","host":"h","port":1e300})", "port");
    row("unknown", R"({"id":"a","name":"A","host":"h","extra":1})", "extra");
    row("flag", R"({"id":"a","name":"A","local":"yes"})", "local");
    row("use", R"({"id":"a","name":"A","host":"h","container":{"use":"vm"}})", "container.use");
    row("mounts", R"({"id":"a","name":"A","host":"h","container":{"mounts":[1]}})",
        "container.mounts");
    row("in container", R"({"id":"a","name":"A","host":"h","container":{"x":1}})", "container.x");
    row("container", R"({"id":"a","name":"A","host":"h","container":[]})", "container");
    row("slurm", R"({"id":"a","name":"A","host":"h","slurm":{"gpus":1}})", "slurm.gpus");
    row("environment", R"({"id":"a","name":"A","host":"h","environment":[{"value":"x"}]})",
        "environment[0].name");
    row("environment item", R"({"id":"a","name":"A","host":"h","environment":["x"]})",
        "environment[0]");
    row("host", R"({"id":"a","name":"A","host":"-oProxyCommand=x"})", "node a");
    row("port", R"({"id":"a","name":"A","host":"h","port":70000})", "node a");
}

void TestNode::refusedJson()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, object);
    const auto node = nodeFromJson(QJsonDocument::fromJson(json).object());
    QVERIFY(!node.ok());
    QCOMPARE(node.error().code, ErrorCode::ParseFailed);
    QCOMPARE(node.error().object, object);
    QVERIFY(!node.error().detail.isEmpty());
}

void TestNode::secretsAreNotWritten()
{
    Node node = fullNode();
    node.environment.append({QStringLiteral("HF_TOKEN"), QStringLiteral("hunter2")});
    QVERIFY(!QJsonDocument(nodeToJson(node)).toJson().contains("hunter2"));
    QVERIFY(nodeProblems(node).value(0).contains(QStringLiteral("HF_TOKEN")));
    QVERIFY(!nodeProblems(node).value(0).contains(QStringLiteral("hunter2")));
}

void TestNode::list()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("sub/nodes.json"));
    auto read = readNodeList(file);
    QVERIFY(read.ok());
    QVERIFY(read->isEmpty());
    QVERIFY(writeNodeList(file, {localNode(), fullNode()}).ok());
    read = readNodeList(file);
    QVERIFY(read.ok());
    QCOMPARE(read->size(), 2);
    QVERIFY(read->at(1) == fullNode());
    QCOMPARE(QFileInfo(file).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
             QFileDevice::Permissions());
}

void TestNode::badLists_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no json") << QByteArray("{");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("newer") << QByteArray(R"({"version":2,"nodes":[]})");
    QTest::newRow("no nodes") << QByteArray(R"({"version":1})");
    QTest::newRow("no object") << QByteArray(R"({"version":1,"nodes":[1]})");
    QTest::newRow("twice") << QByteArray(
        R"({"version":1,"nodes":[{"id":"a","name":"A","host":"h"},{"id":"a","name":"B","host":"h"}]})");
}

void TestNode::badLists()
{
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("nodes.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const auto read = readNodeList(file.fileName());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
    QVERIFY(read.error().object.startsWith(file.fileName()));
}

void TestNode::unwritable()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto written =
        writeNodeList(file.fileName() + QStringLiteral("/nodes.json"), {localNode()});
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::FileWriteFailed);
    const auto read = readNodeList(folder.path());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::FileUnreadable);
}

void TestNode::local()
{
    QCOMPARE(localNode().place, QStringLiteral("local"));
    QVERIFY(nodeProblems(localNode()).isEmpty());
    QVERIFY(nodeProblems(fullNode()).isEmpty());
}

void TestNode::problems_data()
{
    QTest::addColumn<std::function<void(Node&)>>("change");
    QTest::addColumn<bool>("fine");
    const auto row = [](const char* name, std::function<void(Node&)> change, bool fine = false) {
        QTest::newRow(name) << change << fine;
    };
    const auto host = [](const char* text) {
        return [text](Node& node) { node.of<SshHost>().host = QString::fromUtf8(text); };
    };
    row("alias", host("mi300"), true);
    row("dots", host("mi300.example.org"), true);
    row("user", host("me@10.0.0.1"), true);
    row("six", host("fe80::1%eth0"), true);
    row("non-ascii", host("büro"), true);
    row("empty host", host(""));
    row("option", host("-oProxyCommand=x"));
    row("user option", host("me@-oX"));
    row("blank", host("a b"));
    row("shell", host("a;b"));
    row("substitution", host("$(x)"));
    row("line", host("a\nb"));
    row("pattern", host("*"));
    row("no name", [](Node& node) { node.name = QStringLiteral(" "); });
    row("name lines", [](Node& node) { node.name = QStringLiteral("a\nb"); });
    row("id", [](Node& node) { node.id = QStringLiteral("../x"); });
    row("id option", [](Node& node) { node.id = QStringLiteral("-x"); });
    row("port", [](Node& node) { node.of<SshHost>().port = -1; });
    row("key", [](Node& node) { node.of<SshHost>().identityFile = QStringLiteral("-x"); });
    row("workspace", [](Node& node) { node.workspace = QStringLiteral("relative"); });
    row(
        "home", [](Node& node) { node.workspace = QStringLiteral("~/w"); }, true);
    row("engine", [](Node& node) { node.of<ContainerSettings>().engine = QStringLiteral("rm"); });
    row("image",
        [](Node& node) { node.of<ContainerSettings>().image = QStringLiteral("--privileged"); });
    row("image blank",
        [](Node& node) { node.of<ContainerSettings>().image = QStringLiteral("a b"); });
    row("no image", [](Node& node) { node.of<ContainerSettings>().image.clear(); });
    row("memory",
        [](Node& node) { node.of<ContainerSettings>().sharedMemory = QStringLiteral("much"); });
    row(
        "memory host",
        [](Node& node) { node.of<ContainerSettings>().sharedMemory = QStringLiteral("host"); },
        true);
    row("mount", [](Node& node) { node.of<ContainerSettings>().mounts = {QStringLiteral("a:b")}; });
    row("options",
        [](Node& node) { node.of<ContainerSettings>().options = {QStringLiteral("evil")}; });
    row("dashes", [](Node& node) {
        node.of<ContainerSettings>().options = {QStringLiteral("-x"), QStringLiteral("--")};
    });
    row("colon", [](Node& node) { node.workspace = QStringLiteral("/a:b"); });
    row("container", [](Node& node) {
        node.of<ContainerSettings>().use = ContainerSettings::Use::Exec;
        node.of<ContainerSettings>().container = QStringLiteral("-x");
    });
    row("partition",
        [](Node& node) { node.of<SlurmSettings>().partition = QStringLiteral("--x"); });
    row("account", [](Node& node) { node.of<SlurmSettings>().account = QStringLiteral("a b"); });
    row("gpus", [](Node& node) { node.of<SlurmSettings>().gpus = QStringLiteral("many"); });
    row(
        "one gpu", [](Node& node) { node.of<SlurmSettings>().gpus = QStringLiteral("1"); }, true);
    row("time", [](Node& node) { node.of<SlurmSettings>().timeLimit = QStringLiteral("soon"); });
    row(
        "minutes", [](Node& node) { node.of<SlurmSettings>().timeLimit = QStringLiteral("90"); },
        true);
    row("slurm option",
        [](Node& node) { node.of<SlurmSettings>().options = {QStringLiteral("x")}; });
    row("variable", [](Node& node) { node.environment = {{QStringLiteral("A=B"), QString()}}; });
    row("nul", [](Node& node) {
        node.environment = {{QStringLiteral("A"), QString(QChar::Null)}};
    });
}

void TestNode::problems()
{
    QFETCH(std::function<void(Node&)>, change);
    QFETCH(bool, fine);
    Node node = fullNode();
    change(node);
    const QStringList found = nodeProblems(node);
    QVERIFY2(found.isEmpty() == fine, qPrintable(found.join(u' ')));
    for (const QString& sentence : found) {
        QVERIFY2(sentence.endsWith(u'.'), qPrintable(sentence));
    }
}

/// What is empty is not called a wrong name.
void TestNode::emptyIsMissing()
{
    Node node = fullNode();
    node.place = QStringLiteral("ssh");
    node.of<SshHost>().host.clear();
    QVERIFY(nodeProblems(node).join(u' ').contains(QLatin1StringView("The node has no host")));
    node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    node.of<ContainerSettings>().image.clear();
    node.environment = {{QString(), QStringLiteral("1")}};
    Node exec = node;
    exec.of<ContainerSettings>().use = ContainerSettings::Use::Exec;
    exec.of<ContainerSettings>().container.clear();
    for (const QString& sentence : nodeProblems(node) + nodeProblems(exec)) {
        QVERIFY2(!sentence.contains(QLatin1StringView("\"\"")) &&
                     !sentence.contains(QStringLiteral("“”")),
                 qPrintable(sentence));
    }
}

void TestNode::pageListsTheKinds()
{
    QFile page(QStringLiteral(ROCPORT_SOURCE_DIR "/docs/nodes.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QString kinds = QString::fromUtf8(page.readAll())
                              .section(QStringLiteral("## Kinds"), 1)
                              .section(QStringLiteral("\n## "), 0, 0);
    QStringList rows = kinds.split(u'\n').filter(QStringLiteral("| "));
    rows.removeFirst(); // of titles
    for (const NodeKind* kind : nodeKinds()) {
        const qsizetype before = rows.size();
        erase_if(rows, [&](const QString& row) {
            return row.startsWith(QStringLiteral("| %1 |").arg(kind->title)) ||
                   row.startsWith(QStringLiteral("| %1,").arg(kind->title));
        });
        QVERIFY2(rows.size() < before, qPrintable(kind->title));
    }
    QVERIFY2(rows.isEmpty(), qPrintable(rows.join(u'\n')));
}

/// The form of every list of nodes so far, byte for byte: nothing is added to it for nodes that
/// have none of the newer kinds.
void TestNode::oldFilesAreRead()
{
    const QByteArray old =
        R"({"container":{"container":"","engine":"docker","image":"rocm/pytorch:latest",)"
        R"("mounts":["/data:/data:ro"],"options":[],"sharedMemory":"16g","use":"run"},)"
        R"("environment":[{"name":"HIP_VISIBLE_DEVICES","value":"0"}],"host":"mi300x",)"
        R"("id":"mi300x","identityFile":"","local":false,"name":"MI300X","port":0,)"
        R"("slurm":{"account":"","gpus":"1","options":["--qos=long"],"partition":"","timeLimit":"",)"
        R"("use":true},"workspace":"~/rocport"})";
    const auto node = nodeFromJson(QJsonDocument::fromJson(old).object());
    QVERIFY2(node.ok(), qPrintable(node.ok() ? QString() : node.error().object));
    QCOMPARE(node->place, QStringLiteral("ssh"));
    QVERIFY(node->of<ContainerSettings>().use == ContainerSettings::Use::Run);
    QCOMPARE(node->of<SlurmSettings>().gpus, QStringLiteral("1"));
    QCOMPARE(QJsonDocument(nodeToJson(*node)).toJson(QJsonDocument::Compact), old);
    const QByteArray local =
        R"({"container":{"container":"","engine":"docker","image":"","mounts":[],"options":[],)"
        R"("sharedMemory":"16g","use":"none"},"environment":[],"host":"","id":"local",)"
        R"("identityFile":"","local":true,"name":"This machine","port":0,"slurm":{"account":"",)"
        R"("gpus":"","options":[],"partition":"","timeLimit":"","use":false},"workspace":""})";
    QCOMPARE(QJsonDocument(nodeToJson(localNode())).toJson(QJsonDocument::Compact), local);
    const auto here = nodeFromJson(QJsonDocument::fromJson(local).object());
    QVERIFY(here.ok());
    QVERIFY(*here == localNode());
}

QTEST_GUILESS_MAIN(TestNode)
#include "tst_node.moc"
