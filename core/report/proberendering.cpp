#include "core/report/proberendering.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

/// Text of a node on one line and without hidden characters, which a terminal might obey.
QString tame(const QString& text)
{
    return visibleLine(text.simplified());
}

/// The same for Markdown, in which a node's text must not begin anything.
QString tameMarkdown(const QString& text)
{
    QString result;
    for (const QChar c : tame(text)) {
        if (QStringLiteral("\\`*_{}[]<>#|!").contains(c)) {
            result += u'\\';
        }
        result += c;
    }
    return result;
}

QString nodeText(const ProbeReport& report)
{
    QString text = tame(report.nodeName.isEmpty() ? report.hostName : report.nodeName);
    if (!report.hostName.isEmpty() && report.hostName != report.nodeName &&
        !report.nodeName.isEmpty()) {
        text += QStringLiteral(" (%1)").arg(tame(report.hostName));
    }
    return text;
}

QString probeHeadline(const ProbeReport& report)
{
    return QStringLiteral("%1: %2 critical, %3, %4%5")
        .arg(nodeText(report), countText(report.count(Severity::Critical)),
             counted(report.count(Severity::Warning), "warning", "warnings"),
             counted(report.count(Severity::Info), "note", "notes"),
             report.complete ? QString() : QStringLiteral("; the probe was interrupted"));
}

QString factText(const ProbeFact& fact)
{
    return QStringLiteral("%1: %2").arg(tame(fact.label), tame(fact.value));
}

QStringList commandLines(const ProbeFinding& finding)
{
    QStringList lines;
    for (const QString& line : finding.command.split(u'\n', Qt::SkipEmptyParts)) {
        lines.append(tame(line));
    }
    return lines;
}

template <typename Each>
void eachGroup(const ProbeReport& report, Each each)
{
    QStringList groups;
    for (const ProbeFact& fact : report.facts) {
        if (!groups.contains(fact.group)) {
            groups.append(fact.group);
        }
    }
    for (const QString& group : qAsConst(groups)) {
        each(group);
    }
}

} // namespace

QByteArray renderProbeText(const ProbeReport& report)
{
    QString text = probeHeadline(report) + u'\n';
    for (const ProbeFinding& finding : report.findings) {
        text += QStringLiteral("\n%1 %2: %3\n  %4\n")
                    .arg(severityId(finding.severity), finding.ruleId, tame(finding.title),
                         tame(finding.message));
        if (!finding.fix.isEmpty()) {
            text += QStringLiteral("  To do: %1\n").arg(tame(finding.fix));
        }
        for (const QString& line : commandLines(finding)) {
            text += QStringLiteral("    %1\n").arg(line);
        }
    }
    eachGroup(report, [&](const QString& group) {
        text += QStringLiteral("\n%1\n").arg(tame(group));
        for (const ProbeFact& fact : report.facts) {
            if (fact.group == group) {
                text += QStringLiteral("  %1\n").arg(factText(fact));
            }
        }
    });
    text += QStringLiteral("\nEnvironment\n");
    for (const ProbeVariable& variable : report.variables) {
        text += QStringLiteral("  %1=%2\n").arg(tame(variable.name), tame(variable.value));
    }
    text += QStringLiteral("\nChecks\n");
    for (const ProbeCheck& check : report.checks) {
        text += QStringLiteral("  %1 %2%3\n")
                    .arg(probeStateId(check.state), -10)
                    .arg(tame(check.title),
                         check.detail.isEmpty() || check.state == ProbeCheck::State::Done
                             ? QString()
                             : QStringLiteral(": %1").arg(
                                   tame(check.detail.section(u'\n', -1)).left(300)));
    }
    return text.toUtf8();
}

QByteArray renderProbeMarkdown(const ProbeReport& report)
{
    QString text = QStringLiteral("# Probe of %1\n\n%2.\n")
                       .arg(tameMarkdown(nodeText(report)), tameMarkdown(probeHeadline(report)));
    text += QStringLiteral("\nTaken %1.\n").arg(report.time.toUTC().toString(Qt::ISODate));
    for (const ProbeFinding& finding : report.findings) {
        text += QStringLiteral("\n## %1 (%2, %3)\n\n%4\n")
                    .arg(tameMarkdown(finding.title), severityId(finding.severity),
                         tameMarkdown(finding.ruleId), tameMarkdown(finding.message));
        if (!finding.fix.isEmpty()) {
            text += QStringLiteral("\n%1\n").arg(tameMarkdown(finding.fix));
        }
        const QStringList lines = commandLines(finding);
        if (!lines.isEmpty()) {
            // Indented code: no text of a node can end it.
            text += QStringLiteral("\n    %1\n").arg(lines.join(QStringLiteral("\n    ")));
        }
    }
    eachGroup(report, [&](const QString& group) {
        text += QStringLiteral("\n## %1\n\n| what | value | said by |\n|---|---|---|\n")
                    .arg(tameMarkdown(group));
        for (const ProbeFact& fact : report.facts) {
            if (fact.group == group) {
                text += QStringLiteral("| %1 | %2 | %3 |\n")
                            .arg(tameMarkdown(fact.label), tameMarkdown(fact.value),
                                 tameMarkdown(fact.source));
            }
        }
    });
    text += QStringLiteral("\n## Environment\n\n| variable | value | note |\n|---|---|---|\n");
    for (const ProbeVariable& variable : report.variables) {
        text += QStringLiteral("| %1 | %2 | %3 |\n")
                    .arg(tameMarkdown(variable.name), tameMarkdown(variable.value),
                         tameMarkdown(variable.note));
    }
    text += QStringLiteral("\n## Checks\n\n| check | state | detail |\n|---|---|---|\n");
    for (const ProbeCheck& check : report.checks) {
        text += QStringLiteral("| %1 | %2 | %3 |\n")
                    .arg(tameMarkdown(check.title), probeStateId(check.state),
                         tameMarkdown(check.detail.section(u'\n', -1)).left(400));
    }
    return text.toUtf8();
}

QByteArray renderProbeJson(const ProbeReport& report)
{
    return QJsonDocument(probeToJson(report)).toJson();
}

QByteArray renderProbeDifferencesText(const QVector<ProbeDifference>& differences)
{
    if (differences.isEmpty()) {
        return "The two probes do not differ.\n";
    }
    QString text;
    for (const ProbeDifference& one : differences) {
        const QString none = QStringLiteral("(missing)");
        text += QStringLiteral("%1 %2, %3: %4 -> %5\n")
                    .arg(QChar(one.matters ? u'!' : u' '))
                    .arg(tame(one.group), tame(one.label),
                         one.before.isEmpty() ? none : tame(one.before),
                         one.after.isEmpty() ? none : tame(one.after));
    }
    return text.toUtf8();
}

QByteArray renderProbeDifferencesJson(const QVector<ProbeDifference>& differences)
{
    QJsonArray list;
    for (const ProbeDifference& one : differences) {
        list.append(QJsonObject{{QStringLiteral("group"), one.group},
                                {QStringLiteral("label"), one.label},
                                {QStringLiteral("before"), one.before},
                                {QStringLiteral("after"), one.after},
                                {QStringLiteral("matters"), one.matters}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("differences"), list}}).toJson();
}

} // namespace rocport
