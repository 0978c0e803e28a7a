#include "core/base/wording.h"
#include "core/report/compose.h"
#include "core/report/jsonwriter.h"
#include "core/report/tasks.h"

#include <QLocale>

namespace rocport {

namespace {

Block taskBlock(Block::Kind kind, const Spans& line)
{
    Block block;
    block.kind = kind;
    block.line = line;
    return block;
}

QString placeWords(const ReportTask& task)
{
    return task.line > 0 ? QStringLiteral("%1:%2").arg(task.file).arg(task.line) : task.file;
}

void composeTask(const ReportTask& task, int number, Document& out)
{
    addHeading(out, 3, QStringLiteral("%1. %2").arg(number).arg(task.title));
    Block list;
    list.kind = Block::Kind::List;
    const auto add = [&list](const Spans& line) { list.rows.append({line}); };
    if (!task.file.isEmpty()) {
        add({plain(QStringLiteral("Place: ")), code(placeWords(task))});
    }
    Spans kind{plain(
        QStringLiteral("Kind: %1, %2").arg(taskKindId(task.kind), severityId(task.severity)))};
    if (!task.state.isEmpty()) {
        kind.append(plain(QStringLiteral(", ") + task.state));
    }
    if (task.effort != Effort::None) {
        kind.append(plain(QStringLiteral(", work: ") + effortName(task.effort).toLower()));
    }
    if (!task.rule.isEmpty()) {
        kind.append(plain(QStringLiteral(", rule ")));
        kind.append(code(task.rule));
    }
    kind.append(plain(QStringLiteral(", task ")));
    kind.append(code(task.id));
    add(kind);
    if (!task.reason.isEmpty()) {
        add(Spans{plain(QStringLiteral("Reason: "))} + richText(task.reason));
    }
    if (!task.wayOut.isEmpty()) {
        add(Spans{plain(QStringLiteral("What to do: "))} + richText(task.wayOut));
    }
    for (const ProposedDecision& one : task.proposed) {
        add(words(QStringLiteral("Proposed by %1, not decided: %2, because %3")
                      .arg(one.by, proposedWord(one.kind), one.reason)));
    }
    if (!task.referenceUrl.isEmpty()) {
        add({plain(QStringLiteral("Reference: ")),
             {Span::Kind::Link, task.referenceTitle, task.referenceUrl, {}}});
    }
    for (const QString& fact : task.facts) {
        add(words(QStringLiteral("Fact: ") + fact));
    }
    for (const QString& command : task.acceptance) {
        add({plain(QStringLiteral("Accepted when this ends with 0: ")), code(command)});
    }
    out.append(list);
}

} // namespace

QByteArray renderTasks(const ReportModel& report, const RuleSet& rules)
{
    const QVector<ReportTask> tasks = makeTasks(report, rules);
    Document out;
    out.append(taskBlock(Block::Kind::Title,
                         words(QStringLiteral("Tasks left: %1").arg(report.projectName))));
    out.append(taskBlock(
        Block::Kind::Byline,
        {plain(QStringLiteral("%1, base ").arg(counted(tasks.size(), "task", "tasks"))),
         code(QString::fromLatin1(report.meta.baseCommit.left(7))),
         plain(QStringLiteral(", %1, Rocport %2")
                   .arg(QLocale::c().toString(report.made.date(), QStringLiteral("d MMMM yyyy")),
                        report.toolVersion))}));
    if (tasks.isEmpty()) {
        addParagraph(out, words(QStringLiteral("Nothing is left that the rules or a check name.")));
    }
    int number = 0;
    Phase phase = Phase::Environment;
    for (const ReportTask& task : tasks) {
        if (number == 0 || task.phase != phase) {
            phase = task.phase;
            addHeading(out, 2,
                       QStringLiteral("Phase %1: %2").arg(int(phase)).arg(phaseName(phase)));
        }
        composeTask(task, ++number, out);
    }
    return documentMarkdown(out);
}

QByteArray renderTasksJson(const ReportModel& report, const RuleSet& rules)
{
    JsonWriter json;
    json.beginObject();
    json.member("format", 1);
    json.member("project", report.projectName);
    json.member("repository", report.meta.repositoryRoot);
    json.member("baseCommit", QString::fromLatin1(report.meta.baseCommit));
    json.beginArray("tasks");
    for (const ReportTask& task : makeTasks(report, rules)) {
        json.beginObject();
        json.member("id", task.id);
        json.member("kind", taskKindId(task.kind));
        json.member("phase", int(task.phase));
        json.member("severity", severityId(task.severity));
        json.member("effort", effortId(task.effort));
        json.member("file", task.file);
        json.member("line", task.line);
        json.member("rule", task.rule);
        json.member("title", task.title);
        json.member("state", task.state);
        json.member("reason", task.reason);
        json.member("wayOut", task.wayOut);
        json.beginObject("reference");
        json.member("title", task.referenceTitle);
        json.member("url", task.referenceUrl);
        json.endObject();
        json.member("facts", task.facts);
        json.member("acceptance", task.acceptance);
        json.beginArray("proposed");
        for (const ProposedDecision& one : task.proposed) {
            json.beginObject();
            json.member("decision", decisionId(one.kind));
            json.member("by", one.by);
            json.member("reason", one.reason);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace rocport
