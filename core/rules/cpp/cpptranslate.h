#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppgate.h"
#include "core/translate/translate.h"

#include <string_view>

namespace rocport {

/// The rules with kind = "api-table", by topic; null where a pack has none.
struct ApiRules
{
    const Rule* api = nullptr;
    const Rule* header = nullptr;
    const Rule* launch = nullptr;
    const Rule* unsupported = nullptr;
    const Rule* experimental = nullptr;
    const Rule* deprecated = nullptr;
    const Rule* cubNamespace = nullptr;  ///< else `api` reports cub::
    const Rule* deviceMissing = nullptr; ///< else `unsupported` reports device functions
    bool warpsElsewhere = false;         ///< another rule reports warp functions that ROCm lacks

    /// Whether only functions that device code lacks are reported, if anything.
    [[nodiscard]] bool speakOfDeviceOnly() const
    {
        return api == nullptr && header == nullptr && launch == nullptr && unsupported == nullptr &&
               experimental == nullptr && deprecated == nullptr && cubNamespace == nullptr;
    }
};

/// Whether ROCm has different headers from the one that this include names.
bool isCudaInclude(const CppInclude& include, const TargetSettings& target);

/// Whether generated headers bring a name that HIP lacks, so that it is translated all the same.
bool suppliesName(std::string_view cuda, const AnalysisContext& context);

/// Findings of the API tables. `edits`: those of translateTokens(), for strategies that write
/// translated text; the compat header and PyTorch do without, and then plain renames are reported
/// once for each name. `covered`: offsets about which another rule has said more.
void reportTranslation(const CppFile& file, const Translation& translation, const ApiRules& rules,
                       const AnalysisContext& context, const QSet<qsizetype>& covered,
                       ProposalWriter& writer, QVector<Replacement>& edits);

/// Findings for kernel launches; `once`: one per file.
void reportLaunches(const CppFile& file, const Rule* rule, bool once, ProposalWriter& writer);

/// Strategy compat-header: the hunk that puts the file's CUDA includes, or the place where they
/// would be, under the guard with the generated header.
void addIncludeHunk(const CppFile& file, const Rule& rule, const AnalysisContext& context,
                    bool needsHeader, const QVector<QByteArray>& findingIds,
                    ProposalWriter& writer);

/// Strategy sibling: the path of the translated copy, or an empty path when there is none (a header
/// that C++ sources include by its own name).
RepoPath siblingPath(const RepoPath& path);

} // namespace rocport
