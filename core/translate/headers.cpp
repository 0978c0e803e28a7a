#include "core/translate/headers.h"

#include "core/base/cancelscope.h"
#include "core/text/bytesearch.h"
#include "core/translate/notes.h"
#include "core/translate/portability.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

Version versionOf(std::string_view text)
{
    return Version::parse(toText(text)).value_or(Version());
}

HeaderTarget targetLikeHipify(const HeaderFact& fact, const NameOptions& names)
{
    const bool rocm6 = names.rocm.major() < 7;
    if (fact.notInHipify) {
        return {};
    }
    if (fact.dropped) {
        return {HeaderTarget::Drop, {}};
    }
    if (fact.unsupported) {
        return {HeaderTarget::Unsupported, {}};
    }
    if (fact.cuda == "cudnn.h"sv && !rocm6 && !names.roc && !names.miopen) {
        return {};
    }
    const bool miopen = names.miopen && fact.cuda == "cudnn.h"sv;
    if ((names.roc || miopen) && !fact.roc.empty()) {
        return {HeaderTarget::Rename, fact.roc};
    }
    if (rocm6 && fact.hipRocm6 == "-"sv) {
        return {};
    }
    if (rocm6 && !fact.hipRocm6.empty()) {
        return {HeaderTarget::Rename, fact.hipRocm6};
    }
    return {HeaderTarget::Rename, fact.hip};
}

class HeaderPass
{
public:
    explicit HeaderPass(TranslateContext& context) : m_context(context) {}

    void run(bool needsRuntime)
    {
        for (const IncludeHit& include : m_context.scan.includes) {
            translate(include);
        }
        const bool enough = m_runtime || (m_runtimeApi && !needsDevice()) ||
                            m_context.options.place == TranslateOptions::Place::Fragment;
        if (needsRuntime && !enough) {
            insertRuntime();
        }
    }

private:
    [[nodiscard]] bool needsDevice() const
    {
        return m_context.scan.deviceCode || !m_context.scan.launches.empty();
    }

    void translate(const IncludeHit& include)
    {
        std::string storage;
        const std::string_view written =
            spelling(m_context.walk.token(include.name), m_context.walk.source(), storage);
        if (written.size() < 2) {
            return;
        }
        const std::string_view path = written.substr(1, written.size() - 2);
        if (!include.header) {
            notice(path, include);
            return;
        }
        const bool quoted = written.front() == '"';
        const HeaderTarget target = headerTarget(*include.header, m_context.options, quoted);
        switch (target.kind) {
        case HeaderTarget::Keep:
            return;
        case HeaderTarget::Unsupported:
            note(include);
            return;
        case HeaderTarget::Drop:
            if (isRemovable(include)) {
                remove(include);
            }
            return;
        case HeaderTarget::Rename:
            break;
        }
        if (isVisible(target.name, include) && isRemovable(include)) {
            remove(include);
            return;
        }
        notice(target.name, include);
        const ByteRange range = m_context.rangeOf(include.name);
        const QByteArray name = toBytes(target.name);
        TranslateItem& item = m_context.addEdit(
            TranslateTopic::Header, range, {range, quoted ? '"' + name + '"' : '<' + name + '>'});
        item.header = include.header;
        if (isInExternC(range.begin)) {
            wrap(include);
        }
    }

    /// The blocks of extern "C"; CUDA's headers can be included there, HIP's hold templates.
    void findExternC()
    {
        const TokenWalk& walk = m_context.walk;
        if (m_context.options.likeHipify || !holdsText(walk.source(), "\"C\"")) {
            return;
        }
        for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
            if (!walk.is(i, "extern") || !walk.is(walk.next(i), "\"C\"")) {
                continue;
            }
            // The brace may stand under a condition of its own.
            const int open = walk.next(walk.next(i));
            if (walk.is(open, "{")) {
                m_externC.emplace_back(open, walk.partner(open));
            }
        }
    }

    [[nodiscard]] bool isInExternC(qsizetype offset)
    {
        if (!std::exchange(m_knowsExternC, true)) {
            findExternC();
        }
        return std::any_of(m_externC.begin(), m_externC.end(), [&](const std::pair<int, int>& one) {
            return m_context.rangeOf(one.first).begin < offset &&
                   (one.second < 0 || offset <= m_context.rangeOf(one.second).begin);
        });
    }
    static QByteArray openCpp(const QByteArray& newline)
    {
        return "#ifdef __cplusplus" + newline + "extern \"C++\" {" + newline + "#endif" + newline;
    }
    static QByteArray closeCpp(const QByteArray& newline)
    {
        return "#ifdef __cplusplus" + newline + '}' + newline + "#endif";
    }

    /// Puts the line of an include into C++ linkage.
    void wrap(const IncludeHit& include)
    {
        const auto& tokens = m_context.walk.tokens();
        auto last = size_t(include.name);
        while (last + 1 < tokens.size() && tokens[last].kind != CTokenKind::Newline) {
            ++last;
        }
        const qsizetype begin = lineStartOf(m_context, include.directive);
        const qsizetype end = qsizetype(tokens[last].end);
        const QByteArray newline = m_context.source.newlineAt(begin);
        const bool ends = tokens[last].kind == CTokenKind::Newline;
        const auto insert = [&](qsizetype at, const QByteArray& text) {
            m_context.addEdit(TranslateTopic::Header, {at, at}, {{at, at}, text}).header =
                include.header;
        };
        insert(begin, openCpp(newline));
        insert(end, (ends ? QByteArray() : newline) + closeCpp(newline) +
                        (ends ? newline : QByteArray()));
    }

    /// Remembers that a header is there from this line on, in its branch.
    void notice(std::string_view path, const IncludeHit& include)
    {
        m_runtime |= path == "hip/hip_runtime.h"sv;
        m_runtimeApi |= path == "hip/hip_runtime_api.h"sv;
        if (path.starts_with("hip"sv) || path.starts_with("roc"sv) ||
            path.starts_with("miopen"sv)) {
            m_seen[std::string(path)].push_back(include.branch);
        }
    }

    [[nodiscard]] bool isVisible(std::string_view target, const IncludeHit& include)
    {
        const auto it = m_seen.find(std::string(target));
        if (it == m_seen.end()) {
            return false;
        }
        // Branches that ended before this line bring nothing; they end in the order of their begin
        // or earlier, so that looking at the last few is enough to stay linear.
        std::vector<int>& branches = it->second;
        while (!branches.empty() &&
               m_context.scan.branchEnds[size_t(branches.back())] <= include.directive) {
            branches.pop_back();
        }
        return !branches.empty();
    }

    void note(const IncludeHit& include)
    {
        const HeaderFact& fact = *include.header;
        TranslateItem& item = m_context.addNote(
            TranslateTopic::Unsupported, m_context.rangeOf(include.directive, include.name),
            unsupportedHeaderMessage(fact, m_context.options.names));
        item.header = include.header;
        item.wayOut = headerWayOut(fact);
        item.effort = Effort::Hours;
    }

    /// Whether nothing but comments follows the name on its line: else the rest of it would become
    /// a line of its own ("#include <cuda.h>#if 0").
    [[nodiscard]] bool isRemovable(const IncludeHit& include) const
    {
        const auto& tokens = m_context.walk.tokens();
        const auto next = size_t(include.name) + 1;
        return next >= tokens.size() || tokens[next].kind == CTokenKind::Newline ||
               tokens[next].kind == CTokenKind::Comment;
    }

    /// Takes the include away, the whole line when nothing else stands on it.
    void remove(const IncludeHit& include)
    {
        const ByteRange directive = m_context.rangeOf(include.directive, include.name);
        ByteRange cut = directive;
        const auto& tokens = m_context.walk.tokens();
        const auto next = size_t(include.name) + 1;
        const bool lastOnLine = next >= tokens.size() || tokens[next].kind == CTokenKind::Newline;
        if (lastOnLine) {
            cut.end = next < tokens.size() ? qsizetype(tokens[next].end)
                                           : m_context.source.bytes().size();
            cut.begin = lineStartOf(m_context, include.directive);
        }
        TranslateItem& item = m_context.addEdit(TranslateTopic::Header, directive, {cut, {}});
        item.header = include.header;
    }

    void insertRuntime()
    {
        const TopOfFile top = topOfFile(m_context);
        const QByteArray newline = m_context.source.newlineAt(top.offset);
        QByteArray line = "#include <hip/hip_runtime.h>";
        if (isInExternC(top.offset)) {
            line = openCpp(newline) + line + newline + closeCpp(newline);
        }
        TranslateItem& item = m_context.addEdit(
            TranslateTopic::Header, {top.offset, top.offset},
            {{top.offset, top.offset}, top.newlineFirst ? newline + line : line + newline});
        item.header = findHeader("cuda_runtime.h"sv);
    }

    TranslateContext& m_context;
    bool m_runtime = false;
    bool m_runtimeApi = false;
    bool m_knowsExternC = false;
    std::vector<std::pair<int, int>> m_externC; ///< tokens of the braces; -1: it does not end
    std::unordered_map<std::string, std::vector<int>> m_seen;
};

} // namespace

bool isCudaHeaderName(std::string_view header)
{
    constexpr std::array kBegins = {"cu"sv, "nv"sv, "nccl"sv, "thrust/"sv, "cooperative_groups"sv};
    return header == "vector_functions.h"sv ||
           std::any_of(kBegins.begin(), kBegins.end(),
                       [header](std::string_view begin) { return header.starts_with(begin); });
}

HeaderTarget headerTarget(const HeaderFact& fact, const TranslateOptions& options, bool quoted)
{
    const NameOptions& names = options.names;
    if (options.likeHipify) {
        return targetLikeHipify(fact, names);
    }
    if (names.asTorch) {
        return fact.torch.empty() ? HeaderTarget() : HeaderTarget{HeaderTarget::Rename, fact.torch};
    }
    if (quoted && fact.notInHipify && !isCudaHeaderName(fact.cuda)) {
        return {};
    }
    if (fact.cuda.starts_with("helper_"sv)) { // of the CUDA samples: sources that get ported too
        return {};
    }
    if (fact.dropped) {
        return {HeaderTarget::Drop, {}};
    }
    const bool miopen = names.miopen && fact.cuda.starts_with("cudnn"sv);
    if ((names.roc || miopen) && !fact.roc.empty()) {
        return {HeaderTarget::Rename, fact.rocInstalled.empty() ? fact.roc : fact.rocInstalled};
    }
    if (fact.unsupported || fact.cuda == "cudnn.h"sv) { // hipDNN is discontinued
        return {HeaderTarget::Unsupported, {}};
    }
    if (!fact.hipAdded.empty() && names.rocm < versionOf(fact.hipAdded)) {
        return {HeaderTarget::Unsupported, {}};
    }
    return {HeaderTarget::Rename, fact.installed.empty() ? fact.hip : fact.installed};
}

void translateHeaders(TranslateContext& context, bool needsRuntime)
{
    HeaderPass(context).run(needsRuntime);
}

} // namespace rocport
