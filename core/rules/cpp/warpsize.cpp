#include "core/rules/cpp/warpsites.h"
#include "core/rules/cpp/wavefront.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

QString noteFor(const WarpSite& site, const WarpSites& found, const LaneWidth& width, bool editable,
                const TargetSettings& target)
{
    if (width.warps() == Warps::Of32) {
        return QStringLiteral("It stays so: two warps of this file share a wavefront of 64, each "
                              "with its 32 lanes, since %1.")
            .arg(width.reason());
    }
    if (editable) {
        return found.sites.size() == 1
                   ? QStringLiteral("It becomes `%1` on ROCm.").arg(QString::fromUtf8(site.wide))
                   : QStringLiteral(
                         "It becomes `%1` on ROCm, together with the other places of this "
                         "file.")
                         .arg(QString::fromUtf8(site.wide));
    }
    if (!site.doubt.isEmpty()) {
        return site.doubt + QStringLiteral(" Nothing is proposed.");
    }
    if (!allWave64(target)) {
        return QStringLiteral(
                   "The target architectures %1 differ in width, so nothing is proposed.")
            .arg(target.architectures.join(QStringLiteral(", ")));
    }
    if (!found.blocker.isEmpty()) {
        return QStringLiteral("All places of a file change together, and here %1, so nothing is "
                              "proposed.")
            .arg(found.blocker);
    }
    return QStringLiteral(
        "All places of a file change together, and one of them is not certain, so "
        "nothing is proposed.");
}

} // namespace

bool allWave32(const TargetSettings& target)
{
    return !target.architectures.isEmpty() &&
           std::all_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& arch) {
                           return arch.startsWith(u"gfx10") || arch.startsWith(u"gfx11") ||
                                  arch.startsWith(u"gfx12");
                       });
}

bool changesWarpSize(const WarpSites& sites, const WavefrontRules& rules,
                     const TargetSettings& target)
{
    return rules.warpSize != nullptr && allWave64(target) && sites.blocker.isEmpty() &&
           std::all_of(sites.sites.begin(), sites.sites.end(),
                       [](const WarpSite& site) { return site.certain; });
}

void proposeWarpSize(const CppFile& file, const WarpSites& found, const LaneWidth& width,
                     const WavefrontRules& rules, const TargetSettings& target,
                     ProposalWriter& writer, QVector<Replacement>& edits)
{
    const bool editable = changesWarpSize(found, rules, target);
    const int link = file.size() + 1; // no token has this number
    for (const WarpSite& site : found.sites) {
        const bool shuffle = site.kind == WarpSite::Kind::Loop && rules.shuffleWidth != nullptr;
        const Rule* const chosen = shuffle ? rules.shuffleWidth : rules.warpSize;
        if (chosen == nullptr) {
            continue;
        }
        const Rule& rule = *chosen;
        const std::string_view shown = file.textOf(site.around);
        QString symbol = toText(shown).simplified();
        if (symbol.size() > 60) {
            symbol = symbol.left(59) + QChar(0x2026);
        }
        const Captures captures = {
            {QStringLiteral("note"), noteFor(site, found, width, editable, target)}};
        const QByteArray id = writer.addFinding(rule, file.range(site.number), symbol, captures);
        if (width.warps() == Warps::Of32) {
            // Right, if not the fastest: nothing has to be done, so it stands in no list of work.
            writer.analysis().findings.last().severity = Severity::Info;
            writer.analysis().findings.last().effort = Effort::None;
        }
        if (!editable) {
            continue;
        }
        Replacement edit;
        edit.range = file.range(site.number);
        edit.text = site.wide;
        edit.rule = &rule;
        edit.findingId = id;
        edit.captures = {{QStringLiteral("symbol"), symbol}};
        edit.link = link;
        edit.needsLink = true;
        edits.append(edit);
    }
}

} // namespace rocport
