#include "core/plan/planfacts.h"

#include "core/base/vendored.h"
#include "core/scan/features.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

bool isCFamily(Language language)
{
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
}

EvidenceList* listFor(PlanFacts& facts, const QString& feature)
{
    const struct
    {
        const char* id;
        EvidenceList* list;
    } lists[] = {{"kernel", &facts.kernels},
                 {"cutlass", &facts.cutlass},
                 {"flash-attn", &facts.flashAttention},
                 {"graph-capture", &facts.graphCapture},
                 {"torch-compile", &facts.compile},
                 {"cuda-extension", &facts.extension},
                 {"cuda-build", &facts.build}};
    for (const auto& entry : lists) {
        if (feature == QLatin1StringView(entry.id)) {
            return entry.list;
        }
    }
    return nullptr;
}

/// Calls of the CUDA API in a C/C++ file that has no kernel.
void addHostUses(PlanFacts& facts, const FileAnalysis& file, bool hasKernel)
{
    if (file.language != Language::Cpp || hasKernel || file.apiUses.isEmpty()) {
        return;
    }
    int uses = 0;
    for (const ApiUse& use : file.apiUses) {
        uses += use.count;
    }
    int line = 1;
    QString text = file.apiUses.first().name;
    for (const Finding& finding : file.findings) {
        if (finding.phase == Phase::Translation) {
            line = finding.line;
            text = finding.excerpt;
            break;
        }
    }
    ++facts.hostFiles;
    facts.hostUses.add(file.path, line, text, uses);
}

void addFile(PlanFacts& facts, const FileAnalysis& file,
             std::array<QHash<QString, int>, kPhaseCount>& rules)
{
    facts.cudaFiles += file.language == Language::Cuda ? 1 : 0;
    facts.pythonFiles += file.language == Language::Python ? 1 : 0;
    facts.manifests += file.language == Language::Requirements || file.language == Language::Toml ||
                               file.language == Language::SetupCfg
                           ? 1
                           : 0;
    bool hasKernel = false;
    bool usesTorch = false;
    for (const FileFeature& trait : file.features.values(FeatureKind::Trait)) {
        const FeatureMark mark = FeatureMark::of(trait);
        hasKernel = hasKernel || mark.id == QLatin1StringView("kernel");
        usesTorch = usesTorch || mark.id == QLatin1StringView("torch");
        if (EvidenceList* list = listFor(facts, mark.id)) {
            list->add(file.path, mark.line, mark.text, mark.count);
        }
    }
    facts.torchFiles += usesTorch ? 1 : 0;
    if (file.language == Language::Cuda && !hasKernel) {
        facts.plainCuda.add(file.path, 1, QStringLiteral("CUDA source without kernels"), 1);
    }
    if (isCFamily(file.language)) {
        addHostUses(facts, file, hasKernel);
    }
    for (const Finding& finding : file.findings) {
        const auto phase = static_cast<size_t>(finding.phase);
        if (homeOf(file, finding) != FindingHome::Own) {
            ++facts.findingsAside[phase];
            continue;
        }
        ++facts.findings[phase];
        ++rules[phase][finding.ruleId];
    }
}

} // namespace

void EvidenceList::add(const RepoPath& path, int line, const QString& text, int uses)
{
    if (path != m_lastPath) {
        ++files;
        m_lastPath = path;
    }
    count += uses;
    if (places.size() < kMaxEvidence) {
        places.append({path, line, text, std::max(1, uses)});
    }
}

void EvidenceList::append(const EvidenceList& other)
{
    count += other.count;
    files += other.files;
    places += other.places.mid(0, kMaxEvidence - std::min<qsizetype>(kMaxEvidence, places.size()));
}

PlanFacts gatherFacts(const ScanResult& scan)
{
    PlanFacts facts;
    std::array<QHash<QString, int>, kPhaseCount> rules;
    for (const auto& file : scan.files) {
        if (file->skipped.isEmpty() || !file->findings.isEmpty()) {
            addFile(facts, *file, rules);
        }
    }
    for (size_t phase = 0; phase < rules.size(); ++phase) {
        QStringList ids = rules[phase].keys();
        std::sort(ids.begin(), ids.end(), [&](const QString& a, const QString& b) {
            const int left = rules[phase].value(a);
            const int right = rules[phase].value(b);
            return left != right ? left > right : a < b;
        });
        facts.rules[phase] = ids;
    }
    return facts;
}

} // namespace rocport
