// rocport-cli mcp as a process, spoken to as agents do and as they should not.
#include "tests/integration/clifixture.h"
#include "tests/integration/mcpserver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <utility>

#include <fcntl.h>

using namespace rocport;
using rocport::test::failureOf;
using rocport::test::Pipe;
using rocport::test::Server;

namespace {

int codeOf(const QJsonObject& message)
{
    return message.value(u"error").toObject().value(u"code").toInt();
}

} // namespace

class TestMcp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void versionsAreNegotiated_data();
    void versionsAreNegotiated();
    void theFirstRequestInitializes();
    void badLinesAreAnswered();
    void littleIsSaidOfBadLines();
    void unknownThingsAreRefused();
    void commitsThatAreNotProvedComeFirst();
    void pagesFollowEachOther();
    void aPatchIsPutTogether();
    void othersAreAnsweredMeanwhile();
    void aCancelledCallHasNoAnswer();
    void decisionsAreProposedOnly();
    void commitsAreReviewed();
    void nothingIsWrittenUnlessAsked();
    void itEndsWhenAsked();
    void itEndsThoughNobodyReads_data();
    void itEndsThoughNobodyReads();
    void itKeepsNoMoreThanItCan();
    void wrongUsage();

private:
    [[nodiscard]] QString data() const { return m_data.path(); }

    rocport::test::ScratchRepository m_repository;
    QTemporaryDir m_data;
};

void TestMcp::initTestCase()
{
    rocport::test::fill(m_repository);
}

void TestMcp::versionsAreNegotiated_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("given");
    for (const char* known : {"2025-06-18", "2025-03-26", "2024-11-05"}) {
        QTest::newRow(known) << QString::fromLatin1(known) << QString::fromLatin1(known);
    }
    QTest::newRow("unknown") << "1999-01-01"
                             << "2025-06-18";
}

void TestMcp::versionsAreNegotiated()
{
    QFETCH(QString, asked);
    QFETCH(QString, given);
    Server server(m_repository.path(), data());
    const QJsonObject result = server.initialize(asked).value(u"result").toObject();
    QCOMPARE(result.value(u"protocolVersion").toString(), given);
    QVERIFY(result.value(u"capabilities").toObject().contains(u"tools"));
    QCOMPARE(result.value(u"serverInfo").toObject().value(u"name").toString(),
             QStringLiteral("rocport"));
}

void TestMcp::theFirstRequestInitializes()
{
    Server server(m_repository.path(), data());
    QCOMPARE(codeOf(server.ask(QStringLiteral("tools/list"))), -32600);
    QVERIFY(server.ask(QStringLiteral("ping")).contains(u"result"));
    QCOMPARE(codeOf(server.ask(QStringLiteral("initialize"))), -32602);
    server.initialize();
    const QJsonObject list = server.ask(QStringLiteral("tools/list"));
    QVERIFY(list.value(u"result").toObject().value(u"tools").toArray().size() >= 12);
}

/// Each gets its code, and the server goes on.
void TestMcp::badLinesAreAnswered()
{
    Server server(m_repository.path(), data());
    server.initialize();
    const auto answerTo = [&](const QByteArray& line) {
        server.write(line);
        return codeOf(server.read());
    };
    QCOMPARE(answerTo("hello"), -32700);
    QCOMPARE(answerTo("{\"jsonrpc\":\"2.0\",\"id\":1"), -32700);
    QCOMPARE(answerTo(QByteArray(1000, '[')), -32700);
    QCOMPARE(answerTo(QByteArray("\"\0\xff\"", 4)), -32700);
    QCOMPARE(answerTo("{}"), -32600);
    QCOMPARE(answerTo("[]"), -32600);
    QCOMPARE(answerTo(R"({"jsonrpc":"2.0","id":[],"method":"ping"})"), -32600);
    QCOMPARE(answerTo(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":7})"), -32602);
    QCOMPARE(answerTo(QByteArray(5 * 1024 * 1024, 'x')), -32700);
    server.write(R"({"jsonrpc":"2.0","method":"notifications/unknown"})"); // no answer
    server.write(R"({"jsonrpc":"2.0","id":99,"result":{}})");              // neither
    QVERIFY(server.ask(QStringLiteral("ping")).contains(u"result"));
}

/// A client that never reads standard error does not keep the server from hearing.
void TestMcp::littleIsSaidOfBadLines()
{
    Server server(m_repository.path(), data());
    server.initialize();
    for (int i = 0; i < 500; ++i) {
        server.write("hello");
    }
    QVERIFY(server.ask(QStringLiteral("ping")).contains(u"result"));
    server.process().closeWriteChannel();
    QVERIFY(server.process().waitForFinished());
    const QByteArray said = server.process().readAllStandardError();
    QCOMPARE(said.count("was refused"), qsizetype{100});
    QCOMPARE(said.count("More such messages"), qsizetype{1});
}

void TestMcp::commitsThatAreNotProvedComeFirst()
{
    const rocport::test::ScratchRepository repository;
    for (const char* text : {"int a;\n", "int a;\n#ifdef USE_ROCM\nint b;\n#endif\n",
                             "int c;\n#ifdef USE_ROCM\nint b;\n#endif\n"}) {
        repository.write(QStringLiteral("a.cu"), text);
        repository.commitAll();
    }
    Server server(repository.path(), data());
    server.initialize();
    const QJsonObject proof =
        server.give(QStringLiteral("prove_isolation"),
                    {{QStringLiteral("range"), QStringLiteral("HEAD~2..HEAD")},
                     {QStringLiteral("each"), true}});
    QCOMPARE(proof.value(u"commitCount").toInt(), 2);
    const QJsonArray commits = proof.value(u"commits").toArray();
    QCOMPARE(commits.size(), qsizetype{2});
    QCOMPARE(commits.at(0).toObject().value(u"verdict").toString(), QStringLiteral("violated"));
    QVERIFY(commits.at(1).toObject().value(u"verdict").toString() != u"violated");
}

/// As `rocport-cli review` has it, page by page, and what needs a look first.
void TestMcp::commitsAreReviewed()
{
    const rocport::test::ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"),
                     "#include <cuda_runtime.h>\nvoid a(float* p)\n{\n    cudaFree(p);\n}\n"
                     "__global__ void k(unsigned* out, int v)\n{\n    *out = "
                     "__ballot_sync(0xffffffff, v);\n}\n");
    repository.write(QStringLiteral("b.cu"), "int two()\n{\n    return 2;\n}\n");
    repository.commitAll();
    repository.write(QStringLiteral("a.cu"),
                     "#include <cuda_runtime.h>\nvoid a(float* p)\n{\n    cudaFree(p);\n}\n"
                     "__global__ void k(unsigned* out, int v)\n{\n    *out = "
                     "__ballot_sync(0xffffffff, v);\n}\n"
                     "#ifdef USE_ROCM\nint three();\n#endif\n");
    repository.write(QStringLiteral("b.cu"), "int two()\n{\n    return 3;\n}\n");
    repository.commitAll();
    Server server(repository.path(), data());
    server.initialize();
    QJsonObject asked{{QStringLiteral("range"), QStringLiteral("HEAD~1..HEAD")},
                      {QStringLiteral("limit"), 1}};
    const QJsonObject first = server.give(QStringLiteral("review_port"), asked);
    QCOMPARE(first.value(u"counts").toObject().value(u"hunks").toInt(), 2);
    QCOMPARE(first.value(u"total").toInt(), 2);
    QCOMPARE(first.value(u"leftOut").toInt(), 1);
    const QJsonObject changed = first.value(u"hunks").toArray().first().toObject();
    QCOMPARE(changed.value(u"path").toString(), QStringLiteral("b.cu"));
    QCOMPARE(changed.value(u"nvidiaPath").toString(), QStringLiteral("changed"));
    QVERIFY(changed.value(u"needsLook").toBool());
    asked.insert(QStringLiteral("cursor"), first.value(u"nextCursor"));
    const QJsonObject second = server.give(QStringLiteral("review_port"), asked);
    const QJsonObject added = second.value(u"hunks").toArray().first().toObject();
    QCOMPARE(added.value(u"path").toString(), QStringLiteral("a.cu"));
    QCOMPARE(added.value(u"nvidiaPath").toString(), QStringLiteral("unchanged"));
    QVERIFY(!second.contains(u"nextCursor"));
    asked.remove(QStringLiteral("cursor"));
    asked.insert(QStringLiteral("limit"), 100);
    asked.insert(QStringLiteral("needs_look"), true);
    QCOMPARE(server.give(QStringLiteral("review_port"), asked).value(u"total").toInt(), 1);
    asked.insert(QStringLiteral("list"), QStringLiteral("missing"));
    const QJsonArray missing =
        server.give(QStringLiteral("review_port"), asked).value(u"missing").toArray();
    QVERIFY(std::any_of(missing.begin(), missing.end(), [](const QJsonValue& place) {
        return place.toObject().value(u"rule").toString().startsWith(QStringLiteral("warp-"));
    }));
    QVERIFY(repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
}

void TestMcp::unknownThingsAreRefused()
{
    Server server(m_repository.path(), data());
    server.initialize();
    QCOMPARE(codeOf(server.ask(
                 QStringLiteral("tools/call"),
                 {{QStringLiteral("name"), QStringLiteral("execute_on_lanes")},
                  {QStringLiteral("arguments"),
                   QJsonObject{{QStringLiteral("checks"), QJsonArray{QStringLiteral("all")}}}}})),
             -32602);
    QCOMPARE(codeOf(server.ask(QStringLiteral("prompts/list"))), -32601);
    QCOMPARE(codeOf(server.ask(QStringLiteral("tools/call"))), -32602);
    QCOMPARE(codeOf(server.ask(QStringLiteral("tools/call"),
                               {{QStringLiteral("name"), QStringLiteral("scan")},
                                {QStringLiteral("arguments"), 7}})),
             -32602);
    QCOMPARE(codeOf(server.ask(QStringLiteral("resources/read"),
                               {{QStringLiteral("uri"), QStringLiteral("file:///etc/passwd")}})),
             -32002);
    QCOMPARE(codeOf(server.ask(QStringLiteral("resources/list"),
                               {{QStringLiteral("cursor"), QStringLiteral("x")}})),
             -32602);
    const QJsonObject outside =
        server.call(QStringLiteral("scan"), {{QStringLiteral("folder"), QStringLiteral("/")}});
    QVERIFY(outside.value(u"isError").toBool());
    const QString said =
        outside.value(u"content").toArray().at(0).toObject().value(u"text").toString();
    QVERIFY2(said.endsWith(u'.') && !said.contains(u'\n'), qPrintable(said));
}

void TestMcp::pagesFollowEachOther()
{
    Server server(m_repository.path(), data());
    server.initialize();
    const QJsonObject all = server.give(QStringLiteral("findings"));
    const int total = all.value(u"total").toInt();
    QVERIFY(total > 3);
    QJsonArray joined;
    QJsonObject arguments{{QStringLiteral("limit"), 2}};
    QString cursor;
    do {
        const QJsonObject page = server.give(QStringLiteral("findings"), arguments);
        QCOMPARE(page.value(u"total").toInt(), total);
        for (const QJsonValue one : page.value(u"findings").toArray()) {
            joined.append(one);
        }
        cursor = page.value(u"nextCursor").toString();
        arguments.insert(QStringLiteral("cursor"), cursor);
    } while (!cursor.isEmpty());
    QCOMPARE(joined, all.value(u"findings").toArray());
    const QJsonObject some =
        server.give(QStringLiteral("findings"), {{QStringLiteral("path"), QStringLiteral("*.py")},
                                                 {QStringLiteral("phase"), 6}});
    QVERIFY(some.value(u"total").toInt() > 0 && some.value(u"total").toInt() < total);
}

void TestMcp::aPatchIsPutTogether()
{
    Server server(m_repository.path(), data());
    server.initialize();
    QByteArray patch;
    QJsonObject arguments{{QStringLiteral("format"), QStringLiteral("patch")},
                          {QStringLiteral("paths"), QJsonArray{QStringLiteral("a.cu")}}};
    QString cursor;
    do {
        const QJsonObject part = server.give(QStringLiteral("propose"), arguments);
        patch += part.value(u"patch").toString().toUtf8();
        cursor = part.value(u"nextCursor").toString();
        arguments.insert(QStringLiteral("cursor"), cursor);
    } while (!cursor.isEmpty());
    QVERIFY2(patch.startsWith("diff --git"), patch.constData());
    QVERIFY(patch.contains("a/a.cu") && !patch.contains("train.py"));
}

void TestMcp::othersAreAnsweredMeanwhile()
{
    Server server(m_repository.path(), data());
    server.initialize();
    server.request(500, QStringLiteral("tools/call"),
                   {{QStringLiteral("name"), QStringLiteral("compile_gate")},
                    {QStringLiteral("_meta"),
                     QJsonObject{{QStringLiteral("progressToken"), QStringLiteral("p")}}}});
    server.request(500, QStringLiteral("tools/call"),
                   {{QStringLiteral("name"), QStringLiteral("scan")}});
    QVERIFY(server.ask(QStringLiteral("ping")).contains(u"result"));
    QVector<QJsonObject> messages = server.notes();
    const auto has = [&](auto fits) { return std::any_of(messages.begin(), messages.end(), fits); };
    const auto isDone = [](const QJsonObject& one) {
        return one.value(u"id").toInt() == 500 && one.contains(u"result");
    };
    while (!has(isDone)) {
        messages.append(server.read());
        QVERIFY(!messages.last().isEmpty());
    }
    QVERIFY(has([](const QJsonObject& one) { // the id was taken
        return one.value(u"id").toInt() == 500 && codeOf(one) == -32600;
    }));
    double last = 0;
    for (const QJsonObject& one : std::as_const(messages)) {
        if (one.value(u"method").toString() == u"notifications/progress") {
            const QJsonObject params = one.value(u"params").toObject();
            QCOMPARE(params.value(u"progressToken").toString(), QStringLiteral("p"));
            QVERIFY(params.value(u"progress").toDouble() > last);
            last = params.value(u"progress").toDouble();
        }
    }
    QVERIFY(last > 0);
}

void TestMcp::aCancelledCallHasNoAnswer()
{
    Server server(m_repository.path(), data());
    server.initialize();
    for (int id = 700; id < 710; ++id) {
        server.request(id, QStringLiteral("tools/call"),
                       {{QStringLiteral("name"), QStringLiteral("scan")}});
    }
    server.write(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
                 R"({"requestId":709,"reason":"enough"}})");
    server.write(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
                 R"({"requestId":"709"}})"); // another id: nothing happens
    server.give(QStringLiteral("explain_rule"),
                {{QStringLiteral("rule"), QStringLiteral("warp-popc")}});
    QSet<int> answered;
    for (const QJsonObject& one : server.notes()) {
        answered.insert(one.value(u"id").toInt());
    }
    QVERIFY(answered.contains(708));
    QVERIFY(!answered.contains(709));
}

void TestMcp::decisionsAreProposedOnly()
{
    Server server(m_repository.path(), data());
    server.initialize();
    const QJsonObject early = server.call(QStringLiteral("report"));
    QVERIFY(early.value(u"isError").toBool()); // there is no project yet
    const QJsonObject opened = server.give(QStringLiteral("open_project"));
    QVERIFY(opened.value(u"file").toString().startsWith(data()));
    QVERIFY(opened.value(u"changes").toInt() > 0);
    const QJsonObject edit =
        server.give(QStringLiteral("propose")).value(u"edits").toArray().at(0).toObject();
    const QString key = edit.value(u"key").toString();
    const auto record = [&](const QJsonObject& more) {
        QJsonObject arguments{{QStringLiteral("key"), key},
                              {QStringLiteral("decision"), QStringLiteral("reject")},
                              {QStringLiteral("reason"), QStringLiteral("the tile is no warp")}};
        for (auto it = more.begin(); it != more.end(); ++it) {
            arguments.insert(it.key(), it.value());
        }
        return server.call(QStringLiteral("record_decision"), arguments);
    };
    QVERIFY(record({{QStringLiteral("key"), QStringLiteral("00ff")}}).value(u"isError").toBool());
    QVERIFY(record({{QStringLiteral("text"), QStringLiteral("x")}}).value(u"isError").toBool());
    QVERIFY(record({{QStringLiteral("reason"), QString()}}).value(u"isError").toBool());
    const QJsonObject done = record({}).value(u"structuredContent").toObject();
    QCOMPARE(done.value(u"by").toString(), QStringLiteral("a test"));
    QCOMPARE(done.value(u"decided").toString(), QStringLiteral("open"));
    const QString sheet = server.give(QStringLiteral("report")).value(u"text").toString();
    QVERIFY2(sheet.contains(QStringLiteral(
                 "Proposed by a test, not decided: reject, because the tile is no warp")),
             qPrintable(sheet));
    const QJsonObject again = server.give(QStringLiteral("open_project"));
    QCOMPARE(again.value(u"decided").toInt(), 0);
    QCOMPARE(again.value(u"proposed").toInt(), 1);
}

void TestMcp::nothingIsWrittenUnlessAsked()
{
    Server server(m_repository.path(), data());
    server.initialize();
    server.give(QStringLiteral("propose"));
    server.give(QStringLiteral("compile_gate"));
    QVERIFY(server.call(QStringLiteral("write_port"), {{QStringLiteral("write"), false}})
                .value(u"isError")
                .toBool());
    QVERIFY(m_repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
    const QJsonObject written =
        server.give(QStringLiteral("write_port"),
                    {{QStringLiteral("write"), true},
                     {QStringLiteral("paths"), QJsonArray{QStringLiteral("train.py")}}});
    QVERIFY(written.value(u"written").toInt() > 0);
    QCOMPARE(written.value(u"fileCount").toInt(), 1);
    QCOMPARE(written.value(u"files").toArray(), QJsonArray{QStringLiteral("train.py")});
    const QByteArray changed =
        m_repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")});
    QVERIFY2(changed.contains("train.py") && !changed.contains("a.cu"), changed.constData());
    const QJsonObject proof =
        server.give(QStringLiteral("prove_isolation"),
                    {{QStringLiteral("range"), QStringLiteral("HEAD..HEAD")}});
    QVERIFY(proof.value(u"proved").toBool());
    m_repository.git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral(".")});
}

void TestMcp::itEndsWhenAsked()
{
    Server server(m_repository.path(), data());
    server.initialize();
    ::kill(static_cast<pid_t>(server.process().processId()), SIGTERM);
    QVERIFY(server.process().waitForFinished());
    QCOMPARE(server.process().exitStatus(), QProcess::NormalExit);
    QCOMPARE(server.process().exitCode(), 0);
}

void TestMcp::itEndsThoughNobodyReads_data()
{
    QTest::addColumn<int>("flags"); // of its standard output
    QTest::addColumn<QString>("end");
    for (const char* end : {"signal", "end of input", "end of input, read then"}) {
        QTest::addRow("%s", end) << 0 << QString::fromLatin1(end);
        QTest::addRow("%s, O_NONBLOCK", end) << O_NONBLOCK << QString::fromLatin1(end);
    }
}

/// It hears all that is sent although its answers fit into no pipe, and ends.
void TestMcp::itEndsThoughNobodyReads()
{
    QFETCH(int, flags);
    QFETCH(QString, end);
    constexpr int kRequests = 3000;
    Pipe pipe(flags);
    QVERIFY(pipe.isOpen());
    Server server(m_repository.path(), data(), {}, pipe.in());
    QProcess& process = server.process();
    for (int i = 0; i < kRequests; ++i) {
        server.write(R"({"jsonrpc":"2.0","method":"ping","id":")" + QByteArray::number(i) +
                     QByteArray(100, 'x') + "\"}");
    }
    while (process.bytesToWrite() > 0) {
        QVERIFY(process.waitForBytesWritten());
    }
    QByteArray answers;
    if (end == u"signal") {
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    } else {
        process.closeWriteChannel();
    }
    if (end == u"end of input, read then") {
        answers = pipe.readAll();
    }
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    if (end == u"end of input, read then") { // none is missing or cut
        QCOMPARE(answers.count('\n'), qsizetype{kRequests});
        const QList<QByteArray> lines = answers.trimmed().split('\n');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QJsonObject answer = QJsonDocument::fromJson(lines[i]).object();
            QVERIFY2(answer.value(u"id").toString().startsWith(QString::number(i) + u'x'),
                     lines[i].constData());
        }
    }
}

void TestMcp::itKeepsNoMoreThanItCan()
{
    Pipe pipe(0);
    QVERIFY(pipe.isOpen());
    Server server(m_repository.path(), data(), {}, pipe.in());
    QProcess& process = server.process();
    server.write(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":)"
                 R"({"protocolVersion":"2025-06-18","clientInfo":{"name":"a test"}}})");
    for (int i = 1; i < 10'000; ++i) { // more than is read before it ends
        server.write(R"({"jsonrpc":"2.0","method":"tools/list","id":)" + QByteArray::number(i) +
                     '}');
    }
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 3);
    QVERIFY(process.readAllStandardError().contains("does not read"));
}

void TestMcp::wrongUsage()
{
    QCOMPARE(rocport::test::run({QStringLiteral("mcp"), QStringLiteral("x")}).code, 2);
    const auto none = rocport::test::run(
        {QStringLiteral("mcp"), QStringLiteral("--root"), QStringLiteral("/no/such/folder")});
    QCOMPARE(none.code, 3);
    QVERIFY(none.out.isEmpty() && !none.err.isEmpty());
}

QTEST_GUILESS_MAIN(TestMcp)
#include "tst_mcp.moc"
