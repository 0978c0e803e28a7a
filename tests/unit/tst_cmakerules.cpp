#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "tests/support/builtinrules.h"

#include <QTest>

using namespace rocport;

/// CMake files: what the rules of phase 4 find, what stays, and what the edits are.
class TestCMakeRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void edits_data();
    void edits();
    void releases();
    void isolated();
    void leavesAlone_data();
    void leavesAlone();
    void hardCodedArch();
    void strategies();
    void listsOfOtherFiles();
    void shimHeaders();
    void survivesAnyText();

private:
    [[nodiscard]] FileAnalysis analyse(const QByteArray& text,
                                       Strategy strategy = Strategy::CompatHeader) const;
    [[nodiscard]] QByteArray ported(const QByteArray& text,
                                    Strategy strategy = Strategy::CompatHeader) const;
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

FileAnalysis TestCMakeRules::analyse(const QByteArray& text, Strategy strategy) const
{
    AnalysisContext context;
    context.rules = m_rules;
    context.strategy = strategy;
    return analyseFile(RepoPath("CMakeLists.txt"), Language::CMake, SourceBuffer(text), context);
}

QByteArray TestCMakeRules::ported(const QByteArray& text, Strategy strategy) const
{
    const Result<QByteArray> result = applyHunks(text, analyse(text, strategy).hunks);
    return result ? *result : QByteArray("failed: ") + result.error().detail.toUtf8();
}

void TestCMakeRules::finds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "rule:line:symbol"
    const auto row = [](const char* name, const char* text,
                        std::initializer_list<const char*> found) {
        QStringList list;
        for (const char* one : found) {
            list.append(QString::fromUtf8(one));
        }
        QTest::newRow(name) << QByteArray(text) << list;
    };
    row("project", "project(x LANGUAGES CXX CUDA)\n", {"cmake-language:1:LANGUAGES CUDA"});
    row("project, old form", "project(x CXX CUDA)\n", {"cmake-language:1:LANGUAGES CUDA"});
    row("a project called CUDA", "project(CUDA CXX)\n", {});
    row("enable", "enable_language( CUDA )\n", {"cmake-language:1:enable_language(CUDA)"});
    row("toolkit", "find_package(CUDAToolkit 11.8 REQUIRED)\n",
        {"cmake-language:1:find_package(CUDAToolkit)"});
    row("old", "FIND_PACKAGE(CUDA)\ncuda_add_library(t a.cu OPTIONS -arch=sm_70)\n",
        {"cmake-language:1:find_package(CUDA)", "cmake-language:2:cuda_add_library",
         "cmake-arch:2:-arch=sm_70"});
    row("old, by its module", "include(FindCUDA)\n", {"cmake-language:1:include(FindCUDA)"});
    row("other package", "find_package(Threads REQUIRED)\n", {});
    row("architectures", "set(CMAKE_CUDA_ARCHITECTURES 70 80)\n",
        {"cmake-arch:1:CMAKE_CUDA_ARCHITECTURES"});
    row("gencode", "list(APPEND CUDA_NVCC_FLAGS -gencode arch=compute_70,code=sm_70 -O3)\n",
        {"build-nvcc-flags:1:CUDA_NVCC_FLAGS", "cmake-arch:1:-gencode arch=compute_70,code=sm_70"});
    row("targets", "target_link_libraries(t PUBLIC CUDA::cublas m CUDA::nvml)\n",
        {"cmake-targets:1:CUDA::cublas", "cmake-targets:1:CUDA::nvml"});
    row("target of the project", "add_library(cublas a.cpp)\ntarget_link_libraries(t cublas)\n",
        {});
    row("a version in a condition", "if(CUDA_VERSION VERSION_LESS 11)\nendif()\n",
        {"cmake-language:1:CUDA_VERSION"});
    row("targets in conditions",
        "if(TARGET CUDA::nvml OR TARGET CUDA::other)\nelseif(NOT TARGET CUDA::cublas)\nendif()\n",
        {"cmake-targets:1:CUDA::nvml", "cmake-targets:1:CUDA::other",
         "cmake-targets:2:CUDA::cublas"});
    row("targets in conditions that need nothing",
        "add_library(CUDA::cublas IMPORTED)\nif(TARGET CUDA::cublas OR TARGET CUDA::cudadevrt OR "
        "\"CUDA::cufft\" STREQUAL TARGETS)\nendif()\n",
        {});
    row("targets in variables",
        "set(LIBS CUDA::nvJitLink)\nlist(APPEND LIBS m CUDA::cublas)\nlist(REMOVE_ITEM LIBS "
        "CUDA::cufft)\nset(MINE CUDA::mine)\nadd_library(CUDA::mine ALIAS m)\n"
        "if(TARGET CUDA::cudart)\n  set(LIBS CUDA::cudart)\nendif()\n",
        {"cmake-targets:1:CUDA::nvJitLink", "cmake-targets:2:CUDA::cublas",
         "cmake-targets:6:CUDA::cudart"});
    row("targets in variables where the file asks for ROCm",
        "if(USE_ROCM)\n  set(LIBS roc::hipblas)\nelse()\n  set(LIBS CUDA::cublas)\nendif()\n", {});
    row("a command of its own",
        "add_custom_command(OUTPUT a.o COMMAND ${CMAKE_CUDA_COMPILER} -c a.cu)\n",
        {"cmake-language:1:CMAKE_CUDA_COMPILER"});
    row("a question", "execute_process(COMMAND nvcc --version OUTPUT_VARIABLE v)\n",
        {"cmake-language:1:nvcc"});
    row("a search", "find_program(NVCC /usr/local/cuda/bin/nvcc)\n",
        {"cmake-language:1:/usr/local/cuda/bin/nvcc"});
    row("another command", "add_custom_target(t COMMAND echo my_nvcc ${NVCC_DIR})\n", {});
    row("own path in the other arm",
        "if(USE_CUDA)\n  find_package(CUDAToolkit)\nelseif(USE_ROCM)\n  "
        "find_package(hip)\nendif()\n",
        {});
    row("own path behind it",
        "project(x CXX)\noption(USE_ROCM \"\" OFF)\nif(USE_CUDA)\n  "
        "enable_language(CUDA)\nendif()\n"
        "if(USE_ROCM)\n  enable_language(HIP)\nendif()\nif(USE_CUDA)\n"
        "  target_link_libraries(t CUDA::cudart)\nendif()\n",
        {});
    row("own path by an option that has the guard's name",
        "project(x CXX)\noption(USE_ROCM \"AMD\" OFF)\noption(USE_CUDA \"c\" OFF)\nif(USE_ROCM)\n"
        "  enable_language(HIP)\nelseif(USE_CUDA)\n  enable_language(CUDA)\nendif()\n"
        "link_libraries(cublas)\n",
        {"cmake-targets:9:cublas"});
    row("own path that lacks sources",
        "project(x CXX)\nif(WITH_HIP)\n  enable_language(HIP)\n"
        "  add_library(t scan_hip.cpp hip/sort.hip)\nelse()\n"
        "  add_library(t scan_cuda.cu sort.cu top.cu more.cu)\nendif()\n",
        {"cmake-language:6:top.cu"});
    row("own path with sources that are not known",
        "project(x CXX)\nif(WITH_HIP)\n  enable_language(HIP)\n  file(GLOB s hip/*.hip)\n"
        "elseif(WITH_CUDA)\n  add_library(t top.cu)\nendif()\n",
        {});
    row("in a comment", "# project(x LANGUAGES CUDA)\n#[[ enable_language(CUDA) ]]\n", {});
    row("in a string", "message(\"enable_language(CUDA)\")\n", {});
    row("ported already",
        "if(USE_ROCM)\nenable_language(HIP)\nelse()\nenable_language(CUDA)\nendif()\n", {});
    row("ported by hand", "if(ENABLE_HIP)\nelse()\nfind_package(CUDAToolkit)\nendif()\n", {});
    row("ordinary",
        "project(x LANGUAGES CXX)\nadd_library(t a.cpp)\nset(CMAKE_CXX_FLAGS -O3)\n"
        "target_compile_options(t PRIVATE -Wall -march=native)\n",
        {});
}

void TestCMakeRules::finds()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    QStringList actual;
    const FileAnalysis analysis = analyse(text);
    for (const Finding& finding : analysis.findings) {
        QVERIFY(!finding.message.contains(u'{'));
        QVERIFY(finding.message.size() > finding.symbol.size() + 10);
        actual.append(
            QStringLiteral("%1:%2:%3").arg(finding.ruleId).arg(finding.line).arg(finding.symbol));
    }
    QCOMPARE(actual, found);
}

void TestCMakeRules::edits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("link", "  target_link_libraries(t PUBLIC\n    CUDA::cudart # why\n    CUDA::cublas m)\n",
        "  if(USE_ROCM)\n    find_package(hip REQUIRED)\n    find_package(hipblas REQUIRED)\n"
        "    target_link_libraries(t PUBLIC\n    hip::host # why\n    roc::hipblas m)\n  else()\n"
        "  target_link_libraries(t PUBLIC\n    CUDA::cudart # why\n    CUDA::cublas m)\n"
        "  endif()\n");
    row("link, old", "target_link_libraries(t ${CUDA_LIBRARIES} ${CUDA_CUBLAS_LIBRARIES} cudart)\n",
        "if(USE_ROCM)\n  find_package(hip REQUIRED)\n  find_package(hipblas REQUIRED)\n"
        "  target_link_libraries(t hip::host roc::hipblas)\nelse()\n"
        "target_link_libraries(t ${CUDA_LIBRARIES} ${CUDA_CUBLAS_LIBRARIES} cudart)\nendif()\n");
    row("flags",
        "set(CMAKE_CUDA_FLAGS \"${CMAKE_CUDA_FLAGS} -Xcompiler -fPIC -O3 "
        "--expt-relaxed-constexpr\")\n",
        "if(USE_ROCM)\n  set(CMAKE_HIP_FLAGS \"${CMAKE_HIP_FLAGS} -fPIC -O3 \")\nelse()\n"
        "set(CMAKE_CUDA_FLAGS \"${CMAKE_CUDA_FLAGS} -Xcompiler -fPIC -O3 "
        "--expt-relaxed-constexpr\")\n"
        "endif()\n");
    row("flags, appended", "string(APPEND CMAKE_CUDA_FLAGS_RELEASE \" -use_fast_math\")\n",
        "if(USE_ROCM)\n  string(APPEND CMAKE_HIP_FLAGS_RELEASE \" -ffast-math\")\nelse()\n"
        "string(APPEND CMAKE_CUDA_FLAGS_RELEASE \" -use_fast_math\")\nendif()\n");
    row("flags, old list",
        "list(APPEND CUDA_NVCC_FLAGS -O2;-lineinfo -gencode arch=compute_70,code=sm_70)\n",
        "if(USE_ROCM)\n  string(APPEND CMAKE_HIP_FLAGS \" -O2 -gline-tables-only\")\nelse()\n"
        "list(APPEND CUDA_NVCC_FLAGS -O2;-lineinfo -gencode "
        "arch=compute_70,code=sm_70)\nendif()\n");
    row("a standard among the flags", "set(CUDA_NVCC_FLAGS -std=c++14)\n",
        "if(USE_ROCM)\n  string(APPEND CMAKE_HIP_FLAGS \" -std=c++14\")\n"
        "  set(CMAKE_HIP_STANDARD 14)\nelse()\nset(CUDA_NVCC_FLAGS -std=c++14)\nendif()\n");
    row("a command of FindCUDAToolkit", "_CUDAToolkit_find_and_add_import_lib(cufilt)\n",
        "if(NOT USE_ROCM)\n_CUDAToolkit_find_and_add_import_lib(cufilt)\nendif()\n");
    row("a library with an end of its own", "target_link_libraries(t CUDA::cublas${static_end})\n",
        "if(USE_ROCM)\n  find_package(hipblas REQUIRED)\n  target_link_libraries(t roc::hipblas)\n"
        "else()\ntarget_link_libraries(t CUDA::cublas${static_end})\nendif()\n");
    row("flags of which none is left", "set(CUDA_NVCC_FLAGS \"${CUDA_NVCC_FLAGS} -arch=sm_70\")\n",
        "if(NOT USE_ROCM)\nset(CUDA_NVCC_FLAGS \"${CUDA_NVCC_FLAGS} -arch=sm_70\")\nendif()\n");
    row("options",
        "target_compile_options(t PRIVATE "
        "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;-Xcompiler=-Wall,-g>)",
        "if(USE_ROCM)\n  target_compile_options(t PRIVATE "
        "$<$<COMPILE_LANGUAGE:HIP>:-gline-tables-only;-Wall;-g>)\nelse()\n"
        "target_compile_options(t PRIVATE "
        "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;-Xcompiler=-Wall,-g>)\n"
        "endif()");
    row("properties",
        "set_target_properties(t PROPERTIES CUDA_STANDARD 17 CUDA_ARCHITECTURES \"70;80\"\n  "
        "CUDA_SEPARABLE_COMPILATION ON FOLDER x)\n",
        "if(USE_ROCM)\n  set_target_properties(t PROPERTIES HIP_STANDARD 17 FOLDER x)\n"
        "  target_compile_options(t PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)\n"
        "  target_link_options(t PRIVATE \"$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>\")\n"
        "  target_link_options(t INTERFACE \"$<$<AND:$<LINK_LANGUAGE:HIP>,"
        "$<IN_LIST:$<TARGET_PROPERTY:t,TYPE>,STATIC_LIBRARY;OBJECT_LIBRARY>>:"
        "-fgpu-rdc;--hip-link>\")\nelse()\n"
        "set_target_properties(t PROPERTIES CUDA_STANDARD 17 CUDA_ARCHITECTURES \"70;80\"\n  "
        "CUDA_SEPARABLE_COMPILATION ON FOLDER x)\n"
        "endif()\n");
    row("separable compilation for all", "set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)\n",
        "if(USE_ROCM)\n  string(APPEND CMAKE_HIP_FLAGS \" -fgpu-rdc\")\n"
        "  add_link_options(\"$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>\")\nelse()\n"
        "set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)\nendif()\n");
    row("old target, keywords anywhere",
        "cuda_add_library(l k.cu SHARED OPTIONS -DX=1 -O3 EXCLUDE_FROM_ALL)\n",
        "if(USE_ROCM)\n  add_library(l SHARED EXCLUDE_FROM_ALL k.cu)\n"
        "  get_target_property(rocm_sources l SOURCES)\n"
        "  list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")\n"
        "  set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE HIP)\n"
        "  target_compile_options(l PRIVATE \"$<$<COMPILE_LANGUAGE:HIP>:-DX=1;-O3>\")\n"
        "  target_link_libraries(l ${CUDA_LINK_LIBRARIES_KEYWORD} hip::host)\nelse()\n"
        "cuda_add_library(l k.cu SHARED OPTIONS -DX=1 -O3 EXCLUDE_FROM_ALL)\nendif()\n");
    row("old target, options in quotes",
        "cuda_add_library(l k.cu OPTIONS -O3 -DVER=\"1.0\" \"-DA=\\\"b\\\"\")\n",
        "if(USE_ROCM)\n  add_library(l k.cu)\n"
        "  get_target_property(rocm_sources l SOURCES)\n"
        "  list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")\n"
        "  set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE HIP)\n"
        "  target_compile_options(l PRIVATE "
        "\"$<$<COMPILE_LANGUAGE:HIP>:-O3;-DVER=\\\"1.0\\\";-DA=\\\"b\\\">\")\n"
        "  target_link_libraries(l ${CUDA_LINK_LIBRARIES_KEYWORD} hip::host)\nelse()\n"
        "cuda_add_library(l k.cu OPTIONS -O3 -DVER=\"1.0\" \"-DA=\\\"b\\\"\")\nendif()\n");
    row("libraries of configurations and under keywords",
        "target_link_libraries(t debug CUDA::cublas optimized CUDA::cublas)\n"
        "target_link_libraries(u PRIVATE CUDA::cublas CUDA::cublas_static PUBLIC CUDA::cublas)\n",
        "if(USE_ROCM)\n  find_package(hipblas REQUIRED)\n"
        "  target_link_libraries(t debug roc::hipblas optimized roc::hipblas)\n"
        "  find_package(hipblas REQUIRED)\n"
        "  target_link_libraries(u PRIVATE roc::hipblas PUBLIC roc::hipblas)\nelse()\n"
        "target_link_libraries(t debug CUDA::cublas optimized CUDA::cublas)\n"
        "target_link_libraries(u PRIVATE CUDA::cublas CUDA::cublas_static PUBLIC CUDA::cublas)\n"
        "endif()\n");
    row("libraries without counterpart",
        "target_link_libraries(t CUDA::cufft optimized CUDA::nvml CUDA::nvToolsExt m)\n"
        "link_libraries(CUDA::cupti)\n",
        "if(USE_ROCM)\n  find_package(hipfft REQUIRED)\n"
        "  target_link_libraries(t hip::hipfft m)\nelse()\n"
        "target_link_libraries(t CUDA::cufft optimized CUDA::nvml CUDA::nvToolsExt m)\n"
        "link_libraries(CUDA::cupti)\nendif()\n");
    row("a check of CUDA's version",
        "if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 11.0)\n  message(FATAL_ERROR \"old\")\n"
        "endif()\n",
        "if(NOT USE_ROCM)\nif(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 11.0)\n"
        "  message(FATAL_ERROR \"old\")\nendif()\nendif()\n");
    row("targets in a condition",
        "  if(TARGET CUDA::cublas AND NOT TARGET CUDA::cudart)\n    f()\n  endif()\n",
        "  if(USE_ROCM)\n    find_package(hipblas)\n"
        "    if(TARGET roc::hipblas AND NOT TARGET CUDA::cublas)\n"
        "      add_library(CUDA::cublas ALIAS roc::hipblas)\n    endif()\n    find_package(hip)\n"
        "    if(TARGET hip::host AND NOT TARGET CUDA::cudart)\n"
        "      add_library(CUDA::cudart ALIAS hip::host)\n    endif()\n  endif()\n"
        "  if(TARGET CUDA::cublas AND NOT TARGET CUDA::cudart)\n    f()\n  endif()\n");
    row("a target in a condition behind another edit",
        "link_libraries(cublas)\nif(TARGET CUDA::cufft)\nlink_libraries(CUDA::cufft)\nendif()\n",
        "if(USE_ROCM)\n  find_package(hipblas REQUIRED)\n  link_libraries(roc::hipblas)\nelse()\n"
        "link_libraries(cublas)\nendif()\nif(USE_ROCM)\n  find_package(hipfft)\n"
        "  if(TARGET hip::hipfft AND NOT TARGET CUDA::cufft)\n"
        "    add_library(CUDA::cufft ALIAS hip::hipfft)\n  endif()\nendif()\n"
        "if(TARGET CUDA::cufft)\nif(USE_ROCM)\n  find_package(hipfft REQUIRED)\n"
        "  link_libraries(hip::hipfft)\nelse()\nlink_libraries(CUDA::cufft)\nendif()\nendif()\n");
    row("features", "target_compile_features(t PUBLIC cuda_std_17 cxx_std_17)\n",
        "if(USE_ROCM)\n  target_compile_features(t PUBLIC cxx_std_17)\n"
        "  set_target_properties(t PROPERTIES HIP_STANDARD 17 HIP_STANDARD_REQUIRED ON)\nelse()\n"
        "target_compile_features(t PUBLIC cuda_std_17 cxx_std_17)\nendif()\n");
    row("sources of a Python module", "pybind11_add_module(m MODULE b.cpp a.cu)\n",
        "pybind11_add_module(m MODULE b.cpp a.cu)\nif(USE_ROCM)\n"
        "  get_target_property(rocm_sources m SOURCES)\n"
        "  list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")\n"
        "  set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE HIP)\nendif()\n");
    row("sources", "add_library(t a.cu b.cpp)\n",
        "add_library(t a.cu b.cpp)\nif(USE_ROCM)\n  get_target_property(rocm_sources t SOURCES)\n"
        "  list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")\n"
        "  set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE HIP)\nendif()\n");
    row("include folders", "include_directories(${CUDA_INCLUDE_DIRS} inc)\n",
        "if(USE_ROCM)\n  include_directories(${hip_INCLUDE_DIRS} inc)\nelse()\n"
        "include_directories(${CUDA_INCLUDE_DIRS} inc)\nendif()\n");
    row("crlf", "link_libraries(cudart)\r\nfoo()\r\n",
        "if(USE_ROCM)\r\n  find_package(hip REQUIRED)\r\n  link_libraries(hip::host)\r\nelse()\r\n"
        "link_libraries(cudart)\r\nendif()\r\nfoo()\r\n");
    row("single carriage returns", "# a\rb\nlink_libraries(cublas)\n",
        "# a\rb\nif(USE_ROCM)\n  find_package(hipblas REQUIRED)\n  link_libraries(roc::hipblas)\n"
        "else()\nlink_libraries(cublas)\nendif()\n");
    row("neighbours share a guard",
        "set(CMAKE_CUDA_STANDARD 17)\nset(CMAKE_CUDA_EXTENSIONS OFF)\n\nset(CMAKE_CUDA_STANDARD "
        "14)\n",
        "if(USE_ROCM)\n  set(CMAKE_HIP_STANDARD 17)\n  set(CMAKE_HIP_EXTENSIONS OFF)\nelse()\n"
        "set(CMAKE_CUDA_STANDARD 17)\nset(CMAKE_CUDA_EXTENSIONS OFF)\nendif()\n\nif(USE_ROCM)\n"
        "  set(CMAKE_HIP_STANDARD 14)\nelse()\nset(CMAKE_CUDA_STANDARD 14)\nendif()\n");
    row("an option of the project's making",
        "my_option(USE_ROCM \"\" OFF)\nproject(x CXX)\nlink_libraries(cublas)\n",
        "my_option(USE_ROCM \"\" OFF)\nproject(x CXX)\nif(USE_ROCM)\n  "
        "find_package(hipblas REQUIRED)\n  link_libraries(roc::hipblas)\n"
        "else()\nlink_libraries(cublas)\nendif()\n");
    row("the option alone", "project(x CXX)\nlink_libraries(cublas)\n",
        "option(USE_ROCM \"Build for AMD GPUs with ROCm\" OFF)\nproject(x CXX)\nif(USE_ROCM)\n"
        "  find_package(hipblas REQUIRED)\n  link_libraries(roc::hipblas)\nelse()\n"
        "link_libraries(cublas)\nendif()\n");
    row("architectures in a variable",
        "set(ARCHS -gencode arch=compute_70,code=sm_70)\n"
        "list(APPEND CUDA_NVCC_FLAGS -O2 ${ARCHS} ${NVCC_FLAGS_ARCH} ${OpenMP_CXX_FLAGS})\n",
        "set(ARCHS -gencode arch=compute_70,code=sm_70)\n"
        "if(USE_ROCM)\n  string(APPEND CMAKE_HIP_FLAGS \" -O2 ${OpenMP_CXX_FLAGS}\")\nelse()\n"
        "list(APPEND CUDA_NVCC_FLAGS -O2 ${ARCHS} ${NVCC_FLAGS_ARCH} ${OpenMP_CXX_FLAGS})\n"
        "endif()\n");
    row("architectures in a variable for a target",
        "target_compile_options(t PRIVATE -lineinfo ${GENCODE_FLAGS})\n",
        "if(USE_ROCM)\n  target_compile_options(t PRIVATE -gline-tables-only )\nelse()\n"
        "target_compile_options(t PRIVATE -lineinfo ${GENCODE_FLAGS})\nendif()\n");
    row("options that switch CUDA on",
        "project(x)\noption(WITH_CUDA \"c\" OFF)\nset(X_USE_CUDA OFF CACHE BOOL \"c\")\n"
        "option(ENABLE_CUDA \"c\" ON)\noption(NO_WITH_CUDA \"c\" OFF)\noption(BUILD_CUDA \"c\")\n"
        "if(WITH_CUDA OR X_USE_CUDA OR ENABLE_CUDA OR NO_WITH_CUDA)\nendif()\n",
        "option(USE_ROCM \"Build for AMD GPUs with ROCm\" OFF)\n"
        "project(x)\noption(WITH_CUDA \"c\" OFF)\nif(USE_ROCM)\n  set(WITH_CUDA ON)\nendif()\n"
        "set(X_USE_CUDA OFF CACHE BOOL \"c\")\nif(USE_ROCM)\n  set(X_USE_CUDA ON)\nendif()\n"
        "option(ENABLE_CUDA \"c\" ON)\noption(NO_WITH_CUDA \"c\" OFF)\noption(BUILD_CUDA \"c\")\n"
        "if(WITH_CUDA OR X_USE_CUDA OR ENABLE_CUDA OR NO_WITH_CUDA)\nendif()\n");
}

void TestCMakeRules::edits()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray once = ported(text);
    QCOMPARE(once, expected);
    QCOMPARE(projectCMake(once, "USE_ROCM").value(), text);
    const FileAnalysis analysis = analyse(text);
    for (const Hunk& hunk : analysis.hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
        QVERIFY(!hunk.change.isEmpty());
        QVERIFY(!hunk.reason.contains(u'{'));
    }
    // A second run finds nothing more to do.
    QCOMPARE(ported(once), once);
}

/// Conditions that ask for the toolkit's release get one where the toolkit is not looked for.
void TestCMakeRules::releases()
{
    const QByteArray head = "cmake_minimum_required(VERSION 3.22)\nproject(x LANGUAGES CXX CUDA)\n";
    const auto releaseIn = [&](const QByteArray& find, const QByteArray& condition) {
        const QByteArray text =
            head + find + "\nif(" + condition + ")\n  add_executable(e k.cu)\nendif()\n";
        const QByteArray once = ported(text);
        const qsizetype begin = once.indexOf("  find_package(hip");
        QByteArray arm = once.mid(begin, once.indexOf("else()", begin) - begin);
        arm = arm.mid(arm.indexOf('\n') + 1);
        return proveFile(text, once, Language::CMake, {}).verdict == Verdict::Projected &&
                       once == ported(once)
                   ? arm
                   : QByteArray("not proved");
    };
    QCOMPARE(releaseIn("find_package(CUDAToolkit REQUIRED)",
                       "CUDAToolkit_VERSION VERSION_GREATER_EQUAL 11.2"),
             QByteArray("  set(CUDAToolkit_VERSION 12.0)\n"));
    QCOMPARE(
        releaseIn("find_package(CUDAToolkit 12.4 REQUIRED)",
                  "CUDAToolkit_VERSION_MAJOR GREATER 11 AND ${CUDAToolkit_VERSION_MINOR} EQUAL 4"),
        QByteArray("  set(CUDAToolkit_VERSION_MAJOR 12)\n  set(CUDAToolkit_VERSION_MINOR 4)\n"));
    QCOMPARE(releaseIn("find_package(CUDA 9.0 REQUIRED)", "CUDA_VERSION VERSION_GREATER 10"),
             QByteArray("  set(CUDA_VERSION 12.0)\n"));
    QCOMPARE(releaseIn("find_package(CUDAToolkit REQUIRED)", "WITH_KERNELS"), QByteArray());
    // All of the version that is asked for, and two parts at least.
    QCOMPARE(releaseIn("find_package(CUDAToolkit 12.4.1 REQUIRED)",
                       "CUDAToolkit_VERSION VERSION_LESS 12.4.1 OR CUDAToolkit_VERSION_PATCH"),
             QByteArray("  set(CUDAToolkit_VERSION 12.4.1)\n"
                        "  set(CUDAToolkit_VERSION_PATCH 1)\n"));
    QCOMPARE(releaseIn("find_package(CUDAToolkit 13 REQUIRED)",
                       "CUDAToolkit_VERSION VERSION_LESS 13.1 OR CUDAToolkit_VERSION_PATCH"),
             QByteArray("  set(CUDAToolkit_VERSION 13.0)\n"
                        "  set(CUDAToolkit_VERSION_PATCH 0)\n"));
    // One that need not be found, where HIP was.
    QCOMPARE(releaseIn("find_package(CUDAToolkit)", "CUDAToolkit_VERSION VERSION_LESS 11"),
             QByteArray("  if(hip_FOUND)\n    set(CUDAToolkit_VERSION 12.0)\n  endif()\n"
                        "  set(CUDAToolkit_FOUND ${hip_FOUND})\n"));
    // None where an arm that it opens puts what ROCm may lack into a variable.
    QCOMPARE(releaseIn("find_package(CUDAToolkit REQUIRED)",
                       "CUDAToolkit_VERSION_MAJOR GREATER_EQUAL 12)\n"
                       "  set(LIBS CUDA::nvJitLink)\nendif()\nif(WITH_KERNELS"),
             QByteArray());
}

void TestCMakeRules::isolated()
{
    const QByteArray text = "cmake_minimum_required(VERSION 3.22)\nproject(x LANGUAGES CXX CUDA)\n"
                            "find_package(CUDAToolkit)\nif(CUDAToolkit_FOUND)\n"
                            "  add_executable(e main.cpp ${K})\nendif()\n";
    const QByteArray once = ported(text);
    QVERIFY(once.contains("option(USE_ROCM"));
    QVERIFY(once.contains("  project(x LANGUAGES CXX HIP)\n"));
    QVERIFY(once.contains("  find_package(hip)\n  set(CUDAToolkit_FOUND ${hip_FOUND})\n"));
    QVERIFY(once.contains("amdgpu-arch"));
    const IsolationProof proof = proveFile(text, once, Language::CMake, {});
    QVERIFY2(proof.verdict == Verdict::Projected, qPrintable(proof.reason));
    QCOMPARE(ported(once), once);
    // Everything in the file needs the change that holds the option.
    const FileAnalysis analysis = analyse(text);
    int needing = 0;
    for (const Hunk& hunk : analysis.hunks) {
        needing += hunk.needs.isEmpty() ? 0 : 1;
    }
    QCOMPARE(needing, int(analysis.hunks.size()) - 1);
}

void TestCMakeRules::leavesAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* text) {
        QTest::newRow(name) << QByteArray(text);
    };
    row("own path under another name",
        "project(x CXX)\nif(WITH_HIP)\n  enable_language(HIP)\nendif()\n"
        "set(CMAKE_CUDA_ARCHITECTURES 70)\nlink_libraries(cublas)\n");
    row("shared line", "foo() enable_language(CUDA)\n");
    row("never ends", "enable_language(CUDA)\nset(a \"b\n");
    row("condition", "if(CUDA_VERSION VERSION_LESS 11)\nendif()\n");
    row("ptx", "cuda_compile_ptx(out a.cu)\n");
    row("no twin", "target_link_libraries(t nvinfer)\n");
    row("version, with more than a check",
        "if(CUDA_VERSION VERSION_LESS 11)\n  set(X 1)\n  message(FATAL_ERROR \"old\")\nendif()\n");
    row("version, with another arm",
        "if(CUDA_VERSION VERSION_LESS 11)\n  message(FATAL_ERROR \"old\")\nelse()\nendif()\n");
    row("options of one configuration", "cuda_add_library(t a.cu OPTIONS DEBUG -g)\n");
    row("options with blanks in quotes", "cuda_add_library(t a.cu OPTIONS -DX=\"a b\")\n");
    row("architectures", "set(CMAKE_CUDA_ARCHITECTURES 70)\n");
    row("flags of nvcc in a variable",
        "set(MINE -O3 --use_fast_math)\nlist(APPEND CUDA_NVCC_FLAGS ${MINE})\n");
    row("flags of nvcc for a target", "target_compile_options(t PRIVATE ${NVCC_FLAGS})\n");
}

void TestCMakeRules::leavesAlone()
{
    QFETCH(QByteArray, text);
    const FileAnalysis analysis = analyse(text);
    QVERIFY(analysis.hunks.isEmpty());
    QVERIFY(!analysis.findings.isEmpty());
    for (const Finding& finding : analysis.findings) {
        QVERIFY2(!finding.wayOut.isEmpty(), qPrintable(finding.symbol));
    }
}

void TestCMakeRules::hardCodedArch()
{
    const FileAnalysis analysis =
        analyse("# gfx942\nset(CMAKE_HIP_ARCHITECTURES gfx942)\nset(X agfx942b gfx000 gfx9)\n");
    QCOMPARE(analysis.findings.size(), 1);
    QCOMPARE(analysis.findings.first().ruleId, QStringLiteral("build-arch-detect"));
    QCOMPARE(analysis.findings.first().line, 2);
    QVERIFY(analysis.findings.first().wayOut.contains(QStringLiteral("amdgpu-arch")));
    // The proposed block asks the machine and names no GPU itself.
    QVERIFY(analyse(ported("enable_language(CUDA)\n")).findings.isEmpty());
}

void TestCMakeRules::strategies()
{
    const QByteArray text = "add_library(t a.cu)\n";
    QVERIFY(ported(text, Strategy::Sibling).contains("REPLACE \"[.]cu$\" \".hip\""));
    QCOMPARE(ported(text, Strategy::TorchExtension), text);
    QVERIFY(ported(text, Strategy::InPlace).contains("LANGUAGE HIP"));
}

/// Sources that another file of the project lists in a variable.
void TestCMakeRules::listsOfOtherFiles()
{
    AnalysisContext context;
    context.rules = m_rules;
    CudaSources sources;
    sources.listsFor[RepoPath("CMakeLists.txt")] = {"GPU", "SRC"};
    sources.commands = {"add_gpu_library"};
    context.cudaSources = std::make_shared<const CudaSources>(sources);
    const auto portedIn = [&](const QByteArray& text) {
        const auto hunks =
            analyseFile(RepoPath("CMakeLists.txt"), Language::CMake, SourceBuffer(text), context)
                .hunks;
        return applyHunks(text, hunks).value();
    };
    const QByteArray marks =
        "if(USE_ROCM)\n  get_target_property(rocm_sources t SOURCES)\n"
        "  list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")\n"
        "  set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE HIP)\nendif()\n";
    QCOMPARE(portedIn("add_library(t a.cpp ${GPU})\n"), "add_library(t a.cpp ${GPU})\n" + marks);
    QCOMPARE(portedIn("set(ALL a.cpp ${GPU})\nadd_library(t ${ALL})\n"),
             "set(ALL a.cpp ${GPU})\nadd_library(t ${ALL})\n" + marks);
    // A function that another file calls with such sources.
    const QByteArray head = "function(Add_GPU_Library t)\n";
    const QByteArray body = "  add_library(${t} ${ARGN})\n";
    const QByteArray tail = "endfunction()\n";
    QByteArray inside =
        "  " + QByteArray(marks).replace("\n", "\n  ").replace(" t SOURCES", " ${t} SOURCES");
    inside.chop(2);
    QCOMPARE(portedIn(head + body + tail), head + body + inside + tail);
    const QByteArray other = "function(add_other_library t)\n" + body + tail;
    QCOMPARE(portedIn(other), other);
    // This file has a variable of that name itself, without such sources.
    const QByteArray own = "set(SRC a.cpp)\nadd_library(t ${SRC} ${OTHER})\n";
    QCOMPARE(portedIn(own), own);
}

/// The ROCm build finds the headers that stand in for CUDA's, and nobody else does.
void TestCMakeRules::shimHeaders()
{
    AnalysisContext context;
    context.rules = m_rules;
    context.strategy = Strategy::ShimHeaders;
    context.compatHeader = RepoPath("rocm_compat/rocport_compat.h");
    const QByteArray text = "project(x CXX)\nenable_language(CUDA)\nadd_library(t a.cu)\n";
    const auto hunksOf = [&](const char* path) {
        return analyseFile(RepoPath(path), Language::CMake, SourceBuffer(text), context).hunks;
    };
    const QVector<Hunk> hunks = hunksOf("CMakeLists.txt");
    const QByteArray after = applyHunks(text, hunks).value();
    QVERIFY2(
        after.contains("  include_directories(BEFORE \"${CMAKE_CURRENT_LIST_DIR}/rocm_compat\")\n"
                       "  add_compile_options(\"$<$<COMPILE_LANGUAGE:HIP>:-include"
                       "${CMAKE_CURRENT_LIST_DIR}/rocm_compat/cuda_runtime.h>\")\n"
                       "else()\nenable_language(CUDA)\nendif()\n"),
        after.constData());
    QCOMPARE(std::count_if(hunks.begin(), hunks.end(),
                           [&](const Hunk& hunk) {
                               return hunk.needs.contains(compatHeaderKey(context)) &&
                                      hunk.needs.contains(shimRuntimeKey(context));
                           }),
             1);
    for (const Hunk& hunk : hunks) {
        QVERIFY(isProved(hunk.verdict));
    }
    QVERIFY(applyHunks(text, hunksOf("src/gpu/CMakeLists.txt"))
                .value()
                .contains("\"${CMAKE_CURRENT_LIST_DIR}/../../rocm_compat\""));
    QVERIFY(!ported(text, Strategy::CompatHeader).contains("include_directories"));
    // In a macro the folder would be that of the file that calls it.
    const QByteArray macro = "macro(find_it)\n  include(FindCUDA)\nendmacro()\n";
    const FileAnalysis left =
        analyseFile(RepoPath("cmake/find.cmake"), Language::CMake, SourceBuffer(macro), context);
    QVERIFY(left.hunks.isEmpty());
    QCOMPARE(left.findings.size(), 1);
    QVERIFY(left.findings.at(0).wayOut.contains(QStringLiteral("macro")));
    QVERIFY(ported(macro, Strategy::CompatHeader).contains("  enable_language(HIP)"));
}

void TestCMakeRules::survivesAnyText()
{
    static constexpr char kAlphabet[] = "set(CUDA_NVCC_FLAGS \"${X}\"-gencode[=[)]#\\;\n $<:>add";
    const QByteArray alphabet(kAlphabet, sizeof kAlphabet - 1);
    quint32 state = 3;
    for (int round = 0; round < 2000; ++round) {
        QByteArray text = "project(x CUDA)\n";
        for (int i = 0; i < 80; ++i) {
            state = state * 1664525u + 1013904223u;
            text.append(alphabet.at(
                static_cast<int>((state >> 8) % static_cast<quint32>(alphabet.size()))));
        }
        const FileAnalysis analysis = analyse(text);
        QVERIFY(applyHunks(text, analysis.hunks).ok());
        for (const Hunk& hunk : analysis.hunks) {
            QVERIFY2(isProved(hunk.verdict), text.constData());
        }
    }
    QVERIFY(analyse("set(CMAKE_CUDA_FLAGS " + QByteArray(200'000, '(')).hunks.isEmpty());
    (void)analyse("project()\nset()\nlist()\nlink_libraries()\ncuda_add_library()\n"
                  "cuda_include_directories()\ntarget_compile_options()\nset_property()\n");
    (void)analyse(QByteArray("if(A)\n").repeated(100'000));
    (void)analyse("set(CMAKE_CUDA_FLAGS \"" + QByteArray("-Xcompiler \\\"").repeated(50'000) +
                  "\")\n");
    (void)analyse("set(a " + QByteArray("[=").repeated(300'000));
}

QTEST_GUILESS_MAIN(TestCMakeRules)
#include "tst_cmakerules.moc"
