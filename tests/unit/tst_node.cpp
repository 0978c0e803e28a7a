#include "core/remote/node.h"

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
    node.host = QStringLiteral("user@mi300");
    node.port = 2222;
    node.identityFile = QStringLiteral("~/.ssh/id_ed25519");
    node.container.use = ContainerSettings::Use::Run;
    node.container.engine = QStringLiteral("podman");
    node.container.image = QStringLiteral("docker.io/rocm/pytorch:rocm6.4@sha256:00ff");
    node.container.container = QStringLiteral("box_1");
    node.container.sharedMemory = QStringLiteral("32g");
    node.container.mounts = {QStringLiteral("/data:/data:ro"), QStringLiteral("/a b:/c")};
    node.container.options = {QStringLiteral("--cap-add"), QStringLiteral("SYS_PTRACE")};
    node.slurm.use = true;
    node.slurm.partition = QStringLiteral("mi300x");
    node.slurm.account = QStringLiteral("proj-1");
    node.slurm.gpus = QStringLiteral("mi300x:2");
    node.slurm.timeLimit = QStringLiteral("1-02:00:00");
    node.slurm.options = {QStringLiteral("--qos=long")};
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
    QCOMPARE(node->container.engine, QStringLiteral("docker"));
    QCOMPARE(node->container.sharedMemory, QStringLiteral("16g"));
    QVERIFY(!node->slurm.use);
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
    QVERIFY(localNode().isLocal);
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
        return [text](Node& node) { node.host = QString::fromUtf8(text); };
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
    row("port", [](Node& node) { node.port = -1; });
    row("key", [](Node& node) { node.identityFile = QStringLiteral("-x"); });
    row("workspace", [](Node& node) { node.workspace = QStringLiteral("relative"); });
    row(
        "home", [](Node& node) { node.workspace = QStringLiteral("~/w"); }, true);
    row("engine", [](Node& node) { node.container.engine = QStringLiteral("rm"); });
    row("image", [](Node& node) { node.container.image = QStringLiteral("--privileged"); });
    row("image blank", [](Node& node) { node.container.image = QStringLiteral("a b"); });
    row("no image", [](Node& node) { node.container.image.clear(); });
    row("memory", [](Node& node) { node.container.sharedMemory = QStringLiteral("much"); });
    row(
        "memory host", [](Node& node) { node.container.sharedMemory = QStringLiteral("host"); },
        true);
    row("mount", [](Node& node) { node.container.mounts = {QStringLiteral("a:b")}; });
    row("options", [](Node& node) { node.container.options = {QStringLiteral("evil")}; });
    row("dashes", [](Node& node) {
        node.container.options = {QStringLiteral("-x"), QStringLiteral("--")};
    });
    row("colon", [](Node& node) { node.workspace = QStringLiteral("/a:b"); });
    row("container", [](Node& node) {
        node.container.use = ContainerSettings::Use::Exec;
        node.container.container = QStringLiteral("-x");
    });
    row("partition", [](Node& node) { node.slurm.partition = QStringLiteral("--x"); });
    row("account", [](Node& node) { node.slurm.account = QStringLiteral("a b"); });
    row("gpus", [](Node& node) { node.slurm.gpus = QStringLiteral("many"); });
    row(
        "one gpu", [](Node& node) { node.slurm.gpus = QStringLiteral("1"); }, true);
    row("time", [](Node& node) { node.slurm.timeLimit = QStringLiteral("soon"); });
    row(
        "minutes", [](Node& node) { node.slurm.timeLimit = QStringLiteral("90"); }, true);
    row("slurm option", [](Node& node) { node.slurm.options = {QStringLiteral("x")}; });
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
    node.isLocal = false;
    node.host.clear();
    QVERIFY(nodeProblems(node).join(u' ').contains(QLatin1StringView("The node has no host")));
    node.container.use = ContainerSettings::Use::Run;
    node.container.image.clear();
    node.environment = {{QString(), QStringLiteral("1")}};
    Node exec = node;
    exec.container.use = ContainerSettings::Use::Exec;
    exec.container.container.clear();
    for (const QString& sentence : nodeProblems(node) + nodeProblems(exec)) {
        QVERIFY2(!sentence.contains(QLatin1StringView("\"\"")) &&
                     !sentence.contains(QStringLiteral("“”")),
                 qPrintable(sentence));
    }
}

QTEST_GUILESS_MAIN(TestNode)
#include "tst_node.moc"
