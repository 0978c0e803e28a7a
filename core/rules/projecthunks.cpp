#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/cpppasted.h"
#include "core/rules/modulenames.h"
#include "core/rules/proposal.h"
#include "core/translate/translate.h"

namespace rocport {

namespace {

QByteArray generatedHeaderKey(const RepoPath& path)
{
    return hunkKey({QStringLiteral("hipify-api")}, path, "compat-header", {}, 0);
}

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
            needs.usesThrustCuda = needs.usesThrustCuda || feature == u"thrust-cuda";
        }
    }
    parts.removeDuplicates();
    needs.names += pastedNames(parts);
    return needs;
}

/// Takes away the headers that are files of the project, not CUDA's; those made here before stay.
void dropOwnHeaders(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                    const RepoPath& shimFolder, QSet<QByteArray>& headers)
{
    QSet<QByteArray> names; // of the headers in use, without folders
    for (const QByteArray& header : std::as_const(headers)) {
        names.insert(header.mid(header.lastIndexOf('/') + 1));
    }
    for (const auto& file : files) {
        if (!file || !names.contains(file->path.fileName()) ||
            file->path.bytes().startsWith(shimFolder.bytes() + '/')) {
            continue;
        }
        const QByteArray path = '/' + file->path.bytes();
        headers.removeIf([&](const QByteArray& header) { return path.endsWith('/' + header); });
    }
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

/// The change that makes a header of the port.
Hunk headerHunk(const Rule& rule, const RepoPath& path, const QByteArray& text,
                const AnalysisContext& context)
{
    Hunk hunk;
    hunk.targetPath = path;
    hunk.baseHash = contentHash(QByteArray());
    hunk.edits = {TextEdit{{0, 0}, text}};
    hunk.firstLine = 1;
    hunk.lastLine = 0;
    hunk.phase = rule.phase;
    hunk.severity = rule.severity;
    hunk.ruleIds = {rule.id};
    hunk.reason = rule.reason;
    hunk.change = rule.change;
    hunk.referenceTitle = rule.referenceTitle;
    hunk.referenceUrl = rule.referenceUrl;
    hunk.key = generatedHeaderKey(path);
    hunk.proposalId = hunk.key;
    const IsolationProof proof = proveNewFile(text, Language::Cpp, context.target);
    hunk.verdict = proof.verdict;
    hunk.verdictReason = proof.reason;
    return hunk;
}

QVector<Hunk> generatedHeaderHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                                   const AnalysisContext& context)
{
    const Rule* rule = context.rules ? context.rules->find(QStringLiteral("hipify-api")) : nullptr;
    if (!mapsNames(context.strategy) || rule == nullptr || context.compatHeader.isEmpty()) {
        return {};
    }
    CompatNeeds needs = collectNeeds(files);
    if (needs.names.isEmpty() && needs.headers.isEmpty()) {
        return {};
    }
    if (context.strategy == Strategy::CompatHeader) {
        Hunk hunk =
            headerHunk(*rule, context.compatHeader, compatHeader(needs, context.target), context);
        hunk.title = QStringLiteral("Header that maps the CUDA names in use to HIP");
        return {hunk};
    }
    const RepoPath folder = context.compatHeader.folder();
    dropOwnHeaders(files, folder, needs.headers);
    QVector<Hunk> hunks;
    for (const ShimHeader& shim : shimHeaders(needs, context.target)) {
        const RepoPath path(folder.isEmpty() ? shim.name : folder.bytes() + '/' + shim.name);
        Hunk hunk = headerHunk(*rule, path, shim.text, context);
        const bool isNames = path == context.compatHeader;
        hunk.title = isNames ? QStringLiteral("Header that maps the CUDA names in use to HIP")
                             : QStringLiteral("Header that stands in for <%1> on ROCm")
                                   .arg(QString::fromUtf8(shim.name));
        if (!isNames) {
            hunk.change = QStringLiteral(
                "A new header of the same name is on the include path of the ROCm build only, so "
                "that sources keep their `#include` lines. The NVIDIA build never sees it.");
            hunk.needs = {compatHeaderKey(context)};
        }
        hunks.append(hunk);
    }
    return hunks;
}

} // namespace

QVector<Hunk> projectHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                           const AnalysisContext& context)
{
    QVector<Hunk> hunks = generatedHeaderHunks(files, context);
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
    return generatedHeaderKey(context.compatHeader);
}

} // namespace rocport
