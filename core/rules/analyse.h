#pragma once

#include "core/base/cancel.h"
#include "core/base/finding.h"
#include "core/base/result.h"
#include "core/rules/amdtwins.h"
#include "core/rules/rule.h"
#include "core/text/sourcebuffer.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <memory>

namespace rocport {

class ManifestIndex;
class ModuleNames;
class PackWork;
class ProjectStyle;

/// The names by which CMake files of a project pass .cu files to each other.
struct CudaSources
{
    QSet<QByteArray> lists;    ///< variables that hold some, and kLanguageMark of buildcmake.h
    QSet<QByteArray> commands; ///< functions and macros of the project that take some
    /// Variables of other files that a file sees because it includes or adds them, or they it, and
    /// kLanguageMark if one of those enables the CUDA language.
    QHash<RepoPath, QSet<QByteArray>> listsFor;
};

struct MesonProject;
struct WarpGroups;

/// What an analysis of one file may know about the project around it. A value, made once per scan.
struct AnalysisContext
{
    std::shared_ptr<const RuleSet> rules;
    TargetSettings target;
    Strategy strategy = Strategy::CompatHeader; ///< resolved: never "by kind"
    /// Where the generated header will be (strategy compat-header), or, among the headers that
    /// replace CUDA's, the one that holds the names of the runtime (strategy shim-headers).
    RepoPath compatHeader;
    /// What other files say about names; null: nothing is known about them.
    std::shared_ptr<const ModuleNames> names;
    /// What the manifests of the repository say; null: nothing is known about other files.
    std::shared_ptr<const ManifestIndex> manifests;
    /// Files of which the project has its own AMD version; null: none.
    std::shared_ptr<const AmdTwins> twins;
    /// How .cu files are passed between CMake files; null: not at all.
    std::shared_ptr<const CudaSources> cudaSources;
    /// What the meson files of the top-level project share; null: it builds nothing for CUDA.
    std::shared_ptr<const MesonProject> meson;
    /// The project's own option for AMD GPUs ("WITH_ROCM") if the guard macro that it defines has
    /// another name ("HAVE_ROCM"), so that CMake files cannot test the macro; empty: there is none.
    QByteArray guardOption;
    /// Names of files that reach a header in which the project itself includes HIP; null: nothing
    /// is known about other files.
    std::shared_ptr<const QSet<QByteArray>> amdIncluders;
    /// The project's code style; null: not known.
    std::shared_ptr<const ProjectStyle> style;
    /// How the files of the project count lanes together; null: not known.
    std::shared_ptr<const WarpGroups> warpGroups;
    /// The work that rules of packs may do together in all files; null: each has its own limit in
    /// each file.
    std::shared_ptr<PackWork> packWork;
    /// Whether hunks get their verdict. Not if they are applied at once and in place, as translate
    /// does: there would be nothing to prove.
    bool proves = true;
    /// Checked while a file is analysed; what was found by then is discarded.
    CancelToken cancel = {};
};

/// Runs every applicable rule over one file. Pure: no file, process or clock is touched; linear in
/// the file's size except for tree-sitter. Findings and hunks are sorted by position. Hunks have
/// their isolation verdict. A file that cannot be edited (binary, UTF-16, syntax error in Python)
/// gives findings only, or `skipped`.
FileAnalysis analyseFile(const RepoPath& path, Language language, const SourceBuffer& source,
                         const AnalysisContext& context);

/// Hunks that depend on the whole project: the generated headers (strategies compat-header and
/// shim-headers) and the modules that define is_rocm. `files` are the analyses of all files.
QVector<Hunk> projectHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                           const AnalysisContext& context);

/// Key of the generated header's hunk: what the include hunks of single files need, or the build
/// files with strategy shim-headers.
QByteArray compatHeaderKey(const AnalysisContext& context);

/// Strategy shim-headers: key of the header that the ROCm build includes before each CUDA source.
QByteArray shimRuntimeKey(const AnalysisContext& context);

/// Where the module that defines is_rocm for the others is made; empty: target.flagModule is empty.
RepoPath flagModulePath(const AnalysisContext& context);
/// Whether the repository has that module already, with is_rocm in it.
bool flagModuleIsThere(const AnalysisContext& context);
/// Checks that the module can be created: InvalidArgument if it would be in a package that the
/// repository lacks and that is the name of a library that files import, or that Python or CUDA
/// programs know.
Result<void> flagModuleIsFree(const AnalysisContext& context);
/// Key of the hunk that makes such a module: what the import hunks of single files need.
QByteArray flagModuleKey(const RepoPath& module);

/// The parts of analyseFile, one for each family of languages; each appends to `analysis`.
void analyseCpp(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis);
/// `places` names the lines of a module that is part of another file.
void analysePython(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis, const std::function<QString(int line)>& places = {});
/// Jupyter notebooks: the rules over Python see the code cells as one module.
void analyseNotebook(const SourceBuffer& source, const AnalysisContext& context,
                     FileAnalysis& analysis);
/// Removes, after the proofs, what would leave a cell that is not Python by itself, or a file that
/// is not a notebook.
void dropUnprovedCells(const SourceBuffer& source, const AnalysisContext& context,
                       FileAnalysis& analysis);
void analyseManifest(const SourceBuffer& source, const AnalysisContext& context,
                     FileAnalysis& analysis);

/// The text of `base` with `hunks` applied. `edited` holds, for hunks that the user edited in
/// place, the text that replaces the whole lines firstLine..lastLine of the original. Errors:
/// EditOverlap, EditStale.
Result<QByteArray> applyHunks(const QByteArray& base, const QVector<Hunk>& hunks,
                              const QHash<QByteArray, QByteArray>& edited = {});

/// The lines firstLine..lastLine of `base` with the hunk's edits applied: the text with which an
/// in-place edit starts.
QByteArray hunkReplacementLines(const QByteArray& base, const Hunk& hunk);
QByteArray hunkReplacementIn(const SourceBuffer& source, const Hunk& hunk);

} // namespace rocport
