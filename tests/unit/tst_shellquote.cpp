#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/remote/maskedtext.h"
#include "core/remote/shellquote.h"

#include <QDir>
#include <QStandardPaths>
#include <QTest>

#include <ctime>

using namespace rocport;

namespace {

QByteArray everyByte()
{
    QByteArray bytes;
    for (int i = 1; i < 256; ++i) {
        bytes += static_cast<char>(i);
    }
    return bytes;
}

QByteArrayList hostileWords()
{
    return {QByteArray(), "plain",   "a b",         "'",         "''",       "it's",
            "-n",         "--",      "$HOME",       "`id`",      "$(id)",    "\\",
            "\\n",        "\\\\",    "a\nb",        "\n",        "\n\n",     "!x",
            "!",          "*",       "?",           "[a]",       "~",        "~root",
            "#x",         "a=b",     "{a,b}",       "a;b&c|d",   "<>",       "%s%n",
            "\"",         "\t",      "\r",          everyByte(), "\xff\xfe", "\xf0\x9f\x99\x82 é",
            "\\0101\\c",  "--x='y'", "ends with \\"};
}

/// What a shell makes of a command line: its standard output.
QByteArray runShell(const QStringList& shell, const QByteArray& script)
{
    ProcessCommand command;
    command.program = shell.constFirst();
    command.arguments = shell.mid(1);
    command.input = script;
    const auto run = runProcess(LocalProcessRunner(), command);
    return run && run->outcome.succeeded() ? run->output : QByteArrayLiteral("it failed");
}

} // namespace

class TestShellQuote : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip_data();
    void roundTrip();
    void loginShells_data()
    {
        shellRows({QStringLiteral("sh"), QStringLiteral("dash"), QStringLiteral("bash"),
                   QStringLiteral("busybox"), QStringLiteral("zsh"), QStringLiteral("fish"),
                   QStringLiteral("tcsh"), QStringLiteral("csh")});
    }
    void loginShells();
    void prefixFromInput();
    void plainForLoginShells();
    void paths();
    void nulIsCut();
    void secrets_data();
    void secrets();
    void masking();
    void maskingOfLists_data();
    void maskingOfLists();
    void maskingOfValues_data();
    void maskingOfValues();
    void maskingIsLinear_data();
    void maskingIsLinear();

private:
    static void shellRows(const QStringList& shells);
};

void TestShellQuote::shellRows(const QStringList& shells)
{
    QTest::addColumn<QStringList>("shell");
    for (const QString& shell : shells) {
        if (!QStandardPaths::findExecutable(shell).isEmpty()) {
            const bool busybox = shell == QStringLiteral("busybox");
            QTest::newRow(qPrintable(shell))
                << (busybox ? QStringList{shell, QStringLiteral("sh")} : QStringList{shell});
        }
    }
}

void TestShellQuote::roundTrip_data()
{
    shellRows({QStringLiteral("sh"), QStringLiteral("dash"), QStringLiteral("bash"),
               QStringLiteral("busybox")});
}

void TestShellQuote::roundTrip()
{
    QFETCH(QStringList, shell);
    const QByteArrayList words = hostileWords();
    const QByteArray script = shellCommand(QByteArrayList{"printf", "[%s]"} + words) + '\n';
    QCOMPARE(runShell(shell, script), '[' + words.join("][") + ']');
}

void TestShellQuote::loginShells()
{
    QFETCH(QStringList, shell);
    const QByteArrayList words = hostileWords();
    const QByteArray inner = shellCommand(QByteArrayList{"printf", "[%s]"} + words);
    // As sshd does: the login shell gets the line after -c.
    ProcessCommand command;
    command.program = shell.constFirst();
    command.arguments = shell.mid(1) + QStringList{QStringLiteral("-c"),
                                                   QString::fromUtf8(loginShellCommand(inner))};
    const auto run = runProcess(LocalProcessRunner(), command);
    QVERIFY(run.ok());
    QCOMPARE(run->output, '[' + words.join("][") + ']');
    QCOMPARE(run->errors, QByteArray());
}

void TestShellQuote::prefixFromInput()
{
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"),
                         QString::fromUtf8(loginShellCommand("printf %s \"$A\"; cat", true))};
    command.input =
        encodedShellText("A=" + shellQuoted(QByteArray("x'\n\\y")) + "; ") + "\nrest\nof it";
    const auto run = runProcess(LocalProcessRunner(), command);
    QVERIFY(run.ok());
    QCOMPARE(run->output, QByteArrayLiteral("x'\n\\yrest\nof it"));
}

void TestShellQuote::plainForLoginShells()
{
    // Nothing that csh or fish reads in another way than sh, between the outer quotes.
    const QByteArray line = loginShellCommand(everyByte());
    for (const char c : line) {
        QVERIFY(static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f);
        QVERIFY(c != '!');
    }
    QCOMPARE(line.count('\''), 4);
    QVERIFY(!line.contains("\\\\"));
}

void TestShellQuote::paths()
{
    const QString home = QDir::homePath();
    const auto echo = [](const QString& path) {
        return QString::fromUtf8(
            runShell({QStringLiteral("sh")}, "printf %s " + shellPath(path) + '\n'));
    };
    QCOMPARE(echo(QStringLiteral("~")), home);
    QCOMPARE(echo(QStringLiteral("~/it's")), home + QStringLiteral("/it's"));
    QCOMPARE(echo(QStringLiteral("~root/x")), QStringLiteral("~root/x"));
    QCOMPARE(echo(QStringLiteral("/a/~/b c")), QStringLiteral("/a/~/b c"));
    QCOMPARE(echo(QStringLiteral("-x")), QStringLiteral("./-x"));
}

void TestShellQuote::nulIsCut()
{
    QCOMPARE(shellQuoted(QByteArray("a\0b", 3)), QByteArrayLiteral("a"));
}

void TestShellQuote::secrets_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("secret");
    for (const char* name : {"HF_TOKEN", "AWS_SECRET_ACCESS", "api_key", "MYPASSWORD", "DB_PASSWD",
                             "GOOGLE_CREDENTIALS", "AUTH_HEADER", "--api-key"}) {
        QTest::newRow(name) << QString::fromLatin1(name) << true;
    }
    for (const char* name : {"PATH", "HIP_VISIBLE_DEVICES", "OMP_NUM_THREADS", "HOME"}) {
        QTest::newRow(name) << QString::fromLatin1(name) << false;
    }
}

void TestShellQuote::secrets()
{
    QFETCH(QString, name);
    QFETCH(bool, secret);
    QCOMPARE(looksSecret(name), secret);
}

void TestShellQuote::masking()
{
    const QStringList masked = maskedArguments(
        {QStringLiteral("run"), QStringLiteral("HF_TOKEN=hunter2"), QStringLiteral("--api-key"),
         QStringLiteral("hunter2"), QStringLiteral("--password=hunter2"), QStringLiteral("A=b"),
         QStringLiteral("export MY_SECRET='hunter2 x' B=2; run"), QStringLiteral("--verbose"),
         QStringLiteral("seen")});
    QVERIFY2(!masked.join(u' ').contains(QStringLiteral("hunter2")), qPrintable(masked.join(u' ')));
    QCOMPARE(masked.size(), 9);
    QCOMPARE(masked[1], QStringLiteral("HF_TOKEN=•••"));
    QCOMPARE(masked[5], QStringLiteral("A=b"));
    QCOMPARE(masked[6], QStringLiteral("export MY_SECRET=••• B=2; run"));
    QCOMPARE(masked[8], QStringLiteral("seen"));
    QCOMPARE(maskedArguments({QStringLiteral("-u"), QStringLiteral("bob:hun ter2")}).last(),
             QStringLiteral("bob:•••"));
    QCOMPARE(maskedArguments({QStringLiteral("-H"), QStringLiteral("X-Api-Key: hun ter2")}).last(),
             QStringLiteral("X-Api-Key: •••"));
    QCOMPARE(maskedArguments({QStringLiteral("--password"), QStringLiteral("hunter2"),
                              QStringLiteral("https://h/x?sig=hunter2")})
                 .last(),
             QStringLiteral("https://h/x?sig=•••"));
    QCOMPARE(maskedText(QStringLiteral("a TOKEN=x\nB=\"y\"")),
             QStringLiteral("a TOKEN=•••\nB=\"y\""));
}

/// A list says of its arguments what the text of them says.
void TestShellQuote::maskingOfLists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("masked");
    const auto row = [](const char* text, const char* masked) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(masked);
    };
    row("curl --proxy-user bob:hunter2 x", "curl --proxy-user bob:••• x");
    row("curl -u bob:hunter2 --user ann:hunter3 x", "curl -u bob:••• --user ann:••• x");
    row("curl -u https://bob:hunter2@host x", "curl -u https://•••@host x");
    row("docker run -u 1000:1000 x", "docker run -u 1000:1000 x");
    row("sort -u --password hunter2", "sort -u --password •••");
    row("serve --max-tokens 5 --tokenizer a/b --sort-key c",
        "serve --max-tokens 5 --tokenizer a/b --sort-key c");
    row("serve --api-key hunter2 --wandb-key hunter3 --authorization hunter4 x",
        "serve --api-key ••• --wandb-key ••• --authorization ••• x");
    row("sign --private-key hunter2 --signing-key hunter3 --key hunter4 --label-key c",
        "sign --private-key ••• --signing-key ••• --key ••• --label-key c");
    row("f --password=a-token seen", "f --password=••• seen");
    row("f --password --token hunter2", "f --password --token •••");
    row("sshpass -p hunter2 ssh h", "sshpass -p ••• ssh h");
    row("sshpass -phunter2 ssh h -p 22", "sshpass -p••• ssh h -p 22");
    row("/usr/bin/mysql -u root -phunter2 db", "/usr/bin/mysql -u root -p••• db");
    row("mysql -p hunter2 db", "mysql -p ••• db");
    row("docker run -p 8080:80 -pull x", "docker run -p 8080:80 -pull x");
    row("docker login -u ann -p hunter2 host", "docker login -u ann -p ••• host");
    row("redis-cli -a hunter2 get x", "redis-cli -a ••• get x");
    row("http h Authorization:hunter2 X-Api-Key:hunter3", "http h Authorization:••• X-Api-Key:•••");
    row("curl --header=Authorization:hunter2 -HX-Api-Key:hunter3 x",
        "curl --header=Authorization:••• -HX-Api-Key:••• x");
    row("rsync a ann:hunter2@host:/b", "rsync a ann:•••@host:/b");
    row("docker run image:tag@sha256:abc npm:left@host/x", // no accounts
        "docker run image:tag@sha256:abc npm:left@host/x");
    row("curl --password hunter2 https://h/x?q=hunter2&r=xhunter2",
        "curl --password ••• https://h/x?q=•••&r=xhunter2");
}

void TestShellQuote::maskingOfLists()
{
    QFETCH(QString, text);
    QFETCH(QString, masked);
    QCOMPARE(maskedArguments(text.split(u' ')).join(u' '), masked);
    QCOMPARE(maskedText(text), masked);
}

void TestShellQuote::maskingOfValues_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("masked");
    const auto row = [](const char* name, const QString& text, const QString& masked) {
        QTest::newRow(name) << text << masked;
    };
    row("user and password", QStringLiteral("git clone https://ann:hunter2@host/x.git"),
        QStringLiteral("git clone https://•••@host/x.git"));
    row("token as a user", QStringLiteral("--extra-index-url https://hunter2@pypi.example/simple"),
        QStringLiteral("--extra-index-url https://•••@pypi.example/simple"));
    row("password with a sign", QStringLiteral("http://a:hun@ter2@host:80/?q=a@b"),
        QStringLiteral("http://•••@host:80/?q=a@b"));
    row("several", QStringLiteral("https://a:hunter2@x https://y/z@1 ftp://b:hunter2@x/"),
        QStringLiteral("https://•••@x https://y/z@1 ftp://•••@x/"));
    row("quoted", QStringLiteral("URL='https://a:hunter2@x' run"),
        QStringLiteral("URL='https://•••@x' run"));
    row("account of ssh", QStringLiteral("ssh://git@host/x git@host:x"),
        QStringLiteral("ssh://git@host/x git@host:x"));
    row("password of ssh", QStringLiteral("ssh://git:hunter2@host/x"),
        QStringLiteral("ssh://•••@host/x"));
    row("in a query", QStringLiteral("https://host/?a=b&access_token=hunter2"),
        QStringLiteral("https://host/?a=b&access_token=•••"));
    row("signature",
        QStringLiteral("https://h/x?sig=hunter2&a=b https://h/?X-Amz-Signature=hunter2"),
        QStringLiteral("https://h/x?sig=•••&a=b https://h/?X-Amz-Signature=•••"));
    row("no signature", QStringLiteral("f sig=TERM --signature=serving SIGMA=0.5"),
        QStringLiteral("f sig=TERM --signature=serving SIGMA=0.5"));
    row("header with blanks",
        QStringLiteral("curl -H \"X-Api-Key: hunter2 x\" -H 'Cookie: a=b; c' y"),
        QStringLiteral("curl -H \"X-Api-Key: •••\" -H 'Cookie: •••' y"));
    row("header of a variable", QStringLiteral("curl -H \"X-Api-Key: $KEY\" x"),
        QStringLiteral("curl -H \"X-Api-Key: $KEY\" x"));
    row("no headers", QStringLiteral("note: cache-key: a; Content-Type: b"),
        QStringLiteral("note: cache-key: a; Content-Type: b"));
    row("JSON",
        QStringLiteral(
            "curl -d '{\"password\": \"hun ter2\", \"key\": \"a\", \"max_tokens\": 5}' x"),
        QStringLiteral("curl -d '{\"password\": \"•••\", \"key\": \"a\", \"max_tokens\": 5}' x"));
    row("JSON in quotes", QStringLiteral("curl -d \"{\\\"api_key\\\":\\\"hunter2\\\"}\" x"),
        QStringLiteral("curl -d \"{\\\"api_key\\\":\\\"•••\\\"}\" x"));
    row("inside of quotes", QStringLiteral("sh -c 'true; sshpass -p \"hunter2\" ssh h; ls -p x'"),
        QStringLiteral("sh -c 'true; sshpass -p ••• ssh h; ls -p x'"));
    row("known elsewhere",
        QStringLiteral("f --token 'hunter2' && echo hunter2 \"hunter2\" hunter22"),
        QStringLiteral("f --token ••• && echo ••• \"•••\" hunter22"));
    row("nothing secret", QStringLiteral("https://host/a@b mail a@b.c"),
        QStringLiteral("https://host/a@b mail a@b.c"));
    row("option and word", QStringLiteral("f --password hunter2 --token 'a b' --verbose x"),
        QStringLiteral("f --password ••• --token ••• --verbose x"));
    row("option and word in quotes", QStringLiteral("sh -c 'f --api-key hunter2; g'"),
        QStringLiteral("sh -c 'f --api-key ••• g'"));
    row("options of text",
        QStringLiteral("t --tokenizer a/b --max-tokens 128 --pad-token '<p>' "
                       "--sort-key x --key-file k"),
        QStringLiteral("t --tokenizer a/b --max-tokens 128 --pad-token '<p>' --sort-key x "
                       "--key-file k"));
    row("option and variable", QStringLiteral("f --password \"$P\" --token $T"),
        QStringLiteral("f --password \"$P\" --token $T"));
    row("account of curl", QStringLiteral("curl -u bob:hunter2 --user 'ann:hunter3' x -u eve"),
        QStringLiteral("curl -u bob:••• --user 'ann:•••' x -u eve"));
    row("numbers of a user", QStringLiteral("docker run -u 1000:1000 x; python -u a.py"),
        QStringLiteral("docker run -u 1000:1000 x; python -u a.py"));
    const QString letters(36, u'h');
    row("GitHub", QStringLiteral("x ghp_") + letters + QStringLiteral(" y"),
        QStringLiteral("x ••• y"));
    row("Hugging Face", QStringLiteral("(hf_") + letters + QStringLiteral(")"),
        QStringLiteral("(•••)"));
    row("GitLab", QStringLiteral("glpat-") + letters, QStringLiteral("•••"));
    row("header", QStringLiteral("curl -H 'Authorization: Bearer hunter2' x"),
        QStringLiteral("curl -H 'Authorization: Bearer •••' x"));
    row("no token", QStringLiteral("ghp_short hf_model_name my_hf_") + letters,
        QStringLiteral("ghp_short hf_model_name my_hf_") + letters);
    row("value of parts", QStringLiteral("TOKEN=hun'ter'\"2 x\"\\ y run"),
        QStringLiteral("TOKEN=••• run"));
    row("quote that does not end", QStringLiteral("A=b TOKEN='hunter2 x"),
        QStringLiteral("A=b TOKEN=•••"));
}

void TestShellQuote::maskingOfValues()
{
    QFETCH(QString, text);
    QFETCH(QString, masked);
    QCOMPARE(maskedText(text), masked);
    QCOMPARE(maskedText(masked), masked);
    QCOMPARE(looksSecret(u"INDEX", text), text != masked);
}

/// Twice the text takes no more than about twice the time, whatever it repeats.
void TestShellQuote::maskingIsLinear_data()
{
    QTest::addColumn<QString>("piece");
    for (const char* piece : {"a",
                              "a=",
                              "TOKEN=",
                              "TOKEN=a ",
                              "TOKEN='",
                              "TOKEN=\"\\",
                              "://",
                              "://a@",
                              "hf_",
                              "eyJaaaaaaaaaaaa.",
                              "authorization: ",
                              "A_",
                              "--password ",
                              "--password '",
                              "-u a:",
                              "-u a:b ",
                              " --",
                              "mysql -p ",
                              "mysql -p\"$",
                              "mysql -p a ",
                              "X-a-",
                              "X-Key:",
                              "X-Key:\"",
                              "\"X-Key:$",
                              "a:b",
                              "a:b@",
                              "a:b@c:",
                              "?sig=",
                              "-sig",
                              "\"token\":\""}) {
        QTest::newRow(piece) << QString::fromLatin1(piece);
    }
}

void TestShellQuote::maskingIsLinear()
{
    QFETCH(QString, piece);
    const auto time = [&piece](int count) {
        const QString text = piece.repeated(count);
        const std::clock_t before = std::clock(); // of the processor: other programs do not count
        (void)maskedText(text);
        return static_cast<qint64>(std::clock() - before) * (1'000'000'000 / CLOCKS_PER_SEC);
    };
    qint64 small = 0;
    qint64 large = 0;
    for (int i = 0; i < 3; ++i) { // the quickest of three, so that a busy machine does not count
        small = i == 0 ? time(20'000) : std::min(small, time(20'000));
        large = i == 0 ? time(160'000) : std::min(large, time(160'000));
    }
    QVERIFY2(large < 24 * small + 50'000'000,
             qPrintable(QStringLiteral("%1 ns, %2 ns").arg(small).arg(large)));
}

QTEST_GUILESS_MAIN(TestShellQuote)
#include "tst_shellquote.moc"
