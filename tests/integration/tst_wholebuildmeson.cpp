#include "tests/integration/wholebuildrun.h"
#include "tests/support/fakecompiler.h"

#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

QStringList standInsOf(const WholeRun& run, const QString& side)
{
    QStringList names;
    const QJsonArray all = run.result[side][QStringLiteral("standIns")].toArray();
    for (const auto& one : all) {
        names.append(one.toString());
    }
    return names;
}

} // namespace

/// `verify build --whole` with meson, in bubblewrap.
class TestWholeBuildMeson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        makeFakeCompiler(m_tools.path());
        makeFakeRocm(m_tools.filePath(QStringLiteral("rocm")), 7, 2);
        if (!Sandbox().works(LocalProcessRunner()) || !findProgram(QStringLiteral("meson")) ||
            !findProgram(QStringLiteral("ninja"))) {
            QSKIP("ROCPORT_SKIP_TEST bubblewrap, meson or ninja is missing");
        }
    }

    void bothBuildsCompileTheSame()
    {
        ScratchRepository repository;
        repository.copyFrom(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/meson/ripples"));
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        QCOMPARE(run.result[QStringLiteral("system")].toString(), QStringLiteral("meson"));
        QCOMPARE(run.result[QStringLiteral("units")].toArray().size(), 3);
        QVERIFY(standInsOf(run, QStringLiteral("cuda")).isEmpty());
        QVERIFY(standInsOf(run, QStringLiteral("rocm")).isEmpty());
        QVERIFY(
            repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
        // Compiled with the flags that were recorded.
        const QString command =
            compiledOf(run, QStringLiteral("src/waves.cu"))[QStringLiteral("command")].toString();
        QVERIFY2(command.contains(QStringLiteral("-DRIPPLES_BLOCK=128")), qPrintable(command));
    }

    /// The ROCm build is switched on by the option that the project has already.
    void theProjectsOwnOption_data()
    {
        QTest::addColumn<QByteArray>("options");
        QTest::addColumn<QByteArray>("meson");
        const QByteArray kernels = "static_library('p', 'k.cu')\nstatic_library('q', 'host.cpp')\n";
        QTest::newRow("boolean")
            << QByteArray("option('use_hip', type: 'boolean', value: false)\n")
            << "project('p', 'cpp', 'cuda')\nif get_option('use_hip')\n"
               "  add_project_arguments('-DUSE_HIP', language: 'cpp')\nendif\n" +
                   kernels;
        QTest::newRow("feature")
            << QByteArray("option('use_hip', type: 'feature', value: 'disabled')\n")
            << "project('p', 'cpp', 'cuda')\nif get_option('use_hip').enabled()\n"
               "  add_project_arguments('-DUSE_HIP', language: 'cpp')\nendif\n" +
                   kernels;
        QTest::newRow("with a path of its own")
            << QByteArray("option('rocm', type: 'feature', value: 'disabled')\n")
            << QByteArray("project('p', 'cpp')\nif get_option('rocm').enabled()\n"
                          "  add_project_arguments('-DHAVE_ROCM', language: 'cpp')\n"
                          "  k = custom_target('k', input: 'k.cu', output: 'k.o', command: [\n"
                          "    find_program('hipcc'), '-x', 'hip', '--offload-arch=gfx942',\n"
                          "    '-DHAVE_ROCM', '-I', meson.current_source_dir(), '-c', '@INPUT@',\n"
                          "    '-o', '@OUTPUT@'])\n  static_library('p', 'host.cpp', k)\nelse\n"
                          "  add_languages('cuda', native: false)\n"
                          "  static_library('p', 'k.cu', 'host.cpp')\nendif\n");
    }
    void theProjectsOwnOption()
    {
        QFETCH(QByteArray, options);
        QFETCH(QByteArray, meson);
        ScratchRepository repository;
        repository.write(QStringLiteral("meson_options.txt"), options);
        commitSources(repository, meson, QStringLiteral("meson.build"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        QCOMPARE(run.result[QStringLiteral("units")].toArray().size(), 2);
    }

    void aLostUnitIsFound()
    {
        ScratchRepository repository;
        repository.write(QStringLiteral("meson.build"),
                         "project('p', 'cpp', 'cuda')\nsubdir('src')\n");
        repository.write(QStringLiteral("meson_options.txt"),
                         "option('more', type: 'boolean', value: true)\n");
        repository.write(QStringLiteral("src/meson.build"),
                         "static_library('p', '../k.cu', 'host.cpp')\n"
                         "if add_languages('cuda', required: false, native: false)\n"
                         "  parts = ['one.cpp',\n    'lost.cpp']\n  static_library('q', parts)\n"
                         "endif\n");
        repository.write(QStringLiteral("k.cu"), kKernel);
        for (const char* const name : {"src/host.cpp", "src/one.cpp", "src/lost.cpp"}) {
            repository.write(QString::fromUtf8(name), "int host() { return 1; }\n");
        }
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        const QJsonObject lost = unitOf(run, QStringLiteral("src/lost.cpp"));
        QVERIFY2(lost[QStringLiteral("missing")].toBool(), run.said);
        QVERIFY(!unitOf(run, QStringLiteral("k.cu"))[QStringLiteral("missing")].toBool());
        const QJsonObject named = lost[QStringLiteral("named")].toObject();
        QCOMPARE(named[QStringLiteral("file")].toString(), QStringLiteral("src/meson.build"));
        QCOMPARE(named[QStringLiteral("line")].toInt(), 4);
        QCOMPARE(named[QStringLiteral("condition")].toString(),
                 QStringLiteral("if add_languages('cuda', required: false, native: false)"));
        QCOMPARE(named[QStringLiteral("conditionLine")].toInt(), 2);
    }

    /// Each way to ask for what is not here.
    void whatIsNotInstalledHasStandIns_data()
    {
        QTest::addColumn<QByteArray>("meson");
        QTest::addColumn<QStringList>("standIns");
        const auto row = [](const char* name, const char* text, const QStringList& names) {
            QTest::newRow(name) << QByteArray(text) << names;
        };
        row("modules", "deps += [dependency('rocport-far'), dependency('rocport-near')]\n",
            {QStringLiteral("rocport-far"), QStringLiteral("rocport-near")});
        row("versions of modules",
            "deps += dependency('rocport-far', version: ['>=1.2', '<2'])\n"
            "if not deps[0].version().version_compare('<2')\n  error('newer')\nendif\n",
            {QStringLiteral("rocport-far")});
        row("variables of modules",
            "far = dependency('rocport-far')\ndeps += far\n"
            "message(far.get_variable(pkgconfig: 'prefix'))\n",
            {QStringLiteral("rocport-far")});
        row("what is not required has none",
            "if dependency('rocport-far', required: false).found()\n  error('found')\nendif\n"
            "deps += dependency('rocport-near')\n",
            {QStringLiteral("rocport-near")});
        row("a module that the project's text requires",
            "far = dependency('rocport-far', required: false)\nif not far.found()\n"
            "  error('no far')\nendif\ndeps += far\n",
            {QStringLiteral("rocport-far")});
        row("what meson looks for itself", "deps += dependency('boost', modules: ['rocportfar'])\n",
            {QStringLiteral("boost")});
        row("a library", "deps += meson.get_compiler('cpp').find_library('rocport_far')\n",
            {QStringLiteral("rocport_far")});
        row("a library in folders",
            "deps += meson.get_compiler('cpp').find_library('rocport_far', dirs: ['/opt/far'])\n",
            {QStringLiteral("rocport_far")});
        row("a header", "meson.get_compiler('cpp').has_header('rocport/far.h', required: true)\n",
            {QStringLiteral("rocport/far.h")});
        row("a program",
            "far = find_program('rocport-far', version: '>=2')\nrun_command(far, check: true)\n",
            {QStringLiteral("rocport-far")});
        row("a subproject",
            "far = subproject('far')\ndeps += [far.get_variable('far_dep'), "
            "far.get_variable('other_dep')]\n",
            {QStringLiteral("far")});
        row("a subproject that would be fetched",
            "deps += subproject('wrapped').get_variable('wrapped_dep')\n",
            {QStringLiteral("wrapped")});
        row("a fallback that would be fetched",
            "deps += dependency('rocport-far', fallback: ['wrapped', 'wrapped_dep'])\n",
            {QStringLiteral("rocport-far")});
        row("a submodule", "subdir('third/far')\n", {QStringLiteral("third/far/meson.build")});
        row("a source", "static_library('far', 'far/away.cpp')\n",
            {QStringLiteral("far/away.cpp")});
    }
    void whatIsNotInstalledHasStandIns()
    {
        QFETCH(QByteArray, meson);
        QFETCH(QStringList, standIns);
        ScratchRepository repository;
        repository.write(QStringLiteral("subprojects/wrapped.wrap"),
                         "[wrap-file]\ndirectory = wrapped-1\n"
                         "source_url = https://far.invalid/wrapped-1.tar.gz\n"
                         "source_filename = wrapped-1.tar.gz\nsource_hash = 00\n");
        commitSources(repository,
                      "project('p', 'cpp', 'cuda')\ndeps = []\n" + meson +
                          "static_library('p', 'k.cu')\n"
                          "static_library('q', 'host.cpp', dependencies: deps)\n",
                      QStringLiteral("meson.build"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        for (const char* const side : {"cuda", "rocm"}) {
            QStringList found = standInsOf(run, QString::fromUtf8(side));
            found.sort();
            standIns.sort();
            QCOMPARE(found, standIns);
        }
    }

    void aNewerMesonIsAskedFor()
    {
        ScratchRepository repository;
        commitSources(repository,
                      "project('p', 'cpp', 'cuda', meson_version: '>= 99.1')\n"
                      "static_library('p', 'k.cu', 'host.cpp')\n",
                      QStringLiteral("meson.build"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        QVERIFY2(run.result[QStringLiteral("cuda")][QStringLiteral("releases")]
                     .toArray()
                     .first()
                     .toString()
                     .startsWith(QStringLiteral("99.1 ")),
                 run.said);
    }

    /// The ROCm build has no CUDA: that it asks for it is a fault of the port, and said.
    void cudaHasNoStandInOnRocm_data()
    {
        QTest::addColumn<QByteArray>("meson");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("language") << QByteArray("l = ['cuda']\nadd_languages(l)\n")
                                  << QByteArray("no-nvcc-in-the-rocm-build");
        const QByteArray cuda = "add_languages('cuda')\n";
        QTest::newRow("toolkit") << cuda + "d = dependency('cuda', version: '>=11')\n"
                                           "message(d.version())\n"
                                 << QByteArray("'cuda' is required but not found");
        QTest::newRow("module") << cuda + "dependency('cudart-12.4')\n"
                                << QByteArray("cudart-12.4");
        QTest::newRow("program") << cuda + "find_program('nvcc')\n" << QByteArray("nvcc");
        QTest::newRow("assembler") << cuda + "find_program('ptxas')\n" << QByteArray("ptxas");
        QTest::newRow("driver") << cuda + "dependency('nvidia-ml')\n" << QByteArray("nvidia-ml");
        QTest::newRow("library") << cuda + "meson.get_compiler('cpp').find_library('cudnn')\n"
                                 << QByteArray("cudnn");
    }
    void cudaHasNoStandInOnRocm()
    {
        QFETCH(QByteArray, meson);
        QFETCH(QByteArray, said);
        ScratchRepository repository;
        commitSources(repository,
                      "project('p', 'cpp')\n" + meson + "static_library('p', 'k.cu', 'host.cpp')\n",
                      QStringLiteral("meson.build"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code != 0, run.said);
        QVERIFY2(run.result[QStringLiteral("cuda")][QStringLiteral("configured")].toBool(),
                 run.said);
        const QJsonValue rocm = run.result[QStringLiteral("rocm")];
        QVERIFY2(!rocm[QStringLiteral("configured")].toBool(), run.said);
        QVERIFY2(rocm[QStringLiteral("problem")].toString().contains(QString::fromUtf8(said)),
                 run.said);
    }

    /// What depends on a step that fails is recorded all the same.
    void aStepThatFails()
    {
        ScratchRepository repository;
        commitSources(repository,
                      "project('p', 'cpp', 'cuda')\n"
                      "made = custom_target('made', output: 'made.cpp', command: ['false'])\n"
                      "static_library('q', made, 'host.cpp')\nstatic_library('p', 'k.cu')\n",
                      QStringLiteral("meson.build"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        QVERIFY(!run.result[QStringLiteral("cuda")][QStringLiteral("complete")].toBool());
        QCOMPARE(run.result[QStringLiteral("units")].toArray().size(), 2);
        QCOMPARE(unitOf(run, QStringLiteral("host.cpp"))[QStringLiteral("problems")].toArray(),
                 QJsonArray());
    }

    void brokenAndHostile_data()
    {
        QTest::addColumn<QByteArray>("meson");
        QTest::addColumn<QByteArray>("problem");
        QTest::newRow("empty") << QByteArray() << QByteArray("it was not configured");
        QTest::newRow("no meson") << QByteArray("\x01\xff(((") << QByteArray("not configured");
        QTest::newRow("never ends in a string")
            << QByteArray("project('p") << QByteArray("not configured");
        QTest::newRow("names that lead out")
            << QByteArray("project('p', 'cpp', 'cuda')\nsubproject('../../../x')\n")
            << QByteArray("not configured");
        QTest::newRow("a dependency with a command in its name")
            << QByteArray(
                   "project('p', 'cpp', 'cuda')\ndependency('x;touch /tmp/rocport-was-here')\n")
            << QByteArray("not configured");
        QTest::newRow("writes beside its copy")
            << QByteArray("project('p', 'cpp', 'cuda')\n"
                          "run_command('touch', meson.current_source_dir() / '../../stand/x',\n"
                          "  check: true)\n")
            << QByteArray("not configured");
    }
    void brokenAndHostile()
    {
        QFETCH(QByteArray, meson);
        QFETCH(QByteArray, problem);
        ScratchRepository repository;
        commitSources(repository, meson, QStringLiteral("meson.build"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        QVERIFY2(run.result[QStringLiteral("cuda")][QStringLiteral("problem")].toString().contains(
                     QString::fromUtf8(problem)),
                 run.said);
        QVERIFY(
            repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
        QVERIFY(!QFile::exists(QStringLiteral("/tmp/rocport-was-here")));
    }

private:
    QTemporaryDir m_tools;
};

QTEST_GUILESS_MAIN(TestWholeBuildMeson)
#include "tst_wholebuildmeson.moc"
