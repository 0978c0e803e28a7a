#include "core/rules/build/buildcmakereader.h"

#include <QTest>

using namespace rocport;

/// How CMake files are read, and which names speak of AMD GPUs.
class TestCMakeReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void namesThePlatform_data();
    void namesThePlatform();
};

void TestCMakeReader::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("commands"); // name(argument|argument)
    const auto row = [](const char* name, const char* text, const QStringList& commands) {
        QTest::newRow(name) << QByteArray(text) << commands;
    };
    const auto list = [](std::initializer_list<const char*> items) {
        QStringList result;
        for (const char* item : items) {
            result.append(QString::fromUtf8(item));
        }
        return result;
    };
    row("plain", "Set(a b \"c d\")\nfoo()", list({"set(a|b|c d)", "foo()"}));
    row("comments", "# set(a)\nset(b # x)\n c)\n#[[ set(d)\n]] set(e)",
        list({"set(b|c)", "set(e)"}));
    row("brackets", "set(a [[x ) \" #]] [=[y]]z]=])", list({"set(a|x ) \" #|y]]z)"}));
    row("escapes", "set(a \"b\\\"c)\" d\\ e \\( )", list({"set(a|b\\\"c)|d\\ e|\\()"}));
    row("parentheses", "if((A AND (B)) OR C)\nendif()",
        list({"if((|A|AND|(|B|)|)|OR|C)", "endif()"}));
    row("unquoted quotes", "set(a -Db=\"c d\" e)", list({"set(a|-Db=\"c d\"|e)"}));
    row("lines", "set(\n  a\n  b\n)\n", list({"set(a|b)"}));
    row("no command", "a b c\n= ( \" x", {});
    row("never ends", "set(a \"b", list({"set(a|b)"}));
    row("bracket never ends", "set(a [[b", list({"set(a|b)"}));
    row("bom", "\xef\xbb\xbfset(a)", list({"set(a)"}));
}

void TestCMakeReader::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, commands);
    const CMakeFile file({text.constData(), static_cast<size_t>(text.size())}, "USE_ROCM");
    QStringList read;
    for (const CMakeCommand& command : file.commands()) {
        QStringList arguments;
        for (const CMakeArgument& argument : command.arguments) {
            arguments.append(QString::fromUtf8(argument.text.data(),
                                               static_cast<qsizetype>(argument.text.size())));
        }
        read.append(QString::fromStdString(command.name) + u'(' + arguments.join(u'|') + u')');
    }
    QCOMPARE(read, commands);
}

void TestCMakeReader::namesThePlatform_data()
{
    QTest::addColumn<bool>("names");
    for (const char* text : {"USE_HIP", "AMDGPU_TARGETS", "torch.version.hip", "IS_HIP_EXTENSION",
                             "on_amd()", "p.gcnArchName", "rocm6", "HIP_VERSION", "hipcc"}) {
        QTest::newRow(text) << true;
    }
    for (const char* text :
         {"SHIP", "CHIPSET", "AMD64", "platform == \"amd64\"", "damd", "", "_"}) {
        QTest::addRow("not %s", text) << false;
    }
}

void TestCMakeReader::namesThePlatform()
{
    QFETCH(bool, names);
    const QByteArray tag = QTest::currentDataTag();
    QCOMPARE(namesRocm((names ? tag : tag.sliced(4)).toStdString()), names);
}

QTEST_GUILESS_MAIN(TestCMakeReader)
#include "tst_cmakereader.moc"
