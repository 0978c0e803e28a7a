#include "core/rules/cpptranslate.h"

#include "core/translate/headers.h"

namespace rocport {

namespace {

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
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
        : m_file(file), m_rules(rules), m_context(context), m_writer(writer)
    {
    }

    /// The finding's id, or empty when no rule asks for it.
    QByteArray report(const TranslateItem& item, const Rule** usedRule);

private:
    [[nodiscard]] const Rule* ruleFor(const TranslateItem& item) const;
    [[nodiscard]] SharedTexts textsFor(const TranslateItem& item, const Rule& rule) const;

    const CppFile& m_file;
    const ApiRules& m_rules;
    const AnalysisContext& m_context;
    ProposalWriter& m_writer;
    QHash<QPair<const void*, int>, SharedTexts> m_texts;
};

const Rule* TranslationReporter::ruleFor(const TranslateItem& item) const
{
    switch (item.topic) {
    case TranslateTopic::Api:
        return m_rules.api;
    case TranslateTopic::Header:
        return m_rules.header;
    case TranslateTopic::Launch:
        return m_rules.launch;
    case TranslateTopic::Unsupported:
        return m_rules.unsupported;
    case TranslateTopic::Experimental:
        return m_rules.experimental;
    case TranslateTopic::Deprecated:
        return m_rules.deprecated;
    }
    return nullptr;
}

SharedTexts TranslationReporter::textsFor(const TranslateItem& item, const Rule& rule) const
{
    SharedTexts texts;
    QString hip;
    if (item.api != nullptr) {
        texts.symbol = toQString(item.api->cuda);
        texts.group = toQString(item.api->library);
        NameOptions names;
        names.rocm = m_context.target.rocm;
        names.experimental = true;
        hip = toQString(hipNameFor(*item.api, names));
    } else if (item.header != nullptr) {
        texts.symbol = toQString(item.header->cuda);
        texts.group = QStringLiteral("headers");
        const QString name =
            toQString(item.header->installed.empty() ? item.header->hip : item.header->installed);
        hip = name.isEmpty() ? QStringLiteral("no HIP header is needed")
                             : QStringLiteral("ROCm has `%1`").arg(name);
    }
    if (item.topic == TranslateTopic::Api && item.header != nullptr) {
        texts.symbol = QStringLiteral("cub::");
        texts.group = QStringLiteral("cub");
        hip = QStringLiteral("hipcub::");
    }
    const Captures captures = {{QStringLiteral("symbol"), texts.symbol},
                               {QStringLiteral("hip"), hip}};
    texts.message = item.message.isEmpty() ? fillText(rule.message, captures) : item.message;
    const bool byTorch =
        m_context.strategy == Strategy::TorchExtension &&
        (item.topic == TranslateTopic::Api || item.topic == TranslateTopic::Header);
    if (byTorch) {
        texts.message += QStringLiteral(" PyTorch translates it when it builds the extension.");
    }
    texts.wayOut = item.wayOut.isEmpty() ? fillText(rule.wayOut, captures) : item.wayOut;
    return texts;
}

QByteArray TranslationReporter::report(const TranslateItem& item, const Rule** usedRule)
{
    const Rule* rule = ruleFor(item);
    *usedRule = rule;
    if (rule == nullptr || (item.api == nullptr && item.header == nullptr) ||
        item.range.isEmpty()) {
        return {};
    }
    const void* fact = item.api != nullptr ? static_cast<const void*>(item.api)
                                           : static_cast<const void*>(item.header);
    const QPair<const void*, int> key(fact, static_cast<int>(item.topic));
    auto texts = m_texts.constFind(key);
    if (texts == m_texts.constEnd()) {
        texts = m_texts.insert(key, textsFor(item, *rule));
    }
    const bool note = !item.hasEdit;
    return m_writer.addFinding(
        *rule, item.range, texts->symbol, texts->message, note ? texts->wayOut : QString(),
        note ? (item.effort == Effort::None ? rule->effort : item.effort) : Effort::None,
        texts->group);
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
        edit.captures = {{QStringLiteral("symbol"), toQString(name)}};
        edits.append(edit);
    }
}

} // namespace

bool isCudaInclude(const CppInclude& include, const TargetSettings& target)
{
    const HeaderFact* fact = findHeader(include.header);
    if (fact == nullptr || include.inert || include.header.starts_with("helper_")) {
        return false;
    }
    TranslateOptions options;
    options.names.rocm = target.rocm;
    return headerTarget(*fact, options, include.quoted).kind != HeaderTarget::Keep;
}

void reportTranslation(const CppFile& file, const Translation& translation, const ApiRules& rules,
                       const AnalysisContext& context, ProposalWriter& writer,
                       QVector<Replacement>& edits)
{
    TranslationReporter reporter(file, rules, context, writer);
    const bool writes =
        context.strategy == Strategy::Sibling || context.strategy == Strategy::InPlace;
    for (const TranslateItem& item : translation.items) {
        if (file.isInert(item.range.begin)) {
            continue;
        }
        const Rule* rule = nullptr;
        const QByteArray id = reporter.report(item, &rule);
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

void reportLaunches(const CppFile& file, const Rule* rule, ProposalWriter& writer)
{
    for (int i = 1; rule != nullptr && i < file.size(); ++i) {
        if (!file.is(i, "<<<") || file.isInert(file.token(i).begin)) {
            continue;
        }
        // Back over template arguments to the kernel's name.
        int name = i - 1;
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
        if (file.isKind(name, CTokenKind::Identifier)) {
            writer.addFinding(*rule, file.range(TokenSpan{name, i + 1}),
                              toQString(file.text(name)));
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
