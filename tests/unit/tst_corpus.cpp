#include "core/rules/cpp/portsource.h"
#include "core/text/clexer.h"
#include "core/translate/translate.h"
#include "testpaths.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QtTest>

#include <algorithm>

using namespace rocport;

namespace {

QDir programs()
{
    return QDir(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/programs"));
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Sources and headers below tests/corpus/programs, as sorted paths relative to it.
QStringList programFiles()
{
    QStringList result;
    const QStringList suffixes = {QStringLiteral("*.cu"), QStringLiteral("*.cuh"),
                                  QStringLiteral("*.cpp"), QStringLiteral("*.c"),
                                  QStringLiteral("*.h")};
    QDirIterator files(programs().path(), suffixes, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        result.append(programs().relativeFilePath(files.next()));
    }
    result.sort();
    return result;
}

/// What FILE.expected and its like are translated with.
struct Way
{
    const char* suffix;
    bool likeHipify;
    LaunchSyntax launch;
};
constexpr Way kWays[] = {{"expected", false, LaunchSyntax::Cuda},
                         {"launch-hip", false, LaunchSyntax::Hip},
                         {"like-hipify", true, LaunchSyntax::Cuda},
                         {"like-hipify-launch-hip", true, LaunchSyntax::Hip}};

const SourcePorter& porter()
{
    static const SourcePorter one = SourcePorter::load({});
    return one;
}

QByteArray translated(const QString& path, const QByteArray& text, const Way& way)
{
    TranslateOptions options;
    options.likeHipify = way.likeHipify;
    options.launch = way.launch;
    options.alsoRocm6 = !way.likeHipify; // as rocport-cli does without --rocm
    SourceBuffer source(text);
    if (!way.likeHipify) {
        const std::vector<CToken> tokens = lexC(source.view());
        if (auto prepared = porter().prepare(RepoPath(path.toUtf8()), source, tokens)) {
            source = SourceBuffer(*std::move(prepared));
        }
    }
    const auto made = translateSource(source, options);
    if (!made) {
        return "failed: " + made.error().detail.toUtf8();
    }
    return way.likeHipify ? *made : porter().finish(*made);
}

/// Comments and literals of \a text with how often they come, but for the literals of inline
/// assembly, which is code.
QHash<QByteArray, int> proseOf(const QByteArray& text)
{
    QHash<QByteArray, int> result;
    const std::string_view view(text.constData(), size_t(text.size()));
    bool inAssembly = false;
    for (const CToken& token : lexC(view)) {
        const QByteArray spelling = text.mid(token.begin, token.end - token.begin);
        if (token.kind == CTokenKind::Identifier && spelling == "asm") {
            inAssembly = true;
        } else if (spelling == ";") {
            inAssembly = false;
        }
        if (token.kind == CTokenKind::Comment ||
            (!inAssembly &&
             (token.kind == CTokenKind::String || token.kind == CTokenKind::Character))) {
            ++result[spelling];
        }
    }
    return result;
}

/// Differences that are known: "FILE.SUFFIX<tab>reason" per line.
QHash<QString, QByteArray> knownFailures()
{
    QHash<QString, QByteArray> result;
    for (const QByteArray& line :
         contents(programs().filePath(QStringLiteral("known-failing.tsv"))).split('\n')) {
        const qsizetype tab = line.indexOf('\t');
        if (!line.startsWith('#') && tab > 0) {
            result.insert(QString::fromUtf8(line.left(tab)), line.mid(tab + 1));
        }
    }
    return result;
}

} // namespace

/// The programs of tests/corpus/programs against their expected translations.
class TestCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isComplete();
    void translation_data();
    void translation();
    void secondRun_data();
    void secondRun();
    void textStays_data();
    void textStays();
    void knownFailuresExist();

private:
    void addFiles();
};

void TestCorpus::addFiles()
{
    QTest::addColumn<QString>("path");
    for (const QString& path : programFiles()) {
        QTest::newRow(qPrintable(path)) << path;
    }
}

void TestCorpus::isComplete()
{
    const QStringList files = programFiles();
    QVERIFY(files.size() >= 80);
    for (const QString& path : files) {
        QVERIFY2(programs().exists(path + QStringLiteral(".expected")), qPrintable(path));
    }
}

void TestCorpus::translation_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("way");
    for (const QString& path : programFiles()) {
        for (int way = 0; way < int(std::size(kWays)); ++way) {
            const QString name = path + u'.' + QLatin1StringView(kWays[way].suffix);
            if (programs().exists(name)) {
                QTest::newRow(qPrintable(name)) << path << way;
            }
        }
    }
}

/// ROCPORT_UPDATE_CORPUS=1 writes the expected files anew: read the difference before you keep it.
void TestCorpus::translation()
{
    QFETCH(QString, path);
    QFETCH(int, way);
    const QString name = path + u'.' + QLatin1StringView(kWays[way].suffix);
    const QByteArray output = translated(path, contents(programs().filePath(path)), kWays[way]);
    static const QHash<QString, QByteArray> known = knownFailures();
    if (qEnvironmentVariableIsSet("ROCPORT_UPDATE_CORPUS")) {
        QFile file(programs().filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(output), output.size());
        return;
    }
    const QByteArray expected = contents(programs().filePath(name));
    if (known.contains(name)) {
        QEXPECT_FAIL("", known.value(name).constData(), Abort);
    }
    QCOMPARE(output, expected);
}

void TestCorpus::secondRun_data()
{
    addFiles();
}

void TestCorpus::secondRun()
{
    QFETCH(QString, path);
    const QByteArray text = contents(programs().filePath(path));
    for (const Way& way : kWays) {
        if (way.likeHipify && way.launch == LaunchSyntax::Hip) {
            continue; // hipify-clang leaves CUDA names within the launches that it writes
        }
        const QByteArray once = translated(path, text, way);
        QCOMPARE(translated(path, once, way), once);
    }
}

void TestCorpus::textStays_data()
{
    addFiles();
}

/// No comment or literal of the original is lost or changed; only what hipify-clang does to
/// literals is an exception, where its output is asked for. (Header names are no literals here.)
void TestCorpus::textStays()
{
    QFETCH(QString, path);
    const QByteArray text = contents(programs().filePath(path));
    const QHash<QByteArray, int> before = proseOf(text);
    for (const Way& way : kWays) {
        if (way.likeHipify) {
            continue;
        }
        const QHash<QByteArray, int> after = proseOf(translated(path, text, way));
        for (auto it = before.begin(); it != before.end(); ++it) {
            QVERIFY2(after.value(it.key()) >= it.value(), it.key().constData());
        }
    }
}

void TestCorpus::knownFailuresExist()
{
    const QHash<QString, QByteArray> known = knownFailures();
    for (auto it = known.begin(); it != known.end(); ++it) {
        QVERIFY2(programs().exists(it.key()), qPrintable(it.key()));
        QVERIFY(!it.value().isEmpty());
    }
}

QTEST_GUILESS_MAIN(TestCorpus)
#include "tst_corpus.moc"
