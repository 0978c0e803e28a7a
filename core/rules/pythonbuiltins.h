#pragma once

#include "core/rules/modulenames.h"
#include "core/rules/pythonanalysis.h"

#include <vector>

namespace rocport {

/// What a Python analysis works on.
struct PythonInput
{
    const PythonFile& file;
    const Rule& rule;
    const AnalysisContext& context;
    const RepoPath& path;
    NameQuestions& names; ///< what other modules say; remembers what was asked

    [[nodiscard]] const SyntaxTree& tree() const { return file.tree(); }
    [[nodiscard]] const TargetSettings& target() const { return context.target; }
    /// {note} of the rule's parameters for `key` under the target; see noteFor().
    [[nodiscard]] QString note(const QString& key) const
    {
        return noteFor(rule.matcherParameters, key, context.target);
    }
};

/// One analysis that a rule over Python may name (match = { kind = "builtin", name = … }).
struct PythonBuiltin
{
    const char* name;
    /// Appends its places in any order.
    void (*find)(const PythonInput& input, std::vector<PythonSite>& sites);
    /// A file without any of these words (as substrings) has no place of it. Empty: never run; the
    /// analysis belongs to another step.
    std::vector<const char*> words;
};

/// All of them.
const std::vector<PythonBuiltin>& pythonBuiltins();
/// Null when there is none.
const PythonBuiltin* pythonBuiltin(QStringView name);

// The analyses, by file.
void findCompileModes(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphRoutes(const PythonInput& input, std::vector<PythonSite>& sites);
void findConfigBlock(const PythonInput& input, std::vector<PythonSite>& sites);
void findUnsafeConfig(const PythonInput& input, std::vector<PythonSite>& sites);
void findConfigScope(const PythonInput& input, std::vector<PythonSite>& sites);
void findCacheLimits(const PythonInput& input, std::vector<PythonSite>& sites);
void findCompileEnvironment(const PythonInput& input, std::vector<PythonSite>& sites);
void findHardcodedCompile(const PythonInput& input, std::vector<PythonSite>& sites);
void findPynvml(const PythonInput& input, std::vector<PythonSite>& sites);
void findAllocatorSettings(const PythonInput& input, std::vector<PythonSite>& sites);

} // namespace rocport
