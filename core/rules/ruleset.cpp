#include "core/files/readfile.h"
#include "core/rules/cpp/patternindex.h"
#include "core/rules/packs/packtotals.h"
#include "core/rules/packs/rulepack.h"
#include "core/rules/python/pythonruleindex.h"
#include "core/rules/rule.h"
#include "core/rules/rulenames.h"
#include "core/rules/ruletarget.h"

#include <QCryptographicHash>
#include <QDir>

#include <algorithm>
#include <iterator>
#include <utility>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initRuleResources()
{
    Q_INIT_RESOURCE(rocport_rules);
}

namespace rocport {

namespace {

bool appliesTo(const Rule& rule, const TargetSettings& target)
{
    return !target.rulesOff.contains(rule.id) && isForTarget(rule, target);
}

QVector<PackText> builtInPacks()
{
    initRuleResources();
    const QDir folder(QStringLiteral(":/rocport/rules"));
    QVector<PackText> packs;
    for (const QString& name :
         folder.entryList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
        const QString file = folder.filePath(name);
        if (Result<QByteArray> bytes = readResource(file)) {
            packs.append({file, PackOrigin::BuiltIn, *std::move(bytes)});
        }
    }
    return packs;
}

} // namespace

bool isForTarget(const Rule& rule, const TargetSettings& target)
{
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

QString packOriginId(PackOrigin origin)
{
    switch (origin) {
    case PackOrigin::BuiltIn:
        break;
    case PackOrigin::Project:
        return QStringLiteral("project");
    case PackOrigin::User:
        return QStringLiteral("user");
    }
    return QStringLiteral("built-in");
}

RuleSet::LoadResult RuleSet::load(const QStringList& extraPacks)
{
    QVector<PackText> packs;
    QVector<Error> problems;
    for (const QString& file : extraPacks) {
        if (Result<QByteArray> bytes = readFile(file)) {
            packs.append({file, PackOrigin::User, *std::move(bytes)});
        } else {
            problems.append({ErrorCode::RulePackInvalid, bytes.error().detail,
                             QStringLiteral("%1:1").arg(file)});
        }
    }
    LoadResult result = load(packs);
    result.problems = problems + result.problems;
    return result;
}

RuleSet::LoadResult RuleSet::load(const QVector<PackText>& extraPacks)
{
    LoadResult result;
    QCryptographicHash hash(QCryptographicHash::Sha1);
    PackTotals totals;
    qsizetype bytes = 0;
    for (const PackText& text : builtInPacks() + extraPacks) {
        const bool limited = text.origin != PackOrigin::BuiltIn;
        bytes += limited ? text.text.size() : 0;
        if (bytes > PackSetLimits::kBytes) {
            result.problems.append({ErrorCode::RulePackInvalid,
                                    QStringLiteral("not read: the packs are larger than %1 MiB "
                                                   "together")
                                        .arg(PackSetLimits::kBytes / (1024 * 1024)),
                                    QStringLiteral("%1:1").arg(text.file)});
            continue;
        }
        hash.addData(text.text);
        hash.addData(QByteArrayView("\0", 1));
        RulePack pack = parseRulePack(text.text, text.file, text.origin);
        if (limited) {
            totals.keepWithin(pack, text.file);
        }
        result.problems += pack.problems;
        for (Rule& rule : pack.rules) {
            RuleSet& set = result.rules;
            const auto known = set.m_byId.constFind(rule.id);
            if (known != set.m_byId.constEnd()) {
                rule.replaces = set.m_rules[*known].packFile;
                set.m_replaced.append(std::exchange(set.m_rules[*known], std::move(rule)));
            } else {
                set.m_byId.insert(rule.id, set.m_rules.size());
                set.m_rules.append(std::move(rule));
            }
        }
    }
    result.rules.index(result.problems);
    result.rules.m_fingerprint = hash.result().left(8).toHex();
    return result;
}

void RuleSet::index(QVector<Error>& problems)
{
    m_patterns = std::make_shared<const PatternIndex>(m_rules);
    m_python = std::make_shared<const PythonRuleIndex>(m_rules, problems);
}

RuleSet RuleSet::of(const QVector<Rule>& rules, QVector<Error>& problems)
{
    RuleSet result;
    for (const Rule& rule : rules) {
        result.m_byId.insert(rule.id, result.m_rules.size());
        result.m_rules.append(rule);
    }
    result.index(problems);
    return result;
}

RuleSet RuleSet::only(const std::function<bool(const Rule&)>& wanted) const
{
    QVector<Rule> rules;
    std::copy_if(m_rules.begin(), m_rules.end(), std::back_inserter(rules), wanted);
    QVector<Error> problems; // were reported when the rules were read
    RuleSet result = of(rules, problems);
    result.m_fingerprint = m_fingerprint;
    return result;
}

RuleSet RuleSet::without(const std::function<bool(const Rule&)>& unwanted) const
{
    QVector<Rule> rules;
    for (const Rule& rule : m_rules) {
        const Rule* stays = unwanted(rule) ? nullptr : &rule;
        for (qsizetype i = m_replaced.size() - 1; i >= 0 && stays == nullptr; --i) {
            const Rule& earlier = m_replaced.at(i);
            stays = earlier.id == rule.id && !unwanted(earlier) ? &earlier : nullptr;
        }
        if (stays != nullptr) {
            rules.append(*stays);
        }
    }
    QVector<Error> problems; // were reported when the rules were read
    RuleSet result = of(rules, problems);
    result.m_fingerprint = m_fingerprint;
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
