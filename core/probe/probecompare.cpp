#include "core/base/visibletext.h"
#include "core/probe/probereport.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// Facts that change from minute to minute say nothing about a node.
bool isFleeting(const QString& key)
{
    return key.endsWith(QLatin1StringView(".used")) || key == QLatin1StringView("gpu.processes") ||
           key == QLatin1StringView("system.host") || key == QLatin1StringView("gpu.0.node");
}

bool doesMatter(const QString& key)
{
    static const QRegularExpression pattern(
        QStringLiteral("version|\\.arch$|^gpu\\.count$|^package\\.[^.]+$|^torch\\.(hip|cuda|"
                       "devices)$|^inductor\\.|"
                       "^dynamo\\.|^gemm\\.|^alloc\\.|^patched\\.|numa"));
    return pattern.match(key).hasMatch();
}

/// What a finding is about; its message may hold times.
QString findingKey(const ProbeFinding& finding)
{
    return finding.ruleId + u' ' + finding.title;
}

void compareFacts(const ProbeReport& before, const ProbeReport& after,
                  QVector<ProbeDifference>& result)
{
    QHash<QString, const ProbeFact*> newer;
    for (const ProbeFact& fact : after.facts) {
        newer.insert(fact.key, &fact);
    }
    QSet<QString> seen;
    for (const ProbeFact& fact : before.facts) {
        seen.insert(fact.key);
        const ProbeFact* other = newer.value(fact.key);
        const QString value = other == nullptr ? QString() : other->value;
        if (value != fact.value && !isFleeting(fact.key)) {
            result.append({fact.group, fact.label, fact.value, value, doesMatter(fact.key)});
        }
    }
    for (const ProbeFact& fact : after.facts) {
        if (!seen.contains(fact.key) && !isFleeting(fact.key)) {
            result.append({fact.group, fact.label, {}, fact.value, doesMatter(fact.key)});
        }
    }
}

void compareFindings(const ProbeReport& before, const ProbeReport& after,
                     QVector<ProbeDifference>& result)
{
    const auto keys = [](const ProbeReport& report) {
        QSet<QString> set;
        for (const ProbeFinding& finding : report.findings) {
            set.insert(findingKey(finding));
        }
        return set;
    };
    const QString group = QStringLiteral("Findings");
    const QSet<QString> old = keys(before);
    const QSet<QString> now = keys(after);
    for (const ProbeFinding& finding : before.findings) {
        if (!now.contains(findingKey(finding))) {
            result.append(
                {group, finding.ruleId, finding.title, {}, finding.severity > Severity::Info});
        }
    }
    for (const ProbeFinding& finding : after.findings) {
        if (!old.contains(findingKey(finding))) {
            result.append(
                {group, finding.ruleId, {}, finding.title, finding.severity > Severity::Info});
        }
    }
}

void compareVariables(const ProbeReport& before, const ProbeReport& after,
                      QVector<ProbeDifference>& result)
{
    const auto values = [](const ProbeReport& report) {
        QHash<QString, QString> map;
        for (const ProbeVariable& variable : report.variables) {
            map.insert(variable.name,
                       variable.hidden ? QStringLiteral("(hidden)") : variable.value);
        }
        return map;
    };
    const QString group = QStringLiteral("Environment");
    const QHash<QString, QString> old = values(before);
    const QHash<QString, QString> now = values(after);
    QStringList names = old.keys() + now.keys();
    names.removeDuplicates();
    names.sort();
    for (const QString& name : qAsConst(names)) {
        if (old.contains(name) != now.contains(name) || old.value(name) != now.value(name)) {
            result.append({group, name, old.value(name), now.value(name),
                           name.contains(QLatin1StringView("INDUCTOR")) ||
                               name.contains(QLatin1StringView("ALLOC_CONF")) ||
                               name.contains(QLatin1StringView("VISIBLE_DEVICES"))});
        }
    }
}

/// A line of a comment: nothing of a node can end it, or act on a terminal that shows it.
QByteArray commentOf(const QString& text)
{
    return "# " + visibleLine(text.simplified()).toUtf8() + '\n';
}

/// Only lines that export or unset plain names, and show all that they do, go into the script,
/// whatever a pack or a stored report says.
bool isEnvironmentLine(const QString& line)
{
    if (visibleLine(line) != line) {
        return false;
    }
    static const QRegularExpression unset(QStringLiteral("^unset( [A-Za-z_][A-Za-z0-9_]*)+\\z"));
    static const QRegularExpression exported(QStringLiteral(
        "^export( "
        "[A-Za-z_][A-Za-z0-9_]*=([A-Za-z0-9_@%+=:,./-]*|'([^'\\x00-\\x1f]|'\\\\'')*'))+\\z"));
    return unset.match(line).hasMatch() || exported.match(line).hasMatch();
}

} // namespace

QVector<ProbeDifference> compareProbes(const ProbeReport& before, const ProbeReport& after)
{
    QVector<ProbeDifference> result;
    compareFacts(before, after, result);
    compareFindings(before, after, result);
    compareVariables(before, after, result);
    if (before.image != after.image || before.imageDigest != after.imageDigest) {
        result.append(
            {QStringLiteral("System"), QStringLiteral("Image"), before.image, after.image, true});
    }
    std::stable_sort(
        result.begin(), result.end(),
        [](const ProbeDifference& a, const ProbeDifference& b) { return a.matters && !b.matters; });
    return result;
}

QByteArray environmentScript(const ProbeReport& report)
{
    QByteArray text =
        commentOf(QStringLiteral("Environment for node %1, from its probe of %2.")
                      .arg(report.nodeName.isEmpty() ? report.hostName : report.nodeName,
                           report.time.toUTC().toString(Qt::ISODate)));
    text += "# Source it before a job: . ./env.sh\n";
    QSet<QString> done;
    for (const ProbeFinding& finding : report.findings) {
        if (!finding.setsEnvironment || finding.needsRoot) {
            continue;
        }
        QByteArray lines;
        for (const QString& line : finding.command.split(u'\n')) {
            if (isEnvironmentLine(line.trimmed()) && !done.contains(line.trimmed())) {
                done.insert(line.trimmed());
                lines += line.trimmed().toUtf8() + '\n';
            }
        }
        if (!lines.isEmpty()) {
            text += '\n' + commentOf(QStringLiteral("%1: %2").arg(finding.ruleId, finding.title)) +
                    lines;
        }
    }
    if (done.isEmpty()) {
        text += "\n# The probe found nothing to change.\n";
    }
    return text;
}

} // namespace rocport
