#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/proposal.h"
#include "core/translate/translate.h"

namespace rocport {

namespace {

/// What all files together use; headers in use are among the features as "cuda-include:<header>".
CompatNeeds collectNeeds(const QVector<std::shared_ptr<const FileAnalysis>>& files)
{
    CompatNeeds needs;
    const QLatin1StringView include("cuda-include:");
    for (const auto& file : files) {
        if (!file) {
            continue;
        }
        for (const ApiUse& use : file->apiUses) {
            needs.names.insert(use.name.toUtf8());
        }
        for (const QString& feature : file->features) {
            if (feature.startsWith(include)) {
                needs.headers.insert(feature.mid(include.size()).toUtf8());
            }
            needs.usesCubNamespace = needs.usesCubNamespace || feature == u"cub-namespace";
        }
    }
    return needs;
}

} // namespace

QVector<Hunk> projectHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                           const AnalysisContext& context)
{
    const Rule* rule = context.rules ? context.rules->find(QStringLiteral("hipify-api")) : nullptr;
    if (context.strategy != Strategy::CompatHeader || rule == nullptr ||
        context.compatHeader.isEmpty()) {
        return {};
    }
    const CompatNeeds needs = collectNeeds(files);
    if (needs.names.isEmpty() && needs.headers.isEmpty()) {
        return {};
    }
    const QByteArray text = compatHeader(needs, context.target);
    Hunk hunk;
    hunk.targetPath = context.compatHeader;
    hunk.baseHash = contentHash(QByteArray());
    hunk.edits = {TextEdit{{0, 0}, text}};
    hunk.firstLine = 1;
    hunk.lastLine = 0;
    hunk.phase = rule->phase;
    hunk.severity = rule->severity;
    hunk.ruleIds = {rule->id};
    hunk.title = QStringLiteral("Header that maps the CUDA names in use to HIP");
    hunk.reason = rule->reason;
    hunk.change = rule->change;
    hunk.referenceTitle = rule->referenceTitle;
    hunk.referenceUrl = rule->referenceUrl;
    hunk.key = compatHeaderKey(context);
    hunk.proposalId = hunk.key;
    const IsolationProof proof = proveNewFile(text, Language::Cpp, context.target);
    hunk.verdict = proof.verdict;
    hunk.verdictReason = proof.reason;
    return {hunk};
}

QByteArray compatHeaderKey(const AnalysisContext& context)
{
    // Not a hash of the text: the include hunks of single files need the key before it exists, and
    // a decision on the header holds when another file brings one more name.
    return hunkKey({QStringLiteral("hipify-api")}, context.compatHeader, "compat-header", {}, 0);
}

} // namespace rocport
