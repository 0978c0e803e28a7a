#include "core/rules/python/pythonruleindex.h"

#include "core/rules/python/pythonbuiltins.h"

#include <algorithm>

namespace rocport {

namespace {

/// Packs of the program lie in its resources.
constexpr QLatin1StringView kBuiltInFolder(":/rocport/rules/");

} // namespace

PythonRuleIndex::PythonRuleIndex(const QVector<Rule>& rules, QVector<Error>& problems)
{
    QVector<QByteArray> words;
    QHash<QByteArray, size_t> known;
    const auto indexOf = [&](const QByteArray& word) {
        const auto found = known.constFind(word);
        if (found != known.constEnd()) {
            return *found;
        }
        const auto index = static_cast<size_t>(words.size());
        words.append(word);
        known.insert(word, index);
        return index;
    };
    for (const Rule& rule : rules) {
        if (!rule.languages.contains(Language::Python) &&
            !rule.languages.contains(Language::Notebook)) {
            continue;
        }
        Entry entry;
        if (rule.matcher == MatcherKind::TreeSitter) {
            const QByteArray text =
                rule.matcherParameters.value(QStringLiteral("query")).toString().toUtf8();
            const QStringList written =
                rule.matcherParameters.value(QStringLiteral("words")).toStringList();
            entry.always = written.isEmpty();
            for (const QString& word : written) {
                entry.words.push_back(indexOf(word.toUtf8()));
            }
            if (rule.packFile.startsWith(kBuiltInFolder)) {
                entry.later = std::make_shared<Later>();
                entry.later->text = text;
                for (const QString& word : written) {
                    entry.lowered.push_back(word.toLower().toStdString());
                }
                m_entries.insert(rule.id, entry);
                continue;
            }
            Result<TreeSitterQuery> query = TreeSitterQuery::compile(text);
            if (!query) {
                const int line = rule.queryLine > 0 ? rule.queryLine + query.error().object.toInt()
                                                    : rule.packLine;
                problems.append({ErrorCode::RulePackInvalid,
                                 QStringLiteral("rule %1: %2").arg(rule.id, query.error().detail),
                                 QStringLiteral("%1:%2").arg(rule.packFile).arg(line)});
                continue;
            }
            entry.query = std::make_shared<const TreeSitterQuery>(std::move(*query));
        } else if (rule.matcher == MatcherKind::Builtin) {
            const PythonBuiltin* builtin =
                pythonBuiltin(rule.matcherParameters.value(QStringLiteral("name")).toString());
            if (builtin == nullptr) {
                continue;
            }
            for (const char* word : builtin->words) {
                entry.words.push_back(indexOf(word));
            }
            for (const QString& word :
                 rule.matcherParameters.value(QStringLiteral("words")).toStringList()) {
                entry.words.push_back(indexOf(word.toUtf8()));
            }
        } else {
            continue;
        }
        m_entries.insert(rule.id, entry);
    }
    m_finder = WordFinder(words);
}

QVector<const Rule*> PythonRuleIndex::candidates(const QVector<const Rule*>& rules,
                                                 std::string_view text) const
{
    QVector<const Rule*> result;
    const std::vector<bool> found = m_finder.find(text);
    for (const Rule* rule : rules) {
        const auto entry = m_entries.constFind(rule->id);
        if (entry != m_entries.constEnd() &&
            (entry->always || std::any_of(entry->words.begin(), entry->words.end(),
                                          [&](size_t word) { return found[word]; }))) {
            result.append(rule);
        }
    }
    return result;
}

std::optional<std::vector<quint32>> PythonRuleIndex::places(const Rule& rule,
                                                            std::string_view text) const
{
    const auto entry = m_entries.constFind(rule.id);
    if (entry == m_entries.constEnd() || entry->lowered.empty()) {
        return std::nullopt;
    }
    std::string lowered(text);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    std::vector<quint32> found;
    for (const std::string& word : entry->lowered) {
        for (size_t at = lowered.find(word); at != std::string::npos;
             at = lowered.find(word, at + 1)) {
            found.push_back(static_cast<quint32>(at));
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

const TreeSitterQuery* PythonRuleIndex::query(const Rule& rule) const
{
    const auto entry = m_entries.constFind(rule.id);
    if (entry == m_entries.constEnd()) {
        return nullptr;
    }
    if (Later* const later = entry->later.get()) {
        std::call_once(later->once, [later] {
            Result<TreeSitterQuery> query = TreeSitterQuery::compile(later->text);
            if (query) {
                later->query = std::make_shared<const TreeSitterQuery>(std::move(*query));
            }
        });
        return later->query.get();
    }
    return entry->query.get();
}

} // namespace rocport
