// The one way into the TOML library: what is too deep or too large never reaches it.
#include "core/text/tomlsource.h"

#include <QTest>

using namespace rocport;

class TestTomlSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void depth_data();
    void depth();
    void deepIsRefused_data();
    void deepIsRefused();
    void problemsHaveALine();
    void sizeIsBounded();
    void tablesAreBounded();
};

namespace {

QByteArray dotted(int parts)
{
    return QByteArray("a.").repeated(parts - 1) + 'a';
}

QString name()
{
    return QStringLiteral("x.toml");
}

/// Levels of the tree as the library made it.
int levels(const toml::node& node)
{
    int deepest = 0;
    if (const auto* table = node.as_table()) {
        for (const auto& [key, value] : *table) {
            deepest = std::max(deepest, levels(value) + 1);
        }
    } else if (const auto* array = node.as_array()) {
        for (const toml::node& value : *array) {
            deepest = std::max(deepest, levels(value) + 1);
        }
    }
    return deepest;
}

} // namespace

void TestTomlSource::depth_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("allowed"); ///< the smallest limit that takes it
    const auto row = [](const char* title, const QByteArray& text, int allowed) {
        QTest::newRow(title) << text << allowed;
    };
    row("plain", "a = 1\nb = 'x.y.z.[[[['\n", 0);
    row("dotted key", "a.b.c = 1\n", 2);
    row("header", "[a.b.c]\nx = 1\n", 3);
    row("header and key", "[a.b.c]\nx.y = 1\n", 4);
    row("a later header starts over", "[a.b.c]\nx = 1\n[b]\ny.z = 2\n", 3);
    row("array", "a = [[[1], [2]], [[3]]]\n", 3);
    row("array over lines", "a = [ # [[[[\n [ # ]]]]\n 1,\n ],\n]\nb.c = 1\n", 2);
    row("inline table", "a = { b.c = { d = 1 }, e = 2 }\n", 3);
    row("inline tables in a list", "a = [{ b = [1] }, { b.c = [2] }]\n", 4);
    row("strings", "a = \"\\\"[[[[\"\nb = '''\n[[[[''' \nc = \"\"\"\n{{{\\\"\"\"\"\"\"\nd.e = 1\n",
        1);
    row("quoted keys", "\"a.b.c\".'d.e' = 1\n[x.\"y.z\"]\n", 2);
    row("numbers have points", "a = 1.5\nb = [1.5, 2.5]\nc = 1979-05-27T07:32:00.999\n", 1);
    row("array of tables", "[[a.b]]\nc.d = 1\n[[a.b]]\n", 3);
    row("byte order mark", "\xef\xbb\xbf[a.b]\nc = 1\n", 2);
    row("line ends of Windows", "[a.b]\r\nc.d = [1]\r\n\r\n[e]\r\n", 4);
    row("empty strings", "a = \"\"\nb = ''\nc = \"\"\"\"\"\"\nd.e = 1\n", 1);
}

/// The limit that takes a text is what the text says, and never less than what the library makes.
void TestTomlSource::depth()
{
    QFETCH(QByteArray, text);
    QFETCH(int, allowed);
    TomlLimits limits;
    limits.depth = allowed;
    const Result<toml::table> read = parseToml(text, name(), limits);
    QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().detail));
    // Each table of an array of tables is one level more than its header names.
    const int arrays = static_cast<int>(text.contains("[[a.b]]"));
    QVERIFY(levels(*read) <= allowed + 1 + arrays);
    if (allowed > 0) {
        --limits.depth;
        const Result<toml::table> refused = parseToml(text, name(), limits);
        QVERIFY(!refused);
        QCOMPARE(refused.error().detail,
                 QStringLiteral("nested more than %1 deep").arg(allowed - 1));
    }
}

void TestTomlSource::deepIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    constexpr int kDeep = 100'000;
    const auto many = [](const char* part) { return QByteArray(part).repeated(kDeep); };
    QTest::newRow("78 KB of dotted key") << dotted(39'000) + "=1\n" << 1;
    QTest::newRow("dotted key") << "\n\n" + dotted(kDeep) + " = 1\n" << 3;
    QTest::newRow("spaces around the points") << many("a . ") + "a = 1\n" << 1;
    QTest::newRow("quoted parts") << many("'a'.") + "a = 1\n" << 1;
    QTest::newRow("header") << "x = 1\n[" + dotted(kDeep) + "]\n" << 2;
    QTest::newRow("array of tables") << "[[" + dotted(kDeep) + "]]\n" << 1;
    QTest::newRow("arrays") << "a = " + many("[") + many("]") + "\n" << 1;
    QTest::newRow("arrays, never closed") << "a = " + many("[") << 1;
    QTest::newRow("inline tables") << "a=" + many("{a=") + '1' + many("}") + '\n' << 1;
    QTest::newRow("inline tables, never closed") << "a=" + many("{a=") << 1;
    QTest::newRow("dotted in inline") << "a = { " + dotted(kDeep) + " = 1 }\n" << 1;
    QTest::newRow("mixed") << "a=" + many("[{a.b=") << 1;
    QTest::newRow("over lines") << "a = " + many("[\n") << 101;
    QTest::newRow("after a string") << "a = \"\"\"x\"\"\"\"\"\n" + dotted(kDeep) + "=1" << 2;
    QTest::newRow("after a comment") << "# \"\"\" '''\n" + dotted(kDeep) + "=1" << 2;
    QTest::newRow("after an apostrophe in a comment") << "a = [ # it's\n" + many("[") << 2;
}

void TestTomlSource::deepIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    const Result<toml::table> read = parseToml(text, name());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
    QCOMPARE(read.error().detail, QStringLiteral("nested more than 100 deep"));
    QCOMPARE(read.error().object, QStringLiteral("x.toml:%1").arg(line));
}

void TestTomlSource::problemsHaveALine()
{
    const Result<toml::table> read = parseToml("a = 1\nb = \n", name());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
    QVERIFY(!read.error().detail.isEmpty());
    QCOMPARE(read.error().object, QStringLiteral("x.toml:2"));
    QVERIFY(parseToml({}, name()).ok());
}

void TestTomlSource::sizeIsBounded()
{
    TomlLimits limits;
    limits.bytes = 2048;
    const QByteArray fits = "# " + QByteArray(2046, 'x');
    QVERIFY(parseToml(fits, name(), limits).ok());
    const Result<toml::table> read = parseToml(fits + 'x', name(), limits);
    QVERIFY(!read);
    QCOMPARE(read.error().detail, QStringLiteral("larger than 2 KiB"));
}

/// The library looks for each table among all earlier ones.
void TestTomlSource::tablesAreBounded()
{
    TomlLimits limits;
    limits.tables = 10;
    QByteArray text;
    for (int i = 0; i < 10; ++i) {
        text += "[t" + QByteArray::number(i) + "]\n";
    }
    QVERIFY(parseToml(text, name(), limits).ok());
    const Result<toml::table> read = parseToml(text + "a.b = 1\n", name(), limits);
    QVERIFY(!read);
    QCOMPARE(read.error().detail, QStringLiteral("more than 10 tables"));
    QCOMPARE(read.error().object, QStringLiteral("x.toml:11"));
}

QTEST_GUILESS_MAIN(TestTomlSource)
#include "tst_tomlsource.moc"
