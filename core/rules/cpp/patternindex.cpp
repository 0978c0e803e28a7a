#include "core/rules/cpp/patternindex.h"

#include "core/rules/rule.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>

namespace rocport {

namespace {

PatternToken::Kind kindOf(std::string_view text)
{
    const size_t dollars = std::min(text.find_first_not_of('$'), text.size());
    return dollars == 0   ? PatternToken::Kind::Exact
           : dollars == 1 ? PatternToken::Kind::Any
           : dollars == 2 ? PatternToken::Kind::Expression
                          : PatternToken::Kind::Arguments;
}

QString textOf(const QVariantMap& entry, const char* key)
{
    return entry.value(QLatin1StringView(key)).toString();
}

bool flagOf(const QVariantMap& entry, const char* key)
{
    return entry.value(QLatin1StringView(key)).toBool();
}

} // namespace

QString patternProblem(const QString& pattern, const QString& replacement)
{
    const auto tokensOf = [](const QByteArray& bytes) {
        const std::string_view view = viewOf(bytes);
        std::vector<std::string> result;
        const std::vector<CToken> tokens = lexC(view);
        for (const quint32 at : significantTokens(tokens)) {
            result.emplace_back(tokens[at].text(view));
        }
        return result;
    };
    const std::vector<std::string> tokens = tokensOf(pattern.toUtf8());
    if (tokens.empty()) {
        return QStringLiteral("is empty");
    }
    if (tokens.front().starts_with('$')) {
        return QStringLiteral("must begin with a token that is spelled out");
    }
    for (const std::string& token : tokens) {
        if (token.starts_with('$') && token.find_first_not_of('$') == std::string::npos) {
            return QStringLiteral("has a $ without a name");
        }
    }
    for (const std::string& token : tokensOf(replacement.toUtf8())) {
        if (token.starts_with('$') &&
            std::find(tokens.begin(), tokens.end(), token) == tokens.end()) {
            return QStringLiteral("has no %1, which its replacement names")
                .arg(QString::fromStdString(token));
        }
    }
    return {};
}

void PatternIndex::addPattern(int rule, const QString& text, const QVariantMap& entry)
{
    const QByteArray bytes = text.toUtf8();
    const std::string_view view = viewOf(bytes);
    const std::vector<CToken> tokens = lexC(view);
    CompiledPattern pattern;
    pattern.rule = rule;
    for (const quint32 at : significantTokens(tokens)) {
        const std::string_view one = tokens[at].text(view);
        pattern.tokens.push_back({kindOf(one), std::string(one)});
    }
    if (pattern.tokens.empty() || pattern.tokens.front().kind != PatternToken::Kind::Exact) {
        return;
    }
    pattern.note = textOf(entry, "note");
    pattern.wayOut = textOf(entry, "way_out");
    pattern.replacement = textOf(entry, "replace");
    pattern.group = textOf(entry, "group");
    pattern.wave64 = flagOf(entry, "wave64");
    pattern.supplied = flagOf(entry, "supplied");
    pattern.extensionsFrom = Version::parse(textOf(entry, "extensions_from")).value_or(Version());
    pattern.pointee = textOf(entry, "pointee");
    if (entry.contains(QStringLiteral("effort"))) {
        pattern.effort = effortFromId(textOf(entry, "effort"));
    }
    const std::string& first = pattern.tokens.front().text;
    auto found = m_byFirst.find(first);
    if (found == m_byFirst.end()) {
        m_firsts.push_back(std::make_unique<std::string>(first));
        found = m_byFirst.emplace(std::string_view(*m_firsts.back()), std::vector<int>()).first;
        m_lengths[static_cast<unsigned char>(first.front())] |= lengthBit(first.size());
    }
    found->second.push_back(static_cast<int>(m_patterns.size()));
    m_patterns.push_back(std::move(pattern));
}

PatternIndex::PatternIndex(const QVector<Rule>& rules)
    : m_settings(static_cast<size_t>(rules.size()))
{
    for (int i = 0; i < static_cast<int>(rules.size()); ++i) {
        if (rules[i].matcher != MatcherKind::TokenPattern) {
            continue;
        }
        const QVariantMap& match = rules[i].matcherParameters;
        PatternSettings& settings = m_settings[static_cast<size_t>(i)];
        settings.isPattern = true;
        settings.once = flagOf(match, "once");
        settings.perFile = flagOf(match, "per_file");
        settings.device = flagOf(match, "device");
        settings.ported = flagOf(match, "ported");
        settings.declarations = flagOf(match, "declarations");
        settings.qualified = flagOf(match, "qualified");
        settings.feature = textOf(match, "feature");
        for (const QVariant& text : match.value(QStringLiteral("patterns")).toList()) {
            addPattern(i, text.toString(), {});
        }
        for (const QVariant& glob : match.value(QStringLiteral("includes")).toList()) {
            m_includes.push_back({i, glob.toString(), {}, {}, {}});
        }
        for (const QVariant& item : match.value(QStringLiteral("entries")).toList()) {
            const QVariantMap entry = item.toMap();
            if (entry.contains(QStringLiteral("include"))) {
                m_includes.push_back({i, textOf(entry, "include"), textOf(entry, "note"),
                                      textOf(entry, "way_out"), textOf(entry, "replace").toUtf8(),
                                      flagOf(entry, "supplied")});
            }
            if (entry.contains(QStringLiteral("pattern"))) {
                addPattern(i, textOf(entry, "pattern"), entry);
            }
            // One entry may stand for several names that are written alike.
            for (const QVariant& name : entry.value(QStringLiteral("names")).toList()) {
                addPattern(i, name.toString(), entry);
            }
        }
    }
}

} // namespace rocport
