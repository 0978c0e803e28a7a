#include "core/process/localprocess.h"
#include "core/remote/askserver.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace rocport;

Q_DECLARE_METATYPE(rocport::AskQuestion)

namespace {

constexpr int kPatience = 20'000;

/// The askpass program, as ssh starts it.
struct Askpass
{
    Askpass(const AskServer& server, const QString& prompt, const QString& hint = {},
            const QString& token = {})
    {
        ProcessCommand command;
        command.program = askpassProgram(QStringLiteral(ROCPORT_BINARY_DIR "/bin"));
        command.arguments = {prompt};
        command.environment = {
            {QStringLiteral("ROCPORT_ASK_SOCKET"), server.socketPath()},
            {QStringLiteral("ROCPORT_ASK_TOKEN"), token.isEmpty() ? server.token() : token},
            {QStringLiteral("ROCPORT_ASK_NODE"), QStringLiteral("MI300X")},
            {QStringLiteral("SSH_ASKPASS_PROMPT"), hint}};
        process = LocalProcessRunner().create(command);
        QObject::connect(process.get(), &Process::outputRead, process.get(),
                         [this](const QByteArray& bytes) { output += bytes; });
        QObject::connect(process.get(), &Process::finished, process.get(),
                         [this](const ProcessOutcome& ended) {
                             outcome = ended;
                             done = true;
                         });
        process->start();
    }
    std::unique_ptr<Process> process;
    QByteArray output;
    ProcessOutcome outcome;
    bool done = false;
};

} // namespace

class TestAskServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<AskQuestion>(); }
    void init();
    void cleanup();
    void answered();
    void refused();
    void kinds_data();
    void kinds();
    void hostilePrompt();
    void wrongToken();
    void withdrawn();
    void several();
    void serverGone();
    void privateSocket();
    void staleSocketsGo();
    void cannotListen();

private:
    AskQuestion first();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AskServer> m_server;
    std::unique_ptr<QSignalSpy> m_asked;
};

void TestAskServer::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<AskServer>();
    m_asked = std::make_unique<QSignalSpy>(m_server.get(), &AskServer::asked);
    QVERIFY(m_server->listen(m_folder->path()).ok());
    QVERIFY(!askpassProgram(QStringLiteral(ROCPORT_BINARY_DIR "/bin")).isEmpty());
}

void TestAskServer::cleanup()
{
    m_asked.reset();
    m_server.reset();
    m_folder.reset();
}

AskQuestion TestAskServer::first()
{
    return m_asked->value(0).value(0).value<AskQuestion>();
}

void TestAskServer::answered()
{
    Askpass askpass(*m_server, QStringLiteral("Enter passphrase for key '/k': "));
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience);
    QCOMPARE(first().prompt, QStringLiteral("Enter passphrase for key '/k':"));
    QCOMPARE(first().nodeName, QStringLiteral("MI300X"));
    QVERIFY(first().secret);
    QVERIFY(!first().yesNo);
    QVERIFY(!askpass.done);
    m_server->answer(first().id + 1, QStringLiteral("for nobody"));
    m_server->answer(first().id, QStringLiteral("pässwörd $x\nsecond line"));
    QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
    QVERIFY(askpass.outcome.succeeded());
    QCOMPARE(QString::fromUtf8(askpass.output), QStringLiteral("pässwörd $x\n"));
    m_server->answer(first().id, QStringLiteral("again")); // nothing happens
}

void TestAskServer::refused()
{
    Askpass askpass(*m_server, QStringLiteral("Password:"));
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience);
    m_server->answer(first().id, std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
    QCOMPARE(askpass.outcome.exitCode, 1);
    QVERIFY(askpass.output.isEmpty());
}

void TestAskServer::kinds_data()
{
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<QString>("hint");
    QTest::addColumn<bool>("yesNo");
    QTest::newRow("password") << QStringLiteral("me@h's password: ") << QString() << false;
    QTest::newRow("host key")
        << QStringLiteral("The authenticity of host 'h' can't be established.\nED25519 key "
                          "fingerprint is SHA256:x.\nAre you sure you want to continue connecting "
                          "(yes/no/[fingerprint])? ")
        << QString() << true;
    QTest::newRow("use of a key") << QStringLiteral("Allow use of key x?")
                                  << QStringLiteral("confirm") << true;
    QTest::newRow("touch") << QStringLiteral("Confirm user presence for key")
                           << QStringLiteral("none") << true;
}

void TestAskServer::kinds()
{
    QFETCH(QString, prompt);
    QFETCH(QString, hint);
    QFETCH(bool, yesNo);
    Askpass askpass(*m_server, prompt, hint);
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience);
    QCOMPARE(first().yesNo, yesNo);
    QCOMPARE(first().secret, !yesNo);
    m_server->answer(first().id, QString());
    QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
    QCOMPARE(askpass.output, QByteArrayLiteral("\n")); // an empty answer is an answer
}

void TestAskServer::hostilePrompt()
{
    // A tag character (U+E0041) and a turning mark show nothing, or something else.
    Askpass askpass(*m_server,
                    QStringLiteral("a\x1b[31m\x07\U000e0041\u202e") + QString(100'000, u'x'));
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience);
    QVERIFY(first().prompt.startsWith(QStringLiteral("a[31mxxx")));
    QVERIFY(first().prompt.size() <= 4096);
    m_server->answer(first().id, std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
}

void TestAskServer::wrongToken()
{
    Askpass askpass(*m_server, QStringLiteral("Password:"), {}, QString(64, u'0'));
    QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
    QCOMPARE(askpass.outcome.exitCode, 1);
    QCOMPARE(m_asked->count(), 0);
}

void TestAskServer::withdrawn()
{
    QSignalSpy gone(m_server.get(), &AskServer::withdrawn);
    Askpass askpass(*m_server, QStringLiteral("Password:"));
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience);
    askpass.process->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, kPatience);
    QCOMPARE(gone.at(0).at(0).toInt(), first().id);
    m_server->answer(first().id, QStringLiteral("late"));
    QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
}

void TestAskServer::several()
{
    std::vector<std::unique_ptr<Askpass>> all;
    all.reserve(5);
    for (int i = 0; i < 5; ++i) {
        all.push_back(std::make_unique<Askpass>(*m_server, QString::number(i)));
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 5, kPatience);
    for (const QList<QVariant>& signal : *m_asked) {
        const auto question = signal.at(0).value<AskQuestion>();
        m_server->answer(question.id, QStringLiteral("answer ") + question.prompt);
    }
    for (int i = 0; i < 5; ++i) {
        Askpass& askpass = *all[static_cast<std::size_t>(i)];
        QTRY_VERIFY_WITH_TIMEOUT(askpass.done, kPatience);
        QCOMPARE(askpass.output, "answer " + QByteArray::number(i) + '\n');
    }
}

void TestAskServer::serverGone()
{
    Askpass open(*m_server, QStringLiteral("Password:"));
    QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience);
    m_server.reset();
    QTRY_VERIFY_WITH_TIMEOUT(open.done, kPatience);
    QCOMPARE(open.outcome.exitCode, 1);
    QVERIFY(QDir(m_folder->path()).isEmpty(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot));
    const AskServer nobody;
    Askpass late(nobody, QStringLiteral("Password:"));
    QTRY_VERIFY_WITH_TIMEOUT(late.done, kPatience);
    QCOMPARE(late.outcome.exitCode, 1);
}

void TestAskServer::privateSocket()
{
    QCOMPARE(QFile::permissions(m_server->socketPath()) &
                 (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::WriteOther),
             QFileDevice::Permissions());
    QCOMPARE(m_server->token().size(), 64);
    AskServer other;
    QVERIFY(other.listen(m_folder->path()).ok());
    QVERIFY(other.token() != m_server->token());
    QVERIFY(other.socketPath() != m_server->socketPath());
}

/// Programs that were killed leave their sockets; the next one removes them, and only them.
void TestAskServer::staleSocketsGo()
{
    const QString stale = m_folder->filePath(QStringLiteral("ask-0123456789ab"));
    const int handle = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const QByteArray bytes = QFile::encodeName(stale);
    std::copy(bytes.begin(), bytes.end(), address.sun_path);
    QVERIFY(::bind(handle, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    QVERIFY(::listen(handle, 1) == 0);
    ::close(handle); // as a kill does
    QFile other(m_folder->filePath(QStringLiteral("ask-me")));
    QVERIFY(other.open(QIODevice::WriteOnly));
    const QDir folder(m_folder->path());
    const auto names = [&folder] {
        return folder.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    };
    QCOMPARE(names().size(), 3);
    {
        AskServer second;
        QVERIFY(second.listen(m_folder->path()).ok());
        QVERIFY(!names().contains(QStringLiteral("ask-0123456789ab")));
        QCOMPARE(names().size(), 3); // the first one's, the second one's, and the file
        const Askpass caller(*m_server, QStringLiteral("Password:"));
        QTRY_COMPARE_WITH_TIMEOUT(m_asked->count(), 1, kPatience); // the first still listens
        m_server->answer(m_asked->at(0).at(0).value<AskQuestion>().id, QStringLiteral("x"));
        QTRY_VERIFY_WITH_TIMEOUT(caller.done, kPatience);
    }
    QCOMPARE(names().size(), 2);
    m_server.reset();
    QCOMPARE(names(), QStringList{QStringLiteral("ask-me")});
}

void TestAskServer::cannotListen()
{
    AskServer server;
    QCOMPARE(server.listen(QStringLiteral("/no/such/folder")).error().code,
             ErrorCode::FileWriteFailed);
    QCOMPARE(server.listen(u'/' + QString(200, u'x')).error().code, ErrorCode::FileWriteFailed);
}

QTEST_GUILESS_MAIN(TestAskServer)
#include "tst_askserver.moc"
