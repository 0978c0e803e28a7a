#include "core/translate/portability.h"

#include "core/base/cancelscope.h"

#include <algorithm>
#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

class Portability
{
public:
    Portability(TranslateContext& context, const std::vector<NameHit>& used,
                const std::vector<NameHit>& declared)
        : m_context(context), m_used(used), m_declared(declared)
    {
    }

    void run()
    {
        const TranslateOptions& options = m_context.options;
        const Version& rocm = options.names.rocm;
        if (options.alsoRocm6 || (rocm >= Version{6, 2} && rocm < Version{7, 0})) {
            warpBuiltins();
            hipBlas();
        }
        for (const NameHit& hit : m_declared) {
            if (hit.fact->kind == ApiKind::DeviceFunction && hit.branch > 0) {
                architecture(hit.branch);
            }
        }
    }

private:
    [[nodiscard]] bool mentions(std::string_view name) const
    {
        const auto& tokens = m_context.walk.tokens();
        return std::any_of(tokens.begin(), tokens.end(), [&](const CToken& token) {
            return token.end - token.begin == name.size() &&
                   token.text(m_context.walk.source()) == name;
        });
    }

    void define(qsizetype at, bool newlineFirst, const QByteArray& macro)
    {
        const QByteArray newline = m_context.source.newlineAt(at);
        const QByteArray line = "#define " + macro + " 1";
        m_context.addEdit(TranslateTopic::Header, {at, at},
                          {{at, at}, newlineFirst ? newline + line : line + newline});
    }

    void warpBuiltins();
    void hipBlas();
    void architecture(int branch);

    TranslateContext& m_context;
    const std::vector<NameHit>& m_used;
    const std::vector<NameHit>& m_declared;
    std::set<int> m_conditionsDone;
};

void Portability::warpBuiltins()
{
    // Members any, all and ballot of tiles.
    if (!m_context.scan.cooperativeGroups || mentions("HIP_ENABLE_WARP_SYNC_BUILTINS"sv)) {
        return;
    }
    const TopOfFile top = topOfFile(m_context);
    define(top.offset, top.newlineFirst, "HIP_ENABLE_WARP_SYNC_BUILTINS");
}

/// hipBLAS before 3.0 takes complex numbers, data types and half of its own unless told otherwise.
void Portability::hipBlas()
{
    const IncludeHit* blas = nullptr;
    for (const IncludeHit& include : m_context.scan.includes) {
        const bool fits = include.header && (include.header->cuda == "cublas_v2.h"sv ||
                                             include.header->cuda == "cublas.h"sv);
        if (fits && !blas) {
            blas = &include;
        }
    }
    if (!blas || m_context.options.names.roc) {
        return;
    }
    bool types = false;
    bool half = false;
    for (const NameHit& hit : m_used) {
        const ApiFact& fact = *hit.fact;
        types |= fact.library == "blas"sv && !fact.hipRocm6.empty() && fact.hipRocm6 != "-"sv;
        half |= fact.cuda.starts_with("cublasH"sv) && fact.kind == ApiKind::Function;
    }
    const qsizetype at = lineStartOf(m_context, blas->directive);
    if (types && m_context.options.alsoRocm6 && !mentions("HIPBLAS_V2"sv)) {
        define(at, false, "HIPBLAS_V2");
    }
    if (half && !mentions("HIPBLAS_USE_HIP_HALF"sv)) {
        define(at, false, "HIPBLAS_USE_HIP_HALF");
    }
}

/// The file defines a function that HIP has, for old GPUs by a test of __CUDA_ARCH__. HIP does not
/// define that macro, and would take it for zero.
void Portability::architecture(int branch)
{
    const TokenWalk& walk = m_context.walk;
    int directive = m_context.scan.branchBegins[size_t(branch)];
    bool otherwise = false;
    if (walk.is(walk.next(directive), "else")) {
        otherwise = true;
        const auto& ends = m_context.scan.branchEnds;
        const auto it = std::find(ends.begin(), ends.end(), directive);
        if (it == ends.end()) {
            return;
        }
        directive = m_context.scan.branchBegins[size_t(it - ends.begin())];
    }
    if (!m_conditionsDone.insert(directive).second) {
        return;
    }
    int macro = -1;
    for (int i = walk.next(directive); i >= 0; i = walk.next(i)) {
        if (walk.is(i, "defined")) {
            return;
        }
        if (walk.is(i, "__CUDA_ARCH__")) {
            macro = i;
        }
    }
    const int compare = macro < 0 ? -1 : walk.next(macro);
    if (compare < 0) {
        return;
    }
    const bool less = walk.is(compare, "<") || walk.is(compare, "<=");
    const bool more = walk.is(compare, ">") || walk.is(compare, ">=");
    if (otherwise ? !more : !less) {
        return;
    }
    const qsizetype at = m_context.rangeOf(macro).begin;
    m_context.addEdit(
        TranslateTopic::Api, {at, at},
        {{at, at}, otherwise ? "!defined(__CUDA_ARCH__) || " : "defined(__CUDA_ARCH__) && "});
}

} // namespace

qsizetype lineStartOf(const TranslateContext& context, int i)
{
    const qsizetype at = context.rangeOf(i).begin;
    const qsizetype line = context.source.lineRange(context.source.lineOf(at)).begin;
    const qsizetype start = std::max(line, context.source.bomLength());
    const bool alone = i == 0 || qsizetype(context.walk.token(i - 1).end) <= start;
    return alone && start <= at ? start : at;
}

TopOfFile topOfFile(const TranslateContext& context)
{
    const FileScan& scan = context.scan;
    const TokenWalk& walk = context.walk;
    // Under a condition that is none of the file's own guard, what follows it is not for every
    // build.
    const bool always =
        scan.pragmaBranch == 0 || (scan.guardIf >= 0 && scan.pragmaBranch == scan.guardBranch);
    const int after = std::max(always ? scan.pragmaOnce : -1, scan.guardDefine);
    if (after >= 0) {
        int i = after;
        while (i < walk.count() && walk.kind(i) != CTokenKind::Newline) {
            ++i;
        }
        if (i < walk.count()) {
            return {context.rangeOf(i).end, false};
        }
        return {context.source.bytes().size(), true};
    }
    for (const IncludeHit& include : scan.includes) {
        if (include.branch == 0) {
            return {lineStartOf(context, include.directive), false};
        }
    }
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        const CTokenKind kind = walk.kind(i);
        if (kind != CTokenKind::Comment && kind != CTokenKind::Newline) {
            return {lineStartOf(context, i), false};
        }
    }
    return {context.source.bomLength(), false};
}

void translatePortability(TranslateContext& context, const std::vector<NameHit>& used,
                          const std::vector<NameHit>& declared)
{
    Portability(context, used, declared).run();
}

} // namespace rocport
