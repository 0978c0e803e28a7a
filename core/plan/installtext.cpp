// An installation plan as Markdown, as a script and as JSON.
#include "core/base/visibletext.h"
#include "core/plan/installforms.h"
#include "core/plan/installplan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

using install::quoted;

namespace {

/// The functions that the steps ask for.
const char* const kFunctions =
    "PYTHON=${PYTHON:-python3}\n\nhas_rocm_torch() {\n    \"$PYTHON\" -c 'import sys, torch; "
    "sys.exit(torch.version.hip is None)' 2>/dev/null\n}\n\ncheck_torch() {\n    if ! "
    "has_rocm_torch; then\n        echo \"Stopped after: $1\" >&2\n        echo 'torch is missing "
    "or is no longer a ROCm build (torch.version.hip is None).' >&2\n        exit 1\n    fi\n}\n";

/// Text that stays in its comment, whatever it holds, and acts on no terminal that shows it.
QString comment(const QString& text)
{
    QString line = text;
    line.replace(u'\n', u' ').replace(u'\r', u' ');
    return QStringLiteral("# ") + visibleLine(line) + u'\n';
}

/// "pyproject.toml (larger than 8 MiB), setup.py (binary) and 3 more"; empty: all were read.
QString unreadList(const InstallPlan& plan)
{
    constexpr qsizetype kMostNamed = 10;
    QStringList named;
    for (qsizetype i = 0; i < std::min(kMostNamed, plan.unread.size()); ++i) {
        named.append(
            QStringLiteral("%1 (%2)").arg(plan.unread[i].first.display(), plan.unread[i].second));
    }
    const qsizetype more = plan.unread.size() - named.size();
    return named.join(QStringLiteral(", ")) +
           (more > 0 ? QStringLiteral(" and %1 more").arg(more) : QString());
}

/// What the plan lacks; empty: nothing.
QString lack(const InstallPlan& plan)
{
    if (plan.unread.isEmpty()) {
        return plan.isEmpty() ? QStringLiteral("No manifest of Python packages was found.")
                              : QString();
    }
    return (plan.isEmpty() ? QStringLiteral("No manifest of Python packages could be read: %1.")
                           : QStringLiteral("Not read, so what these list is missing here: %1."))
        .arg(unreadList(plan));
}

QString plainText(const QString& text)
{
    QString plain = text;
    return plain.remove(u'`');
}

/// Markdown codeSpan that a backtick inside does not end.
QString codeSpan(const QString& text)
{
    return text.contains(u'`') ? QStringLiteral("`` %1 ``").arg(text) : u'`' + text + u'`';
}

} // namespace

QByteArray installScript(const InstallPlan& plan)
{
    QString text = QStringLiteral("#!/bin/sh\n");
    text += comment(QStringLiteral("Installs this repository on ROCm and keeps the ROCm build of "
                                   "torch. Run it in the top folder of the"));
    text += comment(QStringLiteral("repository, in the environment meant for it. It stops at the "
                                   "first step that fails. PYTHON names another Python."));
    for (const InstallOmission& one : plan.omissions) {
        text += comment(QStringLiteral("Left out: %1 (%2): %3")
                            .arg(plainText(one.requirement), one.place, plainText(one.instead)));
    }
    for (const QString& note : plan.notes) {
        text += comment(plainText(note));
    }
    if (plan.isEmpty()) { // nothing is done, so nothing is said to be
        return (text + QStringLiteral("echo %1 >&2\nexit 1\n").arg(quoted(visibleLine(lack(plan)))))
            .toUtf8();
    }
    text += plan.unread.isEmpty() ? QString() : comment(lack(plan));
    text += QStringLiteral("set -eu\n\n") + QString::fromLatin1(kFunctions);
    int number = 0;
    for (const InstallStep& step : plan.steps) {
        const QString title = QStringLiteral("%1. %2").arg(++number).arg(step.title);
        text += u'\n' + comment(title) + comment(plainText(step.why));
        text += QStringLiteral("echo %1\n").arg(quoted(title));
        text += step.command + u'\n';
        if (step.checks) {
            text += QStringLiteral("check_torch %1\n").arg(quoted(title));
        }
    }
    text += QStringLiteral("\necho 'Done: torch is a ROCm build.'\n");
    return text.toUtf8();
}

QByteArray installMarkdown(const InstallPlan& plan)
{
    if (plan.isEmpty()) {
        return lack(plan).toUtf8() + '\n';
    }
    QString text =
        QStringLiteral("# Installing on ROCm\n\nFrom %1. Run the steps in one shell, in the top "
                       "folder of the repository, and stop at the first that fails. `rocport-cli "
                       "plan --install --format sh` prints them as a script.\n")
            .arg(plan.manifests.join(QStringLiteral(", ")));
    const auto table = [&](const char* title, const QVector<InstallOmission>& list,
                           const char* last) {
        if (!list.isEmpty()) {
            text += QStringLiteral("\n## %1\n\n| Requirement | Where | %2 |\n|---|---|---|\n")
                        .arg(QLatin1StringView(title), QLatin1StringView(last));
        }
        for (const InstallOmission& one : list) {
            QString requirement = one.requirement;
            requirement.replace(u'|', QStringLiteral("\\|"));
            text += QStringLiteral("| %1 | %2 | %3 |\n")
                        .arg(codeSpan(requirement), one.place, one.instead);
        }
    };
    table("Left out", plan.omissions, "Instead");
    table("Of extras and groups", plan.optional, "Of");
    text += QStringLiteral("\n## Steps\n\nThe check that follows the steps:\n\n```sh\n%1```\n")
                .arg(QString::fromLatin1(kFunctions));
    int number = 0;
    for (const InstallStep& step : plan.steps) {
        text += QStringLiteral("\n### %1. %2\n\n%3\n\n```sh\n%4\n%5```\n")
                    .arg(++number)
                    .arg(step.title, step.why, step.command,
                         step.checks ? QStringLiteral("check_torch %1\n").arg(quoted(step.title))
                                     : QString());
    }
    for (const QString& note : plan.notes) {
        text += u'\n' + note + u'\n';
    }
    if (!plan.unread.isEmpty()) {
        text += u'\n' + lack(plan) + u'\n';
    }
    return text.toUtf8();
}

QByteArray installJson(const InstallPlan& plan)
{
    QJsonArray steps;
    for (const InstallStep& step : plan.steps) {
        steps.append(
            QJsonObject{{QStringLiteral("id"), step.id},
                        {QStringLiteral("title"), step.title},
                        {QStringLiteral("why"), step.why},
                        {QStringLiteral("command"), step.command},
                        {QStringLiteral("packages"), QJsonArray::fromStringList(step.packages)},
                        {QStringLiteral("checksTorch"), step.checks}});
    }
    const auto listed = [](const QVector<InstallOmission>& list, const QString& last) {
        QJsonArray array;
        for (const InstallOmission& one : list) {
            QJsonObject object{{QStringLiteral("requirement"), one.requirement},
                               {QStringLiteral("place"), one.place}};
            if (!last.isEmpty()) {
                object.insert(last, one.instead);
            }
            array.append(object);
        }
        return array;
    };
    QJsonArray unread;
    for (const auto& [path, why] : plan.unread) {
        unread.append(
            QJsonObject{{QStringLiteral("path"), path.display()}, {QStringLiteral("why"), why}});
    }
    return QJsonDocument(
               QJsonObject{
                   {QStringLiteral("format"), 1},
                   {QStringLiteral("manifests"), QJsonArray::fromStringList(plan.manifests)},
                   {QStringLiteral("torchIndex"), plan.torchIndex},
                   {QStringLiteral("functions"), QString::fromLatin1(kFunctions)},
                   {QStringLiteral("steps"), steps},
                   {QStringLiteral("leftOut"), listed(plan.omissions, QStringLiteral("instead"))},
                   {QStringLiteral("optional"), listed(plan.optional, QStringLiteral("of"))},
                   {QStringLiteral("bounds"), listed(plan.bounds, {})},
                   {QStringLiteral("conda"), QJsonArray::fromStringList(plan.conda)},
                   {QStringLiteral("notRead"), unread},
                   {QStringLiteral("remarks"), QJsonArray::fromStringList(plan.notes)}})
        .toJson();
}

} // namespace rocport
