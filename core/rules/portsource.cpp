#include "core/rules/portsource.h"

#include "core/base/repopath.h"
#include "core/rules/analyse.h"
#include "core/rules/lanemask.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// The last release family that declares the `_sync` functions on request only.
const Version kBeforeSync{6, 4};
const QByteArray kRequest = QByteArrayLiteral("HIP_ENABLE_WARP_SYNC_BUILTINS");

bool changesCode(const Rule& rule)
{
    return rule.matcher != MatcherKind::ApiTable && !rule.fix.transform.isEmpty() &&
           rule.phase >= Phase::Detection && rule.phase <= Phase::Wavefront &&
           (rule.languages.contains(Language::Cuda) || rule.languages.contains(Language::Cpp));
}

/// Whether the bytes hold one of the words that the rules above can start from. It only has to be
/// cheap: most files of a project hold none.
bool mayChange(std::string_view text)
{
    static constexpr std::array<std::string_view, 8> words = {
        "_sync", "__shfl", "__ballot", "__activemask", "__syncwarp", "asm", "warpSize", "cub::"};
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    });
}

} // namespace

SourcePorter SourcePorter::load(std::optional<Version> rocm)
{
    SourcePorter porter;
    porter.m_rules = std::make_shared<const RuleSet>(RuleSet::load().rules.only(changesCode));
    porter.m_portable = !rocm;
    porter.m_target.rocm = rocm.value_or(kBeforeSync);
    return porter;
}

QByteArray SourcePorter::prepare(const RepoPath& path, const SourceBuffer& source) const
{
    if (!source.isEditable() || !mayChange(source.view())) {
        return source.bytes();
    }
    AnalysisContext context;
    context.rules = m_rules;
    context.target = m_target;
    context.strategy = Strategy::InPlace;
    const FileAnalysis analysis =
        analyseFile(path, languageOfFile(path.fileName()), source, context);
    if (analysis.hunks.isEmpty()) {
        return source.bytes();
    }
    Result<QByteArray> made = applyHunks(source.bytes(), analysis.hunks);
    return made ? *std::move(made) : source.bytes();
}

QByteArray SourcePorter::finish(const QByteArray& translated) const
{
    const std::string_view text(translated.constData(), static_cast<size_t>(translated.size()));
    if (!m_portable || text.find("_sync") == std::string_view::npos ||
        text.find(kRequest.constData()) != std::string_view::npos) {
        return translated;
    }
    const std::vector<CToken> tokens = lexC(text);
    const auto asks = [text](const CToken& token) {
        const size_t before = text.find_last_not_of(" \t\r\n", token.begin - 1);
        const bool scoped =
            token.begin > 0 && before != std::string_view::npos && text[before] == ':';
        if (token.kind != CTokenKind::Identifier || scoped) {
            return false;
        }
        const std::string_view word = token.text(text);
        return word.size() > 5 && word.substr(word.size() - 5) == "_sync" &&
               warpBuiltin(word) != WarpBuiltin::None && warpBuiltin(word) != WarpBuiltin::Reduce;
    };
    const bool unsure = std::any_of(tokens.begin(), tokens.end(),
                                    [](const CToken& token) { return token.unterminated; });
    if (unsure || std::none_of(tokens.begin(), tokens.end(), asks)) {
        return translated;
    }
    const auto header = std::find_if(tokens.begin(), tokens.end(), [](const CToken& token) {
        return token.kind == CTokenKind::HeaderName;
    });
    if (header == tokens.end()) {
        return translated;
    }
    const auto hash =
        std::find_if(std::make_reverse_iterator(header), tokens.rend(),
                     [](const CToken& token) { return token.kind == CTokenKind::Directive; });
    const bool crlf = translated.contains("\r\n");
    const QByteArray end = crlf ? "\r\n" : "\n";
    QByteArray result = translated;
    result.insert(hash->begin, "#ifndef " + kRequest + end + "#define " + kRequest + " 1" + end +
                                   "#endif" + end);
    return result;
}

} // namespace rocport
