#include "core/rules/analyse.h"
#include "tests/support/builtinrules.h"

#include <QSet>
#include <QTest>

#include <algorithm>

using namespace rocport;

/// How severe what is found in build files is, and which places of it are one finding.
class TestBuildCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void costs_data();
    void costs();
    void samePlaces_data();
    void samePlaces();
    void oneTable_data();
    void oneTable();
    void boundedConditions();
};

namespace {

FileAnalysis analyseNamed(const QByteArray& path, const QByteArray& text)
{
    AnalysisContext context;
    context.rules = builtinRules();
    return analyseFile(RepoPath(path), languageOfFile(path), SourceBuffer(text), context);
}

} // namespace

void TestBuildCosts::costs_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<int>("severity"); // of the first finding of that rule
    const auto row = [](const char* name, const char* path, const char* text, const char* rule,
                        Severity severity) {
        QTest::newRow(name) << QByteArray(path) << QByteArray(text) << QString::fromUtf8(rule)
                            << static_cast<int>(severity);
    };
    const auto cmake = [&](const char* name, const char* text, Severity severity) {
        row(name, "CMakeLists.txt", text, "cmake-language", severity);
    };
    cmake("version that lists architectures",
          "if(CUDA_VERSION VERSION_GREATER 11.8)\n  list(APPEND known_archs 89 90)\nendif()\n",
          Severity::Info);
    cmake("version that lists flags, with a message and another question",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  if(MSVC)\n    string(APPEND CMAKE_CUDA_FLAGS "
          "\" -w\")\n  endif()\n  message(STATUS \"new\")\nelse()\n  set(NVCC_OPTIONS -O2)\n"
          "endif()\n",
          Severity::Info);
    cmake("version that takes a source",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  list(APPEND sources graph.cpp)\nendif()\n",
          Severity::Warning);
    cmake("version that defines a macro",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  add_compile_options(-DHAS_GRAPHS)\nendif()\n",
          Severity::Warning);
    cmake("version that defines a macro among flags",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  set(CMAKE_CUDA_FLAGS \"${CMAKE_CUDA_FLAGS} "
          "-DHAS_GRAPHS\")\nendif()\n",
          Severity::Warning);
    cmake("version that defines a macro in a list of flags",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  list(APPEND nvcc_flags -DHAS_GRAPHS)\nendif()\n",
          Severity::Warning);
    cmake("version that defines a macro of a target",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  set_target_properties(t PROPERTIES COMPILE_FLAGS "
          "-DHAS_GRAPHS)\nendif()\n",
          Severity::Warning);
    cmake(
        "version that defines a macro by a property",
        "if(CUDA_VERSION VERSION_GREATER 11)\n  set_target_properties(t PROPERTIES COMPILE_OPTIONS "
        "-O2 COMPILE_DEFINITIONS HAS_GRAPHS)\nendif()\n",
        Severity::Warning);
    cmake("version that changes flags of C++",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  string(APPEND CMAKE_CXX_FLAGS_RELEASE \" "
          "-O3\")\nendif()\n",
          Severity::Warning);
    cmake("version that changes flags of C",
          "if(CUDA_VERSION VERSION_GREATER 11)\n  set(CMAKE_C_FLAGS -O3)\nendif()\n",
          Severity::Warning);
    cmake("version that may stop CMake",
          "if(CUDA_VERSION VERSION_LESS 11)\n  set(X 1)\n  message(FATAL_ERROR \"old\")\nendif()\n",
          Severity::Critical);
    cmake("standard of CUDA", "set_target_properties(t PROPERTIES CUDA_STANDARD 17)\n",
          Severity::Warning);
    cmake("language", "enable_language(CUDA)\n", Severity::Critical);
    cmake("a question to nvcc", "execute_process(COMMAND nvcc --version OUTPUT_VARIABLE v)\n",
          Severity::Warning);
    cmake("a question that must be answered",
          "execute_process(COMMAND nvcc --version COMMAND_ERROR_IS_FATAL ANY)\n",
          Severity::Critical);
    cmake("a question that may fail",
          "execute_process(COMMAND nvcc --version COMMAND_ERROR_IS_FATAL NONE)\n",
          Severity::Warning);
    row("a question to a program", "CMakeLists.txt",
        "execute_process(COMMAND nvidia-smi OUTPUT_VARIABLE v)\n", "cmake-targets",
        Severity::Warning);
    row("a question to a program that must be answered", "CMakeLists.txt",
        "execute_process(COMMAND nvidia-smi COMMAND_ERROR_IS_FATAL ANY)\n", "cmake-targets",
        Severity::Critical);
    cmake("folders", "include_directories(${CUDA_INCLUDE_DIRS})\n", Severity::Warning);
    row("a library that may be missing", "CMakeLists.txt", "find_library(X NAMES nvidia-ml)\n",
        "cmake-targets", Severity::Warning);
    row("a library that must be there", "CMakeLists.txt",
        "find_library(X NAMES nvidia-ml REQUIRED)\n", "cmake-targets", Severity::Critical);
    row("list of GPUs for PyTorch", "setup.py",
        "import os\nfrom torch.utils.cpp_extension import CUDAExtension\n"
        "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.0\"\n",
        "cmake-arch", Severity::Warning);
    row("flag that names GPUs", "setup.py",
        "from torch.utils.cpp_extension import CUDAExtension\n"
        "flags = [\"-gencode=arch=compute_80,code=sm_80\"]\n",
        "cmake-arch", Severity::Critical);
    const char* install = "# Try it\n```\nconda install pytorch cudatoolkit=10.2 -c pytorch\n```\n";
    row("text of an example", "examples/gat/README.md", install, "deps-cuda-pin", Severity::Info);
    row("text of the project", "README.md", install, "deps-cuda-pin", Severity::Critical);
    row("script of an example", "examples/gat/install.sh", "pip install torch==1.0.1\n",
        "deps-cuda-pin", Severity::Critical);
}

void TestBuildCosts::costs()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QString, rule);
    QFETCH(int, severity);
    const FileAnalysis analysis = analyseNamed(path, text);
    const auto found =
        std::find_if(analysis.findings.begin(), analysis.findings.end(),
                     [&rule](const Finding& finding) { return finding.ruleId == rule; });
    QVERIFY(found != analysis.findings.end());
    QCOMPARE(static_cast<int>(found->severity), severity);
}

void TestBuildCosts::samePlaces_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "rule:line:symbol:places"
    const auto row = [](const char* name, const char* path, const char* text,
                        const QStringList& found) {
        QTest::newRow(name) << QByteArray(path) << QByteArray(text) << found;
    };
    row("conditions on one version", "CMakeLists.txt",
        "if(CUDA_VERSION VERSION_GREATER 11)\n  set(archs 80)\nendif()\n"
        "if(CUDA_VERSION VERSION_GREATER 12)\n  set(archs 90)\nendif()\n",
        {QStringLiteral("cmake-language:1:CUDA_VERSION:2")});
    row("conditions that cost different things", "CMakeLists.txt",
        "if(CUDA_VERSION VERSION_GREATER 11)\n  set(archs 80)\nendif()\n"
        "if(CUDA_VERSION VERSION_GREATER 12)\n  set(sources b.cpp)\nendif()\n",
        {QStringLiteral("cmake-language:1:CUDA_VERSION:1"),
         QStringLiteral("cmake-language:4:CUDA_VERSION:1")});
    row("GPUs of one call", "Makefile",
        "app: a.cu\n\tnvcc -gencode arch=compute_70,code=sm_70 "
        "-gencode arch=compute_80,code=sm_80 -o $@ $<\n",
        {QStringLiteral("make-nvcc:2:nvcc:1"),
         QStringLiteral("cmake-arch:2:-gencode arch=compute_70,code=sm_70:2")});
    row("flags of one call stay apart", "Makefile",
        "app: a.cu\n\tnvcc --use_fast_math -lineinfo -o $@ $<\n",
        {QStringLiteral("make-nvcc:2:nvcc:1"),
         QStringLiteral("build-nvcc-flags:2:--use_fast_math:1"),
         QStringLiteral("build-nvcc-flags:2:-lineinfo:1")});
    row("calls that follow each other", "CMakeLists.txt",
        "cuda_include_directories(a)\ncuda_include_directories(b)\n",
        {QStringLiteral("cmake-language:1:cuda_include_directories:2")});
    row("lists of GPUs for PyTorch", "setup.py",
        "import os\nfrom torch.utils.cpp_extension import CUDAExtension\n"
        "if not os.environ.get(\"TORCH_CUDA_ARCH_LIST\"):\n"
        "    os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.0\"\n",
        {QStringLiteral("cmake-arch:3:TORCH_CUDA_ARCH_LIST:2")});
}

void TestBuildCosts::samePlaces()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const FileAnalysis analysis = analyseNamed(path, text);
    QStringList all;
    for (const Finding& finding : analysis.findings) {
        all.append(QStringLiteral("%1:%2:%3:%4")
                       .arg(finding.ruleId)
                       .arg(finding.line)
                       .arg(finding.symbol)
                       .arg(finding.places));
        QCOMPARE(finding.morePlaces.size(), finding.places - 1);
    }
    QCOMPARE(all, found);
    for (const Hunk& hunk : analysis.hunks) {
        QCOMPARE(QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end()).size(),
                 hunk.findingIds.size());
    }
}

void TestBuildCosts::oneTable_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* path, const char* text, const char* says) {
        QTest::newRow(text) << QByteArray(path) << QByteArray(text) << QString::fromUtf8(says);
    };
    for (const char* text : {"find_package(CUDNN)\n", "find_library(X NAMES cudnn)\n",
                             "find_path(X cudnn.h)\n", "target_link_libraries(t cudnn)\n"}) {
        row("CMakeLists.txt", text, "MIOpen");
    }
    row("Makefile", "app: a.o\n\tg++ -o $@ a.o -lcudnn\n", "MIOpen");
    row("CMakeLists.txt", "find_package(NCCL)\n", "`rccl`");
    row("CMakeLists.txt", "find_path(X nccl.h)\n", "`rccl/rccl.h`");
    row("CMakeLists.txt", "find_package(cuTENSOR)\n", "hipTensor");
    row("CMakeLists.txt", "find_package(CUTLASS)\n", "Composable Kernel");
    row("CMakeLists.txt", "find_library(X nvrtc)\n", "`hiprtc`");
    row("CMakeLists.txt", "find_library(X nppial)\n", "RPP");
    row("CMakeLists.txt", "find_package(TensorRT)\n", "MIGraphX");
    row("CMakeLists.txt", "find_package(nvtx)\n", "ROCTX");
    row("CMakeLists.txt", "find_library(X nvjitlink)\n", "nothing of this interface");
}

/// What ROCm has for a library is the same wherever the library is named.
void TestBuildCosts::oneTable()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const FileAnalysis analysis = analyseNamed(path, text);
    QVERIFY(!analysis.findings.isEmpty());
    QVERIFY2(analysis.findings.first().message.contains(says),
             qPrintable(analysis.findings.first().message));
}

/// A long block behind a condition, and conditions inside each other, are not read to their ends
/// again and again.
void TestBuildCosts::boundedConditions()
{
    QByteArray text;
    for (int i = 0; i < 2000; ++i) {
        text += "if(CUDA_VERSION VERSION_GREATER 11)\n";
    }
    for (int i = 0; i < 2000; ++i) {
        text += "endif()\n";
    }
    const FileAnalysis analysis = analyseNamed("CMakeLists.txt", text);
    QVERIFY(!analysis.findings.isEmpty());
    QCOMPARE(static_cast<int>(analysis.findings.first().severity),
             static_cast<int>(Severity::Warning));
}

QTEST_GUILESS_MAIN(TestBuildCosts)
#include "tst_buildcosts.moc"
