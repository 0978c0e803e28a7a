#include "core/rules/cpp/cpplanes.h"

#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/ownmasks.h"
#include "core/rules/cpp/warpgroups.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

WavefrontRules WavefrontRules::of(const CppRules& rules, Strategy strategy)
{
    WavefrontRules result;
    result.maskType = rules.named(u"lane-mask-type");
    result.maskLiteral = rules.named(u"lane-mask-literal");
    result.maskCount = rules.named(u"lane-mask-count");
    result.maskShift = rules.named(u"lane-mask-shift");
    result.warpSize = rules.named(u"warp-size");
    result.voteCompare = rules.named(u"lane-mask-compare");
    result.shuffleWidth = rules.named(u"warp-shuffle-width");
    result.syncBuiltins = rules.named(u"warp-sync-builtins");
    result.voteWidth = rules.named(u"warp-vote-width");
    result.suppliesMatch = suppliesMissing(strategy);
    return result;
}

CppLanes::CppLanes(CppFile& file, const CppMarks& marks, const CppRules& rules,
                   const AnalysisContext& context, FileAnalysis& analysis)
    : m_file(file),
      m_marks(marks),
      m_context(context),
      m_analysis(analysis),
      m_rules(WavefrontRules::of(rules, context.strategy))
{
}

void CppLanes::find()
{
    if (m_isFound) {
        return;
    }
    m_isFound = true;
    m_file.analyseStructure();
    if (m_marks.inlineAsm) {
        m_ptx = findPtx(m_file, m_analysis.language != Language::Cpp);
    }
    findLanes();
}

void CppLanes::findLanes()
{
    const bool fragments = std::any_of(m_ptx.begin(), m_ptx.end(), [](const PtxStatement& one) {
        return isMatrixPtx(one.instruction);
    });
    const bool lanes = std::any_of(m_ptx.begin(), m_ptx.end(),
                                   [](const PtxStatement& one) { return !one.narrow.isEmpty(); });
    const bool exchanges = std::any_of(m_ptx.begin(), m_ptx.end(), [](const PtxStatement& one) {
        return !one.narrow.isEmpty() && one.replacement.isEmpty();
    });
    if (!m_marks.warps && !lanes && !fragments) {
        return;
    }
    const bool header = isCppHeader(m_analysis.path);
    m_masks = std::make_unique<LaneMasks>(m_file, m_ptx, header);
    const TargetSettings& target = m_context.target;
    if (!allWave32(target)) { // else 32 lanes are what the targets have
        m_sites = findWarpSites(m_file, *m_masks, header);
        m_sites.isHip = m_analysis.language == Language::Hip;
        if (fragments) {
            m_sites.fragments = true;
            m_sites.keep(QStringLiteral("matrix fragments that 32 lanes hold are used"));
        }
        if (exchanges) {
            m_sites.keep(QStringLiteral("inline PTX exchanges values between 32 lanes"));
        }
        keepReadMasks(m_file, *m_masks, m_sites);
        groupWarps(lanes);
    }
    m_width = LaneWidth(m_file, *m_masks, m_sites, changesWarpSize(m_sites, m_rules, target));
}

/// Tells the files around how this one counts lanes, and asks how they do. `lanes`: inline PTX
/// reads them.
void CppLanes::groupWarps(bool lanes)
{
    FileFeatures& features = m_analysis.features;
    for (const WarpSite& site : m_sites.sites) {
        if (site.kind == WarpSite::Kind::Definition && m_file.functionOf(site.number.begin) < 0) {
            features.add(FeatureKind::WarpWidth, toText(m_file.text(site.around.begin)));
        }
    }
    for (const std::string_view name : m_sites.otherWidths) {
        features.add(FeatureKind::WarpWidthOther, toText(name));
    }
    m_sites.knownForeign = true;
    for (const int at : m_sites.foreign) {
        const QString text = toText(m_file.text(at));
        const bool known =
            m_context.warpGroups != nullptr && m_context.warpGroups->widths.contains(text);
        features.addOnce(known ? FeatureKind::WarpWidthKnown : FeatureKind::WarpWidthUnknown, text);
        m_sites.knownForeign = m_sites.knownForeign && known;
    }
    const bool isEdited = changesWarpSize(m_sites, m_rules, m_context.target);
    const bool own = warpsOf(m_sites, isEdited) == Warps::Of32;
    if (own || m_marks.warpCalls || lanes || !m_sites.sites.empty()) {
        features.add(FeatureKind::WarpsUsed);
    }
    if (own) {
        features.add(FeatureKind::WarpsOf32);
    } else if (m_context.warpGroups != nullptr &&
               m_context.warpGroups->kept.contains(m_analysis.path)) {
        features.add(FeatureKind::WarpsKept);
        m_sites.keep(QStringLiteral("files that share code with this one count 32 lanes"));
    }
}

void CppLanes::addSupplied(const QString& function)
{
    if (!m_supplied.contains(function)) {
        m_supplied.append(function);
    }
}

void proposeLanes(const CppInput& input)
{
    CppLanes& lanes = input.lanes;
    lanes.find();
    if (lanes.masks() == nullptr) {
        return;
    }
    const WavefrontRules& rules = lanes.rules();
    const TargetSettings& target = input.context.target;
    proposeLaneMasks(input.file, *lanes.masks(), rules, lanes.width(), target, input.writer,
                     input.edits);
    if (rules.maskLiteral != nullptr && input.file.asksForRocm()) {
        findOwnMasks(input.file, *lanes.masks(), *rules.maskLiteral, input.writer);
    }
    if (rules.warpSize != nullptr && !allWave32(target)) {
        proposeWarpSize(input.file, lanes.sites(), lanes.width(), rules, target, input.writer,
                        input.edits);
    }
}

} // namespace rocport
