#include "core/probe/proberules.h"

#include "core/probe/probeconditions.h"
#include "core/rules/packs/rulepack.h"

#include <algorithm>

namespace rocport {

namespace {

QString filled(const QString& text, const QHash<QString, QString>& captures)
{
    QString result;
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype open = text.indexOf(u'{', at);
        const qsizetype close = open < 0 ? -1 : text.indexOf(u'}', open);
        if (close < 0) {
            break;
        }
        const QString name = text.mid(open + 1, close - open - 1);
        result += text.mid(at, open - at);
        const auto known = captures.constFind(name);
        if (known == captures.constEnd()) {
            result += text.mid(open, 1);
            at = open + 1;
        } else {
            result += *known;
            at = close + 1;
        }
    }
    return result + text.mid(at);
}

bool inRange(const QVariantMap& note, const char* key, const Version& version)
{
    const Result<VersionRange> range =
        parseVersionRange(note.value(QLatin1StringView(key)).toString());
    if (!range || (!range->from && !range->below)) {
        return true;
    }
    return !version.isEmpty() && range->contains(version);
}

QString notesOf(const Rule& rule, const ProbeHit& hit, const ProbeReport& report)
{
    QStringList texts;
    const QVariantList notes = rule.matcherParameters.value(QStringLiteral("notes")).toList();
    for (const QString& wanted : hit.notes) {
        for (const QVariant& one : notes) {
            const QVariantMap note = one.toMap();
            if (note.value(QStringLiteral("symbol")).toString() == wanted &&
                inRange(note, "torch", report.torch) && inRange(note, "rocm", report.rocm)) {
                texts.append(filled(note.value(QStringLiteral("text")).toString(), hit.captures));
            }
        }
    }
    return texts.join(u' ');
}

ProbeFinding findingOf(const Rule& rule, const ProbeHit& hit, const ProbeReport& report)
{
    QHash<QString, QString> captures = hit.captures;
    captures.insert(QStringLiteral("note"), notesOf(rule, hit, report));
    ProbeFinding finding;
    finding.ruleId = rule.id;
    finding.severity = hit.severity.value_or(rule.severity);
    finding.title = filled(rule.title, captures);
    finding.message =
        (filled(rule.message, captures).trimmed() + u' ' + filled(rule.reason, captures)).trimmed();
    finding.fix = filled(rule.wayOut, captures);
    if (hit.withCommand) {
        finding.command =
            filled(rule.matcherParameters.value(QStringLiteral("command")).toString(), captures)
                .trimmed();
    }
    finding.needsRoot =
        !finding.command.isEmpty() && rule.matcherParameters.value(QStringLiteral("root")).toBool();
    finding.setsEnvironment = !finding.command.isEmpty() &&
                              rule.matcherParameters.value(QStringLiteral("environment")).toBool();
    return finding;
}

/// The rule of an id that may be used: of the set, unless a repository brought it.
const Rule* usableRule(const ProbeRuleOptions& options, const QString& id)
{
    const Rule* rule = options.rules ? options.rules->find(id) : nullptr;
    if (rule != nullptr && rule->origin != PackOrigin::Project &&
        rule->matcher == MatcherKind::Probe) {
        return rule;
    }
    const QVector<Rule>& own = builtInProbeRules();
    const auto found =
        std::find_if(own.begin(), own.end(), [&](const Rule& one) { return one.id == id; });
    return found == own.end() ? nullptr : &*found;
}

} // namespace

const QVector<Rule>& builtInProbeRules()
{
    static const QVector<Rule> rules = [] {
        QVector<Rule> result;
        const RuleSet::LoadResult loaded = RuleSet::load(); // outlives the loop
        for (const Rule& rule : loaded.rules.rules()) {
            if (rule.matcher == MatcherKind::Probe) {
                result.append(rule);
            }
        }
        return result;
    }();
    return rules;
}

void applyProbeRules(ProbeReport& report, const ProbeRuleOptions& options)
{
    const QVector<ImageRecord> images = options.images.isEmpty() ? seededImages() : options.images;
    QVector<ProbeHit> hits;
    for (const ProbeCondition& condition : probeConditions()) {
        condition.find({report, images}, hits);
    }
    report.findings.clear();
    for (const ProbeHit& hit : qAsConst(hits)) {
        const Rule* rule = usableRule(options, hit.rule);
        if (rule == nullptr || options.off.contains(hit.rule)) {
            continue;
        }
        const ProbeFinding finding = findingOf(*rule, hit, report);
        for (ProbeVariable& variable : report.variables) {
            if (variable.name == hit.variable && variable.severity <= finding.severity) {
                variable.severity = finding.severity;
                variable.note = finding.title;
            }
        }
        report.findings.append(finding);
    }
    std::stable_sort(
        report.findings.begin(), report.findings.end(),
        [](const ProbeFinding& a, const ProbeFinding& b) { return a.severity > b.severity; });
}

} // namespace rocport
