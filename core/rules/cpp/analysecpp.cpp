#include "core/base/cancelscope.h"
#include "core/facts/facts.h"
#include "core/rules/cpp/analyseinplace.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cpplanes.h"
#include "core/rules/cpp/cppmarks.h"
#include "core/rules/cpp/cppparts.h"
#include "core/rules/cpp/cpppasted.h"
#include "core/rules/cpp/cpprules.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/cpptranslate.h"
#include "core/rules/cpp/ownincludes.h"
#include "core/rules/cpp/portedarms.h"
#include "core/rules/cpp/tokenpattern.h"
#include "core/text/bytes.h"

#include <QHash>
#include <QStringList>

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

bool isInScope(CppScope scope, Language language, Strategy strategy)
{
    switch (scope) {
    case CppScope::Cuda:
        return language != Language::Hip;
    case CppScope::Extension:
        return language != Language::Hip && strategy == Strategy::TorchExtension;
    case CppScope::Any:
        return true;
    case CppScope::Supplied:
        return suppliesMissing(strategy);
    }
    return false;
}

/// Whether a text holds one of the words without which a row finds nothing.
bool holdsWordsOf(const CppBuiltin& row, std::string_view text)
{
    return row.words.front().empty() ||
           std::any_of(row.words.begin(), row.words.end(), [&](std::string_view word) {
               return !word.empty() && text.find(word) != std::string_view::npos;
           });
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
          m_rules(context.rules->applicable(analysis.language, context.target), context.strategy),
          m_marks(markCpp(m_file)),
          m_lanes(m_file, m_marks, m_rules, context, analysis),
          m_isInPlace(isInPlace)
    {
    }

    void run()
    {
        for (const auto stage :
             {&CppAnalysis::patterns, &CppAnalysis::translate, &CppAnalysis::builtins,
              &CppAnalysis::features, &CppAnalysis::addHunks}) {
            if (isWorkCancelled()) {
                return;
            }
            (this->*stage)();
        }
    }

private:
    void translate();
    void patterns()
    {
        m_covered = matchTokenPatterns(m_file, m_context, m_rules.patterns(), m_writer, m_edits);
    }
    void builtins();
    void features();
    void addHunks();
    void proposeHunks();
    void joinWarps();

    const AnalysisContext& m_context;
    FileAnalysis& m_analysis;
    QByteArray m_macro;
    CppFile m_file;
    ProposalWriter m_writer;
    CppRules m_rules;
    CppMarks m_marks;
    CppLanes m_lanes;
    QVector<Replacement> m_edits;
    QSet<qsizetype> m_covered; ///< offsets that a token pattern has spoken of
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
    if (m_isInPlace && isWhole && m_rules.api().speakOfDeviceOnly() &&
        (m_rules.api().deviceMissing == nullptr || !mayLackDevice(m_file, options.names))) {
        return; // the caller translates names and headers afterwards
    }
    const Translation translation = translateTokens(m_file.source(), m_file.tokens(), options);
    m_unsure = translation.wholeFileUnsure;
    if (m_analysis.language == Language::Hip) {
        return;
    }
    m_analysis.apiUses = translation.uses;
    for (ApiUse& use : m_analysis.apiUses) {
        if (use.status != apiStatusId(ApiStatus::Supported) &&
            suppliesName(use.name.toStdString(), m_context)) {
            use.status = apiStatusId(ApiStatus::Supported);
        }
    }
    reportTranslation(m_file, translation, m_rules.api(), m_context, m_covered, m_writer, m_edits);
    if (m_marks.launch) {
        reportLaunches(m_file, m_rules.api().launch, !writesNames(m_context.strategy), m_writer);
    }
}

/// The analyses of cppBuiltins() that a rule names and that this file is worth.
void CppAnalysis::builtins()
{
    void (*done)(const CppInput&) = nullptr;
    for (const CppBuiltin& row : cppBuiltins()) {
        const Rule* const rule = m_rules.of(row);
        if (rule == nullptr || row.run == done || !row.isWorthwhile(m_marks) ||
            !isInScope(row.scope, m_analysis.language, m_context.strategy) ||
            !holdsWordsOf(row, m_file.source().view())) {
            continue;
        }
        m_file.analyseStructure();
        if (isWorkCancelled()) {
            return;
        }
        row.run({m_file, *rule, m_rules, m_context, m_lanes, m_writer, m_edits});
        done = row.run;
    }
}

void CppAnalysis::features()
{
    if (m_isInPlace) {
        return; // nobody asks for them
    }
    if (m_marks.inlineAsm) {
        m_lanes.find(); // whatever rules apply
    }
    FileFeatures& features = m_analysis.features;
    const auto add = [&features](bool present, const char* name) {
        if (present) {
            features.add(FeatureKind::Trait, QLatin1StringView(name));
        }
    };
    add(m_marks.kernel, "kernel");
    add(m_marks.launch, "launch");
    add(!m_lanes.ptx().empty(), "inline-ptx");
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
    for (const QString& one : m_lanes.supplied()) {
        features.add(FeatureKind::Supplied, one);
    }
}

void CppAnalysis::addHunks()
{
    if (m_unsure) {
        return;
    }
    if (!m_isInPlace) {
        m_edits.removeIf([this](const Replacement& edit) {
            return portedArmAt(m_file, edit.range.begin) != nullptr;
        });
        markPorted(m_file, m_analysis);
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
    if (!m_isInPlace) {
        joinWarps();
    }
}

/// One finding for what is said of many places that count lanes: of those that no change answers,
/// and of those that one change answers. Others stay apart, since each change is decided alone.
void CppAnalysis::joinWarps()
{
    QHash<QByteArray, QString> hunkOf; // by finding
    for (const Hunk& hunk : std::as_const(m_analysis.hunks)) {
        for (const QByteArray& id : hunk.findingIds) {
            const bool isSecond = hunkOf.contains(id);
            hunkOf.insert(id, isSecond ? QString() : QString::fromLatin1(hunk.key));
        }
    }
    m_writer.joinRepeated([&](const Finding& one) {
        const auto hunk = hunkOf.constFind(one.id);
        const bool isShared = hunk != hunkOf.constEnd() && hunk->isEmpty();
        if (!one.ruleId.startsWith(u"warp-") || isShared || one.places > 1) {
            return QString();
        }
        // What is said, whatever names it says it of.
        const QStringList parts = one.message.split(u'`');
        QStringList key = {one.ruleId,
                           hunk == hunkOf.constEnd() ? QString() : *hunk,
                           one.wayOut,
                           QString::number(static_cast<int>(one.severity)),
                           QString::number(static_cast<int>(one.effort)),
                           one.ported ? QStringLiteral("ported") : QString()};
        for (qsizetype i = 0; i < parts.size(); i += 2) {
            key.append(parts.at(i));
        }
        return key.join(u'\n');
    });
}

void CppAnalysis::proposeHunks()
{
    const Strategy strategy = m_context.strategy;
    const bool cudaSource = m_analysis.language == Language::Cuda;
    const bool isExtension = strategy == Strategy::TorchExtension;
    if ((strategy == Strategy::CompatHeader || isExtension) && m_rules.api().header != nullptr &&
        m_analysis.language != Language::Hip && !m_context.compatHeader.isEmpty()) {
        QVector<QByteArray> ids;
        for (const Finding& finding : m_analysis.findings) {
            if (finding.ruleId == m_rules.api().header->id) {
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
        addIncludeHunk(m_file, *m_rules.api().header, m_context, needsHeader, ids, m_writer);
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
