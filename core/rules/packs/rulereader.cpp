#include "core/rules/packs/rulereader.h"

#include "core/base/visibletext.h"
#include "core/rules/rulenames.h"

#include <algorithm>

namespace rocport {

QVariant toVariant(const toml::node& node)
{
    if (const auto* text = node.as_string()) {
        return toText(text->get());
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
            map.insert(toText(key.str()), toVariant(value));
        }
        return map;
    }
    return {};
}

void RuleReader::problemAt(int line, const QString& detail)
{
    m_good = false;
    m_problems.append(
        {ErrorCode::RulePackInvalid, detail, QStringLiteral("%1:%2").arg(m_pack.file).arg(line)});
}

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
        QString result = visibleText(toText(value->get()).trimmed());
        if (isLimited() && result.size() > PackLimits::kTextLength) {
            problem(*node, QStringLiteral("%1 is longer than %2 characters")
                               .arg(QLatin1StringView(key))
                               .arg(PackLimits::kTextLength));
            return {};
        }
        if (required && result.isEmpty()) {
            problem(*node, QStringLiteral("%1 is empty").arg(QLatin1StringView(key)));
        }
        return result;
    }
    problem(*node, QStringLiteral("%1 must be a string").arg(QLatin1StringView(key)));
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
        problem(*node, QStringLiteral("%1 must be a list of strings").arg(QLatin1StringView(key)));
        return {};
    }
    QStringList result;
    for (const toml::node& item : *array) {
        if (const auto* value = item.as_string()) {
            result.append(toText(value->get()));
        } else {
            problem(item,
                    QStringLiteral("%1 must contain only strings").arg(QLatin1StringView(key)));
        }
    }
    return result;
}

void RuleReader::checkKeys(const toml::table& table, PackTable known, const QString& where)
{
    for (const auto& [key, value] : table) {
        const QString name = toText(key.str());
        if (packKeys(known).contains(name)) {
            continue;
        }
        QString detail = QStringLiteral("unknown key \"%1\" in %2").arg(name, where);
        const QString near = nearestName(name, packKeys(known));
        if (!near.isEmpty()) {
            detail += QStringLiteral(", did you mean \"%1\"?").arg(near);
        }
        problemAt(static_cast<int>(key.source().begin.line), detail);
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
    // A rule about nodes is about no language.
    const bool ofNode =
        m_table["match"]["kind"].value_or(std::string_view()) == std::string_view("probe");
    for (const QString& name : texts("languages", !ofNode)) {
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
    checkKeys(*table, PackTable::Reference, QStringLiteral("reference"));
    rule.referenceTitle = visibleLine(toText((*table)["title"].value_or(std::string_view())));
    rule.referenceUrl = toText((*table)["url"].value_or(std::string_view()));
    if (rule.referenceTitle.isEmpty() || !rule.referenceUrl.startsWith(u"https://")) {
        problem(*node, QStringLiteral("reference needs a title and an https:// address"));
    }
}

std::optional<Rule> RuleReader::read()
{
    Rule rule;
    rule.packFile = m_pack.file;
    rule.origin = m_pack.origin;
    rule.packLine = static_cast<int>(m_table.source().begin.line);
    m_id = text("id", true);
    rule.id = m_id;
    checkKeys(m_table, PackTable::Rule, QStringLiteral("rule %1").arg(m_id));
    readPlace(rule);
    readVersions(rule);
    rule.title = text("title", true);
    rule.name = text("name", false);
    rule.message = text("message", true);
    rule.reason = text("reason", true);
    rule.change = text("change", false);
    rule.wayOut = text("way_out", false);
    readReference(rule);
    readMatch(rule);
    readFix(rule);
    readSamples(rule);
    return m_good ? std::optional<Rule>(std::move(rule)) : std::nullopt;
}

} // namespace rocport
