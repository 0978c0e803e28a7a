#pragma once

#include "core/base/finding.h"
#include "core/base/repopath.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <memory>
#include <string_view>
#include <vector>

namespace rocport {

struct AnalysisContext;
class MesonFile;

/// What the meson files of the top-level project share.
struct MesonProject
{
    QSet<RepoPath> files;    ///< those that subdir() reaches from the top level, by literal names
    RepoPath options;        ///< "meson_options.txt" or "meson.options"
    bool hasOptions = false; ///< it is there
    bool isFeature = false;  ///< the guard's option, which is the project's own, is a feature
    /// The project's own option for AMD GPUs ("rocm"), if the top-level file defines the guard
    /// macro under it and that has another name; empty: there is none.
    QByteArray ownOption;
    /// The top-level file enables CUDA where the port can be added beside it: only then are edits
    /// made.
    bool canSetUp = false;
    /// Variables that include_directories() sets once, with literal folders, from the top level.
    QHash<QByteArray, QByteArrayList> includes;
    /// Variables that are set once, with what adds no headers of its own to a .cu file:
    /// dependency('cuda'), dependency('threads'), find_library().
    QSet<QByteArray> plainDependencies;
    QSet<QByteArray> once; ///< variables that are set once

    /// Everything as one text, for fingerprints.
    [[nodiscard]] QByteArray digest() const;
};

/// What one meson file says about the project, as marks that a scan keeps.
QSet<QByteArray> mesonMarks(const MesonFile& file);

/// Made from the marks of all meson files, including option files. Null: the top-level folder has
/// no meson project that builds CUDA.
std::shared_ptr<const MesonProject> mesonProject(const QHash<RepoPath, QSet<QByteArray>>& marks);

/// The statement where project() or add_languages() of the top-level file enables CUDA such that a
/// port can be added beside it; -1: nowhere.
qsizetype mesonSetupPlace(const MesonFile& file);
/// The languages that project() names, if all of them are literals.
std::vector<std::string_view> mesonLanguagesOf(const MesonFile& file);
/// Whether project() requires at least this version of meson.
bool mesonIsAtLeast(const MesonFile& file, int major, int minor);
/// Whether the value `first` to `last` is a dependency that adds no headers of its own to CUDA
/// sources.
bool isPlainDependency(const MesonFile& file, size_t first, size_t last);

/// Key of the change that creates what the others use: the option, the flags, hipcc.
QByteArray mesonSetupKey(const AnalysisContext& context);
/// Key of the change that defines the options.
QByteArray mesonOptionsKey(const AnalysisContext& context);

/// The options of a port, as lines: the guard's, and the one for GPU architectures.
QByteArray mesonGuardOptionLine(const AnalysisContext& context, const QByteArray& newline);
QByteArray mesonArchOptionLine(const QByteArray& newline);
/// The condition that tests for ROCm: "get_option('use_rocm')", or for a feature
/// "get_option('use_hip').enabled()".
QByteArray mesonCondition(const AnalysisContext& context);

} // namespace rocport
