#include "core/base/cancelscope.h"
#include "core/rules/cpp/analyseinplace.h"
#include "core/rules/cpp/cppaddresses.h"
#include "core/rules/cpp/cppcalls.h"
#include "core/rules/cpp/cppconditions.h"
#include "core/rules/cpp/cppfrontends.h"
#include "core/rules/cpp/cppgroups.h"
#include "core/rules/cpp/cppmarks.h"
#include "core/rules/cpp/cppparts.h"
#include "core/rules/cpp/cpppasted.h"
#include "core/rules/cpp/cpprules.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/cpptemplates.h"
#include "core/rules/cpp/cpptranslate.h"
#include "core/rules/cpp/extensionlaunches.h"
#include "core/rules/cpp/faultchecks.h"
#include "core/rules/cpp/hipclashes.h"
#include "core/rules/cpp/ownincludes.h"
#include "core/rules/cpp/ownmasks.h"
#include "core/rules/cpp/tokenpattern.h"
#include "core/rules/cpp/warpadvice.h"
#include "core/rules/cpp/warpgroups.h"
#include "core/rules/cpp/wavefront.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <unordered_set>

namespace rocport {

namespace {

/// Whether translateTokens() may say of a function of device code that HIP lacks it, or a form of
/// its call.
bool mayLackDevice(const CppFile& file, const NameOptions& names)
{
    std::unordered_set<const ApiFact*> supported;
    CancelLook isCancelled;
    for (const CToken& token : file.tokens()) {
        if (isCancelled() || token.spliced) {
            return true;
        }
        const ApiFact* const fact = token.kind == CTokenKind::Identifier
                                        ? findApi(token.text(file.source().view()))
                                        : nullptr;
        if (fact == nullptr || fact->kind != ApiKind::DeviceFunction || supported.contains(fact)) {
            continue;
        }
        if (fact->hasSubstitute || bestNameFor(*fact, names).empty() ||
            !argumentRules(fact->cuda).empty()) {
            return true;
        }
        supported.insert(fact);
    }
    return false;
}

/// Adds "nvml.h" for __has_include(<nvml.h>).
void addAskedHeaders(const CppFile& file, FileFeatures& features)
{
    constexpr size_t kLongest = 200; // bytes of a header's name
    const std::string_view text = file.source().view();
    for (int i = 0; i + 1 < file.size(); ++i) {
        if (!file.is(i, "__has_include") || !file.is(i + 1, "(")) {
            continue;
        }
        const std::string_view rest = text.substr(file.token(i + 1).end, kLongest);
        const size_t open = rest.find_first_not_of(" \t");
        if (open == std::string_view::npos || (rest[open] != '<' && rest[open] != '"')) {
            continue;
        }
        const size_t close = rest.find(rest[open] == '<' ? '>' : '"', open + 1);
        if (close == std::string_view::npos) {
            continue;
        }
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        features.add(FeatureKind::AskedHeader, toText(name));
    }
}

/// How far the project has ported a file itself.
enum class OwnPath : quint8 {
    None,
    Arms,  ///< arms for AMD GPUs; whether HIP's headers come from another file is not known
    Header ///< HIP's headers stand in an arm for AMD, and CUDA's in none that AMD sees
};

OwnPath ownPathOf(const CppFile& file, const AnalysisContext& context)
{
    const QByteArray ours = context.compatHeader.fileName();
    bool hip = false;
    for (const CppInclude& include : file.includes()) {
        hip = hip || (include.inert && include.header.starts_with("hip/"));
        const bool compat = !ours.isEmpty() && include.header.ends_with(viewOf(ours));
        if (compat || (!include.cudaArm && isCudaInclude(include, context.target))) {
            return OwnPath::None;
        }
    }
    return hip ? OwnPath::Header : file.asksForRocm() ? OwnPath::Arms : OwnPath::None;
}

class CppAnalysis
{
public:
    CppAnalysis(const SourceBuffer& source, const std::vector<CToken>& tokens,
                const AnalysisContext& context, bool isInPlace, FileAnalysis& analysis)
        : m_context(context),
          m_analysis(analysis),
          m_macro(context.target.guardMacro.toUtf8()),
          m_file(source, tokens, m_macro),
          m_writer(source, analysis),
          m_rules(CppRules::of(context.rules->applicable(analysis.language, context.target),
                               context.strategy)),
          m_marks(markCpp(m_file)),
          m_isInPlace(isInPlace)
    {
    }

    void run()
    {
        for (const auto stage :
             {&CppAnalysis::patterns, &CppAnalysis::translate, &CppAnalysis::calls,
              &CppAnalysis::warps, &CppAnalysis::matrixNote, &CppAnalysis::faults,
              &CppAnalysis::features, &CppAnalysis::addHunks}) {
            if (isWorkCancelled()) {
                return;
            }
            (this->*stage)();
        }
    }

private:
    void translate();
    void warps()
    {
        if (m_marks.inlineAsm || (m_marks.warps && m_rules.wavefront.any())) {
            m_file.analyseStructure();
            m_ptx = m_marks.inlineAsm ? findPtx(m_file, m_analysis.language != Language::Cpp)
                                      : std::vector<PtxStatement>();
            wavefront();
            if (!isWorkCancelled()) {
                inlinePtx();
            }
        }
    }
    void patterns()
    {
        m_covered = matchTokenPatterns(m_file, m_context, m_rules.patterns, m_writer, m_edits);
    }
    void calls();
    void wavefront();
    void groupWarps(WarpSites& sites, bool lanes);
    void inlinePtx();
    [[nodiscard]] QByteArray ptxReplacement(const PtxStatement& one, bool narrow, int& link) const;
    void matrixNote()
    {
        if (m_rules.matrixLanes != nullptr && suppliesMissing(m_context.strategy)) {
            noteMatrixLanes(m_file, m_ptx, *m_rules.matrixLanes, m_context.target.rocm, m_writer);
        }
    }
    void faults() { findFaults(m_file, m_rules.faults, m_context, m_writer); }
    void features();
    void addHunks();
    void proposeHunks();

    const AnalysisContext& m_context;
    FileAnalysis& m_analysis;
    QByteArray m_macro;
    CppFile m_file;
    ProposalWriter m_writer;
    CppRules m_rules;
    CppMarks m_marks;
    std::vector<PtxStatement> m_ptx;
    std::unique_ptr<LaneMasks> m_masks;
    LaneWidth m_width;
    QVector<Replacement> m_edits;
    QSet<qsizetype> m_covered; ///< offsets that a token pattern has spoken of
    QStringList m_supplied;    ///< what edits call of generated headers
    bool m_unsure = false;     ///< a comment or string never ends: findings only
    bool m_isInPlace = false;  ///< see analyseInPlace()
};

void CppAnalysis::translate()
{
    const std::vector<CToken>& tokens = m_file.tokens();
    const bool isWhole = std::none_of(tokens.begin(), tokens.end(),
                                      [](const CToken& token) { return token.unterminated; });
    TranslateOptions options;
    options.names.rocm = m_context.target.rocm;
    options.guardMacro = m_macro;
    options.place = placeOf(m_analysis.path);
    if (m_isInPlace && isWhole && m_rules.api.speakOfDeviceOnly() &&
        (m_rules.api.deviceMissing == nullptr || !mayLackDevice(m_file, options.names))) {
        return; // the caller translates names and headers afterwards
    }
    const Translation translation = translateTokens(m_file.source(), m_file.tokens(), options);
    m_unsure = translation.wholeFileUnsure;
    if (m_analysis.language == Language::Hip) {
        return;
    }
    m_analysis.apiUses = translation.uses;
    reportTranslation(m_file, translation, m_rules.api, m_context, m_covered, m_writer, m_edits);
    if (m_marks.launch) {
        reportLaunches(m_file, m_rules.api.launch, !writesNames(m_context.strategy), m_writer);
    }
}

/// What asks for device code or for the structure of calls and conditions.
void CppAnalysis::calls()
{
    const bool cuda = m_analysis.language != Language::Hip;
    const bool device = m_marks.kernel || m_marks.device || m_marks.launch;
    const bool conditions = m_marks.condition && (m_rules.conditions.arch != nullptr ||
                                                  m_rules.conditions.version != nullptr);
    const bool capability =
        m_marks.capability && m_marks.deviceProperties && m_rules.capability != nullptr;
    const bool clashes = (device || m_marks.driverErrors) && m_rules.clash != nullptr;
    const bool addresses = m_marks.addresses && m_rules.address != nullptr;
    if (!cuda ||
        !(device || conditions || capability || clashes || addresses || m_marks.kernelPointer)) {
        return;
    }
    m_file.analyseStructure();
    if (isWorkCancelled()) {
        return;
    }
    if (conditions) {
        proposeConditions(m_file, m_rules.conditions, m_writer, m_edits);
    }
    if (m_marks.kernelPointer && m_rules.kernelPointer != nullptr) {
        proposeKernelPointers(m_file, *m_rules.kernelPointer, m_context, m_writer, m_edits);
    }
    const bool templates = m_marks.device && m_marks.templates;
    const bool isExtension = m_context.strategy == Strategy::TorchExtension;
    const struct
    {
        bool applies;
        const Rule* rule;
        void (*propose)(const CppFile&, const Rule&, ProposalWriter&, QVector<Replacement>&);
    } edits[] = {
        {clashes, m_rules.clash, proposeClashes},
        {templates, m_rules.specialisation, proposeSpecialisations},
        {templates, m_rules.baseMember, proposeBaseMembers},
        {device, m_rules.dimensions, proposeDimensions},
        {device && m_marks.cooperativeGroups, m_rules.groupMembers, proposeGroupMembers},
        {device, m_rules.zeroedArray, proposeArrays},
        {device, m_rules.sharedExtern, proposeSharedExterns},
        {device && m_marks.standard, m_rules.deviceStd, proposeDeviceStd},
        {device && m_marks.templates, m_rules.memberTemplate, proposeMemberTemplates},
        // Last: it takes a launch as a whole.
        {isExtension && m_marks.launch, m_rules.extensionLaunch, proposeExtensionLaunches}};
    for (const auto& one : edits) {
        if (one.applies && one.rule != nullptr) {
            one.propose(m_file, *one.rule, m_writer, m_edits);
        }
    }
    if (capability) {
        findCapabilities(m_file, *m_rules.capability, m_writer);
    }
    if (addresses) {
        findAddressArithmetic(m_file, *m_rules.address, m_context.strategy, m_writer);
    }
    if (device && m_rules.blockTile != nullptr) {
        findBlockTiles(m_file, *m_rules.blockTile, m_writer);
    }
}

/// Tells the files around how this one counts lanes, and asks how they do. `lanes`: inline PTX
/// reads them.
void CppAnalysis::groupWarps(WarpSites& sites, bool lanes)
{
    FileFeatures& features = m_analysis.features;
    for (const WarpSite& site : sites.sites) {
        if (site.kind == WarpSite::Kind::Definition && m_file.functionOf(site.number.begin) < 0) {
            features.add(FeatureKind::WarpWidth, toText(m_file.text(site.around.begin)));
        }
    }
    for (const std::string_view name : sites.otherWidths) {
        features.add(FeatureKind::WarpWidthOther, toText(name));
    }
    sites.knownForeign = true;
    for (const int at : sites.foreign) {
        const QString text = toText(m_file.text(at));
        const bool known =
            m_context.warpGroups != nullptr && m_context.warpGroups->widths.contains(text);
        features.addOnce(known ? FeatureKind::WarpWidthKnown : FeatureKind::WarpWidthUnknown, text);
        sites.knownForeign = sites.knownForeign && known;
    }
    const bool isEdited = changesWarpSize(sites, m_rules.wavefront, m_context.target);
    const bool own = warpsOf(sites, isEdited) == Warps::Of32;
    if (own || m_marks.warpCalls || lanes || !sites.sites.empty()) {
        features.add(FeatureKind::WarpsUsed);
    }
    if (own) {
        features.add(FeatureKind::WarpsOf32);
    } else if (m_context.warpGroups != nullptr &&
               m_context.warpGroups->kept.contains(m_analysis.path)) {
        features.add(FeatureKind::WarpsKept);
        sites.keep(QStringLiteral("files that share code with this one count 32 lanes"));
    }
}

void CppAnalysis::wavefront()
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
    const bool narrow = allWave32(target); // 32 lanes are what the targets have
    WarpSites sites = narrow ? WarpSites() : findWarpSites(m_file, *m_masks, header);
    if (!narrow) {
        sites.isHip = m_analysis.language == Language::Hip;
        if (fragments) {
            sites.fragments = true;
            sites.keep(QStringLiteral("matrix fragments that 32 lanes hold are used"));
        }
        if (exchanges) {
            sites.keep(QStringLiteral("inline PTX exchanges values between 32 lanes"));
        }
        keepReadMasks(m_file, *m_masks, sites);
        groupWarps(sites, lanes);
    }
    m_width = LaneWidth(m_file, *m_masks, sites, changesWarpSize(sites, m_rules.wavefront, target));
    proposeLaneMasks(m_file, *m_masks, m_rules.wavefront, m_width, target, m_writer, m_edits);
    if (m_rules.wavefront.maskLiteral != nullptr && m_file.asksForRocm()) {
        findOwnMasks(m_file, *m_masks, *m_rules.wavefront.maskLiteral, m_writer);
    }
    if (m_rules.wavefront.warpSize != nullptr && !narrow) {
        proposeWarpSize(m_file, sites, m_width, m_rules.wavefront, target, m_writer, m_edits);
    }
    if (m_rules.divergentShuffle != nullptr) {
        findDivergentShuffles(m_file, *m_rules.divergentShuffle, m_writer);
    }
}

/// Whether the counter of wall_clock64() is known to run at 100 MHz on all target architectures.
/// (LLVM 18, libc/src/time/gpu/time_utils.h.)
bool hasClockOf100MHz(const TargetSettings& target)
{
    return !target.architectures.isEmpty() &&
           std::all_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& one) {
                           return one == u"gfx942" || one.startsWith(u"gfx10") ||
                                  one.startsWith(u"gfx11") || one.startsWith(u"gfx12");
                       });
}

/// What stands for the statement on ROCm, with the strategy in use; empty: nothing certain.
QByteArray CppAnalysis::ptxReplacement(const PtxStatement& one, bool narrow, int& link) const
{
    if (!one.supplied.empty() && !suppliesMissing(m_context.strategy)) {
        return {};
    }
    if (one.readsTimer && !hasClockOf100MHz(m_context.target)) {
        return {};
    }
    const bool of32 = narrow || (one.replacement.isEmpty() && allWave32(m_context.target));
    if (of32 && !one.narrow.isEmpty()) {
        return one.narrow;
    }
    if (one.result == PtxResult::LaneMask) {
        // The value has 64 bits on ROCm: only where its variable gets them too.
        const int value =
            m_masks && one.output.size() == 1 ? m_masks->valueAt(one.output.begin) : -1;
        const LaneValue* lane = value < 0 ? nullptr : &m_masks->values()[value];
        if (lane == nullptr || !lane->isCertain() ||
            m_width.at(one.span.begin) == LaneWidth::State::Withheld) {
            return {};
        }
        if (m_width.at(one.span.begin) == LaneWidth::State::Tied) {
            link = m_width.link();
        } else if (lane->type == LaneValue::Type::Int32) {
            link = lane->link;
        }
    }
    return one.replacement;
}

void CppAnalysis::inlinePtx()
{
    if (m_rules.ptx == nullptr) {
        return;
    }
    const bool narrow = m_width.warps() == Warps::Of32;
    const bool ownHeader = isCppHeader(m_analysis.path) && m_context.warpGroups == nullptr;
    if (!narrow && !allWave32(m_context.target) &&
        (ownHeader || m_width.warps() == Warps::Unknown)) {
        leaveLanes(m_ptx);
    }
    for (const PtxStatement& one : m_ptx) {
        if (isWorkCancelled()) {
            return;
        }
        int link = -1;
        const QByteArray replacement = ptxReplacement(one, narrow, link);
        const Captures captures = {{QStringLiteral("what"), one.what},
                                   {QStringLiteral("replacement"), QString::fromUtf8(replacement)}};
        const QString message = fillText(m_rules.ptx->message, captures);
        const bool fixed = !replacement.isEmpty();
        const QByteArray id =
            m_writer.addFinding(*m_rules.ptx, m_file.range(one.span), one.instruction, message,
                                fixed                  ? QString()
                                : one.wayOut.isEmpty() ? m_rules.ptx->wayOut
                                                       : one.wayOut,
                                fixed ? Effort::None : m_rules.ptx->effort, {});
        if (fixed) {
            const QString supplied = QString::fromLatin1(
                one.supplied.data(), static_cast<qsizetype>(one.supplied.size()));
            if (!supplied.isEmpty() && !m_supplied.contains(supplied)) {
                m_supplied.append(supplied);
            }
            Replacement edit;
            edit.range = m_file.range(one.span);
            edit.text = replacement;
            edit.rule = m_rules.ptx;
            edit.findingId = id;
            edit.captures = captures;
            edit.link = link;
            m_edits.append(edit);
        }
    }
}

void CppAnalysis::features()
{
    if (m_isInPlace) {
        return; // nobody asks for them
    }
    FileFeatures& features = m_analysis.features;
    const auto add = [&features](bool present, const char* name) {
        if (present) {
            features.add(FeatureKind::Trait, QLatin1StringView(name));
        }
    };
    add(m_marks.kernel, "kernel");
    add(m_marks.launch, "launch");
    add(!m_ptx.empty(), "inline-ptx");
    add(m_marks.laneMask, "lane-mask");
    add(m_marks.texture, "texture-reference");
    add(m_marks.cooperativeGroups, "cooperative-groups");
    if (m_marks.cubNamespace) {
        features.add(FeatureKind::CubNamespace);
    }
    if (m_marks.thrustCuda) {
        features.add(FeatureKind::ThrustCuda);
    }
    bool cudaHeader = false;
    bool flash = false;
    const bool isPorted = includesGenerated(m_file, m_context.compatHeader);
    for (const CppInclude& include : m_file.includes()) {
        const bool isSeen = (isPorted || !include.inert) && !mayBeOwn(include);
        if (isSeen && (findHeader(include.header) != nullptr ||
                       namesSupplied(include, m_context.target.rocm))) {
            cudaHeader = true;
            features.add(include.quoted ? FeatureKind::CudaIncludeQuoted : FeatureKind::CudaInclude,
                         toText(include.header));
        } else {
            addOwnInclude(include.header, features);
        }
        flash = flash || include.header.find("flash_attn") != std::string_view::npos ||
                include.header.find("flash_fwd") != std::string_view::npos;
    }
    add(cudaHeader, "cuda-header");
    add(flash, "flash-attn");
    addPastedNames(m_file, features);
    addAskedHeaders(m_file, features);
    addSuppliedUses(m_file, m_analysis, m_context, features);
    addPortedUses(m_file, m_macro, features);
    addThrustUses(m_file, features);
    addUnaskedParts(m_file, m_analysis, m_context);
    for (const QString& one : m_supplied) {
        features.add(FeatureKind::Supplied, one);
    }
}

void CppAnalysis::addHunks()
{
    if (m_unsure) {
        return;
    }
    if (!m_edits.isEmpty()) {
        m_file.analyseStructure();
    }
    const qsizetype firstHunk = m_analysis.hunks.size();
    proposeHunks();
    const OwnPath own = ownPathOf(m_file, m_context);
    if (own == OwnPath::Header && isCppHeader(m_analysis.path)) {
        m_analysis.features.add(FeatureKind::OwnAmdHeader);
    }
    const bool isTold = own == OwnPath::Arms && m_context.amdIncluders != nullptr &&
                        m_context.amdIncluders->contains(m_analysis.path.fileName());
    if (own == OwnPath::Arms) {
        m_analysis.features.add(isTold ? FeatureKind::OwnAmdArmsReached : FeatureKind::OwnAmdArms);
    }
    // Headers that stand in for CUDA's bring arms of the port and no include.
    const bool reachesHip = isTold && m_context.strategy != Strategy::ShimHeaders;
    if (own == OwnPath::Header || reachesHip) {
        m_analysis.features.add(FeatureKind::OwnAmdPath);
        leaveToProject(m_analysis, firstHunk,
                       QStringLiteral("The file has code for AMD GPUs of its own, so no edit is "
                                      "proposed: add to it what is missing here."));
    }
}

void CppAnalysis::proposeHunks()
{
    const Strategy strategy = m_context.strategy;
    const bool cudaSource = m_analysis.language == Language::Cuda;
    const bool isExtension = strategy == Strategy::TorchExtension;
    if ((strategy == Strategy::CompatHeader || isExtension) && m_rules.api.header != nullptr &&
        m_analysis.language != Language::Hip && !m_context.compatHeader.isEmpty()) {
        QVector<QByteArray> ids;
        for (const Finding& finding : m_analysis.findings) {
            if (finding.ruleId == m_rules.api.header->id) {
                ids.append(finding.id);
            }
        }
        // nvcc puts CUDA's runtime before each .cu file, and what the file includes may rest on it.
        const TranslateOptions::Place place = placeOf(m_analysis.path);
        const bool unit = place == TranslateOptions::Place::Unit && !m_file.includes().empty();
        const bool maps = cudaSource && (!m_analysis.apiUses.isEmpty() || m_marks.kernel ||
                                         m_marks.launch || unit);
        // A fragment may stand inside a class; its includer has the names.
        const bool fragment = place == TranslateOptions::Place::Fragment;
        const bool needsHeader =
            (maps && !isExtension && !fragment) || needsSupplied(m_file, m_analysis, m_context);
        addIncludeHunk(m_file, *m_rules.api.header, m_context, needsHeader, ids, m_writer);
    }
    const bool translated = writesNames(strategy);
    const CppStyle style =
        m_context.style ? m_context.style->cppStyle(m_analysis.path) : CppStyle();
    const bool holdsCuda = cudaSource || !m_edits.isEmpty();
    if (translated && m_analysis.language != Language::Hip && holdsCuda) {
        const RepoPath sibling =
            strategy == Strategy::Sibling ? siblingPath(m_analysis.path) : RepoPath();
        const bool guarded = strategy == Strategy::Sibling && sibling.isEmpty();
        addGatedHunks(m_file, std::move(m_edits), guarded ? GateMode::Guarded : GateMode::Plain,
                      m_macro, sibling, style, m_writer);
        return;
    }
    addGatedHunks(m_file, std::move(m_edits), GateMode::Guarded, m_macro, {}, style, m_writer);
}

} // namespace

void analyseCpp(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis)
{
    CppAnalysis(source, lexC(source.view()), context, false, analysis).run();
}

void analyseCppInPlace(const SourceBuffer& source, const std::vector<CToken>& tokens,
                       const AnalysisContext& context, FileAnalysis& analysis)
{
    CppAnalysis(source, tokens, context, true, analysis).run();
}

} // namespace rocport
