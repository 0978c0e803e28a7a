// What a user may point Rocport at by mistake: each gives one sentence and loses nothing.

#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "tests/support/scratchrepository.h"
#include "ui/messages/messages.h"

#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace rocport;
using rocport::test::ScratchRepository;

namespace {

constexpr int kPatience = 30000;

/// One sentence: not empty, one line, ends with a full stop, no placeholder left.
void verifySentence(const Error& error)
{
    const QString text = messageFor(error);
    QVERIFY(!text.isEmpty());
    QVERIFY2(!text.contains(u'\n'), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("%1")), qPrintable(text));
    QVERIFY2(text.endsWith(u'.'), qPrintable(text));
}

} // namespace

class TestBadInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void repositories_data();
    void repositories();
    void files_data();
    void files();
    void oddNames();
    void linksAndSubmodules();
    void bigFile();
    void projectFiles_data();
    void projectFiles();
    void fullDisk();
};

void TestBadInput::repositories_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("a folder without git") << "plain" << int(ErrorCode::NotARepository);
    QTest::newRow("nothing there") << "missing" << int(ErrorCode::NotARepository);
    QTest::newRow("a file") << "file" << int(ErrorCode::NotARepository);
    QTest::newRow("bare") << "bare" << int(ErrorCode::BareRepository);
    QTest::newRow("no commit") << "unborn" << int(ErrorCode::EmptyRepository);
    QTest::newRow("damaged") << "damaged" << -1;
}

void TestBadInput::repositories()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    QTemporaryDir place;
    const QString folder = place.filePath(QStringLiteral("x"));
    if (kind != QStringLiteral("missing") && kind != QStringLiteral("file")) {
        QVERIFY(QDir().mkpath(folder));
    }
    if (kind == QStringLiteral("file")) {
        QFile file(folder);
        QVERIFY(file.open(QIODevice::WriteOnly));
    } else if (kind == QStringLiteral("bare")) {
        ScratchRepository::runGit(
            folder, {QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("--bare")},
            nullptr);
    } else if (kind == QStringLiteral("unborn") || kind == QStringLiteral("damaged")) {
        ScratchRepository::runGit(folder, {QStringLiteral("init"), QStringLiteral("-q")}, nullptr);
    }
    if (kind == QStringLiteral("damaged")) {
        QFile head(folder + QStringLiteral("/.git/HEAD"));
        QVERIFY(head.open(QIODevice::WriteOnly));
        head.write("ref: \xff\xfe nonsense");
    }
    ProjectSession session(place.filePath(QStringLiteral("data")));
    QSignalSpy failed(&session, &ProjectSession::openFailed);
    session.openRepository(folder);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    const Error error = failed[0][0].value<Error>();
    if (code >= 0) {
        QCOMPARE(static_cast<int>(error.code), code);
    }
    verifySentence(error);
    QVERIFY(session.state() == nullptr);
}

void TestBadInput::files_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("analysed");
    const QByteArray code = "#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }";
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\0\0\1\2\0\0\0",
                                          11)
                            << false;
    QTest::newRow("NUL inside") << code + QByteArray("\0", 1) + "\n" << false;
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe#\0i\0n\0c\0", 10) << false;
    QTest::newRow("Latin-1") << "// caf\xe9\n" + code + "\n" << true;
    QTest::newRow("CRLF") << QByteArray(code).replace("\n", "\r\n") + "\r\n" << true;
    QTest::newRow("no last newline") << code << true;
    QTest::newRow("BOM") << "\xef\xbb\xbf" + code + "\n" << true;
    QTest::newRow("one long line") << code + QByteArray(1 << 20, 'x') << true;
    QTest::newRow("deep nesting") << code + QByteArray(100000, '(') << true;
    QTest::newRow("open comment") << code + "\n/* never closed" << true;
}

void TestBadInput::files()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, analysed);
    ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), bytes);
    repository.write(QStringLiteral("good.cu"),
                     "#include <cuda_runtime.h>\n__global__ void k() {}\n");
    repository.git(
        {QStringLiteral("config"), QStringLiteral("core.autocrlf"), QStringLiteral("false")});
    repository.commitAll();
    QTemporaryDir data;
    ProjectSession session(data.path());
    QSignalSpy failed(&session, &ProjectSession::failed);
    session.openRepository(repository.path());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && session.state()->scan && session.tasks().isEmpty(),
                             kPatience);
    QVERIFY(failed.isEmpty());
    const auto scan = session.state()->scan;
    const bool skipped =
        std::any_of(scan->inventory.skipped.begin(), scan->inventory.skipped.end(),
                    [](const auto& entry) { return entry.first == RepoPath("a.cu"); });
    QCOMPARE(!skipped, analysed);
    // Accepting everything keeps encoding and line ends: each line of the original is still there.
    QVector<QByteArray> keys;
    for (const Hunk& hunk : scan->hunks) {
        keys.append(hunk.key);
    }
    QVERIFY(!keys.isEmpty());
    QVERIFY(session.decide(keys, DecisionKind::Accepted, QStringLiteral("all"), {},
                           QStringLiteral("x")));
    session.commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    QTRY_VERIFY_WITH_TIMEOUT(session.tasks().isEmpty(), kPatience);
    QVERIFY2(failed.isEmpty(),
             failed.isEmpty() ? "" : qPrintable(messageFor(failed[0][0].value<Error>())));
    const QByteArray ported = repository.git(
        {QStringLiteral("show"), session.state()->meta.portBranch + QStringLiteral(":a.cu")});
    QCOMPARE(ported.startsWith("\xef\xbb\xbf"), bytes.startsWith("\xef\xbb\xbf"));
    for (QByteArray line : bytes.split('\n')) {
        line.replace("\xef\xbb\xbf", "");
        QVERIFY(ported.contains(line));
    }
}

void TestBadInput::oddNames()
{
    ScratchRepository repository;
    const QByteArray code = "#include <cuda_runtime.h>\nvoid f() { cudaFree(nullptr); }\n";
    const QList<QByteArray> names = {
        "with space.cu", "quote\"s.cu",          "apo'strophe.cu", "new\nline.cu",  "-dash.cu",
        "b\xff\xfe.cu",  "\xc3\xa9t\xc3\xa9.cu", "tab\t.cu",       "$(touch x).cu", "a\\b.cu"};
    for (const QByteArray& name : names) {
        repository.writeRaw(name, code);
    }
    repository.commitAll();
    QTemporaryDir data;
    ProjectSession session(data.path());
    QSignalSpy failed(&session, &ProjectSession::failed);
    session.openRepository(repository.path());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && session.state()->scan && session.tasks().isEmpty(),
                             kPatience);
    QSet<QByteArray> targets;
    QVector<QByteArray> keys;
    for (const Hunk& hunk : session.state()->scan->hunks) {
        targets.insert(hunk.sourcePath.bytes());
        keys.append(hunk.key);
    }
    for (const QByteArray& name : names) {
        QVERIFY2(targets.contains(name), name.constData());
    }
    QVERIFY(session.decide(keys, DecisionKind::Accepted, QStringLiteral("all"), {},
                           QStringLiteral("x")));
    session.commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    QTRY_VERIFY_WITH_TIMEOUT(session.tasks().isEmpty(), kPatience);
    QVERIFY2(failed.isEmpty(),
             failed.isEmpty() ? "" : qPrintable(messageFor(failed[0][0].value<Error>())));
    const QByteArray listed =
        repository.git({QStringLiteral("ls-tree"), QStringLiteral("-rz"),
                        QStringLiteral("--name-only"), session.state()->meta.portBranch});
    for (const QByteArray& name : names) {
        QVERIFY2(listed.contains(name), name.constData());
    }
    const QString folder = data.filePath(QStringLiteral("export"));
    session.exportReport(
        {QStringLiteral("patches"), QStringLiteral("sarif"), QStringLiteral("html")}, folder);
    QTRY_VERIFY_WITH_TIMEOUT(session.tasks().isEmpty(), kPatience);
    QVERIFY2(failed.isEmpty(),
             failed.isEmpty() ? "" : qPrintable(messageFor(failed[0][0].value<Error>())));
}

void TestBadInput::linksAndSubmodules()
{
    ScratchRepository repository;
    ScratchRepository other;
    other.write(QStringLiteral("secret.cu"),
                "#include <cuda_runtime.h>\n__global__ void secret() {}\n");
    other.commitAll();
    repository.write(QStringLiteral("a.cu"), "#include <cuda_runtime.h>\n__global__ void k() {}\n");
    QVERIFY(::symlink(qPrintable(other.file(QStringLiteral("secret.cu"))),
                      qPrintable(repository.file(QStringLiteral("out.cu")))) == 0);
    QVERIFY(::symlink("circle", qPrintable(repository.file(QStringLiteral("circle")))) == 0);
    QVERIFY(::symlink("..", qPrintable(repository.file(QStringLiteral("up")))) == 0);
    repository.git({QStringLiteral("-c"), QStringLiteral("protocol.file.allow=always"),
                    QStringLiteral("submodule"), QStringLiteral("add"), QStringLiteral("-q"),
                    other.path(), QStringLiteral("third_party/other")});
    repository.commitAll();
    QTemporaryDir data;
    ProjectSession session(data.path());
    QSignalSpy failed(&session, &ProjectSession::failed);
    session.openRepository(repository.path());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && session.state()->scan && session.tasks().isEmpty(),
                             kPatience);
    QVERIFY(failed.isEmpty());
    for (const auto& file : session.state()->scan->files) {
        const bool foreign =
            file->path.bytes().contains("secret") || file->path == RepoPath("out.cu");
        QVERIFY2(!foreign || file->findings.isEmpty(), file->path.bytes().constData());
    }
    QVERIFY(session.state()->repository.submodules.contains(QStringLiteral("third_party/other")));
}

void TestBadInput::bigFile()
{
    ScratchRepository repository;
    repository.write(QStringLiteral("big.cu"), QByteArray(200 * 1024 * 1024, ' ') + "\n");
    repository.write(QStringLiteral("a.cu"), "#include <cuda_runtime.h>\n__global__ void k() {}\n");
    repository.git(
        {QStringLiteral("config"), QStringLiteral("core.compression"), QStringLiteral("1")});
    repository.commitAll();
    QTemporaryDir data;
    ProjectSession session(data.path());
    session.openRepository(repository.path());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && session.state()->scan && session.tasks().isEmpty(),
                             kPatience);
    const auto& skipped = session.state()->scan->inventory.skipped;
    const auto found = std::find_if(skipped.begin(), skipped.end(), [](const auto& entry) {
        return entry.first == RepoPath("big.cu");
    });
    QVERIFY(found != skipped.end());
    QVERIFY(!found->second.isEmpty());
}

void TestBadInput::projectFiles_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("missing") << "missing" << int(ErrorCode::FileNotFound);
    QTest::newRow("text") << "text" << int(ErrorCode::ProjectNotSqlite);
    QTest::newRow("empty") << "empty" << int(ErrorCode::ProjectNotSqlite);
    QTest::newRow("newer") << "newer" << int(ErrorCode::ProjectNewer);
    QTest::newRow("truncated") << "short" << int(ErrorCode::ProjectCorrupt);
}

void TestBadInput::projectFiles()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    QTemporaryDir place;
    const QString path = place.filePath(QStringLiteral("p.rocport"));
    if (kind != QStringLiteral("missing")) {
        auto made = ProjectFile::create(path, ProjectMeta{});
        QVERIFY(made.ok());
    }
    QFile file(path);
    if (kind == QStringLiteral("text") || kind == QStringLiteral("empty")) {
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(kind == QStringLiteral("text") ? QByteArray(5000, 'x') : QByteArray());
    } else if (kind == QStringLiteral("newer")) {
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.seek(60); // user_version, big endian
        file.write(QByteArray("\0\0\x03\xe7", 4));
    } else if (kind == QStringLiteral("short")) {
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.resize(file.size() / 2 / 512 * 512 + 100);
    }
    file.close();
    const QByteArray before = [&] {
        QFile again(path);
        return again.open(QIODevice::ReadOnly) ? again.readAll() : QByteArray();
    }();
    ProjectSession session(place.filePath(QStringLiteral("data")));
    QSignalSpy failed(&session, &ProjectSession::openFailed);
    session.openProjectFile(path);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    const Error error = failed[0][0].value<Error>();
    QCOMPARE(static_cast<int>(error.code), code);
    verifySentence(error);
    QFile after(path);
    if (after.open(QIODevice::ReadOnly)) {
        QCOMPARE(after.readAll(), before);
    }
}

void TestBadInput::fullDisk()
{
    if (!QFileInfo::exists(QStringLiteral("/dev/full"))) {
        QSKIP("ROCPORT_SKIP_TEST: no /dev/full here");
    }
    ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), "#include <cuda_runtime.h>\n__global__ void k() {}\n");
    repository.commitAll();
    QTemporaryDir data;
    ProjectSession session(data.path());
    session.openRepository(repository.path());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && session.state()->scan && session.tasks().isEmpty(),
                             kPatience);
    QSignalSpy failed(&session, &ProjectSession::failed);
    // A folder that cannot be made stands for a disk that takes nothing.
    session.exportReport({QStringLiteral("md")}, QStringLiteral("/dev/full/x"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    verifySentence(failed[0][0].value<Error>());
    QVERIFY(session.state()->exports.isEmpty());
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badinput.moc"
