// What rocport-cli mcp lets an agent reach: what lies below its roots, and code in a sandbox.
#include "tests/integration/clifixture.h"
#include "tests/integration/mcpserver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <utility>

using namespace rocport;
using rocport::test::failureOf;
using rocport::test::Server;

class TestMcpRoots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { rocport::test::fill(m_repository); }
    void aRootWithinARepositoryDoesNotOpenIt();
    void aProjectLeadsNowhereElse();
    void pathsLeadOutNowhere_data();
    void pathsLeadOutNowhere();
    void codeRunsInASandboxOnly();

private:
    [[nodiscard]] QString data() const { return m_data.path(); }

    rocport::test::ScratchRepository m_repository;
    QTemporaryDir m_data;
};

void TestMcpRoots::aRootWithinARepositoryDoesNotOpenIt()
{
    const rocport::test::ScratchRepository around;
    around.write(QStringLiteral("secret.cu"), "int before;\n");
    around.write(QStringLiteral("sub/b.cu"), "int b;\n");
    around.commitAll();
    around.write(QStringLiteral("secret.cu"), "int after;\n");
    around.commitAll();
    Server server(around.file(QStringLiteral("sub")), data());
    server.initialize();
    const QJsonObject range{{QStringLiteral("range"), QStringLiteral("HEAD~1..HEAD")}};
    for (const QJsonObject& result :
         {server.call(QStringLiteral("prove_isolation"), range),
          server.call(QStringLiteral("review_port"), range),
          server.call(QStringLiteral("open_project")), server.call(QStringLiteral("report"))}) {
        const QString said = failureOf(result);
        QVERIFY2(said.contains(QStringLiteral("outside the folders")), qPrintable(said));
        QVERIFY(!QJsonDocument(result).toJson().contains("secret"));
    }
}

/// A project file that comes with a repository may name another one.
void TestMcpRoots::aProjectLeadsNowhereElse()
{
    const rocport::test::ScratchRepository other;
    rocport::test::fill(other);
    const QTemporaryDir ownData;
    QString made;
    {
        Server server(other.path(), ownData.path());
        server.initialize();
        made = server.give(QStringLiteral("open_project")).value(u"file").toString();
    }
    const QTemporaryDir root;
    QVERIFY(QFile::copy(made, root.filePath(QStringLiteral("x.rocport"))));
    QVERIFY(QFile::copy(made, other.file(QStringLiteral("x.rocport"))));
    const QJsonObject project{{QStringLiteral("project"), QStringLiteral("x.rocport")}};
    QJsonObject decision = project;
    decision.insert(QStringLiteral("key"), QStringLiteral("00ff"));
    decision.insert(QStringLiteral("decision"), QStringLiteral("reject"));
    decision.insert(QStringLiteral("reason"), QStringLiteral("why not"));
    {
        Server server(root.path(), data());
        server.initialize();
        for (const QJsonObject& result :
             {server.call(QStringLiteral("report"), project),
              server.call(QStringLiteral("record_decision"), decision)}) {
            const QString said = failureOf(result);
            QVERIFY2(said.contains(QStringLiteral("outside the folders")), qPrintable(said));
        }
    }
    { // its work tree is among another user's data
        Server server(other.path(), data());
        server.initialize();
        QVERIFY(failureOf(server.call(QStringLiteral("report"), project))
                    .contains(QStringLiteral("outside the folders")));
    }
    Server server(other.path(), ownData.path());
    server.initialize();
    QCOMPARE(failureOf(server.call(QStringLiteral("report"), project)), QString());
}

void TestMcpRoots::pathsLeadOutNowhere_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("name"); // %1: the folder around the root, %2: the root's own name
    QTest::addColumn<QString>("said"); // empty: it is found
    const QString outside = QStringLiteral("outside the folders");
    const auto row = [](const char* name, const QString& said) {
        QTest::newRow(name) << "scan" << QString::fromLatin1(name) << said;
    };
    const auto fileRow = [](const char* name, const QString& said) {
        QTest::addRow("a file: %s", name) << "compile_gate" << QString::fromLatin1(name) << said;
    };
    for (const char* name : {"..",
                             "../there",
                             "../missing",
                             "%1/there",
                             "%1/missing",
                             "l",
                             "l/b",
                             "l/missing",
                             "l/../there",
                             "l/../missing",
                             "l/../%2",
                             "l/b/../../%2",
                             "l/missing/../../%2",
                             "back/../l/../there",
                             "l/../../missing",
                             "%1/there/../%2",
                             "%1/missing/../%2",
                             "probe",
                             "badprobe",
                             "dangling",
                             "/",
                             "%1"}) {
        row(name, outside);
    }
    for (const char* name :
         {"missing", "d/missing", "missing/../d", "f.cu/../d", "loop", "d/bad"}) {
        row(name, QStringLiteral("not"));
    }
    for (const char* name : {"", ".", "d", "d/..", "d/../d/./", "d/in", "d/in/..", "back",
                             "../%2/d", "%1/%2/d", "%1//%2", "%1/there/in"}) {
        row(name, QString());
    }
    for (const char* name : {"l/b", "l/missing", "l/../there/b", "../there/b", "../missing"}) {
        fileRow(name, outside);
    }
    for (const char* name : {"missing", "d", "d/missing"}) {
        fileRow(name, QStringLiteral("no"));
    }
    for (const char* name : {"f.cu", "d/../f.cu", "d/in/../f.cu", "%1/root/f.cu"}) {
        fileRow(name, QString());
    }
}

/// What is outside is refused alike, whether it is there or not.
void TestMcpRoots::pathsLeadOutNowhere()
{
    QFETCH(QString, tool);
    QFETCH(QString, name);
    QFETCH(QString, said);
    const QTemporaryDir around;
    const QDir folder(around.path());
    for (const char* path : {"root/d", "there/b"}) {
        QVERIFY(folder.mkpath(QString::fromLatin1(path)));
    }
    QFile file(folder.filePath(QStringLiteral("root/f.cu")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const std::array<std::pair<const char*, const char*>, 9> links{{{"l", "../there"},
                                                                    {"back", "../root/d"},
                                                                    {"loop", "loop"},
                                                                    {"probe", "../there/../root/d"},
                                                                    {"badprobe", "../no/../root/d"},
                                                                    {"dangling", "../missing"},
                                                                    {"d/in", "../d"},
                                                                    {"d/bad", "nothing"},
                                                                    {"../there/in", "../root"}}};
    for (const auto& [link, target] : links) {
        std::filesystem::create_symlink(target, around.path().toStdString() + "/root/" + link);
    }
    Server server(folder.filePath(QStringLiteral("root")), data());
    server.initialize();
    name.replace(QStringLiteral("%1"), QDir(around.path()).canonicalPath());
    name.replace(QStringLiteral("%2"), QStringLiteral("root"));
    const QString failure = failureOf(server.call(
        tool, tool == u"scan" ? QJsonObject{{QStringLiteral("folder"), name}}
                              : QJsonObject{{QStringLiteral("files"), QJsonArray{name}}}));
    QVERIFY2(said.isEmpty()
                 ? failure.isEmpty()
                 : failure.contains(said) &&
                       (said == u"outside the folders") == failure.contains(u"outside the folders"),
             qPrintable(failure));
}

void TestMcpRoots::codeRunsInASandboxOnly()
{
    const QTemporaryDir programs; // without bubblewrap, and compilers
    Server server(m_repository.path(), data(), programs.path());
    server.initialize();
    const QJsonArray tools = server.ask(QStringLiteral("tools/list"))
                                 .value(u"result")
                                 .toObject()
                                 .value(u"tools")
                                 .toArray();
    const auto lanes = std::find_if(tools.begin(), tools.end(), [](const QJsonValue& tool) {
        return tool.toObject().value(u"name").toString() == u"execute_on_lanes";
    });
    QVERIFY(lanes != tools.end());
    const QJsonObject hints = lanes->toObject().value(u"annotations").toObject();
    for (const char* hint : {"readOnlyHint", "destructiveHint", "openWorldHint"}) {
        QCOMPARE(hints.value(QString::fromLatin1(hint)), QJsonValue(false));
    }
    const auto run = [&](bool anyway) {
        return server.call(QStringLiteral("execute_on_lanes"),
                           {{QStringLiteral("without_sandbox"), anyway}});
    };
    const QString said = failureOf(run(false));
    QVERIFY2(said.contains(QStringLiteral("bubblewrap is not installed")) &&
                 said.contains(QStringLiteral("without_sandbox")),
             qPrintable(said));
    const QJsonObject asked = run(true); // it comes to the compiler, which is not there either
    QVERIFY(!QJsonDocument(asked).toJson().contains("without_sandbox"));
}

QTEST_GUILESS_MAIN(TestMcpRoots)
#include "tst_mcproots.moc"
