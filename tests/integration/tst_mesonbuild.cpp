#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/rules/analyse.h"
#include "core/scan/scanner.h"
#include "testpaths.h"
#include "tests/support/builtinrules.h"
#include "tests/support/scratchrepository.h"
#include "tests/unit/memorytree.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

using namespace rocport;

namespace {

struct Run
{
    bool ok = false;
    QByteArray said;
};

Run run(const QString& program, const QStringList& arguments, const QString& folder = {})
{
    ProcessCommand command;
    command.program = program;
    command.arguments = arguments;
    command.workingFolder = folder;
    const auto done = runProcess(LocalProcessRunner(), command);
    if (!done) {
        return {false, done.error().detail.toUtf8()};
    }
    return {done->outcome.exitCode == 0, done->output + done->errors};
}

bool isHere(const QString& program)
{
    return findProgram(program).ok();
}

/// What ninja runs, without the commands that name all options of the project.
QByteArray steps(const QByteArray& ninja)
{
    QByteArrayList lines = ninja.split('\n');
    lines.removeIf([](const QByteArray& line) { return line.contains(" --internal "); });
    return lines.join('\n');
}

} // namespace

/// A meson project, ported with all that is proposed, is set up both ways by the meson that is
/// here.
class TestMesonBuild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        if (!isHere(QStringLiteral("meson")) || !isHere(QStringLiteral("ninja"))) {
            QSKIP("ROCPORT_SKIP_TEST meson and ninja are not installed");
        }
        m_repository = std::make_unique<test::ScratchRepository>();
        m_repository->copyFrom(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/meson/ripples"));
        m_repository->commitAll();
    }
    void nvidiaIsTheSame();
    void rocmBuilds();

private:
    [[nodiscard]] Run setUp(const QStringList& options) const
    {
        QDir(m_repository->file(QStringLiteral("build"))).removeRecursively();
        return run(QStringLiteral("meson"),
                   QStringList{QStringLiteral("setup"), QStringLiteral("build")} + options,
                   m_repository->path());
    }
    void port() const;
    std::unique_ptr<test::ScratchRepository> m_repository;
};

/// Makes all that a scan proposes.
void TestMesonBuild::port() const
{
    QDir(m_repository->file(QStringLiteral("build"))).removeRecursively();
    MemoryTree tree;
    const QDir folder(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/meson/ripples"));
    QDirIterator files(folder.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString name = folder.relativeFilePath(files.next());
        tree.files.insert(name.toUtf8(), m_repository->read(name));
    }
    TargetSettings target;
    target.rocm = Version::parse(u"5.2").value();
    const auto scan = scanTree(tree, builtinRules(), target, nullptr, {});
    QVERIFY(scan.ok());
    QCOMPARE(strategyId((*scan)->strategy), QStringLiteral("shim-headers"));
    QMap<QByteArray, QVector<Hunk>> hunks;
    for (const Hunk& hunk : (*scan)->hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
        hunks[hunk.targetPath.bytes()].append(hunk);
    }
    for (auto one = hunks.cbegin(); one != hunks.cend(); ++one) {
        const auto text = applyHunks(tree.files.value(one.key()), one.value());
        QVERIFY(text.ok());
        m_repository->write(QString::fromUtf8(one.key()), *text);
    }
}

/// Every command of the build is what it was, by the real nvcc.
void TestMesonBuild::nvidiaIsTheSame()
{
    if (!isHere(QStringLiteral("nvcc"))) {
        QSKIP("ROCPORT_SKIP_TEST nvcc is not installed");
    }
    const Run before = setUp({});
    QVERIFY2(before.ok, before.said.constData());
    const QByteArray original = m_repository->read(QStringLiteral("build/build.ninja"));
    QVERIFY(original.contains("cuda_COMPILER"));
    port();
    QVERIFY(m_repository->read(QStringLiteral("meson.build")).contains("get_option('use_rocm')"));
    const Run after = setUp({});
    QVERIFY2(after.ok, after.said.constData());
    QCOMPARE(steps(m_repository->read(QStringLiteral("build/build.ninja"))), steps(original));
}

/// hipcc compiles the CUDA sources, and what is linked knows HIP's runtime.
void TestMesonBuild::rocmBuilds()
{
    if (!isHere(QStringLiteral("hipcc"))) {
        QSKIP("ROCPORT_SKIP_TEST hipcc is not installed");
    }
    port();
    const Run setup =
        setUp({QStringLiteral("-Duse_rocm=true"), QStringLiteral("-Drocm_arch=gfx90a")});
    QVERIFY2(setup.ok, setup.said.constData());
    const QByteArray ninja = m_repository->read(QStringLiteral("build/build.ninja"));
    QVERIFY(!ninja.contains("cuda_COMPILER"));
    QCOMPARE(ninja.count("--offload-arch=gfx90a"), 2); // one for each source
    const Run built = run(QStringLiteral("ninja"), {QStringLiteral("-C"), QStringLiteral("build")},
                          m_repository->path());
    QVERIFY2(built.ok, built.said.constData());
    const Run program =
        run(m_repository->file(QStringLiteral("build/src/ripples")), {}, m_repository->path());
    QVERIFY2(program.ok && program.said.startsWith("ripples: "), program.said.constData());
    // A machine without a GPU is told what to say.
    const Run none = setUp({QStringLiteral("-Duse_rocm=true"), QStringLiteral("-Drocm_arch=[]")});
    QVERIFY(none.ok || none.said.contains("No AMD GPU was found"));
}

QTEST_GUILESS_MAIN(TestMesonBuild)
#include "tst_mesonbuild.moc"
