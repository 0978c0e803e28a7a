// A repository whose names and lines hold what terminals obey: nothing of it reaches one, and JSON
// and patches lose nothing.
#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringDecoder>
#include <QTest>

#include <filesystem>

using rocport::test::ScratchRepository;

namespace {

struct Outcome
{
    int code = -1;
    QByteArray out, err;
};

Outcome run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"), arguments);
    Outcome outcome;
    if (process.waitForFinished(90'000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

/// The first character of `bytes` that acts on a terminal, escaped; empty: there is none. Written
/// without the program's own table, so that the two are held against each other.
QByteArray acting(const QByteArray& bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless |
                                                     QStringDecoder::Flag::ConvertInitialBom);
    const QString text = decoder(bytes);
    if (decoder.hasError()) {
        return "no UTF-8";
    }
    for (const QChar c : text) {
        const char16_t u = c.unicode();
        const bool acts = (u < 0x20 && u != '\n' && u != '\t') || (u >= 0x7f && u < 0xa0) ||
                          u == 0xad || u == 0x61c || (u >= 0x200b && u <= 0x200f) ||
                          (u >= 0x2028 && u <= 0x202e) || (u >= 0x2060 && u <= 0x206f) ||
                          u == 0xfeff || u == 0xdb40;
        if (acts) {
            return QByteArray::number(u, 16);
        }
    }
    return {};
}

const QByteArray kHidden =
    "\x1b[2J\xc2\x9b"
    "31m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8b\x7f\xf3\xa0\x81\x81\xe2\x80\xa8;";

void fill(const ScratchRepository& repository)
{
    const QByteArray source = "#include <cuda_runtime.h>\n"
                              "__global__ void k(unsigned* o) { /* " +
                              kHidden +
                              " */ unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n"
                              "  o[0] = __popc(m); }\n"
                              "void f(unsigned* o) { cudaMalloc(&o, 4); k<<<1, 64>>>(o); }\n";
    repository.writeRaw("k" + kHidden + ".cu", source);
    repository.writeRaw("\x9b"
                        "31m\xff.cu",
                        source);
    repository.writeRaw("d" + kHidden + "/t%1%2.py",
                        "import torch\n\nm = torch.compile(torch.nn.ReLU(), "
                        "mode=\"reduce-overhead\")  # " +
                            kHidden + "\n");
    repository.writeRaw("Makefile", "all:\n\tnvcc -c '" + kHidden + ".cu'\n");
    repository.writeRaw("requirements.txt", "torch==2.4.0+cu121 # " + kHidden + "\n");
    repository.writeRaw("bad" + kHidden + ".py", "def (:\n" + kHidden + "\n");
    repository.commitAll();
}

} // namespace

class TestHostileText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingReachesTheTerminal_data();
    void nothingReachesTheTerminal();
    void jsonLosesNothing();
    void patchesAreExact();
    void linesAreFound();
    void cleanupTestCase();

private:
    std::unique_ptr<ScratchRepository> m_repository;
};

void TestHostileText::initTestCase()
{
    m_repository = std::make_unique<ScratchRepository>();
    fill(*m_repository);
}

void TestHostileText::nothingReachesTheTerminal_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("holds");
    const auto row = [](const char* name, const QStringList& arguments, const char* holds) {
        QTest::newRow(name) << arguments << QByteArray(holds);
    };
    const QString dir = m_repository->path();
    const QString hidden = QString::fromUtf8(kHidden);
    const auto words = [](const char* text) { return QString::fromLatin1(text).split(u' '); };
    const char* escaped = "\\x1b[2J\\u009b31m\\u202e\\u2066\\u200b\\x7f\\U000e0041\\u2028;";
    row("scan", {QStringLiteral("scan"), dir}, escaped);
    row("scan as JSON",
        {QStringLiteral("scan"), dir, QStringLiteral("--format"), QStringLiteral("json")},
        "\\u202e");
    row("scan as SARIF",
        {QStringLiteral("scan"), dir, QStringLiteral("--format"), QStringLiteral("sarif")}, "");
    row("plan", {QStringLiteral("plan"), dir}, escaped);
    row("plan as JSON",
        {QStringLiteral("plan"), dir, QStringLiteral("--format"), QStringLiteral("json")}, "");
    row("steps", {QStringLiteral("plan"), dir, QStringLiteral("--install")}, "");
    row("changes as JSON",
        {QStringLiteral("propose"), dir, QStringLiteral("--format"), QStringLiteral("json")}, "");
    row("isolation", {QStringLiteral("isolation"), dir, dir}, "");
    row("static checks", words("verify static") + QStringList{dir}, "");
    row("rules", {QStringLiteral("rules"), dir}, "");
    row("no folder", {QStringLiteral("scan"), QStringLiteral("/no/") + hidden}, escaped);
    row("no command", {hidden}, escaped);
    row("no option", {QStringLiteral("scan"), dir, QStringLiteral("--") + hidden}, escaped);
    row("no value", {QStringLiteral("scan"), dir, QStringLiteral("--arch"), hidden}, escaped);
    row("no node", {QStringLiteral("run"), hidden, QStringLiteral("--"), QStringLiteral("true")},
        "");
    row("no project", {QStringLiteral("report"), QStringLiteral("/no/") + hidden}, escaped);
    row("no pack",
        {QStringLiteral("rules"), QStringLiteral("--check"), QStringLiteral("/no/") + hidden},
        escaped);
    row("translation",
        {QStringLiteral("translate"), dir, QStringLiteral("-o"), dir + QStringLiteral("/../out")},
        "");
}

void TestHostileText::nothingReachesTheTerminal()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, holds);
    const Outcome outcome = run(arguments);
    QVERIFY(outcome.code >= 0);
    QVERIFY2(acting(outcome.out).isEmpty(), acting(outcome.out).constData());
    QVERIFY2(acting(outcome.err).isEmpty(), acting(outcome.err).constData());
    QVERIFY2((outcome.out + outcome.err).contains(holds), (outcome.out + outcome.err).constData());
}

void TestHostileText::jsonLosesNothing()
{
    const Outcome outcome = run({QStringLiteral("propose"), m_repository->path(),
                                 QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(outcome.code, 0);
    QJsonParseError problem;
    QVERIFY(!QJsonDocument::fromJson(outcome.out, &problem).object().isEmpty());
    QCOMPARE(problem.error, QJsonParseError::NoError);
}

void TestHostileText::patchesAreExact()
{
    const QString patch = m_repository->path() + QStringLiteral("/../out.patch");
    QCOMPARE(
        run({QStringLiteral("propose"), m_repository->path(), QStringLiteral("-o"), patch}).code,
        0);
    const Outcome outcome = run({QStringLiteral("propose"), m_repository->path()});
    QCOMPARE(outcome.code, 0);
    QFile file(patch);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), outcome.out); // a pipe is no terminal
    QVERIFY(outcome.out.contains(kHidden));
    int code = -1;
    (void)ScratchRepository::runGit(
        m_repository->path(), {QStringLiteral("apply"), QStringLiteral("--check"), patch}, &code);
    QCOMPARE(code, 0);
}

void TestHostileText::linesAreFound()
{
    const Outcome outcome = run({QStringLiteral("scan"), m_repository->path()});
    QCOMPARE(outcome.out.count("[text-hidden-characters]"), 6);
    QVERIFY(outcome.out.contains("This line is displayed differently from how it runs"));
    QVERIFY(outcome.out.contains("RLO U+202E"));
}

// Qt cannot remove a name that is not UTF-8.
void TestHostileText::cleanupTestCase()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_repository->path().toStdString(), ignored);
    m_repository.reset();
}

QTEST_GUILESS_MAIN(TestHostileText)
#include "tst_hostiletext.moc"
