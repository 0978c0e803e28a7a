#include "core/project/session/rulepreview.h"

#include "core/rules/packs/packcheck.h"
#include "core/rules/python/modulenames.h"

namespace rocport {

std::shared_ptr<const ModuleNames> namesOf(const ScanResult& scan)
{
    QVector<ModuleSummary> modules;
    for (const auto& file : scan.files) {
        if (hasModuleSummary(file->language)) {
            modules.append(ModuleSummary::read(file->path, file->features));
        }
    }
    return std::make_shared<const ModuleNames>(modules);
}

std::shared_ptr<const AmdTwins> twinsOf(const ScanResult& scan)
{
    QVector<RepoPath> paths;
    for (const auto& file : scan.files) {
        paths.append(file->path);
    }
    return std::make_shared<const AmdTwins>(amdTwins(paths, scan.strategy));
}

RulePreview previewRule(const Rule& rule, const ScanResult& scan, const TargetSettings& target,
                        const ReadSource& read, const CancelToken& cancel)
{
    RulePreview result;
    result.ruleId = rule.id;
    AnalysisContext context = contextFor(rule, target);
    context.cancel = cancel;
    context.strategy = scan.strategy;
    context.compatHeader = scan.compatHeader;
    if (rule.languages.contains(Language::Python)) {
        context.names = namesOf(scan);
    }
    context.twins = twinsOf(scan);
    for (const auto& file : scan.files) {
        if (cancel.isCancelled()) {
            result.cancelled = true;
            break;
        }
        if (!rule.languages.contains(file->language) || !file->skipped.isEmpty()) {
            continue;
        }
        Result<QByteArray> bytes = read(file->path);
        if (!bytes) {
            result.problem = QStringLiteral("%1 cannot be read").arg(file->path.display());
            continue;
        }
        ++result.read;
        const FileAnalysis analysis =
            analyseFile(file->path, file->language, SourceBuffer(*std::move(bytes)), context);
        const int before = result.count;
        for (const Finding& finding : analysis.findings) {
            if (finding.ruleId != rule.id) {
                continue;
            }
            if (result.count++ < RulePreview::kPlaces) {
                result.places.append({file->path, finding.line, finding.symbol, finding.excerpt});
            }
        }
        result.files += result.count > before ? 1 : 0;
    }
    return result;
}

} // namespace rocport
