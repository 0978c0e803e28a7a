#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/cpppasted.h"
#include "core/rules/modulenames.h"
#include "core/rules/proposal.h"
#include "core/translate/translate.h"

namespace rocport {

namespace {

/// What all files together use; headers in use are among the features as "cuda-include:<header>".
CompatNeeds collectNeeds(const QVector<std::shared_ptr<const FileAnalysis>>& files)
{
    CompatNeeds needs;
    QStringList parts;
    const QLatin1StringView include("cuda-include:");
    for (const auto& file : files) {
        if (!file || file->features.contains(kOwnAmdPath)) {
            continue;
        }
        for (const ApiUse& use : file->apiUses) {
            needs.names.insert(use.name.toUtf8());
        }
        for (const QString& feature : file->features) {
            if (feature.startsWith(include)) {
                needs.headers.insert(feature.mid(include.size()).toUtf8());
            }
            if (feature.startsWith(kPastes) || feature.startsWith(kPasted)) {
                parts.append(feature);
            }
            needs.usesCubNamespace = needs.usesCubNamespace || feature == u"cub-namespace";
        }
    }
    parts.removeDuplicates();
    needs.names += pastedNames(parts);
    return needs;
}

/// The module that defines is_rocm, where files import it and the repository has none.
std::optional<Hunk> flagModuleHunk(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                                   const AnalysisContext& context)
{
    const Rule* rule =
        context.rules ? context.rules->find(QStringLiteral("detect-is-rocm")) : nullptr;
    if (rule == nullptr || context.target.flagModule.isEmpty()) {
        return std::nullopt;
    }
    const QByteArray key = flagModuleKey(context);
    bool needed = false;
    for (const auto& file : files) {
        for (const Hunk& hunk : file ? file->hunks : QVector<Hunk>()) {
            if (hunk.key == key) {
                return std::nullopt; // the module is there and gets the line
            }
            needed = needed || hunk.needs.contains(key);
        }
    }
    if (!needed) {
        return std::nullopt;
    }
    const QByteArray text = "\"\"\"Whether PyTorch is a build for AMD GPUs.\"\"\"\n\n"
                            "import torch\n\n"
                            "is_rocm = hasattr(torch.version, \"hip\") and "
                            "torch.version.hip is not None\n";
    Hunk hunk;
    hunk.targetPath = flagModulePath(context);
    hunk.baseHash = contentHash(QByteArray());
    hunk.edits = {TextEdit{{0, 0}, text}};
    hunk.firstLine = 1;
    hunk.lastLine = 0;
    hunk.phase = rule->phase;
    hunk.severity = rule->severity;
    hunk.ruleIds = {rule->id};
    hunk.title = QStringLiteral("Module that defines is_rocm");
    hunk.reason = rule->reason;
    hunk.change = QStringLiteral("A new module defines `is_rocm` once for all files. It imports "
                                 "torch and does nothing else.");
    hunk.referenceTitle = rule->referenceTitle;
    hunk.referenceUrl = rule->referenceUrl;
    hunk.key = key;
    hunk.proposalId = key;
    const IsolationProof proof = proveNewFile(text, Language::Python, context.target);
    hunk.verdict = proof.verdict;
    hunk.verdictReason = proof.reason;
    return hunk;
}

QVector<Hunk> compatHeaderHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
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

} // namespace

QVector<Hunk> projectHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                           const AnalysisContext& context)
{
    QVector<Hunk> hunks = compatHeaderHunks(files, context);
    if (std::optional<Hunk> module = flagModuleHunk(files, context)) {
        hunks.append(*module);
    }
    return hunks;
}

RepoPath flagModulePath(const AnalysisContext& context)
{
    const QByteArray module = context.target.flagModule.toUtf8();
    if (module.isEmpty()) {
        return {};
    }
    // Into the package's folder, which may be below src/.
    const qsizetype dot = module.lastIndexOf('.');
    if (dot > 0 && context.names) {
        const RepoPath package = context.names->fileOf(RepoPath("x.py"), module.left(dot));
        if (package.fileName() == "__init__.py") {
            return RepoPath(package.folder().bytes() + '/' + module.mid(dot + 1) + ".py");
        }
    }
    return RepoPath(QByteArray(module).replace('.', '/') + ".py");
}

bool flagModuleIsThere(const AnalysisContext& context)
{
    const QByteArray module = context.target.flagModule.toUtf8();
    return context.names &&
           context.names->definesFlag(context.names->fileOf(RepoPath("x.py"), module));
}

QByteArray flagModuleKey(const AnalysisContext& context)
{
    return hunkKey({QStringLiteral("detect-is-rocm")}, flagModulePath(context), "flag-module", {},
                   0);
}

QByteArray compatHeaderKey(const AnalysisContext& context)
{
    // Not a hash of the text: the include hunks of single files need the key before it exists, and
    // a decision on the header holds when another file brings one more name.
    return hunkKey({QStringLiteral("hipify-api")}, context.compatHeader, "compat-header", {}, 0);
}

} // namespace rocport
