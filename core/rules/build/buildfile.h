#pragma once

#include "core/rules/analyse.h"
#include "core/rules/build/buildcmake.h"

namespace rocport {

/// The build rules of CMake files and of makefiles (phase 4). Findings, and hunks whose ROCm arm is
/// under the guard macro.
void analyseCMake(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis);
void analyseMake(const SourceBuffer& source, const AnalysisContext& context,
                 FileAnalysis& analysis);

/// The build rules of meson files (phase 4). Hunks only if the file is one of `context.meson`.
void analyseMeson(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis);

/// Calls of nvcc in a shell script or the RUN lines of a Dockerfile (phase 4): findings.
void findShellNvcc(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis);

/// The way out if the project builds for AMD GPUs by an option of its own and nothing is edited.
QString ownOptionText(const QByteArray& option);

/// What a build file compiles GPU code for, before it is analysed.
enum class BuildsFor : quint8 {
    Nothing, ///< or nothing known here
    Cuda,    ///< it enables CUDA, so that its ROCm arm can add headers of the port
    Amd      ///< the project has a path for AMD GPUs of its own
};

BuildsFor cmakeBuildsFor(const CMakeFile& file);

/// Which CMake files a CMake file shares variables with.
struct CMakeReach
{
    QSet<QByteArray> includes;   ///< "gpu.cmake"; "*" if the name is computed
    QSet<QByteArray> folders;    ///< "src/gpu", if it is a literal; "*" if it is not
    QSet<QByteArray> outward;    ///< lists of .cu files that it passes to the file that adds it
    QSet<QByteArray> everywhere; ///< lists in the cache, or set by functions for their callers
};

/// What the project's other build files need to know about one.
struct BuildSummary
{
    BuildsFor buildsFor = BuildsFor::Nothing;
    CudaSources cuda; ///< for a CMake file: what it puts .cu files into
    /// For a CMake file: the option under which its path for AMD GPUs defines the guard macro, if
    /// that is not an option itself.
    QByteArray guardOption;
    CMakeReach reach;       ///< of a CMake file
    QSet<QByteArray> meson; ///< of a meson file, see mesonMarks()
};

/// The lists of .cu files of others that each CMake file sees. `files` are all CMake files of a
/// project that have lists or share variables. Takes time proportional to the files, and to the
/// links between them for each list, up to a number of steps; beyond that, and beyond 2000 files,
/// each list counts for all.
QHash<RepoPath, QSet<QByteArray>> listsSeen(const QHash<RepoPath, BuildSummary>& files);

/// `language` is CMake, Make or Meson; others give an empty summary. What is under the guard macro
/// counts for CUDA, so that a port gives the same as its original.
BuildSummary summariseBuild(std::string_view text, Language language, const QByteArray& guardMacro);

/// The line end for text that is inserted at `at`: "\r\n" or "\n". CMake and make know no others,
/// even if a file has single carriage returns.
QByteArray buildNewline(const SourceBuffer& source, qsizetype at);

/// Names of AMD GPUs ("gfx942") in the code of a build file; `variable` is what to set instead.
/// Comments from '#' on are skipped, and so is gfx000, which is not a GPU.
std::vector<BuildPlace> hardCodedArchitectures(const SourceBuffer& source, const Rule& rule,
                                               const QString& variable);

} // namespace rocport
