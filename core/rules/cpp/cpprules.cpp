#include "core/rules/cpp/cpprules.h"

#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cppsupplied.h"

namespace rocport {

using namespace Qt::Literals::StringLiterals;

namespace {

QString parameterOf(const Rule& rule, const QString& key)
{
    return rule.matcherParameters.value(key).toString();
}

} // namespace

CppRules::CppRules(const QVector<const Rule*>& rules, Strategy strategy)
    : m_rows(cppBuiltins().size(), nullptr)
{
    for (const Rule* rule : rules) {
        if (rule->matcher == MatcherKind::TokenPattern) {
            const QString topic = parameterOf(*rule, QStringLiteral("topic"));
            if (topic == u"in-generated-headers" && suppliesMissing(strategy)) {
                continue;
            }
            m_patterns.append(rule);
            if (topic == u"device-functions") {
                m_api.deviceMissing = rule;
            }
        } else if (rule->matcher == MatcherKind::ApiTable) {
            addTable(*rule);
        } else if (rule->matcher == MatcherKind::Builtin) {
            const QString name = parameterOf(*rule, QStringLiteral("name"));
            const CppBuiltin* row = cppBuiltin(name);
            if (row != nullptr) {
                m_rows[static_cast<size_t>(row - cppBuiltins().data())] = rule;
                m_builtins.append(rule);
            }
        }
    }
    m_api.warpsElsewhere = named(u"warp-sync-builtins") != nullptr;
}

void CppRules::addTable(const Rule& rule)
{
    const struct
    {
        QLatin1StringView topic;
        const Rule** place;
    } places[] = {{"api"_L1, &m_api.api},
                  {"header"_L1, &m_api.header},
                  {"launch"_L1, &m_api.launch},
                  {"unsupported"_L1, &m_api.unsupported},
                  {"experimental"_L1, &m_api.experimental},
                  {"deprecated"_L1, &m_api.deprecated},
                  {"cub-namespace"_L1, &m_api.cubNamespace}};
    const QString topic = parameterOf(rule, QStringLiteral("topic"));
    for (const auto& one : places) {
        if (topic == one.topic) {
            *one.place = &rule;
        }
    }
}

const Rule* CppRules::of(const CppBuiltin& builtin) const
{
    return m_rows[static_cast<size_t>(&builtin - cppBuiltins().data())];
}

const Rule* CppRules::named(QStringView builtin) const
{
    const CppBuiltin* row = cppBuiltin(builtin);
    return row != nullptr ? of(*row) : nullptr;
}

QVector<const Rule*> CppRules::allNamed(QStringView builtin) const
{
    QVector<const Rule*> result;
    for (const Rule* rule : m_builtins) {
        if (parameterOf(*rule, QStringLiteral("name")) == builtin) {
            result.append(rule);
        }
    }
    return result;
}

} // namespace rocport
