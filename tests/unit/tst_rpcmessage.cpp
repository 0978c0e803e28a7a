// Messages of agents: lines, JSON-RPC, schemas and pages.
#include "core/agent/rpcmessage.h"
#include "core/agent/toolarguments.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

class TestRpcMessage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreCut();
    void longLinesAreDropped();
    void messages_data();
    void messages();
    void batches();
    void hiddenCharactersAreEscaped();
    void schemas_data();
    void schemas();
    void pagesAreBounded();
    void partsAreTheText_data();
    void partsAreTheText();
    void rootsHoldPathsIn();
};

void TestRpcMessage::linesAreCut()
{
    RpcLines lines;
    QCOMPARE(lines.add("{\"a\"").size(), std::size_t(0));
    const auto cut = lines.add(":1}\n\n  \r\nb\nc");
    QCOMPARE(cut.size(), std::size_t(2));
    QCOMPARE(*cut[0], QByteArray("{\"a\":1}"));
    QCOMPARE(*cut[1], QByteArray("b"));
    QCOMPARE(*lines.add("\n").front(), QByteArray("c"));
}

void TestRpcMessage::longLinesAreDropped()
{
    RpcLines lines;
    const QByteArray part(kLongestRpcLine / 2 + 1, 'x');
    QVERIFY(lines.add(part).empty());
    const auto refused = lines.add(part);
    QCOMPARE(refused.size(), std::size_t(1));
    QVERIFY(!refused.front());
    QVERIFY(lines.add(part).empty()); // said once
    const auto next = lines.add("tail\nnext\n");
    QCOMPARE(next.size(), std::size_t(1));
    QCOMPARE(*next.front(), QByteArray("next"));
}

void TestRpcMessage::messages_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code"); // 0: it is a message
    QTest::addColumn<QJsonValue>("id");
    const QJsonValue null(QJsonValue::Null);
    const QJsonValue none(QJsonValue::Undefined);
    const auto row = [](const char* name, const QByteArray& line, int code, const QJsonValue& id) {
        QTest::newRow(name) << line << code << id;
    };
    row("request", R"({"jsonrpc":"2.0","id":7,"method":"ping"})", 0, 7);
    row("text as id", R"({"jsonrpc":"2.0","id":"a","method":"ping","params":{}})", 0,
        QStringLiteral("a"));
    row("notification", R"({"jsonrpc":"2.0","method":"x"})", 0, none);
    row("response", R"({"jsonrpc":"2.0","id":1,"result":{}})", 0, 1);
    row("no JSON", "hello", -32700, null);
    row("half", R"({"jsonrpc":)", -32700, null);
    row("no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", -32700, null);
    row("deep", QByteArray(kDeepestRpc + 1, '[') + QByteArray(kDeepestRpc + 1, ']'), -32700, null);
    row("brackets in a text",
        R"({"jsonrpc":"2.0","id":1,"method":")" + QByteArray(500, '[') + "\"}", 0, 1);
    row("another version", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", -32600, 1);
    row("no method", R"({"jsonrpc":"2.0","id":1})", -32600, 1);
    row("number as method", R"({"jsonrpc":"2.0","id":1,"method":4})", -32600, 1);
    row("null as id", R"({"jsonrpc":"2.0","id":null,"method":"ping"})", -32600, null);
    row("fraction as id", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", -32600, null);
    row("object as id", R"({"jsonrpc":"2.0","id":{},"method":"ping"})", -32600, null);
    row("list as params", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})", -32602, 1);
    row("empty batch", "[]", -32600, null);
    row("number", "[7]", -32600, null);
}

void TestRpcMessage::messages()
{
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    QFETCH(QJsonValue, id);
    const auto messages = readRpc(line);
    QCOMPARE(messages.size(), std::size_t(1));
    const RpcMessage& message = messages.front();
    QCOMPARE(message.fault ? int(message.fault->code) : 0, code);
    QCOMPARE(message.id, id);
    if (message.fault) {
        const auto answer =
            QJsonDocument::fromJson(rpcFailure(message.id, *message.fault)).object();
        QCOMPARE(answer.value(u"error").toObject().value(u"code").toInt(), code);
        QVERIFY(answer.contains(u"id"));
        QVERIFY(!answer.value(u"error").toObject().value(u"message").toString().isEmpty());
    }
}

void TestRpcMessage::batches()
{
    const auto messages = readRpc(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},3])");
    QCOMPARE(messages.size(), std::size_t(2));
    QVERIFY(!messages[0].fault);
    QVERIFY(messages[1].fault);
    QByteArray many = "[1";
    for (int i = 0; i < 200; ++i) {
        many += ",1";
    }
    QCOMPARE(readRpc(many + ']').size(), std::size_t(1));
}

void TestRpcMessage::hiddenCharactersAreEscaped()
{
    const QByteArray line = rpcResult(1, {{QStringLiteral("text"), QStringLiteral("a\u202eb\nc")}});
    QVERIFY2(line.contains("\\u202e") && !line.contains('\n'), line.constData());
}

void TestRpcMessage::schemas_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QString>("fault"); // a part of it; empty: none
    QTest::newRow("nothing but what is required") << QByteArray(R"({"text":"a"})") << "";
    QTest::newRow("all") << QByteArray(
                                R"({"text":"a","number":3,"list":["a"],"flag":true,"one":"x"})")
                         << "";
    QTest::newRow("missing") << QByteArray("{}") << "\"text\" is missing";
    QTest::newRow("unknown") << QByteArray(R"({"text":"a","other":1})") << "no argument \"other\"";
    QTest::newRow("type") << QByteArray(R"({"text":1})") << "must be of type string";
    QTest::newRow("long") << QByteArray(R"({"text":"abcdefghijk"})") << "more than 10";
    QTest::newRow("fraction") << QByteArray(R"({"text":"a","number":1.5})") << "integer";
    QTest::newRow("range") << QByteArray(R"({"text":"a","number":9})") << "from 1 to 5";
    QTest::newRow("items") << QByteArray(R"({"text":"a","list":[1]})") << "type string";
    QTest::newRow("many") << QByteArray(R"({"text":"a","list":["a","b","c"]})") << "more than 2";
    QTest::newRow("choice") << QByteArray(R"({"text":"a","one":"z"})") << "one of x, y";
}

void TestRpcMessage::schemas()
{
    QFETCH(QByteArray, arguments);
    QFETCH(QString, fault);
    const QJsonObject schema = objectSchema(
        {{QStringLiteral("text"), textSchema(QStringLiteral("t"), 10)},
         {QStringLiteral("number"), numberSchema(QStringLiteral("n"), 1, 5)},
         {QStringLiteral("list"), textsSchema(QStringLiteral("l"), 2)},
         {QStringLiteral("flag"), flagSchema(QStringLiteral("f"))},
         {QStringLiteral("one"),
          choiceSchema(QStringLiteral("o"), {QStringLiteral("x"), QStringLiteral("y")})}},
        {QStringLiteral("text")});
    const QString found = schemaFault(QJsonDocument::fromJson(arguments).object(), schema);
    QCOMPARE(found.isEmpty(), fault.isEmpty());
    QVERIFY2(found.contains(fault), qPrintable(found));
    QVERIFY(!schemaFault(QJsonArray(), schema).isEmpty());
}

void TestRpcMessage::pagesAreBounded()
{
    const auto page = [](int limit, const char* cursor, qsizetype size) {
        QJsonObject arguments{{QStringLiteral("limit"), limit}};
        if (*cursor != '\0') {
            arguments.insert(QStringLiteral("cursor"), QString::fromLatin1(cursor));
        }
        auto pages = Pages::of(ToolArguments(arguments));
        QJsonObject result;
        if (pages) {
            for (int i = 0; i < 10; ++i) {
                pages->add([&] { return QJsonValue(QString(size, u'x')); });
            }
            pages->addTo(result, QStringLiteral("items"));
        }
        return result;
    };
    const QJsonObject first = page(4, "", 1);
    QCOMPARE(first.value(u"items").toArray().size(), 4);
    QCOMPARE(first.value(u"total").toInt(), 10);
    QCOMPARE(first.value(u"leftOut").toInt(), 6);
    QCOMPARE(first.value(u"nextCursor").toString(), QStringLiteral("4"));
    const QJsonObject last = page(4, "8", 1);
    QCOMPARE(last.value(u"items").toArray().size(), 2);
    QVERIFY(!last.contains(u"nextCursor"));
    QCOMPARE(page(10, "", 100'000).value(u"items").toArray().size(), 1); // bytes, too
    QVERIFY(page(4, "x", 1).isEmpty());
    QVERIFY(page(4, "-1", 1).isEmpty());
}

void TestRpcMessage::partsAreTheText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("short") << QByteArray("one line");
    QTest::newRow("lines") << QByteArray("a line\n").repeated(40'000);
    QTest::newRow("one long line") << QStringLiteral("x\u00e9\u20ac").repeated(60'000).toUtf8();
}

void TestRpcMessage::partsAreTheText()
{
    QFETCH(QByteArray, text);
    QByteArray joined;
    QJsonObject arguments;
    QString cursor;
    do {
        QJsonObject result;
        QVERIFY(addPart(result, QStringLiteral("text"), text, ToolArguments(arguments)).ok());
        QCOMPARE(result.value(u"bytes").toInt(), int(text.size()));
        joined += result.value(u"text").toString().toUtf8();
        cursor = result.value(u"nextCursor").toString();
        QCOMPARE(result.contains(u"leftOut"), !cursor.isEmpty());
        arguments.insert(QStringLiteral("cursor"), cursor);
    } while (!cursor.isEmpty());
    QCOMPARE(joined, text);
    QJsonObject result;
    const QJsonObject wrong{{QStringLiteral("cursor"), QStringLiteral("-5")}};
    QVERIFY(!addPart(result, QStringLiteral("text"), text, ToolArguments(wrong)).ok());
}

void TestRpcMessage::rootsHoldPathsIn()
{
    const QTemporaryDir folder;
    const QDir dir(folder.path());
    QVERIFY(dir.mkpath(QStringLiteral("root/in")) && dir.mkpath(QStringLiteral("rootless")));
    QVERIFY(QFile::link(folder.filePath(QStringLiteral("rootless")),
                        folder.filePath(QStringLiteral("root/out"))));
    QVERIFY(QFile::link(folder.filePath(QStringLiteral("root/in")),
                        folder.filePath(QStringLiteral("root/link"))));
    QVERIFY(!AgentRoots::of({folder.filePath(QStringLiteral("none"))}).ok());
    const auto roots = AgentRoots::of({folder.filePath(QStringLiteral("root"))});
    QVERIFY(roots.ok());
    const auto codeOf = [&](const QString& name) {
        const auto path = roots->path(name);
        return path ? ErrorCode::Internal : path.error().code;
    };
    QVERIFY(roots->path({}).ok() && roots->path(QStringLiteral("in")).ok());
    QVERIFY(roots->path(QStringLiteral("link")).ok());
    QVERIFY(roots->path(folder.filePath(QStringLiteral("root/in"))).ok());
    QCOMPARE(codeOf(QStringLiteral("none")), ErrorCode::FileNotFound);
    for (const char* name : {"out", "..", "../rootless", "/", "/etc/passwd", "out/none", "../none",
                             "in/../../rootless"}) {
        QCOMPARE(codeOf(QString::fromLatin1(name)), ErrorCode::PathOutsideRepository);
    }
}

QTEST_GUILESS_MAIN(TestRpcMessage)
#include "tst_rpcmessage.moc"
