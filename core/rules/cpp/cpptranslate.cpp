#include "core/rules/cpp/cpptranslate.h"

#include "core/base/cancelscope.h"
#include "core/facts/facts.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/lanemask.h"
#include "core/text/bytes.h"
#include "core/translate/compatcalls.h"
#include "core/translate/compatdevice.h"
#include "core/translate/compattextures.h"
#include "core/translate/extensionnames.h"
#include "core/translate/headers.h"

#include <algorithm>

namespace rocport {

namespace {

/// What stands for a call that has another form in HIP, "min(a, b)"; empty for no such call.
QString callText(const ApiFact& fact)
{
    for (const Substitute& one : substitutes(fact.cuda)) {
        if (one.arguments >= 0) {
            QString text = toText(one.text);
            for (int i = 0; i < one.arguments; ++i) {
                text.replace(QStringLiteral("$%1").arg(i + 1), QString(QChar(u'a' + i)));
            }
            return text;
        }
    }
    return {};
}

/// A call that is written anew: no header of names and no PyTorch does that.
bool isCallSubstitute(const TranslateItem& item)
{
    return item.hasEdit && item.api != nullptr && item.api->hasSubstitute &&
           item.api->kind == ApiKind::DeviceFunction && item.edit.range != item.range;
}

/// Whether a file is a program of its own, which no extension holds.
bool definesMain(const CppFile& file)
{
    for (int i = 1; i + 1 < file.size(); ++i) {
        if (file.is(i, "main") && file.is(i - 1, "int") && file.is(i + 1, "(")) {
            return true;
        }
    }
    return false;
}

/// Texts of one name, made once for all its uses in a file.
struct SharedTexts
{
    QString symbol;
    QString message;
    QString wayOut;
    QString group;
};

class TranslationReporter
{
public:
    TranslationReporter(const CppFile& file, const ApiRules& rules, const AnalysisContext& context,
                        ProposalWriter& writer)
        : m_file(file),
          m_rules(rules),
          m_context(context),
          m_writer(writer),
          m_writes(writesNames(context.strategy)),
          m_isProgram(context.strategy == Strategy::TorchExtension && definesMain(file))
    {
    }

    /// Counts one more item of what is reported once a file.
    void count(const TranslateItem& item)
    {
        if (!isOnce(item)) {
            return;
        }
        m_places[keyOf(item)].add(item.range);
        if (isDnn(item)) {
            const void* const fact = factOf(item);
            if (!std::any_of(m_dnn.cbegin(), m_dnn.cend(),
                             [fact](const TranslateItem* one) { return factOf(*one) == fact; })) {
                m_dnn.append(&item);
            }
        }
    }
    /// The finding's id; empty when no rule asks for it or when the name was reported before.
    QByteArray report(const TranslateItem& item, const Rule* rule);
    [[nodiscard]] const Rule* ruleFor(const TranslateItem& item) const;
    /// Whether translated text is written, so that each place is an edit.
    [[nodiscard]] bool writes() const { return m_writes; }

    using Key = QPair<const void*, int>;
    [[nodiscard]] Key keyOf(const TranslateItem& item) const
    {
        constexpr int kBare = 1000; // apart from what PyTorch translates
        return {isDnn(item) ? nullptr : factOf(item),
                static_cast<int>(item.topic) + (isBareCub(item) ? kBare : 0)};
    }
    [[nodiscard]] static const void* factOf(const TranslateItem& item)
    {
        return item.api != nullptr ? static_cast<const void*>(item.api)
                                   : static_cast<const void*>(item.header);
    }
    /// cuDNN's names, which are written anew together: one finding a file says it of all.
    [[nodiscard]] static bool isDnn(const TranslateItem& item)
    {
        const std::string_view header = item.header != nullptr ? item.header->cuda : "";
        return item.topic == TranslateTopic::Unsupported && !item.hasEdit &&
               (item.api != nullptr ? item.api->library == "dnn" : header.starts_with("cudnn"));
    }
    [[nodiscard]] static bool isCub(const TranslateItem& item)
    {
        return item.topic == TranslateTopic::Api && item.api == nullptr && item.header != nullptr;
    }
    /// "using namespace cub;" in an extension: PyTorch's build translates "cub::" alone.
    [[nodiscard]] bool isBareCub(const TranslateItem& item) const
    {
        if (!isCub(item) || m_context.strategy != Strategy::TorchExtension || !item.hasEdit) {
            return false;
        }
        const std::string_view text = m_file.source().view();
        const size_t behind =
            text.find_first_not_of(" \t\r\n", static_cast<size_t>(item.range.end));
        return behind != std::string_view::npos && text[behind] == ';';
    }
    /// A name for which PyTorch's build writes one that means something else.
    [[nodiscard]] bool isTakenForOther(const TranslateItem& item) const
    {
        return m_context.strategy == Strategy::TorchExtension && item.hasEdit &&
               item.api != nullptr &&
               extensionName(*item.api, m_context.target.rocm) == ExtensionName::OfOther;
    }

private:
    /// A plain rename is no work for a person where a header or PyTorch makes it.
    [[nodiscard]] bool isOnce(const TranslateItem& item) const
    {
        if (isTakenForOther(item) || isBareCub(item)) {
            return false;
        }
        const bool named = item.topic == TranslateTopic::Api ||
                           item.topic == TranslateTopic::Deprecated ||
                           item.topic == TranslateTopic::Experimental;
        const bool lacked = item.topic == TranslateTopic::Unsupported && !item.hasEdit;
        return lacked || (!m_writes && named);
    }
    [[nodiscard]] QString textForDnn() const;
    [[nodiscard]] SharedTexts textsFor(const TranslateItem& item, const Rule& rule) const;
    [[nodiscard]] QString byWhom(const TranslateItem& item) const;

    const CppFile& m_file;
    const ApiRules& m_rules;
    const AnalysisContext& m_context;
    ProposalWriter& m_writer;
    bool m_writes = false;
    bool m_isProgram = false;
    QHash<Key, SharedTexts> m_texts;
    QHash<Key, QByteArray> m_ids;         ///< of the finding of what is reported once
    QHash<Key, RepeatedPlaces> m_places;  ///< of what is reported once
    QVector<const TranslateItem*> m_dnn;  ///< the first of each name of cuDNN
    QPair<const void*, int> m_lastOnLine; ///< what was reported last, and its line
};

const Rule* TranslationReporter::ruleFor(const TranslateItem& item) const
{
    switch (item.topic) {
    case TranslateTopic::Api:
        return isCub(item) && m_rules.cubNamespace != nullptr ? m_rules.cubNamespace : m_rules.api;
    case TranslateTopic::Header:
        return m_rules.header;
    case TranslateTopic::Launch:
        return m_rules.launch;
    case TranslateTopic::Unsupported: {
        const bool device = item.api != nullptr && item.api->kind == ApiKind::DeviceFunction;
        return device && m_rules.deviceMissing != nullptr ? m_rules.deviceMissing
                                                          : m_rules.unsupported;
    }
    case TranslateTopic::Experimental:
        return m_rules.experimental;
    case TranslateTopic::Deprecated:
        return m_rules.deprecated;
    }
    return nullptr;
}

/// "3 names: `a` (`miopenA`), `b`, `c`."
QString TranslationReporter::textForDnn() const
{
    constexpr qsizetype kListed = 12;
    QStringList names;
    for (const TranslateItem* const one : m_dnn.first(std::min(m_dnn.size(), kListed))) {
        const std::string_view miopen = one->api != nullptr ? one->api->miopen : "";
        const QString name = toText(one->api != nullptr ? one->api->cuda : one->header->cuda);
        names.append(miopen.empty() ? QStringLiteral("`%1`").arg(name)
                                    : QStringLiteral("`%1` (`%2`)").arg(name, toText(miopen)));
    }
    const qsizetype further = m_dnn.size() - names.size();
    return QStringLiteral("%1 names of cuDNN: %2%3. MIOpen does that work with an interface of its "
                          "own; its names stand in brackets where there are any.")
        .arg(m_dnn.size())
        .arg(names.join(QStringLiteral(", ")),
             further > 0 ? QStringLiteral(" and %1 more").arg(further) : QString());
}

SharedTexts TranslationReporter::textsFor(const TranslateItem& item, const Rule& rule) const
{
    SharedTexts texts;
    QString hip;
    if (item.api != nullptr) {
        texts.symbol = toText(item.api->cuda);
        texts.group = toText(item.api->library);
        NameOptions names;
        names.rocm = m_context.target.rocm;
        names.experimental = true;
        hip = toText(bestNameFor(*item.api, names));
        if (hip.isEmpty()) {
            hip = callText(*item.api);
        }
    } else if (item.header != nullptr) {
        texts.symbol = toText(item.header->cuda);
        texts.group = QStringLiteral("headers");
        const QString name =
            toText(item.header->installed.empty() ? item.header->hip : item.header->installed);
        hip = name.isEmpty() ? QStringLiteral("no HIP header is needed")
                             : QStringLiteral("ROCm has `%1`").arg(name);
    }
    if (isCub(item)) {
        texts.symbol = QStringLiteral("cub::");
        texts.group = QStringLiteral("cub");
        hip = QStringLiteral("hipcub::");
    }
    const Captures captures = {{QStringLiteral("symbol"), texts.symbol},
                               {QStringLiteral("hip"), hip},
                               {QStringLiteral("note"), QString()}};
    texts.message =
        item.message.isEmpty() ? fillText(rule.message, captures).simplified() : item.message;
    const bool byTorch =
        m_context.strategy == Strategy::TorchExtension && !isCallSubstitute(item) && !m_isProgram &&
        !isBareCub(item) &&
        (item.topic == TranslateTopic::Api || item.topic == TranslateTopic::Header);
    if (byTorch) {
        texts.message += byWhom(item);
    }
    if (m_context.strategy == Strategy::ShimHeaders && item.topic == TranslateTopic::Header) {
        texts.message += QStringLiteral(" A header of that name in `%1` brings it on ROCm.")
                             .arg(m_context.compatHeader.folder().display());
    }
    texts.wayOut = item.wayOut.isEmpty() ? fillText(rule.wayOut, captures) : item.wayOut;
    if (isDnn(item) && m_dnn.size() > 1) {
        texts.symbol = libraryName("dnn");
        texts.message = textForDnn();
        texts.wayOut = fillText(rule.wayOut, captures);
    }
    return texts;
}

/// Who maps the name in an extension.
QString TranslationReporter::byWhom(const TranslateItem& item) const
{
    const Version& rocm = m_context.target.rocm;
    const ExtensionName by =
        item.api != nullptr && !isCub(item) ? extensionName(*item.api, rocm)
        : item.header != nullptr && !isCub(item) && extensionReplaces(*item.header, rocm, false)
            ? ExtensionName::Lacking
            : ExtensionName::ByTorch;
    switch (by) {
    case ExtensionName::Lacking:
        return QStringLiteral(" PyTorch's tables lack it, so that `%1` brings it.")
            .arg(QString::fromUtf8(m_context.compatHeader.fileName()));
    case ExtensionName::OfMissingName:
        return QStringLiteral(" PyTorch writes `%1` for it, which HIP lacks, so that `%2` brings "
                              "that.")
            .arg(toText(item.api->torch), QString::fromUtf8(m_context.compatHeader.fileName()));
    case ExtensionName::OfOther:
        return QStringLiteral(" PyTorch writes `%1` for it, by which HIP means something else.")
            .arg(toText(item.api->torch));
    case ExtensionName::ByTorch:
        break;
    }
    return QStringLiteral(" PyTorch translates it where it builds this file for an extension.");
}

QByteArray TranslationReporter::report(const TranslateItem& item, const Rule* rule)
{
    if (rule == nullptr || (item.api == nullptr && item.header == nullptr) ||
        item.range.isEmpty()) {
        return {};
    }
    const Key key = keyOf(item);
    auto texts = m_texts.constFind(key);
    const bool first = texts == m_texts.constEnd();
    if (first) {
        texts = m_texts.insert(key, textsFor(item, *rule));
    } else if (isOnce(item)) {
        return m_ids.value(key);
    }
    // Several uses in one line are one place.
    const QPair<const void*, int> onLine(key.first, m_file.source().lineOf(item.range.begin));
    const bool repeated = !m_writes && onLine == m_lastOnLine && !isOnce(item);
    m_lastOnLine = onLine;
    if (repeated) {
        return {};
    }
    const auto counted = m_places.constFind(key);
    RepeatedPlaces places;
    if (counted != m_places.constEnd()) {
        places = *counted;
    } else {
        places.add(item.range);
    }
    const bool note = !item.hasEdit;
    const bool ofRule = item.effort == Effort::None || (isDnn(item) && m_dnn.size() > 1);
    return m_ids[key] = m_writer.addRepeated(
               *rule, places, texts->symbol, texts->message, note ? texts->wayOut : QString(),
               note ? (ofRule ? rule->effort : item.effort) : Effort::None, texts->group);
}

/// Includes of the project's own .cuh files get the names of their siblings.
void renameOwnIncludes(const CppFile& file, const Rule& rule, QVector<Replacement>& edits)
{
    for (const CppInclude& include : file.includes()) {
        const std::string_view name = include.header;
        if (!include.quoted || include.inert || !name.ends_with(".cuh") ||
            findHeader(name) != nullptr) {
            continue;
        }
        const QByteArray stem(name.data(), static_cast<qsizetype>(name.size()) - 4);
        Replacement edit;
        edit.range = include.range;
        edit.text = '"' + stem + "_hip.cuh\"";
        edit.rule = &rule;
        edit.captures = {{QStringLiteral("symbol"), toText(name)}};
        edits.append(edit);
    }
}

} // namespace

bool isCudaInclude(const CppInclude& include, const TargetSettings& target)
{
    if (isSuppliedInclude(include, target.rocm)) {
        return true;
    }
    const HeaderFact* fact = findHeader(include.header);
    if (fact == nullptr || include.inert || include.header.starts_with("helper_")) {
        return false;
    }
    TranslateOptions options;
    options.names.rocm = target.rocm;
    return headerTarget(*fact, options, include.quoted).kind != HeaderTarget::Keep;
}

bool suppliesName(std::string_view cuda, const AnalysisContext& context)
{
    return suppliesMissing(context.strategy) &&
           (isSuppliedDevice(cuda, context.target.rocm) ||
            isSuppliedTexture(cuda, context.target) ||
            (mapsNames(context.strategy) && isSuppliedCall(cuda)) ||
            (context.strategy == Strategy::TorchExtension &&
             extensionBrings(cuda, context.target.rocm)));
}

void reportTranslation(const CppFile& file, const Translation& translation, const ApiRules& rules,
                       const AnalysisContext& context, const QSet<qsizetype>& covered,
                       ProposalWriter& writer, QVector<Replacement>& edits)
{
    TranslationReporter reporter(file, rules, context, writer);
    const auto isLeftOut = [&](const TranslateItem& item) {
        if (item.header != nullptr && item.api == nullptr && suppliesMissing(context.strategy) &&
            generatedHeadersHold(item.header->cuda, context.target.rocm)) {
            return true;
        }
        const bool isLacked = item.topic == TranslateTopic::Unsupported ||
                              (item.topic == TranslateTopic::Experimental && !item.hasEdit);
        if (item.api != nullptr && isLacked && suppliesName(item.api->cuda, context)) {
            return true;
        }
        // What a pattern has said more about is reported there; an edit still needs its finding.
        const bool said =
            covered.contains(item.range.begin) && !(reporter.writes() && item.hasEdit);
        const bool warp = rules.warpsElsewhere && item.topic == TranslateTopic::Unsupported &&
                          item.api != nullptr && warpBuiltin(item.api->cuda) != WarpBuiltin::None;
        return said || warp || file.isInert(item.range.begin);
    };
    CancelLook isCancelled;
    for (const TranslateItem& item : translation.items) {
        if (isCancelled()) {
            return;
        }
        if (!isLeftOut(item)) {
            reporter.count(item);
        }
    }
    for (const TranslateItem& item : translation.items) {
        if (isCancelled()) {
            return;
        }
        if (isLeftOut(item)) {
            continue;
        }
        const Rule* rule = reporter.ruleFor(item);
        const QByteArray id = reporter.report(item, rule);
        const bool writes = reporter.writes() || isCallSubstitute(item) ||
                            reporter.isTakenForOther(item) || reporter.isBareCub(item);
        if (!writes || !item.hasEdit || rule == nullptr) {
            continue;
        }
        Replacement edit;
        edit.range = item.edit.range;
        edit.text = item.edit.replacement;
        edit.rule = rule;
        edit.findingId = id;
        edits.append(edit);
    }
    if (context.strategy == Strategy::Sibling && rules.header != nullptr) {
        renameOwnIncludes(file, *rules.header, edits);
    }
}

namespace {

/// The kernel's name before "<<<" at `launch`, back over template arguments; -1 for none.
int kernelBefore(const CppFile& file, int launch)
{
    int name = launch - 1;
    for (int depth = 0, steps = 0; name > 0 && steps < 64; --name, ++steps) {
        depth += file.is(name, ">") ? 1 : 0;
        depth += file.is(name, ">>") ? 2 : 0;
        if (depth <= 0) {
            break;
        }
        depth -= file.is(name, "<") ? 1 : 0;
        if (depth <= 0) {
            --name;
            break;
        }
    }
    return file.isKind(name, CTokenKind::Identifier) ? name : -1;
}

} // namespace

void reportLaunches(const CppFile& file, const Rule* rule, bool once, ProposalWriter& writer)
{
    if (rule == nullptr) {
        return;
    }
    QVector<QPair<int, int>> launches; // of the kernel's name and of "<<<"
    CancelLook isCancelled;
    for (int i = 1; i < file.size() && !isCancelled(); ++i) {
        if (!file.is(i, "<<<") || file.isInert(file.token(i).begin)) {
            continue;
        }
        const int name = kernelBefore(file, i);
        if (name >= 0) {
            launches.append({name, i});
        }
    }
    RepeatedPlaces places;
    for (qsizetype i = 0; once && i < launches.size(); ++i) {
        places.add(file.range(TokenSpan{launches[i].first, launches[i].second + 1}));
    }
    for (const QPair<int, int>& one : launches) {
        const QString symbol = toText(file.text(one.first));
        QString message = fillText(rule->message, {{QStringLiteral("symbol"), symbol}});
        if (once && launches.size() > 1) {
            message += QStringLiteral(" There are %1 launches in this file.").arg(launches.size());
        }
        writer.addFinding(*rule, file.range(TokenSpan{one.first, one.second + 1}), symbol, message,
                          {}, Effort::None, {});
        if (once) {
            writer.addPlaces(places);
            break;
        }
    }
}

RepoPath siblingPath(const RepoPath& path)
{
    const QByteArray suffix = path.suffix();
    const QByteArray& bytes = path.bytes();
    const QByteArray stem = bytes.left(bytes.size() - suffix.size() - 1);
    if (suffix == "cu") {
        return RepoPath(stem + ".hip");
    }
    const bool source =
        suffix == "cuh" || suffix == "cpp" || suffix == "cc" || suffix == "cxx" || suffix == "c";
    return source ? RepoPath(stem + "_hip" + bytes.mid(stem.size())) : RepoPath();
}

} // namespace rocport
