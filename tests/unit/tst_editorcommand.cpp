// The user's editor by a template: words, quotes, {file} and {line}; no shell.

#include "core/process/editorcommand.h"

#include <QDir>
#include <QTest>

using namespace rocport;

class TestEditorCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void words_data();
    void words();
    void wrong_data();
    void wrong();
    void templates_data();
    void templates();
    void programs();
};

void TestEditorCommand::words_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const char* command, const char* file,
                        const QStringList& expected) {
        QTest::newRow(name) << QString::fromUtf8(command) << QString::fromUtf8(file) << expected;
    };
    const QString program = QStringLiteral("kate");
    row("no place for the file", "kate", "/a b.cu", {program, QStringLiteral("/a b.cu")});
    row("file and line", "kate --line {line} {file}", "/a b.cu",
        {program, QStringLiteral("--line"), QStringLiteral("7"), QStringLiteral("/a b.cu")});
    row("in one word", "kate {file}:{line}", "/a.cu", {program, QStringLiteral("/a.cu:7")});
    row("nothing of a shell", "kate $HOME;rm *|x {file}", "/$(x).cu",
        {program, QStringLiteral("$HOME;rm"), QStringLiteral("*|x"), QStringLiteral("/$(x).cu")});
    row("a name that looks like a part", "kate {file}", "/{line}.cu",
        {program, QStringLiteral("/{line}.cu")});
    row("quotes", "kate 'a b' \"c \\\" d\" e\\ f '' {file}", "/x",
        {program, QStringLiteral("a b"), QStringLiteral("c \" d"), QStringLiteral("e f"), QString(),
         QStringLiteral("/x")});
    row("blanks", "  kate \t {file}  ", "/x", {program, QStringLiteral("/x")});
    row("a blank in the program", "'/opt/my editor' {file}", "/x",
        {QStringLiteral("/opt/my editor"), QStringLiteral("/x")});
}

void TestEditorCommand::words()
{
    QFETCH(QString, command);
    QFETCH(QString, file);
    QFETCH(QStringList, expected);
    const auto made = editorCommand(command, file, 7);
    QVERIFY(made.ok());
    QCOMPARE(QStringList{made->program} + made->arguments, expected);
}

void TestEditorCommand::wrong_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command : {"", "   ", "''", "kate 'a", "kate \"a"}) {
        QTest::newRow(command) << QString::fromLatin1(command);
    }
}

void TestEditorCommand::wrong()
{
    QFETCH(QString, command);
    const auto made = editorCommand(command, QStringLiteral("/x"), 1);
    QVERIFY(!made.ok());
    QCOMPARE(made.error().code, ErrorCode::InvalidArgument);
}

void TestEditorCommand::templates_data()
{
    QTest::addColumn<QString>("editor");
    QTest::addColumn<QString>("terminal");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* editor, const char* terminal, const char* expected) {
        QTest::addRow("%s, %s", editor, terminal)
            << QString::fromLatin1(editor) << QString::fromLatin1(terminal)
            << QString::fromLatin1(expected);
    };
    row("", "/usr/bin/xterm", "");
    row("code --wait", "", "code --wait --goto {file}:{line}");
    row("kate", "", "kate --line {line} {file}");
    row("subl", "", "subl {file}:{line}");
    row("emacs", "", "emacs +{line} {file}");
    row("emacs -nw", "/usr/bin/xterm", "/usr/bin/xterm -e emacs -nw +{line} {file}");
    row("/usr/bin/vim", "/usr/bin/xterm", "/usr/bin/xterm -e /usr/bin/vim +{line} {file}");
    row("vim", "", ""); // it would have no terminal
    row("hx", "/usr/bin/xterm", "/usr/bin/xterm -e hx {file}:{line}");
    row("'my editor'", "", "\"my editor\" {file}");
    row("another", "", "another {file}");
}

void TestEditorCommand::templates()
{
    QFETCH(QString, editor);
    QFETCH(QString, terminal);
    QFETCH(QString, expected);
    QCOMPARE(editorTemplateFor(editor, terminal), expected);
    if (!expected.isEmpty()) {
        QVERIFY(editorCommand(expected, QStringLiteral("/x"), 1).ok());
    }
}

void TestEditorCommand::programs()
{
    const QString folder = QDir::tempPath();
    const Result<void> relative = startEditor({QStringLiteral("./editor"), {}}, folder);
    QVERIFY(!relative.ok());
    QCOMPARE(relative.error().code, ErrorCode::InvalidArgument);
    const Result<void> missing = startEditor({QStringLiteral("no-such-editor-here"), {}}, folder);
    QVERIFY(!missing.ok());
    QCOMPARE(missing.error().code, ErrorCode::NotPossibleNow); // not a file of the repository
    QVERIFY(missing.error().detail.contains(QStringLiteral("Preferences")));
    QVERIFY(startEditor({QStringLiteral("true"), {}}, folder).ok());
}

QTEST_GUILESS_MAIN(TestEditorCommand)
#include "tst_editorcommand.moc"
