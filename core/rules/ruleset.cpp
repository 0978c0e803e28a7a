#include "core/rules/patternindex.h"
#include "core/rules/pythonruleindex.h"
#include "core/rules/rule.h"
#include "core/rules/rulenames.h"
#include "core/rules/rulepack.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include <algorithm>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initRuleResources()
{
    Q_INIT_RESOURCE(rocport_rules);
}

namespace rocport {

namespace {

bool appliesTo(const Rule& rule, const TargetSettings& target)
{
    if (target.rulesOff.contains(rule.id)) {
        return false;
    }
    if (!rule.torch.contains(target.torch) || !rule.rocm.contains(target.rocm)) {
        return false;
    }
    if (rule.architectures.isEmpty()) {
        return true;
    }
    return std::any_of(rule.architectures.begin(), rule.architectures.end(), [&](const QString& g) {
        return std::any_of(target.architectures.begin(), target.architectures.end(),
                           [&](const QString& arch) { return globMatches(g, arch); });
    });
}

} // namespace

RuleSet::LoadResult RuleSet::load(const QStringList& extraPacks)
{
    initRuleResources();
    LoadResult result;
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const QDir builtIn(QStringLiteral(":/rocport/rules"));
    QStringList files;
    for (const QString& name :
         builtIn.entryList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
        files.append(builtIn.filePath(name));
    }
    files += extraPacks;
    for (const QString& file : files) {
        QFile device(file);
        if (!device.open(QIODevice::ReadOnly)) {
            result.problems.append({ErrorCode::RulePackInvalid, device.errorString(),
                                    QStringLiteral("%1:1").arg(file)});
            continue;
        }
        const QByteArray text = device.readAll();
        hash.addData(text);
        hash.addData(QByteArrayView("\0", 1));
        RulePack pack = parseRulePack(text, file);
        result.problems += pack.problems;
        for (Rule& rule : pack.rules) {
            RuleSet& set = result.rules;
            const auto known = set.m_byId.constFind(rule.id);
            if (known != set.m_byId.constEnd()) {
                set.m_rules[*known] = std::move(rule);
            } else {
                set.m_byId.insert(rule.id, set.m_rules.size());
                set.m_rules.append(std::move(rule));
            }
        }
    }
    result.rules.m_patterns = std::make_shared<const PatternIndex>(result.rules.m_rules);
    result.rules.m_python =
        std::make_shared<const PythonRuleIndex>(result.rules.m_rules, result.problems);
    result.rules.m_fingerprint = hash.result().left(8).toHex();
    return result;
}

RuleSet RuleSet::only(const std::function<bool(const Rule&)>& wanted) const
{
    RuleSet result;
    for (const Rule& rule : m_rules) {
        if (wanted(rule)) {
            result.m_byId.insert(rule.id, result.m_rules.size());
            result.m_rules.append(rule);
        }
    }
    result.m_fingerprint = m_fingerprint;
    result.m_patterns = std::make_shared<const PatternIndex>(result.m_rules);
    QVector<Error> problems; // were reported when the rules were read
    result.m_python = std::make_shared<const PythonRuleIndex>(result.m_rules, problems);
    return result;
}

const Rule* RuleSet::find(const QString& id) const
{
    const auto found = m_byId.constFind(id);
    return found == m_byId.constEnd() ? nullptr : &m_rules[*found];
}

QVector<const Rule*> RuleSet::applicable(Language language, const TargetSettings& target) const
{
    QVector<const Rule*> result;
    for (const Rule& rule : m_rules) {
        if (rule.languages.contains(language) && appliesTo(rule, target)) {
            result.append(&rule);
        }
    }
    return result;
}

} // namespace rocport
