#pragma once

#include "core/rules/python/modulenames.h"
#include "core/rules/python/pythonanalysis.h"

#include <vector>

namespace rocport {

/// What a Python analysis works on.
struct PythonInput
{
    const PythonFile& file;
    const Rule& rule;
    const AnalysisContext& context;
    const RepoPath& path;
    NameQuestions& names; ///< what other modules say; remembers the questions

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
    /// A file without any of these words (as substrings), and without any of the rule's parameter
    /// `words`, has no place of it. If there are neither, it is never run here; the analysis
    /// belongs to another step.
    std::vector<const char*> words;
};

/// All of them.
const std::vector<PythonBuiltin>& pythonBuiltins();
/// Null when there is none.
const PythonBuiltin* pythonBuiltin(QStringView name);

/// A place at `node` whose {note} is the note `key` of the rule, and whose way out is the note
/// `key`-way if there is one.
PythonSite siteFor(const PythonInput& input, qint32 node, const QString& symbol,
                   const QString& key);

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
void findGraphCaptures(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphForbidden(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphRecompiles(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphWarmups(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphReplays(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphSyncs(const PythonInput& input, std::vector<PythonSite>& sites);
void findGraphBreaks(const PythonInput& input, std::vector<PythonSite>& sites);
void findTritonBlocks(const PythonInput& input, std::vector<PythonSite>& sites);
void findTritonAccumulation(const PythonInput& input, std::vector<PythonSite>& sites);
void findTritonTanh(const PythonInput& input, std::vector<PythonSite>& sites);
void findTritonNvidia(const PythonInput& input, std::vector<PythonSite>& sites);
/// The part of findTritonNvidia() that examines what kernels call.
void findTritonNvidiaKernels(const PythonInput& input, std::vector<PythonSite>& sites);
void findDeviceCapabilities(const PythonInput& input, std::vector<PythonSite>& sites);
void findCudaVersions(const PythonInput& input, std::vector<PythonSite>& sites);
void findDeviceNames(const PythonInput& input, std::vector<PythonSite>& sites);
void findWrittenArchitectures(const PythonInput& input, std::vector<PythonSite>& sites);
void findNvidiaPrograms(const PythonInput& input, std::vector<PythonSite>& sites);
void findFloat8Types(const PythonInput& input, std::vector<PythonSite>& sites);
void findCudaHome(const PythonInput& input, std::vector<PythonSite>& sites);
void findFlashAttention(const PythonInput& input, std::vector<PythonSite>& sites);
void findLibraryImports(const PythonInput& input, std::vector<PythonSite>& sites);
void findExtensionImports(const PythonInput& input, std::vector<PythonSite>& sites);
void findAttentionChoices(const PythonInput& input, std::vector<PythonSite>& sites);
void findPathParents(const PythonInput& input, std::vector<PythonSite>& sites);

} // namespace rocport
