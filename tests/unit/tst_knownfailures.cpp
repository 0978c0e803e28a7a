#include "core/joblog/knownfailures.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTest>

using namespace rocport;

namespace {

QVector<FailureMatch> matches(const QByteArray& log)
{
    FailureFinder finder(FailureBook::builtIn());
    qint64 line = 0;
    const QList<QByteArray> lines = log.split('\n');
    for (const QByteArray& bytes : lines) {
        finder.add(line++, bytes);
    }
    return finder.found();
}

QDir folder()
{
    return QDir(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes"));
}

QByteArray read(const QString& name)
{
    QFile file(folder().filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Each recorded failure is known, and nothing else is taken for one.
class KnownFailuresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entriesAreWhole();
    void fixtures_data();
    void fixtures();
    void allFixturesAreNamed();
    void otherOutputIsNoFailure();
    void samples();
    void badBooks_data();
    void badBooks();
    void countsAndOrder();
};

void KnownFailuresTest::entriesAreWhole()
{
    const auto book = FailureBook::builtIn();
    QVERIFY(book->failures().size() >= 40);
    QSet<QString> ids;
    for (const KnownFailure& failure : book->failures()) {
        QVERIFY2(!ids.contains(failure.id), qPrintable(failure.id));
        ids.insert(failure.id);
        QCOMPARE(book->find(failure.id), &failure);
        QVERIFY2(failure.explanation.endsWith(u'.') && failure.action.endsWith(u'.'),
                 qPrintable(failure.id));
        QVERIFY2(!failure.title.endsWith(u'.'), qPrintable(failure.id));
        const QString all = failure.title + failure.explanation + failure.action;
        QVERIFY2(!all.contains(QLatin1StringView("hung")) && !all.contains(u'!'),
                 qPrintable(failure.id));
    }
    QVERIFY(book->find(QStringLiteral("no-such")) == nullptr);
}

void KnownFailuresTest::fixtures_data()
{
    QTest::addColumn<QStringList>("expected"); // its own first, then what shows besides
    const auto row = [](const char* file, const QStringList& expected) {
        QTest::newRow(file) << expected;
    };
    const auto id = [](const char* name) { return QString::fromLatin1(name); };
    row("clang-frontend-crash-traceback", {id("clang-frontend-crash")});
    row("hip-compile-gfx942-20-errors", {id("host-call-from-device")});
    row("hip-objects-relinked-as-source", {id("hip-objects-relinked")});
    row("hip-out-of-memory", {id("out-of-memory")});
    row("hip-undeclared-identifier-traceback",
        {id("undeclared-identifier"), id("memory-access-fault")});
    row("hipblas-alloc-failed", {id("hipblas-alloc-failed")});
    row("hipblas-not-initialized", {id("hipblas-not-initialized")});
    row("hipblas-not-supported-mi300x", {id("hipblas-not-supported")});
    row("hipcc-cuda-headers-missing", {id("cuda-headers-missing")});
    row("hipcc-cuda-names-undeclared", {id("cuda-names-undeclared")});
    row("hipcc-gfx1100-launch-arguments", {id("launch-arguments")});
    row("hipcc-hipified-samples-gfx90a",
        {id("vector-operator-ambiguous"), id("warp-sync-undeclared"),
         id("cooperative-groups-missing"), id("hip-header-moved"), id("device-intrinsic-missing")});
    row("import-libamdhip64", {id("rocm-library-missing")});
    row("import-triton-backend", {id("triton-packages-mixed")});
    row("inductor-rocm-linker-missing", {id("rocm-linker-missing")});
    row("invalid-device-function-mi250x", {id("invalid-device-function")});
    row("linker-gpu-rdc", {id("linker-gpu-rdc")});
    row("linker-hip-runtime", {id("linker-hip-runtime")});
    row("mask-static-assert", {id("mask-not-64-bit")});
    row("mask-static-assert-2", {id("mask-not-64-bit")});
    row("memory-access-fault", {id("memory-access-fault")});
    row("memory-access-fault-page-not-present",
        {id("memory-access-fault-page"), id("gpu-exception")});
    row("no-binary-for-gpu", {id("no-binary-for-gpu")});
    row("no-binary-for-gpu-console", {id("no-binary-for-gpu")});
    row("no-binary-for-gpu-log-level-4", {id("no-binary-for-gpu")});
    row("no-matching-function-shfl", {id("device-call-from-host"), id("shuffle-arguments")});
    row("no-matching-function-shfl-down", {id("shuffle-arguments")});
    row("rccl-hip-failure", {id("rccl-hip-failure")});
    row("rccl-hostcall-log-level-4", {id("rccl-hostcall")});
    row("shared-library-undefined-reference", {id("shared-library-undefined-reference")});
    row("stream-capture-watchdog", {id("stream-capture")});
    row("torch-extension-undeclared-gfx942", {id("hip-name-unknown")});
    row("triton-mlir-parse", {id("triton-mlir-parse")});
    row("triton-out-of-resources", {id("triton-out-of-resources")});
    row("triton-passmanager", {id("triton-passmanager")});
    row("unspecified-launch-failure", {id("unspecified-launch-failure")});
}

void KnownFailuresTest::fixtures()
{
    QFETCH(QStringList, expected);
    const QByteArray log =
        read(QStringLiteral("failure-%1.txt").arg(QString::fromLatin1(QTest::currentDataTag())));
    QVERIFY(!log.isEmpty());
    QStringList found;
    const QVector<FailureMatch> all = matches(log);
    for (const FailureMatch& match : all) {
        found.append(match.id);
        QVERIFY(match.firstLine >= 0 && match.firstLine <= log.count('\n'));
    }
    QVERIFY2(found.contains(expected.first()), qPrintable(found.join(u' ')));
    found.sort();
    expected.sort();
    QCOMPARE(found, expected);
}

void KnownFailuresTest::allFixturesAreNamed()
{
    fixtures_data();
    const QStringList files = folder().entryList({QStringLiteral("failure-*.txt")});
    QCOMPARE(files.size(), 36);
}

void KnownFailuresTest::otherOutputIsNoFailure()
{
    const QStringList files = folder().entryList(QDir::Files);
    int seen = 0;
    for (const QString& name : files) {
        if (name.startsWith(QLatin1StringView("failure-")) ||
            name == QLatin1StringView("README.md")) {
            continue;
        }
        const QVector<FailureMatch> found = matches(read(name));
        QVERIFY2(found.isEmpty(), qPrintable(name + u' ' + found.value(0).id));
        ++seen;
    }
    QVERIFY(seen >= 50);
}

void KnownFailuresTest::samples()
{
    const auto book = FailureBook::builtIn();
    for (const KnownFailure& failure : book->failures()) {
        const auto has = [&](const QString& line) {
            const QVector<int> found = book->match(line.toUtf8());
            return std::any_of(found.begin(), found.end(),
                               [&](int one) { return book->failures()[one].id == failure.id; });
        };
        for (const QString& line : failure.samples) {
            QVERIFY2(has(line), qPrintable(failure.id + QStringLiteral(": ") + line));
        }
        for (const QString& line : failure.unlike) {
            QVERIFY2(!has(line), qPrintable(failure.id + QStringLiteral(": ") + line));
        }
    }
}

void KnownFailuresTest::badBooks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("no TOML") << QByteArray("\n[[failure") << QStringLiteral("x.toml:2");
    QTest::newRow("no failures") << QByteArray("a = 1") << QStringLiteral("x.toml:1");
    QTest::newRow("no action")
        << QByteArray(
               "\n[[failure]]\nid = \"a\"\ntitle = \"t\"\nexplanation = \"e\"\ntexts = [\"t\"]")
        << QStringLiteral("x.toml:2");
    const QByteArray whole(
        "[[failure]]\nid = \"a\"\ntitle = \"t\"\nexplanation = \"e\"\naction = \"a\"\n");
    QTest::newRow("no texts") << whole << QStringLiteral("x.toml:1");
    QTest::newRow("empty text") << whole + "texts = [\"\"]" << QStringLiteral("x.toml:1");
    QTest::newRow("bad pattern") << whole + "texts = [\"a\"]\npatterns = [\"(\"]"
                                 << QStringLiteral("x.toml:1");
}

void KnownFailuresTest::badBooks()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    const auto book = FailureBook::parse(text, QStringLiteral("x.toml"));
    QVERIFY(!book.ok());
    QCOMPARE(book.error().code, ErrorCode::ParseFailed);
    QCOMPARE(book.error().object, place);
    QVERIFY(!book.error().detail.isEmpty());
}

void KnownFailuresTest::countsAndOrder()
{
    const auto found =
        matches("use of undeclared identifier 'foo'\nHIP out of memory\nHIP out of memory");
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0], (FailureMatch{QStringLiteral("out-of-memory"), 1, 2}));
    QCOMPARE(found[1].id, QStringLiteral("undeclared-identifier"));
}

QTEST_GUILESS_MAIN(KnownFailuresTest)
#include "tst_knownfailures.moc"
