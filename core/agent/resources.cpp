#include "core/agent/resources.h"

#include "core/agent/agentfolder.h"
#include "core/facts/factrows.h"
#include "core/facts/rocmreleases.h"
#include "core/project/session/helppages.h"
#include "core/report/scanjson.h"
#include "core/rules/rulenames.h"

#include <QJsonDocument>
#include <QMap>
#include <QUrl>

namespace rocport {

namespace {

constexpr qsizetype kResourcePage = 100;
constexpr qsizetype kMostFacts = 300;
const QString kJsonType = QStringLiteral("application/json");
const QString kMarkdownType = QStringLiteral("text/markdown");

QJsonObject resource(const QString& uri, const QString& name, const QString& description,
                     const QString& type)
{
    return {{QStringLiteral("uri"), uri},
            {QStringLiteral("name"), name},
            {QStringLiteral("description"), description},
            {QStringLiteral("mimeType"), type}};
}

QString ruleUri(const QString& id)
{
    return QStringLiteral("rocport://rules/") + QString::fromLatin1(QUrl::toPercentEncoding(id));
}

QJsonObject contentOf(const QString& uri, const QString& type, const QByteArray& text)
{
    return {{QStringLiteral("contents"),
             QJsonArray{QJsonObject{{QStringLiteral("uri"), uri},
                                    {QStringLiteral("mimeType"), type},
                                    {QStringLiteral("text"), QString::fromUtf8(text)}}}}};
}

QJsonObject jsonContent(const QString& uri, const QJsonObject& object)
{
    return contentOf(uri, kJsonType, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject ruleIndex(const RuleSet& rules)
{
    QJsonArray list;
    for (const Rule& rule : rules.rules()) {
        list.append(QJsonObject{{QStringLiteral("id"), rule.id},
                                {QStringLiteral("name"), listName(rule)},
                                {QStringLiteral("phase"), int(rule.phase)},
                                {QStringLiteral("severity"), severityId(rule.severity)}});
    }
    return {{QStringLiteral("rules"), list}};
}

/// Rows that mention a word and hold for the newest release; without a word, how many each table
/// has.
QJsonObject factsOf(const QString& word)
{
    const Version rocm = newestRocm();
    QJsonArray list;
    QMap<QString, int> tables;
    qsizetype total = 0;
    for (const FactRow& row : allFactRows()) {
        if (!row.holdsIn(rocm) || !mentions(row, word)) {
            continue;
        }
        ++total;
        ++tables[row.table];
        if (!word.isEmpty() && list.size() < kMostFacts) {
            list.append(factToJson(row));
        }
    }
    QJsonObject result{{QStringLiteral("rocm"), rocm.toString()}, {QStringLiteral("total"), total}};
    if (word.isEmpty()) {
        QJsonObject counts;
        for (auto it = tables.cbegin(); it != tables.cend(); ++it) {
            counts.insert(it.key(), it.value());
        }
        result.insert(QStringLiteral("tables"), counts);
        return result;
    }
    result.insert(QStringLiteral("facts"), list);
    if (list.size() < total) {
        result.insert(QStringLiteral("leftOut"), total - list.size());
    }
    return result;
}

/// Rules of the program, the user and the first root.
std::shared_ptr<const RuleSet> rulesOf(const AgentContext& context)
{
    QStringList notes;
    return agentRules(context, context.roots.folders().value(0), notes);
}

} // namespace

QJsonObject ruleToJson(const Rule& rule)
{
    QJsonObject object{
        {QStringLiteral("id"), rule.id},
        {QStringLiteral("title"), listName(rule)},
        {QStringLiteral("phase"), int(rule.phase)},
        {QStringLiteral("phaseName"), phaseName(rule.phase)},
        {QStringLiteral("severity"), severityId(rule.severity)},
        {QStringLiteral("effort"), effortId(rule.effort)},
        {QStringLiteral("message"), rule.message},
        {QStringLiteral("reason"), rule.reason},
        {QStringLiteral("change"), rule.change},
        {QStringLiteral("wayOut"), rule.wayOut},
        {QStringLiteral("pack"), rule.packName},
        {QStringLiteral("origin"), packOriginId(rule.origin)},
        {QStringLiteral("architectures"), QJsonArray::fromStringList(rule.architectures)},
        {QStringLiteral("onRequest"), rule.fix.parameters.contains(QStringLiteral("on_request"))}};
    QJsonArray languages;
    for (const Language language : rule.languages) {
        languages.append(languageId(language));
    }
    object.insert(QStringLiteral("languages"), languages);
    object.insert(QStringLiteral("reference"),
                  QJsonObject{{QStringLiteral("title"), rule.referenceTitle},
                              {QStringLiteral("url"), rule.referenceUrl}});
    QJsonArray facts;
    for (const FactRow& row : factsOfRule(rule.id)) {
        facts.append(factToJson(row));
    }
    object.insert(QStringLiteral("facts"), facts);
    QJsonArray samples;
    constexpr qsizetype kMostSamples = 6;
    for (const RuleSample& sample : rule.samples) {
        if (samples.size() == kMostSamples) {
            object.insert(QStringLiteral("samplesLeftOut"), rule.samples.size() - kMostSamples);
            break;
        }
        QJsonObject one{{QStringLiteral("code"), QString::fromUtf8(sample.code)},
                        {QStringLiteral("matches"), sample.match}};
        if (sample.result) {
            one.insert(QStringLiteral("result"), QString::fromUtf8(*sample.result));
        }
        samples.append(one);
    }
    object.insert(QStringLiteral("samples"), samples);
    return object;
}

QJsonObject resourceList(const AgentContext& context, qsizetype from)
{
    QVector<QJsonObject> all{
        resource(QStringLiteral("rocport://rules"), QStringLiteral("Rules"),
                 QStringLiteral("All rules: id, name, phase, severity."), kJsonType),
        resource(QStringLiteral("rocport://facts"), QStringLiteral("Facts"),
                 QStringLiteral("The tables of what is taken for true of CUDA, HIP, ROCm and "
                                "PyTorch; rocport://facts/WORD has the rows."),
                 kJsonType),
        resource(QStringLiteral("rocport://fault-classes"), QStringLiteral("Fault classes"),
                 QStringLiteral("Faults that ports showed on AMD GPUs, what finds each, and what "
                                "becomes of it."),
                 kMarkdownType)};
    const auto rules = rulesOf(context);
    for (const Rule& rule : rules->rules()) {
        all.append(resource(ruleUri(rule.id), rule.id, listName(rule), kJsonType));
    }
    QJsonArray page;
    for (qsizetype i = from; i < all.size() && page.size() < kResourcePage; ++i) {
        page.append(all[i]);
    }
    QJsonObject result{{QStringLiteral("resources"), page}};
    if (from + page.size() < all.size()) {
        result.insert(QStringLiteral("nextCursor"), QString::number(from + page.size()));
    }
    return result;
}

QJsonObject resourceTemplates()
{
    const auto form = [](const char* uri, const char* name, const char* description) {
        return QJsonObject{{QStringLiteral("uriTemplate"), QString::fromLatin1(uri)},
                           {QStringLiteral("name"), QString::fromLatin1(name)},
                           {QStringLiteral("description"), QString::fromLatin1(description)},
                           {QStringLiteral("mimeType"), kJsonType}};
    };
    return {{QStringLiteral("resourceTemplates"),
             QJsonArray{form("rocport://rules/{id}", "Rule",
                             "A rule with its texts, reference, facts and samples."),
                        form("rocport://facts/{word}", "Facts",
                             "Rows that hold for the newest ROCm and mention a word: part of a "
                             "name, of a fact, of a table's name or of a rule's id.")}}};
}

Result<QJsonObject> readResource(const AgentContext& context, const QString& uri)
{
    const QString scheme = QStringLiteral("rocport://");
    const QString path = uri.startsWith(scheme) ? uri.mid(scheme.size()) : QString();
    const QString kind = path.section(u'/', 0, 0);
    const QString rest = QUrl::fromPercentEncoding(path.section(u'/', 1).toUtf8());
    const Error unknown{ErrorCode::FileNotFound,
                        QStringLiteral("there is no such resource; resources/list has all"),
                        uri.left(200)};
    if (kind == u"rules") {
        const auto rules = rulesOf(context);
        if (rest.isEmpty()) {
            return jsonContent(uri, ruleIndex(*rules));
        }
        const Rule* rule = rules->find(rest);
        return rule == nullptr ? Result<QJsonObject>(unknown)
                               : Result<QJsonObject>(jsonContent(uri, ruleToJson(*rule)));
    }
    if (kind == u"facts") {
        return jsonContent(uri, factsOf(rest));
    }
    if (path == u"fault-classes") {
        const auto page = helpPageMarkdown(path);
        return page ? Result<QJsonObject>(contentOf(uri, kMarkdownType, *page)) : page.error();
    }
    return unknown;
}

} // namespace rocport
