#pragma once

#include "core/rules/analyse.h"
#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildmeson.h"
#include "core/rules/build/buildmesonreader.h"

#include <map>
#include <set>

namespace rocport {

/// What the handlers of calls know about the file.
struct MesonFacts
{
    const MesonFile& file;
    BuildRules rules = {};
    RepoPath folder = {};                  ///< of the file
    const MesonProject* project = nullptr; ///< null: no edits are made
    Strategy strategy = Strategy::CompatHeader;
    QString condition = {}; ///< the condition that tests for ROCm: "get_option('use_rocm')"
    /// Variables that are used for more than whether they were found: "cuda_dep.version()".
    std::set<std::string_view> asked = {};
    /// The strings of lists with .cu files that are set once, by the names of the lists.
    std::map<std::string_view, std::vector<size_t>> lists = {};
    bool makesHeaders = false; ///< the file may generate headers into its build folder
};

/// What becomes of one statement in the ROCm arm.
struct MesonArm
{
    std::vector<BuildPlace> places;
    /// Edits of the statement's own text, for the arm that replaces it.
    std::vector<ArgumentEdit> edits;
    /// A statement that follows it under the guard; it stays for both. Empty: `edits`.
    QByteArray after;
    bool isCertain = true; ///< the edits can be made
};

/// executable() and the other targets.
bool isMesonTarget(std::string_view name);
/// Each adds to `arm` what it finds in the call. `seen`: the tokens that it reported on.
void armOfMesonTarget(const MesonFacts& facts, const MesonCall& call, MesonArm& arm,
                      std::set<size_t>& seen);
void armOfMesonDependency(const MesonFacts& facts, const MesonCall& call, MesonArm& arm);
void armOfMesonArguments(const MesonFacts& facts, const MesonCall& call, MesonArm& arm,
                         std::set<size_t>& seen);

/// What the ROCm build sets up once, after project(): options, flags, hipcc, the runtime.
/// `shimFolder`: the folder of the headers that replace CUDA's; empty: there are none.
QVector<QByteArray> mesonSetupLines(const MesonFile& file, const QByteArray& guardMacro,
                                    const QByteArray& shimFolder);

} // namespace rocport
