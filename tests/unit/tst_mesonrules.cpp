#include "core/isolation/isolation.h"
#include "core/isolation/projection.h"
#include "core/rules/build/buildfile.h"
#include "tests/support/mesonsample.h"

#include <QTest>

using namespace rocport;

namespace {

const QByteArray kHead = "project('p', 'cpp', 'cuda')\n";

std::string_view view(const QByteArray& text)
{
    return {text.constData(), static_cast<size_t>(text.size())};
}

/// What the top file becomes behind project(), without the block that sets the ROCm build up.
QByteArray withoutSetup(QByteArray text)
{
    const qsizetype begin = text.indexOf("if get_option('use_rocm')\n  # The AMD GPUs");
    const qsizetype end = text.indexOf("\nendif\n", begin);
    return begin < 0 || end < 0 ? text : text.remove(begin, end + 7 - begin);
}

} // namespace

/// meson files: what is read, what the rules of phase 4 find and what the edits are.
class TestMesonRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void places();
    void finds_data();
    void finds();
    void edits_data();
    void edits();
    void leaves_data();
    void leaves();
    void setsUp();
    void options_data();
    void options();
    void subfolders();
    void ownOption_data();
    void ownOption();
    void pathUnderAnotherOption();
    void projects_data();
    void projects();
    void buildsFor_data();
    void buildsFor();
    void survivesAnyText();
};

void TestMesonRules::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("calls"); // "name(arguments)", those with keywords as "name="
    QTest::addColumn<bool>("broken");
    const auto row = [](const char* name, const char* text, const char* calls,
                        bool broken = false) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(calls) << broken;
    };
    row("call", "executable('a', 'b.c', install: true)\n", "executable(,,install=)");
    row("lines", "executable('a',\n  'b.c', # c, 'd'\n  )\n", "executable(,)");
    row("method", "cc = meson.get_compiler('c')\n", ".get_compiler()");
    row("chain", "a = f('x').g(1).h()\n", "f() .g() .h()");
    row("nested", "a(b('c', d: [e('f'), g]))\n", "a() b(,d=) e()");
    row("long text", "a('''it's\n(here''', 'x')\n", "a(,)");
    row("escaped", "a('it\\'s, (', 'x')\n", "a(,)");
    row("formatted", "a(f'@x@', fs)\n", "a(,)");
    row("dictionary", "a({'x': 1, 'y': [2, 3]}, z: {'q': b()})\n", "a(,z=) b()");
    row("joined lines", "if a and \\\n  b()\nendif\n", "b()");
    row("comment", "# a('b')\nc() # d('\n", "c()");
    row("text without an end", "a('b\nc('d')\n", "a() c()", true);
    row("long text without an end", "a('''b\nc('d')\n", "a()", true);
    row("bracket without an end", "a('b'\nc('d'\n", "a()", true);
    row("bracket without a begin", "a('b'))\n", "a()", true);
    row("brackets across", "a(['b')]\n", "a()", true);
}

void TestMesonRules::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, calls);
    QFETCH(bool, broken);
    const MesonFile file(view(text), "use_rocm");
    QStringList read;
    for (const MesonCall& call : file.calls()) {
        QStringList arguments;
        for (const MesonArgument& argument : call.arguments) {
            arguments.append(argument.keyword.empty()
                                 ? QString()
                                 : QString::fromUtf8(argument.keyword.data(),
                                                     qsizetype(argument.keyword.size())) +
                                       u'=');
        }
        read.append((call.isMethod ? QStringLiteral(".") : QString()) +
                    QString::fromUtf8(call.name.data(), qsizetype(call.name.size())) + u'(' +
                    arguments.join(u',') + u')');
    }
    QCOMPARE(file.tokens().isBroken(), broken);
    if (!broken) {
        QCOMPARE(read.join(u' '), calls);
    }
}

void TestMesonRules::places()
{
    const QByteArray text = "a = 1\nif get_option('use_rocm')\n  b = 1\n  if x\n    c = 1\n  "
                            "endif\nelse\n  d = 1\nendif\nforeach f : [1]\n  e = 1\nendforeach\n"
                            "if hip_dep.found()\n  g = 1\nelif z\n  h = 1\nendif\n";
    const MesonFile file(view(text), "use_rocm");
    QString read;
    for (const MesonAssignment& one : file.assignments()) {
        const MesonPlace& place = file.place(one.statement);
        read += QString::fromUtf8(one.name.data(), qsizetype(one.name.size())) +
                QString::number(place.depth) +
                (place.foreign   ? QStringLiteral("f ")
                 : place.decided ? QStringLiteral("d ")
                                 : QStringLiteral(" "));
    }
    QCOMPARE(read, QStringLiteral("a0 b1d c2d d1d e1 g1f h1f "));
}

void TestMesonRules::finds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "rule:line:symbol"
    const auto row = [](const char* name, const char* text, const QByteArrayList& found) {
        QTest::newRow(name) << QByteArray(text)
                            << QString::fromUtf8(found.join('\n')).split(u'\n', Qt::SkipEmptyParts);
    };
    row("languages", "project('p', 'cpp', 'cuda')\n", {"meson-language:1:cuda"});
    row("a language as an answer", "has = add_languages('cuda', required: false)\n",
        {"meson-language:1:cuda"});
    row("compiler", "nvcc = meson.get_compiler('cuda')\n", {"meson-language:1:cuda"});
    row("module", "cuda = import('unstable-cuda')\n", {"meson-language:1:unstable-cuda"});
    row("program", "nvcc = find_program('nvcc')\n", {"meson-language:1:nvcc"});
    row("sources in a list", "a = files('a.cpp', 'b.cu')\n", {"meson-sources:1:b.cu"});
    row("sources of a target", "executable('a', 'b.cu')\n", {"meson-sources:1:b.cu"});
    row("toolkit", "d = dependency('cuda', modules: ['cublas', 'nvml'])\n",
        {"cmake-targets:1:cuda", "cmake-targets:1:nvml"});
    row("library", "l = cc.find_library('cufft')\n", {"cmake-targets:1:cufft"});
    row("flags of a target", "executable('a', 'b.cpp', cuda_args: ['-arch=sm_80', '-O3'])\n",
        {"cmake-arch:1:-arch=sm_80"});
    row("flags in a list", "f = ['--use_fast_math', '-O3']\n",
        {"build-nvcc-flags:1:--use_fast_math"});
    row("flags of the project", "add_project_arguments('-lineinfo', language: 'cuda')\n",
        {"build-nvcc-flags:1:add_project_arguments", "build-nvcc-flags:1:-lineinfo"});
    row("GPU", "f = '--offload-arch=gfx942'\n", {"build-arch-detect:1:gfx942"});
    row("nothing",
        "project('cuda', 'cpp', default_options: ['cuda_std=c++17'])\n# executable('a', 'b.cu')\n"
        "x = '''dependency('cuda')'''\nexecutable('cuda', 'a.cpp')\nd = dependency('zlib')\n"
        "message('cuda')\nadd_project_arguments('-DX', language: 'cpp')\n",
        {});
}

void TestMesonRules::finds()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    AnalysisContext context; // of a file alone
    context.rules = builtinRules();
    const FileAnalysis analysis =
        analyseFile(RepoPath("meson.build"), Language::Meson, SourceBuffer(text), context);
    QStringList read;
    for (const Finding& finding : analysis.findings) {
        read.append(
            QStringLiteral("%1:%2:%3").arg(finding.ruleId).arg(finding.line).arg(finding.symbol));
        QVERIFY2(!finding.wayOut.isEmpty(), qPrintable(finding.message));
    }
    read.sort();
    found.sort();
    QCOMPARE(read, found);
    QVERIFY(analysis.hunks.isEmpty());
}

void TestMesonRules::edits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // behind the set-up
    const auto row = [](const char* name, const char* text, const char* rocm) {
        QTest::newRow(name) << QByteArray(text)
                            << "if get_option('use_rocm')\n  " + QByteArray(rocm) + "\nelse\n" +
                                   text + "endif\n";
    };
    row("target", "executable('a', 'm.cpp', 'k.cu')\n",
        "executable('a', 'm.cpp', rocm_objects.process('k.cu', extra_args: rocm_flags), "
        "dependencies: rocm_dep)");
    row("assigned, on lines", "lib = library('a',\n  sources: ['k.cu', 'sub/l.cu'],\n)\n",
        "lib = library('a',\n  sources: [rocm_objects.process('k.cu', extra_args: rocm_flags), "
        "rocm_objects.process('sub/l.cu', extra_args: rocm_flags)], dependencies: rocm_dep\n)");
    row("folders", "executable('a', 'k.cu', include_directories: ['inc', '../x'])\n",
        "executable('a', rocm_objects.process('k.cu', extra_args: rocm_flags + ['-I' + "
        "meson.current_source_dir() / 'inc', '-I' + meson.current_source_dir() / '../x']), "
        "include_directories: ['inc', '../x'], dependencies: rocm_dep)");
    row("flags", "executable('a', 'k.cu', cuda_args: ['-arch=sm_80', '-DX=1', '-use_fast_math'])\n",
        "executable('a', rocm_objects.process('k.cu', extra_args: rocm_flags + ['-DX=1', "
        "'-ffast-math']), cuda_args: ['-arch=sm_80', '-DX=1', '-use_fast_math'], dependencies: "
        "rocm_dep)");
    row("runtime", "d = dependency('cuda', version: '>=11')\n", "d = rocm_dep");
    row("libraries", "d = dependency('cuda', modules: ['cudart', 'cublas', 'curand'])\n",
        "d = declare_dependency(dependencies: [rocm_dep, "
        "meson.get_compiler('cpp').find_library('hipblas', dirs: rocm_libs), "
        "meson.get_compiler('cpp').find_library('hiprand', dirs: rocm_libs)])");
    row("one library", "l = meson.get_compiler('cpp').find_library('cufft', dirs: '/x')\n",
        "l = meson.get_compiler('cpp').find_library('hipfft', dirs: rocm_libs)");
    const QByteArray project = "add_project_arguments('-DX', '-lineinfo', language: ['cpp', "
                               "'cuda'])\n";
    QTest::newRow("flags of the project")
        << project
        << project +
               "if get_option('use_rocm')\n  rocm_flags += ['-DX', '-gline-tables-only']\nendif\n";
    const QByteArray own = "if x\r\n  executable('a', 'k.cu')\r\nendif\r\n";
    QTest::newRow("indented, crlf")
        << own
        << QByteArray("if x\r\n  if get_option('use_rocm')\r\n    executable('a', "
                      "rocm_objects.process('k.cu', extra_args: rocm_flags), dependencies: "
                      "rocm_dep)\r\n  else\r\n  executable('a', 'k.cu')\r\n  endif\r\nendif\r\n");
    const QByteArray deps = "d = dependency('cuda')\nt = dependency('threads')\nexecutable('a', "
                            "'k.cu', dependencies: [d, t])\n";
    QTest::newRow("dependencies that are known")
        << deps
        << QByteArray("if get_option('use_rocm')\n  d = rocm_dep\nelse\nd = "
                      "dependency('cuda')\nendif\nt = dependency('threads')\nif "
                      "get_option('use_rocm')\n  executable('a', rocm_objects.process('k.cu', "
                      "extra_args: rocm_flags), dependencies: [[d, t], rocm_dep])\nelse\n"
                      "executable('a', 'k.cu', dependencies: [d, t])\nendif\n");
    const QByteArray lists = "s = files('m.cpp', 'k.cu')\nexecutable('a', s, 'l.cu')\n";
    QTest::newRow("a list") << lists
                            << QByteArray("s = files('m.cpp', 'k.cu')\nif "
                                          "get_option('use_rocm')\n  executable('a', ['m.cpp', "
                                          "rocm_objects.process('k.cu', extra_args: rocm_flags)], "
                                          "rocm_objects.process('l.cu', extra_args: rocm_flags), "
                                          "dependencies: rocm_dep)\nelse\nexecutable('a', s, "
                                          "'l.cu')\nendif\n");
    QTest::newRow("last line")
        << QByteArray("executable('a', 'k.cu')")
        << QByteArray("if get_option('use_rocm')\n  executable('a', rocm_objects.process('k.cu', "
                      "extra_args: rocm_flags), dependencies: rocm_dep)\nelse\nexecutable('a', "
                      "'k.cu')\nendif");
}

void TestMesonRules::edits()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QByteArray head = kHead;
    head.replace("\n", text.contains("\r\n") ? "\r\n" : "\n");
    const MesonSample sample({{"meson.build", head + text}});
    const QByteArray once = sample.ported("meson.build");
    QVERIFY2(once.endsWith(expected), once.constData());
    const IsolationProof proof = proveFile(head + text, once, Language::Meson, {});
    QCOMPARE(proof.verdict, Verdict::Equivalent);
    for (const Hunk& hunk : sample.analyse("meson.build").hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
        QVERIFY(hunk.key == mesonSetupKey({}) || hunk.needs.contains(mesonSetupKey({})));
    }
    // What is ported gives nothing more.
    const QMap<QByteArray, QByteArray> port = sample.port();
    const MesonSample again(port);
    QCOMPARE(again.port(), port);
    QVERIFY(again.analyse("meson.build").findings.isEmpty());
}

void TestMesonRules::leaves_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says"); // in the way out of a finding
    const auto row = [](const char* name, const char* text, const char* says) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(says);
    };
    row("a folder that is computed", "executable('a', 'k.cu', include_directories: inc)\n",
        "`include_directories` of the target");
    row("a folder that is filled twice",
        "inc = include_directories('a')\ninc = include_directories('b')\nexecutable('a', 'k.cu', "
        "include_directories: inc)\n",
        "`include_directories` of the target");
    row("a dependency with headers",
        "e = dependency('eigen3')\nexecutable('a', 'k.cu', dependencies: e)\n",
        "`dependencies` of the target");
    row("flags in a variable", "executable('a', 'k.cu', cuda_args: flags)\n",
        "`cuda_args` of the target");
    row("an argument that is not known", "executable('a', 'k.cu', override_options: ['x=y'])\n",
        "`override_options` of the target");
    row("the toolkit's library by hand", "executable('a', 'k.cu', link_args: ['-lcublas'])\n",
        "`link_args` of the target");
    row("two of one name", "executable('a', 'x/k.cu', 'y/k.cu')\n", "rocm_objects.process(");
    row("a list that grows", "s = ['k.cu']\ns += 'm.cpp'\nexecutable('a', s)\n",
        "rocm_objects.process('k.cu'");
    row("a list in a condition", "if x\n  s = ['k.cu']\nendif\nexecutable('a', s)\n",
        "rocm_objects.process('k.cu'");
    row("a part of a list", "s = ['k.cu']\nexecutable('a', s[0])\n", "rocm_objects.process('k.cu'");
    row("files()", "executable('a', files('k.cu'))\n", "rocm_objects.process('k.cu'");
    row("a library without counterpart", "d = dependency('cuda', modules: ['nvml'])\n",
        "Leave it out");
    row("a version that is asked for", "d = dependency('cuda')\nmessage(d.version())\n",
        "rocm_dep");
    row("a dependency that an option switches",
        "d = dependency('cuda', required: get_option('x'))\n", "rocm_dep");
    row("within a call", "executable('a', 'a.cpp', dependencies: dependency('cuda'))\n",
        "rocm_dep");
    row("flags in a variable of the project", "add_project_arguments(flags, language: 'cuda')\n",
        "rocm_flags");
    row("flags of the linker", "add_project_link_arguments('-lx', language: 'cuda')\n", "link");
    row("a language as an answer", "has = add_languages('cuda', required: false)\n", "generator(");
}

/// What is not certain stays as it is, and the finding says what to write.
void TestMesonRules::leaves()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const MesonSample sample({{"meson.build", kHead + text}});
    const QByteArray rest = withoutSetup(sample.ported("meson.build"));
    if (!text.startsWith("d = dependency('cuda')\nmessage")) {
        QVERIFY2(rest.contains(text.trimmed().split('\n').last()), rest.constData());
    }
    QVERIFY2(!rest.contains("rocm_objects.process"), rest.constData());
    QStringList ways;
    for (const Finding& finding : sample.analyse("meson.build").findings) {
        ways.append(finding.wayOut);
    }
    QVERIFY2(ways.join(u'\n').contains(says), qPrintable(ways.join(u'\n')));
}

void TestMesonRules::setsUp()
{
    const MesonSample sample(
        {{"meson.build", "project('p', ['cpp', 'cuda'], meson_version: '>=0.60',\n  "
                         "default_options: ['cuda_std=c++17'])\nexecutable('a', 'k.cu')\n"}});
    const QMap<QByteArray, QByteArray> port = sample.port();
    const QByteArray once = port.value("meson.build");
    QVERIFY2(once.startsWith("project('p', ['cpp'], meson_version: '>=0.60',\n  default_options: "
                             "['cuda_std=c++17'])\nif get_option('use_rocm')\n  # The AMD GPUs"),
             once.constData());
    QVERIFY(once.contains("'-DUSE_ROCM', '-I' + meson.current_source_dir() / 'rocm_compat', "
                          "'-include', 'cuda_runtime.h', '-std=c++17'"));
    QVERIFY(once.contains("else\n  add_languages('cuda', native: false)\n  add_languages('cuda', "
                          "required: false, native: true)\nendif\n"));
    QVERIFY(!once.contains("gfx9 "));
    QVERIFY(port.value("meson_options.txt").startsWith("option('use_rocm', type: 'boolean', "));
    const QVector<Hunk> hunks = sample.analyse("meson.build").hunks;
    QCOMPARE(hunks.size(), 2);
    AnalysisContext context = MesonSample({{"meson.build", kHead}}).context();
    QCOMPARE(hunks.first().needs,
             (QVector<QByteArray>{mesonOptionsKey(context), compatHeaderKey(context),
                                  shimRuntimeKey(context)}));
    // Without C++ among the languages it is added; with C alone nothing would link.
    QVERIFY(MesonSample({{"meson.build", "project('p', 'cuda')\n"}})
                .ported("meson.build")
                .startsWith("project('p')\nif get_option('use_rocm')\n  add_languages('cpp'"));
    QVERIFY(MesonSample({{"meson.build", "project('p', 'c', 'cuda')\n"}})
                .analyse("meson.build")
                .hunks.isEmpty());
    // Where add_languages() switches it on, that stays.
    const QByteArray later = "project('p', 'cpp')\nx = 1\nadd_languages('cuda', native: false)\n";
    const QByteArray edited = MesonSample({{"meson.build", later}}).ported("meson.build");
    QVERIFY2(
        edited.endsWith("\nx = 1\nif not get_option('use_rocm')\nadd_languages('cuda', native: "
                        "false)\nendif\n"),
        edited.constData());
    QVERIFY(edited.startsWith("project('p', 'cpp')\nif get_option('use_rocm')\n"));
    QCOMPARE(proveFile(later, edited, Language::Meson, {}).verdict, Verdict::Projected);
}

void TestMesonRules::options_data()
{
    QTest::addColumn<QByteArray>("name"); // of the project's file; empty: it has none
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("none") << QByteArray() << QByteArray() << QByteArray()
                          << QByteArray("meson_options.txt");
    QTest::newRow("none, a new meson")
        << QByteArray() << QByteArray() << QByteArray(", meson_version: '>= 1.1.0'")
        << QByteArray("meson.options");
    QTest::newRow("there, a new meson")
        << QByteArray("meson_options.txt") << QByteArray("option('x', type: 'string')\n")
        << QByteArray(", meson_version: '>=1.2'") << QByteArray("meson_options.txt");
    QTest::newRow("the new name, without a line end")
        << QByteArray("meson.options") << QByteArray("option('x', type: 'string')") << QByteArray()
        << QByteArray("meson.options");
    QTest::newRow("empty") << QByteArray("meson.options") << QByteArray() << QByteArray()
                           << QByteArray("meson.options");
}

void TestMesonRules::options()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, written);
    QMap<QByteArray, QByteArray> files = {
        {"meson.build", "project('p', 'cpp', 'cuda'" + version + ")\n"}};
    if (!name.isEmpty()) {
        files.insert(name, text);
    }
    const MesonSample sample(files);
    const QMap<QByteArray, QByteArray> port = sample.port();
    QCOMPARE(port.size(), 2);
    const QByteArray once = port.value(written);
    QVERIFY2(once.startsWith(text), once.constData());
    QCOMPARE(once.count("option('use_rocm', type: 'boolean', value: false, "), 1);
    QCOMPARE(once.count("option('rocm_arch', type: 'array', value: [], "), 1);
    if (!name.isEmpty()) {
        QCOMPARE(proveFile(text, once, Language::Meson, {}).verdict, Verdict::Projected);
        for (const Hunk& hunk : sample.analyse(name).hunks) {
            QCOMPARE(hunk.verdict, Verdict::Projected);
        }
    } else {
        QCOMPARE(proveNewFile(once, Language::Meson, {}).verdict, Verdict::Projected);
        QCOMPARE(proveNewFile(once + "option('y', type: 'string')\n", Language::Meson, {}).verdict,
                 Verdict::Unproved);
    }
}

/// Files that subdir() reaches see what the top file sets up, by its names and folders.
void TestMesonRules::subfolders()
{
    const QByteArray kernel = "executable('a', 'k.cu', include_directories: inc, dependencies: "
                              "cuda)\n";
    const MesonSample sample(
        {{"meson.build", kHead + "inc = include_directories('include')\ncuda = "
                                 "dependency('cuda')\nsubdir('src')\n"},
         {"src/meson.build", "subdir('gpu')\n"},
         {"src/gpu/meson.build", kernel},
         {"other/meson.build", kernel},
         {"subprojects/x/meson.build", kHead + kernel}});
    QVERIFY2(sample.ported("src/gpu/meson.build")
                 .contains("rocm_flags + ['-I' + meson.current_source_dir() / '../../include']"),
             sample.ported("src/gpu/meson.build").constData());
    QCOMPARE(sample.ported("other/meson.build"), kernel);
    QCOMPARE(sample.ported("subprojects/x/meson.build"), kHead + kernel);
    QCOMPARE(sample.analyse("other/meson.build").findings.size(), 1);
}

void TestMesonRules::ownOption_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<QByteArray>("condition");
    QTest::newRow("boolean") << QByteArray("option('use_hip', type: 'boolean', value: false)\n")
                             << QByteArray("get_option('use_hip')");
    QTest::newRow("feature") << QByteArray(
                                    "option('use_hip', type: 'feature', value: 'disabled')\n")
                             << QByteArray("get_option('use_hip').enabled()");
}

/// The option that the project has already is asked for, and no second one is made.
void TestMesonRules::ownOption()
{
    QFETCH(QByteArray, option);
    QFETCH(QByteArray, condition);
    const QByteArray top = "project('p', 'cpp', 'cuda')\nif " + condition +
                           "\n  add_project_arguments('-DUSE_HIP', language: 'cpp')\nendif\n"
                           "executable('a', 'k.cu')\n";
    const QString macro = QStringLiteral("USE_HIP");
    const MesonSample sample({{"meson.build", top}, {"meson_options.txt", option}}, macro);
    const QMap<QByteArray, QByteArray> port = sample.port();
    QVERIFY2(port.value("meson.build")
                 .startsWith("project('p', 'cpp')\nif " + condition + "\n  # The AMD GPUs"),
             port.value("meson.build").constData());
    QVERIFY2(port.value("meson.build").contains("\nif " + condition + "\n  executable('a', rocm_"),
             port.value("meson.build").constData());
    QVERIFY(port.value("meson.build").contains("'-DUSE_HIP', '-I'"));
    QVERIFY(port.value("meson_options.txt").startsWith(option + "option('rocm_arch', "));
    QCOMPARE(port.value("meson_options.txt").count("option("), 2);
    for (const char* const name : {"meson.build", "meson_options.txt"}) {
        const QVector<Hunk> hunks = sample.analyse(name).hunks;
        QVERIFY(!hunks.isEmpty());
        for (const Hunk& hunk : hunks) {
            QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
        }
    }
    // What is ported is left alone.
    const MesonSample again(port, macro);
    QCOMPARE(again.port(), port);
    // On by itself, or where something is found: NVIDIA's build would ask for ROCm.
    for (const QByteArray& on : {QByteArray("option('use_hip', type: 'boolean')\n"),
                                 QByteArray("option('use_hip', type: 'feature')\n"),
                                 QByteArray("option('use_hip', type: 'string', value: '')\n")}) {
        const QMap<QByteArray, QByteArray> files = {{"meson.build", top},
                                                    {"meson_options.txt", on}};
        QCOMPARE(MesonSample(files, macro).port(), files);
    }
}

/// No way out names an option, or variables, that such a project does not have.
void TestMesonRules::pathUnderAnotherOption()
{
    const MesonSample sample(
        {{"meson.build", "project('p', 'cpp', 'cuda')\nif get_option('rocm').enabled()\n"
                         "  hip = dependency('hip')\n"
                         "  add_project_arguments('-DHAVE_ROCM', language: 'cpp')\nendif\n"
                         "subdir('src')\n"},
         {"meson_options.txt", "option('rocm', type: 'feature', value: 'disabled')\n"},
         {"src/meson.build", "executable('a', 'k.cu', dependencies: dependency('cuda'))\n"}},
        QStringLiteral("HAVE_ROCM"));
    const FileAnalysis below = sample.analyse("src/meson.build");
    QVERIFY(below.hunks.isEmpty());
    QVERIFY(!below.findings.isEmpty());
    for (const Finding& finding : below.findings) {
        QVERIFY2(finding.wayOut.contains(QStringLiteral("its own option `rocm`")),
                 qPrintable(finding.wayOut));
    }
}

void TestMesonRules::projects_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("options");
    QTest::newRow("own option asked for")
        << QByteArray("project('p', 'cpp', 'cuda')\nif get_option('hip')\n  x = 1\nendif\n"
                      "executable('a', 'k.cu')\n")
        << QByteArray();
    QTest::newRow("own use_rocm") << QByteArray("project('p', 'cpp', 'cuda')\nif "
                                                "get_option('use_rocm')\n  d = "
                                                "dependency('hip')\nendif\nexecutable('a', "
                                                "'k.cu')\n")
                                  << QByteArray();
    QTest::newRow("own option in its file")
        << QByteArray("project('p', 'cpp', 'cuda')\nexecutable('a', 'k.cu')\n")
        << QByteArray("option('use_rocm', type: 'feature')\n");
    QTest::newRow("names of GPUs of another type")
        << QByteArray("project('p', 'cpp', 'cuda')\nexecutable('a', 'k.cu')\n")
        << QByteArray("option('rocm_arch', type: 'string', value: '')\n");
    QTest::newRow("languages of others")
        << QByteArray("project('p', 'cpp', 'd', 'cuda')\nexecutable('a', 'k.cu')\n")
        << QByteArray();
    QTest::newRow("options that are computed")
        << QByteArray("project('p', 'cpp', 'cuda', default_options: x)\nexecutable('a', 'k.cu')\n")
        << QByteArray();
    QTest::newRow("broken") << QByteArray("project('p', 'cpp', 'cuda')\nexecutable('a', 'k.cu')\nx "
                                          "= ['a'\n")
                            << QByteArray();
}

/// Where the project goes a way of its own nothing is edited, and all is told.
void TestMesonRules::projects()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, options);
    QMap<QByteArray, QByteArray> files = {{"meson.build", text}};
    if (!options.isEmpty()) {
        files.insert("meson_options.txt", options);
    }
    const MesonSample sample(files);
    QCOMPARE(sample.port(), files);
    QVERIFY(sample.analyse("meson.build").findings.size() >= 2);
}

void TestMesonRules::buildsFor_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("what");
    const auto row = [](const char* name, const QByteArray& text, BuildsFor what) {
        QTest::newRow(name) << text << static_cast<int>(what);
    };
    row("project", kHead, BuildsFor::Cuda);
    row("later", "project('p', 'cpp')\nif x\n  add_languages('cuda')\nendif\n", BuildsFor::Cuda);
    row("ported", MesonSample({{"meson.build", kHead}}).ported("meson.build"), BuildsFor::Cuda);
    row("by name only", "project('cuda', 'cpp')\n", BuildsFor::Nothing);
    row("AMD", "project('p', 'cpp', 'cuda')\nh = dependency('hip')\n", BuildsFor::Amd);
}

void TestMesonRules::buildsFor()
{
    QFETCH(QByteArray, text);
    QFETCH(int, what);
    QCOMPARE(static_cast<int>(summariseBuild(view(text), Language::Meson, "USE_ROCM").buildsFor),
             what);
}

void TestMesonRules::survivesAnyText()
{
    const QByteArray alphabet = "project executable('k.cu')[{}],:=+'''# \n\\if endif cuda f' 'a' ";
    quint32 state = 7;
    for (int round = 0; round < 1500; ++round) {
        QByteArray text = kHead + "executable('a', 'k.cu', ";
        for (int i = 0; i < 80; ++i) {
            state = state * 1664525u + 1013904223u;
            text.append(alphabet.at(
                static_cast<int>((state >> 8) % static_cast<quint32>(alphabet.size()))));
        }
        const MesonSample sample({{"meson.build", text}});
        const FileAnalysis analysis = sample.analyse("meson.build");
        QVERIFY(applyHunks(text, analysis.hunks).ok());
        for (const Hunk& hunk : analysis.hunks) {
            QVERIFY(hunk.verdict != Verdict::Violated);
        }
    }
    const auto read = [](const QByteArray& text) {
        (void)MesonSample({{"meson.build", kHead + text}}).analyse("meson.build");
    };
    read(QByteArray("a(").repeated(200'000));
    read(QByteArray("if x\n").repeated(100'000));
    read(QByteArray("a = dependency('cuda')\n").repeated(5'000));
    read("executable('a', " + QByteArray("'k.cu', ").repeated(50'000) + ")\n");
    read(QByteArray("executable('a', 'k.cu', dependencies: a)\n").repeated(3'000));
    read("a('''" + QByteArray("'").repeated(200'000));
}

QTEST_GUILESS_MAIN(TestMesonRules)
#include "tst_mesonrules.moc"
