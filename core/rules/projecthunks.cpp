#include "core/facts/settingnames.h"
#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/build/buildmeson.h"
#include "core/rules/cpp/cpppasted.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/proposal.h"
#include "core/rules/python/modulenames.h"
#include "core/rules/python/pythonflag.h"
#include "core/text/bytes.h"
#include "core/translate/headers.h"
#include "core/translate/translate.h"

#include <QSet>

#include <algorithm>
#include <set>

namespace rocport {

namespace {

QByteArray generatedHeaderKey(const RepoPath& path)
{
    return hunkKey({QStringLiteral("hipify-api")}, path, "compat-header", {}, 0);
}

/// Adds the texts of a kind to names of any bytes.
void collect(const FileFeatures& features, FeatureKind kind, QSet<QByteArray>& names)
{
    for (const FileFeature& value : features.values(kind)) {
        names.insert(value.text.toUtf8());
    }
}

/// What all files together use. `mayBeOwn`: those of the headers in use that may name a file of the
/// project.
CompatNeeds collectNeeds(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                         QSet<QByteArray>& mayBeOwn)
{
    CompatNeeds needs;
    QSet<QByteArray> firstParts;
    QSet<QByteArray> lastParts;
    QSet<QByteArray> inBrackets;
    QSet<QByteArray> inQuotes;
    for (const auto& file : files) {
        if (!file || file->features.has(FeatureKind::OwnAmdPath)) {
            continue;
        }
        for (const ApiUse& use : file->apiUses) {
            needs.names.insert(use.name.toUtf8());
        }
        const FileFeatures& features = file->features;
        collect(features, FeatureKind::CudaInclude, inBrackets);
        collect(features, FeatureKind::CudaIncludeQuoted, inQuotes);
        collect(features, FeatureKind::AskedHeader, needs.askedFor);
        collect(features, FeatureKind::Supplied, needs.names);
        collect(features, FeatureKind::PortedUse, needs.names);
        collect(features, FeatureKind::UnaskedPart, needs.everywhere);
        collect(features, FeatureKind::ThrustBrought, needs.thrust);
        collect(features, FeatureKind::PastedFirst, firstParts);
        collect(features, FeatureKind::PastedLast, lastParts);
        needs.usesCubNamespace = needs.usesCubNamespace || features.has(FeatureKind::CubNamespace);
        needs.usesThrustCuda = needs.usesThrustCuda || features.has(FeatureKind::ThrustCuda);
    }
    needs.headers = inBrackets | inQuotes;
    for (const QByteArray& header : std::as_const(needs.headers)) {
        const bool cudaName = isCudaHeaderName(viewOf(header));
        // <cuda.h> is CUDA's whatever files the project has; "cuda.h" and <math_functions.h> may
        // not.
        if (!header.startsWith("cub/") && !(cudaName && inBrackets.contains(header))) {
            mayBeOwn.insert(header);
        }
    }
    needs.names += pastedNames(firstParts, lastParts);
    return needs;
}

/// Takes away the headers that are files of the project, not CUDA's; those made here before stay.
void dropOwnHeaders(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                    const RepoPath& shimFolder, const QSet<QByteArray>& mayBeOwn,
                    QSet<QByteArray>& headers)
{
    QSet<QByteArray> names; // of those headers, without folders
    for (const QByteArray& header : mayBeOwn) {
        names.insert(header.mid(header.lastIndexOf('/') + 1));
    }
    for (const auto& file : files) {
        if (!file || !names.contains(file->path.fileName()) ||
            file->path.bytes().startsWith(shimFolder.bytes() + '/')) {
            continue;
        }
        const QByteArray path = '/' + file->path.bytes();
        headers.removeIf([&](const QByteArray& header) {
            return mayBeOwn.contains(header) && path.endsWith('/' + header);
        });
    }
}

/// A module `path` that defines is_rocm for others.
Hunk flagModuleHunk(const RepoPath& path, const Rule& rule, const AnalysisContext& context)
{
    const QByteArray text = "\"\"\"Whether PyTorch is a build for AMD GPUs.\"\"\"\n\n"
                            "import torch\n\n"
                            "is_rocm = hasattr(torch.version, \"hip\") and "
                            "torch.version.hip is not None\n";
    Hunk hunk;
    hunk.targetPath = path;
    hunk.baseHash = contentHash(QByteArray());
    hunk.edits = {TextEdit{{0, 0}, text}};
    hunk.firstLine = 1;
    hunk.lastLine = 0;
    hunk.phase = rule.phase;
    hunk.severity = rule.severity;
    hunk.ruleIds = {rule.id};
    hunk.title = QStringLiteral("Module that defines is_rocm");
    hunk.reason = rule.reason;
    hunk.change = QStringLiteral("A new module defines `is_rocm` once for all files. It imports "
                                 "torch and does nothing else.");
    hunk.referenceTitle = rule.referenceTitle;
    hunk.referenceUrl = rule.referenceUrl;
    hunk.key = flagModuleKey(path);
    hunk.proposalId = hunk.key;
    const IsolationProof proof = proveNewFile(text, Language::Python, context.target);
    hunk.verdict = proof.verdict;
    hunk.verdictReason = proof.reason;
    return hunk;
}

/// The modules that define is_rocm, where files import them and the repository has none; by path.
QVector<Hunk> flagModuleHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                              const AnalysisContext& context)
{
    const Rule* rule =
        context.rules ? context.rules->find(QStringLiteral("detect-is-rocm")) : nullptr;
    if (rule == nullptr) {
        return {};
    }
    std::set<RepoPath> modules = {flagModulePath(context)};
    QSet<QByteArray> there;
    QSet<QByteArray> needed;
    for (const auto& file : files) {
        if (!file) {
            continue;
        }
        modules.insert(flagHomeAmong(file->features));
        for (const Hunk& hunk : file->hunks) {
            there.insert(hunk.key);
            needed.unite(QSet<QByteArray>(hunk.needs.begin(), hunk.needs.end()));
        }
    }
    QVector<Hunk> hunks;
    for (const RepoPath& path : modules) {
        const QByteArray key = flagModuleKey(path);
        if (!path.isEmpty() && needed.contains(key) && !there.contains(key)) {
            hunks.append(flagModuleHunk(path, *rule, context));
        }
    }
    return hunks;
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

/// Whether files that were not made here lie in the folder of these headers.
bool holdsOtherFiles(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                     const RepoPath& folder, const QVector<ShimHeader>& shims)
{
    const QByteArray below = folder.bytes() + '/';
    return std::any_of(files.begin(), files.end(), [&](const auto& file) {
        return file && file->path.bytes().startsWith(below) &&
               std::none_of(shims.begin(), shims.end(), [&](const ShimHeader& shim) {
                   return file->path.bytes() == below + shim.name;
               });
    });
}

QVector<Hunk> generatedHeaderHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                                   const AnalysisContext& context)
{
    const Rule* rule = context.rules ? context.rules->find(QStringLiteral("hipify-api")) : nullptr;
    if (!suppliesMissing(context.strategy) || rule == nullptr || context.compatHeader.isEmpty()) {
        return {};
    }
    QSet<QByteArray> mayBeOwn;
    CompatNeeds needs = collectNeeds(files, mayBeOwn);
    // A file with a kernel and no name of CUDA's includes the header for HIP's runtime.
    const bool isIncluded =
        context.strategy == Strategy::CompatHeader &&
        std::any_of(files.begin(), files.end(), [key = compatHeaderKey(context)](const auto& file) {
            return file && std::any_of(file->hunks.begin(), file->hunks.end(),
                                       [&](const Hunk& hunk) { return hunk.needs.contains(key); });
        });
    if (needs.names.isEmpty() && needs.headers.isEmpty() && needs.thrust.isEmpty() && !isIncluded) {
        return {};
    }
    // A port that is scanned has them.
    const auto isThere = [&](const RepoPath& path, const QByteArray& text) {
        const QByteArray hash = contentHash(text);
        return std::any_of(files.begin(), files.end(), [&](const auto& file) {
            return file && file->path == path && file->contentHash == hash;
        });
    };
    if (context.strategy != Strategy::ShimHeaders) {
        const bool isExtension = context.strategy == Strategy::TorchExtension;
        const QByteArray text =
            isExtension ? suppliedCode(needs, context.target) : compatHeader(needs, context.target);
        if (text.isEmpty() || isThere(context.compatHeader, text)) {
            return {};
        }
        Hunk hunk = headerHunk(*rule, context.compatHeader, text, context);
        if (isExtension) {
            hunk.reason = QStringLiteral("PyTorch maps names where it builds an extension; what "
                                         "HIP or PyTorch's tables lack is left to the project.");
            hunk.change =
                QStringLiteral("A new header holds what is in use of that. The files that "
                               "use it include it under the ROCm guard.");
        }
        hunk.title = isExtension
                         ? QStringLiteral("Header that holds what HIP or PyTorch lacks of CUDA")
                         : QStringLiteral("Header that maps the CUDA names in use to HIP");
        return {hunk};
    }
    const RepoPath folder = context.compatHeader.folder();
    dropOwnHeaders(files, folder, mayBeOwn, needs.headers);
    const QVector<ShimHeader> shims = shimHeaders(needs, context.target);
    const bool isShared = holdsOtherFiles(files, folder, shims);
    QVector<Hunk> hunks;
    for (const ShimHeader& shim : shims) {
        const RepoPath path(folder.isEmpty() ? shim.name : folder.bytes() + '/' + shim.name);
        if (isThere(path, shim.text)) {
            continue;
        }
        Hunk hunk = headerHunk(*rule, path, shim.text, context);
        const bool isNames = path == context.compatHeader;
        hunk.verdictReason =
            QStringLiteral("New file; a compiler reads it only with `%1` on its include path, and "
                           "only the ROCm branch of the build files adds that folder.")
                .arg(folder.display());
        if (isShared) {
            hunk.verdict = Verdict::Unproved;
            hunk.verdictReason =
                QStringLiteral("`%1` holds other files of the project, so it may be on the include "
                               "path of the NVIDIA build too, where this header would hide CUDA's: "
                               "choose a folder of its own in the target settings.")
                    .arg(folder.display());
        }
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

/// The options of a ported meson project, where it has no file for some yet.
QVector<Hunk> mesonOptionsHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                                const AnalysisContext& context)
{
    const Rule* rule =
        context.rules ? context.rules->find(QStringLiteral("meson-language")) : nullptr;
    const bool isWanted =
        context.meson && !context.meson->hasOptions && rule != nullptr &&
        std::any_of(files.begin(), files.end(), [&](const auto& file) {
            return file &&
                   std::any_of(file->hunks.begin(), file->hunks.end(), [&](const Hunk& hunk) {
                       return hunk.key == mesonSetupKey(context);
                   });
        });
    if (!isWanted) {
        return {};
    }
    const QByteArray text = mesonGuardOptionLine(context, "\n") + mesonArchOptionLine("\n");
    Hunk hunk = headerHunk(*rule, context.meson->options, text, context);
    hunk.title = QStringLiteral("Options of the ROCm build");
    hunk.change = QStringLiteral("A new file defines the option for the ROCm build, which is off, "
                                 "and `rocm_arch`.");
    hunk.key = mesonOptionsKey(context);
    hunk.proposalId = hunk.key;
    const IsolationProof proof = proveNewFile(text, Language::Meson, context.target);
    hunk.verdict = proof.verdict;
    hunk.verdictReason = proof.reason;
    return {hunk};
}

} // namespace

QVector<Hunk> projectHunks(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                           const AnalysisContext& context)
{
    return generatedHeaderHunks(files, context) + flagModuleHunks(files, context) +
           mesonOptionsHunks(files, context);
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

Result<void> flagModuleIsFree(const AnalysisContext& context)
{
    const QString& module = context.target.flagModule;
    const QString name = module.section(u'.', 0, 0);
    const QByteArray top = name.toUtf8();
    if (top.isEmpty() || !context.names || context.names->hasModule(top)) {
        return {};
    }
    const RepoPath importer = context.names->importerOf(top, module.toUtf8());
    if (importer.isEmpty() && !isPythonLibrary(name)) {
        return {};
    }
    const QString who =
        importer.isEmpty()
            ? QStringLiteral("%1 is a library").arg(name)
            : QStringLiteral("%1 imports the library %2").arg(importer.display(), name);
    return Error{ErrorCode::InvalidArgument,
                 who + QStringLiteral(", and a module for is_rocm in it would hide or miss it"),
                 module};
}

QByteArray flagModuleKey(const RepoPath& module)
{
    return hunkKey({QStringLiteral("detect-is-rocm")}, module, "flag-module", {}, 0);
}

QByteArray shimRuntimeKey(const AnalysisContext& context)
{
    return generatedHeaderKey(RepoPath(context.compatHeader.folder().bytes() + "/cuda_runtime.h"));
}

QByteArray compatHeaderKey(const AnalysisContext& context)
{
    // Not a hash of the text: the include hunks of single files need the key before it exists, and
    // a decision on the header holds when another file brings one more name.
    return generatedHeaderKey(context.compatHeader);
}

} // namespace rocport
