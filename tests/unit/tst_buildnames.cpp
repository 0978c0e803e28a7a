#include "core/rules/analyse.h"
#include "core/rules/cudaswitch.h"
#include "tests/support/builtinrules.h"

#include <QTest>

using namespace rocport;

/// Names of CUDA in build files and scripts: switches of a project, folders, architectures, and
/// what is looked for.
class TestBuildNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void switches_data();
    void switches();
    void finds_data();
    void finds();
    void namesAllPlaces();
    void leavesOwnPath();
};

void TestBuildNames::switches_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, CudaSwitch kind) {
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(kind);
    };
    row("USE_CUDA", CudaSwitch::Yes);
    row("CAFFE2_USE_CUDA", CudaSwitch::Yes);
    row("PROBE_HAVE_CUDNN", CudaSwitch::Yes);
    row("CUDA_ENABLED", CudaSwitch::Yes);
    row("CERES_NO_CUDA", CudaSwitch::Yes);
    row("with-cuda", CudaSwitch::Yes);
    row("USECUDA", CudaSwitch::Yes);
    row("GOOGLE_CUDA", CudaSwitch::Maybe);
    row("BUILD_CUDA_MODULE", CudaSwitch::Yes);
    row("USE_CUDA_GRAPH", CudaSwitch::Maybe);
    row("ENABLE_GPU", CudaSwitch::Maybe);
    row("CUDA_VERSION", CudaSwitch::No);
    row("__CUDACC__", CudaSwitch::No);
    row("CUDA_HOME", CudaSwitch::No);
    row("USE_CURSES", CudaSwitch::No);
    row("CMAKE_CUDA_STANDARD", CudaSwitch::No);
    row("TORCH_CUDA_ARCH_LIST", CudaSwitch::No);
    row("GPU_COUNT", CudaSwitch::No);
}

void TestBuildNames::switches()
{
    QFETCH(QByteArray, name);
    QFETCH(int, kind);
    QCOMPARE(static_cast<int>(cudaSwitchOf({name.constData(), static_cast<size_t>(name.size())})),
             kind);
}

namespace {

FileAnalysis analyseNamed(const QByteArray& path, const QByteArray& text)
{
    AnalysisContext context;
    context.rules = builtinRules();
    return analyseFile(RepoPath(path), languageOfFile(path), SourceBuffer(text), context);
}

/// "rule:line:symbol" of those that are looked at here.
QStringList namesIn(const FileAnalysis& analysis)
{
    QStringList names;
    for (const Finding& one : analysis.findings) {
        names.append(QStringLiteral("%1:%2:%3").arg(one.ruleId).arg(one.line).arg(one.symbol));
    }
    return names;
}

} // namespace

void TestBuildNames::finds_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* name, const char* path, const char* text,
                        std::initializer_list<const char*> found) {
        QStringList list;
        for (const char* one : found) {
            list.append(QString::fromUtf8(one));
        }
        QTest::newRow(name) << QByteArray(path) << QByteArray(text) << list;
    };
    row("option that is on", "CMakeLists.txt", "option(X_WITH_CUDA \"gpu\" ON)\n",
        {"build-cuda-switch:1:X_WITH_CUDA"});
    row("condition", "CMakeLists.txt", "if(USE_CUDA)\n  add_subdirectory(gpu)\nendif()\n",
        {"build-cuda-switch:1:USE_CUDA"});
    row("definition", "CMakeLists.txt", "add_definitions(-DHAVE_CUDA)\n",
        {"build-cuda-switch:1:HAVE_CUDA"});
    row("in an expression", "CMakeLists.txt",
        "add_compile_definitions($<$<BOOL:${X}>:HAVE_CUDA>)\n", {"build-cuda-switch:1:HAVE_CUDA"});
    row("by its condition", "CMakeLists.txt", "if(GGML_CUDA)\nendif()\nset(SRC_CUDA a.cpp)\n",
        {"build-cuda-switch:1:GGML_CUDA"});
    row("a part of it", "CMakeLists.txt", "if(ENABLE_CUDA_DEBUG)\nendif()\n", {});
    row("a target", "CMakeLists.txt", "if(TARGET mine_cuda)\nendif()\n", {});
    row("message", "CMakeLists.txt", "message(STATUS \"USE_CUDA: ${USE_CUDA}\")\n", {});
    row("known beside", "CMakeLists.txt", "if(USE_CUDA OR USE_HIP)\nendif()\n", {});
    row("NVML", "CMakeLists.txt", "find_library(NVML_LIBRARY nvidia-ml PATHS /usr/lib)\n",
        {"cmake-targets:1:nvidia-ml"});
    row("header", "CMakeLists.txt", "find_path(I NAMES nvml.h)\n", {"cmake-targets:1:nvml.h"});
    row("package", "CMakeLists.txt", "find_package(NCCL REQUIRED)\n", {"cmake-targets:1:NCCL"});
    row("where, not what", "CMakeLists.txt", "find_path(I zlib.h HINTS cuda.h)\n", {});
    row("toolkit that was found", "CMakeLists.txt", "if(CUDAToolkit_FOUND)\nendif()\n",
        {"build-cuda-switch:1:CUDAToolkit_FOUND"});
    row("choice by a word", "CMakeLists.txt",
        "set(BACKEND \"CUDA\" CACHE STRING \"\")\nif(BACKEND STREQUAL \"CUDA\")\nendif()\n",
        {"build-cuda-switch:1:CUDA"});
    row("folder", "CMakeLists.txt", "add_subdirectory(src/cuda)\nadd_subdirectory(src/cpu)\n",
        {"build-cuda-switch:1:src/cuda"});
    row("language of CMake", "CMakeLists.txt", "set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)\n",
        {"build-cuda-environment:1:CMAKE_CUDA_RUNTIME_LIBRARY"});
    row("asked of the driver", "CMakeLists.txt",
        "execute_process(COMMAND nvidia-smi OUTPUT_VARIABLE v)\n", {"cmake-targets:1:nvidia-smi"});
    row("width", "CMakeLists.txt", "add_definitions(-DWARP_SIZE=32)\n",
        {"build-warp-width:1:WARP_SIZE"});
    row("width beside a flag", "Makefile", "NVCCFLAGS = -lineinfo -DWARP_SIZE=32 -DWITH_CUDA\n",
        {"build-cuda-switch:1:WITH_CUDA", "build-nvcc-flags:1:-lineinfo",
         "build-warp-width:1:WARP_SIZE"});
    row("said", "build.sh", "echo \"set USE_CUDA=1 for a GPU\"\n", {});
    row("another number", "CMakeLists.txt", "add_definitions(-DTILE_SIZE=32)\n", {});
    row("make", "Makefile",
        "CUDA_PATH ?= /opt/cuda\nifeq ($(WITH_CUDA),1)\nCXXFLAGS += -DWITH_CUDA\nendif\n",
        {"build-cuda-environment:1:CUDA_PATH", "build-cuda-switch:2:WITH_CUDA"});
    row("make, ported", "Makefile", "ifdef USE_ROCM\nelse\nCUDA_PATH = /opt/cuda\nendif\n", {});
    row("meson", "meson.build", "if get_option('with_cuda')\n  x = 1\nendif\n",
        {"build-cuda-switch:1:with_cuda"});
    row("shell", "build.sh",
        "# CUDA_HOME\nexport A=1 CUDA_HOME=/usr/local/cuda MAX_JOBS=4\ncmake -DWITH_CUDA=ON ..\n",
        {"build-cuda-environment:2:CUDA_HOME", "build-cuda-switch:3:WITH_CUDA"});
    row("folder by itself", "build.sh", "cp -r /usr/local/cuda/include .\n",
        {"build-cuda-environment:1:/usr/local/cuda"});
    row("handed on in a script", "build.sh",
        "export CUDA_HOME\nexport CUDA_PATH=$CUDA_PATH; CUDACXX=\"${CUDACXX}\" make\n"
        "docker run -e CUDA_HOME --env CUDAARCHS image\nunset CUDACXX\n"
        "cmake -DCUDA_TOOLKIT_ROOT_DIR=$CUDA_TOOLKIT_ROOT_DIR ..\n",
        {});
    row("with a default", "build.sh", "CUDA_HOME=${CUDA_HOME:-/opt/cuda}\n",
        {"build-cuda-environment:1:CUDA_HOME"});
    row("handed to another", "build.sh", "CUDA_HOME=$CUDA_PATH\n",
        {"build-cuda-environment:1:CUDA_HOME", "build-cuda-environment:1:CUDA_PATH"});
    row("handed on in a container", "Dockerfile",
        "FROM scratch\nARG CUDA_HOME\nENV CUDA_HOME=$CUDA_HOME\n", {});
    row("handed on in make", "Makefile", "export CUDA_PATH\nx:\n\t$(MAKE) CUDA_PATH=$(CUDA_PATH)\n",
        {});
    row("handed on by CMake", "CMakeLists.txt",
        "set(A \"-DCUDA_TOOLKIT_ROOT_DIR=${CUDA_TOOLKIT_ROOT_DIR}\")\n", {});
    row("answered by find_package", "CMakeLists.txt",
        "project(x CXX)\nfind_package(CUDA)\nif(CUDA_FOUND)\nendif()\n",
        {"cmake-language:2:find_package(CUDA)"});
    row("answered for another", "CMakeLists.txt",
        "project(x CXX)\nfind_package(CUDAToolkit)\nfind_package(CUDNN)\nif(CUDNN_FOUND)\nendif()\n"
        "if(CUDA_FOUND)\nendif()\nif(CUDAToolkit_FOUND)\nendif()\n",
        {"cmake-language:2:find_package(CUDAToolkit)", "cmake-targets:3:CUDNN",
         "build-cuda-switch:4:CUDNN_FOUND", "build-cuda-switch:6:CUDA_FOUND"});
    row("answered elsewhere", "CMakeLists.txt", "if(CUDA_FOUND)\nendif()\n",
        {"build-cuda-switch:1:CUDA_FOUND"});
    row("defaults of GPUs", "Dockerfile", "FROM scratch\nARG GPU=gfx942\nENV A=${B:-gfx942}\n", {});
    row("several variables", "build.sh", "FORCE_CUDA=1 TORCH_CUDA_ARCH_LIST=\"8.0\" ./configure\n",
        {"build-cuda-environment:1:TORCH_CUDA_ARCH_LIST", "build-cuda-switch:1:FORCE_CUDA"});
    row("architecture of a container", "Dockerfile", "FROM scratch\nENV PYTORCH_ROCM_ARCH=gfx90a\n",
        {"build-arch-detect:2:gfx90a"});
    row("for AMD by its name", "docker/Dockerfile.rocm", "ENV PYTORCH_ROCM_ARCH=gfx90a\n", {});
}

void TestBuildNames::finds()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    QStringList actual = namesIn(analyseNamed(path, text));
    actual.sort();
    found.sort();
    QCOMPARE(actual, found);
}

/// One finding a file for a name, with all that it is about; a line of which another rule speaks is
/// none of them.
void TestBuildNames::namesAllPlaces()
{
    const FileAnalysis unanswered =
        analyseNamed("CMakeLists.txt", "find_package(CUDAToolkit)\nif(CUDA_FOUND)\nendif()\n");
    QCOMPARE(unanswered.findings.last().symbol, QStringLiteral("CUDA_FOUND"));
    QVERIFY(unanswered.findings.last().severity != Severity::Info);
    const FileAnalysis analysis =
        analyseNamed("CMakeLists.txt", "set(WITH_CUDA ON CACHE BOOL \"\")\nif(WITH_CUDA)\nendif()\n"
                                       "if(NOT WITH_CUDA)\nendif()\n");
    QCOMPARE(analysis.findings.size(), 1);
    QCOMPARE(analysis.findings.first().places, 3);
    QCOMPARE(analysis.findings.first().morePlaces.last().line, 4);
}

/// What a project with a path for AMD GPUs of its own switches is its own matter.
void TestBuildNames::leavesOwnPath()
{
    const FileAnalysis analysis =
        analyseNamed("CMakeLists.txt", "option(USE_CUDA \"\" ON)\noption(USE_HIP \"\" OFF)\n"
                                       "if(USE_HIP)\n  enable_language(HIP)\nendif()\n"
                                       "if(USE_CUDA)\nendif()\n");
    for (const Finding& one : analysis.findings) {
        QVERIFY2(one.ruleId != u"build-cuda-switch", qPrintable(one.symbol));
    }
}

QTEST_GUILESS_MAIN(TestBuildNames)
#include "tst_buildnames.moc"
