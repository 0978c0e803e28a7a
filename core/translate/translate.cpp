#include "core/translate/translate.h"

#include "core/base/cancelscope.h"
#include "core/translate/callarguments.h"
#include "core/translate/context.h"
#include "core/translate/declared.h"
#include "core/translate/headers.h"
#include "core/translate/launches.h"
#include "core/translate/likehipify.h"
#include "core/translate/notes.h"
#include "core/translate/portability.h"
#include "core/translate/thrust.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Names that can only be CUDA's. Others ("min", "texture", "clock") count where the file is CUDA
/// for certain.
bool isTellingName(std::string_view name)
{
    for (const std::string_view prefix :
         {"cuda"sv,  "CUDA"sv,     "cublas"sv,   "CUBLAS"sv,    "curand"sv,   "CURAND"sv,
          "cufft"sv, "CUFFT"sv,    "cusparse"sv, "CUSPARSE"sv,  "cusolver"sv, "CUSOLVER"sv,
          "cudnn"sv, "CUDNN"sv,    "cutensor"sv, "CUTENSOR"sv,  "nvrtc"sv,    "NVRTC"sv,
          "CU_"sv,   "__CUDACC"sv, "__nv_"sv,    "nv_bfloat"sv, "make_cu"sv}) {
        if (name.starts_with(prefix)) {
            return true;
        }
    }
    // Driver API: cuInit, CUdevice.
    return name.size() > 3 && ((name.starts_with("cu"sv) && name[2] >= 'A' && name[2] <= 'Z') ||
                               (name.starts_with("CU"sv) && name[2] >= 'a' && name[2] <= 'z'));
}

/// Joins the pieces of each composite item, with the edits inside them made; those go away.
class Composer
{
public:
    Composer(std::string_view source, std::vector<PendingItem>& items)
        : m_source(source), m_items(items)
    {
    }

    void run()
    {
        std::vector<size_t> composites;
        CancelLook isCancelled;
        for (size_t i = 0; i < m_items.size(); ++i) {
            if (isCancelled()) {
                return;
            }
            if (!m_items[i].item.hasEdit) {
                continue;
            }
            if (!m_items[i].pieces.empty()) {
                composites.push_back(i);
            }
        }
        if (composites.empty()) {
            return;
        }
        for (size_t i = 0; i < m_items.size() && !isCancelled(); ++i) {
            if (m_items[i].item.hasEdit && m_items[i].pieces.empty()) {
                insert(i);
            }
        }
        std::sort(composites.begin(), composites.end(), [&](size_t a, size_t b) {
            const ByteRange& left = m_items[a].item.edit.range;
            const ByteRange& right = m_items[b].item.edit.range;
            return left.size() != right.size() ? left.size() < right.size()
                                               : left.begin < right.begin;
        });
        for (const size_t i : composites) {
            if (isWorkCancelled()) {
                return;
            }
            compose(i);
        }
        const auto isGone = [](const PendingItem& item) {
            return item.item.hasEdit && item.item.edit.range.begin < 0;
        };
        m_items.erase(std::remove_if(m_items.begin(), m_items.end(), isGone), m_items.end());
    }

private:
    using Key = std::pair<qsizetype, qsizetype>;

    void insert(size_t index)
    {
        const ByteRange& range = m_items[index].item.edit.range;
        m_edits.emplace(Key(range.begin, range.end), index);
    }

    /// `outerBegin`: where the composite begins; what is inserted there stands before it.
    QByteArray render(const ByteRange& range, qsizetype outerBegin)
    {
        QByteArray out;
        qsizetype at = range.begin;
        auto it = m_edits.lower_bound(Key(range.begin, 0));
        while (it != m_edits.end() && it->first.first < range.end) {
            const TextEdit& edit = m_items[it->second].item.edit;
            const bool before = edit.range.isEmpty() && edit.range.begin == outerBegin;
            if (before || edit.range.begin < at || edit.range.end > range.end) {
                ++it;
                continue;
            }
            out += toBytes(m_source.substr(size_t(at), size_t(edit.range.begin - at)));
            out += edit.replacement;
            at = edit.range.end;
            it = drop(it);
        }
        return out + toBytes(m_source.substr(size_t(at), size_t(range.end - at)));
    }

    std::multimap<Key, size_t>::iterator drop(std::multimap<Key, size_t>::iterator it)
    {
        m_items[it->second].item.edit.range.begin = -1; // gone
        return m_edits.erase(it);
    }

    void compose(size_t index)
    {
        QByteArray text;
        const ByteRange range = m_items[index].item.edit.range;
        for (const EditPiece& piece : m_items[index].pieces) {
            text += piece.original.isEmpty() ? piece.literal : render(piece.original, range.begin);
        }
        // What is left inside would overlap.
        auto it = m_edits.lower_bound(Key(range.begin, 0));
        while (it != m_edits.end() && it->first.first < range.end) {
            it = it->first.second > range.begin ? drop(it) : std::next(it);
        }
        m_items[index].item.edit.replacement = text;
        insert(index);
    }

    std::string_view m_source;
    std::vector<PendingItem>& m_items;
    std::multimap<Key, size_t> m_edits;
};

class Engine
{
public:
    Engine(const SourceBuffer& source, const std::vector<CToken>& tokens,
           const TranslateOptions& options)
        : m_options(options),
          m_walk(source.view(), tokens),
          m_guard(options.guardMacro.constData(), size_t(options.guardMacro.size())),
          m_scan(scanFile(m_walk, m_guard, !options.likeHipify)),
          m_context{source, m_walk, m_scan, m_options, m_items}
    {
    }

    Translation run()
    {
        Translation result;
        result.wholeFileUnsure = m_scan.unsure;
        forgetOwnHeaders();
        judgeNames();
        result.isCuda = isCuda();
        if (m_options.likeHipify) {
            for (const auto& [hit, role] : m_judged) {
                countLikeHipify(*hit.fact, hit.token);
            }
            countHeaders();
            translateLikeHipify(m_context, isCuda());
        } else if (isCuda()) {
            // The headers that are added are a few.
            constexpr size_t kAdded = 64;
            m_items.reserve(m_judged.size() + m_scan.includes.size() + m_scan.launches.size() +
                            kAdded);
            for (const auto& [hit, role] : m_judged) {
                if (isWorkCancelled()) {
                    return {};
                }
                if (role == NameRole::Use && !m_declared.count(hit.fact)) {
                    translateName(hit);
                }
            }
            translateCub();
            translateThrust(m_context);
            countHeaders();
            std::vector<NameHit> used;
            std::vector<NameHit> declared;
            used.reserve(m_judged.size());
            for (const auto& [hit, role] : m_judged) {
                if (isWorkCancelled()) {
                    return {};
                }
                if (role == NameRole::Declared) {
                    declared.push_back(hit);
                } else if (role == NameRole::Use && !m_declared.count(hit.fact)) {
                    used.push_back(hit);
                }
            }
            if (isWorkCancelled()) {
                return {};
            }
            translatePortability(m_context, used, declared);
            translateHeaders(m_context, m_needsRuntime || m_scan.deviceCode ||
                                            !m_scan.launches.empty() || bringsFragments());
        } else if (bringsFragments()) {
            translateHeaders(m_context, true);
        }
        if (m_options.launch == LaunchSyntax::Hip && !m_options.likeHipify) {
            translateLaunches(m_context);
        }
        if (isWorkCancelled()) {
            return {};
        }
        Composer(m_walk.source(), m_items).run();
        // Nobody asks for names any more, and what comes is another copy of all items.
        m_judged = {};
        m_scan.names = {};
        // The items are large: their order is found first.
        std::vector<quint32> order(m_items.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto isBefore = [this](quint32 a, quint32 b) {
            return position(m_items[a].item) < position(m_items[b].item);
        };
        if (!std::is_sorted(order.begin(), order.end(), isBefore)) {
            std::stable_sort(order.begin(), order.end(), isBefore);
        }
        result.items.reserve(static_cast<qsizetype>(order.size()));
        for (const quint32 index : order) {
            if (isWorkCancelled()) {
                return {};
            }
            if (result.wholeFileUnsure && m_items[index].item.hasEdit) {
                continue;
            }
            result.items.append(std::move(m_items[index].item));
        }
        for (const auto& [name, use] : m_uses) {
            result.uses.append(use);
        }
        std::stable_sort(
            m_places.begin(), m_places.end(),
            [](const ApiPlace& a, const ApiPlace& b) { return a.range.begin < b.range.begin; });
        result.places = std::move(m_places);
        return result;
    }

private:
    static std::pair<qsizetype, qsizetype> position(const TranslateItem& item)
    {
        const ByteRange& range = item.hasEdit ? item.edit.range : item.range;
        return {range.begin, range.end};
    }

    /// A header in quotes that the project has a file for is the project's own, whatever its name.
    void forgetOwnHeaders()
    {
        if (!m_options.isOwnHeader || m_options.likeHipify) {
            return;
        }
        m_scan.cudaHeader = false;
        for (IncludeHit& include : m_scan.includes) {
            const std::string_view name = m_walk.text(include.name);
            if (include.header && name.size() > 2 && name.front() == '"' &&
                m_options.isOwnHeader(name.substr(1, name.size() - 2))) {
                include.header = nullptr;
            }
            m_scan.cudaHeader |= include.header != nullptr;
        }
    }

    void judgeNames()
    {
        m_judged.reserve(m_scan.names.size());
        CancelLook isCancelled;
        for (const NameHit& hit : m_scan.names) {
            if (isCancelled()) {
                return;
            }
            const NameRole role = nameRole(m_walk, hit.token, *hit.fact, hit.inEnum);
            if (role == NameRole::Declared) {
                m_declared.insert(hit.fact);
            }
            if (!hit.leftAlone) {
                m_judged.emplace_back(hit, role);
            }
        }
        for (const auto& [hit, role] : m_judged) {
            if (isCancelled()) {
                return;
            }
            if (role == NameRole::Use && !m_declared.count(hit.fact)) {
                m_telling |= isTellingName(hit.fact->cuda);
            }
        }
    }

    /// A file that is HIP already holds device code too, but nothing of CUDA.
    [[nodiscard]] bool isCuda() const
    {
        const bool device = m_scan.deviceCode || !m_scan.launches.empty();
        return m_telling || m_scan.cudaHeader || (device && !m_scan.hipHeader);
    }

    [[nodiscard]] bool isCall(int token) const
    {
        const int after = m_walk.next(token);
        if (after < 0) {
            return false;
        }
        if (m_walk.is(after, "(")) {
            return true;
        }
        // "__shfl_sync<int>(...)"
        if (!m_walk.is(after, "<")) {
            return false;
        }
        const int close = closingAngle(m_walk, after, 32);
        return close >= 0 && m_walk.is(m_walk.next(close), "(");
    }

    /// Whether a hit counts as a use of the API at all.
    [[nodiscard]] bool counts(const NameHit& hit)
    {
        const std::string_view name = hit.fact->cuda;
        if (hit.fact->kind == ApiKind::DeviceFunction) {
            if (name == "warpSize"sv) {
                return m_scan.deviceCode;
            }
            const bool plain = !name.starts_with("__"sv) && !isTellingName(name);
            if (plain || name == "curand"sv) {
                return (m_scan.deviceCode || !plain) && isCall(hit.token);
            }
            return true;
        }
        if (isTellingName(name) || name.starts_with("__"sv)) {
            return true;
        }
        if (name == "texture"sv) {
            const int after = m_walk.next(hit.token);
            return after >= 0 && m_walk.is(after, "<");
        }
        // GLuint, csrsv2Info_t and the like: of interest where another name is to be written.
        return nameOf(*hit.fact) != name;
    }

    void keepPlace(const ApiUse& use, int token)
    {
        if (m_options.wantPlaces) {
            m_places.append({use.library, use.name, use.status, m_context.rangeOf(token)});
        }
    }

    void count(const ApiFact& fact, std::string_view hipName, int token)
    {
        ApiUse& use = m_uses[fact.cuda];
        if (use.count++ == 0) {
            use.library = toText(fact.library);
            use.name = toText(fact.cuda);
            use.hipName = toText(hipName);
            use.status = apiStatusId(statusOf(fact, hipName));
        }
        keepPlace(use, token);
    }

    /// hipDNN is discontinued: what MIOpen has a name for is ported by hand. What HIPIFY's tables
    /// lack counts as supported where it gets a name or form of HIP's all the same.
    [[nodiscard]] static ApiStatus statusOf(const ApiFact& fact, std::string_view hipName)
    {
        const bool lacked =
            fact.status == ApiStatus::Unsupported || fact.status == ApiStatus::RocOnly;
        if (lacked && !hipName.empty()) {
            return ApiStatus::Supported;
        }
        const bool byHand = fact.library == "dnn"sv && hipName.empty();
        return !byHand               ? fact.status
               : fact.miopen.empty() ? ApiStatus::Unsupported
                                     : ApiStatus::RocOnly;
    }

    void countLikeHipify(const ApiFact& fact, int token)
    {
        const bool skipped = fact.library == "dnn"sv && likeHipifySkipsDnn(m_options.names);
        if (!skipped && fact.isInHipify()) {
            count(fact, hipNameFor(fact, m_options.names), token);
        }
    }

    /// CUDA headers count as uses of a library of their own, "headers".
    void countHeaders()
    {
        for (const IncludeHit& include : m_scan.includes) {
            if (!include.header) {
                continue;
            }
            const bool quoted = m_walk.text(include.name).starts_with('"');
            const HeaderTarget target = headerTarget(*include.header, m_options, quoted);
            if (target.kind == HeaderTarget::Keep) {
                continue;
            }
            ApiUse& use = m_uses[include.header->cuda];
            if (use.count++ == 0) {
                use.library = QStringLiteral("headers");
                use.name = toText(include.header->cuda);
                use.hipName = toText(target.name);
                use.status =
                    apiStatusId(target.kind == HeaderTarget::Unsupported ? ApiStatus::Unsupported
                                                                         : ApiStatus::Supported);
            }
            keepPlace(use, include.name);
        }
    }

    void translateName(const NameHit& hit)
    {
        const ApiFact& fact = *hit.fact;
        if (!counts(hit)) {
            return;
        }
        const std::string_view hipName = nameOf(fact);
        if (fact.hasSubstitute && substituteCall(m_context, hit.token, fact)) {
            count(fact, hipName.empty() ? fact.cuda : hipName, hit.token);
            return;
        }
        count(fact, hipName, hit.token);
        if (hipName.empty()) {
            if (fact.kind != ApiKind::DeviceFunction || isCall(hit.token)) {
                addMissingNote(m_context, hit.token, fact);
            }
            return;
        }
        addDeprecatedNote(m_context, hit.token, fact, hipName);
        const bool inCode = !m_walk.token(hit.token).inDirective;
        if (inCode && (fact.library == "runtime"sv || fact.library == "driver"sv) &&
            hipName != fact.cuda) {
            m_needsRuntime = true;
        }
        std::string_view written = translateArguments(m_context, hit.token, fact, hipName);
        if (written.empty()) {
            written = translateComputeType(m_context, hit.token, fact, hipName);
        }
        if (written.empty()) {
            written = hipName;
        }
        if (written == fact.cuda) {
            return;
        }
        const ByteRange range = m_context.rangeOf(hit.token);
        const TranslateTopic topic = fact.status == ApiStatus::Experimental
                                         ? TranslateTopic::Experimental
                                         : TranslateTopic::Api;
        m_context.addEdit(topic, range, {range, toBytes(written)}).api = &fact;
    }

    /// bestNameFor(), asked once per name.
    std::string_view nameOf(const ApiFact& fact)
    {
        const auto [it, fresh] = m_hipNames.try_emplace(&fact);
        if (fresh) {
            it->second = bestNameFor(fact, m_options.names);
        }
        return it->second;
    }

    /// Whether a unit includes fragments of the project, which get no include of their own.
    [[nodiscard]] bool bringsFragments() const
    {
        return m_options.place == TranslateOptions::Place::Unit &&
               std::any_of(m_scan.includes.begin(), m_scan.includes.end(),
                           [this](const IncludeHit& one) {
                               const std::string_view name = m_walk.text(one.name);
                               return name.size() > 2 && name.front() == '"' &&
                                      placeOf(RepoPath(toBytes(name.substr(1, name.size() - 2)))) ==
                                          TranslateOptions::Place::Fragment;
                           });
    }

    void translateCub()
    {
        if (!m_scan.cubHeader) {
            return;
        }
        std::vector<int> uses;
        for (const int i : m_scan.cubNames) {
            const int before = m_walk.previous(i);
            const int after = m_walk.next(i);
            if (isQualifiedByOther(m_walk, i)) {
                continue;
            }
            const bool scope = after >= 0 && m_walk.is(after, "::");
            const bool directive = before >= 0 && m_walk.is(before, "namespace") &&
                                   m_walk.is(m_walk.previous(before), "using");
            const bool alias =
                before >= 0 && m_walk.is(before, "=") && after >= 0 && m_walk.is(after, ";");
            if (before >= 0 && m_walk.is(before, "namespace") && !directive) {
                return; // "namespace cub {", "namespace cub = ...": the file's own
            }
            if (scope || directive || alias) {
                uses.push_back(i);
            }
        }
        for (const int i : uses) {
            const ByteRange range = m_context.rangeOf(i);
            m_context.addEdit(TranslateTopic::Api, range, {range, "hipcub"}).header =
                findHeader("cub/cub.cuh"sv);
        }
    }

    const TranslateOptions& m_options;
    TokenWalk m_walk;
    std::string_view m_guard;
    FileScan m_scan;
    std::vector<PendingItem> m_items;
    TranslateContext m_context;
    std::vector<std::pair<NameHit, NameRole>> m_judged;
    std::unordered_set<const ApiFact*> m_declared;
    std::unordered_map<const ApiFact*, std::string_view> m_hipNames;
    std::map<std::string_view, ApiUse> m_uses;
    QVector<ApiPlace> m_places;
    bool m_telling = false;
    bool m_needsRuntime = false;
};

} // namespace

TranslateOptions::Place placeOf(const RepoPath& path)
{
    const QByteArray suffix = path.suffix();
    return suffix == "cu" ? TranslateOptions::Place::Unit
           : suffix == "inl" || suffix == "inc" || suffix == "ipp" || suffix == "tpp"
               ? TranslateOptions::Place::Fragment
               : TranslateOptions::Place::Other;
}

Translation translateTokens(const SourceBuffer& source, const std::vector<CToken>& tokens,
                            const TranslateOptions& options)
{
    if (!source.isEditable()) {
        Translation nothing;
        nothing.wholeFileUnsure = !source.bytes().isEmpty();
        return nothing;
    }
    return Engine(source, tokens, options).run();
}

Result<QByteArray> applyTranslation(const SourceBuffer& source, const Translation& translation)
{
    // The items were made for this very text, so no hash is checked; a whole tree goes through
    // here.
    const QByteArray& text = source.bytes();
    QByteArray result;
    result.reserve(text.size() + text.size() / 16);
    qsizetype at = 0;
    for (const TranslateItem& item : translation.items) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (!item.hasEdit) {
            continue;
        }
        const ByteRange range = item.edit.range;
        if (range.begin < at || range.end > text.size()) {
            return Error{ErrorCode::EditOverlap, QStringLiteral("translation"),
                         QString::number(range.begin)};
        }
        result.append(text.constData() + at, range.begin - at);
        result.append(item.edit.replacement);
        at = range.end;
    }
    result.append(text.constData() + at, text.size() - at);
    return result;
}

Result<QByteArray> translateSource(const SourceBuffer& source, const TranslateOptions& options)
{
    return applyTranslation(source, translateTokens(source, lexC(source.view()), options));
}

} // namespace rocport
