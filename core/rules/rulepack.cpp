#include "core/rules/rulepack.h"

#include "core/rules/rulenames.h"

#include <QSet>

#include <exception>
#include <string_view>
#include <toml++/toml.h>

namespace rocport {

namespace {

constexpr qsizetype kMaxPackBytes = 4 * 1024 * 1024;

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QVariant toVariant(const toml::node& node)
{
    if (const auto* text = node.as_string()) {
        return toQString(text->get());
    }
    if (const auto* number = node.as_integer()) {
        return QVariant::fromValue(static_cast<qlonglong>(number->get()));
    }
    if (const auto* number = node.as_floating_point()) {
        return number->get();
    }
    if (const auto* flag = node.as_boolean()) {
        return flag->get();
    }
    if (const auto* array = node.as_array()) {
        QVariantList list;
        for (const toml::node& item : *array) {
            list.append(toVariant(item));
        }
        return list;
    }
    if (const auto* table = node.as_table()) {
        QVariantMap map;
        for (const auto& [key, value] : *table) {
            map.insert(toQString(key.str()), toVariant(value));
        }
        return map;
    }
    return {};
}

/// Reads one [[rule]] table. The first problem makes the rule unusable; all of them are reported.
class RuleReader
{
public:
    RuleReader(const toml::table& table, const QString& file, QVector<Error>& problems)
        : m_table(table), m_file(file), m_problems(problems)
    {
    }

    std::optional<Rule> read();

private:
    void problem(const toml::node& at, const QString& detail)
    {
        m_good = false;
        const QString place = QStringLiteral("%1:%2").arg(m_file).arg(at.source().begin.line);
        m_problems.append({ErrorCode::RulePackInvalid, detail, place});
    }
    QString text(const char* key, bool required);
    QStringList texts(const char* key, bool required);
    void checkKeys(const toml::table& table, std::initializer_list<const char*> known,
                   const QString& where);
    void readPlace(Rule& rule);
    void readVersions(Rule& rule);
    void readReference(Rule& rule);
    void readMatch(Rule& rule);
    void readFix(Rule& rule);

    const toml::table& m_table;
    const QString& m_file;
    QVector<Error>& m_problems;
    QString m_id;
    bool m_good = true;
};

QString RuleReader::text(const char* key, bool required)
{
    const toml::node* node = m_table.get(key);
    if (node == nullptr) {
        if (required) {
            problem(m_table, QStringLiteral("rule %1 has no %2").arg(m_id, QLatin1StringView(key)));
        }
        return {};
    }
    if (const auto* value = node->as_string()) {
        QString result = toQString(value->get()).trimmed();
        if (required && result.isEmpty()) {
            problem(*node, QStringLiteral("%1 is empty").arg(QLatin1StringView(key)));
        }
        return result;
    }
    problem(*node, QStringLiteral("%1 must be a text").arg(QLatin1StringView(key)));
    return {};
}

QStringList RuleReader::texts(const char* key, bool required)
{
    const toml::node* node = m_table.get(key);
    if (node == nullptr) {
        if (required) {
            problem(m_table, QStringLiteral("rule %1 has no %2").arg(m_id, QLatin1StringView(key)));
        }
        return {};
    }
    const toml::array* array = node->as_array();
    if (array == nullptr || array->empty()) {
        problem(*node, QStringLiteral("%1 must be a list of texts").arg(QLatin1StringView(key)));
        return {};
    }
    QStringList result;
    for (const toml::node& item : *array) {
        if (const auto* value = item.as_string()) {
            result.append(toQString(value->get()));
        } else {
            problem(item, QStringLiteral("%1 must hold texts only").arg(QLatin1StringView(key)));
        }
    }
    return result;
}

void RuleReader::checkKeys(const toml::table& table, std::initializer_list<const char*> known,
                           const QString& where)
{
    for (const auto& [key, value] : table) {
        const std::string_view name = key.str();
        const bool isKnown =
            std::any_of(known.begin(), known.end(), [&](const char* one) { return name == one; });
        if (!isKnown) {
            problem(value, QStringLiteral("unknown key \"%1\" in %2").arg(toQString(name), where));
        }
    }
}

void RuleReader::readPlace(Rule& rule)
{
    const toml::node* phase = m_table.get("phase");
    const std::optional<Phase> known =
        phase != nullptr && phase->is_integer()
            ? phaseFromInt(
                  static_cast<int>(std::clamp<qint64>(phase->as_integer()->get(), -1, kPhaseCount)))
            : std::nullopt;
    if (known) {
        rule.phase = *known;
    } else {
        problem(phase != nullptr ? *phase : m_table,
                QStringLiteral("phase must be a number from 0 to 8"));
    }
    const QString severity = text("severity", true);
    if (const auto value = severityFromId(severity)) {
        rule.severity = *value;
    } else if (!severity.isEmpty()) {
        problem(*m_table.get("severity"), QStringLiteral("unknown severity \"%1\"").arg(severity));
    }
    const QString effort = text("effort", false);
    if (const auto value = effortFromId(effort)) {
        rule.effort = *value;
    } else if (!effort.isEmpty()) {
        problem(*m_table.get("effort"), QStringLiteral("unknown effort \"%1\"").arg(effort));
    }
    for (const QString& name : texts("languages", true)) {
        if (const auto language = languageFromId(name)) {
            rule.languages.append(*language);
        } else {
            problem(*m_table.get("languages"), QStringLiteral("unknown language \"%1\"").arg(name));
        }
    }
}

void RuleReader::readVersions(Rule& rule)
{
    for (const char* key : {"torch", "rocm"}) {
        const QString written = text(key, false);
        const Result<VersionRange> range = parseVersionRange(written);
        if (!range) {
            problem(*m_table.get(key), range.error().detail);
            continue;
        }
        (std::string_view(key) == "torch" ? rule.torch : rule.rocm) = *range;
    }
    rule.architectures = texts("architectures", false);
}

void RuleReader::readReference(Rule& rule)
{
    const toml::node* node = m_table.get("reference");
    if (node == nullptr) {
        return;
    }
    const toml::table* table = node->as_table();
    if (table == nullptr) {
        problem(*node, QStringLiteral("reference must be { title = …, url = … }"));
        return;
    }
    checkKeys(*table, {"title", "url"}, QStringLiteral("reference"));
    rule.referenceTitle = toQString((*table)["title"].value_or(std::string_view()));
    rule.referenceUrl = toQString((*table)["url"].value_or(std::string_view()));
    if (rule.referenceTitle.isEmpty() || !rule.referenceUrl.startsWith(u"https://")) {
        problem(*node, QStringLiteral("reference needs a title and an https:// address"));
    }
}

void RuleReader::readMatch(Rule& rule)
{
    const toml::node* node = m_table.get("match");
    const toml::table* table = node != nullptr ? node->as_table() : nullptr;
    if (table == nullptr) {
        problem(node != nullptr ? *node : m_table,
                QStringLiteral("rule %1 has no match = { kind = … }").arg(m_id));
        return;
    }
    const QString kind = toQString((*table)["kind"].value_or(std::string_view()));
    const std::optional<MatcherKind> known = matcherFromId(kind);
    if (!known) {
        problem(*node, QStringLiteral("unknown matcher \"%1\"").arg(kind));
        return;
    }
    rule.matcher = *known;
    rule.matcherParameters = toVariant(*table).toMap();
    rule.matcherParameters.remove(QStringLiteral("kind"));
    if (rule.matcher == MatcherKind::Builtin) {
        const QString name = rule.matcherParameters.value(QStringLiteral("name")).toString();
        if (!isBuiltinMatcher(name)) {
            problem(*node, QStringLiteral("unknown built-in matcher \"%1\"").arg(name));
        }
    }
}

void RuleReader::readFix(Rule& rule)
{
    const toml::node* node = m_table.get("fix");
    if (node == nullptr) {
        return;
    }
    const toml::table* table = node->as_table();
    if (table == nullptr) {
        problem(*node, QStringLiteral("fix must be { transform = … }"));
        return;
    }
    rule.fix.transform = toQString((*table)["transform"].value_or(std::string_view()));
    if (!isTransform(rule.fix.transform)) {
        problem(*node, QStringLiteral("unknown transform \"%1\"").arg(rule.fix.transform));
        return;
    }
    rule.fix.parameters = toVariant(*table).toMap();
    rule.fix.parameters.remove(QStringLiteral("transform"));
    if (rule.change.isEmpty()) {
        problem(*node, QStringLiteral("a rule with a fix needs change"));
    }
}

std::optional<Rule> RuleReader::read()
{
    Rule rule;
    rule.packFile = m_file;
    rule.packLine = static_cast<int>(m_table.source().begin.line);
    m_id = text("id", true);
    rule.id = m_id;
    checkKeys(m_table,
              {"id", "phase", "severity", "languages", "torch", "rocm", "architectures", "title",
               "message", "reason", "change", "reference", "match", "fix", "way_out", "effort"},
              QStringLiteral("rule %1").arg(m_id));
    readPlace(rule);
    readVersions(rule);
    rule.title = text("title", true);
    rule.message = text("message", true);
    rule.reason = text("reason", true);
    rule.change = text("change", false);
    rule.wayOut = text("way_out", false);
    readReference(rule);
    readMatch(rule);
    readFix(rule);
    return m_good ? std::optional<Rule>(std::move(rule)) : std::nullopt;
}

Error packProblem(const QString& file, quint32 line, const QString& detail)
{
    return {ErrorCode::RulePackInvalid, detail, QStringLiteral("%1:%2").arg(file).arg(line)};
}

void readRules(const toml::array& rules, const QString& file, RulePack& pack)
{
    QSet<QString> seen;
    for (const toml::node& node : rules) {
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            pack.problems.append(packProblem(file, node.source().begin.line,
                                             QStringLiteral("rule must be written as [[rule]]")));
            continue;
        }
        std::optional<Rule> rule = RuleReader(*table, file, pack.problems).read();
        if (!rule) {
            continue;
        }
        if (seen.contains(rule->id)) {
            pack.problems.append(
                packProblem(file, table->source().begin.line,
                            QStringLiteral("a second rule is called \"%1\"").arg(rule->id)));
            continue;
        }
        seen.insert(rule->id);
        pack.rules.append(std::move(*rule));
    }
}

void readPack(const toml::table& root, const QString& file, RulePack& pack)
{
    if (root["format"].value_or(qint64(0)) != 1) {
        pack.problems.append(packProblem(file, 1, QStringLiteral("format must be 1")));
        return;
    }
    for (const auto& [key, value] : root) {
        const std::string_view name = key.str();
        if (name != "format" && name != "name" && name != "rule") {
            pack.problems.append(
                packProblem(file, value.source().begin.line,
                            QStringLiteral("unknown key \"%1\" in the pack").arg(toQString(name))));
        }
    }
    pack.name = toQString(root["name"].value_or(std::string_view()));
    if (const toml::node* rules = root.get("rule")) {
        if (const toml::array* array = rules->as_array()) {
            readRules(*array, file, pack);
        } else {
            pack.problems.append(packProblem(file, rules->source().begin.line,
                                             QStringLiteral("rules must be written as [[rule]]")));
        }
    }
}

} // namespace

Result<VersionRange> parseVersionRange(const QString& text)
{
    VersionRange range;
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) {
        return range;
    }
    for (const QString& part : trimmed.split(u',')) {
        const QString bound = part.trimmed();
        const bool from = bound.startsWith(u">=");
        const bool below = !from && bound.startsWith(u'<') && !bound.startsWith(u"<=");
        const QString number = bound.mid(from ? 2 : 1).trimmed();
        const std::optional<Version> version = Version::parse(number);
        if ((!from && !below) || !version || version->toString() != number) {
            return Error{
                ErrorCode::InvalidArgument,
                QStringLiteral("\"%1\" is no version range such as \">=2.3,<2.12\"").arg(text),
                {}};
        }
        (from ? range.from : range.below) = *version;
    }
    return range;
}

RulePack parseRulePack(const QByteArray& text, const QString& file)
{
    RulePack pack;
    if (text.size() > kMaxPackBytes) {
        pack.problems.append(packProblem(file, 1, QStringLiteral("larger than 4 MiB")));
        return pack;
    }
    // The TOML library reports by exception; none of them leaves this function.
    try {
        const toml::table root =
            toml::parse(std::string_view(text.constData(), static_cast<size_t>(text.size())));
        readPack(root, file, pack);
    } catch (const toml::parse_error& error) {
        pack.problems.append(
            packProblem(file, error.source().begin.line, toQString(error.description())));
    } catch (const std::exception& error) {
        pack.problems.append(packProblem(file, 1, QString::fromUtf8(error.what())));
    }
    return pack;
}

} // namespace rocport
