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

/// What the meson files of the top folder's project share.
struct MesonProject
{
    QSet<RepoPath> files;    ///< those that subdir() reaches from the top, by written names
    RepoPath options;        ///< "meson_options.txt" or "meson.options"
    bool hasOptions = false; ///< it is there
    bool isFeature = false;  ///< the guard's option, which the project has itself, is a feature
    /// The project's own option for AMD GPUs ("rocm"), where the top file defines the guard macro
    /// under it and that has another name; empty: there is none.
    QByteArray ownOption;
    /// The top file switches CUDA on where the port can stand beside it: only then are edits made.
    bool canSetUp = false;
    /// Variables that include_directories() fills once, with written folders, from the top.
    QHash<QByteArray, QByteArrayList> includes;
    /// Variables that are filled once, with what brings no headers of its own to a .cu file:
    /// dependency('cuda'), dependency('threads'), find_library().
    QSet<QByteArray> plainDependencies;
    QSet<QByteArray> once; ///< variables that are filled once

    /// All of it in one text, for fingerprints.
    [[nodiscard]] QByteArray digest() const;
};

/// What one meson file says of the project, as marks that a scan keeps.
QSet<QByteArray> mesonMarks(const MesonFile& file);

/// From the marks of all meson files, those of options too. Null: the top folder has no meson
/// project that builds CUDA.
std::shared_ptr<const MesonProject> mesonProject(const QHash<RepoPath, QSet<QByteArray>>& marks);

/// Where project() or add_languages() of the top file switches CUDA on in a way that a port can
/// stand beside: the statement; -1: nowhere.
qsizetype mesonSetupPlace(const MesonFile& file);
/// The languages that project() names, where all of them are written down.
std::vector<std::string_view> mesonLanguagesOf(const MesonFile& file);
/// Whether project() asks for meson of this version, or for a newer one.
bool mesonIsAtLeast(const MesonFile& file, int major, int minor);
/// Whether the value `first` to `last` is a dependency that brings no headers of its own to CUDA
/// sources.
bool isPlainDependency(const MesonFile& file, size_t first, size_t last);

/// Key of the change that makes what the others use: the option, the flags, hipcc.
QByteArray mesonSetupKey(const AnalysisContext& context);
/// Key of the change that defines the options.
QByteArray mesonOptionsKey(const AnalysisContext& context);

/// The options of a port, as lines: the guard's, and that for the names of GPUs.
QByteArray mesonGuardOptionLine(const AnalysisContext& context, const QByteArray& newline);
QByteArray mesonArchOptionLine(const QByteArray& newline);
/// What asks for ROCm: "get_option('use_rocm')", and of a feature
/// "get_option('use_hip').enabled()".
QByteArray mesonCondition(const AnalysisContext& context);

} // namespace rocport
