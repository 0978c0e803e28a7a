#pragma once

#include "core/rules/analyse.h"
#include "core/rules/build/buildcmake.h"

namespace rocport {

/// The build rules of CMake files and of makefiles (phase 4). Findings, and hunks whose ROCm arm
/// stands under the guard macro.
void analyseCMake(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis);
void analyseMake(const SourceBuffer& source, const AnalysisContext& context,
                 FileAnalysis& analysis);

/// The build rules of meson files (phase 4). Hunks where the file is one of `context.meson`.
void analyseMeson(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis);

/// Calls of nvcc in a shell script or the RUN lines of a Dockerfile (phase 4): findings.
void findShellNvcc(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis);

/// The way out where the project builds for AMD GPUs by an option of its own and nothing is edited.
QString ownOptionText(const QByteArray& option);

/// What a build file compiles GPU code for, before it is analysed.
enum class BuildsFor : quint8 {
    Nothing, ///< or nothing that is known here
    Cuda,    ///< it switches CUDA on, so that its ROCm arm can bring headers of the port
    Amd      ///< the project has a path for AMD GPUs of its own
};

BuildsFor cmakeBuildsFor(const CMakeFile& file);

/// Which CMake files a CMake file shares variables with.
struct CMakeReach
{
    QSet<QByteArray> includes;   ///< "gpu.cmake"; "*" where the name is computed
    QSet<QByteArray> folders;    ///< "src/gpu", as far as it is written down; "*" where it is not
    QSet<QByteArray> outward;    ///< lists of .cu files that it hands to the file that adds it
    QSet<QByteArray> everywhere; ///< lists in the cache, or set by functions for their callers
};

/// What the project's other build files want to know of one.
struct BuildSummary
{
    BuildsFor buildsFor = BuildsFor::Nothing;
    CudaSources cuda; ///< of a CMake file: what it gives .cu files
    /// Of a CMake file: the option under which its path for AMD GPUs defines the guard macro, where
    /// that is no option itself.
    QByteArray guardOption;
    CMakeReach reach;       ///< of a CMake file
    QSet<QByteArray> meson; ///< of a meson file, see mesonMarks()
};

/// The lists of .cu files that each CMake file sees of others. `files` are all CMake files of a
/// project that have lists or share variables. Takes time by the files, and by the links between
/// them for each list, up to a number of steps; beyond it, and beyond 2000 files, each list counts
/// for all.
QHash<RepoPath, QSet<QByteArray>> listsSeen(const QHash<RepoPath, BuildSummary>& files);

/// `language` is CMake, Make or Meson; of others there is nothing to say. What stands under the
/// guard macro counts for CUDA, so that a port gives what its original gave.
BuildSummary summariseBuild(std::string_view text, Language language, const QByteArray& guardMacro);

/// The line end for text that is inserted at `at`: "\r\n" or "\n". CMake and make know no others,
/// even where a file holds single carriage returns.
QByteArray buildNewline(const SourceBuffer& source, qsizetype at);

/// Names of AMD GPUs ("gfx942") that stand in code of a build file; `variable` is what to set
/// instead. Comments from '#' on are passed over, and gfx000, which is no GPU.
std::vector<BuildPlace> hardCodedArchitectures(const SourceBuffer& source, const Rule& rule,
                                               const QString& variable);

} // namespace rocport
