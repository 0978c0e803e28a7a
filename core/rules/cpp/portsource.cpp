#include "core/rules/cpp/portsource.h"

#include "core/base/cancelscope.h"
#include "core/base/repopath.h"
#include "core/facts/facts.h"
#include "core/rules/cpp/analyseinplace.h"
#include "core/rules/cpp/lanemask.h"
#include "core/rules/cpp/patternindex.h"
#include "core/rules/hunkedits.h"
#include "core/rules/packs/packwork.h"
#include "core/text/bytes.h"
#include "core/text/bytesearch.h"
#include "core/text/charclass.h"
#include "core/translate/compatdevice.h"
#include "core/translate/computetypes.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace rocport {

namespace {

/// The last release family that declares the `_sync` functions on request only.
const Version kBeforeSync{6, 4};

bool changesCode(const Rule& rule)
{
    return rule.matcher != MatcherKind::ApiTable && !rule.fix.transform.isEmpty() &&
           rule.phase >= Phase::Detection && rule.phase <= Phase::Wavefront &&
           (rule.languages.contains(Language::Cuda) || rule.languages.contains(Language::Cpp));
}

/// "(T a," or "(double* a": the head of a definition rather than the arguments of a call.
bool beginsParameters(std::string_view text, const std::vector<CToken>& tokens, size_t open)
{
    if (open + 3 >= tokens.size() || tokens[open].text(text) != "(") {
        return false;
    }
    size_t at = open + 1;
    at += tokens[at].text(text) == "const" ? 1 : 0;
    if (tokens[at].kind != CTokenKind::Identifier || at + 2 >= tokens.size()) {
        return false;
    }
    const std::string_view after = tokens[at + 1].text(text);
    return tokens[at + 1].kind == CTokenKind::Identifier ||
           ((after == "*" || after == "&") && tokens[at + 2].kind == CTokenKind::Identifier);
}

/// hipBLAS names whose ROCm 6 header declares the signature that CUDA code expects only under
/// HIPBLAS_V2. (Fact: HIPIFY 6.3 appends _v2 to them, HIPIFY 7.0 does not.)
const std::unordered_set<std::string_view>& namesOfHipblasV2()
{
    static const std::unordered_set<std::string_view> names = [] {
        std::unordered_set<std::string_view> set;
        size_t count = 0;
        const ApiFact* const facts = allApis(count);
        for (size_t i = 0; i < count; ++i) {
            const ApiFact& fact = facts[i];
            if (fact.hip.starts_with("hipblas") && fact.hipRocm6.ends_with("_v2") &&
                fact.hipRocm6.substr(0, fact.hipRocm6.size() - 3) == fact.hip) {
                set.insert(fact.hip);
            }
        }
        return set;
    }();
    return names;
}

/// The macros that ROCm 6 wants before its headers for the names in a translated text. ROCm 7
/// knows none of them.
std::vector<QByteArray> requestsOf(std::string_view text, const std::vector<CToken>& tokens)
{
    bool sync = false;
    bool blas = false;
    bool half = false;
    CancelLook isCancelled;
    for (const CToken& token : tokens) {
        if (isCancelled()) {
            break;
        }
        if (token.kind != CTokenKind::Identifier) {
            continue;
        }
        const std::string_view word = token.text(text);
        if (word.ends_with("_sync") && !sync) {
            const size_t before = token.begin == 0
                                      ? std::string_view::npos
                                      : text.find_last_not_of(" \t\r\n", token.begin - 1);
            const bool scoped = before != std::string_view::npos && text[before] == ':';
            const WarpBuiltin builtin = warpBuiltin(word);
            sync = !scoped && builtin != WarpBuiltin::None && builtin != WarpBuiltin::Reduce;
        } else if (word.starts_with("hipblas")) {
            blas = blas || namesOfHipblasV2().contains(word);
            half = half || (word.starts_with("hipblasH") && !word.starts_with("hipblasHandle"));
        }
    }
    std::vector<QByteArray> requests;
    if (sync) {
        requests.emplace_back("HIP_ENABLE_WARP_SYNC_BUILTINS");
    }
    if (blas) {
        requests.emplace_back("HIPBLAS_V2");
    }
    if (half) {
        requests.emplace_back("HIPBLAS_USE_HIP_HALF");
    }
    return requests;
}

/// Whether "_sync" ends a word somewhere: that of __syncthreads() does not.
bool holdsSyncWord(std::string_view text)
{
    constexpr std::string_view kEnd = "_sync";
    for (size_t at = findText(text, kEnd); at != std::string_view::npos;
         at = findText(text, kEnd)) {
        text.remove_prefix(at + kEnd.size());
        // A backslash may be a line splice within the word.
        if (text.empty() || !isIdentifierByte(text.front())) {
            return true;
        }
    }
    return false;
}

QVector<Finding> leftForAPerson(const FileAnalysis& analysis)
{
    QSet<QByteArray> answered;
    for (const Hunk& hunk : analysis.hunks) {
        if (isWorkCancelled()) {
            break;
        }
        for (const QByteArray& id : hunk.findingIds) {
            answered.insert(id);
        }
    }
    QVector<Finding> left;
    for (const Finding& finding : analysis.findings) {
        if (isWorkCancelled()) {
            break;
        }
        const bool changesResults = finding.severity == Severity::Warning;
        if (finding.severity != Severity::Info &&
            (changesResults || !answered.contains(finding.id))) {
            left.append(finding);
        }
    }
    return left;
}

/// CUDA's macros for calling conventions say nothing outside of Windows, and HIP has none.
QByteArray withoutCallingConventions(const QByteArray& translated)
{
    const std::string_view text = viewOf(translated);
    const bool mayHold = holdsText(text, "CUDA"); // as each name does
    if (!mayHold || std::none_of(kCallingConventions.begin(), kCallingConventions.end(),
                                 [text](std::string_view name) { return holdsText(text, name); })) {
        return translated;
    }
    const auto named = [text](const CToken& token) {
        return token.kind == CTokenKind::Identifier && !token.inDirective &&
               isCallingConvention(token.text(text));
    };
    const std::vector<CToken> tokens = lexC(text);
    const bool unsure = std::any_of(tokens.begin(), tokens.end(),
                                    [](const CToken& token) { return token.unterminated; });
    if (unsure || std::none_of(tokens.begin(), tokens.end(), named)) {
        return translated;
    }
    QByteArray result;
    size_t at = 0;
    for (const CToken& token : tokens) {
        if (named(token)) {
            result.append(text.data() + at, static_cast<qsizetype>(token.begin - at));
            at = token.end;
            at += at < text.size() && text[at] == ' ' ? 1 : 0;
        }
    }
    result.append(text.data() + at, static_cast<qsizetype>(text.size() - at));
    return result;
}

} // namespace

SourcePorter SourcePorter::load(std::optional<Version> rocm)
{
    return with(RuleSet::load().rules, rocm);
}

SourcePorter SourcePorter::with(const RuleSet& rules, std::optional<Version> rocm)
{
    SourcePorter porter;
    porter.m_all = std::make_shared<const RuleSet>(rules);
    porter.m_rules = std::make_shared<const RuleSet>(rules.only(changesCode));
    porter.m_packWork = std::make_shared<PackWork>();
    porter.m_portable = !rocm;
    porter.m_target.rocm = rocm.value_or(kBeforeSync);
    return porter;
}

/// Whether a token is one that the rules can start from. It only has to be cheap: most files of a
/// project hold none.
bool SourcePorter::mayChange(std::string_view text, const std::vector<CToken>& tokens) const
{
    const PatternIndex& patterns = *m_rules->patterns();
    for (size_t i = 0; i < tokens.size() && !isWorkCancelledAt(static_cast<long long>(i)); ++i) {
        if (tokens[i].kind != CTokenKind::Identifier) {
            continue;
        }
        const std::string_view word = tokens[i].text(text);
        if (word.size() >= 3 && (word == "asm" || word == "__asm__" || word == "operator" ||
                                 word == "cub" || patterns.startingWith(word) != nullptr)) {
            return true;
        }
        const bool warp = word.starts_with("__") &&
                          (warpBuiltin(word) != WarpBuiltin::None || word == "__CUDA_ARCH__");
        const bool own = (word == "max" || word == "min" || word.starts_with("atomic")) &&
                         beginsParameters(text, tokens, i + 1);
        if (warp || own || word.starts_with("cudaFunc") || word.starts_with("CUDART_") ||
            word == "CUDA_VERSION" || computeTypeArgument(word) >= 0) {
            return true;
        }
    }
    return false;
}

std::optional<QByteArray> SourcePorter::prepare(const RepoPath& path, const SourceBuffer& source,
                                                const std::vector<CToken>& tokens,
                                                QVector<Finding>* left) const
{
    if (!source.isEditable() || !mayChange(source.view(), tokens)) {
        return {};
    }
    AnalysisContext context;
    context.rules = m_rules;
    context.target = m_target;
    context.strategy = Strategy::InPlace;
    context.packWork = m_packWork;
    context.proves = false; // the edits are made in place, whatever NVIDIA would see
    const FileAnalysis analysis =
        analyseInPlace(path, languageOfFile(path.fileName()), source, tokens, context);
    if (left != nullptr) {
        *left = leftForAPerson(analysis);
    }
    if (analysis.hunks.isEmpty()) {
        return {};
    }
    // The edits were made for this very text.
    const Result<EditSet> edits = joinHunks(source.bytes(), {}, analysis.hunks);
    Result<QByteArray> made =
        edits ? edits->applyToKnown(source.bytes()) : Result<QByteArray>(edits.error());
    return made ? std::optional<QByteArray>(*std::move(made)) : std::nullopt;
}

QVector<Error> SourcePorter::packProblems() const
{
    return m_packWork ? m_stopped + m_packWork->problems() : m_stopped;
}

bool SourcePorter::isAnyStopped() const
{
    return m_packWork && m_packWork->isAnyStopped();
}

SourcePorter SourcePorter::withoutStopped(bool withoutAll) const
{
    SourcePorter porter = *this;
    const QStringList stopped = m_packWork->stopped();
    const bool all = withoutAll || m_packWork->isAllStopped();
    porter.m_all = std::make_shared<const RuleSet>(m_all->without([&](const Rule& rule) {
        return rule.origin != PackOrigin::BuiltIn && (all || stopped.contains(rule.packFile));
    }));
    porter.m_rules = std::make_shared<const RuleSet>(porter.m_all->only(changesCode));
    porter.m_packWork = std::make_shared<PackWork>();
    porter.m_stopped = packProblems();
    return porter;
}

QByteArray SourcePorter::finish(const QByteArray& text) const
{
    if (isWorkCancelled()) {
        return text;
    }
    QByteArray translated = withoutCallingConventions(text);
    const std::string_view view = viewOf(translated);
    if (!m_portable || (!holdsSyncWord(view) && !holdsText(view, "hipblas"))) {
        return translated;
    }
    const std::vector<CToken> tokens = lexC(view);
    const bool unsure = std::any_of(tokens.begin(), tokens.end(),
                                    [](const CToken& token) { return token.unterminated; });
    const auto header = std::find_if(tokens.begin(), tokens.end(), [](const CToken& token) {
        return token.kind == CTokenKind::HeaderName;
    });
    if (unsure || header == tokens.end()) {
        return translated;
    }
    const std::vector<QByteArray> requests = requestsOf(view, tokens);
    if (requests.empty()) {
        return translated;
    }
    QByteArray lines;
    const QByteArray end = translated.contains("\r\n") ? "\r\n" : "\n";
    for (const QByteArray& request : requests) {
        if (!translated.contains(request)) {
            lines +=
                "#ifndef " + request + end + "#define " + request + " 1" + end + "#endif" + end;
        }
    }
    if (lines.isEmpty()) {
        return translated;
    }
    const auto hash =
        std::find_if(std::make_reverse_iterator(header), tokens.rend(),
                     [](const CToken& token) { return token.kind == CTokenKind::Directive; });
    QByteArray result = translated;
    auto at = static_cast<qsizetype>(hash->begin);
    while (at > 0 && (translated.at(at - 1) == ' ' || translated.at(at - 1) == '\t')) {
        --at; // the indentation stays with the include
    }
    result.insert(at, lines);
    return result;
}

} // namespace rocport
