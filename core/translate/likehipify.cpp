#include "core/translate/likehipify.h"

#include "core/translate/headers.h"
#include "core/translate/notes.h"

#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

class LikeHipify
{
public:
    LikeHipify(TranslateContext& context, bool isCuda) : m_context(context), m_isCuda(isCuda) {}

    void run()
    {
        for (const IncludeHit& include : m_context.scan.includes) {
            if (include.header) {
                header(include);
            }
        }
        const MacroTable macros(m_context.walk);
        const LikeHipifyParts parts{m_context, m_set, macros};
        if (m_context.options.launch == LaunchSyntax::Hip) {
            likeLaunches(parts);
        }
        likeCalls(parts);
        likeCub(parts);
        likeHalf2(parts);
        if (m_isCuda && !m_runtime) {
            insertRuntime();
        }
        strings();
        names();
        flush();
    }

private:
    [[nodiscard]] const NameOptions& nameOptions() const { return m_context.options.names; }

    void header(const IncludeHit& include);
    [[nodiscard]] bool excluded(const HeaderFact& fact, std::string_view target);
    void insertRuntime();
    void strings();
    void rewriteString(int token);
    void names();
    void flush();

    TranslateContext& m_context;
    bool m_isCuda;
    bool m_runtime = false; ///< cuda.h or cuda_runtime.h was there, or HIP's own
    bool m_blasV2 = false;
    std::set<std::string_view> m_merged; ///< groups of headers of which one is there
    ReplacementSet m_set;
    std::vector<TextReplacement> m_names; ///< sorted; what overlaps m_set goes
};

/// Headers of one group lead to the same main header; the second one goes.
std::string_view mergeGroup(std::string_view cuda)
{
    if (cuda == "cuda.h"sv || cuda == "cuda_runtime.h"sv) {
        return "runtime"sv;
    }
    if (cuda == "cublas.h"sv || cuda == "cusparse.h"sv || cuda == "cudnn.h"sv ||
        cuda == "cufft.h"sv || cuda == "cuComplex.h"sv) {
        return cuda;
    }
    return cuda.starts_with("cusolver"sv) ? "solver"sv : std::string_view();
}

bool LikeHipify::excluded(const HeaderFact& fact, std::string_view target)
{
    const std::string_view cuda = fact.cuda;
    if (const std::string_view group = mergeGroup(cuda); !group.empty()) {
        return !m_merged.insert(group).second;
    }
    if (cuda == "cublas_v2.h"sv || cuda == "cusparse_v2.h"sv) {
        const bool second = !m_merged.insert(cuda).second;
        return second || m_merged.count(cuda == "cublas_v2.h"sv ? "cublas.h"sv : "cusparse.h"sv);
    }
    if (cuda.starts_with("curand"sv)) {
        if (!nameOptions().roc) {
            const bool main = cuda == "curand.h"sv || target == "hiprand/hiprand_kernel.h"sv;
            return main && !m_merged.insert(target).second;
        }
        const bool merges = target.find("discrete"sv) != std::string_view::npos ||
                            target.find("mtgp32"sv) != std::string_view::npos ||
                            target.find("normal"sv) != std::string_view::npos;
        return merges && cuda != "curand.h"sv && !m_merged.insert(target).second;
    }
    return false;
}

void LikeHipify::header(const IncludeHit& include)
{
    std::string storage;
    const std::string_view written =
        spelling(m_context.walk.token(include.name), m_context.walk.source(), storage);
    const bool quoted = written.starts_with('"');
    const HeaderFact& fact = *include.header;
    if (fact.notInHipify) {
        return;
    }
    const HeaderTarget target = headerTarget(fact, m_context.options, quoted);
    m_blasV2 |= fact.cuda == "cublas_v2.h"sv;
    const bool second = target.kind == HeaderTarget::Rename && excluded(fact, target.name);
    m_runtime |= fact.cuda == "cuda.h"sv || fact.cuda == "cuda_runtime.h"sv;
    if (target.kind == HeaderTarget::Keep) {
        return;
    }
    if (target.kind == HeaderTarget::Unsupported) {
        TranslateItem& item = m_context.addNote(TranslateTopic::Unsupported,
                                                m_context.rangeOf(include.directive, include.name),
                                                unsupportedHeaderMessage(fact, nameOptions()));
        item.header = &fact;
        item.wayOut = headerWayOut(fact);
        item.effort = Effort::Hours;
        return;
    }
    TextReplacement out;
    out.topic = TranslateTopic::Header;
    out.header = &fact;
    if (second || target.kind == HeaderTarget::Drop) {
        out.range = m_context.rangeOf(include.directive, include.name);
    } else {
        out.range = m_context.rangeOf(include.name);
        const QByteArray name = toBytes(target.name);
        out.text = quoted ? '"' + name + '"' : '<' + name + '>';
    }
    m_set.add(std::move(out));
}

/// With a line end before and after: after "#pragma once" or "#ifndef GUARD", whichever comes
/// first; else before the first include, else at the top. With a guard alone it is left out.
void LikeHipify::insertRuntime()
{
    const FileScan& scan = m_context.scan;
    const TokenWalk& walk = m_context.walk;
    for (const IncludeHit& include : scan.includes) {
        const std::string_view text = walk.text(include.name);
        if (text.size() > 2 && text.substr(1, text.size() - 2) == "hip/hip_runtime.h"sv) {
            return;
        }
    }
    qsizetype at = m_context.source.bomLength();
    if (scan.guardIf >= 0 && scan.guardWhole && scan.pragmaOnce < 0) {
        return;
    }
    if (scan.pragmaOnce >= 0) {
        const auto wordEnd = [&](int directive) {
            return m_context.rangeOf(walk.next(walk.next(directive))).end;
        };
        const bool guardFirst =
            scan.guardIf >= 0 && scan.guardWhole && scan.guardIf < scan.pragmaOnce;
        at = wordEnd(guardFirst ? scan.guardIf : scan.pragmaOnce);
    } else if (!scan.includes.empty()) {
        at = m_context.rangeOf(scan.includes.front().directive).begin;
    }
    const QByteArray newline = m_context.source.newlineAt(at);
    TextReplacement out;
    out.range = {at, at};
    out.text = newline + "#include <hip/hip_runtime.h>" + newline;
    out.topic = TranslateTopic::Header;
    out.header = findHeader("cuda_runtime.h"sv);
    m_set.add(std::move(out));
}

void LikeHipify::strings()
{
    for (int i = 0; i < m_context.walk.count(); ++i) {
        const CToken& token = m_context.walk.token(i);
        if (token.kind == CTokenKind::String && !token.spliced && !token.unterminated &&
            m_context.walk.source()[token.begin] == '"') {
            rewriteString(i);
        }
    }
}

/// Words that begin with "cu" and end at a blank or with the literal, as hipify-clang cuts them.
void LikeHipify::rewriteString(int token)
{
    const CToken& t = m_context.walk.token(token);
    const std::string_view text = m_context.walk.source().substr(t.begin + 1, t.end - t.begin - 2);
    const NameOptions& options = nameOptions();
    size_t begin = 0;
    while ((begin = text.find("cu"sv, begin)) != std::string_view::npos) {
        const size_t end = text.find(' ', begin + 4);
        const std::string_view name = text.substr(begin, end - begin);
        const ApiFact* const fact = findApi(name);
        if (fact && fact->kind != ApiKind::Header && fact->isInHipify()) {
            if (fact->library == "dnn"sv && likeHipifySkipsDnn(options)) {
                return;
            }
            NameOptions all = options;
            all.experimental = true;
            if (!likeHipifyName(*fact, all, true).empty()) {
                TextReplacement out;
                const auto at = qsizetype(t.begin) + 1 + qsizetype(begin);
                out.range = {at, at + qsizetype(name.size())};
                // Under --roc it takes the ROC name even where there is none.
                const bool roc = options.roc && (fact->library == "runtime"sv);
                out.text = roc ? toBytes(fact->roc) : toBytes(likeHipifyName(*fact, all, true));
                out.api = fact;
                m_names.push_back(std::move(out));
            }
        }
        if (end == std::string_view::npos) {
            return;
        }
        begin = end + 1;
    }
}

void LikeHipify::names()
{
    for (const NameHit& hit : m_context.scan.names) {
        const ApiFact& fact = *hit.fact;
        if (!fact.isInHipify()) {
            continue;
        }
        const bool dnn = fact.library == "dnn"sv;
        if (dnn && likeHipifySkipsDnn(nameOptions())) {
            continue;
        }
        const std::string_view name = likeHipifyName(fact, nameOptions(), m_blasV2);
        if (name.empty()) {
            addMissingNote(m_context, hit.token, fact);
            continue;
        }
        addDeprecatedNote(m_context, hit.token, fact, name);
        if (name == fact.cuda) {
            continue;
        }
        TextReplacement out;
        out.range = m_context.rangeOf(hit.token);
        out.text = toBytes(name);
        out.topic = fact.status == ApiStatus::Experimental ? TranslateTopic::Experimental
                                                           : TranslateTopic::Api;
        out.api = &fact;
        m_names.push_back(std::move(out));
    }
}

void LikeHipify::flush()
{
    for (TextReplacement& name : m_names) {
        m_set.add(std::move(name));
    }
    for (const auto& [key, replacement] : m_set.all()) {
        TranslateItem& item = m_context.addEdit(replacement.topic, replacement.range,
                                                {replacement.range, replacement.text});
        item.api = replacement.api;
        item.header = replacement.header;
    }
}

} // namespace

bool likeHipifySkipsDnn(const NameOptions& names)
{
    return names.rocm.major() >= 7 && !names.roc && !names.miopen;
}

std::string_view likeHipifyName(const ApiFact& fact, const NameOptions& names, bool hasBlasV2)
{
    if (fact.v2Only && !hasBlasV2) {
        return {};
    }
    // Of the libraries for which it looks for ROC names, one without such a name stays.
    const bool dnn = fact.library == "dnn"sv;
    if (fact.status == ApiStatus::HipOnly && (names.roc || (dnn && names.miopen))) {
        return {};
    }
    return hipNameFor(fact, names);
}

void translateLikeHipify(TranslateContext& context, bool isCuda)
{
    LikeHipify(context, isCuda).run();
}

} // namespace rocport
