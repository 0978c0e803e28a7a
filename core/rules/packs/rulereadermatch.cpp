#include "core/rules/cpp/patternindex.h"
#include "core/rules/packs/rulereader.h"
#include "core/rules/python/treesitterquery.h"
#include "core/rules/rulenames.h"

#include <algorithm>

namespace rocport {

namespace {

PackTable tableOf(MatcherKind kind)
{
    switch (kind) {
    case MatcherKind::ApiTable:
        return PackTable::ApiTable;
    case MatcherKind::TokenPattern:
        return PackTable::TokenPattern;
    case MatcherKind::TreeSitter:
        return PackTable::TreeSitter;
    case MatcherKind::ManifestKey:
        return PackTable::ManifestKey;
    case MatcherKind::Probe:
        return PackTable::Probe;
    case MatcherKind::Builtin:
        break;
    }
    return PackTable::Builtin;
}

QString withNearest(const QString& detail, const QString& name, const QStringList& known)
{
    const QString near = nearestName(name, known);
    return near.isEmpty() ? detail : detail + QStringLiteral(", did you mean \"%1\"?").arg(near);
}

} // namespace

/// The line in which the first character of a text stands: a line end right after the opening
/// quotes of a text over several lines is no part of it.
int RuleReader::textLine(const toml::node& text) const
{
    const toml::source_position at = text.source().begin;
    const QByteArray line = m_lines.value(static_cast<qsizetype>(at.line) - 1).trimmed();
    const bool below = line.endsWith("\"\"\"") || line.endsWith("'''");
    return static_cast<int>(at.line) + (below ? 1 : 0);
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
    const QString kind = toText((*table)["kind"].value_or(std::string_view()));
    const std::optional<MatcherKind> known = matcherFromId(kind);
    if (!known) {
        problem(*node, withNearest(QStringLiteral("unknown matcher \"%1\"").arg(kind), kind,
                                   matcherNames()));
        return;
    }
    rule.matcher = *known;
    rule.matcherParameters = toVariant(*table).toMap();
    rule.matcherParameters.remove(QStringLiteral("kind"));
    if (rule.matcher != MatcherKind::Builtin) {
        checkKeys(*table, tableOf(rule.matcher), QStringLiteral("match of rule %1").arg(m_id));
    } else {
        const QString name = rule.matcherParameters.value(QStringLiteral("name")).toString();
        if (!isBuiltinMatcher(name)) {
            problem(*node, withNearest(QStringLiteral("unknown built-in matcher \"%1\"").arg(name),
                                       name, builtinMatcherNames()));
        }
    }
    checkWords(*table);
    if (rule.matcher == MatcherKind::Probe) {
        readProbe(*table);
    } else if (rule.matcher == MatcherKind::TokenPattern) {
        readPatterns(*table);
    } else if (rule.matcher == MatcherKind::TreeSitter) {
        readQuery(*table, rule);
    }
}

void RuleReader::readProbe(const toml::table& match)
{
    if (!isProbeCondition(m_id)) {
        problem(match,
                withNearest(QStringLiteral("no condition about nodes is called \"%1\"").arg(m_id),
                            m_id, probeConditionNames()));
    }
    for (const char* key : {"root", "environment"}) {
        if (match.contains(key) && !match[key].is_boolean()) {
            problem(*match.get(key),
                    QStringLiteral("%1 must be true or false").arg(QLatin1StringView(key)));
        }
    }
    if (match.contains("command") && !match["command"].is_string()) {
        problem(*match.get("command"), QStringLiteral("command must be a string"));
    }
    readNotes(match);
}

/// The words that a file must hold: a table of their letters is made of them.
void RuleReader::checkWords(const toml::table& match)
{
    const toml::array* words = match["words"].as_array();
    if (words == nullptr || !isLimited()) {
        return;
    }
    const bool longWord = std::any_of(words->begin(), words->end(), [](const toml::node& word) {
        return word.value_or(std::string_view()).size() > PackLimits::kWordLength;
    });
    if (longWord || static_cast<qsizetype>(words->size()) > PackLimits::kWords) {
        problem(match, QStringLiteral("words of rule %1 are more than %2, or longer than %3")
                           .arg(m_id)
                           .arg(PackLimits::kWords)
                           .arg(PackLimits::kWordLength));
    }
}

void RuleReader::readNotes(const toml::table& match)
{
    const toml::array* notes = match["notes"].as_array();
    for (size_t i = 0; notes != nullptr && i < notes->size(); ++i) {
        if (const toml::table* note = notes->get(i)->as_table()) {
            checkKeys(*note, PackTable::Note, QStringLiteral("a note of rule %1").arg(m_id));
        }
    }
}

void RuleReader::checkPattern(const toml::node& at, const QString& pattern,
                              const QString& replacement)
{
    QString wrong = patternProblem(pattern, replacement);
    if (wrong.isEmpty() && isLimited() && pattern.size() > PackLimits::kPatternLength) {
        wrong = QStringLiteral("is longer than %1 characters").arg(PackLimits::kPatternLength);
    }
    if (!wrong.isEmpty()) {
        problem(at, QStringLiteral("the pattern \"%1\" %2").arg(pattern.left(60), wrong));
    }
}

void RuleReader::readPatterns(const toml::table& match)
{
    qsizetype count = 0;
    const auto each = [&](const toml::node* list, const char* key, const auto& read) {
        if (list == nullptr) {
            return;
        }
        const toml::array* array = list->as_array();
        if (array == nullptr) {
            problem(*list, QStringLiteral("%1 must be a list").arg(QLatin1StringView(key)));
            return;
        }
        count += static_cast<qsizetype>(array->size());
        for (const toml::node& one : *array) {
            read(one);
        }
    };
    const auto pattern = [&](const toml::node& one) {
        if (const auto* text = one.as_string()) {
            checkPattern(one, toText(text->get()), {});
        } else {
            problem(one, QStringLiteral("a pattern must be a string"));
        }
    };
    each(match.get("patterns"), "patterns", pattern);
    each(match.get("includes"), "includes", [&](const toml::node& one) {
        if (!one.is_string()) {
            problem(one, QStringLiteral("includes must contain only strings"));
        } else if (isLimited() && static_cast<qsizetype>(one.as_string()->get().size()) >
                                      PackLimits::kPatternLength) {
            problem(one, QStringLiteral("an include is longer than %1 characters")
                             .arg(PackLimits::kPatternLength));
        }
    });
    each(match.get("entries"), "entries", [&](const toml::node& one) {
        const toml::table* entry = one.as_table();
        if (entry == nullptr) {
            problem(one, QStringLiteral("an entry must be { pattern = …, … }"));
            return;
        }
        checkKeys(*entry, PackTable::Entry, QStringLiteral("an entry of rule %1").arg(m_id));
        if (const toml::node* text = entry->get("pattern")) {
            checkPattern(*text, toText(text->value_or(std::string_view())),
                         toText((*entry)["replace"].value_or(std::string_view())));
        }
        each(entry->get("names"), "names", pattern);
        const toml::node* pointee = entry->get("pointee");
        const std::string_view points =
            pointee == nullptr ? std::string_view() : pointee->value_or(std::string_view());
        if (pointee != nullptr && points != "scalar" && points != "word" && points != "wide") {
            problem(*pointee, QStringLiteral("pointee must be \"scalar\", \"word\" or \"wide\""));
        }
        const toml::node* from = entry->get("extensions_from");
        if (from != nullptr && !Version::parse(toText(from->value_or(std::string_view())))) {
            problem(*from,
                    QStringLiteral("extensions_from must be a ROCm release such as \"7.0\""));
        }
        if (!entry->contains("pattern") && !entry->contains("names") &&
            !entry->contains("include")) {
            problem(one, QStringLiteral("an entry needs pattern, names or include"));
        }
    });
    if (count == 0 && !match.contains("topic")) {
        problem(match, QStringLiteral("rule %1 has no patterns, includes or entries").arg(m_id));
    } else if (isLimited() && count > PackLimits::kPatterns) {
        problem(match, QStringLiteral("rule %1 has more than %2 patterns")
                           .arg(m_id)
                           .arg(PackLimits::kPatterns));
    }
}

void RuleReader::readQuery(const toml::table& match, Rule& rule)
{
    const toml::node* query = match.get("query");
    if (query == nullptr || !query->is_string()) {
        problem(query != nullptr ? *query : match,
                QStringLiteral("rule %1 needs query = \"…\"").arg(m_id));
        return;
    }
    rule.queryLine = textLine(*query);
    const auto size = static_cast<qsizetype>(query->as_string()->get().size());
    if (isLimited() && size > PackLimits::kQueryBytes) {
        problem(
            *query,
            QStringLiteral("the query is larger than %1 KiB").arg(PackLimits::kQueryBytes / 1024));
    } else if (isLimited()) {
        const QString over =
            queryOverLimits(querySize(QByteArray::fromStdString(query->as_string()->get())));
        if (!over.isEmpty()) {
            problem(*query, QStringLiteral("rule %1: %2").arg(m_id, over));
        }
    }
    readNotes(match);
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
    const QString& name = rule.fix.transform =
        toText((*table)["transform"].value_or(std::string_view()));
    if (!isTransform(name)) {
        problem(*node, withNearest(QStringLiteral("unknown transform \"%1\"").arg(name), name,
                                   transformNames()));
        return;
    }
    if (name == u"replace" || name == u"gate-expression" || name == u"gate-statement") {
        checkKeys(*table, PackTable::Fix, QStringLiteral("fix of rule %1").arg(m_id));
    }
    rule.fix.parameters = toVariant(*table).toMap();
    rule.fix.parameters.remove(QStringLiteral("transform"));
    if (rule.change.isEmpty()) {
        problem(*node, QStringLiteral("a rule with a fix needs change"));
    }
}

void RuleReader::readSamples(Rule& rule)
{
    const toml::node* node = m_table.get("sample");
    if (node == nullptr) {
        return;
    }
    const toml::array* samples = node->as_array();
    if (samples == nullptr) {
        problem(*node, QStringLiteral("samples must be written as [[rule.sample]]"));
        return;
    }
    if (isLimited() && static_cast<qsizetype>(samples->size()) > PackLimits::kSamples) {
        problem(
            *node,
            QStringLiteral("rule %1 has more than %2 samples").arg(m_id).arg(PackLimits::kSamples));
        return;
    }
    for (const toml::node& one : *samples) {
        if (const toml::table* table = one.as_table()) {
            readSample(*table, rule);
        } else {
            problem(one, QStringLiteral("samples must be written as [[rule.sample]]"));
        }
    }
}

void RuleReader::readSample(const toml::table& table, Rule& rule)
{
    checkKeys(table, PackTable::Sample, QStringLiteral("a sample of rule %1").arg(m_id));
    RuleSample sample;
    sample.packLine = static_cast<int>(table.source().begin.line);
    const auto bytes = [&](const char* key) -> std::optional<QByteArray> {
        const toml::node* node = table.get(key);
        if (node == nullptr) {
            return std::nullopt;
        }
        const auto* text = node->as_string();
        if (text == nullptr) {
            problem(*node,
                    QStringLiteral("%1 of a sample must be a string").arg(QLatin1StringView(key)));
            return std::nullopt;
        }
        return QByteArray::fromStdString(text->get());
    };
    const QString language = QString::fromUtf8(bytes("language").value_or(QByteArray()));
    const std::optional<Language> known = languageFromId(language);
    if (!known || !rule.languages.contains(*known)) {
        problem(table, QStringLiteral("the sample's language \"%1\" is not one of rule %2's")
                           .arg(language, m_id));
    }
    sample.language = known.value_or(Language::Other);
    sample.file = bytes("file").value_or(QByteArray());
    sample.code = bytes("code").value_or(QByteArray());
    sample.result = bytes("result");
    sample.symbol = QString::fromUtf8(bytes("symbol").value_or(QByteArray()));
    if (sample.code.isEmpty()) {
        problem(table, QStringLiteral("a sample of rule %1 has no code").arg(m_id));
    } else if (isLimited() && sample.code.size() > PackLimits::kSampleBytes) {
        problem(
            table,
            QStringLiteral("a sample is larger than %1 KiB").arg(PackLimits::kSampleBytes / 1024));
    }
    if (const auto match = table["match"].value_exact<bool>()) {
        sample.match = *match;
    } else {
        problem(table, QStringLiteral("a sample of rule %1 needs match = true or false").arg(m_id));
    }
    if (const toml::node* line = table.get("line")) {
        sample.line = static_cast<int>(std::clamp<qint64>(line->value_or<int64_t>(0), 0, 1 << 20));
        if (sample.line == 0) {
            problem(*line, QStringLiteral("line of a sample must be a number of at least 1"));
        }
    }
    if (!sample.match && (sample.result || sample.line > 0 || !sample.symbol.isEmpty())) {
        problem(table,
                QStringLiteral("a sample that must not match cannot have result, symbol or line"));
    }
    rule.samples.append(std::move(sample));
}

} // namespace rocport
