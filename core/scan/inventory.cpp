#include "core/scan/inventory.h"

#include "core/base/wording.h"
#include "core/scan/features.h"
#include "core/scan/skippedfile.h"

#include <QMap>
#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr std::array kLaneMaskRules = {"warp-ballot-type", "warp-mask-literal", "warp-popc",
                                       "warp-lane-shift",  "warp-vote-compare", "warp-vote-width"};

bool isLaneMaskRule(const QString& rule)
{
    return std::any_of(kLaneMaskRules.begin(), kLaneMaskRules.end(),
                       [&](const char* one) { return rule == QLatin1StringView(one); });
}

/// How the text of a risk about a name begins.
QString missingName(const QString& symbol)
{
    return QStringLiteral("No HIP name for %1, ").arg(symbol);
}

/// A risk being counted.
struct Tally
{
    int count = 0;
    QSet<RepoPath> files;
    Severity severity = Severity::Info;
    RepoPath path;
    int line = 1;

    void add(const RepoPath& where, int atLine, int uses, Severity how)
    {
        if (count == 0) {
            path = where;
            line = atLine;
        }
        count += uses;
        files.insert(where);
        severity = std::max(severity, how);
    }

    [[nodiscard]] QString inFiles() const
    {
        return QStringLiteral(" in ") + counted(files.size(), "file", "files");
    }
};

struct Tallies
{
    Tally ptx, laneMask, cutlass, texture, unread;
    QMap<QString, Tally> unsupported; // by name

    void addFinding(const Finding& finding)
    {
        const auto count = [&](Tally& tally) {
            const int uses =
                finding.ruleId == QLatin1StringView("hipify-unsupported") ? finding.places : 1;
            tally.add(finding.path, finding.line, uses, finding.severity);
        };
        if (isLaneMaskRule(finding.ruleId)) {
            count(laneMask);
        } else if (finding.ruleId == QLatin1StringView("hipify-ptx")) {
            count(ptx);
        } else if (finding.ruleId == QLatin1StringView("hipify-cutlass")) {
            count(cutlass);
        } else if (finding.ruleId == QLatin1StringView("hipify-unsupported")) {
            count(unsupported[finding.symbol]);
        }
    }
};

struct CountedRisk
{
    Risk risk;
    int count = 0;
};

void addRisk(QVector<CountedRisk>& risks, const char* id, const Tally& tally, const QString& text)
{
    if (tally.count > 0) {
        risks.append(
            {{QLatin1StringView(id), tally.severity, text, tally.path, tally.line}, tally.count});
    }
}

QVector<Risk> risksOf(const Tallies& tallies)
{
    QVector<CountedRisk> risks;
    addRisk(risks, "inline-ptx", tallies.ptx,
            QStringLiteral("Inline PTX, %1%2")
                .arg(counted(tallies.ptx.count, "block", "blocks"), tallies.ptx.inFiles()));
    addRisk(risks, "lane-mask", tallies.laneMask,
            QStringLiteral("32-bit lane masks, %1%2")
                .arg(counted(tallies.laneMask.count, "use", "uses"), tallies.laneMask.inFiles()));
    addRisk(risks, "cutlass", tallies.cutlass,
            QStringLiteral("CUTLASS, %1%2")
                .arg(counted(tallies.cutlass.count, "use", "uses"), tallies.cutlass.inFiles()));
    addRisk(risks, "texture-reference", tallies.texture,
            QStringLiteral("Textures and surfaces, %1%2")
                .arg(counted(tallies.texture.count, "use", "uses"), tallies.texture.inFiles()));
    addRisk(
        risks, "unread-source", tallies.unread,
        QStringLiteral("Source not read, %1").arg(counted(tallies.unread.count, "file", "files")));
    for (auto it = tallies.unsupported.begin(); it != tallies.unsupported.end(); ++it) {
        addRisk(risks, "unsupported-api", it.value(),
                QStringLiteral("%1%2%3").arg(missingName(it.key()),
                                             counted(it->count, "use", "uses"), it->inFiles()));
    }
    std::stable_sort(risks.begin(), risks.end(), [](const CountedRisk& a, const CountedRisk& b) {
        return a.risk.severity != b.risk.severity ? a.risk.severity > b.risk.severity
                                                  : a.count > b.count;
    });
    QVector<Risk> sorted;
    for (const CountedRisk& risk : risks) {
        sorted.append(risk.risk);
    }
    return sorted;
}

void addApiUse(LibraryTotal& total, const ApiUse& use)
{
    switch (supportOf(use.status)) {
    case ApiSupport::Supported:
        total.supported += use.count;
        break;
    case ApiSupport::Experimental:
        total.experimental += use.count;
        break;
    case ApiSupport::Unsupported:
        total.unsupported += use.count;
        break;
    }
}

int usesOf(const LibraryTotal& total)
{
    return total.supported + total.experimental + total.unsupported;
}

} // namespace

ApiSupport supportOf(const QString& status)
{
    if (status == QLatin1StringView("supported") || status == QLatin1StringView("hip_only")) {
        return ApiSupport::Supported;
    }
    return status == QLatin1StringView("experimental") ? ApiSupport::Experimental
                                                       : ApiSupport::Unsupported;
}

bool isOfRisk(const Finding& finding, const Risk& risk)
{
    if (risk.id == QLatin1StringView("lane-mask")) {
        return isLaneMaskRule(finding.ruleId);
    }
    if (risk.id == QLatin1StringView("inline-ptx")) {
        return finding.ruleId == QLatin1StringView("hipify-ptx");
    }
    if (risk.id == QLatin1StringView("cutlass")) {
        return finding.ruleId == QLatin1StringView("hipify-cutlass");
    }
    return risk.id == QLatin1StringView("unsupported-api") &&
           finding.ruleId == QLatin1StringView("hipify-unsupported") &&
           risk.text.startsWith(missingName(finding.symbol));
}

Inventory makeInventory(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                        RepositoryKind kind, int listed)
{
    Inventory inventory;
    inventory.kind = kind;
    inventory.files = listed;
    QMap<Language, LanguageTotal> languages;
    QMap<QString, LibraryTotal> libraries;
    Tallies tallies;
    for (const auto& file : files) {
        if (!file->skipped.isEmpty()) {
            inventory.skipped.append({file->path, file->skipped});
            if (isUnreadSource(*file)) {
                tallies.unread.add(file->path, 1, 1, Severity::Warning);
            }
        } else {
            ++inventory.scannedFiles;
            inventory.lines += file->lines;
            inventory.bytes += file->bytes;
            LanguageTotal& total = languages[file->language];
            total.language = file->language;
            ++total.files;
            total.lines += file->lines;
        }
        for (const ApiUse& use : file->apiUses) {
            LibraryTotal& total = libraries[use.library];
            total.library = use.library;
            addApiUse(total, use);
        }
        for (const Finding& finding : file->findings) {
            tallies.addFinding(finding);
        }
        for (const FileFeature& trait : file->features.values(FeatureKind::Trait)) {
            const FeatureMark mark = FeatureMark::of(trait);
            if (mark.id == QLatin1StringView("texture-reference")) {
                tallies.texture.add(file->path, mark.line, mark.count, Severity::Warning);
            }
        }
    }
    inventory.languages = languages.values();
    std::stable_sort(
        inventory.languages.begin(), inventory.languages.end(),
        [](const LanguageTotal& a, const LanguageTotal& b) { return a.lines > b.lines; });
    inventory.libraries = libraries.values();
    std::stable_sort(
        inventory.libraries.begin(), inventory.libraries.end(),
        [](const LibraryTotal& a, const LibraryTotal& b) { return usesOf(a) > usesOf(b); });
    inventory.risks = risksOf(tallies);
    return inventory;
}

} // namespace rocport
